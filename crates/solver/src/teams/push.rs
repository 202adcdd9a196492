//! The team's moves backwards, for few rows that changed: their bits go to wherever a joint move leads to them.
//!
//! As in a sweep, the piece with the largest old place moves first. For each such place the changed rows with a piece on one of its
//! targets are united by where the others stand; then each of these unions goes to the configurations of this place from which the
//! others get there. So what is written lies together for as long as that takes, and rows that lead to the same places are united
//! once. Which rows are written is listed first: then the waits for the memory overlap.
//!
//! **Cost.** O(Σ over unions of the others' joint moves · words).

use catmouse_arena::OutOfMemory;

use super::Origins;
use super::cursor::Cursor;
use super::legs::LegRows;
use super::order::Order;
use super::{Board, PUSH_COST, numbering::Numbering};

/// Changed rows that are taken at a time, where there are many configurations: the fewest, and one in how many.
const FEWEST_AT_A_TIME: u64 = 1 << 15;
const AT_A_TIME: u64 = 64;

/// The same where there are few.
const AT_A_TIME_OF_FEW: u64 = 16;

/// How many moves of all but one piece are listed once for all, at the most: so many, and so many for each configuration.
const MOST_LISTED: u64 = 1 << 19;
const MOST_LISTED_EACH: u64 = 2;

/// An empty list for so much, if the system has the memory.
fn list_for<T>(count: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut list = Vec::new();
    list.try_reserve_exact(count).map_err(|_| OutOfMemory { bytes: (count * size_of::<T>()) as u64 })?;
    Ok(list)
}

/// Changed rows that are copied at once.
const AHEAD: usize = 64;

/// Rows that are listed before they are written.
const LISTED: usize = 1 << 10;

/// How many changed rows are taken at a time of so many configurations of `size` pieces on a digraph.
#[expect(clippy::cast_sign_loss, reason = "what is counted is not negative")]
fn rows_at_a_time(configurations: u64, size: u64, nodes: u64, arcs: u64) -> u64 {
    let most = (configurations / AT_A_TIME_OF_FEW).min((configurations / AT_A_TIME).max(FEWEST_AT_A_TIME));
    // Of more the engine pushes none. The arcs of a node are rounded in the middle between whole numbers, since a few arcs may be missing
    // that an estimate counts.
    let degree = ((2 * arcs).saturating_sub(nodes) / (2 * nodes).max(1)).max(1);
    let pushed = configurations as f64 * size as f64 / PUSH_COST / (degree as f64).powf(size as f64 - 1.0);
    most.min(pushed as u64 + 1).max(1)
}

/// Bytes of the changed rows that are taken at a time, and of the list of moves, for so many pieces and blocks of so many words. They are
/// asked for before anything is pushed.
pub(super) fn bytes(configurations: u64, rests: u64, size: u64, [nodes, arcs]: [u64; 2], words: u64) -> u64 {
    if size < 2 {
        return 0;
    }
    let listed = listed(configurations, size, arcs).map_or(0, |moves| moves.saturating_add(rests).saturating_mul(4));
    let rows = rows_at_a_time(configurations, size, nodes, arcs);
    rows.saturating_mul(8 * words + 12 * size).saturating_add(listed)
}

/// How many moves of all but one piece there are, if they are few enough to be listed. As a set of moves back is a multiset of arcs, there
/// are no more places from which they lead anywhere.
fn listed(configurations: u64, size: u64, arcs: u64) -> Option<u64> {
    let most = MOST_LISTED.min(configurations.saturating_mul(MOST_LISTED_EACH));
    catmouse_arena::Team::configurations(arcs, size - 1).filter(|&moves| moves <= most)
}

/// Some rows that changed, and in which of them a piece stands on a place.
#[derive(Debug)]
pub(super) struct Batch<const W: usize> {
    rows: Vec<[u64; W]>,
    index: Index,
}

/// Which configurations the rows of a batch belong to.
#[derive(Debug)]
struct Index {
    /// How many rows are taken at a time.
    most: usize,
    /// For each place where the rows with a piece on it begin in the list.
    starts: Vec<usize>,
    /// Place by place: the number of the multiset of all pieces but the one there, ascending, and which of the rows it is.
    by_place: Vec<[u32; 2]>,
    /// The members of the rows.
    members: Vec<u32>,
}

impl<const W: usize> Batch<W> {
    /// For as many rows as are taken at a time, if the system has the memory.
    pub(super) fn new(board: &Board<'_>) -> Result<Self, OutOfMemory> {
        let index = Index::new(board)?;
        Ok(Self { rows: list_for(index.most)?, index })
    }

    /// Takes as many rows as are taken at a time from the numbers of rows of a set. False if there is none.
    pub(super) fn fill(
        &mut self,
        board: &Board<'_>,
        set: &[[u64; W]],
        numbers: &mut impl Iterator<Item = usize>,
    ) -> bool {
        self.rows.clear();
        self.index.clear(&board.numbering);
        let mut cursor = Cursor::new(&board.numbering, 0);
        let mut some = [0; AHEAD];
        loop {
            let mut count = 0;
            for (slot, number) in some.iter_mut().zip(numbers.by_ref().take(self.index.most - self.rows.len())) {
                (*slot, count) = (number, count + 1);
            }
            if count == 0 {
                break;
            }
            // They are copied without a branch in between, so that the waits for them overlap.
            self.rows.extend(some[..count].iter().map(|&number| set[number]));
            self.index.add(&board.numbering, &mut cursor, &some[..count]);
        }
        self.index.sort_by_place(board);
        !self.rows.is_empty()
    }
}

impl Index {
    fn new(board: &Board<'_>) -> Result<Self, OutOfMemory> {
        let (numbering, arcs) = (&board.numbering, board.order.arcs() as u64);
        let (size, places) = (numbering.size(), numbering.places());
        let most = rows_at_a_time(numbering.count() as u64, size as u64, places as u64, arcs) as usize;
        let (starts, by_place) = (list_for(places + 2)?, list_for(most * size)?);
        Ok(Self { most, starts, by_place, members: list_for(most * size)? })
    }

    fn clear(&mut self, numbering: &Numbering) {
        self.members.clear();
        self.starts.clear();
        self.starts.resize(numbering.places() + 2, 0);
    }

    /// Notes the members of the next rows, and counts on which places there are pieces.
    fn add(&mut self, numbering: &Numbering, cursor: &mut Cursor, numbers: &[usize]) {
        for &number in numbers {
            cursor.seek(numbering, number);
            for (index, &member) in cursor.members().iter().enumerate() {
                self.members.push(member as u32);
                self.starts[member + 2] += usize::from(index == 0 || cursor.members()[index - 1] != member);
            }
        }
    }

    /// Lists for each place the rows with a piece on it.
    fn sort_by_place(&mut self, Board { numbering, rests, .. }: &Board<'_>) {
        let size = numbering.size();
        for place in 2..self.starts.len() {
            self.starts[place] += self.starts[place - 1];
        }
        let count = self.starts.last().copied().unwrap_or(0);
        self.by_place.clear();
        self.by_place.resize(count, [0; 2]);
        let (starts, by_place) = (&mut self.starts[..], &mut self.by_place[..]);
        let mut put = |place: u32, rest: usize, row: u32| {
            let end = &mut starts[place as usize + 1];
            by_place[*end] = [rest as u32, row];
            *end += 1;
        };
        for (index, members) in (0..).zip(self.members.chunks_exact(size)) {
            // What the members after one count as, and those before it.
            let mut rest: usize =
                (1..).zip(members[1..].iter().rev()).map(|(left, &member)| rests.below(left)[member as usize]).sum();
            for (left, &[member, next]) in (1..size).rev().zip(members.array_windows()) {
                if member != next {
                    // Of equal members the last is taken; the multiset of the others is the same.
                    put(member, rest, index);
                }
                rest = rest + rests.below(left)[member as usize] - rests.below(left)[next as usize];
            }
            put(members[size - 1], rest, index);
        }
    }

    #[inline(always)]
    fn with_piece_on(&self, place: u32) -> &[[u32; 2]] {
        &self.by_place[self.starts[place as usize]..self.starts[place as usize + 1]]
    }
}

/// For each multiset of all but one piece the numbers of those from which their moves lead to it.
#[derive(Debug)]
pub(super) struct BackMoves {
    /// Where those of each begin; nothing until they are listed.
    starts: Vec<u32>,
    numbers: Vec<u32>,
}

impl BackMoves {
    /// An empty list for all of them, if the system has the memory; `None` if there are too many.
    pub(super) fn new(board: &Board<'_>) -> Result<Option<Self>, OutOfMemory> {
        let (count, size) = (board.numbering.count() as u64, board.numbering.size() as u64);
        let Some(listed) = listed(count, size, board.order.arcs() as u64) else { return Ok(None) };
        Ok(Some(Self { starts: list_for(board.rests.count() + 1)?, numbers: list_for(listed as usize)? }))
    }

    /// Lists them, if they are not yet.
    pub(super) fn list(&mut self, board: &Board<'_>) {
        if !self.starts.is_empty() {
            return;
        }
        let (rests, mut origins) = (&board.rests, Origins::default());
        self.starts.push(0);
        let mut cursor = Cursor::new(rests, 0);
        for rest in 0..rests.count() {
            cursor.seek(rests, rest);
            board.origins(cursor.members(), &mut origins);
            if !cursor.members().array_windows().all(|[one, next]| one > next) {
                // Pieces on the same place are told apart there, and a move is found for each way to exchange them.
                origins.found.sort_unstable();
                origins.found.dedup();
            }
            self.numbers.extend_from_slice(&origins.found);
            self.starts.push(self.numbers.len() as u32);
        }
    }

    #[inline(always)]
    fn of(&self, rest: usize) -> &[u32] {
        &self.numbers[self.starts[rest] as usize..self.starts[rest + 1] as usize]
    }
}

/// Bytes of a thread's [`Scratch`].
pub(super) fn thread_bytes(rests: u64) -> u64 {
    rests / 8 + (2 * LISTED * size_of::<[u32; 2]>()) as u64
}

/// What a thread needs besides the rows of the first leg.
#[derive(Debug, Default)]
pub(super) struct Scratch {
    /// Which rows of the first leg are in use.
    used: Vec<u64>,
    /// What is written: the number of a configuration among those with its largest place, and the row of the first leg that goes there.
    listed: Vec<[u32; 2]>,
    origins: Origins,
}

/// What is to be written of some rows: the number of the first, then for each row its number from there on, and which row is united with it; the
/// list may be left changed.
pub(super) trait Write<const W: usize> {
    /// The row with this number is perhaps written soon; there need not be such a one.
    fn prefetch(&self, row: usize);

    fn write(&mut self, first: usize, listed: &mut [[u32; 2]], unions: &[[u64; W]]);
}

/// Pushes a batch to the configurations whose largest place is this one.
#[inline(always)]
pub(super) fn push<const W: usize>(
    board: &Board<'_>,
    first: usize,
    (batch, moves): (&Batch<W>, Option<&BackMoves>),
    (leg_rows, scratch): (&mut LegRows<W>, &mut Scratch),
    writer: &mut impl Write<W>,
) {
    let (order, rests): (&Order, &Numbering) = (&board.order, &board.rests);
    let unions = leg_rows.first();
    let below = rests.below(rests.size());
    let (reach, length) = (below[order.reach(first)], below[first + 1]);
    let row = board.numbering.below(board.numbering.size())[first];
    let Scratch { used, listed, origins } = scratch;
    used.resize(unions.len().div_ceil(64), 0);
    for &target in order.targets(first) {
        for &[rest, row] in batch.index.with_piece_on(target) {
            let rest = rest as usize;
            if rest >= reach {
                break;
            }
            let (word, bit) = (&mut used[rest / 64], rest % 64);
            let is_used = 0u64.wrapping_sub(*word >> bit & 1);
            *word |= 1 << bit;
            for (union, add) in unions[rest].iter_mut().zip(&batch.rows[row as usize]) {
                *union = *union & is_used | add;
            }
        }
    }
    listed.resize(2 * LISTED, [0; 2]);
    let mut cursor = Cursor::new(rests, 0);
    let mut count = 0;
    for (start, word) in (0..).step_by(64).zip(&mut used[..reach.div_ceil(64)]) {
        let mut bits = std::mem::take(word);
        while bits != 0 {
            let rest = start + bits.trailing_zeros() as usize;
            bits &= bits - 1;
            let numbers = if let Some(moves) = moves {
                moves.of(rest)
            } else {
                cursor.seek(rests, rest);
                board.origins(cursor.members(), origins)
            };
            for numbers in numbers.chunks(LISTED) {
                for &number in numbers {
                    writer.prefetch(row + number as usize);
                    listed[count] = [number, rest as u32];
                    // No branch, for it would be hard to foresee.
                    count += usize::from((number as usize) < length);
                }
                if count >= LISTED {
                    writer.write(row, &mut listed[..count], unions);
                    count = 0;
                }
            }
        }
    }
    writer.write(row, &mut listed[..count], unions);
}

#[cfg(test)]
mod tests {
    use catmouse_arena::{
        MoveCost, Movers, Player, ProductArena, StalemateRule, StepGraph, Team, TeamStalemate, Verdicts,
    };

    use super::*;

    /// Unites what is written with the rows of a set.
    struct Into(Vec<[u64; 1]>);

    impl Write<1> for Into {
        fn prefetch(&self, _: usize) {}

        fn write(&mut self, first: usize, listed: &mut [[u32; 2]], unions: &[[u64; 1]]) {
            for &mut [number, union] in listed {
                self.0[first + number as usize][0] |= unions[union as usize][0];
            }
        }
    }

    #[test]
    fn rows_go_to_all_that_joint_moves_lead_to_them_from() {
        let digraphs = [
            StepGraph::new(
                5,
                vec![(0, 1, 1), (1, 0, 1), (1, 2, 1), (2, 1, 1), (2, 3, 1), (3, 4, 1), (4, 0, 1), (4, 4, 1)],
            ),
            StepGraph::new(7, (0..21).map(|arc| (arc * 5 % 7, arc * arc % 7, 1)).collect()),
            StepGraph::new(9, (0..9).flat_map(|node| [(node, node, 1), (node, (node + 2) % 9, 1)]).collect()),
        ];
        for (steps, size) in digraphs.iter().flat_map(|steps| (2..=4).map(move |size| (steps, size))) {
            let team = Team::new(steps.clone(), size, Movers::All, MoveCost::Ply, TeamStalemate::Stuck);
            let single = StepGraph::new(64, (0..64).map(|node| (node, node, 1)).collect());
            let verdicts = Verdicts::from_fn(64, team.nodes(), |_, _| None);
            let arena = ProductArena::new(single, team, verdicts, StalemateRule::Endless);
            let board = Board::new(&arena, Player::Two);
            let (numbering, pieces) = (&board.numbering, arena.pieces(Player::Two));
            let bits = |row: usize| [(row as u64 + 1).wrapping_mul(0x5851_F42D_4C95_7F2D).rotate_left(row as u32)];
            let set: Vec<[u64; 1]> = (0..numbering.count()).map(bits).collect();
            let changed: Vec<usize> = (0..numbering.count()).filter(|row| set[*row][0].is_multiple_of(3)).collect();
            let mut given = vec![0; numbering.count()];
            for row in 0..numbering.count() {
                given[board.given_number(row) as usize] = row;
            }
            let expected: Vec<[u64; 1]> = (0..numbering.count())
                .map(|row| {
                    let reached = pieces.successors(board.given_number(row)).map(|arc| given[arc.node as usize]);
                    [reached.filter(|row| changed.contains(row)).fold(0, |union, row| union | set[row][0])]
                })
                .collect();
            // Listed even if they are many.
            let mut listed = BackMoves { starts: Vec::new(), numbers: Vec::new() };
            listed.list(&board);
            let most = Team::configurations(board.order.arcs() as u64, u64::from(size) - 1);
            assert!(Some(listed.numbers.len() as u64) <= most, "as many as are said");
            for moves in [None, Some(&listed)] {
                let mut batch = Batch::new(&board).expect("it is little");
                let mut found = Into(vec![[0]; numbering.count()]);
                let (mut leg_rows, mut scratch) = (LegRows::new(numbering), Scratch::default());
                let (mut numbers, mut times) = (changed.iter().copied(), 0);
                while batch.fill(&board, &set, &mut numbers) {
                    for first in 0..numbering.places() {
                        push(&board, first, (&batch, moves), (&mut leg_rows, &mut scratch), &mut found);
                    }
                    times += 1;
                }
                assert_eq!(found.0, expected, "{size} pieces on {} nodes", steps.nodes());
                assert!(times > 1, "what is left from a time before must not matter");
            }
        }
    }
}
