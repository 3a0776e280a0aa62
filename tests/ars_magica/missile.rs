//! First and Second Missiles.

use crate::scene::{SHOT, check, law, probability};

#[test]
fn an_equal_total_misses_and_a_greater_one_hits() {
    check(SHOT, &[], "55", "hit 0, body_lost 0, out 0");
    check(SHOT, &[], "65", "hit 1, body_lost 0, out 0");
    check(SHOT, &[], "56", "hit 0, body_lost 0, out 0");
}

#[test]
fn each_5_full_points_over_soak_take_a_level() {
    check(SHOT, &[], "62", "hit 1, body_lost 0");
    check(SHOT, &[], "72", "hit 1, body_lost 1");
    check(SHOT, &["shooter.attack=4"], "72", "body_lost 1");
    check(SHOT, &["shooter.attack=5"], "72", "body_lost 2");
    check(SHOT, &["rules.step=3"], "82", "body_lost 2");
    check(SHOT, &["shooter.damage=-20", "shooter.attack=10"], "72", "hit 1, body_lost 0");
    check(SHOT, &["mark.soak=6"], "72", "body_lost 0");
    check(SHOT, &["mark.soak=0"], "72", "body_lost 2");
}

#[test]
fn no_more_levels_are_lost_than_are_left() {
    check(SHOT, &["shooter.damage=100"], "32", "body_lost 5, out 1");
    check(SHOT, &["shooter.damage=100", "mark.body_lost=3"], "92", "body_lost 2, out 1");
    check(SHOT, &["shooter.damage=20"], "72", "body_lost 4, out 0");
    check(SHOT, &["rules.penalties=[0]"], "72", "body_lost 1, out 1");
}

#[test]
fn modifiers_and_the_penalty_of_the_mark_count() {
    check(SHOT, &["shooter.modifier=3"], "35", "hit 1");
    check(SHOT, &["shooter.modifier=2"], "35", "hit 0");
    check(SHOT, &["mark.modifier=3"], "85", "hit 0");
    check(SHOT, &["mark.body_lost=3"], "35", "hit 1");
    check(SHOT, &["mark.body_lost=3"], "25", "hit 0");
    check(SHOT, &["mark.body_lost=1"], "55", "hit 0");
}

#[test]
fn a_mark_is_out_when_it_loses_what_is_left() {
    let odds = law(SHOT, &["mark.body_lost=2", "shooter.attack=6"]);
    assert!((probability(&odds, "out", "1") - probability(&odds, "body_lost", "3")).abs() < 1e-15);
    assert!(probability(&odds, "out", "1") > 0.0);
}
