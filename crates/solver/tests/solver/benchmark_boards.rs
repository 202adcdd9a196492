//! Checks that the benchmark's boards have the properties of their families.

use catmouse_arena::{Arena, Player};

use crate::families::{Board, Family, LISTED, sweeps};

/// The neighbours of each vertex, on a board of this family.
#[track_caller]
fn neighbours(name: &str, seed: u64) -> Vec<Vec<usize>> {
    let Board::Graph { vertices, edges } = name.parse::<Family>().unwrap().board(seed, 0) else {
        panic!("{name} is played on a grid")
    };
    let mut neighbours = vec![Vec::new(); vertices as usize];
    for (a, b) in edges {
        neighbours[a as usize].push(b as usize);
        neighbours[b as usize].push(a as usize);
    }
    neighbours
}

fn degrees(neighbours: &[Vec<usize>]) -> Vec<usize> {
    neighbours.iter().map(Vec::len).collect()
}

fn is_connected(neighbours: &[Vec<usize>]) -> bool {
    let mut seen = vec![false; neighbours.len()];
    let mut waiting = vec![0];
    while let Some(vertex) = waiting.pop() {
        if !std::mem::replace(&mut seen[vertex], true) {
            waiting.extend(&neighbours[vertex]);
        }
    }
    seen.into_iter().all(|seen| seen)
}

/// A connected graph with one edge fewer than vertices is a tree.
#[test]
fn a_tree_is_a_tree() {
    for seed in 0..100 {
        let tree = neighbours("tree-37", seed);
        assert!(is_connected(&tree));
        assert_eq!(degrees(&tree).iter().sum::<usize>(), 2 * 36);
    }
}

#[test]
fn in_a_cubic_graph_each_vertex_has_three_neighbours() {
    for seed in 0..100 {
        for (vertex, mut neighbours) in neighbours("cubic-30", seed).into_iter().enumerate() {
            neighbours.sort_unstable();
            neighbours.dedup();
            assert!(neighbours.len() == 3 && !neighbours.contains(&vertex));
        }
    }
}

/// The 19,900 pairs give 5,970 edges at probability 3/10. The standard deviation is 65.
#[test]
fn a_random_graph_has_the_edges_that_its_density_says() {
    for seed in 0..20 {
        let edges = degrees(&neighbours("gnp-200-0.3", seed)).iter().sum::<usize>() / 2;
        assert!((5_970 - 5 * 65..=5_970 + 5 * 65).contains(&edges), "{edges}");
    }
}

#[test]
fn grids_paths_and_cycles_are_regular_but_for_their_ends() {
    let count = |name, degree| degrees(&neighbours(name, 0)).iter().filter(|&&found| found == degree).count();
    assert_eq!([2, 3, 4].map(|degree| count("grid-7", degree)), [4, 4 * 5, 25]);
    assert_eq!([1, 2].map(|degree| count("path-9", degree)), [2, 7]);
    assert_eq!([1, 2, 3].map(|degree| count("cycle-9", degree)), [1, 8, 1]);
    assert_eq!(degrees(&neighbours("cycle-9", 0))[0], 1, "the hole hangs on the cycle");
}

/// Checks the rules by the number of moves at a place without walls around.
#[test]
fn the_mouse_jumps_two_cells_and_the_cat_one() {
    let arena = "walls-40".parse::<Family>().unwrap().board(3, 0).arena();
    let most = |player: Player| {
        let steps = arena.steps(player);
        (0..steps.nodes()).map(|node| steps.successors(node).len()).max()
    };
    assert_eq!(Player::BOTH.map(most), [Some(9), Some(5)]);
    let free = f64::from(arena.verdicts().rows()) / 1600.0;
    assert!((0.75..0.85).contains(&free), "{free}");
}

#[test]
fn the_same_seed_and_number_give_the_same_board() {
    for family in ["gnp-50-0.1", "tree-50", "cubic-50", "walls-9"].map(|name| name.parse::<Family>().unwrap()) {
        let text = |seed, number| family.board(seed, number).text();
        assert_eq!(text(1, 2), text(1, 2));
        assert!(text(1, 2) != text(1, 3) && text(1, 2) != text(2, 2));
    }
}

#[test]
fn names_are_read_as_they_are_written() {
    let listed = LISTED.iter().map(|listed| listed.family);
    for family in listed.chain(sweeps().into_iter().flat_map(|(_, families)| families)) {
        assert_eq!(family.to_string().parse(), Ok(family));
    }
    for name in ["", "grid", "grid-", "grid-1", "grid-9999", "gnp-50", "gnp-50-2", "cubic-51", "tree-50-1", "star-50"] {
        assert!(name.parse::<Family>().is_err(), "{name}");
    }
}

#[test]
fn a_board_of_n_vertices_has_2n_n_minus_1_positions() {
    assert_eq!("path-50".parse::<Family>().unwrap().board(0, 0).arena().positions(), 2 * 50 * 49);
}
