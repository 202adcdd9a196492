//! Lists of neighbours in JSON, read in one pass: `[[1,3],[0]]`, or with costs
//! `[[[1,5],[3,2]],[[0,5]]]`.
//!
//! Boards may have a million moves, so only the result is kept. If there is a problem, [`find`]
//! walks over the text again to find the place of each entry. The walk stops at anything that is
//! not a plain list of lists; then [`json`](crate::tree::json) reports the error.

use std::ops::Range;

use catmouse_model::{BoardChoice, InOrder, SetupPlace};

/// The initial capacity for vertices, so that small boards need one allocation.
const FEW_VERTICES: usize = 16;

/// Reads the board whose text begins with the bracket at byte `start`. Returns the board and the
/// first byte after it.
///
/// # Errors
///
/// The byte at which the text stops being such a board.
pub(crate) fn read(text: &str, start: usize) -> Result<(BoardChoice, usize), usize> {
    let mut building =
        Building { board: Board::Plain(Vec::with_capacity(FEW_VERTICES)), plain: Vec::new(), pairs: Vec::new() };
    let end = walk(text.as_bytes(), start, &mut building)?;
    let board = match building.board {
        Board::Plain(lists) => BoardChoice::Adjacency(lists),
        Board::Costs(lists) => BoardChoice::AdjacencyWithCosts(lists),
    };
    Ok((board, end))
}

/// The span of each of these places, in a text that [`read`] has read from byte `start`. `None` for
/// a place that the text does not contain.
pub(crate) fn find(text: &str, start: usize, places: &[SetupPlace]) -> Vec<Option<Range<usize>>> {
    let mut wanted: Vec<(SetupPlace, usize)> = places.iter().zip(0..).map(|(&place, index)| (place, index)).collect();
    wanted.put_in_order();
    let mut finding = Finding { wanted: &wanted, found: vec![None; places.len()] };
    let end = walk(text.as_bytes(), start, &mut finding);
    let mut found = finding.found;
    for (place, span) in places.iter().zip(&mut found) {
        if let (SetupPlace::Board, Ok(end)) = (place, end) {
            *span = Some(start..end);
        }
    }
    found
}

/// Receives the entries and lists of a walk.
trait Visitor {
    /// An entry of a vertex's list, with or without a cost. `at` is the vertex and the index of the
    /// entry.
    fn neighbour(&mut self, at: (usize, usize), span: Range<usize>, to: i64, cost: Option<i64>);

    /// The end of a vertex's list.
    fn list(&mut self, vertex: usize, span: Range<usize>);
}

/// The entries of a list, each with a cost of 1.
fn with_unit_costs(list: Vec<i64>) -> Vec<(i64, i64)> {
    list.into_iter().map(|to| (to, 1)).collect()
}

struct Building {
    board: Board,
    /// The current list: `plain` while no entry has a cost, then `pairs`.
    plain: Vec<i64>,
    pairs: Vec<(i64, i64)>,
}

enum Board {
    Plain(Vec<Vec<i64>>),
    Costs(Vec<Vec<(i64, i64)>>),
}

impl Visitor for Building {
    fn neighbour(&mut self, _: (usize, usize), _: Range<usize>, to: i64, cost: Option<i64>) {
        match (&mut self.board, cost) {
            (Board::Plain(_), None) => self.plain.push(to),
            (Board::Costs(_), cost) => self.pairs.push((to, cost.unwrap_or(1))),
            (Board::Plain(lists), Some(cost)) => {
                self.pairs = with_unit_costs(std::mem::take(&mut self.plain));
                self.pairs.push((to, cost));
                self.board = Board::Costs(std::mem::take(lists).into_iter().map(with_unit_costs).collect());
            }
        }
    }

    fn list(&mut self, _: usize, _: Range<usize>) {
        match &mut self.board {
            Board::Plain(lists) => lists.push(taken(&mut self.plain)),
            Board::Costs(lists) => lists.push(taken(&mut self.pairs)),
        }
    }
}

/// Takes the content of a list. A short list is copied, so that the next list can use its buffer; a
/// long list is moved.
fn taken<T: Copy>(list: &mut Vec<T>) -> Vec<T> {
    const SHORT: usize = 1024;
    if list.len() > SHORT {
        let mut long = std::mem::take(list);
        long.shrink_to_fit();
        return long;
    }
    let short = list.as_slice().into();
    list.clear();
    short
}

/// The sought places, sorted and each with its index, and the spans found so far.
struct Finding<'a> {
    wanted: &'a [(SetupPlace, usize)],
    found: Vec<Option<Range<usize>>>,
}

impl Finding<'_> {
    fn put(&mut self, place: SetupPlace, span: &Range<usize>) {
        let first = self.wanted.partition_point(|&(wanted, _)| wanted < place);
        for &(_, index) in self.wanted.iter().skip(first).take_while(|&&(wanted, _)| wanted == place) {
            self.found[index] = Some(span.clone());
        }
    }
}

impl Visitor for Finding<'_> {
    fn neighbour(&mut self, (vertex, entry): (usize, usize), span: Range<usize>, _: i64, _: Option<i64>) {
        self.put(SetupPlace::Neighbour { vertex, entry }, &span);
    }

    fn list(&mut self, vertex: usize, span: Range<usize>) {
        self.put(SetupPlace::Neighbours { vertex }, &span);
    }
}

/// Walks over the list that opens at byte `start`. Returns the first byte after it or, as an error,
/// the byte where it stops being a board.
fn walk(text: &[u8], start: usize, visitor: &mut impl Visitor) -> Result<usize, usize> {
    let mut walk = Walk { text, at: start };
    let mut vertex = 0;
    walk.list(|walk| {
        let (list_start, mut entry) = (walk.at, 0);
        walk.list(|walk| {
            let entry_start = walk.at;
            let (to, cost) = if walk.next() == Some(b'[') {
                walk.at += 1;
                let to = walk.spaced_number()?;
                walk.sign(b',')?;
                let cost = walk.spaced_number()?;
                walk.sign(b']')?;
                (to, Some(cost))
            } else {
                (walk.number()?, None)
            };
            visitor.neighbour((vertex, entry), entry_start..walk.at, to, cost);
            entry += 1;
            Ok(())
        })?;
        visitor.list(vertex, list_start..walk.at);
        vertex += 1;
        Ok(())
    })?;
    Ok(walk.at)
}

struct Walk<'a> {
    text: &'a [u8],
    at: usize,
}

impl Walk<'_> {
    fn next(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn skip_spaces(&mut self) {
        while matches!(self.next(), Some(b' ' | b'\n' | b'\r' | b'\t')) {
            self.at += 1;
        }
    }

    /// Skips this sign, and the spaces after a comma.
    fn sign(&mut self, sign: u8) -> Result<(), usize> {
        if self.next() != Some(sign) {
            return Err(self.at);
        }
        self.at += 1;
        // The closing bracket is the end of the entry.
        if sign == b',' {
            self.skip_spaces();
        }
        Ok(())
    }

    /// Skips a list; `item` skips each item.
    fn list(&mut self, mut item: impl FnMut(&mut Self) -> Result<(), usize>) -> Result<(), usize> {
        if self.next() != Some(b'[') {
            return Err(self.at);
        }
        self.at += 1;
        self.skip_spaces();
        if self.next() == Some(b']') {
            self.at += 1;
            return Ok(());
        }
        loop {
            item(self)?;
            self.skip_spaces();
            match self.next() {
                Some(b',') => self.at += 1,
                Some(b']') => {
                    self.at += 1;
                    return Ok(());
                }
                _ => return Err(self.at),
            }
            self.skip_spaces();
        }
    }

    fn spaced_number(&mut self) -> Result<i64, usize> {
        self.skip_spaces();
        let number = self.number()?;
        self.skip_spaces();
        Ok(number)
    }

    /// Skips and returns a whole number without a leading zero.
    fn number(&mut self) -> Result<i64, usize> {
        /// Every number with this many digits fits into 64 bits.
        const FEW: usize = 18;
        let start = self.at;
        let rest = self.text.get(start..).unwrap_or_default();
        let negative = rest.first() == Some(&b'-');
        let digits = rest.get(usize::from(negative)..).unwrap_or_default();
        let mut number: i64 = 0;
        let mut length = 0;
        while let Some(&digit @ b'0'..=b'9') = digits.get(length) {
            let digit = i64::from(digit - b'0');
            number = if length < FEW {
                number * 10 + digit
            } else {
                number.checked_mul(10).and_then(|tens| tens.checked_add(digit)).ok_or(start)?
            };
            length += 1;
        }
        if length == 0 || length > 1 && digits.first() == Some(&b'0') {
            return Err(start);
        }
        self.at += usize::from(negative) + length;
        Ok(if negative { -number } else { number })
    }
}
