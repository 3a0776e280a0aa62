//! Numbers as text: one rule for the digits of everything that is printed, and of what
//! charts and pages show.
//!
//! A number has the decimals that its error supports: the last one counts for at least
//! half the width of its 95 % interval. An exact number has four, or fewer where what it
//! leaves out is larger. Rounding never makes something out of nothing: a probability that
//! is not certain reads neither as 0 nor as 100 %, and one that is reads "never" or
//! "always".

use crate::analysis::{Engine, Interval};
use crate::description::Datum;
use crate::expression::Estimate;
use crate::expression::StatisticName;
use crate::stats::{ROUNDING, Z95, same, wilson};

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
pub fn cell(cell: &Datum) -> String {
    match cell {
        Datum::Empty => String::new(),
        Datum::Text(text) => text.clone(),
        Datum::Integer(integer) => integer.to_string(),
        Datum::Number(number) => round_trip(*number),
        Datum::Flag(flag) => flag.to_string(),
    }
}

/// A number and how far it may be off.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Known {
    /// The number; not finite where there is none.
    pub value: f64,
    /// The least that it may be: the lower end of the 95 % interval of a sample.
    pub low: f64,
    /// The most that it may be.
    pub high: f64,
    /// Whether it was sampled.
    pub sampled: bool,
}

impl Known {
    /// A number with its interval, found in this way.
    pub fn new(interval: impl Into<Interval>, engine: Engine) -> Self {
        let Interval { value, low, high } = interval.into();
        match engine {
            Engine::Exact { omitted, .. } => {
                Known { value, low, high: high.max(value + omitted), sampled: false }
            }
            Engine::Sampled { trials, .. } if low == high => {
                // Where only one value was seen the interval has no width. By the rule of
                // three others may have a probability of up to 3 in all trials.
                let unseen = 3.0 / trials as f64;
                Known { value, low: value - unseen, high: value + unseen, sampled: true }
            }
            Engine::Sampled { .. } => Known { value, low, high, sampled: true },
        }
    }

    /// What was found of a statistic by sampling: its error may be 0.
    pub fn sampled(estimate: Estimate) -> Self {
        Known { sampled: true, ..estimate.into() }
    }

    /// The chance of what was not seen, or has no probability.
    pub fn nothing(engine: Engine) -> Self {
        let high = engine.trials().map_or(0.0, |trials| wilson(0, trials, Z95).1);
        Known::new(Interval { value: 0.0, low: 0.0, high }, engine)
    }

    /// Whether its error is no more than that of a calculation.
    fn is_exact(self) -> bool {
        !self.sampled && self.high - self.low <= ROUNDING
    }

    /// How many decimals its error supports, if it is counted in units of which `scale`
    /// make 1.
    fn decimals(self, scale: f64) -> usize {
        match self.sampled {
            true => supported(scale * (self.high - self.low) / 2.0),
            false => supported(scale * (self.high - self.low)).min(EXACT_DECIMALS),
        }
    }

    /// So many times as much.
    fn times(self, factor: f64) -> Self {
        let Known { value, low, high, sampled } = self;
        Known { value: factor * value, low: factor * low, high: factor * high, sampled }
    }
}

impl From<f64> for Known {
    fn from(value: f64) -> Self {
        Known { value, low: value, high: value, sampled: false }
    }
}

impl From<Estimate> for Known {
    fn from(estimate: Estimate) -> Self {
        let sampled = estimate.error > 0.0;
        Known { value: estimate.value, low: estimate.low(), high: estimate.high(), sampled }
    }
}

/// What a number is, and so how it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// A probability, written in percent.
    Chance,
    /// Any other number.
    Number,
}

impl Measure {
    /// The measure of a statistic's values.
    pub fn of(name: &StatisticName) -> Self {
        if name.is_chance { Measure::Chance } else { Measure::Number }
    }

    /// A bound or a target that somebody wrote, without the error of a calculation: "1 %" of
    /// 0.01.
    pub fn goal(self, value: f64) -> String {
        match self {
            Measure::Chance => format!("{} %", round_trip(without_dust(100.0 * value))),
            Measure::Number => round_trip(without_dust(value)),
        }
    }

    /// A number with the digits that are known of it.
    pub fn write(self, number: impl Into<Known>) -> String {
        self.written(number.into(), usize::MAX)
    }

    /// A number as players say it: with those of the digits that are known of it which they
    /// can use. A chance has one decimal, or two digits of its distance from 0 or 100 %.
    pub fn say(self, number: impl Into<Known>) -> String {
        let known = number.into();
        let distance = match self {
            Measure::Chance => known.value.min(1.0 - known.value),
            Measure::Number => known.value,
        };
        self.written(known, self.sayable(distance))
    }

    /// How many decimals players can use of a number at this distance from what is certain.
    fn sayable(self, distance: f64) -> usize {
        let size = self.units() * distance.abs();
        let fewest = if self == Measure::Number && size < 100.0 { 2 } else { 1 };
        // 9.95 reads 10 with one decimal: that is two digits, too.
        let two_digits = (1..=FINEST).find(|&decimals| size >= 9.95 * tenth(decimals)).unwrap_or(FINEST);
        two_digits.max(fewest)
    }

    fn written(self, known: Known, most: usize) -> String {
        match self {
            Measure::Chance => chance(known, most),
            Measure::Number => plain(known, most),
        }
    }

    /// The ends of its interval, with one digit more.
    pub fn interval(self, number: impl Into<Known>) -> String {
        let known = number.into();
        let scaled = known.times(self.units());
        let decimals = known.decimals(self.units() / 10.0);
        let [low, high] = [scaled.low, scaled.high].map(|end| rounded(end, decimals));
        format!("{low} to {high}{}", if self == Measure::Chance { " %" } else { "" })
    }

    /// A difference with its sign, and with one digit more than its error supports, so
    /// that the sign is not lost. Chances differ in percentage points.
    pub fn change(self, number: impl Into<Known>) -> String {
        self.changed(number.into(), usize::MAX)
    }

    /// A difference with its sign, as players say it.
    pub fn say_change(self, number: impl Into<Known>) -> String {
        let known = number.into();
        self.changed(known, self.sayable(known.value)).replace('-', "−")
    }

    fn changed(self, known: Known, most: usize) -> String {
        let Known { value, sampled, .. } = known.times(self.units());
        if !value.is_finite() {
            return NO_VALUE.to_owned();
        }
        // Exact sums miss by rounding. Where a tail is cut, two sums may miss by as much as
        // the tail weighs, so that a difference beyond the digits that are shown is none.
        let unseen = || !known.is_exact() && rounded(value, EXACT_DECIMALS) == "0";
        if !sampled && (same(known.value, 0.0) || unseen()) {
            return "0".to_owned();
        }
        let finer = if sampled { 0.1 } else { 1.0 };
        signed(shown(value, known.decimals(finer * self.units()).min(most), known.is_exact()))
    }

    /// A difference with its sign, and its interval where it was sampled.
    pub fn change_within(self, number: impl Into<Known>) -> String {
        let known = number.into();
        let change = self.change(known);
        if !known.sampled || !known.value.is_finite() {
            return change;
        }
        let decimals = known.decimals(self.units() / 10.0);
        let [low, high] = [known.low, known.high].map(|end| signed(rounded(self.units() * end, decimals)));
        format!("{change} ({low} to {high})")
    }

    /// So many of the units that it is written in make 1.
    pub fn units(self) -> f64 {
        if self == Measure::Chance { 100.0 } else { 1.0 }
    }
}

/// A number with twelve digits, which is more than anyone writes and less than calculations
/// miss by: 0.3 of 0.1 + 0.2.
fn without_dust(value: f64) -> f64 {
    format!("{value:.11e}").parse().unwrap_or(value)
}

/// What stands for a number that there is not.
pub const NO_VALUE: &str = "no value";

/// A probability in percent with so many decimals, or with as many more, up to `finest`,
/// as tell it from 0 and from 100. The sign stands behind `space`.
pub fn percent(probability: f64, decimals: usize, finest: usize, space: &str) -> String {
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
    percent(probability, 1, 1, "").replace('%', "")
}

/// A probability in percent without decimals and without the sign.
pub fn whole_percent(probability: f64) -> String {
    percent(probability, 0, 0, "").replace('%', "")
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

/// The most decimals of what is near 0 or 100 %.
const FINEST: usize = 6;

/// What is larger has an exponent.
const LARGEST: f64 = 1e15;

/// What one of the last of so many decimals counts for.
const TENTHS: [f64; 13] = [1.0, 1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10, 1e-11, 1e-12];

fn tenth(decimals: usize) -> f64 {
    TENTHS[decimals.min(TENTHS.len() - 1)]
}

/// How many decimals an error supports: the last one counts for at least the error.
fn supported(error: f64) -> usize {
    // Compared with powers of ten rather than by a logarithm, whose last bit is not the
    // same on every machine.
    (1..TENTHS.len()).take_while(|&digits| error <= TENTHS[digits]).count()
}

/// What is said of a chance that is exactly 0 or 1.
pub fn certainty(known: Known) -> Option<&'static str> {
    match known.value {
        _ if !known.is_exact() => None,
        // The tail of an exploding die beyond its cut is less than a rounding error.
        0.0 => Some("never"),
        value if same(value, 1.0) => Some("always"),
        _ => None,
    }
}

fn chance(known: Known, most: usize) -> String {
    let Known { value, low, high, sampled } = known;
    let left_out = high - low;
    if let Some(word) = certainty(known) {
        return word.to_owned();
    }
    match value {
        _ if !value.is_finite() => NO_VALUE.to_owned(),
        0.0 => less_than(high),
        _ if sampled && value >= 1.0 => more_than(low),
        _ if !sampled && same(value, 1.0) => more_than(1.0 - left_out),
        // What an exact law leaves out may be more than it has.
        _ if !sampled && left_out > value => less_than(high),
        _ => percent(value, known.decimals(100.0).min(most), FINEST, " "),
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

fn plain(known: Known, most: usize) -> String {
    match known.value {
        value if !value.is_finite() => NO_VALUE.to_owned(),
        value => shown(value, known.decimals(1.0).min(most), known.is_exact()),
    }
}

fn shown(value: f64, digits: usize, exact: bool) -> String {
    // An exact whole number is one.
    let whole = exact && value.abs() < LARGEST && value.round() != 0.0 && same(value, value.round());
    decimals(value, if whole { 0 } else { digits })
}

/// A number with so many decimals; none where all would be 0.
fn rounded(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    if text.bytes().all(|b| matches!(b, b'0' | b'.' | b'-')) { "0".to_owned() } else { text }
}

fn signed(text: String) -> String {
    if text.starts_with('-') || text == "0" { text } else { format!("+{text}") }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn sampled(value: f64, half: f64) -> Known {
        Known { value, low: value - half, high: value + half, sampled: true }
    }

    fn seen(count: u64, trials: u64) -> Known {
        let (low, high) = crate::stats::wilson(count, trials, crate::stats::Z95);
        Known { value: count as f64 / trials as f64, low, high, sampled: true }
    }

    fn cut(value: f64, omitted: f64) -> Known {
        Known { value, low: value, high: value + omitted, sampled: false }
    }

    /// The number that a chance reads as, in percent.
    fn read(text: &str) -> f64 {
        text.trim_start_matches(['<', '>', ' ']).trim_end_matches(" %").parse().unwrap()
    }

    fn any_number() -> impl Strategy<Value = f64> {
        prop_oneof![any::<f64>(), -1e3..1e3, (-300.0..300.0).prop_map(|exponent: f64| 10f64.powf(exponent))]
            .prop_filter("numbers", |x| x.is_finite())
    }

    fn any_chance() -> impl Strategy<Value = f64> {
        let near = (-40.0..0.0).prop_map(|exponent: f64| 10f64.powf(exponent));
        prop_oneof![0.0..1.0, near.clone(), near.prop_map(|p| 1.0 - p)]
    }

    proptest! {
        #[test]
        fn round_trip_reads_back(value in any_number()) {
            prop_assert_eq!(round_trip(value).parse::<f64>().unwrap(), value);
        }

        #[test]
        fn an_exact_chance_is_never_or_always_only_where_it_is(p in any_chance()) {
            let text = Measure::Chance.write(p);
            prop_assert_eq!(text == "never", p == 0.0);
            prop_assert_eq!(text == "always", same(p, 1.0));
            if p > 0.0 && !same(p, 1.0) {
                prop_assert!(read(&text) > 0.0 && read(&text) < 100.0, "{p}: {text}");
                match &text[..1] {
                    "<" => prop_assert!(100.0 * p < read(&text)),
                    ">" => prop_assert!(100.0 * p > read(&text)),
                    _ => prop_assert!((read(&text) - 100.0 * p).abs() <= 5.001e-5_f64.max(0.5 * 100.0 * p.min(1.0 - p)), "{p}: {text}"),
                }
            }
        }

        #[test]
        fn a_sampled_chance_is_neither_never_nor_always(trials in 1u64..1_000_000_000_000, part in 0.0..=1.0f64) {
            for count in [0, 1, trials - 1, trials, (part * trials as f64) as u64] {
                let known = seen(count, trials);
                let text = Measure::Chance.write(known);
                let number = read(&text) / 100.0;
                match count {
                    0 => prop_assert!(text.starts_with("< ") && number >= known.high - 1e-15, "{text}"),
                    _ if count == trials => prop_assert!(text.starts_with("> ") && number <= known.low + 1e-15, "{text}"),
                    _ => prop_assert!(number > 0.0 && number < 1.0, "{count} of {trials}: {text}"),
                }
            }
        }

        #[test]
        fn what_is_not_0_does_not_read_as_0(value in any_number(), half in 0.0..1e3f64) {
            for known in [Known::from(value), sampled(value, half)] {
                let text = Measure::Number.write(known);
                prop_assert_eq!(text.parse::<f64>().unwrap() == 0.0, value == 0.0, "{}", text);
                let change = Measure::Number.change(known);
                prop_assert!(!change.starts_with("+-") && !change.contains("0.0e"), "{}", change);
            }
        }

        #[test]
        fn the_last_decimal_of_a_sample_counts_for_its_error(value in 1.0..1e3f64, half in 1e-9..1e2f64) {
            let text = Measure::Number.write(sampled(value, half));
            let decimals = text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
            prop_assert!(decimals == 0 || half <= TENTHS[decimals], "{value} {half}: {text}");
            prop_assert!((text.parse::<f64>().unwrap() - value).abs() <= 0.500_001 * TENTHS[decimals]);
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
        let number = |value, half| Measure::Number.write(sampled(value, half));
        assert_eq!(number(3.94179, 0.003), "3.94");
        assert_eq!(number(3.94179, 0.01), "3.94");
        assert_eq!(number(3.94179, 0.02), "3.9");
        assert_eq!(number(394.179, 20.0), "394");
        assert_eq!(number(-0.0004, 0.003), "-0.0004");
        assert_eq!(Measure::Chance.write(sampled(0.71281, 0.0009)), "71.3 %");
        assert_eq!(Measure::Chance.interval(sampled(0.71281, 0.0009)), "71.19 to 71.37 %");
    }

    #[test]
    fn exact_numbers_have_four_decimals() {
        assert_eq!(
            [3.94179, 5.0, 1e-9, 0.0].map(|x| Measure::Number.write(x)),
            ["3.9418", "5", "1.0e-9", "0"]
        );
        assert_eq!([0.5, 0.024_713_31].map(|p| Measure::Chance.write(p)), ["50.0000 %", "2.4713 %"]);
        // What an exact law leaves out counts where it can be seen.
        assert_eq!(Measure::Number.write(cut(3.941_792_653_589, 5e-18)), "3.9418");
        assert_eq!(Measure::Number.write(cut(3.941_792_653_589, 0.01)), "3.94");
        assert_eq!(Measure::Chance.write(cut(0.024_713_310_916_29, 9e-5)), "2.47 %");
    }

    #[test]
    fn exact_zeros_and_ones_are_said_in_a_word() {
        assert_eq!([0.0, 1.0, 1.0 - 1e-15].map(|p| Measure::Chance.write(p)), ["never", "always", "always"]);
        assert_eq!([1e-9, 1.0 - 1e-9].map(|p| Measure::Chance.write(p)), ["< 0.000001 %", "> 99.999999 %"]);
        assert_eq!([3e-7, 1.0 - 3e-7].map(|p| Measure::Chance.write(p)), ["0.00003 %", "99.99997 %"]);
        assert_eq!(Measure::Chance.write(f64::NAN), NO_VALUE);
        // Nobody knows where the rest is, unless it is less than a rounding error.
        assert_eq!([cut(0.0, 1e-9), cut(1e-9, 1e-9)].map(|p| Measure::Chance.write(p)), ["< 0.000001 %"; 2]);
        assert_eq!(Measure::Chance.write(cut(1.0 - 1e-9, 1e-9)), "> 99.999999 %");
        assert_eq!(
            [cut(0.0, 1e-18), cut(1.0 - 1e-13, 1e-13)].map(|p| Measure::Chance.write(p)),
            ["never", "always"]
        );
    }

    #[test]
    fn what_no_sample_has_seen_is_less_than_its_upper_bound() {
        let million = [0, 2, 999_998, 1_000_000].map(|count| Measure::Chance.write(seen(count, 1_000_000)));
        assert_eq!(million, ["< 0.0004 %", "0.0002 %", "99.9998 %", "> 99.9996 %"]);
        assert_eq!(Measure::Chance.write(seen(0, 10)), "< 28 %");
    }

    #[test]
    fn players_say_the_digits_that_they_can_use() {
        let chances = [0.0, 0.203_206, 0.733, 0.0993, 0.009_93, 0.000_051, 0.9999, 0.994, 0.5, 1.0];
        assert_eq!(
            chances.map(|p| Measure::Chance.say(p)),
            [
                "never", "20.3 %", "73.3 %", "9.9 %", "0.99 %", "0.0051 %", "99.990 %", "99.40 %", "50.0 %",
                "always"
            ]
        );
        assert_eq!(
            [3.6, 28.221, 394.179, 0.0088, 5.0, 0.0].map(|x| Measure::Number.say(x)),
            ["3.60", "28.22", "394.2", "0.0088", "5", "0"]
        );
        // Never more than is known.
        assert_eq!(Measure::Chance.say(sampled(0.71281, 0.02)), "71 %");
        assert_eq!(Measure::Number.say(sampled(3.94179, 0.02)), "3.9");
        assert_eq!(Measure::Chance.say(seen(0, 1_000_000)), "< 0.0004 %");
        assert_eq!([-0.155_374, 0.009_93].map(|x| Measure::Chance.say_change(x)), ["−15.5", "+0.99"]);
    }

    #[test]
    fn changes_have_a_sign() {
        let exact = [0.25, -3.0, 1e-14, 0.0].map(|x| Measure::Number.change(x));
        assert_eq!(exact, ["+0.2500", "-3", "0", "0"]);
        assert_eq!(
            [Known::from(1.8e-7), cut(1.8e-7, 1e-8)].map(|x| Measure::Number.change(x)),
            ["+1.8e-7", "0"]
        );
        assert_eq!(Measure::Chance.change_within(sampled(0.123, 0.002)), "+12.3 (+12.1 to +12.5)");
        assert_eq!(Measure::Chance.change_within(-0.5), "-50");
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
