//! Sorting by numbers.

/// Sorts by up to three numbers; the first counts most. The sort is stable: items with equal
/// numbers keep their order.
///
/// The keys have one type for all items. The standard library's sort is compiled once for each type
/// of key and takes about four kilobytes each time, so a common type keeps the playground's module
/// small.
pub(crate) fn sort_by_numbers<T, const N: usize>(list: &mut [T], numbers: impl Fn(&T) -> [u64; N]) {
    const { assert!(N <= 3) };
    list.sort_by_cached_key(|item| {
        let mut key = [0; 3];
        key[..N].copy_from_slice(&numbers(item));
        key
    });
}

#[cfg(test)]
mod tests {
    use super::sort_by_numbers;

    #[test]
    fn the_first_number_counts_most_and_equal_ones_keep_their_order() {
        let mut list = [("d", 2, 0), ("b", 1, 1), ("a", 1, 0), ("c", 1, 1)];
        sort_by_numbers(&mut list, |&(_, first, second)| [first, second]);
        assert_eq!(list.map(|(name, ..)| name), ["a", "b", "c", "d"]);
    }
}
