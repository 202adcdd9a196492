//! Texts that are easily misread. `fixtures/formats/told-apart` has a text for each way in which a
//! board could be misread, and `told-apart.toml` states the expected result. The messages of
//! refusals are snapshots in the same folder.

use std::fs;
use std::path::PathBuf;
use std::process::{Output, Stdio};

use crate::program::{COMMANDS, answer_bytes, catmouse};

/// The expectation of `told-apart.toml` about a text.
struct Text {
    file: String,
    refused: Option<String>,
    settled: Option<String>,
    board: Option<String>,
    edges: Option<String>,
    still: Option<String>,
    never: Option<String>,
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/formats/told-apart")
}

fn texts() -> Vec<Text> {
    let list = fs::read_to_string(folder().with_extension("toml")).expect("it is part of the repository");
    let list: toml::Table = list.parse().expect("it is TOML");
    let texts = list["text"].as_array().expect("it is a list");
    let text = |entry: &toml::Value| {
        let value = |key: &str| entry.get(key).map(|value| value.as_str().expect("it is a text").to_owned());
        assert!(value("why").is_some_and(|why| !why.is_empty()), "{entry}: no reason");
        Text {
            file: value("file").expect("each has a file"),
            refused: value("refused"),
            settled: value("settled"),
            board: value("board"),
            edges: value("edges"),
            still: value("still"),
            never: value("never"),
        }
    };
    texts.iter().map(text).collect()
}

fn words(text: Option<&String>) -> Vec<&str> {
    text.into_iter().flat_map(|text| text.split(' ')).collect()
}

/// Runs a command on a file, in the folder of the texts.
fn on_file(command: &[&str], flags: &[&str], file: &str) -> Output {
    let mut program = catmouse();
    program.current_dir(folder()).args(command).args(flags).arg(file).stdin(Stdio::null());
    program.output().expect("the program runs")
}

/// Expects exit code 2, one message that contains `piece`, and no output.
#[track_caller]
fn assert_refused(output: &Output, piece: &str, what: &str) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{what}: {stderr}");
    assert!(output.stdout.is_empty(), "{what} prints something like an answer");
    // A note on the assumed format may precede the error.
    let error = stderr.lines().find(|line| !line.starts_with("note: ")).unwrap_or_default();
    assert!(error.starts_with("error: ") && stderr.contains(piece), "{what} says {stderr}");
}

#[test]
fn every_file_is_listed() {
    let mut files: Vec<String> = fs::read_dir(folder())
        .expect("it is part of the repository")
        .map(|entry| entry.expect("it can be listed").file_name().to_string_lossy().into_owned())
        .filter(|name| !name.contains(".snap"))
        .collect();
    files.sort();
    let mut listed: Vec<String> = texts().into_iter().map(|text| text.file).collect();
    listed.sort();
    assert_eq!(files, listed);
}

/// The commands refuse the text, from a file and from a pipe, with a message that names the flags
/// that make it unambiguous. All commands read boards in the same way, so each text is given to three
/// of them in turn, and to `cops`.
#[test]
fn what_is_not_understood_is_refused() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(folder());
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        for (at, text) in texts().into_iter().enumerate() {
            let Some(refused) = &text.refused else { continue };
            let bytes = fs::read(folder().join(&text.file)).expect("it is listed");
            for turn in 0..3 {
                let command = COMMANDS[(at + 3 * turn) % COMMANDS.len()];
                let what = format!("{command:?} {}", text.file);
                assert_refused(&on_file(command, &[], &text.file), refused, &what);
                if turn == at % 3 {
                    assert_refused(&answer_bytes(catmouse().args(command), &bytes), refused, &format!("{what}, piped"));
                }
            }
            let said = on_file(&["cops"], &[], &text.file).stderr;
            let said = String::from_utf8_lossy(&said);
            for flag in words(text.settled.as_ref())
                .iter()
                .filter(|word| word.starts_with("--input") || word.starts_with("base="))
            {
                let is_named = said.contains(flag);
                assert!(
                    is_named || text.settled.as_deref().is_some_and(|flags| flags.split("--").count() > 2),
                    "{said}"
                );
            }
            assert!(text.settled.is_none() || said.contains("`--"), "{}: no flag settles it: {said}", text.file);
            insta::assert_snapshot!(text.file.as_str(), said);
            if text.never.is_some() {
                let output = on_file(&["cops"], &words(text.never.as_ref()), &text.file);
                assert_refused(&output, refused, &format!("{} with {:?}", text.file, text.never));
            }
        }
    });
}

#[test]
fn what_is_understood_is_the_board_that_was_meant() {
    for text in texts() {
        let flags = words(text.settled.as_ref());
        let to = if text.edges.is_some() { "edges" } else { "leetcode" };
        let output = on_file(&["convert", "--to", to], &flags, &text.file);
        let what = format!("{} with {flags:?}", text.file);
        match (text.board.as_ref().or(text.edges.as_ref()), &text.still) {
            (Some(board), None) => {
                let stderr = String::from_utf8_lossy(&output.stderr);
                assert!(output.status.success(), "{what}: {stderr}");
                assert_eq!(String::from_utf8_lossy(&output.stdout).trim_end(), board, "{what}");
            }
            (None, Some(still)) => assert_refused(&output, still, &what),
            (None, None) => assert!(text.refused.is_some() && text.settled.is_none(), "{what}: nothing is expected"),
            (Some(_), Some(_)) => panic!("{what}: it cannot be both"),
        }
    }
}
