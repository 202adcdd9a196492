//! The behaviour of the program towards its surroundings: pipes, colours, exit codes, memory, and
//! saved tables.

use std::io::Read;
use std::process::{Command, Stdio};

use catmouse_formats::{is_board, named_graph};

use crate::program::{COMMANDS, Scratch, answer, catmouse, refused, run, started, stdout};

const DRAW: &str = "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]";

#[test]
fn laws_alone_are_printed_without_the_board() {
    let text = stdout(&["explain", "ambush", "--law"]);
    assert!(text.lines().all(|line| !line.contains("Rules:") && !line.contains("Moves:")), "{text}");
    assert!(text.starts_with("On the Mouse's turn, the Cat wins if "), "{text}");
    assert_eq!(text.lines().filter(|line| line.starts_with("On ")).count(), 2, "{text}");
    let jumps = stdout(&["explain", "#..#F\nM.C#.\n..#..", "--mouse-jump", "2", "--law"]);
    assert!(jumps.ends_with("\nA jump counts as one step.\n"), "{jumps}");
}

#[test]
fn every_example_is_a_board() {
    let list = stdout(&["example"]);
    assert!(list.lines().count() >= 4);
    for name in list.lines().filter_map(|line| line.split(' ').next()) {
        assert!(!is_board(name) && named_graph(name).is_none(), "{name} is a board or a graph, too");
        let setup = stdout(&["example", name]);
        let file = Scratch::new(&format!("example-{name}.toml"), &setup);
        for command in ["solve", "explain", "moves", "table", "check"] {
            assert!(!stdout(&[command, file.path()]).is_empty(), "{command} {name}");
        }
    }
    refused(&["example", "nowhere"], "there is no built-in board `nowhere`");
}

#[test]
fn without_a_board_standard_input_is_read() {
    for command in COMMANDS {
        let given = stdout(&[command, &[DRAW]].concat());
        for dash in [&[][..], &["-"]] {
            let piped = answer(catmouse().args(command).args(dash), DRAW);
            assert_eq!(String::from_utf8_lossy(&piped.stdout), given, "{command:?}");
        }
        for input in [&[][..], &["--input", "graph6"], &["--input", "edges"]] {
            let empty = answer(catmouse().args(command).args(input), "\n");
            let stderr = String::from_utf8_lossy(&empty.stderr);
            assert_eq!(empty.status.code(), Some(2), "{command:?} {input:?}: {stderr}");
            assert!(empty.stdout.is_empty() && stderr.starts_with("error: "), "{command:?} {input:?}: {stderr}");
        }
    }
}

#[test]
fn built_in_boards_have_names() {
    for command in COMMANDS {
        let setup = stdout(&["example", "sentry"]);
        let file = Scratch::new(&format!("{}.toml", command[0]), &setup);
        assert_eq!(
            stdout(&[command, &["sentry"]].concat()),
            stdout(&[command, &[file.path()]].concat()),
            "{command:?}"
        );
    }
    refused(&["explain", "ambsh"], "there is a built-in board `ambush`");
    refused(&["explain", "zzz"], "`catmouse example` lists them");
}

#[test]
fn a_file_that_has_the_name_of_a_board_is_refused() {
    let folder = std::env::temp_dir().join(format!("catmouse-names-{}", std::process::id()));
    std::fs::create_dir(&folder).expect("it is new");
    for (name, other) in [("race", "a built-in board"), ("Bw", "a board")] {
        std::fs::write(folder.join(name), DRAW).expect("it can be written");
        let run = |board: &str| catmouse().current_dir(&folder).args(["solve", board]).output().expect("it runs");
        let output = run(name);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(
            output.stdout.is_empty() && stderr.contains(&format!("`{name}` is both a file and {other}")),
            "{stderr}"
        );
        assert!(stderr.contains(&format!("`./{name}` is the file")), "{stderr}");
        assert_eq!(String::from_utf8_lossy(&run(&format!("./{name}")).stdout), stdout(&["solve", DRAW]));
    }
    std::fs::remove_dir_all(&folder).expect("it is this test's own");
}

#[test]
fn graphs_can_be_arguments_in_any_format() {
    let triangle = stdout(&["convert", "[[1,2],[0,2],[0,1]]", "--to", "edges"]);
    for board in ["Bw", "graph { 0 -- 1; 1 -- 2; 2 -- 0 }", "0 1\n1 2\n2 0", "p edge 3 3\ne 1 2\ne 2 3\ne 1 3"] {
        let found = stdout(&["convert", board, "--to", "edges"]);
        let edges = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<std::collections::BTreeSet<_>>();
        assert_eq!(edges(&found), edges(&triangle), "{board}");
    }
    let found = stdout(&["cops", "IheA@GUAo"]);
    assert!(found.starts_with("1  10 vertices, 15 edges: cop number 3, capture time 1, from 0 2 6;"), "{found}");
}

#[test]
fn an_unknown_flag_is_no_board() {
    refused(&["explain", "--all", DRAW], "unexpected argument '--all'");
    refused(&["solve", DRAW, "--mouse-jmp=2"], "a similar argument exists: '--mouse-jump'");
    refused(&["check", DRAW, "-x"], "unexpected argument '-x'");
    refused(&["explain", DRAW, "1", "2"], "unexpected argument '1'");
    refused(&["solve", "--mouse", "--cat", "3", DRAW], "--mouse <VERTEX>");
}

/// A command line that leaves no doubt is understood: a board without a command is explained, and
/// the name of a format is a flag.
#[test]
fn a_plain_meaning_is_understood() {
    let file = Scratch::new("plain-meaning.toml", &stdout(&["example", "ambush"]));
    for board in ["ambush", DRAW, "petersen", "M.C\n..F", file.path()] {
        for flags in [&[][..], &["--full"], &["--preset", "cops", "--cats", "3"]] {
            let with = |words: &[&str]| run(&[words, flags].concat());
            let (bare, explained) = (with(&[board]), with(&["explain", board]));
            assert_eq!((bare.status, bare.stdout), (explained.status, explained.stdout), "{board} {flags:?}");
        }
    }
    for (words, format) in [
        (&["solve", DRAW][..], "json"),
        (&["moves", DRAW], "csv"),
        (&["explain", "ambush", "--brief"], "json"),
        (&["explain", "ambush"], "html"),
        (&["cops", "petersen"], "csv"),
        (&["ambush"], "json"),
    ] {
        let flag = format!("--{format}");
        let command = if words == ["ambush"] { &["explain", "ambush"] } else { words };
        assert_eq!(
            run(&[words, &[&flag]].concat()).stdout,
            run(&[command, &["--format", format]].concat()).stdout,
            "{words:?}"
        );
    }
    refused(&["nonsense"], "unrecognized subcommand 'nonsense'");
    refused(&["solve", DRAW, "--html"], "unexpected argument '--html'");
    refused(&["nowhere.toml"], "unrecognized subcommand");
}

/// No message suggests a flag that its command does not have. A flag of another command is answered
/// with the command.
#[test]
fn suggested_flags_exist() {
    for words in [
        &["check", "ambush", "proof.jsonl"][..],
        &["solve", DRAW, "--foo"],
        &["solve", DRAW, "--M3"],
        &["solve", "[[1,", "3],[0]]"],
        &["draw", "ambush", "--o", "x.svg"],
        &["moves", "ambush", "--save-certificate", "x"],
        &["solve", DRAW, "--endless", "cat"],
        &["explain", "ambush", "--strategies"],
    ] {
        let output = run(words);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        let help = stdout(&[words[0], "--help"]);
        for tip in said.lines().filter(|line| line.contains("tip:") && line.contains("similar")) {
            let flag = tip.split('\'').nth(1).expect("a flag in quotes");
            let flag = flag.split(' ').next().unwrap_or(flag);
            assert!(help.contains(&format!("{flag} ")), "{words:?} says {tip}");
        }
    }
    refused(&["solve", DRAW, "--endless", "cat"], "--set endless");
    refused(&["solve", DRAW, "--longest", "cat"], "`--longest` belongs to `hunt`");
}

#[test]
fn extensions_stand_for_formats() {
    assert_eq!(stdout(&["convert", "petersen", "--to", "g6"]), "IheA@GUAo\n");
    assert_eq!(stdout(&["convert", "petersen", "--to", "gv"]), stdout(&["convert", "petersen", "--to", "dot"]));
    refused(&["convert", DRAW, "--to", "g7"], "possible values: setup, leetcode, grid, graph6");
}

#[test]
fn commands_that_take_one_board_say_so_of_several() {
    let graphs = "DqK\n".repeat(400);
    for command in ["explain", "moves", "table", "survey", "check"] {
        let output = answer(catmouse().arg(command), &graphs);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{stderr}");
        assert!(output.stdout.is_empty(), "{command}");
        assert!(stderr.contains("several graphs in standard input, but this command takes one"), "{stderr}");
        assert!(stderr.contains("`--graph N`") && stderr.contains("`solve`, `cops` and `convert`"), "{stderr}");
    }
}

#[test]
fn one_graph_of_a_stream_can_be_picked() {
    let graphs = "Bw\nDqK\nIheA@GUAo\n";
    for command in COMMANDS {
        let picked = answer(catmouse().args(command).args(["--graph", "2"]), graphs);
        let alone = stdout(&[command, &["DqK"]].concat());
        let of_stream = if command[0] == "cops" { alone.replacen("1 ", "2 ", 1) } else { alone };
        assert_eq!(String::from_utf8_lossy(&picked.stdout), of_stream, "{command:?}");
        assert!(picked.status.success(), "{command:?}");
        let beyond = answer(catmouse().args(command).args(["--graph", "4"]), graphs);
        let stderr = String::from_utf8_lossy(&beyond.stderr);
        assert_eq!(beyond.status.code(), Some(2), "{command:?}");
        assert!(beyond.stdout.is_empty() && stderr.contains("there is no graph 4 in standard input"), "{stderr}");
        assert!(stderr.contains("it has 3 graphs"), "{stderr}");
    }
    let picked = answer(catmouse().args(["solve", "--graph", "2", "--format", "json"]), graphs);
    assert!(String::from_utf8_lossy(&picked.stdout).contains("\"graph\":2,"));
    refused(&["solve", "DqK", "--graph", "0"], "0 is not in 1..");
}

#[test]
fn a_board_is_a_file_or_standard_input_or_an_argument() {
    let expected = stdout(&["solve", DRAW]);
    let file = Scratch::new("board.txt", DRAW);
    assert_eq!(stdout(&["solve", file.path()]), expected);
    let output = answer(catmouse().args(["solve", "-"]), DRAW);
    assert_eq!(String::from_utf8_lossy(&output.stdout), expected);
    refused(&["solve", "no-such-file.toml"], "cannot read `no-such-file.toml`");
    refused(&["solve", DRAW, "--input", "grid"], "is not a cell of a grid");
}

#[test]
fn colour_is_for_terminals() {
    for command in ["solve", "explain", "moves"] {
        assert!(!stdout(&[command, DRAW]).contains('\u{1b}'), "{command} is piped, so it is plain");
        let forced = catmouse().args([command, DRAW]).env("CLICOLOR_FORCE", "1").output().expect("the program runs");
        assert!(String::from_utf8_lossy(&forced.stdout).contains('\u{1b}'), "{command} can be coloured");
        let refused = catmouse().args([command, DRAW]).env("NO_COLOR", "1").output().expect("the program runs");
        assert!(!String::from_utf8_lossy(&refused.stdout).contains('\u{1b}'));
    }
}

/// clap's own messages obey `--color` as results do, wherever it stands.
#[test]
fn refusals_and_help_have_the_colour_of_the_flag() {
    for (words, is_refused) in [(&["solve", "--nope"][..], true), (&["sovle"], true), (&["solve", "--help"], false)] {
        for (when, is_coloured) in [("always", true), ("never", false), ("auto", false)] {
            for flag in [&[&*format!("--color={when}")][..], &["--color", when]] {
                let output = run(&[flag, words].concat());
                let text = if is_refused { &output.stderr } else { &output.stdout };
                assert_eq!(text.contains(&0x1b), is_coloured, "{flag:?} {words:?}");
            }
        }
    }
}

/// Without a standard output (`>&-`) there is no result, unless it goes into a file.
#[cfg(target_os = "linux")]
#[test]
fn a_closed_output_is_an_error() {
    let closed = |args: &[&str]| {
        let shell = std::process::Command::new("sh")
            .args(["-c", "exec \"$@\" >&-", "sh", env!("CARGO_BIN_EXE_catmouse")])
            .args(args)
            .output();
        shell.expect("it runs")
    };
    for args in [&["solve", DRAW][..], &["cops", DRAW, "--format", "json"], &["play", DRAW], &["--help"], &["schema"]] {
        let output = closed(args);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
        assert!(stderr.contains("standard output is closed"), "{args:?}: {stderr}");
    }
    let file = Scratch::new("closed.txt", "");
    assert!(closed(&["solve", DRAW, "-o", file.path()]).status.success());
    let text = std::fs::read_to_string(file.path()).expect("it is written");
    assert_eq!(text, stdout(&["solve", DRAW]));
    // A null device is an output.
    assert!(catmouse().args(["solve", DRAW]).stdout(Stdio::null()).status().expect("it runs").success());
}

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let long: Vec<String> = (0..400).map(|v| format!("[{},{}]", (v + 399) % 400, (v + 1) % 400)).collect();
    let board = format!("[{}]", long.join(","));
    for format in ["text", "json"] {
        let mut child = catmouse()
            .args(["table", &board, "--format", format])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let mut pipe = child.stdout.take().expect("it is piped");
        pipe.read_exact(&mut [0; 100]).expect("the table is long");
        drop(pipe);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(0));
        assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

/// Every command fails if its output cannot be written. A closed pipe is no error.
#[cfg(unix)]
#[test]
fn a_full_disk_is_an_error() {
    let full = std::path::Path::new("/dev/full");
    for args in [
        &["--help"][..],
        &["-h"],
        &["--version"],
        &["help", "solve"],
        &["solve", "--help"],
        &["cops", "-h"],
        &["man"],
        &["completions", "bash"],
        &["schema"],
        &["example"],
        &["example", "--graphs"],
        &["example", "ambush"],
        &["solve", DRAW],
        &["solve", DRAW, "--format", "json"],
        &["explain", DRAW],
        &["annotate", DRAW, "M 1→3"],
        &["play", DRAW],
        &["moves", DRAW, "--format", "csv"],
        &["table", DRAW],
        &["survey", DRAW],
        &["check", DRAW],
        &["whatif", DRAW, "--kind", "rule"],
        &["compare", DRAW, "ambush"],
        &["draw", DRAW],
        &["convert", DRAW, "--to", "edges"],
        &["cops", DRAW],
    ] {
        if full.exists() {
            let out = std::fs::File::options().write(true).open(full).expect("it can be written to");
            let output = catmouse().args(args).stdin(Stdio::null()).stdout(out).output().expect("the program runs");
            let stderr = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
            assert!(stderr.contains("cannot write the result: No space left on device"), "{args:?}: {stderr}");
        }
        let mut child = started(catmouse().args(args));
        drop((child.stdin.take(), child.stdout.take()));
        let output = child.wait_with_output().expect("it ends");
        assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]), "{args:?}");
    }
}

#[test]
fn the_same_input_gives_the_same_bytes() {
    for args in [&["explain", DRAW][..], &["table", DRAW, "--format", "json"], &["moves", DRAW]] {
        assert_eq!(stdout(args), stdout(args));
    }
}

#[test]
fn an_unchanged_table_is_right_and_a_changed_one_refuted() {
    for (name, board, flags) in [
        ("draw", DRAW, &[][..]),
        ("limit", DRAW, &["--limit", "2", "--set", "limit-winner=mouse"][..]),
        ("stalemate", "[[1,2],[0,3],[0],[1],[]]", &["--set", "stalemate=loss"][..]),
        ("grid", "M.F\nC..", &[][..]),
    ] {
        let table = stdout(&[&["table", board], flags].concat());
        let lines: Vec<&str> = table.lines().collect();
        let verdict = |text: &str| {
            let file = Scratch::new(&format!("table-{name}.csv"), text);
            run(&[&["check", board, "--table", file.path()], flags].concat())
        };
        assert_eq!(verdict(&table).status.code(), Some(0), "{name}");
        for (index, line) in lines.iter().enumerate().skip(1) {
            let (rest, cost) = line.rsplit_once(',').expect("an entry has fields");
            assert_eq!(cost, "", "these boards have no costs");
            let (rest, distance) = rest.rsplit_once(',').expect("an entry has fields");
            let (place, outcome) = rest.rsplit_once(',').expect("an entry has fields");
            let later = distance.parse::<u64>().map_or_else(|_| "3".to_owned(), |plies| (plies + 2).to_string());
            let other = if outcome == "cat" { "mouse" } else { "cat" };
            for changed in [format!("{place},{outcome},{later},"), format!("{place},{other},{distance},")] {
                let mut lines = lines.clone();
                lines[index] = &changed;
                let output = verdict(&(lines.join("\n") + "\n"));
                let told = String::from_utf8_lossy(&output.stdout);
                assert_eq!(output.status.code(), Some(1), "{name}: {line} became {changed}: {told}");
                assert!(told.starts_with("Refuted at M"), "{told}");
            }
        }
    }
}

#[test]
fn an_invalid_table_is_an_error_at_its_line() {
    let table = stdout(&["table", DRAW]);
    let check = |text: &str, message: &str| {
        let file = Scratch::new("malformed.csv", text);
        refused(&["check", DRAW, "--table", file.path()], message);
    };
    check("", "there is no entry for M0 C1 mouse");
    check("a,b\n", "line 1: this is not the header of a table");
    let old = table.replacen(
        "mouse,cats,turn,outcome,distance_plies,distance_cost",
        "mouse,cat,turn,outcome,distance_plies",
        1,
    );
    check(&old, "line 1: this is the header of a table of schema 1: the column `cat` is now `cats`");
    check(&table.replacen("0,1,mouse", "0,9,mouse", 1), "line 2: vertex 9 does not exist");
    check(&table.replacen("0,1,mouse", "0,0,mouse", 1), "line 2: the cat may not stand at 0");
    check(&table.replacen("0,1,mouse", "0,1 2,mouse", 1), "line 2: an entry for 2 cats, but the game has 1");
    check(&table.replacen("0,1,mouse", "0,1,moose", 1), "line 2: `moose` is no turn");
    check(&table.replacen("mouse,mouse,0", "mouse,moose,0", 1), "line 2: `moose` is no outcome");
    check(&table.replacen("mouse,mouse,0", "mouse,mouse,-1", 1), "line 2: `-1` is not a distance");
    check(&table.replacen("0,1,mouse,mouse,0,", "0,1,mouse", 1), "line 2: 3 fields");
    check(&table.replacen("mouse,mouse,0,", "mouse,mouse,0,3", 1), "line 2: `3` is a cost, but moves have no costs");
    check(&table.replacen("0,1,cat", "0,1,mouse", 1), "line 3: M0 C1 mouse has a second entry");
    check(&"\"".repeat(100_001), "it is longer than any table of this board");
    let short: Vec<&str> = table.lines().take(20).collect();
    check(&short.join("\n"), "there is no entry for");
    refused(&["check", DRAW, "--table", "no-such-table.csv"], "cannot read `no-such-table.csv`");
}

#[test]
fn an_expectation_that_fails_is_named() {
    let setup = format!("catmouse = 1\n[board]\nadjacency = {DRAW}\n[expect]\noutcome = \"cat\"\ndistance-plies = 7\n");
    let file = Scratch::new("expect.toml", &setup);
    let output = run(&["check", file.path()]);
    assert_eq!(output.status.code(), Some(1));
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(told.contains("outcome is draw, not cat"), "{told}");
    assert!(told.contains("distance-plies is none, not 7"), "{told}");
}

#[test]
fn messages_about_wrong_flags_list_the_right_ones() {
    refused(&["solve", DRAW, "--set", "endless=nobody"], "mouse, cat, draw");
    refused(&["solve", DRAW, "--set", "cat-in-hole=maybe"], "forbidden, allowed, guards, wins");
    refused(&["solve", DRAW, "--limit", "soon"], "expected a number of plies, or none");
    refused(&["solve", DRAW, "--limit", "-1"], "a limit is 0 plies or more, or none");
    refused(&["solve", DRAW, "--mouse", "6"], "vertices are 0 to 5");
    refused(&["solve", DRAW, "--mouse", "(0,1)"], "the board is not a grid");
    refused(&["solve", DRAW, "--mouse", "hall"], "there is no vertex `hall`");
    refused(&["solve", DRAW, "--cat", "0"], "the cat starts in the hole 0, which it may not enter");
    refused(&["solve", DRAW, "--cats", "0"], "a game has 1 to 64 cats");
    refused(
        &["solve", DRAW, "--cats", "3", "--cat", "4"],
        "the number of cats is 3, but the number of their starts is 1",
    );
    refused(&["solve", DRAW, "--cat-jump", "2"], "a jump of 2 cells needs a grid");
    refused(&["solve", "M.F\nC..", "--mouse-jump", "-1"], "a jump is 0 to 4294967295 cells");
    refused(&["solve", DRAW, "--from", "M3 mouse"], "the cat is missing");
    refused(&["solve", DRAW, "--from", "M3 C4"], "the player to move is missing");
    refused(&["solve", DRAW, "--from", "M3 M4 C2 cat"], "`M4` is a second mouse");
    refused(&["solve", DRAW, "--from", "M3 C9 mouse"], "vertices are 0 to 5");
    refused(&["solve", DRAW, "--from", "M3 C4 mouse", "--mouse", "2"], "cannot be used with");
    refused(&["sovle"], "solve");
}

#[test]
fn graphs_too_large_for_memory_are_refused() {
    let vertices = 1 << 20;
    let setup = format!("catmouse = 1\n[board]\nvertices = {vertices}\nedges = [[0, 1], [1, 2]]\n");
    let file = Scratch::new("large.toml", &setup);
    refused(&["solve", file.path()], "2199021158400 positions and needs");
    refused(&["solve", file.path()], "are free on this machine");
    let tight = &["moves", "grid:40x40", "--preset", "cops", "--max-memory", "16M"];
    refused(tight, "MiB of memory, but 16.0 MiB are allowed");
    // 593 is 1600 · √(6 / 43.6), because ten of the mebibytes are for the program.
    refused(tight, "a board of about 593 vertices would fit; `--max-memory SIZE` sets another limit");
    assert!(run(&["moves", "grid:20x20", "--preset", "cops", "--max-memory", "16M"]).status.success());
    refused(&["solve", DRAW, "--max-memory", "much"], "expected a size as in 500M or 4GiB");
}

#[test]
fn sizes_are_written_as_people_write_them() {
    for size in ["0", "1", "1kb", "16777215", "16383 KiB", "15M"] {
        refused(&["solve", DRAW, "--max-memory", size], "a bound on the memory is at least 16.0 MiB");
    }
    let file = Scratch::new("sizes.toml", "catmouse = 1\n[board]\nvertices = 1048576\nedges = [[0, 1], [1, 2]]\n");
    for (size, shown) in [
        ("16777216B", "16.0 MiB"),
        ("16896K", "16.5 MiB"),
        ("500M", "500.0 MiB"),
        ("24 GiB", "24.0 GiB"),
        ("1T", "1.0 TiB"),
    ] {
        refused(&["solve", file.path(), "--max-memory", size], &format!("but {shown} are allowed"));
    }
    assert!(run(&["solve", DRAW, "--max-memory", "16777215T"]).status.success());
    for wrong in ["", "M", "-1", "1.5G", "12Q", "16777216T", "99999999999999999999", "1 0"] {
        refused(&["solve", DRAW, &format!("--max-memory={wrong}")], "expected a size as in 500M or 4GiB");
    }
}

#[test]
fn completions_and_the_man_page_are_printed() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = stdout(&["completions", shell]);
        assert!(script.contains("catmouse"), "{shell}");
        if ["bash", "zsh", "fish"].contains(&shell) {
            assert!(["ambush", "petersen", "cat-in-hole"].iter().all(|word| script.contains(word)), "{shell}");
        }
    }
    // The page of the program names those of the commands, and each of them can be printed.
    let overview = stdout(&["man"]);
    let named: Vec<&str> = overview.lines().filter_map(|line| line.strip_prefix("catmouse\\-")).collect();
    let named: Vec<&str> = named.iter().filter_map(|rest| rest.split_once("(1)")).map(|(name, _)| name).collect();
    assert!(overview.contains(".TH catmouse") && named.len() > 15, "{overview}");
    for name in named {
        let page = stdout(&["man", name]);
        assert!(page.contains(&format!(".TH catmouse-{name}")), "{name}");
    }
    assert!(stdout(&["man", "solve"]).contains("cat\\-in\\-hole"));
    refused(&["man", "solv"], "there is no command `solv`");
}

#[test]
fn every_command_has_help_with_examples() {
    for command in ["solve", "explain", "moves", "table", "check", "example"] {
        assert!(stdout(&[command, "--help"]).contains("Examples:"), "{command}");
    }
}

/// The path of a file that the program will write. The file is removed when the test ends.
fn scratch_path(name: &str) -> Scratch {
    let scratch = Scratch::new(name, "");
    std::fs::remove_file(scratch.path()).expect("it was just made");
    scratch
}

#[test]
fn a_saved_table_answers_as_solving_does() {
    for (name, board, flags) in [
        ("graph", DRAW, &[][..]),
        ("limited", DRAW, &["--limit", "3", "--set", "limit-winner=mouse"][..]),
        ("grid", "M.F\nC..", &["--mouse-jump", "2"][..]),
    ] {
        let table = scratch_path(&format!("saved-{name}.table"));
        let with = |command: &str, more: &[&str]| stdout(&[&[command, board], flags, more].concat());
        assert_eq!(with("solve", &["--save", table.path()]), with("solve", &[]), "saving changes nothing else");
        for command in ["explain", "moves", "table"] {
            for format in ["text", "json"] {
                let solved = with(command, &["--format", format]);
                assert_eq!(with(command, &["--format", format, "--table", table.path()]), solved, "{name}: {command}");
            }
        }
        assert!(with("check", &["--table", table.path()]).starts_with("Right"));
    }
    // A table is valid for a board and its moves. Other starts and other adjudications can use it
    // too.
    let table = scratch_path("elsewhere.table");
    stdout(&["solve", DRAW, "--save", table.path()]);
    for flags in [&["--from", "M4 C3 cat"][..], &["--set", "endless=cat"], &["--limit", "2"]] {
        let solved = stdout(&[&["explain", DRAW], flags].concat());
        assert_eq!(stdout(&[&["explain", DRAW, "--table", table.path()], flags].concat()), solved);
    }
}

#[test]
fn a_table_that_is_incomplete_or_of_another_board_is_refused() {
    let table = scratch_path("refused.table");
    stdout(&["solve", DRAW, "--save", table.path()]);
    let commands = ["explain", "moves", "table", "check"];
    for command in commands {
        for flags in [&["--set", "cat-may-stay"][..], &["--set", "stalemate=loss"], &["--hole", "4"]] {
            refused(&[&[command, DRAW, "--table", table.path()], flags].concat(), "another board or other rules");
        }
    }
    let whole = std::fs::read(table.path()).expect("it was saved");
    for command in commands {
        for at in [0, 9, 40, whole.len() / 2 + 3, whole.len() - 1] {
            let mut flipped = whole.clone();
            flipped[at] ^= 4;
            std::fs::write(table.path(), &flipped).expect("it can be written");
            let output = run(&[command, DRAW, "--table", table.path()]);
            assert_eq!(output.status.code(), Some(2), "{command} with byte {at} changed");
            assert!(output.stdout.is_empty());
        }
        std::fs::write(table.path(), &whole[..whole.len() - 1]).expect("it can be written");
        assert_eq!(run(&[command, DRAW, "--table", table.path()]).status.code(), Some(2), "{command}, cut off");
    }
    std::fs::write(table.path(), "no table at all").expect("it can be written");
    refused(&["moves", DRAW, "--table", table.path()], "it is not a table");
    refused(&["moves", DRAW, "--table", "no-such-file.table"], "cannot use the table `no-such-file.table`");
    refused(&["solve", DRAW, "--save", "/no/such/folder/x.table"], "cannot save the table");

    let outcomes = scratch_path("outcomes.table");
    stdout(&["solve", DRAW, "--save", outcomes.path(), "--outcomes-only"]);
    refused(&["explain", DRAW, "--table", outcomes.path()], "it was saved without distances");
}

/// Sends the signals of interrupts while the program waits for its board, so it does not end by
/// itself. If it is to write a file, a handler ends it, which would remove a partly written one;
/// otherwise the system does.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_a_long_run_at_once() {
    use std::os::unix::process::ExitStatusExt;

    let file = scratch_path("interrupted.table");
    let interrupted = |args: &[&str], signal: i32| {
        let mut child = started(catmouse().args(args));
        std::thread::sleep(std::time::Duration::from_millis(300));
        let sent = Command::new("kill")
            .args([&format!("-{signal}"), &child.id().to_string()])
            .status()
            .expect("kill is there");
        assert!(sent.success());
        loop {
            // `wait` would close the pipe, which would end the program.
            match child.try_wait().expect("it can be asked") {
                Some(status) => break status,
                None => std::thread::sleep(std::time::Duration::from_millis(10)),
            }
        }
    };
    // Of Ctrl-C shells say 130, of SIGTERM 143, of SIGHUP 129.
    for signal in [2, 15, 1] {
        assert_eq!(interrupted(&["solve", "-"], signal).signal(), Some(signal));
        for flag in ["--save", "--save-certificate"] {
            assert_eq!(interrupted(&["solve", "-", flag, file.path()], signal).signal(), Some(signal));
        }
        assert_eq!(interrupted(&["explain", "-", "--output", file.path()], signal).signal(), Some(signal));
    }
}

/// The system limits the size of files, as an administrator may. A file beyond the limit is an error
/// like a full disk, and no temporary file stays.
#[cfg(unix)]
#[test]
fn a_file_that_the_system_finds_too_large_is_an_error() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("too-large");
    let _ = std::fs::remove_dir_all(&folder); // there may be none
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    for flags in ["solve --save file", "solve --save-certificate file", "explain --format html --output file"] {
        let limited = format!("ulimit -f 1; exec \"$0\" {flags} grid:30x30 --mouse 0 --cat 400 --hole 899");
        let program = ["-c", &limited, env!("CARGO_BIN_EXE_catmouse")];
        let output = Command::new("sh").current_dir(&folder).args(program).output().expect("sh is there");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{flags}: {stderr}");
        assert!(stderr.starts_with("error: cannot ") && stderr.contains("File too large"), "{flags}: {stderr}");
        let left: Vec<_> =
            std::fs::read_dir(&folder).expect("it is there").map(|entry| entry.map(|it| it.path())).collect();
        assert!(left.is_empty(), "{flags} leaves {left:?}");
    }
}

/// Another process shortens the file while the program reads it. The program is not done yet,
/// because the reader of its output holds it up.
#[test]
fn a_table_that_is_shortened_while_it_is_read_is_an_error() {
    // A path of 150 vertices has 45,000 positions. A block of the table holds a few thousand
    // positions.
    let lists: Vec<String> = (0..150_i32)
        .map(|at| match at {
            0 => "[1]".to_owned(),
            149 => "[148]".to_owned(),
            _ => format!("[{},{}]", at - 1, at + 1),
        })
        .collect();
    let board = format!("[{}]", lists.join(","));
    let table = scratch_path("shortened.table");
    stdout(&["solve", &board, "--save", table.path()]);
    for (command, flags) in [("table", &["--format", "json"][..]), ("table", &[])] {
        let whole = std::fs::read(table.path()).expect("it was saved");
        let mut program = catmouse()
            .args([&[command, &board, "--table", table.path()], flags].concat())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let mut pipe = program.stdout.take().expect("it is piped");
        pipe.read_exact(&mut [0; 100]).expect("the table is long");
        std::fs::File::options().write(true).open(table.path()).and_then(|file| file.set_len(1)).expect("shortened");
        let mut rest = String::new();
        pipe.read_to_string(&mut rest).expect("output is UTF-8");
        let output = program.wait_with_output().expect("it ends");
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{command}: {stderr}");
        assert!(
            stderr.contains("is missing: the file was shortened to 1 bytes while it was open"),
            "{command}: {stderr}"
        );
        std::fs::write(table.path(), whole).expect("whole again");
    }
}

/// A move without a letter belongs to the side to move, and is never skipped. Numbers of plies and
/// remarks are skipped.
#[test]
fn no_move_of_a_list_is_lost() {
    let lettered = stdout(&["annotate", "ambush", "M 1→3 C 2→5 M 3→4"]);
    for same in ["1-3 2-5 3-4", "1. 1→3 2→5 4", "3 5 4"] {
        assert_eq!(stdout(&["annotate", "ambush", same]), lettered, "{same}");
    }
    refused(&["annotate", "ambush", "M 1→3 2-3 M 3-5"], "`2-3` is not a legal move here");
    refused(&["annotate", "ambush", "M 1→3 9"], "`9` is not a legal move here");
    refused(&["annotate", "ambush", "5 M 1→3"], "`5` is not the number of this ply, which is 1");
    refused(&["explain", "ambush", "--after", "-"], "`-` is not a legal move here");
    refused(&["moves", "ambush", "--after", "99"], "`99` is not a legal move here");
    refused(&["annotate", "race", "(2,0)-(9,9)"], "is not a legal move here");
    let numbered = run(&["annotate", "ambush", "1. M 1-3 2. C 2-5 (wins in 6) 3-4. M 3→4"]);
    assert!(numbered.status.success(), "{}", String::from_utf8_lossy(&numbered.stderr));
}

#[test]
fn a_title_is_dropped_if_the_game_is_changed() {
    let title = "The Cat wins in 8 plies, by holding back where it could close in";
    let says = |flags: &[&str]| {
        let text = stdout(&[&["explain", "ambush"], flags].concat());
        let json = stdout(&[&["solve", "ambush", "--format", "json"], flags].concat());
        assert_eq!(text.contains(title), json.contains(title), "{flags:?}");
        text.contains(title)
    };
    assert!(says(&[]));
    // A flag that repeats a rule of the board changes nothing.
    assert!(says(&["--preset", "cat-and-mouse"]));
    for flags in [
        &["--mouse", "3"][..],
        &["--from", "M3 C2 mouse"],
        &["--first", "cat"],
        &["--hole", "none"],
        &["--set", "cat-may-stay"],
        &["--limit", "4"],
    ] {
        assert!(!says(flags), "{flags:?}");
    }
    // The name of a graph states no result, so it stays under all rules.
    assert!(stdout(&["solve", "petersen", "--preset", "cops", "--cats", "3"]).contains("petersen"));
}

/// All commands, as the help lists them.
fn commands() -> Vec<String> {
    let list = stdout(&["--help"]);
    let lines = list.lines().take_while(|line| *line != "Options:").filter(|line| line.starts_with("  "));
    let commands: Vec<String> = lines.filter_map(|line| line.split_whitespace().next().map(str::to_owned)).collect();
    assert!(["solve", "convert"].iter().all(|name| commands.iter().any(|command| command == name)), "{commands:?}");
    commands
}

/// Bounds the number of flags, counted once for each command, because users have to learn them. Those
/// that every command takes stand in the help of the program alone.
#[test]
fn there_are_few_flags() {
    let flags_of = |words: &[&str]| {
        let help = stdout(&[words, &["--help"]].concat());
        let options = help.split("\nExamples:\n").next().unwrap_or_default();
        let flag = |line: &str| {
            let text = line.trim_start();
            let is_flag = text.starts_with('-') && line.len() - text.len() <= 6;
            let name = text.split("--").nth(1)?.split([' ', '=', '[']).next()?;
            (is_flag && !["help", "version"].contains(&name)).then_some(())
        };
        options.lines().filter_map(flag).count()
    };
    let of_all = flags_of(&[]);
    let own: usize = commands().iter().filter(|command| *command != "help").map(|it| flags_of(&[it])).sum();
    assert_eq!(of_all, 5, "output, color, quiet, max-memory, threads");
    assert!((200..=300).contains(&(of_all + own)), "{of_all} and {own} flags");
}

#[test]
fn tables_of_the_help_fit_a_terminal_of_80_columns() {
    for command in commands() {
        let at = |columns: &str| {
            let help = catmouse().args([&command, "--help"]).env("COLUMNS", columns).output().expect("it runs");
            let help = String::from_utf8(help.stdout).expect("help is text");
            let behind = help.split_once("\nExamples:\n").map_or("", |(_, behind)| behind);
            behind.lines().filter(|line| line.starts_with("  ")).map(str::to_owned).collect::<Vec<String>>()
        };
        assert_eq!(at("80"), at("100"), "{command}");
    }
}

#[test]
fn a_number_below_0_is_no_flag() {
    refused(&["cops", "petersen", "--cats", "-1"], "-1 is not in 1..=64");
    refused(&["hunt", "--draws", "--vertices", "-3"], "-3 is not in 0..=");
    refused(&["hunt", "--draws", "--vertices", "99999999999"], "99999999999 is not in 0..=");
    refused(&["solve", "petersen", "--cats", "99999999999999999999"], "number too large");
    refused(
        &["solve", "ambush", "--cat", "2", "--cats", "2"],
        "the number of cats is 2, but the number of their starts is 1",
    );
}

#[test]
fn a_survey_puts_no_cat_on_the_mouse() {
    // The game is over with either player to move, because the mouse stands next to the food and
    // there is no third cell.
    assert!(stdout(&["survey", "[\"MF\"]"]).contains("M(0,0) C(0,1)"));
}

/// After the last move that a limit allows, no further move is listed, as none is read.
#[test]
fn no_move_is_listed_when_the_limit_has_run_out() {
    let board = r##"["#.M","F.C","...","..."]"##;
    let first = "M (0,2)→(0,1)";
    for (limit, goes_on) in [("1", false), ("2", true)] {
        let game = [board, "--limit", limit];
        let list = [&["moves"], &game[..], &["--after", first]].concat();
        let text = stdout(&list);
        assert_eq!(text.contains("C (1,2)→(2,2)"), goes_on, "{text}");
        assert_eq!(text.contains("There is no move to list: none is left within the limit."), !goes_on, "{text}");
        let answer: serde_json::Value =
            serde_json::from_str(&stdout(&[&list[..], &["--format", "json"]].concat())).expect("it is JSON");
        assert_eq!(answer["moves"].as_array().map(|moves| !moves.is_empty()), Some(goes_on));
        let played = format!("{first}; C (1,2)→(2,2)");
        assert_eq!(run(&[&["annotate"], &game[..], &[&played]].concat()).status.success(), goes_on);
    }
}

#[test]
fn a_stalemate_under_a_limit_is_decided_by_the_limit() {
    // The mouse stands at a dead end, and the cat can never reach the mouse.
    let board = [
        "[[1],[],[3],[2]]",
        "--input",
        "leetcode",
        "--set",
        "directed",
        "--hole",
        "none",
        "--mouse",
        "0",
        "--cat",
        "2",
    ];
    let solve = |flags: &[&str]| stdout(&[&["solve"], &board[..], flags, &["--format", "json"]].concat());
    let text = |flags: &[&str]| stdout(&[&["solve"], &board[..], flags].concat()).replace("\n       ", " ");
    assert!(solve(&[]).contains("\"outcome\":\"draw\",\"decided_by\":\"stalemate\""));
    assert!(text(&[]).contains("ends the play there, and that is worth as much as endless play."));
    let limit = ["--set", "endless=mouse", "--limit", "4", "--set", "limit-winner=cat"];
    assert!(solve(&limit).contains("\"outcome\":\"cat\",\"decided_by\":\"limit\""));
    assert!(text(&limit).contains("ends the play there, and the limit decides as if it had run out."));
    assert!(
        solve(&["--set", "stalemate=loss", "--limit", "4"])
            .contains("\"decided_by\":\"stalemate\",\"distance_plies\":2")
    );
}

#[test]
fn more_symmetries_than_a_word_holds_are_not_a_number() {
    let text = stdout(&["explain", "complete:21", "--preset", "cops"]);
    assert!(text.contains("The board has more than 10¹⁹ symmetries"), "{text}");
    let json = stdout(&["explain", "complete:21", "--preset", "cops", "--format", "json"]);
    assert!(json.contains("\"symmetries\":null"), "{json}");
    // 20! is the greatest factorial that fits into 64 bits.
    let json = stdout(&["explain", "complete:20", "--preset", "cops", "--format", "json"]);
    assert!(json.contains("\"symmetries\":2432902008176640000"), "{json}");
}
