//! Every claim of a story is checked, and no claim may be missing.
//!
//! The claims are recomputed from the values of all positions by their definitions, as naively as
//! possible. The test has its own code for the walk along the line, for the choice among equal
//! moves, and for the steps of pieces. It checks every fixture and thousands of random games.

use std::collections::{BTreeMap, BTreeSet};

use catmouse_arena::{
    Arena, Measure, Move, Place, Player, PositionId, Solution, Status, Value, Values, WinOrDraw, Words, check,
};
use catmouse_campaign::naive::{Walks, chosen, mover, moves, places, random_setup, small_games, steps};
use catmouse_campaign::random::Dice;
use catmouse_explain::story::{Claim, Gate, RunPursuit, Straight, Target, story};
use catmouse_explain::{Context, Explanation, LineEnd, Policy, Verdict, explain, judged_move, prose};
use catmouse_formats::{Format, read};
use catmouse_model::{Game, Position, Side};

/// An explained game, and the line recomputed by definition.
struct Told<'a> {
    game: &'a Game,
    solution: &'a Solution,
    explanation: Explanation,
    claims: Vec<Claim>,
    walks: Walks,
    /// The line, walked here.
    line: Vec<PositionId>,
    /// The cost of each move of the line.
    costs: Vec<u64>,
    name: &'a str,
}

/// The claims of one kind.
macro_rules! claims {
    ($told:ident, $Kind:ident) => {
        $told.claims.iter().filter_map(|claim| if let Claim::$Kind(claim) = claim { Some(claim) } else { None })
    };
}

/// The number of checked claims of each kind.
type Counts = BTreeMap<&'static str, usize>;

/// Checks the stories of a game from its start, and from the longest forced win of each side.
fn hold_against_the_table(game: &Game, name: &str, counts: &mut Counts) {
    let solution = catmouse_solver::solve_table(game.arena()).expect("the game is small");
    assert_eq!(check(game.arena(), &solution), Ok(()), "{name}");
    let longest = Player::BOTH.into_iter().filter_map(|player| Some(solution.longest_win(player)?.0));
    let starts: BTreeSet<PositionId> = longest.chain([game.opening(&solution).id]).collect();
    for start in starts {
        let name = format!("{name} from {}", game.notation(&game.position(start)));
        hold_from(game, &solution, start, &name, counts);
    }
}

fn hold_from(game: &Game, solution: &Solution, start: PositionId, name: &str, counts: &mut Counts) {
    let explanation = explain(&Context::new(game.arena(), game, solution, game.adjudication()), start);
    let claims = story(game.arena(), game, solution, &explanation);
    let walks = Walks::new(game);
    let (line, costs) = walked(game, solution, &walks, &explanation, start);
    let played: Vec<PositionId> = explanation.plies.iter().map(|ply| ply.played.to).collect();
    assert_eq!(played, line[1..], "the line breaks its ties as it should: {name}");
    for claim in &claims {
        *counts.entry(claim.kind()).or_default() += 1;
        assert!(!prose::claim(claim, &explanation, game).is_empty());
    }
    let sentences = prose::story(&claims, &explanation, game);
    assert!(sentences.iter().all(|sentence| !sentence.contains("said of")), "{sentences:?}");
    assert!(sentences.len() <= 7 && sentences.iter().all(|sentence| sentence.ends_with('.')), "{name}: {sentences:?}");
    let told = Told { game, solution, explanation, claims, walks, line, costs, name };
    told.sentences(&sentences);
    told.tempo();
    told.costs();
    told.roles();
    told.straight();
    told.sway();
    told.narrow();
    told.room();
    told.run();
    told.gate();
    told.only();
    told.escape();
    told.guard();
    told.circle();
    told.parity();
    told.race();
    told.verdicts();
}

/// The positions after one move.
fn targets(game: &Game, position: PositionId) -> Vec<PositionId> {
    moves(game, position).into_iter().map(|(to, _)| to).collect()
}

/// The positions that can arise if `follow` gives the moves at each position.
fn arising(from: PositionId, mut follow: impl FnMut(PositionId) -> Vec<PositionId>) -> Vec<PositionId> {
    let (mut all, mut met, mut next) = (vec![from], BTreeSet::from([from]), 0);
    while let Some(&position) = all.get(next) {
        next += 1;
        all.extend(follow(position).into_iter().filter(|&to| met.insert(to)));
    }
    all
}

/// The line. If no end is forced, it follows the answers of the holdings, unless the choice among
/// equal moves leads to a stalemate. Otherwise it consists of the chosen moves. `guard` checks that
/// the answers hold.
fn walked(
    game: &Game,
    solution: &Solution,
    walks: &Walks,
    explanation: &Explanation,
    start: PositionId,
) -> (Vec<PositionId>, Vec<u64>) {
    let by_choice = walked_by(game, start, |here| chosen(game, solution, walks, here));
    let last = by_choice.0[by_choice.0.len() - 1];
    let comes_to_rest = mover(game, last).is_some() && moves(game, last).is_empty();
    if solution.value(start) != Value::Endless || comes_to_rest {
        return by_choice;
    }
    let answers: BTreeMap<PositionId, PositionId> = explanation
        .holdings
        .iter()
        .flat_map(|holding| holding.answers.iter().map(|answer| (answer.position, answer.to)))
        .collect();
    walked_by(game, start, |here| match answers.get(&here) {
        Some(answer) => moves(game, here).into_iter().find(|(to, _)| to == answer),
        None => chosen(game, solution, walks, here),
    })
}

fn walked_by(
    game: &Game,
    start: PositionId,
    choose: impl Fn(PositionId) -> Option<(PositionId, u64)>,
) -> (Vec<PositionId>, Vec<u64>) {
    let limit = game.adjudication().limit.map(|limit| limit.distance);
    let (mut line, mut costs) = (vec![start], Vec::new());
    loop {
        let here = line[line.len() - 1];
        let Some((to, cost)) = choose(here) else { break };
        let spent: u64 = costs.iter().sum();
        if line[..line.len() - 1].contains(&here) || limit.is_some_and(|limit| spent + cost > limit) {
            break;
        }
        line.push(to);
        costs.push(cost);
    }
    (line, costs)
}

fn numbers(places: &[Place]) -> Vec<u32> {
    places.iter().map(|place| place.number()).collect()
}

impl Told<'_> {
    fn at(&self, position: PositionId) -> Position {
        self.game.position(position)
    }

    fn forced(&self) -> Option<Player> {
        let limit = self.game.adjudication().limit.map_or(u64::MAX, |limit| limit.distance);
        match self.solution.value(self.line[0]) {
            Value::Win { player, distance } if distance <= limit => Some(player),
            _ => None,
        }
    }

    /// The outcome of a value that arises after `spent` plies, or cost, of the limit.
    fn outcome(&self, value: Value, spent: u64) -> WinOrDraw {
        let adjudication = self.game.adjudication();
        match (value, adjudication.limit) {
            (Value::Win { player, .. }, None) => WinOrDraw::Win(player),
            (Value::Win { player, distance }, Some(limit)) if spent + distance <= limit.distance => {
                WinOrDraw::Win(player)
            }
            (_, Some(limit)) => limit.outcome,
            (Value::Endless, None) => adjudication.endless,
        }
    }

    /// The distance that is printed next to a move: the plies after it or, if moves have costs, the
    /// cost including its own.
    fn beside(&self, (to, cost): (PositionId, u64)) -> Option<u64> {
        let distance = self.solution.value(to).distance()?;
        Some(if self.game.measure() == Measure::Cost { distance + cost } else { distance })
    }

    fn spent(&self, plies: usize) -> u64 {
        self.costs[..plies].iter().sum()
    }

    fn others(&self, ply: usize) -> Vec<(PositionId, u64)> {
        let played = (self.line[ply], self.costs[ply - 1]);
        let mut others = moves(self.game, self.line[ply - 1]);
        let index = others.iter().position(|step| *step == played).expect("the line makes legal moves");
        others.remove(index);
        others
    }

    /// Checks what the sentences say in addition to the claims.
    fn sentences(&self, sentences: &[String]) {
        let text = sentences.join(" ");
        let has_room = sentences.len() < 5;
        self.tempi_told(&text);
        self.slips_told(&text, has_room);
        self.holdings_told(&text, has_room);
        for straight in claims!(self, Straight) {
            let told = prose::claim(&Claim::Straight(straight.clone()), &self.explanation, self.game);
            let names = self.nearer_but_wrong(straight);
            assert_eq!(told.contains("not every step nearer would do"), !names.is_empty(), "{}: {told}", self.name);
            let named = names.iter().filter(|name| told.contains(*name)).count();
            assert!(named >= names.len().min(2), "{}: {told} {names:?}", self.name);
        }
    }

    /// If the text describes that the move is handed over, it names every pair of plies that is not
    /// inside another pair.
    fn tempi_told(&self, text: &str) {
        let is_told = text.contains(" takes a detour of ");
        for tempo in claims!(self, Tempo).filter(|tempo| tempo.outermost && is_told) {
            let (from, to) = (tempo.from_ply, tempo.to_ply);
            let named = match from {
                0 => format!("(at the start and after ply {to})"),
                _ => format!("(after plies {from} and {to})"),
            };
            let is_first = text.contains(&format!("after ply {to} the same pieces stand"));
            assert!(is_first || text.contains(&named), "{}: {text}", self.name);
        }
        // After the pair that is described in detail, the game goes on. No later pair has this
        // property.
        let words: Vec<&str> = text.split(' ').collect();
        if let Some(at) = words.windows(4).position(|four| four == ["the", "same", "pieces", "stand"]) {
            let to: usize = words[at - 1].parse().expect("a number of plies");
            let pairs = || claims!(self, Tempo).map(|tempo| (tempo.from_ply, tempo.to_ply));
            let lasts = |to: usize| self.solution.value(self.line[to]).distance().expect("it is forced") > 2;
            let from = pairs().filter(|pair| pair.1 == to).map(|pair| pair.0).max().expect("it is a pair");
            assert!(lasts(to) && pairs().all(|(other, to)| other <= from || !lasts(to)), "{}: {text}", self.name);
        }
    }

    /// If the text says which mistakes alone the winner must avoid, the line allows no others.
    fn slips_told(&self, text: &str, has_room: bool) {
        let (is_told, is_free) = (
            text.contains("can throw the win away only by letting"),
            text.contains("cannot go wrong: every other move"),
        );
        let Some(winner) = self.forced() else {
            assert!(!is_told && !is_free, "{}: {text}", self.name);
            return;
        };
        let own = || (1..self.line.len()).filter(|&ply| mover(self.game, self.line[ply - 1]) == Some(winner));
        let (mut slips, mut seen) = (0, 0);
        for ply in own() {
            for (to, cost) in self.others(ply) {
                let value = self.solution.value(to);
                if self.outcome(value, self.spent(ply - 1) + cost) == WinOrDraw::Win(winner) {
                    continue;
                }
                let has_won = |at: PositionId| self.game.arena().status(at) == Status::Won(winner.opponent());
                let loses = has_won(to) || moves(self.game, to).iter().any(|&(reply, _)| has_won(reply));
                if loses { seen += 1 } else { slips += 1 }
            }
        }
        let has_moves = own().filter(|&ply| mover(self.game, self.line[ply]).is_some()).count() >= 4;
        assert!(!(is_told || is_free) || has_moves && slips == 0 && is_told == (seen > 0), "{}: {text}", self.name);
        if has_room && has_moves && slips == 0 {
            assert!(is_told || is_free, "{}: {text}", self.name);
        }
    }

    /// The text says how a player holds, unless there is nothing to prevent.
    fn holdings_told(&self, text: &str, has_room: bool) {
        // Where a player is soon stuck, there is nothing to keep up.
        if self.explanation.summary.end == LineEnd::Stuck {
            return;
        }
        let out_of_reach = claims!(self, Race).any(|race| race.to_goal[0].is_none());
        let answered = self.explanation.holdings.iter().filter(|holding| !holding.answers.is_empty());
        for holding in answered.filter(|holding| has_room && !(out_of_reach && holding.player == Player::Two)) {
            let task = self.game.task(holding.player);
            assert!(text.contains(&task), "{}: {text}", self.name);
        }
    }

    /// Moves of the winner during the stretch that were not played, come nearer to the goal, and
    /// throw the win away, but do not lose at once.
    fn nearer_but_wrong(&self, straight: &Straight) -> Vec<String> {
        let holes: Vec<u32> = self.game.rules().holes.iter().map(|hole| hole.number()).collect();
        let left = |position: PositionId| {
            let place = places(&self.at(position), straight.player)[0];
            holes.iter().filter_map(|&hole| self.walks.walk(straight.player, place, hole)).min()
        };
        let mut found = Vec::new();
        for ply in straight.from_ply + 1..=straight.to_ply {
            let is_own = mover(self.game, self.line[ply - 1]) == Some(straight.player);
            if straight.target != Target::Goal || !is_own {
                continue;
            }
            for (to, cost) in self.others(ply) {
                let value = self.solution.value(to);
                let throws = self.outcome(value, self.spent(ply - 1) + cost) != WinOrDraw::Win(straight.player);
                let nearer = left(to).is_some_and(|to| left(self.line[ply - 1]).is_some_and(|from| to < from));
                if throws && nearer && value.distance() != Some(0) {
                    found.push((
                        ply,
                        Words::target(self.game, self.line[ply - 1], self.game.cheapest(self.line[ply - 1], to)),
                    ));
                }
            }
        }
        found.into_iter().map(|(ply, target)| format!("{target} at ply {ply}")).collect()
    }

    fn tempo(&self) {
        let mut pairs = Vec::new();
        if self.forced().is_some() {
            for to in 3..self.line.len() {
                for from in 0..=to - 3 {
                    let (before, after) = (self.at(self.line[from]), self.at(self.line[to]));
                    let same = before.mouse == after.mouse && before.cats == after.cats && before.turn != after.turn;
                    // If the game is over, no player is to move.
                    if same && mover(self.game, self.line[to]).is_some() {
                        pairs.push((from, to));
                    }
                }
            }
        }
        let inside =
            |&(from, to): &(usize, usize)| pairs.iter().any(|&(a, b)| a <= from && to <= b && (a, b) != (from, to));
        let mut expect: Vec<_> = pairs.iter().map(|pair| (*pair, !inside(pair))).collect();
        let mut found = Vec::new();
        for tempo in claims!(self, Tempo) {
            assert_eq!((tempo.from, tempo.to), (self.line[tempo.from_ply], self.line[tempo.to_ply]));
            found.push(((tempo.from_ply, tempo.to_ply), tempo.outermost));
        }
        expect.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expect, "{}", self.name);
    }

    fn costs(&self) {
        let claims: Vec<_> = claims!(self, Costs).collect();
        let is_told = self.forced().is_some() && self.game.board().has_costs() && self.line.len() > 1;
        assert_eq!(claims.len(), usize::from(is_told), "{}", self.name);
        for costs in claims {
            let of = |player: Player| -> u64 {
                let own = (1..self.line.len()).filter(|&ply| mover(self.game, self.line[ply - 1]) == Some(player));
                own.map(|ply| self.costs[ply - 1]).sum()
            };
            assert_eq!(costs.pays, Player::BOTH.map(of), "{}", self.name);
            let total: u64 = self.costs.iter().sum();
            assert_eq!(self.solution.value(self.line[0]).distance(), Some(total), "{}", self.name);
            let carried: u64 = costs.plies.iter().map(|ply| self.costs[ply - 1]).sum();
            assert!(2 * carried >= total && costs.plies.is_sorted(), "{}", self.name);
            let mut dearest = self.costs.clone();
            dearest.sort_unstable_by(|a, b| b.cmp(a));
            let fewer: u64 = dearest[..costs.plies.len() - 1].iter().sum();
            let as_many: u64 = dearest[..costs.plies.len()].iter().sum();
            assert!(2 * fewer < total && carried == as_many, "{}", self.name);
        }
    }

    fn roles(&self) {
        let claims: Vec<_> = claims!(self, Roles).collect();
        let is_told = self.forced() == Some(Player::Two) && self.game.rules().cats > 1 && self.line.len() > 1;
        assert_eq!(claims.len(), usize::from(is_told), "{}", self.name);
        for roles in claims {
            let cats = |index: usize| places(&self.at(self.line[index]), Player::Two);
            // A cat can walk each path. At every stop, the paths together contain the places of the
            // cats.
            let stops: Vec<usize> = std::iter::once(0)
                .chain((1..self.line.len()).filter(|&ply| mover(self.game, self.line[ply - 1]) == Some(Player::Two)))
                .collect();
            for (stop, &ply) in stops.iter().enumerate() {
                let mut stand: Vec<u32> = roles.pieces.iter().map(|part| part.path[stop].number()).collect();
                stand.sort_unstable();
                assert_eq!(stand, cats(ply), "{}", self.name);
            }
            for part in &roles.pieces {
                assert_eq!(part.path.len(), stops.len());
                for pair in part.path.windows(2) {
                    let (from, to) = (pair[0].number(), pair[1].number());
                    assert!(from == to || steps(self.game, Player::Two, from).contains(&to), "{}", self.name);
                }
            }
            let covers = |cat: u32, place: u32| cat == place || steps(self.game, Player::Two, cat).contains(&place);
            for (index, part) in roles.pieces.iter().enumerate() {
                let (mut threatens, mut blocks) = (Vec::new(), Vec::new());
                for (ply, &position) in self.line.iter().enumerate() {
                    if mover(self.game, position) != Some(Player::One) {
                        continue;
                    }
                    let stop = stops.iter().rposition(|&stop| stop <= ply).expect("the start is one");
                    let mouse = self.at(position).mouse.number();
                    let by: Vec<u32> = roles.pieces.iter().map(|part| part.path[stop].number()).collect();
                    if covers(by[index], mouse) {
                        threatens.push(ply);
                    }
                    for place in steps(self.game, Player::One, mouse).into_iter().filter(|&place| place != mouse) {
                        let count = by.iter().filter(|&&cat| covers(cat, place)).count();
                        if count == 1 && covers(by[index], place) {
                            blocks.push((ply, place));
                        }
                    }
                }
                assert_eq!(part.threatens, threatens, "{}", self.name);
                let found: Vec<(usize, u32)> = part.blocks.iter().map(|&(ply, place)| (ply, place.number())).collect();
                assert_eq!(found, blocks, "{}", self.name);
                let blocking = (0..self.line.len()).filter(|ply| blocks.iter().any(|(at, _)| at == ply)).count();
                let role = match (threatens.len(), blocking) {
                    (0, 0) => "waits",
                    (threatens, blocks) if threatens < blocks => "blocks",
                    _ => "threatens",
                };
                assert_eq!(part.role().word(), role, "{}", self.name);
                // The last move of the line may take this piece to the mouse.
                let end = self.line.len() - 1;
                let moved_last = mover(self.game, self.line[end - 1]) == Some(Player::Two);
                let prey = self.at(self.line[end - 1]).mouse.number();
                let catches = moved_last && part.path.last().map(|place| place.number()) == Some(prey);
                assert_eq!(part.catches, catches, "{}", self.name);
            }
        }
    }

    /// The maximal stretches of plies in which all moves of one side have a property. They begin
    /// and end with a move of this side.
    fn stretches(&self, player: Player, fits: impl Fn(usize, usize) -> bool) -> BTreeSet<(usize, usize)> {
        let of_player = |ply: usize| mover(self.game, self.line[ply - 1]) == Some(player);
        let count = self.line.len() - 1;
        let mut found = BTreeSet::new();
        for from in (0..count).filter(|from| of_player(from + 1)) {
            let ends = (from + 6..=count).filter(|&to| of_player(to));
            found.extend(ends.rev().find(|&to| fits(from, to)).map(|to| (from, to)));
        }
        let all = found.clone();
        found.retain(|&(from, to)| !all.iter().any(|&(a, b)| a <= from && to <= b && (a, b) != (from, to)));
        found
    }

    fn narrow(&self) {
        let winner = self.forced();
        let slippery = |ply: &usize| {
            let others = self.others(*ply);
            let spent = self.spent(ply - 1);
            let thrown: Vec<_> = others
                .iter()
                .filter(|(to, cost)| {
                    Some(self.outcome(self.solution.value(*to), spent + cost)) != winner.map(WinOrDraw::Win)
                })
                .collect();
            let loser = winner.map(Player::opponent);
            let limit = self.game.adjudication().limit.map_or(u64::MAX, |limit| limit.distance);
            let is_hidden = |(to, cost): &&(PositionId, u64)| {
                let in_time = |distance| spent + cost + distance <= limit;
                let lost =
                    |at: PositionId| matches!(self.game.arena().status(at), Status::Won(by) if Some(by) == loser);
                !self.solution.value(*to).distance().is_some_and(in_time)
                    || !lost(*to) && !moves(self.game, *to).iter().any(|&(reply, _)| lost(reply))
            };
            let ends = matches!(self.game.arena().status(self.line[*ply]), Status::Won(_));
            !ends && thrown.len() < others.len() && thrown.into_iter().any(|other| is_hidden(&other))
        };
        let own =
            (1..self.line.len()).filter(|&ply| mover(self.game, self.line[ply - 1]) == winner && winner.is_some());
        let expect: Vec<usize> = own.filter(slippery).collect();
        let found: Vec<_> = claims!(self, Narrow).map(|narrow| (Some(narrow.player), narrow.plies.clone())).collect();
        let expect: Vec<_> = if expect.is_empty() { Vec::new() } else { vec![(winner, expect)] };
        assert_eq!(found, expect, "{}", self.name);
    }

    /// The longest part at the end of the line in which the winner's piece takes a shortest way to
    /// where it wins.
    fn straight(&self) {
        let found = claims!(self, Straight).map(|straight| (straight.from_ply, straight.to_ply, straight.target));
        let found: Vec<_> = found.collect();
        assert_eq!(found, Vec::from_iter(self.shortest_way()), "{}", self.name);
        for straight in claims!(self, Straight) {
            assert_eq!(Some(straight.player), self.forced());
            let own = (straight.from_ply..=straight.to_ply).filter(|&ply| {
                ply == straight.from_ply || mover(self.game, self.line[ply - 1]) == Some(straight.player)
            });
            let path: Vec<u32> = own.map(|ply| places(&self.at(self.line[ply]), straight.player)[0]).collect();
            assert_eq!(numbers(&straight.path), path, "{}", self.name);
        }
    }

    fn shortest_way(&self) -> Option<(usize, usize, Target)> {
        let winner = self.forced().filter(|winner| *winner == Player::One || self.game.rules().cats == 1)?;
        let end = self.line.len() - 1;
        let stands = |ply: usize, player| places(&self.at(self.line[ply]), player)[0];
        let holes: Vec<u32> = self.game.rules().holes.iter().map(|hole| hole.number()).collect();
        let arrives = stands(end, winner);
        let (target, at) = if winner == Player::One && holes.contains(&arrives) {
            (Target::Goal, holes)
        } else if arrives == stands(end, winner.opponent()) {
            (Target::Opponent, vec![arrives])
        } else {
            return None; // the loser has no move, or is caught from a distance
        };
        if self.game.arena().status(self.line[end]) != Status::Won(winner) {
            return None;
        }
        let is_shortest = |from: &usize| {
            let own = (from + 1..=end).filter(|&ply| mover(self.game, self.line[ply - 1]) == Some(winner)).count();
            let ways = at.iter().filter_map(|&to| self.walks.walk(winner, stands(*from, winner), to));
            ways.min().is_some_and(|steps| steps as usize == own)
        };
        let of_winner = |from: &usize| mover(self.game, self.line[*from]) == Some(winner);
        let from = (0..end).filter(of_winner).find(is_shortest)?;
        (from + 6 <= end).then_some((from, end, target))
    }

    fn sway(&self) {
        let mut expect = BTreeSet::new();
        let alone = |loser: &Player| *loser == Player::One || self.game.rules().cats == 1;
        let loser = self.forced().map(Player::opponent).filter(alone);
        if let Some(loser) = loser {
            let place = |ply: usize| places(&self.at(self.line[ply]), loser)[0];
            expect = self.stretches(loser, |from, to| {
                let own: Vec<usize> =
                    (from + 1..=to).filter(|&ply| mover(self.game, self.line[ply - 1]) == Some(loser)).collect();
                let stood: BTreeSet<u32> = std::iter::once(from).chain(own.iter().copied()).map(place).collect();
                let moves = own.iter().filter(|&&ply| place(ply) != place(ply - 1)).count();
                stood.len() <= 2 && (moves == own.len() || moves == 0)
            });
        }
        let mut found = BTreeSet::new();
        for sway in claims!(self, Sway) {
            assert_eq!(Some(sway.player), loser);
            let place = |ply: usize| places(&self.at(self.line[ply]), sway.player)[0];
            let mut stood = vec![place(sway.from_ply), place(sway.from_ply + 1)];
            stood.dedup();
            assert_eq!(numbers(&sway.places), stood, "{}", self.name);
            found.insert((sway.from_ply, sway.to_ply));
        }
        assert_eq!(found, expect, "{}", self.name);
    }

    fn room(&self) {
        let found: Vec<_> = claims!(self, Room)
            .map(|room| (room.ply, room.player, numbers(&room.places), numbers(&room.lasting), room.before))
            .collect();
        let mut expect = Vec::new();
        if let Some(loser) = self.forced().map(Player::opponent) {
            let mut last = None;
            for (ply, &from) in self.line.iter().enumerate() {
                let met = arising(from, |position| match mover(self.game, position) {
                    Some(player) if player != loser => {
                        chosen(self.game, self.solution, &self.walks, position).into_iter().map(|(to, _)| to).collect()
                    }
                    _ => targets(self.game, position),
                });
                let goes_on = met.iter().filter(|&&position| mover(self.game, position).is_some());
                let room: BTreeSet<u32> = goes_on.flat_map(|&position| places(&self.at(position), loser)).collect();
                let before = *last.get_or_insert(room.len());
                // If the loser is to move, it has not been caught there.
                let its_turn = met.iter().filter(|&&position| mover(self.game, position) == Some(loser));
                let lasting: BTreeSet<u32> = its_turn.flat_map(|&position| places(&self.at(position), loser)).collect();
                if !room.is_empty() && room.len() * 2 <= before {
                    let [places, lasting] = [&room, &lasting].map(|places| places.iter().copied().collect());
                    expect.push((ply, loser, places, lasting, before));
                    last = Some(room.len());
                }
            }
        }
        assert_eq!(found, expect, "{}", self.name);
    }

    /// Whether the plies in between form a run with this pursuit.
    fn runs(&self, winner: Player, from: usize, to: usize, pursuit: RunPursuit) -> bool {
        (from + 1..=to).all(|ply| {
            let place = |index: usize, player| places(&self.at(self.line[index]), player)[0];
            if mover(self.game, self.line[ply - 1]) == Some(winner) {
                return match pursuit {
                    RunPursuit::Waits => place(ply, winner) == place(ply - 1, winner),
                    RunPursuit::Behind(back) => {
                        ply >= back && place(ply, winner) == place(ply - back, winner.opponent())
                    }
                };
            }
            self.others(ply).into_iter().all(|other| {
                self.solution.value(other.0).winner() == Some(winner)
                    && self.beside(other).is_some_and(|told| told <= 2)
            })
        })
    }

    fn run(&self) {
        let count = self.line.len() - 1;
        let mut expect = BTreeSet::new();
        if let Some(winner) = self.forced().filter(|_| self.game.rules().cats == 1) {
            let pursuits = (1..=count).map(|back| RunPursuit::Behind(2 * back)).chain([RunPursuit::Waits]);
            for pursuit in pursuits {
                for from in 0..count {
                    if let Some(to) = (from + 6..=count).rev().find(|&to| self.runs(winner, from, to, pursuit)) {
                        expect.insert((from, to));
                    }
                }
            }
        }
        let inside =
            |&(from, to): &(usize, usize)| expect.iter().any(|&(a, b)| a <= from && to <= b && (a, b) != (from, to));
        let expect: BTreeSet<_> = expect.iter().copied().filter(|run| !inside(run)).collect();
        let mut found = BTreeSet::new();
        for run in claims!(self, Run) {
            let winner = self.forced().expect("only a forced win has runs");
            assert_eq!(run.player, winner.opponent());
            assert!(self.runs(winner, run.from_ply, run.to_ply, run.pursuit), "{}", self.name);
            let mut path = vec![places(&self.at(self.line[run.from_ply]), run.player)[0]];
            for ply in run.from_ply + 1..=run.to_ply {
                if mover(self.game, self.line[ply - 1]) == Some(run.player) {
                    path.push(places(&self.at(self.line[ply]), run.player)[0]);
                }
            }
            assert_eq!(numbers(&run.path), path, "{}", self.name);
            assert!(found.insert((run.from_ply, run.to_ply)), "said once");
        }
        assert_eq!(found, expect, "{}", self.name);
    }

    fn gate(&self) {
        let found: Vec<Gate> = claims!(self, Gate).cloned().collect();
        if self.game.adjudication().limit.is_some() || self.game.rules().holes.is_empty() {
            assert!(found.is_empty(), "{}", self.name);
            return;
        }
        let mut all: Vec<Gate> = (0..self.game.board().vertices()).filter_map(|place| self.gate_at(place)).collect();
        // The positions that the rule separates, less those at which it is kept without a win.
        let worth = |gate: &Gate| {
            let [won, kept, excluded] =
                [gate.won, gate.kept, gate.excluded].map(|count| i64::try_from(count).expect("small"));
            won.min(excluded) - (kept - won)
        };
        all.sort_by_key(|gate| (-worth(gate), !gate.is_entrance, gate.place));
        let best = all.first().map(|gate| gate.place);
        all.retain(|gate| gate.is_entrance || Some(gate.place) == best);
        assert_eq!(found, all, "{}", self.name);
    }

    /// The counts of the whole table for a vertex, taken over the positions with the Mouse to move
    /// at one step's distance.
    fn gate_at(&self, place: u32) -> Option<Gate> {
        let holes: Vec<u32> = self.game.rules().holes.iter().map(|hole| hole.number()).collect();
        let is_door = |door: u32| {
            !holes.contains(&door) && steps(self.game, Player::One, door).iter().any(|to| holes.contains(to))
        };
        let doors: Vec<u32> = (0..self.game.board().vertices()).filter(|&door| is_door(door)).collect();
        let is_near = |mouse: u32| mouse != place && steps(self.game, Player::One, mouse).contains(&place);
        let far_from = |to: u32| -> BTreeMap<u32, u32> {
            let all = 0..self.game.board().vertices();
            all.filter_map(|cat| Some((cat, self.walks.walk(Player::Two, cat, to)?))).collect()
        };
        let nearest = |far: &BTreeMap<u32, u32>, position: PositionId| {
            let cats = places(&self.at(position), Player::Two);
            cats.iter().map(|cat| far.get(cat).copied().unwrap_or(u32::MAX)).min().expect("there is a cat")
        };
        let far = far_from(place);
        let open = self.game.position_ids().filter(|&position| {
            mover(self.game, position) == Some(Player::One)
                && is_near(self.at(position).mouse.number())
                && !moves(self.game, position)
                    .iter()
                    .any(|&(to, _)| self.game.arena().status(to) == Status::Won(Player::One))
        });
        let open: Vec<(u32, bool)> = open
            .map(|position| {
                let outcome = self.outcome(self.solution.value(position), 0);
                (nearest(&far, position), outcome == WinOrDraw::Win(Player::Two))
            })
            .collect();
        let within = open.iter().filter(|(_, won)| *won).map(|(far, _)| *far).max()?;
        let kept = open.iter().filter(|(far, _)| *far <= within).count();
        if holes.contains(&place) || kept == open.len() {
            return None;
        }
        let cat_wins = self.outcome(self.solution.value(self.line[0]), 0) == WinOrDraw::Win(Player::Two);
        let obeys = |at: PositionId| is_near(self.at(at).mouse.number()).then(|| nearest(&far, at) <= within);
        let mut tempting = Vec::new();
        for ply in 1..self.line.len() {
            let before = self.line[ply - 1];
            if !cat_wins || mover(self.game, before) != Some(Player::Two) || obeys(self.line[ply]) != Some(true) {
                continue;
            }
            let from_mouse = far_from(self.at(before).mouse.number());
            let others = self.others(ply).into_iter().map(|(to, _)| to);
            let pulled: BTreeSet<PositionId> = others
                .filter(|&to| {
                    nearest(&from_mouse, to) < nearest(&from_mouse, self.line[ply]) && obeys(to) == Some(false)
                })
                .collect();
            if !pulled.is_empty() {
                tempting.push((ply, pulled.into_iter().collect()));
            }
        }
        let mouse = self.at(self.line[0]).mouse.number();
        let way = |to: u32| self.walks.walk(Player::One, mouse, to);
        let nearer = |other: u32| other == place || way(other).is_none_or(|steps| Some(steps) > way(place));
        let (plies, tempting) = tempting.into_iter().unzip();
        Some(Gate {
            place: Place::new(place),
            player: Player::Two,
            within,
            won: open.iter().filter(|(_, won)| *won).count(),
            kept,
            excluded: open.len() - kept,
            is_entrance: doors.contains(&place),
            steps: way(place),
            nearest: doors.contains(&place) && way(place).is_some() && doors.iter().all(|&door| nearer(door)),
            entrances: doors.len(),
            plies,
            tempting,
        })
    }

    fn only(&self) {
        let narrow = |ply: &usize| {
            let reached = self.outcome(self.solution.value(self.line[*ply]), self.spent(*ply));
            let player = mover(self.game, self.line[ply - 1]).expect("a move was made");
            let score = |outcome: WinOrDraw| match outcome {
                WinOrDraw::Draw => 0,
                WinOrDraw::Win(winner) if winner == player => 1,
                WinOrDraw::Win(_) => -1,
            };
            let spent = self.spent(ply - 1);
            let worse = |(to, cost)| score(self.outcome(self.solution.value(to), spent + cost)) < score(reached);
            let others = self.others(*ply);
            !others.is_empty() && others.into_iter().all(worse)
        };
        let expect: Vec<usize> = (1..self.line.len()).filter(narrow).collect();
        let found: Vec<_> = claims!(self, Only).collect();
        assert_eq!(found.len(), usize::from(!expect.is_empty()), "{}", self.name);
        if let [only] = found[..] {
            assert_eq!(only.plies.iter().map(|(ply, _)| *ply).collect::<Vec<_>>(), expect, "{}", self.name);
            let movers = only.plies.iter().map(|(ply, _)| mover(self.game, self.line[ply - 1]));
            assert!(movers.eq(only.plies.iter().map(|(_, player)| Some(*player))));
        }
    }

    fn guard(&self) {
        let guards: Vec<_> = claims!(self, Guard).collect();
        assert_eq!(guards.len(), self.explanation.holdings.len(), "{}", self.name);
        for (guard, holding) in guards.into_iter().zip(&self.explanation.holdings) {
            assert_eq!(guard.player, holding.player);
            let met = arising(self.line[0], |position| {
                assert_eq!(self.solution.value(position), Value::Endless, "{}", self.name);
                let endless = |to: &PositionId| self.solution.value(*to) == Value::Endless;
                let all = targets(self.game, position);
                if mover(self.game, position) == Some(guard.player) {
                    let answer =
                        holding.answers.iter().find(|answer| answer.position == position).map(|answer| answer.to);
                    assert_eq!(answer.is_some(), !all.is_empty(), "{}", self.name);
                    assert!(answer.is_none_or(|to| all.contains(&to)), "{}", self.name);
                    answer.into_iter().collect()
                } else {
                    let lost = |to: &&PositionId| self.solution.value(**to).winner() == Some(guard.player.opponent());
                    assert_eq!(all.iter().find(lost), None, "the opponent wins nowhere: {}", self.name);
                    all.into_iter().filter(endless).collect()
                }
            });
            let stood: BTreeSet<u32> =
                met.iter().flat_map(|&position| places(&self.at(position), guard.player)).collect();
            assert_eq!(
                (met.len(), stood.into_iter().collect()),
                (guard.positions, numbers(&guard.places)),
                "{}",
                self.name
            );
            let from = places(&self.at(self.line[0]), guard.player);
            let reached = (0..self.game.board().vertices())
                .filter(|&to| from.iter().any(|&from| self.walks.walk(guard.player, from, to).is_some()));
            assert_eq!(reached.count(), guard.reachable, "{}", self.name);
        }
    }

    /// Tries all placements of the opponent's pieces one by one, instead of counting guards.
    fn escape(&self) {
        let found: Vec<_> = claims!(self, Escape).collect();
        let start = self.at(self.line[0]);
        let holes: Vec<u32> = self.game.rules().holes.iter().map(|hole| hole.number()).collect();
        for player in Player::BOTH {
            let vertices = 0..self.game.board().vertices();
            let reach = |player: Player| -> Vec<u32> {
                let from = places(&start, player);
                let reached = |&to: &u32| from.iter().any(|&from| self.walks.walk(player, from, to).is_some());
                vertices.clone().filter(reached).collect()
            };
            let (own, theirs) = (places(&start, player), places(&start, player.opponent()));
            let ways_from = |place: u32| {
                let mut ways = steps(self.game, player, place);
                ways.remove(&place);
                ways
            };
            let guards = |from: u32, ways: &BTreeSet<u32>| {
                let next = steps(self.game, player.opponent(), from);
                ways.iter().filter(|&&way| way == from || next.contains(&way)).count()
            };
            let is_goal = |place: &u32| player == Player::One && holes.contains(place);
            let runs: Vec<u32> = reach(player).into_iter().filter(|place| !is_goal(place)).collect();
            let hunters = reach(player.opponent());
            let ways = runs.iter().map(|&place| ways_from(place).len()).min().unwrap_or(0);
            let guarded = runs.iter().flat_map(|&place| {
                hunters.iter().filter(move |&&from| from != place).map(move |&from| guards(from, &ways_from(place)))
            });
            let guarded = guarded.max().unwrap_or(0);
            let value = self.solution.value(self.line[0]);
            let is_endless = value == Value::Endless && self.outcome(value, 0) != WinOrDraw::Win(player.opponent());
            let mut is_caught = false;
            let is_safe = (0..self.game.arena().positions()).map(PositionId::new).all(|position| {
                let (at, value) = (self.at(position), self.solution.value(position));
                let is_lost = value.winner() == Some(player.opponent());
                is_caught |= is_lost && mover(self.game, position).is_none();
                match mover(self.game, position) {
                    None => !is_lost || at.cats.contains(&at.mouse),
                    Some(mover) => mover != player || !is_lost,
                }
            });
            let is_chased = guarded > 0 && is_caught;
            let expected = is_endless && is_chased && own.len() == 1 && ways > guarded * theirs.len() && is_safe;
            let claim = found.iter().find(|escape| escape.player == player);
            let numbers = claim.map(|escape| (escape.ways, escape.guarded, escape.pieces));
            assert_eq!(numbers, expected.then_some((ways, guarded, theirs.len())), "{} {player:?}", self.name);
        }
    }

    fn circle(&self) {
        let last = self.line.len() - 1;
        let first = self.line[..last].iter().position(|position| *position == self.line[last]);
        let repeats = matches!(self.explanation.summary.end, LineEnd::Repetition { .. });
        assert_eq!(first.is_some(), repeats, "{}", self.name);
        let mut seen = 0;
        for circle in claims!(self, Circle) {
            seen += 1;
            assert_eq!((Some(circle.from_ply), circle.to_ply), (first, last), "{}", self.name);
            let mut walk = vec![places(&self.at(self.line[circle.from_ply]), circle.player)];
            for ply in circle.from_ply + 1..=circle.to_ply {
                if mover(self.game, self.line[ply - 1]) == Some(circle.player) {
                    walk.push(places(&self.at(self.line[ply]), circle.player));
                }
            }
            assert_eq!(circle.walk.iter().map(|stop| numbers(stop)).collect::<Vec<_>>(), walk, "{}", self.name);
            assert_eq!(walk.first(), walk.last());
        }
        assert_eq!(seen, if repeats { 2 } else { 0 }, "{}", self.name);
    }

    fn parity(&self) {
        let claim = claims!(self, Parity).next();
        let wins_at_once = self.line.len() == 2 && mover(self.game, self.line[1]).is_none();
        assert!(claim.is_none() || !wins_at_once, "{}", self.name);
        if let Some(parity) = claim {
            let Position { mouse, cats, turn } = self.at(self.line[0]);
            let turned = Position { mouse, cats, turn: if turn == Side::Mouse { Side::Cat } else { Side::Mouse } };
            let other = self.game.id(&turned).filter(|&other| mover(self.game, other).is_some());
            let judged = |at: PositionId| self.game.adjudication().judge(self.solution.value(at)).outcome;
            let otherwise = other.map(judged).filter(|outcome| *outcome != judged(self.line[0]));
            assert_eq!(parity.otherwise, otherwise, "{}", self.name);
            let met: BTreeSet<PositionId> =
                arising(self.line[0], |position| targets(self.game, position)).into_iter().collect();
            for &position in met.iter().filter(|&&position| mover(self.game, position).is_some()) {
                let Position { mouse, cats, turn } = self.at(position);
                let turned = Position { mouse, cats, turn: if turn == Side::Mouse { Side::Cat } else { Side::Mouse } };
                let turned = self.game.id(&turned).expect("both may be to move");
                assert!(!met.contains(&turned) || mover(self.game, turned).is_none(), "{}", self.name);
            }
            for player in Player::BOTH {
                let like = numbers(&parity.like_start[player.index()]);
                let unlike = numbers(&parity.unlike_start[player.index()]);
                assert!(like.contains(&places(&self.at(self.line[0]), player)[0]));
                let flips = |from: &Vec<u32>, to: &Vec<u32>| {
                    from.iter().flat_map(|&place| steps(self.game, player, place)).all(|step| to.contains(&step))
                };
                assert!(flips(&like, &unlike) && flips(&unlike, &like), "{}", self.name);
            }
            return;
        }
        // Without this claim, the first move wins, or a piece cannot be coloured, cannot move, or
        // is not the only one of its side.
        let start = self.at(self.line[0]);
        if wins_at_once || start.cats.len() > 1 || mover(self.game, self.line[0]).is_none() {
            return;
        }
        let odd = Player::BOTH.into_iter().any(|player| {
            let mut at = [BTreeSet::from([places(&start, player)[0]]), BTreeSet::new()];
            for count in 0..2 * self.game.board().vertices() as usize + 2 {
                let next: Vec<u32> = at[count % 2].iter().flat_map(|&place| steps(self.game, player, place)).collect();
                at[(count + 1) % 2].extend(next);
            }
            at[1].is_empty() || at[0].intersection(&at[1]).next().is_some()
        });
        assert!(odd, "{}", self.name);
    }

    fn race(&self) {
        let claim = claims!(self, Race).next();
        let holes: Vec<u32> = self.game.rules().holes.iter().map(|hole| hole.number()).collect();
        assert_eq!(claim.is_some(), !holes.is_empty() && mover(self.game, self.line[0]).is_some(), "{}", self.name);
        let start = self.at(self.line[0]);
        for player in Player::BOTH.into_iter().filter(|_| claim.is_some()) {
            let nearest = |targets: &[u32]| {
                let pairs =
                    places(&start, player).into_iter().flat_map(|from| targets.iter().map(move |&to| (from, to)));
                pairs.filter_map(|(from, to)| self.walks.walk(player, from, to)).min()
            };
            let race = claim.expect("there is one");
            assert_eq!(race.to_goal[player.index()], nearest(&holes), "{}", self.name);
            assert_eq!(race.to_opponent[player.index()], nearest(&places(&start, player.opponent())), "{}", self.name);
        }
    }

    /// Every legal move along the line, judged by the outcomes before and after it.
    fn verdicts(&self) {
        for (plies, &position) in self.line.iter().enumerate() {
            let Some(main) = chosen(self.game, self.solution, &self.walks, position) else { continue };
            let player = mover(self.game, position).expect("there is a move");
            let spent = self.spent(plies);
            let adjudication = self.game.adjudication();
            let after = |(to, cost): (PositionId, u64)| {
                let value = self.solution.value(to);
                let told = self.beside((to, cost)).filter(|_| {
                    let whole = value.distance().map_or(u64::MAX, |distance| spent + cost + distance);
                    adjudication.limit.is_none_or(|limit| whole <= limit.distance)
                });
                (self.outcome(value, spent + cost), told)
            };
            let (had, soonest) = after(main);
            for (to, cost) in moves(self.game, position) {
                let (now, told) = after((to, cost));
                let wins = WinOrDraw::Win(player);
                let is_lost = now == WinOrDraw::Win(player.opponent());
                let expect = if (to, cost) == main {
                    Verdict::Best
                } else if had == wins && now != wins {
                    Verdict::ThrowsWin
                } else if had == WinOrDraw::Draw && is_lost {
                    Verdict::ThrowsDraw
                } else if had != now || told == soonest {
                    Verdict::AsGood
                } else if now == wins && soonest.is_some() {
                    Verdict::Slower
                } else if is_lost && told.is_some() {
                    Verdict::HastensLoss
                } else {
                    Verdict::AsGood
                };
                let mut left = adjudication;
                if let Some(limit) = &mut left.limit {
                    limit.distance -= spent;
                }
                let step = Move { to, cost: u32::try_from(cost).expect("small") };
                let policy = Policy::default();
                let judged = judged_move(
                    &Context::new(self.game.arena(), self.game, self.solution, left),
                    position,
                    step,
                    &policy,
                )
                .expect("it is legal");
                let loses = match expect {
                    Verdict::Slower | Verdict::HastensLoss => soonest.zip(told).map(|(a, b)| a.abs_diff(b)),
                    _ => None,
                };
                assert_eq!((judged.verdict, judged.difference), (expect, loses), "{}", self.name);
                assert!(!prose::verdict(&judged, self.game).is_empty());
            }
        }
    }
}

#[test]
fn every_claim_about_every_fixture_is_true_and_none_is_missing() {
    let mut counts = Counts::new();
    // The naive computation is slow, so larger games are left out. Random games cover similar
    // cases.
    for (path, game) in small_games(6000) {
        hold_against_the_table(&game, &path, &mut counts);
    }
    assert!(counts.len() == 22, "every kind occurs: {counts:?}");
}

#[test]
fn every_claim_about_random_games_is_true_and_none_is_missing() {
    let mut counts = Counts::new();
    let mut dice = Dice::new(16);
    let mut games = 0;
    while games < 250 {
        let setup = random_setup(&mut dice);
        // Some setups are invalid: two pieces may be on one cell of a grid, or the cat in a closed
        // hole.
        if let Ok(plan) = setup.plan() {
            games += 1;
            hold_against_the_table(&plan.game(), &format!("{:?} {:?}", setup.board, setup.rules), &mut counts);
        }
    }
    // All kinds except `law`, which `laws.rs` tests, and `escape`, which a test below covers:
    // random boards do not have enough ways at every vertex.
    assert!(counts.len() == 21, "every kind occurs: {counts:?}");
}

/// Generalised Petersen graphs of girth at least 5. Each vertex has three neighbours, of which a
/// cat guards at most one (Aigner, Fromme 1984). So one or two cats never catch the mouse, whether
/// it may stay or not.
#[test]
fn fewer_cats_than_neighbours_never_catch_the_mouse() {
    for (spokes, skip) in [(5, 2), (7, 2), (8, 3)] {
        let edges: Vec<String> = (0..spokes)
            .flat_map(|at| {
                let (inner, next) = (spokes + at, (at + 1) % spokes);
                [(at, next), (at, inner), (inner, spokes + (at + skip) % spokes)]
            })
            .map(|(a, b)| format!("[{a}, {b}]"))
            .collect();
        for (cats, may_stay) in [(1, true), (1, false), (2, true), (2, false)] {
            let text = format!(
                "catmouse = 1\npreset = \"cops\"\n[board]\nvertices = {}\nedges = [{}]\n\
                 [rules]\ncats = {cats}\nmouse-may-stay = {may_stay}\n",
                2 * spokes,
                edges.join(", "),
            );
            let game = read(&text, Format::Setup).expect("it is read").setup.plan().expect("it is in order").game();
            let solution = catmouse_solver::solve_table(game.arena()).expect("the game is small");
            assert_eq!(check(game.arena(), &solution), Ok(()));
            let start = game.opening(&solution).id;
            let explanation = explain(&Context::new(game.arena(), &game, &solution, game.adjudication()), start);
            let claims = story(game.arena(), &game, &solution, &explanation);
            let escape = claims.iter().find_map(|claim| match claim {
                Claim::Escape(escape) => Some((escape.player, escape.ways, escape.guarded, escape.pieces)),
                _ => None,
            });
            assert_eq!(escape, Some((Player::One, 3, 1, cats)), "{text}");
            let name = format!("{spokes} {skip}, {cats} cats");
            if game.arena().positions() <= 3000 {
                hold_from(&game, &solution, start, &name, &mut Counts::new());
            }
        }
    }
}
