//! The contestants: every engine, in every mode that it has.
//!
//! A new engine appears here automatically. A new mode needs an entry in [`contestants`] and a
//! variant of [`Answer`].

use catmouse_arena::{Distance, Outcomes, PackedValue, Player, PositionId, ProductArena, Solution, Value, Values};
use catmouse_solver::{Control, Engine, Request, SolveError};

/// One way to solve boards, which has a column in the table.
pub(crate) struct Contestant {
    pub(crate) name: String,
    pub(crate) yields: Yields,
    solve: Box<Solve>,
}

type Solve = dyn Fn(&ProductArena, Solution) -> Result<Answer, SolveError>;

/// The kind of a contestant's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Yields {
    /// The winner and the exact distance of every position, as a flat table.
    Table,
    /// The winner of every position.
    Outcomes,
}

/// A contestant's result.
pub(crate) enum Answer {
    Table(Solution),
    Outcomes(Box<Outcomes>),
}

/// Engines for games that do not occur in the families: several pieces of one player, moves with
/// costs, boards that exceed the memory. They would only take time.
const MADE_FOR_OTHER_GAMES: [&str; 4] = ["teams", "orbits", "disk", "costs"];

/// All contestants. The first one is the reference for the others.
pub(crate) fn contestants() -> Vec<Contestant> {
    let tables = Engine::ALL.iter().map(|&engine| {
        let name = format!("{engine:?}").to_lowercase();
        Contestant::new(name, Yields::Table, move |arena, reuse| {
            let solved = engine.run(arena, Request::Table, reuse, &Control::default())?;
            Ok(Answer::Table(solved.into_table()))
        })
    });
    let outcomes = Contestant::new("rows-outcomes".into(), Yields::Outcomes, |arena, reuse| {
        let solved = Engine::Rows.run(arena, Request::Outcomes, reuse, &Control::default())?;
        Ok(Answer::Outcomes(Box::new(solved.outcomes().expect("outcomes were asked for"))))
    });
    let tables = tables.filter(|contestant| !MADE_FOR_OTHER_GAMES.contains(&&*contestant.name));
    tables.chain([outcomes]).collect()
}

impl Contestant {
    fn new(
        name: String,
        yields: Yields,
        solve: impl Fn(&ProductArena, Solution) -> Result<Answer, SolveError> + 'static,
    ) -> Self {
        Self { name, yields, solve: Box::new(solve) }
    }

    /// Solves a board. A table is written into the memory of `reuse`, which is no longer needed.
    ///
    /// # Errors
    ///
    /// Those of the engine, where it does not apply.
    pub(crate) fn solve(&self, board: &ProductArena, reuse: Solution) -> Result<Answer, SolveError> {
        (self.solve)(board, reuse)
    }
}

impl Answer {
    /// The table, if this is one, so that its memory can be reused.
    pub(crate) fn into_room(self) -> Solution {
        match self {
            Self::Table(table) => table,
            Self::Outcomes(_) => Solution::default(),
        }
    }

    /// The first position where the two disagree. Distances count only if this result has them.
    pub(crate) fn differs(&self, reference: &Solution) -> Option<String> {
        let positions = match self {
            Self::Table(table) => table.positions(),
            Self::Outcomes(outcomes) => outcomes.positions(),
        };
        if positions != reference.positions() {
            return Some(format!("{positions} positions instead of {}", reference.positions()));
        }
        let opinion = |position: PositionId| -> (Option<Player>, Option<Distance>) {
            let value = match self {
                Self::Table(table) => table.value(position),
                Self::Outcomes(outcomes) => return (outcomes.winner(position), None),
            };
            (value.winner(), value.distance())
        };
        let knows_distances = !matches!(self, Self::Outcomes(_));
        reference.values().find_map(|(position, expected)| {
            let found = opinion(position);
            let expected = (expected.winner(), expected.distance().filter(|_| knows_distances));
            (found != expected).then(|| format!("{position} is {found:?} instead of {expected:?}"))
        })
    }
}

/// The part of a solution that programs without common code can compare: counts, the longest win,
/// and a checksum over all positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Digest {
    /// The number of positions won by One, won by Two, and endless.
    pub(crate) counts: [u64; 3],
    /// The longest distance of a forced win, which is the number of levels in retrograde analysis.
    pub(crate) levels: u64,
    /// Σ (position + 1) · word, modulo 2⁶⁴. The word of a position is `distance · 4 + winner`, with
    /// winner 1 for One and 2 for Two, or 0 if play is endless.
    pub(crate) checksum: u64,
}

impl Digest {
    pub(crate) fn of(solution: &Solution) -> Self {
        let mut digest = Self::default();
        for (position, value) in solution.values() {
            let (kind, distance) = match value {
                Value::Win { player: Player::One, distance } => (0, distance),
                Value::Win { player: Player::Two, distance } => (1, distance),
                Value::Endless => (2, 0),
            };
            digest.counts[kind] += 1;
            digest.levels = digest.levels.max(distance);
            let word = u64::from(u32::pack(value));
            digest.checksum = digest.checksum.wrapping_add((position.index() as u64 + 1).wrapping_mul(word));
        }
        digest
    }

    /// The digest of several boards, one after the other.
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            counts: [0, 1, 2].map(|kind| self.counts[kind] + other.counts[kind]),
            levels: self.levels.max(other.levels),
            checksum: self.checksum.wrapping_add(other.checksum),
        }
    }
}
