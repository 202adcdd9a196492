//! The teams engine: retrograde analysis for one player with several pieces, ply by ply, in whole
//! rows of bits.
//!
//! Each configuration of the team has a row with a bit for every node of the single piece of the
//! other player. Each player's `attractor` grows one ply at a time. The team's joint moves are
//! never listed: its pieces move one after the other, depth first over their old places (`legs`).
//! The other's move stays within a row (`step`).
//!
//! The request determines the result: the winner of every position as bits, within a number of
//! plies or without a limit; the first level at which some placement wins; or a table with all
//! distances.
//!
//! **Cost.** O(levels · k · configurations · m/p · n/64) for k pieces on a digraph of p nodes and m
//! arcs, and n nodes of the single piece. Memory: four bits for each configuration and node of the
//! single piece, and the answer; [`estimate`] computes an upper bound.
//!
//! **Source.** The configuration graph of k cops: A. Berarducci, B. Intrigila, Adv. Appl. Math. 14,
//! 1993; moving the cops one at a time: J. Petr, J. Portier, L. Versteegen, arXiv 2112.07449.
//!
//! **Used** where a player has several pieces. A team may have one piece.

#![expect(clippy::inline_always, reason = "only inlined code uses the vector instructions of the caller")]

mod aligned;
mod attractor;
mod board;
mod cursor;
mod ends;
mod legs;
mod numbering;
mod order;
mod push;
mod small;
mod step;
mod table;
mod team_game;

use std::num::NonZeroUsize;

use catmouse_arena::{
    BitRows, Cells, Distance, Extent, InOrder, Movers, Outcomes, PackedValue, Player, ProductArena, Solution, Value,
};

use aligned::AlignedRows;
use attractor::Attractor;
pub use small::SmallTeams;
use table::{Table, TableCells};
use team_game::TeamGame;

use crate::parallel::on_threads;
use crate::{Answer, Control, Engine, Estimate, PiecesShape, Request, SMALL_CODE, Shape, SolveError};

/// An upper bound on the bytes that the engine allocates, or why it refuses. It holds while
/// distances stay below 2¹⁴. Larger distances need wider cells, whose allocation may fail later.
pub(crate) fn estimate(shape: impl Into<Shape>, request: Request) -> Estimate {
    let shape = shape.into();
    suits(&shape, request).map(|sides| bytes(&shape, sides, request)).into()
}

/// The team's side and the other's if the engine answers the request, otherwise why it refuses.
fn suits(shape: &Shape, request: Request) -> Result<[PiecesShape; 2], SolveError> {
    let unsuited = |because| Err(Engine::Teams.unsuited(because));
    if SMALL_CODE {
        Engine::Teams.makes_tables(request)?;
    }
    let Some([one, two]) = shape.sides else { return unsuited("needs two independent pieces or teams") };
    if !shape.unit_costs {
        return Err(SolveError::CostsNotOne);
    }
    let team = match (one.team, two.team) {
        (Some(_), Some(_)) => return unsuited("takes several pieces of one player only, and here both have several"),
        (None, None) if one.nodes.max(two.nodes) > MOST_SINGLE_NODES => {
            return unsuited("takes single pieces on up to 2048 nodes only");
        }
        (Some(_), None) => Player::One,
        (None, Some(_)) => Player::Two,
        (None, None) => {
            if request.places(Player::One) {
                Player::One
            } else {
                Player::Two
            }
        }
    };
    if request.places(team.opponent()) {
        return unsuited("places the pieces of a player whose opponent has a single one");
    }
    let sides = if team == Player::One { [one, two] } else { [two, one] };
    if sides[0].configurations() > u32::MAX.into() || usize::try_from(shape.positions).is_err() {
        return Err(SolveError::TooManyPositions { positions: shape.positions });
    }
    Ok(sides)
}

/// The largest number of nodes in a game of two single pieces. The engine accepts such games only
/// for comparison with other engines.
const MOST_SINGLE_NODES: u64 = 2048;

fn bytes(shape: &Shape, [team, other]: [PiecesShape; 2], request: Request) -> u64 {
    let (nodes, size, count) = (team.nodes, team.team.unwrap_or(1), team.configurations());
    let words = block_words(other.nodes);
    let row = other.nodes.div_ceil(64 * words).max(1).saturating_mul(words * 8);
    let set = count.saturating_mul(row);
    let rests = catmouse_arena::Team::configurations(nodes, size - 1).unwrap_or(u64::MAX);
    let pushed = match team.movers {
        Movers::All => push::bytes(count, rests, size, [nodes, team.arcs], words),
        Movers::One => 0,
    };
    // Each player's attractor takes two sets, and a third one while both change at a time. The
    // team's attractor may also push rows.
    let sets = |number: u64| set.saturating_mul(number);
    let with_pushed = |number| sets(number).saturating_add(pushed);
    let least = if other.may_stay { 2 } else { 3 };
    let is_one = shape.sides.is_some_and(|[one, _]| one.team.is_some());
    let sets = match request {
        Request::Placement(_) | Request::Placements(_) => with_pushed(least),
        Request::Table => sets(3).max(with_pushed(least)),
        // The first player's sets are kept while the second player's sets grow.
        Request::Outcomes if is_one => sets(4).max(with_pushed(2)),
        Request::Outcomes => with_pushed(4),
        Request::Within(_) if is_one => sets(5).max(with_pushed(3)),
        Request::Within(_) => with_pushed(5),
    };
    // If the ends do not depend on single members, each player has a row of ends for each
    // configuration.
    let ends = if shape.ends_by_member { 0 } else { set.saturating_mul(2).saturating_add(count.saturating_mul(4)) };
    let table = match request {
        Request::Table => {
            let cells = shape.positions.saturating_mul(size_of::<u16>() as u64);
            cells.saturating_add(table::bytes(set, count, other.nodes))
        }
        Request::Outcomes | Request::Within(_) | Request::Placement(_) | Request::Placements(_) => 0,
    };
    // A bit for each row of both sets, set when the row changes.
    let work = worker_bytes([team, other]).saturating_add(count.div_ceil(4));
    // Placements need a list of the best ones during the run. Outcomes need the engine's number of
    // each configuration, but only after the run.
    let work = match request {
        Request::Placement(_) | Request::Table => work,
        Request::Placements(_) => work.saturating_add(count.saturating_mul(4)),
        Request::Outcomes | Request::Within(_) => work.max(count.saturating_mul(4)),
    };
    let of_nodes = nodes.saturating_add(other.nodes).saturating_mul(72);
    let of_arcs = team.arcs.saturating_add(other.arcs).saturating_mul(8);
    let copies = step::bytes_of_copies(other.nodes, other.arcs, words);
    let numbering = (nodes + 1).saturating_mul(8 * (2 * size + 1)).saturating_add(8192);
    [ends, table, work, numbering, of_nodes, of_arcs, copies].into_iter().fold(sets, u64::saturating_add)
}

/// Bytes of one thread: the rows between two legs, and the tables of the other's moves.
fn worker_bytes([team, other]: [PiecesShape; 2]) -> u64 {
    let of_size = |left| catmouse_arena::Team::configurations(team.nodes, left).unwrap_or(u64::MAX);
    let rows = (1..team.team.unwrap_or(1)).map(of_size).fold(0, u64::saturating_add);
    let words = block_words(other.nodes);
    let pushed = push::thread_bytes(of_size(team.team.unwrap_or(1) - 1));
    rows.saturating_mul(8 * words)
        .saturating_add(step::thread_bytes(other.nodes, other.arcs, words))
        .saturating_add(pushed)
}

/// The control with all its threads if their memory is allowed, otherwise with one thread.
fn within_memory<'c>(
    shape: &Shape,
    sides: [PiecesShape; 2],
    request: Request,
    control: &Control<'c>,
) -> Result<Control<'c>, SolveError> {
    let bytes = bytes(shape, sides, request);
    if control.admit(bytes.saturating_add(thread_bytes(sides, request, control))).is_ok() {
        return Ok(*control);
    }
    control.admit(bytes)?;
    Ok(control.on_threads(NonZeroUsize::MIN))
}

/// Bytes of all threads but the first.
fn thread_bytes(sides: [PiecesShape; 2], request: Request, control: &Control<'_>) -> u64 {
    let notes = if request == Request::Table { table::thread_bytes(sides[0].configurations()) } else { 0 };
    worker_bytes(sides).saturating_add(notes).saturating_mul(control.threads().get() as u64 - 1)
}

/// Words of a block, for rows of this many columns.
fn block_words(columns: u64) -> u64 {
    match columns {
        _ if SMALL_CODE => 1,
        0..=64 => 1,
        65..=128 => 2,
        129..=256 => 4,
        _ => 8,
    }
}

/// Solves an arena with unit costs in which at most one player has a team. A table is written into
/// the memory of `reuse` if that fits.
///
/// # Errors
///
/// [`SolveError::CostsNotOne`] where a move costs more than 1; [`SolveError::Unsuited`] where both
/// players have several pieces, or for another kind of arena or request.
/// [`SolveError::TooManyPositions`] where 32 bits cannot number the configurations;
/// [`SolveError::TooDeep`] for a table in which a forced win takes 2³⁰ plies or more; the errors
/// that [`Control`] causes.
pub(crate) fn run(
    arena: &ProductArena,
    request: Request,
    reuse: Solution,
    control: &Control<'_>,
) -> Result<Answer, SolveError> {
    let shape = Shape::from(arena);
    let sides = suits(&shape, request)?;
    let control = &within_memory(&shape, sides, request, control)?;
    let team = match request {
        Request::Placement(player) | Request::Placements(player) => player,
        _ if arena.pieces(Player::One).team().is_some() => Player::One,
        _ => Player::Two,
    };
    match block_words(sides[1].nodes) {
        // Widths that `block_words` never returns are not compiled.
        2 if !SMALL_CODE => run_in_blocks::<2>(arena, team, request, reuse, control),
        4 if !SMALL_CODE => run_in_blocks::<4>(arena, team, request, reuse, control),
        8 if !SMALL_CODE => run_in_blocks::<8>(arena, team, request, reuse, control),
        _ => run_in_blocks::<1>(arena, team, request, reuse, control),
    }
}

fn run_in_blocks<const W: usize>(
    arena: &ProductArena,
    team: Player,
    request: Request,
    reuse: Solution,
    control: &Control<'_>,
) -> Result<Answer, SolveError> {
    let game = TeamGame::<W>::new(arena, team);
    match request {
        _ if SMALL_CODE => game.table(reuse, control).map(Answer::Table),
        Request::Placement(_) => {
            let best = game.best(control, |full| full.min().into_iter().collect())?;
            Ok(Answer::Placement(best.map(|(first, plies)| (first[0], plies))))
        }
        Request::Placements(_) => {
            let best = game.best(control, |full| {
                let mut all: Vec<u32> = full.collect();
                all.put_in_order();
                all
            });
            best.map(Answer::Placements)
        }
        Request::Outcomes => game.outcomes(None, control).map(Answer::Outcomes),
        Request::Within(limit) => game.outcomes(Some(limit), control).map(Answer::Outcomes),
        Request::Table => game.table(reuse, control).map(Answer::Table),
    }
}

/// Threads share a set of at least this many words.
const ENOUGH_WORDS: usize = 1 << 16;

impl<const W: usize> TeamGame<'_, W> {
    /// The number of threads worth starting: 1 if there is little work.
    fn useful_threads(&self, control: &Control<'_>) -> usize {
        if self.board.numbering.count() * self.blocks() * W < ENOUGH_WORDS { 1 } else { control.threads().get() }
    }

    /// Those of the best placements that `choose` selects, and the plies in which they win.
    fn best(
        &self,
        control: &Control<'_>,
        choose: impl Fn(&mut dyn Iterator<Item = u32>) -> Vec<u32> + Sync,
    ) -> Result<Option<(Vec<u32>, Distance)>, SolveError> {
        let threads = self.useful_threads(control);
        let mut attractor = Attractor::new(self, self.board.team, threads)?;
        on_threads(threads, || {
            attractor.start(None, control)?;
            loop {
                let best = choose(&mut attractor.full());
                if !best.is_empty() {
                    return Ok(Some((best, attractor.level)));
                }
                if !attractor.advance(true, None, control)? {
                    return Ok(None);
                }
            }
        })
    }

    /// The wins of each player, within this many plies if there is a limit.
    fn outcomes(&self, limit: Option<Distance>, control: &Control<'_>) -> Result<Outcomes, SolveError> {
        let mut won = Vec::new();
        let threads = self.useful_threads(control);
        for player in Player::BOTH {
            let mut attractor = Attractor::new(self, player, threads)?;
            on_threads(threads, || {
                attractor.start(None, control)?;
                while limit.is_none_or(|limit| attractor.level < limit)
                    && attractor.advance(limit.is_some(), None, control)?
                {}
                Ok::<(), SolveError>(())
            })?;
            let (team_to_move, other_to_move) = attractor.into_won();
            let rows = [team_to_move, other_to_move].map(|set| self.bit_rows(set));
            won.push(rows);
        }
        let mut won = won.into_iter().map(|[team, other]| match self.board.team {
            Player::One => [team, other],
            Player::Two => [other, team],
        });
        let (Some(one), Some(two)) = (won.next(), won.next()) else { unreachable!("there are two players") };
        let [rows, columns] = Player::BOTH.map(|player| self.board.arena.pieces(player).nodes());
        let outcomes = Outcomes::new(rows, columns, [one, two]).in_rows_of(self.board.team);
        let outcomes = match limit {
            Some(limit) => outcomes.with_extent(Extent::Within(limit)),
            None => outcomes,
        };
        Ok(match self.board.order.places(&self.board.numbering) {
            None => outcomes,
            Some(places) if self.board.team == Player::One => outcomes.with_places([Some(places), None]),
            Some(places) => outcomes.with_places([None, Some(places)]),
        })
    }

    /// A set in the type of the arena. If the engine's order is the arena's order reversed, this
    /// reverses the rows.
    fn bit_rows(&self, mut set: AlignedRows<W>) -> BitRows {
        let (count, blocks) = (self.board.numbering.count(), self.blocks());
        if blocks > 1 {
            let mut rows = AlignedRows::zeroed(set.len());
            for (index, words) in set.iter().enumerate() {
                rows[index % count * blocks + index / count] = *words;
            }
            set = rows;
        }
        if self.board.order.is_mirrored() {
            for row in 0..count / 2 {
                let (low, high) = set.split_at_mut((count - 1 - row) * blocks);
                low[row * blocks..(row + 1) * blocks].swap_with_slice(&mut high[..blocks]);
            }
        }
        set.into_bit_rows(blocks)
    }

    /// The table, in the memory of `reuse` if its cells are wide enough.
    fn table(&self, reuse: Solution, control: &Control<'_>) -> Result<Solution, SolveError> {
        let count = 2 * self.board.numbering.count() * self.board.other_steps.nodes() as usize;
        let mut narrow = endless_cells::<u16>(reuse, count)?;
        if self.fill(TableCells::Narrow(&mut narrow), control)? {
            return Ok(Solution::from_cells(narrow));
        }
        drop(narrow);
        let mut wide = endless_cells::<u32>(Solution::default(), count)?;
        if self.fill(TableCells::Wide(&mut wide), control)? {
            return Ok(Solution::from_cells(wide));
        }
        Err(SolveError::TooDeep)
    }

    /// Fills a table whose cells are endless. Returns false if a distance does not fit a cell.
    fn fill(&self, cells: TableCells<'_>, control: &Control<'_>) -> Result<bool, SolveError> {
        let max_distance = cells.max_distance();
        let (rows, threads) = (self.board.order.places(&self.board.numbering), self.useful_threads(control));
        let sizes = [self.board.numbering.count(), self.board.other_steps.nodes() as usize, W];
        let mut table = Table::new(cells, self.board.team, sizes, rows, threads)?;
        for player in Player::BOTH {
            let mut attractor = Attractor::new(self, player, threads)?;
            let fits = on_threads(threads, || {
                attractor.start(Some(&mut table), control)?;
                while attractor.level < max_distance {
                    if !attractor.advance(true, Some(&mut table), control)? {
                        table.finish();
                        return Ok::<bool, SolveError>(true);
                    }
                }
                Ok(false)
            })?;
            if !fits {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Cells of a table in which everything is endless, in the memory of `reuse` if it is large enough.
fn endless_cells<C: PackedValue>(reuse: Solution, count: usize) -> Result<Cells<C>, SolveError> {
    match reuse.into_room(count) {
        Some(mut cells) => {
            cells.fill(C::pack(Value::Endless));
            Ok(cells)
        }
        None => Ok(Cells::try_zeroed(count)?),
    }
}
