//! Converts the library's errors to the exceptions of the package.

use catmouse::cops::StopReason;
use catmouse::formats::Record;
use catmouse::model::{IdleRule, Remark, Remedy, Setting, SetupPlace, listed, with_remedies};
use catmouse::solver::SolveError;
use catmouse::store::TableError;
use catmouse::{Error, formats::Problem, model::MoveError};
use pyo3::exceptions::{PyOSError, PyTimeoutError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

pyo3::import_exception!(catmouse._errors, ArgumentError);
pyo3::import_exception!(catmouse._errors, BoardError);
pyo3::import_exception!(catmouse._errors, CatmouseError);

/// The exception for an error about the board `origin`. `catmouse._errors` defines it.
pub(crate) fn raised(py: Python<'_>, error: Error, origin: &str) -> PyErr {
    match made(py, error, origin) {
        Ok(exception) => PyErr::from_value(exception),
        Err(failure) => failure,
    }
}

/// The exception for an error in a text of moves.
pub(crate) fn raised_in(py: Python<'_>, error: Error, origin: &str, text: &str) -> PyErr {
    let Error::Move(MoveError { ref span, .. }) = error else { return raised(py, error, origin) };
    let column = text.get(..span.start).map_or(0, |before| before.chars().count()) + 1;
    let column = column.into_pyobject(py).map(Bound::into_any);
    let made = column
        .map_err(PyErr::from)
        .and_then(|column| exception(py, "MoveError", &error.to_string(), &[("column", column)]));
    made.map_or_else(|failure| failure, PyErr::from_value)
}

/// Python's own exception for a system error about a file; a `BoardError` if the error has no
/// number.
pub(crate) fn file_error(error: &std::io::Error, path: &str) -> PyErr {
    let text = error.to_string();
    let Some(number) = error.raw_os_error() else { return BoardError::new_err(format!("{path}: {text}")) };
    let text = text.split(" (os error").next().unwrap_or(&text).to_owned();
    PyOSError::new_err((number, text, path.to_owned()))
}

/// The key of a setting as a keyword argument; `None` if Python has none.
fn keyword(setting: &str) -> Option<String> {
    match setting {
        "cost-key" | "full" | "scratch" => None,
        "kind" => Some("kinds".to_owned()),
        _ => Some(setting.replace('-', "_")),
    }
}

/// The choice of a remedy as a keyword argument.
fn keyword_for(remedy: &Remedy) -> Option<String> {
    let key = keyword(remedy.setting)?;
    let value = |value: &String| match value.as_str() {
        "true" => "True".to_owned(),
        "false" => "False".to_owned(),
        number if number.parse::<u64>().is_ok() => number.to_owned(),
        word => format!("'{word}'"),
    };
    let values: Vec<String> = remedy.values.iter().map(value).collect();
    let values = match remedy.setting {
        _ if !values.is_empty() => listed(&values, "or"),
        "input" => "FORMAT".to_owned(),
        "graph" => "N".to_owned(),
        "max-memory" => "BYTES".to_owned(),
        "kind" | "mouse-uses" | "cat-uses" => "[KIND]".to_owned(),
        _ => "NODE".to_owned(),
    };
    Some(format!("`{key}={values}`"))
}

/// Each value of a remedy as keyword arguments.
fn choices<'py>(py: Python<'py>, remedy: &Remedy) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let Some(key) = keyword(remedy.setting) else { return Ok(Vec::new()) };
    let choice = |value: &String| {
        let choice = PyDict::new(py);
        match (value.parse::<bool>(), value.parse::<u64>()) {
            (Ok(switch), _) => choice.set_item(&key, switch)?,
            (_, Ok(number)) => choice.set_item(&key, number)?,
            _ => choice.set_item(&key, value)?,
        }
        Ok(choice)
    };
    remedy.values.iter().map(choice).collect()
}

/// A problem as text, without its place.
fn problem_text(problem: &Problem) -> String {
    format!("{}: {}", problem.message, problem.advice(keyword_for))
}

/// A problem as text, with the keyword that it is in.
pub(crate) fn placed_text(problem: &Problem) -> String {
    let keyword = problem.place.and_then(setting).map(|keyword| format!("{keyword}: "));
    keyword.unwrap_or_default() + &problem_text(problem)
}

/// The text of an error that the caller receives as data instead of an exception.
pub(crate) fn message(error: &Error) -> String {
    match error {
        Error::Problems { problems, record } => {
            let line = |problem: &Problem| match record {
                Some(record) => {
                    let (line, column) = record.place(problem.span.as_ref());
                    format!("line {line}, column {column}: {}", problem_text(problem))
                }
                None => problem_text(problem),
            };
            problems.iter().map(line).collect::<Vec<_>>().join("; ")
        }
        error => error.to_string(),
    }
}

/// An exception of this class in `catmouse._errors`, with these keyword arguments.
fn exception<'py>(
    py: Python<'py>,
    class: &str,
    message: &str,
    arguments: &[(&str, Bound<'py, PyAny>)],
) -> PyResult<Bound<'py, PyAny>> {
    let keywords = PyDict::new(py);
    for (name, value) in arguments {
        keywords.set_item(name, value)?;
    }
    py.import("catmouse._errors")?.getattr(class)?.call((message,), Some(&keywords))
}

/// A note for the caller: the name of its warning class in `catmouse._errors`, and its text.
pub(crate) type Note = (&'static str, String);

/// The notes on a board: one on how it was read, if needed, and one on each choice that has no
/// effect.
pub(crate) fn notes(remark: Option<&Remark>, idle: impl IntoIterator<Item = IdleRule>) -> Vec<Note> {
    let idle = idle.into_iter().map(|IdleRule { key, reason }| {
        ("NoEffectWarning", format!("{} has no effect: {reason}", key.replace('-', "_")))
    });
    let remark = remark.map(|remark| with_remedies(&remark.text, &remark.remedies, keyword_for));
    remark.map(|text| ("NumberingWarning", text)).into_iter().chain(idle).collect()
}

fn made<'py>(py: Python<'py>, error: Error, origin: &str) -> PyResult<Bound<'py, PyAny>> {
    let text = with_remedies(&error.to_string(), &error.remedies(), keyword_for);
    let number = |number: u64| -> PyResult<Bound<'py, PyAny>> { Ok(number.into_pyobject(py)?.into_any()) };
    match error {
        Error::Problems { problems, record } => {
            let list = PyList::empty(py);
            for problem in &problems {
                list.append(problem_of(py, problem, record.as_deref())?)?;
            }
            let origin = origin.into_pyobject(py)?.into_any();
            exception(py, "BoardError", "", &[("problems", list.into_any()), ("origin", origin)])
        }
        Error::NoBoard | Error::SeveralGraphs | Error::NoSuchGraph { .. } => {
            exception(py, "BoardError", &format!("{origin}: {text}"), &[])
        }
        Error::Source(error) | Error::Table(TableError::Io(error)) => Err(file_error(&error, origin)),
        Error::TooLarge { wanted, allowed, .. }
        | Error::TooManyCats { wanted, allowed, .. }
        | Error::CertificateTooLarge { wanted, allowed, .. }
        | Error::TooManyChanges { wanted, allowed, .. }
        | Error::Solve(SolveError::TooLarge { bytes: wanted, allowed }) => {
            exception(py, "TooLargeError", &text, &[("wanted", number(wanted)?), ("allowed", number(allowed)?)])
        }
        Error::TrialMissing { stop, allowed, .. } if stop.because == StopReason::Memory => {
            let wanted = stop.bytes.unwrap_or(u64::MAX);
            exception(py, "TooLargeError", &text, &[("wanted", number(wanted)?), ("allowed", number(allowed)?)])
        }
        Error::TrialMissing { .. } => Err(PyTimeoutError::new_err(text)),
        Error::TooManyPlaces { allowed, .. } => exception(py, "TooLargeError", &text, &[("allowed", number(allowed)?)]),
        Error::NoMemory { bytes } | Error::Solve(SolveError::NoMemory { bytes }) => {
            exception(py, "TooLargeError", &text, &[("wanted", number(bytes)?)])
        }
        Error::Solve(refusal) => {
            let remedy = refusal.remedy();
            let keyword = match refusal {
                SolveError::TooCostly => "; of a graph in memory weight=None leaves them out",
                _ => "",
            };
            Err(BoardError::new_err(format!("{origin}: {text}: {remedy}{keyword}")))
        }
        Error::Table(_) | Error::OtherLimit { .. } | Error::Csv { .. } => {
            exception(py, "TableError", &format!("{origin}: {text}"), &[])
        }
        Error::NoDistances => {
            let text = format!("{text}: solve and save the board without `outcomes_only=True`");
            exception(py, "NoDistancesError", &text, &[])
        }
        Error::Move(_) | Error::Policy { .. } => exception(py, "MoveError", &text, &[]),
        Error::Certificate(_) => exception(py, "CertificateError", &format!("the certificate: {text}"), &[]),
        Error::Unproved(_) => exception(py, "CertificateError", &text, &[]),
        Error::NoStrategy(_) => exception(py, "NoStrategyError", &text, &[]),
        // The exception of the interrupt was raised where the interrupt was noticed.
        _ => Err(CatmouseError::new_err(text)),
    }
}

/// A problem as arguments of `catmouse._errors.problem`.
fn problem_of<'py>(py: Python<'py>, problem: &Problem, record: Option<&Record>) -> PyResult<Bound<'py, PyAny>> {
    let place = record.map(|record| record.place(problem.span.as_ref()));
    let excerpt = record.zip(problem.span.clone()).and_then(|(record, span)| record.text().get(span));
    let (line, column) = place.unzip();
    let setting = problem.place.and_then(setting);
    let (edge, index) = match problem.place {
        Some(SetupPlace::Edge { index }) => (Some(index), None),
        Some(SetupPlace::Neighbours { vertex }) => (None, Some(vec![vertex])),
        Some(SetupPlace::Neighbour { vertex, entry }) => (None, Some(vec![vertex, entry])),
        Some(SetupPlace::GridRow { row }) => (None, Some(vec![row])),
        Some(SetupPlace::GridCell { row, column }) => (None, Some(vec![row, column])),
        _ => (None, None),
    };
    let remedies = problem.remedies.iter().map(|remedy| choices(py, remedy)).collect::<PyResult<Vec<_>>>()?.concat();
    let wanted = problem.advice(keyword_for);
    let arguments = (&problem.message, wanted, line, column, excerpt, setting, edge, index, remedies);
    py.import("catmouse._errors")?.getattr("problem")?.call1(arguments)
}

/// The keyword at a place; `None` if the place is in no keyword.
fn setting(place: SetupPlace) -> Option<String> {
    let (SetupPlace::Setting(setting) | SetupPlace::Item(setting, _)) = place else { return None };
    Some(match setting {
        Setting::Rule(key) => key.replace('-', "_"),
        Setting::Names => "names".to_owned(),
        Setting::Hole => "hole".to_owned(),
        Setting::Mouse => "mouse".to_owned(),
        Setting::Cat => "cat".to_owned(),
        Setting::Cats => "cats".to_owned(),
        Setting::MouseJump => "mouse_jump".to_owned(),
        Setting::CatJump => "cat_jump".to_owned(),
        Setting::Limit => "limit".to_owned(),
        Setting::MouseUses => "mouse_uses".to_owned(),
        Setting::CatUses => "cat_uses".to_owned(),
        Setting::MouseSeen => "mouse_seen".to_owned(),
        Setting::CatFollows => "cat_follows".to_owned(),
        Setting::Traps => "traps".to_owned(),
    })
}
