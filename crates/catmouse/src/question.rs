//! Questions: a board, the caller's choice of rules and of a start, and a limit on the memory of
//! the answer.

use catmouse_arena::InOrder;
use catmouse_formats::{BoardText, Expectation, Problem, ReadOptions, Record, ensure_directions};
use catmouse_model::{
    Batch, BoardChoice, Defect, DefectKind, Defects, Game, PositionChoice, Preset, Remark, Remedy, RuleChoices,
    SETTINGS, Setting, Setup, SetupPlace, Side, VertexChoice,
};

use crate::error::Error;
use crate::graphs::Graphs;
use crate::memory::{self, Work};

/// Rules and a start that the caller chooses; each choice overrides the board. The default chooses
/// nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Choices {
    /// The preset whose rules apply if neither `rules` nor the board chooses a rule.
    pub preset: Option<Preset>,
    /// Settings of the rules.
    pub rules: RuleChoices,
    /// The start of the mouse.
    pub mouse: Option<VertexChoice>,
    /// The starts of the cats.
    pub cats: Option<Vec<VertexChoice>>,
    /// The side that moves first.
    pub first: Option<Side>,
}

/// A game that has been checked, fits into memory, and is ready to be solved, with the other
/// contents of its board's text.
///
/// ```
/// use catmouse::{Question, memory::Work};
///
/// let prepared = Question::text("[[1,3],[0],[3],[0,2]]").prepare(Work::SOLVE)?;
/// assert_eq!(prepared.game.board().vertices(), 4);
/// assert!(prepared.solve()?.check()?.ok);
/// # Ok::<(), catmouse::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PreparedGame {
    /// The game.
    pub game: Game,
    /// The board's own setup with the caller's choices applied.
    pub setup: Setup,
    /// The work for which the game was prepared.
    pub(crate) work: Work,
    /// An upper bound on the bytes that the game and the work on it take.
    pub(crate) bytes: u64,
    /// The number of the graph in its text, counted from 1.
    pub number: u64,
    /// The graph's own line, if it has one.
    pub input: Option<String>,
    /// The title of the board; `None` if it has none, or if the caller's choices change the game.
    pub title: Option<String>,
    /// The result that the board claims.
    pub expect: Option<Expectation>,
    /// A remark on how the text was read.
    pub remark: Option<Remark>,
    /// Whether some piece has no start. Then the game is good only for a survey, which tries every
    /// start.
    pub lacks_start: bool,
}

/// A question about a board: the board, the caller's choices, and a limit on memory.
///
/// A rule that the caller does not choose is taken from the board, or else from the preset.
///
/// ```
/// use catmouse::{Question, model::Preset};
///
/// // The same board under the rules of another game, in at most a megabyte.
/// let question = Question::text("[[1,3],[0],[3],[0,2]]").preset(Preset::CopsAndRobbers).allowing(1 << 20);
/// assert_eq!(question.solve()?.answer()?.distance.distance_plies, Some(3));
/// # Ok::<(), catmouse::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Question {
    pub(crate) board: BoardSource,
    pub(crate) choices: Choices,
    pub(crate) memory: Option<u64>,
    graph: Option<u64>,
    is_labelled: bool,
    is_undirected: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum BoardSource {
    Text(String, ReadOptions),
    Setup(Box<Setup>),
}

impl Choices {
    /// Chooses a position as the start.
    pub fn start_from(&mut self, position: PositionChoice) {
        self.mouse = Some(position.mouse);
        self.cats = Some(position.cats);
        self.first = Some(position.turn);
    }

    /// Replaces every choice that `others` also makes.
    pub fn override_with(&mut self, others: Self) {
        self.preset = others.preset.or(self.preset);
        self.rules.override_with(others.rules);
        self.mouse = others.mouse.or(self.mouse.take());
        self.cats = others.cats.or(self.cats.take());
        self.first = others.first.or(self.first);
    }

    /// Replaces every choice of a setup that is also made here.
    pub fn apply(&self, setup: &mut Setup) {
        setup.preset = self.preset.or(setup.preset);
        setup.rules.override_with(self.rules.clone());
        setup.mouse = self.mouse.clone().or(setup.mouse.take());
        setup.cats = self.cats.clone().or(setup.cats.take());
        setup.first = self.first.or(setup.first);
    }

    /// Whether these choices make the title of a document wrong, because it may say how the
    /// original game ends.
    fn outdates_title(&self, document: &BoardText<'_>) -> bool {
        document.title.as_ref().is_some_and(|title| !is_name(title)) && self.changes(&document.setup)
    }

    /// Whether these choices make another game of a setup.
    fn changes(&self, setup: &Setup) -> bool {
        let game = |of: &Setup| (of.effective_preset(), of.rules.clone(), of.mouse.clone(), of.cats.clone(), of.first);
        // The board itself is left out of the comparison: it does not change, and may be large.
        let said = Setup {
            preset: Some(setup.effective_preset()),
            rules: setup.rules.clone(),
            mouse: setup.mouse.clone(),
            cats: setup.cats.clone(),
            first: setup.first,
            ..Setup::new(BoardChoice::Adjacency(Vec::new()))
        };
        let mut chosen = said.clone();
        self.apply(&mut chosen);
        game(&chosen) != game(&said)
    }

    /// Puts these choices into a document. If they change the game, the document loses its expected
    /// result, and a title that may say how the game ends.
    ///
    /// # Errors
    ///
    /// The defects of the new game. Pieces and holes without a place are none, because a setup may
    /// leave them open.
    pub fn write_into(&self, document: &mut BoardText<'_>) -> Result<(), Defects> {
        if !self.changes(&document.setup) {
            return Ok(());
        }
        if self.outdates_title(document) {
            document.title = None;
        }
        document.expect = None;
        self.apply(&mut document.setup);
        match document.setup.plan() {
            Ok(_) => Ok(()),
            Err(defects) if defects.leave_places_open() => Ok(()),
            Err(defects) => Err(defects.besides_missing_starts()),
        }
    }

    /// The game of one graph of a stream. `memory` limits the bytes of the game and its values;
    /// `None` limits them to the free memory of the machine.
    ///
    /// # Errors
    ///
    /// [`Error::Problems`], [`Error::TooLarge`].
    pub fn prepare(&self, record: &Record, work: Work, memory: Option<u64>) -> Result<PreparedGame, Error> {
        let mut document = self.document(record)?;
        let planned = work.plan(&mut document.setup);
        let (plan, lacks_start) = planned.map_err(|defects| defects_in_text(record, &document, &defects))?;
        let bytes = memory::ensure_fits(&plan, work, memory)?;
        Ok(PreparedGame {
            number: record.number(),
            input: record.own_line().map(str::to_owned),
            title: document.title,
            expect: document.expect,
            remark: document.remark,
            lacks_start,
            ..PreparedGame::of_setup(document.setup, plan.game(), work, bytes)
        })
    }

    /// The document of one graph of a stream, with these choices in its setup.
    pub(crate) fn document<'a>(&self, record: &'a Record) -> Result<BoardText<'a>, Error> {
        let mut document = directed_as_chosen(record, self.rules.directed)?;
        if self.outdates_title(&document) {
            document.title = None;
        }
        self.apply(&mut document.setup);
        document.remark = document.remark.and_then(|remark| self.not_settled(remark));
        if document.is_labelled {
            ensure_hole_is_chosen(&document.setup, Some(record))?;
        }
        Ok(document)
    }

    /// A remark without the remedies that are chosen here; `None` if no remedy is left of some.
    fn not_settled(&self, mut remark: Remark) -> Option<Remark> {
        let is_chosen = |remedy: &Remedy| {
            let mut named = SETTINGS.iter().filter(|setting| setting.key == remedy.setting);
            named.any(|setting| setting.get(&self.rules).is_some())
        };
        let had_remedies = !remark.remedies.is_empty();
        remark.remedies.retain(|remedy| !is_chosen(remedy));
        (!had_remedies || !remark.remedies.is_empty()).then_some(remark)
    }

    /// Applies these choices to many small graphs, one after the other, without estimating the
    /// memory of each.
    pub fn batch(&self) -> Batch {
        let mut setup = Setup::new(BoardChoice::Adjacency(Vec::new()));
        self.apply(&mut setup);
        Batch::new(setup)
    }
}

/// Refuses a board of Cat and Mouse with labelled vertices if no setting says which of them is the
/// hole. The default hole is vertex 0, which would be the vertex that the text mentions first.
fn ensure_hole_is_chosen(setup: &Setup, record: Option<&Record>) -> Result<(), Error> {
    if setup.rules.holes.is_some() || setup.effective_preset() != Preset::CatAndMouse {
        return Ok(());
    }
    let defect = Defect { place: SetupPlace::Setting(Setting::Hole), kind: DefectKind::NoStart { piece: "hole" } };
    let mut problem = Problem::of_defect(None, &defect);
    "the vertices have names, so the hole has to be given".clone_into(&mut problem.message);
    Err(Error::Problems { problems: vec![problem], record: record.map(|record| Box::new(record.clone())) })
}

/// The document of a graph. `directed` is the caller's choice whether moves may lead one way only.
pub(crate) fn directed_as_chosen(record: &Record, directed: Option<bool>) -> Result<BoardText<'_>, Error> {
    let document = record.read().map_err(|error| Error::unreadable(record, error))?;
    match document.ensure_directions(directed) {
        Ok(()) => Ok(document),
        Err(problem) => Err(Error::unreadable(record, problem.into())),
    }
}

/// Whether a title is the name of a board, such as `petersen`. A title of several words may say how
/// the game from the start ends, so it is wrong after moves and changes.
pub(crate) fn is_name(title: &str) -> bool {
    !title.contains(char::is_whitespace)
}

/// The defects of a setup that comes from a text.
pub(crate) fn defects_in_text(record: &Record, document: &BoardText<'_>, defects: &Defects) -> Error {
    Error::Problems { problems: document.problems(defects), record: Some(Box::new(record.clone())) }
}

impl Question {
    /// A board as text, in any format that [`catmouse_formats`] reads. The name of a graph, such as
    /// `petersen`, is not a text: [`catmouse_formats::named_graph`] makes the graph.
    pub fn text(text: impl Into<String>) -> Self {
        Self::new(BoardSource::Text(text.into(), ReadOptions::default()))
    }

    /// A board as a setup that a program has made.
    pub fn setup(setup: Setup) -> Self {
        Self::new(BoardSource::Setup(Box::new(setup)))
    }

    fn new(board: BoardSource) -> Self {
        Self { board, choices: Choices::default(), memory: None, graph: None, is_labelled: false, is_undirected: false }
    }

    /// A board as lists in memory: for each vertex the vertices that one move can reach.
    pub fn adjacency<N: IntoIterator<Item = i64>>(neighbours: impl IntoIterator<Item = N>) -> Self {
        let lists = neighbours.into_iter().map(|list| list.into_iter().collect()).collect();
        Self::setup(Setup::new(BoardChoice::Adjacency(lists)))
    }

    /// A board of this many vertices with these edges. An edge leads both ways unless the rules
    /// choose `directed`.
    pub fn edges(vertices: i64, edges: impl IntoIterator<Item = (i64, i64)>) -> Self {
        Self::setup(Setup::new(BoardChoice::Edges { vertices, edges: edges.into_iter().collect() }))
    }

    /// A grid, one text for each row: `#` is a wall, `.` a free cell, `M` the mouse, `C` a cat, `F`
    /// the food.
    pub fn grid<R: Into<String>>(rows: impl IntoIterator<Item = R>) -> Self {
        Self::setup(Setup::new(BoardChoice::Grid(rows.into_iter().map(Into::into).collect())))
    }

    /// Reads the text in this format instead of recognising its format. This has no effect on a
    /// setup.
    #[must_use]
    pub fn read_as(mut self, options: impl Into<ReadOptions>) -> Self {
        if let BoardSource::Text(_, read) = &mut self.board {
            *read = options.into();
        }
        self
    }

    /// Chooses a graph, counted from 1, of a text that contains several.
    #[must_use]
    pub fn graph(self, number: u64) -> Self {
        Self { graph: Some(number), ..self }
    }

    /// Replaces all choices by `choices`.
    #[must_use]
    pub fn with(self, choices: Choices) -> Self {
        Self { choices, ..self }
    }

    /// Chooses the preset, whose rules apply if no other choice is made.
    #[must_use]
    pub fn preset(mut self, preset: Preset) -> Self {
        self.choices.preset = Some(preset);
        self
    }

    /// Chooses settings of the rules; each overrides the board's setting.
    #[must_use]
    pub fn rules(mut self, rules: RuleChoices) -> Self {
        self.choices.rules.override_with(rules);
        self
    }

    /// Chooses the start of the mouse: a number, a cell `(row, column)`, or any [`VertexChoice`].
    #[must_use]
    pub fn mouse(mut self, vertex: impl Into<VertexChoice>) -> Self {
        self.choices.mouse = Some(vertex.into());
        self
    }

    /// Chooses the starts of the cats, one vertex for each cat.
    #[must_use]
    pub fn cats<V: Into<VertexChoice>>(mut self, vertices: impl IntoIterator<Item = V>) -> Self {
        self.choices.cats = Some(vertices.into_iter().map(Into::into).collect());
        self
    }

    /// Chooses the side that moves first.
    #[must_use]
    pub fn first(mut self, side: Side) -> Self {
        self.choices.first = Some(side);
        self
    }

    /// Names the vertices of a board in memory, in their order. This has no effect if the board is
    /// a text.
    #[must_use]
    pub fn names<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        if let BoardSource::Setup(setup) = &mut self.board {
            setup.names = names.into_iter().map(Into::into).collect();
        }
        self
    }

    /// Declares that the order of the vertices of a board in memory has no meaning. Then vertex 0
    /// is not the hole by default, and a game that needs a hole is refused unless one is chosen.
    /// The same applies to a text whose vertices have labels. This has no effect if the board is a
    /// text.
    ///
    /// ```
    /// let rooms = catmouse::Question::edges(3, [(0, 1), (1, 2)]).names(["hall", "attic", "cellar"]).labelled();
    /// assert!(rooms.solve().is_err_and(|error| error.to_string().contains("the hole has to be given")));
    /// ```
    #[must_use]
    pub fn labelled(self) -> Self {
        Self { is_labelled: true, ..self }
    }

    /// Declares that the edges of a board in memory have no directions. Then it is an error to
    /// choose that moves lead one way only. A question made from an undirected graph of petgraph is
    /// of this kind. This has no effect if the board is a text.
    ///
    /// ```
    /// use catmouse::{Question, model::RuleChoices};
    ///
    /// let one_way = RuleChoices { directed: Some(true), ..RuleChoices::default() };
    /// let circle = Question::edges(3, [(0, 1), (1, 2), (0, 2)]).undirected().rules(one_way);
    /// assert!(circle.solve().is_err_and(|error| error.to_string().contains("have no directions")));
    /// ```
    #[must_use]
    pub fn undirected(self) -> Self {
        Self { is_undirected: true, ..self }
    }

    /// Chooses a position as the start.
    #[must_use]
    pub fn start_from(mut self, position: PositionChoice) -> Self {
        self.choices.start_from(position);
        self
    }

    /// Refuses a game that needs more than this many bytes of memory. Without this call the limit
    /// is the free memory of the machine.
    #[must_use]
    pub fn allowing(self, bytes: u64) -> Self {
        Self { memory: Some(bytes), ..self }
    }

    /// The game, checked and ready to be solved. Time: linear in the board and its moves.
    ///
    /// # Errors
    ///
    /// [`Error::NoBoard`], [`Error::SeveralGraphs`], [`Error::NoSuchGraph`], [`Error::Problems`],
    /// [`Error::TooLarge`].
    pub fn prepare(&self, work: Work) -> Result<PreparedGame, Error> {
        match &self.board {
            BoardSource::Text(text, options) => self.choices.prepare(&self.record(text, *options)?, work, self.memory),
            BoardSource::Setup(setup) => {
                let mut setup = self.chosen(setup)?;
                if self.is_labelled {
                    ensure_hole_is_chosen(&setup, None)?;
                }
                let (plan, lacks_start) = work.plan(&mut setup)?;
                let bytes = memory::ensure_fits(&plan, work, self.memory)?;
                Ok(PreparedGame { lacks_start, ..PreparedGame::of_setup(setup, plan.game(), work, bytes) })
            }
        }
    }

    /// The graph of a text, which is the only one or the one that was chosen.
    pub(crate) fn record(&self, text: &str, options: ReadOptions) -> Result<Record, Error> {
        let mut graphs = Graphs::of_text(text.as_bytes(), options).map_err(Error::Source)?;
        if let Some(number) = self.graph { graphs.pick(number)?.only() } else { graphs.only() }
    }

    /// A setup with the choices.
    pub(crate) fn chosen(&self, setup: &Setup) -> Result<Setup, Error> {
        let undirected = self.is_undirected.then_some("an undirected graph");
        ensure_directions(self.choices.rules.directed, undirected)
            .map_err(|problem| Error::Problems { problems: vec![problem], record: None })?;
        let mut setup = setup.clone();
        self.choices.apply(&mut setup);
        Ok(setup)
    }
}

impl PreparedGame {
    /// The game of a setup that was not read from a text. `bytes` is what the work on it takes.
    pub(crate) fn of_setup(setup: Setup, game: Game, work: Work, bytes: u64) -> Self {
        Self {
            game,
            setup,
            work,
            bytes,
            number: 1,
            input: None,
            title: None,
            expect: None,
            remark: None,
            lacks_start: false,
        }
    }

    /// An upper bound on the bytes that the game and the work on it take.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// A weight of an edge, read as the cost of a move along it. It is implemented for `()`, which
/// gives moves without costs, and for the integers of the standard library. A graph with other
/// weights can be converted with `petgraph::Graph::map`.
pub trait EdgeCost {
    /// The cost; `None` if moves have no costs. A cost below 1 is refused when the question is
    /// answered.
    fn cost(&self) -> Option<i64>;
}

impl EdgeCost for () {
    fn cost(&self) -> Option<i64> {
        None
    }
}

macro_rules! integers_are_costs {
    ($($integer:ty),+) => {
        $(impl EdgeCost for $integer {
            fn cost(&self) -> Option<i64> {
                Some(i64::try_from(*self).unwrap_or(i64::MAX))
            }
        })+
    };
}

integers_are_costs!(u8, u16, u32, u64, usize, i8, i16, i32, i64, isize);

/// A graph of petgraph as a board: node `k` becomes vertex `k`, in the order of the node indices.
/// The edges of an undirected graph lead both ways. The weight of an edge is the cost of a move
/// along it, unless it is `()`. Parallel edges of the same cost count once.
impl<N, E: EdgeCost, T: petgraph::EdgeType, I: petgraph::graph::IndexType> TryFrom<&petgraph::Graph<N, E, T, I>>
    for Question
{
    type Error = Error;

    /// # Errors
    ///
    /// [`Error::NoBoard`] for a graph without nodes. Other errors are reported when the question is
    /// answered.
    fn try_from(graph: &petgraph::Graph<N, E, T, I>) -> Result<Self, Error> {
        if graph.node_count() == 0 {
            return Err(Error::NoBoard);
        }
        let number = |index: usize| i64::try_from(index).unwrap_or(i64::MAX);
        let mut edges: Vec<(i64, i64, Option<i64>)> = graph
            .raw_edges()
            .iter()
            .map(|edge| (number(edge.source().index()), number(edge.target().index()), edge.weight.cost()))
            .collect();
        if !T::is_directed() {
            for (from, to, _) in &mut edges {
                (*from, *to) = (*from.min(to), *from.max(to));
            }
        }
        edges.put_in_order();
        edges.dedup();
        let vertices = number(graph.node_count());
        // All weights have the same type, so either all edges have costs or none has.
        let costs: Option<Vec<(i64, i64, i64)>> =
            edges.iter().map(|&(from, to, cost)| cost.map(|cost| (from, to, cost))).collect();
        let board = match costs {
            Some(edges) if !edges.is_empty() => BoardChoice::EdgesWithCosts { vertices, edges },
            _ => BoardChoice::Edges { vertices, edges: edges.iter().map(|&(from, to, _)| (from, to)).collect() },
        };
        let mut setup = Setup::new(board);
        setup.rules.directed = Some(T::is_directed());
        let question = Self::setup(setup);
        Ok(if T::is_directed() { question } else { question.undirected() })
    }
}

/// The same as the conversion of `&petgraph::Graph`.
impl<N, E: EdgeCost, T: petgraph::EdgeType, I: petgraph::graph::IndexType> TryFrom<petgraph::Graph<N, E, T, I>>
    for Question
{
    type Error = Error;

    /// # Errors
    ///
    /// The same as for `&petgraph::Graph`.
    fn try_from(graph: petgraph::Graph<N, E, T, I>) -> Result<Self, Error> {
        Self::try_from(&graph)
    }
}
