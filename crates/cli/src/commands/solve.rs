//! `catmouse solve`: who wins from the start, in how many plies, and how the whole table splits.

use std::path::Path;

use catmouse_arena::{Measure, Solution, Words};
use catmouse_explain::{Summary, prose, summarise};
use catmouse_formats::Record;
use catmouse_model::{Game, Opening, Outcome};
use catmouse_tables::Contents;
use serde::Serialize;

use crate::args::{self, Format};
use crate::board::{self, Loaded, Work};
use crate::output::json::{
    DistanceJson, LongestJson, PlacementJson, PositionJson, PositionsJson, SCHEMA, capture_time, decision_word, totals,
};
use crate::output::text::{colour, counted, header, paint, placement};
use crate::output::{Failure, Report};
use crate::stream::Origin;
use crate::values;

#[derive(Serialize)]
struct SolveJson {
    schema: u32,
    /// Which graph of a stream it is, counted from 1.
    graph: u64,
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

/// Solves the board, and saves the table if asked to; or every graph of a stream.
pub(crate) fn run(args: &'static args::Game, save: Option<&Path>, outcomes_only: bool) -> Result<Report, Failure> {
    let mut stream = match board::load_or_stream(args, Work::Solve)? {
        Ok(loaded) => return solve_one(args, loaded, save, outcomes_only),
        Err(stream) => stream,
    };
    let first: Vec<_> = stream.records.by_ref().take(2).collect();
    match &first[..] {
        [] => {
            let wanted = "give at least one; `catmouse solve` without a board solves the built-in example".to_owned();
            Err(Failure::plain(format!("there is no graph in {}", stream.origin.escape_debug()), wanted))
        }
        [Ok(record)] => {
            let origin = Origin { name: stream.origin.clone() };
            solve_one(args, board::load_record(args, Work::Solve, &origin, record)?, save, outcomes_only)
        }
        _ if save.is_some() => {
            let wanted = "save the table of one graph at a time".to_owned();
            Err(Failure::plain(format!("there are several graphs in {}", stream.origin.escape_debug()), wanted))
        }
        _ => Ok(Report::of_stream(move |printer| {
            let work = |origin: &Origin, record: &Record| {
                let Loaded { game, .. } = board::load_record(args, Work::Solve, origin, record)?;
                line(args, &game, record.number())
            };
            stream.in_order(first, printer, work, |printer, line| printer.out.write_all(line.as_bytes()))
        })),
    }
}

/// The result for one graph of a stream, on a line.
fn line(args: &args::Game, game: &Game, number: u64) -> Result<String, Failure> {
    let solution = values::solve(game)?;
    let solved = Solved::new(game, &solution);
    Ok(match args.format {
        Format::Json => serde_json::to_string(&solved.json(game, &solution, number)).unwrap_or_default() + "\n",
        Format::Text => {
            let start = game.notation(&solved.opening.position);
            let headline = paint(&prose::headline(&solved.told, game), colour(solved.told.judgement));
            format!("{number}  {start}  {headline}\n")
        }
    })
}

/// What there is to say about the start.
struct Solved {
    opening: Opening,
    told: Summary,
    distance: DistanceJson,
    outcome: Outcome,
}

impl Solved {
    fn new(game: &Game, solution: &Solution) -> Self {
        let opening = game.opening(solution);
        let told = summarise(game.arena(), game, solution, &game.adjudication(), opening.id);
        let distance = DistanceJson::new(game, solution, opening.id, told.judgement.distance);
        Self { opening, told, distance, outcome: told.judgement.outcome.into() }
    }

    fn json(&self, game: &Game, solution: &Solution, graph: u64) -> SolveJson {
        let (positions, longest) = totals(game, solution);
        let has_costs = game.board().has_costs();
        SolveJson {
            schema: SCHEMA,
            graph,
            outcome: self.outcome,
            decided_by: decision_word(self.told.decision),
            distance: self.distance,
            start: PositionJson::new(game, &self.opening.position),
            placement: PlacementJson::new(game, &self.opening, self.distance, self.outcome),
            positions,
            longest_plies: (!has_costs).then_some(longest),
            longest_cost: has_costs.then_some(longest),
        }
    }
}

fn solve_one(
    args: &args::Game,
    Loaded { game, title, note, .. }: Loaded,
    save: Option<&Path>,
    outcomes_only: bool,
) -> Result<Report, Failure> {
    let solution = values::solve(&game)?;
    if let Some(path) = save {
        let contents = if outcomes_only { Contents::Outcomes } else { Contents::Distances };
        values::save(&game, &solution, contents, path)?;
    }
    let solved = Solved::new(&game, &solution);
    let report = match args.format {
        Format::Json => Report::json(&solved.json(&game, &solution, 1)),
        Format::Text => {
            let Solved { opening, told, distance, outcome } = solved;
            let (positions, longest) = totals(&game, &solution);
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
