//! Reduction of an example of a fault to a small example of the same fault.

/// Reduces an example greedily. Replaces it by its first simpler candidate that still shows the
/// fault and has less weight, until there is none.
///
/// `simpler` lists the candidates that are simpler by one step, and `shows` returns a candidate as
/// an example if it shows the fault. No candidate of the result is a smaller example. The reduction
/// ends because every step lowers the weight.
///
/// ```
/// // The smallest number with three set bits that can be reached by clearing one bit after the other.
/// let is_set = |number: u32, bit: &u32| number >> bit & 1 == 1;
/// let without_a_bit = |number: &u32| {
///     (0..8).filter(|bit| is_set(*number, bit)).map(|bit| number & !(1 << bit)).collect()
/// };
/// let shows = |number: &u32| (number.count_ones() >= 3).then_some(*number);
/// assert_eq!(catmouse_hunt::smallest(0b1101_1011, |number| *number, without_a_bit, shows), 0b1101_0000);
/// ```
pub fn smallest<T, C, W: Ord>(
    found: T,
    weight: impl Fn(&T) -> W,
    simpler: impl Fn(&T) -> Vec<C>,
    mut shows: impl FnMut(&C) -> Option<T>,
) -> T {
    let mut smallest = found;
    loop {
        let limit = weight(&smallest);
        let next = simpler(&smallest).iter().find_map(|candidate| shows(candidate).filter(|it| weight(it) < limit));
        match next {
            Some(next) => smallest = next,
            None => return smallest,
        }
    }
}
