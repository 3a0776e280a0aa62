//! Numbers in few characters, as charts show them.

use super::digits::{decimals, fixed, grouped, percent_within, short_percent, tenth, whole_percent};
use super::known::Known;
use super::measure::{Digits, Measure};
use crate::stats::same;

/// A mean, with at most two decimals and no more than its error supports. Large numbers get a power of ten.
pub fn mean(number: impl Into<Known>) -> String {
    let known = number.into();
    let value = known.value;
    if !value.is_finite() {
        return "?".to_owned();
    }
    let size = value.abs();
    match size {
        _ if size >= 1e18 => power_of_ten(value),
        _ if size > 0.0 && size < 0.005 => tiny(value, 2),
        _ if size >= 1000.0 => grouped(value.round() as i128),
        _ if size == 0.0 => "0.00".to_owned(),
        _ => decimals(value, within_error(known, if size < 100.0 { 2 } else { 1 }, 1.0)).replace('-', "−"),
    }
}

/// A number that would read as 0 with this many decimals: "< 0.01".
pub fn tiny(value: f64, decimals: usize) -> String {
    let sign = if value < 0.0 { ">\u{a0}−" } else { "<\u{a0}" };
    format!("{sign}{:.decimals$}", tenth(decimals))
}

/// A probability in percent, with more decimals near 0 and 100 %, but no more than its error supports.
pub fn percent(probability: impl Into<Known>) -> String {
    let known = probability.into();
    let from_end = 100.0 * known.value.min(1.0 - known.value);
    let decimals = (1..3).find(|&decimals| from_end >= [1.0, 0.1][decimals - 1]).unwrap_or(3);
    percent_within(known.value, within_error(known, decimals, 100.0), 3, SPACE)
}

/// This many decimals, or fewer if the error of a sampled number times `scale` does not support them.
pub fn within_error(known: Known, decimals: usize, scale: f64) -> usize {
    // The ends of other numbers may be those of a band.
    if known.sampled { decimals.min(known.decimals(scale)) } else { decimals }
}

/// The ends of an interval of probabilities in percent, as tables write them; empty if both read alike.
pub fn interval(known: Known) -> String {
    let [low, high] = Measure::Chance.ends(known, known.decimals(100.0));
    if low == high { String::new() } else { format!("({low}–{high}{SPACE}%)") }
}

/// A format of numbers.
pub type Form = fn(Known) -> String;

/// The formats of a probability in percent, the longest first.
pub const FORMS: [Form; 3] =
    [|one| Measure::Chance.brief(one), |one| brief_percent(one), |one| short_percent(one)];

/// The formats of probabilities and of other numbers in the cells of a map, the longest first.
pub const CHANCES_IN_CELLS: [Form; 2] = [|one| short_percent(one), |one| whole_percent(one)];
pub const NUMBERS_IN_CELLS: [Form; 3] =
    [|one| few_decimals(one, 2), |one| few_decimals(one, 1), |one| whole(one.value)];

/// A share of all results in words: "82 of 100 results".
pub fn results(share: f64) -> String {
    match (100.0 * share).round() {
        _ if same(share, 1.0) => "all results".to_owned(),
        100.0.. => "over 99 of 100 results".to_owned(),
        hundredths => format!("{hundredths} of 100 results"),
    }
}

/// A probability in percent with one decimal.
pub fn brief_percent(probability: impl Into<Known>) -> String {
    format!("{}{SPACE}%", short_percent(probability))
}

/// The rarity of what happens less often than 1 in 10: "1 in 101". Empty for all else, whose percentage
/// says more, and for what is too uncertain to say.
pub fn rarity(known: Known) -> String {
    match known.value {
        value if value <= 0.0 || value >= 0.1 || known.is_rough() => String::new(),
        value => format!("1 in {}", how_many(1.0 / value)),
    }
}

/// A chance with its rarity, if it is rare: "0.99 %, 1 in 101".
pub fn chance_and_rarity(known: Known, digits: Digits) -> String {
    let parts = [Measure::Chance.write(known, digits), rarity(known)];
    parts.iter().filter(|part| !part.is_empty()).map(String::as_str).collect::<Vec<_>>().join(", ")
}

/// A number such as 1.2 × 10⁻⁹.
pub fn power_of_ten(value: f64) -> String {
    let text = format!("{value:.1e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let raised: String = exponent.chars().map(superscript).collect();
    format!("{}{SPACE}×{SPACE}10{raised}", digits.replace('-', "−"))
}

/// A number with one decimal. Only 0 itself is written as "0".
pub fn tenths(number: f64) -> String {
    match number.abs() {
        0.0 => "0".to_owned(),
        ..0.05 if number < 0.0 => ">−0.1".to_owned(),
        ..0.05 => "<0.1".to_owned(),
        _ => fixed(number, 1).replace('-', "−"),
    }
}

/// A number with `count` decimals if its size is below 100. 0 has no decimals.
fn few_decimals(known: Known, count: usize) -> String {
    let (number, count) = (known.value, within_error(known, count, 1.0));
    match number.abs() {
        0.0 => "0".to_owned(),
        ..100.0 => fixed(number, count).replace('-', "−"),
        _ => mean(number),
    }
}

fn whole(number: f64) -> String {
    if number.abs() < 1e18 { grouped(number.round() as i128) } else { mean(number) }
}

/// A non-breaking space.
const SPACE: &str = "\u{a0}";

/// A positive number rounded to at most three digits.
fn how_many(number: f64) -> String {
    match number {
        _ if number < 9.95 => format!("{number:.1}"),
        _ if number < 999.5 => format!("{number:.0}"),
        _ if number < 1e9 => {
            let unit = 10f64.powi(format!("{:.0}", number).len() as i32 - 3);
            grouped(((number / unit).round() * unit) as i128)
        }
        _ => power_of_ten(number),
    }
}

/// A digit or a minus sign of an exponent.
fn superscript(c: char) -> char {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    c.to_digit(10).map_or('⁻', |digit| DIGITS[digit as usize])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> String {
        text.replace(SPACE, " ")
    }

    #[test]
    fn cells_never_round_to_what_is_certain() {
        let cases = [0.0, 0.001, 0.126, 0.996, 1.0].map(|chance| CHANCES_IN_CELLS[1](chance.into()));
        assert_eq!(cases, ["0", "<1", "13", ">99", "100"]);
        let [hundredths, tenths, whole] = NUMBERS_IN_CELLS.map(|form| move |number: f64| form(number.into()));
        assert_eq!([tenths(-2.26), whole(-2.6), whole(1234.0)], ["−2.3", "−3", "1,234"]);
        assert_eq!([0.0, 0.04, -0.04, 2.26, -2.26].map(super::tenths), ["0", "<0.1", ">−0.1", "2.3", "−2.3"]);
        assert_eq!([0.0, 1e-9, 1.006].map(hundredths), ["0", "0.00", "1.01"]);
    }

    #[test]
    fn whole_numbers_are_grouped() {
        let numbers = [0, 7, 999, 1000, -1_234_567, i64::MIN].map(grouped);
        assert_eq!(numbers, ["0", "7", "999", "1,000", "−1,234,567", "−9,223,372,036,854,775,808"]);
    }

    #[test]
    fn percentages_keep_the_digits_that_matter() {
        let cases = [(0.0, "0 %"), (1.0, "100 %"), (0.1234, "12.3 %"), (0.00123, "0.12 %")];
        for (probability, text) in cases {
            assert_eq!(plain(&percent(probability)), text);
        }
        assert_eq!(plain(&percent(1e-15)), "< 0.001 %");
        assert_eq!(plain(&percent(1.0 - 1e-9)), "> 99.999 %");
        assert_eq!(plain(&percent(0.9995)), "99.950 %");
        assert_eq!([0.0, 1e-9, 0.5, 0.9999, 1.0].map(short_percent), ["0", "<0.1", "50.0", ">99.9", "100"]);
    }

    #[test]
    fn intervals_have_one_sign() {
        let known = |low, high| Known { value: (low + high) / 2.0, low, high, sampled: true };
        assert_eq!(plain(&interval(known(0.52, 0.561))), "(52–56 %)");
        assert_eq!(plain(&interval(known(0.0, 1.0))), "(0–100 %)");
        assert_eq!(interval(known(0.6162, 0.6162)), "");
    }

    #[test]
    fn rare_events_are_one_in_many() {
        let exactly = |probability: f64| plain(&rarity(probability.into()));
        assert_eq!([exactly(1.0 / 6.0), exactly(0.2), exactly(1.0 / 11.0)], ["", "", "1 in 11"]);
        assert_eq!(chance_and_rarity(0.00993.into(), Digits::Few), "0.99 %, 1 in 101");
        assert_eq!(chance_and_rarity(0.5.into(), Digits::Figures(6)), "50.0000 %");
        assert_eq!(exactly(1.0 / 12_345.0), "1 in 12,300");
        assert_eq!(exactly(1.0 / 999_700.0), "1 in 1,000,000");
        assert_eq!(exactly(8e-16), "1 in 1.2 × 10¹⁵");
        let seen = |count| rarity(Known::of_count(count, 1000));
        // One sighting may be a chance of 1 in 180 as well as one of 1 in 5,700.
        assert_eq!([seen(1), seen(100)], ["", ""]);
        assert_eq!(plain(&power_of_ten(3.2e-10)), "3.2 × 10⁻¹⁰");
    }

    #[test]
    fn what_is_not_nothing_is_not_shown_as_nothing() {
        assert_eq!([0.0, 0.01, 0.05, 2.63, 12.0].map(tenths), ["0", "<0.1", "0.1", "2.6", "12.0"]);
    }

    #[test]
    fn shares_are_results_of_100() {
        assert_eq!(
            [0.5, 0.823, 0.998, 1.0].map(results),
            ["50 of 100 results", "82 of 100 results", "over 99 of 100 results", "all results"]
        );
    }

    #[test]
    fn means_have_few_digits() {
        assert_eq!(
            [3.1478, -0.5, 123.44, 1234.5, 7.0].map(mean),
            ["3.15", "−0.50", "123.4", "1,235", "7.00"]
        );
        let rough = Known { value: 3.1478, low: 2.9, high: 3.4, sampled: true };
        assert_eq!(
            [mean(rough), percent(Known::of_count(978, 1000))].map(|text| plain(&text)),
            ["3.1", "97.8 %"]
        );
        assert_eq!([1e-15, -1e-15, f64::NAN].map(|x| plain(&mean(x))), ["< 0.01", "> −0.01", "?"]);
    }
}
