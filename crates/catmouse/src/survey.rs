//! The answer to `survey`: the outcome of every start, the number of starts with each outcome, and
//! the hardest starts.

use catmouse_arena::{Adjudication, Values, WinOrDraw};
use catmouse_explain::{
    FirstDecision, Hardest, RatedStart, Survey, differing, every_pair, rated_pairs, rated_starts, survey,
    survey_lengths, survey_pairs, tally,
};
use catmouse_model::{Cell, Game, Label, Outcome, Position, PositionJson, Side, Vertex};
use serde::ser::{Error as _, SerializeSeq};
use serde::{Serialize, Serializer};

use crate::answer::{self, DistanceAnswer, SCHEMA};
use crate::error::Error;
use crate::fields::{number_field, position_fields};
use crate::memory::UNCHECKED_BYTES;
use crate::values::MoveValues;

/// The columns of the starts in CSV, the same for every board.
pub const SURVEY_COLUMNS: [&str; 9] =
    ["mouse", "cats", "turn", "over", "outcome", "distance_plies", "distance_cost", "moves", "right_moves"];

/// A survey without the rows of its starts, because there may be many: [`SurveyedStarts::rows`]
/// makes them one by one. In JSON the rows follow as the key `starts`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SurveySummary {
    /// The version of these keys: 2.
    #[cfg_attr(feature = "schema", schemars(extend("const" = 2)))]
    pub schema: u32,
    /// Whether distances were asked for. If not, every distance is null, the lists of the longest
    /// starts are empty, and `moves` is null if the loser moves first.
    pub distances: bool,
    /// The player who moves first in every start.
    pub first: Side,
    /// The start that the setup gives, or that the players choose.
    pub level: SetupStart,
    /// The number of starts with each outcome, for all starts.
    pub shares: StartCounts,
    /// The number of starts in the sample. Then only the starts of the sample are listed, and the
    /// narrowest starts are taken from it. So are the longest if the sample was asked for. Null for a
    /// survey of all starts.
    pub sample: Option<usize>,
    /// The hardest starts.
    pub hardest: HardestStarts,
}

/// A survey with its starts: [`SurveySummary`], and one row for each start.
///
/// ```
/// // With the three hardest starts of each kind.
/// let survey = catmouse::Question::text("[[1,3],[0],[3],[0,2]]").solve()?.survey(3)?;
/// assert_eq!(survey.starts.len(), 12);
/// # Ok::<(), catmouse::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Survey"))]
#[non_exhaustive]
pub struct SurveyAnswer {
    /// The counts and the hardest starts.
    #[serde(flatten)]
    pub summary: SurveySummary,
    /// A row for each start.
    pub starts: Vec<StartRow>,
}

/// The start that the setup gives, with its outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Level"))]
#[non_exhaustive]
pub struct SetupStart {
    /// The position.
    pub start: PositionJson,
    /// The outcome of the position.
    pub outcome: Outcome,
    /// The distance of the position.
    #[serde(flatten)]
    pub distance: DistanceAnswer,
}

/// The number of starts with each outcome. A start at which the game is over is counted in `over`
/// alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Shares"))]
#[non_exhaustive]
pub struct StartCounts {
    /// The number of starts.
    pub total: usize,
    /// The number of starts at which the game is over.
    pub over: usize,
    /// The number of other starts that the Mouse wins.
    pub mouse: usize,
    /// The number of other starts that the Cat wins.
    pub cat: usize,
    /// The number of other starts that are drawn.
    pub draw: usize,
}

/// The hardest starts of each kind, the hardest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct HardestStarts {
    /// The longest forced wins.
    pub longest: LongestStarts,
    /// The starts with the fewest right moves. Equal ones are ordered by the longest win, then by the
    /// most moves.
    pub narrowest: NarrowestStarts,
}

/// The longest forced wins of each side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LongestStarts {
    /// The longest wins of the Mouse.
    pub mouse: Vec<HardStart>,
    /// The longest wins of the Cat.
    pub cat: Vec<HardStart>,
}

/// The starts with the fewest right moves, by outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct NarrowestStarts {
    /// The starts that the Mouse wins.
    pub mouse: Vec<HardStart>,
    /// The starts that the Cat wins.
    pub cat: Vec<HardStart>,
    /// The starts that are drawn.
    pub draw: Vec<HardStart>,
}

/// A hard start, in the formats that other commands read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct HardStart {
    /// The start with its outcome and its right moves.
    #[serde(flatten)]
    pub start: StartRow,
    /// The position in the format of the flag `--from`.
    pub from: String,
    /// The position as a line of a setup, to be written above its first table.
    pub setup: String,
}

/// One start of a survey.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct StartRow {
    /// The position.
    #[serde(flatten)]
    pub position: PositionJson,
    /// Whether the game is over at the start.
    pub over: bool,
    /// The outcome of the start.
    pub outcome: Outcome,
    /// The distance of the start.
    #[serde(flatten)]
    pub distance: DistanceAnswer,
    /// The number of moves that the winner has at its first turn, or the first mover in a draw;
    /// null if the game is over. If the loser moves first, the moves are counted after its longest
    /// defence, and the number is null without distances.
    pub moves: Option<usize>,
    /// The number of these moves that keep the win or the draw.
    pub right_moves: Option<usize>,
}

impl StartRow {
    fn new(game: &Game, values: &dyn Values, start: &RatedStart) -> Self {
        let RatedStart { position: id, judgement, choice } = *start;
        Self {
            position: PositionJson::new(game, &game.position(id)),
            over: start.is_over(),
            outcome: judgement.outcome.into(),
            distance: DistanceAnswer::new(game, values, id, judgement.distance),
            moves: choice.map(|FirstDecision { moves, .. }| moves),
            right_moves: choice.map(|FirstDecision { right, .. }| right),
        }
    }

    /// The fields in CSV, in the order of [`SURVEY_COLUMNS`].
    pub fn fields(&self) -> [String; 9] {
        let [mouse, cats, turn] = position_fields(&self.position);
        let [plies, cost] = self.distance.fields();
        let [moves, right] = [self.moves, self.right_moves].map(number_field);
        [mouse, cats, turn, self.over.to_string(), self.outcome.to_string(), plies, cost, moves, right]
    }
}

/// The starts of a survey: all starts, or a sample. [`rows`](Self::rows) makes their rows one by
/// one.
pub struct SurveyedStarts<'a> {
    pub(crate) game: &'a Game,
    pub(crate) values: MoveValues<'a>,
    pub(crate) adjudication: &'a Adjudication,
    /// The starts of the sample; `None` for all starts.
    pub(crate) sample: Option<Vec<(u32, u32)>>,
}

/// The number of starts among which front ends look for the narrowest by default. Rating a start takes
/// as long as solving several positions.
pub const NARROWEST_AMONG: usize = 20_000;

/// For each start that is listed, this number of hard starts is looked at, so that starts that
/// differ can be chosen.
const CANDIDATES: usize = 32;

impl SurveyedStarts<'_> {
    /// The number of all starts with each outcome, and up to `most` of the hardest starts of each
    /// kind. These are chosen so that they are not similar to each other.
    pub(crate) fn survey(&self, most: usize) -> Survey {
        let (arena, first) = (self.game.arena(), self.game.start().first.into());
        let candidates = most.saturating_mul(CANDIDATES);
        let (game, values, adjudication) = (self.game, &self.values, self.adjudication);
        let found = match &self.sample {
            None if self.may_remember() => survey(arena, game, values, adjudication, first, candidates),
            None => survey_pairs(arena, game, values, adjudication, first, candidates, every_pair(arena)),
            Some(sample) => Survey {
                tally: tally(arena, values, adjudication, first),
                ..survey_pairs(arena, game, values, adjudication, first, candidates, sample.iter().copied())
            },
        };
        self.differing(found, most)
    }

    /// The same as [`survey`](Self::survey), but the longest starts are those of all starts. Of a
    /// sample, only the narrowest are.
    pub(crate) fn survey_with_all_lengths(&self, most: usize) -> Survey {
        let Some(sample) = &self.sample else { return self.survey(most) };
        let (arena, first) = (self.game.arena(), self.game.start().first.into());
        let candidates = most.saturating_mul(CANDIDATES);
        let (game, values, adjudication) = (self.game, &self.values, self.adjudication);
        let mut found = survey_lengths(arena, game, values, adjudication, first, candidates);
        let sampled = survey_pairs(arena, game, values, adjudication, first, candidates, sample.iter().copied());
        for (of, sampled) in found.hardest.iter_mut().zip(sampled.hardest) {
            of.narrowest = sampled.narrowest;
        }
        self.differing(found, most)
    }

    /// The hardest starts that differ much, up to this number of each kind.
    fn differing(&self, found: Survey, most: usize) -> Survey {
        let differing = |starts: &[_]| differing(self.game.arena(), starts, most);
        // The list begins with the longest start. A start less than half as long is left out unless
        // there are too few others.
        let long = |starts: &[RatedStart]| -> usize {
            let plies = |start: &RatedStart| start.judgement.distance.unwrap_or(0);
            let longest = starts.first().map_or(0, plies);
            starts.iter().take_while(|start| 2 * plies(start) > longest).count().max(most).min(starts.len())
        };
        let hardest = found.hardest.map(|of| Hardest {
            longest: differing(&of.longest[..long(&of.longest)]),
            narrowest: differing(&of.narrowest),
            ..of
        });
        Survey { hardest, ..found }
    }

    /// The rows of the starts, ordered by the places of the cats.
    ///
    /// # Errors
    ///
    /// A row is [`Error::Table`] if a damaged block was read from the file of the values.
    pub fn rows(&self) -> impl Iterator<Item = Result<StartRow, Error>> + '_ {
        let (arena, first) = (self.game.arena(), self.game.start().first.into());
        let (game, values, adjudication) = (self.game, &self.values, self.adjudication);
        let starts: Box<dyn Iterator<Item = RatedStart> + '_> = match &self.sample {
            None if self.may_remember() => Box::new(rated_starts(arena, game, values, adjudication, first)),
            None => Box::new(rated_pairs(arena, game, values, adjudication, first, every_pair(arena))),
            Some(sample) => Box::new(rated_pairs(arena, game, values, adjudication, first, sample.iter().copied())),
        };
        starts.map(|start| {
            let row = StartRow::new(self.game, &self.values, &start);
            self.values.ensure_intact().map(|()| row)
        })
    }

    /// Whether a byte for each start may be allocated. For values in memory, the estimate of the
    /// memory has included these bytes.
    fn may_remember(&self) -> bool {
        self.values.are_in_memory() || self.values.positions() as u64 / 2 <= UNCHECKED_BYTES
    }
}

/// A survey whose rows are made while it is written, so that they are never stored. Its JSON is the
/// same as that of [`SurveyAnswer`].
#[derive(Serialize)]
pub struct StreamedSurvey<'a> {
    /// The counts and the hardest starts.
    #[serde(flatten)]
    pub summary: SurveySummary,
    pub(crate) starts: SurveyedStarts<'a>,
}

/// Writes a list of rows. Each row is made when it is written.
impl Serialize for SurveyedStarts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        for row in self.rows() {
            list.serialize_element(&row.map_err(S::Error::custom)?)?;
        }
        list.end()
    }
}

impl SurveySummary {
    pub(crate) fn new(surveyed: &SurveyedStarts<'_>, level: &answer::SolvedStart, found: &Survey) -> Self {
        let SurveyedStarts { game, values, .. } = surveyed;
        let listed = |starts: &[RatedStart]| -> Vec<HardStart> {
            let hard = |start: &RatedStart| {
                let position = game.position(start.position);
                HardStart {
                    start: StartRow::new(game, values, start),
                    from: game.notation(&position),
                    setup: setup_line(game, &position),
                }
            };
            starts.iter().map(hard).collect()
        };
        let count = |outcome: Outcome| found.tally.of(WinOrDraw::from(outcome));
        let [mouse, cat, draw] = &found.hardest;
        let narrowest = |of: &Hardest| listed(&of.narrowest);
        Self {
            schema: SCHEMA,
            distances: values.has_distances(),
            first: game.start().first,
            level: SetupStart {
                start: PositionJson::new(game, &level.opening.position),
                outcome: level.outcome(),
                distance: level.distance,
            },
            shares: StartCounts {
                total: found.tally.over + found.tally.open(),
                over: found.tally.over,
                mouse: count(Outcome::Mouse),
                cat: count(Outcome::Cat),
                draw: count(Outcome::Draw),
            },
            sample: surveyed.sample.as_ref().map(Vec::len),
            hardest: HardestStarts {
                longest: LongestStarts { mouse: listed(&mouse.longest), cat: listed(&cat.longest) },
                narrowest: NarrowestStarts { mouse: narrowest(mouse), cat: narrowest(cat), draw: narrowest(draw) },
            },
        }
    }
}

/// A start as a line of a setup in TOML, to be written above its first table.
pub fn setup_line(game: &Game, position: &Position) -> String {
    let vertex = |vertex: &Vertex| match game.board().label(*vertex) {
        Label::Number(number) => number.to_string(),
        Label::Name(name) => format!("\"{name}\""),
        Label::Cell(Cell { row, column }) => format!("[{row}, {column}]"),
    };
    let cats: Vec<String> = position.cats.iter().map(vertex).collect();
    let cats = match &cats[..] {
        [cat] => format!("cat = {cat}"),
        _ => format!("cats = [{}]", cats.join(", ")),
    };
    format!("start = {{ mouse = {}, {cats}, first = \"{}\" }}", vertex(&position.mouse), position.turn)
}
