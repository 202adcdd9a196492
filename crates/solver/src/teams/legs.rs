//! All joint moves of a team at once: one piece after the other, depth first over the old places of
//! the pieces.
//!
//! Given a row of bits for every configuration, the sweep finds for every configuration the union
//! of the rows to which its joint moves lead. Let the pieces stand on a ≥ b ≥ …. For a fixed a, the
//! union over the targets of a is a row for each multiset of the other pieces. For a fixed b, the
//! union of these rows over the targets of b is a row for each multiset of the remaining pieces;
//! and so on, until no piece is left. Only the places that the remaining pieces reach matter. In a
//! good [`Order`] these are the first places. So the sweep needs little memory beyond the rows
//! themselves, and the last legs stay in the inner caches.
//!
//! **Cost.** O(legs · configurations · arcs of one piece / places · words).

use std::ops::Range;

use super::aligned::AlignedRows;
use super::numbering::Numbering;
use super::order::Order;

/// A consumer of the sweep's results. It receives the configurations in the order of their numbers.
pub(super) trait Visit<const W: usize> {
    /// From now on the piece at index `depth` stands on this place. Pieces are in descending order
    /// of places.
    fn place(&mut self, depth: usize, place: usize);

    /// The union for the configuration with this number, whose last piece stands on `last`.
    fn row(&mut self, row: usize, last: usize, union: &[u64; W]);

    /// False stops the sweep. The sweep asks at each place of the first piece.
    fn should_continue(&self) -> bool {
        true
    }
}

/// The rows between two legs: one set for each number of pieces that have not moved yet.
#[derive(Debug)]
pub(super) struct LegRows<const W: usize> {
    rows: Vec<AlignedRows<W>>,
    /// For each target, the start of its run of rows.
    starts: Vec<usize>,
}

impl<const W: usize> LegRows<W> {
    pub(super) fn new(numbering: &Numbering) -> Self {
        let rows =
            (1..numbering.size()).rev().map(|left| AlignedRows::zeroed(numbering.below(left)[numbering.places()]));
        Self { rows: rows.collect(), starts: Vec::new() }
    }

    /// The rows of all multisets of all pieces but one. The team must have at least two pieces.
    pub(super) fn first(&mut self) -> &mut [[u64; W]] {
        &mut self.rows[0]
    }
}

/// Visits the configurations whose largest place is in `firsts`, with the union of the rows to
/// which their joint moves lead.
#[inline(always)]
pub(super) fn sweep<const W: usize>(
    numbering: &Numbering,
    order: &Order,
    rows: &[[u64; W]],
    firsts: Range<usize>,
    leg_rows: &mut LegRows<W>,
    visit: &mut impl Visit<W>,
) {
    let size = numbering.size();
    let mut row = numbering.below(size)[firsts.start];
    if size == 1 {
        last_leg(order, rows, firsts.clone(), row - firsts.start, visit);
        return;
    }
    // The places of all pieces but the last, in descending order.
    let mut places = vec![0; size - 1];
    places[0] = firsts.start;
    let mut changed_from = 0;
    while places[0] < firsts.end {
        if changed_from == 0 && !visit.should_continue() {
            return;
        }
        for (depth, &place) in places.iter().enumerate().skip(changed_from) {
            visit.place(depth, place);
            let (done, rest) = leg_rows.rows.split_at_mut(depth);
            let from = done.last().map_or(rows, |rows| &rows[..]);
            let (left, reach) = (size - 1 - depth, order.reach(place));
            leg(numbering, left, reach, order.targets(place), from, &mut rest[0], &mut leg_rows.starts);
        }
        let last = places[size - 2];
        last_leg(order, &leg_rows.rows[size - 2], 0..last + 1, row, visit);
        row += last + 1;
        changed_from = size - 2;
        while changed_from > 0 && places[changed_from] == places[changed_from - 1] {
            places[changed_from] = 0;
            changed_from -= 1;
        }
        places[changed_from] += 1;
    }
}

/// The leg of the last piece, whose rows belong to single places.
#[inline(always)]
fn last_leg<const W: usize>(
    order: &Order,
    from: &[[u64; W]],
    lasts: Range<usize>,
    first_row: usize,
    visit: &mut impl Visit<W>,
) {
    for last in lasts {
        let mut union = [0; W];
        for &target in order.targets(last) {
            add(&mut union, &from[target as usize]);
        }
        visit.row(first_row + last, last, &union);
    }
}

/// Up to this many words, a row is less than a vector.
const NARROW: usize = 2;

/// The leg of a piece after which `left` others move. For each multiset of these others among the
/// first `reach` places, it finds the union of the rows of the multisets with one of the targets
/// added.
#[inline(always)]
fn leg<const W: usize>(
    numbering: &Numbering,
    left: usize,
    reach: usize,
    targets: &[u32],
    from: &[[u64; W]],
    into: &mut [[u64; W]],
    starts: &mut Vec<usize>,
) {
    let pairs = numbering.below(2);
    if left == 1 {
        starts.clear();
        starts.extend(targets.iter().map(|&target| pairs[target as usize]));
        line(from, &mut into[..reach], starts, 0, pairs, targets);
        return;
    }
    if reach == 0 {
        return;
    }
    // All members but the last, in descending order. The last member runs from 0 to the one before
    // it.
    let mut prefix = vec![0usize; left - 1];
    // The contributions to the number of the multiset with one more member: by the first i members,
    // and by the members from index i.
    let (mut rank_before, mut rank_after) = (vec![0; left], vec![0; left]);
    let mut changed_from = 0;
    let mut done = 0;
    loop {
        for i in changed_from..left - 1 {
            rank_before[i + 1] = rank_before[i] + numbering.below(left + 1 - i)[prefix[i]];
        }
        for i in (0..left - 1).rev() {
            rank_after[i] = rank_after[i + 1] + numbering.below(left - i)[prefix[i]];
        }
        starts.clear();
        let mut at = left - 1;
        starts.extend(targets.iter().map(|&target| {
            // The target's place is after the members that are larger.
            while at > 0 && prefix[at - 1] <= target as usize {
                at -= 1;
            }
            rank_before[at] + numbering.below(left + 1 - at)[target as usize] + rank_after[at]
        }));
        let length = prefix[left - 2] + 1;
        line(from, &mut into[done..done + length], starts, rank_before[left - 1], pairs, targets);
        done += length;
        changed_from = left - 2;
        while changed_from > 0 && prefix[changed_from] == prefix[changed_from - 1] {
            prefix[changed_from] = 0;
            changed_from -= 1;
        }
        prefix[changed_from] += 1;
        if prefix[0] == reach {
            return;
        }
    }
}

/// The leg for a run of multisets that differ only in their last member x, which counts up from 0.
/// For x ≤ t, the multiset with target t added has the number `start + x`, with the start of that
/// target. For x > t, x comes before t, and the number is `corner + B(2, x) + t`.
#[inline(always)]
fn line<const W: usize>(
    from: &[[u64; W]],
    into: &mut [[u64; W]],
    starts: &[usize],
    corner: usize,
    pairs: &[usize],
    targets: &[u32],
) {
    if W <= NARROW {
        // A row is less than a vector, so handle neighbouring rows together.
        into.fill([0; W]);
        for (&start, &target) in starts.iter().zip(targets) {
            let length = into.len().min(target as usize + 1);
            for (into, from) in into[..length].iter_mut().zip(&from[start..start + length]) {
                add(into, from);
            }
        }
        let (mut x, mut passed) = (0, 0);
        while let Some(&target) = targets.get(passed) {
            let end = targets.get(passed + 1).map_or(into.len(), |&next| into.len().min(next as usize + 1));
            x = x.max(target as usize + 1);
            passed += 1;
            while x < end {
                let triangle = &from[corner + pairs[x]..];
                for &target in &targets[..passed] {
                    add(&mut into[x], &triangle[target as usize]);
                }
                x += 1;
            }
        }
        return;
    }
    let (mut x, mut passed) = (0, 0);
    while x < into.len() {
        let end = targets.get(passed).map_or(into.len(), |&target| into.len().min(target as usize + 1));
        let (smaller, larger_starts) = (&targets[..passed], &starts[passed..]);
        unite(from, &mut into[x..end], larger_starts, x);
        if !smaller.is_empty() {
            for x in x..end {
                let mut union = into[x];
                let triangle = &from[corner + pairs[x]..][..=x];
                for &target in smaller {
                    add(&mut union, &triangle[target as usize]);
                }
                into[x] = union;
            }
        }
        (x, passed) = (end, passed + 1);
    }
}

/// Writes into row i of `into` the union over all starts of the row `start + offset + i`, four
/// starts at a time.
#[inline(always)]
fn unite<const W: usize>(from: &[[u64; W]], into: &mut [[u64; W]], starts: &[usize], offset: usize) {
    let mut is_first = true;
    let (fours, rest) = starts.as_chunks();
    for &[a, b, c, d] in fours {
        let [a, b, c, d] = runs(from, [a, b, c, d], offset, into.len());
        let into = into.as_flattened_mut();
        for i in 0..into.len() {
            let old = if is_first { 0 } else { into[i] };
            into[i] = old | a[i] | b[i] | c[i] | d[i];
        }
        is_first = false;
    }
    match *rest {
        [] if is_first => into.as_flattened_mut().fill(0),
        [a] => {
            let [a] = runs(from, [a], offset, into.len());
            let into = into.as_flattened_mut();
            for i in 0..into.len() {
                let old = if is_first { 0 } else { into[i] };
                into[i] = old | a[i];
            }
        }
        [a, b] => {
            let [a, b] = runs(from, [a, b], offset, into.len());
            let into = into.as_flattened_mut();
            for i in 0..into.len() {
                let old = if is_first { 0 } else { into[i] };
                into[i] = old | a[i] | b[i];
            }
        }
        [a, b, c] => {
            let [a, b, c] = runs(from, [a, b, c], offset, into.len());
            let into = into.as_flattened_mut();
            for i in 0..into.len() {
                let old = if is_first { 0 } else { into[i] };
                into[i] = old | a[i] | b[i] | c[i];
            }
        }
        _ => {}
    }
}

/// The runs of `length` rows at `start + offset` for each start, as words.
#[inline(always)]
fn runs<const W: usize, const K: usize>(
    from: &[[u64; W]],
    starts: [usize; K],
    offset: usize,
    length: usize,
) -> [&[u64]; K] {
    let mut runs: [&[u64]; K] = [&[]; K];
    for (run, start) in runs.iter_mut().zip(starts) {
        *run = from[start + offset..][..length].as_flattened();
    }
    runs
}

/// Sets in `row` the bits of `other`.
#[inline(always)]
pub(super) fn add<const W: usize>(row: &mut [u64; W], other: &[u64; W]) {
    for (word, other) in row.iter_mut().zip(other) {
        *word |= other;
    }
}
