//! What must hold in every Shadowrun 5 scenario, on random ones.

mod common;

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use fizzle::analysis::{Progress, Sampling, sample};
use fizzle::chance::{Metric, Packing, Tally, streams};
use fizzle::scenario::Scenario;
use proptest::prelude::*;
use proptest::sample::select;

/// How far sums of exact probabilities may be apart.
const ROUNDING: f64 = 1e-12;

/// More outcomes than any of these small scenarios has.
const LIMIT: u64 = 1_000_000;

/// A scenario with every key written, as `KEY=VALUE`: up to 9 Spellcasting dice,
/// and Force, reagents and armor on either side of what matters.
fn scenarios() -> impl Strategy<Value = Vec<String>> {
    let spell = vec![
        word("procedure", &["direct", "indirect", "indirect-area"]),
        word("spell.damage_type", &["physical", "mana"]),
        word("spell.damage", &["physical", "stun"]),
        number("spell.drain", -6..=2),
        number("choice.force", 1..=8),
        optional("choice.reagents", 1..=6),
    ];
    let caster = vec![
        number("caster.magic", 1..=4),
        number("caster.spellcasting", 0..=3),
        number("caster.foci", 0..=1),
        number("caster.mentor_spirit", 0..=1),
        number("caster.wound_penalty", 0..=2),
        number("caster.sustained_spells", 0..=1),
        number("caster.willpower", 0..=4),
        number("caster.drain_attribute", 0..=3),
        number("caster.mental_limit", 0..=6),
    ];
    let rules = vec![
        word("rules.mental_limit", &["true", "false"]),
        word("rules.nonliving_armor", &["modified", "full"]),
        word("rules.scatter", &["final", "minus-hits"]),
        word("rules.scatter_miss", &["true", "false"]),
        word("rules.area_defense", &["counterspelling", "reaction+intuition", "none"]),
        word("rules.drain_on_miss", &["true", "false"]),
        word("rules.vehicle_threshold", &["true", "false"]),
        word("rules.drain_physical", &["hits", "force"]),
        number("rules.min_drain", 0..=3),
        number("rules.hit_on", 2..=6),
    ];
    (spell, caster, rules, targets()).prop_map(|(spell, caster, rules, target)| {
        let mut scenario = [spell, caster, rules, target].concat();
        make_possible(&mut scenario);
        scenario
    })
}

fn targets() -> impl Strategy<Value = Vec<String>> {
    vec![
        word("target.kind", &["living", "living", "driven-vehicle", "drone", "object"]),
        number("target.body", 0..=4),
        number("target.willpower", 0..=4),
        number("target.reaction", 0..=3),
        number("target.intuition", 0..=3),
        number("target.structure", 0..=3),
        number("target.pilot", 0..=3),
        number("target.autosoft", 0..=2),
        optional("target.handling", 0..=2),
        number("target.armor", 0..=8),
        number("target.counterspelling", 0..=3),
        number("target.wound_penalty", 0..=2),
        number("target.sustained_spells", 0..=1),
    ]
}

fn number(key: &'static str, range: RangeInclusive<i32>) -> BoxedStrategy<String> {
    range.prop_map(move |number| format!("{key}={number}")).boxed()
}

/// A number, or none.
fn optional(key: &'static str, range: RangeInclusive<i32>) -> BoxedStrategy<String> {
    prop_oneof![Just(format!("{key}=unset")), number(key, range)].boxed()
}

fn word(key: &'static str, words: &'static [&str]) -> BoxedStrategy<String> {
    select(words).prop_map(move |word| format!("{key}={word}")).boxed()
}

/// Lowers Force to twice Magic, and makes a mana spell physical that would meet
/// something not living: both would be errors.
fn make_possible(scenario: &mut Vec<String>) {
    let [magic, force] = ["caster.magic", "choice.force"].map(|key| number_at(scenario, key));
    scenario.push(format!("choice.force={}", force.min(2 * magic)));
    if written(scenario, "target.kind") != "living" {
        scenario.push("spell.damage_type=physical".to_owned());
    }
}

/// The scenario, with another value for one key.
fn parsed(scenario: &[String], change: &str) -> Scenario {
    let set: Vec<&str> =
        scenario.iter().map(String::as_str).chain((!change.is_empty()).then_some(change)).collect();
    common::parse("system = \"shadowrun5\"\n", &set)
}

/// What a scenario says for a key.
fn written<'a>(scenario: &'a [String], key: &str) -> &'a str {
    let values = scenario.iter().filter_map(|assignment| assignment.split_once('='));
    values.filter(|(name, _)| *name == key).map(|(_, value)| value).next_back().expect("every key is written")
}

fn number_at(scenario: &[String], key: &str) -> i32 {
    written(scenario, key).parse().expect("the key is a number")
}

/// A law: the values of the metrics wanted, each with its probability.
type Law = BTreeMap<Vec<i64>, f64>;

/// The exact law of the metrics that `wanted` names, all others left out.
fn law(scenario: &Scenario, wanted: &[&str]) -> Law {
    let procedure = &scenario.ready.procedure;
    let metrics = procedure.metrics();
    let packing = Packing::new(metrics, |metric| wanted.contains(&metrics[metric.0].name.as_str())).unwrap();
    let exact = procedure.enumerate(&packing, LIMIT.into()).unwrap();
    assert_eq!(exact.omitted, 0.0, "no die of Shadowrun explodes");
    let values = |key| packing.packed().map(|metric| packing.value(key, metric)).collect();
    exact.cells.into_iter().map(|(key, probability)| (values(key), probability)).collect()
}

/// The probability of each value of an integer metric or a greater one.
fn tail(scenario: &Scenario, metric: &str, from: i64) -> f64 {
    law(scenario, &[metric]).iter().filter(|(values, _)| values[0] >= from).map(|(_, p)| p).sum()
}

/// Whether `low` is nowhere more likely than `high` to reach a value.
fn never_more(metric: &str, low: &Scenario, high: &Scenario) -> Result<(), TestCaseError> {
    let most = law(low, &[metric]).into_keys().chain(law(high, &[metric]).into_keys()).max();
    for value in 1..=most.expect("a law has an outcome")[0] {
        let (low, high) = (tail(low, metric, value), tail(high, metric, value));
        prop_assert!(low <= high + ROUNDING, "P({metric} >= {value}): {low} is more than {high}");
    }
    Ok(())
}

fn names(scenario: &Scenario) -> Vec<&str> {
    scenario.ready.procedure.metrics().iter().map(|metric| metric.name.as_str()).collect()
}

/// Whether two laws of the same metrics are the same.
fn same(ours: &Law, theirs: &Law) -> Result<(), TestCaseError> {
    for values in ours.keys().chain(theirs.keys()) {
        let p = |law: &Law| law.get(values).copied().unwrap_or(0.0);
        prop_assert!((p(ours) - p(theirs)).abs() <= ROUNDING, "{values:?}: {} and {}", p(ours), p(theirs));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    /// And leaving metrics out merges outcomes sooner, and must change nothing.
    #[test]
    fn an_exact_law_has_mass_1_and_the_laws_of_its_metrics(scenario in scenarios()) {
        let scenario = parsed(&scenario, "");
        let names = names(&scenario);
        let joint = law(&scenario, &names);
        let mass: f64 = joint.values().sum();
        prop_assert!((mass - 1.0).abs() <= ROUNDING, "{mass}");
        prop_assert!(joint.values().all(|&probability| probability > 0.0));
        for (index, name) in names.iter().enumerate() {
            let mut marginal = Law::new();
            for (values, probability) in &joint {
                *marginal.entry(vec![values[index]]).or_default() += probability;
            }
            same(&law(&scenario, &[name]), &marginal)?;
        }
    }

    #[test]
    fn a_miss_does_no_damage_and_boxes_have_a_type(scenario in scenarios()) {
        let scenario = parsed(&scenario, "");
        let metrics = ["net_hits", "hit", "damage", "damage_type", "drain", "drain_type"];
        let place = |name: &str| names(&scenario).iter().filter(|one| metrics.contains(one)).position(|one| *one == name);
        let places = metrics.map(|name| place(name).expect("every spell has it"));
        for values in law(&scenario, &metrics).keys() {
            let [net, hit, damage, damage_type, drain, drain_type] = places.map(|place| values[place]);
            prop_assert!(hit == 1 || damage == 0, "{values:?}");
            prop_assert!(hit == 0 || net > 0, "{values:?}");
            prop_assert_eq!(damage == 0, damage_type == 0, "{:?}", values);
            prop_assert_eq!(drain == 0, drain_type == 0, "{:?}", values);
        }
    }

    /// It holds for the whole law of the boxes, not for its mean alone, and
    /// under every switch. It does not for boxes of one type: armor turns
    /// physical ones into stun.
    #[test]
    fn more_armor_never_does_more_damage(scenario in scenarios(), more in 1..4) {
        let armor = number_at(&scenario, "target.armor");
        let armored = parsed(&scenario, &format!("target.armor={}", armor + more));
        never_more("damage", &armored, &parsed(&scenario, ""))?;
    }

    /// Glitches grow rarer or more frequent with dice, but change nothing else.
    #[test]
    fn more_spellcasting_never_hits_less(scenario in scenarios(), more in 1..3) {
        let skill = number_at(&scenario, "caster.spellcasting");
        let skilled = parsed(&scenario, &format!("caster.spellcasting={}", skill + more));
        let scenario = parsed(&scenario, "");
        for metric in ["hits", "net_hits", "hit", "damage"] {
            never_more(metric, &scenario, &skilled)?;
        }
    }

    #[test]
    fn more_counterspelling_never_does_more_damage(scenario in scenarios(), more in 1..3) {
        let dice = number_at(&scenario, "target.counterspelling");
        let protected = parsed(&scenario, &format!("target.counterspelling={}", dice + more));
        let scenario = parsed(&scenario, "");
        for metric in ["net_hits", "hit", "damage"] {
            never_more(metric, &protected, &scenario)?;
        }
    }

    #[test]
    fn more_drain_dice_never_cost_more_drain(scenario in scenarios(), more in 1..3) {
        let dice = number_at(&scenario, "caster.drain_attribute");
        let tough = parsed(&scenario, &format!("caster.drain_attribute={}", dice + more));
        never_more("drain", &tough, &parsed(&scenario, ""))?;
    }

    #[test]
    fn reagents_equal_to_force_change_nothing(scenario in scenarios()) {
        let force = written(&scenario, "choice.force");
        let with = parsed(&scenario, &format!("choice.reagents={force}"));
        let without = parsed(&scenario, "choice.reagents=unset");
        same(&law(&with, &names(&with)), &law(&without, &names(&without)))?;
    }

    /// Drain is paid whatever becomes of the target, unless a miss is free.
    #[test]
    fn hits_and_drain_do_not_mind_the_target(scenario in scenarios(), other in targets()) {
        let paid = [scenario, vec!["rules.drain_on_miss=true".to_owned()]].concat();
        let mut elsewhere = [paid.clone(), other].concat();
        make_possible(&mut elsewhere);
        let caster = ["hits", "drain", "drain_type", "glitch"];
        same(&law(&parsed(&paid, ""), &caster), &law(&parsed(&elsewhere, ""), &caster))?;
    }

    #[test]
    fn a_direct_spell_never_minds_whether_a_miss_is_free(scenario in scenarios()) {
        let direct = [scenario, vec!["procedure=direct".to_owned()]].concat();
        let paid = parsed(&direct, "rules.drain_on_miss=true");
        let free = parsed(&direct, "rules.drain_on_miss=false");
        same(&law(&paid, &names(&paid)), &law(&free, &names(&free)))?;
    }

    #[test]
    fn scatter_has_no_more_metres_than_its_dice(scenario in scenarios()) {
        let area = [scenario, vec!["procedure=indirect-area".to_owned()]].concat();
        let minus_hits = written(&area, "rules.scatter") == "minus-hits";
        for values in law(&parsed(&area, ""), &["hits", "scatter"]).keys() {
            let (hits, scatter) = (values[0], values[1]);
            let dice = match hits { 1 => 2, 2 => 1, _ => 0 };
            let (least, most) = match minus_hits {
                true => ((dice - hits).max(0), (6 * dice - hits).max(0)),
                false => (dice, 6 * dice),
            };
            prop_assert!((least..=most).contains(&scatter), "{hits} hits, {scatter} m");
        }
    }

    #[test]
    fn counts_of_a_sample_add_up_to_its_trials(scenario in scenarios(), trials in 1..3_000u64, seed: u64) {
        let scenario = parsed(&scenario, "");
        let procedure = &scenario.ready.procedure;
        let packing = Packing::all(procedure.metrics()).unwrap();
        for reader in procedure.readers(&packing) {
            let mut tally = Tally::new(&packing);
            let stream = streams(seed).next().unwrap();
            procedure.sample(reader, &packing, stream, trials, &mut tally);
            prop_assert_eq!(tally.into_sorted().iter().map(|(_, count)| count).sum::<u64>(), trials);
        }
    }

    #[test]
    fn a_sampled_run_shows_every_trial_once_in_each_law(scenario in scenarios(), trials in 1..3_000u64, seed: u64) {
        let scenario = parsed(&scenario, "");
        let sampling = Sampling { trials, seed, ..Sampling::default() };
        // One metric as the joint law, so that the others are counted on their own.
        let odds = sample(&scenario, Some(&[Metric(0)]), &sampling, &Progress::default()).unwrap();
        prop_assert_eq!(odds.joint.rows.iter().filter_map(|row| row.count).sum::<u64>(), trials);
        for distribution in &odds.distributions {
            prop_assert_eq!(distribution.rows.iter().filter_map(|row| row.count).sum::<u64>(), trials);
        }
    }
}
