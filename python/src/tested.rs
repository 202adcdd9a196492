//! The search for a board that a function of Python gets wrong.

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

/// A function that is asked about boards, and the first exception that ends the search.
struct Function<'py> {
    py: Python<'py>,
    function: Bound<'py, PyAny>,
    traceback: Bound<'py, PyAny>,
    /// An interrupt of the user, or an exception of the function before its first answer.
    ended: Option<PyErr>,
    failed: Option<PyErr>,
    cancelled: &'py AtomicBool,
}

impl Function<'_> {
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

impl Suspect for Function<'_> {
    fn ask(&mut self, board: &PuzzleBoard) -> io::Result<SuspectAnswer> {
        let answer = match self.call(board) {
            Ok(answer) => answer,
            Err(error) if error.is_instance_of::<PyException>(self.py) => {
                let how = error.to_string();
                let stderr = self
                    .traceback
                    .call1((error.value(self.py), error.traceback(self.py)))
                    .and_then(|text| text.extract());
                self.failed = Some(error);
                return Ok(SuspectAnswer::Failure(SuspectFailure::Exited { how, stderr: stderr.unwrap_or_default() }));
            }
            Err(interrupt) => {
                self.ended = Some(interrupt);
                self.cancelled.store(true, Ordering::Relaxed);
                return Ok(SuspectAnswer::Failure(SuspectFailure::Timeout));
            }
        };
        Ok(match board.puzzle().read(&answer) {
            Some(outcome) => SuspectAnswer::Outcome(outcome),
            None => SuspectAnswer::Failure(SuspectFailure::Unreadable(answer)),
        })
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
    let cancelled = AtomicBool::new(false);
    let mut asked = Function { py, function, traceback, ended: None, failed: None, cancelled: &cancelled };
    let told_wrong = std::cell::RefCell::new(None);
    let report = |reported: &HuntProgress| {
        if let Some(Err(error)) = progress.as_ref().map(|progress| progress.call1(py, (reported.boards, hunt.tries))) {
            cancelled.store(true, Ordering::Relaxed);
            told_wrong.borrow_mut().get_or_insert(error);
        }
    };
    let mut control = HuntControl::default();
    control.cancelled = Some(&cancelled);
    control.time = seconds(time)?;
    control.report = Some(&report);
    let answer = hunt.run(&mut asked, &control);
    if let Some(error) = asked.ended.take().or_else(|| told_wrong.take()) {
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
