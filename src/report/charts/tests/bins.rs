//! The bins of distributions.

use super::*;
use crate::report::charts::language::Bins;

const EXACT: Engine = Engine::Exact { omitted: 0.0, visited: 1 };

#[test]
fn few_values_have_a_bar_each() {
    let rows = law(&[(-2, 0.25), (0, 0.5), (1, 0.25)]);
    let bins = Bins::new(&rows, EXACT, 60).unwrap();
    assert_eq!((bins.first, bins.last(), bins.step), (-2, 1, 1));
    let heights: Vec<f64> = bins.bins.iter().map(|bin| bin.chance.value).collect();
    assert_eq!(heights, [0.25, 0.0, 0.5, 0.25]);
    let curve: Vec<f64> = bins.bins.iter().map(|bin| bin.at_least).collect();
    assert_eq!(curve, [1.0, 0.75, 0.75, 0.25]);
    assert_eq!((bins.note().as_str(), bins.place(0.0)), ("", 2.5));
}

#[test]
fn thin_tails_are_out_of_sight_and_are_told() {
    let mut law_of_tails: Vec<(i64, f64)> =
        (0..60).map(|value| (value, 0.5f64.powi(value as i32 + 1))).collect();
    law_of_tails[0].1 += 0.5f64.powi(60);
    let bins = Bins::new(&law(&law_of_tails), EXACT, 60).unwrap();
    assert_eq!((bins.first, bins.last()), (0, 10));
    assert!((bins.bins[10].at_least - 0.5f64.powi(10)).abs() < 1e-12);
    let note = bins.note().replace('\u{a0}', " ");
    assert_eq!(note, "not drawn: values beyond 0 to 10, together 0.049 %");
    assert_eq!(bins.brief_note().replace('\u{a0}', " "), "other values: 0.049 %");
}

#[test]
fn many_values_share_bins() {
    let rows = law(&(0..1000).map(|n| (n * 1000 - n % 2, 1e-3)).collect::<Vec<_>>());
    let bins = Bins::new(&rows, EXACT, 60).unwrap();
    assert!(bins.bins.len() <= 60 && bins.step == 20_000, "{}", bins.step);
    assert!((bins.bins.iter().map(|bin| bin.chance.value).sum::<f64>() - 1.0).abs() < 1e-9);
    assert_eq!(bins.note(), "each bar: 20,000 values");
    assert_eq!(bins.brief_note(), "each bar: 20,000 values");
}

#[test]
fn values_that_no_law_of_fives_has_take_no_room() {
    let fives = law(&[(-7, 0.25), (-2, 0.25), (8, 0.5)]);
    let bins = Bins::new(&fives, EXACT, 60).unwrap();
    assert_eq!((bins.first, bins.last(), bins.spacing, bins.step, bins.bins.len()), (-7, 8, 5, 5, 4));
    assert_eq!((bins.place(-7.0), bins.place(8.0), bins.note().as_str()), (0.5, 3.5, ""));
    let thousands = law(&(0..1000).map(|n| (n * 1000 - 3, 1e-3)).collect::<Vec<_>>());
    let bins = Bins::new(&thousands, EXACT, 60).unwrap();
    assert_eq!((bins.spacing, bins.step, bins.note().as_str()), (1000, 20_000, "each bar: 20 values"));
    assert_eq!((bins.first, bins.bins.len(), bins.bins[49].at_least > 0.0), (-3, 50, true));
}

#[test]
fn shared_bars_have_an_interval_of_their_own() {
    let (rows, engine) = sampled(&(0..100).map(|n| (n, 10)).collect::<Vec<_>>());
    let bins = Bins::new(&rows, engine, 10).unwrap();
    let (low, high) = wilson(100, 1000, Z95);
    assert_eq!((bins.step, bins.bins[3].chance.low, bins.bins[3].chance.high), (10, low, high));
}

#[test]
fn the_widest_range_and_the_emptiest_law_are_in_order() {
    assert_eq!(Bins::new(&[], EXACT, 60), None);
    let rows = law(&[(i64::MIN, 0.5), (i64::MAX, 0.5)]);
    assert!(Bins::new(&rows, EXACT, 60).unwrap().bins.len() <= 60);
    let rows = law(&[(3, f64::NAN), (4, f64::INFINITY), (500, -1.0)]);
    assert!(Bins::new(&rows, EXACT, 60).is_some());
}

#[test]
fn bars_of_several_values_have_round_labels_within_their_range() {
    let odds_of = |sign: i64| {
        let rows: Vec<(i64, f64)> = (0..500).map(|n| (sign * (2 * n + 1), 2e-3)).collect();
        let mut rows = rows;
        rows.sort_by_key(|row| row.0);
        odds(vec![distribution(MetricSpec::integer("x", "x", -999, 999), law(&rows))], vec![])
    };
    let texts = on_its_page(&overview(&HEADING, None, &odds_of(1)));
    shows(&texts, ["200", "400", "800"]);
    let texts = on_its_page(&overview(&HEADING, None, &odds_of(-1)));
    shows(&texts, ["−200", "−400"]);
    assert!(!has(&texts, "1"), "{texts:?}");
}

#[test]
fn labels_of_large_numbers_do_not_touch_and_the_strip_is_explained() {
    let gold: Vec<(i64, f64)> = (1..=100).map(|n| (n * 1_000_000, 0.01)).collect();
    let odds =
        odds(vec![distribution(MetricSpec::integer("gold", "gold", 0, 100_000_000), law(&gold))], vec![]);
    let texts = on_its_page(&metric(&HEADING, &odds, &odds.distributions[0]));
    shows(&texts, ["5,000,000 to 95,000,000: 91 of 100 results"]);
    on_its_page(&overview(&HEADING, None, &odds));
}
