//! Grids with thin walls between their cells, drawn in `+`, `-` and `|`: mazes.
//!
//! ```text
//! +--+--+
//! |M    |     a cell may hold M, C, F, T or # for the mouse, a cat, the food, a trap or a wall
//! +  +--+     no signs between two cells are an opening
//! |  |C |
//! +--+--+
//! ```
//!
//! Micromouse's mazes are read too: `o` at the corners, `S` the mouse, `G` the food.
//!
//! The `+` signs of the first line give the width of each column. Openings in the outer wall lead
//! nowhere.

use std::ops::Range;

use catmouse_model::{Cell, SetupPlace, ThinWall};

use crate::problem::{Problem, quoted};
use crate::reading::Reading;
use crate::tree::Span;

/// The signs of a corner.
const POSTS: [char; 2] = ['+', 'o'];

const WALL: &str = "`-` all along a wall, or blanks all along an opening";
const CELL: &str = "a blank cell, or one of M, C, F and T";

/// The lines of a drawing with their places in the text. The place of a line that is written with
/// escapes is longer.
pub(crate) type Lines = Vec<(String, Span)>;

/// Whether the lines of a grid are those of a maze, which begins with an outer wall.
pub(crate) fn is_maze(lines: &Lines) -> bool {
    lines.first().is_some_and(|(line, _)| line.starts_with(POSTS))
}

/// The place of some letters of a line.
fn part((line, span): &(String, Span), part: Range<usize>) -> Range<usize> {
    let end = part.end.min(line.len());
    let within = span.start() + part.start.min(end)..span.start() + end;
    if span.len() == line.len() { within } else { span.range() }
}

/// The rows of cells of a drawing. Adds its thin walls to `walls`.
pub(crate) fn read(
    reading: &mut Reading<'_>,
    lines: &Lines,
    walls: &mut Vec<ThinWall>,
) -> Result<Vec<String>, Problem> {
    let problem = |line: usize, at: Range<usize>, message: String, wanted: &str| {
        Err(Problem::expected(Some(part(&lines[line], at)), message, wanted))
    };
    for (index, (line, _)) in lines.iter().enumerate() {
        if let Some((at, odd)) = line.char_indices().find(|(_, letter)| !letter.is_ascii()) {
            let message = format!("{} is not a sign of a maze", quoted(&odd.to_string()));
            return problem(index, at..at + odd.len_utf8(), message, "`+`, `-`, `|`, blanks, M, C, F and T");
        }
    }
    let first = lines.first().map_or("", |(line, _)| line);
    let posts: Vec<usize> = first.match_indices(POSTS).map(|(at, _)| at).collect();
    let columns = posts.len().saturating_sub(1);
    if columns == 0 || posts.windows(2).any(|two| two[1] - two[0] < 2) {
        return problem(0, 0..first.len(), "this is not an outer wall".to_owned(), "a line such as +--+--+");
    }
    if lines.len().is_multiple_of(2) {
        let message = "the maze ends in the middle of a row".to_owned();
        return problem(lines.len() - 1, 0..usize::MAX, message, "the lower wall of the row, such as +--+--+");
    }
    let mut rows = Vec::new();
    for (index, (line, _)) in lines.iter().enumerate() {
        let (row, mut cells) = (index / 2, String::new());
        let cell = |row: usize, column: usize| Cell { row: row as u32, column: column as u32 };
        let beyond = posts[columns] + 1;
        if let Some((far, odd)) = line.char_indices().skip(beyond).find(|(_, odd)| *odd != ' ') {
            let message = format!("{} is outside the maze", quoted(&odd.to_string()));
            return problem(index, far..far + 1, message, "nothing after the outer wall");
        }
        for column in 0..columns {
            let place = posts[column] + 1..posts[column + 1];
            let between = line.get(place.start..line.len().min(place.end)).unwrap_or_default();
            let post_at = posts[column]..posts[column] + 1;
            let post = line.get(post_at.clone()).unwrap_or(" ");
            if index % 2 == 0 {
                if !post.starts_with(POSTS) {
                    let wanted = "`+` at the corners of cells, as in the first line";
                    return problem(index, post_at, "a corner is missing here".to_owned(), wanted);
                }
                let is_open = between.chars().all(|c| c == ' ');
                if !is_open && (between.len() < place.len() || between.chars().any(|c| c != '-')) {
                    return problem(
                        index,
                        place,
                        format!("{} is neither a wall nor an opening", quoted(between)),
                        WALL,
                    );
                }
                if !is_open && (1..lines.len() / 2).contains(&row) {
                    walls.push([cell(row - 1, column), cell(row, column)]);
                }
                continue;
            }
            if column > 0 && post == "|" {
                walls.push([cell(row, column - 1), cell(row, column)]);
            } else if post != "|" && post != " " {
                let message = format!("{} is neither a wall nor an opening", quoted(post));
                return problem(index, post_at, message, "`|`, or a blank for an opening");
            }
            let letters = between.trim();
            let start = place.start + between.len() - between.trim_start().len();
            let span = start..start + letters.len();
            match letters {
                "" | "." => cells.push('.'),
                "M" | "C" | "F" | "T" | "#" => {
                    reading.place(SetupPlace::GridCell { row, column }, Span::from(part(&lines[index], span)));
                    cells += letters;
                }
                "S" | "G" if posts_are_micromouse(first) => {
                    reading.place(SetupPlace::GridCell { row, column }, Span::from(part(&lines[index], span)));
                    cells.push(if letters == "S" { 'M' } else { 'F' });
                }
                odd => return problem(index, span, format!("{} is not a cell of a maze", quoted(odd)), CELL),
            }
        }
        if index % 2 == 1 {
            reading.place(SetupPlace::GridRow { row }, lines[index].1);
            rows.push(cells);
        }
    }
    Ok(rows)
}

/// Whether an outer wall is one of a micromouse's maze.
fn posts_are_micromouse(outer: &str) -> bool {
    outer.starts_with('o')
}

/// Whether a text begins like a maze: an outer wall, and a row in the next line. Used for
/// recognition.
pub(crate) fn begins(text: &str) -> bool {
    let mut drawn = text.lines();
    let is_outer = |line: &str| {
        (line.starts_with("+-") || line.starts_with("o-")) && line.trim_end().chars().all(|c| "+o- ".contains(c))
    };
    drawn.next().is_some_and(is_outer) && drawn.next().is_some_and(|line| line.starts_with(['|', ' ']))
}
