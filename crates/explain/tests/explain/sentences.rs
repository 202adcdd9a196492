//! Every sentence of an explanation is read back and checked.
//!
//! The reader knows the rules of the game, the values of all positions and the line. Of a sentence
//! it has only the text. It parses the words and computes the facts again, in the most naive way. A
//! sentence that it cannot read fails the test too, so every new sentence needs a method here that
//! could refute it.

mod corner;
mod law;
mod lesson;

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use catmouse_arena::{
    Arena, Measure, Move, Player, PositionId, Solution, Status, Value, Values, WinOrDraw, Words, check,
};
use catmouse_explain::story::story;
use catmouse_explain::{Context, Explanation, Holding, Laws, explain, prose};
use catmouse_formats::{Format, read};
use catmouse_model::{CatInHole, Game, Vertex};

use catmouse_campaign::naive::{Walks, chosen, moves, places, random_setup, small_games, steps};
use catmouse_campaign::random::Dice;

/// The facts that follow from a solved game.
struct Facts {
    solution: Solution,
    /// For each player and vertex, the vertices at one step.
    steps: [Vec<BTreeSet<u32>>; 2],
    walks: Walks,
    names: BTreeMap<String, u32>,
    holes: BTreeSet<u32>,
    moves: Vec<Vec<(PositionId, u64)>>,
    stands: Vec<[Vec<u32>; 2]>,
    turns: Vec<Player>,
    main_moves: RefCell<BTreeMap<PositionId, Option<PositionId>>>,
    stops_stuck: OnceCell<bool>,
    unmet: RefCell<BTreeMap<(PositionId, usize), Rc<lesson::Unmet>>>,
}

/// A reader of the sentences about one line.
struct Reader<'a> {
    facts: &'a Facts,
    game: &'a Game,
    explanation: &'a Explanation,
    line: Vec<PositionId>,
    costs: Vec<u64>,
    /// The placement for which an earlier sentence says that the turn matters, and the player to
    /// move when it first arises.
    there: RefCell<Option<(String, Player)>>,
    /// Whether the sentence about a law says that each side has its own ways.
    own_ways: Cell<bool>,
    refuted: RefCell<Vec<String>>,
}

/// A text without this end, and whether it has it.
fn cut<'t>(text: &'t str, end: &str) -> (&'t str, bool) {
    text.strip_suffix(end).map_or((text, false), |text| (text, true))
}

/// Matches a text with a template. Returns the text of each `{}`, which is as short as possible.
fn fits<'t, const N: usize>(text: &'t str, template: &str) -> Option<[&'t str; N]> {
    let mut literals = template.split("{}");
    let mut rest = text.strip_prefix(literals.next()?)?;
    let literals: Vec<&str> = literals.collect();
    let (last, between) = literals.split_last()?;
    let mut found = Vec::new();
    for literal in between {
        let (here, after) = rest.split_once(literal)?;
        found.push(here);
        rest = after;
    }
    found.push(rest.strip_suffix(last)?);
    found.try_into().ok()
}

/// A rule without what it says of mistakes.
fn without_mistakes(rule: &str) -> &str {
    if let Some((_, rule)) = rule.split_once(" Otherwise, ") {
        return rule;
    }
    let end = rule.find(" are mistakes, after which").or_else(|| rule.find(" is a mistake, after which"));
    let before = end.and_then(|end| Some(&rule[..=rule[..end].rfind(". ")?]));
    before.map_or(rule, |rule| rule.strip_suffix(" Win at once wherever possible.").unwrap_or(rule))
}

/// Writes a number such as "1,920".
fn group_thousands(number: usize) -> String {
    if number < 1000 { number.to_string() } else { format!("{},{:03}", number / 1000, number % 1000) }
}

/// Reads a number such as "1,920".
fn whole(text: &str) -> Option<usize> {
    text.replace(',', "").parse().ok()
}

/// Reads the items of a list such as "a, b and c".
fn items(text: &str) -> Vec<String> {
    text.replace(" and ", ", ").replace(" or ", ", ").split(", ").map(ToOwned::to_owned).collect()
}

/// Reads placements such as "3+7, 4+5 or 1+2".
fn items_of_placements(text: &str) -> impl Iterator<Item = String> + use<> {
    text.replace(" or ", ", ").split(", ").map(ToOwned::to_owned).collect::<Vec<_>>().into_iter()
}

/// Reads numbers such as "2, 4–6 and 9".
fn numbers(text: &str) -> Option<Vec<usize>> {
    let mut found = Vec::new();
    for item in items(text) {
        let (first, last) = item.split_once('–').unwrap_or((item.as_str(), item.as_str()));
        let [first, last]: [usize; 2] = [first.parse().ok()?, last.parse().ok()?];
        found.extend(first..=last);
    }
    Some(found)
}

impl Facts {
    fn new(game: &Game) -> Self {
        let solution = catmouse_solver::solve_table(game.arena()).expect("the game is small");
        assert_eq!(check(game.arena(), &solution), Ok(()));
        let all = 0..game.board().vertices();
        let steps = Player::BOTH
            .map(|player| all.clone().map(|from| steps(game, player, from)).collect::<Vec<BTreeSet<u32>>>());
        let ids = || (0..game.arena().positions()).map(PositionId::new);
        Self {
            solution,
            walks: Walks::new(game),
            steps,
            names: all.map(|at| (game.board().label(Vertex::new(at)).to_string(), at)).collect(),
            holes: game.rules().holes.iter().map(|hole| hole.number()).collect(),
            moves: ids().map(|id| moves(game, id)).collect(),
            stands: ids().map(|id| Player::BOTH.map(|player| places(&game.position(id), player))).collect(),
            turns: ids().map(|id| game.position(id).turn.into()).collect(),
            main_moves: RefCell::default(),
            stops_stuck: OnceCell::new(),
            unmet: RefCell::default(),
        }
    }
}

/// Words and what they refer to.
impl Reader<'_> {
    fn player(&self, text: &str) -> Option<Player> {
        Player::BOTH.into_iter().find(|&player| self.game.player(player) == text)
    }

    fn place(&self, text: &str) -> Option<u32> {
        self.facts.names.get(text).copied()
    }

    fn places(&self, text: &str) -> Option<BTreeSet<u32>> {
        items(text).iter().map(|item| self.place(item)).collect()
    }

    fn name(&self, place: u32) -> String {
        self.game.board().label(Vertex::new(place)).to_string()
    }

    fn goal(&self) -> &'static str {
        if self.game.board().grid().is_some() { "the food" } else { "the hole" }
    }

    /// Reads "8 plies", "in 8", "cost 8" or "at cost 8".
    fn amount(&self, text: &str) -> Option<u64> {
        let number = match self.game.measure() {
            Measure::Plies if text == "1 ply" => "1",
            Measure::Plies if text == "in 1 ply" => "1",
            Measure::Plies => text.strip_prefix("in ").unwrap_or(text).strip_suffix(" plies")?,
            Measure::Cost => text.strip_prefix("at ").unwrap_or(text).strip_prefix("cost ")?,
        };
        number.parse().ok()
    }

    /// The plies in "ply 3", "plies 2 and 4–6" or "each of its moves". Of "9 of its 12 moves, first
    /// at plies 1, 3 and 5", only the three listed plies.
    fn at(&self, player: Player, text: &str) -> Option<Vec<usize>> {
        if let Some([count, own, first]) = fits(text, "{} of its {} moves, first at {}") {
            let (count, own): (usize, usize) = (count.parse().ok()?, own.parse().ok()?);
            self.must(count < own && own == self.own(player).len(), "the moves are counted wrongly");
            return self.at(player, first);
        }
        let found = match text.strip_prefix("ply ").or_else(|| text.strip_prefix("plies ")) {
            Some(list) => numbers(list)?,
            None if text == "each of its moves" => self.own(player),
            None => return None,
        };
        self.must(found.iter().all(|ply| self.own(player).contains(ply)), "another side moves there");
        Some(found)
    }

    /// The places in a target such as "8", "3+5" or "staying".
    fn target(&self, from: PositionId, text: &str) -> Option<Vec<u32>> {
        let player = self.mover(from)?;
        if text == "staying" {
            return Some(self.stand(from, player).to_vec());
        }
        let mut found: Vec<u32> = text.split('+').map(|name| self.place(name)).collect::<Option<_>>()?;
        found.sort_unstable();
        Some(found)
    }

    /// The moves to a target that were possible at a ply but were not played.
    fn named(&self, ply: usize, target: &str) -> Option<Vec<(PositionId, u64)>> {
        let from = self.line[ply - 1];
        let (target, player) = (self.target(from, target)?, self.mover(from)?);
        let found: Vec<_> = self.others(ply).into_iter().filter(|(to, _)| self.stand(*to, player) == target).collect();
        self.must(!found.is_empty(), "there is no such move");
        Some(found)
    }

    /// The places of the pieces before and after a move such as "C 1→2, C stays at 3", each list
    /// sorted.
    fn step(&self, text: &str) -> Option<[Vec<u32>; 2]> {
        let (mut from, mut to) = (Vec::new(), Vec::new());
        for part in text.split(", ") {
            let part = part.strip_prefix("M ").or_else(|| part.strip_prefix("C "))?;
            let (origin, target) =
                part.split_once('→').or_else(|| Some((part.strip_prefix("stays at ")?, &part["stays at ".len()..])))?;
            from.push(self.place(origin)?);
            to.push(self.place(target)?);
        }
        from.sort_unstable();
        to.sort_unstable();
        Some([from, to])
    }

    /// The places of all pieces, such as "M1 C2".
    fn placement(&self, position: PositionId) -> String {
        let text = self.game.notation(&self.game.position(position));
        text.rsplit_once(' ').expect("the turn comes last").0.to_owned()
    }

    fn all(&self) -> impl Iterator<Item = PositionId> + use<> {
        (0..self.facts.moves.len()).map(PositionId::new)
    }

    /// The position with this placement and this player to move.
    fn find(&self, placement: &str, player: Player) -> Option<PositionId> {
        self.all().find(|&id| self.turn(id) == player && self.placement(id) == placement)
    }

    /// The stops of a walk such as `1→…→5→6 (×3)→7⇄8 (×2)`.
    fn stops(text: &str) -> Option<Vec<String>> {
        let coordinates = |name: &str| -> Option<Vec<i64>> {
            name.trim_matches(['(', ')']).split(',').map(|number| number.parse().ok()).collect()
        };
        let mut walk: Vec<String> = Vec::new();
        let mut in_a_row = false;
        for stop in text.split('→').map(str::trim) {
            if stop == "…" {
                in_a_row = true;
                continue;
            }
            let (name, times) = fits(stop, "{} (×{})").map_or((stop, "1"), |[name, times]| (name, times));
            if std::mem::take(&mut in_a_row) {
                let mut at = coordinates(walk.last()?)?;
                let end = coordinates(name)?;
                let far: i64 = at.iter().zip(&end).map(|(a, b)| (a - b).abs()).sum();
                for _ in 1..far {
                    at = at.iter().zip(&end).map(|(a, b)| a + (b - a).signum()).collect();
                    let names: Vec<String> = at.iter().map(ToString::to_string).collect();
                    walk.push(if names.len() == 1 { names.concat() } else { format!("({})", names.join(",")) });
                }
            }
            for _ in 0..times.parse::<usize>().ok()? {
                walk.extend(name.split('⇄').map(ToOwned::to_owned));
            }
        }
        Some(walk)
    }

    /// Checks that a player's pieces walked in this way between two positions of the line.
    fn must_walk(&self, text: &str, player: Player, from: usize, to: usize) -> Option<()> {
        let name = |ply: usize| {
            let names: Vec<String> = self.stand(self.line[ply], player).iter().map(|&at| self.name(at)).collect();
            names.join("+")
        };
        let own = self.own(player).into_iter().filter(|ply| (from + 1..=to).contains(ply));
        let walk: Vec<String> = std::iter::once(from).chain(own).map(name).collect();
        self.must(Self::stops(text)? == walk, format!("the walk is {walk:?}"));
        Some(())
    }
}

/// The game, the values and the line.
impl Reader<'_> {
    fn must(&self, holds: bool, why: impl Into<String>) {
        if !holds {
            self.refuted.borrow_mut().push(why.into());
        }
    }

    fn stand(&self, position: PositionId, player: Player) -> &[u32] {
        &self.facts.stands[position.index()][player.index()]
    }

    fn moves(&self, position: PositionId) -> &[(PositionId, u64)] {
        &self.facts.moves[position.index()]
    }

    fn mover(&self, position: PositionId) -> Option<Player> {
        (!self.is_over(position)).then(|| self.turn(position))
    }

    fn turn(&self, position: PositionId) -> Player {
        self.facts.turns[position.index()]
    }

    fn is_over(&self, position: PositionId) -> bool {
        matches!(self.game.arena().status(position), Status::Won(_))
    }

    /// Whether a player has won, perhaps because the other side, which is to move, is stuck.
    fn has_won(&self, player: Player, position: PositionId) -> bool {
        self.value(position) == Value::Win { player, distance: 0 }
    }

    /// Whether a player, who is to move, can win with this move.
    fn wins_at_once(&self, player: Player, position: PositionId) -> bool {
        self.moves(position).iter().any(|&(to, _)| self.has_won(player, to))
    }

    /// Whether a player has won, or can win with its next move.
    fn punishes_at_once(&self, player: Player, position: PositionId) -> bool {
        self.has_won(player, position) || self.wins_at_once(player, position)
    }

    fn value(&self, position: PositionId) -> Value {
        self.facts.solution.value(position)
    }

    /// The outcome of a position after `spent` plies, or cost, of the limit.
    fn outcome(&self, position: PositionId, spent: u64) -> WinOrDraw {
        let adjudication = self.game.adjudication();
        match (self.value(position), adjudication.limit) {
            (Value::Win { player, distance }, limit)
                if limit.is_none_or(|limit| spent + distance <= limit.distance) =>
            {
                WinOrDraw::Win(player)
            }
            (_, Some(limit)) => limit.outcome,
            (_, None) => adjudication.endless,
        }
    }

    fn main_move(&self, position: PositionId) -> Option<PositionId> {
        let choose = || chosen(self.game, &self.facts.solution, &self.facts.walks, position).map(|(to, _)| to);
        *self.facts.main_moves.borrow_mut().entry(position).or_insert_with(choose)
    }

    /// The positions that can arise while one player makes the given moves and the other any moves.
    fn arising(
        &self,
        start: PositionId,
        player: Player,
        play: impl Fn(PositionId) -> Vec<PositionId>,
    ) -> BTreeSet<PositionId> {
        let (mut met, mut open) = (BTreeSet::new(), vec![start]);
        while let Some(position) = open.pop() {
            if met.insert(position) {
                match self.mover(position) {
                    Some(mover) if mover == player => open.extend(play(position)),
                    _ => open.extend(self.moves(position).iter().map(|(to, _)| to)),
                }
            }
        }
        met
    }

    fn far(&self, player: Player, from: u32, to: u32) -> Option<u32> {
        self.facts.walks.walk(player, from, to)
    }

    /// The number of steps from the nearest of some places to the nearest of others.
    fn nearest(&self, player: Player, from: &[u32], to: &BTreeSet<u32>) -> Option<u32> {
        from.iter().flat_map(|&from| to.iter().filter_map(move |&to| self.far(player, from, to))).min()
    }

    fn one_step(&self, player: Player, from: u32, to: u32) -> bool {
        self.facts.steps[player.index()][from as usize].contains(&to)
    }

    fn own(&self, player: Player) -> Vec<usize> {
        (1..self.line.len()).filter(|&ply| self.mover(self.line[ply - 1]) == Some(player)).collect()
    }

    fn played(&self, ply: usize) -> (PositionId, u64) {
        (self.line[ply], self.costs[ply - 1])
    }

    fn others(&self, ply: usize) -> Vec<(PositionId, u64)> {
        let mut others = self.moves(self.line[ply - 1]).to_vec();
        let index = others.iter().position(|step| *step == self.played(ply)).expect("the line makes legal moves");
        others.remove(index);
        others
    }

    /// The outcome after a move that could be made at a ply.
    fn after(&self, ply: usize, (to, cost): (PositionId, u64)) -> WinOrDraw {
        self.outcome(to, self.costs[..ply - 1].iter().sum::<u64>() + cost)
    }

    /// Whether the limit decides after a move that could be made at a ply.
    fn is_late(&self, ply: usize, (to, cost): (PositionId, u64)) -> bool {
        let spent = self.costs[..ply - 1].iter().sum::<u64>() + cost;
        let limit = self.game.adjudication().limit;
        limit.is_some_and(|limit| self.value(to).distance().is_none_or(|distance| spent + distance > limit.distance))
    }

    /// Whether a move that could be made at a ply loses within the limit, at once or to the next move.
    fn is_punished(&self, ply: usize, (to, cost): (PositionId, u64)) -> bool {
        let Some(opponent) = self.mover(self.line[ply - 1]).map(Player::opponent) else { return false };
        self.after(ply, (to, cost)) == WinOrDraw::Win(opponent) && self.punishes_at_once(opponent, to)
    }

    /// Whether the limit leaves room for the main move after a move that could be made at a ply.
    fn goes_on(&self, ply: usize, (to, cost): (PositionId, u64)) -> bool {
        let spent = self.costs[..ply - 1].iter().sum::<u64>() + cost;
        let main = self.main_move(to);
        let mut costs = self.moves(to).iter().filter(|(to, _)| Some(*to) == main).map(|(_, cost)| spent + cost);
        costs.any(|after| self.game.adjudication().limit.is_none_or(|limit| after <= limit.distance))
    }

    /// The distance that is printed next to a move: the plies after it or, if moves have costs, the
    /// cost including its own.
    fn beside(&self, (to, cost): (PositionId, u64)) -> Option<u64> {
        let distance = self.value(to).distance()?;
        Some(if self.game.measure() == Measure::Cost { distance + cost } else { distance })
    }

    fn start(&self) -> PositionId {
        self.line[0]
    }

    fn last(&self) -> PositionId {
        self.line[self.line.len() - 1]
    }

    fn winner(&self) -> Option<Player> {
        self.outcome(self.start(), 0).winner()
    }

    /// Whether the positions after two numbers of plies have the same placement, but the other
    /// player to move.
    fn is_handed_over(&self, from: usize, to: usize) -> bool {
        let [before, after] = [from, to].map(|ply| self.line[ply]);
        self.placement(before) == self.placement(after) && self.turn(before) != self.turn(after)
    }
}

/// A method for each form of sentence. It returns `None` if the sentence has another form.
impl Reader<'_> {
    /// The vertices from which a step of `runner` leads into a hole, without the holes.
    fn doors(&self, runner: Player) -> Vec<u32> {
        let is_door = |door: &u32| {
            !self.facts.holes.contains(door) && self.facts.holes.iter().any(|&hole| self.one_step(runner, *door, hole))
        };
        (0..self.game.board().vertices()).filter(is_door).collect()
    }

    fn only_door(&self, text: &str) -> Option<()> {
        let [door, goal] = fits(text, "{} is the only door to {}")?;
        let door = self.place(door)?;
        self.must(goal == self.goal(), "another goal");
        let doors = self.doors(Player::One);
        self.must(doors == [door], format!("the doors are {doors:?}"));
        Some(())
    }

    fn headline(&self, text: &str) -> Option<()> {
        let (outcome, rest) = match text.strip_prefix("a draw") {
            Some(rest) => (WinOrDraw::Draw, rest),
            None => {
                fits(text, "{} wins{}").and_then(|[player, rest]| Some((WinOrDraw::Win(self.player(player)?), rest)))?
            }
        };
        let (value, limit) = (self.value(self.start()), self.game.adjudication().limit.map(|limit| limit.distance));
        let is_limit = |text: &str| limit.is_some() && self.amount(text) == limit;
        let unforced = match fits(rest, ": {} cannot force a win{}") {
            Some([player, award]) => {
                self.must(outcome == WinOrDraw::Win(self.player(player)?.opponent()), "it wins itself");
                Some(award)
            }
            None => rest.strip_prefix(": neither side can force a win").inspect(|_| {
                self.must(outcome == WinOrDraw::Draw, "one of them wins");
            }),
        };
        if let Some(award) = unforced {
            if let Some([amount, award]) = fits(award, " within the limit of {}, and then {}") {
                self.must(is_limit(amount), "another limit");
                self.award(award)?;
            } else if let Some([amount, award]) = fits(award, ", and when the limit of {} runs out {}") {
                self.must(value == Value::Endless && is_limit(amount), "it can, or another limit");
                self.award(award)?;
            } else {
                self.must(value == Value::Endless, "it can");
                self.award(award.strip_prefix(", and ")?)?;
            }
        } else if let Some([amount, player, soon, how]) =
            fits(rest, " by the limit of {}: {} could force the end {}, {} not sooner")
        {
            let player = self.player(player)?;
            let soon = if self.game.measure() == Measure::Cost { soon } else { soon.strip_prefix("in ")? };
            let distance = self.amount(soon)?;
            self.must(value == Value::Win { player, distance } && is_limit(amount), "the end is not forced so");
            self.must(limit.is_some_and(|limit| distance > limit), "it comes within the limit");
            self.must((how == "and") == (outcome == WinOrDraw::Win(player)), "and or but?");
        } else if let Some(rest) = rest.strip_prefix(": ") {
            let (end, award) = rest.split_once(", and ").filter(|(_, award)| *award != "so has lost").unzip();
            let mut end = end.unwrap_or(rest);
            if let Some([count, sentence]) = fits(end, "after {} {} {}")
                .and_then(|[count, unit, rest]| unit.starts_with("pl").then_some([count, rest]))
            {
                self.must(count.parse() == Ok(self.line.len() - 1), "another number of plies");
                end = sentence;
            } else {
                self.must(self.line.len() == 1, "the game goes on");
            }
            self.ended(end)?;
            if let Some(award) = award {
                let [award, amount] = fits(award, "{}, as when the limit of {} runs out").unwrap_or([award, ""]);
                self.must(amount.is_empty() || is_limit(amount), "another limit");
                self.award(award)?;
            }
        } else {
            let (forced, end) = rest.split_once(": ").unwrap_or((rest, ""));
            let forced = forced.strip_prefix(' ')?;
            let plies = match self.game.measure() {
                Measure::Plies => forced.strip_prefix("in ")?,
                Measure::Cost => {
                    let [cost, plies] = fits(forced, "at cost {}, in {}")?;
                    self.must(value.distance() == cost.parse().ok(), "another cost");
                    plies
                }
            };
            let count = plies.split_once(' ')?.0.parse::<usize>().ok()?;
            self.must(count == self.line.len() - 1, "the line is as long as that");
            self.must(value.winner() == outcome.winner() && value.winner().is_some(), "nobody can force it");
            self.must(
                self.game.measure() == Measure::Cost || value.distance() == Some(count as u64),
                "another distance",
            );
            if !end.is_empty() {
                self.ended(end)?;
            }
        }
        self.must(self.outcome(self.start(), 0) == outcome, "another outcome");
        Some(())
    }

    /// The result of endless play, such as "the Cat wins", "nobody wins" or "endless play is a
    /// draw".
    fn award(&self, text: &str) -> Option<()> {
        let endless = text.strip_prefix("endless play is ");
        let outcome = match endless.unwrap_or(text) {
            "a draw" | "the game is a draw" | "nobody wins" => WinOrDraw::Draw,
            text => {
                let player = text.strip_prefix("a win for ").or_else(|| text.strip_suffix(" wins"))?;
                WinOrDraw::Win(self.player(player)?)
            }
        };
        let adjudication = self.game.adjudication();
        self.must(endless.is_none() || adjudication.endless == outcome, "endless play is something else");
        self.must(self.outcome(self.start(), 0) == outcome, "another outcome");
        Some(())
    }

    /// The end of the line, such as "the Cat has caught the Mouse at 4".
    fn ended(&self, text: &str) -> Option<()> {
        let last = self.last();
        let (mouse, cats) = (self.stand(last, Player::One)[0], self.stand(last, Player::Two));
        let is_so = if let Some([at, edges]) = fits(text, "the Cat has caught the Mouse at {}, being within {} of it") {
            let edges: usize = edges.split(' ').next()?.parse().ok()?;
            let mut reached: BTreeSet<u32> = cats.iter().copied().collect();
            for _ in 0..edges {
                let arcs = self.game.board().arcs().filter(|(from, ..)| reached.contains(&from.number()));
                let next: Vec<u32> = arcs.map(|(_, to, _)| to.number()).collect();
                reached.extend(next);
            }
            mouse == self.place(at)? && reached.contains(&mouse)
        } else if let Some(at) = text.strip_prefix("the Cat has caught the Mouse at ") {
            mouse == self.place(at)? && cats.contains(&mouse)
        } else if let Some([goal, at]) = fits(text, "the Mouse has reached {} at {}") {
            goal == self.goal() && mouse == self.place(at)? && self.facts.holes.contains(&mouse)
        } else if let Some(goal) = fits(text, "the Cat has reached {} first").map(|[goal]| goal) {
            // At the start, the mouse may stand on a hole as well. The rules then consider the cat
            // first.
            let is_alone = !self.facts.holes.contains(&mouse) || self.line.len() == 1;
            goal == self.goal() && cats.iter().any(|cat| self.facts.holes.contains(cat)) && is_alone
        } else {
            let [player, then] = fits(text, "{} has no legal move, {}")?;
            let player = self.player(player)?;
            let is_lost = match then {
                "and so has lost" => self.has_won(player.opponent(), last),
                "so the play stops there" => !self.is_over(last),
                _ => return None,
            };
            let is_stuck = |place: &u32| self.facts.steps[player.index()][*place as usize].is_empty();
            is_lost && self.turn(last) == player && self.stand(last, player).iter().any(is_stuck)
        };
        self.must(is_so, "it has ended otherwise");
        Some(())
    }

    fn ending(&self, text: &str) -> Option<()> {
        let limit = self.game.adjudication().limit.map(|limit| limit.distance);
        let played = self.line.len() - 1;
        let count = |text: &str| text.split(' ').next().and_then(|count| count.parse::<usize>().ok());
        let awarded = |text: &str, before: &str, between: &str| -> Option<()> {
            match fits(text, &format!("{before} the limit of {{}} runs out {between}{{}}")) {
                Some([amount, award]) => {
                    self.must(self.amount(amount)? == limit?, "another limit");
                    self.award(award)
                }
                None => self.award(text.strip_prefix("for ever, and ").unwrap_or(text)),
            }
        };
        if let Some([placement, mover, since, then]) =
            fits(text, "{}, with {} to move, stood {} already: from here the play repeats {}")
        {
            let since: usize =
                if since == "at the start" { 0 } else { since.strip_prefix("after ply ")?.parse().ok()? };
            self.must(self.line[since] == self.last() && since < played, "nothing is repeated");
            self.must(self.placement(self.last()) == placement, "it stands otherwise");
            self.must(self.mover(self.last()) == Some(self.player(mover)?), "the other side is to move");
            awarded(then, "until", "and ")
        } else if let Some([placement, award]) =
            fits(text, "with {}, neither side can force the end within what is left of the limit: {}")
        {
            self.must(self.placement(self.last()) == placement, "it stands otherwise");
            let spent: u64 = self.costs.iter().sum();
            let left = limit?.checked_sub(spent)?;
            let forced = self.value(self.last()).distance();
            self.must(forced.is_none_or(|distance| distance > left), "an end is forced in time");
            self.must(self.moves(self.last()).iter().any(|&(_, cost)| cost > left), "each move is cheap enough");
            self.award(award)
        } else if let Some([placement, amount, award]) = fits(text, "with {}, the limit of {} has run out: {}") {
            self.must(self.placement(self.last()) == placement, "it stands otherwise");
            self.must(self.amount(amount) == limit && limit == Some(played as u64), "the limit has not run out");
            self.award(award)
        } else if let Some(award) = text.strip_prefix("the limit has run out: ") {
            self.must(limit == Some(0), "there is something left");
            self.award(award)
        } else {
            let (rest, then) = text.split_once(": ").unwrap_or((text, ""));
            let (end, plies) = rest.rsplit_once(", after ")?;
            self.must(count(plies)? == played, "another number of plies");
            self.ended(end)?;
            if then.is_empty() { Some(()) } else { awarded(then, "when", "") }
        }
    }

    fn turn_matters(&self, text: &str) -> Option<()> {
        let [placement, rest] = fits(text, "it matters whose turn it is: with {} the {}")?;
        let rest = format!("the {rest}");
        let (rest, key) = rest.split_once("; if ").map_or((&rest[..], None), |(rest, key)| (rest, Some(key)));
        let [winner, one, mover, two, other] = fits(rest, "{} needs {} if it is {}'s, and {} if it is {}'s")?;
        let winner = self.player(winner)?;
        let key = match key {
            Some(key) => self.key_position(key, self.find(placement, winner.opponent())?)?,
            None => self.find(placement, winner.opponent()).map(|at| self.covered(at).is_empty())?,
        };
        self.must(key, "it does not say why");
        for (needs, mover) in [(one, mover), (two, other)] {
            let at = self.find(placement, self.player(mover)?)?;
            let distance = self.amount(needs)?;
            self.must(
                self.value(at) == Value::Win { player: winner, distance },
                format!("with {mover} to move: {:?}", self.value(at)),
            );
        }
        self.must(mover != other && self.amount(one)? < self.amount(two)?, "it does not matter");
        *self.there.borrow_mut() = Some((placement.to_owned(), self.player(other)?));
        Some(())
    }

    fn detour(&self, text: &str) -> Option<()> {
        let [first, before, winner, detour, purpose, to, after] = fits(
            text,
            "{} it is {}'s turn there, so {} takes a detour of {} to {}: after ply {} the same pieces stand there \
             again, and it is {}'s turn",
        )?;
        let from: usize = if first == "at the start" { 0 } else { first.strip_prefix("after ply ")?.parse().ok()? };
        let (to, winner): (usize, Player) = (to.parse().ok()?, self.player(winner)?);
        let (length, tour) = match fits(detour, "{} ({})") {
            Some([length, tour]) => (length, Some(tour)),
            None => (detour, None),
        };
        self.must(self.is_handed_over(from, to), "the move is not handed over");
        let there = Some((self.placement(self.line[from]), self.player(before)?));
        self.must(
            *self.there.borrow() == there && self.mover(self.line[from]) == self.player(before),
            "it is not there",
        );
        self.must(self.mover(self.line[to]) == self.player(after), "the other side is to move after");
        self.must(length.split(' ').next()?.parse() == Ok(to - from), "another number of plies");
        let own = self.player(before)? == winner;
        self.must(purpose == if own { "hand the move over" } else { "be the one to move there" }, "another purpose");
        tour.map_or(Some(()), |tour| self.must_walk(tour, winner, from, to))
    }

    fn same_trick(&self, text: &str) -> Option<()> {
        let text = text.replace(" (at the start and after ply ", " (after plies 0 and ");
        let told = text.strip_prefix("the same trick is played ")?;
        let (alike, reversed) = told.split_once("the other way round ").unwrap_or((told, ""));
        let (_, before) = self.there.borrow().clone()?;
        for (list, before) in [(alike.trim_end_matches(", and "), before), (reversed, before.opponent())] {
            let mut rest = list.strip_prefix("with ").unwrap_or(list);
            while !rest.is_empty() {
                let [placement, from, to, more] = fits(rest, "{} (after plies {} and {}){}")?;
                rest = more.trim_start_matches(", ").trim_start_matches(" and ");
                let (from, to): (usize, usize) = (from.parse().ok()?, to.parse().ok()?);
                self.must(
                    self.is_handed_over(from, to) && self.placement(self.line[from]) == placement,
                    "no such trick",
                );
                self.must(self.mover(self.line[from]) == Some(before), "which way round?");
            }
        }
        Some(())
    }

    fn handed_over(&self, text: &str) -> Option<()> {
        let [placement, first, before, to, after, apart, winner, left] = fits(
            text,
            "{} stands {} with {} to move and again after {} with {} to move: these {} hand the move over, and {} \
             wins from there {}",
        )?;
        let count = |text: &str| text.split(' ').next().and_then(|count| count.parse::<usize>().ok());
        let from = if first == "at the start" { 0 } else { count(first.strip_prefix("after ")?)? };
        let to = count(to)?;
        self.must(
            self.is_handed_over(from, to) && self.placement(self.line[from]) == placement,
            "it is not handed over",
        );
        self.must(self.mover(self.line[from]) == self.player(before), "the other side is to move before");
        self.must(self.mover(self.line[to]) == self.player(after), "the other side is to move after");
        let is_won =
            self.value(self.line[to]) == Value::Win { player: self.player(winner)?, distance: self.amount(left)? };
        self.must(is_won && count(apart)? == to - from, "another distance");
        Some(())
    }

    fn costs_shared(&self, text: &str) -> Option<()> {
        let [total, one, first, two] = fits(text, "the moves cost {} together, {} for {} and {}")?;
        let (two, half) = two.split_once(", and at least half of that is ").unwrap_or((two, ""));
        let (two, second) = two.split_once(" for ")?;
        let whole: u64 = self.costs.iter().sum();
        self.must(total.parse() == Ok(whole), "they cost something else");
        for (cost, player) in [(one, first), (two, second)] {
            let own: u64 = self.own(self.player(player)?).iter().map(|&ply| self.costs[ply - 1]).sum();
            self.must(cost.parse() == Ok(own), "a side pays something else");
        }
        if !half.is_empty() {
            let [ply, step] = fits(half, "ply {} ({})")?;
            let (ply, (step, cost)): (usize, _) = (ply.parse().ok()?, step.rsplit_once(" for ")?);
            self.must_play(ply, step)?;
            self.must(cost.parse() == Ok(self.costs[ply - 1]) && 2 * self.costs[ply - 1] >= whole, "it costs less");
        }
        Some(())
    }

    /// Checks the move of the line at a ply.
    fn must_play(&self, ply: usize, step: &str) -> Option<()> {
        let [from, to] = self.step(step)?;
        let player = self.mover(self.line[ply - 1])?;
        let is_so = self.stand(self.line[ply - 1], player) == from && self.stand(self.line[ply], player) == to;
        self.must(is_so, format!("another move is played at ply {ply}"));
        Some(())
    }
}

/// The pieces and their walks.
impl Reader<'_> {
    fn roles(&self, text: &str) -> Option<()> {
        let winner = self.winner()?;
        let piece = self.game.piece(winner);
        let stops: Vec<usize> = std::iter::once(0).chain(self.own(winner)).collect();
        let turns = self.own(winner.opponent());
        for part in text.split("; ") {
            let which = ["the third ", "the ", "one ", "another "].into_iter().find(|which| part.starts_with(which))?;
            let (from, does) = part[which.len()..].strip_prefix(&format!("{piece} from "))?.split_once(' ')?;
            let (does, caught) = match does.split_once("catches ") {
                Some((does, caught)) => (does.trim_end_matches(" and "), Some(fits::<2>(caught, "{} at {}")?[1])),
                None => (does, None),
            };
            let roles = ["threatens ", "blocks ", "only waits", "neither threatens nor blocks"];
            let role = roles.into_iter().filter_map(|role| does.find(role)).min();
            let (way, role) = does.split_at(role.unwrap_or(does.len()));
            let way = way.trim_end_matches(" and ").trim_end_matches(", ");
            let from = self.place(from)?;
            // The names of the stops. If another piece ends the game, the text omits the last step.
            let names: Option<Vec<String>> = match way.strip_prefix("goes ") {
                Some(way) if way.starts_with("to ") => None,
                Some(way) => Some(Self::stops(way)?),
                None if way == "stays there" => {
                    let leaves = !self.stand(self.last(), winner).contains(&from);
                    Some(vec![self.name(from); stops.len() - usize::from(leaves)])
                }
                None if way.is_empty() => Some(vec![self.name(from)]),
                None => return None,
            };
            let walk: Option<Vec<u32>> = match names {
                Some(names) => Some(names.iter().map(|name| self.place(name)).collect::<Option<_>>()?),
                None => None,
            };
            if let Some(walk) = &walk {
                let steps = walk.windows(2).all(|two| two[0] == two[1] || self.one_step(winner, two[0], two[1]));
                let stood = walk.iter().zip(&stops).all(|(at, &stop)| self.stand(self.line[stop], winner).contains(at));
                let is_way = walk.first() == Some(&from) && walk.len() + 1 >= stops.len() && steps && stood;
                self.must(is_way, "no piece goes this way");
            }
            // The places where the piece may stand after a number of plies.
            let at = |plies: usize| -> Vec<u32> {
                let stop = stops.iter().rposition(|&stop| stop <= plies).expect("the start is one");
                walk.as_ref().map_or(self.stand(self.line[plies], winner).to_vec(), |walk| {
                    walk.get(stop).copied().into_iter().collect()
                })
            };
            let covers = |cat: u32, place: u32| cat == place || self.one_step(winner, cat, place);
            let mouse = |ply: usize| self.stand(self.line[ply - 1], winner.opponent())[0];
            let threatens = |ply: &usize| at(ply - 1).into_iter().any(|cat| covers(cat, mouse(*ply)));
            if let Some([_, when]) = fits(role, "threatens {} before {}") {
                let counted = fits(when, "{} of its {} moves").filter(|_| !when.contains("first"));
                let told = match counted {
                    Some([count, all]) => {
                        self.must(all.parse() == Ok(turns.len()), "it moves more or less often");
                        self.must(
                            turns.iter().filter(|ply| threatens(ply)).count() >= count.parse().ok()?,
                            "it threatens less",
                        );
                        Vec::new()
                    }
                    None => self.at(winner.opponent(), when)?,
                };
                self.must(told.iter().all(threatens), "there is no threat");
            } else if let Some(blocked) = role.strip_prefix("blocks ") {
                let blocked = blocked.split(": there it would catch ").next()?;
                for place in self.places(blocked)? {
                    let blocks = |&ply: &usize| {
                        mouse(ply) != place
                            && self.one_step(winner.opponent(), mouse(ply), place)
                            && at(ply - 1).into_iter().any(|cat| covers(cat, place))
                    };
                    self.must(turns.iter().any(blocks), "it is not blocked");
                }
            } else if role == "only waits" || role == "neither threatens nor blocks" {
                let stands = |walk: &Vec<u32>| walk.iter().all(|at| *at == walk[0]);
                self.must(walk.as_ref().is_none_or(stands) == (role == "only waits") || walk.is_none(), "it moves");
                self.must(walk.is_none() || !turns.iter().any(threatens), "it threatens");
            } else if !role.is_empty() {
                return None;
            }
            if let Some(caught) = caught {
                let caught = self.place(caught)?;
                self.must(
                    self.has_won(winner, self.last()) && self.stand(self.last(), winner).contains(&caught),
                    "not there",
                );
                self.must(self.stand(self.last(), winner.opponent()) == [caught], "the prey is elsewhere");
            }
        }
        Some(())
    }

    fn roles_together(&self, text: &str) -> Option<()> {
        let winner = self.winner()?;
        let (piece, loser) = (self.game.piece(winner), self.game.player(winner.opponent()));
        for part in text.split("; ") {
            let rest = part.strip_prefix(&format!("the {piece}"))?;
            let (from, does) = ["neither threaten", "threaten", "block", "only wait", "catch"]
                .into_iter()
                .find_map(|verb| rest.find(&format!(" {verb}")).map(|at| rest.split_at(at)))?;
            let from = self.places(from.strip_prefix("s from ").or_else(|| from.strip_prefix(" from "))?)?;
            self.must(from.iter().all(|at| self.stand(self.start(), winner).contains(at)), "they start elsewhere");
            if let Some([_, places]) = fits(does, &format!(" block{{}} {{}}, where {loser} would be caught")) {
                for place in self.places(places)? {
                    let blocks = |&ply: &usize| {
                        let before = self.line[ply - 1];
                        let cats = self.stand(before, winner);
                        self.one_step(winner.opponent(), self.stand(before, winner.opponent())[0], place)
                            && cats.iter().any(|&cat| cat == place || self.one_step(winner, cat, place))
                    };
                    self.must(self.own(winner.opponent()).iter().any(blocks), "it is not blocked");
                }
            } else if does.starts_with(" catch") {
                self.must(self.has_won(winner, self.last()), "nobody is caught");
            }
        }
        Some(())
    }

    fn walks_told(&self, text: &str) -> Option<()> {
        let mut straight = None;
        for part in text.split("; ") {
            if let Some([astray]) = fits(part, "not every step nearer would do: {} would throw the win away") {
                self.astray(astray, straight?)?;
            } else if part.contains(" can do no better than ") || part.contains(" can only ") {
                self.shuttling(part)?;
            } else {
                straight = Some(self.straight(part)?);
            }
        }
        Some(())
    }

    fn since(text: &str) -> Option<(usize, &str)> {
        match fits(text, "from ply {} on {}") {
            Some([ply, rest]) => Some((ply.parse::<usize>().ok()? - 1, rest)),
            None => Some((0, text)),
        }
    }

    fn straight(&self, text: &str) -> Option<Player> {
        let (from, rest) = Self::since(text)?;
        let (steps, way, goal, player);
        if let Some([own, place, loser, count, path]) =
            fits(rest, "{} takes a shortest way to {}, where it catches {}: {} steps ({})")
        {
            (steps, way, player) = (count, path, self.player(own)?);
            let at = self.place(place)?;
            let is_caught = self.stand(self.last(), self.player(loser)?) == [at] && self.player(loser)? != player;
            self.must(is_caught && self.stand(self.last(), player) == [at], "it is not caught there");
            goal = BTreeSet::from([at]);
        } else {
            let [own, noun, count, path] = fits(rest, "{} goes straight for {}, {} steps without a detour ({})")?;
            (steps, way, player) = (count, path, self.player(own)?);
            goal = self.facts.holes.clone();
            let arrives = self.stand(self.last(), player).iter().all(|at| goal.contains(at));
            self.must(noun == self.goal() && arrives, "it does not get there");
        }
        self.must(self.has_won(player, self.last()), "it does not win");
        let far = self.nearest(player, self.stand(self.line[from], player), &goal);
        self.must(far == steps.parse().ok(), format!("it is {far:?} steps"));
        let own = self.own(player).into_iter().filter(|&ply| ply > from).count();
        self.must(steps.parse() == Ok(own), "it makes more moves");
        self.must_walk(way, player, from, self.line.len() - 1)?;
        Some(player)
    }

    /// In "8 at ply 6 and 3 at ply 8", the moves must come nearer to the goal and throw the win
    /// away.
    fn astray(&self, text: &str, player: Player) -> Option<()> {
        for item in text.split(" and ") {
            let [target, ply] = fits(item, "{} at ply {}")?;
            let ply: usize = ply.parse().ok()?;
            let left = |at: PositionId| self.nearest(player, self.stand(at, player), &self.facts.holes);
            let is_so = |&(to, cost): &(PositionId, u64)| {
                let is_nearer = left(to).is_some_and(|to| Some(to) < left(self.line[ply - 1]));
                is_nearer && self.after(ply, (to, cost)) != WinOrDraw::Win(player)
            };
            self.must(self.own(player).contains(&ply) && self.named(ply, target)?.iter().any(is_so), "it would do");
        }
        Some(())
    }

    fn shuttling(&self, text: &str) -> Option<()> {
        let (from, rest) = Self::since(text)?;
        let (player, does, has_choice) = match fits(rest, "{} can do no better than {}") {
            Some([player, does]) => (player, does, true),
            None => fits(rest, "{} can only {}").map(|[player, does]| (player, does, false))?,
        };
        let player = self.player(player)?;
        let (does, until) = does.split_once(" until ply ").unwrap_or((does, ""));
        let to = if until.is_empty() { self.line.len() - 1 } else { until.parse().ok()? };
        let places = match fits::<2>(does, "go to and fro between {} and {}") {
            Some(two) => two.map(|name| self.place(name)).to_vec(),
            None => vec![self.place(does.strip_prefix("stay at ")?)],
        };
        let stretch = || self.own(player).into_iter().filter(|ply| (from + 1..=to).contains(ply));
        self.must(stretch().any(|ply| !self.others(ply).is_empty()) == has_choice, "can it move otherwise?");
        for ply in stretch() {
            let [before, after] = [ply - 1, ply].map(|ply| self.stand(self.line[ply], player));
            let is_between = [before, after].iter().all(|at| places.contains(&Some(at[0])) && at.len() == 1);
            self.must(is_between && (before == after) == (places.len() == 1), format!("not at ply {ply}"));
            let lasts = self.beside(self.played(ply));
            self.must(self.others(ply).into_iter().all(|other| self.beside(other) <= lasts), "another move is better");
        }
        Some(())
    }

    fn shut_in(&self, text: &str) -> Option<()> {
        let [loser, winner, rest] = fits(text, "{} is shut in while {} plays on like this: {}")?;
        let first = format!(
            "from ply {{}} on, whenever it goes anywhere but to {{}}, {winner} wins with its next move at the latest"
        );
        for (index, part) in rest.split("; ").enumerate() {
            let template = if index == 0 { first.as_str() } else { "from ply {} on anywhere but to {}" };
            let [ply, places] = fits(part, template)?;
            let ply: usize = ply.parse().ok()?;
            self.must_not_leave(ply - 1, self.player(loser)?, &self.places(places)?);
        }
        Some(())
    }

    /// Let the winner make its main moves after a position of the line. The loser must lose at once
    /// or to the next move if it leaves `places`, and must be able to last longer on each of these.
    fn must_not_leave(&self, from: usize, loser: Player, places: &BTreeSet<u32>) {
        let winner = loser.opponent();
        let mut lasts: BTreeSet<u32> = self.stand(self.line[from], loser).iter().copied().collect();
        for position in self.shut(from, loser) {
            for &(to, _) in self.moves(position).iter().filter(|_| self.mover(position) == Some(loser)) {
                let goes = self.stand(to, loser);
                let is_lost = self.punishes_at_once(winner, to);
                if !is_lost && goes.iter().any(|at| !places.contains(at)) {
                    self.must(false, format!("it may go to {goes:?}"));
                }
                // A win at once may be dearer than the main move.
                let plays_on = !self.is_over(to) && self.main_move(to).is_some_and(|next| !self.is_over(next));
                lasts.extend(goes.iter().filter(|_| !is_lost || plays_on));
            }
        }
        self.must(places.is_subset(&lasts), format!("only {lasts:?} last"));
    }

    /// The positions that can arise from a position of the line if the winner makes its main moves.
    fn shut(&self, from: usize, loser: Player) -> BTreeSet<PositionId> {
        self.arising(self.line[from], loser.opponent(), |at| self.main_move(at).into_iter().collect())
    }

    fn room(&self, text: &str) -> Option<()> {
        let [winner, ply, loser, rest] =
            fits(text, "while {} plays on like this, after {} {}").and_then(|[winner, count, rest]| {
                let (unit, rest) = rest.split_once(' ')?;
                unit.starts_with("pl").then_some(())?;
                let (loser, rest) = rest.split_once(" can no longer leave ")?;
                Some([winner, count, loser, rest])
            })?;
        let (ply, loser) = (ply.parse().ok()?, self.player(loser)?);
        let lasting =
            format!("{{}}, and when it goes anywhere but to {{}} {winner} wins with its next move at the latest");
        let [room, lasting] = fits(rest, &lasting).unwrap_or([rest, ""]);
        let goes_on = self.shut(ply, loser).into_iter().filter(|&at| !self.is_over(at));
        let stood: BTreeSet<u32> = goes_on.flat_map(|at| self.stand(at, loser)).copied().collect();
        if let Some(count) = room.strip_suffix(" places") {
            self.must(count.parse() == Ok(stood.len()), format!("{} places", stood.len()));
        } else {
            let room: BTreeSet<u32> = room.split(' ').map(|name| self.place(name)).collect::<Option<_>>()?;
            self.must(room == stood, format!("it can stand on {stood:?}"));
        }
        if !lasting.is_empty() && !lasting.ends_with(" places") {
            self.must_not_leave(ply, loser, &self.places(lasting)?);
        }
        Some(())
    }

    fn run(&self, text: &str) -> Option<()> {
        let [from, to, runner, rest, within, way, pursuit] =
            fits(text, "from ply {} to {} {} can only run, since{}other move loses within {}: {}, and {}")?;
        let (runner, within) = (self.player(runner)?, self.amount(within)?);
        let (from, to): (usize, usize) = (from.parse::<usize>().ok()? - 1, to.parse().ok()?);
        (rest == " every ").then_some(())?;
        self.must(to < self.line.len(), "the line is shorter");
        let is_in = |ply: &usize| (from + 1..=to).contains(ply);
        for ply in self.own(runner).into_iter().filter(is_in) {
            let soon = |other: (PositionId, u64)| {
                self.value(other.0).winner() == Some(runner.opponent())
                    && self.beside(other).is_some_and(|far| far <= within)
            };
            self.must(self.others(ply).into_iter().all(soon), format!("not at ply {ply}"));
        }
        self.must_walk(way, runner, from, to)?;
        let hunter = runner.opponent();
        let does = pursuit.strip_prefix(&self.game.player(hunter))?.strip_prefix(' ')?;
        if let Some(way) = does.strip_prefix("goes ") {
            return self.must_walk(way, hunter, from, to);
        }
        let behind = match fits(does, "follows {} steps behind") {
            Some([steps]) => 2 * steps.parse::<usize>().ok()?,
            None if does == "follows one step behind" => 2,
            None if does == "waits" => 0,
            None => return None,
        };
        for ply in self.own(hunter).into_iter().filter(is_in) {
            let now = self.stand(self.line[ply], hunter);
            let is_so = match behind {
                0 => now == self.stand(self.line[ply - 1], hunter),
                back => ply >= back && now == self.stand(self.line[ply - back], runner),
            };
            self.must(is_so, format!("the hunter does not at ply {ply}"));
        }
        Some(())
    }

    fn gate(&self, text: &str) -> Option<()> {
        let (door, rest) = match text.split_once(": with ") {
            Some((door, rest)) => (Some(door), rest),
            None => (None, text.strip_prefix("with ")?),
        };
        let (rule, tempting) = rest.split_once("; ").unwrap_or((rest, ""));
        let rule = rule.replace("and not in the one where", "and in none of the 1 where");
        let [runner, name, keeper, stands, counts, excluded] = fits(
            &rule,
            "{} to move one step from {} and unable to win at once, {} wins only if {} (in {}, and in none of the {} \
             where it is farther away)",
        )?;
        let (runner, keeper, place) = (self.player(runner)?, self.player(keeper)?, self.place(name)?);
        let within = stands.strip_prefix("it stands ").or_else(|| stands.strip_prefix("one of its pieces stands "))?;
        let within: u32 = match fits(within, "at most {} steps from {}") {
            Some([steps, from]) => steps.parse().ok().filter(|_| from == name)?,
            None if within == format!("on {name} or one step from it") => 1,
            None if within == format!("on {name}") => 0,
            None => return None,
        };
        let here = BTreeSet::from([place]);
        let (mut won, mut kept, mut far) = (0, 0, 0);
        for at in self.all().filter(|&at| self.mover(at) == Some(runner) && !self.wins_at_once(runner, at)) {
            let stands = self.stand(at, runner)[0];
            if stands == place || !self.one_step(runner, stands, place) {
                continue;
            }
            let is_near = self.nearest(keeper, self.stand(at, keeper), &here).is_some_and(|steps| steps <= within);
            let is_won = self.outcome(at, 0) == WinOrDraw::Win(keeper);
            if is_won && !is_near {
                self.must(false, format!("it wins with {}", self.placement(at)));
            }
            won += usize::from(is_won);
            (kept, far) = if is_near { (kept + 1, far) } else { (kept, far + 1) };
        }
        let told = match counts.strip_suffix(" such positions") {
            None if counts == "the only such position" => (1, 1),
            None => return None,
            Some(counts) => match fits(counts, "{} of {}") {
                Some([won, kept]) => (won.parse().ok()?, kept.parse().ok()?),
                None => (counts.strip_prefix("all ")?.parse().ok()?, counts.strip_prefix("all ")?.parse().ok()?),
            },
        };
        self.must(told == (won, kept) && excluded.parse() == Ok(far), format!("{won} of {kept}, {far} farther away"));
        if let Some(door) = door {
            self.door(door, name, runner)?;
        }
        for part in tempting.split("; ").filter(|part| !part.is_empty()) {
            let [targets, whom, _, at] = fits(part, "{}, though nearer to {}, throw{} the win away at {}")?;
            (self.player(whom)? == runner).then_some(())?;
            for ply in self.at(keeper, at)? {
                for target in items(targets) {
                    let prey: BTreeSet<u32> = self.stand(self.line[ply], runner).iter().copied().collect();
                    let left = |to: PositionId| self.nearest(keeper, self.stand(to, keeper), &prey);
                    let is_so = |&(to, cost): &(PositionId, u64)| {
                        left(to) < left(self.line[ply])
                            && left(to).is_some()
                            && self.after(ply, (to, cost)) != WinOrDraw::Win(keeper)
                    };
                    self.must(self.named(ply, &target)?.iter().any(is_so), format!("{target} at ply {ply}"));
                }
            }
        }
        Some(())
    }

    fn door(&self, text: &str, name: &str, runner: Player) -> Option<()> {
        let doors = self.doors(runner);
        let place = self.place(name)?;
        let start = self.stand(self.start(), runner)[0];
        let goal = self.goal();
        if let Some([steps]) =
            fits(text, &format!("the nearest door to {goal} for {} is {name} ({{}})", self.game.player(runner)))
        {
            let steps: u32 = steps.split(' ').next()?.parse().ok()?;
            let is_farther = |&door: &u32| door == place || self.far(runner, start, door).is_none_or(|far| far > steps);
            self.must(
                self.far(runner, start, place) == Some(steps) && doors.iter().all(is_farther),
                "another is nearer",
            );
            self.must(doors.contains(&place), "it is no door");
        } else if let Some([count]) = fits(text, &format!("{name} is one of the {{}} doors to {goal}")) {
            self.must(count.parse() == Ok(doors.len()) && doors.contains(&place), format!("the doors are {doors:?}"));
        } else if text == format!("the place to hold is {name}, the only door") {
            self.must(doors == [place], format!("the doors are {doors:?}"));
        } else if let Some([touches]) = fits(text, &format!("the place to hold is {name}, which touches {{}}")) {
            self.why_it_matters(&format!("{name} touches {touches}"))?;
        } else if let Some([why]) = fits(text, &format!("the place to hold is {name} ({{}})")) {
            self.must(why.ends_with(&format!(" {name}")), "another place");
            self.why_it_matters(why)?;
        } else {
            (text == format!("the place to hold is {name}")).then_some(())?;
        }
        Some(())
    }
}

/// Moves to find, and moves to avoid.
impl Reader<'_> {
    /// The moves that alone keep the mover's outcome, among at least two.
    fn critical(&self) -> Vec<usize> {
        let is_critical = |&ply: &usize| {
            let score = |step| self.mover(self.line[ply - 1]).map(|mover| self.after(ply, step).score(mover));
            let others = self.others(ply);
            !others.is_empty() && others.into_iter().all(|other| score(other) < score(self.played(ply)))
        };
        (1..self.line.len()).filter(is_critical).collect()
    }

    fn exact(&self, text: &str) -> Option<()> {
        let critical = self.critical();
        let mut told: Vec<usize> = Vec::new();
        let mut count = 0;
        for part in text.split("; ") {
            if let Some([more, why]) = fits(part, "{} more such move{}") {
                let why = why.trim_start_matches('s');
                matches!(why, " is easy to see" | " are easy to see").then_some(())?;
                let more: usize = more.parse().ok()?;
                let is_easy = |ply: &usize| {
                    let mover = self.mover(self.line[*ply - 1]).expect("a move is made");
                    let finds = self.has_won(mover, self.line[*ply]);
                    finds || self.others(*ply).iter().all(|&other| self.is_punished(*ply, other))
                };
                let easy = critical.iter().filter(|ply| is_easy(ply)).count();
                self.must(easy == more, format!("{easy} are easy to see"));
                count += more;
                continue;
            }
            let (player, keeps, plies) = match fits(part, "only {} at ply {}") {
                Some([told, ply]) => {
                    let ply: usize = ply.parse().ok()?;
                    let keeps =
                        ["wins", "holds the win", "holds the draw"].into_iter().find(|keeps| told.ends_with(keeps))?;
                    let step = self.step(told.strip_suffix(keeps)?.trim())?;
                    let player = self.mover(self.line[ply - 1])?;
                    let stands = [self.line[ply - 1], self.line[ply]].map(|at| self.stand(at, player).to_vec());
                    self.must(step == stands, "another move is played");
                    count += 1;
                    (player, keeps, vec![ply])
                }
                None => {
                    let [at, rest] = fits(part, "at {} only one move of {}")?;
                    let keeps =
                        ["wins", "holds the win", "holds the draw"].into_iter().find(|keeps| rest.ends_with(keeps))?;
                    let player = self.player(rest.strip_suffix(keeps)?.trim())?;
                    let plies = self.at(player, at)?;
                    count += match fits::<3>(at, "{} of its {} moves, first at {}") {
                        Some([count, ..]) => count.parse().ok()?,
                        None => plies.len(),
                    };
                    (player, keeps, plies)
                }
            };
            told.extend(&plies);
            for ply in plies {
                let played = self.after(ply, self.played(ply));
                let is_so = match keeps {
                    "wins" => played == WinOrDraw::Win(player) && self.value(self.line[ply]).winner() == Some(player),
                    "holds the win" => played == WinOrDraw::Win(player),
                    _ => played == WinOrDraw::Draw,
                };
                self.must(is_so, format!("{played:?} at ply {ply}"));
                let others: Vec<WinOrDraw> = self.others(ply).into_iter().map(|other| self.after(ply, other)).collect();
                let worse = |other: &WinOrDraw| other.score(player) < played.score(player);
                self.must(
                    !others.is_empty() && others.iter().all(worse),
                    format!("other moves at ply {ply}: {others:?}"),
                );
            }
        }
        self.must(told.iter().all(|ply| critical.contains(ply)), "others are critical");
        self.must(count == critical.len(), format!("the critical moves are {critical:?}"));
        Some(())
    }

    fn slips(&self, text: &str) -> Option<()> {
        let told = text.strip_prefix("wrong, though not punished at once: ")?;
        let player = self.winner()?;
        let (told, more) = told.split_once("; other moves at ").map_or((told, None), |(told, more)| (told, Some(more)));
        let is_slip = |ply: usize, &(to, cost): &(PositionId, u64)| {
            self.after(ply, (to, cost)) != WinOrDraw::Win(player) && !self.is_punished(ply, (to, cost))
        };
        for part in told.split("; ") {
            let [targets, ply] = fits(part, "{} at ply {}")?;
            let ply: usize = ply.parse().ok()?;
            self.must(self.own(player).contains(&ply), "the other side moves there");
            if let Some(count) = targets.strip_suffix(" moves") {
                // Moves to one place at different costs have the same name.
                let others = self.others(ply).into_iter().filter(|other| is_slip(ply, other));
                let name = |(to, cost)| Words::target(self.game, self.line[ply - 1], Move { to, cost: cost as u32 });
                let slips: BTreeSet<String> = others.map(name).collect();
                self.must(count.parse() == Ok(slips.len()), format!("{} slips at ply {ply}", slips.len()));
                continue;
            }
            for target in items(targets) {
                let target = match fits(&target, "{} (leaves {})") {
                    Some([target, left]) => {
                        let left =
                            if left == self.goal() { self.facts.holes.first().copied() } else { self.place(left) };
                        for (to, _) in self.named(ply, target)? {
                            self.must(self.leaves(self.line[ply], to, left?), format!("{target} does not leave it"));
                        }
                        target.to_owned()
                    }
                    None => target,
                };
                let is_so = self.named(ply, &target)?.iter().any(|other| is_slip(ply, other));
                self.must(is_so, format!("{target} at ply {ply} is punished at once, or no mistake"));
            }
        }
        if let Some(more) = more {
            for ply in self.at(player, more)? {
                self.must(self.others(ply).iter().any(|other| is_slip(ply, other)), format!("not at ply {ply}"));
            }
        }
        Some(())
    }

    fn safe(&self, text: &str) -> Option<()> {
        let [winner, rest] = fits(text, "along the line {} can{}")?;
        let winner = self.player(winner)?;
        let thrown: Vec<PositionId> = self
            .own(winner)
            .into_iter()
            .flat_map(|ply| self.others(ply).into_iter().map(move |other| (ply, other)))
            .filter(|&(ply, other)| self.after(ply, other) != WinOrDraw::Win(winner))
            .map(|(_, (to, _))| to)
            .collect();
        let loser = winner.opponent();
        let only = format!(
            " throw the win away only by letting {} win at once or with its next move",
            self.game.player(loser)
        );
        if rest == only {
            self.must(!thrown.is_empty(), "it cannot");
            self.must(thrown.iter().all(|&to| self.punishes_at_once(loser, to)), "it can go wrong otherwise");
        } else {
            (rest == "not go wrong: every other move keeps the win too, though it may gain nothing").then_some(())?;
            self.must(thrown.is_empty(), "it can go wrong");
        }
        Some(())
    }

    fn escape(&self, text: &str) -> Option<()> {
        let [player, others, guards] = fits(
            text,
            "wherever {} stands, it can step to {}, of which {} (it stands there or can step there next), so one is \
             always safe",
        )?;
        let player = self.player(player)?;
        let opponent = player.opponent();
        let ways: usize = match fits(others, "at least {} other places") {
            Some([count]) => count.parse().ok()?,
            None => (others == "another place").then_some(1)?,
        };
        let (who, most) = guards.split_once(" guards ")?;
        let most: usize = if most == "none" { 0 } else { most.strip_prefix("at most ")?.parse().ok()? };
        let pieces = self.stand(self.start(), opponent).len();
        let each = format!("each of the {pieces} {}s", self.game.piece(opponent));
        self.must(who == if pieces == 1 { self.game.player(opponent) } else { each }, "other pieces");
        for at in self.arising(self.start(), player, |at| self.moves(at).iter().map(|(to, _)| *to).collect()) {
            let own = self.stand(at, player)[0];
            if self.is_over(at) {
                continue;
            }
            let mut others = self.facts.steps[player.index()][own as usize].clone();
            others.remove(&own);
            let guards = |cat: u32, place: u32| cat == place || self.one_step(opponent, cat, place);
            let counts =
                self.stand(at, opponent).iter().map(|&cat| others.iter().filter(|&&place| guards(cat, place)).count());
            let is_so = others.len() >= ways && counts.max() <= Some(most);
            let is_safe = |place: &u32| self.stand(at, opponent).iter().all(|&cat| !guards(cat, *place));
            if !is_so || !others.iter().any(is_safe) {
                self.must(false, format!("not with {}", self.placement(at)));
            }
        }
        Some(())
    }

    fn guard(&self, text: &str) -> Option<()> {
        let (holds, breaks) = text.split_once("; ").unwrap_or((text, ""));
        let player = Player::BOTH.into_iter().find(|&player| holds.starts_with(&self.game.player(player)))?;
        let opponent = player.opponent();
        let (holds, errors) = self.errors(holds, player);
        let may_err = errors.is_some();
        let (holds, tie) = match holds.split_once(": after its moves it is on ") {
            Some((holds, tie)) => (holds, self.tie(tie, opponent)?),
            None => (holds, BTreeMap::new()),
        };
        let (holds, then) = match holds.split_once(" by ") {
            Some((holds, how)) => (holds, Some(self.shuttle(how)?)),
            None => (holds, None),
        };
        let careful = format!(", always to where {} does not catch it with its next move", self.game.player(opponent));
        let (holds, is_careful) = cut(holds, &careful);
        let (holds, ring) = match holds.split_once(" on the ring ") {
            Some((holds, ring)) => {
                let stops = Self::stops(ring)?.iter().map(|name| self.place(name)).collect::<Option<Vec<u32>>>()?;
                let steps = |pair: (&u32, &u32)| self.one_step(player, *pair.0, *pair.1);
                let next = stops.iter().cycle().skip(1);
                self.must(stops.iter().zip(next).all(steps), "it is no ring");
                (holds, Some(stops.into_iter().collect()))
            }
            None => (holds, None),
        };
        let (holds, places) = match holds.split_once(" without leaving ") {
            None if ring.is_some() => (holds, ring),
            Some((holds, places)) if !places.ends_with(" places") => (holds, Some(self.places(places)?)),
            Some((holds, _)) => (holds, None),
            None => (holds, None),
        };
        let task = holds[self.game.player(player).len()..].strip_prefix(' ')?;
        let tasks = ["keeps the Mouse from", "keeps out of the Cat's reach", "holds out"];
        tasks.iter().any(|known| task.starts_with(known)).then_some(())?;
        // Computes the positions that can be held: repeatedly removes those at which the opponent
        // can break out.
        let goes = |from: PositionId, to: PositionId| {
            let is_tied = match (self.stand(to, opponent), self.stand(to, player)) {
                ([theirs], [own]) => tie.is_empty() || tie.get(theirs) == Some(own),
                _ => tie.is_empty(),
            };
            let is_seen = is_careful && (self.is_over(to) || self.wins_at_once(opponent, to));
            is_tied
                && !is_seen
                && then.as_ref().is_none_or(|then| match (self.stand(from, player), self.stand(to, player)) {
                    ([from], [to]) => then.get(from) == Some(to),
                    _ => false,
                })
        };
        let keeps_to = |at: PositionId| {
            places.as_ref().is_none_or(|places| self.stand(at, player).iter().all(|place| places.contains(place)))
        };
        // If it is said that the opponent may err, the player need not hold any more once it wins.
        let is_free = |at: PositionId| may_err && self.value(at).winner() == Some(player);
        let mut held: Vec<bool> =
            self.all().map(|at| is_free(at) || keeps_to(at) && !self.has_won(opponent, at)).collect();
        loop {
            let gets_out = |at: &PositionId| {
                let mut stays = self.moves(*at).iter().map(|(to, _)| held[to.index()]);
                let is_held = if self.mover(*at) == Some(player) {
                    let keeps = |(to, _): &(PositionId, u64)| held[to.index()] && goes(*at, *to);
                    // Every move that is said to do has to do.
                    let fails = |(to, _): &(PositionId, u64)| goes(*at, *to) && keeps_to(*to) && !held[to.index()];
                    let is_whole = !is_careful || !self.moves(*at).iter().any(fails);
                    stays.len() == 0 || is_whole && self.moves(*at).iter().any(keeps)
                } else {
                    stays.all(|to| to)
                };
                held[at.index()] && !is_free(*at) && !is_held
            };
            let out: Vec<PositionId> = self.all().filter(gets_out).collect();
            if out.is_empty() {
                break;
            }
            for at in out {
                held[at.index()] = false;
            }
        }
        self.must(held[self.start().index()], "it cannot hold so");
        if matches!(errors, Some(Errors::Anyway)) {
            self.must_hold_anyway(player, |from, to| goes(from, to) && keeps_to(to));
        }
        if let Some(errors) = errors {
            let (mut met, mut open, mut errs) = (BTreeSet::from([self.start()]), vec![self.start()], false);
            while let Some(at) = open.pop() {
                let is_own = self.mover(at) == Some(player);
                for &(to, _) in self.moves(at) {
                    let is_error = !is_own && is_free(to);
                    errs |= is_error;
                    if is_error {
                        self.must_punish(to, player, &errors);
                    }
                    let follows = held[to.index()] && !is_free(to) && (!is_own || goes(at, to));
                    if follows && met.insert(to) {
                        open.push(to);
                    }
                }
            }
            self.must(errs, "the opponent cannot err");
        }
        if breaks.is_empty() { Some(()) } else { self.breaks(breaks, player) }
    }

    /// Checks that a player never loses by moves that go so, if it wins at once where it can.
    fn must_hold_anyway(&self, player: Player, goes: impl Fn(PositionId, PositionId) -> bool) {
        let goes_on = |at: PositionId| match self.mover(at) {
            Some(turn) if turn == player && self.wins_at_once(player, at) => Vec::new(),
            Some(turn) => {
                let all = self.moves(at).iter().map(|(to, _)| *to);
                let next: Vec<PositionId> = all.filter(|&to| turn != player || goes(at, to)).collect();
                self.must(!next.is_empty() || self.moves(at).is_empty(), "it does not say where to go");
                next
            }
            None => Vec::new(),
        };
        let (mut met, mut open) = (BTreeSet::from([self.start()]), vec![self.start()]);
        while let Some(at) = open.pop() {
            self.must(!self.has_won(player.opponent(), at), format!("it loses with {}", self.placement(at)));
            open.extend(goes_on(at).into_iter().filter(|&to| met.insert(to)));
        }
    }

    /// What a sentence about a holder says of its opponent's errors; `None` if nothing.
    fn errors<'t>(&self, holds: &'t str, player: Player) -> (&'t str, Option<Errors>) {
        let opponent = self.game.player(player.opponent());
        let opens = format!(", and if {opponent} errs takes the safe way to {} that is then open", self.goal());
        if let Some((holds, ways)) = holds.split_once(&opens) {
            return (holds, Some(Errors::Open(ways.strip_prefix(", ").map(items).unwrap_or_default())));
        }
        let anyway = format!(", whatever {opponent} does, and wins at once where it can");
        if let Some(holds) = holds.strip_suffix(&anyway) {
            return (holds, Some(Errors::Anyway));
        }
        if let Some(holds) = holds.strip_suffix(&format!(", and wins at once if {opponent} errs")) {
            return (holds, Some(Errors::AtOnce));
        }
        let (holds, errs) = cut(holds, &format!(", unless {opponent} errs"));
        (holds, errs.then_some(Errors::Somehow))
    }

    /// Checks that a player can win after an error of its opponent as it is told.
    fn must_punish(&self, at: PositionId, player: Player, errors: &Errors) {
        match errors {
            Errors::Open(ways) => {
                let is_open = self.is_over(at) || player == Player::One && self.has_way(at);
                self.must(is_open, "an error opens no way");
                self.must(ways.is_empty() || self.is_over(at) || self.is_one_of(ways, at), "another way");
            }
            // What holds anyway is followed further on.
            Errors::Somehow | Errors::Anyway => {}
            Errors::AtOnce => {
                self.must(self.has_won(player, at) || self.wins_at_once(player, at), "it takes longer to win");
            }
        }
    }

    /// "The Cat is tied: with M7 C3 it has to go to 9 (otherwise 7→9→0 is open); with M5 C9 it must not go to 8 (otherwise
    /// the Mouse wins); with the Mouse on 1 it has to go to 2 (otherwise 1→2→0)": wherever nobody can force a win.
    fn tied(&self, text: &str) -> Option<()> {
        let [hunter, duties] = fits(text, "{} is tied: {}")?;
        let hunter = self.player(hunter)?;
        let runner = hunter.opponent();
        self.must(self.value(self.start()) == Value::Endless, "somebody wins");
        let [one, other] = [runner, hunter].map(|player| self.game.player(player));
        let shape = format!("coming to {{}}, {one} threatens {{}}, and each time {other} has to answer");
        if let Some([places, threatens]) = fits(duties, &shape) {
            let ways = if threatens == "to win" { Vec::new() } else { items(threatens) };
            for place in self.places(places)? {
                let at = self.drawn_on(hunter, (runner, place)).into_iter();
                let mut lost = at.flat_map(|at| self.moves(at).iter().map(|(to, _)| *to));
                let wins = |to: PositionId| self.value(to).winner() == Some(runner);
                let is_so = lost.any(|to| wins(to) && (ways.is_empty() || self.is_one_of(&ways, to)));
                self.must(is_so, format!("it threatens nothing from {place}"));
            }
            return Some(());
        }
        for duty in duties.split("; ") {
            let (placements, must) = duty.strip_prefix("with ")?.split_once(" it ")?;
            let (must, otherwise) = must.strip_suffix(')')?.split_once(" (otherwise ")?;
            let ways = if otherwise == format!("{} wins", self.game.player(runner)) {
                Vec::new()
            } else {
                items(otherwise.strip_suffix(" is open").unwrap_or(otherwise))
            };
            let loses = |to: PositionId| self.value(to).winner() == Some(runner);
            let on = placements.strip_prefix(&format!("{} on ", self.game.player(runner)));
            let found: Vec<PositionId> = match on {
                Some(place) => self.drawn_on(hunter, (runner, self.place(place)?)),
                None => items(placements).iter().map(|at| self.find(at, hunter)).collect::<Option<_>>()?,
            };
            self.must(!found.is_empty(), "there is no such position");
            let loses_somewhere = found.iter().any(|&at| self.moves(at).iter().any(|&(to, _)| loses(to)));
            for at in found {
                let (lost, kept): (Vec<PositionId>, Vec<PositionId>) =
                    self.moves(at).iter().map(|(to, _)| *to).partition(|&to| loses(to));
                let places = |all: &[PositionId]| {
                    all.iter().flat_map(|&to| self.stand(to, hunter).to_vec()).collect::<BTreeSet<u32>>()
                };
                let can_go_wrong = if on.is_some() { loses_somewhere } else { !lost.is_empty() };
                self.must(self.value(at) == Value::Endless && can_go_wrong, "it cannot go wrong");
                match must.strip_prefix("has to go to ") {
                    Some(named) => self.must(self.places(named)? == places(&kept), format!("it may go to {kept:?}")),
                    None => {
                        let named = self.places(must.strip_prefix("must not go to ")?)?;
                        self.must(named == places(&lost), format!("it loses at {lost:?}"));
                    }
                }
                for &at in lost.iter().filter(|&&at| !self.is_over(at)) {
                    let is_open = ways.is_empty() || self.has_way(at) && self.is_one_of(&ways, at);
                    self.must(is_open, format!("another way is open with {}", self.placement(at)));
                }
            }
        }
        Some(())
    }

    /// The positions with `turn` to move and a single piece on this place in which nobody can force a win.
    fn drawn_on(&self, turn: Player, (player, place): (Player, u32)) -> Vec<PositionId> {
        let is_so = |at: &PositionId| {
            self.mover(*at) == Some(turn) && self.stand(*at, player) == [place] && self.value(*at) == Value::Endless
        };
        self.all().filter(is_so).collect()
    }

    /// "The Mouse can run round the ring 1→2→3→4: wherever the Cat stands, it leaves the place of the Mouse or a
    /// neighbour of it on the ring free".
    fn ring_is_open(&self, text: &str) -> Option<()> {
        let [who, ring, hunter, other, free] =
            fits(text, "{} can run round the ring {}: wherever {} stands, {} leaves {} on the ring free")?;
        let (player, hunter) = (self.player(who)?, self.player(hunter)?);
        self.must(other == "it" && hunter == player.opponent(), "another side");
        let ring = Self::stops(ring)?.iter().map(|name| self.place(name)).collect::<Option<Vec<u32>>>()?;
        let own = &self.facts.steps[player.index()];
        let may_stay = ring.iter().all(|&at| own[at as usize].contains(&at));
        let known = if may_stay {
            format!("the place of {who} or a neighbour of it")
        } else {
            format!("a neighbour of the place of {who}")
        };
        self.must(free == known, "it may stay, or not");
        let all = self.facts.steps[hunter.index()].iter().enumerate();
        for (from, covered) in all.map(|(from, covered)| (from as u32, covered)) {
            for index in 0..ring.len() {
                let [one, here, other] = [0, 1, 2].map(|more| ring[(index + more) % ring.len()]);
                self.must(self.one_step(player, here, one) && self.one_step(player, here, other), "it is no ring");
                let covers = |place: u32| place == from || covered.contains(&place);
                let is_closed = covers(one) && covers(other) && (!may_stay || covers(here));
                self.must(here == from || !is_closed, format!("not with the Mouse on {here}, the Cat on {from}"));
            }
        }
        Some(())
    }

    /// A rule by places: "As the Mouse, on 1: to 9. On 5: to 6 if the Cat is on 3; otherwise to 9. Anywhere else: …".
    /// Every move that it allows is followed, against every reply.
    fn by_places(&self, text: &str) -> Option<()> {
        let (rules, reach) = text.rsplit_once(". ")?;
        let (rules, player) = match fits(rules, "as {}, {}") {
            Some([who, rules]) => (rules, self.player(who)?),
            None => (rules, self.winner()?),
        };
        let opponent = player.opponent();
        let aim = reach.split_once(" from here ")?;
        let wins = aim.0 == "Wins";
        let (against, count) = aim.1.strip_suffix(" that can arise")?.split_once(", in ")?;
        let may_err = against == format!("as long as {} makes no mistake", self.game.player(opponent));
        let rules: Vec<(&str, &str)> =
            rules.split(". ").map(|rule| rule.split_once(": ").unwrap_or((rule, ""))).collect();
        let small = |text: &str| text.to_lowercase();
        let moves = |at: PositionId| self.moves(at).iter().map(|(to, _)| *to).collect::<Vec<PositionId>>();
        let punishes = !wins && rules.iter().any(|(when, _)| small(when) == "but if a move wins at once");
        let allowed = |at: PositionId| -> Option<Vec<PositionId>> {
            let own = self.stand(at, player);
            for (when, does) in &rules {
                let when = small(when);
                if when == "win at once wherever possible" {
                    if self.wins_at_once(player, at) {
                        return Some(moves(at).into_iter().filter(|to| self.has_won(player, *to)).collect());
                    }
                } else if let Some(named) = when.strip_prefix("on ") {
                    let mut placements = items_of_placements(named);
                    if placements.any(|names| self.placed(&names) == Some(own.to_vec())) {
                        return self.case(does, at, player);
                    }
                } else if when == "anywhere else" || when == "everywhere" {
                    return self.case(does, at, player);
                } else if when != "but if a move wins at once" {
                    let how = when.replacen("go ", "going ", 1).replacen("stay ", "staying ", 1);
                    let how = how.replace("and stay there", "and staying there");
                    let then = self.shuttle(&how)?;
                    let goes = |to: &PositionId| {
                        own.first().and_then(|from| then.get(from)) == self.stand(*to, player).first()
                    };
                    return Some(moves(at).into_iter().filter(goes).collect());
                }
            }
            None
        };
        // Play beyond the limit does not matter to a hold.
        let limit = self.game.adjudication().limit.filter(|_| !wins).map_or(u64::MAX, |limit| limit.distance);
        let (mut met, mut open) = (BTreeSet::new(), BTreeSet::from([(0, self.start())]));
        // A win beyond the limit is held as well.
        let is_held = !wins && self.value(self.start()).winner() != Some(player);
        let (mut own, mut errs, mut next) = (0, false, BTreeMap::new());
        while let Some((spent, at)) = open.pop_first() {
            if !met.insert(at) {
                continue;
            }
            self.must(!self.has_won(opponent, at), "it is lost");
            let mut to: Vec<(PositionId, u64)> = self.moves(at).to_vec();
            to.retain(|(_, cost)| spent + cost <= limit);
            if self.mover(at) == Some(player) && !to.is_empty() {
                own += 1;
                let allowed = allowed(at)?;
                self.must(!allowed.is_empty(), format!("no rule for {}", self.placement(at)));
                to.retain(|(to, _)| allowed.contains(to));
            } else if is_held && self.mover(at).is_some() {
                let is_error = |to: PositionId| self.value(to).winner() == Some(player);
                errs |= to.iter().any(|&(to, _)| is_error(to) && !self.punishes_at_once(player, to));
                to.retain(|&(to, _)| !is_error(to));
            }
            if self.mover(at).is_some() {
                open.extend(to.iter().map(|&(to, cost)| (spent + cost, to)));
                next.insert(at, to.into_iter().map(|(to, _)| to).collect::<Vec<PositionId>>());
            }
        }
        let arise = match own {
            1 => "the only position".to_owned(),
            2 => "both positions".to_owned(),
            _ => format!("all {} positions", group_thousands(own)),
        };
        self.must(arise == count, format!("{own} can arise"));
        self.must(errs == may_err || punishes && !may_err, "the opponent can err, or cannot");
        if wins {
            // Positions from which all play ends, backwards.
            let mut won: BTreeSet<PositionId> = met.iter().copied().filter(|&at| self.has_won(player, at)).collect();
            loop {
                let ends = |at: &&PositionId| {
                    !won.contains(at)
                        && next.get(at).is_some_and(|next| !next.is_empty() && next.iter().all(|to| won.contains(to)))
                };
                let more: Vec<PositionId> = met.iter().filter(ends).copied().collect();
                if more.is_empty() {
                    break;
                }
                won.extend(more);
            }
            self.must(won.contains(&self.start()), "it does not win");
        }
        Some(())
    }

    /// The places in "3+7", in order.
    fn placed(&self, names: &str) -> Option<Vec<u32>> {
        let mut places: Vec<u32> = names.split('+').map(|name| self.place(name)).collect::<Option<_>>()?;
        places.sort_unstable();
        Some(places)
    }

    /// The moves of a case such as "to 5 if the Cat is on 3 or 9; otherwise to 3".
    fn case(&self, text: &str, at: PositionId, player: Player) -> Option<Vec<PositionId>> {
        let opponent = player.opponent();
        let foe = self.stand(at, opponent);
        for case in text.split("; ") {
            let (does, condition) = case.rsplit_once(" if ").map_or((case, None), |(does, when)| (does, Some(when)));
            let is_so = match condition {
                None => true,
                Some(condition) => {
                    let [who, when] = fits(condition, "{} is {}")?;
                    self.must(self.player(who)? == opponent, "another side");
                    if let Some(named) = when.strip_prefix("on ") {
                        items_of_placements(named).any(|names| self.placed(&names).as_deref() == Some(foe))
                    } else {
                        let (when, from_goal) = match when.strip_suffix(&format!(" from {}", self.goal())) {
                            Some(when) => (when, true),
                            None => (when.strip_suffix(" away")?, false),
                        };
                        let own: BTreeSet<u32> = self.stand(at, player).iter().copied().collect();
                        let far = if from_goal {
                            let (goal, more) = &self.facts.walks.goals[opponent.index()];
                            self.facts.walks.nearest(opponent, foe, goal).map(|steps| steps + more)
                        } else {
                            self.nearest(opponent, foe, &own)
                        };
                        let count = |text: &str| -> Option<u32> { text.split(' ').next()?.parse().ok() };
                        match (when.strip_prefix("at most "), when.strip_prefix("more than ")) {
                            (Some(most), _) => far.is_some_and(|far| Some(far) <= count(most)),
                            (_, Some(least)) => far.is_none_or(|far| Some(far) > count(least)),
                            _ => far.is_some_and(|far| Some(far) <= count(when)),
                        }
                    }
                }
            };
            if is_so {
                return self.action(does.strip_prefix("otherwise ").unwrap_or(does), at, player);
            }
        }
        None
    }

    /// The moves of an action such as "to 5", "stay" or "a step nearer to the hole, where the Cat cannot win with its next
    /// move".
    fn action(&self, text: &str, at: PositionId, player: Player) -> Option<Vec<PositionId>> {
        let opponent = player.opponent();
        let (text, is_safe) = match text.split_once(&format!("where {} cannot win", self.game.player(opponent))) {
            Some((text, _)) => (text.trim_end_matches(", ").trim_end_matches(" to "), true),
            None => (text, false),
        };
        let own = self.stand(at, player).to_vec();
        let foe: BTreeSet<u32> = self.stand(at, opponent).iter().copied().collect();
        let goals: BTreeSet<u32> = self.facts.walks.goals[player.index()].0.iter().copied().collect();
        let nearer = |to: PositionId, of: &BTreeSet<u32>| {
            Some(self.nearest(player, self.stand(to, player), of)?.cmp(&self.nearest(player, &own, of)?))
        };
        let is_meant = |to: PositionId| -> Option<bool> {
            Some(match text {
                "stay" | "keep the same places" => self.stand(to, player) == own,
                "any move" => true,
                _ => {
                    if let Some(whom) = text.strip_prefix("a step nearer to ") {
                        let of = if self.player(whom).is_some() { &foe } else { &goals };
                        nearer(to, of).is_some_and(std::cmp::Ordering::is_lt)
                    } else if text.starts_with("a step away from ") {
                        nearer(to, &foe).is_some_and(std::cmp::Ordering::is_gt)
                    } else {
                        let named = text.strip_prefix("to ")?;
                        let mut placements = items_of_placements(named);
                        placements.any(|names| self.placed(&names).as_deref() == Some(self.stand(to, player)))
                    }
                }
            })
        };
        let safe = |to: PositionId| self.has_won(player, to) || !self.is_over(to) && !self.wins_at_once(opponent, to);
        let mut found = Vec::new();
        for &(to, _) in self.moves(at) {
            if is_meant(to)? && (!is_safe || safe(to)) {
                found.push(to);
            }
        }
        Some(found)
    }

    /// "The Cat cannot corner the Mouse, which always has one of 2, 4 and 6 to go to": its moves can end there
    /// for ever, or, as is said then, until the Cat errs and opens a way.
    fn suffices(&self, text: &str) -> Option<()> {
        let (text, opens_way) = cut(text, ", or an open way");
        let [hunter, hunted, places] = fits(text, "{} cannot corner {}, which always has one of {} to go to")?;
        let (hunter, hunted, places) = (self.player(hunter)?, self.player(hunted)?, self.places(places)?);
        self.must(hunted == hunter.opponent() && self.value(self.start()) == Value::Endless, "it is caught");
        let is_free = |at: PositionId| {
            self.value(at).winner() == Some(hunted) && (!opens_way || self.is_over(at) || self.has_way(at))
        };
        let mut held: Vec<bool> = self.all().map(|at| !self.has_won(hunter, at)).collect();
        loop {
            let fails = |at: &PositionId| {
                let own = self.mover(*at) == Some(hunted);
                let ends_there = |to: PositionId| self.stand(to, hunted).iter().all(|place| places.contains(place));
                let mut to = self.moves(*at).iter().map(|(to, _)| *to);
                let holds = match own {
                    _ if self.moves(*at).is_empty() || is_free(*at) => true,
                    true => to.any(|to| held[to.index()] && ends_there(to)),
                    false => to.all(|to| held[to.index()]),
                };
                held[at.index()] && !holds
            };
            let failing: Vec<PositionId> = self.all().filter(fails).collect();
            if failing.is_empty() {
                break;
            }
            for at in failing {
                held[at.index()] = false;
            }
        }
        self.must(held[self.start().index()], "it needs other places");
        Some(())
    }

    /// Where a piece goes against each place of the opponent's, read from "4 against the Cat on 5 or 6 and
    /// on 6 against 2".
    fn tie(&self, text: &str, opponent: Player) -> Option<BTreeMap<u32, u32>> {
        let mut tie = BTreeMap::new();
        for (index, part) in text.replace(" and on ", "|").replace(", on ", "|").split('|').enumerate() {
            let [own, theirs] = fits(part, "{} against {}")?;
            let who = format!("{} on ", self.game.player(opponent));
            let theirs = if index == 0 { theirs.strip_prefix(&who)? } else { theirs };
            for place in self.places(theirs)? {
                self.must(tie.insert(place, self.place(own)?).is_none(), "it goes to two places");
            }
        }
        Some(tie)
    }

    /// Where a piece goes from each place, read from "staying on 2", "going 3→2 and staying there",
    /// "going to and fro between 2 and 5" or "going 3→2 and then to and fro between 2 and 5".
    fn shuttle(&self, text: &str) -> Option<BTreeMap<u32, u32>> {
        let (way, between) = if let Some(place) = text.strip_prefix("staying on ") {
            (vec![place.to_owned()], None)
        } else if let Some([way]) = fits(text, "going {} and staying there") {
            (Self::stops(way)?, None)
        } else if let Some([one, other]) = fits(text, "going to and fro between {} and {}") {
            (vec![one.to_owned()], Some(other.to_owned()))
        } else {
            let [way, one, other] = fits(text, "going {} and then to and fro between {} and {}")?;
            let way = Self::stops(way)?;
            self.must(way.last().is_some_and(|last| last == one), "the way leads elsewhere");
            (way, Some(other.to_owned()))
        };
        let places: Vec<u32> = way.iter().map(|name| self.place(name)).collect::<Option<_>>()?;
        let last = *places.last()?;
        let back = between.map_or(Some(last), |other| self.place(&other))?;
        let mut then: BTreeMap<u32, u32> = places.windows(2).map(|two| (two[0], two[1])).collect();
        then.extend([(back, last), (last, back)]);
        Some(then)
    }

    /// The positions after each number of plies if both players make any of their best moves. With
    /// `main`, the winner makes only its main moves.
    fn longest_defences(&self, main: bool) -> Vec<BTreeSet<PositionId>> {
        let mut layers = vec![BTreeSet::from([self.start()])];
        for _ in 1..self.line.len() {
            let mut next = BTreeSet::new();
            for &at in &layers[layers.len() - 1] {
                let best = |to: &PositionId| self.value(*to).one_move_before(1) == self.value(at);
                if main && self.mover(at) == self.winner() {
                    next.extend(self.main_move(at));
                } else {
                    next.extend(self.moves(at).iter().map(|(to, _)| *to).filter(best));
                }
            }
            layers.push(next);
        }
        layers
    }

    /// Reads what all longest defences have in common.
    fn drive(&self, text: &str) -> Option<()> {
        (!text.to_lowercase().starts_with("while ")).then_some(())?;
        self.drive_if(false, text)
    }

    /// Reads what they have in common only while the winner makes its main moves.
    fn drive_of_main_moves(&self, text: &str) -> Option<()> {
        let [winner, rest] = fits(text, "while {} plays on like this, {}")?;
        self.must(self.winner() == self.player(winner), "another side wins");
        self.must(self.longest_defences(false) != self.longest_defences(true), "it has no other best moves");
        self.drive_if(true, rest)
    }

    fn drive_if(&self, main: bool, text: &str) -> Option<()> {
        let (winner, layers) = (self.winner()?, self.longest_defences(main));
        let count = self.line.len() - 1;
        let is_losers = |ply: &usize| self.mover(self.line[*ply]) == Some(winner.opponent());
        let last = (0..count).rev().find(is_losers)?;
        let stood = |ply: usize, player: Player| -> BTreeSet<u32> {
            layers[ply].iter().flat_map(|&at| self.stand(at, player)).copied().collect()
        };
        let at = |told: &str| {
            let [placement, mover] = fits(told, "{} with {} to move")?;
            self.find(placement, self.player(mover)?)
        };
        let must_be = |names: &str, places: BTreeSet<u32>| {
            match names.strip_suffix(" places") {
                Some(told) => self.must(told.parse() == Ok(places.len()), "another number of places"),
                None => self.must(self.places(names)? == places, format!("it is on {places:?}")),
            }
            Some(())
        };
        for part in text.split("; ") {
            if let Some([told, before]) = fits(part, "every longest defence comes to {}, {} before the end") {
                let left: usize = before.split(' ').next()?.parse().ok()?;
                let here = &layers[count.checked_sub(left)?];
                self.must(*here == BTreeSet::from([at(told)?]), format!("it comes to {here:?}"));
                self.must(layers[count - left - 1].len() > 1, "they do not differ before");
            } else if let Some([who, names]) =
                fits(part, "{} makes for {}: every longest defence ends with its step from there")
            {
                self.must(self.player(who) == Some(winner), "another side wins");
                must_be(names, stood(count - 1, winner))?;
                let is_in = |at: &PositionId| self.stand(*at, winner).iter().any(|at| self.facts.holes.contains(at));
                self.must(layers[count].iter().all(is_in), "it does not get in");
            } else {
                let [who, loser, names, how] = fits(part, "{} drives {} to {}: {}")?;
                self.must(self.player(who) == Some(winner) && self.player(loser) == Some(winner.opponent()), "who?");
                must_be(names, stood(last, winner.opponent()))?;
                match how.strip_prefix("every longest defence ends in ") {
                    Some(told) => self.must(layers[last] == BTreeSet::from([at(told)?]), "it ends otherwise"),
                    None => (how == "there it moves last in every longest defence").then_some(())?,
                }
            }
        }
        Some(())
    }

    /// For each position that arises while a holder answers and the opponent plays anything, what both
    /// have spent when it arises first.
    fn soonest(&self, holding: &Holding) -> BTreeMap<PositionId, u64> {
        let mut soonest = BTreeMap::from([(self.start(), 0)]);
        loop {
            let mut sooner = Vec::new();
            for (&at, &spent) in &soonest {
                let answer = holding.answers.iter().find(|answer| answer.position == at).map(|answer| answer.to);
                let made = self.moves(at).iter().filter(|(to, _)| answer.is_none_or(|answer| answer == *to));
                let endless = made.filter(|(to, _)| self.value(*to) == Value::Endless);
                sooner.extend(endless.map(|&(to, cost)| (to, spent + cost)));
            }
            sooner.retain(|(to, spent)| soonest.get(to).is_none_or(|known| spent < known));
            if sooner.is_empty() {
                return soonest;
            }
            for (to, spent) in sooner {
                let known = soonest.entry(to).or_insert(spent);
                *known = spent.min(*known);
            }
        }
    }

    /// Checks what a sentence says about the positions that arise while a player holds.
    fn breaks(&self, text: &str, player: Player) -> Option<()> {
        let opponent = player.opponent();
        let holding = self.explanation.holdings.iter().find(|holding| holding.player == player)?;
        let is_lost = |to: &PositionId| self.value(*to).winner() == Some(opponent);
        let losing =
            |at: PositionId| -> Vec<PositionId> { self.moves(at).iter().map(|(to, _)| *to).filter(is_lost).collect() };
        // Whatever rules both sides follow, they make moves that hold.
        let (mut arising, mut open) = (BTreeSet::new(), vec![self.start()]);
        while let Some(at) = open.pop() {
            if self.value(at) == Value::Endless && arising.insert(at) {
                open.extend(self.moves(at).iter().map(|(to, _)| *to));
            }
        }
        arising.retain(|&at| self.mover(at) == Some(player));
        self.must(arising.iter().any(|&at| self.moves(at).len() > 1), "it has no choice");
        let every: Vec<PositionId> = arising.into_iter().flat_map(losing).collect();
        let soonest = self.soonest(holding);
        let limit = self.explanation.summary.adjudication.limit.map_or(u64::MAX, |limit| limit.distance);
        // Under a limit, only losses count that come before it if the position arises as soon as it can.
        let losing_in_time = |at: PositionId| -> Vec<PositionId> {
            let in_time = |&(to, cost): &(PositionId, u64)| {
                is_lost(&to) && soonest[&at] + cost + self.value(to).distance().expect("it is lost") <= limit
            };
            self.moves(at).iter().copied().filter(in_time).map(|(to, _)| to).collect()
        };
        let losses: Vec<PositionId> =
            holding.answers.iter().flat_map(|answer| losing_in_time(answer.position)).collect();
        let only = format!(
            "a move of its own loses only if it lets {} win at once or with its next move",
            self.game.player(opponent)
        );
        if text == "none of its moves loses" {
            self.must(every.is_empty(), "some do");
        } else if text == only {
            self.must(
                !every.is_empty() && every.iter().all(|&to| self.punishes_at_once(opponent, to)),
                "others lose as well",
            );
        } else {
            let [lead, step, against, soon] = fits(text, "{}: {} against {} loses {}")?;
            let [from, to] = self.step(step)?;
            let is_it =
                |&at: &PositionId| self.stand(at, player) == from && self.game.placement(at, opponent) == against;
            let found = holding.answers.iter().map(|answer| answer.position).filter(is_it);
            let found = found.flat_map(losing_in_time).filter(|&at| self.stand(at, player) == to);
            let found: Vec<PositionId> = found.collect();
            self.must(!found.is_empty(), "there is no such loss");
            let later = losses.iter().filter(|to| !self.punishes_at_once(opponent, **to));
            let longest = later.filter_map(|&to| self.value(to).distance()).max();
            self.must(!losses.iter().all(|&to| self.punishes_at_once(opponent, to)), "all are punished at once");
            for at in found {
                self.must(self.value(at).distance() == self.amount(soon), format!("{:?}", self.value(at)));
                self.must(self.value(at).distance() == longest, "another loss takes longer");
                let is_hidden = match lead {
                    "not every mistake is punished at once" => !self.punishes_at_once(opponent, at),
                    _ => return None,
                };
                self.must(is_hidden, "it is punished at once");
            }
        }
        Some(())
    }

    fn circle(&self, text: &str) -> Option<()> {
        let (since, rest) = text.strip_prefix("from ")?.split_once(" on ")?;
        let since = if since == "the start" { 0 } else { since.strip_prefix("ply ")?.parse::<usize>().ok()? - 1 };
        let last = self.line.len() - 1;
        // The moves between the two equal positions can be repeated.
        self.must(since < last && self.line[since] == self.last(), "it does not come back to there");
        if let Some(count) = rest.strip_prefix("the play repeats every ") {
            self.must(count.split(' ').next()?.parse() == Ok(last - since), "another number of plies");
            return Some(());
        }
        for part in rest.strip_prefix("the play repeats: ").unwrap_or(rest).split(", and ") {
            let player = Player::BOTH.into_iter().find(|&player| part.starts_with(&self.game.player(player)))?;
            match fits(part, &format!("{} {{}} {{}}", self.game.player(player)))? {
                ["walks", way] => self.must_walk(way, player, since, last)?,
                ["stays", at] => {
                    let mut at: Vec<u32> =
                        at.strip_prefix("at ")?.split('+').map(|name| self.place(name)).collect::<Option<_>>()?;
                    at.sort_unstable();
                    self.must(self.line[since..].iter().all(|&here| self.stand(here, player) == at), "it moves");
                }
                _ => return None,
            }
        }
        Some(())
    }

    fn parity(&self, text: &str) -> Option<()> {
        let told = "neither side can waste a move to change whose turn it is: the places have two colours, and each \
                    step changes the colour of its piece";
        let told = match fits(text, "if it were the turn of {}, {}; but {}") {
            Some([other, would, rest]) => {
                let other = self.player(other)?;
                self.must(self.mover(self.start()) == Some(other.opponent()), "it is its turn");
                let would = match would {
                    "it would be a draw" => WinOrDraw::Draw,
                    would => WinOrDraw::Win(self.player(would.strip_suffix(" would win")?)?),
                };
                let passed = self.game.passed(self.start())?;
                self.must(self.outcome(passed, 0) == would && self.outcome(self.start(), 0) != would, "it would not");
                (rest == told).then_some(())
            }
            None => (text == told).then_some(()),
        };
        told?;
        let arising = self.arising(self.start(), Player::One, |at| self.moves(at).iter().map(|(to, _)| *to).collect());
        let goes_on: Vec<PositionId> = arising.into_iter().filter(|&at| !self.is_over(at)).collect();
        let placements: BTreeSet<&[Vec<u32>; 2]> = goes_on.iter().map(|at| &self.facts.stands[at.index()]).collect();
        self.must(placements.len() == goes_on.len(), "a placement arises with both to move");
        // Both players use the same colouring, as the sentence says.
        let mut colours: BTreeMap<u32, bool> = BTreeMap::new();
        let edges: BTreeSet<(u32, u32)> = goes_on
            .iter()
            .flat_map(|&at| Player::BOTH.map(|player| (player, self.stand(at, player)[0])))
            .flat_map(|(player, from)| {
                self.facts.steps[player.index()][from as usize].iter().map(move |&to| (from, to))
            })
            .collect();
        while let Some(&(root, _)) = edges.iter().find(|(from, _)| !colours.contains_key(from)) {
            colours.insert(root, false);
            let mut open = vec![root];
            while let Some(at) = open.pop() {
                let near = edges.iter().filter(|(from, to)| *from == at || *to == at).map(|(from, to)| from + to - at);
                for other in near {
                    let colour = !colours[&at];
                    if *colours.entry(other).or_insert_with(|| {
                        open.push(other);
                        colour
                    }) != colour
                    {
                        self.must(false, "the places have no two colours");
                        return Some(());
                    }
                }
            }
        }
        Some(())
    }

    fn race(&self, text: &str) -> Option<()> {
        let nearest = |player: Player, what: &str| {
            let to: BTreeSet<u32> = match self.player(what) {
                Some(prey) => self.stand(self.start(), prey).iter().copied().collect(),
                None => self.facts.holes.iter().copied().filter(|_| what == self.goal()).collect(),
            };
            self.nearest(player, self.stand(self.start(), player), &to)
        };
        if let Some([goal, one, rest]) = fits(text, "it is a race to {}: the Mouse has {} to go and the Cat {}") {
            let [two, mover, other, lead] = fits(
                rest,
                "{}, it is {}'s turn, and with equally many to go the side whose turn it is gets there first; so {} \
                 is {}",
            )?;
            let steps: [u32; 2] = [one.split(' ').next()?.parse().ok()?, two.parse().ok()?];
            self.must([nearest(Player::One, goal), nearest(Player::Two, goal)] == steps.map(Some), "another distance");
            // If the hole does not end the game for the cat, or there are several holes to guard,
            // being first does not count.
            let counts = match self.game.rules().cat_in_hole {
                CatInHole::Wins => true,
                CatInHole::Guards => self.facts.holes.len() == 1,
                _ => false,
            };
            self.must(counts, "it does not count to be there first");
            let (mover, ahead) = (self.player(mover)?, self.player(other)?);
            self.must(self.mover(self.start()) == Some(mover), "the other side is to move");
            let (own, its) = (steps[ahead.index()], steps[ahead.opponent().index()]);
            self.must(own < its || own == its && ahead == mover, "the other side is ahead");
            let by = lead.strip_suffix("ahead")?.trim_end().split(' ').next()?;
            self.must(by.is_empty() && own == its || by.parse() == Ok(its.abs_diff(own)), "by another lead");
            let winner = self.winner();
            self.must(winner == Some(ahead), format!("the winner is {winner:?}"));
            return Some(());
        }
        let (one, two) = text.split_once("; the Cat ")?;
        for (player, parts) in [(Player::One, one.strip_prefix("the Mouse ")?), (Player::Two, two)] {
            for part in parts.split(" and ") {
                let (told, what) = if let Some(what) = part.strip_prefix("cannot get to ") {
                    (None, what)
                } else if let Some(what) = part.strip_prefix("is at ") {
                    (Some(0), what)
                } else {
                    let [count, _, what] = fits(part, "is {} {} from {}")?;
                    (Some(count.parse().ok()?), what)
                };
                let far = nearest(player, what);
                self.must(far == told, format!("{part}: {far:?}"));
            }
        }
        Some(())
    }
}

/// The number of sentences of each form that were read, and the sentences that were refuted.
#[derive(Default)]
struct Report {
    read: BTreeMap<&'static str, usize>,
    refuted: Vec<String>,
}

/// The name of a form, and its method, which returns `None` for a sentence of another form.
type Shape<R> = (&'static str, fn(&R, &str) -> Option<()>);

/// How a holder wins if its opponent errs.
enum Errors {
    /// It is not told.
    Somehow,
    /// A safe way is open: one of these, if there are any.
    Open(Vec<String>),
    /// At once.
    AtOnce,
    /// The player goes on as it does, and wins at once where it can.
    Anyway,
}

impl Reader<'_> {
    /// All forms of sentences.
    const SHAPES: [Shape<Self>; 45] = [
        ("safe way", Self::safe_way),
        ("no safe way", Self::no_safe_way),
        ("way opens", Self::way_opens),
        ("race told", Self::race_told),
        ("taken", Self::taken),
        ("suffices", Self::suffices),
        ("tied", Self::tied),
        ("ring is open", Self::ring_is_open),
        ("rule by places", Self::by_places),
        ("chase", Self::chase),
        ("no hinge", Self::no_hinge),
        ("hinge", Self::hinge),
        ("rule", Self::rule),
        ("walk", Self::walk),
        ("rule that holds", Self::holding_rule),
        ("corner", Self::corner),
        ("stuck", Self::stuck),
        ("law", Self::law),
        ("no law", Self::no_law),
        ("door", Self::only_door),
        ("drive of main moves", Self::drive_of_main_moves),
        ("drive", Self::drive),
        ("moral", Self::moral),
        ("headline", Self::headline),
        ("ending", Self::ending),
        ("turn matters", Self::turn_matters),
        ("detour", Self::detour),
        ("same trick", Self::same_trick),
        ("handed over", Self::handed_over),
        ("costs", Self::costs_shared),
        ("roles", Self::roles),
        ("roles together", Self::roles_together),
        ("walks", Self::walks_told),
        ("shut in", Self::shut_in),
        ("room", Self::room),
        ("run", Self::run),
        ("gate", Self::gate),
        ("exact", Self::exact),
        ("slips", Self::slips),
        ("safe", Self::safe),
        ("escape", Self::escape),
        ("guard", Self::guard),
        ("circle", Self::circle),
        ("parity", Self::parity),
        ("race", Self::race),
    ];

    /// Reads a sentence by the method for its form.
    fn read(&self, sentence: &str, name: &str, report: &mut Report) {
        let text = sentence.trim_end_matches('.');
        // A sentence begins with a capital letter. Try both spellings, because a name keeps its
        // capital.
        let small: String = text.chars().take(1).flat_map(char::to_lowercase).chain(text.chars().skip(1)).collect();
        for (shape, refute) in Self::SHAPES {
            let readings = [small.as_str(), text].into_iter().filter_map(|text| {
                self.refuted.take();
                refute(self, text).map(|()| self.refuted.take())
            });
            if let Some(refuted) = readings.min_by_key(Vec::len) {
                *report.read.entry(shape).or_default() += 1;
                if !refuted.is_empty() {
                    report.refuted.push(format!("{sentence}\n  is not so ({shape}): {refuted:?}\n  {name}"));
                }
                return;
            }
        }
        report.refuted.push(format!("{sentence}\n  cannot be read\n  {name}"));
    }
}

impl Report {
    fn read_all(&mut self, game: &Game, name: &str) {
        let facts = Facts::new(game);
        let longest = Player::BOTH.into_iter().filter_map(|player| Some(facts.solution.longest_win(player)?.0));
        let starts: BTreeSet<PositionId> = longest.chain([game.opening(&facts.solution).id]).collect();
        for start in starts {
            let name = format!("{name} from {}", game.notation(&game.position(start)));
            let context = Context::new(game.arena(), game, &facts.solution, game.adjudication());
            let laws = Laws::of(&context);
            let explanation = explain(&context.with_laws(&laws), start);
            let claims = story(game.arena(), game, &facts.solution, &explanation);
            let reader = Reader {
                facts: &facts,
                game,
                explanation: &explanation,
                line: std::iter::once(start).chain(explanation.plies.iter().map(|ply| ply.played.to)).collect(),
                costs: explanation.plies.iter().map(|ply| u64::from(ply.played.cost)).collect(),
                there: RefCell::default(),
                own_ways: Cell::default(),
                refuted: RefCell::default(),
            };
            reader.reasons();
            let refuted = reader.refuted.take();
            if !refuted.is_empty() {
                self.refuted.push(format!("a reason is not so: {refuted:?}\n  {name}"));
            }
            let whole = [prose::headline(&explanation.summary, game), prose::ending(&explanation, game)];
            let single = claims.iter().map(|claim| prose::claim(claim, &explanation, game));
            let turn = game.position(start).turn.into();
            let laws = prose::laws(&laws, game, start, turn);
            let lesson = prose::lesson(&claims, game.arena(), game, &facts.solution, &explanation).lesson;
            // What is said of mistakes is compared with the strategies.
            let rules = lesson.rules.into_iter().map(|rule| without_mistakes(&rule).to_owned());
            let lesson = lesson.idea.into_iter().chain(lesson.hinges).chain(rules).chain(lesson.or);
            let story = prose::story(&claims, &explanation, game);
            for sentence in whole.into_iter().chain(lesson).chain(story).chain(single).chain(laws) {
                reader.read(&sentence, &name, self);
            }
        }
    }

    /// Checks that nothing was refuted.
    fn refuted_none(&self) {
        let shown = self.refuted.len().min(20);
        assert!(self.refuted.is_empty(), "{} refuted\n{}", self.refuted.len(), self.refuted[..shown].join("\n"));
    }

    /// Checks that nothing was refuted, and that sentences of all forms except `rare` were read.
    fn end(&self, rare: &[&str]) {
        self.refuted_none();
        let unread = Reader::SHAPES.into_iter().map(|(shape, _)| shape).filter(|shape| !self.read.contains_key(shape));
        assert_eq!(unread.collect::<Vec<_>>(), rare, "{:?}", self.read);
    }
}

#[test]
fn no_sentence_about_a_fixture_is_refuted() {
    let mut report = Report::default();
    for (path, game) in small_games(6000) {
        report.read_all(&game, &path);
    }
    // A team of four cats. Cats with the same role are described together.
    let ring: Vec<String> = (0..8).map(|at| format!("[{at}, {}]", (at + 1) % 8)).collect();
    let edges = ring.join(", ");
    let text =
        format!("catmouse = 1\npreset = \"cops\"\n[board]\nvertices = 8\nedges = [{edges}]\n[rules]\ncats = 4\n");
    let game = read(&text, Format::Setup).expect("it is read").setup.plan().expect("it is in order").game();
    report.read_all(&game, "four cats on a ring of 8");
    report.end(&[]);
}

/// Other games with every value of `CATMOUSE_SEED`, for a run from time to time.
#[test]
fn no_sentence_about_a_random_game_is_refuted() {
    let seed = std::env::var("CATMOUSE_SEED").ok().map(|seed| seed.parse().expect("a number"));
    let (mut report, mut dice, mut games) = (Report::default(), Dice::new(seed.unwrap_or(914)), 0);
    while games < 400 {
        let setup = random_setup(&mut dice);
        if let Ok(plan) = setup.plan() {
            games += 1;
            report.read_all(&plan.game(), &format!("{:?} {:?}", setup.board, setup.rules));
        }
    }
    if seed.is_some() {
        report.refuted_none();
    } else {
        report.end(&["suffices", "ring is open", "stuck", "moral", "same trick", "roles together", "escape"]);
    }
}

/// Few random games are endless, and then both sides are told how they hold.
#[test]
fn no_sentence_about_an_endless_game_is_refuted() {
    let (mut report, mut dice, mut games) = (Report::default(), Dice::new(31), 0);
    while games < 400 {
        let setup = random_setup(&mut dice);
        let Ok(plan) = setup.plan() else { continue };
        let game = plan.game();
        let solution = catmouse_solver::solve_table(game.arena()).expect("the game is small");
        if solution.value(game.opening(&solution).id) == Value::Endless {
            games += 1;
            report.read_all(&game, &format!("{:?} {:?}", setup.board, setup.rules));
        }
    }
    report.refuted_none();
    let held = ["guard", "suffices", "tied", "rule by places", "rule that holds"];
    let unread: Vec<&str> = held.into_iter().filter(|shape| !report.read.contains_key(shape)).collect();
    assert!(unread.is_empty(), "{unread:?} of {:?}", report.read);
}
