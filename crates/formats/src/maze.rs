//! Mazes with walls between their cells, drawn in `+`, `-` and `|`.
//!
//! ```text
//! +--+--+
//! |M    |     a cell may hold M, C or F for the mouse, a cat or the food
//! +  +--+     no signs between two cells are an opening
//! |  |C |
//! +--+--+
//! ```
//!
//! The `+` signs of the first line give the width of each column. A cell is the vertex `r1c0`,
//! named by its row and its column, counted from 0. Openings in the outer wall lead nowhere.

use std::ops::Range;

use catmouse_model::{Setup, VertexChoice};

use crate::document::Document;
use crate::graph::Graph;
use crate::problem::{Problem, quoted};
use crate::words::{ensure_plain, lines};

const WALL: &str = "`-` all along a wall, or blanks all along an opening";
const CELL: &str = "a blank cell, or one of M, C and F";

/// Reads a drawing.
pub(crate) fn read(text: &str) -> Result<Document<'_>, Problem> {
    ensure_plain(text)?;
    if let Some((at, odd)) = text.char_indices().find(|(_, letter)| !letter.is_ascii()) {
        let message = format!("{} is no sign of a maze", quoted(&odd.to_string()));
        return Err(Problem::expected(Some(at..at + odd.len_utf8()), message, "`+`, `-`, `|`, blanks, M, C and F"));
    }
    let drawn: Vec<(&str, usize)> = lines(text.trim_end()).skip_while(|(line, _)| line.trim().is_empty()).collect();
    let (first, first_at) = drawn.first().copied().unwrap_or_default();
    let posts: Vec<usize> = first.match_indices('+').map(|(at, _)| at).collect();
    let columns = posts.len().saturating_sub(1);
    if columns == 0 || posts.windows(2).any(|two| two[1] - two[0] < 2) || posts[0] > 0 {
        let span = Some(first_at..first_at + first.trim_end().len());
        return Err(Problem::expected(span, "this is no outer wall", "a line such as +--+--+"));
    }
    if drawn.len().is_multiple_of(2) {
        let (last, at) = drawn.last().copied().unwrap_or_default();
        let message = "the maze ends in the middle of a row";
        return Err(Problem::expected(
            Some(at..at + last.len()),
            message,
            "the lower wall of the row, such as +--+--+",
        ));
    }
    let mut setup = Marks::default();
    let mut graph = Graph { is_labelled: true, undirected: Some("a maze"), ..Graph::default() };
    let rows = drawn.len() / 2;
    for (index, &(line, at)) in drawn.iter().enumerate() {
        let row = index / 2;
        if let Some((far, odd)) =
            line.char_indices().find(|(far, _)| *far > posts[columns]).filter(|(_, odd)| *odd != ' ')
        {
            let message = format!("{} stands outside the maze", quoted(&odd.to_string()));
            return Err(Problem::expected(
                Some(at + far..at + far + odd.len_utf8()),
                message,
                "nothing behind the outer wall",
            ));
        }
        for column in 0..columns {
            let place = at + posts[column] + 1..at + posts[column + 1];
            let between = line.get(posts[column] + 1..line.len().min(posts[column + 1])).unwrap_or_default();
            let post = line.get(posts[column]..=posts[column]).unwrap_or(" ");
            let span = at + posts[column]..(at + posts[column] + 1).min(at + line.len());
            let vertex = |row: usize, column: usize| (row * columns + column) as u32;
            if index % 2 == 0 {
                if post != "+" {
                    return Err(Problem::expected(
                        Some(span),
                        "no corner stands here",
                        "`+` at the corners of cells, as in the first line",
                    ));
                }
                let is_open = wall(between, place.len()).ok_or_else(|| {
                    let message = format!("{} is neither a wall nor an opening", quoted(between));
                    Problem::expected(Some(place.start..place.end.min(at + line.len())), message, WALL)
                })?;
                if is_open && (1..rows).contains(&row) {
                    graph.add((vertex(row - 1, column), vertex(row, column)), None, || place)?;
                }
            } else {
                if column > 0 && post == " " {
                    graph.add((vertex(row, column - 1), vertex(row, column)), None, || span.clone())?;
                } else if post != "|" && post != " " {
                    let message = format!("{} is neither a wall nor an opening", quoted(post));
                    return Err(Problem::expected(Some(span), message, "`|`, or a blank for an opening"));
                }
                setup.mark(between, place, vertex(row, column))?;
                graph.names.push(format!("r{row}c{column}"));
            }
        }
    }
    graph.vertices = graph.names.len() as u32;
    let mut document = graph.into_document(text);
    setup.put_into(&mut document.setup);
    Ok(document)
}

/// Whether `between` is an opening of this width (`true`) or a wall (`false`); `None` if it is
/// neither.
fn wall(between: &str, width: usize) -> Option<bool> {
    let is_open = between.chars().all(|c| c == ' ');
    (is_open || between.len() == width && between.chars().all(|c| c == '-')).then_some(is_open)
}

/// The marks in the cells.
#[derive(Default)]
struct Marks {
    mouse: Option<VertexChoice>,
    cats: Vec<VertexChoice>,
    holes: Vec<VertexChoice>,
}

impl Marks {
    fn mark(&mut self, cell: &str, place: Range<usize>, vertex: u32) -> Result<(), Problem> {
        let choice = VertexChoice::Number(vertex.into());
        match cell.trim() {
            "" | "." => {}
            "M" if self.mouse.is_none() => self.mouse = Some(choice),
            "C" => self.cats.push(choice),
            "F" => self.holes.push(choice),
            odd => {
                let message = if odd == "M" {
                    "a second mouse stands here".to_owned()
                } else {
                    format!("{} is no cell of a maze", quoted(odd))
                };
                let start = place.start + cell.len() - cell.trim_start().len();
                return Err(Problem::expected(Some(start..start + odd.len()), message, CELL));
            }
        }
        Ok(())
    }

    fn put_into(self, setup: &mut Setup) {
        setup.mouse = self.mouse;
        setup.cats = Some(self.cats).filter(|cats| !cats.is_empty());
        setup.rules.holes = Some(self.holes).filter(|holes| !holes.is_empty());
    }
}

/// Whether a text begins like a maze: an outer wall, and a row in the next line. Used for
/// recognition.
pub(crate) fn begins(text: &str) -> bool {
    let mut drawn = text.lines();
    let is_outer = |line: &str| line.starts_with("+-") && line.trim_end().chars().all(|c| "+- ".contains(c));
    drawn.next().is_some_and(is_outer) && drawn.next().is_some_and(|line| line.starts_with(['|', ' ']))
}
