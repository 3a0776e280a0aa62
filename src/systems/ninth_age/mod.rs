//! The 9th Age: one casting attempt, and a whole magic phase.
//!
//! The source text is the spell casting sequence, steps A to F. `attempt` contains the rules of an
//! attempt in both procedures; `cast` is a single attempt, `phase` the game of two players with several
//! attempts.

mod attempt;

mod bound;

mod cast;

mod dice;

mod keys;

mod phase;

mod sheet;

mod step;

use crate::description::{Figure, FigureKind, ProcedureDescription, System};

/// The 9th Age, for the registry.
pub fn system() -> System {
    System::new("ninth-age", "The 9th Age: casting and dispelling")
        .with(cast_procedure())
        .with(phase_procedure())
        .sheet(sheet::sheet())
        .notes(NOTES)
}

fn cast_procedure() -> ProcedureDescription {
    ProcedureDescription::new(
        "cast",
        "one attempt at one spell: casting, dispelling, fizzle, miscast",
        keys::cast(),
        cast::prepare::prepare,
    )
    .start("spell.casting_value", 8)
    .start("choice.magic_dice", 3)
    .start("choice.dispel_dice", 3)
    .question("the spell is cast", "cast == 1")
    .question("a miscast takes effect", "miscast > 0")
    .figure(Figure::new("outcome", FigureKind::Split { metric: "result".into(), won: "cast".into() }))
}

fn phase_procedure() -> ProcedureDescription {
    ProcedureDescription::new(
        "phase",
        "a magic phase of several spells: what to try, and what to dispel",
        keys::phase(),
        phase::prepare::prepare,
    )
    .start("pool.magic_dice", 7)
    .start("pool.dispel_dice", 5)
    .start("spell.0.name", "fireball")
    .start("spell.0.casting_value", 8)
    .start("spell.0.boosted_value", 11)
    .start("spell.0.worth", 20)
    .start("spell.0.boosted_worth", 30)
    .start("spell.1.name", "ward")
    .start("spell.1.casting_value", 7)
    .start("spell.1.worth", 15)
    .start("spell.2.name", "pit")
    .start("spell.2.casting_value", 10)
    .start("spell.2.worth", 30)
    .question("worth 30 or more", "worth >= 30")
    .question("nothing is cast", "spells_cast == 0")
    .figure(Figure::new(
        "phase",
        FigureKind::LawAndChances {
            law: "worth".into(),
            chances: "cast_".into(),
            title: "chance that each spell is cast".into(),
        },
    ))
}

const NOTES: [&str; 4] = [
    "Not in the source text, but in the game's rulebook: magic resistance, the miscast table, the totals of bound spells.",
    "Miscasts: 1 Broken Concentration, 2 Witchfire, 3 Magical Inferno, 4 Amnesia, 5 Backlash, 6 Implosion; 7, a Breach in the Veil, needs rules.miscast_modifier.",
    "Natural 1s return when a casting attempt fails or breaks and when a dispelling attempt fails, if it had 2 dice or more.",
    "In a phase, miscasts take no spell away: Amnesia and a Breach in the Veil are counted, and cost what policy.miscast_cost says.",
];
