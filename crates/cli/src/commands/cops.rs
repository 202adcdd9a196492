//! `catmouse cops`: how many cats each graph of a stream needs, how long they take, and where they start.

use std::io;

use catmouse::{
    COPS_COLUMNS, COPS_KEYS, COPS_SUMMARY_COLUMNS, CopsAnswer, CopsGraph, CopsQuestion, CopsRoom, CopsSummary,
    CopsSummaryRow, in_names,
};
use catmouse_model::{CatsMove, CopsRules};

use crate::args::{CopsArgs, Format};
use crate::board::{self, MessageContext};
use crate::output::text::counted;
use crate::output::{Failure, Report, csv_line, csv_rows, json_line};
use crate::sieve;
use crate::size::Bytes;
use crate::stream::{Stream, joined};

/// Answers for every graph, in order.
pub(crate) fn run(args: &'static CopsArgs) -> Result<Report, Failure> {
    let mut stream = Stream::open(&args.graphs.source)?;
    let note = joined(stream.note.take(), stream.graphs.first_remark());
    let context = MessageContext { origin: stream.origin.clone(), rules: None, table: None };
    let mut question = CopsQuestion::default();
    question.cats = args.cats;
    question.most = args.max_cats;
    let mut choices = args.rules.settings.0.clone();
    if args.rules.lazy {
        choices.cats_move = Some(CatsMove::One);
    }
    question.rules = CopsRules::new(&choices, args.rules.first).map_err(|it| board::rules_failure(&choices, &it))?;
    question.memory = catmouse::memory_budget(args.max_memory.map(|Bytes(bytes)| bytes)) / catmouse::workers() as u64;
    let format = args.output.format;
    let only = sieve::only(&args.sieve, COPS_KEYS)?;
    let directed = args.graphs.directed;
    if args.sieve.summary {
        return Ok(Report::of_stream(move |printer| {
            let tally = stream.tally(printer, &context, CopsRoom::default, |room, record, tally| {
                let graph = CopsGraph::read(record, directed)?;
                let answer = graph.answer(&question, room)?;
                if only.as_ref().is_none_or(|only| only.wants(&answer)) {
                    tally.add(&answer, record);
                }
                Ok(())
            })?;
            let Some(summary) = tally.map(CopsSummary::from) else { return Ok(()) };
            let rows = summary.rows.iter().map(CopsSummaryRow::fields).collect();
            sieve::print(printer, format, &summary, summary.graphs, (COPS_SUMMARY_COLUMNS, rows))
        })
        .with_note(note));
    }
    Ok(Report::of_stream(move |printer| {
        if format == Format::Csv {
            csv_rows(printer.out, COPS_COLUMNS, std::iter::empty::<io::Result<_>>())?;
        }
        stream.in_order(printer, &context, CopsRoom::default, |room, record, out| {
            let graph = CopsGraph::read(record, directed)?;
            let answer = graph.answer(&question, room)?;
            if only.as_ref().is_some_and(|only| !only.wants(&answer)) {
                return Ok(());
            }
            match format {
                Format::Json => json_line(out, &answer),
                Format::Csv => {
                    let fields = answer.fields();
                    match graph.board() {
                        Some(board) => csv_line(out, in_names(board, &COPS_COLUMNS, fields)),
                        None => csv_line(out, fields),
                    }
                }
                Format::Text if only.is_some() => sieve::echo(record, out),
                Format::Text => out.extend_from_slice(text(&graph, &question, &answer).as_bytes()),
            }
            Ok(())
        })
    })
    .with_note(note))
}

fn text(graph: &CopsGraph<'_>, question: &CopsQuestion, answer: &CopsAnswer<'_>) -> String {
    let size = format!(
        "{}, {}",
        counted(answer.vertices as usize, "vertex", "vertices"),
        counted(answer.edges as usize, "edge", "edges")
    );
    let found = match (answer.capture_time.zip(answer.placement.as_ref()), answer.cop_number, question.cats) {
        (Some((rounds, placement)), number, asked) => {
            let labels: Vec<String> = placement.iter().map(|&cat| graph.label(cat)).collect();
            let who = match (number, asked) {
                (Some(number), _) => format!("cop number {number}"),
                (None, asked) => match asked.unwrap_or(answer.cats_tried) {
                    1 => "1 cat wins".to_owned(),
                    count => format!("{count} cats win"),
                },
            };
            let from = if labels.is_empty() { "nowhere".to_owned() } else { labels.join(" ") };
            format!("{who}, capture time {rounds}, from {from}")
        }
        (None, _, Some(1)) => "1 cat does not win".to_owned(),
        (None, _, Some(asked)) => format!("{asked} cats do not win"),
        (None, ..) => format!("cop number above {}", answer.cats_tried),
    };
    format!("{}  {size}: {found}\n", answer.graph)
}
