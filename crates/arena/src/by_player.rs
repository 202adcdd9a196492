//! A value for each of the two players.

use std::ops::{Index, IndexMut};

use crate::moves::Player;

/// One value for each player, indexed by [`Player`].
///
/// ```
/// use catmouse_arena::{ByPlayer, Player};
///
/// let mut wins = ByPlayer { one: 3, two: 0 };
/// wins[Player::Two] += 5;
/// assert_eq!(wins[Player::One.opponent()], 5);
///
/// let names = ByPlayer::from_fn(|player| format!("player {player}"));
/// let lines: Vec<_> = names.iter().map(|(player, name)| format!("{name}: {}", wins[player])).collect();
/// assert_eq!(lines, ["player One: 3", "player Two: 5"]);
/// assert_eq!(wins.map(|count| count > 3), ByPlayer { one: false, two: true });
/// ```
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ByPlayer<T> {
    /// The value of player One.
    pub one: T,
    /// The value of player Two.
    pub two: T,
}

impl<T> ByPlayer<T> {
    /// Calls the function for each player, One first.
    pub fn from_fn(mut value: impl FnMut(Player) -> T) -> Self {
        Self { one: value(Player::One), two: value(Player::Two) }
    }

    /// Applies the function to both values, One's first.
    pub fn map<U>(self, mut convert: impl FnMut(T) -> U) -> ByPlayer<U> {
        ByPlayer { one: convert(self.one), two: convert(self.two) }
    }

    /// References to the values.
    pub const fn as_ref(&self) -> ByPlayer<&T> {
        ByPlayer { one: &self.one, two: &self.two }
    }

    /// Each player with its value, One first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Player, &T)> {
        [(Player::One, &self.one), (Player::Two, &self.two)].into_iter()
    }
}

impl<T> Index<Player> for ByPlayer<T> {
    type Output = T;

    #[inline]
    fn index(&self, player: Player) -> &T {
        match player {
            Player::One => &self.one,
            Player::Two => &self.two,
        }
    }
}

impl<T> IndexMut<Player> for ByPlayer<T> {
    #[inline]
    fn index_mut(&mut self, player: Player) -> &mut T {
        match player {
            Player::One => &mut self.one,
            Player::Two => &mut self.two,
        }
    }
}

/// The first value is One's.
impl<T> From<[T; 2]> for ByPlayer<T> {
    fn from([one, two]: [T; 2]) -> Self {
        Self { one, two }
    }
}
