//! Indirect spells.

use crate::casting::check;

#[test]
fn a_living_target_dodges_with_reaction_intuition_and_counterspelling() {
    check("indirect", &["target.reaction=2"], "555 511 11 1", "net_hits 2");
    check("indirect", &["target.intuition=2"], "555 511 11 1", "net_hits 2");
    check("indirect", &["target.counterspelling=2"], "555 5111 11 1", "net_hits 2");
}

#[test]
fn wounds_and_sustained_spells_hinder_dodging() {
    check("indirect", &["target.wound_penalty=1"], "555 5 11 1", "net_hits 2");
    let set = ["target.reaction=3", "target.body=3", "target.sustained_spells=1"];
    check("indirect", &set, "555 51 11 1", "net_hits 2, damage 5");
}

#[test]
fn a_driver_dodges_as_the_living_do() {
    let driver = ["target.kind=driven-vehicle", "target.reaction=3", "target.counterspelling=1"];
    check("indirect", &driver, "555 51111 11 1", "net_hits 2");
    let hindered = ["target.wound_penalty=1", "target.sustained_spells=1"];
    check("indirect", &[&driver[..], &hindered].concat(), "555 51 11 1", "net_hits 2");
    check("indirect", &[&driver[..], &["target.handling=0"]].concat(), "555 55111 11 1", "net_hits 1");
}

#[test]
fn a_drone_dodges_with_pilot_and_autosoft_alone() {
    let drone = ["target.kind=drone", "target.pilot=2"];
    check("indirect", &drone, "555 511 11 1", "net_hits 2");
    check("indirect", &[&drone[..], &["target.autosoft=0"]].concat(), "555 51 11 1", "net_hits 2");
    let else_ = ["target.counterspelling=3", "target.wound_penalty=1", "target.sustained_spells=1"];
    check("indirect", &[&drone[..], &else_].concat(), "555 511 11 1", "net_hits 2");
}

#[test]
fn handling_caps_the_defense_hits_of_a_drone() {
    let drone = ["target.kind=drone", "target.pilot=2", "target.handling=1"];
    check("indirect", &drone, "555 555 11 1", "net_hits 2");
    check("indirect", &drone, "555 511 11 1", "net_hits 2");
    check("indirect", &drone, "555 111 11 1", "net_hits 3");
    check("indirect", &["target.kind=drone", "target.handling=0"], "511 55 11 1", "net_hits 1");
}

#[test]
fn an_object_does_not_dodge() {
    let object = ["target.kind=object", "target.counterspelling=3"];
    check("indirect", &object, "511 111 1", "net_hits 1, hit 1, damage 4");
}

#[test]
fn an_indirect_spell_hits_with_net_hits_above_0() {
    check("indirect", &[], "511 11 11 1", "net_hits 1, hit 1");
    check("indirect", &[], "511 51 1", "net_hits 0, hit 0, damage 0, damage_type none");
    check("indirect", &[], "211 55 1", "net_hits -2, hit 0, damage 0, damage_type none");
}

#[test]
fn the_damage_value_is_force_and_net_hits_less_what_is_soaked() {
    check("indirect", &[], "555 51 11 1", "net_hits 2, damage 5");
    check("indirect", &[], "555 51 56 1", "net_hits 2, damage 3");
    check("indirect", &["choice.force=4"], "511 11 1 1", "net_hits 1, damage 5");
}

#[test]
fn damage_is_at_least_0_and_then_of_no_type() {
    let set = ["choice.force=1", "target.body=3", "target.armor=0"];
    check("indirect", &set, "511 11 551 1", "hit 1, damage 0, damage_type none");
    check("indirect", &set, "511 11 555 1", "hit 1, damage 0, damage_type none");
}

#[test]
fn force_penetrates_armor_to_nothing_at_most() {
    check("indirect", &["target.armor=5"], "555 11 511 1", "damage 5");
    check("indirect", &["target.armor=3"], "555 11 5 1", "damage 5");
    check("indirect", &["target.armor=1"], "555 11 5 1", "damage 5");
    check("indirect", &["target.armor=0"], "555 11 5 1", "damage 5");
}

#[test]
fn armor_below_the_penetration_may_take_dice_from_the_soak_pool() {
    let letter = "rules.armor_floor=false";
    check("indirect", &[letter, "target.armor=5"], "555 11 511 1", "damage 5");
    check("indirect", &[letter, "target.armor=2"], "555 11 1", "damage 6");
    check("indirect", &[letter, "target.armor=0"], "555 11 1", "damage 6, damage_type physical");
    check("indirect", &[letter, "target.armor=0", "target.body=5"], "555 11 51 1", "damage 5");
    check("indirect-area", &[letter, "target.armor=0", "target.body=5"], "555 51 1", "damage 2");
    let drone = [letter, "target.armor=1", "target.body=4", "target.kind=drone"];
    check("indirect", &drone, "555 11 51 1", "damage 5");
    let full = [&drone[..], &["rules.nonliving_armor=full"]].concat();
    check("indirect", &full, "555 11 51111 1", "damage 5");
    // No Damage Value is below a negative Armor Value.
    check("indirect", &[&drone[..], &["rules.vehicle_threshold=true"]].concat(), "555 11 51 1", "damage 5");
}

#[test]
fn damage_to_the_living_is_physical_where_it_reaches_the_armor_value() {
    // An Armor Value of 3 at Force 1.
    let armor = ["choice.force=1", "choice.reagents=3"];
    check("indirect", &armor, "511 11 1111 1", "damage 2, damage_type stun");
    check("indirect", &armor, "551 11 1111 1", "damage 3, damage_type physical");
    check("indirect", &armor, "551 11 5111 1", "damage 2, damage_type physical");
    check("indirect", &armor, "555 11 1111 1", "damage 4, damage_type physical");
}

#[test]
fn a_stun_spell_stuns_the_living_whatever_their_armor() {
    check("indirect", &["spell.damage=stun"], "555 11 11 1", "damage 6, damage_type stun");
    check("indirect", &["spell.damage=stun", "target.armor=0"], "555 11 1 1", "damage_type stun");
    check("indirect-area", &["spell.damage=stun"], "555 11 1", "damage 3, damage_type stun");
}

#[test]
fn damage_to_the_lifeless_is_physical_whatever_their_armor_and_the_spell() {
    for kind in ["driven-vehicle", "drone"] {
        let kind = format!("target.kind={kind}");
        let set = [kind.as_str(), "choice.force=1", "spell.damage=stun"];
        check("indirect", &set, "511 11 1111 1", "damage 2, damage_type physical");
        check("indirect-area", &[&kind, "spell.damage=stun"], "555 11 1", "damage_type physical");
    }
    let object = ["target.kind=object", "choice.force=1", "spell.damage=stun"];
    check("indirect", &object, "511 11111 1", "damage 2, damage_type physical");
}

#[test]
fn the_living_soak_with_body_and_armor_value_less_sustained_spells_but_not_wounds() {
    check("indirect", &["target.body=2"], "555 11 511 1", "damage 5");
    check("indirect", &["target.wound_penalty=2"], "555 51 1", "net_hits 3, damage 5");
    let sustained = ["target.body=3", "target.sustained_spells=1"];
    check("indirect", &sustained, "555 51 1", "net_hits 3, damage 5");
    let beyond = ["target.body=0", "target.sustained_spells=2"];
    check("indirect", &beyond, "555 1", "net_hits 3, damage 6");
}

#[test]
fn the_lifeless_soak_with_body_or_structure_and_armor_value_alone() {
    let else_ = ["target.sustained_spells=1", "target.wound_penalty=1", "target.counterspelling=1"];
    check("indirect", &[&else_[..], &["target.kind=drone"]].concat(), "555 11 51 1", "damage 5");
    check("indirect", &[&else_[..], &["target.kind=object"]].concat(), "555 511 1", "damage 5");
    // The driver is hindered in dodging, the vehicle is not in soaking.
    check("indirect", &[&else_[..], &["target.kind=driven-vehicle"]].concat(), "555 51 1", "damage 5");
}

#[test]
fn the_lifeless_soak_with_full_armor_when_the_nonliving_armor_rule_says_so() {
    let full = "rules.nonliving_armor=full";
    check("indirect", &[full, "target.kind=drone"], "555 11 51111 1", "damage 5");
    check("indirect", &[full, "target.kind=driven-vehicle"], "555 11 51111 1", "damage 5");
    check("indirect", &[full, "target.kind=object"], "555 511111 1", "damage 5");
    check("indirect-area", &[full, "target.kind=object"], "555 511111 1", "damage 2");
    check("indirect", &[full], "555 11 51 1", "damage 5");
}

#[test]
fn a_vehicle_below_its_armor_value_takes_nothing_when_the_threshold_rule_is_on_and_hit_stays_1() {
    let threshold = ["rules.vehicle_threshold=true", "target.armor=6", "choice.force=2"];
    for kind in ["target.kind=driven-vehicle", "target.kind=drone"] {
        let set = [&threshold[..], &[kind]].concat();
        // Damage Value 3 against Armor Value 4, and 4 against 4: the first rolls no armor check.
        check("indirect", &set, "511 11 1", "hit 1, damage 0, damage_type none, drain 2");
        check("indirect", &set, "551 11 51111 1", "hit 1, damage 3, damage_type physical");
        let full = [&set[..], &["rules.nonliving_armor=full"]].concat();
        check("indirect", &full, "511 11 1", "hit 1, damage 0");
        check("indirect", &full, "551 11 5111111 1", "hit 1, damage 3");
        let no_rule = [&set[..], &["rules.vehicle_threshold=false"]].concat();
        check("indirect", &no_rule, "511 11 51111 1", "hit 1, damage 2");
    }
    let area = ["target.kind=drone", "target.armor=7"];
    check("indirect-area", &[&threshold[..], &area].concat(), "551 1 1", "hit 1, damage 0");
}

#[test]
fn the_threshold_rule_is_of_vehicles_and_drones_alone() {
    let threshold = ["rules.vehicle_threshold=true", "target.armor=6", "choice.force=2"];
    check("indirect", &threshold, "511 11 51111 1", "hit 1, damage 2, damage_type stun");
    let object = [&threshold[..], &["target.kind=object"]].concat();
    check("indirect", &object, "511 511111 1", "hit 1, damage 2, damage_type physical");
    check("direct", &[&threshold[..], &["target.kind=drone"]].concat(), "511 1 1", "hit 1, damage 1");
}
