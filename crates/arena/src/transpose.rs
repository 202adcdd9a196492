//! Transposes 64 × 64 bit matrices, several at once.

#![expect(clippy::inline_always, reason = "vector instructions reach only what is inlined where they are enabled")]

/// Transposes `L` matrices of 64 × 64 bits at once: bit `i` of `rows[k][lane]` is swapped with bit
/// `k` of `rows[i][lane]`.
///
/// The classic recursion by halves (H. S. Warren, *Hacker's Delight*, section 7-3): six rounds,
/// each swapping the two off-diagonal quarters of every square. The lanes do the same work on
/// different data, so the compiler keeps them side by side in vector registers, and no bit is ever
/// shuffled between lanes.
#[doc(hidden)]
#[inline(always)]
pub fn transpose<const L: usize>(rows: &mut [[u64; L]; 64]) {
    swap::<L, 64, 32, 32>(rows, 0x0000_0000_FFFF_FFFF);
    swap::<L, 64, 16, 16>(rows, 0x0000_FFFF_0000_FFFF);
    swap::<L, 64, 8, 8>(rows, 0x00FF_00FF_00FF_00FF);
    swap::<L, 64, 4, 4>(rows, 0x0F0F_0F0F_0F0F_0F0F);
    swap::<L, 64, 2, 2>(rows, 0x3333_3333_3333_3333);
    swap::<L, 64, 1, 1>(rows, 0x5555_5555_5555_5555);
}

/// In each square of `2 · HALF` words, swaps the bits `mask << SHIFT` of the upper word with the
/// bits `mask` of the word `HALF` rows below it.
#[inline(always)]
fn swap<const L: usize, const N: usize, const HALF: usize, const SHIFT: usize>(words: &mut [[u64; L]; N], mask: u64) {
    for square in words.chunks_exact_mut(2 * HALF) {
        let (upper, lower) = square.split_at_mut(HALF);
        for (upper, lower) in upper.iter_mut().zip(lower) {
            for (upper, lower) in upper.iter_mut().zip(lower) {
                let swap = (*upper >> SHIFT ^ *lower) & mask;
                *upper ^= swap << SHIFT;
                *lower ^= swap;
            }
        }
    }
}
