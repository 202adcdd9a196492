//! The board of a team's game: how configurations are numbered, and which moves lead to them. It does
//! not depend on the width of blocks.

use catmouse_arena::{Movers, Player, ProductArena, StepGraph, TeamStalemate};

use super::numbering::Numbering;
use super::order::Order;

/// To push a row to one configuration takes this many times as long as to pull a row in a leg, by
/// measurement. With 1.6 and 2.0 the engine was no faster.
pub(super) const PUSH_COST: f64 = 2.4;

/// The configurations from which moves lead to a given one, and scratch memory to find them.
#[derive(Debug, Default)]
pub(super) struct Origins {
    pub(super) found: Vec<u32>,
    pub(super) places: Vec<usize>,
    pub(super) contributions: Vec<usize>,
    pub(super) wheels: Vec<usize>,
}

/// The part of the game that does not depend on the width of blocks.
pub(super) struct Board<'a> {
    pub(super) arena: &'a ProductArena,
    pub(super) team: Player,
    pub(super) numbering: Numbering,
    /// The numbering of the multisets of all pieces but one.
    pub(super) rests: Numbering,
    pub(super) order: Order,
    pub(super) movers: Movers,
    /// True if the team passes the turn where it has no move.
    pub(super) passes: bool,
    /// The places from which a piece cannot move.
    pub(super) immobile: Vec<bool>,
    /// True if some place is immobile.
    pub(super) has_immobile: bool,
    pub(super) other_steps: &'a StepGraph,
    /// True if the other's piece may stay at every node.
    pub(super) other_may_stay: bool,
}

impl<'a> Board<'a> {
    pub(super) fn new(arena: &'a ProductArena, team: Player) -> Self {
        let (pieces, other_steps) = (arena.pieces(team), arena.steps(team.opponent()));
        let steps = pieces.steps();
        let (places, size) = (steps.nodes() as usize, pieces.size() as usize);
        let order = Order::new(steps);
        let immobile: Vec<bool> = (0..places).map(|place| steps.successors(order.node(place)).is_empty()).collect();
        Self {
            arena,
            team,
            numbering: Numbering::new(places, size),
            rests: Numbering::new(places, size - 1),
            order,
            movers: pieces.team().map_or(Movers::All, catmouse_arena::Team::movers),
            passes: pieces.team().is_some_and(|team| team.stalemate() == TeamStalemate::Passes),
            has_immobile: immobile.contains(&true),
            immobile,
            other_steps,
            other_may_stay: (0..other_steps.nodes())
                .all(|node| other_steps.successors(node).iter().any(|arc| arc.node == node)),
        }
    }

    /// True if the team has no move from a configuration of these members, other than passing.
    #[inline(always)]
    pub(super) fn is_immobile(&self, members: &[usize]) -> bool {
        let mut stuck = members.iter().map(|&member| self.immobile[member]);
        match self.movers {
            Movers::All => stuck.any(|stuck| stuck),
            Movers::One => stuck.all(|stuck| stuck),
        }
    }

    /// The arena's number of a configuration.
    pub(super) fn given_number(&self, row: usize) -> u32 {
        self.order.given_number(&self.numbering, row)
    }

    /// True if the team's ply may be computed by pushing rows to their predecessors. Pushing
    /// requires that all pieces move in a turn, that every place has a move, and that the team has
    /// at least two pieces.
    pub(super) fn may_push(&self) -> bool {
        self.movers == Movers::All && !self.has_immobile && self.rests.size() > 0
    }

    /// True if pushing is faster than pulling when this many rows changed.
    pub(super) fn should_push(&self, rows: usize) -> bool {
        let size = self.numbering.size();
        let arcs = self.order.arcs() as f64 / self.numbering.places().max(1) as f64;
        let pushed = rows as f64 * PUSH_COST * arcs.powf(size as f64);
        pushed < self.numbering.count() as f64 * size as f64 * arcs
    }

    /// The multisets of all pieces but one from which their moves lead to `members`, written into
    /// `scratch`. Some may occur twice.
    #[inline(always)]
    pub(super) fn origins<'r>(&self, members: &[usize], scratch: &'r mut Origins) -> &'r [u32] {
        let Origins { found, places, contributions, wheels } = scratch;
        found.clear();
        let Some((&last, others)) = members.split_last() else { return found };
        if members.iter().any(|&member| self.order.origins(member).is_empty()) {
            return found;
        }
        places.resize(others.len(), 0);
        contributions.resize(members.len(), 0);
        wheels.clear();
        wheels.resize(others.len(), 0);
        loop {
            for (at, (&member, &wheel)) in others.iter().zip(&*wheels).enumerate() {
                let place = self.order.origins(member)[wheel] as usize;
                let mut at = at;
                while at > 0 && places[at - 1] < place {
                    places[at] = places[at - 1];
                    at -= 1;
                }
                places[at] = place;
            }
            self.rests.ranks_with(places, self.order.origins(last), contributions, found);
            // An odometer with one wheel for each piece but the last.
            let mut turned = others.len();
            loop {
                let Some(at) = turned.checked_sub(1) else { return found };
                wheels[at] += 1;
                if wheels[at] < self.order.origins(others[at]).len() {
                    break;
                }
                wheels[at] = 0;
                turned = at;
            }
        }
    }
}
