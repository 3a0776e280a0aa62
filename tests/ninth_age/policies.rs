//! What the best policies of a phase must be, whatever the phase is.

use fizzle::analysis::{Progress, Sampling, sample};
use proptest::prelude::*;

use crate::common;
use crate::game::value;

/// How far two values that are the same may be apart.
const ROUNDING: f64 = 1e-9;

/// A phase of two rolled spells, one of them boosted, and a bound one.
const THREE: &str = r#"
system = "ninth-age"
procedure = "phase"

[[spell]]
name = "bolt"
casting_value = 7
boosted_value = 10
worth = 10
boosted_worth = 17
attempts = 2

[[spell]]
name = "ward"
casting_value = 5
worth = 8
attribute_worth = 2

[[spell]]
name = "ring"
bound = [4, 8]
worth = 5
"#;

fn pools(magic_dice: u32, dispel_dice: u32) -> [String; 2] {
    [format!("pool.magic_dice={magic_dice}"), format!("pool.dispel_dice={dispel_dice}")]
}

fn value_with(pools: &[String; 2], set: &[String]) -> f64 {
    let set: Vec<&str> = pools.iter().chain(set).map(String::as_str).collect();
    value(THREE, &set)
}

/// Changes to the phase that keep its spells.
fn changes() -> impl Strategy<Value = Vec<String>> {
    let keys = (0..3, -1..2, 0..15, any::<bool>(), 4..10);
    keys.prop_map(|(casting, dispelling, cost, breaks, value)| {
        vec![
            format!("caster.casting_modifier={casting}"),
            format!("dispeller.dispelling_modifier={dispelling}"),
            format!("policy.miscast_cost={cost}"),
            format!("rules.broken_concentration={breaks}"),
            format!("spell.1.casting_value={value}"),
        ]
    })
}

/// A plan: attempts in any order, each with any dice.
fn plans() -> impl Strategy<Value = Vec<String>> {
    let attempts = vec![("bolt", false), ("bolt", true), ("ward", false), ("ring", false)];
    let dice = prop::collection::vec((1..=5, 0..=5), attempts.len());
    (Just(attempts).prop_shuffle(), dice, 1..=4usize).prop_map(|(attempts, dice, length)| {
        let attempt = |(place, ((spell, boosted), (magic, dispel)))| {
            let magic = if spell == "ring" { 2 + magic % 2 } else { magic };
            let keys = [
                format!("spell={spell}"),
                format!("boosted={boosted}"),
                format!("magic_dice={magic}"),
                format!("dispel_dice={dispel}"),
            ];
            keys.map(|key| format!("plan.{place}.{key}"))
        };
        attempts.into_iter().zip(dice).take(length).enumerate().flat_map(attempt).collect()
    })
}

fn with(set: &[String], more: &[&str]) -> Vec<String> {
    set.iter().cloned().chain(more.iter().map(|&key| key.to_owned())).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn more_magic_dice_are_never_worth_less(set in changes(), magic in 0..8u32, dispel in 0..6u32) {
        prop_assert!(value_with(&pools(magic + 1, dispel), &set) >= value_with(&pools(magic, dispel), &set) - ROUNDING);
    }

    #[test]
    fn more_dispel_dice_are_never_worth_more(set in changes(), magic in 0..8u32, dispel in 0..6u32) {
        prop_assert!(value_with(&pools(magic, dispel + 1), &set) <= value_with(&pools(magic, dispel), &set) + ROUNDING);
    }

    #[test]
    fn no_plan_is_worth_more_than_the_best_policy(
        set in changes(), plan in plans(), magic in 0..8u32, dispel in 0..6u32,
    ) {
        let pools = pools(magic, dispel);
        for dispeller in ["optimal", "never", "all-in"] {
            let dispeller = format!("policy.dispeller={dispeller}");
            let best = value_with(&pools, &with(&set, &[&dispeller]));
            let planned = with(&[&set[..], &plan].concat(), &["policy.caster=plan", &dispeller]);
            prop_assert!(value_with(&pools, &planned) <= best + ROUNDING, "{:?}", planned);
        }
    }

    #[test]
    fn no_dispeller_leaves_the_caster_less_than_the_best(
        set in changes(), plan in plans(), magic in 0..8u32, dispel in 0..6u32,
    ) {
        let pools = pools(magic, dispel);
        let planned = with(&[&set[..], &plan].concat(), &["policy.caster=plan"]);
        let best = value_with(&pools, &planned);
        for dispeller in ["never", "all-in", "plan"] {
            let other = with(&planned, &[&format!("policy.dispeller={dispeller}")]);
            prop_assert!(value_with(&pools, &other) >= best - ROUNDING, "{:?}", other);
        }
    }

    #[test]
    fn the_best_policy_is_never_worth_less_than_to_stop(set in changes(), magic in 0..8u32, dispel in 0..6u32) {
        prop_assert!(value_with(&pools(magic, dispel), &set) >= 0.0);
    }
}

#[test]
fn sampled_phases_come_to_the_value_of_the_game() {
    let pools = pools(7, 4);
    for policy in ["policy.caster=optimal", "policy.dispeller=never", "policy.dispeller=all-in"] {
        let set = [pools[0].as_str(), &pools[1], policy, "policy.miscast_cost=6"];
        let scenario = common::parse(THREE, &set);
        let sampling = Sampling { trials: 200_000, seed: 3, ..Sampling::default() };
        let odds = sample(&scenario, None, &sampling, &Progress::default()).unwrap();
        let worth = odds.distributions.iter().find(|law| law.metric.name == "worth").unwrap();
        let summary = worth.summary.expect("worth is an integer");
        let error = summary.sd / (sampling.trials as f64).sqrt();
        let exact = value(THREE, &set);
        assert!((summary.mean - exact).abs() <= 4.0 * error, "{policy}: {} and {exact}", summary.mean);
    }
}

#[test]
fn eight_boosted_spells_with_12_dice_against_12_are_solved() {
    let mut text = String::from(
        "system = \"ninth-age\"\nprocedure = \"phase\"\npool = { magic_dice = 12, dispel_dice = 12 }\n",
    );
    for spell in 0..8 {
        let (value, worth) = (5 + spell % 5, 10 + 3 * spell);
        text += &format!(
            "[[spell]]\nname = \"s{spell}\"\ncasting_value = {value}\nboosted_value = {}\n\
             worth = {worth}\nboosted_worth = {}\n",
            value + 3,
            worth + 8
        );
    }
    assert!(value_of(&text) > 0.0);
}

/// The value that a phase says it has.
fn value_of(text: &str) -> f64 {
    match crate::game::fact(&common::parse(text, &[]), "value") {
        Some(fizzle::description::Datum::Number(value)) => value,
        other => panic!("the value is {other:?}"),
    }
}
