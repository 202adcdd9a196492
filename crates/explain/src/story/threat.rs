//! Threats: the wins that moves prepare.

use catmouse_arena::{Distance, Player, PositionId, WinOrDraw};

use super::data::{Fields, Record};
use super::kind::Kind;
use super::teller::Teller;
use crate::explanation::Explained;
use crate::reason::threat;
use crate::text::short;

/// If the opponent passed after `ply` plies, the player who has just moved would win by force, and
/// sooner than it does anyway.
///
/// The claim needs [`Words::passed`](catmouse_arena::Words::passed). In a won game only threats of
/// the winner are claimed, in a held game threats of both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Threat {
    /// The number of plies, including the threatening move.
    pub ply: usize,
    /// The player who threatens.
    pub player: Player,
    /// The position after the opponent has passed.
    pub position: PositionId,
    /// The distance to the end from `position`.
    pub distance: Distance,
}

/// The threats in the order of the line, except after the last move of a finished game. A win after
/// the limit is no threat.
pub(super) fn find(context: &Explained<'_>) -> Vec<Threat> {
    let outcome = context.explanation.summary.judgement.outcome;
    let mut remaining = context.explanation.summary.adjudication;
    let mut found = Vec::new();
    for ply in &context.explanation.plies {
        let Some(rest) = remaining.after(ply.played.cost) else { break };
        remaining = rest;
        if outcome == WinOrDraw::Win(ply.player.opponent()) || context.words.end(ply.played.to).is_some() {
            continue;
        }
        // Passing takes a ply as well.
        let Some(passed) = remaining.after(1) else { break };
        if let Some((position, distance)) = threat(context, &passed, &ply.played, ply.player) {
            found.push(Threat { ply: ply.number, player: ply.player, position, distance });
        }
    }
    found
}

impl Kind for Threat {
    /// The remarks on the line already state the threats.
    fn sentence(&self, teller: &Teller<'_>) -> String {
        let player = teller.words.player(self.player);
        match self.distance {
            1 => format!("with ply {} {player} threatens to win with its next move", self.ply),
            distance => {
                format!("with ply {} {player} threatens to win {}", self.ply, short(teller.words.measure(), distance))
            }
        }
    }
}

impl Record for Threat {
    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields
            .field("ply", |threat| threat.ply)
            .field("player", |threat| threat.player)
            .distance(|threat| threat.position)
    }
}
