//! `catmouse cops`: how many cats each graph of a stream needs, how long they take, and where they start.

use catmouse_formats::{Base, Record};
use catmouse_model::{Board, CatsMove, Chase, Vertex};
use catmouse_solver::teams::SmallTeams;
use serde::Serialize;

use crate::args::{CopsArgs, Format};
use crate::cops::{Answer, Question, TooLarge, answer};
use crate::memory::{self, Bytes};
use crate::output::json::{self, SCHEMA, VertexJson};
use crate::output::text::counted;
use crate::output::{Failure, Report};
use crate::source::Origin;
use crate::stream::{self, Stream};

#[derive(Serialize)]
struct CopsJson<'a> {
    schema: u32,
    graph: u64,
    vertices: u32,
    edges: u64,
    cop_number: Option<u32>,
    capture_time: Option<u64>,
    placement: Option<&'a [VertexJson]>,
    cats_tried: u32,
}

/// Answers for every graph, in order.
pub(crate) fn run(args: &'static CopsArgs) -> Result<Report, Failure> {
    let mut stream = Stream::open(&args.graphs.source)?;
    let counted_from_1 =
        (args.graphs.source.base == Some(Base::One)).then(|| "vertex 1 of the text is vertex 0 here".to_owned());
    let note = stream.note.take().or(counted_from_1);
    let question = Question {
        cats: args.cats,
        most: args.max_cats,
        cats_move: if args.lazy { CatsMove::One } else { CatsMove::All },
        memory: memory::budget(args.max_memory) / stream::workers() as u64,
    };
    Ok(Report::of_stream(move |printer| {
        stream.in_order(printer, SmallTeams::default, |room, origin, record, out| {
            line(args, &question, room, (origin, record), out)
        })
    })
    .with_note(note))
}

/// Adds the result for one graph, on a line.
fn line(
    args: &CopsArgs,
    question: &Question,
    room: &mut SmallTeams,
    (origin, record): (&Origin, &Record),
    out: &mut Vec<u8>,
) -> Result<(), Failure> {
    let graph = Graph::read(args, origin, record)?;
    let answer = answer(&graph.chase, question, room).map_err(|too_large| refusal(origin, record, too_large))?;
    match args.format {
        Format::Json => json(record.number(), &graph, &answer, out),
        Format::Text => out.extend_from_slice(text(record.number(), &graph, question, &answer).as_bytes()),
    }
    Ok(())
}

/// A graph, with what there is to say of it besides.
struct Graph {
    chase: Chase,
    /// Arcs, if they lead one way; else pairs of them, and loops.
    edges: u64,
    /// Where names and cells are from; none for a bare graph.
    board: Option<Board>,
}

impl Graph {
    fn read(args: &CopsArgs, origin: &Origin, record: &Record) -> Result<Self, Failure> {
        let (chase, directed, board) = match (record.small_graph(), args.graphs.directed) {
            (Some(small), None) => {
                (Chase::new(small.vertices(), small.arcs().collect()), !record.is_undirected(), None)
            }
            (_, directed) => {
                let mut document = record.read().map_err(|error| origin.failure(record, &error.problems))?;
                let directed = directed.or(document.setup.rules.directed);
                document.setup.rules.directed = directed;
                let board = document
                    .setup
                    .plan_board()
                    .map_err(|defects| origin.failure(record, &document.problems(&defects)))?;
                let mut arcs: Vec<_> = board.arcs().map(|(from, to, _)| (from.number(), to.number())).collect();
                arcs.dedup(); // arcs that differ in cost alone
                (Chase::new(board.vertices(), arcs), directed.unwrap_or(false), Some(board))
            }
        };
        let edges = chase.arcs().iter().filter(|(from, to)| directed || from <= to).count() as u64;
        Ok(Self { chase, edges, board })
    }

    fn label(&self, vertex: u32) -> String {
        self.board.as_ref().map_or_else(|| vertex.to_string(), |board| board.label(Vertex::new(vertex)).to_string())
    }
}

fn json(number: u64, graph: &Graph, answer: &Answer, out: &mut Vec<u8>) {
    let placement = answer.win.as_ref().map(|(_, cats)| {
        cats.iter().map(|&cat| VertexJson::on_board(graph.board.as_ref(), Vertex::new(cat))).collect::<Vec<_>>()
    });
    let shape = CopsJson {
        schema: SCHEMA,
        graph: number,
        vertices: graph.chase.vertices(),
        edges: graph.edges,
        cop_number: answer.cop_number,
        capture_time: answer.win.as_ref().map(|(rounds, _)| *rounds),
        placement: placement.as_deref(),
        cats_tried: answer.tried,
    };
    json::line(out, &shape);
}

fn text(number: u64, graph: &Graph, question: &Question, answer: &Answer) -> String {
    let size = format!(
        "{}, {}",
        counted(graph.chase.vertices() as usize, "vertex", "vertices"),
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
        "graph {} of {}: to try {} on a component of {vertices} vertices takes {} of memory, more than there is",
        record.number(),
        origin.name.escape_debug(),
        counted(cats as usize, "cat", "cats"),
        Bytes(bytes),
    );
    let wanted = match cats {
        1 => "--max-memory SIZE sets another limit".to_owned(),
        _ => format!("--max-cats {} would stop before that, and --max-memory SIZE sets another limit", cats - 1),
    };
    Failure::plain(message, wanted)
}
