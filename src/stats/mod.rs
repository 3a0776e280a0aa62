//! Intervals, moments and tests of fit.

pub use self::fit::{Fit, Gap, chi_square, chi_square_within, holm, kolmogorov_within};

pub use self::interval::{Z95, wilson};

pub use self::moments::{Summary, Weighted, summarize};

mod fit;

mod interval;

mod moments;

/// Numbers that are no farther apart are equal, but for rounding; those above 1, if they
/// are no farther apart for their size.
pub const ROUNDING: f64 = 1e-12;

/// Whether two numbers are equal, but for rounding.
pub fn same(a: f64, b: f64) -> bool {
    a == b || (a - b).abs() <= ROUNDING * a.abs().max(b.abs()).max(1.0)
}
