//! Values of keys, from Python to text as it is written on the command line.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::error::Error;
use pyo3::types::{PyBool, PyDict, PyFloat, PyInt, PyString, PyTuple};

/// A value as it is written behind `KEY=`.
pub fn bare(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if value.is_none() {
        return Ok("unset".to_owned());
    }
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(flag.is_true().to_string());
    }
    if value.is_instance_of::<PyInt>()
        || value.is_instance_of::<PyFloat>()
        || value.is_instance_of::<PyString>()
    {
        return Ok(value.str()?.to_string());
    }
    // Numbers of NumPy say that they are numbers.
    if let Ok(number) = value.extract::<i64>() {
        return Ok(number.to_string());
    }
    match value.try_iter() {
        Ok(items) => {
            let items = items.map(|item| bare(&item?)).collect::<PyResult<Vec<_>>>()?;
            Ok(format!("[{}]", items.join(", ")))
        }
        Err(_) => Err(PyTypeError::new_err(format!("{value} cannot be the value of a key"))),
    }
}

/// Texts: several, or one alone, which is not its letters.
pub fn texts(texts: &Bound<'_, PyAny>) -> PyResult<Vec<String>> {
    match texts.cast::<PyString>() {
        Ok(text) => Ok(vec![text.extract()?]),
        Err(_) => texts.try_iter()?.map(|text| text?.extract()).collect(),
    }
}

/// Texts, or None.
pub fn texts_or_none(given: &Bound<'_, PyAny>) -> PyResult<Option<Vec<String>>> {
    if given.is_none() { Ok(None) } else { texts(given).map(Some) }
}

/// A whole number from 0; also the float that `1e6` is.
#[pyfunction]
#[pyo3(name = "_whole")]
pub fn whole(number: &Bound<'_, PyAny>) -> PyResult<u64> {
    if let Ok(whole) = number.extract() {
        return Ok(whole);
    }
    match number.extract::<f64>()? {
        float if float.fract() == 0.0 && (0.0..u64::MAX as f64).contains(&float) => Ok(float as u64),
        _ => {
            let message = format!("{number} is not a whole number from 0 and below 2^64, such as 1_000_000");
            Err(Error::new_err(message))
        }
    }
}

/// A grid as `KEY=VALUES`, each.
#[pyfunction]
#[pyo3(name = "_grid", signature = (vary=None))]
pub fn grid(vary: Option<&Bound<'_, PyDict>>) -> PyResult<Vec<String>> {
    let Some(vary) = vary else { return Ok(Vec::new()) };
    let axis = |(key, values): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
        if let Ok(keys) = key.cast::<PyTuple>() {
            return zipped(&keys.extract::<Vec<String>>()?, &values);
        }
        let key: String = key.extract()?;
        // Written as on the command line: '1..12'.
        let values = if values.is_instance_of::<PyString>() {
            values.extract()?
        } else {
            let values = values.try_iter()?.map(|value| bare(&value?)).collect::<PyResult<Vec<_>>>()?;
            values.join(",")
        };
        if values.is_empty() {
            return Err(PyValueError::new_err(format!("{key}: there are no values")));
        }
        Ok(format!("{key}={values}"))
    };
    vary.iter().map(axis).collect()
}

/// Keys that are varied together: each of the values is one for each key.
fn zipped(keys: &[String], values: &Bound<'_, PyAny>) -> PyResult<String> {
    let mut axes: Vec<Vec<String>> = vec![Vec::new(); keys.len()];
    for setting in values.try_iter()? {
        let setting = setting?.try_iter()?.map(|value| bare(&value?)).collect::<PyResult<Vec<String>>>()?;
        if setting.len() != keys.len() {
            let message = format!("{}: {} values for {} keys", keys.join(", "), setting.len(), keys.len());
            return Err(PyValueError::new_err(message));
        }
        axes.iter_mut().zip(setting).for_each(|(axis, value)| axis.push(value));
    }
    if axes.first().is_none_or(Vec::is_empty) {
        return Err(PyValueError::new_err(format!("{}: there are no values", keys.join(", "))));
    }
    let axes: Vec<String> =
        keys.iter().zip(axes).map(|(key, values)| format!("{key}={}", values.join(","))).collect();
    Ok(format!("zip({})", axes.join(", ")))
}
