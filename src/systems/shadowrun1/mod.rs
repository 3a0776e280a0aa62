//! Shadowrun 1 with the house rules of 1992.
//!
//! Its rules are a text, `games/shadowrun1.rules`. Here is what the text does not say: what `fizzle new`
//! writes, and the sheet.

mod sheet;

use crate::description::{ProcedureDescription, System};
use crate::systems::from_text;

/// The rules.
const TEXT: &str = include_str!("../../../games/shadowrun1.rules");

/// Shadowrun 1, for the registry.
pub fn system() -> System {
    let (procedures, presets) = from_text(TEXT);
    let system = System::new("shadowrun1", "Shadowrun 1: house rules of 1992, and the book's");
    let system = procedures.into_iter().map(started).fold(system, System::with);
    system.presets(presets).sheet(sheet::sheet()).notes(NOTES)
}

/// What `fizzle new` writes for a procedure.
fn started(procedure: ProcedureDescription) -> ProcedureDescription {
    match &*procedure.name {
        "attack" => procedure
            .start("attacker.skill", 6)
            .start("weapon.power", 5)
            .start("weapon.level", "M")
            .start("weapon.staging", 3)
            .start("target.body", 4)
            .start("target.armor_class", "ordinary")
            .start("target.armor", 5)
            .start("choice.target_number", 4)
            .question("wounds", "wound != 'none'")
            .question("takes the target out", "state != 'ok'"),
        "spell" => bolt(procedure)
            .question("takes effect", "hit == 1")
            .question("costs nothing", "drain_wound == 'none'")
            .side_effect("mean(drain_boxes)"),
        "casts" => bolt(procedure)
            .start("choice.casts", 3)
            .question("the target is down", "state != 'ok'")
            .question("the caster is down", "caster_state != 'ok'"),
        "initiative" => {
            procedure.start("character.reaction", 4).question("acts twice or more", "actions >= 2")
        }
        _ => fighter(fighter(procedure, 0, "Ripper"), 1, "Guard")
            .question("the first side wins", "winner == 'first'")
            .question("the first side wins unhurt", "winner == 'first' && fighter.0.penalty == 0"),
    }
}

/// The starting values of a spell: Force 5, level M, staging 2, and a drain of half the Force plus 1,
/// level S, staging 2.
fn bolt(procedure: ProcedureDescription) -> ProcedureDescription {
    procedure
        .start("caster.magic", 6)
        .start("caster.pool_dice", 3)
        .start("spell.force", 5)
        .start("spell.level", "M")
        .start("spell.staging", 2)
        .start("spell.drain_modifier", 1)
        .start("spell.drain_level", "S")
        .start("spell.drain_staging", 2)
        .start("target.attribute", 4)
}

/// The starting values of a fighter.
fn fighter(procedure: ProcedureDescription, place: usize, name: &'static str) -> ProcedureDescription {
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
}

const NOTES: [&str; 7] = [
    "Levels: L, M, S and D wounds of 1, 3, 6 and 10 boxes. Dice that show 6 are rolled again and added.",
    "Inputs express the other rules: automatic sixes bought with karma, pool dice (refreshed, and none when surprised), the attacks of autofire at several targets as other_bursts, the Force of an aiding elemental, boxes healed since the marks.",
    "The success test of a spell rolls Force dice. Sorcery counts only where it is resisted against, Willpower only where it resists drain.",
    "A skill of 0 (an attribute, a dodge pool, an unaware target's) rolls no dice of its own, and there is no trade: added dice roll against a target number above 10 as it is, and against 2 where it is lower.",
    "Sequences: `casts` plays a spell, `firefight` attacks and initiative, again and again, with the penalties of the marks so far. Automatic sixes belong to the first cast. Surprise takes the pools of the first turn.",
    "The source text has the house rules alone: what the book says beside them is not in it, and neither are the numbers of these steps.",
    "Health spells, which the text leaves to the table, are not modelled.",
];
