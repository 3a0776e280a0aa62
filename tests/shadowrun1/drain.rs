//! Drain: its power, what resists it, and what it marks.

use crate::scene::{SPELL, check};

/// A spell that fails and is not resisted, and its drain.
#[track_caller]
fn check_magic(set: &[&str], dice: &str, expected: &str) {
    check(SPELL, set, &format!("11 1111 {dice}"), expected);
}

#[test]
fn magic_resists_drain_against_its_power() {
    let one = "spell.drain_staging=1";
    check_magic(&[one], "4 66", "drain_wound M, drain_boxes 3");
    check_magic(&[one], "5 66", "drain_wound L, drain_boxes 1");
    check_magic(&[one, "caster.magic=2"], "55", "drain_wound none, drain_boxes 0, drain_type none");
    check_magic(&["caster.magic=2"], "55 66", "drain_wound L");
}

#[test]
fn in_the_book_willpower_resists_drain() {
    check_magic(&["rules.drain_dice=willpower"], "55 66", "drain_wound L");
    check_magic(&["rules.drain_dice=willpower", "caster.willpower=0"], "66", "drain_wound M");
}

#[test]
fn the_power_is_written_or_half_the_force_and_a_modifier() {
    let modified = ["spell.drain_power=unset", "spell.drain_modifier=1", "spell.drain_staging=1"];
    let force = |force: &str, dice: &str, wound: &str| {
        let set = [&modified[..], &[force, "target.attribute=0"]].concat();
        check(SPELL, &set, dice, &format!("drain_wound {wound}"));
    };
    // Force 2: 2; 5: 3; 6 and 7: 4. Against an attribute of 0, two dice more.
    force("spell.force=2", "1111 2 66", "L");
    force("spell.force=5", "1111111 2 66", "M");
    force("spell.force=5", "1111111 3 66", "L");
    force("spell.force=6", "11111111 3 66", "M");
    force("spell.force=7", "111111111 4 66", "L");
}

#[test]
fn a_wound_penalty_hinders_against_drain_too() {
    let set = ["caster.wound_penalty=1", "spell.drain_staging=1"];
    check_magic(&set, "5 66", "drain_wound M");
    check_magic(&set, "61 66", "drain_wound L");
}

#[test]
fn magic_is_traded_and_the_elemental_is_not() {
    let set = ["caster.magic=3", "caster.elemental_force=1", "spell.drain_power=12", "spell.drain_staging=1"];
    check(SPELL, &set, "11 1 1111 64 63 66", "drain_wound L");
    check(SPELL, &set, "11 1 1111 63 64 66", "drain_wound L");
    let low = ["caster.elemental_force=1", "spell.drain_power=0", "spell.drain_staging=1"];
    check(SPELL, &low, "11 1 1111 111 2 66", "drain_wound L");
}

#[test]
fn automatic_sixes_and_pool_dice_do_not_help_against_drain() {
    let set = ["caster.automatic_sixes=1", "caster.pool_dice=1", "caster.fetish_dice=1"];
    check(SPELL, &[&set[..], &["target.attribute=10"]].concat(), "11 1 1 1 1111111111 5 66", "drain_wound M");
}

#[test]
fn control_spells_drain_a_level_more_at_most_deadly() {
    let control = "spell.category=control";
    check_magic(&[control], "1 66", "drain_wound S, drain_boxes 6");
    check_magic(&[control, "spell.drain_level=D"], "1 66", "drain_wound D, drain_boxes 10");
    check_magic(&[control, "spell.drain_level=D", "spell.drain_staging=1"], "5 66", "drain_wound S");
    check_magic(&[control, "rules.control_drain_up=false"], "1 66", "drain_wound M");
}

#[test]
fn drain_is_physical_if_force_is_above_magic_whatever_the_spell_marks() {
    for damage in ["spell.damage=physical", "spell.damage=stun"] {
        check_magic(&[damage], "1 66", "drain_type physical");
        check_magic(&[damage, "caster.magic=2"], "11 66", "drain_type stun");
        check_magic(&[damage, "caster.magic=3"], "111 66", "drain_type stun");
    }
}

#[test]
fn drain_is_marked_on_the_casters_track() {
    let deadly = "spell.drain_level=D";
    check_magic(&[deadly], "1 11", "caster_state dead, state ok");
    check_magic(&[deadly, "caster.magic=2"], "11 11", "caster_state unconscious, state ok");
    check_magic(&["caster.marks=...........XX"], "1 11", "caster_state dead");
    check_magic(&["target.marks=...........XX"], "1 11", "caster_state ok");
    check_magic(&["rules.damage_track=book", deadly], "1", "caster_state dead, drain_boxes 10");
    let marked = ["rules.damage_track=book", "caster.marks=XXXXXXX......"];
    check_magic(&marked, "1", "caster_state dead, drain_boxes 3");
}
