//! Numbers as text.

use crate::systems::Cell;

/// The shortest text that reads back to the same float.
pub fn round_trip(value: f64) -> String {
    // Not -0.0.
    let text = format!("{:?}", value + 0.0);
    match text.strip_suffix(".0") {
        Some(whole) => whole.to_owned(),
        None => text,
    }
}

/// A value of a side table, as files show it.
pub fn cell(cell: &Cell) -> String {
    match cell {
        Cell::Empty => String::new(),
        Cell::Text(text) => text.clone(),
        Cell::Integer(integer) => integer.to_string(),
        Cell::Number(number) => round_trip(*number),
        Cell::Flag(flag) => flag.to_string(),
    }
}

/// How far a number may be off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Error {
    /// So far: it is shown with as many decimals as that supports.
    Within(f64),
    /// So far, for what an exact law leaves out. An exact number has four decimals,
    /// however little is left out, and fewer only where four would not be true.
    Omitted(f64),
}

impl Error {
    /// So many times as far.
    fn times(self, factor: f64) -> Self {
        match self {
            Error::Within(error) => Error::Within(factor * error),
            Error::Omitted(error) => Error::Omitted(factor * error),
        }
    }

    /// How many decimals it supports.
    fn decimals(self) -> usize {
        match self {
            Error::Within(error) => decimals(error),
            Error::Omitted(error) => decimals(error).min(EXACT_DECIMALS),
        }
    }
}

/// A number with as many decimals as its error supports: the last one counts
/// for at least the error.
pub fn supported(value: f64, error: Error) -> String {
    let text = format!("{value:.*}", error.decimals());
    match text.strip_prefix('-') {
        Some(zero) if zero.bytes().all(|b| matches!(b, b'0' | b'.')) => zero.to_owned(),
        _ => text,
    }
}

/// A probability in percent, with as many decimals as its error supports.
pub fn percent(probability: f64, error: Error) -> String {
    let (value, error) = (100.0 * probability, error.times(100.0));
    let decimals = error.decimals();
    let shown = format!("{value:.decimals$}");
    // A probability that is not 0 is not shown as 0, if two digits of it are known.
    let known = match error {
        Error::Within(error) => error == 0.0,
        Error::Omitted(error) => error <= 0.005 * value,
    };
    if known && value > 0.0 && shown.trim_matches(['0', '.']).is_empty() {
        return format!("{value:.1e} %");
    }
    format!("{shown} %")
}

/// `1 in N`, with three digits; empty for what never happens.
pub fn one_in(probability: f64) -> String {
    if probability <= 0.0 {
        return String::new();
    }
    let n = 1.0 / probability;
    match n {
        ..9.995 => format!("{n:.2}"),
        ..99.95 => format!("{n:.1}"),
        ..1e15 => grouped(n.round() as u64),
        _ => format!("{n:.2e}"),
    }
}

/// A count with commas between thousands.
pub fn grouped(count: impl Into<u128>) -> String {
    let digits = count.into().to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The decimals of an exact number.
const EXACT_DECIMALS: usize = 4;

/// What one of the last of so many decimals counts for.
const TENTHS: [f64; 13] = [1.0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12];

fn decimals(error: f64) -> usize {
    match error {
        0.0 => EXACT_DECIMALS,
        // Compared with powers of ten rather than by a logarithm, whose last bit
        // is not the same on every machine.
        _ => (1..=12).take_while(|&digits| error <= TENTHS[digits]).count(),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn round_trip_reads_back(value in any::<f64>().prop_filter("numbers", |x| x.is_finite())) {
            prop_assert_eq!(round_trip(value).parse::<f64>().unwrap(), value);
        }
    }

    #[test]
    fn whole_floats_have_no_decimals() {
        assert_eq!(round_trip(1.0), "1");
        assert_eq!(round_trip(0.25), "0.25");
        assert_eq!(round_trip(1e-18), "1e-18");
    }

    #[test]
    fn the_last_decimal_is_no_finer_than_the_error() {
        assert_eq!(supported(3.94179, Error::Within(0.003)), "3.94");
        assert_eq!(supported(3.94179, Error::Within(0.01)), "3.94");
        assert_eq!(supported(3.94179, Error::Within(0.02)), "3.9");
        assert_eq!(supported(394.179, Error::Within(20.0)), "394");
        assert_eq!(supported(3.94179, Error::Within(0.0)), "3.9418");
        assert_eq!(supported(-0.0004, Error::Within(0.003)), "0.00");
        assert_eq!(percent(0.71281, Error::Within(0.0009)), "71.3 %");
        assert_eq!(percent(0.5, Error::Within(0.0)), "50.0000 %");
        assert_eq!(percent(1e-9, Error::Within(0.0)), "1.0e-7 %");
        assert_eq!(percent(0.0, Error::Within(0.0)), "0.0000 %");
    }

    #[test]
    fn what_an_exact_law_leaves_out_adds_no_digits() {
        assert_eq!(percent(0.024_713_310_916_29, Error::Omitted(1e-18)), "2.4713 %");
        assert_eq!(percent(0.5, Error::Omitted(0.0)), "50.0000 %");
        assert_eq!(supported(3.941_792_653_589, Error::Omitted(5e-18)), "3.9418");
        assert_eq!(supported(3.941_792_653_589, Error::Omitted(2e-5)), "3.9418");
        // What can be seen counts.
        assert_eq!(percent(0.024_713_310_916_29, Error::Omitted(9e-5)), "2.47 %");
        assert_eq!(supported(3.941_792_653_589, Error::Omitted(0.01)), "3.94");
        // And so does what is rare, as far as it is known.
        assert_eq!(percent(1e-9, Error::Omitted(1e-18)), "1.0e-7 %");
        assert_eq!(percent(1e-9, Error::Omitted(1e-9)), "0.0000 %");
        assert_eq!(percent(0.0, Error::Omitted(1e-18)), "0.0000 %");
    }

    #[test]
    fn one_in_has_three_digits() {
        assert_eq!(one_in(0.0), "");
        assert_eq!(one_in(1.0), "1.00");
        assert_eq!(one_in(0.075), "13.3");
        assert_eq!(one_in(1e-6), "1,000,000");
    }

    #[test]
    fn thousands_are_grouped() {
        assert_eq!(grouped(0u64), "0");
        assert_eq!(grouped(999u64), "999");
        assert_eq!(grouped(1_000u64), "1,000");
        assert_eq!(grouped(12_345_678u64), "12,345,678");
    }
}
