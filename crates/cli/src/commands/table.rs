//! `catmouse table`: every position with its outcome and distance.

use catmouse_arena::Values;
use catmouse_model::{Game, Keyword, Outcome, Side};
use serde::Serialize;

use crate::args::{self, Format, Saved};
use crate::board::{self, Loaded, Work};
use crate::output::json::VertexJson;
use crate::output::{Failure, Report};
use crate::values::{self, Held};

/// The columns of the CSV table.
pub(crate) const COLUMNS: [&str; 5] = ["mouse", "cat", "turn", "outcome", "distance_plies"];

/// One line of the JSON table.
#[derive(Serialize)]
struct RowJson {
    mouse: VertexJson,
    cat: VertexJson,
    turn: Side,
    outcome: Outcome,
    distance_plies: Option<u64>,
}

/// Writes the table.
pub(crate) fn run(args: &args::Game, saved: &Saved) -> Result<Report, Failure> {
    let Loaded { game, note, .. } = board::load(args, Work::of(saved))?;
    let solution = values::of(&game, saved.table.as_deref())?;
    solution.ensure_whole(saved.table.as_deref())?;
    let report = match args.format {
        Format::Text => Report::streamed(move |out| {
            let mut csv = csv::Writer::from_writer(out);
            csv.write_record(COLUMNS).map_err(io_error)?;
            for row in rows(&game, &solution) {
                let distance = row.distance_plies.map_or_else(String::new, |plies| plies.to_string());
                let (mouse, cat) = (vertex_field(row.mouse), vertex_field(row.cat));
                csv.write_record([&mouse, &cat, row.turn.word(), row.outcome.word(), &distance]).map_err(io_error)?;
            }
            csv.flush()
        }),
        Format::Json => Report::streamed(move |out| {
            for row in rows(&game, &solution) {
                serde_json::to_writer(&mut *out, &row)?;
                out.write_all(b"\n")?;
            }
            Ok(())
        }),
    };
    Ok(report.with_note(note))
}

/// What went wrong with the writing, as the writer said it: a closed pipe must stay recognisable.
fn io_error(error: csv::Error) -> std::io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        kind => std::io::Error::other(format!("{kind:?}")),
    }
}

/// Every position in the order of the table: by mouse, then cat, then turn, the Mouse's first.
fn rows(game: &Game, solution: &Held) -> impl Iterator<Item = RowJson> {
    let adjudication = game.adjudication();
    game.positions().map(move |id| {
        let position = game.position(id);
        let judgement = adjudication.judge(solution.value(id));
        RowJson {
            mouse: VertexJson::new(game, position.mouse),
            cat: VertexJson::new(game, position.cats[0]),
            turn: position.turn,
            outcome: judgement.outcome.into(),
            distance_plies: judgement.distance,
        }
    })
}

/// A vertex as the CSV table writes it: `3`, or `[2,0]` on a grid.
fn vertex_field(vertex: VertexJson) -> String {
    match vertex {
        VertexJson::Number(number) => number.to_string(),
        VertexJson::Cell([row, column]) => format!("[{row},{column}]"),
    }
}
