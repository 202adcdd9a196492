//! Handing the move over.

use std::collections::BTreeMap;

use catmouse_arena::{Arena, Place, Player, PositionId, Values, Words};

use super::Told;
use crate::sorting::sort_by_numbers;

/// In a forced win, `from_ply` and `to_ply`, at least three plies apart, have the same pieces in the same places, but the other
/// side is to move: all that was played between them hands the move over.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Tempo {
    /// The plies played before the placement stands first.
    pub from_ply: usize,
    /// The plies played before it stands again.
    pub to_ply: usize,
    /// Whether no other pair encloses it. Outermost pairs come first, then the others, each by `from_ply`.
    pub outermost: bool,
    /// The position after `from_ply`.
    pub from: PositionId,
    /// The position after `to_ply`; its distance is what the winner needs with the move handed over.
    pub to: PositionId,
}

/// All pairs. A forced win repeats no position, so a placement stands at most twice.
pub(super) fn find<A: Arena, W: Words, V: Values>(it: &Told<'_, A, W, V>) -> Vec<Tempo> {
    /// Two plies apart the same side is to move; one ply apart nobody handed anything over but by staying.
    const APART: usize = 3;
    if it.forced_winner().is_none() {
        return Vec::new();
    }
    let line = it.line();
    let mut stood: BTreeMap<[Vec<Place>; 2], usize> = BTreeMap::new();
    let mut found: Vec<Tempo> = Vec::new();
    for (to_ply, &to) in line.iter().enumerate() {
        let places = Player::BOTH.map(|player| it.words.places(to, player));
        if places.iter().any(Vec::is_empty) {
            continue;
        }
        let from_ply = *stood.entry(places).or_insert(to_ply);
        let from = line[from_ply];
        if to_ply - from_ply >= APART && it.arena.status(from) != it.arena.status(to) {
            found.push(Tempo { from_ply, to_ply, outermost: true, from, to });
        }
    }
    let spans: Vec<(usize, usize)> = found.iter().map(|tempo| (tempo.from_ply, tempo.to_ply)).collect();
    for tempo in &mut found {
        let (from, to) = (tempo.from_ply, tempo.to_ply);
        tempo.outermost = !spans.iter().any(|&(a, b)| a <= from && to <= b && (a, b) != (from, to));
    }
    sort_by_numbers(&mut found, |tempo| [u64::from(!tempo.outermost), tempo.from_ply as u64]);
    found
}
