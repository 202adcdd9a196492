//! When the Cat sees the mouse.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The moments at which the Cat sees the mouse. The Mouse sees the cats always.
///
/// ```
/// use catmouse_model::Sight;
///
/// let scotland_yard: Sight = "3,8,13,18,24".parse()?;
/// assert!(scotland_yard.after_move(8) && !scotland_yard.after_move(9));
/// assert_eq!("within:2".parse(), Ok(Sight::Within(2)));
/// assert_eq!(Sight::Every(4).to_string(), "4");
/// # Ok::<(), catmouse_model::NoSight>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Sight {
    /// Always: the positions of the game are those of all pieces.
    #[default]
    Always,
    /// Never, the *zero visibility* of the literature.
    Never,
    /// After each of the mouse's moves of which the number is a multiple of this one.
    Every(u32),
    /// After some of the mouse's moves alone: bit k − 1 is set for the move number k.
    After(u64),
    /// Whenever a shortest directed path on the board from some cat to the mouse has at most this
    /// many edges, the *limited visibility* of the literature. It is looked at after every ply and
    /// after the placement.
    Within(u32),
}

/// The greatest number of a move in a list of moves after which the mouse is seen.
const LAST_LISTED: u32 = u64::BITS;

/// The error of a text that does not say when the mouse is seen.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "expected always, never, a number of moves as in 3, a list of moves up to {LAST_LISTED} as in 3,8,13, \
     or a distance as in within:2"
)]
pub struct NoSight;

impl Sight {
    /// Whether the mouse is seen after its move with this number, counted from 1, wherever the cats
    /// are.
    pub fn after_move(self, number: u32) -> bool {
        match self {
            Self::Always => true,
            Self::Never | Self::Within(_) => false,
            Self::Every(period) => number.is_multiple_of(period),
            Self::After(moves) => number.checked_sub(1).is_some_and(|bit| bit < u64::BITS && moves >> bit & 1 == 1),
        }
    }

    /// The number that stands for this number of moves of the mouse: both are followed by the same
    /// sights.
    pub fn counted(self, moves: u32) -> u32 {
        match self {
            Self::Always | Self::Never | Self::Within(_) => 0,
            Self::Every(period) => moves % period,
            Self::After(listed) => moves.min(u64::BITS - listed.leading_zeros()),
        }
    }
}

/// Reads `always`, `never`, `3`, `3,8,13` or `within:2`.
impl FromStr for Sight {
    type Err = NoSight;

    fn from_str(text: &str) -> Result<Self, NoSight> {
        let number = |text: &str| text.trim().parse::<u32>().map_err(|_| NoSight);
        match text.trim() {
            "always" => Ok(Self::Always),
            "never" => Ok(Self::Never),
            text => match text.strip_prefix("within:") {
                Some(edges) => number(edges).map(Self::Within),
                None if text.contains(',') => {
                    let bit = |text: &str| match number(text)? {
                        listed @ 1..=LAST_LISTED => Ok(1 << (listed - 1)),
                        _ => Err(NoSight),
                    };
                    text.split(',').map(bit).try_fold(0, |moves, bit| bit.map(|bit: u64| moves | bit)).map(Self::After)
                }
                None => number(text)?.checked_sub(1).map(|before| Self::Every(before + 1)).ok_or(NoSight),
            },
        }
    }
}

impl fmt::Display for Sight {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Always => f.write_str("always"),
            Self::Never => f.write_str("never"),
            Self::Every(period) => write!(f, "{period}"),
            Self::After(moves) => {
                let listed: Vec<String> = catmouse_arena::set_bits(moves).map(|bit| (bit + 1).to_string()).collect();
                // A list of one number would read as a period, so the number is repeated.
                match &listed[..] {
                    [only] => write!(f, "{only},{only}"),
                    _ => f.write_str(&listed.join(",")),
                }
            }
            Self::Within(edges) => write!(f, "within:{edges}"),
        }
    }
}

/// As the text that [`Display`](fmt::Display) writes.
impl Serialize for Sight {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Sight {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}
