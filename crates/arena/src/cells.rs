//! Room for one packed value a position.
//!
//! A table of many megabytes is filled once and read at random, and its first touch would take longer than the solving: the
//! system hands out memory in pages of 4 KiB, each cleared and entered by itself. So large tables ask for huge pages where the
//! system has them, which is about six times as fast (2.7 and 15 GB/s were measured); small ones come from the allocator,
//! which hands out again what was used before.

use std::ops::{Deref, DerefMut};

use memmap2::MmapMut;
use thiserror::Error;

/// The unsigned integers, of which cells are made.
pub trait Word: sealed::Sealed {}

impl<C: sealed::Sealed> Word for C {}

mod sealed {
    /// Words that are read from bytes as they are.
    pub trait Sealed: bytemuck::Pod {}

    impl Sealed for u8 {}
    impl Sealed for u16 {}
    impl Sealed for u32 {}
    impl Sealed for u64 {}
}

/// As many words as there are positions, each zero at first.
#[derive(Debug)]
pub struct Cells<C>(Room<C>);

#[derive(Debug)]
enum Room<C> {
    Allocated(Vec<C>),
    Mapped { map: MmapMut, cells: usize },
}

/// Bytes from which on memory is mapped: allocators commonly keep what is smaller for the next use.
const MAPPED_FROM: usize = 32 << 20;

/// The system has not so much memory left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the system does not give {bytes} bytes of memory")]
pub struct OutOfMemory {
    /// What was asked for; `u64::MAX` stands for more.
    pub bytes: u64,
}

impl<C: Word> Cells<C> {
    /// A given number of zeros. Memory that is never written to is never touched.
    ///
    /// Where the system has not so much memory left this ends the program; [`try_zeroed`](Self::try_zeroed) does not.
    pub fn zeroed(cells: usize) -> Self {
        Self::mapped(cells).unwrap_or_else(|| Self(Room::Allocated(vec![C::zeroed(); cells])))
    }

    /// The same, if the system has the memory.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`] where it has not.
    pub fn try_zeroed(cells: usize) -> Result<Self, OutOfMemory> {
        if let Some(mapped) = Self::mapped(cells) {
            return Ok(mapped);
        }
        let bytes = (cells as u64).saturating_mul(size_of::<C>() as u64);
        bytemuck::try_zeroed_vec(cells).map(|cells| Self(Room::Allocated(cells))).map_err(|()| OutOfMemory { bytes })
    }

    /// In memory of its own, where it is so large that this pays.
    fn mapped(cells: usize) -> Option<Self> {
        let bytes = cells.saturating_mul(size_of::<C>());
        let map = (bytes >= MAPPED_FROM).then(|| MmapMut::map_anon(bytes).ok()).flatten()?;
        // A kernel without huge pages says so, and the table is only slower.
        #[cfg(target_os = "linux")]
        let _ = map.advise(memmap2::Advice::HugePage);
        Some(Self(Room::Mapped { map, cells }))
    }

    /// So many words in the same memory, whatever they hold, if it is large enough.
    pub(crate) fn resized(self, cells: usize) -> Option<Self> {
        match self.0 {
            Room::Allocated(mut words) if words.capacity() >= cells => {
                words.resize(cells, C::zeroed());
                Some(Self(Room::Allocated(words)))
            }
            Room::Mapped { map, .. } if map.len() >= cells * size_of::<C>() => Some(Self(Room::Mapped { map, cells })),
            _ => None,
        }
    }
}

impl<C> From<Vec<C>> for Cells<C> {
    fn from(cells: Vec<C>) -> Self {
        Self(Room::Allocated(cells))
    }
}

impl<C: Word> Deref for Cells<C> {
    type Target = [C];

    #[inline]
    fn deref(&self) -> &[C] {
        match &self.0 {
            Room::Allocated(cells) => cells,
            Room::Mapped { map, cells } => &bytemuck::cast_slice(map)[..*cells],
        }
    }
}

impl<C: Word> DerefMut for Cells<C> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [C] {
        match &mut self.0 {
            Room::Allocated(cells) => cells,
            Room::Mapped { map, cells } => &mut bytemuck::cast_slice_mut(map)[..*cells],
        }
    }
}

impl<C: Word> Clone for Cells<C> {
    fn clone(&self) -> Self {
        let mut copy = Self::zeroed(self.len());
        copy.copy_from_slice(self);
        copy
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_has_not_is_an_error() {
        for cells in [usize::MAX, usize::MAX / 2, usize::MAX / 16] {
            assert!(Cells::<u32>::try_zeroed(cells).is_err());
        }
        let zeros = Cells::<u32>::try_zeroed(1_000).expect("four kilobytes");
        assert_eq!(*zeros, [0; 1_000]);
    }

    #[test]
    fn memory_is_used_again_where_there_is_enough() {
        // Mapped, and never touched but for the first page.
        for cells in [1_000, MAPPED_FROM / 2 + 1_000] {
            let mut full = Cells::<u16>::zeroed(cells);
            full[999] = 7;
            let part = full.resized(1_000).expect("less needs no more memory");
            assert_eq!((part.len(), part[999]), (1_000, 7));
            let whole = part.resized(cells).expect("all of it is still there");
            assert_eq!(whole.len(), cells);
            assert!(whole.resized(cells + 1_000_000).is_none());
        }
    }
}
