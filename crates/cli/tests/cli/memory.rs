//! `--max-memory` bounds the whole process, whatever is asked.

use std::fs;
use std::io::Write;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use crate::program::catmouse;

/// The greatest number of bytes of memory that a run of the program had at a time, and its exit
/// code. The kernel keeps this number while the process lives, so it is read every millisecond.
fn peak(args: &[&str], input: &str) -> (u64, Option<i32>) {
    let mut child = catmouse()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program runs");
    let (mut stdin, input) = (child.stdin.take().expect("it is piped"), input.to_owned());
    let writer = thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let mut most = 0;
    let code = loop {
        let status = fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
        // For an instant the child still has the memory, and the name, of the thread that spawned it.
        let own = status.strip_prefix("Name:\tcatmouse\n").unwrap_or_default();
        let line = own.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB"));
        most = line.and_then(|kibibytes| kibibytes.parse::<u64>().ok()).unwrap_or(0).max(most);
        match child.try_wait().expect("it can be asked") {
            Some(status) => break status.code(),
            None => thread::sleep(Duration::from_millis(1)),
        }
    };
    writer.join().expect("it does not panic");
    (most << 10, code)
}

/// Questions about games that take nearly all of the memory, refusals among them.
const QUESTIONS: &[(&str, &str)] = &[
    ("16M", "solve random:520,0.007 --mouse 5 --cat 9"),
    ("16M", "solve random:880,0.004 --mouse 5 --cat 9"),
    ("16M", "solve random:520,0.007 --mouse 5 --cat 9 --format json"),
    ("16M", "solve random:520,0.007 --mouse 5 --cat 9 --format csv"),
    ("16M", "solve random:520,0.007 --mouse 5 --cat 9 --hole none"),
    ("16M", "solve random:520,0.007 --mouse 5 --cat 9 --limit 9"),
    ("16M", "solve random:2000,0.001 --mouse 5 --cat 9"),
    ("16M", "solve random:2000,0.001 --mouse 5 --cat 9 --outcomes-only"),
    ("16M", "solve grid:40x40 --mouse 100 --cat 5 --hole 143 --outcomes-only"),
    ("16M", "solve grid:40x40 --mouse 100 --cat 5 --hole 143 --outcomes-only --scratch ."),
    ("16M", "solve grid:80x80 --mouse 100 --cat 5 --hole 143 --outcomes-only --scratch ."),
    ("16M", "solve random:3000,0.005 --preset cops --mouse 1 --cat 4 --outcomes-only --format json"),
    ("16M", "solve grid:5x5 --mouse 3 --cat 12 --cat 15 --set mouse-seen=3 --hole none --format json"),
    ("16M", "solve random:520,0.007 --mouse 5 --cat 9 --summary"),
    ("16M", "solve grid:12x12 --mouse 100 --cat 5 --cat 9 --hole 143"),
    ("16M", "solve grid:12x12 --mouse 100 --cat 5 --cat 9 --hole 143 --format json"),
    ("16M", "solve grid:7x7 --mouse 40 --cat 5 --cat 9 --cat 11 --hole 48"),
    ("16M", "solve complete:8 --preset cops --cats 8"),
    ("32M", "solve grid:11x11 --preset cops --cats 2"),
    ("16M", "solve - --preset cops"),
    ("64M", "solve grid:15x15 --mouse 100 --cat 5 --cat 9 --hole 143"),
    ("64M", "solve random:1700,0.002 --mouse 5 --cat 9 --format json"),
    ("16M", "explain random:520,0.007 --mouse 5 --cat 9"),
    ("16M", "explain random:520,0.007 --mouse 5 --cat 9 --format json"),
    ("16M", "explain random:520,0.007 --mouse 5 --cat 9 --format html"),
    ("16M", "explain grid:11x11 --preset cops --cats 2 --format html"),
    ("16M", "explain grid:4x4 --mouse 3 --cat 12 --cat 15 --set mouse-seen=2 --hole none --format html"),
    ("64M", "explain random:1700,0.002 --mouse 5 --cat 9"),
    ("16M", "explain grid:9x9 --mouse 40 --cat 5 --cat 9 --hole 80"),
    ("16M", "moves random:520,0.007 --mouse 5 --cat 9"),
    ("16M", "moves random:520,0.007 --mouse 5 --cat 9 --format json"),
    ("16M", "survey random:300,0.01"),
    ("16M", "survey random:300,0.01 --format json"),
    ("16M", "survey random:880,0.004 --outcomes-only"),
    ("32M", "explain random:2000,0.001 --mouse 5 --cat 9"),
    ("64M", "survey random:1700,0.002 --format json"),
    ("16M", "whatif random:500,0.01 --mouse 5 --cat 9 --kind start"),
    ("32M", "whatif random:500,0.01 --mouse 5 --cat 9 --kind rule --format json"),
    ("16M", "whatif grid:8x8 --mouse 5 --cat 9 --kind start"),
    ("16M", "whatif grid:5x5 --mouse 5 --cat 9 --format json"),
    ("16M", "compare random:500,0.004 --mouse 5 --cat 9 --with limit=10"),
    ("16M", "annotate grid:20x20 --mouse 41 --cat 5 --hole 0 M41→40"),
    ("16M", "cops grid:12x12"),
    ("16M", "cops random:300,0.02 --format json"),
    ("16M", "cops - --placements"),
    ("16M", "cops complete:300"),
    ("16M", "cops cycle:2000"),
    ("16M", "cops hypercube:8 --format json"),
    ("32M", "cops hypercube:9"),
    ("64M", "cops torus:20x20"),
    ("16M", "cops grid:5x5 --set mouse-seen=never"),
    ("16M", "check random:520,0.007 --mouse 5 --cat 9"),
    ("16M", "table random:300,0.01 --mouse 5 --cat 9 --format csv"),
    ("16M", "draw grid:20x20 --mouse 5 --cat 9"),
    ("16M", "draw grid:20x20 --mouse 5 --cat 9 --what board"),
    ("16M", "play grid:20x20 --mouse 5 --cat 9"),
    ("16M", "play random:520,0.007 --mouse 5 --cat 9"),
    ("32M", "play grid:10x10 --mouse 41 --cat 5 --cat 9 --hole 0"),
    ("32M", "annotate grid:30x30 --mouse 41 --cat 5 --hole 0 M41→40"),
    ("16M", "convert random:880,0.004 --to edges"),
    ("16M", "convert path:50000 --to edges"),
    ("16M", "convert complete:2000 --to matrix"),
    ("16M", "solve path:50000 --mouse 1 --cat 3"),
    ("16M", "draw grid:100x100 --what board"),
    ("16M", "cops path:50000"),
    ("16M", "cops star:2000 --cats 2"),
    ("32M", "cops star:3000 --cats 3"),
    ("32M", "cops grid:300x300"),
    ("32M", "cops complete:1500"),
    ("16M", "hunt --longest cat --near grid:18x18 --tries 3"),
    ("16M", "hunt --cop-number 3 --vertices 12 --tries 100"),
    ("32M", "hunt --draws --grid 12x12 --tries 20"),
    ("16M", "evaluate grid:18x18 --hole 0 --mouse 41 --cat 5 -"),
    ("16M", "test true --tries 20"),
];

/// A board on which no cat reaches the mouse, so fewer cats never win. 32 cats on four vertices have
/// thousands of millions of subsets, but few multisets of vertices.
const OUT_OF_REACH: &str = "solve [[1],[0],[3],[2],[5],[4]] --preset cops --mouse 0";

/// The whole process exceeds the bound by at most a tenth and eight mebibytes. A program that is not
/// optimised is larger, by what it takes beyond the 14 MiB of one that is.
#[test]
fn a_bound_on_the_memory_is_kept() {
    let graphs = include_str!("../../../../fixtures/formats/connected-upto-6.g6");
    // The run is so short that most readings on a busy machine come too early.
    let itself = (0..30).map(|_| peak(&["solve", "ambush"], "").0).max().expect("it ran");
    assert!(itself > 4 << 20, "{itself}");
    let not_optimised = itself.saturating_sub(14 << 20);
    let cats: Vec<String> = (0..32).map(|cat| format!(" --cat {}", 2 + cat % 4)).collect();
    let cats = cats.concat();
    let many = format!("{OUT_OF_REACH}{cats}");
    let mut wrong = Vec::new();
    for (bound, question) in QUESTIONS.iter().copied().chain([("16M", &*many)]) {
        let mut args: Vec<&str> = question.split(' ').collect();
        let folder = std::env::temp_dir();
        args.iter_mut().filter(|word| **word == ".").for_each(|word| *word = folder.to_str().expect("a plain name"));
        args.extend(["--max-memory", bound]);
        let bytes = bound.trim_end_matches('M').parse::<u64>().expect("a number") << 20;
        let (most, code) = peak(&args, if args[0] == "play" { "hint\nwhy\n1\nhint\nundo\nquit\n" } else { graphs });
        let taken = most.saturating_sub(not_optimised);
        if taken > bytes + bytes / 10 + (8 << 20) || !matches!(code, Some(0..=2)) {
            wrong.push(format!(
                "{bound}: {question} takes {:.1} MiB, exit code {code:?}",
                taken as f64 / f64::from(1 << 20)
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every command that takes a board is among the questions, so none of them ignores the bound.
#[test]
fn every_command_is_asked_within_a_bound() {
    let help = String::from_utf8(catmouse().arg("--help").output().expect("it runs").stdout).expect("it is UTF-8");
    let commands = help.lines().filter_map(|line| line.strip_prefix("  ")?.split(' ').next());
    let commands: Vec<&str> = commands.filter(|word| word.starts_with(char::is_alphabetic)).collect();
    assert!(commands.len() > 15, "{commands:?}");
    let takes_no_board = ["example", "schema", "completions", "man", "help"];
    for command in commands.into_iter().filter(|command| !takes_no_board.contains(command)) {
        let asks = |(_, question): &&(&str, &str)| question.split(' ').next() == Some(command);
        assert!(QUESTIONS.iter().any(|question| asks(&question)), "{command}");
    }
}
