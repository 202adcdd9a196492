//! A table on disk, probed through a memory map.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use catmouse_arena::{Player, PositionId, Value, Values};

use crate::layout::{BLOCK, Block, Header, Seal};
use crate::mapping::Mapping;
use crate::{BlockId, Contents, Defect, Fingerprint, TableError};

/// A table on disk.
///
/// A probe reads one block and checks it when the first value is read from it. Many threads may probe at once.
///
/// **A probe cannot fail, but the disk can.** Where a block turns out to be damaged, its values are answered as
/// [`Value::Endless`] and the table remembers the damage for good. Whoever prints or keeps what came from probes must
/// ask [`damage`](Self::damage) first.
#[derive(Debug)]
pub struct Table {
    mapping: Mapping,
    header: Header,
    seal: Seal,
    /// A bit for each block of values, from block 1 on: whether it was examined and found sound.
    sound: Box<[AtomicU64]>,
    damage: OnceLock<(BlockId, Defect)>,
}

impl Table {
    /// Opens the table of the arena with this fingerprint and this many positions.
    ///
    /// Reads the header and the length of the file, nothing else: damage in the values is found by probes and by
    /// [`verify`](Self::verify). Memory: a bit a block, 32 KiB for a table of a gigabyte.
    ///
    /// # Errors
    ///
    /// Whatever is wrong first, in this order: [`NotAFile`](TableError::NotAFile), [`NotATable`](TableError::NotATable), a
    /// [`Damaged`](TableError::Damaged) header, [`Newer`](TableError::Newer) or [`Older`](TableError::Older),
    /// [`Truncated`](TableError::Truncated) or [`Overlong`](TableError::Overlong), [`OtherBoard`](TableError::OtherBoard),
    /// [`OtherSize`](TableError::OtherSize); and [`Io`](TableError::Io) if the system refuses.
    pub fn open(path: &Path, expected: Fingerprint, positions: usize) -> Result<Self, TableError> {
        if !fs::metadata(path)?.is_file() {
            return Err(TableError::NotAFile); // asked before opening, which would wait at a pipe
        }
        let file = File::open(path)?;
        let mut first_bytes = Vec::with_capacity(BLOCK);
        (&file).take(BLOCK as u64).read_to_end(&mut first_bytes)?;
        let header = Header::read(&first_bytes)?;
        check_length(header.length(), file.metadata()?.len())?;
        if header.fingerprint != expected {
            return Err(TableError::OtherBoard { expected, found: header.fingerprint });
        }
        if header.positions != positions as u64 {
            return Err(TableError::OtherSize { expected: positions as u64, found: header.positions });
        }
        let mapping = Mapping::new(file)?;
        check_length(header.length(), mapping.len())?;
        let sound = (0..header.blocks().div_ceil(64)).map(|_| AtomicU64::new(0)).collect();
        Ok(Self { mapping, header, seal: Seal::of(header), sound, damage: OnceLock::new() })
    }

    /// What the table says of each position.
    pub fn contents(&self) -> Contents {
        self.header.packing.contents()
    }

    /// Who can force a win, if anyone. None also where the block is damaged: see [`damage`](Self::damage).
    ///
    /// # Panics
    ///
    /// If there is no such position.
    pub fn winner(&self, position: PositionId) -> Option<Player> {
        self.value(position).winner()
    }

    /// Reads all of the table and checks every block, whether or not it was checked before.
    ///
    /// # Errors
    ///
    /// [`Damaged`](TableError::Damaged) with the first block that is not as it was written.
    pub fn verify(&self) -> Result<(), TableError> {
        let _sweep = self.mapping.sweep();
        let at = |block| move |defect| TableError::Damaged { block: BlockId(block), defect };
        Header::read(self.mapping.block(0).map_err(at(0))?)?;
        (1..=self.header.blocks()).try_for_each(|number| self.examine(number).map_err(at(number)))
    }

    /// The first damaged block that a probe met. Once there is one, there always is: what was probed meanwhile is not to be
    /// trusted.
    pub fn damage(&self) -> Option<TableError> {
        self.damage.get().map(|&(block, defect)| TableError::Damaged { block, defect })
    }

    /// The block with this number, examined when it is asked for the first time; none if it is damaged.
    #[inline]
    fn sound_block(&self, number: u64) -> Option<&Block> {
        let (word, bit) = ((number - 1) / 64, 1 << ((number - 1) % 64));
        // Nothing else depends on the bit: the bytes that it vouches for were there before and do not change. So relaxed.
        let known = self.sound[word as usize].load(Ordering::Relaxed) & bit != 0;
        if known || self.first_probe(number) { Some(self.mapping.known_block(number)) } else { None }
    }

    /// Examines a block and remembers what came of it: whether it is sound.
    #[cold]
    fn first_probe(&self, number: u64) -> bool {
        match self.examine(number) {
            Ok(()) => {
                self.sound[(number - 1) as usize / 64].fetch_or(1 << ((number - 1) % 64), Ordering::Relaxed);
                true
            }
            Err(defect) => {
                self.damage.get_or_init(|| (BlockId(number), defect));
                false
            }
        }
    }

    fn examine(&self, number: u64) -> Result<(), Defect> {
        self.mapping.block(number).and_then(|block| self.seal.examine(number, block))
    }
}

/// In a table of [`Contents::Outcomes`] the distance of every win is given as 0. It then says nothing, and best moves are those
/// that keep the winner, however slowly; who needs distances asks [`Table::contents`] first.
impl Values for Table {
    fn positions(&self) -> usize {
        self.header.positions as usize
    }

    /// The value of a position; [`Value::Endless`] if its block is damaged, which [`Table::damage`] then says.
    fn value(&self, position: PositionId) -> Value {
        let index = position.index();
        assert!(index < self.positions(), "there is no position {position}: the table holds {}", self.positions());
        let packing = self.header.packing;
        let (before, slot) = packing.locate(index);
        self.sound_block(before as u64 + 1).map_or(Value::Endless, |block| packing.get(block, slot))
    }

    /// Block by block, so a block that is damaged is met once.
    fn values(&self) -> impl Iterator<Item = (PositionId, Value)> {
        let sweep = self.mapping.sweep();
        let packing = self.header.packing;
        (0..self.header.blocks()).flat_map(move |before| {
            let _while_it_lives = &sweep;
            let block = self.sound_block(before + 1);
            let first = before as usize * packing.values_in_block();
            let held = packing.values_in_block().min(self.positions() - first);
            (0..held).map(move |slot| {
                let value = block.map_or(Value::Endless, |block| packing.get(block, slot));
                (PositionId::new(first + slot), value)
            })
        })
    }
}

fn check_length(expected: u64, found: u64) -> Result<(), TableError> {
    match found.cmp(&expected) {
        std::cmp::Ordering::Less => Err(TableError::Truncated { expected, found }),
        std::cmp::Ordering::Equal => Ok(()),
        std::cmp::Ordering::Greater => Err(TableError::Overlong { expected, found }),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;

    use catmouse_arena::{Player, PositionId, Solution, Value, Values};

    use super::Table;
    use crate::{Contents, Fingerprint, save};

    /// How many blocks were examined and found sound.
    fn examined(table: &Table) -> u32 {
        table.sound.iter().map(|word| word.load(Ordering::Relaxed).count_ones()).sum()
    }

    #[test]
    fn a_probe_examines_one_block_once() {
        let folder = tempfile::tempdir().expect("a folder for the table");
        let path = folder.path().join("table");
        let fingerprint = Fingerprint([7; 16]);
        let values = (0..300_000).map(|distance| Value::Win { player: Player::Two, distance: distance % 1000 });
        save(&path, &Solution::from_values(values), fingerprint, Contents::Distances).expect("saved");

        let table = Table::open(&path, fingerprint, 300_000).expect("opened");
        assert_eq!(examined(&table), 0, "opening reads the header only");
        for (position, expected) in [(0, 1), (2975, 1), (2976, 2), (0, 2), (299_999, 3), (299_000, 3)] {
            table.value(PositionId::new(position));
            assert_eq!(examined(&table), expected, "after the probe of #{position}");
        }
        assert_eq!(table.counts().wins, [0, 300_000]);
        assert_eq!(examined(&table), 101);
    }
}
