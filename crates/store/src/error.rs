//! Errors of saving, opening and reading tables.

use std::{fmt, io};

use catmouse_arena::{Distance, PositionId};
use thiserror::Error;

use crate::Fingerprint;

/// An error of saving, opening or reading a table. The message does not name the path.
#[derive(Debug, Error)]
pub enum TableError {
    /// The file is not a table.
    #[error("it is not a table: the first eight bytes differ from those of a table")]
    NotATable,
    /// The file was made by a later version of this program.
    #[error("it is a table of version {version}, but this program reads version {supported}")]
    Newer {
        /// The version of the file.
        version: u32,
        /// The version that can be read.
        supported: u32,
    },
    /// The file was made by an earlier version of this program.
    #[error("it is a table of version {version}, but this program reads version {supported}")]
    Older {
        /// The version of the file.
        version: u32,
        /// The version that can be read.
        supported: u32,
    },
    /// The end of the file is missing.
    #[error("the table is incomplete: the file has {found} of {expected} bytes")]
    Truncated {
        /// The required length in bytes; if the header is incomplete, the length of the header.
        expected: u64,
        /// The length of the file in bytes.
        found: u64,
    },
    /// Something follows the last block.
    #[error("the file is too long for its table: it has {found} bytes instead of {expected}")]
    Overlong {
        /// The required length in bytes.
        expected: u64,
        /// The length of the file in bytes.
        found: u64,
    },
    /// The contents of the file differ from what was written.
    #[error("the table is damaged: {block} {defect}")]
    Damaged {
        /// The damaged block.
        block: BlockId,
        /// The defect of the block.
        defect: BlockDefect,
    },
    /// The table is of another board, or of this board under other rules.
    #[error("the table belongs to another board or other rules: its fingerprint is {found} instead of {expected}")]
    OtherBoard {
        /// The required fingerprint.
        expected: Fingerprint,
        /// The fingerprint in the file.
        found: Fingerprint,
    },
    /// The table has another number of positions than the arena, although the fingerprint is the
    /// same.
    #[error("the table has {found} positions instead of {expected}")]
    OtherSize {
        /// The required number.
        expected: u64,
        /// The number in the file.
        found: u64,
    },
    /// The distance of a forced win is greater than a table can hold.
    #[error("at {position} the distance is {distance}, but a table holds at most {limit}")]
    TooDeep {
        /// The position.
        position: PositionId,
        /// The distance of its win.
        distance: Distance,
        /// The greatest distance that fits.
        limit: Distance,
    },
    /// The path leads to a folder, a device or the like instead of a regular file.
    #[error("it is not a regular file")]
    NotAFile,
    /// The system reports an error.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The number of a block of 4,096 bytes in the file; 0 is the header.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BlockId(pub u64);

impl fmt::Display for BlockId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.write_str("the header"),
            number => write!(f, "block {number}"),
        }
    }
}

/// A defect of a block. The message continues a sentence that begins with the block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum BlockDefect {
    /// The contents do not match the checksum.
    #[error("has the checksum {found:08x} instead of {expected:08x}")]
    Checksum {
        /// The checksum in the file.
        found: u32,
        /// The checksum of the contents.
        expected: u32,
    },
    /// Unused bytes or bits are not zero.
    #[error("has other bytes where zeros are required")]
    NotZero,
    /// The version is 0, which does not exist.
    #[error("has the version 0, but versions begin at 1")]
    NoVersion,
    /// The width of a value is out of range.
    #[error("gives {bits} bits for a value, which must be 0 or 2 to 32")]
    NoWidth {
        /// The width in the file.
        bits: u8,
    },
    /// The extent of the wins is not one that a table of this kind can have.
    #[error("has an impossible longest win")]
    NoExtent,
    /// The number of positions is greater than a file can hold.
    #[error("gives {positions} positions, more than a file can hold")]
    NoSize {
        /// The number in the file.
        positions: u64,
    },
    /// A number in the block encodes no value.
    #[error("holds a value that is neither endless nor a win of one player")]
    NoValue,
    /// The file was shortened after it had been opened.
    #[error("is missing: the file was shortened to {length} bytes while it was open")]
    Gone {
        /// The length of the file in bytes.
        length: u64,
    },
    /// The system reports an error for reading the block.
    #[error("cannot be read: {kind}")]
    Unreadable {
        /// The kind of the error.
        kind: io::ErrorKind,
    },
}
