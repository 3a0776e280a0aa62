//! Shadowrun 5, rule by rule: given dice, and what must come of them.

mod common;

use fizzle::analysis::{MAX_OUTCOMES, Odds, exact, explain};
use fizzle::chance::Line;
use fizzle::scenario::Scenario;
use fizzle::systems::{System, Value};

/// A casting with small pools, so that scripts stay short: 3 Spellcasting dice
/// and 1 against drain of 2. The target has 1 die against a direct spell, 2
/// against an indirect one, and 2 to soak it: Body 1 and an Armor Value of 4 − 3.
const PLAIN: &str = r#"
system = "shadowrun5"

[caster]
magic = 2
spellcasting = 1
willpower = 1
drain_attribute = 0
mental_limit = 9

[spell]
damage_type = "physical"
drain = -3

[target]
body = 1
willpower = 2
reaction = 1
intuition = 1
structure = 2
pilot = 1
autosoft = 1
armor = 4

[choice]
force = 3
"#;

/// The plain casting of a procedure, with changes.
#[track_caller]
fn plain(procedure: &str, set: &[&str]) -> Scenario {
    common::parse(PLAIN, &with_procedure(procedure, set).iter().map(String::as_str).collect::<Vec<_>>())
}

fn with_procedure(procedure: &str, set: &[&str]) -> Vec<String> {
    let procedure = format!("procedure={procedure}");
    [procedure.as_str()].iter().chain(set).map(|&assignment| assignment.to_owned()).collect()
}

/// Plays the plain casting, changed by `set`, with `dice`: a digit for each die
/// in the order in which they are rolled, a word for each pool. Compares the
/// metrics that `expected` names, as in `"hits 2, damage_type stun"`. A die too
/// many or too few fails, so every check is one of all its pools.
#[track_caller]
fn check(procedure: &str, set: &[&str], dice: &str, expected: &str) {
    let faces: Vec<u32> = dice.chars().filter_map(|face| face.to_digit(10)).collect();
    let outcome = common::play(&plain(procedure, set), &faces);
    for pair in expected.split(", ") {
        let (name, value) = pair.split_once(' ').expect("a metric and its value");
        let metric = outcome.iter().find(|(metric, _)| metric == name).expect("the metric exists");
        assert_eq!(metric.1, value, "{name} of {dice:?}: {outcome:?}");
    }
}

/// The plain casting, changed by `set`, is in error, and all it says is this.
#[track_caller]
fn check_errors(procedure: &str, set: &[&str], expected: &[&str]) {
    let set = with_procedure(procedure, set);
    let set: Vec<&str> = set.iter().map(String::as_str).collect();
    let errors = common::try_parse(PLAIN, &set).expect_err("this is no scenario");
    assert_eq!(errors.lines().count(), expected.len(), "{errors}");
    for message in expected {
        assert!(errors.contains(message), "no {message:?} in:\n{errors}");
    }
}

// The Spellcasting pool.

#[test]
fn the_spellcasting_pool_is_spellcasting_and_magic() {
    check("direct", &[], "551 1 1", "hits 2, net_hits 2");
    check("direct", &["caster.spellcasting=0"], "51 1 1", "hits 1");
    check("direct", &["caster.magic=3"], "5511 1 1", "hits 2");
}

#[test]
fn foci_and_a_mentor_spirit_add_spellcasting_dice() {
    check("direct", &["caster.foci=1"], "5511 1 1", "hits 2");
    check("direct", &["caster.mentor_spirit=2"], "55111 1 1", "hits 2");
    check("direct", &["caster.foci=1", "caster.mentor_spirit=1"], "55111 1 1", "hits 2");
}

#[test]
fn wounds_take_spellcasting_dice_and_none_against_drain() {
    check("direct", &["caster.wound_penalty=1"], "51 1 5", "hits 1, drain 1");
    check("indirect", &["caster.wound_penalty=2"], "5 11 11 5", "hits 1, damage 4, drain 1");
}

#[test]
fn a_sustained_spell_takes_two_dice_off_spellcasting_and_off_drain_resistance() {
    let pools = ["caster.spellcasting=3", "caster.willpower=2", "caster.drain_attribute=3"];
    check("direct", &[&pools[..], &["caster.sustained_spells=1"]].concat(), "551 1 511", "hits 2, drain 1");
    check("direct", &[&pools[..], &["caster.sustained_spells=2"]].concat(), "5 1 5", "hits 1, drain 1");
}

#[test]
fn what_the_target_suffers_takes_no_dice_off_the_caster() {
    let set = ["target.kind=drone", "target.wound_penalty=1", "target.sustained_spells=1"];
    check("direct", &set, "551 1 5", "hits 2, drain 1");
}

#[test]
fn a_pool_of_no_dice_scores_nothing_and_does_not_glitch() {
    check("direct", &["caster.wound_penalty=3"], "1 1", "hits 0, net_hits 0, hit 0, glitch none");
    check("direct", &["caster.wound_penalty=9"], "5 1", "hits 0, net_hits -1, glitch none");
    check("direct", &["target.body=1", "target.sustained_spells=3"], "511 1", "hits 1, net_hits 1, damage 1");
    check("direct", &["caster.sustained_spells=1"], "5 1", "hits 1, drain 2");
}

// Limits.

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

// Hits and glitches.

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

// Direct spells.

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

// Indirect spells.

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

// Indirect area spells.

#[test]
fn an_area_spell_scatters_by_its_total_hits() {
    check("indirect-area", &[], "555 11 1", "hits 3, scatter 0, hit 1");
    check("indirect-area", &["caster.spellcasting=2", "choice.force=4"], "5555 1 1", "hits 4, scatter 0");
    check("indirect-area", &[], "551 2 11 1", "hits 2, scatter 2, hit 1");
    check("indirect-area", &[], "511 12 11 1", "hits 1, scatter 3, hit 1");
    check("indirect-area", &[], "211 1", "hits 0, scatter 0, net_hits 0, hit 0");
}

#[test]
fn scatter_looks_at_hits_within_the_limits() {
    check("indirect-area", &["choice.reagents=1"], "555 11 11 1", "hits 1, scatter 2");
    check("indirect-area", &["caster.mental_limit=2"], "555 3 11 1", "hits 2, scatter 3");
    check("indirect-area", &["caster.mental_limit=0"], "555 1", "hits 0, scatter 0, hit 0");
}

#[test]
fn a_blast_reaches_as_far_as_its_force() {
    check("indirect-area", &[], "551 3 11 1", "scatter 3, hit 1, damage 3");
    check("indirect-area", &[], "551 4 1", "scatter 4, hit 0, damage 0, damage_type none, drain 2");
    check("indirect-area", &["choice.force=4"], "551 4 1 1", "scatter 4, hit 1, damage 4");
    check("indirect-area", &[], "511 66 1", "scatter 12, hit 0");
}

#[test]
fn net_hits_are_told_when_scatter_misses_too() {
    check("indirect-area", &["target.counterspelling=2"], "551 6 51 1", "scatter 6, net_hits 1, hit 0");
    check("indirect-area", &[], "511 55 1", "scatter 10, net_hits 1, hit 0");
}

#[test]
fn without_scatter_miss_scatter_is_told_and_nothing_else() {
    check("indirect-area", &["rules.scatter_miss=false"], "551 6 11 1", "scatter 6, hit 1, damage 3");
    check("indirect-area", &["rules.scatter_miss=false"], "511 66 11 1", "scatter 12, hit 1, damage 3");
    check("indirect-area", &["rules.scatter_miss=false"], "211 1", "scatter 0, hit 0");
}

#[test]
fn scatter_less_total_hits_is_at_least_0() {
    let minus = "rules.scatter=minus-hits";
    check("indirect-area", &[minus], "551 5 11 1", "scatter 3, hit 1");
    check("indirect-area", &[minus], "551 6 1", "scatter 4, hit 0");
    check("indirect-area", &[minus], "551 1 11 1", "scatter 0, hit 1");
    check("indirect-area", &[minus], "511 22 11 1", "scatter 3, hit 1");
    check("indirect-area", &[minus], "511 23 1", "scatter 4, hit 0");
    check("indirect-area", &[minus], "555 11 1", "scatter 0, hit 1");
}

#[test]
fn bonus_damage_is_what_total_hits_are_above_3() {
    let set = ["caster.spellcasting=4", "caster.magic=3", "choice.force=6", "target.armor=0"];
    check("indirect-area", &set, "5551111 1 1", "hits 3, damage 6");
    check("indirect-area", &set, "5555111 1 1", "hits 4, damage 7");
    check("indirect-area", &set, "5555551 1 1", "hits 6, damage 9");
    check("indirect-area", &set, "5555555 1 1", "hits 6, damage 9");
    check("indirect-area", &set, "5511111 1 1 1", "hits 2, damage 6");
}

#[test]
fn net_hits_decide_whether_an_area_spell_hits_and_not_how_hard() {
    let set = ["caster.spellcasting=3", "choice.force=4", "target.counterspelling=4"];
    check("indirect-area", &set, "55551 5551 1 1", "net_hits 1, hit 1, damage 5");
    check("indirect-area", &set, "55551 1111 1 1", "net_hits 4, hit 1, damage 5");
    check("indirect-area", &set, "55551 5555 1", "net_hits 0, hit 0, damage 0");
}

#[test]
fn the_living_roll_counterspelling_against_an_area_spell_if_they_have_any() {
    check("indirect-area", &["target.reaction=9"], "555 11 1", "net_hits 3");
    check("indirect-area", &["target.counterspelling=1"], "555 5 11 1", "net_hits 2");
    let wounded = ["target.counterspelling=3", "target.wound_penalty=1"];
    check("indirect-area", &wounded, "555 51 11 1", "net_hits 2");
    let sustained = ["target.counterspelling=3", "target.sustained_spells=1", "target.body=3"];
    check("indirect-area", &sustained, "555 5 11 1", "net_hits 2");
    check("indirect-area", &["target.counterspelling=1", "target.wound_penalty=1"], "555 11 1", "net_hits 3");
}

#[test]
fn the_lifeless_roll_nothing_against_an_area_spell() {
    for (kind, soak) in [("driven-vehicle", "11"), ("drone", "11"), ("object", "111")] {
        let kind = format!("target.kind={kind}");
        check("indirect-area", &[&kind, "target.counterspelling=3"], &format!("555 {soak} 1"), "net_hits 3");
    }
}

#[test]
fn every_kind_of_target_dodges_an_area_spell_under_the_reaction_and_intuition_reading() {
    let dodging = "rules.area_defense=reaction+intuition";
    check("indirect-area", &[dodging], "555 51 11 1", "net_hits 2, damage 3");
    check("indirect-area", &[dodging, "target.counterspelling=1"], "555 511 11 1", "net_hits 2");
    check("indirect-area", &[dodging, "target.wound_penalty=1"], "555 5 11 1", "net_hits 2");
    let sustained = [dodging, "target.reaction=2", "target.sustained_spells=1", "target.body=3"];
    check("indirect-area", &sustained, "555 5 11 1", "net_hits 2");
    let driver = [dodging, "target.kind=driven-vehicle", "target.counterspelling=1"];
    check("indirect-area", &driver, "555 511 11 1", "net_hits 2");
    let drone = [dodging, "target.kind=drone", "target.handling=1", "target.counterspelling=1"];
    check("indirect-area", &drone, "555 55 11 1", "net_hits 2");
    check("indirect-area", &[dodging, "target.kind=object"], "555 111 1", "net_hits 3");
}

#[test]
fn nothing_opposes_an_area_spell_under_the_reading_none() {
    let none = ["rules.area_defense=none", "target.counterspelling=3"];
    check("indirect-area", &none, "555 11 1", "net_hits 3, hit 1");
    check("indirect-area", &none, "211 1", "hits 0, net_hits 0, hit 0");
}

#[test]
fn armor_and_damage_type_of_an_area_spell_are_those_of_an_indirect_one() {
    check("indirect-area", &["target.armor=7"], "555 51111 1", "damage 2, damage_type stun");
    check("indirect-area", &["target.armor=6"], "555 5111 1", "damage 2, damage_type physical");
    check("indirect-area", &["target.wound_penalty=1"], "555 51 1", "damage 2");
    check("indirect-area", &["target.body=3", "target.sustained_spells=1"], "555 51 1", "damage 2");
}

// Drain.

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

// Metrics.

#[test]
fn the_metrics_are_those_of_the_page_in_its_order() {
    let names = |procedure: &str| {
        let scenario = plain(procedure, &[]);
        let metrics = scenario.ready.procedure.metrics();
        metrics.iter().map(|metric| metric.name.clone()).collect::<Vec<_>>().join(" ")
    };
    let single = "hits net_hits hit damage damage_type drain drain_type glitch";
    assert_eq!(names("direct"), single);
    assert_eq!(names("indirect"), single);
    assert_eq!(names("indirect-area"), single.replace(" glitch", " scatter glitch"));
}

#[test]
fn labels_stand_in_the_order_of_the_page() {
    let scenario = plain("direct", &[]);
    for metric in scenario.ready.procedure.metrics() {
        let expected = match metric.name.as_str() {
            "damage_type" | "drain_type" => Some(["none", "stun", "physical"].as_slice()),
            "glitch" => Some(["none", "glitch", "critical"].as_slice()),
            _ => None,
        };
        assert_eq!(metric.labels(), expected, "{}", metric.name);
    }
}

// Step tables.

/// Who does what, row by row; the tables share their beginning and their end.
const CASTING: &[&str] = &[
    "You: Choose a spell",
    "You: Choose Force for the spell",
    "You: Roll dice in Spellcasting Pool",
    "You: Determine total hits",
];

const DIRECT: &[&str] =
    &["Target: Roll opposed Resist check", "Target: Determine net hits", "Target: Register damage"];

const INDIRECT: &[&str] =
    &["Target: Roll Defense check", "Target: Determine net hits", "Target: Determine if hit"];

const INDIRECT_AREA: &[&str] = &[
    "You: Determine Scatter",
    "You: Determine Bonus Damage",
    "Target: Roll Counterspelling check",
    "Target: Determine net hits",
    "Target: Determine if hit",
];

const ARMOR: &[&str] = &[
    "You: Determine Damage Value",
    "You: Determine Armor Penetration",
    "Target: Determine Armor Value",
    "Target: Determine Damage type",
    "Target: Roll Armor check",
    "Target: Determine net hits",
    "Target: Register damage",
];

const DRAIN: &[&str] = &[
    "You: Determine Drain type",
    "You: Determine Drain value",
    "You: Roll dice in Resist Drain Pool",
    "You: Determine net hits",
    "You: Register Drain",
];

#[track_caller]
fn check_steps(procedure: &str, table: &[&[&str]], expected: usize) {
    let rows = table.concat();
    let with_reagents = [&rows[..2], &["You: Choose Reagents"], &rows[2..]].concat();
    for (set, rows) in [(&[] as &[&str], rows), (&["choice.reagents=1"], with_reagents)] {
        let scenario = plain(procedure, set);
        let steps = scenario.ready.procedure.steps();
        let ours: Vec<String> = steps.iter().map(|step| format!("{}: {}", step.who, step.title)).collect();
        assert_eq!(ours, rows);
        let numbers = (1..=expected + set.len()).map(|number| number.to_string());
        assert!(steps.iter().map(|step| step.number.clone()).eq(numbers), "{steps:?}");
    }
}

#[test]
fn steps_are_numbered_as_in_the_six_tables() {
    check_steps("direct", &[CASTING, DIRECT, DRAIN], 12);
    check_steps("indirect", &[CASTING, INDIRECT, ARMOR, DRAIN], 19);
    check_steps("indirect-area", &[CASTING, INDIRECT_AREA, ARMOR, DRAIN], 21);
}

#[test]
fn a_told_hit_goes_through_every_step_in_order_and_a_miss_on_to_drain() {
    for procedure in ["direct", "indirect", "indirect-area"] {
        for set in [&[] as &[&str], &["choice.reagents=3"]] {
            let scenario = plain(procedure, set);
            let table: Vec<_> = scenario.ready.procedure.steps().iter().map(|row| row.step).collect();
            let told = |event: &str| {
                let metrics = scenario.ready.procedure.metrics();
                let event = fizzle::scenario::expression::Event::parse(event, metrics).unwrap();
                let story = explain(&scenario, 1, Some(&event)).unwrap().story;
                story.steps.iter().map(|told| told.step).collect::<Vec<_>>()
            };
            assert_eq!(told("hit == 1"), table);
            let missed = told("hit == 0");
            let skipped = table.len() - missed.len();
            assert_eq!(skipped, if procedure == "direct" { 0 } else { ARMOR.len() });
            assert!(table.ends_with(&missed[missed.len() - DRAIN.len()..]));
            assert!(table.starts_with(&missed[..missed.len() - DRAIN.len()]));
        }
    }
}

// What reagents cost.

#[test]
fn a_dram_of_reagents_costs_20_nuyen_unless_the_rule_says_otherwise() {
    let told = |set: &[&str]| {
        let story = explain(&plain("direct", set), 1, None).unwrap().story;
        let Line::Note(note) = &story.steps[2].lines[0] else { panic!("{story:?}") };
        note.clone()
    };
    assert!(told(&["choice.reagents=6"]).contains("6 drams of reagents, 120 nuyen"));
    assert!(told(&["choice.reagents=6", "rules.reagent_price=25"]).contains("150 nuyen"));
}

#[test]
fn reagents_that_are_left_out_count_0_in_expressions() {
    let system = System::named("shadowrun5").unwrap();
    for procedure in system.procedures {
        let reagents = procedure.keys.iter().find(|key| key.path == "choice.reagents").unwrap();
        assert_eq!(reagents.absent, 0);
    }
}

// Presets.

/// The table of the page: name, procedure, damage type, boxes, drain code.
const PRESETS: &[(&str, &str, &str, &str, i64)] = &[
    ("manabolt", "direct", "mana", "physical", -3),
    ("powerbolt", "direct", "physical", "physical", -3),
    ("stunbolt", "direct", "mana", "stun", -3),
    ("death-touch", "direct", "mana", "physical", -6),
    ("knockout", "direct", "mana", "stun", -6),
    ("shatter", "direct", "physical", "physical", -6),
    ("manaball", "direct", "mana", "physical", 0),
    ("powerball", "direct", "physical", "physical", 0),
    ("stunball", "direct", "mana", "stun", 0),
    ("clout", "indirect", "physical", "stun", -3),
    ("acid-stream", "indirect", "physical", "physical", -3),
    ("flamethrower", "indirect", "physical", "physical", -3),
    ("lightning-bolt", "indirect", "physical", "physical", -3),
    ("punch", "indirect", "physical", "stun", -6),
    ("fireball", "indirect-area", "physical", "physical", -1),
    ("ball-lightning", "indirect-area", "physical", "physical", -1),
    ("toxic-wave", "indirect-area", "physical", "physical", -1),
    ("blast", "indirect-area", "physical", "stun", 0),
];

/// A plain casting that leaves everything about the spell to a preset.
fn preset_alone(name: &str, set: &[&str]) -> Result<Scenario, String> {
    let preset = format!("spell.preset={name}");
    let unwritten = [preset.as_str(), "spell.damage_type=unset", "spell.drain=unset"];
    common::try_parse(PLAIN, &[&unwritten[..], set].concat())
}

#[test]
fn a_preset_fills_the_procedure_and_the_spell() {
    for &(name, procedure, damage_type, damage, drain) in PRESETS {
        let scenario = preset_alone(name, &[]).unwrap();
        assert_eq!(scenario.procedure.name, procedure, "{name}");
        let word = |word: &str| Some(Value::Word(word.to_owned()));
        assert_eq!(scenario.input.get("spell.damage_type").cloned(), word(damage_type), "{name}");
        assert_eq!(scenario.input.get("spell.damage").cloned(), word(damage), "{name}");
        assert_eq!(scenario.input.get("spell.drain"), Some(&Value::Integer(drain)), "{name}");
    }
}

#[test]
fn the_presets_are_those_of_the_page() {
    let ours: Vec<&str> =
        System::named("shadowrun5").unwrap().presets.iter().map(|preset| preset.name).collect();
    assert_eq!(ours, PRESETS.iter().map(|preset| preset.0).collect::<Vec<_>>());
}

#[test]
fn a_written_key_wins_over_a_preset() {
    for &(name, procedure, ..) in PRESETS {
        let written = ["spell.damage_type=physical", "spell.damage=stun", "spell.drain=4"];
        let scenario = preset_alone(name, &written).unwrap();
        assert_eq!(scenario.procedure.name, procedure);
        let word = |path: &str| scenario.input.get(path).map(Value::to_string);
        assert_eq!(word("spell.damage_type").as_deref(), Some("\"physical\""), "{name}");
        assert_eq!(word("spell.damage").as_deref(), Some("\"stun\""), "{name}");
        assert_eq!(word("spell.drain").as_deref(), Some("4"), "{name}");
    }
    check("direct", &["spell.preset=stunbolt", "spell.damage=physical"], "511 1 1", "damage_type physical");
    check("direct", &["spell.preset=manabolt"], "511 1 1", "net_hits 1");
}

#[test]
fn a_preset_and_a_written_procedure_that_agree_are_fine() {
    for &(name, procedure, ..) in PRESETS {
        let procedure = format!("procedure={procedure}");
        assert!(preset_alone(name, &[&procedure]).is_ok(), "{name}");
    }
}

#[test]
fn a_procedure_that_contradicts_the_preset_is_an_error() {
    for &(name, procedure, ..) in PRESETS {
        for other in ["direct", "indirect", "indirect-area"].iter().filter(|&&other| other != procedure) {
            let error = preset_alone(name, &[&format!("procedure={other}")]).expect_err(name);
            let message = format!("the preset \"{name}\" is for procedure \"{procedure}\", not \"{other}\"");
            assert!(error.contains(&message), "{error}");
        }
    }
}

#[test]
fn an_unknown_preset_is_an_error_with_the_nearest_name() {
    let error = preset_alone("firebal", &["procedure=indirect-area"]).unwrap_err();
    assert!(error.contains("there is no preset \"firebal\""), "{error}");
    assert!(error.contains("did you mean \"fireball\"?"), "{error}");
}

// Errors.

#[test]
fn a_mana_spell_against_anything_not_living_is_an_error_that_says_so() {
    for procedure in ["direct", "indirect", "indirect-area"] {
        for (kind, words) in
            [("driven-vehicle", "a driven vehicle"), ("drone", "a drone"), ("object", "an object")]
        {
            let kind = format!("target.kind={kind}");
            let message = format!("a mana spell does nothing to {words}");
            check_errors(procedure, &[&kind, "spell.damage_type=mana"], &[&message]);
        }
        assert!(
            common::try_parse(PLAIN, &[&format!("procedure={procedure}"), "spell.damage_type=mana"]).is_ok()
        );
    }
}

#[test]
fn force_is_from_1_to_twice_magic() {
    assert!(plain("direct", &["choice.force=1"]).ready.choices.contains("Force 1"));
    assert!(plain("direct", &["choice.force=4"]).ready.choices.contains("Force 4"));
    check_errors("direct", &["choice.force=5"], &["Force 5 is above twice Magic 2"]);
    check_errors("indirect-area", &["caster.magic=1"], &["Force 3 is above twice Magic 1"]);
    check_errors("direct", &["choice.force=0"], &["`choice.force` is out of range: 0"]);
    check_errors("direct", &["choice.force=unset"], &["`choice.force` is missing"]);
}

#[test]
fn reagents_do_not_raise_the_highest_force() {
    let set = ["choice.force=5", "choice.reagents=5"];
    check_errors("direct", &set, &["Force 5 is above twice Magic 2"]);
}

#[test]
fn numbers_out_of_range_are_errors() {
    check_errors("direct", &["choice.reagents=0"], &["`choice.reagents` is out of range: 0"]);
    check_errors("direct", &["caster.wound_penalty=-1"], &["`caster.wound_penalty` is out of range: -1"]);
    check_errors("direct", &["target.wound_penalty=-1"], &["`target.wound_penalty` is out of range: -1"]);
    check_errors("direct", &["rules.hit_on=1"], &["`rules.hit_on` is out of range: 1"]);
    check_errors("direct", &["rules.hit_on=7"], &["`rules.hit_on` is out of range: 7"]);
}

#[test]
fn words_that_a_key_does_not_know_are_errors() {
    for key in ["target.kind", "spell.damage_type", "spell.damage", "rules.scatter", "rules.area_defense"] {
        check_errors(
            "direct",
            &[&format!("{key}=none-such")],
            &[&format!("`{key}` cannot be \"none-such\"")],
        );
    }
    for key in ["rules.nonliving_armor", "rules.drain_physical", "rules.mental_limit", "rules.scatter_miss"] {
        check_errors("direct", &[&format!("{key}=none-such")], &[&format!("`{key}` cannot be")]);
    }
}

#[test]
fn ratings_of_the_caster_and_the_spell_that_are_missing_are_named() {
    for key in ["caster.magic", "caster.spellcasting", "caster.willpower", "caster.drain_attribute"] {
        check_errors("direct", &[&format!("{key}=unset")], &[&format!("`{key}` is missing")]);
    }
    for key in ["spell.damage_type", "spell.drain"] {
        check_errors("indirect", &[&format!("{key}=unset")], &[&format!("`{key}` is missing")]);
    }
    check_errors("direct", &["caster.mental_limit=unset"], &["the mental limit is missing"]);
    let half = ["caster.mental_limit=unset", "caster.logic=3"];
    check_errors("direct", &half, &["the mental limit is missing"]);
}

/// A target with its kind alone, and the keys that are missed, no more.
#[track_caller]
fn check_missing(procedure: &str, set: &[&str], expected: &str) {
    let keys = ["body", "willpower", "reaction", "intuition", "structure", "pilot", "autosoft", "armor"];
    let unset: Vec<String> = keys.iter().map(|key| format!("target.{key}=unset")).collect();
    let unset: Vec<&str> = unset.iter().map(String::as_str).collect();
    let messages: Vec<String> = expected.split(' ').map(|key| format!("`target.{key}` is missing")).collect();
    let messages: Vec<&str> = messages.iter().map(String::as_str).collect();
    check_errors(procedure, &[&unset[..], set].concat(), &messages);
}

#[test]
fn the_target_keys_that_the_steps_use_are_required_and_no_others() {
    check_missing("direct", &[], "body");
    check_missing("direct", &["spell.damage_type=mana"], "willpower");
    check_missing("direct", &["target.kind=driven-vehicle"], "body");
    check_missing("direct", &["target.kind=drone"], "body");
    check_missing("direct", &["target.kind=object"], "structure");
    check_missing("indirect", &[], "reaction intuition body");
    check_missing("indirect", &["spell.damage_type=mana"], "reaction intuition body");
    check_missing("indirect", &["target.kind=driven-vehicle"], "reaction intuition body");
    check_missing("indirect", &["target.kind=drone"], "pilot autosoft body");
    check_missing("indirect", &["target.kind=object"], "structure");
    check_missing("indirect-area", &[], "body");
    check_missing("indirect-area", &["target.counterspelling=2"], "body");
    check_missing("indirect-area", &["target.kind=driven-vehicle"], "body");
    check_missing("indirect-area", &["target.kind=drone"], "body");
    check_missing("indirect-area", &["target.kind=object"], "structure");
    check_missing("indirect-area", &["rules.area_defense=none"], "body");
    let dodging = "rules.area_defense=reaction+intuition";
    check_missing("indirect-area", &[dodging], "reaction intuition body");
    check_missing("indirect-area", &[dodging, "target.kind=driven-vehicle"], "reaction intuition body");
    check_missing("indirect-area", &[dodging, "target.kind=drone"], "pilot autosoft body");
    check_missing("indirect-area", &[dodging, "target.kind=object"], "structure");
}

#[test]
fn defaults_are_those_of_the_page() {
    let scenario = plain("direct", &["target.armor=unset"]);
    let defaults = [
        ("caster.foci", "0"),
        ("caster.mentor_spirit", "0"),
        ("caster.wound_penalty", "0"),
        ("caster.sustained_spells", "0"),
        ("spell.damage", "\"physical\""),
        ("target.kind", "\"living\""),
        ("target.armor", "0"),
        ("target.counterspelling", "0"),
        ("target.wound_penalty", "0"),
        ("target.sustained_spells", "0"),
        ("rules.mental_limit", "true"),
        ("rules.nonliving_armor", "\"modified\""),
        ("rules.scatter", "\"final\""),
        ("rules.scatter_miss", "true"),
        ("rules.area_defense", "\"counterspelling\""),
        ("rules.drain_on_miss", "true"),
        ("rules.vehicle_threshold", "false"),
        ("rules.drain_physical", "\"hits\""),
        ("rules.min_drain", "2"),
        ("rules.hit_on", "5"),
        ("rules.reagent_price", "20"),
    ];
    for (path, expected) in defaults {
        assert_eq!(scenario.input.get(path).map(Value::to_string).as_deref(), Some(expected), "{path}");
    }
    for path in ["target.handling", "choice.reagents", "caster.logic", "caster.intuition", "spell.preset"] {
        assert_eq!(scenario.input.get(path), None, "{path}");
    }
}

// Anchor figures: the exact laws to the digits that the page prints.

const ANCHOR: &str = r#"
system = "shadowrun5"

[caster]
magic = 6
spellcasting = 6
willpower = 5
drain_attribute = 5

[target]
willpower = 4
reaction = 4
intuition = 3
body = 4
armor = 12

[rules]
mental_limit = false
"#;

fn law(text: &str, set: &[&str]) -> Odds {
    exact(&common::parse(text, set), None, MAX_OUTCOMES).unwrap()
}

fn mean(odds: &Odds, metric: &str) -> f64 {
    let law = odds.distributions.iter().find(|law| law.metric.name == metric).expect("the metric exists");
    law.summary.expect("the metric is an integer").mean
}

/// The probability that a metric shows this value.
fn probability(odds: &Odds, metric: &str, value: &str) -> f64 {
    let law = odds.distributions.iter().find(|law| law.metric.name == metric).expect("the metric exists");
    let row = law.rows.iter().find(|row| law.metric.show(row.value) == value);
    row.map_or(0.0, |row| row.probability)
}

/// A number as the page prints it: as many digits as it has.
#[track_caller]
fn check_figure(actual: f64, printed: &str) {
    let digits = printed.split_once('.').map_or(0, |(_, digits)| digits.len());
    let actual = format!("{actual:.digits$}");
    assert_eq!(actual.strip_prefix('0').filter(|_| printed.starts_with('.')).unwrap_or(&actual), printed);
}

#[track_caller]
fn check_manabolt(choice: &[&str], [damage, hurts, drain, no_drain, physical]: [&str; 5]) {
    let odds = law(ANCHOR, &[&["spell.preset=manabolt"], choice].concat());
    check_figure(mean(&odds, "damage"), damage);
    check_figure(1.0 - probability(&odds, "damage", "0"), hurts);
    check_figure(mean(&odds, "drain"), drain);
    check_figure(probability(&odds, "drain", "0"), no_drain);
    check_figure(probability(&odds, "drain_type", "physical"), physical);
}

#[test]
fn manabolt_anchors() {
    check_manabolt(&["choice.force=6"], ["2.6302", ".8769", ".4205", ".7009", "0"]);
    check_manabolt(&["choice.force=5"], ["2.4524", ".8769", ".1214", ".8960", "0"]);
    let reagents = ["choice.force=1", "choice.reagents=6"];
    check_manabolt(&reagents, ["2.6302", ".8769", ".1214", ".8960", "0"]);
    check_manabolt(&["choice.force=12"], ["2.7198", ".8769", "5.6667", ".0004", ".0664"]);
}

#[test]
fn physical_drain_is_impossible_where_the_page_prints_0() {
    for choice in [&["choice.force=6"] as &[&str], &["choice.force=1", "choice.reagents=6"]] {
        let odds = law(ANCHOR, &[&["spell.preset=manabolt"], choice].concat());
        assert_eq!(probability(&odds, "drain_type", "physical"), 0.0);
    }
}

#[track_caller]
fn check_lightning_bolt(choice: &[&str], damage: &str) {
    let odds = law(ANCHOR, &[&["spell.preset=lightning-bolt"], choice].concat());
    check_figure(mean(&odds, "damage"), damage);
}

#[test]
fn lightning_bolt_anchors() {
    check_lightning_bolt(&["choice.force=3", "choice.reagents=6"], "1.1165");
    check_lightning_bolt(&["choice.force=5"], "2.5819");
    check_lightning_bolt(&["choice.force=6"], "3.7064");
    check_lightning_bolt(&["choice.force=6", "choice.reagents=12"], "3.7972");
    check_lightning_bolt(&["choice.force=8"], "5.6942");
    check_lightning_bolt(&["choice.force=10"], "7.6008");
}

#[test]
fn glitch_anchors() {
    let any = [".166667", ".027778", ".074074", ".016204", ".035494", ".008702"];
    let critical = [".166667", ".027778", ".046296", ".010031", ".013632", ".003301"];
    for dice in 1..=6 {
        let skill = format!("caster.spellcasting={}", dice - 1);
        let set = ["procedure=direct", "caster.magic=1", "choice.force=1", &skill];
        let odds = law(PLAIN, &set);
        check_figure(1.0 - probability(&odds, "glitch", "none"), any[dice - 1]);
        check_figure(probability(&odds, "glitch", "critical"), critical[dice - 1]);
    }
}
