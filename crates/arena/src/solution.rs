//! Solutions: for every position the player who can force a win, and how soon.
//!
//! Best moves are not stored. They follow from the values. So the best moves, the line and the
//! values cannot disagree.

use std::ops::{ControlFlow, Range};

use crate::by_player::ByPlayer;
use crate::cells::Cells;
use crate::game::Arena;
use crate::moves::{Move, Player, PositionId, Status};
use crate::value::{Distance, Preference, Value};

/// A value in an integer. The two low bits hold the winner (0 endless, 1 One, 2 Two), and the other
/// bits hold the distance.
///
/// If the two low bits are 0, the value is [`Value::Endless`], and the other bits are ignored.
pub trait PackedValue: Copy + sealed::Sealed {
    /// The greatest distance that fits.
    const MAX_DISTANCE: Distance;

    /// Packs a value whose distance is at most `MAX_DISTANCE`.
    fn pack(value: Value) -> Self;

    /// The value that was packed.
    fn unpack(self) -> Value;
}

mod sealed {
    use super::{PackedTable, Tally};
    use crate::cells::Cells;
    use crate::value::Distance;

    pub trait Sealed: crate::cells::Word {
        fn wrap(cells: Cells<Self>) -> PackedTable;
        fn unwrap(table: PackedTable) -> Option<Cells<Self>>;
        fn tally(cells: &[Self], limit: Option<Distance>) -> Tally;
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

            /// Written so that the compiler uses vector instructions.
            fn tally(cells: &[Self], limit: Option<Distance>) -> Tally {
                let most = limit.map_or(<$word>::MAX, |limit| limit.try_into().unwrap_or(<$word>::MAX));
                let mut tally = Tally::default();
                tally.counts.endless = cells.len();
                for part in cells.chunks(TALLIED_AT_ONCE) {
                    for player in Player::BOTH {
                        let code = player.index() as $word + 1;
                        let (mut wins, mut longest): ($word, $word) = (0, 0);
                        for &cell in part {
                            let is_win = cell & 3 == code && cell >> 2 <= most;
                            wins += <$word>::from(is_win);
                            // Of two cells with the same winner, the greater has the greater
                            // distance.
                            longest = longest.max(if is_win { cell } else { 0 });
                        }
                        tally.counts.wins[player] += wins as usize;
                        tally.counts.endless -= wins as usize;
                        let longest = (longest > 0).then_some(Distance::from(longest >> 2));
                        tally.longest[player] = tally.longest[player].max(longest);
                    }
                }
                tally
            }
        }

        impl PackedValue for $word {
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

/// The number of cells that are counted at a time. The counts fit into 16 bits, and the cells stay
/// in the first-level cache while both players' wins are counted.
const TALLIED_AT_ONCE: usize = 1 << 13;

cell!(u16, Narrow);
cell!(u32, Wide);

/// Raises each preference to the preference for the value in its cell, if the latter is higher.
fn raise<C: PackedValue>(cells: &[C], player: Player, best: &mut [Preference]) {
    for (best, cell) in best.iter_mut().zip(cells) {
        *best = cell.unpack().preference(player).max(*best);
    }
}

/// The value of every position of an arena. Memory: 2 bytes a position in narrow cells, which hold
/// distances below 2¹⁴, and 4 bytes in wide cells.
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

/// The solution of an arena without positions.
impl Default for Solution {
    fn default() -> Self {
        Self::from_cells::<u16>(Vec::new())
    }
}

/// The number of positions that each player wins, and the number of endless positions.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct ValueCounts {
    /// Positions that each player wins.
    pub wins: ByPlayer<usize>,
    /// Positions in which neither player can force a win.
    pub endless: usize,
}

impl ValueCounts {
    /// Counts one more position.
    pub fn add(&mut self, value: Value) {
        match value.winner() {
            Some(player) => self.wins[player] += 1,
            None => self.endless += 1,
        }
    }
}

/// The number of wins of each player among some positions, and the longest of these wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Tally {
    /// The numbers of positions.
    pub counts: ValueCounts,
    /// For each player the greatest distance of its wins; `None` if it has none, or if distances
    /// are not held.
    pub longest: ByPlayer<Option<Distance>>,
}

impl Tally {
    /// Adds one more position.
    pub fn add(&mut self, value: Value) {
        self.counts.add(value);
        if let Value::Win { player, distance } = value {
            self.longest[player] = self.longest[player].max(Some(distance));
        }
    }

    /// The same counts, without the longest wins.
    #[must_use]
    pub fn without_distances(self) -> Self {
        Self { longest: ByPlayer::default(), ..self }
    }
}

impl Solution {
    /// A solution from packed values, one for each position, in numbering order. Its cells are as
    /// wide as the packed values.
    pub fn from_cells<C: PackedValue>(cells: impl Into<Cells<C>>) -> Self {
        Self { table: C::wrap(cells.into()) }
    }

    /// Reuses the memory of this solution as cells of this width, with unspecified contents. `None`
    /// if its cells have another width or are too few.
    #[doc(hidden)]
    pub fn into_room<C: PackedValue>(self, cells: usize) -> Option<Cells<C>> {
        C::unwrap(self.table)?.resized(cells)
    }

    /// A solution in wide cells from values, one for each position, in numbering order.
    ///
    /// # Panics
    ///
    /// If a distance exceeds [`u32::MAX_DISTANCE`](PackedValue::MAX_DISTANCE).
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

/// The values of all positions of an arena, wherever they are stored: in a [`Solution`] in memory,
/// in [`Outcomes`](crate::Outcomes) without distances, or in a table on disk.
///
/// Best moves and counts are derived here, so they are the same for every implementation. The trait
/// is dyn-compatible, and a reference to values implements [`Values`] as well. So with
/// `values: &dyn Values` a generic function takes `&values`, and generic methods are called as
/// `(&values).best_moves(…)`.
pub trait Values {
    /// The number of positions.
    fn positions(&self) -> usize;

    /// The value of a position. If distances are not held ([`has_distances`](Self::has_distances)),
    /// only its winner is meaningful.
    ///
    /// # Panics
    ///
    /// If there is no such position.
    fn value(&self, position: PositionId) -> Value;

    /// Whether the distances of the values are those of the game. If not, the distance of a win
    /// only decides whether the win comes within a limit
    /// ([`Adjudication::judge_in`](crate::Adjudication::judge_in)).
    fn has_distances(&self) -> bool {
        true
    }

    /// Whether values can no longer be read, because the caller has cancelled the work or a file is
    /// damaged. From then on [`value`](Self::value) means nothing, and work on the values may end
    /// early: its result has to be discarded.
    fn has_failed(&self) -> bool {
        false
    }

    /// Every position with its value, in numbering order.
    fn values(&self) -> impl Iterator<Item = (PositionId, Value)>
    where
        Self: Sized,
    {
        (0..self.positions()).map(PositionId::new).map(|position| (position, self.value(position)))
    }

    /// Visits every position with its value, in numbering order and in the way that is fastest for
    /// the implementation.
    fn scan(&self, visit: &mut dyn FnMut(PositionId, Value)) {
        for position in (0..self.positions()).map(PositionId::new) {
            visit(position, self.value(position));
        }
    }

    /// Visits the winners of all positions, in numbering order and up to 64 positions at a time,
    /// until the visitor breaks. If the values are held as bits, this is much faster than visiting
    /// one position at a time.
    fn scan_winners(&self, visit: &mut dyn FnMut(Winners) -> ControlFlow<()>) -> ControlFlow<()> {
        one_by_one(self, visit)
    }

    /// The number of positions that each player wins, and the number of endless positions.
    fn counts(&self) -> ValueCounts {
        let mut counts = ValueCounts::default();
        self.scan(&mut |_, value| counts.add(value));
        counts
    }

    /// Counts the wins in a range of positions and finds the longest. Wins beyond the limit count
    /// as endless.
    fn tally_in(&self, positions: Range<usize>, limit: Option<Distance>) -> Tally {
        let mut tally = Tally::default();
        for position in positions.map(PositionId::new) {
            tally.add(self.value(position).within(limit));
        }
        if self.has_distances() { tally } else { tally.without_distances() }
    }

    /// Raises each preference in `best` to the player's preference for the value of its position,
    /// if the latter is higher. The preferences belong to consecutive positions, beginning with
    /// `first`.
    fn raise_preferences(&self, first: PositionId, player: Player, best: &mut [Preference]) {
        for (best, index) in best.iter_mut().zip(first.index()..) {
            *best = self.value(PositionId::new(index)).preference(player).max(*best);
        }
    }

    /// The first of the positions from which this player's forced win takes longest, with its
    /// distance. The result is meaningless if distances are not held.
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

    /// The moves that keep the value of a position, in the arena's order: the fastest wins, the
    /// longest defences, or the moves that keep the game endless. If distances are not held: the
    /// moves that keep the winner. Empty where the game is over or the player to move is stuck.
    fn best_moves<A: Arena>(&self, arena: &A, position: PositionId) -> Vec<Move>
    where
        Self: Sized,
    {
        let Status::Turn(mover) = arena.status(position) else {
            return Vec::new();
        };
        // The moves are visited only once, because listing the moves of several pieces takes long.
        let (mut best, mut moves) = (Preference::LEAST, Vec::new());
        for step in arena.successors(position) {
            let liked = self.value_of_move(step).preference(mover);
            if liked > best {
                moves.clear();
                best = liked;
            }
            if liked == best {
                moves.push(step);
            }
        }
        moves
    }

    /// The first of the [`best_moves`](Self::best_moves), found without a list.
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

    /// The value before a move, given the value after it. If distances are not held, all wins of a
    /// player are equal.
    fn value_of_move(&self, step: Move) -> Value {
        let after = self.value(step.to);
        match after {
            Value::Win { player, .. } if !self.has_distances() => Value::Win { player, distance: 0 },
            after => after.one_move_before(step.cost),
        }
    }
}

/// Visits the winners of all positions by looking up every value.
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

/// A reference to values, `&dyn Values` included, can be passed wherever values can.
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

    fn has_failed(&self) -> bool {
        (**self).has_failed()
    }

    fn scan(&self, visit: &mut dyn FnMut(PositionId, Value)) {
        (**self).scan(visit);
    }

    fn scan_winners(&self, visit: &mut dyn FnMut(Winners) -> ControlFlow<()>) -> ControlFlow<()> {
        (**self).scan_winners(visit)
    }

    fn counts(&self) -> ValueCounts {
        (**self).counts()
    }

    fn tally_in(&self, positions: Range<usize>, limit: Option<Distance>) -> Tally {
        (**self).tally_in(positions, limit)
    }

    fn raise_preferences(&self, first: PositionId, player: Player, best: &mut [Preference]) {
        (**self).raise_preferences(first, player, best);
    }

    fn longest_win(&self, player: Player) -> Option<(PositionId, Distance)> {
        (**self).longest_win(player)
    }
}

/// The winners of up to 64 consecutive positions.
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Winners {
    /// The number of positions, at most [`MOST`](Self::MOST).
    pub count: u32,
    /// For each player a bitmask of its wins; the lowest bit belongs to the first position. Bits
    /// beyond the last position are clear.
    pub won: ByPlayer<u64>,
}

impl Winners {
    /// The greatest number of positions.
    pub const MOST: u32 = u64::BITS;

    /// Adds the next position.
    fn push(&mut self, winner: Option<Player>) {
        if let Some(player) = winner {
            self.won[player] |= 1 << self.count;
        }
        self.count += 1;
    }
}

/// Values whose distances are hidden: they hold who wins, but not how soon.
///
/// A limit is still judged by the distances. So the outcomes are those of the game, and so are the
/// moves that keep an outcome.
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

    fn has_failed(&self) -> bool {
        self.0.has_failed()
    }

    fn scan(&self, visit: &mut dyn FnMut(PositionId, Value)) {
        self.0.scan(visit);
    }

    fn scan_winners(&self, visit: &mut dyn FnMut(Winners) -> ControlFlow<()>) -> ControlFlow<()> {
        self.0.scan_winners(visit)
    }

    fn counts(&self) -> ValueCounts {
        self.0.counts()
    }

    fn tally_in(&self, positions: Range<usize>, limit: Option<Distance>) -> Tally {
        self.0.tally_in(positions, limit).without_distances()
    }

    fn raise_preferences(&self, first: PositionId, player: Player, best: &mut [Preference]) {
        self.0.raise_preferences(first, player, best);
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

    /// Tests the width of the cells once instead of for each value.
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

    fn counts(&self) -> ValueCounts {
        self.tally_in(0..self.positions(), None).counts
    }

    fn tally_in(&self, positions: Range<usize>, limit: Option<Distance>) -> Tally {
        match &self.table {
            PackedTable::Narrow(cells) => sealed::Sealed::tally(&cells[positions], limit),
            PackedTable::Wide(cells) => sealed::Sealed::tally(&cells[positions], limit),
        }
    }

    fn raise_preferences(&self, first: PositionId, player: Player, best: &mut [Preference]) {
        let positions = first.index()..first.index() + best.len();
        match &self.table {
            PackedTable::Narrow(cells) => raise(&cells[positions], player, best),
            PackedTable::Wide(cells) => raise(&cells[positions], player, best),
        }
    }
}

/// Solutions are equal if they hold the same values, regardless of the width of their cells.
impl PartialEq for Solution {
    fn eq(&self, other: &Self) -> bool {
        self.positions() == other.positions() && self.values().eq(other.values())
    }
}

impl Eq for Solution {}
