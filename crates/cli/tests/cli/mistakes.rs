//! Command lines that people type wrong: what is plain is understood, and every other one is answered
//! with what to type instead.

use std::process::Stdio;

use crate::program::{COMMANDS, Scratch, answer, catmouse, refused, run, stdout};

const DRAW: &str = "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]";

/// The remedy stands in the message, and there is no advice to pass a flag as a board.
#[test]
fn a_mistake_is_answered_with_its_remedy() {
    for (words, remedy) in [
        (&["explain", "ambush", "--verbose"][..], "--full"),
        (&["explain", "ambush", "-v"], "--full"),
        (&["explain", "--file", "board.toml"], "`catmouse explain board.toml`"),
        (&["solve", "-f", "board.toml"], "a board needs no flag"),
        (&["solve", "ambush", "--outfile", "x"], "`-o FILE`"),
        (&["survey", "ambush", "-n", "5"], "`--top NUMBER`"),
        (&["solve", "ambush", "-j", "2"], "`--threads NUMBER`"),
        (&["solve", "ambush", "--no-color"], "`--color never`"),
        (&["solve", "ambush", "--timeout", "5"], "`--time-budget 30s`"),
        (&["solve", "ambush", "--html"], "`catmouse explain BOARD -o game.html`"),
        (&["explain", "ambush", "--png"], "`catmouse draw BOARD -o board.svg`"),
        (&["solve", "ambush", "--proof", "x"], "--save-certificate FILE"),
        (&["moves", "ambush", "--at", "M1 C2"], "`--from 'M3 C5 mouse'`"),
        (&["play", "ambush", "--errs", "0.3"], "`--level 0.3`"),
        (&["play", "ambush", "--side", "cat"], "`--as SIDE`"),
        (&["cops", "petersen", "-k", "2"], "`--cats NUMBER`"),
        (&["cops", "petersen", "--cat", "3"], "`--cats NUMBER`"),
        (&["convert", "petersen", "--format", "dot"], "`--to FORMAT`"),
        (&["convert", "petersen", "--from", "g6", "--to", "dot"], "`--input FORMAT`"),
        (&["convert", "petersen"], "`catmouse convert petersen --to dot`"),
        (&["draw", "ambush", "--format", "svg"], "`-o board.svg`"),
        (&["draw", "ambush", "--line"], "`--what line`"),
        (&["draw", "line", "ambush"], "`--what line`"),
        (&["draw", "ambush", "-o", "board.png"], ".svg"),
        (&["hunt", "longest", "mouse", "--vertices", "5"], "`--longest`"),
        (&["hunt", "--vertices", "5"], "`catmouse hunt --longest mouse --vertices 6`"),
        (&["test"], "`catmouse test solution.py`"),
        (&["test", "--python", "bfs.py"], "`catmouse test solution.py`"),
        (&["explain", "ambush", "--moves"], "`catmouse moves`"),
        (&["--explain", "ambush"], "`catmouse explain`"),
        (&["explain", "ambush", "chase"], "takes one board"),
        (&["annotate", "ambush", "M", "1→3"], "need quotes"),
        (&["solve", "ambush", "--seed", "3"], "`--seed` belongs to `play`, `hunt`, `test`"),
        (&["solve", "ambush", "--max-memory", "4", "ambush"], "at least 16.0 MiB"),
        (&["solve", "ambush", "--preset", "cops-and-robbers"], "'cops'"),
        (&["survey", "ambush", "--top", "all"], "expected a whole number"),
        (&["check", "ambush", "proof.jsonl"], "`--certificate proof.jsonl`"),
        (&["annotate", "ambush"], "or a file that has them"),
        (&["cops", "petersen", "--max", "3"], "`--cats NUMBER`"),
        (&["hunt", "--mouse-wins", "--vertices", "6"], "`--outcome mouse`"),
        (&["whatif", "ambush", "--remove-edge", "1-2"], "`--kind edge`"),
        (&["survey", "ambush", "--sort"], "`--format csv`"),
        (&["solve", "ambush", "--jump", "2"], "`--cat-jump CELLS`"),
        (&["solve", "ambush", "--rules", "cops"], "`--preset GAME`"),
        (&["solve", "ambush", "--steps"], "`catmouse explain BOARD`"),
        (&["solve", "ambush", "--base", "1"], "`--set base=VALUE`"),
        (&["explain", "ambush", "out.html"], "`-o out.html`"),
        (&["explain", "ambush", "1", "2"], "`--mouse VERTEX`"),
        (&["man", "solve", "explain"], "`man` takes one command"),
        (&["--from", "M3 C5 mouse", "ambush"], "a command comes first"),
        (&["cops", "C5"], "`cycle:5`"),
        (&["cops", "K3,3"], "`bipartite:3,3`"),
        (&["cops", "petersen graph"], "`petersen`"),
        (&["solve", "https://example.com/g.txt"], "`curl -L URL | catmouse explain -`"),
        (&["solve", "[F...C,M....]"], "into single quotes"),
        (&["list"], "`catmouse example`"),
        (&["version"], "`catmouse --version`"),
        (&["copnumber", "petersen"], "`catmouse cops GRAPH`"),
        (&["help", "explian"], "'explain'"),
        (&["nowhere.toml"], "there is no file `nowhere.toml`"),
        (&["explain", "ambush", "--mousejump", "2"], "'--mouse-jump'"),
        (&["explain", "ambush", "-m", "3"], "`--mouse VERTEX`"),
        (&["explain", "ambush", "--M3"], "`--mouse 3`"),
        (&["moves", "ambush", "M1 C2"], "`--from 'M3 C5 mouse'`"),
        (&["explain", "ambush", "--o", "x.txt"], "`-o FILE`"),
        (&["cops", "petersen", "--robbers", "2"], "there is one mouse"),
        (&["solve", "ambush", "--no-hole"], "`--hole none`"),
        (&["solve", "ambush", "--preset", "leetcode-1728"], "`--preset cat-and-mouse-ii`"),
        (&["convert", "ambush", "--to", "svg"], "`catmouse draw BOARD -o board.svg`"),
        (&["check", "ambush", "Cargo.toml"], "`--certificate Cargo.toml`"),
        (&["explain", "https://example.com/board.txt"], "`curl -L URL | catmouse explain -`"),
        (&["cops", "K5"], "`complete:5`"),
        (&["cops", "K_{3,4}"], "`bipartite:3,4`"),
        (&["cops", "C7"], "`cycle:7`"),
        (&["cops", "grid 3x4"], "`grid:3x4`"),
        (&["cops", "grid(3,4)"], "`grid:3x4`"),
        (&["cops", "Petersen(7,2)"], "`gp:7,2`"),
        (&["cops", "Petersen"], "`petersen`"),
        (
            &["hunt", "--graded", "4", "--grid", "4x4", "--at-least", "2", "--at-least", "9"],
            "cannot be used multiple times",
        ),
    ] {
        let output = run(words);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{words:?}: {said}");
        assert!(output.stdout.is_empty(), "{words:?}");
        assert!(said.contains(remedy), "{words:?} says {said}");
        assert!(!said.contains("as a value"), "{words:?} says {said}");
    }
    let foo = run(&["explain", "ambush", "--foo"]);
    assert!(!String::from_utf8_lossy(&foo.stderr).contains("similar"), "no flag is like --foo");
}

/// What this program wrote is told from a board.
#[test]
fn a_table_or_a_certificate_is_no_board() {
    let (table, proof, cops) =
        (Scratch::new("no.table", ""), Scratch::new("no.jsonl", ""), Scratch::new("no-cops.jsonl", ""));
    let _ = stdout(&["solve", DRAW, "--save", table.path()]);
    let _ = stdout(&["solve", DRAW, "--save-certificate", proof.path()]);
    let _ = stdout(&["cops", "petersen", "--save-certificate", cops.path()]);
    for (file, flag) in [(&table, "--table FILE"), (&proof, "--certificate FILE"), (&cops, "--certificate FILE")] {
        refused(&["check", file.path()], flag);
    }
}

/// A new file behind the board is where the result goes, and an old one has the moves.
#[test]
fn a_file_behind_the_board_is_understood() {
    for (words, ending) in [(&["draw", DRAW][..], "svg"), (&["convert", "petersen"], "dot")] {
        let file = std::env::temp_dir().join(format!("catmouse-behind-{}.{ending}", std::process::id()));
        let path = file.to_str().expect("it is text");
        assert_eq!(stdout(&[words, &[path]].concat()), "");
        assert!(!std::fs::read_to_string(&file).expect("it is there").is_empty(), "{words:?}");
        std::fs::remove_file(&file).expect("it can be removed");
    }
    let moves = Scratch::new("moves.txt", "M 1→3\n");
    assert_eq!(stdout(&["annotate", DRAW, moves.path()]), stdout(&["annotate", DRAW, "M 1→3"]));
}

/// A mistake that leaves no doubt is no mistake.
#[test]
fn a_mistake_without_doubt_is_understood() {
    for (words, meant) in [
        (&["ambush", "explain", "--brief"][..], &["explain", "ambush", "--brief"][..]),
        (&["explain ambush"], &["explain", "ambush"]),
        (&["explain", "ambush", "—full"], &["explain", "ambush", "--full"]),
        (&["explain", "ambush", "–brief"], &["explain", "ambush", "--brief"]),
        (&["convert", "petersen", "dot"], &["convert", "petersen", "--to", "dot"]),
        (&["explain", "help"], &["explain", "--help"]),
        (&["--quiet", "solve", "ambush"], &["solve", "ambush"]),
        (&["solve", "ambush", "--max-memory", "4", "GB"], &["solve", "ambush"]),
        (&["solve", "--max-memory=64", "mb", "ambush"], &["solve", "ambush"]),
    ] {
        assert_eq!(stdout(words), stdout(meant), "{words:?}");
    }
}

/// Every command writes into a file what it would print, and nothing to standard output.
#[test]
fn every_command_writes_into_a_file() {
    let policy = Scratch::new("file-policy.csv", "1,2,mouse,2\n5,2,mouse,0\n");
    let others: [&[&str]; 11] = [
        &["solve", "Bw", "DqK"],
        &["annotate", DRAW, "M 1→3"],
        &["evaluate", DRAW, policy.path()],
        &["compare", DRAW, "--set", "cat-in-hole=guards", "--with", "endless=cat"],
        &["draw", DRAW],
        &["example"],
        &["example", "ambush"],
        &["schema"],
        &["completions", "bash"],
        &["man", "solve"],
        &["hunt", "--longest", "cat", "--vertices", "4", "-q"],
    ];
    for words in COMMANDS.map(|command| [command, &[DRAW]].concat()).into_iter().chain(others.map(<[&str]>::to_vec)) {
        let printed = run(&words);
        let file = Scratch::new(&format!("file-{}", words[0]), "an earlier result");
        let written = run(&[&words[..], &["-o", file.path(), "--color", "always"]].concat());
        assert_eq!(written.status, printed.status, "{words:?}: {}", String::from_utf8_lossy(&written.stderr));
        assert!(written.stdout.is_empty(), "{words:?}");
        if written.status.success() {
            assert_eq!(std::fs::read(&file.0).expect("it is there"), printed.stdout, "{words:?}");
        }
    }
    refused(&["moves", DRAW, "-o", "/nowhere/moves.txt"], "cannot write the result to `/nowhere/moves.txt`");
}

/// The ending of the file is the format, if none is given.
#[test]
fn the_ending_of_a_file_is_its_format() {
    for (words, format) in [
        (&["explain", DRAW][..], "html"),
        (&["explain", DRAW], "json"),
        (&["solve", DRAW], "csv"),
        (&["table", DRAW], "json"),
        (&["explain", DRAW, "--strategy"], "dot"),
    ] {
        let file = Scratch::new(&format!("ending.{format}"), "");
        let _ = stdout(&[words, &["--output", file.path()]].concat());
        let expected = stdout(&[words, &["--format", format]].concat());
        assert_eq!(std::fs::read_to_string(&file.0).expect("it is there"), expected, "{words:?}");
        let _ = stdout(&[words, &["--output", file.path(), "--format", "json"]].concat());
        assert!(std::fs::read_to_string(&file.0).expect("it is there").starts_with('{'), "{words:?}");
    }
    let file = Scratch::new("ending.g6", "");
    let _ = stdout(&["convert", "petersen", "-o", file.path()]);
    assert_eq!(std::fs::read_to_string(&file.0).expect("it is there"), "IheA@GUAo\n");
}

/// A game is shown and saved, and `annotate` reads what was saved.
#[test]
fn a_game_is_saved_while_it_is_played() {
    let file = Scratch::new("game.txt", "");
    let played = answer(catmouse().args(["play", "ambush", "--as", "cat", "-o", file.path()]), "5\nquit\n");
    let saved = std::fs::read_to_string(&file.0).expect("it is there");
    assert_eq!(String::from_utf8_lossy(&played.stdout), saved);
    let annotated = answer(catmouse().args(["annotate", "ambush", "-"]), &saved);
    let judged = String::from_utf8_lossy(&annotated.stdout).into_owned();
    assert!(annotated.status.success() && judged.contains("C 2→5"), "{judged}");
}

#[test]
fn colour_is_a_choice() {
    let solved = |when: &str| {
        let output = catmouse().args(["solve", DRAW, "--color", when]).stdin(Stdio::null()).output();
        String::from_utf8_lossy(&output.expect("the program runs").stdout).into_owned()
    };
    assert!(solved("always").contains('\u{1b}') && !solved("never").contains('\u{1b}'));
    assert_eq!(solved("auto"), solved("never"));
}
