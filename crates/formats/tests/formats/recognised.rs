//! The formats that a text may be recognised as. The fuzz targets use this file too.

use catmouse_formats::{Format, Unrecognised};

/// Whether a text that makes a game in `format` may have the result `recognised`: the format, or a
/// refusal because the text is ambiguous. Each of graph6, digraph6 and sparse6 accepts lines of all
/// three, and some rows of a grid are lines of graph6. Formats that only the shape of their lines
/// identifies accept each other's texts if the user gives the format.
pub(crate) fn may_be(recognised: &Result<Format, Unrecognised>, format: Format) -> bool {
    let is_line = |format| matches!(format, Format::Graph6 | Format::Digraph6 | Format::Sparse6);
    let is_shape = |format: Format| {
        let takes_others = !format.is_written() || matches!(format, Format::Edges | Format::Mtx);
        takes_others || format.is_recognised_by_shape() || format.is_binary()
    };
    match *recognised {
        Ok(found) => {
            let is_alike = is_line(format) && (is_line(found) || found == Format::Grid);
            found == format || is_alike || is_shape(format)
        }
        Err(Unrecognised::Ambiguous(_)) => true,
        Err(_) => is_shape(format),
    }
}
