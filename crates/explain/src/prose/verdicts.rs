//! Judged moves as sentences.

use catmouse_arena::{DecidedBy, Outcome, Words};

use super::{amount, list, short};
use crate::verdict::{Judged, Verdict};

/// What is to be said of a move that was played, as the predicate of a sentence: "throws the win away: the Mouse wins in 3
/// (better: C 2→4)".
pub fn verdict<W: Words>(judged: &Judged, words: &W) -> String {
    let measure = words.measure();
    let opponent = words.player(judged.player.opponent());
    let better: Vec<String> = judged.better.iter().map(|rated| words.target(judged.from, rated.to)).collect();
    let better = if better.is_empty() { String::new() } else { format!(" (better: {})", list(&better, "or")) };
    let now = judged.played.judgement;
    let told = judged.played.told(measure);
    let then = match (now.outcome, told) {
        (Outcome::Draw, _) => "the game is a draw".to_owned(),
        (Outcome::Win(player), Some(0)) if player != judged.player => words
            .end(judged.played.to)
            .map_or_else(|| "it loses at once".to_owned(), |end| format!("it {}", end.losing_move)),
        (Outcome::Win(player), Some(told)) => format!("{} wins {}", words.player(player), short(measure, told)),
        (Outcome::Win(player), None) if now.decided_by == DecidedBy::Limit => {
            format!("{} wins by the limit", words.player(player))
        }
        (Outcome::Win(player), None) => format!("{} wins, though by no forced end", words.player(player)),
    };
    let by = judged.loses.map_or_else(String::new, |loses| format!(" by {}", amount(measure, loses)));
    match judged.verdict {
        Verdict::Best | Verdict::AsGood => match (now.outcome.score(judged.player), told) {
            (1, Some(0)) => words.end(judged.played.to).map_or_else(|| "wins".to_owned(), |end| end.winning_move),
            (1, Some(told)) => format!("wins {}, as soon as can be", short(measure, told)),
            (1, None) => "holds the win".to_owned(),
            (0, _) => "holds the draw".to_owned(),
            (_, Some(told)) => format!("loses {}, as late as can be", short(measure, told)),
            _ => "cannot save the game, and nothing can".to_owned(),
        },
        Verdict::Slower if judged.loses.is_none() => format!("still wins, but no longer by force{better}"),
        Verdict::Slower => format!("still wins, but takes longer{by}: {then}{better}"),
        Verdict::ThrowsDraw => format!("throws the draw away: {then}{better}"),
        Verdict::ThrowsWin => format!("throws the win away: {then}{better}"),
        Verdict::HastensLoss if told == Some(0) => format!("hastens the loss{by}: {then}{better}"),
        Verdict::HastensLoss => {
            format!("hastens the loss{by}: {opponent} wins {}{better}", short(measure, told.unwrap_or(0)))
        }
    }
}
