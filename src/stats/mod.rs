//! Intervals, moments and tests of fit.

pub use self::estimate::Estimate;

pub use self::fit::{Fit, Gap, chi_square, chi_square_within, holm, kolmogorov_within};

pub use self::interval::{Z95, together, wilson};

pub use self::moments::{Summary, Weighted, summarize, total};

mod estimate;

mod fit;

mod interval;

mod moments;

/// The tolerance for rounding errors: absolute for numbers up to 1, relative above.
pub const ROUNDING: f64 = 1e-12;

/// Whether two numbers are equal except for rounding.
pub fn same(a: f64, b: f64) -> bool {
    let size = a.abs().max(b.abs()).max(1.0);
    a == b || size.is_finite() && (a - b).abs() <= ROUNDING * size
}

#[cfg(test)]
mod tests {
    use super::same;

    #[test]
    fn equal_is_what_differs_by_rounding_for_its_size() {
        assert!(same(1.0, 1.0 + 1e-15) && same(3e9, 3e9 + 1e-6) && same(f64::INFINITY, f64::INFINITY));
        for (a, b) in [(1.0, 1.0 + 1e-9), (0.0, f64::INFINITY), (f64::NAN, f64::NAN), (1.0, f64::NAN)] {
            assert!(!same(a, b), "{a} {b}");
        }
    }
}
