//! The attractor of one player, level by level, in the rows of its own nodes.
//!
//! Two sets of pairs grow, each as one row of bits for every node of the owner: `mine`, the pairs that the owner has won with
//! itself to move, and `theirs`, those it has won with the opponent to move. Level k of each:
//!
//! * **some move wins**: the row of a node in `mine` gains what level k − 1 brought to the rows of its successors in `theirs`,
//!   an OR of whole rows;
//! * **all moves lose**: a pair enters `theirs` at level k + 1 once all the opponent's moves, which stay within the row, lead
//!   into `mine`. Only rows that have just gained something need a look, and each takes the cheapest of the
//!   [`kernels`](super::kernels).
//!
//! **Why in the owner's rows.** When a position is won depends mostly on where its winner stands. In rows of the winner a level
//! therefore decides hundreds of neighbouring bits at once; in rows of the loser the same level would scatter single bits
//! over all of them.
//!
//! **Closed and won.** The bits of a row are set where a pair is *closed*: won by the owner, won by the opponent where the game
//! is over, or beyond the last column. So a row that is full is finished. What is truly won comes of clearing the opponent's
//! few ends again.
//!
//! **Cost.** O(levels + arcs of the owner · columns / 512 + what the kernels take) at the least, as each row gains something in
//! few levels. Memory: two bits a pair and at most three for the levels that are alive.

use std::ops::Range;

use catmouse_arena::{Player, ProductArena, StepGraph};

use super::block::{
    Block, Matrix, add, any, blocks_in, clear, clear_runs, each_mask, fill_runs, has, one_block, ones, set, set_all,
    without,
};
use super::ends::Ends;
use super::frontier::Frontier;
use super::kernels::complement::{self, Complement};
use super::kernels::packet::{PACKET, Packet};
use super::kernels::stencil::Stencil;

/// Who wants to know what is decided at which level.
pub(super) trait Record<const W: usize> {
    /// These pairs of one block of a row are won by the owner at this distance, with this player to move.
    fn decided(&mut self, row: usize, block: usize, turn: Player, level: u32, pairs: &Block<W>);

    /// Whether there is room for more; asked once a level.
    fn has_room(&self) -> bool {
        true
    }
}

/// Nobody does.
impl<const W: usize> Record<W> for () {
    #[inline(always)]
    fn decided(&mut self, _: usize, _: usize, _: Player, _: u32, _: &Block<W>) {}
}

/// Not in the frontier.
const ABSENT: u32 = u32::MAX;

/// Hits after which a row is asked whether it has already gained all it can.
const HITS_BETWEEN_LOOKS: usize = 4;

/// Rows change by push while the frontier's predecessors number at most so many times the rows; else all rows pull.
const PUSH_UP_TO: usize = 2;

/// The attractor while it grows.
pub(super) struct Attractor<'a, const W: usize> {
    arena: &'a ProductArena,
    player: Player,
    owner: &'a StepGraph,
    opponent: &'a StepGraph,
    ends: Ends,
    blocks: usize,
    mine: Matrix<W>,
    theirs: Matrix<W>,
    /// For each row: pairs that the owner has won in `mine`.
    won: Vec<u32>,
    /// For each row: open pairs in `mine`.
    open_mine: Vec<u32>,
    /// For each row: open pairs in `theirs`.
    open_theirs: Vec<u32>,
    kernels: Kernels<W>,
    scratch: Scratch<W>,
    batch: Vec<Changed>,
    /// How many of them there may be.
    batch_size: usize,
    next: Frontier<W>,
}

/// The kernels that suit the opponent's step graph: the stencil alone, or packets and, where it is dense, the complement.
struct Kernels<const W: usize> {
    stencil: Option<Stencil<W>>,
    complement: Option<Complement<W>>,
    packet: Option<Packet<W>>,
    /// The least number of moves of an opponent's node that has any; none where nobody can move.
    least_degree: u32,
}

/// Rows that are worked on; all bits are clear in between.
struct Scratch<const W: usize> {
    gained: Vec<Block<W>>,
    /// The blocks in which something may have been gained, and whether each is among them.
    touched: Vec<u32>,
    is_touched: Vec<bool>,
    lost: Vec<Block<W>>,
}

impl<const W: usize> Scratch<W> {
    fn new(blocks: usize) -> Self {
        Self {
            gained: vec![[0; W]; blocks],
            touched: Vec::with_capacity(blocks),
            is_touched: vec![false; blocks],
            lost: vec![[0; W]; blocks],
        }
    }

    /// The gained bits of a block, to be added to.
    #[inline(always)]
    fn touch(&mut self, number: usize) -> &mut Block<W> {
        if !one_block::<W>() && !self.is_touched[number] {
            self.is_touched[number] = true;
            self.touched.push(number as u32);
        }
        &mut self.gained[number]
    }
}

/// A row that has gained something.
struct Changed {
    row: u32,
    /// The blocks from the first to the last in which it has.
    fresh: Range<usize>,
    /// What the row costs by itself, where a packet could serve it instead.
    cost: f32,
    /// Whether a full packet would serve it better.
    suits_packet: bool,
}

/// Where the rows of a level gain from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gain {
    /// From nowhere: the game is over there.
    Ends,
    /// From whichever successors the frontier has.
    Successors,
    /// The same, and each of them has but one column.
    SingleColumns,
    /// The same until nothing more can be gained.
    UntilCovered,
}

/// What a level starts from.
struct Source<'a, const W: usize> {
    gain: Gain,
    frontier: &'a Frontier<W>,
    /// The slot of each row in the frontier.
    slots: &'a [u32],
    /// The column of each row in the frontier, where that is all it has.
    columns: &'a [u32],
    /// All that is in the frontier.
    union: &'a [Block<W>],
}

impl<'a, const W: usize> Attractor<'a, W> {
    /// The attractor of this player before its first level.
    pub(super) fn new(arena: &'a ProductArena, player: Player) -> Self {
        let (owner, opponent) = (arena.steps(player), arena.steps(player.opponent()));
        let ends = Ends::of(arena, player);
        let (rows, columns) = (owner.nodes() as usize, opponent.nodes());
        let blocks = blocks_in::<W>(columns);
        let kernels = Kernels::new(opponent);
        let margin = kernels.stencil.as_ref().map_or(0, Stencil::margin);
        let mut mine = Matrix::<W>::new(rows, columns, margin);
        let mut theirs = Matrix::<W>::new(rows, columns, 0);
        let padded = (blocks * W * 64) as u32;
        let (mut open_mine, mut open_theirs) = (vec![columns; rows], vec![columns; rows]);
        let length = |runs: &[(u32, u32)]| runs.iter().map(|(start, end)| end - start).sum::<u32>();
        for row in 0..rows {
            let lost = ends.lost_to_move(row);
            let mine = mine.row_mut(row);
            fill_runs(mine, lost);
            fill_runs(mine, &[(columns, padded)]);
            open_mine[row] -= length(lost);

            let (theirs, over) = (theirs.row_mut(row), [ends.won.row(row), ends.lost.row(row)]);
            for runs in over {
                fill_runs(theirs, runs);
            }
            fill_runs(theirs, &[(columns, padded)]);
            open_theirs[row] -= over.map(length).into_iter().sum::<u32>();
            for &column in &ends.stuck {
                open_theirs[row] -= u32::from(!has(theirs, column));
                set(theirs, column);
            }
        }
        // Without packets a row is best finished while it is still at hand.
        let batch_size = if kernels.packet.is_some() { PACKET } else { 1 };
        Self {
            arena,
            player,
            owner,
            opponent,
            ends,
            blocks,
            mine,
            theirs,
            won: vec![0; rows],
            open_mine,
            open_theirs,
            kernels,
            scratch: Scratch::new(blocks),
            batch: Vec::with_capacity(batch_size),
            batch_size,
            next: Frontier::new(),
        }
    }

    /// Grows it to its end and reports every pair once. False if the record had no room for that.
    #[inline(always)]
    pub(super) fn grow(&mut self, record: &mut impl Record<W>) -> bool {
        let rows = self.owner.nodes() as usize;
        let (mut slots, mut visited) = (vec![ABSENT; rows], vec![0; rows]);
        let (mut candidates, mut columns) = (Vec::with_capacity(rows), Vec::new());
        let mut union = vec![[0; W]; self.blocks];
        // The levels before this one and of it. Before level 0 there is none; its rows gain where the game is over.
        let mut previous = Frontier::new();
        let mut current = self.over();
        for slot in 0..current.rows().len() {
            for (number, pairs) in current.blocks(slot) {
                record.decided(current.rows()[slot] as usize, number, self.player.opponent(), 0, pairs);
            }
        }
        candidates.extend((0..rows as u32).filter(|&row| !self.ends.won.row(row as usize).is_empty()));
        let mut gain = Gain::Ends;
        let mut level = 0;
        loop {
            let source = Source { gain, frontier: &previous, slots: &slots, columns: &columns, union: &union };
            self.level(level, &candidates, &source, record);

            previous.rows().iter().for_each(|&row| slots[row as usize] = ABSENT);
            previous.clear();
            std::mem::swap(&mut previous, &mut current);
            std::mem::swap(&mut current, &mut self.next);
            if previous.is_empty() && current.is_empty() {
                return true;
            }
            if !record.has_room() {
                return false;
            }
            level += 1;
            for (slot, &row) in previous.rows().iter().enumerate() {
                slots[row as usize] = slot as u32;
            }
            candidates.clear();
            let pushes = previous.rows().iter().map(|&row| self.owner.predecessors(row).len()).sum::<usize>();
            if pushes <= PUSH_UP_TO * rows {
                gain = Gain::Successors;
                for back in previous.rows().iter().flat_map(|&row| self.owner.predecessors(row)) {
                    if visited[back.node as usize] != level {
                        visited[back.node as usize] = level;
                        candidates.push(back.node);
                    }
                }
            } else {
                candidates.extend(0..rows as u32);
                gain = Gain::SingleColumns;
                if !previous.single_columns(&mut columns) {
                    gain = Gain::UntilCovered;
                    union.as_flattened_mut().fill(0);
                    for slot in 0..previous.rows().len() {
                        previous.blocks(slot).for_each(|(number, block)| add(&mut union[number], block));
                    }
                }
            }
        }
    }

    /// Level 0 with the opponent to move: where the game is over, and where the opponent is stuck and that loses.
    fn over(&mut self) -> Frontier<W> {
        let mut frontier = Frontier::new();
        let stuck: &[u32] = if self.ends.stuck_loses { &self.ends.stuck } else { &[] };
        for row in 0..self.owner.nodes() as usize {
            let won = self.ends.won.row(row);
            if !won.is_empty() || !stuck.is_empty() {
                let pairs = &mut self.scratch.gained;
                set_all(pairs, stuck);
                clear_runs(pairs, self.ends.lost.row(row));
                fill_runs(pairs, won);
                frontier.push_row(row, pairs);
                pairs.as_flattened_mut().fill(0);
            }
        }
        frontier
    }

    /// One level: what the candidates gain, and what the opponent can no longer leave because of that.
    #[inline(always)]
    fn level(&mut self, level: u32, candidates: &[u32], source: &Source<W>, record: &mut impl Record<W>) {
        let mut candidates = candidates.iter().map(|&row| row as usize);
        loop {
            while self.batch.len() < self.batch_size {
                let Some(row) = candidates.next() else { break };
                if self.open_mine[row] > 0 {
                    self.gather(row, source);
                    self.commit(row, level, record);
                }
            }
            if self.batch.is_empty() {
                return;
            }
            self.answer(level, record);
        }
    }

    /// Some move wins: what a row gains.
    #[inline(always)]
    fn gather(&mut self, row: usize, source: &Source<W>) {
        let &Source { gain, frontier, slots, columns, union } = source;
        let scratch = &mut self.scratch;
        if gain == Gain::Ends {
            for &(start, end) in self.ends.won.row(row) {
                each_mask(start, end, |word, mask| scratch.touch(word / W)[word % W] |= mask);
            }
            return;
        }
        let mut hits = 0;
        for hop in self.owner.successors(row as u32) {
            let slot = slots[hop.node as usize];
            if slot == ABSENT {
                continue;
            }
            if gain == Gain::SingleColumns {
                let (word, bit) = ((columns[slot as usize] / 64) as usize, columns[slot as usize] % 64);
                scratch.touch(word / W)[word % W] |= 1 << bit;
                continue;
            }
            frontier.blocks(slot as usize).for_each(|(number, block)| add(scratch.touch(number), block));
            hits += 1;
            if gain == Gain::UntilCovered
                && hits % HITS_BETWEEN_LOOKS == 0
                && is_covered(&scratch.gained, self.mine.row(row), union)
            {
                break;
            }
        }
    }

    /// Enters what is new of the gathered pairs, and puts the row into the batch if something may follow within it.
    #[inline(always)]
    fn commit(&mut self, row: usize, level: u32, record: &mut impl Record<W>) {
        let (mut count, mut fresh) = (0, 0..1);
        if one_block::<W>() {
            count = self.commit_block(row, 0, level, record);
        } else {
            fresh = self.blocks..0;
            for index in 0..self.scratch.touched.len() {
                let number = self.scratch.touched[index] as usize;
                self.scratch.is_touched[number] = false;
                let ones = self.commit_block(row, number, level, record);
                if ones > 0 {
                    count += ones;
                    fresh = fresh.start.min(number)..fresh.end.max(number + 1);
                }
            }
            self.scratch.touched.clear();
        }
        self.open_mine[row] -= count;
        self.won[row] += count;
        if count > 0 && self.open_theirs[row] > 0 && self.won[row] >= self.kernels.least_degree {
            let missing = self.opponent.nodes() - self.won[row];
            let (cost, suits_packet) = self.kernels.choose(self.blocks, missing);
            self.batch.push(Changed { row: row as u32, fresh, cost, suits_packet });
        }
    }

    /// Enters what is new of the gathered pairs of a block, and says how many there are.
    #[inline(always)]
    fn commit_block(&mut self, row: usize, number: usize, level: u32, record: &mut impl Record<W>) -> u32 {
        let closed = &mut self.mine.row_mut(row)[number];
        let gained = &mut self.scratch.gained[number];
        let fresh = without(gained, closed);
        *gained = [0; W];
        if !any(&fresh) {
            return 0;
        }
        add(closed, &fresh);
        record.decided(row, number, self.player, level, &fresh);
        ones(&fresh)
    }

    /// All moves lose: looks for what the opponent can no longer leave in the rows of the batch.
    #[inline(always)]
    fn answer(&mut self, level: u32, record: &mut impl Record<W>) {
        let in_packet = self.fill_packet();
        let mut slot = 0;
        for index in 0..self.batch.len() {
            let Changed { row, fresh, suits_packet, .. } = &self.batch[index];
            let row = *row as usize;
            let closed = self.theirs.row(row);
            let lost = &mut self.scratch.lost;
            if let Some(packet) = &self.kernels.packet
                && in_packet
                && *suits_packet
            {
                for (number, (lost, closed)) in lost.iter_mut().zip(closed).enumerate() {
                    *lost = without(packet.found(slot, number), closed);
                }
                slot += 1;
            } else {
                let over = self.ends.lost_to_move(row);
                // Closed, but for the opponent's ends, is won.
                clear_runs(self.mine.row_mut(row), over);
                match (&self.kernels.stencil, &self.kernels.complement) {
                    (Some(stencil), _) => stencil.lost(self.mine.around(row), closed, fresh.clone(), lost),
                    (None, Some(complement)) => complement.lost(self.mine.row(row), closed, lost),
                    (None, None) => unreachable!("without a kernel of its own a row suits a packet"),
                }
                fill_runs(self.mine.row_mut(row), over);
            }
            self.enter(row, level + 1, record);
        }
        self.batch.clear();
    }

    /// Turns the rows of the batch that suit a packet, if there are enough of them for it to pay.
    #[inline(always)]
    fn fill_packet(&mut self) -> bool {
        let Some(packet) = &mut self.kernels.packet else {
            return false;
        };
        let suited = || self.batch.iter().filter(|changed| changed.suits_packet);
        if suited().map(|changed| changed.cost).sum::<f32>() <= packet.cost() {
            return false;
        }
        let mut rows = 0;
        for changed in suited() {
            let (row, over) = (changed.row as usize, self.ends.lost_to_move(changed.row as usize));
            clear_runs(self.mine.row_mut(row), over);
            packet.put(rows, self.mine.row(row));
            fill_runs(self.mine.row_mut(row), over);
            rows += 1;
        }
        packet.turn(rows);
        true
    }

    /// Enters what was found lost in a row.
    #[inline(always)]
    fn enter(&mut self, row: usize, level: u32, record: &mut impl Record<W>) {
        let mut count = 0;
        for (number, (closed, lost)) in self.theirs.row_mut(row).iter_mut().zip(&mut self.scratch.lost).enumerate() {
            if any(lost) {
                add(closed, lost);
                count += ones(lost);
                self.next.push_block(number, lost);
                record.decided(row, number, self.player.opponent(), level, lost);
                *lost = [0; W];
            }
        }
        self.next.finish_row(row);
        self.open_theirs[row] -= count;
    }

    pub(super) fn arena(&self) -> &'a ProductArena {
        self.arena
    }

    pub(super) fn player(&self) -> Player {
        self.player
    }

    /// The pairs that the owner wins: with itself to move, and with the opponent to move.
    pub(super) fn into_won(self) -> [Matrix<W>; 2] {
        let Self { mut mine, mut theirs, ends, owner, opponent, .. } = self;
        let columns = opponent.nodes();
        for row in 0..owner.nodes() as usize {
            let (mine, theirs) = (mine.row_mut(row), theirs.row_mut(row));
            let padded = (mine.len() * W * 64) as u32;
            clear(mine, columns, padded);
            clear(theirs, columns, padded);
            clear_runs(mine, ends.lost_to_move(row));
            clear_runs(theirs, ends.lost.row(row));
            if !ends.stuck_loses {
                for &column in &ends.stuck {
                    clear(theirs, column, column + 1);
                }
                // Where the game is over it does not matter that the opponent could not move.
                fill_runs(theirs, ends.won.row(row));
            }
        }
        [mine, theirs]
    }
}

/// Rows that a packet serves on average: the last of a level is seldom full.
const PACKETED: f32 = 48.0;

impl<const W: usize> Kernels<W> {
    fn new(opponent: &StepGraph) -> Self {
        let nodes = opponent.nodes();
        let degrees = (0..nodes).map(|node| opponent.successors(node).len() as u32);
        let least_degree = degrees.filter(|&degree| degree > 0).min().unwrap_or(u32::MAX);
        let stencil = Stencil::new(opponent);
        let complement =
            (stencil.is_none() && complement::pays(nodes, opponent.arcs())).then(|| Complement::new(opponent));
        let packet = stencil.is_none().then(|| Packet::new(opponent));
        Self { stencil, complement, packet, least_degree }
    }

    /// What a row costs of which so many pairs are not won, and whether a packet would serve it better.
    #[inline(always)]
    fn choose(&self, blocks: usize, missing: u32) -> (f32, bool) {
        let cost = self.complement.as_ref().map_or(f32::INFINITY, |complement| complement.cost(blocks, missing));
        (cost, self.packet.as_ref().is_some_and(|packet| packet.cost() < PACKETED * cost))
    }
}

/// Whether a row has gained all that the frontier can give it.
#[inline(always)]
fn is_covered<const W: usize>(gained: &[Block<W>], closed: &[Block<W>], union: &[Block<W>]) -> bool {
    let mut wanting = 0;
    for ((gained, closed), union) in gained.iter().zip(closed).zip(union) {
        for (gained, (closed, union)) in gained.iter().zip(closed.iter().zip(union)) {
            wanting |= union & !closed & !gained;
        }
    }
    wanting == 0
}
