//! Numbers configurations in colexicographic order: multisets of places, compared by their largest
//! member first.
//!
//! Let B(j, x) = C(x+j−1, j), the number of multisets of j places that are all less than x. The
//! multiset s₀ ≥ s₁ ≥ … of j members has the number Σ B(j−i, sᵢ). So multisets that differ only in
//! their least member have neighbouring numbers, and the multisets whose members are all less than
//! x come first.

/// The numbering of multisets of up to `size` of `places` places.
#[derive(Debug)]
pub(super) struct Numbering {
    places: usize,
    size: usize,
    /// At `j · (places + 1) + x`: the number of multisets of j places that are all less than x.
    below: Vec<usize>,
}

impl Numbering {
    pub(super) fn new(places: usize, size: usize) -> Self {
        let width = places + 1;
        let mut below = vec![0; width * (size + 1)];
        below[..width].fill(1);
        for j in 1..=size {
            for x in 0..places {
                // The largest member is either less than x, or x.
                below[j * width + x + 1] = below[j * width + x] + below[(j - 1) * width + x + 1];
            }
        }
        Self { places, size, below }
    }

    /// The number of members of a configuration.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// The number of places.
    pub(super) fn places(&self) -> usize {
        self.places
    }

    /// The number of configurations.
    pub(super) fn count(&self) -> usize {
        self.below(self.size)[self.places]
    }

    /// For each x, the number of multisets of this many members that are all less than x.
    #[inline(always)]
    pub(super) fn below(&self, members: usize) -> &[usize] {
        &self.below[members * (self.places + 1)..(members + 1) * (self.places + 1)]
    }

    /// The number of a multiset, whose members are given in descending order.
    pub(super) fn rank(&self, members: &[usize]) -> usize {
        members.iter().enumerate().map(|(i, &member)| self.below(members.len() - i)[member]).sum()
    }

    /// The number of a configuration after replacing the member at `index`.
    #[inline(always)]
    pub(super) fn rank_replacing(&self, members: &[usize], index: usize, member: usize) -> usize {
        let (mut rank, mut left, mut is_in) = (0, self.size, false);
        let rest = members[..index].iter().chain(&members[index + 1..]);
        for &other in rest {
            if !is_in && member >= other {
                rank += self.below(left)[member];
                (left, is_in) = (left - 1, true);
            }
            rank += self.below(left)[other];
            left -= 1;
        }
        if is_in { rank } else { rank + self.below(left)[member] }
    }

    /// For each of `others`, appends to `ranks` the number of the configuration of that place and
    /// `members`. These are all members but one, in descending order. `scratch` has the length of a
    /// configuration and is overwritten: entry i becomes what `members` contribute to the number if
    /// i of them precede the other place.
    #[inline(always)]
    pub(super) fn ranks_with(&self, members: &[usize], others: &[u32], scratch: &mut [usize], ranks: &mut Vec<u32>) {
        let mut share: usize = (1..).zip(members.iter().rev()).map(|(left, &member)| self.below(left)[member]).sum();
        scratch[0] = share;
        for (i, &member) in members.iter().enumerate() {
            share += self.below(self.size - i)[member] - self.below(self.size - 1 - i)[member];
            scratch[i + 1] = share;
        }
        for &other in others {
            let other = other as usize;
            let before = members.iter().filter(|&&member| member > other).count();
            ranks.push((scratch[before] + self.below(self.size - before)[other]) as u32);
        }
    }

    /// Writes the members of the configuration with this number into `members`, in descending
    /// order.
    pub(super) fn members(&self, mut rank: usize, members: &mut [usize]) {
        for (i, member) in members.iter_mut().enumerate() {
            let below = self.below(self.size - i);
            *member = below.partition_point(|&before| before <= rank) - 1;
            rank -= below[*member];
        }
    }
}
