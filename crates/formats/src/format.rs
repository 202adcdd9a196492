//! The formats, and the options that a caller can give for reading a text.

use std::fmt;
use std::path::Path;

use catmouse_model::Keyword;

use crate::problem::Problem;

/// A format of boards or setups.
///
/// ```
/// use catmouse_formats::{Format, recognise};
///
/// assert_eq!(Format::of_extension("g6"), Some(Format::Graph6));
/// assert_eq!(recognise("M.F
/// ..C
/// "), Ok(Format::Grid));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Format {
    /// A whole setup in TOML.
    Setup,
    /// The notation of the LeetCode problems: `[[2,5],[3],…]` or `["####F","#C...",…]`; with costs `[[[2,7],[5,1]],[[3,1]],…]`.
    /// In a stream, one board a line.
    Leetcode,
    /// A grid in plain text, one row a line.
    Grid,
    /// One graph a line, as `geng` writes them. Lines of digraph6 and sparse6, which begin with `&` and `:`, may stand among
    /// them, and the other way round.
    Graph6,
    /// One digraph a line.
    Digraph6,
    /// One graph with few edges a line.
    Sparse6,
    /// One edge a line, `u v` or `u v cost`; blank lines separate graphs.
    Edges,
    /// `p edge N M` and `e u v`, or `p sp N M` and `a u v cost`; vertices are counted from 1.
    Dimacs,
    /// The graphs of Graphviz.
    Dot,
    /// Rows of 0 and 1, one for each vertex; blank lines separate graphs.
    Matrix,
    /// Matrix Market: coordinate matrices of patterns or whole numbers.
    Mtx,
    /// A vertex and its neighbours on each line, as networkx writes adjacency lists.
    Adjlist,
    /// `u v {}` or `u v {'weight': 3}` a line, as networkx writes edge lists.
    NxEdges,
    /// JSON with nodes and links, as networkx and D3 write it. In a stream, one object after another.
    NodeLink,
    /// GraphML, in XML.
    Graphml,
    /// The Graph Modelling Language.
    Gml,
    /// What nauty's `showg` prints: lists of neighbours, or a matrix.
    Showg,
    /// `1: 2 3` a line, as House of Graphs lists neighbours; blank lines separate graphs.
    Hog,
    /// Binary multicode: for each vertex its greater neighbours, a byte each.
    Multicode,
    /// `source,target` or `source,target,cost` a row, with or without a header.
    Csv,
}

impl Keyword for Format {
    const ALL: &'static [Self] = &[
        Self::Setup,
        Self::Leetcode,
        Self::Grid,
        Self::Graph6,
        Self::Digraph6,
        Self::Sparse6,
        Self::Edges,
        Self::Dimacs,
        Self::Dot,
        Self::Matrix,
        Self::Mtx,
        Self::Adjlist,
        Self::NxEdges,
        Self::NodeLink,
        Self::Graphml,
        Self::Gml,
        Self::Showg,
        Self::Hog,
        Self::Multicode,
        Self::Csv,
    ];

    fn word(self) -> &'static str {
        match self {
            Self::Setup => "setup",
            Self::Leetcode => "leetcode",
            Self::Grid => "grid",
            Self::Graph6 => "graph6",
            Self::Digraph6 => "digraph6",
            Self::Sparse6 => "sparse6",
            Self::Edges => "edges",
            Self::Dimacs => "dimacs",
            Self::Dot => "dot",
            Self::Matrix => "matrix",
            Self::Mtx => "mtx",
            Self::Adjlist => "adjlist",
            Self::NxEdges => "nx-edges",
            Self::NodeLink => "node-link",
            Self::Graphml => "graphml",
            Self::Gml => "gml",
            Self::Showg => "showg",
            Self::Hog => "hog",
            Self::Multicode => "multicode",
            Self::Csv => "csv",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl Format {
    /// Whether a text is recognised as this format only by the shape of its lines, so that the user should be told which format was
    /// assumed.
    pub fn is_recognised_by_shape(self) -> bool {
        matches!(self, Self::Matrix | Self::Adjlist | Self::NxEdges | Self::Hog | Self::Csv)
    }

    /// Whether a text in it can hold several graphs.
    pub fn holds_several(self) -> bool {
        match self {
            Self::Leetcode
            | Self::Graph6
            | Self::Digraph6
            | Self::Sparse6
            | Self::Edges
            | Self::Dimacs
            | Self::Dot
            | Self::Matrix
            | Self::NodeLink
            | Self::Showg
            | Self::Hog
            | Self::Multicode => true,
            Self::Setup
            | Self::Grid
            | Self::Mtx
            | Self::Adjlist
            | Self::NxEdges
            | Self::Graphml
            | Self::Gml
            | Self::Csv => false,
        }
    }

    /// Whether it is a binary format. See [`encoded`](crate::encoded).
    pub fn is_binary(self) -> bool {
        self == Self::Multicode
    }

    /// The format for the extension of a file's name, if it implies one; `graphs.g6.gz` is compressed graph6.
    ///
    /// ```
    /// use catmouse_formats::Format;
    ///
    /// assert_eq!(Format::of_path("boards/trees.g6.gz".as_ref()), Some(Format::Graph6));
    /// assert_eq!(Format::of_path("board.txt".as_ref()), None);
    /// ```
    pub fn of_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?;
        if extension.eq_ignore_ascii_case("gz") {
            return Self::of_extension(Path::new(path.file_stem()?).extension()?.to_str()?);
        }
        Self::of_extension(extension)
    }

    /// The format for an extension such as `g6`; `None` if files of several formats have it, or none.
    pub fn of_extension(extension: &str) -> Option<Self> {
        Some(match extension.to_ascii_lowercase().as_str() {
            "g6" | "graph6" => Self::Graph6,
            "d6" | "digraph6" => Self::Digraph6,
            "s6" | "sparse6" => Self::Sparse6,
            "edges" | "edgelist" | "el" => Self::Edges,
            "dimacs" | "col" | "gr" => Self::Dimacs,
            "dot" | "gv" => Self::Dot,
            "toml" => Self::Setup,
            "mtx" => Self::Mtx,
            "adjlist" => Self::Adjlist,
            "graphml" => Self::Graphml,
            "gml" => Self::Gml,
            "csv" | "tsv" => Self::Csv,
            _ => return None,
        })
    }

    /// The comment above a text that would be taken for something else without it. Other programs ignore it.
    pub(crate) fn first_line(self) -> Option<&'static str> {
        match self {
            Self::Matrix => Some("# matrix\n"),
            Self::Adjlist => Some("# adjlist\n"),
            Self::NxEdges => Some("# nx-edges\n"),
            _ => None,
        }
    }

    /// The format that a text says by its [first line](Self::first_line) alone.
    pub(crate) fn of_first_line(text: &str) -> Option<Self> {
        let first = text.lines().next()?.trim_end();
        let is_said = |format: &&Self| format.first_line().is_some_and(|line| line.trim_end() == first);
        Self::ALL.iter().find(is_said).copied()
    }
}

/// How the format of a text is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FormatChoice {
    /// From the text alone: [`recognise`](crate::recognise()). A text that can be read as two different boards is refused.
    #[default]
    Recognise,
    /// From the name of its file. The first line of an edge list may still be ambiguous.
    Named(Format),
    /// From the user. Nothing is ambiguous then.
    Insisted(Format),
}

impl FormatChoice {
    /// The format, unless it is to be recognised.
    pub fn format(self) -> Option<Format> {
        match self {
            Self::Recognise => None,
            Self::Named(format) | Self::Insisted(format) => Some(format),
        }
    }
}

/// The number of the first vertex in an edge list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Base {
    /// Vertices are counted from 0.
    Zero,
    /// Vertices are counted from 1; vertex 1 of the text is vertex 0 of the board.
    One,
}

impl Keyword for Base {
    const ALL: &'static [Self] = &[Self::Zero, Self::One];

    fn word(self) -> &'static str {
        match self {
            Self::Zero => "0",
            Self::One => "1",
        }
    }
}

/// What the caller knows about a text. The default is nothing.
///
/// ```
/// use catmouse_formats::{Base, Format, ReadOptions, read};
///
/// let path = "1 2\n2 3\n"; // counted from 1, but nothing in the text says so
/// assert!(read(path, Format::Edges).is_err());
/// let document = read(path, ReadOptions { base: Some(Base::One), ..Format::Edges.into() })?;
/// assert_eq!(document.setup.plan_board()?.vertices(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The format.
    pub format: FormatChoice,
    /// In an edge list: the number of the first vertex. If it is unknown and the first line does not give the number of vertices,
    /// the vertices have to be exactly 0 to n − 1.
    pub base: Option<Base>,
    /// What to do with edges that join the same vertices at different costs.
    pub parallel: Parallel,
    /// What a program made the text from, such as `a named graph`, if its edges have no directions. The program has then chosen in which
    /// order the ends of an edge are written.
    pub made_from: Option<&'static str>,
}

/// Refuses to let moves lead one way only along edges that have no directions. They would lead from whichever end happens to be written
/// first. `undirected` is what has such edges, if anything has: a format, or what a program made the board from.
///
/// # Errors
///
/// A [`Problem`] without a span, if `directed` is true.
pub fn ensure_directions(directed: Option<bool>, undirected: Option<&str>) -> Result<(), Problem> {
    match undirected {
        Some(what) if directed == Some(true) => {
            let wanted = "leave `--set directed` out; edges, digraph6 and others say which way each leads";
            Err(Problem::new(None, format!("this is {what}, whose edges have no directions"), wanted))
        }
        _ => Ok(()),
    }
}

/// What to do with edges that join the same vertices at different costs in a text that does not declare a multigraph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Parallel {
    /// Refuse them.
    #[default]
    Refused,
    /// Keep each as a move.
    Kept,
    /// Read all edges as arcs, so that one from a to b and one from b to a differ. Refuse two from a to b.
    OneWay,
}

impl From<Format> for ReadOptions {
    fn from(format: Format) -> Self {
        Self { format: FormatChoice::Insisted(format), ..Self::default() }
    }
}

impl From<Option<Format>> for ReadOptions {
    fn from(format: Option<Format>) -> Self {
        format.map(Self::from).unwrap_or_default()
    }
}
