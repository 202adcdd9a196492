//! The set bits of a word, which represents a set of up to 64 elements.

/// The indices of the set bits, lowest first.
#[expect(clippy::inline_always, reason = "only inlined code uses the vector instructions of the caller")]
#[inline(always)]
pub(crate) fn set_bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if word == 0 {
            return None;
        }
        let bit = word.trailing_zeros() as usize;
        word &= word - 1;
        Some(bit)
    })
}
