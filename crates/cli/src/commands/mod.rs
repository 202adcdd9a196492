//! A file for each command, which turns arguments into a report. Everything is computed before
//! anything is printed, except for streams.

pub(crate) mod annotate;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod convert;
pub(crate) mod cops;
pub(crate) mod draw;
pub(crate) mod evaluate;
pub(crate) mod example;
pub(crate) mod explain;
pub(crate) mod hunt;
pub(crate) mod manual;
pub(crate) mod moves;
pub(crate) mod play;
pub(crate) mod play_unseen;
pub(crate) mod solve;
pub(crate) mod survey;
pub(crate) mod table;
pub(crate) mod test;
pub(crate) mod unseen;
pub(crate) mod whatif;
