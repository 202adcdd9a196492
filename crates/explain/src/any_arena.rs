//! An arena of any type, so that explanations are compiled once and not for each kind of arena.

use catmouse_arena::{Arena, BackMove, Cost, Move, PositionId, Status};

/// What an explanation asks of an [`Arena`]. Every arena implements this, so a reference to an arena can be passed for `&dyn AnyArena`.
pub trait AnyArena {
    /// As [`Arena::positions`].
    fn positions(&self) -> usize;

    /// As [`Arena::status`].
    fn status(&self, position: PositionId) -> Status;

    /// As [`Arena::successors`].
    fn successors(&self, position: PositionId) -> Box<dyn Iterator<Item = Move> + '_>;

    /// As [`Arena::precompute_moves`].
    fn precompute_moves(&self);

    /// As [`Arena::predecessors`].
    fn predecessors(&self, position: PositionId) -> Box<dyn Iterator<Item = BackMove> + '_>;

    /// As [`Arena::unit_costs`].
    fn unit_costs(&self) -> bool;

    /// As [`Arena::move_costs`].
    fn move_costs(&self, from: PositionId, to: PositionId) -> Option<(Cost, Cost)>;
}

impl<A: Arena> AnyArena for A {
    fn positions(&self) -> usize {
        Arena::positions(self)
    }

    fn status(&self, position: PositionId) -> Status {
        Arena::status(self, position)
    }

    fn successors(&self, position: PositionId) -> Box<dyn Iterator<Item = Move> + '_> {
        Box::new(Arena::successors(self, position))
    }

    fn precompute_moves(&self) {
        Arena::precompute_moves(self);
    }

    fn predecessors(&self, position: PositionId) -> Box<dyn Iterator<Item = BackMove> + '_> {
        Box::new(Arena::predecessors(self, position))
    }

    fn unit_costs(&self) -> bool {
        Arena::unit_costs(self)
    }

    fn move_costs(&self, from: PositionId, to: PositionId) -> Option<(Cost, Cost)> {
        Arena::move_costs(self, from, to)
    }
}

/// With `arena: &dyn AnyArena` a function that takes any [`Arena`] takes `&arena`.
impl Arena for &dyn AnyArena {
    fn positions(&self) -> usize {
        (**self).positions()
    }

    fn status(&self, position: PositionId) -> Status {
        (**self).status(position)
    }

    fn successors(&self, position: PositionId) -> impl Iterator<Item = Move> + '_ {
        (**self).successors(position)
    }

    fn precompute_moves(&self) {
        (**self).precompute_moves();
    }

    fn predecessors(&self, position: PositionId) -> impl Iterator<Item = BackMove> + '_ {
        (**self).predecessors(position)
    }

    fn unit_costs(&self) -> bool {
        (**self).unit_costs()
    }

    fn move_costs(&self, from: PositionId, to: PositionId) -> Option<(Cost, Cost)> {
        (**self).move_costs(from, to)
    }
}
