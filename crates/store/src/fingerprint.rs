//! Fingerprints, which identify the game of a file.

use std::fmt;

use catmouse_arena::{
    Arena, Measure, Move, MoveCost, Movers, Outcome, Player, PositionId, ProductArena, StalemateRule, Status,
    StepGraph, TeamStalemate, Words,
};
use catmouse_model::Game;
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
/// use catmouse_arena::{GraphArena, Status, Player, Rules};
/// use catmouse_store::Fingerprint;
///
/// /// A heap of matches; a move takes one or up to `most`; the player who takes the last match wins.
/// struct Matches {
///     most: u32,
/// }
///
/// impl Rules for Matches {
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
    ///    without a move passes; otherwise 0;
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
    ///    byte for the winner when it runs out.
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
        Self(hash.digest128().to_be_bytes())
    }
}

/// 0 for a draw, 1 for One, 2 for Two.
fn winner_number(outcome: Outcome) -> u8 {
    outcome.winner().map_or(0, |winner| 1 + winner.index() as u8)
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

#[cfg(test)]
mod tests {
    use catmouse_arena::{
        Arena, BackMove, Cost, Move, MoveCost, Movers, Player, PositionId, ProductArena, StalemateRule, Status,
        StepGraph, Team, TeamStalemate, Verdicts,
    };
    use catmouse_model::{BoardChoice, LimitChoice, Setup, VertexChoice};
    use xxhash_rust::xxh3::xxh3_128;

    use super::Fingerprint;

    type Arcs = Vec<(u32, u32, Cost)>;

    fn fingerprint(one: Arcs, two: Arcs, won: [(u32, u32, Player); 1], stuck: StalemateRule) -> Fingerprint {
        let [(row, column, winner)] = won;
        let verdicts = Verdicts::from_fn(2, 3, |r, c| ((r, c) == (row, column)).then_some(winner));
        Fingerprint::of_product(&ProductArena::new(StepGraph::new(2, one), StepGraph::new(3, two), verdicts, stuck))
    }

    /// The bytes are written by hand from the documentation.
    #[test]
    fn the_fingerprint_is_the_hash_of_the_documented_bytes() {
        let mut bytes = b"catmouse arena 1\x01".to_vec();
        let words = |bytes: &mut Vec<u8>, words: &[u8]| words.iter().for_each(|word| bytes.extend([*word, 0, 0, 0]));
        words(&mut bytes, &[2, 2, 0, 7, 1, 1, 0]); // One: 2 nodes; 0 has 2 arcs, to 0 for 7 and to 1 for 1; 1 has none
        words(&mut bytes, &[3, 0, 0, 1, 0, 2]); // Two: 3 nodes; only 2 has an arc, to 0 for 2
        words(&mut bytes, &[0, 1, 1, 2]); // no run in row 0; in row 1 one run, 1..2
        bytes.push(1); // won by Two
        let expected = xxh3_128(&bytes).to_be_bytes();
        let arena =
            fingerprint(vec![(0, 1, 1), (0, 0, 7)], vec![(2, 0, 2)], [(1, 1, Player::Two)], StalemateRule::Loses);
        assert_eq!(arena, Fingerprint(expected));
    }

    #[test]
    fn everything_that_determines_values_changes_the_fingerprint() {
        let one = || vec![(0, 1, 1), (1, 0, 1)];
        let two = || vec![(0, 1, 1), (1, 2, 1), (2, 0, 1)];
        let won = [(0, 0, Player::Two)];
        let arenas = [
            fingerprint(one(), two(), won, StalemateRule::Endless),
            fingerprint(one(), two(), won, StalemateRule::Loses),
            fingerprint(one(), two(), [(0, 0, Player::One)], StalemateRule::Endless),
            fingerprint(one(), two(), [(0, 1, Player::Two)], StalemateRule::Endless),
            fingerprint(one(), two(), [(1, 0, Player::Two)], StalemateRule::Endless),
            fingerprint(vec![(0, 1, 1), (1, 0, 2)], two(), won, StalemateRule::Endless),
            fingerprint(vec![(0, 1, 1)], two(), won, StalemateRule::Endless),
            fingerprint(vec![(0, 1, 1), (1, 1, 1)], two(), won, StalemateRule::Endless),
            fingerprint(one(), vec![(0, 1, 1), (1, 2, 1), (2, 1, 1)], won, StalemateRule::Endless),
        ];
        let team = |movers, move_cost, stalemate, size| {
            let team = Team::new(StepGraph::new(3, two()), size, movers, move_cost, stalemate);
            let verdicts = Verdicts::from_fn(2, team.nodes(), |r, c| ((r, c) == (0, 0)).then_some(Player::Two));
            Fingerprint::of_product(&ProductArena::new(
                StepGraph::new(2, one()),
                team,
                verdicts,
                StalemateRule::Endless,
            ))
        };
        let teams = [
            team(Movers::All, MoveCost::Ply, TeamStalemate::Stuck, 2),
            team(Movers::One, MoveCost::Ply, TeamStalemate::Stuck, 2),
            team(Movers::All, MoveCost::Arcs, TeamStalemate::Stuck, 2),
            team(Movers::All, MoveCost::Ply, TeamStalemate::Passes, 2),
            team(Movers::All, MoveCost::Ply, TeamStalemate::Stuck, 3),
        ];
        let arenas = [&arenas[..], &teams].concat();
        for (place, arena) in arenas.iter().enumerate() {
            assert!(!arenas[..place].contains(arena), "arena {place} has the fingerprint of another: {arena}");
        }
    }

    /// A game laid out by hand, each position with its moves.
    struct Listed(Vec<(Status, Vec<Move>)>);

    impl Arena for Listed {
        fn positions(&self) -> usize {
            self.0.len()
        }

        fn status(&self, position: PositionId) -> Status {
            self.0[position.index()].0
        }

        fn successors(&self, position: PositionId) -> impl Iterator<Item = Move> + '_ {
            self.0[position.index()].1.iter().copied()
        }

        fn predecessors(&self, _: PositionId) -> impl Iterator<Item = BackMove> + '_ {
            std::iter::empty()
        }

        fn unit_costs(&self) -> bool {
            false
        }
    }

    fn listed(nodes: &[(Status, &[(usize, Cost)])]) -> Fingerprint {
        let steps =
            |moves: &[(usize, Cost)]| moves.iter().map(|&(to, cost)| Move { to: PositionId::new(to), cost }).collect();
        Fingerprint::of_arena(&Listed(nodes.iter().map(|&(node, moves)| (node, steps(moves))).collect()))
    }

    const ONE: Status = Status::Turn(Player::One);
    const TWO: Status = Status::Turn(Player::Two);

    #[test]
    fn the_fingerprint_of_any_arena_is_the_hash_of_the_documented_bytes() {
        let mut bytes = b"catmouse moves 1".to_vec();
        let number = |bytes: &mut Vec<u8>, number: u8| bytes.extend([number, 0, 0, 0, 0, 0, 0, 0]);
        number(&mut bytes, 3);
        bytes.push(0); // One is to move
        number(&mut bytes, 2);
        number(&mut bytes, 1); // to position 1
        bytes.extend([7, 0, 0, 0]); // for 7
        number(&mut bytes, 2); // to position 2
        bytes.extend([1, 0, 0, 0]); // for 1
        bytes.push(1); // Two is to move
        number(&mut bytes, 0); // and cannot
        bytes.push(3); // Two has won
        let expected = Fingerprint(xxh3_128(&bytes).to_be_bytes());
        let won = Status::Won(Player::Two);
        assert_eq!(listed(&[(ONE, &[(2, 1), (1, 7)]), (TWO, &[]), (won, &[])]), expected);
        assert_eq!(listed(&[(ONE, &[(1, 7), (2, 1), (1, 7)]), (TWO, &[]), (won, &[])]), expected, "the same moves");
    }

    #[test]
    fn everything_that_determines_values_changes_the_fingerprint_of_any_arena() {
        let won = |player| Status::Won(player);
        let arenas = [
            listed(&[]),
            listed(&[(ONE, &[])]),
            listed(&[(TWO, &[])]),
            listed(&[(won(Player::One), &[])]),
            listed(&[(won(Player::Two), &[])]),
            listed(&[(ONE, &[(0, 1)])]),
            listed(&[(ONE, &[(0, 2)])]),
            listed(&[(ONE, &[(0, 1), (0, 2)])]),
            listed(&[(ONE, &[(0, 1)]), (ONE, &[])]),
            listed(&[(ONE, &[(1, 1)]), (ONE, &[])]),
            listed(&[(ONE, &[]), (ONE, &[(1, 1)])]),
            listed(&[(ONE, &[(1, 1)]), (won(Player::One), &[])]),
        ];
        for (place, arena) in arenas.iter().enumerate() {
            assert!(!arenas[..place].contains(arena), "arena {place} has the fingerprint of another: {arena}");
        }
    }

    #[test]
    fn everything_that_determines_an_outcome_changes_the_fingerprint_of_a_game() {
        let square = || Setup::new(BoardChoice::Adjacency(vec![vec![1, 3], vec![0, 2], vec![1, 3], vec![0, 2]]));
        let with = |change: &dyn Fn(&mut Setup)| {
            let mut setup = square();
            change(&mut setup);
            Fingerprint::of_game(&setup.plan().expect("a valid board").game())
        };
        let grid = |rows: &[&str]| {
            let rows = rows.iter().map(|row| (*row).to_owned()).collect();
            Fingerprint::of_game(&Setup::new(BoardChoice::Grid(rows)).plan().expect("in order").game())
        };
        let games = [
            with(&|_| {}),
            with(&|setup| setup.rules.endless = Some(catmouse_model::Outcome::Cat)),
            with(&|setup| setup.rules.endless = Some(catmouse_model::Outcome::Mouse)),
            with(&|setup| setup.rules.limit = Some(LimitChoice::Plies(9))),
            with(&|setup| setup.rules.limit = Some(LimitChoice::Plies(10))),
            with(&|setup| {
                setup.rules.limit = Some(LimitChoice::Plies(9));
                setup.rules.limit_winner = Some(catmouse_model::Outcome::Cat);
            }),
            with(&|setup| setup.rules.cat_may_stay = Some(true)),
            with(&|setup| setup.rules.stalemate = Some(catmouse_model::Stalemate::Loss)),
            with(&|setup| setup.rules.cat_in_hole = Some(catmouse_model::CatInHole::Guards)),
            with(&|setup| setup.rules.holes = Some(vec![VertexChoice::Number(3)])),
            // A row and a column of the same cells have the same step graphs and verdicts.
            grid(&["M.C.F"]),
            grid(&["M", ".", "C", ".", "F"]),
        ];
        for (place, game) in games.iter().enumerate() {
            assert!(!games[..place].contains(game), "game {place} has the fingerprint of another: {game}");
        }
        // The fingerprint covers neither the start nor the names of vertices.
        assert_eq!(games[0], with(&|setup| setup.mouse = Some(VertexChoice::Number(3))));
        assert_eq!(games[0], with(&|setup| setup.names = ["a", "b", "c", "d"].map(str::to_owned).to_vec()));
    }

    /// A change of the fingerprint would make all saved tables invalid.
    #[test]
    fn the_fingerprint_never_changes() {
        let arena = fingerprint(vec![(0, 1, 1)], vec![(2, 0, 2)], [(1, 1, Player::Two)], StalemateRule::Endless);
        assert_eq!(arena.to_string(), "ad51c265ec192d5877c2cc4a8aa10e9a");
    }
}
