//! Charts of comparisons.

use super::read::{assert_near, by_the_axis, discs, has, on_its_page};
use super::sweeps::odds_at;
use super::*;
use crate::analysis::Comparison;

#[track_caller]
fn picture_of(names: &[&str], odds: Vec<Odds>, every: bool) -> Picture {
    let names: Vec<String> = names.iter().map(|name| (*name).to_owned()).collect();
    compare(&HEADING, &names, &Comparison::new(odds), every)
}

#[track_caller]
fn draw_compare(names: &[&str], odds: Vec<Odds>) -> Vec<String> {
    on_its_page(&picture_of(names, odds, false))
}

#[test]
fn scenarios_are_sorted_dots_beside_their_difference_to_the_first() {
    let picture = picture_of(&["base", "weak", "strong"], [3, 7, 1].map(odds_at).into(), false);
    let texts = on_its_page(&picture);
    shows(&texts, ["Survives: from 12.5 % (weak) to 50.0 % (strong)", "50.0 %", "+25.0", "−12.5", "–"]);
    let place = |name: &str| texts.iter().position(|text| text == name).unwrap();
    assert!(place("strong") < place("base") && place("base") < place("weak"), "{texts:?}");
    // The ring of the first scenario is a disc with a hole.
    let survives: Vec<f64> =
        discs(&picture)[..3].iter().map(|disc| by_the_axis(&picture, Anchor::Middle, disc.0)).collect();
    assert_near(&survives, &[50.0, 25.0, 12.5]);
}

#[test]
fn what_makes_no_difference_is_a_line_of_words() {
    let texts = draw_compare(&["base", "overcast"], vec![odds_at(3), odds_at(7)]);
    shows(&texts, ["Survives: 25.0 % (base), 12.5 % (overcast)"]);
    let alike = "No difference: falls: 50.0 %; dodge, on average: 3; hit: 50.0 %; kind";
    assert!(has(&texts, alike) && !has(&texts, "hit"), "{texts:?}");
    let certain = || odds(vec![], vec![answer("falls", 0.0), answer("stands", 1.0)]);
    let texts = draw_compare(&["one", "other"], vec![certain(), certain()]);
    shows(&texts, ["No difference between one and other", "No difference: falls: never; stands: always"]);
}

#[test]
fn small_chances_are_zoomed_and_say_so() {
    let rare = |chance: f64| odds(vec![], vec![answer("rare", chance), answer("often", 40.0 * chance)]);
    let texts = draw_compare(&["one", "other"], vec![rare(0.01), rare(0.02)]);
    assert_eq!(texts.iter().filter(|text| *text == "zoomed").count(), 1, "{texts:?}");
    shows(&texts, ["100 %"]);
}

#[test]
fn a_label_that_a_scenario_does_not_know_has_no_part_there() {
    let kinds = |labels: &[&'static str]| {
        let metric = MetricSpec::label("kind", "what is marked", labels.iter().copied());
        odds(vec![distribution(metric, law(&[(0, 0.25), (1, 0.75)]))], vec![])
    };
    let texts = draw_compare(&["one", "two"], vec![kinds(&["none", "stun"]), kinds(&["none", "wound"])]);
    for (wanted, count) in [("25.0 %", 2), ("75.0 %", 2), ("stun", 1), ("wound", 1)] {
        assert_eq!(texts.iter().filter(|text| *text == wanted).count(), count, "{wanted} in {texts:?}");
    }
}

#[test]
fn distributions_are_drawn_on_request_on_shared_axes() {
    let all = || [3, 7].map(odds_at).into();
    let texts = on_its_page(&picture_of(&["base", "other"], all(), true));
    shows(&texts, ["the chance of each value", "3.50 on average"]);
    assert!(!has(&draw_compare(&["base", "other"], all()), "the chance of each value"));
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
        on_its_page(&picture_of(&[&long, "🎲 \u{202e}"], others, true));
    }
    draw_compare(&["a", "b"], vec![odds(vec![], vec![]), odds(vec![], vec![])]);
}

#[test]
fn of_many_labels_the_likeliest_have_a_part_and_the_others_share_one() {
    let names: Vec<String> = (0..20).map(|n| format!("place {n}")).collect();
    let places = |most: i64| {
        let weights: Vec<(i64, f64)> = (0..20).map(|n| (n, if n == most { 0.43 } else { 0.03 })).collect();
        odds(vec![distribution(MetricSpec::label("place", "where", names.clone()), law(&weights))], vec![])
    };
    let texts = draw_compare(&["one", "other"], vec![places(2), places(17)]);
    shows(&texts, ["place 2", "place 17", "14 others", "43.0 %", "42.0 %"]);
    assert!(!has(&texts, "place 16"), "{texts:?}");
}
