//! Resisting spells: the target number, and the spell defense of everybody.

use crate::scene::{SPELL, check};

/// Three dice for success that all succeed, and resistance that ends in drain.
#[track_caller]
fn check_resisted(set: &[&str], dice: &str, resisted: u32) {
    let set = [&["spell.staging=9"], set].concat();
    check(SPELL, &set, &format!("44 {dice} 66 1 66"), &format!("resisted {resisted}, hit 1, wound M"));
}

#[test]
fn the_attribute_resists_against_the_force() {
    check_resisted(&[], "2111", 1);
    check_resisted(&["target.wound_penalty=2"], "4311", 1);
    check_resisted(&["target.wound_penalty=-1"], "1111 1", 0);
}

#[test]
fn in_the_book_it_resists_against_sorcery() {
    let book = "rules.resist_against=sorcery";
    check_resisted(&[book], "3221", 1);
    check_resisted(&[book, "target.wound_penalty=1"], "4331", 1);
    check_resisted(&[book, "caster.sorcery=0"], "2111 11", 1);
}

#[test]
fn everybody_has_half_of_what_6_is_above_his_magic_in_dice() {
    for (magic, down, up) in
        [(0, 3, 3), (1, 2, 3), (2, 2, 2), (3, 1, 2), (4, 1, 1), (5, 0, 1), (6, 0, 0), (9, 0, 0)]
    {
        let magic = format!("target.magic={magic}");
        check_resisted(&[&magic], &format!("1111 {}", "1".repeat(down)), 0);
        let rounded_up = [magic.as_str(), "rules.spell_defense_rounding=up"];
        check_resisted(&rounded_up, &format!("1111 {}", "1".repeat(up)), 0);
        check_resisted(&[&rounded_up[..], &["rules.spell_defense=false"]].concat(), "1111", 0);
    }
    check_resisted(&["target.magic=unset"], "1111 111", 0);
}

#[test]
fn spell_defense_is_not_traded() {
    // 4 dice against 12 are 2 against 10, and a die of defense beside them.
    check_resisted(&["target.magic=4", "target.wound_penalty=10"], "63 63 64", 1);
    check_resisted(&["target.magic=4", "target.wound_penalty=-1"], "1111 1 2", 1);
}

#[test]
fn an_attribute_of_0_leaves_spell_defense_alone() {
    let none = ["target.attribute=0", "target.magic=0", "target.wound_penalty=12", "spell.staging=9"];
    check(SPELL, &none, "2111 662 661 1 66 1 66", "successes 1, resisted 1, hit 1");
}
