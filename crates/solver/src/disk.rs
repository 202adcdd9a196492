//! The disk engine: outcomes of a product arena that exceed the memory, in scratch space.
//!
//! As in the rows engine, the attractor of a player, its *owner*, grows row by row. There is a row
//! for each node of the owner. The nodes of the opponent are the *columns*: a row has a bit for
//! each column, and so for each pair of nodes. Only the pairs with the *opponent* to move are
//! stored. The pairs with the owner to move follow: a node's row of these pairs is the union of the
//! stored rows of the node's successors. So the engine visits rows until no row changes. A visit
//! has three steps:
//!
//! * Unite the rows of the node's successors, which come from the cache or from the scratch space.
//! * If the union has grown, find the columns all of whose moves lead into the union. Up to 64 rows
//!   do this together, in a [`packet`](crate::rows::kernels::packet).
//! * If the result has more bits than the row, replace the row by the result. The rows of the
//!   node's predecessors are then due for another visit.
//!
//! A row only gains bits, so it has grown if it has more bits than before. The engine keeps the
//! number of bits of each row. So it reads no old row to compare it with the new one, and in the
//! end these numbers are the counts of the outcomes. Only a packet is ever transposed, never the
//! rows in scratch space.
//!
//! **Order.** Rows are visited in one sweep after the other, in the order in which wins spread from
//! the ends of the game, breadth first. A visit sees the bits that earlier rows have gained in the
//! same sweep. So one sweep decides many levels.
//!
//! **Limits.** With [`Request::Within`] each level must be complete before the next one begins. So
//! a new row goes to a new slot of the scratch space, which replaces the old slot after the sweep.
//! Then a sweep decides exactly two plies. So there are two attractors: one for the wins within an
//! even number of plies, and one for the wins within an odd number.
//!
//! **Cost.** A visit reads a row for each move of its node, unless the row is in the cache. It
//! writes a row if the row has changed. Take a random cubic graph with a hole. If a seventh of the
//! rows of the Mouse fits into the cache, each is read 12 times and written 4.8 times on average.
//! If seven eighths fit, each is read 1.3 times and written 1.9 times (`docs/scale.md`). On dense
//! graphs each visit reads more rows. Scratch space: about a bit for each position if both players
//! have equally many nodes, and 2.5 bits with a limit. Memory: both sides of a packet, and some
//! words for each node and arc. All further memory that is allowed is a cache.

mod shelf;
mod stored;

use std::cmp::Reverse;
use std::io;
use std::sync::Arc;

use catmouse_arena::{ByPlayer, Distance, Extent, Player, ProductArena, Solution, StepGraph, ValueCounts, set_bits};

use crate::rows::block::{clear_runs, fill_runs, set};
use crate::rows::ends::{Ends, Runs};
use crate::rows::kernels::packet::{PACKET, Packet};
use crate::rows::{packet_bytes, vector};
use crate::{Answer, Control, Engine, Estimate, PiecesShape, Progress, Request, Shape, SolveError};

use shelf::{Shelf, Slots};
use stored::{Rows, Won};

pub use stored::StoredOutcomes;

/// The number of words of a block of a packet.
const BLOCK_WORDS: usize = 8;

/// The least number of rows in the cache.
const LEAST_LINES: u64 = 2;

/// The greatest number of rows that the engine works on outside the cache.
const ROWS_AT_WORK: u64 = 4;

/// The bytes that the engine needs at least, or the reason why it refuses. The engine uses all
/// further memory that is allowed.
pub(crate) fn estimate(shape: Shape, request: Request) -> Estimate {
    let bytes = |[one, two]: [PiecesShape; 2]| {
        let of_rows = |side: PiecesShape| row_bytes(side).saturating_mul(LEAST_LINES + ROWS_AT_WORK);
        let of_one = |side: PiecesShape| packet_bytes(side.nodes).saturating_add(of_rows(side));
        let lists = |side: PiecesShape| side.arcs.saturating_mul(24).saturating_add(side.nodes.saturating_mul(192));
        of_one(one).max(of_one(two)).saturating_add(lists(one)).saturating_add(lists(two))
    };
    sides(&shape, request).map(bytes).into()
}

/// An upper bound on the bytes of scratch space that the disk engine takes for a request.
///
/// # Errors
///
/// The reason why the disk engine refuses.
pub fn scratch_bytes(shape: impl Into<Shape>, request: Request) -> Result<u64, SolveError> {
    let sides @ [one, two] = sides(&shape.into(), request)?;
    let stride = sides.map(row_bytes).into_iter().max().unwrap_or(0);
    // With a limit two attractors of each player are kept. While the last attractor grows, each row
    // that changes exists twice until the end of the sweep.
    let rows = match request.limit() {
        None => one.nodes.saturating_add(two.nodes),
        Some(_) => {
            let kept = one.nodes.saturating_add(two.nodes).saturating_mul(2);
            kept.saturating_add(one.nodes.max(two.nodes))
        }
    };
    Ok(rows.saturating_mul(stride))
}

/// Bytes of a row that has a bit for each node of this side.
fn row_bytes(side: PiecesShape) -> u64 {
    side.nodes.div_ceil(64).max(1).saturating_mul(8)
}

fn sides(shape: &Shape, request: Request) -> Result<[PiecesShape; 2], SolveError> {
    let sides = shape.two_pieces().ok_or(Engine::Disk.unsuited("needs a single piece for each player"))?;
    if !shape.unit_costs {
        return Err(SolveError::CostsNotOne);
    }
    if request.is_outcomes() { Ok(sides) } else { Err(Engine::Disk.unsuited("makes outcomes and nothing else")) }
}

/// Finds the outcomes of a product arena with unit costs and a single piece for each player.
///
/// # Errors
///
/// [`SolveError::Unsuited`] for another kind of arena or request, or without scratch space;
/// [`SolveError::CostsNotOne`]; [`SolveError::ScratchTooSmall`]; [`SolveError::Scratch`] if reading
/// or writing fails; and the errors that [`Control`] causes.
pub(crate) fn run(
    arena: &ProductArena,
    request: Request,
    _: Solution,
    control: &Control<'_>,
) -> Result<Answer, SolveError> {
    let shape = Shape::from(arena);
    let least = estimate(shape, request).bytes()?;
    let scratch = control.scratch().ok_or(Engine::Disk.unsuited("needs scratch space"))?;
    control.admit(least)?;
    let (bytes, free) = (scratch_bytes(shape, request)?, scratch.free()?);
    if bytes > free {
        return Err(SolveError::ScratchTooSmall { bytes, free });
    }
    let steps = ByPlayer::from_fn(|player| arena.steps(player).nodes());
    let stride = steps.iter().map(|(_, nodes)| words_of(*nodes)).max().unwrap_or(1);
    let mut slots = Slots::new(Arc::clone(scratch), stride);
    let spare = control.memory().map(|most| most - least);
    let mut attractors = Attractors { arena, control, slots: &mut slots, spare };
    let [(one, wins_of_one), (two, wins_of_two)] =
        [attractors.won_by(Player::One, request.limit())?, attractors.won_by(Player::Two, request.limit())?];
    let wins = ByPlayer { one: wins_of_one as usize, two: wins_of_two as usize };
    Ok(Answer::Stored(Box::new(StoredOutcomes {
        arena: arena.clone(),
        scratch: slots.scratch,
        stride,
        won: ByPlayer { one, two },
        counts: ValueCounts { wins, endless: shape.positions as usize - wins.one - wins.two },
        extent: request.limit().map_or(Extent::All { longest: None }, Extent::Within),
        failure: Arc::default(),
    })))
}

fn words_of(columns: u32) -> usize {
    (columns as usize).div_ceil(64).max(1)
}

impl From<io::Error> for SolveError {
    fn from(error: io::Error) -> Self {
        Self::Scratch { kind: error.kind() }
    }
}

/// The state that all attractors share.
struct Attractors<'r, 'c> {
    arena: &'r ProductArena,
    control: &'r Control<'c>,
    slots: &'r mut Slots,
    /// Bytes by which the cache may exceed its least size; `None` if memory is not limited.
    spare: Option<u64>,
}

impl Attractors<'_, '_> {
    /// The pairs that a player wins, and the number of positions that the player wins with either
    /// player to move.
    fn won_by(&mut self, player: Player, limit: Option<Distance>) -> Result<(Won, u64), SolveError> {
        let Some(limit) = limit else {
            let (to_opponent, counts) = self.grown(player, true, None)?;
            return Ok((Won { to_opponent, after_move: None }, counts.iter().sum()));
        };
        // An attractor that begins with the ends has the wins within 2k plies after k sweeps. An
        // attractor that begins empty has the wins within 2k − 1 plies.
        let even = self.grown(player, true, Some(limit / 2))?;
        let odd = self.grown(player, false, Some(limit.div_ceil(2)))?;
        let ((to_opponent, [_, of_opponent]), (after_move, [of_owner, _])) =
            if limit % 2 == 0 { (even, odd) } else { (odd, even) };
        Ok((Won { to_opponent, after_move: Some(after_move) }, of_owner + of_opponent))
    }

    /// The attractor of a player, which begins with the ends of the game or with the empty set. If
    /// the number of `sweeps` is given, each level is complete before the next one, and the
    /// attractor stops after this number. Returns the rows with the opponent to move, the number of
    /// pairs with the owner to move, and the number of pairs with the opponent to move.
    fn grown(
        &mut self,
        player: Player,
        begins_with_ends: bool,
        sweeps: Option<Distance>,
    ) -> Result<(Rows, [u64; 2]), SolveError> {
        let Self { arena, control, slots, spare } = self;
        let (rows, columns) = (arena.steps(player).nodes(), arena.steps(player.opponent()).nodes());
        let words = words_of(columns);
        let spared = spare.unwrap_or(u64::MAX) / (words as u64 * 8);
        let lines = spared.saturating_add(LEAST_LINES).min(rows.into()).max(1) as usize;
        let shelf = Shelf::new(slots, rows as usize, words, lines)?;
        let mut growth = Growth::new(arena, player, begins_with_ends, shelf, control);
        growth.grow(sweeps)?;
        let counts = [&growth.of_owner, &growth.of_opponent];
        let counts = counts.map(|counts| counts.iter().map(|&count| u64::from(count)).sum());
        let by_place = growth.shelf.into_slots()?;
        let slots = growth.places.iter().map(|&place| by_place[place as usize]).collect();
        Ok((Rows { slots, began_with_ends: begins_with_ends }, counts))
    }
}

/// A growing attractor of a player, its owner. Rows are numbered in the order of the sweeps.
struct Growth<'r, 'c> {
    /// The step graph of the owner.
    owner: &'r StepGraph,
    ends: Ends,
    /// Whether the attractor begins with the ends of the game. Otherwise it begins empty.
    begins_with_ends: bool,
    /// The columns that have moves, as bits.
    movable: Vec<u64>,
    /// The owner's nodes in the order of the sweeps.
    order: Vec<u32>,
    /// For each of the owner's nodes, its place in `order`, which is the number of its row.
    places: Vec<u32>,
    shelf: Shelf<'r>,
    packet: Packet<'r, BLOCK_WORDS>,
    /// The rows in the packet.
    in_packet: Vec<u32>,
    /// The row that is being made.
    row: Vec<u64>,
    /// For each row, the number of pairs with the owner to move that its last visit found.
    of_owner: Vec<u32>,
    /// For each row, its number of pairs with the opponent to move.
    of_opponent: Vec<u32>,
    /// The rows to visit in this sweep, as bits.
    due: Vec<u64>,
    /// The rows to visit in the next sweep, if each level must be complete before the next one.
    due_later: Option<Vec<u64>>,
    control: &'r Control<'c>,
    /// The number of sweeps that are complete.
    sweep: Distance,
}

impl<'r, 'c> Growth<'r, 'c> {
    fn new(
        arena: &'r ProductArena,
        player: Player,
        begins_with_ends: bool,
        shelf: Shelf<'r>,
        control: &'r Control<'c>,
    ) -> Self {
        let (owner, opponent) = (arena.steps(player), arena.steps(player.opponent()));
        let ends = Ends::of(arena, player);
        let (rows, words) = (owner.nodes() as usize, words_of(opponent.nodes()));
        let mut movable = vec![0; words];
        fill_runs(&mut movable, &[(0, opponent.nodes())]);
        ends.stuck.iter().for_each(|&column| clear_runs(&mut movable, &[(column, column + 1)]));
        let order = in_order_of_spread(owner, &ends.owner_won);
        let mut places = vec![0; rows];
        order.iter().zip(0..).for_each(|(&node, place)| places[node as usize] = place);
        let mut due = vec![u64::MAX; rows.div_ceil(64)];
        if !rows.is_multiple_of(64) {
            due[rows / 64] &= !(u64::MAX << (rows % 64));
        }
        let mut growth = Self {
            owner,
            ends,
            begins_with_ends,
            movable,
            order,
            places,
            shelf,
            packet: Packet::new(opponent),
            in_packet: Vec::with_capacity(PACKET),
            row: vec![0; words],
            // If the attractor begins with the ends, an empty union adds nothing to a row. If the
            // attractor begins empty, every first visit must add the ends, even if the union is
            // empty. So the number before the first visit differs from every real one.
            of_owner: vec![if begins_with_ends { 0 } else { u32::MAX }; rows],
            of_opponent: vec![0; rows],
            due,
            due_later: None,
            control,
            sweep: 0,
        };
        if begins_with_ends {
            for place in 0..rows {
                growth.row.fill(0);
                add_ends(&growth.ends, growth.order[place] as usize, &mut growth.row);
                growth.of_opponent[place] = vector::run(|| count_ones(&growth.row));
            }
        }
        growth
    }

    /// Sweeps until no row is due. If the number of `sweeps` is given, stops after this number.
    /// Then it visits the rows that are still due once more, only to count their pairs with the
    /// owner to move.
    fn grow(&mut self, sweeps: Option<Distance>) -> Result<(), SolveError> {
        self.due_later = sweeps.map(|_| vec![0; self.due.len()]);
        while self.due.iter().any(|&word| word != 0) {
            let is_last = sweeps == Some(self.sweep);
            for word in 0..self.due.len() {
                let mut done = 0;
                // A visit can make further rows of the same word due.
                while let Some(bit) = set_bits(self.due[word] & !done).next() {
                    done |= u64::MAX >> (63 - bit);
                    self.due[word] &= !(1 << bit);
                    let place = (word * 64 + bit) as u32;
                    if self.unite_successors(place)? && !is_last {
                        self.packet.put(self.in_packet.len(), &self.row);
                        self.in_packet.push(place);
                    }
                    if self.in_packet.len() == PACKET {
                        self.decide_packet()?;
                    }
                }
                self.control.check(|| self.progress())?;
            }
            self.decide_packet()?;
            self.shelf.end_sweep();
            if is_last {
                break;
            }
            self.sweep += 1;
            if let Some(later) = &mut self.due_later {
                std::mem::swap(later, &mut self.due);
            }
        }
        Ok(())
    }

    /// Makes the row of pairs with the owner to move. Returns whether this row has grown.
    fn unite_successors(&mut self, place: u32) -> Result<bool, SolveError> {
        let Self { ends, row, places, .. } = self;
        let node = self.order[place as usize] as usize;
        row.fill(0);
        for arc in self.owner.successors(node as u32) {
            match self.shelf.row(places[arc.node as usize])? {
                Some(successor) => {
                    vector::run(|| row.iter_mut().zip(successor).for_each(|(word, other)| *word |= other));
                }
                None if self.begins_with_ends => add_ends(ends, arc.node as usize, row),
                None => {}
            }
        }
        clear_runs(row, ends.opponent_won_owner_to_move(node));
        fill_runs(row, ends.owner_won.row(node));
        let count = vector::run(|| count_ones(row));
        Ok(std::mem::replace(&mut self.of_owner[place as usize], count) != count)
    }

    /// Finds the pairs with the opponent to move that follow from the rows in the packet, and
    /// empties the packet.
    fn decide_packet(&mut self) -> Result<(), SolveError> {
        if self.in_packet.is_empty() {
            return Ok(());
        }
        let Self { ends, row, movable, packet, in_packet, .. } = self;
        vector::run(|| packet.solve(in_packet.len()));
        for (slot, &place) in in_packet.iter().enumerate() {
            let node = self.order[place as usize];
            let found = packet.found_from(slot, 0).flatten();
            row.iter_mut().zip(found).zip(movable.iter()).for_each(|((word, found), movable)| *word = found & movable);
            clear_runs(row, ends.opponent_won.row(node as usize));
            add_ends(ends, node as usize, row);
            let count = vector::run(|| count_ones(row));
            if std::mem::replace(&mut self.of_opponent[place as usize], count) == count {
                continue;
            }
            let due = match &mut self.due_later {
                None => {
                    self.shelf.put(place, row)?;
                    &mut self.due
                }
                Some(later) => {
                    self.shelf.put_later(place, row)?;
                    later
                }
            };
            self.owner.predecessors(node).iter().for_each(|arc| set(due, self.places[arc.node as usize]));
        }
        in_packet.clear();
        Ok(())
    }

    #[cold]
    fn progress(&self) -> Progress {
        let counts = self.of_owner.iter().filter(|&&count| count != u32::MAX).chain(&self.of_opponent);
        Progress { level: self.sweep, decided: counts.map(|&count| u64::from(count)).sum() }
    }
}

/// Adds the pairs of a row that the owner has won at once with the opponent to move.
fn add_ends(ends: &Ends, node: usize, row: &mut [u64]) {
    fill_runs(row, ends.owner_won.row(node));
    if ends.stuck_loses {
        let is_lost = |column: u32| ends.opponent_won.row(node).iter().any(|run| (run.0..run.1).contains(&column));
        ends.stuck.iter().filter(|&&column| !is_lost(column)).for_each(|&column| set(row, column));
    }
}

fn count_ones(row: &[u64]) -> u32 {
    row.iter().map(|word| word.count_ones()).sum()
}

/// The nodes in the order of a breadth-first search against the moves. The search begins at the
/// node at which the owner has won most pairs. It begins again, in the same way, among the nodes
/// that it has not met.
fn in_order_of_spread(steps: &StepGraph, won: &Runs) -> Vec<u32> {
    let mut roots: Vec<u32> = (0..steps.nodes()).collect();
    roots.sort_by_key(|&node| Reverse(won.row(node as usize).iter().map(|run| run.1 - run.0).sum::<u32>()));
    let mut order = Vec::with_capacity(roots.len());
    let mut is_met = vec![false; roots.len()];
    let mut next = 0;
    for root in roots {
        if !std::mem::replace(&mut is_met[root as usize], true) {
            order.push(root);
        }
        while let Some(&node) = order.get(next) {
            let before = steps.predecessors(node).iter().map(|arc| arc.node);
            order.extend(before.filter(|&node| !std::mem::replace(&mut is_met[node as usize], true)));
            next += 1;
        }
    }
    order
}
