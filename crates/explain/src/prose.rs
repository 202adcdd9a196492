//! The explanation in sentences. Everything said here is read off an [`Explanation`]; the nouns and verbs are the
//! game's.
//!
//! One convention for numbers: a distance beside a move counts the plies from the position *after* it.
//! Where moves have costs it is the cost of the move and of all that follow.

mod claims;
mod folded;
mod strategy;
mod table;
mod verdicts;

use std::collections::BTreeSet;

use catmouse_arena::{DecidedBy, Distance, Measure, Outcome, Player, PositionId, Value, Words, listed};

use crate::explanation::{Decision, Explanation, Ply, Summary};
use crate::holding::{Answer, Holding};
use crate::line::LineEnd;
use crate::moves::RatedMove;
use crate::reason::{Alternative, Motive};

pub use claims::{claim, story, story_beside};
pub use folded::{Folded, Replies, folded, run_plies};
pub use strategy::{dot as strategy_dot, rules as strategy_rules, strategy_claim, strategy_mistakes, strategy_table};
pub use table::{Covered, Row, table, table_size};
pub use verdicts::{game_judged, verdict};

/// The opponent's losing moves that a holding names one by one; of more it gives the number.
const BLUNDERS_NAMED: usize = 4;

/// A remark lists at most this many different answers.
const ANSWERS_TOLD: usize = 4;

/// At most this many joint moves of several pieces with the same fate are named; more are counted.
const JOINT_MOVES_NAMED: usize = 3;

/// Who wins and how soon, or why nobody does: the first thing to say about a position.
pub fn headline<W: Words>(summary: &Summary, words: &W) -> String {
    let Summary { judgement, decision, value, adjudication, last, .. } = summary;
    let result = match judgement.outcome {
        Outcome::Win(player) => format!("{} wins", words.player(player)),
        Outcome::Draw => "a draw".to_owned(),
    };
    let limit = adjudication.limit.map_or(0, |limit| limit.distance);
    let end = || words.end(*last).map(|end| end.sentence).unwrap_or_default();
    let amount = |count| amount(words.measure(), count);
    let forced = |distance| match words.measure() {
        Measure::Plies => format!("in {}", plies(distance)),
        Measure::Cost => format!("at cost {distance}, in {}", plies(summary.plies as Distance)),
    };
    capitalised(&match (decision, judgement.distance, *value) {
        (_, Some(0), _) => format!("{result}: {}.", end()),
        (Decision::Stalemate, Some(distance), _) => format!("{result} {}: {}.", forced(distance), end()),
        (_, Some(distance), _) => format!("{result} {}.", forced(distance)),
        (Decision::Play | Decision::Stalemate, None, Value::Win { .. }) => format!("{result} by force."),
        (Decision::Limit, None, _) if !summary.has_distances => format!(
            "{result}: neither side can force an end within the limit of {}, and then {}.",
            amount(limit),
            award(judgement.outcome, words)
        ),
        (Decision::Limit, None, Value::Win { player, distance }) => {
            let but = if judgement.outcome == Outcome::Win(player) { "and" } else { "but" };
            format!(
                "{result} by the limit of {}: {} could force the end {}, {but} not sooner.",
                amount(limit),
                words.player(player),
                match words.measure() {
                    Measure::Plies => format!("in {}", plies(distance)),
                    Measure::Cost => format!("at cost {distance}"),
                }
            )
        }
        (Decision::Limit, None, Value::Endless) => format!(
            "{result}: neither side can force an end, and when the limit of {} runs out {}.",
            amount(limit),
            award(judgement.outcome, words)
        ),
        (Decision::Stalemate, None, _) => {
            format!("{result}: {}, and {}.", end(), standing_still_is(judgement.outcome, words))
        }
        (_, None, _) if judgement.outcome == Outcome::Draw => {
            format!("{result}: neither side can force a win, and endless play is a draw.")
        }
        (_, None, _) => {
            format!("{result}: neither side can force an end, and {}.", endless_is(judgement.outcome, words))
        }
    })
}

/// What a move is worth, in a few characters: the plies left after it (or the cost, its own included), `=` for a draw, `–`
/// for an outcome without a forced end; empty for a forced win whose distance is unknown.
pub fn mark(rated: &RatedMove, measure: Measure) -> String {
    match (rated.told(measure), rated.judgement.outcome, rated.judgement.decided_by) {
        (Some(told), ..) => told.to_string(),
        (None, Outcome::Draw, _) => "=".to_owned(),
        (None, Outcome::Win(_), DecidedBy::Play) => String::new(),
        (None, Outcome::Win(_), _) => "–".to_owned(),
    }
}

/// Why a move of the line is played, and what every other move would have led to.
pub fn remark<W: Words>(explanation: &Explanation, ply: &Ply, words: &W) -> String {
    remark_on(explanation, ply, words, Others::All)
}

/// As [`remark`], shorter: beside a move that wins at once, other wins are omitted; if more than three joint moves of a team win
/// later, they are only counted.
pub fn remark_briefly<W: Words>(explanation: &Explanation, ply: &Ply, words: &W) -> String {
    remark_on(explanation, ply, words, Others::Useful)
}

/// Of which moves that were not played something is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Others {
    All,
    Useful,
}

fn remark_on<W: Words>(explanation: &Explanation, ply: &Ply, words: &W, others: Others) -> String {
    let mut clauses = vec![lead(ply, words)];
    let mut rest = groups(ply, words, others);
    if ply.reason.only && matches!(ply.reason.motive, Motive::Hurries | Motive::Holds) && !rest.is_empty() {
        clauses[0] += ": ";
        clauses[0] += &rest.remove(0);
    }
    clauses.append(&mut rest);
    if let Some(judgement) = ply.reason.zugzwang {
        let mover = words.player(ply.player);
        let earlier = explanation.plies.iter().take(ply.number - 1);
        // The word is explained where it comes first.
        let is_known = earlier.filter(|earlier| earlier.player == ply.player).any(|ply| ply.reason.zugzwang.is_some());
        let would = match (judgement.outcome, judgement.distance) {
            (Outcome::Draw, _) => "it would be a draw".to_owned(),
            (Outcome::Win(_), Some(distance)) => format!("it would win {}", short(words.measure(), distance)),
            (Outcome::Win(_), None) => "it would win".to_owned(),
        };
        clauses.push(match (is_known, judgement.outcome) {
            (false, _) => {
                format!("having to move hurts here (zugzwang): if {mover} could leave everything as it stands, {would}")
            }
            (true, Outcome::Draw) => "zugzwang again".to_owned(),
            (true, Outcome::Win(_)) => format!("zugzwang again: else {would}"),
        });
    }
    if let (LineEnd::Repetition { first_ply }, true) = (explanation.summary.end, ply.number == explanation.plies.len())
    {
        clauses.push(match first_ply {
            0 => "this brings back the starting position".to_owned(),
            _ => format!("this brings back the position after ply {first_ply}"),
        });
    }
    clauses.join("; ")
}

/// Whether the remarks on the line have the winner's answer to every other move of the loser, but where a move wins at once.
pub fn remarks_answer_all<W: Words>(explanation: &Explanation, words: &W) -> bool {
    let winner = explanation.summary.judgement.outcome.winner();
    explanation.plies.iter().filter(|ply| Some(ply.player.opponent()) == winner).all(|ply| {
        let groups = ply.others.chunk_by(|one, other| fate(ply, one, words) == fate(ply, other, words));
        let is_joint = words.piece_moves(ply.from, ply.played.to).len() > 1;
        groups.into_iter().all(|group| {
            let answers: BTreeSet<String> =
                group.iter().filter_map(|other| Some(words.step(other.rated.to, other.reply?))).collect();
            let at_sight = group.iter().all(|other| other.rated.value.distance().is_some_and(|distance| distance <= 1));
            at_sight || answers.len() <= ANSWERS_TOLD && !(is_joint && group.len() > JOINT_MOVES_NAMED)
        })
    })
}

/// How the line ends.
pub fn ending<W: Words>(explanation: &Explanation, words: &W) -> String {
    let plies_played = plies(explanation.plies.len() as Distance);
    let outcome = explanation.summary.judgement.outcome;
    let position = standing(explanation.summary.last, words);
    let limit = explanation.summary.adjudication.limit.map(|limit| amount(words.measure(), limit.distance));
    let awarded = award(outcome, words);
    capitalised(&match (explanation.summary.end, limit) {
        (LineEnd::Over, _) => {
            let end = words.end(explanation.summary.last).map(|end| end.sentence).unwrap_or_default();
            format!("{end}, after {plies_played}.")
        }
        (LineEnd::Stuck, limit) => {
            let end = words.end(explanation.summary.last).map(|end| end.sentence).unwrap_or_default();
            let consequence = match limit {
                Some(limit) => format!("when the limit of {limit} runs out {awarded}"),
                None => standing_still_is(outcome, words),
            };
            format!("{end}, after {plies_played}: {consequence}.")
        }
        (LineEnd::Repetition { first_ply }, limit) => {
            let since = match first_ply {
                0 => "at the start".to_owned(),
                _ => format!("after ply {first_ply}"),
            };
            let consequence = match limit {
                Some(limit) => format!("until the limit of {limit} runs out and {awarded}"),
                None => format!("for ever, and {}", endless_is(outcome, words)),
            };
            let mover = explanation.plies.get(first_ply).map_or_else(String::new, |ply| words.player(ply.player));
            format!(
                "{position}, with {mover} to move, stood {since} already: from here the play repeats {consequence}."
            )
        }
        (LineEnd::Limit, _) if words.measure() == Measure::Cost => {
            format!("with {position} the next move would cost more than is left of the limit: {awarded}.")
        }
        (LineEnd::Limit, _) if explanation.plies.is_empty() => format!("the limit has run out: {awarded}."),
        (LineEnd::Limit, _) => format!("with {position} the limit of {plies_played} has run out: {awarded}."),
    })
}

/// Where all pieces stand: "M9 C2"; the position as a whole in games whose pieces belong to neither player.
fn standing<W: Words>(position: PositionId, words: &W) -> String {
    let [one, two] = Player::BOTH.map(|player| words.placement(position, player));
    if one == two { words.position(position) } else { format!("{one} {two}") }
}

/// What a player's holding rests on: the claim, and how narrow the path is. The answers themselves are
/// [`Holding::answers`].
pub fn holding_claim<W: Words>(explanation: &Explanation, holding: &Holding, words: &W) -> String {
    let holder = words.player(holding.player);
    let opponent = words.player(holding.player.opponent());
    let task = words.task(holding.player);
    let claim = match (explanation.summary.judgement.outcome, explanation.summary.decision) {
        (Outcome::Draw, _) => format!("how {holder} {task} and so holds the draw"),
        (Outcome::Win(_), Decision::Limit) => format!("how {holder} {task} until the limit runs out"),
        (Outcome::Win(_), _) => format!("how {holder} {task} for ever"),
    };
    let set = match holding.trap.len() {
        1 => format!("no position can arise but this one, and {opponent} has no winning move in it"),
        count => format!("only {count} positions can arise, and {opponent} has no winning move in any of them"),
    };
    let proviso = match &holding.blunders[..] {
        [] => String::new(),
        blunders if blunders.len() <= BLUNDERS_NAMED => {
            let named: Vec<String> = blunders
                .iter()
                .map(|&(from, to)| {
                    let against = words.placement(from, holding.player);
                    format!("{} against {against}", words.step(from, to))
                })
                .collect();
            format!(" short of losing by {}", list(&named, "or"))
        }
        blunders => format!(" short of {} moves that lose", blunders.len()),
    };
    let forced = holding.answers.iter().filter(|answer| answer.forced).count();
    let tight = holding.answers.iter().filter(|answer| !answer.losing.is_empty()).count();
    let all = holding.answers.len();
    let narrow = match (forced, tight) {
        (_, 0) => String::new(),
        (0, tight) => format!(" At {tight} of the {all} where {holder} is to move, some other move loses."),
        (forced, _) if forced == all => format!(" Wherever {holder} is to move there, only the answer given holds."),
        (forced, tight) => {
            let more = match tight - forced {
                0 => String::new(),
                more => format!("; at {more} more, some other move loses"),
            };
            format!(" At {forced} of the {all} where {holder} is to move, only the answer given holds{more}.")
        }
    };
    format!("{}: with the answers below, whatever {opponent} does{proviso}, {set}.{narrow}", capitalised(&claim))
}

/// What to play against what, for each answer of a holding: `M3: C 2→5 only (4 loses in 3)`. Answers that are the same
/// move against several placements, and may be any other as well, are told together.
pub fn answers<W: Words>(holding: &Holding, words: &W) -> Vec<String> {
    // In the order of where the holder stands, then the opponent, so that an answer is found.
    let mut answers: Vec<&Answer> = holding.answers.iter().collect();
    answers.sort_by_cached_key(|answer| {
        [holding.player, holding.player.opponent()].map(|player| words.places(answer.position, player))
    });
    let mut told: Vec<(Vec<String>, String)> = Vec::new();
    for answer in answers {
        let against = words.placement(answer.position, holding.player.opponent());
        let move_told = format!("{}{}", words.step(answer.position, answer.to), caution(answer, words));
        match told.iter_mut().find(|(_, known)| *known == move_told) {
            Some((placements, _)) => placements.push(against),
            None => told.push((vec![against], move_told)),
        }
    }
    told.into_iter().map(|(placements, move_told)| format!("{}: {move_told}", list(&placements, "or"))).collect()
}

/// Which moves lose instead of an answer, and how soon.
fn caution<W: Words>(answer: &Answer, words: &W) -> String {
    let mut losses: Vec<(Distance, Vec<String>)> = Vec::new();
    for &(to, distance) in &answer.losing {
        let target = words.target(answer.position, to);
        match losses.iter_mut().find(|(known, _)| *known == distance) {
            Some((_, targets)) => targets.push(target),
            None => losses.push((distance, vec![target])),
        }
    }
    let told: Vec<String> = losses
        .iter()
        .map(|(distance, targets)| {
            let loses = if targets.len() == 1 { "loses" } else { "lose" };
            match distance {
                0 => format!("{} {loses} at once", list(targets, "and")),
                _ => format!("{} {loses} {}", list(targets, "and"), short(words.measure(), *distance)),
            }
        })
        .collect();
    match (told.is_empty(), answer.forced) {
        (true, _) => String::new(),
        (false, true) => format!(" only ({})", told.join(", ")),
        (false, false) => format!(" ({})", told.join(", ")),
    }
}

/// Whether every move that was not played loses at sight.
fn obvious(ply: &Ply) -> bool {
    ply.others.iter().all(|other| loses_at_sight(ply.player, other))
}

/// Whether a move that was not played loses at once, or to the opponent's next move.
fn loses_at_sight(mover: Player, other: &Alternative) -> bool {
    let RatedMove { value, .. } = other.rated;
    value.winner() == Some(mover.opponent()) && value.distance().is_some_and(|distance| distance <= 1)
}

/// The beginning of a remark.
fn lead<W: Words>(ply: &Ply, words: &W) -> String {
    let reached = ply.played.judgement;
    let equally_good = ply.others.iter().filter(|other| other.rated.best).count();
    let mut text = match ply.reason.motive {
        Motive::Finishes => {
            let only = if ply.others.is_empty() { "the only move: " } else { "" };
            format!("{only}{}", words.end(ply.played.to).map_or_else(|| "wins".to_owned(), |end| end.winning_move))
        }
        Motive::OnlyMove => match (reached.distance, words.end(ply.played.to)) {
            (Some(0), Some(end)) => format!("the only move, and it {}", end.losing_move),
            _ => "the only move".to_owned(),
        },
        Motive::Hurries if ply.reason.only => "the only winning move".to_owned(),
        Motive::Hurries => match (equally_good, words.measure()) {
            (0, Measure::Plies) => "the fastest win".to_owned(),
            (0, Measure::Cost) => "the cheapest win".to_owned(),
            (_, Measure::Plies) => "as fast as any win".to_owned(),
            (_, Measure::Cost) => "as cheap as any win".to_owned(),
        },
        Motive::Holds => {
            let what = if reached.outcome == Outcome::Draw { "the draw" } else { "the win" };
            if ply.reason.only { format!("the only move that holds {what}") } else { format!("holds {what}") }
        }
        Motive::Delays if reached.decided_by == DecidedBy::Endless => "cannot force a win, but plays on".to_owned(),
        Motive::Delays if reached.decided_by == DecidedBy::Limit => match ply.played.value {
            Value::Win { player, distance } if player == ply.player => {
                format!(
                    "would win {}, past the limit",
                    short(words.measure(), ply.played.counted(words.measure(), distance))
                )
            }
            _ => "cannot force a win before the limit, but plays on".to_owned(),
        },
        Motive::Delays if reached.distance == Some(0) => {
            words.end(ply.played.to).map_or_else(|| "loses".to_owned(), |end| end.losing_move)
        }
        Motive::Delays => match (equally_good, words.measure()) {
            (0, Measure::Plies) => "the longest defence".to_owned(),
            (0, Measure::Cost) => "the dearest defence".to_owned(),
            (_, Measure::Plies) => "as long as any defence".to_owned(),
            (_, Measure::Cost) => "as dear as any defence".to_owned(),
        },
    };
    if let Some(oddity) = &ply.reason.oddity {
        text += ", ";
        text += oddity;
    }
    text
}

/// What a move that was not played would have led to, as far as it differs in words.
#[derive(Clone, PartialEq, Eq)]
enum Fate {
    AsGood,
    Slower(Distance),
    /// `Slower` by any amount: stands for many joint moves.
    Later,
    TooLate(Distance),
    WinsWithoutForce,
    OnlyDraws,
    HoldsToo,
    PlaysOnToo,
    LosesToo,
    Loses(Distance),
    Blunders(String),
    OpponentWins(Distance),
    OpponentWinsByLimit,
    OpponentWinsEndless,
}

fn fate<W: Words>(ply: &Ply, other: &Alternative, words: &W) -> Fate {
    let (played, rated) = (ply.played.judgement, other.rated.judgement);
    let (reached, score) = (played.outcome.score(ply.player), rated.outcome.score(ply.player));
    let own_win = other.rated.value.winner() == Some(ply.player);
    let told = |rated: &RatedMove, distance| rated.counted(words.measure(), distance);
    let as_far = |distance| ply.played.told(words.measure()) == Some(told(&other.rated, distance));
    match (score, rated.distance) {
        (1, Some(distance)) if as_far(distance) => {
            debug_assert!(reached == 1);
            Fate::AsGood
        }
        (1, Some(distance)) => Fate::Slower(told(&other.rated, distance)),
        (1, None) if played.distance.is_some() => Fate::WinsWithoutForce,
        (_, None) if score < reached && own_win => {
            Fate::TooLate(told(&other.rated, other.rated.value.distance().unwrap_or(0)))
        }
        (1 | 0, None) if score == reached => Fate::HoldsToo,
        (0, None) => Fate::OnlyDraws,
        (_, None) if score == reached => Fate::PlaysOnToo,
        (_, None) if rated.decided_by == DecidedBy::Limit => Fate::OpponentWinsByLimit,
        (_, None) => Fate::OpponentWinsEndless,
        (_, Some(0)) => Fate::Blunders(words.end(other.rated.to).map(|end| end.losing_move).unwrap_or_default()),
        (_, Some(distance)) if score == reached && as_far(distance) => Fate::LosesToo,
        (_, Some(distance)) if score == reached => Fate::Loses(told(&other.rated, distance)),
        (_, Some(distance)) => Fate::OpponentWins(told(&other.rated, distance)),
    }
}

/// The moves not played, those with one fate together, best first.
fn groups<W: Words>(ply: &Ply, words: &W, others: Others) -> Vec<String> {
    let mut groups: Vec<(Fate, Vec<&Alternative>)> = Vec::new();
    let is_brief = others == Others::Useful;
    let finishes = ply.reason.motive == Motive::Finishes;
    let later = |fate: &Fate| matches!(fate, Fate::Slower(_));
    let fates = || ply.others.iter().map(|other| (other, fate(ply, other, words)));
    let slower = fates().filter(|(_, fate)| later(fate)).count();
    let are_many = words.piece_moves(ply.from, ply.played.to).len() > 1 && slower > JOINT_MOVES_NAMED;
    for (other, mut fate) in fates() {
        if is_brief && finishes && (later(&fate) || matches!(fate, Fate::AsGood | Fate::WinsWithoutForce)) {
            continue;
        }
        if is_brief && are_many && later(&fate) {
            fate = Fate::Later;
        }
        match groups.last_mut() {
            Some((last, members)) if *last == fate => members.push(other),
            _ => groups.push((fate, vec![other])),
        }
    }
    groups.iter().map(|(fate, members)| group(ply, fate, members, words)).collect()
}

fn group<W: Words>(ply: &Ply, fate: &Fate, members: &[&Alternative], words: &W) -> String {
    // Moves with one answer stand together. The answer that proves the claim stands behind it if there is one for all
    // moves, else behind its own moves.
    let mut answered: Vec<(String, Vec<String>)> = Vec::new();
    for member in members {
        let target = words.target(ply.from, member.rated.to);
        let answer =
            member.reply.map_or_else(String::new, |reply| format!(" ({})", words.step(member.rated.to, reply)));
        match answered.iter_mut().find(|(known, _)| *known == answer) {
            Some((_, targets)) => targets.push(target),
            None => answered.push((answer, vec![target])),
        }
    }
    let targets: Vec<String> = members.iter().map(|member| words.target(ply.from, member.rated.to)).collect();
    let one = members.len() == 1;
    // The many joint moves of several pieces teach nothing one by one.
    if words.piece_moves(ply.from, ply.played.to).len() > 1 && members.len() > JOINT_MOVES_NAMED {
        return counted(ply, fate, members.len(), words);
    }
    let does =
        |singular: &str, plural: &str| format!("{} {}", list(&targets, "and"), if one { singular } else { plural });
    let (proven, proof) = match &answered[..] {
        [(answer, _)] => (targets.clone(), answer.clone()),
        few if few.len() <= ANSWERS_TOLD => {
            (few.iter().map(|(answer, targets)| list(targets, "and") + answer).collect(), String::new())
        }
        _ => (targets.clone(), String::new()),
    };
    let proven_does =
        |singular: &str, plural: &str| format!("{} {}", list(&proven, "and"), if one { singular } else { plural });
    let opponent = words.player(ply.player.opponent());
    let finishes = ply.reason.motive == Motive::Finishes;
    match fate {
        Fate::AsGood if finishes => does("does so too", "do so too"),
        Fate::AsGood => match words.measure() {
            Measure::Plies => does("is as fast", "are as fast"),
            Measure::Cost => does("is as cheap", "are as cheap"),
        },
        Fate::Slower(distance) => match words.measure() {
            Measure::Plies => format!("{} {distance}", does("takes", "take")),
            Measure::Cost => format!("{} {distance}", does("costs", "cost")),
        },
        Fate::Later => does("takes longer", "take longer"),
        Fate::TooLate(distance) => {
            format!("{} {}, past the limit", does("would win", "would win"), short(words.measure(), *distance))
        }
        Fate::WinsWithoutForce => does("wins too, but forces no end", "win too, but force no end"),
        Fate::OnlyDraws => does("only draws", "only draw"),
        Fate::HoldsToo => does("holds as well", "hold as well"),
        Fate::PlaysOnToo => does("plays on as well", "play on as well"),
        Fate::LosesToo => match words.measure() {
            Measure::Plies => proven_does("is as long", "are as long") + &proof,
            Measure::Cost => proven_does("is as dear", "are as dear") + &proof,
        },
        Fate::Loses(distance) => {
            format!("{} {}{proof}", proven_does("loses", "lose"), short(words.measure(), *distance))
        }
        Fate::Blunders(phrase) if one => format!("{} {phrase}", list(&targets, "and")),
        Fate::Blunders(phrase) => format!("each of {} {phrase}", list(&targets, "and")),
        Fate::OpponentWins(distance) => {
            let soon = short(words.measure(), *distance);
            format!("after {} {opponent} wins {soon}{proof}", list(&proven, "or"))
        }
        Fate::OpponentWinsByLimit => format!("after {} {opponent} wins by the limit", list(&targets, "or")),
        Fate::OpponentWinsEndless => format!("after {} {opponent} wins, though by no forced end", list(&targets, "or")),
    }
}

/// What many moves lead to that are not named.
fn counted<W: Words>(ply: &Ply, fate: &Fate, count: usize, words: &W) -> String {
    let opponent = words.player(ply.player.opponent());
    let measure = words.measure();
    let others = format!("{count} other moves");
    match fate {
        Fate::AsGood | Fate::LosesToo => format!("{others} are as good"),
        Fate::Slower(distance) if measure == Measure::Plies => format!("{others} take {distance}"),
        Fate::Slower(distance) => format!("{others} cost {distance}"),
        Fate::Later if measure == Measure::Plies => format!("{others} take longer"),
        Fate::Later => format!("{others} cost more"),
        Fate::TooLate(distance) => format!("{others} would win {}, past the limit", short(measure, *distance)),
        Fate::WinsWithoutForce => format!("{others} win too, but force no end"),
        Fate::OnlyDraws => format!("{others} only draw"),
        Fate::HoldsToo => format!("{others} hold as well"),
        Fate::PlaysOnToo => format!("{others} play on as well"),
        Fate::Loses(distance) => format!("{others} lose {}", short(measure, *distance)),
        Fate::Blunders(_) => format!("{others} lose at once"),
        Fate::OpponentWins(distance) => format!("after {others} {opponent} wins {}", short(measure, *distance)),
        Fate::OpponentWinsByLimit => format!("after {others} {opponent} wins by the limit"),
        Fate::OpponentWinsEndless => format!("after {others} {opponent} wins, though by no forced end"),
    }
}

/// What endless play is worth: "endless play is a win for the Cat".
fn endless_is<W: Words>(outcome: Outcome, words: &W) -> String {
    match outcome {
        Outcome::Draw => "endless play is a draw".to_owned(),
        Outcome::Win(player) => format!("endless play is a win for {}", words.player(player)),
    }
}

/// Why play that has stopped has this outcome: it counts as endless play; for a draw "nobody wins" says enough.
fn standing_still_is<W: Words>(outcome: Outcome, words: &W) -> String {
    match outcome {
        Outcome::Draw => "nobody wins".to_owned(),
        Outcome::Win(_) => endless_is(outcome, words),
    }
}

/// "the Cat wins", "the game is a draw".
fn award<W: Words>(outcome: Outcome, words: &W) -> String {
    match outcome {
        Outcome::Draw => "the game is a draw".to_owned(),
        Outcome::Win(player) => format!("{} wins", words.player(player)),
    }
}

/// "8 plies", "cost 12".
fn amount(measure: Measure, count: Distance) -> String {
    match measure {
        Measure::Plies => plies(count),
        Measure::Cost => format!("cost {count}"),
    }
}

/// How far an end is, where what is counted has been said: "in 3", "at cost 3".
fn short(measure: Measure, count: Distance) -> String {
    match measure {
        Measure::Plies => format!("in {count}"),
        Measure::Cost => format!("at cost {count}"),
    }
}

fn plies(count: Distance) -> String {
    if count == 1 { "1 ply".to_owned() } else { format!("{count} plies") }
}

/// A sentence with its first letter large.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// `a, b and c`; three or more numbers in a row become `4–9`, and of very many only the first are named.
fn list(items: &[String], conjunction: &str) -> String {
    /// More than this nobody reads.
    const MOST: usize = 12;
    let mut shown: Vec<String> = Vec::new();
    let mut rest = items;
    while let [first, ..] = rest {
        let run = run_length(rest);
        if run >= 3 {
            shown.push(format!("{first}–{}", rest[run - 1]));
            rest = &rest[run..];
        } else {
            shown.push(first.clone());
            rest = &rest[1..];
        }
    }
    if shown.len() > MOST {
        let more = shown.len() - (MOST - 2);
        return format!("{} {conjunction} {more} more", shown[..MOST - 2].join(", "));
    }
    listed(&shown, conjunction)
}

/// A walk from place to place: `2→3→11→8`. Five numbers or cells in a row or more become `3→…→49`, staying becomes `4
/// (×3)`, and going to and fro `4→7 (×5)`; a long walk may break into lines.
fn walk(names: impl IntoIterator<Item = String>) -> String {
    const IN_A_ROW: usize = 5;
    const UNBROKEN: usize = 20;
    const STAYS: usize = 3;
    let names: Vec<String> = names.into_iter().collect();
    let coordinates: Vec<Option<Vec<i64>>> = names.iter().map(|name| coordinates(name)).collect();
    let step = |index: usize| -> Option<Vec<i64>> {
        let (from, to) = (coordinates[index].as_ref()?, coordinates.get(index + 1)?.as_ref()?);
        let step: Vec<i64> = from.iter().zip(to).map(|(from, to)| to - from).collect();
        let unit = from.len() == to.len() && step.iter().map(|by| by.abs()).sum::<i64>() == 1;
        unit.then_some(step)
    };
    let mut shown: Vec<String> = Vec::new();
    let mut index = 0;
    while index < names.len() {
        let stays = names[index..].iter().take_while(|name| **name == names[index]).count();
        if stays >= STAYS {
            shown.push(format!("{} (×{stays})", names[index]));
            index += stays;
            continue;
        }
        // To and fro: each name is that two before it.
        let back = (index + 2..names.len()).take_while(|&at| names[at] == names[at - 2]).count();
        if back >= 2 * STAYS {
            let turns = 1 + back / 2;
            shown.push(format!("{}→{} (×{turns})", names[index], names[index + 1]));
            index += 2 * turns;
            continue;
        }
        let first = step(index);
        let run = 1 + (index..names.len()).take_while(|&index| first.is_some() && step(index) == first).count();
        if run >= IN_A_ROW {
            shown.extend([names[index].clone(), "…".to_owned(), names[index + run - 1].clone()]);
            index += run;
        } else {
            shown.push(names[index].clone());
            index += 1;
        }
    }
    shown.join(if shown.len() > UNBROKEN { " → " } else { "→" })
}

/// The number of a vertex, or the row and column of a cell; none of what has a name.
fn coordinates(name: &str) -> Option<Vec<i64>> {
    let inner = name.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or(name);
    inner.split(',').map(|number| number.parse().ok()).collect()
}

/// How many of the first items are consecutive numbers.
fn run_length(items: &[String]) -> usize {
    let numbers = items.iter().map_while(|item| item.parse::<u64>().ok());
    let Some(first) = numbers.clone().next() else {
        return 0;
    };
    numbers.zip(first..).take_while(|(number, expected)| number == expected).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(items: &[&str], expect: &str) {
        let items: Vec<String> = items.iter().map(ToString::to_string).collect();
        assert_eq!(list(&items, "and"), expect);
    }

    #[test]
    fn walks_in_a_row_are_short() {
        let told = |names: &[&str]| walk(names.iter().map(ToString::to_string));
        assert_eq!(told(&["2", "5", "2"]), "2→5→2");
        assert_eq!(told(&["1", "3", "4", "5", "6", "7", "0"]), "1→3→…→7→0");
        assert_eq!(told(&["(0,4)", "(0,3)", "(0,2)", "(0,1)", "(0,0)", "(1,0)"]), "(0,4)→…→(0,0)→(1,0)");
        assert_eq!(told(&["4", "4", "4", "4", "4", "4"]), "4 (×6)");
        assert_eq!(told(&["9", "4", "7", "4", "7", "4", "7", "4", "7", "4"]), "9→4→7 (×4)→4");
    }

    #[test]
    fn lists_read_like_prose() {
        check(&["3"], "3");
        check(&["3", "4"], "3 and 4");
        check(&["3", "5", "staying"], "3, 5 and staying");
        check(&["1", "4", "5", "6", "7", "9"], "1, 4–7 and 9");
        check(&["4", "5", "6"], "4–6");
        check(&["(0,1)", "(0,2)", "(0,3)"], "(0,1), (0,2) and (0,3)");
    }
}
