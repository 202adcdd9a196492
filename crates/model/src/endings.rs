//! When a game is over: the ordered clauses of the rules, turned into verdicts for every pair of vertices.

use catmouse_arena::{Player, Verdicts};

use crate::board::Vertex;
use crate::rules::{Ending, Rules};
use crate::steps::Footing;

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

/// The verdicts for every vertex of the mouse (row) and every node of the cat's footing (column).
///
/// An ending depends on the cat only where it stands on the mouse or on a hole. So a row is evaluated at those few columns
/// and once for all others. Time and memory: O(vertices · (1 + holes)).
pub(crate) fn verdicts(rules: &Rules, mouse: &Footing, cat: &Footing) -> Verdicts {
    let mut verdicts = Verdicts::empty(cat.nodes());
    let hole_columns: Vec<u32> = rules.holes.iter().filter_map(|&hole| cat.node(hole)).collect();
    for row in 0..mouse.nodes() {
        let mouse_at = mouse.vertex(row);
        let mut special = hole_columns.clone();
        special.extend(cat.node(mouse_at));
        special.sort_unstable();
        special.dedup();

        let winner = |cats: &[Vertex]| rules.ending(mouse_at, cats).map(|ending| Player::from(ending.winner()));
        let elsewhere = winner(&[]);
        let mut runs = Vec::with_capacity(2 * special.len() + 1);
        let mut column = 0;
        for next in special {
            runs.extend(elsewhere.map(|player| (column..next, player)));
            runs.extend(winner(&[cat.vertex(next)]).map(|player| (next..next + 1, player)));
            column = next + 1;
        }
        runs.extend(elsewhere.map(|player| (column..cat.nodes(), player)));
        verdicts.push_row(runs);
    }
    verdicts
}
