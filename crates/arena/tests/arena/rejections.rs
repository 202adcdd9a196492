//! Claims that the checker must refute: one test for each fault, named after it.
//!
//! Games are written as `written_game` reads them. A claim is one word a position, in the same
//! order: `One:5`, `Two:0` or `endless`.

use catmouse_arena::{
    Arena, BackMove, Distance, Move, MoveCost, Movers, PackedValue, Player, PositionId, ProductArena, Refutation,
    Solution, StalemateRule, Status, StepGraph, Team, TeamStalemate, Value, Values, Verdicts, check, check_within,
};

use crate::written_game::{arena, player};

fn claim(text: &str) -> Solution {
    let value = |word: &str| match word.split_once(':') {
        None if word == "endless" => Value::Endless,
        Some((winner, distance)) => {
            Value::Win { player: player(winner), distance: distance.parse().expect("a distance") }
        }
        None => panic!("{word} is not a value"),
    };
    Solution::from_values(text.split_whitespace().map(value))
}

fn at(position: usize) -> PositionId {
    PositionId::new(position)
}

fn win(player: Player, distance: Distance) -> Value {
    Value::Win { player, distance }
}

/// Checks that the right claim is accepted, and that the wrong claim has this refutation with this
/// message.
fn check_rejects(game: &str, right: &str, wrong: &str, expect: Refutation, message: &str) {
    let arena = arena(game);
    assert_eq!(check(&arena, &claim(right)), Ok(()), "the right claim must pass");
    let refutation = check(&arena, &claim(wrong)).expect_err("the wrong claim must not pass");
    assert_eq!(refutation, expect);
    assert_eq!(refutation.to_string(), message);
}

/// One reaches its goal at once or through Two's gate; Two may hold the gate by waiting.
const GATE: &str = "
    home: One > goal gate
    gate: Two > goal wait
    wait: One > gate
    goal: won by One
    trap: won by Two
    edge: One > trap
    last: Two > trap edge home
    dead: One >
";
const GATE_CLAIM: &str = "One:1 endless endless One:0 Two:0 Two:1 Two:1 endless";

#[test]
fn a_right_claim_is_accepted() {
    assert_eq!(check(&arena(GATE), &claim(GATE_CLAIM)), Ok(()));
}

#[test]
fn a_claim_held_in_narrow_cells_is_accepted() {
    let cells = claim(GATE_CLAIM).values().map(|(_, value)| u16::pack(value)).collect::<Vec<_>>();
    let narrow = Solution::from_cells::<u16>(cells);
    assert_eq!(narrow, claim(GATE_CLAIM));
    assert_eq!(check(&arena(GATE), &narrow), Ok(()));
}

#[test]
fn wrong_size() {
    check_rejects(
        GATE,
        GATE_CLAIM,
        "One:1 endless endless One:0 Two:0 Two:1 Two:1",
        Refutation::WrongSize { expected: 8, found: 7 },
        "the solution has 7 values, but the arena has 8 positions",
    );
    assert_eq!(check(&arena(GATE), &claim("")).unwrap_err().position(), None);
}

#[test]
fn over_but_endless_claimed() {
    check_rejects(
        GATE,
        GATE_CLAIM,
        "One:1 endless endless endless Two:0 Two:1 Two:1 endless",
        // The position before it is refuted first: without the goal, none of its moves wins.
        Refutation::NoWinningMove { position: at(0), claimed: win(Player::One, 1) },
        "at #0 no move leads into a win of the player to move",
    );
    check_rejects(
        GATE,
        GATE_CLAIM,
        "One:1 endless endless One:0 endless Two:1 Two:1 endless",
        Refutation::Over { position: at(4), winner: Player::Two, claimed: Value::Endless },
        "at #4 the game is over",
    );
}

#[test]
fn over_but_won_by_the_other() {
    check_rejects(
        GATE,
        GATE_CLAIM,
        "One:1 endless endless One:0 One:0 Two:1 Two:1 endless",
        Refutation::Over { position: at(4), winner: Player::Two, claimed: win(Player::One, 0) },
        "at #4 the game is over",
    );
}

#[test]
fn over_but_at_a_distance() {
    check_rejects(
        GATE,
        GATE_CLAIM,
        "One:1 endless endless One:0 Two:2 Two:1 Two:1 endless",
        Refutation::Over { position: at(4), winner: Player::Two, claimed: win(Player::Two, 2) },
        "at #4 the game is over",
    );
}

#[test]
fn missed_win_claimed_endless() {
    check_rejects(
        GATE,
        GATE_CLAIM,
        "endless endless endless One:0 Two:0 Two:1 Two:1 endless",
        Refutation::MissedWin { position: at(0), to: at(3), distance: 1, claimed: Value::Endless },
        "at #0 the player to move can win at distance 1 by moving to #3",
    );
}

#[test]
fn missed_win_claimed_lost() {
    check_rejects(
        GATE,
        GATE_CLAIM,
        "One:1 endless endless One:0 Two:0 Two:1 One:2 endless",
        Refutation::MissedWin { position: at(6), to: at(4), distance: 1, claimed: win(Player::One, 2) },
        "at #6 the player to move can win at distance 1 by moving to #4",
    );
}

/// The refutation names the nearest win, not the first.
#[test]
fn missed_win_names_the_nearest() {
    check_rejects(
        "far: One > near goal*9 road
         near: One > road
         road: One > goal
         goal: won by One",
        "One:2 One:2 One:1 One:0",
        "endless One:2 One:1 One:0",
        Refutation::MissedWin { position: at(0), to: at(2), distance: 2, claimed: Value::Endless },
        "at #0 the player to move can win at distance 2 by moving to #2",
    );
}

/// Among several nearest wins, the refutation names the first in the order of moves.
#[test]
fn missed_win_names_the_first_of_the_nearest() {
    check_rejects(
        "fork: One > left right
         left: One > goal
         right: One > goal
         goal: won by One",
        "One:2 One:1 One:1 One:0",
        "endless One:1 One:1 One:0",
        Refutation::MissedWin { position: at(0), to: at(1), distance: 2, claimed: Value::Endless },
        "at #0 the player to move can win at distance 2 by moving to #1",
    );
}

#[test]
fn no_winning_move_though_a_win_is_claimed() {
    check_rejects(
        GATE,
        GATE_CLAIM,
        "One:1 Two:1 endless One:0 Two:0 Two:1 Two:1 endless",
        Refutation::NoWinningMove { position: at(1), claimed: win(Player::Two, 1) },
        "at #1 no move leads into a win of the player to move",
    );
}

#[test]
fn no_winning_move_where_every_move_loses() {
    check_rejects(
        GATE,
        GATE_CLAIM,
        "One:1 endless endless One:0 Two:0 One:1 Two:1 endless",
        Refutation::NoWinningMove { position: at(5), claimed: win(Player::One, 1) },
        "at #5 no move leads into a win of the player to move",
    );
}

#[test]
fn escape() {
    check_rejects(
        GATE,
        GATE_CLAIM,
        "One:1 One:1 endless One:0 Two:0 Two:1 Two:1 endless",
        Refutation::Escape { position: at(1), to: at(2), claimed: win(Player::One, 1) },
        "at #1 the move to #2 does not lose",
    );
}

#[test]
fn stuck() {
    for (winner, player) in [("One", Player::One), ("Two", Player::Two)] {
        check_rejects(
            GATE,
            GATE_CLAIM,
            &format!("One:1 endless endless One:0 Two:0 Two:1 Two:1 {winner}:0"),
            Refutation::Stuck { position: at(7), claimed: win(player, 0) },
            "at #7 the player to move has no move, so the position is endless",
        );
    }
}

#[test]
fn missed_loss() {
    check_rejects(
        GATE,
        GATE_CLAIM,
        "One:1 endless endless One:0 Two:0 endless Two:1 endless",
        Refutation::MissedLoss { position: at(5), distance: 1, claimed: Value::Endless },
        "at #5 every move loses, the longest defence at distance 1",
    );
}

/// The loser's best defence counts; with costs this is the dearest.
#[test]
fn missed_loss_names_the_longest_defence() {
    check_rejects(
        "lost: Two > goal*5 goal road
         road: One > goal*2
         goal: won by One",
        "One:5 One:2 One:0",
        "endless One:2 One:0",
        Refutation::MissedLoss { position: at(0), distance: 5, claimed: Value::Endless },
        "at #0 every move loses, the longest defence at distance 5",
    );
}

#[test]
fn wrong_distance_of_a_win() {
    for distance in [0, 2] {
        check_rejects(
            GATE,
            GATE_CLAIM,
            &format!("One:1 endless endless One:0 Two:0 Two:1 Two:{distance} endless"),
            Refutation::WrongDistance { position: at(6), expected: 1, claimed: win(Player::Two, distance) },
            "at #6 the distance is 1",
        );
    }
}

#[test]
fn wrong_distance_of_a_loss() {
    for distance in [0, 2] {
        check_rejects(
            GATE,
            GATE_CLAIM,
            &format!("One:1 endless endless One:0 Two:0 Two:{distance} Two:1 endless"),
            Refutation::WrongDistance { position: at(5), expected: 1, claimed: win(Player::Two, distance) },
            "at #5 the distance is 1",
        );
    }
}

/// A ring of claims that support one another: without an end, no distance can be right.
#[test]
fn wins_without_an_end() {
    let ring = "
        a: One > b
        b: Two > c
        c: One > d
        d: Two > a
    ";
    check_rejects(
        ring,
        "endless endless endless endless",
        "One:7 One:6 One:5 One:4",
        Refutation::WrongDistance { position: at(3), expected: 8, claimed: win(Player::One, 4) },
        "at #3 the distance is 8",
    );
}

/// Neither can a position with a move to itself support its own claim.
#[test]
fn a_win_that_supports_itself() {
    check_rejects(
        "a: One > a",
        "endless",
        "One:1",
        Refutation::WrongDistance { position: at(0), expected: 2, claimed: win(Player::One, 1) },
        "at #0 the distance is 2",
    );
    check_rejects(
        "a: Two > a",
        "endless",
        "One:1",
        Refutation::WrongDistance { position: at(0), expected: 2, claimed: win(Player::One, 1) },
        "at #0 the distance is 2",
    );
}

/// The refutation names the first wrong position in numbering order, regardless of the kind of
/// fault.
#[test]
fn the_first_of_several_defects_is_named() {
    let refutation = check(&arena(GATE), &claim("One:1 endless endless One:0 One:3 endless One:7 Two:0")).unwrap_err();
    assert_eq!(refutation.position(), Some(at(4)));
}

/// One is three moves from its goal, or one dear move; Two then has to lose, but slowly.
const ROAD: &str = "
    start: One > mid goal*9
    mid: One > near
    near: One > goal
    slow: Two > start
    goal: won by One
    free: Two > slow goal*2
";

/// Checks a claim under a horizon: the message of its refutation, or `accepted`.
fn check_horizon(horizon: Distance, text: &str, expect: &str) {
    let found = match check_within(&arena(ROAD), &claim(text), horizon) {
        Ok(()) => "accepted".to_owned(),
        Err(refutation) => refutation.to_string(),
    };
    assert_eq!(found, expect, "{text} within {horizon}");
}

#[test]
fn wins_within_the_horizon_are_accepted_and_the_rest_is_endless() {
    for horizon in [5, 6, 1_000] {
        check_horizon(horizon, "One:3 One:2 One:1 One:4 One:0 One:5", "accepted");
    }
    check_horizon(4, "One:3 One:2 One:1 One:4 One:0 endless", "accepted");
    check_horizon(3, "One:3 One:2 One:1 endless One:0 endless", "accepted");
    check_horizon(2, "endless One:2 One:1 endless One:0 endless", "accepted");
    check_horizon(1, "endless endless One:1 endless One:0 endless", "accepted");
    check_horizon(0, "endless endless endless endless One:0 endless", "accepted");
}

#[test]
fn no_winning_move_within_the_horizon() {
    check_horizon(2, "One:3 One:2 One:1 endless One:0 endless", "at #0 no move leads into a win of the player to move");
}

#[test]
fn escape_beyond_the_horizon() {
    check_horizon(3, "One:3 One:2 One:1 One:4 One:0 endless", "at #3 the move to #0 does not lose");
}

#[test]
fn missed_win_within_the_horizon() {
    check_horizon(
        3,
        "endless One:2 One:1 endless One:0 endless",
        "at #0 the player to move can win at distance 3 by moving to #1",
    );
}

#[test]
fn missed_loss_within_the_horizon() {
    check_horizon(
        4,
        "One:3 One:2 One:1 endless One:0 endless",
        "at #3 every move loses, the longest defence at distance 4",
    );
}

#[test]
fn a_win_that_is_over_stands_even_at_horizon_zero() {
    check_horizon(0, "endless endless endless endless endless endless", "at #4 the game is over");
}

/// A horizon that no distance exceeds changes nothing.
#[test]
fn no_horizon_is_the_farthest_horizon() {
    let whole = claim("One:3 One:2 One:1 One:4 One:0 One:5");
    assert_eq!(check(&arena(ROAD), &whole), Ok(()));
    assert_eq!(check_within(&arena(ROAD), &whole, Distance::MAX), Ok(()));
    assert_eq!(arena(ROAD).positions(), whole.positions());
}

/// An arena whose [`Arena::scan_best`] visits the last position first, as it may.
struct Backwards<A>(A);

impl<A: Arena> Arena for Backwards<A> {
    fn positions(&self) -> usize {
        self.0.positions()
    }

    fn status(&self, position: PositionId) -> Status {
        self.0.status(position)
    }

    fn successors(&self, position: PositionId) -> impl Iterator<Item = Move> + '_ {
        self.0.successors(position)
    }

    fn predecessors(&self, position: PositionId) -> impl Iterator<Item = BackMove> + '_ {
        self.0.predecessors(position)
    }

    fn unit_costs(&self) -> bool {
        self.0.unit_costs()
    }

    fn scan_best(
        &self,
        value: impl Fn(PositionId) -> Value,
        goes_on: impl Fn() -> bool,
        mut visit: impl FnMut(PositionId, Status, Option<Value>),
    ) {
        let mut found = Vec::new();
        self.0.scan_best(value, goes_on, |position, status, best| found.push((position, status, best)));
        found.into_iter().rev().for_each(|(position, status, best)| visit(position, status, best));
    }
}

#[test]
fn the_first_defect_is_named_in_whatever_order_an_arena_scans() {
    let backwards = Backwards(arena(GATE));
    assert_eq!(check(&backwards, &claim(GATE_CLAIM)), Ok(()));
    let wrong = claim("One:1 endless endless One:0 One:3 endless One:7 Two:0");
    assert_eq!(check(&backwards, &wrong), check(&arena(GATE), &wrong));
    assert_eq!(check(&backwards, &wrong).unwrap_err().position(), Some(at(4)));
}

/// Distances that no table of cells can hold.
struct Huge(Vec<Value>);

impl Values for Huge {
    fn positions(&self) -> usize {
        self.0.len()
    }

    fn value(&self, position: PositionId) -> Value {
        self.0[position.index()]
    }
}

/// Gathering the values of a team's moves saturates distances above 2⁶⁰, so a win that never comes
/// nearer could seem to support itself. Here two pieces go round a triangle for ever and claim to
/// win in 2⁶⁰ + 1 before each of their moves, and in 2⁶⁰ + 2 after it.
#[test]
fn a_win_of_a_team_that_supports_itself_however_far_away() {
    let triangle = || StepGraph::new(3, vec![(0, 1, 1), (1, 2, 1), (2, 0, 1)]);
    let pair = Team::new(triangle(), 2, Movers::All, MoveCost::Ply, TeamStalemate::Stuck);
    let nobody_has_won = Verdicts::from_fn(pair.nodes(), 3, |_, _| None);
    let arena = ProductArena::new(pair, triangle(), nobody_has_won, StalemateRule::Endless);
    let endless = Huge(vec![Value::Endless; arena.positions()]);
    assert_eq!(check(&arena, &endless), Ok(()));

    let claimed = |position| match arena.status(position) {
        Status::Turn(Player::One) => win(Player::One, (1 << 60) + 1),
        _ => win(Player::One, (1 << 60) + 2),
    };
    let boast = Huge((0..arena.positions()).map(|position| claimed(at(position))).collect());
    let first = (0..arena.positions()).map(at).find(|&position| arena.status(position) == Status::Turn(Player::One));
    let position = first.expect("One is to move somewhere");
    let expected = Refutation::WrongDistance { position, expected: (1 << 60) + 3, claimed: claimed(position) };
    assert_eq!(check(&arena, &boast), Err(expected));
}

/// The same boast where the game is over at the first position, which is claimed rightly: the
/// position that is named is another.
#[test]
fn the_end_of_a_game_is_not_refuted_beside_a_boast() {
    let triangle = || StepGraph::new(3, vec![(0, 1, 1), (1, 2, 1), (2, 0, 1)]);
    let pair = Team::new(triangle(), 2, Movers::All, MoveCost::Ply, TeamStalemate::Stuck);
    let first_is_won = Verdicts::from_fn(pair.nodes(), 3, |a, b| (a == 0 && b == 0).then_some(Player::One));
    let arena = ProductArena::new(pair, triangle(), first_is_won, StalemateRule::Endless);
    assert_eq!(arena.status(at(0)), Status::Won(Player::One));
    let claimed = |position| match arena.status(position) {
        Status::Won(winner) => win(winner, 0),
        Status::Turn(_) => win(Player::One, (1 << 60) + 1),
    };
    let boast = Huge((0..arena.positions()).map(|position| claimed(at(position))).collect());
    let refuted = check(&arena, &boast).expect_err("the distances are wrong").position().expect("the sizes agree");
    assert!(matches!(arena.status(refuted), Status::Turn(_)), "{refuted}");
}
