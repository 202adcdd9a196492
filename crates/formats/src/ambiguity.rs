//! Texts that can be read as two different boards. They are refused, with the flag that says which is meant.
//!
//! | text | read as | or as | decided |
//! |---|---|---|---|
//! | one number | a board without edges | anything | [`LoneNumber`](Ambiguity::LoneNumber) |
//! | 0 and 1 alone, in two or three columns | edges, with costs | rows of a matrix | [`ZerosAndOnes`](Ambiguity::ZerosAndOnes) |
//! | a first line `4 3`, and three more | an edge | four vertices and three edges | [`FirstLine`](Ambiguity::FirstLine) |
//! | a first line `6`, and six edges on four vertices | six vertices | six edges | [`FirstNumber`](Ambiguity::FirstNumber) |
//! | three columns, the first without repeats | edges with costs | a vertex and its neighbours | [`NeighboursOrCosts`](Ambiguity::NeighboursOrCosts) |
//! | `[[0,1],[1,2],[2,0]]` | neighbours, moves one way | edges | [`ListOfEdges`](Ambiguity::ListOfEdges) |
//! | `[[0,1],[1,0]]` | neighbours | rows of a matrix | [`ListOfRows`](Ambiguity::ListOfRows) |
//! | `CM` and `CF`, a line each | a grid | graph6 | [`Drawing`](Ambiguity::Drawing) |
//!
//! Where the first vertex of an edge list is counted from 0 or from 1 is for its reader to ask. `fixtures/formats` has a text for
//! each of these, and for the pairs that are decided the other way, each with its reason.

use catmouse_model::BoardChoice;

use crate::foreign::Foreign;
use crate::format::Format;
use crate::recognise::Unrecognised;
use crate::words::{lines, words};
use crate::{edge_list, graph6};

/// Two boards that a text can be read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Ambiguity {
    /// A number alone: so many vertices without edges, or something else altogether.
    LoneNumber,
    /// Zeros and ones in two or three columns: edges (with costs), or rows of a matrix.
    ZerosAndOnes,
    /// The first line is an edge, or it says how many vertices and edges there are.
    FirstLine,
    /// The number in the first line is that of the vertices, or that of the edges.
    FirstNumber,
    /// Lines of three numbers are edges with costs, or a vertex and its neighbours.
    NeighboursOrCosts,
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
            Self::ListOfEdges => "these lists may be the neighbours of each vertex, or the edges",
            Self::ListOfRows => "these lists may be the neighbours of each vertex, or the rows of a matrix",
            Self::Drawing => "this may be a drawing of a grid, or graph6",
        }
    }

    pub(crate) fn wanted(self) -> &'static str {
        match self {
            Self::LoneNumber => "`--input edges` takes it for the number of vertices",
            Self::ZerosAndOnes => "`--input edges` takes each line for an edge; matrices are not read",
            Self::FirstLine => "`--input edges` takes it for an edge; the number of vertices stands alone, as in `4`",
            Self::FirstNumber => "`--input edges` takes it for the number of vertices; so does `vertices` behind it",
            Self::NeighboursOrCosts => "`--input edges` takes them for edges; adjacency lists are not read",
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
        Format::Edges => NumberLines::of(text).refuse(),
        Format::Grid if is_drawn_graph(text) => Err(Ambiguity::Drawing.into()),
        _ => Ok(()),
    }
}

/// Refuses a text whose format is known by the name of its file, and whose first line can mean two things.
pub(crate) fn in_named_text(text: &str, format: Format) -> Result<(), Unrecognised> {
    if format != Format::Edges {
        return Ok(());
    }
    match NumberLines::of(text).refuse_first_line() {
        // The name says that it is a board.
        Err(Unrecognised::Ambiguous(Ambiguity::LoneNumber)) => Ok(()),
        refused => refused,
    }
}

/// Refuses lists in brackets that were recognised as the neighbours of each vertex and may be edges or rows of a matrix. Time:
/// linear in their length.
pub(crate) fn in_board(board: &BoardChoice) -> Result<(), Ambiguity> {
    let BoardChoice::Adjacency(lists) = board else { return Ok(()) };
    let vertices = count(lists.len());
    let are_all = |length: usize| lists.iter().all(|list| list.len() == length);
    if vertices > 0 && are_all(lists.len()) && lists.iter().flatten().all(|&entry| entry == 0 || entry == 1) {
        return Err(Ambiguity::ListOfRows);
    }
    let exists = |vertex: &i64| (0..vertices).contains(vertex);
    let is_answered = |from: usize, to: i64| {
        let back = usize::try_from(to).ok().and_then(|to| lists.get(to));
        back.is_some_and(|list| list.contains(&count(from)))
    };
    let may_be_edges = (are_all(2) || are_all(3)) && lists.iter().flatten().all(exists);
    let one_way = |(from, list): (usize, &Vec<i64>)| list.iter().any(|&to| !is_answered(from, to));
    if may_be_edges && lists.iter().enumerate().any(one_way) { Err(Ambiguity::ListOfEdges) } else { Ok(()) }
}

/// A number of lines, of vertices or of numbers, as the numbers of a text are.
fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

/// Whether every row of a drawing is a line of graph6 too.
fn is_drawn_graph(text: &str) -> bool {
    let mut rows = text.lines().map(str::trim).filter(|line| !line.is_empty());
    rows.all(graph6::is_plausible) && ['M', 'C', 'F'].iter().all(|&piece| text.contains(piece))
}

/// The first graph of a text of numbers, as far as it takes to tell what the numbers are.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is one observation of the text, and they are independent")]
struct NumberLines {
    rows: usize,
    /// The numbers of the first row, at most four.
    first: Vec<i64>,
    /// Whether the first row has words of our own, so that no other format has it.
    is_own: bool,
    /// How many numbers the shortest and the longest row have.
    least: usize,
    most: usize,
    /// Whether some row behind the first has one number.
    has_single: bool,
    /// Whether all numbers are 0 or 1.
    are_bits: bool,
    /// Whether each row is one word of so many letters 0 and 1, and how many.
    joined_bits: Option<usize>,
    /// Whether some word is no number.
    has_words: bool,
    /// Whether some row ends with data in braces.
    has_data: bool,
    /// The row behind which a line with `#` alone stands, if any.
    mark: Option<usize>,
    /// Of the rows behind the first: the least and the greatest vertex if they are edges; the greatest number; how many numbers.
    ends: Option<(i64, i64)>,
    greatest: i64,
    numbers: usize,
    /// The numbers that rows begin with.
    heads: Vec<i64>,
    /// The numbers in the first two columns, and in the third.
    vertices: Vec<i64>,
    thirds: Vec<i64>,
    /// Whether some row of three repeats a number behind its first.
    has_repeats: bool,
}

impl NumberLines {
    fn of(text: &str) -> Self {
        let mut found = Self {
            rows: 0,
            first: Vec::new(),
            is_own: false,
            least: usize::MAX,
            most: 0,
            has_single: false,
            are_bits: true,
            joined_bits: None,
            has_words: false,
            has_data: false,
            mark: None,
            ends: None,
            greatest: 0,
            numbers: 0,
            heads: Vec::new(),
            vertices: Vec::new(),
            thirds: Vec::new(),
            has_repeats: false,
        };
        for (line, at) in lines(text) {
            if line.trim().is_empty() && found.rows > 0 {
                break; // the next graph
            }
            if line.trim() == "#" && found.rows > 0 {
                found.mark.get_or_insert(found.rows);
            }
            found.has_words |= line.contains('\r'); // which is for the reader to complain about
            let row: Vec<_> = words(edge_list::without_comment(line), at).map(|word| word.text).collect();
            if !row.is_empty() {
                found.add(&row);
            }
        }
        found
    }

    fn add(&mut self, row: &[&str]) {
        let is_first = self.rows == 0;
        self.rows += 1;
        self.is_own |= is_first && row.iter().any(|word| edge_list::OWN_WORDS.contains(word));
        self.has_data |= row.len() > 2 && row[2].starts_with('{');
        let is_joined = row.len() == 1 && row[0].bytes().all(|byte| byte == b'0' || byte == b'1');
        let joined = is_joined.then(|| row[0].len());
        self.joined_bits = if is_first || self.joined_bits == joined { joined } else { None };
        let numbers: Vec<i64> = row.iter().filter_map(|word| word.parse().ok()).collect();
        self.has_words |= numbers.len() < row.len();
        self.are_bits &= numbers.iter().all(|&number| number == 0 || number == 1);
        self.least = self.least.min(row.len());
        self.most = self.most.max(row.len());
        if let [head, rest @ ..] = &numbers[..] {
            self.heads.push(*head);
            self.vertices.extend(numbers.iter().take(2));
            self.thirds.extend(numbers.get(2));
            self.has_repeats |= matches!(rest, [one, other] if one == other);
        }
        if is_first {
            self.first = numbers.into_iter().take(4).collect();
        } else {
            self.has_single |= row.len() == 1;
            self.numbers += row.len();
            for &end in numbers.iter().take(2) {
                self.ends = Some(self.ends.map_or((end, end), |(least, most)| (least.min(end), most.max(end))));
            }
            self.greatest = numbers.iter().copied().fold(self.greatest, i64::max);
        }
    }

    /// Refuses what cannot be edges, and what need not be.
    fn refuse(&self) -> Result<(), Unrecognised> {
        if self.is_own || self.rows == 0 {
            return Ok(());
        }
        if let Some(foreign) = self.foreign() {
            return Err(foreign.into());
        }
        if self.has_words {
            return Ok(()); // for the reader to complain about
        }
        if self.are_bits && self.least >= 2 {
            return Err(Ambiguity::ZerosAndOnes.into());
        }
        self.refuse_first_line()?;
        if self.may_be_neighbours() { Err(Ambiguity::NeighboursOrCosts.into()) } else { Ok(()) }
    }

    /// Refuses a first line that need not be what edge lists begin with.
    fn refuse_first_line(&self) -> Result<(), Unrecognised> {
        let edges = count(self.rows.saturating_sub(1));
        if self.is_own || self.has_words {
            return Ok(());
        }
        match self.first[..] {
            [_] if edges == 0 => Err(Ambiguity::LoneNumber.into()),
            [number] if number == edges && self.ends.is_some_and(|(_, most)| most + 1 < number) => {
                Err(Ambiguity::FirstNumber.into())
            }
            [vertices, number] | [vertices, _, number] => {
                let counts_edges = number == edges && self.ends.is_none_or(|(_, most)| most <= vertices);
                let counts_neighbours = vertices == edges
                    && number.checked_mul(2) == Some(count(self.numbers))
                    && self.greatest <= vertices;
                let may_count = vertices > 0 && (counts_edges || counts_neighbours);
                if may_count { Err(Ambiguity::FirstLine.into()) } else { Ok(()) }
            }
            _ => Ok(()),
        }
    }

    /// The format that has such lines, if they cannot be edges.
    fn foreign(&self) -> Option<Foreign> {
        if self.has_data {
            return Some(Foreign::EdgesWithData);
        }
        if self.joined_bits.is_some_and(|letters| letters == self.rows && letters > 1) {
            return Some(Foreign::Matrix);
        }
        // Vertices stand before the mark, each once, and edges behind it.
        let heads = |rows: usize| self.heads.get(..rows).is_some_and(are_different);
        if self.mark.is_some_and(|rows| rows < self.rows && heads(rows)) {
            return Some(Foreign::TrivialGraph);
        }
        if self.has_words || self.most <= 3 && !self.has_single {
            return None;
        }
        let is_matrix = self.are_bits && self.least == self.most;
        Some(if is_matrix { Foreign::Matrix } else { Foreign::AdjacencyList })
    }

    /// Whether each line may be a vertex and its neighbours, and one has three numbers, so that it makes a difference.
    fn may_be_neighbours(&self) -> bool {
        if self.thirds.is_empty() || self.has_repeats || self.first.len() == 1 || !are_different(&self.heads) {
            return false;
        }
        let sorted = |mut numbers: Vec<i64>| {
            numbers.sort_unstable();
            numbers.dedup();
            numbers
        };
        let vertices = sorted(self.vertices.clone());
        let all = sorted([&self.vertices[..], &self.thirds].concat());
        let is_contiguous = matches!(all[..], [0 | 1, ..]) && all.windows(2).all(|two| two[1] == two[0] + 1);
        is_contiguous || self.thirds.iter().all(|third| vertices.binary_search(third).is_ok())
    }
}

/// Whether no number is there twice.
fn are_different(numbers: &[i64]) -> bool {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable();
    sorted.windows(2).all(|two| two[0] != two[1])
}
