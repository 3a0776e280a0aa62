//! Probabilities as players say them.

use crate::report::number::grouped;

/// A probability in percent, as it is said: two digits that count.
pub fn spoken(probability: f64) -> String {
    let percent = 100.0 * probability;
    match probability {
        p if p <= 0.0 => "0 %".to_owned(),
        p if p >= 1.0 - 1e-12 => "100 %".to_owned(),
        // What is not certain is not said to be.
        p if p > 0.995 => format!("{:.*} %", decimals_of(100.0 - percent), percent),
        p if p >= 0.0995 => format!("{percent:.0} %"),
        _ => format!("{percent:.*} %", decimals_of(percent)),
    }
}

/// The decimals that show two digits of a number below 10.
fn decimals_of(number: f64) -> usize {
    (1..=9).find(|&decimals| number * 10f64.powi(decimals as i32) >= 9.95).unwrap_or(9)
}

/// A probability as a natural frequency: "about 3 in 4".
///
/// People judge "3 in 4" more surely than "73 %": G. Gigerenzer, U. Hoffrage (1995),
/// Psychological Review 102, 684–704.
pub fn about(probability: f64) -> String {
    match probability {
        p if p.is_nan() => String::new(),
        p if p <= 0.0 => "never".to_owned(),
        p if p >= 1.0 - 1e-12 => "always".to_owned(),
        p if p < 0.08 => format!("about 1 in {}", round(1.0 / p)),
        p if p > 0.92 => format!("all but about 1 in {}", round(1.0 / (1.0 - p))),
        p => {
            let nearest = |of: u32| (p * f64::from(of)).round();
            let is_near = |of: &u32| (nearest(*of) / f64::from(*of) - p).abs() <= 0.021;
            let of = (2..=10).find(is_near).unwrap_or(10);
            format!("about {} in {of}", nearest(of))
        }
    }
}

/// "1 in 3.7"; empty for what never happens.
pub fn one_in(probability: f64) -> String {
    match 1.0 / probability {
        n if !n.is_finite() => String::new(),
        n if n < 9.95 => format!("{n:.1}"),
        n => round(n),
    }
}

/// A number above 9 with as many digits as one says of it.
fn round(number: f64) -> String {
    let unit = 10f64.powi((number.log10().floor() as i32 - 2).max(0));
    let rounded = (number / unit).round() * unit;
    if rounded < 1e15 { grouped(rounded as u64) } else { format!("{rounded:.0e}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_digits_count() {
        for (p, text) in [
            (0.0, "0 %"),
            (0.733, "73 %"),
            (0.0993, "9.9 %"),
            (0.00993, "0.99 %"),
            (0.000_051, "0.0051 %"),
            (0.9999, "99.990 %"),
            (0.994, "99 %"),
            (1.0, "100 %"),
        ] {
            assert_eq!(spoken(p), text, "{p}");
        }
    }

    #[test]
    fn frequencies_are_small_fractions() {
        for (p, text) in [
            (0.73, "about 3 in 4"),
            (0.5, "about 1 in 2"),
            (0.33, "about 1 in 3"),
            (0.44, "about 3 in 7"),
            (0.009_93, "about 1 in 101"),
            (0.000_123_4, "about 1 in 8,100"),
            (0.97, "all but about 1 in 33"),
            (0.0, "never"),
            (1.0, "always"),
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
