//! The census of all connected graphs by cop number and capture time: what is published of it, and the orders that are soon counted again.
//!
//! `fixtures/census/connected-graphs.json` holds what `geng -cq N | catmouse cops --summary --format json` printed for each order N up to
//! eleven. The graphs themselves are from nauty's geng: those of up to six vertices in `fixtures/formats`, those of seven and eight, packed,
//! beside the census.

use std::fs;

use serde_json::Value;

use crate::program::{answer, catmouse, stdout};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/census");
const UP_TO_SIX: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/formats/connected-upto-6.g6");

/// The rows of each order from 1 on: cop number, capture time, count, example.
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
    let text = fs::read_to_string(format!("{FOLDER}/connected-graphs.json")).expect("it is part of the repository");
    let census: Value = serde_json::from_str(&text).expect("JSON");
    let orders = census["orders"].as_array().expect("a list");
    for (order, vertices) in orders.iter().zip(1_u64..) {
        assert_eq!(order["vertices"], vertices);
        assert_eq!(order["graphs"], rows(order).iter().map(|(_, _, count, _)| count).sum::<u64>());
    }
    orders.iter().map(rows).collect()
}

/// How many graphs of an order are like that.
fn count(rows: &Rows, holds: impl Fn(u64, u64) -> bool) -> u64 {
    rows.iter().filter(|(cats, rounds, ..)| holds(*cats, *rounds)).map(|(_, _, count, _)| count).sum()
}

#[test]
fn it_agrees_with_what_is_published() {
    let census = census();
    // All connected graphs (OEIS A001349), and all graphs on a vertex less (A000088), which are those with a universal vertex.
    let connected = [1, 1, 2, 6, 21, 112, 853, 11_117, 261_080, 11_716_571, 1_006_700_565];
    let universal = [1, 2, 4, 11, 34, 156, 1_044, 12_346, 274_668, 12_005_168];
    // Connected graphs that one cop wins on, up to nine vertices; those of ten by two programs that share no code; of eleven there is no
    // other count.
    let one_cop = [1, 1, 2, 5, 16, 68, 403, 3_791, 65_561, 2_258_314];
    assert_eq!(census.iter().map(|rows| count(rows, |_, _| true)).collect::<Vec<_>>(), connected);
    assert_eq!(census.iter().take(10).map(|rows| count(rows, |cats, _| cats == 1)).collect::<Vec<_>>(), one_cop);
    let at_once = census.iter().skip(1).map(|rows| count(rows, |cats, rounds| cats == 1 && rounds == 1));
    assert_eq!(at_once.collect::<Vec<_>>(), universal);
    for (rows, vertices) in census.iter().zip(1_u64..) {
        // From seven vertices on the longest capture by one cop takes n - 4 rounds (Gavenčiak 2010).
        let longest = rows.iter().filter(|(cats, ..)| *cats == 1).map(|(_, rounds, ..)| *rounds).max();
        if vertices >= 7 {
            assert_eq!(longest, Some(vertices - 4));
        }
        // The least graph that needs two cops has four vertices, the least that needs three is Petersen's alone. Those of eleven vertices:
        // `graphs_of_eleven_vertices_that_need_three_cats`.
        assert_eq!(count(rows, |cats, _| cats == 2) > 0, vertices >= 4);
        let three = [0, 1, 6][(vertices as usize).saturating_sub(9)];
        assert_eq!(count(rows, |cats, _| cats == 3), three);
        assert_eq!(count(rows, |cats, _| cats > 3), 0);
    }
    assert_eq!(count(&census[9], |cats, _| cats == 2), 9_458_256);
}

/// What is said of an example is so, and the one of ten vertices that needs three cops is Petersen's graph: three neighbours each and no
/// shorter cycle than five, which on ten vertices is that graph alone.
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
            // Only the packed file has geng's order, and so the same first graph of each kind.
            again.iter_mut().chain(&mut expected).for_each(|(.., example)| example.clear());
        }
        assert_eq!(again, expected, "{vertices} vertices");
    }
}

/// A summary alone is counted on a shorter way than the answers are made; both come to the same, whatever the rules.
#[test]
fn summaries_are_those_of_the_answers() {
    let packed = format!("{FOLDER}/connected-7-and-8.g6.gz");
    // Graphs without vertices, of one, in pieces, with arcs one way, and with more than 64 vertices.
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
            // Only digraph6 says which way each edge leads.
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

/// A new vertex may be joined to Petersen's graph in 1,023 ways. Three cats are still needed exactly where one of the old vertices sees all that
/// the new one does, the new one's own place apart: then the mouse can stay on the old graph, and a cat on the new vertex is worth no
/// more than one on the old. That is 10 + 15 + 30 + 10 sets with the old vertex in them, and 30 + 10 without, of six kinds; and the census of
/// eleven vertices has six graphs that need three cats, so there are no others.
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

/// A line of digraph6 is the same graph behind a line of graph6 as before one.
#[test]
fn lines_of_both_formats_stand_in_one_stream() {
    let edges = |text: &str, line: usize| {
        let output = answer(catmouse().args(["cops", "--format", "json"]), text);
        let lines = String::from_utf8(output.stdout).expect("text");
        serde_json::from_str::<Value>(lines.lines().nth(line).expect("an answer")).expect("JSON")["edges"].as_u64()
    };
    // A circle of three arcs.
    assert_eq!(edges("&BP_\nA_\n", 0), Some(3));
    assert_eq!(edges("A_\n&BP_\n", 1), Some(3));
}
