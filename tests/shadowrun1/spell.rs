//! Spells: success, effect, and whose track is marked.

use crate::scene::{SPELL, check};

/// Against four dice that do not resist, and drain that one die of Magic leaves.
#[track_caller]
fn check_combat(set: &[&str], success: &str, wounds: bool, expected: &str) {
    let location = if wounds { "66" } else { "" };
    check(SPELL, set, &format!("{success} 1111 {location} 1 66"), expected);
}

#[test]
fn force_is_the_skill_of_the_success_test_against_the_attribute() {
    check_combat(&[], "31", false, "successes 0, hit 0, wound none, boxes 0, state ok");
    check_combat(&[], "41", true, "successes 1, hit 1, wound M, boxes 3");
    check_combat(&["caster.wound_penalty=1"], "41", false, "successes 0");
    check(SPELL, &["caster.wound_penalty=-4"], "1111 1111 11 66", "successes 0");
    check_combat(&["caster.wound_penalty=7"], "64", true, "successes 1");
}

#[test]
fn pool_fetish_and_elemental_dice_and_automatic_sixes_are_added() {
    let set = ["caster.pool_dice=1", "caster.fetish_dice=2"];
    check_combat(&set, "11 4 44", true, "successes 3");
    check_combat(&["caster.automatic_sixes=1"], "11 4", true, "successes 2");
    // An elemental helps against drain as well.
    check(SPELL, &["caster.elemental_force=3"], "11 444 1111 66 1 155 66", "successes 3, drain_wound L");
}

#[test]
fn a_combat_spell_fails_without_a_success_or_with_more_against_it() {
    check(SPELL, &[], "44 2221 1 66", "successes 2, resisted 3, hit 0, wound none");
    check(SPELL, &[], "44 2211 66 1 66", "resisted 2, hit 1, wound M");
    check(SPELL, &[], "11 1111 1 66", "resisted 0, hit 0");
}

#[test]
fn a_combat_spell_is_staged_up_by_its_staging() {
    let pool = "caster.pool_dice=4";
    for (dice, wound) in
        [("41 1111", "M"), ("44 1111", "M"), ("44 4111", "S"), ("44 4441", "D"), ("44 4444", "D")]
    {
        check_combat(&[pool], dice, true, &format!("wound {wound}"));
    }
    check_combat(&[pool, "spell.staging=5"], "44 4411", true, "wound M");
    check_combat(&[pool, "spell.staging=5"], "44 4444", true, "wound S");
    check_combat(&[pool, "spell.staging=1", "spell.level=L"], "44 4111", true, "wound S");
}

#[test]
fn switches_of_weapons_do_not_touch_spells() {
    let rules = ["rules.staging_up=book", "rules.extra=all", "rules.cap_before_resist=false"];
    check_combat(&[&rules[..], &["caster.pool_dice=4"]].concat(), "44 1111", true, "wound M");
    let all = [&rules[..], &["caster.pool_dice=4", "spell.level=D"]].concat();
    check_combat(&all, "44 4444", true, "wound D, boxes 10");
    check_combat(&["rules.successes_per_level=1", "caster.pool_dice=4"], "44 1111", true, "wound M");
}

#[test]
fn the_wound_is_marked_on_the_targets_track() {
    let dead = ["spell.level=D", "target.marks=...........X."];
    check(SPELL, &dead, "41 1111 11 1 66", "state dead, caster_state ok");
    let stun = [&dead[..], &["spell.damage=stun"]].concat();
    check(SPELL, &stun, "41 1111 11 1 66", "state unconscious, caster_state ok");
    check(SPELL, &["rules.damage_track=book", "spell.level=D"], "41 1111 1", "state dead, caster_state ok");
}

/// A control spell against Willpower 2, which has two dice.
const CONTROL: [&str; 4] =
    ["spell.category=control", "target.attribute=2", "caster.pool_dice=1", "rules.control_drain_up=false"];

#[test]
fn a_control_spell_needs_the_attribute_in_net_successes() {
    check(SPELL, &CONTROL, "211 11 1 66", "successes 1, hit 0, wound none, boxes 0, state ok");
    check(SPELL, &CONTROL, "221 11 1 66", "successes 2, hit 1, wound none, boxes 0, state ok");
    check(SPELL, &CONTROL, "221 21 1 66", "resisted 1, hit 0");
    check(SPELL, &CONTROL, "222 21 1 66", "resisted 1, hit 1");
    let strong = ["spell.category=control", "rules.control_drain_up=false", "caster.pool_dice=2"];
    check(SPELL, &strong, "4441 1111 1 66", "hit 0");
    check(SPELL, &strong, "4444 1111 1 66", "hit 1");
}

#[test]
fn in_the_book_a_control_spell_needs_one_net_success() {
    let book = [&CONTROL[..], &["rules.control_threshold=false"]].concat();
    check(SPELL, &book, "211 11 1 66", "hit 1");
    check(SPELL, &book, "211 21 1 66", "hit 0");
    check(SPELL, &book, "221 21 1 66", "hit 1");
}

#[test]
fn a_control_spell_needs_a_success_even_against_an_attribute_of_0() {
    let none = ["spell.category=control", "target.attribute=0", "rules.control_drain_up=false"];
    check(SPELL, &none, "1111 1 66", "successes 0, hit 0");
    check(SPELL, &none, "2111 1 66", "successes 1, hit 1");
}

#[test]
fn an_unaware_target_of_a_control_spell_has_only_its_spell_defense() {
    let unaware = [&CONTROL[..], &["target.aware=false"]].concat();
    // Its Magic of 6 leaves it none.
    check(SPELL, &unaware, "221 1 66", "resisted 0, hit 1");
    let defended = [&unaware[..], &["target.magic=0"]].concat();
    check(SPELL, &defended, "221 111 1 66", "resisted 0, hit 1");
    check(SPELL, &defended, "221 211 1 66", "resisted 1, hit 0");
    let wounded = [&defended[..], &["target.wound_penalty=1"]].concat();
    check(SPELL, &wounded, "221 221 1 66", "resisted 0, hit 1");
    // Against a combat spell it makes no difference.
    check(SPELL, &["target.aware=false"], "41 2111 66 1 66", "resisted 1");
}

#[test]
fn the_spell_defense_of_the_unaware_is_never_traded() {
    let unaware = [&CONTROL[..], &["target.aware=false", "target.magic=0"]].concat();
    let high = [&unaware[..], &["target.wound_penalty=30"]].concat();
    check(SPELL, &high, "221 63 63 666661 1 66", "resisted 0, hit 1");
    check(SPELL, &high, "221 63 63 666662 1 66", "resisted 1, hit 0");
    let low = [&unaware[..], &["target.wound_penalty=-9"]].concat();
    check(SPELL, &low, "221 112 1 66", "resisted 1, hit 0");
    let uncapped = [&low[..], &["rules.target_number_cap=false"]].concat();
    check(SPELL, &uncapped, "221 112 1 66", "resisted 1, hit 0");
}

#[test]
fn an_unaware_target_may_have_nothing_at_all() {
    let unaware = [&CONTROL[..], &["target.aware=false", "target.magic=0"]].concat();
    for nothing in ["rules.unaware_defense=false", "rules.spell_defense=false"] {
        check(SPELL, &[&unaware[..], &[nothing]].concat(), "221 1 66", "resisted 0, hit 1");
    }
}

#[test]
fn level_staging_and_damage_of_a_control_spell_are_ignored() {
    let written = ["spell.level=D", "spell.staging=1", "spell.damage=stun"];
    check(SPELL, &[&CONTROL[..], &written].concat(), "222 11 1 66", "hit 1, wound none, state ok");
    let unset = ["spell.level=unset", "spell.staging=unset"];
    check(SPELL, &[&CONTROL[..], &unset].concat(), "222 11 1 66", "hit 1, wound none, state ok");
}
