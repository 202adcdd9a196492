//! Names of files, of vertices and titles with control characters: none of them reaches a terminal.

#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use catmouse_model::is_legible;

/// All characters that are not legible and that the name of a file may have.
fn illegible() -> impl Iterator<Item = char> {
    (1..=0x2069).filter_map(char::from_u32).filter(|&letter| !is_legible(letter))
}

/// Some of these characters, each treated differently somewhere.
const SOME: [char; 12] =
    ['\u{1}', '\t', '\n', '\r', '\u{1b}', '\u{7f}', '\u{85}', '\u{9b}', '\u{61c}', '\u{2028}', '\u{202e}', '\u{2066}'];

/// A new folder for a test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder); // there may be none
    fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

/// Runs a command in a folder, and checks that all it prints is legible lines. Returns standard
/// output.
fn legible(folder: &Path, args: &[&str]) -> String {
    // Without colour the program would leave out whatever looks like a command to a terminal.
    let mut command = Command::new(env!("CARGO_BIN_EXE_catmouse"));
    let command = command.env_remove("NO_COLOR").env("CLICOLOR_FORCE", "1").stdin(Stdio::null());
    let output = command.current_dir(folder).args(args).output().expect("it runs");
    for bytes in [&output.stdout, &output.stderr] {
        let text = without_colour(&String::from_utf8(bytes.clone()).expect("UTF-8"));
        let odd = text.chars().find(|&letter| letter != '\n' && !is_legible(letter));
        assert_eq!(odd, None, "{args:?}: {text:?}");
        assert!(!text.contains("panicked"), "{text}");
    }
    let notes = without_colour(&String::from_utf8_lossy(&output.stderr));
    // A line end in a name would begin a line that no message begins.
    assert!(notes.lines().all(|line| !line.starts_with("evil")), "{args:?}: {notes}");
    without_colour(&String::from_utf8(output.stdout).expect("UTF-8"))
}

/// A text without the commands that set a colour.
fn without_colour(text: &str) -> String {
    let mut pieces = text.split("\u{1b}[");
    let mut plain = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let rest = piece.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter == ';').strip_prefix('m');
        plain += rest.unwrap_or(&format!("\u{1b}[{piece}"));
    }
    plain
}

/// Words of a command line that are refused, for each flag of each command.
#[test]
fn of_words_of_the_command_line() {
    let here = folder("legible-words");
    let evil = "a\u{1b}[2J\u{1b}]0;b\u{7}\u{9b}c";
    for command in ["solve", "explain", "play", "annotate", "moves", "draw", "hunt", "test", "cops", "convert"] {
        let help = legible(&here, &[command, "--help"]);
        let flags = help.split_whitespace().filter(|word| word.starts_with("--")).map(|word| word.trim_matches(','));
        for flag in flags {
            legible(&here, &[command, "ambush", flag, evil]);
            legible(&here, &[command, "ambush", &format!("{flag}={evil}")]);
        }
        for key in [evil, "mouse-seen", "endless", "mouse-speed", "directed", "traps", "base"] {
            legible(&here, &[command, "ambush", "--set", &format!("{key}={evil}")]);
        }
        legible(&here, &[command, evil]);
        legible(&here, &[command, "ambush", evil]);
        legible(&here, &[command, &format!("--{evil}")]);
        legible(&here, &[command, "ambush", &format!("-{evil}")]);
    }
    legible(&here, &[evil]);
    legible(&here, &["compare", "ambush", "--with", &format!("{evil}={evil}")]);
    legible(&here, &["compare", "ambush", "--with", &format!("endless={evil}")]);
}

#[test]
fn of_names_of_files() {
    let graphs = folder("legible-graphs");
    let noise = folder("legible-noise");
    for letter in illegible() {
        let name = |what: &str| format!("{what}{letter}evil");
        fs::write(graphs.join(name("a")), "Bw\n").expect("it can be written");
        fs::write(noise.join(name("b")), "no graph").expect("it can be written");
        fs::write(noise.join(name("c")), [0xff, b'\n']).expect("it can be written");
        fs::write(noise.join(name("d")), "0 1\n1 2\n2 x\n").expect("it can be written");
    }
    // Files whose names hold a blank control character may be skipped, with a note.
    let many = illegible().count() - 2;
    for command in ["cops", "survey", "solve"] {
        let text = legible(&graphs, &[command, ".", "--recursive"]);
        assert!(command != "cops" || text.lines().count() >= many, "{text}");
        assert!(text.lines().all(|line| !line.starts_with("evil")), "{command}: {text}");
        legible(&noise, &[command, "."]);
    }
    let sources: Vec<String> = legible(&graphs, &["cops", ".", "--format", "json"])
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON")["source"].to_string())
        .collect();
    assert!(sources.len() >= many);
    assert!(sources.iter().any(|source| source.contains("\\u0001")), "{sources:?}");
    let rows = legible(&graphs, &["cops", ".", "--format", "csv"]);
    assert!(rows.lines().count() > many, "{rows}");
    legible(&graphs, &["play", "."]);
    for letter in SOME {
        let [graph, none, wrong] = ["a", "b", "d"].map(|what| format!("{what}{letter}evil"));
        for command in ["explain", "solve", "cops", "moves", "table"] {
            legible(&noise, &[command, &none]);
            legible(&noise, &[command, &wrong]);
        }
        legible(&graphs, &["solve", "ambush", "--save", &format!("no{letter}evil/x")]);
        legible(&graphs, &["check", "ambush", "--table", &none]);
        legible(&graphs, &["draw", "ambush", "--output", &graph]);
        legible(&graphs, &["evaluate", "ambush", &none]);
        legible(&graphs, &["compare", &graph, &graph, "--format", "json"]);
        legible(&graphs, &["play", "ambush", "--moves", &none]);
    }
}

#[test]
fn of_names_of_vertices_and_titles() {
    let boards = folder("legible-boards");
    for letter in SOME {
        let text = serde_json::to_string(&format!("a{letter}evil")).expect("a text");
        let setup = |title: &str, name: &str| {
            format!(
                "catmouse = 1\ntitle = {title}\nboard.adjacency = [[1, 2], [0, 2], [0, 1]]\n\
                 board.names = [{name}, \"b\", \"c\"]\n"
            )
        };
        let texts = [
            ("title.toml", setup(&text, "\"a\"")),
            ("name.toml", setup("\"t\"", &text)),
            ("comment.toml", format!("# a{letter}evil\n{}x", setup("\"t\"", "\"a\""))),
            ("raw.toml", setup("\"t\"", &format!("\"a{letter}evil\""))),
            ("dot.dot", format!("graph {{ \"a{letter}evil\" -- b; b -- c; c -- \"a{letter}evil\" }}\n")),
            ("lines.edges", format!("a{letter}evil b\nb c\n")),
            (
                "node.json",
                format!(
                    "{{\"nodes\":[{{\"id\":{text}}},{{\"id\":\"b\"}}],\"links\":[{{\"source\":{text},\"target\":\"b\"}}]}}"
                ),
            ),
            (
                "gml.gml",
                format!(
                    "graph [ node [ id 0 label \"a{letter}evil\" ] node [ id 1 label \"b\" ] edge [ source 0 target 1 ] ]"
                ),
            ),
            (
                "kinds.toml",
                format!("catmouse = 1\nboard.vertices = 3\nboard.edges = [[0, 1, {text}], [1, 2, {text}]]\n"),
            ),
        ];
        for (file, text) in texts {
            fs::write(boards.join(file), text).expect("it can be written");
            legible(&boards, &["cops", file]);
            for format in ["text", "json"] {
                legible(&boards, &["explain", file, "--mouse", "1", "--cat", "2", "--format", format]);
            }
        }
        let move_text = format!("M a{letter}evil");
        legible(&boards, &["annotate", "ambush", &move_text]);
        legible(&boards, &["moves", "ambush", "--after", &move_text]);
        legible(&boards, &["explain", "ambush", "--mouse", &move_text]);
    }
}
