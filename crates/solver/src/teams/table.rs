//! The wins of both players, collected into a flat table of distances.
//!
//! The attractor finds rows of nodes of the other's piece level by level, in an order of the
//! configurations that suits the attractor. But a large table should be written rarely and in the
//! order of its cells. So decisions are first noted in *planes*, sets of bits like the attractor's
//! own. The levels since the planes were last cleared are numbered from 1, and each plane holds one
//! binary digit of the level's number for each position. When a number needs more digits than there
//! are planes, and at the end, the planes are entered into the table and cleared.
//!
//! If Two has the team, the table has a row for each node of the other's piece, so cells that are
//! found together lie far apart. Then 64 neighbouring configurations are transposed before they are
//! entered.
//!
//! **Cost.** O(positions · planes / vector width) each time that planes are entered. Memory: the
//! table, four sets for each player to move, and four bytes for each configuration.

use std::hint::black_box;
use std::ops::Range;

use catmouse_arena::{Distance, PackedValue, Player, Value, set_bits, transpose};
use pulp::NullaryFnOnce;

use super::aligned::AlignedRows;
use crate::SolveError;
use crate::parallel::for_each_part;
use crate::rows::avx512::{Avx512, Masked};
use crate::rows::vector;

/// The number of planes, and of digits of a level's number. If each ply decides positions with only
/// one player to move, 15 numbers last for 30 plies.
pub(super) const PLANES: usize = 4;

/// Up to this many new cells among 64, cells are entered one by one.
const FEW_CELLS: u32 = 4;

/// Cells that one step handles.
const LANES: usize = 16;

/// Groups of 64 configurations that are transposed before they are entered. A run of their cells is
/// long enough to be fetched at once.
const GROUPS: usize = 8;

/// Configurations that a thread enters at a time.
const CONFIGURATIONS_AT_A_TIME: usize = 1 << 14;

/// A table in the making.
///
/// Unlike the attractors, it takes the width of blocks at run time, so it is compiled only once.
pub(super) struct Table<'t> {
    team: Player,
    /// The number of configurations.
    count: usize,
    /// The number of nodes of the other's piece.
    nodes: usize,
    /// Words of a block of columns.
    words: usize,
    /// The engine's row for each of the arena's configurations; `None` if the arena's numbers are
    /// the engine's reversed.
    rows: Option<Vec<u32>>,
    cells: TableCells<'t>,
    threads: usize,
    winner: Player,
    /// The decisions not yet entered, with One to move and with Two to move.
    planes: [Planes; 2],
}

/// The cells, in either width.
pub(super) enum TableCells<'t> {
    Narrow(&'t mut [u16]),
    Wide(&'t mut [u32]),
}

impl TableCells<'_> {
    /// The largest distance that fits a cell.
    pub(super) fn max_distance(&self) -> Distance {
        match self {
            Self::Narrow(_) => u16::MAX_DISTANCE,
            Self::Wide(_) => u32::MAX_DISTANCE,
        }
    }
}

/// The decisions with one player to move since the planes were last entered.
#[derive(Debug)]
struct Planes {
    /// The first level.
    first: Distance,
    /// The difference between consecutive levels.
    step: Distance,
    /// The number of the last level; 0 if there is none.
    last: usize,
    /// For each block of columns, each row and each digit: the nodes whose number has that digit,
    /// in the words of a block.
    digits: AlignedRows<1>,
}

/// Access to the planes for a range of rows at one level.
pub(super) struct Notes<'n, const W: usize> {
    /// The number of the level.
    number: usize,
    /// The first of the rows.
    first: usize,
    /// The planes of these rows, block by block.
    digits: Vec<&'n mut [[u64; W]]>,
}

impl<const W: usize> Notes<'_, W> {
    /// Notes that these nodes of a block of columns are decided in a row.
    #[inline(always)]
    pub(super) fn decided(&mut self, row: usize, block: usize, nodes: &[u64; W]) {
        let digits = &mut self.digits[block][(row - self.first) * PLANES..][..PLANES];
        for (number, digit) in digits.iter_mut().enumerate() {
            if self.number >> number & 1 == 1 {
                digit.iter_mut().zip(nodes).for_each(|(digit, nodes)| *digit |= nodes);
            }
        }
    }
}

/// Bytes of a table without its cells on one thread, where `set` is the bytes of a set of pairs.
pub(super) fn bytes(set: u64, configurations: u64, nodes: u64) -> u64 {
    let planes = set.saturating_mul(2 * PLANES as u64);
    // The slices of all parts.
    let parts = configurations.div_ceil(CONFIGURATIONS_AT_A_TIME as u64);
    let slices = parts.saturating_mul(nodes + 1).saturating_mul(size_of::<&mut [u16]>() as u64 + 8);
    let rows = configurations.saturating_mul(size_of::<u32>() as u64);
    [rows, slices, thread_bytes(configurations), 1024].into_iter().fold(planes, u64::saturating_add)
}

/// Bytes of a thread's buffer for transposing.
pub(super) fn thread_bytes(configurations: u64) -> u64 {
    let groups = configurations.div_ceil(64).min(GROUPS as u64);
    groups * (PLANES * 64 * size_of::<u64>()) as u64
}

impl<'t> Table<'t> {
    /// An empty table in these cells. `words` is the width of a block. `rows` has the engine's row
    /// for each of the arena's configurations; `None` if the arena's numbers are the engine's
    /// reversed.
    ///
    /// # Errors
    ///
    /// [`SolveError::NoMemory`] if the system lacks the memory for the planes.
    pub(super) fn new(
        cells: TableCells<'t>,
        team: Player,
        [count, nodes, words]: [usize; 3],
        rows: Option<Vec<u32>>,
        threads: usize,
    ) -> Result<Self, SolveError> {
        let planes = || Planes::new(nodes.div_ceil(64 * words).max(1) * count * words);
        let planes = [planes()?, planes()?];
        Ok(Self { team, count, nodes, words, rows, cells, threads, winner: team, planes })
    }

    /// Enters everything noted before. Later calls note the wins of this player.
    pub(super) fn note_wins_of(&mut self, winner: Player) {
        self.finish();
        self.winner = winner;
    }

    /// Access to the planes at a level with this player to move, for each of these consecutive
    /// ranges of rows. The level must not be before the last one.
    pub(super) fn at_level<const W: usize>(
        &mut self,
        turn: Player,
        level: Distance,
        rows: &[Range<usize>],
    ) -> Vec<Notes<'_, W>> {
        if !self.planes[turn.index()].assign_number(level) {
            self.enter(turn);
            self.planes[turn.index()].assign_number(level);
        }
        let count = self.count;
        let planes = &mut self.planes[turn.index()];
        let number = planes.last;
        let mut notes: Vec<_> =
            rows.iter().map(|rows| Notes { number, first: rows.start, digits: Vec::with_capacity(1) }).collect();
        let digits = planes.digits.as_flattened_mut().as_chunks_mut().0;
        for mut block in digits.chunks_exact_mut((count * PLANES).max(1)) {
            for (rows, notes) in rows.iter().zip(&mut notes) {
                let (first, rest) = block.split_at_mut(rows.len() * PLANES);
                notes.digits.push(first);
                block = rest;
            }
        }
        notes
    }

    /// Enters everything that is not entered yet.
    pub(super) fn finish(&mut self) {
        for turn in Player::BOTH {
            self.enter(turn);
        }
    }

    /// Enters the decisions with this player to move.
    fn enter(&mut self, turn: Player) {
        let planes = &mut self.planes[turn.index()];
        if planes.last == 0 {
            return;
        }
        let Self { team, count, nodes, words, .. } = *self;
        let layout = Layout { team, count, nodes, words, rows: self.rows.as_deref() };
        let half = self.count * self.nodes;
        let half = turn.index() * half..(turn.index() + 1) * half;
        match &mut self.cells {
            TableCells::Narrow(cells) => enter(layout, planes, self.winner, &mut cells[half], self.threads),
            TableCells::Wide(cells) => enter(layout, planes, self.winner, &mut cells[half], self.threads),
        }
        planes.digits.as_flattened_mut().fill(0);
        (planes.first, planes.step, planes.last) = (0, 0, 0);
    }
}

impl Planes {
    fn new(words: usize) -> Result<Self, SolveError> {
        Ok(Self { first: 0, step: 0, last: 0, digits: AlignedRows::try_zeroed(words * PLANES)? })
    }

    /// Assigns a number to a level, which is the last level or a later one. Returns false if the
    /// planes must be entered first.
    fn assign_number(&mut self, level: Distance) -> bool {
        match self.last {
            0 => self.first = level,
            last if level == self.first + (last - 1) as Distance * self.step => return true,
            1 => self.step = level - self.first,
            last if last + 1 < 1 << PLANES && level == self.first + last as Distance * self.step => {}
            _ => return false,
        }
        self.last += 1;
        true
    }
}

/// The geometry of the table and the planes.
#[derive(Clone, Copy)]
struct Layout<'p> {
    team: Player,
    count: usize,
    nodes: usize,
    /// Words of a block of columns.
    words: usize,
    rows: Option<&'p [u32]>,
}

impl Layout<'_> {
    #[inline(always)]
    fn row(&self, configuration: usize) -> usize {
        self.rows.map_or(self.count - 1 - configuration, |rows| rows[configuration] as usize)
    }

    /// The digits of a configuration for 64 nodes: those of word `word` of a block.
    #[inline(always)]
    fn digits(&self, planes: &[u64], block: usize, configuration: usize, word: usize) -> [u64; PLANES] {
        let row = block * self.count + self.row(configuration);
        let digits = &planes[row * PLANES * self.words..][..PLANES * self.words];
        std::array::from_fn(|digit| digits[digit * self.words + word])
    }
}

/// Enters the cells of one player to move.
fn enter<C: NumericCell>(layout: Layout<'_>, planes: &Planes, winner: Player, cells: &mut [C], threads: usize) {
    let levels = &LevelCells::new(winner, planes);
    let planes = planes.digits.as_flattened();
    let parts = layout.count.div_ceil(CONFIGURATIONS_AT_A_TIME);
    let mut threads = vec![(); threads.min(parts).max(1)];
    match layout.team {
        Player::One => {
            let parts = cells.chunks_mut((CONFIGURATIONS_AT_A_TIME * layout.nodes).max(1)).enumerate();
            for_each_part(parts, &mut threads, |(), (part, cells)| {
                let first = part * CONFIGURATIONS_AT_A_TIME;
                vector::run(EnterLines { layout, planes, levels, first, cells });
            });
        }
        Player::Two => {
            let mut slices: Vec<Vec<&mut [C]>> = (0..parts).map(|_| Vec::with_capacity(layout.nodes)).collect();
            for line in cells.chunks_exact_mut(layout.count.max(1)) {
                for (slices, part) in slices.iter_mut().zip(line.chunks_mut(CONFIGURATIONS_AT_A_TIME)) {
                    slices.push(part);
                }
            }
            for_each_part(slices.into_iter().enumerate(), &mut threads, |(), (part, lines)| {
                let first = part * CONFIGURATIONS_AT_A_TIME;
                vector::run(EnterAcross { layout, planes, levels, first, lines });
            });
        }
    }
}

/// Enters configurations whose cells are contiguous, as a task for [`vector`].
struct EnterLines<'p, C> {
    layout: Layout<'p>,
    planes: &'p [u64],
    levels: &'p LevelCells<C>,
    /// The first of the configurations.
    first: usize,
    cells: &'p mut [C],
}

impl<C: NumericCell> NullaryFnOnce for EnterLines<'_, C> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { layout, planes, levels, first, cells } = self;
        for (configuration, cells) in (first..).zip(cells.chunks_exact_mut(layout.nodes)) {
            for (word, cells) in cells.chunks_mut(64).enumerate() {
                let (block, word) = (word / layout.words, word % layout.words);
                levels.enter(cells, layout.digits(planes, block, configuration, word));
            }
        }
    }
}

/// Enters configurations whose cells lie in a separate line for each node, as a task for
/// [`vector`].
struct EnterAcross<'p, 'c, C> {
    layout: Layout<'p>,
    planes: &'p [u64],
    levels: &'p LevelCells<C>,
    /// The first of the configurations.
    first: usize,
    /// For each node, the cells of the configurations.
    lines: Vec<&'c mut [C]>,
}

impl<C: NumericCell> NullaryFnOnce for EnterAcross<'_, '_, C> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self { layout, planes, levels, first, mut lines } = self;
        let length = lines.first().map_or(0, |line| line.len());
        // Before transposing: for 64 configurations, the digits of 64 nodes. After: for 64 nodes,
        // the digits of 64 configurations.
        let mut transposed = vec![[[0; PLANES]; 64]; length.div_ceil(64).min(GROUPS)];
        for (block, lines) in lines.chunks_mut(64 * layout.words).enumerate() {
            for start in (0..length).step_by(64 * GROUPS) {
                let end = length.min(start + 64 * GROUPS);
                for (word, lines) in lines.chunks_mut(64).enumerate() {
                    let mut has_any = [false; GROUPS];
                    for ((transposed, has_any), start) in
                        transposed.iter_mut().zip(&mut has_any).zip((start..end).step_by(64))
                    {
                        let lanes = 64.min(end - start);
                        let mut any = 0;
                        for (lane, transposed) in transposed[..lanes].iter_mut().enumerate() {
                            *transposed = layout.digits(planes, block, first + start + lane, word);
                            any |= transposed.iter().fold(0, |any, digit| any | digit);
                        }
                        *has_any = any != 0;
                        if *has_any {
                            transposed[lanes..].fill([0; PLANES]);
                            transpose(transposed);
                        }
                    }
                    for (node, line) in lines.iter_mut().enumerate() {
                        let groups = transposed.iter().zip(has_any).zip(line[start..end].chunks_mut(64));
                        for ((transposed, _), cells) in groups.filter(|((_, has_any), _)| *has_any) {
                            levels.enter(cells, transposed[node]);
                        }
                    }
                }
            }
        }
    }
}

/// A cell of the table, as a number.
trait NumericCell: PackedValue + Default + Send + Sync + Masked {
    /// A number with only this digit set.
    fn digit(number: usize) -> Self;

    /// The difference, modulo the width.
    fn minus(self, other: Self) -> Self;

    /// The amount that a level with this number adds to a cell.
    fn of_level(number: usize, levels: &LevelCells<Self>) -> Self;

    /// Adds to each of sixteen cells the amount for its level number. The numbers are given by
    /// digits, with a bit for each cell.
    fn add(cells: &mut [Self; LANES], digits: [u16; PLANES], levels: &LevelCells<Self>);
}

macro_rules! code {
    ($word:ty) => {
        impl NumericCell for $word {
            fn digit(number: usize) -> Self {
                1 << number
            }

            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }

            #[inline(always)]
            fn of_level(number: usize, levels: &LevelCells<Self>) -> Self {
                (number as Self).wrapping_mul(levels.step).wrapping_add(levels.base)
            }

            /// Assembles each number from its digits, the highest first, and adds the amount to the
            /// cell. With a sum of one word for each digit, the compiler would not vectorise this
            /// loop.
            #[inline(always)]
            fn add(cells: &mut [Self; LANES], digits: [u16; PLANES], levels: &LevelCells<Self>) {
                for (cell, lane) in cells.iter_mut().zip(&levels.lanes) {
                    let mut number: Self = 0;
                    for &digit in digits.iter().rev() {
                        let is_set = Self::from(Self::from(digit) & lane == *lane);
                        number = number.wrapping_add(number).wrapping_add(is_set);
                    }
                    let base = if number == 0 { 0 } else { levels.base };
                    *cell = cell.wrapping_add(number.wrapping_mul(levels.step)).wrapping_add(base);
                }
            }
        }
    };
}

code!(u16);
code!(u32);

/// Converts level numbers to cells: number n is the cell `base + n · step`.
struct LevelCells<C> {
    base: C,
    step: C,
    /// The bit of a digit that belongs to each cell.
    lanes: [C; LANES],
    avx512: Option<Avx512>,
}

impl<C: NumericCell> LevelCells<C> {
    fn new(winner: Player, planes: &Planes) -> Self {
        let word = |distance| C::pack(Value::Win { player: winner, distance });
        let step = word(planes.first + planes.step).minus(word(planes.first));
        // Hides the bits from the compiler, which would otherwise treat the last one, the sign, by
        // other instructions than the rest.
        let lanes = black_box(std::array::from_fn(C::digit));
        Self { base: word(planes.first).minus(step), step, lanes, avx512: Avx512::new() }
    }

    /// Enters up to 64 cells, which must be endless, from the digits of their level numbers.
    #[inline(always)]
    fn enter(&self, cells: &mut [C], digits: [u64; PLANES]) {
        let any = digits.iter().fold(0, |any, digit| any | digit);
        if any == 0 {
            return;
        }
        if let (Some(cells), true) = (cells.first_chunk_mut::<64>(), any.count_ones() > FEW_CELLS) {
            if let Some(avx512) = self.avx512 {
                let digits = digits.map(|digit| [digit, digit >> 16, digit >> 32, digit >> 48].map(|part| part as u16));
                return avx512.run(|| C::add_steps(avx512, cells, digits, self.base, self.step));
            }
            for (chunk, cells) in cells.as_chunks_mut().0.iter_mut().enumerate() {
                <C as NumericCell>::add(cells, digits.map(|digit| (digit >> (chunk * LANES)) as u16), self);
            }
            return;
        }
        for bit in set_bits(any) {
            let digit = |number: usize| (digits[number] >> bit & 1) << number;
            cells[bit] = C::of_level((0..PLANES).map(digit).sum::<u64>() as usize, self);
        }
    }
}
