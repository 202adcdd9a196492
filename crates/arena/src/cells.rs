//! Memory for one packed value for each position.
//!
//! A table of many megabytes is filled once and read at random. With pages of 4 KiB, each cleared
//! and mapped by itself, the first touch of its memory would take longer than solving. So a large
//! table asks for huge pages where the system has them, and a small one comes from the allocator,
//! which reuses freed memory.

use std::hint::black_box;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicUsize, Ordering};

use memmap2::MmapMut;
use thiserror::Error;

/// The unsigned integers that [`Cells`] can hold.
pub trait Word: sealed::Sealed {}

impl<C: sealed::Sealed> Word for C {}

mod sealed {
    /// Words of which every bit pattern is valid.
    pub trait Sealed: bytemuck::Pod {}

    impl Sealed for u8 {}
    impl Sealed for u16 {}
    impl Sealed for u32 {}
    impl Sealed for u64 {}
}

/// A fixed number of words, initially zero, in huge pages if there are many. Dereferences to a
/// slice.
///
/// ```
/// use catmouse_arena::Cells;
///
/// let mut cells = Cells::<u16>::zeroed(3);
/// cells[1] = 7;
/// assert_eq!(*cells, [0, 7, 0]);
/// ```
#[derive(Debug)]
pub struct Cells<C>(Memory<C>);

#[derive(Debug)]
enum Memory<C> {
    Allocated(Vec<C>),
    Mapped { map: Map, cells: usize },
}

/// A memory map whose size is counted in `MAPPED` while it exists.
#[derive(Debug)]
struct Map(MmapMut);

/// Bytes in memory maps of this process: now, and the peak since the last call of [`most_mapped`].
static MAPPED: AtomicUsize = AtomicUsize::new(0);
static MOST_MAPPED: AtomicUsize = AtomicUsize::new(0);

impl Map {
    /// A map of zeroed bytes; `None` if the system refuses.
    fn zeroed(bytes: usize) -> Option<Self> {
        let map = MmapMut::map_anon(bytes).ok()?;
        let mapped = MAPPED.fetch_add(bytes, Ordering::Relaxed) + bytes;
        MOST_MAPPED.fetch_max(mapped, Ordering::Relaxed);
        Some(Self(map))
    }
}

impl Drop for Map {
    fn drop(&mut self) {
        MAPPED.fetch_sub(self.0.len(), Ordering::Relaxed);
    }
}

/// The bytes that [`Cells`] of this process now hold in memory maps. No allocator counts these.
pub fn mapped() -> usize {
    MAPPED.load(Ordering::Relaxed)
}

/// The peak of [`mapped`] since the last call, or since the process began. Useful for measuring
/// memory while nothing else allocates.
pub fn most_mapped() -> usize {
    MOST_MAPPED.swap(mapped(), Ordering::Relaxed)
}

/// Whether the system would grant this many bytes. Address space is requested and released at once,
/// and no page is touched. On systems without memory maps, such as wasm, the allocator is asked.
///
/// # Errors
///
/// [`OutOfMemory`] if it refuses.
///
/// ```
/// assert!(catmouse_arena::probe(1 << 20).is_ok());
/// assert!(catmouse_arena::probe(u64::MAX).is_err());
/// ```
pub fn probe(bytes: u64) -> Result<(), OutOfMemory> {
    let is_granted = |bytes: usize| {
        // Without `black_box` the optimiser would remove the unused allocation.
        let allocates = || black_box(&mut Vec::<u8>::new()).try_reserve_exact(bytes).is_ok();
        MmapMut::map_anon(bytes).is_ok() || allocates()
    };
    usize::try_from(bytes).is_ok_and(is_granted).then_some(()).ok_or(OutOfMemory { bytes })
}

/// The size in bytes from which [`Cells`] get a memory map of their own instead of using the
/// allocator: two huge pages. Allocators commonly keep smaller blocks for reuse; mapping those anew
/// each time would cost more than huge pages save.
const MAPPED_FROM: usize = 4 << 20;

/// The system refused to give memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the system refused {bytes} bytes of memory")]
pub struct OutOfMemory {
    /// The bytes requested; `u64::MAX` if there were more.
    pub bytes: u64,
}

impl<C: Word> Cells<C> {
    /// Zeroed cells. Memory that is never written to is never touched.
    ///
    /// If the system refuses the memory, the process is aborted; [`try_zeroed`](Self::try_zeroed)
    /// returns an error instead.
    pub fn zeroed(cells: usize) -> Self {
        Self::mapped(cells).unwrap_or_else(|| Self(Memory::Allocated(vec![C::zeroed(); cells])))
    }

    /// Zeroed cells.
    ///
    /// # Errors
    ///
    /// [`OutOfMemory`] if the system refuses the memory.
    pub fn try_zeroed(cells: usize) -> Result<Self, OutOfMemory> {
        if let Some(mapped) = Self::mapped(cells) {
            return Ok(mapped);
        }
        let bytes = (cells as u64).saturating_mul(size_of::<C>() as u64);
        bytemuck::try_zeroed_vec(cells).map(|cells| Self(Memory::Allocated(cells))).map_err(|()| OutOfMemory { bytes })
    }

    /// Cells in a memory map of their own, if there are enough to pay and the system allows it.
    fn mapped(cells: usize) -> Option<Self> {
        let bytes = cells.saturating_mul(size_of::<C>());
        let map = (bytes >= MAPPED_FROM).then(|| Map::zeroed(bytes)).flatten()?;
        // A kernel without huge pages returns an error, and the table is merely slower.
        #[cfg(target_os = "linux")]
        let _ = map.0.advise(memmap2::Advice::HugePage);
        Some(Self(Memory::Mapped { map, cells }))
    }

    /// Reuses the memory for this many words, with unspecified contents, if it is large enough.
    pub(crate) fn resized(self, cells: usize) -> Option<Self> {
        match self.0 {
            Memory::Allocated(mut words) if words.capacity() >= cells => {
                words.resize(cells, C::zeroed());
                Some(Self(Memory::Allocated(words)))
            }
            Memory::Mapped { map, .. } if map.0.len() >= cells * size_of::<C>() => {
                Some(Self(Memory::Mapped { map, cells }))
            }
            _ => None,
        }
    }
}

impl<C> From<Vec<C>> for Cells<C> {
    fn from(cells: Vec<C>) -> Self {
        Self(Memory::Allocated(cells))
    }
}

impl<C: Word> Deref for Cells<C> {
    type Target = [C];

    #[inline]
    fn deref(&self) -> &[C] {
        match &self.0 {
            Memory::Allocated(cells) => cells,
            Memory::Mapped { map, cells } => &bytemuck::cast_slice(&map.0)[..*cells],
        }
    }
}

impl<C: Word> DerefMut for Cells<C> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [C] {
        match &mut self.0 {
            Memory::Allocated(cells) => cells,
            Memory::Mapped { map, cells } => &mut bytemuck::cast_slice_mut(&mut map.0)[..*cells],
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
