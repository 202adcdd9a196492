//! Writes a board in any of the formats, and reports what each format cannot express.

use std::fmt;

use catmouse_model::{Board, BoardChoice, RuleChoices, Setup, Vertex};
use thiserror::Error;

use crate::board_text::BoardText;
use crate::decide;
use crate::format::Format;
use crate::graph::is_symmetric;
use crate::labels::has_nameless;
use crate::problem::quoted;
use crate::stream::{SNIFFED, recognised};
use crate::{
    adjlist, colon_lists, csv, dimacs, dot, edge_list, gml, graph6, graphml, lists, longest, matrix, mtx, multicode,
    node_link, nx_edges, setup, sparse6,
};

/// A part of a document that the written format omits. The board itself is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Loss {
    /// The names of the vertices.
    Names,
    /// The fact that some vertices have no names while others have names. The format writes their
    /// numbers, such as `_4`.
    Nameless,
    /// The grid. The free cells become vertices, numbered row by row.
    Grid,
    /// The kinds of edges.
    Kinds,
    /// The game, its rules and its start.
    Rules,
    /// The title, the source and the expectation.
    Remarks,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Names => "the names of the vertices",
            Self::Nameless => "vertices without names among named ones",
            Self::Grid => "the shape of the grid",
            Self::Kinds => "the kinds of edges",
            Self::Rules => "the rules and the start",
            Self::Remarks => "title, source and expectation",
        })
    }
}

impl Loss {
    /// The phrase between the loss and the number of graphs: `left out of` them.
    pub fn instead(self) -> &'static str {
        match self {
            Self::Nameless => "called by their numbers, as in _4, in",
            Self::Names | Self::Grid | Self::Kinds | Self::Rules | Self::Remarks => "left out of",
        }
    }
}

/// Why a format cannot hold a board.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unwritable {
    /// The board has costs.
    #[error("{0} has no costs")]
    Costs(Format),
    /// A vertex has an edge to itself.
    #[error("{0} has no edge from a vertex to itself")]
    Loops(Format),
    /// A move has no reverse.
    #[error("{0} does not say which way a move leads")]
    Directions(Format),
    /// A vertex has no edge.
    #[error("{0} has no vertices without edges")]
    Lone(Format),
    /// The board has no vertices.
    #[error("{0} has no boards without vertices")]
    Empty(Format),
    /// Two moves have the same direction and different costs.
    #[error("{0} has one cost for each move, but two moves lead the same way at different costs")]
    Parallel(Format),
    /// There are more vertices than the format can count.
    #[error("{format} counts to {most}, and there are {vertices} vertices")]
    TooMany {
        /// The format.
        format: Format,
        /// The number of vertices.
        vertices: u32,
        /// The greatest number of vertices in the format.
        most: u32,
    },
    /// The format is only read.
    #[error("{0} can be read but not written")]
    OnlyRead(Format),
    /// The board is not a grid.
    #[error("this board is not a grid")]
    NoGrid,
    /// A name has a character that the format cannot express.
    #[error("{format} has no character U+{:04X}, and a vertex is called {name}", u32::from(*letter))]
    Name {
        /// The format.
        format: Format,
        /// The name, in quotes and with escapes.
        name: String,
        /// The character.
        letter: char,
    },
    /// Reading the text would not give this board, unless the user names the format.
    #[error("{0} would not be read as this board again: {1}")]
    Ambiguous(Format, &'static str),
    /// A name ends in a backslash that would escape the closing quote.
    #[error("{0} has no names that end in an odd number of backslashes, and a vertex is called {1}")]
    Backslash(Format, String),
    /// The text would be too long to read again.
    #[error("{format} takes {bytes} bytes for {vertices} vertices, and no text of more than {most} bytes is read")]
    TooLong {
        /// The format.
        format: Format,
        /// The number of vertices.
        vertices: u32,
        /// The length of the text in bytes.
        bytes: u64,
        /// The greatest length of a text in this format.
        most: u64,
    },
}

impl Unwritable {
    /// The remedy.
    pub fn wanted(&self) -> &'static str {
        match self {
            Self::Costs(_) => {
                "write edges, csv, node-link, graphml, gml, dot, dimacs, mtx, leetcode or setup, which have costs"
            }
            Self::Loops(_) => {
                "write digraph6, sparse6, edges, csv, node-link, graphml, gml, dot, dimacs, matrix or setup"
            }
            Self::Directions(_) => "write digraph6, edges, csv, node-link, graphml, gml, dot, dimacs, matrix or setup",
            Self::Ambiguous(..) | Self::OnlyRead(_) => {
                "write edges, csv, node-link, graphml, gml, dot, dimacs, mtx or setup"
            }
            Self::Lone(_) | Self::Empty(_) => "write edges, node-link, graphml, gml, dot or setup, which list vertices",
            Self::Parallel(_) => "write edges, node-link, graphml, gml, dot or setup",
            Self::TooMany { .. } => "write sparse6, edges, dot or dimacs",
            Self::NoGrid => "write another format",
            Self::Name { .. } | Self::Backslash(..) => "call it something else, or write another format",
            Self::TooLong { .. } => "write sparse6, edges, dot or dimacs, which take room for edges alone",
        }
    }
}

/// Writes a board in a format, followed by a line end. `board` must be the board of the document,
/// from [`plan_board`](catmouse_model::Setup::plan_board). Returns the parts that the format omits.
///
/// A symmetric board is written as undirected, even if the document is directed. Any other board is
/// written as arcs; for arcs, digraph6 replaces graph6. Time and memory: linear in the written
/// text.
///
/// # Errors
///
/// [`Unwritable`] if the format cannot express the board. Then nothing is written.
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
    document: &BoardText<'_>,
    board: &Board,
    format: Format,
) -> Result<Vec<Loss>, Unwritable> {
    let setup = &document.setup;
    let mut moves: Vec<(u32, u32, u32)> =
        board.arcs().map(|(from, to, cost)| (from.number(), to.number(), cost)).collect();
    let is_directed = !is_symmetric(board.vertices(), &moves) || !board.has_kinds_both_ways();
    let format = if format == Format::Graph6 && is_directed { Format::Digraph6 } else { format };
    let is_matrix = matches!(format, Format::Graph6 | Format::Digraph6 | Format::Matrix);
    let vertices = u64::from(board.vertices());
    let bytes =
        if format == Format::Matrix { 2 * vertices * vertices } else { graph6::length(format, board.vertices()) };
    let most = longest(format) as u64;
    let too_long = |bytes| Unwritable::TooLong { format, vertices: board.vertices(), bytes, most };
    if is_matrix && bytes > most {
        return Err(too_long(bytes));
    }
    let lists_both_ways = matches!(format, Format::Leetcode | Format::Hog | Format::Showg);
    refuse(format, board, &moves, is_directed)?;
    if !is_directed && !is_matrix && !lists_both_ways {
        moves.retain(|(from, to, _)| from <= to);
    }
    let mut keeps_names = holds_names(format);
    let start = out.len();
    match (format, &setup.board) {
        (Format::Setup, _) => setup::write(out, document),
        (Format::Grid, _) => {
            let rows = setup.drawn_alone().ok_or(Unwritable::NoGrid)?;
            out.extend(rows.into_iter().map(|row| row + "\n"));
        }
        (Format::Leetcode, BoardChoice::Grid(rows)) if setup.thin_walls.is_empty() => {
            let quoted: Vec<String> = rows.iter().map(|row| format!("\"{row}\"")).collect();
            *out += &format!("[{}]\n", quoted.join(","));
        }
        (Format::Leetcode, _) => write_lists(out, board, &moves),
        (Format::Edges, _) => keeps_names = !edge_list::write(out, board, (&moves, is_directed), recognised),
        _ if cfg!(feature = "writers") => write_other(out, document, board, format, (&moves, is_directed))?,
        (_, _) => return Err(Unwritable::OnlyRead(format)),
    }
    if let Some(line) = format.first_line()
        && recognised(&out[start..]) != Some(format)
    {
        out.insert_str(start, line);
    }
    // Only lists in which a vertex is its own neighbour can be ambiguous.
    if format == Format::Leetcode
        && moves.iter().any(|(from, to, _)| from == to)
        && let Ok((lists, _)) = lists::read(&out[start..], 0)
        && let Err(ambiguity) = decide::in_board(&lists)
    {
        out.truncate(start);
        return Err(Unwritable::Ambiguous(format, ambiguity.message()));
    }
    let bytes = (out.len() - start) as u64;
    if bytes > most {
        out.truncate(start);
        return Err(too_long(bytes));
    }
    Ok(losses(document, board, format, keeps_names))
}

/// Writes a board in a format that other programs have brought. The moves are sorted.
fn write_other(
    out: &mut String,
    document: &BoardText<'_>,
    board: &Board,
    format: Format,
    (moves, is_directed): (&[(u32, u32, u32)], bool),
) -> Result<(), Unwritable> {
    match format {
        Format::Graph6 | Format::Digraph6 => graph6::write(out, format, board.vertices(), moves),
        Format::Sparse6 => sparse6::write(out, board.vertices(), moves),
        Format::Dimacs => dimacs::write(out, board, moves, is_directed),
        Format::Dot => dot::write(out, board, moves, is_directed),
        Format::Matrix => matrix::write(out, board.vertices(), moves),
        Format::Mtx => mtx::write(out, board, moves, is_directed),
        Format::Adjlist => adjlist::write(out, board, moves),
        Format::NxEdges => nx_edges::write(out, board, moves),
        Format::NodeLink => node_link::write(out, board, moves, is_directed),
        Format::Graphml => graphml::write(out, board, moves, is_directed),
        Format::Gml => gml::write(out, board, moves, is_directed),
        Format::Showg => colon_lists::write_showg(out, document.number, board, moves),
        Format::Hog => colon_lists::write_hog(out, board, moves),
        Format::Multicode => multicode::write(out, board.vertices(), moves),
        Format::Csv => csv::write(out, board, moves, is_directed),
        _ => return Err(Unwritable::OnlyRead(format)),
    }
    Ok(())
}

/// The separator before one of several graphs; [`write()`] has written `text`, the graph itself. It
/// is a blank line in formats in which the beginning of a graph cannot be recognised. It is a
/// header before the first graph if the graphs may look like the rows of a drawn grid, or if the
/// first graph is too long to be recognised by its beginning. Otherwise it is empty.
pub fn lead_in(format: Format, text: &str, is_first: bool) -> &'static str {
    let is_drawn = || text.chars().all(|c| "MCFT\n".contains(c));
    match format {
        Format::Edges | Format::Matrix | Format::Hog if !is_first => "\n",
        Format::Graph6 if is_first && !text.starts_with('&') && (text.len() > SNIFFED || is_drawn()) => ">>graph6<<",
        _ => "",
    }
}

/// Refuses a board that a format cannot express. The moves must be sorted.
fn refuse(format: Format, board: &Board, moves: &[(u32, u32, u32)], is_directed: bool) -> Result<(), Unwritable> {
    use Format::{
        Adjlist, Csv, Digraph6, Dimacs, Dot, Graph6, Graphml, Hog, Leetcode, Matrix, Mtx, Multicode, NxEdges, Showg,
        Sparse6,
    };

    /// The greatest number in two bytes.
    const MOST: u32 = 65_535;
    let vertices = board.vertices();
    if board.has_costs() && matches!(format, Graph6 | Digraph6 | Sparse6 | Matrix | Adjlist | Showg | Hog | Multicode) {
        return Err(Unwritable::Costs(format));
    }
    if matches!(format, Graph6 | Multicode) && moves.iter().any(|(from, to, _)| from == to) {
        return Err(Unwritable::Loops(format));
    }
    if is_directed && matches!(format, Sparse6 | Leetcode | Adjlist | NxEdges | Showg | Hog | Multicode) {
        return Err(Unwritable::Directions(format));
    }
    if vertices == 0 && matches!(format, Matrix | Adjlist | NxEdges | Hog | Multicode) {
        return Err(Unwritable::Empty(format));
    }
    if matches!(format, NxEdges | Csv) && edge_list::has_lone_vertex(vertices, moves) {
        return Err(Unwritable::Lone(format));
    }
    if matches!(format, Mtx | Csv | NxEdges | Dimacs)
        && moves.windows(2).any(|two| (two[0].0, two[0].1) == (two[1].0, two[1].1))
    {
        return Err(Unwritable::Parallel(format));
    }
    if format == Multicode && vertices > MOST {
        return Err(Unwritable::TooMany { format, vertices, most: MOST });
    }
    if format == Dot {
        let mut names = (0..vertices).filter_map(|vertex| board.name(Vertex::new(vertex)));
        if let Some(name) = names.find(|name| dot::is_unwritable(name)) {
            return Err(Unwritable::Backslash(format, quoted(name)));
        }
    }
    if format == Graphml {
        let mut names = (0..vertices).filter_map(|vertex| board.name(Vertex::new(vertex)));
        if let Some((name, letter)) = names.find_map(|name| Some((name, graphml::unwritable(name)?))) {
            return Err(Unwritable::Name { format, name: quoted(name), letter });
        }
    }
    Ok(())
}

/// Whether a format has names for vertices.
fn holds_names(format: Format) -> bool {
    use Format::{Adjlist, Csv, Dot, Gml, Graphml, NodeLink, NxEdges, Setup};

    matches!(format, Setup | Dot | Adjlist | NxEdges | NodeLink | Graphml | Gml | Csv)
}

/// Writes lists of neighbours, one for each vertex. The moves are sorted.
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

/// The parts of a document that a format omits.
fn losses(document: &BoardText<'_>, board: &Board, format: Format, keeps_names: bool) -> Vec<Loss> {
    if format == Format::Setup {
        return Vec::new();
    }
    let Setup { board: choice, names, captions: _, preset, rules, mouse, cats, first, thin_walls } = &document.setup;
    let is_grid = matches!(choice, BoardChoice::Grid(_));
    let keeps_grid = format == Format::Grid || format == Format::Leetcode && thin_walls.is_empty();
    let rules = RuleChoices { directed: None, ..rules.clone() };
    let has_rules = preset.is_some() || mouse.is_some() || cats.is_some() || first.is_some();
    let candidates = [
        (Loss::Names, !names.is_empty() && !keeps_names),
        (Loss::Nameless, !names.is_empty() && keeps_names && has_nameless(board)),
        (Loss::Grid, is_grid && !keeps_grid),
        (Loss::Kinds, !board.kinds().is_empty() && format != Format::Edges),
        (Loss::Rules, has_rules || rules != RuleChoices::default()),
        (Loss::Remarks, document.title.is_some() || document.source.is_some() || document.expect.is_some()),
    ];
    candidates.into_iter().filter(|&(_, applies)| applies).map(|(loss, _)| loss).collect()
}
