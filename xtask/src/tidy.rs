//! The house rules that no compiler checks, applied to the files of the repository.
//!
//! A rule is a function from the [`Tree`] to messages, each of which gives the place, the fault and the remedy; [`RULES`] lists the
//! rules. Those about Rust look at code alone and ignore comments and string literals ([`code`]). Each rule has a test that shows what it
//! catches.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

mod circles;
mod code;
mod pages;

/// All rules.
const RULES: &[fn(&Tree) -> Vec<String>] = &[
    telling_names,
    front_pages,
    circles::no_circles,
    forbidden_words,
    the_oracle_shares_nothing,
    clean_whitespace,
    used_dependencies,
    dependencies_occur,
    fixtures_carry_their_truth,
    fixtures_have_snapshots,
    snapshots_have_fixtures,
    pages::links_lead_somewhere,
    pages::the_book_is_whole,
    pages::named_tasks_exist,
    crates_are_introduced,
    workflows_are_pinned,
];

/// The messages of all rules.
pub(crate) fn check(root: &Path) -> Result<Vec<String>> {
    let tree = Tree::read(root)?;
    Ok(RULES.iter().flat_map(|rule| rule(&tree)).collect())
}

/// The files of the repository, in the order of their paths.
struct Tree {
    files: Vec<File>,
}

struct File {
    /// The path relative to the root, with `/` between the parts.
    path: String,
    /// The contents; empty if they are not UTF-8.
    text: String,
}

/// The folders of `fuzz/` in which the fuzzer keeps its files.
const FUZZER_FOLDERS: &[&str] = &["artifacts", "corpus", "coverage", "seeds"];

impl Tree {
    /// Reads all files below `root` except those that git, cargo, npm, Python, insta and the fuzzer generate (see the `.gitignore`
    /// files).
    fn read(root: &Path) -> Result<Self> {
        let mut files = Vec::new();
        let mut folders = vec![root.to_path_buf()];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).with_context(|| format!("cannot list {}", folder.display()))? {
                let entry = entry?;
                let path = entry.path();
                let kind = entry.file_type()?;
                let name = entry.file_name().to_string_lossy().into_owned();
                let kept_by_fuzzer = folder.ends_with("fuzz") && FUZZER_FOLDERS.contains(&&*name);
                if [".git", "node_modules", "target", "__pycache__", ".mypy_cache", ".pytest_cache"].contains(&&*name)
                    || kept_by_fuzzer
                    || name.ends_with(".snap.new")
                    || name.ends_with(".pending-snap")
                {
                    continue;
                }
                if kind.is_dir() {
                    folders.push(path);
                } else if kind.is_file() {
                    let bytes = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
                    let parts: Vec<_> = path.strip_prefix(root)?.iter().map(|part| part.to_string_lossy()).collect();
                    files.push(File { path: parts.join("/"), text: String::from_utf8(bytes).unwrap_or_default() });
                }
            }
        }
        files.sort_by(|one, other| one.path.cmp(&other.path));
        Ok(Self { files })
    }

    fn rust(&self) -> impl Iterator<Item = &File> {
        self.files.iter().filter(|file| file.has_extension("rs"))
    }

    fn file(&self, path: &str) -> Option<&File> {
        self.files.iter().find(|file| file.path == path)
    }

    /// Whether there is such a file or folder.
    fn has(&self, path: &str) -> bool {
        let below = format!("{path}/");
        path.is_empty() || self.files.iter().any(|file| file.path == path || file.path.starts_with(&below))
    }
}

impl File {
    fn has_extension(&self, extension: &str) -> bool {
        Path::new(&self.path).extension().is_some_and(|found| found == extension)
    }

    /// The lines with their numbers, from 1.
    fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        (1..).zip(self.text.lines())
    }

    /// Whether the file is in this folder (`src`, `tests`, …) of a crate below `crates/`.
    fn in_crate(&self, part: &str) -> bool {
        let mut parts = self.path.split('/');
        parts.next() == Some("crates") && parts.nth(1) == Some(part)
    }
}

fn at(path: &str, line: usize, message: &str) -> String {
    format!("{path}:{line}: {message}")
}

/// Names that do not say what a file holds.
const EMPTY_NAMES: &[&str] = &["common", "helper", "helpers", "imp", "misc", "types", "util", "utils"];

fn telling_names(tree: &Tree) -> Vec<String> {
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

/// Words that code must not contain.
struct Ban {
    words: &'static [&'static str],
    place: Place,
    remedy: &'static str,
}

#[derive(Clone, Copy)]
enum Place {
    /// Every Rust file.
    Everywhere,
    /// The sources of the crates, their unit tests too.
    Sources,
    /// The sources of the crates, not their unit tests.
    SourcesUntested,
    /// The sources of the libraries, that is of all crates but the command line; not their unit tests.
    Libraries,
}

const BANS: &[Ban] = &[
    Ban {
        words: &["#[ignore"],
        place: Place::Everywhere,
        remedy: "a test that does not run proves nothing: make it run or delete it",
    },
    Ban {
        words: &["#[should_panic"],
        place: Place::Everywhere,
        remedy: "any panic would pass: return an error and compare it",
    },
    Ban { words: &["todo!", "unimplemented!", "dbg!"], place: Place::Everywhere, remedy: "finish it or take it out" },
    Ban {
        words: &["println!", "eprintln!", "print!", "eprint!"],
        place: Place::Sources,
        remedy: "it panics when the reader has closed the pipe: `writeln!` to a stream, in crates/cli/src/output/",
    },
    Ban {
        words: &[".unwrap()"],
        place: Place::SourcesUntested,
        remedy: "return an error, or say with `expect` why there is always a value",
    },
    Ban {
        words: &[
            "std::fs",
            "fs::",
            "std::env",
            "env::",
            "std::process",
            "process::",
            "stdin()",
            "stdout()",
            "stderr()",
        ],
        place: Place::Libraries,
        remedy: "libraries touch no file, stream, process or environment: crates/cli does, and hands over the text",
    },
];

/// The only code that may touch files: the command, the store, the program of the campaign, which writes its findings, and the module
/// that asks the system how much memory is free.
const TOUCHES_FILES: [&str; 4] =
    ["crates/cli/", "crates/store/", "crates/campaign/src/main.rs", "crates/catmouse/src/memory.rs"];

fn forbidden_words(tree: &Tree) -> Vec<String> {
    let mut findings = Vec::new();
    for file in tree.rust() {
        let with_tests = code::without_text(&file.text);
        let without_tests = code::without_tests(&with_tests);
        for Ban { words, place, remedy } in BANS {
            let (applies, searched) = match place {
                Place::Everywhere => (true, &with_tests),
                Place::Sources => (file.in_crate("src"), &with_tests),
                Place::SourcesUntested => (file.in_crate("src"), &without_tests),
                Place::Libraries => {
                    let touches_files = TOUCHES_FILES.iter().any(|folder| file.path.starts_with(folder));
                    (file.in_crate("src") && !touches_files, &without_tests)
                }
            };
            for (line, text) in (1..).zip(searched.lines()).filter(|_| applies) {
                if let Some(word) = words.iter().find(|word| code::contains_word(text, word)) {
                    findings.push(at(&file.path, line, &format!("`{word}`: {remedy}")));
                }
            }
        }
    }
    findings
}

/// The oracle judges all crates, so it must not use any of them, nor the rest of the campaign.
fn the_oracle_shares_nothing(tree: &Tree) -> Vec<String> {
    let Some(file) = tree.file("crates/campaign/src/oracle.rs") else { return Vec::new() };
    let code = code::without_text(&file.text);
    let lines = (1..).zip(code.lines());
    lines
        .filter(|(_, line)| ["catmouse_", "crate::", "super::"].iter().any(|path| line.contains(path)))
        .map(|(line, _)| at(&file.path, line, "the oracle shares no code with any other file: write it out here"))
        .collect()
}

fn clean_whitespace(tree: &Tree) -> Vec<String> {
    // Invalid input may have any blanks, and a snapshot holds the output of the program.
    const FREE: [&str; 2] = ["fixtures/invalid/", "fixtures/formats/told-apart/"];
    let mut findings = Vec::new();
    let is_ours =
        |file: &&File| !FREE.iter().any(|folder| file.path.starts_with(folder)) && !file.has_extension("snap");
    for file in tree.files.iter().filter(is_ours) {
        for (line, text) in file.lines() {
            if text.ends_with(char::is_whitespace) {
                findings.push(at(&file.path, line, "blanks at the end of the line: remove them"));
            }
            if text.contains('\t') && file.has_extension("rs") {
                findings.push(at(&file.path, line, "a tab: indent with blanks, write `\\t` in a literal"));
            }
        }
        if !file.text.is_empty() && !file.text.ends_with('\n') {
            findings.push(at(&file.path, file.text.lines().count(), "no newline at the end of the file: add one"));
        }
    }
    findings
}

/// Each external package in `[workspace.dependencies]` is used by a member. (Cargo reports those that are not declared there.)
fn used_dependencies(tree: &Tree) -> Vec<String> {
    let Some(workspace) = tree.file("Cargo.toml") else { return Vec::new() };
    let members: Vec<&File> = tree.files.iter().filter(|file| file.path.ends_with("/Cargo.toml")).collect();
    let declared = workspace
        .lines()
        .skip_while(|(_, line)| *line != "[workspace.dependencies]")
        .skip(1)
        .take_while(|(_, line)| !line.starts_with('['))
        .filter(|(_, line)| !line.contains("path ="));
    let mut findings = Vec::new();
    for (number, line) in declared {
        let Some((name, _)) = line.split_once('=') else { continue };
        let name = name.trim();
        let uses = |line: &str| {
            line.strip_prefix(name).is_some_and(|rest| rest.starts_with(".workspace") || rest.starts_with(" = {"))
        };
        if !members.iter().any(|member| member.text.lines().any(uses)) {
            findings.push(at(&workspace.path, number, &format!("no member uses `{name}`: remove the line")));
        }
    }
    findings
}

/// Each dependency of a package occurs in its code. A dependency for the tests may occur anywhere, also in examples in comments.
fn dependencies_occur(tree: &Tree) -> Vec<String> {
    let manifests = tree.files.iter().filter_map(|file| Some((file, file.path.strip_suffix("Cargo.toml")?)));
    let mut findings = Vec::new();
    for (manifest, folder) in manifests {
        let Ok(table) = manifest.text.parse::<toml::Table>() else {
            findings.push(at(&manifest.path, 1, "no TOML: mend it"));
            continue;
        };
        let sources: Vec<(&str, &File)> =
            tree.rust().filter_map(|file| Some((file.path.strip_prefix(folder)?, file))).collect();
        let code: Vec<String> = sources
            .iter()
            .filter(|(path, _)| !["tests/", "benches/"].iter().any(|tests| path.starts_with(tests)))
            .map(|(_, file)| code::without_tests(&code::without_text(&file.text)))
            .collect();
        let declared =
            |section| table.get(section).and_then(toml::Value::as_table).into_iter().flat_map(toml::Table::keys);
        let unused = |name: &&String| !code.iter().any(|code| names_crate(code, name));
        let untested = |name: &&String| !sources.iter().any(|(_, file)| names_crate(&file.text, name));
        let unused = declared("dependencies").filter(unused).chain(declared("dev-dependencies").filter(untested));
        for name in unused {
            let line = manifest.lines().find(|(_, line)| line.starts_with(name.as_str())).map_or(1, |(line, _)| line);
            let message = format!("`{name}` does not occur here: remove the line, or let it be for the tests alone");
            findings.push(at(&manifest.path, line, &message));
        }
    }
    findings
}

/// Whether a path that begins with this package occurs in the code.
fn names_crate(code: &str, package: &str) -> bool {
    let name = package.replace('-', "_");
    let path = [format!("{name}::"), format!("use {name};"), format!("use {name} as")];
    path.iter().any(|path| code::contains_word(code, path))
}

/// The folders whose `*.toml` files are games to solve.
const GAME_FOLDERS: &[&str] =
    &["fixtures/classic/", "fixtures/cops/", "fixtures/costs/", "fixtures/grid/", "fixtures/rules/"];

fn games(tree: &Tree) -> impl Iterator<Item = &File> {
    let in_folder = |file: &&File| GAME_FOLDERS.iter().any(|folder| file.path.starts_with(folder));
    tree.files.iter().filter(in_folder).filter(|file| file.has_extension("toml"))
}

fn fixtures_carry_their_truth(tree: &Tree) -> Vec<String> {
    let mut findings = Vec::new();
    for file in games(tree) {
        let table: toml::Table = match file.text.parse() {
            Ok(table) => table,
            Err(error) => {
                findings.push(at(&file.path, 1, &format!("no TOML ({}): mend it or move it", error.message())));
                continue;
            }
        };
        if table.get("source").and_then(toml::Value::as_str).is_none_or(|source| source.trim().is_empty()) {
            findings.push(at(&file.path, 1, "no `source`: name the statement, theorem, table or proof it comes from"));
        }
        if table.get("expect").and_then(toml::Value::as_table).is_none_or(toml::Table::is_empty) {
            findings.push(at(&file.path, 1, "no `[expect]`: say what the source says about the outcome"));
        }
    }
    findings
}

fn fixtures_have_snapshots(tree: &Tree) -> Vec<String> {
    let explained = games(tree).map(|file| (file, format!("{}.explain.snap", file.path.trim_end_matches(".toml"))));
    let refused = tree
        .files
        .iter()
        .filter(|file| file.path.starts_with("fixtures/invalid/") && !file.has_extension("snap"))
        .map(|file| (file, format!("{}.snap", file.path)));
    explained
        .chain(refused)
        .filter(|(_, snapshot)| tree.file(snapshot).is_none())
        .map(|(file, snapshot)| {
            at(&file.path, 1, &format!("no {snapshot}: write it with `cargo xtask bless` and read it"))
        })
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
        .map(|file| at(&file.path, 1, "no fixture beside this snapshot: delete it, or name it after its fixture"))
        .collect()
}

fn crates_are_introduced(tree: &Tree) -> Vec<String> {
    const PAGE: &str = "crates/README.md";
    let page = tree.file(PAGE).map_or("", |file| &file.text);
    let folders = tree.files.iter().filter_map(|file| {
        let folder = file.path.strip_prefix("crates/")?.strip_suffix("/Cargo.toml")?;
        (!folder.contains('/')).then_some(folder)
    });
    folders
        .filter(|folder| !code::contains_word(page, folder))
        .map(|folder| at(PAGE, 1, &format!("nothing about crates/{folder}: say what it is for")))
        .collect()
}

/// Each workflow names its actions by commit, begins with few permissions, and takes the toolchain that the workspace names.
fn workflows_are_pinned(tree: &Tree) -> Vec<String> {
    let minimum = tree.file("Cargo.toml").and_then(|manifest| {
        let line = manifest.text.lines().find_map(|line| line.strip_prefix("rust-version = "))?;
        Some(line.trim_matches('"').to_owned())
    });
    let mut findings = Vec::new();
    for file in tree.files.iter().filter(|file| file.path.starts_with(".github/workflows/")) {
        if !file.text.lines().any(|line| line == "permissions:") {
            findings.push(at(&file.path, 1, "no `permissions:` for the whole workflow: begin with `contents: read`"));
        }
        for (number, line) in file.lines() {
            let line = line.trim_start().trim_start_matches("- ");
            if let Some(action) = line.strip_prefix("uses: ") {
                let commit = action.split_once('@').and_then(|(_, rest)| rest.split(' ').next()).unwrap_or("");
                if commit.len() != 40 || !commit.chars().all(|c| c.is_ascii_hexdigit()) {
                    findings.push(at(&file.path, number, "an action by its tag, which may move: name the commit"));
                }
            }
            if let Some(toolchain) = line.strip_prefix("TOOLCHAIN: ")
                && !minimum.as_ref().is_some_and(|minimum| toolchain.trim_start_matches('"').starts_with(minimum))
            {
                findings.push(at(&file.path, number, "another toolchain than `rust-version` in Cargo.toml: name that"));
            }
        }
    }
    findings
}

#[cfg(test)]
mod tests;
