//! `catmouse moves`: the legal moves at a position, grouped by outcome, best first.

use catmouse_arena::{DecidedBy, Player, Words};
use catmouse_explain::{RatedMove, prose, rated_moves, summarise};
use catmouse_model::Outcome;
use serde::Serialize;

use crate::args::{self, Format, Saved};
use crate::board::{self, Loaded, Work};
use crate::output::json::{DistanceJson, MoveJson, PositionJson, SCHEMA};
use crate::output::text::{BOLD, DIM, colour, convention, header, paint, step_told};
use crate::output::{Failure, Report};
use crate::values;

#[derive(Serialize)]
struct MovesJson {
    schema: u32,
    position: PositionJson,
    outcome: Outcome,
    #[serde(flatten)]
    distance: DistanceJson,
    moves: Vec<MoveJson>,
}

/// Lists the moves at the start, or wherever `--from` says.
pub(crate) fn run(args: &args::Game, saved: &Saved) -> Result<Report, Failure> {
    let Loaded { game, title, note, .. } = board::load(args, Work::of(saved))?;
    let solution = values::of(&game, saved.table.as_deref(), args.max_memory)?;
    let (arena, agreed, opening) = (game.arena(), game.adjudication(), game.opening(&solution));
    let start = opening.id;
    let moves = rated_moves(arena, &game, &solution, &agreed, start);
    let told = summarise(arena, &game, &solution, &agreed, start);
    let report = match args.format {
        Format::Json => Report::json(&MovesJson {
            schema: SCHEMA,
            position: PositionJson::new(&game, &opening.position),
            outcome: told.judgement.outcome.into(),
            distance: DistanceJson::new(&game, &solution, start, told.judgement.distance),
            moves: moves.iter().map(|rated| MoveJson::new(&game, &solution, start, rated)).collect(),
        }),
        Format::Text => {
            let mut text = header(&game, title.as_deref(), &opening.position) + "\n";
            if let Some(picture) = game.picture(&opening.position) {
                text += &(picture.join("\n") + "\n\n");
            }
            text += &(paint(&prose::headline(&told, &game), colour(told.judgement)) + "\n");
            if moves.is_empty() {
                let why = game.end(start).map(|end| end.sentence).unwrap_or_default();
                text += &format!("There is no move to list: {why}.\n");
            } else {
                text += &(paint(&convention(moves.iter().map(|rated| &rated.judgement), game.measure()), DIM) + "\n");
                text += &listing(&game, start, &moves);
            }
            Report::text(text)
        }
    };
    solution.ensure_intact(saved.table.as_deref())?;
    Ok(report.with_note(note))
}

/// The moves under a heading for each outcome.
fn listing(game: &catmouse_model::Game, start: catmouse_arena::PositionId, moves: &[RatedMove]) -> String {
    let mover = Player::from(game.position(start).turn);
    let steps: Vec<String> = moves.iter().map(|rated| step_told(game, start, rated)).collect();
    let width = steps.iter().map(|step| step.chars().count()).max().unwrap_or(0);
    let mut text = String::new();
    let mut heading = "";
    for (rated, step) in moves.iter().zip(&steps) {
        let group = match (rated.judgement.outcome.score(mover), rated.judgement.decided_by) {
            (1, DecidedBy::Play) => "Wins by force",
            (1, _) => "Wins without a forced end",
            (0, _) => "Draws",
            (_, DecidedBy::Play) => "Loses by force",
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
