//! Keys whose values are not known: the odds are a mixture of those with each value, and a result
//! tells about the value.

mod common;

use common::unknown::{made_unknown, template_with_unknown};
use common::{parse, rules};
use fizzle::analysis::{
    Effort, MAX_OUTCOMES, Method, Odds, Plan, Progress, Sampling, estimates, exact, sample,
};
use fizzle::chance::Budget;
use fizzle::description::Datum;
use fizzle::expression::Statistic;
use fizzle::scenario::Scenario;
use rayon::ThreadPoolBuilder;

const MANABOLT: &str = include_str!("worked/unknown-willpower.toml");

/// The values of the key in that scenario, with their probabilities.
const WILLPOWER: [(&str, f64); 4] = [("2", 1.0 / 7.0), ("3", 3.0 / 7.0), ("4", 2.0 / 7.0), ("5", 1.0 / 7.0)];

/// How far sums of exact probabilities may be apart.
const ROUNDING: f64 = 1e-12;

fn set(assignments: &[String]) -> Vec<&str> {
    assignments.iter().map(String::as_str).collect()
}

/// The scenario above with a value that is known.
fn with_willpower(value: &str) -> Scenario {
    parse(MANABOLT, &["unknown.target.willpower=unset", &format!("target.willpower={value}")])
}

fn odds(scenario: &Scenario) -> Odds {
    exact(scenario, None, MAX_OUTCOMES).unwrap()
}

fn statistic(scenario: &Scenario, text: &str) -> f64 {
    let statistic = Statistic::parse(text, &scenario.scope()).unwrap_or_else(|error| panic!("{error:?}"));
    let effort = Effort { method: Method::Exact, sampling: Sampling::default() };
    estimates(scenario, &[&statistic], &effort, &Progress::default()).unwrap().values[0].value
}

/// The probability of a value, with 0 for those that do not occur.
fn probability(odds: &Odds, metric: &str, value: i64) -> f64 {
    let law = odds.distribution(metric).expect("the metric exists");
    law.rows.iter().find(|row| row.value == value).map_or(0.0, |row| row.probability)
}

/// Every metric of `mixture` that `parts` have is the mixture of theirs.
#[track_caller]
fn check_mixture(mixture: &Odds, parts: &[(Odds, f64)]) {
    for law in &mixture.distributions {
        let name = law.metric.name.as_str();
        if parts[0].0.distribution(name).is_none() {
            continue;
        }
        let values = parts.iter().flat_map(|(part, _)| &part.distribution(name).expect(name).rows);
        for value in values.map(|row| row.value) {
            let sum: f64 = parts.iter().map(|(part, p)| p * probability(part, name, value)).sum();
            let found = probability(mixture, name, value);
            assert!((found - sum).abs() <= ROUNDING, "{name} = {value}: {found} is not {sum}");
        }
    }
    for (place, found) in mixture.indicators.iter().enumerate() {
        let sum: f64 = parts.iter().map(|(part, p)| p * part.indicators[place]).sum();
        assert!((found - sum).abs() <= ROUNDING, "indicator {place}: {found} is not {sum}");
    }
}

#[test]
fn one_value_that_is_unknown_is_that_value() {
    let unknown = parse(MANABOLT, &["unknown.target.willpower=4"]);
    let (unknown, known) = (odds(&unknown), odds(&with_willpower("4")));
    for law in &known.distributions {
        assert_eq!(unknown.distribution(&law.metric.name), Some(law));
    }
    assert_eq!(unknown.distributions.len(), known.distributions.len() + 1);
    assert!((probability(&unknown, "target.willpower", 4) - 1.0).abs() < ROUNDING);
}

#[test]
fn a_summary_names_all_values() {
    let text = "system = 'shadowrun1'\nprocedure = 'attack'\nattacker.skill = 6\n[weapon]\npower = 5\n\
        level = 'M'\nstaging = 3\n[choice]\ntarget_number = 4\n[unknown]\n'target.body' = ";
    let summary = |unknown: &str| parse(&format!("{text}{unknown}"), &[]).choices();
    let shot = "5M3 with 6 skill dice against Body";
    let all = [
        ("'4'", format!("shot {shot} 4")),
        ("'6,3'", format!("shot {shot} 3 or 6")),
        ("'3..5'\n'weapon.mode' = 'single,burst'", format!("shot or burst {shot} 3 to 5")),
    ];
    for (unknown, said) in all {
        assert_eq!(summary(unknown), said);
    }
}

#[test]
fn statistics_of_one_value_are_those_of_that_value() {
    let unknown = parse(MANABOLT, &["unknown.target.willpower=4"]);
    for text in ["p(damage >= 3 | hit == 1)", "sd(net_hits)", "quantile(damage, 0.95)", "mean(damage) / 3"] {
        assert_eq!(statistic(&unknown, text), statistic(&with_willpower("4"), text), "{text}");
    }
}

#[test]
fn the_law_of_every_procedure_is_the_mixture_of_its_laws() {
    let with_laws = common::templates().into_iter().filter(|(_, row, _)| common::has_exact_law(&row.name));
    for (_, row, text) in with_laws {
        let (key, values, scenario) = template_with_unknown(row, &text);
        let parts = values.map(|value| odds(&parse(&text, &[&format!("{key}={value}")])));
        let mixture = odds(&scenario);
        check_mixture(&mixture, &parts.into_iter().zip([0.75, 0.25]).collect::<Vec<_>>());
        for (value, p) in values.into_iter().zip([0.75, 0.25]) {
            let found = probability(&mixture, &key, value);
            // Open-ended dice omit a little.
            assert!((found - p).abs() < 1e-9, "{key} = {value}: {found}");
        }
    }
}

#[test]
fn words_switches_and_several_keys_may_be_unknown() {
    let template = |name: &str| {
        let all = common::templates();
        all.into_iter().find(|(_, row, _)| row.name == name).map(|(.., text)| text).unwrap()
    };
    for (procedure, keys) in [
        (
            "indirect-area",
            &[("rules.scatter", "final", "minus-hits"), ("rules.mental_limit", "true", "false")][..],
        ),
        ("attack", &[("target.armor_class", "ordinary", "heavy"), ("weapon.power", "5", "7")]),
        ("melee", &[("rules.initiative", "each-round", "once"), ("rules.fatigue_success", "beats", "meets")]),
        ("phase", &[("pool.magic_dice", "4", "5"), ("pool.dispel_dice", "2", "4")]),
    ] {
        let text = template(procedure);
        let unknown = keys.iter().flat_map(|&(key, a, b)| made_unknown(key, &[(a, "2.5"), (b, "7.5")]));
        let unknown = unknown.collect::<Vec<String>>();
        let mut parts = vec![(Vec::new(), 1.0)];
        for (key, a, b) in keys {
            let with = |value: &str, p: f64| {
                let add = move |(set, q): &(Vec<String>, f64)| {
                    ([&set[..], &[format!("{key}={value}")]].concat(), p * q)
                };
                parts.iter().map(add).collect::<Vec<_>>()
            };
            parts = [with(a, 0.25), with(b, 0.75)].concat();
        }
        let parts: Vec<_> =
            parts.iter().map(|(changes, p)| (odds(&parse(&text, &set(changes))), *p)).collect();
        check_mixture(&odds(&parse(&text, &set(&unknown))), &parts);
    }
}

/// Without weights nothing is reported of what the casts are worth.
const CASTS: &str = r#"
system = "shadowrun5"
procedure = "casts"
caster = { magic = 6, spellcasting = 6, willpower = 5, drain_attribute = 5, mental_limit = 7, body = 3 }
spell.preset = "lightning-bolt"
opponent = [{ body = 4, willpower = 3, reaction = 4, intuition = 3 }]
choice = { force = 6, casts = 2 }
"#;

#[test]
fn what_is_not_reported_has_no_place_beside_what_is_unknown() {
    let scenario = parse(CASTS, &["unknown.opponent.0.armor=0,12"]);
    let parts = ["0", "12"].map(|armor| (odds(&parse(CASTS, &[&format!("opponent.0.armor={armor}")])), 0.5));
    check_mixture(&odds(&scenario), &parts);
    let sampling = Sampling { trials: 100_000, ..Sampling::default() };
    let sampled = sample(&scenario, None, &sampling, &Progress::default()).unwrap();
    let [none, much] = [0, 12].map(|armor| probability(&sampled, "opponent.0.armor", armor));
    assert!((none - 0.5).abs() < 0.01 && none + much == 1.0, "{none} and {much}");
}

/// A mage without Spellcasting never hits: he sees less than one who may hit.
#[test]
fn a_table_of_combinations_that_see_different_things_has_the_columns_of_all() {
    let text = r#"
        system = "shadowrun5"
        procedure = "casts"
        caster = { magic = 2, willpower = 1, drain_attribute = 5, body = 3, stun = 4, mental_limit = 5 }
        spell.preset = "clout"
        opponent = [{ kind = "drone", body = 1, pilot = 1, autosoft = 1, boxes = 2 }]
        choice.casts = 2
        policy.caster = "best"
        rules.wound_step = 1
    "#;
    let of = |spellcasting: &str| parse(text, &[&format!("unknown.caster.spellcasting={spellcasting}")]);
    for scenario in ["0,4", "4,0"].map(of) {
        let table = scenario.ready.tables.iter().find(|table| &*table.name == "policy.csv").unwrap();
        odds(&scenario);
        let rows = table.rows(&[]);
        let column = |name: &str| table.columns.iter().position(|column| &**column == name).unwrap();
        for of in [0, 4] {
            let chances = rows.iter().filter(|row| row[0] == Datum::Integer(of)).map(|row| {
                let Datum::Number(probability) = row[column("probability")] else { panic!("{row:?}") };
                assert_eq!(row.len(), table.columns.len());
                assert!(matches!(row[column("value")], Datum::Number(_)), "{row:?}");
                probability
            });
            assert_eq!(chances.reduce(f64::max), Some(1.0), "Spellcasting {of}");
        }
    }
}

#[test]
fn a_result_tells_about_what_is_unknown_by_bayes() {
    let unknown = parse(MANABOLT, &[]);
    let resisted = WILLPOWER.map(|(value, p)| p * statistic(&with_willpower(value), "p(damage == 0)"));
    let all: f64 = resisted.iter().sum();
    for ((value, _), joint) in WILLPOWER.iter().zip(resisted) {
        let found = statistic(&unknown, &format!("p(target.willpower == {value} | damage == 0)"));
        assert!((found - joint / all).abs() < ROUNDING, "{value}: {found}");
    }
    let found = statistic(&unknown, "p(target.willpower >= 4 | damage == 0)");
    assert!((found - (resisted[2] + resisted[3]) / all).abs() < ROUNDING, "{found}");
    let mean = statistic(&unknown, "mean(target.willpower | damage == 0)");
    let by_hand: f64 = resisted.iter().zip(2..).map(|(joint, value)| f64::from(value) * joint).sum();
    assert!((mean - by_hand / all).abs() < ROUNDING, "{mean}");
}

#[test]
fn ratings_are_said_as_what_they_are() {
    let scenario = parse(MANABOLT, &[]);
    let said = |text: &str| Statistic::parse(text, &scenario.scope()).unwrap().words(&scenario.scope());
    for (text, words) in [
        (
            "p(target.willpower >= 4 | damage == 0)",
            "chance that target's Willpower is 4 or more, given no boxes of damage",
        ),
        ("p(target.willpower == 2)", "chance that target's Willpower is 2"),
        ("p(target.willpower < 3)", "chance that target's Willpower is less than 3"),
    ] {
        assert_eq!(said(text), words);
    }
}

#[test]
fn questions_expectations_and_labels_may_speak_of_what_is_unknown() {
    let text =
        rules_text("[[question]]\nname = 'tough'\nevent = 'rules.scatter == \"final\" && target.body > 4'\n");
    let odds = odds(&parse(&text, &[]));
    let answer = odds.answer("tough").unwrap();
    assert!((answer.probability - 0.5 * 0.5).abs() < ROUNDING, "{answer:?}");
    let error = common::try_parse(&text.replace("\"final\"", "\"no-such\""), &[]).unwrap_err();
    assert!(error.contains("`rules.scatter` is never 'no-such'"), "{error}");
}

fn rules_text(more: &str) -> String {
    let all = common::templates();
    let (.., text) = all.into_iter().find(|(_, row, _)| row.name == "indirect-area").unwrap();
    let unknown = "[unknown]\n'target.body' = '3..6'\n'rules.scatter' = 'final,minus-hits'\n";
    format!("{}{unknown}{more}", text.replace("body = 4", "# body"))
}

#[test]
fn a_preset_gives_way_to_what_is_unknown() {
    let text = MANABOLT.replace("damage_type = \"mana\"\ndrain = -3", "preset = 'manabolt'");
    let scenario = parse(&text, &["unknown.spell.drain=-3,-2"]);
    let parts = ["-3", "-2"].map(|drain| (odds(&parse(&text, &[&format!("spell.drain={drain}")])), 0.5));
    check_mixture(&odds(&scenario), &parts);
}

/// Whatever the threads and the parts: each block draws how many resolutions every value has.
#[test]
fn a_sample_does_not_depend_on_threads_or_parts() {
    let scenario = parse(MANABOLT, &["unknown.spell.drain=-3,-2", "spell.drain=unset"]);
    let sampling = Sampling { trials: 300_000, seed: 5, ..Sampling::default() };
    let on = |threads| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| sample(&scenario, None, &sampling, &Progress::default())).unwrap()
    };
    let whole = on(1);
    assert_eq!(on(3), whole);
    let plan = Plan::new(&scenario, None, sampling.trials, sampling.seed).unwrap();
    let parts = plan.split(3).map(|blocks| plan.part(blocks, &Progress::default()).unwrap());
    assert_eq!(plan.merge(parts.collect::<Vec<_>>()).unwrap(), whole);
    let other = parse(MANABOLT, &["unknown.target.willpower=2..5"]);
    let error =
        plan.merge([Plan::new(&other, None, 300_000, 5).unwrap().part(0..1, &Progress::default()).unwrap()]);
    assert!(error.is_err(), "other weights are another plan");
}

/// All combinations together have the budget of one law.
#[test]
fn combinations_share_the_budget_of_an_exact_law() {
    let known = exact(&with_willpower("5"), None, MAX_OUTCOMES).unwrap();
    let fizzle::analysis::Engine::Exact { visited, .. } = known.engine else { panic!("it is exact") };
    let budget = Budget::new(2 * visited);
    assert!(exact(&with_willpower("5"), None, budget).is_ok());
    let error = exact(&parse(MANABOLT, &[]), None, budget).unwrap_err();
    let said = error.to_string();
    assert!(said.contains(&"outcomes".to_owned()), "{said}");
}

#[test]
fn tables_of_a_solution_name_the_combination_and_numbers_are_means() {
    let all = common::templates();
    let (_, row, text) = all.into_iter().find(|(_, row, _)| row.name == "phase").unwrap();
    assert_eq!(row.name, "phase");
    let scenario = parse(&text, &set(&made_unknown("pool.magic_dice", &[("5", "1"), ("6", "3")])));
    let known = |dice: u32| parse(&text, &[&format!("pool.magic_dice={dice}")]);
    let value = |scenario: &Scenario| match &scenario.ready.derived[0].value {
        Datum::Number(value) => *value,
        other => panic!("{other:?} is no number"),
    };
    let mean = 0.25 * value(&known(5)) + 0.75 * value(&known(6));
    assert!((value(&scenario) - mean).abs() < ROUNDING);
    let table = &scenario.ready.tables[0];
    assert_eq!((&*table.name, &*table.columns[0]), ("policy.csv", "pool.magic_dice"));
    let expected: Vec<Vec<Datum>> = [5, 6]
        .into_iter()
        .flat_map(|dice| {
            let rows = known(dice).ready.tables[0].rows(&[]);
            rows.into_iter().map(move |row| [&[Datum::Integer(dice.into())][..], &row].concat())
        })
        .collect();
    assert_eq!(table.rows(&[]), expected);
}

/// A player who decides knows the values: the best choices are found for each combination.
#[test]
fn the_best_choices_are_those_of_each_combination() {
    let all = common::templates();
    let (.., text) = all.into_iter().find(|(_, row, _)| row.name == "melee").unwrap();
    let best = ["choice.advantage=best", "choice.max_rounds=3", "rules.penalties=[0, -2]"];
    let unknown = made_unknown("foe.0.ability", &[("2", "1"), ("6", "3")]);
    let scenario = parse(&text, &[&best[..], &set(&unknown)].concat());
    let parts =
        ["2", "6"].map(|ability| parse(&text, &[&best[..], &[&format!("foe.0.ability={ability}")]].concat()));
    let (mixture, laws) = (odds(&scenario), parts.each_ref().map(odds));
    let value = |scenario: &Scenario| match &scenario.ready.derived[0].value {
        Datum::Number(value) => *value,
        other => panic!("{other:?} is no number"),
    };
    let mean = 0.25 * value(&parts[0]) + 0.75 * value(&parts[1]);
    assert!((value(&scenario) - mean).abs() < ROUNDING);
    assert!((probability(&mixture, "winner", 0) - mean).abs() < ROUNDING);
    let table = &scenario.ready.tables[0];
    assert_eq!((&*table.name, &*table.columns[0]), ("policy.csv", "foe.0.ability"));
    let row_counts = parts.each_ref().map(|part| part.ready.tables[0].rows(&[]).len());
    assert_eq!(table.rows(&[]).len(), row_counts.iter().sum::<usize>());
    let sampling = Sampling { trials: 50_000, ..Sampling::default() };
    let sampled = sample(&scenario, None, &sampling, &Progress::default()).unwrap();
    assert!((probability(&sampled, "winner", 0) - mean).abs() < 0.01);
    check_mixture(&mixture, &laws.into_iter().zip([0.25, 0.75]).collect::<Vec<_>>());
}

#[test]
fn given_dice_begin_with_the_places_of_the_values() {
    // Willpower 4 is the third of four; 12 dice of Spellcasting, 5 against it, 10 against drain.
    let dice = format!("3{}{}{}", "555111111111", "51111", "5551111111");
    let expected = "target.willpower 4, hits 3, net_hits 2, damage 2, drain 0";
    rules::check_scenario(&parse(MANABOLT, &[]), &dice, expected);
}
