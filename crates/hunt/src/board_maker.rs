//! Makes boards that expose errors of programs.

use std::collections::BTreeSet;

use catmouse::jobs::StopSignal;
use catmouse::{cops::CopsWorkspaces, play::Dice};
use catmouse_arena::Solution;
use catmouse_model::{Outcome, Side};

use crate::anneal::LateAcceptance;
use crate::best_boards::{BestBoards, FoundBoard};
use crate::canonical::canonical;
use crate::graph::{BitGraph, members};
use crate::grids::{self, WallSymmetry, canonical_rows};
use crate::puzzle::{Puzzle, PuzzleBoard};
use crate::search::Workspace;
use crate::suspect::{SLIPS, Slip, outcome};
use crate::{Hunt, Objective, Space, generate};

/// Makes the boards that a program is asked about, with the kinds in turn. The same seed gives the
/// same boards.
pub(crate) struct BoardMaker {
    puzzle: Puzzle,
    /// Whether boards beyond the constraints of the problem are made, too.
    unpromised: bool,
    number: u64,
    dice: Dice,
    /// The small boards that are not used yet; the next one is at the end.
    small: Vec<PuzzleBoard>,
    /// Boards that are returned before new ones are made.
    waiting: Vec<(&'static str, PuzzleBoard)>,
    workspace: Solution,
}

/// Graphs with long forced wins on few vertices: the records of docs/hunt.md, and others that hunts
/// have found. In most of them the win takes more plies than twice the number of vertices. Their
/// outcomes are computed when they are used.
const LONG_WINS: &str = include_str!("long_wins.g6");

/// Grids with long forced wins of either side that hunts have found, in the form of
/// [`PuzzleBoard::line`]. Their outcomes are computed when they are used.
const LONG_WINS_ON_GRIDS: &str = include_str!("long_wins.grids");

impl BoardMaker {
    pub(crate) fn new(puzzle: Puzzle, unpromised: bool, seed: u64) -> Self {
        let mut small = small_boards(puzzle);
        small.reverse();
        Self {
            puzzle,
            unpromised,
            number: 0,
            dice: Dice::new(seed, 0),
            small,
            waiting: Vec::new(),
            workspace: Solution::default(),
        }
    }

    /// The next board and its kind; `None` if there are no more.
    pub(crate) fn next(&mut self, stop: &StopSignal<'_>) -> Option<(&'static str, PuzzleBoard)> {
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
            if let Some((made_for, board)) = made
                && (self.unpromised || board.is_admitted())
            {
                return Some((made_for, board));
            }
        }
        None
    }

    fn lists(&mut self, number: u64) -> Option<(&'static str, PuzzleBoard)> {
        match number % 8 {
            0 | 4 => Some(("all small boards", self.small.pop()?)),
            1 => {
                let line = LONG_WINS.lines().nth((number / 8) as usize)?;
                let graph = BitGraph::of_stream(&catmouse_formats::SmallGraph::of_line(line)?)?;
                Some(("long forced wins", PuzzleBoard::of_graph(&graph)))
            }
            2 => {
                let slip = SLIPS[(number / 8) as usize % SLIPS.len()];
                let board = self.exposing(slip)?;
                Some(("telling a slip from the rules", board))
            }
            3 => Some(("long forced wins", PuzzleBoard::of_graph(&self.with_long_win(number)))),
            5 => {
                let core = self.with_long_win(number);
                Some(("long dead ends", PuzzleBoard::of_graph(&self.with_dead_ends(&core))))
            }
            6 => {
                let (drawn, won) = self.draw_next_to_a_win()?;
                self.waiting.push(("the same with one edge more or less", won));
                Some(("a narrow draw", drawn))
            }
            _ => {
                let most = if self.unpromised { 64 } else { 50 };
                let vertices = most - self.dice.below(most as usize / 2) as u32;
                let more = self.dice.below(2 * vertices as usize) as u32;
                let more = if number % 16 == 7 { more * vertices / 8 } else { more };
                Some(("large boards", PuzzleBoard::of_graph(&self.any_graph(vertices, more))))
            }
        }
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

    /// A random board on which a program with this slip is wrong; `None` if none is found.
    fn exposing(&mut self, slip: Slip) -> Option<PuzzleBoard> {
        for _ in 0..400 {
            let vertices = 4 + self.dice.below(7) as u32;
            let more = self.dice.below(vertices as usize + 1) as u32;
            let board = PuzzleBoard::of_graph(&self.any_graph(vertices, more));
            if self.is_exposed_by(slip, &board) {
                return Some(board);
            }
        }
        None
    }

    fn is_exposed_by(&mut self, slip: Slip, board: &PuzzleBoard) -> bool {
        (self.unpromised || board.is_admitted())
            && outcome(&board.setup(), &mut self.workspace) != outcome(&slip.setup(board), &mut self.workspace)
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
        let workspaces = CopsWorkspaces::default();
        let mut workspace = Workspace::new(&hunt, &workspaces);
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
            let [one, two] = boards.each_ref().map(|board| outcome(&board.setup(), &mut self.workspace));
            let [first, second] = boards;
            match (one, two) {
                (Some(Outcome::Draw), Some(Outcome::Mouse | Outcome::Cat)) => return Some((first, second)),
                (Some(Outcome::Mouse | Outcome::Cat), Some(Outcome::Draw)) => return Some((second, first)),
                _ => {}
            }
        }
        None
    }

    fn grid(&mut self, number: u64) -> Option<(&'static str, PuzzleBoard)> {
        match number % 6 {
            0 | 3 => Some(("all small boards", self.small.pop()?)),
            1 | 4 => {
                let slips = [
                    Slip::CatStays,
                    Slip::MouseStays,
                    Slip::CatFirst,
                    Slip::EndlessMouse,
                    Slip::ShortJumps,
                    Slip::CutOff,
                ];
                let slip = slips[(number / 6) as usize % slips.len()];
                for _ in 0..400 {
                    let board = self.any_grid(6, 5)?;
                    if self.is_exposed_by(slip, &board) {
                        return Some(("telling a slip from the rules", board));
                    }
                }
                None
            }
            2 => {
                let known = LONG_WINS_ON_GRIDS.lines().nth((number / 6) as usize).and_then(PuzzleBoard::of_grid_line);
                Some(("long forced wins", known.or_else(|| self.grid_with_long_win(number))?))
            }
            _ => Some(("large boards", self.any_grid(8, 8)?)),
        }
    }

    /// A grid with a long forced win, found by late acceptance hill climbing.
    fn grid_with_long_win(&mut self, number: u64) -> Option<PuzzleBoard> {
        /// The number of steps.
        const STEPS: u64 = 300;
        let side = if number % 12 == 2 { Side::Mouse } else { Side::Cat };
        let [rows, columns] = [0, 0].map(|_: u32| 4 + self.dice.below(5) as u32);
        let walls = rows * columns * (1 + self.dice.below(4) as u32) / 10;
        let [cat_jump, mouse_jump] = [0, 0].map(|_: u32| 1 + self.dice.below(3) as u32);
        let symmetry = WallSymmetry::None;
        let mut hunt = Hunt::new(Objective::Longest(side), Space::Grids { rows, columns, walls, symmetry });
        hunt.choices.rules.cat_jump = Some(cat_jump.into());
        hunt.choices.rules.mouse_jump = Some(mouse_jump.into());
        let rows = grids::climb(&hunt, (rows, columns), walls, &mut self.dice, STEPS)?;
        Some(PuzzleBoard::Grid { rows, cat_jump, mouse_jump })
    }

    /// A random grid with at most `most` rows and columns, and with jumps of at most `most_jump`
    /// cells.
    fn any_grid(&mut self, most: usize, most_jump: usize) -> Option<PuzzleBoard> {
        for _ in 0..100 {
            let (rows, columns) = (1 + self.dice.below(most), 1 + self.dice.below(most));
            let walls = self.dice.below(5);
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
/// All small boards of a problem, the smallest first.
pub(crate) fn small_boards(puzzle: Puzzle) -> Vec<PuzzleBoard> {
    match puzzle {
        Puzzle::CatAndMouse => small_lists(),
        Puzzle::CatAndMouseII => small_grids(),
    }
}

/// All boards with three to five vertices that meet the constraints of the problem, up to
/// isomorphism, the smallest first.
fn small_lists() -> Vec<PuzzleBoard> {
    let mut all = Vec::new();
    for vertices in 3..=5u32 {
        let graphs =
            generate::all_graphs(vertices, u32::MAX, std::num::NonZeroUsize::MIN, &StopSignal::default(), &|_| true);
        let mut known = BTreeSet::new();
        for graph in graphs.unwrap_or_default() {
            for roles in 0..vertices.pow(3) {
                let [hole, mouse, cat] = [roles / vertices / vertices, roles / vertices % vertices, roles % vertices];
                if hole == mouse || hole == cat || mouse == cat {
                    continue;
                }
                let rest = (0..vertices).filter(|vertex| ![hole, mouse, cat].contains(vertex));
                let order: Vec<u32> = [hole, mouse, cat].into_iter().chain(rest).collect();
                let board = graph.reordered(&order);
                let colours: Vec<u8> = (0..vertices).map(|vertex| vertex.min(3) as u8).collect();
                let form = canonical(&board, &colours);
                let board = PuzzleBoard::of_graph(&BitGraph::of_rows(form.rows.clone()));
                if board.is_admitted() && known.insert(form.rows) {
                    all.push(board);
                }
            }
        }
    }
    all
}

/// All grids of up to six cells without walls, up to symmetry, with small jumps.
fn small_grids() -> Vec<PuzzleBoard> {
    let mut all = Vec::new();
    let mut known = BTreeSet::new();
    for (rows, columns) in [(1, 3), (1, 4), (2, 2), (1, 5), (2, 3)] {
        let cells: usize = rows * columns;
        for places in 0..cells.pow(3) {
            let [mouse, cat, food] = [places / cells / cells, places / cells % cells, places % cells];
            if mouse == cat || mouse == food || cat == food {
                continue;
            }
            let letter = |at: usize| match at {
                _ if at == mouse => 'M',
                _ if at == cat => 'C',
                _ if at == food => 'F',
                _ => '.',
            };
            let drawn: Vec<String> =
                (0..rows).map(|row| (0..columns).map(|column| letter(row * columns + column)).collect()).collect();
            let drawn = canonical_rows(&drawn);
            if known.insert(drawn.clone()) {
                for (cat_jump, mouse_jump) in [(1, 1), (1, 2), (2, 1)] {
                    all.push(PuzzleBoard::Grid { rows: drawn.clone(), cat_jump, mouse_jump });
                }
            }
        }
    }
    all
}
