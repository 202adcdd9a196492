//! `catmouse cops`: published cop numbers and capture times, streams, and what is refused.

use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::program::{answer, catmouse};

fn cops(args: &[&str], input: &str) -> Output {
    answer(catmouse().arg("cops").args(args), input)
}

/// The answers, one for each graph.
fn answers(args: &[&str], input: &str) -> Vec<Value> {
    let output = cops(&[args, &["--format", "json"]].concat(), input);
    let text = String::from_utf8(output.stdout).expect("it is text");
    text.lines().map(|line| serde_json::from_str(line).expect("each line is an object")).collect()
}

/// An edge list.
fn edges(vertices: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> String {
    let mut text = format!("{vertices}\n");
    for (a, b) in edges {
        text += &format!("{a} {b}\n");
    }
    text
}

fn path(n: usize) -> String {
    edges(n, (1..n).map(|v| (v - 1, v)))
}

fn cycle(n: usize) -> String {
    edges(n, (0..n).map(|v| (v, (v + 1) % n)))
}

fn grid(rows: usize, columns: usize) -> String {
    let across = (0..rows * columns).filter(move |v| v % columns + 1 < columns).map(|v| (v, v + 1));
    let down = (0..(rows - 1) * columns).map(move |v| (v, v + columns));
    edges(rows * columns, across.chain(down))
}

#[track_caller]
fn check(graph: &str, cop_number: u64, capture_time: Option<u64>) {
    let answer = &answers(&["--input", "edges"], graph)[0];
    assert_eq!(answer["cop_number"], cop_number, "{answer}");
    assert_eq!(answer["placement"].as_array().map(Vec::len), Some(cop_number as usize), "{answer}");
    if let Some(rounds) = capture_time {
        assert_eq!(answer["capture_time"], rounds, "{answer}");
    }
}

/// The capture time of a tree is its radius, of an m×n grid ⌊(m+n)/2⌋−1 (Mehrabian 2011); cycles of four or more need two.
/// Some have more than 64 vertices, and so take another way through the program.
#[test]
fn published_families() {
    for n in [1, 2, 3, 9, 64, 65, 90] {
        check(&path(n), 1, Some(n as u64 / 2));
    }
    for n in [4, 5, 12, 64, 65, 70] {
        check(&cycle(n), 2, None);
    }
    for (rows, columns) in [(2, 2), (3, 5), (6, 6), (8, 8), (7, 10)] {
        check(&grid(rows, columns), 2, Some((rows + columns) as u64 / 2 - 1));
    }
}

/// Connected cop-win graphs by order: 1, 1, 2, 5, 16, 68. All others up to six vertices have cop number 2.
#[test]
fn all_connected_graphs_up_to_six_vertices() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/formats/connected-upto-6.g6");
    let mut numbers = vec![[0; 2]; 7];
    for (index, answer) in answers(&[file.to_str().expect("it is text")], "").iter().enumerate() {
        assert_eq!(answer["graph"], index as u64 + 1, "in input order");
        let number = answer["cop_number"].as_u64().expect("it is found");
        numbers[answer["vertices"].as_u64().expect("a number") as usize][number as usize - 1] += 1;
    }
    assert_eq!(numbers, [[0, 0], [1, 0], [1, 0], [2, 0], [5, 1], [16, 5], [68, 44]]);
}

#[test]
fn every_key_is_always_there() {
    let expect = |args: &[&str], input: &str, expect: &str| {
        let output = cops(&[args, &["--format", "json"]].concat(), input);
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim_end(), expect);
        assert_eq!(output.status.code(), Some(0));
    };
    // The Petersen graph: three cats, and three vertices are on or beside all others.
    let petersen = "IheA@GUAo\n";
    expect(
        &[],
        petersen,
        r#"{"schema":2,"graph":1,"input":"IheA@GUAo","name":null,"vertices":10,"edges":15,"cop_number":3,"capture_time":1,"placement":[0,2,6],"cats_tried":3,"placements":null,"dismantling":null,"lower_bound":{"girth":5,"minimum_degree":3,"cop_number_at_least":3}}"#,
    );
    expect(
        &["--max-cats", "2"],
        petersen,
        r#"{"schema":2,"graph":1,"input":"IheA@GUAo","name":null,"vertices":10,"edges":15,"cop_number":null,"capture_time":null,"placement":null,"cats_tried":2,"placements":null,"dismantling":null,"lower_bound":{"girth":5,"minimum_degree":3,"cop_number_at_least":3}}"#,
    );
    expect(
        &["--cats", "2"],
        petersen,
        r#"{"schema":2,"graph":1,"input":"IheA@GUAo","name":null,"vertices":10,"edges":15,"cop_number":null,"capture_time":null,"placement":null,"cats_tried":2,"placements":null,"dismantling":null,"lower_bound":{"girth":5,"minimum_degree":3,"cop_number_at_least":3}}"#,
    );
    // Two triangles: the sum over the components; and no vertex at all.
    expect(
        &["--input", "edges"],
        "0 1\n1 2\n0 2\n3 4\n4 5\n3 5\n",
        r#"{"schema":2,"graph":1,"input":null,"name":null,"vertices":6,"edges":6,"cop_number":2,"capture_time":1,"placement":[0,3],"cats_tried":2,"placements":null,"dismantling":null,"lower_bound":null}"#,
    );
    expect(
        &[],
        "?\n",
        r#"{"schema":2,"graph":1,"input":"?","name":null,"vertices":0,"edges":0,"cop_number":0,"capture_time":0,"placement":[],"cats_tried":0,"placements":null,"dismantling":null,"lower_bound":null}"#,
    );
}

/// Cats to spare go where they are needed most: two paths of five take two rounds each, with two cats on one of them that takes
/// one, and only a fourth cat helps the other.
#[test]
fn cats_to_spare_help() {
    let paths = "0 1\n1 2\n2 3\n3 4\n5 6\n6 7\n7 8\n8 9\n";
    let rounds = |cats: &str| answers(&["--input", "edges", "--cats", cats], paths)[0]["capture_time"].as_u64();
    assert_eq!(["1", "2", "3", "4", "10"].map(rounds), [None, Some(2), Some(2), Some(1), Some(0)]);
}

/// One lazy cat is a cat; on the 3-cube two lazy cats win as two do, and the mouse cannot be kept from a draw by one.
#[test]
fn lazy_cats() {
    let cube = edges(8, (0..8).flat_map(|v| (0..3).filter(move |b| v >> b & 1 == 0).map(move |b| (v, v | 1 << b))));
    let number = |args: &[&str]| answers(&[&["--input", "edges"], args].concat(), &cube)[0]["cop_number"].clone();
    assert_eq!(number(&["--lazy"]), number(&[]));
    assert_eq!(number(&["--lazy", "--max-cats", "1"]), Value::Null);
}

#[test]
fn a_bad_line_is_named_and_the_rest_still_runs() {
    let output = cops(&["--format", "json"], "Bw\n!!\nC~\n");
    assert_eq!(output.status.code(), Some(2));
    let (stdout, stderr) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!(stdout.lines().count(), 2, "{stdout}");
    assert!(stdout.contains(r#""graph":3"#), "{stdout}");
    assert!(stderr.contains("standard input:2:1"), "{stderr}");
}

#[test]
fn what_does_not_fit_is_refused_with_a_figure() {
    let output = cops(&["--max-memory", "10K"], "IheA@GUAo\n");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(output.stdout.is_empty());
    assert!(stderr.contains("cats on a component of 10 vertices takes") && stderr.contains("--max-cats"), "{stderr}");
}

/// The Petersen graph has 120 symmetries. Three cats that stand on or beside all vertices are a vertex's neighbours, of which there are ten
/// such sets, all alike; with a path of three it is one that one cat wins, from the middle.
#[test]
fn more_is_said() {
    let petersen = answers(&["--placements"], "IheA@GUAo\n");
    let kinds = petersen[0]["placements"].as_array().expect("it is connected");
    let all: u64 = kinds.iter().filter_map(|kind| kind["alike"].as_u64()).sum();
    assert_eq!((kinds.len(), all), (1, 10), "{kinds:?}");
    assert_eq!(kinds[0]["cats"], petersen[0]["placement"]);
    assert_eq!(petersen[0]["lower_bound"]["cop_number_at_least"], 3);
    let path = answers(&["--placements", "--input", "edges"], "0 1\n1 2\n");
    assert_eq!(path[0]["placements"], serde_json::json!([{"cats": [1], "alike": 1}]));
    let corners = serde_json::json!([{"vertex": 0, "dominated_by": 1}, {"vertex": 1, "dominated_by": 2}]);
    assert_eq!(path[0]["dismantling"], corners);
    assert_eq!(path[0]["lower_bound"], Value::Null);
    // Not connected, or one way only.
    let two = answers(&["--placements", "--input", "edges"], "0 1\n2 3\n");
    assert_eq!((&two[0]["placements"], &two[0]["dismantling"]), (&Value::Null, &Value::Null));
    let one_way = answers(&["--directed", "--input", "edges"], "0 1\n1 2\n");
    assert_eq!(one_way[0]["dismantling"], Value::Null);
}

/// What comes of it is the same whatever the number of threads.
#[test]
fn any_number_of_threads() {
    let graphs = "IheA@GUAo\nBw\nC~\nDhc\n";
    let text = |threads: &str| cops(&["--threads", threads, "--placements"], graphs).stdout;
    assert_eq!(text("1"), text("2"));
    assert_eq!(text("1"), text("4"));
    assert_eq!(cops(&["--threads", "0"], graphs).status.code(), Some(2));
}
