//! Texts that can be read as two different boards. They are refused, with the flag that says which is meant.
//!
//! | text | read as | or as | decided |
//! |---|---|---|---|
//! | one number | a board without edges | anything | [`LoneNumber`](Ambiguity::LoneNumber) |
//! | 0 and 1 alone, in two or three columns | edges, with costs | rows of a matrix | [`ZerosAndOnes`](Ambiguity::ZerosAndOnes) |
//! | a first line `4 3`, and three more | an edge | four vertices and three edges | [`FirstLine`](Ambiguity::FirstLine) |
//! | a first line `6`, and six edges on four vertices | six vertices | six edges | [`FirstNumber`](Ambiguity::FirstNumber) |
//! | three columns, the first without repeats | edges with costs | a vertex and its neighbours | [`NeighboursOrCosts`](Ambiguity::NeighboursOrCosts) |
//! | as many lines as vertices, and line u names v where line v names u | edges | the neighbours of each vertex | [`NeighboursByLine`](Ambiguity::NeighboursByLine) |
//! | `[[0,1],[1,2],[2,0]]` | neighbours, moves one way | edges | [`ListOfEdges`](Ambiguity::ListOfEdges) |
//! | `[[0,1],[1,0]]` | neighbours | rows of a matrix | [`ListOfRows`](Ambiguity::ListOfRows) |
//! | `CM` and `CF`, a line each | a grid | graph6 | [`Drawing`](Ambiguity::Drawing) |
//!
//! Where the first vertex of an edge list is counted from 0 or from 1 is for its reader to ask. `fixtures/formats` has a text for
//! each of these, and for the pairs that are decided the other way, each with its reason.

use catmouse_model::BoardChoice;

use crate::format::Format;
use crate::graph6;
use crate::recognise::Unrecognised;
use crate::rows::NumberRows;

/// Two boards that a text can be read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ambiguity {
    /// A number alone: this many vertices without edges, or something else altogether.
    LoneNumber,
    /// Zeros and ones in two or three columns: edges (with costs), or rows of a matrix.
    ZerosAndOnes,
    /// The first line is an edge, or it says how many vertices and edges there are.
    FirstLine,
    /// The number in the first line is that of the vertices, or that of the edges.
    FirstNumber,
    /// Lines of three numbers are edges with costs, or a vertex and its neighbours.
    NeighboursOrCosts,
    /// Lines are edges, or the neighbours of one vertex each, perhaps behind its number or how many they are.
    NeighboursByLine,
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
            Self::NeighboursOrCosts => "these lines may be edges with costs, or each a vertex and its neighbours",
            Self::NeighboursByLine => "these lines may be edges, or each the neighbours of a vertex",
            Self::ListOfEdges => "these lists may be the neighbours of each vertex, or the edges",
            Self::ListOfRows => "these lists may be the neighbours of each vertex, or the rows of a matrix",
            Self::Drawing => "this may be a drawing of a grid, or graph6",
        }
    }

    pub(crate) fn wanted(self) -> &'static str {
        match self {
            Self::LoneNumber => "`--input edges` takes it for the number of vertices",
            Self::ZerosAndOnes => "`--input edges` takes each line for an edge; matrices are not read",
            Self::FirstLine => {
                "for numbers of vertices and edges write `4 vertices` in its place; `--input edges` takes it for an edge"
            }
            Self::FirstNumber => "`--input edges` takes it for the number of vertices; so does `vertices` behind it",
            Self::NeighboursOrCosts => "`--input edges` takes them for edges; adjacency lists are not read",
            Self::NeighboursByLine => {
                "`--input edges` takes them for edges; lists of neighbours are read in brackets, as in [[1],[0]]"
            }
            Self::ListOfEdges => {
                "`--input leetcode` takes them for neighbours; edges are written one a line, as in `0 1`"
            }
            Self::ListOfRows => "`--input leetcode` takes them for neighbours; matrices are not read",
            Self::Drawing => "`--input grid` or `--input graph6` says which",
        }
    }
}

/// Refuses a text that was recognised as this format and can be read otherwise. Time: linear in the text.
pub(crate) fn in_text(text: &str, format: Format) -> Result<(), Unrecognised> {
    match format {
        Format::Edges => NumberRows::of(text).refuse(),
        Format::Grid if is_drawn_graph(text) => Err(Ambiguity::Drawing.into()),
        _ => Ok(()),
    }
}

/// Refuses a text whose format is known by the name of its file, and whose first line can mean two things.
pub(crate) fn in_named_text(text: &str, format: Format) -> Result<(), Unrecognised> {
    if format == Format::Edges { NumberRows::of(text).refuse_named() } else { Ok(()) }
}

/// Refuses lists in brackets that were recognised as the neighbours of each vertex and may be edges or rows of a matrix. Time:
/// linear in their length.
pub(crate) fn in_board(board: &BoardChoice) -> Result<(), Ambiguity> {
    let lists = match board {
        BoardChoice::Adjacency(lists) => lists,
        // A list of edges in brackets of its own looks like moves of one vertex that cost something.
        BoardChoice::AdjacencyWithCosts(lists) if lists.len() == 1 && !lists[0].is_empty() => {
            return Err(Ambiguity::ListOfEdges);
        }
        _ => return Ok(()),
    };
    let vertices = i64::try_from(lists.len()).unwrap_or(i64::MAX);
    let are_all = |length: usize| lists.iter().all(|list| list.len() == length);
    let at = |row: usize, column: usize| lists.get(row).and_then(|list| list.get(column));
    let are_bits = || lists.iter().flatten().all(|&entry| entry == 0 || entry == 1);
    // Distances, or costs: nothing from a vertex to itself, and as much there as back.
    let is_mirrored = || {
        let mut cells = (0..lists.len()).flat_map(|row| (0..=row).map(move |column| (row, column)));
        cells.all(|(row, column)| at(row, column) == at(column, row) && (row != column || at(row, row) == Some(&0)))
    };
    if vertices > 0 && are_all(lists.len()) && (are_bits() || is_mirrored()) {
        return Err(Ambiguity::ListOfRows);
    }
    let number = |vertex: usize| i64::try_from(vertex).unwrap_or(i64::MAX);
    let mut entries = lists.iter().enumerate().flat_map(|(from, list)| list.iter().map(move |&to| (from, to)));
    let leads_back = |(from, to): (usize, i64)| {
        let back = usize::try_from(to).ok().and_then(|to| lists.get(to));
        back.is_some_and(|list| list.contains(&number(from)))
    };
    // Neighbours that are listed both ways, and none its own, are hardly edges by accident.
    let is_loop = |(from, to): (usize, i64)| to == number(from);
    let may_be_edges = (are_all(2) || are_all(3)) && lists.iter().flatten().all(|&entry| entry >= 0);
    let exist = lists.iter().flatten().all(|&entry| entry < vertices);
    let is_odd = entries.any(|entry| is_loop(entry) || exist && !leads_back(entry));
    if may_be_edges && is_odd { Err(Ambiguity::ListOfEdges) } else { Ok(()) }
}

/// Whether every row of a drawing is a line of graph6 too.
fn is_drawn_graph(text: &str) -> bool {
    let mut rows = text.lines().map(str::trim).filter(|line| !line.is_empty());
    rows.all(graph6::is_plausible) && ['M', 'C', 'F'].iter().all(|&piece| text.contains(piece))
}
