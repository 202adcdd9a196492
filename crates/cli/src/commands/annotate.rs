//! `catmouse annotate`: judges each move of a game that was played.

use std::path::Path;

use catmouse::answers::ANNOTATE_COLUMNS;
use catmouse_document::annotation;

use crate::args::{self, Format, Header, Saved};
use crate::board::{self, Loaded};
use crate::clash;
use crate::output::{Failure, Report, csv_rows};

/// Judges the moves of a game, played from the start or from the position of `--from`.
pub(crate) fn run(
    args: &'static args::Game,
    format: Format,
    saved: &'static Saved,
    moves: Option<&str>,
    page: &Header,
) -> Result<Report, Failure> {
    clash::ensure_text(format == Format::Text, &[("--brief", page.brief)])?;
    let Some(moves) = moves else {
        let wanted = "give moves after the board, as in 'M 1→7 C 2→3', or a file that has them".to_owned();
        return Err(Failure::plain("there are no moves to annotate".to_owned(), wanted));
    };
    let input;
    let moves = if Path::new(moves).is_file() {
        input = std::fs::read_to_string(moves).map_err(|error| {
            let message = format!("the moves cannot be read from `{}`: {error}", moves.escape_debug());
            Failure::plain(message, "give them as text".to_owned())
        })?;
        input.as_str()
    } else if moves == "-" {
        if args.source.takes_input() {
            let message = "standard input gives the moves, so it cannot give the board".to_owned();
            return Err(Failure::plain(message, "name the board, as in `catmouse annotate ambush -`".to_owned()));
        }
        input = std::io::read_to_string(std::io::stdin()).map_err(|error| {
            Failure::plain(
                format!("the moves cannot be read from standard input: {error}"),
                "give them as text".to_owned(),
            )
        })?;
        input.as_str()
    } else {
        moves
    };
    let Loaded { solved, context, note } = board::load(args, board::open(args)?, saved.path())?;
    let fail = |error| context.failure_in(error, "MOVES", moves);
    let answer = solved.annotate(moves).map_err(fail)?;
    let report = match format {
        Format::Json => Report::json(&answer),
        Format::Csv => {
            let rows: Vec<_> = answer.moves.iter().map(|judged| Ok(judged.fields())).collect();
            Report::streamed(move |out| csv_rows(out, ANNOTATE_COLUMNS, rows.into_iter()))
        }
        Format::Text => {
            let judged = solved.judged_moves(&solved.read_moves(moves).map_err(fail)?);
            Report::document(&annotation(&solved, &answer, &judged, page.wanted()))
        }
    };
    solved.values().ensure_intact().map_err(fail)?;
    Ok(report.with_note(note))
}
