//! `catmouse solve`: who wins from the start, in how many plies, and how the whole table splits.

use std::path::Path;

use catmouse_arena::{Measure, Words};
use catmouse_explain::{prose, summarise};
use catmouse_model::Outcome;
use catmouse_tables::Contents;
use serde::Serialize;

use crate::args::{self, Format};
use crate::board::{self, Loaded, Work};
use crate::output::json::{
    DistanceJson, LongestJson, PlacementJson, PositionJson, PositionsJson, SCHEMA, capture_time, decision_word, totals,
};
use crate::output::text::{colour, counted, header, paint, placement};
use crate::output::{Failure, Report};
use crate::values;

#[derive(Serialize)]
struct SolveJson {
    schema: u32,
    outcome: Outcome,
    decided_by: &'static str,
    #[serde(flatten)]
    distance: DistanceJson,
    start: PositionJson,
    placement: Option<PlacementJson>,
    positions: PositionsJson,
    longest_plies: Option<LongestJson>,
    longest_cost: Option<LongestJson>,
}

/// Solves the board, and saves the table if asked to.
pub(crate) fn run(args: &args::Game, save: Option<&Path>, outcomes_only: bool) -> Result<Report, Failure> {
    let Loaded { game, title, note, .. } = board::load(args, Work::Solve)?;
    let solution = values::solve(&game)?;
    if let Some(path) = save {
        let contents = if outcomes_only { Contents::Outcomes } else { Contents::Distances };
        values::save(&game, &solution, contents, path)?;
    }
    let opening = game.opening(&solution);
    let told = summarise(game.arena(), &game, &solution, &game.adjudication(), opening.id);
    let distance = DistanceJson::new(&game, &solution, opening.id, told.judgement.distance);
    let outcome = Outcome::from(told.judgement.outcome);
    let (positions, longest) = totals(&game, &solution);
    let has_costs = game.board().has_costs();
    let report = match args.format {
        Format::Json => Report::json(&SolveJson {
            schema: SCHEMA,
            outcome,
            decided_by: decision_word(told.decision),
            distance,
            start: PositionJson::new(&game, &opening.position),
            placement: PlacementJson::new(&game, &opening, distance, outcome),
            positions,
            longest_plies: (!has_costs).then_some(longest),
            longest_cost: has_costs.then_some(longest),
        }),
        Format::Text => {
            let share = |count: u64, who: &str, longest: Option<u64>| {
                let percent = 100.0 * count as f64 / positions.total as f64;
                let longest = longest.map_or_else(String::new, |distance| match game.measure() {
                    Measure::Plies => {
                        format!(", the longest forced win takes {}", counted(distance as usize, "ply", "plies"))
                    }
                    Measure::Cost => format!(", the dearest forced win costs {distance}"),
                });
                format!("  {count:>9}  {percent:5.1} %  {who}{longest}\n")
            };
            Report::text(
                header(&game, title.as_deref(), &opening.position)
                    + &placement(&game, &opening, capture_time(&game, &opening, distance, outcome))
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
