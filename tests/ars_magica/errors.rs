//! What is no fight, why, and where the message points.

use crate::common;
use crate::scene::{DUEL, SHOT, TWO_FOES, check_errors, melee};

#[track_caller]
fn check_duel(set: &[&str], expected: &str) {
    check_errors(DUEL, set, &[expected]);
}

/// `text` is in error, and the message points at the line that begins so.
#[track_caller]
fn check_place(text: &str, message: &str, line: &str) {
    let errors = common::try_parse(text, &[]).expect_err("this is no scenario");
    let number = 1 + text.lines().position(|other| other.starts_with(line)).expect("the line is there");
    assert!(errors.starts_with(&format!("test.toml:{number}:")), "not line {number}: {errors}");
    assert!(errors.contains(message), "no {message:?} in:\n{errors}");
}

#[test]
fn there_is_a_foe() {
    let (alone, _) = DUEL.split_once("[[foe]]").unwrap();
    check_errors(alone, &[], &["there is no foe"]);
}

#[test]
fn there_are_no_more_than_six_foes() {
    let seven = "there are 7 foes";
    check_errors(TWO_FOES, &["foe.0.count=6"], &[seven]);
    check_errors(TWO_FOES, &["foe.1.count=6"], &[seven]);
    check_duel(&["foe.0.count=7"], "`foe.0.count` is out of range: 7");
    check_duel(&["foe.0.count=0"], "`foe.0.count` is out of range: 0");
    common::parse(TWO_FOES, &["foe.0.count=5"]);
    common::parse(DUEL, &["foe.0.count=6"]);
    check_place(&format!("{TWO_FOES}count = 6\n"), seven, "count = 6");
    let (hero, foe) = DUEL.split_once("[[foe]]").unwrap();
    check_errors(&format!("{hero}{}", format!("[[foe]]{foe}").repeat(7)), &[], &[seven]);
}

#[test]
fn advantage_is_for_duels_of_several_rounds() {
    check_errors(
        TWO_FOES,
        &melee(&["choice.advantage=attack"]),
        &["advantage is saved in a duel only, and there are 2 foes"],
    );
    check_errors(DUEL, &melee(&["choice.advantage=defense", "foe.0.count=3"]), &["and there are 3 foes"]);
    check_duel(&["choice.advantage=attack"], "unknown key `choice.advantage`");
    common::parse(TWO_FOES, &melee(&["choice.advantage=never", "choice.save=always"]));
}

#[test]
fn scores_and_characteristics_are_not_given_together() {
    check_duel(&["hero.quickness=1"], "`hero.quickness` beside the score `hero.initiative`");
    check_duel(&["foe.0.weapon=axe"], "`foe.0.weapon` beside the score `foe.0.initiative`");
    check_duel(
        &["hero.preset=bandit"],
        "`hero.initiative` beside the preset \"bandit\", which gives characteristics",
    );
    let knight = &format!("{}[[foe]]\npreset = \"knight\"\nability = 3\n", hero());
    check_place(knight, "`foe.0.ability` beside the preset \"knight\", which gives scores", "ability");
}

/// The hero of the duel alone.
fn hero() -> &'static str {
    DUEL.split_once("[[foe]]").unwrap().0
}

#[test]
fn a_combatant_has_scores_or_characteristics() {
    check_place(
        &format!("{}[[foe]]\ncount = 2\n", hero()),
        "`foe.0` has neither scores nor characteristics",
        "[[foe]]",
    );
}

#[test]
fn a_weapon_is_one_of_the_table() {
    check_duel(&["foe.0.weapon=sword"], "`foe.0.weapon` cannot be \"sword\"");
}

#[test]
fn characteristics_need_a_weapon() {
    let foe = format!("{}[[foe]]\nability = 3\n", hero());
    check_errors(&foe, &[], &["`foe.0.weapon` is missing"]);
    check_errors(&foe, &["foe.0.ability=unset", "foe.0.preset=bandit"], &["`foe.0.weapon` is missing"]);
}

#[test]
fn all_six_scores_are_needed() {
    for score in ["initiative", "attack", "defense", "damage", "soak", "combat_fatigue"] {
        for who in ["hero", "foe.0"] {
            check_duel(&[&format!("{who}.{score}=unset")], &format!("`{who}.{score}` is missing"));
        }
    }
}

#[test]
fn penalties_do_not_rise_and_are_none_or_negative() {
    check_duel(&["rules.penalties=[0, -1, 0]"], "the penalties rise from -1 to 0");
    check_duel(&["rules.penalties=[0, 1]"], "`rules.penalties` is out of range: 1");
    check_duel(&["rules.penalties=[]"], "`rules.penalties` has 0 numbers");
    check_errors(SHOT, &["rules.penalties=[-3, -1]"], &["the penalties rise from -3 to -1"]);
}

#[test]
fn nobody_is_out_before_the_fight() {
    for key in ["hero.body_lost", "hero.fatigue_lost", "foe.0.body_lost", "foe.0.fatigue_lost"] {
        check_duel(&[&format!("{key}=5")], &format!("`{key} = 5`: out before the fight"));
        check_duel(&[&format!("{key}=1"), "rules.penalties=[0]"], &format!("`{key} = 1`: out before"));
        check_duel(&[&format!("{key}=-1")], &format!("`{key}` is out of range: -1"));
    }
    check_errors(SHOT, &["mark.body_lost=5"], &["`mark.body_lost = 5`: out before the fight"]);
}

#[test]
fn encumbrance_is_0_or_negative() {
    check_duel(&["foe.0.encumbrance=1"], "`foe.0.encumbrance` is out of range: 1");
    check_duel(&["hero.encumbrance=1"], "`hero.encumbrance` is out of range: 1");
}

#[test]
fn numbers_of_the_rules_are_in_their_ranges() {
    for (key, number) in [
        ("rules.fatigue_target", 1_000_001),
        ("rules.fatigue_target", -1_000_001),
        ("rules.step", 0),
        ("rules.botch_dice", -1),
        ("rules.botch_dice", 501),
        ("foe.0.closes", -1),
        ("foe.0.inside_range", -1),
    ] {
        check_duel(&[&format!("{key}={number}")], &format!("`{key}` is out of range: {number}"));
    }
}

#[test]
fn a_fight_has_from_1_to_1000_rounds() {
    for rounds in ["0", "1000000000", "-1"] {
        let key = format!("choice.max_rounds={rounds}");
        check_errors(DUEL, &melee(&[&key]), &["`choice.max_rounds` is out of range"]);
    }
}

#[test]
fn ranges_are_of_foes_who_are_there() {
    check_duel(&["hero.inside_range=[0, 1]"], "`hero.inside_range` has 2 entries");
    check_errors(TWO_FOES, &["hero.inside_range=[0, 1, 0]"], &["`hero.inside_range` has 3 entries"]);
    check_duel(&["hero.inside_range=[-1]"], "`hero.inside_range` is out of range: -1");
    common::parse(DUEL, &["foe.0.count=2", "hero.inside_range=[0, 1]"]);
}

#[test]
fn a_caster_has_a_name_and_nothing_is_asked_of_an_order() {
    let caster = "system = \"ars-magica\"\nprocedure = \"cast-order\"\n[[caster]]\nname = \"Flavia\"\nkind = \"formulaic\"\nquickness = 1\nfinesse = 1\n";
    common::parse(caster, &[]);
    check_place(&caster.replace("Flavia", " "), "this caster has no name", "name");
    let asked = format!("{caster}[[question]]\nname = \"who\"\nevent = \"1 == 1\"\n");
    check_place(&asked, "this scenario rolls no dice, so there are no odds to ask for", "event");
}
