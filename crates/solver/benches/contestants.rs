//! Who is timed: every engine, in every mode that it has.
//!
//! A new engine appears here by itself; a new mode is an entry in [`contestants`] and a variant of [`Answer`].

use catmouse_arena::{Cell, Distance, Outcomes, Player, PositionId, ProductArena, Solution, Value, Values};
use catmouse_solver::{Control, Engine, Request, SolveError};

/// One way to solve: a column of the table.
pub(crate) struct Contestant {
    pub(crate) name: String,
    pub(crate) yields: Yields,
    solve: Box<Solve>,
}

type Solve = dyn Fn(&ProductArena, Solution) -> Result<Answer, SolveError>;

/// What a contestant finds out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Yields {
    /// The winner and the exact distance of every position, as a flat table.
    Table,
    /// The winner of every position.
    Outcomes,
}

/// What a contestant hands over.
pub(crate) enum Answer {
    Table(Solution),
    Outcomes(Box<Outcomes>),
}

/// Engines made for games that none of the families is: several pieces to a side, moves that cost. They would only take time.
const MADE_FOR_OTHER_GAMES: [&str; 3] = ["teams", "orbits", "costs"];

/// The first is the reference, which the others are compared with.
pub(crate) fn contestants() -> Vec<Contestant> {
    let tables = Engine::ALL.iter().map(|&engine| {
        let name = format!("{engine:?}").to_lowercase();
        Contestant::new(name, Yields::Table, move |arena, room| {
            let solved = engine.run(arena, Request::Table, room, &Control::default())?;
            Ok(Answer::Table(solved.into_table()))
        })
    });
    let outcomes = Contestant::new("rows-outcomes".into(), Yields::Outcomes, |arena, room| {
        let solved = Engine::Rows.run(arena, Request::Outcomes, room, &Control::default())?;
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

    /// Solves a board, a table in the memory of one that is no longer needed.
    ///
    /// # Errors
    ///
    /// As the engine does where it does not apply.
    pub(crate) fn solve(&self, board: &ProductArena, room: Solution) -> Result<Answer, SolveError> {
        (self.solve)(board, room)
    }
}

impl Answer {
    /// The table, if it is one, for its memory.
    pub(crate) fn into_room(self) -> Solution {
        match self {
            Self::Table(table) => table,
            Self::Outcomes(_) => Solution::default(),
        }
    }

    /// The first position about which the two disagree, as far as this one has an opinion.
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

/// What two programs that share no code can compare: the counts, the longest win, and a sum over all positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Digest {
    /// Positions won by One, won by Two, endless.
    pub(crate) counts: [u64; 3],
    /// The longest distance of a forced win: the number of levels that retrograde analysis goes through.
    pub(crate) levels: u64,
    /// Σ (position + 1) · word, modulo 2⁶⁴, where the word of a position is `distance · 4 + winner` (1 One, 2 Two) or 0 where
    /// play is endless.
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

    /// That of several boards one after the other.
    pub(crate) fn and(self, other: Self) -> Self {
        Self {
            counts: [0, 1, 2].map(|kind| self.counts[kind] + other.counts[kind]),
            levels: self.levels.max(other.levels),
            checksum: self.checksum.wrapping_add(other.checksum),
        }
    }
}
