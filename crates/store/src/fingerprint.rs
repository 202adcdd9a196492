//! Fingerprints, which identify the game of a file.

use std::fmt;

use catmouse_arena::{
    Arena, CastRole, Measure, Move, MoveCost, Movers, Player, PositionId, ProductArena, StalemateRule, Status,
    StepGraph, TeamStalemate, WinOrDraw, Words,
};
use catmouse_model::{Game, Sight};
use xxhash_rust::xxh3::Xxh3Default;

/// A hash of a game, in 16 bytes. Two games with the same fingerprint have the same positions and
/// the same values.
///
/// The fingerprint of a saved table is that of an arena, by [`of_product`](Self::of_product) or
/// [`of_arena`](Self::of_arena). It covers everything that determines values: the positions, their
/// moves and costs, the won positions and their winners, and the rule for a player who is stuck. It
/// does not cover the start, the outcome of endless play or a limit, because one table serves all
/// of these. A certificate claims an outcome and names vertices, so its fingerprint covers these as
/// well ([`of_game`](Self::of_game)).
///
/// A fingerprint is the canonical (big-endian) form of XXH3 with 128 bits over the bytes that each
/// function lists. Numbers are little-endian, and a `u32` unless another type is given, so the
/// fingerprint is the same on every machine. It guards against mistakes, not against forgery: XXH3
/// is not a cryptographic hash.
///
/// ```
/// use catmouse_arena::{GraphArena, Player, StateRules, Status};
/// use catmouse_store::Fingerprint;
///
/// /// A heap of matches; a move takes one or up to `most`; the player who takes the last match wins.
/// struct Matches {
///     most: u32,
/// }
///
/// impl StateRules for Matches {
///     type State = (u32, Player);
///     fn starts(&self) -> Vec<Self::State> {
///         vec![(4, Player::One)]
///     }
///     fn status(&self, &(left, turn): &Self::State) -> Status {
///         if left == 0 { Status::Won(turn.opponent()) } else { Status::Turn(turn) }
///     }
///     fn moves(&self, &(left, turn): &Self::State) -> Vec<(Self::State, u32)> {
///         (1..=left.min(self.most)).map(|taken| ((left - taken, turn.opponent()), 1)).collect()
///     }
/// }
///
/// let of = |most| GraphArena::explore(&Matches { most }, 1_000).map(|arena| Fingerprint::of_arena(&arena));
/// assert_eq!(of(2), of(2));
/// assert_ne!(of(2), of(3));
/// # Ok::<(), catmouse_arena::TooManyPositions>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fingerprint(pub(crate) [u8; 16]);

impl Fingerprint {
    /// The fingerprint of two tokens on two digraphs. Time: linear in arcs and runs of verdicts,
    /// regardless of the number of positions.
    ///
    /// The bytes:
    ///
    /// 1. the 16 bytes `catmouse arena 1`;
    /// 2. a byte for the stalemate rule: 0 endless play, 1 the stuck player loses;
    /// 3. One's step graph, then Two's: the number of nodes, then for each node the number of its
    ///    outgoing arcs, and each arc's target and cost, ordered by target, then by cost. For a
    ///    team: the step graph of a single piece, followed by the number of pieces and three bytes:
    ///    1 if only one piece moves in a turn, 1 if a move costs the sum of its arcs, 1 if a team
    ///    without a move passes; otherwise 0. For a cast: the digraph of all its pieces, followed by the
    ///    number of pieces, a byte, which is 1 if a cast without a move passes, and the role of each:
    ///    a byte 0 and the step graph of a free piece, or a byte 1 and for each node of the opponent,
    ///    for each node of the piece, the node to which it moves;
    /// 4. for each of One's nodes, the number of runs of Two's nodes where the game is over; then
    ///    for each run, from left to right, its first node, the node after its last and a byte for
    ///    the winner: 0 One, 1 Two.
    pub fn of_product(arena: &ProductArena) -> Self {
        let mut hash = Xxh3Default::new();
        hash.update(b"catmouse arena 1");
        hash.update(&[match arena.stalemate() {
            StalemateRule::Endless => 0,
            StalemateRule::Loses => 1,
        }]);
        for player in Player::BOTH {
            add_steps(&mut hash, arena.steps(player));
            if let Some(team) = arena.pieces(player).team() {
                hash.update(&team.size().to_le_bytes());
                hash.update(&[
                    u8::from(team.movers() == Movers::One),
                    u8::from(team.move_cost() == MoveCost::Arcs),
                    u8::from(team.stalemate() == TeamStalemate::Passes),
                ]);
            }
            if let Some(cast) = arena.pieces(player).cast() {
                hash.update(&cast.size().to_le_bytes());
                hash.update(&[u8::from(cast.stalemate() == TeamStalemate::Passes)]);
                for role in cast.roles() {
                    add_role(&mut hash, role, cast.steps().nodes(), arena.pieces(player.opponent()).nodes());
                }
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

    /// The fingerprint of any arena, such as an explored game. Time:
    /// O(positions + moves · log moves of one position).
    ///
    /// The bytes: first the 16 bytes `catmouse moves 1`; then the number of positions, a `u64`;
    /// then for each position, in numbering order, a byte: 0 if One is to move, 1 if Two is, 2 if
    /// One has won, 3 if Two has. A position that is not won is followed by the number of its
    /// moves, a `u64`, and by each move's target, a `u64`, and cost, ordered by target, then by
    /// cost. A move that is listed twice counts once. The order in which an arena lists moves does
    /// not matter.
    ///
    /// For a [`ProductArena`] this differs from [`of_product`](Self::of_product), which is much
    /// faster.
    pub fn of_arena<A: Arena>(arena: &A) -> Self {
        let mut hash = Xxh3Default::new();
        hash.update(b"catmouse moves 1");
        hash.update(&(arena.positions() as u64).to_le_bytes());
        let mut moves: Vec<Move> = Vec::new();
        for position in (0..arena.positions()).map(PositionId::new) {
            match arena.status(position) {
                Status::Won(player) => hash.update(&[2 + player.index() as u8]),
                Status::Turn(player) => {
                    moves.clear();
                    moves.extend(arena.successors(position));
                    moves.sort_unstable();
                    moves.dedup();
                    hash.update(&[player.index() as u8]);
                    hash.update(&(moves.len() as u64).to_le_bytes());
                    for step in &moves {
                        hash.update(&(step.to.index() as u64).to_le_bytes());
                        hash.update(&step.cost.to_le_bytes());
                    }
                }
            }
        }
        Self(hash.digest128().to_be_bytes())
    }

    /// The fingerprint of a pursuit game with its adjudication, regardless of its start. Time: that
    /// of [`of_product`](Self::of_product).
    ///
    /// The bytes:
    ///
    /// 1. the 16 bytes `catmouse rules 1`;
    /// 2. the 16 bytes of [`of_product`](Self::of_product) of its arena;
    /// 3. the numbers of rows and columns of the grid; without a grid, twice 0;
    /// 4. for the Mouse and then for the Cat: the number of vertices that are open to its pieces,
    ///    then each of these vertices;
    /// 5. a byte for the unit of distances: 0 plies, 1 costs;
    /// 6. a byte for the winner of endless play: 0 a draw, 1 the Mouse, 2 the Cat;
    /// 7. a byte: 1 if there is a limit, otherwise 0; with a limit, its distance, a `u64`, and a
    ///    byte for the winner when it runs out;
    /// 8. if the mouse is not always seen, the setting `mouse-seen` as text; then the ends of each arc of the board.
    pub fn of_game(game: &Game) -> Self {
        let mut hash = Xxh3Default::new();
        hash.update(b"catmouse rules 1");
        hash.update(&Self::of_product(game.arena()).0);
        let [rows, columns] = game.board().grid().map_or([0, 0], |grid| [grid.rows(), grid.columns()]);
        hash.update(&rows.to_le_bytes());
        hash.update(&columns.to_le_bytes());
        for player in Player::BOTH {
            let nodes = game.arena().steps(player).nodes();
            hash.update(&nodes.to_le_bytes());
            for node in 0..nodes {
                hash.update(&game.vertex_of(player.into(), node).number().to_le_bytes());
            }
        }
        hash.update(&[u8::from(game.measure() == Measure::Cost)]);
        let adjudication = game.adjudication();
        hash.update(&[winner_number(adjudication.endless), u8::from(adjudication.limit.is_some())]);
        if let Some(limit) = adjudication.limit {
            hash.update(&limit.distance.to_le_bytes());
            hash.update(&[winner_number(limit.outcome)]);
        }
        if game.rules().seen != Sight::Always {
            hash.update(game.rules().seen.to_string().as_bytes());
            for (from, to, _) in game.board().arcs() {
                hash.update(&from.number().to_le_bytes());
                hash.update(&to.number().to_le_bytes());
            }
        }
        Self(hash.digest128().to_be_bytes())
    }
}

/// 0 for a draw, 1 for One, 2 for Two.
fn winner_number(outcome: WinOrDraw) -> u8 {
    outcome.winner().map_or(0, |winner| 1 + winner.index() as u8)
}

/// Adds the role of a piece of a cast.
fn add_role(hash: &mut Xxh3Default, role: &CastRole, nodes: u32, others: u32) {
    match role {
        CastRole::Free(steps) => {
            hash.update(&[0]);
            add_steps(hash, steps);
        }
        CastRole::Forced(forced) => {
            hash.update(&[1]);
            for (other, node) in (0..others).flat_map(|other| (0..nodes).map(move |node| (other, node))) {
                hash.update(&forced.target(other, node).to_le_bytes());
            }
        }
    }
}

fn add_steps(hash: &mut Xxh3Default, steps: &StepGraph) {
    hash.update(&steps.nodes().to_le_bytes());
    for node in 0..steps.nodes() {
        let arcs = steps.successors(node);
        hash.update(&(arcs.len() as u32).to_le_bytes());
        for arc in arcs {
            hash.update(&arc.node.to_le_bytes());
            hash.update(&arc.cost.to_le_bytes());
        }
    }
}

/// 32 hexadecimal digits.
impl fmt::Display for Fingerprint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
