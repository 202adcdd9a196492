//! Strategies are followed against every reply, by their rules as they are written, and must win or
//! hold.
//!
//! The rules are read by their definitions, with this test's own code for the steps of pieces. It
//! shares nothing with the code that makes the rules. The moves that each rule allows are compared
//! with the listed answers. The play is checked in the arena. A win must end within the distance
//! that the solution states. A hold must never reach a position that the opponent has won.

use std::collections::{BTreeMap, BTreeSet};

use catmouse_arena::{Aim, Arena, Place, Player, PositionId, Solution, Status, Value, Values, WinOrDraw, Words, check};
use catmouse_explain::story::story;
use catmouse_explain::strategy::{Action, Landmark, Manner, PlacementCondition, Strategy, strategies};
use catmouse_explain::{Context, Explanation, LineEnd, explain, prose};
use catmouse_model::Game;

use catmouse_campaign::naive::{Walks, mover, moves, places, random_setup, small_games, steps};
use catmouse_campaign::random::Dice;

/// The possible moves of a player, by the definitions of the manners.
pub(crate) struct Moving<'a> {
    pub(crate) game: &'a Game,
    pub(crate) walks: &'a Walks,
    pub(crate) player: Player,
}

impl Moving<'_> {
    fn stand(&self, position: PositionId, player: Player) -> Vec<u32> {
        places(&self.game.position(position), player)
    }

    fn won_by(&self, position: PositionId, player: Player) -> bool {
        self.game.arena().status(position) == Status::Won(player)
    }

    pub(crate) fn is_of(&self, manner: Manner, from: PositionId, to: PositionId) -> bool {
        let (player, opponent) = (self.player, self.player.opponent());
        let safe = || {
            self.won_by(to, player)
                || !self.won_by(to, opponent)
                    && moves(self.game, to).iter().all(|&(reply, _)| !self.won_by(reply, opponent))
        };
        let by = |targets: &[u32]| {
            let (before, after) = (self.stand(from, player), self.stand(to, player));
            let [before, after] = [before, after].map(|places| match places[..] {
                [_] => self.walks.nearest(player, &places, targets),
                _ => None,
            });
            Some(after?.cmp(&before?))
        };
        let foe = self.stand(from, opponent);
        match manner {
            Manner::Finish => self.won_by(to, player),
            Manner::Stay => self.stand(from, player) == self.stand(to, player),
            Manner::Nearer => by(&foe).is_some_and(std::cmp::Ordering::is_lt),
            Manner::Away => by(&foe).is_some_and(std::cmp::Ordering::is_gt),
            Manner::SafeAway => by(&foe).is_some_and(std::cmp::Ordering::is_gt) && safe(),
            Manner::Goal => by(&self.walks.goals[player.index()].0).is_some_and(std::cmp::Ordering::is_lt),
            Manner::SafeGoal => {
                by(&self.walks.goals[player.index()].0).is_some_and(std::cmp::Ordering::is_lt) && safe()
            }
            Manner::Safe => safe(),
        }
    }
}

struct Followed<'a> {
    game: &'a Game,
    solution: &'a Solution,
    walks: &'a Walks,
    strategy: &'a Strategy,
    name: &'a str,
}

impl Followed<'_> {
    fn stand(&self, position: PositionId, player: Player) -> Vec<u32> {
        places(&self.game.position(position), player)
    }

    fn won_by(&self, position: PositionId, player: Player) -> bool {
        self.game.arena().status(position) == Status::Won(player)
    }

    fn meets(&self, seen: &PlacementCondition, position: PositionId) -> bool {
        let (player, opponent) = (self.strategy.player, self.strategy.player.opponent());
        let foe = self.stand(position, opponent);
        let far = |landmark: &Landmark| match landmark {
            Landmark::Player => self.walks.nearest(opponent, &foe, &self.stand(position, player)),
            Landmark::Goal => {
                let (goal, more) = &self.walks.goals[opponent.index()];
                self.walks.nearest(opponent, &foe, goal).map(|steps| steps + more)
            }
        };
        match seen {
            PlacementCondition::Anything => true,
            PlacementCondition::Within(landmark, count) => far(landmark).is_some_and(|far| far <= *count),
            PlacementCondition::Beyond(landmark, count) => far(landmark).is_none_or(|far| far > *count),
            PlacementCondition::OneOf(placements) => placements.iter().any(|placement| numbers(placement) == foe),
        }
    }

    /// The moves that the rules allow.
    fn allowed(&self, position: PositionId) -> BTreeSet<PositionId> {
        let all: Vec<PositionId> = moves(self.game, position).into_iter().map(|(to, _)| to).collect();
        let moving = Moving { game: self.game, walks: self.walks, player: self.strategy.player };
        let of = |manner: Manner| -> BTreeSet<PositionId> {
            all.iter().copied().filter(|&to| moving.is_of(manner, position, to)).collect()
        };
        if self.strategy.finishes && !of(Manner::Finish).is_empty() {
            return of(Manner::Finish);
        }
        let own = self.stand(position, self.strategy.player);
        let stands = |at: &Vec<Vec<Place>>| at.iter().any(|placement| numbers(placement) == own);
        let mut branches = self.strategy.branches.iter().filter(|branch| stands(&branch.at));
        let Some(branch) = branches.next() else {
            return of(self.strategy.elsewhere.expect("some rule applies"));
        };
        assert!(branches.next().is_none(), "one branch for a place: {}", self.name);
        let case = branch
            .cases
            .iter()
            .find(|case| self.meets(&case.condition, position))
            .expect("the last applies to anything");
        match &case.action {
            Action::By(manner) => of(*manner),
            Action::To(target) => {
                let target = numbers(target);
                all.into_iter().filter(|&to| self.stand(to, self.strategy.player) == target).collect()
            }
        }
    }

    /// Follows the rules from the positions `roots` against every reply.
    fn follow(&self, roots: &[PositionId]) {
        let Strategy { player, aim, .. } = *self.strategy;
        let limit = self.game.adjudication().limit.filter(|_| aim == Aim::Hold).map(|limit| limit.distance);
        let wins = |position| self.solution.value(position).winner() == Some(player);
        let held = aim == Aim::Hold && !wins(roots[0]);
        let mut soonest: BTreeMap<PositionId, u64> = BTreeMap::new();
        let mut follow: BTreeMap<PositionId, Vec<(PositionId, u64)>> = BTreeMap::new();
        let (mut mistakes, mut departures) = (BTreeSet::new(), BTreeSet::new());
        let mut open: BTreeSet<(u64, PositionId)> = roots.iter().map(|&root| (0, root)).collect();
        let mut answered = BTreeMap::new();
        while let Some((after, position)) = open.pop_first() {
            if soonest.contains_key(&position) {
                continue;
            }
            soonest.insert(position, after);
            assert!(aim == Aim::Win || !self.won_by(position, player.opponent()), "{}: it does not hold", self.name);
            let mut next: Vec<(PositionId, u64)> = moves(self.game, position);
            // Play beyond the limit does not matter.
            next.retain(|(_, cost)| limit.is_none_or(|limit| after + cost <= limit));
            if mover(self.game, position) == Some(player) && !next.is_empty() {
                let allowed = self.allowed(position);
                assert!(!allowed.is_empty(), "{}: no rule for {}", self.name, self.at(position));
                next.retain(|(to, _)| allowed.contains(to));
                answered.insert(position, allowed);
            } else if held {
                // A move is a mistake if the rest of the limit is enough for the win.
                let ends = |to, cost| after + cost + self.solution.value(to).distance().expect("it is won");
                let is_mistake =
                    |&(to, cost): &(PositionId, u64)| wins(to) && limit.is_none_or(|limit| ends(to, cost) <= limit);
                mistakes.extend(next.iter().copied().filter(is_mistake).map(|(to, _)| (position, to)));
                departures.extend(next.iter().filter(|(to, _)| wins(*to)).map(|&(to, _)| (position, to)));
                next.retain(|&(to, _)| !wins(to));
            }
            open.extend(next.iter().map(|&(to, cost)| (after + cost, to)));
            follow.insert(position, next);
        }
        let listed: BTreeMap<PositionId, BTreeSet<PositionId>> = self
            .strategy
            .answers
            .iter()
            .map(|answered| (answered.position, answered.moves.iter().copied().collect()))
            .collect();
        assert_eq!(listed, answered, "{}", self.name);
        self.tells_in_a_table();
        assert_eq!(
            (listed.len(), soonest.len()),
            (self.strategy.answers.len(), self.strategy.positions),
            "{}",
            self.name
        );
        let gives = |to: &PositionId| moves(self.game, *to).into_iter().any(|(next, _)| self.won_by(next, player));
        let open = departures.iter().map(|&(_, to)| to).filter(|&to| mover(self.game, to).is_some());
        let (punished_at_once, mut chances): (Vec<PositionId>, Vec<PositionId>) = open.partition(gives);
        assert_eq!(self.strategy.punished_at_once, punished_at_once.len(), "{}", self.name);
        assert_eq!(self.strategy.punished_later, chances.len(), "{}", self.name);
        if aim == Aim::Hold {
            chances.retain(|to| mistakes.iter().any(|(_, after)| after == to));
            self.tells_of(&chances);
        }
        assert_eq!(self.strategy.mistakes, mistakes.into_iter().collect::<Vec<_>>(), "{}", self.name);
        if aim == Aim::Win {
            let mut longest = BTreeMap::new();
            for &root in roots {
                let told = self.solution.value(root).distance().expect("it is won");
                let found = self.longest(root, &follow, &mut longest);
                assert!(found <= told, "{}: {found} instead of {told}", self.name);
            }
        }
    }

    /// A table that replaces rules gives one move for each position. The rules allow this move, or
    /// some move wins at once. A table is used if there are many rules and they are not clearly
    /// shorter.
    fn tells_in_a_table(&self) {
        let player = self.strategy.player;
        let table = prose::strategy_table(self.strategy, self.game.arena(), self.game);
        let (rules, all) = (self.strategy.rules(), self.strategy.answers.len());
        assert!(table.is_none() || rules >= 6, "{}", self.name);
        assert!(table.is_some() || rules < 6 || 3 * rules <= 2 * all, "{}", self.name);
        let Some((claim, rows)) = table else { return };
        assert!(claim.contains(&format!("all {all} positions")), "{claim}");
        for answered in &self.strategy.answers {
            let [own, other] = [player, player.opponent()].map(|side| self.game.placement(answered.position, side));
            let row = rows.iter().find(|row| row.own == own);
            let cases = row.into_iter().flat_map(|row| &row.cases).map(|case| case.replace('\u{a0}', " "));
            let applies = |case: &String| match case.split_once(" if ") {
                Some((_, against)) => against.replace(" or ", ", ").split(", ").any(|named| named == other),
                None => true,
            };
            let found = cases.into_iter().find(applies);
            let target = found.as_ref().map(|case| case.split(" if ").next().unwrap_or_default());
            let target = target.map(|target| target.trim_start_matches("otherwise "));
            let is_it = |&to: &PositionId| {
                Some(&*Words::target(self.game, answered.position, self.game.cheapest(answered.position, to))) == target
            };
            let wins = answered.moves.iter().any(|&to| mover(self.game, to).is_none());
            assert!(
                wins || answered.moves.iter().any(is_it),
                "{}: {found:?} at {}",
                self.name,
                self.at(answered.position)
            );
        }
    }

    /// The positions `chances` arise from mistakes of the opponent. The text must say that the
    /// rules do not apply there. If the text says how the win begins, it must name each position
    /// once, with a move that wins as fast as possible.
    fn tells_of(&self, chances: &[PositionId]) {
        let Strategy { player, .. } = *self.strategy;
        let text = prose::strategy_mistakes(
            self.strategy,
            &Context::new(self.game.arena(), self.game, self.solution, self.game.adjudication()),
        );
        assert_eq!(text.is_some(), !chances.is_empty(), "{}", self.name);
        let Some((text, is_whole)) = text else { return };
        let own = self.game.player(player);
        let Some((_, told)) = text.split_once(&format!(" can win by force instead: {own} ")) else {
            assert!(text.ends_with(" can win by force instead") && !is_whole, "{text}");
            return;
        };
        let (told, within) = told.split_once(", and wins within ").map_or((told, None), |(told, within)| {
            (told, within.split(' ').next().and_then(|plies| plies.parse::<u64>().ok()))
        });
        let longest = chances.iter().map(|&at| self.solution.value(at).distance()).max().flatten();
        assert!(within.is_none() || within == longest, "{}: {text}", self.name);
        let mut clauses: Vec<(&str, &str, Vec<&str>)> = Vec::new();
        let mut walks = 0;
        for clause in told.split("; it ") {
            let (goes, others) = clause.split_once(" is then on ").expect("it says where the opponent stands");
            let goes = goes.rsplit_once(" if ").expect("it is a condition").0;
            let walk = goes.strip_prefix("goes ").and_then(|goes| goes.split_once('→'));
            walks += usize::from(walk.is_some());
            let (from, to) = match goes.strip_prefix("stays at ") {
                Some(at) => (at, at),
                None if walk.is_some() => walk.unwrap_or_default(),
                None => goes.strip_prefix("goes from ").and_then(|goes| goes.split_once(" to ")).expect("it is a move"),
            };
            clauses.push((from, to, others.split(" or ").flat_map(|others| others.split(", ")).collect()));
        }
        let named = |position: PositionId, player: Player| -> String {
            let mut places = self.game.places(position, player);
            places.sort_unstable();
            places.iter().map(|&place| self.game.place_name(place)).collect::<Vec<_>>().join("+")
        };
        for &at in chances {
            let (own, other) = (named(at, player), named(at, player.opponent()));
            let mut known = clauses.iter().filter(|(from, _, others)| *from == own && others.contains(&&*other));
            let Some((_, to, _)) = known.next() else {
                panic!("{}: {text} has nothing for {}", self.name, self.at(at))
            };
            assert!(known.next().is_none(), "{}: {text}", self.name);
            // A whole walk, or only its beginning.
            if walks > 0 && !to.contains('+') && self.walks_home(at, &to.split('→').collect::<Vec<_>>()) {
                continue;
            }
            let best = self.solution.value(at).distance().expect("it is won");
            let wins = moves(self.game, at).into_iter().any(|(next, cost)| {
                let value = self.solution.value(next);
                let is_best = value.distance().is_some_and(|distance| distance + cost == best);
                named(next, player) == *to && value.winner() == Some(player) && is_best
            });
            assert!(wins, "{}: {text} is wrong at {}", self.name, self.at(at));
        }
        assert_eq!(is_whole, walks == clauses.len() || within.is_some_and(|plies| plies <= 3), "{}: {text}", self.name);
    }

    /// Whether the player wins from a position of its turn by going to these places one after the other.
    fn walks_home(&self, at: PositionId, to: &[&str]) -> bool {
        let player = self.strategy.player;
        let [next, rest @ ..] = to else { return false };
        let goes = |to: PositionId| {
            self.game.places(to, player).iter().map(|&place| self.game.place_name(place)).eq([next.to_string()])
        };
        let Some((to, _)) = moves(self.game, at).into_iter().find(|(to, _)| goes(*to)) else { return false };
        if self.won_by(to, player) {
            return rest.is_empty();
        }
        let replies = moves(self.game, to);
        !replies.is_empty()
            && replies.iter().all(|&(at, _)| {
                self.won_by(at, player) || mover(self.game, at) == Some(player) && self.walks_home(at, rest)
            })
    }

    /// The longest time that the win can take.
    fn longest(
        &self,
        position: PositionId,
        follow: &BTreeMap<PositionId, Vec<(PositionId, u64)>>,
        known: &mut BTreeMap<PositionId, Option<u64>>,
    ) -> u64 {
        match known.get(&position) {
            Some(Some(found)) => return *found,
            Some(None) => panic!("{}: the play can go round", self.name),
            None => {}
        }
        known.insert(position, None);
        let next = &follow[&position];
        assert!(
            !next.is_empty() || self.won_by(position, self.strategy.player),
            "{}: it ends without a win at {}",
            self.name,
            self.at(position)
        );
        // If two moves lead to the same position, the player takes the cheaper and the opponent the
        // dearer one.
        let own = mover(self.game, position) == Some(self.strategy.player);
        let mut costs: BTreeMap<PositionId, u64> = BTreeMap::new();
        for &(to, cost) in next {
            let known = costs.entry(to).or_insert(cost);
            *known = if own { cost.min(*known) } else { cost.max(*known) };
        }
        let found = costs.into_iter().map(|(to, cost)| cost + self.longest(to, follow, known)).max().unwrap_or(0);
        known.insert(position, Some(found));
        found
    }

    /// Checks two sentences against the rules: "stay" in a rule, and what the story says of the
    /// moves of a holder that lose.
    fn keeps_its_word(&self, story: &[String]) {
        let player = self.strategy.player;
        let rules = prose::strategy_rules(self.strategy, self.game);
        let says_stay = |rule: &String| rule.split(|letter: char| !letter.is_alphabetic()).any(|word| word == "stay");
        let keeps = |&(from, to): &(PositionId, PositionId)| self.stand(from, player) == self.stand(to, player);
        let answers = || self.strategy.answers.iter().flat_map(|it| it.moves.iter().map(|&to| (it.position, to)));
        let may_stay = |at: PositionId| {
            self.stand(at, player).iter().all(|&place| steps(self.game, player, place).contains(&place))
        };
        if rules.iter().any(says_stay) {
            let stays = answers().filter(keeps).all(|(from, _)| may_stay(from));
            assert!(stays, "{}: it may not stay: {rules:?}", self.name);
        }
        let (name, opponent) = (self.game.player(player), player.opponent());
        let own = |told: &&String| told.starts_with(&name) && !self.strategy.after_mistakes;
        let lets = format!("a move of its own loses only if it lets {} win at once", self.game.player(opponent));
        for told in story.iter().filter(own) {
            let none = told.contains("none of its moves loses");
            if !none && !told.contains(&lets) {
                continue;
            }
            for at in self.strategy.answers.iter().map(|answered| answered.position) {
                for (to, _) in moves(self.game, at) {
                    let is_lost = self.solution.value(to).winner() == Some(opponent);
                    let mut replies = moves(self.game, to).into_iter();
                    let at_once = self.won_by(to, opponent) || replies.any(|(reply, _)| self.won_by(reply, opponent));
                    assert!(!is_lost || !none && at_once, "{}: {told}\n{} {rules:?}", self.name, self.at(at));
                }
            }
        }
    }

    /// Checks that rules, places and line agree. At every position of the line, the rules must
    /// allow the move of the line. A held line must not leave the positions with rules, nor the
    /// places that are named. Returns the number of positions on a held line.
    ///
    /// A line that ends in a stalemate is exempt, because the stalemate decides the game.
    fn agrees_with(&self, told: &Explanation) -> usize {
        let player = self.strategy.player;
        let holding = told.holdings.iter().find(|holding| holding.player == player);
        if holding.is_some() && told.summary.end == LineEnd::Stuck {
            return 0;
        }
        let answers: BTreeMap<PositionId, &[PositionId]> =
            self.strategy.answers.iter().map(|answered| (answered.position, &answered.moves[..])).collect();
        let guarded: Option<BTreeSet<u32>> =
            holding.map(|holding| holding.trap.iter().flat_map(|&position| self.stand(position, player)).collect());
        let mut held = 0;
        for ply in &told.plies {
            if let Some(guarded) = &guarded {
                for at in [ply.from, ply.played.to] {
                    assert!(self.stand(at, player).iter().all(|place| guarded.contains(place)), "{}", self.name);
                }
            }
            if ply.player != player {
                continue;
            }
            let known = answers.get(&ply.from);
            assert!(known.is_some(), "{}: no rule for {}", self.name, self.at(ply.from));
            assert!(known.is_some_and(|moves| moves.contains(&ply.played.to)), "{}: {}", self.name, self.at(ply.from));
            // The written rules allow it too.
            assert!(self.allowed(ply.from).contains(&ply.played.to), "{}: {}", self.name, self.at(ply.from));
            held += usize::from(holding.is_some());
        }
        held
    }

    fn at(&self, position: PositionId) -> String {
        self.game.notation(&self.game.position(position))
    }
}

fn numbers(places: &[Place]) -> Vec<u32> {
    places.iter().map(|place| place.number()).collect()
}

/// Follows the strategies from the start, and from the longest forced win of each side. Returns how
/// many win, how many hold, and at how many positions of held lines the rules agree with the line.
fn follow_everywhere(game: &Game, name: &str) -> [usize; 3] {
    let solution = catmouse_solver::solve_table(game.arena()).expect("the game is small");
    assert_eq!(check(game.arena(), &solution), Ok(()), "{name}");
    let walks = Walks::new(game);
    let longest = Player::BOTH.into_iter().filter_map(|player| Some(solution.longest_win(player)?.0));
    let starts: BTreeSet<PositionId> = longest.chain([game.opening(&solution).id]).collect();
    let mut counts = [0; 3];
    for start in starts {
        let name = format!("{name} from {}", game.notation(&game.position(start)));
        let told = explain(&Context::new(game.arena(), game, &solution, game.adjudication()), start);
        let found = strategies(game.arena(), game, &solution, &told).expect("the game is small");
        let limit = game.adjudication().limit.map_or(u64::MAX, |limit| limit.distance);
        let Some(first) = mover(game, start) else {
            assert!(found.is_empty(), "{name}");
            continue;
        };
        let wanted = match (solution.value(start), told.summary.judgement.outcome) {
            (Value::Win { player, distance }, _) if distance <= limit => vec![(player, Aim::Win)],
            (_, WinOrDraw::Win(player)) => vec![(player, Aim::Hold)],
            (_, WinOrDraw::Draw) => [first, first.opponent()].map(|player| (player, Aim::Hold)).to_vec(),
        };
        let main = found.iter().filter(|strategy| !strategy.after_mistakes);
        assert_eq!(main.map(|strategy| (strategy.player, strategy.aim)).collect::<Vec<_>>(), wanted, "{name}");
        let claims = story(game.arena(), game, &solution, &told);
        let story = prose::story_with_strategies(&claims, &found, &told, game);
        let mut roots = vec![start];
        for strategy in &found {
            counts[usize::from(strategy.aim == Aim::Hold)] += 1;
            if strategy.after_mistakes {
                assert!(!roots.is_empty() && strategy.aim == Aim::Win, "{name}");
            } else {
                roots = vec![start];
            }
            let followed = Followed { game, solution: &solution, walks: &walks, strategy, name: &name };
            followed.follow(&roots);
            followed.keeps_its_word(&story);
            if !strategy.after_mistakes {
                counts[2] += followed.agrees_with(&told);
            }
            let after: BTreeSet<PositionId> = strategy.mistakes.iter().map(|&(_, to)| to).collect();
            roots = after.into_iter().collect();
        }
    }
    counts
}

#[test]
fn the_strategies_of_every_fixture_win_or_hold() {
    for (path, game) in small_games(6000) {
        follow_everywhere(&game, &path);
    }
}

#[test]
fn the_strategies_of_random_games_win_or_hold() {
    let mut dice = Dice::new(2024);
    let mut counts = [0; 3];
    let mut games = 0;
    while games < 600 {
        let setup = random_setup(&mut dice);
        if let Ok(plan) = setup.plan() {
            games += 1;
            let found = follow_everywhere(&plan.game(), &format!("{:?} {:?}", setup.board, setup.rules));
            counts = [0, 1, 2].map(|index| counts[index] + found[index]);
        }
    }
    assert!(counts[0] > 1000 && counts[1] > 100 && counts[2] > 5, "{counts:?}");
}
