//! What every picture keeps to, read off the SVG by an XML reader that knows nothing of how it was made.

#![expect(clippy::cast_possible_wrap, reason = "the boards of these tests are small")]

mod chart;
mod drawn;
mod form;
mod hostile;
mod properties;
mod values;
