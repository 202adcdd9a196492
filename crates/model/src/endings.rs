//! When a game is over: the ordered clauses of the rules, turned into verdicts for every pair of vertices.

use catmouse_arena::{Pieces, Player, Verdicts};

use crate::board::Vertex;
use crate::rules::{Ending, Rules};
use crate::steps::Domain;

impl Rules {
    /// The first of the endings that matches, if any does: the game is over here, in this way.
    pub fn ending(&self, mouse: Vertex, cats: &[Vertex]) -> Option<Ending> {
        let in_hole = |vertex: &Vertex| self.holes.binary_search(vertex).is_ok();
        self.cat_in_hole.endings().iter().copied().find(|ending| match ending {
            Ending::Capture => cats.contains(&mouse),
            Ending::MouseInHole => in_hole(&mouse),
            Ending::CatInHole => cats.iter().any(in_hole),
        })
    }
}

/// The verdicts for every vertex of the mouse (row) and every node of the cats (column).
///
/// An ending depends on the cats only where one stands on the mouse or on a hole. So a row is evaluated at those columns and
/// once for all others. Time and memory: O(vertices · (1 + holes) · placements of all cats but one).
pub(crate) fn verdicts(rules: &Rules, mouse: &Domain, cat: &Domain, cats: &Pieces) -> Verdicts {
    let mut verdicts = Verdicts::empty(cats.nodes());
    let with_a_cat_on = |vertex| cat.node(vertex).map_or_else(Vec::new, |node| containing(cats, node));
    let hole_columns: Vec<u32> = rules.holes.iter().flat_map(|&hole| with_a_cat_on(hole)).collect();
    for row in 0..mouse.nodes() {
        let mouse_at = mouse.vertex(row);
        let mut special = with_a_cat_on(mouse_at);
        special.extend(&hole_columns);
        special.sort_unstable();
        special.dedup();

        let winner = |cats: &[Vertex]| rules.ending(mouse_at, cats).map(|ending| Player::from(ending.winner()));
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
