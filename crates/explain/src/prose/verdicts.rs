//! Verdicts on played moves, and summaries of games, as sentences.

use catmouse_arena::{JudgedBy, Measure, Player, Value, WinOrDraw, Words};

use super::result::{award, conjunction, headline};
use crate::cause::Cause;
use crate::explanation::Summary;
use crate::story::{place_or_goal, standing_from};
use crate::text::{amount, capitalised, list, short};
use crate::verdict::{JudgedMove, Verdict};

/// The number of occurrences of a position from which a game counts as repeated.
const THREEFOLD: usize = 3;

/// The verdict on a move, as the predicate of a sentence: "throws the win away: the Mouse wins in 3
/// plies; better: C 2→4".
pub fn verdict(judged: &JudgedMove, words: &dyn Words) -> String {
    let measure = words.measure();
    let opponent = words.player(judged.player.opponent());
    let better: Vec<String> = judged.better.iter().map(|rated| words.step(judged.from, rated.step())).collect();
    let better = if better.is_empty() { String::new() } else { format!("; better: {}", list(&better, "or")) };
    let now = judged.played.judgement;
    let distance = judged.played.distance_in(measure);
    let then = match (now.outcome, distance) {
        (WinOrDraw::Draw, _) => "the game is a draw".to_owned(),
        (WinOrDraw::Win(player), Some(0)) if player != judged.player => words
            .end(judged.played.to)
            .map_or_else(|| "it loses at once".to_owned(), |end| format!("it {}", end.losing_move)),
        (WinOrDraw::Win(player), Some(distance)) => {
            format!("{} wins {}", words.player(player), short(measure, distance))
        }
        (WinOrDraw::Win(player), None) if now.decided_by == JudgedBy::Limit => {
            format!("{} wins by the limit", words.player(player))
        }
        (WinOrDraw::Win(player), None) => format!("{} wins, though by no forced end", words.player(player)),
    };
    let then = match judged.cause {
        None => then,
        Some(Cause::Race { condition, steps, leads_there }) => {
            let so = conjunction(leads_there);
            format!("then {}, {so} {then}", standing_from(words, &condition, steps))
        }
        Some(Cause::Leaves(place)) => format!("it leaves {}, so {then}", place_or_goal(words, place)),
    };
    let by = judged.difference.map_or_else(String::new, |loses| format!(" by {}", amount(measure, loses)));
    match judged.verdict {
        Verdict::Best | Verdict::AsGood => match (now.outcome.score(judged.player), distance) {
            (1, Some(0)) => words.end(judged.played.to).map_or_else(|| "wins".to_owned(), |end| end.winning_move),
            (1, Some(distance)) => format!("is best (wins {})", short(measure, distance)),
            (1, None) => "holds the win".to_owned(),
            (0, _) => "holds the draw".to_owned(),
            (_, Some(distance)) => match measure {
                Measure::Plies => format!("is the longest defence (loses {})", short(measure, distance)),
                Measure::Cost => format!("is the dearest defence (loses {})", short(measure, distance)),
            },
            _ => "cannot save the game, and nothing can".to_owned(),
        },
        Verdict::Slower if judged.difference.is_none() => format!("still wins, but no longer by force{better}"),
        Verdict::Slower if measure == Measure::Cost => {
            format!("still wins, but costs {} more: {then}{better}", judged.difference.unwrap_or(0))
        }
        Verdict::Slower => format!("still wins, but takes longer{by}: {then}{better}"),
        Verdict::ThrowsDraw => format!("throws the draw away: {then}{better}"),
        Verdict::ThrowsWin => format!("throws the win away: {then}{better}"),
        Verdict::HastensLoss if distance == Some(0) => format!("hastens the loss{by}: {then}{better}"),
        Verdict::HastensLoss => {
            format!("hastens the loss{by}: {opponent} wins {}{better}", short(measure, distance.unwrap_or(0)))
        }
    }
}

/// A summary of a game: the result of the position before its moves, how well each side played,
/// which moves changed the outcome, and the result of the position after them.
///
/// `occurrences` counts the occurrences of the last position in the game, including the last one.
/// If there are at least three, and a player could win the position, the game is reported as
/// repeated, with the moves of this player that made no progress.
pub fn game_summary(
    moves: &[JudgedMove],
    before: &Summary,
    after: &Summary,
    occurrences: usize,
    words: &dyn Words,
) -> String {
    let played = Player::BOTH.into_iter().filter_map(|player| {
        let own: Vec<&JudgedMove> = moves.iter().filter(|judged| judged.player == player).collect();
        let good = own.iter().filter(|judged| judged.better.is_empty()).count();
        let good = match (own.len(), good) {
            (0, _) => return None,
            (1, 1) => "its one move was best".to_owned(),
            (1, _) => "its one move was not best".to_owned(),
            (2, 2) => "both its moves were best".to_owned(),
            (all, good) if all == good => format!("all its {all} moves were best"),
            (all, 0) => format!("none of its {all} moves was best"),
            (all, 1) => format!("one of its {all} moves was best"),
            (all, good) => format!("{good} of its {all} moves were best"),
        };
        Some(format!("{}: {good}", words.player(player)))
    });
    let thrown = |judged: &JudgedMove| matches!(judged.verdict, Verdict::ThrowsDraw | Verdict::ThrowsWin);
    let turned: Vec<String> = moves
        .iter()
        .zip(1..)
        .filter(|(judged, _)| thrown(judged))
        .map(|(_, ply): (_, usize)| ply.to_string())
        .collect();
    let idle = |winner: Player| {
        let slower = moves
            .iter()
            .zip(1..)
            .filter(move |(judged, _)| judged.player == winner && judged.verdict == Verdict::Slower);
        slower.map(|(_, ply): (_, usize)| ply.to_string()).collect::<Vec<String>>()
    };
    let repeated = match after.value {
        Value::Win { player, .. } if occurrences >= THREEFOLD => {
            let result = award(after.adjudication.judge(Value::Endless).outcome, words);
            let idle = match &idle(player)[..] {
                [] => String::new(),
                [ply] => format!("; its move at ply {ply} made no progress"),
                plies => format!("; its moves at plies {} made no progress", list(plies, "and")),
            };
            let winner = words.player(player);
            let end = format!("The last position stands for the third time, and where that ends a game {result}");
            Some(format!("{end}, though {winner} could have won{idle}."))
        }
        _ => None,
    };
    let turned = match &turned[..] {
        [] if repeated.is_some() => String::new(),
        [] => "No move changed the outcome.".to_owned(),
        [ply] => format!("Ply {ply} changed the outcome."),
        plies => format!("Plies {} changed the outcome.", list(plies, "and")),
    };
    let played: Vec<String> = played.map(|sentence| capitalised(&sentence) + ".").collect();
    let has_run_out = after.adjudication.limit.is_some_and(|limit| limit.distance == 0);
    let after = if has_run_out && after.judgement.distance.is_none() {
        format!("The limit has run out: {}.", award(after.judgement.outcome, words))
    } else {
        headline(after, words)
    };
    let before = headline(before, words);
    if moves.is_empty() {
        return format!("No move was played. {before}");
    }
    let played = played.join(" ");
    match repeated {
        Some(repeated) if turned.is_empty() => format!("At the start: {before} {played} {repeated}"),
        Some(repeated) => format!("At the start: {before} {played} {turned} {repeated}"),
        None => format!("At the start: {before} {played} {turned} Now: {after}"),
    }
}
