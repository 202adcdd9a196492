//! The census of all connected graphs by cop number and capture time: it agrees with published
//! numbers, and small orders are counted again.
//!
//! `fixtures/census/connected-graphs.json` holds the output of
//! `geng -cq N | catmouse cops --summary --format json` for each order N up to eleven. The graphs
//! are from nauty's geng. Those of up to six vertices are in `fixtures/formats`, and those of seven
//! and eight vertices, compressed, in the folder of the census.

use std::fs;

use serde_json::Value;

use crate::program::{answer, catmouse, stdout};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/census");
const UP_TO_SIX: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/formats/connected-upto-6.g6");

/// The rows of an order: cop number, capture time, number of graphs, example.
type Rows = Vec<(u64, u64, u64, String)>;

fn rows(summary: &Value) -> Rows {
    let row = |row: &Value| {
        let number = |key: &str| row[key].as_u64().expect("a number");
        let example = row["example"].as_str().expect("a line").to_owned();
        (number("cop_number"), number("capture_time"), number("count"), example)
    };
    summary["rows"].as_array().expect("a list").iter().map(row).collect()
}

fn census() -> Vec<Rows> {
    census_in("connected-graphs.json")
}

fn census_in(file: &str) -> Vec<Rows> {
    let text = fs::read_to_string(format!("{FOLDER}/{file}")).expect("it is part of the repository");
    let census: Value = serde_json::from_str(&text).expect("JSON");
    let orders = census["orders"].as_array().expect("a list");
    for (order, vertices) in orders.iter().zip(1_u64..) {
        assert_eq!(order["vertices"], vertices);
        assert_eq!(order["graphs"], rows(order).iter().map(|(_, _, count, _)| count).sum::<u64>());
    }
    orders.iter().map(rows).collect()
}

/// The number of graphs of an order whose cop number and capture time satisfy `holds`.
fn count(rows: &Rows, holds: impl Fn(u64, u64) -> bool) -> u64 {
    rows.iter().filter(|(cats, rounds, ..)| holds(*cats, *rounds)).map(|(_, _, count, _)| count).sum()
}

#[test]
fn it_agrees_with_published_numbers() {
    let census = census();
    // All connected graphs (OEIS A001349), and the graphs with a universal vertex. The latter are
    // counted by A000088, the number of graphs with a vertex less.
    let connected = [1, 1, 2, 6, 21, 112, 853, 11_117, 261_080, 11_716_571, 1_006_700_565];
    let universal = [1, 2, 4, 11, 34, 156, 1_044, 12_346, 274_668, 12_005_168];
    // Connected graphs on which one cop wins. The numbers up to nine vertices are published. Two
    // programs that share no code counted those of ten vertices. For eleven vertices there is no
    // independent count.
    let one_cop = [1, 1, 2, 5, 16, 68, 403, 3_791, 65_561, 2_258_314];
    assert_eq!(census.iter().map(|rows| count(rows, |_, _| true)).collect::<Vec<_>>(), connected);
    assert_eq!(census.iter().take(10).map(|rows| count(rows, |cats, _| cats == 1)).collect::<Vec<_>>(), one_cop);
    let at_once = census.iter().skip(1).map(|rows| count(rows, |cats, rounds| cats == 1 && rounds == 1));
    assert_eq!(at_once.collect::<Vec<_>>(), universal);
    for (rows, vertices) in census.iter().zip(1_u64..) {
        // From seven vertices on, the longest capture by one cop takes n - 4 rounds (Gavenčiak
        // 2010).
        let longest = rows.iter().filter(|(cats, ..)| *cats == 1).map(|(_, rounds, ..)| *rounds).max();
        if vertices >= 7 {
            assert_eq!(longest, Some(vertices - 4));
        }
        // The smallest connected graph that needs two cops has four vertices. Petersen's graph is
        // the only smallest graph that needs three. For eleven vertices see
        // `graphs_of_eleven_vertices_that_need_three_cats`.
        assert_eq!(count(rows, |cats, _| cats == 2) > 0, vertices >= 4);
        let three = [0, 1, 6][(vertices as usize).saturating_sub(9)];
        assert_eq!(count(rows, |cats, _| cats == 3), three);
        assert_eq!(count(rows, |cats, _| cats > 3), 0);
    }
    assert_eq!(count(&census[9], |cats, _| cats == 2), 9_458_256);
}

/// Every example has the cop number and the capture time of its row. The only example of ten
/// vertices that needs three cops is Petersen's graph: on ten vertices, no other graph has three
/// neighbours at each vertex and no cycle shorter than five.
#[test]
fn examples_are_what_they_are_examples_of() {
    for rows in census() {
        let lines: Vec<&str> = rows.iter().map(|(_, _, _, example)| example.as_str()).collect();
        let text = lines.join("\n") + "\n";
        let output = answer(catmouse().args(["cops", "--input", "graph6", "--format", "json"]), &text);
        let answers: Vec<Value> = String::from_utf8(output.stdout)
            .expect("text")
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect();
        assert_eq!(answers.len(), rows.len());
        for (answer, (cats, rounds, ..)) in answers.iter().zip(&rows) {
            assert_eq!((answer["cop_number"].as_u64(), answer["capture_time"].as_u64()), (Some(*cats), Some(*rounds)));
            if *cats == 3 && answer["vertices"] == 10 {
                assert_eq!((&answer["edges"], &answer["lower_bound"]["girth"]), (&15.into(), &5.into()));
                assert_eq!(answer["lower_bound"]["minimum_degree"], 3);
            }
        }
    }
}

#[test]
fn the_orders_up_to_eight_are_counted_again() {
    let census = census();
    let again = |path: &str, vertices: usize| -> Rows {
        let lines = stdout(&["cops", path, "--only", &format!("vertices={vertices}"), "--summary", "--format", "json"]);
        rows(&serde_json::from_str(&lines).expect("JSON"))
    };
    let packed = format!("{FOLDER}/connected-7-and-8.g6.gz");
    for vertices in 1..=8 {
        let path = if vertices <= 6 { UP_TO_SIX } else { &packed };
        let (mut again, mut expected) = (again(path, vertices), census[vertices - 1].clone());
        if vertices <= 6 {
            // Only the compressed file has geng's order, so only its examples are the same.
            again.iter_mut().chain(&mut expected).for_each(|(.., example)| example.clear());
        }
        assert_eq!(again, expected, "{vertices} vertices");
    }
}

/// Cops who never see the robber, and cops who see it within one edge. One cop that never sees wins on the caterpillars
/// alone (Dereniowski, Dyer, Tifenbach, Yang 2015), of which Harary and Schwenk 1973 counted 2ⁿ⁻⁴ + 2^⌊(n−4)/2⌋.
#[test]
fn the_census_of_a_robber_who_is_not_always_seen() {
    let connected = [1, 1, 2, 6, 21, 112, 853, 11_117, 261_080, 11_716_571];
    for (file, sight) in [("zero-visibility.json", "never"), ("limited-visibility.json", "within:1")] {
        let census = census_in(file);
        for (rows, vertices) in census.iter().zip(1_u32..) {
            assert_eq!(count(rows, |_, _| true), connected[vertices as usize - 1]);
            let one = count(rows, |cats, _| cats == 1);
            if sight == "never" && vertices >= 4 {
                assert_eq!(one, (1 << (vertices - 4)) + (1 << ((vertices - 4) / 2)), "caterpillars");
            }
            // Cops who see more need no more cops.
            let of_seen = count(&self::census()[vertices as usize - 1], |cats, _| cats == 1);
            assert!(one <= of_seen, "{vertices} vertices");
        }
        let set = format!("mouse-seen={sight}");
        for vertices in 1..=7 {
            let path = if vertices <= 6 { UP_TO_SIX.to_owned() } else { format!("{FOLDER}/connected-7-and-8.g6.gz") };
            let only = format!("vertices={vertices}");
            let flags = ["cops", &path, "--set", &set, "--only", &only, "--summary", "--format", "json"];
            let mut again = rows(&serde_json::from_str(&stdout(&flags)).expect("JSON"));
            let mut expected = census[vertices - 1].clone();
            if vertices <= 6 {
                again.iter_mut().chain(&mut expected).for_each(|(.., example)| example.clear());
            }
            assert_eq!(again, expected, "{vertices} vertices");
        }
    }
}

/// `--summary` alone counts graphs without making their answers. Its counts agree with the answers
/// under all rules.
#[test]
fn summaries_agree_with_the_answers() {
    let packed = format!("{FOLDER}/connected-7-and-8.g6.gz");
    // Graphs with no vertex, with one vertex, with several components, with one-way edges, and with
    // more than 64 vertices.
    let odd = "?\n@\nA?\nC?\nCr\nDQc\nDK?\nE?zO\n&B?\n&BP_\n&C?gG\n:An\n:Bcdb\n:Ccf\n".to_owned() + &star_of_70();
    let sources = [(UP_TO_SIX, ""), (packed.as_str(), ""), ("-", odd.as_str())];
    let rules: [&[&str]; 9] = [
        &[],
        &["--set", "cats-move=one"],
        &["--max-cats", "1"],
        &["--cats", "2"],
        &["--first", "mouse"],
        &["--set", "capture-distance=1"],
        &["--set", "mouse-speed=2"],
        &["--set", "mouse-may-stay=false", "--set", "cat-may-stay=false"],
        &["--set", "directed"],
    ];
    for (source, text) in sources {
        for rules in rules {
            if source == packed && rules.len() > 1 || rules == ["--set", "directed"] && source != "-" {
                continue;
            }
            // Only digraph6 has directed edges.
            let is_one_way = |line: &&str| rules != ["--set", "directed"] || line.starts_with('&');
            let text: String = text.split_inclusive('\n').filter(is_one_way).collect();
            let summary = |more: &[&str]| {
                let args = ["cops", source, "--summary", "--format", "json"];
                let output = answer(catmouse().args(args).args(rules).args(more), &text);
                String::from_utf8(output.stdout).expect("text")
            };
            let counted = summary(&[]);
            assert_eq!(counted, summary(&["--only", "vertices>=0"]), "{source} {rules:?}");
            assert!(counted.contains("\"count\":"), "{source} {rules:?}: {counted}");
        }
    }
}

/// A star of 70 vertices in sparse6.
fn star_of_70() -> String {
    let edges: Vec<String> = (1..70).map(|leaf| format!("0 {leaf}")).collect();
    let output = answer(catmouse().args(["convert", "-", "--input", "edges", "--to", "sparse6"]), &edges.join("\n"));
    String::from_utf8(output.stdout).expect("text")
}

/// A new vertex can be joined to Petersen's graph in 1,023 ways. Let an old vertex dominate the new
/// one if it is or sees all neighbours of the new one. If one does, the graph still needs three
/// cats: the mouse can stay on the old graph, and a cat on the new vertex is worth no more than a
/// cat on the old one. Otherwise two cats win, or one if the new vertex sees all others.
///
/// The first case has 10 + 15 + 30 + 10 sets of neighbours that contain the dominating vertex, and
/// 30 + 10 that do not. These are six kinds. The census has six graphs of eleven vertices that need
/// three cats, so there are no others.
#[test]
fn graphs_of_eleven_vertices_that_need_three_cats() {
    let petersen: Vec<(usize, usize)> =
        (0..5).flat_map(|at| [(at, (at + 1) % 5), (at, at + 5), (at + 5, (at + 2) % 5 + 5)]).collect();
    let around = |vertex: usize| {
        petersen.iter().fold(0_u32, |set, &(a, b)| match (a == vertex, b == vertex) {
            (true, _) => set | 1 << b,
            (_, true) => set | 1 << a,
            _ => set,
        })
    };
    let folds = |joined: u32| (0..10).any(|old| joined & !(around(old) | 1 << old) == 0);
    let mut text = String::new();
    for joined in 1..1_u32 << 10 {
        let new = (0..10).filter(|old| joined >> old & 1 == 1).map(|old| (old, 10));
        let edges = petersen.iter().copied().chain(new).map(|(a, b)| format!("{a} {b}\n"));
        text.push_str(&edges.collect::<String>());
        text.push('\n');
    }
    let output = answer(catmouse().args(["cops", "--input", "edges", "--format", "json"]), &text);
    let answers = String::from_utf8(output.stdout).expect("text");
    let needed: Vec<u64> = answers
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).expect("JSON")["cop_number"].as_u64().expect("a number"))
        .collect();
    let sees_all = (1 << 10) - 1;
    let expected: Vec<u64> =
        (1..=sees_all).map(|joined| if folds(joined) { 3 } else { 2 - u64::from(joined == sees_all) }).collect();
    assert_eq!(needed, expected);
    assert_eq!(needed.iter().filter(|&&cats| cats == 3).count(), 105);
    assert_eq!(count(&census()[10], |cats, _| cats == 3), 6);
}

/// A line of digraph6 is read the same before and after a line of graph6.
#[test]
fn a_stream_can_mix_graph6_and_digraph6() {
    let edges = |text: &str, line: usize| {
        let output = answer(catmouse().args(["cops", "--format", "json"]), text);
        let lines = String::from_utf8(output.stdout).expect("text");
        serde_json::from_str::<Value>(lines.lines().nth(line).expect("an answer")).expect("JSON")["edges"].as_u64()
    };
    // A directed cycle of three arcs.
    assert_eq!(edges("&BP_\nA_\n", 0), Some(3));
    assert_eq!(edges("A_\n&BP_\n", 1), Some(3));
}
