//! Stretches in which the loser can only run.

use catmouse_arena::{Distance, Place, Player, Words};

use super::data::{Fields, Record};
use super::kind::Kind;
use super::teller::Teller;
use crate::explanation::{Explained, Explanation};
use crate::sorting::sort_by_numbers;
use crate::text::{amount, walk_over};

/// The play of the winner's piece during a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunPursuit {
    /// Each move goes to the place of the loser's piece this number of plies before. The number is
    /// even.
    Behind(usize),
    /// It stays at each move.
    Waits,
}

/// In a forced win of one piece against one, a stretch of at least six plies in which the loser has
/// no real choice and the winner's piece pursues it uniformly. The stretch is maximal.
///
/// Every alternative of L loses within 2 plies after it (at a cost of at most 2, where moves have
/// costs). W's piece always goes to the place where L's piece stood a constant number of plies
/// before, or always stays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The number of plies before the stretch.
    pub from_ply: usize,
    /// The number of plies at its end.
    pub to_ply: usize,
    /// The loser, who runs.
    pub player: Player,
    /// The places of its piece at the beginning and after each of its moves.
    pub path: Vec<Place>,
    /// The play of the winner's piece.
    pub pursuit: RunPursuit,
}

impl Run {
    /// The run as a row of the line's short form.
    pub(crate) fn folded(&self, explanation: &Explanation, words: &dyn Words) -> String {
        let (runner, hunter) = (words.player(self.player), words.player(self.player.opponent()));
        let teller = Teller { claims: Vec::new(), strategies: &[], explanation, words };
        format!("{runner} runs {}, {hunter} {}", way(&teller, self), pursuit(&teller, self))
    }

    /// The greatest distance at which an alternative is no real choice: the plies after the
    /// alternative, or the cost including its own.
    pub const REST: Distance = 2;
}

/// The stretches that no other stretch contains, the longest first; equally long ones in the order
/// of the line.
pub(super) fn find(context: &Explained<'_>) -> Vec<Run> {
    /// The least number of plies of a stretch.
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
    // For each ply, whether it is a move of the winner, or a move of the loser without a real
    // alternative.
    let is_forced: Vec<bool> = plies
        .iter()
        .map(|ply| {
            let soon = |distance: Option<u64>| distance.is_some_and(|distance| distance <= Run::REST);
            ply.player == winner || ply.others.iter().all(|other| soon(other.rated.distance_in(measure)))
        })
        .collect();
    let pursuits = (2..=plies.len()).step_by(2).map(RunPursuit::Behind).chain([RunPursuit::Waits]);
    let mut found: Vec<Run> = Vec::new();
    for pursuit in pursuits {
        let fits = |index: usize| {
            is_forced[index]
                && (plies[index].player == loser
                    || match pursuit {
                        RunPursuit::Behind(back) => {
                            (index + 1).checked_sub(back).is_some_and(|then| hunter[index + 1] == runner[then])
                        }
                        RunPursuit::Waits => hunter[index + 1] == hunter[index],
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
        // If two pursuits fit one stretch, the nearer one is kept.
        !spans
            .iter()
            .enumerate()
            .any(|(other, &(a, b))| a <= from && to <= b && ((a, b) != (from, to) || other + 1 < index))
    });
    sort_by_numbers(&mut found, |run| [u64::MAX - (run.to_ply - run.from_ply) as u64, run.from_ply as u64]);
    found
}

impl Kind for Run {
    const WEIGHT: u32 = 110;

    fn sentence(&self, teller: &Teller<'_>) -> String {
        let (runner, hunter) = (teller.words.player(self.player), teller.words.player(self.player.opponent()));
        format!(
            "from ply {} to {} {runner} can only run, since every other move loses within {}: {}, and {hunter} {}",
            self.from_ply + 1,
            self.to_ply,
            amount(teller.words.measure(), Run::REST),
            way(teller, self),
            pursuit(teller, self)
        )
    }
}

impl Record for Run {
    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields
            .field("from_ply", |run| run.from_ply)
            .field("to_ply", |run| run.to_ply)
            .field("player", |run| run.player)
            .field("path", |run| run.path.clone())
            .field("behind", |run| match run.pursuit {
                RunPursuit::Behind(plies) => Some(plies),
                RunPursuit::Waits => None,
            })
            .means("How many plies behind the pursuer follows; null if it stays.")
    }
}

/// The winner's play during the run, in words. If the winner's piece is far behind, a reader cannot
/// derive its places from the loser's path, so its own path is named.
fn pursuit(teller: &Teller<'_>, run: &Run) -> String {
    /// The greatest length of a run, in plies, whose pursuer's path is named.
    const PLIES: usize = 24;
    let hunter = run.player.opponent();
    let tour = || (run.to_ply - run.from_ply <= PLIES).then(|| teller.tour(hunter, run.from_ply, run.to_ply)).flatten();
    match run.pursuit {
        RunPursuit::Behind(2) => "follows one step behind".to_owned(),
        RunPursuit::Waits => "waits".to_owned(),
        RunPursuit::Behind(back) => {
            tour().map_or_else(|| format!("follows {} steps behind", back / 2), |tour| format!("goes {tour}"))
        }
    }
}

fn way(teller: &Teller<'_>, run: &Run) -> String {
    walk_over(&run.path, teller.words)
}
