//! Losing a tempo, which chess players call triangulation when a king does it.

use std::collections::BTreeMap;

use catmouse_arena::{Arena, Place, Player, PositionId, Values, Words};

use super::Context;
use crate::sorting::sort_by_numbers;

/// In a forced win, the positions after `from_ply` and after `to_ply` plies, at least three plies apart, differ only in whose turn it is:
/// the moves between them hand the move over.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Tempo {
    /// The number of plies before the placement arises first.
    pub from_ply: usize,
    /// The number of plies before it arises again.
    pub to_ply: usize,
    /// Whether no other pair encloses it. Outermost pairs come first, then the others, each by `from_ply`.
    pub outermost: bool,
    /// The position after `from_ply`.
    pub from: PositionId,
    /// The position after `to_ply`; its distance is what the winner needs once the move has been handed over.
    pub to: PositionId,
}

/// All pairs. A forced win repeats no position, so a placement arises at most twice.
pub(super) fn find<A: Arena, W: Words, V: Values>(context: &Context<'_, A, W, V>) -> Vec<Tempo> {
    /// Two plies apart the same side is to move, and one ply apart the mover only stayed.
    const APART: usize = 3;
    if context.forced_winner().is_none() {
        return Vec::new();
    }
    let line = context.line();
    let mut first_ply_of: BTreeMap<[Vec<Place>; 2], usize> = BTreeMap::new();
    let mut found: Vec<Tempo> = Vec::new();
    for (to_ply, &to) in line.iter().enumerate() {
        let places = Player::BOTH.map(|player| context.words.places(to, player));
        if places.iter().any(Vec::is_empty) {
            continue;
        }
        let from_ply = *first_ply_of.entry(places).or_insert(to_ply);
        let from = line[from_ply];
        if to_ply - from_ply >= APART && context.arena.status(from) != context.arena.status(to) {
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
