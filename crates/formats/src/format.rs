//! The formats, and the options that a caller can give for reading a text.

use std::fmt;
use std::path::Path;

use catmouse_model::Keyword;

use crate::problem::Problem;
use crate::words::Word;

/// Declares the formats. Each line reads
///
/// ```text
/// Variant = "word", how it is recognised, how many graphs, extensions;
/// ```
macro_rules! formats {
    ($($(#[doc = $doc:literal])+ $name:ident = $word:literal, $known:ident, $holds:ident $(, $extension:literal)*;)+) => {
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
            $($(#[doc = $doc])+ $name,)+
        }

        impl Keyword for Format {
            const ALL: &'static [Self] = &[$(Self::$name,)+];

            fn word(self) -> &'static str {
                match self {
                    $(Self::$name => $word,)+
                }
            }
        }

        impl Format {
            /// Whether a text is recognised as this format only by the shape of its lines, so that
            /// the user should be told which format was assumed.
            pub fn is_recognised_by_shape(self) -> bool {
                Known::Shape == match self {
                    $(Self::$name => Known::$known,)+
                }
            }

            /// Whether a text in it can hold several graphs.
            pub fn holds_several(self) -> bool {
                Holds::Several == match self {
                    $(Self::$name => Holds::$holds,)+
                }
            }

            /// The format for an extension such as `g6`; `None` if files of several formats have
            /// it, or none.
            pub fn of_extension(extension: &str) -> Option<Self> {
                match &*extension.to_ascii_lowercase() {
                    $($($extension => Some(Self::$name),)*)+
                    _ => None,
                }
            }
        }
    };
}

/// What a text is recognised by.
#[derive(PartialEq)]
enum Known {
    /// Words or signs that no other format begins with.
    Marks,
    /// The shape of its lines.
    Shape,
}

/// How many graphs a text can hold.
#[derive(PartialEq)]
enum Holds {
    One,
    Several,
}

formats! {
    /// A whole setup in TOML.
    Setup = "setup", Marks, One, "toml";
    /// The notation of the LeetCode problems: `[[2,5],[3],…]` or `["####F","#C...",…]`; with costs `[[[2,7],[5,1]],[[3,1]],…]`.
    /// In a stream, one board a line.
    Leetcode = "leetcode", Marks, Several;
    /// A grid in plain text, one row a line.
    Grid = "grid", Marks, One;
    /// One graph a line, as `geng` writes them. Lines of digraph6 and sparse6, which begin with `&` and `:`, may stand among
    /// them, and the other way round.
    Graph6 = "graph6", Marks, Several, "g6", "graph6";
    /// One digraph a line.
    Digraph6 = "digraph6", Marks, Several, "d6", "digraph6";
    /// One graph with few edges a line.
    Sparse6 = "sparse6", Marks, Several, "s6", "sparse6";
    /// One edge a line, `u v`, `u v cost` or `u v kind`; blank lines separate graphs.
    Edges = "edges", Marks, Several, "edges", "edgelist", "el";
    /// `p edge N M` and `e u v`, `p sp N M` and `a u v cost`, or `p tw N M` and `u v`; vertices are
    /// counted from 1.
    Dimacs = "dimacs", Marks, Several, "dimacs", "col", "gr";
    /// The graphs of Graphviz.
    Dot = "dot", Marks, Several, "dot", "gv";
    /// Rows of 0 and 1, one for each vertex; blank lines separate graphs.
    Matrix = "matrix", Shape, Several;
    /// Matrix Market: coordinate matrices of patterns or whole numbers.
    Mtx = "mtx", Marks, One, "mtx";
    /// A vertex and its neighbours on each line, as networkx writes adjacency lists.
    Adjlist = "adjlist", Shape, One, "adjlist";
    /// `u v {}` or `u v {'weight': 3}` a line, as networkx writes edge lists.
    NxEdges = "nx-edges", Shape, One;
    /// JSON with nodes and links, as networkx and D3 write it. In a stream, one object after another.
    NodeLink = "node-link", Marks, Several;
    /// GraphML, in XML.
    Graphml = "graphml", Marks, One, "graphml";
    /// The Graph Modelling Language.
    Gml = "gml", Marks, One, "gml";
    /// What nauty's `showg` prints: lists of neighbours, or a matrix.
    Showg = "showg", Marks, Several;
    /// `1: 2 3` a line, as House of Graphs lists neighbours; blank lines separate graphs.
    Hog = "hog", Shape, Several;
    /// Binary multicode: for each vertex its greater neighbours, a byte each.
    Multicode = "multicode", Marks, Several;
    /// `source,target` or `source,target,cost` a row, with or without a header.
    Csv = "csv", Shape, One, "csv", "tsv";
    /// Pajek: `*Vertices`, `*Arcs` and `*Edges`.
    Pajek = "pajek", Marks, One, "net";
    /// UCINET's data language: a full matrix, or a list of edges or nodes.
    Dl = "dl", Marks, One, "dl";
    /// METIS: the numbers of vertices and edges, and for each vertex a line with its neighbours,
    /// counted from 1.
    Metis = "metis", Shape, One, "graph";
    /// LEDA's native format.
    Leda = "leda", Marks, One, "gw", "lgr";
    /// A map of `MovingAI`'s benchmarks.
    Octile = "octile", Marks, One, "map";
    /// A layout of Berkeley's Pac-Man projects: `%` walls, `P` the mouse, `G` the cats.
    Pacman = "pacman", Marks, One, "lay";
    /// A level of Sokoban: `#` walls, `@` the man, who is the mouse.
    Xsb = "xsb", Marks, One, "xsb", "sok";
    /// A maze with walls between its cells, drawn in `+`, `-` and `|`.
    Maze = "maze", Marks, One;
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl Format {
    /// Whether it is one of those that are [written](crate::write()); the others are only read.
    pub fn is_written(self) -> bool {
        self < Self::Pajek
    }

    /// Whether what an edge costs stands under a key.
    pub(crate) fn has_keys(self) -> bool {
        matches!(self, Self::Dot | Self::NxEdges | Self::NodeLink | Self::Graphml | Self::Gml | Self::Csv)
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
    /// Under which key an edge says what it costs.
    pub costs: CostKey,
    /// Whether the steps of a map of octiles lead to eight neighbours instead of four.
    pub diagonals: bool,
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

/// Under which key an edge of a text says what a move along it costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CostKey {
    /// `cost`, or else `weight`, or else `value`; where costs have no keys, the number behind the
    /// ends of an edge.
    #[default]
    Usual,
    /// Under none: no edge has a cost, whatever the text says.
    None,
    /// This one.
    Named(&'static str),
}

impl CostKey {
    /// The keys, the one that goes before the others first.
    pub(crate) fn keys(&self) -> &[&'static str] {
        match self {
            Self::Usual => &["cost", "weight", "value"],
            Self::None => &[],
            Self::Named(key) => std::slice::from_ref(key),
        }
    }

    /// The place of a key among them.
    pub(crate) fn rank(&self, key: &str) -> Option<usize> {
        self.keys().iter().position(|known| *known == key)
    }

    /// The cost that a word is, unless costs are not wanted.
    pub(crate) fn of(self, word: &Word<'_>) -> Result<Option<u32>, Problem> {
        if self == Self::None { Ok(None) } else { word.cost().map(Some) }
    }
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
