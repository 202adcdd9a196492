//! Reorders nodes by a depth-first walk, so that nodes whose positions are decided together become
//! neighbours.
//!
//! If vertices are numbered at random, a level decides bits scattered over a row, and each tile of
//! the row needs an event. On a graph that is nearly a tree, the positions decided together often
//! cover much of a subtree. In the order of a depth-first walk, a subtree is a range of columns.
//!
//! On other graphs a walk would not bring such nodes together, so the given order stays.

use std::borrow::Cow;

use catmouse_arena::{Arc, InOrder, Player, ProductArena, StepGraph, Verdicts};

use super::kernels::stencil::Stencil;
use super::log::TILE_SIDE;
use crate::PiecesShape;

/// For each player, the new place of each node.
#[derive(Debug)]
pub(super) struct Places(pub(super) [Vec<u16>; 2]);

/// Rows of up to this many columns, two tiles, gain nothing from a reordering.
const NARROW: u64 = 2 * TILE_SIDE as u64;

/// The largest number of nodes that can be reordered: places have 16 bits.
const MOST_NODES: u32 = 1 << 16;

/// The nodes are reordered only if, on average, at most this many pairs of a row are ends: to move
/// a verdict takes time for each pair.
const FEW_ENDS: usize = 16;

impl Places {
    /// For each player, the node at each place.
    pub(super) fn nodes_by_place(&self) -> [Vec<u16>; 2] {
        self.0.each_ref().map(|places| inverse(places))
    }
}

/// Returns the arena with its nodes reordered and their places, if that is likely to pay; otherwise
/// the arena as it is. Time: near linear in nodes, arcs and ends.
pub(super) fn reordered(arena: &ProductArena) -> (Cow<'_, ProductArena>, Option<Places>) {
    let nodes = Player::BOTH.map(|player| arena.steps(player).nodes());
    if nodes.iter().any(|&nodes| nodes > MOST_NODES) {
        return (Cow::Borrowed(arena), None);
    }
    let walks = Player::BOTH.map(|player| walk(arena.steps(player)));
    if walks.iter().all(Option::is_none) || !has_few_ends(arena.verdicts()) {
        return (Cow::Borrowed(arena), None);
    }
    let [one, two] = walks;
    let orders = [one.unwrap_or_else(|| identity(nodes[0])), two.unwrap_or_else(|| identity(nodes[1]))];
    let places = orders.each_ref().map(|order| inverse(order));
    let [one, two] = Player::BOTH.map(|player| {
        let (steps, places) = (arena.steps(player), &places[player.index()]);
        let place = |node: u32| u32::from(places[node as usize]);
        let moves = |from: u32| steps.successors(from).iter().map(move |arc| (place(from), place(arc.node), arc.cost));
        StepGraph::new(steps.nodes(), (0..steps.nodes()).flat_map(moves).collect())
    });
    let verdicts = verdicts_in_order(arena.verdicts(), &orders[0], &places[1]);
    (Cow::Owned(ProductArena::new(one, two, verdicts, arena.stalemate())), Some(Places(places)))
}

/// An upper bound on the bytes of a reordering: a copy of the moves and the list it is made from,
/// some words a node, and a buffer for a row.
pub(super) fn bytes(sides: [PiecesShape; 2]) -> u64 {
    if !sides.iter().any(|side| is_nearly_a_tree(side.nodes, side.arcs)) {
        return 0;
    }
    let of_a_move = (2 * size_of::<Arc>() + size_of::<(u32, u32, u32)>()) as u64;
    let of_a_side =
        |side: PiecesShape| of_a_move.saturating_mul(side.arcs).saturating_add(side.nodes.saturating_mul(64));
    let [one, two] = sides.map(of_a_side);
    one.saturating_add(two).saturating_add(2 * u64::from(MOST_NODES))
}

/// The verdicts with rows in this order and columns at these places.
fn verdicts_in_order(given: &Verdicts, rows: &[u16], places: &[u16]) -> Verdicts {
    let mut verdicts = Verdicts::empty(given.columns());
    let mut ends = Vec::new();
    for &row in rows {
        ends.clear();
        for (run, winner) in given.row(row.into()) {
            if run.len() == places.len() {
                ends.push((run, winner));
            } else {
                let columns = run.map(|column| u32::from(places[column as usize]));
                ends.extend(columns.map(|column| (column..column + 1, winner)));
            }
        }
        ends.put_in_order_by_key(|(run, _)| run.start);
        verdicts.push_row(ends.iter().cloned());
    }
    verdicts
}

/// True if few pairs are ends, not counting rows that are ends as a whole.
fn has_few_ends(verdicts: &Verdicts) -> bool {
    let runs = (0..verdicts.rows()).flat_map(|row| verdicts.row(row)).map(|(run, _)| run.len());
    let pairs = runs.filter(|&len| len < verdicts.columns() as usize).sum::<usize>();
    pairs <= FEW_ENDS * verdicts.rows() as usize
}

/// True for wide rows and a graph with at most 2.5 n arcs. A tree on n nodes has 2(n − 1).
fn is_nearly_a_tree(nodes: u64, arcs: u64) -> bool {
    nodes > NARROW && arcs.saturating_mul(2) <= nodes.saturating_mul(5)
}

/// The nodes in the order of a depth-first walk that ignores the direction of arcs; `None` if a
/// reordering is unlikely to pay.
fn walk(steps: &StepGraph) -> Option<Vec<u16>> {
    let nodes = steps.nodes();
    if !is_nearly_a_tree(nodes.into(), steps.arcs() as u64) || Stencil::new(steps).is_some() {
        return None;
    }
    let mut order = Vec::with_capacity(nodes as usize);
    let mut is_met = vec![false; nodes as usize];
    let mut waiting = Vec::new();
    for root in 0..nodes {
        waiting.push(root);
        while let Some(node) = waiting.pop() {
            if !std::mem::replace(&mut is_met[node as usize], true) {
                order.push(node as u16);
                let neighbours = steps.successors(node).iter().chain(steps.predecessors(node)).rev();
                waiting.extend(neighbours.map(|arc| arc.node).filter(|&next| !is_met[next as usize]));
            }
        }
    }
    Some(order)
}

/// The nodes in the given order.
fn identity(nodes: u32) -> Vec<u16> {
    (0..nodes).map(|node| node as u16).collect()
}

/// The inverse of a permutation: turns an order into places, and places into an order.
fn inverse(order: &[u16]) -> Vec<u16> {
    let mut places = vec![0; order.len()];
    for (place, &node) in order.iter().enumerate() {
        places[usize::from(node)] = place as u16;
    }
    places
}
