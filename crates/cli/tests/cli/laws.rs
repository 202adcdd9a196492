//! The laws of a game, against a search that tries all conditions by the definition.

use std::collections::BTreeSet;

use catmouse_arena::{Arena, Outcome, Place, Player, PositionId, Values, check};
use catmouse_explain::{Context, Laws};
use catmouse_model::Game;

use crate::story::{Dice, mover, places, random_setup, small_games, steps};

/// Farther than any path.
const NEVER: i64 = 1_000_000;

/// How far one step of each player goes, and where its pieces may stand.
struct Paths {
    steps: Vec<[BTreeSet<u32>; 2]>,
    enters: [BTreeSet<u32>; 2],
}

impl Paths {
    /// The moves of a player from each vertex to this one; if it may not enter that, to the nearest neighbour and one more.
    fn to(&self, player: Player, to: u32) -> Vec<i64> {
        let (own, other) = (player.index(), player.opponent().index());
        let mut far = vec![NEVER; self.steps.len()];
        if self.enters[own].contains(&to) {
            far[to as usize] = 0;
        }
        for &from in &self.enters[own] {
            if !self.enters[own].contains(&to) && self.steps[from as usize][other].contains(&to) {
                far[from as usize] = 1;
            }
        }
        for _ in &self.steps {
            for &from in &self.enters[own] {
                for &next in &self.steps[from as usize][own] {
                    far[from as usize] = far[from as usize].min(far[next as usize] + 1);
                }
            }
        }
        far.into_iter().map(|far| far.min(NEVER)).collect()
    }
}

/// A law: whose turn it is, the outcome, whether it is negated, and the vertices with their margins.
type Told = (Player, Outcome, bool, Vec<(u32, i64)>);

/// Stands for the place of the Mouse, where a vertex stands in other conditions.
const MOVING: u32 = u32::MAX;

/// What the conditions of a law are made of: a vertex, its margin, and the positions that it excludes.
type Part = (u32, i64, Vec<bool>);

/// The first set of at most three parts that exclude all that is outside, of those with the fewest.
fn first(parts: &[Part], outside: &[bool]) -> Option<Vec<(u32, i64)>> {
    let is_law = |set: &[&Part]| (0..outside.len()).all(|row| !outside[row] || set.iter().any(|part| part.2[row]));
    let told = |set: &[&Part]| set.iter().map(|part| (part.0, part.1)).collect();
    let all = 0..parts.len();
    for one in parts {
        if is_law(&[one]) {
            return Some(told(&[one]));
        }
    }
    for at in all.clone() {
        for other in &parts[at + 1..] {
            if is_law(&[&parts[at], other]) {
                return Some(told(&[&parts[at], other]));
            }
        }
    }
    for at in all {
        for next in at + 1..parts.len() {
            for other in &parts[next + 1..] {
                if is_law(&[&parts[at], &parts[next], other]) {
                    return Some(told(&[&parts[at], &parts[next], other]));
                }
            }
        }
    }
    None
}

/// All exact laws with this player to move, and the kinds of which there is none.
fn exact(game: &Game, values: &impl Values, turn: Player) -> (Vec<Told>, Vec<(Outcome, bool)>) {
    let vertices = 0..game.board().vertices();
    let ids = || (0..game.arena().positions()).map(PositionId::new);
    let stand = |id: PositionId| Player::BOTH.map(|player| places(&game.position(id), player));
    let enters = [0, 1].map(|player: usize| ids().flat_map(|id| stand(id)[player].clone()).collect());
    let paths = Paths {
        steps: vertices.clone().map(|at| Player::BOTH.map(|player| steps(game, player, at))).collect(),
        enters,
    };
    let rows: Vec<PositionId> = ids().filter(|&id| mover(game, id) == Some(turn)).collect();
    let outcomes: Vec<Outcome> = rows.iter().map(|&id| game.adjudication().judge(values.value(id)).outcome).collect();
    let has = |outcome: Outcome| outcomes.contains(&outcome);
    let (one, two) = (Outcome::Win(Player::One), Outcome::Win(Player::Two));
    if let [first, rest @ ..] = &outcomes[..]
        && rest.iter().all(|outcome| outcome == first)
    {
        return (vec![(turn, *first, false, Vec::new())], Vec::new());
    }
    let holes: BTreeSet<u32> = game.rules().holes.iter().map(|hole| hole.number()).collect();
    let is_door = |at: u32| paths.steps[at as usize][0].iter().any(|to| holes.contains(to));
    let mut order: Vec<u32> = vertices.filter(|at| paths.enters.iter().any(|enters| enters.contains(at))).collect();
    order.sort_by_key(|&at| (!holes.contains(&at), !is_door(at), at));
    let (mut laws, mut missing) = (Vec::new(), Vec::new());
    for (outcome, negated) in [(two, false), (one, true)] {
        // Without draws the second would say what the first says.
        if !has(outcome) || negated && !has(Outcome::Draw) {
            continue;
        }
        let inside: Vec<bool> = outcomes.iter().map(|known| (*known == outcome) != negated).collect();
        let outside: Vec<bool> = inside.iter().map(|inside| !inside).collect();
        let part = |at: u32, by: Vec<i64>| {
            let margin = (0..rows.len()).filter(|&row| inside[row]).map(|row| by[row]).max().unwrap();
            (at, margin, by.iter().map(|&by| by > margin).collect())
        };
        let of_vertex = |&at: &u32| {
            let far = Player::BOTH.map(|player| paths.to(player, at));
            let nearest =
                |id: PositionId, player: usize| stand(id)[player].iter().map(|&at| far[player][at as usize]).min();
            part(at, rows.iter().map(|&id| nearest(id, 1).unwrap() - nearest(id, 0).unwrap()).collect())
        };
        let mut parts: Vec<Part> = order.iter().map(of_vertex).collect();
        let apart: Vec<Vec<i64>> = (0..paths.steps.len()).map(|at| paths.to(Player::Two, at as u32)).collect();
        let moving = |&id: &PositionId| {
            let [mouse, cats] = stand(id);
            let far = &apart[mouse[0] as usize];
            cats.iter().map(|&cat| far[cat as usize]).min().unwrap()
        };
        let is_useful = |part: &Part| part.1.abs() < NEVER / 2 && part.2.contains(&true);
        parts.retain(is_useful);
        let without = first(&parts, &outside);
        parts.push(part(MOVING, rows.iter().map(moving).collect()));
        parts.retain(is_useful);
        match without.or_else(|| first(&parts, &outside)) {
            Some(conditions) => laws.push((turn, outcome, negated, conditions)),
            None => missing.push((outcome, negated)),
        }
    }
    (laws, missing)
}

/// How many laws there are with each number of conditions, and how many have exceptions.
#[derive(Debug, Default)]
struct Counts {
    conditions: [usize; 4],
    inexact: usize,
    none: usize,
}

fn compare(game: &Game, name: &str, counts: &mut Counts) {
    let solution = catmouse_solver::solve_table(game.arena()).expect("the game is small");
    assert_eq!(check(game.arena(), &solution), Ok(()));
    let context = Context::new(game.arena(), game, &solution, game.adjudication());
    let laws = Laws::of(&context);
    let told: Vec<Told> = laws
        .all()
        .iter()
        .filter(|law| law.exceptions == 0)
        .map(|law| {
            assert!(!law.is_sample, "{name}");
            let conditions =
                law.conditions.iter().map(|it| (it.place.map_or(MOVING, Place::number), i64::from(it.margin)));
            (law.turn, law.outcome, law.negated, conditions.collect())
        })
        .collect();
    let limit = game.adjudication().limit.map_or(u64::MAX, |limit| limit.distance);
    let (mut exact_laws, mut missing) = (Vec::new(), Vec::new());
    for turn in Player::BOTH {
        // What a limit decides depends on when a position arises.
        let ids = (0..game.arena().positions()).map(PositionId::new).filter(|&id| mover(game, id) == Some(turn));
        if ids.filter_map(|id| solution.value(id).distance()).all(|distance| distance <= limit) {
            let (laws, none) = exact(game, &solution, turn);
            exact_laws.extend(laws);
            missing.extend(none.into_iter().map(|(outcome, negated)| (turn, outcome, negated)));
        }
    }
    assert_eq!(told, exact_laws, "{name}");
    for (.., conditions) in told {
        counts.conditions[conditions.len()] += 1;
    }
    for law in laws.all().iter().filter(|law| law.exceptions > 0) {
        assert!(missing.contains(&(law.turn, law.outcome, law.negated)), "{name}: {law:?}");
        assert!(law.exceptions * 20 <= law.positions && law.exception.is_some(), "{name}: {law:?}");
        counts.inexact += 1;
    }
    counts.none += missing.len();
}

#[test]
fn the_laws_of_fixtures_are_exact_and_none_is_missing() {
    let mut counts = Counts::default();
    for (path, game) in small_games(6000) {
        compare(&game, &path, &mut counts);
    }
    assert!(counts.conditions.iter().all(|&count| count > 0), "{counts:?}");
}

#[test]
fn the_laws_of_random_games_are_exact_and_none_is_missing() {
    let (mut dice, mut games, mut counts) = (Dice(1728), 0, Counts::default());
    while games < 2000 {
        let setup = random_setup(&mut dice);
        if let Ok(plan) = setup.plan() {
            games += 1;
            compare(&plan.game(), &format!("{:?} {:?}", setup.board, setup.rules), &mut counts);
        }
    }
    assert!(counts.conditions.iter().all(|&count| count > 20) && counts.inexact > 5, "{counts:?}");
}
