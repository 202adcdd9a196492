//! What a text may be recognised as; the fuzz targets take this file too.

use catmouse_formats::{Format, Unrecognised};

/// Whether a text that makes a game in this format may be recognised so: as that, or as nothing since it may be two. Each of the
/// three formats of lines takes lines of all three, and some rows of a grid are lines of graph6. Formats whose lines only their shape tells apart
/// take each other's where the user insists.
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
