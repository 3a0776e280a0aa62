//! The 9th Age: one casting attempt, and a whole magic phase.
//!
//! The source text is the spell casting sequence, steps A to F. `attempt` has
//! what an attempt is in both procedures, `cast` one by itself, `phase` the game
//! that two players make of several.

mod attempt;

mod bound;

mod cast;

mod dice;

mod keys;

mod phase;

mod sheet;

mod step;

use crate::description::{Figure, FigureKind, Literal, ProcedureDescription, System};

/// The row of The 9th Age in the table of systems.
pub const SYSTEM: System = System {
    name: "ninth-age",
    title: "The 9th Age: casting and dispelling",
    procedures: &[
        ProcedureDescription {
            name: "cast",
            help: "one attempt at one spell: casting, dispelling, fizzle, miscast",
            keys: keys::CAST,
            start: &[
                ("caster.casting_modifier", Literal::Integer(1)),
                ("spell.casting_value", Literal::Integer(8)),
                ("choice.magic_dice", Literal::Integer(3)),
                ("choice.dispel_dice", Literal::Integer(3)),
            ],
            questions: &[("the spell is cast", "cast == 1"), ("a miscast takes effect", "miscast > 0")],
            figures: &[Figure { name: "outcome", kind: FigureKind::Split { metric: "result" } }],
            prepare: cast::prepare::prepare,
        },
        ProcedureDescription {
            name: "phase",
            help: "a magic phase of several spells: what to try, and what to dispel",
            keys: keys::PHASE,
            start: &[
                ("caster.casting_modifier", Literal::Integer(1)),
                ("pool.magic_dice", Literal::Integer(7)),
                ("pool.dispel_dice", Literal::Integer(5)),
                ("spell.0.name", Literal::Word("fireball")),
                ("spell.0.casting_value", Literal::Integer(8)),
                ("spell.0.boosted_value", Literal::Integer(11)),
                ("spell.0.worth", Literal::Integer(20)),
                ("spell.0.boosted_worth", Literal::Integer(30)),
                ("spell.1.name", Literal::Word("ward")),
                ("spell.1.casting_value", Literal::Integer(7)),
                ("spell.1.worth", Literal::Integer(15)),
                ("spell.2.name", Literal::Word("pit")),
                ("spell.2.casting_value", Literal::Integer(10)),
                ("spell.2.worth", Literal::Integer(30)),
            ],
            questions: &[("worth 30 or more", "worth >= 30"), ("nothing is cast", "spells_cast == 0")],
            figures: &[Figure {
                name: "phase",
                kind: FigureKind::LawAndChances {
                    law: "worth",
                    chances: "cast_",
                    title: "chance that each spell is cast",
                },
            }],
            prepare: phase::prepare::prepare,
        },
    ],
    presets: &[],
    sheet: sheet::SHEET,
    notes: &[
        "Not in the source text, but in the game's rulebook: magic resistance, the miscast table, the totals of bound spells.",
        "Miscasts: 1 Broken Concentration, 2 Witchfire, 3 Magical Inferno, 4 Amnesia, 5 Backlash, 6 Implosion; 7, a Breach in the Veil, needs rules.miscast_modifier.",
        "Natural 1s return when a casting attempt fails or breaks and when a dispelling attempt fails, if it had 2 dice or more.",
        "In a phase, miscasts take no spell away: Amnesia and a Breach in the Veil are counted, and cost what policy.miscast_cost says.",
    ],
};
