//! What the machine has to give, so that a game too large for it is refused before anything is asked for.

use crate::output::Failure;

/// Refuses what does not fit into the memory that the machine has free.
pub(crate) fn ensure_fits(needed: u64, what: &str) -> Result<(), Failure> {
    match available_bytes() {
        Some(available) if needed > available => Err(Failure::plain(
            format!("this game needs {} of memory: {what}", in_words(needed)),
            format!("{} are free on this machine: use a smaller board", in_words(available)),
        )),
        _ => Ok(()),
    }
}

/// Free memory by the kernel's own estimate; unknown where there is no `/proc`.
fn available_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

/// A number of bytes for people: `1.5 GiB`.
fn in_words(bytes: u64) -> String {
    const UNITS: [&str; 5] = ["bytes", "KiB", "MiB", "GiB", "TiB"];
    let mut amount = bytes as f64;
    let mut unit = 0;
    while amount >= 1024.0 && unit + 1 < UNITS.len() {
        amount /= 1024.0;
        unit += 1;
    }
    if unit == 0 { format!("{bytes} bytes") } else { format!("{amount:.1} {}", UNITS[unit]) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(bytes: u64, expect: &str) {
        assert_eq!(in_words(bytes), expect);
    }

    #[test]
    fn bytes_read_like_people_say_them() {
        check(0, "0 bytes");
        check(1023, "1023 bytes");
        check(1536, "1.5 KiB");
        check(24 << 30, "24.0 GiB");
        check(u64::MAX, "16777216.0 TiB");
    }
}
