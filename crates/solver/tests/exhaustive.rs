//! All small games: every position of every one, held against the oracle.
//!
//! On labelled graphs it is enough to dig the holes at the lowest vertices, because every other place for them is the same
//! game on another labelled graph; they are dug elsewhere too, where the numbering of the cat's vertices depends on it.

mod oracle;

use std::collections::BTreeMap;

use catmouse_arena::Values;
use catmouse_model::{Keyword, LimitChoice, Outcome, RuleChoices};
use catmouse_solver::Engine;
use oracle::confrontation::{LIMITS, confront, setup, solve, verdict, wide};
use oracle::{CatInHole, Gait, Ground, Pursuit, Stalemate};

/// One value for every rule of which there are few.
#[derive(Clone, Copy)]
struct Combination {
    number: usize,
    cat_in_hole: CatInHole,
    mouse_may_stay: bool,
    cat_may_stay: bool,
    stalemate: Stalemate,
}

/// What has been compared: games of each combination with each number of holes, and positions.
#[derive(Default)]
struct Tally {
    games: BTreeMap<(usize, usize), usize>,
    positions: usize,
}

/// How many combinations there are.
const COMBINATIONS: usize = 48;

fn combinations() -> Vec<Combination> {
    let mut all = Vec::new();
    for cat_in_hole in [CatInHole::Forbidden, CatInHole::Allowed, CatInHole::Guards, CatInHole::Wins] {
        for [mouse_may_stay, cat_may_stay] in [[false, false], [false, true], [true, false], [true, true]] {
            for stalemate in [Stalemate::Draw, Stalemate::Pass, Stalemate::Loss] {
                all.push(Combination { number: all.len(), cat_in_hole, mouse_may_stay, cat_may_stay, stalemate });
            }
        }
    }
    assert_eq!(all.len(), COMBINATIONS);
    all
}

impl Combination {
    /// The same board and holes under these rules.
    fn apply(self, pursuit: Pursuit) -> Pursuit {
        Pursuit {
            cat_in_hole: self.cat_in_hole,
            mouse: Gait { may_stay: self.mouse_may_stay, ..pursuit.mouse },
            cat: Gait { may_stay: self.cat_may_stay, ..pursuit.cat },
            stalemate: self.stalemate,
            ..pursuit
        }
    }
}

impl Tally {
    /// Compares a game and counts it, unless the cat can stand nowhere, so that there is no game.
    fn confront(&mut self, combination: usize, pursuit: &Pursuit) {
        if pursuit.has_room_for_cat() {
            self.positions += confront(pursuit);
            *self.games.entry((combination, pursuit.holes.len())).or_default() += 1;
        }
    }

    fn games(&self) -> usize {
        self.games.values().sum()
    }

    /// The number of games of the combination, with this many holes, that was met least.
    fn fewest(&self, holes: usize) -> usize {
        (0..COMBINATIONS).map(|number| self.games.get(&(number, holes)).copied().unwrap_or(0)).min().unwrap_or(0)
    }
}

/// *Cat and Mouse* on a graph: hole 0 is closed to the cat, both must move, who cannot move holds a draw.
fn cat_and_mouse(neighbours: Vec<Vec<usize>>) -> Pursuit {
    let walk = Gait { may_stay: false, jump: 1 };
    Pursuit {
        ground: Ground::Graph(neighbours),
        holes: vec![0],
        cat_in_hole: CatInHole::Forbidden,
        mouse: walk,
        cat: walk,
        stalemate: Stalemate::Draw,
    }
}

/// *Cat and Mouse II* on a grid: a cat on the food wins, both may stay, and each has its jump.
fn cat_and_mouse_ii(rows: &[String], mouse_jump: usize, cat_jump: usize) -> Pursuit {
    let free = rows.iter().flat_map(|row| row.chars()).filter(|&cell| cell != '#');
    Pursuit {
        holes: free.enumerate().filter(|&(_, cell)| cell == 'F').map(|(vertex, _)| vertex).collect(),
        ground: Ground::Grid(rows.to_vec()),
        cat_in_hole: CatInHole::Wins,
        mouse: Gait { may_stay: true, jump: mouse_jump },
        cat: Gait { may_stay: true, jump: cat_jump },
        stalemate: Stalemate::Draw,
    }
}

/// The undirected graph on these vertices with the edges that the bits of `mask` choose, as lists of neighbours.
fn graph(vertices: usize, mask: u32) -> Vec<Vec<usize>> {
    let mut neighbours = vec![Vec::new(); vertices];
    let pairs = (0..vertices).flat_map(|a| (0..a).map(move |b| (a, b)));
    for (a, b) in pairs.enumerate().filter(|(bit, _)| mask >> bit & 1 == 1).map(|(_, pair)| pair) {
        neighbours[a].push(b);
        neighbours[b].push(a);
    }
    neighbours
}

/// All labelled undirected graphs on these vertices.
fn graphs(vertices: usize) -> impl Iterator<Item = Vec<Vec<usize>>> {
    let pairs = vertices * (vertices - 1) / 2;
    (0..1 << pairs).map(move |mask| graph(vertices, mask))
}

/// All labelled digraphs on these vertices, self-loops included.
fn digraphs(vertices: usize) -> impl Iterator<Item = Vec<Vec<usize>>> {
    (0..1u32 << (vertices * vertices)).map(move |mask| {
        let bit = |from: usize, to: usize| mask >> (from * vertices + to) & 1 == 1;
        (0..vertices).map(|from| (0..vertices).filter(|&to| bit(from, to)).collect()).collect()
    })
}

fn is_connected(neighbours: &[Vec<usize>]) -> bool {
    let mut met = vec![0];
    let mut next = 0;
    while next < met.len() {
        for &to in &neighbours[met[next]] {
            if !met.contains(&to) {
                met.push(to);
            }
        }
        next += 1;
    }
    met.len() == neighbours.len()
}

/// All grids of this shape with walls, free cells and food, at least one cell of them free.
fn grids(rows: usize, columns: usize) -> impl Iterator<Item = Vec<String>> {
    let cells = rows * columns;
    (0..3usize.pow(cells as u32)).filter_map(move |number| {
        let cell = |index: usize| ['.', '#', 'F'][number / 3usize.pow(index as u32) % 3];
        let row = |row: usize| (0..columns).map(|column| cell(row * columns + column)).collect::<String>();
        let grid: Vec<_> = (0..rows).map(row).collect();
        grid.iter().any(|row| row.contains(['.', 'F'])).then_some(grid)
    })
}

/// The published numbers of connected labelled graphs (OEIS A001187) show that the generator leaves none out.
#[test]
fn every_connected_graph_of_up_to_five_vertices_is_generated() {
    let connected = |vertices| graphs(vertices).filter(|graph| is_connected(graph)).count();
    assert_eq!([1, 2, 3, 4, 5].map(connected), [1, 1, 4, 38, 728]);
}

#[test]
fn every_connected_graph_of_up_to_five_vertices_under_the_classic_rules() {
    let mut tally = Tally::default();
    for graph in (1..=5).flat_map(graphs).filter(|graph| is_connected(graph)) {
        tally.confront(0, &cat_and_mouse(graph));
    }
    // On the single vertex there is no room for the cat beside the hole.
    assert_eq!(tally.games(), 1 + 4 + 38 + 728);
    assert_eq!(tally.positions, 4 + 4 * 12 + 38 * 24 + 728 * 40);
}

#[test]
fn every_connected_graph_of_five_vertices_under_all_rules() {
    let mut tally = Tally::default();
    for graph in graphs(5).filter(|graph| is_connected(graph)) {
        for holes in [vec![0], vec![4, 2]] {
            for combination in combinations() {
                let pursuit = Pursuit { holes: holes.clone(), ..cat_and_mouse(graph.clone()) };
                tally.confront(combination.number, &combination.apply(pursuit));
            }
        }
    }
    assert_eq!(tally.games(), 728 * 2 * COMBINATIONS);
    assert_eq!((tally.fewest(1), tally.fewest(2)), (728, 728));
}

/// Connected or not: a vertex without neighbours is where stalemates are.
#[test]
fn every_graph_of_up_to_four_vertices_under_all_rules() {
    let mut tally = Tally::default();
    for graph in (1..=4).flat_map(graphs) {
        for holes in [vec![], vec![0], vec![0, 1], vec![2]] {
            if holes.iter().all(|&hole| hole < graph.len()) {
                for combination in combinations() {
                    let pursuit = Pursuit { holes: holes.clone(), ..cat_and_mouse(graph.clone()) };
                    tally.confront(combination.number, &combination.apply(pursuit));
                }
            }
        }
    }
    let refused = 12 + 2 * 12; // one vertex with one hole, two vertices with two, forbidden to the cat
    assert_eq!(tally.games(), (75 + 75 + 74 + 72) * COMBINATIONS - refused);
    assert!(tally.fewest(0) >= 75 && tally.fewest(1) >= 74 && tally.fewest(2) >= 72);
}

#[test]
fn every_digraph_of_up_to_three_vertices_under_all_rules() {
    let mut tally = Tally::default();
    for graph in (1..=3).flat_map(digraphs) {
        for holes in [vec![], vec![0], vec![2, 1]] {
            if holes.iter().all(|&hole| hole < graph.len()) {
                for combination in combinations() {
                    let pursuit = Pursuit { holes: holes.clone(), ..cat_and_mouse(graph.clone()) };
                    tally.confront(combination.number, &combination.apply(pursuit));
                }
            }
        }
    }
    let refused = 2 * 12; // the one vertex is a hole and forbidden to the cat, with a self-loop and without
    assert_eq!(tally.games(), (512 * 3 + 16 * 2 + 2 * 2) * COMBINATIONS - refused);
    assert!(tally.fewest(0) >= 530 && tally.fewest(1) >= 528 && tally.fewest(2) >= 512);
}

/// All grids of two rows and three columns and all of one row and five, all jumps from 0 to 3 for both pieces; one
/// combination of the other rules for each, in rotation, besides the rules of the game as published.
#[test]
fn every_small_grid() {
    let mut tally = Tally::default();
    let combinations = combinations();
    for (index, grid) in grids(2, 3).chain(grids(1, 5)).enumerate() {
        for jumps in 0..16 {
            let pursuit = cat_and_mouse_ii(&grid, jumps / 4, jumps % 4);
            tally.confront(COMBINATIONS, &pursuit);
            // No factor in common with 48, so that every pair of jumps meets every combination; and not in step with the
            // cells, which repeat with powers of 3.
            let combination = combinations[(17 * index + index / 3 + 7 * jumps) % COMBINATIONS];
            tally.confront(combination.number, &combination.apply(pursuit));
        }
    }
    assert!(tally.games() >= (728 + 242) * 16 * 7 / 4, "{}", tally.games());
    assert!(tally.fewest(1) >= 50 && tally.fewest(2) >= 50, "{} and {}", tally.fewest(1), tally.fewest(2));
}

/// Endless owner, limit and limit's owner go through the setup here, in all combinations, and the outcome of every position is
/// compared; everywhere else in this file they are given to the values directly.
#[test]
fn every_owner_and_limit_that_a_setup_asks_for() {
    let boards = [
        // Draw, mouse and cat from the usual start, with stuck pieces on the way.
        cat_and_mouse(graph(4, 0b10_1101)),
        cat_and_mouse(vec![vec![2], vec![2], vec![0, 1]]),
        cat_and_mouse(vec![vec![1, 3], vec![0], vec![3], vec![0, 2]]),
        cat_and_mouse_ii(&["F..#".to_owned(), "....".to_owned()], 2, 1),
    ];
    let owners = || Outcome::ALL.iter().copied().map(Some).chain([None]);
    let mut outcomes = 0;
    for pursuit in &boards {
        let table = pursuit.table();
        let game = setup(pursuit).plan().expect("in order").game();
        let solution = solve(Engine::ALL[0], &game);
        for (endless, limit_winner) in owners().flat_map(|endless| owners().map(move |winner| (endless, winner))) {
            // On a graph the preset says draw, on a grid it says that the cat has endless play and the clock.
            let is_grid = game.board().grid().is_some();
            let preset = if is_grid { Outcome::Cat } else { Outcome::Draw };
            let owner_of_endless = endless.unwrap_or(preset);
            let owner_of_limit = limit_winner.unwrap_or(if is_grid { preset } else { owner_of_endless });
            let clock = table.with_clock(LIMITS, verdict(owner_of_limit.into()));
            let limits = (0..=LIMITS).map(|plies| (LimitChoice::Plies(wide(plies)), clock[plies].clone()));
            let no_limit = (LimitChoice::None, table.without_clock(verdict(owner_of_endless.into())));
            for (limit, expected) in limits.chain([no_limit]) {
                let mut setup = setup(pursuit);
                setup.rules = RuleChoices { endless, limit_winner, limit: Some(limit), ..setup.rules };
                let adjudication = setup.plan().expect("in order").game().adjudication();
                for (id, &expected) in game.positions().zip(&expected) {
                    let found = verdict(adjudication.judge(solution.value(id)).outcome);
                    assert_eq!(found, expected, "{} under {adjudication:?}", game.notation(&game.position(id)));
                    outcomes += 1;
                }
            }
        }
    }
    assert_eq!(outcomes, (24 + 12 + 24 + 98) * 16 * 14);
}
