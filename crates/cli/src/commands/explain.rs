//! `catmouse explain`: optimal play with the reason for every move.

use std::path::Path;

use catmouse::{Start, SymmetryAnswer};
use catmouse_explain::prose;
use catmouse_model::Opening;

use crate::args::{self, Asked, ExplainFormat, Format, Saved};
use crate::board::{self, Loaded};
use crate::commands::why;
use crate::output::explanation::{Detail, Page};
use crate::output::{Failure, Report};
use crate::played::{Here, play};

/// Explains the start, or wherever `--from` and `--after` say; and writes the proof of its outcome.
pub(crate) fn run(
    args: &'static args::Game,
    wanted: ExplainFormat,
    saved: &'static Saved,
    proof: Option<&Path>,
    asked: &Asked,
) -> Result<Report, Failure> {
    let format = match wanted.undrawn() {
        Some(format) => format,
        None if asked.strategy => Format::Text,
        None => {
            return Err(Failure::plain(
                "`--format dot` draws a strategy, and `--strategy` is not given".to_owned(),
                "add `--strategy`, or use `catmouse draw` for pictures of the board".to_owned(),
            ));
        }
    };
    let Loaded { solved, context, note } = board::solved(args, saved.path())?;
    let (game, start) = (solved.game(), solved.start());
    let first = Here { position: start.opening.id, agreed: game.adjudication() };
    let (played, here) = play(game, first, asked.after.as_deref().unwrap_or_default())?;
    if let Some(why) = &asked.why {
        let report = why::answer(game, solved.values(), solved.title(), here, why, format)?;
        solved.values().ensure_intact().map_err(|error| context.failure(error))?;
        return Ok(report.with_note(note));
    }
    let start = if played.is_empty() {
        start
    } else {
        // Once moves are made nobody places anything.
        let opening = Opening { position: game.position(here.position), id: here.position, cats: None, mouse: None };
        Start::of(game, solved.values(), opening, &here.agreed)
    };
    if let Some(path) = proof {
        let proof = solved.certificate_from(here.position, &here.agreed).map_err(|error| context.failure(error))?;
        catmouse_store::save_certificate(path, game, &proof).map_err(|error| {
            Failure::plain(
                format!("cannot write the certificate to `{}`: {error}", path.display()),
                "name a file in a folder that can be written to".to_owned(),
            )
        })?;
    }
    let report = match format {
        _ if asked.strategy => {
            let explanation = solved.explanation_under(&start, &here.agreed);
            let failed = |error| context.failure(error);
            match wanted {
                ExplainFormat::Json => Report::json(&solved.strategies_from(&start, &here.agreed).map_err(failed)?),
                ExplainFormat::Dot => {
                    let dot = prose::strategy_dot(&solved.told_strategies(&explanation).map_err(failed)?, game);
                    Report::streamed(move |out| out.write_all(dot.as_bytes()))
                }
                ExplainFormat::Text => {
                    let strategies = solved.told_strategies(&explanation).map_err(failed)?;
                    let (rounds, symmetry) = (start.capture_time(game), SymmetryAnswer::new(game, &start));
                    let page = Page {
                        game,
                        title: solved.title(),
                        opening: &start.opening,
                        rounds,
                        symmetry,
                        explanation: &explanation,
                    };
                    Report::text(page.strategies(&strategies))
                }
            }
        }
        Format::Json => {
            Report::json(&solved.explain_from(&start, &here.agreed).map_err(|error| context.failure(error))?)
        }
        Format::Text | Format::Csv => {
            let explanation = solved.explanation_under(&start, &here.agreed);
            let claims = solved.story(&explanation);
            let detail = if asked.full { Detail::Full } else { Detail::Folded };
            let (rounds, symmetry) = (start.capture_time(game), SymmetryAnswer::new(game, &start));
            let page = Page {
                game,
                title: solved.title(),
                opening: &start.opening,
                rounds,
                symmetry,
                explanation: &explanation,
            };
            Report::text(page.text(solved.values(), &claims, detail))
        }
    };
    solved.values().ensure_intact().map_err(|error| context.failure(error))?;
    Ok(report.with_note(note))
}
