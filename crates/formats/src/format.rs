//! The formats, and a caller's options for reading a text.

use std::fmt;
use std::path::Path;

use catmouse_model::{Keyword, Remedy};

use crate::problem::Problem;
use crate::words::Word;

/// Declares the formats. Each line has the form
///
/// ```text
/// Variant = "word", how it is recognised, how many graphs, extensions;
/// ```
macro_rules! formats {
    ($(
        $(#[doc = $doc:literal])+
        $name:ident = $word:literal, $known:ident, $holds:ident $(, $extension:literal)*;
    )+) => {
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
            /// Whether only the shape of its lines identifies a text of this format, so that the
            /// user should learn which format was assumed.
            pub fn is_recognised_by_shape(self) -> bool {
                Known::Shape == match self {
                    $(Self::$name => Known::$known,)+
                }
            }

            /// Whether a text of this format can hold several graphs.
            pub fn holds_several(self) -> bool {
                Holds::Several == match self {
                    $(Self::$name => Holds::$holds,)+
                }
            }

            /// The format for an extension such as `g6`; `None` if no format or several formats use
            /// it.
            pub fn of_extension(extension: &str) -> Option<Self> {
                match &*extension.to_ascii_lowercase() {
                    $($($extension => Some(Self::$name),)*)+
                    _ => None,
                }
            }
        }
    };
}

/// The property that identifies a text.
#[derive(PartialEq)]
enum Known {
    /// Words or signs that no other format begins with.
    Marks,
    /// The shape of its lines.
    Shape,
}

/// The number of graphs that a text can hold.
#[derive(PartialEq)]
enum Holds {
    One,
    Several,
}

formats! {
    /// A whole setup in TOML.
    Setup = "setup", Marks, One, "toml";
    /// The notation of the LeetCode problems: `[[2,5],[3],…]` or `["####F","#C...",…]`; with costs
    /// `[[[2,7],[5,1]],[[3,1]],…]`. In a stream, each line has one board.
    Leetcode = "leetcode", Marks, Several;
    /// A grid in plain text, one row on each line, or drawn with thin walls between its cells.
    Grid = "grid", Marks, One;
    /// One graph on each line, as `geng` writes them. Lines of digraph6 and sparse6, which begin
    /// with `&` and `:`, may be among these lines.
    Graph6 = "graph6", Marks, Several, "g6", "graph6";
    /// One digraph on each line.
    Digraph6 = "digraph6", Marks, Several, "d6", "digraph6";
    /// One graph with few edges on each line.
    Sparse6 = "sparse6", Marks, Several, "s6", "sparse6";
    /// One edge on each line, `u v`, `u v cost` or `u v kind`; blank lines separate graphs.
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
    /// Lines `u v {}` or `u v {'weight': 3}`, as networkx writes edge lists.
    NxEdges = "nx-edges", Shape, One;
    /// JSON with nodes and links, as networkx and D3 write it. In a stream, one object after
    /// another.
    NodeLink = "node-link", Marks, Several;
    /// GraphML, in XML.
    Graphml = "graphml", Marks, One, "graphml";
    /// The Graph Modelling Language.
    Gml = "gml", Marks, One, "gml";
    /// The output of nauty's `showg`: lists of neighbours, or a matrix.
    Showg = "showg", Marks, Several;
    /// Lines `1: 2 3`, as House of Graphs lists neighbours; blank lines separate graphs.
    Hog = "hog", Shape, Several;
    /// Binary multicode: for each vertex its greater neighbours, one byte each.
    Multicode = "multicode", Marks, Several;
    /// Rows `source,target` or `source,target,cost`, with or without a header.
    Csv = "csv", Shape, One, "csv", "tsv";
    /// Pajek: `*Vertices`, `*Arcs` and `*Edges`.
    Pajek = "pajek", Marks, One, "net";
    /// GEXF, in XML.
    Gexf = "gexf", Marks, One, "gexf";
    /// The trivial graph format: vertices, a line `#`, and edges.
    Tgf = "tgf", Marks, One, "tgf";
    /// Binary planar code, as plantri writes it: for each vertex all its neighbours.
    PlanarCode = "planar-code", Marks, Several, "pc", "plc";
    /// UCINET's data language: a full matrix, or a list of edges or nodes.
    Dl = "dl", Marks, One, "dl";
    /// METIS: the numbers of vertices and edges, then for each vertex a line with its neighbours,
    /// counted from 1.
    Metis = "metis", Shape, One, "graph";
    /// LEDA's native format.
    Leda = "leda", Marks, One, "gw", "lgr";
    /// A map of `MovingAI`'s benchmarks.
    Octile = "octile", Marks, One, "map";
    /// A layout of Berkeley's Pac-Man projects: `%` walls, `P` the mouse, `G` the cats.
    Pacman = "pacman", Marks, One, "lay";
    /// Levels of Sokoban, parted by blank lines: `#` walls, `@` the man, who is the mouse.
    Xsb = "xsb", Marks, Several, "xsb", "sok";
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl Format {
    /// Whether [`write`](crate::write()) writes this format. The other formats are only read.
    pub fn is_written(self) -> bool {
        self < Self::Pajek
    }

    /// Whether this build reads the format. Without the feature `programs`, it reads only setups, the
    /// forms of LeetCode, grids, graph6 and its relatives, and edge lists.
    pub fn is_read(self) -> bool {
        cfg!(feature = "programs") || self <= Self::Edges
    }

    /// Whether the costs of edges have keys.
    pub(crate) fn has_keys(self) -> bool {
        matches!(self, Self::Dot | Self::NxEdges | Self::NodeLink | Self::Graphml | Self::Gml | Self::Csv | Self::Gexf)
    }

    /// Whether the format is binary. See [`encoded`](crate::encoded).
    pub fn is_binary(self) -> bool {
        matches!(self, Self::Multicode | Self::PlanarCode)
    }

    /// The format that the extension of a file's name implies, if any; `graphs.g6.gz` is compressed
    /// graph6.
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

    /// A comment above a text that would be recognised as another format without it. Other programs
    /// ignore the comment.
    pub(crate) fn first_line(self) -> Option<&'static str> {
        match self {
            Self::Matrix => Some("# matrix\n"),
            Self::Adjlist => Some("# adjlist\n"),
            Self::NxEdges => Some("# nx-edges\n"),
            _ => None,
        }
    }

    /// The format that the [first line](Self::first_line) of a text names, if any.
    pub(crate) fn of_first_line(text: &str) -> Option<Self> {
        let first = text.lines().next()?.trim_end();
        let is_declared = |format: &&Self| format.first_line().is_some_and(|line| line.trim_end() == first);
        Self::ALL.iter().find(is_declared).copied()
    }
}

/// The choice of the format of a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FormatChoice {
    /// By the text alone: [`recognise`](crate::recognise()). A text with two readings is refused.
    #[default]
    Recognise,
    /// By the name of the file. The first line of an edge list may still be ambiguous.
    Named(Format),
    /// By the user. No text is ambiguous then.
    Insisted(Format),
}

impl FormatChoice {
    /// The format; `None` if it must be recognised.
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

/// A caller's knowledge about a text. The default is no knowledge.
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
    /// In an edge list, the number of the first vertex. If it is `None` and the first line does not
    /// give the number of vertices, the vertices must be exactly 0 to n − 1.
    pub base: Option<Base>,
    /// The treatment of edges that join the same vertices at different costs.
    pub parallel: Parallel,
    /// The key of the costs of edges.
    pub costs: CostKey,
    /// Whether the steps of an octile map lead to eight neighbours instead of four.
    pub diagonals: bool,
    /// The source from which a program made the text, such as `a named graph`, if its edges have no
    /// directions. The program then chose the order of the ends of each edge.
    pub made_from: Option<&'static str>,
}

/// Refuses one-way moves along edges that have no directions. The order in which the ends happen to
/// be written would decide the directions of such moves. `undirected` names the format or the
/// source with such edges; `None` means that edges have directions.
///
/// # Errors
///
/// A [`Problem`] without a span, if `directed` is true and `undirected` is given.
pub fn ensure_directions(directed: Option<bool>, undirected: Option<&str>) -> Result<(), Problem> {
    match undirected {
        Some(what) if directed == Some(true) => {
            let wanted = "use a format with directions, such as edges or digraph6";
            let remedy = Remedy::new("directed", &["false"], "makes every move two-way");
            Err(Problem::new(None, format!("this is {what}, whose edges have no directions"), wanted).with([remedy]))
        }
        _ => Ok(()),
    }
}

/// The treatment of edges that join the same vertices at different costs, in a text that does not
/// declare a multigraph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Parallel {
    /// Refuse them.
    #[default]
    Refused,
    /// Keep each edge as a move.
    Kept,
    /// Read all edges as arcs, so that an arc from a to b differs from one from b to a. Refuse two
    /// arcs from a to b at different costs.
    OneWay,
}

/// The key under which an edge of a text has its cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CostKey {
    /// `cost`, or else `weight`, or else `value`. In formats without keys, the number after the
    /// ends of an edge.
    #[default]
    Usual,
    /// No key: no edge has a cost. Costs in the text are ignored.
    None,
    /// This key.
    Named(&'static str),
}

impl CostKey {
    /// The keys in order of priority.
    pub(crate) fn keys(&self) -> &[&'static str] {
        match self {
            Self::Usual => &["cost", "weight", "value"],
            Self::None => &[],
            Self::Named(key) => std::slice::from_ref(key),
        }
    }

    /// The priority of a key; 0 is the first. `None` for other keys.
    pub(crate) fn rank(&self, key: &str) -> Option<usize> {
        self.keys().iter().position(|known| *known == key)
    }

    /// The cost that a word states; `None` if costs are ignored.
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
