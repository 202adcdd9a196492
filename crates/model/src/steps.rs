//! How a piece may move: the board's arcs, minus what the rules forbid it, plus what they allow it.
//!
//! The hole rule is "no arc into the hole", a jump is an arc, a wall is a missing vertex, staying is a loop, and a turn that
//! passes in stalemate is a loop where there is no other arc. Several cats on one such graph are a team. No rule of movement is left for the solver to know.

use catmouse_arena::{Cost, MoveCost, Pieces, StepGraph, Team, TeamStalemate};

use crate::board::{Board, Direction, Grid, Vertex};
use crate::rules::{CatsMove, Movement, Stalemate};

/// The vertices that a piece may stand on, numbered without gaps.
#[derive(Clone, Debug)]
pub(crate) struct Domain {
    vertex_of: Vec<Vertex>,
    node_of: Vec<Option<u32>>,
}

impl Domain {
    /// All vertices of the board but these.
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

    /// How many vertices the piece may stand on.
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

/// How a side's pieces move: one by itself, several as a team. A turn that passes in stalemate is a move where there is no
/// other.
pub(crate) fn pieces(
    board: &Board,
    domain: &Domain,
    movement: Movement,
    (count, cats_move): (u32, CatsMove),
    stalemate: Stalemate,
) -> Pieces {
    let mut arcs = Vec::new();
    if count == 1 {
        fill(&mut arcs, board, domain, movement, stalemate);
        return StepGraph::new(domain.nodes(), arcs).into();
    }
    let move_cost = if board.has_costs() { MoveCost::Arcs } else { MoveCost::Ply };
    let idle = if stalemate == Stalemate::Pass { TeamStalemate::Passes } else { TeamStalemate::Stuck };
    // A team passes as a whole, or not at all.
    fill(&mut arcs, board, domain, movement, Stalemate::Draw);
    Team::new(StepGraph::new(domain.nodes(), arcs), count, cats_move.into(), move_cost, idle).into()
}

/// Fills a list with the arcs along which one piece may move, over the nodes of its domain.
pub(crate) fn fill(
    arcs: &mut Vec<(u32, u32, Cost)>,
    board: &Board,
    domain: &Domain,
    movement: Movement,
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
        None => board.arcs().for_each(|(from, to, cost)| allow(from, to, cost)),
    }
    if movement.may_stay {
        arcs.extend((0..domain.nodes()).map(|node| (node, node, 1)));
    }
    if stalemate == Stalemate::Pass {
        let mut stuck = vec![true; domain.nodes() as usize];
        for &(from, _, _) in &*arcs {
            stuck[from as usize] = false;
        }
        arcs.extend((0..domain.nodes()).filter(|&node| stuck[node as usize]).map(|node| (node, node, 1)));
    }
}

/// The most arcs that a step graph of this movement can have, without making one. Time: O(cells) on a grid, else O(1).
pub(crate) fn count(board: &Board, movement: Movement) -> u64 {
    let loops = u64::from(board.vertices());
    match board.grid() {
        Some(grid) => loops + grid.runs().map(|length| straight_moves(length, movement.jump.into())).sum::<u64>(),
        None => loops + board.arc_count() as u64,
    }
}

/// Ordered pairs of different cells at most `jump` apart, in a run of free cells of this length.
fn straight_moves(length: u64, jump: u64) -> u64 {
    let reach = jump.min(length - 1);
    reach * (2 * length - reach - 1)
}

/// The arcs between orthogonally neighbouring cells.
pub(crate) fn neighbours(grid: &Grid, vertices: u32) -> Vec<(u32, u32, u32)> {
    let mut arcs = Vec::new();
    for from in (0..vertices).map(Vertex::new) {
        for direction in Direction::ALL {
            arcs.extend(grid.ray(from, direction).take(1).map(|to| (from.number(), to.number(), 1)));
        }
    }
    arcs
}
