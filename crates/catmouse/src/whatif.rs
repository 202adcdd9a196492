//! What a change does: every wall, edge, start and rule of a board changed, one at a time, and solved.

mod change;
mod neighbourhood;

pub use change::{Change, ChangeKind, Piece, RuleValue};
pub use neighbourhood::Neighbourhood;
