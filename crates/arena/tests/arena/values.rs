//! Operations on many values agree with operations on single values, and preferences agree with the
//! outcomes that values are judged to have.

use std::ops::Range;

use catmouse_arena::{
    Adjudication, Distance, Limit, Outcomes, PackedValue, Player, PositionId, Preference, Solution, Tally, Value,
    Values, WinOrDraw, WithoutDistances,
};
use proptest::prelude::*;

/// Values that implement only the look-up of one value.
struct OneByOne<V>(V);

impl<V: Values> Values for OneByOne<V> {
    fn positions(&self) -> usize {
        self.0.positions()
    }

    fn value(&self, position: PositionId) -> Value {
        self.0.value(position)
    }

    fn has_distances(&self) -> bool {
        self.0.has_distances()
    }
}

/// All values with distances up to `most`, and the greatest distances that fit cells of 16 bits.
fn all_values(most: Distance) -> Vec<Value> {
    let wins = (0..=most).chain([u16::MAX_DISTANCE - 1, u16::MAX_DISTANCE]);
    let wins = wins.flat_map(|distance| Player::BOTH.map(|player| Value::Win { player, distance }));
    wins.chain([Value::Endless]).collect()
}

/// Compares operations on a whole range with operations position by position.
fn same_at_once<V: Values>(values: &V, range: Range<usize>, limits: &[Option<Distance>]) {
    let apart = OneByOne(values);
    for &limit in limits {
        assert_eq!(
            values.tally_in(range.clone(), limit),
            apart.tally_in(range.clone(), limit),
            "{range:?} within {limit:?}"
        );
    }
    for player in Player::BOTH {
        for known in [Preference::LEAST, Preference::ENDLESS, Value::Win { player, distance: 3 }.preference(player)] {
            let (mut together, mut expected) = (vec![known; range.len()], vec![known; range.len()]);
            values.raise_preferences(PositionId::new(range.start), player, &mut together);
            apart.raise_preferences(PositionId::new(range.start), player, &mut expected);
            assert_eq!(together, expected, "{range:?} for {player}");
        }
    }
}

#[test]
fn a_tally_by_hand() {
    let win = |player, distance| Value::Win { player, distance };
    let values = [win(Player::One, 0), Value::Endless, win(Player::Two, 7), win(Player::One, 4), win(Player::One, 2)];
    let narrow: Vec<u16> = values.iter().map(|&value| u16::pack(value)).collect();
    for solution in [Solution::from_values(values), Solution::from_cells::<u16>(narrow)] {
        let Tally { counts, longest } = solution.tally_in(0..5, None);
        assert_eq!((counts.wins.one, counts.wins.two, counts.endless), (3, 1, 1));
        assert_eq!((longest.one, longest.two), (Some(4), Some(7)));
        let Tally { counts, longest } = solution.tally_in(0..5, Some(2));
        assert_eq!((counts.wins.one, counts.wins.two, counts.endless), (2, 0, 3));
        assert_eq!((longest.one, longest.two), (Some(2), None));
        assert_eq!(solution.tally_in(0..1, None).longest.one, Some(0));
        assert_eq!(WithoutDistances(solution).tally_in(0..5, None).longest.one, None);
    }
}

#[test]
fn more_cells_than_are_tallied_at_once() {
    let cells: Vec<u16> =
        (0..100_000u32).map(|index| (index.wrapping_mul(40_503) >> 7) as u16).filter(|cell| cell & 3 < 3).collect();
    let (count, won) = (cells.len(), vec![u16::pack(Value::Win { player: Player::Two, distance: 9 }); 70_000]);
    let limits = [None, Some(0), Some(1000), Some(u64::MAX)];
    same_at_once(&Solution::from_cells::<u16>(cells), 1..count, &limits);
    same_at_once(&Solution::from_cells::<u16>(won), 0..70_000, &limits);
}

/// A player's preference for a value never contradicts the value's outcome under an adjudication,
/// and the value can be recovered from the preference.
#[test]
fn preferences_never_contradict_an_adjudication() {
    let outcomes = [WinOrDraw::Win(Player::One), WinOrDraw::Draw, WinOrDraw::Win(Player::Two)];
    let values = all_values(5);
    for player in Player::BOTH {
        for &value in &values {
            let liked = value.preference(player);
            assert_eq!(liked.value(player), value);
            assert!(liked >= Preference::LEAST);
            for &other in &values {
                assert_eq!(liked == other.preference(player), value == other);
                if liked < other.preference(player) {
                    continue;
                }
                for endless in outcomes {
                    let limits =
                        (0..7).flat_map(|distance| outcomes.map(|outcome| Some(Limit::new(distance, outcome))));
                    for limit in limits.chain([None]) {
                        let adjudication = Adjudication { endless, limit };
                        let score = |value| adjudication.judge(value).outcome.score(player);
                        assert!(
                            score(value) >= score(other),
                            "{player} likes {value} better than {other}: {adjudication:?}"
                        );
                    }
                }
            }
        }
    }
}

proptest! {
    #[test]
    fn many_values_at_once(
        values in prop::collection::vec(prop::sample::select(all_values(6)), 1..200),
        cut: prop::sample::Index,
    ) {
        let first = cut.index(values.len());
        let range = first..values.len();
        let limits = [None, Some(0), Some(3), Some(u16::MAX_DISTANCE), Some(u64::MAX)];
        let narrow = Solution::from_cells::<u16>(values.iter().map(|&value| u16::pack(value)).collect::<Vec<u16>>());
        let wide = Solution::from_values(values);
        prop_assert_eq!(&narrow, &wide);
        same_at_once(&narrow, range.clone(), &limits);
        same_at_once(&wide, range.clone(), &limits);
        same_at_once(&WithoutDistances(wide.clone()), range.clone(), &limits);
        same_at_once(&Outcomes::of(&wide, Some(3)), range, &[None]);
    }
}
