//! Shadowrun 1 with the house rules of 1992, rule by rule.
//!
//! Every house rule is a switch whose other side is the book's. `dice` has the
//! tests, `track` the damage track; `attack`, `spell` and `initiative` are the
//! procedures.

mod attack;

mod spell;

mod initiative;

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
use crate::description::{Figure, Literal, ProcedureDescription, System};

const TARGET_TRACK: Figure = track::figure("track", "the target's damage track", 0);

const CASTER_TRACK: Figure = track::figure("caster-track", "the caster's damage track", MARKS);

/// The row of Shadowrun 1 in the table of systems.
pub const SYSTEM: System = System {
    name: "shadowrun1",
    title: "Shadowrun 1: house rules of 1992, and the book's",
    procedures: &[
        ProcedureDescription {
            name: "attack",
            help: "all attacks of one action at one target: dodge, resistance, the damage track",
            keys: keys::ATTACK,
            start: &[
                ("attacker.skill", Literal::Integer(6)),
                ("weapon.power", Literal::Integer(5)),
                ("weapon.level", Literal::Word("M")),
                ("weapon.staging", Literal::Integer(3)),
                ("target.body", Literal::Integer(4)),
                ("target.armor_class", Literal::Word("ordinary")),
                ("target.armor", Literal::Integer(5)),
                ("choice.target_number", Literal::Integer(4)),
            ],
            questions: &[("wounds", "wound != 'none'"), ("takes the target out", "state != 'ok'")],
            figures: &[TARGET_TRACK],
            prepare: attack::prepare::prepare,
        },
        ProcedureDescription {
            name: "spell",
            help: "one spell at one target, and its drain",
            keys: keys::SPELL,
            start: &[
                ("caster.sorcery", Literal::Integer(5)),
                ("caster.magic", Literal::Integer(6)),
                ("caster.willpower", Literal::Integer(5)),
                ("caster.pool_dice", Literal::Integer(3)),
                ("spell.force", Literal::Integer(5)),
                ("spell.level", Literal::Word("M")),
                ("spell.staging", Literal::Integer(2)),
                ("spell.drain_modifier", Literal::Integer(1)),
                ("spell.drain_level", Literal::Word("S")),
                ("spell.drain_staging", Literal::Integer(2)),
                ("target.attribute", Literal::Integer(4)),
            ],
            questions: &[("takes effect", "hit == 1"), ("costs nothing", "drain_wound == 'none'")],
            figures: &[TARGET_TRACK, CASTER_TRACK],
            prepare: spell::prepare::prepare,
        },
        ProcedureDescription {
            name: "initiative",
            help: "the actions of a turn, wired or not",
            keys: keys::INITIATIVE,
            start: &[
                ("character.reaction", Literal::Integer(4)),
                ("character.wired_level", Literal::Integer(2)),
            ],
            questions: &[("acts four times or more", "actions >= 4")],
            figures: &[],
            prepare: initiative::prepare,
        },
    ],
    presets: keys::PRESETS,
    sheet: sheet::SHEET,
    notes: &[
        "Levels: L, M, S and D wounds of 1, 3, 6 and 10 boxes. Dice that show 6 are rolled again and added.",
        "Inputs express the other rules: automatic sixes bought with karma, pool dice (refreshed, and none when surprised), the attacks of autofire at several targets as other_bursts, the Force of an aiding elemental.",
        "The source text has the house rules alone: what the book says beside them is not in it, and neither are the numbers of these steps.",
        "Healing and health spells, which the text leaves to the table, are not modelled.",
    ],
};
