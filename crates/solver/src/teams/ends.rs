//! The ends of the game, as a row of bits for each configuration.
//!
//! In pursuit games a configuration has won where one of its members has. Then a row for each place
//! is enough, and the rows of a configuration's members are united when needed. For other games
//! there is a row for each configuration.

use std::ops::Range;

use catmouse_arena::Player;

use super::board::Board;
use super::cursor::Cursor;
use super::legs::add;
use super::numbering::Numbering;

/// The pairs that one player has won.
#[derive(Debug)]
pub(super) enum Ends<const W: usize> {
    /// No pair.
    Nowhere,
    /// A configuration has won where one of its members has: a row for each block of columns and
    /// each place.
    ByMember(Vec<[u64; W]>),
    /// A row for each block of columns and each configuration.
    ByConfiguration(Vec<[u64; W]>),
}

impl<const W: usize> Ends<W> {
    /// The pairs that this player has won. Time: O(pairs).
    pub(super) fn new(board: &Board<'_>, winner: Player, blocks: usize) -> Self {
        let &Board { arena, team, ref numbering, ref order, .. } = board;
        let verdicts = arena.verdicts();
        let is_won = |row: u32| verdicts.of_member(row).any(|(_, player)| player == winner);
        if !(0..verdicts.rows()).any(is_won) {
            return Self::Nowhere;
        }
        let (count, places) = (numbering.count(), numbering.places());
        if verdicts.is_by_member() {
            let mut members = vec![[0; W]; blocks * places];
            for place in 0..places {
                for one in 0..verdicts.rows() {
                    if verdicts.of_member(one).any(|(run, _)| run.contains(&order.node(place))) {
                        let word = one as usize / 64;
                        members[word / W * places + place][word % W] |= 1 << (one % 64);
                    }
                }
            }
            return Self::ByMember(members);
        }
        let mut rows_of = vec![0u32; count];
        for row in 0..count {
            rows_of[order.given_number(numbering, row) as usize] = row as u32;
        }
        let mut rows = vec![[0; W]; blocks * count];
        let mut set = |configuration: u32, node: u32| {
            let (word, row) = (node as usize / 64, rows_of[configuration as usize] as usize);
            rows[word / W * count + row][word % W] |= 1 << (node % 64);
        };
        for one in 0..verdicts.rows() {
            for (run, _) in verdicts.row(one).filter(|(_, player)| *player == winner) {
                match team {
                    Player::One => run.for_each(|two| set(one, two)),
                    Player::Two => run.for_each(|two| set(two, one)),
                }
            }
        }
        // A configuration whose pieces all stand on one place has the ends of that place.
        let mut members = vec![[0; W]; blocks * places];
        for place in 0..places {
            let row = numbering.rank(&vec![place; numbering.size()]);
            for block in 0..blocks {
                members[block * places + place] = rows[block * count + row];
            }
        }
        let members = Self::ByMember(members);
        let mut cursor = Cursor::new(numbering, 0);
        let is_by_member = (0..count).all(|row| {
            let is_equal = (0..blocks)
                .all(|block| members.row(numbering, block, row, cursor.members()) == rows[block * count + row]);
            cursor.advance();
            is_equal
        });
        if is_by_member { members } else { Self::ByConfiguration(rows) }
    }

    /// The ends of a configuration with this number and these members, in a block of columns.
    #[inline(always)]
    pub(super) fn row(&self, numbering: &Numbering, block: usize, row: usize, members: &[usize]) -> [u64; W] {
        match self {
            Self::Nowhere => [0; W],
            Self::ByMember(rows) => {
                let rows = &rows[block * numbering.places()..];
                let mut union = [0; W];
                for &member in members {
                    add(&mut union, &rows[member]);
                }
                union
            }
            Self::ByConfiguration(rows) => rows[block * numbering.count() + row],
        }
    }
}

/// Visits the configurations with these numbers, in order, each with the union of its members'
/// rows. The union over all members but the last is computed once for each run of configurations
/// that differ only in the last.
#[inline(always)]
pub(super) fn each_union<const W: usize>(
    numbering: &Numbering,
    rows: Range<usize>,
    of_place: &[[u64; W]],
    mut visit: impl FnMut(usize, &[u64; W]),
) {
    let mut cursor = Cursor::new(numbering, rows.start);
    let mut row = rows.start;
    while row < rows.end {
        let Some((&last, others)) = cursor.members.split_last() else { return };
        let mut by_others = [0; W];
        for &member in others {
            add(&mut by_others, &of_place[member]);
        }
        let most = others.last().copied().unwrap_or(numbering.places() - 1);
        let end = rows.end.min(row + most - last + 1);
        for (row, last) in (row..end).zip(&of_place[last..]) {
            let mut union = by_others;
            add(&mut union, last);
            visit(row, &union);
        }
        row = end;
        if row < rows.end {
            if let Some(last) = cursor.members.last_mut() {
                *last = most;
            }
            cursor.row = row - 1;
            cursor.advance();
        }
    }
}
