//! `catmouse solve`: who wins from the start, in how many plies, and how the whole table splits.

use std::path::Path;

use anstyle::Style;
use catmouse_arena::{Judgement, Measure, Solution, Words};
use catmouse_explain::{Summary, prose, summarise};
use catmouse_formats::Record;
use catmouse_model::{Game, Opening, Outcome, Series};
use catmouse_store::Contents;
use serde::Serialize;

use crate::args::{self, Format};
use crate::board::{self, Loaded, Work};
use crate::output::json::{
    self, DistanceJson, LongestJson, PlacementJson, PositionJson, PositionsJson, SCHEMA, capture_time, decision_word,
    totals,
};
use crate::output::text::{colour, counted, header, paint, placement};
use crate::output::{self, Failure, Report};
use crate::source::Origin;
use crate::stream::Stream;
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
    let mut stream = Stream::open(&args.source)?;
    let (first, second) = (stream.next_graph(), stream.next_graph());
    match (first, second) {
        (None, _) => Err(stream.origin.empty()),
        (Some(Ok(record)), None) => {
            let mut loaded = board::load_record(args, Work::Solve, &stream.origin, &record)?;
            let note = loaded.note.take();
            let report = solve_one(args, loaded, record.number(), save, outcomes_only)?;
            Ok(report.with_note(stream.note.or(note)))
        }
        _ if save.is_some() => {
            let wanted = "save the table of one graph at a time: `--graph N` picks it".to_owned();
            Err(Failure::plain(format!("there are several graphs in {}", stream.origin.name.escape_debug()), wanted))
        }
        (Some(first), second) => {
            second.into_iter().chain([first]).for_each(|record| stream.put_back(record));
            let is_coloured = args.format == Format::Text && output::shows_colour();
            let style = if is_coloured { colour } else { |_| Style::new() };
            let report = Report::of_stream(move |printer| {
                let room = || Room { series: board::series(args), solution: Solution::default(), style };
                stream.in_order(printer, room, |room, origin, record, out| room.solve(args, origin, record, out))
            });
            Ok(if is_coloured { report.coloured() } else { report })
        }
    }
}

/// What a thread solves the graphs of a stream in.
struct Room {
    /// The game on graph after graph, for those that are small and nothing but graphs.
    series: Option<Series>,
    /// That of the graph before: the next one takes its memory.
    solution: Solution,
    /// How a headline looks.
    style: fn(Judgement) -> Style,
}

impl Room {
    /// Solves a graph in this room, and adds the result.
    fn solve(&mut self, args: &args::Game, origin: &Origin, record: &Record, out: &mut Vec<u8>) -> Result<(), Failure> {
        let small = record.small_graph().filter(|_| args.rules.settings.0.directed.is_none());
        let game =
            small.zip(self.series.as_mut()).and_then(|(graph, series)| series.game(graph.vertices(), graph.arcs()));
        let loaded;
        let game = match game {
            Some(game) => game,
            None => {
                loaded = board::load_record(args, Work::Solve, origin, record)?;
                &loaded.game
            }
        };
        self.solution = values::solve_in(game, std::mem::take(&mut self.solution))?;
        line((args.format, self.style), game, &self.solution, record.number(), out);
        Ok(())
    }
}

/// Adds the result for one graph of a stream, on a line.
fn line(
    (format, style): (Format, fn(Judgement) -> Style),
    game: &Game,
    solution: &Solution,
    number: u64,
    out: &mut Vec<u8>,
) {
    let solved = Solved::new(game, solution);
    match format {
        Format::Json => json::line(out, &solved.json(game, solution, number)),
        Format::Text => {
            let start = game.notation(&solved.opening.position);
            let headline = paint(&prose::headline(&solved.told, game), style(solved.told.judgement));
            out.extend_from_slice(format!("{number}  {start}  {headline}\n").as_bytes());
        }
    }
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
    number: u64,
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
        Format::Json => Report::json(&solved.json(&game, &solution, number)),
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
