//! Late acceptance hill climbing on grids, whose walls are moved step by step.

use catmouse::jobs::StopSignal;
use catmouse::{Error, play::Dice};
use catmouse_arena::Solution;
use catmouse_model::{BoardChoice, MAX_CATS, Position, Preset, Setup, Vertex, VertexChoice, VertexJson};
use serde::Serialize;

use crate::anneal::{LateAcceptance, is_over};
use crate::best_boards::{BestBoards, FoundBoard};
use crate::search::{Search, rate_game};
use crate::worth::{Rated, StartScope};
use crate::{CELLS_AT_MOST, Hunt, HuntError};

/// The symmetry of the walls of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum WallSymmetry {
    /// The walls need have no symmetry.
    None,
    /// The right half mirrors the left half.
    Mirror,
    /// The walls are symmetric under half a turn.
    Turn,
    /// The walls are symmetric under both reflections.
    Both,
}

impl WallSymmetry {
    /// The orbit of a cell under the symmetry, ascending.
    fn orbit(self, (rows, columns): (u32, u32), cell: u32) -> Vec<u32> {
        let (row, column) = (cell / columns, cell % columns);
        let (below, beside) = (rows - 1 - row, columns - 1 - column);
        let places = match self {
            Self::None => vec![(row, column)],
            Self::Mirror => vec![(row, column), (row, beside)],
            Self::Turn => vec![(row, column), (below, beside)],
            Self::Both => vec![(row, column), (row, beside), (below, column), (below, beside)],
        };
        let mut cells: Vec<u32> = places.into_iter().map(|(row, column)| row * columns + column).collect();
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    /// All orbits of cells, each once.
    fn orbits(self, (rows, columns): (u32, u32)) -> Vec<Vec<u32>> {
        let mut orbits: Vec<Vec<u32>> = (0..rows * columns).map(|cell| self.orbit((rows, columns), cell)).collect();
        orbits.sort();
        orbits.dedup();
        orbits
    }
}

const BOARDS_PER_JOB: u64 = 4_000;

/// The greatest number of attempts to make random walls that leave a valid board.
const ATTEMPTS: u32 = 1_000;

/// The walls of a grid, and the cell of the food.
#[derive(Clone)]
struct WallPlan {
    is_wall: Vec<bool>,
    food: Option<u32>,
}

/// The grids of a hunt.
struct Grids<'a> {
    hunt: &'a Hunt,
    rows: u32,
    columns: u32,
    /// The orbits of cells under the symmetry. Either all cells of an orbit are walls or none is.
    orbits: Vec<Vec<u32>>,
    walls: u32,
    has_food: bool,
}

/// Searches among the grids with these numbers of rows, columns and walls.
pub(super) fn search<'a>(
    hunt: &'a Hunt,
    (rows, columns): (u32, u32),
    walls: u32,
    symmetry: WallSymmetry,
    stop: &StopSignal<'_>,
    search: &mut Search<'a>,
) -> Result<(), HuntError> {
    let cells = rows.saturating_mul(columns);
    if !(1..=CELLS_AT_MOST).contains(&cells) {
        return Err(HuntError::unsuited(
            format!("a grid of {rows} rows and {columns} columns"),
            format!("expected at least one of each, and at most {CELLS_AT_MOST} cells"),
        ));
    }
    if walls >= cells {
        return Err(HuntError::unsuited(format!("{walls} walls on {cells} cells"), "expected fewer walls than cells"));
    }
    if hunt.choices.rules.holes.as_ref().is_some_and(|holes| !holes.is_empty()) {
        return Err(HuntError::unsuited(
            "a place of the food is given, but the hunt tries every place",
            "leave it out, or hunt near a board with the food there",
        ));
    }
    let orbits = symmetry.orbits((rows, columns));
    let grids = Grids { hunt, rows, columns, orbits, walls, has_food: has_food(hunt) };
    let first = (0..ATTEMPTS).find_map(|attempt| grids.any(&mut Dice::new(hunt.seed, attempt as usize)));
    let Some(first) = first else {
        return Err(HuntError::unsuited(
            format!("{walls} walls leave no board that meets the constraints and the symmetry"),
            "expected another number of walls",
        ));
    };
    // Rules that give no valid game are refused before any board is tried.
    grids.setup(&first).plan().map_err(Error::from)?;
    let work = |workspace: &mut Solution, job: u64| {
        let mut found = BestBoards::new(hunt);
        let budget = (hunt.tries - job * BOARDS_PER_JOB).min(BOARDS_PER_JOB);
        let mut dice = Dice::new(hunt.seed, job as usize);
        let mut result = Ok(());
        while found.boards < budget && result.is_ok() && !is_over(hunt, &found, stop) {
            result = grids.chain(budget, stop, workspace, &mut dice, &mut found);
        }
        (found, result)
    };
    search.take_from(hunt.tries.div_ceil(BOARDS_PER_JOB), Solution::default, work, stop)?;
    Ok(())
}

/// Makes a small grid of the kind that a hunt tries, with space for all pieces.
pub(super) fn any_setup(hunt: &Hunt) -> Setup {
    let cats = hunt.choices.rules.cats.and_then(|cats| u32::try_from(cats).ok()).unwrap_or(1).min(MAX_CATS);
    let has_food = has_food(hunt);
    let grids = Grids { hunt, rows: 1, columns: cats + 2, orbits: Vec::new(), walls: 0, has_food };
    grids.setup(&WallPlan { is_wall: vec![false; cats as usize + 2], food: has_food.then_some(0) })
}

/// Whether the grids of a hunt have food.
fn has_food(hunt: &Hunt) -> bool {
    let mut setup = Setup::new(BoardChoice::Grid(Vec::new()));
    hunt.choices.apply(&mut setup);
    setup.rules.holes.is_none() && setup.effective_preset() != Preset::CopsAndRobbers
}

/// The rows of the best board that one chain of this many boards finds, in a hunt among grids with
/// food.
pub(super) fn climb(
    hunt: &Hunt,
    (rows, columns): (u32, u32),
    walls: u32,
    dice: &mut Dice,
    boards: u64,
) -> Option<Vec<String>> {
    let orbits = WallSymmetry::None.orbits((rows, columns));
    let grids = Grids { hunt, rows, columns, orbits, walls, has_food: true };
    let mut found = BestBoards::new(hunt);
    grids.chain(boards, &StopSignal::default(), &mut Solution::default(), dice, &mut found).ok()?;
    let setup = found.into_list().into_iter().next()?.into_setup()?;
    match setup.board {
        BoardChoice::Grid(rows) if setup.mouse.is_none() => Some(rows),
        _ => None,
    }
}

impl Grids<'_> {
    /// Random walls and food; `None` if the chosen orbits do not give the exact number of walls, or
    /// if the board is not valid.
    fn any(&self, dice: &mut Dice) -> Option<WallPlan> {
        let mut plan = WallPlan { is_wall: vec![false; (self.rows * self.columns) as usize], food: None };
        let mut order: Vec<usize> = (0..self.orbits.len()).collect();
        for at in (1..order.len()).rev() {
            order.swap(at, dice.below(at + 1));
        }
        let mut left = self.walls;
        for orbit in order.into_iter().map(|at| &self.orbits[at]) {
            if orbit.len() as u32 <= left {
                left -= orbit.len() as u32;
                for &cell in orbit {
                    plan.is_wall[cell as usize] = true;
                }
            }
        }
        if left > 0 {
            return None;
        }
        if self.has_food {
            let free = plan.free();
            plan.food = Some(free[dice.below(free.len())]);
        }
        self.allows(&plan).then_some(plan)
    }

    /// A random step, which moves an orbit of walls or the food. `None` if the step is not
    /// possible.
    fn neighbour(&self, plan: &WallPlan, dice: &mut Dice) -> Option<WallPlan> {
        let mut next = plan.clone();
        if self.has_food && dice.below(4) == 0 {
            let free = plan.free();
            next.food = Some(free[dice.below(free.len())]);
        } else {
            let from = &self.orbits[dice.below(self.orbits.len())];
            let to = &self.orbits[dice.below(self.orbits.len())];
            let is_wall = |orbit: &[u32]| plan.is_wall[orbit[0] as usize];
            if !is_wall(from) || is_wall(to) || from.len() != to.len() {
                return None;
            }
            for (cells, is_wall) in [(from, false), (to, true)] {
                for &cell in cells {
                    next.is_wall[cell as usize] = is_wall;
                }
            }
            if next.food.is_some_and(|food| next.is_wall[food as usize]) {
                next.food = Some(from[0]);
            }
        }
        self.allows(&next).then_some(next)
    }

    /// Whether there are enough free cells for the pieces, and they are connected if this is
    /// required.
    fn allows(&self, plan: &WallPlan) -> bool {
        let free = plan.free();
        if free.len() < 2 + usize::from(self.has_food) {
            return false;
        }
        if !self.hunt.constraints.connected {
            return true;
        }
        let mut met = plan.is_wall.clone();
        let mut open = vec![free[0]];
        let mut count = 0;
        while let Some(cell) = open.pop() {
            if std::mem::replace(&mut met[cell as usize], true) {
                continue;
            }
            count += 1;
            let (row, column) = (cell / self.columns, cell % self.columns);
            open.extend((row > 0).then(|| cell - self.columns));
            open.extend((row + 1 < self.rows).then(|| cell + self.columns));
            open.extend((column > 0).then(|| cell - 1));
            open.extend((column + 1 < self.columns).then(|| cell + 1));
        }
        count == free.len()
    }

    /// The grid with the pieces on arbitrary cells, because every start is tried.
    fn setup(&self, plan: &WallPlan) -> Setup {
        let mut setup = Setup::new(BoardChoice::Grid(self.drawn(plan)));
        self.hunt.choices.apply(&mut setup);
        let cell = |cell: u32| VertexChoice::Cell((cell / self.columns).into(), (cell % self.columns).into());
        let free = plan.free();
        let is_placed = setup.rules.placement.unwrap_or(setup.effective_preset() == Preset::CopsAndRobbers);
        if !is_placed {
            let cats = usize::try_from(setup.rules.cats.unwrap_or(1)).unwrap_or(1).min(free.len());
            let place = |at: usize| free.iter().copied().filter(|&it| Some(it) != plan.food).nth(at).unwrap_or(free[0]);
            setup.mouse = Some(cell(place(0)));
            setup.cats = Some((0..cats).map(|at| cell(place(at + 1))).collect());
        }
        setup
    }

    fn drawn(&self, plan: &WallPlan) -> Vec<String> {
        let letter = |cell: u32| {
            if plan.is_wall[cell as usize] {
                '#'
            } else if plan.food == Some(cell) {
                'F'
            } else {
                '.'
            }
        };
        (0..self.rows)
            .map(|row| (0..self.columns).map(|column| letter(row * self.columns + column)).collect())
            .collect()
    }

    fn try_plan(&self, plan: &WallPlan, workspace: &mut Solution, found: &mut BestBoards<'_>) -> Result<Rated, Error> {
        found.boards += 1;
        let setup = self.setup(plan);
        let is_placed = setup.mouse.is_none();
        let Ok(planned) = setup.plan() else { return Ok(Rated::default()) };
        let game = planned.game();
        let starts = if is_placed { StartScope::Own } else { StartScope::All };
        let (rated, start) = rate_game(self.hunt, &game, workspace, starts)?;
        if found.wants(rated.worth.value, 0) {
            let position: Option<Position> = start.filter(|_| !is_placed);
            let drawing = match &position {
                None => Some(self.drawn(plan)),
                Some(position) => game.drawing(position),
            };
            let rows = drawing.as_deref().map_or_else(|| self.drawn(plan), canonical_rows);
            let mut key: Vec<u64> = rows.concat().bytes().map(u64::from).collect();
            let mut setup = Setup::new(BoardChoice::Grid(rows));
            self.hunt.choices.apply(&mut setup);
            setup.rules.cats = setup.rules.cats.filter(|_| is_placed); // otherwise the setup lists the cats
            if let (None, Some(position)) = (drawing, &position) {
                let cell = |&vertex: &Vertex| VertexJson::on_board(Some(game.board()), vertex).into();
                key.extend(position.cats.iter().chain([&position.mouse]).map(|vertex| u64::from(vertex.number())));
                setup.mouse = Some(cell(&position.mouse));
                setup.cats = Some(position.cats.iter().map(cell).collect());
            }
            found.offer(FoundBoard::of_setup(rated.worth.value, 0, key, setup));
        }
        Ok(rated)
    }

    fn chain(
        &self,
        budget: u64,
        stop: &StopSignal<'_>,
        workspace: &mut Solution,
        dice: &mut Dice,
        found: &mut BestBoards<'_>,
    ) -> Result<(), Error> {
        let Some(mut plan) = (0..ATTEMPTS).find_map(|_| self.any(dice)) else {
            found.boards += 1;
            return Ok(());
        };
        let mut climb = LateAcceptance::new(self.try_plan(&plan, workspace, found)?.worth);
        while found.boards < budget && !climb.has_stagnated() && !is_over(self.hunt, found, stop) {
            let next = (0..ATTEMPTS).find_map(|_| self.neighbour(&plan, dice));
            let Some(next) = next else {
                found.boards += 1; // no step is possible, for example without walls and food
                return Ok(());
            };
            if climb.accepts(self.try_plan(&next, workspace, found)?.worth) {
                plan = next;
            }
        }
        Ok(())
    }
}

impl WallPlan {
    fn free(&self) -> Vec<u32> {
        (0..).zip(&self.is_wall).filter(|(_, is_wall)| !**is_wall).map(|(cell, _)| cell).collect()
    }
}

/// Among the reflections and rotations of a drawing that have the same numbers of rows and columns,
/// the first in alphabetical order.
pub(super) fn canonical_rows(rows: &[String]) -> Vec<String> {
    let mirrored = |rows: &[String]| -> Vec<String> { rows.iter().map(|row| row.chars().rev().collect()).collect() };
    let upside_down = |rows: &[String]| -> Vec<String> { rows.iter().rev().cloned().collect() };
    let transposed = |rows: &[String]| -> Vec<String> {
        let columns = rows.first().map_or(0, |row| row.chars().count());
        (0..columns).map(|column| rows.iter().filter_map(|row| row.chars().nth(column)).collect()).collect()
    };
    let mut all = vec![rows.to_vec()];
    for change in [mirrored, upside_down] as [fn(&[String]) -> Vec<String>; 2] {
        let more: Vec<_> = all.iter().map(|it| change(it)).collect();
        all.extend(more);
    }
    if rows.first().is_some_and(|row| row.chars().count() == rows.len()) {
        let more: Vec<_> = all.iter().map(|it| transposed(it)).collect();
        all.extend(more);
    }
    all.into_iter().min().unwrap_or_default()
}
