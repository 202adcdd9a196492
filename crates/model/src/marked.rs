//! The vocabulary of a game in which places and moves are marked, so that a document or the script of a
//! page knows what a sentence names.

use catmouse_arena::{Cost, End, Goal, Measure, Move, Place, Player, PositionId, Words, marks};

use crate::board::Vertex;
use crate::game::Game;
use crate::keyword::Keyword;
use crate::position::Position;
use crate::rules::Side;

/// A game whose words mark places and, if `moves` is set, moves.
#[derive(Clone, Copy, Debug)]
pub struct Marked<'a> {
    /// The game.
    pub game: &'a Game,
    /// Whether moves are marked.
    pub moves: bool,
}
impl Marked<'_> {
    /// The pieces with their places, the mouse first: the notation of a position up to the turn.
    pub fn pieces(&self, position: &Position) -> String {
        let side = |side| self.game.side_notation(position, side, |vertex| self.place(vertex));
        format!("{} {}", side(Side::Mouse), side(Side::Cat))
    }

    /// A vertex.
    pub fn place(&self, vertex: Vertex) -> String {
        marks::place(vertex.number(), &self.game.board().label(vertex).to_string())
    }
}

impl Words for Marked<'_> {
    fn measure(&self) -> Measure {
        self.game.measure()
    }

    fn player(&self, player: Player) -> String {
        self.game.player(player)
    }

    fn task(&self, player: Player) -> String {
        self.game.task(player)
    }

    fn position(&self, position: PositionId) -> String {
        let position = self.game.position(position);
        format!("{} {}", self.pieces(&position), position.turn.word())
    }

    fn placement(&self, position: PositionId, player: Player) -> String {
        self.game.side_notation(&self.game.position(position), player.into(), |vertex| self.place(vertex))
    }

    fn step(&self, from: PositionId, step: Move) -> String {
        let letter = self.game.position(from).turn.letter();
        let moved = |(origin, target): (Place, Place)| {
            let [start, end] = [origin, target].map(|place| self.place_name(place));
            if origin == target { format!("{letter} stays at {start}") } else { format!("{letter} {start}→{end}") }
        };
        let text = self.piece_moves(from, step).into_iter().map(moved).collect::<Vec<_>>().join(", ");
        if self.moves { format!("{}{text}{}", marks::MOVE, marks::MOVE_END) } else { text }
    }

    fn target(&self, from: PositionId, step: Move) -> String {
        if self.piece_moves(from, step).iter().all(|(origin, target)| origin == target) {
            return Words::target(self.game, from, step);
        }
        let targets = self.game.target(from, step.to);
        targets.iter().map(|&vertex| self.place(vertex)).collect::<Vec<_>>().join("+")
    }

    fn cheapest(&self, from: PositionId, to: PositionId) -> Move {
        self.game.cheapest(from, to)
    }

    fn stays(&self, from: PositionId, to: PositionId) -> bool {
        self.game.stays(from, to)
    }

    fn moved(&self, from: PositionId, to: PositionId) -> usize {
        self.game.moved(from, to)
    }

    fn exposure(&self, position: PositionId, player: Player) -> u32 {
        self.game.exposure(position, player)
    }

    fn end(&self, position: PositionId) -> Option<End> {
        self.game.end(position)
    }

    fn passed(&self, position: PositionId) -> Option<PositionId> {
        self.game.passed(position)
    }

    fn places(&self, position: PositionId, player: Player) -> Vec<Place> {
        self.game.places(position, player)
    }

    fn place_name(&self, place: Place) -> String {
        self.place(Vertex::new(place.number()))
    }

    fn steps_from(&self, player: Player, place: Place) -> Vec<Place> {
        self.game.steps_from(player, place)
    }

    fn step_cost(&self, player: Player, from: Place, to: Place) -> Cost {
        self.game.step_cost(player, from, to)
    }

    fn piece(&self, player: Player) -> String {
        self.game.piece(player)
    }

    fn piece_moves(&self, from: PositionId, step: Move) -> Vec<(Place, Place)> {
        Words::piece_moves(self.game, from, step)
    }

    fn goal(&self) -> Option<Goal> {
        self.game.goal()
    }

    fn is_race(&self) -> bool {
        self.game.is_race()
    }

    fn elsewhere(&self, position: PositionId, player: Player) -> Box<dyn Iterator<Item = PositionId> + '_> {
        self.game.elsewhere(position, player)
    }

    fn follows_script(&self, player: Player) -> bool {
        self.game.follows_script(player)
    }

    fn oddity(&self, from: PositionId, step: Move) -> Option<String> {
        self.game.oddity(from, step)
    }
}
