//! Questions: a board, the rules and the start that are chosen for it, and how much memory the answer may take.

use catmouse_arena::Solution;
use catmouse_formats::{Document, Expectation, ReadOptions, Record};
use catmouse_model::{
    Batch, BoardChoice, Defects, Game, PositionChoice, Preset, RuleChoices, Setup, Side, VertexChoice,
};
use catmouse_solver::Control;

use crate::error::{Error, Problem};
use crate::graphs::Graphs;
use crate::memory;
use crate::solved::Solved;
use crate::values::Held;

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

/// What is done with a game, which decides how much memory it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Work {
    /// All positions are solved.
    Solve,
    /// Values are read from a file, or there are none to be read.
    Probe,
}

/// A game that is laid out and known to fit into memory, with what its board says besides.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Laid {
    /// The game.
    pub game: Game,
    /// Which graph of its text it is, counted from 1.
    pub number: u64,
    /// The graph's own line, where it has one.
    pub input: Option<String>,
    /// What the board is called, if it says so.
    pub title: Option<String>,
    /// What the board claims the result to be.
    pub expect: Option<Expectation>,
    /// How vertices are numbered, where that is not how the text calls them.
    pub numbering: Option<String>,
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
    memory: Option<u64>,
    graph: Option<u64>,
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

    /// Lets these choices override those of a setup.
    pub fn apply(&self, setup: &mut Setup) {
        setup.preset = self.preset.or(setup.preset);
        setup.rules.override_with(self.rules.clone());
        setup.mouse = self.mouse.clone().or(setup.mouse.take());
        setup.cats = self.cats.clone().or(setup.cats.take());
        setup.first = self.first.or(setup.first);
    }

    /// The game of one graph of a stream. `memory` bounds the bytes that it and its values may take; without it the machine does.
    ///
    /// # Errors
    ///
    /// [`Error::Problems`], [`Error::TooLarge`].
    pub fn lay_out(&self, record: &Record, work: Work, memory: Option<u64>) -> Result<Laid, Error> {
        let mut document = record.read().map_err(|error| Error::unreadable(record, error))?;
        self.apply(&mut document.setup);
        let plan = document.setup.plan().map_err(|defects| problems(record, &document, &defects))?;
        memory::ensure_fits(&plan, work, memory)?;
        Ok(Laid {
            game: plan.game(),
            number: record.number(),
            input: record.own_line().map(str::to_owned),
            title: document.title,
            expect: document.expect,
            numbering: document.numbering,
        })
    }

    /// The games that are chosen on graph after graph, where no memory need be counted for them.
    pub fn batch(&self) -> Batch {
        let mut setup = Setup::new(BoardChoice::Adjacency(Vec::new()));
        self.apply(&mut setup);
        Batch::new(setup)
    }
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
        Self { board, choices: Choices::default(), memory: None, graph: None }
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
                let plan = setup.plan().map_err(|defects| without_text(&defects))?;
                memory::ensure_fits(&plan, work, self.memory)?;
                Ok(Laid { game: plan.game(), number: 1, input: None, title: None, expect: None, numbering: None })
            }
        }
    }

    /// Solves the game.
    ///
    /// # Errors
    ///
    /// As [`lay_out`](Self::lay_out), and [`Error::Solve`].
    pub fn solve(&self) -> Result<Solved, Error> {
        self.solve_under(&Control::default())
    }

    /// The same, watched, bounded and stopped by the caller.
    ///
    /// # Errors
    ///
    /// As [`solve`](Self::solve), and [`Error::Cancelled`].
    pub fn solve_under(&self, control: &Control<'_>) -> Result<Solved, Error> {
        self.lay_out(Work::Solve)?.solve_under(control)
    }

    /// Takes the values from a table that [`Solved::save`] has written, instead of solving.
    ///
    /// # Errors
    ///
    /// As [`lay_out`](Self::lay_out), [`Error::Table`], [`Error::NoDistances`].
    #[cfg(feature = "store")]
    pub fn open_table(&self, path: &std::path::Path) -> Result<Solved, Error> {
        self.lay_out(Work::Probe)?.open_table(path, self.memory)
    }
}

impl Laid {
    /// Solves the game.
    ///
    /// # Errors
    ///
    /// [`Error::Solve`].
    pub fn solve(self) -> Result<Solved, Error> {
        self.solve_under(&Control::default())
    }

    /// The same, watched, bounded and stopped by the caller.
    ///
    /// # Errors
    ///
    /// [`Error::Solve`], [`Error::Cancelled`].
    pub fn solve_under(self, control: &Control<'_>) -> Result<Solved, Error> {
        let solution = catmouse_solver::solve_in(self.game.arena(), Solution::default(), control)?;
        Ok(Solved::new(self, Held::Memory(solution)))
    }

    /// Takes the values from a table. What was read of it stays in memory, in half of what is allowed or free.
    ///
    /// # Errors
    ///
    /// [`Error::Table`], [`Error::NoDistances`].
    #[cfg(feature = "store")]
    pub fn open_table(self, path: &std::path::Path, memory: Option<u64>) -> Result<Solved, Error> {
        let table = crate::values::open(&self.game, path, memory)?;
        Ok(Solved::new(self, Held::Disk(table)))
    }
}

/// The defects of a setup that was no text.
fn without_text(defects: &Defects) -> Error {
    let problem = |defect: &catmouse_model::Defect| Problem {
        message: defect.kind.to_string(),
        wanted: defect.kind.wanted(),
        span: None,
        place: Some(defect.place),
    };
    Error::Problems { problems: defects.found.iter().map(problem).collect(), record: None }
}

/// A graph of petgraph as a board: node `k` becomes vertex `k`, in the order of the nodes' indices. An undirected graph gives a
/// board whose edges lead both ways; parallel edges count once.
impl<N, E, T: petgraph::EdgeType, I: petgraph::graph::IndexType> TryFrom<&petgraph::Graph<N, E, T, I>> for Question {
    type Error = Error;

    /// # Errors
    ///
    /// [`Error::NoBoard`] for a graph without nodes; what else is wrong with a board is said when it is asked about.
    fn try_from(graph: &petgraph::Graph<N, E, T, I>) -> Result<Self, Error> {
        if graph.node_count() == 0 {
            return Err(Error::NoBoard);
        }
        let number = |index: usize| i64::try_from(index).unwrap_or(i64::MAX);
        let ends = graph.raw_edges().iter().map(|edge| (edge.source().index(), edge.target().index()));
        let mut edges: Vec<(i64, i64)> = ends.map(|(from, to)| (number(from), number(to))).collect();
        if !T::is_directed() {
            for edge in &mut edges {
                *edge = (edge.0.min(edge.1), edge.0.max(edge.1));
            }
        }
        edges.sort_unstable();
        edges.dedup();
        let mut setup = Setup::new(BoardChoice::Edges { vertices: number(graph.node_count()), edges });
        setup.rules.directed = Some(T::is_directed());
        Ok(Self::setup(setup))
    }
}
