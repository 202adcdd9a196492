//! The default text is short for games of any length, because each of its parts is bounded. It
//! still has what a reader needs.

use std::fs;
use std::path::{Path, PathBuf};

use crate::program::{answer, catmouse};
use catmouse_campaign::random::Dice;

/// The most lines of a text, about a page.
const LINES: usize = 64;

pub(crate) fn explained(args: &[&str]) -> String {
    let output = answer(catmouse().arg("explain").args(args), "");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it is text")
}

fn fits(args: &[&str]) -> String {
    let text = explained(args);
    let lines = text.lines().count();
    assert!(lines <= LINES, "{lines} lines: {args:?}\n{text}");
    text
}

/// A board on which a win takes 50 plies, and boards that a search for long games has found.
pub(crate) const LONG: [&str; 8] = [
    "[[3],[4,7,12],[3,4,6,9],[0,2,7,11,12],[1,2,9],[7,8,10],[2],[1,3,5,9,10],[5,10,11,12],[2,4,7],\
     [5,7,8,12],[3,8,12],[1,3,8,10,11]]",
    "[[4,15],[2,7,11],[1,3,4,6,8,10,13],[2,7,8,11,12,14,15],[0,2,10,11,14,15],[8,9,11,12,13,15],\
     [2,8,9,12,13,15],[1,3,9,10,14],[2,3,5,6,9,15],[5,6,7,8,11,15],[2,4,7,14],[1,3,4,5,9,15],\
     [3,5,6,13],[2,5,6,12],[3,4,7,10],[0,3,4,5,6,8,9,11]]",
    "[[8,10],[3,4,13],[6,7,8,9,11,12],[1,8,10,12,13],[1,5,6,8,9,13],[4,6,7,8],[2,4,5,9],\
     [2,5,9,11,12],[0,2,3,4,5,9,10],[2,4,6,7,8,11],[0,3,8,12,13],[2,7,9,13],[2,3,7,10],\
     [1,3,4,10,11]]",
    "[[3,10],[2,5,7,10,12,15],[1,4,7,10,11,12,13],[0,5,8,10,11,13,14,15],[2,5,8,10,11,12],\
     [1,3,4,6,13,15],[5,7,8,10,13,14,15],[1,2,6,9,12],[3,4,6,14],[7,10,12,15],[0,1,2,3,4,6,9,15],\
     [2,3,4,14,15],[1,2,4,7,9,13],[2,3,5,6,12,15],[3,6,8,11],[1,3,5,6,9,10,11,13]]",
    "[[5,11],[3,4,7,10],[4,10,12,13],[1,11,12,13],[1,2,6,8,11,13],[0,6,9],[4,5,7,8,9],[1,6,8,13],\
     [4,6,7,13],[5,6,12],[1,2,11,12],[0,3,4,10,12],[2,3,9,10,11],[2,3,4,7,8]]",
    "[[12,13],[2,6,7,8,11],[1,6,9,10,11,13],[4,6,7,10,12,13],[3,6,9,13],[6,11,12,13],\
     [1,2,3,4,5,8],[1,3,10],[1,6,10,12],[2,4,13],[2,3,7,8,11],[1,2,5,10,12],[0,3,5,8,11],\
     [0,2,3,4,5,9]]",
    "[[5,6,15],[3,4,10,14],[3,4,6,8,9,10,12,13],[1,2,6,15],[1,2,7,9,10,11],[0,8,15],\
     [0,2,3,7,8,9,10],[4,6,8,9,15],[2,5,6,7,10,13],[2,4,6,7,10,12],[1,2,4,6,8,9,11,13],\
     [4,10,13,15],[2,9,14,15],[2,8,10,11,14],[1,12,13,15],[0,3,5,7,11,12,14]]",
    "[[2,3,6],[2,3,5,9,13,15],[0,1,3,4,5,8],[0,1,2,5,6,9,10,14],[2,8,10],[1,2,3,10,11,14],\
     [0,3,8,11,15],[8,9,12,14,15],[2,4,6,7,11,14],[1,3,7,10,11,12,13],[3,4,5,9,11,13,15],\
     [5,6,8,9,10],[7,9],[1,9,10,15],[3,5,7,8,15],[1,6,7,10,13,14]]",
];

/// The board with a dead end of `length` new vertices, attached to the vertex `at`.
pub(crate) fn with_dead_end(board: &str, at: usize, length: usize) -> String {
    let mut lists: Vec<Vec<usize>> = serde_json::from_str(board).expect("a list of lists");
    let mut last = at;
    for _ in 0..length {
        let next = lists.len();
        lists[last].push(next);
        lists.push(vec![last]);
        last = next;
    }
    serde_json::to_string(&lists).expect("numbers")
}

fn plies(board: &str) -> u64 {
    let output = answer(catmouse().args(["solve", board, "--format", "json"]), "");
    let answer: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is JSON");
    answer["distance_plies"].as_u64().unwrap_or(0)
}

#[test]
fn every_fixture_and_every_built_in_board_fits_a_page() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["../../fixtures/classic", "../../fixtures/costs", "../../fixtures/cops", "../../fixtures/grid"];
    let folders = folders.into_iter().chain(["../../fixtures/rules", "boards"]);
    let files = folders.flat_map(|folder| fs::read_dir(root.join(folder)).expect("the folder is there"));
    let paths: Vec<PathBuf> = files.map(|entry| entry.expect("it can be listed").path()).collect();
    let boards = paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "toml"));
    for path in boards {
        fits(&[path.to_str().expect("the path is text")]);
    }
}

#[test]
fn long_games_fit_a_page() {
    let mut longest = 0;
    for board in LONG {
        let before = plies(board);
        longest = longest.max(before);
        assert!(before >= 30);
        for first in ["mouse", "cat"] {
            fits(&[board, "--first", first]);
        }
        let vertices = board.matches('[').count() - 1;
        for at in [1, vertices / 2, vertices - 1] {
            for length in [6, 38] {
                let longer = with_dead_end(board, at, length);
                longest = longest.max(plies(&longer));
                fits(&[&longer]);
            }
        }
    }
    assert!(longest >= 100, "{longest} plies");
}

#[test]
fn random_games_fit_a_page() {
    let mut dice = Dice::new(45);
    for _ in 0..120 {
        let count = 6 + dice.below(12);
        let density = 8 + dice.below(35);
        let mut lists: Vec<Vec<usize>> = vec![Vec::new(); count];
        for b in 1..count {
            let parent = dice.below(b);
            for a in 0..b {
                if a == parent || dice.below(100) < density {
                    // The vertices are numbered in reverse. So the hole is joined last, and the
                    // mouse does not start next to the hole.
                    let (a, b) = (count - 1 - a, count - 1 - b);
                    lists[a].push(b);
                    lists[b].push(a);
                }
            }
        }
        let board = serde_json::to_string(&lists).expect("numbers");
        let [mouse, cat] = [0; 2].map(|_| (1 + dice.below(count - 1)).to_string());
        let rules: &[&str] = match dice.below(6) {
            0 => &["--limit", "9"],
            1 => &["--set", "endless=cat"],
            2 => &["--preset", "cops", "--cats", "2"],
            3 => &["--set", "cat-in-hole=guards", "--set", "mouse-may-stay"],
            _ => &[],
        };
        let placed = ["--mouse", mouse.as_str(), "--cat", cat.as_str()];
        let start: &[&str] = if rules.contains(&"cops") { &[] } else { &placed };
        fits(&[&[board.as_str()], rules, start].concat());
    }
}

/// A folded text must keep the moves off the line and, if there is room, how the play returns to
/// the line.
#[test]
fn a_folded_text_keeps_the_answers_to_other_moves_and_the_way_back() {
    let text = fits(&[LONG[0]]);
    assert!(text.contains("\nWhere the Cat goes, by where both stand; unless a move wins at once:\n"), "{text}");
    assert!(text.contains("C1: "), "{text}");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/classic");
    let shorter = root.join("mouse-wins-in-17-on-8-vertices.toml");
    let text = fits(&[shorter.to_str().expect("the path is text")]);
    assert!(text.contains(", then go on at ply "), "{text}");
    let whole = explained(&[LONG[0], "--full"]);
    assert!(whole.lines().count() > text.lines().count() && whole.contains(" 50  "), "{whole}");
}

/// Rounds without notes are aligned with the columns of rounds with notes. On this board the
/// longest move is in a round without a note.
#[test]
fn the_moves_of_a_folded_line_stand_in_columns() {
    let text = fits(&["random:40,0.1,seed=6", "--preset", "cops", "--cats", "2"]);
    let rounds: Vec<&str> = text.lines().filter(|line| line.contains("  C ") && line.contains("  M ")).collect();
    let column = |round: &&str| round.split("  M ").next().map(|before| before.chars().count());
    let columns: Vec<_> = rounds.iter().map(column).collect();
    assert!(rounds.len() == 11 && columns.iter().all(|column| *column == columns[0]), "{text}");
    assert!(
        rounds.iter().any(|round| round.contains("if ")) && rounds[9].ends_with("C 14→34, C stays at 23  M 10→13"),
        "{text}"
    );
}
