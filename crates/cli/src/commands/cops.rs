//! `catmouse cops`: how many cats each graph of a stream needs, how long they take, and where they start.

use std::io::{self, IsTerminal};

use catmouse::{
    COPS_COLUMNS, COPS_KEYS, COPS_SUMMARY_COLUMNS, CopsAnswer, CopsGraph, CopsQuestion, CopsSummary, CopsSummaryRow,
    CopsTrial, CopsWorkspaces, CornerAnswer, LowerBound, PlacementAnswer, cop_number_and_capture_time,
    with_vertex_names,
};
use catmouse_formats::Record;
use catmouse_model::{CatsMove, CopsRules};

use crate::args::{CopsArgs, Format};
use crate::board::threads;
use crate::messages::{self, MessageContext};
use crate::output::text::counted;
use crate::output::{Failure, Report, csv_line, csv_rows, json_line, note};
use crate::sieve;
use crate::size::Bytes;
use crate::stream::{Stream, joined};

/// Answers for every graph, in order.
pub(crate) fn run(args: &'static CopsArgs, asked: &[String]) -> Result<Report, Failure> {
    let mut stream = Stream::open(&args.graphs.source, args.graphs.directed)?.share(&args.long);
    stream.note = joined(stream.note.take(), stream.graphs.first_remark());
    let context = MessageContext { origin: stream.origin.clone(), rules: None, table: None };
    let mut question = CopsQuestion::default();
    question.cats = args.cats;
    question.most = args.max_cats;
    let mut choices = args.rules.settings.0.clone();
    if args.rules.lazy {
        choices.cats_move = Some(CatsMove::One);
    }
    question.rules = CopsRules::new(&choices, args.rules.first).map_err(|it| messages::rules_failure(&choices, &it))?;
    question.memory = catmouse::memory_budget(args.resources.max_memory.map(|Bytes(bytes)| bytes));
    question.threads = threads(args.resources.threads);
    question.placements = args.placements;
    let format = args.output.format;
    let origin = stream.origin.clone();
    let only = sieve::only(&args.sieve, COPS_KEYS)?;
    let directed = args.graphs.directed;
    let summarise = args.sieve.summary;
    stream.report(&args.long, asked, context, move |stream, context, printer, log| {
        let workspaces = CopsWorkspaces::default().reporting_to(tell);
        let workspace = || workspaces.workspace();
        let answered = |workspace: &mut _, record: &Record, take: &mut dyn FnMut(&CopsGraph<'_>, &CopsAnswer<'_>)| {
            let graph = CopsGraph::read(record, directed)?;
            let answer = graph.answer(&question, workspace)?;
            if only.as_ref().is_none_or(|filter| filter.accepts(&answer)) {
                take(&graph, &answer);
            }
            Ok(())
        };
        if summarise {
            let to = (&mut *printer, log);
            let (tally, is_whole) =
                stream.tally(to, context, question.threads, workspace, |workspace, record, tally| {
                    if only.is_some() {
                        return answered(workspace, record, &mut |_, answer| tally.add(answer, record));
                    }
                    tally.add(cop_number_and_capture_time(record, directed, &question, workspace)?, record);
                    Ok(())
                })?;
            if let Some(summary) = tally.map(CopsSummary::from) {
                let rows = summary.rows.iter().map(CopsSummaryRow::fields).collect();
                sieve::print(printer, format, &summary, summary.graphs, (COPS_SUMMARY_COLUMNS, rows))?;
            }
            return Ok(is_whole);
        }
        if format == Format::Csv && !log.goes_on() {
            csv_rows(printer.out, COPS_COLUMNS, std::iter::empty::<io::Result<_>>())?;
        }
        stream.in_order((printer, log), context, question.threads, workspace, |workspace, record, out| {
            answered(workspace, record, &mut |graph, answer| match format {
                Format::Json => json_line(out, answer),
                Format::Csv => {
                    let fields = answer.fields();
                    match graph.board() {
                        Some(board) => csv_line(out, with_vertex_names(board, &COPS_COLUMNS, fields)),
                        None => csv_line(out, fields),
                    }
                }
                Format::Text if only.is_some() => sieve::echo(&origin, record, out),
                Format::Text => out.extend_from_slice(text(graph, &question, answer).as_bytes()),
            })
        })
    })
}

/// Says on a terminal what is being tried, where that takes long.
fn tell(trial: CopsTrial) {
    const LONG: u64 = 256 << 20;
    if trial.bytes >= LONG && io::stderr().is_terminal() {
        let cats = counted(trial.cats as usize, "cat", "cats");
        note(&format!("trying {cats} on {} vertices, which takes {} of memory", trial.vertices, Bytes(trial.bytes)));
    }
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
            format!("{who}, capture time {rounds}, from {from}{}", more(graph, answer))
        }
        (None, _, Some(1)) => format!("1 cat does not win{}", more(graph, answer)),
        (None, _, Some(asked)) => format!("{asked} cats do not win{}", more(graph, answer)),
        (None, ..) => format!("cop number above {}{}", answer.cats_tried, more(graph, answer)),
    };
    format!("{}  {size}: {found}\n", answer.graph)
}

/// Placements, or corners of a dismantling order, that a line lists.
const LISTED: usize = 12;

/// What else is known of a graph, as the end of its line.
fn more(graph: &CopsGraph<'_>, answer: &CopsAnswer<'_>) -> String {
    let mut text = String::new();
    if let Some(kinds) = &answer.placements {
        let kind = |kind: &PlacementAnswer| {
            let labels: Vec<String> = kind.cats.iter().map(|&cat| graph.label(cat)).collect();
            let alike = if kind.alike > 1 { format!(" ({} alike)", kind.alike) } else { String::new() };
            format!("{}{alike}", labels.join(" "))
        };
        let all = kinds.iter().map(|kind| kind.alike).sum::<u64>();
        let all = counted(all as usize, "best placement", "best placements");
        text.push_str(&format!("; {all}, up to symmetry {}", listed(kinds.iter().map(kind))));
    }
    if let Some(order) = answer.dismantling.as_ref().filter(|order| !order.is_empty()) {
        let corner =
            |corner: &CornerAnswer| format!("{} by {}", graph.label(corner.vertex), graph.label(corner.dominated_by));
        text.push_str(&format!("; dismantled as {}", listed(order.iter().map(corner))));
    }
    if let Some(bound) = answer.lower_bound {
        let LowerBound { girth, minimum_degree, cop_number_at_least, .. } = bound;
        text.push_str(&format!("; girth {girth} and minimum degree {minimum_degree} alone need {cop_number_at_least}"));
    }
    text
}

/// The first of some things, and how many more there are.
fn listed(things: impl ExactSizeIterator<Item = String>) -> String {
    let more = things.len().saturating_sub(LISTED);
    let list: Vec<String> = things.take(LISTED).collect();
    let list = list.join(", ");
    if more == 0 { list } else { format!("{list} and {more} more") }
}
