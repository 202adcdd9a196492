//! Lists of neighbours as JSON writes them, read in one pass: `[[1,3],[0]]`, or with costs `[[[1,5],[3,2]],[[0,5]]]`.
//!
//! Boards of a million moves come this way, so nothing is kept but the result; where each piece stood is found by walking over
//! the text once more ([`find`]), which is needed only once something is wrong. Anything but a plain list of lists stops
//! the walk; what is wrong with it is for [`json`](crate::tree::json) to say.

use std::ops::Range;

use catmouse_model::{BoardChoice, Place};

/// Vertices that there is room for from the start, so that streams of small boards ask for it once.
const FEW_VERTICES: usize = 16;

/// The board whose text begins with the bracket at this byte, and the byte after it.
///
/// # Errors
///
/// The byte from which on the text is no such board.
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

/// The bytes of each of these places, in a text that [`read`] has read from this byte on.
pub(crate) fn find(text: &str, start: usize, places: &[Place]) -> Vec<Option<Range<usize>>> {
    let mut wanted: Vec<(Place, usize)> = places.iter().zip(0..).map(|(&place, index)| (place, index)).collect();
    wanted.sort_unstable();
    let mut finding = Finding { wanted: &wanted, found: vec![None; places.len()] };
    let end = walk(text.as_bytes(), start, &mut finding);
    let mut found = finding.found;
    for (place, span) in places.iter().zip(&mut found) {
        if let (Place::Board, Ok(end)) = (place, end) {
            *span = Some(start..end);
        }
    }
    found
}

/// What the walk reports to.
trait Visitor {
    /// An entry of the list of this vertex, without a cost or with one.
    fn neighbour(&mut self, at: (usize, usize), span: Range<usize>, to: i64, cost: Option<i64>);

    /// The end of the list of this vertex.
    fn list(&mut self, vertex: usize, span: Range<usize>);
}

/// The entries of a list so far, now that it turns out that moves have costs.
fn costing_1(list: Vec<i64>) -> Vec<(i64, i64)> {
    list.into_iter().map(|to| (to, 1)).collect()
}

struct Building {
    board: Board,
    /// The list that is being read, in one of the two.
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
                self.pairs = costing_1(std::mem::take(&mut self.plain));
                self.pairs.push((to, cost));
                self.board = Board::Costs(std::mem::take(lists).into_iter().map(costing_1).collect());
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

/// A list that takes no more room than it needs: short ones are copied, which keeps the room for the next, and long ones,
/// which it would be a pity to have twice, are taken.
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

/// The places that are looked for, in order and each with its index, and what has been found.
struct Finding<'a> {
    wanted: &'a [(Place, usize)],
    found: Vec<Option<Range<usize>>>,
}

impl Finding<'_> {
    fn put(&mut self, place: Place, span: &Range<usize>) {
        let first = self.wanted.partition_point(|&(wanted, _)| wanted < place);
        for &(_, index) in self.wanted.iter().skip(first).take_while(|&&(wanted, _)| wanted == place) {
            self.found[index] = Some(span.clone());
        }
    }
}

impl Visitor for Finding<'_> {
    fn neighbour(&mut self, (vertex, entry): (usize, usize), span: Range<usize>, _: i64, _: Option<i64>) {
        self.put(Place::Neighbour { vertex, entry }, &span);
    }

    fn list(&mut self, vertex: usize, span: Range<usize>) {
        self.put(Place::Neighbours { vertex }, &span);
    }
}

/// Walks over the list that opens at this byte; returns the byte after it, or the one where it stops to be a board.
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

    /// Goes past this sign and the spaces behind it.
    fn sign(&mut self, sign: u8) -> Result<(), usize> {
        if self.next() != Some(sign) {
            return Err(self.at);
        }
        self.at += 1;
        // The bracket that closes an entry is its end.
        if sign == b',' {
            self.skip_spaces();
        }
        Ok(())
    }

    /// Goes past a list; `item` goes past each item.
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

    /// Goes past a whole number without a leading zero.
    fn number(&mut self) -> Result<i64, usize> {
        /// No number of so few digits leaves 64 bits.
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

#[cfg(test)]
mod tests {
    use catmouse_model::{BoardChoice, Place};

    use super::{find, read};

    #[test]
    fn what_is_no_board_stops_the_walk() {
        for (text, at) in [
            ("[[1],[0]", 8),
            ("[[1],[0],]", 9),
            ("[[1] [0]]", 5),
            ("[[01]]", 2),
            ("[[1.5]]", 3),
            ("[[1e3]]", 3),
            ("[[9223372036854775808]]", 2),
            ("[[-]]", 2),
            ("[1]", 1),
            ("[[[1]]]", 4),
            ("[[[1,2,3]]]", 6),
            ("[[\"a\"]]", 2),
        ] {
            assert_eq!(read(text, 0), Err(at), "{text}");
        }
    }

    #[test]
    fn places_are_found_again() {
        let text = "x [[1 , 2],\n[ [ 0,5] ], [] ] y";
        let (board, end) = read(text, 2).unwrap();
        assert_eq!(board, BoardChoice::AdjacencyWithCosts(vec![vec![(1, 1), (2, 1)], vec![(0, 5)], vec![]]));
        let places = [
            Place::Neighbour { vertex: 1, entry: 0 },
            Place::Board,
            Place::Neighbours { vertex: 1 },
            Place::Neighbour { vertex: 0, entry: 1 },
            Place::Neighbours { vertex: 2 },
            Place::Neighbour { vertex: 2, entry: 0 },
        ];
        let found: Vec<_> = find(text, 2, &places).into_iter().map(|span| span.map(|span| &text[span])).collect();
        let expect = ["[ 0,5]", &text[2..end], "[ [ 0,5] ]", "2", "[]"];
        assert_eq!(found[..5], expect.map(Some));
        assert_eq!(found[5], None);
    }
}
