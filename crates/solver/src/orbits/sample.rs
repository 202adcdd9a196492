//! How many orbits there are and how much memory they take, by samples: how many configurations have symmetries of their own is in no formula.

use super::group::Chance;
use super::images::{Stabilisers, TooManyWays};
use super::lists::Sequences;
use super::moves::{Counts, Orbits, Wanted, levels, visit_moves};
use super::pursuit::Pursuit;
use crate::{Control, Progress, SolveError};

/// What is expected of a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Expected {
    /// Moves between orbits.
    pub(super) moves: u64,
    /// Bytes at the peak.
    pub(super) bytes: u64,
}

/// The most moves of samples, and the least.
const MOVES: std::ops::RangeInclusive<f64> = 500.0..=10_000.0;

/// One move in so many is sampled, if so many are expected without samples.
const ONE_IN: f64 = 20.0;

/// The most configurations that are drawn for each number of moved pieces, if few of them have moves.
const MOST_ROUNDS: u32 = 2000;

/// Of the orbits of configurations of which some pieces have moved and some have not, those that moves lead to. Measured: 0.45 on hypercubes, 0.95 on
/// Paley graphs.
const REACHED: f64 = 0.65;

/// Draws configurations for each number of moved pieces. There are about as many orbits as configurations, multiplied by the mean part of its orbit
/// that a configuration is. With each comes what its moves need; how much that grows from half of the samples to all of them tells how
/// much it grows beyond. `at_least` says how many moves there are if no configuration has symmetries.
pub(super) fn expected(
    pursuit: &Pursuit<'_>,
    stabilisers: &Stabilisers,
    at_least: f64,
    control: &Control<'_>,
) -> Result<Expected, SolveError> {
    let (nodes, size) = (pursuit.steps.nodes() as usize, pursuit.size as usize);
    let base: Vec<u16> = stabilisers.group().base().collect();
    let mut sampler =
        Sampler { orbits: Orbits::new(stabilisers), nodes, chance: Chance::default(), places: Vec::new() };
    let levels = levels(pursuit);
    let least = (at_least / ONE_IN).clamp(*MOVES.start(), *MOVES.end());
    let mut shares = vec![0.0; levels];
    let mut moves = vec![0.0; levels];
    let mut symmetries = Sequences::of_length(base.len());
    let (mut rounds, mut sampled) = (0, 0u32);
    let mut half = None;
    while f64::from(sampled) < least && rounds < MOST_ROUNDS {
        for moved in 0..levels {
            sampler.draw(moved, size)?;
            let share = sampler.orbits.share();
            let places = sampler.orbits.places().to_vec();
            let before = sampled;
            let wanted = Wanted::of_moves(pursuit, moved, &base);
            let mut visited = Ok(());
            visit_moves(pursuit, moved, &places, &mut |neighbour| {
                sampled += 1;
                if visited.is_err() {
                    return;
                }
                let orbits = &mut sampler.orbits;
                let found = orbits.find(neighbour, wanted.moved);
                let number = found.map_err(SolveError::from).and_then(|()| {
                    control.allow(stabilisers.bytes())?;
                    symmetries.number(&orbits.images(&base).collect::<Vec<u16>>())
                });
                if let Err(error) = number {
                    visited = Err(error);
                }
            });
            visited?;
            control.check(|| Progress { level: 0, decided: 0 })?;
            shares[moved] += share;
            moves[moved] += share * f64::from(sampled - before);
        }
        rounds += 1;
        if half.is_none() && f64::from(2 * sampled) >= least {
            half = Some((sampled, symmetries.count(), stabilisers.bytes()));
        }
    }
    let all = (sampled, symmetries.count(), stabilisers.bytes());
    let all_of = |of: f64, moved: usize| {
        let reached = if moved == 0 { 1.0 } else { REACHED };
        reached * of / f64::from(rounds) * configurations(nodes, moved) * configurations(nodes, size - moved)
    };
    let states: Vec<f64> = (0..levels).map(|moved| all_of(shares[moved], moved)).collect();
    let moves: f64 = (0..levels).map(|moved| all_of(moves[moved], moved)).sum();
    let most = stabilisers.order() as f64;
    let half = half.unwrap_or(all);
    let grown = |half_of: f64, all_of: f64| {
        let more = f64::from(all.0) / f64::from(half.0);
        let exponent = if more > 1.0 { (all_of / half_of).ln() / more.ln() } else { 0.0 };
        // The more is known the less is new: measured, the square of the exponent comes within a third.
        all_of * (moves / f64::from(all.0)).max(1.0).powf(exponent.clamp(0.0, 1.0).powi(2))
    };
    let symmetries = grown(half.1 as f64, all.1 as f64).min(most).min(moves.max(all.1 as f64));
    let stabilisers = grown(half.2 as f64, all.2 as f64);
    let widest = states.iter().skip(1).copied().fold(0.0, f64::max);
    let counts = Counts {
        nodes,
        size,
        base: base.len(),
        configurations: rounded(states[0]),
        open: rounded(widest),
        next: rounded(widest),
        starts: rounded(states.iter().sum()),
        targets: rounded(moves),
        symmetries: rounded(symmetries),
        found: Wanted::of_moves(pursuit, 0, &base).bytes(rounded(states[0].max(widest))),
    };
    let bytes = counts.bytes().saturating_add(rounded(stabilisers) as u64);
    Ok(Expected { moves: counts.targets as u64, bytes })
}

/// The number of configurations of so many pieces.
fn configurations(nodes: usize, pieces: usize) -> f64 {
    (0..pieces).map(|index| (nodes + index) as f64 / (index + 1) as f64).product()
}

/// A number of things that are counted; so many that no memory holds them stand for more.
#[expect(clippy::cast_sign_loss, reason = "numbers of things are not below 0")]
fn rounded(number: f64) -> usize {
    number.min(1e12) as usize
}

/// Draws configurations.
struct Sampler<'s> {
    orbits: Orbits<'s>,
    nodes: usize,
    chance: Chance,
    places: Vec<u16>,
}

impl Sampler<'_> {
    /// Draws a configuration of which so many pieces have moved, each with the same chance, and finds its least image.
    fn draw(&mut self, moved: usize, size: usize) -> Result<(), TooManyWays> {
        self.places.clear();
        self.draw_places(moved);
        self.draw_places(size - moved);
        self.orbits.find(&self.places, moved)
    }

    /// Draws the places of so many pieces, each multiset with the same chance: distinct numbers that ascend, less their index, of which there are as
    /// many.
    fn draw_places(&mut self, pieces: usize) {
        let start = self.places.len();
        for index in 0..pieces {
            // Floyd's way to draw without repetition.
            let most = self.nodes - 1 + index;
            let number = self.chance.below(most + 1) as u16;
            let is_there = self.places[start..].contains(&number);
            self.places.push(if is_there { most as u16 } else { number });
        }
        self.places[start..].sort_unstable();
        (0..).zip(&mut self.places[start..]).for_each(|(index, place)| *place -= index);
    }
}
