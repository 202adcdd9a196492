//! How well the solution plays a side: always the best move, or another one at a chosen rate.
//!
//! What looks like chance is the same every time: a throw depends on a seed and on how many moves were made before it, so a game
//! that is played again goes the same way, and so does one that goes on after moves were taken back.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// How well a side is played: the share of its turns at which it plays a move that is not among the best, if there is one.
///
/// ```
/// use catmouse::Skill;
///
/// assert_eq!("perfect".parse(), Ok(Skill::PERFECT));
/// assert_eq!("weak".parse(), Skill::erring(0.5));
/// assert_eq!(Skill::erring(0.3).map(Skill::rate), Ok(0.3));
/// assert!(Skill::erring(1.5).is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skill(f64);

/// The number is no share, or the word no level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected a share from 0 (never errs) to 1 (errs wherever it can), or one of {}", Skill::words())]
pub struct NoSkill;

/// The levels that have names, the best first.
const NAMED: [(&str, Skill); 5] = [
    ("perfect", Skill::PERFECT),
    ("strong", Skill(0.1)),
    ("fair", Skill(0.25)),
    ("weak", Skill(0.5)),
    ("hopeless", Skill(1.0)),
];

impl Skill {
    /// Never errs.
    pub const PERFECT: Self = Self(0.0);

    /// Errs at this share of the turns, from 0 to 1.
    ///
    /// # Errors
    ///
    /// [`NoSkill`] if it is no such share.
    pub fn erring(rate: f64) -> Result<Self, NoSkill> {
        if (0.0..=1.0).contains(&rate) { Ok(Self(rate)) } else { Err(NoSkill) }
    }

    /// The share of the turns at which it errs.
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

    /// Which of some choices it takes: the best, which is looked for only then, or one of the others.
    pub(crate) fn choose<T: Copy>(self, best: impl FnOnce() -> Option<T>, others: &[T], dice: &mut Dice) -> Option<T> {
        if others.is_empty() || !self.errs(dice) { best() } else { Some(others[dice.below(others.len())]) }
    }

    /// Whether it errs this time.
    pub(crate) fn errs(self, dice: &mut Dice) -> bool {
        dice.happens(self.0)
    }
}

/// A name, or else a share.
impl FromStr for Skill {
    type Err = NoSkill;

    fn from_str(text: &str) -> Result<Self, NoSkill> {
        match NAMED.iter().find(|(word, _)| *word == text) {
            Some((_, level)) => Ok(*level),
            None => Self::erring(text.parse().map_err(|_| NoSkill)?),
        }
    }
}

/// "plays perfectly", "errs at 30 % of its turns": the predicate of a sentence.
impl fmt::Display for Skill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0.0 {
            return f.write_str("plays perfectly");
        }
        // What is no whole share of a hundred is shown as it was given.
        let share = (self.0 * 1e6).round() / 1e4;
        write!(f, "errs at {share} % of its turns")
    }
}

/// Numbers that look like chance: `SplitMix64` by Steele, Lea and Flood (OOPSLA 2014), which is fixed for good.
pub(crate) struct Dice(u64);

impl Dice {
    /// The throws of one turn.
    pub(crate) fn new(seed: u64, turn: usize) -> Self {
        let mut dice = Self(seed);
        // Seeds that are neighbours must not give the turns of one another.
        Self(dice.next() ^ (turn as u64).wrapping_mul(0xff51_afd7_ed55_8ccd))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Whether something happens that happens at this rate.
    fn happens(&mut self, rate: f64) -> bool {
        let share = (self.next() >> 11) as f64 / (1u64 << 53) as f64;
        share < rate
    }

    /// A number below this one, which is not 0.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        ((u128::from(self.next()) * count as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers that the authors' program gives for the seed 1234567.
    #[test]
    fn the_dice_are_splitmix64() {
        let mut dice = Dice(1_234_567);
        assert_eq!(dice.next(), 6_457_827_717_110_365_317);
        assert_eq!(dice.next(), 3_203_168_211_198_807_973);
    }

    #[test]
    fn a_rate_is_how_often_it_errs() {
        for rate in [0.0, 0.1, 0.5, 1.0] {
            let skill = Skill::erring(rate).expect("a share");
            let errs = (0..10_000)
                .filter(|&turn| skill.choose(|| Some(0), &[1, 2], &mut Dice::new(7, turn)) != Some(0))
                .count();
            let expected = 10_000.0 * rate;
            assert!((errs as f64 - expected).abs() <= 200.0, "{rate}: {errs} of 10000");
        }
    }

    #[test]
    fn other_texts_are_no_level() {
        for text in ["", "perfekt", "-0.1", "1.01", "nan", "inf", "0,3"] {
            assert_eq!(text.parse::<Skill>(), Err(NoSkill), "{text}");
        }
    }
}
