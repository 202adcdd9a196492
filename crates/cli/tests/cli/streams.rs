//! Streams of `solve`. Small graphs are solved by a faster code path with the same results, in
//! order. Bad graphs are reported with their place, and after too many of them the rest is not
//! read.

use std::io::Write;
use std::process::Output;

use crate::program::{Scratch, answer, catmouse, started};

fn run(args: &[&str], input: &str) -> Output {
    answer(catmouse().args(args), input)
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("it is text")
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("it is text")
}

/// The line of graph6 (undirected) or digraph6 for the graph on this number of vertices whose edges
/// are the bits of `chosen`.
fn line(vertices: u32, bits: u32, chosen: u32, prefix: &str) -> String {
    let sextet = |from: u32| {
        let bit = |at: u32| u8::from(from + at < bits && chosen >> (from + at) & 1 == 1) << (5 - at);
        char::from(63 + (0..6).map(bit).sum::<u8>())
    };
    let order = char::from(63 + vertices as u8);
    format!("{prefix}{order}{}\n", (0..bits).step_by(6).map(sextet).collect::<String>())
}

/// All labelled graphs with at most five vertices, and all digraphs with three.
fn all_graphs() -> [String; 2] {
    let graphs = (0..=5u32).flat_map(|n| (0..1 << (n * n.saturating_sub(1) / 2)).map(move |chosen| (n, chosen)));
    let graphs = graphs.map(|(n, chosen)| line(n, n * n.saturating_sub(1) / 2, chosen, "")).collect();
    [graphs, (0..512).map(|chosen| line(3, 9, chosen, "&")).collect()]
}

/// With a memory limit, the faster path is not taken. This limit is large enough for all graphs.
const LONG_WAY: [&str; 2] = ["--max-memory", "1T"];

#[test]
fn the_faster_path_has_the_same_results() {
    let settings: [&[&str]; 8] = [
        &[],
        &["--cat", "0", "--hole", "none", "--set", "mouse-may-stay", "--set", "stalemate=pass"],
        &["--preset", "cops"],
        &["--preset", "cops", "--mouse", "1", "--first", "mouse", "--set", "endless=draw"],
        &["--set", "cat-in-hole=wins", "--set", "stalemate=loss", "--first", "cat", "--limit", "2"],
        &[
            "--set",
            "cat-in-hole=guards",
            "--cat-jump",
            "0",
            "--set",
            "cat-may-stay",
            "--limit",
            "1",
            "--set",
            "limit-winner=mouse",
        ],
        &["--from", "M0 C1 cat", "--hole", "2", "--hole", "0"],
        &["--mouse", "3", "--cat", "3", "--set", "endless=cat"],
    ];
    for graphs in all_graphs() {
        for flags in settings {
            // Graphs that make no game come first. They are dropped, because the program stops
            // after too many bad graphs.
            let first = graphs.lines().position(|line| makes_a_game(line, flags)).unwrap_or(usize::MAX);
            let good: String = graphs.split_inclusive('\n').skip(first).collect();
            for format in ["json", "text"] {
                let args = [&["solve", "-", "--input", "graph6", "--format", format], flags].concat();
                let short = run(&args, &good);
                let long = run(&[&args[..], &LONG_WAY].concat(), &good);
                assert_eq!(stdout(&short), stdout(&long), "{flags:?}");
                assert_eq!(stderr(&short), stderr(&long), "{flags:?}");
                assert_eq!(stdout(&short).lines().count(), good.lines().count(), "{flags:?}");
            }
        }
    }
}

/// Whether a graph has all vertices that the flags name.
fn makes_a_game(line: &str, flags: &[&str]) -> bool {
    let numbers = flags.iter().flat_map(|flag| flag.split(|c: char| !c.is_ascii_digit()));
    let least = numbers.filter_map(|number| number.parse().ok()).fold(2, u8::max);
    line.trim_start_matches('&').bytes().next().is_some_and(|order| order - 63 > least)
}

#[test]
fn results_are_in_the_order_of_the_graphs() {
    let [graphs, _] = all_graphs();
    let graphs = graphs.repeat(5);
    let output = run(&["cops", "-", "--input", "graph6"], &graphs);
    assert!(output.status.success(), "{}", stderr(&output));
    let numbers: Vec<usize> = stdout(&output)
        .lines()
        .map(|line| line.split(' ').next().and_then(|number| number.parse().ok()).unwrap_or(0))
        .collect();
    assert_eq!(numbers, (1..=graphs.lines().count()).collect::<Vec<_>>());
}

#[test]
fn results_come_while_the_stream_goes_on() {
    use std::io::{BufRead, BufReader};
    let mut child = started(catmouse().args(["solve", "-", "--input", "graph6"]));
    let mut stdin = child.stdin.take().expect("it is piped");
    let mut results = BufReader::new(child.stdout.take().expect("it is piped")).lines();
    stdin.write_all(b"Bw\nBw\n").expect("it reads"); // two graphs, because one alone is no stream
    for number in 1..=5 {
        let result = results.next().expect("it answers").expect("in text");
        assert!(result.starts_with(&format!("{number}  ")), "{result}");
        if number >= 2 {
            stdin.write_all(b"Bw\n").expect("it reads");
        }
    }
    drop(stdin);
    assert!(child.wait().expect("it ends").success());
}

/// Checks a stream with good and bad graphs: exit code 2, `good` results, and messages that point
/// at `bad_lines`. `breaks_off` means that reading stops.
#[track_caller]
fn check_complaints(args: &[&str], input: &str, good: usize, bad_lines: &[usize], breaks_off: bool) {
    let output = run(args, input);
    assert_eq!(output.status.code(), Some(2), "{}", stderr(&output));
    assert_eq!(stdout(&output).lines().count(), good, "{args:?}: {}", stdout(&output));
    let said = stderr(&output);
    let places: Vec<usize> = said
        .lines()
        .filter_map(|line| line.split_once("--> standard input:")?.1.split(':').next()?.parse().ok())
        .collect();
    assert_eq!(places, bad_lines, "{args:?}: {said}");
    assert_eq!(said.contains("10 graphs are wrong: the input is not read any further"), breaks_off, "{args:?}: {said}");
}

#[test]
fn after_ten_complaints_the_rest_is_not_read() {
    let commands: [&[&str]; 3] = [&["solve", "-"], &["cops", "-"], &["convert", "-", "--to", "sparse6"]];
    for command in commands {
        let args = [command, &["--input", "graph6"]].concat();
        let with = |bad: usize| "Bw\nB!\n".repeat(bad) + &"Bw\n".repeat(300);
        check_complaints(&args, &with(9), 309, &(1..=9).map(|n| 2 * n).collect::<Vec<_>>(), false);
        check_complaints(&args, &with(10), 10, &(1..=10).map(|n| 2 * n).collect::<Vec<_>>(), true);
        check_complaints(&args, &with(5000), 10, &(1..=10).map(|n| 2 * n).collect::<Vec<_>>(), true);
    }
}

/// A stream of which no graph has a result prints nothing, in no format, with a summary or without.
#[test]
fn a_stream_without_a_result_prints_nothing() {
    let wrong = Scratch::new("no-result.g6", "xx yy\n~~~\n");
    for command in ["solve", "cops"] {
        for format in ["text", "json", "csv"] {
            for more in [&[][..], &["--summary"], &["--only", "input=Bw"], &["--only", "input=Bw", "--summary"]] {
                let words = [&[command, wrong.path(), "--format", format], more].concat();
                let output = run(&words, "");
                assert_eq!((output.status.code(), &*output.stdout), (Some(2), &[][..]), "{words:?}");
            }
        }
    }
}
