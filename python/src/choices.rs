//! The caller's choices: the settings of the rules, with the keys that the library declares, and
//! the starts of the pieces.

use std::num::NonZeroUsize;

use catmouse::formats::FAMILIES;
use catmouse::model::{
    CopsChoices, Keyword, Kind, LimitChoice, Preset, RuleChoices, RuleSetting, SETTINGS, SettingValue, Side,
    VertexChoice,
};
use catmouse::{
    Choices,
    streams::{MOST_THREADS, workers},
};
use pyo3::IntoPyObjectExt;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyTuple};

use crate::error::ArgumentError;

/// A setting: its keyword, its meaning, the kind of its values, its words, and its default under
/// each preset.
type SettingRow = (String, String, &'static str, Vec<&'static str>, Vec<String>);

fn row(setting: &RuleSetting) -> SettingRow {
    let (kind, words): (_, &[&str]) = match setting.kind {
        Kind::Switch => ("switch", &[]),
        Kind::Word(words) => ("word", words),
        Kind::Number => ("number", &[]),
        Kind::Limit => ("limit", &[]),
        Kind::Vertices => ("vertices", &[]),
        Kind::Kinds => ("kinds", &[]),
        Kind::Sight => ("sight", &[]),
        Kind::Words(words) => ("words", words),
        Kind::Numbers => ("numbers", &[]),
    };
    let defaults = Preset::ALL.iter().map(|&preset| setting.default(preset)).collect();
    (keyword(setting), setting.help.to_owned(), kind, words.to_vec(), defaults)
}

/// The keyword of a setting in Python: the key with underscores instead of dashes.
pub(crate) fn keyword(setting: &RuleSetting) -> String {
    setting.key.replace('-', "_")
}

/// Every setting of the rules.
#[pyfunction]
pub(crate) fn settings() -> Vec<SettingRow> {
    SETTINGS.iter().map(row).collect()
}

/// The settings that matter on a graph without a start.
#[pyfunction]
pub(crate) fn cops_settings() -> Vec<SettingRow> {
    CopsChoices::settings().map(row).collect()
}

/// The names of the families of graphs that a text may name.
#[pyfunction]
pub(crate) fn graph_names() -> Vec<&'static str> {
    FAMILIES.iter().map(|family| family.name).collect()
}

/// The JSON Schema of all answers.
#[pyfunction]
pub(crate) fn schema() -> &'static str {
    catmouse::answers::JSON_SCHEMA
}

/// The names of the presets.
#[pyfunction]
pub(crate) fn presets() -> Vec<&'static str> {
    Preset::WORDS.to_vec()
}

/// The value with this word, or a `ValueError` that lists the right words.
pub(crate) fn word<K: Keyword>(what: &str, text: &str) -> PyResult<K> {
    K::from_word(text).ok_or_else(|| ArgumentError::new_err(format!("{what} is {}, not '{text}'", K::choices())))
}

/// A vertex: a number, a cell `(row, column)`, or a name. `what` is its keyword in messages.
pub(crate) fn vertex(what: &str, object: &Bound<'_, PyAny>) -> PyResult<VertexChoice> {
    if !object.is_instance_of::<PyBool>() {
        if let Ok(number) = object.extract::<i64>() {
            return Ok(VertexChoice::Number(number));
        }
        if let Ok((row, column)) = object.extract::<(i64, i64)>() {
            return Ok(VertexChoice::Cell(row, column));
        }
        if let Ok(text) = object.extract::<String>() {
            return text.parse().map_err(|error| ArgumentError::new_err(format!("{what} is '{text}': {error}")));
        }
    }
    let wanted = "a vertex is a number, a name, or a tuple (row, column)";
    Err(ArgumentError::new_err(format!("{what} is {}, which is no vertex of this board: {wanted}", object.repr()?)))
}

/// A single vertex, or the vertices of a list.
pub(crate) fn vertices(what: &str, object: &Bound<'_, PyAny>) -> PyResult<Vec<VertexChoice>> {
    match object.cast::<PyList>() {
        Ok(list) => list.iter().map(|item| vertex(what, &item)).collect(),
        Err(_) => Ok(vec![vertex(what, object)?]),
    }
}

/// Converts the value of a setting to the type that the setting has.
fn value(setting: &RuleSetting, object: &Bound<'_, PyAny>) -> PyResult<SettingValue> {
    let key = keyword(setting);
    let says_none = object.is_none() || object.extract::<&str>().is_ok_and(|text| text == "none");
    let wrong = |wanted: &str| Err(ArgumentError::new_err(format!("{key} is {wanted}, not {}", object.repr()?)));
    let number = || if object.is_instance_of::<PyBool>() { None } else { object.extract::<i64>().ok() };
    Ok(match setting.kind {
        Kind::Switch => match object.extract::<bool>() {
            Ok(switch) => SettingValue::Switch(switch),
            Err(_) => return wrong("True or False"),
        },
        Kind::Word(words) => {
            let text = object.extract::<String>();
            let list = words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(", ");
            match text {
                Ok(text) => match words.iter().find(|word| **word == text) {
                    Some(word) => SettingValue::Word(word),
                    None => return Err(ArgumentError::new_err(format!("{key} is one of {list}, not '{text}'"))),
                },
                Err(_) => return wrong(&format!("one of {list}")),
            }
        }
        Kind::Number => match number() {
            Some(number) => SettingValue::Number(number),
            None => return wrong("a whole number"),
        },
        Kind::Limit if says_none => SettingValue::Limit(LimitChoice::None),
        Kind::Limit => match number() {
            Some(plies) => SettingValue::Limit(LimitChoice::Plies(plies)),
            None => return wrong("a number of plies, or None"),
        },
        Kind::Vertices if says_none => SettingValue::Vertices(Vec::new()),
        Kind::Vertices => SettingValue::Vertices(vertices(&key, object)?),
        Kind::Kinds => match object.extract::<String>().map(|kind| vec![kind]).or_else(|_| object.extract()) {
            Ok(kinds) => SettingValue::Kinds(kinds),
            Err(_) => return wrong("the name of a kind of edges, or a list of them"),
        },
        Kind::Words(words) => {
            let list = words.iter().map(|word| format!("'{word}'")).collect::<Vec<_>>().join(", ");
            let Ok(texts) =
                object.extract::<String>().map(|text| vec![text]).or_else(|_| object.extract::<Vec<String>>())
            else {
                return wrong(&format!("one of {list}, or a list of them"));
            };
            let known = |text: &String| words.iter().copied().find(|word| word == text);
            match texts.iter().map(known).collect() {
                Some(words) => SettingValue::Words(words),
                None => return wrong(&format!("one of {list}, or a list of them")),
            }
        }
        Kind::Numbers => match number().map(|number| vec![number]).or_else(|| object.extract().ok()) {
            Some(numbers) => SettingValue::Numbers(numbers),
            None => return wrong("a whole number, or a list of them"),
        },
        Kind::Sight => {
            // A list of one number would read as a period, so the number is repeated.
            let listed = |moves: Vec<u32>| {
                let again = moves.first().filter(|_| moves.len() == 1);
                moves.iter().chain(again).map(u32::to_string).collect::<Vec<_>>().join(",")
            };
            let text = object.extract::<String>().or_else(|_| number().map(|number| number.to_string()).ok_or(()));
            let text = text.or_else(|()| object.extract().map(listed));
            match text.ok().and_then(|text| text.parse().ok()) {
                Some(sight) => SettingValue::Sight(sight),
                None => return wrong("'always', 'never', 'within:2', a number of moves, or a list of moves up to 64"),
            }
        }
    })
}

/// The value of a setting as an object of Python.
pub(crate) fn chosen(py: Python<'_>, value: SettingValue) -> PyResult<Py<PyAny>> {
    Ok(match value {
        SettingValue::Switch(switch) => switch.into_py_any(py)?,
        SettingValue::Word(word) => word.into_py_any(py)?,
        SettingValue::Number(number) | SettingValue::Limit(LimitChoice::Plies(number)) => number.into_py_any(py)?,
        SettingValue::Limit(LimitChoice::None) => py.None(),
        SettingValue::Kinds(kinds) => kinds.into_py_any(py)?,
        SettingValue::Sight(sight) => sight.to_string().into_py_any(py)?,
        SettingValue::Words(words) => match words[..] {
            [only] => only.into_py_any(py)?,
            _ => words.into_py_any(py)?,
        },
        SettingValue::Numbers(numbers) => match numbers[..] {
            [only] => only.into_py_any(py)?,
            _ => numbers.into_py_any(py)?,
        },
        SettingValue::Vertices(vertices) => {
            let list = PyList::empty(py);
            for vertex in vertices {
                match vertex {
                    VertexChoice::Number(number) => list.append(number)?,
                    VertexChoice::Cell(row, column) => list.append((row, column))?,
                    VertexChoice::Name(name) => list.append(name)?,
                }
            }
            list.into_py_any(py)?
        }
    })
}

/// The chosen settings, which must be in the table.
pub(crate) fn rules(
    rules: &Bound<'_, PyDict>,
    table: impl Iterator<Item = &'static RuleSetting>,
) -> PyResult<RuleChoices> {
    let table: Vec<&RuleSetting> = table.collect();
    let mut choices = RuleChoices::default();
    for (key, object) in rules.iter() {
        let key: String = key.extract()?;
        let Some(setting) = table.iter().find(|setting| keyword(setting) == key) else {
            let known = table.iter().map(|setting| keyword(setting)).collect::<Vec<_>>().join(", ");
            return Err(ArgumentError::new_err(format!("there is no setting {key:?}: the settings are {known}")));
        };
        if setting.set(&mut choices, value(setting, &object)?).is_none() {
            return Err(ArgumentError::new_err(format!("{key} is {}, which is out of range", object.repr()?)));
        }
    }
    Ok(choices)
}

/// All choices for a board: the keyword arguments that `solve`, `load` and `certified` share.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Asked<'py> {
    preset: Option<String>,
    mouse: Option<Bound<'py, PyAny>>,
    cat: Option<Bound<'py, PyAny>>,
    first: Option<String>,
    rules: Bound<'py, PyDict>,
    pub(crate) max_memory: Option<u64>,
}

impl Asked<'_> {
    /// The choices in the form that the library takes.
    pub(crate) fn choices(&self) -> PyResult<Choices> {
        let mut choices = Choices::default();
        choices.preset = self.preset.as_deref().map(|text| word("preset", text)).transpose()?;
        choices.rules = rules(&self.rules, SETTINGS.iter())?;
        choices.mouse = self.mouse.as_ref().map(|mouse| vertex("mouse", mouse)).transpose()?;
        choices.cats = self.cat.as_ref().map(|cat| vertices("cat", cat)).transpose()?;
        choices.first = self.first.as_deref().map(|text| word::<Side>("first", text)).transpose()?;
        Ok(choices)
    }
}

/// The number of threads that the caller allows. The default is one for each core.
pub(crate) fn threads(asked: Option<i64>) -> PyResult<NonZeroUsize> {
    let Some(threads) = asked else { return Ok(workers()) };
    let granted = usize::try_from(threads).ok().filter(|&threads| threads <= MOST_THREADS).and_then(NonZeroUsize::new);
    granted
        .ok_or_else(|| ArgumentError::new_err(format!("threads is a number from 1 to {MOST_THREADS}, not {threads}")))
}

/// A cell as a tuple for Python.
pub(crate) fn cell(py: Python<'_>, row: u32, column: u32) -> PyResult<Bound<'_, PyAny>> {
    Ok(PyTuple::new(py, [row, column])?.into_any())
}
