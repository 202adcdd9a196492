//! The line in short form, for a reader who follows it while playing.
//!
//! It omits three kinds of moves: moves of the winner that merely take longer, moves of the loser
//! that lose obviously, and the single plies of a run. It keeps every reply to a deviation that is
//! not an obvious loss, and how the play returns to the line. The moves for all other positions are
//! in a [table](super::table()).

use std::collections::HashMap;

use catmouse_arena::{JudgedBy, Judgement, Measure, Move, Player, PositionId, Words, listed};

use crate::explanation::{Explanation, Ply};
use crate::reason::Alternative;
use crate::sorting::sort_by_numbers;
use crate::story::{Claim, Run};
use crate::text::{only_place, walk_over};

/// A row of the short form: some consecutive plies of the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoldedRow {
    /// The number of the first ply.
    pub from: usize,
    /// The number of the last ply.
    pub to: usize,
    /// The moves, each followed by a short remark: "C 2→3 only". Empty if a note describes the
    /// whole stretch. Here and in the notes, no-break spaces join words that belong together.
    pub moves: Vec<String>,
    /// The notes on these plies.
    pub notes: Vec<String>,
}

/// Whether the short form has the answers to the loser's other moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Replies {
    /// The notes of each round have the answers.
    Noted,
    /// The answers are omitted. Next to a move are the alternatives that fail, or those that are as
    /// good.
    LeftOut,
}

/// The line in short form. Each row is one round (a move of each side) with its notes, several
/// rounds without notes, or a run. Time: linear in the line and its alternatives.
pub fn folded(words: &dyn Words, explanation: &Explanation, claims: &[Claim], replies: Replies) -> Vec<FoldedRow> {
    /// The greatest number of rows; if there are more, rounds without notes are joined.
    const MAX_ROWS: usize = 12;
    let back = WayBack::new(explanation);
    let runs = runs(claims);
    let mut folded: Vec<FoldedRow> = Vec::new();
    let mut index = 0;
    let plies = &explanation.plies;
    while index < plies.len() {
        if let Some(run) = runs.iter().find(|run| run.from_ply == index) {
            let note = run.folded(explanation, words);
            folded.push(FoldedRow { from: index + 1, to: run.to_ply, moves: Vec::new(), notes: vec![note] });
            index = run.to_ply;
            continue;
        }
        let next_run = runs.iter().map(|run| run.from_ply).find(|&from| from > index).unwrap_or(usize::MAX);
        // A round begins with the player who moves first in the line, except after a run that ends
        // with the other player's turn.
        let first = plies[0].player;
        let mut to = index + 1;
        while to < plies.len().min(next_run) && plies[to].player != first {
            to += 1;
        }
        let round = &plies[index..to];
        let notes: Vec<String> = match replies {
            Replies::Noted => round.iter().flat_map(|ply| notes(words, (ply, plies.get(ply.number)), &back)).collect(),
            Replies::LeftOut => Vec::new(),
        };
        let moves: Vec<String> = round.iter().map(|ply| step(ply, words)).collect();
        folded.push(FoldedRow { from: index + 1, to, moves, notes });
        index = to;
    }
    match replies {
        Replies::Noted if folded.len() > MAX_ROWS => merged(words, plies, &folded, PlainRounds::Joined),
        Replies::LeftOut => merged(words, plies, &folded, PlainRounds::OnePerRow),
        Replies::Noted => folded,
    }
}

/// The plies that the short form describes as runs: the first and the last number of each.
pub fn run_plies(claims: &[Claim]) -> Vec<(usize, usize)> {
    runs(claims).iter().map(|run| (run.from_ply + 1, run.to_ply)).collect()
}

/// The layout of plain rounds that are too few for walks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PlainRounds {
    /// Several rounds in one row.
    Joined,
    /// Each round in its own row.
    OnePerRow,
}

/// Shows long stretches of moves without remarks as walks, and other rounds without notes as
/// `others` requires.
fn merged(words: &dyn Words, plies: &[Ply], rounds: &[FoldedRow], others: PlainRounds) -> Vec<FoldedRow> {
    let is_plain = |piece: &FoldedRow| {
        let of = &plies[piece.from - 1..piece.to];
        piece.notes.is_empty() && of.iter().all(|ply| step(ply, words) == moved(ply, words) && !is_among_traps(ply))
    };
    let mut folded: Vec<FoldedRow> = Vec::new();
    let mut index = 0;
    while index < rounds.len() {
        let plain = rounds[index..].iter().take_while(|piece| is_plain(piece)).count();
        if plain > 0 {
            let (from, to) = (rounds[index].from, rounds[index + plain - 1].to);
            if let Some(walks) = walks(words, &plies[from - 1..to], others) {
                folded.push(FoldedRow { from, to, moves: Vec::new(), notes: vec![walks] });
                index += plain;
                continue;
            }
        }
        // These rounds are not shown as a walk.
        for round in &rounds[index..index + plain.max(1)] {
            match folded.last_mut() {
                Some(last) if others == PlainRounds::Joined && round.notes.is_empty() && last.notes.is_empty() => {
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

/// Whether a move that does not lose has some alternatives that lose to the opponent's next move,
/// and some that do not. A reader sees the losing ones, so the text does not list them, but such a
/// move is never a step of a walk.
fn is_among_traps(ply: &Ply) -> bool {
    let loses_next = |other: &Alternative| other.rated.is_obvious_loss && other.rated.value.distance() != Some(0);
    ply.played.judgement.outcome.score(ply.player) >= 0
        && !ply.others_lose_obviously()
        && ply.others.iter().any(loses_next)
}

/// A long stretch without remarks as two walks, if each player has one piece; otherwise `None`.
fn walks(words: &dyn Words, plies: &[Ply], others: PlainRounds) -> Option<String> {
    // The least number of plies for which walks are easier to read than moves. Moves in separate
    // rows are easier to read than moves in one row, so their bound is greater.
    let least = match others {
        PlainRounds::Joined => 16,
        PlainRounds::OnePerRow => 32,
    };
    let first = plies.first()?;
    if plies.len() < least {
        return None;
    }
    let walk = |player: Player| {
        let mut stops = vec![only_place(first.from, player, words)?];
        for ply in plies.iter().filter(|ply| ply.player == player) {
            stops.push(only_place(ply.played.to, player, words)?);
        }
        Some(walk_over(&stops, words))
    };
    let (one, other) = (first.player, first.player.opponent());
    Some(format!("{} goes {}, {} {}", words.player(one), walk(one)?, words.player(other), walk(other)?))
}

/// The runs that are shown as runs. No two of them overlap.
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

/// A move, with no-break spaces.
fn unbroken(words: &dyn Words, from: PositionId, step: Move) -> String {
    words.step(from, step).replace(' ', "\u{a0}")
}

/// A move, followed by its cost where moves have costs.
fn moved(ply: &Ply, words: &dyn Words) -> String {
    let mut text = unbroken(words, ply.from, ply.played.step());
    if words.measure() == Measure::Cost {
        text += &format!(" ({})", ply.played.cost);
    }
    text
}

/// A move, followed by `only` if it is critical and not easy to see.
fn bare_step(ply: &Ply, words: &dyn Words) -> String {
    let text = moved(ply, words);
    if ply.is_critical() && !ply.is_easy_to_see() { text + "\u{a0}only" } else { text }
}

/// A move, followed by `only`, by the alternatives that fail (`not …`), or by those that are as
/// good (`or …`), depending on which list is better to read. Nothing follows if all alternatives
/// that fail are obvious losses.
fn step(ply: &Ply, words: &dyn Words) -> String {
    /// The greatest number of moves that are named; for joint moves of several pieces it is
    /// `JOINT_MOVES_LISTED`. If there are more, they are counted.
    const NAMED: usize = 6;
    const JOINT_MOVES_LISTED: usize = 2;
    let mut text = bare_step(ply, words);
    if ply.reason.only {
        return text;
    }
    let reached = ply.played.judgement.outcome.score(ply.player);
    let keeps = |other: &&Alternative| other.rated.judgement.outcome.score(ply.player) >= reached;
    let names = |others: Vec<&Alternative>| -> Vec<String> {
        let names = others.into_iter().map(|other| words.target(ply.from, other.rated.step()));
        names.map(|name| name.replace(' ', "\u{a0}")).collect()
    };
    let others = in_order(ply);
    let (as_well, worse): (Vec<&Alternative>, Vec<&Alternative>) = others.iter().partition(keeps);
    let worse: Vec<&Alternative> = worse.into_iter().filter(|other| !other.rated.is_obvious_loss).collect();
    let most = if words.piece_moves(ply.from, ply.played.step()).len() > 1 { JOINT_MOVES_LISTED } else { NAMED };
    if worse.is_empty() || ply.played.judgement.distance == Some(0) || ply.others_lose_obviously() {
        return text;
    }
    if worse.len() <= most && worse.len() <= as_well.len() + 3 {
        let worse = names(worse);
        text += &format!(" (not {})", listed(&worse, "or"));
    } else if as_well.len() <= most {
        text += &format!(" (or {})", listed(&names(as_well), "or"));
    } else {
        text += &format!(" ({} others fail)", worse.len());
    }
    text
}

/// The moves that were not played, in the order of the positions after them.
fn in_order(ply: &Ply) -> Vec<Alternative> {
    let mut others = ply.others.clone();
    sort_by_numbers(&mut others, |other| [other.rated.to.index() as u64]);
    others
}

/// Finds where a reply leads back to the line.
struct WayBack {
    /// The number of plies before the first occurrence of each position of the line.
    first_ply_of: HashMap<PositionId, usize>,
    /// The number of plies of the line. At its end there is nothing to continue.
    last: usize,
}

impl WayBack {
    fn new(explanation: &Explanation) -> Self {
        let mut first_ply_of = HashMap::from([(explanation.summary.start, 0)]);
        for ply in &explanation.plies {
            first_ply_of.entry(ply.played.to).or_insert(ply.number);
        }
        Self { first_ply_of, last: explanation.plies.len() }
    }

    /// The addition to a reply that leads back to the line: the ply at which the line goes on.
    /// Otherwise empty.
    fn continuation(&self, reply: PositionId) -> String {
        match self.first_ply_of.get(&reply) {
            Some(ply) if ply != &self.last => format!(", then go on at ply\u{a0}{}", ply + 1),
            _ => String::new(),
        }
    }
}

/// The answers to the moves that were not played, without obvious answers and without the next move
/// of the line.
fn notes(words: &dyn Words, (ply, next): (&Ply, Option<&Ply>), back: &WayBack) -> Vec<String> {
    let mut groups: Vec<(String, Vec<String>)> = Vec::new();
    for (step, reply) in deviations(ply, next) {
        let text = format!("{}{}", unbroken(words, step.to, reply), back.continuation(reply.to));
        let target = words.target(ply.from, step);
        match groups.iter_mut().find(|(answer, ..)| *answer == text) {
            Some((_, targets)) => targets.push(target),
            None => groups.push((text, vec![target])),
        }
    }
    groups.into_iter().map(|(answer, targets)| format!("if {}: {answer}", listed(&targets, "or"))).collect()
}

/// The loser's alternatives to a move that need an answer, each with its answer. An obvious loss needs no answer. A move needs none either if the answer is the
/// next move of the line and leads back to the line.
fn deviations(ply: &Ply, next: Option<&Ply>) -> Vec<(Move, Move)> {
    let Judgement { outcome, decided_by, .. } = ply.played.judgement;
    if outcome.score(ply.player) >= 0 || decided_by != JudgedBy::Play {
        return Vec::new(); // a held game has its answers in the holding
    }
    let others = in_order(ply).into_iter().filter(|other| !other.rated.needs_no_answer());
    let answered = others.filter_map(|other| Some((other.rated.step(), other.reply?)));
    answered.filter(|&(_, reply)| next.is_none_or(|next| next.played.step() != reply)).collect()
}
