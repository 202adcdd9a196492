//! What a strategy consists of.

use catmouse_arena::{Aim, Place, Player, PositionId};
use thiserror::Error;

/// A kind of move that can be described without naming a place, such as staying or coming nearer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Manner {
    /// A move that wins at once.
    Finish,
    /// The pieces stay in their places.
    Stay,
    /// A step that reduces the number of steps to the nearest piece of the opponent.
    Nearer,
    /// A step that reduces the number of steps to the goal. For a goal that is closed to the
    /// player, steps are counted to a place from which the opponent steps into the goal, plus one.
    Goal,
    /// Any move after which the opponent cannot win with its next move.
    Safe,
    /// A safe move that reduces the number of steps to the goal.
    SafeGoal,
    /// A step that increases the number of steps to the nearest piece of the opponent.
    Away,
    /// A safe move that increases the number of steps to the nearest piece of the opponent.
    SafeAway,
}

impl Manner {
    /// All manners, the plainest first.
    pub const ALL: [Self; 8] =
        [Self::Finish, Self::Stay, Self::Goal, Self::Nearer, Self::Away, Self::Safe, Self::SafeGoal, Self::SafeAway];

    /// The manner as a word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Finish => "finish",
            Self::Stay => "stay",
            Self::Nearer => "nearer",
            Self::Goal => "goal",
            Self::Safe => "safe",
            Self::SafeGoal => "safe_goal",
            Self::Away => "away",
            Self::SafeAway => "safe_away",
        }
    }
}

/// The moves that a rule allows; at least one.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Action {
    /// Any move of this manner. One exists wherever the rule applies.
    By(Manner),
    /// The move after which the player's pieces stand on these places, ascending.
    To(Vec<Place>),
}

/// The target of the opponent's counted steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Landmark {
    /// The player's own pieces.
    Player,
    /// The goal.
    Goal,
}

/// A condition on the placement of the opponent's pieces.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PlacementCondition {
    /// No condition.
    Anything,
    /// The nearest of these pieces is at most this number of steps from the landmark.
    Within(Landmark, u32),
    /// The nearest of these pieces is more than this number of steps from the landmark, or has no
    /// path to it.
    Beyond(Landmark, u32),
    /// The pieces stand in one of these placements, each ascending.
    OneOf(Vec<Vec<Place>>),
}

/// A leaf of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The case applies if its condition holds and no case before it applies.
    pub condition: PlacementCondition,
    /// The player's action in this case.
    pub action: Action,
}

/// The player's actions while its pieces stand in certain placements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// The placements, each ascending.
    pub at: Vec<Vec<Place>>,
    /// The cases. The first one that applies decides; the last has no condition.
    pub cases: Vec<Case>,
}

/// The moves that a strategy allows at one position that can arise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AllowedMoves {
    /// The position, with the player to move.
    pub position: PositionId,
    /// The position after each move, at least one, in the arena's order.
    pub moves: Vec<PositionId>,
}

/// A player's play against every defence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strategy {
    /// The player who follows the strategy.
    pub player: Player,
    /// Whether the strategy wins or holds.
    pub aim: Aim,
    /// Whether the strategy begins after the opponent's mistakes in a held game, instead of at the
    /// start.
    pub after_mistakes: bool,
    /// The number of positions, of both players' turns, that can arise while the player follows the
    /// strategy.
    pub positions: usize,
    /// The allowed moves at the positions at which the player is to move and has a move. Positions
    /// that can arise soonest are first.
    pub answers: Vec<AllowedMoves>,
    /// The number of the opponent's moves after which the player can win with its next move, if no
    /// limit ends the game sooner.
    pub punished_at_once: usize,
    /// The number of the opponent's moves after which the game is not over and the player can win, if
    /// no limit ends the game sooner, but not with its next move. The rules are not made for them.
    pub punished_later: usize,
    /// Whether the first rule is to win at once wherever a move does so.
    pub finishes: bool,
    /// The actions on certain placements, in the order of the placements.
    pub branches: Vec<Branch>,
    /// The action on all other placements, if there are any.
    pub elsewhere: Option<Manner>,
    /// The opponent's moves after which the player can force a win, within the limit if the move is
    /// made as soon as it can be: the positions before and after each, ascending. The strategy
    /// marked [`after_mistakes`](Self::after_mistakes) begins at the positions after them.
    pub mistakes: Vec<(PositionId, PositionId)>,
    /// Whether the strategy begins after mistakes under a limit, which may end the game before its
    /// win if they are made late.
    pub may_be_too_late: bool,
}

impl Strategy {
    /// The number of rules: the leaves of the tree.
    pub fn rules(&self) -> usize {
        let cases: usize = self.branches.iter().map(|branch| branch.cases.len()).sum();
        usize::from(self.finishes) + cases + usize::from(self.elsewhere.is_some())
    }

    /// The size: one for each rule, plus one for each placement of the opponent that a rule names.
    pub(crate) fn size(&self) -> usize {
        let named = self.branches.iter().flat_map(|branch| &branch.cases).map(|case| match &case.condition {
            PlacementCondition::OneOf(placements) => placements.len(),
            _ => 0,
        });
        self.rules() + named.sum::<usize>()
    }
}

/// Why there is no strategy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NoStrategy {
    /// More positions can arise than the search explores.
    #[error("more than {at_most} positions can arise, which is too many to find rules")]
    TooMany {
        /// The greatest number of positions that it explores.
        at_most: usize,
    },
    /// More moves can be made than the search examines.
    #[error("more than {at_most} moves can arise, which is too many to find rules")]
    TooManyMoves {
        /// The greatest number of moves that it examines.
        at_most: usize,
    },
    /// The values can no longer be read ([`Values::has_failed`](catmouse_arena::Values::has_failed)).
    #[error("the values cannot be read")]
    Unreadable,
    /// The game does not name the places of the pieces, or the places after a move do not determine
    /// the move.
    #[error("the moves of this game cannot be described by places")]
    NoPlaces,
}
