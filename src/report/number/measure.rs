//! How numbers are written: as they are known, or as players say them.

use super::brief::{CHANCES_IN_CELLS, Form, NUMBERS_IN_CELLS, mean, percent};
use super::digits::{
    EXACT_DECIMALS, FINEST, NO_VALUE, chance, grouped, round_trip, rounded, shown, signed, tenth,
    without_dust,
};
use super::known::Known;
use crate::expression::StatisticName;
use crate::stats::{ROUNDING, same};

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
            Measure::Chance => chance(known, known.decimals(100.0).min(most)),
            Measure::Number if !known.value.is_finite() => NO_VALUE.to_owned(),
            Measure::Number => shown(known.value, known.decimals(1.0).min(most), known.is_exact()),
        }
    }

    /// A chance with its known digits, and one more if it would be rounded out of the interval that
    /// stands beside it.
    pub fn write_beside_interval(known: Known) -> String {
        chance(known, known.decimals_in_interval(100.0))
    }

    /// The ends of its interval, with one digit more.
    pub fn interval(self, number: impl Into<Known>) -> String {
        let known = number.into();
        let decimals = known.decimals(self.units() / 10.0);
        let [low, high] = [known.low, known.high].map(|end| rounded(self.units() * end, decimals));
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
        let (value, sampled) = (self.units() * known.value, known.sampled);
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

    /// The ways to write its values in the cells of a map, the longest one first.
    pub fn forms(self) -> &'static [Form] {
        if self == Measure::Chance { &CHANCES_IN_CELLS } else { &NUMBERS_IN_CELLS }
    }

    /// So many of the units that it is written in make 1.
    pub fn units(self) -> f64 {
        if self == Measure::Chance { 100.0 } else { 1.0 }
    }

    /// A value, with the digits that can be read off a chart.
    pub fn brief(self, number: impl Into<Known>) -> String {
        let known = number.into();
        let value = known.value;
        match self {
            _ if !value.is_finite() => NO_VALUE.to_owned(),
            // What no sample has seen is written as it is in tables.
            Measure::Chance if known.sampled && matches!(value, 0.0 | 1.0) => self.write(known),
            Measure::Chance if let Some(word) = known.certainty() => word.to_owned(),
            Measure::Chance => percent(value),
            Measure::Number if is_whole(value) => grouped(value.round() as i128),
            Measure::Number => mean(value),
        }
    }

    /// The difference of two values with its sign: of chances in points of percent.
    pub fn brief_change(self, change: f64) -> String {
        if !change.is_finite() {
            return NO_VALUE.to_owned();
        }
        let text = self.brief_size(change);
        match text.as_str() {
            "0" => text,
            _ if change < 0.0 => format!("−{text}"),
            _ => format!("+{text}"),
        }
    }

    /// The size of a change in few characters, without a sign.
    pub fn brief_size(self, change: f64) -> String {
        let size = (change * self.units()).abs();
        if size < ROUNDING { "0".to_owned() } else { mean(size) }
    }

    /// What the difference of two values is counted in, in words.
    pub fn unit_of_changes(self) -> &'static str {
        match self {
            Measure::Chance => "percentage points",
            Measure::Number => "",
        }
    }
}

/// Whether a number is an integer of few digits, but for rounding.
fn is_whole(value: f64) -> bool {
    value.abs() < 1e12 && (value - value.round()).abs() < ROUNDING
}
