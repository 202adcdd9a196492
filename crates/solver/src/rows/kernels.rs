//! The kernels: they find the opponent's nodes all of whose moves stay inside a set.
//!
//! With the opponent to move, a position is lost once every move leads into the set of won pairs.
//! The opponent's moves stay within a row, so one row is enough to decide this. There are three
//! exact ways to do it, and each row takes the one that costs least.

pub(super) mod complement;
pub(crate) mod packet;
pub(super) mod stencil;

use catmouse_arena::StepGraph;

use complement::Complement;
use packet::Packet;

use super::log::TILE_WORDS;
use stencil::Stencil;

/// The kernels that suit the opponent's step graph: either the stencil alone, or packets and, on a
/// dense graph, the complement.
pub(super) struct Kernels<'a> {
    opponent: &'a StepGraph,
    pub(super) stencil: Option<Stencil>,
    pub(super) complement: Option<Complement>,
    packet_cost: f32,
    /// The smallest number of moves of a node of the opponent, not counting stuck nodes; `u32::MAX`
    /// if all are stuck.
    pub(super) least_degree: u32,
}

/// Rows in a packet on average; the last packet of a level is seldom full.
const MEAN_ROWS_IN_PACKET: f32 = 48.0;

impl<'a> Kernels<'a> {
    pub(super) fn new(opponent: &'a StepGraph) -> Self {
        let nodes = opponent.nodes();
        let degrees = (0..nodes).map(|node| opponent.successors(node).len() as u32);
        let least_degree = degrees.filter(|&degree| degree > 0).min().unwrap_or(u32::MAX);
        let stencil = Stencil::new(opponent);
        let complement = (stencil.is_none() && complement::pays(nodes.into(), opponent.arcs() as u64))
            .then(|| Complement::new(opponent));
        let packet_cost = if stencil.is_some() { f32::INFINITY } else { packet::cost::<TILE_WORDS>(opponent) };
        Self { opponent, stencil, complement, packet_cost, least_degree }
    }

    /// Words that must precede and follow a row.
    pub(super) fn margin(&self) -> usize {
        self.stencil.as_ref().map_or(0, Stencil::margin)
    }

    /// The cost of deciding a row by itself in nanoseconds; `None` if that is less than its share
    /// of a packet. The row has `words` words, and `missing` of its pairs are not won.
    #[inline(always)]
    pub(super) fn cost_if_packet_pays(&self, words: usize, missing: u32) -> Option<f32> {
        if self.stencil.is_some() {
            return None;
        }
        let cost = self.complement.as_ref().map_or(f32::INFINITY, |complement| complement.cost(words, missing));
        (self.packet_cost < MEAN_ROWS_IN_PACKET * cost).then_some(cost)
    }

    /// The packet, if it pays for rows that cost `cost` nanoseconds when decided one by one. It is
    /// laid out when first needed: on dense graphs it is large, and few rows suit it.
    #[inline(always)]
    pub(super) fn packet<'p>(
        &self,
        cost: f32,
        packet: &'p mut Option<Packet<'a, TILE_WORDS>>,
    ) -> Option<&'p mut Packet<'a, TILE_WORDS>> {
        (cost > self.packet_cost).then(|| packet.get_or_insert_with(|| Packet::new(self.opponent)))
    }
}
