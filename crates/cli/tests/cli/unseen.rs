//! Games with a mouse that is not always seen: played through pipes, proved, and solved in streams.

use crate::program::{Scratch, answer, catmouse, refused, run, stdout};

const NEVER: [&str; 4] = ["--preset", "cops", "--set", "mouse-seen=never"];

/// The transcript of a game on a board, without what comes before the first turn.
fn play(board: &str, flags: &[&str], lines: &str) -> String {
    let output = answer(catmouse().args(["play", board]).args(flags), lines);
    let text = |bytes| String::from_utf8(bytes).expect("output is UTF-8");
    assert!(output.status.success() && output.stderr.is_empty(), "{}", text(output.stderr));
    text(output.stdout)
}

/// Compares the end of a transcript.
fn ends(transcript: &str, expect: &str) {
    assert!(transcript.ends_with(expect), "{transcript}\ndoes not end with\n{expect}");
}

#[test]
fn a_mouse_that_is_not_seen_is_played() {
    let flags = [&NEVER[..], &["--as", "mouse"]].concat();
    let whole = play("path:5", &flags, "hint\n4\n9\nstay\nundo\n3\nhint\n4\nhint\nmoves\nstay\nstay\nquit\n");
    let expect = "\
The Cat places its cats on 0.
Place the mouse on 1, 2, 3 or 4.
Mouse> hint
2: no move of the Cat catches it at once.
Place the mouse on 1, 2, 3 or 4.
Mouse> 4
   1  C 0→1
The Cat knows only that the Mouse is on 2, 3 or 4. The Mouse can stay or go to 3.
Mouse> 9
`9` is not a legal move here: at M4 C1 mouse the moves are M 4→3; M stays at 4.
The Cat knows only that the Mouse is on 2, 3 or 4. The Mouse can stay or go to 3.
Mouse> stay
   2  M stays at 4
   3  C 1→2
The Cat knows only that the Mouse is on 3 or 4. The Mouse can stay or go to 3.
Mouse> undo
Taken back.
The Cat knows only that the Mouse is on 2, 3 or 4. The Mouse can stay or go to 3.
Mouse> 3
   2  M 4→3
   3  C 1→2
The Cat knows only that the Mouse is on 3 or 4. The Mouse can stay or go to 2 or 4.
Mouse> hint
M 3→4: no move of the Cat catches it at once.
The Cat knows only that the Mouse is on 3 or 4. The Mouse can stay or go to 2 or 4.
Mouse> 4
   4  M 3→4
   5  C 2→3
The Cat knows that the Mouse is on 4. The Mouse can stay or go to 3.
Mouse> hint
M stays at 4: 1 of the 3 moves of the Cat catches it at once, and no choice is safer.
The Cat knows that the Mouse is on 4. The Mouse can stay or go to 3.
Mouse> moves
  M 4→3          M stays at 4
The Cat knows that the Mouse is on 4. The Mouse can stay or go to 3.
Mouse> stay
   6  M stays at 4
   7  C 3→4

The Cat has caught the Mouse at 4.

over> stay
The game is over: at M4 C4 mouse.
over> quit
";
    ends(&whole, expect);
    assert!(whole.contains("You play the Mouse; the Cat knows only what it sees of it. `help` lists"), "{whole}");
}

#[test]
fn a_mouse_that_hides_is_hunted() {
    let whole = play("path:4", &NEVER, "hint\n0\n1\nundo 2\n0\n1\nhint\n2\n3\nhint\nquit\n");
    let expect = "\
Place 1 cat.
Cat> hint
The Cat places its cats on 0.
Place 1 cat.
Cat> 0
The Mouse can be on 1, 2 or 3. The Cat can stay or go to 1.
Cat> 1
   1  C 0→1
   2  M on 2 or 3
The Mouse can be on 2 or 3. The Cat can stay or go to 0 or 2.
Cat> undo 2
Taken back.
Place 1 cat.
Cat> 0
The Mouse can be on 1, 2 or 3. The Cat can stay or go to 1.
Cat> 1
   1  C 0→1
   2  M on 2 or 3
The Mouse can be on 2 or 3. The Cat can stay or go to 0 or 2.
Cat> hint
C 1→2: then the Mouse can only be on 3, and the Cat wins in 2 plies.
The Mouse can be on 2 or 3. The Cat can stay or go to 0 or 2.
Cat> 2
   3  C 1→2
   4  M on 3
The Mouse is on 3. The Cat can stay or go to 1 or 3.
Cat> 3
   5  C 2→3

No place is left for the Mouse, so the Cat has caught it.

over> hint
The game is over: `undo` takes back a move.
over> quit
";
    ends(&whole, expect);
    // The Mouse is where it is safe, and was not elsewhere before.
    let whole =
        play("cycle:5", &["--preset", "cops", "--set", "mouse-seen=within:1", "--as", "cat"], "0\nhint\n1\nquit\n");
    ends(
        &whole,
        "\
Cat> 0
The Mouse can be on 2 or 3. The Cat can stay or go to 1 or 4.
Cat> hint
No move forces the end. C stays at 0: then the Mouse can only be on 2 or 3.
The Mouse can be on 2 or 3. The Cat can stay or go to 1 or 4.
Cat> 1
   1  C 0→1
The Mouse is on 3.
   2  M on 3 or 4
The Mouse can be on 3 or 4. The Cat can stay or go to 0 or 2.
Cat> quit
",
    );
    for flag in [&["--as", "both"][..], &["--as", "none"], &["--level", "weak"], &["--after", "C 0→1"]] {
        let args = [&["play", "path:4"], &NEVER[..], flag].concat();
        refused(&args, "needs a mouse that is always seen");
    }
}

/// On the triangle the Mouse may be on both other corners, whatever one cat does.
#[test]
fn it_is_said_why_one_cat_fails() {
    let told = stdout(&[&["explain", "complete:3"], &NEVER[..]].concat()).replace('\n', " ");
    let expect = "3 positions show it: whatever the Cat does at one of them, the Mouse may then be on all places of the \
                  next. The least is C0 with the Mouse on 1 or 2.";
    assert!(told.contains(expect), "{told}");
}

/// The certificates of all outcomes are verified; those of others are not.
#[test]
fn an_outcome_is_proved() {
    let file = Scratch::new("unseen-proof", "");
    let path = file.path();
    for (board, flags, proof) in [
        ("path:5", &[][..], "Proved: from M{1 2 3 4} C0 cat the Cat wins in at most 7 plies, whatever the Mouse does."),
        ("petersen", &["--cats", "2"], "the Mouse wins: the Cat cannot force a win, and endless play is the Mouse's."),
        (
            "cycle:5",
            &["--set", "endless=draw"],
            "it is a draw: neither side can force a win, and endless play is a draw.",
        ),
    ] {
        let flags = [&NEVER[..], flags].concat();
        let solved = run(&[&["solve", board, "--save-certificate", path], &flags[..]].concat());
        assert!(solved.status.success(), "{solved:?}");
        let said = stdout(&[&["check", board, "--certificate", path], &flags[..]].concat()).replace('\n', " ");
        assert!(said.starts_with("Proved: from ") && said.contains(proof), "{board}: {said}");
        let seen = run(&["check", board, "--certificate", path, "--preset", "cops"]);
        assert!(!seen.status.success() && !seen.stderr.is_empty(), "{seen:?}");
    }
}

#[test]
fn streams_of_graphs_are_solved() {
    let graphs = "Bw\nCF\n"; // the triangle, and the star of four vertices
    let lines = |format: &str| {
        let args = [&["solve", "--input", "graph6", "--format", format], &NEVER[..]].concat();
        answer(catmouse().args(args), graphs)
    };
    let text = String::from_utf8(lines("text").stdout).expect("output is UTF-8");
    assert_eq!(
        text,
        "1  M{1 2} C0 cat  The Mouse wins: the Cat cannot force the end.\n\
         2  M{1 2 3} C0 cat  The Cat wins in 7 plies, wherever the Mouse is.\n"
    );
    let json = String::from_utf8(lines("json").stdout).expect("output is UTF-8");
    let json: Vec<serde_json::Value> = json.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(json.len(), 2);
    assert_eq!((&json[0]["outcome"], &json[1]["distance_plies"]), (&"mouse".into(), &7.into()));
    let refused = String::from_utf8(lines("csv").stderr).expect("messages are UTF-8");
    assert!(refused.contains("needs a mouse that is always seen"), "{refused}");
}

#[test]
fn a_mouse_that_is_not_seen_has_a_page() {
    let page = |board: &[&str]| stdout(&[&["explain"], board, &NEVER[..], &["--format", "html"]].concat());
    let whole = page(&["path:5"]);
    assert!(whole.starts_with("<!doctype html>") && whole.contains("<title>path:5</title>"), "{whole}");
    assert!(whole.contains("The Cat wins in 7 plies, wherever the Mouse is."), "{whole}");
    assert!(whole.contains("after round 3 the Mouse can only be on 4; in round 4 no place is left for it."), "{whole}");
    // One cat clears a tree if it is a caterpillar, and this spider is none.
    let none = page(&["[[1,3,5],[0,2],[1],[0,4],[3],[0,6],[5]]"]);
    assert!(none.contains("No plan of the Cat leaves the Mouse no place."), "{none}");
    refused(
        &[&["explain", "path:5"], &NEVER[..], &["--format", "html", "--after", "C 0→1"]].concat(),
        "`--after` needs a mouse that is always seen",
    );
}
