//! How much memory a game takes and how much there is, so that a game that is too large is refused before anything is allocated.

use std::num::NonZeroUsize;

use catmouse_arena::Movers;
use catmouse_explain::CertificateSize;
use catmouse_model::Plan;
use catmouse_solver::{Request, Shape, Side};

use crate::error::{Bound, Error};

/// Bytes that may be allocated without looking how much memory is free, because looking takes longer than solving so small a game.
pub(crate) const UNCHECKED_BYTES: u64 = 2 << 20;

/// The work that is to be done on a game, which decides how much memory it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Work {
    /// The game is solved with distances.
    Solve,
    /// The game is solved for outcomes alone, which takes a tenth of the memory.
    Outcomes,
    /// Values are read from a file, and an explanation marks the positions that it has visited, one byte each.
    Probe,
    /// Values are read from a file, and nothing is marked: this is enough for moves, rows and surveys.
    Lookup,
    /// A survey of every start: as [`Solve`](Self::Solve), but a piece without a start is placed by its player.
    Survey,
    /// A survey of every start: as [`Outcomes`](Self::Outcomes), but a piece without a start is placed by its player.
    SurveyOutcomes,
    /// A survey of every start: as [`Lookup`](Self::Lookup), but a piece without a start is placed by its player.
    SurveyLookup,
}

/// Refuses a game that does not fit into the `allowed` bytes, or into the free memory of the machine where `allowed` is `None`. Returns
/// the bytes that it takes.
#[expect(clippy::cast_sign_loss, reason = "a number of vertices is not negative")]
pub(crate) fn ensure_fits(plan: &Plan, work: Work, allowed: Option<u64>) -> Result<u64, Error> {
    let positions = plan.positions();
    let table = || catmouse_solver::estimate(shape(plan), Request::Table).bytes().unwrap_or(0);
    let values = match work {
        // A game that is too large for every engine is refused later by the solver, which says why.
        Work::Solve => table(),
        // A survey takes a byte for each start beside the table, when what finding the table took is free again.
        Work::Survey => table().max(positions.saturating_mul(size_of::<u16>() as u64).saturating_add(positions / 2)),
        Work::Outcomes | Work::SurveyOutcomes => {
            catmouse_solver::estimate(shape(plan), outcomes_request(plan)).bytes().unwrap_or(0)
        }
        Work::Probe => positions, // an explanation marks those that it has visited
        Work::Lookup | Work::SurveyLookup => 0,
    };
    let wanted = plan.game_bytes().saturating_add(values);
    let (limit, bound) = match allowed {
        Some(allowed) => (allowed, Bound::Allowed),
        None if wanted <= UNCHECKED_BYTES => return Ok(wanted),
        None => match available() {
            Some(available) => available,
            None => return Ok(wanted),
        },
    };
    if wanted <= limit {
        return Ok(wanted);
    }
    // Positions are two for each vertex of the mouse and placement of the cats, of which there are about n^k / k!; they grow
    // with that power of the vertices, and nearly all memory with them.
    let share = limit as f64 / wanted as f64;
    let fitting = f64::from(plan.mouse_vertices()) * share.powf(1.0 / f64::from(plan.cats() + 1));
    Err(Error::TooLarge {
        wanted,
        allowed: limit,
        bound,
        positions,
        fitting_vertices: fitting.round() as u64,
        cats: plan.cats(),
    })
}

/// What the solver has to find where outcomes are wanted. Where moves have costs, that is the whole table: no engine finds outcomes alone.
fn outcomes_request(plan: &Plan) -> Request {
    if plan.counts_plies() {
        Request::outcomes(plan.adjudication().limit.map(|limit| limit.distance))
    } else {
        Request::Table
    }
}

/// The numbers by which the solver estimates a game that has not been built yet.
fn shape(plan: &Plan) -> Shape {
    let team = (plan.cats() > 1).then(|| plan.cats().into());
    let may_stay = plan.mouse_may_stay();
    let (mouse, cat) = (plan.mouse_vertices().into(), plan.cat_vertices().into());
    let mouse = Side { nodes: mouse, arcs: plan.mouse_moves(), team: None, movers: Movers::All, may_stay };
    let movers = plan.cats_move().into();
    let cat = Side { nodes: cat, arcs: plan.cat_moves(), team, movers, may_stay: false };
    Shape::of_product([mouse, cat], plan.counts_plies())
}

/// Refuses a certificate that, together with the values of this many positions, does not fit into the `allowed` bytes, or that does not fit
/// into the free memory of the machine where `allowed` is `None`.
pub(crate) fn ensure_certificate_fits(
    size: CertificateSize,
    positions: u64,
    allowed: Option<u64>,
) -> Result<(), Error> {
    let CertificateSize { entries, bytes } = size;
    let (wanted, allowed, bound) = match allowed {
        Some(allowed) => (bytes.saturating_add(positions * size_of::<u16>() as u64), allowed, Bound::Allowed),
        None if bytes <= UNCHECKED_BYTES => return Ok(()),
        None => match available() {
            Some((free, bound)) => (bytes, free, bound),
            None => return Ok(()),
        },
    };
    if wanted <= allowed { Ok(()) } else { Err(Error::CertificateTooLarge { entries, wanted, allowed, bound }) }
}

/// How many bytes may be allocated: those `allowed`, or those that the machine has free where `allowed` is `None`.
pub fn memory_budget(allowed: Option<u64>) -> u64 {
    allowed.or_else(|| available().map(|(bytes, _)| bytes)).unwrap_or(u64::MAX)
}

/// The bytes of addresses that this process may have, used or not, if it was given a limit (`ulimit -v`). `None` without a limit, and where
/// there is no `/proc`.
///
/// # Example
///
/// ```
/// match catmouse::address_space() {
///     Some(bytes) => println!("no more than {bytes} bytes of addresses"),
///     None => println!("no limit is known"),
/// }
/// ```
#[cfg(not(target_family = "wasm"))]
pub fn address_space() -> Option<u64> {
    proc::address_space()
}

/// The bytes of addresses that this process may have, if it was given a limit. A web page cannot find out.
#[cfg(target_family = "wasm")]
pub fn address_space() -> Option<u64> {
    None
}

/// The bytes of addresses that this process may still take, if it was given a limit (`ulimit -v`). `None` without a limit, and where there is no
/// `/proc`.
pub fn addresses_left() -> Option<u64> {
    #[cfg(target_family = "wasm")]
    return None;
    #[cfg(not(target_family = "wasm"))]
    proc::left_to_process()
}

/// So many threads, or as many as there are addresses for where this process was given few of them (`ulimit -v`): each takes 4 MiB for its stack
/// and that of a helper.
pub fn threads_within_addresses(asked: NonZeroUsize) -> NonZeroUsize {
    if let Some(left) = addresses_left() {
        let most = (left / (32 << 20)).clamp(1, 4 + (left >> 30));
        let most = usize::try_from(most).ok().and_then(NonZeroUsize::new).unwrap_or(NonZeroUsize::MIN);
        return asked.min(most);
    }
    asked
}

/// A web page cannot find out how much memory there is.
#[cfg(target_family = "wasm")]
fn available() -> Option<(u64, Bound)> {
    None
}

/// The bytes that the kernel says are free, or those that this process may still allocate if that is less, and which of the two it is.
/// `None` where there is no `/proc`.
#[cfg(not(target_family = "wasm"))]
fn available() -> Option<(u64, Bound)> {
    proc::available()
}

/// The state of the memory as Linux reports it.
#[cfg(not(target_family = "wasm"))]
mod proc {
    use super::Bound;

    /// The addresses that this process may still take, if it was given a limit.
    pub(super) fn left_to_process() -> Option<u64> {
        let limit = address_space()?;
        let used = kibibytes(&read("/proc/self/status")?, "VmSize:")?;
        Some(limit.saturating_sub(used))
    }

    /// What of these is left to what nobody counts: the stacks of threads, small blocks and the gaps between blocks.
    fn spare(left: u64) -> u64 {
        (left / 4).min((16 << 20) + left / 256)
    }

    pub(super) fn address_space() -> Option<u64> {
        limit_of_addresses(&read("/proc/self/limits")?)
    }

    fn read(file: &str) -> Option<String> {
        std::fs::read_to_string(file).ok()
    }

    pub(super) fn available() -> Option<(u64, Bound)> {
        let free = kibibytes(&read("/proc/meminfo")?, "MemAvailable:")?;
        let granted = || left_to_process().map(|left| left - spare(left));
        Some(match granted() {
            Some(granted) if granted < free => (granted, Bound::Process),
            _ => (free, Bound::Machine),
        })
    }

    /// The bytes in the line that begins with `key`, as `/proc` writes them: `VmSize:   1234 kB`.
    fn kibibytes(text: &str, key: &str) -> Option<u64> {
        let line = text.lines().find_map(|line| line.strip_prefix(key))?;
        let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        kibibytes.checked_mul(1024)
    }

    /// The limit of `ulimit -v` in bytes, if there is one.
    fn limit_of_addresses(limits: &str) -> Option<u64> {
        let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
        line.split_whitespace().next()?.parse().ok()
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn the_kernel_says_how_much_there_is() {
            assert_eq!(kibibytes("MemFree:  1 kB\nMemAvailable:   12 kB\n", "MemAvailable:"), Some(12 << 10));
            assert_eq!(kibibytes("VmSize:\n", "VmSize:"), None);
            let limits = |value| {
                format!("Limit  Soft Limit  Hard Limit  Units\nMax address space    {value}   unlimited   bytes\n")
            };
            assert_eq!(limit_of_addresses(&limits("1073741824")), Some(1 << 30));
            assert_eq!(limit_of_addresses(&limits("unlimited")), None);
        }
    }
}
