//! Shadowrun 1 with the house rules of 1992, rule by rule.
//!
//! Every house rule is a switch whose other value is the book's rule. `dice` contains the tests,
//! `track` the damage track; `attack` and `spell` are procedures, and `casts` repeats a spell. `initiative` and
//! `firefight` are in the text of the game.

mod attack;

mod spell;

mod casts;

mod text;

mod dice;

mod roll;

mod rules;

mod level;

mod track;

mod wound;

mod keys;

mod sheet;

mod step;

use self::wound::MARKS;
use crate::description::{Figure, FigureKind, ProcedureDescription, System};

/// Shadowrun 1, for the registry.
pub fn system() -> System {
    let (texts, fighters) = text::procedures();
    let system = System::new("shadowrun1", "Shadowrun 1: house rules of 1992, and the book's")
        .with(attack_procedure())
        .with(spell_procedure())
        .with(casts_procedure());
    let system = texts.into_iter().fold(system, System::with);
    system.presets([keys::presets(), fighters].concat()).sheet(sheet::sheet()).notes(NOTES)
}

fn attack_procedure() -> ProcedureDescription {
    ProcedureDescription::new(
        "attack",
        "all attacks of one action at one target: dodge, resistance, the damage track",
        keys::attack(),
        attack::prepare::prepare,
    )
    .start("attacker.skill", 6)
    .start("weapon.power", 5)
    .start("weapon.level", "M")
    .start("weapon.staging", 3)
    .start("target.body", 4)
    .start("target.armor_class", "ordinary")
    .start("target.armor", 5)
    .start("choice.target_number", 4)
    .question("wounds", "wound != 'none'")
    .question("takes the target out", "state != 'ok'")
    .figure(target_track())
}

fn spell_procedure() -> ProcedureDescription {
    bolt(ProcedureDescription::new(
        "spell",
        "one spell at one target, and its drain",
        keys::spell(),
        spell::prepare::prepare,
    ))
    .question("takes effect", "hit == 1")
    .question("costs nothing", "drain_wound == 'none'")
    .side_effect("mean(drain_boxes)")
    .figure(target_track())
    .figure(track::figure("caster-track", "the caster's damage track", MARKS))
}

fn casts_procedure() -> ProcedureDescription {
    bolt(ProcedureDescription::new(
        "casts",
        "the same spell again and again, until the caster or the target is down",
        keys::casts(),
        casts::prepare,
    ))
    .start("choice.casts", 3)
    .question("the target is down", "state != 'ok'")
    .question("the caster is down", "caster_state != 'ok'")
    .figure(Figure::new("standing", FigureKind::Stacks(casts::course())))
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

const NOTES: [&str; 7] = [
    "Levels: L, M, S and D wounds of 1, 3, 6 and 10 boxes. Dice that show 6 are rolled again and added.",
    "Inputs express the other rules: automatic sixes bought with karma, pool dice (refreshed, and none when surprised), the attacks of autofire at several targets as other_bursts, the Force of an aiding elemental, boxes healed since the marks.",
    "The success test of a spell rolls Force dice. Sorcery counts only where it is resisted against, Willpower only where it resists drain.",
    "A skill of 0 (an attribute, a dodge pool, an unaware target's) rolls no dice of its own, and there is no trade: added dice roll against a target number above 10 as it is, and against 2 where it is lower.",
    "Sequences: `casts` plays a spell, `firefight` attacks and initiative, again and again, with the penalties of the marks so far. Automatic sixes belong to the first cast. Surprise takes the pools of the first turn.",
    "The source text has the house rules alone: what the book says beside them is not in it, and neither are the numbers of these steps.",
    "Health spells, which the text leaves to the table, are not modelled.",
];

fn target_track() -> Figure {
    track::figure("track", "the target's damage track", 0)
}
