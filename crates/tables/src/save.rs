//! Writing a table, and moving it into place when it is whole.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use catmouse_arena::{Distance, PositionId, Values};
use tempfile::NamedTempFile;

use crate::layout::{BLOCK, Header, Packing, Seal};
use crate::{Contents, Fingerprint, TableError};

/// Writes a table of these values to a file, in place of whatever file is there.
///
/// The table is written to a temporary file in the same folder, flushed to disk and then moved to `path`, so an interruption
/// leaves what was there before. A symbolic link at `path` is replaced, not followed.
///
/// Values are read once for outcomes and twice for distances, the longest of which decides how many bits each takes. Time:
/// linear; memory: a few blocks.
///
/// Values that come from a [`Table`](crate::Table) are only as good as that table: ask its
/// [`damage`](crate::Table::damage) after saving a copy, or [`verify`](crate::Table::verify) it before.
///
/// # Errors
///
/// [`TooDeep`](TableError::TooDeep) if distances are asked for and one is 2³¹ − 1 or more; [`NotAFile`](TableError::NotAFile) if
/// `path` leads to something that is no file; [`Io`](TableError::Io) if the system refuses.
pub fn save<V: Values>(
    path: &Path,
    values: &V,
    fingerprint: Fingerprint,
    contents: Contents,
) -> Result<(), TableError> {
    match fs::metadata(path) {
        Ok(there) if !there.is_file() => return Err(TableError::NotAFile),
        Ok(_) => {}
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error.into()),
    }
    let packing = match contents {
        Contents::Outcomes => Packing::Outcomes,
        Contents::Distances => packing_for_distances(values)?,
    };
    let header = Header { packing, positions: values.positions() as u64, fingerprint };
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let file = temporary_file(folder)?;
    let mut out = BufWriter::with_capacity(16 * BLOCK, file.as_file());
    write(&mut out, header, values)?;
    out.flush()?;
    drop(out);
    file.as_file().sync_all()?;
    file.persist(path).map_err(|refusal| refusal.error)?;
    flush_folder(folder);
    Ok(())
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

/// An empty file in the folder that vanishes unless it is moved, with the permissions of any new file.
fn temporary_file(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    // With the number of the process, so that whoever ends it can tell its files.
    let prefix = format!(".catmouse-{}-", std::process::id());
    builder.prefix(&prefix).suffix(".part");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666)); // less the process's umask
    }
    builder.tempfile_in(folder)
}

/// Asks that the new name survive a loss of power. Some file systems refuse; the name then leads to the old file or to the new
/// one all the same.
fn flush_folder(folder: &Path) {
    #[cfg(unix)]
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    #[cfg(not(unix))]
    let _ = folder;
}
