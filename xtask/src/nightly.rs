//! The nightly compiler, for what the stable one cannot do: fuzzers and sanitizers.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

/// Cargo by the nightly compiler. The cargo that runs this program is another, so it is asked by name.
pub(crate) fn nightly(root: &Path) -> Command {
    let mut command = Command::new("cargo");
    command.current_dir(root).arg("+nightly");
    // Set by the cargo that runs this program, for a compiler that cannot do it.
    for variable in ["CARGO", "RUSTUP_TOOLCHAIN", "RUSTC", "RUSTDOC"] {
        command.env_remove(variable);
    }
    command
}

/// Whether the command exists and ends without an error.
pub(crate) fn runs(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// The target that the nightly compiler builds for by default, if there is such a compiler. A sanitizer needs it named: cargo
/// then sanitizes the tests, and not the build scripts and macros that run while they are built.
pub(crate) fn machine() -> Result<Option<String>> {
    let mut command = Command::new("rustc");
    command.args(["+nightly", "--version", "--verbose"]).env_remove("RUSTUP_TOOLCHAIN");
    let output = command.output().context("rustc does not start")?;
    if !output.status.success() {
        return Ok(None);
    }
    let said = String::from_utf8_lossy(&output.stdout);
    let machine = said.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(Some(machine.context("rustc does not name its host")?.to_owned()))
}
