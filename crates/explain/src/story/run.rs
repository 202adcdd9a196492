//! Running with the pursuer behind.

use catmouse_arena::{Arena, Place, Player, Values, Words};

use super::Told;
use crate::sorting::sort_by_numbers;

/// How the winner's piece follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Pursuit {
    /// It goes each time where the loser's piece stood this many plies before.
    Behind(usize),
    /// It stays each time.
    Waits,
}

/// In a forced win of one piece against one, a longest stretch of at least six plies in which every other move of L loses
/// within 2 plies after it (at a cost of at most 2, where moves have costs) and W's piece goes each time where L's piece stood
/// a constant number of plies before, or stays each time.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Run {
    /// The plies played before the stretch.
    pub from_ply: usize,
    /// The plies played at its end.
    pub to_ply: usize,
    /// The loser, who runs.
    pub player: Player,
    /// Where its piece stands on the way, at the beginning and after each of its moves.
    pub path: Vec<Place>,
    /// How the winner's piece follows.
    pub pursuit: Pursuit,
}

/// The stretches that no other contains, the longest first; equal ones by where they begin.
pub(super) fn find<A: Arena, W: Words, V: Values>(it: &Told<'_, A, W, V>) -> Vec<Run> {
    /// Fewer plies than this are no stretch.
    const PLIES: usize = 6;
    /// What loses so soon is no choice.
    const SOON: u64 = 2;
    let Some(winner) = it.forced_winner() else {
        return Vec::new();
    };
    let loser = winner.opponent();
    let line = it.line();
    let of = |player| line.iter().map(|&position| it.place(position, player)).collect::<Option<Vec<Place>>>();
    let (Some(hunter), Some(runner)) = (of(winner), of(loser)) else {
        return Vec::new();
    };
    let measure = it.words.measure();
    let plies = &it.explanation.plies;
    // Whether each ply of the loser is one that any other move would make worse at once.
    let driven: Vec<bool> = plies
        .iter()
        .map(|ply| {
            let soon = |told: Option<u64>| told.is_some_and(|told| told <= SOON);
            ply.player == winner || ply.others.iter().all(|other| soon(other.rated.told(measure)))
        })
        .collect();
    let pursuits = (2..=plies.len()).step_by(2).map(Pursuit::Behind).chain([Pursuit::Waits]);
    let mut found: Vec<Run> = Vec::new();
    for pursuit in pursuits {
        let fits = |index: usize| {
            driven[index]
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
        // Of two ways to tell one stretch the nearer pursuit is told.
        !spans
            .iter()
            .enumerate()
            .any(|(other, &(a, b))| a <= from && to <= b && ((a, b) != (from, to) || other + 1 < index))
    });
    sort_by_numbers(&mut found, |run| [u64::MAX - (run.to_ply - run.from_ply) as u64, run.from_ply as u64]);
    found
}
