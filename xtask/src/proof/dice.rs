//! Random numbers for the check of the proofs, the same in every run.

/// A generator of random numbers (xorshift), with its seed, which is not 0.
pub(super) struct Dice(pub(super) u64);

impl Dice {
    /// True with a probability of 1 / `times`.
    pub(super) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// One of these.
    pub(super) fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// A number below this one.
    pub(super) fn below(&mut self, most: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % most
    }
}
