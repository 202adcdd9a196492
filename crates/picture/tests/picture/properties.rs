//! What holds of the picture of any board.

use catmouse_model::{BoardChoice, Setup};
use proptest::prelude::*;

use crate::drawn::{Drawn, board, game, read};

/// Every vertex is there once, in sight and apart from all others; no text covers another or the end of an edge.
fn keep(drawn: &Drawn, vertices: usize) -> Result<(), String> {
    let mut numbers: Vec<u32> = drawn.vertices.iter().map(|&(number, _)| number).collect();
    numbers.sort_unstable();
    if numbers != (0..vertices as u32).collect::<Vec<_>>() {
        return Err(format!("drawn are {numbers:?} of {vertices}"));
    }
    for (index, (number, area)) in drawn.vertices.iter().enumerate() {
        if !area.is_inside(&drawn.view) {
            return Err(format!("{number} is out of sight: {area:?}"));
        }
        for (other, its) in &drawn.vertices[..index] {
            if area.meets(its) {
                return Err(format!("{number} covers {other}"));
            }
        }
    }
    for (index, (text, area)) in drawn.texts.iter().enumerate() {
        if !area.is_inside(&drawn.view) {
            return Err(format!("`{text}` is out of sight: {area:?} in {:?}", drawn.view));
        }
        for (other, its) in &drawn.texts[..index] {
            if area.meets(its) {
                return Err(format!("`{text}` {area:?} covers `{other}` {its:?}"));
            }
        }
        if drawn.edges.iter().flatten().any(|&end| area.holds(end)) {
            return Err(format!("`{text}` covers the end of an edge"));
        }
    }
    Ok(())
}

/// How many pairs of edges cross between their ends.
fn crossings(edges: &[[(f64, f64); 2]]) -> usize {
    let side = |a: (f64, f64), b: (f64, f64), c: (f64, f64)| (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0);
    let cross = |[a, b]: [(f64, f64); 2], [c, d]: [(f64, f64); 2]| {
        side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
    };
    (0..edges.len()).map(|one| edges[..one].iter().filter(|&&other| cross(edges[one], other)).count()).sum()
}

fn tree(parents: &[usize]) -> Vec<(usize, usize)> {
    parents.iter().enumerate().map(|(index, &parent)| (index + 1, parent % (index + 1))).collect()
}

#[test]
fn every_graph_on_up_to_four_vertices_is_drawn_in_full() {
    for vertices in 1..=4 {
        let pairs: Vec<(usize, usize)> = (0..vertices).flat_map(|to| (0..to).map(move |from| (from, to))).collect();
        for chosen in 0..1_u32 << pairs.len() {
            let edges: Vec<(usize, usize)> =
                pairs.iter().enumerate().filter(|(index, _)| chosen >> index & 1 == 1).map(|(_, &pair)| pair).collect();
            let drawn = read(&board(&game(vertices, &edges)));
            assert_eq!(keep(&drawn, vertices), Ok(()), "{vertices} {edges:?}");
            assert_eq!(drawn.edges.len(), edges.len(), "{vertices} {edges:?}");
            assert_eq!(crossings(&drawn.edges), 0, "{vertices} {edges:?}");
        }
    }
}

#[test]
fn cycles_are_drawn_without_crossings() {
    for vertices in 3..=60 {
        // Numbered out of order, unless 7 divides the number of vertices.
        let step = if vertices % 7 == 0 { 1 } else { 7 };
        let edges: Vec<(usize, usize)> =
            (0..vertices).map(|v| (v * step % vertices, (v + 1) * step % vertices)).collect();
        let drawn = read(&board(&game(vertices, &edges)));
        assert_eq!(keep(&drawn, vertices), Ok(()), "{vertices}");
        assert_eq!((drawn.edges.len(), crossings(&drawn.edges)), (vertices, 0), "{vertices}");
    }
}

#[test]
fn walls_are_no_vertices() {
    let rows = ["M.#..", ".##.C", "....F"].map(str::to_owned).to_vec();
    let game = Setup::new(BoardChoice::Grid(rows)).plan().expect("a game").game();
    let svg = board(&game);
    let drawn = read(&svg);
    assert_eq!(drawn.vertices.len(), 12);
    // The third cell in the list of walls' sign is in the legend.
    assert_eq!(svg.matches("class=\"wall\"").count(), 3 + 1);
}

#[test]
fn a_large_board_is_a_sketch_that_says_so() {
    for (vertices, said) in [(61, "A sketch: a board of this size"), (400, "100 others are not drawn")] {
        let edges: Vec<(usize, usize)> = (1..vertices).map(|v| (v, v / 2)).collect();
        let svg = board(&game(vertices, &edges));
        assert!(svg.replace('\n', " ").contains(said), "{vertices}");
        assert_eq!(read(&svg).vertices.len(), vertices.min(300));
    }
    let rows = vec![".".repeat(50); 50];
    let mut setup = Setup::new(BoardChoice::Grid(rows));
    setup.mouse = Some(catmouse_model::VertexChoice::Cell(0, 0));
    setup.cats = Some(vec![catmouse_model::VertexChoice::Cell(9, 9)]);
    setup.rules.holes = Some(vec![catmouse_model::VertexChoice::Cell(49, 49)]);
    let game = setup.plan().expect("a game").game();
    let values = catmouse_arena::Solution::from_values(
        (0..catmouse_arena::Arena::positions(game.arena())).map(|_| catmouse_arena::Value::Endless),
    );
    let start = game.start_id().expect("a start");
    let svg = catmouse_picture::Scene { game: &game, values: &values, start, title: None }.board();
    assert!(svg.contains("A sketch: a grid of this size"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn trees_are_drawn_without_crossings(parents in prop::collection::vec(0..1000_usize, 3..60)) {
        let drawn = read(&board(&game(parents.len() + 1, &tree(&parents))));
        prop_assert_eq!(keep(&drawn, parents.len() + 1), Ok(()));
        prop_assert_eq!(drawn.edges.len(), parents.len());
        prop_assert_eq!(crossings(&drawn.edges), 0);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 10, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_label_covers_another(
        parents in prop::collection::vec(0..1000_usize, 3..60),
        more in prop::collection::vec((0..1000_usize, 0..1000_usize), 0..60),
    ) {
        let vertices = parents.len() + 1;
        let mut edges = tree(&parents);
        edges.extend(more.into_iter().map(|(from, to)| (from % vertices, to % vertices)));
        let game = game(vertices, &edges);
        let svg = board(&game);
        prop_assert_eq!(keep(&read(&svg), vertices), Ok(()));
        prop_assert_eq!(svg, board(&game), "the same input gives the same bytes");
    }
}
