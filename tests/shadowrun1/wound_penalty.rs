//! The wound penalty: of the marks, or as it is written.

use crate::scene::{ATTACK, SPELL, check, check_errors, check_scenario};

use crate::common;

/// An attack at a target whose Body rolls its one die against `needed` or more. A wound
/// that is marked has these dice of its location.
#[track_caller]
fn check_body(set: &[&str], needed: u32, location: &str) {
    let set = [&["weapon.staging=1", "weapon.power=4", "choice.target_number=2"], set].concat();
    let scenario = common::parse(ATTACK, &set);
    // A 6 is rolled again and added: no die comes to 6.
    let (enough, less) = [("4", "3"), ("5", "4"), ("61", "5"), ("61", "5")][needed as usize - 4];
    check_scenario(&scenario, &format!("21 {enough} {location}"), "wound L");
    check_scenario(&scenario, &format!("21 {less} {location}"), "wound M");
}

#[test]
fn marks_of_the_target_hinder_its_resistance() {
    for (marks, penalty) in [
        (".............", 0),
        ("X............", 1),
        (".../.........", 1),
        ("X.../........", 2),
        ("....../......", 2),
        (".......X.....", 3),
        (".........X...", 3),
    ] {
        check_body(&[&format!("target.marks={marks}")], 4 + penalty, "66");
    }
}

#[test]
fn marks_of_the_book_hinder_by_their_number() {
    let book = "rules.damage_track=book";
    for (marks, penalty) in [
        (".............", 0),
        ("............X", 1),
        ("/..........X.", 1),
        ("XXX..........", 2),
        ("XXXXX........", 2),
        ("/////X.......", 3),
    ] {
        check_body(&[book, &format!("target.marks={marks}")], 4 + penalty, "");
    }
}

#[test]
fn a_written_penalty_wins_over_the_marks() {
    let marks = "target.marks=............X";
    check_body(&[marks, "target.wound_penalty=0"], 4, "66");
    check_body(&[marks, "target.wound_penalty=1"], 5, "66");
    check_body(&["target.wound_penalty=1"], 5, "66");
}

#[test]
fn armor_rolls_against_the_raw_power_whatever_the_marks() {
    let set = [
        "target.armor_class=ordinary",
        "rules.ordinary_sixes=0",
        "target.armor=1",
        "target.marks=.....X.......",
    ];
    check(ATTACK, &[&set[..], &["weapon.staging=1"]].concat(), "41 5 4 66", "wound L");
}

#[test]
fn penalties_do_not_rise_between_the_attacks_of_an_action() {
    let set = ["choice.split=[1, 1]", "weapon.staging=1", "weapon.level=S"];
    // The first wound marks boxes 2 to 0, which costs 4.
    check(ATTACK, &set, "4 4 4 4 11 66", "wound M, boxes 6, penalty 4, state ok");
}

#[test]
fn marks_of_the_caster_hinder_success_and_drain() {
    let marks = "caster.marks=..X..........";
    let one = "spell.drain_staging=1";
    check(SPELL, &[marks, one], "44 1111 5 66", "successes 0, drain_wound M");
    check(SPELL, &[marks, one], "51 1111 66 61 66", "successes 1, drain_wound L");
    let written = [marks, one, "caster.wound_penalty=0"];
    check(SPELL, &written, "41 1111 66 5 66", "successes 1, drain_wound L");
}

#[test]
fn marks_of_the_target_hinder_the_resistance_test() {
    let set = ["spell.staging=9", "target.marks=X............"];
    check(SPELL, &set, "44 2221 66 1 66", "resisted 0");
    check(SPELL, &set, "44 3221 66 1 66", "resisted 1");
    let book = [&set[..], &["rules.damage_track=book", "target.marks=XXXXXX......."]].concat();
    check(SPELL, &book, "44 4441 1", "resisted 0");
    check(SPELL, &book, "44 5441 1", "resisted 1");
    let written = [&set[..], &["target.wound_penalty=0"]].concat();
    check(SPELL, &written, "44 2111 66 1 66", "resisted 1");
}

#[test]
fn healing_erases_boxes_from_the_lowest_mark_up() {
    let marks = "target.marks=X..../....X..";
    for (healed, penalty) in [(0, 4), (1, 2), (2, 1), (3, 0)] {
        check(
            ATTACK,
            &[marks, &format!("target.healed={healed}")],
            "11",
            &format!("hit 0, penalty {penalty}"),
        );
    }
    // A box has one mark, and it is gone: a wound has room there again.
    let healed = ["target.marks=............X", "target.healed=1", "weapon.level=L"];
    check(ATTACK, &healed, "41 1 11", "wound L, state ok, penalty 4");
}

#[test]
fn the_book_counts_the_boxes_that_are_left() {
    let book = ["rules.damage_track=book", "target.marks=XXXXXX......."];
    for (healed, penalty) in [(0, 3), (1, 2), (4, 1), (6, 0)] {
        let healed = format!("target.healed={healed}");
        check(ATTACK, &[&book[..], &[&healed]].concat(), "11", &format!("penalty {penalty}"));
    }
}

#[test]
fn casters_and_their_targets_heal() {
    let set = ["caster.marks=..X../.......", "target.marks=X............"];
    let healed = [&set[..], &["caster.healed=2", "target.healed=1"]].concat();
    check(SPELL, &healed, "41 2111 66 1 66", "successes 1, resisted 1");
    let casts = SPELL.replace("procedure = \"spell\"", "procedure = \"casts\"\nchoice = { casts = 1 }");
    check(&casts, &set, "44 2222 5 66", "hits 0");
    check(&casts, &healed, "44 2111 66 5 66", "hits 1");
}

#[test]
fn no_more_boxes_heal_than_are_marked() {
    let marks = "target.marks=X..../....X..";
    check_errors(ATTACK, &[marks, "target.healed=4"], &["4 boxes are healed"]);
    check_errors(ATTACK, &["target.healed=1"], &["1 box is healed"]);
    check_errors(SPELL, &[marks, "target.healed=4", "caster.healed=1"], &["4 boxes are", "1 box is healed"]);
    check_errors(ATTACK, &[marks, "target.healed=14"], &["`target.healed` is out of range: 14"]);
    check_errors(ATTACK, &[marks, "target.healed=-1"], &["`target.healed` is out of range: -1"]);
}
