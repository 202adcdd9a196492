//! `cargo xtask mutants`: mutation testing of the code that decides whether results are right:
//! checker, adjudication, endings, moves.
//!
//! cargo-mutants makes one small change at a time, such as `<` into `<=`, and runs the tests of the
//! crate. A change that no test notices shows that a test is missing. `.cargo/mutants.toml`
//! excludes changes without an effect, with reasons. cargo-mutants prints the number of caught
//! changes, and each change that was missed.

use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::cargo;

/// The packages whose tests must notice changes, and the files to change.
const SUBJECTS: &[(&str, &[&str])] = &[
    ("catmouse-arena", &["crates/arena/src/checker.rs", "crates/arena/src/adjudication.rs"]),
    ("catmouse-model", &["crates/model/src/endings.rs", "crates/model/src/steps.rs"]),
];

/// Tries all changes. True if a test notices each of them.
pub(crate) fn run(root: &Path) -> Result<bool> {
    let mut caught = true;
    for (package, files) in SUBJECTS {
        let mut mutants = cargo(root, &["mutants", "--workspace", "--no-shuffle", "--test-package", package]);
        mutants.args(["--baseline", "skip", "--timeout", "60", "--output", &format!("target/mutants-{package}")]);
        mutants.args(files.iter().flat_map(|file| ["--file", file]));
        mutants.args(["--", "--tests", "--no-fail-fast"]);
        // Each change is compiled and tested once, so compiling takes most of the time.
        mutants.envs([("CARGO_PROFILE_DEV_OPT_LEVEL", "0"), ("CARGO_PROFILE_DEV_DEBUG", "0")]);
        let status = mutants.status().context("cargo does not start")?;
        match status.code() {
            Some(0) => {}
            // A change was missed, or a test ran out of time.
            Some(2 | 3) => caught = false,
            _ => bail!("cargo mutants ended with {status}; to install it: cargo install cargo-mutants --locked"),
        }
    }
    Ok(caught)
}
