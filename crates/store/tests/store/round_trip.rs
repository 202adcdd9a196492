//! Saved values read back unchanged.

use catmouse_arena::{
    Arena, GraphArena, Outcomes, Player, PositionId, Solution, StateRules, Status, Value, Values, check,
};
use catmouse_solver::{Control, Request, solve, solve_table};
use catmouse_store::{Contents, Fingerprint, Table, TableError, save, save_outcomes};
use proptest::prelude::*;

use crate::{Place, ring};

/// Outcomes of products, whose bits are in matrices by winner and turn, and outcomes of listed
/// values read back with their extent. The numbers of nodes are multiples of the sizes of words,
/// bands and blocks, or not.
#[test]
fn outcomes_come_back_with_their_extent() {
    for nodes in [1, 2, 5, 63, 64, 65, 100, 143, 144, 513, 700] {
        let (place, arena) = (Place::new(), ring(nodes));
        let solution = solve_table(&arena).expect("solved");
        let longest = Player::BOTH.iter().filter_map(|&player| solution.longest_win(player)).map(|win| win.1).max();
        for limit in [None, Some(0), longest.map(|longest| longest / 2), longest, longest.map(|longest| longest + 1)] {
            let (wanted, control) = (Request::outcomes(limit), Control::default());
            let solved = solve(&arena, wanted, &control).expect("solved").outcomes();
            for outcomes in [solved.expect("outcomes"), Outcomes::of(&solution, limit)] {
                save_outcomes(&place.path, &outcomes, place.fingerprint, &[]).expect("saved");
                let table = place.open(arena.positions()).expect("opened");
                table.verify().expect("whole");
                assert!(!table.has_distances());
                assert_eq!(table.extent(), outcomes.extent(), "{nodes} nodes, limit {limit:?}");
                let winner =
                    |(position, value): (PositionId, Value)| table.winner(position) == value.within(limit).winner();
                assert!(solution.values().all(winner), "{nodes} nodes, limit {limit:?}");
                assert_eq!(table.counts(), outcomes.counts());
                let best = |position| {
                    let keeps = table.best_moves(&arena, position);
                    keeps == outcomes.best_moves(&arena, position)
                };
                assert!((0..arena.positions()).step_by(97).map(PositionId::new).all(best));
            }
        }
    }
}

/// Saves the values with and without distances and compares everything that the tables return.
#[track_caller]
fn check_round_trip(values: &[Value]) {
    let (place, solution) = (Place::new(), Solution::from_values(values.iter().copied()));

    save(&place.path, &solution, place.fingerprint, Contents::Distances).expect("saved");
    let table = place.open(values.len()).expect("opened");
    assert_eq!(table.contents(), Contents::Distances);
    assert!(table.values().map(|(_, value)| value).eq(values.iter().copied()));
    assert_eq!(table.counts(), solution.counts());
    table.verify().expect("whole");
    assert!(table.damage().is_none());

    save(&place.path, &solution, place.fingerprint, Contents::Outcomes).expect("saved");
    let table = place.open(values.len()).expect("opened");
    assert_eq!(table.contents(), Contents::Outcomes);
    let winner = |position| table.winner(PositionId::new(position));
    assert!((0..values.len()).map(winner).eq(values.iter().map(|value| value.winner())));
    assert!(table.values().all(|(_, value)| value.distance().unwrap_or(0) == 0));
    table.verify().expect("whole");
    assert!(table.damage().is_none());
}

fn value(longest: u64) -> impl Strategy<Value = Value> {
    let distance = prop_oneof![0..=longest, Just(0), Just(longest)];
    prop_oneof![
        1 => Just(Value::Endless),
        3 => (prop_oneof![Just(Player::One), Just(Player::Two)], distance)
            .prop_map(|(player, distance)| Value::Win { player, distance }),
    ]
}

/// Values whose longest distances cover every width.
fn values() -> impl Strategy<Value = Vec<Value>> {
    let longest = (0..=30_u32).prop_flat_map(|bits| (1 << bits >> 1)..1_u64 << bits);
    longest.prop_flat_map(|longest| prop::collection::vec(value(longest), 0..6000))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn random_values_come_back(values in values()) {
        check_round_trip(&values);
    }
}

#[test]
fn distances_at_the_edges_come_back() {
    for distance in [0, 1, 2, 3, 16_382, 16_383, 4_194_302, 4_194_303, (1 << 30) - 1] {
        check_round_trip(&Player::BOTH.map(|player| Value::Win { player, distance }));
    }
}

#[test]
fn a_solved_game_is_still_right_on_disk() {
    let (place, arena) = (Place::new(), ring(60));
    let solution = solve_table(&arena).expect("solved");
    assert!(solution.counts().wins.iter().all(|(_, &wins)| wins > 0), "both win somewhere");
    let fingerprint = Fingerprint::of_product(&arena);
    save(&place.path, &solution, fingerprint, Contents::Distances).expect("saved");
    let table = Table::open(&place.path, fingerprint, arena.positions()).expect("opened");
    assert_eq!(check(&arena, &table), Ok(()));
    for position in (0..arena.positions()).map(PositionId::new) {
        assert_eq!(table.best_moves(&arena, position), solution.best_moves(&arena, position));
    }
    assert!(table.damage().is_none());
}

/// A heap of matches, of which a move takes 1 to `most`: a game that is no pursuit.
struct Matches {
    most: u32,
}

impl StateRules for Matches {
    type State = (u32, Player);

    fn starts(&self) -> Vec<Self::State> {
        vec![(1000, Player::One)]
    }

    fn status(&self, &(left, turn): &Self::State) -> Status {
        if left == 0 { Status::Won(turn.opponent()) } else { Status::Turn(turn) }
    }

    fn moves(&self, &(left, turn): &Self::State) -> Vec<(Self::State, u32)> {
        (1..=left.min(self.most)).map(|taken| ((left - taken, turn.opponent()), 1)).collect()
    }
}

#[test]
fn a_table_of_an_explored_game_reads_back_and_is_distinguished() {
    let place = Place::new();
    let arena = |most| GraphArena::explore(&Matches { most }, 10_000).expect("a small game");
    let (threes, fours) = (arena(3), arena(4));
    let solution = solve_table(&threes).expect("solved");
    assert_eq!(check(&threes, &solution), Ok(()));
    let fingerprint = Fingerprint::of_arena(&threes);
    save(&place.path, &solution, fingerprint, Contents::Distances).expect("saved");
    let table = Table::open(&place.path, fingerprint, threes.positions()).expect("opened");
    assert_eq!(check(&threes, &table), Ok(()));
    // Bouton's theorem for this game: the player to move loses exactly at multiples of 4.
    for left in 1..=1000 {
        let Some(position) = threes.position(&(left, Player::One)) else { continue };
        let winner = if left % 4 == 0 { Player::Two } else { Player::One };
        assert_eq!(table.winner(position), Some(winner), "{left} left");
    }
    let other = Table::open(&place.path, Fingerprint::of_arena(&fours), fours.positions());
    assert!(matches!(other, Err(TableError::OtherBoard { .. })), "{other:?}");
}

#[test]
fn a_table_is_copied_like_any_other_values() {
    let (place, copy) = (Place::new(), Place::new());
    save(&place.path, &Solution::from_values(crate::mixed(9000, 70_000)), place.fingerprint, Contents::Distances)
        .expect("saved");
    let table = place.open(9000).expect("opened");
    save(&copy.path, &table, place.fingerprint, Contents::Distances).expect("copied");
    assert!(std::fs::read(&place.path).expect("the table") == std::fs::read(&copy.path).expect("the copy"));
}

#[test]
fn many_threads_probe_one_table() {
    let (place, values) = (Place::new(), crate::mixed(50_000, 900));
    save(&place.path, &Solution::from_values(values.iter().copied()), place.fingerprint, Contents::Distances)
        .expect("saved");
    // Caches with room for all blocks, for three, for one and for none.
    for cache_bytes in [Table::CACHE_BYTES, 3 * 4096, 4096, 0] {
        let opened = Table::open_with_cache(&place.path, place.fingerprint, values.len(), cache_bytes);
        let table = &opened.expect("opened");
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let values = &values;
                scope.spawn(move || {
                    assert!(table.values().map(|(_, value)| value).eq(values.iter().copied()));
                    for at in (0..values.len()).map(|step| (step * 7919 + thread) % values.len()) {
                        assert_eq!(table.value(PositionId::new(at)), values[at]);
                    }
                });
            }
        });
        assert!(table.damage().is_none());
    }
}
