//! `catmouse moves`: lists the legal moves at a position, grouped by outcome, best first.

use catmouse::{Error, MOVES_COLUMNS, MoveAnswer, with_vertex_names};
use catmouse_arena::{JudgedBy, Player, Values, Words};
use catmouse_explain::{RatedMove, prose};

use crate::args::{self, Depth, Format, Header, Saved};
use crate::board::{self, Loaded};
use crate::output::text::{BOLD, DIM, colour, convention, header, paint};
use crate::output::{Failure, Report, csv_rows};

/// Lists the moves at the start, or at the position of `--from` and `--after`.
pub(crate) fn run(
    args: &'static args::Game,
    format: Format,
    (saved, depth): (&'static Saved, &Depth),
    after: Option<&str>,
    page: &Header,
) -> Result<Report, Failure> {
    let Loaded { solved, context, note } = board::load_outcomes(args, saved.path(), depth)?;
    let game = solved.game();
    let after = after.unwrap_or_default();
    let played = solved.read_moves(after).map_err(|error| context.failure_in(error, "--after", after))?;
    // After some moves a smaller limit applies. Outcomes within one limit do not give those within
    // a smaller one.
    if !played.is_empty() && !solved.values().has_distances() {
        return Err(context.failure(Error::NoDistances));
    }
    let start = solved.start_after(&played);
    let moves = solved.rated_moves(&start).map_err(|error| context.failure(error))?;
    let answer = || solved.moves_from(&start).map_err(|error| context.failure(error));
    let report = match format {
        Format::Json => Report::json(&answer()?),
        Format::Csv => {
            let fields = |rated: &MoveAnswer| with_vertex_names(game.board(), &MOVES_COLUMNS, rated.fields());
            let rows: Vec<_> = answer()?.moves.iter().map(|rated| Ok(fields(rated))).collect();
            Report::streamed(move |out| csv_rows(out, MOVES_COLUMNS, rows.into_iter()))
        }
        Format::Text => {
            let mut text = page.trimmed(header(game, solved.title_after(played.len()), &start.opening.position)) + "\n";
            if let Some(picture) = game.picture(&start.opening.position) {
                text += &(picture.join("\n") + "\n\n");
            }
            text += &(paint(&prose::headline(&start.summary, game), colour(start.summary.judgement)) + "\n");
            if moves.is_empty() {
                let why = game.end(start.opening.id).map(|end| end.sentence).unwrap_or_default();
                text += &format!("There is no move to list: {why}.\n");
            } else {
                let legend = if solved.values().has_distances() {
                    convention(moves.iter().map(|rated| &rated.judgement), game.measure())
                } else {
                    OUTCOMES_ONLY.to_owned()
                };
                text += &(paint(&legend, DIM) + "\n");
                text += &listing(game, start.opening.id, &moves);
            }
            Report::text(text)
        }
    };
    solved.values().ensure_intact().map_err(|error| context.failure(error))?;
    Ok(report.with_note(note))
}

/// The line below moves that have no distances.
const OUTCOMES_ONLY: &str =
    "M moves the Mouse, C the Cat. How soon a forced end comes is not known; the best moves keep the outcome.";

/// Lists the moves under a heading for each outcome.
fn listing(game: &catmouse_model::Game, start: catmouse_arena::PositionId, moves: &[RatedMove]) -> String {
    let mover = Player::from(game.position(start).turn);
    let steps: Vec<String> = moves.iter().map(|rated| game.move_text(start, rated.step())).collect();
    let width = steps.iter().map(|step| step.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    let mut heading = "";
    for (rated, step) in moves.iter().zip(&steps) {
        let group = match (rated.judgement.outcome.score(mover), rated.judgement.decided_by) {
            (1, JudgedBy::Play) => "Wins by force",
            (1, _) => "Wins without a forced end",
            (0, _) => "Draws",
            (_, JudgedBy::Play) => "Loses by force",
            _ => "Loses without a forced end",
        };
        if group != heading {
            heading = group;
            text += &format!("\n{}\n", paint(heading, BOLD));
        }
        let end = match (rated.judgement.distance, game.end(rated.to)) {
            (Some(0), Some(end)) => format!("   {}", end.sentence),
            _ => String::new(),
        };
        let best = if rated.best { "   best" } else { "" };
        let mark = paint(&format!("{:>4}", prose::mark(rated, game.measure())), colour(rated.judgement));
        text += &format!("  {step:<width$} {mark}{best}{end}\n");
    }
    text
}
