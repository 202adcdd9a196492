//! The movement of pieces: the arcs of the board, minus the arcs that the rules forbid, plus the
//! arcs that they add.
//!
//! The result is the piece's step graph. If the hole is forbidden to the cat, no arc leads into it.
//! A jump is an arc, a wall is a missing vertex, and staying is a loop. A piece that may not use a
//! kind of edge lacks the arcs of that kind. A speed adds an arc for each run along several arcs. If
//! a turn passes in stalemate, a vertex without other arcs has a loop. Several cats on one step
//! graph are a team. So solvers need to know no rule of movement.

use catmouse_arena::{Cost, MoveCost, Pieces, StepGraph, Team, TeamStalemate, set_bits};

use crate::board::{Board, Direction, Grid, Vertex};
use crate::rules::{CatsMove, Movement, Stalemate};

/// The vertices that are open to a piece, numbered without gaps.
#[derive(Clone, Debug)]
pub(crate) struct Domain {
    vertex_of: Vec<Vertex>,
    node_of: Vec<Option<u32>>,
}

impl Domain {
    /// All vertices of the board except those in `closed`, which is sorted.
    pub(crate) fn all_but(board: &Board, closed: &[Vertex]) -> Self {
        let mut domain = Self { vertex_of: Vec::new(), node_of: vec![None; board.vertices() as usize] };
        for vertex in (0..board.vertices()).map(Vertex::new) {
            if closed.binary_search(&vertex).is_err() {
                domain.node_of[vertex.index()] = Some(domain.vertex_of.len() as u32);
                domain.vertex_of.push(vertex);
            }
        }
        domain
    }

    /// The number of vertices that are open to the piece.
    pub(crate) fn nodes(&self) -> u32 {
        self.vertex_of.len() as u32
    }

    pub(crate) fn vertex(&self, node: u32) -> Vertex {
        self.vertex_of[node as usize]
    }

    pub(crate) fn node(&self, vertex: Vertex) -> Option<u32> {
        self.node_of[vertex.index()]
    }
}

/// The pieces of a side: a single piece on its step graph, or a team.
pub(crate) fn pieces(
    board: &Board,
    domain: &Domain,
    (movement, holes): (Movement, &[Vertex]),
    (count, cats_move): (u32, CatsMove),
    stalemate: Stalemate,
) -> Pieces {
    let mut arcs = Vec::new();
    if count == 1 {
        fill(&mut arcs, board, domain, (movement, holes), stalemate);
        return StepGraph::new(domain.nodes(), arcs).into();
    }
    let move_cost = if board.has_costs() { MoveCost::Arcs } else { MoveCost::Ply };
    let team_stalemate = if stalemate == Stalemate::Pass { TeamStalemate::Passes } else { TeamStalemate::Stuck };
    // A team passes as a whole or not at all, so its step graph has no loops for passing.
    fill(&mut arcs, board, domain, (movement, holes), Stalemate::Draw);
    Team::new(StepGraph::new(domain.nodes(), arcs), count, cats_move.into(), move_cost, team_stalemate).into()
}

/// The least vertex that a mouse reaches from its start and cannot leave; it may start anywhere if it has no start.
/// Holes do not count, because the game ends there. The board has at most 64 vertices.
pub(crate) fn stuck_from(
    board: &Board,
    (movement, holes): (Movement, &[Vertex]),
    start: Option<Vertex>,
) -> Option<Vertex> {
    let (mut arcs, mut rows) = (Vec::new(), [0; 64]);
    fill(&mut arcs, board, &Domain::all_but(board, &[]), (movement, holes), Stalemate::Draw);
    for &(from, to, _) in &arcs {
        rows[from as usize] |= 1u64 << to;
    }
    let bits = |vertices: &[Vertex]| vertices.iter().fold(0, |bits, vertex| bits | 1u64 << vertex.number());
    let (left, mut reached) = (!bits(holes), start.map_or(u64::MAX >> (64 - board.vertices()), |start| bits(&[start])));
    loop {
        let next = set_bits(reached & left).fold(reached, |reached, at| reached | rows[at]);
        if next == reached {
            return set_bits(reached & left).find(|&at| rows[at] == 0).map(|at| Vertex::new(at as u32));
        }
        reached = next;
    }
}

/// Replaces the content of `arcs` by the arcs of a piece's step graph, over the nodes of its
/// domain. A run ends where it reaches one of `holes`, which are sorted.
pub(crate) fn fill(
    arcs: &mut Vec<(u32, u32, Cost)>,
    board: &Board,
    domain: &Domain,
    (movement, holes): (Movement, &[Vertex]),
    stalemate: Stalemate,
) {
    arcs.clear();
    let mut allow = |from: Vertex, to: Vertex, cost| {
        if let (Some(from), Some(to)) = (domain.node(from), domain.node(to)) {
            arcs.push((from, to, cost));
        }
    };
    match board.grid() {
        Some(grid) => {
            for from in (0..board.vertices()).map(Vertex::new) {
                for direction in Direction::ALL {
                    for to in grid.ray(from, direction).take(movement.jump as usize) {
                        allow(from, to, 1);
                    }
                }
            }
        }
        None if movement.jump == 0 => {}
        None => board.arcs_of(movement.kinds).for_each(|(from, to, cost)| allow(from, to, cost)),
    }
    if movement.may_stay {
        arcs.extend((0..domain.nodes()).map(|node| (node, node, 1)));
    }
    let ends_in = |node| holes.binary_search(&domain.vertex(node)).is_ok();
    replace_by_runs(arcs, domain.nodes(), (movement.speed, board.has_costs()), ends_in);
    if stalemate == Stalemate::Pass {
        let mut stuck = vec![true; domain.nodes() as usize];
        for &(from, _, _) in &*arcs {
            stuck[from as usize] = false;
        }
        arcs.extend((0..domain.nodes()).filter(|&node| stuck[node as usize]).map(|node| (node, node, 1)));
    }
}

/// Calls `each` with `(origin, target, cost)` once for each pair of nodes that a run along 1 to
/// `speed` arcs connects. The cost is that of the cheapest such run, or 1 if arcs have no costs. A
/// run cannot continue through a node for which `ends_in` is true, but may begin there.
///
/// Uses the algorithm of Bellman and Ford from each node, with one round for each arc of a run.
/// Time: O(nodes · arcs · speed) with costs, O(nodes · arcs) without.
fn for_each_run(
    steps: &StepGraph,
    (speed, have_costs): (u32, bool),
    ends_in: impl Fn(u32) -> bool,
    mut each: impl FnMut(u32, u32, Cost),
) {
    let mut cheapest: Vec<Option<Cost>> = vec![None; steps.nodes() as usize];
    let (mut reached, mut front, mut next) = (Vec::new(), Vec::new(), Vec::new());
    for origin in 0..steps.nodes() {
        front.push((origin, 0));
        for _ in 0..speed {
            for (node, cost) in front.drain(..) {
                for step in steps.successors(node) {
                    let cost = if have_costs { cost + step.cost } else { 1 };
                    let known = &mut cheapest[step.node as usize];
                    if known.is_some_and(|known| known <= cost) {
                        continue;
                    }
                    if known.replace(cost).is_none() {
                        reached.push(step.node);
                    }
                    // No cheapest run to another node goes through its origin.
                    if step.node != origin && !ends_in(step.node) {
                        next.push((step.node, cost));
                    }
                }
            }
            std::mem::swap(&mut front, &mut next);
            if front.is_empty() {
                break;
            }
        }
        front.clear();
        for node in reached.drain(..) {
            each(origin, node, cheapest[node as usize].take().unwrap_or(1));
        }
    }
}

/// Replaces arcs by the runs along 1 to `speed` of them ([`for_each_run`]).
pub(crate) fn replace_by_runs(
    arcs: &mut Vec<(u32, u32, Cost)>,
    nodes: u32,
    (speed, have_costs): (u32, bool),
    ends_in: impl Fn(u32) -> bool,
) {
    if speed > 1 {
        let steps = StepGraph::new(nodes, std::mem::take(arcs));
        for_each_run(&steps, (speed, have_costs), ends_in, |from, to, cost| arcs.push((from, to, cost)));
    }
}

/// An upper bound on the number of pairs of vertices that a walk of 1 to `length` arcs connects. It
/// is the number of such walks, capped at the number of vertices for each origin. Time:
/// O(arcs · min(length, 64)).
pub(crate) fn count_walks<I: Iterator<Item = (u32, u32)>>(vertices: u32, length: u32, arcs: impl Fn() -> I) -> u64 {
    /// Longer walks are not counted. If `length` is greater, every vertex with an arc out of it
    /// counts as connected to all.
    const LONGEST: u32 = 64;
    let most = u64::from(vertices);
    let mut last = vec![1u64; vertices as usize];
    let mut sum = vec![0u64; vertices as usize];
    for _ in 0..length.min(LONGEST) {
        let mut next = vec![0u64; vertices as usize];
        for (from, to) in arcs() {
            next[from as usize] = most.min(next[from as usize] + last[to as usize]);
        }
        last = next;
        sum.iter_mut().zip(&last).for_each(|(sum, walks)| *sum = most.min(*sum + walks));
    }
    let of = |&walks: &u64| if walks > 0 && length > LONGEST { most } else { walks };
    sum.iter().map(of).sum()
}

/// An upper bound on the cost of the cheapest run between two vertices; `None` if arcs have no
/// costs.
pub(crate) fn dearest_run(board: &Board, speed: u32) -> Option<u64> {
    let dearest = board.arcs().map(|(_, _, cost)| cost).max()?;
    // A cheapest run visits no vertex twice, except that it may end at its origin.
    let arcs = speed.min(board.vertices());
    board.has_costs().then(|| u64::from(dearest) * u64::from(arcs))
}

/// An upper bound on the number of arcs of a step graph. Time at speed 1: O(cells) on a grid,
/// otherwise O(1). At greater speeds the runs are enumerated on up to 8192 vertices; beyond, time
/// is O(arcs · speed).
pub(crate) fn count_arcs(board: &Board, movement: Movement) -> u64 {
    /// On larger boards walks are counted instead of runs, which is faster. Every run is a walk, so
    /// the count is an upper bound.
    const MAX_EXACT: u32 = 1 << 13;
    let vertices = u64::from(board.vertices());
    let steps = match board.grid() {
        Some(grid) => grid.runs().map(|length| straight_moves(length, movement.jump.into())).sum(),
        None => board.arc_count() as u64,
    };
    let most = vertices.saturating_mul(vertices);
    if movement.speed == 1 || steps >= most {
        return vertices + steps;
    }
    if board.vertices() > MAX_EXACT {
        // A jump over n cells is a walk of n edges.
        let edges = if board.grid().is_some() { movement.jump.saturating_mul(movement.speed) } else { movement.speed };
        return vertices + count_walks(board.vertices(), edges, || board.pairs());
    }
    let domain = Domain::all_but(board, &[]);
    let mut arcs = Vec::new();
    fill(&mut arcs, board, &domain, (Movement { speed: 1, ..movement }, &[]), Stalemate::Draw);
    let mut runs = 0;
    for_each_run(&StepGraph::new(domain.nodes(), arcs), (movement.speed, false), |_| false, |_, _, _| runs += 1);
    vertices + runs
}

/// The number of ordered pairs of different cells that are at most `jump` apart in a straight run
/// of `length` free cells.
fn straight_moves(length: u64, jump: u64) -> u64 {
    let reach = jump.min(length - 1);
    reach * (2 * length - reach - 1)
}

/// The arcs between orthogonally adjacent free cells of a grid, each at cost 1.
pub(crate) fn neighbours(grid: &Grid, vertices: u32) -> Vec<(u32, u32, u32)> {
    let mut arcs = Vec::new();
    for from in (0..vertices).map(Vertex::new) {
        for direction in Direction::ALL {
            arcs.extend(grid.ray(from, direction).take(1).map(|to| (from.number(), to.number(), 1)));
        }
    }
    arcs
}
