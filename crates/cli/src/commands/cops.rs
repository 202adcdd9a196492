//! `catmouse cops`: finds how many cats each graph of a stream needs, how long they take, and where
//! they start.

use std::fmt::{self, Display, Formatter};
use std::io::{self, IsTerminal, Write as _};
use std::path::Path;

use catmouse::{
    CopCertificate, Error,
    answers::with_vertex_names,
    cops::{
        BoundProof, COPS_COLUMNS, CopsAnswer, CopsGraph, CopsQuestion, CopsStop, CopsTrial, CopsWorkspace,
        CornerAnswer, LowerBound, PlacementAnswer, StopReason, cop_number_and_capture_time,
    },
    streams::{COPS_KEYS, COPS_SUMMARY_COLUMNS, CopsSummary},
};
use catmouse_formats::Record;
use catmouse_model::{CopsChoices, Remark, SETTINGS, VertexJson, counted};

use crate::args::{CopsArgs, Format};
use crate::board::{no_effect, threads};
use crate::file::unwritable;
use crate::memory_bound::{for_answers, with_program};
use crate::messages::{self, MessageContext};
use crate::output::{Failure, Report, csv_line, json_line, note};
use crate::setting_flags::{OfCops, Scope, remark_in_flags};
use crate::several;
use crate::sieve;
use crate::size::Bytes;
use crate::stream::{Stream, joined};

/// Answers for every graph, in order.
pub(crate) fn run(args: &'static CopsArgs, asked: &[String]) -> Result<Report, Failure> {
    let reading = args.settings.reading();
    let mut stream = several::open(&args.source, &args.further, reading)?.share(&args.long);
    stream.note = joined(stream.note.take(), stream.graphs.first_remark().map(remark));
    let idle = stream.graphs.look_at_first(|record| idle_rules(&CopsGraph::read(record, reading.directed).ok()?));
    stream.note = joined(stream.note.take(), idle);
    let context = MessageContext { origin: stream.origin.clone(), rules: None, table: None };
    let mut question = CopsQuestion::default();
    question.cats = args.cats;
    question.most = args.max_cats;
    let choices = &args.settings.rules;
    question.choices = CopsChoices::new(choices, args.first).map_err(|it| messages::rules_failure(choices, &it))?;
    question.memory = catmouse::memory::memory_budget(args.shared.max_memory.map(for_answers));
    question.time = args.max_time;
    question.threads = threads(args.shared.threads);
    if let Some(path) = &args.save_certificate {
        save_certificate(&mut stream, (path, reading.directed), &question, &context)?;
    }
    stream.note = joined(stream.note.take(), question.idle().as_ref().map(no_effect));
    question.placements = args.placements;
    let format = args.output.format;
    let origin = stream.origin.clone();
    let only = sieve::only(&args.sieve, COPS_KEYS)?;
    let directed = reading.directed;
    let summarise = args.sieve.summary;
    if args.placements && (summarise || format == Format::Csv || format == Format::Text && only.is_some()) {
        let wanted = "use `--format json`, or text without `--summary` and `--only`".to_owned();
        return Err(Failure::plain("this output cannot show placements".to_owned(), wanted));
    }
    if format != Format::Text || only.is_none() {
        stream.label(format, &COPS_COLUMNS);
    }
    stream.report(&args.long, asked, context, move |stream, context, printer, log| {
        let of_all = CopsWorkspace::reporting_to(show_trial);
        let workspace = || of_all.for_another_thread();
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
                let rows = summary.rows.iter().map(|row| row.fields().into()).collect();
                sieve::print(printer, format, &summary, summary.graphs, (&COPS_SUMMARY_COLUMNS, rows))?;
            }
            return Ok(is_whole);
        }
        stream.in_order((printer, log), context, question.threads, workspace, |workspace, record, out| {
            answered(workspace, record, &mut |graph, answer| match format {
                Format::Json => json_line(out, answer),
                Format::Csv => {
                    let fields = answer.fields();
                    match graph.board() {
                        Some(board) => csv_line(out, &with_vertex_names(board, &COPS_COLUMNS, fields)),
                        None => csv_line(out, &fields),
                    }
                }
                Format::Text if only.is_some() => sieve::echo(&origin, record, out),
                Format::Text => {
                    let _ = write_text(out, graph, &question, answer); // writing into a `Vec` cannot fail
                }
            })
        })
    })
}

/// Writes the proof of the cop number of the single graph, which stays in the stream.
fn save_certificate(
    stream: &mut Stream,
    (path, directed): (&Path, Option<bool>),
    question: &CopsQuestion,
    context: &MessageContext,
) -> Result<(), Failure> {
    let (first, second) = (stream.graphs.next(), stream.graphs.next());
    if second.is_some() {
        return Err(Failure::plain(
            format!("there are several graphs in {}", stream.origin.name.escape_debug()),
            "prove the cop number of one graph at a time: `--graph N` picks it".to_owned(),
        ));
    }
    let record = first.ok_or_else(|| stream.origin.empty())?.map_err(|error| context.failure(Error::Source(error)))?;
    let proof = CopCertificate::new(&record, directed, question, &mut CopsWorkspace::reporting_to(show_trial));
    let proof = proof.map_err(|error| context.failure(error))?;
    catmouse_store::save_stream(path, |out| proof.write(out)).map_err(|error| unwritable(path, "proof", &error))?;
    stream.graphs.put_back(Ok(record));
    Ok(())
}

/// A remark of a reader, with the remedies that this command accepts.
fn remark(mut remark: Remark) -> String {
    let rule = |key: &str| SETTINGS.iter().find(|setting| setting.key == key);
    remark.remedies.retain(|remedy| rule(remedy.setting).is_none_or(OfCops::knows));
    remark_in_flags(&remark)
}

/// A note on rules in the graph's file that have no effect; `None` if there are none.
pub(crate) fn idle_rules(graph: &CopsGraph<'_>) -> Option<String> {
    let idle = graph.idle_rules();
    (!idle.is_empty()).then(|| {
        let verb = if idle.len() == 1 { "has" } else { "have" };
        format!(
            "this is Cops and Robbers on the bare graph: the board's own {} {verb} no effect",
            catmouse_model::listed(idle, "and")
        )
    })
}

/// Shows on a terminal which number of cats is being tried, if this takes long.
fn show_trial(trial: CopsTrial) {
    const LONG: u64 = 256 << 20;
    if trial.bytes >= LONG && io::stderr().is_terminal() {
        let cats = counted(trial.cats, "cat", "cats");
        note(&format!(
            "trying {cats} on {} vertices, which takes {} of memory",
            trial.vertices,
            Bytes(with_program(trial.bytes))
        ));
    }
}

/// Writes the answer for a graph as a line.
fn write_text(
    out: &mut Vec<u8>,
    graph: &CopsGraph<'_>,
    question: &CopsQuestion,
    answer: &CopsAnswer<'_>,
) -> io::Result<()> {
    let vertices = counted(answer.vertices, "vertex", "vertices");
    let edges = counted(answer.edges, "edge", "edges");
    write!(out, "{}  {vertices}, {edges}: ", answer.graph)?;
    match (answer.capture_time.zip(answer.placement.as_ref()), answer.cop_number, question.cats) {
        (Some((rounds, placement)), number, asked) => {
            match (number, asked) {
                (Some(number), _) => write!(out, "cop number {number}"),
                (None, asked) => match asked.unwrap_or(answer.cats_tried) {
                    1 => write!(out, "1 cat wins"),
                    count => write!(out, "{count} cats win"),
                },
            }?;
            let from = if placement.is_empty() { "nowhere" } else { "" };
            write!(out, ", capture time {rounds}, from {from}{}", labels(graph, placement))?;
        }
        (None, Some(number), _) => write!(out, "cop number {number}, capture time unknown")?,
        (None, _, Some(asked)) => {
            let (does_not, wins) = if asked == 1 { ("does not", "wins") } else { ("do not", "win") };
            let cats = counted(asked, "cat", "cats");
            match (answer.at_least, answer.at_most) {
                (least, _) if least > asked => write!(out, "{cats} {does_not} win")?,
                (_, most) if most <= asked => write!(out, "{cats} {wins}, capture time unknown")?,
                _ => write!(out, "it is open whether {cats} {wins}")?,
            }
        }
        (None, ..) if answer.at_least == answer.at_most => write!(out, "cop number {}", answer.at_least)?,
        (None, ..) => write!(out, "cop number at least {} and at most {}", answer.at_least, answer.at_most)?,
    }
    write_more(out, graph, answer)?;
    if question.placements && answer.capture_time.is_some() && answer.placements.is_none() {
        write!(out, "; placements are listed of connected graphs only")?;
    }
    writeln!(out)
}

/// The most placements, or vertices of a dismantling order, that a line lists.
const LISTED: usize = 12;

/// Writes the end of a line: further facts about the graph.
fn write_more(out: &mut Vec<u8>, graph: &CopsGraph<'_>, answer: &CopsAnswer<'_>) -> io::Result<()> {
    if let Some(kinds) = &answer.placements {
        let all = kinds.iter().map(|kind| kind.alike.unwrap_or(1)).sum::<u64>();
        let are_classes = kinds.iter().all(|kind| kind.alike.is_some());
        let all = counted(all, "best placement", "best placements");
        let kind = |kind: &PlacementAnswer, f: &mut Formatter<'_>| {
            write!(f, "{}", labels(graph, &kind.cats))?;
            match kind.alike {
                Some(alike) if alike > 1 => write!(f, " ({alike} alike)"),
                _ => Ok(()),
            }
        };
        let up_to = if are_classes { ", up to symmetry" } else { ", the symmetries being unknown:" };
        write!(out, "; {all}{up_to} {}", listed(kinds, kind))?;
    }
    if let Some(order) = answer.dismantling.as_ref().filter(|order| !order.is_empty()) {
        let corner = |corner: &CornerAnswer, f: &mut Formatter<'_>| {
            write!(f, "{} by {}", label(graph, corner.vertex), label(graph, corner.dominated_by))
        };
        write!(out, "; dismantled as {}", listed(order, corner))?;
    }
    if let Some(bound) = answer.lower_bound {
        let LowerBound { girth, minimum_degree, cop_number_at_least, .. } = bound;
        write!(out, "; girth {girth} and minimum degree {minimum_degree} rule out fewer than {cop_number_at_least}")?;
    }
    write_bounds(out, answer)
}

/// Writes what proves the bounds if no trial does, and the trial that is missing.
fn write_bounds(out: &mut Vec<u8>, answer: &CopsAnswer<'_>) -> io::Result<()> {
    let (least, most) = (answer.at_least, answer.at_most);
    if answer.capture_time.is_none() {
        match answer.at_least_by {
            BoundProof::Degree => {
                write!(out, "; every vertex has more neighbours than fewer than {least} cats elsewhere guard")?;
            }
            BoundProof::Core if least < most => write!(out, "; its core, the graph without corners, needs {least}")?,
            _ => {}
        }
        match answer.at_most_by {
            BoundProof::Core => write!(out, "; its core, the graph without corners, has the same")?,
            BoundProof::Outerplanar => write!(out, "; on outerplanar graphs 2 cats win")?,
            BoundProof::Planar => write!(out, "; on planar graphs 3 cats win")?,
            BoundProof::Treewidth => write!(out, "; by a tree decomposition {most} cats win")?,
            BoundProof::Domination => write!(out, "; {most} cats are on or next to every vertex")?,
            BoundProof::Components => write!(out, "; the bounds of the components are added up")?,
            BoundProof::Trivial
            | BoundProof::Trial
            | BoundProof::Dismantling
            | BoundProof::Girth
            | BoundProof::Degree => {}
        }
    }
    match answer.stop {
        Some(CopsStop { because: StopReason::Time, cats, .. }) => {
            write!(out, "; the time was up with {}", counted(cats, "cat", "cats"))
        }
        Some(CopsStop { bytes: Some(bytes), cats, vertices, .. }) => {
            let (tried, vertices) = (counted(cats, "cat takes", "cats take"), counted(vertices, "vertex", "vertices"));
            write!(out, "; {tried} about {} of memory on {vertices}", Bytes(with_program(bytes)))
        }
        Some(CopsStop { bytes: None, cats, .. }) => {
            write!(out, "; {} more memory than there is", counted(cats, "cat takes", "cats take"))
        }
        None => Ok(()),
    }
}

/// The label of a vertex. A vertex without a name is written as a number, without asking the board,
/// which is faster.
fn label<'g>(graph: &'g CopsGraph<'_>, vertex: VertexJson) -> impl Display + use<'g> {
    let named = graph.board().map(|_| graph.label(vertex));
    fmt::from_fn(move |f| match &named {
        Some(named) => f.write_str(named),
        None => vertex.fmt(f),
    })
}

/// The labels of several vertices, separated by blanks.
fn labels<'t>(graph: &'t CopsGraph<'_>, vertices: &'t [VertexJson]) -> impl Display + use<'t> {
    separated(" ", vertices, move |&vertex, f| label(graph, vertex).fmt(f))
}

/// The first items of a list, and how many more there are.
fn listed<'t, T>(things: &'t [T], write: impl Fn(&T, &mut Formatter<'_>) -> fmt::Result + 't) -> impl Display + 't {
    fmt::from_fn(move |f| {
        separated(", ", &things[..things.len().min(LISTED)], &write).fmt(f)?;
        match things.len().saturating_sub(LISTED) {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    })
}

fn separated<'t, T>(
    separator: &'static str,
    things: &'t [T],
    write: impl Fn(&T, &mut Formatter<'_>) -> fmt::Result + 't,
) -> impl Display + 't {
    fmt::from_fn(move |f| {
        for (index, thing) in things.iter().enumerate() {
            f.write_str(if index > 0 { separator } else { "" })?;
            write(thing, f)?;
        }
        Ok(())
    })
}
