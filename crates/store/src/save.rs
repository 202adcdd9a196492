//! Writing a table.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::path::Path;

use catmouse_arena::{ByPlayer, Distance, Extent, Outcomes, Player, PositionId, Values, Winners};

use crate::layout::{BLOCK, Block, Header, PAYLOAD, Packing, Seal, WINNERS_IN_BYTE};
use crate::writing::write_file;
use crate::{Contents, Fingerprint, TableError};

/// Writes a table of these values to a file. A file at the path is replaced.
///
/// The table is written to a temporary file in the same folder, flushed to disk and then moved to
/// `path`, so an interruption leaves the old file. If `path` is a symbolic link, its target is
/// replaced; a device or a pipe is written to directly.
///
/// Values are read once for outcomes and twice for distances, because the longest distance
/// determines the width of all values. Time: linear in the positions. Memory: a few blocks.
///
/// Outcomes saved by this function serve only games without a limit, because the distance of the
/// longest win is not recorded; [`save_outcomes`] records it.
///
/// If the values come from another [`Table`](crate::Table), call its
/// [`verify`](crate::Table::verify) before or its [`damage`](crate::Table::damage) afterwards:
/// values of damaged blocks are wrong.
///
/// # Errors
///
/// [`TooDeep`](TableError::TooDeep) if distances are saved and one is 2³¹ − 1 or more;
/// [`Io`](TableError::Io) if `path` leads to a folder, and for any other error of the system.
pub fn save<V: Values>(
    path: &Path,
    values: &V,
    fingerprint: Fingerprint,
    contents: Contents,
) -> Result<(), TableError> {
    save_noted(path, values, fingerprint, contents, &[])
}

/// Writes a table as [`save`] does, with a note, which [`read_note`](crate::read_note) reads.
///
/// # Errors
///
/// As [`save`].
pub fn save_noted<V: Values>(
    path: &Path,
    values: &V,
    fingerprint: Fingerprint,
    contents: Contents,
    note: &[u8],
) -> Result<(), TableError> {
    let packing = match contents {
        Contents::Outcomes => Packing::Outcomes,
        Contents::Distances => packing_for_distances(values)?,
    };
    let (positions, extent) = (values.positions() as u64, Extent::All { longest: None });
    let header = Header { packing, positions, fingerprint, extent, note: note_length(note)? };
    write_file(path, |out| {
        match contents {
            Contents::Outcomes => write_winners(out, header, values)?,
            Contents::Distances => write(out, header, values)?,
        }
        write_note(out, header, note)
    })
}

/// Writes a table of outcomes with their [`extent`](Outcomes::extent) and a note, which may be
/// empty, in the same way as [`save`].
///
/// # Errors
///
/// As [`save`].
pub fn save_outcomes(
    path: &Path,
    outcomes: &Outcomes,
    fingerprint: Fingerprint,
    note: &[u8],
) -> Result<(), TableError> {
    let (positions, extent) = (outcomes.positions() as u64, outcomes.extent());
    let header = Header { packing: Packing::Outcomes, positions, fingerprint, extent, note: note_length(note)? };
    write_file(path, |out| {
        write_winners(out, header, outcomes)?;
        write_note(out, header, note)
    })
}

fn note_length(note: &[u8]) -> io::Result<u32> {
    u32::try_from(note.len()).map_err(|_| io::Error::other("the note of a table has fewer than 4 GiB"))
}

/// Writes the blocks of the note.
fn write_note(out: &mut impl Write, header: Header, note: &[u8]) -> Result<(), TableError> {
    let seal = Seal::of(header);
    for (number, part) in header.note_blocks().zip(note.chunks(PAYLOAD)) {
        let mut block = [0; BLOCK];
        block[..part.len()].copy_from_slice(part);
        seal.set(number, &mut block);
        out.write_all(&block)?;
    }
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

/// Writes the header, then the blocks of winners.
fn write_winners<V: Values>(out: &mut impl Write, header: Header, values: &V) -> Result<(), TableError> {
    out.write_all(&header.block())?;
    let mut blocks = Blocks { out, seal: Seal::of(header), number: 1, block: [0; BLOCK], filled: 0, error: None };
    // Winners that do not fill a byte are kept until more winners complete it.
    let (mut waiting, mut bits) = (0, ByPlayer { one: 0_u64, two: 0 });
    let _ = values.scan_winners(&mut |Winners { count, mut won }| {
        let mut left = count;
        if waiting > 0 {
            let taken = left.min(WINNERS_IN_BYTE - waiting);
            for player in Player::BOTH {
                bits[player] |= (won[player] & ((1 << taken) - 1)) << waiting;
                won[player] >>= taken;
            }
            (left, waiting) = (left - taken, waiting + taken);
            if waiting < WINNERS_IN_BYTE {
                return ControlFlow::Continue(());
            }
            blocks.push(Packing::digits(bits))?;
        }
        while left >= WINNERS_IN_BYTE {
            blocks.push(Packing::digits(won))?;
            won = won.map(|bits| bits >> WINNERS_IN_BYTE);
            left -= WINNERS_IN_BYTE;
        }
        (waiting, bits) = (left, won);
        ControlFlow::Continue(())
    });
    if waiting > 0 {
        let _ = blocks.push(Packing::digits(bits));
    }
    blocks.finish()
}

/// Writes a table of outcomes byte by byte.
struct Blocks<'a, W> {
    out: &'a mut W,
    seal: Seal,
    number: u64,
    block: Block,
    filled: usize,
    /// The error that stopped the writing, if any.
    error: Option<io::Error>,
}

impl<W: Write> Blocks<'_, W> {
    /// Adds a byte; breaks if writing a block fails.
    #[inline]
    fn push(&mut self, byte: u8) -> ControlFlow<()> {
        self.block[self.filled] = byte;
        self.filled += 1;
        if self.filled == PAYLOAD { self.flush() } else { ControlFlow::Continue(()) }
    }

    fn flush(&mut self) -> ControlFlow<()> {
        self.seal.set(self.number, &mut self.block);
        let written = self.out.write_all(&self.block);
        (self.number, self.block, self.filled) = (self.number + 1, [0; BLOCK], 0);
        match written {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                self.error = Some(error);
                ControlFlow::Break(())
            }
        }
    }

    /// Writes the last block unless it is empty.
    fn finish(mut self) -> Result<(), TableError> {
        if self.error.is_none() && self.filled > 0 {
            let _ = self.flush();
        }
        self.error.map_or(Ok(()), |error| Err(error.into()))
    }
}

/// Writes the header, then the blocks of values.
fn write<V: Values>(out: &mut impl Write, header: Header, values: &V) -> Result<(), TableError> {
    let packing = header.packing;
    let seal = Seal::of(header);
    let mut values = values.values();
    out.write_all(&header.block())?;
    for number in 1..=header.blocks() {
        let mut block = [0; BLOCK];
        for (slot, (position, value)) in values.by_ref().take(packing.values_in_block()).enumerate() {
            must_fit(packing, position, value.distance().unwrap_or(0))?; // it may have changed since it was measured
            packing.put(&mut block, slot, value);
        }
        seal.set(number, &mut block);
        out.write_all(&block)?;
    }
    Ok(())
}
