//! Drain.

use crate::casting::check;

#[test]
fn drain_is_force_and_code_and_at_least_2() {
    check("direct", &["spell.drain=2"], "511 1 1", "drain 5");
    check("direct", &["spell.drain=0"], "511 1 5", "drain 2");
    check("direct", &["spell.drain=-3", "choice.force=4"], "511 1 1", "drain 2");
    check("direct", &["spell.drain=-1", "choice.force=4"], "511 1 1", "drain 3");
}

#[test]
fn the_least_drain_is_a_rule() {
    check("direct", &["rules.min_drain=4"], "511 1 1", "drain 4");
    check("direct", &["rules.min_drain=0"], "511 1 1", "drain 0, drain_type none");
    check("direct", &["rules.min_drain=1", "spell.drain=-2"], "511 1 1", "drain 1");
    check("direct", &["rules.min_drain=0", "spell.drain=-9"], "511 1 1", "drain 0, drain_type none");
}

#[test]
fn drain_is_resisted_with_willpower_and_the_drain_attribute() {
    let set = ["caster.willpower=2", "caster.drain_attribute=1", "spell.drain=2"];
    check("direct", &set, "511 1 511", "drain 4");
    check("direct", &set, "511 1 555", "drain 2");
    check("direct", &[&set[..], &["rules.min_drain=2", "spell.drain=-3"]].concat(), "511 1 551", "drain 0");
}

#[test]
fn drain_resisted_to_0_or_below_is_none() {
    let set = ["caster.willpower=3"];
    check("direct", &set, "511 1 551", "drain 0, drain_type none");
    check("direct", &set, "511 1 555", "drain 0, drain_type none");
    check("direct", &set, "511 1 511", "drain 1, drain_type stun");
}

#[test]
fn drain_is_physical_when_total_hits_are_above_magic() {
    check("direct", &[], "551 1 1", "hits 2, drain_type stun");
    check("direct", &[], "555 1 1", "hits 3, drain_type physical");
    check("indirect", &[], "555 11 11 1", "drain_type physical");
    check("indirect-area", &[], "555 11 1", "drain_type physical");
    // Hits beyond the limit do not count, and Force above Magic does not by itself.
    check("direct", &["choice.force=2"], "555 1 1", "hits 2, drain_type stun");
    check("direct", &["choice.force=4"], "551 1 1", "hits 2, drain_type stun");
    check("direct", &["choice.force=1", "choice.reagents=3"], "555 1 1", "hits 3, drain_type physical");
}

#[test]
fn drain_is_physical_when_force_is_above_magic_if_the_rule_says_force() {
    let force = "rules.drain_physical=force";
    check("direct", &[force, "choice.force=3"], "511 1 1", "hits 1, drain_type physical");
    check("direct", &[force, "choice.force=2"], "511 1 1", "drain_type stun");
    check("direct", &[force, "choice.force=2", "choice.reagents=3"], "555 1 1", "hits 3, drain_type stun");
    check("indirect", &[force], "111 11 1", "hit 0, drain 2, drain_type physical");
}

#[test]
fn drain_is_paid_after_a_miss() {
    check("direct", &[], "211 1 1", "hit 0, drain 2, drain_type stun");
    check("indirect", &[], "511 51 1", "hit 0, drain 2, drain_type stun");
    check("indirect-area", &["target.counterspelling=1"], "511 11 5 1", "hit 0, drain 2");
    check("indirect-area", &[], "551 6 1", "scatter 6, hit 0, drain 2");
}

#[test]
fn an_indirect_miss_costs_no_drain_when_the_rule_reads_the_text_literally() {
    let literal = "rules.drain_on_miss=false";
    check("indirect", &[literal], "511 51", "hit 0, drain 0, drain_type none");
    check("indirect", &[literal], "511 11 11 1", "hit 1, drain 2");
    check("indirect-area", &[literal, "target.counterspelling=1"], "511 11 5", "hit 0, drain 0");
    check("indirect-area", &[literal], "551 6", "scatter 6, hit 0, drain 0");
    check("indirect-area", &[literal, "rules.scatter_miss=false"], "551 6 11 1", "hit 1, drain 2");
    let no_damage = [literal, "rules.vehicle_threshold=true", "target.kind=drone", "target.armor=99"];
    check("indirect", &no_damage, "511 11 1", "hit 1, damage 0, drain 2");
}

#[test]
fn a_direct_spell_always_pays_drain() {
    check("direct", &["rules.drain_on_miss=false"], "511 5 1", "hit 0, drain 2, drain_type stun");
    check("direct", &["rules.drain_on_miss=false"], "511 1 1", "hit 1, drain 2, drain_type stun");
}
