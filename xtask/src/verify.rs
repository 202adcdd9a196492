//! `cargo xtask verify`: the checks that must pass, cheapest first.
//!
//! [`STEPS`] lists them. By default the steps run that need only Rust; steps can be named, or all
//! requested. The steps that build nothing all run even if one fails, so one run shows all their
//! findings; after that the first failure ends the run. Each step prints its purpose, its time and,
//! if it fails, the remedy. A step whose tool is not installed is left out, and the last line says
//! so. A step that is part of another runs only if it is named without the other; the table names
//! the step that covers it. The output of cargo passes through unchanged. A step that builds in a
//! folder of its own, and whose programs run on one core, runs in parallel with others; its output
//! is shown as a whole in its place.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::{self, ScopedJoinHandle};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::nightly::runs;
use crate::output::{self, print_line};
use crate::{cargo, commits, has_target, layers, packages, page, proof, python, run_cargo, site, tidy};

/// One check.
pub(crate) struct Step {
    pub(crate) name: &'static str,
    pub(crate) why: &'static str,
    action: Action,
    /// The remedy for a failure.
    remedy: &'static str,
}

enum Action {
    /// Rules of our own for the repository at this path. They return a message for each fault.
    Rules(fn(&Path) -> Result<Vec<String>>),
    /// A cargo command that builds nothing.
    Cargo(&'static [&'static str]),
    /// A subcommand of cargo that must be installed: its arguments, beginning with its name, and
    /// the installation command.
    Tool(&'static [&'static str], &'static str),
    /// Another program that must be installed: its name, its arguments, and the installation
    /// command.
    Program(&'static str, &'static [&'static str], &'static str),
    /// A cargo command that builds, with environment variables.
    Build(&'static [&'static str], &'static [(&'static str, &'static str)]),
    /// A cargo command for another target: the target, the arguments, and the installation command
    /// of the target.
    Target(&'static str, &'static [&'static str], &'static str),
    /// A function that needs further tools: the remedy for missing tools, if any, and the function.
    Function(fn(&Path) -> Option<&'static str>, fn(&Path) -> Result<()>),
    /// Like [`Function`](Self::Function), but run in parallel with the steps between `tests` and
    /// this one.
    Parallel(fn(&Path) -> Option<&'static str>, fn(&Path) -> Result<()>),
    /// A part of the named step that can run alone: the arguments of cargo. Snapshots are compared.
    Part(&'static str, &'static [&'static str]),
}

/// The target for web pages.
const WASM: &str = "wasm32-unknown-unknown";

/// The environment in which snapshots are compared and never written. (trycmd compares unless
/// `TRYCMD` is set.)
const COMPARE: &[(&str, &str)] = &[("INSTA_UPDATE", "no")];

/// All steps, in the order in which they run.
///
/// Tests are always built for the whole workspace. With `--package`, cargo would choose other
/// features for the dependencies and build them again. `fixtures` and `readme` are part of `tests`;
/// they have names so that they can run alone.
pub(crate) const STEPS: &[Step] = &[
    Step {
        name: "fmt",
        why: "the code is formatted by rustfmt",
        action: Action::Cargo(&["fmt", "--all", "--check"]),
        remedy: "cargo fmt --all",
    },
    Step {
        name: "fmt-fuzz",
        why: "the same for fuzz/, a separate workspace that only a nightly compiler builds",
        action: Action::Cargo(&["fmt", "--manifest-path", "fuzz/Cargo.toml", "--check"]),
        remedy: "cargo fmt --manifest-path fuzz/Cargo.toml",
    },
    Step {
        name: "tidy",
        why: "the house rules that no compiler checks: names, file cycles, forbidden words, links, the book, workflows",
        action: Action::Rules(tidy::check),
        remedy: "each message names its remedy",
    },
    Step {
        name: "commits",
        why: "the subjects of commits are short and imperative",
        action: Action::Rules(commits::check),
        remedy: "git commit --amend, or git rebase -i for an older commit",
    },
    Step {
        name: "layers",
        why: "each crate depends only on what the table of layers allows",
        action: Action::Rules(layers::check),
        remedy: "remove the dependency, or justify it in the table of xtask/src/layers.rs",
    },
    Step {
        name: "deny",
        why: "every dependency has a compatible licence, comes from crates.io, and occurs in one version",
        action: Action::Tool(
            &["deny", "--offline", "check", "--deny", "warnings", "bans", "licenses", "sources"],
            "cargo install cargo-deny --locked",
        ),
        remedy: "choose another dependency, or justify it in deny.toml; if packages are missing: cargo fetch",
    },
    Step {
        name: "machete",
        why: "every dependency that a package declares is used",
        action: Action::Tool(&["machete"], "cargo install cargo-machete --locked"),
        remedy: "remove the dependency from the manifest that is named",
    },
    Step {
        name: "packages",
        why: "every published crate can be packaged, with its README, its licences and the keys of a registry",
        action: Action::Rules(packages::check),
        remedy: "each message names what is missing; if packages of other systems are missing: cargo fetch",
    },
    Step {
        name: "book",
        why: "docs/ builds as a book (tidy has checked its links)",
        action: Action::Program("mdbook", &["build", "docs"], "cargo install mdbook --locked"),
        remedy: "mend docs/SUMMARY.md, docs/book.toml or the page that mdbook names",
    },
    Step {
        name: "clippy",
        why: "no warning of the compiler or of clippy, in tests either",
        action: Action::Build(&["clippy", "--workspace", "--all-targets", "--locked", "--", "--deny", "warnings"], &[]),
        remedy: "cargo clippy --workspace --all-targets --fix, then by hand",
    },
    Step {
        name: "tests",
        why: "every test and every example in the documentation",
        action: Action::Build(&["test", "--workspace", "--locked"], COMPARE),
        remedy: "if an output was changed on purpose: cargo xtask bless",
    },
    Step {
        name: "wasm",
        why: "the library compiles for a web page, without files and without threads (site builds the program of it)",
        action: Action::Target(
            WASM,
            &["check", "--package", "catmouse", "--target", WASM, "--no-default-features", "--locked"],
            "rustup target add wasm32-unknown-unknown",
        ),
        remedy: "put code that a web page cannot run behind the features `store` and `threads` of crates/catmouse",
    },
    Step {
        name: "fixtures",
        why: "every fixture solved by every engine, checked and compared with its expectations",
        action: Action::Part("tests", &["test", "--workspace", "--locked", "--test", "cli", "fixtures::"]),
        remedy: "mend the code; an expectation changes only with its source",
    },
    Step {
        name: "readme",
        why: "every command of README.md and docs/ executed, with the output that they show",
        action: Action::Part("tests", &["test", "--workspace", "--locked", "--test", "cli", "pages::"]),
        remedy: "if an output was changed on purpose: cargo xtask bless",
    },
    Step {
        name: "site",
        why: "the playground builds: the library for WebAssembly, scripts, style sheet and gallery",
        action: Action::Function(site::missing, site::check),
        remedy: "put code that a web page cannot run behind a feature of crates/catmouse",
    },
    Step {
        name: "page",
        why: "the page and the playground in a real browser: values, controls, safety, accessibility; \
              and the types of their scripts",
        action: Action::Function(page::missing, page::check),
        remedy: "npm run fix in site/ for layout; for the rest mend the code",
    },
    Step {
        name: "proof",
        why: "the proofs in Coq rest on no axiom, and the program extracted from them agrees with catmouse check",
        action: Action::Function(proof::missing, proof::check),
        remedy: "mend the theorem that coqc names; the file named last in a disagreement is kept",
    },
    Step {
        name: "docs",
        why: "the documentation builds without a warning: every link leads somewhere",
        action: Action::Build(
            &["doc", "--workspace", "--no-deps", "--document-private-items", "--locked"],
            &[("RUSTDOCFLAGS", "--deny warnings")],
        ),
        remedy: "mend the link or the markup that rustdoc names",
    },
    Step {
        name: "python",
        why: "the Python package: installed by pip, typed, and tested against networkx and the command line",
        action: Action::Parallel(python::missing, python::check),
        remedy: "cargo fmt --manifest-path python/Cargo.toml for layout; for the rest mend the code",
    },
];

impl Action {
    /// Whether the step needs only the tools that come with Rust.
    fn needs_rust_alone(&self) -> bool {
        matches!(self, Self::Rules(_) | Self::Cargo(_) | Self::Build(..) | Self::Part(..))
    }

    /// The installation command of a tool that the step needs and this machine lacks.
    fn missing_tool(&self, root: &Path) -> Option<&'static str> {
        match *self {
            Self::Tool(arguments, install) => {
                (!runs(&mut cargo(root, &[arguments[0], "--version"]))).then_some(install)
            }
            Self::Program(program, _, install) => (!runs(Command::new(program).arg("--version"))).then_some(install),
            Self::Target(target, _, install) => (!has_target(target)).then_some(install),
            Self::Function(missing, _) | Self::Parallel(missing, _) => missing(root),
            _ => None,
        }
    }
}

enum Outcome {
    Passed(Duration),
    Failed(Duration),
    /// Not run, because an earlier step failed and this step builds something.
    NotRun,
    /// Left out, because a tool is not installed; the text is its installation command.
    LeftOut(&'static str),
    /// Left out, because the step of this name includes it.
    Covered(&'static str),
}

/// Runs the named steps. If none is named, runs the steps that need only Rust, or `all`. Prints a
/// table of the outcomes. True if none failed.
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
                let later = steps[index + 1..].iter().find(|step| matches!(step.action, Action::Parallel(..)));
                started = later.map(|step| (step.name, Started::new(scope, step, root)));
            }
            let outcome = match step.action {
                Action::Part(whole, _) if asked(whole) => Outcome::Covered(whole),
                Action::Parallel(..) if started.as_ref().is_some_and(|(name, _)| *name == step.name) => {
                    started.take().map_or(Outcome::NotRun, |(_, started)| started.finish())
                }
                Action::Build(..)
                | Action::Target(..)
                | Action::Function(..)
                | Action::Parallel(..)
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

/// A step that runs in parallel with others.
struct Started<'s> {
    step: &'static Step,
    output: PathBuf,
    thread: ScopedJoinHandle<'s, Result<Outcome>>,
}

impl<'s> Started<'s> {
    fn new<'e>(scope: &'s thread::Scope<'s, 'e>, step: &'static Step, root: &'e Path) -> Self {
        let output = root.join(format!("target/verify-{}.txt", step.name));
        let path = output.clone();
        print_line(&format!(
            "{} runs in parallel with the following steps; its output goes to {}\n",
            step.name,
            path.display()
        ));
        let thread = scope.spawn(move || {
            output::to_file(File::create(path).context("its output cannot be written")?);
            Ok(run(step, root))
        });
        Self { step, output, thread }
    }

    /// Waits for the step to end and prints its output.
    fn finish(self) -> Outcome {
        let ended = self.thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        let output = fs::read(&self.output).unwrap_or_default();
        print!("{}", String::from_utf8_lossy(&output));
        ended.unwrap_or_else(|error| {
            print_line(&format!("-- {}: failed: {error:#}\n", self.step.name));
            Outcome::Failed(Duration::ZERO)
        })
    }
}

/// Runs one step and prints its outcome.
fn run(step: &Step, root: &Path) -> Outcome {
    let Step { name, why, remedy, .. } = step;
    print_line(&format!("== {name}: {why}"));
    if let Some(install) = step.action.missing_tool(root) {
        print_line(&format!("-- {name}: left out: this machine lacks a tool for it ({install})\n"));
        return Outcome::LeftOut(install);
    }
    let start = Instant::now();
    let result = perform(&step.action, root);
    let taken = start.elapsed();
    let seconds = taken.as_secs_f64();
    match result {
        Ok(()) => {
            print_line(&format!("-- {name}: passed in {seconds:.1} s\n"));
            Outcome::Passed(taken)
        }
        Err(error) => {
            print_line(&format!("-- {name}: failed after {seconds:.1} s: {error:#}"));
            print_line(&format!("   remedy:          {remedy}"));
            print_line(&format!("   to run it alone: cargo xtask verify {name}\n"));
            Outcome::Failed(taken)
        }
    }
}

fn perform(action: &Action, root: &Path) -> Result<()> {
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
        // Other steps do not compile the code with these features, so warnings are denied here too.
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
        Action::Function(_, check) | Action::Parallel(_, check) => check(root)?,
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
