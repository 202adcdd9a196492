//! Outcomes: the winner at every position, without distances, as one bit for each player and
//! position.

use std::ops::{ControlFlow, Range};

use crate::by_player::ByPlayer;
use crate::cells::Cells;
use crate::moves::{Player, PositionId};
use crate::solution::{Tally, ValueCounts, Values, Winners, one_by_one};
use crate::transpose::transpose;
use crate::value::{Distance, Preference, Value};

/// A matrix of bits, row by row; bit `i` of word `w` of a row is column `64 · w + i`.
#[derive(Clone, Debug)]
#[doc(hidden)]
pub struct BitRows {
    words: Cells<u64>,
    first: usize,
    stride: usize,
}

impl BitRows {
    /// Rows of `stride` words each; the first begins at word `first`. Bits beyond the last column
    /// must be clear, and so must words outside the rows.
    pub fn new(words: impl Into<Cells<u64>>, first: usize, stride: usize) -> Self {
        Self { words: words.into(), first, stride }
    }

    fn row(&self, row: usize) -> &[u64] {
        &self.words[self.first + row * self.stride..][..self.stride]
    }

    #[inline]
    fn has(&self, row: usize, column: usize) -> bool {
        self.words[self.first + row * self.stride + column / 64] >> (column % 64) & 1 == 1
    }

    fn count_ones(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }
}

/// The player who can force a win from each position of an arena, without distances. Memory: half a
/// byte a position of a [`ProductArena`](crate::ProductArena), a quarter of a byte otherwise.
///
/// As [`Values`] they have no distances ([`Values::has_distances`]): every win has distance 0, and
/// the best moves are those that keep the outcome.
///
/// ```
/// use catmouse_arena::{Extent, Outcomes, Player, PositionId, Solution, Value};
///
/// let solution = Solution::from_values([Value::Endless, Value::Win { player: Player::Two, distance: 7 }]);
/// let outcomes = Outcomes::of(&solution, None);
/// assert_eq!(outcomes.winner(PositionId::new(1)), Some(Player::Two));
/// assert_eq!(outcomes.extent(), Extent::All { longest: Some(7) });
/// ```
#[derive(Clone, Debug)]
pub struct Outcomes {
    layout: Layout,
    extent: Extent,
}

/// The layout of the bits.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "few outcomes exist at a time, and they own far more memory on the heap")]
enum Layout {
    /// A matrix for each winner and each player to move.
    Product {
        rows: usize,
        columns: usize,
        won: ByPlayer<ByPlayer<BitRows>>,
        /// For each winner, the player whose nodes are the rows of the winner's matrices.
        owners: ByPlayer<Player>,
        /// For each player, the row or column of each node; `None` if it is the node's number.
        places: ByPlayer<Option<Vec<u32>>>,
    },
    /// A list of bits for each winner, in numbering order.
    Listed { positions: usize, won: ByPlayer<Vec<u64>> },
}

/// The set of wins that outcomes hold: all wins, or those within a distance.
///
/// A limit is counted from a position, so outcomes answer under a limit only if they hold exactly
/// the wins within it.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Extent {
    /// Every forced win, however long it takes.
    All {
        /// An upper bound on their distances, if one is known.
        longest: Option<Distance>,
    },
    /// The wins within this distance and no others; there may be longer ones.
    Within(Distance),
}

impl Extent {
    /// Whether these are exactly the wins that count under this limit; `None` means no limit.
    pub fn suits(self, limit: Option<Distance>) -> bool {
        match (self, limit) {
            (Self::All { .. }, None) => true,
            (Self::All { longest }, Some(limit)) => longest.is_some_and(|longest| longest <= limit),
            (Self::Within(level), limit) => limit == Some(level),
        }
    }
}

/// The number of One's rows that are transposed together if the matrices have Two's nodes as rows.
const BAND: usize = 512;

impl Outcomes {
    /// Outcomes of a product arena with `rows` nodes of One and `columns` of Two.
    /// `won[winner][turn]` marks the wins of `winner` when `turn` is to move, with the winner's
    /// nodes as rows and the opponent's as columns. The extent is [`Extent::All`].
    #[doc(hidden)]
    pub fn new(rows: u32, columns: u32, won: [[BitRows; 2]; 2]) -> Self {
        let (rows, columns) = (rows as usize, columns as usize);
        let won = ByPlayer::from(won.map(ByPlayer::from));
        let layout =
            Layout::Product { rows, columns, won, owners: ByPlayer::from(Player::BOTH), places: ByPlayer::default() };
        Self { layout, extent: Extent::All { longest: None } }
    }

    /// Declares that all matrices have this player's nodes as rows.
    #[doc(hidden)]
    #[must_use]
    pub fn in_rows_of(mut self, player: Player) -> Self {
        if let Layout::Product { owners, .. } = &mut self.layout {
            *owners = ByPlayer { one: player, two: player };
        }
        self
    }

    /// Declares that each player's node `n` has the row or column `places[n]`; `None` keeps the
    /// node's number.
    #[doc(hidden)]
    #[must_use]
    pub fn with_places(mut self, places: [Option<Vec<u32>>; 2]) -> Self {
        if let Layout::Product { places: known, .. } = &mut self.layout {
            *known = places.into();
        }
        self
    }

    /// Replaces the extent.
    #[doc(hidden)]
    #[must_use]
    pub fn with_extent(self, extent: Extent) -> Self {
        Self { extent, ..self }
    }

    /// The outcomes of values with distances, under this limit if there is one. Time: linear in the
    /// positions.
    pub fn of<V: Values>(values: &V, limit: Option<Distance>) -> Self {
        let words = values.positions().div_ceil(64);
        let mut won = ByPlayer::from_fn(|_| vec![0; words]);
        let (mut longest, mut is_cut) = (0, false);
        values.scan(&mut |position, value| {
            let Value::Win { player, distance } = value else { return };
            if limit.is_some_and(|limit| distance > limit) {
                is_cut = true;
                return;
            }
            longest = longest.max(distance);
            won[player][position.index() / 64] |= 1 << (position.index() % 64);
        });
        let extent = match limit {
            Some(limit) if is_cut => Extent::Within(limit),
            _ => Extent::All { longest: Some(longest) },
        };
        Self { layout: Layout::Listed { positions: values.positions(), won }, extent }
    }

    /// The wins that these outcomes hold, by distance.
    pub fn extent(&self) -> Extent {
        self.extent
    }

    /// The number of positions.
    pub fn positions(&self) -> usize {
        match &self.layout {
            Layout::Product { rows, columns, .. } => 2 * rows * columns,
            Layout::Listed { positions, .. } => *positions,
        }
    }

    /// The player who can force a win from a position, if there is one. Time: constant.
    ///
    /// # Panics
    ///
    /// If there is no such position.
    #[inline]
    pub fn winner(&self, position: PositionId) -> Option<Player> {
        assert!(position.index() < self.positions(), "there is no position {position}");
        match &self.layout {
            Layout::Product { rows, columns, won, owners, places } => {
                let (turn, one, two) = nodes_of(position.index(), *rows, *columns);
                let (one, two) = (place(places.one.as_deref(), one), place(places.two.as_deref(), two));
                winner_by_bits(won, *owners, turn, (one, two))
            }
            Layout::Listed { won, .. } => {
                let (word, bit) = (position.index() / 64, position.index() % 64);
                Player::BOTH.into_iter().find(|&player| won[player][word] >> bit & 1 == 1)
            }
        }
    }

    /// The number of positions that each player wins. Time: O(positions / 64).
    pub fn counts(&self) -> ValueCounts {
        let wins = ByPlayer::from_fn(|winner| match &self.layout {
            Layout::Product { won, .. } => won[winner].iter().map(|(_, matrix)| matrix.count_ones()).sum::<usize>(),
            Layout::Listed { won, .. } => won[winner].iter().map(|word| word.count_ones() as usize).sum(),
        });
        ValueCounts { wins, endless: self.positions() - wins.one - wins.two }
    }
}

/// The player to move at a position of a product, and the nodes of One and Two.
#[inline]
fn nodes_of(index: usize, rows: usize, columns: usize) -> (Player, usize, usize) {
    let (row, two) = (index / columns, index % columns);
    if row < rows { (Player::One, row, two) } else { (Player::Two, row - rows, two) }
}

/// A win at distance 0, or endless play.
#[inline]
fn value_for(winner: Option<Player>) -> Value {
    winner.map_or(Value::Endless, |player| Value::Win { player, distance: 0 })
}

/// The winner with this player to move and the tokens in these rows and columns.
#[inline]
fn winner_by_bits(
    won: &ByPlayer<ByPlayer<BitRows>>,
    owners: ByPlayer<Player>,
    turn: Player,
    (one, two): (usize, usize),
) -> Option<Player> {
    Player::BOTH.into_iter().find(|&player| {
        let won = &won[player][turn];
        match owners[player] {
            Player::One => won.has(one, two),
            Player::Two => won.has(two, one),
        }
    })
}

#[inline]
fn place(places: Option<&[u32]>, node: usize) -> usize {
    places.map_or(node, |places| places[node] as usize)
}

/// One winner's bits, with some of One's nodes as rows and all of Two's nodes as columns.
#[derive(Default)]
struct Band {
    words: Vec<u64>,
    stride: usize,
}

impl Band {
    /// Fills the band with these rows; the first is a multiple of 64.
    fn fill(&mut self, matrix: &BitRows, owner: Player, rows: Range<usize>, columns: usize) {
        self.stride = columns.div_ceil(64);
        self.words.clear();
        self.words.resize(rows.len().next_multiple_of(64) * self.stride, 0);
        match owner {
            Player::One => {
                for (row, to) in rows.zip(self.words.chunks_exact_mut(self.stride)) {
                    to.copy_from_slice(&matrix.row(row)[..to.len()]);
                }
            }
            // Transposes squares of 64 of Two's rows and 64 of One's.
            Player::Two => {
                let words = rows.start / 64..rows.end.div_ceil(64);
                for from in (0..columns).step_by(64) {
                    for word in words.clone() {
                        let mut square = [[0; 1]; 64];
                        for (lane, two) in square.iter_mut().zip(from..columns) {
                            lane[0] = matrix.row(two)[word];
                        }
                        transpose(&mut square);
                        let first = (word - words.start) * 64;
                        for (row, [bits]) in square.into_iter().enumerate() {
                            self.words[(first + row) * self.stride + from / 64] = bits;
                        }
                    }
                }
            }
        }
    }

    fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.stride..][..self.stride]
    }
}

/// Visits this many positions, one word at a time. The bits mark the wins of each player.
fn each_word(
    won: ByPlayer<&[u64]>,
    positions: usize,
    visit: &mut dyn FnMut(Winners) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for (index, (&one, &two)) in won.one.iter().zip(won.two).enumerate() {
        visit(Winners { count: (positions - 64 * index).min(64) as u32, won: ByPlayer { one, two } })?;
    }
    ControlFlow::Continue(())
}

/// Every win has distance 0.
impl Values for Outcomes {
    fn positions(&self) -> usize {
        self.positions()
    }

    #[inline]
    fn value(&self, position: PositionId) -> Value {
        value_for(self.winner(position))
    }

    fn has_distances(&self) -> bool {
        false
    }

    fn scan(&self, visit: &mut dyn FnMut(PositionId, Value)) {
        let mut next = 0;
        let _ = self.scan_winners(&mut |Winners { count, won }| {
            for bit in 0..count {
                let winner = Player::BOTH.into_iter().find(|&player| won[player] >> bit & 1 == 1);
                visit(PositionId::new(next), value_for(winner));
                next += 1;
            }
            ControlFlow::Continue(())
        });
    }

    /// Works by bands of 512 rows, or position by position if places are given.
    fn scan_winners(&self, visit: &mut dyn FnMut(Winners) -> ControlFlow<()>) -> ControlFlow<()> {
        match &self.layout {
            Layout::Listed { positions, won } => each_word(won.as_ref().map(Vec::as_slice), *positions, visit),
            Layout::Product { rows, columns, won, owners, places: ByPlayer { one: None, two: None } } => {
                let mut bands = ByPlayer::<Band>::default();
                for turn in Player::BOTH {
                    for first in (0..*rows).step_by(BAND) {
                        let band = first..(first + BAND).min(*rows);
                        for winner in Player::BOTH {
                            bands[winner].fill(&won[winner][turn], owners[winner], band.clone(), *columns);
                        }
                        for row in 0..band.len() {
                            each_word(bands.as_ref().map(|filled| filled.row(row)), *columns, visit)?;
                        }
                    }
                }
                ControlFlow::Continue(())
            }
            Layout::Product { .. } => one_by_one(self, visit),
        }
    }

    fn counts(&self) -> ValueCounts {
        self.counts()
    }

    /// Ignores the limit: the wins are those of the [`extent`](Outcomes::extent). Time:
    /// O(positions / 64) for all positions and for all with the same player to move, otherwise
    /// linear.
    fn tally_in(&self, positions: Range<usize>, _: Option<Distance>) -> Tally {
        let half = self.positions() / 2;
        let wins = match (&self.layout, positions.start, positions.end) {
            _ if positions == (0..2 * half) => self.counts().wins,
            (Layout::Product { won, .. }, 0, end) if end == half => won.as_ref().map(|won| won.one.count_ones()),
            (Layout::Product { won, .. }, start, end) if (start, end) == (half, 2 * half) => {
                won.as_ref().map(|won| won.two.count_ones())
            }
            _ => {
                let mut wins = ByPlayer::default();
                for winner in positions.clone().filter_map(|position| self.winner(PositionId::new(position))) {
                    wins[winner] += 1;
                }
                wins
            }
        };
        let counts = ValueCounts { wins, endless: positions.len() - wins.one - wins.two };
        Tally { counts, longest: ByPlayer::default() }
    }

    /// Avoids a division for each position.
    fn raise_preferences(&self, first: PositionId, player: Player, best: &mut [Preference]) {
        let raise = |best: &mut Preference, winner: Option<Player>| {
            *best = value_for(winner).preference(player).max(*best);
        };
        let Layout::Product { rows, columns, won, owners, places } = &self.layout else {
            let positions = (first.index()..).map(PositionId::new);
            return best.iter_mut().zip(positions).for_each(|(best, position)| raise(best, self.winner(position)));
        };
        assert!(first.index() + best.len() <= self.positions(), "there are fewer positions than preferences");
        let (mut at, mut left) = (first.index(), best);
        while !left.is_empty() {
            let (turn, one, two) = nodes_of(at, *rows, *columns);
            let one = place(places.one.as_deref(), one);
            let (of_row, others) = left.split_at_mut((columns - two).min(left.len()));
            for (best, two) in of_row.iter_mut().zip(two..) {
                let two = place(places.two.as_deref(), two);
                raise(best, winner_by_bits(won, *owners, turn, (one, two)));
            }
            (at, left) = (at + of_row.len(), others);
        }
    }
}
