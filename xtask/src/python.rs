//! Builds the Python package, installs it with pip into an environment of its own, and tests it
//! there.
//!
//! The environment is `target/python-venv`; `python/requirements-test.txt` pins the packages that
//! the tests need. If something is not available, the step is left out and names it.

use std::env::consts::EXE_SUFFIX;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::nightly::runs;
use crate::{build_binary, output, run_cargo};

/// The folder of the package, relative to the root of the repository.
const PACKAGE: &str = "python";

/// The folder of the job for a cluster and its test.
const CLUSTER: &str = "examples/cluster";

/// The remedy for the first missing requirement, if any.
pub(crate) fn missing(root: &Path) -> Option<&'static str> {
    let version = "import sys; sys.exit(sys.version_info < (3, 11))";
    if !runs(Command::new("python3").args(["-c", version])) {
        return Some("apt-get install python3, at least 3.11");
    }
    let environment = environment(root);
    if !runs(Command::new(in_environment(root, "python")).arg("--version")) {
        let made = Command::new("python3").args(["-m", "venv", "--clear"]).arg(&environment).status();
        if !made.is_ok_and(|status| status.success()) {
            return Some("apt-get install python3-venv");
        }
    }
    // A copy of the list in the environment marks a complete installation.
    let (list, mark) = (root.join(PACKAGE).join("requirements-test.txt"), environment.join("installed.txt"));
    let Ok(wanted) = fs::read(list) else {
        return Some("python/requirements-test.txt, which is part of the repository");
    };
    if fs::read(&mark).is_ok_and(|installed| installed == wanted) {
        return None;
    }
    let arguments = ["install", "--quiet", "--disable-pip-version-check", "-r", "python/requirements-test.txt"];
    let installed = python(root, "pip", &arguments).and_then(|()| Ok(fs::write(&mark, wanted)?));
    installed.is_err().then_some("pip install -r python/requirements-test.txt, which needs a network")
}

/// Builds and installs the package, and runs its tests.
pub(crate) fn check(root: &Path) -> Result<()> {
    run_cargo(root, &["fmt", "--manifest-path", "python/Cargo.toml", "--check"], &[])?;
    // Installs it as a user would, but without optimisation.
    let target = root.join("target/python");
    let build = format!("build-args=--profile dev --locked --target-dir {}", target.display());
    python(
        root,
        "pip",
        &["install", "--quiet", "--disable-pip-version-check", "--config-settings", &build, "./python"],
    )?;
    python(root, "mypy", &["--config-file", "python/pyproject.toml", "--package", "catmouse"])?;
    python(root, "mypy", &["--config-file", "python/pyproject.toml", "python/tests", CLUSTER])?;
    let allowed = ["--mypy-config-file", "python/pyproject.toml", "--allowlist", "python/stubtest-allowlist.txt"];
    python(root, "mypy.stubtest", &[&["catmouse"][..], &allowed].concat())?;
    // The reference of the package. A test says which docstrings are missing.
    let reference = ["--docformat", "numpy", "--output-directory", "target/python-reference"];
    let modules = ["catmouse", "catmouse.answers", "catmouse.pettingzoo"];
    python(root, "pdoc", &[&reference[..], &modules].concat())?;
    // The tests compare results with the command line. It is built late, because another step may
    // be building in the same folder.
    build_binary(root)?;
    python(root, "pytest", &["--config-file", "python/pyproject.toml", "python/tests"])?;
    if let Some(reason) = cluster_missing(root) {
        output::print_line(&format!("   the job for a cluster is left out: {reason}"));
        return Ok(());
    }
    python(root, "pytest", &["--config-file", "python/pyproject.toml", CLUSTER])
}

/// The reason why the job for a cluster cannot be tested here, if any. Tries to install Ray.
fn cluster_missing(root: &Path) -> Option<&'static str> {
    if cfg!(not(target_os = "linux")) {
        return Some("its test kills processes as Linux does");
    }
    let is_there = || runs(Command::new(in_environment(root, "python")).args(["-c", "import ray.data"]));
    if is_there() {
        return None;
    }
    let list = format!("{CLUSTER}/requirements.txt");
    // Does not wait long for packages that are not available at once.
    let patience = ["--timeout", "10", "--retries", "1"];
    let arguments = [&["install", "--quiet", "--disable-pip-version-check"][..], &patience, &["-r", &list]].concat();
    let installed = python(root, "pip", &arguments);
    let is_installed = installed.is_ok() && is_there();
    (!is_installed).then_some("pip install -r examples/cluster/requirements.txt, which needs a network")
}

fn environment(root: &Path) -> PathBuf {
    root.join("target/python-venv")
}

fn in_environment(root: &Path, program: &str) -> PathBuf {
    let folder = if cfg!(windows) { "Scripts" } else { "bin" };
    environment(root).join(folder).join(format!("{program}{EXE_SUFFIX}"))
}

/// Runs a Python module of the environment, at the root of the repository.
fn python(root: &Path, module: &str, arguments: &[&str]) -> Result<()> {
    output::print_line(&format!("$ target/python-venv/bin/python -m {module} {}", arguments.join(" ")));
    let mut command = Command::new(in_environment(root, "python"));
    command.current_dir(root).args(["-m", module]).args(arguments);
    let status = output::status(&mut command).with_context(|| format!("{module} does not start"))?;
    if !status.success() {
        bail!("{module} ended with {status}");
    }
    Ok(())
}
