//! Direct spells.

use crate::casting::check;

#[test]
fn a_living_target_resists_a_direct_physical_spell_with_body_and_counterspelling() {
    check("direct", &["target.body=2"], "555 51 1", "net_hits 2, damage 2");
    check("direct", &["target.counterspelling=2"], "555 555 1", "net_hits 0, damage 0");
}

#[test]
fn a_living_target_resists_a_direct_mana_spell_with_willpower_and_counterspelling() {
    check("direct", &["spell.damage_type=mana"], "555 51 1", "net_hits 2, damage 2");
    check("direct", &["spell.damage_type=mana", "target.counterspelling=1"], "555 511 1", "net_hits 2");
}

#[test]
fn wounds_do_not_count_against_a_direct_spell_and_sustained_spells_do() {
    let target = ["target.body=3", "target.wound_penalty=5"];
    check("direct", &target, "555 511 1", "net_hits 2");
    check("direct", &[&target[..], &["target.sustained_spells=1"]].concat(), "555 5 1", "net_hits 2");
    let mana = ["spell.damage_type=mana", "target.counterspelling=1", "target.wound_penalty=5"];
    check("direct", &[&mana[..], &["target.sustained_spells=1"]].concat(), "555 5 1", "net_hits 2");
}

#[test]
fn vehicles_and_drones_resist_a_direct_spell_with_body_alone() {
    let else_ = ["target.body=2", "target.counterspelling=3", "target.sustained_spells=1"];
    check("direct", &[&else_[..], &["target.kind=driven-vehicle"]].concat(), "555 51 1", "net_hits 2");
    check("direct", &[&else_[..], &["target.kind=drone"]].concat(), "555 51 1", "net_hits 2");
    let handling = ["target.kind=drone", "target.body=2", "target.handling=0"];
    check("direct", &handling, "555 55 1", "net_hits 1");
}

#[test]
fn an_object_resists_a_direct_spell_with_structure_alone() {
    let else_ = ["target.kind=object", "target.counterspelling=3", "target.sustained_spells=1"];
    check("direct", &else_, "555 51 1", "net_hits 2, damage 2, damage_type physical");
}

#[test]
fn a_direct_spell_hits_with_net_hits_above_0_for_as_many_boxes() {
    check("direct", &[], "551 1 1", "net_hits 2, hit 1, damage 2, damage_type physical");
    check("direct", &[], "511 5 1", "net_hits 0, hit 0, damage 0, damage_type none");
    check("direct", &[], "211 5 1", "net_hits -1, hit 0, damage 0, damage_type none");
}

#[test]
fn armor_does_not_matter_to_a_direct_spell() {
    check("direct", &["target.armor=99"], "551 1 1", "damage 2, damage_type physical");
}

#[test]
fn a_direct_spell_inflicts_the_boxes_of_the_spell_and_physical_ones_on_the_lifeless() {
    check("direct", &["spell.damage=stun"], "551 1 1", "damage 2, damage_type stun");
    check("direct", &["spell.damage=stun"], "511 5 1", "damage 0, damage_type none");
    for kind in ["driven-vehicle", "drone"] {
        let kind = format!("target.kind={kind}");
        check("direct", &[&kind, "spell.damage=stun"], "551 1 1", "damage 2, damage_type physical");
    }
    check("direct", &["target.kind=object", "spell.damage=stun"], "551 11 1", "damage_type physical");
}
