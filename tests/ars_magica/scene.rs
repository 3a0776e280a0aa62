//! A duel, a hero against two, a shot: and what must come of them with given dice.

use crate::common;
pub use crate::common::rules::{check_errors, check_faces, law, probability};

/// Damage and Soak cancel out: a hit takes a level for each 5 points of difference.
pub const DUEL: &str = r#"
system = "ars-magica"
procedure = "exchange"

[hero]
initiative = 6
attack = 10
defense = 10
damage = 5
soak = 5
combat_fatigue = 5

[[foe]]
initiative = 4
attack = 8
defense = 8
damage = 5
soak = 5
combat_fatigue = 5
"#;

/// Two equal foes, each in a table of his own.
pub const TWO_FOES: &str = r#"
system = "ars-magica"
procedure = "exchange"

[hero]
initiative = 6
attack = 10
defense = 10
damage = 5
soak = 5
combat_fatigue = 5

[[foe]]
initiative = 4
attack = 8
defense = 8
damage = 5
soak = 5
combat_fatigue = 5

[[foe]]
initiative = 4
attack = 8
defense = 8
damage = 5
soak = 5
combat_fatigue = 5
"#;

/// Attack 0 against Defense 0.
pub const SHOT: &str = r#"
system = "ars-magica"
procedure = "missile"

[shooter]
attack = 0
damage = 5

[mark]
defense = 0
soak = 5
"#;

/// Every hit kills.
pub const DEADLY: [&str; 2] = ["hero.damage=40", "foe.0.damage=40"];

/// Plays a scenario, changed by `set`, with `dice`: a digit for each die in the order
/// in which they are rolled, 0 for the tenth face. A die too many or too few fails, so
/// every check is one of who rolls.
#[track_caller]
pub fn check(text: &str, set: &[&str], dice: &str, expected: &str) {
    let faces: Vec<u32> = dice
        .chars()
        .filter_map(|face| face.to_digit(10))
        .map(|face| if face == 0 { 10 } else { face })
        .collect();
    check_faces(&common::parse(text, set), &faces, expected);
}

/// Plays a melee with `dice`, and compares the metrics that `expected` names.
#[track_caller]
pub fn check_melee(text: &str, set: &[&str], dice: &str, expected: &str) {
    check(text, &melee(set), dice, expected);
}

/// Changes that make a melee of an exchange.
pub fn melee<'a>(set: &[&'a str]) -> Vec<&'a str> {
    [&["procedure=melee"], set].concat()
}
