//! Questions: a board, the rules and the start that are chosen for it, and how much memory the answer may take.

use catmouse_formats::{Document, Expectation, ReadOptions, Record};
use catmouse_model::{
    Batch, BoardChoice, Defects, Game, Place, Plan, PositionChoice, Preset, RuleChoices, Setting, Setup, Side,
    VertexChoice,
};

use crate::error::{Error, Problem};
use crate::graphs::Graphs;
use crate::memory::{self, Work};

/// What is chosen for a board over what it says itself. The default chooses nothing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Choices {
    /// The game whose rules hold where nothing else is said.
    pub preset: Option<Preset>,
    /// Settings of the rules.
    pub rules: RuleChoices,
    /// Where the mouse starts.
    pub mouse: Option<VertexChoice>,
    /// Where the cats start.
    pub cats: Option<Vec<VertexChoice>>,
    /// Who moves first.
    pub first: Option<Side>,
}

impl Work {
    /// Lets the players place the pieces that are given no start, if that is all that is wrong with a setup and does not matter. Says
    /// whether they do for that reason.
    fn complete(self, setup: &mut Setup, planned: Result<Plan, Defects>) -> Result<(Plan, bool), Defects> {
        match (self, planned) {
            (Self::Survey | Self::SurveyOutcomes | Self::SurveyLookup, Err(defects))
                if defects.are_missing_starts() =>
            {
                setup.rules.placement = Some(true);
                setup.plan().map(|plan| (plan, true))
            }
            (_, planned) => planned.map(|plan| (plan, false)),
        }
    }
}

/// A game that is laid out and known to fit into memory, with what its board says besides.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Laid {
    /// The game.
    pub game: Game,
    /// What was asked for: the board's own setup with what is chosen over it.
    pub setup: Setup,
    /// Bytes that the game and what is done with it take.
    pub(crate) bytes: u64,
    /// Which graph of its text it is, counted from 1.
    pub number: u64,
    /// The graph's own line, where it has one.
    pub input: Option<String>,
    /// What the board is called, if it says so and its game is not changed by what is chosen.
    pub title: Option<String>,
    /// What the board claims the result to be.
    pub expect: Option<Expectation>,
    /// How vertices are numbered, where that is not how the text calls them.
    pub numbering: Option<String>,
    /// Whether pieces are without a start, and only a survey, which needs none, lets them be placed.
    pub lacks_start: bool,
}

/// A board to be asked about. See the front page for an example.
///
/// What is not chosen is as the board says, and failing that as its preset says.
///
/// ```
/// use catmouse::{Question, model::Preset};
///
/// // The same board under other rules, with another start, and at most a megabyte.
/// let question = Question::text("[[1,3],[0],[3],[0,2]]").preset(Preset::CopsAndRobbers).allowing(1 << 20);
/// assert_eq!(question.solve()?.answer()?.distance.distance_plies, Some(3));
/// # Ok::<(), catmouse::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Question {
    board: AskedBoard,
    choices: Choices,
    pub(crate) memory: Option<u64>,
    graph: Option<u64>,
    is_labelled: bool,
}

#[derive(Clone, Debug)]
enum AskedBoard {
    Text(String, ReadOptions),
    Setup(Box<Setup>),
}

impl Choices {
    /// Starts from this position instead.
    pub fn start_from(&mut self, position: PositionChoice) {
        self.mouse = Some(position.mouse);
        self.cats = Some(position.cats);
        self.first = Some(position.turn);
    }

    /// Lets others override these.
    pub fn override_with(&mut self, others: Self) {
        self.preset = others.preset.or(self.preset);
        self.rules.override_with(others.rules);
        self.mouse = others.mouse.or(self.mouse.take());
        self.cats = others.cats.or(self.cats.take());
        self.first = others.first.or(self.first);
    }

    /// Lets these choices override those of a setup.
    pub fn apply(&self, setup: &mut Setup) {
        setup.preset = self.preset.or(setup.preset);
        setup.rules.override_with(self.rules.clone());
        setup.mouse = self.mouse.clone().or(setup.mouse.take());
        setup.cats = self.cats.clone().or(setup.cats.take());
        setup.first = self.first.or(setup.first);
    }

    /// Whether these choices make another game of a document than its title is about, which may say how that one ends. A title of one word is the
    /// name of a board, such as `petersen`, and stays.
    fn outdates_title(&self, document: &Document<'_>) -> bool {
        let is_sentence = document.title.as_ref().is_some_and(|title| title.contains(char::is_whitespace));
        let game = |of: &Setup| (of.effective_preset(), of.rules.clone(), of.mouse.clone(), of.cats.clone(), of.first);
        let setup = &document.setup;
        // The board plays no part in it, and may be large.
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
        is_sentence && game(&chosen) != game(&said)
    }

    /// The game of one graph of a stream. `memory` bounds the bytes that it and its values may take; without it the machine does.
    ///
    /// # Errors
    ///
    /// [`Error::Problems`], [`Error::TooLarge`].
    pub fn lay_out(&self, record: &Record, work: Work, memory: Option<u64>) -> Result<Laid, Error> {
        let mut document = record.read().map_err(|error| Error::unreadable(record, error))?;
        if self.outdates_title(&document) {
            document.title = None;
        }
        self.apply(&mut document.setup);
        if document.is_labelled {
            ensure_hole(&document.setup, Some(record))?;
        }
        let planned = document.setup.plan();
        let planned = work.complete(&mut document.setup, planned);
        let (plan, lacks_start) = planned.map_err(|defects| problems(record, &document, &defects))?;
        let bytes = memory::ensure_fits(&plan, work, memory)?;
        Ok(Laid {
            game: plan.game(),
            setup: document.setup,
            bytes,
            number: record.number(),
            input: record.own_line().map(str::to_owned),
            title: document.title,
            expect: document.expect,
            numbering: document.numbering,
            lacks_start,
        })
    }

    /// The games that are chosen on graph after graph, where no memory need be counted for them.
    pub fn batch(&self) -> Batch {
        let mut setup = Setup::new(BoardChoice::Adjacency(Vec::new()));
        self.apply(&mut setup);
        Batch::new(setup)
    }
}

/// Refuses a board whose vertices are called by words where nothing says which of them is the hole: that it is vertex 0 would mean the
/// first that the text happens to mention.
fn ensure_hole(setup: &Setup, record: Option<&Record>) -> Result<(), Error> {
    if setup.rules.holes.is_some() || setup.effective_preset() != Preset::CatAndMouse {
        return Ok(());
    }
    let name = setup.names.first().map_or("0", String::as_str);
    let problem = Problem {
        message: "the vertices have names, and nothing says which is the hole".to_owned(),
        wanted: format!("say it, as in `--hole {name}`; `--hole none` plays without one"),
        span: None,
        place: Some(Place::Setting(Setting::Hole)),
    };
    Err(Error::Problems { problems: vec![problem], record: record.map(|record| Box::new(record.clone())) })
}

/// The defects of a setup that stands in a text.
pub(crate) fn problems(record: &Record, document: &Document<'_>, defects: &Defects) -> Error {
    let places = defects.found.iter().map(|defect| Some(defect.place)).chain(std::iter::repeat(None));
    let problems = document.problems(defects).into_iter().zip(places);
    Error::Problems {
        problems: problems.map(|(problem, place)| Problem::of_text(problem, place)).collect(),
        record: Some(Box::new(record.clone())),
    }
}

impl Question {
    /// A board as text, in any format that [`catmouse_formats`] reads.
    pub fn text(text: impl Into<String>) -> Self {
        Self::new(AskedBoard::Text(text.into(), ReadOptions::default()))
    }

    /// A setup that a program has made.
    pub fn setup(setup: Setup) -> Self {
        Self::new(AskedBoard::Setup(Box::new(setup)))
    }

    fn new(board: AskedBoard) -> Self {
        Self { board, choices: Choices::default(), memory: None, graph: None, is_labelled: false }
    }

    /// A board as it is in memory: for each vertex the vertices that one move leads to.
    pub fn adjacency<N: IntoIterator<Item = i64>>(neighbours: impl IntoIterator<Item = N>) -> Self {
        let lists = neighbours.into_iter().map(|list| list.into_iter().collect()).collect();
        Self::setup(Setup::new(BoardChoice::Adjacency(lists)))
    }

    /// A board of this many vertices with these edges, which lead both ways unless the rules say `directed`.
    pub fn edges(vertices: i64, edges: impl IntoIterator<Item = (i64, i64)>) -> Self {
        Self::setup(Setup::new(BoardChoice::Edges { vertices, edges: edges.into_iter().collect() }))
    }

    /// A grid, one text a row: `#` wall, `.` free, `M` mouse, `C` cat, `F` food.
    pub fn grid<R: Into<String>>(rows: impl IntoIterator<Item = R>) -> Self {
        Self::setup(Setup::new(BoardChoice::Grid(rows.into_iter().map(Into::into).collect())))
    }

    /// Reads the text as this format instead of recognising it. Without effect on a setup.
    #[must_use]
    pub fn read_as(mut self, options: impl Into<ReadOptions>) -> Self {
        if let AskedBoard::Text(_, read) = &mut self.board {
            *read = options.into();
        }
        self
    }

    /// Takes this graph of a text that holds several, counted from 1.
    #[must_use]
    pub fn graph(self, number: u64) -> Self {
        Self { graph: Some(number), ..self }
    }

    /// Chooses all that can be chosen.
    #[must_use]
    pub fn with(self, choices: Choices) -> Self {
        Self { choices, ..self }
    }

    /// The game whose rules hold where nothing else is said.
    #[must_use]
    pub fn preset(mut self, preset: Preset) -> Self {
        self.choices.preset = Some(preset);
        self
    }

    /// Settings of the rules; each overrides the board's own.
    #[must_use]
    pub fn rules(mut self, rules: RuleChoices) -> Self {
        self.choices.rules.override_with(rules);
        self
    }

    /// The mouse starts here: at a number, a cell `(row, column)`, or any [`VertexChoice`].
    #[must_use]
    pub fn mouse(mut self, vertex: impl Into<VertexChoice>) -> Self {
        self.choices.mouse = Some(vertex.into());
        self
    }

    /// The cats start here; there are as many of them as there are places.
    #[must_use]
    pub fn cats<V: Into<VertexChoice>>(mut self, vertices: impl IntoIterator<Item = V>) -> Self {
        self.choices.cats = Some(vertices.into_iter().map(Into::into).collect());
        self
    }

    /// This side moves first.
    #[must_use]
    pub fn first(mut self, side: Side) -> Self {
        self.choices.first = Some(side);
        self
    }

    /// The vertices of a board in memory have these names, in their order. Without effect on a board that is a text.
    #[must_use]
    pub fn names<N: Into<String>>(mut self, names: impl IntoIterator<Item = N>) -> Self {
        if let AskedBoard::Setup(setup) = &mut self.board {
            setup.names = names.into_iter().map(Into::into).collect();
        }
        self
    }

    /// Says that the vertices of a board in memory stand in an order without meaning, so that no number says which is the hole: where
    /// nothing else does, that is refused, as it is of a text whose vertices have labels. Without effect on a board that is a text.
    ///
    /// ```
    /// let rooms = catmouse::Question::edges(3, [(0, 1), (1, 2)]).names(["hall", "attic", "cellar"]).labelled();
    /// assert!(rooms.solve().is_err_and(|error| error.to_string().contains("nothing says which is the hole")));
    /// ```
    #[must_use]
    pub fn labelled(self) -> Self {
        Self { is_labelled: true, ..self }
    }

    /// Starts from this position.
    #[must_use]
    pub fn start_from(mut self, position: PositionChoice) -> Self {
        self.choices.start_from(position);
        self
    }

    /// Refuses a game that needs more bytes of memory than this; what the machine has free unless said otherwise.
    #[must_use]
    pub fn allowing(self, bytes: u64) -> Self {
        Self { memory: Some(bytes), ..self }
    }

    /// The game, laid out and not solved. Time: linear in the board and its moves.
    ///
    /// # Errors
    ///
    /// [`Error::NoBoard`], [`Error::SeveralGraphs`], [`Error::NoSuchGraph`], [`Error::Problems`], [`Error::TooLarge`].
    pub fn lay_out(&self, work: Work) -> Result<Laid, Error> {
        match &self.board {
            AskedBoard::Text(text, options) => {
                let mut graphs = Graphs::of_text(text.as_bytes(), *options).map_err(Error::Source)?;
                if let Some(number) = self.graph {
                    graphs = graphs.pick(number)?;
                }
                self.choices.lay_out(&graphs.only()?, work, self.memory)
            }
            AskedBoard::Setup(setup) => {
                let mut setup = setup.clone();
                self.choices.apply(&mut setup);
                if self.is_labelled {
                    ensure_hole(&setup, None)?;
                }
                let planned = setup.plan();
                let (plan, lacks_start) =
                    work.complete(&mut setup, planned).map_err(|defects| without_text(&defects))?;
                let bytes = memory::ensure_fits(&plan, work, self.memory)?;
                let game = plan.game();
                let setup = *setup;
                Ok(Laid {
                    game,
                    setup,
                    bytes,
                    number: 1,
                    input: None,
                    title: None,
                    expect: None,
                    numbering: None,
                    lacks_start,
                })
            }
        }
    }
}

impl Laid {
    /// Bytes that the game and what is done with it take at most.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }
}

/// The defects of a setup that was no text.
pub(crate) fn without_text(defects: &Defects) -> Error {
    let problem = |defect: &catmouse_model::Defect| Problem {
        message: defect.kind.to_string(),
        wanted: defect.kind.wanted(),
        span: None,
        place: Some(defect.place),
    };
    Error::Problems { problems: defects.found.iter().map(problem).collect(), record: None }
}

/// What the edges of a graph weigh, as the costs of moves. It is implemented for `()`, where moves have no costs, and for the integers
/// of the standard library; a graph with other weights becomes one with these by `petgraph::Graph::map`.
pub trait EdgeCost {
    /// The cost; none where moves have no costs. A cost that is no number from 1 on is refused when the board is asked about.
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

/// A graph of petgraph as a board: node `k` becomes vertex `k`, in the order of the nodes' indices. An undirected graph gives a
/// board whose edges lead both ways. What an edge weighs is what a move along it costs, unless it weighs `()`; parallel edges of
/// the same cost count once.
impl<N, E: EdgeCost, T: petgraph::EdgeType, I: petgraph::graph::IndexType> TryFrom<&petgraph::Graph<N, E, T, I>>
    for Question
{
    type Error = Error;

    /// # Errors
    ///
    /// [`Error::NoBoard`] for a graph without nodes; what else is wrong with a board is said when it is asked about.
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
        edges.sort_unstable();
        edges.dedup();
        let vertices = number(graph.node_count());
        // All edges have a cost or none has: that is up to their type.
        let costs: Option<Vec<(i64, i64, i64)>> =
            edges.iter().map(|&(from, to, cost)| cost.map(|cost| (from, to, cost))).collect();
        let board = match costs {
            Some(edges) if !edges.is_empty() => BoardChoice::EdgesWithCosts { vertices, edges },
            _ => BoardChoice::Edges { vertices, edges: edges.iter().map(|&(from, to, _)| (from, to)).collect() },
        };
        let mut setup = Setup::new(board);
        setup.rules.directed = Some(T::is_directed());
        Ok(Self::setup(setup))
    }
}

/// The same of a graph that is given away.
impl<N, E: EdgeCost, T: petgraph::EdgeType, I: petgraph::graph::IndexType> TryFrom<petgraph::Graph<N, E, T, I>>
    for Question
{
    type Error = Error;

    /// # Errors
    ///
    /// As of a graph that is lent.
    fn try_from(graph: petgraph::Graph<N, E, T, I>) -> Result<Self, Error> {
        Self::try_from(&graph)
    }
}
