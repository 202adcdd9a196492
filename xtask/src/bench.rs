//! `cargo xtask bench`: every engine on families of boards, timed in one run.
//!
//! `crates/solver/benches/compare.rs` does the work, built in the release profile. If g++ is
//! installed, the plain C++ program of `crates/solver/benches/baseline` is timed as well.
//! `crates/solver/PERFORMANCE.md` explains the output.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{fs, io};

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::{cargo, workspace};

/// The arguments of a benchmark.
#[derive(Args)]
pub(crate) struct Bench {
    /// Families such as grid-60 or gnp-1000-0.01, of any size, or kinds such as grid; the default
    /// is all listed families
    #[arg(value_name = "FAMILY")]
    families: Vec<String>,
    /// The seed of the random boards: the same seed gives the same boards
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// Run three rounds each, and skip families of more than 200 million moves
    #[arg(long)]
    quick: bool,
    /// Run quick rounds over growing boards of these kinds, and write charts of time and ratio over
    /// size to target/bench
    #[arg(long)]
    plot: bool,
    /// Save the figures under this name in target/bench
    #[arg(long, value_name = "NAME")]
    save: Option<String>,
    /// Show the changes of times since the figures saved under this name
    #[arg(long, value_name = "NAME")]
    against: Option<String>,
    /// Count instructions on small boards instead of timing large ones: the counts do not depend on
    /// the load of the machine
    ///
    /// Needs valgrind and gungraun-runner, and says how to get them.
    #[arg(long, conflicts_with_all = ["families", "seed", "quick", "plot"])]
    instructions: bool,
}

/// Builds and runs the benchmark. True if all engines took part and gave right results, at any
/// speed.
pub(crate) fn run(root: &Path, bench: &Bench) -> Result<bool> {
    if bench.instructions {
        return count_instructions(root, bench);
    }
    let mut command = program(root, "compare");
    let seed = bench.seed.map(|seed| seed.to_string());
    for (flag, value) in [("--seed", &seed), ("--save", &bench.save), ("--against", &bench.against)] {
        if let Some(value) = value {
            command.args([flag, value]);
        }
    }
    for (flag, asked) in [("--quick", bench.quick), ("--plot", bench.plot)] {
        if asked {
            command.arg(flag);
        }
    }
    if let Some(program) = baseline(root)? {
        command.arg("--baseline").arg(program);
    }
    command.args(&bench.families);
    Ok(command.status().context("cargo does not start")?.success())
}

/// A command that runs one of the programs of `crates/solver/benches`. The program's arguments can
/// be appended.
fn program(root: &Path, name: &str) -> Command {
    let mut command = cargo(root, &["bench", "--locked", "--quiet", "--package", "catmouse-solver", "--bench"]);
    command.args([name, "--"]);
    command
}

/// Counts instructions. True if all counts succeeded.
fn count_instructions(root: &Path, bench: &Bench) -> Result<bool> {
    tools()?;
    let mut command = program(root, "instructions");
    for (flag, name) in [("--save-baseline", &bench.save), ("--baseline", &bench.against)] {
        if let Some(name) = name {
            command.arg(format!("{flag}={name}"));
        }
    }
    Ok(command.status().context("cargo does not start")?.success())
}

/// Checks that the tools for counting instructions are installed. The error names the remedy for a
/// missing tool.
fn tools() -> Result<()> {
    let tools = [
        ("valgrind", "valgrind: from your system's packages"),
        (
            "gungraun-runner",
            "gungraun-runner, of the version in Cargo.lock: cargo install gungraun-runner --version 0.20.0",
        ),
    ];
    let is_missing = |program: &str| Command::new(program).arg("--version").output().is_err();
    let missing: Vec<&str> =
        tools.iter().filter(|(program, _)| is_missing(program)).map(|(_, remedy)| *remedy).collect();
    if !missing.is_empty() {
        bail!("counting instructions needs {}", missing.join(", "));
    }
    Ok(())
}

/// Compiles the C++ program, for generic processors like our releases. `None` if there is no
/// compiler.
fn baseline(root: &Path) -> Result<Option<PathBuf>> {
    let folder = target(root)?.join("bench");
    fs::create_dir_all(&folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let program = folder.join("queue");
    let source = root.join("crates/solver/benches/baseline/queue.cpp");
    let compiled = Command::new("g++").args(["-O3", "-std=c++20", "-Wall", "-o"]).arg(&program).arg(source).status();
    match compiled {
        Ok(status) if status.success() => Ok(Some(program)),
        Ok(status) => bail!("g++ ended with {status}"),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            println!("bench: no g++, so the C++ program does not take part");
            Ok(None)
        }
        Err(error) => Err(error).context("g++ does not start"),
    }
}

/// The build directory of cargo.
fn target(root: &Path) -> Result<PathBuf> {
    Ok(workspace(root)?.target_directory.into())
}
