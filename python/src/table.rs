//! The table of a stream of graphs, in Arrow's layout.

use std::sync::Arc;

use arrow_array::builder::{Int64Builder, ListBuilder, StringBuilder};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{ArrayRef, RecordBatch, RecordBatchIterator};
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

/// What came of one graph.
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
    pub(crate) cats_tried: Option<u32>,
    pub(crate) error: Option<String>,
}

/// Rows of a batch.
const BATCH: usize = 1 << 16;

/// Rows on their way to batches.
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
    error: StringBuilder,
    rows: usize,
    batches: Vec<RecordBatch>,
}

/// The columns, always these. All numbers are of one type, so that no program that reads them need convert some.
fn schema() -> SchemaRef {
    let number = |name: &str| Field::new(name, DataType::Int64, true);
    let text = |name: &str| Field::new(name, DataType::Utf8, true);
    Arc::new(Schema::new(vec![
        Field::new("graph", DataType::Int64, false),
        text("input"),
        text("name"),
        number("vertices"),
        number("edges"),
        number("cop_number"),
        number("capture_time"),
        Field::new("placement", DataType::List(Arc::new(Field::new("item", DataType::Int64, true))), true),
        number("cats_tried"),
        text("error"),
    ]))
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
            error: StringBuilder::new(),
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
        self.cats_tried.append_option(row.cats_tried.map(i64::from));
        self.error.append_option(row.error);
        self.rows += 1;
        if self.rows == BATCH { self.close() } else { Ok(()) }
    }

    /// Makes a batch of the rows that are in none yet.
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
            Arc::new(self.error.finish()),
        ];
        self.batches.push(RecordBatch::try_new(schema(), columns)?);
        Ok(())
    }

    pub(crate) fn finish(mut self) -> PyResult<CopsTable> {
        self.close().map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        Ok(CopsTable { batches: self.batches })
    }
}

/// What is known of each graph of a stream.
#[pyclass(frozen, module = "catmouse._catmouse")]
pub(crate) struct CopsTable {
    batches: Vec<RecordBatch>,
}

#[pymethods]
impl CopsTable {
    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// The table as an Arrow stream, which it shares the memory with.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // Whoever asks for another schema may be given this one: so the protocol has it.
        drop(requested_schema);
        let batches = self.batches.clone().into_iter().map(Ok);
        let stream = FFI_ArrowArrayStream::new(Box::new(RecordBatchIterator::new(batches, schema())));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// What the columns are called and of which type they are.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = FFI_ArrowSchema::try_from(schema().as_ref());
        let schema = schema.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    /// A column as a list of Python objects.
    fn column<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        column(py, &self.batches, name)
    }
}

/// A column of these batches; none if there is no such column.
fn column<'py>(py: Python<'py>, batches: &[RecordBatch], name: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
    use arrow_array::cast::AsArray;
    use arrow_array::types::Int64Type;
    use pyo3::types::PyList;

    let schema = schema();
    let Some((index, field)) = schema.column_with_name(name) else { return Ok(None) };
    let list = PyList::empty(py);
    for batch in batches {
        let column = batch.column(index);
        match field.data_type() {
            DataType::Utf8 => column.as_string::<i32>().iter().try_for_each(|text| list.append(text))?,
            DataType::List(_) => column.as_list::<i32>().iter().try_for_each(|cats| {
                list.append(cats.map(|cats| cats.as_primitive::<Int64Type>().values().to_vec()))
            })?,
            _ => column.as_primitive::<Int64Type>().iter().try_for_each(|number| list.append(number))?,
        }
    }
    Ok(Some(list.into_any()))
}
