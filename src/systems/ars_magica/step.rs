//! The steps of a round, numbered as on the rule page.

use crate::chance::{Step, StepText};

type Row = (Step, &'static str, &'static str, &'static str);

pub const INITIATIVE: Step = Step(0);
pub const DICE: Step = Step(1);
pub const HERO: Step = Step(2);
pub const FOES: Step = Step(3);
pub const WOUNDS: Step = Step(4);
pub const FATIGUE: Step = Step(5);
pub const SHOT: Step = Step(6);
pub const DAMAGE: Step = Step(7);
pub const ADVANTAGE: Step = Step(8);

const ROUND: &[Row] = &[
    (INITIATIVE, "1", "Everyone", "Initiative"),
    (DICE, "2", "Hero", "One die for all"),
    (HERO, "3", "Hero", "Attack"),
    (FOES, "3", "Foes", "Attack"),
    (WOUNDS, "4", "Everyone", "Wounds fall"),
    (FATIGUE, "5", "Everyone", "Fatigue"),
];

const CHOICE: &[Row] = &[(ADVANTAGE, "3", "Hero", "Advantage")];

const MISSILE: &[Row] = &[(SHOT, "1", "Shooter", "Attack"), (DAMAGE, "2", "Mark", "Wounds")];

pub fn round() -> Vec<StepText> {
    StepText::table(ROUND)
}

/// The steps of a round in which the hero chooses what to do with a hit.
pub fn round_with_choice() -> Vec<StepText> {
    StepText::table(&[ROUND, CHOICE].concat())
}

pub fn missile() -> Vec<StepText> {
    StepText::table(MISSILE)
}
