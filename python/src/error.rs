//! What Python hears when something goes wrong: the messages of the command line.

use fizzle::analysis::{NotFound, PartError, RunError, Unparted};
use fizzle::chance::NoLaw;
use fizzle::expression::nearest;
use fizzle::report::charts::ChartError;
use fizzle::report::diagnostics;
use fizzle::scenario::{Problems, ReadError};
use pyo3::exceptions::{PyKeyboardInterrupt, PyOSError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList};

pyo3::create_exception!(fizzle, Error, pyo3::exceptions::PyException, "Why fizzle has no answer.");
pyo3::create_exception!(
    fizzle,
    ScenarioError,
    Error,
    "What is wrong with a scenario, or with what is asked of it. `problems` has each with its place."
);
pyo3::create_exception!(fizzle, TooLarge, Error, "There is no exact distribution within reach: sample it.");

/// What keeps work from its result.
#[derive(Debug)]
pub enum Failure {
    /// What was written is wrong.
    Problems(Problems),
    /// There is no answer.
    Run(RunError),
    /// Anything else.
    Message(String),
}

impl From<Problems> for Failure {
    fn from(problems: Problems) -> Self {
        Failure::Problems(problems)
    }
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Self {
        Failure::Run(error)
    }
}

impl From<PartError> for Failure {
    fn from(error: PartError) -> Self {
        Failure::Run(error.into())
    }
}

impl From<Unparted> for Failure {
    fn from(error: Unparted) -> Self {
        match error {
            Unparted::Problems(problems) => problems.into(),
            Unparted::Run(error) => error.into(),
            other => Failure::Message(other.to_string()),
        }
    }
}

impl From<NotFound> for Failure {
    fn from(error: NotFound) -> Self {
        match error {
            NotFound::NoLaw(NoLaw::Stopped) => RunError::Stopped.into(),
            other => Failure::Message(other.to_string()),
        }
    }
}

impl From<ChartError> for Failure {
    fn from(error: ChartError) -> Self {
        Failure::Message(error.to_string())
    }
}

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> PyErr {
        match failure {
            Failure::Problems(problems) => of_problems(&problems),
            Failure::Run(RunError::Stopped) => PyKeyboardInterrupt::new_err(()),
            Failure::Run(RunError::TooLarge { error, .. }) => {
                let advice = "sample it instead, or ask for fewer metrics together (joint=[…])";
                TooLarge::new_err(format!("{error}; {advice}"))
            }
            Failure::Run(RunError::TooManyRows { rows, widest }) => Error::new_err(format!(
                "the joint distribution has {rows} rows; choose its metrics with joint=[…], and leave out {}",
                widest.join(" or ")
            )),
            Failure::Run(RunError::NoQuestion) => {
                Error::new_err("until needs a question: it narrows the intervals of questions")
            }
            Failure::Run(error) => Error::new_err(error.to_string()),
            Failure::Message(message) => Error::new_err(message),
        }
    }
}

/// Something named that there is not; what there is, and what may be meant.
pub fn none<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str>) -> Failure {
    let known: Vec<&str> = known.collect();
    let near = nearest(name, known.iter().copied())
        .map_or_else(String::new, |near| format!("did you mean {near}? "));
    Failure::Message(format!("there is no {what} \"{name}\"; {near}there are: {}", known.join(", ")))
}

/// A file that cannot be read, or whose scenario is wrong.
pub fn of_file(error: ReadError) -> PyErr {
    match error {
        ReadError::Problems(problems) => of_problems(&problems),
        ReadError::Io { path, error } => {
            // Python makes of the number the exception that it is, such as FileNotFoundError.
            PyOSError::new_err((error.raw_os_error(), error.to_string(), path))
        }
        other => Error::new_err(other.to_string()),
    }
}

/// All that is wrong, with its lines; `problems` has each by itself.
fn of_problems(problems: &Problems) -> PyErr {
    let error = ScenarioError::new_err(diagnostics::render(problems, false));
    let set = |py: Python<'_>| -> PyResult<()> {
        let list = PyList::empty(py);
        for problem in &problems.0 {
            let (line, column) = problem.place.line_and_column();
            let entry = PyDict::new(py);
            entry.set_item("source", &problem.place.source.name)?;
            entry.set_item("line", line)?;
            entry.set_item("column", column)?;
            entry.set_item("message", &problem.message)?;
            entry.set_item("help", &problem.help)?;
            list.append(entry)?;
        }
        error.value(py).setattr("problems", list)
    };
    Python::attach(set).err().unwrap_or(error)
}
