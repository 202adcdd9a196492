//! Graded levels: their order, their differences, and their difficulty by games that are played
//! here.

#![expect(clippy::cast_sign_loss, reason = "random numbers are not negative")]

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::num::NonZeroUsize;

use catmouse::arena::{Arena, Move, Player, PositionId, Status, Value, Values};
use catmouse::model::{BoardChoice, CatInHole, Cell};
use catmouse::{Question, Solved};
use catmouse_hunt::{Difficulty, Hunt, HuntAnswer, HuntControl, Objective, Space, WallSymmetry};

/// A hunt among grids of five rows and columns, in which the cat must not enter the food's cell.
fn levels(count: usize, [walls, thin_walls]: [u32; 2], symmetry: WallSymmetry) -> Hunt {
    let mut hunt = Hunt::new(Objective::Graded, Space::Grids { rows: 5, columns: 5, walls, thin_walls, symmetry });
    hunt.choices.rules.cat_in_hole = Some(CatInHole::Forbidden);
    hunt.keep = count;
    hunt.tries = 2_000;
    hunt
}

fn found(hunt: &Hunt) -> HuntAnswer {
    hunt.run(&HuntControl::default()).expect("the hunt makes sense")
}

fn graded(answer: &HuntAnswer) -> Vec<Difficulty> {
    answer.found.iter().map(|level| level.graded.expect("it is a level")).collect()
}

fn solved(setup: &str) -> Solved {
    let solved = Question::text(setup).solve().expect("it is a setup");
    assert!(solved.check_values().expect("it is solved").ok);
    solved
}

/// The steps from each free cell to the food, by the drawing alone.
fn steps_to_food(solved: &Solved) -> BTreeMap<Cell, u32> {
    let BoardChoice::Grid(rows) = &solved.setup().board else { unreachable!("levels are grids") };
    let letter = |cell: Cell| rows.get(cell.row as usize)?.chars().nth(cell.column as usize);
    let all = (0..rows.len() as u32).flat_map(|row| (0..5).map(move |column| Cell { row, column }));
    let food = all.clone().find(|&cell| letter(cell) == Some('F')).expect("there is food");
    let (mut steps, mut open) = (BTreeMap::from([(food, 0)]), VecDeque::from([food]));
    while let Some(cell) = open.pop_front() {
        for next in all.clone().filter(|to| to.row.abs_diff(cell.row) + to.column.abs_diff(cell.column) == 1) {
            let wall = [cell.min(next), cell.max(next)];
            if letter(next) != Some('#') && !solved.setup().thin_walls.contains(&wall) && !steps.contains_key(&next) {
                steps.insert(next, steps[&cell] + 1);
                open.push_back(next);
            }
        }
    }
    steps
}

/// A level, as the players see it.
struct Table<'a> {
    solved: &'a Solved,
    steps: BTreeMap<Cell, u32>,
}

impl Table<'_> {
    fn value(&self, position: PositionId) -> Value {
        self.solved.values().value(position)
    }

    fn is_won(&self, position: PositionId) -> bool {
        self.value(position).winner() == Some(Player::One)
    }

    fn moves(&self, position: PositionId) -> Vec<Move> {
        self.solved.game().arena().successors(position).collect()
    }

    fn status(&self, position: PositionId) -> Status {
        self.solved.game().arena().status(position)
    }

    fn steps(&self, position: PositionId) -> u32 {
        let game = self.solved.game();
        let grid = game.board().grid().expect("levels are grids");
        self.steps[&grid.cell(game.position(position).mouse)]
    }

    /// The Cat's moves that delay its defeat the longest.
    fn delays(&self, position: PositionId) -> Vec<PositionId> {
        let distance = |step: &Move| self.value(step.to).distance();
        let longest = self.moves(position).iter().map(distance).max().flatten();
        self.moves(position).iter().filter(|step| distance(step) == longest).map(|step| step.to).collect()
    }

    /// Whether the hasty player wins a game.
    fn is_won_in_haste(&self, start: PositionId, random: &mut impl FnMut() -> f64) -> bool {
        let mut here = start;
        while self.is_won(here) {
            match self.status(here) {
                Status::Won(_) => return true,
                Status::Turn(Player::Two) => {
                    let delays = self.delays(here);
                    here = delays[(random() * 1e6) as u32 as usize % delays.len()];
                }
                Status::Turn(Player::One) => {
                    let moves = self.moves(here);
                    let least = moves.iter().map(|step| self.steps(step.to)).min().unwrap_or(0);
                    let weight = |step: &Move| {
                        let weight = 0.25_f64.powf((self.steps(step.to) - least).into());
                        match self.value(step.to) {
                            Value::Win { player: Player::Two, distance } => {
                                weight * (1.0 - 0.5_f64.powi(distance as i32 / 2))
                            }
                            _ => weight,
                        }
                    };
                    let mut left = random() * moves.iter().map(weight).sum::<f64>();
                    let chosen = moves.iter().find(|step| {
                        left -= weight(step);
                        left < 0.0
                    });
                    here = chosen.unwrap_or(&moves[0]).to;
                }
            }
        }
        false
    }

    /// After how many moves the greedy player errs or comes to a position again.
    fn greedy_moves(&self, start: PositionId) -> Option<u64> {
        let (mut here, mut known, mut moves) = (start, BTreeSet::new(), 0);
        while self.is_won(here) {
            match self.status(here) {
                Status::Won(_) => return None,
                Status::Turn(Player::Two) => here = *self.delays(here).iter().min()?,
                Status::Turn(Player::One) if !known.insert(here) => return Some(moves),
                Status::Turn(Player::One) => {
                    moves += 1;
                    let is_caught = |step: &Move| {
                        matches!(self.value(step.to), Value::Win { player: Player::Two, distance: 0 | 1 })
                    };
                    let safe: Vec<Move> = self.moves(here).into_iter().filter(|step| !is_caught(step)).collect();
                    here = safe.iter().min_by_key(|step| self.steps(step.to)).map_or(here, |step| step.to);
                }
            }
        }
        Some(moves)
    }
}

/// The difficulty is that of games played at random, and the greedy player errs where it does here.
/// A par is half the plies, and the measures of the line fit the legal moves.
#[test]
fn the_measures_are_those_of_games_that_are_played() {
    const GAMES: u32 = 6_000;
    let mut state = 70_u64;
    let mut random = move || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    for walls in [[6, 0], [2, 6]] {
        let mut hunt = levels(5, walls, WallSymmetry::None);
        hunt.at_most = Some(5);
        let answer = found(&hunt);
        assert_eq!(answer.found.len(), 5);
        for level in &answer.found {
            let told = level.graded.expect("it is a level");
            let solved = solved(&level.setup);
            let table = Table { solved: &solved, steps: steps_to_food(&solved) };
            let start = solved.start().opening.id;
            let won = (0..GAMES).filter(|_| table.is_won_in_haste(start, &mut random)).count() as f64;
            // 3 is 8 games and 3.5 is 12, halfway to the next power.
            let whole = told.difficulty.floor();
            let games = whole.exp2() * (1.0 + told.difficulty - whole);
            let expected = f64::from(GAMES) / games;
            let deviation = (expected * (1.0 - 1.0 / games)).sqrt();
            assert!((won - expected).abs() <= 4.5 * deviation + 1.0, "{won}, not {expected}: {}", level.setup);
            assert_eq!(told.greedy_moves, table.greedy_moves(start), "{}", level.setup);
            assert_eq!(level.distance.distance_plies.map(|plies| plies.div_ceil(2)), Some(told.moves));
            assert!(told.only_moves <= told.moves && told.tempting <= told.moves && told.foresight <= told.moves);
        }
    }
}

/// Difficulty rises along a set, and so does the foresight that it takes: the measure is calibrated
/// on players without dice, whom it does not know.
#[test]
fn difficulty_agrees_with_foresight() {
    let mut hunt = levels(12, [6, 0], WallSymmetry::None);
    hunt.tries = 4_000;
    let levels = graded(&found(&hunt));
    assert!(levels.len() >= 10, "{levels:?}");
    assert!(levels.is_sorted_by(|one, next| one.difficulty < next.difficulty), "{levels:?}");
    let pairs = || levels.iter().enumerate().flat_map(|(at, one)| levels[at + 1..].iter().map(move |next| (one, next)));
    let rises = pairs().filter(|(one, next)| one.foresight < next.foresight).count();
    let falls = pairs().filter(|(one, next)| one.foresight > next.foresight).count();
    assert!(rises > 5 * falls, "Kendall's measure: {rises} pairs rise, {falls} fall: {levels:?}");
    let half = levels.len() / 2;
    let greedy_wins = |levels: &[Difficulty]| levels.iter().filter(|level| level.greedy_moves.is_none()).count();
    assert!(greedy_wins(&levels[..half]) > greedy_wins(&levels[half..]), "{levels:?}");
}

/// Bands bound the difficulty; the levels are those of one thread; walls and thin walls are as many
/// as asked for and symmetric; no two levels have nearly the same walls.
#[test]
fn sets_are_as_asked_for() {
    let mut hunt = levels(6, [4, 6], WallSymmetry::Turn);
    (hunt.at_least, hunt.at_most) = (Some(1), Some(4));
    let answer = found(&hunt);
    assert!(graded(&answer).iter().all(|level| (1.0..=4.0).contains(&level.difficulty)), "{answer:?}");
    let mut control = HuntControl::default();
    control.threads = NonZeroUsize::MIN;
    assert_eq!(hunt.run(&control).expect("the same hunt").found, answer.found);
    let mut seen: Vec<BTreeSet<[Cell; 2]>> = Vec::new();
    for level in &answer.found {
        let solved = solved(&level.setup);
        let BoardChoice::Grid(rows) = &solved.setup().board else { unreachable!("levels are grids") };
        let thin: BTreeSet<[Cell; 2]> = solved.setup().thin_walls.iter().copied().collect();
        assert_eq!((rows.concat().matches('#').count(), thin.len()), (4, 6), "{}", level.setup);
        let turned = |cell: Cell| Cell { row: 4 - cell.row, column: 4 - cell.column };
        let walls: String = rows.concat().chars().map(|letter| if letter == '#' { '#' } else { '.' }).collect();
        assert_eq!(walls, walls.chars().rev().collect::<String>(), "{}", level.setup);
        assert!(thin.iter().all(|&[one, other]| thin.contains(&[turned(other), turned(one)])), "{}", level.setup);
        // A wall counts as one between a cell and itself.
        let mut all = thin;
        all.extend(walls.chars().enumerate().filter(|(_, letter)| *letter == '#').map(|(at, _)| {
            let cell = Cell { row: at as u32 / 5, column: at as u32 % 5 };
            [cell, cell]
        }));
        assert!(seen.iter().all(|known| known.symmetric_difference(&all).count() >= 5), "{}", level.setup);
        seen.push(all);
    }
    assert!(seen.len() >= 4, "{}", seen.len());
}

/// A greatest value bounds other hunts too: the longest win of at most this length, not none.
#[test]
fn the_greatest_value_bounds_every_hunt() {
    use catmouse::model::Side;
    let mut hunt = Hunt::new(Objective::Longest(Side::Cat), Space::graphs(6));
    for (most, plies) in [(None, 8), (Some(6), 6), (Some(3), 3)] {
        hunt.at_most = most;
        assert_eq!(found(&hunt).found[0].distance.distance_plies, Some(plies));
    }
}

/// What makes no levels is refused.
#[test]
fn what_makes_no_levels_is_refused() {
    use catmouse::model::Preset;
    let refused = |change: &dyn Fn(&mut Hunt), said: &str| {
        let mut hunt = levels(3, [4, 0], WallSymmetry::None);
        change(&mut hunt);
        let error = hunt.run(&HuntControl::default()).expect_err(said).to_string();
        assert!(error.contains(said), "{error}");
    };
    refused(&|hunt| hunt.space = Space::graphs(6), "graded levels are grids");
    refused(&|hunt| hunt.choices.preset = Some(Preset::CopsAndRobbers), "the players place their pieces");
    refused(&|hunt| hunt.choices.rules.holes = Some(Vec::new()), "no goal");
    refused(&|hunt| hunt.keep = 101, "101 graded levels");
    refused(&|hunt| (hunt.at_least, hunt.at_most) = (Some(5), Some(4)), "greater than the greatest value 4");
    let thin = Space::Grids { rows: 5, columns: 5, walls: 0, thin_walls: 40, symmetry: WallSymmetry::None };
    refused(&|hunt| hunt.space = thin.clone(), "0 walls and 40 thin walls leave no board");
}
