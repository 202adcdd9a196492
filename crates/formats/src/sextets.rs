//! Reads and writes six bits per printable byte, as in graph6, digraph6 and sparse6, and the number
//! of vertices with which all three begin. The bytes range from `?`, for six zeros, to `~`, for six
//! ones.

use catmouse_model::MAX_VERTICES;

use crate::problem::{Problem, quoted, too_many_vertices};

/// A reader of six bits per byte, the high one first. Bits after the end are 0.
pub(crate) struct Bits<'a> {
    pub(crate) data: &'a [u8],
    /// The number of bits taken so far.
    pub(crate) next: usize,
}

impl Bits<'_> {
    /// The next `count` bits, at most 32, as a number.
    pub(crate) fn take(&mut self, count: u32) -> u32 {
        let mut number = 0;
        for _ in 0..count {
            let byte = self.data.get(self.next / 6).copied().unwrap_or(FIRST);
            number = number << 1 | u32::from((byte - FIRST) >> (5 - self.next % 6) & 1);
            self.next += 1;
        }
        number
    }
}

/// The bytes for six zeros and for six ones.
const FIRST: u8 = b'?';
const LAST: u8 = b'~';

/// The number of vertices at byte `start`, and the first byte after it. All bytes from `start` must
/// be in the range of the format.
pub(crate) fn vertices(body: &str, start: usize) -> Result<(u32, usize), Problem> {
    let bytes = body.as_bytes();
    if let Some(wrong) = (start..bytes.len()).find(|&at| !(FIRST..=LAST).contains(&bytes[at])) {
        let end = body.ceil_char_boundary(wrong + 1);
        let message = format!("{} is not a byte of a graph", quoted(body.get(wrong..end).unwrap_or_default()));
        return Err(Problem::new(Some(wrong..end), message, "expected bytes from `?` (63) to `~` (126)"));
    }
    let long = bytes.iter().skip(start).take(2).take_while(|&&byte| byte == LAST).count();
    let (first, length) = [(start, 1), (start + 1, 3), (start + 2, 6)][long];
    let Some(digits) = bytes.get(first..first + length) else {
        let message = "the line ends within the number of vertices";
        let wanted = "expected one byte for up to 62 vertices, `~` and 3 bytes, or `~~` and 6 bytes";
        return Err(Problem::new(Some(body.len()..body.len()), message, wanted));
    };
    let count = digits.iter().fold(0, |count: u64, &byte| count << 6 | u64::from(byte - FIRST));
    match u32::try_from(count) {
        Ok(vertices) if vertices <= MAX_VERTICES => Ok((vertices, first + length)),
        _ => Err(too_many_vertices(start..first + length, count.cast_signed())),
    }
}

/// A writer of six bits per byte.
pub(crate) struct BitWriter<'a> {
    out: &'a mut String,
    sextet: u8,
    filled: u32,
}

impl<'a> BitWriter<'a> {
    /// Writes the order of a graph; the caller then writes the bits.
    pub(crate) fn after_order(out: &'a mut String, vertices: u32) -> Self {
        let (prefix, digits) = match vertices {
            0..=62 => ("", 1),
            63..=258_047 => ("~", 3),
            _ => ("~~", 6),
        };
        out.push_str(prefix);
        for digit in (0..digits).rev() {
            let sextet = u64::from(vertices) >> (6 * digit) & 63;
            out.push(char::from(sextet as u8 + FIRST));
        }
        Self { out, sextet: 0, filled: 0 }
    }

    /// Writes the lowest `width` bits of a number, the high one first.
    pub(crate) fn put_number(&mut self, number: u32, width: u32) {
        for bit in (0..width).rev() {
            self.sextet = self.sextet << 1 | (number >> bit & 1) as u8;
            self.filled += 1;
            if self.filled == 6 {
                self.out.push(char::from(self.sextet + FIRST));
                (self.sextet, self.filled) = (0, 0);
            }
        }
    }

    /// The number of unused bits of the last byte; 0 if the byte is full.
    pub(crate) fn room(&self) -> u32 {
        (6 - self.filled) % 6
    }
}
