//! Boards: from texts, from files, and from objects in memory.

use std::fs::File;
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use catmouse::formats::{
    Base, BoardText, Format, FormatChoice, NAMED_GRAPH, Parallel, ReadOptions, Record, is_board, named_graph, names,
    read, write,
};
use catmouse::model::{BoardChoice, Cell, Grid, Setup, Vertex};
use catmouse::{Choices, Error, PreparedGame, Question, memory::Work, streams::Graphs};
use catmouse_hunt::Space;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};

use crate::choices::word;
use crate::error::{ArgumentError, BoardError, Note, file_error, notes, raised};

/// A board to ask about, or a source of many graphs.
#[pyclass(frozen, module = "catmouse._catmouse")]
pub(crate) struct Board {
    source: Source,
    /// The name of the board in messages.
    #[pyo3(get)]
    pub(crate) origin: String,
    graph: Option<u64>,
    /// The number of vertices of a graph with a name; `None` for other boards.
    named: Option<u32>,
}

enum Source {
    Text(Arc<[u8]>, ReadOptions),
    File(PathBuf, ReadOptions),
    Setup { setup: Box<Setup>, is_labelled: bool, is_undirected: bool },
}

/// The options for reading a text: its format, which is recognised if `input` is `None`, the number
/// of the first vertex in an edge list, and the treatment of parallel edges.
fn options(
    input: Option<&str>,
    base: Option<u32>,
    parallel: Option<&str>,
    named: Option<Format>,
) -> PyResult<ReadOptions> {
    let format = match (input, named) {
        (Some(input), _) => FormatChoice::Insisted(word("input", input)?),
        (None, Some(format)) => FormatChoice::Named(format),
        (None, None) => FormatChoice::Recognise,
    };
    let base = match base {
        None => None,
        Some(0) => Some(Base::Zero),
        Some(1) => Some(Base::One),
        Some(other) => return Err(ArgumentError::new_err(format!("base is 0 or 1, not {other}"))),
    };
    let parallel = match parallel {
        None => Parallel::Refused,
        Some("kept") => Parallel::Kept,
        Some("one-way") => Parallel::OneWay,
        Some(other) => return Err(ArgumentError::new_err(format!("parallel is kept or one-way, not {other:?}"))),
    };
    Ok(ReadOptions { format, base, parallel, ..ReadOptions::default() })
}

#[pymethods]
impl Board {
    /// A board from a text.
    #[staticmethod]
    #[pyo3(signature = (text, origin, input=None, base=None, graph=None, parallel=None))]
    fn text(
        text: Vec<u8>,
        origin: String,
        input: Option<&str>,
        base: Option<u32>,
        graph: Option<u64>,
        parallel: Option<&str>,
    ) -> PyResult<Self> {
        Ok(Self {
            source: Source::Text(text.into(), options(input, base, parallel, None)?),
            origin,
            graph,
            named: None,
        })
    }

    /// A board from a file.
    #[staticmethod]
    #[pyo3(signature = (path, input=None, base=None, graph=None, parallel=None))]
    fn file(
        path: PathBuf,
        input: Option<&str>,
        base: Option<u32>,
        graph: Option<u64>,
        parallel: Option<&str>,
    ) -> PyResult<Self> {
        let origin = path.display().to_string();
        let options = options(input, base, parallel, Format::of_path(&path))?;
        Ok(Self { source: Source::File(path, options), origin, graph, named: None })
    }

    /// A board from a word or a text: the path of a file, the name of a graph, or the text of a
    /// board.
    #[staticmethod]
    #[pyo3(signature = (text, input=None, base=None, graph=None, parallel=None))]
    fn named(
        text: &str,
        input: Option<&str>,
        base: Option<u32>,
        graph: Option<u64>,
        parallel: Option<&str>,
    ) -> PyResult<Self> {
        let named = named_graph(text);
        let is_text = is_board(text) || (input.is_some() && !Path::new(text).exists());
        if Path::new(text).is_file() {
            if named.is_some() || is_text {
                let other = if named.is_some() { "the name of a graph" } else { "a board" };
                let message = format!("{text:?} is both a file and {other}: pathlib.Path({text:?}) is the file");
                return Err(BoardError::new_err(message));
            }
            return Self::file(text.into(), input, base, graph, parallel);
        }
        match named {
            Some(Ok(found)) => {
                let (setup, format) = found.text();
                let options = options(input, base, parallel, Some(format))?;
                let options = ReadOptions { made_from: Some(NAMED_GRAPH), ..options };
                Ok(Self {
                    source: Source::Text(setup.into_bytes().into(), options),
                    origin: format!("graph {text}"),
                    graph,
                    named: Some(found.vertices),
                })
            }
            Some(Err(error)) => Err(BoardError::new_err(error.to_string())),
            None if is_text => {
                let options = options(input, base, parallel, None)?;
                Ok(Self {
                    source: Source::Text(text.as_bytes().into(), options),
                    origin: "<board>".into(),
                    graph,
                    named: None,
                })
            }
            // The system's error says why the file cannot be opened. A file that is no regular file
            // can still be read.
            None => match File::open(text) {
                Err(error) => Err(file_error(&error, text)),
                Ok(_) => Self::file(text.into(), input, base, graph, parallel),
            },
        }
    }

    /// Graphs in graph6, digraph6 or sparse6, one in each item of the list.
    #[staticmethod]
    fn lines(py: Python<'_>, list: &Bound<'_, PyList>) -> PyResult<Self> {
        let mut text = Vec::with_capacity(list.len() * 16);
        for (index, item) in list.iter().enumerate() {
            if index % LINES_AT_ONCE == 0 {
                py.check_signals()?;
            }
            let item = item.cast::<PyString>().map_err(|_| {
                ArgumentError::new_err(format!(
                    "item {index} is no text, and others are: a list has graphs of one kind"
                ))
            })?;
            add_line(&mut text, &item.to_string_lossy(), index as u64)?;
        }
        Ok(Self {
            source: Source::Text(text.into(), Format::Digraph6.into()),
            origin: "graphs".into(),
            graph: None,
            named: None,
        })
    }

    /// A board from lists: for each vertex, the vertices that one move reaches.
    #[staticmethod]
    #[pyo3(signature = (lists, directed=None))]
    fn adjacency(lists: Vec<Vec<i64>>, directed: Option<bool>) -> Self {
        let mut setup = Setup::new(BoardChoice::Adjacency(lists));
        setup.rules.directed = directed;
        Self::of_setup(setup, "adjacency lists", false, false)
    }

    /// A board from a drawing, one text for each row, or for each line of a maze. Each thin wall is given
    /// by the row and the column of the one cell, then of the other.
    #[staticmethod]
    #[pyo3(signature = (rows, walls=Vec::new()))]
    fn grid(rows: Vec<Bound<'_, PyString>>, walls: Vec<[u32; 4]>) -> Self {
        let rows: Vec<String> = rows.iter().map(|row| row.to_string_lossy().into_owned()).collect();
        if rows.first().is_some_and(|row| row.starts_with('+')) {
            let text = rows.join("\n");
            // Of a text that is no maze, a later reading reports the lines and the columns.
            return match read(&text, Format::Grid) {
                Ok(document) => Self::of_setup(document.setup, "grid", false, false),
                Err(_) => Self {
                    source: Source::Text(text.into_bytes().into(), Format::Grid.into()),
                    origin: "grid".to_owned(),
                    graph: None,
                    named: None,
                },
            };
        }
        let mut setup = Setup::new(BoardChoice::Grid(rows));
        let wall = |[row, column, other_row, other_column]: [u32; 4]| {
            [Cell { row, column }, Cell { row: other_row, column: other_column }]
        };
        setup.thin_walls = walls.into_iter().map(wall).collect();
        Self::of_setup(setup, "grid", false, false)
    }

    /// A graph with this number of vertices and these edges, which may have costs and directions.
    /// If the caller does not know the vertices by their numbers, `labels` has a text for each.
    /// Texts show the labels. In a setup that is written, names made of the labels replace them.
    #[staticmethod]
    #[pyo3(signature = (vertices, edges, costs=None, directed=false, labels=None))]
    fn edges(
        vertices: i64,
        edges: Vec<(i64, i64)>,
        costs: Option<Vec<i64>>,
        directed: bool,
        labels: Option<Vec<Bound<'_, PyString>>>,
    ) -> PyResult<Self> {
        let choice = match costs {
            None => BoardChoice::Edges { vertices, edges },
            Some(costs) if costs.len() == edges.len() => {
                let edges = edges.into_iter().zip(costs).map(|((from, to), cost)| (from, to, cost)).collect();
                BoardChoice::EdgesWithCosts { vertices, edges }
            }
            Some(_) => return Err(ArgumentError::new_err("there is one cost for each edge")),
        };
        let mut setup = Setup::new(choice);
        setup.rules.directed = Some(directed);
        let is_labelled = labels.is_some();
        let labels = labels.unwrap_or_default();
        setup.captions = labels.iter().map(|label| label.to_string_lossy().into_owned()).collect();
        let is_number = |label: &str| label.parse::<i64>().is_ok();
        let named =
            setup.captions.iter().map(|label| if is_number(label) { format!("v{label}") } else { label.clone() });
        setup.names = names(named).unwrap_or_default();
        Ok(Self::of_setup(setup, "graph", is_labelled, !directed))
    }

    /// The graph as a line of graph6, or if graph6 cannot represent it, of sparse6 or digraph6; and
    /// the cells of its vertices if it is a grid.
    fn line(&self, py: Python<'_>) -> PyResult<(String, Option<Cells>)> {
        let Source::Setup { setup, .. } = &self.source else {
            let message = "a file or a text is no item of graphs: cops(path) reads the graphs of a file";
            return Err(BoardError::new_err(message));
        };
        let setup = Setup { names: Vec::new(), ..(**setup).clone() };
        line(setup).map_err(|error| match error {
            Line::Error(error) => raised(py, error, &self.origin),
            Line::Unwritable(text) => BoardError::new_err(text),
        })
    }
}

/// The row and the column of each vertex.
type Cells = Vec<(u32, u32)>;

/// The reason why a graph is no line.
enum Line {
    Error(Error),
    Unwritable(String),
}

/// Up to this number of vertices, graph6 is short. For larger graphs sparse6 is used, whose length
/// depends on the number of edges only.
const SHORT: usize = 128;

fn line(setup: Setup) -> Result<(String, Option<Cells>), Line> {
    let without_costs = match setup.board {
        BoardChoice::EdgesWithCosts { vertices, edges } => {
            BoardChoice::Edges { vertices, edges: edges.into_iter().map(|(from, to, _)| (from, to)).collect() }
        }
        board => board,
    };
    let is_directed = setup.rules.directed == Some(true);
    let setup = Setup { board: without_costs, ..setup };
    // Ask the question about this setup, which reports the defects in the caller's words.
    let board = setup.plan_board().map_err(|_| match Question::setup(setup.clone()).prepare(Work::LOOKUP) {
        Err(error) => Line::Error(error),
        Ok(_) => Line::Unwritable("the graph cannot be laid out".to_owned()),
    })?;
    let is_short = board.vertices() as usize <= SHORT && board.arcs().all(|(from, to, _)| from != to);
    let format = match (is_directed, is_short) {
        (true, _) => Format::Digraph6,
        (false, true) => Format::Graph6,
        (false, false) => Format::Sparse6,
    };
    let mut text = String::new();
    write(&mut text, &BoardText::of_setup(setup), &board, format)
        .map_err(|error| Line::Unwritable(error.to_string()))?;
    text.truncate(text.trim_end().len());
    let cell = |grid: &Grid, vertex| {
        let Cell { row, column } = grid.cell(Vertex::new(vertex));
        (row, column)
    };
    let cells = board.grid().map(|grid| (0..board.vertices()).map(|vertex| cell(grid, vertex)).collect());
    Ok((text, cells))
}

/// The cop number of a graph with at most this number of vertices takes microseconds. Even eight
/// cats on it are solved in a tenth of a second.
const SMALL: usize = 12;

/// The number of vertices of a graph of at most 62 vertices in graph6; `None` if the text is something
/// else.
fn vertices_in_graph6(text: &[u8]) -> Option<usize> {
    let (first, bits) = text.trim_ascii_end().split_first()?;
    let vertices = usize::from(first.checked_sub(63)?);
    let is_it = vertices < 63 && bits.len() == (vertices * vertices.saturating_sub(1) / 2).div_ceil(6);
    (is_it && bits.iter().all(|byte| (63..127).contains(byte))).then_some(vertices)
}

/// The number of lines between two checks for an interrupt.
const LINES_AT_ONCE: usize = 1 << 14;

/// Appends a line to a text. Refuses an item that is no line or more than one, because it would
/// change the numbers of all later items.
pub(crate) fn add_line(text: &mut Vec<u8>, line: &str, index: u64) -> PyResult<()> {
    let line = line.trim();
    let is_one =
        !line.is_empty() && !line.starts_with(['#', '>']) && !line.bytes().any(|byte| matches!(byte, b'\n' | b'\r'));
    if !is_one {
        let shown: String = line.chars().take(40).collect();
        let message = format!(
            "item {index} is no line of graph6, digraph6 or sparse6: {shown:?}; a text of many graphs is no list"
        );
        return Err(BoardError::new_err(message));
    }
    text.extend_from_slice(line.as_bytes());
    text.push(b'\n');
    Ok(())
}

impl Board {
    pub(crate) fn of_setup(setup: Setup, origin: &str, is_labelled: bool, is_undirected: bool) -> Self {
        Self {
            source: Source::Setup { setup: Box::new(setup), is_labelled, is_undirected },
            origin: origin.to_owned(),
            graph: None,
            named: None,
        }
    }

    /// The game on this board, and notes on how the board was read and on choices without effect.
    pub(crate) fn prepare(
        &self,
        choices: &Choices,
        work: Work,
        memory: Option<u64>,
    ) -> Result<(PreparedGame, Vec<Note>), Error> {
        let prepared = match &self.source {
            Source::Setup { setup, is_labelled, is_undirected } => {
                let mut question = Question::setup((**setup).clone()).with(choices.clone());
                if *is_labelled {
                    question = question.labelled();
                }
                if *is_undirected {
                    question = question.undirected();
                }
                if let Some(bytes) = memory {
                    question = question.allowing(bytes);
                }
                question.prepare(work)?
            }
            Source::Text(..) | Source::File(..) => choices.prepare(&self.record()?, work, memory)?,
        };
        let notes = notes(prepared.remark.as_ref(), choices.rules.idle_in(&prepared.game));
        Ok((prepared, notes))
    }

    /// The number of vertices of a graph in memory, in graph6, or with a name; `None` for other boards,
    /// which have to be read first.
    pub(crate) fn vertices(&self) -> Option<usize> {
        let setup = match &self.source {
            _ if let Some(vertices) = self.named => return Some(vertices as usize),
            Source::Text(text, _) => return vertices_in_graph6(text),
            Source::File(..) => return None,
            Source::Setup { setup, .. } => setup,
        };
        Some(match &setup.board {
            BoardChoice::Edges { vertices, .. } | BoardChoice::EdgesWithCosts { vertices, .. } => {
                usize::try_from(*vertices).unwrap_or(usize::MAX)
            }
            BoardChoice::Adjacency(lists) => lists.len(),
            BoardChoice::Grid(rows) => rows.iter().map(String::len).sum(),
            _ => return None,
        })
    }

    /// Whether this is a board that takes little memory and little time.
    pub(crate) fn is_small(&self) -> bool {
        self.vertices().is_some_and(|vertices| vertices <= SMALL)
    }

    /// The boards that differ from this one in at most this number of edges, walls or starts.
    pub(crate) fn near(&self, choices: &Choices, changes: u32) -> Result<Space, Error> {
        match &self.source {
            Source::Setup { setup, .. } => {
                self.prepare(choices, Work::SOLVE, None)?;
                Ok(Space::Near { setup: setup.clone(), changes })
            }
            Source::Text(..) | Source::File(..) => Space::near(&self.record()?, choices, changes),
        }
    }

    /// The single graph of the source.
    pub(crate) fn record(&self) -> Result<Record, Error> {
        self.stream()?.only()
    }

    /// All graphs of the source.
    pub(crate) fn stream(&self) -> Result<Graphs, Error> {
        let (source, options): (Box<dyn std::io::Read + Send>, _) = match &self.source {
            Source::Text(text, options) => (Box::new(Cursor::new(text.clone())), *options),
            Source::File(path, options) => (Box::new(File::open(path).map_err(Error::Source)?), *options),
            // A grid is passed on as a drawing, so that messages can name cells. A line of text has
            // no cells.
            Source::Setup { setup, .. } if let Some(rows) = setup.drawn_grid() => {
                if !setup.thin_walls.is_empty() && setup.plan_board().is_err() {
                    // A drawing with walls has other lines than the rows. The question reports the
                    // defects at the rows.
                    Question::setup((**setup).clone()).prepare(Work::LOOKUP)?;
                }
                (Box::new(Cursor::new(rows.join("\n").into_bytes())), Format::Grid.into())
            }
            Source::Setup { setup, is_undirected, .. } => {
                let line = line(Setup { names: Vec::new(), ..(**setup).clone() });
                let (text, _) = line.map_err(|error| match error {
                    Line::Error(error) => error,
                    Line::Unwritable(text) => Error::Source(std::io::Error::other(text)),
                })?;
                let made_from = is_undirected.then_some("an undirected graph");
                (Box::new(Cursor::new(text.into_bytes())), ReadOptions { made_from, ..Format::Digraph6.into() })
            }
        };
        let is_complete = !matches!(&self.source, Source::File(path, _) if !path.is_file());
        let graphs = Graphs::new(source, options).map_err(Error::Source)?;
        let graphs = if is_complete { graphs.fully_available() } else { graphs };
        match self.graph {
            None => Ok(graphs),
            Some(number) => graphs.pick(number),
        }
    }
}
