//! Shadowrun 5: combat spells, direct and indirect.
//!
//! The source text is six step tables: a direct spell, an indirect spell at a
//! single target and an indirect area spell, each with or without reagents.
//! `rules` has the procedures, `keys` what a scenario may say.

mod dice;

mod rules;

mod keys;

mod metric;

mod prepare;

mod presets;

mod sheet;

mod step;

use crate::description::{Literal, ProcedureDescription, System};

/// The row of Shadowrun 5 in the table of systems.
pub const SYSTEM: System = System {
    name: "shadowrun5",
    title: "Shadowrun 5: combat spells",
    procedures: &[
        ProcedureDescription {
            name: "direct",
            help: "a direct combat spell against one target: 12 steps, 13 with reagents",
            keys: keys::KEYS,
            start: &[
                ("caster.magic", Literal::Integer(6)),
                ("caster.spellcasting", Literal::Integer(6)),
                ("caster.willpower", Literal::Integer(5)),
                ("caster.drain_attribute", Literal::Integer(5)),
                ("caster.mental_limit", Literal::Integer(7)),
                ("spell.preset", Literal::Word("manabolt")),
                ("target.willpower", Literal::Integer(3)),
                ("choice.force", Literal::Integer(6)),
            ],
            questions: &[("5 boxes of damage or more", "damage >= 5"), ("costs no drain", "drain == 0")],
            figures: &[],
            prepare: prepare::direct,
        },
        ProcedureDescription {
            name: "indirect",
            help: "an indirect combat spell at a single target: 19 steps, 20 with reagents",
            keys: keys::KEYS,
            start: &[
                ("caster.magic", Literal::Integer(6)),
                ("caster.spellcasting", Literal::Integer(6)),
                ("caster.willpower", Literal::Integer(5)),
                ("caster.drain_attribute", Literal::Integer(5)),
                ("caster.mental_limit", Literal::Integer(7)),
                ("spell.preset", Literal::Word("lightning-bolt")),
                ("target.body", Literal::Integer(4)),
                ("target.reaction", Literal::Integer(4)),
                ("target.intuition", Literal::Integer(3)),
                ("target.armor", Literal::Integer(9)),
                ("choice.force", Literal::Integer(6)),
            ],
            questions: &[("drops a target with 10 boxes", "damage >= 10"), ("costs no drain", "drain == 0")],
            figures: &[],
            prepare: prepare::indirect,
        },
        ProcedureDescription {
            name: "indirect-area",
            help: "an indirect area spell as one target in it meets it: 21 steps, 22 with reagents",
            keys: keys::KEYS,
            start: &[
                ("caster.magic", Literal::Integer(6)),
                ("caster.spellcasting", Literal::Integer(6)),
                ("caster.willpower", Literal::Integer(5)),
                ("caster.drain_attribute", Literal::Integer(5)),
                ("caster.mental_limit", Literal::Integer(7)),
                ("spell.preset", Literal::Word("fireball")),
                ("target.body", Literal::Integer(4)),
                ("target.armor", Literal::Integer(9)),
                ("choice.force", Literal::Integer(6)),
            ],
            questions: &[("the blast reaches the target", "hit == 1"), ("costs no drain", "drain == 0")],
            figures: &[],
            prepare: prepare::indirect_area,
        },
    ],
    presets: presets::PRESETS,
    sheet: sheet::SHEET,
    notes: &[
        "Not in the source text: glitches, the blast radius, 2 dice off per sustained spell, armor values never below 0.",
        "An aircraft is a vehicle. The text's \"[Handling]\" is read as a limit on a drone's defense hits.",
        "A ball spell of the direct list strikes each target with the same casting roll; a scenario has one target.",
    ],
};
