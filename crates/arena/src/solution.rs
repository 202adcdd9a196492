//! What solving yields: for every position, who can force a win and how soon.
//!
//! Best moves are not stored: they follow from the values, so the list of moves, the main line and the value cannot disagree.

use std::fmt;
use std::ops::{ControlFlow, Range};

use crate::by_player::ByPlayer;
use crate::cells::Cells;
use crate::game::{Arena, Move, Player, PositionId, Status};

/// A distance to the end of the game: the number of plies, or the sum of the costs where moves have costs.
pub type Distance = u64;

/// What a position is worth under perfect play.
///
/// ```
/// use catmouse_arena::{Player, Value};
///
/// let now = Value::Win { player: Player::One, distance: 3 };
/// assert_eq!(now.one_move_before(1).distance(), Some(4));
/// assert!(now.preference(Player::One) > Value::Endless.preference(Player::One));
/// assert!(now.preference(Player::Two) < Value::Endless.preference(Player::Two));
/// ```
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// This player can force the end.
    Win {
        /// Who wins.
        player: Player,
        /// How far the end is when the winner hurries and the loser delays; 0 where the game is over.
        distance: Distance,
    },
    /// Neither player can force an end.
    Endless,
}

impl Value {
    /// The player who can force a win, if any.
    pub fn winner(self) -> Option<Player> {
        match self {
            Self::Win { player, .. } => Some(player),
            Self::Endless => None,
        }
    }

    /// The distance to the end, where it can be forced.
    pub fn distance(self) -> Option<Distance> {
        match self {
            Self::Win { distance, .. } => Some(distance),
            Self::Endless => None,
        }
    }

    /// The value if a win counts only within a limit, else endless.
    #[must_use]
    pub fn within(self, limit: Option<Distance>) -> Self {
        match self {
            Self::Win { distance, .. } if limit.is_some_and(|limit| distance > limit) => Self::Endless,
            value => value,
        }
    }

    /// The same end seen from one move of this cost earlier.
    #[must_use]
    pub fn one_move_before(self, cost: u32) -> Self {
        match self {
            Self::Win { player, distance } => Self::Win { player, distance: distance + Distance::from(cost) },
            Self::Endless => Self::Endless,
        }
    }

    /// The one of both that this player likes better; this one where it likes them alike.
    #[must_use]
    pub fn better(self, other: Self, player: Player) -> Self {
        if other.preference(player) > self.preference(player) { other } else { self }
    }

    /// How much a player likes this value: the greater, the better. Its own wins, the sooner the better; then endless play;
    /// then losses, the later the better.
    pub fn preference(self, player: Player) -> impl Ord + Copy + use<> {
        match self {
            Self::Win { player: winner, distance } if winner == player => (2, u64::MAX - distance),
            Self::Endless => (1, 0),
            Self::Win { distance, .. } => (0, distance),
        }
    }
}

/// As in "a win of One in 7" and "endless".
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Win { player, distance } => write!(f, "a win of {player} in {distance}"),
            Self::Endless => f.write_str("endless"),
        }
    }
}

/// One value in one machine word: the two low bits hold the winner (0 endless, 1 One, 2 Two), the rest the distance.
///
/// Where the two low bits are 0 the value is [`Value::Endless`], whatever the rest is.
pub trait Cell: Copy + sealed::Sealed {
    /// The greatest distance that fits.
    const MAX_DISTANCE: Distance;

    /// Packs a value whose distance is at most `MAX_DISTANCE`.
    fn pack(value: Value) -> Self;

    /// Unpacks what [`pack`](Self::pack) packed.
    fn unpack(self) -> Value;
}

mod sealed {
    use super::PackedTable;
    use crate::cells::Cells;

    pub trait Sealed: crate::cells::Word {
        fn wrap(cells: Cells<Self>) -> PackedTable;
        fn unwrap(table: PackedTable) -> Option<Cells<Self>>;
    }
}

/// The cells of a solution, as wide as its distances need.
#[derive(Clone, Debug)]
pub enum PackedTable {
    /// 14 bits of distance.
    Narrow(Cells<u16>),
    /// 30 bits of distance.
    Wide(Cells<u32>),
}

macro_rules! cell {
    ($word:ty, $variant:ident) => {
        impl sealed::Sealed for $word {
            fn wrap(cells: Cells<Self>) -> PackedTable {
                PackedTable::$variant(cells)
            }

            fn unwrap(table: PackedTable) -> Option<Cells<Self>> {
                if let PackedTable::$variant(cells) = table { Some(cells) } else { None }
            }
        }

        impl Cell for $word {
            const MAX_DISTANCE: Distance = (<$word>::MAX >> 2) as Distance;

            #[inline]
            fn pack(value: Value) -> Self {
                match value {
                    Value::Endless => 0,
                    Value::Win { player, distance } => {
                        debug_assert!(distance <= Self::MAX_DISTANCE);
                        (distance as $word) << 2 | (player.index() as $word + 1)
                    }
                }
            }

            #[inline]
            fn unpack(self) -> Value {
                let distance = Distance::from(self >> 2);
                match self & 3 {
                    0 => Value::Endless,
                    1 => Value::Win { player: Player::One, distance },
                    _ => Value::Win { player: Player::Two, distance },
                }
            }
        }
    };
}

cell!(u16, Narrow);
cell!(u32, Wide);

/// The value of every position of an arena. Memory: 2 bytes a position while distances stay below 2¹⁴, else 4.
///
/// ```
/// use catmouse_arena::{Player, PositionId, Solution, Value, Values};
///
/// let solution = Solution::from_values([Value::Win { player: Player::Two, distance: 1 }, Value::Endless]);
/// assert_eq!(solution.value(PositionId::new(1)), Value::Endless);
/// ```
#[derive(Clone, Debug)]
pub struct Solution {
    table: PackedTable,
}

/// That of an arena without positions.
impl Default for Solution {
    fn default() -> Self {
        Self::from_cells::<u16>(Vec::new())
    }
}

/// How many positions have each value.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Counts {
    /// Positions that each player wins.
    pub wins: ByPlayer<usize>,
    /// Positions where neither can force an end.
    pub endless: usize,
}

impl Counts {
    /// Counts one more position.
    pub fn add(&mut self, value: Value) {
        match value.winner() {
            Some(player) => self.wins[player] += 1,
            None => self.endless += 1,
        }
    }
}

impl Solution {
    /// A solution from one packed value a position, in numbering order.
    pub fn from_cells<C: Cell>(cells: impl Into<Cells<C>>) -> Self {
        Self { table: C::wrap(cells.into()) }
    }

    /// Room for another solution in the memory of this one, if it has room for this many cells of this width. What the cells hold
    /// is not said.
    #[doc(hidden)]
    pub fn into_room<C: Cell>(self, cells: usize) -> Option<Cells<C>> {
        C::unwrap(self.table)?.resized(cells)
    }

    /// A solution from one value a position, in numbering order.
    ///
    /// # Panics
    ///
    /// If a distance exceeds [`u32::MAX_DISTANCE`](Cell::MAX_DISTANCE).
    pub fn from_values(values: impl IntoIterator<Item = Value>) -> Self {
        let cells = values
            .into_iter()
            .map(|value| {
                assert!(value.distance().unwrap_or(0) <= u32::MAX_DISTANCE, "distances must stay below 2³⁰");
                u32::pack(value)
            })
            .collect::<Vec<_>>();
        Self::from_cells::<u32>(cells)
    }
}

/// The value of every position of an arena, from wherever it is held: a [`Solution`] in memory, [`Outcomes`](crate::Outcomes)
/// without distances, or a table on disk.
///
/// Best moves and counts are derived here once, so they are the same for every holder. The trait is dyn-compatible, and a
/// reference to values is [`Values`] itself. So with `values: &dyn Values` a generic function takes `&values`, and the methods that are
/// generic are called as `(&values).best_moves(…)`.
pub trait Values {
    /// How many positions there are values for.
    fn positions(&self) -> usize;

    /// The value of a position. Where distances are not held ([`has_distances`](Self::has_distances)) only the winner counts.
    ///
    /// # Panics
    ///
    /// If there is no such position.
    fn value(&self, position: PositionId) -> Value;

    /// Whether the distances of values are those of the game. Where they are not, a win is given at whatever distance the holder
    /// likes, which decides nothing but whether a limit is kept ([`Adjudication::judge_in`](crate::Adjudication::judge_in)).
    fn has_distances(&self) -> bool {
        true
    }

    /// Every position with its value, in numbering order.
    fn values(&self) -> impl Iterator<Item = (PositionId, Value)>
    where
        Self: Sized,
    {
        (0..self.positions()).map(PositionId::new).map(|position| (position, self.value(position)))
    }

    /// The same through a visitor, as it suits the holder best.
    fn scan(&self, visit: &mut dyn FnMut(PositionId, Value)) {
        for position in (0..self.positions()).map(PositionId::new) {
            visit(position, self.value(position));
        }
    }

    /// Who wins from every position, in numbering order and up to 64 positions at a time, until the visitor breaks off.
    ///
    /// A holder of bits does this a hundred times as fast as one position after the other.
    fn scan_winners(&self, visit: &mut dyn FnMut(Winners) -> ControlFlow<()>) -> ControlFlow<()> {
        one_by_one(self, visit)
    }

    /// How many positions have each value.
    fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        self.scan(&mut |_, value| counts.add(value));
        counts
    }

    /// How many of these positions have each value, where a win counts only if it comes within the limit.
    fn counts_in(&self, positions: Range<usize>, limit: Option<Distance>) -> Counts {
        let mut counts = Counts::default();
        for position in positions.map(PositionId::new) {
            counts.add(self.value(position).within(limit));
        }
        counts
    }

    /// The first of the positions from which this player's forced win takes longest, and how long it takes. Says nothing where
    /// distances are not held.
    fn longest_win(&self, player: Player) -> Option<(PositionId, Distance)> {
        let mut longest: Option<(PositionId, Distance)> = None;
        self.scan(&mut |position, value| {
            if let Value::Win { player: winner, distance } = value
                && winner == player
                && longest.is_none_or(|(_, known)| distance > known)
            {
                longest = Some((position, distance));
            }
        });
        longest
    }

    /// The moves that keep the value of a position: the fastest wins, the longest defences, or those that hold an endless
    /// game; in the arena's order. Where distances are not held, those that keep the outcome. None where the game is over or the
    /// player to move is stuck.
    fn best_moves<A: Arena>(&self, arena: &A, position: PositionId) -> Vec<Move>
    where
        Self: Sized,
    {
        let Status::Turn(mover) = arena.status(position) else {
            return Vec::new();
        };
        let worth = |step: &Move| self.value_of_move(*step).preference(mover);
        let Some(best) = arena.successors(position).map(|step| worth(&step)).max() else {
            return Vec::new();
        };
        arena.successors(position).filter(|step| worth(step) == best).collect()
    }

    /// The first of [`best_moves`](Self::best_moves), without a list of them.
    fn best_move<A: Arena>(&self, arena: &A, position: PositionId) -> Option<Move>
    where
        Self: Sized,
    {
        let Status::Turn(mover) = arena.status(position) else {
            return None;
        };
        let rated = arena.successors(position).map(|step| (self.value_of_move(step).preference(mover), step));
        rated.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, step)| step)
    }

    /// The value of the position that a move leads to, seen from before the move. Where distances are not held, all wins of a
    /// player are alike.
    fn value_of_move(&self, step: Move) -> Value {
        let after = self.value(step.to);
        match after {
            Value::Win { player, .. } if !self.has_distances() => Value::Win { player, distance: 0 },
            after => after.one_move_before(step.cost),
        }
    }
}

/// Who wins from every position, asked for one after the other.
pub(crate) fn one_by_one<V: Values + ?Sized>(
    values: &V,
    visit: &mut dyn FnMut(Winners) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut winners = Winners::default();
    for position in (0..values.positions()).map(PositionId::new) {
        winners.push(values.value(position).winner());
        if winners.count == Winners::MOST {
            visit(std::mem::take(&mut winners))?;
        }
    }
    if winners.count > 0 { visit(winners) } else { ControlFlow::Continue(()) }
}

/// What takes values takes a reference to them as well, also to some that are only known as `dyn Values`.
impl<V: Values + ?Sized> Values for &V {
    fn positions(&self) -> usize {
        (**self).positions()
    }

    fn value(&self, position: PositionId) -> Value {
        (**self).value(position)
    }

    fn has_distances(&self) -> bool {
        (**self).has_distances()
    }

    fn scan(&self, visit: &mut dyn FnMut(PositionId, Value)) {
        (**self).scan(visit);
    }

    fn scan_winners(&self, visit: &mut dyn FnMut(Winners) -> ControlFlow<()>) -> ControlFlow<()> {
        (**self).scan_winners(visit)
    }

    fn counts(&self) -> Counts {
        (**self).counts()
    }

    fn counts_in(&self, positions: Range<usize>, limit: Option<Distance>) -> Counts {
        (**self).counts_in(positions, limit)
    }

    fn longest_win(&self, player: Player) -> Option<(PositionId, Distance)> {
        (**self).longest_win(player)
    }
}

/// Who wins from some positions that follow each other.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Winners {
    /// How many positions they are, up to [`MOST`](Self::MOST).
    pub count: u32,
    /// For each player a bit for each position, set where the player wins; the lowest is that of the first position. Bits beyond the
    /// last position are clear.
    pub won: ByPlayer<u64>,
}

impl Winners {
    /// As many positions as there may be.
    pub const MOST: u32 = u64::BITS;

    /// Adds the next position.
    fn push(&mut self, winner: Option<Player>) {
        if let Some(player) = winner {
            self.won[player] |= 1 << self.count;
        }
        self.count += 1;
    }
}

/// Values whose distances are held back: who wins is said, how soon is not.
///
/// Limits are still judged by the distances, so outcomes and the moves that keep them are those of the game.
#[derive(Clone, Debug)]
pub struct WithoutDistances<V>(pub V);

impl<V: Values> Values for WithoutDistances<V> {
    fn positions(&self) -> usize {
        self.0.positions()
    }

    fn value(&self, position: PositionId) -> Value {
        self.0.value(position)
    }

    fn has_distances(&self) -> bool {
        false
    }

    fn scan(&self, visit: &mut dyn FnMut(PositionId, Value)) {
        self.0.scan(visit);
    }

    fn scan_winners(&self, visit: &mut dyn FnMut(Winners) -> ControlFlow<()>) -> ControlFlow<()> {
        self.0.scan_winners(visit)
    }

    fn counts(&self) -> Counts {
        self.0.counts()
    }

    fn counts_in(&self, positions: Range<usize>, limit: Option<Distance>) -> Counts {
        self.0.counts_in(positions, limit)
    }
}

impl Values for Solution {
    #[inline]
    fn positions(&self) -> usize {
        match &self.table {
            PackedTable::Narrow(cells) => cells.len(),
            PackedTable::Wide(cells) => cells.len(),
        }
    }

    #[inline]
    fn value(&self, position: PositionId) -> Value {
        match &self.table {
            PackedTable::Narrow(cells) => cells[position.index()].unpack(),
            PackedTable::Wide(cells) => cells[position.index()].unpack(),
        }
    }

    /// As it is for all, but without asking of each value how wide it is.
    #[inline]
    fn values(&self) -> impl Iterator<Item = (PositionId, Value)> {
        let (narrow, wide): (&[u16], &[u32]) = match &self.table {
            PackedTable::Narrow(cells) => (cells, &[]),
            PackedTable::Wide(cells) => (&[], cells),
        };
        (0..self.positions()).map(move |index| {
            let value = narrow.get(index).map_or_else(|| wide[index].unpack(), |cell| cell.unpack());
            (PositionId::new(index), value)
        })
    }

    fn scan(&self, visit: &mut dyn FnMut(PositionId, Value)) {
        self.values().for_each(|(position, value)| visit(position, value));
    }

    fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        self.values().for_each(|(_, value)| counts.add(value));
        counts
    }
}

/// Two solutions are equal if they say the same of every position, however they hold it.
impl PartialEq for Solution {
    fn eq(&self, other: &Self) -> bool {
        self.positions() == other.positions() && self.values().eq(other.values())
    }
}

impl Eq for Solution {}
