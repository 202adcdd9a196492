//! The chores of this repository, started with `cargo xtask COMMAND`.
//!
//! [`verify`] must pass before a change is merged, and `.ci/run` runs the same command.
//! [`campaign`] and [`fuzz`] search for mistakes beyond the tests, for a given time. [`sanitize`]
//! searches for invalid accesses to memory, [`mutants`] checks whether the tests notice small
//! changes of the code, and [`mod@bench`] measures speed. A command is a variant of [`Chore`] with
//! its description, one arm of [`main`], and a file of its own if it is longer than a screen.

mod bench;
mod campaign;
mod commits;
mod fuzz;
mod layers;
mod licences;
mod mutants;
mod nightly;
mod output;
mod packages;
mod page;
mod proof;
mod python;
mod sanitize;
mod site;
mod tidy;
mod verify;

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};
use cargo_metadata::{Metadata, MetadataCommand};
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{CommandFactory, Parser, Subcommand};

/// The chores of this repository.
#[derive(Parser)]
#[command(bin_name = "cargo xtask", max_term_width = 120)]
struct Cli {
    /// Without a chore, all chores are listed.
    #[command(subcommand)]
    chore: Option<Chore>,
}

#[derive(Subcommand)]
enum Chore {
    /// Runs all checks that need only Rust: layout, house rules, layers, lints, tests,
    /// documentation
    Verify {
        /// Run only these steps, in the order of this list
        #[arg(value_name = "STEP", value_parser = step_names())]
        steps: Vec<String>,
        /// Also run the steps that need further tools: browser, Python, WebAssembly, Coq, mdbook,
        /// cargo-deny
        #[arg(long, conflicts_with = "steps")]
        all: bool,
    },
    /// Accepts the present output: rewrites the snapshots, and the output shown in docs/
    ///
    /// For intended changes of output. Read the difference in git before you commit it: a snapshot
    /// guards the form of an output, and this command accepts any form. README.md shows parts of
    /// outputs and is changed by hand.
    Bless,
    /// Times every engine on families of boards, and compares them
    Bench(bench::Bench),
    /// Compares every engine with the oracle on every small game, then on random games until
    /// interrupted
    ///
    /// A disagreement is shrunk and written to fixtures/found as a fixture.
    Campaign(campaign::Campaign),
    /// Runs every fuzz target for a while, starting with the fixtures
    ///
    /// Needs a nightly compiler and cargo-fuzz, and says how to get them.
    Fuzz {
        /// The seconds for each target
        #[arg(value_name = "SECONDS", default_value_t = 60)]
        seconds: u64,
        /// Run only this target; may be given several times
        #[arg(long = "target", value_name = "NAME")]
        targets: Vec<String>,
    },
    /// Builds the playground for a browser into target/site
    ///
    /// Needs the compiler's target wasm32-wasip1, and says how to get it.
    Site {
        /// The address at which the site will be found, for the previews that other programs make
        /// of a link; without it links have no picture
        #[arg(value_name = "ADDRESS", value_parser = site::address)]
        address: Option<String>,
    },
    /// Compiles the proofs, and compares the program that is extracted from them with `catmouse
    /// check`, on many damaged certificates and on more graphs than `verify proof`
    ///
    /// Needs Coq and OCaml, and says how to get them.
    Proof {
        /// The number of damaged certificates
        #[arg(value_name = "DAMAGED", default_value_t = 10_000)]
        damaged: usize,
    },
    /// Runs the tests of the crates that map memory under the address sanitizer, and those that it
    /// can run under Miri
    ///
    /// Needs a nightly compiler. Without Miri, says what it leaves out.
    Sanitize,
    /// Prints the licences of the crates that a package links, for those who hand it on
    Licences {
        /// The package, as in python/Cargo.toml
        #[arg(value_name = "MANIFEST")]
        manifest: PathBuf,
    },
    /// Makes small changes to the checker and the rules, and checks that a test fails for each
    ///
    /// Needs cargo-mutants, and says how to get it.
    Mutants,
}

fn main() -> Result<ExitCode> {
    let Some(chore) = Cli::parse().chore else {
        Cli::command().print_help()?;
        return Ok(ExitCode::SUCCESS);
    };
    let passed = match chore {
        Chore::Verify { steps, all } => verify::verify(&root()?, &steps, all),
        Chore::Bless => bless(&root()?)?,
        Chore::Bench(bench) => bench::run(&root()?, &bench)?,
        Chore::Campaign(campaign) => campaign::run(&root()?, &campaign)?,
        Chore::Fuzz { seconds, targets } => fuzz::run(&root()?, seconds, &targets)?,
        Chore::Site { address } => site::build(&root()?, address.as_deref())?,
        Chore::Proof { damaged } => proof::run(&root()?, damaged)?,
        Chore::Sanitize => sanitize::run(&root()?)?,
        Chore::Licences { manifest } => {
            output::print_line(&licences::told(&root()?.join(manifest))?);
            true
        }
        Chore::Mutants => mutants::run(&root()?)?,
    };
    Ok(if passed { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs the tests so that insta and trycmd write snapshots instead of comparing them.
fn bless(root: &Path) -> Result<bool> {
    println!("bless: running all tests so that each rewrites the snapshots it compares with");
    let tests = cargo(root, &["test", "--workspace", "--tests", "--locked", "--no-fail-fast"])
        .envs([("INSTA_UPDATE", "always"), ("TRYCMD", "overwrite")])
        .status()
        .context("cargo does not start")?;
    if tests.success() {
        println!("bless: done; read `git diff`, then run `cargo xtask verify`");
    } else {
        println!("bless: some failing tests compare no output; fix these by hand");
    }
    Ok(tests.success())
}

/// A command for the cargo that runs this program, at the root of the repository. Removes
/// environment variables that let tests write snapshots, so that each chore decides about snapshots
/// itself. Also removes the name of this package, which would make cargo-machete mistake itself for
/// a program under development.
fn cargo(root: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root).args(arguments);
    for variable in ["INSTA_UPDATE", "INSTA_FORCE_PASS", "SNAPSHOTS", "TRYCMD", "CARGO_PKG_NAME"] {
        command.env_remove(variable);
    }
    command
}

fn run_cargo(root: &Path, arguments: &[&str], environment: &[(&str, &str)]) -> Result<()> {
    let variables = environment.iter().map(|(name, value)| format!("{name}='{value}'"));
    let words = variables.chain(["cargo".into()]).chain(arguments.iter().map(ToString::to_string));
    output::print_line(&format!("$ {}", words.collect::<Vec<_>>().join(" ")));
    let mut command = cargo(root, arguments);
    command.envs(environment.iter().copied());
    let status = output::status(&mut command).context("cargo does not start")?;
    if !status.success() {
        bail!("cargo ended with {status}");
    }
    Ok(())
}

/// Builds the command line together with the tests. A separate build would use other features and
/// compile it again.
fn build_binary(root: &Path) -> Result<()> {
    run_cargo(root, &["test", "--workspace", "--locked", "--no-run", "--test", "cli"], &[])
}

/// The metadata of the members of the workspace.
fn workspace(root: &Path) -> Result<Metadata> {
    let metadata = MetadataCommand::new().manifest_path(root.join("Cargo.toml")).no_deps().exec();
    metadata.context("cargo metadata does not read the workspace")
}

/// Whether the compiler has a standard library for this target.
fn has_target(target: &str) -> bool {
    let asked = Command::new("rustc").args(["--print", "target-libdir", "--target", target]).output();
    asked.is_ok_and(|answer| {
        answer.status.success() && Path::new(String::from_utf8_lossy(&answer.stdout).trim()).is_dir()
    })
}

/// The root of the repository: the parent of the folder of this crate. It is determined at run
/// time, because a shared build directory may hold a program that was built from another copy of
/// the repository.
fn root() -> Result<PathBuf> {
    let manifest = std::env::var_os("CARGO_MANIFEST_DIR").context("start this program with `cargo xtask`")?;
    Ok(Path::new(&manifest).parent().context("xtask is in no repository")?.to_path_buf())
}

fn step_names() -> PossibleValuesParser {
    PossibleValuesParser::new(verify::STEPS.iter().map(|step| PossibleValue::new(step.name).help(step.why)))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::{Cli, root};

    /// Every `cargo xtask …` at the beginning of a line or of a code span on a page must parse.
    #[test]
    fn the_commands_on_the_pages_exist() {
        let root = root().expect("cargo runs this test");
        let docs = std::fs::read_dir(root.join("docs")).expect("the folder of pages");
        let docs = docs.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_file());
        let others = ["README.md", "CONTRIBUTING.md", "crates/README.md", "crates/solver/PERFORMANCE.md", ".ci/run"];
        let mut shown = 0;
        for page in docs.chain(others.map(|page| root.join(page))) {
            let text = std::fs::read_to_string(&page).expect("a readable page");
            for part in text.split(['`', '\n']).filter_map(|part| part.trim_start().strip_prefix("cargo xtask")) {
                let command = part.split(['#', '|']).next().unwrap_or("");
                // Words in capitals are placeholders.
                let words = command
                    .split_whitespace()
                    .filter(|word| *word != word.to_uppercase() || word.parse::<u32>().is_ok());
                let understood = Cli::try_parse_from(std::iter::once("xtask").chain(words));
                assert!(
                    understood.is_ok(),
                    "{}: cargo xtask{part}: {}",
                    page.display(),
                    understood.err().expect("an error")
                );
                shown += 1;
            }
        }
        assert!(shown > 10, "the pages show {shown} commands");
    }
}
