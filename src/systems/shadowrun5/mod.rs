//! Shadowrun 5: combat spells, direct and indirect.
//!
//! Its rules are a text, `games/shadowrun5.rules`. Here is what the text does not say: what `fizzle new`
//! writes, and the sheets.

mod sheet;

use crate::description::{ProcedureDescription, System};
use crate::systems::from_text;

/// The rules.
const TEXT: &str = include_str!("../../../games/shadowrun5.rules");

/// Shadowrun 5, for the registry.
pub fn system() -> System {
    let (procedures, presets) = from_text(TEXT);
    let system = System::new("shadowrun5", "Shadowrun 5: combat spells");
    procedures
        .into_iter()
        .map(started)
        .fold(system, System::with)
        .presets(presets)
        .sheet(sheet::sheet())
        .character_sheet(sheet::character_sheet())
        .notes(NOTES)
}

/// What `fizzle new` writes for a procedure.
fn started(procedure: ProcedureDescription) -> ProcedureDescription {
    let procedure = procedure
        .start("caster.magic", 6)
        .start("caster.spellcasting", 6)
        .start("caster.willpower", 5)
        .start("caster.drain_attribute", 5)
        .start("caster.mental_limit", 7);
    match &*procedure.name {
        "direct" => procedure
            .start("spell.preset", "manabolt")
            .start("target.willpower", 3)
            .start("choice.force", 6)
            .question("5 boxes of damage or more", "damage >= 5")
            .question("costs no drain", "drain == 0")
            .side_effect("mean(drain)"),
        "indirect" => procedure
            .start("spell.preset", "lightning-bolt")
            .start("target.body", 4)
            .start("target.reaction", 4)
            .start("target.intuition", 3)
            .start("target.armor", 9)
            .start("choice.force", 6)
            .question("drops a target with 10 boxes", "damage >= 10")
            .question("costs no drain", "drain == 0")
            .side_effect("mean(drain)"),
        "indirect-area" => procedure
            .start("spell.preset", "fireball")
            .start("target.body", 4)
            .start("target.armor", 9)
            .start("choice.force", 6)
            .question("the blast reaches the target", "hit == 1")
            .question("costs no drain", "drain == 0")
            .side_effect("mean(drain)"),
        _ => procedure
            .start("caster.body", 3)
            .start("spell.preset", "lightning-bolt")
            .start("opponent.0.name", "ganger")
            .start("opponent.0.count", 3)
            .start("opponent.0.body", 4)
            .start("opponent.0.willpower", 3)
            .start("opponent.0.reaction", 4)
            .start("opponent.0.intuition", 3)
            .start("opponent.0.armor", 12)
            .start("choice.force", 6)
            .start("choice.casts", 12)
            .question("all opponents are down", "cleared == 1")
            .question("the caster is down", "caster != 'standing'")
            .side_effect("p(caster != 'standing')"),
    }
}

const NOTES: [&str; 7] = [
    "Not in the source text: glitches, the blast radius, 2 dice off per sustained spell, armor values never below 0.",
    "Nor Edge: a glitch is judged by the first roll of each die, those that Edge adds among them; penalties leave at least 0 dice, and Edge adds to these. In `casts` it is spent in the first casts, choice.edge_casts of them.",
    "An aircraft is a vehicle. The text's \"[Handling]\" is read as a limit on a drone's defense hits.",
    "Nor what casts carry over: condition monitors (8 boxes and half of Willpower or Body, rounded up), wound penalties, stun that overflows.",
    "Vehicles, drones and objects take physical boxes from every spell, from Clout and Punch too.",
    "An area spell with 0 total hits scatters 0 m and strikes nobody.",
    "A ball spell of the direct list strikes each target with the same casting roll; a scenario has one target, but for `casts`.",
];
