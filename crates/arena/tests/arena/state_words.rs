//! Words by state: [`ByState`] looks up the state of each position, however the positions are
//! numbered.

use catmouse_arena::{
    Arena, ByState, Cost, End, GraphArena, Place, Player, PositionId, StateRules, StateWords, Status, Words,
};

/// One moves a token to the right on a path of three places, until it reaches the end.
struct Path;

impl StateRules for Path {
    type State = u32;

    fn starts(&self) -> Vec<u32> {
        // Out of order, so that the number of a position differs from the number of its place.
        vec![2, 0, 1]
    }

    fn status(&self, &place: &u32) -> Status {
        if place == 2 { Status::Won(Player::One) } else { Status::Turn(Player::One) }
    }

    fn moves(&self, &place: &u32) -> Vec<(u32, Cost)> {
        vec![(place + 1, 1)]
    }
}

impl StateWords for Path {
    type State = u32;

    fn player(&self, player: Player) -> String {
        player.to_string()
    }

    fn position(&self, place: &u32) -> String {
        format!("at {place}")
    }

    fn step(&self, from: &u32, to: &u32) -> String {
        format!("{from} to {to}")
    }

    fn end(&self, _place: &u32) -> Option<End> {
        None
    }

    fn piece(&self, player: Player) -> String {
        format!("token of {player}")
    }

    fn piece_moves(&self, &from: &u32, &to: &u32) -> Vec<(Place, Place)> {
        vec![(Place::new(from), Place::new(to))]
    }
}

#[test]
fn words_of_a_position_are_those_of_its_state() {
    let arena = GraphArena::explore(&Path, 3).expect("three states");
    let words = ByState::new(&arena, &Path);
    assert_eq!(words.piece(Player::Two), format!("token of {}", Player::Two));
    for from in (0..arena.positions()).map(PositionId::new) {
        let place = *arena.state(from);
        assert_eq!(words.position(from), format!("at {place}"));
        if matches!(arena.status(from), Status::Turn(_)) {
            let step = arena.successors(from).next().expect("there is a move");
            assert_eq!(words.piece_moves(from, step), [(Place::new(place), Place::new(place + 1))]);
        }
    }
}
