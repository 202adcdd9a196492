//! The vocabulary of a game in which each vertex is marked, so that the script of a page can light
//! it up where a sentence names it.
//!
//! A mark is the number of the vertex between two characters for private use. The script replaces
//! it by the label.

use catmouse_arena::{Cost, End, Goal, Measure, Move, Place, Player, PositionId, Words};
use catmouse_model::{Game, Side};

/// A game whose words mark vertices.
pub(crate) struct Marked<'a>(pub(crate) &'a Game);

fn mark(number: u32) -> String {
    format!("\u{e000}{number}\u{e001}")
}

fn letter(player: Player) -> char {
    match Side::from(player) {
        Side::Mouse => 'M',
        Side::Cat => 'C',
    }
}

impl Words for Marked<'_> {
    fn measure(&self) -> Measure {
        self.0.measure()
    }

    fn player(&self, player: Player) -> String {
        self.0.player(player)
    }

    fn task(&self, player: Player) -> String {
        self.0.task(player)
    }

    fn position(&self, position: PositionId) -> String {
        let [mouse, cats] = [Player::One, Player::Two].map(|player| self.placement(position, player));
        format!("{mouse} {cats} {}", self.0.position(position).turn)
    }

    fn placement(&self, position: PositionId, player: Player) -> String {
        let places = self.0.places(position, player);
        let pieces = places.iter().map(|place| format!("{}{}", letter(player), mark(place.number())));
        pieces.collect::<Vec<_>>().join(" ")
    }

    fn step(&self, from: PositionId, step: Move) -> String {
        let letter = letter(self.0.position(from).turn.into());
        let moved = |(origin, target): (Place, Place)| {
            let (start, end) = (mark(origin.number()), mark(target.number()));
            if origin == target { format!("{letter} stays at {start}") } else { format!("{letter} {start}→{end}") }
        };
        self.piece_moves(from, step).into_iter().map(moved).collect::<Vec<_>>().join(", ")
    }

    fn target(&self, from: PositionId, step: Move) -> String {
        if self.piece_moves(from, step).iter().all(|(origin, target)| origin == target) {
            return Words::target(self.0, from, step);
        }
        let targets = self.0.target(from, step.to);
        targets.iter().map(|vertex| mark(vertex.number())).collect::<Vec<_>>().join("+")
    }

    fn cheapest(&self, from: PositionId, to: PositionId) -> Move {
        self.0.cheapest(from, to)
    }

    fn stays(&self, from: PositionId, to: PositionId) -> bool {
        self.0.stays(from, to)
    }

    fn moved(&self, from: PositionId, to: PositionId) -> usize {
        self.0.moved(from, to)
    }

    fn exposure(&self, position: PositionId, player: Player) -> u32 {
        self.0.exposure(position, player)
    }

    fn end(&self, position: PositionId) -> Option<End> {
        self.0.end(position)
    }

    fn passed(&self, position: PositionId) -> Option<PositionId> {
        self.0.passed(position)
    }

    fn places(&self, position: PositionId, player: Player) -> Vec<Place> {
        self.0.places(position, player)
    }

    fn place_name(&self, place: Place) -> String {
        mark(place.number())
    }

    fn steps_from(&self, player: Player, place: Place) -> Vec<Place> {
        self.0.steps_from(player, place)
    }

    fn step_cost(&self, player: Player, from: Place, to: Place) -> Cost {
        self.0.step_cost(player, from, to)
    }

    fn piece(&self, player: Player) -> String {
        self.0.piece(player)
    }

    fn piece_moves(&self, from: PositionId, step: Move) -> Vec<(Place, Place)> {
        Words::piece_moves(self.0, from, step)
    }

    fn goal(&self) -> Option<Goal> {
        self.0.goal()
    }

    fn is_race(&self) -> bool {
        self.0.is_race()
    }

    fn elsewhere(&self, position: PositionId, player: Player) -> Box<dyn Iterator<Item = PositionId> + '_> {
        self.0.elsewhere(position, player)
    }

    fn oddity(&self, from: PositionId, step: Move) -> Option<String> {
        self.0.oddity(from, step)
    }
}
