//! `catmouse explain`: prints optimal play with the reason for every move.

use std::path::Path;

use catmouse::SymmetryAnswer;
use catmouse_explain::prose;

use crate::args::{self, Asked, ExplainFormat, Saved};
use crate::board::{self, Loaded};
use crate::file;
use crate::output::explanation::{Detail, Page};
use crate::output::text::{header, step_note, unbroken};
use crate::output::{Failure, Report};

/// Explains the start, or the position of `--from` and `--after`, to standard output or into a
/// file.
pub(crate) fn run(
    args: &'static args::Game,
    wanted: ExplainFormat,
    saved: &'static Saved,
    output: Option<&Path>,
    asked: &Asked,
) -> Result<Report, Failure> {
    if wanted == ExplainFormat::Html && (asked.strategy || asked.full || asked.law || asked.why.is_some()) {
        return Err(Failure::plain(
            "`--format html` shows the whole game, not a part of it".to_owned(),
            "leave out `--strategy`, `--full`, `--law` and `--why`, or use another format".to_owned(),
        ));
    }
    if wanted == ExplainFormat::Dot && !asked.strategy {
        return Err(Failure::plain(
            "`--format dot` needs `--strategy`".to_owned(),
            "add `--strategy`, or use `catmouse draw` for pictures of the board".to_owned(),
        ));
    }
    let Loaded { solved, context, note } = board::load(args, saved.path())?;
    let game = solved.game();
    let after = asked.after.as_deref().unwrap_or_default();
    let played = solved.read_moves(after).map_err(|error| context.failure_in(error, "--after", after))?;
    let start = solved.start_after(&played);
    let head = || asked.header.trimmed(header(game, solved.title_after(played.len()), &start.opening.position));
    if let Some(why) = &asked.why {
        let answer = solved.why(after, why).map_err(|error| context.failure_in(error, "--why", why))?;
        let report = match wanted {
            ExplainFormat::Json => Report::json(&answer),
            _ => {
                let text = unbroken(&answer.text, 0);
                Report::text(format!("{}\n{text}\n", head()))
            }
        };
        return file::written(report.with_note(note), output, "answer");
    }
    let failed = |error| context.failure(error);
    if asked.law {
        let report = match wanted {
            ExplainFormat::Json => Report::json(&solved.laws_from(&start).map_err(failed)?),
            _ => {
                let opening = &start.opening;
                let laws = prose::laws(solved.laws(), game, opening.id, opening.position.turn.into());
                let note = step_note(game, &laws.concat());
                Report::text(laws.iter().chain(&note).fold(String::new(), |text, law| text + &unbroken(law, 0) + "\n"))
            }
        };
        return file::written(report.with_note(note), output, "answer");
    }
    let report = if wanted == ExplainFormat::Html {
        let page = solved.page(&start).map_err(failed)?.html();
        Report::streamed(move |out| out.write_all(page.as_bytes()))
    } else if wanted == ExplainFormat::Json {
        if asked.strategy {
            Report::json(&solved.strategies_from(&start).map_err(failed)?)
        } else {
            Report::json(&solved.explain_from(&start).map_err(failed)?)
        }
    } else {
        let explanation = solved.explanation(&start);
        let page = || Page {
            game,
            title: solved.title_after(played.len()),
            opening: &start.opening,
            rounds: start.capture_time(),
            symmetry: SymmetryAnswer::new(game, &start),
            explanation: &explanation,
            header: &asked.header,
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
    file::written(report.with_note(note), output, "explanation")
}
