//! How far the cats are from the mouse.

use std::sync::OnceLock;

use catmouse_arena::StepGraph;

/// The greatest number of nodes of a step graph whose distances are counted. They take two bytes
/// for each pair of nodes, so on a larger board they would need more memory than the game itself.
const NODES_AT_MOST: u32 = 1 << 12;

/// The distance to a node that cannot be reached.
pub(crate) const NEVER: u16 = u16::MAX;

/// The distances from one node, counted when they are first asked for.
type Row = OnceLock<Box<[u16]>>;

/// The numbers of moves between the nodes of a step graph. The distances from a node are counted
/// when they are first asked for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Apart(OnceLock<Box<[Row]>>);

impl Apart {
    /// The number of moves from a node to each node, or [`NEVER`]. Empty if the graph has more than
    /// [`NODES_AT_MOST`] nodes. Time: at the first call for a node, linear in the moves.
    pub(crate) fn from(&self, graph: &StepGraph, node: u32) -> &[u16] {
        let nodes = if graph.nodes() > NODES_AT_MOST { 0 } else { graph.nodes() };
        let known = self.0.get_or_init(|| (0..nodes).map(|_| Row::new()).collect());
        known.get(node as usize).map_or(&[], |known| known.get_or_init(|| count(graph, node)))
    }
}

fn count(graph: &StepGraph, from: u32) -> Box<[u16]> {
    graph.arcs_from([from]).into_iter().map(|arcs| u16::try_from(arcs).unwrap_or(NEVER)).collect()
}
