//! What the machine has to give, so that a game too large for it is refused before anything is asked for.

use std::fmt;
use std::str::FromStr;

use catmouse_model::Plan;
use catmouse_solver::{Shape, Side, Wanted};

use crate::board::Work;
use crate::output::Failure;

/// A number of bytes, written as people write them: `500M`, `1.5 GiB`.
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
        if unit == 0 { write!(f, "{} bytes", self.0) } else { write!(f, "{amount:.1} {}", UNITS[unit]) }
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

/// What nobody asks about.
const TRIFLE: Bytes = Bytes(2 << 20);

/// Refuses a game that does not fit into the memory allowed or, where nothing is said, into what the machine has free.
pub(crate) fn ensure_fits(plan: &Plan, work: Work, allowed: Option<Bytes>) -> Result<(), Failure> {
    let positions = plan.positions();
    let values = match work {
        // What no engine numbers is refused by the solver, which says why.
        Work::Solve => catmouse_solver::estimate(shape(plan), Wanted::Table).bytes().unwrap_or(0),
        Work::Probe => positions, // an explanation marks which it has met
    };
    let needed = Bytes(plan.game_bytes().saturating_add(values));
    let (limit, whose) = match allowed {
        Some(allowed) => (allowed, "allowed"),
        // So little is always free, and asking takes longer than solving it.
        None if needed <= TRIFLE => return Ok(()),
        None => match available() {
            Some(available) => available,
            None => return Ok(()),
        },
    };
    if needed <= limit {
        return Ok(());
    }
    // Positions are two for each vertex of the mouse and placement of the cats, of which there are about n^k / k!; they grow
    // with that power of the vertices, and nearly all memory with them.
    let share = limit.0 as f64 / needed.0 as f64;
    let fitting = f64::from(plan.mouse_vertices()) * share.powf(1.0 / f64::from(plan.cats() + 1));
    let fewer = if plan.cats() > 1 { ", or fewer cats" } else { "" };
    Err(Failure::plain(
        format!("this game needs {needed} of memory for its {positions} positions, and {limit} are {whose}"),
        format!("a board of about {fitting:.0} vertices would fit{fewer}; --max-memory SIZE sets another limit"),
    ))
}

/// What the solver needs to know of a game that is not laid out yet.
fn shape(plan: &Plan) -> Shape {
    let team = (plan.cats() > 1).then(|| plan.cats().into());
    let may_stay = plan.mouse_may_stay();
    let mouse = Side { nodes: plan.mouse_vertices().into(), arcs: plan.mouse_moves(), team: None, may_stay };
    let cat = Side { nodes: plan.cat_vertices().into(), arcs: plan.cat_moves(), team, may_stay: false };
    Shape::of_product([mouse, cat], plan.counts_plies())
}

/// How many bytes may be asked for: as many as allowed or, where nothing is said, as the machine has free.
pub(crate) fn budget(allowed: Option<Bytes>) -> u64 {
    allowed.or_else(|| available().map(|(bytes, _)| bytes)).map_or(u64::MAX, |bytes| bytes.0)
}

/// What the kernel says is free, or what this program may still ask for if that is less, and which of them it is; unknown where
/// there is no `/proc`.
fn available() -> Option<(Bytes, &'static str)> {
    let read = |file| std::fs::read_to_string(file).ok();
    let free = kibibytes(&read("/proc/meminfo")?, "MemAvailable:")?;
    let granted = || {
        let limit = address_space(&read("/proc/self/limits")?)?;
        let used = kibibytes(&read("/proc/self/status")?, "VmSize:")?;
        Some(limit.saturating_sub(used))
    };
    Some(match granted() {
        Some(granted) if granted < free => (Bytes(granted), "left to this program (ulimit -v)"),
        _ => (Bytes(free), "free on this machine"),
    })
}

/// The bytes of the line that begins so, as `/proc` writes them: `VmSize:   1234 kB`.
fn kibibytes(text: &str, key: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(key))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

/// The limit of `ulimit -v` in bytes, if there is one.
fn address_space(limits: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
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
    fn the_kernel_says_how_much_there_is() {
        assert_eq!(kibibytes("MemFree:  1 kB\nMemAvailable:   12 kB\n", "MemAvailable:"), Some(12 << 10));
        assert_eq!(kibibytes("VmSize:\n", "VmSize:"), None);
        let limits =
            |value| format!("Limit  Soft Limit  Hard Limit  Units\nMax address space    {value}   unlimited   bytes\n");
        assert_eq!(address_space(&limits("1073741824")), Some(1 << 30));
        assert_eq!(address_space(&limits("unlimited")), None);
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
