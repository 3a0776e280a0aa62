//! The digits of numbers, also of probabilities near 0 and 100 %.

use super::brief::within_error;
use super::known::Known;
use crate::stats::{ROUNDING, same};

/// The shortest text that reads back to the same float.
pub fn round_trip(value: f64) -> String {
    // Adding 0 turns -0.0 into 0.0.
    let text = format!("{:?}", value + 0.0);
    text.strip_suffix(".0").unwrap_or(&text).to_owned()
}

/// Rounds a number to twelve significant digits, which removes the rounding errors of
/// calculations: 0.1 + 0.2 becomes 0.3.
pub fn without_dust(value: f64) -> f64 {
    format!("{value:.11e}").parse().unwrap_or(value)
}

/// The text of a missing number.
pub const NO_VALUE: &str = "no value";

/// A probability in percent with `decimals` decimals. More, up to `finest`, are added if it would
/// read as 0 or 100. `space` separates the percent sign.
pub fn percent_within(probability: f64, decimals: usize, finest: usize, space: &str) -> String {
    let percent = 100.0 * probability;
    let is_certain = |text: &String| matches!(text.parse(), Ok(0.0 | 100.0));
    let reads = |decimals: usize| fixed(percent, decimals);
    let text = match (decimals..=finest).map(reads).find(|text| !is_certain(text)) {
        _ if probability <= 0.0 => "0".to_owned(),
        _ if probability > 1.0 || same(probability, 1.0) => "100".to_owned(),
        Some(text) => text,
        None if percent < 50.0 => format!("<{space}{:.finest$}", tenth(finest)),
        None => format!(">{space}{:.finest$}", 100.0 - tenth(finest)),
    };
    format!("{text}{space}%")
}

/// A probability in percent with one decimal, or none if its error does not support it, without the sign. One that
/// was not seen, or always, is written by its bound.
pub fn short_percent(probability: impl Into<Known>) -> String {
    let known = probability.into();
    match known {
        _ if known.was_never_seen() => format!("<{}", upper_bound(known.high)),
        _ if known.was_always_seen() => format!(">{}", lower_bound(known.low)),
        _ => percent_within(known.value, within_error(known, 1, 100.0), 1, "").replace('%', ""),
    }
}

/// A probability in percent without decimals and without the sign.
pub fn whole_percent(probability: impl Into<Known>) -> String {
    let known = probability.into();
    match known {
        _ if known.was_never_seen() => format!("<{}", (100.0 * known.high).ceil().max(1.0)),
        _ if known.was_always_seen() => format!(">{}", (100.0 * known.low).floor().min(99.0)),
        _ => percent_within(known.value, 0, 0, "").replace('%', ""),
    }
}

/// A number with `decimals` decimals, or with more if it would read as 0.
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

/// The N of "1 in N" with at least three digits; empty for a probability of 0, and for one that is too
/// uncertain.
pub fn one_in(probability: impl Into<Known>) -> String {
    let known = probability.into();
    if known.value <= 0.0 || known.is_rough() {
        return String::new();
    }
    let n = 1.0 / known.value;
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

/// The most decimals of a number near 0 or of a probability near 100 %.
pub const FINEST: usize = 6;

/// Numbers from here on are written with an exponent.
const LARGEST: f64 = 1e15;

/// One unit of the last decimal, by the number of decimals.
pub const TENTHS: [f64; 13] =
    [1.0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12];

pub fn tenth(decimals: usize) -> f64 {
    TENTHS[decimals.min(TENTHS.len() - 1)]
}

/// The number of decimals that an error supports: one unit of the last is at least the error.
pub fn supported(error: f64) -> usize {
    // Compares with powers of ten: the last bit of a logarithm differs between machines.
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
        _ if known.was_always_seen() => format!("> {} %", lower_bound(low)),
        _ if !sampled && same(value, 1.0) => format!("> {} %", lower_bound(1.0 - left_out)),
        // The omitted mass may be larger than the probability itself.
        _ if value == 0.0 || !sampled && left_out > value => format!("< {} %", upper_bound(high)),
        _ => percent_within(value, decimals, FINEST.max(decimals), " "),
    }
}

/// The upper bound of a probability in percent, rounded up to one digit.
pub fn upper_bound(bound: f64) -> String {
    let (bound, decimals) = one_digit(bound);
    format!("{bound:.decimals$}")
}

/// The lower bound of a probability in percent, whose distance from 100 % is rounded up to one digit.
pub fn lower_bound(bound: f64) -> String {
    let (rest, decimals) = one_digit(1.0 - bound);
    format!("{:.decimals$}", 100.0 - rest)
}

/// A small probability in percent, rounded up to one digit, and its number of decimals.
fn one_digit(probability: f64) -> (f64, usize) {
    let percent = (100.0 * probability).max(tenth(FINEST));
    let decimals = (0..=FINEST).find(|&decimals| percent >= tenth(decimals)).unwrap_or(FINEST);
    // The tolerance keeps rounding errors from increasing a number that has one digit already.
    ((percent / tenth(decimals) - ROUNDING).ceil() * tenth(decimals), decimals)
}

pub fn shown(value: f64, digits: usize, exact: bool) -> String {
    // An exact whole number has no decimals.
    let whole = exact && value.abs() < LARGEST && value.round() != 0.0 && same(value, value.round());
    decimals(value, if whole { 0 } else { digits })
}

/// A number with `decimals` decimals. Halves go away from 0, as people round, also where the rounding error of a
/// sum lies between the number and the half.
pub fn fixed(value: f64, decimals: usize) -> String {
    let nudge = (1e-9 * tenth(decimals)).copysign(value);
    format!("{:.decimals$}", value + nudge)
}

/// A number with `decimals` decimals; "0" if all its digits would be 0.
pub fn rounded(value: f64, decimals: usize) -> String {
    let text = fixed(value, decimals);
    if text.bytes().all(|b| matches!(b, b'0' | b'.' | b'-')) { "0".to_owned() } else { text }
}

pub fn signed(text: String) -> String {
    if text.starts_with(['-', '−']) || text == "0" { text } else { format!("+{text}") }
}
