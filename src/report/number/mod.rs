//! Numbers as text: one rule for the digits in the terminal, in charts and on pages.
//!
//! A number has the digits that players use, or as many as they ask for ([`Digits`]). A sampled number has
//! no more decimals than its error supports: the last is that of the first figure of half the width of its 95 %
//! interval, whose ends have as many, so that the number is between them. An exact number has fewer if its omitted mass is larger. Rounding never
//! changes what is possible: an uncertain probability is never written as 0 or 100 %, and an exact 0 or 1 is
//! written "never" or "always".

mod brief;
mod column;
mod digits;
mod known;
mod measure;
mod scale;

pub use self::brief::{
    FORMS, Form, brief_percent, chance_and_rarity, interval, mean, percent, power_of_ten, rarity, results,
    tenths,
};
pub use self::digits::{NO_VALUE, decimals, grouped, one_in, round_trip, short_percent, whole_percent};
pub use self::known::{Known, sane};
pub use self::measure::{Digits, Measure};
pub use self::scale::{Scale, whole_numbers, whole_step};

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::digits::TENTHS;
    use super::*;
    use crate::stats::same;

    /// As many digits as the error supports.
    const ALL: Digits = Digits::Figures(17);

    fn sampled(value: f64, half: f64) -> Known {
        Known { value, low: value - half, high: value + half, sampled: true }
    }

    fn seen(count: u64, trials: u64) -> Known {
        Known::of_count(count, trials)
    }

    fn cut(value: f64, omitted: f64) -> Known {
        Known { value, low: value, high: value + omitted, sampled: false }
    }

    /// Parses the number in a written probability, in percent.
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
            let text = Measure::Chance.write(p, ALL);
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
                let text = Measure::Chance.write(known, ALL);
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
                let text = Measure::Number.write(known, ALL);
                prop_assert_eq!(text.replace('−', "-").parse::<f64>().unwrap() == 0.0, value == 0.0, "{}", text);
                let change = Measure::Number.change(known, ALL);
                prop_assert!(!change.starts_with("+-") && !change.contains("0.0e"), "{}", change);
            }
        }

        #[test]
        fn the_last_decimal_of_a_sample_counts_for_its_error(value in 1.0..1e3f64, half in 1e-9..1e2f64) {
            let text = Measure::Number.write(sampled(value, half), ALL);
            let decimals = text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
            prop_assert!(decimals == 0 || half <= 10.000_001 * TENTHS[decimals], "{value} {half}: {text}");
            let rounded_by = (text.parse::<f64>().unwrap() - value).abs();
            prop_assert!(rounded_by <= half.max(1e-9) && rounded_by <= 0.500_001 * TENTHS[decimals]);
        }
    }

    #[test]
    fn one_miss_in_a_million_million_is_not_always() {
        assert_eq!(Measure::Chance.write(seen(999_966_611_683, 999_966_611_684), ALL), "> 99.999999 %");
    }

    #[test]
    fn whole_floats_have_no_decimals() {
        assert_eq!(round_trip(1.0), "1");
        assert_eq!(round_trip(0.25), "0.25");
        assert_eq!(round_trip(1e-18), "1e-18");
    }

    #[test]
    fn halves_are_rounded_away_from_0() {
        let chances = [0.0975, 0.0775, 0.3125, 0.097_499_999_999_999_98].map(|p: f64| Measure::Chance.say(p));
        assert_eq!(chances, ["9.8 %", "7.8 %", "31.3 %", "9.8 %"]);
        assert_eq!(Measure::Number.say(-0.125), "−0.13");
    }

    #[test]
    fn the_last_decimal_is_no_finer_than_the_error() {
        let number = |value, half| Measure::Number.write(sampled(value, half), ALL);
        assert_eq!(number(3.94179, 0.003), "3.942");
        assert_eq!(number(3.94179, 0.02), "3.94");
        assert_eq!(number(3.94179, 0.06), "3.94");
        assert_eq!(number(3.94179, 0.2), "3.9");
        assert_eq!(number(394.179, 20.0), "394");
        assert_eq!(number(-0.0004, 0.003), "−0.0004");
        assert_eq!(Measure::Chance.write(sampled(0.71281, 0.0019), ALL), "71.3 %");
        assert_eq!(Measure::Chance.write(sampled(0.000524, 0.00011), ALL), "0.05 %");
        assert_eq!(Measure::Chance.write(sampled(0.7124, 0.0012), Digits::Figures(2)), "71 %");
        // The ends have as many, so that the number is between them.
        let interval = |value, half, digits| Measure::Chance.interval(sampled(value, half), digits);
        assert_eq!(interval(0.71281, 0.0012, ALL), "71.2 to 71.4 %");
        assert_eq!(interval(0.71244, 0.0002, ALL), "71.22 to 71.26 %");
        assert_eq!(interval(0.71244, 0.0002, Digits::Few), "71.2 to 71.3 %");
        // More, if they would read alike.
        assert_eq!(interval(0.0099, 0.0003, Digits::Few), "0.96 to 1.02 %");
        assert_eq!(interval(0.0101, 0.00024, Digits::Few), "0.99 to 1.03 %");
    }

    #[test]
    fn numbers_have_the_figures_that_one_asks_for() {
        let figures = |figures: usize| move |x: f64| Measure::Number.write(x, Digits::Figures(figures));
        assert_eq!([3.94179, 394.179, 5.0, 0.0].map(figures(3)), ["3.94", "394", "5", "0"]);
        assert_eq!([0.000_394_179, 1e-9, 99.96].map(figures(2)), ["0.00039", "0.0000000010", "100"]);
        let chance = |p: f64| Measure::Chance.write(p, Digits::Figures(6));
        assert_eq!([0.5, 0.024_713_31, 0.999_987_65].map(chance), ["50.0000 %", "2.47133 %", "99.9988 %"]);
        // Omitted mass costs digits only if it is large enough to affect them.
        assert_eq!(Measure::Number.write(cut(3.941_792_653_589, 5e-18), Digits::Figures(5)), "3.9418");
        assert_eq!(Measure::Number.write(cut(3.941_792_653_589, 0.01), ALL), "3.94");
        assert_eq!(Measure::Chance.write(cut(0.024_713_310_916_29, 9e-5), ALL), "2.47 %");
    }

    #[test]
    fn exact_zeros_and_ones_are_said_in_a_word() {
        assert_eq!([0.0, 1.0, 1.0 - 1e-15].map(|p| Measure::Chance.say(p)), ["never", "always", "always"]);
        assert_eq!([1e-9, 1.0 - 1e-9].map(|p| Measure::Chance.say(p)), ["< 0.000001 %", "> 99.999999 %"]);
        assert_eq!([3e-7, 1.0 - 3e-7].map(|p| Measure::Chance.say(p)), ["0.000030 %", "99.99997 %"]);
        assert_eq!(Measure::Chance.say(f64::NAN), NO_VALUE);
        // Omitted mass may belong to any event, unless it is smaller than a rounding error.
        assert_eq!([cut(0.0, 1e-9), cut(1e-9, 1e-9)].map(|p| Measure::Chance.say(p)), ["< 0.000001 %"; 2]);
        assert_eq!(Measure::Chance.say(cut(1.0 - 1e-9, 1e-9)), "> 99.999999 %");
        assert_eq!(
            [cut(0.0, 1e-18), cut(1.0 - 1e-13, 1e-13)].map(|p| Measure::Chance.say(p)),
            ["never", "always"]
        );
    }

    #[test]
    fn what_no_sample_has_seen_is_less_than_its_upper_bound() {
        let million = [0, 2, 999_998, 1_000_000].map(|count| Measure::Chance.say(seen(count, 1_000_000)));
        assert_eq!(million, ["< 0.0004 %", "0.0002 %", "99.9998 %", "> 99.9996 %"]);
        assert_eq!(Measure::Chance.say(seen(0, 10)), "< 28 %");
    }

    #[test]
    fn players_say_the_digits_that_they_can_use() {
        let chances = [0.0, 0.203_206, 0.733, 0.0993, 0.009_93, 0.000_051, 0.9999, 0.994, 0.5, 1.0];
        assert_eq!(
            chances.map(|p| Measure::Chance.say(p)),
            [
                "never", "20.3 %", "73.3 %", "9.9 %", "0.99 %", "0.0051 %", "99.99 %", "99.4 %", "50.0 %",
                "always"
            ]
        );
        assert_eq!(
            [3.6, 28.221, 394.179, 0.0088, 5.0, 0.0].map(|x| Measure::Number.say(x)),
            ["3.60", "28.22", "394.2", "0.0088", "5", "0"]
        );
        // Never more digits than the error supports.
        assert_eq!(Measure::Chance.say(sampled(0.71281, 0.02)), "71 %");
        assert_eq!(Measure::Number.say(sampled(3.94179, 0.2)), "3.9");
        assert_eq!(Measure::Chance.say(seen(0, 1_000_000)), "< 0.0004 %");
        assert_eq!([-0.155_374, 0.009_93].map(|x| Measure::Chance.say_change(x)), ["−15.5", "+0.99"]);
    }

    #[test]
    fn changes_have_a_sign() {
        let exact = [0.25, -3.0, 1e-14, 0.0].map(|x| Measure::Number.change(x, Digits::Figures(4)));
        assert_eq!(exact, ["+0.2500", "−3", "0", "0"]);
        assert_eq!(
            [Known::from(1.8e-7), cut(1.8e-7, 1e-8)].map(|x| Measure::Number.change(x, Digits::Few)),
            ["+1.8 × 10⁻⁷", "0"]
        );
        let sampled_change = sampled(0.123, 0.002);
        assert_eq!(Measure::Chance.change_within(sampled_change, Digits::Few), "+12.3 (+12.1 to +12.5)");
        assert_eq!(Measure::Chance.change_within(-0.5, Digits::Few), "−50");
        assert_eq!(Measure::Chance.change_and_error(sampled(0.004, 0.0063), Digits::Few), "+0.4 ±0.6");
        assert_eq!(Measure::Number.change_and_error(0.25, Digits::Few), "+0.25");
    }

    #[test]
    fn pictures_show_few_characters() {
        let plain = |text: String| text.replace('\u{a0}', " ");
        assert_eq!(plain(Measure::Chance.brief(0.123)), "12.3 %");
        assert_eq!([120.0, 0.5, -3.0].map(|n| Measure::Number.brief(n)), ["120", "0.50", "−3"]);
    }

    #[test]
    fn one_in_has_three_digits() {
        assert_eq!(one_in(0.0), "");
        assert_eq!(one_in(1.0), "1.00");
        assert_eq!(one_in(0.075), "13.3");
        assert_eq!(one_in(1e-6), "1,000,000");
        assert_eq!([seen(1, 1000), seen(100, 1000)].map(one_in), ["", "10.0"]);
    }

    #[test]
    fn thousands_are_grouped() {
        assert_eq!(grouped(0u64), "0");
        assert_eq!(grouped(999u64), "999");
        assert_eq!(grouped(1_000u64), "1,000");
        assert_eq!(grouped(12_345_678u64), "12,345,678");
    }
}
