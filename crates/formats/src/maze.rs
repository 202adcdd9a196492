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
//! An `F` outside the outer wall, beside a cell, is an exit on the border: a hole that no cat enters.
//! It becomes a cell of a further row or column, which is a wall elsewhere.
//!
//! ```text
//! +--+--+
//! |M    |F
//! +  +--+
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

/// The sign of an exit outside the outer wall.
const EXIT: char = 'F';

const WALL: &str = "`-` all along a wall, or blanks all along an opening";
const CELL: &str = "a blank cell, or one of M, C, F and T";

/// The lines of a drawing with their places in the text. The place of a line that is written with
/// escapes is longer.
pub(crate) type Lines = Vec<(String, Span)>;

/// Whether the lines of a grid are those of a maze, which begins with an outer wall, or with exits
/// above it.
pub(crate) fn is_maze(lines: &Lines) -> bool {
    let mut drawn = lines.iter().map(|(line, _)| line).skip_while(|line| has_exits_alone(line));
    drawn.next().is_some_and(|line| line.trim_start().starts_with(POSTS))
}

/// Whether a line holds nothing but exits.
fn has_exits_alone(line: &str) -> bool {
    line.contains(EXIT) && line.chars().all(|letter| letter == EXIT || letter == ' ')
}

/// What a drawing says.
#[derive(Default)]
pub(crate) struct Maze {
    /// The rows of cells.
    pub(crate) rows: Vec<String>,
    pub(crate) thin_walls: Vec<ThinWall>,
    /// Whether there is an exit on the border.
    pub(crate) has_exit: bool,
}

/// The exits of a drawing on each of its borders, by the rows or columns of the cells beside them.
struct Exits {
    above: Vec<usize>,
    below: Vec<usize>,
    left: Vec<usize>,
    right: Vec<usize>,
}

/// The place of some letters of a line.
fn part((line, span): &(String, Span), part: Range<usize>) -> Range<usize> {
    let end = part.end.min(line.len());
    let within = span.start() + part.start.min(end)..span.start() + end;
    if span.len() == line.len() { within } else { span.range() }
}

/// Reads a drawing.
pub(crate) fn read(reading: &mut Reading<'_>, drawn: &Lines) -> Result<Maze, Problem> {
    let above = usize::from(drawn.first().is_some_and(|(line, _)| has_exits_alone(line)));
    let below = usize::from(drawn.len() > above && drawn.last().is_some_and(|(line, _)| has_exits_alone(line)));
    let lines = &drawn[above..drawn.len() - below];
    let problem = |line: usize, at: Range<usize>, message: String, wanted: &str| {
        Err(Problem::expected(Some(part(&lines[line], at)), message, wanted))
    };
    let mut walls = Vec::new();
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
    let exits = exits(drawn, above..drawn.len() - below, &posts)?;
    let (up, aside) = (usize::from(above > 0), usize::from(!exits.left.is_empty()));
    let mut rows = Vec::new();
    for (index, (line, _)) in lines.iter().enumerate() {
        let (row, mut cells) = (index / 2, String::new());
        let cell = |row: usize, column: usize| Cell { row: (row + up) as u32, column: (column + aside) as u32 };
        let beyond = posts[columns] + 1;
        let is_exit = |at: usize| (if at < posts[0] { &exits.left } else { &exits.right }).contains(&row);
        let is_outside = |&(at, letter): &(usize, char)| {
            letter != ' ' && !(posts[0]..beyond).contains(&at) && (index % 2 == 0 || !is_exit(at))
        };
        if let Some((far, odd)) = line.char_indices().find(is_outside) {
            let message = format!("{} is outside the maze", quoted(&odd.to_string()));
            return problem(index, far..far + 1, message, "nothing outside the outer wall but `F` beside a cell");
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
                    reading.place(
                        SetupPlace::GridCell { row: row + up, column: column + aside },
                        Span::from(part(&lines[index], span)),
                    );
                    cells += letters;
                }
                "S" | "G" if posts_are_micromouse(first) => {
                    reading.place(
                        SetupPlace::GridCell { row: row + up, column: column + aside },
                        Span::from(part(&lines[index], span)),
                    );
                    cells.push(if letters == "S" { 'M' } else { 'F' });
                }
                odd => return problem(index, span, format!("{} is not a cell of a maze", quoted(odd)), CELL),
            }
        }
        if index % 2 == 1 {
            reading.place(SetupPlace::GridRow { row: row + up }, lines[index].1);
            rows.push(cells);
        }
    }
    if above > 0 {
        reading.place(SetupPlace::GridRow { row: 0 }, drawn[0].1);
    }
    Ok(with_exits(rows, walls, &exits))
}

/// The exits of a drawing whose outer wall and what is within are these lines. `posts` are the places
/// of the corners.
fn exits(drawn: &Lines, maze: Range<usize>, posts: &[usize]) -> Result<Exits, Problem> {
    let lines = &drawn[maze.clone()];
    // The columns above or below which exits are drawn.
    let beside = |lines: &[(String, Span)]| {
        let Some(drawn) = lines.first() else { return Ok(Vec::new()) };
        let column = |(at, _)| {
            let column = posts.windows(2).position(|two| (two[0] + 1..two[1]).contains(&at));
            let wanted = "`F` above or below a cell";
            column
                .ok_or_else(|| Problem::expected(Some(part(drawn, at..at + 1)), "this exit is beside no cell", wanted))
        };
        drawn.0.match_indices(EXIT).map(column).collect::<Result<Vec<usize>, Problem>>()
    };
    // The rows beside which exits are drawn.
    let margin = |place: Range<usize>| {
        let has_exit = |row: &usize| {
            let line = &lines[2 * row + 1].0;
            line.get(place.start.min(line.len())..place.end.min(line.len())).is_some_and(|part| part.trim() == "F")
        };
        (0..lines.len() / 2).filter(has_exit).collect::<Vec<usize>>()
    };
    Ok(Exits {
        above: beside(&drawn[..maze.start])?,
        below: beside(&drawn[maze.end..])?,
        left: margin(0..posts[0]),
        right: margin(posts[posts.len() - 1] + 1..usize::MAX),
    })
}

/// The rows with a further row or column for each border that has exits.
fn with_exits(mut rows: Vec<String>, mut walls: Vec<ThinWall>, exits: &Exits) -> Maze {
    let Exits { above, below, left, right } = exits;
    let (up, aside) = (usize::from(!above.is_empty()), usize::from(!left.is_empty()));
    let (height, columns) = (rows.len(), rows.first().map_or(0, String::len));
    let sign = |is_exit: bool| if is_exit { "F" } else { "#" };
    for (row, cells) in rows.iter_mut().enumerate() {
        let margin = |exits: &Vec<usize>| if exits.is_empty() { "" } else { sign(exits.contains(&row)) };
        *cells = format!("{}{cells}{}", margin(left), margin(right));
    }
    let line = |exits: &Vec<usize>| {
        let cells: String = (0..columns).map(|column| sign(exits.contains(&column))).collect();
        format!("{}{cells}{}", "#".repeat(aside), "#".repeat(usize::from(!right.is_empty())))
    };
    if !above.is_empty() {
        rows.insert(0, line(above));
    }
    if !below.is_empty() {
        rows.push(line(below));
    }
    // No step leads from an exit to the next.
    let cell = |row: usize, column: usize| Cell { row: row as u32, column: column as u32 };
    let mut part = |exits: &Vec<usize>, place: &dyn Fn(usize) -> Cell| {
        walls.extend(exits.windows(2).filter(|two| two[0] + 1 == two[1]).map(|two| [place(two[0]), place(two[1])]));
    };
    part(above, &|column| cell(0, column + aside));
    part(below, &|column| cell(height + up, column + aside));
    part(left, &|row| cell(row + up, 0));
    part(right, &|row| cell(row + up, columns + aside));
    let has_exit = [above, below, left, right].iter().any(|exits| !exits.is_empty());
    Maze { rows, thin_walls: walls, has_exit }
}

/// Whether an outer wall is one of a micromouse's maze.
fn posts_are_micromouse(outer: &str) -> bool {
    outer.starts_with('o')
}

/// Whether a text begins like a maze: an outer wall with exits above it, or with a row in the next
/// line. Used for recognition.
pub(crate) fn begins(text: &str) -> bool {
    let mut drawn = text.lines().peekable();
    let has_exits = drawn.next_if(|line| has_exits_alone(line)).is_some();
    let is_outer = |line: &str| {
        let line = line.trim();
        (line.starts_with("+-") || line.starts_with("o-")) && line.chars().all(|c| "+o- ".contains(c))
    };
    // Two lines have to suffice.
    drawn.next().is_some_and(is_outer)
        && (has_exits || drawn.next().is_some_and(|line| line.starts_with(['|', ' ', EXIT])))
}
