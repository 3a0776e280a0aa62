//! Damage against Soak, penalties, and Fatigue.

use crate::scene::{DUEL, TWO_FOES, check};

#[test]
fn each_5_full_points_over_soak_take_a_level() {
    // 10 + 9 against 8 + 7, 8 + 6, ...
    for (die, levels) in [("7", 0), ("6", 1), ("2", 1)] {
        check(DUEL, &[], &format!("22 9{die} 22 22"), &format!("landed 1, foe_body_lost {levels}"));
    }
    check(DUEL, &["hero.damage=6"], "22 92 22 22", "foe_body_lost 2");
    check(DUEL, &["foe.0.soak=4"], "22 92 22 22", "foe_body_lost 2");
    check(DUEL, &["rules.step=3"], "22 92 22 22", "foe_body_lost 3");
    check(DUEL, &["foe.0.damage=11"], "22 22 92 22", "taken 1, hero_body_lost 2");
}

#[test]
fn damage_below_soak_takes_nothing() {
    check(DUEL, &["hero.damage=-30"], "22 92 22 22", "landed 1, foe_body_lost 0");
}

#[test]
fn nobody_loses_more_levels_than_he_has_left() {
    check(DUEL, &["hero.damage=90"], "22 92 22 2", "foe_body_lost 5, foes_out 1");
    check(DUEL, &["hero.damage=90", "foe.0.body_lost=3"], "22 92 22 2", "foe_body_lost 2, foes_out 1");
    check(TWO_FOES, &["foe.0.damage=90", "foe.1.damage=90"], "222 2 99 99 22", "taken 2, hero_body_lost 5");
}

#[test]
fn body_and_fatigue_penalties_add_on_attack_and_defense() {
    // −1 for two Body levels, −3 for three of Fatigue: 6 + 5 and 6 + 5.
    let lost = ["hero.body_lost=2", "hero.fatigue_lost=3"];
    check(DUEL, &lost, "22 52 35 22", "landed 1, taken 0");
    check(DUEL, &lost, "22 53 45 22", "landed 0, taken 1");
    let foe = ["foe.0.body_lost=2", "foe.0.fatigue_lost=3"];
    check(DUEL, &foe, "22 26 85 22", "landed 1, taken 0");
    check(DUEL, &foe, "22 28 94 22", "landed 0, taken 0");
}

#[test]
fn one_more_level_than_there_are_penalties_is_out() {
    check(DUEL, &["rules.penalties=[0]"], "22 92 22 2", "foe_body_lost 1, foes_out 1");
    check(DUEL, &["rules.penalties=[0, 0]"], "22 92 22 22", "foe_body_lost 1, foes_out 0");
}

#[test]
fn a_fatigue_roll_has_to_beat_6() {
    check(DUEL, &["hero.combat_fatigue=2"], "22 22 22 42", "hero_fatigue_lost 1, foe_fatigue_lost 0");
    check(DUEL, &["hero.combat_fatigue=2"], "22 22 22 52", "hero_fatigue_lost 0");
    let meets = ["hero.combat_fatigue=2", "rules.fatigue_success=meets"];
    check(DUEL, &meets, "22 22 22 42", "hero_fatigue_lost 0");
    check(DUEL, &meets, "22 22 22 32", "hero_fatigue_lost 1");
    check(DUEL, &["rules.fatigue_target=7"], "22 22 22 23", "hero_fatigue_lost 1, foe_fatigue_lost 0");
}

#[test]
fn a_botched_fatigue_roll_is_0() {
    check(DUEL, &["hero.combat_fatigue=9"], "22 22 22 00 2", "hero_fatigue_lost 1");
    check(DUEL, &["hero.combat_fatigue=9"], "22 22 22 05 2", "hero_fatigue_lost 0");
    let easy = ["hero.combat_fatigue=9", "rules.fatigue_target=-1"];
    check(DUEL, &easy, "22 22 22 00 2", "hero_fatigue_lost 0");
}

#[test]
fn only_body_penalties_count_on_the_fatigue_roll_those_of_this_round_too() {
    check(DUEL, &["hero.fatigue_lost=4"], "22 22 22 22", "hero_fatigue_lost 0");
    check(DUEL, &["hero.body_lost=2"], "22 22 22 22", "hero_fatigue_lost 1");
    check(DUEL, &["hero.body_lost=2"], "22 22 22 32", "hero_fatigue_lost 0");
    check(DUEL, &["hero.body_lost=1"], "22 22 92 22", "hero_body_lost 1, hero_fatigue_lost 1");
}

#[test]
fn whoever_is_out_by_wounds_does_not_roll_fatigue() {
    check(DUEL, &["hero.damage=90", "foe.0.combat_fatigue=-9"], "22 92 22 2", "foe_fatigue_lost 0");
    check(DUEL, &["foe.0.damage=90", "hero.combat_fatigue=-9"], "22 22 92 2", "hero_fatigue_lost 0");
}

#[test]
fn fainting_is_not_out_by_wounds() {
    check(
        DUEL,
        &["hero.fatigue_lost=4", "hero.combat_fatigue=0"],
        "22 22 22 22",
        "hero_fatigue_lost 1, hero_out 0",
    );
    check(
        TWO_FOES,
        &["foe.1.fatigue_lost=4", "foe.1.combat_fatigue=0"],
        "222 2 99 22 222",
        "foe_fatigue_lost 1, foes_out 0",
    );
}
