//! `catmouse explain`: optimal play with the reason for every move.

use std::path::Path;

use catmouse::SymmetryAnswer;
use catmouse_explain::prose;

use crate::args::{self, Asked, ExplainFormat, Saved};
use crate::board::{self, Loaded};
use crate::file;
use crate::output::explanation::{Detail, Page};
use crate::output::text::{header, unbroken};
use crate::output::{Failure, Report};

/// What is written besides, or instead.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Files<'a> {
    /// What proves the outcome.
    pub(crate) proof: Option<&'a Path>,
    /// The explanation as a page.
    pub(crate) page: Option<&'a Path>,
}

/// Explains the start, or wherever `--from` and `--after` say; and writes the proof of its outcome.
pub(crate) fn run(
    args: &'static args::Game,
    wanted: ExplainFormat,
    saved: &'static Saved,
    files: Files<'_>,
    asked: &Asked,
) -> Result<Report, Failure> {
    if wanted == ExplainFormat::Dot && !asked.strategy {
        return Err(Failure::plain(
            "`--format dot` draws a strategy, and `--strategy` is not given".to_owned(),
            "add `--strategy`, or use `catmouse draw` for pictures of the board".to_owned(),
        ));
    }
    let Loaded { solved, context, note } = board::load(args, saved.path())?;
    let game = solved.game();
    let after = asked.after.as_deref().unwrap_or_default();
    let played = solved.read_moves(after).map_err(|error| context.failure_in(error, "--after", after))?;
    let (start, adjudication) = solved.start_after(&played);
    if let Some(why) = &asked.why {
        let answer = solved.why(after, why).map_err(|error| context.failure_in(error, "--why", why))?;
        let report = match wanted {
            ExplainFormat::Json => Report::json(&answer),
            ExplainFormat::Text | ExplainFormat::Dot => {
                let text = unbroken(&answer.text, 0);
                Report::text(format!("{}\n{text}\n", header(game, solved.title(), &start.opening.position)))
            }
        };
        return Ok(report.with_note(note));
    }
    if let Some(path) = files.proof {
        board::save_certificate(args, &solved, (start.opening.id, &adjudication), path, &context)?;
    }
    if let Some(path) = files.page {
        let page = solved.page(&start, &adjudication).map_err(|error| context.failure(error))?.html();
        solved.values().ensure_intact().map_err(|error| context.failure(error))?;
        file::save(path, "page", &page)?;
        return Ok(Report::text(String::new()).with_note(note));
    }
    let failed = |error| context.failure(error);
    let report = if wanted == ExplainFormat::Json {
        if asked.strategy {
            Report::json(&solved.strategies_from(&start, &adjudication).map_err(failed)?)
        } else {
            Report::json(&solved.explain_from(&start, &adjudication).map_err(failed)?)
        }
    } else {
        let explanation = solved.explanation_from(&start, &adjudication);
        let page = || Page {
            game,
            title: solved.title(),
            opening: &start.opening,
            rounds: start.capture_time(),
            symmetry: SymmetryAnswer::new(game, &start),
            explanation: &explanation,
        };
        if asked.strategy {
            let strategies = solved.strategies_of(&explanation).map_err(failed)?;
            match wanted {
                ExplainFormat::Dot => {
                    let dot = prose::strategy_dot(&strategies, game);
                    Report::streamed(move |out| out.write_all(dot.as_bytes()))
                }
                _ => Report::text(page().strategies(&strategies)),
            }
        } else {
            let detail = if asked.full { Detail::Full } else { Detail::Folded };
            Report::text(page().text(solved.values(), &solved.story(&explanation), detail))
        }
    };
    solved.values().ensure_intact().map_err(|error| context.failure(error))?;
    Ok(report.with_note(note))
}
