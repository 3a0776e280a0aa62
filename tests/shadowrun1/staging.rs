//! How successes raise the level, and how bursts do.

use crate::scene::{ATTACK, check};

/// The wound of an attack of so many skill dice that all show 4: as many
/// successes. Nothing resists it.
#[track_caller]
fn check_wounds(set: &[&str], wounds: &str) {
    for (skill, wound) in (1..).zip(wounds.split(' ')) {
        let skill_key = format!("attacker.skill={skill}");
        let set = [&[skill_key.as_str(), "target.body=0"], set].concat();
        let dice = format!("{} 66", "4".repeat(skill));
        check(ATTACK, &set, &dice, &format!("successes {skill}, wound {wound}"));
    }
}

#[test]
fn weapons_stage_up_a_level_for_2_extra_successes() {
    check_wounds(&[], "M M S S D D D D");
    check_wounds(&["weapon.level=L"], "L L M M S S D D D");
    check_wounds(&["weapon.level=D"], "D D D");
}

#[test]
fn weapons_stage_up_alike_whatever_their_staging() {
    for staging in ["weapon.staging=1", "weapon.staging=5"] {
        check_wounds(&[staging], "M M S S D D D D");
    }
}

#[test]
fn unarmed_attacks_stage_up_a_level_for_each_extra_success() {
    check_wounds(&["weapon.kind=unarmed"], "M S D D");
    check_wounds(&["weapon.kind=unarmed", "weapon.level=L"], "L M S D D");
}

#[test]
fn all_successes_may_count_as_extra() {
    check_wounds(&["rules.extra=all"], "M S S D D");
    check_wounds(&["rules.extra=all", "weapon.kind=unarmed"], "S D D");
}

#[test]
fn the_book_stages_up_by_the_staging_for_every_kind_whatever_is_extra() {
    for kind in ["weapon.kind=weapon", "weapon.kind=unarmed"] {
        for extra in ["rules.extra=all", "rules.extra=beyond-first"] {
            let book = ["rules.staging_up=book", kind, extra];
            check_wounds(&[&book[..], &["weapon.staging=3"]].concat(), "M M M S S S D D");
            check_wounds(&[&book[..], &["weapon.staging=1"]].concat(), "M S D D");
        }
    }
}

#[test]
fn successes_for_a_level_can_be_turned() {
    check_wounds(&["rules.successes_per_level=3"], "M M M S S S D");
    check_wounds(&["rules.unarmed_per_level=2", "weapon.kind=unarmed"], "M M S S D");
    check_wounds(&["rules.unarmed_per_level=2"], "M M S S D");
    check_wounds(&["rules.successes_per_level=1", "weapon.kind=unarmed"], "M S D");
}

#[test]
fn a_level_past_deadly_is_staged_down_from_deadly_unless_the_rules_let_it_pass() {
    let deadly = ["weapon.level=D", "weapon.staging=1", "attacker.skill=3"];
    check(ATTACK, &deadly, "444 4 66", "wound S");
    let past = [&deadly[..], &["rules.cap_before_resist=false"]].concat();
    check(ATTACK, &past, "444 4 66", "wound D");
    check(ATTACK, &past, "444 64 66", "wound S");
    check(ATTACK, &past, "444 1 66", "wound D, boxes 10");
}

#[test]
fn a_burst_is_one_attack_a_level_higher() {
    // An HK: 5M3 fired single shot, 5S3 on auto.
    let hk = ["weapon.power=5", "weapon.staging=3", "weapon.recoil_compensation=1"];
    check_wounds(&hk, "M M S S D");
    check_wounds(&[&hk[..], &["weapon.mode=burst"]].concat(), "S S D D D");
    check(ATTACK, &[&hk[..], &["weapon.mode=burst"]].concat(), "44 1 66", "hit 1, wound S, boxes 6");
}

#[test]
fn a_deadly_burst_is_no_more_than_deadly_unless_the_rules_let_it_pass() {
    let burst = ["weapon.level=D", "weapon.mode=burst", "weapon.staging=1", "choice.target_number=3"];
    check(ATTACK, &burst, "41 4 66", "wound S");
    let past = [&burst[..], &["rules.cap_before_resist=false"]].concat();
    check(ATTACK, &past, "41 1 66", "wound D, boxes 10");
    check(ATTACK, &past, "41 4 66", "wound D, boxes 10");
    check(ATTACK, &past, "41 64 66", "wound S");
}

#[test]
fn a_level_falls_by_one_for_every_staging_of_resisting_successes() {
    let set = ["target.body=4", "weapon.level=S", "weapon.staging=2"];
    check(ATTACK, &set, "41 4111 66", "wound S, boxes 6");
    check(ATTACK, &set, "41 4411 66", "wound M, boxes 3");
    check(ATTACK, &set, "41 4441 66", "wound M");
    check(ATTACK, &set, "41 4444 66", "wound L, boxes 1");
    check(ATTACK, &set, "41 4 4 64 64", "hit 1, wound none, boxes 0, penalty 0");
}

#[test]
fn boxes_of_levels_can_be_turned() {
    let boxes = "rules.level_boxes=[2, 4, 8, 12]";
    for (level, count) in [("L", 2), ("M", 4), ("S", 8), ("D", 12)] {
        let level = format!("weapon.level={level}");
        check(ATTACK, &[boxes, &level], "41 1 66", &format!("boxes {count}"));
    }
}
