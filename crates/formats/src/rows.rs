//! Rows of whole numbers and their possible meanings: edges, a matrix, the neighbours of each
//! vertex, a first line with sizes.
//!
//! For each meaning, a function returns whether the rows fit it. Time of each: linear in the text,
//! except where each neighbour's list is searched for the vertex.

use std::collections::HashSet;

use catmouse_model::InOrder;

use crate::adjlist::is_of_networkx;
use crate::ambiguity::Ambiguity;
use crate::foreign::Foreign;
use crate::format::Format;
use crate::labels::is_name;
use crate::nx_edges;
use crate::unrecognised::Unrecognised;
use crate::words::{OWN_WORDS, decimal, is_label, lines, without_comment, words};

/// The rows of the first graph of a text, without comments.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent observation of the text")]
pub(crate) struct NumberRows {
    /// The numbers of all rows. Words that are not numbers of 32 bits are [`i32::MIN`].
    numbers: Vec<i32>,
    /// For each row, the index in `numbers` where the row ends.
    ends: Vec<usize>,
    /// Whether the first row has one of the [`OWN_WORDS`] of edge lists.
    is_own: bool,
    /// Whether a word is not a number.
    has_words: bool,
    /// Whether a row ends with data in braces.
    has_data: bool,
    /// Whether networkx's comments for adjacency lists precede the first row.
    is_of_networkx: bool,
    /// The possible meaning of rows of words.
    named: Named,
    /// Whether there are several rows, each a single word of digits 0 and 1, and either every word
    /// has at least two digits or every word has as many digits as there are rows.
    are_joined_bits: bool,
    /// The number of rows before the first line `#`, if there is one.
    before_mark: Option<usize>,
    /// Whether the last line is `-`.
    ends_with_dash: bool,
}

impl NumberRows {
    /// The rows of a text up to its first blank line.
    pub(crate) fn of(text: &str) -> Self {
        let mut found = Self::default();
        let mut joined: Vec<usize> = Vec::new();
        let mut named = NamedRows::default();
        let mut begins_with_word = false;
        for (line, at) in lines(text) {
            if line.trim().is_empty() && found.len() > 0 {
                break; // the next graph
            }
            if line.trim() == "#" && found.len() > 0 {
                found.before_mark.get_or_insert(found.len());
            }
            found.has_words |= line.contains('\r'); // the reader refuses these
            found.is_of_networkx |= found.len() == 0 && is_of_networkx(line);
            let content = without_comment(line);
            // In edges with data, `%` is an ordinary letter.
            found.has_data |= line.contains('{') && nx_edges::begins(line);
            if content.trim().is_empty() {
                continue;
            }
            if content.trim() == "-" && found.len() > 0 && text.get(at..).is_some_and(|rest| rest.trim() == "-") {
                found.ends_with_dash = true;
                continue;
            }
            let is_first = found.len() == 0;
            if is_first {
                begins_with_word = content.split_whitespace().next().is_some_and(|word| word.parse::<i32>().is_err());
            }
            if begins_with_word {
                named.row(content);
            }
            let mut length = 0;
            for word in words(content, at) {
                length += 1;
                found.is_own |= is_first && OWN_WORDS.contains(&word.text);
                found.has_data |= length > 1 && word.text.starts_with('{');
                if word.text.bytes().all(|byte| byte == b'0' || byte == b'1') {
                    joined.push(word.text.len());
                }
                let number = word.text.parse();
                found.has_words |= number.is_err();
                found.numbers.push(number.unwrap_or(i32::MIN));
            }
            found.ends.push(found.numbers.len());
        }
        let rows = found.len();
        found.are_joined_bits = rows > 1 && joined.len() == rows && found.numbers.len() == rows;
        found.are_joined_bits &=
            joined.iter().all(|&letters| letters > 1) || joined.iter().all(|&letters| letters == rows);
        found.named = named.look();
        found
    }

    fn len(&self) -> usize {
        self.ends.len()
    }

    /// The rows from index `from`, as lists of neighbours.
    fn lists(&self, from: usize) -> Lists<'_> {
        let all = (from..self.len()).map(|index| self.row(index)).collect();
        Lists { from, all, numbers: &self.numbers[if from == 0 { 0 } else { self.ends[from - 1] }..] }
    }

    fn row(&self, index: usize) -> &[i32] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.numbers[start..self.ends[index]]
    }

    /// The format of the rows. Refuses formats that are not read, and ambiguous rows.
    pub(crate) fn decide(&self) -> Result<Format, Unrecognised> {
        if self.is_of_networkx {
            // After networkx's comments for adjacency lists, data have their own lines.
            // Vertices without edges may have their degree 0 behind them.
            let are_degrees = !self.has_words && (0..self.len()).all(|row| matches!(self.row(row), [_, 0]));
            return match (self.has_data, are_degrees) {
                (true, _) => Ok(Format::NxEdges),
                (false, true) => Err(Ambiguity::Lists.into()),
                (false, false) => Ok(Format::Adjlist),
            };
        }
        if self.has_data {
            return Ok(Format::NxEdges);
        }
        if self.is_own || self.len() == 0 {
            return Ok(Format::Edges);
        }
        if self.are_joined_bits {
            return Ok(Format::Matrix);
        }
        if self.ends_with_dash && self.numbers.iter().all(|&number| number == 0 || number == 1) {
            return Ok(Format::Matrix);
        }
        if self.is_trivial_graph() {
            return Ok(Format::Tgf);
        }
        if self.has_words {
            return match self.named {
                Named::Edges => Ok(Format::Edges),
                Named::Neighbours => Ok(Format::Adjlist),
                // The reader of edges accepts a number in the first row.
                Named::None if self.numbers[0] != i32::MIN => Ok(Format::Edges),
                Named::None => Err(Unrecognised::Unknown),
            };
        }
        let all = self.lists(0);
        let begins_with_count = self.row(0).len() == 1;
        let lists = self.lists(usize::from(begins_with_count));
        let is_counted =
            !begins_with_count || usize::try_from(self.row(0)[0]).is_ok_and(|count| count == lists.all.len());
        let are_edges = lists.all.iter().all(|list| list.len() == 2 || list.len() == 3);
        let order = lists.all.len();
        let are_bits = |list: &&[i32]| list.len() == order && list.iter().all(|&number| number == 0 || number == 1);
        if begins_with_count && is_counted && !are_edges && lists.all.iter().all(are_bits) {
            return Ok(Format::Matrix);
        }
        if !are_edges {
            return self.decide_lists(&lists, is_counted);
        }
        if !begins_with_count && self.numbers.iter().all(|&number| number == 0 || number == 1) {
            return Err(Ambiguity::ZerosAndOnes.into());
        }
        self.refuse_first_line()?;
        let are_neighbours = begins_with_count && all.are_neighbours()
            || is_counted && (lists.are_neighbours() || lists.have_degrees() || lists.have_numbers_and_degrees());
        if are_neighbours {
            return Err(Ambiguity::NeighboursByLine.into());
        }
        if is_counted && lists.may_have_numbers() {
            return Err(Ambiguity::NeighboursOrCosts.into());
        }
        if begins_with_count && all.are_behind_vertices() && all.lead_back() {
            return Err(Ambiguity::LoneVertex.into());
        }
        Ok(Format::Edges)
    }

    /// The format of rows that are a graph in METIS. Refuses them if they may be something else.
    pub(crate) fn decide_metis(&self) -> Result<Format, Unrecognised> {
        let all = self.lists(0);
        if all.all.iter().all(|list| list.len() == 2 || list.len() == 3) {
            Err(Ambiguity::EdgesOrMetis.into())
        } else if all.are_behind_vertices() || all.are_neighbours() {
            Err(Ambiguity::NeighboursOrMetis.into())
        } else {
            Ok(Format::Metis)
        }
    }

    /// The format of rows that are not edges, because some have one number or more than three.
    fn decide_lists(&self, lists: &Lists<'_>, is_counted: bool) -> Result<Format, Unrecognised> {
        let are_bits = self.numbers.iter().all(|&number| number == 0 || number == 1);
        if are_bits && self.row(0).len() > 3 && self.len() > 1 {
            return Ok(Format::Matrix);
        }
        if lists.are_square() {
            return Err(Foreign::Matrix.into());
        }
        let all = self.lists(0);
        if !all.are_behind_vertices() {
            return Err(Foreign::AdjacencyList.into());
        }
        let may_be_others = is_counted
            && (lists.from > 0 || lists.are_neighbours() || lists.have_degrees() || lists.have_numbers_and_degrees());
        // The first row need not be a count if it is a single number.
        if may_be_others || lists.from > 0 && all.are_neighbours() {
            Err(Ambiguity::Lists.into())
        } else {
            Ok(Format::Adjlist)
        }
    }

    /// The format of rows in a file whose name implies edges, perhaps with data. Refuses an
    /// ambiguous first line.
    pub(crate) fn decide_named(&self) -> Result<Format, Unrecognised> {
        if self.has_data {
            return Ok(Format::NxEdges);
        }
        match self.refuse_first_line() {
            // The name implies that it is a board.
            Ok(()) | Err(Unrecognised::Ambiguous(Ambiguity::LoneNumber)) => Ok(Format::Edges),
            Err(refused) => Err(refused),
        }
    }

    /// Whether a line `#` separates vertices, each on its own row, from edges.
    fn is_trivial_graph(&self) -> bool {
        let heads = |rows: usize| (0..rows).map(|row| self.row(row)[0]).collect();
        self.before_mark.is_some_and(|rows| rows < self.len() && are_different(heads(rows)))
    }

    /// Refuses a first row that may be an edge or sizes.
    fn refuse_first_line(&self) -> Result<(), Unrecognised> {
        if self.is_own || self.has_words || self.len() == 0 {
            return Ok(());
        }
        match *self.row(0) {
            [_] if self.len() == 1 => Err(Ambiguity::LoneNumber.into()),
            [number] if is_count(number, self.len() - 1) && self.greatest_end() + 1 < number => {
                Err(Ambiguity::FirstNumber.into())
            }
            [first, second] if self.may_be_sizes(first, &[second]) => Err(Ambiguity::FirstLine.into()),
            [first, second, third] if self.may_be_sizes(first, &[second, third]) => Err(Ambiguity::FirstLine.into()),
            _ => Ok(()),
        }
    }

    /// The greatest vertex of the rows after the first, if these are edges; -1 if there are none.
    fn greatest_end(&self) -> i32 {
        self.ends_behind_first().into_iter().max().unwrap_or(-1)
    }

    fn ends_behind_first(&self) -> Vec<i32> {
        let mut ends = Vec::new();
        for row in 1..self.len() - usize::from(self.ends_with_zeros()) {
            ends.extend(self.row(row).iter().take(2));
        }
        ends
    }

    /// Whether the last row is `0 0`, which ends the input of programming contests.
    fn ends_with_zeros(&self) -> bool {
        self.len() > 2 && *self.row(self.len() - 1) == [0, 0]
    }

    /// Whether the first row may have the numbers of vertices, edges and perhaps more. This is so
    /// if its first number exceeds every later vertex (counted from 0), or is at least every later
    /// vertex (counted from 1), or if the number of rows agrees with the first row.
    fn may_be_sizes(&self, first: i32, others: &[i32]) -> bool {
        let edges = self.len() - 1;
        if first < 1 || others.iter().all(|&other| other < 1) {
            return edges == 0 && first == 1; // a vertex without edges
        }
        let greatest = self.greatest_end();
        let least = self.ends_behind_first().into_iter().min().unwrap_or(i32::MAX);
        let counts_edges = others.iter().any(|&number| is_count(number, edges)) && greatest <= first;
        let counts_numbers = is_count(first, edges) && {
            let numbers = self.numbers.len() - self.ends[0];
            let largest = self.numbers[self.ends[0]..].iter().max().copied().unwrap_or(0);
            others.iter().any(|&number| is_count(number, numbers / 2)) && numbers.is_multiple_of(2) && largest <= first
        };
        let is_beyond = first > greatest || least >= 1 && first >= greatest;
        let is_other_way_round = is_count(first, edges) && others.iter().all(|&other| other == greatest + 1);
        edges == 0 || counts_edges || counts_numbers || is_beyond || is_other_way_round || self.are_several()
    }

    /// Whether the rows are several graphs, each after its numbers of vertices and edges.
    fn are_several(&self) -> bool {
        let mut row = 0;
        while row < self.len() {
            let [vertices, edges, ..] = *self.row(row) else { return false };
            let Ok(edges) = usize::try_from(edges) else { return false };
            let Some(next) = row.checked_add(edges + 1).filter(|&next| next <= self.len()) else { return false };
            let are_ends = |row: usize| self.row(row).iter().take(2).all(|&end| end <= vertices);
            if vertices < 1 || edges < 1 || !(row + 1..next).all(are_ends) {
                return false;
            }
            row = next;
        }
        true
    }
}

/// The possible meanings of rows of words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Named {
    /// Rows with two vertices, and a cost in some rows.
    Edges,
    /// Rows with a vertex and its neighbours.
    Neighbours,
    /// Neither.
    #[default]
    None,
}

/// The words of the rows so far.
#[derive(Debug, Default)]
struct NamedRows<'a> {
    heads: HashSet<&'a str>,
    others: HashSet<&'a str>,
    /// The second words of rows, and the third words that are kinds of edges. `with_kinds` counts
    /// the rows with a kind, `count` all rows.
    seconds: HashSet<&'a str>,
    kinds: HashSet<&'a str>,
    with_kinds: usize,
    count: usize,
    are_no_edges: bool,
    are_no_neighbours: bool,
    /// Whether a vertex has two edges.
    repeats: bool,
}

impl<'a> NamedRows<'a> {
    fn row(&mut self, line: &'a str) {
        if self.are_no_edges && self.are_no_neighbours {
            return;
        }
        self.count += 1;
        let mut words = line.split_whitespace();
        let head = words.next().unwrap_or_default();
        let words: Vec<&str> = words.collect();
        let is_edge = match words[..] {
            [_] => true,
            [_, third] if is_label(third) => {
                self.with_kinds += 1;
                self.kinds.insert(third);
                true
            }
            // The reader refuses costs that are not whole.
            [_, cost] => decimal(cost).is_some(),
            _ => false,
        };
        self.seconds.extend(words.first());
        let ends = std::iter::once(head).chain(words.first().copied());
        // The reader reports numbers among names.
        self.are_no_edges |= !is_edge || !ends.clone().all(|end| is_name(end) || end.parse::<i64>().is_ok());
        self.are_no_neighbours |= !std::iter::once(head).chain(words.iter().copied()).all(is_word);
        self.repeats |= ends.clone().any(|end| self.heads.contains(end) || self.others.contains(end));
        self.are_no_neighbours |= !self.heads.insert(head);
        self.others.extend(words);
    }

    /// Whether no row has a kind of edges, or all rows have one and no kind is a vertex.
    fn have_kinds_or_none(&self) -> bool {
        let are_ends = || self.kinds.iter().any(|kind| self.heads.contains(kind) || self.seconds.contains(kind));
        self.with_kinds == 0 || self.with_kinds == self.count && !are_ends()
    }

    fn look(&self) -> Named {
        if self.count < 2 {
            Named::None
        } else if !self.are_no_edges && self.repeats && self.have_kinds_or_none() {
            Named::Edges
        } else if !self.are_no_neighbours && !self.others.is_empty() && self.others.is_subset(&self.heads) {
            Named::Neighbours
        } else {
            Named::None
        }
    }
}

/// Whether a word may be the label of a vertex in an adjacency list.
fn is_word(word: &str) -> bool {
    !word.contains(|c: char| "()[]{},;:\"'#=<>".contains(c))
}

/// Whether the first rows of a text are words separated by blanks, or rows with data.
pub(crate) fn are_words(text: &str) -> bool {
    let content = text.lines().map(without_comment).filter(|line| !line.trim().is_empty());
    let mut first = content.take(2).peekable();
    first.peek().is_some() && first.all(|line| line.contains('{') || line.split_whitespace().all(is_word))
}

/// Rows as lists of neighbours.
struct Lists<'a> {
    /// The number of rows before them.
    from: usize,
    all: Vec<&'a [i32]>,
    /// The numbers of all lists.
    numbers: &'a [i32],
}

impl Lists<'_> {
    /// The first number of each list.
    fn heads(&self) -> Vec<i32> {
        self.all.iter().map(|list| list[0]).collect()
    }

    /// Whether the rows are a square matrix that has only 0 and 1, or is symmetric.
    fn are_square(&self) -> bool {
        let size = self.all.len();
        let are_bits = || self.numbers.iter().all(|&number| number == 0 || number == 1);
        let are_even = self.all.iter().all(|list| list.len() == self.all[0].len());
        let is_mirrored =
            || (0..size).all(|row| (0..size).all(|column| self.all[row][column] == self.all[column][row]));
        size > 1 && are_even && (are_bits() || self.all[0].len() == size && is_mirrored())
    }

    /// Whether the rows are the neighbours of the vertices in order, counted from 0 or from 1:
    /// every neighbour lists the vertex back, and there are no repetitions and no loops.
    fn are_neighbours(&self) -> bool {
        [0, 1].iter().any(|&base| self.are_neighbours_from(base, 0))
    }

    /// Whether each row has the number of neighbours and then the neighbours.
    fn have_degrees(&self) -> bool {
        self.all.iter().all(|list| is_count(list[0], list.len() - 1))
            && [0, 1].iter().any(|&base| self.are_neighbours_from(base, 1))
    }

    /// Whether each row has its own number, the number of neighbours, and then the neighbours.
    fn have_numbers_and_degrees(&self) -> bool {
        let fits = |list: &&[i32]| list.len() > 1 && is_count(list[1], list.len() - 2);
        let heads = self.heads();
        let is_numbered = |base: usize| heads.iter().enumerate().all(|(index, &head)| is_count(head, index + base));
        let is_something = heads.first() == Some(&0) || self.all.iter().any(|list| list.len() > 2);
        let is_complete = |base: usize| is_numbered(base) && self.are_neighbours_from(base, 2);
        self.all.iter().all(fits) && is_something && (is_complete(0) || is_complete(1))
    }

    /// Whether the rows, without the first `skipped` numbers of each, are the neighbours of the
    /// vertices in order, counted from `base`.
    fn are_neighbours_from(&self, base: usize, skipped: usize) -> bool {
        let neighbours = |index: usize| self.all[index].get(skipped..).unwrap_or_default();
        (0..self.all.len()).all(|index| {
            let list = neighbours(index);
            list.iter().enumerate().all(|(at, &to)| {
                let back =
                    usize::try_from(to).ok().and_then(|to| to.checked_sub(base)).filter(|&to| to < self.all.len());
                !list[..at].contains(&to)
                    && back.is_some_and(|back| {
                        back != index && neighbours(back).iter().any(|&number| is_count(number, index + base))
                    })
            })
        })
    }

    /// Whether each row has a vertex and its neighbours, and each vertex has exactly one row.
    fn are_behind_vertices(&self) -> bool {
        let mut heads = self.heads();
        if !are_different(heads.clone()) || heads.len() < 2 {
            return false;
        }
        heads.put_in_order();
        self.numbers.iter().all(|number| *number >= 0 && heads.binary_search(number).is_ok())
    }

    /// Whether of the rows with a vertex and its neighbours, every neighbour's row has the vertex.
    fn lead_back(&self) -> bool {
        let arcs = || self.all.iter().flat_map(|list| list[1..].iter().map(|&to| (list[0], to)));
        let known: HashSet<(i32, i32)> = arcs().collect();
        arcs().all(|(from, to)| known.contains(&(to, from)))
    }

    /// Whether each row may have a vertex and its neighbours, and some row has three numbers, which
    /// may also be an edge with a cost.
    fn may_have_numbers(&self) -> bool {
        let repeats = |list: &&[i32]| matches!(list[..], [_, one, other] if one == other);
        if self.all.iter().all(|list| list.len() < 3) || self.all.iter().any(repeats) || !are_different(self.heads()) {
            return false;
        }
        let sorted = |mut numbers: Vec<i32>| {
            numbers.put_in_order();
            numbers.dedup();
            numbers
        };
        let vertices = sorted(self.all.iter().map(|list| &list[..list.len().min(2)]).collect::<Vec<_>>().concat());
        let all = sorted(self.numbers.to_vec());
        let is_contiguous = matches!(all[..], [0 | 1, ..]) && all.windows(2).all(|two| two[1] == two[0] + 1);
        let mut thirds = self.all.iter().filter_map(|list| list.get(2));
        is_contiguous || thirds.all(|third| vertices.binary_search(third).is_ok())
    }
}

/// Whether a number equals a count.
fn is_count(number: i32, count: usize) -> bool {
    usize::try_from(number).is_ok_and(|number| number == count)
}

/// Whether no number is repeated.
fn are_different(mut numbers: Vec<i32>) -> bool {
    numbers.put_in_order();
    numbers.windows(2).all(|two| two[0] != two[1])
}
