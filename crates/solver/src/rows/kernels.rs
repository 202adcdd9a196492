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

#[cfg(test)]
mod tests {
    //! Every kernel is compared with the definition, on random rows.

    use catmouse_arena::StepGraph;
    use catmouse_campaign::random::Dice;

    use super::super::block::{fill_runs, has, row_words, set};
    use super::super::log::TILE_WORDS;
    use super::complement::Complement;
    use super::packet::Packet;
    use super::stencil::Stencil;

    /// Checks a random row: most pairs are won, some of them by the last gain, and some pairs are
    /// closed.
    fn check(steps: &StepGraph, dice: &mut Dice) {
        let (columns, words) = (steps.nodes(), row_words(steps.nodes()));
        let padded = (64 * words) as u32;
        let [mut known, mut fresh, mut closed, mut expect] = [(); 4].map(|()| vec![0; words]);
        let (missing, new) = (1 + dice.number_below(12), 1 + dice.number_below(6));
        for column in 0..columns {
            if dice.number_below(missing) > 0 || missing == 1 {
                set(&mut known, column);
                if dice.number_below(new) == 0 {
                    set(&mut fresh, column);
                }
            }
            if steps.successors(column).is_empty() || dice.number_below(4) == 0 {
                set(&mut closed, column);
            }
        }
        fill_runs(&mut known, &[(columns, padded)]);
        fill_runs(&mut closed, &[(columns, padded)]);
        // The definition. Pairs that were lost before the last gain count as closed.
        for column in (0..columns).filter(|&column| !steps.successors(column).is_empty()) {
            if steps.successors(column).iter().all(|arc| has(&known, arc.node)) {
                if steps.successors(column).iter().any(|arc| has(&fresh, arc.node)) {
                    if !has(&closed, column) {
                        set(&mut expect, column);
                    }
                } else {
                    set(&mut closed, column);
                }
            }
        }
        let empty = || vec![0; words];
        let gained = |word: &u64| *word != 0;
        let (Some(first), Some(last)) = (fresh.iter().position(gained), fresh.iter().rposition(gained)) else {
            return; // without a gain, nothing can be lost
        };

        let mut lost = empty();
        Complement::new(steps).lost(&known, &closed, &mut lost);
        assert!(lost == expect, "complement");

        if let Some(stencil) = Stencil::new(steps) {
            let margin = vec![dice.throw(); stencil.margin()];
            let between_margins = [&margin[..], &known, &margin].concat();
            let mut lost = empty();
            let (lost_blocks, closed) = (lost.as_chunks_mut::<8>().0, closed.as_chunks().0);
            let affected = stencil.affected::<8>(first..last + 1, closed.len());
            affected.for_each(|number| lost_blocks[number] = stencil.lost(&between_margins, number, &closed[number]));
            assert!(lost == expect, "stencil");
        }

        for mut packet in [Packet::<TILE_WORDS>::new(steps), Packet::new(steps).without_avx512()] {
            let rows = 1 + dice.number_below(64) as usize;
            for slot in 0..rows {
                packet.put(slot, if slot % 2 == 0 { &known } else { &fresh });
            }
            packet.solve(rows);
            for slot in (0..rows).step_by(2) {
                for word in 0..columns.div_ceil(64) as usize {
                    let found = packet.found(slot, word / TILE_WORDS)[word % TILE_WORDS];
                    assert_eq!(found & !closed[word], expect[word], "packet");
                }
            }
        }
    }

    #[test]
    fn every_kernel_finds_what_the_definition_says() {
        for seed in 0..400 {
            let dice = &mut Dice::new(seed);
            let nodes = [1, 2, 63, 64, 65, 130, 256, 257, 500, 512, 513, 1024, 1300][dice.below(13)];
            let mut arcs = Vec::new();
            if seed % 2 == 0 {
                for _ in 0..nodes * (1 + dice.number_below(6)) {
                    arcs.push((dice.number_below(nodes), dice.number_below(nodes), 1));
                }
            } else {
                for offset in (0..3).map(|_| dice.number_below(nodes.min(90))).collect::<Vec<_>>() {
                    for node in 0..nodes - offset {
                        arcs.extend((dice.number_below(9) > 0).then_some((node, node + offset, 1)));
                        arcs.extend((dice.number_below(9) > 0).then_some((node + offset, node, 1)));
                    }
                }
            }
            let steps = StepGraph::new(nodes, arcs);
            check(&steps, dice);
        }
    }
}
