//! The book's damage track: boxes that add up.

use crate::common;
use crate::scene::{ATTACK, SPELL, check};

const BOOK: [&str; 2] = ["rules.damage_track=book", "target.body=0"];

#[track_caller]
fn check_book(set: &[&str], dice: &str, expected: &str) {
    check(ATTACK, &[&BOOK[..], set].concat(), dice, expected);
}

#[test]
fn a_wound_needs_no_location() {
    for (level, penalty) in [("L", 1), ("M", 2), ("S", 3)] {
        check_book(&[&format!("weapon.level={level}")], "41", &format!("state ok, penalty {penalty}"));
    }
    check_book(&["weapon.level=D"], "41", "state dead, penalty 3, boxes 10");
    check_book(&["weapon.level=D", "weapon.damage=stun"], "41", "state unconscious, penalty 3");
}

#[test]
fn penalties_are_1_2_and_3_from_1_3_and_6_boxes() {
    for (boxes, penalty) in [(0, 0), (1, 1), (2, 1), (3, 2), (5, 2), (6, 3), (9, 3)] {
        let levels = format!("rules.level_boxes=[1, {boxes}, 6, 10]");
        check_book(&[&levels], "41", &format!("state ok, penalty {penalty}"));
    }
}

#[test]
fn boxes_start_from_the_marked_ones_of_either_kind() {
    let marked = "target.marks=X/...../.....";
    check_book(&[marked], "11", "state ok, penalty 2, boxes 0");
    check_book(&[marked], "41", "state ok, penalty 3, boxes 3");
    check_book(&["target.marks=X/X/X/X......"], "41", "state dead, boxes 3");
    check_book(&["target.marks=X/X/X/......."], "41", "state ok, boxes 3");
    check_book(&["target.marks=XXXXXXXXXX..."], "11", "state ok, penalty 3");
}

#[test]
fn boxes_of_the_attacks_of_an_action_add_up() {
    let three = ["attacker.skill=4", "choice.split=[1, 1, 1, 1]"];
    check_book(&three, "4 4 4 1", "boxes 9, state ok, wound M");
    check_book(&three, "4 4 4 4", "boxes 12, state dead, wound M");
    check_book(&[&three[..], &["weapon.damage=stun"]].concat(), "4 4 4 4", "state unconscious");
}

#[test]
fn there_is_no_table_of_a_track_that_has_no_boxes_to_hit() {
    for text in [ATTACK, SPELL] {
        let tables = |track: &str| common::parse(text, &[track]).ready.tables.len();
        assert_eq!(tables("rules.damage_track=book"), 0);
        assert_eq!(tables("rules.damage_track=single"), if text == SPELL { 2 } else { 1 });
    }
}
