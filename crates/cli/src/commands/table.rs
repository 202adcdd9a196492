//! `catmouse table`: every position with its outcome and distance.

use std::io;

use catmouse_arena::Values;
use catmouse_model::{Game, Outcome, Side};
use serde::Serialize;

use crate::args::{self, Format, Saved};
use crate::board::{self, Loaded, Work};
use crate::output::json::{DistanceJson, PlacesJson, VertexJson};
use crate::output::{Failure, Report};
use crate::values::{self, Held};

/// The columns of the CSV table; several cats are written one after the other, with spaces between.
const COLUMNS: [&str; 5] = ["mouse", "cat", "turn", "outcome", "distance_plies"];

/// The columns for a game: where moves have costs there is one more.
pub(crate) fn columns(game: &Game) -> Vec<&'static str> {
    let cost = game.board().has_costs().then_some("distance_cost");
    COLUMNS.into_iter().chain(cost).collect()
}

/// One line of the JSON table.
#[derive(Serialize)]
struct RowJson {
    mouse: VertexJson,
    cat: PlacesJson,
    turn: Side,
    outcome: Outcome,
    #[serde(flatten)]
    distance: DistanceJson,
}

/// Writes the table.
pub(crate) fn run(args: &args::Game, saved: &Saved) -> Result<Report, Failure> {
    let Loaded { game, note, .. } = board::load(args, Work::of(saved))?;
    let solution = values::of(&game, saved.table.as_deref(), args.max_memory)?;
    solution.ensure_whole(saved.table.as_deref())?;
    let report = match args.format {
        Format::Text => Report::streamed(move |out| {
            let mut csv = csv::Writer::from_writer(out);
            csv.write_record(columns(&game)).map_err(io_error)?;
            for row in rows(&game, &solution) {
                let row = row?;
                let shown = |distance: Option<u64>| distance.map_or_else(String::new, |distance| distance.to_string());
                let cats: Vec<String> = row.cat.into_vertices().into_iter().map(vertex_field).collect();
                let (mouse, plies) = (vertex_field(row.mouse), shown(row.distance.distance_plies));
                let cost = game.board().has_costs().then(|| shown(row.distance.distance_cost));
                let fields = [mouse, cats.join(" "), row.turn.to_string(), row.outcome.to_string(), plies];
                csv.write_record(fields.into_iter().chain(cost)).map_err(io_error)?;
            }
            csv.flush()
        }),
        Format::Json => Report::streamed(move |out| {
            for row in rows(&game, &solution) {
                serde_json::to_writer(&mut *out, &row?)?;
                out.write_all(b"\n")?;
            }
            Ok(())
        }),
    };
    Ok(report.with_note(note))
}

/// What went wrong with the writing, as the writer said it: a closed pipe must stay recognisable.
pub(crate) fn io_error(error: csv::Error) -> std::io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        kind => std::io::Error::other(format!("{kind:?}")),
    }
}

/// Every position in the order of the table: by mouse, then cat, then turn, the Mouse's first. Fails where the file that the values
/// come from was changed after it had been found whole.
fn rows(game: &Game, solution: &Held) -> impl Iterator<Item = io::Result<RowJson>> {
    let adjudication = game.adjudication();
    game.positions().map(move |id| {
        let position = game.position(id);
        let judgement = adjudication.judge(solution.value(id));
        let row = RowJson {
            mouse: VertexJson::new(game, position.mouse),
            cat: PlacesJson::new(game, &position.cats),
            turn: position.turn,
            outcome: judgement.outcome.into(),
            distance: DistanceJson::new(game, solution, id, judgement.distance),
        };
        solution.ensure_readable().map(|()| row)
    })
}

/// A vertex as the CSV table writes it: `3`, or `[2,0]` on a grid.
pub(crate) fn vertex_field(vertex: VertexJson) -> String {
    match vertex {
        VertexJson::Number(number) => number.to_string(),
        VertexJson::Cell([row, column]) => format!("[{row},{column}]"),
    }
}
