//! The rows engine: both attractors of a product arena, whole rows of positions at a time.
//!
//! Two tokens move on two digraphs, so the positions with one player to move form a matrix, and a set of them is a matrix of bits.
//! Each player's `attractor` grows level by level in the rows of its own nodes: "some move wins" is an OR of whole rows, "all
//! moves lose" is decided inside one row by the cheapest of a few `kernels`. Up to 256 positions change with one
//! instruction, and a position costs a fraction of a nanosecond instead of several for each of its moves. Nodes of graphs that
//! are nearly trees are put into an `order` that suits this.
//!
//! What comes of it is at choice:
//!
//! | function | yields | bytes a position at the peak |
//! |---|---|---|
//! | [`outcomes`] | who wins, as bits | 0.5, and the kernels' matrix where the graph is dense |
//! | [`distances()`] | who wins and how soon, as the `log` of what was decided when | 0.3 for the bits and the log: 0.2 to 1.2 |
//! | [`solve`] | the same as a flat table | the log's, and 2 or 4 for the table |
//!
//! **Cost.** Time: O(levels + positions · degree / 512) and more where positions are decided one by one, as on paths; see
//! `PERFORMANCE.md`. The two attractors share nothing but the ends of the game.
//!
//! **Source.** Attractors: Grädel, Thomas, Wilke, LNCS 2500, chapter 2. Pulling into open rows instead of pushing out of a dense
//! level: Beamer, Asanović, Patterson, *Direction-optimizing breadth-first search*, SC 2012.

#![expect(clippy::inline_always, reason = "vector instructions reach only what is inlined where they are enabled")]

mod attractor;
mod block;
mod distances;
mod ends;
mod flat;
mod frontier;
mod kernels;
mod log;
mod order;
mod sorted;
mod transpose;
mod vector;

use std::borrow::Cow;

use catmouse_arena::{Arena, BitRows, Cell, Cells, Outcomes, Player, ProductArena, Solution};
use pulp::NullaryFnOnce;

use attractor::{Attractor, Record};
use block::Matrix;
pub use distances::Distances;
use kernels::complement;
use log::{EVENT_BYTES, Log};
use order::{Places, in_order};

use crate::SolveError;

/// Whether this engine solves the arena: two tokens on two digraphs, and every move costs 1.
pub fn applies<A: Arena>(arena: &A) -> bool {
    product(arena).is_ok()
}

/// The values of all positions as a flat table.
///
/// # Errors
///
/// [`SolveError::NoProduct`] where the arena is no product, [`SolveError::CostsNotOne`] where a move costs more than 1,
/// [`SolveError::TooDeep`] where a forced win takes 2³⁰ plies or more.
pub fn solve<A: Arena>(arena: &A) -> Result<Solution, SolveError> {
    solve_in(arena, Solution::default())
}

/// The same in the memory of a solution that is no longer needed, as far as it goes.
///
/// # Errors
///
/// As [`solve`].
pub fn solve_in<A: Arena>(arena: &A, room: Solution) -> Result<Solution, SolveError> {
    Ok(Levels::of(product(arena)?, usize::MAX)?.ok_or(SolveError::TooDeep)?.table(room))
}

/// As [`solve_in`], but nothing, and the room left as it is, where the log would take more than so many bytes.
pub(crate) fn solve_within<A: Arena>(
    arena: &A,
    room: &mut Solution,
    log_bytes: usize,
) -> Result<Option<Solution>, SolveError> {
    let levels = Levels::of(product(arena)?, log_bytes / EVENT_BYTES)?;
    Ok(levels.map(|levels| levels.table(std::mem::take(room))))
}

/// The values of all positions, held as the log by which they were found.
///
/// # Errors
///
/// As [`solve`].
pub fn distances<A: Arena>(arena: &A) -> Result<Distances, SolveError> {
    let Levels { arena, places, logs } = Levels::of(product(arena)?, usize::MAX)?.ok_or(SolveError::TooDeep)?;
    Ok(Distances::new(&arena, logs, places))
}

/// Who wins from each position, without distances.
///
/// # Errors
///
/// As [`solve`], but however deep a win is.
pub fn outcomes<A: Arena>(arena: &A) -> Result<Outcomes, SolveError> {
    let (arena, places) = in_order(product(arena)?);
    let won = Player::BOTH.map(|player| each_width(&arena, player, Won));
    let [rows, columns] = Player::BOTH.map(|player| arena.steps(player).nodes());
    let outcomes = Outcomes::new(rows, columns, won);
    Ok(match places {
        Some(Places(places)) => outcomes.with_places(places),
        None => outcomes,
    })
}

/// What is asked of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// [`outcomes`].
    Outcomes,
    /// [`distances()`].
    Log,
    /// [`solve`], while distances stay below 2¹⁴; beyond, 2 bytes a position come on top.
    Flat,
}

/// Bytes that the engine asks for at the peak, known before anything is allocated, for step graphs with so many nodes and arcs
/// (One's first): an upper bound for the bits, to which `log` adds what the log takes: at most 80 bytes for each event, which
/// depends on how many positions are decided together. Ends of the game in runs of neighbouring pairs are taken to be few.
pub fn peak_bytes(nodes: [u32; 2], arcs: [usize; 2], log: u64, mode: Mode) -> u64 {
    let matrix = |owner: usize| matrix_bytes(nodes[owner], nodes[1 - owner]);
    // An attractor has two matrices and, at the worst, three levels as large as one; besides the moves by kernel.
    let attractor = |owner: usize| {
        let (opponent, moves) = (nodes[1 - owner], arcs[1 - owner]);
        let sources = if complement::pays(opponent, moves) { matrix_bytes(opponent, opponent) } else { 0 };
        let lists = 8 * moves as u64 + 64 * u64::from(nodes[0]) + 64 * u64::from(nodes[1]);
        5 * matrix(owner) + sources + lists
    };
    let positions = 2 * u64::from(nodes[0]) * u64::from(nodes[1]);
    let order = order::bytes(nodes, arcs);
    let engine = match mode {
        // The first attractor keeps its two matrices while the second grows.
        Mode::Outcomes => attractor(0).max(2 * matrix(0) + attractor(1)),
        Mode::Log => attractor(0).max(attractor(1)) + log,
        Mode::Flat => {
            let table = 2 * positions + flat::bytes(nodes, order > 0, log);
            attractor(0).max(attractor(1)).max(table) + log
        }
    };
    engine + order
}

/// Bytes of a matrix of bits in blocks that suit its columns.
fn matrix_bytes(rows: u32, columns: u32) -> u64 {
    block::matrix_bytes(rows.into(), columns, block_words(columns))
}

/// Words of the blocks that suit so many columns: one block a row up to 2048 of them, and blocks of 1024 bits beyond: on grids,
/// `walls-60` and `gnp-5000-0.02` these took 0.87 to 0.97 of the time of blocks of 512, and 0.83 to 1 of the time of 2048. On `walls-30`
/// blocks of 768 take 0.9 of the time of those of 1024; of 1536 instead of 2048 were no gain.
fn block_words(columns: u32) -> usize {
    match columns {
        0..=256 => 4,
        257..=512 => 8,
        513..=768 => 12,
        1025..=2048 => 32,
        _ => 16,
    }
}

/// The one door to the factors of an arena.
fn product<A: Arena>(arena: &A) -> Result<&ProductArena, SolveError> {
    let product = crate::two_pieces(arena).ok_or(SolveError::NoProduct)?;
    if product.unit_costs() { Ok(product) } else { Err(SolveError::CostsNotOne) }
}

/// What was decided when, in both attractors.
struct Levels<'a> {
    /// As it was given, or in another order.
    arena: Cow<'a, ProductArena>,
    /// That order.
    places: Option<Places>,
    logs: [Log; 2],
}

impl<'a> Levels<'a> {
    /// Those of an arena, if there is room for so many events.
    fn of(given: &'a ProductArena, room: usize) -> Result<Option<Self>, SolveError> {
        let (arena, places) = in_order(given);
        let Some(one) = each_width(&arena, Player::One, Logged { room }) else {
            return Ok(None);
        };
        let Some(two) = each_width(&arena, Player::Two, Logged { room: one.room() }) else {
            return Ok(None);
        };
        if u64::from(one.deepest.max(two.deepest)) > u32::MAX_DISTANCE {
            return Err(SolveError::TooDeep);
        }
        Ok(Some(Self { arena, places, logs: [one, two] }))
    }

    fn table(&self, room: Solution) -> Solution {
        let deepest = self.logs.iter().map(|log| log.deepest).max();
        if u64::from(deepest.unwrap_or(0)) <= u16::MAX_DISTANCE {
            Solution::from_cells(self.filled::<u16>(room))
        } else {
            Solution::from_cells(self.filled::<u32>(room))
        }
    }

    fn filled<C: flat::Code>(&self, room: Solution) -> Cells<C> {
        let positions = self.arena.positions();
        let mut cells = room.into_room(positions).unwrap_or_else(|| Cells::zeroed(positions));
        vector::run(Fill { levels: self, cells: &mut cells });
        cells
    }
}

/// What to make of an attractor, whatever the width of its blocks.
trait Make {
    type Made;
    fn make<const W: usize, const ONE: bool>(self, attractor: Attractor<W, ONE>) -> Self::Made;
}

/// The attractor of a player in blocks that suit the opponent's nodes.
fn each_width<M: Make>(arena: &ProductArena, player: Player, make: M) -> M::Made {
    let columns = arena.steps(player.opponent()).nodes();
    let words = block_words(columns);
    match (words, columns as usize <= 64 * words) {
        (4, _) => make.make(Attractor::<4, true>::new(arena, player)),
        (8, _) => make.make(Attractor::<8, true>::new(arena, player)),
        (12, _) => make.make(Attractor::<12, true>::new(arena, player)),
        (32, _) => make.make(Attractor::<32, true>::new(arena, player)),
        (_, true) => make.make(Attractor::<16, true>::new(arena, player)),
        (_, false) => make.make(Attractor::<16, false>::new(arena, player)),
    }
}

/// What the player wins, with each player to move.
struct Won;

impl Make for Won {
    type Made = [BitRows; 2];

    fn make<const W: usize, const ONE: bool>(self, mut attractor: Attractor<W, ONE>) -> Self::Made {
        let player = attractor.player();
        vector::run(Grow { attractor: &mut attractor, record: &mut () });
        let [mine, theirs] = attractor.into_won();
        let rows = |matrix: Matrix<W, ONE>| {
            let (words, first, stride) = matrix.into_parts();
            BitRows::new(words, first, stride)
        };
        match player {
            Player::One => [rows(mine), rows(theirs)],
            Player::Two => [rows(theirs), rows(mine)],
        }
    }
}

/// What was decided when, if there is room for it.
struct Logged {
    room: usize,
}

impl Make for Logged {
    type Made = Option<Log>;

    fn make<const W: usize, const ONE: bool>(self, mut attractor: Attractor<W, ONE>) -> Self::Made {
        let mut log = Log::new(attractor.arena(), attractor.player(), self.room);
        vector::run(Grow { attractor: &mut attractor, record: &mut log }).then_some(log)
    }
}

/// Growing an attractor, as a task for [`vector`].
struct Grow<'a, 'b, const W: usize, const ONE: bool, R> {
    attractor: &'a mut Attractor<'b, W, ONE>,
    record: &'a mut R,
}

impl<const W: usize, const ONE: bool, R: Record<W>> NullaryFnOnce for Grow<'_, '_, W, ONE, R> {
    type Output = bool;

    #[inline(always)]
    fn call(self) -> bool {
        self.attractor.grow(self.record)
    }
}

/// Filling a table, likewise.
struct Fill<'a, 'b, C> {
    levels: &'a Levels<'b>,
    cells: &'a mut [C],
}

impl<C: flat::Code> NullaryFnOnce for Fill<'_, '_, C> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Levels { arena, places, logs: [one, two] } = self.levels;
        flat::fill(arena, places.as_ref(), one, two, self.cells);
    }
}

#[cfg(test)]
mod tests {
    use catmouse_arena::{StepGraph, Stuck, Values, Verdicts};

    use super::*;

    /// The solution by blocks of this width, without choosing instructions.
    fn portably<const W: usize, const ONE: bool>(arena: &ProductArena) -> Solution {
        let logs = Player::BOTH.map(|player| {
            let mut log = Log::new(arena, player, usize::MAX);
            Grow { attractor: &mut Attractor::<W, ONE>::new(arena, player), record: &mut log }.call();
            log
        });
        let mut cells = Cells::<u16>::zeroed(arena.positions());
        let levels = Levels { arena: Cow::Borrowed(arena), places: None, logs };
        Fill { levels: &levels, cells: &mut cells }.call();
        Solution::from_cells(cells)
    }

    #[test]
    fn neither_the_instructions_nor_the_width_of_blocks_matter() {
        for side in [5, 23, 27] {
            let place = |row: u32, column: u32| row * side + column;
            let pairs = (0..side).flat_map(|row| (0..side).map(move |column| (row, column)));
            let arcs = pairs.flat_map(|(row, column)| {
                let right = (column + 1 < side).then(|| (place(row, column), place(row, column + 1)));
                let down = (row + 1 < side).then(|| (place(row, column), place(row + 1, column)));
                right.into_iter().chain(down)
            });
            let both_ways = arcs.flat_map(|(from, to)| [(from, to, 1), (to, from, 1)]).collect();
            let grid = StepGraph::new(side * side, both_ways);
            let verdicts = Verdicts::from_fn(side * side, side * side, |mouse, cat| match mouse {
                0 => Some(Player::One),
                _ => (mouse == cat).then_some(Player::Two),
            });
            let arena = ProductArena::new(grid.clone(), grid, verdicts, Stuck::Endless);
            let solution = solve(&arena).expect("it counts plies");
            for (words, found) in [
                (4, portably::<4, false>(&arena)),
                (8, portably::<8, false>(&arena)),
                (12, portably::<12, true>(&arena)),
                (16, portably::<16, false>(&arena)),
                (16, portably::<16, true>(&arena)),
                (32, portably::<32, true>(&arena)),
            ] {
                assert!(found == solution, "blocks of {words} words, side {side}");
            }
        }
    }

    #[test]
    fn a_column_may_have_more_events_than_a_word_has_digits() {
        // Twenty nodes a layer, each a move from the layer before; One loses in the first, wherever Two stands.
        let (nodes, layer) = (500, 20);
        let layers = StepGraph::new(nodes, (layer..nodes).map(|node| (node, node - layer, 1)).collect());
        let idle = StepGraph::new(70, (0..70).map(|node| (node, node, 1)).collect());
        let verdicts = Verdicts::from_fn(nodes, 70, |one, _| (one < layer).then_some(Player::Two));
        let arena = ProductArena::new(layers, idle, verdicts, Stuck::Endless);
        let solution = solve(&arena).expect("it counts plies");
        assert!(solution == crate::queue::solve(&arena).expect("it counts plies"));
        // The longest takes 48 plies: six digits and one for the player, but each column has 24 events.
    }

    /// One's graph is a tree that would be put into another order, and Two has nowhere to be.
    #[test]
    fn there_may_be_no_positions() {
        let tree = StepGraph::new(1_200, (1..1_200).map(|to| (to / 2, to, 1)).collect());
        let nowhere = StepGraph::new(0, Vec::new());
        for [one, two] in [[tree.clone(), nowhere.clone()], [nowhere, tree]] {
            let verdicts = Verdicts::from_fn(one.nodes(), two.nodes(), |_, _| None);
            let arena = ProductArena::new(one, two, verdicts, Stuck::Endless);
            assert!(solve(&arena).is_ok_and(|solution| solution.positions() == 0));
            assert!(outcomes(&arena).is_ok() && distances(&arena).is_ok());
        }
    }

    #[test]
    fn too_small_a_log_is_given_up() {
        let path = StepGraph::new(300, (1..300).flat_map(|to| [(to - 1, to, 1), (to, to - 1, 1)]).collect());
        let verdicts = Verdicts::from_fn(300, 300, |mouse, cat| (mouse == cat).then_some(Player::Two));
        let arena = ProductArena::new(path.clone(), path, verdicts, Stuck::Endless);
        let within = |bytes| solve_within(&arena, &mut Solution::default(), bytes).map(|solution| solution.is_some());
        assert_eq!(within(1_000), Ok(false));
        assert_eq!(within(100_000_000), Ok(true));
    }

    #[test]
    fn peaks_are_known_beforehand() {
        // 4 bits a pair while the second attractor grows, and 3 for its levels: less than half a byte a position.
        let nodes = [10_000, 10_000];
        let positions = 200_000_000;
        let outcomes = peak_bytes(nodes, [40_000, 40_000], 0, Mode::Outcomes);
        assert!((positions * 2 / 5..positions / 2).contains(&outcomes), "{outcomes}");
        let flat = peak_bytes(nodes, [40_000, 40_000], positions, Mode::Flat);
        assert!((3 * positions..7 * positions / 2).contains(&flat), "{flat}");
        assert!(peak_bytes(nodes, [40_000, 40_000], positions, Mode::Log) < 2 * positions);
    }
}
