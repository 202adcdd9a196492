//! A reference to words answers like the words themselves.

use catmouse_arena::{End, Move, Place, Player, PositionId, Words};

/// A game that overrides the defaults.
struct Outspoken;

impl Words for Outspoken {
    fn player(&self, player: Player) -> String {
        format!("{player:?}")
    }

    fn position(&self, position: PositionId) -> String {
        position.to_string()
    }

    fn step(&self, from: PositionId, step: Move) -> String {
        format!("{from}-{}", step.to)
    }

    fn end(&self, _: PositionId) -> Option<End> {
        None
    }

    fn piece(&self, _: Player) -> String {
        "knight".to_owned()
    }

    fn piece_moves(&self, _: PositionId, _: Move) -> Vec<(Place, Place)> {
        vec![(Place::new(1), Place::new(2))]
    }
}

#[test]
fn a_reference_forwards_every_method() {
    fn asked<W: Words>(words: &W) -> (String, Vec<(Place, Place)>) {
        let (from, to) = (PositionId::new(0), PositionId::new(1));
        (words.piece(Player::One), words.piece_moves(from, words.cheapest(from, to)))
    }
    let words: &dyn Words = &Outspoken;
    assert_eq!(asked(&words), asked(&Outspoken));
    assert_eq!(words.piece(Player::One), "knight");
}
