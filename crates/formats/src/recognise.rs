//! Recognises the format of a text by its content.
//!
//! There are three cases. A text is in a format that is read ([`Format`]), it is in a known format
//! that is not read ([`Foreign`]), or it has two readings as different boards ([`Ambiguity`]). In
//! the last two cases, and if it looks like no known format, it is refused: an answer about the
//! wrong board is worse than no answer. [`Unrecognised`] gives the reason.

use crate::ambiguity::Ambiguity;
use crate::decide;
use crate::foreign::Foreign;
use crate::format::Format;
use crate::unrecognised::Unrecognised;
use crate::words::content;
use crate::{
    MAX_BYTES, adjlist, colon_lists, csv, dimacs, dot, edge_list, gml, graph6, graphml, leetcode, lists, matrix, maze,
    mtx, multicode, node_link, nx_edges, programs, rows, unpacking,
};

/// Recognises the format of a text by its content. A text compressed by gzip is unpacked, up to
/// [`MAX_BYTES`].
///
/// Time: O(length).
///
/// # Errors
///
/// [`Unrecognised`] if the text is in a known format that is not read, if it has two readings as
/// different boards, or if it looks like no known format.
///
/// ```
/// use catmouse_formats::{Ambiguity, Format, Unrecognised, recognise};
///
/// assert_eq!(recognise("[[1,3],[0],[3],[0,2]]"), Ok(Format::Leetcode));
/// // One edge, or the first row of a matrix?
/// assert_eq!(recognise("0 1\n1 0"), Err(Unrecognised::Ambiguous(Ambiguity::ZerosAndOnes)));
/// ```
pub fn recognise(text: impl AsRef<[u8]>) -> Result<Format, Unrecognised> {
    let bytes = text.as_ref();
    let unpacked;
    let bytes = if unpacking::is_packed(bytes) {
        unpacked = unpacking::unpacked(bytes, MAX_BYTES).map_err(|_| Unrecognised::Unknown)?;
        &unpacked
    } else {
        bytes
    };
    let format = look(bytes)?;
    let text = String::from_utf8_lossy(bytes);
    let text = without_mark(&text);
    let format = decide::decide(text, format)?;
    if format == Format::Leetcode
        && let Ok((board, _)) = lists::read(text, leetcode::start_of_board(text))
    {
        decide::in_board(&board)?;
    }
    Ok(format)
}

/// Whether a text is a board rather than the name of a missing file. It is a board if it has
/// several lines or brackets, or if it is recognised as a graph or as cells of a grid. Any other
/// single word is more likely the name of a file, and a line with commas is more likely a row of a
/// table.
///
/// ```
/// use catmouse_formats::is_board;
///
/// assert!(is_board("[[1],[0]]") && is_board("DUW"));
/// assert!(!is_board("graphs.g6"));
/// ```
pub fn is_board(text: &str) -> bool {
    let is_drawn = !text.is_empty() && text.chars().all(|c| "#.MCFT".contains(c));
    text.contains('\n')
        || text.trim_start().starts_with(['[', '(', '{', '<'])
        || match recognise(text) {
            Ok(Format::Setup | Format::Csv) => false,
            Ok(Format::Grid) => is_drawn,
            Ok(_) => true,
            Err(Unrecognised::Ambiguous(_)) => !text.contains(','),
            Err(_) => false,
        }
}

/// A text without a byte-order mark at its beginning.
pub(crate) fn without_mark(text: &str) -> &str {
    text.strip_prefix('\u{feff}').unwrap_or(text)
}

/// The format that the beginning of a text looks like. The beginning must end with a whole line.
/// Only the whole text can decide the cases of [`ambiguity`](crate::ambiguity).
pub(crate) fn look(bytes: &[u8]) -> Result<Format, Unrecognised> {
    if let Some(format) = multicode::recognised(bytes) {
        return Ok(format);
    }
    if let Some(foreign) = Foreign::of_bytes(bytes) {
        return Err(foreign.into());
    }
    let text = String::from_utf8_lossy(bytes);
    let text = without_mark(&text).trim_start();
    if text.is_empty() {
        return Err(Unrecognised::Empty);
    }
    let declared = Format::of_first_line(text);
    if let Some(format) = declared.or_else(|| fitting(text, |form| matches!(form.1, Sure::Labels | Sure::Always))) {
        return Ok(format);
    }
    if let Some(format) = graph_a_line(text)? {
        return Ok(format);
    }
    if let Some(format) = fitting(text, |form| form.1 == Sure::Marks) {
        return Ok(format);
    }
    if let Some(foreign) = Foreign::of_text(text) {
        return Err(foreign.into());
    }
    if let Some(list) = text.strip_prefix('[') {
        let list = list.trim_start();
        let is_of_python = ["None", "True", "False"].iter().any(|word| list.starts_with(word));
        let is_table_header = !is_of_python && list.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        return Ok(if is_table_header { Format::Setup } else { Format::Leetcode });
    }
    if let Some(format) = fitting(text, |form| form.1 == Sure::Shape) {
        return Ok(format);
    }
    if programs::is_lgl(text) {
        return Err(Foreign::Lgl.into());
    }
    let count = |is: fn(char) -> bool| text.chars().filter(|&c| is(c)).count();
    let cells = count(|c| "#.MCFT".contains(c));
    let others = count(|c| !c.is_whitespace()) - cells;
    // Cells have no blanks between them; `M C` are two words.
    let are_words = || !text.contains(['#', '.']) && text.lines().all(|line| line.trim().contains(' '));
    if others == 0 && !are_words() {
        Ok(Format::Grid)
    } else if text.lines().any(says_setup) {
        Ok(Format::Setup)
    } else if text.starts_with(['"', '\'']) && !csv::are_quoted(text) {
        Ok(Format::Leetcode)
    } else if programs::is_tgf(text) {
        Ok(Format::Tgf)
    } else if csv::begins(text) {
        Ok(Format::Csv)
    } else if cells >= others {
        Ok(Format::Grid)
    } else if rows::are_words(text) {
        Ok(Format::Edges) // or a vertex and its neighbours: the whole text decides
    } else {
        Err(Unrecognised::Unknown)
    }
}

/// How sure it is that a text has the form whose marks it has.
#[derive(Clone, Copy, PartialEq)]
enum Sure {
    /// Its data follow, with labels of any form.
    Labels,
    /// No other text begins so.
    Always,
    /// Unless its lines are graph6.
    Marks,
    /// Unless it is in a foreign format, or a list in brackets.
    Shape,
}

/// A form of texts: its format, how sure its marks are, and whether a text has them.
type Form = (Format, Sure, fn(&str) -> bool);

/// The forms in the order in which they are tried.
const FORMS: &[Form] = &[
    (Format::NxEdges, Sure::Labels, nx_edges::begins),
    // The whole text decides whether it is an adjacency list.
    (Format::Edges, Sure::Labels, adjlist::begins),
    (Format::Pajek, Sure::Always, programs::is_pajek),
    (Format::Gexf, Sure::Always, programs::is_gexf),
    (Format::Dl, Sure::Always, programs::is_dl),
    (Format::Leda, Sure::Always, programs::is_leda),
    (Format::Octile, Sure::Always, programs::is_octile),
    (Format::Pacman, Sure::Always, programs::is_pacman),
    (Format::Xsb, Sure::Always, programs::is_xsb),
    (Format::PlanarCode, Sure::Always, multicode::is_in_letters),
    (Format::Leetcode, Sure::Always, leetcode::is_report),
    (Format::Mtx, Sure::Marks, mtx::begins),
    (Format::NodeLink, Sure::Marks, node_link::begins),
    (Format::Graphml, Sure::Marks, graphml::begins),
    (Format::Showg, Sure::Marks, |text| text.lines().next().is_some_and(colon_lists::is_header)),
    (Format::Gml, Sure::Marks, gml::begins),
    (Format::Matrix, Sure::Marks, matrix::is_printed),
    (Format::Grid, Sure::Marks, maze::begins),
    (Format::Leetcode, Sure::Shape, leetcode::is_labelled),
    (Format::Dot, Sure::Shape, dot::begins),
    (Format::Dimacs, Sure::Shape, dimacs::begins),
    (Format::Edges, Sure::Shape, edge_list::begins),
    (Format::Hog, Sure::Shape, colon_lists::begins),
    (Format::Csv, Sure::Shape, csv::has_header),
];

/// The format of the first form that is chosen and fits.
fn fitting(text: &str, is_chosen: impl Fn(&Form) -> bool) -> Option<Format> {
    FORMS.iter().filter(|form| is_chosen(form)).find(|(.., begins)| begins(text)).map(|&(format, ..)| format)
}

/// The format of a text whose file name implies `format`. If the implied format is only read, the
/// marks of another format take precedence, because the extension has other uses.
pub(crate) fn named(bytes: &[u8], format: Format) -> Format {
    if format.is_written() {
        return format;
    }
    let text = String::from_utf8_lossy(bytes);
    let text = without_mark(&text).trim_start();
    let is_marked = |form: &Form| matches!(form, (_, Sure::Always | Sure::Marks, _) | (Format::Dot, ..));
    fitting(text, is_marked).unwrap_or(format)
}

/// The format of a text with one graph on each line, if at least half of its lines are valid
/// graph6, digraph6 or sparse6. A line with exactly the right length for its order is no
/// coincidence, even if it begins like another format: `[` encodes 28 vertices. A drawn grid with
/// all three of `M`, `C` and `F` may be ambiguous.
fn graph_a_line(text: &str) -> Result<Option<Format>, Unrecognised> {
    let is_drawn = |text: &str| text.chars().all(|c| "#.MCFT".contains(c) || c.is_whitespace());
    let is_comment = |line: &str| line.starts_with('#') && !is_drawn(line);
    let lines: Vec<&str> = content(text, None).filter(|line| !is_comment(line)).take(100).collect();
    let fitting = lines.iter().filter(|line| graph6::is_plausible(line)).count();
    let are_graphs = fitting > 0 && fitting * 2 >= lines.len();
    let first = lines.first().copied().unwrap_or_default();
    if !are_graphs && !first.starts_with(['&', ':', ';']) && !first.starts_with(">>") {
        return Ok(None);
    }
    if is_drawn(text) && ['M', 'C', 'F'].iter().all(|&piece| text.contains(piece)) {
        return if fitting == lines.len() { Err(Ambiguity::Drawing.into()) } else { Ok(None) };
    }
    let (body, _) = graph6::body(first);
    Ok(Some(if body.starts_with('&') || first.starts_with(">>digraph6<<") {
        Format::Digraph6
    } else if body.starts_with([':', ';']) || first.starts_with(">>sparse6<<") {
        Format::Sparse6
    } else {
        Format::Graph6
    }))
}

/// Whether a line looks like `key = value` or like `[table]`. Lines that begin with `#` are rows of
/// grids or comments.
fn says_setup(line: &str) -> bool {
    let line = line.trim();
    if let Some(header) = line.strip_prefix('[') {
        return header.starts_with(|c: char| c.is_ascii_alphabetic()) && header.contains(']');
    }
    let is_bare = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
    let is_quoted = |part: &str| part.len() > 1 && part.starts_with(['"', '\'']) && part.ends_with(['"', '\'']);
    line.split_once('=')
        .is_some_and(|(key, _)| key.split('.').map(str::trim).all(|part| is_bare(part) || is_quoted(part)))
}
