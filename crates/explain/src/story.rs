//! The ideas that decide a game, as claims that the table alone can refute.
//!
//! The annotated line says what each move leads to; somebody who wants to learn asks first what the plan is, where it
//! turned and what to remember. [`story`] answers with a list of [`Claim`]s, each with the numbers that prove it, the
//! heaviest first. The prose is made from the claims and never the other way round.
//!
//! A claim counts plies in two ways. `ply`, `from_ply` and `to_ply` are numbers of moves played before a position, so
//! that 0 is the start; `plies` are ordinals of moves, from 1, as [`Ply::number`](crate::Ply::number) has them. (Move `n`
//! leads to the position after `n` plies.) W is the winner and L the loser, and W plays the main move everywhere.
//!
//! A game to which a definition does not apply gets no such claim: what is about places needs [`Words::places`], what
//! is about walking [`Words::steps_from`], and so on.

mod circle;
mod confinement;
mod costs;
mod fork;
mod gate;
mod guard;
mod habit;
mod narrow;
mod only;
mod parity;
mod race;
mod roles;
mod room;
mod run;
mod starts;
mod straight;
mod sway;
mod tempo;
mod threat;
mod turn;
pub(crate) mod walks;

use catmouse_arena::{Arena, DecidedBy, Judgement, Place, Player, PositionId, Values, Words};

pub use circle::Circle;
pub use confinement::Confinement;
pub use costs::Costs;
pub use fork::Fork;
pub use gate::Gate;
pub use guard::Guard;
pub use habit::{Habit, Obeyed};
pub use narrow::Narrow;
pub use only::Only;
pub use parity::Parity;
pub use race::Race;
pub use roles::{Part, Role, Roles};
pub use room::Room;
pub use run::{Pursuit, Run};
pub use starts::{OtherStart, Starts};
pub use straight::{Aimed, Straight};
pub use sway::Sway;
pub use tempo::Tempo;
pub use threat::Threat;
pub use turn::Turn;

use crate::explanation::Explanation;

/// Something to be said of a game, with what proves it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Claim {
    /// The same placement twice, with the move handed over.
    Tempo(Tempo),
    /// Where the money goes.
    Costs(Costs),
    /// What each of several pieces is there for.
    Roles(Roles),
    /// The loser's box shrinks.
    Confinement(Confinement),
    /// The loser is shut in.
    Room(Room),
    /// The winner goes straight for something.
    Straight(Straight),
    /// The loser goes to and fro.
    Sway(Sway),
    /// The loser can only run.
    Run(Run),
    /// Two ways to the goal at once.
    Fork(Fork),
    /// A rule of thumb for the defender of a goal.
    Gate(Gate),
    /// A rule of thumb for the winner.
    Habit(Habit),
    /// A real choice of the loser.
    Turn(Turn),
    /// Where the path is narrow.
    Only(Only),
    /// Where a slip is easy.
    Narrow(Narrow),
    /// The places that a holder keeps to.
    Guard(Guard),
    /// The walk that repeats.
    Circle(Circle),
    /// Nobody can lose a move.
    Parity(Parity),
    /// How far everything is.
    Race(Race),
    /// What the loser's start decides.
    Starts(Starts),
    /// What a move threatens.
    Threat(Threat),
}

impl Claim {
    /// All kinds, in the order of the variants.
    pub const KINDS: [&'static str; 20] = [
        "tempo", "costs", "roles", "box", "room", "straight", "sway", "run", "fork", "gate", "habit", "turn", "only",
        "narrow", "guard", "circle", "parity", "race", "starts", "threat",
    ];

    /// The kind, as a word for programs.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Tempo(_) => "tempo",
            Self::Costs(_) => "costs",
            Self::Roles(_) => "roles",
            Self::Confinement(_) => "box",
            Self::Room(_) => "room",
            Self::Straight(_) => "straight",
            Self::Sway(_) => "sway",
            Self::Run(_) => "run",
            Self::Fork(_) => "fork",
            Self::Gate(_) => "gate",
            Self::Habit(_) => "habit",
            Self::Turn(_) => "turn",
            Self::Only(_) => "only",
            Self::Narrow(_) => "narrow",
            Self::Guard(_) => "guard",
            Self::Circle(_) => "circle",
            Self::Parity(_) => "parity",
            Self::Race(_) => "race",
            Self::Starts(_) => "starts",
            Self::Threat(_) => "threat",
        }
    }
}

/// The claims about an explained position, the heaviest first: in the order of [`Claim`]'s variants, and within a kind
/// as each of them says.
///
/// Time: linear in what can arise while the winner follows its strategy, and in the positions of the arena where there
/// is a goal; both are bounded, and a claim that would take longer is left out.
pub fn story<A: Arena, W: Words, V: Values>(arena: &A, words: &W, values: &V, explanation: &Explanation) -> Vec<Claim> {
    let it = Told { arena, words, values, explanation };
    let mut claims: Vec<Claim> = Vec::new();
    claims.extend(tempo::find(&it).into_iter().map(Claim::Tempo));
    claims.extend(costs::find(&it).map(Claim::Costs));
    claims.extend(roles::find(&it).map(Claim::Roles));
    claims.extend(confinement::find(&it).into_iter().map(Claim::Confinement));
    claims.extend(room::find(&it).into_iter().map(Claim::Room));
    claims.extend(straight::find(&it).into_iter().map(Claim::Straight));
    claims.extend(sway::find(&it).into_iter().map(Claim::Sway));
    claims.extend(run::find(&it).into_iter().map(Claim::Run));
    claims.extend(fork::find(&it).map(Claim::Fork));
    claims.extend(gate::find(&it).into_iter().map(Claim::Gate));
    claims.extend(habit::find(&it).map(Claim::Habit));
    claims.extend(turn::find(&it).into_iter().map(Claim::Turn));
    claims.extend(only::find(&it).map(Claim::Only));
    claims.extend(narrow::find(&it).map(Claim::Narrow));
    claims.extend(guard::find(&it).into_iter().map(Claim::Guard));
    claims.extend(circle::find(&it).into_iter().map(Claim::Circle));
    claims.extend(parity::find(&it).map(Claim::Parity));
    claims.extend(race::find(&it).map(Claim::Race));
    claims.extend(starts::find(&it).map(Claim::Starts));
    claims.extend(threat::find(&it).into_iter().map(Claim::Threat));
    claims
}

/// What claims are derived from.
struct Told<'a, A, W, V> {
    arena: &'a A,
    words: &'a W,
    values: &'a V,
    explanation: &'a Explanation,
}

impl<A: Arena, W: Words, V: Values> Told<'_, A, W, V> {
    /// The winner, where the win is forced.
    fn forced_winner(&self) -> Option<Player> {
        let Judgement { outcome, decided_by, .. } = self.explanation.summary.judgement;
        outcome.winner().filter(|_| decided_by == DecidedBy::Play)
    }

    /// The positions of the line, the start first.
    fn line(&self) -> Vec<PositionId> {
        let moves = self.explanation.plies.iter().map(|ply| ply.played.to);
        std::iter::once(self.explanation.summary.start).chain(moves).collect()
    }

    /// Where the only piece of a player stands; none if it has more, or the game has no places.
    fn place(&self, position: PositionId, player: Player) -> Option<Place> {
        match self.words.places(position, player)[..] {
            [place] => Some(place),
            _ => None,
        }
    }
}
