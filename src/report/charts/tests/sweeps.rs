//! Charts of sweeps.

use super::read::{assert_near, by_the_axis, discs, ground_of, has, on_its_page, rectangles};
use super::*;

use crate::analysis::{Estimates, Setting, Skipped, Sweep};
use crate::report::charts::language::Series;
use crate::report::color::shade;
use crate::scenario::Problems;
use crate::stats::Estimate;

/// Odds whose range of damage grows with `n`.
pub fn odds_at(n: u32) -> Odds {
    let damage: Vec<_> = (0..=i64::from(n)).map(|value| (value, 1.0 / f64::from(n + 1))).collect();
    let distributions = vec![
        distribution(MetricSpec::integer("damage", "boxes of damage", 0, 99), law(&damage)),
        distribution(MetricSpec::integer("dodge", "dodges", 0, 9), law(&[(3, 1.0)])),
        distribution(MetricSpec::flag("hit", "1 if it hits"), law(&[(0, 0.5), (1, 0.5)])),
        distribution(MetricSpec::label("kind", "what is marked", ["none", "stun"]), law(&[(1, 1.0)])),
    ];
    odds(distributions, vec![answer("survives", 1.0 / f64::from(n + 1)), answer("falls", 0.5)])
}

/// A sweep over a full grid; settings whose first value is 13 are skipped.
fn swept(axes: &[(&str, &[&str])]) -> (Sweep, Vec<Vec<String>>) {
    let grid = grid(axes);
    let keys = axes.iter().map(|(key, _)| (*key).to_owned()).collect();
    let mut sweep = Sweep { keys, statistics: vec![], settings: vec![], skipped: vec![] };
    for (n, values) in grid.iter().enumerate() {
        match values[0] == "13" {
            true => sweep.skipped.push(Skipped {
                number: 0,
                values: values.clone(),
                problems: Problems::default(),
            }),
            false => sweep.settings.push(Setting {
                values: values.clone(),
                odds: odds_at(n as u32 % 20),
                estimates: Estimates { values: vec![], trials: None },
            }),
        }
    }
    (sweep, grid)
}

fn draw(axes: &[(&str, &[&str])], every: bool) -> Picture {
    let (swept, grid) = swept(axes);
    sweep(&HEADING, &swept, &grid, every)
}

#[track_caller]
fn draw_sweep(axes: &[(&str, &[&str])], every: bool) -> Vec<String> {
    on_its_page(&draw(axes, every))
}

#[test]
fn one_key_is_an_axis_with_a_panel_for_each_number() {
    let picture = draw(&[("choice.force", &["unset", "1", "2", "3"])], false);
    let texts = on_its_page(&picture);
    shows(&texts, ["survives", "damage on average", "none", "3", "Force", "exact"]);
    assert_eq!(texts[0], "Survives: from 25.0 % (Force 3) to always (Force not given)");
    let alike = "No difference: falls: 50.0 %; dodge on average: 3; hit: 50.0 %; kind: stun: always";
    assert!(has(&texts, alike) && !has(&texts, "hit"), "{texts:?}");
    assert!(!texts.iter().any(|text| text.starts_with("hatched")), "{texts:?}");
    let survives: Vec<f64> =
        discs(&picture)[..4].iter().map(|disc| by_the_axis(&picture, Anchor::End, disc.1)).collect();
    assert_near(&survives, &[100.0, 50.0, 100.0 / 3.0, 25.0]);
}

#[test]
fn the_legend_says_what_is_drawn_on_an_axis_from_0() {
    let (mut swept, grid) = swept(&[("k", &["1", "2"])]);
    swept.statistics = vec![number("boxes")];
    for (setting, value) in swept.settings.iter_mut().zip([2.6, 3.1]) {
        setting.odds = odds(vec![], vec![]);
        setting.estimates.values = vec![Estimate::exactly(value)];
    }
    let texts = on_its_page(&sweep(&HEADING, &swept, &grid, false));
    assert!(has(&texts, "line: boxes") && has(&texts, "0") && !has(&texts, "2.5"), "{texts:?}");
    let texts = draw_sweep(&[("k", &["1", "2"])], false);
    let legend = "line: the chance, or the average with at least 9 of 10 results around it";
    shows(&texts, [legend]);
}

#[test]
fn words_have_a_row_each_with_their_number() {
    let picture = draw(&[("rules.preset", &["house", "published-book", "book-staging"])], false);
    let texts = on_its_page(&picture);
    // The chances of the three settings are 1 in 1, 2 and 3.
    let survives: Vec<f64> =
        discs(&picture)[..3].iter().map(|disc| by_the_axis(&picture, Anchor::Middle, disc.0)).collect();
    assert_near(&survives, &[100.0, 50.0, 100.0 / 3.0]);
    shows(&texts, ["house", "published-book", "book-staging", "always", "50.0 %", "33.3 %", "0.50"]);
}

#[test]
fn two_keys_are_a_map_with_numbers_in_its_cells() {
    let axes: &[(&str, &[&str])] =
        &[("choice.force", &["1", "2", "3", "13"]), ("choice.reagents", &["unset", "6", "7", "8"])];
    let picture = draw(axes, false);
    let texts = on_its_page(&picture);
    shows(&texts, ["100", "50.0", "33.3", "25.0", "none", "6", "13", "survives", "damage on average"]);
    shows(&texts, ["hatched: 4 settings that cannot be"]);
    assert!(!has(&texts, "7.7"), "a skipped setting has no number");
    for (words, chance) in [("100", 1.0), ("50.0", 0.5), ("25.0", 0.25)] {
        assert_eq!(ground_of(&picture, words), shade(chance), "the ground of {words}");
    }
    let hatched = picture.marks.iter().filter(|mark| matches!(mark, Mark::Stripes { .. })).count();
    // All skipped settings are hatched in the charts of the two numbers that vary.
    assert_eq!(hatched, 4 * 2, "{texts:?}");
}

#[test]
fn a_key_with_few_values_is_lines_or_marks_over_the_other() {
    let axes: &[(&str, &[&str])] =
        &[("choice.force", &["1", "2", "3", "13"]), ("choice.reagents", &["unset", "6"])];
    let texts = draw_sweep(axes, false);
    shows(&texts, ["drams of reagents: none", "drams of reagents: 6", "Force", "13", "survives"]);
    shows(&texts, ["left out: 2 settings that cannot be"]);
    let axes: &[(&str, &[&str])] = &[("l", &["1", "2"]), ("k", &["x", "y", "z", "w"])];
    let picture = draw(axes, false);
    let texts = on_its_page(&picture);
    shows(&texts, ["l: 1", "w", "100 %"]);
    // The chances fall along both keys: 1 in 1 to 4 for the first value of l, 1 in 5 to 8 for the second.
    let ends = |place: usize| -> Vec<f64> {
        let bars = rectangles(&picture, Series::at(place).pale());
        bars[..4].iter().map(|bar| by_the_axis(&picture, Anchor::Middle, bar.right)).collect()
    };
    let [first, second] = [ends(0), ends(1)];
    assert!(first.iter().zip(&second).all(|(first, second)| first > second), "{first:?} {second:?}");
}

#[test]
fn small_cells_have_no_numbers_and_few_labels() {
    let many: Vec<String> = (1..=90).map(|n| n.to_string()).collect();
    let many: Vec<&str> = many.iter().map(String::as_str).collect();
    let texts = draw_sweep(&[("a", &many), ("b", &many)], false);
    assert!(!has(&texts, "33.3") && has(&texts, "1") && !has(&texts, "90"), "{texts:?}");
}

#[test]
fn more_keys_are_maps_of_the_first_number_or_of_all() {
    let many = ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14"];
    let axes: &[(&str, &[&str])] = &[("a", &["1", "2"]), ("b", &["x", "y"]), ("c", &many)];
    let texts = draw_sweep(axes, false);
    shows(
        &texts,
        [
            "survives",
            "c: 12",
            "drawn: the first 12 of 14 values of c",
            "not drawn: 1 of 2 charts (--charts all draws them)",
        ],
    );
    assert!(!has(&texts, "c: 13") && !has(&texts, "damage on average"));
    assert!(has(&draw_sweep(axes, true), "damage on average"));
}

#[test]
fn a_sweep_of_one_setting_of_none_and_of_long_words_is_drawn() {
    draw_sweep(&[("choice.force", &["6"])], false);
    draw_sweep(&[("choice.force", &["13"])], false);
    let long = "a value that is much longer than its panel ".repeat(9);
    draw_sweep(&[("k", &["x", &long, "z"])], false);
    draw_sweep(&[("k", &["x", &long]), ("l", &["1", &long, "y"])], false);
    draw_sweep(&[("a_key_with_a_name".repeat(20).as_str(), &["1", "1e6", "-3", "2"])], false);
    let (mut swept, grid) = swept(&[("k", &["1", "2"])]);
    swept.settings[0].odds.answers[0].name = long.clone();
    swept.settings[1].odds.answers[0].probability = f64::NAN;
    let heading = Heading { system: &SYSTEMS[0], title: &long, choices: &long };
    on_its_page(&sweep(&heading, &swept, &grid, false));
}

#[test]
fn sampled_settings_have_a_band_and_say_how_many_trials() {
    let (mut swept, grid) = swept(&[("k", &["1", "2"])]);
    let [first, second] = &mut swept.settings[..] else { panic!("two settings") };
    first.odds.engine = Engine::Sampled { trials: 1000, seed: 1 };
    let answer = &mut first.odds.answers[0];
    (answer.low, answer.high) = (0.9, 1.0);
    second.odds.engine = Engine::Exact { omitted: 0.0, visited: 1 };
    let chart = sweep(&HEADING, &swept, &grid, false);
    let with = on_its_page(&chart);
    shows(&with, ["1 exact; 1 sampled with 1,000 trials each"]);
    assert!(with.iter().any(|text| text.contains("95 % interval")), "{with:?}");
    swept.settings[0].odds.answers[0].low = 1.0;
    let without = sweep(&HEADING, &swept, &grid, false);
    let bands =
        |picture: &Picture| picture.marks.iter().filter(|mark| matches!(mark, Mark::Polygon { .. })).count();
    assert!(bands(&chart) > bands(&without));
}

#[test]
fn sampled_lines_beside_each_other_have_intervals() {
    let axes: &[(&str, &[&str])] = &[("k", &["1", "2", "3", "4"]), ("l", &["x", "y"])];
    let (mut swept, grid) = swept(axes);
    let count = |picture: &Picture| {
        let is_upright = |mark: &&Mark| match mark {
            Mark::Rectangle { area, ink } => {
                (0..2).any(|place| *ink == Series::at(place).ink) && area.height() > 2.0 && area.width() < 2.0
            }
            _ => false,
        };
        picture.marks.iter().filter(is_upright).count()
    };
    let exact = sweep(&HEADING, &swept, &grid, false);
    for setting in &mut swept.settings {
        setting.odds.engine = Engine::Sampled { trials: 100, seed: 1 };
        let answer = &mut setting.odds.answers[0];
        (answer.low, answer.high) = (0.8 * answer.probability, 1.2 * answer.probability);
    }
    let chart = sweep(&HEADING, &swept, &grid, false);
    let texts = on_its_page(&chart);
    shows(&texts, ["line: the chance, or the average, where sampled with its 95 % interval"]);
    assert!(count(&chart) >= count(&exact) + 8, "{} {}", count(&chart), count(&exact));
}

#[test]
fn a_line_has_its_numbers_in_order() {
    let xs = |values: &[&str]| -> Vec<f64> {
        discs(&draw(&[("k", values)], false))[..3].iter().map(|disc| disc.0).collect()
    };
    assert!(xs(&["5", "1", "20"]).is_sorted());
    assert_eq!(xs(&["5", "1", "20"]), xs(&["1", "5", "20"]));
}
