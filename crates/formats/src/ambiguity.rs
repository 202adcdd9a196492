//! Texts that have two readings as different boards. They are refused with the formats that
//! decide between the readings.
//!
//! | text | read as | or as | variant |
//! |---|---|---|---|
//! | one number | a board without edges | anything | [`LoneNumber`] |
//! | only 0 and 1, in two or three columns | edges, with costs | rows of a matrix | [`ZerosAndOnes`] |
//! | a first line `4 3`, and three more | an edge | four vertices, three edges | [`FirstLine`] |
//! | a first line `6`, and six edges on four vertices | six vertices | six edges | [`FirstNumber`] |
//! | a first line `2`, and lines `0 1` and `1 0` | two vertices, edges | adjacency lists | [`LoneVertex`] |
//! | a first line `3 3`, and three lines of two numbers | edges | METIS | [`EdgesOrMetis`] |
//! | a first line `5 2`, and a line for each of five vertices | adjacency lists | METIS | [`NeighboursOrMetis`] |
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
//! [`LoneVertex`]: Ambiguity::LoneVertex
//! [`EdgesOrMetis`]: Ambiguity::EdgesOrMetis
//! [`NeighboursOrMetis`]: Ambiguity::NeighboursOrMetis
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

use catmouse_model::{Keyword, Remedy};

use crate::format::Format;

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
    /// The number in the first line is the number of vertices, or a vertex without neighbours.
    LoneVertex,
    /// All lines are edges. Or the first line has the numbers of vertices and edges, and each other
    /// line the neighbours of one vertex.
    EdgesOrMetis,
    /// Each line is a vertex and its neighbours. Or the first line has the numbers of vertices and
    /// edges, and each other line the neighbours of one vertex.
    NeighboursOrMetis,
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
            Self::LoneNumber => "a single number may be a board without edges, or no board at all",
            Self::ZerosAndOnes | Self::CsvBits => "these zeros and ones may be edges, or the rows of a matrix",
            Self::FirstLine => "the first line may be an edge, or the numbers of vertices and edges",
            Self::FirstNumber => "the first line may be the number of vertices, or the number of edges",
            Self::LoneVertex => "the first line may be the number of vertices, or a vertex without neighbours",
            Self::EdgesOrMetis => "the first line may be an edge, or the numbers of vertices and edges as in METIS",
            Self::NeighboursOrMetis => {
                "the first line may be a vertex and its neighbours, or the numbers of vertices and edges as in METIS"
            }
            Self::NeighboursOrCosts => "each line may be an edge with its cost, or a vertex and its neighbours",
            Self::NeighboursByLine => "each line may be an edge, or the neighbours of a vertex",
            Self::Lists => "each line may be a vertex and its neighbours, or have something else before the neighbours",
            Self::CsvRows => "each row may be an edge, two sizes, or the neighbours of a vertex",
            Self::CsvHeader => "the first row may be an edge, or the names of the columns",
            Self::CsvVertices => {
                "the first row may be the names of the columns, or an edge between vertices of other rows"
            }
            Self::ListOfEdges => "these lists may be the neighbours of each vertex, or the edges",
            Self::ListOfRows => "these lists may be the neighbours of each vertex, or the rows of a matrix",
            Self::Drawing => "this may be a drawing of a grid, or graph6",
        }
    }

    /// A change of the text that settles the ambiguity; empty if only remedies do.
    pub(crate) fn wanted(self) -> &'static str {
        match self {
            Self::FirstLine => "write `4 vertices` for a number of vertices, and leave out the number of edges",
            Self::FirstNumber => "write `6 vertices` for a number of vertices",
            Self::NeighboursByLine => "write neighbours in brackets, as in [[1],[0]], or after a colon, as in 0: 1 2",
            Self::CsvRows | Self::CsvVertices => "write source,target above edges",
            Self::CsvHeader => "call the columns of edges source,target or from,to",
            Self::ListOfEdges => "write edges one a line, as in 0 1",
            _ => "",
        }
    }

    /// The formats that settle the ambiguity.
    pub(crate) fn remedies(self) -> Vec<Remedy> {
        let insist = |format: Format, effect| Remedy::new("input", &[format.word()], effect);
        let edges = || insist(Format::Edges, "reads each line as an edge");
        let lists = || insist(Format::Adjlist, "reads a vertex and its neighbours");
        let metis = || {
            let insists = insist(Format::Metis, "reads the neighbours of a vertex in each line");
            Vec::from_iter(Format::Metis.is_read().then_some(insists))
        };
        match self {
            Self::LoneNumber | Self::FirstNumber => vec![insist(Format::Edges, "reads it as the number of vertices")],
            Self::ZerosAndOnes => vec![edges(), insist(Format::Matrix, "reads each line as a row")],
            Self::FirstLine => vec![insist(Format::Edges, "reads it as an edge")],
            Self::EdgesOrMetis => [vec![edges()], metis()].concat(),
            Self::NeighboursOrMetis => [vec![lists()], metis()].concat(),
            Self::LoneVertex | Self::NeighboursOrCosts => vec![edges(), lists()],
            Self::NeighboursByLine => vec![edges()],
            Self::Lists => vec![insist(Format::Adjlist, "reads the first number as the vertex")],
            Self::CsvBits => {
                let csv = insist(Format::Csv, "reads each row as an edge");
                vec![csv, insist(Format::Matrix, "reads each row as that of a matrix")]
            }
            Self::CsvRows => vec![insist(Format::Csv, "reads each row as an edge")],
            Self::CsvHeader => vec![insist(Format::Csv, "reads it as an edge")],
            Self::CsvVertices => vec![insist(Format::Csv, "reads it as the names of the columns")],
            Self::ListOfEdges => vec![insist(Format::Leetcode, "reads them as neighbours")],
            Self::ListOfRows => {
                let lists = insist(Format::Leetcode, "reads them as neighbours");
                vec![lists, insist(Format::Matrix, "reads them as rows")]
            }
            Self::Drawing => {
                vec![
                    insist(Format::Grid, "reads it as a drawing"),
                    insist(Format::Graph6, "reads each line as a graph"),
                ]
            }
        }
    }
}
