//! Late acceptance hill climbing on grids, whose walls are moved step by step.

use std::collections::BTreeSet;

use catmouse::jobs::StopSignal;
use catmouse::{Error, play::Dice};
use catmouse_arena::Solution;
use catmouse_model::{
    BoardChoice, Cell, Game, MAX_CATS, Position, Preset, Setup, ThinWall, Vertex, VertexChoice, VertexJson, counted,
};
use serde::Serialize;

use crate::anneal::{LateAcceptance, is_over};
use crate::best_boards::{BestBoards, FoundBoard};
use crate::images::canonical_drawing;
use crate::search::{Search, rate_game, solve_game};
use crate::worth::{self, Rated, StartScope};
use crate::{CELLS_AT_MOST, Hunt, HuntError, Objective};

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
    /// The images of a cell under the symmetry, always in the same order.
    fn images(self, (rows, columns): (u32, u32), cell: u32) -> Vec<u32> {
        let (row, column) = (cell / columns, cell % columns);
        let (below, beside) = (rows - 1 - row, columns - 1 - column);
        let places = match self {
            Self::None => vec![(row, column)],
            Self::Mirror => vec![(row, column), (row, beside)],
            Self::Turn => vec![(row, column), (below, beside)],
            Self::Both => vec![(row, column), (row, beside), (below, column), (below, beside)],
        };
        places.into_iter().map(|(row, column)| row * columns + column).collect()
    }

    /// All orbits of cells, each once and ascending.
    fn orbits(self, size: (u32, u32)) -> Vec<Vec<u32>> {
        orbits((0..size.0 * size.1).map(|cell| self.images(size, cell)))
    }

    /// All orbits of pairs of cells side by side, each once and ascending.
    fn orbits_of_sides(self, size @ (rows, columns): (u32, u32)) -> Vec<Vec<Side>> {
        let cells = (0..rows * columns).flat_map(|cell| {
            let right = (cell % columns + 1 < columns).then_some([cell, cell + 1]);
            let below = (cell / columns + 1 < rows).then_some([cell, cell + columns]);
            [right, below].into_iter().flatten()
        });
        orbits(cells.map(|[one, other]| {
            let images = self.images(size, one).into_iter().zip(self.images(size, other));
            images.map(|(one, other)| [one.min(other), one.max(other)]).collect()
        }))
    }
}

/// Two cells side by side, the lesser first.
type Side = [u32; 2];

/// Sets of images as orbits, each once and ascending.
fn orbits<T: Ord>(images: impl Iterator<Item = Vec<T>>) -> Vec<Vec<T>> {
    let sorted = |mut images: Vec<T>| {
        images.sort_unstable();
        images.dedup();
        images
    };
    let mut orbits: Vec<Vec<T>> = images.map(sorted).collect();
    orbits.sort();
    orbits.dedup();
    orbits
}

const BOARDS_PER_JOB: u64 = 4_000;

/// A hunt for graded levels has more jobs, because each job finds levels that look alike.
const LEVELS_PER_JOB: u64 = 250;

/// The greatest number of attempts to make random walls that leave a valid board.
const ATTEMPTS: u32 = 1_000;

/// The walls of a grid, and the cell of the food.
#[derive(Clone)]
struct WallPlan {
    is_wall: Vec<bool>,
    thin: BTreeSet<Side>,
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
    /// The orbits of pairs of cells side by side.
    sides: Vec<Vec<Side>>,
    thin_walls: u32,
    has_food: bool,
}

/// Searches among the grids with these numbers of rows, columns, walls and thin walls.
pub(super) fn search<'a>(
    hunt: &'a Hunt,
    (rows, columns): (u32, u32),
    [walls, thin_walls]: [u32; 2],
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
    let (orbits, sides) = (symmetry.orbits((rows, columns)), symmetry.orbits_of_sides((rows, columns)));
    let grids = Grids { hunt, rows, columns, orbits, walls, sides, thin_walls, has_food: has_food(hunt) };
    let first = (0..ATTEMPTS).find_map(|attempt| grids.any(&mut Dice::new(hunt.seed, attempt as usize)));
    let Some(first) = first else {
        return Err(HuntError::unsuited(
            format!("{} leave no board that meets the constraints and the symmetry", grids.all_walls()),
            "expected another number of walls",
        ));
    };
    // Rules that give no valid game are refused before any board is tried.
    grids.setup(&first).plan().map_err(Error::from)?;
    let per_job = if hunt.objective == Objective::Graded { LEVELS_PER_JOB } else { BOARDS_PER_JOB };
    let work = |workspace: &mut Solution, job: u64| {
        let mut found = BestBoards::new(hunt);
        let budget = (hunt.tries - job * per_job).min(per_job);
        let mut dice = Dice::new(hunt.seed, job as usize);
        let mut result = Ok(());
        while found.boards < budget && result.is_ok() && !is_over(hunt, &found, stop) {
            result = grids.chain(budget, stop, workspace, &mut dice, &mut found);
        }
        (found, result)
    };
    search.take_from(hunt.tries.div_ceil(per_job), Solution::default, work, stop)?;
    Ok(())
}

/// Makes a small grid of the kind that a hunt tries, with space for all pieces.
pub(super) fn any_setup(hunt: &Hunt) -> Setup {
    let cats = hunt.choices.rules.cats.and_then(|cats| u32::try_from(cats).ok()).unwrap_or(1).min(MAX_CATS);
    let has_food = has_food(hunt);
    let (orbits, sides) = (Vec::new(), Vec::new());
    let grids = Grids { hunt, rows: 1, columns: cats + 2, orbits, walls: 0, sides, thin_walls: 0, has_food };
    let is_wall = vec![false; cats as usize + 2];
    grids.setup(&WallPlan { is_wall, thin: BTreeSet::new(), food: has_food.then_some(0) })
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
    let grids = Grids { hunt, rows, columns, orbits, walls, sides: Vec::new(), thin_walls: 0, has_food: true };
    let mut found = BestBoards::new(hunt);
    grids.chain(boards, &StopSignal::default(), &mut Solution::default(), dice, &mut found).ok()?;
    let setup = found.into_list().into_iter().next()?.into_setup()?;
    match setup.board {
        BoardChoice::Grid(rows) if setup.mouse.is_none() => Some(rows),
        _ => None,
    }
}

impl Grids<'_> {
    /// The numbers of walls as a text.
    fn all_walls(&self) -> String {
        match self.thin_walls {
            0 => counted(self.walls, "wall", "walls"),
            thin => {
                format!("{} and {}", counted(self.walls, "wall", "walls"), counted(thin, "thin wall", "thin walls"))
            }
        }
    }

    /// Random walls and food; `None` if the chosen orbits do not give the exact number of walls, or
    /// if the board is not valid.
    fn any(&self, dice: &mut Dice) -> Option<WallPlan> {
        let is_wall = vec![false; (self.rows * self.columns) as usize];
        let mut plan = WallPlan { is_wall, thin: BTreeSet::new(), food: None };
        let mut left = self.walls;
        for orbit in shuffled(&self.orbits, dice) {
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
        if self.thin_walls > 0 {
            let mut left = self.thin_walls;
            for orbit in shuffled(&self.sides, dice) {
                if orbit.len() as u32 <= left && orbit.iter().flatten().all(|&cell| !plan.is_wall[cell as usize]) {
                    left -= orbit.len() as u32;
                    plan.thin.extend(orbit);
                }
            }
            if left > 0 {
                return None;
            }
        }
        if self.has_food {
            let free = plan.free();
            plan.food = Some(free[dice.below(free.len())]);
        }
        self.allows(&plan).then_some(plan)
    }

    /// A random step, which moves an orbit of walls or of thin walls, or the food. `None` if the step
    /// is not possible.
    fn neighbour(&self, plan: &WallPlan, dice: &mut Dice) -> Option<WallPlan> {
        let mut next = plan.clone();
        if self.has_food && dice.below(4) == 0 {
            let free = plan.free();
            next.food = Some(free[dice.below(free.len())]);
        } else if self.thin_walls > 0 && (self.walls == 0 || dice.below(2) == 0) {
            let from = &self.sides[dice.below(self.sides.len())];
            let to = &self.sides[dice.below(self.sides.len())];
            if !plan.thin.contains(&from[0]) || plan.thin.contains(&to[0]) || from.len() != to.len() {
                return None;
            }
            next.thin.retain(|side| !from.contains(side));
            next.thin.extend(to);
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

    /// Whether there are enough free cells for the pieces, thin walls are between free cells, and all
    /// free cells are connected if this is required.
    fn allows(&self, plan: &WallPlan) -> bool {
        let free = plan.free();
        if free.len() < 2 + usize::from(self.has_food)
            || plan.thin.iter().flatten().any(|&cell| plan.is_wall[cell as usize])
        {
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
            let beside = [
                (row > 0).then(|| cell - self.columns),
                (row + 1 < self.rows).then(|| cell + self.columns),
                (column > 0).then(|| cell - 1),
                (column + 1 < self.columns).then(|| cell + 1),
            ];
            let is_open = |to: &u32| !plan.thin.contains(&[cell.min(*to), cell.max(*to)]);
            open.extend(beside.into_iter().flatten().filter(is_open));
        }
        count == free.len()
    }

    /// The grid with the pieces on arbitrary cells, because every start is tried.
    fn setup(&self, plan: &WallPlan) -> Setup {
        let mut setup = Setup::new(BoardChoice::Grid(self.drawn(plan)));
        setup.thin_walls = self.thin_walls_of(plan);
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

    fn thin_walls_of(&self, plan: &WallPlan) -> Vec<ThinWall> {
        let cell = |cell: u32| Cell { row: cell / self.columns, column: cell % self.columns };
        plan.thin.iter().map(|side| side.map(cell)).collect()
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
        if self.hunt.objective == Objective::Graded {
            solve_game(&game, workspace)?;
            let levels = worth::graded(self.hunt, &game, workspace);
            for level in &levels {
                let value = level.rated.worth.value;
                if found.wants(value, level.moves) {
                    let start = level.rated.start.map(|start| game.position(start));
                    found.offer(self.board(plan, &game, start.as_ref(), (value, level.moves)));
                }
            }
            return Ok(levels.last().map_or_else(Rated::default, |level| level.rated));
        }
        let (rated, start) = rate_game(self.hunt, &game, workspace, starts)?;
        if found.wants(rated.worth.value, 0) {
            found.offer(self.board(plan, &game, start.as_ref().filter(|_| !is_placed), (rated.worth.value, 0)));
        }
        Ok(rated)
    }

    /// A board with its value and its size; without a start if the players place the pieces.
    fn board(&self, plan: &WallPlan, game: &Game, start: Option<&Position>, (value, size): (u64, u32)) -> FoundBoard {
        let drawing = match start {
            None => Some(self.drawn(plan)),
            Some(position) => game.drawing(position),
        };
        let thin = self.thin_walls_of(plan);
        // A start that is not drawn names cells, which a rotation would move.
        let (rows, thin) = match &drawing {
            None => (self.drawn(plan), thin),
            Some(drawing) if self.hunt.has_cast() => (drawing.clone(), thin),
            Some(drawing) => canonical_drawing(drawing, &thin),
        };
        let mut key: Vec<u64> = rows.concat().bytes().map(u64::from).collect();
        key.extend(thin.iter().flatten().flat_map(|cell| [cell.row, cell.column].map(u64::from)));
        let mut setup = Setup::new(BoardChoice::Grid(rows));
        setup.thin_walls = thin;
        self.hunt.choices.apply(&mut setup);
        setup.rules.cats = setup.rules.cats.filter(|_| start.is_none()); // otherwise the setup lists the cats
        if let (None, Some(position)) = (drawing, start) {
            let cell = |&vertex: &Vertex| VertexJson::on_board(Some(game.board()), vertex).into();
            key.extend(position.cats.iter().chain([&position.mouse]).map(|vertex| u64::from(vertex.number())));
            setup.mouse = Some(cell(&position.mouse));
            setup.cats = Some(position.cats.iter().map(cell).collect());
        }
        FoundBoard::of_setup(value, size, key, setup)
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

/// The same list in a random order.
fn shuffled<'l, T>(list: &'l [T], dice: &mut Dice) -> impl Iterator<Item = &'l T> + use<'l, T> {
    let mut order: Vec<usize> = (0..list.len()).collect();
    for at in (1..order.len()).rev() {
        order.swap(at, dice.below(at + 1));
    }
    order.into_iter().map(|at| &list[at])
}
