//! Sizes of memory in the notation that people use.

use std::fmt;
use std::str::FromStr;

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
        count.checked_mul(unit).map(Self).ok_or_else(wanted)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, bytes: Option<u64>, shown: &str) {
        let read = text.parse::<Bytes>().ok();
        assert_eq!(read.map(|bytes| bytes.0), bytes, "{text}");
        if let Some(read) = read {
            assert_eq!(read.to_string(), shown);
        }
    }

    #[test]
    fn sizes_are_written_as_people_write_them() {
        check("0", Some(0), "0 bytes");
        check("1023", Some(1023), "1023 bytes");
        check("1536B", Some(1536), "1.5 KiB");
        check("500M", Some(500 << 20), "500.0 MiB");
        check("24 GiB", Some(24 << 30), "24.0 GiB");
        check("16777215T", Some(16_777_215 << 40), "16777215.0 TiB");
        for wrong in ["", "M", "-1", "1.5G", "12Q", "16777216T", "99999999999999999999", "1 0"] {
            check(wrong, None, "");
        }
    }
}
