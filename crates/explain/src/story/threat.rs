//! What a move threatens.

use catmouse_arena::{Arena, DecidedBy, Distance, Judgement, Outcome, Player, PositionId, Values, Words};

use super::Told;

/// After `ply` plies the player who has just moved would win by force if the turn came back to it at once, and where it wins
/// anyway, sooner than it does without that. Said where the words
/// know what passing leads to; in a won game of the winner's moves, in a held game of both sides'.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Threat {
    /// The plies played, the threatening move included.
    pub ply: usize,
    /// Who threatens.
    pub player: Player,
    /// The position with the turn passed back.
    pub position: PositionId,
    /// The distance to the end from there.
    pub distance: Distance,
}

/// The threats in the order of the line, except where the game is over. What would come after the limit is no threat.
pub(super) fn find<A: Arena, W: Words, V: Values>(it: &Told<'_, A, W, V>) -> Vec<Threat> {
    let outcome = it.explanation.summary.judgement.outcome;
    let mut agreed = it.explanation.summary.adjudication;
    let mut found = Vec::new();
    for ply in &it.explanation.plies {
        let Some(rest) = agreed.after(ply.played.cost) else { break };
        agreed = rest;
        if outcome == Outcome::Win(ply.player.opponent()) || it.words.end(ply.played.to).is_some() {
            continue;
        }
        let Some(position) = it.words.passed(ply.played.to) else { continue };
        let Judgement { outcome, decided_by, distance } = agreed.judge(it.values.value(position));
        if let (Outcome::Win(player), DecidedBy::Play, Some(distance)) = (outcome, decided_by, distance)
            && player == ply.player
            && ply.played.judgement.distance.is_none_or(|remains| distance < remains)
        {
            found.push(Threat { ply: ply.number, player, position, distance });
        }
    }
    found
}
