//! `catmouse survey`: finds who wins from every start, how many starts have each outcome, and which
//! starts are the hardest.

use std::io;
use std::num::NonZeroUsize;

use catmouse::answers::{SURVEY_COLUMNS, SurveyScope, with_vertex_names};
use catmouse_document as document;

use crate::args::{self, Depth, Format, Saved};
use crate::board::{self, Loaded, Opened};
use crate::output::text::{BOLD, paint};
use crate::output::{Failure, Report, csv_rows, note, write_json};
use crate::several;

/// How many of the hardest starts of each kind are listed by default.
pub(crate) const HARDEST: usize = 3;

/// The flags that choose which parts of a survey are shown.
#[derive(Clone, Copy)]
pub(crate) struct Asked {
    pub(crate) all: bool,
    pub(crate) top: Option<usize>,
    /// The number of starts of a sample; `None` for all starts.
    pub(crate) sample: Option<NonZeroUsize>,
}

/// Surveys the board, or all boards of a folder.
pub(crate) fn run(
    args: &'static args::Game,
    format: Format,
    (saved, depth): (&'static Saved, &Depth),
    asked: Asked,
) -> Result<Report, Failure> {
    let flags: Vec<&str> = [("--table", saved.path().is_some()), ("--format csv", format == Format::Csv)]
        .into_iter()
        .filter_map(|(flag, is_given)| is_given.then_some(flag))
        .collect();
    let Some(boards) = several::boards_of_folder(args, &flags)? else {
        return one(args, board::open(args)?, format, (saved, depth), asked);
    };
    let mut text = String::new();
    for opened in boards {
        let name = opened.context.origin.name.clone();
        let (survey, rest) = one(args, opened, format, (saved, depth), asked)?.into_text().map_err(|error| {
            Failure::plain(format!("cannot survey `{}`: {error}", name.escape_debug()), String::new())
        })?;
        if let Some(said) = rest.into_note() {
            note(&format!("`{}`: {said}", name.escape_debug()));
        }
        if format == Format::Text {
            let gap = if text.is_empty() { "" } else { "\n" };
            text += &format!("{gap}{}\n\n", paint(&name, BOLD));
        }
        text += &survey;
    }
    Ok(Report::text(text))
}

/// Surveys one board.
fn one(
    args: &'static args::Game,
    opened: Opened,
    format: Format,
    (saved, depth): (&'static Saved, &Depth),
    Asked { all, top, sample }: Asked,
) -> Result<Report, Failure> {
    if format == Format::Csv && top.is_some() {
        let message = "`--top` is about the hardest starts, and CSV has every start".to_owned();
        return Err(Failure::plain(message, "leave it out, or use `--format text` or `json`".to_owned()));
    }
    let top = top.unwrap_or(HARDEST);
    let sample = sample.map(NonZeroUsize::get);
    let work = board::work_or_lookup(saved, depth).for_every_start();
    let Loaded { solved, context, note } = board::load_for(args, opened, saved.path(), work)?;
    solved.values().ensure_whole().map_err(|error| context.failure(error))?;
    let scope = sample.map_or(SurveyScope::All, SurveyScope::Sample);
    let note = match format {
        Format::Csv => {
            let start = [("mouse", args.rules.mouse.is_some()), ("cat", !args.rules.cat.is_empty())];
            board::start_without_effect(note, &start, "CSV has every start")
        }
        _ => note,
    };
    let report = match format {
        Format::Csv => {
            // An error in the values must be reported before anything is printed.
            solved.survey(top, scope).map_err(|error| context.failure(error))?;
            Report::streamed(move |out| {
                let (board, starts) = (solved.game().board(), solved.survey(top, scope).map_err(io::Error::other)?);
                let rows =
                    starts.rows().map(|row| row.map(|row| with_vertex_names(board, &SURVEY_COLUMNS, row.fields())));
                csv_rows(out, SURVEY_COLUMNS, rows)
            })
        }
        Format::Json => {
            solved.survey(top, scope).map_err(|error| context.failure(error))?;
            Report::streamed(move |out| {
                write_json(out, &solved.survey(top, scope).map_err(io::Error::other)?.streamed())?;
                out.write_all(b"\n")
            })
        }
        Format::Text => {
            Report::document(&document::survey(&solved, top, all, sample).map_err(|error| context.failure(error))?)
        }
    };
    Ok(report.with_note(note))
}
