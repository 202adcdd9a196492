//! Decision points: positions with their moves, from which rules are learned.

use catmouse_arena::{Place, PositionId};

use super::rules::{Action, Landmark, Manner, PlacementCondition};

/// A move at a position.
#[derive(Clone)]
pub(super) struct Choice {
    /// The position after the move.
    pub(super) to: PositionId,
    /// The places of the player's pieces after the move.
    pub(super) target: Vec<Place>,
    /// The manners of the move, one bit for each.
    pub(super) manners: u16,
    /// Whether rules may allow the move.
    pub(super) permitted: bool,
}

impl Choice {
    pub(super) fn has(&self, manner: Manner) -> bool {
        self.manners & bit(manner) != 0
    }
}

pub(super) fn bit(manner: Manner) -> u16 {
    1 << manner as u16
}

/// A position at which the player is to move: an example from which the rules are learned.
#[derive(Clone)]
pub(super) struct DecisionPoint {
    pub(super) position: PositionId,
    /// The places of the player's pieces.
    pub(super) own: Vec<Place>,
    /// The places of the opponent's pieces.
    pub(super) other: Vec<Place>,
    pub(super) choices: Vec<Choice>,
    /// The position after the move that the rules must allow here, if there is such a move.
    pub(super) required: Option<PositionId>,
    /// The number of steps from the opponent's nearest piece to each [`Landmark`], indexed by it;
    /// `None` if there is no path.
    pub(super) steps: [Option<u32>; 2],
}

impl DecisionPoint {
    /// The moves that an action allows.
    pub(super) fn allowed<'a>(&'a self, action: &'a Action) -> impl Iterator<Item = &'a Choice> {
        self.choices.iter().filter(move |choice| match action {
            Action::By(manner) => choice.has(*manner),
            Action::To(places) => choice.target == *places,
        })
    }

    /// Whether an action allows at least one move, only permitted moves, and the required move if
    /// there is one.
    pub(super) fn suits(&self, action: &Action) -> bool {
        let mut allowed = self.allowed(action).peekable();
        let mut is_met = self.required.is_none();
        allowed.peek().is_some()
            && allowed.all(|choice| {
                is_met |= self.required == Some(choice.to);
                choice.permitted
            })
            && is_met
    }

    pub(super) fn steps_to(&self, landmark: Landmark) -> Option<u32> {
        self.steps[landmark as usize]
    }

    /// Whether a condition on the opponent holds here.
    pub(super) fn meets(&self, condition: &PlacementCondition) -> bool {
        match condition {
            PlacementCondition::Anything => true,
            PlacementCondition::Within(landmark, steps) => self.steps_to(*landmark).is_some_and(|far| far <= *steps),
            PlacementCondition::Beyond(landmark, steps) => self.steps_to(*landmark).is_none_or(|far| far > *steps),
            PlacementCondition::OneOf(placements) => placements.contains(&self.other),
        }
    }
}
