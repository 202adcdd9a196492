//! `cargo xtask fuzz`: runs each fuzz target for a given time, starting from the fixtures.
//!
//! The targets are the files of `fuzz/fuzz_targets`. Each run generates their seeds again
//! ([`seeds`]). The fuzzer keeps inputs that reach new code in `fuzz/corpus`, and inputs that break
//! a target in `fuzz/artifacts`. This command installs no tool.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::nightly::{nightly, runs};

/// The greatest length of a generated input in bytes. Longer inputs are slower and find nothing
/// more.
const MAX_BYTES: usize = 4096;

/// The time in seconds after which an input counts as a hang. The slowest seeds take five on an
/// idle machine.
const MAX_SECONDS: u32 = 60;

/// Runs the named targets, or all if none is named, for this many seconds each. True if no target
/// broke.
pub(crate) fn run(root: &Path, seconds: u64, names: &[String]) -> Result<bool> {
    let root = root.join("fuzz");
    let targets = targets(&root)?;
    if let Some(unknown) = names.iter().find(|name| !targets.contains(name)) {
        bail!("there is no fuzz target {unknown}: the targets are {}", targets.join(", "));
    }
    tools(&root)?;
    seeds::make(&root)?;
    let mut broken = Vec::new();
    for target in targets.iter().filter(|target| names.is_empty() || names.contains(target)) {
        println!("== fuzz {target}: {seconds} s");
        let mut command = cargo_fuzz(&root);
        let corpus = ["corpus", "seeds"].map(|folder| root.join(folder).join(target));
        for folder in &corpus {
            fs::create_dir_all(folder)?;
        }
        command.args(["run", target]).args(corpus).arg("--");
        command.args([format!("-max_total_time={seconds}"), format!("-max_len={MAX_BYTES}")]);
        command.args(["-rss_limit_mb=2048", &format!("-timeout={MAX_SECONDS}"), "-print_final_stats=1"]);
        let words = root.join("dictionaries").join(format!("{target}.dict"));
        if words.exists() {
            command.arg(format!("-dict={}", words.display()));
        }
        if !command.status().context("cargo does not start")?.success() {
            broken.push(target.as_str());
        }
    }
    if broken.is_empty() {
        println!("fuzz: nothing found");
    } else {
        println!("fuzz: broken: {}", broken.join(", "));
        println!("fuzz: the inputs are in fuzz/artifacts; add each as a fixture once its fault is fixed");
    }
    Ok(broken.is_empty())
}

/// The names of the targets, in order.
fn targets(root: &Path) -> Result<Vec<String>> {
    let folder = root.join("fuzz_targets");
    let files = fs::read_dir(&folder).with_context(|| format!("cannot list {}", folder.display()))?;
    let mut names = Vec::new();
    for file in files {
        let path = file?.path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            names.extend(path.file_stem().map(|name| name.to_string_lossy().into_owned()));
        }
    }
    names.sort();
    Ok(names)
}

/// A command for cargo-fuzz with the nightly compiler.
fn cargo_fuzz(root: &Path) -> Command {
    let mut command = nightly(root);
    command.arg("fuzz");
    command
}

/// Checks that the tools are installed. The error names the remedy for a missing tool.
fn tools(root: &Path) -> Result<()> {
    if !runs(nightly(root).arg("--version")) {
        bail!("fuzzing needs a nightly compiler: rustup toolchain install nightly");
    }
    if !runs(cargo_fuzz(root).arg("--version")) {
        bail!("fuzzing needs cargo-fuzz: cargo install cargo-fuzz");
    }
    Ok(())
}

/// The seeds: all fixtures and built-in boards, for the reader of their format and for the
/// pipeline. The boards of setups are also seeds in the shorter notations.
mod seeds {
    use super::{Context, Path, PathBuf, Result, fs};

    /// Writes the seeds of each target to a separate folder, after removing the old ones.
    pub(super) fn make(root: &Path) -> Result<()> {
        let seeds = root.join("seeds");
        if seeds.exists() {
            fs::remove_dir_all(&seeds).context("cannot remove the old seeds")?;
        }
        let repository = root.parent().context("fuzz/ lies in the repository")?;
        for path in texts(repository)? {
            let bytes = fs::read(&path)?;
            let relative = path.strip_prefix(repository)?;
            let name: Vec<_> = relative.iter().map(|part| part.to_string_lossy()).collect();
            let name = name.join("-");
            for (target, seed) in seeds_of(&name, &bytes) {
                let folder = seeds.join(target);
                fs::create_dir_all(&folder)?;
                fs::write(folder.join(&name), seed)?;
            }
        }
        Ok(())
    }

    /// The files in the repository that catmouse reads: fixtures and built-in boards.
    fn texts(repository: &Path) -> Result<Vec<PathBuf>> {
        let mut found = Vec::new();
        let mut folders = vec![repository.join("fixtures"), repository.join("crates/cli/boards")];
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(&folder).with_context(|| format!("cannot list {}", folder.display()))? {
                let path = entry?.path();
                if path.is_dir() {
                    folders.push(path);
                } else {
                    found.push(path);
                }
            }
        }
        Ok(found)
    }

    /// The seeds made from a file, each with its target.
    pub(super) fn seeds_of(name: &str, bytes: &[u8]) -> Vec<(&'static str, Vec<u8>)> {
        let reader = match name.rsplit_once('.') {
            Some((_, "json")) if name.contains("networkx") => "node_link",
            Some((_, "txt")) if name.contains("networkx") => "matrix",
            Some((_, "mtx")) => "mtx",
            Some((_, "adjlist")) => "adjlist",
            Some((_, "edgelist")) => "nx_edges",
            Some((_, "graphml")) => "graphml",
            Some((_, "gml")) => "gml",
            Some((_, "csv")) => "csv",
            Some((_, "txt")) if name.contains("told-apart") => target_by_name(name),
            Some((_, "toml")) => "setup",
            Some((_, "json" | "jsonl")) => "leetcode",
            Some((_, "txt")) => "grid",
            Some((_, "g6" | "d6" | "s6")) => "graph6",
            Some((_, "edges")) => "edges",
            Some((_, "col" | "gr")) => "dimacs",
            Some((_, "dot")) => "dot",
            _ => return Vec::new(),
        };
        let mut seeds = vec![(reader, bytes.to_vec()), ("pipeline", bytes.to_vec())];
        let setup: Option<toml::Table> = std::str::from_utf8(bytes).ok().and_then(|text| text.parse().ok());
        let board = setup.as_ref().and_then(|setup| setup.get("board")?.as_table());
        if let Some(lists) = board.and_then(|board| board.get("adjacency")) {
            seeds.push(("leetcode", lists.to_string().into_bytes()));
        }
        if let Some(rows) = board.and_then(|board| board.get("grid")) {
            let rows: Vec<&str> = match rows {
                toml::Value::String(text) => text.split_whitespace().collect(),
                toml::Value::Array(rows) => rows.iter().filter_map(toml::Value::as_str).collect(),
                _ => Vec::new(),
            };
            seeds.push(("leetcode", format!("{rows:?}").into_bytes()));
            seeds.push(("grid", rows.join("\n").into_bytes()));
        }
        seeds
    }

    /// The target for a file of `fixtures/formats/told-apart`, by the beginning of its name. The
    /// default is the reader of grids.
    fn target_by_name(name: &str) -> &'static str {
        const BEGINNINGS: [(&str, &str); 18] = [
            ("matrix-market", "mtx"),
            ("matrix", "matrix"),
            ("adjacency-list", "adjlist"),
            ("networkx-edges", "nx_edges"),
            ("node-link", "node_link"),
            ("graphml", "graphml"),
            ("gml", "gml"),
            ("showg", "showg"),
            ("house-of-graphs", "hog"),
            ("multicode", "multicode"),
            ("csv", "csv"),
            ("pajek", "programs"),
            ("ucinet", "programs"),
            ("metis", "programs"),
            ("leda", "programs"),
            ("octile", "programs"),
            ("pacman", "programs"),
            ("sokoban", "programs"),
        ];
        let found = BEGINNINGS.iter().find(|(beginning, _)| name.contains(&format!("told-apart-{beginning}")));
        found.map_or("grid", |(_, target)| target)
    }
}

#[cfg(test)]
mod tests {
    use super::seeds::seeds_of;

    #[track_caller]
    fn check(name: &str, text: &str, expect: &[(&str, &str)]) {
        let seeds = seeds_of(name, text.as_bytes());
        let found: Vec<_> = seeds.iter().map(|(target, seed)| (*target, str::from_utf8(seed).expect("text"))).collect();
        assert_eq!(found, expect);
    }

    #[test]
    fn a_fixture_is_a_seed_for_its_reader_and_for_the_pipeline() {
        check("invalid-a.json", "[[1]", &[("leetcode", "[[1]"), ("pipeline", "[[1]")]);
        check("invalid-a.txt", "M.C", &[("grid", "M.C"), ("pipeline", "M.C")]);
        check("formats-a.g6", "Bw", &[("graph6", "Bw"), ("pipeline", "Bw")]);
        check("formats-a.gr", "p sp 1 0", &[("dimacs", "p sp 1 0"), ("pipeline", "p sp 1 0")]);
        check("invalid-a.txt.snap", "error", &[]);
    }

    #[test]
    fn the_board_of_a_setup_is_a_seed_in_every_notation() {
        let graph = "board.adjacency = [[1], [0]]";
        check("a.toml", graph, &[("setup", graph), ("pipeline", graph), ("leetcode", "[[1], [0]]")]);
        let grid = "board.grid = [\"MC\", \".F\"]";
        let expect = [("setup", grid), ("pipeline", grid), ("leetcode", "[\"MC\", \".F\"]"), ("grid", "MC\n.F")];
        check("a.toml", grid, &expect);
    }
}
