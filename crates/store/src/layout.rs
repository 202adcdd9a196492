//! The layout of a table's file: header, blocks, values, checksums. The documentation of the crate
//! specifies it.

use std::ops::{Range, RangeInclusive};

use catmouse_arena::{ByPlayer, Distance, Extent, Player, Value};

use crate::{BlockDefect, BlockId, Fingerprint, TableError};

/// The number of bytes of a block.
pub(crate) const BLOCK: usize = 4096;
/// The number of bytes of a block without its checksum.
pub(crate) const PAYLOAD: usize = BLOCK - 4;
/// The first bytes of every table.
const MAGIC: [u8; 8] = *b"\x89CMT\r\n\x1a\n";
/// The only version that is written and read.
pub(crate) const VERSION: u32 = 2;

/// A block of the file.
pub(crate) type Block = [u8; BLOCK];

/// The kind of contents of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Contents {
    /// The winner and the distance. The longest distance determines the number of bits a position;
    /// it is less than 3 bytes for distances up to 4,194,302.
    Distances,
    /// The winner without a distance: a fifth of a byte a position.
    Outcomes,
}

/// Whether these are the first bytes of a table; at least eight bytes are needed. Nothing else is
/// checked.
pub fn is_table(first_bytes: &[u8]) -> bool {
    first_bytes.starts_with(&MAGIC)
}

/// The packing of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
    /// Five winners in a byte, as digits to the base 3.
    Outcomes,
    /// Each value as a number of this many bits, by [`code`].
    Distances { bits: u8 },
}

/// The weight of each digit of a byte of outcomes.
const DIGITS: [u8; 5] = [1, 3, 9, 27, 81];
/// The number of winners in a byte of outcomes.
pub(crate) const WINNERS_IN_BYTE: u32 = DIGITS.len() as u32;
/// The contribution of a player's wins to the byte of five positions, by player and by the wins as
/// five bits.
const BYTE_OF_BITS: [[u8; 32]; 2] = {
    let mut bytes = [[0; 32]; 2];
    let mut at = 0;
    while at < 32 * DIGITS.len() {
        let (bits, digit) = (at / DIGITS.len(), at % DIGITS.len());
        if bits >> digit & 1 == 1 {
            bytes[0][bits] += DIGITS[digit];
            bytes[1][bits] += 2 * DIGITS[digit];
        }
        at += 1;
    }
    bytes
};
/// The greatest byte of outcomes.
const MAX_DIGITS: u8 = 3 * DIGITS[4] - 1;
/// The number of bits of a value with its distance. Distances of a solution in memory are below 2³⁰
/// and take at most 32 bits.
const BITS: RangeInclusive<u8> = 2..=32;

/// Encodes a value as a number: 0 is endless, 1 and 2 are wins of One and Two at distance 0, 3 and
/// 4 at distance 1, and so on.
fn code(value: Value) -> u64 {
    match value {
        Value::Endless => 0,
        Value::Win { player, distance } => 1 + 2 * distance + player.index() as u64,
    }
}

/// Decodes a value.
#[inline]
fn value(code: u64) -> Value {
    let Some(win) = code.checked_sub(1) else { return Value::Endless };
    Value::Win { player: if win & 1 == 0 { Player::One } else { Player::Two }, distance: win >> 1 }
}

impl Packing {
    /// The narrowest packing for distances up to this one; the widest if none suffices.
    pub(crate) fn of_distances(longest: Distance) -> Self {
        let bits = BITS.clone().find(|&bits| longest <= Self::Distances { bits }.max_distance());
        Self::Distances { bits: bits.unwrap_or(*BITS.end()) }
    }

    /// The packing's number in the header: the bits of a value, 0 for outcomes.
    const fn bits(self) -> u8 {
        match self {
            Self::Outcomes => 0,
            Self::Distances { bits } => bits,
        }
    }

    /// The packing with this number in the header.
    fn of_bits(bits: u8) -> Option<Self> {
        match bits {
            0 => Some(Self::Outcomes),
            bits => BITS.contains(&bits).then_some(Self::Distances { bits }),
        }
    }

    pub(crate) const fn contents(self) -> Contents {
        match self {
            Self::Outcomes => Contents::Outcomes,
            Self::Distances { .. } => Contents::Distances,
        }
    }

    /// The greatest distance that fits; 0 if no distances are held.
    pub(crate) const fn max_distance(self) -> Distance {
        match self {
            Self::Outcomes => 0,
            Self::Distances { bits } => (1 << (bits - 1)) - 2,
        }
    }

    /// The number of values in a block.
    #[inline]
    pub(crate) const fn values_in_block(self) -> usize {
        match self {
            Self::Outcomes => PAYLOAD * DIGITS.len(),
            Self::Distances { bits } => (PAYLOAD as u32 * 8 / bits as u32) as usize,
        }
    }

    /// The block of values that holds a position, counted from 0, and the slot in this block.
    #[inline]
    pub(crate) fn locate(self, position: usize) -> (usize, usize) {
        let values = self.values_in_block();
        (position / values, position % values)
    }

    /// Packs the winners of five positions, given for each player as five bits, into a byte of a
    /// table of outcomes.
    #[inline]
    pub(crate) fn digits(won: ByPlayer<u64>) -> u8 {
        BYTE_OF_BITS[0][(won.one & 31) as usize] + BYTE_OF_BITS[1][(won.two & 31) as usize]
    }

    /// Packs a value into a slot that is zero. The distance must fit.
    #[inline]
    pub(crate) fn put(self, block: &mut Block, slot: usize, value: Value) {
        match self {
            Self::Outcomes => {
                let digit = value.winner().map_or(0, |player| 1 + player.index() as u8);
                block[slot / DIGITS.len()] += digit * DIGITS[slot % DIGITS.len()];
            }
            Self::Distances { bits } => {
                let (start, shift) = window(slot, bits);
                let word = eight_bytes(block, start) | code(value) << shift;
                block[start..start + 8].copy_from_slice(&word.to_le_bytes());
            }
        }
    }

    /// Unpacks the value of a slot; in a table of outcomes its distance is 0. `eight_bytes` reads
    /// eight bytes of the block, given the first.
    #[inline]
    pub(crate) fn get(self, eight_bytes: impl Fn(usize) -> u64, slot: usize) -> Value {
        match self {
            Self::Outcomes => {
                let (start, shift) = window(slot / DIGITS.len(), 8);
                let digits = (eight_bytes(start) >> shift) as u8 / DIGITS[slot % DIGITS.len()];
                value(u64::from(digits % 3))
            }
            Self::Distances { bits } => {
                let (start, shift) = window(slot, bits);
                value(eight_bytes(start) >> shift & ((1 << bits) - 1))
            }
        }
    }

    /// Checks that the first `held` slots of a block encode values and that all else is zero.
    fn check(self, block: &Block, held: usize) -> Result<(), BlockDefect> {
        let zero_from = match self {
            Self::Outcomes => {
                if block[..PAYLOAD].iter().any(|&digits| digits > MAX_DIGITS) {
                    return Err(BlockDefect::NoValue);
                }
                let whole = held / DIGITS.len();
                if whole < PAYLOAD && block[whole] >= DIGITS[held % DIGITS.len()] {
                    return Err(BlockDefect::NotZero);
                }
                whole + 1
            }
            // Every number encodes a value.
            Self::Distances { bits } => {
                let (whole, rest) = (held * usize::from(bits) / 8, held * usize::from(bits) % 8);
                if whole < PAYLOAD && block[whole] >> rest != 0 {
                    return Err(BlockDefect::NotZero);
                }
                whole + 1
            }
        };
        let spare = block[..PAYLOAD].get(zero_from..).unwrap_or_default();
        if spare.iter().all(|&byte| byte == 0) { Ok(()) } else { Err(BlockDefect::NotZero) }
    }
}

/// A window of eight bytes that contains a slot: its first byte, and the number of bits before the
/// slot.
#[inline]
fn window(slot: usize, bits: u8) -> (usize, usize) {
    let first = slot * usize::from(bits);
    // At the end of a block the window begins earlier; the slot still ends at or before its bit 32.
    let start = (first / 8).min(BLOCK - 8);
    (start, first - 8 * start)
}

/// Eight bytes of a block that begin with this byte, as a little-endian number.
#[inline]
pub(crate) fn eight_bytes(block: &Block, from: usize) -> u64 {
    u64::from_le_bytes(field(block, from))
}

/// The contents of block 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) packing: Packing,
    pub(crate) positions: u64,
    pub(crate) fingerprint: Fingerprint,
    /// The wins that the table holds, by distance.
    pub(crate) extent: Extent,
    /// The number of bytes of the note.
    pub(crate) note: u32,
}

impl Header {
    /// Reads the header from the first block of a file. A shorter file is passed as a whole.
    pub(crate) fn read(first_bytes: &[u8]) -> Result<Self, TableError> {
        if !first_bytes.starts_with(&MAGIC) && !MAGIC.starts_with(first_bytes) {
            return Err(TableError::NotATable);
        }
        let Some(block) = first_bytes.first_chunk::<BLOCK>() else {
            return Err(TableError::Truncated { expected: BLOCK as u64, found: first_bytes.len() as u64 });
        };
        let damaged = |defect| TableError::Damaged { block: BlockId(0), defect };
        compare(block, checksum(&[], block)).map_err(damaged)?;
        let version = u32::from_le_bytes(field(block, 8));
        if version > VERSION {
            return Err(TableError::Newer { version, supported: VERSION });
        }
        if version == 0 {
            return Err(damaged(BlockDefect::NoVersion));
        }
        if version < VERSION {
            return Err(TableError::Older { version, supported: VERSION });
        }
        let [bits] = field(block, 12);
        let packing = Packing::of_bits(bits).ok_or(damaged(BlockDefect::NoWidth { bits }))?;
        if block[14..16].iter().chain(&block[52..PAYLOAD]).any(|&byte| byte != 0) {
            return Err(damaged(BlockDefect::NotZero));
        }
        let [is_cut] = field(block, 13);
        let extent = read_extent(packing, is_cut, u64::from_le_bytes(field(block, 40))).map_err(damaged)?;
        let positions = u64::from_le_bytes(field(block, 16));
        let note = u32::from_le_bytes(field(block, 48));
        let header = Self { packing, positions, fingerprint: Fingerprint(field(block, 24)), extent, note };
        if positions > u64::MAX / 8 || usize::try_from(header.length()).is_err() {
            return Err(damaged(BlockDefect::NoSize { positions }));
        }
        Ok(header)
    }

    /// The header, encoded as a block.
    pub(crate) fn block(&self) -> Block {
        let mut block = [0; BLOCK];
        block[..8].copy_from_slice(&MAGIC);
        block[8..12].copy_from_slice(&VERSION.to_le_bytes());
        block[12] = self.packing.bits();
        block[16..24].copy_from_slice(&self.positions.to_le_bytes());
        block[24..40].copy_from_slice(&self.fingerprint.0);
        block[48..52].copy_from_slice(&self.note.to_le_bytes());
        if self.packing == Packing::Outcomes {
            let (is_cut, level) = extent_fields(self.extent);
            block[13] = is_cut;
            block[40..48].copy_from_slice(&level.to_le_bytes());
        }
        let sum = checksum(&[], &block);
        block[PAYLOAD..].copy_from_slice(&sum.to_le_bytes());
        block
    }

    /// The number of blocks of values after the header.
    pub(crate) fn blocks(&self) -> u64 {
        self.positions.div_ceil(self.packing.values_in_block() as u64)
    }

    /// The numbers of the blocks with the note, which follow the values.
    pub(crate) fn note_blocks(&self) -> Range<u64> {
        let first = 1 + self.blocks();
        first..first + u64::from(self.note).div_ceil(PAYLOAD as u64)
    }

    /// The length of the file in bytes.
    pub(crate) fn length(&self) -> u64 {
        self.note_blocks().end * BLOCK as u64
    }
}

/// Encodes the extent as bytes 13 and 40..48 of the header.
fn extent_fields(extent: Extent) -> (u8, u64) {
    match extent {
        Extent::All { longest } => (0, longest.map_or(0, |longest| longest.saturating_add(1))),
        Extent::Within(limit) => (1, limit.saturating_add(1)),
    }
}

/// Decodes the extent from these bytes of the header.
fn read_extent(packing: Packing, is_cut: u8, level: u64) -> Result<Extent, BlockDefect> {
    match (packing, is_cut, level.checked_sub(1)) {
        (Packing::Outcomes, 1, Some(limit)) => Ok(Extent::Within(limit)),
        (Packing::Outcomes, 0, longest) => Ok(Extent::All { longest }),
        (Packing::Distances { .. }, 0, None) => Ok(Extent::All { longest: None }),
        (Packing::Outcomes, _, _) => Err(BlockDefect::NoExtent),
        (Packing::Distances { .. }, _, _) => Err(BlockDefect::NotZero),
    }
}

/// Checks and writes the checksums of a table's blocks of values, and checks their contents.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seal {
    header: Header,
    header_checksum: [u8; 4],
}

impl Seal {
    pub(crate) fn of(header: Header) -> Self {
        Self { header, header_checksum: field(&header.block(), PAYLOAD) }
    }

    /// Writes the checksum into block `number`, whose contents must be complete.
    pub(crate) fn set(&self, number: u64, block: &mut Block) {
        let sum = self.checksum(number, block);
        block[PAYLOAD..].copy_from_slice(&sum.to_le_bytes());
    }

    /// Checks block `number`: its checksum, and that its contents are values, a part of the note, or
    /// zero.
    pub(crate) fn examine(&self, number: u64, block: &Block) -> Result<(), BlockDefect> {
        compare(block, self.checksum(number, block))?;
        let notes = self.header.note_blocks();
        if number >= notes.start {
            let held = self.header.note as usize - (number - notes.start) as usize * PAYLOAD;
            let spare = &block[held.min(PAYLOAD)..PAYLOAD];
            return if spare.iter().all(|&byte| byte == 0) { Ok(()) } else { Err(BlockDefect::NotZero) };
        }
        let packing = self.header.packing;
        let before = (number - 1) * packing.values_in_block() as u64;
        let held = (self.header.positions - before).min(packing.values_in_block() as u64) as usize;
        packing.check(block, held)
    }

    fn checksum(&self, number: u64, block: &Block) -> u32 {
        let mut prefix = [0; 12];
        prefix[..4].copy_from_slice(&self.header_checksum);
        prefix[4..].copy_from_slice(&number.to_le_bytes());
        checksum(&prefix, block)
    }
}

/// The checksum of these bytes followed by the contents of the block.
fn checksum(prefix: &[u8], block: &Block) -> u32 {
    let mut sum = crc32fast::Hasher::new();
    sum.update(prefix);
    sum.update(&block[..PAYLOAD]);
    sum.finalize()
}

fn compare(block: &Block, expected: u32) -> Result<(), BlockDefect> {
    let found = u32::from_le_bytes(field(block, PAYLOAD));
    if found == expected { Ok(()) } else { Err(BlockDefect::Checksum { found, expected }) }
}

fn field<const N: usize>(block: &Block, from: usize) -> [u8; N] {
    *block[from..].first_chunk().expect("fields lie within the block")
}
