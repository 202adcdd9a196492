//! The house rules that no compiler checks, applied to the files of the repository.
//!
//! A rule is a function from the [`Tree`] to messages; each message gives the place, the fault and
//! the remedy. [`RULES`] lists the rules. Each rule has a test that shows what it finds.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::Result;

mod code;
mod cycles;
mod pages;
mod tree;

use tree::{File, Tree, at};

/// All rules.
const RULES: &[fn(&Tree) -> Vec<String>] = &[
    informative_names,
    front_pages,
    cycles::no_dependency_cycles,
    forbidden_words,
    libraries_know_no_flags,
    public_types_have_their_own_names,
    every_test_runs,
    the_oracle_shares_nothing,
    clean_whitespace,
    used_dependencies,
    snapshots_have_fixtures,
    pages::links_lead_somewhere,
    pages::the_book_is_whole,
    pages::the_code_map_is_whole,
    workflows_are_pinned,
];

/// The messages of all rules.
pub(crate) fn check(root: &Path) -> Result<Vec<String>> {
    let tree = Tree::read(root)?;
    Ok(RULES.iter().flat_map(|rule| rule(&tree)).collect())
}

/// Names that do not tell what a file contains.
const EMPTY_NAMES: &[&str] = &["common", "helper", "helpers", "imp", "misc", "types", "util", "utils"];

fn informative_names(tree: &Tree) -> Vec<String> {
    let empty = |file: &&File| {
        let mut parts = file.path.split(['/', '.']);
        parts.any(|part| EMPTY_NAMES.contains(&part))
    };
    tree.rust()
        .filter(empty)
        .map(|file| at(&file.path, 1, "the path says nothing about what is inside: name it after what it holds"))
        .collect()
}

fn front_pages(tree: &Tree) -> Vec<String> {
    tree.rust()
        .filter(|file| !file.text.starts_with("//!"))
        .map(|file| at(&file.path, 1, "no front page: begin the file with `//!` and say what it holds"))
        .collect()
}

/// Forbidden words in code.
struct Ban {
    words: &'static [&'static str],
    /// Whether the ban applies to this file. It never applies to unit tests.
    applies: fn(&File) -> bool,
    remedy: &'static str,
}

const BANS: &[Ban] = &[
    Ban {
        words: &["todo!", "unimplemented!", "dbg!"],
        applies: |file| !file.path.starts_with("xtask/"), // which names them here
        remedy: "finish it or take it out",
    },
    Ban {
        words: &["println!", "eprintln!", "print!", "eprint!"],
        applies: |file| file.is_source(),
        remedy: "it panics when the reader has closed the pipe: `writeln!` to a stream, in crates/cli/src/output/",
    },
    Ban {
        words: &[".unwrap()"],
        applies: |file| file.is_source(),
        remedy: "return an error, or say with `expect` why there is always a value",
    },
    Ban {
        words: &["the Mouse", "the Cat", "The Mouse", "The Cat"],
        applies: |file| file.path.starts_with("crates/cli/src/") && !file.path.ends_with("/args.rs"), // which describes flags
        remedy: "what an answer says about a game is the same for every front end: a function in crates/document/src",
    },
    Ban {
        words: &["fs::", "env::", "process::", "stdin()", "stdout()", "stderr()"],
        applies: |file| file.is_source() && !TOUCHES_FILES.iter().any(|folder| file.path.starts_with(folder)),
        remedy: "libraries touch no file, stream, process or environment: crates/cli does, and hands over the text",
    },
];

/// The only crates and files that may touch files: the command, the store, and the module that asks the
/// system for the free memory.
const TOUCHES_FILES: [&str; 3] = ["crates/cli/", "crates/store/", "crates/catmouse/src/memory.rs"];

fn forbidden_words(tree: &Tree) -> Vec<String> {
    let mut findings = Vec::new();
    for file in tree.rust() {
        for Ban { words, remedy, .. } in BANS.iter().filter(|ban| (ban.applies)(file)) {
            for (line, text) in code::untested_code(&file.text) {
                if let Some(word) = words.iter().find(|word| code::contains_word(text, word)) {
                    findings.push(at(&file.path, line, &format!("`{word}`: {remedy}")));
                }
            }
        }
    }
    findings
}

/// A library offers remedies as data, and each front end words them. So no text below the command
/// line names a flag.
fn libraries_know_no_flags(tree: &Tree) -> Vec<String> {
    let names_flag = |text: &str| {
        text.match_indices("--").any(|(at, _)| text[at + 2..].starts_with(|c: char| c.is_ascii_lowercase()))
    };
    let mut findings = Vec::new();
    for file in tree.rust().filter(|file| file.is_library()) {
        let named = code::untested_code(&file.text).filter(|(_, text)| names_flag(text));
        findings.extend(named.map(|(line, _)| at(&file.path, line, "a flag in a library: offer a `Remedy` instead")));
    }
    findings
}

/// The name of a public type says which type it is, so no two libraries use the same name.
fn public_types_have_their_own_names(tree: &Tree) -> Vec<String> {
    let mut first = BTreeMap::new();
    let mut findings = Vec::new();
    for file in tree.rust().filter(|file| file.is_library()) {
        for (line, text) in code::untested_code(&file.text) {
            let Some(name) = code::public_type(text) else { continue };
            // The usual name of a trait in a private module.
            if name == "Sealed" {
                continue;
            }
            if let Some(other) = first.get(name) {
                let message = format!("`{name}` is also a public type of {other}: give one of them another name");
                findings.push(at(&file.path, line, &message));
            } else {
                first.insert(name, &file.path);
            }
        }
    }
    findings
}

fn every_test_runs(tree: &Tree) -> Vec<String> {
    let is_untested = |file: &File| {
        file.is_source() || ["site/wasm/src/", "site/reader/src/"].iter().any(|folder| file.path.starts_with(folder))
    };
    let mut findings = Vec::new();
    for file in tree.rust() {
        for (line, text) in file.lines() {
            let text = text.trim_start();
            if text.starts_with("#[ignore") {
                findings.push(at(
                    &file.path,
                    line,
                    "a test that does not run proves nothing: make it run or delete it",
                ));
            } else if text.starts_with("#[should_panic") {
                findings.push(at(&file.path, line, "any panic would pass: return an error and compare it"));
            } else if is_untested(file) && (text == "#[test]" || text.starts_with("#[cfg(test)]")) {
                findings.push(at(&file.path, line, "a library is not compiled for tests: test it from `tests/`"));
            }
        }
    }
    findings
}

/// The oracle judges all crates, so it must not use their code, nor the rest of the campaign.
fn the_oracle_shares_nothing(tree: &Tree) -> Vec<String> {
    let Some(file) = tree.file("campaign/src/oracle.rs") else { return Vec::new() };
    code::code(&file.text)
        .filter(|(_, line)| ["catmouse_", "crate::", "super::"].iter().any(|path| line.contains(path)))
        .map(|(line, _)| at(&file.path, line, "the oracle shares no code with any other file: write it out here"))
        .collect()
}

/// For files that rustfmt does not format. Invalid input may contain any blanks, and a snapshot
/// contains the output of the program.
fn clean_whitespace(tree: &Tree) -> Vec<String> {
    let is_free = |file: &File| {
        let folders = ["fixtures/invalid/", "fixtures/formats/told-apart/"];
        file.has_extension("snap") || folders.iter().any(|folder| file.path.starts_with(folder))
    };
    let lines =
        tree.files.iter().filter(|file| !is_free(file)).flat_map(|file| file.lines().map(move |line| (file, line)));
    lines
        .filter(|(_, (_, text))| text.ends_with(char::is_whitespace))
        .map(|(file, (number, _))| at(&file.path, number, "blanks at the end of the line: remove them"))
        .collect()
}

/// Each external package in `[workspace.dependencies]` must be used by a member. (Cargo reports
/// packages that are missing there, and the step `machete` reports packages that a member declares
/// but does not use.)
fn used_dependencies(tree: &Tree) -> Vec<String> {
    let Some(workspace) = tree.file("Cargo.toml") else { return Vec::new() };
    let members: Vec<&File> = tree.files.iter().filter(|file| file.path.ends_with("/Cargo.toml")).collect();
    let declared = workspace.lines().skip_while(|(_, line)| *line != "[workspace.dependencies]").skip(1);
    let declared = declared.take_while(|(_, line)| !line.starts_with('[')).filter(|(_, line)| !line.contains("path ="));
    declared
        .filter_map(|(number, line)| Some((number, line.split_once('=')?.0.trim())))
        .filter(|(_, name)| {
            let uses = [format!("{name}.workspace"), format!("{name} = {{")];
            let is_use = |line: &str| uses.iter().any(|uses| line.starts_with(uses));
            !members.iter().any(|member| member.text.lines().any(is_use))
        })
        .map(|(number, name)| at(&workspace.path, number, &format!("no member uses `{name}`: remove the line")))
        .collect()
}

/// `NAME.EXT.snap` belongs to `NAME.EXT`, and `NAME.KIND.snap` to `NAME.toml`.
fn snapshots_have_fixtures(tree: &Tree) -> Vec<String> {
    let orphan = |file: &&File| {
        let Some(subject) = file.path.strip_suffix(".snap") else { return false };
        let fixture = subject.rsplit_once('.').map(|(name, _kind)| format!("{name}.toml"));
        tree.file(subject).is_none() && fixture.is_none_or(|fixture| tree.file(&fixture).is_none())
    };
    tree.files
        .iter()
        .filter(|file| file.path.starts_with("fixtures/"))
        .filter(orphan)
        .map(|file| at(&file.path, 1, "no fixture for this snapshot: delete it, or name it after its fixture"))
        .collect()
}

/// Each workflow names its actions by commit, and the same toolchain as the workspace.
fn workflows_are_pinned(tree: &Tree) -> Vec<String> {
    let manifest = tree.file("Cargo.toml").map_or("", |manifest| &manifest.text);
    let minimum = manifest.lines().find_map(|line| line.strip_prefix("rust-version = ")?.strip_suffix('"'));
    let mut findings = Vec::new();
    for file in tree.files.iter().filter(|file| file.path.starts_with(".github/workflows/")) {
        for (number, line) in file.lines() {
            let line = line.trim_start().trim_start_matches("- ");
            let commit =
                |action: &str| action.split_once('@').map_or(0, |(_, rest)| rest.find(' ').unwrap_or(rest.len()));
            if line.strip_prefix("uses: ").is_some_and(|action| commit(action) != 40) {
                findings.push(at(&file.path, number, "an action by its tag, which may move: name the commit"));
            }
            let toolchain = line.strip_prefix("TOOLCHAIN: ");
            if toolchain.is_some_and(|toolchain| minimum.is_none_or(|minimum| !toolchain.starts_with(minimum))) {
                findings.push(at(&file.path, number, "another toolchain than `rust-version` in Cargo.toml: name that"));
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests;
