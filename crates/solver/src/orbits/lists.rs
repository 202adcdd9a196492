//! Lists that grow within the system's memory, and whose memory can be computed from the number of
//! entries.

use std::hash::BuildHasher;
use std::ops::Range;

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use crate::SolveError;

/// A full list grows by one part in this many. So its capacity follows from its number of entries.
const GROWTH_DIVISOR: usize = 8;

/// A full list grows by at least this many entries.
const LEAST_GROWTH: usize = 256;

/// Makes room for `more` entries, or returns an error if the system lacks the memory.
pub(super) fn make_room<T>(list: &mut Vec<T>, more: usize) -> Result<(), SolveError> {
    if list.capacity() - list.len() >= more {
        return Ok(());
    }
    let more = more.max(list.len() / GROWTH_DIVISOR).max(LEAST_GROWTH);
    let bytes = ((list.len() + more) * size_of::<T>()) as u64;
    list.try_reserve_exact(more).map_err(|_| SolveError::NoMemory { bytes })
}

/// An upper bound on the bytes of a list with this many entries that grew by [`make_room`], up to
/// `at_a_time` entries per call.
pub(super) fn bytes_of_list<T>(entries: usize, at_a_time: usize) -> u64 {
    ((entries + (entries / GROWTH_DIVISOR).max(LEAST_GROWTH).max(at_a_time)) * size_of::<T>()) as u64
}

/// A list in blocks, which grows without being copied.
#[derive(Debug)]
pub(super) struct Blocks<T> {
    blocks: Vec<Vec<T>>,
}

/// Entries of a block.
const BLOCK: usize = 1 << 10;

impl<T> Blocks<T> {
    pub(super) fn new() -> Self {
        Self { blocks: Vec::new() }
    }

    /// The number of entries.
    pub(super) fn len(&self) -> usize {
        self.blocks.last().map_or(0, |last| (self.blocks.len() - 1) * BLOCK + last.len())
    }

    pub(super) fn push(&mut self, entry: T) -> Result<(), SolveError> {
        if let Some(last) = self.blocks.last_mut().filter(|last| last.len() < BLOCK) {
            last.push(entry);
            return Ok(());
        }
        let mut block = Vec::new();
        block.try_reserve_exact(BLOCK).map_err(|_| SolveError::NoMemory { bytes: (BLOCK * size_of::<T>()) as u64 })?;
        block.push(entry);
        self.blocks.push(block);
        Ok(())
    }

    /// The entries with these indices.
    pub(super) fn range(&self, indices: Range<usize>) -> impl Iterator<Item = &T> {
        indices.map(|index| &self.blocks[index / BLOCK][index % BLOCK])
    }

    /// Bytes of this many entries.
    pub(super) fn bytes(entries: usize) -> u64 {
        (entries.div_ceil(BLOCK) * (BLOCK * size_of::<T>() + 2 * size_of::<Vec<T>>())) as u64
    }
}

/// A fixed seed, so that every search takes the same time.
const HASHES: FixedState = FixedState::with_seed(0);

/// A set of sequences of equal length, numbered in the order of insertion.
#[derive(Debug)]
pub(super) struct Sequences {
    length: usize,
    /// The sequences, one after the other.
    all: Vec<u16>,
    count: usize,
    numbers: HashTable<u32>,
}

impl Sequences {
    pub(super) fn of_length(length: usize) -> Self {
        Self { length, all: Vec::new(), count: 0, numbers: HashTable::new() }
    }

    /// The number of sequences.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    pub(super) fn get(&self, number: usize) -> &[u16] {
        &self.all[number * self.length..(number + 1) * self.length]
    }

    /// The number of a sequence; `None` if it is not in the set.
    pub(super) fn number_of(&self, sequence: &[u16]) -> Option<u32> {
        let hash = HASHES.hash_one(sequence);
        self.numbers.find(hash, |&number| self.get(number as usize) == sequence).copied()
    }

    /// The number of a sequence, which is inserted if it is new.
    pub(super) fn number(&mut self, sequence: &[u16]) -> Result<u32, SolveError> {
        let Self { length, all, count, numbers } = self;
        let at = |number: u32| &all[number as usize * *length..(number as usize + 1) * *length];
        let rehash = |&number: &u32| HASHES.hash_one(at(number));
        let bytes = 2 * bytes_of_table(*count);
        numbers.try_reserve(1, rehash).map_err(|_| SolveError::NoMemory { bytes })?;
        match numbers.entry(HASHES.hash_one(sequence), |&number| at(number) == sequence, rehash) {
            Entry::Occupied(known) => Ok(*known.get()),
            Entry::Vacant(vacant) => {
                let too_many = |_| SolveError::TooManyPositions { positions: u64::MAX };
                let number = u32::try_from(*count).map_err(too_many)?;
                vacant.insert(number);
                make_room(all, *length)?;
                all.extend_from_slice(sequence);
                *count += 1;
                Ok(number)
            }
        }
    }

    /// Frees the table that finds numbers; afterwards [`number_of`](Self::number_of) finds nothing.
    pub(super) fn forget_numbers(&mut self) {
        self.numbers = HashTable::new();
    }

    /// Bytes of this many sequences of this length, with the table of their numbers.
    pub(super) fn bytes(count: usize, length: usize) -> u64 {
        Self::bytes_listed(count, length) + bytes_of_table(count)
    }

    /// Bytes of this many sequences of this length, without the table.
    pub(super) fn bytes_listed(count: usize, length: usize) -> u64 {
        bytes_of_list::<u16>(count * length, length)
    }
}

/// Bytes of a table of this many numbers, and of the table of half the size from which it was made.
pub(super) fn bytes_of_table(numbers: usize) -> u64 {
    // At most seven eighths are filled. A number takes four bytes, and its hash one.
    let places = (numbers + 1).max(14).saturating_mul(8).div_ceil(7).next_power_of_two();
    (places * 5 * 3 / 2 + 64) as u64
}
