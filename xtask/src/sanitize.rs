//! `cargo xtask sanitize`: tests once more, watched for accesses to memory that is not theirs.
//!
//! None of our code is unsafe. Our largest pieces of memory are mapped (`crates/arena`), and a table's blocks are read and shared by
//! threads without locks (`crates/store`). The address sanitizer runs the tests of both. Miri sees more, knows no mapped files and is a thousand times slower, so where the
//! nightly compiler has it, it runs the checker's tests besides, which go through every kind of value and of arena. Nothing is
//! installed here.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::nightly::{machine, nightly, runs};

/// Runs the tests under whatever is there, and says what that was. True if nothing was found.
pub(crate) fn run(root: &Path) -> Result<bool> {
    let Some(machine) = machine()? else {
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

    // Without the examples in comments: those are programs of their own, to be built one by one.
    let mut address = nightly(root);
    address.args(["test", "--locked", "--lib", "--tests", "--target", &machine]);
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
