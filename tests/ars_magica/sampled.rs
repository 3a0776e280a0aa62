//! Exact laws against sampled ones, where states merge and dice wait.

use std::collections::BTreeMap;

use fizzle::analysis::{MAX_OUTCOMES, Progress, Sampling, exact, sample};
use fizzle::stats::chi_square;

use crate::common;
use crate::scene::{DUEL, TWO_FOES, melee};

const TRIALS: u64 = 100_000;

/// All metrics together, and the indicators of the table of rounds.
#[track_caller]
fn check_fit(text: &str, set: &[&str]) {
    let scenario = common::parse(text, set);
    let law = exact(&scenario, None, MAX_OUTCOMES).unwrap();
    let sampling = Sampling { trials: TRIALS, ..Sampling::default() };
    let seen = sample(&scenario, None, &sampling, &Progress::default()).unwrap();
    let mut cells: BTreeMap<&[i64], (u64, f64)> = BTreeMap::new();
    for row in &law.joint.rows {
        cells.entry(&row.values).or_default().1 = row.probability;
    }
    for row in &seen.joint.rows {
        // What only a die beyond its cut brings about has no exact probability.
        if let Some(cell) = cells.get_mut(&row.values[..]) {
            cell.0 = row.count.expect("it is sampled");
        }
    }
    let fit = chi_square(cells.into_values(), TRIALS);
    assert!(fit.p_value > 1e-4, "{set:?}: p-value {:e}", fit.p_value);
    for (indicator, (p, frequency)) in law.indicators.iter().zip(&seen.indicators).enumerate() {
        let error = (p * (1.0 - p).max(0.0) / TRIALS as f64).sqrt();
        assert!(
            (p - frequency).abs() <= 5.0 * error + 1e-6,
            "{set:?}, indicator {indicator}: {p} and {frequency}"
        );
    }
}

#[track_caller]
fn check_duel(set: &[&str]) {
    check_fit(DUEL, &melee(&[&["choice.max_rounds=4", "foe.0.damage=12"], set].concat()));
}

#[test]
fn duels_of_each_die_and_order_of_wounds() {
    for die in ["text", "shared"] {
        for order in ["unless-both-out", "unless-both-sides-out", "always"] {
            let keys = [format!("rules.combat_die={die}"), format!("rules.simultaneous={order}")];
            check_duel(&[&keys[0], &keys[1], "hero.damage=25", "foe.0.damage=25"]);
        }
    }
}

#[test]
fn duels_with_initiative_rolled_once() {
    check_duel(&["rules.initiative=once", "hero.damage=25", "foe.0.damage=25"]);
    check_duel(&["rules.initiative=once", "foe.0.closes=1", "hero.damage=25"]);
}

#[test]
fn duels_with_a_foe_who_closes_in() {
    check_duel(&["foe.0.closes=1"]);
    check_duel(&["foe.0.closes=1", "choice.advantage=attack"]);
    check_duel(&["foe.0.closes=1", "choice.advantage=defense", "hero.damage=25", "foe.0.damage=25"]);
    check_duel(&["foe.0.closes=1", "choice.advantage=defense", "rules.initiative=once"]);
}

#[test]
fn duels_with_saved_advantages() {
    for advantage in ["choice.advantage=attack", "choice.advantage=defense"] {
        for save in ["choice.save=always", "choice.save=no-wound"] {
            check_duel(&[advantage, save]);
        }
    }
}

/// The foe strikes back with the dice of the hit that is saved.
#[test]
fn duels_with_saved_advantages_and_one_die_for_all() {
    for advantage in ["choice.advantage=attack", "choice.advantage=defense"] {
        check_duel(&["rules.combat_die=shared", "choice.save=always", "foe.0.attack=12", advantage]);
    }
}

#[test]
fn exchanges_with_two_foes_of_each_die() {
    for die in ["text", "shared", "separate"] {
        let die = format!("rules.combat_die={die}");
        let deadly = ["hero.damage=20", "foe.0.damage=25", "foe.1.closes=1", die.as_str()];
        check_fit(TWO_FOES, &deadly);
        check_fit(TWO_FOES, &[&deadly[..3], &[&die, "hero.brawl_defense=5", "rules.botch_dice=3"]].concat());
    }
}

#[test]
fn exchanges_with_three_foes_alike() {
    for order in ["unless-both-out", "unless-both-sides-out"] {
        let order = format!("rules.simultaneous={order}");
        check_fit(DUEL, &["foe.0.count=3", "hero.damage=20", "foe.0.damage=12", &order]);
        check_fit(DUEL, &["foe.0.count=3", "hero.damage=30", "foe.0.damage=30", &order]);
    }
}

#[test]
fn melees_against_two() {
    let short = ["choice.max_rounds=2", "rules.penalties=[0, -1]"];
    check_fit(TWO_FOES, &melee(&short));
    check_fit(TWO_FOES, &melee(&[&short[..], &["foe.1.closes=1", "rules.combat_die=separate"]].concat()));
}
