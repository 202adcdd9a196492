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

use catmouse_arena::{Player, ProductArena, StepGraph};

use super::block::{Block, Matrix, add, any, blocks_in, clear, fill, ones, set, without};
use super::ends::Ends;
use super::frontier::Frontier;
use super::kernels::complement::Complement;
use super::kernels::packet::{PACKET, Packet};
use super::kernels::scalar;
use super::kernels::stencil::Stencil;

/// Who wants to know what is decided at which level.
pub(super) trait Record<const W: usize> {
    /// These pairs of one block of a row are won by the owner at this distance, with this player to move.
    fn decided(&mut self, row: usize, block: usize, turn: Player, level: u32, pairs: &Block<W>);
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
    pending: Vec<Pending>,
    /// What the pending rows have gained, one row after the other.
    pending_fresh: Vec<Block<W>>,
    next: Frontier<W>,
}

/// The kernels that suit the opponent's step graph.
struct Kernels<const W: usize> {
    stencil: Option<Stencil<W>>,
    complement: Option<Complement<W>>,
    packet: Option<Packet<W>>,
    /// The least number of moves of an opponent's node that has any; none where nobody can move.
    least_degree: u32,
    degree: f32,
}

/// Rows that are worked on.
struct Scratch<const W: usize> {
    gained: Vec<Block<W>>,
    fresh: Vec<Block<W>>,
    /// What the owner has won of a row, between margins.
    known: Vec<Block<W>>,
    margin: usize,
    lost: Vec<Block<W>>,
}

/// A row that waits for its packet.
struct Pending {
    row: u32,
    /// What to do with it if the packet stays nearly empty, and what that costs.
    otherwise: Kernel,
    cost: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kernel {
    Scalar,
    Stencil,
    Complement,
}

impl<'a, const W: usize> Attractor<'a, W> {
    /// The attractor of this player before its first level.
    pub(super) fn new(arena: &'a ProductArena, player: Player) -> Self {
        let (owner, opponent) = (arena.steps(player), arena.steps(player.opponent()));
        let ends = Ends::of(arena, player);
        let (rows, columns) = (owner.nodes() as usize, opponent.nodes());
        let blocks = blocks_in::<W>(columns);
        let mut mine = Matrix::<W>::new(rows, columns);
        let mut theirs = Matrix::<W>::new(rows, columns);
        let padded = (blocks * W * 64) as u32;
        let (mut won, mut open_mine, mut open_theirs) = (vec![0; rows], vec![0; rows], vec![0; rows]);
        for row in 0..rows {
            let closing = |blocks: &mut [Block<W>], runs: &[(u32, u32)]| {
                runs.iter().for_each(|&(start, end)| fill(blocks, start, end));
                runs.iter().map(|(start, end)| end - start).sum::<u32>()
            };
            won[row] = closing(mine.row_mut(row), ends.won.row(row));
            open_mine[row] = columns - won[row] - closing(mine.row_mut(row), ends.lost_to_move(row));
            fill(mine.row_mut(row), columns, padded);

            let theirs = theirs.row_mut(row);
            closing(theirs, ends.won.row(row));
            closing(theirs, ends.lost.row(row));
            ends.stuck.iter().for_each(|&column| set(theirs, column));
            fill(theirs, columns, padded);
            open_theirs[row] = padded - theirs.iter().map(ones).sum::<u32>();
        }
        let kernels = Kernels::new(opponent);
        let margin = kernels.stencil.as_ref().map_or(0, Stencil::margin);
        let scratch = Scratch {
            gained: vec![[0; W]; blocks],
            fresh: vec![[0; W]; blocks],
            known: vec![[0; W]; blocks + 2 * margin],
            margin,
            lost: vec![[0; W]; blocks],
        };
        let (pending, pending_fresh) = (Vec::new(), Vec::new());
        let next = Frontier::new();
        Self {
            player,
            owner,
            opponent,
            ends,
            blocks,
            mine,
            theirs,
            won,
            open_mine,
            open_theirs,
            kernels,
            scratch,
            pending,
            pending_fresh,
            next,
        }
    }

    /// Grows it to its end and reports every pair once.
    #[inline(always)]
    pub(super) fn grow(&mut self, record: &mut impl Record<W>) {
        let rows = self.owner.nodes() as usize;
        // Level 0 with the opponent to move; with the owner to move it is what each row has gained at first.
        let mut previous = Frontier::new();
        self.start(record, &mut previous);
        self.turn_packets(0, record);
        let mut current = std::mem::replace(&mut self.next, Frontier::new());

        let mut slots = vec![ABSENT; rows];
        let mut visited = vec![0; rows];
        let mut columns = Vec::new();
        let mut union = vec![[0; W]; self.blocks];
        let mut level = 0;
        while !(previous.is_empty() && current.is_empty()) {
            level += 1;
            for (slot, &row) in previous.rows().iter().enumerate() {
                slots[row as usize] = slot as u32;
            }
            let into = previous.rows().iter().map(|&row| self.owner.predecessors(row).len()).sum::<usize>();
            if into <= PUSH_UP_TO * rows {
                for &row in previous.rows() {
                    for back in self.owner.predecessors(row) {
                        let candidate = back.node as usize;
                        if visited[candidate] != level && self.open_mine[candidate] > 0 {
                            visited[candidate] = level;
                            self.gather(candidate, &previous, &slots);
                            self.commit(candidate, level, record);
                        }
                    }
                }
            } else {
                let single = previous.single_columns(&mut columns);
                union.fill([0; W]);
                for slot in 0..previous.rows().len() {
                    previous.blocks(slot).for_each(|(number, block)| add(&mut union[number], block));
                }
                for candidate in 0..rows {
                    if self.open_mine[candidate] > 0 {
                        if single {
                            self.gather_single(candidate, &columns, &slots);
                        } else {
                            self.gather_until_covered(candidate, &previous, &slots, &union);
                        }
                        self.commit(candidate, level, record);
                    }
                }
            }
            self.turn_packets(level, record);
            for &row in previous.rows() {
                slots[row as usize] = ABSENT;
            }
            previous.clear();
            std::mem::swap(&mut previous, &mut current);
            std::mem::swap(&mut current, &mut self.next);
        }
    }

    /// Level 0: where the game is over, and where the opponent is stuck and that loses.
    #[inline(always)]
    fn start(&mut self, record: &mut impl Record<W>, frontier: &mut Frontier<W>) {
        for row in 0..self.owner.nodes() as usize {
            let fresh = &mut self.scratch.fresh;
            fresh.fill([0; W]);
            self.ends.won.row(row).iter().for_each(|&(start, end)| fill(fresh, start, end));
            let has_ends = !self.ends.won.row(row).is_empty();
            if has_ends {
                for (number, pairs) in fresh.iter().enumerate().filter(|(_, pairs)| any(pairs)) {
                    record.decided(row, number, self.player, 0, pairs);
                }
            }
            if self.ends.stuck_loses && !self.ends.stuck.is_empty() {
                let theirs = &mut self.scratch.lost;
                theirs.copy_from_slice(fresh);
                self.ends.stuck.iter().for_each(|&column| set(theirs, column));
                self.ends.lost.row(row).iter().for_each(|&(start, end)| clear(theirs, start, end));
                frontier.push_row(row, theirs);
            } else if has_ends {
                frontier.push_row(row, fresh);
            }
            if has_ends {
                let fresh_count = self.won[row];
                self.look(row, fresh_count, 0, record);
            }
        }
        for (slot, &row) in frontier.rows().iter().enumerate() {
            for (number, pairs) in frontier.blocks(slot) {
                record.decided(row as usize, number, self.player.opponent(), 0, pairs);
            }
        }
    }

    /// Some move wins: what a row gains from its successors in the frontier.
    #[inline(always)]
    fn gather(&mut self, row: usize, frontier: &Frontier<W>, slots: &[u32]) {
        let gained = &mut self.scratch.gained;
        gained.fill([0; W]);
        for hop in self.owner.successors(row as u32) {
            let slot = slots[hop.node as usize];
            if slot != ABSENT {
                frontier.blocks(slot as usize).for_each(|(number, block)| add(&mut gained[number], block));
            }
        }
    }

    /// The same where every row of the frontier has but one column.
    #[inline(always)]
    fn gather_single(&mut self, row: usize, columns: &[u32], slots: &[u32]) {
        let gained = &mut self.scratch.gained;
        gained.fill([0; W]);
        for hop in self.owner.successors(row as u32) {
            let slot = slots[hop.node as usize];
            if slot != ABSENT {
                set(gained, columns[slot as usize]);
            }
        }
    }

    /// The same, stopping as soon as the row has all that the frontier can give it.
    #[inline(always)]
    fn gather_until_covered(&mut self, row: usize, frontier: &Frontier<W>, slots: &[u32], union: &[Block<W>]) {
        let gained = &mut self.scratch.gained;
        gained.fill([0; W]);
        let closed = self.mine.row(row);
        let mut hits = 0;
        for hop in self.owner.successors(row as u32) {
            let slot = slots[hop.node as usize];
            if slot != ABSENT {
                frontier.blocks(slot as usize).for_each(|(number, block)| add(&mut gained[number], block));
                hits += 1;
                if hits % HITS_BETWEEN_LOOKS == 0 {
                    let mut wanting = 0;
                    for ((gained, closed), union) in gained.iter().zip(closed).zip(union) {
                        for (gained, (closed, union)) in gained.iter().zip(closed.iter().zip(union)) {
                            wanting |= union & !closed & !gained;
                        }
                    }
                    if wanting == 0 {
                        break;
                    }
                }
            }
        }
    }

    /// Enters what is new of the gathered pairs, and looks at what follows within the row.
    #[inline(always)]
    fn commit(&mut self, row: usize, level: u32, record: &mut impl Record<W>) {
        let closed = self.mine.row_mut(row);
        let mut count = 0;
        for (number, closed) in closed.iter_mut().enumerate() {
            let fresh = without(&self.scratch.gained[number], closed);
            self.scratch.fresh[number] = fresh;
            if any(&fresh) {
                add(closed, &fresh);
                count += ones(&fresh);
                record.decided(row, number, self.player, level, &fresh);
            }
        }
        if count > 0 {
            self.open_mine[row] -= count;
            self.won[row] += count;
            self.look(row, count, level, record);
        }
    }

    /// All moves lose: after this row has gained `count` pairs, looks for those that the opponent can no longer leave, or puts
    /// the row off until its packet is full.
    #[inline(always)]
    fn look(&mut self, row: usize, count: u32, level: u32, record: &mut impl Record<W>) {
        if self.open_theirs[row] == 0 || self.won[row] < self.kernels.least_degree {
            return;
        }
        let missing = self.opponent.nodes() - self.won[row];
        let (mut kernel, mut cost) = (Kernel::Scalar, scalar::cost(count, self.kernels.degree));
        let mut offer = |other: Kernel, offer: f32| {
            if offer < cost {
                (kernel, cost) = (other, offer);
            }
        };
        if let Some(complement) = &self.kernels.complement {
            offer(Kernel::Complement, complement.cost(self.blocks, missing));
        }
        if let Some(stencil) = &self.kernels.stencil {
            offer(Kernel::Stencil, stencil.cost(self.blocks));
        }
        if let Some(packet) = &self.kernels.packet
            && packet.cost() / PACKETED < cost
        {
            self.pending.push(Pending { row: row as u32, otherwise: kernel, cost });
            self.pending_fresh.extend_from_slice(&self.scratch.fresh);
            if self.pending.len() == PACKET {
                self.turn_packets(level, record);
            }
            return;
        }
        self.decide(row, kernel, level, record);
    }

    /// Looks for what is lost in one row.
    #[inline(always)]
    fn decide(&mut self, row: usize, kernel: Kernel, level: u32, record: &mut impl Record<W>) {
        self.scratch.known_from(self.mine.row(row), self.ends.lost_to_move(row));
        let Scratch { fresh, known: with_margins, margin, lost, .. } = &mut self.scratch;
        let known = &with_margins[*margin..*margin + self.blocks];
        let closed = self.theirs.row(row);
        lost.fill([0; W]);
        match (kernel, &self.kernels) {
            (Kernel::Stencil, Kernels { stencil: Some(stencil), .. }) => {
                stencil.lost(with_margins, closed, fresh, lost);
            }
            (Kernel::Complement, Kernels { complement: Some(complement), .. }) => complement.lost(known, closed, lost),
            _ => scalar::lost(self.opponent, known, closed, fresh, lost),
        }
        self.enter(row, level, record);
    }

    /// Enters what was found lost in a row.
    #[inline(always)]
    fn enter(&mut self, row: usize, level: u32, record: &mut impl Record<W>) {
        let mut count = 0;
        for (number, (closed, lost)) in self.theirs.row_mut(row).iter_mut().zip(&self.scratch.lost).enumerate() {
            if any(lost) {
                add(closed, lost);
                count += ones(lost);
                self.next.push_block(number, lost);
                record.decided(row, number, self.player.opponent(), level + 1, lost);
            }
        }
        self.next.finish_row(row);
        self.open_theirs[row] -= count;
    }

    /// Decides all rows that have been put off.
    #[inline(always)]
    fn turn_packets(&mut self, level: u32, record: &mut impl Record<W>) {
        let Some(mut packet) = self.kernels.packet.take_if(|_| !self.pending.is_empty()) else {
            return;
        };
        let pending = std::mem::take(&mut self.pending);
        let fresh = std::mem::take(&mut self.pending_fresh);
        if pending.iter().map(|row| row.cost).sum::<f32>() < packet.cost() {
            for (slot, &Pending { row, otherwise, .. }) in pending.iter().enumerate() {
                self.scratch.fresh.copy_from_slice(&fresh[slot * self.blocks..][..self.blocks]);
                self.decide(row as usize, otherwise, level, record);
            }
        } else {
            for (slot, pending) in pending.iter().enumerate() {
                let row = pending.row as usize;
                self.scratch.known_from(self.mine.row(row), self.ends.lost_to_move(row));
                packet.put(slot, &self.scratch.known[self.scratch.margin..]);
            }
            packet.turn(pending.len());
            for (slot, pending) in pending.iter().enumerate() {
                let row = pending.row as usize;
                for (number, closed) in self.theirs.row(row).iter().enumerate() {
                    self.scratch.lost[number] = without(packet.take(slot, number), closed);
                }
                self.enter(row, level, record);
            }
            packet.clear();
        }
        self.kernels.packet = Some(packet);
        (self.pending, self.pending_fresh) = (pending, fresh);
        self.pending.clear();
        self.pending_fresh.clear();
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
            ends.lost_to_move(row).iter().for_each(|&(start, end)| clear(mine, start, end));
            ends.lost.row(row).iter().for_each(|&(start, end)| clear(theirs, start, end));
            if !ends.stuck_loses {
                ends.stuck.iter().for_each(|&column| clear(theirs, column, column + 1));
                // Where the game is over it does not matter that the opponent could not move.
                ends.won.row(row).iter().for_each(|&(start, end)| fill(theirs, start, end));
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
            (stencil.is_none() && Complement::<W>::pays(nodes, opponent.arcs())).then(|| Complement::new(opponent));
        let packet = stencil.is_none().then(|| Packet::new(opponent));
        let degree = opponent.arcs() as f32 / (nodes as f32).max(1.0);
        Self { stencil, complement, packet, least_degree, degree }
    }
}

impl<const W: usize> Scratch<W> {
    /// Puts what is truly won of a row between the margins.
    #[inline(always)]
    fn known_from(&mut self, closed: &[Block<W>], lost: &[(u32, u32)]) {
        let known = &mut self.known[self.margin..self.margin + closed.len()];
        known.copy_from_slice(closed);
        lost.iter().for_each(|&(start, end)| clear(known, start, end));
    }
}
