//! Sentences of a lesson: the idea, the hinge and the rule.

use std::collections::BTreeSet;
use std::rc::Rc;

use catmouse_arena::{Player, PositionId, Value, WinOrDraw, Words};

use catmouse_model::CatInHole;

use super::{Reader, fits, items, whole};

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
    fn unmet(&self, at: PositionId, runner: Player) -> Rc<Unmet> {
        let known = self.facts.unmet.borrow().get(&(at, runner.index())).cloned();
        known.unwrap_or_else(|| {
            let found = Rc::new(self.find_unmet(at, runner));
            self.facts.unmet.borrow_mut().insert((at, runner.index()), Rc::clone(&found));
            found
        })
    }

    fn find_unmet(&self, at: PositionId, runner: Player) -> Unmet {
        let wait = usize::from(self.turn(at) != runner);
        let hunted = self.hunted(at, runner.opponent());
        let is_goal = |place: &u32| runner == RUNNER && self.facts.holes.contains(place);
        let mut now: BTreeSet<u32> = self.stand(at, runner).iter().copied().collect();
        now.retain(|place| !hunted[wait].contains(place));
        let mut all = vec![now.clone()];
        let mut arrives = None;
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
    fn has_way(&self, at: PositionId) -> bool {
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

    /// "Needs a safe way": the runner never wins without one.
    fn must_never_win_without(&self, never: bool) {
        let goes_on = self.all().filter(|&at| !self.is_over(at));
        let mut won = goes_on.filter(|&at| self.value(at).winner() == Some(RUNNER));
        self.must(never == won.all(|at| self.has_way(at)), "it wins without a safe way, or never does");
    }

    /// Where the Mouse is met.
    fn must_meet(&self, text: &str) -> Option<()> {
        let (start, runner) = (self.start(), RUNNER);
        let hunter = runner.opponent();
        let wait = u32::from(self.turn(start) != runner);
        let [from] = self.stand(start, runner)[..] else { return None };
        let hunted = self.hunted(start, hunter);
        let is_in_time = |place: u32, theirs: u32, own: u32| {
            let soonest = hunted.iter().position(|reached| reached.contains(&place));
            self.must(soonest == Some(theirs as usize), "the hunter needs another number of moves");
            let last = own + wait - u32::from(self.facts.holes.contains(&place));
            self.must(theirs <= last, "the hunter is too late");
            Some(())
        };
        let place_of = |name: &str| {
            let goal = if name == self.goal() { self.facts.holes.first().copied() } else { None };
            goal.or_else(|| self.place(name))
        };
        if let Some([place, rest]) = fits(text, "every way leads through {}, where {}") {
            let place = place_of(place.strip_prefix("door ").unwrap_or(place))?;
            let (theirs, own) = match fits(rest, "{} can be in {} and {} in {}") {
                Some([_, theirs, _, own]) => (moves_of(theirs)?, own.parse().ok()?),
                None => {
                    rest.strip_suffix(" stands")?;
                    (0, self.far(runner, from, place)?)
                }
            };
            self.must(self.far(runner, from, place) == Some(own), "the runner needs another number of moves");
            is_in_time(place, theirs, own)?;
            let mut open = vec![from];
            let mut met = BTreeSet::from([place]);
            while let Some(at) = open.pop() {
                if met.insert(at) {
                    open.extend(&self.facts.steps[runner.index()][at as usize]);
                }
            }
            self.must(self.facts.holes.is_disjoint(&met) || place == from, "there is a way past it");
            return Some(());
        }
        if let Some([_, goal]) = fits(text, "{} stands on {}") {
            return is_in_time(place_of(goal)?, 0, self.far(runner, from, place_of(goal)?)?);
        }
        if let Some([_, goal, theirs, _, own]) = fits(text, "{} can be at {} in {} and {} in {}") {
            return is_in_time(place_of(goal)?, moves_of(theirs)?, own.parse().ok()?);
        }
        if text.ends_with("is in time to meet it on every way") {
            return Some(());
        }
        let [_, list] = fits(text, "{} is in time to meet it at {}")?;
        let mut told: BTreeSet<u32> = BTreeSet::new();
        let (unmet, _) = &*self.unmet(start, runner);
        for item in list.replace(") and ", "), ").split("), ") {
            let [name, theirs, own] = fits(item.trim_end_matches(')'), "{} ({} to the Mouse's {}")?;
            let place = place_of(name.strip_prefix("door ").unwrap_or(name))?;
            let theirs = moves_of(theirs).or_else(|| theirs.parse().ok())?;
            let own: u32 = own.parse().ok()?;
            is_in_time(place, theirs, own)?;
            let leads =
                |moves: usize| unmet.get(moves).into_iter().flatten().any(|&at| self.one_step(runner, at, place));
            self.must(leads(own as usize - 1) && !(0..own as usize - 1).any(leads), "the runner gets there otherwise");
            told.insert(place);
        }
        let ahead: BTreeSet<u32> = unmet.iter().flatten().copied().collect();
        let next = ahead.iter().flat_map(|&at| &self.facts.steps[runner.index()][at as usize]).copied();
        let leads_on = |place: &u32| self.facts.holes.iter().any(|&hole| self.far(runner, *place, hole).is_some());
        let all: BTreeSet<u32> = next.filter(|place| !ahead.contains(place)).filter(leads_on).collect();
        self.must(told == all, format!("it is met at {all:?}"));
        Some(())
    }

    pub(super) fn safe_way(&self, text: &str) -> Option<()> {
        let [runner, goal, rest] = fits(text, "{} has a safe way to {}, {}")?;
        let shared = format!("before {goal}, and does not stop it there");
        let is_shared = self.game.rules().cat_in_hole == CatInHole::Allowed;
        let [walk, _, which] = fits(rest, "{}: {} comes too late to every place {}")?;
        self.must(which == if is_shared { &*shared } else { "of it" }, "the goal is shared, or not");
        self.must(self.player(runner)? == RUNNER && goal == self.goal(), "another side or goal");
        self.must_be_safe(walk, self.start())
    }

    pub(super) fn no_safe_way(&self, text: &str) -> Option<()> {
        let needs = fits(text, "{} needs a safe way to {} and has none: {}");
        let [runner, goal, rest] = needs.or_else(|| fits(text, "{} has no safe way to {}: {}"))?;
        if goal.ends_with(" at first") {
            return None;
        }
        self.must(self.player(runner)? == RUNNER && goal == self.goal(), "another side or goal");
        self.must(!self.has_way(self.start()), "it has one");
        let cut = rest.strip_suffix(". Nowhere can it hide for ever");
        let ends_at_goal = self.stand(self.last(), RUNNER.opponent()).iter().any(|at| self.facts.holes.contains(at));
        let endless = self.all().any(|at| !self.is_over(at) && self.value(at) == Value::Endless);
        let cannot_hide = !endless && self.winner() == Some(RUNNER.opponent());
        self.must(cut.is_none() || cannot_hide, "it can hide");
        self.must(cut.is_some() || !cannot_hide || ends_at_goal, "it cannot hide");
        self.must_never_win_without(needs.is_some());
        self.must_meet(cut.unwrap_or(rest))
    }

    /// "The Cat has no move from 2, wherever the Mouse stands."
    pub(super) fn stuck(&self, text: &str) -> Option<()> {
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

    pub(super) fn way_opens(&self, text: &str) -> Option<()> {
        let [runner, goal, meets, opens] = fits(text, "{} has no safe way to {} at first: {}. But {}")?;
        self.must(self.player(runner)? == RUNNER && goal == self.goal(), "another side or goal");
        self.must(self.winner() == Some(RUNNER) && !self.has_way(self.start()), "it does not win, or has one");
        self.must_meet(meets)?;
        let first = self.line.iter().position(|&at| !self.is_over(at) && self.has_way(at))?;
        if let Some([when, placement, ways]) = fits(opens, "{}, with {}, every move of the Cat opens one: {}") {
            let ply = if when == "now" { 0 } else { when.strip_prefix("after ply ")?.parse().ok()? };
            self.must(ply + 1 == first, format!("the first is at {first}"));
            self.must(self.placement(self.line[ply]) == placement, "another placement");
            let replies: Vec<PositionId> = self.moves(self.line[ply]).iter().map(|(to, _)| *to).collect();
            let told = items(ways);
            let opens = |at: &PositionId| {
                self.refuted.borrow().is_empty() && {
                    let is_it = told.iter().any(|way| {
                        let before = self.refuted.borrow().len();
                        let reads = self.must_be_safe(way, *at).is_some();
                        let refuted = self.refuted.borrow().len() > before;
                        self.refuted.borrow_mut().truncate(before);
                        reads && !refuted
                    });
                    is_it && self.has_way(*at)
                }
            };
            self.must(self.turn(self.line[ply]) != RUNNER && replies.iter().all(opens), "not every move does");
            return Some(());
        }
        let [ply, placement, way] = fits(opens, "after ply {}, with {}, it has one: {}")?;
        let ply: usize = ply.parse().ok()?;
        self.must(ply == first, format!("the first is at {first}"));
        self.must(self.placement(self.line[ply]) == placement, "another placement");
        self.must_be_safe(way, self.line[ply])
    }

    pub(super) fn race_told(&self, text: &str) -> Option<()> {
        let to_goal = |player: Player| self.nearest(player, self.stand(self.start(), player), &self.facts.holes);
        if let Some([runner, goal]) = fits(text, "{} cannot get to {}") {
            if self.player(goal).is_some() || goal.contains("; ") {
                return None;
            }
            self.must(goal == self.goal() && to_goal(self.player(runner)?).is_none(), "it can");
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
        if text == "the board is a tree: the Mouse cannot get past the Cat, and each step toward it takes room away" {
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
        let [winner, count] = fits(text, "there is no refuge: {} wins from all {} positions")?;
        let winner = self.player(winner)?;
        let goes_on: Vec<PositionId> = self.all().filter(|&at| !self.is_over(at)).collect();
        self.must(goes_on.len() == whole(count)?, "there are other positions");
        self.must(goes_on.iter().all(|&at| self.value(at).winner() == Some(winner)), "not from all");
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
        let lost = self.value(step.0).winner() == Some(player.opponent());
        (throws, lost && self.punishes_at_once(player.opponent(), step.0))
    }

    pub(super) fn no_hinge(&self, text: &str) -> Option<()> {
        let rest = text.strip_prefix("none")?;
        let slips = |player: Player, with_ends: bool| {
            let plies = self.own(player).into_iter();
            let goes_on = move |ply: &usize| with_ends || !self.has_won(player, self.line[*ply]);
            plies
                .filter(goes_on)
                .flat_map(move |ply| self.others(ply).into_iter().map(move |step| self.thrown(ply, step)))
                .filter(|(throws, _)| *throws)
                .map(|(_, is_obvious)| is_obvious)
                .collect::<Vec<bool>>()
        };
        if let Some(player) = rest.strip_prefix(" before ").and_then(|rest| rest.strip_suffix(" can end the game")) {
            self.must(slips(self.player(player)?, false).iter().all(|obvious| *obvious), "there is one");
            return Some(());
        }
        if let Some([player, _]) = fits(rest, ": no move of {} on this line throws the {} away") {
            self.must(slips(self.player(player)?, true).is_empty(), "there is one");
            return Some(());
        }
        if rest == ": no move on this line throws the draw away" {
            self.must(Player::BOTH.into_iter().all(|player| slips(player, true).is_empty()), "there is one");
            return Some(());
        }
        if rest == ": every move on this line that throws the draw away is punished at once" {
            self.must(
                Player::BOTH.into_iter().all(|player| slips(player, true).iter().all(|obvious| *obvious)),
                "one is hidden",
            );
            return Some(());
        }
        let [player, _] = fits(rest, ": every move of {} on this line that throws the {} away is punished at once")?;
        let slips = slips(self.player(player)?, true);
        self.must(!slips.is_empty() && slips.iter().all(|obvious| *obvious), "one is hidden, or there is none");
        Some(())
    }

    pub(super) fn hinge(&self, text: &str) -> Option<()> {
        let [ply, rest] = fits(text, "ply {}: {}")?;
        let ply: usize = ply.parse().ok()?;
        let [step, rest] = fits(rest, "{}. Instead {}")?;
        let player = self.mover(self.line[ply - 1])?;
        let [from, to] = self.step(step)?;
        self.must(
            self.stand(self.line[ply - 1], player) == from && self.stand(self.line[ply], player) == to,
            "another move is played",
        );
        let (wrong, looks, refutation) = [" ends nearer to ", " ends as near to ", " throws "]
            .into_iter()
            .find_map(|words| Some((rest.split_once(words)?.0, words, rest.split_once(" away: ")?.1)))?;
        let what = i8::from(rest.contains(" throws the win away"));
        self.must(self.outcome(self.start(), 0).score(player) == what, "another outcome is thrown away");
        let steps = self.named(ply, wrong)?;
        let is_so = |&&step: &&(PositionId, u64)| {
            let (throws, is_obvious) = self.thrown(ply, step);
            let (own, played) = (self.nearness(player, step.0), self.nearness(player, self.line[ply]));
            let least = self.others(ply).iter().map(|other| self.nearness(player, other.0)).min();
            let tempts = match looks {
                " ends nearer to " => own < played && Some(own) == least,
                " ends as near to " => own == played && Some(own) == least,
                _ => true,
            };
            throws && !is_obvious && tempts
        };
        let Some(&(at, _)) = steps.iter().find(is_so) else {
            self.must(false, "it is no such mistake");
            return Some(());
        };
        // The refutation: main moves to the end, or to the distance that is named.
        let mut at = at;
        let mut parts: Vec<&str> = Vec::new();
        let (line, result) = refutation.rsplit_once(", and ").unwrap_or(("", refutation));
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
        if result == "it is a draw" {
            let found = steps.iter().find(is_so)?;
            self.must(self.after(ply, *found) == WinOrDraw::Draw, "it is none");
        } else if let Some((winner, distance)) = result.split_once(" wins") {
            let winner = self.player(winner)?;
            self.must(winner == player.opponent(), "the other side wins");
            let at = steps.iter().find(is_so)?;
            self.must(
                distance.is_empty() || self.beside(*at) == self.amount(distance.trim_start()),
                "another distance",
            );
        } else {
            let end = Words::end(self.game, at);
            self.must(
                end.is_some_and(|end| end.sentence == result) && self.has_won(player.opponent(), at),
                "another end",
            );
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
        let known: [(String, Plain); 10] = [
            (format!("take a shortest safe way to {goal}"), |reader, player, at| {
                reader.unmet(at, player).1.map_or(NEVER, u64::from)
            }),
            (
                format!("go where the fewest moves of {opponent} leave you no safe way to {goal}"),
                |reader, player, at| {
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
            (format!("leave {opponent} no safe way to {goal}"), |reader, player, at| {
                u64::from(reader.unmet(at, player.opponent()).1.is_some())
            }),
            (format!("go as near to {goal} as you can"), |reader, player, at| {
                reader.nearest(player, reader.stand(at, player), &reader.facts.holes).map_or(NEVER, u64::from)
            }),
            (format!("go as near to {opponent} as you can"), |reader, player, at| reader.steps_apart(player, at)),
            (
                format!("bring the pieces as near to {opponent} as you can, all their steps added"),
                |reader, player, at| reader.steps_apart(player, at),
            ),
            (
                format!("leave {opponent} the fewest places that it can reach in fewer moves than you"),
                |reader, player, at| {
                    let (unmet, _) = &*reader.unmet(at, player.opponent());
                    unmet.iter().flatten().collect::<BTreeSet<&u32>>().len() as u64
                },
            ),
            (format!("end at an even number of steps from {opponent}"), |reader, player, at| {
                reader.steps_apart(player, at) % 2
            }),
            (format!("go as far from {opponent} as you can"), |reader, player, at| {
                u64::from(u32::MAX) - reader.steps_apart(player, at)
            }),
            (
                format!("keep the most places that you can reach before {opponent}, even if it has a move more"),
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

    /// A rule of a player that does not lose where play never ends.
    pub(super) fn holding_rule(&self, text: &str) -> Option<()> {
        let [player, what, reach] = fits(text, "as {}, {}. This keeps {}")?;
        let player = self.player(player)?;
        let opponent = player.opponent();
        let safely = format!("never let {} win with its next move", self.game.player(opponent));
        let (is_careful, rule) = match what.strip_prefix(&safely) {
            Some("") => (true, None),
            Some(rest) => (true, Some(rest.strip_prefix("; otherwise ")?)),
            None if what == "move as you like" => (false, None),
            None => (false, Some(what)),
        };
        let preferences = rule.map_or(Some(Vec::new()), |rule| self.preferences(rule, player))?;
        let can_hold = |at: PositionId| !self.is_over(at) && self.value(at).winner() != Some(opponent);
        let own = || self.all().filter(|&at| can_hold(at) && self.mover(at) == Some(player));
        let punished = |to: PositionId| self.has_won(opponent, to) || self.punishes_at_once(opponent, to);
        let is_punished = own().any(|at| self.moves(at).iter().any(|(to, _)| punished(*to)));
        self.must(is_careful == is_punished, "it can be punished at once, or not");
        let follow: Vec<Vec<PositionId>> = self
            .all()
            .map(|at| {
                let mut all: Vec<PositionId> = self.moves(at).iter().map(|(to, _)| *to).collect();
                if self.mover(at) != Some(player) {
                    return all;
                }
                if self.wins_at_once(player, at) {
                    all.retain(|to| self.has_won(player, *to));
                    return all;
                }
                if !all.iter().all(|&to| punished(to)) {
                    all.retain(|&to| !punished(to));
                }
                self.preferred(all, &preferences, player)
            })
            .collect();
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
        let outcome = if self.winner() == Some(player) { "the win from here" } else { "the draw from here" };
        let reach = reach.strip_prefix(outcome)?;
        let found = (own().filter(|at| !lost[at.index()]).count(), own().count());
        let told = match fits(reach, ", and from all {} positions that {} can hold on its turn") {
            _ if reach.is_empty() => (1, 1),
            Some([all, _]) => (whole(all)?, whole(all)?),
            None => {
                let [some, all, _] = fits(reach, ", and from {} of the {} positions that {} can hold on its turn")?;
                (whole(some)?, whole(all)?)
            }
        };
        self.must(told == found, format!("from {found:?}"));
        Some(())
    }

    pub(super) fn rule(&self, text: &str) -> Option<()> {
        let winner = self.winner();
        if text == "win at once" {
            self.must(winner.is_some_and(|winner| self.wins_at_once(winner, self.start())), "it cannot");
            return Some(());
        }
        let [safely, rule, reach] =
            fits(text, "win at once where you can{}; otherwise {}. This wins from here in at most {}")?;
        let Some(winner) = winner else {
            self.must(false, "nobody wins");
            return Some(());
        };
        let can_lose = |at: PositionId| {
            let loses = |(to, _): &(PositionId, u64)| self.has_won(winner.opponent(), *to);
            self.mover(at) == Some(winner)
                && self.value(at).winner() == Some(winner)
                && self.moves(at).iter().any(loses)
        };
        let says_so = safely == ", and never lose at once";
        self.must(says_so == self.all().any(can_lose) && (says_so || safely.is_empty()), "it can lose at once, or not");
        let preferences = self.preferences(rule, winner)?;
        let reach = reach.strip_suffix(" (not always at the least cost)").unwrap_or(reach);
        let (plies, reach) = reach.split_once(", and from ").unwrap_or((reach, ""));
        let plies: usize = plies.split(' ').next()?.parse().ok()?;
        // The moves that the rule allows.
        let allowed = |at: PositionId| -> Vec<PositionId> {
            let mut all: Vec<PositionId> = self.moves(at).iter().map(|(to, _)| *to).collect();
            if self.wins_at_once(winner, at) {
                all.retain(|to| self.has_won(winner, *to));
                return all;
            }
            // Nobody makes a move that loses at once.
            if !all.iter().all(|to| self.has_won(winner.opponent(), *to)) {
                all.retain(|to| !self.has_won(winner.opponent(), *to));
            }
            self.preferred(all, &preferences, winner)
        };
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
        let told = match (reach, fits(reach, "all {} positions that {} can win on its turn")) {
            ("", _) => (1, 1),
            (_, Some([all, _])) => (whole(all)?, whole(all)?),
            (_, None) => {
                let [some, all, _] = fits(reach, "{} of the {} positions that {} can win on its turn")?;
                (whole(some)?, whole(all)?)
            }
        };
        self.must(told == found, format!("from {found:?}"));
        Some(())
    }
}
