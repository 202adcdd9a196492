//! The code and the output in `docs/your-own-game.md` and `docs/mummy-maze.md` are those of the examples.

use std::fs;
use std::process::Command;

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/your-own-game.md");
const PAGE_OF_MAZES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/mummy-maze.md");
const CODE: &str = include_str!("../../matches.rs");
const CODE_OF_THE_ENDING: &str = include_str!("../../chess_ending.rs");

#[test]
fn transcripts_are_real() {
    trycmd::TestCases::new().case(PAGE).case(PAGE_OF_MAZES);
}

#[test]
fn the_level_shown_is_a_file() {
    let page = fs::read_to_string(PAGE_OF_MAZES).expect("there is a page");
    let shown = page.split_once("$ cat mummy_mazes/3-the-toll.txt\n").and_then(|(_, rest)| rest.split_once("\n```"));
    let (shown, _) = shown.expect("a level is shown");
    assert_eq!(shown, include_str!("../../mummy_mazes/3-the-toll.txt"));
}

#[test]
fn the_code_shown_is_the_code_that_runs() {
    let page = fs::read_to_string(PAGE).expect("there is a page");
    let blocks: Vec<&str> = page.split("```rust\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    let indented = |block: &str| format!("    {}", block.trim_end().replace('\n', "\n    "));
    let (of_the_ending, of_the_game): (Vec<&str>, Vec<&str>) =
        blocks.into_iter().partition(|block| CODE_OF_THE_ENDING.contains(&indented(block)));
    assert_eq!(of_the_game.join("\n"), CODE);
    assert_eq!(of_the_ending.len(), 1);
    let lines = CODE.lines().filter(|line| !line.is_empty()).count();
    assert!(lines <= 60, "the page promises sixty lines, the example has {lines}");
}

/// Moves take 1, 3 or 4. The player to move loses at heaps with remainder 0 or 2 modulo 7, so the
/// winner always leaves such a heap.
///
/// Proof: taking 1, 3 or 4 turns the remainder 0 into 6, 4 or 3 and 2 into 1, 6 or 5, never into 0
/// or 2. From every other remainder some move leads to 0 or 2: 1, 3 and 4 go to 0 at once, 5 to 2
/// by three and 6 to 2 by four.
#[test]
fn the_winner_leaves_lost_heaps() {
    let output = Command::new(env!("CARGO_BIN_EXE_matches")).output().expect("the program runs");
    let text = String::from_utf8(output.stdout).expect("text");
    let mut left: u32 = 20;
    for line in text.lines() {
        let Some((step, _)) = line.split_once(':') else { continue };
        let Some((player, taken)) = step.split_once(" takes ") else { continue };
        left -= taken.parse::<u32>().expect("a number of matches");
        assert!(player == "Bob" || [0, 2].contains(&(left % 7)), "{line}");
    }
    assert_eq!(left, 0, "{text}");
}
