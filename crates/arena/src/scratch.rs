//! Scratch space: room outside the memory for outcomes that exceed the memory.

use std::fmt;
use std::io;

/// Room for words outside the memory, such as a temporary file.
///
/// An engine reads only words that it has written before. The words may be lost when this value is
/// dropped.
pub trait Scratch: fmt::Debug + Send + Sync {
    /// The number of bytes that can still be written.
    ///
    /// # Errors
    ///
    /// The error of the system if it does not know the number.
    fn free(&self) -> io::Result<u64>;

    /// Reads consecutive words into `words`, beginning with the word number `first`.
    ///
    /// # Errors
    ///
    /// The error of the system.
    fn read(&self, first: u64, words: &mut [u64]) -> io::Result<()>;

    /// Writes consecutive words, beginning with the word number `first`.
    ///
    /// # Errors
    ///
    /// The error of the system.
    fn write(&self, first: u64, words: &[u64]) -> io::Result<()>;
}
