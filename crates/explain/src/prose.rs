//! The explanation in sentences. Everything said here is read off an [`Explanation`]; the nouns and verbs are the game's.
//!
//! One convention for numbers: a distance beside a move, or said of a move, counts the plies from the position *after* it.

use catmouse_arena::{DecidedBy, Distance, Judgement, Outcome, Value, Words};

use crate::explanation::{Decision, Explanation, Ply, Summary};
use crate::holding::{Answer, Holding};
use crate::line::LineEnd;
use crate::reason::{Alternative, Motive};

/// Who wins and how soon, or why nobody does: the first thing to say about a position.
pub fn headline<W: Words>(summary: &Summary, words: &W) -> String {
    let Summary { judgement, decision, value, adjudication, last, .. } = summary;
    let result = match judgement.outcome {
        Outcome::Win(player) => format!("{} wins", words.player(player)),
        Outcome::Draw => "a draw".to_owned(),
    };
    let limit = adjudication.limit.map_or(0, |limit| limit.distance);
    let end = words.end(*last).map(|end| end.sentence).unwrap_or_default();
    capitalised(&match (decision, judgement.distance, *value) {
        (_, Some(0), _) => format!("{result}: {end}."),
        (Decision::Stalemate, Some(distance), _) => format!("{result} in {}: {end}.", plies(distance)),
        (_, Some(distance), _) => format!("{result} in {}.", plies(distance)),
        (Decision::Limit, None, Value::Win { player, distance }) => format!(
            "{result}: {} could force the end in {}, but the limit is {}.",
            words.player(player),
            plies(distance),
            plies(limit)
        ),
        (Decision::Limit, None, Value::Endless) => format!(
            "{result}: neither side can force an end, and when the limit of {} runs out {}.",
            plies(limit),
            award(judgement.outcome, words)
        ),
        (Decision::Stalemate, None, _) => format!("{result}: {end}, and {}.", endless_is(judgement.outcome, words)),
        (_, None, _) if judgement.outcome == Outcome::Draw => {
            format!("{result}: neither side can force a win, and endless play is a draw.")
        }
        (_, None, _) => {
            format!("{result}: neither side can force an end, and {}.", endless_is(judgement.outcome, words))
        }
    })
}

/// What a move is worth, in a few characters: the plies left after it, `=` for a draw, `–` for an outcome without a forced
/// end.
pub fn mark(judgement: Judgement) -> String {
    match (judgement.distance, judgement.outcome) {
        (Some(distance), _) => distance.to_string(),
        (None, Outcome::Draw) => "=".to_owned(),
        (None, Outcome::Win(_)) => "–".to_owned(),
    }
}

/// Why a move of the line is played, and what every other move would have led to.
pub fn remark<W: Words>(explanation: &Explanation, ply: &Ply, words: &W) -> String {
    let mut clauses = vec![lead(ply, words)];
    let mut rest = groups(ply, words);
    if ply.reason.only && matches!(ply.reason.motive, Motive::Hurries | Motive::Holds) && !rest.is_empty() {
        clauses[0] += ": ";
        clauses[0] += &rest.remove(0);
    }
    clauses.append(&mut rest);
    if let Some(judgement) = ply.reason.zugzwang {
        let mover = words.player(ply.player);
        clauses.push(match judgement.outcome {
            Outcome::Draw => format!("zugzwang: if {mover} could pass, it would be a draw"),
            Outcome::Win(_) => format!("zugzwang: if {mover} could pass, it would win"),
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

/// How the line ends.
pub fn ending<W: Words>(explanation: &Explanation, words: &W) -> String {
    let plies_played = plies(explanation.plies.len() as Distance);
    let outcome = explanation.summary.judgement.outcome;
    let position = words.position(explanation.summary.last);
    let limit = explanation.summary.adjudication.limit.map(|limit| plies(limit.distance));
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
                None => endless_is(outcome, words),
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
            format!("{position} stood {since} already: from here the play repeats {consequence}.")
        }
        (LineEnd::Limit, _) => format!("at {position} the limit of {plies_played} has run out: {awarded}."),
    })
}

/// What a player's holding rests on: the claim, and how narrow the path is. The answers themselves are [`Holding::answers`].
pub fn holding_claim<W: Words>(explanation: &Explanation, holding: &Holding, words: &W) -> String {
    let holder = words.player(holding.player);
    let opponent = words.player(holding.player.opponent());
    let task = words.task(holding.player);
    let claim = match (explanation.summary.judgement.outcome, explanation.summary.decision) {
        (Outcome::Draw, _) => format!("how {holder} {task} and so holds the draw"),
        (Outcome::Win(_), Decision::Limit) => format!("how {holder} {task} until the limit runs out"),
        (Outcome::Win(_), _) => format!("how {holder} {task} for ever"),
    };
    let set = match holding.positions {
        1 => format!("no position can arise but this one, and here {opponent} has no winning move"),
        count => format!("only {count} positions can arise, and in none of them has {opponent} a winning move"),
    };
    let blunders = match holding.blunders {
        0 => String::new(),
        1 => format!(" (one move of {opponent} there even loses)"),
        count => format!(" ({count} moves of {opponent} there even lose)"),
    };
    let forced = holding.answers.iter().filter(|answer| answer.forced).count();
    let tight = holding.answers.iter().filter(|answer| answer.threat.is_some()).count();
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
    format!("{}: with the answers below, whatever {opponent} does, {set}{blunders}.{narrow}", capitalised(&claim))
}

/// One answer of a holding: `M3 C5: M 3→4 only, or the Cat wins in 2`; `M3 C5: M 3→4 (not 1)`.
pub fn answer<W: Words>(holding: &Holding, answer: &Answer, words: &W) -> String {
    let opponent = words.player(holding.player.opponent());
    let avoided: Vec<String> = answer.losing.iter().map(|&to| words.target(answer.position, to)).collect();
    let otherwise = match answer.threat {
        None => String::new(),
        Some(_) if !answer.forced => format!(" (not {})", list(&avoided, "or")),
        Some(0) => format!(" only, or {opponent} wins at once"),
        Some(distance) => format!(" only, or {opponent} wins in {distance}"),
    };
    format!("{}: {}{otherwise}", words.placement(answer.position), words.step(answer.position, answer.to))
}

/// The beginning of a remark.
fn lead<W: Words>(ply: &Ply, words: &W) -> String {
    let reached = ply.played.judgement;
    let equally_good = ply.others.iter().filter(|other| other.rated.best).count();
    let mut text = match ply.reason.motive {
        Motive::Finishes => words.end(ply.played.to).map_or_else(|| "wins".to_owned(), |end| end.winning_move),
        Motive::OnlyMove => match (reached.distance, words.end(ply.played.to)) {
            (Some(0), Some(end)) => format!("the only move, and it {}", end.losing_move),
            _ => "the only move".to_owned(),
        },
        Motive::Hurries if ply.reason.only => "the only winning move".to_owned(),
        Motive::Hurries if equally_good == 0 => "the fastest win".to_owned(),
        Motive::Hurries => "wins, and nothing wins faster".to_owned(),
        Motive::Holds => {
            let what = if reached.outcome == Outcome::Draw { "the draw" } else { "the win" };
            if ply.reason.only { format!("the only move that holds {what}") } else { format!("holds {what}") }
        }
        Motive::Delays if reached.decided_by != DecidedBy::Play => match reached.decided_by {
            DecidedBy::Limit => "cannot win in time, but plays on".to_owned(),
            _ => "cannot force a win, but plays on".to_owned(),
        },
        Motive::Delays if reached.distance == Some(0) => {
            words.end(ply.played.to).map_or_else(|| "loses".to_owned(), |end| end.losing_move)
        }
        Motive::Delays if equally_good == ply.others.len() => "nothing is better".to_owned(),
        Motive::Delays if equally_good == 0 => "the longest defence".to_owned(),
        Motive::Delays => "no defence is longer".to_owned(),
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
    TooLate(Distance),
    WinsWithoutForce,
    OnlyDraws,
    HoldsToo,
    PlaysOnToo,
    LosesToo(Distance),
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
    match (score, rated.distance) {
        (1, Some(distance)) if played.distance == Some(distance) => {
            debug_assert!(reached == 1);
            Fate::AsGood
        }
        (1, Some(distance)) => Fate::Slower(distance),
        (1, None) if played.distance.is_some() => Fate::WinsWithoutForce,
        (_, None) if score < reached && own_win => Fate::TooLate(other.rated.value.distance().unwrap_or(0)),
        (1 | 0, None) if score == reached => Fate::HoldsToo,
        (0, None) => Fate::OnlyDraws,
        (_, None) if score == reached => Fate::PlaysOnToo,
        (_, None) if rated.decided_by == DecidedBy::Limit => Fate::OpponentWinsByLimit,
        (_, None) => Fate::OpponentWinsEndless,
        (_, Some(0)) => Fate::Blunders(words.end(other.rated.to).map(|end| end.losing_move).unwrap_or_default()),
        (_, Some(distance)) if score == reached && played.distance == Some(distance) => Fate::LosesToo(distance),
        (_, Some(distance)) if score == reached => Fate::Loses(distance),
        (_, Some(distance)) => Fate::OpponentWins(distance),
    }
}

/// The moves not played, those with one fate together, best first.
fn groups<W: Words>(ply: &Ply, words: &W) -> Vec<String> {
    let mut groups: Vec<(Fate, Vec<&Alternative>)> = Vec::new();
    for other in &ply.others {
        let fate = fate(ply, other, words);
        match groups.last_mut() {
            Some((last, members)) if *last == fate => members.push(other),
            _ => groups.push((fate, vec![other])),
        }
    }
    groups.iter().map(|(fate, members)| group(ply, fate, members, words)).collect()
}

fn group<W: Words>(ply: &Ply, fate: &Fate, members: &[&Alternative], words: &W) -> String {
    let targets: Vec<String> = members.iter().map(|member| words.target(ply.from, member.rated.to)).collect();
    let one = targets.len() == 1;
    let all = list(&targets, "and");
    let either = list(&targets, "or");
    let does = |singular: &str, plural: &str| format!("{all} {}", if one { singular } else { plural });
    let opponent = words.player(ply.player.opponent());
    let finishes = ply.reason.motive == Motive::Finishes;
    // The answers that prove the claim: one if it serves against every move of the group, else one for each of a few.
    let mut answers: Vec<String> =
        members.iter().filter_map(|member| member.reply.map(|reply| words.step(member.rated.to, reply))).collect();
    answers.dedup();
    let proof = match answers.len() {
        1..=3 => format!(" ({})", answers.join(", ")),
        _ => String::new(),
    };
    match fate {
        Fate::AsGood if finishes => does("does so too", "do so too"),
        Fate::AsGood => does("is as fast", "are as fast"),
        Fate::Slower(distance) => format!("{} {distance}", does("takes", "take")),
        Fate::TooLate(distance) => format!("{} {distance}, past the limit", does("would win in", "would win in")),
        Fate::WinsWithoutForce => does("wins too, but forces no end", "win too, but force no end"),
        Fate::OnlyDraws => does("only draws", "only draw"),
        Fate::HoldsToo => does("holds as well", "hold as well"),
        Fate::PlaysOnToo => does("plays on as well", "play on as well"),
        Fate::LosesToo(distance) => format!("{} {distance} as well{proof}", does("loses in", "lose in")),
        Fate::Loses(distance) => format!("{} {distance}{proof}", does("loses in", "lose in")),
        Fate::Blunders(phrase) if one => format!("{all} {phrase}"),
        Fate::Blunders(phrase) => format!("each of {all} {phrase}"),
        Fate::OpponentWins(distance) => format!("after {either} {opponent} wins in {distance}{proof}"),
        Fate::OpponentWinsByLimit => format!("after {either} {opponent} wins by the limit"),
        Fate::OpponentWinsEndless => format!("after {either} {opponent} wins, though by no forced end"),
    }
}

/// What endless play is worth: "endless play is the Cat's".
fn endless_is<W: Words>(outcome: Outcome, words: &W) -> String {
    match outcome {
        Outcome::Draw => "endless play is a draw".to_owned(),
        Outcome::Win(player) => format!("endless play is a win for {}", words.player(player)),
    }
}

/// "the Cat wins", "the game is a draw".
fn award<W: Words>(outcome: Outcome, words: &W) -> String {
    match outcome {
        Outcome::Draw => "the game is a draw".to_owned(),
        Outcome::Win(player) => format!("{} wins", words.player(player)),
    }
}

fn plies(count: Distance) -> String {
    if count == 1 { "1 ply".to_owned() } else { format!("{count} plies") }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// `a, b and c`; three or more numbers in a row become `4–9`.
fn list(items: &[String], conjunction: &str) -> String {
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
    match shown.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} {conjunction} {last}", before.join(", ")),
        _ => shown.concat(),
    }
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
    fn lists_read_like_prose() {
        check(&["3"], "3");
        check(&["3", "4"], "3 and 4");
        check(&["3", "5", "staying"], "3, 5 and staying");
        check(&["1", "4", "5", "6", "7", "9"], "1, 4–7 and 9");
        check(&["4", "5", "6"], "4–6");
        check(&["(0,1)", "(0,2)", "(0,3)"], "(0,1), (0,2) and (0,3)");
    }
}
