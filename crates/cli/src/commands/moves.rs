//! `catmouse moves`: lists the legal moves at a position, grouped by outcome, best first.

use catmouse::{
    Error,
    answers::{MOVES_COLUMNS, MoveAnswer, with_vertex_names},
};
use catmouse_arena::Values;
use catmouse_document::{self as document, UnseenPart};

use crate::args::{self, Depth, Format, Header, Saved};
use crate::board::{self, Loaded};
use crate::clash;
use crate::commands::unseen;
use crate::output::{Failure, Report, csv_rows};

/// Lists the moves at the start, or at the position of `--from` and `--after`.
pub(crate) fn run(
    args: &'static args::Game,
    format: Format,
    (saved, depth): (&'static Saved, &Depth),
    after: Option<&str>,
    page: &Header,
) -> Result<Report, Failure> {
    clash::ensure_text(format == Format::Text, &[("--brief", page.brief)])?;
    let opened = board::open(args)?;
    if unseen::is_asked(args, &opened) {
        let unknown = [
            ("--after", after.is_some()),
            ("--table", saved.path().is_some()),
            ("--outcomes-only", depth.outcomes_only),
            ("--format csv", format == Format::Csv),
        ];
        return unseen::run(args, opened, (UnseenPart::Moves, page.wanted(), format), &unknown);
    }
    let Loaded { solved, context, note } =
        board::load_for(args, opened, saved.path(), board::work_or_lookup(saved, depth))?;
    let game = solved.game();
    let after = after.unwrap_or_default();
    let played = solved.read_moves(after).map_err(|error| context.failure_in(error, "--after", after))?;
    // After some moves a smaller limit applies. Outcomes within one limit do not give those within
    // a smaller one.
    if !played.is_empty() && !solved.values().has_distances() {
        return Err(context.failure(Error::NoDistances));
    }
    let start = solved.start_after(&played);
    let answer = || solved.moves_from(&start).map_err(|error| context.failure(error));
    let report = match format {
        Format::Json => Report::json(&answer()?),
        Format::Csv => {
            let fields = |rated: &MoveAnswer| with_vertex_names(game.board(), &MOVES_COLUMNS, rated.fields());
            let rows: Vec<_> = answer()?.moves.iter().map(|rated| Ok(fields(rated))).collect();
            Report::streamed(move |out| csv_rows(out, MOVES_COLUMNS, rows.into_iter()))
        }
        Format::Text => {
            Report::document(&document::moves(&solved, &start, page.wanted()).map_err(|error| context.failure(error))?)
        }
    };
    solved.values().ensure_intact().map_err(|error| context.failure(error))?;
    Ok(report.with_note(note))
}
