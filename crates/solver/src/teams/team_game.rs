//! A team's game in blocks of words: the board with the ends of the game as rows of bits.

use catmouse_arena::{Movers, Player, ProductArena, StepGraph};

use super::board::Board;
use super::ends::Ends;
use super::legs::add;
use super::step;

/// The board, and sets of nodes of the other's piece as rows in blocks of `W` words.
pub(super) struct TeamGame<'a, const W: usize> {
    pub(super) board: Board<'a>,
    /// Copies of the other's moves for packets of rows side by side, if these are used.
    pub(super) other_copies: Option<StepGraph>,
    /// All nodes of the other's piece, block by block.
    pub(super) all: Vec<[u64; W]>,
    pub(super) won_by_team: Ends<W>,
    pub(super) won_by_other: Ends<W>,
}

impl<'a, const W: usize> TeamGame<'a, W> {
    pub(super) fn new(arena: &'a ProductArena, team: Player) -> Self {
        let board = Board::new(arena, team);
        let nodes = board.other_steps.nodes() as usize;
        let mut all = vec![[0; W]; nodes.div_ceil(64 * W).max(1)];
        (0..nodes).for_each(|node| all[node / 64 / W][node / 64 % W] |= 1 << (node % 64));
        let ends = |winner| Ends::new(&board, winner, all.len());
        let (won_by_team, won_by_other) = (ends(team), ends(team.opponent()));
        Self { other_copies: step::copies(board.other_steps, W), board, all, won_by_team, won_by_other }
    }

    /// The number of blocks in a row.
    pub(super) fn blocks(&self) -> usize {
        self.all.len()
    }

    /// The union of the rows to which a move of a single piece leads.
    #[inline(always)]
    pub(super) fn union_over_single_moves(&self, members: &[usize], rows: &[[u64; W]]) -> [u64; W] {
        let mut union = [0; W];
        for (index, &member) in members.iter().enumerate() {
            if index > 0 && members[index - 1] == member {
                continue;
            }
            for &target in self.board.order.targets(member) {
                add(&mut union, &rows[self.board.numbering.rank_replacing(members, index, target as usize)]);
            }
        }
        union
    }

    /// For each place, the nodes of the other's piece that a piece there catches in one move. The
    /// nodes that a configuration wins at level 1 are then the union over its members. `None` if
    /// the ends do not depend on single members, or if more than the catching piece matters.
    pub(super) fn caught_by_one_move(&self, block: usize) -> Option<Vec<[u64; W]>> {
        let Ends::ByMember(won) = &self.won_by_team else { return None };
        let others_are_stuck =
            (0..self.board.other_steps.nodes()).any(|node| self.board.other_steps.successors(node).is_empty());
        if self.board.movers == Movers::One || others_are_stuck || !matches!(self.won_by_other, Ends::Nowhere) {
            return None;
        }
        let won = &won[block * self.board.numbering.places()..];
        let reached = |place: usize| {
            let mut union = [0; W];
            for &target in self.board.order.targets(place) {
                add(&mut union, &won[target as usize]);
            }
            union
        };
        Some((0..self.board.numbering.places()).map(reached).collect())
    }

    /// The ends in a configuration whose members are not yet known.
    #[inline(always)]
    pub(super) fn ended_in(&self, ends: &Ends<W>, block: usize, row: usize) -> [u64; W] {
        if let Ends::Nowhere = ends {
            return [0; W];
        }
        let mut members = vec![0; self.board.numbering.size()];
        self.board.numbering.members(row, &mut members);
        ends.row(&self.board.numbering, block, row, &members)
    }
}
