//! `catmouse table`: writes every position with its outcome and distance.

use std::io;

use catmouse::answers::{TABLE_COLUMNS, with_vertex_names};

use crate::args::{self, Depth, Format, Saved};
use crate::board::{self, Loaded};
use crate::output::{Failure, Report, csv_rows, write_json};

/// Writes the table.
pub(crate) fn run(
    args: &'static args::Game,
    format: Format,
    saved: &'static Saved,
    depth: &Depth,
) -> Result<Report, Failure> {
    let work = board::work_or_lookup(saved, depth).for_every_start();
    let Loaded { solved, context, note } = board::load_for(args, board::open(args)?, saved.path(), work)?;
    solved.values().ensure_whole().map_err(|error| context.failure(error))?;
    let report = match format {
        Format::Csv => Report::streamed(move |out| {
            let board = solved.game().board();
            let fields = |row: catmouse::answers::TableRow| with_vertex_names(board, &TABLE_COLUMNS, row.fields());
            csv_rows(out, TABLE_COLUMNS, solved.table().map(|row| row.map(fields)))
        }),
        Format::Json => Report::streamed(move |out| {
            for row in solved.table() {
                write_json(out, &row.map_err(io::Error::other)?)?;
                out.write_all(b"\n")?;
            }
            Ok(())
        }),
        Format::Text => Report::streamed(move |out| {
            let game = solved.game();
            for (id, row) in game.position_ids().zip(solved.table()) {
                let row = row.map_err(io::Error::other)?;
                let distance = match (row.distance.distance_cost, row.distance.distance_plies) {
                    (Some(cost), _) => format!(" at cost {cost}"),
                    (None, Some(plies)) => format!(" in {plies}"),
                    (None, None) => String::new(),
                };
                writeln!(out, "{}  {}{distance}", game.notation(&game.position(id)), row.outcome)?;
            }
            Ok(())
        }),
    };
    let start = [
        ("mouse", args.rules.mouse.is_some()),
        ("cat", !args.rules.cat.is_empty()),
        ("first", args.rules.first.is_some()),
        ("from", args.rules.from.is_some()),
    ];
    Ok(report.with_note(board::start_without_effect(note, &start, "a table has every position")))
}
