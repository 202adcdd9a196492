//! Reads questions, which are JSON.
//!
//! The library reads boards in JSON with `jsonc_parser`, which knows the place of every value. A
//! second parser for questions would only make the program larger that a page loads.

use catmouse::formats::decimal;
use catmouse::model::{Keyword, Preset, Side, VertexChoice};
use jsonc_parser::{JsonArray, JsonObject, JsonValue, ParseOptions, parse_to_value};

use crate::{Board, Drawing, Edit, Reading, Request};

/// The question in a text; `None` if there is none.
pub(crate) fn read(text: &str) -> Option<Request> {
    let JsonValue::Object(mut asked) = parse_to_value(text, &ParseOptions::default()).ok()?? else { return None };
    if asked.take("settings").is_some() {
        Some(Request::Settings)
    } else if let Some(mut asked) = asked.take_object("show") {
        Some(Request::Show { board: board(&mut asked)?, drawing: drawing(&mut asked) })
    } else if let Some(mut asked) = asked.take_object("edit") {
        Some(Request::Edit {
            board: board(&mut asked)?,
            edit: edit(asked.take("edit")?)?,
            drawing: drawing(&mut asked),
        })
    } else {
        let mut asked = asked.take_object("write")?;
        Some(Request::Write { board: board(&mut asked)?, format: asked.take_string("format")?.into_owned() })
    }
}

fn board(asked: &mut JsonObject<'_>) -> Option<Board> {
    let mut given = asked.take_object("board")?;
    let mut board = Board { text: given.take_string("text")?.into_owned(), ..Board::default() };
    if let Some(mut reading) = given.take_object("reading") {
        let mut word = |key: &str| reading.take_string(key).map(String::from);
        let (input, base, cost_key) = (word("input"), word("base"), word("cost-key"));
        let parallel_edges = reading.take_boolean("parallel-edges").unwrap_or_default();
        board.reading = Reading { input, base, parallel_edges, cost_key };
    }
    if let Some(word) = given.take_string("preset") {
        board.preset = Some(Preset::from_word(&word)?);
    }
    if let Some(word) = given.take_string("first") {
        board.first = Some(Side::from_word(&word)?);
    }
    for (key, value) in given.take_object("rules").into_iter().flatten() {
        let JsonValue::String(value) = value else { return None };
        board.rules.insert(key.into(), value.into_owned());
    }
    if let Some(mouse) = given.take_object("mouse") {
        board.mouse = Some(vertex(mouse)?);
    }
    if let Some(cats) = given.take_array("cats") {
        let cat = |cat| if let JsonValue::Object(cat) = cat { vertex(cat) } else { None };
        board.cats = Some(cats.into_iter().map(cat).collect::<Option<_>>()?);
    }
    Some(board)
}

/// A vertex by its number, its name or its cell.
fn vertex(mut given: JsonObject<'_>) -> Option<VertexChoice> {
    if let Some(number) = given.take_number("number") {
        return Some(VertexChoice::Number(number.parse().ok()?));
    }
    if let Some(name) = given.take_string("name") {
        return Some(VertexChoice::Name(name.into_owned()));
    }
    let [row, column] = numbers(&given.take_array("cell")?, |text| text.parse().ok())?;
    Some(VertexChoice::Cell(row, column))
}

fn edit(given: JsonValue<'_>) -> Option<Edit> {
    let mut given = match given {
        JsonValue::String(word) => return (word == "add-vertex").then_some(Edit::AddVertex),
        JsonValue::Object(given) => given,
        _ => return None,
    };
    let number = |of: &mut JsonObject<'_>, key: &str| of.take_number(key)?.parse().ok();
    if let Some(mut cell) = given.take_object("cell") {
        let (row, column) = (number(&mut cell, "row")?, number(&mut cell, "column")?);
        let [row, column] = [row, column].map(|number: i64| usize::try_from(number).unwrap_or(usize::MAX));
        Some(Edit::Cell { row, column, mark: cell.take_string("mark")?.chars().next()? })
    } else if let Some(mut edge) = given.take_object("edge") {
        Some(Edit::Edge { from: number(&mut edge, "from")?, to: number(&mut edge, "to")? })
    } else {
        Some(Edit::RemoveVertex { vertex: number(&mut given.take_object("remove-vertex")?, "vertex")? })
    }
}

/// The drawing; `None` if there is none or it is wrong. Then the board is laid out anew.
fn drawing(asked: &mut JsonObject<'_>) -> Option<Drawing> {
    let mut given = asked.take_object("drawing")?;
    let place = |place| if let JsonValue::Array(place) = place { numbers(&place, decimal) } else { None };
    let places = given.take_array("places")?.into_iter().map(place).collect::<Option<_>>()?;
    Some(Drawing { text: given.take_string("text")?.into_owned(), places })
}

/// Exactly two numbers.
fn numbers<T: Copy>(list: &JsonArray<'_>, read: impl Fn(&str) -> Option<T>) -> Option<[T; 2]> {
    let number = |index: usize| match list.get(index) {
        Some(JsonValue::Number(number)) => read(number),
        _ => None,
    };
    if list.len() == 2 { Some([number(0)?, number(1)?]) } else { None }
}
