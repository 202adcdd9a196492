//! The explanation in sentences. Each sentence states facts of an [`Explanation`]; the nouns and
//! verbs are those of the game's [`Words`].
//!
//! Numbers follow one convention: a distance next to a move counts the plies from the position
//! *after* the move. If moves have costs, the distance is the cost of the move and of all later
//! moves.

mod folded;
mod lesson;
mod result;
mod strategy;
mod table;
mod verdicts;

use catmouse_arena::{Distance, JudgedBy, Measure, Player, PositionId, Value, WinOrDraw, Words, listed};

use crate::cause::Cause;
use crate::explanation::{Decision, Explanation, Ply, Summary};
use crate::holding::{Holding, HoldingMove};
use crate::law::{Law, Laws};
use crate::line::LineEnd;
use crate::moves::RatedMove;
use crate::reason::{Alternative, Motive};
use crate::sorting::{set, sort_by_places};
use crate::story::{self, Claim, place_or_goal, standing_from};
use crate::strategy::Strategy;
use crate::text::{amount, list, plies, short, standing};
use result::{award, conjunction, endless_is, stuck_play_is};

pub use crate::text::capitalised;

pub use crate::story::Lesson;
pub use result::{headline, par_moves};

pub use lesson::{Taught, lesson};

pub use folded::{FoldedRow, Replies, folded, run_plies};
pub use strategy::{dot as strategy_dot, rules as strategy_rules, strategy_claim, strategy_mistakes, strategy_table};
pub use table::{Coverage, Row, table, table_size};
pub use verdicts::{game_summary, verdict};

/// The greatest number of the opponent's losing moves that a holding names. If there are more, they
/// are counted.
const MAX_NAMED_DEPARTURES: usize = 4;

/// The greatest number of different answers that a remark names.
const MAX_ANSWERS_IN_REMARK: usize = 4;

/// The greatest number of a team's joint moves with the same effect that a remark names. If there
/// are more, they are counted.
const MAX_NAMED_JOINT_MOVES: usize = 3;

/// A claim as a sentence without a full stop.
pub fn claim(claim: &Claim, explanation: &Explanation, words: &dyn Words) -> String {
    story::sentence(claim, explanation, words)
}

/// The story of a game: up to five sentences, the most important claims first. Empty if no claim
/// adds anything to the headline.
pub fn story(claims: &[Claim], explanation: &Explanation, words: &dyn Words) -> Vec<String> {
    story_with_strategies(claims, &[], explanation, words)
}

/// As [`story()`], for a page that also prints `strategies`. With a winning strategy, rules of
/// thumb are omitted. The claim that a player holds without leaving some places is included only if
/// its strategy never leaves them.
pub fn story_with_strategies(
    claims: &[Claim],
    strategies: &[Strategy],
    explanation: &Explanation,
    words: &dyn Words,
) -> Vec<String> {
    story::sentences(claims, strategies, explanation, words).into_iter().map(|(_, sentence)| sentence).collect()
}

/// The part of the rule that decides at the start of the explanation, for the player to move there.
/// `None` if the player has no rule.
pub fn rule_here(claims: &[Claim], explanation: &Explanation, words: &dyn Words) -> Option<String> {
    story::rule_here(claims, explanation, words)
}

/// The kinds of the claims in the sentences of [`story_with_strategies`].
pub fn kinds_told(
    claims: &[Claim],
    strategies: &[Strategy],
    explanation: &Explanation,
    words: &dyn Words,
) -> Vec<&'static str> {
    story::sentences(claims, strategies, explanation, words).into_iter().map(|(kind, _)| kind).collect()
}

/// The laws of a game as sentences; those with `turn` to move are first. If there are none, one
/// sentence that states this.
pub fn laws(laws: &Laws, words: &dyn Words, start: PositionId, turn: Player) -> Vec<String> {
    if laws.all().is_empty() {
        let nothing = if laws.are_cut_off {
            "No law is told: the limit cuts some wins off, so who wins depends on the plies played before."
        } else {
            "No law of at most three conditions was found."
        };
        return vec![nothing.to_owned()];
    }
    laws.in_turn(turn).map(|law| capitalised(&story::law_claim(law, laws, words, start)) + ".").collect()
}

/// One of the laws as a claim, without a full stop. Placements are named as at `start`.
pub fn law_claim(law: &Law, laws: &Laws, words: &dyn Words, start: PositionId) -> String {
    story::law_claim(law, laws, words, start)
}

/// The law with which a story begins, for a game with this summary and this player to move at the
/// start. In a draw, up to two laws. Empty if there are none.
pub fn law(laws: &Laws, words: &dyn Words, summary: &Summary, turn: Player) -> Vec<String> {
    let sentences = story::law_sentences(laws, words, summary, turn);
    sentences.iter().map(|sentence| capitalised(sentence) + ".").collect()
}

/// The worth of a move in a few characters: the plies left after the move, or the cost including
/// its own. A draw is `=`, an outcome without a forced end is `–`, and a forced win with an unknown
/// distance is empty.
pub fn mark(rated: &RatedMove, measure: Measure) -> String {
    match (rated.distance_in(measure), rated.judgement.outcome, rated.judgement.decided_by) {
        (Some(distance), ..) => distance.to_string(),
        (None, WinOrDraw::Draw, _) => "=".to_owned(),
        (None, WinOrDraw::Win(_), JudgedBy::Play) => String::new(),
        (None, WinOrDraw::Win(_), _) => "–".to_owned(),
    }
}

/// The reason for a move of the line, and the result of every other move.
pub fn remark(explanation: &Explanation, ply: &Ply, words: &dyn Words) -> String {
    remark_on(explanation, ply, words, Others::All)
}

/// As [`remark`], but shorter, and empty if nothing is worth saying: it omits how fast the move wins
/// or loses, slower wins, and obvious losses. For a move that wins at once, it omits all others.
pub fn remark_briefly(explanation: &Explanation, ply: &Ply, words: &dyn Words) -> String {
    remark_on(explanation, ply, words, Others::Useful)
}

/// Which of the moves not played a remark mentions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Others {
    All,
    Useful,
}

fn remark_on(explanation: &Explanation, ply: &Ply, words: &dyn Words, others: Others) -> String {
    let mut clauses = clauses(ply, words, others);
    // Below the line, its end says so again.
    let is_last = others == Others::All && ply.number == explanation.plies.len();
    if let (LineEnd::Repetition { first_ply }, true) = (explanation.summary.end, is_last) {
        clauses.push(match first_ply {
            0 => "this brings back the starting position".to_owned(),
            _ => format!("this brings back the position after ply {first_ply}"),
        });
    }
    clauses.join("; ")
}

/// Whether [`remark_briefly`] omits a move because it is a slower win or an obvious loss.
pub fn remark_leaves_out(ply: &Ply, words: &dyn Words) -> bool {
    ply.others.iter().any(|other| is_left_out(ply, other, &effect(ply, other, words), words))
}

/// Whether a brief remark omits a move that was not played.
fn is_left_out(ply: &Ply, other: &Alternative, effect: &Effect, words: &dyn Words) -> bool {
    // Where moves have costs, the answer that wins at once is not always the best.
    let is_seen =
        other.rated.is_obvious_loss && (ply.reason.motive != Motive::Delays || words.measure() == Measure::Plies);
    is_seen || ply.reason.motive == Motive::Finishes || matches!(effect, Effect::Slower(_))
}

/// As [`remark_briefly`], for a ply without its line.
pub fn remark_alone(ply: &Ply, words: &dyn Words) -> String {
    clauses(ply, words, Others::Useful).join("; ")
}

/// The clauses of a remark on a ply.
fn clauses(ply: &Ply, words: &dyn Words, others: Others) -> Vec<String> {
    let mut lead = lead(ply, words, others);
    let mut groups = groups(ply, words, others).into_iter();
    if ply.reason.only
        && matches!(ply.reason.motive, Motive::Hurries | Motive::Holds)
        && let Some(lead) = &mut lead
        && let Some(first) = groups.next()
    {
        *lead += ": ";
        *lead += &first;
    }
    let mut clauses: Vec<String> = lead.into_iter().chain(groups).collect();
    if let Some(judgement) = ply.reason.zugzwang {
        let mover = words.player(ply.player);
        let would = match (judgement.outcome, judgement.distance) {
            (WinOrDraw::Draw, _) => "it would be a draw".to_owned(),
            (WinOrDraw::Win(_), Some(distance)) => format!("it would win {}", short(words.measure(), distance)),
            (WinOrDraw::Win(_), None) => "it would win".to_owned(),
        };
        clauses.push(format!("zugzwang: if {mover} could pass, {would}"));
    }
    clauses
}

/// Whether the remarks on the line name the winner's answer to every deviation of the loser, except
/// to obvious losses. Then these deviations need no [`table()`].
pub fn remarks_answer_all(explanation: &Explanation, words: &dyn Words) -> bool {
    let winner = explanation.summary.judgement.outcome.winner();
    explanation.plies.iter().filter(|ply| Some(ply.player.opponent()) == winner).all(|ply| {
        let groups = ply.others.chunk_by(|one, other| effect(ply, one, words) == effect(ply, other, words));
        let is_joint = words.piece_moves(ply.from, ply.played.step()).len() > 1;
        groups.into_iter().all(|group| {
            let answers =
                set(group.iter().filter_map(|other| Some(words.step(other.rated.to, other.reply?))).collect());
            let is_obvious = group.iter().all(|other| other.rated.needs_no_answer());
            is_obvious || answers.len() <= MAX_ANSWERS_IN_REMARK && !(is_joint && group.len() > MAX_NAMED_JOINT_MOVES)
        })
    })
}

/// The end of the line in a sentence.
pub fn ending(explanation: &Explanation, words: &dyn Words) -> String {
    let ending = ending_after(0, explanation, words);
    // A repetition begins with a position, whose notation is the game's.
    if matches!(explanation.summary.end, LineEnd::Repetition { .. }) { ending } else { capitalised(&ending) }
}

/// The end of the line as a clause, if the line continues a game after this number of moves. Plies
/// count from before these moves, and the limit from the start of the game.
pub fn ending_after(earlier: usize, explanation: &Explanation, words: &dyn Words) -> String {
    let plies_played = plies((earlier + explanation.plies.len()) as Distance);
    let outcome = explanation.summary.judgement.outcome;
    let position = standing(explanation.summary.last, words);
    let limit = explanation.summary.adjudication.limit.map(|limit| amount(words.measure(), limit.whole()));
    let awarded = award(outcome, words);
    match (explanation.summary.end, limit) {
        (LineEnd::Over, _) => {
            let end = words.end(explanation.summary.last).map(|end| end.sentence).unwrap_or_default();
            format!("{end}, after {plies_played}.")
        }
        (LineEnd::Stuck, limit) => {
            let end = words.end(explanation.summary.last).map(|end| end.sentence).unwrap_or_default();
            let consequence = match limit {
                Some(limit) => format!("when the limit of {limit} runs out {awarded}"),
                None => stuck_play_is(outcome, words),
            };
            format!("{end}, after {plies_played}: {consequence}.")
        }
        (LineEnd::Repetition { first_ply }, limit) => {
            let since = match earlier + first_ply {
                0 => "at the start".to_owned(),
                ply => format!("after ply {ply}"),
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
            // The main move costs more than is left, but another move may fit.
            format!("with {position}, neither side can force the end within what is left of the limit: {awarded}.")
        }
        (LineEnd::Limit, _) if explanation.plies.is_empty() => format!("the limit has run out: {awarded}."),
        (LineEnd::Limit, limit) => {
            format!("with {position}, the limit of {} has run out: {awarded}.", limit.unwrap_or_default())
        }
    }
}

/// A sentence on what a player's holding proves, and at how many of its positions other moves lose.
/// The answers themselves are in [`Holding::answers`].
pub fn holding_claim(explanation: &Explanation, holding: &Holding, words: &dyn Words) -> String {
    let holder = words.player(holding.player);
    let opponent = words.player(holding.player.opponent());
    let task = words.task(holding.player);
    let claim = match (explanation.summary.judgement.outcome, explanation.summary.decision) {
        (WinOrDraw::Draw, _) => format!("how {holder} {task} and so holds the draw"),
        (WinOrDraw::Win(_), Decision::Limit) => format!("how {holder} {task} until the limit runs out"),
        (WinOrDraw::Win(_), _) => format!("how {holder} {task} for ever"),
    };
    let set = match holding.trap.len() {
        1 => format!("no position can arise but this one, and {opponent} has no winning move in it"),
        count => format!("only {count} positions can arise, and {opponent} has no winning move in any of them"),
    };
    // A limit may end the game before such a move has lost.
    let (losing_by, that_lose) = match explanation.summary.adjudication.limit {
        None => ("losing by ", " that lose"),
        Some(_) => ("", ""),
    };
    let proviso = match &holding.departures[..] {
        [] => String::new(),
        departures if departures.len() <= MAX_NAMED_DEPARTURES => {
            let named: Vec<String> = departures
                .iter()
                .map(|&(from, to)| {
                    let against = words.placement(from, holding.player);
                    format!("{} against {against}", words.step(from, words.cheapest(from, to)))
                })
                .collect();
            format!(" short of {losing_by}{}", list(&named, "or"))
        }
        departures => format!(" short of {} moves{that_lose}", departures.len()),
    };
    let forced = holding.answers.iter().filter(|answer| answer.only).count();
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

/// The answers of a holding: `M3: C 2→5 only (4 loses in 3)`. Placements with the same answer and
/// the same remark share a line.
pub fn holding_answers(holding: &Holding, words: &dyn Words) -> Vec<String> {
    // Answers are ordered by the holder's placement and then the opponent's, so that a reader finds
    // them.
    let mut answers: Vec<&HoldingMove> = holding.answers.iter().collect();
    sort_by_places(&mut answers, |answer| {
        [holding.player, holding.player.opponent()].map(|player| words.places(answer.position, player))
    });
    let mut lines: Vec<(Vec<String>, String)> = Vec::new();
    for answer in answers {
        let against = words.placement(answer.position, holding.player.opponent());
        let move_text = format!(
            "{}{}",
            words.step(answer.position, words.cheapest(answer.position, answer.to)),
            caution(answer, words)
        );
        match lines.iter_mut().find(|(_, known)| *known == move_text) {
            Some((placements, _)) => placements.push(against),
            None => lines.push((vec![against], move_text)),
        }
    }
    lines.into_iter().map(|(placements, move_text)| format!("{}: {move_text}", list(&placements, "or"))).collect()
}

/// The remark on an answer: which other moves lose, and how soon. Empty if none lose.
fn caution(answer: &HoldingMove, words: &dyn Words) -> String {
    let mut losses: Vec<(Distance, Vec<String>)> = Vec::new();
    for &(to, distance) in &answer.losing {
        let target = words.target(answer.position, words.cheapest(answer.position, to));
        match losses.iter_mut().find(|(known, _)| *known == distance) {
            Some((_, targets)) => targets.push(target),
            None => losses.push((distance, vec![target])),
        }
    }
    let clauses: Vec<String> = losses
        .iter()
        .map(|(distance, targets)| {
            let loses = if targets.len() == 1 { "loses" } else { "lose" };
            match distance {
                0 => format!("{} {loses} at once", list(targets, "and")),
                _ => format!("{} {loses} {}", list(targets, "and"), short(words.measure(), *distance)),
            }
        })
        .collect();
    match (clauses.is_empty(), answer.only) {
        (true, _) => String::new(),
        (false, true) => format!(" only ({})", clauses.join(", ")),
        (false, false) => format!(" ({})", clauses.join(", ")),
    }
}

/// The beginning of a remark: how good the move is and what it does. `None` if the other clauses say
/// enough.
fn lead(ply: &Ply, words: &dyn Words, others: Others) -> Option<String> {
    let threat = ply.reason.threatens.map(|distance| match distance {
        1 => "threatening to win with the next move".to_owned(),
        _ => format!("threatening to win {}", short(words.measure(), distance)),
    });
    let (covers, oddity) = (covering(ply, words), ply.reason.oddity.clone());
    // How fast a move wins or loses, or that there is no other, is left to the full remark.
    let is_brief = others == Others::Useful;
    let is_seen = ply.reason.motive == Motive::OnlyLegal
        && ply.played.judgement.distance != Some(0)
        && !words.follows_script(ply.player);
    let is_speed = ply.reason.motive == Motive::Hurries && !ply.reason.only
        || ply.reason.motive == Motive::Delays && ply.played.judgement.distance.is_some_and(|left| left > 0);
    let worth = worth(ply, words).filter(|_| !(is_brief && (is_speed || is_seen)));
    // The aside that a move is odd needs something to stand beside.
    let is_alone = worth.is_none() && covers.is_none() && threat.is_none();
    let (worth, oddity) = match oddity {
        Some(_) if is_alone && is_brief => (None, None),
        Some(oddity) if is_alone => (Some(equally_good(ply, words)), Some(oddity)),
        oddity => (worth, oddity),
    };
    let parts: Vec<String> = [worth, covers, threat, oddity].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// A clause that says how good a move is. `None` if the clause about the equally good moves says enough.
fn worth(ply: &Ply, words: &dyn Words) -> Option<String> {
    let reached = ply.played.judgement;
    let equally_good = ply.others.iter().filter(|other| other.rated.best).count();
    let only_move = if words.follows_script(ply.player) { "its script" } else { "the only move" };
    Some(match ply.reason.motive {
        Motive::Finishes => {
            let only = if ply.others.is_empty() { format!("{only_move}: ") } else { String::new() };
            format!("{only}{}", words.end(ply.played.to).map_or_else(|| "wins".to_owned(), |end| end.winning_move))
        }
        Motive::OnlyLegal => match (reached.distance, words.end(ply.played.to)) {
            (Some(0), Some(end)) => format!("{only_move}, and it {}", end.losing_move),
            _ => only_move.to_owned(),
        },
        Motive::Hurries if ply.reason.only => "the only winning move".to_owned(),
        Motive::Hurries => match (equally_good, words.measure()) {
            (0, Measure::Plies) => "the fastest win".to_owned(),
            (0, Measure::Cost) => "the cheapest win".to_owned(),
            _ => return None,
        },
        Motive::Holds => {
            let what = if reached.outcome == WinOrDraw::Draw { "the draw" } else { "the win" };
            if ply.reason.only { format!("the only move that holds {what}") } else { format!("holds {what}") }
        }
        Motive::Delays if reached.decided_by == JudgedBy::Endless => "cannot force a win, but plays on".to_owned(),
        Motive::Delays if reached.decided_by == JudgedBy::Limit => match ply.played.value {
            Value::Win { player, distance } if player == ply.player => {
                format!(
                    "would win {}, past the limit",
                    short(words.measure(), ply.played.including_own_cost(words.measure(), distance))
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
            _ => return None,
        },
    })
}

/// The worth of a move with equally good alternatives: "one of the fastest wins".
fn equally_good(ply: &Ply, words: &dyn Words) -> String {
    let what = match (ply.reason.motive, words.measure()) {
        (Motive::Delays, Measure::Plies) => "one of the longest defences",
        (Motive::Delays, Measure::Cost) => "one of the dearest defences",
        (_, Measure::Plies) => "one of the fastest wins",
        (_, Measure::Cost) => "one of the cheapest wins",
    };
    what.to_owned()
}

/// The opponent's exits that a move covers: "covering both exits, 4 and 5". An exit on which a piece
/// stands is blocked.
fn covering(ply: &Ply, words: &dyn Words) -> Option<String> {
    let covers = &ply.reason.covers;
    let own = words.places(ply.played.to, ply.player);
    let does = if covers.places.iter().all(|place| own.contains(place)) { "blocking" } else { "covering" };
    let names: Vec<String> = covers.places.iter().map(|&place| words.place_name(place)).collect();
    let places = listed(&names, "and");
    match (names.len(), covers.are_all) {
        (0, _) => None,
        (_, false) => Some(format!("{does} {places}")),
        (1, true) => Some(format!("{does} the only exit, {places}")),
        (2, true) => Some(format!("{does} both exits, {places}")),
        (_, true) => Some(format!("{does} every exit: {places}")),
    }
}

/// The effect of a move that was not played, compared with the played move. Equal effects have
/// equal texts.
#[derive(Clone, PartialEq, Eq)]
enum Effect {
    AsGood,
    Slower(Distance),
    TooLate(Distance),
    WinsWithoutForce,
    OnlyDraws,
    HoldsToo,
    PlaysOnToo,
    LosesToo,
    Loses(Distance),
    /// The game is over and lost. Holds the phrase of `End::losing_move`.
    Blunders(String),
    OpponentWins(Distance),
    OpponentWinsByLimit,
    OpponentWinsEndless,
}

fn effect(ply: &Ply, other: &Alternative, words: &dyn Words) -> Effect {
    let (played, rated) = (ply.played.judgement, other.rated.judgement);
    let (reached, score) = (played.outcome.score(ply.player), rated.outcome.score(ply.player));
    let own_win = other.rated.value.winner() == Some(ply.player);
    let beside = |rated: &RatedMove, distance| rated.including_own_cost(words.measure(), distance);
    let as_far = |distance| ply.played.distance_in(words.measure()) == Some(beside(&other.rated, distance));
    match (score, rated.distance) {
        (1, Some(distance)) if as_far(distance) => Effect::AsGood,
        (1, Some(distance)) => Effect::Slower(beside(&other.rated, distance)),
        (1, None) if played.distance.is_some() => Effect::WinsWithoutForce,
        (_, None) if score < reached && own_win => {
            Effect::TooLate(beside(&other.rated, other.rated.value.distance().unwrap_or(0)))
        }
        (1 | 0, None) if score == reached => Effect::HoldsToo,
        (0, None) => Effect::OnlyDraws,
        // The move would end the game, at a cost beyond the limit.
        (_, None) if score == reached && own_win && other.rated.value.distance() == Some(0) => {
            Effect::TooLate(beside(&other.rated, 0))
        }
        (_, None) if score == reached => Effect::PlaysOnToo,
        (_, None) if rated.decided_by == JudgedBy::Limit => Effect::OpponentWinsByLimit,
        (_, None) => Effect::OpponentWinsEndless,
        (_, Some(0)) => Effect::Blunders(words.end(other.rated.to).map(|end| end.losing_move).unwrap_or_default()),
        (_, Some(distance)) if score == reached && as_far(distance) => Effect::LosesToo,
        (_, Some(distance)) if score == reached => Effect::Loses(beside(&other.rated, distance)),
        (_, Some(distance)) => Effect::OpponentWins(beside(&other.rated, distance)),
    }
}

/// One text for each group of moves that were not played and have the same effect, best first.
fn groups(ply: &Ply, words: &dyn Words, others: Others) -> Vec<String> {
    let mut groups: Vec<(Effect, Option<Cause>, Vec<&Alternative>)> = Vec::new();
    let is_brief = others == Others::Useful;
    for other in &ply.others {
        let effect = effect(ply, other, words);
        if is_brief && is_left_out(ply, other, &effect, words) {
            continue;
        }
        // If the text does not give the cause, moves with different causes are not separated.
        let cause = match (&effect, other.cause) {
            (Effect::Slower(_), Some(Cause::Race { .. })) => None,
            (
                Effect::Slower(_)
                | Effect::OnlyDraws
                | Effect::OpponentWins(_)
                | Effect::OpponentWinsByLimit
                | Effect::OpponentWinsEndless,
                cause,
            ) => cause,
            _ => None,
        };
        // A brief remark names moves with one effect once, and a cause only if they share it.
        match groups.last_mut() {
            Some((last, known, members)) if *last == effect && (*known == cause || is_brief) => {
                *known = known.filter(|known| cause == Some(*known));
                members.push(other);
            }
            _ => groups.push((effect, cause, vec![other])),
        }
    }
    groups.iter().map(|(effect, cause, members)| group(ply, effect, *cause, members, words)).collect()
}

fn group(ply: &Ply, effect: &Effect, cause: Option<Cause>, members: &[&Alternative], words: &dyn Words) -> String {
    // Moves with the same answer are named together. An answer that all moves share is at the end
    // of the text; otherwise each answer follows its own moves.
    let mut answered: Vec<(String, Vec<String>)> = Vec::new();
    for member in members {
        let target = words.target(ply.from, member.rated.step());
        let answer =
            member.reply.map_or_else(String::new, |reply| format!(" ({})", words.step(member.rated.to, reply)));
        match answered.iter_mut().find(|(known, _)| *known == answer) {
            Some((_, targets)) => targets.push(target),
            None => answered.push((answer, vec![target])),
        }
    }
    let targets: Vec<String> = members.iter().map(|member| words.target(ply.from, member.rated.step())).collect();
    let one = members.len() == 1;
    // A long list of joint moves teaches nothing.
    if words.piece_moves(ply.from, ply.played.step()).len() > 1 && members.len() > MAX_NAMED_JOINT_MOVES {
        return counted(ply, effect, members.len(), words);
    }
    let does =
        |singular: &str, plural: &str| format!("{} {}", list(&targets, "and"), if one { singular } else { plural });
    let (proven, proof) = match &answered[..] {
        [(answer, _)] => (targets.clone(), answer.clone()),
        few if few.len() <= MAX_ANSWERS_IN_REMARK => {
            (few.iter().map(|(answer, targets)| list(targets, "and") + answer).collect(), String::new())
        }
        _ => (targets.clone(), String::new()),
    };
    let proven_does =
        |singular: &str, plural: &str| format!("{} {}", list(&proven, "and"), if one { singular } else { plural });
    let opponent = words.player(ply.player.opponent());
    let finishes = ply.reason.motive == Motive::Finishes;
    let leaves = |moves: &[String], place| {
        format!("{} {} {}", list(moves, "and"), if one { "leaves" } else { "leave" }, place_or_goal(words, place))
    };
    // The consequence of the moves, preceded by its cause on the board.
    let after = |moves: &[String], consequence: &str| match cause {
        None => format!("after {} {consequence}", list(moves, "or")),
        Some(Cause::Race { condition, steps, leads_there }) => {
            let (standing, so) = (standing_from(words, &condition, steps), conjunction(leads_there));
            format!("after {} {standing}, {so} {consequence}", list(moves, "or"))
        }
        Some(Cause::Leaves(place)) => format!("{}, so {consequence}", leaves(moves, place)),
    };
    match effect {
        Effect::AsGood if finishes => does("does so too", "do so too"),
        Effect::AsGood => match words.measure() {
            Measure::Plies => does("is as fast", "are as fast"),
            Measure::Cost => does("is as cheap", "are as cheap"),
        },
        Effect::Slower(distance) => {
            let slower = match words.measure() {
                Measure::Plies if one => format!("takes {}", plies(*distance)),
                Measure::Plies => format!("take {}", plies(*distance)),
                Measure::Cost if one => format!("costs {distance}"),
                Measure::Cost => format!("cost {distance}"),
            };
            match cause {
                Some(Cause::Leaves(place)) => format!("{} and {slower}", leaves(&targets, place)),
                _ => format!("{} {slower}", list(&targets, "and")),
            }
        }
        Effect::TooLate(distance) => {
            format!("{} {}, past the limit", does("would win", "would win"), short(words.measure(), *distance))
        }
        Effect::WinsWithoutForce => does("wins too, but forces no end", "win too, but force no end"),
        Effect::OnlyDraws if cause.is_some() => after(&targets, "it is a draw"),
        Effect::OnlyDraws => does("only draws", "only draw"),
        Effect::HoldsToo => does("holds as well", "hold as well"),
        Effect::PlaysOnToo => does("plays on as well", "play on as well"),
        Effect::LosesToo => match words.measure() {
            Measure::Plies => proven_does("lasts as long", "last as long") + &proof,
            Measure::Cost => proven_does("is as dear", "are as dear") + &proof,
        },
        Effect::Loses(distance) => {
            format!("{} {}{proof}", proven_does("loses", "lose"), short(words.measure(), *distance))
        }
        Effect::Blunders(phrase) if one => format!("{} {phrase}", list(&targets, "and")),
        Effect::Blunders(phrase) => format!("each of {} {phrase}", list(&targets, "and")),
        Effect::OpponentWins(distance) => {
            let soon = short(words.measure(), *distance);
            after(&proven, &format!("{opponent} wins {soon}")) + &proof
        }
        Effect::OpponentWinsByLimit => after(&targets, &format!("{opponent} wins by the limit")),
        Effect::OpponentWinsEndless => after(&targets, &format!("{opponent} wins, though by no forced end")),
    }
}

/// The text for a group of moves that are counted instead of named.
fn counted(ply: &Ply, effect: &Effect, count: usize, words: &dyn Words) -> String {
    let opponent = words.player(ply.player.opponent());
    let measure = words.measure();
    let others = format!("{count} other moves");
    match effect {
        Effect::AsGood | Effect::LosesToo => format!("{others} are as good"),
        Effect::Slower(distance) if measure == Measure::Plies => format!("{others} take {}", plies(*distance)),
        Effect::Slower(distance) => format!("{others} cost {distance}"),
        Effect::TooLate(distance) => format!("{others} would win {}, past the limit", short(measure, *distance)),
        Effect::WinsWithoutForce => format!("{others} win too, but force no end"),
        Effect::OnlyDraws => format!("{others} only draw"),
        Effect::HoldsToo => format!("{others} hold as well"),
        Effect::PlaysOnToo => format!("{others} play on as well"),
        Effect::Loses(distance) => format!("{others} lose {}", short(measure, *distance)),
        Effect::Blunders(_) => format!("{others} lose at once"),
        Effect::OpponentWins(distance) => format!("after {others} {opponent} wins {}", short(measure, *distance)),
        Effect::OpponentWinsByLimit => format!("after {others} {opponent} wins by the limit"),
        Effect::OpponentWinsEndless => format!("after {others} {opponent} wins, though by no forced end"),
    }
}
