//! Sizes of memory in the notation that people use.

use std::fmt;
use std::str::FromStr;

use catmouse::memory::LEAST_BOUND;

/// A number of bytes. Its text is a number with a unit: `500M`, `1.5 GiB`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Bytes(pub(crate) u64);

const UNITS: [&str; 5] = ["bytes", "KiB", "MiB", "GiB", "TiB"];

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut amount = self.0 as f64;
        let mut unit = 0;
        while amount >= 1024.0 && unit + 1 < UNITS.len() {
            amount /= 1024.0;
            unit += 1;
        }
        match (unit, self.0) {
            (0, 1) => f.write_str("1 byte"),
            (0, bytes) => write!(f, "{bytes} bytes"),
            _ => write!(f, "{amount:.1} {}", UNITS[unit]),
        }
    }
}

impl FromStr for Bytes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wanted = || "expected a size as in 500M or 4GiB".to_owned();
        let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let unit = match text[digits.len()..].to_ascii_uppercase().as_str() {
            "" | "B" => 1,
            "K" | "KB" | "KIB" => 1 << 10,
            "M" | "MB" | "MIB" => 1 << 20,
            "G" | "GB" | "GIB" => 1 << 30,
            "T" | "TB" | "TIB" => 1 << 40,
            _ => return Err(wanted()),
        };
        let count: u64 = digits.trim().parse().map_err(|_| wanted())?;
        let bytes = count.checked_mul(unit).ok_or_else(wanted)?;
        if bytes < LEAST_BOUND {
            return Err(format!("a bound on the memory is at least {}", Self(LEAST_BOUND)));
        }
        Ok(Self(bytes))
    }
}
