//! Sorting by numbers, and sets as ascending lists.

use catmouse_arena::{InOrder, Place, Player, PositionId, Words};

/// Sorts by up to three numbers; the first counts most. The sort is stable: items with equal
/// numbers keep their order.
///
/// The standard library's sort is compiled once for each type of item, so only the keys are sorted.
pub(crate) fn sort_by_numbers<T, const N: usize>(list: &mut [T], numbers: impl Fn(&T) -> [u64; N]) {
    const { assert!(N <= 3) };
    let mut keys = Vec::with_capacity(list.len());
    for (index, item) in list.iter().enumerate() {
        let mut key = [0; 3];
        key[..N].copy_from_slice(&numbers(item));
        keys.push((key, index));
    }
    arrange(list, order(keys));
}

/// As [`sort_by_numbers`], but by two lists of places.
pub(crate) fn sort_by_places<T>(list: &mut [T], places: impl Fn(&T) -> [Vec<Place>; 2]) {
    let mut keys = Vec::with_capacity(list.len());
    for (index, item) in list.iter().enumerate() {
        keys.push((places(item), index));
    }
    arrange(list, order(keys));
}

/// The numbers of items in the order of their keys.
fn order<K: Ord>(mut keys: Vec<(K, usize)>) -> Vec<usize> {
    keys.put_in_order();
    keys.into_iter().map(|(_, index)| index).collect()
}

/// Puts items in order. For each place, `from` has the present index of the item that belongs there.
fn arrange<T>(list: &mut [T], mut from: Vec<usize>) {
    for place in 0..list.len() {
        // An item that stood at a smaller index has been swapped to a later one.
        while from[place] < place {
            from[place] = from[from[place]];
        }
        list.swap(place, from[place]);
    }
}

/// The items in ascending order, each once.
pub(crate) fn set<T: Ord>(mut items: Vec<T>) -> Vec<T> {
    items.put_in_order();
    items.dedup();
    items
}

/// The places of a player's pieces in some positions, ascending.
pub(crate) fn place_set(positions: &[PositionId], player: Player, words: &dyn Words) -> Vec<Place> {
    let mut places = Vec::new();
    for &position in positions {
        places.extend(words.places(position, player));
    }
    set(places)
}
