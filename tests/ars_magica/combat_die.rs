//! Who rolls how many dice, and in which order.

use crate::scene::{DUEL, TWO_FOES, check};

#[test]
fn in_a_duel_everyone_rolls_for_attack_and_for_defense() {
    for switch in ["rules.combat_die=text", "rules.combat_die=separate"] {
        // Initiative, the hero's blow, the foe's blow, fatigue: hero first, but the foe attacks.
        check(DUEL, &[switch], "22 53 55 22", "landed 1, taken 0");
        check(DUEL, &[switch], "22 35 22 22", "landed 0, taken 0");
        check(DUEL, &[switch], "22 22 84 22", "landed 1, taken 1");
        check(DUEL, &[switch], "22 22 48 22", "landed 1, taken 0");
    }
}

#[test]
fn one_die_for_all_is_one_for_each_in_a_duel() {
    let shared = ["rules.combat_die=shared"];
    check(DUEL, &shared, "22 22 22", "landed 1, taken 0");
    check(DUEL, &shared, "22 25 22", "landed 0, taken 1");
    check(DUEL, &shared, "22 24 22", "landed 0, taken 0");
    check(DUEL, &[&shared[..], &["foe.0.attack=11"]].concat(), "22 22 22", "landed 1, taken 1");
}

#[test]
fn the_text_gives_the_hero_against_several_one_die_for_all() {
    // His totals are 7 + 5 = 12; the foes have a die for each of theirs.
    check(TWO_FOES, &[], "222 5 34 55 222", "landed 1, taken 2");
    check(TWO_FOES, &[], "222 5 43 45 222", "landed 1, taken 1");
    check(TWO_FOES, &[], "222 9 77 88 222", "landed 2, taken 0");
}

#[test]
fn one_die_for_all_is_one_for_each_of_several() {
    let shared = ["rules.combat_die=shared"];
    check(TWO_FOES, &shared, "222 5 35 222", "landed 1, taken 1");
    check(TWO_FOES, &shared, "222 5 44 222", "landed 0, taken 0");
}

#[test]
fn separate_dice_are_one_for_all_attacks_and_one_for_all_defences() {
    let separate = ["rules.combat_die=separate"];
    check(TWO_FOES, &separate, "222 5 34 9 89 222", "landed 1, taken 1");
    check(TWO_FOES, &separate, "222 9 77 2 23 222", "landed 2, taken 2");
}

#[test]
fn the_last_foe_standing_is_fought_as_in_a_duel() {
    let set = ["procedure=melee", "hero.damage=40", "choice.max_rounds=2", "foe.1.soak=100"];
    // The first foe falls; then the hero has two dice, and no penalty.
    check(TWO_FOES, &set, "222 5 29 22 99 22 53 44 99", "winner undecided, rounds 2, foes_out 1");
    let text = ["rules.combat_die=shared"];
    check(
        TWO_FOES,
        &[&set[..], &text].concat(),
        "222 5 29 99 22 53 99",
        "winner undecided, rounds 2, foes_out 1, hero_body_lost 1",
    );
}

#[test]
fn each_foe_beyond_the_first_costs_3_on_both_totals() {
    let three = ["foe.1.count=2"];
    check(TWO_FOES, &three, "2222 5 333 666 2222", "landed 0, taken 3");
    check(TWO_FOES, &three, "2222 6 222 222 2222", "landed 0, taken 0");
    check(TWO_FOES, &three, "2222 7 222 333 2222", "landed 3, taken 0");
    let free = ["foe.1.count=2", "rules.extra_foe_penalty=0"];
    check(TWO_FOES, &free, "2222 5 666 777 2222", "landed 3, taken 0");
    check(TWO_FOES, &free, "2222 5 777 888 2222", "landed 0, taken 3");
}
