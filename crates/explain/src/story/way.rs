//! Whether the runner has a safe way to the goal, and where it is met if it has none.

use catmouse_arena::{
    Distance, JudgedBy, Limit, Measure, Place, Player, PositionId, Status, WinOrDraw, counted, listed,
};

use super::data::{Fields, Record};
use super::kind::Kind;
use super::law::place_or_goal;
use super::teller::Teller;
use crate::explanation::Explained;
use crate::safe_ways::{Meeting, SafeWays};
use crate::text::{list, plies, standing, walk_over};

/// On a board with a goal, the safe ways of a single runner, and what they say about the whole
/// board: a position with a safe way is won by the runner, in every position of the board.
///
/// On a *safe way* to the goal the runner is ahead of every hunter at each place. With its j-th move
/// it gets there, and every hunter needs more than j moves (with the hunters to move, more than
/// j + 1). At the goal it is enough to arrive first. In a game that stops where the hunters have no
/// move, they must have one, unless the runner reaches the goal at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The runner.
    pub player: Player,
    /// A shortest safe way at the start, from the runner's place to the goal; empty if there is
    /// none.
    pub path: Vec<Place>,
    /// The plies after which the runner wins on that way at the latest; `None` if it is a single move, or if a limit may
    /// end the game before.
    pub walk: Option<Distance>,
    /// Whether a hunter on the goal does not stop the runner there.
    pub is_goal_shared: bool,
    /// Whether no hunter can get to any place of that way.
    pub is_apart: bool,
    /// The places of that way before the goal to which a hunter can get, and in a race the goal.
    pub leads: Vec<Meeting>,
    /// Without a safe way at the start: the places where hunters are in time to meet the runner there; in
    /// [zugzwang](Opened::Zugzwang), in the position before the way opens, with the runner to move. If every walk
    /// to the goal leads through one such place, only the nearest of these.
    pub meetings: Vec<Meeting>,
    /// Without a safe way at the start: the first position of the line with one, as the number of
    /// plies before it.
    pub opens: Option<usize>,
    /// The safe ways there. If the hunters have just moved and each of their moves opens a way, a
    /// shortest one for each of them; otherwise only the way in the line.
    pub ways: Vec<Vec<Place>>,
    /// What opens them.
    pub opened_by: Opened,
    /// The number of positions that the runner wins, whoever is to move.
    pub won: usize,
    /// How many of them have no safe way.
    pub won_without: usize,
    /// The number of all positions without a safe way.
    pub without: usize,
    /// The number of positions from which neither player can force an end.
    pub endless: usize,
}

/// What opens a safe way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opened {
    /// The moves of the line.
    Line,
    /// The hunters have just moved, and each of their moves opens a safe way.
    EveryMove,
    /// The same, and there would be no safe way if they could pass.
    Zugzwang,
}

/// The claim; `None` if there is no goal or no way to it, if the runner has several pieces, if nothing is played, if a
/// limit cuts a safe way off, if its steps in all positions are more than 2²⁴, or if some position has
/// a safe way and the runner does not win it (where hunters catch from a distance).
pub(super) fn find(context: &Explained<'_>) -> Option<Way> {
    /// The greatest number of steps that are examined in all positions.
    const STEPS_AT_MOST: usize = 1 << 24;
    let start = context.explanation.summary.start;
    let player = context.words.goal()?.player;
    let Status::Turn(turn) = context.arena.status(start) else { return None };
    if context.explanation.plies.is_empty() {
        return None;
    }
    let ways = SafeWays::new(context, player, start).filter(|ways| ways.leads_to_goal(start))?;
    if context.arena.positions().saturating_mul(ways.steps()) > STEPS_AT_MOST {
        return None;
    }
    let plain = ways.ahead(start, turn).has_way();
    let (ways, counts) = match Counts::of(context, &ways) {
        Some(counts) => (ways, counts),
        // A game may stop where the hunters are stuck.
        None => {
            let ways = ways.unless_stuck();
            let counts = Counts::of(context, &ways).filter(|_| ways.ahead(start, turn).has_way() == plain)?;
            (ways, counts)
        }
    };
    let Counts { won, won_without, without, endless } = counts;
    let path = ways.ahead(start, turn).way().unwrap_or_default();
    if !path.is_empty() && context.explanation.summary.judgement.decided_by == JudgedBy::Limit {
        return None;
    }
    let mut way = Way {
        player,
        walk: walk(context, &path, turn == player),
        is_apart: path.iter().all(|&place| !ways.is_hunted(start, place)),
        leads: ways.leads(start, &path),
        path,
        is_goal_shared: ways.is_goal_shared(),
        meetings: Vec::new(),
        opens: None,
        ways: Vec::new(),
        opened_by: Opened::Line,
        won,
        won_without,
        without,
        endless,
    };
    if way.path.is_empty() {
        way.meetings = ways.meetings(start, turn);
        // Where a limit cuts a win off, a way may open in vain.
        if context.explanation.summary.judgement.outcome == WinOrDraw::Win(player) {
            opening(context, &ways, &mut way);
        }
    }
    Some(way)
}

/// See [`Way::walk`].
fn walk(context: &Explained<'_>, path: &[Place], is_first: bool) -> Option<Distance> {
    let moves = path.len().checked_sub(1).filter(|&moves| moves > 1)? as Distance;
    let plies = 2 * moves - Distance::from(is_first);
    let has_costs = context.words.measure() == Measure::Cost;
    let is_late = |limit: Limit| has_costs || plies > limit.distance;
    (!context.explanation.summary.adjudication.limit.is_some_and(is_late)).then_some(plies)
}

/// The numbers of positions of a [`Way`].
#[derive(Default)]
struct Counts {
    won: usize,
    won_without: usize,
    without: usize,
    endless: usize,
}

impl Counts {
    /// `None` if some position has a safe way and the runner does not win it.
    fn of(context: &Explained<'_>, ways: &SafeWays<'_>) -> Option<Self> {
        let mut counts = Self::default();
        for position in (0..context.arena.positions()).map(PositionId::new) {
            let Status::Turn(turn) = context.arena.status(position) else { continue };
            let winner = context.values.value(position).winner();
            let wins = winner == Some(ways.runner);
            let has_way = ways.ahead(position, turn).has_way();
            if has_way && !wins {
                return None;
            }
            counts.won += usize::from(wins);
            counts.endless += usize::from(winner.is_none());
            counts.without += usize::from(!has_way);
            counts.won_without += usize::from(wins && !has_way);
        }
        Some(counts)
    }
}

/// Finds the first position of the line with a safe way.
fn opening(context: &Explained<'_>, safe: &SafeWays<'_>, way: &mut Way) {
    let safe_way = |at: PositionId| match context.arena.status(at) {
        Status::Turn(turn) => safe.ahead(at, turn).way(),
        Status::Won(_) => None,
    };
    for ply in &context.explanation.plies {
        let Some(found) = safe_way(ply.played.to) else { continue };
        way.opens = Some(ply.number);
        if ply.player != way.player {
            let all: Option<Vec<Vec<Place>>> =
                context.arena.successors(ply.from).map(|step| safe_way(step.to)).collect();
            if let Some(all) = all {
                let mut ways: Vec<Vec<Place>> = Vec::new();
                for way in all {
                    if !ways.contains(&way) {
                        ways.push(way);
                    }
                }
                (way.ways, way.opened_by) = (ways, Opened::EveryMove);
                let meetings = safe.meetings(ply.from, way.player);
                let stays_shut = !safe.ahead(ply.from, way.player).has_way() && !meetings.is_empty();
                if way.ways.len() > 1 && stays_shut {
                    (way.meetings, way.opened_by) = (meetings, Opened::Zugzwang);
                }
                return;
            }
        }
        way.ways = vec![found];
        return;
    }
}

impl Way {
    /// Whether the claim says why the game ends as it does: the runner has a safe way, or gets one in
    /// the line, and wins; or a safe way says nearly always who wins (at most one in ten of the
    /// positions that the runner wins has none); or the game is a draw, and the hunters meet the runner at few places.
    pub(super) fn explains(&self, teller: &Teller<'_>) -> bool {
        let is_shown = !self.path.is_empty() || self.opens.is_some();
        let is_drawn = teller.explanation.summary.judgement.outcome == WinOrDraw::Draw;
        let is_caught = |meeting: &Meeting| meeting.catches && !is_goal(meeting, teller);
        let is_met = (1..=Self::MET).contains(&self.meetings.len()) && self.meetings.iter().all(is_caught);
        is_shown && teller.is_won_by(self.player) || 10 * self.won_without <= self.won || is_drawn && is_met
    }

    /// The greatest number of meetings that are named.
    const MET: usize = 4;

    /// The safe way at the start as what to do, if the runner wins on it: "go 1→9→7→0, whatever the Cat does".
    pub(super) fn order(&self, teller: &Teller<'_>) -> Option<String> {
        let walk = self.walk?;
        let counts_plies = teller.words.measure() == Measure::Plies;
        let is_slow = teller.explanation.summary.judgement.distance.is_some_and(|least| counts_plies && walk > least);
        let slow = if is_slow { format!(", within {}", plies(walk)) } else { String::new() };
        let hunter = teller.words.player(self.player.opponent());
        Some(format!("go {}, whatever {hunter} does{slow}", walk_over(&self.path, teller.words)))
    }

    /// How far the runner is ahead on its safe way, as a clause: "it needs 1 and 2 moves to 7 and 3, the Cat 5 and 6".
    /// `None` if no hunter can get to a place before the goal, or if a hunter could be on the goal.
    fn leads(&self, teller: &Teller<'_>) -> Option<String> {
        /// The greatest number of places that are named.
        const NAMED: usize = 4;
        let hunter = teller.words.player(self.player.opponent());
        if self.is_goal_shared {
            return None;
        }
        let before = self.leads.iter().filter(|lead| !is_goal(lead, teller));
        let least = before.map(|lead| lead.hunter_steps - lead.runner_steps).min()?;
        let all = |text: &dyn Fn(&Meeting) -> String| listed(&self.leads.iter().map(text).collect::<Vec<_>>(), "and");
        let name = |lead: &Meeting| place_or_goal(teller.words, lead.place);
        Some(match self.leads.len() {
            1..=NAMED => {
                let unit = if self.leads.iter().all(|lead| lead.runner_steps == 1) { "move" } else { "moves" };
                let is_tie = self.leads.iter().any(|lead| lead.runner_steps == lead.hunter_steps);
                let runner = teller.words.player(self.player);
                let first = if is_tie { format!(", and {runner} moves first") } else { String::new() };
                format!(
                    "it needs {} {unit} to {}, {hunter} {}{first}",
                    all(&|lead| lead.runner_steps.to_string()),
                    all(&name),
                    all(&|lead| lead.hunter_steps.to_string())
                )
            }
            _ => {
                let goal = teller.goal_noun();
                let ahead = counted(least, "move", "moves");
                format!("at each place before {goal} it is at least {ahead} ahead of {hunter}")
            }
        })
    }

    /// Why the runner does not get to the goal from the start, as a clause.
    fn meetings(&self, teller: &Teller<'_>) -> String {
        let [runner, hunter] = [self.player, self.player.opponent()].map(|player| teller.words.player(player));
        let goal = teller.goal_noun();
        let is_goal = |meeting: &Meeting| is_goal(meeting, teller);
        let names: Vec<String> =
            self.meetings.iter().map(|meeting| place_or_goal(teller.words, meeting.place)).collect();
        let all_catch = self.meetings.iter().all(|meeting| meeting.catches);
        match &self.meetings[..] {
            [only] if is_goal(only) && only.hunter_steps == 0 => format!("{hunter} stands on {}", names[0]),
            [only] if is_goal(only) => format!(
                "{hunter} can be at {} in {} and {runner} in {}",
                names[0],
                counted(only.hunter_steps, "move", "moves"),
                only.runner_steps,
            ),
            [only] if only.hunter_steps == 0 => format!("{runner} has to pass {}, where {hunter} stands", names[0]),
            [only] => {
                let steps = counted(only.runner_steps, "move", "moves");
                let reached = match only.hunter_steps {
                    same if same == only.runner_steps => {
                        let mover = teller.explanation.plies.first().map(|ply| ply.player);
                        // In zugzwang the runner would be to move.
                        let is_second = self.opened_by == Opened::Zugzwang || mover == Some(self.player);
                        let order = if is_second { "second" } else { "first" };
                        let would = if all_catch { "would catch it there" } else { "is there in time" };
                        format!("which both sides can reach in {steps}: {hunter}, moving {order}, {would}")
                    }
                    fewer => {
                        let caught = if all_catch { ", so it would be caught there" } else { "" };
                        format!("which it can reach in {steps} and {hunter} in {fewer}{caught}")
                    }
                };
                format!("{runner} has to pass {}, {reached}", names[0])
            }
            few if all_catch && (2..=Self::MET).contains(&few.len()) && !few.iter().any(is_goal) => {
                let moves = |steps: &dyn Fn(&Meeting) -> u32| {
                    listed(&few.iter().map(|meeting| steps(meeting).to_string()).collect::<Vec<_>>(), "and")
                };
                let own = moves(&|meeting| meeting.runner_steps);
                let theirs = moves(&|meeting| meeting.hunter_steps);
                format!(
                    "every way to {goal} leads through {}. If {runner} makes straight for one of them, it can be caught there: it \
                     is there in {own} moves, {hunter} in {theirs}",
                    listed(&names, "or")
                )
            }
            _ => format!("{hunter} is in time to meet {runner} on every way to {goal}"),
        }
    }
}

fn is_goal(meeting: &Meeting, teller: &Teller<'_>) -> bool {
    teller.words.goal().is_some_and(|goal| goal.places.contains(&meeting.place))
}

impl Kind for Way {
    fn sentence(&self, teller: &Teller<'_>) -> String {
        let [runner, hunter] = [self.player, self.player.opponent()].map(|player| teller.words.player(player));
        let goal = teller.goal_noun();
        if !self.path.is_empty() {
            let way = walk_over(&self.path, teller.words);
            if self.path.len() == 2 {
                return format!("{runner} is one step from {goal}, {way}");
            }
            let before = if self.is_goal_shared {
                format!("before {goal}, and cannot stop it there")
            } else {
                "of it".to_owned()
            };
            if self.is_apart {
                return format!("{runner} has a safe way, {way}: {hunter} cannot get to any place of it");
            }
            let leads = self.leads(teller).unwrap_or_else(|| format!("{hunter} is too late at each place {before}"));
            return format!("{runner} has a safe way, {way}: {leads}");
        }
        let meetings = self.meetings(teller);
        let Some(opens) = self.opens.filter(|_| teller.is_won_by(self.player)) else { return meetings };
        let at = teller.explanation.plies[opens - 1].played.to;
        let ways: Vec<String> = self.ways.iter().map(|way| walk_over(way, teller.words)).collect();
        let ways = list(&ways, "or");
        let before = standing(teller.explanation.plies[opens - 1].from, teller.words);
        let at_ply = if opens == 1 { "now".to_owned() } else { format!("after ply {}", opens - 1) };
        match self.opened_by {
            Opened::Zugzwang => format!(
                "{at_ply}, with {before}, {meetings}. But {hunter} has to move, and every move opens a safe way: {ways}"
            ),
            Opened::EveryMove if self.ways.len() > 1 => format!(
                "{at_ply}, with {before}, {hunter} cannot shut every way: after each of its moves a safe way is open, {ways}"
            ),
            _ => {
                let standing = standing(at, teller.words);
                format!("at first {meetings}. But after ply {opens}, with {standing}, a safe way is open: {ways}")
            }
        }
    }
}

impl Record for Way {
    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields
            .field("player", |way| way.player)
            .field("path", |way| way.path.clone())
            .means("A shortest safe way to the goal at the start; empty if there is none.")
            .field("is_goal_shared", |way| way.is_goal_shared)
            .means("Whether a hunter on the goal does not stop the runner there.")
            .field("is_apart", |way| way.is_apart)
            .means("Whether no hunter can get to any place of that way.")
            .field("leads", |way| way.leads.clone())
            .means("The places of that way before the goal to which a hunter can get, and in a race the goal.")
            .field("meetings", |way| way.meetings.clone())
            .means(
                "Where hunters are in time to meet a runner that has no safe way: at the start or, if `is_zugzwang`, \
                 before the way opens, with the runner to move.",
            )
            .field("opens", |way| way.opens)
            .means("The plies before the first position of the line with a safe way, if there is none at the start.")
            .field("ways", |way| way.ways.clone())
            .means("The safe ways there: one for each move that the hunters could have made, if `is_forced`.")
            .field("is_forced", |way| way.opened_by != Opened::Line)
            .means("Whether the hunters have just moved there, and each of their moves opens a safe way.")
            .field("is_zugzwang", |way| way.opened_by == Opened::Zugzwang)
            .means("Whether the hunters have to move there, and there would be no safe way if they could pass.")
            .field("won", |way| way.won)
            .means("How many positions the runner wins; `won_without` of them have no safe way.")
            .field("won_without", |way| way.won_without)
            .field("without", |way| way.without)
            .means("How many positions have no safe way.")
            .field("endless", |way| way.endless)
            .means("From how many positions neither player can force an end.")
    }
}

impl Record for Meeting {
    const NAME: &'static str = "Meeting";
    const MEANING: &'static str = "A place on a walk of the runner, and how soon both sides can be there.";

    fn data(fields: Fields<'_, Self>) -> Fields<'_, Self> {
        fields
            .field("place", |meeting| meeting.place)
            .field("runner_steps", |meeting| meeting.runner_steps)
            .field("hunter_steps", |meeting| meeting.hunter_steps)
            .field("catches", |meeting| meeting.catches)
            .means("Whether a hunter can be there just before or just after the runner.")
    }
}
