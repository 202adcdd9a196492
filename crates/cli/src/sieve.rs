//! The flags `--only` and `--summary` of streams, which select the answers that are printed, or
//! count graphs of each kind.

use std::io;

use catmouse::streams::{Filter, Key, graph_line};
use catmouse_formats::Record;
use catmouse_model::counted;

use crate::args::{self, Format};
use crate::output::{Failure, Printer, json_line, write_csv};
use crate::source::Origin;

/// The filter of `--only` on answers with these keys; `None` without the flag.
pub(crate) fn only(args: &args::Sieve, keys: &'static [Key]) -> Result<Option<Filter>, Failure> {
    args.only.as_ref().map(|text| comparisons(text, keys)).transpose()
}

/// Reads a filter on answers with these keys.
pub(crate) fn comparisons(text: &str, keys: &'static [Key]) -> Result<Filter, Failure> {
    Filter::parse(text, keys).map_err(|error| {
        let message = format!("cannot use `--only`: {error}");
        Failure::plain(message, "separate comparisons with commas; all must hold".to_owned())
    })
}

/// Appends the text of a graph: its line, or its lines and a blank line after other graphs. A graph
/// that was given by its name has no text; its line of graph6 is appended if graph6 can represent
/// it.
pub(crate) fn echo(origin: &Origin, record: &Record, out: &mut Vec<u8>) {
    let line = if origin.is_named_graph { graph_line(record) } else { None };
    let text = line.as_deref().unwrap_or_else(|| record.text()).trim_matches(['\n', '\r']);
    if text.contains('\n') && record.number() > 1 {
        out.push(b'\n');
    }
    out.extend_from_slice(text.as_bytes());
    out.push(b'\n');
}

/// Prints the number of graphs of each kind, as JSON, as CSV, or as a table for people.
pub(crate) fn print(
    printer: &mut Printer<'_>,
    format: Format,
    summary: &impl serde::Serialize,
    graphs: u64,
    (columns, rows): (&[&str], Vec<Vec<String>>),
) -> io::Result<()> {
    match format {
        Format::Json => {
            let mut line = Vec::new();
            json_line(&mut line, summary);
            printer.out.write_all(&line)
        }
        Format::Csv => write_csv(printer.out, columns, &mut rows.into_iter().map(Ok)),
        Format::Text => printer.out.write_all(table(columns, &rows, graphs).as_bytes()),
    }
}

/// Formats the rows as a table for people, with numbers aligned to the right and examples to the
/// left. Empty columns are left out, unless all columns but the number and the example are empty.
fn table(columns: &[&str], rows: &[Vec<String>], graphs: u64) -> String {
    let last = columns.len() - 1;
    let mut shown: Vec<usize> = (0..=last).filter(|&column| rows.iter().any(|row| !row[column].is_empty())).collect();
    if shown.len() <= 2 {
        shown = (0..=last).collect(); // numbers and examples alone would be meaningless
    }
    let heads: Vec<String> = columns.iter().map(|column| column.replace('_', " ")).collect();
    let filled = |text: &str| if text.is_empty() { "-".to_owned() } else { text.to_owned() };
    let width = |column: usize| {
        rows.iter().map(|row| filled(&row[column]).chars().count()).chain([heads[column].len()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..=last).map(width).collect();
    let line = |cells: &[String]| {
        let cells = shown.iter().map(|&column| {
            if column == last { cells[column].clone() } else { format!("{:>1$}", cells[column], widths[column]) }
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned() + "\n"
    };
    let mut text = if rows.is_empty() { String::new() } else { line(&heads) };
    text.extend(rows.iter().map(|row| line(&row.iter().map(|cell| filled(cell)).collect::<Vec<_>>())));
    text + &counted(usize::try_from(graphs).unwrap_or(usize::MAX), "graph", "graphs") + "\n"
}
