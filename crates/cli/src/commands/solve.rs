//! `catmouse solve`: who wins from the start, in how many plies, and how the whole table splits.

use std::io;
use std::path::Path;

use anstyle::Style;
use catmouse::{Error, Label, SOLVE_COLUMNS, SolveAnswer, SolveRoom, Solved, Start, Work};
use catmouse_arena::{Judgement, Measure, Solution, Words};
use catmouse_explain::prose;
use catmouse_model::Game;
use catmouse_store::Contents;

use crate::args::{self, Format};
use crate::board::{self, MessageContext};
use crate::output::text::{colour, counted, header, paint, placement};
use crate::output::{self, Failure, Report, csv_line, csv_rows, json_line};
use crate::stream::Stream;

/// Solves the board, and saves the table if asked to; or every graph of a stream.
pub(crate) fn run(
    args: &'static args::Game,
    format: Format,
    save: Option<&Path>,
    outcomes_only: bool,
) -> Result<Report, Failure> {
    let mut stream = Stream::open(&args.source)?;
    let context = MessageContext { origin: stream.origin.clone(), rules: Some(&args.rules), table: None };
    let choices = board::choices(&args.rules);
    let (first, second) = (stream.graphs.next(), stream.graphs.next());
    match (first, second) {
        (None, _) => Err(stream.origin.empty()),
        (Some(Ok(record)), None) => {
            let laid = choices.lay_out(&record, Work::Solve, board::allowed(args));
            let laid = laid.map_err(|error| context.failure(error))?;
            let note = stream.note.or_else(|| laid.numbering.clone());
            let solved = laid.solve().map_err(|error| context.failure(error))?;
            if let Some(path) = save {
                save_table(&solved, path, outcomes_only)?;
            }
            let report = match format {
                Format::Json => Report::json(&solved.answer().map_err(|error| context.failure(error))?),
                Format::Text => Report::text(page(&solved)),
                Format::Csv => {
                    let fields = solved.answer().map_err(|error| context.failure(error))?.fields();
                    Report::streamed(move |out| csv_rows(out, SOLVE_COLUMNS, [Ok::<_, Error>(fields)].into_iter()))
                }
            };
            Ok(report.with_note(note))
        }
        _ if save.is_some() => {
            let wanted = "save the table of one graph at a time: `--graph N` picks it".to_owned();
            Err(Failure::plain(format!("there are several graphs in {}", stream.origin.name.escape_debug()), wanted))
        }
        (Some(first), second) => {
            second.into_iter().chain([first]).for_each(|record| stream.graphs.put_back(record));
            let is_coloured = format == Format::Text && output::shows_colour();
            let style = if is_coloured { colour } else { |_| Style::new() };
            let report = Report::of_stream(move |printer| {
                if format == Format::Csv {
                    csv_rows(printer.out, SOLVE_COLUMNS, std::iter::empty::<io::Result<_>>())?;
                }
                let room = || SolveRoom::new(&choices, board::allowed(args));
                stream.in_order(printer, &context, room, |room, record, out| {
                    room.solve(record, |game, solution, label| line((format, style), game, solution, label, out))
                })
            });
            Ok(if is_coloured { report.coloured() } else { report })
        }
    }
}

fn save_table(solved: &Solved, path: &Path, outcomes_only: bool) -> Result<(), Failure> {
    let contents = if outcomes_only { Contents::Outcomes } else { Contents::Distances };
    solved.save(path, contents).map_err(|error| {
        Failure::plain(
            format!("cannot save the table `{}`: {error}", path.display()),
            "name a file in a folder that can be written to".to_owned(),
        )
    })
}

/// Adds the result for one graph of a stream, on a line.
fn line(
    (format, style): (Format, fn(Judgement) -> Style),
    game: &Game,
    solution: &Solution,
    label: Label<'_>,
    out: &mut Vec<u8>,
) {
    let start = Start::new(game, solution);
    match format {
        Format::Json => json_line(out, &SolveAnswer::new(game, solution, &start, label)),
        Format::Csv => csv_line(out, SolveAnswer::new(game, solution, &start, label).fields()),
        Format::Text => {
            let notation = game.notation(&start.opening.position);
            let headline = paint(&prose::headline(&start.summary, game), style(start.summary.judgement));
            out.extend_from_slice(format!("{}  {notation}  {headline}\n", label.graph).as_bytes());
        }
    }
}

/// What the board comes to, for people.
fn page(solved: &Solved) -> String {
    let (game, start) = (solved.game(), solved.start());
    let (positions, longest) = catmouse::totals(game, solved.values());
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
    header(game, solved.title(), &start.opening.position)
        + &placement(game, &start.opening, start.capture_time(game))
        + "\n"
        + &paint(&prose::headline(&start.summary, game), colour(start.summary.judgement))
        + "\n\n"
        + &format!("Of all {} positions, reachable or not:\n", positions.total)
        + &share(positions.mouse, "won by the Mouse", longest.mouse)
        + &share(positions.cat, "won by the Cat", longest.cat)
        + &share(positions.draw, "drawn", None)
}
