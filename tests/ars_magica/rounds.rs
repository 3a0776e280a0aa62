//! The table of rounds, and melees of one round.

use fizzle::analysis::{MAX_OUTCOMES, Odds, exact};
use fizzle::description::Datum;

use crate::common;
use crate::scene::{DUEL, TWO_FOES, law, melee, probability};

/// P(winner in `winners`, decided by this round).
fn decided(odds: &Odds, winners: &[i64], by: i64) -> f64 {
    let rows = odds.joint.rows.iter();
    rows.filter(|row| winners.contains(&row.values[0]) && row.values[1] <= by)
        .map(|row| row.probability)
        .sum()
}

#[track_caller]
fn check_rounds(text: &str, set: &[&str]) {
    let scenario = common::parse(text, &melee(set));
    let odds = exact(&scenario, None, MAX_OUTCOMES).unwrap();
    let [table] = &scenario.ready.tables[..] else { panic!("one table") };
    assert_eq!(table.name, "rounds.csv");
    assert_eq!(table.columns, ["round", "hero_standing", "all_foes_out", "undecided"]);
    let rows = table.rows(&odds.indicators);
    assert!(rows.len() > 1);
    for (round, row) in (1..).zip(rows) {
        let [Datum::Integer(number), Datum::Number(hero), Datum::Number(foes), Datum::Number(undecided)] =
            row[..]
        else {
            panic!("{row:?}")
        };
        assert_eq!(number, round);
        let [won, lost, both] = [0, 1, 2].map(|winner| decided(&odds, &[winner], round));
        let all = odds.joint.rows.iter().map(|row| row.probability).sum::<f64>();
        assert!((foes - won - both).abs() < 1e-12, "round {round}: {foes}");
        assert!((hero - (all - lost - both)).abs() < 1e-12, "round {round}: {hero}");
        assert!((undecided - (all - won - lost - both)).abs() < 1e-12, "round {round}: {undecided}");
    }
}

#[test]
fn the_table_of_rounds_follows_from_the_joint_law_of_winner_and_rounds() {
    check_rounds(DUEL, &["choice.max_rounds=8"]);
    check_rounds(DUEL, &["choice.max_rounds=5", "rules.initiative=once", "foe.0.closes=1"]);
    check_rounds(DUEL, &["choice.max_rounds=5", "choice.advantage=defense"]);
    check_rounds(TWO_FOES, &["choice.max_rounds=3", "rules.penalties=[0, -1]"]);
}

/// The laws of what both tell of one round.
#[track_caller]
fn check_one_round(text: &str, set: &[&str]) {
    let round = law(text, set);
    let fight = law(text, &melee(&[&["choice.max_rounds=1"], set].concat()));
    for metric in ["hero_body_lost", "hero_fatigue_lost"] {
        for value in ["0", "1", "2", "3", "4", "5"] {
            let [one, other] = [&round, &fight].map(|odds| probability(odds, metric, value));
            assert!((one - other).abs() < 1e-12, "{metric} {value}: {one} and {other}");
        }
    }
    assert!(probability(&round, "hero_body_lost", "1") > 0.0);
}

#[test]
fn a_melee_of_one_round_costs_the_hero_what_an_exchange_does() {
    for set in [
        &["hero.body_lost=1", "foe.0.damage=12"][..],
        &["rules.combat_die=shared", "foe.0.damage=12", "hero.damage=20"],
        &["foe.0.closes=1", "hero.inside_range=[1]", "hero.brawl_defense=3"],
    ] {
        check_one_round(DUEL, set);
        check_one_round(TWO_FOES, set);
    }
}

#[test]
fn foes_out_of_an_exchange_are_those_of_a_round_in_which_nobody_can_faint() {
    let set = ["hero.damage=25", "foe.1.damage=25"];
    let [round, fight] =
        [law(TWO_FOES, &set), law(TWO_FOES, &melee(&[&["choice.max_rounds=1"], &set[..]].concat()))];
    for foes in ["0", "1", "2"] {
        let [one, other] = [&round, &fight].map(|odds| probability(odds, "foes_out", foes));
        assert!(one > 0.0 && (one - other).abs() < 1e-12, "{foes}: {one} and {other}");
    }
}
