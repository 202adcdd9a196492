//! `cargo xtask mutants`: whether the tests would notice a mistake in the code that says what is true.
//!
//! cargo-mutants changes one small thing at a time, such as a `<` into a `<=`, and runs the tests of the crate. A change that no
//! test notices shows that a test is missing. (One that changes nothing has its place, with the reason, in
//! `.cargo/mutants.toml`; there is none so far.) `xtask/MUTANTS.md` says of each change which tests catch it.

use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::cargo;

/// Files that are changed, and the package whose tests have to notice.
const SUBJECTS: &[(&str, &[&str])] = &[
    ("catmouse-arena", &["crates/arena/src/checker.rs", "crates/arena/src/adjudication.rs"]),
    ("catmouse-model", &["crates/model/src/endings.rs", "crates/model/src/steps.rs"]),
];

/// Tries every change. True if tests noticed all of them.
pub(crate) fn run(root: &Path) -> Result<bool> {
    let mut caught = true;
    for (package, files) in SUBJECTS {
        let mut mutants = cargo(root, &["mutants", "--workspace", "--no-shuffle", "--test-package", package]);
        mutants.args(["--baseline", "skip", "--timeout", "60", "--output", &format!("target/mutants-{package}")]);
        mutants.args(files.iter().flat_map(|file| ["--file", file]));
        mutants.args(["--", "--lib", "--tests", "--no-fail-fast"]);
        // A change is built once and its tests run once, so time goes into compiling.
        mutants.envs([("CARGO_PROFILE_DEV_OPT_LEVEL", "0"), ("CARGO_PROFILE_DEV_DEBUG", "0")]);
        let status = mutants.status().context("cargo does not start")?;
        match status.code() {
            Some(0) => {}
            // A change was missed, or a test did not end.
            Some(2 | 3) => caught = false,
            _ => bail!("cargo mutants ended with {status}; to install it: cargo install cargo-mutants --locked"),
        }
    }
    Ok(caught)
}
