//! Where everything stands in a file: the header, blocks, values, checksums. The front page of the crate documents it.

use catmouse_arena::{Cell, Distance, Value};

use crate::{BlockId, Defect, Fingerprint, TableError};

/// The bytes of a block.
pub(crate) const BLOCK: usize = 4096;
/// The bytes of a block before its checksum. 12 divides it, so no value lies in two blocks.
pub(crate) const PAYLOAD: usize = BLOCK - 4;
/// What every table begins with.
const MAGIC: [u8; 8] = *b"\x89CMT\r\n\x1a\n";
/// The version that is written, and the newest that is read.
pub(crate) const VERSION: u32 = 1;

/// A block of the file.
pub(crate) type Block = [u8; BLOCK];

/// What a table says of each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Contents {
    /// Who wins and at what distance: 2 bytes a position, or 3 where a distance is 2¹⁴ or more.
    Distances,
    /// Who wins, and nothing about distances: a quarter of a byte a position.
    Outcomes,
}

/// Whether a file that begins with these bytes is a table, whole or not. Eight bytes are enough to tell.
pub fn is_table(first_bytes: &[u8]) -> bool {
    first_bytes.starts_with(&MAGIC)
}

/// How a value is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Packing {
    /// 2 bits: the winner.
    Outcomes,
    /// 2 bytes: the winner and 14 bits of distance.
    Narrow,
    /// 3 bytes: the winner and 22 bits of distance.
    Wide,
}

impl Packing {
    const ALL: [Self; 3] = [Self::Outcomes, Self::Narrow, Self::Wide];

    /// The bits of a value.
    const fn bits(self) -> u8 {
        match self {
            Self::Outcomes => 2,
            Self::Narrow => 16,
            Self::Wide => 24,
        }
    }

    pub(crate) const fn contents(self) -> Contents {
        match self {
            Self::Outcomes => Contents::Outcomes,
            Self::Narrow | Self::Wide => Contents::Distances,
        }
    }

    /// The greatest distance that fits; 0 where none is held.
    pub(crate) const fn max_distance(self) -> Distance {
        (1 << (self.bits() - 2)) - 1
    }

    /// How many values a block holds.
    pub(crate) const fn values_in_block(self) -> usize {
        PAYLOAD * 8 / self.bits() as usize
    }

    /// Which block of values a position is in, counted from 0, and its slot there.
    #[inline]
    pub(crate) fn locate(self, position: usize) -> (usize, usize) {
        // An arm each, so that the compiler divides by a constant.
        let (block, values) = match self {
            Self::Outcomes => (position / Self::Outcomes.values_in_block(), Self::Outcomes.values_in_block()),
            Self::Narrow => (position / Self::Narrow.values_in_block(), Self::Narrow.values_in_block()),
            Self::Wide => (position / Self::Wide.values_in_block(), Self::Wide.values_in_block()),
        };
        (block, position - block * values)
    }

    /// Packs a value, whose distance must fit, into a slot that is zero.
    #[inline]
    pub(crate) fn put(self, block: &mut Block, slot: usize, value: Value) {
        let code = u32::pack(value).to_le_bytes();
        match self {
            Self::Outcomes => block[slot / 4] |= (code[0] & 3) << (2 * (slot % 4)),
            Self::Narrow => block[2 * slot..][..2].copy_from_slice(&code[..2]),
            Self::Wide => block[3 * slot..][..3].copy_from_slice(&code[..3]),
        }
    }

    /// Unpacks a value; in a table of outcomes its distance is 0.
    #[inline]
    pub(crate) fn get(self, block: &Block, slot: usize) -> Value {
        u32::unpack(self.code(block, slot))
    }

    #[inline]
    fn code(self, block: &Block, slot: usize) -> u32 {
        match self {
            Self::Outcomes => u32::from(block[slot / 4] >> (2 * (slot % 4)) & 3),
            Self::Narrow => narrow(&block[2 * slot..]),
            Self::Wide => wide(&block[3 * slot..]),
        }
    }

    /// Whether every slot of the block holds a value that exists: twelve bytes, which are whole values, at a time.
    fn only_values(self, block: &Block) -> bool {
        const TWELVE: usize = 12;
        let bits = self.bits();
        let lowest = (0..8 * TWELVE).step_by(bits.into()).fold(0, |lowest, bit| lowest | 1_u128 << bit);
        let wrong = block[..PAYLOAD].chunks_exact(TWELVE).fold(0, |wrong, chunk| {
            let mut bytes = [0; 16];
            bytes[..TWELVE].copy_from_slice(chunk);
            let codes = u128::from_le_bytes(bytes);
            let (one, two) = (codes & lowest, codes >> 1 & lowest);
            let nobody = lowest & !(one | two);
            let distances_of_nobody = codes & ((nobody << bits) - nobody);
            wrong | one & two | distances_of_nobody
        });
        wrong == 0
    }
}

fn narrow(bytes: &[u8]) -> u32 {
    u32::from(bytes[0]) | u32::from(bytes[1]) << 8
}

fn wide(bytes: &[u8]) -> u32 {
    narrow(bytes) | u32::from(bytes[2]) << 16
}

/// What block 0 says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) packing: Packing,
    pub(crate) positions: u64,
    pub(crate) fingerprint: Fingerprint,
}

impl Header {
    /// The header of a file that begins with these bytes: all of them, or the first block.
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
            return Err(damaged(Defect::NoVersion));
        }
        let [bits] = field(block, 12);
        let Some(packing) = Packing::ALL.into_iter().find(|packing| packing.bits() == bits) else {
            return Err(damaged(Defect::NoWidth { bits }));
        };
        if block[13..16].iter().chain(&block[40..PAYLOAD]).any(|&byte| byte != 0) {
            return Err(damaged(Defect::NotZero));
        }
        let positions = u64::from_le_bytes(field(block, 16));
        let header = Self { packing, positions, fingerprint: Fingerprint(field(block, 24)) };
        if positions > u64::MAX / 4 || usize::try_from(header.length()).is_err() {
            return Err(damaged(Defect::NoSize { positions }));
        }
        Ok(header)
    }

    /// The header as a block.
    pub(crate) fn block(&self) -> Block {
        let mut block = [0; BLOCK];
        block[..8].copy_from_slice(&MAGIC);
        block[8..12].copy_from_slice(&VERSION.to_le_bytes());
        block[12] = self.packing.bits();
        block[16..24].copy_from_slice(&self.positions.to_le_bytes());
        block[24..40].copy_from_slice(&self.fingerprint.0);
        let sum = checksum(&[], &block);
        block[PAYLOAD..].copy_from_slice(&sum.to_le_bytes());
        block
    }

    /// How many blocks of values follow the header.
    pub(crate) fn blocks(&self) -> u64 {
        self.positions.div_ceil(self.packing.values_in_block() as u64)
    }

    /// The length of the file in bytes.
    pub(crate) fn length(&self) -> u64 {
        (1 + self.blocks()) * BLOCK as u64
    }
}

/// What is known of every block of values of one table: how its checksum and its contents have to be.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seal {
    header: Header,
    header_checksum: [u8; 4],
}

impl Seal {
    pub(crate) fn of(header: Header) -> Self {
        Self { header, header_checksum: field(&header.block(), PAYLOAD) }
    }

    /// Writes the checksum into block number `number`, otherwise complete.
    pub(crate) fn set(&self, number: u64, block: &mut Block) {
        let sum = self.checksum(number, block);
        block[PAYLOAD..].copy_from_slice(&sum.to_le_bytes());
    }

    /// Whether block number `number` is what somebody once wrote, and all of it values or zero.
    pub(crate) fn examine(&self, number: u64, block: &Block) -> Result<(), Defect> {
        compare(block, self.checksum(number, block))?;
        let packing = self.header.packing;
        if !packing.only_values(block) {
            return Err(Defect::NoValue);
        }
        let before = (number - 1) * packing.values_in_block() as u64;
        let held = (self.header.positions - before).min(packing.values_in_block() as u64) as usize;
        let spare_is_zero = (held..packing.values_in_block()).all(|slot| packing.code(block, slot) == 0);
        if spare_is_zero { Ok(()) } else { Err(Defect::NotZero) }
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

fn compare(block: &Block, expected: u32) -> Result<(), Defect> {
    let found = u32::from_le_bytes(field(block, PAYLOAD));
    if found == expected { Ok(()) } else { Err(Defect::Checksum { found, expected }) }
}

fn field<const N: usize>(block: &Block, from: usize) -> [u8; N] {
    *block[from..].first_chunk().expect("fields lie within the block")
}
