//! The line folded: what a reader who plays with it in hand needs, and no more.
//!
//! Left out are moves of the winner that merely take longer, moves of the loser into a capture or the goal at sight,
//! and the single plies of a run. What stays is every reply to a deviation that is not seen at a glance, and how the play
//! comes back to the line from there. What is played wherever else the game can get to is said by a [table](super::table()).

use std::collections::BTreeMap;

use catmouse_arena::{DecidedBy, Judgement, Measure, Player, PositionId, Values, Words, listed};

use crate::explanation::{Explanation, Ply};
use crate::reason::Alternative;
use crate::sorting::sort_by_numbers;
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
    pub notes: Vec<String>,
}

/// Whether a folded line has the answers to the loser's other moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replies {
    /// Each round has them in its notes.
    Noted,
    /// The line stands alone, round by round.
    LeftOut,
    /// The same without the moves that would be wrong, but for where no other is right.
    Bare,
}

/// The line in pieces: a move of each side with what is to be said about them, several such rounds about which there is
/// nothing to be said, or a run.
pub fn folded<W: Words, V: Values>(
    words: &W,
    values: &V,
    explanation: &Explanation,
    claims: &[Claim],
    replies: Replies,
) -> Vec<Folded> {
    /// So many rounds are told one by one.
    const ROWS: usize = 12;
    let back = WayBack::new(explanation);
    let runs = runs(claims);
    let mut folded: Vec<Folded> = Vec::new();
    let mut index = 0;
    let plies = &explanation.plies;
    while index < plies.len() {
        if let Some(run) = runs.iter().find(|run| run.from_ply == index) {
            let note = super::claims::run_folded(run, explanation, words);
            folded.push(Folded { from: index + 1, to: run.to_ply, moves: Vec::new(), notes: vec![note] });
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
        let notes: Vec<String> = match replies {
            Replies::Noted => {
                round.iter().flat_map(|ply| notes(words, values, (ply, plies.get(ply.number)), &back)).collect()
            }
            Replies::LeftOut | Replies::Bare => Vec::new(),
        };
        let told = |ply: &Ply| match replies {
            Replies::Noted | Replies::LeftOut => step(ply, words),
            Replies::Bare => bare_step(ply, words),
        };
        let moves: Vec<String> = round.iter().map(told).collect();
        folded.push(Folded { from: index + 1, to, moves, notes });
        index = to;
    }
    match replies {
        Replies::Noted if folded.len() > ROWS => merged(words, plies, &folded, Others::Together),
        Replies::LeftOut => merged(words, plies, &folded, Others::Apart),
        Replies::Noted | Replies::Bare => folded,
    }
}

/// The numbers of the plies that a folded line tells as runs, from and to.
pub fn run_plies(claims: &[Claim]) -> Vec<(usize, usize)> {
    runs(claims).iter().map(|run| (run.from_ply + 1, run.to_ply)).collect()
}

/// How rounds without notes are told that are no walks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Others {
    /// Move by move.
    Together,
    /// Round by round.
    Apart,
}

/// Long stretches in which nothing stands beside a move told as walks, other rounds without notes as is said.
fn merged<W: Words>(words: &W, plies: &[Ply], rounds: &[Folded], others: Others) -> Vec<Folded> {
    let is_plain = |piece: &Folded| {
        let of = &plies[piece.from - 1..piece.to];
        piece.notes.is_empty() && of.iter().all(|ply| step(ply, words) == moved(ply, words) && !is_among_traps(ply))
    };
    let mut folded: Vec<Folded> = Vec::new();
    let mut index = 0;
    while index < rounds.len() {
        let plain = rounds[index..].iter().take_while(|piece| is_plain(piece)).count();
        if plain > 0 {
            let (from, to) = (rounds[index].from, rounds[index + plain - 1].to);
            if let Some(walks) = walks(words, &plies[from - 1..to], others) {
                folded.push(Folded { from, to, moves: Vec::new(), notes: vec![walks] });
                index += plain;
                continue;
            }
        }
        // As far as nothing else is to be decided.
        for round in &rounds[index..index + plain.max(1)] {
            match folded.last_mut() {
                Some(last) if others == Others::Together && round.notes.is_empty() && last.notes.is_empty() => {
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

/// Whether a move that does not lose had others beside it that lose to the opponent's next move, and others that do not: which they are
/// is seen, but the move is no step of a walk.
fn is_among_traps(ply: &Ply) -> bool {
    let loses_next =
        |other: &Alternative| super::loses_at_sight(ply.player, other) && other.rated.value.distance() != Some(0);
    ply.played.judgement.outcome.score(ply.player) >= 0 && !super::obvious(ply) && ply.others.iter().any(loses_next)
}

/// A long stretch about which there is nothing to be said, as the walks of one piece against one.
fn walks<W: Words>(words: &W, plies: &[Ply], others: Others) -> Option<String> {
    // Fewer plies are told move by move; round by round they are read more easily than as walks.
    let least = match others {
        Others::Together => 16,
        Others::Apart => 32,
    };
    let first = plies.first()?;
    if plies.len() < least {
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
    sort_by_numbers(&mut runs, |run| [run.from_ply as u64]);
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

/// A move, and whether it is the only one to keep what the mover has, unless that is seen at a glance.
fn bare_step<W: Words>(ply: &Ply, words: &W) -> String {
    let text = moved(ply, words);
    let is_over = |other: &Alternative| other.rated.value.distance() == Some(0);
    let is_seen = ply.played.judgement.distance == Some(0) || super::obvious(ply) || ply.others.iter().all(is_over);
    if ply.reason.only && !is_seen { text + "\u{a0}only" } else { text }
}

/// A move with what stands beside it: that it is the only one to keep what the mover has, or which others do not, or which
/// alone do too, unless that is seen at a glance.
fn step<W: Words>(ply: &Ply, words: &W) -> String {
    /// More moves than this are counted, not named; of several pieces at once fewer are.
    const NAMED: usize = 6;
    const JOINT_MOVES_LISTED: usize = 2;
    let mut text = bare_step(ply, words);
    if ply.reason.only {
        return text;
    }
    let reached = ply.played.judgement.outcome.score(ply.player);
    let keeps = |other: &&Alternative| other.rated.judgement.outcome.score(ply.player) >= reached;
    let names = |others: Vec<&Alternative>| -> Vec<String> {
        let names = others.into_iter().map(|other| words.target(ply.from, other.rated.to));
        names.map(|name| name.replace(' ', "\u{a0}")).collect()
    };
    let others = in_order(ply);
    let (as_well, worse): (Vec<&Alternative>, Vec<&Alternative>) = others.iter().partition(keeps);
    let worse: Vec<&Alternative> =
        worse.into_iter().filter(|other| !super::loses_at_sight(ply.player, other)).collect();
    let most = if words.piece_moves(ply.from, ply.played.to).len() > 1 { JOINT_MOVES_LISTED } else { NAMED };
    if worse.is_empty() || ply.played.judgement.distance == Some(0) || super::obvious(ply) {
        return text;
    }
    if worse.len() <= most && worse.len() <= as_well.len() + 3 {
        let worse = names(worse);
        // "staying (1,5)" would be one thing.
        let join = if worse.iter().any(|name| name.starts_with("staying")) { ", " } else { " " };
        text += &format!(" (not {})", worse.join(join));
    } else if as_well.len() <= most {
        text += &format!(" (or {})", names(as_well).join(" "));
    } else {
        text += &format!(" ({} others fail)", worse.len());
    }
    text
}

/// The moves that were not played, by where they lead.
fn in_order(ply: &Ply) -> Vec<Alternative> {
    let mut others = ply.others.clone();
    sort_by_numbers(&mut others, |other| [other.rated.to.index() as u64]);
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

    /// After a reply: that it leads back to the line, if it does so itself.
    fn told(&self, reply: PositionId) -> String {
        match self.stands.get(&reply) {
            Some(ply) if ply != &self.last => format!(", then go on at ply {}", ply + 1),
            _ => String::new(),
        }
    }
}

/// What answers the moves that were not played, where the answer is neither seen at a glance nor the next move of the
/// line.
fn notes<W: Words, V: Values>(words: &W, values: &V, (ply, next): (&Ply, Option<&Ply>), back: &WayBack) -> Vec<String> {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for (to, reply) in deviations(values, ply, next) {
        let told = format!("{}{}", unbroken(words, to, reply), back.told(reply));
        let target = words.target(ply.from, to);
        match groups.iter_mut().find(|(answer, ..)| *answer == told) {
            Some((_, targets)) => targets.push(target),
            None => groups.push((told, vec![target])),
        }
    }
    groups.into_iter().map(|(answer, targets)| format!("if {}: {answer}", listed(&targets, "or"))).collect()
}

/// The moves of the side that does not win which need an answer, each with it. Left out is what the winner answers by the next move
/// of the line, if that comes back to the line, and what it answers by winning at once.
fn deviations<V: Values>(values: &V, ply: &Ply, next: Option<&Ply>) -> Vec<(PositionId, PositionId)> {
    let Judgement { outcome, decided_by, .. } = ply.played.judgement;
    if outcome.score(ply.player) >= 0 || decided_by != DecidedBy::Play {
        return Vec::new(); // a held game has its answers in the holding
    }
    let at_sight = |to| values.value(to).distance().is_some_and(|distance| distance <= 1);
    let answered = in_order(ply).into_iter().filter_map(|other| Some((other.rated.to, other.reply?)));
    answered.filter(|&(to, reply)| !at_sight(to) && next.is_none_or(|next| next.played.to != reply)).collect()
}
