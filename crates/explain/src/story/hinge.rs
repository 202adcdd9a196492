//! The move on which a game hangs, and the tempting move that throws it away.

use catmouse_arena::{Adjudication, Distance, JudgedBy, Measure, Place, Player, PositionId, Status, Value, WinOrDraw};

use super::data::{Fields, Record};
use super::kind::Kind;
use super::law::place_or_goal;
use super::teller::Teller;
use crate::context::Context;
use crate::explanation::{Explained, Ply, Summary};
use crate::main_move::main_move;
use crate::nearness::Nearness;
use crate::reason::{Alternative, Motive};
use crate::safe_ways::{Meeting, SafeWays};
use crate::sorting::sort_by_numbers;
use crate::text::{plies, short, standing};
use crate::walks::Distances;

/// The greatest number of plies of a refutation, and of the pieces that may move in them. Of a longer one,
/// only the first are kept.
const REFUTATION_PLIES: usize = 8;
const REFUTATION_PIECES: usize = 10;

/// A loss in so few plies is seen without a hinge.
const QUICK: Distance = 2;

/// How many plies are told of a refutation that does not reach the end.
const PLIES_TOLD: usize = 4;

/// For a player that does not lose: its move of the line with the most tempting alternative that
/// throws the outcome away.
///
/// An alternative is *tempting* if no other ends nearer to where the player wants to be: the goal
/// for the player who wins there, otherwise the nearest piece of the opponent. (Who avoids obvious losses does not
/// compare with them. A player who wins by not being caught is not tempted.) Tempting alternatives that are no obvious
/// losses come first, unless they only lead back as near as before; then tempting ones that the opponent's next move
/// punishes. Of the others that are no obvious losses, first come those where the right move steps away from where the
/// player wants to be, and last those that lead back to where the player comes from. Other obvious losses come last of
/// all. Then critical moves and short refutations are preferred.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hinge {
    /// The player.
    pub player: Player,
    /// The number of the move; `None` if no alternative of the line throws the outcome away, but for moves that lose
    /// on the spot, and where the player can end the game at once.
    pub ply: Option<usize>,
    /// The positions after the alternative and after each move of its refutation.
    pub refutation: Vec<PositionId>,
    /// If all of the player's moves on the line hold the draw: a position off the line where a move loses, which
    /// `refutation` refutes to the end.
    pub elsewhere: Option<PositionId>,
    /// Whether the alternative is tempting, and whether the move of the line ends less near.
    pub tempts: Temptation,
    /// The worst that a move of the line can do unseen.
    pub slips: Slips,
    /// Why none of the player's moves on the line throws its win away; `None` if some does, or if none of these is
    /// so.
    pub keeps: Option<Keeps>,
    /// Beside `keeps`: the most plies by which another move of the line wins later; `None` if the player never has a
    /// choice.
    pub delay: Option<Distance>,
}

/// Why a player wins whatever it plays, before it can end the game at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeps {
    /// It wins from every position of the board.
    Everywhere,
    /// After each of its moves it has a safe way.
    Way,
    /// After each of its moves it is in time at this place, which the runner has to pass.
    InTime(Place),
    /// After each of its moves the runner has no safe way.
    NoWay,
}

impl Keeps {
    /// The reason as a word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Everywhere => "everywhere",
            Self::Way => "way",
            Self::InTime(_) => "in_time",
            Self::NoWay => "no_way",
        }
    }
}

/// Where a player's moves of a line have alternatives that throw the outcome away.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Slips {
    /// Nowhere.
    None,
    /// Only where the player can end the game at once.
    AtTheEnd,
    /// Before, but each of them is an obvious loss.
    Obvious,
    /// Before, and not all of them are obvious losses.
    Hidden,
}

impl Slips {
    /// The slips as a word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Obvious => "obvious",
            Self::AtTheEnd => "at_the_end",
            Self::Hidden => "hidden",
        }
    }
}

/// Why a wrong move is tempting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Temptation {
    /// It ends nearer than the right move.
    Nearer,
    /// It ends as near as the right move.
    AsNear,
    /// It is not tempting.
    None,
}

impl Temptation {
    /// The temptation as a word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Self::Nearer => "nearer",
            Self::AsNear => "as_near",
            Self::None => "none",
        }
    }
}

/// One claim for each player that does not lose, the player to move first. None if the first move wins, or if the game
/// has no places.
pub(super) fn find(context: &Explained<'_>) -> Vec<Hinge> {
    let summary = &context.explanation.summary;
    let Some(first) = context.explanation.plies.first().map(|ply| ply.player) else { return Vec::new() };
    let wins_at_once = summary.plies == 1 && context.forced_winner().is_some();
    if wins_at_once || context.words.places(summary.start, first).is_empty() {
        return Vec::new();
    }
    let holds = |player: &Player| summary.judgement.outcome.score(*player) >= 0;
    [first, first.opponent()].into_iter().filter(holds).map(|player| hinge(context, player)).collect()
}

fn hinge(context: &Explained<'_>, player: Player) -> Hinge {
    let summary = &context.explanation.summary;
    let own = || context.explanation.plies.iter().filter(|ply| ply.player == player);
    let reached = summary.judgement.outcome.score(player);
    let slip = |ply: &Ply, other: &Alternative| {
        let throws = other.rated.judgement.outcome.score(player) < reached;
        match (throws, other.rated.is_obvious_loss) {
            (false, _) => Slips::None,
            (true, _) if ply.reason.motive == Motive::Finishes => Slips::AtTheEnd,
            (true, true) => Slips::Obvious,
            (true, false) => Slips::Hidden,
        }
    };
    let all = own().flat_map(|ply| ply.others.iter().map(move |other| slip(ply, other)));
    let slips = all.max().unwrap_or(Slips::None);
    let (ply, tempts, elsewhere) = (None, Temptation::None, None);
    let none = Hinge { player, ply, refutation: Vec::new(), elsewhere, tempts, slips, keeps: None, delay: None };
    let nearness = Nearness::new(context, player, summary.start);
    let is_tempted = nearness.has_goal() || !evades(summary, player);
    let mut best: Option<([usize; 4], Hinge)> = None;
    let mut came_from = None;
    let mut left_next = Some(summary.adjudication);
    for ply in &context.explanation.plies {
        let left = left_next;
        left_next = left.and_then(|left| left.after(ply.played.cost));
        if ply.player != player {
            continue;
        }
        let sound = |other: &&Alternative| !other.rated.is_obvious_loss;
        let least = |all: bool| {
            let compared = ply.others.iter().filter(|other| all || sound(other));
            compared.map(|other| nearness.steps(other.rated.to)).min()
        };
        let least = [least(false), least(true)];
        let [before, played] = [ply.from, ply.played.to].map(|at| nearness.steps(at));
        for other in &ply.others {
            let steps = nearness.steps(other.rated.to);
            let is_near = steps <= played && steps != Distances::NONE;
            let least = least[usize::from(other.rated.is_obvious_loss)];
            let is_natural = is_tempted && is_near && least.is_some_and(|least| steps <= least);
            let tempts = match (is_natural, steps < played) {
                (true, true) => Temptation::Nearer,
                (true, false) => Temptation::AsNear,
                (false, _) => Temptation::None,
            };
            let is_back = context.place(other.rated.to, player).is_some_and(|place| Some(place) == came_from);
            let goes_on = |at: PositionId| matches!(context.arena.status(at), Status::Turn(_));
            let tier = match (slip(ply, other), tempts) {
                (Slips::Hidden, Temptation::Nearer) => 0,
                (Slips::Hidden, Temptation::AsNear) if !is_back => 1,
                (Slips::Obvious, Temptation::Nearer | Temptation::AsNear) if goes_on(other.rated.to) => 2,
                (Slips::Hidden, _) if is_back => 5,
                (Slips::Hidden, _) if other.rated.judgement.distance.is_some_and(|plies| plies <= QUICK) => 6,
                (Slips::Hidden, _) if played > before => 3,
                (Slips::Hidden, _) => 4,
                (Slips::Obvious, _) if goes_on(other.rated.to) => 7,
                _ => continue,
            };
            let rest = left.and_then(|left| left.after(other.rated.cost));
            let refutation = refutation(context, other.rated.to, rest);
            let is_open = goes_on(refutation[refutation.len() - 1]);
            let rank = [tier, usize::from(!ply.is_critical()), usize::from(is_open), refutation.len()];
            if best.as_ref().is_none_or(|(known, _)| rank < *known) {
                best = Some((rank, Hinge { ply: Some(ply.number), refutation, tempts, ..none.clone() }));
            }
        }
        came_from = context.place(ply.from, player);
    }
    // Where the player can end the game at once, only wrong moves are left out.
    let counts = |ply: &&Ply| slips == Slips::None || ply.reason.motive != Motive::Finishes;
    let keeps =
        if slips <= Slips::AtTheEnd { keeps(context, player, &own().filter(counts).collect::<Vec<_>>()) } else { None };
    let (refutation, elsewhere) = match slips {
        Slips::None if best.is_none() => slip_elsewhere(context, player).unwrap_or_default(),
        _ => (Vec::new(), None),
    };
    let later = |ply: &Ply, other: &Alternative| {
        let [other, played] = [other.rated.judgement, ply.played.judgement].map(|judged| judged.distance);
        Some(other?.saturating_sub(played?))
    };
    let delays = own().filter(counts).flat_map(|ply| ply.others.iter().filter_map(move |other| later(ply, other)));
    let is_plain = context.words.measure() == Measure::Plies && summary.adjudication.limit.is_none();
    let delay = keeps.and_then(|_| delays.max()).filter(|_| is_plain);
    best.map_or(Hinge { refutation, elsewhere, keeps, delay, ..none }, |(_, hinge)| hinge)
}

/// See [`Hinge::elsewhere`]: the refutation, and the position. Of the moves with which the player leaves the holding of
/// its opponent, the one whose refutation is the longest.
fn slip_elsewhere(context: &Explained<'_>, player: Player) -> Option<(Vec<PositionId>, Option<PositionId>)> {
    let [_] = context.words.places(context.explanation.summary.start, player)[..] else { return None };
    let holding = context.explanation.holdings.iter().find(|holding| holding.player != player)?;
    let refuted = |&(at, to): &(PositionId, PositionId)| {
        let refutation = refutation(context, to, Some(context.explanation.summary.adjudication));
        let ends = context.arena.status(*refutation.last()?) == Status::Won(player.opponent());
        let is_endless = context.values.value(at) == Value::Endless;
        (ends && is_endless && refutation.len() > 1).then_some((refutation, Some(at)))
    };
    holding.departures.iter().filter_map(refuted).max_by_key(|(refutation, _)| refutation.len())
}

/// See [`Hinge::keeps`]; of these moves of the player.
fn keeps(context: &Explained<'_>, player: Player, own: &[&Ply]) -> Option<Keeps> {
    /// The greatest number of positions that are examined.
    const POSITIONS_AT_MOST: usize = 1 << 17;
    if context.forced_winner() != Some(player) || context.arena.positions() > POSITIONS_AT_MOST {
        return None;
    }
    let after = own.iter().flat_map(|ply| ply.others.iter().map(|other| other.rated.to).chain([ply.played.to]));
    let after: Vec<PositionId> =
        after.filter(|&at| context.arena.status(at) == Status::Turn(player.opponent())).collect();
    let opponent = player.opponent();
    let goal = context.words.goal();
    let ways = goal.as_ref().and_then(|goal| SafeWays::new(context, goal.player, context.explanation.summary.start));
    let (Some(goal), Some(ways)) = (goal, ways) else {
        let mut open = (0..context.arena.positions()).map(PositionId::new);
        let wins = |at| match context.arena.status(at) {
            Status::Turn(_) => context.values.value(at).winner() == Some(player),
            Status::Won(_) => true,
        };
        return open.all(wins).then_some(Keeps::Everywhere);
    };
    let has_way = |at: &PositionId| ways.ahead(*at, opponent).has_way();
    if goal.player == player && !after.is_empty() {
        return after.iter().all(has_way).then_some(Keeps::Way);
    }
    if after.is_empty() || after.iter().any(has_way) {
        return None;
    }
    let met = |&at: &PositionId| match ways.meetings(at, opponent)[..] {
        [Meeting { place, .. }] if !goal.places.contains(&place) => Some(place),
        _ => None,
    };
    let met: Vec<Option<Place>> = after.iter().map(met).collect();
    Some(match met[0] {
        Some(place) if met.iter().all(|other| *other == Some(place)) => Keeps::InTime(place),
        _ => Keeps::NoWay,
    })
}

/// Whether a player wins by not being caught. Without a goal it wants to be nowhere in particular, so nothing tempts it.
fn evades(summary: &Summary, player: Player) -> bool {
    summary.judgement.decided_by != JudgedBy::Play && summary.judgement.outcome == WinOrDraw::Win(player)
}

/// The positions from the one after a wrong move on, along main moves, as far as `left` lasts.
fn refutation(context: &Context<'_>, from: PositionId, mut left: Option<Adjudication>) -> Vec<PositionId> {
    let mut positions = vec![from];
    let mut at = from;
    let mut pieces = 0;
    while positions.len() <= REFUTATION_PLIES {
        let Some(step) = main_move(context, at) else { break };
        if let Status::Turn(mover) = context.arena.status(at) {
            pieces += context.words.places(at, mover).len();
        }
        left = left.and_then(|left| left.after(step.cost));
        if pieces > REFUTATION_PIECES || left.is_none() {
            break;
        }
        at = step.to;
        positions.push(at);
    }
    positions
}

impl Hinge {
    /// The hinges as sentences, in the order of their plies. Where one player has a hinge, it is not said that the other has none.
    pub(super) fn told(teller: &Teller<'_>) -> Vec<String> {
        let (mut found, none): (Vec<&Self>, Vec<&Self>) = teller.all::<Self>().partition(|hinge| hinge.ply.is_some());
        sort_by_numbers(&mut found, |hinge| [hinge.ply.unwrap_or_default() as u64]);
        match (&found[..], &none[..]) {
            ([], [one, other]) if [one, other].into_iter().all(|hinge| hinge.slips == Slips::None) => {
                vec!["none: every move on this line keeps the draw".to_owned()]
            }
            ([], [_, _]) => {
                vec!["none: every wrong move on this line loses on the spot".to_owned()]
            }
            ([], alone) => alone.iter().map(|hinge| hinge.sentence(teller)).collect(),
            (found, none) => {
                let elsewhere = none.iter().filter_map(|hinge| hinge.slip_elsewhere(teller));
                found.iter().map(|hinge| hinge.sentence(teller)).chain(elsewhere).collect()
            }
        }
    }

    /// The moves of the refutation.
    fn steps(&self, teller: &Teller<'_>) -> Vec<String> {
        let step = |pair: &[PositionId]| teller.words.step(pair[0], teller.words.cheapest(pair[0], pair[1]));
        self.refutation.windows(2).map(step).collect()
    }

    /// Where a player whose moves on the line all hold can go wrong: "none for the Cat on this line; but with M5 C4, 6
    /// loses: M 5→3, C 6→5, M 3→0 reaches the hole".
    fn slip_elsewhere(&self, teller: &Teller<'_>) -> Option<String> {
        let at = self.elsewhere?;
        let wrong = teller.words.target(at, teller.words.cheapest(at, *self.refutation.first()?));
        let steps = self.steps(teller);
        let end = teller.words.end(*self.refutation.last()?)?;
        // The opponent moves first.
        let result = if steps.len().is_multiple_of(2) { end.losing_move } else { end.winning_move };
        let (player, at) = (teller.words.player(self.player), standing(at, teller.words));
        Some(format!("none for {player} on this line; but with {at}, {wrong} loses: {} {result}", steps.join(", ")))
    }
}

impl Hinge {
    /// Why nothing can go wrong.
    fn kept(&self, keeps: Keeps, teller: &Teller<'_>) -> String {
        let [player, opponent] = [self.player, self.player.opponent()].map(|player| teller.words.player(player));
        let goal = teller.goal_noun();
        let why = match keeps {
            Keeps::Everywhere => return format!("none: {player} wins from every position of the board"),
            Keeps::Way => format!("it still has a safe way to {goal}"),
            Keeps::InTime(place) => {
                format!("it is still in time at {}, which {opponent} has to pass", place_or_goal(teller.words, place))
            }
            Keeps::NoWay => format!("{opponent} still has no safe way to {goal}"),
        };
        let end = teller.explanation.plies.iter().find(|ply| ply.reason.motive == Motive::Finishes);
        let none = match (self.slips, end) {
            (Slips::AtTheEnd, Some(ply)) => format!("none before ply {}, where {player} wins at once", ply.number),
            _ => "none".to_owned(),
        };
        match self.delay {
            // Without a way out the runner could still run for ever.
            Some(delay) if keeps != Keeps::Way => {
                let later = match delay {
                    0 => "as soon".to_owned(),
                    later => format!("at most {} later", plies(later)),
                };
                format!("{none}: every other move of {player} on this line wins too, {later}, and {why}")
            }
            _ => format!("{none}: wherever {player} goes on this line, {why}"),
        }
    }
}

impl Kind for Hinge {
    fn sentence(&self, teller: &Teller<'_>) -> String {
        let [player, opponent] = [self.player, self.player.opponent()].map(|player| teller.words.player(player));
        let goal = teller.words.goal().filter(|goal| goal.player == self.player).map(|goal| goal.noun);
        let Some(number) = self.ply else {
            if let Some(keeps) = self.keeps {
                return self.kept(keeps, teller);
            }
            return match self.slips {
                Slips::None => {
                    let kept = if teller.is_won_by(self.player) { "win" } else { "draw" };
                    format!("none: every move of {player} on this line keeps the {kept}")
                }
                Slips::AtTheEnd => {
                    let end = teller.explanation.plies.iter().find(|ply| ply.reason.motive == Motive::Finishes);
                    let end = end.map_or(0, |ply| ply.number);
                    format!(
                        "none: every move of {player} on this line keeps the win until ply {end}, when it wins at once"
                    )
                }
                Slips::Obvious | Slips::Hidden if teller.is_won_by(self.player) => {
                    format!("none: until {player} can win at once, its wrong moves on this line lose on the spot")
                }
                Slips::Obvious | Slips::Hidden => {
                    format!("none: every wrong move of {player} on this line loses on the spot")
                }
            };
        };
        let ply = &teller.explanation.plies[number - 1];
        let Some(wrong) = ply.others.iter().find(|other| Some(&other.rated.to) == self.refutation.first()) else {
            return String::new();
        };
        let near = goal.clone().unwrap_or_else(|| opponent.clone());
        // Several pieces may be near in several ways.
        let is_alone = teller.words.places(ply.from, self.player).len() == 1;
        let looks = match self.tempts {
            _ if !is_alone => String::new(),
            Temptation::Nearer => format!(", nearer to {near},"),
            Temptation::AsNear => format!(", as near to {near},"),
            Temptation::None => String::new(),
        };
        let mut moves = self.steps(teller);
        let last = self.refutation.last().copied().unwrap_or(ply.from);
        let is_late = wrong.rated.judgement.decided_by == JudgedBy::Limit;
        let is_draw = wrong.rated.judgement.outcome == WinOrDraw::Draw;
        if is_late || is_draw {
            moves.truncate(1);
        }
        if is_draw && !is_late && !moves.is_empty() {
            moves[0] = format!("after {} neither side can force a win", moves[0]);
        }
        let measure = teller.words.measure();
        let (how, result) = match teller.words.end(last) {
            _ if is_late && moves.is_empty() => (None, Some("the limit runs out".to_owned())),
            _ if is_draw => (None, None),
            _ if is_late => {
                moves.push("and so on".to_owned());
                (Some("by the limit".to_owned()), None)
            }
            // The opponent moves first.
            Some(end) if moves.len().is_multiple_of(2) => (None, Some(end.losing_move)),
            Some(end) => (None, Some(end.winning_move)),
            None => {
                moves.truncate(PLIES_TOLD);
                moves.push("and so on".to_owned());
                (wrong.rated.distance_in(measure).map(|distance| short(measure, distance)), None)
            }
        };
        let loses = [if is_draw { "only draws" } else { "loses" }].into_iter().chain(how.as_deref());
        let loses = loses.collect::<Vec<_>>().join(" ");
        let shown = [&[moves.join(", ")][..], result.as_slice()].concat().join(" ");
        let kept = teller.words.step(ply.from, ply.played.step());
        let wrong = wrong.rated.step();
        let wrong = if is_alone { teller.words.target(ply.from, wrong) } else { teller.words.step(ply.from, wrong) };
        let refuted = format!("{wrong}{looks} {loses}: {}", shown.trim_start());
        let is_tempted = goal.is_some() || !evades(&teller.explanation.summary, self.player);
        match self.tempts {
            Temptation::None if is_alone && is_tempted => {
                let only = if ply.is_critical() { "only " } else { "" };
                let keeps = if teller.is_won_by(self.player) { "wins" } else { "holds" };
                format!("none that tempts. At ply {number} {only}{kept} {keeps}; {refuted}")
            }
            _ => format!("ply {number}: {kept}. Instead {refuted}"),
        }
    }
}

impl Record for Hinge {
    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields
            .field("player", |hinge| hinge.player)
            .field("ply", |hinge| hinge.ply)
            .means("The number of the move on which the game hangs; null if none throws the outcome away unseen.")
            .field("refutation", |hinge| hinge.refutation.clone())
            .means("The positions after the wrong move and after each move of its refutation.")
            .field("elsewhere", |hinge| hinge.elsewhere)
            .means("If every move of the player on the line holds the draw: where a wrong move off the line is refuted.")
            .field("tempts", |hinge| hinge.tempts.word())
            .means(
                "Whether the wrong move ends `nearer` to where the player wants to be than the right one, `as_near`, \
                 or neither (`none`).",
            )
            .field("slips", |hinge| hinge.slips.word())
            .means(
                "Where other moves of the line throw the outcome away: `none`, only `at_the_end`, where the player can end \
                 the game at once, only `obvious` losses before, or `hidden` ones.",
            )
            .field("keeps", |hinge| hinge.keeps.map(Keeps::word))
            .means(
                "Why every move of the line keeps the win: the player wins `everywhere`, still has a safe `way`, is \
                 `in_time` at the place `met`, or the opponent has `no_way`; null without a reason.",
            )
            .field("delay", |hinge| hinge.delay)
            .means("Beside `keeps`: by how many plies another move of the line wins later, at most; null if there is no choice.")
            .field("met", |hinge| if let Some(Keeps::InTime(place)) = hinge.keeps { Some(place) } else { None })
    }
}
