//! Single changes of a board: the changed board as text, in the format of the text before.

use catmouse::formats::{Document, Format, read, recognise, write};
use catmouse::model::{BoardChoice, Setup};
use serde::Deserialize;

/// A change of a board.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Edit {
    /// Puts `#`, `.`, `F`, `M` or `C` into a cell of a grid. There is one mouse and one cat, so a piece leaves the cell where it stood.
    Cell {
        /// The row, from the top.
        row: usize,
        /// The column, from the left.
        column: usize,
        /// The character to put there.
        mark: char,
    },
    /// Adds an edge between two vertices, or removes the one that there is.
    Edge {
        /// One of the two vertices.
        from: i64,
        /// The other vertex.
        to: i64,
    },
    /// Adds a vertex without edges, whose number is the greatest.
    AddVertex,
    /// Removes a vertex; greater numbers become less by one.
    RemoveVertex {
        /// The vertex.
        vertex: i64,
    },
}

/// The text of the board after a change.
///
/// # Errors
///
/// Why the text cannot be changed.
pub(crate) fn edited(text: &str, edit: &Edit) -> Result<String, String> {
    let format = recognise(text).map_err(|_| "the board cannot be read, so it cannot be changed".to_owned())?;
    let mut document =
        read(text, format).map_err(|_| "the board cannot be read, so it cannot be changed".to_owned())?;
    let setup = &mut document.setup;
    match *edit {
        Edit::Cell { row, column, mark } => put(setup, row, column, mark)?,
        Edit::Edge { from, to } => toggle(setup, from, to)?,
        Edit::AddVertex => add(setup)?,
        Edit::RemoveVertex { vertex } => remove(setup, vertex)?,
    }
    let board = document.setup.plan_board().map_err(|_| "the board would not be in order".to_owned())?;
    let mut written = String::new();
    let target = if matches!(document.setup.board, BoardChoice::Grid(_)) && format == Format::Leetcode {
        Format::Grid
    } else {
        format
    };
    write(&mut written, &document, &board, target).map_err(|error| error.to_string())?;
    // A format that cannot express everything would lose something; a setup expresses everything.
    if read(&written, target).is_err() {
        written.clear();
        write(&mut written, &Document::of_setup(document.setup), &board, Format::Setup)
            .map_err(|error| error.to_string())?;
    }
    Ok(written)
}

fn put(setup: &mut Setup, row: usize, column: usize, mark: char) -> Result<(), String> {
    let BoardChoice::Grid(rows) = &mut setup.board else { return Err("this board is no grid".to_owned()) };
    if !"#.FMC".contains(mark) {
        return Err("a cell is one of # . F M C".to_owned());
    }
    let mut cells: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
    if "MC".contains(mark) {
        for cell in cells.iter_mut().flatten().filter(|cell| **cell == mark) {
            *cell = '.';
        }
    }
    *cells.get_mut(row).and_then(|row| row.get_mut(column)).ok_or("there is no such cell")? = mark;
    *rows = cells.into_iter().map(|row| row.into_iter().collect()).collect();
    Ok(())
}

fn toggle(setup: &mut Setup, from: i64, to: i64) -> Result<(), String> {
    let directed = setup.rules.directed == Some(true);
    let vertices = count(setup)?;
    if !(0..vertices).contains(&from) || !(0..vertices).contains(&to) {
        return Err("there is no such vertex".to_owned());
    }
    match &mut setup.board {
        BoardChoice::Adjacency(lists) => {
            let joined = lists[index(from)].contains(&to);
            let mut change = |from: i64, to: i64| {
                let list = &mut lists[index(from)];
                list.retain(|&other| other != to);
                if !joined {
                    list.push(to);
                    list.sort_unstable();
                }
            };
            change(from, to);
            if !directed && from != to {
                change(to, from);
            }
        }
        BoardChoice::Edges { edges, .. } => {
            let before = edges.len();
            edges.retain(|&(a, b)| (a, b) != (from, to) && (directed || (b, a) != (from, to)));
            if edges.len() == before {
                edges.push((from, to));
            }
        }
        _ => return Err("edges of boards with costs are changed in the text".to_owned()),
    }
    Ok(())
}

/// A vertex as an index: past every list where it is negative.
pub(crate) fn index(vertex: i64) -> usize {
    usize::try_from(vertex).unwrap_or(usize::MAX)
}

fn count(setup: &Setup) -> Result<i64, String> {
    match &setup.board {
        BoardChoice::Adjacency(lists) => Ok(i64::try_from(lists.len()).unwrap_or(i64::MAX)),
        BoardChoice::Edges { vertices, .. } => Ok(*vertices),
        BoardChoice::Grid(_) => Err("a grid has cells, and they are changed one by one".to_owned()),
        _ => Err("boards with costs are changed in the text".to_owned()),
    }
}

fn add(setup: &mut Setup) -> Result<(), String> {
    let number = count(setup)?;
    match &mut setup.board {
        BoardChoice::Adjacency(lists) => lists.push(Vec::new()),
        BoardChoice::Edges { vertices, .. } => *vertices += 1,
        _ => {}
    }
    if !setup.names.is_empty() {
        // Of one name more than there are at least one is free.
        let free = (0..=number).map(|more| format!("v{}", number + more)).find(|name| !setup.names.contains(name));
        setup.names.extend(free);
    }
    Ok(())
}

fn remove(setup: &mut Setup, vertex: i64) -> Result<(), String> {
    let vertices = count(setup)?;
    if !(0..vertices).contains(&vertex) || vertices == 1 {
        return Err("this vertex cannot be taken out".to_owned());
    }
    let moved = |other: i64| other - i64::from(other > vertex);
    match &mut setup.board {
        BoardChoice::Adjacency(lists) => {
            lists.remove(index(vertex));
            for list in lists {
                list.retain(|&other| other != vertex);
                for other in list {
                    *other = moved(*other);
                }
            }
        }
        BoardChoice::Edges { vertices, edges } => {
            *vertices -= 1;
            edges.retain(|&(a, b)| a != vertex && b != vertex);
            for (a, b) in edges {
                (*a, *b) = (moved(*a), moved(*b));
            }
        }
        _ => {}
    }
    if index(vertex) < setup.names.len() {
        setup.names.remove(index(vertex));
    }
    Ok(())
}
