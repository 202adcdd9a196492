//! `cargo xtask verify`: the checks that must pass, cheapest first.
//!
//! [`STEPS`] is the list. Unless steps are named, or all are asked for, those run that need Rust alone. The steps that
//! build nothing all run even if one fails, so that one run shows all their findings; after that the first failure ends
//! the run. Each step prints its purpose, its time and, if it fails, the remedy. A step whose tool is not installed is
//! left out, and the last line says so. A step that is part of another runs only if it is named without the other; the
//! table says which step covers it. The output of cargo passes through unchanged. A step that builds in a folder of its
//! own, and whose programs run on one core, runs beside others; its output is shown whole when its turn comes.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::nightly::runs;
use crate::output::{self, say};
use crate::{cargo, has_target, layers, packages, page, python, run_cargo, site, tidy};

/// One check.
pub(crate) struct Step {
    pub(crate) name: &'static str,
    pub(crate) why: &'static str,
    action: Action,
    /// The remedy for a failure.
    mend: &'static str,
}

enum Action {
    /// Rules of our own for the repository at this path, which return a message for each fault.
    Rules(fn(&Path) -> Result<Vec<String>>),
    /// A cargo command that builds nothing.
    Cargo(&'static [&'static str]),
    /// A subcommand of cargo that must be installed: its arguments, of which the first is its name; and how to install
    /// it.
    Tool(&'static [&'static str], &'static str),
    /// Another program that must be installed: its name and arguments; and how to install it.
    Program(&'static str, &'static [&'static str], &'static str),
    /// A cargo command that builds, and variables for its environment.
    Build(&'static [&'static str], &'static [(&'static str, &'static str)]),
    /// A cargo command for another target: the target, the arguments of cargo; and how to install the target.
    Target(&'static str, &'static [&'static str], &'static str),
    /// A function that needs further tools: how to install those that are missing, if any; and the function.
    Function(fn(&Path) -> Option<&'static str>, fn(&Path) -> Result<()>),
    /// As [`Function`](Self::Function), but run beside the steps between `tests` and this one.
    Beside(fn(&Path) -> Option<&'static str>, fn(&Path) -> Result<()>),
    /// Part of the step of this name, to be run alone: the arguments of cargo. Snapshots are compared.
    Part(&'static str, &'static [&'static str]),
}

/// The target for web pages.
const WASM: &str = "wasm32-unknown-unknown";

/// The environment in which snapshots are compared and never written. (trycmd compares unless `TRYCMD` is set.)
const COMPARE: &[(&str, &str)] = &[("INSTA_UPDATE", "no")];

/// All steps, in the order in which they run.
///
/// Tests are always built for the whole workspace: with `--package`, cargo would choose other features for the
/// dependencies and build them again. `fixtures` and `readme` are part of `tests`, and have names so that they can be
/// run alone.
pub(crate) const STEPS: &[Step] = &[
    Step {
        name: "fmt",
        why: "the layout is rustfmt's, so that no difference is about layout",
        action: Action::Cargo(&["fmt", "--all", "--check"]),
        mend: "cargo fmt --all",
    },
    Step {
        name: "fmt-fuzz",
        why: "the same for fuzz/, a workspace of its own, which only a nightly compiler builds",
        action: Action::Cargo(&["fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"]),
        mend: "cargo fmt --manifest-path fuzz/Cargo.toml",
    },
    Step {
        name: "tidy",
        why: "the house rules that no compiler knows: names, circles, forbidden words, links, the book, workflows",
        action: Action::Rules(tidy::check),
        mend: "each message names its remedy",
    },
    Step {
        name: "layers",
        why: "each crate knows only what the table of layers lets it know",
        action: Action::Rules(layers::check),
        mend: "take the dependency out, or argue for it in the table of xtask/src/layers.rs",
    },
    Step {
        name: "deny",
        why: "every dependency has a licence that suits ours, comes from crates.io, and is there once",
        action: Action::Tool(
            &["deny", "--offline", "check", "--deny", "warnings", "bans", "licenses", "sources"],
            "cargo install cargo-deny --locked",
        ),
        mend: "choose another dependency, or argue for it in deny.toml; if packages of other systems lack: cargo fetch",
    },
    Step {
        name: "machete",
        why: "every dependency that a package declares is used",
        action: Action::Tool(&["machete"], "cargo install cargo-machete --locked"),
        mend: "remove the dependency from the manifest that is named",
    },
    Step {
        name: "packages",
        why: "every published crate can be packaged, with its README, its licences and what a registry asks for",
        action: Action::Rules(packages::check),
        mend: "each message names what is missing; if packages of other systems lack: cargo fetch",
    },
    Step {
        name: "book",
        why: "docs/ builds as a book (tidy has checked its links)",
        action: Action::Program("mdbook", &["build", "docs"], "cargo install mdbook --locked"),
        mend: "mend docs/SUMMARY.md, docs/book.toml or the page that mdbook names",
    },
    Step {
        name: "clippy",
        why: "no warning of the compiler or of clippy, in tests either",
        action: Action::Build(&["clippy", "--workspace", "--all-targets", "--locked", "--", "--deny", "warnings"], &[]),
        mend: "cargo clippy --workspace --all-targets --fix, then by hand",
    },
    Step {
        name: "tests",
        why: "every test and every example in the documentation",
        action: Action::Build(&["test", "--workspace", "--locked"], COMPARE),
        mend: "if an output was changed on purpose: cargo xtask bless",
    },
    Step {
        name: "wasm",
        why: "the library compiles for a web page, without files and without threads (site builds the program of it)",
        action: Action::Target(
            WASM,
            &["check", "--package", "catmouse", "--target", WASM, "--no-default-features", "--locked"],
            "rustup target add wasm32-unknown-unknown",
        ),
        mend: "put what a web page does not have behind the features `store` and `threads` of crates/catmouse",
    },
    Step {
        name: "fixtures",
        why: "every fixture solved by every engine, checked and held against expect",
        action: Action::Part("tests", &["test", "--workspace", "--locked", "--test", "cli", "fixtures::"]),
        mend: "mend the code; an expectation changes only with its source",
    },
    Step {
        name: "readme",
        why: "every command of README.md and docs/ executed, with the output that they show",
        action: Action::Part("tests", &["test", "--workspace", "--locked", "--test", "cli", "pages::"]),
        mend: "if an output was changed on purpose: cargo xtask bless",
    },
    Step {
        name: "site",
        why: "the playground builds: the library compiled for a page, and all round it",
        action: Action::Function(site::missing, site::check),
        mend: "put what a web page has not behind a feature of crates/catmouse",
    },
    Step {
        name: "page",
        why: "the page and the playground in a real browser: values, controls, safety, accessibility; and the types of their scripts",
        action: Action::Function(page::missing, page::check),
        mend: "npm run fix in site/ for layout; for the rest mend the code",
    },
    Step {
        name: "docs",
        why: "the documentation builds without a warning: every link leads somewhere",
        action: Action::Build(
            &["doc", "--workspace", "--no-deps", "--document-private-items", "--locked"],
            &[("RUSTDOCFLAGS", "--deny warnings")],
        ),
        mend: "mend the link or the markup that rustdoc names",
    },
    Step {
        name: "python",
        why: "the Python package: installed by pip, typed, and tested against networkx and the command line",
        action: Action::Beside(python::missing, python::check),
        mend: "cargo fmt --manifest-path python/Cargo.toml for layout; for the rest mend the code",
    },
];

impl Action {
    /// Whether it needs no other tool than those that come with Rust.
    fn needs_rust_alone(&self) -> bool {
        matches!(self, Self::Rules(_) | Self::Cargo(_) | Self::Build(..) | Self::Part(..))
    }

    /// How to install a tool that it needs and this machine lacks.
    fn lacks(&self, root: &Path) -> Option<&'static str> {
        match *self {
            Self::Tool(arguments, install) => {
                (!runs(&mut cargo(root, &[arguments[0], "--version"]))).then_some(install)
            }
            Self::Program(program, _, install) => (!runs(Command::new(program).arg("--version"))).then_some(install),
            Self::Target(target, _, install) => (!has_target(target)).then_some(install),
            Self::Function(missing, _) | Self::Beside(missing, _) => missing(root),
            _ => None,
        }
    }
}

enum Outcome {
    Passed(Duration),
    Failed(Duration),
    /// Not run, because an earlier step failed and this one builds something.
    NotRun,
    /// Left out, because a tool is not installed; the text says how to install it.
    LeftOut(&'static str),
    /// Left out, because the step of this name includes it.
    Covered(&'static str),
}

/// Runs the named steps, or if none is named those that need Rust alone, or `all`, and prints a table of the outcomes.
/// True if none failed.
pub(crate) fn verify(root: &Path, names: &[String], all: bool) -> bool {
    let start = Instant::now();
    let asked = |name: &str| names.is_empty() || names.iter().any(|asked| asked == name);
    let applies =
        |step: &&Step| if names.is_empty() { all || step.action.needs_rust_alone() } else { asked(step.name) };
    let steps: Vec<&Step> = STEPS.iter().filter(applies).collect();
    let tests = steps.iter().position(|step| step.name == "tests").map_or(0, |tests| tests + 1);
    let mut outcomes: Vec<(&Step, Outcome)> = Vec::new();
    thread::scope(|scope| {
        let mut started: Option<(&str, Started<'_>)> = None;
        for (index, &step) in steps.iter().enumerate() {
            let failed = outcomes.iter().any(|(_, outcome)| matches!(outcome, Outcome::Failed(_)));
            if index == tests && !failed {
                let later = steps[index + 1..].iter().find(|step| matches!(step.action, Action::Beside(..)));
                started = later.map(|step| (step.name, Started::new(scope, step, root)));
            }
            let outcome = match step.action {
                Action::Part(whole, _) if asked(whole) => Outcome::Covered(whole),
                Action::Beside(..) if started.as_ref().is_some_and(|(name, _)| *name == step.name) => {
                    started.take().map_or(Outcome::NotRun, |(_, started)| started.finish())
                }
                Action::Build(..)
                | Action::Target(..)
                | Action::Function(..)
                | Action::Beside(..)
                | Action::Part(..)
                    if failed =>
                {
                    Outcome::NotRun
                }
                _ => run(step, root),
            };
            outcomes.push((step, outcome));
        }
    });
    report(&outcomes, start.elapsed())
}

/// A step that runs beside others.
struct Started<'s> {
    step: &'static Step,
    output: PathBuf,
    thread: ScopedJoinHandle<'s, Result<Outcome>>,
}

impl<'s> Started<'s> {
    fn new<'e>(scope: &'s thread::Scope<'s, 'e>, step: &'static Step, root: &'e Path) -> Self {
        let output = root.join(format!("target/verify-{}.txt", step.name));
        let path = output.clone();
        say(&format!("{} runs beside the steps that follow; its output goes to {}\n", step.name, path.display()));
        let thread = scope.spawn(move || {
            output::to_file(File::create(path).context("its output cannot be written")?);
            Ok(run(step, root))
        });
        Self { step, output, thread }
    }

    /// Waits for its end and shows what it printed.
    fn finish(self) -> Outcome {
        let ended = self.thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        let output = fs::read(&self.output).unwrap_or_default();
        print!("{}", String::from_utf8_lossy(&output));
        ended.unwrap_or_else(|error| {
            say(&format!("-- {}: failed: {error:#}\n", self.step.name));
            Outcome::Failed(Duration::ZERO)
        })
    }
}

/// Runs one step and prints its outcome.
fn run(step: &Step, root: &Path) -> Outcome {
    let Step { name, why, mend, .. } = step;
    say(&format!("== {name}: {why}"));
    if let Some(install) = step.action.lacks(root) {
        say(&format!("-- {name}: left out: this machine lacks a tool for it ({install})\n"));
        return Outcome::LeftOut(install);
    }
    let start = Instant::now();
    let result = act(&step.action, root);
    let taken = start.elapsed();
    let seconds = taken.as_secs_f64();
    match result {
        Ok(()) => {
            say(&format!("-- {name}: passed in {seconds:.1} s\n"));
            Outcome::Passed(taken)
        }
        Err(error) => {
            say(&format!("-- {name}: failed after {seconds:.1} s: {error:#}"));
            say(&format!("   to mend it:      {mend}"));
            say(&format!("   to run it alone: cargo xtask verify {name}\n"));
            Outcome::Failed(taken)
        }
    }
}

fn act(action: &Action, root: &Path) -> Result<()> {
    match *action {
        Action::Rules(check) => {
            let findings = check(root)?;
            for finding in &findings {
                println!("{finding}");
            }
            if !findings.is_empty() {
                bail!("{} found", findings.len());
            }
        }
        Action::Cargo(arguments) | Action::Tool(arguments, _) => run_cargo(root, arguments, &[])?,
        // No other step sees the code with these features, so warnings are denied here too.
        Action::Target(_, arguments, _) => run_cargo(root, arguments, &[("RUSTFLAGS", "--deny warnings")])?,
        Action::Program(program, arguments, _) => {
            println!("$ {program} {}", arguments.join(" "));
            let status = Command::new(program).current_dir(root).args(arguments).status();
            let status = status.with_context(|| format!("{program} does not start"))?;
            if !status.success() {
                bail!("{program} ended with {status}");
            }
        }
        Action::Build(arguments, environment) => run_cargo(root, arguments, environment)?,
        Action::Function(_, check) | Action::Beside(_, check) => check(root)?,
        Action::Part(_, arguments) => run_cargo(root, arguments, COMPARE)?,
    }
    Ok(())
}

/// Prints the table of outcomes and the summary. True if no step failed.
fn report(outcomes: &[(&Step, Outcome)], total: Duration) -> bool {
    println!("{:<10}{:<10}{:>8}", "step", "result", "seconds");
    let (mut missing, mut left_out, mut covered) = (Vec::new(), Vec::new(), 0);
    for (Step { name, .. }, outcome) in outcomes {
        match outcome {
            Outcome::Passed(taken) => println!("{name:<10}{:<10}{:>8.1}", "passed", taken.as_secs_f64()),
            Outcome::Failed(taken) => println!("{name:<10}{:<10}{:>8.1}", "FAILED", taken.as_secs_f64()),
            Outcome::NotRun => println!("{name:<10}{:<10}{:>8}", "not run", "-"),
            Outcome::LeftOut(_) => println!("{name:<10}{:<10}{:>8}", "left out", "-"),
            Outcome::Covered(whole) => println!("{name:<10}{:<10}{:>8}", format!("in {whole}"), "-"),
        }
        match outcome {
            Outcome::Passed(_) => {}
            Outcome::Failed(_) | Outcome::NotRun => missing.push(*name),
            Outcome::LeftOut(install) => left_out.push(format!("{name} ({install})")),
            Outcome::Covered(_) => covered += 1,
        }
    }
    let (all, seconds) = (outcomes.len() - covered, total.as_secs_f64());
    if !missing.is_empty() {
        println!("verify: {} of {all} steps did not pass: {}", missing.len(), missing.join(", "));
    } else if left_out.is_empty() {
        println!("verify: all {all} steps passed in {seconds:.0} s");
    } else {
        println!("verify: {} of {all} steps passed in {seconds:.0} s", all - left_out.len());
    }
    if !left_out.is_empty() {
        println!("verify: left out, because this machine lacks a tool: {}", left_out.join(", "));
    }
    missing.is_empty()
}
