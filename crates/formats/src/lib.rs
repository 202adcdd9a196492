//! Reads boards and whole setups from text, and remembers where everything stood.
//!
//! Three formats ([`Format`]) lead to one [`Setup`](catmouse_model::Setup): what the LeetCode problems write (`[[2,5],[3],…]`), a grid drawn in
//! plain text, and a setup in TOML that can say everything. [`recognise`] tells them apart by their content, [`read`] makes
//! a [`Document`].
//!
//! A text is wrong in one of two ways. Where it cannot be read as its format, [`read`] lists every [`Problem`], each with
//! what was wanted instead and the bytes of the text it is about. Where it reads well but makes no game, the model finds
//! the defects, and [`Document::problems`] says where in the text they are. Rendering either is left to the caller:
//! nothing here prints, and nothing here knows how games are solved.
//!
//! Texts come from strangers. Nesting is bounded before anything is parsed, so no text overflows the stack; time and memory
//! are linear in its length.
//!
//! ```
//! use catmouse_formats::{Format, read, recognise};
//!
//! let text = "graph = [[1], [0, 2], [1, 7]]";
//! assert_eq!(recognise(text), Format::Leetcode);
//! let document = read(text, Format::Leetcode)?;
//!
//! // It reads well, but vertex 7 does not exist. The problem points at the 7.
//! let problems = document.problems(&document.setup.plan().unwrap_err());
//! assert_eq!(problems[0].message, "vertex 7 does not exist");
//! assert_eq!(problems[0].wanted, "vertices are 0 to 2");
//! assert_eq!(&text[problems[0].span.clone().unwrap()], "7");
//!
//! // This one does not even read. The problem points at the comma.
//! let text = "[[1, 3], , [3]]";
//! let error = read(text, Format::Leetcode).unwrap_err();
//! assert_eq!(error.problems[0].message, "nothing stands before this comma");
//! assert_eq!(error.problems[0].span, Some(9..10));
//! # Ok::<(), catmouse_formats::ReadError>(())
//! ```
//!
//! # Setups
//!
//! Everything but `catmouse` and the board may be left out; what is left out is filled in by the preset, and that by the
//! board: a grid plays *Cat and Mouse II*, anything else *Cat and Mouse*. A vertex is a number, a name in quotes, or
//! `[row, column]` on a grid.
//!
//! ```toml
//! catmouse = 1                          # the version of this format
//! title = "Around the table"
//! source = "by hand"
//! preset = "cat-and-mouse"              # or cat-and-mouse-ii
//!
//! [board]                               # exactly one of adjacency, edges and grid
//! adjacency = [[1, 2], [0], [0]]        # for each vertex its neighbours
//! # edges = [[0, 1], [0, 2]]            # pairs of vertices; these need
//! # vertices = 3
//! # grid = ["M.#", "..#", "C.F"]        # rows, or one text with a row a line
//! names = ["hole", "hall", "attic"]
//! directed = false                      # whether moves may lead one way only
//!
//! [rules]
//! hole = "hole"                         # a vertex, or a list of vertices
//! cat-in-hole = "forbidden"             # or allowed, guards, wins
//! mouse-may-stay = false
//! cat-may-stay = false
//! mouse-jump = 1
//! cat-jump = 1
//! endless = "draw"                      # or mouse, cat
//! limit = "none"                        # or a number of plies
//! limit-winner = "cat"                  # or mouse, draw
//! stalemate = "draw"                    # or pass, loss
//!
//! [start]
//! mouse = "hall"
//! cat = 2                               # or cats = [2], a list of vertices
//! first = "mouse"                       # or cat
//!
//! [expect]                              # what somebody claims the result to be
//! outcome = "mouse"                     # or cat, draw
//! decided-by = "play"                   # or endless, limit, stalemate
//! distance-plies = 1                    # or "none"
//! positions = { total = 12, mouse = 6, cat = 4, draw = 2 }
//! longest-plies = { mouse = 1, cat = 0 } # where moves have costs, distance-cost and longest-cost
//! ```

mod board;
mod document;
mod expectation;
mod format;
mod grid;
mod leetcode;
mod problem;
mod reading;
mod setup;
mod tree;

pub use document::Document;
pub use expectation::{Expectation, ExpectedCounts, ExpectedLongest};
pub use format::{Format, recognise};
pub use problem::{Problem, ReadError};

/// The most bytes that a text may have. Values with their places take up to 120 bytes a byte of dense text: a text of this size
/// is read within 1 GiB.
pub const MAX_BYTES: usize = 1 << 23;

/// Reads a text in this format. Time and memory: linear in its length.
///
/// # Errors
///
/// Every [`Problem`] that keeps the text from being read. A syntax error hides what follows it; other problems are listed
/// together, in the order of the text, as far as a reader can be expected to follow.
pub fn read(text: &str, format: Format) -> Result<Document, ReadError> {
    if let Some(problem) = unreadable(text) {
        return Err(ReadError { problems: vec![problem] });
    }
    match format {
        Format::Setup => setup::read(text),
        Format::Leetcode => leetcode::read(text),
        Format::Grid => grid::read(text),
    }
}

/// What makes a text unreadable in any format.
fn unreadable(text: &str) -> Option<Problem> {
    if text.starts_with('\u{feff}') {
        let wanted = "save the text as UTF-8 without a byte-order mark";
        return Some(Problem::new(Some(0..3), "the text begins with a byte-order mark", wanted));
    }
    if text.trim().is_empty() {
        return Some(Problem::new(None, "the input is empty", "expected a board, such as [[1,2],[0,2],[0,1]]"));
    }
    too_long(text.len())
}

fn too_long(bytes: usize) -> Option<Problem> {
    (bytes > MAX_BYTES).then(|| {
        Problem::new(None, format!("the input is longer than {MAX_BYTES} bytes"), "expected a smaller board".to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::{MAX_BYTES, too_long};

    /// Here, because a text of that length is no pleasure to make.
    #[test]
    fn the_input_is_too_long() {
        assert_eq!(too_long(MAX_BYTES), None);
        let problem = too_long(MAX_BYTES + 1).unwrap();
        assert_eq!(problem.to_string(), "the input is longer than 8388608 bytes: expected a smaller board");
    }
}
