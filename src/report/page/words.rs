//! Probabilities as natural frequencies.

use crate::report::number::grouped;
use crate::stats::same;

/// A probability as a natural frequency, such as "about 3 in 4". Empty for 0 and 1.
///
/// People understand "3 in 4" more reliably than "73 %": G. Gigerenzer, U. Hoffrage (1995),
/// Psychological Review 102, 684–704.
pub fn about(probability: f64) -> String {
    match probability {
        p if p.is_nan() || p <= 0.0 || p > 1.0 || same(p, 1.0) => String::new(),
        p if p < 0.15 => format!("about 1 in {}", round(1.0 / p)),
        p if p > 0.92 => format!("all but about 1 in {}", round(1.0 / (1.0 - p))),
        p => {
            let nearest = |of: u32| (p * f64::from(of)).round();
            let error = |of: u32| (nearest(of) / f64::from(of) - p).abs();
            // The least number that is exact to a reader, or near enough, or else the best of all: never 5 in 10.
            let within = |most: f64| (2..=10).find(|of| error(*of) <= most);
            let best = || (2..=10).min_by(|a, b| error(*a).total_cmp(&error(*b)));
            let of = within(0.002).or_else(|| within(0.021)).or_else(best).unwrap_or(10);
            format!("about {} in {of}", nearest(of))
        }
    }
}

/// A number above 6, rounded to an integer with at most three significant digits.
fn round(number: f64) -> String {
    let unit = 10f64.powi((number.log10().floor() as i32 - 2).max(0));
    let rounded = (number / unit).round() * unit;
    if rounded < 1e15 { grouped(rounded as u64) } else { format!("{rounded:.0e}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequencies_are_small_fractions() {
        for (p, text) in [
            (0.73, "about 3 in 4"),
            (0.5, "about 1 in 2"),
            (0.33, "about 1 in 3"),
            (0.44, "about 3 in 7"),
            (0.875, "about 7 in 8"),
            (0.475, "about 1 in 2"),
            (0.0859, "about 1 in 12"),
            (0.009_93, "about 1 in 101"),
            (0.000_123_4, "about 1 in 8,100"),
            (0.97, "all but about 1 in 33"),
            (0.0, ""),
            (1.0, ""),
        ] {
            assert_eq!(about(p), text, "{p}");
        }
        for percent in 8..=92 {
            let p = f64::from(percent) / 100.0;
            let told = about(p);
            let (a, b) = told.strip_prefix("about ").unwrap().split_once(" in ").unwrap();
            let share = a.parse::<f64>().unwrap() / b.parse::<f64>().unwrap();
            assert!((share - p).abs() <= 0.05, "{p}: {told}");
        }
    }
}
