//! The memory map: the one place of the workspace that needs `unsafe`.

use std::fs::File;
use std::io;

use memmap2::Mmap;

use crate::Defect;
use crate::layout::{BLOCK, Block};

/// A file that is read as memory, a block at a time. The system is told that blocks are read in no order.
#[derive(Debug)]
pub(crate) struct Mapping {
    file: File,
    bytes: Mmap,
}

impl Mapping {
    /// Maps all of the file.
    #[expect(unsafe_code, reason = "a memory map: other processes can change the file behind it")]
    pub(crate) fn new(file: File) -> io::Result<Self> {
        // SAFETY: The map is read-only and private to this struct, and its bytes are handed out behind shared references only.
        // These are sound while nobody changes the file. This program never does: `save` writes another file and moves it
        // to the path, which leaves the mapped one as it is. That other programs keep off it cannot be enforced; the front
        // page of the crate says what happens if they do not. Any bytes at all are valid as `u8`, and what is read from them is
        // checked before an index is made of it.
        let bytes = unsafe { Mmap::map(&file)? };
        let mapping = Self { file, bytes };
        mapping.read_in_no_order();
        Ok(mapping)
    }

    /// How many bytes are mapped.
    pub(crate) fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// The block with this number, for whoever knows that it is there still.
    #[inline]
    pub(crate) fn known_block(&self, number: u64) -> &Block {
        self.bytes[number as usize * BLOCK..].first_chunk().expect("the file consists of whole blocks")
    }

    /// The block with this number, unless the file was shortened meanwhile: touching what is gone would end the process.
    pub(crate) fn block(&self, number: u64) -> Result<&Block, Defect> {
        match self.file.metadata() {
            Ok(file) if file.len() < self.len() => Err(Defect::Gone { length: file.len() }),
            _ => Ok(self.known_block(number)),
        }
    }

    /// Tells the system that all blocks are about to be read in order, for as long as the result lives.
    pub(crate) fn sweep(&self) -> Sweep<'_> {
        self.advise(Order::Sequential);
        Sweep(self)
    }

    fn read_in_no_order(&self) {
        self.advise(Order::Random);
    }

    /// Advice makes reading faster, never different, so it does not matter whether it is taken.
    fn advise(&self, order: Order) {
        #[cfg(unix)]
        let _ = self.bytes.advise(match order {
            Order::Random => memmap2::Advice::Random,
            Order::Sequential => memmap2::Advice::Sequential,
        });
        #[cfg(not(unix))]
        let _ = order;
    }
}

#[derive(Clone, Copy)]
enum Order {
    Random,
    Sequential,
}

/// While this lives the system reads ahead.
pub(crate) struct Sweep<'a>(&'a Mapping);

impl Drop for Sweep<'_> {
    fn drop(&mut self) {
        self.0.read_in_no_order();
    }
}
