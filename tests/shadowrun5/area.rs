//! Indirect area spells.

use crate::casting::check;

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
