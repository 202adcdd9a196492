//! All joint moves of a team at once: one piece after the other, depth first over where the pieces stood.
//!
//! Given a row of bits for every configuration, the union of the rows of all configurations that a joint move leads to is wanted for
//! every configuration. Let the pieces stand on a ≥ b ≥ …. For a fixed a, the union over where the piece on a goes is a row
//! for each multiset of the others; for a fixed b besides, the union of these over where the piece on b goes is a row for each
//! multiset of the rest; and so on, until no piece is left. Only the places matter that the rest reaches, which are the first ones
//! in a good [`Order`]. So beside the rows themselves there is next to nothing to keep, and the last legs stay in the inner
//! caches.
//!
//! **Cost.** O(legs · configurations · arcs of one piece / places · words).

use std::ops::Range;

use super::numbering::Numbering;
use super::order::Order;

/// What is done with each configuration, in the order of their numbers.
pub(super) trait Visit<const W: usize> {
    /// A piece stands on this place from here on, the one with so many larger ones before it.
    fn place(&mut self, depth: usize, place: usize);

    /// The union for the configuration with this number, whose last piece stands on this place.
    fn row(&mut self, row: usize, last: usize, union: &[u64; W]);
}

/// The rows between two legs, for each piece that is left.
#[derive(Debug)]
pub(super) struct Between<const W: usize> {
    rows: Vec<Vec<[u64; W]>>,
    /// Where the run of each target begins.
    starts: Vec<usize>,
}

impl<const W: usize> Between<W> {
    pub(super) fn new(numbering: &Numbering) -> Self {
        let rows = (1..numbering.size()).rev().map(|left| vec![[0; W]; numbering.below(left)[numbering.places()]]);
        Self { rows: rows.collect(), starts: Vec::new() }
    }
}

/// Visits the configurations whose largest place is one of these, with the union of the rows that their joint moves lead to.
#[inline(always)]
pub(super) fn sweep<const W: usize>(
    numbering: &Numbering,
    order: &Order,
    rows: &[[u64; W]],
    firsts: Range<usize>,
    between: &mut Between<W>,
    visit: &mut impl Visit<W>,
) {
    let size = numbering.size();
    let mut row = numbering.below(size)[firsts.start];
    if size == 1 {
        last_leg(order, rows, firsts.clone(), row - firsts.start, visit);
        return;
    }
    // The places of all pieces but the last, from the largest down.
    let mut places = vec![0; size - 1];
    places[0] = firsts.start;
    let mut changed_from = 0;
    while places[0] < firsts.end {
        for depth in changed_from..size - 1 {
            visit.place(depth, places[depth]);
            let (done, rest) = between.rows.split_at_mut(depth);
            let from = done.last().map_or(rows, |rows| &rows[..]);
            let (left, reach) = (size - 1 - depth, order.reach(places[depth]));
            leg(numbering, left, reach, order.targets(places[depth]), from, &mut rest[0], &mut between.starts);
        }
        let last = places[size - 2];
        last_leg(order, &between.rows[size - 2], 0..last + 1, row, visit);
        row += last + 1;
        changed_from = size - 2;
        while changed_from > 0 && places[changed_from] == places[changed_from - 1] {
            places[changed_from] = 0;
            changed_from -= 1;
        }
        places[changed_from] += 1;
    }
}

/// The leg of the last piece: rows of single places.
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

/// The leg of a piece that `left` others follow: for each multiset of these others among the first `reach` places, the union of the
/// rows of the multisets with one more member among the targets.
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
    // All members but the last, from the largest down; the last runs from 0 to the one before it.
    let mut prefix = vec![0usize; left - 1];
    let mut done = 0;
    loop {
        // The members before the target count as of one multiset larger, for the target goes in behind them.
        let larger = |members: &[usize]| {
            members.iter().enumerate().map(|(i, &member)| numbering.below(left + 1 - i)[member]).sum::<usize>()
        };
        let corner = larger(&prefix);
        starts.clear();
        starts.extend(targets.iter().map(|&target| {
            let target = target as usize;
            let before = prefix.iter().take_while(|&&member| member > target).count();
            let behind = (before..left - 1).map(|i| numbering.below(left - i)[prefix[i]]).sum::<usize>();
            larger(&prefix[..before]) + numbering.below(left + 1 - before)[target] + behind
        }));
        let length = prefix[left - 2] + 1;
        line(from, &mut into[done..done + length], starts, corner, pairs, targets);
        done += length;
        let mut at = left - 2;
        while at > 0 && prefix[at] == prefix[at - 1] {
            prefix[at] = 0;
            at -= 1;
        }
        prefix[at] += 1;
        if prefix[0] == reach {
            return;
        }
    }
}

/// A run of multisets that differ in their last member x, which counts up from 0. While a target is not less than x, the multisets
/// with the target in them are a run themselves, which begins at its start; then x stands before it and they lie at B(2, x) plus
/// the target behind the corner.
#[inline(always)]
fn line<const W: usize>(
    from: &[[u64; W]],
    into: &mut [[u64; W]],
    starts: &[usize],
    corner: usize,
    pairs: &[usize],
    targets: &[u32],
) {
    let (mut x, mut passed) = (0, 0);
    while x < into.len() {
        let end = targets.get(passed).map_or(into.len(), |&target| into.len().min(target as usize + 1));
        let (behind, ahead) = (&targets[..passed], &starts[passed..]);
        for x in x..end {
            let mut union = [0; W];
            for &start in ahead {
                add(&mut union, &from[start + x]);
            }
            let triangle = corner + pairs[x];
            for &target in behind {
                add(&mut union, &from[triangle + target as usize]);
            }
            into[x] = union;
        }
        (x, passed) = (end, passed + 1);
    }
}

/// Adds the bits of a row.
#[inline(always)]
pub(super) fn add<const W: usize>(row: &mut [u64; W], other: &[u64; W]) {
    for (word, other) in row.iter_mut().zip(other) {
        *word |= other;
    }
}
