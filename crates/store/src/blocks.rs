//! Reading the blocks of a table's file.
//!
//! The file is not mapped into memory, so changes by another process show as errors of a read.
//! Blocks are read at explicit offsets instead of the file's own position, so any number of threads
//! may read at once.

use std::fs::File;
use std::io;

use crate::BlockDefect;
use crate::layout::{BLOCK, Block};

/// The number of blocks in one read when reading in order. They fit into the processor's caches.
const BLOCKS_AT_ONCE: u64 = 32;

/// A file that consists of blocks.
#[derive(Debug)]
pub(crate) struct BlockFile(File);

impl BlockFile {
    pub(crate) fn new(file: File) -> Self {
        Self(file)
    }

    /// Reads the block with this number. The caller checks its contents.
    pub(crate) fn read(&self, number: u64, block: &mut Block) -> Result<(), BlockDefect> {
        let (_, defect) = self.fill(number, block);
        defect.map_or(Ok(()), Err)
    }

    /// Reads the blocks `first..end` in order.
    pub(crate) fn in_order(&self, first: u64, end: u64) -> InOrder<'_> {
        let bytes = end.saturating_sub(first).min(BLOCKS_AT_ONCE) as usize * BLOCK;
        InOrder { file: self, next: first, end, chunk: vec![0; bytes], whole: 0..0, defect: None }
    }

    /// Fills a buffer with bytes from the beginning of this block. Returns the number of bytes read
    /// and, if the buffer is not full, the reason.
    fn fill(&self, number: u64, buffer: &mut [u8]) -> (usize, Option<BlockDefect>) {
        let (filled, error) = fill_at(&self.0, buffer, number * BLOCK as u64);
        let defect = match error {
            Some(error) => Some(BlockDefect::Unreadable { kind: error.kind() }),
            None => (filled < buffer.len()).then(|| self.end_of_file()),
        };
        (filled, defect)
    }

    /// The defect of a block beyond the end of the file.
    fn end_of_file(&self) -> BlockDefect {
        match self.0.metadata() {
            Ok(file) => BlockDefect::Gone { length: file.len() },
            Err(error) => BlockDefect::Unreadable { kind: error.kind() },
        }
    }
}

/// An iterator over blocks that are read in order, many at once.
pub(crate) struct InOrder<'a> {
    file: &'a BlockFile,
    /// The number of the next block.
    next: u64,
    end: u64,
    chunk: Vec<u8>,
    /// The numbers of the complete blocks in the chunk.
    whole: std::ops::Range<u64>,
    /// The reason why the chunk holds no more blocks, if some could not be read.
    defect: Option<BlockDefect>,
}

impl InOrder<'_> {
    /// The next block with its number, or the reason why it cannot be read. Later blocks are tried
    /// even if one cannot be read.
    pub(crate) fn next(&mut self) -> Option<(u64, Result<&Block, BlockDefect>)> {
        let number = self.next;
        if number == self.end {
            return None;
        }
        self.next += 1;
        if !self.whole.contains(&number) {
            let wanted = (self.end - number).min(BLOCKS_AT_ONCE) as usize * BLOCK;
            let (filled, defect) = self.file.fill(number, &mut self.chunk[..wanted]);
            self.whole = number..number + (filled / BLOCK) as u64;
            self.defect = defect;
            if let Some(defect) = self.defect.filter(|_| self.whole.is_empty()) {
                return Some((number, Err(defect)));
            }
        }
        let start = (number - self.whole.start) as usize * BLOCK;
        let block = self.chunk[start..].first_chunk().expect("the chunk consists of whole blocks");
        Some((number, Ok(block)))
    }
}

/// Fills a buffer with bytes of a file, beginning at `offset`. Returns the number of bytes read, which
/// is less than the length of the buffer at the end of the file, or if there is an error.
pub(crate) fn fill_at(file: &File, buffer: &mut [u8], offset: u64) -> (usize, Option<io::Error>) {
    let mut filled = 0;
    while filled < buffer.len() {
        match read_at(file, &mut buffer[filled..], offset + filled as u64) {
            Ok(0) => break,
            Ok(count) => filled += count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return (filled, Some(error)),
        }
    }
    (filled, None)
}

#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, offset)
}

#[cfg(windows)]
fn read_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, offset)
}

#[cfg(not(any(unix, windows)))]
fn read_at(_: &File, _: &mut [u8], _: u64) -> io::Result<usize> {
    Err(io::ErrorKind::Unsupported.into())
}
