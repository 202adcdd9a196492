//! Short names for texts and boards, against mix-ups and accidents: 64-bit FNV-1a (Fowler, Noll, Vo), written as 16 hexadecimal
//! digits.
//!
//! Whoever wants to deceive can make two texts with one fingerprint; what is claimed in them is held against the rules.

use std::fmt;

use catmouse_arena::{Idle, Movers, Outcome, Player, Stuck, Toll};
use catmouse_model::Game;

/// A fingerprint, finished or growing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Fingerprint(u64);

impl Fingerprint {
    /// The fingerprint of nothing.
    pub(crate) const EMPTY: Self = Self(0xcbf2_9ce4_8422_2325);

    /// The fingerprint of what was there before and these bytes after it.
    pub(crate) fn update(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn number(&mut self, number: u64) {
        self.update(&number.to_le_bytes());
    }

    /// The fingerprint of a board with its rules, wherever the game starts: of these numbers, each as 8 bytes, the least
    /// significant first.
    ///
    /// 1. rows and columns of the grid, or twice 0;
    /// 2. for the Mouse and then for the Cat: how many nodes its step graph has; for each the vertices where its pieces stand,
    ///    how many moves lead from it, and of each the node that it leads to and its cost;
    ///    Where there are several cats: the vertices are those of one cat, and behind its moves come the number of cats, 1 if
    ///    only one of them moves in a ply, 1 if moves have costs, 1 if a turn passes without a move; else 0 for each of these;
    /// 3. for each of the Mouse's nodes how many runs of the Cat's nodes end the game, and of each the first node, the one
    ///    after the last, and the winner: 1 the Mouse, 2 the Cat;
    /// 4. 1 if a player without a move has lost, else 0;
    /// 5. who wins endless play: 0 nobody, 1 the Mouse, 2 the Cat; and with a limit, 1, the limit and who wins then, without
    ///    one 0.
    pub(crate) fn of_board(game: &Game) -> Self {
        let mut hash = Self::EMPTY;
        let arena = game.arena();
        let [rows, columns] = game.board().grid().map_or([0, 0], |grid| [grid.rows(), grid.columns()]);
        hash.number(rows.into());
        hash.number(columns.into());
        for player in Player::BOTH {
            let steps = arena.steps(player);
            hash.number(steps.nodes().into());
            for node in 0..steps.nodes() {
                hash.number(game.vertex_of(player.into(), node).number().into());
                let hops = steps.successors(node);
                hash.number(hops.len() as u64);
                for hop in hops {
                    hash.number(hop.node.into());
                    hash.number(hop.cost.into());
                }
            }
            if let Some(team) = arena.pieces(player).team() {
                hash.number(team.size().into());
                hash.number(u64::from(team.movers() == Movers::One));
                hash.number(u64::from(team.toll() == Toll::Arcs));
                hash.number(u64::from(team.idle() == Idle::Passes));
            }
        }
        for row in 0..arena.verdicts().rows() {
            hash.number(arena.verdicts().row(row).count() as u64);
            for (run, winner) in arena.verdicts().row(row) {
                hash.number(run.start.into());
                hash.number(run.end.into());
                hash.number(number_of(Outcome::Win(winner)));
            }
        }
        hash.number(u64::from(arena.stuck() == Stuck::Loses));
        let agreed = game.adjudication();
        hash.number(number_of(agreed.endless));
        hash.number(u64::from(agreed.limit.is_some()));
        if let Some(limit) = agreed.limit {
            hash.number(limit.distance);
            hash.number(number_of(limit.outcome));
        }
        hash
    }
}

fn number_of(outcome: Outcome) -> u64 {
    outcome.winner().map_or(0, |winner| winner.index() as u64 + 1)
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From the authors' own test vectors: draft-eastlake-fnv, section 6.
    #[test]
    fn texts_have_the_published_fingerprints() {
        for (text, published) in [("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8")] {
            let mut hash = Fingerprint::EMPTY;
            hash.update(text.as_bytes());
            assert_eq!(hash.to_string(), published, "{text}");
        }
    }
}
