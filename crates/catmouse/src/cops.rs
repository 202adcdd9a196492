//! How many cats a graph needs, how long they take, and where they start.

use std::borrow::Cow;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{PoisonError, RwLock};

use catmouse_arena::{Player, Solution, Tokens, Value, Values};
use catmouse_formats::{Record, SmallGraph};
use catmouse_model::{Board, CopsAndRobbers, CopsRules, Movement, Side, Vertex, VertexJson, are_connected};
use catmouse_solver::teams::{SmallTeams, placements};
use catmouse_solver::{Control, Shape, Side as Pieces, SolveError, Solved, Wanted};
use serde::Serialize;

mod dismantling;
mod girth;
mod neighbours;
mod symmetry;

use dismantling::{Corner, dismantling, is_dismantlable, is_dismantling};
pub use girth::LowerBound;
use neighbours::Neighbours;
use symmetry::{generators, kinds};

use crate::answer::SCHEMA;
use crate::cores::workers;
use crate::error::Error;
use crate::fields::{joined, number_field};
use crate::question::problems;
use crate::solve::Label;

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
    /// How the pieces move, where the cats catch, who moves first.
    pub rules: CopsRules,
    /// Bytes that may be asked for, over all graphs that are worked on at a time.
    pub memory: u64,
    /// Threads to work on.
    pub threads: NonZeroUsize,
    /// Whether all best placements are asked for, up to symmetry.
    pub placements: bool,
}

impl Default for CopsQuestion {
    fn default() -> Self {
        Self {
            cats: None,
            most: None,
            rules: CopsRules::default(),
            memory: u64::MAX,
            threads: workers(),
            placements: false,
        }
    }
}

/// How many cats a graph needs.
///
/// ```
/// use catmouse::{CopsGraph, CopsQuestion, CopsRooms, Graphs, formats::ReadOptions};
///
/// let record = Graphs::of_text("DUW", ReadOptions::default()).map_err(catmouse::Error::Source)?.only()?;
/// let graph = CopsGraph::read(&record, None)?;
/// let answer = graph.answer(&CopsQuestion::default(), &mut CopsRooms::default().room())?;
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
    /// In how many rounds, a ply of each side, they win, counted from the first move by whoever moves first; null where they do not.
    pub capture_time: Option<u64>,
    /// Where they stand at first, ascending; null where they do not win.
    pub placement: Option<Vec<VertexJson>>,
    /// The greatest number of cats that were tried.
    pub cats_tried: u32,
    /// The best placements of the cats, of those that are alike by a symmetry of the graph the first; null where that was not asked for, they do
    /// not win, or the graph is not connected.
    pub placements: Option<Vec<PlacementAnswer>>,
    /// Why one cat wins: all vertices but one in an order in which each is dominated by one that is left behind it. Null where one cat
    /// does not win, and where moves lead one way.
    pub dismantling: Option<Vec<CornerAnswer>>,
    /// Why few cats do not win, where girth and minimum degree alone prove that; null where they do not, where the graph is not
    /// connected, and where moves lead one way.
    pub lower_bound: Option<LowerBound>,
}

/// The two numbers of a [`CopsAnswer`] that graphs are counted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct CopsNumbers {
    /// The least number of cats that win; none where it was not asked for, or not found among those that were tried.
    pub cop_number: Option<u32>,
    /// In how many rounds they win; none where they do not.
    pub capture_time: Option<u64>,
}

/// A placement of the cats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "CopsPlacement"))]
#[non_exhaustive]
pub struct PlacementAnswer {
    /// Where the cats stand, ascending.
    pub cats: Vec<VertexJson>,
    /// How many placements are like it by a symmetry of the graph, itself included. Where a graph is so large that the search for symmetries
    /// is given up, each is alone.
    pub alike: u64,
}

/// A vertex that is dominated when its turn comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "Corner"))]
#[non_exhaustive]
pub struct CornerAnswer {
    /// The vertex.
    pub vertex: VertexJson,
    /// A vertex behind it in the order, or the last one, that is adjacent to it and to all of its neighbours behind it.
    pub dominated_by: VertexJson,
}

/// Columns of these answers in CSV.
pub const COPS_COLUMNS: [&str; 9] =
    ["graph", "input", "name", "vertices", "edges", "cop_number", "capture_time", "placement", "cats_tried"];

/// What is about to be tried: whether so many cats win on a connected graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct CopsTrial {
    /// How many cats.
    pub cats: u32,
    /// How many vertices the graph, or the component of it, has.
    pub vertices: u32,
    /// How many bytes of memory that takes at the peak. Time goes with it.
    pub bytes: u64,
}

/// What the threads that answer about a stream share: which of them are at work, who may take all memory, and whether they are to stop.
#[derive(Debug, Default)]
pub struct CopsRooms {
    /// Told of every trial that begins and is not over at once.
    report: Option<fn(CopsTrial)>,
    /// Held by each thread at work; alone by one that needs more than its share of the memory.
    memory: RwLock<()>,
    at_work: AtomicUsize,
    cancelled: AtomicBool,
}

impl CopsRooms {
    /// Room for one thread.
    pub fn room(&self) -> CopsRoom<'_> {
        CopsRoom { small: SmallTeams::default(), rooms: self }
    }

    /// Tells of each trial before it begins, from the thread that tries; small graphs are not told of.
    ///
    /// ```
    /// use std::sync::atomic::{AtomicU32, Ordering};
    /// use catmouse::{CopsGraph, CopsQuestion, CopsRooms, Error, Graphs, formats::Format};
    ///
    /// static MOST: AtomicU32 = AtomicU32::new(0);
    /// // A cycle of 100 vertices: one cat does not win, two do.
    /// let cycle: String = (0..100).map(|vertex| format!("{vertex} {}\n", (vertex + 1) % 100)).collect();
    /// let record = Graphs::of_text(cycle, Format::Edges).map_err(Error::Source)?.only()?;
    /// let rooms = CopsRooms::default().reporting_to(|trial| drop(MOST.fetch_max(trial.cats, Ordering::Relaxed)));
    /// let graph = CopsGraph::read(&record, None)?;
    /// assert_eq!(graph.answer(&CopsQuestion::default(), &mut rooms.room())?.cop_number, Some(2));
    /// assert_eq!(MOST.load(Ordering::Relaxed), 2);
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn reporting_to(self, report: fn(CopsTrial)) -> Self {
        Self { report: Some(report), ..self }
    }

    /// Stops all threads that answer in these rooms, from any thread: each graph ends soon, or else with [`Error::Cancelled`].
    ///
    /// ```
    /// use catmouse::{CopsGraph, CopsQuestion, CopsRooms, Error, Graphs, formats::ReadOptions};
    ///
    /// let record = Graphs::of_text("DUW", ReadOptions::default()).map_err(Error::Source)?.only()?;
    /// let rooms = CopsRooms::default();
    /// rooms.cancel();
    /// let answer = CopsGraph::read(&record, None)?.answer(&CopsQuestion::default(), &mut rooms.room()).map(drop);
    /// assert!(matches!(answer, Err(Error::Cancelled)));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

/// What a thread answers in, graph after graph: memory that is used again.
#[derive(Debug)]
pub struct CopsRoom<'a> {
    small: SmallTeams,
    rooms: &'a CopsRooms,
}

/// Bytes up to which a component is solved in the room, where everything stays in the inner caches.
const SMALL: u64 = 4 << 20;

/// A bare graph, with what there is to say of it besides.
///
/// ```
/// use catmouse::{CopsGraph, CopsQuestion, CopsRooms, Graphs, formats::ReadOptions};
///
/// // A triangle: one cat is beside every vertex.
/// let record = Graphs::of_text("[[1,2],[0,2],[0,1]]", ReadOptions::default()).map_err(catmouse::Error::Source)?.only()?;
/// let graph = CopsGraph::read(&record, None)?;
/// assert_eq!(graph.answer(&CopsQuestion::default(), &mut CopsRooms::default().room())?.cop_number, Some(1));
/// # Ok::<(), catmouse::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct CopsGraph<'a> {
    pursuit: CopsAndRobbers,
    /// Whether moves may lead one way.
    is_directed: bool,
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
            let mut arcs = Vec::with_capacity(small.rows().iter().map(|row| row.count_ones() as usize).sum());
            arcs.extend(small.arcs());
            let pursuit = CopsAndRobbers::new(small.vertices(), arcs);
            return Ok(Self::new(pursuit, !small.is_undirected(), None, label, None));
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
        Self { pursuit, is_directed: directed, edges, board, label, name }
    }

    /// The board, unless the graph is so small that it has been read without one; then no vertex has a name.
    pub fn board(&self) -> Option<&Board> {
        self.board.as_ref()
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
    /// [`Error::TooManyCats`], [`Error::Solve`], [`Error::Cancelled`].
    pub fn answer<'b>(&'b self, question: &CopsQuestion, room: &mut CopsRoom<'_>) -> Result<CopsAnswer<'b>, Error> {
        let Found { cop_number, win, tried, is_connected } =
            room.at_work(|room| found(&self.pursuit, question, room))?;
        // What the graph's shape proves it proves for the rules of the field: pieces that may stay and go one edge, caught where they stand.
        let CopsRules { mouse, cat, capture_distance, .. } = CopsRules::default();
        let is_usual = (question.rules.mouse, question.rules.cat, question.rules.capture_distance)
            == (mouse, cat, capture_distance);
        let is_shapely = is_usual && is_connected && !self.is_directed;
        let neighbours = if is_shapely { self.neighbours() } else { Neighbours::default() };
        let one_wins = win.is_some() && question.cats.or(cop_number) == Some(1);
        let order = if one_wins && neighbours.vertices() > 0 { dismantling(&neighbours) } else { None };
        let order = order.filter(|order| is_dismantling(&neighbours, order));
        let bound = if one_wins { None } else { LowerBound::of(&neighbours) };
        let placements = win.as_ref().and_then(|win| win.all.as_ref()).map(|all| self.kinds_of_placements(all));
        let (capture_time, placement) = win.map(|win| (win.rounds, win.placement)).unzip();
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
            placements: placements.map(|kinds| {
                let kind = |(cats, alike): (Vec<u32>, u64)| PlacementAnswer {
                    cats: cats.into_iter().map(vertex).collect(),
                    alike,
                };
                kinds.into_iter().map(kind).collect()
            }),
            dismantling: order.map(|order| {
                let corner = |corner: Corner| CornerAnswer {
                    vertex: vertex(corner.vertex),
                    dominated_by: vertex(corner.dominated_by),
                };
                order.into_iter().map(corner).collect()
            }),
            lower_bound: bound,
        })
    }

    /// Of each vertex the others that a move leads to.
    fn neighbours(&self) -> Neighbours {
        Neighbours::new(self.pursuit.vertices(), self.pursuit.arcs().iter().copied())
    }

    /// The placements up to symmetry, each with how many are like it.
    fn kinds_of_placements(&self, all: &[Vec<u32>]) -> Vec<(Vec<u32>, u64)> {
        kinds(all, &generators(self.pursuit.vertices(), self.pursuit.arcs()).unwrap_or_default())
    }
}

impl CopsRoom<'_> {
    /// Works on a graph, beside other threads.
    fn at_work<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        self.rooms.at_work.fetch_add(1, Ordering::Relaxed);
        let done = work(self);
        self.rooms.at_work.fetch_sub(1, Ordering::Relaxed);
        done
    }

    fn report(&self, trial: CopsTrial) {
        if let Some(report) = self.rooms.report {
            report(trial);
        }
    }

    /// Solves what takes so many bytes: alone where that is more than this thread's share; on the threads that have nothing else to do.
    fn with_memory<T>(
        &self,
        bytes: u64,
        question: &CopsQuestion,
        solve: impl FnOnce(&Control<'_>) -> Result<T, SolveError>,
    ) -> Result<T, SolveError> {
        let threads = question.threads.get();
        let idle = |at_work: usize| {
            let idle = threads.saturating_sub(at_work);
            Control::default().on_threads(NonZeroUsize::MIN.saturating_add(idle)).cancelled_by(&self.rooms.cancelled)
        };
        if bytes > question.memory / threads as u64 {
            let _alone = self.rooms.memory.write().unwrap_or_else(PoisonError::into_inner);
            return solve(&idle(1));
        }
        let _shared = self.rooms.memory.read().unwrap_or_else(PoisonError::into_inner);
        solve(&idle(self.rooms.at_work.load(Ordering::Relaxed)))
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
    /// How they win, if they do.
    win: Option<Win>,
    /// Whether the graph is connected.
    is_connected: bool,
    /// The greatest number of cats that were tried.
    tried: u32,
}

/// How some cats win.
struct Win {
    /// In how many rounds.
    rounds: u64,
    /// Where they stand at first, ascending.
    placement: Vec<u32>,
    /// All such placements, ascending, if they are asked for.
    all: Option<Vec<Vec<u32>>>,
}

/// How few cats win on a graph of a stream, or whether those that are asked about do, and in how many rounds. For counting graphs by the
/// million: nothing else of [`CopsAnswer`] is made.
///
/// ```
/// use catmouse::{CopsQuestion, CopsRooms, Graphs, cop_number_and_capture_time, formats::ReadOptions};
///
/// let record = Graphs::of_text("DUW", ReadOptions::default()).map_err(catmouse::Error::Source)?.only()?;
/// let rooms = CopsRooms::default();
/// let found = cop_number_and_capture_time(&record, None, &CopsQuestion::default(), &mut rooms.room())?;
/// assert_eq!((found.cop_number, found.capture_time), (Some(2), Some(1)));
/// # Ok::<(), catmouse::Error>(())
/// ```
///
/// # Errors
///
/// As [`CopsGraph::read`] and [`CopsGraph::answer`].
pub fn cop_number_and_capture_time(
    record: &Record,
    directed: Option<bool>,
    question: &CopsQuestion,
    room: &mut CopsRoom<'_>,
) -> Result<CopsNumbers, Error> {
    if let (Some(graph), None) = (record.small_graph(), directed)
        && let Some(found) = least_cats_on_few_vertices(&graph, question, room)?
    {
        return Ok(found);
    }
    least_cats(&CopsGraph::read(record, directed)?.pursuit, question, room)
}

/// The same for a small connected graph, where the rows of bits that it was read as are all that is needed; none where they are not.
fn least_cats_on_few_vertices(
    graph: &SmallGraph,
    question: &CopsQuestion,
    room: &mut CopsRoom<'_>,
) -> Result<Option<CopsNumbers>, Error> {
    let rules = &question.rules;
    if rules.mouse != rules.cat
        || (rules.cat.speed, rules.capture_distance, rules.first) != (1, 0, Side::Cat)
        || !graph.is_undirected()
        || question.cats.is_some()
        || question.placements
        || !are_connected(graph.rows())
    {
        return Ok(None);
    }
    let rows = SmallRows::usual(graph, rules.cat.may_stay);
    room.at_work(|room| {
        for cats in 1..graph.vertices() {
            if room.rooms.is_cancelled() {
                return Err(Error::Cancelled);
            }
            if question.most.is_some_and(|most| cats > most) {
                return Ok(Some(CopsNumbers::default()));
            }
            if !rows.fit(cats, question) {
                return Ok(None);
            }
            if let Some(best) = rows.place(cats, rules, room) {
                let capture_time = Some(best.plies.div_ceil(2));
                return Ok(Some(CopsNumbers { cop_number: Some(cats), capture_time }));
            }
        }
        Ok(None)
    })
}

/// How few cats win on a bare graph, or whether those that are asked about do, and in how many rounds.
pub(crate) fn least_cats(
    graph: &CopsAndRobbers,
    question: &CopsQuestion,
    room: &mut CopsRoom<'_>,
) -> Result<CopsNumbers, Error> {
    let Found { cop_number, win, .. } = room.at_work(|room| found(graph, question, room))?;
    Ok(CopsNumbers { cop_number, capture_time: win.map(|win| win.rounds) })
}

/// Answers the question about a graph; small ones are solved in the room.
///
/// No cat leaves its component, so each component needs its own cats, and the mouse goes where it lives longest. Cats to
/// spare go where they are needed most.
fn found(graph: &CopsAndRobbers, question: &CopsQuestion, room: &mut CopsRoom<'_>) -> Result<Found, Error> {
    let limit = question.cats.or(question.most);
    let mut tried = 0;
    let mut parts: Vec<Part<'_>> = Vec::new();
    let is_connected = graph.is_connected();
    let components = if graph.vertices() == 0 || question.rules.components_are_independent(graph.has_dead_end()) {
        graph.components()
    } else {
        vec![((0..graph.vertices()).collect(), Cow::Borrowed(graph))]
    };
    let mut needed = 0;
    let mut to_come = components.len() as u32;
    for (vertices, component) in components {
        let part = Component::new(component, &question.rules);
        to_come -= 1;
        let others = needed + to_come; // each of those to come needs one at least
        let mut cats = 1;
        let won = loop {
            tried = tried.max(others + cats);
            if room.rooms.is_cancelled() {
                return Err(Error::Cancelled);
            }
            if limit.is_some_and(|limit| others + cats > limit) {
                tried = limit.unwrap_or(tried);
                break None;
            }
            match capture(&part, cats, question, room)? {
                Some(win) => break Some(win),
                None => cats += 1,
            }
        };
        let Some(win) = won else {
            return Ok(Found { cop_number: None, win: None, tried, is_connected });
        };
        needed += cats;
        parts.push(Part { vertices, component: part, cats, win });
    }
    let mut spare = question.cats.unwrap_or(needed).saturating_sub(needed);
    while spare > 0 {
        spare -= 1;
        let Some(slowest) = parts.iter_mut().max_by_key(|part| (part.win.rounds, std::cmp::Reverse(part.cats))) else {
            break;
        };
        slowest.cats += 1;
        if let Some(win) = capture(&slowest.component, slowest.cats, question, room)? {
            slowest.win = win;
        }
    }
    let rounds = parts.iter().map(|part| part.win.rounds).max().unwrap_or(0);
    let mut placement: Vec<u32> = Vec::with_capacity(parts.iter().map(|part| part.win.placement.len()).sum());
    for part in &parts {
        placement.extend(part.win.placement.iter().map(|&vertex| part.vertices[vertex as usize]));
    }
    placement.sort_unstable();
    Ok(Found {
        cop_number: question.cats.is_none().then_some(needed),
        win: Some(Win { rounds, placement, all: parts.pop().filter(|_| is_connected).and_then(|part| part.win.all) }),
        tried: question.cats.unwrap_or(tried),
        is_connected,
    })
}

/// A connected piece of a graph; the whole, where the cats in one piece are not free of those in another.
struct Component<'a> {
    graph: Cow<'a, CopsAndRobbers>,
    /// It as rows of bits, if it is small.
    rows: Option<SmallRows>,
}

/// A small graph as rows of bits.
struct SmallRows {
    cat: Vec<u64>,
    /// None where they are those of the cat.
    mouse: Option<Vec<u64>>,
    caught: Vec<u64>,
    /// Whether pieces may stay, moves lead both ways, and the mouse is caught where a cat stands: then one cat wins exactly where the
    /// graph of the cat's moves can be dismantled.
    is_plain: bool,
}

impl SmallRows {
    /// The rows of an undirected graph whose pieces go one edge a move and are caught where they stand.
    fn usual(graph: &SmallGraph, may_stay: bool) -> Self {
        let stay = u64::from(may_stay);
        let cat = graph.rows().iter().enumerate().map(|(vertex, row)| row | stay << vertex).collect();
        Self { cat, mouse: None, caught: (0..graph.vertices()).map(|vertex| 1 << vertex).collect(), is_plain: may_stay }
    }

    /// Whether so many cats are placed in the inner caches.
    fn fit(&self, cats: u32, question: &CopsQuestion) -> bool {
        let estimate = SmallTeams::estimate(self.cat.len() as u64, cats.into()).bytes();
        estimate.is_ok_and(|bytes| bytes <= SMALL.min(question.memory))
    }

    /// The placement from which so many cats that move first win soonest.
    fn place(&self, cats: u32, rules: &CopsRules, room: &mut CopsRoom<'_>) -> Option<Best> {
        // On most graphs one cat does not win, and that is seen at a glance.
        if cats == 1 && rules.mouse == rules.cat && self.is_plain && !is_dismantlable(&self.cat) {
            return None;
        }
        let mouse = self.mouse.as_ref().unwrap_or(&self.cat);
        let best = room.small.best_placement(&self.cat, mouse, &self.caught, cats, rules.cats_move.into());
        best.map(|(placement, plies)| Best { placement, plies, all: None })
    }
}

impl<'a> Component<'a> {
    fn new(graph: Cow<'a, CopsAndRobbers>, rules: &CopsRules) -> Self {
        let rows = || {
            let mouse = if rules.mouse == rules.cat { None } else { Some(graph.move_rows(rules.mouse)?) };
            let (cat, caught) = (graph.move_rows(rules.cat)?, graph.capture_rows(rules.capture_distance)?);
            let goes = |from: usize, to: usize| cat[from] >> to & 1 == 1;
            let both_ways = || (0..cat.len()).all(|from| (0..=from).all(|to| goes(from, to) == goes(to, from)));
            let is_plain = rules.cat.may_stay && rules.capture_distance == 0 && both_ways();
            Some(SmallRows { cat, mouse, caught, is_plain })
        };
        Self { rows: rows(), graph }
    }
}

/// A component with its cats.
struct Part<'a> {
    /// Its vertices in the whole graph.
    vertices: Vec<u32>,
    component: Component<'a>,
    cats: u32,
    win: Win,
}

/// In how many rounds this many cats win on a component, and from where; none if they don't.
fn capture(
    component: &Component<'_>,
    cats: u32,
    question: &CopsQuestion,
    room: &mut CopsRoom<'_>,
) -> Result<Option<Win>, Error> {
    let (graph, rules) = (&component.graph, &question.rules);
    if cats >= graph.vertices() && !question.placements {
        // A cat on every vertex: the mouse is caught where it is placed.
        let spare = vec![0; (cats - graph.vertices()) as usize];
        let mut placement: Vec<u32> = (0..graph.vertices()).chain(spare).collect();
        placement.sort_unstable();
        return Ok(Some(Win { rounds: 0, placement, all: None }));
    }
    let best = match rules.first {
        Side::Cat => placed(component, cats, question, room)?,
        // A mouse that may stay moves from wherever it is safe to wherever it may be safe: it has placed itself once more, and lost a
        // ply by it.
        Side::Mouse if rules.mouse.may_stay => placed(component, cats, question, room)?
            .map(|best| Best { plies: if best.plies > 0 { best.plies + 1 } else { 0 }, ..best }),
        Side::Mouse => placed_by_table(graph, cats, question, room)?,
    };
    Ok(best.map(|Best { placement, plies, all }| Win { rounds: plies.div_ceil(2), placement, all }))
}

/// The best placement of some cats.
struct Best {
    placement: Vec<u32>,
    /// In how many plies they win from there.
    plies: u64,
    /// All placements as good, ascending, if they are asked for.
    all: Option<Vec<Vec<u32>>>,
}

impl Best {
    /// The first of all best placements, and all of them.
    fn of_all(mut all: Vec<Vec<u32>>, plies: u64) -> Self {
        all.sort_unstable();
        Self { placement: all.first().cloned().unwrap_or_default(), plies, all: Some(all) }
    }
}

/// The placement from which this many cats that move first win soonest.
fn placed(
    Component { graph, rows }: &Component<'_>,
    cats: u32,
    question: &CopsQuestion,
    room: &mut CopsRoom<'_>,
) -> Result<Option<Best>, Error> {
    let rules = &question.rules;
    if let Some(rows) = rows
        && !question.placements
        && rows.fit(cats, question)
    {
        return Ok(rows.place(cats, rules, room));
    }
    let wanted = Wanted::Placement(Side::Cat.into());
    let shape = shape(graph, cats, rules);
    let estimate = catmouse_solver::estimate(shape, wanted).bytes();
    if let Err(SolveError::Unsuited { .. }) = estimate {
        return placed_by_table(graph, cats, question, room); // a cat on a graph so large that no engine places it
    }
    let estimate = estimate.unwrap_or(u64::MAX);
    let bytes = estimate.saturating_add(graph.arena_bytes(cats, rules));
    let bytes = bytes.saturating_add(bytes_of_all(shape, cats, question));
    admit(graph, cats, bytes, question)?;
    room.report(CopsTrial { cats, vertices: graph.vertices(), bytes });
    let solved = room.with_memory(bytes, question, |control| {
        let arena = graph.arena(cats, rules);
        let cat = arena.pieces(Side::Cat.into());
        if question.placements {
            let best = placements(&arena, Side::Cat.into(), control)?;
            return Ok(best.map(|(all, plies)| {
                Best::of_all(all.into_iter().map(|node| cat.configuration(node)).collect(), plies)
            }));
        }
        let solved = catmouse_solver::run(&arena, wanted, Solution::default(), control)?;
        let Solved::Placement(best) = solved else { return Ok(None) };
        Ok(best.map(|(node, plies)| Best { placement: cat.configuration(node), plies, all: None }))
    });
    Ok(solved?)
}

/// The same read off the whole table, whoever moves first: where the mouse does and must move, not every place is as good as the next.
fn placed_by_table(
    graph: &CopsAndRobbers,
    cats: u32,
    question: &CopsQuestion,
    room: &CopsRoom<'_>,
) -> Result<Option<Best>, Error> {
    let rules = &question.rules;
    let shape = shape(graph, cats, rules);
    let estimate = catmouse_solver::estimate(shape, Wanted::Table).bytes().unwrap_or(u64::MAX);
    let bytes = estimate.saturating_add(graph.arena_bytes(cats, rules));
    let bytes = bytes.saturating_add(bytes_of_all(shape, cats, question));
    admit(graph, cats, bytes, question)?;
    room.report(CopsTrial { cats, vertices: graph.vertices(), bytes });
    let solved = room.with_memory(bytes, question, |control| {
        let arena = graph.arena(cats, rules);
        let solved = catmouse_solver::run(&arena, Wanted::Table, Solution::default(), control)?;
        let Solved::Table(values) = solved else { return Ok(None) };
        let turn = rules.first.into();
        let wins_in = |one, two| match values.value(arena.position(Tokens { one, two, turn })) {
            Value::Win { player: Player::Two, distance } => Some(distance),
            _ => None,
        };
        let slowest =
            |two| (0..graph.vertices()).try_fold(0, |slowest: u64, one| Some(slowest.max(wins_in(one, two)?)));
        let cat = arena.pieces(Player::Two);
        let winning = || (0..cat.nodes()).filter_map(|two| Some((slowest(two)?, two)));
        Ok(winning().min().map(|(plies, first)| {
            if !question.placements {
                return Best { placement: cat.configuration(first), plies, all: None };
            }
            let all = winning().filter(|&(slowest, _)| slowest == plies);
            Best::of_all(all.map(|(_, two)| cat.configuration(two)).collect(), plies)
        }))
    });
    Ok(solved?)
}

/// Bytes of the list of all placements, if it is asked for: they are listed one by one.
fn bytes_of_all(shape: Shape, cats: u32, question: &CopsQuestion) -> u64 {
    let listed = if question.placements { shape.sides.map_or(0, |[_, cats]| cats.configurations()) } else { 0 };
    listed.saturating_mul(48 + 8 * u64::from(cats))
}

/// Refuses what takes more memory than the question allows.
fn admit(graph: &CopsAndRobbers, cats: u32, bytes: u64, question: &CopsQuestion) -> Result<(), Error> {
    let allowed = question.memory;
    if bytes == u64::MAX || bytes > allowed {
        return Err(Error::TooManyCats { cats, vertices: graph.vertices(), wanted: bytes, allowed });
    }
    Ok(())
}

/// What an engine needs to know of this many cats on a graph.
fn shape(graph: &CopsAndRobbers, cats: u32, rules: &CopsRules) -> Shape {
    let pieces = |team, movement: Movement| Pieces {
        nodes: graph.vertices().into(),
        arcs: graph.moves(movement),
        team,
        may_stay: movement.may_stay,
    };
    let cats = (cats > 1).then(|| cats.into());
    let shape = Shape::of_product([pieces(None, rules.mouse), pieces(cats, rules.cat)], true);
    Shape { ends_by_member: true, ..shape }
}
