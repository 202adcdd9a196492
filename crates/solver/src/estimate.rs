//! What an engine says before it starts: whether it is for such an arena, and how many bytes it takes.
//!
//! An estimate needs no arena, only its [`Shape`], so that a game can be refused before it is laid out.

use catmouse_arena::{Arena, Movers, Pieces, Player, Team};

use crate::SolveError;

/// What there is to know of an arena before it is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// How many positions there are; `u64::MAX` stands for more.
    pub positions: u64,
    /// Whether every move costs 1.
    pub unit_costs: bool,
    /// Whether a team has won or lost where one of its members has, wherever the others stand
    /// ([`Verdicts::by_member`](catmouse_arena::Verdicts::by_member)). True where there is no team.
    pub ends_by_member: bool,
    /// The pieces of both players, One's first, where the arena is a product.
    pub sides: Option<[Side; 2]>,
}

/// The pieces of a player, before they are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side {
    /// Nodes of the digraph along which each piece moves.
    pub nodes: u64,
    /// Its arcs, or at least as many.
    pub arcs: u64,
    /// How many pieces there are, if they are a team; a team may have one piece.
    pub team: Option<u64>,
    /// Which of a team's pieces move in a turn; [`Movers::All`] where there is no team.
    pub movers: Movers,
    /// Whether a piece may stay wherever it stands.
    pub may_stay: bool,
}

impl Side {
    /// The ways to place the pieces; `u64::MAX` stands for more.
    pub fn configurations(&self) -> u64 {
        self.team.map_or(self.nodes, |size| Team::configurations(self.nodes, size).unwrap_or(u64::MAX))
    }
}

impl Shape {
    /// That of a product of these pieces, One's first.
    pub fn of_product(sides: [Side; 2], unit_costs: bool) -> Self {
        let [one, two] = sides.map(|side| side.configurations());
        let positions = one.saturating_mul(two).saturating_mul(2);
        Self { positions, unit_costs, ends_by_member: sides.iter().all(|side| side.team.is_none()), sides: Some(sides) }
    }

    /// The pieces, if the arena is a product and neither player has a team.
    pub(crate) fn two_pieces(&self) -> Option<[Side; 2]> {
        self.sides.filter(|sides| sides.iter().all(|side| side.team.is_none()))
    }
}

/// That of an arena.
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
                    Side { nodes: steps.nodes().into(), arcs: steps.arcs() as u64, team, movers, may_stay }
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

/// Whether an engine applies to an arena, and the memory that it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Estimate {
    /// It applies, and takes this many bytes at the peak, the solution included; `u64::MAX` stands for more.
    Applies {
        /// The most that it asks for at a time.
        bytes: u64,
    },
    /// It does not apply, for this reason.
    Refuses(SolveError),
}

impl Estimate {
    /// Whether the engine applies.
    pub fn applies(&self) -> bool {
        matches!(self, Self::Applies { .. })
    }

    /// The bytes at the peak.
    ///
    /// # Errors
    ///
    /// Why the engine does not apply.
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
