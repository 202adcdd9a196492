//! The formats, and what a caller may know about a text before it is read.

use std::fmt;
use std::path::Path;

use catmouse_model::Keyword;

/// How a board or a setup can be written down.
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
    /// What the LeetCode problems write: `[[2,5],[3],…]` or `["####F","#C...",…]`; with costs `[[[2,7],[5,1]],[[3,1]],…]`.
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
    /// One edge a line, `u v` or `u v cost`; graphs are parted by blank lines.
    Edges,
    /// `p edge N M` and `e u v`, or `p sp N M` and `a u v cost`; vertices are counted from 1.
    Dimacs,
    /// The graphs of Graphviz.
    Dot,
    /// Rows of 0 and 1, one for each vertex; graphs are parted by blank lines.
    Matrix,
    /// Matrix Market: coordinate matrices of patterns or whole numbers.
    Mtx,
    /// A vertex and its neighbours on each line, as networkx writes adjacency lists.
    Adjlist,
    /// `u v {}` or `u v {'weight': 3}` a line, as networkx writes edge lists.
    NxEdges,
    /// JSON with nodes and links, as networkx and D3 have it. In a stream, one object behind the other.
    NodeLink,
    /// GraphML, in XML.
    Graphml,
    /// The Graph Modelling Language.
    Gml,
    /// What nauty's `showg` prints: lists of neighbours, or a matrix.
    Showg,
    /// `1: 2 3` a line, as House of Graphs lists neighbours; graphs are parted by blank lines.
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
    /// Whether the shape of its lines is all that shows a text to be in this format, so that its reader is told.
    pub fn is_told_by_shape(self) -> bool {
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

    /// Whether it is made of bytes that are no text. See [`encoded`](crate::encoded).
    pub fn is_binary(self) -> bool {
        self == Self::Multicode
    }

    /// The format that the name of a file promises, if it promises any; `graphs.g6.gz` is packed graph6.
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

    /// The format that files whose name ends like this (`g6`, say) are in; none where the ending may be anything's.
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
}

/// Where the format of a text is known from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FormatChoice {
    /// From the text alone: [`recognise`](crate::recognise()). A text that can be read as two different boards is refused.
    #[default]
    Recognise,
    /// From the name of its file. That settles which format it is; the first line of an edge list may still mean two things.
    Named(Format),
    /// From the user, who insists on it.
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

/// What the caller knows about a text: nothing, unless something is said.
///
/// ```
/// use catmouse_formats::{Base, Format, ReadOptions, read};
///
/// let path = "1 2\n2 3\n"; // vertex 1 is the first: nothing in the text says so
/// assert!(read(path, Format::Edges).is_err());
/// let document = read(path, ReadOptions { base: Some(Base::One), ..Format::Edges.into() })?;
/// assert_eq!(document.setup.plan_board()?.vertices(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// The format.
    pub format: FormatChoice,
    /// In an edge list: the number of the first vertex. Without it, and without a first line that says how many vertices there are,
    /// the vertices have to be exactly 0 to n − 1.
    pub base: Option<Base>,
    /// What two edges are that join the same vertices at different costs.
    pub parallel: Parallel,
}

/// What edges are that join the same vertices at different costs, where the text does not say that it is a multigraph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Parallel {
    /// They are in doubt, and refused.
    #[default]
    Refused,
    /// Each is a move.
    Kept,
    /// Edges lead one way, whatever the text says, so that one from a to b and one from b to a are two. Two from a to b are refused.
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
