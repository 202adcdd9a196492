//! The search for a board that a function of Python gets wrong.

use std::cell::RefCell;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

use catmouse_document::counterexample;
use catmouse_hunt::{
    CounterexampleHunt, HuntControl, HuntError, HuntProgress, Puzzle, PuzzleBoard, Suspect, SuspectAnswer,
    SuspectFailure,
};
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

use crate::error::{ArgumentError, raised};
use crate::solved::json;
use crate::told::Told;
use crate::workbench::seconds;

/// A function that is asked about boards.
struct Function<'a, 'py> {
    py: Python<'py>,
    function: Bound<'py, PyAny>,
    traceback: Bound<'py, PyAny>,
    /// The last exception of the function.
    failed: Option<PyErr>,
    ending: &'a Ending,
}

/// An exception that ends the search: an interrupt of the user, or one that `progress` has raised.
#[derive(Default)]
struct Ending {
    is_set: AtomicBool,
    why: RefCell<Option<PyErr>>,
}

impl Ending {
    fn set(&self, why: PyErr) {
        self.is_set.store(true, Ordering::Relaxed);
        self.why.borrow_mut().get_or_insert(why);
    }
}

impl Function<'_, '_> {
    fn call(&self, board: &PuzzleBoard) -> PyResult<String> {
        self.py.check_signals()?;
        let answer = match board {
            PuzzleBoard::Lists(lists) => self.function.call1((lists.clone(),)),
            PuzzleBoard::Grid { rows, cat_jump, mouse_jump } => {
                self.function.call1((rows.clone(), *cat_jump, *mouse_jump))
            }
        };
        Ok(answer?.repr()?.to_string())
    }
}

impl Suspect for Function<'_, '_> {
    fn ask(&mut self, board: &PuzzleBoard) -> io::Result<SuspectAnswer> {
        let answer = match self.call(board) {
            Ok(answer) => answer,
            Err(error) if error.is_instance_of::<PyException>(self.py) => {
                let how = error.to_string();
                let told = self.traceback.call1((error.value(self.py), error.traceback(self.py)));
                let stderr: String = told.and_then(|text| text.extract()).unwrap_or_default();
                self.failed = Some(error);
                return Ok(SuspectAnswer::Failure(SuspectFailure::exited(how, &stderr)));
            }
            Err(interrupt) => {
                self.ending.set(interrupt);
                return Ok(SuspectAnswer::Failure(SuspectFailure::Timeout));
            }
        };
        Ok(SuspectAnswer::read(board.puzzle(), &answer))
    }
}

/// Asks a function about boards until it is wrong. Returns the answer as JSON, and what it says to
/// people. `traceback` makes a text of an exception.
#[pyfunction]
#[pyo3(signature = (function, problem, traceback, *, seed=1, tries=None, time=None, progress=None))]
pub(crate) fn test(
    py: Python<'_>,
    function: Bound<'_, PyAny>,
    problem: u32,
    traceback: Bound<'_, PyAny>,
    seed: u64,
    tries: Option<u64>,
    time: Option<f64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(String, Told)> {
    let puzzle = if problem == 913 { Puzzle::CatAndMouse } else { Puzzle::CatAndMouseII };
    let mut hunt = CounterexampleHunt::new(puzzle);
    (hunt.seed, hunt.tries) = (seed, tries.unwrap_or(hunt.tries));
    let ending = Ending::default();
    let mut asked = Function { py, function, traceback, failed: None, ending: &ending };
    let report = |reported: &HuntProgress| {
        if let Some(Err(error)) = progress.as_ref().map(|progress| progress.call1(py, (reported.boards, hunt.tries))) {
            ending.set(error);
        }
    };
    let mut control = HuntControl::default();
    control.cancelled = Some(&ending.is_set);
    control.time = seconds("time", time)?;
    control.report = Some(&report);
    let answer = hunt.run(&mut asked, &control);
    if let Some(error) = ending.why.take() {
        return Err(error);
    }
    let answer = answer.map_err(|error| match error {
        HuntError::Question(error) => raised(py, error, "the board"),
        HuntError::NoAnswer(failure) => {
            let error = ArgumentError::new_err(format!("the function answers no board: {failure}"));
            error.set_cause(py, asked.failed.take());
            error
        }
        error => ArgumentError::new_err(error.to_string()),
    })?;
    let board = |error| raised(py, error, "the board");
    Ok((json(&answer).map_err(board)?, Told(counterexample(&answer).map_err(board)?)))
}
