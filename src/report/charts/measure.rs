//! Values of statistics as charts write them, and axes of them.

use super::numbers::{grouped, mean, percent, power_of_ten};
use super::scale::Scale;
use crate::report::number::{Known, NO_VALUE, certainty};
use crate::stats::ROUNDING;

pub use crate::report::number::Measure;

impl Measure {
    /// A value, with the digits that can be read off a chart.
    pub fn brief(self, number: impl Into<Known>) -> String {
        let known = number.into();
        let value = known.value;
        match self {
            _ if !value.is_finite() => NO_VALUE.to_owned(),
            // What no sample has seen is written as it is in tables.
            Measure::Chance if known.sampled && matches!(value, 0.0 | 1.0) => self.write(known),
            Measure::Chance if let Some(word) = certainty(known) => word.to_owned(),
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

    /// An axis that reaches all of these that are finite, with about `wanted` steps.
    pub fn scale(self, values: impl IntoIterator<Item = f64>, wanted: usize) -> Scale {
        // Ticks of what is greater have more digits than anyone reads.
        let values = values.into_iter().filter(|value| value.is_finite());
        let values = values.map(|value| value.clamp(-MOST, MOST));
        let ends = |(least, greatest): (f64, f64), value: f64| (least.min(value), greatest.max(value));
        let (least, greatest) = values.fold((f64::INFINITY, f64::NEG_INFINITY), ends);
        if self == Measure::Chance && least == 0.0 && greatest <= 1.0 {
            return Scale::of_chances(greatest, wanted);
        }
        let units = self.units();
        let Scale { from, to, ticks } = Scale::of_numbers(least * units, greatest * units, wanted);
        let long = ticks.iter().any(|(_, label)| label.chars().count() > LONGEST);
        let label = |(tick, label): (f64, String)| {
            let label = if long && tick != 0.0 { power_of_ten(tick) } else { label };
            let sign = if self == Measure::Chance { "\u{a0}%" } else { "" };
            (tick / units, format!("{label}{sign}"))
        };
        Scale { from: from / units, to: to / units, ticks: ticks.into_iter().map(label).collect() }
    }
}

/// Whether a number is an integer of few digits, but for rounding.
fn is_whole(value: f64) -> bool {
    value.abs() < 1e12 && (value - value.round()).abs() < ROUNDING
}

/// The greatest number on an axis.
const MOST: f64 = 1e30;

/// The most signs of a tick that is written with all its digits.
const LONGEST: usize = 8;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_have_a_sign_and_chances_are_in_percent() {
        let plain = |text: String| text.replace('\u{a0}', " ");
        assert_eq!(plain(Measure::Chance.brief(0.123)), "12.3 %");
        assert_eq!([120.0, 0.5, -3.0].map(|n| Measure::Number.brief(n)), ["120", "0.50", "−3"]);
        assert_eq!([0.123, -0.5, 0.0].map(|n| Measure::Chance.brief_change(n)), ["+12.30", "−50.00", "0"]);
        assert_eq!([f64::NAN, 2.5].map(|n| Measure::Number.brief_change(n)), ["no value", "+2.50"]);
        let ticks = Measure::Chance.scale([-0.2, f64::INFINITY, 0.31], 3).ticks;
        let labels: Vec<_> = ticks.into_iter().map(|(_, label)| plain(label)).collect();
        assert_eq!(labels, ["−20 %", "0 %", "20 %", "40 %"]);
    }

    #[test]
    fn axes_of_extreme_numbers_have_short_ticks() {
        for ends in [[-1e300, 1e300], [0.0, 1e-12], [f64::NAN, f64::INFINITY], [1e25, 1e26], [7.0, 7.0]] {
            let scale = Measure::Number.scale(ends, 4);
            assert!(scale.from < scale.to && scale.ticks.len() <= 12, "{scale:?}");
            assert!(scale.ticks.iter().all(|tick| tick.1.chars().count() < 14), "{scale:?}");
        }
    }
}
