//! `catmouse draw`: a picture of the board, the line, all starts or the distances, as SVG.

use std::path::Path;

use catmouse_explain::explain;
use catmouse_picture::Scene;

use crate::args::{self, Saved, What};
use crate::board::{self, Loaded, Work};
use crate::output::{Failure, Report};
use crate::values;

/// Draws the start, or wherever `--from` says, to standard output or into a file.
pub(crate) fn run(args: &args::Game, saved: &Saved, what: What, file: Option<&Path>) -> Result<Report, Failure> {
    let Loaded { game, title, note, .. } = board::load(args, Work::of(saved))?;
    let solution = values::of(&game, saved.table.as_deref(), args.max_memory)?;
    if what == What::Survey {
        solution.ensure_whole(saved.table.as_deref())?;
    }
    let start = game.opening(&solution).id;
    let told = || explain(game.arena(), &game, &solution, &game.adjudication(), start);
    let scene = Scene { game: &game, values: &solution, start, title: title.as_deref() };
    let picture = match what {
        What::Board => scene.board(),
        What::Line => scene.line(&told()),
        What::Survey => scene.survey(),
        What::Curve => scene.curve(&told()),
    };
    solution.ensure_intact(saved.table.as_deref())?;
    let Some(file) = file else {
        return Ok(Report::streamed(move |out| out.write_all(picture.as_bytes())).with_note(note));
    };
    catmouse_store::save_text(file, &picture).map_err(|error| {
        Failure::plain(
            format!("cannot write the picture to `{}`: {error}", file.display()),
            "name a file in a folder that can be written to".to_owned(),
        )
    })?;
    Ok(Report::text(String::new()).with_note(note))
}
