//! Texts that have two readings as different boards. They are refused with the flag that decides
//! between the readings.
//!
//! | text | read as | or as | variant |
//! |---|---|---|---|
//! | one number | a board without edges | anything | [`LoneNumber`] |
//! | only 0 and 1, in two or three columns | edges, with costs | rows of a matrix | [`ZerosAndOnes`] |
//! | a first line `4 3`, and three more | an edge | four vertices, three edges | [`FirstLine`] |
//! | a first line `6`, and six edges on four vertices | six vertices | six edges | [`FirstNumber`] |
//! | a first line `3 3`, and three lines of two numbers | edges | METIS | [`EdgesOrMetis`] |
//! | three columns, the first without repeats | edges, with costs | adjacency lists | [`NeighboursOrCosts`] |
//! | line u has v if line v has u | edges | neighbours | [`NeighboursByLine`] |
//! | lines with a vertex, perhaps a degree, and numbers | adjacency lists | others | [`Lists`] |
//! | only 0 and 1 between commas | edges, with costs | rows of a matrix | [`CsvBits`] |
//! | numbers between commas | edges | sizes, or neighbours | [`CsvRows`] |
//! | a first row `person,friend` with words of its own | a header | an edge | [`CsvHeader`] |
//! | a first row `u,v`, and a row `v,w` | a header | an edge | [`CsvVertices`] |
//! | `[[0,1],[1,2],[2,0]]` | neighbours, moves one way | edges | [`ListOfEdges`] |
//! | `[[0,1],[1,0]]` | neighbours | rows of a matrix | [`ListOfRows`] |
//! | lines `CM` and `CF` | a grid | graph6 | [`Drawing`] |
//!
//! The reader of edge lists decides whether vertices are counted from 0 or from 1.
//! `fixtures/formats` has a text for each of these cases, and for similar texts that are
//! unambiguous, each with its reason.
//!
//! [`LoneNumber`]: Ambiguity::LoneNumber
//! [`ZerosAndOnes`]: Ambiguity::ZerosAndOnes
//! [`FirstLine`]: Ambiguity::FirstLine
//! [`FirstNumber`]: Ambiguity::FirstNumber
//! [`EdgesOrMetis`]: Ambiguity::EdgesOrMetis
//! [`NeighboursOrCosts`]: Ambiguity::NeighboursOrCosts
//! [`NeighboursByLine`]: Ambiguity::NeighboursByLine
//! [`Lists`]: Ambiguity::Lists
//! [`CsvBits`]: Ambiguity::CsvBits
//! [`CsvRows`]: Ambiguity::CsvRows
//! [`CsvHeader`]: Ambiguity::CsvHeader
//! [`CsvVertices`]: Ambiguity::CsvVertices
//! [`ListOfEdges`]: Ambiguity::ListOfEdges
//! [`ListOfRows`]: Ambiguity::ListOfRows
//! [`Drawing`]: Ambiguity::Drawing

/// The ways in which a text can have two readings as different boards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ambiguity {
    /// A single number: the number of vertices of a board without edges, or no board at all.
    LoneNumber,
    /// Only zeros and ones in two or three columns: edges (with costs), or rows of a matrix.
    ZerosAndOnes,
    /// The first line is an edge, or has the numbers of vertices and edges.
    FirstLine,
    /// The number in the first line is the number of vertices or the number of edges.
    FirstNumber,
    /// All lines are edges. Or the first line has the numbers of vertices and edges, and each other
    /// line the neighbours of one vertex.
    EdgesOrMetis,
    /// Lines of three numbers are edges with costs, or a vertex and its neighbours.
    NeighboursOrCosts,
    /// Lines are edges, or each has the neighbours of one vertex, perhaps after its number or
    /// degree.
    NeighboursByLine,
    /// Lines of many numbers are each a vertex and its neighbours, or neighbours after something
    /// else.
    Lists,
    /// Zeros and ones between commas in two or three columns are edges (with costs), or rows of a
    /// matrix.
    CsvBits,
    /// Numbers between commas are edges, sizes, or neighbours.
    CsvRows,
    /// The first row is an edge between names, or a header with unknown column names.
    CsvHeader,
    /// The first row is a header, or an edge between vertices that other rows have too.
    CsvVertices,
    /// Pairs (or triples) in brackets are the neighbours of each vertex, or edges (with costs).
    ListOfEdges,
    /// Lists of zeros and ones are the neighbours of each vertex, or rows of a matrix.
    ListOfRows,
    /// Lines of `M`, `C` and `F` are rows of a grid, or graphs in graph6.
    Drawing,
}

impl Ambiguity {
    pub(crate) fn message(self) -> &'static str {
        match self {
            Self::LoneNumber => "a number alone may be a board without edges, or no board at all",
            Self::ZerosAndOnes => "zeros and ones alone may be edges, or the rows of a matrix",
            Self::FirstLine => "the first line may be an edge, or the numbers of vertices and edges",
            Self::FirstNumber => "the first line may be the number of vertices, or that of the edges",
            Self::EdgesOrMetis => "the first line may be an edge, or METIS's numbers of vertices and edges",
            Self::NeighboursOrCosts => "these lines may be edges with costs, or each a vertex and its neighbours",
            Self::NeighboursByLine => "these lines may be edges, or each the neighbours of a vertex",
            Self::Lists => {
                "these lines may each be a vertex and its neighbours, or lists of neighbours behind something else"
            }
            Self::CsvBits => "zeros and ones between commas may be edges, or the rows of a matrix",
            Self::CsvRows => "these rows may be edges, or numbers of vertices and edges, or neighbours",
            Self::CsvHeader => "the first row may be an edge, or the names of the columns",
            Self::CsvVertices => {
                "the first row may name the columns, or be an edge: other rows have its words as vertices"
            }
            Self::ListOfEdges => "these lists may be the neighbours of each vertex, or the edges",
            Self::ListOfRows => "these lists may be the neighbours of each vertex, or the rows of a matrix",
            Self::Drawing => "this may be a drawing of a grid, or graph6",
        }
    }

    pub(crate) fn wanted(self) -> &'static str {
        match self {
            Self::LoneNumber => "`--input edges` takes it for the number of vertices",
            Self::ZerosAndOnes => "`--input edges` takes each line for an edge, `--input matrix` for a row",
            Self::FirstLine => {
                "for numbers of vertices and edges write `4 vertices` in its place; `--input edges` takes it for an \
                 edge"
            }
            Self::FirstNumber => "`--input edges` takes it for the number of vertices; so does `vertices` behind it",
            Self::EdgesOrMetis => {
                "`--input edges` takes each line for an edge, `--input metis` for the neighbours of a vertex"
            }
            Self::NeighboursOrCosts => {
                "`--input edges` takes them for edges, `--input adjlist` each for a vertex and its neighbours"
            }
            Self::NeighboursByLine => {
                "`--input edges` takes them for edges; neighbours are read in brackets, as in [[1],[0]], or behind \
                 their vertex, as in 0: 1 2"
            }
            Self::Lists => {
                "`--input adjlist` takes the first number of each line for a vertex, and the others for its neighbours"
            }
            Self::CsvBits => "`--input csv` takes each row for an edge, `--input matrix` for a row of a matrix",
            Self::CsvRows => "`--input csv` takes each row for an edge; so does a first row source,target",
            Self::CsvHeader => "`--input csv` takes it for an edge; columns are named source,target or from,to",
            Self::CsvVertices => {
                "`--input csv` takes it for the names of the columns; source,target above it makes it an edge"
            }
            Self::ListOfEdges => {
                "`--input leetcode` takes them for neighbours; edges are written one a line, as in `0 1`"
            }
            Self::ListOfRows => "`--input leetcode` takes them for neighbours, `--input matrix` for rows",
            Self::Drawing => "`--input grid` or `--input graph6` says which",
        }
    }
}
