//! The effects of changes of a board, comparisons of two boards, and hunts for boards with a
//! property.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use catmouse::model::{IdleRule, Outcome, Side};
use catmouse::{
    Error, Watch,
    streams::Filter,
    whatif::{ChangeKind, WHATIF_KEYS, WhatIf},
};
use catmouse_document::{RankedChanges, Second, changes, comparison, pairs_of_changes};
use catmouse_hunt::{Hunt, HuntControl, HuntError, HuntProgress, Objective, Space, WallSymmetry};
use pyo3::prelude::*;

use crate::board::Board;
use crate::choices::{Asked, threads, word};
use crate::error::{ArgumentError, Note, notes, raised};
use crate::running::{INTERRUPT_INTERVAL, on_a_thread};
use crate::solved::{Solved, json, reading};
use crate::table::Table;
use crate::told::Told;

/// The effects of all changes: the table, each row as JSON, the changes that make no game, with the
/// reason, and what all of it says to people.
type Changes = (Table, Vec<String>, Vec<(String, String)>, Told);

/// The effects of all changes of a solved board, the greatest first.
#[pyfunction]
#[pyo3(signature = (
    solved, kinds, *, pairs=false, only=None, top=None, time=None, max_memory=None, threads=None, progress=None
))]
#[expect(clippy::too_many_arguments, reason = "they are the keyword arguments of a Python function")]
pub(crate) fn whatif(
    py: Python<'_>,
    solved: &Bound<'_, Solved>,
    kinds: Option<Vec<String>>,
    pairs: bool,
    only: Option<&str>,
    top: Option<usize>,
    time: Option<f64>,
    max_memory: Option<u64>,
    threads: Option<i64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Changes> {
    let kinds = match kinds {
        None => ChangeKind::ALL.to_vec(),
        Some(words) => words.iter().map(|word| kind(word)).collect::<PyResult<_>>()?,
    };
    let only = only.map(|text| Filter::parse(text, WHATIF_KEYS)).transpose();
    let only = only.map_err(|error| ArgumentError::new_err(format!("only: {error}")))?;
    let threads = crate::choices::threads(threads)?;
    let time = seconds("time", time)?;
    let solved = solved.get();
    let cancelled = Arc::new(AtomicBool::new(false));
    let (done, all) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let watch = |boards: usize, of: usize| {
        done.fetch_max(boards, Ordering::Relaxed);
        all.store(of, Ordering::Relaxed);
        std::ops::ControlFlow::Continue(())
    };
    let look = |py: Python<'_>| -> PyResult<Duration> {
        if let Some(progress) = &progress {
            progress.call1(py, (done.load(Ordering::Relaxed), all.load(Ordering::Relaxed)))?;
        }
        Ok(INTERRUPT_INTERVAL)
    };
    let work = || -> Result<_, Error> {
        let whatif = WhatIf::of(solved.board().clone(), max_memory, threads)?.cancelled_by(Arc::clone(&cancelled));
        let time = time.or_else(|| whatif.usual_time());
        let whatif = whatif.within(time);
        let effects = whatif.effects(&whatif.changes(&kinds)?, &watch)?;
        let pairs = if pairs {
            done.store(0, Ordering::Relaxed);
            Some(whatif.pairs(&effects, &watch)?)
        } else {
            None
        };
        let alone = &effects.ranked[..];
        let (ranked, untried) = pairs.as_ref().map_or((alone, effects.untried), |found| (&found.ranked, found.untried));
        let is_wanted =
            |&rank: &usize| only.as_ref().is_none_or(|filter| filter.accepts(&whatif.answer(rank, &ranked[rank - 1])));
        let shown: Vec<usize> = (1..=ranked.len()).filter(is_wanted).take(top.unwrap_or(usize::MAX)).collect();
        let changed = shown.iter().map(|&rank| whatif.answer(rank, &ranked[rank - 1]));
        let answers: Vec<_> = std::iter::once(whatif.answer_before(untried)).chain(changed).collect();
        let is_sifted = only.is_some();
        let found = RankedChanges { whatif: &whatif, alone, ranked, shown: &shown, top: LISTED, is_sifted };
        let told = Told(if pairs.is_some() { pairs_of_changes(&found) } else { changes(&found) });
        let board = whatif.solved().game().board();
        let refused = effects.refused.iter().map(|(change, why)| (change.words(board).to_string(), why.to_string()));
        Ok((answers, refused.collect(), told))
    };
    let found = on_a_thread(py, || cancelled.store(true, Ordering::Relaxed), look, work)?;
    let (answers, refused, told): (Vec<_>, _, _) = found.map_err(|error| solved.raised(py, error))?;
    let lines = answers.iter().map(json).collect::<Result<_, _>>().map_err(|error| solved.raised(py, error))?;
    Ok((Table::of_changes(&answers)?, lines, refused, told))
}

/// The most changes that `print` lists.
const LISTED: usize = 20;

/// A time in seconds.
pub(crate) fn seconds(name: &str, time: Option<f64>) -> PyResult<Option<Duration>> {
    let Some(seconds) = time else { return Ok(None) };
    let time = Duration::try_from_secs_f64(seconds);
    time.map(Some).map_err(|_| ArgumentError::new_err(format!("{name} is a number of seconds from 0, not {seconds}")))
}

fn kind(word: &str) -> PyResult<ChangeKind> {
    ChangeKind::ALL.into_iter().find(|kind| kind.word() == word).ok_or_else(|| {
        let words = ChangeKind::ALL.map(ChangeKind::word).join(", ");
        ArgumentError::new_err(format!("kinds is a list of {words}, and '{word}' is none of these"))
    })
}

/// Compares two solved boards. The answer is JSON, and what it says to people.
#[pyfunction]
#[pyo3(signature = (a, b, hardest, progress=None))]
pub(crate) fn compare(
    py: Python<'_>,
    a: &Bound<'_, Solved>,
    b: &Bound<'_, Solved>,
    hardest: usize,
    progress: Option<Py<PyAny>>,
) -> PyResult<(String, Told)> {
    let (a, b) = (a.get(), b.get());
    let names = ["the first board", "the second board"].map(str::to_owned);
    let watch = Arc::new(Watch::default());
    let work = || {
        a.board().cancellable(&watch, |one| {
            b.board().cancellable(&watch, |other| {
                let answer = catmouse::compare(one, other, hardest)?;
                let told = comparison(&answer, [one, other], &names, Second::Board);
                Ok((json(&answer)?, Told(told)))
            })
        })
    };
    on_a_thread(py, || watch.cancel(), reading(&watch, progress.as_ref()), work)?.map_err(|error| a.raised(py, error))
}

/// The keyword arguments of a hunt.
#[expect(clippy::struct_excessive_bools, reason = "each is a keyword argument of a Python function")]
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Hunted {
    longest: Option<String>,
    narrowest: Option<String>,
    outcome: Option<String>,
    draws: bool,
    lesson: Option<String>,
    law: Option<u32>,
    capture_time: bool,
    cop_number: Option<u32>,
    graded: bool,
    vertices: Option<u32>,
    all: Option<bool>,
    grid: Option<(u32, u32)>,
    walls: Option<u32>,
    thin_walls: Option<u32>,
    symmetry: Option<String>,
    changes: Option<u32>,
    disconnected: bool,
    planar: bool,
    max_degree: Option<u32>,
    regular: Option<u32>,
    no_early_catch: bool,
    no_stalemate: bool,
    at_least: Option<u64>,
    at_most: Option<u64>,
    keep: usize,
    seed: Option<u64>,
    tries: Option<u64>,
    time: Option<f64>,
}

impl Hunted {
    /// The property to look for. The caller must choose exactly one.
    fn objective(&self) -> PyResult<Objective> {
        let mut found = Vec::new();
        if let Some(text) = &self.longest {
            found.push(Objective::Longest(word::<Side>("longest", text)?));
        }
        if let Some(text) = &self.narrowest {
            found.push(Objective::Narrowest(word::<Outcome>("narrowest", text)?));
        }
        if let Some(text) = &self.outcome {
            found.push(Objective::Outcome(word::<Outcome>("outcome", text)?));
        }
        found.extend(self.draws.then_some(Objective::Draws));
        found.extend(self.lesson.clone().map(Objective::Lesson));
        found.extend(self.law.map(Objective::Law));
        found.extend(self.capture_time.then_some(Objective::CaptureTime));
        found.extend(self.cop_number.map(Objective::CopNumber));
        found.extend(self.graded.then_some(Objective::Graded));
        let count = found.len();
        let Ok([objective]) = <[Objective; 1]>::try_from(found) else {
            let all = "longest, narrowest, outcome, draws, lesson, law, capture_time, cop_number, graded";
            let message = format!("a hunt looks for one property, and {count} are given: give one of {all}");
            return Err(ArgumentError::new_err(message));
        };
        Ok(objective)
    }

    /// The space in which the hunt looks; the caller handles boards near another one. A keyword
    /// that belongs to another space is refused.
    fn space(&self, is_near: bool, is_stream: bool) -> PyResult<Space> {
        let places = [
            ("graphs", is_stream),
            ("vertices", self.vertices.is_some()),
            ("grid", self.grid.is_some()),
            ("near", is_near),
        ];
        let said: Vec<_> = places.into_iter().filter_map(|(place, is_said)| is_said.then_some(place)).collect();
        let [place] = said[..] else {
            let count = said.len();
            let message =
                format!("a hunt looks in one place, and {count} are given: give graphs, vertices, grid or near");
            return Err(ArgumentError::new_err(message));
        };
        let details = [
            ("all", self.all.is_some(), "vertices"),
            ("walls", self.walls.is_some(), "grid"),
            ("thin_walls", self.thin_walls.is_some(), "grid"),
            ("symmetry", self.symmetry.is_some(), "grid"),
            ("changes", self.changes.is_some(), "near"),
        ];
        if let Some((detail, _, of)) = details.into_iter().find(|&(_, is_said, of)| is_said && of != place) {
            let message =
                format!("{detail} has no effect: it goes with {of}, and this hunt has {place}; leave {detail} out");
            return Err(ArgumentError::new_err(message));
        }
        let symmetry = match self.symmetry.as_deref() {
            None | Some("none") => WallSymmetry::None,
            Some("mirror") => WallSymmetry::Mirror,
            Some("turn") => WallSymmetry::Turn,
            Some("both") => WallSymmetry::Both,
            Some(other) => {
                let wanted = "'none', 'mirror', 'turn' or 'both'";
                return Err(ArgumentError::new_err(format!("symmetry is {wanted}, not '{other}'")));
            }
        };
        Ok(match (self.vertices, self.grid) {
            (Some(vertices), _) => Space::Graphs { vertices, all: self.all },
            (_, Some((rows, columns))) => {
                let (walls, thin_walls) = (self.walls.unwrap_or(0), self.thin_walls.unwrap_or(0));
                Space::Grids { rows, columns, walls, thin_walls, symmetry }
            }
            _ => Space::Stream,
        })
    }

    /// The keywords that were given and have no effect on this hunt.
    fn idle(&self, hunt: &Hunt) -> Vec<IdleRule> {
        let is_said = |idle: &IdleRule| match idle.key {
            "seed" => self.seed.is_some(),
            "tries" => self.tries.is_some(),
            _ => true,
        };
        hunt.idle().into_iter().filter(is_said).collect()
    }

    /// The hunt, without its space.
    fn hunt(&self, asked: &Asked<'_>) -> PyResult<Hunt> {
        let mut hunt = Hunt::new(self.objective()?, Space::Stream);
        hunt.choices = asked.choices()?;
        hunt.constraints.connected = !self.disconnected;
        hunt.constraints.planar = self.planar;
        hunt.constraints.max_degree = self.max_degree;
        hunt.constraints.regular = self.regular;
        hunt.constraints.no_early_catch = self.no_early_catch;
        hunt.constraints.no_stalemate = self.no_stalemate;
        hunt.at_least = self.at_least;
        hunt.at_most = self.at_most;
        hunt.keep = self.keep;
        hunt.seed = self.seed.unwrap_or(hunt.seed);
        // With a time budget, the number of tries is unlimited.
        hunt.tries = self.tries.unwrap_or(if self.time.is_some() { u64::MAX } else { hunt.tries });
        Ok(hunt)
    }
}

/// Searches for boards with a property. Returns the answer as JSON, and notes on choices without
/// effect. `near` is a board, and `graphs` a stream of graphs.
#[pyfunction]
#[pyo3(signature = (hunted, asked, *, near=None, graphs=None, threads=None, progress=None))]
pub(crate) fn hunt(
    py: Python<'_>,
    hunted: Hunted,
    asked: Asked<'_>,
    near: Option<&Bound<'_, Board>>,
    graphs: Option<&Bound<'_, Board>>,
    threads: Option<i64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<(String, Vec<Note>)> {
    let mut hunt = hunted.hunt(&asked)?;
    hunt.space = hunted.space(near.is_some(), graphs.is_some())?;
    let time = seconds("time", hunted.time)?;
    let threads = self::threads(threads)?;
    let (near, graphs) = (near.map(Bound::get), graphs.map(Bound::get));
    let cancelled = AtomicBool::new(false);
    let (boards, best) = (AtomicU64::new(0), Mutex::new(None));
    let look = |py: Python<'_>| -> PyResult<Duration> {
        if let Some(progress) = &progress {
            let best: Option<String> = best.lock().unwrap_or_else(PoisonError::into_inner).clone();
            progress.call1(py, (boards.load(Ordering::Relaxed), best))?;
        }
        Ok(INTERRUPT_INTERVAL)
    };
    let work = || -> Result<_, HuntError> {
        let report = |progress: &HuntProgress| {
            boards.store(progress.boards, Ordering::Relaxed);
            best.lock().unwrap_or_else(PoisonError::into_inner).clone_from(&progress.best);
        };
        let mut watch = HuntControl::default();
        watch.cancelled = Some(&cancelled);
        watch.time = time;
        watch.report = Some(&report);
        watch.threads = threads;
        if let Some(near) = near {
            hunt.space = near.near(&hunt.choices, hunted.changes.unwrap_or(1))?;
        }
        let answer = match graphs {
            Some(graphs) => hunt.run_on(graphs.stream()?, &watch)?,
            None => hunt.run(&watch)?,
        };
        Ok((json(&answer)?, notes(None, hunted.idle(&hunt))))
    };
    let answer = on_a_thread(py, || cancelled.store(true, Ordering::Relaxed), look, work)?;
    let origin = near.or(graphs).map_or("the board", |board| &board.origin);
    answer.map_err(|error| match error {
        HuntError::Question(error) => raised(py, error, origin),
        error => ArgumentError::new_err(error.to_string()),
    })
}
