//! Estimates the number of orbits and their memory from samples, because no formula gives the
//! number of configurations that have symmetries.

use catmouse_arena::InOrder;

use super::group::Random;
use super::images::{Stabilisers, TooManyWays};
use super::lists::Sequences;
use super::moves::{Expansion, MemoryCounts, Orbits, levels, visit_moves};
use super::pursuit::Pursuit;
use crate::{Control, Progress, SolveError};

/// The estimate for a search.
#[derive(Clone, Copy, Debug)]
pub(super) struct Expected {
    /// Moves between orbits.
    pub(super) moves: u64,
    /// Bytes at the peak.
    pub(super) bytes: u64,
}

/// The smallest and the largest number of moves to sample.
const SAMPLED_MOVES: std::ops::RangeInclusive<f64> = 500.0..=10_000.0;

/// The number of moves expected without samples, divided by this, is the number to sample.
const MOVES_PER_SAMPLE: f64 = 20.0;

/// The largest number of configurations drawn for each number of moved pieces, if few of them have
/// moves.
const MOST_ROUNDS: u32 = 2000;

/// The fraction of the orbits of partly moved configurations that moves reach. Measured: 0.45 on
/// hypercubes, 0.95 on Paley graphs.
const REACHED_FRACTION: f64 = 0.65;

/// Draws configurations for each number of moved pieces. The number of orbits is about the number
/// of configurations times the mean reciprocal of the size of their orbits. Each sample also adds
/// the symmetries and stabilisers that its moves need. Their growth from half of the samples to all
/// samples is extrapolated to the full search. `at_least` is the number of moves if no
/// configuration has symmetries.
pub(super) fn expected(
    pursuit: &Pursuit,
    stabilisers: &Stabilisers,
    at_least: f64,
    control: &Control<'_>,
) -> Result<Expected, SolveError> {
    let (nodes, size) = (pursuit.steps.nodes() as usize, pursuit.size as usize);
    let base: Vec<u16> = stabilisers.group().base().collect();
    let mut sampler =
        Sampler { orbits: Orbits::new(stabilisers), nodes, random: Random::default(), places: Vec::new() };
    let levels = levels(pursuit);
    let least = (at_least / MOVES_PER_SAMPLE).clamp(*SAMPLED_MOVES.start(), *SAMPLED_MOVES.end());
    let mut shares = vec![0.0; levels];
    let mut moves = vec![0.0; levels];
    let mut symmetries = Sequences::of_length(base.len());
    let (mut rounds, mut sampled) = (0, 0u32);
    let mut half = None;
    while f64::from(sampled) < least && rounds < MOST_ROUNDS {
        for moved in 0..levels {
            sampler.draw(moved, size)?;
            let share = sampler.orbits.reciprocal_size();
            let places = sampler.orbits.places().to_vec();
            let before = sampled;
            let expansion = Expansion::of_moves(pursuit, moved, &base);
            let mut visited = Ok(());
            visit_moves(pursuit, moved, &places, &mut |neighbour| {
                sampled += 1;
                if visited.is_err() {
                    return;
                }
                let orbits = &mut sampler.orbits;
                let found = orbits.find(neighbour, expansion.moved);
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
        let reached = if moved == 0 { 1.0 } else { REACHED_FRACTION };
        reached * of / f64::from(rounds) * configurations(nodes, moved) * configurations(nodes, size - moved)
    };
    let states: Vec<f64> = (0..levels).map(|moved| all_of(shares[moved], moved)).collect();
    let moves: f64 = (0..levels).map(|moved| all_of(moves[moved], moved)).sum();
    let most = stabilisers.order() as f64;
    let half = half.unwrap_or(all);
    let grown = |half_of: f64, all_of: f64| {
        let more = f64::from(all.0) / f64::from(half.0);
        let exponent = if more > 1.0 { (all_of / half_of).ln() / more.ln() } else { 0.0 };
        // The growth slows down as more is known. By measurement, the square of the exponent is
        // right within a third.
        all_of * (moves / f64::from(all.0)).max(1.0).powf(exponent.clamp(0.0, 1.0).powi(2))
    };
    let symmetries = grown(half.1 as f64, all.1 as f64).min(most).min(moves.max(all.1 as f64));
    let stabilisers = grown(half.2 as f64, all.2 as f64);
    let widest = states.iter().skip(1).copied().fold(0.0, f64::max);
    let counts = MemoryCounts {
        nodes,
        size,
        base: base.len(),
        configurations: rounded(states[0]),
        open: rounded(widest),
        next: rounded(widest),
        starts: rounded(states.iter().sum()),
        targets: rounded(moves),
        symmetries: rounded(symmetries),
        found: Expansion::of_moves(pursuit, 0, &base).bytes(rounded(states[0].max(widest))),
    };
    let bytes = counts.bytes().saturating_add(rounded(stabilisers) as u64);
    Ok(Expected { moves: counts.targets as u64, bytes })
}

/// The number of configurations of this many pieces.
fn configurations(nodes: usize, pieces: usize) -> f64 {
    (0..pieces).map(|index| (nodes + index) as f64 / (index + 1) as f64).product()
}

/// A count as an integer, capped at a number that exceeds any memory.
#[expect(clippy::cast_sign_loss, reason = "counts are not negative")]
fn rounded(number: f64) -> usize {
    number.min(1e12) as usize
}

/// Draws random configurations.
struct Sampler<'s> {
    orbits: Orbits<'s>,
    nodes: usize,
    random: Random,
    places: Vec<u16>,
}

impl Sampler<'_> {
    /// Draws a configuration in which `moved` pieces have moved, uniformly, and finds its least
    /// image.
    fn draw(&mut self, moved: usize, size: usize) -> Result<(), TooManyWays> {
        self.places.clear();
        self.draw_places(moved);
        self.draw_places(size - moved);
        self.orbits.find(&self.places, moved)
    }

    /// Draws the places of this many pieces, uniformly among all multisets: it draws distinct
    /// numbers and subtracts from each its index in ascending order.
    fn draw_places(&mut self, pieces: usize) {
        let start = self.places.len();
        for index in 0..pieces {
            // Floyd's method to draw without repetition.
            let most = self.nodes - 1 + index;
            let number = self.random.below(most + 1) as u16;
            let is_there = self.places[start..].contains(&number);
            self.places.push(if is_there { most as u16 } else { number });
        }
        self.places[start..].put_in_order();
        (0..).zip(&mut self.places[start..]).for_each(|(index, place)| *place -= index);
    }
}
