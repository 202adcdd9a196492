//! Reads boards and whole setups from text, with the place of every part, and writes them.
//!
//! Every [`Format`] is read into the same [`Setup`](catmouse_model::Setup).
//! [`recognise`](recognise()) identifies the format of a text by its content, and refuses a text
//! with two readings as different boards. [`read`] makes a [`BoardText`] from a text, [`Records`]
//! reads the graphs of a stream one by one, and [`write`](write()) writes them.
//!
//! | format | content | source |
//! |---|---|---|
//! | `setup` | everything, in TOML | below |
//! | `leetcode` | `[[2,5],[3],…]`, `[[[2,7],[5,1]],…]` or a quoted grid | the LeetCode problems |
//! | `grid` | a drawing, one row a line; or with thin walls of `+`, `-` and `\|` | the LeetCode problems |
//! | `graph6`, `digraph6`, `sparse6` | one graph on each line | the nauty package |
//! | `edges` | `u v`, `u v cost` or `u v kind` on each line | common usage |
//! | `dimacs` | `p edge N M`, `e u v`; `p sp N M`, `a u v cost`; `p tw N M`, `u v` | DIMACS and PACE |
//! | `dot` | the graphs of Graphviz | the DOT language |
//! | `matrix` | rows of 0 and 1 | common usage |
//! | `mtx` | coordinate matrices of patterns and whole numbers | Matrix Market |
//! | `adjlist`, `nx-edges`, `node-link` | adjacency lists; edges with data; JSON | networkx |
//! | `graphml`, `gml` | graphs in XML; the Graph Modelling Language | their specifications |
//! | `showg`, `hog`, `multicode` | lists of neighbours; bytes | the nauty package, House of Graphs |
//! | `csv` | `source,target` or `source,target,cost` in each row | spreadsheets |
//! | `pajek`, `dl`, `metis`, `leda` | networks, matrices, lists | programs of these names, UCINET |
//! | `gexf`, `tgf` | graphs in XML; the trivial graph format | Gephi, yEd |
//! | `planar-code` | bytes | plantri |
//! | `octile`, `pacman`, `xsb` | grids in other letters | `MovingAI`, Berkeley's Pac-Man, Sokoban |
//!
//! The formats of the last four rows are only read.
//!
//! A stream of any format may be compressed by gzip. Labels of vertices that are not numbers become
//! names.
//!
//! A text can be wrong in two ways. If it cannot be read in its format, [`read`] lists every
//! [`Problem`], each with the expected text and the bytes that it concerns. If it can be read but
//! does not make a game, the model finds the defects, and [`BoardText::problems`] locates them in
//! the text. The caller renders the problems; this crate prints nothing.
//!
//! Texts are untrusted. Nesting is bounded before anything is parsed, so no text overflows the
//! stack. Time and memory are linear in the length of the text, which is at most [`MAX_BYTES`], and
//! in its edges, of which there are at most [`MAX_EDGES`].
//!
//! ```
//! use catmouse_formats::{Format, read, recognise};
//!
//! let text = "graph = [[1], [0, 2], [1, 7]]";
//! assert_eq!(recognise(text), Ok(Format::Leetcode));
//! let document = read(text, Format::Leetcode)?;
//!
//! // It can be read, but vertex 7 does not exist. The problem points at the 7.
//! let problems = document.problems(&document.setup.plan().unwrap_err());
//! assert_eq!(problems[0].message, "vertex 7 does not exist");
//! assert_eq!(problems[0].wanted, "vertices are 0 to 2");
//! assert_eq!(&text[problems[0].span.clone().unwrap()], "7");
//!
//! // This one cannot be read. The problem points at the comma.
//! let text = "[[1, 3], , [3]]";
//! let error = read(text, Format::Leetcode).unwrap_err();
//! assert_eq!(error.problems[0].message, "nothing is before this comma");
//! assert_eq!(error.problems[0].span, Some(9..10));
//! # Ok::<(), catmouse_formats::ReadError>(())
//! ```
//!
//! # Setups
//!
//! Everything except `catmouse` and the board is optional. The preset supplies what is missing;
//! without a preset, a grid plays *Cat and Mouse II* and any other board *Cat and Mouse*. A vertex
//! is a number, a name in quotes, or `[row, column]` on a grid.
//!
//! ```toml
//! catmouse = 1                          # the version of this format
//! title = "Around the table"
//! source = "by hand"
//! preset = "cat-and-mouse"              # or cat-and-mouse-ii, cops
//!
//! [board]                               # exactly one of adjacency, edges and grid
//! adjacency = [[1, 2], [0], [0]]        # the neighbours of each vertex
//!                                       # with costs: [[[1, 5], [2, 1]], [[0, 5]], [[0, 1]]]
//! # edges = [[0, 1], [0, 2]]            # pairs of vertices; with costs: [[0, 1, 5], [0, 2, 1]]
//! # vertices = 3                        # needed for edges between numbers, but not between names:
//!                                       # edges = [["hole", "hall"], ["hole", "attic"]]
//! # grid = ["M.#", "..#", "C.F"]        # rows, or one text with a row on each line
//! names = ["hole", "hall", "attic"]      # on a grid some cells may have names: { door = [0, 4] }
//! directed = false                      # whether moves may lead one way only
//!
//! [rules]
//! hole = "hole"                         # a vertex, or a list of vertices
//! traps = []                            # a vertex, or a list of vertices
//! cat-in-hole = "forbidden"             # or allowed, guards, wins
//! mouse-may-stay = false
//! cat-may-stay = false
//! cats = 1                              # used if no starts are given
//! cats-move = "all"                     # or one
//! placement = false                     # whether the players place the pieces that have no start
//! mouse-jump = 1
//! cat-jump = 1
//! mouse-speed = 1                       # the number of edges along which one move may lead
//! cat-speed = 1                         # or a list with one for each cat
//! cat-follows = "free"                  # or nearest; on a grid also rows, columns; or a list
//! capture-distance = 0                  # the number of edges from which a cat catches the mouse
//! mouse-seen = "always"                 # or never, 3, [3, 8], within:2
//! endless = "draw"                      # or mouse, cat
//! limit = "none"                        # or a number of plies
//! limit-winner = "cat"                  # or mouse, draw
//! stalemate = "draw"                    # or pass, loss
//!
//! [start]
//! mouse = "hall"
//! cat = 2                               # or cats = [2], a list of vertices
//! first = "mouse"                       # or cat
//!
//! [expect]                              # the claimed result
//! outcome = "mouse"                     # or cat, draw
//! decided-by = "play"                   # or endless, limit, stalemate
//! distance-plies = 1                    # or "none"
//! positions = { total = 12, mouse = 6, cat = 4, draw = 2 }
//! longest-plies = { mouse = 1, cat = 0 } # where moves have costs, distance-cost and longest-cost
//! ```
//!
//! Edges may have kinds, such as `bus`. The rules say which side may use which kinds:
//!
//! ```toml
//! [board]
//! edges = [["station", "quay", "bus"], ["quay", "island", "ferry"]]
//!
//! [rules]
//! mouse-uses = ["bus", "ferry"]         # all kinds unless given
//! cat-uses = "bus"
//! ```

mod adjlist;
mod ambiguity;
mod board;
mod board_text;
mod called;
mod colon_lists;
mod csv;
mod decide;
mod dimacs;
mod dl;
mod dot;
mod drawn;
mod edge_list;
mod expectation;
mod foreign;
mod format;
mod gexf;
mod gml;
mod graph;
mod graph6;
mod graphml;
mod grid;
mod labels;
mod leda;
mod leetcode;
mod lists;
mod matrix;
mod maze;
mod metis;
mod mtx;
mod multicode;
mod named;
mod node_link;
mod numbered;
mod nx_edges;
mod pajek;
mod problem;
mod programs;
mod reading;
mod recognise;
mod rows;
mod setup;
mod sextets;
mod span;
mod sparse6;
mod stream;
mod tgf;
mod tree;
mod unpacking;
mod unrecognised;
mod vertex_names;
mod words;
mod writing;
mod xml;

pub use ambiguity::Ambiguity;
pub use board_text::BoardText;
pub use expectation::{Expectation, ExpectedCounts, ExpectedLongest};
pub use foreign::{Foreign, Packer};
pub use format::{Base, CostKey, Format, FormatChoice, Parallel, ReadOptions, ensure_directions};
pub use graph::{FROM_1, MAX_EDGES};
pub use graph6::SmallGraph;
pub use labels::names;
pub use multicode::encoded;
pub use named::{FAMILIES, Family, NAMED_GRAPH, NamedGraph, NoSuchGraph, named_graph};
pub use problem::{Problem, ReadError};
pub use recognise::{is_board, recognise};
pub use stream::{Record, Records};
pub use unrecognised::Unrecognised;
pub use words::decimal;
pub use writing::{Loss, Unwritable, lead_in, write};

/// The greatest length of a text in bytes. The setup read from a text takes up to eight times as
/// much memory, so it fits into 1 GiB. A graph in graph6 is also bounded by [`MAX_EDGES`].
pub const MAX_BYTES: usize = 1 << 26;

/// The greatest length of a setup, a grid, or JSON, in bytes. Values with their places take up to
/// 120 bytes for each byte of dense text.
const MAX_TREE_BYTES: usize = 1 << 23;

/// Reads a text with exactly one board, in the given format or in the [recognised](recognise())
/// one. An initial byte-order mark is skipped. Time and memory: linear in the length of the text.
///
/// # Errors
///
/// Every [`Problem`] that prevents reading, in the order of the text, up to the first syntax error.
/// A text with two readings as different boards is refused unless the user
/// [gave the format](FormatChoice::Insisted).
pub fn read(text: &str, options: impl Into<ReadOptions>) -> Result<BoardText<'_>, ReadError> {
    let options = options.into();
    let format = match options.format {
        FormatChoice::Recognise => recognise::look(text.as_bytes()).map_err(|error| error.problem(text))?,
        FormatChoice::Named(format) => recognise::named(text.as_bytes(), format),
        FormatChoice::Insisted(format) => format,
    };
    read_marked(text, format, options)
}

/// Reads a text that has this format or looks like it. The text may begin with a byte-order mark.
fn read_marked(text: &str, format: Format, options: ReadOptions) -> Result<BoardText<'_>, ReadError> {
    let rest = recognise::without_mark(text);
    let skipped = text.len() - rest.len();
    let read = read_as(rest, format, options);
    read.map(|document| document.behind(skipped)).map_err(|error| error.moved(skipped))
}

/// Reads a text without a byte-order mark that has this format or looks like it.
fn read_as(text: &str, format: Format, options: ReadOptions) -> Result<BoardText<'_>, ReadError> {
    if let Some(problem) = unreadable(text, format) {
        return Err(problem.into());
    }
    let refused = |error: unrecognised::Unrecognised| ReadError::from(error.problem(text));
    let format = match options.format {
        FormatChoice::Recognise => decide::decide(text, format).map_err(refused)?,
        FormatChoice::Named(_) => decide::decide_named(text, format).map_err(refused)?,
        FormatChoice::Insisted(_) => format,
    };
    if options.base.is_some() && format != Format::Edges {
        let message = format!("`base` is for edge lists, but this is {format}");
        return Err(Problem::new(None, message, "only in edge lists it is open where counting begins").into());
    }
    if options.diagonals && format != Format::Octile {
        let message = format!("`diagonals` is for maps of octiles, but this is {format}");
        return Err(Problem::new(None, message, "other formats say which moves there are").into());
    }
    if matches!(options.costs, CostKey::Named(_)) && !format.has_keys() {
        let message = format!("this is {format}, in which costs have no keys");
        return Err(Problem::new(None, message, "").with([words::uncosted()]).into());
    }
    let mut document = read_format(text, format, options)?;
    if format == Format::Leetcode && options.format == FormatChoice::Recognise {
        decide::in_board(&document.setup.board).map_err(|error| refused(error.into()))?;
    }
    document.undirected = options.made_from.or(document.undirected);
    document.ensure_directions((options.parallel == Parallel::OneWay).then_some(true))?;
    Ok(document)
}

/// Reads a text of a known format.
fn read_format(text: &str, format: Format, options: ReadOptions) -> Result<BoardText<'_>, ReadError> {
    let mut graph = match format {
        Format::Setup => {
            let mut document = setup::read(text)?;
            document.remark = graph::remark_on_edges(&document.setup, options.parallel);
            return Ok(document);
        }
        Format::Leetcode => return leetcode::read(text),
        Format::Grid => return grid::read(text),
        Format::Graph6 | Format::Digraph6 | Format::Sparse6 => return Ok(graph6::read(text)?),
        Format::Edges => edge_list::read(text, options.base, options.costs),
        _ if !cfg!(feature = "programs") => {
            let message = format!("this is {format}, which this build does not read");
            Err(Problem::new(None, message, "convert it to one of the other formats first"))
        }
        Format::Dot => dot::read(text, options.costs),
        Format::Matrix => matrix::read(text),
        Format::Hog => return colon_lists::read_hog(text),
        Format::Showg => return colon_lists::read_showg(text),
        Format::Dimacs => dimacs::read(text, options.costs),
        Format::Mtx => mtx::read(text, options.costs),
        Format::Adjlist => adjlist::read(text),
        Format::NxEdges => nx_edges::read(text, options.costs),
        Format::NodeLink => node_link::read(text, options.costs),
        Format::Graphml => graphml::read(text, options.costs),
        Format::Gml => gml::read(text, options.costs),
        Format::Multicode => multicode::read(text),
        Format::Csv => csv::read(text, options.costs),
        Format::Pajek => pajek::read(text, options.costs),
        Format::Gexf => gexf::read(text, options.costs),
        Format::Tgf => tgf::read(text, options.costs),
        Format::PlanarCode => multicode::read_planar(text),
        Format::Dl => dl::read(text, options.costs),
        Format::Metis => metis::read(text, options.costs),
        Format::Leda => leda::read(text, options.costs),
        Format::Octile | Format::Pacman | Format::Xsb => return drawn::read(text, format, options.diagonals),
    }?;
    if let CostKey::Named(key) = options.costs {
        let unused = graph.costs.is_none().then(|| format!("no edge has a `{key}`, so moves have no costs"));
        graph.remark(unused);
    }
    graph.settle_parallel(options.parallel)?;
    graph.remark_on_kinds();
    Ok(graph.into_document(text))
}

/// The problem of a text that is empty or too long; `None` for other texts.
fn unreadable(text: &str, format: Format) -> Option<Problem> {
    if text.trim_start().is_empty() {
        return Some(unrecognised::Unrecognised::Empty.problem(text));
    }
    let longest = longest(format);
    (text.len() > longest).then(|| too_long(longest))
}

/// The greatest length of a text in a format, in bytes.
fn longest(format: Format) -> usize {
    match format {
        Format::Setup | Format::Grid | Format::NodeLink | Format::Octile | Format::Pacman | Format::Xsb => {
            MAX_TREE_BYTES
        }
        _ => MAX_BYTES,
    }
}

fn too_long(longest: usize) -> Problem {
    Problem::new(None, format!("the input is longer than {longest} bytes"), "expected a smaller board")
}
