//! Who is timed: every engine, in every mode that it has.
//!
//! A new engine appears here by itself; a new mode is an entry in [`contestants`] and a variant of [`Answer`].

use catmouse_arena::{Cell, Outcomes, Player, ProductArena, Solution, Value, Values};
use catmouse_solver::rows::Distances;
use catmouse_solver::{Engine, SolveError, rows};

/// One way to solve: a column of the table.
pub(crate) struct Contestant {
    pub(crate) name: String,
    pub(crate) yields: Yields,
    solve: Box<Solve>,
}

type Solve = dyn Fn(&ProductArena) -> Result<Answer, SolveError>;

/// What a contestant finds out about each position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Yields {
    /// The winner and the exact distance.
    Distances,
    /// The winner.
    Outcomes,
}

/// What a contestant hands over.
pub(crate) enum Answer {
    Table(Solution),
    /// The same, held as the log by which it was found.
    Log(Distances),
    /// Without distances.
    Outcomes(Outcomes),
}

/// Engines made for games that none of the families is: several pieces to a side, moves that cost. They would only take time.
const MADE_FOR_OTHER_GAMES: [&str; 2] = ["relay", "costs"];

/// The first is the reference, which the others are compared with.
pub(crate) fn contestants() -> Vec<Contestant> {
    let tables = Engine::ALL.iter().map(|&engine| Contestant {
        name: format!("{engine:?}").to_lowercase(),
        yields: Yields::Distances,
        solve: Box::new(move |arena| engine.solve(arena).map(Answer::Table)),
    });
    let modes = [
        Contestant {
            name: "rows: log".to_owned(),
            yields: Yields::Distances,
            solve: Box::new(|arena| rows::distances(arena).map(Answer::Log)),
        },
        Contestant {
            name: "rows: outcomes".to_owned(),
            yields: Yields::Outcomes,
            solve: Box::new(|arena| rows::outcomes(arena).map(Answer::Outcomes)),
        },
    ];
    tables.filter(|contestant| !MADE_FOR_OTHER_GAMES.contains(&&*contestant.name)).chain(modes).collect()
}

impl Contestant {
    /// Solves a board.
    ///
    /// # Errors
    ///
    /// As the engine does where it does not apply.
    pub(crate) fn solve(&self, board: &ProductArena) -> Result<Answer, SolveError> {
        (self.solve)(board)
    }
}

impl Answer {
    /// The first position about which the two disagree, as far as this one has an opinion.
    pub(crate) fn differs(&self, reference: &Solution) -> Option<String> {
        match self {
            Self::Table(table) => differ(table, reference),
            Self::Log(log) => differ(log, reference),
            Self::Outcomes(outcomes) => {
                if outcomes.positions() != reference.positions() {
                    return Some(format!("{} positions instead of {}", outcomes.positions(), reference.positions()));
                }
                let mut all = reference.values().map(|(position, value)| (position, outcomes.winner(position), value));
                let (position, found, expected) = all.find(|(_, found, expected)| *found != expected.winner())?;
                Some(format!("the winner at {position} is {found:?} instead of {expected:?}"))
            }
        }
    }
}

/// The first position about which two holders of values disagree.
fn differ(found: &impl Values, reference: &Solution) -> Option<String> {
    if found.positions() != reference.positions() {
        return Some(format!("{} positions instead of {}", found.positions(), reference.positions()));
    }
    let mut pairs = found.values().zip(reference.values());
    let ((position, found), (_, expected)) = pairs.find(|((_, found), (_, expected))| found != expected)?;
    Some(format!("{position} is {found:?} instead of {expected:?}"))
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
