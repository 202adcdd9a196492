//! What an engine is asked for, and what it answers.

use catmouse_arena::{Distance, Outcomes, Player, Solution};

/// What the engines are asked for. Not every engine answers every request: its estimate says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Request {
    /// Who wins from every position and how soon.
    Table,
    /// Who wins from every position, without distances.
    Outcomes,
    /// Who wins from every position in at most this many plies.
    Within(Distance),
    /// The best placement of this player's pieces. The player places them, then the opponent its single piece, and then the player moves
    /// first. A placement wins if it does against every answer; the best one does so in the fewest plies.
    Placement(Player),
    /// All placements that are as good as the best one.
    Placements(Player),
}

impl Request {
    /// A request for outcomes: those within a limit, if there is one.
    pub fn outcomes(limit: Option<Distance>) -> Self {
        limit.map_or(Self::Outcomes, Self::Within)
    }

    /// Whether outcomes are asked for.
    pub(crate) fn is_outcomes(self) -> bool {
        matches!(self, Self::Outcomes | Self::Within(_))
    }

    /// Whether placements of this player's pieces are asked for.
    pub(crate) fn places(self, player: Player) -> bool {
        self == Self::Placement(player) || self == Self::Placements(player)
    }

    /// The plies after which a win does not count; `None` if there is no such limit.
    pub(crate) fn limit(self) -> Option<Distance> {
        if let Self::Within(limit) = self { Some(limit) } else { None }
    }
}

/// The answer to a [`Request`].
#[derive(Clone, Debug)]
#[expect(
    clippy::large_enum_variant,
    reason = "there is one answer at a time, and it holds far more behind its pointers"
)]
pub enum Answer {
    /// To [`Request::Table`].
    Table(Solution),
    /// To [`Request::Outcomes`] and [`Request::Within`].
    Outcomes(Outcomes),
    /// To [`Request::Placement`]: the first of the best by number, a node or a configuration of the team, and the plies until the game is
    /// over. `None` where no placement wins.
    Placement(Option<(u32, Distance)>),
    /// To [`Request::Placements`]: all of the best by number, ascending, likewise.
    Placements(Option<(Vec<u32>, Distance)>),
}

impl Answer {
    /// The table, if that is the answer.
    pub fn table(self) -> Option<Solution> {
        if let Self::Table(solution) = self { Some(solution) } else { None }
    }

    /// The outcomes, if they are the answer.
    pub fn outcomes(self) -> Option<Outcomes> {
        if let Self::Outcomes(outcomes) = self { Some(outcomes) } else { None }
    }

    /// The table, where one was asked for.
    ///
    /// # Panics
    ///
    /// If something else was asked for.
    pub fn into_table(self) -> Solution {
        match self {
            Self::Table(solution) => solution,
            Self::Outcomes(_) | Self::Placement(_) | Self::Placements(_) => unreachable!("a table was asked for"),
        }
    }
}
