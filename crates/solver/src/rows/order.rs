//! Another order of the nodes, in which what is decided together lies together.
//!
//! Where vertices are numbered at random, a level decides bits all over a row, and each tile of the row takes an event of its own.
//! On a graph that is nearly a tree, what is decided together is much of a subtree as a rule, and in the order of a
//! depth-first walk a subtree is a run of columns.
//!
//! Worth: on `tree-2000` the log has half as many events and takes half the memory, a table, whose rows are put back into the
//! given order at the end, takes 0.75 of the time, and outcomes 0.95; on `tree-4000` 0.6 and 0.75. On `cubic-2000` and denser graphs the walk finds nothing to put together.

use catmouse_arena::{Player, ProductArena, StepGraph, Verdicts};

use super::kernels::stencil::Stencil;
use super::log::TILE;

/// An arena with its nodes in another order.
#[derive(Debug)]
pub(super) struct Ordered {
    pub(super) arena: ProductArena,
    pub(super) places: Places,
}

/// For each player the place of each node in the other order.
#[derive(Debug)]
pub(super) struct Places(pub(super) [Vec<u16>; 2]);

/// Rows up to this wide, two tiles, gain nothing from another order.
const NARROW: u32 = 2 * 64 * TILE as u32;

/// Nodes that can be put into another order: with places of 16 bits a row is put back twice as fast.
const MOST_NODES: u32 = 1 << 16;

/// Pairs where the game is over, for each row, up to which the verdicts are put into another order: it costs more than the rest.
const FEW_ENDS: usize = 16;

impl Ordered {
    /// The arena in another order, if that is likely to pay. Time: O(nodes + arcs + pairs where the game is over).
    pub(super) fn of(arena: &ProductArena) -> Option<Self> {
        let nodes = Player::BOTH.map(|player| arena.steps(player).nodes());
        let orders = Player::BOTH.map(|player| walk(arena.steps(player)));
        let is_likely_to_pay = orders.iter().any(Option::is_some) && has_few_ends(arena.verdicts());
        if nodes.iter().any(|&nodes| nodes > MOST_NODES) || !is_likely_to_pay {
            return None;
        }
        let [one, two] = Player::BOTH
            .map(|player| orders[player.index()].clone().unwrap_or_else(|| (0..nodes[player.index()]).collect()));
        let mut places = [vec![0; one.len()], vec![0; two.len()]];
        for (places, order) in places.iter_mut().zip([&one, &two]) {
            for (place, &node) in order.iter().enumerate() {
                places[node as usize] = place as u16;
            }
        }
        let steps = Player::BOTH.map(|player| {
            let (steps, places) = (arena.steps(player), &places[player.index()]);
            let moves = |node: u32| steps.successors(node).iter().map(move |hop| (node, hop.node, hop.cost));
            let arcs = (0..steps.nodes()).flat_map(moves);
            let arcs = arcs.map(|(from, to, cost)| (places[from as usize].into(), places[to as usize].into(), cost));
            StepGraph::new(steps.nodes(), arcs.collect())
        });
        let mut verdicts = Verdicts::empty(two.len() as u32);
        let mut ends = Vec::new();
        for &row in &one {
            ends.clear();
            for (run, winner) in arena.verdicts().row(row) {
                if run.len() == two.len() {
                    ends.push((run, winner));
                } else {
                    let columns = run.map(|column| u32::from(places[1][column as usize]));
                    ends.extend(columns.map(|column| (column..column + 1, winner)));
                }
            }
            ends.sort_unstable_by_key(|(run, _)| run.start);
            verdicts.push_row(ends.iter().cloned());
        }
        let [one, two] = steps;
        Some(Self { arena: ProductArena::new(one, two, verdicts, arena.stuck()), places: Places(places) })
    }
}

/// Whether the game is over at few pairs, not counting whole rows.
fn has_few_ends(verdicts: &Verdicts) -> bool {
    let runs = (0..verdicts.rows()).flat_map(|row| verdicts.row(row)).map(|(run, _)| run.len());
    let pairs = runs.filter(|&len| len < verdicts.columns() as usize).sum::<usize>();
    pairs <= FEW_ENDS * verdicts.rows() as usize
}

/// The nodes in the order of a depth-first walk that heeds no direction, if the graph is nearly a tree and wide enough.
fn walk(steps: &StepGraph) -> Option<Vec<u32>> {
    let nodes = steps.nodes();
    // A tree has two arcs for each node but one.
    let is_nearly_a_tree = 2 * steps.arcs() <= 5 * nodes as usize;
    if nodes <= NARROW || !is_nearly_a_tree || Stencil::<1>::new(steps).is_some() {
        return None;
    }
    let mut order = Vec::with_capacity(nodes as usize);
    let mut is_met = vec![false; nodes as usize];
    let mut waiting = Vec::new();
    for root in 0..nodes {
        waiting.push(root);
        while let Some(node) = waiting.pop() {
            if !std::mem::replace(&mut is_met[node as usize], true) {
                order.push(node);
                let neighbours = steps.successors(node).iter().chain(steps.predecessors(node)).rev();
                waiting.extend(neighbours.map(|hop| hop.node).filter(|&next| !is_met[next as usize]));
            }
        }
    }
    Some(order)
}
