//! The order in which changes are tried if there is no time for all: those near the line first.

use std::collections::VecDeque;

use catmouse_model::{Board, Cell, Vertex};

use super::change::Change;

/// The indices of changes, the most promising first. Changes that need no solving come first. The
/// others are ordered by their distance in steps from the places of the line, because a change far
/// from them seldom has an effect.
///
/// Time: O(arcs + changes · log changes).
pub(super) fn by_promise(changes: &[Change], board: &Board, line: &[Vertex]) -> Vec<usize> {
    let far = distances(board, line);
    let at = |vertex: u32| far[vertex as usize];
    let far_from_line = |change: &Change| match *change {
        _ if change.keeps_values() => 0,
        Change::Wall { cell: [row, column], .. } => at_cell(board, Cell { row, column }, &far),
        Change::ThinWall { between, .. } => {
            let cell = |[row, column]: [u32; 2]| at_cell(board, Cell { row, column }, &far);
            cell(between[0]).min(cell(between[1]))
        }
        Change::Edge { from, to, added: false, .. } => at(from).min(at(to)).saturating_add(1),
        Change::Edge { from, to, added: true, .. } => at(from).saturating_add(at(to)).saturating_add(1),
        // A game of more cats can take much longer than all others together.
        Change::Rule { rule: "cats", .. } => u32::MAX,
        Change::Start { .. } | Change::Rule { .. } => 1,
    };
    let mut order: Vec<usize> = (0..changes.len()).collect();
    order.sort_by_cached_key(|&index| far_from_line(&changes[index]));
    order
}

/// The distance of a cell, or of the nearest cell next to a wall.
fn at_cell(board: &Board, cell: Cell, far: &[u32]) -> u32 {
    let Some(grid) = board.grid() else { return u32::MAX };
    let here = |cell: Cell| grid.vertex(cell).map(|vertex| far[vertex.number() as usize]);
    let next = [(0, 1), (1, 0), (0, u32::MAX), (u32::MAX, 0)]
        .map(|(down, right)| Cell { row: cell.row.wrapping_add(down), column: cell.column.wrapping_add(right) });
    here(cell).or_else(|| next.into_iter().filter_map(here).min()).unwrap_or(u32::MAX - 1).saturating_add(1)
}

/// For each vertex, the number of steps from the nearest of some vertices, along arcs in any
/// direction; `u32::MAX` if there is no way.
fn distances(board: &Board, from: &[Vertex]) -> Vec<u32> {
    let mut next = vec![Vec::new(); board.vertices() as usize];
    for (one, other, _) in board.arcs() {
        next[one.number() as usize].push(other.number());
        next[other.number() as usize].push(one.number());
    }
    let mut far = vec![u32::MAX; next.len()];
    let mut queue: VecDeque<u32> = from.iter().map(|vertex| vertex.number()).collect();
    for &vertex in &queue {
        far[vertex as usize] = 0;
    }
    while let Some(here) = queue.pop_front() {
        for &to in &next[here as usize] {
            if far[to as usize] == u32::MAX {
                far[to as usize] = far[here as usize] + 1;
                queue.push_back(to);
            }
        }
    }
    far
}
