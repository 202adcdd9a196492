//! Properties of the pictures of any board.

use catmouse_model::{BoardChoice, Cell, Setup};
use catmouse_picture::{embedding, is_planar};
use proptest::prelude::*;

use crate::drawn::{Area, Drawn, board, game, read};

/// Every vertex occurs once, is visible and overlaps no other. No text covers another text or the
/// end of an edge.
fn check_layout(drawn: &Drawn, vertices: usize) -> Result<(), String> {
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

/// The number of pairs of edges that cross between their ends.
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
            assert_eq!(check_layout(&drawn, vertices), Ok(()), "{vertices} {edges:?}");
            assert_eq!(drawn.edges.len(), edges.len(), "{vertices} {edges:?}");
            assert_eq!(crossings(&drawn.edges), 0, "{vertices} {edges:?}");
        }
    }
}

/// Every labelled tree on five vertices, given by its Prüfer code, and every graph that adds one
/// edge to it, which is a cycle, a cactus or the like. All are planar.
#[test]
fn trees_on_five_vertices_with_up_to_one_more_edge_are_drawn_without_crossings() {
    for code in 0..5_usize.pow(3) {
        let code: Vec<usize> = (0..3).map(|digit| code / 5_usize.pow(digit) % 5).collect();
        let mut degree = [1; 5];
        for &vertex in &code {
            degree[vertex] += 1;
        }
        let mut tree = Vec::new();
        for &vertex in &code {
            let leaf = (0..5).find(|&leaf| degree[leaf] == 1).expect("a tree has leaves");
            tree.push((leaf, vertex));
            degree[leaf] -= 1;
            degree[vertex] -= 1;
        }
        let last: Vec<usize> = (0..5).filter(|&vertex| degree[vertex] == 1).collect();
        tree.push((last[0], last[1]));
        for more in std::iter::once(None).chain((1..5).map(|to| Some((0, to)))) {
            let edges: Vec<(usize, usize)> = tree.iter().copied().chain(more).collect();
            let drawn = read(&board(&game(5, &edges)));
            assert_eq!(check_layout(&drawn, 5), Ok(()), "{edges:?}");
            assert_eq!(crossings(&drawn.edges), 0, "{edges:?}");
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
        assert_eq!(check_layout(&drawn, vertices), Ok(()), "{vertices}");
        assert_eq!((drawn.edges.len(), crossings(&drawn.edges)), (vertices, 0), "{vertices}");
    }
}

/// The graph of the squares of a grid, numbered row by row.
fn lattice(rows: usize, columns: usize) -> Vec<(usize, usize)> {
    let across = (0..rows).flat_map(|row| (1..columns).map(move |at| (row * columns + at - 1, row * columns + at)));
    across
        .chain((1..rows).flat_map(|row| (0..columns).map(move |at| ((row - 1) * columns + at, row * columns + at))))
        .collect()
}

/// Whether a segment meets the inside of a rectangle (Liang and Barsky, 1984).
fn passes(area: &Area, [(x1, y1), (x2, y2)]: [(f64, f64); 2]) -> bool {
    let (mut from, mut to) = (0.0_f64, 1.0_f64);
    for (start, along, least, most) in [(x1, x2 - x1, area.left, area.right), (y1, y2 - y1, area.top, area.bottom)] {
        if along == 0.0 {
            if start <= least || start >= most {
                return false;
            }
            continue;
        }
        let (enters, leaves) = ((least - start) / along, (most - start) / along);
        from = from.max(enters.min(leaves));
        to = to.min(enters.max(leaves));
    }
    from < to
}

/// Whether five vertices are joined pairwise, counting vertices with the same number in
/// `merged` as one.
fn has_complete_minor(edges: &[(usize, usize)], merged: &[usize]) -> bool {
    let joined = |one: usize, other: usize| {
        edges.iter().any(|&(from, to)| {
            let pair = (merged[from], merged[to]);
            pair == (one, other) || pair == (other, one)
        })
    };
    (0..5).all(|one| (0..one).all(|other| joined(one, other)))
}

/// Wagner's theorem on six vertices: a graph is planar unless removing a vertex or merging two
/// vertices gives the complete graph on five vertices, or three vertices are joined to all of
/// the other three.
fn is_planar_by_wagner(edges: &[(usize, usize)]) -> bool {
    let joined = |v: usize, w: usize| edges.contains(&(v.min(w), v.max(w)));
    let complete = (0..6).any(|gone| {
        let left_out: Vec<usize> =
            (0..6_usize).map(|v| if v == gone { 9 } else { v - usize::from(v > gone) }).collect();
        let merges = (0..6)
            .filter(|&into| joined(gone, into))
            .map(|into| (0..6).map(|v| left_out[if v == gone { into } else { v }]).collect::<Vec<_>>());
        std::iter::once(left_out.clone()).chain(merges).any(|merged| has_complete_minor(edges, &merged))
    });
    let utilities = (0..1_u32 << 6).filter(|side| side.count_ones() == 3).any(|side| {
        let of = |v: usize| side >> v & 1;
        (0..6).all(|v| (0..v).all(|w| of(v) == of(w) || joined(v, w)))
    });
    !complete && !utilities
}

#[test]
fn graphs_on_six_vertices_are_planar_by_wagners_theorem() {
    let pairs: Vec<(usize, usize)> = (0..6).flat_map(|to| (0..to).map(move |from| (from, to))).collect();
    for chosen in 0..1_u32 << pairs.len() {
        let edges = pairs.iter().enumerate().filter(|(index, _)| chosen >> index & 1 == 1).map(|(_, &pair)| pair);
        let edges: Vec<(usize, usize)> = edges.collect();
        assert_eq!(is_planar(6, edges.iter().copied()), is_planar_by_wagner(&edges), "{edges:?}");
        assert_eq!(embedding(6, edges.iter().copied()).is_some(), is_planar_by_wagner(&edges), "{edges:?}");
    }
}

/// The numbers of faces and of components of an embedding. Who comes to a vertex along a face leaves by
/// the next neighbour.
fn faces_and_components(orders: &[Vec<usize>]) -> (usize, usize) {
    let mut left: std::collections::BTreeSet<(usize, usize)> =
        orders.iter().enumerate().flat_map(|(from, order)| order.iter().map(move |&to| (from, to))).collect();
    let mut faces = 0;
    while let Some((mut from, mut to)) = left.first().copied() {
        faces += 1;
        while left.remove(&(from, to)) {
            let at = orders[to].iter().position(|&it| it == from).expect("both ends list an edge");
            (from, to) = (to, orders[to][(at + 1) % orders[to].len()]);
        }
    }
    let mut component: Vec<usize> = (0..orders.len()).collect();
    for _ in 0..orders.len() {
        for (from, order) in orders.iter().enumerate() {
            component[from] = order.iter().map(|&to| component[to]).fold(component[from], usize::min);
        }
    }
    (faces, (0..orders.len()).filter(|&vertex| component[vertex] == vertex && !orders[vertex].is_empty()).count())
}

/// Euler's formula, component by component, for every planar graph on six vertices and for some with
/// many cut vertices.
#[test]
fn embeddings_have_the_faces_of_eulers_formula() {
    let pairs: Vec<(usize, usize)> = (0..6).flat_map(|to| (0..to).map(move |from| (from, to))).collect();
    for chosen in 0..1_u32 << pairs.len() {
        for size in [6, 12] {
            let chosen = pairs.iter().enumerate().filter(|(index, _)| chosen >> index & 1 == 1).map(|(_, &pair)| pair);
            let copy = |(from, to): (usize, usize)| [(from, to), (11 - to, 11 - from)].into_iter().take(size / 6);
            let bridge = (size == 12).then_some((0, 11));
            let edges: Vec<(usize, usize)> = chosen.flat_map(copy).chain(bridge).collect();
            let Some(orders) = embedding(size, edges.iter().copied()) else { continue };
            let mut listed: Vec<(usize, usize)> = (0..size)
                .flat_map(|from| orders[from].iter().map(move |&to| (from, to)))
                .filter(|(from, to)| from < to)
                .collect();
            let mut expected = edges.clone();
            listed.sort_unstable();
            expected.sort_unstable();
            assert_eq!(listed, expected);
            let (faces, components) = faces_and_components(&orders);
            let vertices = orders.iter().filter(|order| !order.is_empty()).count();
            assert_eq!(vertices + faces, edges.len() + 2 * components, "{orders:?}");
        }
    }
}

/// An edge that runs through a vertex would seem to end there.
#[test]
fn edges_of_planar_boards_pass_by_all_vertices() {
    let ring = |first: usize, count: usize| (0..count).map(move |at| (first + at, first + (at + 1) % count));
    let icosahedron = (0..5)
        .flat_map(|at| [(0, 1 + at), (1 + at, 6 + at), (1 + at, 6 + (at + 4) % 5), (6 + at, 11)])
        .chain(ring(1, 5))
        .chain(ring(6, 5));
    let octahedron = (0..6_usize).flat_map(|v| (0..v).filter(move |w| v / 2 != w / 2).map(move |w| (v, w)));
    let cube = (0..8_usize).flat_map(|v| [1, 2, 4].map(move |bit| (v, v ^ bit))).filter(|(v, w)| v < w);
    let dodecahedron = ring(0, 5)
        .chain((0..5).map(|i| (i, 5 + i)))
        .chain((0..5).flat_map(|i| [(5 + i, 10 + i), (10 + i, 5 + (i + 1) % 5)]))
        .chain((0..5).map(|i| (10 + i, 15 + i)))
        .chain(ring(15, 5));
    let wheel = (1..9).map(|at| (0, at)).chain(ring(1, 8));
    let boards: Vec<(usize, Vec<(usize, usize)>)> = vec![
        (12, icosahedron.collect()),
        (6, octahedron.collect()),
        (8, cube.collect()),
        (20, dodecahedron.collect()),
        (9, wheel.collect()),
        (20, lattice(2, 10)),
        (30, lattice(5, 6)),
        (16, lattice(4, 4)),
    ];
    for (vertices, edges) in boards {
        let drawn = read(&board(&game(vertices, &edges)));
        assert_eq!(check_layout(&drawn, vertices), Ok(()), "{edges:?}");
        assert_eq!(crossings(&drawn.edges), 0, "{edges:?}");
        for edge in &drawn.edges {
            for (vertex, area) in &drawn.vertices {
                // The corners of a box are round, and an edge may end there.
                let area = &area.shrunk(3.0);
                assert!(!passes(area, *edge), "an edge at {edge:?} passes {vertex} at {area:?} of {edges:?}");
            }
        }
    }
}

#[test]
fn lattices_are_drawn_with_square_corners() {
    for (rows, columns) in [(2, 10), (5, 6), (3, 3)] {
        let edges = lattice(rows, columns);
        let drawn = read(&board(&game(rows * columns, &edges)));
        let lies = |[(x1, y1), (x2, y2)]: &[(f64, f64); 2]| {
            let (across, down) = ((x2 - x1).abs(), (y2 - y1).abs());
            across.min(down) < 0.25 * across.max(down)
        };
        let slanted: Vec<_> = drawn.edges.iter().filter(|edge| !lies(edge)).collect();
        assert!(slanted.is_empty(), "{rows}×{columns}: {slanted:?}");
    }
}

#[test]
fn walls_are_no_vertices() {
    let rows = ["M.#..", ".##.C", "....F"].map(str::to_owned).to_vec();
    let game = Setup::new(BoardChoice::Grid(rows)).plan().expect("a game").game();
    let svg = board(&game);
    let drawn = read(&svg);
    assert_eq!(drawn.vertices.len(), 12);
    // The legend contains one more wall.
    assert_eq!(svg.matches("class=\"wall\"").count(), 3 + 1);
}

/// A wall between (0,0) and (0,1), another between (0,1) and (1,1), and the outer wall.
#[test]
fn thin_walls_stand_on_the_borders_of_cells() {
    let cell = |row, column| Cell { row, column };
    let rows = ["M.", "FC"].map(str::to_owned).to_vec();
    let mut setup = Setup::new(BoardChoice::Grid(rows));
    setup.thin_walls = vec![[cell(0, 0), cell(0, 1)], [cell(0, 1), cell(1, 1)]];
    let svg = board(&setup.plan().expect("a game").game());
    let drawn = read(&svg);
    let middle = |area: &Area| (f64::midpoint(area.left, area.right), f64::midpoint(area.top, area.bottom));
    let cells: Vec<(f64, f64)> = drawn.vertices.iter().map(|(_, area)| middle(area)).collect();
    let between = |one: usize, other: usize| {
        (f64::midpoint(cells[one].0, cells[other].0), f64::midpoint(cells[one].1, cells[other].1))
    };
    let walls: Vec<(f64, f64)> = drawn.thin_walls.iter().map(middle).collect();
    assert_eq!(walls.len(), 2 + 4);
    for (wall, border) in walls.iter().zip([between(0, 1), between(1, 3)]) {
        assert!((wall.0 - border.0).abs() < 0.2 && (wall.1 - border.1).abs() < 0.2, "{wall:?} {border:?}");
    }
    assert!(svg.contains(">a wall</text>"), "{svg}");
}

#[test]
fn a_large_board_is_a_sketch_that_says_so() {
    for (vertices, sentence) in [(61, "A sketch: a board of this size"), (1000, "A sketch: a board of this size")] {
        let edges: Vec<(usize, usize)> = (1..vertices).map(|v| (v, v / 2)).collect();
        let svg = board(&game(vertices, &edges));
        assert!(svg.replace('\n', " ").contains(sentence), "{vertices}");
        assert_eq!(read(&svg).vertices.len(), vertices);
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
        prop_assert_eq!(check_layout(&drawn, parents.len() + 1), Ok(()));
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
        prop_assert_eq!(check_layout(&read(&svg), vertices), Ok(()));
        prop_assert_eq!(svg, board(&game), "the same input gives the same bytes");
    }
}
