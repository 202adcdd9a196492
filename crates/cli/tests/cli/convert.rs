//! `catmouse convert`: the same graph in every format, streams with bad lines, and data that a
//! format cannot represent.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{fs, thread};

use crate::program::{answer, catmouse, started};

fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/formats")
}

fn fixture(name: &str) -> String {
    fs::read_to_string(fixtures().join(name)).expect("it is part of the repository")
}

/// Runs `catmouse convert` in the folder of the fixtures, with `input` on standard input.
fn convert(args: &[&str], input: &str) -> Output {
    answer(catmouse().current_dir(fixtures()).arg("convert").args(args), input)
}

/// The output of a conversion that succeeds without notes.
#[track_caller]
fn converted(args: &[&str], input: &str) -> String {
    let output = convert(args, input);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && stderr.is_empty(), "{args:?}: {stderr}");
    String::from_utf8(output.stdout).expect("graphs are text")
}

/// Expects exit code 2, the output `stdout` for the good graphs, and the messages `said` in this
/// order.
#[track_caller]
fn complains(args: &[&str], input: &str, stdout: &str, said: &[&str]) {
    let output = convert(args, input);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), stdout, "{args:?}: {stderr}");
    let mut rest = &*stderr;
    for piece in said {
        let at = rest.find(piece).unwrap_or_else(|| panic!("{args:?}: `{piece}` is missing in {stderr}"));
        rest = &rest[at + piece.len()..];
    }
}

#[test]
fn the_petersen_graph_is_the_same_in_every_format() {
    let petersen = fixture("petersen.g6");
    for name in ["petersen.g6", "petersen.s6", "petersen.edges", "petersen.col", "petersen.dot"] {
        assert_eq!(converted(&[name, "--to", "graph6"], ""), petersen, "{name}");
        // The format is recognised by its content too.
        assert_eq!(converted(&["--to", "graph6"], &fixture(name)), petersen, "{name}");
        assert_eq!(
            converted(&["-", "--to", "sparse6"], &fixture(name)),
            fixture("petersen.s6").replace(">>sparse6<<", "")
        );
    }
}

#[test]
fn the_examples_of_the_descriptions() {
    assert_eq!(converted(&["five-vertices.d6", "--to", "edges"], ""), "5 directed\n0 2\n0 4\n3 1\n3 4\n");
    assert_eq!(converted(&["--to", "graph6"], "5 directed\n0 2\n0 4\n3 1\n3 4\n"), fixture("five-vertices.d6"));
    assert_eq!(converted(&["seven-vertices.s6", "--to", "leetcode"], ""), "[[1,2],[0,2],[0,1],[],[],[6],[5]]\n");
    assert_eq!(converted(&["--to", "sparse6"], "[[1,2],[0,2],[0,1],[],[],[6],[5]]"), fixture("seven-vertices.s6"));
}

#[test]
fn costs_are_the_same_in_every_format() {
    let edges = "3\n0 1 9\n0 2 2\n1 2 3\n";
    for name in ["detour.edges", "detour.gr", "detour.dot"] {
        assert_eq!(converted(&[name, "--to", "edges"], ""), edges, "{name}");
    }
    assert_eq!(converted(&["detour.jsonl", "--to", "edges"], ""), format!("{edges}\n{edges}"));
    let first = fixture("detour.jsonl").lines().next().expect("there are two").to_owned() + "\n";
    assert_eq!(converted(&["--to", "leetcode"], edges), first);
}

#[test]
fn every_format_of_streams_keeps_all_small_connected_graphs() {
    let graphs = fixture("connected-upto-6.g6");
    let orders: Vec<usize> =
        (1..=6).map(|order| graphs.lines().filter(|line| line.as_bytes()[0] == 63 + order).count()).collect();
    assert_eq!(orders, [1, 1, 2, 6, 21, 112]);
    for format in ["digraph6", "sparse6", "edges", "dimacs", "dot", "leetcode"] {
        let there = converted(&["connected-upto-6.g6", "--to", format], "");
        assert_eq!(converted(&["--to", "graph6"], &there), graphs, "{format}");
    }
}

#[test]
fn a_bad_line_leaves_the_others() {
    complains(
        &["bad-lines.g6", "--to", "edges"],
        "",
        "3\n0 1\n0 2\n1 2\n\n4\n0 1\n0 2\n0 3\n1 2\n1 3\n2 3\n",
        &[
            "the line ends after 0 of the 1 bytes",
            "bad-lines.g6:2:2",
            "`1` is not a byte of a graph",
            "bad-lines.g6:3:2",
            "bits set after",
            "bad-lines.g6:4:2",
            "within the number of vertices",
            "bad-lines.g6:5:3",
        ],
    );
    complains(
        &["--to", "graph6"],
        "[[1],[0]]\n[[1],[0,5]]\n[[1],[\n[[1],[]]\n[[1],[0]]\n",
        "A_\nA_\n",
        &[
            "vertex 5 does not exist",
            "standard input:2:9",
            "never closed",
            "standard input:3:6",
            "the move 0→1",
            "standard input:4:3",
        ],
    );
    complains(
        &["--to", "dot", "--input", "dimacs"],
        "p edge 1 0\np edge 2 1\ne 1 2\ne 1\n",
        "graph {\n  0;\n}\n",
        &["standard input:4:1"],
    );
}

#[test]
fn boards_that_a_format_cannot_represent_are_refused() {
    complains(&["detour.edges", "--to", "graph6"], "", "", &["graph6 has no costs", "write edges"]);
    complains(&["--to", "graph6", "--input", "edges"], "0 0\n", "", &["graph6 has no edge from a vertex to itself"]);
    complains(&["five-vertices.d6", "--to", "leetcode"], "", "", &["leetcode does not say which way a move leads"]);
    complains(
        &["-", "--to", "graph6"],
        "30000\n0 1\n",
        "",
        &["graph6 takes 74997500 bytes for 30000 vertices, and no text of more than 67108864 bytes is read"],
    );
    complains(&["petersen.g6", "--to", "grid"], "", "", &["this board is not a grid"]);
    complains(
        &["--to", "setup"],
        "Bw\nBw\n",
        "catmouse = 1\n\n[board]\nvertices = 3\nedges = [[0, 1], [0, 2], [1, 2]]\n",
        &["a second graph cannot be written to a setup", "standard input:2:1"],
    );
}

#[test]
fn losses_are_named() {
    let setup = "catmouse = 1\npreset = \"cat-and-mouse\"\ntitle = \"a\"\n\
                 [board]\nadjacency = [[1], [0]]\nnames = [\"a\", \"b\"]\n";
    let output = convert(&["--to", "graph6"], setup);
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stdout), "A_\n");
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "note: graph6 has no place for the names of the vertices: left out of 1 graph\n\
         note: graph6 has no place for the rules and the start: left out of 1 graph\n\
         note: graph6 has no place for title, source and expectation: left out of 1 graph\n"
    );
    assert_eq!(
        converted(&["--to", "setup"], setup),
        "catmouse = 1\ntitle = \"a\"\npreset = \"cat-and-mouse\"\n\n\
         [board]\nadjacency = [[1], [0]]\nnames = [\"a\", \"b\"]\n"
    );
    assert_eq!(
        converted(&["--to", "dot"], "graph { kitchen -- hall }"),
        "graph {\n  kitchen;\n  hall;\n  kitchen -- hall;\n}\n"
    );
}

#[test]
fn cells_without_names_keep_numbers_next_to_named_ones() {
    let setup = "catmouse = 1\n[board]\ngrid = [\"M.C\"]\nnames = { door = [0, 1] }\n";
    let output = convert(&["--to", "csv"], setup);
    assert_eq!(String::from_utf8_lossy(&output.stdout), "source,target\n_0,door\ndoor,_2\n");
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "note: csv has no place for the shape of the grid: left out of 1 graph\n\
         note: csv has no place for vertices without names among named ones: called by their \
         numbers, as in _4, in 1 graph\n"
    );
}

#[test]
fn a_name_that_a_format_cannot_hold_is_refused() {
    let edges = "hall a\u{ffff}b\na\u{ffff}b attic\n";
    let said = "graphml has no character U+FFFF, and a vertex is called `a\\u{ffff}b`";
    complains(&["--to", "graphml"], edges, "", &[said, "call it something else, or write another format"]);
    assert_eq!(converted(&["--to", "edges"], edges), edges);
}

#[test]
fn ambiguous_texts_name_their_format() {
    assert_eq!(converted(&["--to", "adjlist"], "Bw\n"), "0 1 2\n1 2\n2\n");
    let adjlist = converted(&["--to", "adjlist"], "graph { M -- C }");
    assert_eq!(adjlist, "# adjlist\nM C\nC\n");
    assert_eq!(converted(&["--to", "csv"], &adjlist), "source,target\nM,C\n");
    assert_eq!(converted(&["--to", "edges"], "graph { directed -- parallel }"), "2 vertices\ndirected parallel\n");
    assert_eq!(converted(&["--to", "nx-edges"], "graph { \"graph\" -- x }"), "# nx-edges\ngraph x {}\n");
    assert_eq!(converted(&["--to", "csv"], "graph { source -- x }"), "from,to\nsource,x\n");
    // A matrix of zeros and ones in three columns may be a list of edges, even in the middle of a
    // stream.
    for stream in ["Bw\nA_\nDUW\n@\n", "DUW\n@\nBw\n"] {
        let matrices = converted(&["--to", "matrix"], stream);
        assert!(matrices.contains("# matrix\n0 1 1\n"), "{matrices}");
        let output = convert(&["--to", "graph6"], &matrices);
        assert_eq!(String::from_utf8_lossy(&output.stdout), stream);
    }
    let showg = converted(&["--to", "showg"], "A_\nA?\n");
    assert_eq!(showg, "Graph 1, order 2.\n  0 : 1;\n  1 : 0;\nGraph 2, order 2.\n  0 :;\n  1 :;\n");
}

#[test]
fn arguments_are_texts_and_moves_may_lead_one_way() {
    assert_eq!(converted(&["[[1,2],[0,2],[0,1]]", "--to", "graph6"], ""), "Bw\n");
    assert_eq!(converted(&["[[1],[2],[0]]", "--to", "edges", "--set", "directed"], ""), "3 directed\n0 1\n1 2\n2 0\n");
    complains(&["--input", "graph6", "--to", "dot"], "", "", &["there is no board in standard input"]);
    complains(&["no-such-file.g6", "--to", "dot"], "", "", &["cannot read `no-such-file.g6`"]);
    complains(&["--to", "dot"], "", "", &["the input is empty"]);
    complains(&["petersen.g6", "--to", "doc"], "", "", &["graph6, digraph6, sparse6, edges, dimacs, dot"]);
}

#[test]
fn a_closed_pipe_ends_the_stream_quietly() {
    let mut child = started(catmouse().args(["convert", "--to", "edges"]));
    let mut stdin = child.stdin.take().expect("it is piped");
    // The stream is endless. Its results appear while it runs, and the program ends when its reader
    // does.
    let writer = thread::spawn(move || while stdin.write_all(&b"C~\n".repeat(1_000)).is_ok() {});
    let mut pipe = child.stdout.take().expect("it is piped");
    pipe.read_exact(&mut vec![0; 100_000]).expect("the stream is endless");
    drop(pipe);
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("it does not panic");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stderr.is_empty());
}

#[test]
fn the_help_has_examples_and_the_formats() {
    let help = converted(&["--help"], "");
    for piece in ["Examples:", "graph6, digraph6, sparse6", "exit code is 2"] {
        assert!(help.contains(piece), "{help}");
    }
}

/// The output of a command that succeeds.
#[track_caller]
fn printed(command: &mut Command) -> String {
    let output = command.output().expect("the program runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it is text")
}

/// Every format that has names keeps them, and CSV output contains them. A CSV table with names can
/// be checked against the rules like one with numbers.
#[test]
fn names_are_kept() {
    let board = "graph { hall -- attic [weight=3]; attic -- bath [weight=2]; bath -- hall [weight=4] }";
    for format in ["nx-edges", "node-link", "graphml", "gml", "csv", "edges", "dot"] {
        let text = printed(catmouse().args(["convert", board, "--to", format]));
        let again = answer(catmouse().args(["convert", "--input", format, "--to", "nx-edges"]), &text).stdout;
        let again = String::from_utf8(again).expect("it is text");
        let mut lines: Vec<&str> = again.lines().collect();
        lines.sort_unstable();
        let expect = ["attic bath {'weight': 2}", "hall attic {'weight': 3}", "hall bath {'weight': 4}"];
        assert_eq!(lines, expect, "{format}: {text}");
    }
    let game = [board, "--hole", "bath", "--mouse", "attic", "--cat", "hall"];
    let table = printed(catmouse().arg("table").args(game));
    assert!(table.lines().any(|line| line.starts_with("attic,hall,mouse,")), "{table}");
    let file = std::env::temp_dir().join(format!("catmouse-{}-names.csv", std::process::id()));
    std::fs::write(&file, &table).expect("it can be written");
    assert!(catmouse().arg("check").args(game).arg("--table").arg(&file).output().expect("it runs").status.success());
    std::fs::remove_file(&file).expect("it was written");
    for (command, expect) in [("solve", ",attic,hall,mouse,"), ("survey", "attic,hall,mouse,"), ("moves", "\nbath,")] {
        let rows = printed(catmouse().arg(command).args(game).args(["--format", "csv"]));
        assert!(rows.contains(expect), "{command}: {rows}");
    }
    let rows = printed(catmouse().args(["cops", board, "--format", "csv"]));
    assert!(rows.contains(",hall,"), "{rows}");
}

/// If vertices have names and the input does not say which is the hole, only Cat and Mouse needs
/// the answer.
#[test]
fn names_ask_for_a_hole() {
    let board = "hall attic\nattic bath\nbath hall\n";
    let output = catmouse().args(["solve", board]).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("`--hole VERTEX`"));
    for flags in [
        &["solve", board, "--hole", "hall", "--mouse", "attic", "--cat", "bath"][..],
        &["solve", board, "--preset", "cops"],
        &["cops", board],
    ] {
        assert!(catmouse().args(flags).output().expect("it runs").status.success(), "{flags:?}");
    }
}

/// Settings are written into a setup. What they change is planned; the old result and a sentence as
/// the title are left out. A flag of the other commands is explained.
#[test]
fn rules_are_written_into_a_setup() {
    let level = "M..#F\n.#.C.\n";
    let setup = converted(&["-", "--to", "setup", "--set", "mouse-jump=2"], level);
    assert!(setup.contains("[rules]\nmouse-jump = 2\n"), "{setup}");
    assert_eq!(converted(&["-", "--to", "setup"], &setup), setup);
    let solved = |args: &[&str], input: &str| answer(catmouse().arg("solve").args(args), input).stdout;
    assert_eq!(solved(&["-"], &setup), solved(&["-", "--mouse-jump", "2"], level));
    assert_eq!(solved(&["-"], &setup), solved(&["-", "--set", "mouse-jump=2"], level));
    complains(&["-", "--to", "setup", "--set", "mouse-jump=-1"], level, "", &["jump"]);
    complains(&["-", "--to", "setup", "--mouse-jump", "2"], level, "", &["`--set mouse-jump=VALUE`"]);
    let twice = answer(catmouse().args(["solve", "-", "--mouse-jump", "2", "--set", "mouse-jump=3"]), level);
    assert!(String::from_utf8_lossy(&twice.stderr).contains("`mouse-jump` has its own flag"), "{twice:?}");
    let told = String::from_utf8(stdout_of_ambush(&["--set", "endless=cat"])).expect("text");
    assert!(!told.contains("[expect]") && told.contains("endless = \"cat\""), "{told}");
}

fn stdout_of_ambush(flags: &[&str]) -> Vec<u8> {
    convert(&[&["ambush", "--to", "setup"], flags].concat(), "").stdout
}

/// An exit on the border is closed to cats, which only the outer wall tells in a drawing without rules.
#[test]
fn an_exit_on_the_border_is_kept_in_a_drawing() {
    let mazes = [
        "+--+--+--+\n|M       | F\n+  +  +  +\n|      C |\n+--+--+--+\n",
        " F  F\n+--+--+--+\n|M       |\n+  +  +  +\n|      C |\n+--+--+--+\n",
        "  +--+--+\n  |M  # |\n  +  +  +\nF |   C |\n  +--+--+\n",
    ];
    for maze in mazes {
        let drawn = String::from_utf8(convert(&["-", "--to", "grid"], maze).stdout).expect("text");
        let solved = |text: &str| answer(catmouse().args(["solve", "-"]), text);
        assert_eq!(solved(&drawn).stdout, solved(maze).stdout, "{drawn}");
        let setup = converted(&["-", "--to", "setup"], maze);
        assert_eq!(String::from_utf8_lossy(&convert(&["-", "--to", "grid"], &setup).stdout), drawn);
        assert!(solved(maze).status.success() && drawn.contains('+'), "{drawn}");
    }
}
