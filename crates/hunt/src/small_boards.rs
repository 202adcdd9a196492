//! The boards that every program is asked about first, the smallest first.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::sync::LazyLock;

use catmouse::jobs::StopSignal;
use catmouse_formats::SmallGraph;

use crate::canonical::canonical;
use crate::generate;
use crate::graph::BitGraph;
use crate::images::canonical_rows;
use crate::puzzle::{Puzzle, PuzzleBoard};

/// Every graph with at most this number of vertices, and every grid of so many cells, is among the
/// small boards.
pub(crate) const SMALL_GRAPH: u32 = 5;

/// Graphs of six to eight vertices with the hole 0, the mouse at 1 and the cat at 2, the smallest
/// first. Among the boards that were tried, each is the first on which a model of a wrong program is
/// wrong, or on which two such models differ.
const TELLING: &str = include_str!("telling.g6");

/// Such grids, in the form of [`PuzzleBoard::line`].
const TELLING_GRIDS: &str = include_str!("telling.grids");

/// All small boards of a problem up to symmetry, the smallest first. For problem 913 they are all
/// admitted boards with at most five vertices. For problem 1728 they are all grids of at most three
/// rows and columns with jumps of at most two cells, and the rows of four and five cells with jumps of
/// any length.
pub(crate) fn small_boards(puzzle: Puzzle) -> &'static [PuzzleBoard] {
    static GRAPHS: LazyLock<Vec<PuzzleBoard>> = LazyLock::new(|| (3..=SMALL_GRAPH).flat_map(graphs_of).collect());
    static GRIDS: LazyLock<Vec<PuzzleBoard>> = LazyLock::new(small_grids);
    match puzzle {
        Puzzle::CatAndMouse => &GRAPHS,
        Puzzle::CatAndMouseII => &GRIDS,
    }
}

/// Larger boards on which common mistakes show, the smallest first.
pub(crate) fn telling_boards(puzzle: Puzzle) -> Vec<PuzzleBoard> {
    match puzzle {
        Puzzle::CatAndMouse => TELLING.lines().filter_map(of_graph6).collect(),
        Puzzle::CatAndMouseII => TELLING_GRIDS.lines().filter_map(PuzzleBoard::of_grid_line).collect(),
    }
}

/// The board of problem 913 that a line of graph6 describes.
pub(crate) fn of_graph6(line: &str) -> Option<PuzzleBoard> {
    Some(PuzzleBoard::of_graph(&BitGraph::of_stream(&SmallGraph::of_line(line)?)?))
}

/// All boards of problem 913 with this number of vertices, up to isomorphism, those with the fewest
/// edges first.
///
/// Time: n³ canonical forms for each graph; a second for six vertices.
pub(crate) fn graphs_of(vertices: u32) -> Vec<PuzzleBoard> {
    let graphs = generate::all_graphs(vertices, u32::MAX, NonZeroUsize::MIN, &StopSignal::default(), &|_| true);
    let mut all: Vec<PuzzleBoard> = graphs.unwrap_or_default().iter().flat_map(with_all_starts).collect();
    all.sort_by_key(PuzzleBoard::weight);
    all
}

/// The admitted boards that this graph makes with different holes and starts.
pub(crate) fn with_all_starts(graph: &BitGraph) -> Vec<PuzzleBoard> {
    let vertices = graph.vertices();
    let colours: Vec<u8> = (0..vertices).map(|vertex| vertex.min(3) as u8).collect();
    let (mut all, mut known) = (Vec::new(), BTreeSet::new());
    for roles in 0..vertices.pow(3) {
        let [hole, mouse, cat] = [roles / vertices / vertices, roles / vertices % vertices, roles % vertices];
        if hole == mouse || hole == cat || mouse == cat {
            continue;
        }
        let rest = (0..vertices).filter(|vertex| ![hole, mouse, cat].contains(vertex));
        let order: Vec<u32> = [hole, mouse, cat].into_iter().chain(rest).collect();
        let form = canonical(&graph.reordered(&order), &colours);
        let board = PuzzleBoard::of_graph(&BitGraph::of_rows(form.rows.clone()));
        if board.is_admitted() && known.insert(form.rows) {
            all.push(board);
        }
    }
    all
}

fn small_grids() -> Vec<PuzzleBoard> {
    let sizes = (1..=3_usize).flat_map(|rows| (rows..=3).map(move |columns| (rows, columns)));
    let mut all = Vec::new();
    let mut known = BTreeSet::new();
    for (rows, columns) in sizes.chain([(1, 4), (1, 5)]) {
        let cells = rows * columns;
        for places in 0..cells.pow(3) {
            let pieces = [places / cells / cells, places / cells % cells, places % cells];
            let [mouse, cat, food] = pieces;
            if mouse == cat || mouse == food || cat == food {
                continue;
            }
            for walls in (0..1_u32 << cells).filter(|walls| pieces.iter().all(|at| walls >> at & 1 == 0)) {
                let letter = |at: usize| match at {
                    _ if at == mouse => 'M',
                    _ if at == cat => 'C',
                    _ if at == food => 'F',
                    _ if walls >> at & 1 == 1 => '#',
                    _ => '.',
                };
                let drawn: Vec<String> =
                    (0..rows).map(|row| (0..columns).map(|column| letter(row * columns + column)).collect()).collect();
                let drawn = canonical_rows(&drawn);
                if known.insert(drawn.clone()) {
                    let longest = 2.max(columns as u32 - 1);
                    for jumps in 0..longest.pow(2) {
                        let (cat_jump, mouse_jump) = (1 + jumps / longest, 1 + jumps % longest);
                        all.push(PuzzleBoard::Grid { rows: drawn.clone(), cat_jump, mouse_jump });
                    }
                }
            }
        }
    }
    all.sort_by_key(PuzzleBoard::weight);
    all
}
