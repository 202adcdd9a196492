//! The vocabulary of a game, so that explanations need not know the game.

use std::fmt::{self, Display};

use crate::moves::{Cost, Move, Player, PositionId};

/// Joins words as in a sentence, with this conjunction before the last: `a, b and c`.
///
/// ```
/// assert_eq!(catmouse_arena::listed(&["draw", "pass", "loss"], "or"), "draw, pass or loss");
/// assert_eq!(catmouse_arena::listed(&["draw"], "or"), "draw");
/// ```
pub fn listed(words: &[impl AsRef<str>], conjunction: &str) -> String {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    match words.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} {conjunction} {last}", before.join(", ")),
        _ => words.concat(),
    }
}

/// A count with its noun.
///
/// ```
/// assert_eq!(catmouse_arena::counted(1, "ply", "plies"), "1 ply");
/// assert_eq!(catmouse_arena::counted(2, "ply", "plies"), "2 plies");
/// ```
pub fn counted<N: Copy + Display + PartialEq + From<u8>>(count: N, one: &str, many: &str) -> String {
    let noun = if count == N::from(1) { one } else { many };
    format!("{count} {noun}")
}

/// The end of a game at a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// The kind of end, as an identifier for programs: `capture`, `goal`, `stalemate`, `checkmate`…
    pub kind: &'static str,
    /// The last move if it wins for the mover, as a predicate: "catches the Mouse".
    pub winning_move: String,
    /// The last move if it loses for the mover, as a predicate: "walks into the Cat".
    pub losing_move: String,
    /// The end as a sentence without a full stop: "the Cat has caught the Mouse at 4".
    pub sentence: String,
}

/// The unit of distances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Measure {
    /// Moves of both players, each counting 1.
    Plies,
    /// Costs of the moves of both players.
    Cost,
}

/// A place where pieces can stand, by its number in the game.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place(u32);

impl Place {
    /// The place with this number.
    pub const fn new(number: u32) -> Self {
        Self(number)
    }

    /// The number of this place.
    pub const fn number(self) -> u32 {
        self.0
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

/// The places that a player wins by reaching.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The player who wins there.
    pub player: Player,
    /// The places, ascending; at least one.
    pub places: Vec<Place>,
    /// The noun for the goal in a sentence: "the hole".
    pub noun: String,
}

/// The vocabulary of a game, by the positions of its arena.
///
/// Four methods are required. The others have plain defaults; a game that overrides them gets
/// better explanations.
///
/// ```
/// use catmouse_arena::{ByPlayer, End, Move, Player, PositionId, Words};
///
/// /// A game in which positions have nothing but a number.
/// struct Numbered;
/// impl Words for Numbered {
///     fn player(&self, player: Player) -> String {
///         ByPlayer { one: "Ann", two: "Bob" }[player].to_owned()
///     }
///     fn position(&self, position: PositionId) -> String {
///         format!("position {}", position.index())
///     }
///     fn step(&self, from: PositionId, step: Move) -> String {
///         format!("{} to {}", from.index(), step.to.index())
///     }
///     fn end(&self, _position: PositionId) -> Option<End> {
///         None
///     }
/// }
/// assert_eq!(Numbered.task(Player::One), "holds out");
/// ```
pub trait Words {
    /// The unit of distances in this game.
    fn measure(&self) -> Measure {
        Measure::Plies
    }

    /// A player's name as the subject of a sentence: "the Mouse".
    fn player(&self, player: Player) -> String;

    /// A player's task while keeping the opponent from winning, as a predicate: "keeps the Mouse
    /// from the hole".
    fn task(&self, _player: Player) -> String {
        "holds out".to_owned()
    }

    /// A position in the game's notation: "M3 C5 mouse".
    fn position(&self, position: PositionId) -> String;

    /// The places of a player's pieces, in the game's notation: "M3". By default the whole
    /// position, for games whose pieces belong to neither player.
    fn placement(&self, position: PositionId, _player: Player) -> String {
        self.position(position)
    }

    /// A move in the game's notation: "M 1→3".
    fn step(&self, from: PositionId, step: Move) -> String;

    /// A short name that distinguishes a move from its alternatives: "3". By default the move in
    /// full.
    fn target(&self, from: PositionId, step: Move) -> String {
        self.step(from, step)
    }

    /// The cheapest move from one position to another, for texts about a move of which only the
    /// position after it is known. Cost 1 by default.
    fn cheapest(&self, _from: PositionId, to: PositionId) -> Move {
        Move { to, cost: 1 }
    }

    /// Whether a move leaves the mover's pieces where they stood.
    fn stays(&self, _from: PositionId, _to: PositionId) -> bool {
        false
    }

    /// The number of the mover's pieces that change place in a move. Pieces are interchangeable. Of
    /// equally good moves, explanations prefer one that moves the fewest pieces.
    fn moved(&self, from: PositionId, to: PositionId) -> usize {
        usize::from(!self.stays(from, to))
    }

    /// A measure of the danger to a player whose opponent wins. Of equally good defences that leave the
    /// winner equally few answers, explanations prefer the one with the least exposure: a piece
    /// that is hunted keeps away, and a hunter keeps close.
    fn exposure(&self, _position: PositionId, _player: Player) -> u32 {
        0
    }

    /// The end of the game, if it is over at this position or the player to move is stuck there.
    fn end(&self, position: PositionId) -> Option<End>;

    /// The position that would arise if the player to move passed; `None` if passing makes no
    /// sense.
    fn passed(&self, _position: PositionId) -> Option<PositionId> {
        None
    }

    /// The places of a player's pieces: interchangeable pieces in ascending order of place, others
    /// in a fixed order. Empty in a game without places; explanations then mention none.
    fn places(&self, _position: PositionId, _player: Player) -> Vec<Place> {
        Vec::new()
    }

    /// The name of a place: "5". By default its number.
    fn place_name(&self, place: Place) -> String {
        place.to_string()
    }

    /// The places that one of a player's pieces can move to from a place, ascending. Other pieces
    /// are disregarded. Empty if moves cannot be described piece by piece.
    fn steps_from(&self, _player: Player, _place: Place) -> Vec<Place> {
        Vec::new()
    }

    /// The least cost of a step of one of a player's pieces.
    fn step_cost(&self, _player: Player, _from: Place, _to: Place) -> Cost {
        1
    }

    /// The noun for one of a player's pieces: "cat".
    fn piece(&self, _player: Player) -> String {
        "piece".to_owned()
    }

    /// The origin and the target of each of the mover's pieces in a move, including pieces that
    /// stay. Empty if the game does not provide them.
    fn piece_moves(&self, _from: PositionId, _step: Move) -> Vec<(Place, Place)> {
        Vec::new()
    }

    /// The places that a player wins by reaching, if there are any.
    fn goal(&self) -> Option<Goal> {
        None
    }

    /// Whether the game is a race to the goal: the other player wins there as well, or closes it
    /// for good by arriving first.
    fn is_race(&self) -> bool {
        false
    }

    /// The positions that differ from this one only in the places of this player's pieces, ordered
    /// by these places.
    fn elsewhere(&self, _position: PositionId, _player: Player) -> Box<dyn Iterator<Item = PositionId> + '_> {
        Box::new(std::iter::empty())
    }

    /// Whether some of a player's pieces follow a script, which determines their moves. Explanations
    /// then say nothing of what the player could do instead.
    fn follows_script(&self, _player: Player) -> bool {
        false
    }

    /// The reason why a good move may look odd, as an aside: "though it steps away from the Mouse".
    fn oddity(&self, _from: PositionId, _step: Move) -> Option<String> {
        None
    }
}

/// A reference to words, `&dyn Words` included, can be passed wherever words can.
impl<W: Words + ?Sized> Words for &W {
    fn measure(&self) -> Measure {
        (**self).measure()
    }

    fn player(&self, player: Player) -> String {
        (**self).player(player)
    }

    fn task(&self, player: Player) -> String {
        (**self).task(player)
    }

    fn position(&self, position: PositionId) -> String {
        (**self).position(position)
    }

    fn placement(&self, position: PositionId, player: Player) -> String {
        (**self).placement(position, player)
    }

    fn step(&self, from: PositionId, step: Move) -> String {
        (**self).step(from, step)
    }

    fn target(&self, from: PositionId, step: Move) -> String {
        (**self).target(from, step)
    }

    fn cheapest(&self, from: PositionId, to: PositionId) -> Move {
        (**self).cheapest(from, to)
    }

    fn stays(&self, from: PositionId, to: PositionId) -> bool {
        (**self).stays(from, to)
    }

    fn moved(&self, from: PositionId, to: PositionId) -> usize {
        (**self).moved(from, to)
    }

    fn exposure(&self, position: PositionId, player: Player) -> u32 {
        (**self).exposure(position, player)
    }

    fn end(&self, position: PositionId) -> Option<End> {
        (**self).end(position)
    }

    fn passed(&self, position: PositionId) -> Option<PositionId> {
        (**self).passed(position)
    }

    fn places(&self, position: PositionId, player: Player) -> Vec<Place> {
        (**self).places(position, player)
    }

    fn place_name(&self, place: Place) -> String {
        (**self).place_name(place)
    }

    fn steps_from(&self, player: Player, place: Place) -> Vec<Place> {
        (**self).steps_from(player, place)
    }

    fn step_cost(&self, player: Player, from: Place, to: Place) -> Cost {
        (**self).step_cost(player, from, to)
    }

    fn piece(&self, player: Player) -> String {
        (**self).piece(player)
    }

    fn piece_moves(&self, from: PositionId, step: Move) -> Vec<(Place, Place)> {
        (**self).piece_moves(from, step)
    }

    fn goal(&self) -> Option<Goal> {
        (**self).goal()
    }

    fn is_race(&self) -> bool {
        (**self).is_race()
    }

    fn elsewhere(&self, position: PositionId, player: Player) -> Box<dyn Iterator<Item = PositionId> + '_> {
        (**self).elsewhere(position, player)
    }

    fn follows_script(&self, player: Player) -> bool {
        (**self).follows_script(player)
    }

    fn oddity(&self, from: PositionId, step: Move) -> Option<String> {
        (**self).oddity(from, step)
    }
}
