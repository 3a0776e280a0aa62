//! Charts of choices: frontiers and rankings.

use super::read::{area_of_mark, by_the_axis, discs, has, on_its_page, rectangles};
use super::*;
use crate::analysis::{Candidate, Situation, Weighed};
use crate::report::charts::language::ink;
use crate::scenario::{Goal, Query, Sense};
use crate::stats::Estimate;

static GOAL: LazyLock<Goal> = LazyLock::new(|| Goal {
    objective: Query::new("--maximize", "mean(x)"),
    sense: Sense::Maximize,
    subject_to: Vec::new(),
    cost: None,
    worth: None,
    frontier: None,
});

pub fn owned(words: &[&str]) -> Vec<String> {
    words.iter().map(|word| (*word).to_owned()).collect()
}

/// A feasible choice with this objective.
pub fn choice(values: &[&str], objective: f64) -> Candidate {
    Candidate {
        values: owned(values),
        objective: Estimate::exactly(objective),
        score: objective,
        feasible: objective.is_finite(),
        changes: 1,
        ..Candidate::default()
    }
}

/// A choice with its two weighed statistics, which may be efficient.
fn placed(name: &str, gain: f64, pain: f64, efficient: bool) -> Candidate {
    let estimates = [gain, pain].map(Estimate::exactly);
    Candidate { weighed: Some(Weighed { gain, pain, efficient, estimates }), ..choice(&[name], gain) }
}

/// A situation with choices in order of rank.
pub fn situation(values: &[&str], choices: Vec<Candidate>) -> Situation {
    let best = choices.first().map(|best| best.objective.value);
    let with_loss = |choice: Candidate| {
        let loss = best.map(|best| best - choice.objective.value).filter(|loss| loss.is_finite());
        Candidate { loss, ..choice }
    };
    let choices = choices.into_iter().map(with_loss).collect();
    let senses = [Sense::Maximize, Sense::Minimize];
    Situation { values: owned(values), choices, ladder: Vec::new(), senses, has_best: true }
}

#[track_caller]
fn frontier_of(choices: Vec<Candidate>, keys: &[&str]) -> Picture {
    frontier_within(choices, keys, None)
}

/// A frontier with a limit of the second statistic.
#[track_caller]
fn frontier_within(choices: Vec<Candidate>, keys: &[&str], limit: Option<f64>) -> Picture {
    let (situation, keys) = (situation(&[], choices), owned(keys));
    let [gain, pain] = [&number("boxes of damage on average"), &chance("any drain")];
    let chart = frontier(&HEADING, "A finding", &situation, &keys, [(gain, None), (pain, limit)]);
    chart.expect("there are choices to draw")
}

#[track_caller]
fn draw_frontier(choices: Vec<Candidate>, keys: &[&str]) -> Vec<String> {
    on_its_page(&frontier_of(choices, keys))
}

/// Whether two numbers are equal up to rounding errors.
pub fn near(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-9
}

#[test]
fn choices_stand_where_the_axes_say() {
    let choices = vec![placed("6", 6.5, 0.37, true), placed("4", 4.0, 0.12, true)];
    let chart = frontier_of(choices, &["choice.force"]);
    let discs = discs(&chart);
    for (gain, pain) in [(6.5, 37.0), (4.0, 12.0)] {
        let is_there = |&(x, y): &Point| {
            near(by_the_axis(&chart, Anchor::Middle, x), pain)
                && near(by_the_axis(&chart, Anchor::End, y), gain)
        };
        assert!(discs.iter().any(is_there), "{gain} for {pain}: {discs:?}");
    }
}

#[test]
fn efficient_choices_have_labels_and_the_best_is_named() {
    let out_of_reach = Candidate { feasible: false, ..placed("9", 5.0, 0.35, false) };
    let choices = vec![
        placed("6", 6.0, 0.3, true),
        placed("4", 4.0, 0.1, true),
        placed("3", 2.0, 0.4, false),
        out_of_reach,
    ];
    let texts = draw_frontier(choices, &["choice.force"]);
    shows(&texts, ["Force 6", "Force 4", "best: Force 6", "efficient"]);
    assert!(has(&texts, "another one is better") && has(&texts, "misses a condition"));
    assert!(!has(&texts, "Force 3"), "it is not efficient: {texts:?}");
}

#[test]
fn axes_fit_what_meets_the_conditions_and_their_limit() {
    let missed = |name: &str| Candidate { feasible: false, ..placed(name, 9.0, 0.9, false) };
    let present = Candidate { changes: 0, ..placed("4", 4.0, 0.01, true) };
    let choices = vec![placed("6", 6.0, 0.03, true), present, missed("11"), missed("12")];
    let chart = frontier_within(choices, &["choice.force"], Some(0.05));
    let texts = on_its_page(&chart);
    let beyond = "misses a condition, beyond the scale: Force 11 and 1 other";
    shows(&texts, ["limit: 5 %", beyond, "as in the scenario: Force 4", "Force 6", "Force 4", "5 %"]);
    assert!(!has(&texts, "100 %") && !has(&texts, "misses a condition"), "{texts:?}");
    let is_limit = |mark: &&Mark| matches!(mark, Mark::Line { dashes, .. } if !dashes.is_empty());
    let Some(Mark::Line { points, .. }) = chart.marks.iter().rfind(is_limit) else { unreachable!() };
    assert!(near(by_the_axis(&chart, Anchor::Middle, points[0].0), 5.0), "{points:?}");
}

#[test]
fn efficient_choices_of_a_sample_have_intervals() {
    let intervals = |half: f64| {
        let sampled = |name: &str, gain: f64, pain: f64| {
            let choice = placed(name, gain, pain, true);
            let estimates = [Estimate::around(gain, half), Estimate::around(pain, 0.1 * half)];
            Candidate { weighed: choice.weighed.map(|one| Weighed { estimates, ..one }), ..choice }
        };
        let chart = frontier_of(vec![sampled("6", 6.5, 0.37), sampled("4", 4.0, 0.12)], &["choice.force"]);
        let texts = on_its_page(&chart);
        let is_straight = |mark: &&Mark| matches!(mark, Mark::Line { points, .. } if points.len() == 2);
        (has(&texts, "95 % interval"), chart.marks.iter().filter(is_straight).count())
    };
    assert_eq!([intervals(0.0), intervals(0.2)], [(false, 0), (true, 4)]);
}

#[test]
fn choices_at_one_place_share_a_label() {
    let choices = vec![placed("1", 4.0, 0.5, true), placed("2", 4.0, 0.5, true), placed("3", 1.0, 0.0, true)];
    let texts = draw_frontier(choices, &["k"]);
    shows(&texts, ["k: 1", "k: 3"]);
    assert!(!texts.iter().any(|text| text.starts_with("k: 2")), "{texts:?}");
}

#[test]
fn a_frontier_of_many_choices_of_equal_ones_and_of_long_names_is_drawn() {
    let names: Vec<String> = (0..300).map(|n| n.to_string()).collect();
    let many = names.iter().enumerate().map(|(n, name)| {
        let n = n as f64;
        placed(name, 300.0 - n, 0.9 - n * n / 1e5, true)
    });
    let chart = frontier_of(many.collect(), &["choice.force"]);
    on_its_page(&chart);
    let is_label = |mark: &&Mark| matches!(mark, Mark::Text(text) if text.words.starts_with("Force "));
    let labels: Vec<Area> = chart.marks.iter().filter(is_label).map(area_of_mark).collect();
    assert!((4..100).contains(&labels.len()), "{}", labels.len());
    let discs = chart.marks.iter().filter(|mark| matches!(mark, Mark::Disc { .. })).map(area_of_mark);
    for disc in discs {
        assert!(!labels.iter().any(|label| label.overlaps(&disc)), "a label lies on a choice");
    }
    draw_frontier((0..300).map(|_| placed("1", -2.0, 0.0, true)).collect(), &["k"]);
    let long = "a_key.with_a_name_that_is_longer_than_a_page".repeat(9);
    draw_frontier(vec![placed(&long, -1e300, 0.1, true), placed("", 1e300, 1e9, true)], &[&long]);
}

#[test]
fn nothing_is_drawn_of_choices_without_a_place() {
    let axes = [(&number("a"), None), (&number("b"), None)];
    let none = |choices: Vec<Candidate>| {
        frontier(&HEADING, "A finding", &situation(&[], choices), &owned(&["k"]), axes).is_none()
    };
    assert!(none(vec![]) && none(vec![placed("1", 1.0, 1.0, true)]));
    assert!(none(vec![choice(&["1"], 2.0), choice(&["2"], 1.0)]));
    assert!(none(vec![placed("1", f64::NAN, 1.0, false), placed("2", 1.0, f64::INFINITY, false)]));
}

#[test]
fn the_ten_best_have_their_value_and_their_loss() {
    let names: Vec<String> = (0..12).map(|n| n.to_string()).collect();
    let mut choices: Vec<Candidate> =
        names.iter().enumerate().map(|(n, name)| choice(&[name], 0.9 - 0.05 * n as f64)).collect();
    choices[0].objective = Estimate::around(choices[0].objective.value, 0.01);
    choices[0].trials = Some(1000);
    choices.push(choice(&["none"], f64::NAN));
    let situation = situation(&[], choices);
    let draw = |situation: &Situation| {
        ranking(&HEADING, "A finding", situation, &owned(&["choice.force"]), &chance("much damage"), &GOAL)
    };
    let chart = draw(&situation).unwrap();
    let [best, others] = [ink::DEEP, ink::BAR].map(|ink| rectangles(&chart, ink));
    assert_eq!((best.len(), others.len()), (1, 9));
    let bars = [best, others].concat();
    for (place, bar) in bars.iter().enumerate() {
        let ends = [bar.left, bar.right].map(|x| by_the_axis(&chart, Anchor::Middle, x));
        assert!(near(ends[0], 0.0) && near(ends[1], 90.0 - 5.0 * place as f64), "{place}: {ends:?}");
    }
    let texts = on_its_page(&chart);
    shows(&texts, ["1. Force 0", "10. Force 9", "90 %", "5", "loss, percentage points"]);
    assert!(
        has(&texts, "the best 10 of 12 choices that have a value") && !has(&texts, "11. Force 10"),
        "{texts:?}"
    );
    shows(&texts, ["9 exact; 1 sampled with 1,000 trials each"]);
    let none = Situation { choices: vec![choice(&["1"], f64::NAN)], ..situation };
    assert_eq!(draw(&none), None);
}

#[test]
fn negative_and_huge_values_are_ranked() {
    let choices = vec![choice(&["1"], 3.0), choice(&["2"], -2.0), choice(&["3"], -1e250)];
    let chart =
        ranking(&HEADING, "A finding", &situation(&[], choices), &owned(&["k"]), &number("x - 2"), &GOAL);
    assert!(has(&on_its_page(&chart.unwrap()), "−2"));
}
