//! What is no attack, no spell and no turn, and why: one message for each.

use crate::common;
use crate::scene::{ATTACK, SPELL, TURN, check_errors};

#[track_caller]
fn check_attack(set: &[&str], expected: &str) {
    check_errors(ATTACK, set, &[expected]);
}

#[track_caller]
fn check_spell(set: &[&str], expected: &str) {
    check_errors(SPELL, set, &[expected]);
}

#[test]
fn a_level_is_l_m_s_or_d() {
    for level in ["X", "m", "none", "\"\""] {
        check_attack(&[&format!("weapon.level={level}")], "`weapon.level` cannot be");
        check_spell(&[&format!("spell.level={level}")], "`spell.level` cannot be");
        check_spell(&[&format!("spell.drain_level={level}")], "`spell.drain_level` cannot be");
    }
}

#[test]
fn stagings_and_steps_are_at_least_1() {
    for key in [
        "weapon.staging",
        "rules.success_step",
        "rules.successes_per_level",
        "rules.unarmed_per_level",
        "rules.initiative_step",
    ] {
        check_attack(&[&format!("{key}=0")], &format!("`{key}` is out of range: 0"));
    }
    for key in ["spell.staging", "spell.drain_staging", "spell.force"] {
        check_spell(&[&format!("{key}=0")], &format!("`{key}` is out of range: 0"));
    }
    check_attack(&["rules.target_number_ceiling=1"], "`rules.target_number_ceiling` is out of range: 1");
}

#[test]
fn dice_are_not_negative_and_at_most_500() {
    for key in ["attacker.skill", "attacker.pool_dice", "target.body", "target.dodge_dice", "target.armor"] {
        for dice in [-1, 501] {
            check_attack(&[&format!("{key}={dice}")], &format!("`{key}` is out of range: {dice}"));
        }
    }
    for key in ["caster.magic", "caster.pool_dice", "caster.elemental_force", "target.attribute"] {
        for dice in [-1, 501] {
            check_spell(&[&format!("{key}={dice}")], &format!("`{key}` is out of range: {dice}"));
        }
    }
}

#[test]
fn a_split_is_of_the_skill_dice_at_least_1_each() {
    check_attack(&["choice.split=[1, 0]"], "`choice.split` is out of range: 0");
    check_attack(&["choice.split=[0]"], "`choice.split` is out of range: 0");
    check_attack(&["choice.split=[2, -1]"], "`choice.split` is out of range: -1");
    check_attack(&["choice.split=[]"], "`choice.split` has 0 numbers");
    check_attack(&["choice.split=2"], "`choice.split` cannot be the number 2");
    let ones = format!("choice.split=[{}]", ["1"; 22].join(","));
    check_attack(&["attacker.skill=22", &ones], "`choice.split` has 22 numbers");
}

#[test]
fn a_split_above_the_skill_names_both() {
    check_attack(&["choice.split=[2, 1]"], "the attacks are split over 3 skill dice");
    check_attack(&["choice.split=[1]", "attacker.skill=0"], "the attacks are split over 1 skill dice");
}

#[test]
fn marks_are_13_of_point_slash_and_x() {
    for marks in
        ["............", "..............", "............x", "............-", ".............é", "", "5"]
    {
        let message = format!("\"{marks}\" is not 13 characters, each of them . or / or X");
        check_attack(&[&format!("target.marks={marks}")], &message);
        check_spell(&[&format!("target.marks={marks}")], &message);
        check_spell(&[&format!("caster.marks={marks}")], &message);
        check_attack(&["rules.damage_track=book", &format!("target.marks={marks}")], &message);
    }
}

#[test]
fn nobody_is_wired_above_3() {
    for level in [-1, 4] {
        let message = format!("`character.wired_level` is out of range: {level}");
        check_errors(TURN, &[&format!("character.wired_level={level}")], &[&message]);
    }
}

#[test]
fn actions_are_at_least_1_below_each_other() {
    let step = ["rules.initiative_step=5", "character.wired_level=3"];
    check_errors(TURN, &step, &["wired level 3 takes 5 off a step of 5"]);
    let book = ["rules.initiative_step=5", "character.wired_level=3", "rules.wired=dice"];
    assert!(common::try_parse(TURN, &book).is_ok());
}

#[test]
fn an_unarmed_attack_fires_no_bursts() {
    check_attack(&["weapon.kind=unarmed", "weapon.mode=burst"], "an unarmed attack fires no bursts");
}

#[test]
fn armor_and_impact_need_a_class() {
    check_attack(&["target.armor=3"], "`target.armor` without a class of armor");
    check_attack(&["target.impact=3"], "`target.impact` without a class of armor");
    for rules in ["rules.armor=automatic", "rules.preset=book"] {
        check_attack(&["target.armor=3", rules], "`target.armor` without a class of armor");
        check_attack(&["target.impact=3", rules], "`target.impact` without a class of armor");
    }
    assert!(common::try_parse(ATTACK, &["target.armor=0", "target.impact=0"]).is_ok());
}

#[test]
fn drain_has_a_power_or_a_modifier_and_not_both() {
    check_spell(&["spell.drain_power=unset"], "`spell.drain_power` is missing");
    let both = "`spell.drain_power` and `spell.drain_modifier` cannot both be written";
    check_spell(&["spell.drain_modifier=0"], both);
    assert!(common::try_parse(SPELL, &["spell.drain_power=unset", "spell.drain_modifier=0"]).is_ok());
}

#[test]
fn a_combat_spell_has_a_level_and_a_staging() {
    check_spell(&["spell.level=unset"], "`spell.level` is missing");
    check_spell(&["spell.staging=unset"], "`spell.staging` is missing");
    let both = ["spell.level=unset", "spell.staging=unset"];
    check_errors(SPELL, &both, &["`spell.level` is missing", "`spell.staging` is missing"]);
}

#[test]
fn a_spell_is_a_combat_or_a_control_spell() {
    check_spell(&["spell.category=health"], "`spell.category` cannot be \"health\"");
}

#[test]
fn words_that_a_switch_does_not_know_are_errors() {
    for switch in ["automatic_six", "staging_up", "extra", "armor", "dodge", "damage_track", "drain_dice"] {
        check_attack(&[&format!("rules.{switch}=none-such")], &format!("`rules.{switch}` cannot be"));
    }
    for switch in ["resist_against", "spell_defense_rounding", "wired", "target_number_cap", "six_plus"] {
        check_attack(&[&format!("rules.{switch}=none-such")], &format!("`rules.{switch}` cannot be"));
    }
    check_attack(&["rules.preset=home"], "there is no preset \"home\"");
}

#[test]
fn levels_have_four_numbers_of_boxes() {
    check_attack(&["rules.level_boxes=[1, 3, 6]"], "`rules.level_boxes` has 3 numbers");
    check_attack(&["rules.level_boxes=[1, 3, 6, 10, 15]"], "`rules.level_boxes` has 5 numbers");
    check_attack(&["rules.level_boxes=[1, 3, -6, 10]"], "`rules.level_boxes` is out of range: -6");
    check_attack(&["rules.level_boxes=[1, 3, 6, 101]"], "`rules.level_boxes` is out of range: 101");
}

/// Too many dice: the one message points at the value that makes them so many.
#[track_caller]
fn check_blamed(text: &str, assignment: &str) {
    let errors = common::try_parse(text, &[assignment]).expect_err("these are too many dice");
    assert_eq!(errors.lines().count(), 1, "{errors}");
    let column = assignment.find('=').expect("a key and its value") + 2;
    assert!(errors.starts_with(&format!("--set:1:{column}: ")), "{errors}");
}

#[test]
fn too_many_dice_are_blamed_on_what_makes_them_so_many() {
    for (key, number) in [
        ("attacker.pool_dice", 499),
        ("attacker.automatic_sixes", 499),
        ("choice.target_number", -500),
        ("target.wound_penalty", -502),
    ] {
        check_blamed(ATTACK, &format!("{key}={number}"));
    }
    for (key, number) in [
        ("caster.pool_dice", 499),
        ("caster.fetish_dice", 499),
        ("caster.automatic_sixes", 499),
        ("caster.elemental_force", 499),
        ("target.wound_penalty", -500),
        ("spell.drain_power", -500),
    ] {
        check_blamed(SPELL, &format!("{key}={number}"));
    }
    let armor = "target.armor_class=ordinary";
    let errors = common::try_parse(ATTACK, &[armor, "target.automatic_sixes=500"]).unwrap_err();
    assert!(errors.starts_with("--set:1:24: the Body test has 501 dice"), "{errors}");
}
