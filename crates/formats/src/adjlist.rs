//! Adjacency lists as networkx writes them: each line has a vertex and then its neighbours.
//!
//! `#` begins a comment; networkx writes three comments before the first vertex. A first line
//! `# adjlist` marks a text as an adjacency list. catmouse writes this line if the text could be
//! something else. An edge may be listed at either end or at both. A vertex without edges has a
//! line without neighbours. No mark says whether moves lead one way, so the board is undirected
//! unless the setup has `directed`; then each line lists where moves lead. Blank lines are ignored.
//!
//! A label that contains a blank, such as `New York`, looks like two labels. networkx writes one
//! line for each vertex. So after networkx's comments, a vertex without its own line, or with two
//! lines, is refused: it is part of a label, or the file is damaged. In other lists a vertex needs
//! no line of its own; a remark names the vertices without one.

use std::ops::Range;

use catmouse_model::Board;

use crate::graph::Graph;
use crate::labels::{Labels, Written};
use crate::problem::{Problem, quoted};
use crate::words::{Word, ensure_plain, lines, words};

/// The hint for a label that may have been split.
const BLANKS: &str = "labels with blanks need a format that keeps them whole: GML, GraphML or node-link";

/// A line without its comment.
fn without_comment(line: &str) -> &str {
    line.split('#').next().unwrap_or_default()
}

/// Reads a graph.
pub(crate) fn read(text: &str) -> Result<Graph, Problem> {
    ensure_plain(text)?;
    let mut graph = Graph::default();
    let mut labels = Labels::default();
    let mut lists = Lists::default();
    for (line, at) in lines(text) {
        lists.are_of_networkx |= lists.heads == 0 && is_of_networkx(line);
        let mut words = words(without_comment(line), at);
        let Some(head) = words.next() else { continue };
        let vertex = |labels: &mut Labels, word: &Word<'_>| {
            ensure_whole(word)?;
            labels.vertex(word.text, word.span.clone())
        };
        let from = vertex(&mut labels, &head)?;
        lists.begin(from, &head)?;
        for word in words {
            let to = vertex(&mut labels, &word)?;
            lists.mention(to, &word);
            graph.add((from, to), None, || word.span.clone())?;
        }
    }
    labels.ensure_alike(text)?;
    labels.name(&mut graph);
    graph.remark(lists.end(text)?);
    Ok(graph)
}

/// Whether a line is the comment with the date of writing. Only networkx writes it above adjacency
/// lists.
pub(crate) fn is_of_networkx(line: &str) -> bool {
    line.starts_with("# GMT ")
}

/// Whether the comments above a text are those of networkx. Used for recognition.
pub(crate) fn begins(text: &str) -> bool {
    text.lines().take_while(|line| line.trim().is_empty() || line.starts_with('#')).any(is_of_networkx)
}

/// Tracks which vertices have lines of their own.
#[derive(Debug, Default)]
struct Lists {
    /// Whether networkx has written the text, with one line for each vertex.
    are_of_networkx: bool,
    /// The number of lines read.
    heads: usize,
    /// The span of each vertex's first mention; `None` once the vertex has its own line.
    mentioned: Vec<Option<Range<usize>>>,
}

impl Lists {
    /// Records the vertex at the beginning of a line.
    fn begin(&mut self, vertex: u32, head: &Word<'_>) -> Result<(), Problem> {
        let place = vertex as usize;
        let had_one = self.mentioned.get(place).is_some_and(Option::is_none);
        if had_one && self.are_of_networkx {
            let message = format!("{} has a second line, and networkx writes one for each vertex", quoted(head.text));
            return Err(Problem::new(Some(head.span.clone()), message, BLANKS));
        }
        self.heads += 1;
        if place >= self.mentioned.len() {
            self.mentioned.push(None);
        }
        self.mentioned[place] = None;
        Ok(())
    }

    /// Records a vertex that is listed as a neighbour.
    fn mention(&mut self, vertex: u32, word: &Word<'_>) {
        if vertex as usize >= self.mentioned.len() {
            self.mentioned.push(Some(word.span.clone()));
        }
    }

    /// A remark on vertices without their own lines; `None` if there are none. In a text of
    /// networkx such a vertex is an error.
    fn end(self, text: &str) -> Result<Option<String>, Problem> {
        let mut without = self.mentioned.into_iter().flatten();
        let Some(first) = without.next() else { return Ok(None) };
        let label = quoted(text.get(first.clone()).unwrap_or_default());
        if self.are_of_networkx {
            let message = format!("{label} has no line of its own, and networkx writes one for each vertex");
            return Err(Problem::new(Some(first), message, BLANKS));
        }
        let lacks = match without.count() {
            0 => " has no line of its own".to_owned(),
            1 => " and one other have no lines of their own".to_owned(),
            count => format!(" and {count} others have no lines of their own"),
        };
        Ok(Some(format!("{label}{lacks}; if labels have blanks, use another format")))
    }
}

/// Refuses a word that is only part of a label, such as `(0,` of `(0, 1)`.
pub(crate) fn ensure_whole(word: &Word<'_>) -> Result<(), Problem> {
    let count = |c: char| word.text.matches(c).count();
    let is_whole = count('(') == count(')') && count('[') == count(']') && count('{') == count('}');
    if is_whole && count('"').is_multiple_of(2) {
        return Ok(());
    }
    let span: Range<usize> = word.span.clone();
    let message = format!("{} is a piece of a label", quoted(word.text));
    Err(Problem::new(Some(span), message, BLANKS))
}

/// Writes an undirected board. `moves` has each edge once.
pub(crate) fn write(out: &mut String, board: &Board, moves: &[(u32, u32, u32)]) {
    let labels = Written::of(board);
    let mut moves = moves.iter().map(|&(from, to, _)| (from, to)).peekable();
    for vertex in 0..board.vertices() {
        out.push_str(&labels.label(vertex));
        while let Some((_, to)) = moves.next_if(|&(from, _)| from == vertex) {
            while moves.next_if_eq(&(vertex, to)).is_some() {}
            out.push(' ');
            out.push_str(&labels.label(to));
        }
        out.push('\n');
    }
}
