//! The answer to `solve`: the outcome from the start, its distance, and the number of positions
//! with each outcome.

use std::borrow::Cow;

use catmouse_arena::Values;
use catmouse_explain::prose;
use catmouse_formats::Record;
use catmouse_model::{Game, Outcome, PositionJson};
use serde::Serialize;

use crate::answer::{Counts, DecidedBy, DistanceAnswer, Longest, Placement, SCHEMA, SolvedStart, totals};
use crate::fields::{number_field, owned, position_fields, text_field};

/// The outcome of a game from its start, the cause of the outcome, and the number of positions with
/// each outcome.
///
/// ```
/// let solved = catmouse::Question::text("[[1,3],[0],[3],[0,2]]").solve()?;
/// let answer = solved.answer()?;
/// assert_eq!((answer.outcome.to_string(), answer.positions.total), ("mouse".to_owned(), 24));
/// # Ok::<(), catmouse::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Solve"))]
#[non_exhaustive]
pub struct SolveAnswer<'a> {
    /// The version of these keys: 2.
    #[cfg_attr(feature = "schema", schemars(extend("const" = 2)))]
    pub schema: u32,
    /// The file of the graph and the graph's line in it, as in `graphs/a.g6:3`, if several sources were
    /// read.
    pub source: Option<String>,
    /// The number of the graph in a stream, counted from 1.
    pub graph: u64,
    /// The graph's own line, if it has one: in graph6, digraph6, sparse6 or LeetCode's notation.
    pub input: Option<Cow<'a, str>>,
    /// The title of the board, if it has one.
    pub name: Option<Cow<'a, str>>,
    /// Whether distances were asked for. If not, every distance is null, and a stalemate at the end
    /// of a forced win counts as play.
    pub distances: bool,
    /// The outcome from the start under perfect play.
    pub outcome: Outcome,
    /// The cause of the outcome.
    pub decided_by: DecidedBy,
    /// The distance from the start to the forced end.
    #[serde(flatten)]
    pub distance: DistanceAnswer,
    /// The winner's own moves, which are the par of a puzzle; null unless an end is forced and the loser
    /// follows a script.
    pub par_moves: Option<u64>,
    /// The position from which the game starts.
    pub start: PositionJson,
    /// The placement that the players choose; null if the setup gives every start.
    pub placement: Option<Placement>,
    /// The number of positions with each outcome, whether or not they can be reached from the
    /// start. A limit is counted from each position.
    pub positions: Counts,
    /// The longest forced wins of all positions in plies; null if moves have costs or there are no
    /// distances.
    pub longest_plies: Option<Longest>,
    /// The longest forced wins of all positions in cost; null if moves have no costs or there are
    /// no distances.
    pub longest_cost: Option<Longest>,
}

/// The columns of these answers in CSV, the same for every board.
pub const SOLVE_COLUMNS: [&str; 18] = [
    "graph",
    "input",
    "name",
    "mouse",
    "cats",
    "turn",
    "outcome",
    "decided_by",
    "distance_plies",
    "distance_cost",
    "positions_total",
    "positions_mouse",
    "positions_cat",
    "positions_draw",
    "longest_plies_mouse",
    "longest_plies_cat",
    "longest_cost_mouse",
    "longest_cost_cat",
];

/// The label by which answers about a stream identify a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoardLabel<'a> {
    /// The name of the source and the line in it, if the stream has several sources.
    pub source: Option<(&'a str, u64)>,
    /// The number of the graph in its stream, counted from 1.
    pub graph: u64,
    /// The graph's own line, if it has one.
    pub input: Option<&'a str>,
    /// The name of the board, if it has one.
    pub name: Option<&'a str>,
}

impl<'a> BoardLabel<'a> {
    /// The source and the line as one text.
    pub fn source(&self) -> Option<String> {
        self.source.map(|(source, line)| format!("{source}:{line}"))
    }

    /// The label of a graph of a stream that has not been parsed. It has no name.
    pub fn of(record: &'a Record) -> Self {
        let source = record.source().map(|source| (source, record.line()));
        Self { source, graph: record.number(), input: record.own_line(), name: None }
    }
}

impl<'a> SolveAnswer<'a> {
    /// The answer, given the values of all positions and the start. Time: linear in the positions.
    pub fn new(game: &Game, values: &dyn Values, start: &SolvedStart, label: BoardLabel<'a>) -> Self {
        let (positions, longest) = totals(game, values);
        let has_costs = game.board().has_costs();
        Self {
            schema: SCHEMA,
            source: label.source(),
            graph: label.graph,
            input: label.input.map(Cow::Borrowed),
            name: label.name.map(Cow::Borrowed),
            distances: values.has_distances(),
            outcome: start.outcome(),
            decided_by: start.summary.decision.into(),
            distance: start.distance,
            par_moves: prose::par_moves(&start.summary, game),
            start: PositionJson::new(game, &start.opening.position),
            placement: start.placement(game),
            positions,
            longest_plies: (values.has_distances() && !has_costs).then_some(longest),
            longest_cost: (values.has_distances() && has_costs).then_some(longest),
        }
    }

    /// The fields in CSV, in the order of [`SOLVE_COLUMNS`].
    pub fn fields(&self) -> [String; 18] {
        let [mouse, cats, turn] = position_fields(&self.start);
        let [plies, cost] = self.distance.fields();
        let Counts { total, mouse: by_mouse, cat, draw } = self.positions;
        let longest = |longest: Option<Longest>| {
            longest.map_or([None, None], |Longest { mouse, cat }| [mouse, cat]).map(number_field)
        };
        let [mouse_plies, cat_plies] = longest(self.longest_plies);
        let [mouse_cost, cat_cost] = longest(self.longest_cost);
        [
            self.graph.to_string(),
            text_field(self.input.as_deref()),
            text_field(self.name.as_deref()),
            mouse,
            cats,
            turn,
            self.outcome.to_string(),
            self.decided_by.word().to_owned(),
            plies,
            cost,
            total.to_string(),
            by_mouse.to_string(),
            cat.to_string(),
            draw.to_string(),
            mouse_plies,
            cat_plies,
            mouse_cost,
            cat_cost,
        ]
    }

    /// The answer with owned copies of the texts that it has borrowed.
    pub fn into_owned(self) -> SolveAnswer<'static> {
        SolveAnswer { input: owned(self.input), name: owned(self.name), ..self }
    }
}
