//! Every setting of the rules has a flag that does the same as the setup's key, and each makes a
//! difference.

use crate::program::{answer, catmouse, refused, run};

/// The output of `catmouse solve - FLAGS --format json` for a setup.
fn solve(setup: &str, flags: &[&str]) -> String {
    let output = answer(catmouse().args(["solve", "-", "--format", "json"]).args(flags), setup);
    assert!(output.status.success(), "{setup}{flags:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("JSON is UTF-8")
}

/// Checks that flags and setup keys give the same result, and that it differs from the result
/// without them.
#[track_caller]
fn check(board: &str, flags: &[&str], keys: &str) {
    let alone = format!("catmouse = 1\n{board}");
    let (top, tables) = keys.split_at(keys.find('[').unwrap_or(keys.len()));
    let with_keys = format!("catmouse = 1\n{top}\n{board}\n{tables}");
    let by_flags = solve(&alone, flags);
    assert_eq!(by_flags, solve(&with_keys, &[]), "{flags:?} is {keys}");
    assert_ne!(by_flags, solve(&alone, &[]), "{flags:?} makes a difference");
}

const DRAW: &str = "[board]\nadjacency = [[2,5],[3],[0,4,5],[1,4,5],[2,3],[0,2,3]]";
const STUCK: &str = "[board]\nadjacency = [[1,2],[0,3],[0],[1],[]]";
const GRID: &str = "[board]\ngrid = [\"M.C...F\", \".......\"]";
/// Two corridors separated by a wall. Neither player can reach the other or the food.
const WALLED: &str = "[board]\ngrid = [\"M.#C.#F\"]";

#[test]
fn the_setting_hole() {
    check(DRAW, &["--hole", "4"], "[rules]\nhole = [4]");
    check(DRAW, &["--hole", "3", "--hole", "4"], "[rules]\nhole = [3, 4]");
    check(DRAW, &["--hole", "none"], "[rules]\nhole = []");
    check(GRID, &["--hole", "1,0"], "[rules]\nhole = [[1, 0]]");
}

#[test]
fn where_the_pieces_start_and_who_moves_first() {
    check(DRAW, &["--mouse", "4"], "[start]\nmouse = 4");
    check(DRAW, &["--cat", "4"], "[start]\ncat = 4");
    check(DRAW, &["--first", "cat"], "[start]\nfirst = \"cat\"");
    check(DRAW, &["--from", "M4 C3 cat"], "[start]\nmouse = 4\ncat = 3\nfirst = \"cat\"");
    check(GRID, &["--from", "cat C(1,5) M(1, 0)"], "[start]\nmouse = [1, 0]\ncat = [1, 5]\nfirst = \"cat\"");
}

#[test]
fn how_the_pieces_move() {
    check(DRAW, &["--set", "mouse-may-stay"], "[rules]\nmouse-may-stay = true");
    check(DRAW, &["--set", "cat-may-stay=true"], "[rules]\ncat-may-stay = true");
    check(GRID, &["--set", "mouse-may-stay=false"], "[rules]\nmouse-may-stay = false");
    check(
        WALLED,
        &["--set", "cat-may-stay=false", "--set", "mouse-may-stay=false", "--set", "stalemate=loss"],
        "[rules]\ncat-may-stay = false\nmouse-may-stay = false\nstalemate = \"loss\"",
    );
    check("[board]\ngrid = [\"M.F#C\"]", &["--set", "cat-may-stay=false"], "[rules]\ncat-may-stay = false");
    check(GRID, &["--mouse-jump", "4"], "[rules]\nmouse-jump = 4");
    check(GRID, &["--cat-jump", "2"], "[rules]\ncat-jump = 2");
    check(DRAW, &["--set", "mouse-speed=2"], "[rules]\nmouse-speed = 2");
    check(DRAW, &["--set", "cat-speed=2"], "[rules]\ncat-speed = 2");
    check(DRAW, &["--set", "cat-follows=nearest"], "[rules]\ncat-follows = \"nearest\"");
    check(GRID, &["--set", "cat-follows=rows"], "[rules]\ncat-follows = [\"rows\"]");
    check(GRID, &["--set", "cat-follows=columns,cat-speed=3"], "[rules]\ncat-follows = \"columns\"\ncat-speed = [3]");
    check(GRID, &["--set", "cat-follows=['rows']"], "[rules]\ncat-follows = \"rows\"");
    check(
        GRID,
        &["--set", "cat-follows=[\"columns\"], cat-speed=[3]"],
        "[rules]\ncat-follows = \"columns\"\ncat-speed = 3",
    );
    check(GRID, &["--set", "mouse-speed=4"], "[rules]\nmouse-speed = 4");
    check(DRAW, &["--set", "capture-distance=1"], "[rules]\ncapture-distance = 1");
}

#[test]
fn when_the_cat_sees_the_mouse() {
    check(DRAW, &["--set", "mouse-seen=never"], "[rules]\nmouse-seen = \"never\"");
    check(DRAW, &["--set", "mouse-seen=3"], "[rules]\nmouse-seen = 3");
    check(DRAW, &["--set", "mouse-seen=3,8,13"], "[rules]\nmouse-seen = [3, 8, 13]");
    check(DRAW, &["--set", "mouse-seen=[3, 8,13]"], "[rules]\nmouse-seen = [3, 8, 13]");
    check(DRAW, &["--set", "mouse-seen=3,3"], "[rules]\nmouse-seen = [3]");
    check(GRID, &["--set", "mouse-seen=within:1"], "[rules]\nmouse-seen = \"within:1\"");
}

#[test]
fn the_setting_cat_in_hole() {
    for rule in ["allowed", "guards", "wins"] {
        check(DRAW, &["--set", &format!("cat-in-hole={rule}")], &format!("[rules]\ncat-in-hole = \"{rule}\""));
    }
    check(GRID, &["--set", "cat-in-hole=forbidden"], "[rules]\ncat-in-hole = \"forbidden\"");
}

#[test]
fn how_games_without_an_end_are_decided() {
    check(DRAW, &["--set", "endless=mouse"], "[rules]\nendless = \"mouse\"");
    check(DRAW, &["--set", "endless=cat"], "[rules]\nendless = \"cat\"");
    check(WALLED, &["--limit", "none", "--set", "endless=draw"], "[rules]\nlimit = \"none\"\nendless = \"draw\"");
    check(GRID, &["--limit", "3"], "[rules]\nlimit = 3");
    check(DRAW, &["--limit", "2", "--set", "limit-winner=mouse"], "[rules]\nlimit = 2\nlimit-winner = \"mouse\"");
}

#[test]
fn the_setting_stalemate() {
    check(STUCK, &["--set", "stalemate=pass"], "[rules]\nstalemate = \"pass\"");
    check(STUCK, &["--set", "stalemate=loss"], "[rules]\nstalemate = \"loss\"");
}

#[test]
fn the_settings_preset_and_directed() {
    check(GRID, &["--preset", "cat-and-mouse"], "preset = \"cat-and-mouse\"\n");
    // A directed square, whose adjacency list is valid only with `directed`.
    let one_way = "[board]\nadjacency = [[1],[2],[3],[0]]\n";
    let setup = format!("catmouse = 1\n{one_way}");
    assert_eq!(solve(&setup, &["--set", "directed"]), solve(&format!("{setup}directed = true\n"), &[]));
    let edges = "catmouse = 1\n[board]\nedges = [[0,1],[1,2],[2,3],[3,0]]\nvertices = 4\n";
    assert_eq!(solve(edges, &["--set", "directed"]), solve(&setup, &["--set", "directed"]));
    assert_ne!(solve(edges, &["--set", "directed"]), solve(edges, &[]));
}

#[test]
fn edges_without_directions_get_none() {
    for board in ["petersen", "cycle:9"] {
        refused(&["solve", board, "--set", "directed"], "have no directions");
        refused(&["cops", board, "--set", "directed"], "have no directions");
    }
    refused(&["convert", "cycle:9", "--to", "edges", "--set", "directed"], "have no directions");
    refused(&["cops", "cycle:9", "--set", "directed", "--set", "parallel-edges"], "`--set directed=false`");
    let symmetric = "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 2\n";
    for graph in ["DhC", ":Cc", ">>graph6<<DhC", symmetric] {
        for command in ["solve", "cops"] {
            let output = answer(catmouse().args([command, "-", "--set", "directed"]), graph);
            let message = String::from_utf8_lossy(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{command} {graph}: {message}");
            assert!(output.stdout.is_empty() && message.contains("have no directions"), "{command} {graph}: {message}");
        }
    }
    for (input, board) in [("digraph6", "&BP_"), ("edges", "3\n0 1\n1 2\n2 0")] {
        let output = answer(catmouse().args(["cops", "-", "--set", "directed", "--input", input]), board);
        assert!(output.status.success(), "{input}: {}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn no_hole_and_a_hole_contradict_each_other() {
    for flags in [["--hole", "none", "--hole", "0"], ["--hole", "0", "--hole", "none"]] {
        refused(
            &[&["solve", "petersen"], &flags[..]].concat(),
            "`--hole none` cannot be used together with a vertex for `--hole`",
        );
    }
    check(DRAW, &["--hole", "none", "--hole", "none"], "[rules]\nhole = []");
}

/// A given rule that has no effect is named with the reason. The answer is given all the same.
#[test]
fn flags_without_effect_are_named() {
    for command in [&["solve"][..], &["explain"], &["survey"], &["moves"], &["check"]] {
        let told = |flags: &[&str]| {
            let output = run(&[command, &["ambush"], flags].concat());
            assert!(output.status.success() && !output.stdout.is_empty(), "{command:?} {flags:?}");
            String::from_utf8(output.stderr).expect("messages are UTF-8")
        };
        assert_eq!(told(&["--set", "limit-winner=mouse", "--limit", "30", "--set", "endless=mouse"]), "");
        let idle = told(&["--set", "limit-winner=mouse", "--set", "cats-move=one"]);
        assert_eq!(idle.matches("has no effect").count(), 2, "{command:?}: {idle}");
        assert!(idle.contains("`--set limit-winner` has no effect: there is no limit"), "{command:?}: {idle}");
        assert!(idle.contains("`--set cats-move` has no effect: there is one cat"), "{command:?}: {idle}");
    }
}

/// A setting without a flag of its own is set with `--set`, and the message about the unknown flag
/// says so.
#[test]
fn the_message_about_a_setting_without_a_flag_names_set() {
    for (flag, said) in [
        ("--cats-move", "`--set cats-move=VALUE`"),
        ("--cat-may-stay=true", "`--set cat-may-stay=VALUE`"),
        ("--base", "`--set base=VALUE`"),
    ] {
        crate::program::refused(&["explain", "ambush", flag], said);
    }
    crate::program::refused(&["explain", "ambush", "--wat"], "unexpected argument '--wat'");
    let output = crate::program::run(&["schema", "--cats-move"]);
    assert!(!String::from_utf8_lossy(&output.stderr).contains("--set"), "the command has no settings");
}

#[test]
fn a_note_on_kinds_of_edges_names_only_rules_that_are_not_given() {
    let note = |flags: &[&str]| {
        let args = [&["solve", "-", "--mouse", "2", "--cat", "1"], flags].concat();
        let output = answer(catmouse().args(args), "0 1 taxi\n1 2 bus\n");
        String::from_utf8(output.stderr).expect("notes are UTF-8")
    };
    let both = note(&[]);
    assert!(both.contains("edges are of the kinds taxi and bus") && both.contains("cat-uses"), "{both}");
    let one = note(&["--set", "mouse-uses=taxi"]);
    assert!(one.contains("cat-uses") && !one.contains("mouse-uses"), "{one}");
    assert_eq!(note(&["--set", "mouse-uses=taxi", "--set", "cat-uses=bus"]), "");
}
