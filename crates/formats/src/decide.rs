//! Decides whether a text of a recognised format has one reading or two.

use catmouse_model::BoardChoice;

use crate::ambiguity::Ambiguity;
use crate::csv;
use crate::foreign::Foreign;
use crate::format::Format;
use crate::graph6;
use crate::metis;
use crate::nx_edges;
use crate::programs;
use crate::rows::NumberRows;
use crate::unrecognised::Unrecognised;
use crate::words::content;

/// The format of a text whose beginning looks like `format`. Refuses a text with two readings.
/// Time: linear in the text.
pub(crate) fn decide(text: &str, format: Format) -> Result<Format, Unrecognised> {
    match format {
        // Later graphs of a stream may begin with such a line, too.
        Format::Edges => Format::of_first_line(text).map_or_else(|| decide_rows(text), Ok),
        Format::Csv => decide_csv(text),
        Format::Grid if is_drawn_graph(text) => Err(Ambiguity::Drawing.into()),
        _ => Ok(format),
    }
}

/// As [`decide`], for a text whose format is known from the name of its file.
pub(crate) fn decide_named(text: &str, format: Format) -> Result<Format, Unrecognised> {
    match format {
        Format::Edges => NumberRows::of(text).decide_named(),
        Format::Csv => decide_csv(text),
        // networkx calls the files of both kinds so.
        Format::Adjlist if nx_edges::is_multiline(text) => Ok(Format::NxEdges),
        _ => Ok(format),
    }
}

/// The format of rows of numbers. In METIS, a blank line is a vertex and does not end the graph.
fn decide_rows(text: &str) -> Result<Format, Unrecognised> {
    if metis::is_graph(text) {
        let rows: Vec<&str> = content(text, Some('%')).collect();
        return NumberRows::of(&rows.join("\n")).decide_metis();
    }
    if programs::is_lgl(text) {
        return Err(Foreign::Lgl.into());
    }
    NumberRows::of(text).decide()
}

fn decide_csv(text: &str) -> Result<Format, Unrecognised> {
    use csv::Look;

    match csv::look(text) {
        Look::Header | Look::Names { is_edge: true } | Look::Odd => Ok(Format::Csv),
        Look::Matrix => Ok(Format::Matrix),
        Look::PerhapsHeader => Err(Ambiguity::CsvVertices.into()),
        Look::Names { is_edge: false } => Err(Ambiguity::CsvHeader.into()),
        Look::Bits => Err(Ambiguity::CsvBits.into()),
        Look::Numbers => match decide_rows(&csv::with_blanks(text)) {
            Ok(Format::Edges) => Ok(Format::Csv),
            _ => Err(Ambiguity::CsvRows.into()),
        },
    }
}

/// Refuses lists in brackets that were recognised as neighbours but may be edges or rows of a
/// matrix. Time: linear in their length.
pub(crate) fn in_board(board: &BoardChoice) -> Result<(), Ambiguity> {
    let lists = match board {
        BoardChoice::Adjacency(lists) => lists,
        // A list of edges in an extra pair of brackets looks like the moves of a single vertex with
        // their costs.
        BoardChoice::AdjacencyWithCosts(lists) if lists.len() == 1 && !lists[0].is_empty() => {
            return Err(Ambiguity::ListOfEdges);
        }
        _ => return Ok(()),
    };
    let vertices = i64::try_from(lists.len()).unwrap_or(i64::MAX);
    let are_all = |length: usize| lists.iter().all(|list| list.len() == length);
    let at = |row: usize, column: usize| lists.get(row).and_then(|list| list.get(column));
    let are_bits = || lists.iter().all(|list| list.iter().all(|&entry| entry == 0 || entry == 1));
    // A matrix of distances or costs is symmetric and has zeros on its diagonal.
    let is_mirrored = || {
        let is_row = |row: usize| (0..row).all(|column| at(row, column) == at(column, row));
        (0..lists.len()).all(|row| is_row(row) && at(row, row) == Some(&0))
    };
    if vertices > 0 && are_all(lists.len()) && (are_bits() || is_mirrored()) {
        return Err(Ambiguity::ListOfRows);
    }
    let number = |vertex: usize| i64::try_from(vertex).unwrap_or(i64::MAX);
    let leads_back = |from: usize, to: i64| {
        let back = usize::try_from(to).ok().and_then(|to| lists.get(to));
        back.is_some_and(|list| list.contains(&number(from)))
    };
    // Lists of edges, read as neighbours, are hardly ever symmetric and free of loops.
    let may_be_edges = (are_all(2) || are_all(3)) && lists.iter().all(|list| list.iter().all(|&entry| entry >= 0));
    let exist = lists.iter().all(|list| list.iter().all(|&entry| entry < vertices));
    let is_odd =
        |(from, list): (usize, &Vec<i64>)| list.iter().any(|&to| to == number(from) || exist && !leads_back(from, to));
    if may_be_edges && lists.iter().enumerate().any(is_odd) { Err(Ambiguity::ListOfEdges) } else { Ok(()) }
}

/// Whether every row of a drawn grid is also a line of graph6.
fn is_drawn_graph(text: &str) -> bool {
    let mut rows = content(text, None);
    rows.all(graph6::is_plausible) && ['M', 'C', 'F'].iter().all(|&piece| text.contains(piece))
}
