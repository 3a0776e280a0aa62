//! Rounds until a fight is decided.

use std::collections::BTreeMap;

use fizzle::analysis::Odds;

use crate::scene::{DEADLY, DUEL, TWO_FOES, check_melee, law, melee};

/// A round in which nothing happens.
const QUIET: &str = "22 25 25 22";

#[test]
fn a_fight_ends_when_the_foe_or_the_hero_is_out() {
    let deadly = &DEADLY[..];
    check_melee(DUEL, deadly, &format!("{QUIET} 22 92 22 2"), "winner hero, rounds 2, foes_out 1");
    check_melee(DUEL, deadly, &format!("{QUIET} {QUIET} 22 25 92 2"), "winner foes, rounds 3, foes_out 0");
    let equal = [deadly, &["foe.0.initiative=6"]].concat();
    check_melee(DUEL, &equal, "24 92 92", "winner both-out, rounds 1, hero_body_lost 5, foes_out 1");
}

#[test]
fn a_fight_is_undecided_after_the_last_round() {
    let one = ["choice.max_rounds=1"];
    check_melee(DUEL, &one, QUIET, "winner undecided, rounds 1, foes_out 0");
    check_melee(DUEL, &[], &QUIET.repeat(20), "winner undecided, rounds 20");
}

#[test]
fn the_last_fatigue_level_is_lost_like_the_last_body_level() {
    let hero = ["hero.fatigue_lost=4", "hero.combat_fatigue=0"];
    check_melee(DUEL, &hero, QUIET, "winner foes, rounds 1, hero_fatigue_lost 1, hero_body_lost 0");
    let foe = ["foe.0.fatigue_lost=4", "foe.0.combat_fatigue=0"];
    check_melee(DUEL, &foe, QUIET, "winner hero, rounds 1, foes_out 1");
    check_melee(DUEL, &[hero, foe].concat(), QUIET, "winner both-out, rounds 1");
}

#[test]
fn the_last_man_standing_may_still_faint() {
    let set = ["hero.fatigue_lost=4", "hero.combat_fatigue=0", "hero.damage=90"];
    check_melee(DUEL, &set, "22 92 22 2", "winner both-out, rounds 1, hero_fatigue_lost 1, foes_out 1");
    check_melee(DUEL, &set, "22 92 22 7", "winner hero, rounds 1, hero_fatigue_lost 0");
}

#[test]
fn levels_lost_before_are_not_lost_in_the_fight() {
    let set = ["hero.body_lost=3", "foe.0.damage=90"];
    check_melee(DUEL, &set, "22 22 92 2", "winner foes, hero_body_lost 2, hero_fatigue_lost 0");
}

#[test]
fn wounds_and_fatigue_go_on_into_the_next_round() {
    // Two levels lost are −1: an Attack total of 11 is not more than 8 + 3.
    let set = ["choice.max_rounds=2", "foe.0.damage=10", "hero.combat_fatigue=9", "hero.damage=90"];
    check_melee(DUEL, &set, "22 25 92 22 22 23 25 22", "winner undecided, hero_body_lost 2");
    check_melee(DUEL, &set, "22 25 92 22 22 22 25 2", "winner hero, hero_body_lost 2");
    let tired = ["choice.max_rounds=2", "hero.fatigue_lost=1", "hero.combat_fatigue=0", "hero.damage=90"];
    check_melee(DUEL, &tired, &format!("{QUIET} 22 23 25 22"), "winner undecided, hero_fatigue_lost 2");
    check_melee(DUEL, &tired, &format!("{QUIET} 22 22 25 2"), "winner hero, hero_fatigue_lost 2");
}

#[test]
fn initiative_dice_of_the_first_round_are_kept_if_initiative_is_rolled_once() {
    let once = ["rules.initiative=once", "rules.double_kill=total"];
    check_melee(DUEL, &[&once[..], &["choice.max_rounds=3"]].concat(), "22 252522 252522 252522", "rounds 3");
    let deadly = [&once[..], &DEADLY].concat();
    check_melee(DUEL, &deadly, "22 252522 9292 2", "winner hero, rounds 2");
    check_melee(DUEL, &deadly, "25 252522 9292 2", "winner foes, rounds 2");
}

#[test]
fn penalties_change_the_totals_of_kept_initiative_dice() {
    // 7 against 6, until the hero tires to −3 in the first round: 5.
    let set = [
        &["rules.initiative=once", "rules.double_kill=total", "hero.fatigue_lost=2", "hero.combat_fatigue=0"],
        &DEADLY[..],
    ]
    .concat();
    check_melee(DUEL, &set, "22 252522 9292 2", "winner foes, rounds 2");
    let rested = [&set[..], &["hero.combat_fatigue=9"]].concat();
    check_melee(DUEL, &rested, "22 252522 9292 2", "winner hero, rounds 2");
}

#[test]
fn kept_initiative_dice_say_who_closes_in_in_every_round() {
    let set = ["rules.initiative=once", "foe.0.closes=1", "choice.max_rounds=2", "hero.damage=90"];
    check_melee(DUEL, &set, "25 852522 852522", "winner undecided, rounds 2");
    check_melee(DUEL, &set, "24 8525 2", "winner hero, rounds 1");
}

#[test]
fn a_foe_who_is_out_rolls_no_more() {
    let set = ["hero.damage=40", "choice.max_rounds=2", "foe.0.soak=100"];
    // The second foe falls in the first round.
    check_melee(TWO_FOES, &set, "222 5 92 22 22 22 22 22 22", "winner undecided, rounds 2, foes_out 1");
    // He faints in it.
    let tired = ["choice.max_rounds=2", "foe.1.fatigue_lost=4", "foe.1.combat_fatigue=0"];
    check_melee(TWO_FOES, &tired, &format!("222 2 99 22 222 {QUIET}"), "winner undecided, foes_out 1");
}

/// A round of a melee is an exchange, although the two are computed in different ways. From one state
/// as from any other.
#[test]
fn a_round_against_two_is_an_exchange() {
    let same: [&[&str]; 9] = [
        &[],
        &["rules.combat_die=shared", "foe.1.body_lost=1"],
        &["rules.combat_die=separate", "hero.body_lost=2", "hero.fatigue_lost=1"],
        &["foe.1.closes=1", "hero.brawl_defense=9", "hero.body_lost=1"],
        &["rules.simultaneous=always", "foe.0.attack=14", "foe.0.body_lost=3"],
        &["rules.simultaneous=unless-both-sides-out", "foe.0.damage=18", "hero.damage=20"],
        &["foe.0.damage=20", "hero.damage=22", "hero.body_lost=3", "foe.0.fatigue_lost=2"],
        &["rules.double_kill=total", "foe.0.damage=20", "hero.damage=22", "hero.body_lost=3"],
        &[
            "rules.double_kill=total",
            "rules.simultaneous=unless-both-sides-out",
            "foe.0.damage=18",
            "hero.damage=20",
        ],
    ];
    for set in same {
        // The levels that the hero loses, and the foes who are out by wounds.
        let rows = |odds: &Odds, metrics: [usize; 3]| {
            let mut rows: BTreeMap<[i64; 3], f64> = BTreeMap::new();
            for row in &odds.joint.rows {
                *rows.entry(metrics.map(|metric| row.values[metric])).or_default() += row.probability;
            }
            rows
        };
        let melee = rows(&law(TWO_FOES, &melee(&[set, &["choice.max_rounds=1"]].concat())), [2, 3, 4]);
        let exchange = rows(&law(TWO_FOES, set), [3, 6, 4]);
        assert_eq!(melee.keys().collect::<Vec<_>>(), exchange.keys().collect::<Vec<_>>(), "{set:?}");
        for (values, p) in melee {
            assert!((p - exchange[&values]).abs() < 1e-12, "{set:?}: {values:?} {p} {}", exchange[&values]);
        }
    }
}
