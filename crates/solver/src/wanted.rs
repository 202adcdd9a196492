//! What is asked of an engine, and what it answers.

use catmouse_arena::{Distance, Outcomes, Player, Solution};

/// What is asked of an engine. Not every engine answers everything: its estimate says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Wanted {
    /// Who wins from every position and how soon.
    Table,
    /// Who wins from every position, without distances.
    Outcomes,
    /// Who wins from every position within this many plies: the levels up to a limit.
    Within(Distance),
    /// How soon a player wins who places its pieces first and moves first, wherever the other then places its piece: the levels
    /// up to the first in which some placement wins. The other must not have a team.
    Placement(Player),
}

/// The answer.
#[derive(Clone, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "there is one answer at a time, and it holds far more behind its pointers"
)]
pub enum Solved {
    /// To [`Wanted::Table`].
    Table(Solution),
    /// To [`Wanted::Outcomes`] and [`Wanted::Within`].
    Outcomes(Outcomes),
    /// To [`Wanted::Placement`]: the least node, or configuration, from which the player wins soonest and the plies until the
    /// game is over. `None` where no placement wins.
    Placement(Option<(u32, Distance)>),
}

impl Solved {
    /// The table, if that is the answer.
    pub fn table(self) -> Option<Solution> {
        if let Self::Table(solution) = self { Some(solution) } else { None }
    }

    /// The outcomes, if they are the answer.
    pub fn outcomes(self) -> Option<Outcomes> {
        if let Self::Outcomes(outcomes) = self { Some(outcomes) } else { None }
    }

    /// The table, of an engine that was asked for one.
    pub(crate) fn into_table(self) -> Solution {
        match self {
            Self::Table(solution) => solution,
            Self::Outcomes(_) | Self::Placement(_) => unreachable!("a table was wanted"),
        }
    }
}
