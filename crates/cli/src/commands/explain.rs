//! `catmouse explain`: prints optimal play with the reason for every move.

use catmouse_document::{Detail, UnseenPart, explanation, laws, strategies, why};
use catmouse_explain::prose;

use crate::args::{self, Asked, ExplainFormat, Format, Saved};
use crate::board::{self, Loaded};
use crate::clash;
use crate::commands::unseen;
use crate::output::{Failure, Report};

/// Explains the start, or the position of `--from` and `--after`.
pub(crate) fn run(
    args: &'static args::Game,
    wanted: ExplainFormat,
    saved: &'static Saved,
    asked: &Asked,
) -> Result<Report, Failure> {
    if wanted == ExplainFormat::Html && (asked.strategy || asked.full || asked.law || asked.why.is_some()) {
        return Err(Failure::plain(
            "`--format html` shows the whole game, not a part of it".to_owned(),
            "leave out `--strategy`, `--full`, `--law` and `--why`, or use another format".to_owned(),
        ));
    }
    let of_text = [("--brief", asked.header.brief), ("--full", asked.full)];
    clash::ensure_text(wanted == ExplainFormat::Text, &of_text)?;
    if wanted == ExplainFormat::Dot && !asked.strategy {
        return Err(Failure::plain(
            "`--format dot` needs `--strategy`".to_owned(),
            "add `--strategy`, or use `catmouse draw` for pictures of the board".to_owned(),
        ));
    }
    let opened = board::open(args)?;
    if unseen::is_asked(args, &opened) {
        let format = if wanted == ExplainFormat::Json { Format::Json } else { Format::Text };
        let unknown = [
            ("--after", asked.after.is_some()),
            ("--why", asked.why.is_some()),
            ("--strategy", asked.strategy),
            ("--law", asked.law),
            ("--table", saved.path().is_some()),
        ];
        let report = match wanted {
            ExplainFormat::Html => unseen::page(args, opened, &unknown)?,
            _ => unseen::run(args, opened, (UnseenPart::Plan, asked.header.wanted(), format), &unknown)?,
        };
        return Ok(report);
    }
    let Loaded { solved, context, note } = board::load(args, opened, saved.path())?;
    let game = solved.game();
    let after = asked.after.as_deref().unwrap_or_default();
    let played = solved.read_moves(after).map_err(|error| context.failure_in(error, "--after", after))?;
    let start = solved.start_after(&played);
    let header = asked.header.wanted();
    if let Some(asked) = &asked.why {
        let answer = solved.why(after, asked).map_err(|error| context.failure_in(error, "--why", asked))?;
        let report = match wanted {
            ExplainFormat::Json => Report::json(&answer),
            _ => Report::document(&why(&solved, &start, &answer, header)),
        };
        return Ok(report.with_note(note));
    }
    let failed = |error| context.failure(error);
    if asked.law {
        let report = match wanted {
            ExplainFormat::Json => Report::json(&solved.laws_from(&start).map_err(failed)?),
            _ => Report::document(&laws(&solved, &start)),
        };
        return Ok(report.with_note(note));
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
    } else if wanted == ExplainFormat::Dot {
        let strategies = solved.strategies_of(&solved.explanation(&start)).map_err(failed)?;
        let dot = prose::strategy_dot(&strategies, game);
        Report::streamed(move |out| out.write_all(dot.as_bytes()))
    } else if asked.strategy {
        Report::document(&strategies(&solved, &start, header).map_err(failed)?)
    } else {
        let detail = if asked.full { Detail::Full } else { Detail::Folded };
        Report::document(&explanation(&solved, &start, detail, header).map_err(failed)?)
    };
    solved.values().ensure_intact().map_err(|error| context.failure(error))?;
    Ok(report.with_note(note))
}
