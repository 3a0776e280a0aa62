//! Columns of numbers on charts.

use super::brief::{tiny, within_error};
use super::digits::{self, NO_VALUE, chance, grouped, rounded};
use super::known::Known;
use super::measure::{Measure, is_whole};

impl Measure {
    /// Writes the numbers of a column with the same number of decimals, as far as their errors support it.
    /// Chances near 0 and 100 % have the decimals that they need, and sampled ones those of their intervals.
    pub fn column(self, numbers: &[Known]) -> Vec<String> {
        let decimals = match self {
            Measure::Number if are_whole(numbers, 1.0) => 0,
            _ => self.common_decimals(numbers),
        };
        let write = |known: &Known| match self {
            _ if !known.value.is_finite() => NO_VALUE.to_owned(),
            Measure::Chance if (0.01..=0.99).contains(&known.value) => {
                chance(*known, within_error(*known, 1, 100.0)).replace(' ', "\u{a0}")
            }
            Measure::Chance => self.brief(*known),
            Measure::Number => fixed(known.value, decimals).unwrap_or_else(|| tiny(known.value, decimals)),
        };
        numbers.iter().map(write).collect()
    }

    /// Writes the differences of a column with their signs and the same number of decimals; those of chances
    /// are in percentage points.
    pub fn column_of_changes(self, changes: &[Known]) -> Vec<String> {
        let decimals = if are_whole(changes, self.units()) { 0 } else { self.common_decimals(changes) };
        let write = |change: &Known| match self.say_change(*change) {
            text if text == "0" || text == NO_VALUE => text,
            text => match fixed(self.units() * change.value, decimals) {
                Some(number) if change.value > 0.0 => format!("+{number}"),
                Some(number) => number,
                None => text,
            },
        };
        changes.iter().map(write).collect()
    }

    /// The decimals of numbers of a column: two, or fewer of large and of uncertain numbers. Percentages have
    /// one, or none.
    fn common_decimals(self, numbers: &[Known]) -> usize {
        let finite = || numbers.iter().filter(|known| known.value.is_finite());
        let greatest = finite().map(|known| known.value.abs()).fold(0.0, f64::max);
        let most = match self {
            Measure::Chance => 1,
            Measure::Number if greatest < 100.0 => 2,
            Measure::Number => usize::from(greatest < 1000.0),
        };
        let sampled = finite().filter(|known| known.sampled);
        sampled.map(|known| known.decimals(self.units())).fold(most, usize::min)
    }
}

/// Whether numbers, in these units, are exact and have no decimals.
fn are_whole(numbers: &[Known], units: f64) -> bool {
    let mut finite = numbers.iter().filter(|known| known.value.is_finite());
    finite.all(|known| !known.sampled && is_whole(units * known.value))
}

/// A number with this many decimals; `None` if it would read as 0 without being 0.
fn fixed(value: f64, decimals: usize) -> Option<String> {
    match decimals {
        _ if value.abs() >= 1e15 => Some(Measure::Number.brief(value)),
        _ if value != 0.0 && rounded(value, decimals) == "0" => None,
        0 => Some(grouped(value.round() as i128)),
        _ => Some(digits::fixed(value, decimals).replace('-', "−")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(numbers: &[f64]) -> Vec<Known> {
        numbers.iter().copied().map(Known::from).collect()
    }

    fn sampled(value: f64, half: f64) -> Known {
        Known { value, low: value - half, high: value + half, sampled: true }
    }

    #[test]
    fn numbers_of_a_column_have_the_same_decimals() {
        let column = |numbers: &[f64]| Measure::Number.column(&known(numbers));
        assert_eq!(column(&[5.0, 0.62, 0.0, 0.001]), ["5.00", "0.62", "0.00", "<\u{a0}0.01"]);
        assert_eq!(column(&[5.0, 120.0]), ["5", "120"]);
        assert_eq!(column(&[1999.2, 244.5, -447.0, f64::NAN]), ["1,999", "245", "−447", "no value"]);
        let numbers = [sampled(3.147, 0.004), sampled(12.04, 0.2)];
        assert_eq!(Measure::Number.column(&numbers), ["3.1", "12.0"]);
    }

    #[test]
    fn chances_of_a_column_have_the_same_decimals_but_near_the_ends() {
        let chances = [sampled(0.984, 0.0008), sampled(0.28, 0.0028), sampled(0.0007, 0.0001)];
        let column = Measure::Chance.column(&chances).join(" ").replace('\u{a0}', " ");
        assert_eq!(column, "98.4 % 28.0 % 0.07 %");
        assert_eq!(Measure::Chance.column(&[sampled(0.284, 0.02), 0.0.into()]), ["28\u{a0}%", "never"]);
    }

    #[test]
    fn differences_of_a_column_have_the_same_decimals() {
        let changes = |measure: Measure, numbers: &[f64]| measure.column_of_changes(&known(numbers));
        assert_eq!(changes(Measure::Number, &[2.0, 0.44, 0.0]), ["+2.00", "+0.44", "0"]);
        assert_eq!(changes(Measure::Number, &[-2354.65, 12.25, f64::NAN]), ["−2,355", "+12", "no value"]);
        assert_eq!(changes(Measure::Chance, &[0.25, -0.05]), ["+25", "−5"]);
        assert_eq!(changes(Measure::Chance, &[0.123, -0.0036, 0.0001]), ["+12.3", "−0.4", "+0.010"]);
    }
}
