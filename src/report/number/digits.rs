//! The digits of numbers, and of chances near 0 and 100 %.

use super::known::Known;
use crate::stats::{ROUNDING, same};

/// The shortest text that reads back to the same float.
pub fn round_trip(value: f64) -> String {
    // Not -0.0.
    let text = format!("{:?}", value + 0.0);
    match text.strip_suffix(".0") {
        Some(whole) => whole.to_owned(),
        None => text,
    }
}

/// A number with twelve digits, which is more than anyone writes and less than calculations
/// miss by: 0.3 of 0.1 + 0.2.
pub fn without_dust(value: f64) -> f64 {
    format!("{value:.11e}").parse().unwrap_or(value)
}

/// What stands for a number that there is not.
pub const NO_VALUE: &str = "no value";

/// The digits of a probability in percent: with so many decimals, or with as many more, up
/// to `finest`, as tell it from 0 and from 100. The sign stands behind `space`.
pub fn percent_within(probability: f64, decimals: usize, finest: usize, space: &str) -> String {
    let percent = 100.0 * probability;
    let is_certain = |text: &String| matches!(text.parse(), Ok(0.0 | 100.0));
    let reads = |decimals: usize| format!("{percent:.decimals$}");
    let text = match (decimals..=finest).map(reads).find(|text| !is_certain(text)) {
        _ if probability <= 0.0 => "0".to_owned(),
        _ if probability > 1.0 || same(probability, 1.0) => "100".to_owned(),
        Some(text) => text,
        None if percent < 50.0 => format!("<{space}{:.finest$}", tenth(finest)),
        None => format!(">{space}{:.finest$}", 100.0 - tenth(finest)),
    };
    format!("{text}{space}%")
}

/// A probability in percent with one decimal, without the sign.
pub fn short_percent(probability: f64) -> String {
    percent_within(probability, 1, 1, "").replace('%', "")
}

/// A probability in percent without decimals and without the sign.
pub fn whole_percent(probability: f64) -> String {
    percent_within(probability, 0, 0, "").replace('%', "")
}

/// A number with so many decimals, or with as many more as tell it from 0.
pub fn decimals(value: f64, decimals: usize) -> String {
    if value.abs() >= LARGEST {
        return format!("{value:.2e}");
    }
    let reads = |decimals: usize| rounded(value, decimals);
    let text = (decimals..=FINEST.max(decimals)).map(reads).find(|text| text != "0");
    match text {
        _ if value == 0.0 => "0".to_owned(),
        Some(text) => text,
        None => format!("{value:.1e}"),
    }
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
        ..LARGEST => grouped(n.round() as u64),
        _ => format!("{n:.2e}"),
    }
}

/// A whole number with commas between thousands.
pub fn grouped(number: impl Into<i128>) -> String {
    let number = number.into();
    let digits = number.unsigned_abs().to_string();
    let mut text = if number < 0 { "−".to_owned() } else { String::new() };
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// The decimals of an exact number.
pub const EXACT_DECIMALS: usize = 4;

/// The most decimals of what is near 0 or 100 %.
pub const FINEST: usize = 6;

/// What is larger has an exponent.
const LARGEST: f64 = 1e15;

/// What one of the last of so many decimals counts for.
pub const TENTHS: [f64; 13] =
    [1.0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12];

pub fn tenth(decimals: usize) -> f64 {
    TENTHS[decimals.min(TENTHS.len() - 1)]
}

/// How many decimals an error supports: the last one counts for at least the error.
pub fn supported(error: f64) -> usize {
    // Compared with powers of ten rather than by a logarithm, whose last bit is not the
    // same on every machine.
    (1..TENTHS.len()).take_while(|&digits| error <= TENTHS[digits]).count()
}

pub fn chance(known: Known, decimals: usize) -> String {
    let Known { value, low, high, sampled } = known;
    let left_out = high - low;
    if let Some(word) = known.certainty() {
        return word.to_owned();
    }
    match value {
        _ if !value.is_finite() => NO_VALUE.to_owned(),
        0.0 => less_than(high),
        _ if sampled && same(value, 1.0) => more_than(low),
        _ if !sampled && same(value, 1.0) => more_than(1.0 - left_out),
        // What an exact law leaves out may be more than it has.
        _ if !sampled && left_out > value => less_than(high),
        _ => percent_within(value, decimals, FINEST, " "),
    }
}

/// An upper bound of a probability, with one digit.
fn less_than(bound: f64) -> String {
    let (bound, decimals) = one_digit(bound);
    format!("< {bound:.decimals$} %")
}

/// A lower bound, whose distance to 100 % has one digit.
fn more_than(bound: f64) -> String {
    let (rest, decimals) = one_digit(1.0 - bound);
    format!("> {:.decimals$} %", 100.0 - rest)
}

/// A small probability in percent, rounded up to one digit, and its decimals.
fn one_digit(probability: f64) -> (f64, usize) {
    let percent = (100.0 * probability).max(tenth(FINEST));
    let decimals = (0..=FINEST).find(|&decimals| percent >= tenth(decimals)).unwrap_or(FINEST);
    // A number of one digit is itself, but for rounding.
    ((percent / tenth(decimals) - ROUNDING).ceil() * tenth(decimals), decimals)
}

pub fn shown(value: f64, digits: usize, exact: bool) -> String {
    // An exact whole number is one.
    let whole = exact && value.abs() < LARGEST && value.round() != 0.0 && same(value, value.round());
    decimals(value, if whole { 0 } else { digits })
}

/// A number with so many decimals; none where all would be 0.
pub fn rounded(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    if text.bytes().all(|b| matches!(b, b'0' | b'.' | b'-')) { "0".to_owned() } else { text }
}

pub fn signed(text: String) -> String {
    if text.starts_with('-') || text == "0" { text } else { format!("+{text}") }
}
