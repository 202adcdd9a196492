//! `cargo xtask sanitize`: runs tests under tools that detect invalid accesses to memory.
//!
//! None of our code is unsafe. But `crates/arena` maps its largest tables into memory, and in
//! `crates/store` threads share blocks of a table without locks, so the address sanitizer runs the
//! tests of both. Miri detects more, but does not support mapped files and is much slower. If the
//! nightly toolchain has it, it runs the tests of the checker, which cover all kinds of values and
//! arenas. This command installs no tool.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::nightly::{host_target, nightly, runs};

/// Runs the tests under the tools that are installed, and prints their names. True if nothing was
/// found.
pub(crate) fn run(root: &Path) -> Result<bool> {
    let Some(target) = host_target()? else {
        bail!("sanitizers need a nightly compiler: rustup toolchain install nightly");
    };
    let mut found = Vec::new();
    let mut test = |name: &str, mut command: Command| -> Result<()> {
        println!("== {name}");
        if !command.status().context("cargo does not start")?.success() {
            found.push(name.to_owned());
        }
        Ok(())
    };

    // Excludes the examples in comments, each of which would be built as a separate program.
    let mut address = nightly(root);
    address.args(["test", "--locked", "--tests", "--target", &target]);
    address.args(["--package", "catmouse-store", "--package", "catmouse-arena"]);
    address.env("RUSTFLAGS", "-Zsanitizer=address");
    test("address sanitizer: catmouse-store, catmouse-arena", address)?;

    if runs(nightly(root).args(["miri", "--version"])) {
        let mut miri = nightly(root);
        miri.args(["miri", "test", "--locked", "--package", "catmouse-arena", "--test", "arena", "rejections::"]);
        miri.env("MIRIFLAGS", "-Zmiri-disable-isolation");
        test("Miri: catmouse-arena, rejections", miri)?;
    } else {
        println!("== Miri: left out, the nightly compiler lacks it: rustup +nightly component add miri rust-src");
    }

    if found.is_empty() {
        println!("sanitize: nothing found");
    } else {
        println!("sanitize: failed: {}", found.join("; "));
    }
    Ok(found.is_empty())
}
