//! `draw` and `explain --format html`: what they write, where, and what they refuse.

use std::fs;

use crate::program::{Scratch, catmouse, refused, stdout};

const BOARD: &str = "[[4],[3,4],[4,5],[1,4,5],[0,1,2,3],[2,3]]";

#[test]
fn draw_prints_a_picture_of_each_kind() {
    let board = stdout(&["draw", BOARD]);
    assert_eq!(stdout(&["draw", BOARD, "--what", "board"]), board, "the board is what is drawn unless said otherwise");
    for (what, sign) in [
        ("board", "The Cat wins in 8 plies."),
        ("line", "M 1→3"),
        ("animation", "1. M 1→3"),
        ("survey", "Of 30 starts"),
        ("lesson", "Hinge: Ply 2: C 2→4."),
        ("choices", "critical moves"),
    ] {
        let picture = stdout(&["draw", BOARD, "--what", what]);
        assert!(picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>"), "{what}");
        assert!(picture.contains(sign), "{what}");
    }
}

#[test]
fn the_critical_moves_are_those_of_the_story() {
    let explained: serde_json::Value =
        serde_json::from_str(&stdout(&["explain", BOARD, "--format", "json"])).expect("JSON");
    let mut plies: Vec<u64> = Vec::new();
    for claim in explained["story"].as_array().expect("a story") {
        if claim["kind"] == "only" {
            plies.extend(claim["plies"].as_array().expect("plies").iter().filter_map(serde_json::Value::as_u64));
        }
    }
    // The mover has other moves, and each of them has another outcome than the move of the line.
    let line = explained["line"].as_array().expect("a line");
    let loses = |ply: &serde_json::Value| {
        let others = ply["alternatives"].as_array().expect("alternatives");
        !others.is_empty() && others.iter().all(|other| other["outcome"] != ply["outcome"])
    };
    let critical: Vec<u64> = line.iter().filter(|ply| loses(ply)).filter_map(|ply| ply["ply"].as_u64()).collect();
    assert_eq!(plies, critical);
    let choices = stdout(&["draw", BOARD, "--what", "choices"]);
    assert!(choices.contains(&format!("There are {} critical moves", plies.len())), "{plies:?}");
    for ply in plies {
        assert!(choices.contains(&format!(">Ply {ply}, ")), "{ply}");
    }
}

#[test]
fn the_cats_of_a_cop_number_are_drawn_where_they_start() {
    // The Petersen graph has cop number 3. Three well placed cats catch the mouse at once, because
    // it has domination number 3.
    let picture = stdout(&["draw", "IheA@GUAo", "--what", "placement"]);
    assert!(picture.contains("Cop number 3, capture time 1 round<"), "{picture}");
    assert!(picture.contains("3 cats are placed on 0, 2, 6."), "as `cops` says");
    // A cycle of five vertices needs two cats.
    let picture = stdout(&["draw", "[[1,4],[0,2],[1,3],[2,4],[3,0]]", "--what", "placement"]);
    assert!(picture.contains("Cop number 2, capture time"), "{picture}");
    // If the mouse must move, one cat wins. The file may set this rule. The starts of its cats make
    // no difference.
    let square = "[board]\nadjacency = [[1, 3], [0, 2], [1, 3], [0, 2]]\n";
    let file = |rest: &str| Scratch::new("square.toml", &format!("catmouse = 1\npreset = \"cops\"\n{square}{rest}\n"));
    for (rest, number) in [("[rules]\nmouse-may-stay = false", 1), ("[start]\ncats = [0, 2]", 2)] {
        let picture = stdout(&["draw", file(rest).path(), "--what", "placement"]);
        assert!(picture.contains(&format!("Cop number {number}, ")), "{picture}");
    }
    refused(&["draw", "cycle:5", "--what", "placement", "--cats", "2"], "leave out --cats");
    refused(&["draw", "cycle:5", "--what", "placement", "--cat", "2"], "leave out --cats");
    refused(&["draw", "?", "--what", "placement"], "the graph has no vertices");
}

#[test]
fn a_picture_goes_into_a_file() {
    let file = Scratch::new("picture.svg", "what was there before");
    assert_eq!(stdout(&["draw", BOARD, "--what", "choices", "-o", file.path()]), "");
    let written = fs::read_to_string(file.path()).expect("the file is there");
    assert_eq!(written, stdout(&["draw", BOARD, "--what", "choices"]));
}

#[test]
fn a_page_goes_into_a_file() {
    let file = Scratch::new("game.html", "what was there before");
    assert_eq!(stdout(&["explain", BOARD, "--format", "html", "-o", file.path()]), "");
    let page = fs::read_to_string(file.path()).expect("the file is there");
    assert!(page.starts_with("<!doctype html>") && page.contains("The Cat wins in 8 plies."));
    // The same board gives the same bytes, and another position gives another page.
    assert_eq!(stdout(&["explain", BOARD, "--format", "html", "-o", file.path()]), "");
    assert_eq!(fs::read_to_string(file.path()).expect("the file is there"), page);
    assert_eq!(stdout(&["explain", BOARD, "--from", "M3 C4 mouse", "--format", "html", "-o", file.path()]), "");
    let other = fs::read_to_string(file.path()).expect("the file is there");
    assert!(other != page && other.contains("The Cat wins in 6 plies."), "after two plies of the line six are left");
}

#[test]
fn files_that_cannot_be_written_are_errors() {
    refused(
        &["draw", BOARD, "-o", "no-such-folder/picture.svg"],
        "cannot write the result to `no-such-folder/picture.svg`",
    );
    refused(
        &["explain", BOARD, "--format", "html", "-o", "no-such-folder/game.html"],
        "cannot write the result to `no-such-folder/game.html`",
    );
    refused(&["explain", BOARD, "--format", "html", "--full"], "`--format html` shows the whole game");
    refused(&["draw", BOARD, "--what", "film"], "invalid value 'film'");
    let output = catmouse().args(["draw", "[[1,2],[0]]"]).output().expect("the program runs");
    assert!(output.status.code() == Some(2) && output.stdout.is_empty());
}
