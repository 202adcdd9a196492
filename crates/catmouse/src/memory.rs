//! The memory that a game takes, and the memory that is available. So a game that is too large is
//! refused before anything is allocated.

use std::num::NonZeroUsize;

use catmouse_arena::Movers;
use catmouse_explain::CertificateSize;
use catmouse_model::{Defects, Plan, Setup};
use catmouse_solver::{Engine, PiecesShape, Request, Shape};

use crate::error::Error;

pub use crate::error::Bound;

/// The least bound on the memory that a front end accepts, in bytes: with less, reading a board could
/// exceed the bound before a game is refused.
pub const LEAST_BOUND: u64 = 16 << 20;

/// Up to this many bytes, allocate without asking how much memory is free: asking would take longer
/// than solving so small a game.
pub(crate) const UNCHECKED_BYTES: u64 = 2 << 20;

/// A kind of work on a game, which determines its memory.
///
/// ```
/// use catmouse::{Question, memory::Work};
///
/// // A mouse in the corner of a room, and a cat without a start: the game has none, but a survey has.
/// let room = Question::grid(["M..", ".#.", "..F"]);
/// assert!(room.prepare(Work::SOLVE).is_err());
/// assert!(room.prepare(Work::SOLVE.for_every_start())?.lacks_start);
/// # Ok::<(), catmouse::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Work {
    /// The values that are kept in memory.
    pub values: KeptValues,
    /// Whether the work is about every start, as a survey is. Then a piece without a start is placed
    /// by its player.
    pub every_start: bool,
}

/// The values that are kept in memory during [`Work`] on a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeptValues {
    /// Values with distances.
    Distances,
    /// Outcomes only, which take a tenth of the memory.
    Outcomes,
    /// Outcomes only, which are kept in a file if they exceed the memory
    /// ([`PreparedGame::solve_outcomes_in`](crate::PreparedGame::solve_outcomes_in)). If a piece has
    /// no start, they must fit into the memory, because every position is read to place it.
    OutcomesOrFile,
    /// A mark of one byte for each position that an explanation has visited. The values are read from
    /// a file.
    Marks,
    /// None: the values are read from a file.
    Nothing,
    /// The positions of a mouse that is not always seen, as they arise
    /// ([`PreparedGame::solve_unseen`](crate::PreparedGame::solve_unseen)).
    Unseen,
}

impl Work {
    /// The game is solved with distances.
    pub const SOLVE: Self = Self::keeping(KeptValues::Distances);
    /// The game is solved for outcomes only.
    pub const OUTCOMES: Self = Self::keeping(KeptValues::Outcomes);
    /// The game is solved for outcomes only, which may be kept in a file.
    pub const OUTCOMES_ON_DISK: Self = Self::keeping(KeptValues::OutcomesOrFile);
    /// Values are read from a file for an explanation.
    pub const PROBE: Self = Self::keeping(KeptValues::Marks);
    /// Values are read from a file for moves, rows and surveys.
    pub const LOOKUP: Self = Self::keeping(KeptValues::Nothing);
    /// The game may have a mouse that is not always seen.
    pub const UNSEEN: Self = Self::keeping(KeptValues::Unseen);

    const fn keeping(values: KeptValues) -> Self {
        Self { values, every_start: false }
    }

    /// The same work for every start.
    #[must_use]
    pub const fn for_every_start(self) -> Self {
        Self { every_start: true, ..self }
    }

    /// Plans a setup. Most work needs a mouse that is always seen. If missing starts are the only
    /// defects and the work needs no start, the players place these pieces instead. The flag says
    /// whether this happened.
    pub(crate) fn plan(self, setup: &mut Setup) -> Result<(Plan, bool), Defects> {
        match if self.values == KeptValues::Unseen { setup.plan_unseen() } else { setup.plan() } {
            Err(defects) if self.every_start && defects.are_missing_starts() => {
                setup.rules.placement = Some(true);
                setup.plan().map(|plan| (plan, true))
            }
            Err(defects) if self.every_start => Err(defects.besides_missing_starts()),
            planned => planned.map(|plan| (plan, false)),
        }
    }
}

/// Refuses a game that exceeds the `allowed` bytes, or the free memory of the machine if `allowed`
/// is `None`. Returns the bytes that the game takes.
///
/// # Errors
///
/// [`Error::TooLarge`] with the bytes and the bound.
#[expect(clippy::cast_sign_loss, reason = "a number of vertices is not negative")]
pub fn ensure_fits(plan: &Plan, work: Work, allowed: Option<u64>) -> Result<u64, Error> {
    let positions = plan.positions();
    let table = || catmouse_solver::estimate(shape(plan), Request::Table).bytes().unwrap_or(0);
    let outcomes = || catmouse_solver::estimate(shape(plan), outcomes_request(plan)).bytes().unwrap_or(0);
    let on_disk = plan.start().position().and_then(|_| disk_bytes(shape(plan), outcomes_request(plan)));
    let values = match work.values {
        // A survey needs the values and one byte for each start. The working memory of the solver
        // is free again by then.
        KeptValues::Distances if work.every_start => {
            table().max(positions.saturating_mul(size_of::<u16>() as u64).saturating_add(positions / 2))
        }
        // A game that is too large for every engine is refused later by the solver, which gives the
        // reason.
        KeptValues::Distances => table(),
        KeptValues::Outcomes => outcomes(),
        KeptValues::OutcomesOrFile => on_disk.unwrap_or(u64::MAX).min(outcomes()),
        KeptValues::Marks => positions,
        // The masks of each placement of the cats.
        KeptValues::Unseen => positions / u64::from(plan.mouse_vertices()) * 16,
        KeptValues::Nothing => 0,
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
    // The number of positions is 2 · n · nᵏ / k! or so, with n vertices and k cats. It grows with
    // the power k + 1 of the vertices, and so does nearly all memory.
    let share = limit as f64 / wanted as f64;
    let fitting = f64::from(plan.mouse_vertices()) * share.powf(1.0 / f64::from(plan.cats() + 1));
    Err(Error::TooLarge {
        wanted,
        allowed: limit,
        bound,
        positions,
        fitting_vertices: fitting.round() as u64,
        cats: plan.cats(),
        fits_on_disk: work == Work::OUTCOMES && on_disk.is_some_and(|least| plan.game_bytes() + least <= limit),
    })
}

/// The least memory for these outcomes if they are kept in a file; `None` if they cannot be.
pub(crate) fn disk_bytes(shape: impl Into<Shape>, request: Request) -> Option<u64> {
    Engine::Disk.estimate(shape, request).bytes().ok()
}

/// The request to the solver if outcomes are wanted. If moves have costs, the request is for the
/// whole table, because no engine computes outcomes alone.
fn outcomes_request(plan: &Plan) -> Request {
    if plan.counts_plies() {
        Request::outcomes(plan.adjudication().limit.map(|limit| limit.distance))
    } else {
        Request::Table
    }
}

/// The shape of a game that has not been built yet, from which the solver estimates its memory.
fn shape(plan: &Plan) -> Shape {
    let team = (plan.cats() > 1).then(|| plan.cats().into());
    let may_stay = plan.mouse_may_stay();
    let (mouse, cat) = (plan.mouse_vertices().into(), plan.cat_vertices().into());
    let mouse = PiecesShape { nodes: mouse, arcs: plan.mouse_moves(), team: None, movers: Movers::All, may_stay };
    let movers = plan.cats_move().into();
    let cat = PiecesShape { nodes: cat, arcs: plan.cat_moves(), team, movers, may_stay: false };
    let product = Shape::of_product([mouse, cat], plan.counts_plies());
    if plan.cats_are_free() {
        return product;
    }
    Shape { positions: plan.positions(), ends_by_member: true, sides: None, ..product }
}

/// Refuses a certificate that is too large. If `allowed` is given, the certificate and the values
/// of this many positions together must fit into `allowed` bytes. Without a limit, the certificate
/// alone must fit into the free memory of the machine.
pub(crate) fn ensure_certificate_fits(
    size: CertificateSize,
    positions: u64,
    allowed: Option<u64>,
) -> Result<(), Error> {
    let CertificateSize { entries, bytes } = size;
    let (wanted, allowed, bound) = match allowed {
        Some(allowed) => (with_values(bytes, positions), allowed, Bound::Allowed),
        None if bytes <= UNCHECKED_BYTES => return Ok(()),
        None => match available() {
            Some((free, bound)) => (bytes, free, bound),
            None => return Ok(()),
        },
    };
    if wanted <= allowed { Ok(()) } else { Err(Error::CertificateTooLarge { entries, wanted, allowed, bound }) }
}

/// The bytes of a certificate and of the values of this many positions.
fn with_values(bytes: u64, positions: u64) -> u64 {
    bytes.saturating_add(positions * size_of::<u16>() as u64)
}

/// The bytes that may be allocated: `allowed`, or the free memory of the machine if it is `None`.
pub fn memory_budget(allowed: Option<u64>) -> u64 {
    allowed.or_else(|| available().map(|(bytes, _)| bytes)).unwrap_or(u64::MAX)
}

/// The size of the address space that this process may use, in bytes, if it has a limit
/// (`ulimit -v`). `None` without a limit, and if there is no `/proc`.
///
/// # Example
///
/// ```
/// match catmouse::memory::address_space() {
///     Some(bytes) => println!("no more than {bytes} bytes of addresses"),
///     None => println!("no limit is known"),
/// }
/// ```
#[cfg(not(target_family = "wasm"))]
pub fn address_space() -> Option<u64> {
    proc::address_space()
}

/// Always `None`: a web page cannot find out its limit.
#[cfg(target_family = "wasm")]
pub fn address_space() -> Option<u64> {
    None
}

/// The bytes of address space that this process may still use, if it has a limit (`ulimit -v`).
/// `None` without a limit, and if there is no `/proc`.
pub fn addresses_left() -> Option<u64> {
    #[cfg(target_family = "wasm")]
    return None;
    #[cfg(not(target_family = "wasm"))]
    proc::left_to_process()
}

/// The bytes of memory that this process holds, without the pages of files such as its own code.
/// `None` if there is no `/proc`.
pub fn private_bytes() -> Option<u64> {
    #[cfg(target_family = "wasm")]
    return None;
    #[cfg(not(target_family = "wasm"))]
    proc::private_bytes()
}

/// The number of threads to start: `asked`, or fewer if this process has little address space left
/// (`ulimit -v`). Each thread takes 4 MiB for its stack and the stack of a helper.
pub fn threads_within_addresses(asked: NonZeroUsize) -> NonZeroUsize {
    if let Some(left) = addresses_left() {
        let most = (left / (32 << 20)).clamp(1, 4 + (left >> 30));
        let most = usize::try_from(most).ok().and_then(NonZeroUsize::new).unwrap_or(NonZeroUsize::MIN);
        return asked.min(most);
    }
    asked
}

/// Always `None`: a web page cannot find out how much memory there is.
#[cfg(target_family = "wasm")]
fn available() -> Option<(u64, Bound)> {
    None
}

/// The bytes that may be allocated, and their bound: the free memory according to the kernel, or
/// the address space left to this process if it is smaller. `None` if there is no `/proc`.
#[cfg(not(target_family = "wasm"))]
fn available() -> Option<(u64, Bound)> {
    proc::available()
}

/// The state of the memory according to Linux.
#[cfg(not(target_family = "wasm"))]
mod proc {
    use super::Bound;

    /// The bytes of address space that this process may still use, if it has a limit.
    pub(super) fn left_to_process() -> Option<u64> {
        let limit = address_space()?;
        let used = kibibytes(&read("/proc/self/status")?, "VmSize:")?;
        Some(limit.saturating_sub(used))
    }

    pub(super) fn private_bytes() -> Option<u64> {
        kibibytes(&read("/proc/self/status")?, "RssAnon:")
    }

    /// The part of the address space left that is reserved for memory without an estimate: the
    /// stacks of threads, small blocks and the gaps between blocks.
    fn reserved(left: u64) -> u64 {
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
        let granted = || left_to_process().map(|left| left - reserved(left));
        Some(match granted() {
            Some(granted) if granted < free => (granted, Bound::Process),
            _ => (free, Bound::Machine),
        })
    }

    /// The bytes in the line that begins with `key`, in the format of `/proc`: `VmSize:   1234 kB`.
    fn kibibytes(text: &str, key: &str) -> Option<u64> {
        let line = text.lines().find_map(|line| line.strip_prefix(key))?;
        let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
        kibibytes.checked_mul(1024)
    }

    /// The limit of `ulimit -v` in bytes; `None` if there is none.
    fn limit_of_addresses(limits: &str) -> Option<u64> {
        let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
        line.split_whitespace().next()?.parse().ok()
    }
}
