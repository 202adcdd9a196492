//! A position at which rules are to say what to do, and its moves.

use catmouse_arena::{Place, PositionId};

use super::{Action, Landmark, Manner, Seen};

/// A move at a position.
#[derive(Clone)]
pub(super) struct Choice {
    /// The position after it.
    pub(super) to: PositionId,
    /// Where the player's pieces stand then.
    pub(super) target: Vec<Place>,
    /// Its manners, a bit each.
    pub(super) manners: u16,
    /// Whether it is right.
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

/// A position at which the player is to move.
#[derive(Clone)]
pub(super) struct Item {
    pub(super) position: PositionId,
    /// Where the player's pieces stand.
    pub(super) own: Vec<Place>,
    /// Where the opponent's do.
    pub(super) other: Vec<Place>,
    pub(super) choices: Vec<Choice>,
    /// The move that a rule must allow here, if one must be allowed.
    pub(super) required: Option<PositionId>,
    /// The steps of the opponent to the player's pieces, and to the goal; none where there is no way.
    pub(super) steps: [Option<u32>; 2],
}

impl Item {
    /// The moves that an action allows.
    pub(super) fn allowed<'a>(&'a self, action: &'a Action) -> impl Iterator<Item = &'a Choice> {
        self.choices.iter().filter(move |choice| match action {
            Action::By(manner) => choice.has(*manner),
            Action::To(places) => choice.target == *places,
        })
    }

    /// Whether an action allows a move, only right ones, and the one that must be allowed.
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

    pub(super) fn sees(&self, seen: &Seen) -> bool {
        match seen {
            Seen::Anything => true,
            Seen::Within(landmark, steps) => self.steps_to(*landmark).is_some_and(|far| far <= *steps),
            Seen::Beyond(landmark, steps) => self.steps_to(*landmark).is_none_or(|far| far > *steps),
            Seen::OneOf(placements) => placements.contains(&self.other),
        }
    }
}
