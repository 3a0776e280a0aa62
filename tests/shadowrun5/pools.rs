//! The Spellcasting pool.

use crate::casting::check;

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
