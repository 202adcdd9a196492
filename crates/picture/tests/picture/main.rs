//! What every picture keeps to, read off the SVG by an XML reader that knows nothing of how it was made.

mod drawn;
mod form;
mod hostile;
mod properties;
mod values;
