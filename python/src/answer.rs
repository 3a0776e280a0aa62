//! Answers of the commands: text, data, tables, charts and pages.

use fizzle::report::number::Digits;
use fizzle::report::table::Layout;
use std::path::PathBuf;

use fizzle::report::charts::Picture;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::chart::{Chart, frame, html, write_whole};
use crate::error::{Failure, none};
use crate::kept::{self, Kept};
use crate::table::Table;
use crate::work::over_rows;

/// An answer: its text, its data, its tables and its chart.
#[pyclass(frozen, eq, module = "fizzle")]
#[derive(Default, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    pub text: String,
    pub data: Value,
    /// As CSV, by name; the first is the one that is meant.
    pub tables: Vec<(String, Vec<u8>)>,
    /// By name; the first is the one that is meant.
    pub charts: Vec<(String, Picture)>,
    /// A page of HTML that needs nothing besides.
    pub page: Option<String>,
    /// Whether what was checked is in order.
    pub fails: bool,
    /// The keys that are varied.
    pub keys: Vec<String>,
}

/// An answer from what was kept of it: how a pickled one comes back.
#[pyfunction]
#[pyo3(name = "_answer")]
pub fn answer(kept: Kept) -> Result<Answer, Failure> {
    kept::again(&kept)
}

/// How text is laid out.
pub const LAYOUT: Layout = Layout { width: 100, digits: Digits::Few };

/// So many bytes a row of a table has at least.
const ROW: usize = 16;

#[pymethods]
impl Answer {
    /// What the command line prints.
    #[getter]
    fn text(&self) -> &str {
        &self.text
    }

    /// What the command line prints as JSON, as dicts and lists.
    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        dicts(py, &self.data)
    }

    /// The keys that are varied.
    #[getter]
    fn keys(&self) -> Vec<String> {
        self.keys.clone()
    }

    /// The names of the tables.
    #[getter]
    fn tables(&self) -> Vec<&str> {
        self.tables.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// A table of the files of the command; without a name the first.
    #[pyo3(signature = (name=None))]
    fn table(slf: &Bound<'_, Self>, name: Option<&str>) -> PyResult<Table> {
        let (name, own) = (name.map(str::to_owned), slf.clone().unbind());
        let bytes: usize = slf.get().tables.iter().map(|(_, csv)| csv.len()).sum();
        over_rows(slf.py(), bytes / ROW, move || {
            let own = own.get();
            Table::new(named("table", &own.tables, name.as_deref())?, &own.keys)
        })
    }

    /// The names of the charts.
    #[getter]
    fn charts(&self) -> Vec<&str> {
        self.charts.iter().map(|(name, _)| name.as_str()).collect()
    }

    /// A chart; without a name the first.
    #[pyo3(signature = (name=None))]
    fn plot(&self, name: Option<&str>) -> Result<Chart, Failure> {
        Ok(Chart(named("chart", &self.charts, name)?.clone()))
    }

    /// Whether what was checked is in order: every expectation is met, or sampled and exact agree.
    #[getter]
    fn ok(&self) -> bool {
        !self.fails
    }

    /// The page of a report, a sheet or an exploration, as HTML that needs nothing besides.
    #[getter]
    fn page(&self) -> Result<&str, Failure> {
        self.page.as_deref().ok_or_else(|| Failure::Message("this is no page".to_owned()))
    }

    /// Writes the page to a file, whose name ends in .html.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        if path.extension().is_none_or(|extension| extension != "html" && extension != "htm") {
            return Err(PyValueError::new_err("write a name that ends in .html"));
        }
        Ok(write_whole(&path, self.page()?.as_bytes())?)
    }

    /// The table with the keys that are varied as dimensions, as an xarray.Dataset.
    fn to_xarray<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let answer = slf.get();
        if answer.keys.is_empty() {
            return Err(PyValueError::new_err("nothing is varied here"));
        }
        let columns = Answer::table(slf, None)?.to_dict(py)?;
        py.import("fizzle._xarray")?.call_method1("dataset", (&answer.keys, columns))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        kept::reduced(py, "_answer", (kept::keep(self),))
    }

    fn __repr__(&self) -> &str {
        self.text.trim_end()
    }

    fn _repr_html_(&self) -> Result<String, Failure> {
        match &self.page {
            Some(page) => Ok(frame(page)),
            None => html(self.charts.first().map(|(_, picture)| picture), Some(&self.text)),
        }
    }
}

/// What has this name, or else the first.
pub fn named<'a, T>(what: &str, all: &'a [(String, T)], name: Option<&str>) -> Result<&'a T, Failure> {
    let found = all.iter().find(|(known, _)| name.is_none_or(|name| name == known));
    found.map(|(_, found)| found).ok_or_else(|| match all {
        [] => Failure::Message(format!("this has no {what}")),
        _ => none(what, name.unwrap_or_default(), all.iter().map(|(known, _)| known.as_str())),
    })
}

/// JSON as dicts and lists.
pub fn dicts<'py>(py: Python<'py>, data: &Value) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (data.to_string(),))
}
