//! The steps. Those of attacks and spells are numbered as on the rule page; the source text has no
//! numbers.

use crate::chance::{Step, StepText};

/// A step, its number, who acts, and what is done.
type Row = (Step, &'static str, &'static str, &'static str);

pub const ROLL_ATTACK: Step = Step(0);
pub const DODGE: Step = Step(1);
pub const STAGE_UP: Step = Step(2);
pub const RESIST: Step = Step(3);
pub const MARK: Step = Step(4);
pub const PENALTY: Step = Step(5);
pub const ROLL_SPELL: Step = Step(6);
pub const RESIST_SPELL: Step = Step(7);
pub const EFFECT: Step = Step(8);
pub const DRAIN: Step = Step(9);

pub const AFTER_CAST: Step = Step(12);

const ATTACK: &[Row] = &[
    (ROLL_ATTACK, "1", "Attacker", "Roll the attack"),
    (DODGE, "2", "Target", "Dodge, once for the whole action"),
    (STAGE_UP, "3", "Attacker", "Hit or miss, and the level"),
    (RESIST, "4", "Target", "Resist with Body and armor"),
    (MARK, "5", "Target", "Mark the damage track"),
    (PENALTY, "6", "Target", "Penalty"),
];

const SPELL: &[Row] = &[
    (ROLL_SPELL, "1", "Caster", "Success test"),
    (RESIST_SPELL, "2", "Target", "Resistance test"),
    (EFFECT, "3", "Caster", "The spell's effect"),
    (DRAIN, "4", "Caster", "Drain"),
];

const AFTER: &[Row] = &[(AFTER_CAST, "5", "Both", "After the cast")];

pub fn attack() -> Vec<StepText> {
    StepText::table(ATTACK)
}

pub fn spell() -> Vec<StepText> {
    StepText::table(SPELL)
}

pub fn casts() -> Vec<StepText> {
    StepText::table(&[SPELL, AFTER].concat())
}
