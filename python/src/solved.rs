//! A solved board: its answers as JSON, its values as arrays, its pictures and its page as text.

use std::io::Read;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use catmouse::arena::{Arena, Move, PositionId, Values};
use catmouse::model::{Outcome, PositionChoice, SETTINGS, Setup, Side, Sight, Vertex, VertexJson};
use catmouse::solver::{Control, Progress};
use catmouse::store::{Contents, read_note, write_certificate};
use catmouse::unseen::SolvedUnseen;
use catmouse::{
    Error, Picture, SolvedStart, Watch,
    answers::{NARROWEST_AMONG, SurveyScope},
    check_certificate,
    memory::Work,
};
use catmouse_document::{Header, UnseenPart, annotation, evaluation, unseen};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyDict, PyList};
use serde::{Deserialize, Serialize};
use serde_json::to_string;

use crate::board::Board;
use crate::choices::{Asked, cell, chosen, keyword, vertex, vertices, word};
use crate::error::{ArgumentError, CatmouseError, Note, file_error, raised, raised_in};
use crate::running::{INTERRUPT_INTERVAL, on_a_thread, quickly_or_on_a_thread};
use crate::table::{Shown, Table};
use crate::told::{Told, told};

/// A board with the values of all its positions.
#[pyclass(frozen, module = "catmouse._catmouse")]
pub(crate) struct Solved {
    solved: catmouse::Solved,
    origin: String,
    /// Notes for the caller: how the board was read, and which choices have no effect.
    #[pyo3(get)]
    notes: Vec<Note>,
}

/// Solves a board.
#[pyfunction]
#[pyo3(signature = (board, asked, *, outcomes_only=false, threads=None, progress=None))]
pub(crate) fn solve(
    py: Python<'_>,
    board: &Bound<'_, Board>,
    asked: Asked<'_>,
    outcomes_only: bool,
    threads: Option<i64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<Solved> {
    let choices = asked.choices()?;
    let (board, max_memory) = (board.get(), asked.max_memory);
    let threads = crate::choices::threads(threads)?;
    let (cancelled, level, decided) = (AtomicBool::new(false), AtomicU64::new(0), AtomicU64::new(0));
    let show = |progress: Progress| {
        level.store(progress.level, Ordering::Relaxed);
        decided.store(progress.decided, Ordering::Relaxed);
    };
    let look = |py: Python<'_>| -> PyResult<Duration> {
        if let Some(progress) = &progress {
            progress.call1(py, (level.load(Ordering::Relaxed), decided.load(Ordering::Relaxed)))?;
        }
        Ok(INTERRUPT_INTERVAL)
    };
    let work = || -> Result<_, Error> {
        let work = if outcomes_only { Work::OUTCOMES } else { Work::SOLVE };
        let (prepared, notes) = board.prepare(&choices, work, max_memory)?;
        let control = Control::default().on_threads(threads).cancelled_by(&cancelled).reporting_to(&show);
        let solved = prepared.solve_with(&control);
        Ok((solved?, notes))
    };
    let is_quick = progress.is_none() && board.is_small();
    let solved = quickly_or_on_a_thread(py, is_quick, || cancelled.store(true, Ordering::Relaxed), look, work)?;
    let (solved, notes) = solved.map_err(|error| raised(py, error, &board.origin))?;
    Ok(Solved { solved, origin: board.origin.clone(), notes })
}

/// The answer about a board on which the mouse is not always seen as JSON, what it says, the labels of the vertices, and
/// notes.
type Unseen<'py> = (String, Told, Bound<'py, PyList>, Vec<Note>);

/// Solves a board on which the mouse is not always seen.
#[pyfunction]
pub(crate) fn solve_unseen<'py>(
    py: Python<'py>,
    board: &Bound<'py, Board>,
    asked: Asked<'py>,
) -> PyResult<Unseen<'py>> {
    let made = |solved: SolvedUnseen| Ok((json(&solved.answer())?, solved));
    let ((answer, solved), notes) = of_unseen(py, board, &asked, made)?;
    let told = Told(unseen(&solved, UnseenPart::Plan, Header::Whole));
    Ok((answer, told, labels(py, solved.game().board())?, notes))
}

/// The certificate of a board on which the mouse is not always seen, as JSON lines, and notes.
#[pyfunction]
pub(crate) fn unseen_certificate(
    py: Python<'_>,
    board: &Bound<'_, Board>,
    asked: Asked<'_>,
) -> PyResult<(String, Vec<Note>)> {
    of_unseen(py, board, &asked, |solved: SolvedUnseen| {
        let mut text = Vec::new();
        write_certificate(solved.game(), &solved.certificate()?, &mut text).map_err(Error::Source)?;
        Ok(String::from_utf8_lossy(&text).into_owned())
    })
}

/// What is made of a solved board on which the mouse is not always seen, and notes.
fn of_unseen<T: Send>(
    py: Python<'_>,
    board: &Bound<'_, Board>,
    asked: &Asked<'_>,
    made: impl FnOnce(SolvedUnseen) -> Result<T, Error> + Send,
) -> PyResult<(T, Vec<Note>)> {
    let choices = asked.choices()?;
    let (board, max_memory) = (board.get(), asked.max_memory);
    let cancelled = AtomicBool::new(false);
    let work = || -> Result<_, Error> {
        let (prepared, notes) = board.prepare(&choices, Work::UNSEEN, max_memory)?;
        let allowed = catmouse::memory::memory_budget(max_memory);
        let solved = prepared.solve_unseen(&Control::default().cancelled_by(&cancelled).allowing(allowed))?;
        Ok((made(solved)?, notes))
    };
    let look = |_: Python<'_>| Ok(INTERRUPT_INTERVAL);
    let made = quickly_or_on_a_thread(py, board.is_small(), || cancelled.store(true, Ordering::Relaxed), look, work)?;
    made.map_err(|error| raised(py, error, &board.origin))
}

/// The labels of the vertices in order: numbers, names, or cells `(row, column)`.
fn labels<'py>(py: Python<'py>, board: &catmouse::model::Board) -> PyResult<Bound<'py, PyList>> {
    let list = PyList::empty(py);
    for vertex in (0..board.vertices()).map(Vertex::new) {
        match (board.grid(), board.word(vertex)) {
            (Some(grid), _) => {
                let place = grid.cell(vertex);
                list.append(cell(py, place.row, place.column)?)?;
            }
            (None, Some(name)) => list.append(name)?,
            (None, None) => list.append(vertex.number())?,
        }
    }
    Ok(list)
}

/// What a table of the package notes about its board.
#[derive(Serialize, Deserialize)]
struct Noted {
    /// The setup with the caller's choices.
    setup: Setup,
    /// A text about the nodes, for the Python part of the package.
    nodes: Option<String>,
}

/// The board that is noted in a table, and the text about its nodes; `None` if the table has no
/// note.
#[pyfunction]
pub(crate) fn noted(py: Python<'_>, path: PathBuf) -> PyResult<Option<(Board, Option<String>)>> {
    let table = path.display().to_string();
    let first = std::fs::File::open(&path).and_then(|mut file| file.read(&mut [0]));
    first.map_err(|error| file_error(&error, &table))?;
    let note = py.detach(|| read_note(&path)).map_err(|error| raised(py, error.into(), &table))?;
    // A note of another program is none.
    let Ok(Noted { setup, nodes }) = serde_json::from_slice(&note) else { return Ok(None) };
    Ok(Some((Board::of_setup(setup, &table, false, false), nodes)))
}

/// Reads the values of a board from a saved table.
#[pyfunction]
pub(crate) fn load(py: Python<'_>, path: PathBuf, board: &Bound<'_, Board>, asked: Asked<'_>) -> PyResult<Solved> {
    let choices = asked.choices()?;
    let (board, max_memory) = (board.get(), asked.max_memory);
    let table = path.display().to_string();
    // If the file cannot be read, the system's error is clearer than that of the table's reader.
    let first = std::fs::File::open(&path).and_then(|mut file| file.read(&mut [0]));
    first.map_err(|error| file_error(&error, &table))?;
    let prepared = py.detach(|| board.prepare(&choices, Work::PROBE, max_memory));
    let (prepared, notes) = prepared.map_err(|error| raised(py, error, &board.origin))?;
    let opened = py.detach(|| prepared.open_table(&path, max_memory));
    let solved = opened.map_err(|error| raised(py, error, &table))?;
    Ok(Solved { solved, origin: board.origin.clone(), notes })
}

/// Checks a certificate against the rules of a board, without solving it. Returns the answer as
/// JSON and in words, and notes for the caller.
#[pyfunction]
pub(crate) fn certified(
    py: Python<'_>,
    text: &str,
    board: &Bound<'_, Board>,
    asked: Asked<'_>,
) -> PyResult<(String, String, Vec<Note>)> {
    let choices = asked.choices()?;
    let (board, max_memory) = (board.get(), asked.max_memory);
    let answer = py.detach(|| -> Result<_, Error> {
        // A mouse that is not always seen makes another game of the board.
        let (prepared, notes) = board.prepare(&choices, Work::LOOKUP, max_memory).or_else(|error| {
            let unseen = board.prepare(&choices, Work::UNSEEN, max_memory).ok();
            unseen.filter(|(prepared, _)| prepared.game.rules().seen != Sight::Always).ok_or(error)
        })?;
        let answer = check_certificate(&prepared.game, text.as_bytes())?;
        Ok((json(&answer)?, answer.text, notes))
    });
    answer.map_err(|error| raised(py, error, &board.origin))
}

/// Questions about a game with at most this number of positions take milliseconds.
const QUICK: usize = 1 << 10;

/// An answer in the JSON of the command line.
pub(crate) fn json<T: serde::Serialize>(answer: &T) -> Result<String, Error> {
    to_string(answer).map_err(|error| Error::Source(error.into()))
}

impl Solved {
    /// The solved board of the library.
    pub(crate) fn board(&self) -> &catmouse::Solved {
        &self.solved
    }

    /// The exception for an error about this board.
    pub(crate) fn raised(&self, py: Python<'_>, error: Error) -> PyErr {
        raised(py, error, &self.origin)
    }

    /// Asks a question with a fast answer. Other Python threads run meanwhile.
    fn soon<T: Send>(
        &self,
        py: Python<'_>,
        ask: impl FnOnce(&catmouse::Solved) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        py.detach(|| ask(&self.solved)).map_err(|error| self.raised(py, error))
    }

    /// Asks a question whose answer may take long. Ctrl-C stops it. Meanwhile calls `progress`, if it
    /// is given, with the number of values that were read.
    fn answer_of<T: Send>(
        &self,
        py: Python<'_>,
        progress: Option<Py<PyAny>>,
        ask: impl FnOnce(&catmouse::Solved) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        let is_quick = progress.is_none() && self.solved.values().positions() <= QUICK;
        let watch = Arc::new(Watch::default());
        let work = || self.solved.cancellable(&watch, ask);
        let answer = quickly_or_on_a_thread(py, is_quick, || watch.cancel(), reading(&watch, progress.as_ref()), work)?;
        answer.map_err(|error| self.raised(py, error))
    }

    /// Like [`answer_of`](Self::answer_of), for an answer that is converted to JSON.
    fn json<T: serde::Serialize>(
        &self,
        py: Python<'_>,
        progress: Option<Py<PyAny>>,
        ask: impl FnOnce(&catmouse::Solved) -> Result<T, Error> + Send,
    ) -> PyResult<String> {
        self.answer_of(py, progress, |solved| json(&ask(solved)?))
    }
}

/// Calls `progress`, if it is given, with the number of values that were read.
pub(crate) fn reading(
    watch: &Watch,
    progress: Option<&Py<PyAny>>,
) -> impl Fn(Python<'_>) -> PyResult<Duration> + Sync + Send {
    move |py| {
        if let Some(progress) = progress {
            progress.call1(py, (watch.values_read(),))?;
        }
        Ok(INTERRUPT_INTERVAL)
    }
}

/// The vertices of the mouse and of the cats; and for each legal move, the vertices of the mover's
/// pieces after it, and its cost.
type PlaceWithMoves = (u32, Vec<u32>, Vec<(Vec<u32>, u32)>);

impl Solved {
    fn legal_at(&self, position: PositionId) -> PlaceWithMoves {
        let game = self.solved.game();
        let here = game.position(position);
        let places = |step: &Move| numbers(game.position(step.to).pieces(here.turn));
        let moves = self.solved.legal_moves(position);
        (here.mouse.number(), numbers(&here.cats), moves.iter().map(|step| (places(step), step.cost)).collect())
    }
}

fn numbers(vertices: &[Vertex]) -> Vec<u32> {
    vertices.iter().map(|vertex| vertex.number()).collect()
}

/// A position from the caller's arguments; `None` for the start.
fn position(
    mouse: Option<&Bound<'_, PyAny>>,
    cat: Option<&Bound<'_, PyAny>>,
    turn: Option<&str>,
) -> PyResult<Option<PositionChoice>> {
    let (mouse, cat, turn) = match (mouse, cat, turn) {
        (None, None, None) => return Ok(None),
        (Some(mouse), Some(cat), Some(turn)) => (mouse, cat, turn),
        _ => return Err(ArgumentError::new_err("a position says where mouse and cat stand and whose turn it is")),
    };
    Ok(Some(PositionChoice {
        mouse: vertex("mouse", mouse)?,
        cats: vertices("cat", cat)?,
        turn: word::<Side>("turn", turn)?,
    }))
}

/// The position, or the start, with its judgement.
fn start(solved: &catmouse::Solved, position: Option<&PositionChoice>) -> Result<SolvedStart, Error> {
    position.map_or_else(|| Ok(solved.start()), |position| solved.start_at(position))
}

#[pymethods]
impl Solved {
    /// The answer of `catmouse solve`: who wins from the start, and the counts of all positions.
    fn answer(&self, py: Python<'_>) -> PyResult<String> {
        self.answer_of(py, None, |solved| json(&solved.answer()?))
    }

    /// The optimal line from the start or another position, with its reasons and its story.
    #[pyo3(signature = (mouse=None, cat=None, turn=None))]
    fn explain(
        &self,
        py: Python<'_>,
        mouse: Option<&Bound<'_, PyAny>>,
        cat: Option<&Bound<'_, PyAny>>,
        turn: Option<&str>,
    ) -> PyResult<String> {
        let position = position(mouse, cat, turn)?;
        self.json(py, None, |solved| {
            let start = start(solved, position.as_ref())?;
            solved.explain_from(&start)
        })
    }

    /// The legal moves at the start or another position, best first.
    #[pyo3(signature = (mouse=None, cat=None, turn=None))]
    fn moves(
        &self,
        py: Python<'_>,
        mouse: Option<&Bound<'_, PyAny>>,
        cat: Option<&Bound<'_, PyAny>>,
        turn: Option<&str>,
    ) -> PyResult<String> {
        let position = position(mouse, cat, turn)?;
        let ask = |solved: &catmouse::Solved| json(&solved.moves_from(&start(solved, position.as_ref())?)?);
        // Without distances, the game may have to be solved again for a smaller limit.
        if self.has_distances() { self.soon(py, ask) } else { self.answer_of(py, None, ask) }
    }

    /// The vertices of the mouse and of the cats at the start or another position, and the legal moves.
    /// Much faster than [`moves`](Self::moves).
    #[pyo3(signature = (mouse=None, cat=None, turn=None))]
    fn legal(
        &self,
        py: Python<'_>,
        mouse: Option<&Bound<'_, PyAny>>,
        cat: Option<&Bound<'_, PyAny>>,
        turn: Option<&str>,
    ) -> PyResult<PlaceWithMoves> {
        let position = position(mouse, cat, turn)?;
        let start = self.soon(py, |solved| start(solved, position.as_ref()))?;
        Ok(self.legal_at(start.opening.id))
    }

    /// The outcome of a position, and its distance in plies and in costs.
    #[pyo3(signature = (mouse=None, cat=None, turn=None))]
    fn value(
        &self,
        py: Python<'_>,
        mouse: Option<&Bound<'_, PyAny>>,
        cat: Option<&Bound<'_, PyAny>>,
        turn: Option<&str>,
    ) -> PyResult<(String, Option<u64>, Option<u64>)> {
        let position = position(mouse, cat, turn)?;
        let start = self.soon(py, |solved| start(solved, position.as_ref()))?;
        let catmouse::answers::DistanceAnswer { distance_plies, distance_cost } = start.distance;
        Ok((start.outcome().to_string(), distance_plies, distance_cost))
    }

    /// What one of these answers says to people: `answer`, `explain`, `laws`, `strategies`, `survey`.
    #[pyo3(signature = (what, mouse=None, cat=None, turn=None, hardest=0))]
    fn told(
        &self,
        py: Python<'_>,
        what: &str,
        mouse: Option<&Bound<'_, PyAny>>,
        cat: Option<&Bound<'_, PyAny>>,
        turn: Option<&str>,
        hardest: usize,
    ) -> PyResult<Told> {
        let position = position(mouse, cat, turn)?;
        let ask = |solved: &catmouse::Solved| told(solved, what, &start(solved, position.as_ref())?, hardest);
        self.answer_of(py, None, ask).map(Told)
    }

    /// The strategies of the players.
    #[pyo3(signature = (progress=None))]
    fn strategies(&self, py: Python<'_>, progress: Option<Py<PyAny>>) -> PyResult<String> {
        self.json(py, progress, catmouse::Solved::strategies)
    }

    /// The number of starts with each outcome, and the hardest starts; the narrowest of them among
    /// this number of starts.
    #[pyo3(signature = (hardest, narrowest_among=NARROWEST_AMONG, progress=None))]
    fn survey(
        &self,
        py: Python<'_>,
        hardest: usize,
        narrowest_among: usize,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<String> {
        self.json(py, progress, |solved| {
            solved.survey(hardest, SurveyScope::NarrowestAmong(narrowest_among))?.summary()
        })
    }

    /// The values of all positions in Arrow's layout, with the vertices by numbers or words. If only
    /// outcomes are known, there is no column of distances.
    fn table(&self, py: Python<'_>, vertices: Shown) -> PyResult<Table> {
        let measure = self.has_distances().then_some(if self.has_costs() { "cost" } else { "distance" });
        self.answer_of(py, None, |solved| {
            let positions = solved.values().positions();
            let (mut winners, mut distances) = (vec![0; positions], vec![-1; positions]);
            scan(solved, |position, winner, distance| {
                winners[position] = winner;
                distances[position] = distance;
            })?;
            let game = solved.game();
            let mice = game.board().vertices() as usize;
            let placement = |index| game.position(PositionId::new(index)).cats;
            let placements: Vec<Vec<i32>> = (0..positions / 2 / mice.max(1))
                .map(|index| placement(index).iter().map(|cat| cat.number() as i32).collect())
                .collect();
            let table = Table::of_positions(&winners, &distances, &placements, &vertices, measure);
            table.map_err(|error| Error::Source(std::io::Error::other(error)))
        })
    }

    /// Each start with its outcome, as a list.
    #[pyo3(signature = (progress=None))]
    fn starts(&self, py: Python<'_>, progress: Option<Py<PyAny>>) -> PyResult<String> {
        self.json(py, progress, |solved| Ok(solved.survey(0, SurveyScope::All)?.answer()?.starts))
    }

    /// The laws of the board.
    #[pyo3(signature = (progress=None))]
    fn laws(&self, py: Python<'_>, progress: Option<Py<PyAny>>) -> PyResult<String> {
        self.json(py, progress, |solved| solved.laws_from(&solved.start()))
    }

    /// The judgement of one move after other moves, and the play that shows why.
    fn why(&self, py: Python<'_>, after: &str, asked: &str) -> PyResult<String> {
        // An error in `after` is at a column of that text.
        self.solved.read_moves(after).map_err(|error| raised_in(py, error, &self.origin, after))?;
        let watch = Arc::new(Watch::default());
        let work = || self.solved.cancellable(&watch, |solved| json(&solved.why(after, asked)?));
        on_a_thread(py, || watch.cancel(), |_| Ok(INTERRUPT_INTERVAL), work)?
            .map_err(|error| raised_in(py, error, &self.origin, asked))
    }

    /// The judgement of each move of a game that was played, and what it says to people.
    fn annotate(&self, py: Python<'_>, moves: &str) -> PyResult<(String, Told)> {
        let watch = Arc::new(Watch::default());
        let annotated = |solved: &catmouse::Solved| -> Result<_, Error> {
            let answer = solved.annotate(moves)?;
            let judged = solved.judged_moves(&solved.read_moves(moves)?);
            Ok((json(&answer)?, Told(annotation(solved, &answer, &judged, Header::Whole))))
        };
        let work = || self.solved.cancellable(&watch, annotated);
        on_a_thread(py, || watch.cancel(), |_| Ok(INTERRUPT_INTERVAL), work)?
            .map_err(|error| raised_in(py, error, &self.origin, moves))
    }

    /// The worst case of a policy of one side. The policy is called in this thread with the vertex of
    /// the mouse, those of the cats, and each legal move as the vertices of the moved pieces with its
    /// cost. It returns the index of its move, or `None`.
    fn evaluate(&self, py: Python<'_>, side: &str, policy: Py<PyAny>) -> PyResult<(String, Told)> {
        let side = word::<Side>("side", side)?;
        let mut failure = None;
        let answer = py.detach(|| {
            let control = Control::default().allowing(catmouse::memory::memory_budget(None));
            let choose = |position| {
                let here = self.legal_at(position);
                let chosen = Python::attach(|py| policy.call1(py, here)?.extract::<Option<usize>>(py));
                let index = chosen.unwrap_or_else(|error| {
                    failure = Some(error);
                    None
                });
                index.and_then(|index| self.solved.legal_moves(position).get(index).copied())
            };
            let found = self.solved.evaluate_with(side, choose, &control)?;
            Ok((json(&found.answer)?, Told(evaluation(&self.solved, &found))))
        });
        match (failure, answer) {
            (Some(failure), _) => Err(failure),
            (None, answer) => answer.map_err(|error| self.raised(py, error)),
        }
    }

    /// Checks the values by conditions that need no solver.
    #[pyo3(signature = (progress=None))]
    fn check(&self, py: Python<'_>, progress: Option<Py<PyAny>>) -> PyResult<String> {
        self.json(py, progress, catmouse::Solved::check)
    }

    /// The certificate of the outcome, as JSON lines.
    #[pyo3(signature = (progress=None))]
    fn certificate(&self, py: Python<'_>, progress: Option<Py<PyAny>>) -> PyResult<String> {
        self.answer_of(py, progress, |solved| {
            let certificate = solved.certificate()?;
            let mut text = Vec::new();
            write_certificate(solved.game(), &certificate, &mut text).map_err(Error::Source)?;
            Ok(String::from_utf8_lossy(&text).into_owned())
        })
    }

    /// Saves the values for `load`, with a note: the setup, and `nodes`, a text about its nodes.
    #[pyo3(signature = (path, outcomes_only, nodes, progress=None))]
    fn save(
        &self,
        py: Python<'_>,
        path: PathBuf,
        outcomes_only: bool,
        nodes: Option<String>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<()> {
        let setup = self.solved.setup();
        let note = to_string(&Noted { setup: setup.clone(), nodes });
        let note = note.map_err(|error| CatmouseError::new_err(error.to_string()))?;
        let contents = if outcomes_only { Contents::Outcomes } else { Contents::Distances };
        let watch = Arc::new(Watch::default());
        let work = || self.solved.cancellable(&watch, |solved| solved.save_noted(&path, contents, note.as_bytes()));
        on_a_thread(py, || watch.cancel(), reading(&watch, progress.as_ref()), work)?
            .map_err(|error| raised(py, error, &path.display().to_string()))
    }

    /// The number of vertices for the mouse, of placements of the cats, and of cats.
    #[getter]
    fn shape(&self) -> (usize, usize, u32) {
        let game = self.solved.game();
        let mice = game.board().vertices() as usize;
        (mice, game.arena().positions() / 2 / mice.max(1), game.rules().cats)
    }

    /// The vertices of the cats in each placement, one placement after the other, as 32-bit
    /// numbers.
    fn placements<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        let (_, placements, cats) = self.shape();
        let game = self.solved.game();
        PyByteArray::new_with(py, placements * cats as usize * size_of::<u32>(), |bytes| {
            let all = (0..placements).flat_map(|index| game.position(PositionId::new(index)).cats);
            for (place, cat) in bytes.chunks_exact_mut(size_of::<u32>()).zip(all) {
                place.copy_from_slice(&cat.number().to_ne_bytes());
            }
            Ok(())
        })
    }

    /// The winner of each position as a byte (0 neither side, 1 the Mouse, 2 the Cat), and the
    /// distances as 32-bit numbers (−1 if no end is forced), in the order of positions. Python uses
    /// the memory without a copy.
    fn values<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyByteArray>, Bound<'py, PyByteArray>)> {
        let positions = self.solved.values().positions();
        let mut winners = None;
        let distances = PyByteArray::new_with(py, positions * size_of::<i32>(), |distances| {
            winners = Some(PyByteArray::new_with(py, positions, |winners| {
                self.answer_of(py, None, |solved| fill(solved, winners, distances))
            })?);
            Ok(())
        })?;
        let winners = winners.ok_or_else(|| CatmouseError::new_err("no values were written"))?;
        Ok((winners, distances))
    }

    /// The labels of the vertices in order: numbers, names, or cells `(row, column)`.
    fn labels<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        labels(py, self.solved.game().board())
    }

    /// The title of the board; `None` if it has none.
    #[getter]
    fn title(&self) -> Option<&str> {
        self.solved.title()
    }

    /// Whether moves have costs. Then distances are costs.
    #[getter]
    fn has_costs(&self) -> bool {
        self.solved.game().board().has_costs()
    }

    /// Whether distances are known; otherwise only outcomes are.
    #[getter]
    fn has_distances(&self) -> bool {
        self.solved.values().has_distances()
    }

    /// The value of each rule of the game. Rules without an effect are left out.
    #[getter]
    fn rules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let game = self.solved.game();
        let mut choices = game.rules().choices();
        let place = |&hole: &Vertex| VertexJson::new(game, hole).into();
        choices.holes = Some(game.rules().holes.iter().map(place).collect());
        if game.board().grid().is_none() {
            (choices.mouse_jump, choices.cat_jump) = (None, None);
        }
        let idle = choices.idle_in(game);
        let rules = PyDict::new(py);
        for setting in SETTINGS.iter().filter(|setting| idle.iter().all(|idle| idle.key != setting.key)) {
            if let Some(value) = setting.get(&choices) {
                rules.set_item(keyword(setting), chosen(py, value)?)?;
            }
        }
        Ok(rules)
    }

    /// The word of the preset, which gives the rules that the board and the caller leave open.
    #[getter]
    fn preset(&self) -> String {
        self.solved.game().preset().to_string()
    }

    /// A picture: of the board, the line, all starts, or the distances.
    fn svg(&self, py: Python<'_>, what: &str) -> PyResult<String> {
        let Some((_, picture)) = Picture::ALL.into_iter().find(|(word, _)| *word == what) else {
            let words = Picture::ALL.map(|(word, _)| word);
            let words = words.map(|word| format!("'{word}'")).join(", ");
            return Err(ArgumentError::new_err(format!("what is one of {words}, not '{what}'")));
        };
        self.answer_of(py, None, |solved| solved.picture(picture))
    }

    /// The game as one HTML document on which it can be played.
    fn page(&self, py: Python<'_>) -> PyResult<String> {
        self.answer_of(py, None, |solved| {
            let page = solved.page(&solved.start())?.html();
            solved.values().ensure_intact()?;
            Ok(page)
        })
    }
}

/// Writes the winner and the distance of each position into the arrays.
fn fill(solved: &catmouse::Solved, winners: &mut [u8], distances: &mut [u8]) -> Result<(), Error> {
    scan(solved, |position, winner, distance| {
        winners[position] = winner;
        let at = position * size_of::<i32>();
        distances[at..at + size_of::<i32>()].copy_from_slice(&distance.to_ne_bytes());
    })
}

/// Visits each position with its winner (0 neither side, 1 the Mouse, 2 the Cat) and its distance
/// (−1 if no end is forced).
fn scan(solved: &catmouse::Solved, mut visit: impl FnMut(usize, u8, i32)) -> Result<(), Error> {
    solved.scan(&mut |position, outcome, distance| {
        let winner = match outcome {
            Outcome::Draw => 0,
            Outcome::Mouse => 1,
            Outcome::Cat => 2,
        };
        // The distances of all engines fit into 31 bits.
        visit(position.index(), winner, distance.map_or(-1, |distance| i32::try_from(distance).unwrap_or(i32::MAX)));
    })
}
