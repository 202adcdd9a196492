//! Sources that may be compressed by gzip and are unpacked during reading.
//!
//! Memory: that of the decompressor, less than 100 KiB. The reader of a source limits the amount of
//! unpacked text that it keeps.

use std::io::{self, BufRead, BufReader, Read};

#[cfg(feature = "gzip")]
use flate2::bufread::MultiGzDecoder;

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

/// A source with bytes put before its remaining ones.
#[derive(Debug)]
pub(crate) struct Ahead<R> {
    bytes: Vec<u8>,
    next: usize,
    source: R,
}

impl<R: BufRead> Ahead<R> {
    fn new(bytes: Vec<u8>, source: R) -> Self {
        Self { bytes, next: 0, source }
    }
}

impl<R: BufRead> Read for Ahead<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let found = self.fill_buf()?;
        let length = found.len().min(buffer.len());
        buffer[..length].copy_from_slice(&found[..length]);
        self.consume(length);
        Ok(length)
    }
}

impl<R: BufRead> BufRead for Ahead<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.next < self.bytes.len() { Ok(&self.bytes[self.next..]) } else { self.source.fill_buf() }
    }

    fn consume(&mut self, length: usize) {
        let ahead = (self.bytes.len() - self.next).min(length);
        self.next += ahead;
        self.source.consume(length - ahead);
    }
}

/// A source, unpacked if necessary.
#[derive(Debug)]
pub(crate) enum Unpacked<R> {
    /// An uncompressed source.
    Plain(Ahead<R>),
    /// A compressed source.
    Gzip(Ahead<Box<BufReader<MultiGzDecoder<Ahead<R>>>>>),
}

impl<R: BufRead> Unpacked<R> {
    /// A source that is unpacked if its first two bytes are the mark of gzip.
    ///
    /// # Errors
    ///
    /// An error of the source.
    pub(crate) fn new(mut source: R) -> io::Result<Self> {
        let mut ahead = Vec::new();
        while ahead.len() < MARK.len() {
            let found = source.fill_buf()?;
            let length = found.len().min(MARK.len() - ahead.len());
            if length == 0 {
                break;
            }
            ahead.extend_from_slice(&found[..length]);
            source.consume(length);
        }
        let is_packed = is_packed(&ahead);
        let plain = Ahead::new(ahead, source);
        Ok(if is_packed {
            Self::Gzip(Ahead::new(Vec::new(), Box::new(BufReader::new(MultiGzDecoder::new(plain)))))
        } else {
            Self::Plain(plain)
        })
    }

    /// Whether the source is compressed.
    pub(crate) fn is_packed(&self) -> bool {
        matches!(self, Self::Gzip(_))
    }

    /// Puts bytes back that were read, before the unread ones.
    pub(crate) fn put_before(&mut self, bytes: Vec<u8>) {
        let (ahead, next) = match self {
            Self::Plain(ahead) => (&mut ahead.bytes, &mut ahead.next),
            Self::Gzip(ahead) => (&mut ahead.bytes, &mut ahead.next),
        };
        let rest = ahead.split_off(*next);
        (*ahead, *next) = ([bytes, rest].concat(), 0);
    }
}

impl<R: BufRead> Read for Unpacked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Plain(source) => source.read(buffer),
            Self::Gzip(source) => source.read(buffer),
        }
    }
}

impl<R: BufRead> BufRead for Unpacked<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        match self {
            Self::Plain(source) => source.fill_buf(),
            Self::Gzip(source) => source.fill_buf(),
        }
    }

    fn consume(&mut self, length: usize) {
        match self {
            Self::Plain(source) => source.consume(length),
            Self::Gzip(source) => source.consume(length),
        }
    }
}

impl<R: Read> Unpacked<BufReader<R>> {
    /// The bytes that can be read without waiting for the source.
    pub(crate) fn waiting(&self) -> [&[u8]; 2] {
        match self {
            Self::Plain(ahead) => [&ahead.bytes[ahead.next..], ahead.source.buffer()],
            Self::Gzip(ahead) => [&ahead.bytes[ahead.next..], ahead.source.buffer()],
        }
    }
}
