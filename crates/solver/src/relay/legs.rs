//! The moves of a player's pieces from every node at once, one piece after the other.
//!
//! To know something of each node's successors (whether some of them is won, say), nobody needs to list the joint moves of a
//! team, of which there are as many as the product of its pieces' moves. It is enough to move one piece, remember what is
//! known *between* two pieces' moves, and move the next: a relay. Between the moves stands an *intermediate* node: the
//! multiset of pieces that have moved and the multiset of those that have not. The piece to move next is always the one on
//! the smallest node, so every joint move is one walk through the relay.
//!
//! With k pieces this takes k legs, and each leg costs its intermediate nodes times the moves of *one* piece. A single piece,
//! or a team of which one piece moves in a turn, takes one leg.
//!
//! **Source.** J. Petr, J. Portier, L. Versteegen, *A faster algorithm for Cops and Robbers*, arXiv 2112.07449.

use catmouse_arena::{Idle, Movers, Multisets, Pieces, StepGraph, Team};

/// The legs by which a player's pieces move, from every node at once.
///
/// Layer 0 holds the nodes before the turn, layer `legs()` the same nodes after it, the layers between the intermediate nodes.
/// In each layer rows are numbered without gaps. Memory: 4 bytes for each configuration of one piece less and each node of
/// the digraph; where one piece of a team moves, 4 bytes for each of its moves.
#[derive(Clone, Debug)]
pub(super) struct Relay<'a> {
    pieces: &'a Pieces,
    course: Course,
}

#[derive(Clone, Debug)]
enum Course {
    /// One leg along the digraph itself.
    Single,
    /// One leg along the listed moves: those of row `r` at `starts[r]..starts[r + 1]`.
    Listed { starts: Vec<u32>, targets: Vec<u32> },
    /// One leg for each piece. At `[i][m · nodes + v]` the number of the multiset `m` of i moved pieces with one more on v.
    Legs(Vec<Vec<u32>>),
}

/// Rows of one layer whose successors lie side by side in the next: row `first + i` leads to the rows `sources[j] + i`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block<'b> {
    /// The first row, in the layer that the leg starts from.
    pub(super) first: u32,
    /// How many rows there are.
    pub(super) rows: u32,
    /// Where in the next layer the rows begin that the first one leads to; empty where the piece cannot move.
    pub(super) sources: &'b [u32],
}

impl<'a> Relay<'a> {
    /// The legs of these pieces. Time and memory: as the type says.
    pub(super) fn new(pieces: &'a Pieces) -> Self {
        let course = match pieces {
            Pieces::Single(_) => Course::Single,
            Pieces::Team(team) if team.movers() == Movers::One || team.size() == 1 => {
                let (mut starts, mut targets) = (vec![0], Vec::new());
                for node in 0..team.nodes() {
                    if team.mobile(node) {
                        let mut reached: Vec<u32> = team.successors(node).iter().map(|hop| hop.node).collect();
                        reached.dedup(); // moves that differ in cost alone lead to the same place
                        targets.append(&mut reached);
                    }
                    starts.push(targets.len() as u32);
                }
                Course::Listed { starts, targets }
            }
            Pieces::Team(team) => Course::Legs(
                (0..team.size()).map(|moved| insertions(team.numbering(), team.steps().nodes(), moved)).collect(),
            ),
        };
        Self { pieces, course }
    }

    /// How many legs there are, at least one.
    pub(super) fn legs(&self) -> u32 {
        match &self.course {
            Course::Single | Course::Listed { .. } => 1,
            Course::Legs(legs) => legs.len() as u32,
        }
    }

    /// How many rows a layer has, `0..=legs()`.
    pub(super) fn rows(&self, layer: u32) -> usize {
        match (&self.course, self.pieces) {
            (Course::Legs(_), Pieces::Team(team)) => rows(team, layer),
            _ => self.pieces.nodes() as usize,
        }
    }

    /// The nodes from which there is no joint move, ascending; where the team passes then, they lead to themselves. No block
    /// says anything of them that counts.
    pub(super) fn immobile(&self) -> Vec<u32> {
        match self.pieces {
            Pieces::Single(steps) => (0..steps.nodes()).filter(|&node| steps.successors(node).is_empty()).collect(),
            Pieces::Team(team) => (0..team.nodes()).filter(|&node| !team.mobile(node)).collect(),
        }
    }

    /// Whether the pieces pass the turn where they have no move.
    pub(super) fn passes(&self) -> bool {
        self.pieces.team().is_some_and(|team| team.idle() == Idle::Passes)
    }

    /// Visits every row of a layer, `0..legs()`, in blocks, with the rows of the next layer that it leads to.
    pub(super) fn leg(&self, leg: u32, mut visit: impl FnMut(Block<'_>)) {
        let mut sources = Vec::new();
        match (&self.course, self.pieces) {
            (Course::Legs(insertions), Pieces::Team(team)) => {
                let numbering = team.numbering();
                let (nodes, waiting) = (team.steps().nodes(), team.size() - leg);
                let after = numbering.count(waiting - 1);
                for (moved, inserted) in insertions[leg as usize].chunks_exact(nodes as usize).enumerate() {
                    let mut first = moved as u32 * numbering.count(waiting);
                    for piece in 0..nodes {
                        // Those who wait behind a piece on this node are the multisets from it on, the last ones in order.
                        let rows = numbering.at_least(waiting - 1, piece);
                        sources.clear();
                        sources.extend(
                            team.steps()
                                .successors(piece)
                                .iter()
                                .map(|hop| inserted[hop.node as usize] * after + (after - rows)),
                        );
                        visit(Block { first, rows, sources: &sources });
                        first += rows;
                    }
                }
            }
            (Course::Listed { starts, targets }, _) => {
                for (first, ends) in starts.windows(2).enumerate() {
                    let sources = &targets[ends[0] as usize..ends[1] as usize];
                    visit(Block { first: first as u32, rows: 1, sources });
                }
            }
            (_, pieces) => single_leg(pieces.steps(), &mut sources, visit),
        }
    }
}

fn single_leg(steps: &StepGraph, sources: &mut Vec<u32>, mut visit: impl FnMut(Block<'_>)) {
    for first in 0..steps.nodes() {
        sources.clear();
        sources.extend(steps.successors(first).iter().map(|hop| hop.node));
        visit(Block { first, rows: 1, sources });
    }
}

/// How many rows a layer has: multisets of those who have moved, times multisets of those who have not.
fn rows(team: &Team, layer: u32) -> usize {
    let numbering = team.numbering();
    numbering.count(layer) as usize * numbering.count(team.size() - layer) as usize
}

/// For every multiset of so many pieces and every node, the number of the multiset with one more piece there.
pub(super) fn insertions(numbering: &Multisets, nodes: u32, moved: u32) -> Vec<u32> {
    let mut inserted = Vec::with_capacity(numbering.count(moved) as usize * nodes as usize);
    for multiset in 0..numbering.count(moved) {
        let members = numbering.members(multiset, moved);
        let mut larger = members.clone();
        larger.push(0);
        for node in 0..nodes {
            let place = members.partition_point(|&member| member < node);
            larger[..place].copy_from_slice(&members[..place]);
            larger[place] = node;
            larger[place + 1..].copy_from_slice(&members[place..]);
            inserted.push(numbering.rank(&larger));
        }
    }
    inserted
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use catmouse_arena::Toll;

    /// What the walk through the relay reaches from each node.
    fn reached(relay: &Relay<'_>) -> Vec<BTreeSet<u32>> {
        let mut known: Vec<BTreeSet<u32>> =
            (0..relay.rows(relay.legs()) as u32).map(|row| BTreeSet::from([row])).collect();
        for leg in (0..relay.legs()).rev() {
            let mut before = vec![BTreeSet::new(); relay.rows(leg)];
            let mut visited = 0;
            relay.leg(leg, |block| {
                for row in 0..block.rows {
                    assert_eq!(block.first + row, visited, "every row once, in order");
                    visited += 1;
                    let row = row as usize;
                    before[block.first as usize + row] =
                        block.sources.iter().flat_map(|&source| known[source as usize + row].clone()).collect();
                }
            });
            assert_eq!(visited as usize, relay.rows(leg));
            known = before;
        }
        known
    }

    #[test]
    fn a_relay_reaches_what_the_joint_moves_reach() {
        let graphs = [
            StepGraph::new(1, vec![(0, 0, 1)]),
            StepGraph::new(3, vec![(0, 1, 1), (1, 0, 1), (1, 1, 1)]),
            StepGraph::new(
                5,
                vec![(0, 1, 1), (1, 0, 1), (1, 2, 1), (2, 1, 1), (2, 3, 1), (3, 4, 1), (4, 0, 1), (4, 4, 1)],
            ),
        ];
        for steps in graphs {
            for size in 1..=4 {
                for movers in [Movers::All, Movers::One] {
                    let pieces = Pieces::from(Team::new(steps.clone(), size, movers, Toll::Ply, Idle::Stuck));
                    let relay = Relay::new(&pieces);
                    for (node, reached) in reached(&relay).into_iter().enumerate() {
                        let expected: BTreeSet<u32> = pieces.successors(node as u32).map(|hop| hop.node).collect();
                        assert_eq!(reached, expected, "{size} pieces, {movers:?} move, node {node}");
                    }
                }
            }
            let pieces = Pieces::from(steps.clone());
            for (node, reached) in reached(&Relay::new(&pieces)).into_iter().enumerate() {
                assert_eq!(reached, pieces.successors(node as u32).map(|hop| hop.node).collect());
            }
        }
    }
}
