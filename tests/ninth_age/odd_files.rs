//! Files and changes that are not meant that way, and what is said of them.

use crate::attempt::check_errors;
use crate::common;
use crate::game::{TWO_SPELLS, value};

const HEAD: &str =
    "system = \"ninth-age\"\nprocedure = \"phase\"\npool = { magic_dice = 5, dispel_dice = 3 }\n";

#[track_caller]
fn check_file(rest: &str, expected: &[&str]) {
    check_errors(&format!("{HEAD}{rest}"), &[], expected);
}

#[test]
fn spells_that_are_no_array_of_tables_are_refused_once() {
    for rest in ["spell = []", "spell = 5", "spell = \"a\"", "spell = [1, 2]"] {
        check_file(rest, &["unknown key `spell`"]);
    }
    check_file("[spell]\nname = \"a\"\ncasting_value = 7\nworth = 3\n", &["unknown key `spell.name`"]);
}

#[test]
fn an_empty_spell_lacks_what_a_spell_needs() {
    let missing = ["name", "worth", "casting_value"].map(|key| format!("`spell.0.{key}` is missing"));
    check_file("[[spell]]\n", &missing.each_ref().map(String::as_str));
}

#[test]
fn wrong_types_in_a_spell_are_refused_key_by_key() {
    check_file(
        "[[spell]]\nname = 5\nworth = 1.5\ncasting_value = \"7\"\nattempts = true\nboosted_value = []\n",
        &[
            "`spell.0.name` cannot be the number 5",
            "`spell.0.worth` cannot be the number 1.5",
            "`spell.0.casting_value` cannot be the text \"7\"",
            "`spell.0.attempts` cannot be true",
            "`spell.0.boosted_value` cannot be a list",
        ],
    );
}

#[test]
fn numbers_beyond_all_bounds_are_refused() {
    let million = "spell.0.worth=1000001";
    check_errors(TWO_SPELLS, &[million], &["`spell.0.worth` is out of range: 1000001"]);
    let huge = "spell.0.casting_value=99999999999999999999";
    check_errors(TWO_SPELLS, &[huge], &["`spell.0.casting_value` is out of range"]);
    check_errors(TWO_SPELLS, &["pool.magic_dice=501"], &["`pool.magic_dice` is out of range: 501"]);
}

#[test]
fn greatest_numbers_do_not_overflow() {
    let set = ["caster.casting_modifier=1000000", "target.magic_resistance=-1000000"];
    let worth = ["spell.0.worth=1000000", "spell.0.attribute_worth=1000000", "policy.miscast_cost=1000000"];
    assert!(value(TWO_SPELLS, &[&set[..], &worth].concat()) > 0.0);
    let low = ["caster.casting_modifier=-1000000", "target.magic_resistance=1000000"];
    assert!(value(TWO_SPELLS, &low) >= 0.0);
}

#[test]
fn array_items_are_set_by_their_position() {
    assert!(value(TWO_SPELLS, &["spell.0.worth=50"]) > value(TWO_SPELLS, &["spell.0.worth=20"]));
    let third = ["spell.2.name=gust", "spell.2.casting_value=3", "spell.2.worth=1"];
    let scenario = common::parse(TWO_SPELLS, &third);
    assert!(scenario.ready.procedure.metrics().iter().any(|metric| metric.name == "cast_gust"));
}

#[test]
fn an_item_that_set_makes_lacks_what_it_was_not_given() {
    let missing = ["`spell.2.name` is missing", "`spell.2.casting_value` is missing"];
    check_errors(TWO_SPELLS, &["spell.2.worth=1"], &missing);
    check_errors(TWO_SPELLS, &["plan.0.spell=bolt"], &["`plan.0.magic_dice` is missing"]);
}

#[test]
fn to_unset_what_is_not_there_changes_nothing() {
    for key in ["plan.0.spell", "spell.7.worth", "spell.0.attempts", "spell.1.magic_resistance"] {
        assert_eq!(value(TWO_SPELLS, &[&format!("{key}=unset")]), value(TWO_SPELLS, &[]), "{key}");
    }
}

#[test]
fn a_position_that_is_none_is_an_unknown_key() {
    for path in ["spell.x.worth", "spell.-1.worth", "spell.00.worth", "spell.0.0.worth"] {
        let errors = common::try_parse(TWO_SPELLS, &[&format!("{path}=3")]).unwrap_err();
        assert!(errors.contains(&format!("unknown key `{path}`")), "{errors}");
        assert_eq!(errors.lines().count(), 1, "{errors}");
    }
}

#[test]
fn a_phase_without_dice_comes_to_nothing() {
    assert_eq!(value(TWO_SPELLS, &["pool.magic_dice=0", "pool.dispel_dice=0"]), 0.0);
    assert_eq!(value(TWO_SPELLS, &["spell.0.attempts=0", "spell.1.attempts=0"]), 0.0);
}

/// A broken attempt returns more dice than there are beside it.
#[test]
fn pools_smaller_than_an_attempt_may_be_are_solved() {
    for dice in 1..=4 {
        let set = [format!("pool.magic_dice={dice}"), "spell.0.casting_value=3".to_owned()];
        let set = set.each_ref().map(String::as_str);
        for alone in [&[] as &[&str], &["spell.1.attempts=0"]] {
            assert!(value(TWO_SPELLS, &[&set[..], alone].concat()) >= 0.0);
        }
    }
}

/// Each attempt of two natural 1s leaves both dice for the next: so many of them
/// are less likely than any number that is not 0.
#[test]
fn a_spell_may_have_many_more_attempts_than_there_are_dice() {
    let value = |attempts| value(TWO_SPELLS, &["pool.magic_dice=2", "pool.dispel_dice=0", attempts]);
    assert!((value("spell.0.attempts=400") - value("spell.0.attempts=40")).abs() < 1e-9);
}

#[test]
fn what_an_item_lacks_that_set_makes_is_pointed_out_there() {
    let mut document = fizzle::scenario::Document::parse("test.toml", TWO_SPELLS).unwrap();
    document.set("--set", "spell.7.worth=1").unwrap();
    assert_eq!(document.place_of("spell.7.name").source.name, "--set");
    assert_eq!(document.place_of("spell.0.nothing").source.name, "test.toml");
}
