//! Tests of the pages in a real browser, and checks of the types, the layout and the lints of their
//! scripts.
//!
//! `site/` is an npm package with the tools; its tests drive Debian's Chromium. If a tool is not
//! installed, the step is left out and names the tool.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use anyhow::{Context, Result, bail};

use crate::build_binary;
use crate::nightly::runs;

/// The names of browsers to try if the variable `CHROMIUM` is not set.
const BROWSERS: &[&str] = &["chromium", "chromium-browser", "google-chrome"];

/// The remedy for the first missing tool, if any.
pub(crate) fn missing(root: &Path) -> Option<&'static str> {
    if !has("node") || !has("npm") {
        return Some("apt-get install nodejs npm");
    }
    if std::env::var_os("CHROMIUM").is_none() && !BROWSERS.iter().any(|browser| has(browser)) {
        return Some("apt-get install chromium");
    }
    if !browser_starts() {
        return Some("a chromium that starts: it does not show an empty page here");
    }
    // npm installs exactly the packages of the lock file.
    let installed = is_installed(root) || npm(root, &["ci", "--no-audit", "--no-fund"]).is_ok();
    (!installed).then_some("npm ci in site/, which needs a network")
}

/// Whether npm has installed the packages of the lock file since its last change.
fn is_installed(root: &Path) -> bool {
    let changed = |path: &str| fs::metadata(root.join("site").join(path)).and_then(|file| file.modified()).ok();
    let (named, installed) = (changed("package-lock.json"), changed("node_modules/.package-lock.json"));
    installed.is_some() && named <= installed
}

/// Checks the scripts, then opens pages in the browser.
pub(crate) fn check(root: &Path) -> Result<()> {
    for script in ["types", "lint"] {
        npm(root, &["run", script])?;
    }
    build_binary(root)?;
    npm(root, &["run", "browser"])
}

/// Whether the browser can show an empty page. In some containers it is installed but cannot run.
fn browser_starts() -> bool {
    let chosen = std::env::var("CHROMIUM").ok();
    let mut names = chosen.as_deref().into_iter().chain(BROWSERS.iter().copied());
    let Some(browser) = names.find(|browser| has(browser)) else { return false };
    let profile = std::env::temp_dir().join(format!("catmouse-chromium-{}", std::process::id()));
    let mut command = Command::new(browser);
    command.args(["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--dump-dom"]);
    command.arg(format!("--user-data-dir={}", profile.display())).arg("about:blank");
    let shown = succeeds(command.stdout(Stdio::null()).stderr(Stdio::null()));
    let _ = fs::remove_dir_all(profile);
    shown
}

/// Whether a program succeeds within a minute.
fn succeeds(command: &mut Command) -> bool {
    let Ok(mut child) = command.spawn() else { return false };
    let since = Instant::now();
    while since.elapsed() < Duration::from_mins(1) {
        match child.try_wait() {
            Ok(Some(status)) => return status.success(),
            Ok(None) => thread::sleep(Duration::from_millis(50)),
            Err(_) => break,
        }
    }
    let _ = child.kill();
    let _ = child.wait();
    false
}

fn npm(root: &Path, arguments: &[&str]) -> Result<()> {
    println!("$ npm --prefix site {}", arguments.join(" "));
    let status = Command::new("npm").args(arguments).current_dir(root.join("site")).status();
    let status = status.context("npm does not start")?;
    if !status.success() {
        bail!("npm ended with {status}");
    }
    Ok(())
}

fn has(program: &str) -> bool {
    runs(Command::new(program).arg("--version"))
}
