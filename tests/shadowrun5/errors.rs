//! What is no casting, and why.

use crate::casting::{PLAIN, check_errors, plain};
use crate::common;

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
