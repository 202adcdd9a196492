//! `catmouse draw`: a picture of the board, the line, all starts or the distances, as SVG.

use std::path::Path;

use catmouse_picture::Scene;

use crate::args::{self, Saved, What};
use crate::board::{self, Loaded};
use crate::output::{Failure, Report};

/// Draws the start, or wherever `--from` says, to standard output or into a file.
pub(crate) fn run(
    args: &'static args::Game,
    saved: &'static Saved,
    what: What,
    file: Option<&Path>,
) -> Result<Report, Failure> {
    let Loaded { solved, context, note } = board::solved(args, saved.path())?;
    let start = solved.start();
    let explanation = || solved.explanation(&start);
    let scene = Scene { game: solved.game(), values: solved.values(), start: start.opening.id, title: solved.title() };
    let picture = match what {
        What::Board => scene.board(),
        What::Line => scene.line(&explanation()),
        What::Survey => scene.survey(),
        What::Curve => scene.curve(&explanation()),
    };
    solved.values().ensure_intact().map_err(|error| context.failure(error))?;
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
