//! The geometry of the pictures of every named graph and of every fixture that is a graph: boxes are apart,
//! every edge ends at the borders of two boxes, and none runs through a third.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use catmouse_formats::{FAMILIES, Format, named_graph, read as read_text};
use catmouse_model::BoardChoice;
use catmouse_picture::placement;

use crate::drawn::{Area, Drawn, read};
use crate::form::drawn;

fn fixtures() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

/// The board of a graph in full, without pieces.
fn picture(name: &str) -> String {
    let graph = named_graph(name).expect("a known name").expect("good parameters");
    let board = graph.setup().plan_board().expect("a board");
    placement(&board, &[], name)
}

/// The distance from a point to a box with round corners; negative inside.
fn distance(area: &Area, (x, y): (f64, f64)) -> f64 {
    let (half_x, half_y) = ((area.right - area.left) / 2.0, (area.bottom - area.top) / 2.0);
    let round = half_x.min(half_y).min(8.0);
    let beyond_x = (x - f64::midpoint(area.left, area.right)).abs() - half_x + round;
    let beyond_y = (y - f64::midpoint(area.top, area.bottom)).abs() - half_y + round;
    beyond_x.max(0.0).hypot(beyond_y.max(0.0)) + beyond_x.max(beyond_y).min(0.0) - round
}

fn faults(drawn: &Drawn, gap: f64) -> Vec<String> {
    let mut faults = Vec::new();
    for (index, (vertex, area)) in drawn.vertices.iter().enumerate() {
        for (other, its) in &drawn.vertices[..index] {
            if area.meets(its) {
                faults.push(format!("{vertex} covers {other}"));
            }
        }
    }
    for route in &drawn.routes {
        let mut ends = Vec::new();
        for end in [route[0], route[route.len() - 1]] {
            // The head of an arrow is between the end of its line and a box.
            let at = drawn.vertices.iter().find(|(_, area)| distance(area, end).abs() < gap);
            match at {
                Some((vertex, _)) => ends.push(*vertex),
                None => faults.push(format!("an edge ends at {end:?}, where no box is")),
            }
        }
        for (vertex, area) in drawn.vertices.iter().filter(|(vertex, _)| !ends.contains(vertex)) {
            let steps = route.windows(2).flat_map(|two| {
                (0..=20).map(|at| f64::from(at) / 20.0).map(move |share| {
                    (two[0].0 + (two[1].0 - two[0].0) * share, two[0].1 + (two[1].1 - two[0].1) * share)
                })
            });
            if steps.into_iter().any(|point| distance(area, point) < 0.0) {
                faults.push(format!("an edge from {} to {} runs through {vertex}", ends[0], ends[1]));
            }
        }
    }
    faults
}

/// Further members of families, besides their examples.
const MORE: [&str; 28] = [
    "complete:12",
    "complete:20",
    "path:30",
    "cycle:3",
    "cycle:40",
    "star:20",
    "wheel:5",
    "wheel:12",
    "wheel:20",
    "bipartite:2,5",
    "bipartite:4,4",
    "hypercube:3",
    "hypercube:5",
    "grid:5x5",
    "grid:2x9",
    "grid:10x3",
    "grid:7x8",
    "torus:3x3",
    "torus:5x6",
    "rook:4x4",
    "queen:4x4",
    "king:5x5",
    "gp:5,1",
    "gp:12,5",
    "tree:2,4",
    "tree:3,3",
    "kneser:6,2",
    "random:30,0.1,seed=7",
];

/// Checks a picture that has names, and returns its faults.
fn check(name: &str, svg: &str, faulty: &mut BTreeMap<String, Vec<String>>) {
    let drawn = read(svg);
    // A larger board is a sketch.
    let faults = if drawn.vertices.len() > 60 {
        Vec::new()
    } else {
        faults(&drawn, if svg.contains("\"tip\"") { 11.0 } else { 1.0 })
    };
    if !faults.is_empty() {
        faulty.insert(name.to_owned(), faults);
    }
}

#[test]
fn boxes_are_apart_and_edges_run_between_them() {
    let mut faulty = BTreeMap::new();
    for name in FAMILIES.iter().map(|family| family.example).chain(MORE) {
        check(name, &picture(name), &mut faulty);
    }
    let karate = fs::read_to_string(fixtures().join("formats/networkx/karate.graphml")).expect("a fixture");
    let karate = read_text(&karate, Format::Graphml).expect("a graph");
    check("karate", &placement(&karate.setup.plan_board().expect("a board"), &[], "karate"), &mut faulty);
    for folder in ["classic", "cops", "costs", "rules"] {
        let files = fs::read_dir(fixtures().join(folder)).expect("a folder");
        let mut names: Vec<String> =
            files.map(|file| file.expect("a file").file_name().into_string().unwrap()).collect();
        names.sort();
        for name in names.iter().filter_map(|name| name.strip_suffix(".toml")) {
            let name = format!("{folder}/{name}");
            let text = fs::read_to_string(fixtures().join(format!("{name}.toml"))).expect("a fixture");
            let setup = read_text(&text, Format::Setup).expect("a setup").setup;
            let plan = setup.plan().expect("a game");
            if !matches!(setup.board, BoardChoice::Grid(_)) && plan.positions() < 20_000 {
                check(&name, &drawn(&name, "board"), &mut faulty);
            }
        }
    }
    assert_eq!(faulty, BTreeMap::new());
}

/// The vertices of the rows of a grid, from the top, are in rows from the top.
#[test]
fn grids_are_upright() {
    for (rows, columns) in [(5, 5), (10, 3), (2, 9), (30, 30)] {
        let drawn = read(&picture(&format!("grid:{rows}x{columns}")));
        let place = |vertex: usize| (drawn.vertices[vertex].1.left, drawn.vertices[vertex].1.top);
        assert_eq!(drawn.vertices.len(), rows * columns);
        for vertex in 0..rows * columns {
            let (row, column) = (vertex / columns, vertex % columns);
            assert!((place(vertex).1 - place(row * columns).1).abs() < 1.0, "{vertex} is in row {row}");
            assert!(column == 0 || place(vertex).0 > place(vertex - 1).0 + 5.0, "{vertex} is right of the one before");
            assert!(row == 0 || place(vertex).1 > place(vertex - columns).1 + 5.0, "{vertex} is below");
        }
    }
}

/// A board that is larger than a picture is drawn whole, with several vertices in each dot.
#[test]
fn a_very_large_board_is_drawn_whole() {
    for name in ["grid:60x60", "path:5000"] {
        let svg = picture(name);

        let drawn = read(&svg);
        let dots = drawn.vertices.len();
        assert!((100..=1000).contains(&dots), "{name}: {dots}");
        assert!(svg.contains("each dot stands for up to"), "{name}");
        // The board is connected, and so is its picture.
        let mut reached = vec![false; dots];
        let holds = |end: (f64, f64)| drawn.vertices.iter().position(|(_, area)| distance(area, end).abs() < 1.0);
        let joined: Vec<_> =
            drawn.edges.iter().filter_map(|[one, other]| Some((holds(*one)?, holds(*other)?))).collect();
        reached[0] = true;
        for _ in 0..dots {
            for &(one, other) in &joined {
                let either = reached[one] || reached[other];
                (reached[one], reached[other]) = (either, either);
            }
        }
        assert!(reached.iter().all(|&is| is), "{name} is in one piece");
    }
}

#[test]
fn a_line_fits_into_2000_pixels() {
    for name in ["classic/cat-wins-in-50-on-13-vertices", "classic/path-on-50-vertices", "cops/dodecahedron-three-cats"]
    {
        let svg = drawn(name, "line");

        let view = read(&svg).view;
        assert!(view.right < 2000.0 && view.bottom < 2000.0, "{name}: {view:?}");
        assert!(svg.len() < 500_000, "{name}: {}", svg.len());
    }
}
