//! fizzle for Python: the module `fizzle._fizzle`, of which the package `fizzle` is made.

mod answer;

mod answers;

mod asked;

mod chart;

mod distribution;

mod error;

mod estimate;

mod job;

mod kept;

mod load;

mod odds;

mod scenario;

mod system;

mod table;

mod values;

mod work;

use pyo3::prelude::*;

/// What the package `fizzle` is made of.
#[pymodule]
mod _fizzle {
    use super::*;

    #[pymodule_export]
    use super::answer::{Answer, answer};
    #[pymodule_export]
    use super::chart::{Chart, chart};
    #[pymodule_export]
    use super::distribution::{Distribution, distribution};
    #[pymodule_export]
    use super::error::{Error, ScenarioError, TooLarge};
    #[pymodule_export]
    use super::job::{Job, job};
    #[pymodule_export]
    use super::load::{load, loads, roll, scenario, template};
    #[pymodule_export]
    use super::odds::{Odds, odds};
    #[pymodule_export]
    use super::scenario::Scenario;
    #[pymodule_export]
    use super::system::{catalog, sheet};
    #[pymodule_export]
    use super::table::{Table, table};
    #[pymodule_export]
    use super::values::{grid, whole};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
