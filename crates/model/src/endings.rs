//! The endings of the rules, evaluated for every placement of the pieces.

use std::collections::HashSet;

use catmouse_arena::{InOrder, Pieces, Player, Verdicts};

use crate::board::{Board, Vertex};
use crate::rules::{Ending, Rules};
use crate::steps::{Domain, count_walks};

impl Rules {
    /// The first ending that matches these vertices of the pieces, if any. A cat on one of the
    /// vertices `caught_from`, which are sorted, catches the mouse.
    fn ending(&self, caught_from: &[Vertex], mouse: Vertex, cats: &[Vertex]) -> Option<Ending> {
        let in_hole = |vertex: &Vertex| self.holes.binary_search(vertex).is_ok();
        self.cat_in_hole.endings().iter().copied().find(|ending| match ending {
            Ending::Capture => cats.iter().any(|cat| caught_from.binary_search(cat).is_ok()),
            Ending::MouseInHole => in_hole(&mouse),
            Ending::MouseInTrap => self.traps.binary_search(&mouse).is_ok(),
            Ending::CatInHole => cats.iter().any(in_hole),
        })
    }
}

/// The first ending that matches these vertices of the pieces, if any.
pub(crate) fn ending(rules: &Rules, board: &Board, mouse: Vertex, cats: &[Vertex]) -> Option<Ending> {
    let distance = rules.capture_distance;
    rules.ending(&catching(&sources(board, distance), distance, mouse), mouse, cats)
}

/// For each vertex the sources of the arcs into it; empty if the capture distance is 0, which needs
/// no arcs.
fn sources(board: &Board, distance: u32) -> Vec<Vec<u32>> {
    if distance == 0 {
        return Vec::new();
    }
    let mut sources = vec![Vec::new(); board.vertices() as usize];
    board.arcs().for_each(|(from, to, _)| sources[to.index()].push(from.number()));
    sources
}

/// The vertices, sorted, from which a cat catches a mouse that is on `mouse`.
fn catching(sources: &[Vec<u32>], distance: u32, mouse: Vertex) -> Vec<Vertex> {
    let into = |vertex: u32| sources[vertex as usize].iter().copied();
    within(distance, mouse.number(), into).into_iter().map(Vertex::new).collect()
}

/// The vertices, sorted, from which a directed path of at most `distance` arcs leads to `vertex`.
/// `into` yields the sources of the arcs into a vertex. Breadth-first search; time: linear in the
/// arcs that it visits.
pub(crate) fn within<I: Iterator<Item = u32>>(distance: u32, vertex: u32, into: impl Fn(u32) -> I) -> Vec<u32> {
    let mut found = vec![vertex];
    if distance == 0 {
        return found;
    }
    let mut visited: HashSet<u32> = [vertex].into();
    let mut level = 0..1;
    for _ in 0..distance {
        for index in level.clone() {
            found.extend(into(found[index]).filter(|&from| visited.insert(from)));
        }
        level = level.end..found.len();
        if level.is_empty() {
            break;
        }
    }
    found.put_in_order();
    found
}

/// An upper bound on the number of pairs of a cat's vertex and a mouse's vertex at which the cat
/// catches the mouse. It is exact up to 8192 vertices. Time: O(vertices) at distance 0; otherwise
/// up to O(vertices · arcs), and O(arcs · distance) beyond 8192 vertices.
pub(crate) fn catching_pairs(board: &Board, distance: u32) -> u64 {
    /// On larger boards walks are counted instead of pairs, which is faster. A walk connects the
    /// vertices of each pair, so the count is an upper bound.
    const MAX_EXACT: u32 = 1 << 13;
    let vertices = board.vertices();
    if distance == 0 {
        return vertices.into();
    }
    if vertices <= MAX_EXACT {
        let sources = sources(board, distance);
        return (0..vertices).map(|mouse| catching(&sources, distance, Vertex::new(mouse)).len() as u64).sum();
    }
    u64::from(vertices) + count_walks(vertices, distance, || board.pairs())
}

/// The verdict for every vertex of the mouse (row) and every placement of the cats (column).
///
/// The cats matter to an ending only if one of them catches the mouse or is in a hole. So a row is
/// evaluated at these columns, and once for all others. Time and memory: O(v · (c + h) · p) for v
/// vertices, at most c vertices from which a cat catches the mouse, h holes, and p placements of
/// all cats but one.
pub(crate) fn verdicts(rules: &Rules, board: &Board, mouse: &Domain, cat: &Domain, cats: &Pieces) -> Verdicts {
    let mut verdicts = Verdicts::empty(cats.nodes());
    let with_a_cat_on = |vertex| cat.node(vertex).map_or_else(Vec::new, |node| containing(cats, node));
    let hole_columns: Vec<u32> = rules.holes.iter().flat_map(|&hole| with_a_cat_on(hole)).collect();
    let sources = sources(board, rules.capture_distance);
    for row in 0..mouse.nodes() {
        let mouse_at = mouse.vertex(row);
        let caught_from = catching(&sources, rules.capture_distance, mouse_at);
        let mut special: Vec<u32> = caught_from.iter().flat_map(|&vertex| with_a_cat_on(vertex)).collect();
        special.extend(&hole_columns);
        special.put_in_order();
        special.dedup();

        let winner =
            |cats: &[Vertex]| rules.ending(&caught_from, mouse_at, cats).map(|ending| Player::from(ending.winner()));
        let elsewhere = winner(&[]);
        let mut runs = Vec::with_capacity(2 * special.len() + 1);
        let mut column = 0;
        for next in special {
            let cats_at: Vec<Vertex> = cats.configuration(next).into_iter().map(|node| cat.vertex(node)).collect();
            runs.extend(elsewhere.map(|player| (column..next, player)));
            runs.extend(winner(&cats_at).map(|player| (next..next + 1, player)));
            column = next + 1;
        }
        runs.extend(elsewhere.map(|player| (column..cats.nodes(), player)));
        verdicts.push_row(runs);
    }
    verdicts
}

/// All placements of the cats in which one of them is on this node of their domain.
pub(crate) fn containing(cats: &Pieces, node: u32) -> Vec<u32> {
    let team = match cats {
        Pieces::Single(_) => return vec![node],
        Pieces::Team(team) => team,
        Pieces::Cast(cast) => return (0..cast.nodes()).filter(|&at| cast.configuration(at).contains(&node)).collect(),
    };
    let others = team.size() - 1;
    let with_one_here = |rest| {
        let mut placed = team.numbering().members(rest, others);
        placed.push(node);
        team.node(&placed)
    };
    (0..team.numbering().count(others)).map(with_one_here).collect()
}
