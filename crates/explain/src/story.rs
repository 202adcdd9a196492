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
//!
//! Each kind of claim is one file: what it says, how it is found, its sentence, its weight in a story and its data. It is named in one
//! list, the one of `claims!` below, and nowhere else.

mod circle;
mod costs;
pub mod data;
mod door;
mod escape;
mod fork;
mod gate;
mod guard;
mod habit;
mod law;
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
mod teller;
mod tempo;
mod threat;
mod turn;

use std::cmp::Reverse;

use catmouse_arena::{DecidedBy, Judgement, Place, Player, PositionId, Values, Words};

use crate::context::AnyArena;
use crate::explanation::{Explained, Explanation};
use crate::strategy::Strategy;
use crate::text::capitalised;
use data::{Datum, Record, Shape};
use teller::Teller;

pub use crate::strategy::HabitResult;
pub(crate) use law::{claim as law_claim, moral, place_or_goal, sentences as law_sentences, standing_from};
pub use roles::{PieceRole, Role};
pub use run::Pursuit;
pub use starts::OtherStart;
pub use straight::Target;

/// Makes [`Claim`] from the list of all kinds, in the order in which [`story`] makes them. A kind is called as its file.
macro_rules! claims {
    ($(#[doc = $meaning:literal] $kind:ident: $Claim:ident,)*) => {
        $(pub use $kind::$Claim;)*

        /// A claim about a game, with what proves it.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Claim {
            $(#[doc = $meaning] $Claim($Claim),)*
        }

        impl Claim {
            /// All kinds, in the order of the variants, each with its meaning.
            pub const KINDS: &'static [(&'static str, &'static str)] = &[$((stringify!($kind), $meaning.trim_ascii())),*];

            /// The kind, as a word for programs.
            pub fn kind(&self) -> &'static str {
                match self {
                    $(Self::$Claim(_) => stringify!($kind),)*
                }
            }

            /// What proves it, as fields with names.
            pub fn data(&self) -> Vec<(&'static str, Datum)> {
                match self {
                    $(Self::$Claim(claim) => data::told(claim),)*
                }
            }

            /// The types of the [`data`](Self::data) of each kind.
            pub fn shapes() -> Vec<Shape> {
                vec![$(data::shape::<$Claim>()),*]
            }

            fn told(&self, teller: &Teller<'_>) -> String {
                match self {
                    $(Self::$Claim(claim) => claim.sentence(teller),)*
                }
            }
        }

        $(impl OneOf for $Claim {
            fn one(claim: &Claim) -> Option<&Self> {
                if let Claim::$Claim(claim) = claim { Some(claim) } else { None }
            }
        })*

        /// How each kind is told.
        const TELLINGS: &[Telling] = &[$(Telling::of::<$Claim>(stringify!($kind))),*];

        fn find(context: &Explained<'_>) -> Vec<Claim> {
            let mut claims: Vec<Claim> = Vec::new();
            $(claims.extend($kind::find(context).into_iter().map(Claim::$Claim));)*
            claims
        }
    };
}

claims! {
    /// Who wins from where.
    law: Law,
    /// The only place from which a step leads to the goal.
    door: Door,
    /// Losing a tempo: the same placement arises twice, with the other side to move.
    tempo: Tempo,
    /// What the moves cost, and which player pays it.
    costs: Costs,
    /// What each of several pieces of the winner does.
    roles: Roles,
    /// The places that the loser can still reach against the winner's strategy.
    room: Room,
    /// At the end the winner takes a shortest way to the goal or to the loser.
    straight: Straight,
    /// The loser goes to and fro.
    sway: Sway,
    /// The loser can only run.
    run: Run,
    /// The winner threatens to enter the goal from two places at once.
    fork: Fork,
    /// A rule of thumb for the defender of a goal.
    gate: Gate,
    /// A rule of thumb for the winner.
    habit: Habit,
    /// A move at which the loser has only one real defence.
    turn: Turn,
    /// The moves without an equally good alternative.
    only: Only,
    /// The moves at which the winner can easily go wrong.
    narrow: Narrow,
    /// More ways out than the opponent's pieces can guard.
    escape: Escape,
    /// The places that a holder does not leave.
    guard: Guard,
    /// The walk of a side that repeats.
    circle: Circle,
    /// Neither side can waste a move.
    parity: Parity,
    /// How far each side is from the goal and from the opponent at the start.
    race: Race,
    /// How the outcome depends on the loser's start.
    starts: Starts,
    /// What a move threatens.
    threat: Threat,
}

/// The claims about an explained position, the most important first: in the order of [`Claim`]'s variants, and within a kind in the
/// order that its type states.
///
/// Time: linear in what can arise while the winner plays main moves, and if there is a goal, in the positions of the arena. All this is
/// bounded, and a claim beyond its bound is omitted: 2²⁰ positions for [`Room`], 2²² pairs of a position and a step for [`Gate`],
/// 2¹³ positions for [`Habit`], 2²⁰ positions for [`Escape`], 2¹⁶ starts for [`Starts`].
pub fn story(arena: &dyn AnyArena, words: &dyn Words, values: &dyn Values, explanation: &Explanation) -> Vec<Claim> {
    find(&Explained::new(arena, words, values, explanation))
}

/// A claim as a sentence without a full stop.
pub(crate) fn sentence(claim: &Claim, explanation: &Explanation, words: &dyn Words) -> String {
    claim.told(&Teller { claims: &[], strategies: &[], explanation, words })
}

/// A story has at most this number of sentences.
const SENTENCES: usize = 5;

/// The story of a game in sentences, those with the greatest weight first, each with the kind of its claims.
pub(crate) fn sentences(
    claims: &[Claim],
    strategies: &[Strategy],
    explanation: &Explanation,
    words: &dyn Words,
) -> Vec<(&'static str, String)> {
    let teller = Teller { claims, strategies, explanation, words };
    let mut tellings: Vec<&Telling> = TELLINGS.iter().collect();
    tellings.sort_by_key(|telling| Reverse(telling.weight));
    let mut sentences = Vec::new();
    for telling in tellings {
        if (telling.is_told_after)(&teller, sentences.len()) {
            let at = if telling.opens { 0 } else { sentences.len() };
            let told = (telling.told)(&teller);
            sentences.splice(at..at, told.into_iter().map(|sentence| (telling.kind, capitalised(&sentence) + ".")));
        }
    }
    sentences.truncate(SENTENCES);
    sentences
}

/// A kind of claim, and how it is told.
trait Kind: Record + OneOf {
    /// How important it is in a story: the greater, the sooner it is told.
    const WEIGHT: u32;
    /// Whether the story begins with it, if it is told.
    const OPENS: bool = false;

    /// The claim as a sentence without a full stop.
    fn sentence(&self, teller: &Teller<'_>) -> String;

    /// What the story says about all claims of this kind: by default the sentence of the first.
    fn told(teller: &Teller<'_>) -> Vec<String> {
        teller.all::<Self>().take(1).map(|claim| claim.sentence(teller)).collect()
    }

    /// Whether it is told in a story that has this number of sentences with more weight.
    fn is_told_after(_teller: &Teller<'_>, _sentences: usize) -> bool {
        true
    }
}

/// A variant of [`Claim`].
trait OneOf: Sized {
    /// The claim, if it is of this kind.
    fn one(claim: &Claim) -> Option<&Self>;
}

/// A [`Kind`] without its type.
struct Telling {
    kind: &'static str,
    weight: u32,
    opens: bool,
    told: fn(&Teller<'_>) -> Vec<String>,
    is_told_after: fn(&Teller<'_>, usize) -> bool,
}

impl Telling {
    const fn of<K: Kind>(kind: &'static str) -> Self {
        Self { kind, weight: K::WEIGHT, opens: K::OPENS, told: K::told, is_told_after: K::is_told_after }
    }
}

impl Explained<'_> {
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
