//! Hits and glitches.

use crate::casting::check;

#[test]
fn a_die_is_a_hit_from_hit_on_upward_in_every_pool() {
    check("direct", &[], "456 4 4", "hits 2, net_hits 2, drain 2");
    check("direct", &[], "456 5 6", "hits 2, net_hits 1, drain 1");
    check("direct", &["rules.hit_on=6"], "566 5 5", "hits 2, net_hits 2, drain 2");
    check("direct", &["rules.hit_on=4"], "345 4 4", "hits 2, net_hits 1, drain 1");
    check("direct", &["rules.hit_on=2"], "112 2 2", "hits 1, net_hits 0, drain 1, glitch glitch");
    check("indirect", &["rules.hit_on=4"], "444 41 43 4", "hits 3, net_hits 2, damage 4, drain 1");
    check(
        "indirect-area",
        &["rules.hit_on=4", "target.counterspelling=1"],
        "444 4 43 4",
        "net_hits 2, damage 2",
    );
}

#[test]
fn a_glitch_is_strictly_more_than_half_ones() {
    check("direct", &["caster.spellcasting=2"], "1122 1 1", "glitch none");
    check("direct", &["caster.spellcasting=2"], "1115 1 1", "glitch glitch");
    check("direct", &[], "152 1 1", "glitch none");
    check("direct", &[], "151 1 1", "glitch glitch");
    check("direct", &["caster.wound_penalty=2"], "1 1 1", "glitch critical");
}

#[test]
fn a_critical_glitch_has_no_hit_before_limits() {
    check("direct", &[], "112 1 1", "hits 0, glitch critical");
    check("direct", &[], "115 1 1", "hits 1, glitch glitch");
    check("direct", &["caster.mental_limit=0"], "115 1 1", "hits 0, glitch glitch");
    check("direct", &["rules.hit_on=6"], "115 1 1", "hits 0, glitch critical");
}

#[test]
fn a_glitch_changes_nothing_else() {
    let plain = "hits 1, net_hits 1, hit 1, damage 1, damage_type physical, drain 2, drain_type stun";
    check("direct", &[], "512 1 1", &format!("{plain}, glitch none"));
    check("direct", &[], "511 1 1", &format!("{plain}, glitch glitch"));
    check("indirect", &[], "511 11 11 1", "hit 1, damage 4, drain 2, glitch glitch");
    check(
        "indirect-area",
        &["caster.spellcasting=3"],
        "55111 2 11 1",
        "hit 1, damage 3, drain 2, glitch glitch",
    );
}

#[test]
fn only_the_spellcasting_roll_glitches() {
    check("indirect", &["target.reaction=3"], "555 1111 11 1", "net_hits 3, damage 6, glitch none");
}
