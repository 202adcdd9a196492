//! Fingerprints are the hashes of the documented bytes, and no two games have the same.

use catmouse_arena::{
    Arena, BackMove, Cost, Move, MoveCost, Movers, Player, PositionId, ProductArena, StalemateRule, Status, StepGraph,
    Team, TeamStalemate, Verdicts,
};
use catmouse_model::{BoardChoice, LimitChoice, Setup, VertexChoice};
use catmouse_store::Fingerprint;
use xxhash_rust::xxh3::xxh3_128;

type Arcs = Vec<(u32, u32, Cost)>;

fn fingerprint(one: Arcs, two: Arcs, won: [(u32, u32, Player); 1], stuck: StalemateRule) -> Fingerprint {
    let [(row, column, winner)] = won;
    let verdicts = Verdicts::from_fn(2, 3, |r, c| ((r, c) == (row, column)).then_some(winner));
    Fingerprint::of_product(&ProductArena::new(StepGraph::new(2, one), StepGraph::new(3, two), verdicts, stuck))
}

/// A fingerprint that is the hash of these bytes, as a text.
fn hash_of(bytes: &[u8]) -> String {
    format!("{:032x}", xxh3_128(bytes))
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
    let arena = fingerprint(vec![(0, 1, 1), (0, 0, 7)], vec![(2, 0, 2)], [(1, 1, Player::Two)], StalemateRule::Loses);
    assert_eq!(arena.to_string(), hash_of(&bytes));
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
        Fingerprint::of_product(&ProductArena::new(StepGraph::new(2, one()), team, verdicts, StalemateRule::Endless))
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
    let expected = hash_of(&bytes);
    let won = Status::Won(Player::Two);
    assert_eq!(listed(&[(ONE, &[(2, 1), (1, 7)]), (TWO, &[]), (won, &[])]).to_string(), expected);
    let again = listed(&[(ONE, &[(1, 7), (2, 1), (1, 7)]), (TWO, &[]), (won, &[])]);
    assert_eq!(again.to_string(), expected, "the same moves");
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
