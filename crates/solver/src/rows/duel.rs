//! The game as the owner of an attractor sees it. None of this changes while the attractor grows.

use catmouse_arena::{Player, ProductArena, StepGraph};

use super::block::{Block, WORDS, blocks_in, clear_runs, fill_runs, set_all};
use super::ends::Ends;
use super::frontier::Frontier;
use super::kernels::Kernels;

/// The two pieces as the attractor's owner sees them. Rows are the owner's nodes, columns the opponent's.
pub(super) struct Duel<'a> {
    pub(super) player: Player,
    pub(super) owner: &'a StepGraph,
    pub(super) opponent: &'a StepGraph,
    pub(super) ends: Ends,
    /// Blocks of a row.
    pub(super) blocks: usize,
    pub(super) kernels: Kernels<'a>,
}

impl<'a> Duel<'a> {
    /// The pieces of this arena, for the attractor of this player.
    pub(super) fn new(arena: &'a ProductArena, player: Player) -> Self {
        let (owner, opponent) = (arena.steps(player), arena.steps(player.opponent()));
        let blocks = blocks_in(opponent.nodes());
        Self { player, owner, opponent, ends: Ends::of(arena, player), blocks, kernels: Kernels::new(opponent) }
    }

    /// A frontier that has room for every position.
    pub(super) fn empty_frontier(&self) -> Frontier {
        Frontier::new(self.owner.nodes() as usize * self.blocks)
    }

    /// Level 0 with the opponent to move. It holds the pairs where the game is over, and those where a stuck opponent loses.
    pub(super) fn initial_frontier(&self) -> Frontier {
        let mut frontier = self.empty_frontier();
        let mut pairs = vec![[0; WORDS]; self.blocks];
        let stuck: &[u32] = if self.ends.stuck_loses { &self.ends.stuck } else { &[] };
        for row in 0..self.owner.nodes() as usize {
            let won = self.ends.won.row(row);
            if !won.is_empty() || !stuck.is_empty() {
                if !stuck.is_empty() {
                    set_all(&mut pairs, stuck.iter().copied());
                    clear_runs(&mut pairs, self.ends.lost.row(row));
                }
                fill_runs(&mut pairs, won);
                let is_set = |block: &Block| *block != [0; WORDS];
                if let (Some(first), Some(last)) = (pairs.iter().position(is_set), pairs.iter().rposition(is_set)) {
                    frontier.push_row(row, first, &pairs[first..=last]);
                }
                pairs.as_flattened_mut().fill(0);
            }
        }
        frontier
    }
}
