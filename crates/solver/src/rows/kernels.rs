//! The kernels: which of the opponent's nodes have all their moves inside a row.
//!
//! With the opponent to move, a position is lost as soon as every move leads into the set. The opponent's moves stay within a row,
//! so the question is about one row alone, and these are different ways to answer it; each is exact, and
//! [`Attractor`](super::attractor) takes whichever costs least at the moment.

pub(super) mod complement;
pub(super) mod packet;
pub(super) mod stencil;

#[cfg(test)]
mod tests {
    //! Every kernel against the definition, on random rows.

    use catmouse_arena::StepGraph;
    use catmouse_campaign::random::Dice;

    use super::super::block::{Block, any, blocks_in, fill_runs, has, set};
    use super::complement::Complement;
    use super::packet::Packet;
    use super::stencil::Stencil;

    /// Some columns of which everybody is won but some, some of them only now; and what is closed.
    fn check<const W: usize>(steps: &StepGraph, dice: &mut Dice) {
        let (columns, blocks) = (steps.nodes(), blocks_in::<W>(steps.nodes()));
        let padded = (blocks * W * 64) as u32;
        let [mut known, mut fresh, mut closed, mut expect] = [(); 4].map(|()| vec![[0; W]; blocks]);
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
        // The definition. What was lost before the last gain counts as closed by now.
        for column in (0..columns).filter(|&column| !steps.successors(column).is_empty()) {
            if steps.successors(column).iter().all(|hop| has(&known, hop.node)) {
                if steps.successors(column).iter().any(|hop| has(&fresh, hop.node)) {
                    if !has(&closed, column) {
                        set(&mut expect, column);
                    }
                } else {
                    set(&mut closed, column);
                }
            }
        }
        let empty = || vec![[0; W]; blocks];
        let is_fresh = |block: &Block<W>| any(block);
        let (Some(first), Some(last)) = (fresh.iter().position(is_fresh), fresh.iter().rposition(is_fresh)) else {
            return; // nothing was gained, so nobody asks
        };

        let mut lost = empty();
        Complement::new(steps).lost(&known, &closed, &mut lost);
        assert!(lost == expect, "complement");

        if let Some(stencil) = Stencil::new(steps) {
            let margin = vec![dice.0; stencil.margin()];
            let between_margins = [&margin[..], known.as_flattened(), &margin].concat();
            let mut lost = empty();
            stencil.lost(&between_margins, &closed, first..last + 1, &mut lost);
            assert!(lost == expect, "stencil");
        }

        let mut packet = Packet::new(steps);
        let rows = 1 + dice.number_below(64) as usize;
        for slot in 0..rows {
            packet.put(slot, if slot % 2 == 0 { &known } else { &fresh });
        }
        packet.turn(rows);
        for slot in (0..rows).step_by(2) {
            for number in 0..blocks {
                for word in 0..W {
                    let found = packet.found(slot, number)[word] & !closed[number][word];
                    assert_eq!(found, expect[number][word], "packet");
                }
            }
        }
    }

    #[test]
    fn every_kernel_finds_what_the_definition_says() {
        for seed in 0..400 {
            let dice = &mut Dice(seed);
            let nodes = [1, 2, 63, 64, 65, 130, 500, 512, 513, 1024, 1300][dice.below(11)];
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
            check::<8>(&steps, dice);
            if nodes <= 1024 {
                check::<16>(&steps, dice);
            }
        }
    }
}
