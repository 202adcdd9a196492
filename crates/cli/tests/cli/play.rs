//! Games played through pipes and by scripts.

use std::io::Write;
use std::process::{Output, Stdio};

use catmouse_campaign::naive::fixtures;

use crate::program::{Scratch, answer, answer_bytes, catmouse, started, stdout};

const DRAW: &str = "[[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]";
const CAT_WINS: &str = "[[4],[3,4],[4,5],[1,4,5],[0,1,2,3],[2,3]]";

fn play(args: &[&str], lines: &str) -> (String, String, Option<i32>) {
    read(answer(catmouse().arg("play").args(args), lines))
}

fn read(output: Output) -> (String, String, Option<i32>) {
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert!(!err.contains("panicked"), "{err}");
    (out, err, output.status.code())
}

/// A script of hints and other commands ends on every fixture, with a judgement of the game and
/// without an error.
#[test]
fn every_fixture_is_played_by_a_script() {
    let script =
        Scratch::new("play-every", "# whatever is asked, nothing is wrong\n\nhint\nmoves\nboard\nstory\nquit\n");
    for (board, side) in fixtures().iter().zip(["mouse", "cat", "both"].into_iter().cycle()) {
        let name = board.to_str().expect("fixtures have plain names");
        let level: &[&str] = if side == "both" { &[] } else { &["--level", "weak"] };
        let (out, err, code) = play(&[&[name, "--as", side, "--script", script.path()], level].concat(), "");
        // A game that is over at once has no best move to hint at.
        let is_over = out.contains("over> hint");
        assert_eq!(code, Some(if is_over { 2 } else { 0 }), "{name} as {side}: {out}{err}");
        assert_eq!(err.is_empty(), !is_over, "{name}: {err}");
    }
}

/// The plies of every fixture can be copied with their remarks, which may take several lines, and
/// are read back.
#[test]
fn printed_plies_are_read_back_with_their_remarks() {
    let mut wrapped = 0;
    for board in fixtures() {
        let name = board.to_str().expect("fixtures have plain names");
        let page = stdout(&["explain", name, "--full"]);
        let is_ply = |line: &&str| {
            let (number, step) = line.trim_start().split_once(' ').unwrap_or_default();
            number.parse::<usize>().is_ok() && step.trim_start().starts_with(['M', 'C'])
        };
        let plies: Vec<&str> =
            page.lines().skip_while(|line| !is_ply(line)).take_while(|line| !line.is_empty()).collect();
        let count = plies.iter().filter(|line| is_ply(line)).count();
        if count == 0 {
            continue; // the game is over at the start
        }
        wrapped += usize::from(plies.len() > count);
        let output = answer(catmouse().args(["annotate", name, "-", "--format", "csv"]), &plies.join("\n"));
        let rows = String::from_utf8(output.stdout).expect("output is UTF-8").lines().count();
        assert_eq!(rows, count + 1, "{name}: {}", String::from_utf8_lossy(&output.stderr));
    }
    assert!(wrapped > 50, "{wrapped} remarks of several lines are not much of a test");
}

/// Flags about the solution's play have no effect if it plays no side or makes no errors.
#[test]
fn flags_about_a_side_that_the_solution_does_not_play_are_named() {
    let told = |flags: &[&str]| play(&[&[CAT_WINS], flags].concat(), "quit\n").1;
    assert!(told(&["--as", "both", "--level", "weak"]).contains("you play both sides"));
    assert!(told(&["--as", "both", "--level", "0.4"]).contains("you play both sides"));
    assert!(told(&["--seed", "3"]).contains("`--seed` has no effect"));
    assert_eq!(told(&["--seed", "3", "--level", "weak"]), "");
    assert_eq!(told(&["--as", "both"]), "");
}

/// Two perfect players play the game that README.md shows, and its judgement says so.
#[test]
fn a_whole_game_is_played_and_judged() {
    // The line of README.md: the Cat wins in 8 plies.
    let lines = "3\n5\n2\n4\n";
    let (out, err, code) = play(&[CAT_WINS, "--as", "mouse"], lines);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    for piece in [
        "The Cat has caught the Mouse at 4.",
        "The Mouse: all its 4 moves were best.",
        "The moves: M 1→3 C 2→4 M 3→5 C 4→1 M 5→2 C 1→3 M 2→4 C 3→4",
    ] {
        assert!(out.contains(piece), "{piece} is missing in\n{out}");
    }
    let moves = out.split("The moves: ").nth(1).and_then(|rest| rest.lines().next()).expect("they are printed");
    let judged = catmouse().args(["annotate", CAT_WINS, moves]).output().expect("the program runs");
    assert!(judged.status.success());
    // Without `--as`, the user plays the side that can win. The title is left out, because it says
    // who that is.
    let (out, ..) = play(&["ambush"], "quit\n");
    assert!(out.contains("You play the Cat;") && !out.contains("by holding back"), "{out}");
}

#[test]
fn the_same_game_in_every_notation() {
    let whole = play(&[CAT_WINS, "--as", "both"], "M 1→3 C 2→4 M 3→5 C 4→1 M 5→2 C 1→3 M 2→4 C 3→4\n").0;
    let story = |out: &str| out.split("The Cat has caught").nth(1).map(str::to_owned).expect("it is played to its end");
    for lines in ["3\n4\n5\n1\n2\n3\n4\n4\n", "M 1->3\nC 2->4\nm 3-5\nc 4 - 1\nM 5→2\n3\nM 4\nC→4\n"] {
        let (out, _, code) = play(&[CAT_WINS, "--as", "both"], lines);
        assert_eq!(code, Some(0));
        assert_eq!(story(&out), story(&whole), "{out}");
    }
}

/// An invalid line is answered once with the legal moves, and no move is made.
#[test]
fn what_is_not_understood_is_no_move() {
    let legal = "the only move is M 1→3";
    for (line, said) in [
        ("xyzzy", "`xyzzy` is neither a legal move nor a command"),
        ("9", "`9` is not a legal move here"),
        ("-3", "`-3` is not a legal move here"),
        ("99999999999999999999", "is not a legal move here"),
        ("4", "`4` is not a legal move here"),
        ("M 1→5", "`M 1→5` is not a legal move here"),
        ("C 2→5", "`C 2→5` moves the Cat"),
        ("M 1→3 C 2→5", "is more than one move"),
        ("\u{1b}[31m", "is not a legal move here"),
        ("🐭", "`🐭` is not a legal move here"),
    ] {
        let (out, err, code) = play(&[DRAW], &format!("{line}\n"));
        assert_eq!((code, err.as_str()), (Some(0), ""), "{line}");
        assert!(out.contains(said) && out.replace('\n', " ").contains(legal), "{line}: {out}");
        assert!(out.contains("No move was made.") && !out.contains('\u{1b}'), "{line}: {out}");
        assert_eq!(out.matches("Mouse> ").count(), 2, "{line} is answered once: {out}");
    }
    let (out, ..) = play(&[DRAW], "why\nwhy 9\nundo\n");
    assert!(out.contains("`why` asks about a move") && out.contains("There is nothing to take back"), "{out}");
    let (out, err, code) = read(answer_bytes(catmouse().args(["play", DRAW]), b"\xff\xfe\0\n3"));
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.contains("M 1→3"), "the last line needs no end: {out}");
}

/// A run of moves is read as a whole or not at all. Questions about moves of the game are answered,
/// and several moves can be taken back.
#[test]
fn runs_questions_and_steps_back() {
    let (out, ..) = play(&[DRAW, "--as", "both"], "3 9\nM 1→3 C 2→9 M 3→4\nquit\n");
    assert!(out.contains("`9` is not a legal move here") && out.contains("`C 2→9` is not a legal move here"), "{out}");
    assert!(out.contains("No move was made."), "{out}");
    let (out, ..) = play(&[DRAW, "--as", "both"], "1→3 5\n\nwhy\nwhy M 1→3\nundo 2\n3 C 2→5 3 M 3→4\nrestart\nquit\n");
    let moves = ["   1  M 1→3\n   2  C 2→5\n", "   3  M 3→4\n"];
    assert!(moves.iter().all(|moves| out.contains(moves)), "{out}");
    assert!(out.contains("\nC 2→5 ") && out.contains("\nM 1→3 "), "both are told of: {out}");
    assert!(out.matches("Taken back.").count() == 2 && out.ends_with("No move was made.\n"), "{out}");
}

/// `annotate` reads the moves of every game as `play` prints them, and gives the same judgements.
#[test]
fn every_game_that_is_played_can_be_annotated() {
    let mut games = 0;
    for board in fixtures() {
        let name = board.to_str().expect("fixtures have plain names");
        let (out, err, code) = play(&[name, "--as", "none", "--level", "0.4", "--seed", "3"], "");
        assert_eq!(code, Some(0), "{name}: {err}");
        assert!(out.contains("At the start:") || out.contains("No move was played."), "{name}: {out}");
        let Some((before, moves)) = out.split_once("\nThe moves: ") else { continue };
        let parts: Vec<&str> = moves.split('\'').collect();
        let args = match parts[..] {
            // The whole transcript will do.
            [_] => vec!["annotate", name, &out],
            [_, from, _, moves, _] => vec!["annotate", name, "--from", from, moves],
            _ => panic!("{name}: {moves}"),
        };
        let judged = stdout(&args);
        let (_, judged) = judged.split_once("\n\n").expect("there is a header");
        // The judgements of placements are printed before those of moves.
        assert!(before.trim_end().ends_with(judged.trim()), "{name}: {before}\n\n{judged}");
        games += 1;
    }
    assert!(games > 100, "{games} games are not much of a test");
}

/// `annotate` also reads the moves of a game that began with placements.
#[test]
fn the_moves_of_a_placed_game_go_back_into_annotate() {
    let (out, ..) = play(&["path:7", "--preset", "cops", "--as", "mouse"], "6\n");
    let line = out.lines().find_map(|line| line.strip_prefix("The moves: ")).expect("the game has moves");
    assert!(line.starts_with("--from 'M6 C3 cat' '"), "{line}");
    let parts: Vec<&str> = line.split('\'').collect();
    let args = ["annotate", "path:7", "--preset", "cops", "--from", parts[1], parts[3]];
    let (judged, err, code) = read(answer_bytes(catmouse().args(args), b""));
    assert_eq!((code, err.as_str()), (Some(0), ""));
    let first = |text: &str| text.lines().find(|line| line.contains("C 3→4  ")).map(ToOwned::to_owned);
    assert!(first(&out).is_some() && first(&out) == first(&judged), "{out}\n{judged}");
    let (again, ..) = read(answer_bytes(catmouse().args(&args[..6]).arg("-"), parts[3].as_bytes()));
    assert_eq!(again, judged, "the same from standard input");
}

/// If moves have costs, a move beyond the limit ends the game, is named, and is judged. With a
/// limit of 4, the hole is at distance 2 and the move to 1 costs 5.
#[test]
fn a_move_beyond_the_limit_is_named_and_judged() {
    let board = "[[[1,5],[2,2]],[[0,5],[2,1]],[[0,2],[1,1]],[[2,5]]]";
    let flags =
        ["--set", "directed", "--mouse", "0", "--cat", "3", "--hole", "2", "--limit", "4", "--set", "limit-winner=cat"];
    let judged = "M 0→1 (5)  throws the win away: the Cat wins by the limit; better: M 0→2";
    let (out, err, code) = play(&[&[board], &flags[..]].concat(), "1 (5)\nmoves\n");
    assert_eq!((code, err.as_str()), (Some(0), ""));
    for piece in ["   1  M 0→1 (5)  goes beyond the limit", judged, "The moves: M 0→1 (5)\n", "The game is over. M 0→1"]
    {
        assert!(out.contains(piece), "{piece} is missing in\n{out}");
    }
    let annotated = stdout(&[&["annotate", board, "M 0→1 (5)"], &flags[..]].concat());
    assert!(annotated.contains(judged) && annotated.contains("The limit has run out: the Cat wins."), "{annotated}");
    // The game is over for every command that continues from this move.
    let moves = stdout(&[&["moves", board, "--after", "M 0→1 (5)"], &flags[..]].concat());
    assert!(moves.contains("The Cat wins"), "{moves}");
    let board = "[[[1,50],[3,2]],[[0,50],[3,1]],[],[[0,2],[1,1]],[[5,7]],[[4,7]]]";
    let (out, ..) = play(&[board, "--cat", "4", "--limit", "9"], "3\n0\n");
    assert!(out.contains("M 3→0 (2)  goes beyond the limit"), "{out}");
    assert!(out.contains("M 3→0 costs 2, and 1 was left of the limit."), "{out}");
}

/// An invalid placement is answered in the same way, and places nothing.
#[test]
fn what_is_no_placement_places_nothing() {
    let ring = "[[1,4],[0,2],[1,3],[2,4],[3,0]]";
    let args = [ring, "--preset", "cops", "--cats", "2", "--as", "both"];
    for line in ["", "0", "0 1 2", "7 8", "x", "why 3", "draw", "C 0→1"] {
        let (out, err, code) = play(&args, &format!("{line}\n"));
        assert_eq!((code, err.as_str()), (Some(0), ""), "{line}");
        assert_eq!(out.matches("The Cat places the cats: name 2 vertices.").count(), 2, "{line}: {out}");
        assert_eq!(out.matches("Cat> ").count(), 2, "{line}: {out}");
    }
    let (out, _, code) = play(&args, "hint\nboard\nmoves\n0 2\nhint\nM3\nstay\nundo\n4+2\nstory\n");
    assert_eq!(code, Some(0));
    for piece in
        ["C0 C2 is best.", "The Cat places the cats on 0 2.", "The Mouse places the mouse on 3.", "Taken back."]
    {
        assert!(out.contains(piece), "{piece} is missing in\n{out}");
    }
}

/// A cat cannot be placed in a closed hole. After the end of a game with placements, commands still
/// work.
#[test]
fn placements_are_where_pieces_may_stand() {
    let args = ["petersen", "--preset", "cops", "--hole", "0", "--set", "cat-in-hole=forbidden", "--as", "cat"];
    let (out, err, code) = play(&args, "0\nC0\n1\n");
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    assert_eq!(out.matches("is not a vertex that the Cat may stand on").count(), 2, "{out}");
    assert!(out.contains("The Cat places the cat on 1."), "{out}");
    let args = ["[[1],[0]]", "--set", "placement", "--as", "both"];
    let (out, err, code) = play(&args, "0\n1\n1\nmoves\nhint\nboard\nwhy 1\nundo\n0\nmoves\n");
    assert_eq!((code, err.as_str()), (Some(0), ""), "{out}");
    for piece in [
        "`0` is not a vertex that the Cat may stand on: name one vertex for the cat.",
        "The Mouse places the mouse on 1.",
        "over> moves\nThe game is over. The Cat has caught the Mouse at 1.",
        "over> undo\nTaken back.",
        "over> moves\nThe game is over. The Mouse has reached the hole at 0.",
    ] {
        assert!(out.contains(piece), "{piece} is missing in\n{out}");
    }
    assert!(!out.contains("not placed yet, so"), "{out}");
}

/// On a path of seven vertices, the Cat in the middle needs three moves to either end. This takes
/// five plies, because the Cat moves first. The Mouse lasts five plies on an end and on its
/// neighbour, from which the Mouse reaches the end in time. Next to the Cat it lasts one ply.
#[test]
fn placements_are_judged_too() {
    let (out, err, code) = play(&["path:7", "--preset", "cops", "--as", "both"], "hint\n3\nhint\n2\nstory\n");
    assert_eq!((code, err.as_str()), (Some(0), ""));
    for piece in [
        "C3 is best. Then:",
        "M0 is best. As good: 1, 5 and 6. Then:",
        "Placing the cat on 3 is best.",
        "Placing the mouse on 2 hastens the loss by 4 plies (better: 0, 1, 5 or 6).",
        "\n  C 3: 2 4\n", // the board, once all pieces stand
    ] {
        assert!(out.contains(piece), "{piece} is missing in\n{out}");
    }
    // A placement that hastens the loss is named.
    let (out, ..) = play(&["path:7", "--preset", "cops", "--as", "both"], "3\n3\n");
    assert!(out.contains("Placing the mouse on 3 hastens the loss by 5 plies (better: 0, 1, 5 or 6)."), "{out}");
    // While no piece is placed, the whole board is printed.
    let (out, ..) = play(&["grid:8x8", "--preset", "cops", "--cats", "2", "--as", "cat"], "");
    assert!(out.contains("\n   63: 55 62\n"), "{out}");
}

#[test]
fn a_game_goes_on_after_moves_and_at_another_level() {
    let (out, err, code) =
        play(&[CAT_WINS, "--as", "mouse", "--after", "M 1→3 C 2→4"], "5\nlevel hopeless\nlevel good\nquit\n");
    assert_eq!((code, err.as_str()), (Some(0), ""));
    for piece in [
        "M3 C4",
        "\n   3  M 3→5\n",
        "The Cat errs at 100 % of its turns from now on.",
        "`level` needs a level",
        "The moves: M 1→3 C 2→4 M 3→5",
    ] {
        assert!(out.contains(piece), "{piece} is missing in\n{out}");
    }
    let (out, err, code) = play(&[CAT_WINS, "--after", "M 1→3 C 2→9"], "");
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(err.contains("--after") && err.contains("C 2→9"), "{err}");
    let (out, ..) = play(&[CAT_WINS, "--as", "both"], "level weak\n");
    assert!(out.contains("You play both sides"), "{out}");
}

#[test]
fn the_end_of_the_input_ends_the_game() {
    for lines in ["", "3\n", "hint", "3\nundo"] {
        let (out, err, code) = play(&[DRAW], lines);
        assert_eq!((code, err.as_str()), (Some(0), ""), "{lines}");
        assert!(out.contains("No move was made.") || out.contains("The game is not finished."), "{lines}: {out}");
    }
}

/// Lines end in a line feed, with or without a carriage return, or at the end of the input. A script
/// may have comments and empty lines; in a pipe these are said like any other line.
#[test]
fn lines_end_in_every_way() {
    let plain = play(&[CAT_WINS, "--as", "mouse"], "3\n5\n2\n4\n");
    for lines in ["3\r\n5\r\n2\r\n4\r\n", "3\n5\r\n2\n4", "\u{feff}3\n5\n2\n4\n"] {
        assert_eq!(play(&[CAT_WINS, "--as", "mouse"], lines), plain, "{lines:?}");
    }
    let script = |lines: &str| {
        let script = Scratch::new("play-lines", lines);
        play(&[CAT_WINS, "--as", "mouse", "--script", script.path()], "")
    };
    assert_eq!(script("# a game\r\n3\r\n\r\n  # on\n5\n\n2\n4"), script("3\n5\n2\n4\n"));
    let (out, err, code) = play(&[DRAW], "# a game\n");
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.contains("`# a game`"), "{out}");
}

/// A line is cut after 65,536 bytes, and the next line is read as usual.
#[test]
fn endless_lines_are_cut_off() {
    let long = "x".repeat(1 << 18);
    let (out, err, code) = play(&[DRAW], &format!("{long}\n3\n"));
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert_eq!(out.matches("is neither a legal move nor a command").count(), 1, "{} bytes", out.len());
    assert!(out.contains("M 1→3") && out.len() < 3 << 16, "{} bytes", out.len());
}

/// The first hint gives the idea, the second the part of the rule that decides, the third the move. A
/// hint at another position begins again.
#[test]
fn hints_say_more_each_time() {
    let (out, err, code) = play(&["ambush", "--as", "both"], "hint\nhint\nhint\n3\nhint\nhint\nhint\nhint\n");
    assert_eq!((code, err.as_str()), (Some(0), ""));
    let hints: Vec<&str> = out.split("> hint\n").skip(1).collect();
    let begins = [
        "The Mouse has to pass 4",
        "M 1→3 is the longest defence",
        "M 1→3 is the longest defence",
        "The Mouse has to pass 4",
        "Leave the Mouse the fewest places",
        "C 2→4 is best",
        "C 2→4 is best",
    ];
    assert_eq!(hints.len(), begins.len(), "{out}");
    for (hint, begin) in hints.iter().zip(begins) {
        assert!(hint.starts_with(begin), "{begin}: {hint}");
        assert_eq!(hint.contains("(Another `hint` says more.)"), !begin.contains('→'), "{hint}");
    }
}

#[test]
fn a_script_is_held_to_its_lines() {
    let script = Scratch::new("play-wrong", "3\n# and now nonsense\nC 9\nhint\n\nundo\n");
    let (out, err, code) = play(&[DRAW, "--script", script.path()], "");
    assert_eq!(code, Some(2));
    assert!(err.contains("`C 9` is not a legal move here") && err.contains(":3:1"), "{err}");
    assert!(out.contains("Taken back."), "the rest is played: {out}");
    let many = Scratch::new("play-many", &"nonsense\n".repeat(50));
    let (out, err, code) = play(&[DRAW, "--script", many.path()], "");
    assert_eq!((code, err.matches("is neither a legal move").count()), (Some(2), 10), "{err}");
    assert!(err.contains("10 lines are wrong") && out.contains("No move was made."), "{err}{out}");
    for missing in ["no-such-file", "."] {
        let (out, err, code) = play(&[DRAW, "--script", missing], "");
        assert_eq!((code, out.as_str()), (Some(2), ""));
        assert!(err.contains("cannot read"), "{err}");
    }
}

#[test]
fn a_board_cannot_come_where_the_moves_come_from() {
    for args in [&["-"][..], &[]] {
        let (out, err, code) = play(args, DRAW);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{err}");
        assert!(err.contains("standard input gives the moves"), "{err}");
    }
    let script = Scratch::new("play-moves", "3\n");
    let (out, _, code) = play(&["-", "--script", script.path()], DRAW);
    assert_eq!(code, Some(0));
    assert!(out.contains("M 1→3"), "{out}");
}

#[test]
fn levels_are_words_or_rates() {
    for (flags, said) in [
        (&["--level", "perfect"][..], "the Cat plays perfectly"),
        (&["--level", "weak"], "the Cat errs at 50 % of its turns"),
        (&["--level", "0.3"], "the Cat errs at 30 % of its turns"),
        (&["--level", "0"], "the Cat plays perfectly"),
    ] {
        let (out, _, code) = play(&[&[DRAW], flags].concat(), "");
        assert_eq!(code, Some(0));
        assert!(out.contains(said), "{flags:?}: {out}");
    }
    for flags in
        [&["--level", "divine"][..], &["--level", "2"], &["--level", "-1"], &["--level", "x"], &["--level", "nan"]]
    {
        let (out, err, code) = play(&[&[DRAW], flags].concat(), "");
        assert_eq!((code, out.as_str()), (Some(2), ""), "{flags:?}: {err}");
    }
    let game = |seed: &str| play(&["chase", "--as", "none", "--level", "0.5", "--seed", seed], "").0;
    assert_eq!(game("1"), game("1"));
    assert!((2..9).any(|seed| game(&seed.to_string()) != game("1")), "another seed is another game");
}

#[test]
fn a_closed_pipe_ends_the_game_quietly() {
    let mut child = started(catmouse().args(["play", DRAW]));
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("it is piped");
    let _ = stdin.write_all(&b"3\nhelp\nboard\n".repeat(2000));
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(0), &b""[..]));
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_game_quietly() {
    use std::io::Read;
    use std::os::unix::process::ExitStatusExt;

    let mut child = started(catmouse().args(["play", DRAW]).stderr(Stdio::piped()));
    // Wait for the prompt.
    let mut out = child.stdout.take().expect("it is piped");
    // The input is kept open, because its end would end the game too.
    let stdin = child.stdin.take();
    let mut seen = Vec::new();
    let mut byte = [0];
    while !String::from_utf8_lossy(&seen).contains("Mouse> ") && out.read(&mut byte).is_ok_and(|count| count == 1) {
        seen.push(byte[0]);
    }
    let interrupted = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupted.is_ok_and(|status| status.success()));
    let output = child.wait_with_output().expect("it ends");
    drop(stdin);
    // Shells report this signal as exit code 130.
    assert_eq!((output.status.signal(), output.stderr.as_slice()), (Some(2), &b""[..]));
}

/// Every move in the text of an explanation can be read back, because it is printed like the moves
/// of the game.
#[test]
fn every_move_in_the_explanations_is_a_move() {
    use catmouse::{Question, memory::Work};
    use catmouse_arena::{Arena, Status, Words};
    use catmouse_model::Vertex;
    use std::collections::BTreeSet;
    for board in fixtures() {
        let text = std::fs::read_to_string(&board).expect("fixtures are text");
        let name = board.display();
        let game = Question::text(&text).prepare(Work::PROBE).unwrap_or_else(|error| panic!("{name}: {error}")).game;
        // Moves on larger boards look the same, and there are thousands.
        if game.arena().positions() > 6_000 {
            continue;
        }
        let turns = game.position_ids().filter(|&position| matches!(game.arena().status(position), Status::Turn(_)));
        // Moves at different positions may have the same text.
        let steps: BTreeSet<String> = turns
            .flat_map(|from| game.arena().successors(from).map(|step| game.step(from, step)).collect::<Vec<_>>())
            .collect();
        // Longer moves come first, because one move may be the beginning of another.
        let mut steps: Vec<String> = steps.into_iter().collect();
        steps.sort_by_key(|step| std::cmp::Reverse(step.len()));
        for flags in [&[][..], &["--full"]] {
            let output = catmouse().arg("explain").arg(&board).args(flags).output().expect("the program runs");
            let out = String::from_utf8(output.stdout).expect("output is UTF-8");
            // The list of the board's edges and the title contain no moves.
            let body = out.split_once("\n\n").map_or("", |(_, body)| body);
            let mut left = body.split_whitespace().collect::<Vec<_>>().join(" ");
            for step in &steps {
                if left.contains(step) {
                    left = left.replace(step, "");
                }
            }
            // The other arrows connect places. They are no moves, because no letter before them
            // names a player.
            let bare = |text: &str| text.trim_matches(['(', ')', '.', ',', ';', ':']).to_owned();
            let vertices = (0..game.board().vertices()).map(Vertex::new);
            let labels: BTreeSet<String> =
                vertices.map(|vertex| bare(&game.board().label(vertex).to_string())).collect();
            let words: Vec<&str> = left.split_whitespace().collect();
            for (index, word) in words.iter().enumerate().filter(|(_, word)| word.contains('→')) {
                // A walk that goes round several times has the number of rounds in it.
                let is_place =
                    |part: &str| ["…", ""].contains(&part) || part.starts_with("(×") || labels.contains(&bare(part));
                assert!(word.split(['→', '+']).all(is_place), "{name}: what of this is no move? {word}");
                let before = index.checked_sub(1).map_or("", |before| words[before]);
                assert!(!["M", "C"].contains(&before), "{name}: {before} {word}");
            }
            let stays = ["M stays at", "C stays at"];
            assert!(!stays.iter().any(|stays| left.contains(stays)), "{name}: {left}");
        }
    }
}

/// If a holding would have too many positions, the line consists of main moves, and `moves` names the
/// same moves along it.
#[test]
fn without_a_holding_the_listed_moves_are_those_of_the_line() {
    let on_board = |command: &str, more: &[&str]| -> serde_json::Value {
        let board = ["random:90,0.1,seed=3", "--preset", "cops", "--cats", "2", "--format", "json"];
        serde_json::from_str(&stdout(&[&[command], &board[..], more].concat())).expect("JSON")
    };
    let explained = on_board("explain", &[]);
    assert_eq!(explained["holdings"], serde_json::json!([]));
    let line = explained["line"].as_array().expect("a list");
    assert!(line.len() >= 3);
    let places = |to: &serde_json::Value| match to {
        serde_json::Value::Array(cats) => cats.iter().map(ToString::to_string).collect::<Vec<_>>().join("+"),
        mouse => mouse.to_string(),
    };
    let mut after = String::new();
    for ply in &line[..3] {
        let listed = on_board("moves", &["--after", &after]);
        let main = listed["moves"].as_array().expect("a list").iter().find(|step| step["main"] == true);
        assert_eq!(main.expect("one is marked")["to"], ply["to"], "after {after}");
        after = format!("{after} {}", places(&ply["to"]));
    }
}

/// On a grid a direction names the move of one piece straight that way, if there is exactly one. The
/// sequences of arrow keys do too. Elsewhere, and where several moves or none fit, there is one
/// message.
#[test]
fn directions_on_a_grid() {
    // M(1,1) may go to every side; with a jump of 2 also two cells down.
    let board = r##"["..C","#M#","...","F.."]"##;
    let after = |line: &str, flags: &[&str]| play(&[&[board, "--as", "both"], flags].concat(), &format!("{line}\n")).0;
    for (lines, to) in
        [(&["up", "w", "W", "↑", "\u{1b}[A", "\u{1b}OA"][..], "(0,1)"), (&["down", "s", "↓", "\u{1b}[B"], "(2,1)")]
    {
        for line in lines {
            let out = after(line, &[]);
            assert!(out.contains(&format!("  1  M (1,1)→{to}\n")), "{line:?}: {out}");
        }
    }
    assert!(after("left", &[]).contains("There is no legal move to the left: "), "{}", after("left", &[]));
    let out = after("s", &["--mouse-jump", "2"]);
    assert!(
        out.contains("`s` could be several moves: write one of them in full: M (1,1)→(2,1); M (1,1)→(3,1)"),
        "{out}"
    );
    let out = play(&[DRAW, "--as", "mouse"], "up\n").0;
    assert!(out.contains("`up` is neither a legal move nor a command"), "{out}");
    // Two cats: one of them can go to the left, and both can go down.
    let pair = r##"["M.#.","#C#.","..C.","F#.."]"##;
    let after = |line: &str| play(&[pair, "--as", "both", "--first", "cat"], &format!("{line}\n")).0;
    assert!(after("left").contains("C (2,2)→(2,1)"), "{}", after("left"));
    assert!(after("down").contains("`down` could be several moves"), "{}", after("down"));
}
