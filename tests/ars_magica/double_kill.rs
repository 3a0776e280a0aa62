//! Wounds fall together, unless hero and foe would both be out.

use crate::scene::{DEADLY, DUEL, TWO_FOES, check};

/// Initiative totals decide, and not scores.
const TOTAL: &str = "rules.double_kill=total";

/// Hero and foe hit each other so that both would be out.
#[track_caller]
fn check_both(set: &[&str], initiative: &str, fatigue: &str, expected: &str) {
    let set = [&DEADLY[..], set].concat();
    let expected = format!("landed 1, taken 1, {expected}");
    check(DUEL, &set, &format!("{initiative} 92 92 {fatigue}"), &expected);
}

#[track_caller]
fn check_duel(set: &[&str], initiative: &str, fatigue: &str, expected: &str) {
    check_both(&[&[TOTAL], set].concat(), initiative, fatigue, expected);
}

#[test]
fn the_higher_score_lives_whatever_the_dice_show() {
    for initiative in ["22", "29", "24", "00 9"] {
        check_both(&[], initiative, "5", "foes_out 1, hero_out 0, hero_body_lost 0, foe_body_lost 5");
        let quick = ["foe.0.initiative=7"];
        check_both(&quick, initiative, "5", "foes_out 0, hero_out 1, hero_body_lost 5, foe_body_lost 0");
        check_both(&["foe.0.initiative=6"], initiative, "", "foes_out 1, hero_out 1");
    }
}

#[test]
fn penalties_count_in_a_score() {
    check_both(&["hero.fatigue_lost=4"], "92", "5", "foes_out 0, hero_out 1");
    let hurt = ["foe.0.body_lost=4", "foe.0.initiative=9", "foe.0.attack=13"];
    check_both(&hurt, "29", "5", "foes_out 1, hero_out 0");
    check_both(&[&hurt[..], &["foe.0.initiative=11"]].concat(), "92", "", "foes_out 1, hero_out 1");
}

#[test]
fn the_faster_lives() {
    check_duel(&[], "22", "5", "foes_out 1, hero_out 0, hero_body_lost 0, foe_body_lost 5");
    check_duel(&[], "29", "5", "foes_out 0, hero_out 1, hero_body_lost 5, foe_body_lost 0");
}

#[test]
fn equal_totals_both_fall() {
    check_duel(&[], "24", "", "foes_out 1, hero_out 1, hero_body_lost 5, foe_body_lost 5");
}

#[test]
fn the_total_decides_and_not_the_score() {
    check_duel(&["hero.initiative=0"], "82", "5", "foes_out 1, hero_out 0");
    check_duel(&["hero.fatigue_lost=4"], "22", "5", "foes_out 0, hero_out 1");
    check_duel(
        &["foe.0.body_lost=4", "foe.0.initiative=9", "foe.0.attack=13"],
        "23",
        "5",
        "foes_out 1, hero_out 0",
    );
}

#[test]
fn a_botched_initiative_is_the_lowest() {
    check_duel(&["foe.0.initiative=-5"], "00 9", "5", "foes_out 0, hero_out 1");
    check_duel(&["foe.0.initiative=-9"], "00 9", "", "foes_out 1, hero_out 1");
}

#[test]
fn always_together_both_fall_whoever_is_faster() {
    for initiative in ["22", "29", "24"] {
        check_duel(&["rules.simultaneous=always"], initiative, "", "foes_out 1, hero_out 1");
    }
}

#[test]
fn the_slower_wounds_the_faster_where_not_both_would_be_out() {
    check(DUEL, &["hero.damage=40", TOTAL], "22 92 92 5", "foes_out 1, hero_out 0, hero_body_lost 1");
    check(DUEL, &["foe.0.damage=40", TOTAL], "29 92 92 5", "foes_out 0, hero_out 1, foe_body_lost 1");
}

/// The hero's totals are 12 against two.
#[track_caller]
fn check_two(set: &[&str], dice: &str, expected: &str) {
    check(TWO_FOES, &[&["hero.damage=40", TOTAL], set].concat(), dice, expected);
}

#[test]
fn each_pair_goes_by_its_own_scores() {
    let set = ["rules.double_kill=score", "foe.0.damage=40", "foe.1.damage=40", "foe.0.initiative=7"];
    for initiative in ["222", "299", "922"] {
        let dice = format!("{initiative} 5 22 99 5");
        check_two(&set, &dice, "landed 2, taken 2, foes_out 1, foe_body_lost 5, hero_out 1");
        let slow = [&set[..], &["foe.0.initiative=5"]].concat();
        check_two(&slow, &dice, "foes_out 2, foe_body_lost 10, hero_out 0, hero_body_lost 0");
    }
}

#[test]
fn a_slower_foe_who_would_kill_and_is_felled_deals_nothing() {
    let set = ["foe.0.damage=40"];
    check_two(&set, "222 5 29 99 55", "landed 1, taken 2, foes_out 1, hero_out 0, hero_body_lost 1");
}

#[test]
fn a_faster_foe_who_would_kill_is_spared_and_the_others_are_not() {
    let set = ["foe.0.damage=40"];
    let expected = "landed 2, taken 1, foes_out 1, foe_body_lost 5, hero_out 1, hero_body_lost 5";
    check_two(&set, "292 5 22 92 5", expected);
    check_two(&set, "299 5 22 92 5", expected);
}

#[test]
fn equally_fast_pairs_put_each_other_out() {
    check_two(&["foe.0.damage=40"], "242 5 22 92", "foes_out 2, hero_out 1, hero_body_lost 5");
}

#[test]
fn each_pair_goes_by_its_own_initiative() {
    let set = ["foe.0.damage=40", "foe.1.damage=40"];
    check_two(&set, "292 5 22 99 5", "landed 2, taken 2, foes_out 1, foe_body_lost 5, hero_out 1");
    check_two(&set, "222 5 22 99 5", "foes_out 2, foe_body_lost 10, hero_out 0, hero_body_lost 0");
    check_two(&set, "299 5 22 99 55", "foes_out 0, foe_body_lost 0, hero_out 1, hero_body_lost 5");
}

#[test]
fn a_foe_who_is_not_felled_kills_and_spares_nobody() {
    let set = ["foe.1.damage=40"];
    for initiative in ["222", "229", "292"] {
        let dice = format!("{initiative} 5 29 29 5");
        check_two(&set, &dice, "taken 1, foes_out 1, hero_out 1, hero_body_lost 5");
    }
}

#[test]
fn foes_who_kill_only_together_are_in_no_double_kill() {
    // Two of the five levels by the first, three by the second.
    let set = ["foe.0.damage=10", "foe.1.damage=15"];
    for initiative in ["299", "292", "229", "242", "222"] {
        let dice = format!("{initiative} 5 29 99 5");
        check_two(&set, &dice, "foes_out 1, hero_out 1, hero_body_lost 5, foe_body_lost 5");
    }
}

/// Two foes where both sides count as one.
#[track_caller]
fn check_sides(set: &[&str], dice: &str, expected: &str) {
    check_two(&[&["rules.simultaneous=unless-both-sides-out"], set].concat(), dice, expected);
}

#[test]
fn by_sides_a_slower_foe_who_is_felled_deals_nothing_and_one_who_is_not_still_does() {
    check_sides(
        &["foe.0.damage=40"],
        "222 5 29 99 55",
        "landed 1, taken 2, foes_out 1, hero_out 0, hero_body_lost 1",
    );
    check_sides(&["foe.1.damage=40"], "222 5 29 29 5", "taken 1, foes_out 1, hero_out 1, hero_body_lost 5");
}

#[test]
fn by_sides_a_faster_foe_who_fells_the_hero_spares_all_foes() {
    check_sides(
        &["foe.0.damage=40"],
        "292 5 22 92 55",
        "landed 2, taken 1, foes_out 0, foe_body_lost 0, hero_out 1, hero_body_lost 5",
    );
    check_sides(&["foe.1.damage=40"], "229 5 29 29 55", "foes_out 0, hero_out 1");
}

#[test]
fn by_sides_a_faster_foe_who_only_wounds_the_hero_spares_nobody() {
    check_sides(
        &["foe.1.damage=40"],
        "292 5 22 99 5",
        "landed 2, taken 2, foes_out 2, hero_out 0, hero_body_lost 1",
    );
}

#[test]
fn by_sides_two_foes_fell_the_hero_together() {
    // Two levels and two of the five by the first, three by the second.
    let set = ["foe.0.damage=10", "foe.1.damage=15"];
    check_sides(&set, "299 5 29 99 55", "foes_out 0, hero_out 1, hero_body_lost 5, foe_body_lost 0");
    check_sides(&set, "292 5 29 99 5", "foes_out 1, hero_out 1, hero_body_lost 5");
    check_sides(&set, "229 5 29 99 55", "foes_out 1, hero_out 0, hero_body_lost 3");
    check_sides(&set, "242 5 29 99 5", "foes_out 1, hero_out 1, hero_body_lost 5");
}

#[test]
fn by_sides_scores_decide_the_same_way() {
    let set = ["rules.double_kill=score", "foe.0.damage=40"];
    for initiative in ["222", "292", "922"] {
        let with = |score| [&set[..], &[score]].concat();
        let dice = format!("{initiative} 5 22 92");
        check_sides(&with("foe.0.initiative=7"), &format!("{dice} 55"), "foes_out 0, hero_out 1");
        check_sides(&with("foe.0.initiative=6"), &dice, "foes_out 2, hero_out 1");
        check_sides(&with("foe.0.initiative=5"), &format!("{dice} 5"), "foes_out 2, hero_out 0");
    }
}

#[test]
fn whoever_closes_in_goes_by_totals_and_the_double_kill_by_scores() {
    // The foe is inside the hero's range with his higher total, and falls first with his lower score.
    let closing = [&DEADLY[..], &["foe.0.closes=1", "hero.attack=20"]].concat();
    check(DUEL, &closing, "29 92 92 5", "landed 1, taken 1, foes_out 1, hero_out 0");
}
