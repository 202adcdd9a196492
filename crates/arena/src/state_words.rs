//! Words by state: a game that is explored into a [`GraphArena`] names its states and need not know how they are numbered.

use std::hash::Hash;

use crate::game::{Player, PositionId};
use crate::graph_arena::GraphArena;
use crate::words::{End, Goal, Measure, Place, Words};

/// The vocabulary of a game by its states. [`ByState`] makes [`Words`] of it.
///
/// Each word means what its namesake in [`Words`] means, and has the same default.
///
/// ```
/// use catmouse_arena::{ByState, Cost, End, GraphArena, Player, PositionId, Rules, StateWords, Status, Words};
///
/// /// A heap of matches; a move takes one or two; the player who takes the last match wins.
/// struct Matches;
///
/// impl Rules for Matches {
///     type State = (u32, Player);
///     fn starts(&self) -> Vec<Self::State> {
///         vec![(4, Player::One)]
///     }
///     fn status(&self, &(left, turn): &Self::State) -> Status {
///         if left == 0 { Status::Won(turn.opponent()) } else { Status::Turn(turn) }
///     }
///     fn moves(&self, &(left, turn): &Self::State) -> Vec<(Self::State, Cost)> {
///         (1..=left.min(2)).map(|taken| ((left - taken, turn.opponent()), 1)).collect()
///     }
/// }
///
/// impl StateWords for Matches {
///     type State = (u32, Player);
///     fn player(&self, player: Player) -> String {
///         format!("player {player}")
///     }
///     fn position(&self, &(left, _): &Self::State) -> String {
///         format!("{left} left")
///     }
///     fn step(&self, from: &Self::State, to: &Self::State) -> String {
///         format!("take {}", from.0 - to.0)
///     }
///     fn end(&self, &(left, turn): &Self::State) -> Option<End> {
///         (left == 0).then(|| End {
///             kind: "empty",
///             winning_move: "takes the last match".to_owned(),
///             losing_move: "leaves nothing".to_owned(),
///             sentence: format!("player {turn} finds no match"),
///         })
///     }
/// }
///
/// let arena = GraphArena::explore(&Matches, 1_000)?;
/// let words = ByState::new(&arena, &Matches);
/// assert_eq!(words.step(PositionId::new(0), PositionId::new(1)), "take 1");
/// # Ok::<(), catmouse_arena::TooManyPositions>(())
/// ```
pub trait StateWords {
    /// The states, as the rules of the game have them.
    type State;

    /// What distances count in this game.
    fn measure(&self) -> Measure {
        Measure::Plies
    }

    /// A player's name as the subject of a sentence.
    fn player(&self, player: Player) -> String;

    /// What a player does who lets the other not win, as the predicate of a sentence.
    fn task(&self, _player: Player) -> String {
        "holds out".to_owned()
    }

    /// A state in the game's notation.
    fn position(&self, state: &Self::State) -> String;

    /// Where a player's pieces stand.
    fn placement(&self, state: &Self::State, _player: Player) -> String {
        self.position(state)
    }

    /// A move in the game's notation.
    fn step(&self, from: &Self::State, to: &Self::State) -> String;

    /// The short name of a move among its alternatives.
    fn target(&self, from: &Self::State, to: &Self::State) -> String {
        self.step(from, to)
    }

    /// Whether a move leaves the mover's pieces where they stood.
    fn stays(&self, _from: &Self::State, _to: &Self::State) -> bool {
        false
    }

    /// How the game came to its end.
    fn end(&self, state: &Self::State) -> Option<End>;

    /// The state that would arise if the player to move passed; one that cannot arise in play is none.
    fn passed(&self, _state: &Self::State) -> Option<Self::State> {
        None
    }

    /// Where a player's pieces stand, as places.
    fn places(&self, _state: &Self::State, _player: Player) -> Vec<Place> {
        Vec::new()
    }

    /// The name of a place.
    fn place_name(&self, place: Place) -> String {
        place.to_string()
    }

    /// Where one move takes one of a player's pieces from a place.
    fn steps_from(&self, _player: Player, _place: Place) -> Vec<Place> {
        Vec::new()
    }

    /// The places that a player wins by reaching.
    fn goal(&self) -> Option<Goal> {
        None
    }

    /// The states that differ from this one only in where this player's pieces stand; those that cannot arise in play are left out.
    fn elsewhere(&self, _state: &Self::State, _player: Player) -> Vec<Self::State> {
        Vec::new()
    }

    /// What makes a good move look odd.
    fn oddity(&self, _from: &Self::State, _to: &Self::State) -> Option<String> {
        None
    }
}

/// [`Words`] of an arena, from words by state.
#[derive(Debug)]
pub struct ByState<'a, W: StateWords, L = ()> {
    arena: &'a GraphArena<W::State, L>,
    words: &'a W,
}

impl<'a, W: StateWords, L> ByState<'a, W, L> {
    /// The words of the positions of this arena.
    pub fn new(arena: &'a GraphArena<W::State, L>, words: &'a W) -> Self {
        Self { arena, words }
    }

    fn state(&self, position: PositionId) -> &W::State {
        self.arena.state(position)
    }
}

impl<W: StateWords, L> Words for ByState<'_, W, L>
where
    W::State: Clone + Eq + Hash,
{
    fn measure(&self) -> Measure {
        self.words.measure()
    }

    fn player(&self, player: Player) -> String {
        self.words.player(player)
    }

    fn task(&self, player: Player) -> String {
        self.words.task(player)
    }

    fn position(&self, position: PositionId) -> String {
        self.words.position(self.state(position))
    }

    fn placement(&self, position: PositionId, player: Player) -> String {
        self.words.placement(self.state(position), player)
    }

    fn step(&self, from: PositionId, to: PositionId) -> String {
        self.words.step(self.state(from), self.state(to))
    }

    fn target(&self, from: PositionId, to: PositionId) -> String {
        self.words.target(self.state(from), self.state(to))
    }

    fn stays(&self, from: PositionId, to: PositionId) -> bool {
        self.words.stays(self.state(from), self.state(to))
    }

    fn end(&self, position: PositionId) -> Option<End> {
        self.words.end(self.state(position))
    }

    fn passed(&self, position: PositionId) -> Option<PositionId> {
        self.arena.position(&self.words.passed(self.state(position))?)
    }

    fn places(&self, position: PositionId, player: Player) -> Vec<Place> {
        self.words.places(self.state(position), player)
    }

    fn place_name(&self, place: Place) -> String {
        self.words.place_name(place)
    }

    fn steps_from(&self, player: Player, place: Place) -> Vec<Place> {
        self.words.steps_from(player, place)
    }

    fn goal(&self) -> Option<Goal> {
        self.words.goal()
    }

    fn elsewhere(&self, position: PositionId, player: Player) -> Box<dyn Iterator<Item = PositionId> + '_> {
        let states = self.words.elsewhere(self.state(position), player);
        Box::new(states.into_iter().filter_map(|state| self.arena.position(&state)))
    }

    fn oddity(&self, from: PositionId, to: PositionId) -> Option<String> {
        self.words.oddity(self.state(from), self.state(to))
    }
}
