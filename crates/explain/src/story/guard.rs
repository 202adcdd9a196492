//! The places that a holder does not leave.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use catmouse_arena::{Distance, Place, Player, PositionId, Status, Value, listed};

use super::data::{Fields, Record};
use super::kind::Kind;
use super::race::Race;
use super::teller::Teller;
use crate::explanation::Explained;
use crate::holding::{Holding, answers};
use crate::line::LineEnd;
use crate::moves::is_obvious_loss;
use crate::safe_ways::SafeWays;
use crate::shuttle::Shuttle;
use crate::small_trap::{MOVES_AT_MOST, POSITIONS_AT_MOST};
use crate::sorting::{place_set, set};
use crate::text::{short, standing, walk_over};
use crate::walks::Walks;

/// In a held game, the places of the holder's pieces in the positions of its holding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guard {
    /// The player who holds.
    pub player: Player,
    /// The places, ascending.
    pub places: Vec<Place>,
    /// The number of places that the holder's pieces can reach from the start, other pieces
    /// disregarded.
    pub reachable: usize,
    /// The number of positions of the holding.
    pub positions: usize,
    /// If the opponent can leave the holding, and each such mistake opens a [safe way](super::Way): one for each
    /// of them, without repetitions. Empty otherwise.
    pub ways: Vec<Vec<Place>>,
    /// Whether the opponent can leave the holding, and the holder can then win with its next move.
    pub wins_at_once: bool,
    /// Whether the holder holds by going to and fro, or on its ring to where the opponent cannot win with its next move,
    /// whatever the opponent does, if it wins at once where it can.
    pub holds_anyway: bool,
    /// Which of the holder's own moves lose.
    pub losses: OwnLosses,
    /// If the holder's single piece can go round and round on `places` and in no other way, these
    /// places in the order of the circle; otherwise empty.
    pub ring: Vec<Place>,
    /// Whether the opponent's single piece, wherever it stands but on the holder's place, leaves it a place of `ring` to go
    /// to: cannot go both to the neighbours of the holder's place and, if the holder may stay, to that place.
    pub ring_is_open: bool,
    /// If the place to which the holder's single piece goes depends on where the opponent's single
    /// piece is alone: each of these places with those of the opponent's. Empty also if there are many.
    pub tie: Vec<(Place, Vec<Place>)>,
    /// What a runner binds its single hunter to while play goes round for ever, in the order of the positions. Empty
    /// also if there are many.
    pub duties: Vec<Duty>,
}

/// What a runner binds its hunter to, which is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duty {
    /// The positions before the hunter's move.
    pub at: Vec<PositionId>,
    /// The runner's place, if the hunter is so bound wherever it stands while nobody can force a win.
    pub runner: Option<Place>,
    /// The places to which the hunter can go so that the play goes on, ascending.
    pub holding: Vec<Place>,
    /// The places to which it can go so that the runner wins, ascending.
    pub losing: Vec<Place>,
    /// The runner's safe ways from there: one for each place of `losing`, without repetitions. Empty if it has none from
    /// some of these places.
    pub ways: Vec<Vec<Place>>,
}

/// How much the sentence about a guard says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Says {
    /// Only that the player holds.
    Nothing,
    /// Which places the player does not leave.
    Places,
    /// Where to go.
    WhereToGo,
}

/// Which of a holder's own moves lose. A loss is *obvious* if the opponent wins at once or with its
/// next move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnLosses {
    /// None, in any position that can arise while both players hold in any way.
    None,
    /// Only obvious ones, in these positions.
    Obvious,
    /// At a position of the holding some other move loses: the position, the position after the
    /// move, and the distance of the opponent's win. Of all such moves, it loses last.
    Later(PositionId, PositionId, Distance),
    /// None of these was proven.
    Unknown,
}

/// One claim for each holding that does not need the limit, in the order of the holdings.
pub(super) fn find(context: &Explained<'_>) -> Vec<Guard> {
    let guards = context.explanation.holdings.iter().filter(|holding| is_closed(context, holding)).map(|holding| {
        let places = place_set(&holding.trap, holding.player, context.words);
        let from = context.words.places(context.explanation.summary.start, holding.player);
        let walks = Walks::new(context.words, holding.player, &from);
        let reachable = walks.distances_from(&from).entries().len();
        let losses = own_losses(context, holding);
        let is_runner = context.words.goal().is_some_and(|goal| goal.player == holding.player);
        let ways = if is_runner { ways(context, holding).unwrap_or_default() } else { Vec::new() };
        let has_won = |at: PositionId| context.arena.status(at) == Status::Won(holding.player);
        let can_win = |at: PositionId| has_won(at) || context.has_winning_move(at, holding.player);
        let wins_at_once = !holding.departures.is_empty() && holding.departures.iter().all(|&(_, to)| can_win(to));
        let ring = if from.len() == 1 { ring(&walks, &places) } else { Vec::new() };
        let ring_is_open = is_open(context, holding.player, &walks, &ring);
        let holds_anyway = holds_anyway(context, holding, if ring_is_open { &ring } else { &[] });
        let tie = tie(context, holding).unwrap_or_default();
        let duties = if is_runner { duties(context, holding) } else { None }.unwrap_or_default();
        let (player, positions) = (holding.player, holding.trap.len());
        Guard {
            player,
            places,
            reachable,
            positions,
            ways,
            wins_at_once,
            holds_anyway,
            losses,
            ring,
            ring_is_open,
            tie,
            duties,
        }
    });
    guards.filter(|guard| !guard.places.is_empty()).collect()
}

/// Whether the player has an answer to each move of the opponent, so that the limit ends nothing that would
/// break out later.
fn is_closed(context: &Explained<'_>, holding: &Holding) -> bool {
    let mut trap: HashSet<PositionId> = holding.trap.iter().copied().collect();
    let stays =
        |at| trap.contains(&at) || matches!(context.arena.status(at), Status::Won(player) if player == holding.player);
    let answers = holding.answers.iter().filter(|answer| stays(answer.to));
    let answered: HashSet<PositionId> = answers.map(|answer| answer.position).collect();
    trap.extend(holding.departures.iter().map(|&(_, to)| to));
    holding.trap.iter().all(|&at| match context.arena.status(at) {
        Status::Turn(player) if player == holding.player => {
            answered.contains(&at) || context.arena.successors(at).next().is_none()
        }
        Status::Turn(_) => context.arena.successors(at).all(|step| trap.contains(&step.to)),
        Status::Won(_) => true,
    })
}

/// The runner's safe ways after the moves with which the hunters leave its holding, unless it has won then. `None` if
/// there is none after some of them.
fn ways(context: &Explained<'_>, holding: &Holding) -> Option<Vec<Vec<Place>>> {
    let safe = SafeWays::new(context, holding.player, context.explanation.summary.start)?;
    let mut ways = Vec::new();
    for &(_, to) in &holding.departures {
        let wins = context.values.value(to).winner() == Some(holding.player);
        let way = match context.arena.status(to) {
            Status::Won(winner) if winner == holding.player => continue,
            Status::Turn(turn) if wins => safe.ahead(to, turn).way()?,
            _ => return None,
        };
        if !ways.contains(&way) {
            ways.push(way);
        }
    }
    Some(ways)
}

/// See [`Guard::holds_anyway`].
fn holds_anyway(context: &Explained<'_>, holding: &Holding, ring: &[Place]) -> bool {
    let player = holding.player;
    let moves: Vec<_> = holding.answers.iter().map(|answer| (answer.position, answer.to)).collect();
    let shuttle = Shuttle::of(&moves, player, context.words);
    let is_safe = |at| {
        let opponent = player.opponent();
        context.arena.status(at) != Status::Won(opponent) && !context.has_winning_move(at, opponent)
    };
    let allows = |from, to| {
        let place = context.place(to, player);
        match (&shuttle, context.place(from, player)) {
            (Some(shuttle), Some(from)) => place.is_some() && place == shuttle.next(from),
            _ => place.is_some_and(|place| ring.contains(&place)) && is_safe(to),
        }
    };
    let start = context.explanation.summary.start;
    let (mut met, mut open) = (HashSet::from([start]), vec![start]);
    while let Some(at) = open.pop() {
        let is_own = match context.arena.status(at) {
            Status::Won(winner) if winner != player => return false,
            Status::Won(_) => continue,
            Status::Turn(turn) => turn == player,
        };
        if is_own && context.has_winning_move(at, player) {
            continue;
        }
        let all = context.arena.successors(at).map(|step| step.to);
        let next: Vec<PositionId> = all.filter(|&to| !is_own || allows(at, to)).collect();
        if is_own && next.is_empty() || met.len() > POSITIONS_AT_MOST {
            return false;
        }
        open.extend(next.into_iter().filter(|&to| met.insert(to)));
    }
    true
}

/// See [`Guard::duties`].
fn duties(context: &Explained<'_>, holding: &Holding) -> Option<Vec<Duty>> {
    /// The greatest numbers of duties, of positions, of a hunter's places and of ways.
    const MOST: [usize; 4] = [5, 3, 3, 2];
    let safe = SafeWays::new(context, holding.player, context.explanation.summary.start)?;
    let hunter = holding.player.opponent();
    let answers: BTreeMap<PositionId, PositionId> = answers(holding);
    let next = |at: PositionId| match answers.get(&at) {
        Some(&answer) => vec![answer],
        None => context.arena.successors(at).map(|step| step.to).collect(),
    };
    // What is left after positions that cannot arise again are removed.
    let mut left: BTreeSet<PositionId> = holding.trap.iter().copied().collect();
    loop {
        let arising: BTreeSet<PositionId> = left.iter().flat_map(|&at| next(at)).collect();
        let before = left.len();
        left.retain(|at| arising.contains(at));
        if left.len() == before {
            break;
        }
    }
    let mut duties: Vec<Duty> = Vec::new();
    for &at in &left {
        if context.arena.status(at) != Status::Turn(hunter) {
            continue;
        }
        let (kept, lost): (Vec<PositionId>, Vec<PositionId>) = next(at).into_iter().partition(|to| left.contains(to));
        let hunters = |all: &[PositionId]| {
            let places: Option<Vec<Place>> = all.iter().map(|&at| context.place(at, hunter)).collect();
            places.map(set)
        };
        // A hunter with many moves left is not tied.
        if lost.is_empty() || hunters(&kept)?.len() > hunters(&lost)?.len() {
            continue;
        }
        let ways: Option<Vec<_>> = lost.iter().map(|&at| safe.ahead(at, safe.runner).way()).collect();
        let ways = ways.map(set).filter(|ways| ways.len() <= MOST[3]).unwrap_or_default();
        let duty = Duty { at: vec![at], runner: None, holding: hunters(&kept)?, losing: hunters(&lost)?, ways };
        let same = |known: &&mut Duty| (&known.holding, &known.ways) == (&duty.holding, &duty.ways);
        match duties.iter_mut().find(same) {
            Some(known) => {
                known.at.push(at);
                known.losing.extend(duty.losing);
                known.losing = set(std::mem::take(&mut known.losing));
            }
            None => duties.push(duty),
        }
    }
    for at in set(duties.iter().filter_map(|duty| context.place(duty.at[0], holding.player)).collect()) {
        if let Some(duty) = duty_anywhere(context, &safe, (holding.player, at), MOST[3]) {
            duties.retain(|duty| context.place(duty.at[0], holding.player) != Some(at));
            duties.push(duty);
        }
    }
    let is_few = |duty: &Duty| duty.at.len() <= MOST[1] && duty.holding.len() <= MOST[2];
    let is_told = (1..=MOST[0]).contains(&duties.len()) && duties.iter().all(is_few);
    is_told.then_some(duties)
}

/// The positions in which nobody can force a win with this player to move. `None` if the game is large.
fn endless<'a>(context: &'a Explained<'_>, turn: Player) -> Option<impl Iterator<Item = PositionId> + 'a> {
    let is_endless = move |&at: &PositionId| {
        context.arena.status(at) == Status::Turn(turn) && context.values.value(at) == Value::Endless
    };
    let all = context.arena.positions();
    (all <= POSITIONS_AT_MOST).then(|| (0..all).map(PositionId::new).filter(is_endless))
}

/// What a runner on a place binds the hunter to, if it is the same wherever the hunter stands while nobody can force a
/// win.
fn duty_anywhere(
    context: &Explained<'_>,
    safe: &SafeWays<'_>,
    (runner, place): (Player, Place),
    most_ways: usize,
) -> Option<Duty> {
    let hunter = runner.opponent();
    let (mut at, mut holding, mut losing, mut ways) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for position in endless(context, hunter)?.filter(|&at| context.place(at, runner) == Some(place)) {
        let mut kept = Vec::new();
        for step in context.arena.successors(position) {
            let to = context.place(step.to, hunter)?;
            if context.values.value(step.to).winner() == Some(runner) {
                losing.push(to);
                ways.push(safe.ahead(step.to, runner).way()?);
            } else {
                kept.push(to);
            }
        }
        if at.is_empty() {
            holding.clone_from(&kept);
        }
        let has_to = kept.len() == 1 && kept == holding;
        if !has_to {
            return None;
        }
        at.push(position);
    }
    let ways = set(ways);
    let losing = set(losing);
    (!losing.is_empty() && ways.len() <= most_ways).then_some(Duty { at, runner: Some(place), holding, losing, ways })
}

/// See [`Guard::tie`].
fn tie(context: &Explained<'_>, holding: &Holding) -> Option<Vec<(Place, Vec<Place>)>> {
    /// The greatest numbers of own places and of the opponent's.
    const MOST: [usize; 2] = [4, 10];
    let mut goes: BTreeMap<Place, Place> = BTreeMap::new();
    for answer in &holding.answers {
        let own = context.place(answer.to, holding.player)?;
        if *goes.entry(context.place(answer.to, holding.player.opponent())?).or_insert(own) != own {
            return None;
        }
    }
    let mut tie: BTreeMap<Place, Vec<Place>> = BTreeMap::new();
    for (&theirs, &own) in &goes {
        tie.entry(own).or_default().push(theirs);
    }
    (tie.len() <= MOST[0] && goes.len() <= MOST[1]).then(|| tie.into_iter().collect())
}

/// These places in the order of a circle, if the walks between them form a single circle; otherwise
/// nothing.
fn ring(walks: &Walks, places: &[Place]) -> Vec<Place> {
    let next = |at: Place| -> Vec<Place> {
        let inside = |to: &&Place| **to != at && places.binary_search(to).is_ok();
        walks.targets(at).iter().filter(inside).copied().collect()
    };
    let Some(&first) = places.first() else { return Vec::new() };
    let mut ring = vec![first];
    let mut at = first;
    loop {
        let steps = next(at);
        let [one, other] = steps[..] else { return Vec::new() };
        let before = ring.len().checked_sub(2).map(|index| ring[index]);
        let to = if before == Some(one) { other } else { one };
        if to == first {
            break;
        }
        if ring.contains(&to) {
            return Vec::new();
        }
        ring.push(to);
        at = to;
    }
    if ring.len() == places.len() { ring } else { Vec::new() }
}

/// See [`Guard::ring_is_open`].
fn is_open(context: &Explained<'_>, holder: Player, walks: &Walks, ring: &[Place]) -> bool {
    let hunter = holder.opponent();
    let start = context.explanation.summary.start;
    let [_] = context.words.places(start, hunter)[..] else { return false };
    let catches_where_it_stands = || {
        let mut lost = (0..context.arena.positions())
            .map(PositionId::new)
            .filter(|&at| context.arena.status(at) == Status::Won(hunter));
        lost.all(|at| context.place(at, hunter) == context.place(at, holder))
    };
    let may_stay = ring.iter().all(|place| walks.targets(*place).contains(place));
    let closes = |(from, targets): (Place, &Vec<Place>)| {
        let covers = |index: usize| {
            let place = ring[index % ring.len()];
            place == from || targets.contains(&place)
        };
        let is_closed = |index: usize| covers(index) && covers(index + 2) && (!may_stay || covers(index + 1));
        (0..ring.len()).any(|index| ring[(index + 1) % ring.len()] != from && is_closed(index))
    };
    !ring.is_empty()
        && !Walks::everywhere(context.words, hunter, start).places().into_iter().any(closes)
        && catches_where_it_stands()
}

fn own_losses(context: &Explained<'_>, holding: &Holding) -> OwnLosses {
    let Holding { player, answers, .. } = holding;
    let is_hidden = |to: PositionId| !is_obvious_loss(context, to, *player);
    let losing = answers.iter().flat_map(|answer| answer.losing.iter().map(|&(to, left)| (answer.position, to, left)));
    if let Some((from, to, distance)) = losing.filter(|&(_, to, _)| is_hidden(to)).max_by_key(|(.., left)| *left) {
        return OwnLosses::Later(from, to, distance);
    }
    // Printed rules may allow other moves than the answers, so that other positions arise.
    let start = context.explanation.summary.start;
    let (mut met, mut open) = (HashSet::from([start]), vec![start]);
    let (mut moves, mut has_choice, mut found) = (0, false, OwnLosses::None);
    while let Some(position) = open.pop() {
        let is_own = context.arena.status(position) == Status::Turn(*player);
        let mut own = 0;
        for step in context.arena.successors(position) {
            (moves, own) = (moves + 1, own + usize::from(is_own));
            match context.values.value(step.to) {
                Value::Endless if met.insert(step.to) => open.push(step.to),
                Value::Win { player: winner, .. } if is_own && winner != *player => {
                    found = OwnLosses::Obvious;
                    if is_hidden(step.to) {
                        return OwnLosses::Unknown;
                    }
                }
                _ => {}
            }
        }
        has_choice |= own > 1;
        if met.len() > POSITIONS_AT_MOST || moves > MOVES_AT_MOST {
            return OwnLosses::Unknown;
        }
    }
    if has_choice { found } else { OwnLosses::Unknown }
}

impl Kind for Guard {
    const WEIGHT: u32 = 140;

    fn sentence(&self, teller: &Teller<'_>) -> String {
        let (player, task) = (teller.words.player(self.player), teller.words.task(self.player));
        let holding = teller.explanation.holdings.iter().find(|holding| holding.player == self.player);
        let opponent = teller.words.player(self.player.opponent());
        let is_named = self.ways.len() <= Self::NAMED;
        let until = match holding {
            _ if !self.ways.is_empty() && self.is_rule(teller) && (is_named || !self.holds_anyway) => {
                let named: Vec<String> = self.ways.iter().map(|way| walk_over(way, teller.words)).collect();
                let named = if is_named { format!(", {}", listed(&named, "or")) } else { String::new() };
                format!(
                    ", and if {opponent} errs takes the safe way to {} that is then open{named}",
                    teller.goal_noun()
                )
            }
            Some(holding) if self.holds_anyway && !holding.departures.is_empty() => {
                format!(", whatever {opponent} does, and wins at once where it can")
            }
            _ if self.wins_at_once && self.is_rule(teller) => format!(", and wins at once if {opponent} errs"),
            Some(holding) if !holding.departures.is_empty() => format!(", unless {opponent} errs"),
            _ => String::new(),
        };
        let holds = match shuttle(teller, self.player) {
            None if !self.ring.is_empty() => {
                let goes = if self.ring_is_open {
                    format!(", always to where {opponent} does not catch it with its next move")
                } else {
                    String::new()
                };
                format!("{player} {task} on the ring {}{goes}", walk_over(&self.ring, teller.words))
            }
            Some(shuttle) => format!("{player} {task} by {}", shuttle.text("staying", "going", teller.words)),
            None if !self.tie.is_empty() => {
                let part = |(index, (own, theirs)): (usize, &(Place, Vec<Place>))| {
                    let whom = if index == 0 { format!("{opponent} on ") } else { String::new() };
                    format!("on {} against {whom}{}", teller.place_name(*own), teller.places_among(theirs, "or"))
                };
                let parts: Vec<String> = self.tie.iter().enumerate().map(part).collect();
                format!("{player} {task}: after its moves it is {}", listed(&parts, "and"))
            }
            None => format!("{player} {task} without leaving {}", teller.places_in_a_sentence(&self.places)),
        };
        holds + &until
    }

    /// A sentence for each holder: the places that it does not leave, and the moves that would
    /// lose.
    fn sentences_in_story(teller: &Teller<'_>) -> Vec<String> {
        let with_breaks = |(guard, holds, _): (&Self, String, Says)| match breaks(teller, guard) {
            Some(breaks) => format!("{holds}; {breaks}"),
            None => holds,
        };
        Self::told(teller).into_iter().map(with_breaks).collect()
    }
}

impl Guard {
    /// The greatest number of safe ways that are named.
    const NAMED: usize = 3;

    /// The greatest number of positions of duties that are named.
    const PAIRS: usize = 3;

    /// Why a hunted piece is not caught, if where it goes depends on the hunter's place: the few places
    /// where its moves end.
    pub(super) fn suffices(&self, teller: &Teller<'_>) -> Vec<String> {
        if self.ring_is_open {
            return vec![self.open_ring(teller)];
        }
        if !self.duties.is_empty() {
            return self.duty(teller).into_iter().collect();
        }
        let is_hunted = teller.words.goal().is_some_and(|goal| goal.player == self.player);
        let places: Vec<Place> = self.tie.iter().map(|(own, _)| *own).collect();
        let [runner, hunter] = [self.player, self.player.opponent()].map(|player| teller.words.player(player));
        let names = teller.places_in_a_sentence(&places);
        let or_wins = if self.ways.is_empty() { "" } else { ", or an open way" };
        (is_hunted && places.len() > 1)
            .then(|| format!("{hunter} cannot corner {runner}, which always has one of {names} to go to{or_wins}"))
            .into_iter()
            .collect()
    }

    /// Why a piece is not caught on its ring.
    fn open_ring(&self, teller: &Teller<'_>) -> String {
        let [own, hunter] = [self.player, self.player.opponent()].map(|player| teller.words.player(player));
        let may_stay = teller.words.steps_from(self.player, self.ring[0]).contains(&self.ring[0]);
        let free = if may_stay { "the place of {} or a neighbour of it" } else { "a neighbour of the place of {}" };
        let (ring, free) = (walk_over(&self.ring, teller.words), free.replace("{}", &own));
        format!("{own} can run round the ring {ring}: wherever {hunter} stands, it leaves {free} on the ring free")
    }

    /// "The Cat is tied: with the Mouse on 7 it has to go to 3 (otherwise 7→9→0 is open), with the Mouse on 5 to 9
    /// (otherwise 5→3→2→0)". `None` without duties.
    pub(super) fn duty(&self, teller: &Teller<'_>) -> Option<String> {
        let [runner, hunter] = [self.player, self.player.opponent()].map(|player| teller.words.player(player));
        let part = |(index, duty): (usize, &Duty)| {
            let ways: Vec<String> = duty.ways.iter().map(|way| walk_over(way, teller.words)).collect();
            let otherwise = match (ways.is_empty(), index) {
                (true, _) => format!("{runner} wins"),
                (false, 0) => format!("{} is open", listed(&ways, "or")),
                (false, _) => listed(&ways, "or"),
            };
            let at: Vec<String> = match duty.runner {
                Some(place) => vec![format!("{runner} on {}", teller.place_name(place))],
                None => duty.at.iter().map(|&at| standing(at, teller.words)).collect(),
            };
            let (at, places) = (listed(&at, "or"), teller.places_among(&duty.holding, "or"));
            format!("with {at} it has to go to {places} (otherwise {otherwise})")
        };
        let parts: Vec<String> = self.duties.iter().enumerate().map(part).collect();
        let pairs: usize = self.duties.iter().filter(|duty| duty.runner.is_none()).map(|duty| duty.at.len()).sum();
        if pairs > Self::PAIRS {
            return Some(self.threats(teller));
        }
        (!parts.is_empty()).then(|| format!("{hunter} is tied: {}", parts.join("; ")))
    }

    /// "The Cat is tied: coming to 1 or 2, the Mouse threatens 1→3→0 or 2→3→0, and each time the Cat has to answer".
    fn threats(&self, teller: &Teller<'_>) -> String {
        let [runner, hunter] = [self.player, self.player.opponent()].map(|player| teller.words.player(player));
        let at: Vec<PositionId> = self.duties.iter().flat_map(|duty| duty.at.iter().copied()).collect();
        let places = teller.places_among(&place_set(&at, self.player, teller.words), "or");
        let mut ways: Vec<String> = Vec::new();
        for way in self.duties.iter().flat_map(|duty| &duty.ways).map(|way| walk_over(way, teller.words)) {
            if !ways.contains(&way) {
                ways.push(way);
            }
        }
        let has_ways = (1..=Self::NAMED).contains(&ways.len()) && self.duties.iter().all(|duty| !duty.ways.is_empty());
        let threatens = if has_ways { listed(&ways, "or") } else { "to win".to_owned() };
        format!(
            "{hunter} is tied: coming to {places}, {runner} threatens {threatens}, and each time {hunter} has to answer"
        )
    }

    /// Whether the holder need only win at once after an error of its opponent.
    pub(crate) fn answers_errors(&self) -> bool {
        self.wins_at_once || self.holds_anyway
    }

    /// Whether the sentence also says what to do when the opponent errs, or the opponent cannot.
    pub(super) fn is_whole(&self, teller: &Teller<'_>) -> bool {
        let holding = teller.explanation.holdings.iter().find(|holding| holding.player == self.player);
        let can_err = holding.is_some_and(|holding| !holding.departures.is_empty());
        !can_err || !self.ways.is_empty() || self.answers_errors()
    }

    /// Whether the sentence says where to go. A ring that is not open says why, and the player may run either way.
    fn is_rule(&self, teller: &Teller<'_>) -> bool {
        shuttle(teller, self.player).is_some() || self.ring_is_open || self.ring.is_empty() && !self.tie.is_empty()
    }

    /// The guards that are told, each with what its holder does, and how much that says.
    pub(super) fn told<'a>(teller: &Teller<'a>) -> Vec<(&'a Self, String, Says)> {
        // A goal that its player cannot reach needs no guard.
        let shut_out = Race::shut_out(teller);
        let keeps_to = |guard: &Guard| {
            let own =
                teller.strategies.iter().filter(|strategy| strategy.player == guard.player && !strategy.after_mistakes);
            own.flat_map(|strategy| &strategy.answers).all(|answered| {
                let stops = answered.moves.iter().chain([&answered.position]);
                stops.flat_map(|&at| teller.words.places(at, guard.player)).all(|place| guard.places.contains(&place))
            })
        };
        let mut told = Vec::new();
        // If the play soon stops because a player is stuck, there is nothing to hold.
        if teller.explanation.summary.end == LineEnd::Stuck {
            return told;
        }
        for guard in teller.all::<Self>() {
            if shut_out == Some(guard.player.opponent()) {
                continue;
            }
            // All of the reachable places are no restriction worth mentioning.
            let is_short = guard.places.len() < guard.reachable
                || shuttle(teller, guard.player).is_some()
                || !guard.ring.is_empty();
            // A whole rule needs no strategy beside it.
            let is_whole = guard.is_rule(teller) && guard.is_whole(teller);
            let is_narrow = is_short && (is_whole || keeps_to(guard));
            let holding = teller.explanation.holdings.iter().find(|holding| holding.player == guard.player);
            let makes_moves = holding.is_some_and(|holding| !holding.answers.is_empty());
            if !is_narrow && !makes_moves {
                continue;
            }
            let (holds, says) = if is_narrow {
                let says = if guard.is_rule(teller) { Says::WhereToGo } else { Says::Places };
                (guard.sentence(teller), says)
            } else {
                (format!("{} {}", teller.words.player(guard.player), teller.words.task(guard.player)), Says::Nothing)
            };
            told.push((guard, holds, says));
        }
        told
    }
}

impl Record for Guard {
    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields
            .field("player", |guard| guard.player)
            .field("places", |guard| guard.places.clone())
            .field("of", |guard| guard.reachable)
            .means("How many places the holder's pieces can reach.")
            .field("positions", |guard| guard.positions)
            .field("ways", |guard| guard.ways.clone())
            .means(
                "If the opponent can leave the holding, and a safe way to the goal is open whenever it does: these ways; \
                 otherwise empty.",
            )
            .field("wins_at_once", |guard| guard.wins_at_once)
            .means("Whether the opponent can leave the holding, and the holder can then win with its next move.")
            .field("holds_anyway", |guard| guard.holds_anyway)
            .means(
                "Whether the holder holds whatever the opponent does, by going to and fro or on its ring to where the opponent \
                 cannot win with its next move, if it wins at once where it can.",
            )
            .field("ring", |guard| guard.ring.clone())
            .means("These places in the order of a circle, if the holder goes round on them; otherwise empty.")
            .field("ring_is_open", |guard| guard.ring_is_open)
            .means("Whether the hunter, wherever it stands, leaves the holder a place of `ring` to go to.")
            .field("tie", |guard| guard.tie.iter().map(|(own, theirs)| Tie(*own, theirs.clone())).collect::<Vec<_>>())
            .means("Where the holder goes, if that depends on the opponent's place alone; otherwise empty.")
            .field("duties", |guard| guard.duties.clone())
            .means("What a runner binds its hunter to, if that is short; otherwise empty.")
    }
}

impl Record for Duty {
    const NAME: &'static str = "Duty";
    const MEANING: &'static str = "What a runner binds its hunter to, which is to move.";

    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields
            .field("at", |duty| duty.at.clone())
            .means("The positions before the hunter's move.")
            .field("runner", |duty| duty.runner)
            .means("The runner's place, if the hunter is so bound wherever it stands while nobody can force a win.")
            .field("holding", |duty| duty.holding.clone())
            .means("Where the hunter can go so that the play goes on.")
            .field("losing", |duty| duty.losing.clone())
            .means("Where it can go so that the runner wins.")
            .field("ways", |duty| duty.ways.clone())
            .means("The runner's safe ways then; empty if it has none against some of these places.")
    }
}

/// A place of a holder, and those of the opponent's against which it goes there.
struct Tie(Place, Vec<Place>);

impl Record for Tie {
    const NAME: &'static str = "Tie";
    const MEANING: &'static str = "A place, and where the opponent stands when the holder goes there.";

    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields.field("place", |tie| tie.0).field("against", |tie| tie.1.clone())
    }
}

/// What a holder does, if it stays on a place or goes to and fro.
fn shuttle(teller: &Teller<'_>, player: Player) -> Option<Shuttle> {
    let holding = teller.explanation.holdings.iter().find(|holding| holding.player == player)?;
    let moves: Vec<_> = holding.answers.iter().map(|answer| (answer.position, answer.to)).collect();
    Shuttle::of(&moves, player, teller.words)
}

/// The holder's moves that would lose, in words. `None` if these are unknown.
fn breaks(teller: &Teller<'_>, guard: &Guard) -> Option<String> {
    let opponent = guard.player.opponent();
    Some(match guard.losses {
        OwnLosses::Unknown => return None,
        OwnLosses::None => "none of its moves loses".to_owned(),
        OwnLosses::Obvious => format!(
            "a move of its own loses only if it lets {} win at once or with its next move",
            teller.words.player(opponent)
        ),
        OwnLosses::Later(from, to, distance) => format!(
            "not every mistake is punished at once: {} against {} loses {}",
            teller.words.step(from, teller.words.cheapest(from, to)),
            teller.words.placement(from, opponent),
            short(teller.words.measure(), distance)
        ),
    })
}
