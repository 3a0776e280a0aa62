//! `firefight`: two sides shoot and cast at each other until one is out. Its rules are a text.

use super::keys;
use crate::description::{Preset, ProcedureDescription};
use crate::systems::from_text;

/// The rules of a firefight.
const TEXT: &str = include_str!("../../../games/shadowrun1.rules");

/// The procedure, with the two fighters of `fizzle new`, and the presets of fighters.
pub fn procedure() -> (ProcedureDescription, Vec<Preset>) {
    let help =
        "two sides shoot and cast at each other until one is out: initiative, pools and wounds together";
    let (procedure, presets) = from_text(TEXT, "firefight", help, &keys::firefight());
    let fighter = |procedure: ProcedureDescription, place: usize, name: &'static str| {
        let key = |name| format!("fighter.{place}.{name}");
        procedure
            .start(key("name"), name)
            .start(key("reaction"), 5)
            .start(key("skill"), 6)
            .start(key("pool_dice"), 2)
            .start(key("power"), 5)
            .start(key("level"), "M")
            .start(key("staging"), 3)
            .start(key("target_number"), 4)
            .start(key("body"), 4)
            .start(key("dodge_dice"), 4)
            .start(key("armor_class"), "ordinary")
            .start(key("armor"), 3)
    };
    let procedure = fighter(fighter(procedure, 0, "Ripper"), 1, "Guard")
        .question("the first side wins", "winner == 'first'")
        .question("nobody of the first side is hurt", "winner == 'first' && fighter.0.penalty == 0");
    (procedure, presets)
}
