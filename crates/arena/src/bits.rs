//! The set bits of a word, which represents a set of up to 64 elements.

/// The indices of the set bits of a word, lowest first.
///
/// ```
/// assert_eq!(catmouse_arena::set_bits(0b1010).collect::<Vec<_>>(), [1, 3]);
/// ```
#[expect(clippy::inline_always, reason = "only inlined code uses the vector instructions of the caller")]
#[inline(always)]
pub fn set_bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if word == 0 {
            return None;
        }
        let bit = word.trailing_zeros() as usize;
        word &= word - 1;
        Some(bit)
    })
}
