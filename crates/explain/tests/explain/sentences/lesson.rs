//! Sentences of a lesson: the idea, the hinge and the rule.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use catmouse_arena::{Measure, Player, PositionId, Value, WinOrDraw, Words};

use catmouse_model::CatInHole;

use super::{Reader, cut, fits, items, whole};

/// Reads "1 move" or "3 moves".
fn moves_of(text: &str) -> Option<u32> {
    text.strip_suffix(" moves").or_else(|| text.strip_suffix(" move").filter(|count| *count == "1"))?.parse().ok()
}

/// See [`Reader::unmet`].
pub(super) type Unmet = (Vec<BTreeSet<u32>>, Option<u32>);

/// What a rule looks for after a move; less is better.
type Preference = Box<dyn Fn(&Reader<'_>, Player, PositionId) -> u64>;

/// A preference that names no places.
type Plain = fn(&Reader<'_>, Player, PositionId) -> u64;

/// The player who runs to the hole in all these games.
const RUNNER: Player = Player::One;

/// No way.
const NEVER: u64 = 1_000_000;

impl Reader<'_> {
    /// The places that hunters can reach with at most 0, 1, 2… moves.
    fn hunted(&self, at: PositionId, hunter: Player) -> Vec<BTreeSet<u32>> {
        let mut reached: BTreeSet<u32> = self.stand(at, hunter).iter().copied().collect();
        let mut all = vec![reached.clone()];
        for _ in 0..=self.game.board().vertices() {
            let steps = &self.facts.steps[hunter.index()];
            let next: Vec<u32> = reached.iter().flat_map(|&from| steps[from as usize].iter().copied()).collect();
            reached.extend(next);
            all.push(reached.clone());
        }
        all
    }

    /// The places where a runner can be after 0, 1, 2… of its moves without being met, and the number
    /// of moves after which it is at a hole that is its goal.
    pub(super) fn unmet(&self, at: PositionId, runner: Player) -> Rc<Unmet> {
        let known = self.facts.unmet.borrow().get(&(at, runner.index())).cloned();
        known.unwrap_or_else(|| {
            let found = Rc::new(self.find_unmet(at, runner, usize::from(self.turn(at) != runner)));
            self.facts.unmet.borrow_mut().insert((at, runner.index()), Rc::clone(&found));
            found
        })
    }

    /// The same, if the hunters make this number of moves before its first.
    fn find_unmet(&self, at: PositionId, runner: Player, wait: usize) -> Unmet {
        let hunted = self.hunted(at, runner.opponent());
        let is_goal = |place: &u32| runner == RUNNER && self.facts.holes.contains(place);
        let mut now: BTreeSet<u32> = self.stand(at, runner).iter().copied().collect();
        now.retain(|place| !hunted[wait].contains(place));
        let mut all = vec![now.clone()];
        let mut arrives = now.iter().any(is_goal).then_some(0);
        for moves in 1..=self.game.board().vertices() as usize {
            let steps = &self.facts.steps[runner.index()];
            let goes_on = now.iter().filter(|place| !is_goal(place));
            let next: BTreeSet<u32> = goes_on.flat_map(|&from| steps[from as usize].iter().copied()).collect();
            let is_shared = self.game.rules().cat_in_hole == CatInHole::Allowed;
            let is_unmet = |to: &u32| {
                if is_goal(to) && is_shared {
                    return true;
                }
                let in_time = moves + wait - usize::from(is_goal(to));
                !hunted[in_time].contains(to)
            };
            now = next.into_iter().filter(is_unmet).collect();
            if now.iter().any(is_goal) {
                arrives = arrives.or(Some(moves as u32));
            }
            if now.is_empty() {
                break;
            }
            all.push(now.clone());
        }
        (all, arrives)
    }

    /// Whether the runner has a safe way. If some position with one is not won, the game stops where
    /// the hunters have no move, and then they must have one, or the way is a single move.
    pub(super) fn has_way(&self, at: PositionId) -> bool {
        let stops = *self.facts.stops_stuck.get_or_init(|| {
            let has_one = |at: PositionId| !self.is_over(at) && self.unmet(at, RUNNER).1.is_some();
            self.all().any(|at| has_one(at) && self.value(at).winner() != Some(RUNNER))
        });
        let hunter = RUNNER.opponent();
        let stays = |&from: &u32| self.facts.steps[hunter.index()][from as usize].iter().all(|&to| to == from);
        let is_stuck = self.stand(at, hunter).iter().all(stays);
        let arrives = self.unmet(at, RUNNER).1;
        arrives.is_some() && (!stops || !is_stuck || arrives == Some(1) && self.turn(at) == RUNNER)
    }

    /// Checks that a walk from a position is a shortest way to the goal on which nobody is in time.
    fn must_be_safe(&self, walk: &str, at: PositionId) -> Option<()> {
        let places: Vec<u32> = Self::stops(walk)?.iter().map(|name| self.place(name)).collect::<Option<_>>()?;
        let (unmet, arrives) = &*self.unmet(at, RUNNER);
        self.must(arrives.map(|moves| moves as usize + 1) == Some(places.len()), "it is no shortest safe way");
        let is_unmet = places.iter().zip(unmet).all(|(place, unmet)| unmet.contains(place));
        let is_walk = places.windows(2).all(|pair| self.one_step(RUNNER, pair[0], pair[1]));
        self.must(is_unmet && is_walk, "it is met on the way");
        Some(())
    }

    /// The place with this name; the hole if it is called so.
    fn place_or_goal(&self, name: &str) -> Option<u32> {
        let goal = if name == self.goal() { self.facts.holes.first().copied() } else { None };
        goal.or_else(|| self.place(name.strip_prefix("door ").unwrap_or(name)))
    }

    /// Checks that a hunter needs this number of moves to a place, and that it is in time for a runner
    /// that needs `own`.
    fn must_be_in_time(&self, at: (PositionId, u32), place: u32, theirs: u32, own: u32) {
        let (start, wait) = at;
        let hunted = self.hunted(start, RUNNER.opponent());
        let soonest = hunted.iter().position(|reached| reached.contains(&place));
        self.must(soonest == Some(theirs as usize), "the hunter needs another number of moves");
        self.must(theirs <= own + wait - u32::from(self.facts.holes.contains(&place)), "the hunter is too late");
    }

    /// Whether a runner that gets to a place with its `own`-th move can be caught there: some walk of a
    /// hunter ends there one ply sooner or later.
    fn is_caught_at(&self, (start, wait): (PositionId, u32), place: u32, own: u32) -> bool {
        let hunter = RUNNER.opponent();
        let mut now: BTreeSet<u32> = self.stand(start, hunter).iter().copied().collect();
        let mut before = BTreeSet::new();
        for _ in 0..own + wait {
            let steps = &self.facts.steps[hunter.index()];
            let next = now.iter().flat_map(|&from| steps[from as usize].iter().copied()).collect();
            before = std::mem::replace(&mut now, next);
        }
        now.contains(&place) || before.contains(&place)
    }

    /// Checks that every way of the runner to the hole leads through one of some places.
    fn must_pass(&self, from: u32, places: &BTreeSet<u32>) {
        let mut open = vec![from];
        let mut met = places.clone();
        while let Some(at) = open.pop() {
            if met.insert(at) {
                open.extend(&self.facts.steps[RUNNER.index()][at as usize]);
            }
        }
        self.must(self.facts.holes.is_disjoint(&met) || places.contains(&from), "there is a way past it");
    }

    /// Where the Mouse is met from the start.
    fn must_meet(&self, text: &str) -> Option<()> {
        let start = self.start();
        self.must_meet_from((start, u32::from(self.turn(start) != RUNNER)), text)
    }

    /// Where the Mouse is met from a position, if the hunters make this number of moves before its first.
    fn must_meet_from(&self, at: (PositionId, u32), text: &str) -> Option<()> {
        let (start, runner) = (at.0, RUNNER);
        let [from] = self.stand(start, runner)[..] else { return None };
        if let Some([who, place, hunter]) = fits(text, "{} has to pass {}, where {} stands") {
            self.must(self.player(who)? == runner && self.player(hunter)? == runner.opponent(), "another side");
            let place = self.place_or_goal(place)?;
            self.must_be_in_time(at, place, 0, self.far(runner, from, place)?);
            self.must_pass(from, &BTreeSet::from([place]));
            return Some(());
        }
        if let Some([who, place, reached]) = fits(text, "{} has to pass {}, which {}") {
            let (reached, is_met) = cut(reached, ", so it would be caught there");
            let (reached, would_catch) = cut(reached, " would catch it there");
            let is_caught = is_met || would_catch;
            let [own, hunter, theirs] = match fits(reached, "both sides can reach in {}: {}") {
                Some([both, then]) => {
                    let order = if at.1 > 0 { "first" } else { "second" };
                    let moving = format!("{}, moving {order},", self.game.player(runner.opponent()));
                    let is_so = then == if is_caught { moving.clone() } else { format!("{moving} is there in time") };
                    is_so.then_some([both, "the Cat", both.split(' ').next()?])?
                }
                None => fits(reached, "it can reach in {} and {} in {}")?,
            };
            self.must(self.player(who)? == runner && self.player(hunter)? == runner.opponent(), "another side");
            let (place, own) = (self.place_or_goal(place)?, moves_of(own)?);
            self.must(self.far(runner, from, place) == Some(own), "the runner needs another number of moves");
            self.must_be_in_time(at, place, theirs.parse().ok()?, own);
            self.must(is_caught == self.is_caught_at(at, place, own), "it is caught there, or not");
            self.must_pass(from, &BTreeSet::from([place]));
            return Some(());
        }
        if let Some([_, goal]) = fits(text, "{} stands on {}") {
            let goal = self.place_or_goal(goal)?;
            self.must_be_in_time(at, goal, 0, self.far(runner, from, goal)?);
            return Some(());
        }
        if let Some([_, goal, theirs, _, own]) = fits(text, "{} can be at {} in {} and {} in {}") {
            self.must_be_in_time(at, self.place_or_goal(goal)?, moves_of(theirs)?, own.parse().ok()?);
            return Some(());
        }
        if let Some([hunter, who, goal]) = fits(text, "{} is in time to meet {} on every way to {}") {
            let sides = self.player(hunter)? == runner.opponent() && self.player(who)? == runner;
            self.must(sides && goal == self.goal(), "another side or goal");
            return Some(());
        }
        let [goal, list, who, own, other, theirs] = fits(
            text,
            "every way to {} leads through {}. If {} makes straight for one of them, it can be caught there: it is there in {} \
             moves, {} in {}",
        )?;
        let sides = self.player(other) == Some(runner.opponent()) && self.player(who) == Some(runner);
        self.must(sides && goal == self.goal(), "another side or goal");
        let places: Vec<u32> = items(list).iter().map(|name| self.place_or_goal(name)).collect::<Option<_>>()?;
        let told: BTreeSet<u32> = places.iter().copied().collect();
        self.must_pass(from, &told);
        let numbers = |text: &str| items(text).iter().map(|item| item.parse().ok()).collect::<Option<Vec<u32>>>();
        let (owns, others) = (numbers(own)?, numbers(theirs)?);
        self.must(owns.len() == places.len() && others.len() == places.len(), "other numbers");
        let (unmet, _) = &self.find_unmet(start, runner, at.1 as usize);
        for &place in &told {
            let leads = |moves: &BTreeSet<u32>| moves.iter().any(|&at| self.one_step(runner, at, place));
            let own = unmet.iter().position(leads)? as u32 + 1;
            let index = places.iter().position(|known| *known == place)?;
            self.must(owns.get(index) == Some(&own), "the runner needs another number of moves");
            self.must_be_in_time(at, place, *others.get(index)?, own);
            self.must(self.is_caught_at(at, place, own), format!("it is not caught at {place}"));
            let is_goal = self.facts.holes.contains(&place);
            self.must(is_goal || !unmet.iter().any(|all| all.contains(&place)), "it gets there unmet");
        }
        Some(())
    }

    pub(super) fn safe_way(&self, text: &str) -> Option<()> {
        if let Some([runner, goal, walk]) = fits(text, "{} is one step from {}, {}") {
            self.must(self.player(runner)? == RUNNER && goal == self.goal(), "another side or goal");
            self.must(walk.matches('→').count() == 1, "it is farther");
            return self.must_be_safe(walk, self.start());
        }
        let [runner, rest] = fits(text, "{} has a safe way, {}")?;
        if let Some([walk, hunter]) = fits(rest, "{}: {} cannot get to any place of it") {
            self.must(self.player(runner)? == RUNNER && self.player(hunter)? == RUNNER.opponent(), "another side");
            let places: Vec<u32> = Self::stops(walk)?.iter().map(|name| self.place(name)).collect::<Option<_>>()?;
            let ever = self.hunted(self.start(), RUNNER.opponent()).pop()?;
            self.must(places.iter().all(|place| !ever.contains(place)), "it can get there");
            return self.must_be_safe(walk, self.start());
        }
        let ahead = format!("{{}}: it needs {{}} to {{}}, {} {{}}", self.game.player(RUNNER.opponent()));
        if let Some([walk, own, places, theirs]) = fits(rest, &ahead) {
            let (theirs, is_tie) = cut(theirs, &format!(", and {runner} moves first"));
            self.must_be_ahead((walk, self.player(runner)?), own, places, theirs)?;
            let has_tie = self.leads(walk)?.iter().any(|(_, own, theirs)| own == theirs);
            self.must(is_tie == has_tie && (!is_tie || self.turn(self.start()) == RUNNER), "both are as near, or not");
            return self.must_be_safe(walk, self.start());
        }
        if let Some([walk, goal, ahead, hunter]) =
            fits(rest, "{}: at each place before {} it is at least {} ahead of {}")
        {
            self.must(self.player(runner)? == RUNNER && self.player(hunter)? == RUNNER.opponent(), "another side");
            let leads = self.leads(walk)?;
            let before = leads.iter().filter(|(place, ..)| !self.facts.holes.contains(place));
            let least = before.map(|(_, own, theirs)| theirs - own).min();
            self.must(leads.len() > 4 && least == moves_of(ahead) && goal == self.goal(), "another lead");
            return self.must_be_safe(walk, self.start());
        }
        let shared = format!("before {}, and cannot stop it there", self.goal());
        let is_shared = self.game.rules().cat_in_hole == CatInHole::Allowed;
        let [walk, _, which] = fits(rest, "{}: {} is too late at each place {}")?;
        self.must(which == if is_shared { &*shared } else { "of it" }, "the goal is shared, or not");
        self.must(self.player(runner)? == RUNNER, "another side");
        self.must_be_safe(walk, self.start())
    }

    /// The places of a walk between its ends, and in a race its last, to which hunters can get, with the moves of both
    /// sides.
    fn leads(&self, walk: &str) -> Option<Vec<(u32, u32, u32)>> {
        let places: Vec<u32> = Self::stops(walk)?.iter().map(|name| self.place(name)).collect::<Option<_>>()?;
        let hunted = self.hunted(self.start(), RUNNER.opponent());
        let end = if self.game.is_race() { places.len() } else { places.len() - 1 };
        let between = (1..).zip(&places[1..end]);
        let lead = |(own, place): (u32, &u32)| {
            let theirs = hunted.iter().position(|reached| reached.contains(place))?;
            Some((*place, own, theirs as u32))
        };
        Some(between.filter_map(lead).collect())
    }

    /// Checks "it needs 1 and 2 moves to 7 and 3, the Cat 5 and 6".
    fn must_be_ahead(&self, (walk, runner): (&str, Player), own: &str, places: &str, theirs: &str) -> Option<()> {
        self.must(runner == RUNNER, "another side");
        let own = own.strip_suffix(" moves").or_else(|| own.strip_suffix(" move"))?;
        let numbers = |text: &str| items(text).iter().map(|item| item.parse().ok()).collect::<Option<Vec<u32>>>();
        let places: Vec<u32> = items(places).iter().map(|name| self.place_or_goal(name)).collect::<Option<_>>()?;
        let told: Vec<_> = places.into_iter().zip(numbers(own)?).zip(numbers(theirs)?).collect();
        let told: Vec<(u32, u32, u32)> = told.into_iter().map(|((place, own), theirs)| (place, own, theirs)).collect();
        self.must(self.leads(walk)? == told, "other numbers");
        Some(())
    }

    pub(super) fn no_safe_way(&self, text: &str) -> Option<()> {
        (!text.to_lowercase().starts_with("at first ")).then_some(())?;
        self.must_meet(text)?;
        self.must(!self.has_way(self.start()), "it has one");
        Some(())
    }

    /// "The Cat has no move from 2, wherever the Mouse stands."
    pub(super) fn stuck(&self, text: &str) -> Option<()> {
        if let Some([player, piece, place]) = fits(text, "{} is stuck: its {} on {} has no move") {
            let (player, place) = (self.player(player)?, self.place(place)?);
            let stands = self.stand(self.last(), player);
            self.must(stands.len() > 1 && stands.contains(&place), "it stands elsewhere at the end");
            self.must(self.game.piece(player) == piece, "another piece");
            self.must(self.moves(self.last()).is_empty() && self.turn(self.last()) == player, "it is not stuck");
            self.must(self.facts.steps[player.index()][place as usize].is_empty(), "that piece has a move");
            return Some(());
        }
        let [player, place, other] = fits(text, "{} has no move from {}, wherever {} stands")?;
        let (player, other) = (self.player(player)?, self.player(other)?);
        let place = self.place(place)?;
        let is_there = |at: &PositionId| self.stand(*at, player) == [place] && !self.is_over(*at);
        let stands = self.all().filter(is_there).filter(|&at| self.turn(at) == player);
        self.must(self.stand(self.last(), player) == [place], "it stands elsewhere at the end");
        self.must(other == player.opponent(), "the same side");
        self.must(stands.into_iter().all(|at| self.moves(at).is_empty()), "it has a move");
        Some(())
    }

    /// "The Cat can take the food itself: it needs 3 moves to it, the Mouse 5."
    pub(super) fn taken(&self, text: &str) -> Option<()> {
        let [winner, goal, needs] = fits(text, "{} can take {} itself: it needs {}")?;
        let (steps, than) = needs.split_once(" to it")?;
        let runner = self.nearest(RUNNER, self.stand(self.start(), RUNNER), &self.facts.holes);
        let taker = moves_of(steps);
        let than_whom = runner
            .filter(|&steps| Some(steps) > taker)
            .map_or_else(String::new, |steps| format!(", {} {steps}", self.game.player(RUNNER)));
        self.must(than == than_whom, format!("the runner needs {runner:?}"));
        let winner = self.player(winner)?;
        self.must(self.winner() == Some(winner) && winner != RUNNER && goal == self.goal(), "another side wins");
        let far = self.nearest(winner, self.stand(self.start(), winner), &self.facts.holes);
        self.must(far == moves_of(steps), format!("it needs {far:?} moves"));
        let takes = self.stand(self.last(), winner).iter().any(|at| self.facts.holes.contains(at));
        self.must(takes && self.has_won(winner, self.last()), "it wins elsewhere");
        Some(())
    }

    pub(super) fn way_opens(&self, text: &str) -> Option<()> {
        let first = self.line.iter().position(|&at| !self.is_over(at) && self.has_way(at));
        let zugzwang = "{}, with {}, {}. But the Cat has to move, and every move opens a safe way: {}";
        if let Some([when, placement, meets, ways]) = fits(text, zugzwang) {
            let before = self.line[first?.checked_sub(1)?];
            self.must_meet_from((before, 0), meets)?;
            self.must(self.find_unmet(before, RUNNER, 0).1.is_none(), "it has a way all the same");
            return self.every_move_opens(when, placement, ways);
        }
        let forced = "{}, with {}, the Cat cannot shut every way: after each of its moves a safe way is open, {}";
        if let Some([when, placement, ways]) = fits(text, forced) {
            return self.every_move_opens(when, placement, ways);
        }
        let [meets, opens] = fits(text, "at first {}. But {}")?;
        self.must(self.winner() == Some(RUNNER) && !self.has_way(self.start()), "it does not win, or has one");
        self.must_meet(meets)?;
        let [ply, placement, way] = fits(opens, "after ply {}, with {}, a safe way is open: {}")?;
        let ply: usize = ply.parse().ok()?;
        self.must(Some(ply) == first, format!("the first is at {first:?}"));
        self.must(self.placement(self.line[ply]) == placement, "another placement");
        self.must_be_safe(way, self.line[ply])
    }

    /// Checks that after a ply every move of the Cat opens one of some safe ways, which are the first of the line.
    fn every_move_opens(&self, when: &str, placement: &str, ways: &str) -> Option<()> {
        self.must(self.winner() == Some(RUNNER) && !self.has_way(self.start()), "it does not win, or has one");
        let first = self.line.iter().position(|&at| !self.is_over(at) && self.has_way(at))?;
        let ply = if when == "now" { 0 } else { when.strip_prefix("after ply ")?.parse().ok()? };
        self.must(ply + 1 == first, format!("the first is at {first}"));
        self.must(self.placement(self.line[ply]) == placement, "another placement");
        let replies: Vec<PositionId> = self.moves(self.line[ply]).iter().map(|(to, _)| *to).collect();
        let told = items(ways);
        let opens =
            |at: &PositionId| self.refuted.borrow().is_empty() && self.is_one_of(&told, *at) && self.has_way(*at);
        self.must(self.turn(self.line[ply]) != RUNNER && replies.iter().all(opens), "not every move does");
        Some(())
    }

    /// Whether one of these walks is a shortest safe way from a position.
    pub(super) fn is_one_of<S: AsRef<str>>(&self, walks: &[S], at: PositionId) -> bool {
        walks.iter().any(|way| {
            let before = self.refuted.borrow().len();
            let reads = self.must_be_safe(way.as_ref(), at).is_some();
            let refuted = self.refuted.borrow().len() > before;
            self.refuted.borrow_mut().truncate(before);
            reads && !refuted
        })
    }

    /// "Go 1→9→7→0, whatever the Cat does": plays it against all replies.
    pub(super) fn walk(&self, text: &str) -> Option<()> {
        let text = text.strip_prefix("go ")?;
        let [walk, hunter, rest] = fits(text, "{}, whatever {} does{}")
            .or_else(|| fits(text, "{}, whatever {} does").map(|[walk, hunter]| [walk, hunter, ""]))?;
        self.must(self.player(hunter)? == RUNNER.opponent(), "another side");
        let places: Vec<u32> = Self::stops(walk)?.iter().map(|name| self.place(name)).collect::<Option<_>>()?;
        self.must(self.stand(self.start(), RUNNER) == [places[0]], "it begins elsewhere");
        let (mut now, mut count) = (BTreeSet::from([self.start()]), 0);
        let mut left = places[1..].iter();
        while now.iter().any(|&at| !self.is_over(at)) {
            count += 1;
            let is_own = now.iter().any(|&at| self.mover(at) == Some(RUNNER));
            let to = if is_own { left.next() } else { None };
            let mut after = BTreeSet::new();
            for &at in now.iter().filter(|&&at| !self.is_over(at)) {
                let goes = |(next, _): &&(PositionId, u64)| !is_own || self.stand(*next, RUNNER).first() == to;
                let found: Vec<PositionId> = self.moves(at).iter().filter(goes).map(|(next, _)| *next).collect();
                if found.is_empty() {
                    self.must(false, format!("no such move from {}", self.placement(at)));
                    return Some(());
                }
                after.extend(found);
            }
            now = after;
            if let Some(&at) = now.iter().find(|&&at| self.has_won(RUNNER.opponent(), at)) {
                self.must(false, format!("it is caught: {}", self.placement(at)));
                return Some(());
            }
        }
        self.must(now.iter().all(|&at| self.has_won(RUNNER, at)), "it does not win");
        // It may win sooner, where a Cat without a move loses.
        let all = 2 * (places.len() as u64 - 1) - u64::from(self.mover(self.start()) == Some(RUNNER));
        let slow = rest.strip_prefix(", within ").and_then(|plies| plies.split(' ').next()?.parse().ok());
        let has_costs = self.game.measure() == Measure::Cost;
        let least = self.value(self.start()).distance();
        self.must(slow.is_none_or(|plies: u64| plies == all && count <= all), "it takes another time");
        self.must(has_costs || slow.is_some() == (least != Some(all)), "it is slow, or not");
        Some(())
    }

    pub(super) fn race_told(&self, text: &str) -> Option<()> {
        let to_goal = |player: Player| self.nearest(player, self.stand(self.start(), player), &self.facts.holes);
        if let Some([runner, goal]) = fits(text, "{} cannot get to {}") {
            if self.player(goal).is_some() || goal.contains("; ") {
                return None;
            }
            let (goal, why) = goal.split_once(": ").unwrap_or((goal, ""));
            let runner = self.player(runner)?;
            self.must(goal == self.goal() && to_goal(runner).is_none(), "it can");
            // The places that it can get to.
            let mut reached = BTreeSet::new();
            let mut open = self.stand(self.start(), runner).to_vec();
            while let Some(at) = open.pop() {
                if reached.insert(at) {
                    open.extend(&self.facts.steps[runner.index()][at as usize]);
                }
            }
            let without = format!("its moves lead to {} places, and {goal} is none of them", reached.len());
            let named =
                why.strip_prefix("its moves lead only to ").or_else(|| why.strip_prefix("no move leads away from "));
            self.must(named.map_or(why == without, |named| self.places(named) == Some(reached)), "it gets elsewhere");
            return Some(());
        }
        let [goal, one, two, mover, first] = fits(
            text,
            "it is a race to {}: the Mouse has {} to go, the Cat {}, and {} is to move. So {} is there first",
        )?;
        let steps: [u32; 2] = [one.split(' ').next()?.parse().ok()?, two.parse().ok()?];
        self.must(goal == self.goal() && Player::BOTH.map(to_goal) == steps.map(Some), "another distance");
        let mover = self.player(mover)?;
        self.must(self.mover(self.start()) == Some(mover), "the other side is to move");
        let ahead = if steps[mover.index()] <= steps[mover.opponent().index()] { mover } else { mover.opponent() };
        self.must(self.winner() == Some(ahead) && self.player(first)? == ahead, "the side ahead does not win");
        Some(())
    }

    /// The walks of a player as pairs, staying left out.
    fn pairs(&self, player: Player) -> BTreeSet<(u32, u32)> {
        let all = self.facts.steps[player.index()].iter().enumerate();
        all.flat_map(|(from, to)| to.iter().map(move |&to| (from as u32, to))).filter(|(from, to)| from != to).collect()
    }

    /// The length of a shortest cycle: from each step, the shortest way back without it.
    fn shortest_cycle(&self, player: Player) -> Option<u32> {
        let pairs = self.pairs(player);
        let way = |from: u32, to: u32| {
            let (mut now, mut met) = (BTreeSet::from([from]), BTreeSet::from([from]));
            for steps in 1..=pairs.len() as u32 {
                let cut = |pair: &(u32, u32)| *pair != (from, to) && *pair != (to, from);
                now = pairs.iter().filter(|pair| cut(pair) && now.contains(&pair.0)).map(|pair| pair.1).collect();
                now.retain(|place| met.insert(*place));
                if now.contains(&to) {
                    return Some(steps + 1);
                }
            }
            None
        };
        pairs.iter().filter_map(|&(from, to)| way(from, to)).min()
    }

    /// "From 3 the Mouse can go only where a cat on 6 can go, so that cat catches it. Strike 3 out, and …".
    fn folds(&self, first: &str, rest: &str) -> Option<()> {
        let (hunted, hunter) = (Player::One, Player::Two);
        let [from, on] = fits(first, "from {} the Mouse can go only where a cat on {}")?;
        let end = ". So the Mouse loses one place after another";
        let many = ". Strike it out, and the same holds for another place, and so on";
        let out =
            format!(". Strike {} out, and the same holds, one after another, for ", from.replace(" or ", " and "));
        let first = format!("{} (cat on {on})", from.replace(" or ", " and "));
        let folds = match rest.strip_suffix(end) {
            None => rest.is_empty().then_some(Some(first))?,
            Some(rest) if rest == many => None,
            Some(rest) => Some(format!("{first}, {}", rest.strip_prefix(&out)?)),
        };
        self.must(self.pairs(hunted) == self.pairs(hunter), "the cat takes other steps");
        self.must(self.stand(self.start(), hunter).len() == 1, "there are several cats");
        self.must(self.game.rules().capture_distance == 0, "a cat catches from a distance");
        let steps = &self.facts.steps[hunted.index()];
        let mut left: BTreeSet<u32> = self.pairs(hunted).iter().map(|pair| pair.0).collect();
        self.must(left.iter().all(|&at| steps[at as usize].contains(&at)), "it may not stay");
        let Some(folds) = folds else {
            self.must(left.len() > 10 && from == "some place" && on == "a neighbour", "the folds could be named");
            return Some(());
        };
        let mut now = Vec::new();
        for part in folds.replace(" and ", ", ").split(", ") {
            let fold = fits(part, "{} (cat on {})");
            let (place, onto) = fold.map_or((part, None), |[place, onto]| (place, Some(onto)));
            now.push(self.place(place)?);
            let Some(onto) = onto else { continue };
            let onto = self.place(onto)?;
            for place in now.drain(..) {
                let mut touched = steps[place as usize].intersection(&left);
                let covers = touched.all(|to| steps[onto as usize].contains(to));
                self.must(covers && place != onto && left.contains(&onto), format!("{place} is no corner"));
                self.must(left.remove(&place), "it is folded already");
            }
        }
        self.must(left.len() == 1, "more is left");
        let mut goes_on = self.all().filter(|&at| !self.is_over(at));
        self.must(goes_on.all(|at| self.value(at).winner() == Some(hunter)), "not from all");
        Some(())
    }

    pub(super) fn chase(&self, text: &str) -> Option<()> {
        let (hunted, hunter) = (Player::One, Player::Two);
        if let Some([places, _]) =
            fits(text, "the cat{} within one step of every place, so that {} is caught wherever it goes")
        {
            let on = places.strip_prefix(" on ").or_else(|| places.strip_prefix("s on "))?;
            let on = self.places(on.strip_suffix(" is").or_else(|| on.strip_suffix(" are"))?)?;
            self.must(on == self.stand(self.start(), hunter).iter().copied().collect(), "they are elsewhere");
            let near = self.hunted(self.start(), hunter).swap_remove(1);
            let standable = self.all().flat_map(|at| self.stand(at, hunted).to_vec());
            self.must(standable.collect::<BTreeSet<u32>>().is_subset(&near), "some place is farther");
            return Some(());
        }
        if text == "the board has no cycle: the Mouse cannot get past the Cat, and each step toward it takes room away"
        {
            self.must(self.shortest_cycle(hunter).is_none(), "there is a cycle");
            self.must(self.pairs(hunted) == self.pairs(hunter), "the Mouse goes other ways, and may get past");
            self.must(self.stand(self.start(), hunter).len() == 1, "there are several cats");
            return Some(());
        }
        if let Some([exits, ring]) = fits(
            text,
            "each place has at least {} exits, and {}. So a cat closes at most one of them, and the Mouse always has \
             another",
        ) {
            let exits: usize = exits.parse().ok()?;
            let pairs = self.pairs(hunted);
            let froms: BTreeSet<u32> = pairs.iter().map(|pair| pair.0).collect();
            let least = froms.iter().map(|from| pairs.iter().filter(|pair| pair.0 == *from).count()).min();
            self.must(least == Some(exits), format!("{least:?} exits"));
            self.must(exits > self.stand(self.start(), hunter).len(), "there are too many cats");
            let circle = match fits(ring, "no cycle is shorter than {} steps") {
                Some([steps]) => Some(steps.parse().ok()?),
                None => (ring == "there is no cycle").then_some(None)?,
            };
            self.must(self.shortest_cycle(hunter) == circle && circle.is_none_or(|steps| steps >= 5), "another cycle");
            self.must(self.winner() != Some(hunter), "it is caught");
            self.must(self.game.rules().capture_distance == 0, "a cat closes more exits from a distance");
            self.must(self.pairs(hunted) == self.pairs(hunter), "the cats take other steps");
            return Some(());
        }
        if let Some((first, rest)) = text.split_once(" can go, so that cat catches it") {
            return self.folds(first, rest);
        }
        let pieces = fits(text, "at the start the cats on {} are within one step of every place but {}")
            .or_else(|| fits(text, "at the start the cat on {} is within one step of every place but {}"));
        let winner = if let Some([cats, left]) = pieces {
            let (cats, left) = (self.places(cats)?, self.places(left)?);
            self.must(
                self.stand(self.start(), hunter).iter().copied().collect::<BTreeSet<u32>>()
                    == cats.into_iter().collect(),
                "they stand elsewhere",
            );
            let froms: BTreeSet<u32> = self.pairs(hunted).iter().map(|pair| pair.0).collect();
            let near = &self.hunted(self.start(), hunter)[1];
            let far: BTreeSet<u32> = froms.difference(near).copied().collect();
            self.must(far == left.into_iter().collect(), format!("{far:?}"));
            hunter
        } else {
            let [winner] = fits(text, "there is no refuge: {} wins from every position")?;
            self.player(winner)?
        };
        let mut goes_on = self.all().filter(|&at| !self.is_over(at));
        self.must(goes_on.all(|at| self.value(at).winner() == Some(winner)), "not from all");
        Some(())
    }

    /// How near a player is to the goal, if it is the Mouse and there is one, or to its prey.
    fn nearness(&self, player: Player, at: PositionId) -> u32 {
        let has_goal = player == Player::One && !self.facts.holes.is_empty();
        let to: BTreeSet<u32> = if has_goal {
            self.facts.holes.clone()
        } else {
            self.stand(at, player.opponent()).iter().copied().collect()
        };
        self.nearest(player, self.stand(at, player), &to).unwrap_or(u32::MAX)
    }

    /// Whether a move throws away what a player has, and whether it is an obvious loss.
    fn thrown(&self, ply: usize, step: (PositionId, u64)) -> (bool, bool) {
        let player = self.mover(self.line[ply - 1]).expect("a move was made");
        let throws = self.after(ply, step).score(player) < self.outcome(self.start(), 0).score(player);
        let lost = self.after(ply, step) == WinOrDraw::Win(player.opponent());
        (throws, lost && self.punishes_at_once(player.opponent(), step.0))
    }

    pub(super) fn no_hinge(&self, text: &str) -> Option<()> {
        if let Some([who, rest]) = fits(text, "none for {} on this line; but with {}") {
            return self.slip_elsewhere(self.player(who)?, rest);
        }
        let rest = text.strip_prefix("none")?;
        // "none before ply 4, where the Cat wins at once: wherever …".
        let before = fits(rest, " before ply {}, where {} wins at once: {}");
        let (rest, before_ply) = match before {
            Some([ply, who, rest]) => (rest, self.player(who).and(ply.parse::<usize>().ok())),
            None => (rest, None),
        };
        let rest = &*if before.is_some() { format!(": {rest}") } else { rest.to_owned() };
        // For each wrong move before the player can win at once: whether it loses on the spot.
        let slips = |player: Player| {
            let plies = self.own(player).into_iter();
            let thrown = |ply: usize| self.others(ply).into_iter().filter(move |step| self.thrown(ply, *step).0);
            let slips = plies.filter(|ply| !self.has_won(player, self.line[*ply])).flat_map(thrown);
            slips.map(|(to, _)| self.has_won(player.opponent(), to)).collect::<Vec<bool>>()
        };
        let on_the_spot = |player: Player| {
            let slips = slips(player);
            self.must(slips.iter().all(|is_over| *is_over), "one goes on");
            !slips.is_empty()
        };
        let until = ": every move of {} on this line keeps the win until ply {}, when it wins at once";
        if let Some([player, ply]) = fits(rest, until) {
            let player = self.player(player)?;
            self.must(slips(player).is_empty() && self.winner() == Some(player), "there is one, or it does not win");
            let ends = self.own(player).into_iter().find(|&ply| self.has_won(player, self.line[ply]));
            self.must(ends == ply.parse().ok(), "it wins at another ply");
            return Some(());
        }
        if let Some([player]) = fits(rest, ": until {} can win at once, its wrong moves on this line lose on the spot")
        {
            let player = self.player(player)?;
            self.must(on_the_spot(player) && self.winner() == Some(player), "there is none, or it does not win");
            return Some(());
        }
        if let Some([player]) = fits(rest, ": {} wins from every position of the board") {
            let player = self.player(player)?;
            let mut open = self.all().filter(|&at| !self.is_over(at));
            self.must(open.all(|at| self.value(at).winner() == Some(player)), "not from all");
            return Some(());
        }
        if let Some([player, why]) = fits(rest, ": wherever {} goes on this line, {}") {
            return self.kept_anyway(self.player(player)?, why, before_ply);
        }
        if let Some([player, later, why]) = fits(rest, ": every other move of {} on this line wins too, {}, and {}") {
            let player = self.player(player)?;
            let to_the_end = before_ply.is_none();
            let own = self.own(player).into_iter();
            let own = own.filter(|&ply| to_the_end || !self.has_won(player, self.line[ply]));
            let left = |at: PositionId| self.value(at).distance().and_then(|left| i64::try_from(left).ok());
            let later_by = |ply: usize| {
                let played = left(self.line[ply]);
                let others = self.others(ply).into_iter();
                others.filter_map(move |(to, _)| Some(left(to)? - played?)).collect::<Vec<i64>>()
            };
            let most = own.flat_map(later_by).max();
            let told = match fits(later, "at most {} later") {
                Some([plies]) => moves_of(&plies.replace("plies", "moves").replace("ply", "move")).map(i64::from),
                None => (later == "as soon").then_some(0),
            };
            self.must(told.is_some() && most.map(|most| most.max(0)) == told, format!("{most:?} plies"));
            return self.kept_anyway(player, why, before_ply);
        }
        let holds = fits(rest, ": every move of {} on this line keeps the draw");
        if let Some([player]) = holds.or_else(|| fits(rest, ": every move of {} on this line keeps the win")) {
            let player = self.player(player)?;
            let all = |ply: usize| self.others(ply).into_iter().map(move |step| self.thrown(ply, step).0);
            self.must(!self.own(player).into_iter().flat_map(all).any(|throws| throws), "there is one");
            self.must(self.reached(player) == holds.is_none(), "it wins, or only holds");
            return Some(());
        }
        if rest == ": every move on this line keeps the draw" {
            self.must(Player::BOTH.into_iter().all(|player| slips(player).is_empty()), "there is one");
            return Some(());
        }
        if rest == ": every wrong move on this line loses on the spot" {
            let found = Player::BOTH.map(on_the_spot);
            self.must(found.contains(&true), "there is none");
            return Some(());
        }
        let [player] = fits(rest, ": every wrong move of {} on this line loses on the spot")?;
        let player = self.player(player)?;
        self.must(on_the_spot(player) && self.winner() != Some(player), "there is none, or it wins");
        Some(())
    }

    /// "… M5 C4, 6 loses: M 5→3, C 6→5, M 3→0 reaches the hole": where a player whose moves on the line all hold can go
    /// wrong.
    fn slip_elsewhere(&self, player: Player, text: &str) -> Option<()> {
        let [placement, wrong, refutation] = fits(text, "{}, {} loses: {}")?;
        let on_line = self.own(player).into_iter();
        let throws = on_line.flat_map(|ply| self.others(ply).into_iter().map(move |step| self.thrown(ply, step).0));
        self.must(!throws.into_iter().any(|throws| throws), "there is one on the line");
        let at = self.find(placement, player)?;
        self.must(self.value(at) == Value::Endless, "it holds nothing there");
        let target = self.target(at, wrong)?;
        let to = self.moves(at).iter().find(|(to, _)| self.stand(*to, player) == target)?.0;
        let cuts = || refutation.match_indices(' ').map(|(at, _)| at);
        let is_line = |cut: &usize| refutation[..*cut].split(", ").all(|part| self.step(part).is_some());
        let cut = cuts().filter(is_line).max()?;
        let last = self.replay(&refutation[..cut], to)?;
        let end = Words::end(self.game, last)?;
        let end = if self.turn(last) == player { end.winning_move } else { end.losing_move };
        self.must(self.has_won(player.opponent(), last) && end == refutation[cut + 1..], "another end");
        Some(())
    }

    /// Why each move of a player on the line keeps its win.
    fn kept_anyway(&self, player: Player, why: &str, until: Option<usize>) -> Option<()> {
        let ends = self.own(player).into_iter().find(|&ply| self.has_won(player, self.line[ply]));
        self.must(until.is_none() || until == ends, "it wins at another ply");
        let opponent = player.opponent();
        let mut after = Vec::new();
        for ply in self.own(player).into_iter().filter(|ply| until.is_none() || Some(*ply) != ends) {
            self.must(!self.others(ply).iter().any(|step| self.thrown(ply, *step).0), "a move throws it away");
            after.extend(self.others(ply).iter().map(|(to, _)| *to).chain([self.line[ply]]));
        }
        after.retain(|&at| !self.is_over(at));
        self.must(self.winner() == Some(player) && !after.is_empty(), "it does not win");
        let all = |holds: &dyn Fn(PositionId) -> bool| after.iter().all(|&at| holds(at));
        if why == format!("it still has a safe way to {}", self.goal()) {
            self.must(player == RUNNER && all(&|at| self.has_way(at)), "it has none");
        } else if why == format!("{} still has no safe way to {}", self.game.player(opponent), self.goal()) {
            self.must(player != RUNNER && !after.iter().any(|&at| self.has_way(at)), "it has one");
        } else {
            let [place, who] = fits(why, "it is still in time at {}, which {} has to pass")?;
            let place = self.place_or_goal(place)?;
            self.must(self.player(who)? == RUNNER && player != RUNNER, "another side");
            for &at in &after {
                let [from] = self.stand(at, RUNNER)[..] else { return None };
                self.must_pass(from, &BTreeSet::from([place]));
                let own = self.far(RUNNER, from, place)?;
                let soonest = self.hunted(at, player).iter().position(|reached| reached.contains(&place));
                let in_time = soonest.is_some_and(|steps| steps as u32 <= own);
                self.must(in_time, format!("it is too late with {}", self.placement(at)));
            }
        }
        Some(())
    }

    /// Whether a player wins the game, in whatever way.
    fn reached(&self, player: Player) -> bool {
        self.outcome(self.start(), 0) == WinOrDraw::Win(player)
    }

    /// The position after main moves, which are written one after the other, those of a team piece by piece.
    fn replay(&self, line: &str, from: PositionId) -> Option<PositionId> {
        let mut at = from;
        let mut parts: Vec<&str> = Vec::new();
        for part in line.split(", ").filter(|part| !part.is_empty()) {
            // Of a team, one piece after another.
            parts.push(part);
            let mover = self.mover(at)?;
            let pieces = self.stand(at, mover).len();
            let is_whole = parts.len() == pieces;
            if is_whole
                || self.main_move(at).is_some_and(|to| {
                    self.step(&parts.join(", ")).is_some_and(|[_, places]| self.stand(to, mover) == places)
                })
            {
                let next = self.main_move(at)?;
                let [before, after] = self.step(&parts.join(", "))?;
                let moved = |all: &[u32], some: &[u32]| some.iter().all(|place| all.contains(place));
                self.must(
                    moved(self.stand(at, mover), &before) && moved(self.stand(next, mover), &after),
                    "another reply",
                );
                at = next;
                parts.clear();
            }
        }
        Some(at)
    }

    pub(super) fn hinge(&self, text: &str) -> Option<()> {
        let ([ply, step, rest], keeps) = match fits(text, "ply {}: {}. Instead {}") {
            Some(parts) => (parts, None),
            None => {
                let [ply, rest] = fits(text, "none that tempts. At ply {} {}")?;
                let (step, keeps, wrong) = [" wins; ", " holds; "]
                    .into_iter()
                    .find_map(|keeps| rest.split_once(keeps).map(|(step, wrong)| (step, keeps, wrong)))?;
                ([ply, step, wrong], Some(keeps))
            }
        };
        let ply: usize = ply.parse().ok()?;
        let player = self.mover(self.line[ply - 1])?;
        let (step, is_only) = match step.strip_prefix("only ").filter(|_| keeps.is_some()) {
            Some(step) => (step, true),
            None => (step, false),
        };
        if let Some(keeps) = keeps {
            let reached = self.outcome(self.start(), 0);
            self.must((reached == WinOrDraw::Win(player)) == (keeps == " wins; "), "it wins, or holds");
            let keeping = |step: &&(PositionId, u64)| !self.thrown(ply, **step).0;
            self.must(is_only != self.others(ply).iter().any(|step| keeping(&step)), "other moves keep it, or none");
            self.must(self.stand(self.line[ply], player).len() == 1, "several pieces may be tempted");
        }
        let [from, to] = self.step(step)?;
        self.must(
            self.stand(self.line[ply - 1], player) == from && self.stand(self.line[ply], player) == to,
            "another move is played",
        );
        let (does, refutation) = rest.split_once(": ")?;
        // Where the refutation does not come to the end: how long it takes.
        let (does, soon) = match does.rsplit_once(" loses ") {
            Some((does, soon)) => (format!("{does} loses"), Some(soon)),
            None => (does.to_owned(), None),
        };
        let (does, draws) = match does.strip_suffix(" only draws") {
            Some(does) => (does, true),
            None => (does.strip_suffix(" loses")?, false),
        };
        let is_team = self.stand(self.line[ply - 1], player).len() > 1;
        let (wrong, looks) = match does.split_once(", ").filter(|_| !is_team) {
            Some((wrong, looks)) => (wrong, looks),
            None => (does, ""),
        };
        let has_goal = player == Player::One && !self.facts.holes.is_empty();
        let near = if has_goal { self.goal().to_owned() } else { self.game.player(player.opponent()) };
        let is_known = ["", &format!("nearer to {near},"), &format!("as near to {near},")].contains(&looks);
        self.must(is_known, "near to something else");
        let steps = if is_team {
            let [from, to] = self.step(wrong)?;
            self.must(self.stand(self.line[ply - 1], player) == from, "the pieces stand elsewhere");
            let is_named = |step: &(PositionId, u64)| self.stand(step.0, player) == to;
            self.others(ply).into_iter().filter(is_named).collect()
        } else {
            self.named(ply, wrong)?
        };
        let is_so = |&&step: &&(PositionId, u64)| {
            let (throws, is_obvious) = self.thrown(ply, step);
            let (own, played) = (self.nearness(player, step.0), self.nearness(player, self.line[ply]));
            // Who avoids obvious losses does not compare with them.
            let compared = |other: &&(PositionId, u64)| is_obvious || !self.thrown(ply, **other).1;
            let least = self.others(ply).iter().filter(compared).map(|other| self.nearness(player, other.0)).min();
            let tempts = match looks {
                "" if keeps.is_some() => own > played || own == u32::MAX || Some(own) != least,
                "" => true,
                nearer if nearer.starts_with("nearer") => own < played && Some(own) == least,
                _ => own == played && Some(own) == least,
            };
            // An obvious loss has to leave the opponent a move.
            throws && (!is_obvious || !self.is_over(step.0)) && tempts
        };
        let Some(&(at, _)) = steps.iter().find(is_so) else {
            self.must(false, "it is no such mistake");
            return Some(());
        };
        // The refutation: main moves to the end, or to the distance that is named.
        let mistake = (at, steps.iter().find(is_so)?.1);
        let outcome = self.after(ply, mistake);
        self.must(draws == (outcome == WinOrDraw::Draw), "it has another outcome");
        self.must(outcome.score(player) < self.outcome(self.start(), 0).score(player), "nothing is thrown away");
        let lasts = self.goes_on(ply, mistake);
        self.must(lasts != (refutation == "the limit runs out"), "the limit is not said to run out");
        if !lasts {
            return Some(());
        }
        self.refutation((ply, mistake), (refutation, soon))
    }

    /// Reads the moves after a mistake at a ply, up to the end or to the distance that is named.
    fn refutation(
        &self,
        (ply, mistake): (usize, (PositionId, u64)),
        (refutation, soon): (&str, Option<&str>),
    ) -> Option<()> {
        let (at, player) = (mistake.0, self.mover(self.line[ply - 1])?);
        let draws = self.after(ply, mistake) == WinOrDraw::Draw;
        let (line, goes_on) = cut(refutation, ", and so on");
        if let Some([step]) = fits(line, "after {} neither side can force a win") {
            let at = self.replay(step, at)?;
            self.must(draws && !step.is_empty() && self.value(at) == Value::Endless, "somebody can force a win");
            return Some(());
        }
        // The last move may say how the game ends: "M 6→0 reaches the hole".
        let is_move = |part: &str| self.step(part).is_some();
        let cuts = || line.match_indices(' ').map(|(at, _)| at);
        let ends_in = |cut: &usize| line[..*cut].split(", ").all(is_move) && !line[..*cut].is_empty();
        let (line, end) = if line.split(", ").all(is_move) || line.is_empty() {
            (line, None)
        } else {
            cuts().filter(ends_in).max().map(|cut| (&line[..cut], Some(line[cut..].trim_start())))?
        };
        let at = self.replay(line, at)?;
        if let Some(end) = end {
            let by_winner = self.turn(at) == player;
            let found = Words::end(self.game, at);
            let known = found.map(|found| if by_winner { found.winning_move } else { found.losing_move });
            self.must(known.as_deref() == Some(end) && self.has_won(player.opponent(), at), "another end");
        } else if goes_on {
            let loses = self.after(ply, mistake) == WinOrDraw::Win(player.opponent());
            let is_late = soon == Some("by the limit");
            let is_so = soon.is_none_or(|soon| is_late || self.beside(mistake) == self.amount(soon));
            self.must(loses && is_so, "another outcome or distance");
            self.must(is_late == self.is_late(ply, mistake), "the limit decides or does not");
        } else {
            self.must(draws, "it shows no end");
        }
        Some(())
    }

    /// The sum of steps from each piece to the nearest piece of the opponent.
    fn steps_apart(&self, player: Player, at: PositionId) -> u64 {
        let to: BTreeSet<u32> = self.stand(at, player.opponent()).iter().copied().collect();
        let far = |&place: &u32| self.nearest(player, &[place], &to).map_or(u64::from(u32::MAX), u64::from);
        self.stand(at, player).iter().map(far).sum::<u64>().min(u64::from(u32::MAX))
    }

    fn preference(&self, text: &str, player: Player) -> Option<Preference> {
        let (opponent, goal) = (self.game.player(player.opponent()), self.goal());
        if let Some(places) = text.strip_prefix("stay among ") {
            let places = self.places(places)?;
            return Some(Box::new(move |reader, player, at| {
                u64::from(!reader.stand(at, player).iter().all(|place| places.contains(place)))
            }));
        }
        let known: [(String, Plain); 11] = [
            (
                format!("take a shortest way to {goal} on which you are first at each place, if there is one"),
                |reader, player, at| reader.unmet(at, player).1.map_or(NEVER, u64::from),
            ),
            (
                format!(
                    "go where the fewest moves of {opponent} leave you no way to {goal} on which you are first at each place"
                ),
                |reader, player, at| {
                    if reader.is_over(at) {
                        return 0;
                    }
                    let closes = |(to, _): &&(PositionId, u64)| {
                        if reader.is_over(*to) {
                            reader.has_won(player.opponent(), *to)
                        } else {
                            reader.unmet(*to, player).1.is_none()
                        }
                    };
                    reader.moves(at).iter().filter(closes).count() as u64
                },
            ),
            (format!("leave {opponent} no way to {goal} on which it is first at each place"), |reader, player, at| {
                u64::from(reader.unmet(at, player.opponent()).1.is_some())
            }),
            (format!("go as near to {goal} as you can"), |reader, player, at| {
                reader.nearest(player, reader.stand(at, player), &reader.facts.holes).map_or(NEVER, u64::from)
            }),
            (format!("go as near to {opponent} as you can"), |reader, player, at| reader.steps_apart(player, at)),
            (
                format!("bring the cats as near to {opponent} as you can, all their steps added"),
                |reader, player, at| reader.steps_apart(player, at),
            ),
            (
                format!(
                    "leave {opponent} the fewest places to which it needs fewer moves than you, on ways of such places"
                ),
                |reader, player, at| {
                    let (unmet, _) = &*reader.unmet(at, player.opponent());
                    unmet.iter().flatten().collect::<BTreeSet<&u32>>().len() as u64
                },
            ),
            (format!("leave {opponent} the fewest moves after which you cannot win at once"), |reader, player, at| {
                if reader.is_over(at) {
                    return if reader.has_won(player, at) { 0 } else { NEVER };
                }
                let is_safe =
                    |(to, _): &&(PositionId, u64)| !reader.has_won(player, *to) && !reader.wins_at_once(player, *to);
                reader.moves(at).iter().filter(is_safe).count() as u64
            }),
            (format!("end at an even number of steps from {opponent}"), |reader, player, at| {
                reader.steps_apart(player, at) % 2
            }),
            (format!("go as far from {opponent} as you can"), |reader, player, at| {
                u64::from(u32::MAX) - reader.steps_apart(player, at)
            }),
            (
                format!(
                    "keep the most places to which {opponent} needs at least two moves more than you, on ways of such places"
                ),
                |reader, player, at| {
                    let (unmet, _) = &*reader.unmet(at, player);
                    NEVER - unmet.iter().flatten().collect::<BTreeSet<&u32>>().len() as u64
                },
            ),
        ];
        known.into_iter().find(|(known, _)| known == text).map(|(_, preference)| Box::new(preference) as Preference)
    }

    /// The criteria of a rule, the first first.
    fn preferences(&self, rule: &str, player: Player) -> Option<Vec<Preference>> {
        let phrases: Vec<&str> = match rule.split_once("; of such moves, ") {
            Some((first, rest)) => [first].into_iter().chain(rest.split(", then ")).collect(),
            None => vec![rule],
        };
        phrases.iter().map(|phrase| self.preference(phrase, player)).collect()
    }

    /// Of some moves those that are best by each criterion in turn.
    fn preferred(&self, mut all: Vec<PositionId>, preferences: &[Preference], player: Player) -> Vec<PositionId> {
        for preference in preferences {
            let rated: Vec<(u64, PositionId)> = all.iter().map(|&to| (preference(self, player, to), to)).collect();
            let least = rated.iter().map(|(rate, _)| *rate).min();
            all = rated.into_iter().filter(|(rate, _)| Some(*rate) == least).map(|(_, to)| to).collect();
        }
        all
    }

    /// The provisos of a rule, and the rest of it.
    fn provisos<'t>(&self, rule: &'t str, player: Player, holds: bool) -> ([bool; 2], Option<&'t str>) {
        let quick = format!("never let {} win with its next move", self.game.player(player.opponent()));
        let quick = if holds { quick.as_str() } else { "never lose at once" };
        let wins = "win at once where you can";
        for (text, provisos) in [
            (format!("{wins}, and {quick}"), [true, true]),
            (wins.to_owned(), [true, false]),
            (quick.to_owned(), [false, true]),
        ] {
            match rule.strip_prefix(&text) {
                Some("") => return (provisos, None),
                Some(rest) if rest.starts_with("; otherwise ") => {
                    return (provisos, rest.strip_prefix("; otherwise "));
                }
                _ => {}
            }
        }
        ([false; 2], (rule != "move as you like").then_some(rule))
    }

    /// Checks where the line leaves a rule: "it would play C 2→6 at ply 2 and C 6→1 at ply 4", or "…, and differ at
    /// 2 other plies"; empty if it nowhere does.
    fn must_differ(&self, text: &str, player: Player, allowed: &dyn Fn(PositionId) -> Vec<PositionId>) -> Option<()> {
        let is_apart = |ply: &usize| !allowed(self.line[*ply - 1]).contains(&self.line[*ply]);
        let apart: Vec<usize> = self.own(player).into_iter().filter(is_apart).collect();
        if text.is_empty() {
            self.must(apart.is_empty(), format!("the line leaves the rule at {apart:?}"));
            return Some(());
        }
        let told = text.strip_prefix("it would play ")?;
        let (told, more) = match told.rsplit_once(", and differ at ") {
            Some((told, more)) => (told, whole(more.split(' ').next()?)?),
            None => (told, 0),
        };
        let mut plies = Vec::new();
        let mut parts = told.split(" at ply ");
        let mut step = parts.next()?;
        for part in parts {
            let (ply, next) = part.split_once(" and ").or_else(|| part.split_once(", ")).unwrap_or((part, ""));
            let ply: usize = ply.parse().ok()?;
            let [from, to] = self.step(step)?;
            let at = self.line[ply - 1];
            let holds = |whole: &[u32], some: &[u32]| some.iter().all(|place| whole.contains(place));
            let goes = |&next: &PositionId| holds(self.stand(next, player), &to);
            self.must(holds(self.stand(at, player), &from) && allowed(at).iter().any(goes), "the rule does not");
            plies.push(ply);
            step = next;
        }
        self.must(apart.len() == plies.len() + more && apart.starts_with(&plies), format!("it leaves at {apart:?}"));
        Some(())
    }

    /// A rule of a player that does not lose where play never ends.
    pub(super) fn holding_rule(&self, text: &str) -> Option<()> {
        if let Some([player]) = fits(text, "as {}, any move does") {
            let (player, reached) = (self.player(player)?, self.outcome(self.start(), 0));
            self.must(self.line.len() == 2 && self.mover(self.start()) == Some(player), "the play goes on");
            self.must(self.others(1).iter().all(|&step| self.after(1, step) == reached), "not every move does");
            return Some(());
        }
        let (text, differs) = text.split_once(". In the line below ").unwrap_or((text, ""));
        let [player, what, reach] =
            fits(text, "as {}, {}. Holds from here{}").or_else(|| fits(text, "as {}, {}. Holds{}"))?;
        let player = self.player(player)?;
        let opponent = player.opponent();
        let (what, exceptions) = self.exceptions(what, player)?;
        let ([wins_first, is_careful], rule) = self.provisos(what, player, true);
        let preferences = rule.map_or(Some(Vec::new()), |rule| self.preferences(rule, player))?;
        let can_hold = |at: PositionId| !self.is_over(at) && self.value(at).winner() != Some(opponent);
        let own = || self.all().filter(|&at| can_hold(at) && self.mover(at) == Some(player));
        let punished = |to: PositionId| self.has_won(opponent, to) || self.punishes_at_once(opponent, to);
        let follow: Vec<Vec<PositionId>> = self
            .all()
            .map(|at| {
                let mut all: Vec<PositionId> = self.moves(at).iter().map(|(to, _)| *to).collect();
                if self.mover(at) != Some(player) {
                    return all;
                }
                if let Some(&to) = exceptions.get(&at) {
                    return vec![to];
                }
                if wins_first && self.wins_at_once(player, at) {
                    all.retain(|to| self.has_won(player, *to));
                    return all;
                }
                if is_careful && !all.iter().all(|&to| punished(to)) {
                    all.retain(|&to| !punished(to));
                }
                self.preferred(all, &preferences, player)
            })
            .collect();
        self.must_differ(differs, player, &|at| follow[at.index()].clone())?;
        // Backwards, the positions from which some play that follows the rule is lost.
        let mut lost: Vec<bool> = self.all().map(|at| self.has_won(opponent, at)).collect();
        loop {
            let leads = |at: &PositionId| {
                !lost[at.index()] && !self.is_over(*at) && follow[at.index()].iter().any(|to| lost[to.index()])
            };
            let next: Vec<PositionId> = self.all().filter(leads).collect();
            if next.is_empty() {
                break;
            }
            for at in next {
                lost[at.index()] = true;
            }
        }
        self.must(!lost[self.start().index()], "it loses from here");
        let found = (own().filter(|at| !lost[at.index()]).count(), own().count());
        self.must(Self::reach(reach, "tenable")? == found, format!("from {found:?}"));
        Some(())
    }

    /// Reads how many of all positions a rule wins or holds from.
    fn reach(text: &str, kept: &str) -> Option<(usize, usize)> {
        if text.is_empty() {
            return Some((1, 1));
        }
        if let Some(some) = text.strip_prefix(", and in all from ") {
            let (some, all) = some.strip_suffix(" positions")?.strip_suffix(kept)?.trim_end().split_once(" of ")?;
            return Some((whole(some)?, whole(all)?));
        }
        let later = text.strip_prefix(", and later from all ").and_then(|text| text.strip_suffix(" positions"));
        let text = later.or_else(|| text.strip_prefix(" (all ")?.strip_suffix(" positions)"))?;
        let all = whole(text.strip_suffix(kept)?.trim_end())?;
        Some((all, all))
    }

    /// A rule without its exceptions, and these: "…; but with M8 C4 play C 4→7 and with M8 C7 play C 7→4".
    fn exceptions<'t>(&self, text: &'t str, player: Player) -> Option<(&'t str, BTreeMap<PositionId, PositionId>)> {
        let Some((rule, told)) = text.split_once("; but with ") else { return Some((text, BTreeMap::new())) };
        let mut exceptions = BTreeMap::new();
        for part in told.split(" and with ").flat_map(|part| part.split(", with ")) {
            let (placement, step) = part.split_once(" play ")?;
            let stands = |at: &PositionId| self.mover(*at) == Some(player) && self.placement(*at) == placement;
            let at = self.all().find(|at| !self.is_over(*at) && stands(at))?;
            let [from, to] = self.step(step)?;
            let moved = |whole: &[u32], some: &[u32]| some.iter().all(|place| whole.contains(place));
            self.must(moved(self.stand(at, player), &from), "it stands elsewhere");
            let goes = |(next, _): &&(PositionId, u64)| moved(self.stand(*next, player), &to);
            exceptions.insert(at, self.moves(at).iter().find(goes)?.0);
        }
        Some((rule, exceptions))
    }

    pub(super) fn rule(&self, text: &str) -> Option<()> {
        let winner = self.winner();
        if text == "none that is short was found; the moves are below" {
            let chooses = |player| self.own(player).into_iter().any(|ply| !self.others(ply).is_empty());
            self.must(winner.is_some_and(chooses), "nothing can be chosen");
            return Some(());
        }
        if text == "win at once" {
            self.must(winner.is_some_and(|winner| self.wins_at_once(winner, self.start())), "it cannot");
            return Some(());
        }
        let (text, differs) = text.split_once(". In the line below ").unwrap_or((text, ""));
        let [rule, reach] = fits(text, "{}. Wins within {}").or_else(|| fits(text, "{}. Wins from here within {}"))?;
        let Some(winner) = winner else {
            self.must(false, "nobody wins");
            return Some(());
        };
        let (rule, exceptions) = self.exceptions(rule, winner)?;
        let ([wins_first, is_careful], rule) = self.provisos(rule, winner, false);
        let rule = rule?;
        let preferences = self.preferences(rule, winner)?;
        let reach = reach.strip_suffix(" (not always at the least cost)").unwrap_or(reach);
        let cut = reach.find(" (").or_else(|| reach.find(", and ")).unwrap_or(reach.len());
        let (plies, reach) = reach.split_at(cut);
        let plies: usize = plies.split(' ').next()?.parse().ok()?;
        // The moves that the rule allows.
        let allowed = |at: PositionId| -> Vec<PositionId> {
            if let Some(&to) = exceptions.get(&at) {
                return vec![to];
            }
            let mut all: Vec<PositionId> = self.moves(at).iter().map(|(to, _)| *to).collect();
            if wins_first && self.wins_at_once(winner, at) {
                all.retain(|to| self.has_won(winner, *to));
                return all;
            }
            if is_careful && !all.iter().all(|to| self.has_won(winner.opponent(), *to)) {
                all.retain(|to| !self.has_won(winner.opponent(), *to));
            }
            self.preferred(all, &preferences, winner)
        };
        self.must_differ(differs, winner, &allowed)?;
        let follow: Vec<Vec<PositionId>> = self
            .all()
            .map(|at| match self.mover(at) {
                Some(mover) if mover == winner => allowed(at),
                Some(_) => self.moves(at).iter().map(|(to, _)| *to).collect(),
                None => Vec::new(),
            })
            .collect();
        // Ply by ply, the positions from which every play that follows the rule has been won.
        let mut won: Vec<Option<usize>> = self.all().map(|at| self.has_won(winner, at).then_some(0)).collect();
        for ply in 1.. {
            let is_won = |at: &PositionId| {
                let follow = &follow[at.index()];
                won[at.index()].is_none() && !follow.is_empty() && follow.iter().all(|to| won[to.index()].is_some())
            };
            let next: Vec<PositionId> = self.all().filter(is_won).collect();
            if next.is_empty() {
                break;
            }
            for at in next {
                won[at.index()] = Some(ply);
            }
        }
        self.must(won[self.start().index()] == Some(plies), format!("it takes {:?}", won[self.start().index()]));
        let own = || self.all().filter(|&at| self.mover(at) == Some(winner) && self.value(at).winner() == Some(winner));
        let found = (own().filter(|at| won[at.index()].is_some()).count(), own().count());
        self.must(Self::reach(reach, "winnable")? == found, format!("from {found:?}"));
        let slowest = own().filter_map(|at| won[at.index()]).max();
        let is_slow = slowest > Some(plies);
        self.must(!reach.starts_with(" (all ") || !is_slow, format!("it takes {slowest:?} elsewhere"));
        self.must(!reach.starts_with(", and later") || is_slow, "it takes no longer elsewhere");
        Some(())
    }
}
