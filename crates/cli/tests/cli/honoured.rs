//! Every flag of every command does something in every format, or is refused or named as idle. A
//! flag is never ignored in silence.

use std::process::Output;

use crate::program::{Scratch, run, stdout};

const DRAW: &str = "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]";

/// The flags of every command, which say where and how the output is made.
const OF_ALL: [&str; 6] = ["--output", "--color", "--quiet", "--max-memory", "--threads", "--help"];

/// A flag that is honoured without a difference: the output has all that it asks for, or comes too
/// soon to be cut short.
const HONOURED: [(&str, &str, &str); 4] =
    [("survey", "json", "--all"), ("survey", "csv", "--all"), ("hunt", "", "--all"), ("hunt", "", "--time-budget")];

/// A command with the boards on which its flags are tried.
struct Tried<'a> {
    bases: &'a [&'a [&'a str]],
    formats: &'a [&'a str],
    /// The flags with their values. A value that cannot be used shows that the flag is read.
    flags: &'a [&'a [&'a str]],
}

/// The flags of the commands about a game.
const OF_GAMES: [&[&str]; 13] = [
    &["--input", "graph6"],
    &["--graph", "2"],
    &["--mouse", "3"],
    &["--cat", "5"],
    &["--first", "cat"],
    &["--from", "M3 C5 cat"],
    &["--preset", "cops"],
    &["--hole", "4"],
    &["--cats", "2"],
    &["--mouse-jump", "2"],
    &["--cat-jump", "2"],
    &["--limit", "1"],
    &["--set", "endless=cat"],
];

/// What a user sees.
fn seen(output: &Output) -> (Option<i32>, &[u8], &[u8]) {
    (output.status.code(), &output.stdout, &output.stderr)
}

/// The flags that the help of a command lists.
fn listed(command: &str) -> Vec<String> {
    let help = stdout(&[command, "--help"]);
    let flags = help.lines().filter_map(|line| {
        let line = line.trim_start();
        let line = line.split_once(", --").filter(|(short, _)| short.len() == 2).map_or(line, |(_, rest)| rest);
        let line = line.strip_prefix("--").unwrap_or(line);
        let (name, rest) =
            line.split_at(line.find(|sign: char| sign != '-' && !sign.is_ascii_lowercase()).unwrap_or(line.len()));
        let is_flag = help.contains(&format!("  --{name}{rest}\n")) || help.contains(&format!(", --{name}{rest}\n"));
        (is_flag && !name.is_empty() && (rest.is_empty() || rest.starts_with(' '))).then(|| format!("--{name}"))
    });
    flags.collect()
}

/// Tries every flag of a command in every format, and expects that no flag is missing here.
#[track_caller]
fn check(command: &str, tried: &Tried<'_>) {
    let known = |name: &str| {
        OF_ALL.contains(&name) || name == "--format" || tried.flags.iter().any(|flag| flag.contains(&name))
    };
    let missing: Vec<String> = listed(command).into_iter().filter(|name| !known(name)).collect();
    assert!(missing.is_empty(), "`{command}` also has {missing:?}: try them here");
    let mut ignored = Vec::new();
    for format in tried.formats {
        let format: &[&str] = if format.is_empty() { &[] } else { &["--format", format] };
        for flag in tried.flags {
            let is_honoured = HONOURED.iter().any(|(of, in_format, name)| {
                *of == command && flag.contains(name) && (in_format.is_empty() || format.contains(in_format))
            });
            let makes_a_difference = tried.bases.iter().any(|base| {
                let words = [&[command], *base, format].concat();
                let with = run(&[&words[..], flag].concat());
                let code = with.status.code();
                assert!(code != Some(2) || with.stdout.is_empty(), "{words:?} {flag:?} prints with exit code 2");
                code == Some(2) || seen(&with) != seen(&run(&words))
            });
            if !makes_a_difference && !is_honoured {
                ignored.push(format!("{command} {format:?} {flag:?}"));
            }
        }
    }
    assert!(ignored.is_empty(), "ignored in silence: {ignored:#?}");
}

#[test]
fn flags_of_explanations() {
    let bases: &[&[&str]] = &[&[DRAW], &["ambush"], &["chase"]];
    let own: [&[&str]; 8] = [
        &["--after", "M 1→3"],
        &["--why", "M 1→3"],
        &["--full"],
        &["--strategy"],
        &["--law"],
        &["--law", "--brief"],
        &["--brief"],
        &["--table", "/nowhere"],
    ];
    let formats = ["text", "json", "html", "dot"];
    check("explain", &Tried { bases, formats: &formats, flags: &[&own[..], &OF_GAMES].concat() });
    for part in [&["--strategy"][..], &["--why", "M 1→3"]] {
        let bases: &[&[&str]] = &[&[&[DRAW], part].concat()];
        let flags = [&own[..], &OF_GAMES].concat();
        check("explain", &Tried { bases, formats: &["text", "json", "dot"], flags: &flags });
    }
}

#[test]
fn flags_about_single_games() {
    let bases: &[&[&str]] = &[&[DRAW], &["ambush"], &["chase"]];
    let formats: &[&str] = &["text", "json", "csv"];
    let own: [&[&str]; 4] = [&["--after", "M 1→3"], &["--brief"], &["--table", "/nowhere"], &["--outcomes-only"]];
    check("moves", &Tried { bases, formats, flags: &[&own[..], &OF_GAMES].concat() });
    check("table", &Tried { bases, formats, flags: &[&own[2..], &OF_GAMES].concat() });
    let own: [&[&str]; 3] = [&["--all"], &["--top", "1"], &["--sample", "5"]];
    let large: &[&[&str]] = &[&[DRAW], &["ambush"], &["grid:9x9", "--hole", "0"]];
    let flags = [&own[..], &[&["--table", "/nowhere"], &["--outcomes-only"]], &OF_GAMES].concat();
    check("survey", &Tried { bases: large, formats, flags: &flags });
    let own: [&[&str]; 2] = [&["--table", "/nowhere"], &["--certificate", "/nowhere"]];
    let setup =
        |name: &str, rest: &str| Scratch::new(name, &format!("catmouse = 1\n[board]\nadjacency = {DRAW}\n{rest}"));
    let drawn = setup("honoured-drawn.toml", "[expect]\noutcome = \"draw\"\n");
    let won = setup("honoured-won.toml", "[start]\nmouse = 3\ncat = 2\n[expect]\noutcome = \"cat\"\n");
    let bases: &[&[&str]] = &[&[drawn.path()], &[won.path()]];
    check("check", &Tried { bases, formats: &["text", "json"], flags: &[&own[..], &OF_GAMES].concat() });
    let own: [&[&str]; 1] = [&["--with", "endless=mouse"]];
    let bases: &[&[&str]] = &[&[DRAW, "--with", "cat-in-hole=guards"]];
    check("compare", &Tried { bases, formats: &["text", "json"], flags: &[&own[..], &OF_GAMES].concat() });
    let own: [&[&str]; 2] = [&["--brief"], &["--table", "/nowhere"]];
    let bases: &[&[&str]] = &[&[DRAW, "M 1→3 C 2→4"], &[DRAW, "M 1→3 C 2→5 M 3→4 C 5→2"]];
    check("annotate", &Tried { bases, formats, flags: &[&own[..], &OF_GAMES].concat() });
}

#[test]
fn flags_of_policies_pictures_and_play() {
    let policy = Scratch::new("honoured.csv", "mouse,cats,turn,to\n1,2,mouse,3\n3,4,mouse,5\n3,5,mouse,1\n");
    let bases: &[&[&str]] = &[&[DRAW, policy.path()]];
    check("evaluate", &Tried { bases, formats: &["text", "json", "csv"], flags: &OF_GAMES });
    let own: [&[&str]; 2] = [&["--table", "/nowhere"], &["--what", "line"]];
    check("draw", &Tried { bases: &[&[DRAW], &["chase"]], formats: &[""], flags: &[&own[..], &OF_GAMES].concat() });
    let script = Scratch::new("honoured.txt", "hint\nquit\n");
    let own: [&[&str]; 6] = [
        &["--as", "cat"],
        &["--level", "hopeless"],
        &["--seed", "4"],
        &["--after", "M 1→3"],
        &["--script", "/nowhere"],
        &["--table", "/nowhere"],
    ];
    let bases: &[&[&str]] = &[&[DRAW, "--script", script.path()], &[DRAW, "--as", "none"], &["chase", "--as", "none"]];
    check("play", &Tried { bases, formats: &[""], flags: &[&own[..], &OF_GAMES].concat() });
    let own: [&[&str]; 6] = [
        &["--kind", "edge"],
        &["--pairs"],
        &["--top", "1"],
        &["--only", "rank<=2"],
        &["--time-budget", "0"],
        &["--take", "1"],
    ];
    let flags = [&own[..], &OF_GAMES].concat();
    check("whatif", &Tried { bases: &[&[DRAW]], formats: &["text", "json", "csv"], flags: &flags });
}

#[test]
fn flags_of_streams() {
    let two = Scratch::new("honoured.g6", "EEno\nEQzO\n");
    let bases: &[&[&str]] = &[&[two.path()], &[DRAW]];
    let long: [&[&str]; 4] = [&["--shard", "1/2"], &["--checkpoint", "x"], &["--recursive"], &["--input", "edges"]];
    let own: [&[&str]; 7] = [
        &["--summary"],
        &["--only", "outcome=mouse"],
        &["--save", "/nowhere/x"],
        &["--save-certificate", "/nowhere/x"],
        &["--scratch", "/nowhere"],
        &["--outcomes-only"],
        &["--outcomes-only", "--scratch", "/nowhere"],
    ];
    let formats: &[&str] = &["text", "json", "csv"];
    check("solve", &Tried { bases, formats, flags: &[&own[..], &long, &OF_GAMES].concat() });
    let own: [&[&str]; 11] = [
        &["--cats", "2"],
        &["--max-cats", "1"],
        &["--max-time", "0"],
        &["--placements"],
        &["--save-certificate", "/nowhere/x"],
        &["--only", "cop_number=7"],
        &["--summary"],
        &["--first", "mouse"],
        &["--set", "mouse-speed=2"],
        &["--graph", "2"],
        &["--shard", "1/2"],
    ];
    let bases: &[&[&str]] = &[
        &[two.path()],
        &["petersen"],
        &["grid:3x3"],
        &["cycle:4", "--set", "cat-may-stay=false,mouse-may-stay=false"],
    ];
    check("cops", &Tried { bases, formats, flags: &[&own[..], &long].concat() });
    let own: [&[&str]; 3] = [&["--to", "dot"], &["--graph", "2"], &["--set", "endless=cat"]];
    let bases: &[&[&str]] = &[&[two.path(), "--to", "edges"]];
    check("convert", &Tried { bases, formats: &[""], flags: &[&own[..], &long].concat() });
}

#[test]
fn flags_of_searches() {
    let what: [&[&str]; 9] = [
        &["--longest", "mouse"],
        &["--narrowest", "cat"],
        &["--draws"],
        &["--outcome", "cat"],
        &["--lesson", "tempo"],
        &["--law", "1"],
        &["--capture-time"],
        &["--cop-number", "2"],
        &["--graded", "2"],
    ];
    let place: [&[&str]; 9] = [
        &["--vertices", "4"],
        &["--all"],
        &["--grid", "2x3"],
        &["--walls", "2"],
        &["--thin-walls", "2"],
        &["--symmetry", "turn"],
        &["--near", "ambush"],
        &["--changes", "2"],
        &["--input", "graph6"],
    ];
    let like: [&[&str]; 11] = [
        &["--disconnected"],
        &["--planar"],
        &["--max-degree", "2"],
        &["--regular", "2"],
        &["--no-early-catch"],
        &["--no-stalemate"],
        &["--at-least", "3"],
        &["--at-most", "3"],
        &["--top", "3"],
        &["--seed", "3"],
        &["--tries", "10"],
    ];
    let flags = [&what[..], &place, &like, &[&["--time-budget", "5s"]], &OF_GAMES[2..]].concat();
    let bases: &[&[&str]] = &[
        &["--longest", "cat", "--vertices", "5", "-q"],
        &["--cop-number", "2", "--vertices", "5", "-q"],
        &["--cop-number", "2", "--vertices", "6", "--regular", "3", "-q"],
        &["--draws", "--vertices", "4", "--max-degree", "1", "--disconnected", "-q"],
    ];
    check("hunt", &Tried { bases, formats: &["text", "json"], flags: &flags });
}

/// The help goes into the file of `--output`, as every result does.
#[test]
fn the_help_is_written_into_a_file() {
    for words in [&["--help"][..], &["solve", "--help"], &["solve", "-h"], &["--version"]] {
        let file = Scratch::new("honoured-help.txt", "");
        for output in
            [&["-o", file.path()][..], &[&format!("--output={}", file.path())], &[&format!("-o{}", file.path())]]
        {
            std::fs::write(&file.0, "").expect("it can be written");
            let printed = stdout(words);
            assert_eq!(stdout(&[words, output].concat()), "", "{words:?} {output:?}");
            assert_eq!(std::fs::read_to_string(&file.0).expect("it is there"), printed, "{words:?} {output:?}");
        }
    }
}
