//! The game from the point of view of the attractor's owner. It does not change while the attractor
//! grows.

use catmouse_arena::{Player, ProductArena, StepGraph};

use super::block::{block_words, clear_runs, fill_runs, row_words, set_all};
use super::ends::Ends;
use super::frontier::Frontier;
use super::kernels::Kernels;

/// Both pieces, their moves and the ends. Rows are the owner's nodes, columns the opponent's.
pub(super) struct Duel<'a> {
    pub(super) player: Player,
    pub(super) owner: &'a StepGraph,
    pub(super) opponent: &'a StepGraph,
    pub(super) ends: Ends,
    /// Words of a row.
    pub(super) words: usize,
    /// Words of a block.
    pub(super) block_words: usize,
    pub(super) kernels: Kernels<'a>,
}

impl<'a> Duel<'a> {
    /// The game of this arena, for the attractor of `player`.
    pub(super) fn new(arena: &'a ProductArena, player: Player) -> Self {
        let (owner, opponent) = (arena.steps(player), arena.steps(player.opponent()));
        let (words, block_words) = (row_words(opponent.nodes()), block_words(opponent.nodes()));
        let (ends, kernels) = (Ends::of(arena, player), Kernels::new(opponent));
        Self { player, owner, opponent, ends, words, block_words, kernels }
    }

    /// An empty frontier with room for every position.
    pub(super) fn empty_frontier(&self) -> Frontier {
        Frontier::new(self.owner.nodes() as usize * self.words)
    }

    /// Level 0 with the opponent to move: the ends that the owner has won, and the pairs where a
    /// stuck opponent loses.
    pub(super) fn initial_frontier(&self) -> Frontier {
        let mut frontier = self.empty_frontier();
        let mut pairs = vec![0; self.words];
        let stuck: &[u32] = if self.ends.stuck_loses { &self.ends.stuck } else { &[] };
        for row in 0..self.owner.nodes() as usize {
            let won = self.ends.owner_won.row(row);
            if !won.is_empty() || !stuck.is_empty() {
                if !stuck.is_empty() {
                    set_all(&mut pairs, stuck.iter().copied());
                    clear_runs(&mut pairs, self.ends.opponent_won.row(row));
                }
                fill_runs(&mut pairs, won);
                let is_set = |word: &u64| *word != 0;
                if let (Some(first), Some(last)) = (pairs.iter().position(is_set), pairs.iter().rposition(is_set)) {
                    let block = |word: usize| word / self.block_words * self.block_words;
                    let (first, end) = (block(first), block(last) + self.block_words);
                    frontier.push_row(row, first, &pairs[first..end]);
                }
                pairs.fill(0);
            }
        }
        frontier
    }
}
