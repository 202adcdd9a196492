//! The only way into the goal.

use catmouse_arena::{Place, Player};

use super::data::{Fields, Record};
use super::kind::Kind;
use super::teller::Teller;
use crate::explanation::Explained;
use crate::walks::Walks;

/// The place through which every step into the goal leads, for the player who wins there. The other
/// player needs to watch only this place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Door {
    /// The place.
    pub place: Place,
    /// The player who wins at the goal.
    pub player: Player,
}

/// The only door; `None` if no step leads into the goal, or if there are several doors.
pub(super) fn find(context: &Explained<'_>) -> Option<Door> {
    let goal = context.words.goal()?;
    let walks = Walks::everywhere(context.words, goal.player, context.explanation.summary.start);
    let [place] = walks.doors(&goal.places)[..] else { return None };
    Some(Door { place, player: goal.player })
}

impl Kind for Door {
    const WEIGHT: u32 = 190;

    fn sentence(&self, teller: &Teller<'_>) -> String {
        format!("{} is the only door to {}", teller.place_name(self.place), teller.goal_noun())
    }
}

impl Record for Door {
    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields.field("place", |door| door.place).field("player", |door| door.player)
    }
}
