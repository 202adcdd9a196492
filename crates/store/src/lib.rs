//! Solutions and certificates as files.
//!
//! * A **table** holds the value of every position of one arena, compact and with checksums.
//!   [`save()`] writes a table, [`Table::open`] opens it. A [`Table`] implements [`Values`] as a
//!   solution in memory does, so the same code reads both. A probe of a table of gigabytes reads
//!   one block of it.
//! * A **certificate** proves the outcome of one position. [`save_certificate`] and
//!   [`write_certificate`] write a certificate as JSON lines, and [`read_certificate`] reads it;
//!   its errors name the line.
//!
//! * A [`ScratchFile`] holds outcomes that exceed the memory, until the program ends.
//!
//! Each table and each certificate belongs to one game, identified by its [`Fingerprint`], and is
//! refused for any other. An interruption while it is written leaves the old file or the whole new
//! one ([`abandon_unfinished`]). This crate does not solve games, and it checks everything that it
//! reads.
//!
//! ```
//! use catmouse_arena::{PositionId, ProductArena, Solution, StepGraph, StalemateRule, Value, Values, Verdicts};
//! use catmouse_arena::{Arena, Player};
//! use catmouse_store::{Contents, Fingerprint, Table, TableError, save};
//!
//! // One walks the one-way road 0 → 1 → 2 and wins at its end; Two can only wait at home.
//! let road = StepGraph::new(3, vec![(0, 1, 1), (1, 2, 1)]);
//! let home = StepGraph::new(1, vec![(0, 0, 1)]);
//! let goal = Verdicts::from_fn(3, 1, |road, _| (road == 2).then_some(Player::One));
//! let arena = ProductArena::new(road, home, goal, StalemateRule::Endless);
//! let one_wins_in = |distance| Value::Win { player: Player::One, distance };
//! let solution = Solution::from_values([3, 1, 0, 4, 2, 0].map(one_wins_in));
//!
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("road.table");
//! let fingerprint = Fingerprint::of_product(&arena);
//! save(&path, &solution, fingerprint, Contents::Distances)?;
//!
//! let table = Table::open(&path, fingerprint, arena.positions())?;
//! let value = table.value(PositionId::new(0));
//! match table.damage() {
//!     Some(damage) => return Err(damage.into()), // the value is not to be trusted
//!     None => assert_eq!(value, Value::Win { player: Player::One, distance: 3 }),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The file of a table
//!
//! A file is a sequence of *blocks* of 4,096 bytes: block 0 is the header, then come the blocks of
//! values, then those of the note, if there is one. Nothing follows the last block. Every number is
//! little-endian. Each block ends with its checksum:
//!
//! | bytes of a block | what they hold |
//! |---|---|
//! | 0..4092 | the contents |
//! | 4092..4096 | the checksum, a `u32` |
//!
//! | bytes of the header | what they hold |
//! |---|---|
//! | 0..8 | the magic: `89 43 4D 54 0D 0A 1A 0A` |
//! | 8..12 | the version, a `u32`: 2 |
//! | 12 | the bits of a value, a `u8`: 0 in a table of outcomes, 2 to 32 in a table of distances |
//! | 13 | a `u8`: 1 in a table of outcomes that holds only the wins within a limit, else 0 |
//! | 14..16 | zero |
//! | 16..24 | the number of positions, a `u64` |
//! | 24..40 | the [`Fingerprint`] |
//! | 40..48 | the extent of the wins, a `u64` (see below) |
//! | 48..52 | the number of bytes of the note, a `u32` |
//! | 52..4092 | zero |
//! | 4092..4096 | the checksum of bytes 0..4092 |
//!
//! The magic is not valid UTF-8, and any conversion of line ends changes it. The extent is 0 in a
//! table of distances. In a table of outcomes with a limit it is the limit plus 1; without a limit
//! it is the distance of the longest win plus 1, or 0 if this distance is unknown.
//!
//! The magic, the place of the version and the checksum of the header will stay the same in later
//! versions. So a table of another version can be distinguished from a damaged one. Version 1 is no
//! longer supported.
//!
//! **Values** are in numbering order. Each block holds as many values as fit; its remaining bytes
//! are zero.
//!
//! A table of outcomes holds five values in a byte, as the digits of a number to the base 3, the
//! least significant first. A digit encodes the winner: 0 for none, 1 for One, 2 for Two. Position
//! `p` is digit `i mod 5` of byte `i / 5` of block `1 + p / 20460`, where `i = p mod 20460`.
//!
//! In a table of distances a value is a number of `w` bits: 0 is endless, `1 + 2·d` a win of One at
//! distance `d`, `2 + 2·d` a win of Two. A block holds `n = 32736 / w` values, rounded down. They
//! follow each other without gaps, beginning at the lowest bit of the first byte, and no value is
//! split between blocks. Position `p` has the `w` bits that begin with bit `w · (p mod n)` of block
//! `1 + p / n`; bit `b` is bit `b mod 8` of byte `b / 8`. `w` is the least width that holds the
//! longest distance, which is then at most 2<sup>w−1</sup> − 2. So the same values make the same
//! bytes.
//!
//! The **note** is for the program that writes the table; the Python package notes the board. It
//! has 4,092 bytes in each block, and the remaining bytes of the last block are zero.
//!
//! **Checksums** are CRC-32 (IEEE 802.3, as in PNG and zip). The checksum of the header covers the
//! bytes before it. The checksum of block `k > 0` covers the header's checksum, then `k` as a
//! `u64`, then the 4,092 bytes before it. Up to three flipped bits in a block are always detected,
//! and so is damage within 32 neighbouring bits. Any other damage is missed with probability 2⁻³².
//! A block in another block's place, or from another table, counts as damage. A table is also
//! refused if bytes that must be zero are not, or if a number encodes no value. Checksums guard
//! against accidents, not against forgery.
//!
//! # Size and speed
//!
//! The bytes of a position include checksums and unused bytes of blocks. The header and the rest of
//! the last block add less than 8,192 bytes to a file.
//!
//! | contents | bits of a position | bytes of a position |
//! |---|---|---|
//! | outcomes | 8/5 | 0.200 |
//! | distances up to 126 | 8 | 1.001 |
//! | distances up to 1,022 | 11 | 1.376 |
//! | distances up to 16,382 | 15 | 1.877 |
//! | distances up to 4,194,302 | 23 | 2.878 |
//! | distances up to 2,147,483,646 | 32 | 4.004 |
//!
//! [`Table::open`] reads only the header and the length of the file. The first probe of a block
//! reads it from the file, checks it and keeps it in memory; further probes of the block read no
//! file. At most [`Table::CACHE_BYTES`] of blocks are kept, or the number of bytes that
//! [`Table::open_with_cache`] allows. [`Values::values`](catmouse_arena::Values::values), which
//! reads all values in order, and [`Table::verify`] read many blocks at once and keep none.
//!
//! # What can go wrong
//!
//! * **Writing is interrupted.** A new file is written under a temporary name in the same folder
//!   (`.catmouse-NAME-….part`), flushed to disk and moved into place. So at every moment, and after
//!   a `kill -9`, the path leads to the whole old file or to the whole new file. A killed process
//!   leaves the temporary file, which can be deleted. A program that is about to end calls
//!   [`abandon_unfinished`] instead. If the path is a symbolic link, its target is replaced. A
//!   device or a pipe is written to directly.
//! * **A table is damaged.** [`Table::open`] finds damage in the header. [`Table::verify`] or the
//!   first probe of the block finds damage elsewhere. [`Values::value`] cannot fail: for a damaged
//!   block **it returns [`Value::Endless`]**, and the table records the damage. Code that prints or
//!   keeps results of probes must call [`Table::damage`] first.
//! * **Another process changes the file of an open table.** This crate never does so: it replaces
//!   files, and an open table keeps reading the old file. (On Windows an open file cannot be
//!   replaced, and saving returns an error.) Other programs may write into the file or shorten it.
//!   Blocks in memory are not affected. A block that is read afterwards is checked like any other:
//!   if it does not match its checksum, is missing or cannot be read, the table records it as
//!   damaged, with the reason. The file is not mapped into memory, so no change to it ends the
//!   process.
//!
//! [`Values`]: catmouse_arena::Values
//! [`Values::value`]: catmouse_arena::Values::value
//! [`Value::Endless`]: catmouse_arena::Value::Endless

mod blocks;
mod cache;
mod certificate;
mod error;
mod fingerprint;
mod growing;
mod layout;
mod save;
mod scratch;
mod table;
mod writing;

pub use certificate::{
    CertificateError, CertificatePosition, CopProofHalf, CopProofHead, CopProofReader, LineFlaw, LineKind,
    ReadCertificate, is_cop_proof, read_certificate, save_certificate, write_certificate, write_part,
};
pub use error::{BlockDefect, BlockId, TableError};
pub use fingerprint::Fingerprint;
pub use growing::{FilePrefix, GrowingError, GrowingFile};
pub use layout::{Contents, is_table};
pub use save::{save, save_noted, save_outcomes};
pub use scratch::ScratchFile;
pub use table::{Table, read_note};
pub use writing::{abandon_unfinished, remove_remains, save_stream, save_text};
