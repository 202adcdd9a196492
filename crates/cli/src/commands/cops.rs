//! `catmouse cops`: how many cats each graph of a stream needs, how long they take, and where they start.

use std::io;

use catmouse::{COPS_COLUMNS, CopsAnswer, CopsGraph, CopsQuestion, CopsRoom};
use catmouse_formats::Base;
use catmouse_model::CatsMove;

use crate::args::{CopsArgs, Format};
use crate::board::MessageContext;
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
    question.memory = catmouse::memory_budget(args.max_memory.map(|Bytes(bytes)| bytes)) / catmouse::workers() as u64;
    let format = args.output.format;
    Ok(Report::of_stream(move |printer| {
        if format == Format::Csv {
            csv_rows(printer.out, COPS_COLUMNS, std::iter::empty::<io::Result<_>>())?;
        }
        stream.in_order(printer, &context, CopsRoom::default, |room, record, out| {
            let graph = CopsGraph::read(record, args.graphs.directed)?;
            let answer = graph.answer(&question, room)?;
            match format {
                Format::Json => json_line(out, &answer),
                Format::Csv => csv_line(out, answer.fields()),
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
    let cats = |count: u32| counted(count as usize, "cat", "cats");
    let found = match (answer.capture_time.zip(answer.placement.as_ref()), answer.cop_number, question.cats) {
        (Some((rounds, placement)), number, asked) => {
            let labels: Vec<String> = placement.iter().map(|&cat| graph.label(cat)).collect();
            let who = match (number, asked) {
                (Some(number), _) => format!("cop number {number}"),
                (None, asked) => format!("{} win", cats(asked.unwrap_or(answer.cats_tried))),
            };
            let from = if labels.is_empty() { "nowhere".to_owned() } else { labels.join(" ") };
            format!("{who}, capture time {rounds}, from {from}")
        }
        (None, _, Some(asked)) => format!("{} do not win", cats(asked)),
        (None, ..) => format!("cop number above {}", answer.cats_tried),
    };
    format!("{}  {size}: {found}\n", answer.graph)
}
