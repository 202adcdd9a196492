//! Grids in the letters of other programs: maps of `MovingAI`, layouts of Berkeley's Pac-Man
//! projects, and levels of Sokoban.
//!
//! | format | walls | free | mouse | cats |
//! |---|---|---|---|---|
//! | octile | `@` `O` `T` `W` | `.` `G` `S` | | |
//! | pacman | `%` | everything else | `P` | `G` and digits |
//! | xsb | `#` | blanks, `-`, `_`, and the signs of boxes and goals | `@` and `+` | |
//!
//! Rows of Sokoban may have different lengths, and blanks outside the outer wall are not cells. In
//! an octile map, a step leads to one of four neighbours. With the option `diagonals` there are
//! eight: a diagonal step needs both cells next to it free.

use std::ops::Range;

use crate::board_text::BoardText;
use crate::format::Format;
use crate::graph::Graph;
use crate::grid;
use crate::problem::{Problem, ReadError, quoted};
use crate::programs::is_xsb_remark;
use crate::tree::Span;
use crate::words::{Word, lines, words};

/// A row in catmouse's letters, and its span.
type Row = (String, Range<usize>);

const HEADER: &str = "type octile, height, width and map, each on its own line";

/// Translates a letter of a format into a letter of catmouse's grids. `None` if the format does not
/// have the letter.
fn cell(format: Format, letter: char) -> Option<char> {
    Some(match (format, letter) {
        (Format::Octile, '@' | 'O' | 'T' | 'W') | (Format::Pacman, '%') | (Format::Xsb, '#') => '#',
        (Format::Octile, '.' | 'G' | 'S') | (Format::Xsb, ' ' | '-' | '_' | '.' | '$' | '*') => '.',
        (Format::Pacman, 'P') | (Format::Xsb, '@' | '+') => 'M',
        (Format::Pacman, 'G' | '0'..='9') => 'C',
        (Format::Pacman, letter) if !letter.is_control() => '.',
        _ => return None,
    })
}

/// Reads a drawing. With `diagonals`, the steps of an octile map lead to eight neighbours.
pub(crate) fn read(text: &str, format: Format, diagonals: bool) -> Result<BoardText<'_>, ReadError> {
    let mut rows = match format {
        Format::Octile => octile(text)?,
        _ => rows(
            format,
            lines(text)
                .filter(|(line, _)| line.trim().is_empty() || format != Format::Xsb || !is_xsb_remark(line))
                .skip_while(|(line, _)| line.trim().is_empty()),
        )?,
    };
    if format == Format::Xsb {
        enclose(&mut rows)?;
    }
    if diagonals {
        return Ok(with_diagonals(&rows, text)?);
    }
    grid::document(text, rows.into_iter().map(|(row, span)| (row, Span::from(span))).collect())
}

/// The rows of a drawing up to a blank line. After the blank line, only blank lines may follow.
fn rows<'a>(format: Format, drawn: impl Iterator<Item = (&'a str, usize)>) -> Result<Vec<Row>, Problem> {
    let mut rows = Vec::new();
    let mut is_over = false;
    for (line, at) in drawn {
        let line = line.trim_end();
        is_over |= line.is_empty();
        if is_over && !line.is_empty() {
            let message = "there is text below the drawing";
            return Err(Problem::expected(Some(at..at + line.len()), message, "only one drawing"));
        }
        let mut row = String::with_capacity(line.len());
        for (index, letter) in line.char_indices() {
            row.push(cell(format, letter).ok_or_else(|| {
                let message = format!("{} is not a cell of {format}", quoted(&letter.to_string()));
                Problem::new(Some(at + index..at + index + letter.len_utf8()), message, cells(format))
            })?);
        }
        if !is_over {
            rows.push((row, at..at + line.len()));
        }
    }
    Ok(rows)
}

/// The letters of a format, for messages.
fn cells(format: Format) -> &'static str {
    match format {
        Format::Octile => "a cell is `@`, `O`, `T` or `W` for a wall, or `.`, `G` or `S`",
        Format::Pacman => "a cell is `%` wall, `P` mouse, `G` cat, or free",
        _ => "a cell is `#` wall, `@` or `+` man, `$` or `*` box, `.` goal, or blank",
    }
}

/// The rows of a map after its header, which has their number and length.
fn octile(text: &str) -> Result<Vec<Row>, Problem> {
    let mut content = lines(text);
    let (mut height, mut width) = (None, None);
    loop {
        let Some((line, at)) = content.next() else {
            return Err(Problem::expected(None, "there is no line `map`", HEADER));
        };
        let found: Vec<Word<'_>> = words(line, at).collect();
        match &found[..] {
            [] => {}
            [map] if map.text == "map" => break,
            [key, kind] if key.text == "type" && kind.text == "octile" => {}
            [key, number] if key.text == "height" => {
                height = Some((number.number("a number of rows")?, number.span.clone()));
            }
            [key, number] if key.text == "width" => width = Some(number.number("a number of columns")?),
            [first, ..] => {
                return Err(Problem::expected(
                    Some(first.span.clone()),
                    format!("{} is not allowed here", quoted(line.trim())),
                    HEADER,
                ));
            }
        }
    }
    let (Some((height, height_at)), Some(width)) = (height, width) else {
        return Err(Problem::expected(None, "the map does not say how large it is", HEADER));
    };
    let rows = rows(Format::Octile, content)?;
    if let Some((row, (_, span))) = rows.iter().enumerate().find(|(_, (row, _))| i64::try_from(row.len()) != Ok(width))
    {
        let message = format!("row {row} has {} cells, and `width` says {width}", span.len());
        return Err(Problem::new(Some(span.clone()), message, "the numbers must agree; a cell may be missing"));
    }
    if i64::try_from(rows.len()) != Ok(height) {
        let message = format!("{height} rows are announced, but {} follow", rows.len());
        return Err(Problem::new(Some(height_at), message, "the numbers must agree; the file may be cut off"));
    }
    Ok(rows)
}

/// Fills shorter rows, and makes walls of the cells outside the outer wall. Refuses a drawing whose
/// man could walk out.
fn enclose(rows: &mut [Row]) -> Result<(), Problem> {
    let width = rows.iter().map(|(row, _)| row.len()).max().unwrap_or_default();
    let mut cells: Vec<Vec<u8>> = rows.iter().map(|(row, _)| format!("{row:.<width$}").into_bytes()).collect();
    let mut outside: Vec<(usize, usize)> = Vec::new();
    for row in 0..cells.len() {
        let is_edge = |column: &usize| row == 0 || *column == 0 || row + 1 == cells.len() || column + 1 == width;
        outside.extend((0..width).filter(is_edge).map(|column| (row, column)));
    }
    while let Some((row, column)) = outside.pop() {
        match cells.get(row).and_then(|cells| cells.get(column)) {
            Some(b'.') => cells[row][column] = b'#',
            Some(b'M') => {
                let span = rows[row].1.start + column;
                let message = "the man can walk out of the drawing";
                return Err(Problem::expected(Some(span..span + 1), message, "walls all around"));
            }
            _ => continue,
        }
        outside.extend([
            (row.wrapping_sub(1), column),
            (row + 1, column),
            (row, column.wrapping_sub(1)),
            (row, column + 1),
        ]);
    }
    for ((row, _), cells) in rows.iter_mut().zip(cells) {
        *row = cells.into_iter().map(char::from).collect();
    }
    Ok(())
}

/// The board whose vertices are the free cells, row by row, with diagonal steps.
fn with_diagonals<'a>(rows: &[Row], text: &'a str) -> Result<BoardText<'a>, Problem> {
    let mut vertex_at = Vec::with_capacity(rows.len());
    let mut vertices = 0;
    for (row, _) in rows {
        let numbered = row.bytes().map(|cell| {
            let vertex = (cell != b'#').then_some(vertices);
            vertices += u32::from(vertex.is_some());
            vertex
        });
        vertex_at.push(numbered.collect::<Vec<Option<u32>>>());
    }
    let at = |row: usize, column: usize| vertex_at.get(row).and_then(|cells| cells.get(column)).copied().flatten();
    let mut graph = Graph { vertices, undirected: Some("a map of octiles"), ..Graph::default() };
    for (row, (_, span)) in rows.iter().enumerate() {
        for column in 0..span.len() {
            let [here, right, below, beyond] =
                [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(down, along)| at(row + down, column + along));
            let is_open = right.is_some() && below.is_some();
            let steps = [
                (here, right),
                (here, below),
                (here.filter(|_| is_open), beyond),
                (right.filter(|_| here.is_some() && beyond.is_some()), below),
            ];
            for ends in steps.into_iter().filter_map(|(from, to)| from.zip(to)) {
                graph.add(ends, None, || span.clone())?;
            }
        }
    }
    graph.remark(Some("the free cells are vertices, counted from 0 row by row".to_owned()));
    Ok(graph.into_document(text))
}
