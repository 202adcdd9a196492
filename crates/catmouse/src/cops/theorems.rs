//! The theorems that bound the cop number of a connected graph without a table, each a line of
//! [`THEOREMS`]. The search takes bounds from the list, and a certificate takes proofs. The check of a
//! certificate does the named theorem again.
//!
//! The trivial bounds always hold. Every other theorem needs the usual rules and moves that lead both
//! ways.
//!
//! **Degree.** Let M be the greatest number of neighbours of a vertex r that a cat elsewhere occupies
//! or threatens. A mouse on r escapes k cats
//! if r has more than k M neighbours. If this is so at every r, k cats do not win.
//!
//! **Source.** Planar graphs: M. Aigner, M. Fromme, Discrete Applied Mathematics 8, 1984.
//! Outerplanar graphs: N. Clarke, *Constrained Cops and Robber*, thesis, Dalhousie University 2002.
//! Treewidth: G. Joret, M. Kamiński, D. Theis, Contributions to Discrete Mathematics 5, 2010: with
//! treewidth w the cop number is at most ⌊w / 2⌋ + 1.
//! Corners: A. Berarducci, B. Intrigila, Advances in Applied Mathematics 14, 1993: if H is a retract
//! of G, then c(H) ≤ c(G) ≤ max(c(H), c(G − H) + 1). A graph without one of its corners is a
//! retract, so both have the same cop number unless one cat wins on the smaller one; then the corner
//! makes no difference either, because the greater one can be dismantled too.

use serde::{Deserialize, Serialize};

use super::dismantling::dismantling_order;
use super::girth::LowerBound;
use super::neighbours::Neighbours;

/// What proves a bound on a cop number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum BoundProof {
    /// Nothing needs a proof: a graph with vertices needs a cat, and a cat on every vertex wins.
    Trivial,
    /// This number of cats was tried and wins; or one cat less was tried and does not win.
    Trial,
    /// The graph can be dismantled, so that one cat wins; or it cannot, so that one does not.
    Dismantling,
    /// Girth and minimum degree, as `lower_bound` has them.
    Girth,
    /// Each vertex has more neighbours than fewer cats elsewhere can guard.
    Degree,
    /// The graph without its corners, its *core*, has the same cop number, and this bound.
    Core,
    /// The graph can be drawn without crossings so that every vertex is on the outer face: two cats
    /// win.
    Outerplanar,
    /// The graph can be drawn without crossings: three cats win.
    Planar,
    /// A tree decomposition of width w: ⌊w / 2⌋ + 1 cats win.
    Treewidth,
    /// So many cats can be placed that every vertex has a cat or is next to one.
    Domination,
    /// The bounds of the components, of which there are several, are added up.
    Components,
}

impl BoundProof {
    /// The words of all variants in their order, as in the JSON.
    pub const WORDS: &'static [&'static str] = &[
        "trivial",
        "trial",
        "dismantling",
        "girth",
        "degree",
        "core",
        "outerplanar",
        "planar",
        "treewidth",
        "domination",
        "components",
    ];

    /// The word for this proof, as in the JSON.
    pub fn word(self) -> &'static str {
        Self::WORDS[self as usize]
    }
}

/// The half of a proof: a lower or an upper bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProofHalf {
    /// Fewer cats do not win.
    Lower,
    /// This number of cats wins.
    Upper,
}

/// A theorem about connected graphs.
pub(crate) struct Theorem {
    /// Its word.
    pub(crate) by: BoundProof,
    /// The half that it proves.
    pub(crate) half: ProofHalf,
    /// The number of cats that a graph needs, or that suffice; `None` if the theorem says nothing of the
    /// graph.
    cats: fn(&Neighbours) -> Option<u32>,
    /// The lines of a certificate that spare its check a search.
    #[cfg_attr(not(feature = "store"), expect(dead_code, reason = "without the feature there are no certificates"))]
    pub(crate) witness: Witness,
}

/// The lines of a certificate after the word of a theorem.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Witness {
    /// Nothing: the check computes the bound again.
    Nothing,
    /// A dismantling order.
    Order,
    /// An embedding in the plane.
    Embedding,
}

/// The theorems of each half, in the order in which they are tried.
pub(crate) const THEOREMS: [Theorem; 10] = {
    use BoundProof as By;
    use ProofHalf::{Lower, Upper};
    const fn theorem(by: By, half: ProofHalf, witness: Witness, cats: fn(&Neighbours) -> Option<u32>) -> Theorem {
        Theorem { by, half, cats, witness }
    }
    [
        theorem(By::Trivial, Lower, Witness::Nothing, |graph| Some(graph.vertices().min(1) as u32)),
        theorem(By::Girth, Lower, Witness::Nothing, |graph| Some(LowerBound::of(graph.degrees(), || graph)?.cats())),
        theorem(By::Degree, Lower, Witness::Nothing, |graph| Some(degree_bound(graph))),
        theorem(By::Dismantling, Lower, Witness::Nothing, |graph| dismantling_order(graph).is_none().then_some(2)),
        theorem(By::Trivial, Upper, Witness::Nothing, |graph| Some(graph.vertices() as u32)),
        theorem(By::Dismantling, Upper, Witness::Order, |graph| dismantling_order(graph).is_some().then_some(1)),
        theorem(By::Outerplanar, Upper, Witness::Embedding, |graph| is_planar(graph, true).then_some(2)),
        theorem(By::Planar, Upper, Witness::Embedding, |graph| is_planar(graph, false).then_some(3)),
        theorem(By::Treewidth, Upper, Witness::Nothing, treewidth_bound),
        theorem(By::Domination, Upper, Witness::Nothing, |graph| Some(domination_bound(graph))),
    ]
};

#[cfg(feature = "store")]
impl Theorem {
    /// Whether the theorem needs the usual rules on a connected graph, with moves that lead both ways.
    pub(crate) fn needs_usual_graph(&self) -> bool {
        self.by != BoundProof::Trivial
    }

    /// Whether the theorem proves this half of the proof of a cop number. Time: O(vertices³).
    pub(crate) fn proves(&self, neighbours: &Neighbours, cop_number: u32) -> bool {
        (self.cats)(neighbours).is_some_and(|cats| match self.half {
            ProofHalf::Lower => cats >= cop_number,
            ProofHalf::Upper => cats <= cop_number,
        })
    }
}

/// A number of cats, and what proves that the cop number is at least or at most this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CopsBound {
    pub(crate) cats: u32,
    pub(crate) by: BoundProof,
}

impl CopsBound {
    pub(crate) fn new(cats: u32, by: BoundProof) -> Self {
        Self { cats, by }
    }

    /// The bound for a graph whose components have these bounds.
    pub(crate) fn of_components(bounds: impl ExactSizeIterator<Item = Self> + Clone) -> Self {
        let cats = bounds.clone().fold(0, |sum: u32, part| sum.saturating_add(part.cats));
        let by = match bounds.len() {
            2.. => BoundProof::Components,
            _ => bounds.last().map_or(BoundProof::Trivial, |part| part.by),
        };
        Self { cats, by }
    }

    /// The lower bound from girth and minimum degree, which is 1 if they prove nothing.
    pub(crate) fn of_girth(vertices: u32, bound: Option<LowerBound>) -> Self {
        match bound {
            Some(bound) => Self::new(bound.cats(), BoundProof::Girth),
            None => Self::new(vertices.min(1), BoundProof::Trivial),
        }
    }

    /// The lower bound that the degrees raise above this one, if they do.
    pub(crate) fn raised_by_degrees(self, neighbours: &Neighbours) -> Self {
        let degree = Self::new(degree_bound(neighbours), BoundProof::Degree);
        if degree.cats > self.cats { degree } else { self }
    }

    /// The least upper bound of the theorems, or this bound if it is less. The search ends at `least`,
    /// because fewer cats do not win. It leaves dismantling out: to try one cat is faster. Time:
    /// O(vertices³).
    pub(crate) fn lowered_by_theorems(self, least: u32, neighbours: &Neighbours) -> Self {
        let mut most = self;
        for theorem in THEOREMS.iter().filter(|it| it.half == ProofHalf::Upper && it.by != BoundProof::Dismantling) {
            if most.cats > least
                && let Some(cats) = (theorem.cats)(neighbours).filter(|&cats| cats < most.cats)
            {
                most = Self::new(cats, theorem.by);
            }
        }
        most
    }
}

/// On larger graphs, the search for a drawing or for a tree decomposition takes too long.
const VERTICES_AT_MOST: usize = 2048;

/// Whether a graph can be drawn without crossings; with `outer`, all vertices must be on the outer
/// face.
fn is_planar(neighbours: &Neighbours, outer: bool) -> bool {
    let size = neighbours.vertices();
    if size > VERTICES_AT_MOST {
        return false;
    }
    let from = |from: usize| neighbours.of(from as u32).iter().map(move |&to| (from, to as usize));
    let edges = (0..size).flat_map(from).filter(|(from, to)| from < to);
    // With one more vertex next to all others, exactly the outerplanar graphs are planar.
    let apex = usize::from(outer);
    let to_all = (0..apex * size).map(|vertex| (vertex, size));
    catmouse_picture::is_planar(size + apex, edges.chain(to_all))
}

/// The bound from the neighbours that one cat guards; 1 if it proves nothing.
fn degree_bound(neighbours: &Neighbours) -> u32 {
    /// Counting takes longer than this many steps only on graphs with vertices of very high degree.
    const STEPS_AT_MOST: u64 = 1 << 26;
    let steps: u64 = neighbours.degrees().map(|degree| u64::from(degree).pow(2)).sum();
    if neighbours.degrees().min().is_none_or(|least| least < 2) || steps > STEPS_AT_MOST {
        return 1;
    }
    let mut guarded = vec![0u32; neighbours.vertices()];
    let mut bound = u32::MAX;
    for mouse in 0..neighbours.vertices() as u32 {
        let near = neighbours.of(mouse);
        let mut most = 1;
        for &place in near {
            for &cat in neighbours.of(place).iter().chain([&place]).filter(|&&cat| cat != mouse) {
                guarded[cat as usize] += 1;
                most = most.max(guarded[cat as usize]);
            }
        }
        for &place in near {
            guarded[place as usize] = 0;
            neighbours.of(place).iter().for_each(|&cat| guarded[cat as usize] = 0);
        }
        bound = bound.min((near.len() as u32).div_ceil(most));
    }
    bound
}

/// The bound from the width of the tree decomposition that eliminates a vertex of least degree
/// again and again.
fn treewidth_bound(neighbours: &Neighbours) -> Option<u32> {
    let size = neighbours.vertices();
    if size > VERTICES_AT_MOST {
        return None;
    }
    let words = size.div_ceil(64);
    let mut rows = vec![vec![0u64; words]; size];
    for (vertex, row) in rows.iter_mut().enumerate() {
        neighbours.of(vertex as u32).iter().for_each(|&to| row[to as usize / 64] |= 1 << (to % 64));
    }
    let mut left: Vec<usize> = (0..size).collect();
    let mut width = 0;
    while left.len() > width as usize + 1 {
        let degree = |vertex: usize| rows[vertex].iter().map(|word| word.count_ones()).sum::<u32>();
        let (at, least) = left.iter().map(|&vertex| degree(vertex)).enumerate().min_by_key(|&(_, degree)| degree)?;
        width = width.max(least);
        let gone = left.swap_remove(at);
        let bag = std::mem::take(&mut rows[gone]);
        for other in (0..size).filter(|&other| bag[other / 64] >> (other % 64) & 1 == 1) {
            rows[other].iter_mut().zip(&bag).for_each(|(word, more)| *word |= more);
            rows[other][other / 64] &= !(1 << (other % 64));
            rows[other][gone / 64] &= !(1 << (gone % 64));
        }
    }
    Some(width / 2 + 1)
}

/// The bound from a dominating set to which the vertex that covers the most is added again and
/// again.
fn domination_bound(neighbours: &Neighbours) -> u32 {
    let size = neighbours.vertices() as u32;
    let mut is_covered = vec![false; size as usize];
    let mut covers: Vec<u32> = neighbours.degrees().map(|degree| degree + 1).collect();
    // The vertices by an upper bound on how many they cover anew.
    let mut by_cover: std::collections::BinaryHeap<(u32, std::cmp::Reverse<u32>)> =
        (0..size).map(|vertex| (covers[vertex as usize], std::cmp::Reverse(vertex))).collect();
    let (mut cats, mut left) = (0, size);
    while let Some((claimed, std::cmp::Reverse(vertex))) = by_cover.pop().filter(|_| left > 0) {
        let now = covers[vertex as usize];
        if now < claimed {
            by_cover.push((now, std::cmp::Reverse(vertex)));
            continue;
        }
        cats += 1;
        for &place in neighbours.of(vertex).iter().chain([&vertex]) {
            if !std::mem::replace(&mut is_covered[place as usize], true) {
                left -= 1;
                covers[place as usize] -= 1;
                neighbours.of(place).iter().for_each(|&near| covers[near as usize] -= 1);
            }
        }
    }
    cats
}
