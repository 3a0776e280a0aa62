//! Charts of comparisons.

use super::read::{assert_near, by_the_axis, has, on_its_page, rectangles};
use super::sweeps::odds_at;
use super::*;
use crate::analysis::Comparison;
use crate::report::charts::language::Series;

#[track_caller]
fn draw_compare(names: &[&str], odds: Vec<Odds>) -> Vec<String> {
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    let comparison = Comparison { odds, items: vec![] };
    let chart = compare(&HEADING, &names, &comparison);
    on_its_page(&chart)
}

#[test]
fn scenarios_are_drawn_over_each_other() {
    let texts = draw_compare(&["base", "overcast"], vec![odds_at(3), odds_at(7)]);
    for wanted in ["base", "overcast", "damage", "1.50", "3.50", "25.0 %", "12.5 %", "kind", "stun"] {
        assert!(has(&texts, wanted), "{wanted} is not in {texts:?}");
    }
    assert!(has(&texts, "hit") && has(&texts, "always the same: dodge 3"), "{texts:?}");
    let curves = texts.iter().filter(|text| *text == "chance of this value or more").count();
    assert_eq!(curves, 1, "only damage differs");
}

#[test]
fn a_question_of_one_scenario_has_one_bar() {
    let mut other = odds_at(7);
    other.answers.remove(1);
    let names = ["one", "other"].map(str::to_owned);
    let picture = compare(&HEADING, &names, &Comparison { odds: vec![odds_at(3), other], items: vec![] });
    let texts = on_its_page(&picture);
    let halves = texts.iter().filter(|text| *text == "50.0 %").count();
    // One for "falls" and two for "hit". The ticks of the axes read "50 %" instead.
    assert_eq!(halves, 3, "{texts:?}");
    let bars = |place: usize| -> Vec<f64> {
        let bars = rectangles(&picture, Series::at(place).pale());
        bars.iter().map(|bar| by_the_axis(&picture, Anchor::Middle, bar.right)).collect()
    };
    assert_near(&bars(0)[..2], &[25.0, 50.0]);
    assert_near(&bars(1)[..1], &[12.5]);
    assert_eq!(bars(0).len(), bars(1).len() + 1);
}

#[test]
fn a_label_that_a_scenario_does_not_know_has_no_bar_there() {
    let kinds = |labels: &[&'static str]| {
        let metric = MetricSpec::label("kind", "what is marked", labels.iter().copied());
        odds(vec![distribution(metric, law(&[(0, 0.25), (1, 0.75)]))], vec![])
    };
    let texts = draw_compare(&["one", "two"], vec![kinds(&["none", "stun"]), kinds(&["none", "wound"])]);
    for (wanted, count) in [("25.0 %", 2), ("75.0 %", 2), ("never", 0)] {
        assert_eq!(texts.iter().filter(|text| *text == wanted).count(), count, "{wanted} in {texts:?}");
    }
}

#[test]
fn what_never_and_always_happens_is_said_so() {
    let certain = || odds(vec![], vec![answer("falls", 0.0), answer("stands", 1.0)]);
    let texts = draw_compare(&["one", "other"], vec![certain(), certain()]);
    assert!(has(&texts, "never") && has(&texts, "always"), "{texts:?}");
}

#[test]
fn what_is_a_flag_in_one_scenario_and_a_count_in_another_is_a_count() {
    let foes =
        |max, rows| odds(vec![distribution(MetricSpec::integer("foes", "out", 0, max), law(rows))], vec![]);
    let texts =
        draw_compare(&["one", "two"], vec![foes(1, &[(0, 0.5), (1, 0.5)]), foes(2, &[(0, 0.5), (2, 0.5)])]);
    assert!(has(&texts, "foes") && !has(&texts, "metrics that are 0 or 1"), "{texts:?}");
}

#[test]
fn more_scenarios_than_can_be_told_apart_are_named_in_a_note() {
    let names = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let texts = draw_compare(&names, (1..=8).map(odds_at).collect());
    assert!(has(&texts, "not drawn beside the first 6 scenarios: g, h"), "{texts:?}");
    assert!(has(&texts, "f") && !has(&texts, "g"));
}

#[test]
fn scenarios_of_long_names_and_of_any_laws_are_drawn() {
    let long = "a scenario with a name that has no end ".repeat(20);
    let wide: Vec<_> = (0..5000).map(|n| (n * 200 - 500_000, 2e-4)).collect();
    let integer = |rows| distribution(MetricSpec::integer("x", "help", i64::MIN, i64::MAX), rows);
    let label = || distribution(MetricSpec::label("y", "help", ["a", "b"]), law(&[(-1, 0.5), (9, 0.5)]));
    let all =
        [law(&wide), law(&[(i64::MIN, 0.5), (i64::MAX, 0.5)]), vec![], law(&[(0, f64::NAN), (1, -1.0)])];
    for rows in all {
        let others = vec![odds(vec![integer(rows), label()], vec![answer(&long, f64::NAN)]), example()];
        draw_compare(&[&long, "🎲 \u{202e}"], others);
    }
    draw_compare(&["a", "b"], vec![odds(vec![], vec![]), odds(vec![], vec![])]);
}
