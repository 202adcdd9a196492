//! The fingerprint of a board with its rules.

use std::fmt;

use catmouse_arena::{Idle, Movers, Player, ProductArena, StepGraph, Stuck, Toll};
use xxhash_rust::xxh3::Xxh3Default;

/// What an arena is, in 16 bytes: two arenas with one fingerprint have the same positions and the same values.
///
/// It covers what the values depend on: how each token may move and at what cost, which pairs of nodes end the game and for
/// whom, and what happens to a player who is stuck. It does not cover where the game starts, what endless play is worth or
/// any limit, since one table serves all of those.
///
/// It is XXH3 with 128 bits, in its canonical (big-endian) form, of these bytes, every number a little-endian `u32` except
/// where it says byte:
///
/// 1. the 16 bytes `catmouse arena 1`;
/// 2. a byte for a stuck player: 0 endless, 1 the player loses;
/// 3. One's step graph, then Two's: the number of nodes, then for each node the number of arcs out of it, then for each of
///    these, by target and then by cost, the target and the cost;
///    Of a player with several pieces it is the step graph of each, and behind it come the number of pieces and three bytes: 1 if
///    only one of them moves in a turn, 1 if a move costs the sum of their arcs, 1 if the turn passes without a move; else 0;
/// 4. for each of One's nodes, the number of runs of Two's nodes where the game is over, then for each, from left to right, its
///    first node, the node after its last and a byte for the winner: 0 One, 1 Two.
///
/// The order of bytes is stated, so every machine finds the same fingerprint. It tells boards apart that differ by accident;
/// XXH3 is no cryptographic hash, and a second arena can be made to a fingerprint. Time: linear in arcs and runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fingerprint(pub(crate) [u8; 16]);

impl Fingerprint {
    /// The fingerprint of this arena.
    pub fn of(arena: &ProductArena) -> Self {
        let mut hash = Xxh3Default::new();
        hash.update(b"catmouse arena 1");
        hash.update(&[match arena.stuck() {
            Stuck::Endless => 0,
            Stuck::Loses => 1,
        }]);
        for player in Player::BOTH {
            add_steps(&mut hash, arena.steps(player));
            if let Some(team) = arena.pieces(player).team() {
                hash.update(&team.size().to_le_bytes());
                hash.update(&[
                    u8::from(team.movers() == Movers::One),
                    u8::from(team.toll() == Toll::Arcs),
                    u8::from(team.idle() == Idle::Passes),
                ]);
            }
        }
        for row in 0..arena.verdicts().rows() {
            hash.update(&(arena.verdicts().row(row).count() as u32).to_le_bytes());
            for (run, winner) in arena.verdicts().row(row) {
                hash.update(&run.start.to_le_bytes());
                hash.update(&run.end.to_le_bytes());
                hash.update(&[winner.index() as u8]);
            }
        }
        Self(hash.digest128().to_be_bytes())
    }
}

fn add_steps(hash: &mut Xxh3Default, steps: &StepGraph) {
    hash.update(&steps.nodes().to_le_bytes());
    for node in 0..steps.nodes() {
        let hops = steps.successors(node);
        hash.update(&(hops.len() as u32).to_le_bytes());
        for hop in hops {
            hash.update(&hop.node.to_le_bytes());
            hash.update(&hop.cost.to_le_bytes());
        }
    }
}

/// 32 hexadecimal digits.
impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

#[cfg(test)]
mod tests {
    use catmouse_arena::{Cost, Idle, Movers, Player, ProductArena, StepGraph, Stuck, Team, Toll, Verdicts};
    use xxhash_rust::xxh3::xxh3_128;

    use super::Fingerprint;

    type Arcs = Vec<(u32, u32, Cost)>;

    fn fingerprint(one: Arcs, two: Arcs, won: [(u32, u32, Player); 1], stuck: Stuck) -> Fingerprint {
        let [(row, column, winner)] = won;
        let verdicts = Verdicts::from_fn(2, 3, |r, c| ((r, c) == (row, column)).then_some(winner));
        Fingerprint::of(&ProductArena::new(StepGraph::new(2, one), StepGraph::new(3, two), verdicts, stuck))
    }

    /// The bytes are laid out by hand, as the documentation says.
    #[test]
    fn it_is_the_hash_of_the_documented_bytes() {
        let mut bytes = b"catmouse arena 1\x01".to_vec();
        let words = |bytes: &mut Vec<u8>, words: &[u8]| words.iter().for_each(|word| bytes.extend([*word, 0, 0, 0]));
        words(&mut bytes, &[2, 2, 0, 7, 1, 1, 0]); // One: 2 nodes; 0 has 2 arcs, to 0 for 7 and to 1 for 1; 1 has none
        words(&mut bytes, &[3, 0, 0, 1, 0, 2]); // Two: 3 nodes; only 2 has an arc, to 0 for 2
        words(&mut bytes, &[0, 1, 1, 2]); // no run in row 0; in row 1 one run, 1..2
        bytes.push(1); // won by Two
        let expected = xxh3_128(&bytes).to_be_bytes();
        let arena = fingerprint(vec![(0, 1, 1), (0, 0, 7)], vec![(2, 0, 2)], [(1, 1, Player::Two)], Stuck::Loses);
        assert_eq!(arena, Fingerprint(expected));
    }

    #[test]
    fn whatever_values_depend_on_changes_it() {
        let one = || vec![(0, 1, 1), (1, 0, 1)];
        let two = || vec![(0, 1, 1), (1, 2, 1), (2, 0, 1)];
        let won = [(0, 0, Player::Two)];
        let arenas = [
            fingerprint(one(), two(), won, Stuck::Endless),
            fingerprint(one(), two(), won, Stuck::Loses),
            fingerprint(one(), two(), [(0, 0, Player::One)], Stuck::Endless),
            fingerprint(one(), two(), [(0, 1, Player::Two)], Stuck::Endless),
            fingerprint(one(), two(), [(1, 0, Player::Two)], Stuck::Endless),
            fingerprint(vec![(0, 1, 1), (1, 0, 2)], two(), won, Stuck::Endless),
            fingerprint(vec![(0, 1, 1)], two(), won, Stuck::Endless),
            fingerprint(vec![(0, 1, 1), (1, 1, 1)], two(), won, Stuck::Endless),
            fingerprint(one(), vec![(0, 1, 1), (1, 2, 1), (2, 1, 1)], won, Stuck::Endless),
        ];
        let team = |movers, toll, idle, size| {
            let team = Team::new(StepGraph::new(3, two()), size, movers, toll, idle);
            let verdicts = Verdicts::from_fn(2, team.nodes(), |r, c| ((r, c) == (0, 0)).then_some(Player::Two));
            Fingerprint::of(&ProductArena::new(StepGraph::new(2, one()), team, verdicts, Stuck::Endless))
        };
        let teams = [
            team(Movers::All, Toll::Ply, Idle::Stuck, 2),
            team(Movers::One, Toll::Ply, Idle::Stuck, 2),
            team(Movers::All, Toll::Arcs, Idle::Stuck, 2),
            team(Movers::All, Toll::Ply, Idle::Passes, 2),
            team(Movers::All, Toll::Ply, Idle::Stuck, 3),
        ];
        let arenas = [&arenas[..], &teams].concat();
        for (place, arena) in arenas.iter().enumerate() {
            assert!(!arenas[..place].contains(arena), "arena {place} has the fingerprint of another: {arena}");
        }
    }

    /// Saved tables would be refused if it ever changed.
    #[test]
    fn it_stays_what_it_is() {
        let arena = fingerprint(vec![(0, 1, 1)], vec![(2, 0, 2)], [(1, 1, Player::Two)], Stuck::Endless);
        assert_eq!(arena.to_string(), "ad51c265ec192d5877c2cc4a8aa10e9a");
    }
}
