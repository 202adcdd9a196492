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
