//! Statistics and their standard errors, against values computed by hand.

use super::*;
use crate::scenario::{Document, Scenario};
use crate::stats::Z95;

/// A Lightning Bolt: its metrics are those of an indirect spell.
fn scenario() -> Scenario {
    Document::parse("lightning-bolt.toml", scenario_text()).unwrap().check().unwrap()
}

fn scenario_text() -> &'static str {
    include_str!("../../../scenarios/lightning-bolt.toml")
}

/// Hits are 1, 2 or 4 with probabilities 1/4, 1/2 and 1/4; drain is 0 with 1 hit, else 3.
fn law(scenario: &Scenario, trials: Option<u64>) -> JointLaw {
    let metrics = scenario.ready.procedure.metrics();
    let place = |name| metrics.iter().position(|metric| metric.name == name).unwrap();
    let row = |hits, drain| {
        let mut row = vec![0; metrics.len()];
        row[place("hits")] = hits;
        row[place("drain")] = drain;
        row
    };
    let rows = vec![(row(1, 0), 0.25), (row(2, 3), 0.5), (row(4, 3), 0.25)];
    JointLaw::new(metrics, rows, trials, 0.0)
}

#[track_caller]
fn check(text: &str, value: f64) {
    let scenario = scenario();
    let statistic = Statistic::parse(text, &scenario.scope()).unwrap();
    let estimate = statistic.of(&law(&scenario, None));
    assert!((estimate.value - value).abs() < 1e-12, "{text} is {}, not {value}", estimate.value);
    assert_eq!((estimate.low, estimate.high), (estimate.value, estimate.value));
}

#[track_caller]
fn check_error(text: &str, standard_error: f64) {
    let scenario = scenario();
    let statistic = Statistic::parse(text, &scenario.scope()).unwrap();
    let estimate = statistic.of(&law(&scenario, Some(10_000)));
    let error = estimate.error() * 100.0;
    assert!((error - standard_error).abs() < 1e-12, "{text}: {error} is not {standard_error}");
}

#[track_caller]
fn check_fault(text: &str, place: &str, message: &str) {
    let error = Statistic::parse(text, &scenario().scope()).expect_err("this is not a statistic");
    assert_eq!((&text[error.span.clone()], error.message.as_str()), (place, message), "{error:?}");
}

#[test]
fn what_a_sample_has_never_seen_is_not_known_to_be_impossible() {
    let scenario = scenario();
    let (_, high) = crate::stats::wilson(0, 100, Z95);
    let of =
        |text: &str, trials| Statistic::parse(text, &scenario.scope()).unwrap().of(&law(&scenario, trials));
    assert_eq!(of("p(hits == 7)", Some(100)).value, 0.0);
    assert!((of("p(hits == 7)", Some(100)).high - high).abs() < 1e-12);
    assert!((of("p(hits >= 1)", Some(100)).low - (1.0 - high)).abs() < 1e-12);
    assert_eq!(of("p(hits == 7)", None).high, 0.0);
}

#[test]
fn a_single_chance_has_the_interval_of_a_question() {
    let scenario = scenario();
    let of = |text: &str| Statistic::parse(text, &scenario.scope()).unwrap().of(&law(&scenario, Some(400)));
    let count = |hits, trials| Estimate::of_count(hits, trials);
    assert_eq!(of("p(hits == 4)"), count(100, 400));
    assert_eq!(of("p(hits == 7)"), count(0, 400));
    // 300 trials meet the condition.
    assert_eq!(of("p(hits == 4 | drain == 3)"), count(100, 300));
    assert_eq!(of("p(hits == 7 | drain == 3)"), count(0, 300));
    // The mean of a number that is 0 or 1 is a chance.
    assert_eq!(of("mean(hit)"), count(0, 400));
    assert_eq!(of("mean(hits - 1 | hits <= 2)"), count(200, 300));
}

#[test]
fn no_interval_goes_beyond_what_is_possible() {
    let scenario = scenario();
    let metrics = scenario.ready.procedure.metrics();
    let row = |hits: i64| metrics.iter().map(|metric| if metric.name == "hits" { hits } else { 0 }).collect();
    let law = JointLaw::new(metrics, vec![(row(1), 0.01), (row(2), 0.99)], Some(100), 0.0);
    let of = |text: &str| Statistic::parse(text, &scenario.scope()).unwrap().of(&law);
    let ends = |text| (of(text).low, of(text).high);
    assert!(of("1 - p(hits == 1)").low > 0.9 && of("1 - p(hits == 1)").high == 1.0);
    assert_eq!(of("100 * p(hits == 1)").low, 0.0);
    assert_eq!(of("-p(hits == 1) * 100").high, 0.0);
    assert_eq!(of("p(hits == 1) / p(hits == 2)").low, 0.0);
    assert_eq!(of("p(hits == 1) - p(hits == 2)").low, -1.0);
    let tiny = of("9 / 99 / 9 / 52 / 9 / 9 / 99 / 9 / 52 / 4");
    assert_eq!(tiny, Estimate::exactly(tiny.value));
    assert!(ends("mean(hits) - 2").0 < -0.02 && ends("p(hits == 1) / (p(hits == 2) - 2)").0.is_finite());
}

#[test]
fn quantiles_lie_between_order_statistics() {
    let scenario = scenario();
    let of = |q: f64, trials| {
        let text = format!("quantile(hits, {q})");
        let found = Statistic::parse(&text, &scenario.scope()).unwrap().of(&law(&scenario, Some(trials)));
        (found.low, found.value, found.high)
    };
    // A quarter has 1 hit, half 2, a quarter 4: of 100 trials, 0.75 ± 0.085.
    assert_eq!(of(0.75, 100), (2.0, 2.0, 4.0));
    assert_eq!(of(0.76, 100), (2.0, 4.0, 4.0));
    assert_eq!(of(0.5, 100), (2.0, 2.0, 2.0));
    // The sample says nothing about what is above 99 %.
    let most =
        scenario.ready.procedure.metrics().iter().find(|metric| metric.name == "hits").unwrap().range().1;
    assert_eq!(of(0.99, 100), (4.0, 4.0, most as f64));
    assert_eq!(of(0.01, 100).0, 0.0);
}

#[test]
fn a_number_that_was_always_the_same_may_have_others() {
    let scenario = scenario();
    let metrics = scenario.ready.procedure.metrics();
    let place = metrics.iter().position(|metric| metric.name == "hits").unwrap();
    let most = metrics[place].range().1 as f64;
    let mut row = vec![0; metrics.len()];
    row[place] = 3;
    let law = JointLaw::new(metrics, vec![(row, 1.0)], Some(100), 0.0);
    let of = |text: &str| {
        let found = Statistic::parse(text, &scenario.scope()).unwrap().of(&law);
        (found.low, found.value, found.high)
    };
    let unseen = crate::stats::wilson(0, 100, Z95).1;
    assert_eq!(of("mean(hits)"), (3.0 - 3.0 * unseen, 3.0, 3.0 + unseen * (most - 3.0)));
    assert_eq!(of("mean(hits | drain == 0)"), of("mean(hits)"));
    let furthest = (most - 3.0).max(3.0);
    assert_eq!(of("sd(hits)"), (0.0, 0.0, furthest * (unseen * (1.0 - unseen)).sqrt()));
}

#[test]
fn statistics_have_their_values() {
    check("p(hits >= 2)", 0.75);
    check("p(hits == 4 | drain == 3)", 1.0 / 3.0);
    check("mean(hits)", 2.25);
    check("mean(hits | drain == 3)", 8.0 / 3.0);
    check("mean(2 * hits - drain)", 2.25);
    check("sd(hits)", (0.25 * 1.5625 + 0.5 * 0.0625 + 0.25 * 3.0625f64).sqrt());
    let far = "hits + 1000000 * 1000000 * 1000000";
    check(&format!("sd({far})"), (0.25 * 1.5625 + 0.5 * 0.0625 + 0.25 * 3.0625f64).sqrt());
    check("sd(1)", 0.0);
    check("mean(hits * 1000000 * 1000000 * 1000000 * 1000000) / 1000000000000 / 1000000000000", 2.25);
    check("quantile(hits, 0.75)", 2.0);
    check("quantile(hits, 0.751)", 4.0);
    check("quantile(hits, 0)", 1.0);
}

#[test]
fn they_are_calculated_with() {
    check("1 + 2 * 3 - 8 / 4", 5.0);
    check("-(mean(hits) - 0.25) / 4", -0.5);
    check("mean(hits) / mean(drain)", 1.0);
    check("mean(hits) - choice.force", -3.75);
    check("choice.reagents + 0.5", 0.5);
    check("p(hits == 1 || drain == 3 && hits == 2)", 0.75);
}

#[test]
fn a_condition_that_is_never_met_has_no_value() {
    let scenario = scenario();
    let statistic = Statistic::parse("mean(hits | drain == 9)", &scenario.scope()).unwrap();
    let estimate = statistic.of(&law(&scenario, None));
    assert!(!estimate.value.is_finite());
    assert!(!Relation::AtMost.holds(estimate.value, 1.0) && !Relation::AtLeast.holds(estimate.value, 1.0));
}

#[test]
fn errors_follow_from_the_joint_law() {
    check_error("0 + p(hits >= 2)", (0.75f64 * 0.25).sqrt());
    check_error("mean(hits)", 1.1875f64.sqrt());
    check_error("0 + p(hits == 4 | drain == 3)", (1.0f64 / 3.0 * 2.0 / 3.0 / 0.75).sqrt());
    // Two terms of one distribution are not independent: this sum is always 1.
    check_error("p(hits >= 2) + p(hits == 1)", 0.0);
    check_error("mean(hits) * 3 - mean(3 * hits)", 0.0);
    // The variance of a sample variance is (the fourth moment − the variance²) / n.
    let (variance, fourth) =
        (1.1875f64, 0.25 * 1.25f64.powi(4) + 0.5 * 0.25f64.powi(4) + 0.25 * 1.75f64.powi(4));
    check_error("sd(hits) * sd(hits)", (fourth - variance * variance).sqrt());
    let far = "sd(hits + 1000000 * 1000000 * 1000000)";
    check_error(&format!("{far} * {far}"), (fourth - variance * variance).sqrt());
}

#[test]
fn what_is_wrong_is_shown() {
    check_fault("", "", "a statistic is missing");
    check_fault("hits", "hits", "the metric `hits` alone is not a statistic");
    check_fault("mean(damage_type)", "damage_type", "this is a label, not a number");
    check_fault("p(hits)", "hits", "this is a number, not true or false");
    check_fault("p(hits >= 2", "(", "this `(` is never closed");
    check_fault("p(hits >= 2) p(hits >= 3)", "p", "unexpected text");
    check_fault("p(hits => 2)", "=>", "`=>` has no meaning here");
    check_fault("p(hits = 2)", "=", "`=` has no meaning here");
    check_fault("p(damage_type == physical)", "physical", "`physical` is a label, not a metric");
    check_fault("p(hits >= 2) * 5%", "%", "`%` has no meaning here");
    check_fault("meen(hits)", "meen", "there is no `meen`");
    check_fault("choice.fource", "choice.fource", "there is no `choice.fource`");
    check_fault("spell.preset + 1", "spell.preset", "`spell.preset` is not a whole number");
    check_fault("quantile(hits, 2)", "2", "this is not a share from 0 to 1");
    check_fault("quantile(2 * hits, 0.5)", "2 * hits", "this has no quantile");
    check_fault("quantile(damage_type, 0.5)", "damage_type", "this has no quantile");
    check_fault("p(hits == 1.5)", "1.5", "`1.5` is not a whole number");
    check_fault("1e", "1e", "`1e` is not a number");
    check_fault(&format!("{}1", "-".repeat(1_000)), "-", "this is nested too deeply");
}

#[test]
fn a_question_without_quotes_is_told_to_have_some() {
    let text = scenario_text().replace("physical drain", "drain or damage and more");
    let scenario = Document::parse("bolt.toml", &text).unwrap().check().unwrap();
    for (text, name) in [
        ("p(drops the ganger)", "drops the ganger"),
        ("1 - p( drops the ganger | hit == 1)", "drops the ganger"),
        ("p(drain or damage and more)", "drain or damage and more"),
        ("p(hit == 1 && hurts, and costs nothing)", "hurts, and costs nothing"),
    ] {
        let error = Statistic::parse(text, &scenario.scope()).unwrap_err();
        assert_eq!(&text[error.span.clone()], name, "{error:?}");
        assert_eq!(error.message, format!("the name of the question \"{name}\" needs quotes"));
        assert!(error.help.contains(&format!("'p(\"{name}\")'")), "{error:?}");
        assert!(Constraint::parse(&format!("{text} <= 0.1"), &scenario.scope()).is_err());
    }
    check_fault("p(drops)", "drops", "there is no metric `drops`");
}

#[test]
fn conditions_compare_two_statistics() {
    let scenario = scenario();
    let condition = Constraint::parse("p(drain > 0) <= mean(hits) / 3", &scenario.scope()).unwrap();
    assert_eq!((condition.statistic.text(), condition.bound.text()), ("p(drain > 0)", "mean(hits) / 3"));
    assert_eq!(condition.relation, Relation::AtMost);
    assert_eq!(condition.relation.missed_by(0.5, 0.5), 0.0);
    assert!(Relation::Less.missed_by(0.5, 0.5) > 0.0 && Relation::Greater.missed_by(0.5, 0.5) > 0.0);
    let law = law(&scenario, None);
    let (left, right) = (condition.statistic.of(&law).value, condition.bound.of(&law).value);
    assert!((left, right) == (0.75, 0.75) && condition.relation.holds(left, right));
    assert!(Constraint::parse("p(drain > 0)", &scenario.scope()).is_err());
    assert!(Constraint::parse("p(drain > 0) = 0.5", &scenario.scope()).is_ok());
}

#[test]
fn questions_stand_for_their_events() {
    let text = "system = 'shadowrun5'\nspell.preset = 'lightning-bolt'\nchoice.force = 5\n\
                [caster]\nmagic = 6\nspellcasting = 6\nwillpower = 5\ndrain_attribute = 5\nmental_limit = 7\n\
                [target]\nbody = 4\nreaction = 4\nintuition = 3\n\
                [[question]]\nname = \"two or more\"\nevent = 'hits >= 2'\n\
                [[question]]\nname = \"it's costly\"\nevent = 'drain == 3'\n";
    let scenario = Document::parse("asks.toml", text).unwrap().check().unwrap();
    let same = |named: &str, written: &str| {
        let parse = |text: &str| Statistic::parse(text, &scenario.scope()).unwrap();
        let law = law(&scenario, None);
        assert_eq!(parse(named).of(&law), parse(written).of(&law), "{named}");
    };
    same("p(\"two or more\")", "p(hits >= 2)");
    same("p('two or more' | \"it's costly\")", "p(hits >= 2 | drain == 3)");
    same("p('two or more' | hits == 4)", "p(hits >= 2 | hits == 4)");
    same("p(!\"it's costly\" || 'two or more' && hits == 4)", "p(drain != 3 || hits == 4)");
    same("mean(hits | \"it's costly\")", "mean(hits | drain == 3)");
    let fault = |text: &str| {
        let error = Statistic::parse(text, &scenario.scope()).expect_err("there is no such question");
        (text[error.span].to_owned(), error.message, error.help)
    };
    let (place, message, help) = fault("1 - p('to or more')");
    assert_eq!((place.as_str(), message.as_str()), ("'to or more'", "there is no question \"to or more\""));
    let known = "the questions are \"two or more\", \"it's costly\"";
    assert_eq!(help, format!("did you mean \"two or more\"? {known}"));
    assert_eq!(fault("p(hits > 1 && 'dies of it')").2, known);
    assert_eq!(fault("p('hits >= 2')").2, "write an event without quotes: hits >= 2");
    assert_eq!(fault("p(\"two or more\" == 1)").1, "this is a label, not a number");
}

#[test]
fn names_have_no_mean() {
    let text = include_str!("../../../scenarios/master.toml");
    let scenario = Document::parse("master.toml", text).unwrap().check().unwrap();
    for text in ["mean(miscast)", "sd(miscast + cast)", "quantile(miscast, 0.5)"] {
        let error = Statistic::parse(text, &scenario.scope()).expect_err("a miscast has no mean");
        assert_eq!(error.message, "the values of `miscast` are names, so it has no mean and no quantiles");
        assert_eq!(error.help, "ask for a probability, as in p(miscast == 1), 1 being Broken Concentration");
    }
    assert!(Statistic::parse("p(miscast > 0)", &scenario.scope()).is_ok());
}

#[test]
fn words_say_that_a_thing_happens_only_if_the_comparison_does() {
    let scenario = scenario();
    for (text, words) in [
        ("p(hit >= 1)", "chance that target is hit"),
        ("p(hit <= 0)", "chance that not (target is hit)"),
        ("p(hit > 1)", "chance that target is hit > 1"),
        ("p(hit != 5)", "chance that target is hit ≠ 5"),
        ("p(damage == 0)", "chance of no boxes of damage"),
        ("p(damage >= 1)", "chance of 1 or more boxes of damage"),
        ("p(damage > 1)", "chance of more than 1 box of damage"),
        ("p(net_hits < 3)", "chance of fewer than 3 net hits"),
        ("p(damage > 0 && drain <= 2)", "chance of any boxes of damage and at most 2 boxes of drain"),
        ("p(hit == 1 && drain == 0)", "chance that target is hit and there are no boxes of drain"),
        ("p(net_hits == 1 || hit == 1)", "chance that there is exactly 1 net hit or target is hit"),
    ] {
        let statistic = Statistic::parse(text, &scenario.scope()).unwrap();
        assert_eq!(statistic.name(&scenario.scope()).words, words);
    }
}

#[test]
fn no_points_are_nothing_only_if_points_cannot_be_negative() {
    let text = "rules = '''\na = d6 - d6\nleft = max(0, d6 - 3)\nreport a \"points ahead\", left \"points left\", lead = a \"the lead\"\n'''\n";
    let scenario = Document::parse("lead.toml", text).unwrap().check().unwrap();
    for (text, words) in [
        ("p(a == 0)", "chance of exactly 0 points ahead"),
        ("p(a <= 0)", "chance of at most 0 points ahead"),
        ("p(a > 0)", "chance of more than 0 points ahead"),
        ("p(left <= 0)", "chance of no points left"),
        ("p(lead != 0)", "chance that the lead is not 0"),
        ("p(a in [-3..0])", "chance that points ahead is −3 to 0"),
        ("p(a in [-5, 0, 2..4,6])", "chance that points ahead is −5 or 0 or 2 to 4 or 6"),
    ] {
        let statistic = Statistic::parse(text, &scenario.scope()).unwrap();
        assert_eq!(statistic.name(&scenario.scope()).words, words);
    }
}

#[test]
fn what_somebody_has_is_of_its_owner() {
    let text = include_str!("../../../scenarios/firefight.toml");
    let scenario = Document::parse("firefight.toml", text).unwrap().check().unwrap();
    for (event, words) in [
        ("fighter.0.penalty == 0", "chance of no penalty of Ripper"),
        (
            "winner == 'second' && fighter.0.penalty == 0",
            "chance that winner is Guard and there is no penalty of Ripper",
        ),
        ("fighter.0.penalty >= 2", "chance that penalty of Ripper is 2 or more"),
        ("fighter.0.penalty in [1..2]", "chance that penalty of Ripper is 1 or 2"),
        (
            "fighter.0.boxes > 1 && winner == 'first'",
            "chance that there is more than 1 box (Ripper) and winner is Ripper",
        ),
    ] {
        let statistic = Statistic::parse(&format!("p({event})"), &scenario.scope()).unwrap();
        assert_eq!(statistic.name(&scenario.scope()).words, words);
    }
}
