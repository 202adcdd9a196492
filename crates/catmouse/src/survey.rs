//! Who wins from every pair of starts, how they split, and which are the hardest.

use catmouse_arena::{Adjudication, Outcome as Ending, Values};
use catmouse_explain::{
    Choice, Hardest, Start, Survey, differing, rated_starts, rated_starts_of, survey, survey_of, tally,
};
use catmouse_model::{Cell, Game, Label, Outcome, Position, PositionJson, Side, Vertex};
use serde::ser::{Error as _, SerializeSeq};
use serde::{Serialize, Serializer};

use crate::answer::{self, Distance, SCHEMA};
use crate::error::Error;
use crate::fields::{number_field, position_fields};
use crate::values::ForMoves;

/// The columns of the starts in CSV, always these.
pub const SURVEY_COLUMNS: [&str; 9] =
    ["mouse", "cats", "turn", "over", "outcome", "distance_plies", "distance_cost", "moves", "right_moves"];

/// A survey without its starts, which may be many: they come one by one from [`Starts::rows`]. In the JSON they follow as
/// the key `starts`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SurveySummary {
    /// The version of these keys: 2.
    #[cfg_attr(feature = "schema", schemars(extend("const" = 2)))]
    pub schema: u32,
    /// Whether distances were asked for. Where they were not, every distance is null, no start is among the longest, and there is no
    /// choice where the loser moves first.
    pub distances: bool,
    /// Who moves first in every start.
    pub first: Side,
    /// The start that the setup gives, or that the players choose.
    pub level: Level,
    /// How all starts split.
    pub shares: Shares,
    /// How many starts were drawn, where not all are surveyed: the hardest are those among them, and only they are listed.
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
    /// What is said of all starts together.
    #[serde(flatten)]
    pub summary: SurveySummary,
    /// Every start.
    pub starts: Vec<StartRow>,
}

/// What the start of the setup comes to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Level {
    /// The position.
    pub start: PositionJson,
    /// Its outcome.
    pub outcome: Outcome,
    /// Its distance.
    #[serde(flatten)]
    pub distance: Distance,
}

/// How the starts split; the outcomes are of those that are not over at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Shares {
    /// All starts.
    pub total: usize,
    /// Those at which the game is over at once.
    pub over: usize,
    /// Those that the Mouse wins.
    pub mouse: usize,
    /// Those that the Cat wins.
    pub cat: usize,
    /// Those that are drawn.
    pub draw: usize,
}

/// The hardest starts of each kind, the hardest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct HardestStarts {
    /// The longest forced wins.
    pub longest: LongestStarts,
    /// Those with the fewest moves that are right.
    pub narrowest: NarrowestStarts,
}

/// The longest forced wins of each side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct LongestStarts {
    /// The Mouse's.
    pub mouse: Vec<HardStart>,
    /// The Cat's.
    pub cat: Vec<HardStart>,
}

/// The starts with the fewest right moves, by outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct NarrowestStarts {
    /// Where the Mouse wins.
    pub mouse: Vec<HardStart>,
    /// Where the Cat wins.
    pub cat: Vec<HardStart>,
    /// Where it is a draw.
    pub draw: Vec<HardStart>,
}

/// A start worth playing, in every form in which one may want it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct HardStart {
    /// What it comes to.
    #[serde(flatten)]
    pub start: StartRow,
    /// The position as the flag `--from` takes it.
    pub from: String,
    /// The position as a line of a setup, above its first table.
    pub setup: String,
}

/// One start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct StartRow {
    /// The position.
    #[serde(flatten)]
    pub position: PositionJson,
    /// Whether the game is over at once.
    pub over: bool,
    /// Its outcome.
    pub outcome: Outcome,
    /// Its distance.
    #[serde(flatten)]
    pub distance: Distance,
    /// How many moves the winner has at its first turn, or in a draw the first mover; null where the game is over. Where the loser
    /// moves first, it has played the longest defence that the line plays; then null without distances.
    pub moves: Option<usize>,
    /// How many of them win, or in a draw hold.
    pub right_moves: Option<usize>,
}

impl StartRow {
    fn new<V: Values>(game: &Game, values: &V, start: &Start) -> Self {
        let Start { position: id, judgement, choice } = *start;
        Self {
            position: PositionJson::new(game, &game.position(id)),
            over: start.over(),
            outcome: judgement.outcome.into(),
            distance: Distance::new(game, values, id, judgement.distance),
            moves: choice.map(|Choice { moves, .. }| moves),
            right_moves: choice.map(|Choice { right, .. }| right),
        }
    }

    /// The fields in CSV, as [`SURVEY_COLUMNS`] names them.
    pub fn fields(&self) -> [String; 9] {
        let [mouse, cats, turn] = position_fields(&self.position);
        let [plies, cost] = self.distance.fields();
        let [moves, right] = [self.moves, self.right_moves].map(number_field);
        [mouse, cats, turn, self.over.to_string(), self.outcome.to_string(), plies, cost, moves, right]
    }
}

/// The starts of a survey: all of them, or those that were drawn. [`rows`](Self::rows) makes them one by one.
pub struct Starts<'a> {
    pub(crate) game: &'a Game,
    pub(crate) values: ForMoves<'a>,
    pub(crate) agreed: &'a Adjudication,
    /// The starts that were drawn; all of them without this.
    pub(crate) sample: Option<Vec<(u32, u32)>>,
}

impl Starts<'_> {
    /// All that is found, and up to `most` of the hardest starts of each kind that differ.
    pub(crate) fn found(&self, most: usize) -> Survey {
        /// Among this many times as many starts those are looked for that differ.
        const CANDIDATES: usize = 32;
        let (arena, first) = (self.game.arena(), self.game.start().first.into());
        let candidates = most.saturating_mul(CANDIDATES);
        let found = match &self.sample {
            None => survey(arena, &self.values, self.agreed, first, candidates),
            Some(sample) => Survey {
                tally: tally(arena, &self.values, self.agreed, first),
                ..survey_of(arena, &self.values, self.agreed, first, candidates, sample)
            },
        };
        let differing = |starts: &[_]| differing(arena, starts, most);
        // A start that differs and is soon over is none of the hardest, unless there are too few others. They stand longest first.
        let long = |starts: &[Start]| -> usize {
            let plies = |start: &Start| start.judgement.distance.unwrap_or(0);
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

    /// The starts, by the places of the cats.
    ///
    /// # Errors
    ///
    /// A row is [`Error::Table`] where the file that the values come from was changed after it had been found whole.
    pub fn rows(&self) -> impl Iterator<Item = Result<StartRow, Error>> + '_ {
        let (arena, first) = (self.game.arena(), self.game.start().first.into());
        let all = self.sample.is_none().then(|| rated_starts(arena, &self.values, self.agreed, first));
        let drawn = self.sample.as_ref().map(|sample| rated_starts_of(arena, &self.values, self.agreed, first, sample));
        all.into_iter().flatten().chain(drawn.into_iter().flatten()).map(|start| {
            let row = StartRow::new(self.game, &self.values, &start);
            self.values.ensure_intact().map(|()| row)
        })
    }
}

/// A survey that is written without its starts being held: in JSON it is what [`SurveyAnswer`] is.
#[derive(Serialize)]
pub struct StreamedSurvey<'a> {
    /// What is said of all starts together.
    #[serde(flatten)]
    pub summary: SurveySummary,
    pub(crate) starts: Starts<'a>,
}

/// The starts, made while they are written.
impl Serialize for Starts<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        for row in self.rows() {
            list.serialize_element(&row.map_err(S::Error::custom)?)?;
        }
        list.end()
    }
}

impl SurveySummary {
    pub(crate) fn new(surveyed: &Starts<'_>, level: &answer::Start, found: &Survey) -> Self {
        let Starts { game, values, .. } = surveyed;
        let listed = |starts: &[Start]| -> Vec<HardStart> {
            let hard = |start: &Start| {
                let position = game.position(start.position);
                HardStart {
                    start: StartRow::new(game, values, start),
                    from: game.notation(&position),
                    setup: setup_line(game, &position),
                }
            };
            starts.iter().map(hard).collect()
        };
        let count = |outcome: Outcome| found.tally.of(Ending::from(outcome));
        let [mouse, cat, draw] = &found.hardest;
        let narrowest = |of: &Hardest| listed(&of.narrowest);
        Self {
            schema: SCHEMA,
            distances: values.has_distances(),
            first: game.start().first,
            level: Level {
                start: PositionJson::new(game, &level.opening.position),
                outcome: level.outcome(),
                distance: level.distance,
            },
            shares: Shares {
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

/// A start as a line of a setup; it belongs above the first table.
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
