//! `solve`, `moves`, `explain` and `check` for a game with a mouse that is not always seen.

use catmouse::answers::with_vertex_names;
use catmouse::memory::{Work, memory_budget};
use catmouse::unseen::{UNSEEN_COLUMNS, UnseenAnswer};
use catmouse_document::{UnseenPart, unseen};
use catmouse_model::Sight;

use crate::args::{self, Format, Header};
use crate::board::{self, Opened};
use crate::commands::check;
use crate::output::{Failure, Report, csv_rows};

/// What is asked about the game.
#[derive(Clone, Copy)]
pub(crate) enum About {
    /// A part of the answer, with a header or without.
    Part(UnseenPart, catmouse_document::Header),
    /// Whether the values are a solution.
    Check,
}

impl About {
    pub(crate) fn part(part: UnseenPart, header: &Header) -> Self {
        Self::Part(part, header.wanted())
    }
}

/// Whether the mouse of this board is not always seen under the flags.
pub(crate) fn is_asked(args: &args::Game, opened: &Opened) -> bool {
    board::choices(&args.rules).sight(&opened.record) != Sight::Always
}

/// The answer. `unknown` has flags that were given although they say nothing about such a game.
pub(crate) fn run(
    args: &'static args::Game,
    opened: Opened,
    (about, format): (About, Format),
    unknown: &[(&str, bool)],
) -> Result<Report, Failure> {
    if let Some((flag, _)) = unknown.iter().find(|(_, is_given)| *is_given) {
        return Err(Failure::plain(
            format!("`{flag}` needs a mouse that is always seen"),
            "leave it out, or leave out the setting `mouse-seen`".to_owned(),
        ));
    }
    let (prepared, context, note) = board::prepare_opened(args, opened, Work::Unseen)?;
    let control = board::control(args).allowing(memory_budget(board::allowed(args)));
    let solved = prepared.solve_unseen(&control).map_err(|error| context.failure(error))?;
    let report = match (about, format) {
        (About::Check, format) => check::reported(&solved.check(), format),
        (About::Part(..), Format::Json) => Report::json(&solved.answer()),
        (About::Part(part, header), Format::Text) => Report::document(&unseen(&solved, part, header)),
        (About::Part(..), Format::Csv) => {
            let fields =
                with_vertex_names(solved.game().board(), &UNSEEN_COLUMNS, UnseenAnswer::fields(&solved.answer()));
            Report::streamed(move |out| csv_rows(out, UNSEEN_COLUMNS, [Ok(fields)].into_iter()))
        }
    };
    Ok(report.with_note(note))
}
