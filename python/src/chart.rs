//! Charts.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::{fs, io, process};

use fizzle::report::charts::Picture;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use serde::{Deserialize, Serialize};

use crate::error::Failure;
use crate::kept::{self, Kept};

/// A chart, which a notebook shows.
#[pyclass(frozen, eq, module = "fizzle")]
#[derive(PartialEq, Serialize, Deserialize)]
pub struct Chart(pub Picture);

/// A chart from what was kept of it: how a pickled one comes back.
#[pyfunction]
#[pyo3(name = "_chart")]
pub fn chart(kept: Kept) -> Result<Chart, Failure> {
    kept::again(&kept)
}

/// Writes a file. What it had before stays until all of it is written.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    static WRITTEN: AtomicU64 = AtomicU64::new(0);
    let path = path.canonicalize().unwrap_or(path.to_owned());
    if path.exists() && !path.is_file() {
        return fs::write(path, bytes);
    }
    let number = WRITTEN.fetch_add(1, Ordering::Relaxed);
    let new = path.with_file_name(format!(".fizzle-{}-{number}", process::id()));
    let moved = || {
        fs::write(&new, bytes)?;
        if let Ok(replaced) = fs::metadata(&path) {
            fs::set_permissions(&new, replaced.permissions())?;
        }
        fs::rename(&new, &path)
    };
    moved().inspect_err(|_| _ = fs::remove_file(&new))
}

#[pymethods]
impl Chart {
    /// The chart as SVG.
    #[getter]
    fn svg(&self) -> Result<String, Failure> {
        Ok(self.0.svg()?)
    }

    /// The chart as the bytes of a PNG.
    fn png(&self) -> Result<Vec<u8>, Failure> {
        Ok(self.0.png()?)
    }

    /// Writes the chart to a file, whose name ends in .svg or .png.
    fn save(&self, path: PathBuf) -> PyResult<()> {
        let bytes = match path.extension().and_then(|extension| extension.to_str()) {
            Some("svg") => self.svg()?.into_bytes(),
            Some("png") => self.png()?,
            _ => return Err(PyValueError::new_err("write a name that ends in .svg or .png")),
        };
        Ok(write_whole(&path, &bytes)?)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        kept::reduced(py, "_chart", (kept::keep(self),))
    }

    fn _repr_html_(&self) -> Result<String, Failure> {
        html(Some(&self.0), None)
    }
}

/// A result as a notebook shows it: its chart, and its text below.
pub fn html(picture: Option<&Picture>, text: Option<&str>) -> Result<String, Failure> {
    let svg = picture.map(Picture::svg).transpose()?.unwrap_or_default();
    // A document of its own begins with a declaration, which has no place inside another.
    let svg = svg.find("<svg").map_or("", |start| &svg[start..]);
    let text = text.map_or_else(String::new, |text| {
        format!("<pre style=\"font-family: monospace\">{}</pre>", escaped(text))
    });
    Ok(format!("<div style=\"max-width: 60em; overflow-x: auto\">{svg}{text}</div>"))
}

/// A page inside a notebook.
pub fn frame(page: &str) -> String {
    format!("<iframe srcdoc=\"{}\" style=\"width: 100%; height: 40em; border: 0\"></iframe>", escaped(page))
}

/// Text as HTML.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
