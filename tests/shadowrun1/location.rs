//! The damage track: thirteen boxes, marked from a hit location down.

use fizzle::description::Datum;

use crate::common;
use crate::scene::{ATTACK, check, law, probability};

/// Exactly one M wound, whatever the dice show: an automatic success against a
/// target without Body.
pub const CERTAIN: [&str; 5] = [
    "attacker.skill=0",
    "attacker.automatic_sixes=1",
    "rules.automatic_six=success",
    "target.body=0",
    "weapon.level=M",
];

/// A wound of so many boxes from a given location.
#[track_caller]
fn check_marked(damage: &str, marks: &str, boxes: u32, location: &str, expected: &str) {
    let set = [
        format!("weapon.damage={damage}"),
        format!("target.marks={marks}"),
        format!("rules.level_boxes=[1, {boxes}, 6, 10]"),
    ];
    let set: Vec<&str> = CERTAIN.iter().copied().chain(set.iter().map(String::as_str)).collect();
    check(ATTACK, &set, location, expected);
}

const UNMARKED: &str = ".............";

#[test]
fn the_location_is_2_dice_and_boxes_are_marked_downwards() {
    check_marked("physical", UNMARKED, 3, "66", "state ok, penalty 1");
    check_marked("physical", UNMARKED, 4, "66", "state ok, penalty 1");
    check_marked("physical", UNMARKED, 5, "66", "state ok, penalty 2");
    check_marked("physical", UNMARKED, 3, "11", "state ok, penalty 4");
    check_marked("physical", UNMARKED, 4, "11", "state dead, penalty 4");
}

#[test]
fn the_penalty_is_that_of_the_lowest_mark_of_either_kind() {
    let penalties = [4, 4, 4, 3, 3, 3, 2, 2, 2, 1, 1, 1, 1];
    for (lowest, penalty) in penalties.into_iter().enumerate() {
        for mark in ["/", "X"] {
            let mut marks = UNMARKED.to_owned();
            marks.replace_range(12 - lowest..13 - lowest, mark);
            check_marked("physical", &marks, 0, "66", &format!("penalty {penalty}, state ok"));
            check_marked("stun", &marks, 0, "66", &format!("penalty {penalty}, state ok"));
        }
    }
    check_marked("physical", UNMARKED, 0, "66", "penalty 0, boxes 0, wound M");
}

#[test]
fn physical_damage_skips_an_x_and_takes_a_slash() {
    // The X in boxes 2 and 1 are skipped: one box found room, one is owed at 0.
    check_marked("physical", "..........XX.", 1, "11", "state ok");
    check_marked("physical", "..........XX.", 2, "11", "state dead");
    check_marked("physical", "..........//.", 3, "11", "state ok");
    check_marked("physical", "..........//.", 4, "11", "state dead");
}

#[test]
fn stun_damage_makes_a_slash_an_x_and_skips_an_x() {
    check_marked("stun", "..........//.", 3, "11", "state ok");
    check_marked("stun", "..........//.", 4, "11", "state unconscious");
    check_marked("stun", "..........XX.", 1, "11", "state ok");
    check_marked("stun", "..........XX.", 2, "11", "state unconscious");
}

#[test]
fn the_last_box_at_0_is_not_past_it() {
    for (damage, past) in [("physical", "dead"), ("stun", "unconscious")] {
        check_marked(damage, UNMARKED, 8, "16", "state ok");
        check_marked(damage, UNMARKED, 9, "16", &format!("state {past}"));
    }
}

#[test]
fn whoever_is_marked_past_0_before_the_action_is_ok() {
    for marks in ["XXXXXXXXXXXXX", "/////////////"] {
        check(ATTACK, &[&format!("target.marks={marks}")], "11", "state ok, penalty 4");
    }
}

#[test]
fn a_full_track_is_past_0_at_the_first_box() {
    check_marked("physical", "XXXXXXXXXXXXX", 1, "66", "state dead, boxes 1");
    check_marked("stun", "XXXXXXXXXXXXX", 1, "66", "state unconscious, boxes 1");
    check_marked("stun", "XXXXXXXXXXXXX", 100, "66", "state unconscious, boxes 100");
}

#[test]
fn later_attacks_go_on_from_the_marked_track() {
    let set = ["choice.split=[1, 1]", "target.body=0"];
    check(ATTACK, &set, "4 4 15 12", "state ok, penalty 4");
    check(ATTACK, &set, "4 4 11 11", "state dead");
    check(ATTACK, &[&set[..], &["weapon.damage=stun"]].concat(), "4 4 11 11", "state ok");
    let three = ["attacker.skill=3", "choice.split=[1, 1, 1]", "target.body=0", "weapon.damage=stun"];
    check(ATTACK, &three, "4 4 4 11 11 11", "state unconscious");
    check(ATTACK, &three, "4 4 4 11 11 66", "state ok");
}

#[test]
fn the_first_physical_wound_goes_past_0_as_often_as_the_page_says() {
    for (level, chance) in [("L", 0.0), ("M", 0.0), ("S", 1.0 / 6.0), ("D", 13.0 / 18.0)] {
        let level = format!("weapon.level={level}");
        let odds = law(ATTACK, &[&CERTAIN[..], &[level.as_str()]].concat());
        assert!((probability(&odds, "state", "dead") - chance).abs() < 1e-12, "{level}");
    }
}

/// The mark in each box after a wound, from box 12 down.
fn marked(marks: &str, location: usize, boxes: u32, stun: bool) -> String {
    let mut track: Vec<u8> = marks.bytes().collect();
    let mut place = 12 - location;
    for _ in 0..boxes {
        while place < 13 && track[place] == b'X' {
            place += 1;
        }
        if place == 13 && stun {
            let Some(first) = track.iter().position(|&mark| mark != b'X') else { break };
            place = first;
        }
        let Some(mark) = track.get_mut(place) else { break };
        *mark = if stun && *mark == b'.' { b'/' } else { b'X' };
        place += 1;
    }
    String::from_utf8(track).unwrap()
}

/// The probability of a mark in a box, by the side table.
fn in_table(set: &[&str]) -> Vec<(i64, String, f64)> {
    let scenario = common::parse(ATTACK, set);
    let odds = law(ATTACK, set);
    let table = &scenario.ready.tables[0];
    assert_eq!(table.name, "track.csv");
    assert_eq!(table.columns, ["box", "mark", "probability"]);
    let rows = table.rows(&odds.indicators).into_iter();
    rows.map(|row| match &row[..] {
        [Datum::Integer(number), Datum::Text(mark), Datum::Number(p)] => (*number, mark.clone(), *p),
        other => panic!("{other:?}"),
    })
    .collect()
}

#[test]
fn the_track_table_is_that_of_every_location_by_its_odds() {
    for marks in [UNMARKED, ".X./..XX/...X", "XXXXX/X/X.XX/", "///////////XX", "X............"] {
        for (damage, boxes) in [("physical", 3), ("stun", 3), ("physical", 10), ("stun", 12), ("stun", 40)] {
            let keys = [
                format!("weapon.damage={damage}"),
                format!("target.marks={marks}"),
                format!("rules.level_boxes=[1, {boxes}, 6, 10]"),
            ];
            let set: Vec<&str> = CERTAIN.iter().copied().chain(keys.iter().map(String::as_str)).collect();
            let rows = in_table(&set);
            assert_eq!(rows.len(), 26);
            for (number, mark, probability) in rows {
                let expected: f64 = (1..=6)
                    .flat_map(|first| (1..=6).map(move |second| first + second))
                    .filter(|&location| {
                        let after = marked(marks, location, boxes, damage == "stun");
                        after[12 - number as usize..].starts_with(&mark)
                    })
                    .map(|_| 1.0 / 36.0)
                    .sum();
                assert!(
                    (probability - expected).abs() < 1e-12,
                    "{marks}, {boxes} {damage}: {mark} in {number}"
                );
            }
        }
    }
}
