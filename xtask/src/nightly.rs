//! The nightly compiler, which fuzzers and sanitizers need.

use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result};

/// A command for the cargo of the nightly toolchain, at `root`.
pub(crate) fn nightly(root: &Path) -> Command {
    let mut command = Command::new("cargo");
    command.current_dir(root).arg("+nightly");
    // The cargo that runs this program has set these variables for its own toolchain.
    for variable in ["CARGO", "RUSTUP_TOOLCHAIN", "RUSTC", "RUSTDOC"] {
        command.env_remove(variable);
    }
    command
}

/// Whether a command can be run and succeeds. Its output is discarded.
pub(crate) fn runs(command: &mut Command) -> bool {
    command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
}

/// The default target of the nightly compiler; `None` if there is no such compiler. If the target
/// is given explicitly, cargo applies a sanitizer to the tests, but not to build scripts and
/// macros.
pub(crate) fn host_target() -> Result<Option<String>> {
    let mut command = Command::new("rustc");
    command.args(["+nightly", "--version", "--verbose"]).env_remove("RUSTUP_TOOLCHAIN");
    let output = command.output().context("rustc does not start")?;
    if !output.status.success() {
        return Ok(None);
    }
    let version = String::from_utf8_lossy(&output.stdout);
    let host = version.lines().find_map(|line| line.strip_prefix("host: "));
    Ok(Some(host.context("rustc does not name its host")?.to_owned()))
}
