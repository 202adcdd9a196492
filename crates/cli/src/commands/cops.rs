//! `catmouse cops`: how many cats each graph of a stream needs, how long they take, and where they start.

use catmouse_formats::Record;
use catmouse_model::{Board, CatsMove, Vertex};
use serde::Serialize;

use crate::args::{CopsArgs, Format};
use crate::cops::{self, Answer, Question, TooLarge, answer};
use crate::memory::{self, Bytes};
use crate::output::json::{SCHEMA, board_vertex};
use crate::output::text::counted;
use crate::output::{Failure, Report};
use crate::stream::{Origin, Stream};

#[derive(Serialize)]
struct CopsJson<'a> {
    schema: u32,
    graph: u64,
    vertices: u32,
    edges: u64,
    cop_number: Option<u32>,
    capture_time: Option<u64>,
    placement: Option<&'a [crate::output::json::VertexJson]>,
    cats_tried: u32,
}

/// Answers for every graph, in order.
pub(crate) fn run(args: &'static CopsArgs) -> Result<Report, Failure> {
    let stream = Stream::open(&args.graphs, args.input)?;
    let question = Question {
        cats: args.cats,
        most: args.max_cats,
        cats_move: if args.lazy { CatsMove::One } else { CatsMove::All },
        memory: memory::budget(args.max_memory) / rayon::current_num_threads() as u64,
    };
    Ok(Report::of_stream(move |printer| {
        let work = |origin: &Origin, record: &Record| line(args, &question, origin, record);
        stream.in_order(Vec::new(), printer, work, |printer, line| printer.out.write_all(line.as_bytes()))
    }))
}

/// The result for one graph, on a line.
fn line(args: &CopsArgs, question: &Question, origin: &Origin, record: &Record) -> Result<String, Failure> {
    let graph = Graph::read(args, origin, record)?;
    let answer = answer(&graph.bare, question).map_err(|too_large| refusal(origin, record, too_large))?;
    Ok(match args.format {
        Format::Json => json(record.number(), &graph, &answer),
        Format::Text => text(record.number(), &graph, question, &answer),
    })
}

/// A graph, with what there is to say of it besides.
struct Graph {
    bare: cops::Graph,
    /// Arcs, if they lead one way; else pairs of them, and loops.
    edges: u64,
    /// Where names and cells are from; none for a bare graph.
    board: Option<Board>,
}

impl Graph {
    fn read(args: &CopsArgs, origin: &Origin, record: &Record) -> Result<Self, Failure> {
        if let (Some(small), None) = (record.small_graph(), args.directed) {
            let rows = small.rows().to_vec();
            // Of an edge one end counts: the bits from the diagonal on.
            let counted = |vertex: usize| if record.is_undirected() { u64::MAX << vertex } else { u64::MAX };
            let edges = |(vertex, row): (usize, &u64)| u64::from((row & counted(vertex)).count_ones());
            let edges = rows.iter().enumerate().map(edges).sum();
            return Ok(Self { bare: cops::Graph::Small(rows), edges, board: None });
        }
        let mut document = record.read().map_err(|error| origin.failure(record, &error.problems))?;
        document.setup.rules.directed = args.directed.or(document.setup.rules.directed);
        let directed = document.setup.rules.directed.unwrap_or(false);
        let board =
            document.setup.plan_board().map_err(|defects| origin.failure(record, &document.problems(&defects)))?;
        let mut arcs: Vec<(u32, u32)> = board.arcs().map(|(from, to, _)| (from.number(), to.number())).collect();
        arcs.dedup(); // arcs that differ in cost alone
        let edges = arcs.iter().filter(|(from, to)| directed || from <= to).count() as u64;
        Ok(Self { bare: cops::Graph::new(board.vertices(), arcs), edges, board: Some(board) })
    }

    fn label(&self, vertex: u32) -> String {
        self.board.as_ref().map_or_else(|| vertex.to_string(), |board| board.label(Vertex::new(vertex)).to_string())
    }
}

fn json(number: u64, graph: &Graph, answer: &Answer) -> String {
    let placement = answer.win.as_ref().map(|(_, cats)| {
        cats.iter().map(|&cat| board_vertex(graph.board.as_ref(), Vertex::new(cat))).collect::<Vec<_>>()
    });
    let shape = CopsJson {
        schema: SCHEMA,
        graph: number,
        vertices: graph.bare.vertices(),
        edges: graph.edges,
        cop_number: answer.cop_number,
        capture_time: answer.win.as_ref().map(|(rounds, _)| *rounds),
        placement: placement.as_deref(),
        cats_tried: answer.tried,
    };
    serde_json::to_string(&shape).unwrap_or_default() + "\n"
}

fn text(number: u64, graph: &Graph, question: &Question, answer: &Answer) -> String {
    let size = format!(
        "{}, {}",
        counted(graph.bare.vertices() as usize, "vertex", "vertices"),
        counted(graph.edges as usize, "edge", "edges")
    );
    let cats = |count: u32| counted(count as usize, "cat", "cats");
    let found = match (&answer.win, answer.cop_number, question.cats) {
        (Some((rounds, placement)), number, asked) => {
            let labels: Vec<String> = placement.iter().map(|&cat| graph.label(cat)).collect();
            let who = match (number, asked) {
                (Some(number), _) => format!("cop number {number}"),
                (None, asked) => format!("{} win", cats(asked.unwrap_or(answer.tried))),
            };
            let from = if labels.is_empty() { "nowhere".to_owned() } else { labels.join(" ") };
            format!("{who}, capture time {rounds}, from {from}")
        }
        (None, _, Some(asked)) => format!("{} do not win", cats(asked)),
        (None, ..) => format!("cop number above {}", answer.tried),
    };
    format!("{number}  {size}: {found}\n")
}

fn refusal(origin: &Origin, record: &Record, TooLarge { cats, vertices, bytes }: TooLarge) -> Failure {
    let message = format!(
        "graph {} of {}: {cats} cats on a component of {vertices} vertices need {} of memory, more than there is",
        record.number(),
        origin.name.escape_debug(),
        Bytes(bytes),
    );
    let wanted = format!("--max-cats {} would stop before that, and --max-memory SIZE sets another limit", cats - 1);
    Failure::plain(message, wanted)
}
