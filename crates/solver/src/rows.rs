//! The rows engine: both attractors of a product arena, whole rows of positions at a time.
//!
//! Two tokens move on two digraphs. So the positions with one player to move form a matrix, and a
//! set of positions is a matrix of bits. Each player's `attractor` grows level by level in rows of
//! its own nodes. "Some move wins" is an OR of whole rows. "All moves lose" is decided inside one
//! row, by the cheapest of a few `kernels`. One instruction changes up to 256 positions. If a graph
//! is nearly a tree, its nodes are reordered so that positions decided together are neighbours
//! (`order`).
//!
//! The request determines the result, and the bytes a position at the peak:
//!
//! * [`Request::Outcomes`], [`Request::Within`]: the winner, as bits. 0.3 to 0.7 bytes, and the
//!   kernels' matrix if the graph is dense.
//! * [`Request::Table`]: the winner and the distance, from the `log` of all decisions. 0.3 bytes for
//!   the bits, the log, and 2 or 4 for the table.
//!
//! **Cost.** Time: O(levels + positions · d / 256), where d is the mean number of moves of a node
//! of the attractor's owner, and 256 the number of columns in a vector instruction. It is more
//! where positions are decided one by one, as on paths (`PERFORMANCE.md`). The two attractors share
//! nothing but the ends of the game.
//!
//! **Source.** Attractors: Grädel, Thomas, Wilke, LNCS 2500, chapter 2. Pulling into open rows
//! instead of pushing out of a dense level: Beamer, Asanović, Patterson, *Direction-optimizing
//! breadth-first search*, SC 2012.

#![expect(clippy::inline_always, reason = "only inlined code uses the vector instructions of the caller")]

mod attractor;
pub(crate) mod avx512;
pub(crate) mod block;
mod duel;
pub(crate) mod ends;
mod flat;
mod front;
mod frontier;
pub(crate) mod kernels;
mod level;
mod log;
mod order;
mod record;
mod sharing;
mod slab;
mod sorted;
mod terms;
pub(crate) mod vector;

use std::borrow::Cow;

use catmouse_arena::{Arena, Cells, Distance, Extent, Outcomes, PackedValue, Player, ProductArena, Solution};

use attractor::Attractor;
use avx512::Avx512;
use block::matrix_bytes;
use kernels::complement;
use kernels::packet::PACKET;
use log::{EVENT_BYTES, Log};
use order::{Places, reordered};
use record::Record;
use terms::Terms;

use crate::parallel::{Threads, join, on_threads};
use crate::{Answer, Control, Engine, Estimate, PiecesShape, Request, Shape, SolveError};

/// An upper bound on the bytes that the engine allocates, or why it refuses.
///
/// The estimate for a table assumes a log of at most 3 bytes a position. With less than 1 byte for
/// the bits and up to 4 for the table, the sum is what the queue engine takes. All estimates assume
/// that the ends of the game form few runs of neighbouring columns.
pub(crate) fn estimate(shape: impl Into<Shape>, request: Request) -> Estimate {
    let shape = shape.into();
    suits(&shape, request).map(|sides| bytes(&shape, sides, request)).into()
}

/// The two pieces if the engine answers the request, otherwise why it refuses.
fn suits(shape: &Shape, request: Request) -> Result<[PiecesShape; 2], SolveError> {
    let sides = shape.two_pieces().ok_or(Engine::Rows.unsuited("needs a single piece for each player"))?;
    if !shape.unit_costs {
        return Err(SolveError::CostsNotOne);
    }
    match request {
        Request::Table | Request::Outcomes | Request::Within(_) => Ok(sides),
        Request::Placement(_) | Request::Placements(_) => {
            Err(Engine::Rows.unsuited("makes tables and outcomes, and nothing else"))
        }
    }
}

fn bytes(shape: &Shape, sides: [PiecesShape; 2], request: Request) -> u64 {
    let Shape { positions, .. } = *shape;
    if request == Request::Table {
        let buffers = BUFFER_BYTES_A_TILE.saturating_mul(flat::tiles_together(sides[1].nodes));
        let of_small_boards = positions.saturating_mul(BUFFER_BYTES_A_POSITION);
        return positions.saturating_mul(TABLE_BYTES_A_POSITION).saturating_add(buffers.min(of_small_boards));
    }
    let [one, two] = sides;
    // The second attractor grows while both matrices of the first are kept.
    let kept = matrix_bytes(one.nodes, two.nodes).saturating_mul(2);
    let attractors = attractor_bytes(one, two).max(kept.saturating_add(attractor_bytes(two, one)));
    attractors.saturating_add(order::bytes(sides))
}

/// Bytes of a position for a table: 2 or 4 for its cell, less than 1 for the bits, the rest for the
/// log.
const TABLE_BYTES_A_POSITION: u64 = 8;

/// The limit of the log, in bytes a position, if [`solve`](crate::solve) chose the engine.
const LOG_BYTES_A_POSITION: usize = 3;

/// Bytes of the buffers for each tile that is made together with others.
const BUFFER_BYTES_A_TILE: u64 = 1 << 20;
/// Bytes a position of all buffers on small boards, if that is less.
const BUFFER_BYTES_A_POSITION: u64 = 64;

/// Solves a product arena with unit costs and a single piece for each player. A table is written
/// into the memory of `reuse` if that fits. The log may take all memory that is allowed and not
/// used otherwise.
///
/// # Errors
///
/// [`SolveError::Unsuited`] for another kind of arena or request, [`SolveError::CostsNotOne`] where
/// a move costs more than 1, [`SolveError::TooDeep`] for a table in which a forced win takes 2³⁰
/// plies or more; the errors that [`Control`] causes.
pub(crate) fn run(
    arena: &ProductArena,
    request: Request,
    mut reuse: Solution,
    control: &Control<'_>,
) -> Result<Answer, SolveError> {
    let shape = Shape::from(arena);
    let spare = |allowed: u64| {
        allowed.saturating_sub(shape.positions.saturating_mul(TABLE_BYTES_A_POSITION - LOG_BYTES_A_POSITION as u64))
    };
    let log_bytes =
        control.memory().map_or(usize::MAX, |allowed| usize::try_from(spare(allowed)).unwrap_or(usize::MAX));
    match run_with_log_limit((arena, &shape), request, &mut reuse, log_bytes, control)? {
        Some(solved) => Ok(solved),
        None => {
            let allowed = control.memory().unwrap_or(u64::MAX);
            Err(SolveError::TooLarge {
                bytes: shape.positions.saturating_mul(TABLE_BYTES_A_POSITION).max(allowed.saturating_add(1)),
                allowed,
            })
        }
    }
}

/// Like [`run`], but returns `None` and leaves `reuse` alone if the log outgrows its estimate.
pub(crate) fn run_with_log_as_estimated(
    (arena, shape): (&ProductArena, &Shape),
    request: Request,
    reuse: &mut Solution,
    control: &Control<'_>,
) -> Result<Option<Answer>, SolveError> {
    run_with_log_limit((arena, shape), request, reuse, LOG_BYTES_A_POSITION.saturating_mul(arena.positions()), control)
}

/// Runs the engine with a limit on the bytes of the log. The caller computes the shape, which
/// visits every node, only once.
fn run_with_log_limit(
    (arena, shape): (&ProductArena, &Shape),
    request: Request,
    reuse: &mut Solution,
    log_bytes: usize,
    control: &Control<'_>,
) -> Result<Option<Answer>, SolveError> {
    control.admit(bytes(shape, suits(shape, request)?, request))?;
    let threads = useful_threads(shape, request, control);
    on_threads(threads, || {
        if request != Request::Table {
            return outcomes(arena, request.limit(), threads, control).map(Answer::Outcomes).map(Some);
        }
        let logged = LoggedAttractors::of(arena, log_bytes / EVENT_BYTES, threads, control)?;
        let table = logged.map(|logged| logged.table(std::mem::take(reuse), threads));
        table.transpose().map(|table| table.map(Answer::Table))
    })
}

/// Calls `task` for the attractors of both players, concurrently if there are several threads. Idle
/// threads, including the one that finishes first, help with large levels.
fn for_both<T: Send>(threads: usize, task: impl Fn(Player, &Threads) -> T + Sync) -> (T, T) {
    let at_once = threads.min(2);
    let threads = Threads::new(threads, at_once);
    let task = |player| {
        let done = task(player, &threads);
        if at_once == 2 {
            threads.add_idle();
        }
        done
    };
    join(at_once, || task(Player::One), || task(Player::Two))
}

/// The number of threads worth starting. It is 1 for boards that take no longer than starting a
/// thread, and for outcomes if both attractors together exceed the allowed memory. For a table the
/// estimate already counts both attractors.
fn useful_threads(shape: &Shape, request: Request, control: &Control<'_>) -> usize {
    let Some(sides) = shape.two_pieces() else { return 1 };
    let threads = control.threads().get();
    let [one, two] = sides;
    let of_one = |owner, opponent| {
        attractor_bytes(owner, opponent).saturating_add(helpers_bytes(owner, opponent, threads as u64))
    };
    let together = of_one(one, two).saturating_add(of_one(two, one)).saturating_add(order::bytes(sides));
    let fits = request == Request::Table || control.memory().is_none_or(|allowed| together <= allowed);
    if shape.positions < ENOUGH_POSITIONS || !fits { 1 } else { threads }
}

/// A board with this many positions takes a few milliseconds.
const ENOUGH_POSITIONS: u64 = 1 << 22;

/// The winner of every position, counting only wins within the limit if there is one.
fn outcomes(
    arena: &ProductArena,
    limit: Option<Distance>,
    threads: usize,
    control: &Control<'_>,
) -> Result<Outcomes, SolveError> {
    let (arena, places) = reordered(arena);
    let last_level = limit.map_or(u32::MAX, |limit| u32::try_from(limit).unwrap_or(u32::MAX));
    let won = |player, threads: &Threads| -> Result<_, SolveError> {
        let mut attractor = Attractor::new(&arena, player);
        let terms = Terms { last_level, most_events: usize::MAX, control, threads };
        let record = attractor.grow(terms, Record::Deepest(0))?;
        Ok((attractor.into_won(), record.map_or(0, |record| record.deepest())))
    };
    let (one, two) = for_both(threads, won);
    let ((one, deepest_of_one), (two, deepest_of_two)) = (one?, two?);
    let longest = Distance::from(deepest_of_one.max(deepest_of_two));
    // If the last level decided nothing, no later level would.
    let extent = match limit {
        Some(limit) if longest >= limit => Extent::Within(limit),
        _ => Extent::All { longest: Some(longest) },
    };
    let [rows, columns] = Player::BOTH.map(|player| arena.steps(player).nodes());
    let outcomes = Outcomes::new(rows, columns, [one, two]).with_extent(extent);
    Ok(match places {
        Some(Places(places)) => {
            outcomes.with_places(places.map(|places| Some(places.into_iter().map(u32::from).collect())))
        }
        None => outcomes,
    })
}

/// Bytes of one piece's attractor: two matrices; three frontiers, each at worst as large as a
/// matrix; the moves as the kernels store them; a packet.
fn attractor_bytes(owner: PiecesShape, opponent: PiecesShape) -> u64 {
    let has_sources = complement::pays(opponent.nodes, opponent.arcs);
    let sources = if has_sources { matrix_bytes(opponent.nodes, opponent.nodes) } else { 0 };
    let lists =
        opponent.arcs.saturating_mul(8).saturating_add(owner.nodes.saturating_add(opponent.nodes).saturating_mul(64));
    let matrices = matrix_bytes(owner.nodes, opponent.nodes).saturating_mul(5).saturating_add(sources);
    matrices.saturating_add(lists).saturating_add(packet_bytes(opponent.nodes))
}

/// Bytes of both sides of a packet, whose rows are whole tiles.
pub(crate) fn packet_bytes(columns: u64) -> u64 {
    let tiles = columns.div_ceil(log::TILE_SIDE as u64).max(1);
    tiles.saturating_mul((2 * PACKET * size_of::<log::TileRow>()) as u64)
}

/// Bytes of the threads that help with an attractor: frontiers, together at worst as large as a
/// matrix, and for each thread both sides of a packet and some rows.
fn helpers_bytes(owner: PiecesShape, opponent: PiecesShape, threads: u64) -> u64 {
    let of_a_thread = packet_bytes(opponent.nodes).saturating_add(matrix_bytes(4, opponent.nodes));
    matrix_bytes(owner.nodes, opponent.nodes).saturating_add(threads.saturating_mul(of_a_thread))
}

/// Both attractors, as logs of the level of each decided pair.
struct LoggedAttractors<'a> {
    /// The given arena, or a copy with its nodes reordered.
    arena: Cow<'a, ProductArena>,
    /// The new places of the nodes, if they were reordered.
    places: Option<Places>,
    logs: [Log; 2],
}

impl<'a> LoggedAttractors<'a> {
    /// The logs of an arena's attractors; `None` if they have more than `max_events` events.
    fn of(
        given: &'a ProductArena,
        max_events: usize,
        threads: usize,
        control: &Control<'_>,
    ) -> Result<Option<Self>, SolveError> {
        let (arena, places) = reordered(given);
        let log = |player, threads: &Threads| -> Result<_, SolveError> {
            let terms = Terms { last_level: u32::MAX, most_events: max_events, control, threads };
            let record = Attractor::new(&arena, player).grow(terms, Record::Log(Log::new(&arena, player)))?;
            Ok(record.and_then(Record::into_log))
        };
        let (one, two) = for_both(threads, log);
        let (Some(one), Some(two)) = (one?, two?) else { return Ok(None) };
        if one.events.saturating_add(two.events) > max_events {
            return Ok(None);
        }
        if u64::from(one.deepest.max(two.deepest)) > u32::MAX_DISTANCE {
            return Err(SolveError::TooDeep);
        }
        Ok(Some(Self { arena, places, logs: [one, two] }))
    }

    fn table(&self, reuse: Solution, threads: usize) -> Result<Solution, SolveError> {
        let deepest = self.logs.iter().map(|log| log.deepest).max();
        if u64::from(deepest.unwrap_or(0)) <= u16::MAX_DISTANCE {
            self.filled::<u16>(reuse, threads).map(Solution::from_cells)
        } else {
            self.filled::<u32>(reuse, threads).map(Solution::from_cells)
        }
    }

    fn filled<C: flat::Code>(&self, reuse: Solution, threads: usize) -> Result<Cells<C>, SolveError> {
        let positions = self.arena.positions();
        let mut cells = match reuse.into_room(positions) {
            Some(cells) => cells,
            None => Cells::try_zeroed(positions)?,
        };
        let [one, two] = &self.logs;
        flat::fill(&self.arena, self.places.as_ref(), [one, two], &mut cells, threads, Avx512::new());
        Ok(cells)
    }
}
