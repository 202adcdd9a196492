//! Edge lists: one edge on each line, `u v` or `u v cost`.
//!
//! A first line with one number gives the number of vertices, counted from 0; the word `vertices`
//! may follow the number. Without this line, the vertices must be exactly 0 to n − 1, because other
//! programs count from 1 or skip numbers. A [`Base`] removes this doubt; then the greatest number
//! determines the number of vertices.
//!
//! The first line may also have the word `directed`, alone or after the number: then each line is
//! an arc from u to v. If it has `parallel`, edges that join the same vertices at different costs
//! are different moves; otherwise they are refused. A word in place of the cost is the kind of an
//! edge; either all edges have a kind or none. If some edges have a cost, the others cost 1.
//!
//! All vertices may have names instead of numbers. Then only vertices with an edge exist, and the
//! number of vertices in a first line must equal their number. Numbers have no leading zeros.
//!
//! A comment begins with `#`, or with `%` at the beginning of a word. Blank lines separate the
//! graphs of a file. Comments of network collections before the first edge are read:
//! `# Directed graph` and `% asym` mean `directed`, and `# Nodes: 5` must be true; if just as many
//! numbers occur, they are labels and may have gaps. KONECT has a
//! time after each cost, which is ignored.
//!
//! ```text
//! 4 directed   # four vertices, vertex 3 without moves
//! 0 1
//! 1 2 50
//! ```

use std::collections::HashMap;
use std::fmt::Write;
use std::ops::Range;

use catmouse_model::{Board, DefectKind, InOrder, Keyword, MAX_VERTICES, Remedy};

use crate::format::{Base, CostKey, Format};
use crate::graph::{FROM_1, Graph, index_of};
use crate::labels::{Labels, Written, has_names, is_name};
use crate::mtx;
use crate::problem::{Problem, quoted};
use crate::rows::NumberRows;
use crate::words::{
    DIRECTED, OWN_WORDS, PARALLEL, VERTICES, Word, ensure_plain, is_label, lines, second_graph, span_of,
    without_comment, words,
};

const VERTEX: &str = "a vertex number";
const EDGE: &str = "two vertices, and a cost if there is one, such as 0 1 or 0 1 3";

/// Refuses a word that is neither a name nor a number.
fn ensure_name(word: &Word<'_>) -> Result<(), Problem> {
    if is_name(word.text) || word.text.parse::<i64>().is_ok() {
        return Ok(());
    }
    let defect = DefectKind::BadName { name: word.text.to_owned() };
    Err(Problem::new(Some(word.span.clone()), defect.to_string(), defect.wanted()))
}

/// Reads the first graph of a text. A second graph is an error.
pub(crate) fn read(text: &str, base: Option<Base>, costs: CostKey) -> Result<Graph, Problem> {
    if mtx::begins(text) {
        // The comments of Matrix Market look like ours, and its sizes look like an edge.
        let remedy = Remedy::new("input", &["mtx"], "reads it");
        return Err(Problem::new(None, "this is Matrix Market, not an edge list", "").with([remedy]));
    }
    ensure_plain(text)?;
    let mut graph = Graph { is_undecided: true, ..Graph::default() };
    let mut labels: Option<Labels> = None;
    let mut numbering =
        Numbering { base, count: None, says_vertices: false, has_zero: false, announced: None, is_of_konect: false };
    let mut is_first = true;
    let mut parted = false;
    for (line, at) in lines(text) {
        let found: Vec<Word<'_>> = words(without_comment(line), at).take(4).collect();
        if found.is_empty() {
            if is_first {
                numbering.comment(line, &mut graph);
            }
            // A line that has only a comment does not separate graphs.
            parted |= !is_first && line.trim().is_empty();
            continue;
        }
        if parted {
            return Err(second_graph(at, line));
        }
        match &found[..] {
            [only] if !is_first => {
                return Err(Problem::expected(Some(only.span.clone()), "this edge has 1 vertex", EDGE));
            }
            [own, ..] if is_first && [DIRECTED, PARALLEL].contains(&own.text) => {
                first_line(None, &found, &mut numbering, &mut graph)?;
            }
            [number] => first_line(Some(number), &[], &mut numbering, &mut graph)?,
            [number, own @ ..] if is_first && own.iter().any(|word| OWN_WORDS.contains(&word.text)) => {
                first_line(Some(number), own, &mut numbering, &mut graph)?;
            }
            [from, to, cost @ ..] if cost.len() <= 1 || numbering.is_of_konect && cost.len() == 2 => {
                if graph.edges.is_empty() && is_label(from.text) && is_label(to.text) {
                    labels.get_or_insert_default();
                }
                let ends = match &mut labels {
                    None => (numbering.vertex(from)?, numbering.vertex(to)?),
                    Some(labels) => {
                        ensure_name(from).and_then(|()| ensure_name(to))?;
                        (labels.vertex(from.text, from.span.clone())?, labels.vertex(to.text, to.span.clone())?)
                    }
                };
                let cost = third(&mut graph, &found, cost.first(), costs)?;
                graph.add(ends, cost, || from.span.start..to.span.end)?;
                graph.vertices = graph.vertices.max(ends.0 + 1).max(ends.1 + 1);
            }
            more => {
                let span = more.first().zip(more.last()).map(|(first, last)| first.span.start..last.span.end);
                return Err(Problem::expected(span, "this edge has more than 3 numbers", EDGE));
            }
        }
        is_first = false;
    }
    if is_first {
        return Err(Problem::expected(None, "there is no edge here, and no number of vertices", EDGE));
    }
    if let Some(labels) = labels {
        labels.ensure_alike(text)?;
        numbering.ensure_named(labels.len(), text)?;
        labels.name(&mut graph);
        return Ok(graph);
    }
    if numbering.are_labels(&graph) {
        let mut labels = Labels::default();
        for (from, to) in &mut graph.edges {
            (*from, *to) = (labels.vertex(&from.to_string(), 0..0)?, labels.vertex(&to.to_string(), 0..0)?);
        }
        labels.name(&mut graph);
        return Ok(graph);
    }
    let counts_from_1 = numbering.ensure_meant(&graph, text)?;
    graph.vertices = numbering.count.unwrap_or(graph.vertices);
    if counts_from_1 {
        graph.vertices -= 1;
        graph.edges.iter_mut().for_each(|(from, to)| (*from, *to) = (*from - 1, *to - 1));
    }
    graph.remark = (base == Some(Base::One) || counts_from_1).then(|| FROM_1.to_owned().into());
    Ok(graph)
}

/// Reads the third word of an edge: its cost, or its kind. Either every edge has a kind, or none
/// has.
fn third(
    graph: &mut Graph,
    edge: &[Word<'_>],
    third: Option<&Word<'_>>,
    costs: CostKey,
) -> Result<Option<u32>, Problem> {
    let kind = third.filter(|word| is_label(word.text));
    let is_odd = if graph.kinds.is_empty() { kind.is_some() && !graph.edges.is_empty() } else { kind.is_none() };
    match kind {
        // This is a slip in a cost rather than a kind.
        Some(word) if is_odd && graph.costs.is_some() => costs.of(word),
        _ if is_odd => {
            let message = "some edges have a kind and others have none";
            Err(Problem::expected(span_of(edge), message, "a word after each edge, or after none"))
        }
        Some(word) => {
            let kind = index_of(&mut graph.kinds, word.text);
            graph.of_kind.push(kind);
            Ok(None)
        }
        None => third.map(|cost| costs.of(cost)).transpose().map(Option::flatten),
    }
}

/// Reads the first line if it is not an edge: the number of vertices, and words.
fn first_line(
    number: Option<&Word<'_>>,
    own: &[Word<'_>],
    numbering: &mut Numbering,
    graph: &mut Graph,
) -> Result<(), Problem> {
    numbering.count =
        number.map(|word| word.vertex_count("the number of vertices, or an edge, such as 0 1")).transpose()?;
    for word in own {
        match word.text {
            DIRECTED if !graph.is_directed => graph.is_directed = true,
            PARALLEL if !graph.is_multigraph => graph.is_multigraph = true,
            VERTICES if number.is_some() && !numbering.says_vertices => numbering.says_vertices = true,
            _ => {
                let message = format!("{} is not allowed here", quoted(word.text));
                let wanted = "the number of vertices, such as 4, 4 vertices or 4 directed";
                return Err(Problem::expected(Some(word.span.clone()), message, wanted));
            }
        }
    }
    Ok(())
}

/// The numbering of the vertices in a text.
struct Numbering {
    base: Option<Base>,
    /// The number of vertices in the first line, if it gives one.
    count: Option<u32>,
    /// Whether the first line has one of [`OWN_WORDS`]. No other program writes these words.
    says_vertices: bool,
    /// Whether an edge so far ends in vertex 0.
    has_zero: bool,
    /// The number of vertices in a comment, if a comment gives it.
    announced: Option<u32>,
    /// Whether the comments are those of KONECT. Its files count from 1 and may have a time after
    /// each cost.
    is_of_konect: bool,
}

impl Numbering {
    /// Evaluates a comment that collections of networks have before the first edge:
    /// `# Directed graph`, `# Nodes: 5 Edges: 7`, `% asym`.
    fn comment(&mut self, line: &str, graph: &mut Graph) {
        let line = line.to_ascii_lowercase();
        let words: Vec<&str> = line.split_whitespace().collect();
        self.is_of_konect |= matches!(words[..], ["%", "sym" | "asym", ..]);
        graph.is_directed |=
            line.contains("directed graph") && !line.contains("undirected") || words.starts_with(&["%", "asym"]);
        let nodes = words.iter().position(|&word| word == "nodes:").and_then(|at| words.get(at + 1));
        self.announced = nodes.and_then(|number| number.parse().ok()).or(self.announced);
    }

    /// The number of the first vertex.
    fn first(&self) -> u32 {
        u32::from(self.base == Some(Base::One))
    }

    /// The vertex for a word, counted from 0. It must be less than the number of vertices, if this
    /// number is known.
    fn vertex(&mut self, word: &Word<'_>) -> Result<u32, Problem> {
        let number = word.number(VERTEX)?;
        if word.text.len() > 1 && word.text.trim_start_matches('-').starts_with('0') {
            // networkx distinguishes the vertices `1` and `01`.
            let message = format!("{} is {number} or a name", quoted(word.text));
            return Err(Problem::expected(Some(word.span.clone()), message, "numbers without leading zeros"));
        }
        self.has_zero |= number == 0;
        let (first, limit) = (self.first(), self.count.unwrap_or(MAX_VERTICES));
        let vertex = number.checked_sub(first.into()).and_then(|vertex| u32::try_from(vertex).ok());
        vertex.filter(|&vertex| vertex < limit).ok_or_else(|| {
            let last = i64::from(limit) + i64::from(first) - 1;
            let wanted = match (self.count, limit) {
                (None, _) => format!("vertices are {first} to {last}, counted from {first}"),
                (Some(_), 0) => "the first line says that there are none".to_owned(),
                (Some(_), _) => format!("the first line says {limit} vertices, so they are {first} to {last}"),
            };
            let may_be_from_1 = self.base.is_none() && !self.has_zero && number == i64::from(limit);
            let problem = Problem::new(Some(word.span.clone()), format!("vertex {number} does not exist"), wanted);
            match self.count {
                Some(_) if may_be_from_1 => problem.with([from_1()]),
                None if self.base.is_none() && number > 0 => problem.with([labels()]),
                _ => problem,
            }
        })
    }

    /// Refuses a first line whose number of vertices differs from the number of names.
    fn ensure_named(&self, names: u32, text: &str) -> Result<(), Problem> {
        let Some(count) = self.count.filter(|&count| count != names) else { return Ok(()) };
        let message = format!("the first line says {count} vertices, and the edges name {names}");
        Err(Problem::new(first_edge(text, false), message, "give each named vertex an edge"))
    }

    /// Whether numbers are labels: they have gaps, and a comment says how many there are.
    fn are_labels(&self, graph: &Graph) -> bool {
        let Some(announced) = self.announced.filter(|_| self.base.is_none() && self.count.is_none()) else {
            return false;
        };
        let mut numbers: Vec<u32> = graph.edges.iter().flat_map(|&(from, to)| [from, to]).collect();
        numbers.put_in_order();
        numbers.dedup();
        numbers.len() == announced as usize && announced < graph.vertices
    }

    /// Refuses a graph whose vertices may be counted from 0 or from 1, unless an option decides.
    /// Returns whether they are counted from 1 without an option: in boards with kinds of edges and
    /// in files of KONECT, if vertex 0 is the only one without an edge.
    fn ensure_meant(&self, graph: &Graph, text: &str) -> Result<bool, Problem> {
        if self.base.is_some()
            || self.says_vertices
            || self.count.is_some() && graph.is_directed
            || graph.edges.is_empty()
        {
            return Ok(false);
        }
        let mut has_edges = vec![false; graph.vertices as usize];
        for &(from, to) in &graph.edges {
            has_edges[from as usize] = true;
            has_edges[to as usize] = true;
        }
        let span = first_edge(text, self.count.is_some());
        if let Some(announced) = self.announced.filter(|&nodes| self.count.is_none() && nodes != graph.vertices) {
            let message = format!("a comment says {announced} nodes, and the edges have {}", graph.vertices);
            let wanted = "write the number of vertices in the first line, as in `5 vertices`";
            let remedy =
                if has_edges.contains(&false) { labels() } else { from_0("reads as many vertices as the edges have") };
            return Err(Problem::new(span, message, wanted).with([remedy]));
        }
        let last = graph.vertices - 1;
        match (self.count, has_edges.iter().position(|&has_edges| !has_edges)) {
            (Some(_), Some(0)) => {
                let message = "vertex 0 has no edge, so vertices may be counted from 0 or from 1";
                let wanted = "write `vertices` after the number in the first line to count from 0";
                Err(Problem::new(span, message, wanted).with([from_0("counts from 0"), from_1()]))
            }
            (_, None) | (Some(_), Some(_)) => Ok(false),
            (None, Some(0))
                if (self.is_of_konect || !graph.kinds.is_empty())
                    && has_edges[1..].iter().all(|&has_edges| has_edges) =>
            {
                Ok(true)
            }
            (None, Some(0)) if has_edges[1..].iter().all(|&has_edges| has_edges) => {
                let message =
                    format!("vertex 0 has no edge and vertex {last} has one, so vertices may be counted from 1");
                Err(Problem::new(span, message, "").with([from_1(), from_0("counts from 0")]))
            }
            (None, Some(missing)) => {
                let message = format!("vertex {missing} has no edge, although vertex {last} has one");
                let wanted = format!("write `{} vertices` in the first line if this is meant", graph.vertices);
                Err(Problem::new(span, message, wanted).with(Vec::from_iter(graph.kinds.is_empty().then(labels))))
            }
        }
    }
}

fn from_0(effect: &'static str) -> Remedy {
    Remedy::new("base", &["0"], effect)
}

/// The remedy for numbers with gaps. It makes no vertex that the text does not have.
fn labels() -> Remedy {
    Remedy::new("input", &[Format::NxEdges.word()], "reads numbers as labels, so that all vertices have edges")
}

fn from_1() -> Remedy {
    Remedy::new("base", &["1"], "counts from 1")
}

/// The span of the first line that has an edge.
fn first_edge(text: &str, is_counted: bool) -> Option<Range<usize>> {
    let mut content = lines(text).filter(|(line, _)| !without_comment(line).trim().is_empty());
    let (line, at) = content.nth(usize::from(is_counted))?;
    let start = at + line.len() - line.trim_start().len();
    Some(start..start + without_comment(line).trim().len())
}

/// Writes a board. Vertices have their names if the board has names and every vertex has an edge;
/// otherwise they have numbers.
///
/// A first line gives the number of vertices if vertices have numbers, or if the edges alone would
/// be recognised as another format. The line has the word `vertices` if it would be ambiguous
/// without it, and `directed` or `parallel` if necessary. The second part of `moves` is whether
/// they are directed. `recognised` returns the format that a text is recognised as. Returns whether
/// names were omitted.
pub(crate) fn write(
    out: &mut String,
    board: &Board,
    (moves, is_directed): (&[(u32, u32, u32)], bool),
    recognised: fn(&str) -> Option<Format>,
) -> bool {
    let is_named = has_names(board);
    let labels = Written::of(board);
    let kinds: HashMap<(u32, u32), usize> = match board.kinds() {
        [] => HashMap::new(),
        _ => board.arcs().enumerate().map(|(arc, (from, to, _))| ((from.number(), to.number()), arc)).collect(),
    };
    let edges = |with_names: bool| {
        let mut edges = String::new();
        for &(from, to, cost) in moves {
            let label = |vertex: u32| if with_names { labels.label(vertex) } else { vertex.to_string().into() };
            let cost = if board.has_costs() { format!(" {cost}") } else { String::new() };
            let ends = format!("{} {}", label(from), label(to));
            // Writing to a `String` cannot fail.
            if let Some(&arc) = kinds.get(&(from, to)) {
                board.kinds_of(arc).for_each(|kind| edges.push_str(&format!("{ends} {kind}\n")));
            } else {
                let _ = writeln!(edges, "{ends}{cost}");
            }
        }
        edges
    };
    let is_parallel = moves.windows(2).any(|two| (two[0].0, two[0].1) == (two[1].0, two[1].1));
    let own = [(DIRECTED, is_directed), (PARALLEL, is_parallel)];
    let own: Vec<&str> = own.into_iter().filter(|(_, applies)| *applies).map(|(word, _)| word).collect();
    let suffix = if own.is_empty() { String::new() } else { format!(" {}", own.join(" ")) };
    if is_named && !has_lone_vertex(board.vertices(), moves) {
        let named = if suffix.is_empty() { edges(true) } else { format!("{}\n{}", suffix.trim_start(), edges(true)) };
        // The words of a first line may also be names of vertices.
        let begins_with_own =
            suffix.is_empty() && named.split_whitespace().take(2).any(|name| OWN_WORDS.contains(&name));
        if begins_with_own || recognised(&named) != Some(Format::Edges) {
            let _ = writeln!(out, "{} {VERTICES}{suffix}", board.vertices());
            out.push_str(&edges(true));
        } else {
            out.push_str(&named);
        }
        return false;
    }
    let edges = edges(false);
    let bare = format!("{}{suffix}\n{edges}", board.vertices());
    let is_clear = NumberRows::of(&bare).decide() == Ok(Format::Edges) && read(&bare, None, CostKey::Usual).is_ok();
    if is_clear {
        out.push_str(&bare);
    } else {
        let _ = write!(out, "{} {VERTICES}{suffix}\n{edges}", board.vertices());
    }
    is_named
}

/// Whether some vertex has no edge.
pub(crate) fn has_lone_vertex(vertices: u32, moves: &[(u32, u32, u32)]) -> bool {
    let mut has_edge = vec![false; vertices as usize];
    for &(from, to, _) in moves {
        has_edge[from as usize] = true;
        has_edge[to as usize] = true;
    }
    has_edge.contains(&false)
}

/// Whether a text begins with a line that only the first line of an edge list has. Used for
/// recognition.
pub(crate) fn begins(text: &str) -> bool {
    let mut content = text.lines().map(|line| without_comment(line).trim()).filter(|line| !line.is_empty());
    content.next().is_some_and(is_first_line)
}

/// Whether a line, without its comment, may be the first line of a graph. Used for recognition.
pub(crate) fn is_first_line(line: &str) -> bool {
    let is_number = |word: &str| !word.is_empty() && word.trim_start_matches('-').bytes().all(|b| b.is_ascii_digit());
    line.split_whitespace().take(2).all(|word| is_number(word) || OWN_WORDS.contains(&word))
}
