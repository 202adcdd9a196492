//! Writing a table.

use std::io::Write;
use std::path::Path;

use catmouse_arena::{Distance, PositionId, Values};

use crate::layout::{BLOCK, Header, Packing, Seal};
use crate::writing::write_file;
use crate::{Contents, Fingerprint, TableError};

/// Writes a table of these values to a file, in place of whatever file is there.
///
/// The table is written to a temporary file in the same folder, flushed to disk and then moved to `path`, so an interruption
/// leaves what was there before. A symbolic link at `path` stays, and what it leads to is replaced; a device or a pipe is
/// written to.
///
/// Values are read once for outcomes and twice for distances, the longest of which decides how many bits each takes. Time:
/// linear; memory: a few blocks.
///
/// Values that come from a [`Table`](crate::Table) are only as good as that table: ask its
/// [`damage`](crate::Table::damage) after saving a copy, or [`verify`](crate::Table::verify) it before.
///
/// # Errors
///
/// [`TooDeep`](TableError::TooDeep) if distances are asked for and one is 2³¹ − 1 or more; [`Io`](TableError::Io) if `path` leads
/// to a folder or the system refuses.
pub fn save<V: Values>(
    path: &Path,
    values: &V,
    fingerprint: Fingerprint,
    contents: Contents,
) -> Result<(), TableError> {
    let packing = match contents {
        Contents::Outcomes => Packing::Outcomes,
        Contents::Distances => packing_for_distances(values)?,
    };
    let header = Header { packing, positions: values.positions() as u64, fingerprint };
    write_file(path, |out| write(out, header, values))
}

/// The narrowest packing that holds all distances.
fn packing_for_distances<V: Values>(values: &V) -> Result<Packing, TableError> {
    let mut longest = 0;
    for (position, value) in values.values() {
        let distance = value.distance().unwrap_or(0);
        if distance > longest {
            longest = distance;
            must_fit(Packing::of_distances(longest), position, distance)?;
        }
    }
    Ok(Packing::of_distances(longest))
}

fn must_fit(packing: Packing, position: PositionId, distance: Distance) -> Result<(), TableError> {
    let limit = packing.max_distance();
    if distance <= limit { Ok(()) } else { Err(TableError::TooDeep { position, distance, limit }) }
}

/// Writes the header and one block after the other.
fn write<V: Values>(out: &mut impl Write, header: Header, values: &V) -> Result<(), TableError> {
    let packing = header.packing;
    let seal = Seal::of(header);
    let mut values = values.values();
    out.write_all(&header.block())?;
    for number in 1..=header.blocks() {
        let mut block = [0; BLOCK];
        for (slot, (position, value)) in values.by_ref().take(packing.values_in_block()).enumerate() {
            if packing.contents() == Contents::Distances {
                must_fit(packing, position, value.distance().unwrap_or(0))?; // it may have changed since it was measured
            }
            packing.put(&mut block, slot, value);
        }
        seal.set(number, &mut block);
        out.write_all(&block)?;
    }
    Ok(())
}
