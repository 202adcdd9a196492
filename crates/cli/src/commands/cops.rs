//! `catmouse cops`: how many cats each graph of a stream needs, how long they take, and where they start.

use std::io;

use catmouse::{
    COPS_COLUMNS, CopsAnswer, CopsGraph, CopsQuestion, CopsRooms, CornerAnswer, LowerBound, PlacementAnswer,
};
use catmouse_formats::Base;
use catmouse_model::CatsMove;

use crate::args::{CopsArgs, Format};
use crate::board::{MessageContext, threads};
use crate::output::text::counted;
use crate::output::{Failure, Report, csv_line, csv_rows, json_line};
use crate::size::Bytes;
use crate::stream::Stream;

/// Answers for every graph, in order.
pub(crate) fn run(args: &'static CopsArgs) -> Result<Report, Failure> {
    let mut stream = Stream::open(&args.graphs.source)?;
    let counted_from_1 =
        (args.graphs.source.base == Some(Base::One)).then(|| "vertex 1 of the text is vertex 0 here".to_owned());
    let note = stream.note.take().or(counted_from_1);
    let context = MessageContext { origin: stream.origin.clone(), rules: None, table: None };
    let mut question = CopsQuestion::default();
    question.cats = args.cats;
    question.most = args.max_cats;
    question.cats_move = if args.lazy { CatsMove::One } else { CatsMove::All };
    question.memory = catmouse::memory_budget(args.max_memory.map(|Bytes(bytes)| bytes));
    question.threads = threads(args.threads);
    question.placements = args.placements;
    let format = args.output.format;
    Ok(Report::of_stream(move |printer| {
        if format == Format::Csv {
            csv_rows(printer.out, COPS_COLUMNS, std::iter::empty::<io::Result<_>>())?;
        }
        let rooms = CopsRooms::default();
        stream.in_order(
            printer,
            &context,
            question.threads,
            || rooms.room(),
            |room, record, out| {
                let graph = CopsGraph::read(record, args.graphs.directed)?;
                let answer = graph.answer(&question, room)?;
                match format {
                    Format::Json => json_line(out, &answer),
                    Format::Csv => csv_line(out, answer.fields()),
                    Format::Text => out.extend_from_slice(text(&graph, &question, &answer).as_bytes()),
                }
                Ok(())
            },
        )
    })
    .with_note(note))
}

fn text(graph: &CopsGraph<'_>, question: &CopsQuestion, answer: &CopsAnswer<'_>) -> String {
    let size = format!(
        "{}, {}",
        counted(answer.vertices as usize, "vertex", "vertices"),
        counted(answer.edges as usize, "edge", "edges")
    );
    let cats = |count: u32| counted(count as usize, "cat", "cats");
    let found = match (answer.capture_time.zip(answer.placement.as_ref()), answer.cop_number, question.cats) {
        (Some((rounds, placement)), number, asked) => {
            let labels: Vec<String> = placement.iter().map(|&cat| graph.label(cat)).collect();
            let who = match (number, asked) {
                (Some(number), _) => format!("cop number {number}"),
                (None, asked) => format!("{} win", cats(asked.unwrap_or(answer.cats_tried))),
            };
            let from = if labels.is_empty() { "nowhere".to_owned() } else { labels.join(" ") };
            format!("{who}, capture time {rounds}, from {from}{}", more(graph, answer))
        }
        (None, _, Some(asked)) => format!("{} do not win{}", cats(asked), more(graph, answer)),
        (None, ..) => format!("cop number above {}{}", answer.cats_tried, more(graph, answer)),
    };
    format!("{}  {size}: {found}\n", answer.graph)
}

/// Placements, or corners of a dismantling order, that a line lists.
const LISTED: usize = 12;

/// What else is known of a graph, as the rest of its line.
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
