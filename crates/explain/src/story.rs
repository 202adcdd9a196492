//! The ideas that decide a game, as claims that are checked against the values of all positions.
//!
//! The annotated line says what each move leads to. A player who wants to learn asks first what the plan is, what the turning points
//! are, and what to remember. [`story`] answers with a list of [`Claim`]s, each with the numbers that prove it, the most important
//! first. The prose is made from the claims and never the other way round.
//!
//! A claim counts plies in two ways. `ply`, `from_ply` and `to_ply` are numbers of moves played before a position, so
//! that 0 is the start; `plies` are ordinals of moves, from 1, as [`Ply::number`](crate::Ply::number) has them. (Move `n`
//! leads to the position after `n` plies.) W is the winner and L the loser, and W plays the main move everywhere.
//!
//! A game to which a definition does not apply gets no such claim: a claim about places needs [`Words::places`], one about walks needs
//! [`Words::steps_from`], and so on.
//!
//! These claims are about a line; a [`catmouse_arena::Claim`] is what a certificate proves.

mod circle;
mod confinement;
mod costs;
mod easy_slips;
mod escape;
mod fork;
mod gate;
mod guard;
mod habit;
mod only_defence;
mod only_moves;
mod parity;
mod race;
mod roles;
mod room;
mod run;
mod shuttling;
mod starts;
mod straight;
mod tempo;
mod threat;
pub(crate) mod walks;

use catmouse_arena::{Arena, DecidedBy, Judgement, Place, Player, PositionId, Values, Words};

pub use circle::Circle;
pub use confinement::Confinement;
pub use costs::Costs;
pub use easy_slips::EasySlips;
pub use escape::Escape;
pub use fork::Fork;
pub use gate::Gate;
pub use guard::Guard;
pub use habit::{Habit, HabitResult};
pub use only_defence::OnlyDefence;
pub use only_moves::OnlyMoves;
pub use parity::Parity;
pub use race::Race;
pub use roles::{PieceRole, Role, Roles};
pub use room::Room;
pub use run::{Pursuit, Run};
pub use shuttling::Shuttling;
pub use starts::{OtherStart, Starts};
pub use straight::{Straight, Target};
pub use tempo::Tempo;
pub use threat::Threat;

use crate::explanation::Explanation;

/// A claim about a game, with what proves it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub enum Claim {
    /// Losing a tempo: the same placement arises twice, with the other side to move.
    Tempo(Tempo),
    /// What the moves cost, and which player pays it.
    Costs(Costs),
    /// What each of several pieces of the winner does.
    Roles(Roles),
    /// The places that the other pieces cut off for the loser, in one position.
    Confinement(Confinement),
    /// The places that the loser can still reach against the winner's strategy.
    Room(Room),
    /// At the end the winner takes a shortest way to the goal or to the loser.
    Straight(Straight),
    /// The loser goes to and fro.
    #[cfg_attr(feature = "serde", serde(rename = "Sway"))]
    Shuttling(Shuttling),
    /// The loser can only run.
    Run(Run),
    /// The winner threatens to enter the goal from two places at once.
    Fork(Fork),
    /// A rule of thumb for the defender of a goal.
    Gate(Gate),
    /// A rule of thumb for the winner.
    Habit(Habit),
    /// A move at which the loser has only one real defence.
    #[cfg_attr(feature = "serde", serde(rename = "Turn"))]
    OnlyDefence(OnlyDefence),
    /// The moves without an equally good alternative.
    #[cfg_attr(feature = "serde", serde(rename = "Only"))]
    OnlyMoves(OnlyMoves),
    /// The moves at which the winner can easily go wrong.
    #[cfg_attr(feature = "serde", serde(rename = "Narrow"))]
    EasySlips(EasySlips),
    /// More ways out than the opponent's pieces can guard.
    Escape(Escape),
    /// The places that a holder does not leave.
    Guard(Guard),
    /// The walk of a side that repeats.
    Circle(Circle),
    /// Neither side can waste a move.
    Parity(Parity),
    /// How far each side is from the goal and from the opponent at the start.
    Race(Race),
    /// How the outcome depends on the loser's start.
    Starts(Starts),
    /// What a move threatens.
    Threat(Threat),
}

impl Claim {
    /// All kinds, in the order of the variants.
    pub const KINDS: [&'static str; 21] = [
        "tempo", "costs", "roles", "box", "room", "straight", "sway", "run", "fork", "gate", "habit", "turn", "only",
        "narrow", "escape", "guard", "circle", "parity", "race", "starts", "threat",
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
            Self::Shuttling(_) => "sway",
            Self::Run(_) => "run",
            Self::Fork(_) => "fork",
            Self::Gate(_) => "gate",
            Self::Habit(_) => "habit",
            Self::OnlyDefence(_) => "turn",
            Self::OnlyMoves(_) => "only",
            Self::EasySlips(_) => "narrow",
            Self::Escape(_) => "escape",
            Self::Guard(_) => "guard",
            Self::Circle(_) => "circle",
            Self::Parity(_) => "parity",
            Self::Race(_) => "race",
            Self::Starts(_) => "starts",
            Self::Threat(_) => "threat",
        }
    }
}

/// The claims about an explained position, the most important first: in the order of [`Claim`]'s variants, and within a kind in the
/// order that its type states.
///
/// Time: linear in what can arise while the winner plays main moves, and if there is a goal, in the positions of the arena. All this is
/// bounded, and a claim beyond its bound is omitted: 2²⁰ positions for [`Room`], 2²² pairs of a position and a step for [`Gate`],
/// 2¹³ positions for [`Habit`], 2²⁰ positions for [`Escape`], 2¹⁶ starts for [`Starts`].
pub fn story<A: Arena, W: Words, V: Values>(arena: &A, words: &W, values: &V, explanation: &Explanation) -> Vec<Claim> {
    let context = Context { arena, words, values, explanation };
    let mut claims: Vec<Claim> = Vec::new();
    claims.extend(tempo::find(&context).into_iter().map(Claim::Tempo));
    claims.extend(costs::find(&context).map(Claim::Costs));
    claims.extend(roles::find(&context).map(Claim::Roles));
    claims.extend(confinement::find(&context).into_iter().map(Claim::Confinement));
    claims.extend(room::find(&context).into_iter().map(Claim::Room));
    claims.extend(straight::find(&context).map(Claim::Straight));
    claims.extend(shuttling::find(&context).into_iter().map(Claim::Shuttling));
    claims.extend(run::find(&context).into_iter().map(Claim::Run));
    claims.extend(fork::find(&context).map(Claim::Fork));
    claims.extend(gate::find(&context).into_iter().map(Claim::Gate));
    claims.extend(habit::find(&context).map(Claim::Habit));
    claims.extend(only_defence::find(&context).into_iter().map(Claim::OnlyDefence));
    claims.extend(only_moves::find(&context).map(Claim::OnlyMoves));
    claims.extend(easy_slips::find(&context).map(Claim::EasySlips));
    claims.extend(escape::find(&context).into_iter().map(Claim::Escape));
    claims.extend(guard::find(&context).into_iter().map(Claim::Guard));
    claims.extend(circle::find(&context).into_iter().map(Claim::Circle));
    claims.extend(parity::find(&context).map(Claim::Parity));
    claims.extend(race::find(&context).map(Claim::Race));
    claims.extend(starts::find(&context).map(Claim::Starts));
    claims.extend(threat::find(&context).into_iter().map(Claim::Threat));
    claims
}

/// A solved game and its explanation: what claims are derived from.
struct Context<'a, A, W, V> {
    arena: &'a A,
    words: &'a W,
    values: &'a V,
    explanation: &'a Explanation,
}

impl<A: Arena, W: Words, V: Values> Context<'_, A, W, V> {
    /// The winner, if its win is forced.
    fn forced_winner(&self) -> Option<Player> {
        let Judgement { outcome, decided_by, .. } = self.explanation.summary.judgement;
        outcome.winner().filter(|_| decided_by == DecidedBy::Play)
    }

    /// The positions of the line, the start first.
    fn line(&self) -> Vec<PositionId> {
        let moves = self.explanation.plies.iter().map(|ply| ply.played.to);
        std::iter::once(self.explanation.summary.start).chain(moves).collect()
    }

    /// The place of a player's only piece; `None` if it has several, or the game has no places.
    fn place(&self, position: PositionId, player: Player) -> Option<Place> {
        match self.words.places(position, player)[..] {
            [place] => Some(place),
            _ => None,
        }
    }
}
