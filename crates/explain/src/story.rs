//! The ideas that decide a game, as claims that are checked against the values of all positions.
//!
//! The annotated line gives the result of each move. A player who wants to learn asks first about
//! the plan, the turning points, and the rule to remember. [`story`] answers with a list of
//! [`Claim`]s, each with the numbers that prove it, the most important first. All sentences are
//! made from claims.
//!
//! Claims count plies in two ways. The fields `ply`, `from_ply` and `to_ply` are the number of
//! moves played before a position; 0 is the start. The fields `plies` are numbers of moves, from 1,
//! as [`Ply::number`](crate::Ply::number). (Move `n` leads to the position after `n` plies.) In the
//! definitions, W is the winner and L the loser, and W always plays the main move.
//!
//! If a definition does not apply to a game, the game gets no such claim: a claim about places
//! needs [`Words::places`], a claim about walks needs [`Words::steps_from`], and so on.
//!
//! These claims are about a line; a [`catmouse_arena::CertificateClaim`] is what a certificate
//! proves.
//!
//! Each kind of claim has one file: its definition, its search, its sentence, its weight in a story
//! and its data. The list in `claims!` below is the only other place that names a kind.

mod chase;
mod circle;
mod corner;
mod costs;
pub mod data;
mod door;
mod drive;
mod escape;
mod gate;
mod guard;
mod hinge;

mod kind;
mod law;
mod narrow;
mod only;
mod parity;
mod race;
mod roles;
mod room;
mod rule;
mod run;
mod straight;
mod sway;
mod teller;
mod tempo;
mod way;

use std::any::Any;

use catmouse_arena::{JudgedBy, Judgement, Place, Player, PositionId, Value, Values, WinOrDraw, Words};

use crate::context::AnyArena;
use crate::explanation::{Decision, Explained, Explanation};
use crate::line::LineEnd;
use crate::sorting::sort_by_numbers;
use crate::strategy::Strategy;
use crate::text::{capitalised, only_place};
use data::{Datum, RecordType};
use kind::{Kind, SENTENCES};
use teller::Teller;

pub use crate::safe_ways::Meeting;
pub use chase::Fact;
pub use corner::{Cornered, LeftRoom};
pub use guard::{Duty, OwnLosses};
pub use hinge::{Keeps, Slips, Temptation};
pub(crate) use law::{claim as law_claim, place_or_goal, sentences as law_sentences, standing_from};
pub use roles::{PieceRole, Role};
pub use rule::{Criterion, Exception, Proviso};
pub use run::RunPursuit;
pub use straight::Target;
pub use way::Opened;

/// Defines [`Claim`] from the list of all kinds, in the order in which [`story`] lists them. The
/// name of a kind is the name of its file.
macro_rules! claims {
    ($(#[doc = $meaning:literal] $kind:ident: $Claim:ident,)*) => {
        $(pub use $kind::$Claim;)*

        /// A claim about a game, with the data that prove it.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Claim {
            $(#[doc = $meaning] $Claim($Claim),)*
        }

        impl Claim {
            /// All kinds, in the order of the variants, each with its meaning.
            pub const KINDS: &'static [(&'static str, &'static str)] =
                &[$((stringify!($kind), $meaning.trim_ascii())),*];

            /// The kind as a word for programs.
            pub fn kind(&self) -> &'static str {
                match self {
                    $(Self::$Claim(_) => stringify!($kind),)*
                }
            }

            /// The data that prove the claim, as named fields.
            pub fn data(&self) -> Vec<(&'static str, Datum)> {
                match self {
                    $(Self::$Claim(claim) => data::fields_of(claim),)*
                }
            }

            /// The types of the [`data`](Self::data) of each kind.
            pub fn shapes() -> Vec<RecordType> {
                vec![$(data::shape::<$Claim>()),*]
            }

            fn sentence(&self, teller: &Teller<'_>) -> String {
                match self {
                    $(Self::$Claim(claim) => claim.sentence(teller),)*
                }
            }

            /// The claim as its own type.
            fn inner(&self) -> &dyn Any {
                match self {
                    $(Self::$Claim(claim) => claim,)*
                }
            }
        }

        /// All kinds, in the order of the variants.
        const KINDS_IN_STORY: &[KindInStory] = &[$(KindInStory::of::<$Claim>(stringify!($kind))),*];

        fn find(context: &Explained<'_>) -> Vec<Claim> {
            let mut claims: Vec<Claim> = Vec::new();
            $(
                let found = $kind::find(context).into_iter();
                for claim in found {
                    claims.push(Claim::$Claim(claim));
                }
            )*
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
    /// Where the winner drives the loser, or the door that it makes for.
    drive: Drive,
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
    /// A rule of thumb for the defender of a goal.
    gate: Gate,
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
    /// Whether there is a safe way to the goal.
    way: Way,
    /// A fact that decides a hunt without a goal.
    chase: Chase,
    /// Where the loser is cornered, and how its room shrinks until then.
    corner: Corner,
    /// The move on which the game hangs.
    hinge: Hinge,
    /// A rule that wins against every defence.
    rule: Rule,
}

/// The claims about an explained position, the most important first: in the order of [`Claim`]'s
/// variants; the type of each kind defines the order within the kind.
///
/// Time: linear in the positions that can arise while the winner plays main moves, and if there is
/// a goal, also linear in the positions of the arena. Each search is bounded, and a claim beyond
/// its bound is omitted: 2²⁰ positions for [`Room`], 2²² pairs of a position and a step for
/// [`Gate`], 2²⁰ positions for [`Escape`].
pub fn story(arena: &dyn AnyArena, words: &dyn Words, values: &dyn Values, explanation: &Explanation) -> Vec<Claim> {
    let mut claims = find(&Explained::new(arena, words, values, explanation));
    if let Some(scripted) = Player::BOTH.into_iter().find(|&player| words.follows_script(player)) {
        let free_wins = explanation.summary.judgement.outcome == WinOrDraw::Win(scripted.opponent());
        claims.retain(|claim| claim.survives_a_script(free_wins));
    }
    claims
}

impl Claim {
    /// Whether the claim is true and worth telling if one player's pieces follow a script. Most claims
    /// are about what both players could do. `free_wins`: the other player wins.
    fn survives_a_script(&self, free_wins: bool) -> bool {
        match self {
            // These follow from the values alone, or are about the player who has a choice.
            Self::Law(_) | Self::Door(_) | Self::Race(_) => true,
            Self::Tempo(_) | Self::Straight(_) | Self::Only(_) | Self::Narrow(_) | Self::Hinge(_) | Self::Rule(_) => {
                free_wins
            }
            // A way that is safe from every move is safe from those of a script.
            Self::Way(way) => free_wins && !way.path.is_empty(),
            _ => false,
        }
    }
}

/// A claim as a sentence without a full stop.
pub(crate) fn sentence(claim: &Claim, explanation: &Explanation, words: &dyn Words) -> String {
    claim.sentence(&Teller { claims: Vec::new(), strategies: &[], explanation, words })
}

/// The position to aim for in a long win.
pub(crate) fn aim(claims: &[Claim], explanation: &Explanation, words: &dyn Words) -> Option<String> {
    let teller = Teller { claims: claims.iter().map(Claim::inner).collect(), strategies: &[], explanation, words };
    Tempo::aim(&teller).or_else(|| Drive::aim(&teller))
}

/// The story of a game in sentences, each with the kind of its claims. Sentences with the greatest
/// weight are first. A game that is over at the start has no story.
pub(crate) fn sentences(
    claims: &[Claim],
    strategies: &[Strategy],
    explanation: &Explanation,
    words: &dyn Words,
) -> Vec<(&'static str, String)> {
    if explanation.plies.is_empty() && explanation.summary.end == LineEnd::Over {
        return Vec::new();
    }
    let teller = Teller { claims: claims.iter().map(Claim::inner).collect(), strategies, explanation, words };
    let mut kinds: Vec<&KindInStory> = KINDS_IN_STORY.iter().filter(|kind| kind.weight > 0).collect();
    sort_by_numbers(&mut kinds, |kind| [u64::from(u32::MAX - kind.weight)]);
    let mut sentences = Vec::new();
    for kind in kinds {
        if (kind.is_included_after)(&teller, sentences.len()) {
            let at = if kind.opens { 0 } else { sentences.len() };
            let shown = (kind.sentences)(&teller);
            sentences.splice(at..at, shown.into_iter().map(|sentence| (kind.kind, capitalised(&sentence) + ".")));
        }
    }
    sentences.truncate(SENTENCES);
    sentences
}

/// What a person tells another about a game: the fact on which it turns, the move on which it hangs,
/// and what to do. Each part is made of sentences.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lesson {
    /// The fact about the board on which the game turns. Empty if the game is over at the start.
    pub idea: Vec<String>,
    /// The hinge of each player that can throw something away, the player to move first.
    pub hinges: Vec<String>,
    /// The winner's rule, or in a draw one for each side that has one, the player to move first. A win by a safe way,
    /// or by a short strategy, has a rule that names places. If none was found, the law that keeps the win, with the
    /// position to aim for; empty if there is no such law either, or if `strategies` has the rules.
    pub rules: Vec<String>,
    /// Beside a rule that names places, one for the whole board, if it is short and plain.
    pub or: Vec<String>,
    /// The players whose rule names places, so that their strategies need not be printed.
    pub told: Vec<Player>,
    /// Whether the law is told, as the idea or as the rule.
    pub has_law: bool,
    /// The claims that the lesson leaves for the text below it.
    pub rest: Vec<String>,
}

/// Rules of a player that name places, in sentences.
#[derive(Clone, Debug)]
pub(crate) struct NamedRules {
    pub(crate) player: Player,
    /// What to do, if that is short.
    pub(crate) rules: Option<String>,
    /// What to do after a mistake of the opponent.
    pub(crate) mistakes: Option<String>,
}

impl Lesson {
    /// The parts with their labels: the idea, the hinges, the rule, and another rule.
    pub fn parts(&self) -> Vec<(&'static str, String)> {
        let idea = (!self.idea.is_empty()).then(|| ("Idea", self.idea.join(" ")));
        let hinges = self.hinges.iter().map(|hinge| ("Hinge", hinge.clone()));
        let rules = self.rules.iter().map(|rule| ("Rule", rule.clone()));
        let or = self.or.iter().map(|rule| ("Or", rule.clone()));
        idea.into_iter().chain(hinges).chain(rules).chain(or).collect()
    }

    /// The lesson as paragraphs, each part behind its label, and then the claims that are left.
    pub fn paragraphs(&self) -> Vec<String> {
        let parts = self.parts().into_iter().map(|(label, text)| format!("{label}: {text}"));
        parts.chain(self.rest.iter().cloned()).collect()
    }
}

/// The kinds of claims that stay in a text below a lesson.
const BELOW_LESSON: [&str; 3] = ["tempo", "costs", "roles"];

/// The law with the loser to move, as what the winner has to keep up, without a full stop. `None` if
/// neither player wins by force, if the win is short, or if there is no such law.
///
/// A law keeps the win. Under a limit, it does so only while enough of the limit is left for the
/// longest of the wins, and the sentence says how much. If the winner has to hand the move over to
/// make progress, the sentence also says for which position.
fn moral(claims: &[Claim], explanation: &Explanation, words: &dyn Words) -> Option<String> {
    let judgement = explanation.summary.judgement;
    // In a short win there is nothing to remember.
    let is_short = explanation.plies.len() < 3;
    let winner = judgement.outcome.winner().filter(|_| judgement.decided_by == JudgedBy::Play && !is_short)?;
    let kept = law::moral(&explanation.laws, words, &explanation.summary, winner)?;
    let aim = aim(claims, explanation, words);
    let aim = aim.map_or_else(String::new, |position| format!("; to make progress it aims for {position}"));
    Some(format!("{kept}{aim}"))
}

/// The lesson of a game. `by_places` has the strategies in sentences.
pub(crate) fn lesson(
    claims: &[Claim],
    strategies: &[Strategy],
    by_places: Vec<NamedRules>,
    explanation: &Explanation,
    words: &dyn Words,
) -> Lesson {
    let claimed = sentences(claims, strategies, explanation, words);
    let teller = Teller { claims: claims.iter().map(Claim::inner).collect(), strategies, explanation, words };
    let sentence = |text: String| capitalised(&text) + ".";
    let way = teller.all::<Way>().find(|way| !way.path.is_empty() && teller.is_won_by(way.player));
    // A safe way counts the steps to each place, a race only those to the goal.
    let race = || Race::idea(&teller).filter(|_| way.is_none());
    let mut idea: Vec<String> = Race::no_way(&teller).or_else(race).into_iter().map(sentence).collect();
    idea.extend(stuck(&teller).map(sentence));
    let corner: Vec<String> = teller.all::<Corner>().flat_map(|corner| corner.told(&teller)).map(sentence).collect();
    let ways = teller.all::<Way>().filter(|way| idea.is_empty() && way.explains(&teller));
    // How the room shrinks says more.
    let is_told = |chase: &&Chase| corner.len() < 2 || !chase.is_of_board();
    let chases = teller.all::<Chase>().filter(is_told).take(1).map(|chase| chase.sentence(&teller));
    let facts: Vec<String> = ways.map(|way| way.sentence(&teller)).chain(chases).map(sentence).collect();
    // A race, or a goal out of reach, does not say why the runner is caught.
    let is_open = !idea.is_empty() && facts.is_empty() && teller.all::<Way>().next().is_none();
    let taken = Race::taken(&teller).map(sentence);
    if is_open && taken.is_none() && corner.is_empty() && explanation.summary.judgement.decided_by == JudgedBy::Play {
        idea.extend(claimed.iter().find(|(kind, _)| *kind != "race").map(|(_, text)| text.clone()));
    }
    idea.extend(facts);
    idea.extend(corner);
    idea.extend(taken);
    let mut orders: Vec<(Player, String)> = Vec::new();
    if explanation.summary.judgement.decided_by != JudgedBy::Play && explanation.summary.value == Value::Endless {
        for (guard, holds, says) in Guard::told(&teller) {
            match says {
                guard::Says::WhereToGo => {
                    idea.extend(guard.suffices(&teller).into_iter().map(sentence));
                    let strategy = by_places.iter().find(|known| known.player == guard.player);
                    let mistakes = strategy.filter(|_| !guard.is_whole(&teller)).and_then(|it| it.mistakes.clone());
                    let mistakes = mistakes.map(|mistakes| format!("Win at once wherever possible. {mistakes}"));
                    orders.push((guard.player, with_mistakes(sentence(holds), mistakes)));
                }
                guard::Says::Places => {
                    let duty = guard.duty(&teller);
                    idea.push(sentence(duty.unwrap_or(holds)));
                }
                // That a player holds is no idea unless nothing else is told.
                guard::Says::Nothing if idea.is_empty() => idea.push(sentence(holds)),
                guard::Says::Nothing => {}
            }
        }
    }
    let has_law = idea.is_empty() && claimed.first().is_some_and(|(kind, _)| *kind == "law");
    if idea.is_empty() {
        idea.extend(claimed.first().map(|(_, text)| text.clone()));
    }
    let hinges = Hinge::told(&teller).into_iter().map(sentence).collect();
    // Where to go says more than what to look for.
    let is_named = |player: Player| orders.iter().any(|(known, _)| *known == player);
    let is_drawn = teller.explanation.summary.judgement.decided_by != JudgedBy::Play;
    let rest: Vec<NamedRules> = by_places.into_iter().filter(|known| !is_named(known.player)).collect();
    let named = |NamedRules { player, rules, mistakes }: NamedRules| {
        // After a mistake the rules would throw the win away.
        let rules = rules?;
        let otherwise = mistakes.as_ref().zip(rules.strip_prefix("As "));
        let otherwise = otherwise.map(|(mistakes, rules)| format!("{mistakes} Otherwise, as {rules}"));
        Some((player, otherwise.unwrap_or_else(|| with_mistakes(rules, mistakes))))
    };
    let by_places: Vec<(Player, String)> = rest.into_iter().filter_map(named).collect();
    let (held, won) = if is_drawn { (by_places, None) } else { (Vec::new(), by_places.into_iter().next()) };
    let of_others = Rule::told(&teller, |player| !is_named(player) && held.iter().all(|(known, _)| *known != player));
    let of_others = of_others.into_iter().map(sentence);
    orders.extend(held);
    let mut told: Vec<Player> = orders.iter().map(|(player, _)| *player).collect();
    let mut rules: Vec<String> = orders.into_iter().map(|(_, order)| order).chain(of_others).collect();
    let order = way.and_then(|way| way.order(&teller)).map(sentence);
    told.extend(won.iter().filter(|_| order.is_none()).map(|(player, _)| *player));
    let mut or = Vec::new();
    if let Some(named) = order.or(won.map(|(_, rules)| rules)) {
        let of_board = std::mem::replace(&mut rules, vec![named]);
        if teller.all::<Rule>().all(Rule::is_simple) {
            or = of_board;
        }
    }
    let has_rule = !rules.is_empty();
    if !has_rule && !teller.has_winning_rules() {
        rules.extend(moral(claims, explanation, words).map(sentence));
    }
    let has_law = has_law || !has_rule && !rules.is_empty();
    if rules.is_empty() && !teller.has_winning_rules() {
        let judgement = explanation.summary.judgement;
        let is_free =
            |player: &Player| judgement.decided_by == JudgedBy::Play && !words.follows_script(player.opponent());
        let winner = judgement.outcome.winner().filter(is_free);
        let chooses = |player| explanation.plies.iter().any(|ply| ply.player == player && !ply.others.is_empty());
        if winner.is_some_and(chooses) {
            rules.push(sentence("none that is short was found; the moves are below".to_owned()));
        }
    }
    let is_left = |(kind, text): &(&str, String)| BELOW_LESSON.contains(kind) && !idea.contains(text);
    let rest = claimed.into_iter().filter(is_left).map(|(_, text)| text).collect();
    Lesson { idea, hinges, rules, or, told, has_law, rest }
}

/// A rule, and what to do after a mistake of the opponent.
fn with_mistakes(mut rule: String, mistakes: Option<String>) -> String {
    if let Some(mistakes) = mistakes {
        rule += " ";
        rule += &mistakes;
    }
    rule
}

/// The part of a rule that decides at the start, for the player to move there.
pub(crate) fn rule_here(claims: &[Claim], explanation: &Explanation, words: &dyn Words) -> Option<String> {
    let teller = Teller { claims: claims.iter().map(Claim::inner).collect(), strategies: &[], explanation, words };
    Rule::told_here(&teller).map(|rule| capitalised(&rule) + ".")
}

/// Where the line stops because a piece has no move, wherever the others stand: where it is.
fn stuck(teller: &Teller<'_>) -> Option<String> {
    let summary = &teller.explanation.summary;
    let player = teller.explanation.plies.last().filter(|_| summary.decision == Decision::Stalemate)?.player.opponent();
    let places = teller.words.places(summary.last, player);
    let is_shut_in = |place: &&Place| teller.words.steps_from(player, **place).is_empty();
    let place = teller.place_name(*places.iter().find(is_shut_in)?);
    let [stuck, other] = [player, player.opponent()].map(|player| teller.words.player(player));
    Some(match places.len() {
        1 => format!("{stuck} has no move from {place}, wherever {other} stands"),
        _ => format!("{stuck} is stuck: its {} on {place} has no move", teller.words.piece(player)),
    })
}

/// The functions of a [`Kind`], without its type.
struct KindInStory {
    kind: &'static str,
    weight: u32,
    opens: bool,
    sentences: fn(&Teller<'_>) -> Vec<String>,
    is_included_after: fn(&Teller<'_>, usize) -> bool,
}

impl KindInStory {
    const fn of<K: Kind>(kind: &'static str) -> Self {
        Self {
            kind,
            weight: K::WEIGHT,
            opens: K::OPENS,
            sentences: K::sentences_in_story,
            is_included_after: K::is_included_after,
        }
    }
}

impl Explained<'_> {
    /// The winner, if its win is forced.
    fn forced_winner(&self) -> Option<Player> {
        let Judgement { outcome, decided_by, .. } = self.explanation.summary.judgement;
        outcome.winner().filter(|_| decided_by == JudgedBy::Play)
    }

    /// The positions of the line, the start first.
    fn line(&self) -> Vec<PositionId> {
        let mut line = vec![self.explanation.summary.start];
        line.extend(self.explanation.plies.iter().map(|ply| ply.played.to));
        line
    }

    /// The place of a player's only piece; `None` if it has several, or the game has no places.
    fn place(&self, position: PositionId, player: Player) -> Option<Place> {
        only_place(position, player, self.words)
    }
}
