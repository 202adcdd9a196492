//! Numbers as text: each has a variable number of bytes, and the bytes are encoded in base64.
//!
//! A number is written in groups of seven bits, the lowest first. The highest bit of a byte is set
//! if more bytes follow (LEB128).

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

/// A list of packed numbers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Packed {
    bytes: Vec<u8>,
}

impl Packed {
    /// Adds a number.
    pub(crate) fn push(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    /// The number of bytes before the encoding in base64.
    pub(crate) fn bytes(&self) -> usize {
        self.bytes.len()
    }

    /// The encoded text.
    pub(crate) fn text(&self) -> String {
        STANDARD.encode(&self.bytes)
    }
}
