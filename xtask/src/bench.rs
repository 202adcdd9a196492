//! `cargo xtask bench`: every engine on families of boards, timed in one run.
//!
//! The work is done by `crates/solver/benches/compare.rs`, built as it is shipped; `crates/solver/PERFORMANCE.md` says how to
//! read what it prints.

use std::path::Path;

use anyhow::{Context, Result};
use clap::Args;

use crate::cargo;

/// What a benchmark can be told.
#[derive(Args)]
pub(crate) struct Bench {
    /// Families such as grid-60 or gnp-1000-0.01, of any size, or kinds of listed ones such as grid; all listed ones without
    #[arg(value_name = "FAMILY")]
    families: Vec<String>,
    /// What random boards grow from: the same seed, the same boards
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Three rounds each, and no family of more than 200 million moves
    #[arg(long)]
    quick: bool,
    /// Keep the figures under this name in target/bench
    #[arg(long, value_name = "NAME")]
    save: Option<String>,
    /// Show how the times changed against those kept under this name
    #[arg(long, value_name = "NAME")]
    against: Option<String>,
}

/// Builds and runs the benchmark. True if nobody was wrong and nothing was missing; how fast is for the reader to judge.
pub(crate) fn run(root: &Path, bench: &Bench) -> Result<bool> {
    let mut command = cargo(root, &["bench", "--locked", "--quiet", "--package", "catmouse-solver"]);
    command.args(["--bench", "compare", "--"]);
    let seed = bench.seed.map(|seed| seed.to_string());
    for (flag, value) in [("--seed", &seed), ("--save", &bench.save), ("--against", &bench.against)] {
        if let Some(value) = value {
            command.args([flag, value]);
        }
    }
    if bench.quick {
        command.arg("--quick");
    }
    command.args(&bench.families);
    Ok(command.status().context("cargo does not start")?.success())
}
