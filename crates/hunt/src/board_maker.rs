//! Makes boards that expose errors of programs.

use catmouse::jobs::StopSignal;
use catmouse::play::Dice;
use catmouse_arena::Solution;
use catmouse_model::{Outcome, Side};

use crate::anneal::LateAcceptance;
use crate::best_boards::{BestBoards, FoundBoard};
use crate::graph::{BitGraph, members};
use crate::grids::{self, WallSymmetry};
use crate::mistakes::{KnownBoard, Model, models};
use crate::puzzle::{Puzzle, PuzzleBoard};
use crate::search::Workspace;
use crate::small_boards::of_graph6;
use crate::{Hunt, Objective, Space};

/// Makes the boards that a program is asked about, with the kinds in turn. The same seed gives the
/// same boards.
pub(crate) struct BoardMaker {
    puzzle: Puzzle,
    /// Whether boards beyond the constraints of the problem are made, too.
    unpromised: bool,
    number: u64,
    dice: Dice,
    /// The boards with long wins that are not used yet.
    long_wins: std::vec::IntoIter<PuzzleBoard>,
    /// Models of wrong programs.
    models: Vec<Model>,
    /// Boards that are returned before new ones are made.
    waiting: Vec<PuzzleBoard>,
    workspace: Solution,
}

/// Graphs with long forced wins on few vertices: the records of docs/census.md, and others that hunts
/// have found. In most of them the win takes more plies than twice the number of vertices. Their
/// outcomes are computed when they are used.
const LONG_WINS: &str = include_str!("long_wins.g6");

/// Grids with long forced wins of either side that hunts have found, in the form of
/// [`PuzzleBoard::line`]. Their outcomes are computed when they are used.
const LONG_WINS_ON_GRIDS: &str = include_str!("long_wins.grids");

/// Boards with long forced wins that hunts have found.
pub(crate) fn long_wins(puzzle: Puzzle) -> Vec<PuzzleBoard> {
    match puzzle {
        Puzzle::CatAndMouse => LONG_WINS.lines().filter_map(of_graph6).collect(),
        Puzzle::CatAndMouseII => LONG_WINS_ON_GRIDS.lines().filter_map(PuzzleBoard::of_grid_line).collect(),
    }
}

impl BoardMaker {
    pub(crate) fn new(puzzle: Puzzle, unpromised: bool, seed: u64) -> Self {
        Self {
            puzzle,
            unpromised,
            number: 0,
            dice: Dice::new(seed, 0),
            long_wins: long_wins(puzzle).into_iter(),
            models: models(puzzle),
            waiting: Vec::new(),
            workspace: Solution::default(),
        }
    }

    /// The next board; `None` if no board was made in a long time.
    pub(crate) fn next(&mut self, stop: &StopSignal<'_>) -> Option<PuzzleBoard> {
        for _ in 0..10_000 {
            if let Some(waiting) = self.waiting.pop() {
                return Some(waiting);
            }
            if stop.is_set() {
                return None;
            }
            let number = self.number;
            self.number += 1;
            let made = match self.puzzle {
                Puzzle::CatAndMouse => self.lists(number),
                Puzzle::CatAndMouseII => self.grid(number),
            };
            if let Some(board) = made.filter(|board| self.unpromised || board.is_admitted()) {
                return Some(board);
            }
        }
        None
    }

    fn lists(&mut self, number: u64) -> Option<PuzzleBoard> {
        match number % 6 {
            0 => self.long_wins.next(),
            1 => self.exposing(number / 6),
            2 => Some(PuzzleBoard::of_graph(&self.with_long_win(number))),
            3 => {
                let core = self.with_long_win(number);
                Some(PuzzleBoard::of_graph(&self.with_dead_ends(&core)))
            }
            4 => {
                let (drawn, won) = self.draw_next_to_a_win()?;
                self.waiting.push(won);
                Some(drawn)
            }
            _ => {
                let most = if self.unpromised { 64 } else { 50 };
                let vertices = most - self.dice.below(most as usize / 2) as u32;
                let more = self.dice.below(2 * vertices as usize) as u32;
                let more = if number.is_multiple_of(4) { more * vertices / 8 } else { more };
                Some(PuzzleBoard::of_graph(&self.any_graph(vertices, more)))
            }
        }
    }

    /// A random admitted board of about this size: vertices, or cells.
    pub(crate) fn of_size(&mut self, size: u32) -> Option<PuzzleBoard> {
        (0..400).find_map(|_| {
            let board = match self.puzzle {
                Puzzle::CatAndMouse => PuzzleBoard::of_graph(&self.any_graph(size, size / 2)),
                Puzzle::CatAndMouseII => {
                    let side = (size.isqrt() as usize).clamp(2, 8);
                    self.any_grid([side, side], 5, 2)?
                }
            };
            board.is_admitted().then_some(board)
        })
    }

    /// A random admitted board of a few vertices or cells.
    pub(crate) fn of_any_size(&mut self) -> Option<PuzzleBoard> {
        let size = 5 + self.dice.below(12) as u32;
        self.of_size(size)
    }

    /// A random graph. If boards beyond the constraints of the problem are allowed, some have a
    /// vertex without neighbours.
    fn any_graph(&mut self, vertices: u32, more: u32) -> BitGraph {
        let mut graph = BitGraph::random(vertices, more, u32::MAX, &mut self.dice);
        // The vertices are shuffled, because those of a random tree are numbered from its root. The
        // starts must not always be near the root.
        let mut order: Vec<u32> = (0..vertices).collect();
        for at in (1..order.len()).rev() {
            order.swap(at, self.dice.below(at + 1));
        }
        graph = graph.reordered(&order);
        if self.unpromised && self.dice.below(4) == 0 {
            let isolated = self.dice.below(vertices as usize) as u32;
            members(graph.row(isolated))
                .collect::<Vec<u32>>()
                .into_iter()
                .for_each(|other| graph.toggle(isolated, other));
        }
        graph
    }

    /// A random board on which a model of a wrong program is wrong, the models in turn; `None` if
    /// none is found.
    fn exposing(&mut self, number: u64) -> Option<PuzzleBoard> {
        let model = self.models.get(number as usize * 7 % self.models.len())?.clone();
        for _ in 0..200 {
            let board = match self.puzzle {
                Puzzle::CatAndMouse => {
                    let vertices = 4 + self.dice.below(7) as u32;
                    let more = self.dice.below(vertices as usize + 1) as u32;
                    PuzzleBoard::of_graph(&self.any_graph(vertices, more))
                }
                Puzzle::CatAndMouseII => {
                    let size = [0, 0].map(|_: u32| 1 + self.dice.below(6));
                    let Some(board) = self.any_grid(size, 5, 5) else { continue };
                    board
                }
            };
            if (self.unpromised || board.is_admitted())
                && let Some(known) = KnownBoard::new(board, &mut self.workspace)
                && model.answer(&known) != known.right
            {
                return Some(known.board);
            }
        }
        None
    }

    /// A graph with a long forced win from the start at 1 and 2, found by late acceptance hill
    /// climbing.
    fn with_long_win(&mut self, number: u64) -> BitGraph {
        /// The number of steps.
        const STEPS: u64 = 1_500;
        let side = if number % 16 < 8 { Side::Mouse } else { Side::Cat };
        let vertices = 7 + self.dice.below(8) as u32;
        let mut hunt = Hunt::new(Objective::Longest(side), Space::Graphs { vertices, all: Some(false) });
        hunt.constraints.no_stalemate = true;
        let mut workspace = Workspace::new(&hunt);
        let mut found = BestBoards::new(&hunt);
        let mut graph = BitGraph::random(vertices, vertices / 2, u32::MAX, &mut self.dice);
        let mut climb: Option<LateAcceptance> = None;
        for _ in 0..STEPS {
            let mut next = graph.clone();
            if !next.rewire(&mut self.dice) || self.dice.below(3) == 0 {
                let (one, other) = next.any_pair(&mut self.dice);
                next.toggle(one, other);
            }
            if !hunt.constraints.allow(&next) {
                continue;
            }
            let Ok(rated) = workspace.try_graph(&next, &mut found) else { break };
            let climb = climb.get_or_insert_with(|| LateAcceptance::new(rated.worth));
            if climb.accepts(rated.worth) {
                graph = next;
            }
        }
        let best = found.into_list().into_iter().next();
        best.and_then(FoundBoard::into_graph).unwrap_or(graph)
    }

    /// The graph `core` with dead ends added.
    fn with_dead_ends(&mut self, core: &BitGraph) -> BitGraph {
        let most = if self.unpromised { 64 } else { 50 };
        let more = self.dice.below((most - core.vertices()) as usize) as u32 + 1;
        let vertices = core.vertices() + more;
        let mut graph = BitGraph::empty(vertices);
        core.edges().for_each(|(one, other)| graph.toggle(one, other));
        let mut end = 0;
        for vertex in core.vertices()..vertices {
            if vertex == core.vertices() || self.dice.below(10) == 0 {
                end = self.dice.below(core.vertices() as usize) as u32;
            }
            graph.toggle(end, vertex);
            end = vertex;
        }
        graph
    }

    /// A drawn board, and a board that differs from it by one edge and is not drawn.
    fn draw_next_to_a_win(&mut self) -> Option<(PuzzleBoard, PuzzleBoard)> {
        for _ in 0..400 {
            let vertices = 5 + self.dice.below(9) as u32;
            let more = self.dice.below(vertices as usize) as u32;
            let graph = self.any_graph(vertices, more);
            let mut other = graph.clone();
            let (from, to) = other.any_pair(&mut self.dice);
            other.toggle(from, to);
            let boards = [PuzzleBoard::of_graph(&graph), PuzzleBoard::of_graph(&other)];
            if !self.unpromised && !boards.iter().all(PuzzleBoard::is_admitted) {
                continue;
            }
            let [Some(one), Some(two)] = boards.map(|board| KnownBoard::new(board, &mut self.workspace)) else {
                continue;
            };
            match (one.right, two.right) {
                (Outcome::Draw, Outcome::Mouse | Outcome::Cat) => return Some((one.board, two.board)),
                (Outcome::Mouse | Outcome::Cat, Outcome::Draw) => return Some((two.board, one.board)),
                _ => {}
            }
        }
        None
    }

    fn grid(&mut self, number: u64) -> Option<PuzzleBoard> {
        match number % 4 {
            0 | 2 => self.exposing(number / 2),
            1 => {
                let known = self.long_wins.next();
                known.or_else(|| self.grid_with_long_win(number))
            }
            _ => {
                let size = [0, 0].map(|_: u32| 1 + self.dice.below(8));
                self.any_grid(size, 5, 8)
            }
        }
    }

    /// A grid with a long forced win, found by late acceptance hill climbing.
    fn grid_with_long_win(&mut self, number: u64) -> Option<PuzzleBoard> {
        /// The number of steps.
        const STEPS: u64 = 300;
        let side = if number % 8 == 1 { Side::Mouse } else { Side::Cat };
        let [rows, columns] = [0, 0].map(|_: u32| 4 + self.dice.below(5) as u32);
        let walls = rows * columns * (1 + self.dice.below(4) as u32) / 10;
        let [cat_jump, mouse_jump] = [0, 0].map(|_: u32| 1 + self.dice.below(3) as u32);
        let symmetry = WallSymmetry::None;
        let space = Space::Grids { rows, columns, walls, thin_walls: 0, symmetry };
        let mut hunt = Hunt::new(Objective::Longest(side), space);
        hunt.choices.rules.cat_jump = Some(cat_jump.into());
        hunt.choices.rules.mouse_jump = Some(mouse_jump.into());
        let rows = grids::climb(&hunt, (rows, columns), walls, &mut self.dice, STEPS)?;
        Some(PuzzleBoard::Grid { rows, cat_jump, mouse_jump })
    }

    /// A random grid of this size, with fewer than `walls` tenths of walls, and with jumps of at most
    /// `most_jump` cells.
    fn any_grid(&mut self, [rows, columns]: [usize; 2], walls: usize, most_jump: usize) -> Option<PuzzleBoard> {
        for _ in 0..100 {
            let walls = self.dice.below(walls);
            let mut letters: Vec<char> =
                (0..rows * columns).map(|_| if self.dice.below(10) < walls { '#' } else { '.' }).collect();
            let free: Vec<usize> = (0..letters.len()).filter(|&at| letters[at] == '.').collect();
            if free.len() < 3 {
                continue;
            }
            for letter in ['M', 'C', 'F'] {
                loop {
                    let at = free[self.dice.below(free.len())];
                    if letters[at] == '.' {
                        letters[at] = letter;
                        break;
                    }
                }
            }
            let rows = letters.chunks(columns).map(|row| row.iter().collect()).collect();
            let [cat_jump, mouse_jump] = [0, 0].map(|_: u32| 1 + self.dice.below(most_jump) as u32);
            return Some(PuzzleBoard::Grid { rows, cat_jump, mouse_jump });
        }
        None
    }
}
