//! Anchor figures of `phase`: the value of the game and the best first attempt.

use crate::game::{first_attempt, value};

const THREE: &str = r#"
system = "ninth-age"
procedure = "phase"

[pool]
magic_dice = 7
dispel_dice = 5

[caster]
casting_modifier = 1

[[spell]]
name = "a"
casting_value = 8
boosted_value = 11
worth = 20
boosted_worth = 30

[[spell]]
name = "b"
casting_value = 7
worth = 15

[[spell]]
name = "c"
casting_value = 10
worth = 30
"#;

const WITH_A_BOUND_SPELL: &str = r#"
system = "ninth-age"
procedure = "phase"

[pool]
magic_dice = 7
dispel_dice = 4

[[spell]]
name = "a"
casting_value = 8
worth = 20
attempts = 2

[[spell]]
name = "b"
bound = [4, 8]
worth = 12

[[spell]]
name = "c"
casting_value = 10
boosted_value = 13
worth = 30
boosted_worth = 45
attribute_worth = 5
"#;

#[track_caller]
fn check(text: &str, set: &[&str], printed: &str, first: &str) {
    assert_eq!(format!("{:.9}", value(text, set)), printed);
    assert_eq!(first_attempt(text, set), first);
}

#[test]
fn three_spells_with_7_dice_against_5() {
    check(THREE, &[], "28.221003077", "b with 2 dice");
}

#[test]
fn a_spell_twice_a_bound_one_and_an_attribute_spell_with_7_dice_against_4() {
    check(WITH_A_BOUND_SPELL, &[], "45.723024407", "b with 2 dice");
}

#[test]
fn the_same_against_a_dispeller_who_never_dispels() {
    let never = ["policy.dispeller=never"];
    check(WITH_A_BOUND_SPELL, &never, "57.941247642", "c boosted with 5 dice");
}
