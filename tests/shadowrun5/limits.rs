//! What limits the hits: Force, reagents, the mental limit.

use fizzle::analysis::{MAX_OUTCOMES, exact};

use crate::casting::{check, plain};

#[test]
fn force_limits_the_hits() {
    check("direct", &["choice.force=2"], "555 1 1", "hits 2, net_hits 2, damage 2");
    check("direct", &["choice.force=3"], "555 1 1", "hits 3, net_hits 3, damage 3");
}

#[test]
fn reagents_replace_force_as_the_limit() {
    check("direct", &["choice.force=1", "choice.reagents=3"], "555 1 1", "hits 3");
    check("direct", &["choice.force=4", "choice.reagents=1"], "555 1 1", "hits 1");
    check("indirect", &["choice.force=1", "choice.reagents=2"], "555 11 1111 1", "hits 2, damage 3");
    check("indirect-area", &["choice.force=1", "choice.reagents=3"], "555 1111 1", "hits 3, scatter 0");
}

#[test]
fn reagents_leave_damage_armor_and_drain_to_force() {
    // Force 4 is the Damage Value's base and the Armor Penetration; drain is F−3, at least 2.
    let set = ["choice.force=4", "choice.reagents=1", "spell.drain=-1"];
    check("indirect", &set, "555 11 1 1", "hits 1, damage 5, damage_type physical, drain 3");
}

#[test]
fn the_mental_limit_caps_the_hits_whatever_else_does() {
    check("direct", &["caster.mental_limit=1"], "555 1 1", "hits 1");
    check("direct", &["caster.mental_limit=2", "choice.reagents=3"], "555 1 1", "hits 2");
    check("indirect", &["caster.mental_limit=0"], "555 11 1", "hits 0, hit 0");
}

#[test]
fn the_mental_limit_follows_from_logic_intuition_and_willpower_rounded_up() {
    let attributes = |logic: u32, intuition: u32, willpower: u32| {
        let mut set = vec!["caster.mental_limit=unset".to_owned(), "caster.magic=20".to_owned()];
        set.extend([format!("caster.logic={logic}"), format!("caster.intuition={intuition}")]);
        set.extend([format!("caster.willpower={willpower}"), "choice.force=20".to_owned()]);
        set
    };
    let limit = |logic, intuition, willpower| {
        let set = attributes(logic, intuition, willpower);
        let scenario = plain("direct", &set.iter().map(String::as_str).collect::<Vec<_>>());
        exact(&scenario, None, MAX_OUTCOMES).unwrap().distributions[0].summary.unwrap().max
    };
    assert_eq!(limit(0, 0, 1), 1, "ceil(1 / 3)");
    assert_eq!(limit(1, 0, 1), 1, "ceil(3 / 3)");
    assert_eq!(limit(1, 1, 1), 2, "ceil(4 / 3)");
    assert_eq!(limit(1, 2, 1), 2, "ceil(5 / 3): Intuition counts once");
    assert_eq!(limit(3, 1, 1), 3, "ceil(8 / 3): Logic counts twice");
    assert_eq!(limit(1, 1, 4), 3, "ceil(7 / 3): Willpower counts once");
    assert_eq!(limit(5, 4, 5), 7, "ceil(19 / 3)");
}

#[test]
fn a_written_mental_limit_wins_over_the_attributes() {
    let attributes = ["caster.logic=1", "caster.intuition=0"];
    check("direct", &attributes, "555 1 1", "hits 3");
    check("direct", &[&attributes[..], &["caster.mental_limit=unset"]].concat(), "555 1 1", "hits 1");
}

#[test]
fn without_the_mental_limit_rule_none_is_needed_and_none_counts() {
    check("direct", &["rules.mental_limit=false", "caster.mental_limit=1"], "555 1 1", "hits 3");
    check("direct", &["rules.mental_limit=false", "caster.mental_limit=unset"], "555 1 1", "hits 3");
    let attributes = ["rules.mental_limit=false", "caster.logic=0", "caster.intuition=0"];
    check("direct", &attributes, "555 1 1", "hits 3");
}
