//! Who wins from every position of a product, without the distances: one bit for each player and position.

use crate::cells::Cells;
use crate::game::{Player, PositionId};
use crate::solution::Counts;

/// Rows of bits, all equally long; bit `i` of word `w` of a row is column `64 · w + i`.
#[derive(Clone, Debug)]
pub struct BitRows {
    words: Cells<u64>,
    first: usize,
    stride: usize,
}

impl BitRows {
    /// Rows of `stride` words each, the first beginning at word `first`. Bits beyond the last column must be clear, and so must
    /// words outside all rows.
    pub fn new(words: impl Into<Cells<u64>>, first: usize, stride: usize) -> Self {
        Self { words: words.into(), first, stride }
    }

    fn has(&self, row: usize, column: usize) -> bool {
        self.words[self.first + row * self.stride + column / 64] >> (column % 64) & 1 == 1
    }

    fn ones(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }
}

/// Who can force a win from each position of a [`ProductArena`](crate::ProductArena). Memory: half a byte a position.
#[derive(Clone, Debug)]
pub struct Outcomes {
    rows: usize,
    columns: usize,
    won: [[BitRows; 2]; 2],
    /// Whose nodes are the rows of what each player wins.
    owners: [Player; 2],
    places: [Option<Vec<u32>>; 2],
}

impl Outcomes {
    /// What each player wins with each player to move: `won[winner][turn]`, with the winner's nodes as rows and the opponent's as
    /// columns. `rows` are One's nodes, `columns` Two's.
    pub fn new(rows: u32, columns: u32, won: [[BitRows; 2]; 2]) -> Self {
        Self { rows: rows as usize, columns: columns as usize, won, owners: Player::BOTH, places: [None, None] }
    }

    /// The same where rows are this player's nodes, for wins of either player.
    #[must_use]
    pub fn in_rows_of(self, player: Player) -> Self {
        Self { owners: [player; 2], ..self }
    }

    /// The same where a player's nodes do not stand in rows and columns by their numbers but in these places.
    #[must_use]
    pub fn with_places(self, places: [Option<Vec<u32>>; 2]) -> Self {
        Self { places, ..self }
    }

    /// How many positions there are.
    pub fn positions(&self) -> usize {
        2 * self.rows * self.columns
    }

    /// Who can force a win from a position, if anyone. Time: constant.
    ///
    /// # Panics
    ///
    /// If there is no such position.
    pub fn winner(&self, position: PositionId) -> Option<Player> {
        assert!(position.index() < self.positions(), "there is no position {position}");
        let (row, two) = (position.index() / self.columns, position.index() % self.columns);
        let (turn, one) = (row / self.rows, row % self.rows);
        let place =
            |places: &Option<Vec<u32>>, node: usize| places.as_ref().map_or(node, |places| places[node] as usize);
        let [ones, twos] = &self.places;
        let (one, two) = (place(ones, one), place(twos, two));
        Player::BOTH.into_iter().find(|player| {
            let won = &self.won[player.index()][turn];
            match self.owners[player.index()] {
                Player::One => won.has(one, two),
                Player::Two => won.has(two, one),
            }
        })
    }

    /// How many positions each player wins. Time: O(positions / 64).
    pub fn counts(&self) -> Counts {
        let wins = [0, 1].map(|winner: usize| self.won[winner].iter().map(BitRows::ones).sum::<usize>());
        Counts { wins, endless: self.positions() - wins[0] - wins[1] }
    }
}
