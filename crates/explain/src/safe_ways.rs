//! The ways of a runner on which no hunter can meet it.

use std::cell::OnceCell;
use std::collections::VecDeque;

use catmouse_arena::{Place, Player, PositionId, Status};

use crate::by_place::ByPlace;
use crate::context::Context;
use crate::sorting::{set, sort_by_numbers};
use crate::walks::{Distances, Walks};

/// The walks of a single runner and the distances of its hunters, from which safe ways are found.
///
/// The runner is *ahead* at a place if it can get there, ahead on the whole way, before every
/// hunter: with its j-th move, where each hunter needs more than j moves. (With the hunters to move
/// it has to be a move further ahead.) At the goal it is enough to arrive first, and where a hunter
/// does not stop the runner there, to arrive. A way to the goal on which the runner is ahead is
/// *safe*: no hunter can meet the runner on it, so the runner wins.
pub(crate) struct SafeWays<'a> {
    context: Context<'a>,
    start: PositionId,
    pub(crate) runner: Player,
    walks: Walks,
    goal: Vec<Place>,
    /// The walks of the hunters. Computed when first needed.
    hunting: OnceCell<Walks>,
    /// From each place of a hunter, its steps to every place. Computed when first needed: they take
    /// memory for each pair of places.
    hunters: OnceCell<ByPlace<Distances>>,
    /// See [`is_goal_shared`](Self::is_goal_shared).
    is_goal_shared: OnceCell<bool>,
    /// See [`unless_stuck`](Self::unless_stuck).
    stops_stuck: bool,
}

/// Where a runner is ahead of its hunters.
pub(crate) struct Ahead {
    /// For each place, the number of the runner's moves to it; [`Distances::NONE`] if the runner is
    /// not ahead there.
    steps: Vec<u32>,
    /// For each place where the runner is ahead, the place before it on the way.
    before: Vec<u32>,
    /// The places where the runner is ahead, nearest first.
    places: Vec<Place>,
    /// The goal's place that the runner reaches first.
    goal: Option<Place>,
}

/// A place on a walk of the runner, and how soon both sides can be there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meeting {
    /// The place.
    pub place: Place,
    /// The number of the runner's moves to it.
    pub runner_steps: u32,
    /// The number of moves of the nearest hunter to it.
    pub hunter_steps: u32,
    /// Whether a runner that gets there with its `runner_steps`-th move is caught: whether a hunter can
    /// be there just before it or just after it.
    pub catches: bool,
}

impl<'a> SafeWays<'a> {
    /// `None` if the runner has several pieces, or if the game has no places. Time and memory: linear
    /// in the steps of the runner. The first search for safe ways takes time and memory for each pair
    /// of places.
    pub(crate) fn new(context: &Context<'a>, runner: Player, start: PositionId) -> Option<Self> {
        let words = context.words;
        let [_] = words.places(start, runner)[..] else { return None };
        let walks = Walks::everywhere(words, runner, start);
        let goal = words.goal().filter(|goal| goal.player == runner).map_or_else(Vec::new, |goal| goal.places);
        Some(Self {
            context: *context,
            start,
            runner,
            walks,
            goal,
            hunting: OnceCell::new(),
            hunters: OnceCell::new(),
            is_goal_shared: OnceCell::new(),
            stops_stuck: false,
        })
    }

    fn hunting(&self) -> &Walks {
        self.hunting.get_or_init(|| Walks::everywhere(self.context.words, self.runner.opponent(), self.start))
    }

    fn hunters(&self) -> &ByPlace<Distances> {
        self.hunters.get_or_init(|| {
            let walks = self.hunting();
            let mut hunters = ByPlace::new();
            for (place, _) in walks.places() {
                *hunters.entry(place) = Some(walks.distances_from(&[place]));
            }
            hunters
        })
    }

    /// Whether the runner wins at the goal even where a hunter stands on it: whether it has won
    /// wherever both stand on the same place of the goal, if they can.
    pub(crate) fn is_goal_shared(&self) -> bool {
        *self.is_goal_shared.get_or_init(|| {
            let Context { arena, words, .. } = self.context;
            let on = |from: PositionId, player: Player, place: Place| {
                let mut all = std::iter::once(from).chain(words.elsewhere(from, player));
                all.find(|&at| words.places(at, player).contains(&place))
            };
            let both = |&place: &Place| on(on(self.start, self.runner, place)?, self.runner.opponent(), place);
            let common = self.goal.iter().filter(|place| self.hunters().get(**place).is_some());
            let mut met = common.filter_map(both).peekable();
            met.peek().is_some() && met.all(|at| arena.status(at) == Status::Won(self.runner))
        })
    }

    /// The same ways in a game that stops where the hunters have no move: then a way is safe only if
    /// the hunters can move, or if it is a single move.
    pub(crate) fn unless_stuck(self) -> Self {
        Self { stops_stuck: true, ..self }
    }

    /// The number of the runner's steps.
    pub(crate) fn steps(&self) -> usize {
        self.walks.steps().len()
    }

    /// Whether any walk of the runner leads to the goal, hunters disregarded.
    pub(crate) fn leads_to_goal(&self, position: PositionId) -> bool {
        let from = self.context.words.places(position, self.runner);
        self.walks.distances_to(&self.goal).least(&from).is_some()
    }

    /// Whether some hunter can get to a place, however late.
    pub(crate) fn is_hunted(&self, position: PositionId, place: Place) -> bool {
        let hunters = self.context.words.places(position, self.runner.opponent());
        self.hunter_steps(&hunters, place) != Distances::NONE
    }

    /// The places of a safe way between its ends to which some hunter can get. In a race, also the goal.
    pub(crate) fn leads(&self, position: PositionId, way: &[Place]) -> Vec<Meeting> {
        let hunters = self.context.words.places(position, self.runner.opponent());
        let [_, before_goal @ .., _] = way else { return Vec::new() };
        let between = if self.context.words.is_race() { &way[1..] } else { before_goal };
        let lead = |(runner_steps, &place): (u32, &Place)| {
            let hunter_steps = self.hunter_steps(&hunters, place);
            (hunter_steps != Distances::NONE).then_some(Meeting { place, runner_steps, hunter_steps, catches: false })
        };
        (1..).zip(between).filter_map(lead).collect()
    }

    fn hunter_steps(&self, hunters: &[Place], to: Place) -> u32 {
        let steps = |&hunter: &Place| self.hunters().get(hunter).map_or(Distances::NONE, |distances| distances.at(to));
        hunters.iter().map(steps).min().unwrap_or(Distances::NONE)
    }

    /// Whether some hunter can be at a place after exactly this number of moves.
    fn arrives(&self, hunters: &[Place], at: Place, moves: u32) -> bool {
        let walks = self.hunting();
        let step = |from: Vec<Place>, _| set(from.iter().flat_map(|&from| walks.targets(from)).copied().collect());
        (0..moves).fold(hunters.to_vec(), step).contains(&at)
    }

    /// Whether a runner that gets to a place with its `moves`-th move, after `wait` moves of the
    /// hunters that come before its first, is there before each of these hunters.
    fn is_first(&self, hunters: &[Place], to: Place, moves: u32, wait: u32) -> bool {
        let is_goal = self.goal.contains(&to);
        is_goal && self.is_goal_shared() || self.hunter_steps(hunters, to) >= moves + wait + u32::from(!is_goal)
    }

    /// Where the runner is ahead in a position with `turn` to move. Time: linear in its steps.
    pub(crate) fn ahead(&self, position: PositionId, turn: Player) -> Ahead {
        let wait = u32::from(turn != self.runner);
        let hunters = self.context.words.places(position, self.runner.opponent());
        let size = self.walks.size();
        let mut ahead =
            Ahead { steps: vec![Distances::NONE; size], before: vec![0; size], places: Vec::new(), goal: None };
        let [from] = self.context.words.places(position, self.runner)[..] else { return ahead };
        if from.number() as usize >= size || self.hunter_steps(&hunters, from) <= wait {
            return ahead;
        }
        ahead.steps[from.number() as usize] = 0;
        let mut open = VecDeque::from([from]);
        while let Some(place) = open.pop_front() {
            ahead.places.push(place);
            if self.goal.contains(&place) {
                ahead.goal = ahead.goal.or(Some(place));
                continue;
            }
            let moves = ahead.steps[place.number() as usize] + 1;
            for &to in self.walks.targets(place) {
                let index = to.number() as usize;
                if ahead.steps[index] == Distances::NONE && self.is_first(&hunters, to, moves, wait) {
                    (ahead.steps[index], ahead.before[index]) = (moves, place.number());
                    open.push_back(to);
                }
            }
        }
        let is_stuck = |place: &Place| self.hunters().get(*place).is_none_or(|steps| steps.entries().len() < 2);
        let is_at_once = wait == 0 && ahead.goal.is_some_and(|goal| ahead.steps[goal.number() as usize] == 1);
        if self.stops_stuck && !is_at_once && hunters.iter().all(is_stuck) {
            ahead.goal = None;
        }
        ahead
    }

    /// Where hunters are in time to meet a runner that is to get to the goal: places next to those where it
    /// is ahead, as few as needed for every walk to the goal to lead through one of them. Ascending. If
    /// every walk leads through a single such place, only the nearest of these places.
    pub(crate) fn meetings(&self, position: PositionId, turn: Player) -> Vec<Meeting> {
        let wait = u32::from(turn != self.runner);
        let hunters = self.context.words.places(position, self.runner.opponent());
        let [from] = self.context.words.places(position, self.runner)[..] else { return Vec::new() };
        let meeting = |place: Place, runner_steps: u32| {
            let hunter_steps = self.hunter_steps(&hunters, place);
            let is_met = !self.is_first(&hunters, place, runner_steps, wait);
            let just_before = runner_steps + wait - 1;
            let catches =
                || [just_before, just_before + 1].into_iter().any(|moves| self.arrives(&hunters, place, moves));
            is_met.then(|| Meeting { place, runner_steps, hunter_steps, catches: catches() })
        };
        let steps = self.walks.distances_from(&[from]);
        let mut narrows: Vec<Meeting> = Vec::new();
        for (place, runner_steps) in steps.entries() {
            if place != from && !self.goal.contains(&place) && !self.walks.reach(&[from], &self.goal, &[place]) {
                narrows.extend(meeting(place, runner_steps));
            }
        }
        if !narrows.is_empty() {
            sort_by_numbers(&mut narrows, |meeting| [u64::from(meeting.runner_steps)]);
            narrows.truncate(1);
            return narrows;
        }
        let ahead = self.ahead(position, turn);
        let to_goal = self.walks.distances_to(&self.goal);
        let mut meetings: Vec<Meeting> = Vec::new();
        for &place in &ahead.places {
            for &to in self.walks.targets(place) {
                let is_known = ahead.is_at(to) || meetings.iter().any(|known| known.place == to);
                if is_known || to_goal.get(to).is_none() {
                    continue;
                }
                meetings.extend(meeting(to, ahead.steps[place.number() as usize] + 1));
            }
        }
        // Every way ends at the goal.
        if self.goal.iter().all(|&goal| meetings.iter().any(|meeting| meeting.place == goal)) {
            meetings.retain(|meeting| self.goal.contains(&meeting.place));
        }
        sort_by_numbers(&mut meetings, |meeting| [u64::from(meeting.place.number())]);
        // Places that the others shut off say nothing.
        for index in (0..meetings.len()).rev() {
            let met = meetings.iter().enumerate().filter(|(at, _)| *at != index).map(|(_, meeting)| meeting.place);
            let left: Vec<Place> = met.filter(|place| !self.goal.contains(place)).collect();
            if !self.walks.reach(&[from], &self.goal, &left) {
                meetings.remove(index);
            }
        }
        meetings
    }
}

impl Ahead {
    /// The number of places where the runner is ahead, its own included.
    pub(crate) fn room(&self) -> usize {
        self.places.len()
    }

    /// The places where the runner is ahead, its own first.
    pub(crate) fn places(self) -> Vec<Place> {
        self.places
    }

    /// Whether there is a safe way to the goal.
    pub(crate) fn has_way(&self) -> bool {
        self.goal.is_some()
    }

    fn is_at(&self, place: Place) -> bool {
        self.steps[place.number() as usize] != Distances::NONE
    }

    /// A shortest safe way to the goal, from the runner's place on.
    pub(crate) fn way(&self) -> Option<Vec<Place>> {
        let mut place = self.goal?;
        let mut way = vec![place];
        while self.steps[place.number() as usize] > 0 {
            place = Place::new(self.before[place.number() as usize]);
            way.push(place);
        }
        way.reverse();
        Some(way)
    }
}
