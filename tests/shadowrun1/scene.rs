//! A plain attack, spell and turn, and what must come of them with given dice.

use crate::common;
pub use crate::common::rules::{check_errors, check_scenario, law, mean, probability};

/// Two skill dice against 4, code 4M2, and one die of Body to resist.
pub const ATTACK: &str = r#"
system = "shadowrun1"
procedure = "attack"

[attacker]
skill = 2

[weapon]
power = 4
level = "M"
staging = 2

[target]
body = 1

[choice]
target_number = 4
"#;

/// Two dice against 4 for success, and four against 2 to resist; one die of Magic
/// and two of Willpower against a drain of 5M2. The target's Magic leaves it
/// without spell defense, and so does the Sorcery of 3 with resistance to it.
pub const SPELL: &str = r#"
system = "shadowrun1"
procedure = "spell"

[caster]
sorcery = 3
magic = 1
willpower = 2

[spell]
force = 2
level = "M"
staging = 2
drain_power = 5
drain_level = "M"
drain_staging = 2

[target]
attribute = 4
magic = 6
"#;

/// Reaction 4.
pub const TURN: &str = r#"
system = "shadowrun1"
procedure = "initiative"

[character]
reaction = 4
"#;

/// Plays a scenario, changed by `set`, with `dice`: a digit for each die in the
/// order in which they are rolled, a word for each pool. Compares the metrics that
/// `expected` names, as in `"hit 1, wound M"`. A die too many or too few fails, so
/// every check is one of all its pools.
#[track_caller]
pub fn check(text: &str, set: &[&str], dice: &str, expected: &str) {
    check_scenario(&common::parse(text, set), dice, expected);
}
