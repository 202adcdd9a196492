//! Words by state: a game that is explored into a [`GraphArena`] describes its states and need not
//! know how they are numbered.

use std::hash::Hash;

use crate::graph_arena::GraphArena;
use crate::moves::{Cost, Move, Player, PositionId};
use crate::words::{End, Goal, Measure, Place, Words};

/// The vocabulary of a game by its states, which [`ByState`] turns into [`Words`].
///
/// Each method has the meaning and the default of the method of the same name in [`Words`].
///
/// ```
/// use catmouse_arena::{ByState, Cost, End, GraphArena, Player, PositionId, StateRules, StateWords, Status, Words};
///
/// /// A heap of matches; a move takes one or two; the player who takes the last match wins.
/// struct Matches;
///
/// impl StateRules for Matches {
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
/// assert_eq!(words.step(PositionId::new(0), words.cheapest(PositionId::new(0), PositionId::new(1))), "take 1");
/// assert_eq!(words.piece(Player::One), "piece", "which is the default");
/// # Ok::<(), catmouse_arena::TooManyPositions>(())
/// ```
pub trait StateWords {
    /// The states of the rules.
    type State;

    /// The unit of distances in this game.
    fn measure(&self) -> Measure {
        Measure::Plies
    }

    /// A player's name as the subject of a sentence.
    fn player(&self, player: Player) -> String;

    /// A player's task while keeping the opponent from winning, as a predicate.
    fn task(&self, _player: Player) -> String {
        "holds out".to_owned()
    }

    /// A state in the game's notation.
    fn position(&self, state: &Self::State) -> String;

    /// The places of a player's pieces, in the game's notation.
    fn placement(&self, state: &Self::State, _player: Player) -> String {
        self.position(state)
    }

    /// A move in the game's notation.
    fn step(&self, from: &Self::State, to: &Self::State) -> String;

    /// A short name that distinguishes a move from its alternatives.
    fn target(&self, from: &Self::State, to: &Self::State) -> String {
        self.step(from, to)
    }

    /// Whether a move leaves the mover's pieces where they stood.
    fn stays(&self, _from: &Self::State, _to: &Self::State) -> bool {
        false
    }

    /// The number of the mover's pieces that change place in a move. Pieces are interchangeable.
    fn moved(&self, from: &Self::State, to: &Self::State) -> usize {
        usize::from(!self.stays(from, to))
    }

    /// A measure of the danger to a player whose opponent wins.
    fn exposure(&self, _state: &Self::State, _player: Player) -> u32 {
        0
    }

    /// The end of the game, if it is over at this state or the player to move is stuck there.
    fn end(&self, state: &Self::State) -> Option<End>;

    /// The state that would arise if the player to move passed. A state that is not in the arena
    /// counts as `None`.
    fn passed(&self, _state: &Self::State) -> Option<Self::State> {
        None
    }

    /// The places on which a player's pieces stand.
    fn places(&self, _state: &Self::State, _player: Player) -> Vec<Place> {
        Vec::new()
    }

    /// The name of a place.
    fn place_name(&self, place: Place) -> String {
        place.to_string()
    }

    /// The places that one of a player's pieces can move to from a place, ascending.
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
    /// stay.
    fn piece_moves(&self, _from: &Self::State, _to: &Self::State) -> Vec<(Place, Place)> {
        Vec::new()
    }

    /// The places that a player wins by reaching.
    fn goal(&self) -> Option<Goal> {
        None
    }

    /// Whether the game is a race to the goal: the other player wins there as well, or closes it
    /// for good by arriving first.
    fn is_race(&self) -> bool {
        false
    }

    /// The states that differ from this one only in the places of this player's pieces. States that
    /// are not in the arena are left out.
    fn elsewhere(&self, _state: &Self::State, _player: Player) -> Vec<Self::State> {
        Vec::new()
    }

    /// The reason why a good move may look odd, as an aside.
    fn oddity(&self, _from: &Self::State, _to: &Self::State) -> Option<String> {
        None
    }
}

/// The [`Words`] of an arena, from words by state.
#[derive(Debug)]
pub struct ByState<'a, W: StateWords> {
    arena: &'a GraphArena<W::State>,
    words: &'a W,
}

impl<'a, W: StateWords> ByState<'a, W> {
    /// The words of the positions of this arena.
    pub fn new(arena: &'a GraphArena<W::State>, words: &'a W) -> Self {
        Self { arena, words }
    }

    fn state(&self, position: PositionId) -> &W::State {
        self.arena.state(position)
    }
}

impl<W: StateWords> Words for ByState<'_, W>
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

    fn step(&self, from: PositionId, step: Move) -> String {
        self.words.step(self.state(from), self.state(step.to))
    }

    fn target(&self, from: PositionId, step: Move) -> String {
        self.words.target(self.state(from), self.state(step.to))
    }

    fn stays(&self, from: PositionId, to: PositionId) -> bool {
        self.words.stays(self.state(from), self.state(to))
    }

    fn moved(&self, from: PositionId, to: PositionId) -> usize {
        self.words.moved(self.state(from), self.state(to))
    }

    fn end(&self, position: PositionId) -> Option<End> {
        self.words.end(self.state(position))
    }

    fn passed(&self, position: PositionId) -> Option<PositionId> {
        self.arena.position(&self.words.passed(self.state(position))?)
    }

    fn exposure(&self, position: PositionId, player: Player) -> u32 {
        self.words.exposure(self.state(position), player)
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

    fn step_cost(&self, player: Player, from: Place, to: Place) -> Cost {
        self.words.step_cost(player, from, to)
    }

    fn piece(&self, player: Player) -> String {
        self.words.piece(player)
    }

    fn piece_moves(&self, from: PositionId, step: Move) -> Vec<(Place, Place)> {
        self.words.piece_moves(self.state(from), self.state(step.to))
    }

    fn goal(&self) -> Option<Goal> {
        self.words.goal()
    }

    fn is_race(&self) -> bool {
        self.words.is_race()
    }

    fn elsewhere(&self, position: PositionId, player: Player) -> Box<dyn Iterator<Item = PositionId> + '_> {
        let states = self.words.elsewhere(self.state(position), player);
        Box::new(states.into_iter().filter_map(|state| self.arena.position(&state)))
    }

    fn oddity(&self, from: PositionId, step: Move) -> Option<String> {
        self.words.oddity(self.state(from), self.state(step.to))
    }
}
