//! What a move threatens.

use catmouse_arena::{Arena, DecidedBy, Distance, Judgement, Outcome, Player, PositionId, Values, Words};

use super::Context;

/// After `ply` plies, if the opponent passed, the player who has just moved would win by force, and sooner than it does anyway.
///
/// This needs [`Words::passed`]. In a won game only threats of the winner are claimed, in a held game those of both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Threat {
    /// The number of plies, the threatening move included.
    pub ply: usize,
    /// The player who threatens.
    pub player: Player,
    /// The position after the opponent has passed.
    pub position: PositionId,
    /// The distance to the end from `position`.
    pub distance: Distance,
}

/// The threats in the order of the line, except where the game is over. A win that would come after the limit is no threat.
pub(super) fn find<A: Arena, W: Words, V: Values>(context: &Context<'_, A, W, V>) -> Vec<Threat> {
    let outcome = context.explanation.summary.judgement.outcome;
    let mut remaining = context.explanation.summary.adjudication;
    let mut found = Vec::new();
    for ply in &context.explanation.plies {
        let Some(rest) = remaining.after(ply.played.cost) else { break };
        remaining = rest;
        if outcome == Outcome::Win(ply.player.opponent()) || context.words.end(ply.played.to).is_some() {
            continue;
        }
        let Some(position) = context.words.passed(ply.played.to) else { continue };
        let Judgement { outcome, decided_by, distance } = remaining.judge(context.values.value(position));
        if let (Outcome::Win(player), DecidedBy::Play, Some(distance)) = (outcome, decided_by, distance)
            && player == ply.player
            && ply.played.judgement.distance.is_none_or(|remains| distance < remains)
        {
            found.push(Threat { ply: ply.number, player, position, distance });
        }
    }
    found
}
