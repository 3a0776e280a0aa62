//! Formats of numbers: with all digits that their error supports, or with those that players use.

use super::brief::{CHANCES_IN_CELLS, Form, NUMBERS_IN_CELLS, mean, power_of_ten};
use super::digits::{
    EXACT_DECIMALS, FINEST, NO_VALUE, TENTHS, chance, grouped, lower_bound, round_trip, rounded, shown,
    signed, tenth, upper_bound, without_dust,
};
use super::known::Known;
use crate::expression::StatisticName;
use crate::stats::{ROUNDING, same};

/// How many digits of a number are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Digits {
    /// The digits that players use. A chance has at most three figures, and near 100 % as many as show how
    /// far from it; a number below 100 has two decimals.
    #[default]
    Few,
    /// This many significant figures.
    Figures(usize),
}

/// The kind of a number, which determines its format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// A probability, written in percent.
    Chance,
    /// Any other number.
    Number,
}

impl Measure {
    /// The measure of a statistic.
    pub fn of(name: &StatisticName) -> Self {
        if name.is_chance { Measure::Chance } else { Measure::Number }
    }

    /// Writes a bound or target that a user gave, without rounding errors: 0.01 becomes "1 %".
    pub fn goal(self, value: f64) -> String {
        match self {
            Measure::Chance => format!("{} %", with_minus(round_trip(without_dust(100.0 * value)))),
            Measure::Number => with_minus(round_trip(without_dust(value))),
        }
    }

    /// Writes a number with these digits, but no more than its error supports.
    pub fn write(self, number: impl Into<Known>, digits: Digits) -> String {
        let known = number.into();
        let decimals = self.decimals(known, digits);
        match self {
            Measure::Chance => chance(known, decimals),
            Measure::Number if !known.value.is_finite() => NO_VALUE.to_owned(),
            Measure::Number => with_minus(shown(known.value, decimals, known.is_exact())),
        }
    }

    /// The decimals of a number with these digits, or fewer if its error does not support them. A sampled chance for
    /// players has more if the ends of its interval would read alike.
    fn decimals(self, known: Known, digits: Digits) -> usize {
        let supported = known.decimals(self.units());
        let wanted = supported.min(self.decimals_of(known.value, digits));
        let differ = |&decimals: &usize| {
            let [low, high] = self.ends(known, decimals);
            low != high
        };
        match digits {
            Digits::Few if known.sampled && self == Measure::Chance => {
                (wanted..=supported).find(differ).unwrap_or(wanted)
            }
            _ => wanted,
        }
    }

    /// Writes a number for players.
    pub fn say(self, number: impl Into<Known>) -> String {
        self.write(number, Digits::Few)
    }

    /// The decimals of a number with these digits.
    fn decimals_of(self, value: f64, digits: Digits) -> usize {
        let size = self.units() * value.abs();
        match digits {
            Digits::Figures(figures) => {
                let before = if size >= 1.0 { format!("{:.0}", size.floor()).len() } else { 0 };
                let zeros = (1..TENTHS.len()).take_while(|&place| size > 0.0 && size < tenth(place)).count();
                (figures + zeros).saturating_sub(before)
            }
            // The digits that tell a chance from 100 % are those of its distance.
            Digits::Few if self == Measure::Chance && value > 0.5 => decimals_for(100.0 - size, 1),
            Digits::Few if self == Measure::Number && size < 100.0 => decimals_for(size, 2).max(2),
            Digits::Few => decimals_for(size, 2),
        }
    }

    /// Writes the ends of the interval of a number that is written with these digits: with as many decimals,
    /// so that it is within them.
    pub fn interval(self, number: impl Into<Known>, digits: Digits) -> String {
        let known = number.into();
        let [low, high] = match self {
            Measure::Chance if known.was_never_seen() => ["0".to_owned(), upper_bound(known.high)],
            Measure::Chance if known.was_always_seen() => [lower_bound(known.low), "100".to_owned()],
            _ => self.ends(known, self.decimals(known, digits)),
        };
        format!("{low} to {high}{}", if self == Measure::Chance { " %" } else { "" })
    }

    pub(super) fn ends(self, known: Known, decimals: usize) -> [String; 2] {
        [known.low, known.high].map(|end| with_minus(rounded(self.units() * end, decimals)))
    }

    /// Writes a difference with its sign. Probabilities differ in percentage points.
    pub fn change(self, number: impl Into<Known>, digits: Digits) -> String {
        let known = number.into();
        // A difference has a size of its own, also where it is large.
        let few = |size: f64| decimals_for(size, 2).max(if self == Measure::Number { 2 } else { 1 });
        let most = match digits {
            Digits::Few => few(self.units() * known.value.abs()),
            Digits::Figures(_) => self.decimals_of(known.value, digits),
        };
        match self.changed(known, most) {
            text if text != NO_VALUE && text.contains('e') => {
                signed(power_of_ten(self.units() * known.value).replace('\u{a0}', " "))
            }
            text => with_minus(text),
        }
    }

    /// Writes a distance: a difference without a plus sign.
    pub fn distance(self, number: impl Into<Known>, digits: Digits) -> String {
        self.change(number, digits).trim_start_matches('+').to_owned()
    }

    /// Writes a difference with its sign, for players.
    pub fn say_change(self, number: impl Into<Known>) -> String {
        self.change(number, Digits::Few)
    }

    fn changed(self, known: Known, most: usize) -> String {
        let value = self.units() * known.value;
        if !value.is_finite() {
            return NO_VALUE.to_owned();
        }
        // Exact sums have rounding errors. If tails were cut, two sums may also differ by the
        // omitted mass, so a difference that is smaller than the shown digits counts as 0.
        let unseen = || !known.is_exact() && rounded(value, EXACT_DECIMALS) == "0";
        if !known.sampled && (same(known.value, 0.0) || unseen()) {
            return "0".to_owned();
        }
        signed(shown(value, known.decimals(self.units()).min(most), known.is_exact()))
    }

    /// Writes a difference with its sign and, if it was sampled, its interval.
    pub fn change_within(self, number: impl Into<Known>, digits: Digits) -> String {
        let known = number.into();
        let change = self.change(known, digits);
        if !known.sampled || !known.value.is_finite() {
            return change;
        }
        let [low, high] =
            self.ends(known, known.decimals(self.units())).map(|end| signed(end).replace('-', "−"));
        format!("{change} ({low} to {high})")
    }

    /// Writes a difference with its sign and, if it was sampled, half the width of its interval.
    pub fn change_and_error(self, number: impl Into<Known>, digits: Digits) -> String {
        let known = number.into();
        let change = self.change(known, digits);
        if !known.sampled || !known.value.is_finite() {
            return change;
        }
        let half = self.units() * (known.high - known.low) / 2.0;
        format!("{change} ±{}", rounded(half, known.decimals(self.units())))
    }

    /// The formats for the cells of a map, the longest first.
    pub fn forms(self) -> &'static [Form] {
        if self == Measure::Chance { &CHANCES_IN_CELLS } else { &NUMBERS_IN_CELLS }
    }

    /// The factor from a value to the written number: 100 for percent.
    pub fn units(self) -> f64 {
        if self == Measure::Chance { 100.0 } else { 1.0 }
    }

    /// Writes a value with few digits, for charts.
    pub fn brief(self, number: impl Into<Known>) -> String {
        let known = number.into();
        let value = known.value;
        match self {
            _ if !value.is_finite() => NO_VALUE.to_owned(),
            Measure::Chance => self.say(known).replace(' ', "\u{a0}"),
            Measure::Number if is_whole(value) => grouped(value.round() as i128),
            Measure::Number => mean(known),
        }
    }

    /// The unit of differences, in words; empty for plain numbers.
    pub fn unit_of_changes(self) -> &'static str {
        match self {
            Measure::Chance => "percentage points",
            Measure::Number => "",
        }
    }
}

/// The decimals that show so many figures of a number, at least one.
fn decimals_for(size: f64, figures: usize) -> usize {
    // 9.95 is the limit, since it is rounded to 10, which has two figures already.
    let limit = [0.995, 9.95][figures - 1];
    (1..=FINEST).find(|&decimals| size >= limit * tenth(decimals)).unwrap_or(FINEST)
}

/// Whether a number is an integer below 1e12, up to rounding errors.
pub fn is_whole(value: f64) -> bool {
    value.abs() < 1e12 && (value - value.round()).abs() < ROUNDING
}

/// A number with the sign that players read; that of a power of ten stays.
fn with_minus(number: String) -> String {
    match number.strip_prefix('-') {
        Some(rest) => format!("−{rest}"),
        None => number,
    }
}
