//! Moves at which it is easy to throw the win away.

use catmouse_arena::{Player, listed};

use super::data::{Fields, Record};
use super::kind::{Kind, SENTENCES};
use super::law::place_or_goal;
use super::teller::Teller;
use crate::cause::Cause;
use crate::explanation::Explained;
use crate::explanation::Ply;
use crate::reason::{Alternative, Motive};
use crate::sorting::set;

/// In a forced win, the moves of W that have both an alternative that keeps the win and a *slip*. A
/// slip throws the win away but is not an obvious loss: L wins neither at once nor with its next
/// move. Moves that win at once are not included. Moves without an alternative that keeps the win
/// are [`Only`](super::Only).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Narrow {
    /// The winner.
    pub player: Player,
    /// The numbers of the moves, ascending, at least one.
    pub plies: Vec<usize>,
}

impl Narrow {
    /// The slips at one of these plies.
    pub fn slips<'a>(&self, ply: &'a Ply) -> impl Iterator<Item = &'a Alternative> {
        slips(self.player, ply)
    }
}

/// The alternatives of a move of the winner that throw the win away without being obvious losses.
fn slips(winner: Player, ply: &Ply) -> impl Iterator<Item = &Alternative> {
    ply.others.iter().filter(move |other| throws(winner, other) && !other.rated.is_obvious_loss)
}

/// Whether a move of the winner throws the win away.
fn throws(winner: Player, other: &Alternative) -> bool {
    other.rated.judgement.outcome.score(winner) < 1
}

pub(super) fn find(context: &Explained<'_>) -> Option<Narrow> {
    let player = context.forced_winner()?;
    let own = context.explanation.plies.iter().filter(|ply| ply.player == player);
    let plies: Vec<usize> = own
        .filter(|ply| ply.reason.motive != Motive::Finishes)
        .filter(|ply| slips(player, ply).next().is_some() && !ply.others.iter().all(|other| throws(player, other)))
        .map(|ply| ply.number)
        .collect();
    (!plies.is_empty()).then_some(Narrow { player, plies })
}

impl Kind for Narrow {
    const WEIGHT: u32 = 40;

    /// The line names slips as well, so their sentence is added only to a short story.
    fn is_included_after(_teller: &Teller<'_>, sentences: usize) -> bool {
        sentences < SENTENCES - 1
    }

    fn sentence(&self, teller: &Teller<'_>) -> String {
        /// The greatest number of moves whose slips are named.
        const MAX_NAMED: usize = 3;
        /// The greatest number of slips that are named at one move. Of more, the number is given.
        const MAX_SLIPS: usize = 4;
        let slips_at = |&number: &usize| {
            let ply = &teller.explanation.plies[number - 1];
            let slip = |other: &Alternative| {
                let leaves = match other.cause {
                    Some(Cause::Leaves(place)) => format!(" (leaves {})", place_or_goal(teller.words, place)),
                    _ => String::new(),
                };
                teller.words.target(ply.from, other.rated.step()) + &leaves
            };
            let slips = set(self.slips(ply).map(slip).collect());
            match slips.len() {
                ..=MAX_SLIPS => format!("{} at ply {number}", listed(&slips, "or")),
                count => format!("{count} moves at ply {number}"),
            }
        };
        let texts: Vec<String> = self.plies.iter().take(MAX_NAMED).map(slips_at).collect();
        let more = match self.plies.len().saturating_sub(MAX_NAMED) {
            0 => String::new(),
            _ => format!("; other moves at {}", teller.at_plies(self.player, &self.plies[MAX_NAMED..])),
        };
        format!("wrong, though not punished at once: {}{more}", texts.join("; "))
    }
}

impl Record for Narrow {
    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields.field("player", |narrow| narrow.player).field("plies", |narrow| narrow.plies.clone())
    }
}
