//! AVX-512, vector instructions of 64 bytes, for the two loops that become faster with AVX-512.
//!
//! If the compiler may use these instructions freely, it gathers and scatters words that are faster
//! to access one by one, and whole attractors take longer (`PERFORMANCE.md`). So it may not, and
//! two loops name their instructions. One transposes bits; the other adds levels to the cells of a
//! table for teams.

use catmouse_arena::transpose;
use pulp::NullaryFnOnce;

use super::vector;

#[cfg(target_arch = "x86_64")]
use masks::Instructions;
#[cfg(not(target_arch = "x86_64"))]
use std::convert::Infallible as Instructions;

/// Proof that the processor supports AVX-512.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512(Instructions);

impl Avx512 {
    /// The proof, if the processor supports AVX-512.
    pub(crate) fn new() -> Option<Self> {
        #[cfg(target_arch = "x86_64")]
        return Instructions::try_new().map(Self);
        #[cfg(not(target_arch = "x86_64"))]
        None
    }

    /// Runs a task with AVX-512 enabled.
    #[inline(always)]
    pub(crate) fn run<T: NullaryFnOnce>(self, task: T) -> T::Output {
        #[cfg(target_arch = "x86_64")]
        return self.0.vectorize(task);
        #[cfg(not(target_arch = "x86_64"))]
        match (self.0, task) {}
    }
}

/// Transposes `L` matrices of 64 × 64 bits, as [`transpose`] does, with AVX-512 if `avx512` is
/// given.
#[inline(never)]
pub(crate) fn transpose_with<const L: usize>(avx512: Option<Avx512>, rows: &mut [[u64; L]; 64]) {
    match avx512 {
        #[cfg(target_arch = "x86_64")]
        Some(avx512) if L.is_multiple_of(8) => avx512.run(masks::Transpose(avx512.0, rows)),
        _ => vector::run(Transpose(rows)),
    }
}

/// [`transpose`] as a task.
struct Transpose<'r, const L: usize>(&'r mut [[u64; L]; 64]);

impl<const L: usize> NullaryFnOnce for Transpose<'_, L> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        transpose(self.0);
    }
}

/// A word of a table that AVX-512 can change under a mask.
pub(crate) trait Masked: Sized {
    /// For each of 64 cells with a number n other than 0, adds `base + n · step` to the cell.
    /// `number_bits[b]` holds bit `b` of all 64 numbers.
    fn add_steps<const D: usize>(
        avx512: Avx512,
        cells: &mut [Self; 64],
        number_bits: [[u16; 4]; D],
        base: Self,
        step: Self,
    );
}

#[cfg(not(target_arch = "x86_64"))]
impl<C> Masked for C {
    fn add_steps<const D: usize>(avx512: Avx512, _: &mut [Self; 64], _: [[u16; 4]; D], _: Self, _: Self) {
        match avx512.0 {}
    }
}

#[cfg(target_arch = "x86_64")]
mod masks {
    use std::arch::x86_64::__m512i;

    use pulp::NullaryFnOnce;
    pub(super) use pulp::x86::V4 as Instructions;

    use super::{Avx512, Masked};

    macro_rules! masked {
        (
            $word:ty, $mask:ty, $set:ident, $feature:ident, $put_or_clear:ident, $multiply:ident, $add:ident,
            $add_where:ident
        ) => {
            impl Masked for $word {
                #[inline(always)]
                fn add_steps<const D: usize>(
                    Avx512(simd): Avx512,
                    cells: &mut [Self; 64],
                    number_bits: [[u16; 4]; D],
                    base: Self,
                    step: Self,
                ) {
                    const VECTORS: usize = size_of::<[$word; 64]>() / size_of::<__m512i>();
                    let number_bits: [[$mask; VECTORS]; D] = number_bits.map(|bit| pulp::cast(bit));
                    let word = |word: Self| simd.avx512f.$set(word.cast_signed());
                    let (base, step) = (word(base), word(step));
                    let mut vectors: [__m512i; VECTORS] = pulp::cast(*cells);
                    for (index, vector) in vectors.iter_mut().enumerate() {
                        let (mut any, mut numbers) = (0, word(0));
                        for (bit, mask) in number_bits.iter().enumerate() {
                            any |= mask[index];
                            let bit = simd.$feature.$put_or_clear(mask[index], word(1 << bit));
                            numbers = simd.avx512f._mm512_or_si512(numbers, bit);
                        }
                        let steps = simd.$feature.$multiply(numbers, step);
                        let sums = simd.$feature.$add(*vector, steps);
                        *vector = simd.$feature.$add_where(sums, any, sums, base);
                    }
                    *cells = pulp::cast(vectors);
                }
            }
        };
    }

    masked!(
        u16,
        u32,
        _mm512_set1_epi16,
        avx512bw,
        _mm512_maskz_mov_epi16,
        _mm512_mullo_epi16,
        _mm512_add_epi16,
        _mm512_mask_add_epi16
    );
    masked!(
        u32,
        u16,
        _mm512_set1_epi32,
        avx512f,
        _mm512_maskz_mov_epi32,
        _mm512_mullo_epi32,
        _mm512_add_epi32,
        _mm512_mask_add_epi32
    );

    /// Transposing bits, as a task. The rows have a multiple of eight words.
    pub(super) struct Transpose<'r, const L: usize>(pub(super) Instructions, pub(super) &'r mut [[u64; L]; 64]);

    impl<const L: usize> NullaryFnOnce for Transpose<'_, L> {
        type Output = ();

        /// Transposes in six rounds, for distances d = 32, 16, …, 1. A round takes rows in pairs
        /// that are d apart. It swaps the groups of d bits at odd places in the first row with
        /// those at even places in the second. Three rounds run while eight rows are in registers;
        /// the groups of the first three are whole bytes.
        #[inline(always)]
        fn call(self) {
            let Self(simd, rows) = self;
            for lane in 0..L / 8 {
                for first in 0..8 {
                    let mut eight: [__m512i; 8] = pulp::cast([[0u64; 8]; 8]);
                    for (i, vector) in eight.iter_mut().enumerate() {
                        *vector = load(&rows[first + 8 * i], lane);
                    }
                    for i in 0..4 {
                        (eight[i], eight[i + 4]) = swap_halves(simd, eight[i], eight[i + 4]);
                    }
                    for i in [0, 1, 4, 5] {
                        (eight[i], eight[i + 2]) = swap_bytes::<2>(simd, eight[i], eight[i + 2]);
                    }
                    for i in [0, 2, 4, 6] {
                        (eight[i], eight[i + 1]) = swap_bytes::<1>(simd, eight[i], eight[i + 1]);
                    }
                    for (i, vector) in eight.iter().enumerate() {
                        store(&mut rows[first + 8 * i], lane, *vector);
                    }
                }
                for rows in rows.as_chunks_mut::<8>().0 {
                    let mut eight: [__m512i; 8] = pulp::cast([[0u64; 8]; 8]);
                    for (i, vector) in eight.iter_mut().enumerate() {
                        *vector = load(&rows[i], lane);
                    }
                    for i in 0..4 {
                        (eight[i], eight[i + 4]) = swap_bits::<4>(simd, eight[i], eight[i + 4], 0x0F0F_0F0F_0F0F_0F0F);
                    }
                    for i in [0, 1, 4, 5] {
                        (eight[i], eight[i + 2]) = swap_bits::<2>(simd, eight[i], eight[i + 2], 0x3333_3333_3333_3333);
                    }
                    for i in [0, 2, 4, 6] {
                        (eight[i], eight[i + 1]) = swap_bits::<1>(simd, eight[i], eight[i + 1], 0x5555_5555_5555_5555);
                    }
                    for (i, vector) in eight.iter().enumerate() {
                        store(&mut rows[i], lane, *vector);
                    }
                }
            }
        }
    }

    /// Eight words of a row, which form a lane.
    #[inline(always)]
    fn load<const L: usize>(row: &[u64; L], lane: usize) -> __m512i {
        pulp::cast(row.as_chunks::<8>().0[lane])
    }

    #[inline(always)]
    fn store<const L: usize>(row: &mut [u64; L], lane: usize, vector: __m512i) {
        row.as_chunks_mut().0[lane] = pulp::cast::<__m512i, [u64; 8]>(vector);
    }

    /// Swaps the upper halves of the words in the first row with the lower halves in the second.
    #[inline(always)]
    fn swap_halves(simd: Instructions, upper: __m512i, lower: __m512i) -> (__m512i, __m512i) {
        let simd = simd.avx512f;
        (
            simd._mm512_mask_shuffle_epi32::<0b10_10_00_00>(upper, 0xAAAA, lower),
            simd._mm512_mask_shuffle_epi32::<0b11_11_01_01>(lower, 0x5555, upper),
        )
    }

    /// Swaps groups of one or two bytes: those at odd places in the first row with those at even
    /// places in the second.
    #[inline(always)]
    fn swap_bytes<const BYTES: usize>(simd: Instructions, upper: __m512i, lower: __m512i) -> (__m512i, __m512i) {
        let (mut odd, mut down, mut up) = (0u64, [0u8; 64], [0u8; 64]);
        for byte in 0..64 {
            odd |= u64::from(byte / BYTES % 2 == 1) << byte;
            // The instruction counts bytes within each group of sixteen.
            down[byte] = (byte % 16 + 16 - BYTES) as u8 % 16;
            up[byte] = (byte % 16 + BYTES) as u8 % 16;
        }
        let simd = simd.avx512bw;
        (
            simd._mm512_mask_shuffle_epi8(upper, odd, lower, pulp::cast(down)),
            simd._mm512_mask_shuffle_epi8(lower, !odd, upper, pulp::cast(up)),
        )
    }

    /// Swaps groups of bits, where `mask` has the groups at even places.
    #[inline(always)]
    fn swap_bits<const BITS: u32>(simd: Instructions, upper: __m512i, lower: __m512i, mask: u64) -> (__m512i, __m512i) {
        /// Selects bits of the second operand where the first has a one, otherwise of the third.
        const CHOOSE: i32 = 0xCA;
        let (simd, mask) = (simd.avx512f, pulp::cast([mask; 8]));
        (
            simd._mm512_ternarylogic_epi64::<CHOOSE>(mask, upper, simd._mm512_slli_epi64::<BITS>(lower)),
            simd._mm512_ternarylogic_epi64::<CHOOSE>(mask, simd._mm512_srli_epi64::<BITS>(upper), lower),
        )
    }
}
