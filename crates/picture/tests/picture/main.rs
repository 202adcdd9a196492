//! Properties of all pictures, checked by an XML reader that does not know how they were made.

#![expect(clippy::cast_possible_wrap, reason = "the boards of these tests are small")]

mod animation;
mod chart;
mod drawn;
mod form;
mod geometry;
mod hostile;
mod properties;
mod values;
