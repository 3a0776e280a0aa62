//! Anchor figures: the exact laws to the digits that the page prints.

use fizzle::systems::ars_magica::stress;

use crate::scene::{DUEL, SHOT, law, probability};

/// A number as the page prints it: as many digits as it has.
#[track_caller]
fn check_figure(actual: f64, printed: &str) {
    let digits = printed.split_once('.').map_or(0, |(_, digits)| digits.len());
    assert_eq!(format!("{actual:.digits$}").trim_start_matches('0'), printed);
}

/// The values of a stress die with their probabilities.
fn values() -> Vec<(f64, f64)> {
    stress(1).iter().map(|(die, p)| (f64::from(die.value()), p)).collect()
}

fn at_least(least: f64) -> f64 {
    values().iter().filter(|(value, _)| *value >= least).map(|(_, p)| p).sum()
}

#[test]
fn mean_and_variance_of_a_stress_die() {
    let mean: f64 = values().iter().map(|(value, p)| value * p).sum();
    let variance: f64 = values().iter().map(|(value, p)| (value - 5.75).powi(2) * p).sum();
    assert!((mean - 5.75).abs() < 1e-6, "{mean}");
    // The squares beyond the cut are worth about a thousandth.
    assert!((variance - 20.9375).abs() < 2e-3, "{variance}");
}

#[test]
fn tails_of_a_stress_die() {
    for (least, printed) in [(6.0, ".49"), (9.0, ".169"), (12.0, ".059"), (15.0, ".038"), (21.0, ".0059")] {
        check_figure(at_least(least), printed);
    }
}

#[test]
fn quantiles_of_a_stress_die() {
    let mut values = values();
    values.sort_by(|one, other| one.0.total_cmp(&other.0));
    let quantile = |q: f64| {
        let mut sum = 0.0;
        values.iter().find(|(_, p)| {
            sum += p;
            sum >= q - 1e-12
        })
    };
    for (q, expected) in [(0.05, 0.0), (0.25, 3.0), (0.5, 5.0), (0.75, 8.0), (0.95, 12.0), (0.99, 20.0)] {
        assert_eq!(quantile(q).map(|cell| cell.0), Some(expected), "{q}");
    }
}

const GAPS: [i32; 5] = [-6, -3, 0, 3, 6];

/// P(attack > defence) by the gap of scores of 6 and more.
#[track_caller]
fn check_gaps(rule: &str, printed: [&str; 5]) {
    for (gap, printed) in GAPS.into_iter().zip(printed) {
        let attack = format!("shooter.attack={}", 12 + gap);
        let odds = law(SHOT, &[&attack, "mark.defense=12", rule]);
        check_figure(probability(&odds, "hit", "1"), printed);
    }
}

#[test]
fn attacks_beat_defences_where_botches_zero_the_total() {
    check_gaps("rules.botch_dice=1", [".0991", ".2339", ".4523", ".7008", ".8661"]);
}

#[test]
fn attacks_beat_defences_where_nothing_botches() {
    check_gaps("rules.botch_dice=0", [".0930", ".2310", ".4514", ".7028", ".8712"]);
}

#[test]
fn an_exchange_hits_as_often_as_a_shot() {
    for (gap, printed) in GAPS.into_iter().zip([".0991", ".2339", ".4523", ".7008", ".8661"]) {
        let hero = format!("hero.attack={}", 12 + gap);
        let foe = format!("foe.0.attack={}", 12 + gap);
        let odds = law(DUEL, &[&hero, "foe.0.defense=12", &foe, "hero.defense=12"]);
        check_figure(probability(&odds, "landed", "1"), printed);
        check_figure(probability(&odds, "taken", "1"), printed);
    }
}

#[test]
fn chances_to_lose_a_fatigue_level() {
    let printed = [("meets", [".51", ".30", ".10", ".01"]), ("beats", [".62", ".41", ".20", ".10"])];
    for (success, printed) in printed {
        for (score, printed) in [0, 2, 4, 6].into_iter().zip(printed) {
            let success = format!("rules.fatigue_success={success}");
            let score = [format!("hero.combat_fatigue={score}"), format!("foe.0.combat_fatigue={score}")];
            let set = [success.as_str(), &score[0], &score[1], "hero.damage=-1000", "foe.0.damage=-1000"];
            let odds = law(DUEL, &set);
            check_figure(probability(&odds, "hero_fatigue_lost", "1"), printed);
            check_figure(probability(&odds, "foe_fatigue_lost", "1"), printed);
        }
    }
}
