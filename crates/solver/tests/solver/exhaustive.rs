//! Compares every position of all small games with the oracle.
//!
//! On labelled graphs it is enough to put the holes at the lowest vertices, because any other place
//! for them is the same game on another labelled graph. Some tests put holes elsewhere too, because
//! the numbering of the cat's vertices depends on the holes.
//!
//! These tests are the part of the campaign that takes seconds; `cargo xtask campaign` runs the
//! rest.

use std::collections::BTreeMap;

use catmouse_arena::{Player, Values};
use catmouse_campaign::boards::{
    COMBINATIONS, Combination, combinations, digraphs, food, graph, graphs, grids, in_rotation, is_connected,
    priced_digraphs, with_every_cost,
};
use catmouse_campaign::case::{Case, wide};
use catmouse_campaign::confrontation::{Contestant, LIMITS, confront, engines, verdict};
use catmouse_campaign::oracle::{CatInHole, CatsMove, Ground, Movement, Pursuit};
use catmouse_model::{Keyword, LimitChoice, Outcome, RuleChoices};

/// A test "in rotation" plays each board under one in this many combinations of the rules, and the
/// next board under the next ones. The campaign plays all combinations.
const TURNS: usize = 12;

/// The games and positions compared: games by combination and number of holes.
struct Tally {
    engines: Vec<Contestant<'static>>,
    games: BTreeMap<(usize, usize), usize>,
    positions: usize,
}

impl Tally {
    fn new() -> Self {
        Self { engines: engines(), games: BTreeMap::new(), positions: 0 }
    }

    /// Compares a game and counts it, unless the cat has no vertex to stand on, so that there is no
    /// game.
    #[track_caller]
    fn confront(&mut self, combination: usize, pursuit: Pursuit) {
        let holes = pursuit.holes.len();
        if let Some(case) = Case::new(pursuit) {
            let case = in_rotation(case, self.games());
            self.positions += confront(&case, &self.engines).unwrap();
            *self.games.entry((combination, holes)).or_default() += 1;
        }
    }

    fn games(&self) -> usize {
        self.games.values().sum()
    }

    /// For this number of holes, the number of games of the combination that was compared least.
    fn fewest(&self, holes: usize) -> usize {
        (0..COMBINATIONS).map(|number| self.games.get(&(number, holes)).copied().unwrap_or(0)).min().unwrap_or(0)
    }
}

/// *Cat and Mouse II* on a grid: a cat on the food wins, both may stay, and each piece has its
/// jump.
fn cat_and_mouse_ii(rows: &[String], mouse_jump: usize, cat_jump: usize) -> Pursuit {
    Pursuit {
        holes: food(rows),
        cat_in_hole: CatInHole::Wins,
        mouse: Movement { may_stay: true, jump: mouse_jump, speed: 1 },
        cat: Movement { may_stay: true, jump: cat_jump, speed: 1 },
        ..Pursuit::on(Ground::Grid(rows.to_vec()))
    }
}

#[test]
fn every_connected_graph_of_up_to_five_vertices_under_the_classic_rules() {
    let mut tally = Tally::new();
    for graph in (1..=5).flat_map(graphs).filter(|graph| is_connected(graph)) {
        tally.confront(0, Pursuit::cat_and_mouse(graph));
    }
    // On the single vertex the hole leaves no room for the cat.
    assert_eq!(tally.games(), 1 + 4 + 38 + 728);
    assert_eq!(tally.positions, 4 + 4 * 12 + 38 * 24 + 728 * 40);
}

#[test]
fn every_connected_graph_of_five_vertices_under_all_rules_in_rotation() {
    let mut tally = Tally::new();
    for (index, graph) in graphs(5).filter(|graph| is_connected(graph)).enumerate() {
        for (turn, holes) in [vec![0], vec![4, 2]].into_iter().enumerate() {
            for combination in combinations().into_iter().skip((index + turn) % TURNS).step_by(TURNS) {
                let pursuit = Pursuit { holes: holes.clone(), ..Pursuit::cat_and_mouse(graph.clone()) };
                tally.confront(combination.number, combination.apply(pursuit));
            }
        }
    }
    assert_eq!(tally.games(), 728 * 2 * COMBINATIONS / TURNS);
    assert!(tally.fewest(1) >= 728 / TURNS && tally.fewest(2) >= 728 / TURNS);
}

/// Disconnected graphs are included, because stalemates need a vertex without neighbours.
#[test]
fn every_graph_of_up_to_four_vertices_under_all_rules() {
    let mut tally = Tally::new();
    for graph in (1..=4).flat_map(graphs) {
        for holes in [vec![], vec![0], vec![0, 1], vec![2]] {
            if holes.iter().all(|&hole| hole < graph.len()) {
                for combination in combinations() {
                    let pursuit = Pursuit { holes: holes.clone(), ..Pursuit::cat_and_mouse(graph.clone()) };
                    tally.confront(combination.number, combination.apply(pursuit));
                }
            }
        }
    }
    let refused = 12 + 2 * 12; // one vertex with one hole, two vertices with two holes, all forbidden to the cat
    assert_eq!(tally.games(), (75 + 75 + 74 + 72) * COMBINATIONS - refused);
    assert!(tally.fewest(0) >= 75 && tally.fewest(1) >= 74 && tally.fewest(2) >= 72);
}

#[test]
fn every_digraph_of_up_to_three_vertices_under_all_rules_in_rotation() {
    let mut tally = Tally::new();
    for (index, graph) in (1..=3).flat_map(digraphs).enumerate() {
        for (turn, holes) in [vec![], vec![0], vec![2, 1]].into_iter().enumerate() {
            if holes.iter().all(|&hole| hole < graph.len()) {
                for combination in combinations().into_iter().skip((index + turn) % TURNS).step_by(TURNS) {
                    let pursuit = Pursuit { holes: holes.clone(), ..Pursuit::cat_and_mouse(graph.clone()) };
                    tally.confront(combination.number, combination.apply(pursuit));
                }
            }
        }
    }
    // A single vertex with a hole, forbidden to the cat, is no game. This affects a quarter of the
    // combinations, with a self-loop and without.
    let refused = 2 * 12_usize.div_ceil(TURNS);
    assert!((512 * 3 + 16 * 2 + 2 * 2) * COMBINATIONS / TURNS - tally.games() <= refused, "{}", tally.games());
    assert!(tally.fewest(0) >= 530 / TURNS && tally.fewest(1) >= 528 / TURNS && tally.fewest(2) >= 512 / TURNS);
}

/// Two cats, of which all move or one does, on connected graphs: stars, paths, cycles and others.
#[test]
fn two_cats_on_every_connected_graph_of_up_to_four_vertices_under_all_rules() {
    let mut tally = Tally::new();
    for graph in (1..=4).flat_map(graphs).filter(|graph| is_connected(graph)) {
        for (combination, cats_move) in combinations().into_iter().flat_map(with_both_movers) {
            for holes in [vec![], vec![0]] {
                let pursuit = Pursuit { cats: 2, cats_move, holes, ..Pursuit::cat_and_mouse(graph.clone()) };
                tally.confront(combination.number, combination.apply(pursuit));
            }
        }
    }
    let refused = 2 * 12; // the one vertex is a hole and forbidden to the cats
    assert_eq!(tally.games(), (1 + 1 + 4 + 38) * 2 * 2 * COMBINATIONS - refused);
    assert!(tally.fewest(0) == 2 * 44 && tally.fewest(1) >= 2 * 43);
}

/// With one-way arcs, a cat without a move may or may not keep the other cats from moving.
#[test]
fn two_and_three_cats_on_every_digraph_of_two_vertices_and_one_way_boards_of_three() {
    let mut tally = Tally::new();
    let all: Vec<_> = combinations().into_iter().flat_map(with_both_movers).collect();
    let mut turns = all.iter().cycle().enumerate();
    for board in (1..=2).flat_map(digraphs).chain(digraphs(3).step_by(7)) {
        // The rules in turn, with and without a hole. Each board takes the next 16 combinations, so
        // that each combination meets boards of both kinds.
        for (turn, &(combination, cats_move)) in turns.by_ref().take(16) {
            let holes = if (turn / all.len()).is_multiple_of(2) { vec![] } else { vec![0] };
            let cats = 2 + turn % 5 / 3;
            let pursuit = Pursuit { cats, cats_move, holes, ..Pursuit::cat_and_mouse(board.clone()) };
            tally.confront(combination.number, combination.apply(pursuit));
        }
    }
    assert!(tally.games() >= (16 + 74) * 16, "{}", tally.games());
    assert!(tally.fewest(0) >= 5 && tally.fewest(1) >= 5, "{} and {}", tally.fewest(0), tally.fewest(1));
}

/// Every edge costs 1, 2 or 5, for one cat and for two. Each board takes one combination of the
/// other rules, in rotation.
#[test]
fn every_choice_of_costs_on_boards_of_few_arcs() {
    let mut tally = Tally::new();
    let trees_and_cycles = (2..=4).flat_map(graphs).filter(|graph| is_connected(graph)).flat_map(with_every_cost);
    // Parallel arcs may differ in cost.
    let one_way = priced_digraphs(2, 3, |_, _| true).chain(priced_digraphs(3, 3, |from, to| from != to));
    let all: Vec<_> = combinations().into_iter().flat_map(with_both_movers).collect();
    for (index, board) in trees_and_cycles.chain(one_way).enumerate() {
        for cats in [1, 2] {
            let (combination, cats_move) = all[(index * 11 + cats * 5) % all.len()];
            let holes = if index % 3 == 0 { vec![] } else { vec![0] };
            let ground = Ground::Priced(board.clone());
            let pursuit = Pursuit { cats, cats_move, holes, ground, ..Pursuit::cat_and_mouse(vec![]) };
            tally.confront(combination.number, combination.apply(pursuit));
        }
    }
    let without_arcs = 2; // these boards have no cost to choose
    let boards = 3 + 3 * 9 + 27 + 16 * 27 + 15 * 81 + (1 + 12 + 66 + 220) + (1 + 18 + 153 + 816) - without_arcs;
    assert_eq!(tally.games(), 2 * boards);
    assert!(tally.fewest(0) >= 30 && tally.fewest(1) >= 60, "{} and {}", tally.fewest(0), tally.fewest(1));
}

/// The rules with all cats moving in a turn, and with one.
fn with_both_movers(combination: Combination) -> [(Combination, CatsMove); 2] {
    [(combination, CatsMove::All), (combination, CatsMove::One)]
}

/// All grids of two rows and three columns and of one row and five. Each takes a quarter of the pairs
/// of jumps from 0 to 3, and with them the published rules and one combination of the other rules, in
/// rotation.
#[test]
fn every_small_grid() {
    let mut tally = Tally::new();
    let combinations = combinations();
    for (index, grid) in grids(2, 3).chain(grids(1, 5)).enumerate() {
        for jumps in (index % 4..16).step_by(4) {
            let pursuit = cat_and_mouse_ii(&grid, jumps / 4, jumps % 4);
            tally.confront(COMBINATIONS, pursuit.clone());
            // 17 and 7 have no common factor with 48, so every pair of jumps meets every
            // combination. The term index / 3 breaks the period of the cells, which repeat with
            // powers of 3.
            let combination = combinations[(17 * index + index / 3 + 7 * jumps) % COMBINATIONS];
            tally.confront(combination.number, combination.apply(pursuit));
        }
    }
    assert!(tally.games() >= (728 + 242) * 4 * 7 / 4, "{}", tally.games());
    assert!(tally.fewest(1) >= 12 && tally.fewest(2) >= 12, "{} and {}", tally.fewest(1), tally.fewest(2));
}

/// Thin walls in all combinations between the cells of two rows and three columns. Without jumps, the game
/// is that on the graph of the open pairs of cells. With jumps, the oracle knows thin walls too.
#[test]
fn every_maze_of_two_rows_and_three_columns() {
    let cells: Vec<(usize, usize)> = (0..6).map(|cell| (cell / 3, cell % 3)).collect();
    let pairs = [(0, 1), (1, 2), (3, 4), (4, 5), (0, 3), (1, 4), (2, 5)];
    let rows = ["...", "..F"].map(str::to_owned);
    let mut tally = Tally::new();
    for shut in 0..1_usize << pairs.len() {
        let (walls, open): (Vec<_>, Vec<_>) = pairs.iter().enumerate().partition(|(pair, _)| shut >> pair & 1 == 1);
        let thin_walls = walls.into_iter().map(|(_, &(one, other))| [cells[one], cells[other]]).collect();
        let maze = Pursuit { thin_walls, ..cat_and_mouse_ii(&rows, 1, 1) };
        let mut neighbours = vec![Vec::new(); cells.len()];
        for (_, &(one, other)) in open {
            neighbours[one].push(other);
            neighbours[other].push(one);
        }
        let graph = Pursuit { ground: Ground::Graph(neighbours), thin_walls: Vec::new(), ..maze.clone() };
        let [on_maze, on_graph] = [&maze, &graph].map(|pursuit| {
            Case::new(pursuit.clone()).expect("there is room for the cat").setup().plan().expect("in order").game()
        });
        for player in Player::BOTH {
            assert_eq!(on_maze.arena().steps(player), on_graph.arena().steps(player), "{maze:?}");
        }
        tally.confront(0, maze.clone());
        tally.confront(0, graph);
        let far = Movement { jump: 1 + shut % 3, ..maze.mouse };
        tally.confront(0, Pursuit { mouse: far, cat: Movement { jump: 1 + shut / 3 % 3, ..far }, ..maze });
    }
    assert_eq!((tally.games(), tally.positions), (3 * 128, 3 * 128 * 2 * 6 * 6));
}

/// Here the owner of endless play, the limit and the limit's owner are set in the setup, in all
/// combinations, and the outcome of every position is compared. The other tests of this file apply
/// them to the values directly.
#[test]
fn every_owner_and_limit_of_a_setup() {
    let boards = [
        // A draw, a win of the mouse and a win of the cat from the usual start, with stuck pieces
        // on the way.
        Pursuit::cat_and_mouse(graph(4, 0b10_1101)),
        Pursuit::cat_and_mouse(vec![vec![2], vec![2], vec![0, 1]]),
        Pursuit::cat_and_mouse(vec![vec![1, 3], vec![0], vec![3], vec![0, 2]]),
        cat_and_mouse_ii(&["F..#".to_owned(), "....".to_owned()], 2, 1),
    ];
    let owners = || Outcome::ALL.iter().copied().map(Some).chain([None]);
    let mut outcomes = 0;
    for pursuit in &boards {
        let table = pursuit.table();
        let asked = Case::new(pursuit.clone()).expect("there is room for the cat").setup();
        let game = asked.plan().expect("in order").game();
        let solution = catmouse_solver::solve_table(game.arena()).expect("a game of plies");
        for (endless, limit_winner) in owners().flat_map(|endless| owners().map(move |winner| (endless, winner))) {
            // On a graph the preset is a draw; on a grid the cat owns endless play and the clock.
            let is_grid = game.board().grid().is_some();
            let preset = if is_grid { Outcome::Cat } else { Outcome::Draw };
            let owner_of_endless = endless.unwrap_or(preset);
            let owner_of_limit = limit_winner.unwrap_or(if is_grid { preset } else { owner_of_endless });
            let clock = table.with_clock(LIMITS, verdict(owner_of_limit.into()));
            let limits = (0..=LIMITS).map(|plies| (LimitChoice::Plies(wide(plies)), clock[plies].clone()));
            let no_limit = (LimitChoice::None, table.without_clock(verdict(owner_of_endless.into())));
            for (limit, expected) in limits.chain([no_limit]) {
                let mut setup = asked.clone();
                setup.rules = RuleChoices { endless, limit_winner, limit: Some(limit), ..setup.rules };
                let adjudication = setup.plan().expect("in order").game().adjudication();
                for (id, &expected) in game.position_ids().zip(&expected) {
                    let found = verdict(adjudication.judge(solution.value(id)).outcome);
                    assert_eq!(found, expected, "{} under {adjudication:?}", game.notation(&game.position(id)));
                    outcomes += 1;
                }
            }
        }
    }
    assert_eq!(outcomes, (24 + 12 + 24 + 98) * 16 * 14);
}
