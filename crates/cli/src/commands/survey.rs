//! `catmouse survey`: finds who wins from every start, how many starts have each outcome, and which
//! starts are the hardest.

use std::io;
use std::num::NonZeroUsize;

use catmouse::answers::{SURVEY_COLUMNS, with_vertex_names};
use catmouse_document as document;

use crate::args::{self, Depth, Format, Saved};
use crate::board::{self, Loaded};
use crate::output::{Failure, Report, csv_rows, write_json};

/// The flags that choose which parts of a survey are shown.
#[derive(Clone, Copy)]
pub(crate) struct Asked {
    pub(crate) all: bool,
    pub(crate) top: usize,
    /// The number of starts of a sample; `None` for all starts.
    pub(crate) sample: Option<NonZeroUsize>,
}

/// Surveys the board.
pub(crate) fn run(
    args: &'static args::Game,
    format: Format,
    (saved, depth): (&'static Saved, &Depth),
    Asked { all, top, sample }: Asked,
) -> Result<Report, Failure> {
    let sample = sample.map(NonZeroUsize::get);
    let Loaded { solved, context, note } = board::load_for_survey(args, saved.path(), depth)?;
    solved.values().ensure_whole().map_err(|error| context.failure(error))?;
    let report = match format {
        Format::Csv => {
            // An error in the values must be reported before anything is printed.
            solved.starts(sample).map_err(|error| context.failure(error))?;
            Report::streamed(move |out| {
                let starts = solved.starts(sample).map_err(io::Error::other)?;
                let board = solved.game().board();
                let rows =
                    starts.rows().map(|row| row.map(|row| with_vertex_names(board, &SURVEY_COLUMNS, row.fields())));
                csv_rows(out, SURVEY_COLUMNS, rows)
            })
        }
        Format::Json => {
            solved.starts(sample).map_err(|error| context.failure(error))?;
            Report::streamed(move |out| {
                write_json(out, &solved.streamed_survey(top, sample).map_err(io::Error::other)?)?;
                out.write_all(b"\n")
            })
        }
        Format::Text => {
            Report::document(&document::survey(&solved, top, all, sample).map_err(|error| context.failure(error))?)
        }
    };
    Ok(report.with_note(note))
}
