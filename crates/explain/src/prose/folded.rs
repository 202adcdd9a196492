//! The line folded: what a reader who plays with it in hand needs, and no more.
//!
//! Left out are moves of the winner that merely take longer, moves of the loser into a capture or the goal at sight,
//! and the single plies of a run. What stays is every reply to a deviation that is not seen at a glance, how the play
//! comes back to the line from there, and an index of the positions at which the text says what to play.

use std::collections::BTreeMap;

use catmouse_arena::{Arena, DecidedBy, Distance, Judgement, Measure, Outcome, Player, PositionId, Values, Words};

use crate::explanation::{Explanation, Ply};
use crate::main_move::main_move;
use crate::reason::Alternative;
use crate::story::{Claim, Run};

/// Some plies of the line that are told together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folded {
    /// The number of the first ply.
    pub from: usize,
    /// The number of the last ply.
    pub to: usize,
    /// The moves, each with what is short enough to stand beside it: "C 2→3 only". Empty where a stretch is told in a
    /// note. Here and in the notes what belongs together is held together by no-break spaces.
    pub moves: Vec<String>,
    /// What is to be said about them.
    pub notes: Vec<Note>,
}

/// Something to be said about some plies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The words: "if 9: C 12→3, then go on at ply 37".
    pub text: String,
    /// How much of it is needed: how far the end is after the deviation that it answers; the greatest number where it
    /// stands for the moves themselves.
    pub weight: Distance,
}

/// The line in pieces: a move of each side with what is to be said about them, several such rounds about which there is
/// nothing to be said, or a run.
pub fn folded<A: Arena, W: Words, V: Values>(
    arena: &A,
    words: &W,
    values: &V,
    explanation: &Explanation,
    claims: &[Claim],
) -> Vec<Folded> {
    let back = WayBack::new(explanation);
    let runs = runs(claims);
    let mut folded: Vec<Folded> = Vec::new();
    let mut index = 0;
    let plies = &explanation.plies;
    while index < plies.len() {
        if let Some(run) = runs.iter().find(|run| run.from_ply == index) {
            let note = super::claims::run_folded(run, explanation, words);
            folded.push(Folded {
                from: index + 1,
                to: run.to_ply,
                moves: Vec::new(),
                notes: vec![Note { text: note, weight: Distance::MAX }],
            });
            index = run.to_ply;
            continue;
        }
        let next_run = runs.iter().map(|run| run.from_ply).find(|&from| from > index).unwrap_or(usize::MAX);
        // A round begins with whoever moves first in the line, unless a run has put it out of step.
        let first = plies[0].player;
        let mut to = index + 1;
        while to < plies.len().min(next_run) && plies[to].player != first {
            to += 1;
        }
        let round = &plies[index..to];
        let notes: Vec<Note> =
            round.iter().flat_map(|ply| notes(arena, words, values, (ply, plies.get(ply.number)), &back)).collect();
        let moves: Vec<String> = round.iter().map(|ply| step(ply, words)).collect();
        folded.push(Folded { from: index + 1, to, moves, notes });
        index = to;
    }
    merged(words, plies, &folded)
}

/// Rounds without notes told together: long stretches in which nothing stands beside a move as walks, the others move
/// by move.
fn merged<W: Words>(words: &W, plies: &[Ply], rounds: &[Folded]) -> Vec<Folded> {
    let is_plain = |piece: &Folded| {
        let of = &plies[piece.from - 1..piece.to];
        piece.notes.is_empty() && of.iter().all(|ply| step(ply, words) == moved(ply, words))
    };
    let mut folded: Vec<Folded> = Vec::new();
    let mut index = 0;
    while index < rounds.len() {
        let plain = rounds[index..].iter().take_while(|piece| is_plain(piece)).count();
        if plain > 0 {
            let (from, to) = (rounds[index].from, rounds[index + plain - 1].to);
            if let Some(walks) = walks(words, &plies[from - 1..to]) {
                let notes = vec![Note { text: walks, weight: Distance::MAX }];
                folded.push(Folded { from, to, moves: Vec::new(), notes });
                index += plain;
                continue;
            }
        }
        // As far as nothing else is to be decided.
        for round in &rounds[index..index + plain.max(1)] {
            match folded.last_mut() {
                Some(last) if round.notes.is_empty() && last.notes.is_empty() => {
                    last.to = round.to;
                    last.moves.extend(round.moves.iter().cloned());
                }
                _ => folded.push(round.clone()),
            }
        }
        index += plain.max(1);
    }
    folded
}

/// A long stretch about which there is nothing to be said, as the walks of one piece against one.
fn walks<W: Words>(words: &W, plies: &[Ply]) -> Option<String> {
    /// Fewer plies are told move by move.
    const PLIES: usize = 16;
    let first = plies.first()?;
    if plies.len() < PLIES {
        return None;
    }
    let walk = |player: Player| {
        let own = plies.iter().filter(|ply| ply.player == player);
        let stops = std::iter::once(first.from).chain(own.map(|ply| ply.played.to));
        let place = |position| match words.places(position, player)[..] {
            [place] => Some(words.place_name(place)),
            _ => None,
        };
        Some(super::walk(stops.map(place).collect::<Option<Vec<String>>>()?))
    };
    let (one, other) = (first.player, first.player.opponent());
    Some(format!("{} goes {}, {} {}", words.player(one), walk(one)?, words.player(other), walk(other)?))
}

/// What an index covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Covered {
    /// The positions of the line.
    Line,
    /// The answers to deviations as well.
    Everything,
}

/// Where the text says what to play when the winner's pieces stand somewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Indexed {
    /// Where they stand.
    pub own: String,
    /// The first ply of each row that says something, with the placements of the other side for which it does.
    pub rows: Vec<(usize, Vec<String>)>,
}

/// Where the text says what to play, by what the player sees, one entry for each placement of the winner. Empty where nobody wins by
/// force.
pub fn index<W: Words, V: Values>(
    words: &W,
    values: &V,
    explanation: &Explanation,
    pieces: &[Folded],
    covered: Covered,
) -> Vec<Indexed> {
    /// The placements of the loser in each row, by the numbers of the places.
    type Rows = BTreeMap<usize, BTreeMap<Vec<u32>, String>>;
    let Outcome::Win(winner) = explanation.summary.judgement.outcome else {
        return Vec::new();
    };
    if explanation.summary.judgement.distance.is_none() {
        return Vec::new();
    }
    let mut met: BTreeMap<PositionId, usize> = BTreeMap::new();
    for ply in &explanation.plies {
        let folded = pieces.iter().any(|piece| piece.moves.is_empty() && (piece.from..=piece.to).contains(&ply.number));
        if ply.player == winner && !folded {
            met.insert(ply.from, ply.number);
        }
    }
    let mut deviating: BTreeMap<PositionId, usize> = BTreeMap::new();
    for ply in explanation.plies.iter().filter(|ply| ply.player != winner) {
        for (to, _) in deviations(words, values, ply, explanation.plies.get(ply.number)) {
            deviating.entry(to).or_insert(ply.number);
        }
    }
    if covered == Covered::Everything {
        for (to, ply) in deviating {
            met.entry(to).or_insert(ply);
        }
    }
    // By the numbers of the places, so that 10 comes after 9: first the winner's, then the rows, then the loser's.
    let numbers = |position, player| words.places(position, player).iter().map(|place| place.number()).collect();
    let mut by_winner: BTreeMap<(Vec<u32>, String), Rows> = BTreeMap::new();
    for (&position, ply) in &met {
        let own = (numbers(position, winner), words.placement(position, winner));
        let row = pieces.iter().find(|piece| (piece.from..=piece.to).contains(ply)).map_or(*ply, |piece| piece.from);
        let loser = (numbers(position, winner.opponent()), words.placement(position, winner.opponent()));
        by_winner.entry(own).or_default().entry(row).or_default().insert(loser.0, loser.1);
    }
    let entries = by_winner.into_iter().map(|((_, own), rows)| {
        let rows = rows.into_iter().map(|(row, losers)| (row, losers.into_values().collect()));
        Indexed { own, rows: rows.collect() }
    });
    entries.collect()
}

/// The runs that are folded, none within another's stretch.
fn runs(claims: &[Claim]) -> Vec<&Run> {
    let mut runs: Vec<&Run> = Vec::new();
    for claim in claims {
        if let Claim::Run(run) = claim
            && runs.iter().all(|known| run.to_ply <= known.from_ply || known.to_ply <= run.from_ply)
        {
            runs.push(run);
        }
    }
    runs.sort_by_key(|run| run.from_ply);
    runs
}

/// A move in one piece: with no-break spaces.
fn unbroken<W: Words>(words: &W, from: PositionId, to: PositionId) -> String {
    words.step(from, to).replace(' ', "\u{a0}")
}

/// A move, with its cost where moves have costs.
fn moved<W: Words>(ply: &Ply, words: &W) -> String {
    let mut text = unbroken(words, ply.from, ply.played.to);
    if words.measure() == Measure::Cost {
        text += &format!(" ({})", ply.played.cost);
    }
    text
}

/// A move with what stands beside it: that it is the only one to keep what the mover has, or which others do not,
/// unless that is seen at a glance.
fn step<W: Words>(ply: &Ply, words: &W) -> String {
    /// More moves to avoid than this are not named.
    const NAMED: usize = 4;
    let mut text = moved(ply, words);
    let reached = ply.played.judgement.outcome.score(ply.player);
    let worse: Vec<String> = in_order(ply)
        .into_iter()
        .filter(|other| other.rated.judgement.outcome.score(ply.player) < reached)
        .filter(|other| other.rated.value.distance().is_none_or(|distance| distance > 0))
        .map(|other| words.target(ply.from, other.rated.to))
        .collect();
    match worse.len() {
        0 => {}
        _ if ply.played.judgement.distance == Some(0) || super::obvious(ply) => {}
        _ if ply.reason.only => text += " only",
        1..=NAMED => text += &format!(" (not {})", worse.join(" ")),
        _ => text += " (few other moves do)",
    }
    text
}

/// The moves that were not played, by where they lead.
fn in_order(ply: &Ply) -> Vec<Alternative> {
    let mut others = ply.others.clone();
    others.sort_by_key(|other| other.rated.to);
    others
}

/// How the play comes back to the line.
struct WayBack {
    /// The number of plies after which each position of the line stands first.
    stands: BTreeMap<PositionId, usize>,
    /// The number of plies of the line: there is nothing to go on with at its end.
    last: usize,
}

impl WayBack {
    fn new(explanation: &Explanation) -> Self {
        let mut stands = BTreeMap::from([(explanation.summary.start, 0)]);
        for ply in &explanation.plies {
            stands.entry(ply.played.to).or_insert(ply.number);
        }
        Self { stands, last: explanation.plies.len() }
    }

    /// After a reply: that it leads back itself, or which answer to it does; of several the best.
    fn told<A: Arena, W: Words, V: Values>(&self, arena: &A, words: &W, values: &V, reply: PositionId) -> String {
        if let Some(ply) = self.stands.get(&reply) {
            return if ply == &self.last { String::new() } else { format!(", then go on at ply {}", ply + 1) };
        }
        let best = main_move(arena, words, values, reply).map(|step| step.to);
        let answers = best.into_iter().chain(arena.successors(reply).map(|step| step.to));
        for answer in answers {
            if let Some(ply) = self.stands.get(&answer) {
                let answer = words.target(reply, answer);
                return if ply == &self.last {
                    String::new()
                } else {
                    format!(" (then, if {answer}, go on at ply {})", ply + 1)
                };
            }
        }
        String::new()
    }
}

/// What answers the moves that were not played, where the answer is neither seen at a glance nor the next move of the
/// line.
fn notes<A: Arena, W: Words, V: Values>(
    arena: &A,
    words: &W,
    values: &V,
    (ply, next): (&Ply, Option<&Ply>),
    back: &WayBack,
) -> Vec<Note> {
    let mut groups: Vec<(String, Vec<String>, Distance)> = Vec::new();
    for (to, reply) in deviations(words, values, ply, next) {
        let told = format!("{}{}", unbroken(words, to, reply), back.told(arena, words, values, reply));
        let target = words.target(ply.from, to);
        let lasts = values.value(to).distance().unwrap_or(0);
        match groups.iter_mut().find(|(answer, ..)| *answer == told) {
            Some((_, targets, weight)) => {
                targets.push(target);
                *weight = lasts.max(*weight);
            }
            None => groups.push((told, vec![target], lasts)),
        }
    }
    let note = |(answer, targets, weight): (String, Vec<String>, Distance)| Note {
        text: format!("if {}: {answer}", super::list(&targets, "or")),
        weight,
    };
    groups.into_iter().map(note).collect()
}

/// The moves of the side that does not win which need an answer of their own, each with it.
fn deviations<W: Words, V: Values>(
    words: &W,
    values: &V,
    ply: &Ply,
    next: Option<&Ply>,
) -> Vec<(PositionId, PositionId)> {
    let Judgement { outcome, decided_by, .. } = ply.played.judgement;
    if outcome.score(ply.player) >= 0 || decided_by != DecidedBy::Play {
        return Vec::new(); // a held game has its answers in the holding
    }
    let at_sight = |to| values.value(to).distance().is_some_and(|distance| distance <= 1);
    let next = next.map(|next| words.step(next.from, next.played.to));
    let answered = in_order(ply).into_iter().filter_map(|other| Some((other.rated.to, other.reply?)));
    answered.filter(|&(to, reply)| !at_sight(to) && next.as_ref() != Some(&words.step(to, reply))).collect()
}
