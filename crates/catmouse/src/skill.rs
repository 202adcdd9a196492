//! Levels of play. At each level, the solution makes errors at a certain rate and otherwise plays
//! the best move. The errors are those of a person who looks one move ahead.
//!
//! The errors are random but reproducible. Each depends only on a seed and on the number of earlier
//! events in the game. So a game has the same errors if it is replayed, or if it continues after
//! moves were taken back.

use std::fmt;
use std::str::FromStr;

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use thiserror::Error;

/// A level of play: the share of a side's turns at which it plays one of the [`natural_mistakes`]
/// instead of a best move. It plays a best move if there are none.
///
/// [`natural_mistakes`]: catmouse_explain::natural_mistakes
///
/// ```
/// use catmouse::play::Skill;
///
/// assert_eq!("perfect".parse(), Ok(Skill::PERFECT));
/// assert_eq!("weak".parse(), Skill::erring(0.5));
/// assert_eq!(Skill::erring(0.3).map(Skill::rate), Ok(0.3));
/// assert!(Skill::erring(1.5).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skill(f64);

/// The number is not a share from 0 to 1, or the word is not the name of a level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected a share of turns from 0 (no errors) to 1 (only errors), or one of {}", Skill::words())]
pub struct SkillError;

/// The levels that have names, the best first.
const NAMED: [(&str, Skill); 5] = [
    ("perfect", Skill::PERFECT),
    ("strong", Skill(0.1)),
    ("fair", Skill(0.25)),
    ("weak", Skill(0.5)),
    ("hopeless", Skill(1.0)),
];

impl Skill {
    /// The level that never errs.
    pub const PERFECT: Self = Self(0.0);

    /// A level that errs at this share of its turns, from 0 to 1.
    ///
    /// # Errors
    ///
    /// [`SkillError`] if `rate` is not a number from 0 to 1.
    pub fn erring(rate: f64) -> Result<Self, SkillError> {
        if (0.0..=1.0).contains(&rate) { Ok(Self(rate)) } else { Err(SkillError) }
    }

    /// The share of the turns at which the level errs.
    pub fn rate(self) -> f64 {
        self.0
    }

    /// The levels that have names, the best first.
    pub fn named() -> impl Iterator<Item = (&'static str, Self)> {
        NAMED.into_iter()
    }

    /// The names of levels as a list.
    fn words() -> String {
        NAMED.map(|(word, _)| word).join(", ")
    }

    /// Chooses between the best move and the mistakes. `best` is called only if the level does not
    /// err.
    pub(crate) fn choose<T: Copy>(
        self,
        best: impl FnOnce() -> Option<T>,
        mistakes: &[T],
        dice: &mut Dice,
    ) -> Option<T> {
        if mistakes.is_empty() || !self.errs(dice) { best() } else { Some(mistakes[dice.below(mistakes.len())]) }
    }

    /// Whether the level errs at this turn.
    pub(crate) fn errs(self, dice: &mut Dice) -> bool {
        dice.happens(self.0)
    }
}

/// Reads the name of a level, or a share as a number.
impl FromStr for Skill {
    type Err = SkillError;

    fn from_str(text: &str) -> Result<Self, SkillError> {
        match NAMED.iter().find(|(word, _)| *word == text) {
            Some((_, level)) => Ok(*level),
            None => Self::erring(text.parse().map_err(|_| SkillError)?),
        }
    }
}

/// Writes the level as the predicate of a sentence: "plays perfectly", "errs at 30 % of its turns".
impl fmt::Display for Skill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0.0 {
            return f.write_str("plays perfectly");
        }
        // Rounding hides the error of floating point: 0.07 is shown as 7 %. A page that loads this code
        // is spared what writes floating-point numbers.
        let millionths = (self.0 * 1e6).round() as i64;
        let share = format!("{}.{:04}", millionths / 10_000, millionths % 10_000);
        let share = share.trim_end_matches('0').trim_end_matches('.');
        write!(f, "errs at {share} % of its turns")
    }
}

/// Pseudorandom numbers: `SplitMix64` by Steele, Lea and Flood (OOPSLA 2014). Saved games and hunts
/// depend on its sequence, so it must not change.
#[derive(Clone, Debug)]
pub struct Dice(SplitMix64);

impl Dice {
    /// The sequence of one turn.
    pub fn new(seed: u64, turn: usize) -> Self {
        // The seed is mixed, so that neighbouring seeds do not give the same sequences at different
        // turns.
        let first = SplitMix64::seed_from_u64(seed).next_u64();
        Self(SplitMix64::seed_from_u64(first ^ (turn as u64).wrapping_mul(0xff51_afd7_ed55_8ccd)))
    }

    /// True with this probability.
    fn happens(&mut self, rate: f64) -> bool {
        let share = (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        share < rate
    }

    /// A number below `count`, which must not be 0.
    pub fn below(&mut self, count: usize) -> usize {
        ((u128::from(self.0.next_u64()) * count as u128) >> 64) as usize
    }
}
