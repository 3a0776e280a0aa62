//! Shadowrun 5: combat spells, direct and indirect.
//!
//! The source text consists of six step tables: a direct spell, an indirect spell at a single target
//! and an indirect area spell, each with or without reagents. `casting` contains what they share,
//! `table` their differences, `single` the cast of one spell at one target, and `keys` the keys of
//! scenarios.

mod dice;

mod metric;

mod casting;

mod table;

mod strike;

mod single;

mod keys;

mod choice;

mod scene;

mod target;

mod prepare;

mod presets;

mod casts;

mod sheet;

mod step;

use self::table::{Direct, Indirect, IndirectArea};
use crate::description::{Figure, FigureKind, ProcedureDescription, System};

/// The same rules as a text, which the command prints to be changed.
#[cfg(feature = "cli")]
const TEXT: &str = include_str!("../../../games/shadowrun5.rules");
#[cfg(not(feature = "cli"))]
const TEXT: &str = "";

/// Shadowrun 5, for the registry.
pub fn system() -> System {
    System::new("shadowrun5", "Shadowrun 5: combat spells")
        .with(direct_procedure().rules(TEXT))
        .with(indirect_procedure().rules(TEXT))
        .with(indirect_area_procedure().rules(TEXT))
        .with(casts_procedure().rules(TEXT))
        .presets(presets::presets())
        .sheet(sheet::sheet())
        .character_sheet(sheet::character_sheet())
        .notes(NOTES)
}

fn direct_procedure() -> ProcedureDescription {
    ProcedureDescription::new(
        "direct",
        "a direct combat spell against one target: 12 steps, 13 with reagents",
        keys::single(),
        prepare::single::<Direct>,
    )
    .start("caster.magic", 6)
    .start("caster.spellcasting", 6)
    .start("caster.willpower", 5)
    .start("caster.drain_attribute", 5)
    .start("caster.mental_limit", 7)
    .start("spell.preset", "manabolt")
    .start("target.willpower", 3)
    .start("choice.force", 6)
    .question("5 boxes of damage or more", "damage >= 5")
    .question("costs no drain", "drain == 0")
    .side_effect("mean(drain)")
}

fn indirect_procedure() -> ProcedureDescription {
    ProcedureDescription::new(
        "indirect",
        "an indirect combat spell at a single target: 19 steps, 20 with reagents",
        keys::single(),
        prepare::single::<Indirect>,
    )
    .start("caster.magic", 6)
    .start("caster.spellcasting", 6)
    .start("caster.willpower", 5)
    .start("caster.drain_attribute", 5)
    .start("caster.mental_limit", 7)
    .start("spell.preset", "lightning-bolt")
    .start("target.body", 4)
    .start("target.reaction", 4)
    .start("target.intuition", 3)
    .start("target.armor", 9)
    .start("choice.force", 6)
    .question("drops a target with 10 boxes", "damage >= 10")
    .question("costs no drain", "drain == 0")
    .side_effect("mean(drain)")
}

fn indirect_area_procedure() -> ProcedureDescription {
    ProcedureDescription::new(
        "indirect-area",
        "an indirect area spell as one target in it meets it: 21 steps, 22 with reagents",
        keys::single(),
        prepare::single::<IndirectArea>,
    )
    .start("caster.magic", 6)
    .start("caster.spellcasting", 6)
    .start("caster.willpower", 5)
    .start("caster.drain_attribute", 5)
    .start("caster.mental_limit", 7)
    .start("spell.preset", "fireball")
    .start("target.body", 4)
    .start("target.armor", 9)
    .start("choice.force", 6)
    .question("the blast reaches the target", "hit == 1")
    .question("costs no drain", "drain == 0")
    .side_effect("mean(drain)")
}

fn casts_procedure() -> ProcedureDescription {
    ProcedureDescription::new(
        "casts",
        "cast after cast at one or several opponents, until somebody is down",
        keys::casts(),
        casts::prepare::casts,
    )
    .start("caster.magic", 6)
    .start("caster.spellcasting", 6)
    .start("caster.willpower", 5)
    .start("caster.drain_attribute", 5)
    .start("caster.mental_limit", 7)
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
    .side_effect("p(caster != 'standing')")
    .figure(Figure::new("standing", FigureKind::Stacks(casts::tables::course())))
    .figure(Figure::new("policy", FigureKind::Policy(casts::tables::maps())))
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
