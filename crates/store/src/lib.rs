//! Solutions and certificates as files.
//!
//! * A **table** holds the value of every position of one arena, compact and with checksums. [`save()`] writes one, [`Table::open`]
//!   opens one. A [`Table`] gives [`Values`] as a solution in memory does, so whatever reads those reads both; a probe of a table
//!   of gigabytes reads one block of it.
//! * A **certificate** proves the outcome of one position. [`save_certificate`] and [`write_certificate`] write one as JSON lines,
//!   [`read_certificate`] reads one and says at which line it is none.
//!
//! Either belongs to one game, which its [`Fingerprint`] names, and is refused for any other. Both are written in the same way: an
//! interruption leaves what was there before, or all of what is new ([`abandon_unfinished`]). There is no solving here, and nothing
//! that is read is believed before it has been checked.
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
//! let solution = Solution::from_values([3, 1, 0, 4, 2, 0].map(|distance| Value::Win { player: Player::One, distance }));
//!
//! let folder = tempfile::tempdir()?;
//! let path = folder.path().join("road.table");
//! let fingerprint = Fingerprint::of_product(&arena);
//! save(&path, &solution, fingerprint, Contents::Distances)?;
//!
//! let table = Table::open(&path, fingerprint, arena.positions())?;
//! let value = table.value(PositionId::new(0));
//! match table.damage() {
//!     Some(damage) => return Err(damage.into()), // the value says nothing
//!     None => assert_eq!(value, Value::Win { player: Player::One, distance: 3 }),
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The file of a table
//!
//! A file is a row of *blocks* of 4,096 bytes: block 0 is the header, the blocks from 1 on hold the values. Nothing follows the
//! last block. Every number is little-endian. Each block ends with its checksum:
//!
//! | bytes of a block | what they hold |
//! |---|---|
//! | 0..4092 | the contents |
//! | 4092..4096 | the checksum, a `u32` |
//!
//! | bytes of the header | what they hold |
//! |---|---|
//! | 0..8 | the magic: `89 43 4D 54 0D 0A 1A 0A`, which is no text in UTF-8 and which no conversion of line ends leaves alone |
//! | 8..12 | the version, a `u32`: 2 |
//! | 12 | the bits of a value, a `u8`: 0 in a table of outcomes, 2 to 32 in a table of distances |
//! | 13 | in a table of outcomes 1 if it holds only the wins within a limit, a `u8`, else 0 |
//! | 14..16 | zero |
//! | 16..24 | how many positions there are, a `u64` |
//! | 24..40 | the [`Fingerprint`] |
//! | 40..48 | in a table of outcomes one more than that limit or, where there is none, than the longest win, a `u64`; 0 where that is not known, and in a table of distances |
//! | 48..4092 | zero |
//! | 4092..4096 | the checksum of bytes 0..4092 |
//!
//! The magic, the place of the version and the checksum of the header stay what they are in every version to come, so that a
//! table of another version is told from a damaged one. Version 1 took more room and is not read any more.
//!
//! **Values** stand in numbering order, as many in each block as fit; what a block has to spare is zero.
//!
//! A table of outcomes holds five values in a byte: the digits of a number to the base 3, the first with the least worth, each
//! saying who wins (0 nobody: endless; 1 One; 2 Two). Position `p` is digit `i mod 5` of byte `i / 5` of block
//! `1 + p / 20460`, where `i = p mod 20460`.
//!
//! In a table of distances a value is a number of `w` bits: 0 is endless, `1 + 2·d` a win of One at distance `d`, `2 + 2·d` one
//! of Two. A block holds `n = 32736 / w` of them, rounded down, one after the other from the lowest bit of its first byte on, so
//! none lies in two blocks. Position `p` has the bits from `w · (p mod n)` on of block `1 + p / n`; bit `b` is bit `b mod 8`
//! of byte `b / 8`. Such a table takes the fewest bits that hold its longest distance, which is 2<sup>w−1</sup> − 2 at most, so
//! the same values make the same bytes.
//!
//! **Checksums** are CRC-32 (IEEE 802.3, as in PNG and zip): in the header over the bytes before it, in block `k > 0` over the
//! header's checksum, then `k` as a `u64`, then the 4,092 bytes before it. Up to three flipped bits in a block are always
//! found, as is damage within 32 neighbouring bits; any other damage is missed once in 2³² times. A block at another's place,
//! or of another table, is damage too. Besides, everything that must be zero and every value that is none is refused. A
//! checksum guards against accidents, not against forgery.
//!
//! # Size and speed
//!
//! Bytes a position, with the checksums and what blocks have to spare; the header and the rest of the last block add less than
//! 8,192 bytes to a file:
//!
//! | contents | bits | bytes a position |
//! |---|---|---|
//! | outcomes | 8/5 | 0.200 |
//! | distances up to 126 | 8 | 1.001 |
//! | distances up to 1,022 | 11 | 1.376 |
//! | distances up to 16,382 | 15 | 1.877 |
//! | distances up to 4,194,302 | 23 | 2.878 |
//! | distances up to 2,147,483,646 | 32 | 4.004 |
//!
//! So from 10⁵ positions on a table of outcomes takes less than a quarter of a byte a position, all told, and a table of
//! distances up to four million less than 3 bytes.
//!
//! [`Table::open`] reads the header and the length of the file, nothing else. The first probe of a block reads it from the file,
//! checks it and keeps it in memory, which takes some microseconds where the system has the file in memory already; further
//! probes of it take about twice as long as those of a solution in memory. At most [`Table::CACHE_BYTES`] of blocks are kept, or as
//! many as [`Table::open_with_cache`] is told. Reading all values in order ([`Values::values`](catmouse_arena::Values::values)) and [`Table::verify`] read many
//! blocks at once and keep none.
//!
//! # What can go wrong
//!
//! * **Writing is interrupted.** What is new is written to a temporary file in the same folder (`.catmouse-NAME-….part`), flushed
//!   to disk and moved into place, so at every moment, and after a `kill -9`, the path leads to the whole old file or to the
//!   whole new one. An interruption that gives no chance to tidy up leaves the temporary file behind; delete it. A program that has
//!   the chance calls [`abandon_unfinished`]. A symbolic link stays, and what it leads to is replaced; a device or a pipe is written to.
//! * **A table is damaged.** Damage in the header is found by [`Table::open`], damage elsewhere by [`Table::verify`] or by the
//!   first probe of the block. [`Values::value`] cannot fail: on a damaged block **it answers [`Value::Endless`]**, and the
//!   table remembers the damage. Code that prints or keeps anything that came from probes must ask [`Table::damage`] first.
//! * **Another process changes the file of a table while it is open.** This crate never does: it replaces files, and an open table
//!   keeps reading the old one. (On Windows a file that is open may not be replaced; saving reports that.) Other programs
//!   may write into it or shorten it. A block that is in memory stays what it was. A block that is read afterwards is checked as
//!   ever: what does not fit its checksum, is gone, or cannot be read is damage, of which the table says which block it is and why.
//!   Nothing is mapped into memory, so no change of the file ends the process.
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
mod table;
mod writing;

pub use certificate::{
    CertificateError, LineFlaw, LineKind, ReadCertificate, read_certificate, save_certificate, write_certificate,
};
pub use error::{BlockId, Defect, TableError};
pub use fingerprint::Fingerprint;
pub use growing::{Extent, GrowingError, GrowingFile};
pub use layout::{Contents, is_table};
pub use save::{save, save_outcomes};
pub use table::Table;
pub use writing::{abandon_unfinished, remove_remains, save_stream, save_text};
