//! The graph that readers of graph formats build before they make a setup.

use std::ops::Range;

use catmouse_model::{BoardChoice, InOrder, MAX_KINDS, Remark, Remedy, Setup, legible_line, listed};

use crate::board_text::BoardText;
use crate::format::Parallel;
use crate::problem::Problem;

/// The greatest number of edges of a graph in a text. A few bytes of DOT can express thousands of
/// edges, and one byte of graph6 six. An edge takes up to 80 bytes while a board is made, so this
/// number of edges fits into 1 GiB.
pub const MAX_EDGES: usize = 1 << 23;

/// The [`remark`](crate::BoardText::remark) for a text that counts vertices from 1.
pub const FROM_1: &str = "the text counts vertices from 1, and here they are counted from 0: its vertex 1 is vertex 0";

/// The remark for a matrix that is not symmetric.
pub(crate) const ONE_WAY: &str =
    "the matrix is not symmetric, so moves lead from the vertex of a row to that of a column";

/// Whether every move has its reverse at the same cost. The moves must be sorted, as in a board.
/// Time: linear.
pub(crate) fn is_symmetric(vertices: u32, moves: &[(u32, u32, u32)]) -> bool {
    // In order, the reversed moves into a vertex must equal the moves from this vertex.
    let mut next: Vec<usize> = (0..vertices).map(|vertex| moves.partition_point(|&(from, ..)| from < vertex)).collect();
    moves.iter().all(|&(from, to, cost)| {
        let place = next[to as usize];
        next[to as usize] += 1;
        moves.get(place) == Some(&(to, from, cost))
    })
}

/// The problem that a graph has more than [`MAX_EDGES`] edges.
pub(crate) fn too_many_edges(span: Range<usize>) -> Problem {
    Problem::expected(Some(span), format!("the graph has more than {MAX_EDGES} edges"), "a smaller graph")
}

/// The index of a kind of edges in `kinds`; a new kind is added. Beyond the greatest number of
/// kinds for a board, one more kind is kept, so that the board is refused later.
pub(crate) fn index_of(kinds: &mut Vec<String>, kind: &str) -> usize {
    kinds.iter().position(|known| known == kind).unwrap_or_else(|| {
        if kinds.len() <= MAX_KINDS {
            kinds.push(kind.to_owned());
        }
        kinds.len() - 1
    })
}

/// The remark for edges of several kinds.
fn kinds_of_edges(kinds: &[String]) -> Remark {
    let noun = if kinds.len() == 1 { "kind" } else { "kinds" };
    // The board is not checked yet, and a wrong name would make lines of its own.
    let kinds: Vec<_> = kinds.iter().map(|kind| legible_line(kind)).collect();
    let text = format!(
        "edges are of the {noun} {}, and a side uses all of them unless a rule says which",
        listed(&kinds, "and")
    );
    let remedies = [("mouse-uses", "limits the Mouse to some"), ("cat-uses", "limits the Cat to some")];
    Remark { text, remedies: remedies.map(|(setting, effect)| Remedy::new(setting, &[], effect)).into() }
}

/// The remedy for edges that may be arcs.
pub(crate) fn directed() -> Remedy {
    Remedy::new("directed", &["true"], "makes every edge a one-way move")
}

/// The remark for edges that a text repeats.
pub(crate) fn repeated_edges(count: usize) -> String {
    match count {
        1 => "an edge is in the text twice, and counts once".to_owned(),
        _ => format!("{count} edges repeat earlier ones, and do not count again"),
    }
}

/// The remark for a text that looks like a directed graph: some edges are in both directions,
/// others in one.
fn half_directed(both_ways: usize, pairs: usize) -> Remark {
    let text = format!("{both_ways} of {pairs} edges are in the text in both directions, and all are read as two-way");
    Remark { text, remedies: vec![directed()] }
}

/// The remark for the edges of a setup, each of which is a move. It covers repeated edges, and
/// edges that look like the arcs of a directed graph although the setup is not directed.
pub(crate) fn remark_on_edges(setup: &Setup, parallel: Parallel) -> Option<Remark> {
    if let BoardChoice::EdgesOfKinds { kinds, .. } = &setup.board {
        let is_set = setup.rules.mouse_uses.is_some() || setup.rules.cat_uses.is_some();
        return (!is_set).then(|| kinds_of_edges(kinds));
    }
    let (edges, costs): (Vec<_>, Option<Vec<_>>) = match &setup.board {
        BoardChoice::Edges { edges, .. } => (edges.clone(), None),
        BoardChoice::EdgesWithCosts { edges, .. } => {
            let costs = edges.iter().map(|&(.., cost)| cost).collect();
            (edges.iter().map(|&(from, to, _)| (from, to)).collect(), Some(costs))
        }
        _ => return None,
    };
    // Laying out the board refuses numbers that are not vertices or costs.
    let vertex = |number: i64| u32::try_from(number).ok();
    let edges: Option<Vec<_>> = edges.into_iter().map(|(from, to)| vertex(from).zip(vertex(to))).collect();
    let costs: Option<Vec<_>> = costs.unwrap_or_default().into_iter().map(vertex).collect();
    let mut graph = Graph {
        edges: edges?,
        costs: costs.filter(|costs| !costs.is_empty()),
        is_directed: setup.rules.directed == Some(true),
        is_undecided: setup.rules.directed.is_none() && parallel != Parallel::OneWay,
        is_multigraph: true,
        ..Graph::default()
    };
    graph.settle_parallel(parallel).ok()?;
    graph.remark
}

/// The remark for a text that may be a directed graph: `count` edges are in both directions at
/// different costs.
fn at_costs_of_directions(count: usize) -> Remark {
    let (edges, are) = if count == 1 { ("edge is", "is") } else { ("edges are", "each is") };
    let text = format!(
        "{count} {edges} in the text in both directions at different costs, and {are} read as two two-way moves"
    );
    Remark { text, remedies: vec![directed()] }
}

/// A graph whose vertices are counted from 0. Its reader has checked that the ends exist and that
/// costs are in range.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent property of the text")]
pub(crate) struct Graph {
    pub(crate) vertices: u32,
    pub(crate) is_directed: bool,
    /// The name of the format or source, if its edges have no directions.
    pub(crate) undirected: Option<&'static str>,
    pub(crate) names: Vec<String>,
    /// Whether words label the vertices, so that their numbers have no meaning.
    pub(crate) is_labelled: bool,
    /// What the user should know about how the text was read, such as how vertices are numbered.
    pub(crate) remark: Option<Remark>,
    pub(crate) edges: Vec<(u32, u32)>,
    /// The cost of each edge; `None` if no edge has a cost.
    pub(crate) costs: Option<Vec<u32>>,
    /// The names of the kinds of edges. `of_kind` has the index of each edge's kind. Both are empty
    /// if edges have no kinds.
    pub(crate) kinds: Vec<String>,
    pub(crate) of_kind: Vec<usize>,
    /// Whether the text declares a multigraph, so that edges of different costs between the same
    /// vertices are different moves.
    pub(crate) is_multigraph: bool,
    /// Whether the text leaves open if its edges are directed, in a format that lists each edge
    /// once.
    pub(crate) is_undecided: bool,
    /// The span of each edge, once an edge has a cost. Texts are shorter than 4 GiB, so `u32`
    /// suffices.
    pub(crate) places: Vec<(u32, u32)>,
}

impl Graph {
    /// Adds an edge with the span `span()`. If some edges have a cost, the others cost 1.
    pub(crate) fn add(
        &mut self,
        (from, to): (u32, u32),
        cost: Option<u32>,
        span: impl FnOnce() -> Range<usize>,
    ) -> Result<(), Problem> {
        if self.edges.len() == MAX_EDGES {
            return Err(too_many_edges(span()));
        }
        if cost.is_some() && self.costs.is_none() {
            self.costs = Some(vec![1; self.edges.len()]);
        }
        if let Some(costs) = &mut self.costs {
            costs.push(cost.unwrap_or(1));
            self.places.resize(self.edges.len(), (0, 0));
            let span = span();
            self.places.push((span.start as u32, span.end as u32));
        }
        self.edges.push((from, to));
        Ok(())
    }

    /// Adds a remark for the user on how the text was read.
    pub(crate) fn remark(&mut self, remark: Option<impl Into<Remark>>) {
        let Some(added) = remark.map(Into::into) else { return };
        match &mut self.remark {
            Some(remark) => {
                remark.text += &format!("; {}", added.text);
                remark.remedies.extend(added.remedies);
            }
            none => *none = Some(added),
        }
    }

    /// Adds a remark on the kinds of edges, if they have any.
    pub(crate) fn remark_on_kinds(&mut self) {
        let remark = (!self.kinds.is_empty()).then(|| kinds_of_edges(&self.kinds));
        self.remark(remark);
    }

    /// Makes a graph of arcs undirected if every arc has its reverse at the same cost; otherwise
    /// makes it directed. Returns whether it is undirected.
    pub(crate) fn make_undirected_if_symmetric(&mut self) -> bool {
        let cost = |index: usize| self.costs.as_ref().map_or(1, |costs| costs[index]);
        let mut arcs: Vec<(u32, u32, u32)> =
            self.edges.iter().enumerate().map(|(index, &(from, to))| (from, to, cost(index))).collect();
        arcs.put_in_order();
        arcs.dedup();
        self.is_directed = !is_symmetric(self.vertices, &arcs);
        if self.is_directed {
            return false;
        }
        arcs.retain(|(from, to, _)| from <= to);
        self.places.clear();
        self.edges = arcs.iter().map(|&(from, to, _)| (from, to)).collect();
        if let Some(costs) = &mut self.costs {
            *costs = arcs.into_iter().map(|(_, _, cost)| cost).collect();
        }
        true
    }

    /// As [`make_undirected_if_symmetric`](Self::make_undirected_if_symmetric), for the arcs of a
    /// matrix; adds a remark if they are one-way.
    pub(crate) fn read_off_a_matrix(&mut self) {
        let is_undirected = self.make_undirected_if_symmetric();
        self.remark((!is_undirected).then(|| ONE_WAY.to_owned()));
    }

    /// Decides the meaning of several edges between the same vertices. Equal edges count once, and
    /// a remark tells the user. Edges of different costs may be different moves, a mistake, or the
    /// two directions of a directed graph. They are refused unless the text or the caller decides.
    /// Time: O(m log m).
    pub(crate) fn settle_parallel(&mut self, parallel: Parallel) -> Result<(), Problem> {
        let is_one_way = self.is_directed || parallel == Parallel::OneWay;
        let is_in_order = |one: &(u32, u32), next: &(u32, u32)| one < next;
        if self.edges.is_sorted_by(is_in_order) && (is_one_way || self.edges.iter().all(|(from, to)| from <= to)) {
            return Ok(());
        }
        let mut order = Vec::with_capacity(self.edges.len());
        for (index, &(from, to)) in self.edges.iter().enumerate() {
            order.push((if is_one_way { (from, to) } else { (from.min(to), from.max(to)) }, index));
        }
        order.put_in_order();
        let kind = |index: usize| self.of_kind.get(index).map_or(1, |&kind| kind as u32);
        let cost = |index: usize| self.costs.as_ref().map_or_else(|| kind(index), |costs| costs[index]);
        let is_kept = self.is_multigraph || parallel == Parallel::Kept || !self.kinds.is_empty();
        // The first doubtful pair of edges, so far. The problem points at the edge of the pair that
        // is later in the text.
        let mut doubtful: Option<(usize, usize)> = None;
        let mut repeated = 0_usize;
        // The number of pairs of joined vertices, and how many of them are joined in both
        // directions.
        let (mut pairs, mut both_ways) = (self.edges.len(), 0_usize);
        // The number of these pairs that have different costs in the two directions.
        let mut at_two_costs = 0_usize;
        for joined in order.chunk_by(|(one, _), (next, _)| one == next).filter(|joined| joined.len() > 1) {
            let (_, first) = joined[0];
            pairs -= joined.len() - 1;
            let is_turned = |&(_, index): &(_, usize)| self.edges[index] != self.edges[first];
            both_ways += usize::from(joined.iter().any(is_turned));
            match joined.iter().find(|&&(_, index)| cost(index) != cost(first)) {
                Some(&(_, other)) if !is_kept => {
                    doubtful = Some(doubtful.map_or((other, first), |old| old.min((other, first))));
                }
                _ => {
                    let mut costs: Vec<u32> = joined.iter().map(|&(_, index)| cost(index)).collect();
                    costs.put_in_order();
                    costs.dedup();
                    at_two_costs += usize::from(costs.len() > 1 && joined.iter().any(is_turned));
                    repeated += joined.len() - costs.len();
                }
            }
        }
        if let Some((other, first)) = doubtful {
            let message = format!(
                "an earlier edge joins these vertices too, at the cost {} instead of {}",
                cost(first),
                cost(other)
            );
            let mut remedies = vec![Remedy::new("parallel-edges", &["true"], "makes two moves of them")];
            if self.edges[first] != self.edges[other] {
                remedies.insert(0, directed());
            }
            let span = self.places.get(other).map(|&(start, end)| start as usize..end as usize);
            return Err(Problem::new(span, message, "").with(remedies));
        }
        if repeated > 0 {
            self.remark(Some(repeated_edges(repeated)));
        }
        if self.is_undecided && both_ways > 0 && both_ways < pairs {
            self.remark(Some(half_directed(both_ways, pairs)));
        } else if self.is_undecided && self.costs.is_some() && at_two_costs > 0 && parallel == Parallel::Refused {
            self.remark(Some(at_costs_of_directions(at_two_costs)));
        }
        Ok(())
    }

    /// Drops the costs if all are 1, for formats that have a number for each edge.
    pub(crate) fn forget_ones(&mut self) {
        self.costs = self.costs.take().filter(|costs| costs.iter().any(|&cost| cost != 1));
    }

    /// Gives the graph costs, even if no edge has one.
    pub(crate) fn declare_costs(&mut self) {
        self.costs.get_or_insert_with(|| vec![1; self.edges.len()]);
    }

    /// The document of `text`, from which the graph was read.
    pub(crate) fn into_document(self, text: &str) -> BoardText<'_> {
        let Self {
            vertices, is_directed, undirected, names, is_labelled, remark, edges, costs, kinds, of_kind, ..
        } = self;
        let vertices = i64::from(vertices);
        let ends = edges.into_iter().map(|(from, to)| (i64::from(from), i64::from(to)));
        let board = match costs {
            _ if !kinds.is_empty() => {
                let edges = ends.zip(of_kind).map(|((from, to), kind)| (from, to, kind)).collect();
                BoardChoice::EdgesOfKinds { vertices, edges, kinds }
            }
            None => BoardChoice::Edges { vertices, edges: ends.collect() },
            Some(costs) => {
                let edges = ends.zip(costs).map(|((from, to), cost)| (from, to, i64::from(cost))).collect();
                BoardChoice::EdgesWithCosts { vertices, edges }
            }
        };
        let mut setup = Setup { names, ..Setup::new(board) };
        if is_directed {
            setup.rules.directed = Some(true);
        }
        let mut document = BoardText::of_graph(setup, text);
        document.remark = remark;
        document.is_labelled = is_labelled;
        document.undirected = undirected;
        document
    }
}
