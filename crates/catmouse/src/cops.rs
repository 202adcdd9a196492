//! How many cats a graph needs, how long they take, and where they start.

use std::borrow::Cow;

use catmouse_arena::Solution;
use catmouse_formats::Record;
use catmouse_model::{Board, CatsMove, CopsAndRobbers, Side, Vertex, VertexJson};
use catmouse_solver::teams::SmallTeams;
use catmouse_solver::{Control, Shape, Side as Pieces, Solved, Wanted};
use serde::Serialize;

use crate::answer::SCHEMA;
use crate::error::Error;
use crate::question::problems;
use crate::solve::Label;
use crate::table::{joined, number_field};

/// What is asked of a graph. The default asks for the cop number, whatever it takes.
///
/// ```
/// use catmouse::{CopsQuestion, Graphs, formats::ReadOptions};
///
/// // A cycle of five vertices and a star, in graph6: how few cats win on each, tried up to three.
/// let mut question = CopsQuestion::default();
/// question.most = Some(3);
/// let mut numbers = Vec::new();
/// let graphs = Graphs::of_text("DUW
/// DQc
/// ", ReadOptions::default())?;
/// graphs.cops_each(&question, |answer| {
///     numbers.push(answer.expect("both are graphs").cop_number);
///     Ok::<(), std::io::Error>(())
/// })?;
/// assert_eq!(numbers, [Some(2), Some(1)]);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct CopsQuestion {
    /// Whether exactly this many cats win, instead of how few do.
    pub cats: Option<u32>,
    /// Give up beyond this many.
    pub most: Option<u32>,
    /// Which cats move in the Cat's ply.
    pub cats_move: CatsMove,
    /// Bytes that may be asked for.
    pub memory: u64,
}

impl Default for CopsQuestion {
    fn default() -> Self {
        Self { cats: None, most: None, cats_move: CatsMove::All, memory: u64::MAX }
    }
}

/// How many cats a graph needs.
///
/// ```
/// use catmouse::{CopsGraph, CopsQuestion, CopsRoom, Graphs, formats::ReadOptions};
///
/// let record = Graphs::of_text("DUW", ReadOptions::default()).map_err(catmouse::Error::Source)?.only()?;
/// let graph = CopsGraph::read(&record, None)?;
/// let answer = graph.answer(&CopsQuestion::default(), &mut CopsRoom::default())?;
/// assert_eq!((answer.vertices, answer.cop_number, answer.capture_time), (5, Some(2), Some(1)));
/// # Ok::<(), catmouse::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Cops"))]
#[non_exhaustive]
pub struct CopsAnswer<'a> {
    /// The version of these keys: 2.
    #[cfg_attr(feature = "schema", schemars(extend("const" = 2)))]
    pub schema: u32,
    /// Which graph of a stream it is, counted from 1.
    pub graph: u64,
    /// The graph's own line, where it has one: in graph6, digraph6, sparse6 or LeetCode's notation.
    pub input: Option<Cow<'a, str>>,
    /// What the graph is called, where it says so.
    pub name: Option<Cow<'a, str>>,
    /// How many vertices it has.
    pub vertices: u32,
    /// How many edges it has; arcs where moves lead one way.
    pub edges: u64,
    /// The least number of cats that win; null where it was not asked for, or not found among those that were tried.
    pub cop_number: Option<u32>,
    /// In how many rounds, a ply of the Cat and one of the Mouse, they win; null where they do not.
    pub capture_time: Option<u64>,
    /// Where they stand at first, ascending; null where they do not win.
    pub placement: Option<Vec<VertexJson>>,
    /// The greatest number of cats that were tried.
    pub cats_tried: u32,
}

/// Columns of these answers in CSV.
pub const COPS_COLUMNS: [&str; 9] =
    ["graph", "input", "name", "vertices", "edges", "cop_number", "capture_time", "placement", "cats_tried"];

/// What a thread answers in, graph after graph: memory that is used again.
#[derive(Default)]
pub struct CopsRoom(SmallTeams);

/// A bare graph, with what there is to say of it besides.
///
/// ```
/// use catmouse::{CopsGraph, CopsQuestion, CopsRoom, Graphs, formats::ReadOptions};
///
/// // A triangle: one cat is beside every vertex.
/// let record = Graphs::of_text("[[1,2],[0,2],[0,1]]", ReadOptions::default()).map_err(catmouse::Error::Source)?.only()?;
/// let graph = CopsGraph::read(&record, None)?;
/// assert_eq!(graph.answer(&CopsQuestion::default(), &mut CopsRoom::default())?.cop_number, Some(1));
/// # Ok::<(), catmouse::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct CopsGraph<'a> {
    pursuit: CopsAndRobbers,
    /// Arcs, if they lead one way; else pairs of them, and loops.
    edges: u64,
    /// Where names and cells are from; none for a bare graph.
    board: Option<Board>,
    label: Label<'a>,
    name: Option<String>,
}

impl<'a> CopsGraph<'a> {
    /// Reads a graph of a stream. `directed` says whether moves may lead one way only; without it the graph does.
    ///
    /// # Errors
    ///
    /// [`Error::Problems`].
    pub fn read(record: &'a Record, directed: Option<bool>) -> Result<Self, Error> {
        let label = Label::of(record);
        if let (Some(small), None) = (record.small_graph(), directed) {
            let pursuit = CopsAndRobbers::new(small.vertices(), small.arcs().collect());
            return Ok(Self::new(pursuit, !record.is_undirected(), None, label, None));
        }
        let mut document = record.read().map_err(|error| Error::unreadable(record, error))?;
        let directed = directed.or(document.setup.rules.directed);
        document.setup.rules.directed = directed;
        let board = document.setup.plan_board().map_err(|defects| problems(record, &document, &defects))?;
        let mut arcs: Vec<_> = board.arcs().map(|(from, to, _)| (from.number(), to.number())).collect();
        arcs.dedup(); // arcs that differ in cost alone
        let pursuit = CopsAndRobbers::new(board.vertices(), arcs);
        Ok(Self::new(pursuit, directed.unwrap_or(false), Some(board), label, document.title))
    }

    fn new(
        pursuit: CopsAndRobbers,
        directed: bool,
        board: Option<Board>,
        label: Label<'a>,
        name: Option<String>,
    ) -> Self {
        let edges = pursuit.arcs().iter().filter(|(from, to)| directed || from <= to).count() as u64;
        Self { pursuit, edges, board, label, name }
    }

    /// What a vertex is called: its name or its cell, or else its number.
    pub fn label(&self, vertex: VertexJson) -> String {
        match (&self.board, vertex) {
            (Some(board), vertex) => match board.find(&vertex.into()) {
                Ok(vertex) => board.label(vertex).to_string(),
                Err(_) => vertex.to_string(),
            },
            (None, vertex) => vertex.to_string(),
        }
    }

    /// Answers the question about this graph. Small graphs are solved in the room.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyCats`], [`Error::Solve`].
    pub fn answer<'b>(&'b self, question: &CopsQuestion, room: &mut CopsRoom) -> Result<CopsAnswer<'b>, Error> {
        let Found { cop_number, win, tried } = found(&self.pursuit, question, &mut room.0)?;
        let (capture_time, placement) = win.unzip();
        let vertex = |vertex: u32| VertexJson::on_board(self.board.as_ref(), Vertex::new(vertex));
        Ok(CopsAnswer {
            schema: SCHEMA,
            graph: self.label.graph,
            input: self.label.input.map(Cow::Borrowed),
            name: self.name.as_deref().map(Cow::Borrowed),
            vertices: self.pursuit.vertices(),
            edges: self.edges,
            cop_number,
            capture_time,
            placement: placement.map(|cats| cats.into_iter().map(vertex).collect()),
            cats_tried: tried,
        })
    }
}

impl CopsAnswer<'_> {
    /// The fields in CSV, as [`COPS_COLUMNS`] names them.
    pub fn fields(&self) -> [String; 9] {
        let text = |text: &Option<Cow<'_, str>>| text.as_deref().unwrap_or_default().to_owned();
        [
            self.graph.to_string(),
            text(&self.input),
            text(&self.name),
            self.vertices.to_string(),
            self.edges.to_string(),
            number_field(self.cop_number),
            number_field(self.capture_time),
            joined(self.placement.as_deref().unwrap_or_default()),
            self.cats_tried.to_string(),
        ]
    }

    /// The same, independent of where its texts stand.
    pub fn into_owned(self) -> CopsAnswer<'static> {
        let owned = |text: Option<Cow<'_, str>>| text.map(|text| Cow::Owned(text.into_owned()));
        CopsAnswer { input: owned(self.input), name: owned(self.name), ..self }
    }
}

/// What becomes of a graph.
struct Found {
    /// The least number of cats that win, if it was asked for and found.
    cop_number: Option<u32>,
    /// In how many rounds they win, and where they stand at first, ascending; if they do.
    win: Option<(u64, Vec<u32>)>,
    /// The greatest number of cats that were tried.
    tried: u32,
}

/// Answers the question about a graph; small ones are solved in the room.
///
/// No cat leaves its component, so each component needs its own cats, and the mouse goes where it lives longest. Cats to
/// spare go where they are needed most.
fn found(graph: &CopsAndRobbers, question: &CopsQuestion, room: &mut SmallTeams) -> Result<Found, Error> {
    let limit = question.cats.or(question.most);
    let mut tried = 0;
    let mut parts: Vec<Part<'_>> = Vec::new();
    let components = graph.components();
    let mut needed = 0;
    let mut to_come = components.len() as u32;
    for (vertices, component) in components {
        let part = Component::new(component);
        to_come -= 1;
        let others = needed + to_come; // each of those to come needs one at least
        let mut cats = 1;
        let won = loop {
            tried = tried.max(others + cats);
            if limit.is_some_and(|limit| others + cats > limit) {
                tried = limit.unwrap_or(tried);
                break None;
            }
            match capture(&part, cats, question, room)? {
                Some(win) => break Some(win),
                None => cats += 1,
            }
        };
        let Some((rounds, placement)) = won else {
            return Ok(Found { cop_number: None, win: None, tried });
        };
        needed += cats;
        parts.push(Part { vertices, component: part, cats, rounds, placement });
    }
    let mut spare = question.cats.unwrap_or(needed).saturating_sub(needed);
    while spare > 0 {
        spare -= 1;
        let Some(slowest) = parts.iter_mut().max_by_key(|part| (part.rounds, std::cmp::Reverse(part.cats))) else {
            break;
        };
        slowest.cats += 1;
        if let Some((rounds, placement)) = capture(&slowest.component, slowest.cats, question, room)? {
            (slowest.rounds, slowest.placement) = (rounds, placement);
        }
    }
    let rounds = parts.iter().map(|part| part.rounds).max().unwrap_or(0);
    let mut placement: Vec<u32> = Vec::with_capacity(parts.iter().map(|part| part.placement.len()).sum());
    for part in &parts {
        placement.extend(part.placement.iter().map(|&vertex| part.vertices[vertex as usize]));
    }
    placement.sort_unstable();
    Ok(Found {
        cop_number: question.cats.is_none().then_some(needed),
        win: Some((rounds, placement)),
        tried: question.cats.unwrap_or(tried),
    })
}

/// A connected piece of a graph.
struct Component<'a> {
    graph: Cow<'a, CopsAndRobbers>,
    /// Its moves as rows of bits, if it is small.
    steps: Option<Vec<u64>>,
}

impl<'a> Component<'a> {
    fn new(graph: Cow<'a, CopsAndRobbers>) -> Self {
        Self { steps: graph.rows(), graph }
    }
}

/// A component with its cats.
struct Part<'a> {
    /// Its vertices in the whole graph.
    vertices: Vec<u32>,
    component: Component<'a>,
    cats: u32,
    rounds: u64,
    placement: Vec<u32>,
}

/// In how many rounds this many cats win on a component, and from where; none if they don't.
fn capture(
    Component { graph, steps }: &Component<'_>,
    cats: u32,
    question: &CopsQuestion,
    room: &mut SmallTeams,
) -> Result<Option<(u64, Vec<u32>)>, Error> {
    if cats >= graph.vertices() {
        // A cat on every vertex: the mouse is caught where it is placed.
        let spare = vec![0; (cats - graph.vertices()) as usize];
        let mut placement: Vec<u32> = (0..graph.vertices()).chain(spare).collect();
        placement.sort_unstable();
        return Ok(Some((0, placement)));
    }
    let (vertices, wanted) = (u64::from(graph.vertices()), Wanted::Placement(Side::Cat.into()));
    let estimate = match steps {
        Some(_) => SmallTeams::estimate(vertices, cats.into()),
        None => {
            let pieces = |team| Pieces { nodes: vertices, arcs: graph.moves(), team, may_stay: true };
            let cats = (cats > 1).then(|| cats.into());
            let shape = Shape::of_product([pieces(None), pieces(cats)], true);
            catmouse_solver::estimate(Shape { ends_by_member: true, ..shape }, wanted)
        }
    };
    let arena_bytes = if steps.is_some() { 0 } else { graph.arena_bytes(cats) };
    let bytes = estimate.bytes().unwrap_or(u64::MAX).saturating_add(arena_bytes);
    let allowed = question.memory;
    if bytes == u64::MAX || bytes > allowed {
        return Err(Error::TooManyCats { cats, vertices: graph.vertices(), wanted: bytes, allowed });
    }
    let best = match steps {
        Some(steps) => {
            // A cat wins where the mouse stands where it does.
            let caught: Vec<u64> = (0..graph.vertices()).map(|vertex| 1 << vertex).collect();
            room.best_placement(steps, steps, &caught, cats, question.cats_move.into())
        }
        None => {
            let arena = graph.arena(cats, question.cats_move);
            let solved = catmouse_solver::run(&arena, wanted, Solution::default(), &Control::default())?;
            let Solved::Placement(best) = solved else { return Ok(None) };
            best.map(|(node, plies)| (arena.pieces(Side::Cat.into()).configuration(node), plies))
        }
    };
    Ok(best.map(|(placement, plies)| (plies.div_ceil(2), placement)))
}
