//! `catmouse test PROGRAM`: finds the smallest board that a program gets wrong.

use std::cell::Cell;

use catmouse_document::counterexample;
use catmouse_hunt::{CounterexampleAnswer, CounterexampleHunt, HuntControl, HuntError, HuntProgress, Puzzle};
use catmouse_model::counted;

use super::hunt::failure;
use crate::args::{Format, ProblemNumber, TestArgs};
use crate::file;
use crate::interrupt;
use crate::output::hunt::Pace;
use crate::output::terminal::laid_out;
use crate::output::{Failure, Report};
use crate::suspect::Program;

/// The default number of boards that a program is asked about.
const TRIES: u64 = 1_000;

/// Asks the program about boards until an answer is wrong, and prints the board of this answer.
pub(crate) fn run(args: &'static TestArgs) -> Result<Report, Failure> {
    let program = &args.program;
    let puzzle = match args.problem {
        ProblemNumber::CatAndMouse => Puzzle::CatAndMouse,
        ProblemNumber::CatAndMouseII => Puzzle::CatAndMouseII,
    };
    let Some(mut suspect) = Program::new(program, puzzle, args.answer_timeout, args.stream) else {
        return Err(Failure::plain(
            format!("`{}` is not a command", program.escape_debug()),
            "expected a command, as in 'python3 mine.py', with closed quotes".to_owned(),
        ));
    };
    let mut against = CounterexampleHunt::new(puzzle);
    against.unpromised = args.unpromised;
    against.seed = args.search.seed;
    against.tries = args.search.tries(TRIES);
    let pace = Pace::new(args.search.quiet);
    let asked = Cell::new(0);
    let report = |progress: &HuntProgress| {
        asked.set(progress.boards);
        pace.show(progress);
    };
    let mut watch = HuntControl::default();
    watch.time = args.search.time_budget;
    watch.report = Some(&report);
    watch.cancelled = Some(interrupt::catch());
    let answer = against.run(&mut suspect, &watch);
    drop(suspect);
    pace.finish();
    let answer = answer.map_err(|error| match error {
        HuntError::Question(catmouse::Error::Source(error)) => Failure::plain(
            format!("cannot start `{}`: {error}", program.escape_debug()),
            "expected a program with its arguments".to_owned(),
        ),
        error => failure(None, error),
    })?;
    let boards = counted(answer.boards, "board", "boards");
    let (text, note) = match &answer.broken {
        Some(broken) => (page(broken, answer.boards).map_err(|error| failure(None, error.into()))?, None),
        None if interrupt::was_caught() => {
            (String::new(), Some(format!("interrupted after {boards}, about which the program was right")))
        }
        None => (String::new(), Some(format!("{boards}, and the program was right about all of them"))),
    };
    let report = match args.output.format {
        Format::Json => Report::json(&answer),
        _ => Report::text(text),
    };
    let note = note.filter(|_| !args.search.quiet);
    let report = report.with_note(note).refuted_if(answer.broken.is_none()).interrupted_if(interrupt::was_caught());
    file::written(report, args.search.output.as_deref(), "result")
}

/// The board with both answers and the explanation, and below them the board as a setup.
fn page(broken: &CounterexampleAnswer, boards: u64) -> Result<String, catmouse::Error> {
    let page = counterexample(broken, &broken.solve()?, boards)?;
    Ok(format!("{}\n# The smallest board found, as a setup:\n{}", laid_out(&page), broken.setup))
}
