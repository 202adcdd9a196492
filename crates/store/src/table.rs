//! Tables on disk, for probes of single positions and for all values in order.

use std::fs::{self, File};
use std::io::Read;
use std::ops::Range;
use std::path::Path;
use std::sync::OnceLock;

use catmouse_arena::{Distance, Extent, Player, PositionId, Tally, Value, Values};

use crate::blocks::{BlockFile, InOrder};
use crate::cache::Cache;
use crate::layout::{BLOCK, Block, Header, PAYLOAD, Seal, eight_bytes};
use crate::{BlockDefect, BlockId, Contents, Fingerprint, TableError};

/// A table on disk.
///
/// A probe reads a block, checks it and keeps it in memory, where further probes find it. Reading
/// all values in order ([`Values::values`]) keeps nothing. Many threads may do either at once.
///
/// **A probe returns no error, although the disk may fail.** The values of a damaged block read as
/// [`Value::Endless`], and the table records the damage permanently. A caller that prints or keeps
/// results of probes must call [`damage`](Self::damage) first.
#[derive(Debug)]
pub struct Table {
    file: BlockFile,
    header: Header,
    seal: Seal,
    cache: Cache,
    damage: OnceLock<(BlockId, BlockDefect)>,
}

impl Table {
    /// The greatest number of bytes of blocks that a table opened by [`open`](Self::open) keeps in
    /// memory: 256 MiB.
    pub const CACHE_BYTES: u64 = 1 << 28;

    /// Opens the table of the arena with this fingerprint and this many positions.
    ///
    /// Reads only the header and the length of the file. Probes and [`verify`](Self::verify) find
    /// damage in the values. Memory: the blocks that are probed, at most
    /// [`CACHE_BYTES`](Self::CACHE_BYTES).
    ///
    /// # Errors
    ///
    /// The first that applies, in this order: [`NotAFile`](TableError::NotAFile),
    /// [`NotATable`](TableError::NotATable), a [`Damaged`](TableError::Damaged) header,
    /// [`Newer`](TableError::Newer) or [`Older`](TableError::Older),
    /// [`Truncated`](TableError::Truncated) or [`Overlong`](TableError::Overlong),
    /// [`OtherBoard`](TableError::OtherBoard), [`OtherSize`](TableError::OtherSize); and
    /// [`Io`](TableError::Io) for an error of the system.
    pub fn open(path: &Path, expected: Fingerprint, positions: usize) -> Result<Self, TableError> {
        Self::open_with_cache(path, expected, positions, Self::CACHE_BYTES)
    }

    /// Like [`open`](Self::open), with another bound on the bytes of blocks that are kept in
    /// memory. If all probed blocks fit, each is read once; otherwise some are read again. With a
    /// bound of 0 no block is kept. If the system refuses the memory, fewer blocks are kept.
    ///
    /// # Errors
    ///
    /// As [`open`](Self::open).
    pub fn open_with_cache(
        path: &Path,
        expected: Fingerprint,
        positions: usize,
        cache_bytes: u64,
    ) -> Result<Self, TableError> {
        let (file, header) = open(path)?;
        if header.fingerprint != expected {
            return Err(TableError::OtherBoard { expected, found: header.fingerprint });
        }
        if header.positions != positions as u64 {
            return Err(TableError::OtherSize { expected: positions as u64, found: header.positions });
        }
        let cache = Cache::new(header.blocks().min(cache_bytes / BLOCK as u64));
        Ok(Self { file: BlockFile::new(file), header, seal: Seal::of(header), cache, damage: OnceLock::new() })
    }

    /// The kind of contents of each position.
    pub fn contents(&self) -> Contents {
        self.header.packing.contents()
    }

    /// The wins that the table holds, by distance. A table of distances holds all wins.
    pub fn extent(&self) -> Extent {
        self.header.extent
    }

    /// The player who can force a win, if there is one. Also `None` if the block is damaged: see
    /// [`damage`](Self::damage).
    ///
    /// # Panics
    ///
    /// If there is no such position.
    pub fn winner(&self, position: PositionId) -> Option<Player> {
        self.value(position).winner()
    }

    /// Reads the whole table and checks every block, including those in memory.
    ///
    /// # Errors
    ///
    /// [`Damaged`](TableError::Damaged) with the first damaged block.
    pub fn verify(&self) -> Result<(), TableError> {
        let at = |number| move |defect| TableError::Damaged { block: BlockId(number), defect };
        let mut blocks = self.file.in_order(0, self.header.note_blocks().end);
        while let Some((number, block)) = blocks.next() {
            let block = block.map_err(at(number))?;
            if number == 0 {
                Header::read(block)?;
            } else {
                self.seal.examine(number, block).map_err(at(number))?;
            }
        }
        Ok(())
    }

    /// The first damaged, missing or unreadable block that a probe or reading in order has met.
    /// Once there is one, results of earlier probes are not trustworthy.
    pub fn damage(&self) -> Option<TableError> {
        self.damage.get().map(|&(block, defect)| TableError::Damaged { block, defect })
    }

    fn remember(&self, number: u64, defect: BlockDefect) {
        self.damage.get_or_init(|| (BlockId(number), defect));
    }

    /// The value in a slot of a block that is not in the cache.
    #[cold]
    fn read_value(&self, number: u64, slot: usize) -> Value {
        let mut block = [0; BLOCK];
        match self.file.read(number, &mut block).and_then(|()| self.seal.examine(number, &block)) {
            Ok(()) => {
                self.cache.keep(number, &block);
                self.header.packing.get(|from| eight_bytes(&block, from), slot)
            }
            Err(defect) => {
                self.remember(number, defect);
                Value::Endless
            }
        }
    }
}

/// A table of [`Contents::Outcomes`] holds no distances: every win has distance 0, and the best
/// moves are all moves that keep the winner.
impl Values for Table {
    fn positions(&self) -> usize {
        self.header.positions as usize
    }

    /// The value of a position. If its block is damaged, returns [`Value::Endless`], and
    /// [`Table::damage`] reports the damage.
    fn value(&self, position: PositionId) -> Value {
        let index = position.index();
        assert!(index < self.positions(), "there is no position {position}: the table holds {}", self.positions());
        let packing = self.header.packing;
        let (before, slot) = packing.locate(index);
        let number = before as u64 + 1;
        let found = self.cache.find(number).and_then(|block| {
            let value = packing.get(|from| block.eight_bytes(from), slot);
            block.unchanged(value)
        });
        match found {
            Some(value) => value,
            None => self.read_value(number, slot),
        }
    }

    fn has_distances(&self) -> bool {
        self.contents() == Contents::Distances
    }

    fn has_failed(&self) -> bool {
        self.damage.get().is_some()
    }

    fn scan(&self, visit: &mut dyn FnMut(PositionId, Value)) {
        self.values().for_each(|(position, value)| visit(position, value));
    }

    /// Reads the whole table and keeps no block in memory.
    fn tally_in(&self, positions: Range<usize>, limit: Option<Distance>) -> Tally {
        let mut tally = Tally::default();
        self.values().for_each(|(position, value)| {
            if positions.contains(&position.index()) {
                tally.add(value.within(limit));
            }
        });
        if self.has_distances() { tally } else { tally.without_distances() }
    }

    /// Reads many blocks at once and keeps none in memory.
    fn values(&self) -> impl Iterator<Item = (PositionId, Value)> {
        let blocks = self.file.in_order(1, 1 + self.header.blocks());
        InNumberingOrder { table: self, blocks, block: [0; BLOCK], is_sound: false, next: 0, first: 0, end: 0 }
    }
}

/// The values of a table, read block by block.
struct InNumberingOrder<'a> {
    table: &'a Table,
    blocks: InOrder<'a>,
    block: Block,
    is_sound: bool,
    /// The next position.
    next: usize,
    /// The first position of the block, and the position after its last.
    first: usize,
    end: usize,
}

impl InNumberingOrder<'_> {
    /// Reads the next block; false if there is none.
    fn advance(&mut self) -> bool {
        let Table { header, seal, .. } = self.table;
        let Some((number, block)) = self.blocks.next() else { return false };
        match block.and_then(|block| seal.examine(number, block).map(|()| block)) {
            Ok(block) => (self.block, self.is_sound) = (*block, true),
            Err(defect) => {
                self.table.remember(number, defect);
                self.is_sound = false;
            }
        }
        self.first = self.end;
        self.end = (self.first + header.packing.values_in_block()).min(header.positions as usize);
        true
    }

    /// The value of a position of this block.
    #[inline]
    fn value(&self, position: usize) -> (PositionId, Value) {
        let value = if self.is_sound {
            self.table.header.packing.get(|from| eight_bytes(&self.block, from), position - self.first)
        } else {
            Value::Endless
        };
        (PositionId::new(position), value)
    }
}

impl Iterator for InNumberingOrder<'_> {
    type Item = (PositionId, Value);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        if self.next == self.end && !self.advance() {
            return None;
        }
        let position = self.next;
        self.next += 1;
        Some(self.value(position))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.table.positions() - self.next;
        (left, Some(left))
    }

    fn fold<B, F: FnMut(B, Self::Item) -> B>(mut self, init: B, mut add: F) -> B {
        let mut result = init;
        loop {
            for position in self.next..self.end {
                result = add(result, self.value(position));
            }
            self.next = self.end;
            if !self.advance() {
                return result;
            }
        }
    }
}

/// Reads the note of a table, of whatever board it is; empty if there is none.
///
/// # Errors
///
/// As [`Table::open`], and [`Damaged`](TableError::Damaged).
pub fn read_note(path: &Path) -> Result<Vec<u8>, TableError> {
    let (file, header) = open(path)?;
    let (file, seal) = (BlockFile::new(file), Seal::of(header));
    let mut note = Vec::new();
    for number in header.note_blocks() {
        let mut block = [0; BLOCK];
        let read = file.read(number, &mut block).and_then(|()| seal.examine(number, &block));
        read.map_err(|defect| TableError::Damaged { block: BlockId(number), defect })?;
        note.extend_from_slice(&block[..PAYLOAD]);
    }
    note.truncate(header.note as usize);
    Ok(note)
}

/// The file of a table, and its header. The length is checked, and no block after the header.
fn open(path: &Path) -> Result<(File, Header), TableError> {
    if !fs::metadata(path)?.is_file() {
        return Err(TableError::NotAFile); // tested before opening, which would block on a pipe
    }
    let file = File::open(path)?;
    let mut first_bytes = Vec::with_capacity(BLOCK);
    (&file).take(BLOCK as u64).read_to_end(&mut first_bytes)?;
    let header = Header::read(&first_bytes)?;
    check_length(header.length(), file.metadata()?.len())?;
    Ok((file, header))
}

fn check_length(expected: u64, found: u64) -> Result<(), TableError> {
    match found.cmp(&expected) {
        std::cmp::Ordering::Less => Err(TableError::Truncated { expected, found }),
        std::cmp::Ordering::Equal => Ok(()),
        std::cmp::Ordering::Greater => Err(TableError::Overlong { expected, found }),
    }
}
