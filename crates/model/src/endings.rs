//! When a game is over: the ordered clauses of the rules, turned into verdicts for every pair of vertices.

use std::collections::HashSet;

use catmouse_arena::{Pieces, Player, Verdicts};

use crate::board::{Board, Vertex};
use crate::game::{Game, Position};
use crate::rules::{Ending, Rules};
use crate::steps::{Domain, walks};

impl Rules {
    /// The first of the endings that matches, if any does: the game is over here, in this way. A cat on one of the vertices
    /// `caught_from`, which are ordered, catches the mouse.
    fn ending(&self, caught_from: &[Vertex], mouse: Vertex, cats: &[Vertex]) -> Option<Ending> {
        let in_hole = |vertex: &Vertex| self.holes.binary_search(vertex).is_ok();
        self.cat_in_hole.endings().iter().copied().find(|ending| match ending {
            Ending::Capture => cats.iter().any(|cat| caught_from.binary_search(cat).is_ok()),
            Ending::MouseInHole => in_hole(&mouse),
            Ending::CatInHole => cats.iter().any(in_hole),
        })
    }
}

impl Game {
    /// The first of the endings that matches a position, if any does: the game is over there, in this way.
    pub fn ending(&self, position: &Position) -> Option<Ending> {
        let distance = self.rules().capture_distance;
        let caught_from = catching(&sources(self.board(), distance), distance, position.mouse);
        self.rules().ending(&caught_from, position.mouse, &position.cats)
    }
}

/// For each vertex where the arcs into it come from; nothing where the cats catch only where they stand.
fn sources(board: &Board, distance: u32) -> Vec<Vec<u32>> {
    if distance == 0 {
        return Vec::new();
    }
    let mut sources = vec![Vec::new(); board.vertices() as usize];
    board.arcs().for_each(|(from, to, _)| sources[to.index()].push(from.number()));
    sources
}

/// The vertices, ordered, from which a cat catches a mouse that stands here.
fn catching(sources: &[Vec<u32>], distance: u32, mouse: Vertex) -> Vec<Vertex> {
    let into = |vertex: u32| sources[vertex as usize].iter().copied();
    within(distance, mouse.number(), into).into_iter().map(Vertex::new).collect()
}

/// The vertices, ordered, from which a shortest directed path to this one has at most `distance` edges; `into` says from where
/// arcs lead to a vertex. By breadth-first search; time: linear in the arcs that it meets.
pub(crate) fn within<I: Iterator<Item = u32>>(distance: u32, vertex: u32, into: impl Fn(u32) -> I) -> Vec<u32> {
    let mut found = vec![vertex];
    if distance == 0 {
        return found;
    }
    let mut met: HashSet<u32> = [vertex].into();
    let mut level = 0..1;
    for _ in 0..distance {
        for index in level.clone() {
            found.extend(into(found[index]).filter(|&from| met.insert(from)));
        }
        level = level.end..found.len();
        if level.is_empty() {
            break;
        }
    }
    found.sort_unstable();
    found
}

/// How many pairs of a cat's vertex and the mouse's end the game by capture, at least as many as there are. Time: O(vertices) at
/// distance 0, else up to O(vertices · arcs), or where there are very many vertices O(arcs · distance).
pub(crate) fn catching_pairs(board: &Board, distance: u32) -> u64 {
    /// On boards of more vertices paths are counted, which is quick and too many.
    const COUNTED_ONE_BY_ONE: u32 = 1 << 13;
    let vertices = board.vertices();
    if distance == 0 {
        return vertices.into();
    }
    if vertices <= COUNTED_ONE_BY_ONE {
        let sources = sources(board, distance);
        return (0..vertices).map(|mouse| catching(&sources, distance, Vertex::new(mouse)).len() as u64).sum();
    }
    u64::from(vertices) + walks(vertices, distance, || board.pairs())
}

/// The verdicts for every vertex of the mouse (row) and every node of the cats (column).
///
/// An ending depends on the cats only where one catches the mouse or stands on a hole. So a row is evaluated at those columns and
/// once for all others. Time and memory: O(vertices · (vertices to catch from + holes) · placements of all cats but one).
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
        special.sort_unstable();
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

/// The nodes of the cats where one of them stands on this node of the domain: wherever the others stand.
pub(crate) fn containing(cats: &Pieces, node: u32) -> Vec<u32> {
    let Some(team) = cats.team() else {
        return vec![node];
    };
    let others = team.size() - 1;
    let with_one_here = |rest| {
        let mut placed = team.numbering().members(rest, others);
        placed.push(node);
        team.node(&placed)
    };
    (0..team.numbering().count(others)).map(with_one_here).collect()
}
