//! Charts of the effects of rules, and of the settings nearest to targets.

use super::read::{assert_near, by_the_axis, discs, has, on_its_page};
use super::*;
use crate::analysis::{
    Aim, Attributed, Attribution, Balance, Balanced, Between, Effect, Reached, Rule, Skipped,
};
use crate::description::Value;
use crate::report::attribute::NamedAttribution;
use crate::scenario::Problems;
use crate::stats::Estimate;

/// Rules with these names, each with its share, its effect when added alone, and the change when it is
/// taken back.
fn attribution(name: StatisticName, effects: &[(&str, [f64; 3])]) -> Attribution {
    let rule = |(name, _): &(&str, _)| {
        let change = (*name).to_owned();
        let values = [false, true].map(|value| Some(Value::Flag(value)));
        let [base, house] = values;
        Rule { name: change.clone(), changes: vec![(change, base, house)] }
    };
    let effect = |(_, [share, alone, taken]): &(&str, [f64; 3])| Effect {
        share: Estimate::exactly(*share),
        added_alone: Estimate::exactly(*alone),
        taken_alone: Estimate::exactly(*taken),
    };
    let whole: f64 = effects.iter().map(|effect| effect.1[0]).sum();
    Attribution {
        rules: effects.iter().map(rule).collect(),
        unread: vec!["rules.wired".to_owned()],
        statistics: vec![Attributed {
            name,
            base: Estimate::exactly(0.25),
            house: Estimate::exactly(0.25 + whole),
            effects: effects.iter().map(effect).collect(),
        }],
        orders: None,
        trials: None,
    }
}

fn named(attribution: &Attribution) -> NamedAttribution<'_> {
    NamedAttribution { system: HEADING.system, names: ["book", "mine"], attribution }
}

#[track_caller]
fn draw_tornado(attribution: &Attribution) -> Vec<String> {
    on_its_page(&tornado(&HEADING, &named(attribution)).expect("there are rules"))
}

#[test]
fn rules_stand_by_the_size_of_their_share() {
    let effects = [("rules.small", [0.05, 0.02, -0.08]), ("rules.great", [-0.125, -0.25, 0.0])];
    let texts = draw_tornado(&attribution(chance("hit"), &effects));
    let place = |name: &str| texts.iter().position(|text| text.starts_with(name)).unwrap();
    assert!(place("rules.great: false → true") < place("rules.small: false → true"));
    shows(&texts, ["book 25.0 %, mine 17.5 %: −7.5 percentage points", "+5", "−12.5", "−25"]);
    // Taking the small rule back costs eight points, so it adds eight as the last.
    shows(&texts, ["as the last", "+8"]);
    let title = "What changes “hit” most is rules.great (false to true): −12.5 percentage points; the share";
    assert!(texts[0].starts_with(&title[..60]), "{texts:?}");
    shows(&texts, ["not used here: rules.wired"]);
}

#[test]
fn rules_that_make_no_difference_are_one_line() {
    let effects = [("rules.a", [0.0; 3]), ("rules.b", [0.1, 0.1, -0.1]), ("rules.c", [0.0; 3])];
    let texts = draw_tornado(&attribution(chance("hit"), &effects));
    shows(&texts, ["no difference: rules.a, rules.c"]);
    assert!(!texts.iter().any(|text| text.starts_with("rules.a")), "{texts:?}");
    let texts = draw_tornado(&attribution(chance("hit"), &effects[..1]));
    assert!(has(&texts, "No difference: hit: 25.0 %") && !has(&texts, "share"), "{texts:?}");
}

#[test]
fn ends_of_a_chance_read_never_and_always_unless_they_were_sampled() {
    let mut certain = attribution(chance("hit"), &[("rules.a", [1.0; 3])]);
    (certain.statistics[0].base, certain.statistics[0].house) =
        (Estimate::exactly(0.0), Estimate::exactly(1.0));
    let texts = draw_tornado(&certain);
    shows(&texts, ["book never, mine always: +100 percentage points"]);
    certain.trials = Some(1000);
    (certain.statistics[0].base, certain.statistics[0].house) =
        (Estimate::of_count(0, 1000), Estimate::of_count(1000, 1000));
    let texts = draw_tornado(&certain);
    assert!(texts.iter().any(|text| text.starts_with("book < 0.4 %, mine > 99.6 %: ")), "{texts:?}");
}

#[test]
fn many_rules_share_the_last_bar() {
    let names: Vec<String> = (0..30).map(|n| format!("rules.{n}")).collect();
    let effects: Vec<_> = names.iter().map(|name| (name.as_str(), [0.5, 0.5, -0.5])).collect();
    let mut many = attribution(number("x"), &effects);
    many.orders = Some(200);
    many.trials = Some(1000);
    many.statistics[0].effects[0].share = Estimate::around(many.statistics[0].effects[0].share.value, 0.1);
    let texts = draw_tornado(&many);
    shows(&texts, ["10 others together", "+5"]);
    assert!(texts.iter().any(|text| text.ends_with("200 orders were drawn")), "{texts:?}");
}

#[test]
fn rules_without_numbers_and_with_long_names_are_drawn() {
    let long = "rules.a_name_that_is_longer_than_a_page".repeat(9);
    let strange = [(long.as_str(), [f64::NAN; 3]), ("b", [f64::INFINITY, -1e300, 0.0]), ("c", [0.0; 3])];
    assert!(has(&draw_tornado(&attribution(number(&long), &strange)), "no value"));
    let none = attribution(chance("x"), &[]);
    assert_eq!(tornado(&HEADING, &named(&none)), None);
}

/// Settings for one chance with the target 50 %, in order of distance.
fn balanced(keys: &[&str], settings: &[(&[&str], f64)]) -> Balance {
    let setting = |(values, value): &(&[&str], f64)| Balanced {
        number: 0,
        rank: 0,
        values: values.iter().map(|value| (*value).to_owned()).collect(),
        reached: vec![Reached { value: Estimate::exactly(*value), goal: 0.5 }],
        distance: if value.is_finite() { (value - 0.5).abs() } else { f64::INFINITY },
        trials: None,
    };
    let mut settings: Vec<Balanced> = settings.iter().map(setting).collect();
    settings.sort_by(|a, b| a.distance.total_cmp(&b.distance));
    for (place, setting) in settings.iter_mut().enumerate() {
        setting.rank = place + 1;
    }
    Balance {
        keys: keys.iter().map(|key| (*key).to_owned()).collect(),
        aims: vec![Aim { scenario: 0, text: "p(won == 1) = 0.5".to_owned(), name: chance("hero wins") }],
        settings,
        skipped: Vec::new(),
        between: Vec::new(),
    }
}

#[track_caller]
fn picture_of(balanced: &Balance, suite: &[&str]) -> Picture {
    let suite: Vec<String> = suite.iter().map(|name| (*name).to_owned()).collect();
    balance(&HEADING, balanced, &suite).expect("there are settings")
}

#[track_caller]
fn draw_balance(balanced: &Balance, suite: &[&str]) -> Vec<String> {
    on_its_page(&picture_of(balanced, suite))
}

#[test]
fn one_numbered_knob_is_an_axis_with_the_target_across() {
    let mut one = balanced(&["hero.soak"], &[(&["3"], 0.8), (&["1"], 0.2), (&["2"], 0.55)]);
    one.between.push(Between { aim: 0, ends: [1, 2], at: 1.857 });
    let picture = picture_of(&one, &["knight"]);
    let texts = on_its_page(&picture);
    shows(
        &texts,
        [
            "Nearest is hero.soak: 2, with “hero wins” 55.0 % (target 50 %)",
            "hero wins, target 50 %",
            "the nearest",
            "target",
            "hero.soak",
        ],
    );
    shows(&texts, ["The target lies between hero.soak: 1 and hero.soak: 2, nearer to the latter."]);
    let values: Vec<&String> = texts.iter().filter(|text| ["1", "2", "3"].contains(&text.as_str())).collect();
    assert_eq!(values, ["1", "2", "3"], "in the order of their numbers");
    let reached: Vec<f64> =
        discs(&picture).iter().map(|disc| by_the_axis(&picture, Anchor::End, disc.1)).collect();
    assert_near(&reached, &[20.0, 55.0, 80.0]);
    let dashed = |mark: &Mark| match mark {
        Mark::Line { points, dashes, .. } if !dashes.is_empty() => {
            Some(by_the_axis(&picture, Anchor::End, points[0].1))
        }
        _ => None,
    };
    // The last dashed line is the target; the one before is in the legend.
    assert_near(&[picture.marks.iter().filter_map(dashed).next_back().unwrap()], &[50.0]);
    let texts = draw_balance(&one, &["knight", "squire"]);
    shows(&texts, ["knight: hero wins, target 50 %"]);
}

#[test]
fn several_targets_have_a_curve_each_and_one_of_the_distance() {
    let mut two = balanced(&["k"], &[(&["1"], 0.4), (&["2"], 0.9)]);
    two.aims.push(Aim {
        scenario: 0,
        text: "mean(rounds) = 6".to_owned(),
        name: number("rounds on average"),
    });
    for (setting, rounds) in two.settings.iter_mut().zip([5.0, f64::NAN]) {
        setting.reached.push(Reached { value: Estimate::around(rounds, 0.1), goal: 6.0 });
        setting.trials = Some(500);
    }
    let texts = draw_balance(&two, &["x"]);
    shows(&texts, ["rounds on average, target 6", "distance to all targets together"]);
    shows(&texts, ["sampled with 500 trials each"]);
}

#[test]
fn two_knobs_are_a_map_of_the_distance() {
    let settings: &[(&[&str], f64)] =
        &[(&["0", "1"], 0.25), (&["0", "2"], 0.5), (&["1", "1"], 0.75), (&["1", "2"], f64::NAN)];
    let mut two = balanced(&["hero.soak", "hero.attack"], settings);
    for attack in ["1", "2"] {
        let values = vec!["2".to_owned(), attack.to_owned()];
        two.skipped.push(Skipped { number: 4, values, problems: Problems::default() });
    }
    let texts = draw_balance(&two, &["x"]);
    shows(&texts, ["25.00", "hero.soak", "hero.attack", "the nearest", "1. hero.soak: 0, hero.attack: 2"]);
    shows(&texts, ["hatched: 2 settings that cannot be"]);
}

#[test]
fn words_and_more_knobs_are_the_nearest_ten() {
    let words: &[(&[&str], f64)] = &[(&["dice"], 0.75), (&["automatic"], 0.5), (&["none"], f64::NAN)];
    let texts = draw_balance(&balanced(&["rules.armor"], words), &["x"]);
    shows(&texts, ["1. rules.armor: automatic", "2. rules.armor: dice", "75.0 %", "no value"]);
    let long = "a value that is much longer than its panel ".repeat(9);
    let settings: &[(&[&str], f64)] =
        &[(&["1", "1", &long], 0.5), (&["2", "3", &long], 0.5), (&["2", "1", "x"], 1.0)];
    draw_balance(&balanced(&["a", "b", &long], settings), &["x"]);
    draw_balance(&balanced(&["a"], &[(&["1"], f64::INFINITY)]), &[]);
    assert_eq!(balance(&HEADING, &balanced(&["a"], &[]), &[]), None);
}
