//! Stretches in which the loser can only run.

use catmouse_arena::{Arena, Distance, Place, Player, Values, Words};

use super::Context;
use crate::sorting::sort_by_numbers;

/// How the winner's piece moves while the loser runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Pursuit {
    /// It goes each time to where the loser's piece stood this number of plies before; the number is even.
    Behind(usize),
    /// It stays each time.
    Waits,
}

/// In a forced win of one piece against one, a maximal stretch of at least six plies in which every alternative of L loses within 2 plies
/// after it (at a cost of at most 2, where moves have costs), and in which W's piece goes each time to where L's piece stood a constant
/// number of plies before, or stays each time.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Run {
    /// The number of plies before the stretch.
    pub from_ply: usize,
    /// The number of plies at its end.
    pub to_ply: usize,
    /// The loser, who runs.
    pub player: Player,
    /// The places of its piece at the beginning and after each of its moves.
    pub path: Vec<Place>,
    /// How the winner's piece moves.
    pub pursuit: Pursuit,
}

impl Run {
    /// An alternative that loses at no more than this distance is no choice: plies after it, or cost with its own.
    pub const REST: Distance = 2;
}

/// The stretches that no other contains, the longest first; equal ones by where they begin.
pub(super) fn find<A: Arena, W: Words, V: Values>(context: &Context<'_, A, W, V>) -> Vec<Run> {
    /// A stretch has at least this number of plies.
    const PLIES: usize = 6;
    let Some(winner) = context.forced_winner() else {
        return Vec::new();
    };
    let loser = winner.opponent();
    let line = context.line();
    let of = |player| line.iter().map(|&position| context.place(position, player)).collect::<Option<Vec<Place>>>();
    let (Some(hunter), Some(runner)) = (of(winner), of(loser)) else {
        return Vec::new();
    };
    let measure = context.words.measure();
    let plies = &context.explanation.plies;
    // For each ply, whether it is the winner's, or a move of the loser without a real alternative.
    let is_forced: Vec<bool> = plies
        .iter()
        .map(|ply| {
            let soon = |distance: Option<u64>| distance.is_some_and(|distance| distance <= Run::REST);
            ply.player == winner || ply.others.iter().all(|other| soon(other.rated.distance_in(measure)))
        })
        .collect();
    let pursuits = (2..=plies.len()).step_by(2).map(Pursuit::Behind).chain([Pursuit::Waits]);
    let mut found: Vec<Run> = Vec::new();
    for pursuit in pursuits {
        let fits = |index: usize| {
            is_forced[index]
                && (plies[index].player == loser
                    || match pursuit {
                        Pursuit::Behind(back) => {
                            (index + 1).checked_sub(back).is_some_and(|then| hunter[index + 1] == runner[then])
                        }
                        Pursuit::Waits => hunter[index + 1] == hunter[index],
                    })
        };
        let mut from_ply = 0;
        while from_ply < plies.len() {
            let to_ply = (from_ply..plies.len()).find(|&index| !fits(index)).unwrap_or(plies.len());
            if to_ply - from_ply >= PLIES {
                let steps = (from_ply..to_ply).filter(|&index| plies[index].player == loser);
                let path = std::iter::once(runner[from_ply]).chain(steps.map(|index| runner[index + 1])).collect();
                found.push(Run { from_ply, to_ply, player: loser, path, pursuit });
            }
            from_ply = to_ply + 1;
        }
    }
    let spans: Vec<(usize, usize)> = found.iter().map(|run| (run.from_ply, run.to_ply)).collect();
    let mut index = 0;
    found.retain(|run| {
        let (from, to) = (run.from_ply, run.to_ply);
        index += 1;
        // Of two pursuits in one stretch the nearer one is kept.
        !spans
            .iter()
            .enumerate()
            .any(|(other, &(a, b))| a <= from && to <= b && ((a, b) != (from, to) || other + 1 < index))
    });
    sort_by_numbers(&mut found, |run| [u64::MAX - (run.to_ply - run.from_ply) as u64, run.from_ply as u64]);
    found
}
