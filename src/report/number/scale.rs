//! Scales: the range of an axis, its ticks and their labels.

use super::{Measure, grouped, power_of_ten, sane};

/// An axis of numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Scale {
    /// The number at its lower end: its first tick.
    pub from: f64,
    /// The number at its upper end: its last tick.
    pub to: f64,
    /// The ticks and their labels, in ascending order.
    pub ticks: Vec<(f64, String)>,
}

impl Scale {
    /// A scale of probabilities from 0 to at least `greatest`, in about `wanted` steps. It ends at
    /// 100 % if `greatest` is 0.
    pub fn of_chances(greatest: f64, wanted: usize) -> Scale {
        // The lower limit bounds the decimals of the ticks. The tallest of some hundred bars of a
        // distribution is far above it.
        let greatest = if greatest > 0.0 { greatest.clamp(1e-4, 1.0) } else { 1.0 };
        let step = nice_step(greatest / wanted as f64);
        // A value that exceeds a tick only by a rounding error needs no further tick.
        let steps = (greatest / step - 1e-9).ceil().max(1.0) as usize;
        let decimals = (-exponent(step * 100.0 * (1.0 + 1e-9))).max(0) as usize;
        let label = |tick: f64| match tick {
            0.0 => "0\u{a0}%".to_owned(),
            _ => format!("{:.decimals$}\u{a0}%", 100.0 * tick),
        };
        let ticks = (0..=steps).map(|n| n as f64 * step).map(|tick| (tick, label(tick))).collect();
        Scale { from: 0.0, to: steps as f64 * step, ticks }
    }

    /// A scale from `least` to `greatest` in about `wanted` steps. It includes 0, unless both have
    /// the same sign, the smaller in size is more than half the larger, and they differ noticeably.
    pub fn of_numbers(least: f64, greatest: f64, wanted: usize) -> Scale {
        let in_order = least.is_finite() && greatest.is_finite() && least <= greatest;
        let (least, greatest) = if in_order { (least, greatest) } else { (0.0, 1.0) };
        // A range without 0 would exaggerate tiny differences.
        let differ = greatest - least > 0.02 * least.abs().max(greatest.abs());
        let from = if differ && least > 0.5 * greatest { least } else { least.min(0.0) };
        let to = if differ && greatest < 0.5 * least { greatest } else { greatest.max(0.0) };
        let to = if to > from { to } else { from + 1.0 };
        let (step, first, last) = steps_between(from, to, wanted);
        let decimals = (-exponent(step * (1.0 + 1e-9))).max(0) as usize;
        let label = |tick: f64| {
            let text = match decimals {
                0 => grouped(tick.round() as i128),
                _ => format!("{tick:.decimals$}").replace('-', "−"),
            };
            if text.chars().all(|c| matches!(c, '−' | '0' | '.')) { "0".to_owned() } else { text }
        };
        let ticks = (0..=(last - first) as usize).map(|n| (first + n as f64) * step);
        let ticks = ticks.map(|tick| (tick, label(tick))).collect();
        Scale { from: first * step, to: last * step, ticks }
    }

    /// A scale that covers all finite `values`, in about `wanted` steps. Numbers beyond ±1e30 are
    /// clamped.
    pub fn of(measure: Measure, values: impl IntoIterator<Item = f64>, wanted: usize) -> Scale {
        match (measure, ends(values)) {
            (Measure::Chance, (0.0, greatest)) if greatest <= 1.0 => Scale::of_chances(greatest, wanted),
            (Measure::Chance, ends) => Scale::between(ends, measure, "\u{a0}%", wanted),
            (Measure::Number, ends) => Scale::between(ends, measure, "", wanted),
        }
    }

    /// A scale as of [`Scale::of`], which covers the bound of a condition, too, if there is one that is not far from
    /// all `values`.
    pub fn with_limit(
        measure: Measure,
        values: impl Iterator<Item = f64> + Clone,
        limit: Option<f64>,
        wanted: usize,
    ) -> Scale {
        let is_near = |limit: &f64| {
            let mut finite = values.clone().filter(|value| value.is_finite());
            finite.any(|value| limit.abs() <= MOST_STRETCHED * value.abs())
        };
        let limit = limit.filter(is_near);
        Scale::of(measure, values.chain(limit), wanted)
    }

    /// A scale of changes, as [`Scale::of`]; those of chances are in percentage points, without a sign.
    pub fn of_changes(measure: Measure, changes: impl IntoIterator<Item = f64>, wanted: usize) -> Scale {
        Scale::between(ends(changes), measure, "", wanted)
    }

    /// A scale from `least` to `greatest`, whose labels end with `sign`.
    fn between((least, greatest): (f64, f64), measure: Measure, sign: &str, wanted: usize) -> Scale {
        let units = measure.units();
        let Scale { from, to, ticks } = Scale::of_numbers(least * units, greatest * units, wanted);
        let long = ticks.iter().any(|(_, label)| label.chars().count() > LONGEST);
        let label = |(tick, label): (f64, String)| {
            let label = if long && tick != 0.0 { power_of_ten(tick) } else { label };
            (tick / units, format!("{label}{sign}"))
        };
        Scale { from: from / units, to: to / units, ticks: ticks.into_iter().map(label).collect() }
    }

    /// Whether a number lies between the ends, up to a rounding error.
    pub fn covers(&self, number: f64) -> bool {
        self.beyond(number) == 0.0
    }

    /// In which direction a number lies beyond the ends: −1, 0 or 1.
    pub fn beyond(&self, number: f64) -> f64 {
        let error = 1e-9 * (self.to - self.from);
        match number {
            _ if number > self.to + error => 1.0,
            _ if number < self.from - error => -1.0,
            _ => 0.0,
        }
    }

    /// The relative position of a number between the ends, clamped to 0 to 1.
    pub fn share(&self, number: f64) -> f64 {
        sane((number - self.from) / (self.to - self.from))
    }
}

/// The step of an axis from `from` to `to`, and its first and its last tick in steps: in about `wanted` steps
/// or, where much of the axis would then be empty, in up to twice as many that leave less empty.
fn steps_between(from: f64, to: f64, wanted: usize) -> (f64, f64, f64) {
    let ends = |steps: usize| {
        let step = nice_step((to - from) / steps as f64);
        (step, (from / step + 1e-9).floor(), (to / step - 1e-9).ceil())
    };
    let empty = |(step, first, last): (f64, f64, f64)| 1.0 - (to - from) / (step * (last - first));
    let all: Vec<(f64, f64, f64)> = (wanted..=2 * wanted).map(ends).collect();
    let fits = |one: &&(f64, f64, f64)| empty(**one) <= MOST_EMPTY;
    let fullest = || all.iter().min_by(|one, other| empty(**one).total_cmp(&empty(**other)));
    *all.iter().find(fits).or_else(fullest).unwrap_or(&all[0])
}

/// The share of an axis that may be empty.
const MOST_EMPTY: f64 = 0.2;

/// The least and the greatest of the finite `values`, clamped so that steps and labels of extreme
/// numbers can be computed.
fn ends(values: impl IntoIterator<Item = f64>) -> (f64, f64) {
    let values = values.into_iter().filter(|value| value.is_finite());
    let values = values.map(|value| value.clamp(-MOST, MOST));
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(least, greatest), value| {
        (least.min(value), greatest.max(value))
    })
}

/// How many times the greatest number a bound may be, to be on the axis.
const MOST_STRETCHED: f64 = 4.0;

/// The greatest number on an axis.
const MOST: f64 = 1e30;

/// The most characters of a tick label. If one is longer, all but 0 get a power of ten.
const LONGEST: usize = 8;

/// The ticks from `first` to `last` for whole numbers: multiples of the least step among 1, 2, 5,
/// 10, 20, 25, 50, … that is at least `apart`.
pub fn whole_numbers(first: i128, last: i128, apart: f64) -> Vec<i128> {
    // Steps of 25 are readable, too, where 20 would be too close.
    let quarters = (0..27).map(|power| 25 * 10i128.pow(power)).find(|&step| step as f64 >= apart);
    let step = quarters.map_or(whole_step(apart), |step| step.min(whole_step(apart)));
    let start = first.div_euclid(step) * step;
    let marks = (0..).map(|n| start + n * step).skip_while(|&mark| mark < first);
    marks.take_while(|&mark| mark <= last).collect()
}

/// The least of 1, 2, 5, 10, 20, 50, … that is at least `least`.
pub fn whole_step(least: f64) -> i128 {
    let steps = (0..28).flat_map(|power| [1, 2, 5].map(|digit| digit * 10i128.pow(power)));
    steps.into_iter().find(|&step| step as f64 >= least).unwrap_or(10i128.pow(28))
}

/// The least of 1, 2 or 5 times a power of ten that is at least `least`.
fn nice_step(least: f64) -> f64 {
    let exponent = exponent(least);
    let steps = [(1, 0), (2, 0), (5, 0), (1, 1)].map(|(digit, more)| power(digit, exponent + more));
    steps.into_iter().find(|&step| step >= least * (1.0 - 1e-9)).unwrap_or(least)
}

/// Computes `digit` · 10^`exponent` by parsing, which gives the same float on every machine.
fn power(digit: u32, exponent: i32) -> f64 {
    format!("{digit}e{exponent}").parse().expect("digits and an exponent are a number")
}

fn exponent(value: f64) -> i32 {
    let text = format!("{value:e}");
    text.split_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(greatest: f64, wanted: usize) -> Vec<String> {
        let ticks = Scale::of_chances(greatest, wanted).ticks;
        ticks.into_iter().map(|(_, label)| label.replace('\u{a0}', " ")).collect()
    }

    #[test]
    fn percentages_have_round_ticks() {
        assert_eq!(labels(0.234, 3), ["0 %", "10 %", "20 %", "30 %"]);
        assert_eq!(labels(1.0, 5), ["0 %", "20 %", "40 %", "60 %", "80 %", "100 %"]);
        assert_eq!(labels(0.3, 3), ["0 %", "10 %", "20 %", "30 %"]);
        assert_eq!(labels(0.0123, 3), ["0 %", "0.5 %", "1.0 %", "1.5 %"]);
        assert_eq!(labels(2e-15, 2), ["0 %", "0.005 %", "0.010 %"]);
        assert_eq!(labels(f64::NAN, 2), ["0 %", "50 %", "100 %"]);
    }

    #[test]
    fn the_axis_reaches_the_greatest() {
        for n in 1..2000 {
            let greatest = f64::from(n) / 2000.0;
            let axis = Scale::of_chances(greatest, 4);
            assert!(axis.to >= greatest * (1.0 - 1e-9) && axis.to <= 1.0 + 1e-9, "{greatest}");
            assert!((2..=6).contains(&axis.ticks.len()), "{greatest}");
        }
        assert_eq!(Scale::of_chances(f64::NAN, 4).to, 1.0);
        assert!(Scale::of_chances(f64::INFINITY, 4).to <= 1.0 + 1e-9);
    }

    #[test]
    fn numbers_have_round_ticks_on_both_sides_of_their_ends() {
        let ticks = |least, greatest| {
            let ticks = Scale::of_numbers(least, greatest, 3).ticks;
            ticks.into_iter().map(|tick| tick.1).collect::<Vec<_>>()
        };
        assert_eq!(ticks(1.0, 9.0), ["0", "5", "10"]);
        // More steps where little of the axis would be used.
        assert_eq!(ticks(1.0, 11.2), ["0", "2", "4", "6", "8", "10", "12"]);
        assert_eq!(ticks(20.3, 22.0), ["20", "21", "22"]);
        assert_eq!(ticks(3.9103456451421654, 3.9103456451421663), ["0", "2", "4"]);
        assert_eq!(ticks(-0.3, 0.2), ["−0.4", "−0.2", "0", "0.2"]);
        assert_eq!(ticks(0.0, 0.0), ["0", "0.5", "1.0"]);
        assert_eq!(ticks(f64::NAN, 3.0), ticks(0.0, 0.0));
        let wide = Scale::of_numbers(i64::MIN as f64, i64::MAX as f64, 3);
        assert!(wide.from <= i64::MIN as f64 && wide.ticks.len() <= 6, "{wide:?}");
        assert_eq!([-1.0, 5.0, 99.0].map(|n| Scale::of_numbers(0.0, 10.0, 2).share(n)), [0.0, 0.5, 1.0]);
        assert_eq!(Scale::of_chances(0.0, 2).to, 1.0);
    }

    #[test]
    fn whole_numbers_are_round_and_apart() {
        assert_eq!(whole_numbers(-3, 3, 1.0), [-3, -2, -1, 0, 1, 2, 3]);
        assert_eq!(whole_numbers(-7, 12, 4.2), [-5, 0, 5, 10]);
        assert_eq!(whole_numbers(3, 999_999, 150_000.0), [200_000, 400_000, 600_000, 800_000]);
        assert_eq!(whole_numbers(40_000, 960_000, 210_000.0), [250_000, 500_000, 750_000]);
        assert_eq!(whole_numbers(7, 7, 1.0), [7]);
        assert_eq!(whole_numbers(i64::MIN.into(), i64::MAX.into(), 8e18), [0]);
    }

    #[test]
    fn axes_of_chances_are_in_percent() {
        let ticks = Scale::of(Measure::Chance, [-0.2, f64::INFINITY, 0.31], 3).ticks;
        let labels: Vec<_> = ticks.into_iter().map(|(_, label)| label.replace('\u{a0}', " ")).collect();
        assert_eq!(labels, ["−20 %", "0 %", "20 %", "40 %"]);
        // Changes of chances are no chances.
        let points = Scale::of_changes(Measure::Chance, [-0.2, 0.31], 3).ticks;
        let labels: Vec<_> = points.into_iter().map(|(_, label)| label).collect();
        assert_eq!(labels, ["−20", "0", "20", "40"]);
    }

    #[test]
    fn axes_of_extreme_numbers_have_short_ticks() {
        for ends in [[-1e300, 1e300], [0.0, 1e-12], [f64::NAN, f64::INFINITY], [1e25, 1e26], [7.0, 7.0]] {
            let scale = Scale::of(Measure::Number, ends, 4);
            assert!(scale.from < scale.to && scale.ticks.len() <= 12, "{scale:?}");
            assert!(scale.ticks.iter().all(|tick| tick.1.chars().count() < 14), "{scale:?}");
        }
    }
}
