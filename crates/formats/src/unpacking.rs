//! Sources that may be compressed by gzip and are unpacked during reading.
//!
//! Memory: that of the decompressor, less than 100 KiB. The reader of a source limits the amount of
//! unpacked text that it keeps.

use std::io::{self, BufRead, BufReader, Cursor, Read};

#[cfg(feature = "gzip")]
use flate2::bufread::MultiGzDecoder;

/// The number of bytes to read at a time.
const BUFFER: usize = 1 << 16;

/// The first bytes of a file compressed by gzip.
const MARK: &[u8] = b"\x1f\x8b";

/// The replacement for the decompressor without the feature `gzip`. Compressed files are still
/// recognised, but refused.
#[cfg(not(feature = "gzip"))]
#[derive(Debug)]
pub(crate) struct MultiGzDecoder<R>(R);

#[cfg(not(feature = "gzip"))]
impl<R> MultiGzDecoder<R> {
    fn new(source: R) -> Self {
        Self(source)
    }
}

#[cfg(not(feature = "gzip"))]
impl<R> Read for MultiGzDecoder<R> {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::new(io::ErrorKind::Unsupported, "this build cannot unpack gzip"))
    }
}

/// Whether a file that begins with these bytes is compressed by gzip.
pub(crate) fn is_packed(bytes: &[u8]) -> bool {
    bytes.starts_with(MARK)
}

/// Unpacks compressed bytes, up to `most` bytes of the result.
///
/// # Errors
///
/// An error if the compressed bytes are damaged or truncated.
pub(crate) fn unpacked(packed: &[u8], most: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    MultiGzDecoder::new(packed).take(most as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A source, unpacked if it is compressed. Bytes that were read from it can be put back.
pub(crate) struct Unpacked<'a> {
    /// Bytes before those of the source. The first `next` of them are consumed.
    ahead: Vec<u8>,
    next: usize,
    source: BufReader<Box<dyn Read + Send + 'a>>,
    is_packed: bool,
}

impl<'a> Unpacked<'a> {
    /// A source that is unpacked if its first two bytes are the mark of gzip.
    ///
    /// # Errors
    ///
    /// An error of the source.
    pub(crate) fn new(source: Box<dyn Read + Send + 'a>) -> io::Result<Self> {
        let mut source = BufReader::with_capacity(BUFFER, source);
        let mut ahead = Vec::new();
        source.by_ref().take(MARK.len() as u64).read_to_end(&mut ahead)?;
        if !is_packed(&ahead) {
            return Ok(Self { ahead, next: 0, source, is_packed: false });
        }
        let unpacked = MultiGzDecoder::new(Cursor::new(ahead).chain(source));
        let source = BufReader::with_capacity(BUFFER, Box::new(unpacked) as Box<dyn Read + Send + 'a>);
        Ok(Self { ahead: Vec::new(), next: 0, source, is_packed: true })
    }

    /// Whether the source is compressed.
    pub(crate) fn is_packed(&self) -> bool {
        self.is_packed
    }

    /// Puts bytes back that were read, before the unread ones.
    pub(crate) fn put_before(&mut self, bytes: Vec<u8>) {
        let rest = self.ahead.split_off(self.next);
        (self.ahead, self.next) = ([bytes, rest].concat(), 0);
    }

    /// The bytes that can be read without waiting for the source.
    pub(crate) fn waiting(&self) -> [&[u8]; 2] {
        [&self.ahead[self.next..], self.source.buffer()]
    }
}

impl Read for Unpacked<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let found = self.fill_buf()?;
        let length = found.len().min(buffer.len());
        buffer[..length].copy_from_slice(&found[..length]);
        self.consume(length);
        Ok(length)
    }
}

impl BufRead for Unpacked<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.next < self.ahead.len() { Ok(&self.ahead[self.next..]) } else { self.source.fill_buf() }
    }

    fn consume(&mut self, length: usize) {
        let ahead = (self.ahead.len() - self.next).min(length);
        self.next += ahead;
        self.source.consume(length - ahead);
    }
}
