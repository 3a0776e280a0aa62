//! The procedures whose rules are a text: `initiative` and `firefight`.

use super::keys;
use crate::description::{Preset, ProcedureDescription};
use crate::systems::from_text;

/// The rules.
const TEXT: &str = include_str!("../../../games/shadowrun1.rules");

/// The procedures, with what `fizzle new` writes for them, and the presets of fighters.
pub fn procedures() -> (Vec<ProcedureDescription>, Vec<Preset>) {
    let (procedures, presets) = from_text(TEXT, &[keys::firefight(), keys::initiative()].concat());
    let started = |procedure: ProcedureDescription| match &*procedure.name {
        "initiative" => {
            procedure.start("character.reaction", 4).question("acts twice or more", "actions >= 2")
        }
        _ => firefight(procedure),
    };
    (procedures.into_iter().map(started).collect(), presets)
}

/// A firefight of two fighters.
fn firefight(procedure: ProcedureDescription) -> ProcedureDescription {
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
    fighter(fighter(procedure, 0, "Ripper"), 1, "Guard")
        .question("the first side wins", "winner == 'first'")
        .question("nobody of the first side is hurt", "winner == 'first' && fighter.0.penalty == 0")
}
