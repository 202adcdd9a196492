//! Writers: a board in any of the formats, and what each of them cannot say.

use std::fmt;

use catmouse_model::{Board, BoardChoice, RuleChoices, Setup};
use thiserror::Error;

use crate::document::Document;
use crate::format::Format;
use crate::{MAX_BYTES, dimacs, dot, edge_list, graph6, setup, sparse6};

/// Something that a document says and that the format written has no place for. The board is the same without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Loss {
    /// The names of the vertices.
    Names,
    /// How the vertices lie in a grid; their numbers are those of its free cells, row by row.
    Grid,
    /// The game, its rules and its start.
    Rules,
    /// Title, source and expectation.
    Remarks,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Names => "the names of the vertices",
            Self::Grid => "the shape of the grid",
            Self::Rules => "the rules and the start",
            Self::Remarks => "title, source and expectation",
        })
    }
}

/// Why a format cannot hold a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Unwritable {
    /// The board has costs.
    #[error("{0} has no costs")]
    Costs(Format),
    /// A vertex has an edge to itself.
    #[error("{0} has no edge from a vertex to itself")]
    Loops(Format),
    /// Some move leads one way only.
    #[error("{0} does not say which way a move leads")]
    Directions(Format),
    /// The board is no grid.
    #[error("this board is no grid")]
    NoGrid,
    /// The text would be longer than any that is read.
    #[error("{format} takes {bytes} bytes for {vertices} vertices, and no text of more than {MAX_BYTES} bytes is read")]
    TooLong {
        /// The format.
        format: Format,
        /// How many vertices there are.
        vertices: u32,
        /// How long the text would be.
        bytes: u64,
    },
}

impl Unwritable {
    /// What to do instead.
    pub fn wanted(self) -> &'static str {
        match self {
            Self::Costs(_) => "write edges, dot, dimacs, leetcode or setup, which have costs",
            Self::Loops(_) => "write digraph6, sparse6, edges, dot, dimacs or setup",
            Self::Directions(_) => "write digraph6, edges, dot, dimacs or setup",
            Self::NoGrid => "only what has been a grid can be written as one",
            Self::TooLong { .. } => "write sparse6, edges, dot or dimacs, which take room for edges alone",
        }
    }
}

/// Writes a board in a format, with a line end behind it. `board` is the document's own, as
/// [`plan_board`](catmouse_model::Setup::plan_board) gives it. Returns what the format leaves out.
///
/// A board that is the same both ways is written undirected, whatever the document says; others as arcs. Graphs with
/// one-way moves become digraph6 where graph6 is asked for. Time and memory: linear in the text that is written.
///
/// # Errors
///
/// Where the format cannot hold the board. Nothing is written then.
///
/// ```
/// use catmouse_formats::{Format, read, write};
///
/// let document = read("[[1,2],[0,2],[0,1]]", Format::Leetcode)?;
/// let board = document.setup.plan_board()?;
/// let mut text = String::new();
/// assert_eq!(write(&mut text, &document, &board, Format::Graph6)?, []);
/// assert_eq!(text, "Bw\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(
    out: &mut String,
    document: &Document<'_>,
    board: &Board,
    format: Format,
) -> Result<Vec<Loss>, Unwritable> {
    let setup = &document.setup;
    let mut moves: Vec<(u32, u32, u32)> =
        board.arcs().map(|(from, to, cost)| (from.number(), to.number(), cost)).collect();
    let is_directed = !is_symmetric(board.vertices(), &moves);
    let has_loops = moves.iter().any(|(from, to, _)| from == to);
    let format = if format == Format::Graph6 && is_directed { Format::Digraph6 } else { format };
    let is_matrix = matches!(format, Format::Graph6 | Format::Digraph6);
    let bytes = graph6::length(format, board.vertices());
    if is_matrix && bytes > MAX_BYTES as u64 {
        return Err(Unwritable::TooLong { format, vertices: board.vertices(), bytes });
    }
    if board.has_costs() && (is_matrix || format == Format::Sparse6) {
        return Err(Unwritable::Costs(format));
    }
    if has_loops && format == Format::Graph6 {
        return Err(Unwritable::Loops(format));
    }
    if is_directed && matches!(format, Format::Sparse6 | Format::Leetcode) {
        return Err(Unwritable::Directions(format));
    }
    if !is_directed && !is_matrix && format != Format::Leetcode {
        moves.retain(|(from, to, _)| from <= to);
    }
    match (format, &setup.board) {
        (Format::Setup, _) => setup::write(out, document),
        (Format::Grid, BoardChoice::Grid(rows)) => out.extend(rows.iter().flat_map(|row| [row, "\n"])),
        (Format::Grid, _) => return Err(Unwritable::NoGrid),
        (Format::Leetcode, BoardChoice::Grid(rows)) => {
            let quoted: Vec<String> = rows.iter().map(|row| format!("\"{row}\"")).collect();
            *out += &format!("[{}]\n", quoted.join(","));
        }
        (Format::Leetcode, _) => write_lists(out, board, &moves),
        (Format::Graph6 | Format::Digraph6, _) => graph6::write(out, format, board.vertices(), &moves),
        (Format::Sparse6, _) => sparse6::write(out, board.vertices(), &moves),
        (Format::Edges, _) => edge_list::write(out, board, &moves, is_directed),
        (Format::Dimacs, _) => dimacs::write(out, board, &moves, is_directed),
        (Format::Dot, _) => dot::write(out, board, &moves, is_directed),
    }
    Ok(losses(document, format))
}

/// Whether every move can be made the other way at the same cost. They are ordered, as a board lists its arcs. Time: linear.
fn is_symmetric(vertices: u32, moves: &[(u32, u32, u32)]) -> bool {
    // Taken in order, the moves into a vertex, turned around, must be the moves out of it, in order.
    let mut next: Vec<usize> = (0..vertices).map(|vertex| moves.partition_point(|&(from, ..)| from < vertex)).collect();
    moves.iter().all(|&(from, to, cost)| {
        let place = next[to as usize];
        next[to as usize] += 1;
        moves.get(place) == Some(&(to, from, cost))
    })
}

/// Lists of neighbours, one for each vertex. The moves are ordered.
fn write_lists(out: &mut String, board: &Board, moves: &[(u32, u32, u32)]) {
    let neighbour = |&(_, to, cost): &(u32, u32, u32)| {
        if board.has_costs() { format!("[{to},{cost}]") } else { to.to_string() }
    };
    let mut lists = moves.chunk_by(|a, b| a.0 == b.0).peekable();
    let list = |vertex| {
        let own = lists.next_if(|list| list.first().is_some_and(|&(from, _, _)| from == vertex)).unwrap_or_default();
        format!("[{}]", own.iter().map(neighbour).collect::<Vec<_>>().join(","))
    };
    let lists: Vec<String> = (0..board.vertices()).map(list).collect();
    *out += &format!("[{}]\n", lists.join(","));
}

/// What a document says and the format does not.
fn losses(document: &Document<'_>, format: Format) -> Vec<Loss> {
    if format == Format::Setup {
        return Vec::new();
    }
    let Setup { board, names, preset, rules, mouse, cats, first } = &document.setup;
    let is_grid = matches!(board, BoardChoice::Grid(_));
    let keeps_grid = matches!(format, Format::Grid | Format::Leetcode);
    let rules = RuleChoices { directed: None, ..rules.clone() };
    let has_rules = preset.is_some() || mouse.is_some() || cats.is_some() || first.is_some();
    let said = [
        (Loss::Names, !names.is_empty() && format != Format::Dot),
        (Loss::Grid, is_grid && !keeps_grid),
        (Loss::Rules, has_rules || rules != RuleChoices::default()),
        (Loss::Remarks, document.title.is_some() || document.source.is_some() || document.expect.is_some()),
    ];
    said.into_iter().filter(|&(_, is_said)| is_said).map(|(loss, _)| loss).collect()
}
