//! The answer to `survey`: the outcome of every start, the number of starts with each outcome, and
//! the hardest starts.

use catmouse_arena::{Arena, Values, WinOrDraw};
use catmouse_explain::{
    FirstDecision, Hardest, RatedStart, Survey, differing, every_pair, rated_pairs, rated_starts, sample as sample_of,
    survey, survey_lengths, survey_pairs, tally,
};
use catmouse_model::{Cell, Game, Label, Outcome, Position, PositionJson, Side, Vertex};
use serde::ser::{Error as _, SerializeSeq};
use serde::{Serialize, Serializer};

use crate::answer::{DistanceAnswer, SCHEMA};
use crate::error::Error;
use crate::fields::{number_field, position_fields};
use crate::memory::UNCHECKED_BYTES;
use crate::solved::Solved;
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

/// The starts at which a survey looks. Samples are drawn at random, but the same in every run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SurveyScope {
    /// All starts.
    All,
    /// All starts, but the narrowest are looked for among at most this many, because rating a start
    /// takes long.
    NarrowestAmong(usize),
    /// This many starts, among which all hard starts are looked for. Outcomes are counted for all starts.
    Sample(usize),
}

/// A survey, which is made when it is asked for. In JSON it is the list of its rows.
pub struct SurveyedStarts<'a> {
    solved: &'a Solved,
    values: MoveValues<'a>,
    /// The number of the hardest starts of each kind.
    hardest: usize,
    /// The starts of the sample; `None` for all starts.
    sample: Option<Vec<(u32, u32)>>,
    is_in_part: bool,
}

/// The number of starts among which front ends look for the narrowest by default. Rating a start takes
/// as long as solving several positions.
pub const NARROWEST_AMONG: usize = 20_000;

/// For each start that is listed, this number of hard starts is looked at, so that starts that
/// differ can be chosen.
const CANDIDATES: usize = 32;

impl Solved {
    /// A survey of all starts, with up to `hardest` of the hardest starts of each kind. Time and memory:
    /// those of the method that is asked for the counts, the hardest starts or the rows.
    ///
    /// ```
    /// use catmouse::answers::SurveyScope;
    ///
    /// let solved = catmouse::Question::text("[[1,3],[0],[3],[0,2]]").solve()?;
    /// let survey = solved.survey(3, SurveyScope::NarrowestAmong(5))?;
    /// assert!(survey.is_in_part());
    /// assert_eq!(survey.summary()?.shares.total, 12);
    /// assert_eq!(solved.survey(3, SurveyScope::All)?.answer()?.starts.len(), 12);
    /// # Ok::<(), catmouse::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Those of [`rated_moves`](Self::rated_moves).
    pub fn survey(&self, hardest: usize, scope: SurveyScope) -> Result<SurveyedStarts<'_>, Error> {
        let arena = self.game().arena();
        let (count, is_in_part) = match scope {
            SurveyScope::Sample(count) => (Some(count), false),
            SurveyScope::NarrowestAmong(count) if arena.positions() / 2 > count => (Some(count), true),
            SurveyScope::All | SurveyScope::NarrowestAmong(_) => (None, false),
        };
        let sample = count.map(|count| sample_of(arena, count));
        Ok(SurveyedStarts { solved: self, values: self.move_values()?, hardest, sample, is_in_part })
    }
}

impl<'a> SurveyedStarts<'a> {
    /// Whether the narrowest starts are those of some starts only, and all else is about all starts.
    pub fn is_in_part(&self) -> bool {
        self.is_in_part
    }

    /// The number of all starts with each outcome, and the hardest starts of each kind, in the form of
    /// the crate `catmouse-explain`. These are chosen so that they are not similar to each other. Time:
    /// linear in the positions, and in the moves at the starts among which the narrowest are looked for.
    pub fn found(&self) -> Survey {
        let (arena, first) = (self.game().arena(), self.game().start().first.into());
        let (game, values, adjudication) = (self.game(), &self.values, self.solved.adjudication());
        let candidates = self.hardest.saturating_mul(CANDIDATES);
        let of_pairs = |pairs: &mut dyn Iterator<Item = (u32, u32)>| {
            survey_pairs(arena, game, values, adjudication, first, candidates, pairs)
        };
        let found = match &self.sample {
            None if self.may_remember() => survey(arena, game, values, adjudication, first, candidates),
            None => of_pairs(&mut every_pair(arena)),
            Some(sample) => {
                let sampled = of_pairs(&mut sample.iter().copied());
                if self.is_in_part {
                    let mut found = survey_lengths(arena, game, values, adjudication, first, candidates);
                    for (of, sampled) in found.hardest.iter_mut().zip(sampled.hardest) {
                        of.narrowest = sampled.narrowest;
                    }
                    found
                } else {
                    Survey { tally: tally(arena, values, adjudication, first), ..sampled }
                }
            }
        };
        let differing = |starts: &[_]| differing(arena, starts, self.hardest);
        // The list begins with the longest start. A start less than half as long is left out unless
        // there are too few others.
        let long = |starts: &[RatedStart]| -> usize {
            let plies = |start: &RatedStart| start.judgement.distance.unwrap_or(0);
            let longest = starts.first().map_or(0, plies);
            starts.iter().take_while(|start| 2 * plies(start) > longest).count().max(self.hardest).min(starts.len())
        };
        let hardest = found.hardest.map(|of| Hardest {
            longest: differing(&of.longest[..long(&of.longest)]),
            narrowest: differing(&of.narrowest),
            ..of
        });
        Survey { hardest, ..found }
    }

    /// The counts and the hardest starts as an answer. Time: that of [`found`](Self::found).
    ///
    /// # Errors
    ///
    /// [`Error::Table`].
    pub fn summary(&self) -> Result<SurveySummary, Error> {
        self.solved.if_intact(SurveySummary::new(self))
    }

    /// The survey with a row for each start. Memory: linear in the starts.
    ///
    /// # Errors
    ///
    /// [`Error::Table`].
    pub fn answer(&self) -> Result<SurveyAnswer, Error> {
        Ok(SurveyAnswer { summary: self.summary()?, starts: self.rows().collect::<Result<_, _>>()? })
    }

    /// The same, but each row is made while it is written.
    pub fn streamed(self) -> StreamedSurvey<'a> {
        StreamedSurvey { summary: SurveySummary::new(&self), starts: self }
    }

    fn game(&self) -> &'a Game {
        self.solved.game()
    }

    /// The rows of the starts, ordered by the places of the cats.
    ///
    /// # Errors
    ///
    /// A row is [`Error::Table`] if a damaged block was read from the file of the values.
    pub fn rows(&self) -> impl Iterator<Item = Result<StartRow, Error>> + '_ {
        let (arena, first) = (self.game().arena(), self.game().start().first.into());
        let (game, values, adjudication) = (self.game(), &self.values, self.solved.adjudication());
        let starts: Box<dyn Iterator<Item = RatedStart> + '_> = match &self.sample {
            None if self.may_remember() => Box::new(rated_starts(arena, game, values, adjudication, first)),
            None => Box::new(rated_pairs(arena, game, values, adjudication, first, every_pair(arena))),
            Some(sample) => Box::new(rated_pairs(arena, game, values, adjudication, first, sample.iter().copied())),
        };
        starts.map(|start| {
            let row = StartRow::new(game, values, &start);
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
    starts: SurveyedStarts<'a>,
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
    fn new(surveyed: &SurveyedStarts<'_>) -> Self {
        let (found, level) = (surveyed.found(), surveyed.solved.start());
        let (game, values) = (surveyed.game(), &surveyed.values);
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
