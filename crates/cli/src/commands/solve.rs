//! `catmouse solve`: who wins from the start, in how many plies, and how the whole table splits.

use std::path::Path;

use catmouse_explain::{prose, summarise};
use catmouse_model::Outcome;
use catmouse_tables::Contents;
use serde::Serialize;

use crate::args::{self, Format};
use crate::board::{self, Loaded, Work};
use crate::output::json::{LongestJson, PositionJson, PositionsJson, SCHEMA, decision_word, totals};
use crate::output::text::{colour, counted, header, paint};
use crate::output::{Failure, Report};
use crate::values;

#[derive(Serialize)]
struct SolveJson {
    schema: u32,
    outcome: Outcome,
    decided_by: &'static str,
    distance_plies: Option<u64>,
    start: PositionJson,
    positions: PositionsJson,
    longest_plies: LongestJson,
}

/// Solves the board, and saves the table if asked to.
pub(crate) fn run(args: &args::Game, save: Option<&Path>, outcomes_only: bool) -> Result<Report, Failure> {
    let Loaded { game, title, note, .. } = board::load(args, Work::Solve)?;
    let solution = values::solve(&game)?;
    if let Some(path) = save {
        let contents = if outcomes_only { Contents::Outcomes } else { Contents::Distances };
        values::save(&game, &solution, contents, path)?;
    }
    let told = summarise(game.arena(), &game, &solution, &game.adjudication(), game.start_id());
    let (positions, longest) = totals(&game, &solution);
    let report = match args.format {
        Format::Json => Report::json(&SolveJson {
            schema: SCHEMA,
            outcome: told.judgement.outcome.into(),
            decided_by: decision_word(told.decision),
            distance_plies: told.judgement.distance,
            start: PositionJson::new(&game, game.start()),
            positions,
            longest_plies: longest,
        }),
        Format::Text => {
            let share = |count: u64, who: &str, longest: Option<u64>| {
                let percent = 100.0 * count as f64 / positions.total as f64;
                let longest = longest.map_or_else(String::new, |plies| {
                    format!(", the longest forced win takes {}", counted(plies as usize, "ply", "plies"))
                });
                format!("  {count:>9}  {percent:5.1} %  {who}{longest}\n")
            };
            Report::text(
                header(&game, title.as_deref(), game.start())
                    + "\n"
                    + &paint(&prose::headline(&told, &game), colour(told.judgement))
                    + "\n\n"
                    + &format!("Of all {} positions, reachable or not:\n", positions.total)
                    + &share(positions.mouse, "won by the Mouse", longest.mouse)
                    + &share(positions.cat, "won by the Cat", longest.cat)
                    + &share(positions.draw, "drawn", None),
            )
        }
    };
    Ok(report.with_note(note))
}
