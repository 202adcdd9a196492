//! Sentences about the law of a board, and remarks that a law explains.

use std::collections::{BTreeMap, BTreeSet};

use catmouse_arena::{Measure, Player, PositionId, Value, WinOrDraw, Words};
use catmouse_explain::{Cause, Condition, Ply, prose};

use super::{Reader, fits, items, numbers, whole};
use catmouse_campaign::naive::step_costs;

/// The conditions of a law, read from a sentence.
struct Conditions {
    winner: Player,
    /// For each condition, the margin by which the winner may be farther from a place than its
    /// opponent, and the distances of both in all positions.
    races: Vec<(i64, [Vec<i64>; 2])>,
    /// The Cat wins at no more than this number of steps from the Mouse; `None` without such a
    /// condition.
    apart: Option<i64>,
    /// Whether the condition says that the Mouse wins where the Cat cannot get to it.
    out_of_reach: bool,
}

/// The distance to a place without a path. It is greater than the length of any path.
const NEVER: i64 = 1_000_000;

/// What a sentence about a law adds if the two sides count their steps differently.
const OWN_WAYS: &str = "each side's steps are counted on its own ways";

/// The margin in steps: -1 for "nearer", 1 for "at most 1 step farther".
fn nearness(text: &str) -> Option<i64> {
    match (text, fits(text, "at most {} step{} farther"), fits(text, "at least {} step{} nearer")) {
        ("no farther", ..) => Some(0),
        ("nearer", ..) => Some(-1),
        (_, Some([steps, _]), _) => steps.parse().ok(),
        (_, _, Some([steps, _])) => steps.parse::<i64>().ok().map(|steps| -steps),
        _ => None,
    }
}

/// The margin in costs: -1 for "at less cost", 1 for "at a cost of at most 1 more".
fn dearness(text: &str) -> Option<i64> {
    match (text, fits(text, "at a cost of at most {} more"), fits(text, "at a cost of at least {} less")) {
        ("at no greater cost", ..) => Some(0),
        ("at less cost", ..) => Some(-1),
        (_, Some([cost]), _) => cost.parse().ok(),
        (_, _, Some([cost])) => cost.parse::<i64>().ok().map(|cost| -cost),
        _ => None,
    }
}

/// A place, and the steps from there to the Mouse and to the Cat. Read from a sentence such as "the
/// Mouse is 2 steps from the hole, the Cat 1".
fn standing_from(text: &str) -> Option<(&str, [i64; 2])> {
    let steps = |text: &str| text.split(' ').next()?.parse::<i64>().ok();
    if let Some(name) = text.strip_prefix("both are on ") {
        return Some((name, [0, 0]));
    }
    if let Some([both, name]) = fits(text, "both are {} from {}") {
        return Some((name, [steps(both)?; 2]));
    }
    if let Some([name, two]) = fits(text, "the Mouse is on {}, the Cat {} from it") {
        return Some((name, [0, steps(two)?]));
    }
    let [one, rest] = fits(text, "the Mouse is {} from {}")?;
    let (name, two) = rest.rsplit_once(", the Cat ")?;
    Some((name, [steps(one)?, if two == "on it" { 0 } else { steps(two)? }]))
}

impl Reader<'_> {
    /// The vertices to which a player's steps to some places are counted, and the number to add: 0,
    /// or if its pieces may enter none of the places, 1 for the step of the opponent into them.
    pub(super) fn aims(&self, player: Player, places: &BTreeSet<u32>) -> (BTreeSet<u32>, u32) {
        let may_enter: BTreeSet<u32> =
            self.facts.stands.iter().flat_map(|stands| stands[player.index()].iter().copied()).collect();
        if !places.is_disjoint(&may_enter) {
            return (places.clone(), 0);
        }
        let is_beside = |&from: &u32| places.iter().any(|&place| self.one_step(player.opponent(), from, place));
        (may_enter.into_iter().filter(is_beside).collect(), 1)
    }

    /// For each position, the steps from a player's nearest piece to a place, as [`Self::aims`] says.
    fn far_or_beside(&self, player: Player, to: u32) -> Vec<i64> {
        let (aims, more) = self.aims(player, &BTreeSet::from([to]));
        let far =
            |at| self.nearest(player, self.stand(at, player), &aims).map_or(NEVER, |steps| i64::from(steps + more));
        self.all().map(far).collect()
    }

    /// As [`Self::far_or_beside`], for the costs of the moves.
    fn cost_or_beside(&self, player: Player, to: u32) -> Vec<i64> {
        let never = NEVER;
        let all = 0..self.game.board().vertices();
        let costs = |player: Player| -> Vec<BTreeMap<u32, i64>> {
            all.clone().map(|at| step_costs(self.game, player, at)).collect()
        };
        let (own, other) = (costs(player), costs(player.opponent()));
        let (aims, more) = self.aims(player, &BTreeSet::from([to]));
        let aim = |at: u32| match (aims.contains(&at), more) {
            (false, _) => never,
            (true, 0) => 0,
            (true, _) => other[at as usize].get(&to).copied().unwrap_or(never),
        };
        let mut far: Vec<i64> = all.clone().map(aim).collect();
        for _ in all.clone() {
            for at in all.clone() {
                for (&next, cost) in &own[at as usize] {
                    far[at as usize] = far[at as usize].min(far[next as usize] + cost);
                }
            }
        }
        let nearest = |at| self.stand(at, player).iter().map(|&at| far[at as usize]).min().unwrap_or(never);
        self.all().map(nearest).map(|far| far.min(never)).collect()
    }

    /// The distances of a player's pieces from the place with this name, in moves or costs.
    fn far_from(&self, player: Player, name: &str, by_cost: bool) -> Option<Vec<i64>> {
        let place = match name.strip_prefix("door ") {
            _ if name == self.goal() => self.facts.holes.first().copied(),
            Some(door) => self.place(door).filter(|door| self.doors(Player::One).contains(door)),
            None => self.place(name),
        };
        let place = place?;
        Some(if by_cost { self.cost_or_beside(player, place) } else { self.far_or_beside(player, place) })
    }

    fn stands_on(&self, player: Player, at: u32) -> bool {
        self.facts.stands.iter().any(|stands| stands[player.index()].contains(&at))
    }

    /// As [`Self::far_from`] for both players, the winner first. If nothing is said about the ways
    /// of the sides, a reader counts the steps of both on the same board.
    fn race_to(&self, winner: Player, name: &str, by_cost: bool) -> Option<[Vec<i64>; 2]> {
        let place = if name == self.goal() { self.facts.holes.first().copied() } else { None };
        let place = place.or_else(|| self.place(name.trim_start_matches("door ")))?;
        let far = |player: Player, from: u32| {
            let (aims, more) = self.aims(player, &BTreeSet::from([place]));
            self.nearest(player, &[from], &aims).map(|steps| steps + more)
        };
        let is_common = |at: &u32| Player::BOTH.iter().all(|&player| self.stands_on(player, *at));
        let mut common = (0..self.game.board().vertices()).filter(is_common);
        if by_cost {
            let is_closed = Player::BOTH.map(|player| self.aims(player, &BTreeSet::from([place])).1 > 0);
            self.must(!is_closed.contains(&true) || self.own_ways.get(), format!("a side may not enter {name}"));
        } else if !self.own_ways.get() && !common.all(|at| far(Player::One, at) == far(Player::Two, at)) {
            self.must(false, format!("the ways to {name} are not the same for both"));
        }
        Some([self.far_from(winner, name, by_cost)?, self.far_from(winner.opponent(), name, by_cost)?])
    }

    /// The steps from the nearest cat to the Mouse.
    fn apart(&self, at: PositionId) -> i64 {
        let mouse = self.stand(at, Player::One).iter().copied().collect();
        self.nearest(Player::Two, self.stand(at, Player::Two), &mouse).map_or(NEVER, i64::from)
    }

    /// Reads conditions such as "no farther from 2 and from 5 than the Mouse". A condition on the
    /// distance between both may follow.
    fn conditions(&self, winner: Player, text: &str) -> Option<Conditions> {
        let other = winner.opponent();
        let by_cost = text.contains(" gets to ");
        let (it, text) = text.split_once(if by_cost { " gets " } else { " is " })?;
        // After another subject, the winner is named again.
        let it = if self.player(it) == Some(winner) { "it" } else { it };
        let named = |player: Player, several: &str, one: &str| match self.stand(self.start(), player).len() {
            1 => one.to_owned(),
            _ => format!("{several} {}", self.game.piece(player)),
        };
        self.must(it == named(winner, "its nearest", "it"), "another piece is meant");
        let opponent = named(other, "every", &self.game.player(other));
        let beyond = match self.stand(self.start(), other).len() {
            1 => format!("on a place that {opponent} cannot get to"),
            _ => format!("on a place that no {} can get to", self.game.piece(other)),
        };
        let reached = format!("able to get to {opponent}");
        let reach = if winner == Player::Two { &reached } else { &beyond };
        let (text, says_reach) = match text.strip_suffix(reach) {
            Some(rest) => (rest.trim_end_matches(" and ").trim_end_matches(" or ").trim_end_matches(','), true),
            None => (text, false),
        };
        let out_of_reach = says_reach && winner == Player::One;
        let mut going_on = self.all().filter(|&at| !self.is_over(at));
        self.must(!says_reach || going_on.any(|at| self.apart(at) == NEVER), "the Cat can always get there");
        let all =
            || (0..self.game.board().vertices()).filter(|&at| Player::BOTH.iter().all(|&of| self.stands_on(of, at)));
        let is_alike = |from: u32| all().all(|to| self.far(Player::One, from, to) == self.far(Player::Two, from, to));
        if !self.own_ways.get() && (says_reach || text.contains(" from the ")) && !all().all(is_alike) {
            let is_apart = says_reach || text.contains(&format!(" from {opponent}"));
            self.must(!is_apart, "the ways between both are not the same");
        }
        // Only the Cat benefits from being near.
        let near = if winner == Player::Two { "at most {} step{} from {}" } else { "more than {} step{} from {}" };
        let last = text.rfind(near.split(" {}").next()?).and_then(|at| Some((at, fits::<3>(&text[at..], near)?)));
        let (races, apart) = match last {
            Some((at, [steps, _, from])) if from == opponent => {
                let before = text[..at].trim_end_matches(" and ").trim_end_matches(" or ").trim_end_matches(',');
                (before, Some(steps.parse().ok()?))
            }
            _ => (text, says_reach.then_some(NEVER - 1)),
        };
        let races = match (races, apart) {
            ("", Some(_)) => "",
            _ => races.strip_suffix(&format!(" than {opponent}"))?,
        };
        if by_cost {
            let races = races.trim_end_matches(',').trim_start_matches("to ");
            let races = races.replace(", and to ", ", to ").replace(", or to ", ", to ");
            let races = races.replace(" and to ", ", to ").replace(" or to ", ", to ");
            // A comparison is about all places before it.
            let (mut told, mut how) = (Vec::new(), None);
            for part in races.split(", to ").collect::<Vec<_>>().into_iter().rev() {
                let name = match part.split_once(" at ") {
                    Some((name, told)) => {
                        how = Some(dearness(&format!("at {told}"))?);
                        name
                    }
                    None => part,
                };
                told.push((how?, self.race_to(winner, name, true)?));
            }
            return Some(Conditions { winner, races: told, apart, out_of_reach });
        }
        let races = races.trim_end_matches(',').replace(", and ", ", ").replace(", or ", ", ");
        let mut margin = None;
        let race = |part: &String| {
            let (how, name) = part.split_once("to ").or_else(|| part.split_once("from "))?;
            if !how.trim().is_empty() {
                margin = nearness(how.trim());
            }
            Some((margin?, self.race_to(winner, name, false)?))
        };
        let races = items(&races).iter().filter(|part| !part.is_empty()).map(race).collect::<Option<_>>()?;
        Some(Conditions { winner, races, apart, out_of_reach })
    }

    /// Whether the conditions predict a win if the winner may be `by` steps farther.
    fn says(&self, conditions: &Conditions, at: PositionId, by: i64) -> bool {
        let holds = |(margin, [own, other]): &(i64, [Vec<i64>; 2])| own[at.index()] <= other[at.index()] + margin + by;
        // "More than 4 steps away" says nothing of a place without a path.
        let is_silent = self.apart(at) == NEVER && conditions.winner == Player::One && !conditions.out_of_reach;
        let is_near = conditions.apart.map(|steps| self.apart(at) <= steps || is_silent);
        match conditions.winner {
            Player::Two => conditions.races.iter().all(holds) && is_near != Some(false),
            Player::One => conditions.races.iter().any(holds) || is_near == Some(false),
        }
    }

    /// The player to move, whether positions with an immediate win are excluded, and the rest of
    /// the text.
    fn to_move<'t>(&self, text: &'t str) -> Option<(Player, bool, &'t str)> {
        let beyond = fits(text, "on {}'s turn without a win at once, {}");
        let [turn, rest] = beyond.or_else(|| fits(text, "on {}'s turn, {}"))?;
        Some((self.player(turn)?, beyond.is_some(), rest))
    }

    /// The positions with this player to move; `beyond` excludes those in which it wins at once.
    fn meant(&self, turn: Player, beyond: bool) -> Vec<PositionId> {
        let is_meant = |&at: &PositionId| self.mover(at) == Some(turn) && !(beyond && self.wins_at_once(turn, at));
        self.all().filter(is_meant).collect()
    }

    pub(super) fn law(&self, text: &str) -> Option<()> {
        self.own_ways.set(text.contains(OWN_WAYS));
        let (text, ways) = text.split_once(&format!("; {OWN_WAYS}")).unwrap_or((text, ""));
        self.ways(ways)?;
        self.law_clauses(text)
    }

    /// Reads what a law says about the ways of the sides: ", and the Cat's avoid the hole".
    fn ways(&self, text: &str) -> Option<()> {
        if text.is_empty() {
            return Some(());
        }
        let [whose, goal] = fits(text, ", and {}'s avoid {}")?;
        let avoids = self.player(whose)?;
        let enters = self
            .facts
            .stands
            .iter()
            .any(|stands| stands[avoids.index()].iter().any(|at| self.facts.holes.contains(at)));
        self.must(!enters && goal == self.goal(), "it may enter it");
        Some(())
    }

    fn law_clauses(&self, text: &str) -> Option<()> {
        let mut clauses = text.split("; ");
        let (turn, beyond, rest) = self.to_move(clauses.next()?)?;
        let all = self.meant(turn, beyond);
        let rest = &if beyond { rest.replace(" such positions", " positions") } else { rest.to_owned() };
        if let Some([outcome, count]) = fits(rest, "{} in all {} positions") {
            let outcome = match outcome {
                "the game is a draw" => WinOrDraw::Draw,
                outcome => WinOrDraw::Win(self.player(outcome.strip_suffix(" wins")?)?),
            };
            self.must(whole(count) == Some(all.len()), format!("{} positions", all.len()));
            self.must(all.iter().all(|&at| self.outcome(at, 0) == outcome), "not in all");
            return clauses.try_for_each(|clause| match clause.split_once(" touches ") {
                Some(_) => self.why_it_matters(clause),
                None => self.law_clauses(clause),
            });
        }
        // A cell has parentheses of its own, so the proof is the last of them.
        let (rest, proof) = rest.strip_suffix(')')?.rsplit_once(" (")?;
        let as_a_rule = fits(rest, "as a rule {} wins if {}, and only then");
        let decisive = fits(rest, "{} wins if {}, and otherwise {} does");
        let [subject, conditions] = match (as_a_rule, decisive) {
            (Some(told), _) => told,
            (None, Some([subject, conditions, _])) => [subject, conditions],
            (None, None) => fits(rest, "{} wins exactly if {}")?,
        };
        let winner = self.player(subject)?;
        if let Some([.., other]) = decisive.filter(|_| as_a_rule.is_none()) {
            self.must(self.player(other) == Some(winner.opponent()), "it is the winner");
            self.must(all.iter().all(|&at| self.outcome(at, 0) != WinOrDraw::Draw), "there are draws");
        }
        let conditions = self.conditions(winner, conditions)?;
        let is_wrong =
            |&at: &PositionId| self.says(&conditions, at, 0) != (self.outcome(at, 0) == WinOrDraw::Win(winner));
        let exceptions = all.iter().filter(|at| is_wrong(at)).count();
        self.must(as_a_rule.is_some() == (exceptions > 0), format!("{exceptions} exceptions"));
        if let Some([count]) = fits(proof, "in all {} positions") {
            self.must(whole(count) == Some(all.len()) && exceptions == 0, format!("{exceptions} exceptions"));
        } else {
            let [told, count, first] = fits(proof, "wrong in {} of {} positions, {} among them")?;
            self.must(whole(told) == Some(exceptions), format!("{exceptions} exceptions"));
            self.must(whole(count) == Some(all.len()), format!("{} positions", all.len()));
            self.must(is_wrong(&self.find(first, turn)?), "no exception");
        }
        clauses.try_for_each(|clause| match clause.strip_prefix("at the start ") {
            Some(standing) => self.standing(standing, self.start()),
            None if clause.contains(" touches ") || clause.contains("every way of ") => self.why_it_matters(clause),
            None if clause.contains(" wins ") => self.law_clauses(clause),
            None => self.other_turn(clause, turn, &conditions),
        })
    }

    /// Reads that no law was found, or why none was sought. A test of the laws compares the first
    /// with a search of its own.
    pub(super) fn no_law(&self, text: &str) -> Option<()> {
        let is_cut = |at: PositionId| {
            let limit = self.game.adjudication().limit;
            self.value(at).distance().zip(limit).is_some_and(|(distance, limit)| distance > limit.distance)
        };
        let any_cut = self.all().any(is_cut);
        let limit = "no law is told: the limit cuts some wins off, so who wins depends on the plies played before";
        match text {
            "no law of at most three conditions was found" => self.must(!any_cut, "a limit cuts wins off"),
            _ if text == limit => self.must(any_cut, "the limit cuts nothing off"),
            _ => return None,
        }
        Some(())
    }

    /// The law with the loser to move, as advice for the winner.
    pub(super) fn moral(&self, text: &str) -> Option<()> {
        let (text, aim) =
            text.split_once("; to make progress it aims for ").map_or((text, None), |(text, aim)| (text, Some(aim)));
        self.own_ways.set(text.contains(OWN_WAYS));
        let (text, ways) = text.split_once(&format!("; {OWN_WAYS}")).unwrap_or((text, ""));
        self.ways(ways)?;
        let [winner, kept] = fits(text, "{} keeps the win if after each of its moves {}")?;
        let winner = self.player(winner)?;
        let loser = winner.opponent();
        self.must(self.winner() == Some(winner), "it does not win");
        if let Some(aim) = aim {
            let [placement, mover] = fits(aim, "{} with {} to move")?;
            let at = self.find(placement, self.player(mover)?)?;
            let is_nearer = self.value(at).winner() == Some(winner)
                && self.value(at).distance() < self.value(self.start()).distance();
            self.must(is_nearer && self.line.contains(&at), "that is no progress");
        }
        // Under a limit that is not the winner's, the sentence says how much must be left of it.
        let owned = self.game.adjudication().limit.filter(|limit| limit.outcome == WinOrDraw::Win(winner));
        let limit = self.game.adjudication().limit.filter(|_| owned.is_none()).map(|limit| limit.distance);
        let (kept, left) = match kept.split_once(", as long as ") {
            Some((kept, left)) => (kept, Some(left)),
            None => (kept, None),
        };
        self.must(limit.is_some() == left.is_some(), "a limit has a rest");
        let spent = match (limit, left) {
            (Some(limit), Some(left)) => {
                let left = match self.game.measure() {
                    Measure::Plies => fits::<2>(left, "{} {} of the limit are left")
                        .or_else(|| fits(left, "{} {} of the limit is left"))?[0],
                    Measure::Cost => fits::<1>(left, "cost {} of the limit is left")?[0],
                };
                let left: u64 = left.parse().ok()?;
                self.must(left < limit, "the first move uses some of it");
                limit - left
            }
            _ => 0,
        };
        let unless = format!("{} cannot win at once", self.game.player(loser));
        let beyond = kept.strip_prefix(&unless);
        let conditions = match beyond.map_or(kept, |rest| rest.trim_start_matches(" and ")) {
            "" => None,
            conditions => Some(self.conditions(winner, conditions)?),
        };
        let is_kept = |at| conditions.as_ref().is_none_or(|conditions| self.says(conditions, at, 0));
        let is_wrong = |&at: &PositionId| is_kept(at) != (self.outcome(at, spent) == WinOrDraw::Win(winner));
        self.must(!self.meant(loser, beyond.is_some()).iter().any(is_wrong), "it does not say who wins");
        // The winner's own limit may have run out.
        let spent = owned.map_or(spent, |limit| limit.distance);
        let is_lost = |&at: &PositionId| is_kept(at) && self.outcome(at, spent) != WinOrDraw::Win(winner);
        self.must(!self.meant(loser, beyond.is_some()).iter().any(is_lost), "the win is not kept");
        Some(())
    }

    /// The distance of both sides from a place, or from each other.
    fn standing(&self, text: &str, at: PositionId) -> Option<()> {
        if let Some([steps, _]) = fits(text, "the Cat is {} step{} from the Mouse") {
            self.must(steps.parse() == Ok(self.apart(at)), format!("{} steps", self.apart(at)));
            return Some(());
        }
        let by_cost = fits(text, "getting to {} costs the Mouse {} and the Cat {}");
        let (name, told) = match by_cost {
            Some([name, one, two]) => (name, [one.parse().ok()?, two.parse().ok()?]),
            None => standing_from(text)?,
        };
        let far = Player::BOTH.map(|player| self.far_from(player, name, by_cost.is_some()).map(|far| far[at.index()]));
        let far = [far[0]?, far[1]?];
        self.must(far == told, format!("{far:?}"));
        Some(())
    }

    /// Reads "with the Cat to move, if it is at most 1 step farther".
    fn other_turn(&self, text: &str, turn: Player, conditions: &Conditions) -> Option<()> {
        // "on the Cat's turn too" leaves nothing to say.
        let too = text.strip_suffix(" too").map(|text| format!("{text}, it may be 0 steps farther than that"));
        let text = too.as_deref().unwrap_or(text);
        let (player, beyond, rest) = self.to_move(text)?;
        self.must(player == turn.opponent(), "it was said before");
        let by = match (rest.strip_prefix("if it is "), &conditions.races[..]) {
            (Some(how), [(margin, _)]) => nearness(how)? - margin,
            (Some(_), _) => return None,
            (None, _) => match fits::<2>(rest, "it may be {} step{} farther than that") {
                Some([steps, _]) => steps.parse().ok()?,
                None => -fits::<2>(rest, "it must be {} step{} nearer than that")?[0].parse::<i64>().ok()?,
            },
        };
        let is_wrong = |at: &PositionId| {
            self.says(conditions, *at, by) != (self.outcome(*at, 0) == WinOrDraw::Win(conditions.winner))
        };
        self.must(!self.meant(player, beyond).iter().any(is_wrong), "not with the other side to move");
        Some(())
    }

    /// Whether the Mouse cannot get from any other vertex into a hole without entering `place`.
    fn is_only_way_from_anywhere(&self, place: u32) -> bool {
        let (mut met, mut open) = (BTreeSet::new(), self.facts.holes.iter().copied().collect::<Vec<u32>>());
        while let Some(at) = open.pop() {
            if at != place && met.insert(at) {
                open.extend((0..self.game.board().vertices()).filter(|&from| self.one_step(Player::One, from, at)));
            }
        }
        met.is_subset(&self.facts.holes)
    }

    /// Reads "5 touches both doors, 2 and 9" or "every way of the Mouse to the hole leads through 5".
    pub(super) fn why_it_matters(&self, text: &str) -> Option<()> {
        let runner = Player::One;
        let from_start = text.strip_prefix("from the start ");
        if let Some([who, goal, name]) = fits(from_start.unwrap_or(text), "every way of {} to {} leads through {}") {
            let place = self.place(name)?;
            self.must(from_start.is_some() || self.is_only_way_from_anywhere(place), "not from everywhere");
            self.must(self.player(who) == Some(runner) && goal == self.goal(), "whose way?");
            let gets_in = |avoided: Option<u32>| {
                let (mut met, mut open) = (BTreeSet::new(), self.stand(self.start(), runner).to_vec());
                while let Some(at) = open.pop() {
                    if Some(at) != avoided && met.insert(at) {
                        open.extend(&self.facts.steps[runner.index()][at as usize]);
                    }
                }
                !met.is_disjoint(&self.facts.holes)
            };
            self.must(gets_in(None) && !gets_in(Some(place)), "there is another way, or none");
            self.must(!self.stand(self.start(), runner).contains(&place), "it stands there");
            return Some(());
        }
        let [name, told] = fits(text, "{} touches {}")?;
        let place = self.place(name)?;
        let doors: BTreeSet<u32> = self.doors(runner).into_iter().collect();
        let touched: BTreeSet<u32> = doors.iter().copied().filter(|&door| self.one_step(runner, place, door)).collect();
        self.must(!doors.contains(&place), "it is a door itself");
        if let Some([some, all]) = fits(told, "{} of the {} doors") {
            self.must(some.parse() == Ok(touched.len()) && all.parse() == Ok(doors.len()), "another number");
            return Some(());
        }
        let (names, is_all) = [("both doors, ", true), ("the only door, ", true), ("every door: ", true)]
            .into_iter()
            .chain([("door ", false), ("the doors ", false)])
            .find_map(|(lead, is_all)| Some((told.strip_prefix(lead)?, is_all)))?;
        self.must(self.places(names)? == touched && is_all == (touched == doors), format!("it touches {touched:?}"));
        self.must(!told.starts_with("both") || doors.len() == 2, "there are more doors");
        self.must(!told.starts_with("the only") || doors.len() == 1, "there are more doors");
        Some(())
    }

    /// Reads "the Mouse has to move there, only 12 is left, for the Cat covers 4 and 7". Returns
    /// whether this is true of a position.
    pub(super) fn key_position(&self, text: &str, at: PositionId) -> Option<bool> {
        let [loser, rest] = fits(text, "{} has to move there, {}")?;
        let (open, hunter, covered) = match rest.strip_suffix(", all that it can go to") {
            Some(all) => ("", all.split_once(" covers ")?.0, all.split_once(" covers ")?.1),
            None => {
                let (open, rest) = rest.strip_prefix("it can only go to ")?.split_once(", for ")?;
                let (hunter, covered) = rest.split_once(" covers ")?;
                (open, hunter, covered)
            }
        };
        self.must(self.mover(at) == self.player(loser) && self.player(hunter) != self.player(loser), "who is to move");
        let named = |text: &str| if text.is_empty() { Some(BTreeSet::new()) } else { self.places(text) };
        let exits: BTreeSet<u32> = self.exits(at).into_iter().map(|(place, _)| place).collect();
        let (open, covered) = (named(open)?, named(covered)?);
        let is_all = exits == open.union(&covered).copied().collect();
        Some(self.covered(at) == covered && is_all && open.is_disjoint(&covered))
    }

    /// The covered exits of the player to move: its only piece would be caught there at once or
    /// with the next move.
    pub(super) fn covered(&self, at: PositionId) -> BTreeSet<u32> {
        let Some(runner) = self.mover(at) else { return BTreeSet::new() };
        let hunter = runner.opponent();
        let near = i64::from(self.game.rules().capture_distance);
        let is_caught = |at: PositionId| {
            // Only the Cat catches. Unless it catches from a distance, it then stands on the
            // Mouse's vertex.
            self.has_won(hunter, at)
                && hunter == Player::Two
                && self.game.end(at).is_some_and(|end| end.kind == "capture")
                && (near > 0 || self.apart(at) == 0)
        };
        let is_covered = |at: PositionId| is_caught(at) || self.moves(at).iter().any(|&(to, _)| is_caught(to));
        self.exits(at).into_iter().filter(|&(_, to)| is_covered(to)).map(|(place, _)| place).collect()
    }

    /// The vertices to which the only piece of the player to move can go, with the positions after
    /// these moves.
    fn exits(&self, at: PositionId) -> Vec<(u32, PositionId)> {
        let Some(runner) = self.mover(at) else { return Vec::new() };
        let moves = self.moves(at).iter().map(|&(to, _)| to);
        let gone = moves.filter(|&to| self.stand(to, runner) != self.stand(at, runner));
        gone.filter_map(|to| if let [place] = self.stand(to, runner) { Some((*place, to)) } else { None }).collect()
    }

    /// Whether the move to `better` covers a place, and the move to `worse` does not.
    pub(super) fn leaves(&self, better: PositionId, worse: PositionId, place: u32) -> bool {
        self.covered(better).contains(&place) && !self.covered(worse).contains(&place)
    }

    /// Whether the reply to a move goes where a condition on a race points: towards its place, or
    /// for the distance between both, towards the Mouse or not towards the Cat.
    fn points_there(&self, condition: &Condition, (worse, reply): (PositionId, PositionId)) -> bool {
        let replier = self.turn(worse);
        let far_of = |player: Player, at: PositionId| match condition.place {
            Some(place) => {
                let name = self.name(place.number());
                self.far_from(player, &name, condition.unit == Measure::Cost).expect("it is a place")[at.index()]
            }
            None => self.apart(at),
        };
        let far = |at: PositionId| far_of(replier, at);
        // That both are equally near is no reason.
        let is_nearer = condition.place.is_none() || far(worse) < far_of(replier.opponent(), worse);
        match (condition.place, replier) {
            (None, Player::One) => far(reply) >= far(worse),
            _ => is_nearer && (far(reply) < far(worse) || far(reply) == 0),
        }
    }

    /// Checks that a remark says "so" of a race only where the reply goes where the race points.
    fn remark(&self, ply: &Ply, text: &str) {
        self.must(!text.starts_with("though "), "a word is missing");
        for clause in text.split("; ") {
            let after = clause.split_once(": after ").map(|(_, told)| told).or(clause.strip_prefix("after "));
            let Some((told, _)) = after.and_then(|told| told.split_once(", so ")) else { continue };
            let stands = [" the Mouse is ", " both are ", " the Cat is ", " getting to "];
            let Some(end) = stands.iter().filter_map(|stands| told.find(stands)).min() else { continue };
            let targets = match numbers(&told[..end]) {
                Some(numbers) => numbers.iter().map(ToString::to_string).collect(),
                None => items(&told[..end]),
            };
            for target in targets {
                for (to, _) in self.named(ply.number, &target).unwrap_or_default() {
                    let other = ply.others.iter().find(|other| other.rated.to == to).expect("it is listed");
                    let reply = other.reply.map(|reply| reply.to).or_else(|| self.main_move(to));
                    let follows = match (other.cause, reply) {
                        (Some(Cause::Race { condition, .. }), Some(reply)) => {
                            self.points_there(&condition, (to, reply))
                        }
                        _ => false,
                    };
                    self.must(follows, format!("\"so\" does not follow at ply {}: {text}", ply.number));
                }
            }
        }
    }

    /// Checks the remarks on the line about causes and covered exits.
    pub(super) fn reasons(&self) {
        for ply in &self.explanation.plies {
            self.remark(ply, &prose::remark(self.explanation, ply, self.game));
            let (played, covers) = (ply.played.to, &ply.reason.covers);
            let places: BTreeSet<u32> = covers.places.iter().map(|place| place.number()).collect();
            if !places.is_empty() {
                let exits: BTreeSet<u32> = self.exits(played).into_iter().map(|(place, _)| place).collect();
                self.must(self.covered(played) == places, "other exits are covered");
                self.must(covers.are_all == (exits == places), "there are other exits");
                let mut others = ply.others.iter().map(|other| self.covered(other.rated.to));
                self.must(others.any(|others| !places.is_subset(&others)), "all moves cover them");
            }
            if let Some(distance) = ply.reason.threatens {
                let would = self.game.passed(played).map(|passed| self.value(passed));
                self.must(would == Some(Value::Win { player: ply.player, distance }), "it is no threat");
            }
            for other in &ply.others {
                let worse = other.rated.to;
                match other.cause {
                    None => {}
                    Some(Cause::Leaves(place)) => {
                        self.must(self.leaves(played, worse, place.number()), "it does not leave that");
                        let reply = self.main_move(worse).map(|to| self.stand(to, ply.player.opponent()).to_vec());
                        self.must(reply == Some(vec![place.number()]), "the best reply is another");
                    }
                    Some(Cause::Race { condition, steps, .. }) => {
                        let far = |at: PositionId| match condition.place {
                            Some(place) => Player::BOTH.map(|player| {
                                self.far_from(player, &self.name(place.number()), condition.unit == Measure::Cost)
                                    .expect("it is a place")[at.index()]
                            }),
                            None => [0, self.apart(at)],
                        };
                        let holds = |at| far(at)[1] - far(at)[0] <= i64::from(condition.margin);
                        self.must(far(worse) == steps.map(i64::from), format!("{:?} steps", far(worse)));
                        self.must(holds(played) != holds(worse), "the condition tells no difference");
                    }
                }
            }
        }
    }
}
