//! `catmouse cops`: published cop numbers and capture times, streams, and refusals.

use std::path::Path;
use std::process::{Command, Output};

use catmouse::{
    Choices, Error, SolvedStart,
    answers::SolveAnswer,
    cops::{CopsGraph, CopsQuestion, CopsWorkspace},
    memory::Work,
    streams::{Graphs, SolveWorkspace},
};
use catmouse_formats::Format;
use catmouse_model::{CatsMove, CopsChoices, Outcome, Preset, RuleChoices, Side};
use serde_json::{Value, json};

use crate::program::{answer, catmouse, stdout};

fn cops(args: &[&str], input: &str) -> Output {
    answer(catmouse().arg("cops").args(args), input)
}

/// The answers to all graphs of the input.
fn answers(args: &[&str], input: &str) -> Vec<Value> {
    let output = cops(&[args, &["--format", "json"]].concat(), input);
    let text = String::from_utf8(output.stdout).expect("it is text");
    text.lines().map(|line| serde_json::from_str(line).expect("each line is an object")).collect()
}

/// The text of an edge list.
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

/// The capture time of a tree is its radius, and that of an m×n grid is ⌊(m+n)/2⌋−1 (Mehrabian
/// 2011). Cycles of four or more vertices need two cops. Some of the graphs have more than 64
/// vertices, and one has more than 2048, so that all representations of graphs in the program are
/// used.
#[test]
fn published_families() {
    for n in [1, 2, 3, 9, 64, 65, 90, 2050] {
        check(&path(n), 1, Some(n as u64 / 2));
    }
    for n in [4, 5, 12, 64, 65, 70] {
        check(&cycle(n), 2, None);
    }
    for (rows, columns) in [(2, 2), (3, 5), (6, 6), (8, 8), (7, 10)] {
        check(&grid(rows, columns), 2, Some((rows + columns) as u64 / 2 - 1));
    }
}

/// Hoffman and Singleton's graph needs seven cats: girth 5 and degree 7 give the lower bound
/// (Aigner, Fromme 1984), and the seven neighbours of a vertex give the upper bound. A hypercube of
/// d dimensions needs ⌈(d + 1)/2⌉ cats (Maamoun, Meyniel 1987). Without symmetries, the first graph
/// would take 3.5 GiB, and a hypercube of eight dimensions 600 GiB.
#[test]
fn symmetric_graphs_take_little_memory() {
    for (graph, cop_number, placements) in [("hoffman-singleton", 7, 1), ("hypercube:7", 4, 15)] {
        let answer = &answers(&[graph, "--placements", "--max-memory", "200M"], "")[0];
        assert_eq!(answer["cop_number"], cop_number, "{answer}");
        let classes = answer["placements"].as_array().expect("they were asked for");
        assert_eq!((classes.len(), &classes[0]["cats"]), (placements, &answer["placement"]));
    }
    let answer = &answers(&["hypercube:8", "--cats", "4"], "")[0];
    assert_eq!((&answer["capture_time"], &answer["cats_tried"]), (&Value::Null, &json!(4)));
}

/// The numbers of connected cop-win graphs with 1 to 6 vertices are 1, 1, 2, 5, 16 and 68. All
/// other connected graphs up to six vertices have cop number 2.
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

/// With the flag that says that edges lead both ways, small graphs are read as lists of arcs;
/// without it as rows of bits.
#[test]
fn rows_of_bits_and_lists_of_arcs_agree() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/formats/connected-upto-6.g6");
    let mut graphs = std::fs::read_to_string(file).expect("it is there");
    // Petersen's graph, a graph without edges, a graph with two components, and a graph with loops.
    graphs += "IheA@GUAo\nE???\nEQ?_\n";
    let made = |args: &[&str], input: &str| answer(catmouse().arg("convert").args(args), input).stdout;
    let mut add = |made: Vec<u8>| graphs += &String::from_utf8(made).expect("it is text");
    add(made(&["--input", "edges", "--to", "sparse6"], "0 0\n0 1\n1 2\n2 2\n"));
    add(made(&["random:12,0.3,seed=1", "--to", "graph6"], ""));
    let long = made(&["path:64", "--to", "graph6"], "");
    let agree = |args: &[&str], graphs: &str| {
        for format in ["json", "text", "csv"].into_iter().filter(|format| *format != "csv" || args != ["--placements"])
        {
            let args = [args, &["--format", format]].concat();
            let bits = cops(&args, graphs);
            let lists = cops(&[&args[..], &["--set", "directed=false"]].concat(), graphs);
            assert_eq!(String::from_utf8_lossy(&bits.stdout), String::from_utf8_lossy(&lists.stdout), "{args:?}");
            assert_eq!(bits.status.code(), Some(0), "{}", String::from_utf8_lossy(&bits.stderr));
        }
    };
    agree(&[], &String::from_utf8(long).expect("it is text"));
    for args in [
        &[][..],
        &["--max-cats", "1"],
        &["--cats", "2"],
        &["--set", "cats-move=one"],
        &["--set", "cat-may-stay=false", "--set", "mouse-may-stay=false"],
        &["--first", "mouse"],
        &["--set", "capture-distance=1"],
        &["--placements"],
    ] {
        agree(args, &graphs);
    }
}

#[test]
fn placements_are_not_dropped_in_silence() {
    for hidden in
        [&["--format", "csv"][..], &["--summary"], &["--only", "cop_number=3"], &["--summary", "--format", "json"]]
    {
        let output = cops(&[&["--placements"], hidden].concat(), "IheA@GUAo\n");
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{hidden:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("cannot show placements"), "{output:?}");
    }
    let shown = cops(&["--placements", "--only", "cop_number=3", "--format", "json"], "IheA@GUAo\n");
    assert!(String::from_utf8_lossy(&shown.stdout).contains("\"alike\":"), "{shown:?}");
}

#[test]
fn every_key_is_always_there() {
    let expect = |args: &[&str], input: &str, expect: &str| {
        let output = cops(&[args, &["--format", "json"]].concat(), input);
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim_end(), expect);
        assert_eq!(output.status.code(), Some(0));
    };
    // The Petersen graph needs three cats, and three cats can be placed on or next to every vertex.
    let petersen = "IheA@GUAo\n";
    expect(
        &[],
        petersen,
        concat!(
            r#"{"schema":2,"source":null,"graph":1,"input":"IheA@GUAo","name":null,"vertices":10,"edges":15,"#,
            r#""cop_number":3,"capture_time":1,"placement":[0,2,6],"cats_tried":3,"placements":null,"#,
            r#""dismantling":null,"lower_bound":{"girth":5,"minimum_degree":3,"cop_number_at_least":3},"#,
            r#""at_least":3,"at_least_by":"girth","at_most":3,"at_most_by":"trial","stop":null}"#,
        ),
    );
    expect(
        &["--max-cats", "2"],
        petersen,
        concat!(
            r#"{"schema":2,"source":null,"graph":1,"input":"IheA@GUAo","name":null,"vertices":10,"edges":15,"#,
            r#""cop_number":null,"capture_time":null,"placement":null,"cats_tried":2,"placements":null,"#,
            r#""dismantling":null,"lower_bound":{"girth":5,"minimum_degree":3,"cop_number_at_least":3},"#,
            r#""at_least":3,"at_least_by":"girth","at_most":3,"at_most_by":"treewidth","stop":null}"#,
        ),
    );
    expect(
        &["--cats", "2"],
        petersen,
        concat!(
            r#"{"schema":2,"source":null,"graph":1,"input":"IheA@GUAo","name":null,"vertices":10,"edges":15,"#,
            r#""cop_number":null,"capture_time":null,"placement":null,"cats_tried":2,"placements":null,"#,
            r#""dismantling":null,"lower_bound":{"girth":5,"minimum_degree":3,"cop_number_at_least":3},"#,
            r#""at_least":3,"at_least_by":"girth","at_most":3,"at_most_by":"treewidth","stop":null}"#,
        ),
    );
    // Two triangles, whose numbers are summed over the components, and a graph without vertices.
    expect(
        &["--input", "edges"],
        "0 1\n1 2\n0 2\n3 4\n4 5\n3 5\n",
        concat!(
            r#"{"schema":2,"source":null,"graph":1,"input":null,"name":null,"vertices":6,"edges":6,"cop_number":2,"#,
            r#""capture_time":1,"placement":[0,3],"cats_tried":2,"placements":null,"dismantling":null,"#,
            r#""lower_bound":null,"at_least":2,"at_least_by":"components","at_most":2,"at_most_by":"components","#,
            r#""stop":null}"#,
        ),
    );
    expect(
        &[],
        "?\n",
        concat!(
            r#"{"schema":2,"source":null,"graph":1,"input":"?","name":null,"vertices":0,"edges":0,"cop_number":0,"#,
            r#""capture_time":0,"placement":[],"cats_tried":0,"placements":null,"dismantling":null,"#,
            r#""lower_bound":null,"at_least":0,"at_least_by":"trivial","at_most":0,"at_most_by":"trivial","#,
            r#""stop":null}"#,
        ),
    );
}

/// The rules in a graph's file apply unless a flag overrides them. Settings that have no effect on
/// a graph without a start are named.
#[test]
fn the_rules_of_a_board_apply() {
    let square = "catmouse = 1\npreset = \"cops\"\n[board]\nadjacency = [[1, 3], [0, 2], [1, 3], [2, 0]]\n[rules]\n";
    let board = |rules: &str| format!("{square}{rules}\n");
    let numbers = |args: &[&str], rules: &str| {
        let answer = answers(args, &board(rules)).remove(0);
        (answer["cop_number"].clone(), answer["capture_time"].clone())
    };
    let must_move = "mouse-may-stay = false";
    assert_eq!(numbers(&[], must_move), (json!(1), json!(2)));
    assert_eq!(numbers(&["--set", "mouse-may-stay"], must_move), (json!(2), json!(1)));
    assert_eq!(numbers(&["--set", "capture-distance=1"], must_move), (json!(1), json!(1)));
    assert_eq!(numbers(&[], "capture-distance = 1"), (json!(1), json!(1)));
    let summary = answers(&["--summary"], &board(must_move)).remove(0);
    assert_eq!(summary["rows"][0]["cop_number"], 1);
    let said = cops(&[], &board("hole = [2]\ncats = 3"));
    assert_eq!(said.status.code(), Some(0));
    let said = String::from_utf8_lossy(&said.stderr).into_owned();
    assert!(said.contains("the board's own hole and cats have no effect"), "{said}");
    let refused = cops(&[], &board("capture-distance = -1"));
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!((refused.status.code(), refused.stdout.len()), (Some(2), 0), "{said}");
    assert!(said.contains("standard input:6:20"), "{said}");
}

/// Spare cats go to the components where they help most. Each of two paths of five takes two rounds
/// with one cat, and one round with two. With three cats one path still takes two rounds, so only a
/// fourth cat helps.
#[test]
fn spare_cats_help() {
    let paths = "0 1\n1 2\n2 3\n3 4\n5 6\n6 7\n7 8\n8 9\n";
    let rounds = |cats: &str| answers(&["--input", "edges", "--cats", cats], paths)[0]["capture_time"].as_u64();
    assert_eq!(["1", "2", "3", "4", "10"].map(rounds), [None, Some(2), Some(2), Some(1), Some(0)]);
}

/// `explain` explains the same game that `cops` solves, with either player to move first.
#[test]
fn capture_times_agree_with_explanations() {
    for graph in ["cycle:5", "path:6", "grid:3x3"] {
        for first in ["cat", "mouse"] {
            let told = answer(
                catmouse()
                    .args(["solve", graph, "--preset", "cops", "--cats", "2", "--first", first, "--format", "json"]),
                "",
            );
            let told: Value = serde_json::from_slice(&told.stdout).expect("JSON");
            let answer = &answers(&[graph, "--cats", "2", "--first", first], "")[0];
            assert_eq!(told["placement"]["capture_time"], answer["capture_time"], "{graph}, {first}");
            assert!(answer["capture_time"].is_u64());
        }
    }
}

/// If the number of cats is fixed, smaller numbers are not tried. They would take more memory and
/// lead to wrong advice.
#[test]
fn a_fixed_number_of_cats_is_tried_at_once() {
    let time = |args: &[&str]| answers(args, "")[0]["capture_time"].as_u64();
    assert_eq!(time(&["complete:60", "--cats", "64"]), Some(0));
    assert_eq!(time(&["path:40", "--cats", "40", "--max-memory", "16M"]), Some(0));
    assert_eq!(time(&["cycle:9", "--cats", "3"]), Some(1));
    let answer = &answers(&["path:40", "--cats", "30", "--max-memory", "16M"], "")[0];
    assert_eq!((&answer["at_most"], &answer["at_most_by"]), (&json!(1), &json!("treewidth")));
    assert_eq!((&answer["capture_time"], &answer["stop"]["cats"]), (&Value::Null, &json!(30)));
}

/// Where fewer cats win, more do, and this is said without a trial of a thousand times the size.
/// Three cats win on a planar graph.
#[test]
fn more_cats_win_where_fewer_do() {
    for (graph, cats) in [("grid:30x30", "3"), ("grid:30x30", "9")] {
        let text = cops(&[graph, "--cats", cats], "").stdout;
        let text = String::from_utf8(text).expect("it is text");
        assert!(text.contains(&format!("{cats} cats win, capture time unknown")), "{graph}: {text}");
    }
    let text = String::from_utf8(cops(&["torus:10x10", "--cats", "2"], "").stdout).expect("it is text");
    assert!(text.contains("2 cats do not win"), "{text}");
}

/// When the time is up, the bounds are the answer. Hypercubes of ten dimensions need six cats
/// (Maamoun, Meyniel 1987), which takes longer than this.
#[test]
fn the_time_for_a_graph_may_be_up() {
    let answer = &answers(&["hypercube:10", "--max-time", "1s"], "")[0];
    assert_eq!((&answer["cop_number"], &answer["stop"]["because"]), (&Value::Null, &json!("time")));
    let bound = |key: &str| answer[key].as_u64().expect("a number");
    assert!((2..=6).contains(&bound("at_least")) && bound("at_most") >= 6, "{answer}");
    let output = cops(&["petersen", "--max-time", "soon"], "");
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
}

/// One lazy cat is an ordinary cat. On the 3-cube two lazy cats win as two ordinary ones do, and
/// one cat cannot stop the mouse from drawing.
#[test]
fn lazy_cats() {
    let cube = edges(8, (0..8).flat_map(|v| (0..3).filter(move |b| v >> b & 1 == 0).map(move |b| (v, v | 1 << b))));
    let number = |args: &[&str]| answers(&[&["--input", "edges"], args].concat(), &cube)[0]["cop_number"].clone();
    assert_eq!(number(&["--set", "cats-move=one"]), number(&[]));
    assert_eq!(number(&["--set", "cats-move=one", "--max-cats", "1"]), Value::Null);
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
fn games_too_large_for_memory_have_bounds_and_a_figure() {
    let output = cops(&["gp:200,2", "--max-memory", "16M"], "");
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert_eq!((output.status.code(), output.stderr.len()), (Some(0), 0), "{output:?}");
    assert!(stdout.contains("cop number 3, capture time unknown"), "{stdout}");
    assert!(stdout.contains("3 cats take about 34.6 MiB of memory on 400 vertices"), "{stdout}");
}

/// If the program runs under a limit of addresses, it runs under every higher limit; otherwise it
/// refuses. The arenas of threads take no addresses.
#[test]
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn more_addresses_are_never_too_few() {
    let under = |graph: &str, threads: u32, kibibytes: u32| {
        let program = catmouse().get_program().to_owned();
        let limited = format!("ulimit -v {kibibytes}; exec \"$0\" cops {graph} --threads {threads}");
        let mut shell = Command::new("sh");
        shell.args(["-c", &limited]).arg(program).env_remove("MALLOC_ARENA_MAX");
        let output = answer(&mut shell, "");
        let said = String::from_utf8_lossy(&output.stderr);
        match output.status.code() {
            Some(0) => String::from_utf8_lossy(&output.stdout).contains(", from "),
            Some(2) => {
                assert!(output.stdout.is_empty() && said.contains(graph), "{kibibytes}: {said}");
                false
            }
            other => panic!("{kibibytes}: {other:?}: {said}"),
        }
    };
    // With an arena for each thread the first ended in an abort, and two of those that run were refused.
    let runs = [34_000, 70_000, 150_000, 260_000].map(|limit| under("grid:30x30", 2, limit));
    assert_eq!(runs, [false, false, true, true]);
    // What orbits take is counted as it grows, and four threads do not take what is left.
    assert_eq!([60_000, 200_000].map(|limit| under("hypercube:8", 4, limit)), [false, true]);
}

/// If girth and degree alone prove that this number of cats does not win, it is not tried. Trying
/// six cats on Hoffman and Singleton's graph would take 0.5 GB.
#[test]
fn a_bound_that_proves_the_answer_avoids_the_search() {
    let answer = &answers(&["hoffman-singleton", "--cats", "6", "--max-memory", "26M"], "")[0];
    assert_eq!((&answer["capture_time"], &answer["cats_tried"]), (&Value::Null, &json!(6)));
    assert_eq!(answer["lower_bound"]["cop_number_at_least"], 7);
    let answer = &answers(&["hoffman-singleton", "--max-cats", "6", "--max-memory", "26M"], "")[0];
    assert_eq!((&answer["cop_number"], &answer["cats_tried"]), (&Value::Null, &json!(6)));
    let answer = &answers(&["hoffman-singleton", "--max-memory", "26M"], "")[0];
    // The neighbours of a vertex dominate the graph.
    assert_eq!((&answer["at_least"], &answer["at_least_by"]), (&json!(7), &json!("girth")));
    assert_eq!((&answer["cop_number"], &answer["capture_time"]), (&json!(7), &json!(1)));
}

/// A graph that needs too much memory is not wrong: its bounds are an answer, in every format.
/// On this generalised Petersen graph the mouse escapes two cats, because of girth 5 and degree 3. Two
/// cuts of four vertices each and one more vertex make bags of at most nine, and then five cats win.
#[test]
fn graphs_that_are_too_large_have_a_row() {
    let large = stdout(&["convert", "gp:201,2", "--to", "graph6"]);
    let stream = large.repeat(12) + "IheA@GUAo\n";
    let row = |format: &str, more: &[&str]| {
        let output = cops(&[&["--max-memory", "16M", "--format", format], more].concat(), &stream);
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        String::from_utf8(output.stdout).expect("it is text")
    };
    let text = row("text", &[]);
    assert_eq!((text.lines().count(), text.matches("cop number at least 3 and at most 5").count()), (13, 12), "{text}");
    let csv = row("csv", &[]);
    assert_eq!(csv.lines().filter(|line| line.ends_with(",2,3,5") || line.ends_with(",0,3,5")).count(), 12, "{csv}");
    assert!(csv.starts_with(
        "graph,input,name,vertices,edges,cop_number,capture_time,placement,cats_tried,at_least,at_most\n"
    ));
    let summary: Value = serde_json::from_str(&row("json", &["--summary"])).expect("JSON");
    let open = &summary["rows"][1];
    assert_eq!((&open["cop_number"], &open["at_least"], &open["count"]), (&Value::Null, &json!(3), &json!(12)));
    assert_eq!(row("json", &["--only", "cop_number=null, at_most<=5"]).lines().count(), 12);
}

/// Published cop numbers of named graphs, with their reasons.
#[test]
fn named_graphs() {
    for (name, cop_number, capture_time) in [
        // Nowakowski, Winkler 1983: trees, and graphs with a vertex next to all others.
        ("path:9", 1, Some(4)),
        ("star:6", 1, Some(1)),
        ("wheel:8", 1, Some(1)),
        ("complete:6", 1, Some(1)),
        ("tree:2,3", 1, Some(3)),
        ("random-tree:30,seed=5", 1, None),
        // Two cats are needed, because the mouse can always flee from one. Two suffice, because
        // they can guard the whole graph.
        ("cycle:8", 2, None),
        ("bipartite:3,4", 2, Some(1)),
        ("multipartite:2,2,2", 2, Some(1)),
        ("octahedron", 2, Some(1)),
        ("icosahedron", 2, Some(1)),
        ("ladder:6", 2, Some(3)),
        // Mehrabian 2011.
        ("grid:4x7", 2, Some(4)),
        // Maamoun, Meyniel 1987: hypercubes of d dimensions need ⌈(d + 1) / 2⌉.
        ("hypercube:2", 2, None),
        ("cube", 2, None),
        ("hypercube:4", 3, None),
        ("hypercube:5", 3, None),
        // Neufeld, Nowakowski 1998: products of two cycles of at least four vertices need three.
        ("torus:4x4", 3, None),
        ("torus:5x6", 3, None),
        // Aigner, Fromme 1984: with girth 5 or more, the minimum degree is a lower bound; a planar
        // graph needs at most three.
        ("petersen", 3, Some(1)),
        ("dodecahedron", 3, None),
        // The same bound, and no graph with at most 18 vertices needs four (Turcotte, Yvon 2021).
        ("heawood", 3, None),
        ("pappus", 3, None),
        ("moebius-kantor", 3, None),
        ("gp:7,2", 3, None),
        ("kneser:5,2", 3, Some(1)),
        // Baird, Beveridge and others 2014: the smallest graph that needs four.
        ("robertson", 4, None),
        // Prałat 2010: incidence graphs of projective planes of order q need q + 1.
        ("projective:2", 3, None),
        ("projective:3", 4, None),
    ] {
        let answer = &answers(&[name], "")[0];
        assert_eq!(answer["cop_number"], cop_number, "{answer}");
        assert_eq!(answer["name"], name);
        if let Some(rounds) = capture_time {
            assert_eq!(answer["capture_time"], rounds, "{answer}");
        }
    }
    // Hoffman, Singleton 1960: a Moore graph of degree 7. Its girth implies that seven cats are
    // needed. The seven neighbours of a vertex dominate the graph, so seven cats win in one round.
    // This test only shows that two do not win.
    assert_eq!(answers(&["hoffman-singleton", "--max-cats", "2"], "")[0]["cop_number"], Value::Null);
}

/// One cat on a large graph: no table of positions is laid out. On trees the capture time is the
/// radius, and the cat starts in a centre.
#[test]
fn one_cat_on_large_graphs() {
    for (name, rounds, start) in [("path:100000", 50_000, 49_999), ("star:70000", 1, 0), ("tree:2,15", 15, 0)] {
        let answer = &answers(&[name, "--max-memory", "64M"], "")[0];
        assert_eq!((&answer["cop_number"], &answer["capture_time"]), (&1.into(), &rounds.into()), "{name}");
        assert_eq!(answer["placement"], serde_json::json!([start]), "{name}");
        let order = answer["dismantling"].as_array().expect("it is dismantled");
        assert_eq!(order.len() as u64 + 1, answer["vertices"].as_u64().expect("a number"), "{name}");
    }
    // `--placements` lays the table out: both find the same, whoever moves first.
    for name in ["path:66", "random-tree:90,seed=4", "tree:3,4", "king:9x8", "wheel:70", "star:80"] {
        for first in ["cat", "mouse"] {
            let [ranked, table] = [&["--cats", "1"][..], &["--placements"]]
                .map(|more| answers(&[&[name, "--first", first], more].concat(), "").remove(0));
            assert_eq!(ranked["capture_time"], table["capture_time"], "{name}");
            let best = table["placements"].as_array().expect("they are listed");
            assert!(best.iter().any(|best| best["cats"] == ranked["placement"]), "{name}: {ranked}");
        }
    }
    // Two parts; a part on which one cat does not win; arcs that lead one way; other rules.
    let path = |from: u32| (from..from + 69).fold(String::new(), |text, at| format!("{text}{at} {}\n", at + 1));
    let numbers = |args: &[&str], edges: &str| {
        let answer = answers(&[&["--input", "edges"], args].concat(), edges).remove(0);
        (answer["cop_number"].as_u64(), answer["capture_time"].as_u64())
    };
    assert_eq!(numbers(&[], &(path(0) + &path(70))), (Some(2), Some(35)));
    assert_eq!(numbers(&[], &(path(0) + &path(70) + "139 70\n")), (Some(3), Some(35)));
    assert_eq!(numbers(&["--max-cats", "1"], &(path(0) + "69 0\n")), (None, None));
    assert_eq!(numbers(&["--set", "capture-distance=1"], &path(0)), (Some(1), Some(34)));
    assert_eq!(numbers(&["--set", "directed"], &path(0)), (Some(1), Some(69)));
}

/// A name is refused where a file has it too, and a graph that does not exist where its name almost is one.
#[test]
fn invalid_and_ambiguous_names_are_refused() {
    for (name, part) in [
        ("petersn", "there is a graph `petersen`"),
        ("gp:7", "`gp` takes N,K, as in `gp:7,2`"),
        ("grid:2000x2000", "at most 1048576 vertices"),
    ] {
        let output = cops(&[name], "");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.code() == Some(2) && output.stdout.is_empty() && stderr.contains(part),
            "{name}: {stderr}"
        );
    }
    let folder = std::env::temp_dir().join(format!("catmouse-names-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("it can be made");
    std::fs::write(folder.join("petersen"), "[[1],[0]]\n").expect("it can be written");
    let inside = |name: &str| catmouse().args(["cops", name]).current_dir(&folder).output().expect("the program runs");
    let stderr = String::from_utf8_lossy(&inside("petersen").stderr).into_owned();
    assert!(stderr.contains("`petersen` is both a file and the name of a graph"), "{stderr}");
    assert!(inside("./petersen").status.success());
    std::fs::remove_dir_all(&folder).expect("it can be removed");
    let list = answer(catmouse().args(["example", "--graphs"]), "");
    let list = String::from_utf8_lossy(&list.stdout).into_owned();
    for name in
        ["petersen", "dodecahedron", "hypercube:D", "grid:RxC", "paley:Q", "gp:N,K", "kneser:N,K", "random:N,P,seed=S"]
    {
        assert!(list.lines().any(|line| line.starts_with(&format!("{name} "))), "{name} in {list}");
    }
}

const GRAPHS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/formats/connected-upto-6.g6");

/// Published numbers. The number of connected graphs with a universal vertex is the number of
/// graphs with a vertex less: 1, 2, 4, 11, 34 for 1 to 5 vertices. One cop wins on 1, 1, 2, 5, 16,
/// 68 connected graphs.
#[test]
fn summaries() {
    let output = cops(&[GRAPHS, "--summary", "--format", "json"], "");
    let summary: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(summary["graphs"], 143);
    let rows = summary["rows"].as_array().expect("a list");
    let count = |holds: &dyn Fn(&Value) -> bool| -> u64 {
        rows.iter().filter(|row| holds(row)).map(|row| row["count"].as_u64().expect("a number")).sum()
    };
    assert_eq!(count(&|row| row["cop_number"] == 1), 93);
    assert_eq!(count(&|row| row["cop_number"] == 2), 50);
    assert_eq!(count(&|row| row["capture_time"] == 0), 1);
    assert_eq!(count(&|row| row["cop_number"] == 1 && row["capture_time"] == 1), 1 + 2 + 4 + 11 + 34);
    for row in rows {
        let example = row["example"].as_str().expect("a line");
        let again = &answers(&["--input", "graph6"], example)[0];
        assert_eq!([&again["cop_number"], &again["capture_time"]], [&row["cop_number"], &row["capture_time"]], "{row}");
    }
    let csv = cops(&[GRAPHS, "--summary", "--format", "csv", "--max-cats", "1"], "");
    let csv = String::from_utf8_lossy(&csv.stdout).into_owned();
    assert_eq!(csv.lines().next(), Some("cop_number,capture_time,at_least,count,example"));
    assert_eq!(csv.lines().last(), Some(",,2,50,C]"));
    let lost = cops(&["petersen", "--summary", "--cats", "2"], "");
    let lost = String::from_utf8_lossy(&lost.stdout).into_owned();
    assert_eq!(lost.lines().nth(1), Some("       3      1  IheA@GUAo"), "{lost}");
    let text = cops(&[GRAPHS, "--summary"], "");
    assert!(String::from_utf8_lossy(&text.stdout).ends_with("143 graphs\n"));
}

/// An example that has no line of its own is shown as graph6, and invalid input is not counted.
#[test]
fn summaries_of_other_streams() {
    let output = cops(&["--summary", "--format", "json", "--input", "edges"], "0 1\n1 2\n0 2\n\n0 1\n");
    let summary: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let row = |count: u64, example: &str| json!({"cop_number": 1, "capture_time": 1, "at_least": null, "count": count, "example": example});
    assert_eq!(summary, json!({"schema": 2, "graphs": 2, "rows": [row(2, "Bw")]}));
    let output = cops(&["--summary", "--format", "json"], "Bw\n!!\nC~\n");
    assert_eq!(output.status.code(), Some(2));
    let summary: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(summary["graphs"], 2);
    let solved = answer(catmouse().args(["solve", "-", "--summary", "--format", "json"]), "Bw\nC~\nBw\n");
    let solved: Value = serde_json::from_slice(&solved.stdout).expect("JSON");
    assert_eq!(solved["graphs"], 3);
    let keys: Vec<&String> = solved["rows"][0].as_object().expect("an object").keys().collect();
    assert_eq!(keys, ["count", "distance_cost", "distance_plies", "example", "outcome"]);
}

/// `--only` prints the lines of the graphs whose answers satisfy the comparisons.
#[test]
fn only_selects_graphs() {
    let all = answers(&[GRAPHS], "");
    for (comparisons, holds) in [
        ("cop_number=2", &(|it: &Value| it["cop_number"] == 2) as &dyn Fn(&Value) -> bool),
        ("cop_number=1, capture_time>=2", &|it| it["cop_number"] == 1 && it["capture_time"].as_u64() >= Some(2)),
        ("vertices!=6,edges<=4", &|it| it["vertices"] != 6 && it["edges"].as_u64() <= Some(4)),
        ("capture_time>7", &|_| false),
    ] {
        let expected: Vec<&str> =
            all.iter().filter(|it| holds(it)).map(|it| it["input"].as_str().expect("a line")).collect();
        let output = cops(&[GRAPHS, "--only", comparisons], "");
        let found = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(found.lines().collect::<Vec<_>>(), expected, "{comparisons}");
        assert_eq!(output.status.code(), Some(0));
        assert_eq!(answers(&[GRAPHS, "--only", comparisons], "").len(), expected.len());
        let output = cops(&[GRAPHS, "--only", comparisons, "--summary", "--format", "json"], "");
        let summary: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(summary["graphs"], expected.len());
    }
    // A graph that is given by its name has no text of its own.
    let output = cops(&["petersen", "--only", "cop_number=3"], "");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "IheA@GUAo\n");
    assert!(cops(&["petersen", "--only", "cop_number=2"], "").stdout.is_empty());
    let output = cops(&[GRAPHS, "--only", "cops=3"], "");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.code() == Some(2) && output.stdout.is_empty(), "{stderr}");
    assert!(stderr.contains("no key `cops`") && stderr.contains("cop_number, capture_time"), "{stderr}");
    let output = answer(catmouse().args(["solve", "-", "--only", "outcome=mouse"]), "Bw\nC~\n");
    assert!(output.status.success());
}

/// `--only` accepts the keys of the JSON.
#[test]
fn the_keys_of_only_are_those_of_the_answers() {
    for (command, keys) in [("cops", catmouse::streams::COPS_KEYS), ("solve", catmouse::streams::SOLVE_KEYS)] {
        let output = answer(catmouse().args([command, "-", "--format", "json"]), "Bw\n");
        let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let mut expected: Vec<&str> = keys.iter().map(|(key, _)| *key).collect();
        expected.sort_unstable();
        assert_eq!(answer.as_object().expect("an object").keys().collect::<Vec<_>>(), expected, "{command}");
    }
}

/// The answers of `cops` about a fixed number of cats agree with the whole game, solved like any
/// other board, under all rules. They are compared on every connected graph up to five vertices, on
/// graphs with several components, and on every digraph of three vertices.
#[test]
fn rules_agree_with_the_whole_game() {
    let file = std::fs::read_to_string(GRAPHS).expect("there are graphs");
    let small = file.lines().filter(|line| line.as_bytes()[0] <= b'D').collect::<Vec<_>>().join("\n");
    let apart = "C@\nCJ\nDK?\nD?{\nD??\nC?\n";
    let digraphs: String = (0..512u32).step_by(5).map(digraph_of_three).collect();
    let mut compared = 0;
    for (text, turn) in [(format!("{small}\n{apart}"), 0), (digraphs, 1)] {
        for number in 0..144usize {
            let bit = |place: usize| number >> place & 1 == 1;
            let rules = RuleChoices {
                mouse_may_stay: Some(!bit(0)),
                cat_may_stay: Some(!bit(1)),
                cats_move: Some(if bit(2) { CatsMove::One } else { CatsMove::All }),
                mouse_speed: Some(1 + i64::from(bit(3)) + i64::from(number % 9 == 4)),
                cat_speed: Some(vec![1 + i64::from(number % 5 == 2)]),
                capture_distance: Some([0, 0, 1, 2][number / 3 % 4]),
                ..RuleChoices::default()
            };
            let first = if bit(4) { Side::Mouse } else { Side::Cat };
            let cats = 1 + (number as u32 + turn) % 2;
            compared += compare(&text, &rules, first, cats);
        }
    }
    assert!(compared > 10_000, "{compared}");
}

/// The line of digraph6 for the digraph on three vertices whose arcs, including self-loops, are the
/// bits of `chosen`.
fn digraph_of_three(chosen: u32) -> String {
    let sextet =
        |from: u32| (0..6).map(|at| u8::from(from + at < 9 && chosen >> (from + at) & 1 == 1) << (5 - at)).sum::<u8>();
    format!("&B{}{}\n", char::from(63 + sextet(0)), char::from(63 + sextet(6)))
}

fn compare(text: &str, rules: &RuleChoices, first: Side, cats: u32) -> usize {
    let mut question = CopsQuestion::default();
    question.cats = Some(cats);
    question.choices = CopsChoices::new(rules, Some(first)).expect("the rules are in order");
    let mut choices = Choices::default();
    choices.preset = Some(Preset::CopsAndRobbers);
    choices.rules = RuleChoices { cats: Some(cats.into()), ..rules.clone() };
    choices.first = Some(first);
    let (mut workspace, mut whole) =
        (CopsWorkspace::default(), SolveWorkspace::new(&choices, Work::SOLVE, Some(1 << 30)));
    let graphs = Graphs::of_text(text, Format::Graph6).expect("a text does not fail");
    let mut compared = 0;
    for record in graphs {
        let record = record.expect("a text does not fail");
        let graph = CopsGraph::read(&record, None).expect("it reads");
        let found = graph.answer(&question, &mut workspace).expect("it is small");
        let game: Result<_, Error> = whole.solve(&record, |game, solution, label| {
            let start = SolvedStart::new(game, solution);
            SolveAnswer::new(game, solution, &start, label).into_owned()
        });
        let game = game.expect("it is small");
        let rounds =
            (game.outcome == Outcome::Cat).then(|| game.distance.distance_plies.expect("it is forced").div_ceil(2));
        assert_eq!(found.capture_time, rounds, "{} with {cats} cats, {first} first: {rules:?}", record.text());
        compared += 1;
    }
    compared
}

/// The Petersen graph has 120 symmetries. Three cats that dominate it are the neighbours of a
/// vertex. There are ten such sets, all equal up to symmetry. On a path of three vertices one cat
/// wins from the middle.
#[test]
fn placements_bounds_and_dismantling_orders() {
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
    // A graph that is not connected, and one with directed edges.
    let two = answers(&["--placements", "--input", "edges"], "0 1\n2 3\n");
    assert_eq!((&two[0]["placements"], &two[0]["dismantling"]), (&Value::Null, &Value::Null));
    let said = cops(&["--placements", "--input", "edges"], "0 1\n2 3\n").stdout;
    assert!(String::from_utf8_lossy(&said).ends_with("; placements are listed of connected graphs only\n"), "{said:?}");
    let one_way = answers(&["--set", "directed", "--input", "edges"], "0 1\n1 2\n");
    assert_eq!(one_way[0]["dismantling"], Value::Null);
}

/// The output does not depend on the number of threads.
#[test]
fn any_number_of_threads() {
    let graphs = "IheA@GUAo\nBw\nC~\nDhc\n";
    let text = |threads: &str| cops(&["--threads", threads, "--placements"], graphs).stdout;
    assert_eq!(text("1"), text("2"));
    assert_eq!(text("1"), text("4"));
    assert_eq!(cops(&["--threads", "0"], graphs).status.code(), Some(2));
}

/// If the mouse must move, it may still stay on a vertex with a loop, so symmetries map loops to
/// loops. The expected placements are counted by hand.
#[test]
fn loops_count_among_symmetries_where_a_side_must_move() {
    let placements = |graph: &str, flags: &[&str]| {
        let text = stdout(&[&["cops", graph, "--input", "leetcode", "--placements"], flags].concat());
        text.split("; ").nth(1).map(|kinds| kinds.trim_end().to_owned())
    };
    let square_with_loops = "[[1,2],[0,1,3],[0,2,3],[1,2]]";
    let kinds = placements(square_with_loops, &["--set", "mouse-may-stay=false"]);
    assert!(kinds.as_deref().is_some_and(|kinds| kinds.ends_with("up to symmetry 0 (2 alike)")), "{kinds:?}");
    let one_loop = "[[2,3],[2,3],[0,1],[0,1,3]]";
    let kinds = placements(one_loop, &["--set", "mouse-may-stay=false"]);
    assert!(kinds.as_deref().is_some_and(|kinds| kinds.ends_with("up to symmetry 0 (2 alike), 3")), "{kinds:?}");
}

/// A generalised Petersen graph of even size has girth 5, degree 3 and a drawing without crossings, so
/// its cop number is 3. A chain of Petersen's graphs has the same girth and degree, but no such drawing.
/// A cycle is outerplanar. Paths that end at a cube are all corners, so the cop number stays that of the cube.
#[test]
fn a_theorem_decides_where_memory_does_not_suffice() {
    let alone = |graph: &str, text: &str| answers(&[graph, "--max-memory", "16M"], text).remove(0);
    let planar = alone("gp:200,2", "");
    assert_eq!((&planar["cop_number"], &planar["at_most_by"]), (&3.into(), &"planar".into()));
    assert_eq!((&planar["capture_time"], &planar["placement"]), (&Value::Null, &Value::Null));
    let whole = answers(&["gp:200,2"], "").remove(0);
    assert_eq!((&whole["cop_number"], &whole["at_most_by"]), (&3.into(), &"trial".into()));
    // Petersen's graph has treewidth 4, and so has a chain of such graphs.
    let petersen = |first: usize| {
        (0..5)
            .flat_map(move |at| [(at, (at + 1) % 5), (at, at + 5), (at + 5, (at + 2) % 5 + 5)])
            .map(move |(from, to)| (first + from, first + to))
    };
    let chain = (0..40).flat_map(|block| petersen(10 * block).chain((block > 0).then(|| (10 * block, 10 * block - 1))));
    let chain = alone("-", &edges(400, chain));
    assert_eq!((&chain["cop_number"], &chain["at_most_by"]), (&3.into(), &"treewidth".into()));
    // One cat does not win on a cycle, and two cats do not fit.
    let cycle = alone("cycle:1500", "");
    assert_eq!((&cycle["cop_number"], &cycle["at_most_by"]), (&2.into(), &"outerplanar".into()));
    // Three cats win on the 4-cube (Maamoun, Meyniel 1987), which has treewidth 6 and domination number 4.
    let cube = (0..16).flat_map(|v| (0..4).map(move |b| (v, v | 1 << b))).filter(|(from, to)| from != to);
    let paths = (16..4000).map(|at| (at - 16, at));
    let found = alone("-", &edges(4000, cube.chain(paths)));
    assert_eq!((&found["cop_number"], &found["at_most_by"]), (&3.into(), &"core".into()));
    assert_eq!((&found["cats_tried"], &found["capture_time"]), (&3.into(), &Value::Null));
    // Two cats win on a cycle, and how soon is not known.
    let asked = answers(&["cycle:1500", "--cats", "2", "--max-memory", "16M"], "").remove(0);
    assert_eq!((&asked["at_most"], &asked["capture_time"]), (&2.into(), &Value::Null));
}
