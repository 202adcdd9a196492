//! The set bits of a word, which represents a set of up to 64 vertices.

/// The indices of the set bits of a word, ascending.
pub(crate) fn set_bits(mut bits: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let place = (bits != 0).then(|| bits.trailing_zeros());
        bits &= bits.wrapping_sub(1);
        place
    })
}
