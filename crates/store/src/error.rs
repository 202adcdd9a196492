//! Why a table is refused.

use std::{fmt, io};

use catmouse_arena::{Distance, PositionId};
use thiserror::Error;

use crate::Fingerprint;

/// Why a table cannot be saved, opened or read. The path is for the caller to add.
#[derive(Debug, Error)]
pub enum TableError {
    /// The file is something else.
    #[error("it is no table: it does not begin with the eight bytes that every table begins with")]
    NotATable,
    /// The file was made by a later version of this program.
    #[error("it is a table of version {version}, and this program reads tables of version {supported}")]
    Newer {
        /// The version of the file.
        version: u32,
        /// The version that can be read.
        supported: u32,
    },
    /// The file was made by an earlier version of this program.
    #[error("it is a table of version {version}, and this program reads tables of version {supported}")]
    Older {
        /// The version of the file.
        version: u32,
        /// The version that can be read.
        supported: u32,
    },
    /// The end of the file is missing.
    #[error("the table is cut off: the file has {found} bytes and must have {expected}")]
    Truncated {
        /// What the length must be; where not even the header is whole, the length of the header.
        expected: u64,
        /// The length in bytes.
        found: u64,
    },
    /// Something follows the last block.
    #[error("something follows the table: the file has {found} bytes and must have {expected}")]
    Overlong {
        /// What the length must be.
        expected: u64,
        /// The length in bytes.
        found: u64,
    },
    /// The contents of the file are not what was written.
    #[error("the table is damaged: {block} {defect}")]
    Damaged {
        /// Where.
        block: BlockId,
        /// What is wrong there.
        defect: Defect,
    },
    /// The table is of another board, or of this board under other rules.
    #[error("the table is of another board or of other rules: its fingerprint is {found} and must be {expected}")]
    OtherBoard {
        /// The fingerprint asked for.
        expected: Fingerprint,
        /// The fingerprint in the file.
        found: Fingerprint,
    },
    /// The table has another number of positions than the arena, although the fingerprint is the same.
    #[error("the table holds {found} positions and must hold {expected}")]
    OtherSize {
        /// The number asked for.
        expected: u64,
        /// The number in the file.
        found: u64,
    },
    /// A forced win takes longer than a table can say.
    #[error("at {position} the distance is {distance}, and a table holds distances up to {limit}")]
    TooDeep {
        /// Where.
        position: PositionId,
        /// The distance there.
        distance: Distance,
        /// The greatest distance that fits.
        limit: Distance,
    },
    /// The path of a table to be read leads to a folder, a device or the like.
    #[error("it is no regular file, and a table is one")]
    NotAFile,
    /// The system refuses.
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

/// What is wrong with a block. As text it continues a sentence that begins with the block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Defect {
    /// The contents do not fit the checksum.
    #[error("has the checksum {found:08x}, and its contents require {expected:08x}")]
    Checksum {
        /// The checksum in the file.
        found: u32,
        /// The checksum of the contents.
        expected: u32,
    },
    /// Bytes or bits in reserve are not zero.
    #[error("holds something where only zeros may be")]
    NotZero,
    /// The version is one that never was.
    #[error("has the version 0, and the first version is 1")]
    NoVersion,
    /// Values of this width are unknown.
    #[error("says that a value takes {bits} bits, which must be 0 or 2 to 32")]
    NoWidth {
        /// The width in the file.
        bits: u8,
    },
    /// What is said of the distances that are not held cannot be.
    #[error("says of the longest win what no table of its kind says")]
    NoExtent,
    /// The number of positions is beyond any file.
    #[error("says that there are {positions} positions, more than a file can hold")]
    NoSize {
        /// The number in the file.
        positions: u64,
    },
    /// Some value names a winner that does not exist, or a distance without a winner.
    #[error("holds a value that is neither endless nor a win of one player")]
    NoValue,
    /// The file was shortened after it had been opened.
    #[error("is gone: the file was shortened to {length} bytes while it was open")]
    Gone {
        /// What is left, in bytes.
        length: u64,
    },
    /// The system did not let the block be read.
    #[error("cannot be read: {kind}")]
    Unreadable {
        /// Why not.
        kind: io::ErrorKind,
    },
}
