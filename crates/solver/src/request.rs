//! Questions to an engine, and the answers.

use catmouse_arena::{Distance, Outcomes, Player, Solution};

use crate::StoredOutcomes;

/// A question about an arena. Not every engine answers every request;
/// [`Engine::estimate`](crate::Engine::estimate) reports whether it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Request {
    /// The winner of every position, and the distance.
    Table,
    /// The winner of every position, without distances.
    Outcomes,
    /// The winner of every position, counting only wins in at most this many plies.
    Within(Distance),
    /// One best placement of this player's pieces. The player places them, then the opponent places
    /// its single piece, then the player moves first. A placement wins if it wins against every
    /// reply of the opponent. The best placement is the one whose longest win takes the fewest
    /// plies.
    Placement(Player),
    /// All placements that are equally good as the best one.
    Placements(Player),
}

impl Request {
    /// A request for outcomes: within the limit if there is one, otherwise all.
    pub fn outcomes(limit: Option<Distance>) -> Self {
        limit.map_or(Self::Outcomes, Self::Within)
    }

    /// True if the request is for outcomes.
    pub(crate) fn is_outcomes(self) -> bool {
        matches!(self, Self::Outcomes | Self::Within(_))
    }

    /// True if the request is for placements of this player's pieces.
    pub(crate) fn places(self, player: Player) -> bool {
        self == Self::Placement(player) || self == Self::Placements(player)
    }

    /// The plies after which a win no longer counts; `None` without such a limit.
    pub(crate) fn limit(self) -> Option<Distance> {
        if let Self::Within(limit) = self { Some(limit) } else { None }
    }
}

/// The answer to a [`Request`].
#[derive(Clone, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "only one answer exists at a time, and most of its memory is on the heap"
)]
pub enum Answer {
    /// Answers [`Request::Table`].
    Table(Solution),
    /// Answers [`Request::Outcomes`] and [`Request::Within`].
    Outcomes(Outcomes),
    /// Answers the same requests if the outcomes exceed the memory and there is scratch space
    /// ([`Control::keeping_in`](crate::Control::keeping_in)).
    Stored(Box<StoredOutcomes>),
    /// Answers [`Request::Placement`]: the lowest-numbered best placement, as a node or a
    /// configuration of the team, and the plies until the game is over. `None` if no placement
    /// wins.
    Placement(Option<(u32, Distance)>),
    /// Answers [`Request::Placements`]: all best placements by number, ascending, and the plies
    /// until the game is over. `None` if no placement wins.
    Placements(Option<(Vec<u32>, Distance)>),
}

impl Answer {
    /// The table, or `None` for another kind of answer.
    pub fn table(self) -> Option<Solution> {
        if let Self::Table(solution) = self { Some(solution) } else { None }
    }

    /// The outcomes in memory, or `None` for another kind of answer.
    pub fn outcomes(self) -> Option<Outcomes> {
        if let Self::Outcomes(outcomes) = self { Some(outcomes) } else { None }
    }

    /// The table of an answer to [`Request::Table`].
    ///
    /// # Panics
    ///
    /// If the request was another one.
    pub fn into_table(self) -> Solution {
        match self {
            Self::Table(solution) => solution,
            Self::Outcomes(_) | Self::Stored(_) | Self::Placement(_) | Self::Placements(_) => {
                unreachable!("a table was asked for")
            }
        }
    }
}
