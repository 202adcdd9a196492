//! Lists whose whole memory is asked for at once, with an error if the system lacks it.

use catmouse_arena::OutOfMemory;

/// An empty list with this capacity, or an error if the system lacks the memory.
pub(crate) fn reserved<T>(entries: usize) -> Result<Vec<T>, OutOfMemory> {
    let mut list = Vec::new();
    list.try_reserve_exact(entries).map_err(|_| OutOfMemory { bytes: (entries * size_of::<T>()) as u64 })?;
    Ok(list)
}
