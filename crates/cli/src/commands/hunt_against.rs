//! `catmouse hunt --against PROGRAM`: a board that a program gets wrong.

use std::cell::Cell;

use catmouse::Choices;
use catmouse::hunt::{
    CounterexampleAnswer, CounterexampleHunt, CounterexampleHuntAnswer, HuntControl, HuntError, HuntProgress, Puzzle,
};
use catmouse_model::Outcome;

use super::hunt::failure;
use crate::args::{Format, HuntArgs, ProblemNumber};
use crate::board;
use crate::file;
use crate::interrupt;
use crate::output::explanation::{Detail, Page};
use crate::output::hunt::{Pace, counted_boards};
use crate::output::text::wrapped;
use crate::output::{Failure, Report};
use crate::suspect::Program;

/// The number of boards that a program is asked about by default.
const TRIES: u64 = 1_000;

/// Asks the program about boards until it is wrong, and prints the board that it gets wrong.
pub(crate) fn run(args: &'static HuntArgs, program: &str) -> Result<Report, Failure> {
    ensure_alone(args, &board::choices(&args.rules))?;
    let puzzle = match args.against.problem {
        ProblemNumber::CatAndMouse => Puzzle::CatAndMouse,
        ProblemNumber::CatAndMouseII => Puzzle::CatAndMouseII,
    };
    let flags = &args.against;
    let Some(mut suspect) = Program::new(program, puzzle, flags.limit_time, flags.stream) else {
        return Err(Failure::plain(
            format!("`{}` names no program", program.escape_debug()),
            "expected a command, as in 'python3 mine.py', with every quote closed".to_owned(),
        ));
    };
    let mut against = CounterexampleHunt::new(puzzle);
    against.beyond = flags.beyond;
    against.seed = args.seed;
    against.tries = args.tries.unwrap_or(if args.time.is_some() { u64::MAX } else { TRIES });
    let pace = Pace::new(args.quiet);
    let asked = Cell::new(0);
    let report = |progress: &HuntProgress| {
        asked.set(progress.boards);
        pace.show(progress);
    };
    let mut watch = HuntControl::default();
    watch.time = args.time;
    watch.report = Some(&report);
    watch.cancelled = Some(interrupt::catch());
    let answer = against.run(&mut suspect, &watch);
    drop(suspect);
    pace.finish();
    let answer = answer.map_err(|error| match error {
        HuntError::Question(catmouse::Error::Source(error)) => Failure::plain(
            format!("cannot start `{}`: {error}", program.escape_debug()),
            "expected a command that can be run, with its arguments".to_owned(),
        ),
        error => failure(args, error),
    })?;
    let boards = counted_boards(answer.boards);
    let Some(broken) = &answer.broken else {
        let note = format!("{boards}, and the program was right about all of them");
        return Ok(printed(args, &answer, String::new())?.with_note((!args.quiet).then_some(note)).refuted_if(true));
    };
    let text = page(args, broken, answer.boards)?;
    printed(args, &answer, text)
}

/// Refuses flags that have no meaning here, because the problem determines the rules and the boards.
fn ensure_alone(args: &HuntArgs, choices: &Choices) -> Result<(), Failure> {
    let place = &args.place;
    let has_place = place.vertices.is_some() || place.grid.is_some() || place.near.is_some() || place.board.is_some();
    let like = &args.like;
    let is_like = like.disconnected || like.planar || like.max_degree.is_some() || like.regular.is_some();
    if has_place || is_like || like.lasting || like.moving || args.at_least.is_some() || *choices != Choices::default()
    {
        return Err(Failure::plain(
            "the boards and the rules are those of the problem, and others are asked for".to_owned(),
            "leave them out; `--problem 1728` is Cat and Mouse II, and `--beyond` asks about more boards".to_owned(),
        ));
    }
    Ok(())
}

fn printed(args: &HuntArgs, answer: &CounterexampleHuntAnswer, text: String) -> Result<Report, Failure> {
    if let (Some(folder), Some(broken)) = (&args.save, &answer.broken) {
        file::save(&folder.join("1.toml"), "board", &broken.setup)?;
    }
    Ok(match args.output.format {
        Format::Json => Report::json(answer),
        _ => Report::text(text),
    })
}

/// The board, the right answer with its explanation, and the program's answer; and the certificate, if the flags ask for it.
fn page(args: &'static HuntArgs, broken: &CounterexampleAnswer, boards: u64) -> Result<String, Failure> {
    let failed = |error: catmouse::Error| failure(args, error.into());
    let solved = broken.solve().map_err(failed)?;
    if let Some(path) = &args.against.save_certificate {
        let proof = solved.certificate().map_err(failed)?;
        board::write_certificate(&solved, &proof, path)?;
    }
    let winner = |outcome: Outcome| match outcome {
        Outcome::Mouse => "the Mouse wins",
        Outcome::Cat => "the Cat wins",
        Outcome::Draw => "it is a draw",
    };
    let said = match (&broken.said, &broken.problem) {
        (Some(said), _) => format!("The program says that {}", winner(*said)),
        (None, Some(problem)) => format!("The program has not answered: {problem}"),
        (None, None) => String::new(),
    };
    let mut verdict = format!("{said}; {}, so it should print {}.", winner(broken.outcome), broken.right);
    let slips: Vec<&str> = broken.slips.iter().map(|slip| slip.words()).collect();
    if !slips.is_empty() {
        verdict += &format!(" So answers a program that {}.", slips.join("; or one that "));
    }
    let first = format!(
        "First met after {}, on a board made for: {}.\n{}\n",
        counted_boards(boards),
        broken.made_for,
        broken.first
    );
    let start = solved.start();
    let explanation = solved.explanation(&start);
    let game = solved.game();
    let explained = Page {
        game,
        title: None,
        opening: &start.opening,
        rounds: start.capture_time(),
        symmetry: catmouse::SymmetryAnswer::new(game, &start),
        explanation: &explanation,
    };
    let explained = explained.text(solved.values(), &solved.story(&explanation), Detail::Folded);
    Ok(format!(
        "{}\n\n{}\n\n{explained}\n{first}\n# The smallest board found, as a setup:\n{}",
        broken.board,
        wrapped(&verdict, 0).trim_end(),
        broken.setup
    ))
}
