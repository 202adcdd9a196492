//! `catmouse solve`: finds who wins from the start, in how many plies, and how many positions have
//! each outcome.

use std::path::Path;

use anstyle::Style;
use catmouse::{
    Error, SolvedStart,
    answers::{BoardLabel, SOLVE_COLUMNS, SolveAnswer, StartAnswer, StartProof, with_vertex_names},
    memory::Work,
    streams::{SOLVE_KEYS, SOLVE_SUMMARY_COLUMNS, SolveSummary, SolveWorkspace},
};
use catmouse_arena::{Judgement, Values};
use catmouse_document::{decided_start, outcomes};
use catmouse_explain::prose;
use catmouse_formats::Record;
use catmouse_model::{Game, Remedy, Sight, with_remedies};

use crate::args::{self, Depth, Format, Further, LongStream};
use crate::board::{self, Opened};
use crate::commands::unseen;
use crate::file::file_text;
use crate::messages::{MessageContext, missing_memory};
use crate::output::text::{colour, paint};
use crate::output::{self, Failure, Report, csv_line, csv_rows, json_line};
use crate::setting_flags::{flag_for, remark_in_flags};
use crate::several;
use crate::sieve;
use crate::stream::{Stream, joined};

/// The files to write in addition to the result, and the folder for a temporary one.
#[derive(Clone, Copy)]
pub(crate) struct Files<'a> {
    /// The table of all positions.
    pub(crate) table: Option<&'a Path>,
    /// The certificate of the outcome.
    pub(crate) proof: Option<&'a Path>,
    /// The folder for outcomes that exceed the memory.
    pub(crate) scratch: Option<&'a Path>,
}

/// The flags that choose which results are shown, and where.
#[derive(Clone, Copy)]
pub(crate) struct Shown<'a> {
    pub(crate) format: Format,
    pub(crate) sieve: &'static args::Sieve,
    pub(crate) files: Files<'a>,
    pub(crate) long: &'static LongStream,
    pub(crate) further: &'static Further,
    /// The name of the command and its flags.
    pub(crate) asked: &'a [String],
}

/// Solves the single board, and saves its table and its certificate on request; or solves every
/// graph of a stream.
pub(crate) fn run(args: &'static args::Game, shown: Shown<'_>, depth: &'static Depth) -> Result<Report, Failure> {
    let Shown { format, sieve, files, long, further, .. } = shown;
    let mut stream = several::open(&args.source, further, args.rules.settings.reading())?.share(long);
    let context = MessageContext { origin: stream.origin.clone(), rules: Some(&args.rules), table: None };
    let choices = board::choices(&args.rules);
    if sieve.summary || sieve.only.is_some() {
        return sifted(args, shown, depth, stream, context);
    }
    if long.shard.is_some() || long.checkpoint.is_some() || stream.is_several && files.table.or(files.proof).is_none() {
        return listed(args, shown, depth, stream, context);
    }
    let (first, second) = (stream.graphs.next(), stream.graphs.next());
    match (first, second) {
        (None, _) => Err(stream.origin.empty()),
        (Some(Ok(record)), None) => {
            if let Some(folder) = files.scratch.filter(|folder| !folder.is_dir()) {
                let message = format!("the scratch space cannot be used: `{}` is not a folder", file_text(folder));
                return Err(Failure::plain(message, "give --scratch a folder on a disk with free space".to_owned()));
            }
            let opened = Opened { record, context, note: stream.note };
            if unseen::is_asked(args, &opened) {
                let unknown = [
                    ("--save", files.table.is_some()),
                    ("--scratch", files.scratch.is_some()),
                    ("--outcomes-only", depth.outcomes_only),
                    ("--format csv", format == Format::Csv),
                ];
                return unseen::solved(args, opened, (files.proof, format), &unknown);
            }
            let Opened { record, context, note: of_stream } = opened;
            let is_on_disk = depth.outcomes_only && files.scratch.is_some();
            let work = if is_on_disk { Work::OUTCOMES_ON_DISK } else { board::work(depth) };
            let prepared = match choices.prepare(&record, work, board::allowed(args)) {
                Err(error @ Error::TooLarge { .. }) if files.table.or(files.proof).is_none() => {
                    return start_alone(args, &record, (error, work), (format, of_stream), &context);
                }
                prepared => prepared.map_err(|error| board::too_large(args, &record, error, &context))?,
            };
            let note = board::note(args, of_stream, &prepared);
            let solved = match files.scratch {
                Some(folder) => prepared.solve_outcomes_in(folder, board::allowed(args), &board::control(args)),
                None => prepared.solve_with(&board::control(args)),
            };
            let solved = solved.map_err(|error| context.failure(error))?;
            if let Some(path) = files.table {
                board::save_table(&solved, path)?;
            }
            if let Some(path) = files.proof {
                board::save_certificate(args, &solved, solved.opening(), path, &context)?;
            }
            let report = match format {
                Format::Json => Report::json(&solved.answer().map_err(|error| context.failure(error))?),
                Format::Text => {
                    let page = outcomes(&solved);
                    solved.values().ensure_intact().map_err(|error| context.failure(error))?;
                    Report::document(&page)
                }
                Format::Csv => {
                    let fields = solved.answer().map_err(|error| context.failure(error))?.fields();
                    let fields = with_vertex_names(solved.game().board(), &SOLVE_COLUMNS, fields);
                    Report::streamed(move |out| csv_rows(out, SOLVE_COLUMNS, [Ok(fields)].into_iter()))
                }
            };
            Ok(report.with_note(note))
        }
        _ if files.table.is_some() || files.proof.is_some() => {
            let what = if files.table.is_some() { "table" } else { "certificate" };
            let wanted = format!("save the {what} of one graph at a time: `--graph N` picks it");
            Err(Failure::plain(format!("there are several graphs in {}", stream.origin.name.escape_debug()), wanted))
        }
        (Some(first), second) => {
            second.into_iter().chain([first]).for_each(|record| stream.graphs.put_back(record));
            listed(args, shown, depth, stream, context)
        }
    }
}

/// Decides the start of a game whose values do not fit into memory for `work`. `error` says how much
/// is missing.
fn start_alone(
    args: &'static args::Game,
    record: &Record,
    (error, work): (Error, Work),
    (format, note): (Format, Option<String>),
    context: &MessageContext,
) -> Result<Report, Failure> {
    let decided = board::choices(&args.rules).decide_start(record, board::allowed(args), &board::control(args));
    let Some(decided) = decided.map_err(|error| context.failure(error))? else {
        return Err(context.failure(error));
    };
    let note = joined(note, decided.remark.as_ref().map(remark_in_flags));
    let answer = StartAnswer::new(&decided, BoardLabel::of(record));
    let report = match format {
        Format::Json => Report::json(&answer),
        Format::Text => {
            let remedies = on_disk(args, record, &error, work);
            let mut why = with_remedies(&missing_memory(&error).unwrap_or_default(), &remedies, flag_for);
            if let StartProof::FewerCats(cats) = &decided.proof {
                why += &format!(". {}", board::ask_about(decided.game().board(), cats));
            }
            Report::document(&decided_start(&decided, &why))
        }
        Format::Csv => {
            let fields = with_vertex_names(decided.game().board(), &SOLVE_COLUMNS, answer.fields());
            Report::streamed(move |out| csv_rows(out, SOLVE_COLUMNS, [Ok(fields)].into_iter()))
        }
    };
    Ok(report.with_note(note))
}

/// The settings that count the outcomes of a game whose values do not fit into memory, by keeping
/// them on disk. Empty if that is not possible.
fn on_disk(args: &args::Game, record: &Record, error: &Error, work: Work) -> Vec<Remedy> {
    let scratch = |error: &Error| -> Vec<Remedy> {
        error.remedies().into_iter().filter(|remedy| remedy.setting == "scratch").collect()
    };
    if work == Work::OUTCOMES {
        return scratch(error);
    }
    let outcomes = board::choices(&args.rules).prepare(record, Work::OUTCOMES, board::allowed(args));
    let scratch = outcomes.err().map_or_else(Vec::new, |error| scratch(&error));
    let outcomes_only = Remedy::new("outcomes-only", &["true"], "leaves the distances out");
    if scratch.is_empty() { scratch } else { [vec![outcomes_only], scratch].concat() }
}

/// Solves every graph of a stream, even if it has only one, and prints a line for each.
fn listed(
    args: &'static args::Game,
    Shown { format, long, asked, .. }: Shown<'_>,
    depth: &'static Depth,
    mut stream: Stream,
    context: MessageContext,
) -> Result<Report, Failure> {
    let is_coloured = format == Format::Text && long.shared.output.is_none() && output::shows_colour();
    let style = if is_coloured { colour } else { |_| Style::new() };
    let choices = board::choices(&args.rules);
    stream.note = joined(stream.note.take(), stream.graphs.first_remark().as_ref().map(remark_in_flags));
    stream.label(format, &SOLVE_COLUMNS);
    let report = stream.report(long, asked, context, move |stream, context, printer, log| {
        let workspace = || SolveWorkspace::new(&choices, board::work(depth), board::allowed(args));
        stream.in_order(
            (printer, log),
            context,
            board::threads(args.shared.threads),
            workspace,
            |workspace, record, out| {
                // An answer about a mouse that is not always seen has other columns.
                if !depth.outcomes_only && format != Format::Csv && choices.sight(record) != Sight::Always {
                    return unseen::line(args, record, format, out);
                }
                workspace.solve(record, |game, values, label| {
                    line((format, style), game, values, label, out);
                })
            },
        )
    })?;
    Ok(if is_coloured { report.coloured() } else { report })
}

/// Solves every graph of a stream, even if it has only one. Prints the graphs that the flags
/// select, or counts them.
fn sifted(
    args: &'static args::Game,
    Shown { format, sieve: sifting, long, asked, .. }: Shown<'_>,
    depth: &'static Depth,
    mut stream: Stream,
    context: MessageContext,
) -> Result<Report, Failure> {
    if format != Format::Text {
        stream.label(format, &SOLVE_COLUMNS);
    }
    let origin = stream.origin.clone();
    let only = sieve::only(sifting, SOLVE_KEYS)?;
    let choices = board::choices(&args.rules);
    let answered =
        move |workspace: &mut SolveWorkspace<'_>, record: &Record, take: &mut dyn FnMut(&SolveAnswer<'_>)| {
            workspace.solve(record, |game, values, label| {
                let answer = SolveAnswer::new(game, values, &SolvedStart::new(game, values), label);
                if only.as_ref().is_none_or(|filter| filter.accepts(&answer)) {
                    take(&answer);
                }
            })
        };
    let threads = board::threads(args.shared.threads);
    stream.report(long, asked, context, move |stream, context, printer, log| {
        let workspace = || SolveWorkspace::new(&choices, board::work(depth), board::allowed(args));
        if sifting.summary {
            let to = (&mut *printer, log);
            let (tally, is_whole) = stream.tally(to, context, threads, workspace, |workspace, record, tally| {
                answered(workspace, record, &mut |answer| tally.add(answer, record))
            })?;
            if let Some(summary) = tally.map(SolveSummary::from) {
                let rows = summary.rows.iter().map(|row| row.fields().into()).collect();
                sieve::print(printer, format, &summary, summary.graphs, (&SOLVE_SUMMARY_COLUMNS, rows))?;
            }
            return Ok(is_whole);
        }
        stream.in_order((printer, log), context, threads, workspace, |workspace, record, out| {
            answered(workspace, record, &mut |answer| match format {
                Format::Json => json_line(out, answer),
                Format::Csv => csv_line(out, &answer.fields()),
                Format::Text => sieve::echo(&origin, record, out),
            })
        })
    })
}

/// Appends the result for one graph of a stream as a line.
fn line(
    (format, style): (Format, fn(Judgement) -> Style),
    game: &Game,
    solution: &dyn Values,
    label: BoardLabel<'_>,
    out: &mut Vec<u8>,
) {
    let start = SolvedStart::new(game, solution);
    match format {
        Format::Json => json_line(out, &SolveAnswer::new(game, solution, &start, label)),
        Format::Csv => {
            let fields = SolveAnswer::new(game, solution, &start, label).fields();
            csv_line(out, &with_vertex_names(game.board(), &SOLVE_COLUMNS, fields));
        }
        Format::Text => {
            let notation = game.notation(&start.opening.position);
            let headline = paint(&prose::headline(&start.summary, game), style(start.summary.judgement));
            out.extend_from_slice(format!("{}  {notation}  {headline}\n", label.graph).as_bytes());
        }
    }
}
