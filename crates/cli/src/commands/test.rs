//! `catmouse test PROGRAM`: finds the smallest board that a program gets wrong, and the program's
//! mistake.

use std::ffi::OsStr;
use std::io;
use std::path::Path;
use std::time::Duration;

use catmouse_document::counterexample;
use catmouse_hunt::{CounterexampleHunt, HuntControl, HuntError, HuntProgress, Puzzle, SuspectFailure};
use catmouse_model::counted;

use super::hunt::failure;
use crate::args::{Format, TestArgs};
use crate::interrupt;
use crate::languages::{advice, harness, runnable};
use crate::output::hunt::Pace;
use crate::output::terminal::laid_out;
use crate::output::{Failure, Report};
use crate::suspect::Program;

/// The default time in which the program is asked.
const TIME: Duration = Duration::from_mins(1);

/// Asks the program about boards until an answer is wrong, and prints the board of this answer.
pub(crate) fn run(args: &'static TestArgs) -> Result<Report, Failure> {
    if args.harness {
        return Ok(Report::text(harness(&args.program, args.problem)?));
    }
    interrupt::install();
    let runnable = runnable(&args.program, args.problem)?;
    let cancelled = interrupt::catch();
    let puzzle = runnable.puzzle;
    let mut suspect = Program::new(runnable, args.answer_timeout);
    let mut hunt = CounterexampleHunt::new(puzzle);
    hunt.unpromised = args.unpromised;
    hunt.seed = args.search.seed;
    hunt.tries = args.search.tries(hunt.tries);
    let pace = Pace::of(args.search.shared.quiet, hunt.tries);
    let report = |progress: &HuntProgress| pace.show(progress);
    let mut watch = HuntControl::default();
    watch.time = args.search.time_budget.or_else(|| args.search.tries.is_none().then_some(TIME));
    watch.report = Some(&report);
    watch.cancelled = Some(cancelled);
    let answer = hunt.run(&mut suspect, &watch);
    drop(suspect);
    pace.finish();
    let answer = answer.map_err(|error| unanswered(&args.program, puzzle, error))?;
    let told = counterexample(&answer).map_err(|error| failure(None, error.into()))?;
    let (text, note) = match &answer.broken {
        Some(broken) => (format!("{}\n# The board as a setup:\n{}", laid_out(&told), broken.setup), None),
        None if interrupt::was_caught() => {
            let boards = counted(answer.boards, "board", "boards");
            (String::new(), Some(format!("interrupted after {boards}, about which the program was right")))
        }
        None => (String::new(), Some(laid_out(&told).trim_end().to_owned())),
    };
    let report = match args.output.format {
        Format::Json => Report::json(&answer),
        _ => Report::text(text),
    };
    let note = note.filter(|_| !args.search.shared.quiet);
    Ok(report.with_note(note).refuted_if(answer.broken.is_some()).interrupted_if(interrupt::was_caught()))
}

/// The endings of files in languages in which no solution is called. A program in them that reads
/// boards can be given as a command.
const OTHER_LANGUAGES: [(&str, &str); 8] = [
    ("go", "Go"),
    ("cs", "C#"),
    ("c", "C"),
    ("kt", "Kotlin"),
    ("rb", "Ruby"),
    ("swift", "Swift"),
    ("scala", "Scala"),
    ("php", "PHP"),
];

/// The message about a program that could not be asked.
fn unanswered(program: &[String], puzzle: Puzzle, error: HuntError) -> Failure {
    let name = program.join(" ");
    let name = name.escape_debug();
    match error {
        HuntError::Question(catmouse::Error::Source(error)) => {
            let ending = Path::new(&program[0]).extension().and_then(OsStr::to_str).unwrap_or_default();
            let wanted = "a solution in Python, JavaScript, TypeScript, C++, Java or Rust, or the command of a \
                          program that reads boards, as in `catmouse test ./solution`";
            let what = match OTHER_LANGUAGES.iter().find(|(known, _)| *known == ending) {
                _ if error.kind() == io::ErrorKind::NotFound && !ending.is_empty() => {
                    format!("there is no file `{name}`")
                }
                Some((_, language)) => format!("`{name}` is {language}, in which no solution is called"),
                None => format!("cannot start `{name}`: {error}"),
            };
            Failure::plain(what, format!("expected {wanted}"))
        }
        HuntError::NoAnswer(failed) => {
            let stderr = failed.stderr();
            let gap = if stderr.is_empty() { "" } else { "\n" };
            let wanted = match (&failed, puzzle) {
                (SuspectFailure::Timeout, _) => "`--answer-timeout 30s` waits longer for each board",
                (_, Puzzle::CatAndMouse) => "expected a line with 0, 1 or 2 for each line with a board",
                (_, Puzzle::CatAndMouseII) => "expected a line with true or false for each line with a board",
            };
            let wanted = advice(program).unwrap_or_else(|| wanted.to_owned());
            Failure::plain(format!("`{name}` answers no board: {failed}{gap}{stderr}"), wanted)
        }
        error => failure(None, error),
    }
}
