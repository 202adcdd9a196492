//! Theorems that give the cop number of a connected graph where a trial does not fit into memory.
//!
//! **Source.** Planar graphs: M. Aigner, M. Fromme, Discrete Applied Mathematics 8, 1984.
//! Outerplanar graphs: N. Clarke, *Constrained Cops and Robber*, thesis, Dalhousie University 2002.
//! Corners: A. Berarducci, B. Intrigila, Advances in Applied Mathematics 14, 1993: if H is a retract
//! of G, then c(H) ≤ c(G) ≤ max(c(H), c(G − H) + 1). A graph without one of its corners is a
//! retract, so both have the same cop number unless one cat wins on the smaller one; then the corner
//! makes no difference either, because the greater one can be dismantled too.

use serde::Serialize;

/// A theorem about the cop number of a connected graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Theorem {
    /// The graph without its corners, its *core*, has the same cop number.
    Core,
    /// The graph can be drawn without crossings so that every vertex is on the outer face: two cats
    /// win.
    Outerplanar,
    /// The graph can be drawn without crossings: three cats win.
    Planar,
}

impl Theorem {
    /// The words of all variants in their order, as in the JSON.
    pub const WORDS: &'static [&'static str] = &["core", "outerplanar", "planar"];

    /// The word for this theorem, as in the JSON.
    pub fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }

    /// The theorem by which this number of cats wins on a connected graph that can be drawn without
    /// crossings. Time: O(vertices³).
    pub(super) fn of_drawing(cats: u32, vertices: u32, arcs: &[(u32, u32)]) -> Option<Self> {
        /// On larger graphs the search for a drawing takes too long.
        const VERTICES_AT_MOST: u32 = 2048;
        if vertices > VERTICES_AT_MOST {
            return None;
        }
        let edges = arcs.iter().map(|&(from, to)| (from as usize, to as usize)).filter(|(from, to)| from < to);
        let size = vertices as usize;
        match cats {
            2 => {
                // With one more vertex next to all others, exactly the outerplanar graphs are planar.
                let to_all = (0..size).map(|vertex| (vertex, size));
                catmouse_picture::is_planar(size + 1, edges.chain(to_all)).then_some(Self::Outerplanar)
            }
            3 => catmouse_picture::is_planar(size, edges).then_some(Self::Planar),
            _ => None,
        }
    }
}
