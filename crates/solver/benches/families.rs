//! The boards of the benchmarks: families of games. A family's name, a seed and a number determine
//! each board.
//!
//! The name contains all parameters, so a family may have any size: `gnp-1000-0.01`, `grid-60`,
//! `tree-2000`. The same name, seed and number give the same board on every machine, because the
//! generator is our own and only one exact comparison uses floating point.
//!
//! Player One is the Mouse, Two the Cat. On a graph the hole is vertex 0. The Cat may not enter the
//! hole: its step graph lacks vertex 0, so its node c is vertex c + 1. Both must move, and the hole
//! is tested before capture. On a grid with walls the food is a cell. The Mouse jumps up to two
//! cells and the Cat one, and both may stay. The tests are, in this order: same cell, the Cat wins;
//! the Cat at the food, the Cat wins; the Mouse at the food, the Mouse wins.

use std::fmt;
use std::str::FromStr;

use catmouse_arena::{Player, ProductArena, StalemateRule, StepGraph, Verdicts};
use catmouse_campaign::random::Dice;

/// Boards of one kind and size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Family {
    /// Every pair of vertices is an edge with this probability (Gilbert's G(n, p)).
    Gnp(u32, f64),
    /// A square grid without walls, played as a graph; the hole is in a corner.
    Grid(u32),
    /// A path; the hole is at one end.
    Path(u32),
    /// A cycle of this many vertices; the hole is adjacent to one vertex of the cycle.
    Cycle(u32),
    /// A random labelled tree, uniformly among all (from its Prüfer code).
    Tree(u32),
    /// A random graph in which each vertex has three neighbours (the pairing model, repeated until
    /// no pair is a loop or occurs twice).
    Cubic(u32),
    /// A square grid where each cell is a wall with probability 1/5, with food, jumps and staying.
    Walls(u32),
}

/// A family with the least ratios that the rows engine must reach.
#[derive(Clone, Copy)]
pub(crate) struct Listed {
    pub(crate) family: Family,
    /// The bar for tables: time of the queue engine divided by the time of the rows engine.
    pub(crate) table_bar: Option<f64>,
    /// The bar for outcomes without distances.
    pub(crate) outcomes_bar: Option<f64>,
}

/// The families that are measured by default.
pub(crate) const LISTED: &[Listed] = &[
    listed(Family::Gnp(50, 0.1), Some(6.0), None),
    listed(Family::Gnp(200, 0.05), Some(8.0), Some(10.0)),
    listed(Family::Gnp(1000, 0.01), Some(25.0), Some(40.0)),
    listed(Family::Gnp(1000, 0.5), Some(500.0), Some(800.0)),
    listed(Family::Gnp(2000, 0.1), Some(300.0), Some(600.0)),
    listed(Family::Gnp(5000, 0.02), Some(300.0), Some(600.0)),
    listed(Family::Grid(30), Some(6.0), Some(15.0)),
    listed(Family::Grid(60), Some(18.0), Some(60.0)),
    listed(Family::Grid(100), Some(22.0), Some(80.0)),
    listed(Family::Path(1000), Some(7.0), Some(20.0)),
    listed(Family::Cycle(1000), Some(8.0), Some(15.0)),
    listed(Family::Tree(2000), Some(8.0), Some(18.0)),
    listed(Family::Cubic(2000), Some(13.0), Some(45.0)),
    listed(Family::Walls(30), Some(6.0), Some(10.0)),
    listed(Family::Walls(60), Some(14.0), Some(25.0)),
];

const fn listed(family: Family, table_bar: Option<f64>, outcomes_bar: Option<f64>) -> Listed {
    Listed { family, table_bar, outcomes_bar }
}

/// Sweeps for the charts: a title, and families of one kind in growing sizes.
pub(crate) fn sweeps() -> Vec<(&'static str, Vec<Family>)> {
    let doubling =
        |from: u32, to: u32| std::iter::successors(Some(from), |n| Some(2 * n)).take_while(move |&n| n <= to);
    vec![
        ("G(n, 10/n)", doubling(25, 3200).map(|n| Family::Gnp(n, 10.0 / f64::from(n))).collect()),
        ("G(n, 0.1)", doubling(25, 1600).map(|n| Family::Gnp(n, 0.1)).collect()),
        ("grid", [5, 7, 10, 14, 20, 28, 40, 56].map(Family::Grid).to_vec()),
        ("path", doubling(25, 3200).map(Family::Path).collect()),
        ("cycle", doubling(25, 3200).map(Family::Cycle).collect()),
        ("tree", doubling(25, 3200).map(Family::Tree).collect()),
        ("cubic", doubling(24, 3200).map(Family::Cubic).collect()),
        ("walls", [6, 8, 11, 16, 22, 32, 45, 64].map(Family::Walls).to_vec()),
    ]
}

impl Family {
    /// The word before the first dash of the name.
    pub(crate) fn kind(self) -> &'static str {
        match self {
            Self::Gnp(..) => "gnp",
            Self::Grid(_) => "grid",
            Self::Path(_) => "path",
            Self::Cycle(_) => "cycle",
            Self::Tree(_) => "tree",
            Self::Cubic(_) => "cubic",
            Self::Walls(_) => "walls",
        }
    }

    /// True if the family has different boards.
    pub(crate) fn is_random(self) -> bool {
        matches!(self, Self::Gnp(..) | Self::Tree(_) | Self::Cubic(_) | Self::Walls(_))
    }

    /// The board with this number, for this seed.
    pub(crate) fn board(self, seed: u64, number: u64) -> Board {
        let mut dice = Dice::new(seed ^ Dice::new(number).throw());
        let (vertices, edges) = match self {
            Self::Gnp(vertices, p) => (vertices, gnp(vertices, p, &mut dice)),
            Self::Grid(side) => (side * side, grid(side)),
            Self::Path(vertices) => (vertices, (1..vertices).map(|v| (v - 1, v)).collect()),
            Self::Cycle(around) => (around + 1, cycle_with_a_hole(around)),
            Self::Tree(vertices) => (vertices, tree(vertices, &mut dice)),
            Self::Cubic(vertices) => (vertices, cubic(vertices, &mut dice)),
            Self::Walls(side) => return Board::Grid(grid_with_food(side, &mut dice)),
        };
        Board::Graph { vertices, edges }
    }
}

/// A board with the game played on it.
pub(crate) enum Board {
    /// Cat and mouse: a graph with the hole at vertex 0, each edge listed once.
    Graph { vertices: u32, edges: Edges },
    /// Race to the food: a grid with walls and food.
    Grid(Grid),
}

pub(crate) type Edges = Vec<(u32, u32)>;

impl Board {
    /// The arena of the game.
    pub(crate) fn arena(&self) -> ProductArena {
        match self {
            Self::Graph { vertices, edges } => cat_and_mouse(*vertices, edges),
            Self::Grid(grid) => race_to_the_food(grid),
        }
    }

    /// The board in the format of the C++ program: `graph VERTICES EDGES` and a line for each edge,
    /// or `grid SIDE` and the rows.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Graph { vertices, edges } => {
                let mut text = format!("graph {vertices} {}\n", edges.len());
                for (a, b) in edges {
                    text += &format!("{a} {b}\n");
                }
                text
            }
            Self::Grid(grid) => grid.text(),
        }
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = self.kind();
        match *self {
            Self::Gnp(vertices, p) => write!(f, "{kind}-{vertices}-{p}"),
            Self::Grid(size)
            | Self::Path(size)
            | Self::Cycle(size)
            | Self::Tree(size)
            | Self::Cubic(size)
            | Self::Walls(size) => write!(f, "{kind}-{size}"),
        }
    }
}

impl FromStr for Family {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        let mut words = name.split('-');
        let kind = words.next().unwrap_or_default();
        let size = words.next().and_then(|size| size.parse().ok());
        let density = words.next().map(str::parse::<f64>);
        let family = match (kind, size, density) {
            ("gnp", Some(size), Some(Ok(p))) if (0.0..=1.0).contains(&p) => Self::Gnp(size, p),
            ("grid", Some(size), None) => Self::Grid(size),
            ("path", Some(size), None) => Self::Path(size),
            ("cycle", Some(size), None) => Self::Cycle(size),
            ("tree", Some(size), None) => Self::Tree(size),
            ("cubic", Some(size), None) if size % 2 == 0 => Self::Cubic(size),
            ("walls", Some(size), None) => Self::Walls(size),
            _ => {
                let forms = "gnp-N-P, grid-N, path-N, cycle-N, tree-N, cubic-N (N even) or walls-N";
                return Err(format!("{name} is no family: it must be {forms}"));
            }
        };
        let sizes = if matches!(family, Self::Grid(_) | Self::Walls(_)) { 2..=250 } else { 4..=50_000 };
        if !size.is_some_and(|size| sizes.contains(&size)) {
            return Err(format!("{name}: the size must be {} to {}", sizes.start(), sizes.end()));
        }
        Ok(family)
    }
}

fn gnp(vertices: u32, p: f64, dice: &mut Dice) -> Edges {
    (1..vertices).flat_map(|b| (0..b).map(move |a| (a, b))).filter(|_| happens(dice, p)).collect()
}

fn grid(side: u32) -> Edges {
    let right = (0..side * side).filter(|cell| cell % side != side - 1).map(|cell| (cell, cell + 1));
    let down = (0..side * (side - 1)).map(|cell| (cell, cell + side));
    right.chain(down).collect()
}

fn cycle_with_a_hole(around: u32) -> Edges {
    (1..around).map(|v| (v, v + 1)).chain([(around, 1), (0, 1)]).collect()
}

/// Decodes a random Prüfer code: repeatedly joins the least leaf to the next vertex of the code.
fn tree(vertices: u32, dice: &mut Dice) -> Edges {
    let code: Vec<u32> = (2..vertices).map(|_| below(dice, vertices)).collect();
    let mut degree = vec![1; vertices as usize];
    for &v in &code {
        degree[v as usize] += 1;
    }
    let mut leaves: std::collections::BTreeSet<u32> = (0..vertices).filter(|&v| degree[v as usize] == 1).collect();
    let mut edges = Edges::new();
    for &v in &code {
        let leaf = leaves.pop_first().expect("a tree has leaves");
        edges.push((leaf, v));
        degree[v as usize] -= 1;
        if degree[v as usize] == 1 {
            leaves.insert(v);
        }
    }
    edges.extend(leaves.pop_first().zip(leaves.pop_first()));
    edges
}

/// Pairs three ends of each vertex at random, and starts again until the graph is simple, which
/// takes about eight attempts.
fn cubic(vertices: u32, dice: &mut Dice) -> Edges {
    loop {
        let mut ends: Vec<u32> = (0..3 * vertices).map(|end| end / 3).collect();
        for last in (1..ends.len()).rev() {
            ends.swap(last, below(dice, last as u32 + 1) as usize);
        }
        let mut edges: Edges = ends.chunks_exact(2).map(|pair| (pair[0].min(pair[1]), pair[0].max(pair[1]))).collect();
        edges.sort_unstable();
        if edges.iter().all(|(a, b)| a != b) && edges.windows(2).all(|pair| pair[0] != pair[1]) {
            return edges;
        }
    }
}

/// Each cell is a wall with probability 1/5. The food is reachable from at least half of the free
/// cells.
fn grid_with_food(side: u32, dice: &mut Dice) -> Grid {
    loop {
        let mut count = 0;
        let mut number = |_| {
            let free = !happens(dice, 0.2);
            count += u32::from(free);
            free.then(|| count - 1)
        };
        let cells = (0..side * side).map(&mut number).collect();
        let grid = Grid { side, cells, count, food: below(dice, count.max(1)) };
        if 2 * grid.reaching_the_food() > count {
            return grid;
        }
    }
}

/// A square grid with walls and food.
pub(crate) struct Grid {
    side: u32,
    /// The number of each free cell, row by row; `None` for a wall.
    cells: Vec<Option<u32>>,
    /// The number of free cells.
    count: u32,
    /// The number of the cell with the food.
    food: u32,
}

impl Grid {
    /// The arcs of staying and of straight jumps up to this length, not through walls.
    fn jumps(&self, longest: i32) -> Vec<(u32, u32, u32)> {
        let mut arcs = Vec::new();
        for row in 0..self.side {
            for column in 0..self.side {
                let Some(from) = self.number(row, column) else { continue };
                arcs.push((from, from, 1));
                for (down, right) in [(0, 1), (0, -1), (1, 0), (-1, 0)] {
                    let cell = |jump: i32| {
                        let row = row.checked_add_signed(down * jump)?;
                        self.number(row, column.checked_add_signed(right * jump)?)
                    };
                    arcs.extend((1..=longest).map_while(cell).map(|to| (from, to, 1)));
                }
            }
        }
        arcs
    }

    fn number(&self, row: u32, column: u32) -> Option<u32> {
        if row >= self.side || column >= self.side {
            return None;
        }
        self.cells[(row * self.side + column) as usize]
    }

    /// The number of cells from which one can walk to the food, including the food's own; 0 if no
    /// cell is free.
    fn reaching_the_food(&self) -> u32 {
        let steps = StepGraph::new(self.count, self.jumps(1));
        let mut seen = vec![false; self.count as usize];
        let mut waiting: Vec<u32> = (0..self.count).filter(|&cell| cell == self.food).collect();
        let mut reached = 0;
        while let Some(cell) = waiting.pop() {
            if !std::mem::replace(&mut seen[cell as usize], true) {
                reached += 1;
                waiting.extend(steps.successors(cell).iter().map(|arc| arc.node));
            }
        }
        reached
    }

    fn text(&self) -> String {
        let mut text = format!("grid {}\n", self.side);
        for row in self.cells.chunks(self.side as usize) {
            let letter = |cell: &Option<u32>| match *cell {
                None => '#',
                Some(cell) if cell == self.food => 'F',
                Some(_) => '.',
            };
            text.extend(row.iter().map(letter));
            text.push('\n');
        }
        text
    }
}

/// The game on a graph.
fn cat_and_mouse(vertices: u32, edges: &[(u32, u32)]) -> ProductArena {
    let mouse: Vec<_> = edges.iter().flat_map(|&(a, b)| [(a, b, 1), (b, a, 1)]).collect();
    let cat = mouse.iter().filter(|&&(a, b, _)| a != 0 && b != 0).map(|&(a, b, _)| (a - 1, b - 1, 1)).collect();
    let mut verdicts = Verdicts::empty(vertices - 1);
    verdicts.push_row([(0..vertices - 1, Player::One)]);
    for caught in 0..vertices - 1 {
        verdicts.push_row([(caught..caught + 1, Player::Two)]);
    }
    ProductArena::new(
        StepGraph::new(vertices, mouse),
        StepGraph::new(vertices - 1, cat),
        verdicts,
        StalemateRule::Endless,
    )
}

/// The game on a grid with walls.
fn race_to_the_food(grid: &Grid) -> ProductArena {
    let &Grid { count, food, .. } = grid;
    let mut verdicts = Verdicts::empty(count);
    for mouse in 0..count {
        let winner = |cat| {
            let caught = mouse == cat || cat == food;
            caught.then_some(Player::Two).or((mouse == food).then_some(Player::One))
        };
        verdicts.push_row((0..count).filter_map(|cat| Some((cat..cat + 1, winner(cat)?))));
    }
    let steps = |jump| StepGraph::new(count, grid.jumps(jump));
    ProductArena::new(steps(2), steps(1), verdicts, StalemateRule::Endless)
}

/// A random number below `bound`, by the high half of a product; its bias is negligible.
fn below(dice: &mut Dice, bound: u32) -> u32 {
    ((u128::from(dice.throw()) * u128::from(bound)) >> 64) as u32
}

/// True with this probability, exact to 53 bits.
fn happens(dice: &mut Dice, probability: f64) -> bool {
    ((dice.throw() >> 11) as f64) < probability * (1u64 << 53) as f64
}
