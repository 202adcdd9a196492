//! Tables in Arrow's layout: of a stream of graphs, and of the changes of a board.

use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::builder::{Int64Builder, ListBuilder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::types::Int64Type;
use arrow_array::{
    Array, ArrayRef, BooleanArray, DictionaryArray, Int8Array, Int32Array, Int64Array, RecordBatch,
    RecordBatchIterator, StringArray,
};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use catmouse::whatif::{WHATIF_COLUMNS, WhatIfAnswer};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyList};

use crate::error::{ArgumentError, CatmouseError};

/// The results for one graph.
#[derive(Debug, Default)]
pub(crate) struct Row {
    pub(crate) graph: u64,
    pub(crate) input: Option<String>,
    pub(crate) name: Option<String>,
    pub(crate) vertices: Option<u32>,
    pub(crate) edges: Option<u64>,
    pub(crate) cop_number: Option<u32>,
    pub(crate) capture_time: Option<u64>,
    pub(crate) placement: Option<Vec<u32>>,
    /// The placement by cells or names; `None` if the vertices have only numbers.
    pub(crate) places: Option<Vec<Place>>,
    pub(crate) cats_tried: Option<u32>,
    pub(crate) at_least: Option<u32>,
    pub(crate) at_most: Option<u32>,
    pub(crate) error: Option<String>,
}

/// A vertex that has no number for the caller.
#[derive(Clone, Debug, IntoPyObject)]
pub(crate) enum Place {
    /// A cell of a grid, by its row and its column.
    Cell(u32, u32),
    /// A name.
    Name(String),
}

/// The placements of graphs by cells or names, by the numbers of the graphs.
pub(crate) type Places = HashMap<u64, Vec<Place>>;

/// The rows of a batch.
const BATCH: usize = 1 << 16;

/// Builders of batches from rows.
pub(crate) struct Rows {
    graph: Int64Builder,
    input: StringBuilder,
    name: StringBuilder,
    vertices: Int64Builder,
    edges: Int64Builder,
    cop_number: Int64Builder,
    capture_time: Int64Builder,
    placement: ListBuilder<Int64Builder>,
    cats_tried: Int64Builder,
    at_least: Int64Builder,
    at_most: Int64Builder,
    error: StringBuilder,
    places: Places,
    rows: usize,
    batches: Vec<RecordBatch>,
}

/// The type of a column. All numbers have the same type, so that programs need not convert them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Number,
    Text,
    Switch,
    Numbers,
    Texts,
}

impl Kind {
    const ALL: [Self; 5] = [Self::Number, Self::Text, Self::Switch, Self::Numbers, Self::Texts];

    fn word(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Text => "text",
            Self::Switch => "switch",
            Self::Numbers => "numbers",
            Self::Texts => "texts",
        }
    }

    fn data_type(self) -> DataType {
        match self {
            Self::Number => DataType::Int64,
            Self::Text => DataType::Utf8,
            Self::Switch => DataType::Boolean,
            Self::Numbers => DataType::List(Arc::new(Field::new("item", DataType::Int64, true))),
            Self::Texts => DataType::List(Arc::new(Field::new("item", DataType::Utf8, true))),
        }
    }

    fn of(word: &str) -> PyResult<Self> {
        let kind = Self::ALL.into_iter().find(|kind| kind.word() == word);
        kind.ok_or_else(|| ArgumentError::new_err(format!("{word:?} is not a kind of columns")))
    }

    /// A column of this type, from a list of Python objects.
    fn array(self, list: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
        Ok(match self {
            Self::Number => Arc::new(Int64Array::from(list.extract::<Vec<Option<i64>>>()?)),
            Self::Text => Arc::new(StringArray::from(list.extract::<Vec<Option<String>>>()?)),
            Self::Switch => Arc::new(BooleanArray::from(list.extract::<Vec<Option<bool>>>()?)),
            Self::Numbers => {
                let mut column = ListBuilder::new(Int64Builder::new());
                for numbers in list.extract::<Vec<Option<Vec<i64>>>>()? {
                    let is_there = numbers.is_some();
                    column.values().append_slice(&numbers.unwrap_or_default());
                    column.append(is_there);
                }
                Arc::new(column.finish())
            }
            Self::Texts => {
                let mut column = ListBuilder::new(StringBuilder::new());
                for texts in list.extract::<Vec<Option<Vec<String>>>>()? {
                    let is_there = texts.is_some();
                    texts.unwrap_or_default().into_iter().for_each(|text| column.values().append_value(text));
                    column.append(is_there);
                }
                Arc::new(column.finish())
            }
        })
    }
}

/// The column of the names in the table of a stream.
const NAME: usize = 2;

/// The columns of the table of a stream, which are always the same.
fn cops_schema() -> SchemaRef {
    schema(&[
        ("graph", Kind::Number),
        ("input", Kind::Text),
        ("name", Kind::Text),
        ("vertices", Kind::Number),
        ("edges", Kind::Number),
        ("cop_number", Kind::Number),
        ("capture_time", Kind::Number),
        ("placement", Kind::Numbers),
        ("cats_tried", Kind::Number),
        ("at_least", Kind::Number),
        ("at_most", Kind::Number),
        ("error", Kind::Text),
    ])
}

fn schema(columns: &[(&str, Kind)]) -> SchemaRef {
    let field = |&(name, kind): &(&str, Kind)| Field::new(name, kind.data_type(), true);
    Arc::new(Schema::new(columns.iter().map(field).collect::<Vec<_>>()))
}

impl Rows {
    pub(crate) fn new() -> Self {
        Self {
            graph: Int64Builder::new(),
            input: StringBuilder::new(),
            name: StringBuilder::new(),
            vertices: Int64Builder::new(),
            edges: Int64Builder::new(),
            cop_number: Int64Builder::new(),
            capture_time: Int64Builder::new(),
            placement: ListBuilder::new(Int64Builder::new()),
            cats_tried: Int64Builder::new(),
            at_least: Int64Builder::new(),
            at_most: Int64Builder::new(),
            error: StringBuilder::new(),
            places: Places::new(),
            rows: 0,
            batches: Vec::new(),
        }
    }

    pub(crate) fn push(&mut self, row: Row) -> Result<(), ArrowError> {
        let number = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        self.graph.append_value(number(row.graph));
        self.input.append_option(row.input);
        self.name.append_option(row.name);
        self.vertices.append_option(row.vertices.map(i64::from));
        self.edges.append_option(row.edges.map(number));
        self.cop_number.append_option(row.cop_number.map(i64::from));
        self.capture_time.append_option(row.capture_time.map(number));
        let has_placement = row.placement.is_some();
        for cat in row.placement.into_iter().flatten() {
            self.placement.values().append_value(cat.into());
        }
        self.placement.append(has_placement);
        self.places.extend(row.places.map(|places| (row.graph, places)));
        self.cats_tried.append_option(row.cats_tried.map(i64::from));
        self.at_least.append_option(row.at_least.map(i64::from));
        self.at_most.append_option(row.at_most.map(i64::from));
        self.error.append_option(row.error);
        self.rows += 1;
        if self.rows == BATCH { self.close() } else { Ok(()) }
    }

    /// Makes a batch of the rows that are not in a batch yet.
    fn close(&mut self) -> Result<(), ArrowError> {
        if self.rows == 0 {
            return Ok(());
        }
        self.rows = 0;
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.graph.finish()),
            Arc::new(self.input.finish()),
            Arc::new(self.name.finish()),
            Arc::new(self.vertices.finish()),
            Arc::new(self.edges.finish()),
            Arc::new(self.cop_number.finish()),
            Arc::new(self.capture_time.finish()),
            Arc::new(self.placement.finish()),
            Arc::new(self.cats_tried.finish()),
            Arc::new(self.at_least.finish()),
            Arc::new(self.at_most.finish()),
            Arc::new(self.error.finish()),
        ];
        self.batches.push(RecordBatch::try_new(cops_schema(), columns)?);
        Ok(())
    }

    /// The table, and the placements of graphs whose vertices have cells or names. `names` has the
    /// names of graphs by their numbers, if their lines have none.
    pub(crate) fn finish(mut self, names: &HashMap<u64, String>) -> PyResult<(Table, Places)> {
        let finished = self.close().and_then(|()| {
            if names.is_empty() {
                return Ok(());
            }
            for batch in &mut self.batches {
                let graphs = batch.column(0).as_primitive::<Int64Type>().values();
                let named = graphs.iter().map(|&graph| names.get(&graph.unsigned_abs()));
                let mut columns = batch.columns().to_vec();
                columns[NAME] = Arc::new(named.collect::<StringArray>());
                *batch = RecordBatch::try_new(cops_schema(), columns)?;
            }
            Ok(())
        });
        finished.map_err(|error| CatmouseError::new_err(error.to_string()))?;
        Ok((Table { schema: cops_schema(), batches: self.batches }, self.places))
    }
}

/// The vertices of a board as they are shown in a table.
#[derive(FromPyObject)]
pub(crate) enum Shown {
    /// By the numbers that are their nodes.
    Numbers(Vec<i64>),
    /// By their words.
    Words(Vec<String>),
}

impl Shown {
    /// A column of vertices.
    fn column(&self, vertices: impl Iterator<Item = i32>) -> Result<ArrayRef, ArrowError> {
        Ok(match self {
            Self::Numbers(numbers) => {
                Arc::new(Int64Array::from_iter_values(vertices.map(|vertex| numbers[vertex as usize])))
            }
            Self::Words(words) => Arc::new(DictionaryArray::try_new(
                Int32Array::from_iter_values(vertices),
                Arc::new(StringArray::from_iter_values(words)),
            )?),
        })
    }
}

/// A table in Arrow's layout.
#[pyclass(frozen, module = "catmouse._catmouse")]
pub(crate) struct Table {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

impl Table {
    /// The table of the changes of a board, with the columns that the command line writes as CSV.
    pub(crate) fn of_changes(answers: &[WhatIfAnswer]) -> PyResult<Self> {
        let number = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        let fields: Vec<_> = answers.iter().map(WhatIfAnswer::fields).collect();
        let texts = |column: usize| -> ArrayRef {
            Arc::new(StringArray::from_iter_values(fields.iter().map(|fields| &fields[column])))
        };
        let numbers = |of: &dyn Fn(&WhatIfAnswer) -> Option<i64>| -> ArrayRef {
            Arc::new(answers.iter().map(of).collect::<Int64Array>())
        };
        let mut columns: Vec<((&str, Kind), ArrayRef)> = Vec::new();
        for (index, name) in WHATIF_COLUMNS.into_iter().enumerate() {
            let (kind, column) = match name {
                "rank" => (Kind::Number, numbers(&|it| Some(number(it.rank as u64)))),
                "distance_plies" => (Kind::Number, numbers(&|it| it.distance.distance_plies.map(number))),
                "distance_cost" => (Kind::Number, numbers(&|it| it.distance.distance_cost.map(number))),
                "distance_change" => (Kind::Number, numbers(&|it| it.distance_change)),
                "moves" => (Kind::Number, numbers(&|it| it.moves.map(|moves| number(moves as u64)))),
                "right_moves" => (Kind::Number, numbers(&|it| it.right_moves.map(|moves| number(moves as u64)))),
                "flips" => {
                    let flips: BooleanArray = answers.iter().map(|it| Some(it.flips)).collect();
                    (Kind::Switch, Arc::new(flips) as ArrayRef)
                }
                "settings" => {
                    let settings: StringArray = answers.iter().map(WhatIfAnswer::settings_text).collect();
                    (Kind::Text, Arc::new(settings) as ArrayRef)
                }
                _ => (Kind::Text, texts(index)),
            };
            columns.push(((name, kind), column));
        }
        let (named, columns): (Vec<_>, Vec<_>) = columns.into_iter().unzip();
        Self::of(schema(&named), columns)
    }

    /// The values of all positions: a row for each, ordered by mouse, then cats, then turn. `winners`
    /// and `distances` are in the order of positions, and `placements` has the vertices of the cats.
    /// `vertices` says how a vertex is shown.
    pub(crate) fn of_positions(
        winners: &[u8],
        distances: &[i32],
        placements: &[Vec<i32>],
        vertices: &Shown,
        measure: Option<&str>,
    ) -> Result<Self, ArrowError> {
        let of_mouse = 2 * placements.len();
        let mice = winners.len() / of_mouse.max(1);
        let half = winners.len() / 2;
        let order = || (0..half).flat_map(move |pair| [pair, half + pair]);
        let mouse = (0..mice as i32).flat_map(|mouse| std::iter::repeat_n(mouse, of_mouse));
        let mut columns = vec![("mouse".to_owned(), vertices.column(mouse)?)];
        let cats = placements.first().map_or(0, Vec::len);
        for cat in 0..cats {
            let of_all = || placements.iter().flat_map(|placement| [placement[cat]; 2]);
            let name = if cats == 1 { "cat".to_owned() } else { format!("cat_{}", cat + 1) };
            columns.push((name, vertices.column((0..mice).flat_map(|_| of_all()))?));
        }
        let words = |words: &[&str], codes: Int8Array| -> Result<ArrayRef, ArrowError> {
            Ok(Arc::new(DictionaryArray::try_new(codes, Arc::new(StringArray::from(words.to_vec())))?))
        };
        let turns = Int8Array::from_iter_values((0..half).flat_map(|_| [0, 1]));
        columns.push(("turn".to_owned(), words(&["mouse", "cat"], turns)?));
        let outcomes = Int8Array::from_iter_values(order().map(|position| winners[position] as i8));
        columns.push(("outcome".to_owned(), words(&["draw", "mouse", "cat"], outcomes)?));
        if let Some(measure) = measure {
            let far = order().map(|position| Some(distances[position]).filter(|&distance| distance >= 0));
            columns.push((measure.to_owned(), Arc::new(far.collect::<Int32Array>())));
        }
        let fields: Vec<Field> =
            columns.iter().map(|(name, column)| Field::new(name, column.data_type().clone(), true)).collect();
        let schema = Arc::new(Schema::new(fields));
        let batch = RecordBatch::try_new(Arc::clone(&schema), columns.into_iter().map(|(_, column)| column).collect())?;
        Ok(Self { schema, batches: vec![batch] })
    }

    fn of(schema: SchemaRef, columns: Vec<ArrayRef>) -> PyResult<Self> {
        let batch = RecordBatch::try_new(Arc::clone(&schema), columns);
        let batch = batch.map_err(|error| ArgumentError::new_err(error.to_string()))?;
        Ok(Self { schema, batches: vec![batch] })
    }
}

#[pymethods]
impl Table {
    /// A table from its columns, each with its name, the word of its type, and a list of its
    /// values.
    #[new]
    fn new(columns: Vec<(String, String, Bound<'_, PyAny>)>) -> PyResult<Self> {
        let mut arrays = Vec::new();
        let mut named = Vec::new();
        for (name, word, list) in &columns {
            let kind = Kind::of(word)?;
            named.push((name.as_str(), kind));
            arrays.push(kind.array(list)?);
        }
        Self::of(schema(&named), arrays)
    }

    /// The names of the columns, and the words of their types.
    #[getter]
    fn columns(&self) -> Vec<(String, &'static str)> {
        let kind = |field: &Field| Kind::ALL.into_iter().find(|kind| kind.data_type() == *field.data_type());
        let fields = self.schema.fields().iter();
        fields.map(|field| (field.name().clone(), kind(field).unwrap_or(Kind::Text).word())).collect()
    }

    /// The same table with other values in a column, of the type with this word.
    fn with_column(&self, name: &str, word: &str, list: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (kind, index) = (Kind::of(word)?, self.schema.index_of(name));
        let index = index.map_err(|error| ArgumentError::new_err(error.to_string()))?;
        let mut fields: Vec<_> = self.schema.fields().iter().cloned().collect();
        fields[index] = Arc::new(Field::new(name, kind.data_type(), true));
        let (schema, column) = (Arc::new(Schema::new(fields)), kind.array(list)?);
        let mut first = 0;
        let replaced = self.batches.iter().map(|batch| {
            let mut columns = batch.columns().to_vec();
            columns[index] = column.slice(first, batch.num_rows());
            first += batch.num_rows();
            RecordBatch::try_new(Arc::clone(&schema), columns)
        });
        let batches = replaced.collect::<Result<_, _>>();
        Ok(Self { batches: batches.map_err(|error| ArgumentError::new_err(error.to_string()))?, schema })
    }

    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// The table as an Arrow stream, which shares the table's memory.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The protocol allows a table to ignore a requested schema.
        drop(requested_schema);
        let batches = self.batches.clone().into_iter().map(Ok);
        let batches = RecordBatchIterator::new(batches, Arc::clone(&self.schema));
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(batches)), c"arrow_array_stream")
    }

    /// The names and the types of the columns, as an Arrow schema.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(self.schema.as_ref());
        let schema = schema.map_err(|error| CatmouseError::new_err(error.to_string()))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// A column as a list of Python objects; `None` if there is no such column.
    fn column<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some((index, field)) = self.schema.column_with_name(name) else { return Ok(None) };
        let list = PyList::empty(py);
        for batch in &self.batches {
            let column = batch.column(index);
            match field.data_type() {
                DataType::Utf8 => column.as_string::<i32>().iter().try_for_each(|text| list.append(text))?,
                DataType::Boolean => column.as_boolean().iter().try_for_each(|switch| list.append(switch))?,
                DataType::List(item) if *item.data_type() == DataType::Utf8 => {
                    column.as_list::<i32>().iter().try_for_each(|texts| {
                        let texts = texts.as_ref().map(|texts| texts.as_string::<i32>().iter().collect::<Vec<_>>());
                        list.append(texts)
                    })?;
                }
                DataType::List(_) => column.as_list::<i32>().iter().try_for_each(|cats| {
                    list.append(cats.map(|cats| cats.as_primitive::<Int64Type>().values().to_vec()))
                })?,
                _ => column.as_primitive::<Int64Type>().iter().try_for_each(|number| list.append(number))?,
            }
        }
        Ok(Some(list.into_any()))
    }
}
