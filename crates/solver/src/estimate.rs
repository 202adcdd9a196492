//! An engine's report before it starts: whether it supports an arena, and how many bytes it needs.
//!
//! An estimate needs no arena, only its [`Shape`], so that a game can be refused before it is laid
//! out.

use catmouse_arena::{Arena, Movers, Pieces, Player, Team};

use crate::SolveError;

/// The properties of an arena that are known before it is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Number of positions; `u64::MAX` means that many or more.
    pub positions: u64,
    /// True if every move costs 1.
    pub unit_costs: bool,
    /// True if a team has won or lost exactly where one of its members has, wherever the other
    /// members stand ([`Verdicts::by_member`](catmouse_arena::Verdicts::by_member)). True if there
    /// is no team.
    pub ends_by_member: bool,
    /// The pieces of both players, One's first; `None` if the arena is not a product.
    pub sides: Option<[PiecesShape; 2]>,
}

/// The pieces of a player, before they are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PiecesShape {
    /// Nodes of the digraph on which each piece moves.
    pub nodes: u64,
    /// Arcs of that digraph, or an upper bound.
    pub arcs: u64,
    /// Number of pieces in the team; `None` for a single piece. A team may have one piece.
    pub team: Option<u64>,
    /// Which pieces of a team move in a turn; [`Movers::All`] without a team.
    pub movers: Movers,
    /// True if a piece may stay at every node.
    pub may_stay: bool,
}

impl PiecesShape {
    /// The number of ways to place the pieces; `u64::MAX` means that many or more.
    pub fn configurations(&self) -> u64 {
        self.team.map_or(self.nodes, |size| Team::configurations(self.nodes, size).unwrap_or(u64::MAX))
    }
}

impl Shape {
    /// The shape of a product arena with these pieces, One's first.
    pub fn of_product(sides: [PiecesShape; 2], unit_costs: bool) -> Self {
        let [one, two] = sides.map(|side| side.configurations());
        let positions = one.saturating_mul(two).saturating_mul(2);
        Self { positions, unit_costs, ends_by_member: sides.iter().all(|side| side.team.is_none()), sides: Some(sides) }
    }

    /// The pieces, if the arena is a product of two single pieces.
    pub(crate) fn two_pieces(&self) -> Option<[PiecesShape; 2]> {
        self.sides.filter(|sides| sides.iter().all(|side| side.team.is_none()))
    }
}

/// The shape of an arena that is laid out.
impl<A: Arena> From<&A> for Shape {
    fn from(arena: &A) -> Self {
        match arena.as_product() {
            Some(product) => {
                let side = |player: Player| {
                    let pieces: &Pieces = product.pieces(player);
                    let steps = pieces.steps();
                    let team = pieces.team().map(|team| u64::from(team.size()));
                    let movers = pieces.team().map_or(Movers::All, Team::movers);
                    let stays = |node| steps.successors(node).iter().any(|arc| arc.node == node);
                    let may_stay = team.is_none() && (0..steps.nodes()).all(stays);
                    PiecesShape { nodes: steps.nodes().into(), arcs: steps.arcs() as u64, team, movers, may_stay }
                };
                let shape = Self::of_product(Player::BOTH.map(side), product.unit_costs());
                Self { ends_by_member: shape.ends_by_member || product.verdicts().is_by_member(), ..shape }
            }
            None => Self {
                positions: arena.positions() as u64,
                unit_costs: arena.unit_costs(),
                ends_by_member: true,
                sides: None,
            },
        }
    }
}

/// Whether an engine supports an arena and a request, and the memory that it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Estimate {
    /// The engine supports both, and needs this many bytes at the peak, including the solution;
    /// `u64::MAX` means that many or more.
    Applies {
        /// The largest number of bytes in use at one time.
        bytes: u64,
    },
    /// The engine refuses, for this reason.
    Refuses(SolveError),
}

impl Estimate {
    /// True if the engine supports the arena and the request.
    pub fn applies(&self) -> bool {
        matches!(self, Self::Applies { .. })
    }

    /// The bytes at the peak.
    ///
    /// # Errors
    ///
    /// The reason why the engine refuses.
    pub fn bytes(&self) -> Result<u64, SolveError> {
        match *self {
            Self::Applies { bytes } => Ok(bytes),
            Self::Refuses(error) => Err(error),
        }
    }
}

impl From<Result<u64, SolveError>> for Estimate {
    fn from(bytes: Result<u64, SolveError>) -> Self {
        bytes.map_or_else(Self::Refuses, |bytes| Self::Applies { bytes })
    }
}
