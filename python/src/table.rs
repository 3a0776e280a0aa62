//! Tables of results, which data frames read.

use std::sync::Arc;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    ArrayRef, BooleanArray, Float64Array, Int64Array, RecordBatch, RecordBatchIterator, StringArray,
};
use arrow_schema::{DataType, Field, Schema};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyTuple};
use serde::{Deserialize, Serialize};

use crate::chart::escaped;
use crate::error::Failure;
use crate::kept::{self, Kept};

/// A table: `polars.DataFrame(table)`, `pandas.DataFrame.from_arrow(table)`, `pyarrow.table(table)`
/// and `duckdb` read it without a copy on the way.
#[pyclass(frozen, eq, module = "fizzle")]
#[derive(PartialEq, Serialize, Deserialize)]
pub struct Table {
    columns: Vec<(String, Column)>,
    rows: usize,
}

/// The values of a column; `None` where there is none.
#[derive(PartialEq, Serialize, Deserialize)]
enum Column {
    Flags(Vec<Option<bool>>),
    Integers(Vec<Option<i64>>),
    Numbers(Vec<Option<f64>>),
    Texts(Vec<Option<String>>),
}

/// The most rows that a notebook shows.
const SHOWN: usize = 20;

impl Table {
    /// A table from the CSV that the command writes, whose numbers read back to the same floats. In the
    /// columns of these keys, `unset` is no value.
    pub fn new(csv: &[u8], keys: &[String]) -> Result<Table, Failure> {
        let failed = |error: csv::Error| Failure::Message(error.to_string());
        let mut reader = csv::Reader::from_reader(csv);
        let names: Vec<String> = reader.headers().map_err(failed)?.iter().map(str::to_owned).collect();
        let mut texts: Vec<Vec<Option<String>>> = vec![Vec::new(); names.len()];
        for record in reader.records() {
            for ((column, name), text) in texts.iter_mut().zip(&names).zip(&record.map_err(failed)?) {
                let is_unset = text == "unset" && keys.contains(name);
                column.push((!text.is_empty() && !is_unset).then(|| text.to_owned()));
            }
        }
        let rows = texts.first().map_or(0, Vec::len);
        Ok(Table { columns: names.into_iter().zip(texts.into_iter().map(Column::of)).collect(), rows })
    }
}

/// A table from what was kept of it: how a pickled one comes back.
#[pyfunction]
#[pyo3(name = "_table")]
pub fn table(kept: Kept) -> Result<Table, Failure> {
    kept::again(&kept)
}

impl Column {
    /// Numbers or truth values, if all texts are.
    fn of(texts: Vec<Option<String>>) -> Column {
        fn all<T: std::str::FromStr>(texts: &[Option<String>]) -> Option<Vec<Option<T>>> {
            texts
                .iter()
                .map(|text| text.as_ref().map(|text| text.parse().ok()).map_or(Some(None), |n| n.map(Some)))
                .collect()
        }
        let integers = || all(&texts).map(Column::Integers);
        let numbers = || all(&texts).map(Column::Numbers);
        let flags = || all(&texts).map(Column::Flags);
        integers().or_else(numbers).or_else(flags).unwrap_or(Column::Texts(texts))
    }

    fn data_type(&self) -> DataType {
        match self {
            Column::Flags(_) => DataType::Boolean,
            Column::Integers(_) => DataType::Int64,
            Column::Numbers(_) => DataType::Float64,
            Column::Texts(_) => DataType::Utf8,
        }
    }

    fn array(&self) -> ArrayRef {
        match self {
            Column::Flags(values) => Arc::new(BooleanArray::from(values.clone())),
            Column::Integers(values) => Arc::new(Int64Array::from(values.clone())),
            Column::Numbers(values) => Arc::new(Float64Array::from(values.clone())),
            Column::Texts(values) => Arc::new(StringArray::from(values.clone())),
        }
    }

    fn text(&self, row: usize) -> String {
        match self {
            Column::Flags(values) => values[row].map_or_else(String::new, |value| value.to_string()),
            Column::Integers(values) => values[row].map_or_else(String::new, |value| value.to_string()),
            Column::Numbers(values) => values[row].map_or_else(String::new, |value| format!("{value:.6}")),
            Column::Texts(values) => values[row].clone().unwrap_or_default(),
        }
    }
}

#[pymethods]
impl Table {
    /// The names of the columns.
    #[getter]
    fn columns(&self) -> Vec<&str> {
        self.columns.iter().map(|(name, _)| name.as_str()).collect()
    }

    fn __len__(&self) -> usize {
        self.rows
    }

    /// The columns as lists, by name.
    pub fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        for (name, column) in &self.columns {
            match column {
                Column::Flags(values) => dict.set_item(name, values)?,
                Column::Integers(values) => dict.set_item(name, values)?,
                Column::Numbers(values) => dict.set_item(name, values)?,
                Column::Texts(values) => dict.set_item(name, values)?,
            }
        }
        Ok(dict)
    }

    /// The table as a stream of Arrow: the protocol by which data frames read it.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // There is one schema; whoever asks for another has to cast.
        drop(requested_schema);
        let field = |(name, column): &(String, Column)| Field::new(name, column.data_type(), true);
        let schema = Arc::new(Schema::new(self.columns.iter().map(field).collect::<Vec<_>>()));
        let arrays = self.columns.iter().map(|(_, column)| column.array()).collect();
        let batch = RecordBatch::try_new(Arc::clone(&schema), arrays);
        let batch = batch.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        let reader = RecordBatchIterator::new([Ok(batch)], schema);
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), c"arrow_array_stream")
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        kept::reduced(py, "_table", (kept::keep(self),))
    }

    fn __repr__(&self) -> String {
        format!("<fizzle.Table: {} rows of {}>", self.rows, self.columns().join(", "))
    }

    fn _repr_html_(&self) -> String {
        let cells = |tag: &str, texts: Vec<String>| {
            let cells: String =
                texts.iter().map(|text| format!("<{tag}>{}</{tag}>", escaped(text))).collect();
            format!("<tr>{cells}</tr>")
        };
        let head = cells("th", self.columns.iter().map(|(name, _)| name.clone()).collect());
        let row = |row: usize| cells("td", self.columns.iter().map(|(_, column)| column.text(row)).collect());
        let body: String = (0..self.rows.min(SHOWN)).map(row).collect();
        let more = match self.rows.saturating_sub(SHOWN) {
            0 => String::new(),
            more => format!("<p>and {more} more rows</p>"),
        };
        format!("<table><thead>{head}</thead><tbody>{body}</tbody></table>{more}")
    }
}
