//! Intervals, moments and tests of fit.

pub use self::fit::{Fit, Gap, chi_square, chi_square_within, holm, kolmogorov_within};

pub use self::interval::{Z95, wilson};

pub use self::moments::{Summary, Weighted, summarize};

mod fit;

mod interval;

mod moments;

/// Numbers that are no farther apart are equal, but for rounding.
pub const ROUNDING: f64 = 1e-12;
