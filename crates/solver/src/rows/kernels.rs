//! The kernels: which of the opponent's nodes have all their moves inside a row.
//!
//! With the opponent to move, a position is lost as soon as every move leads into the set. The opponent's moves stay within a row,
//! so the question is about one row alone, and these are different ways to answer it; each is exact, and
//! [`Attractor`](super::attractor) takes whichever costs least at the moment.

pub(super) mod complement;
pub(super) mod packet;
pub(super) mod scalar;
pub(super) mod stencil;
