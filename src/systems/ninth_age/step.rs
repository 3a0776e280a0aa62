//! The steps of the source text, by its letters and, within the attempts, its numbers.

use crate::chance::{Step, StepText};

pub const DECLARE: Step = Step(0);
pub const ROLL_CASTING: Step = Step(1);
pub const PASSED: Step = Step(2);
pub const DECLARE_DISPEL: Step = Step(3);
pub const ROLL_DISPELLING: Step = Step(4);
pub const DISPELLED: Step = Step(5);
pub const BROKEN: Step = Step(6);
pub const RESOLVE: Step = Step(7);
pub const ATTRIBUTE: Step = Step(8);
pub const MISCAST: Step = Step(9);

const ROWS: &[(Step, &str, &str, &str)] = &[
    (DECLARE, "A1", "Active Player", "Casting Attempt: declare spell, version and Magic Dice"),
    (ROLL_CASTING, "A2", "Active Player", "Roll the total casting roll"),
    (PASSED, "A3", "Active Player", "Casting Attempt passed or failed"),
    (DECLARE_DISPEL, "B1", "Reactive Player", "Dispelling Attempt: declare Magic Dice"),
    (ROLL_DISPELLING, "B2", "Reactive Player", "Roll the total dispelling roll"),
    (DISPELLED, "B3", "Reactive Player", "Dispelling Attempt successful or failed"),
    (BROKEN, "C", "Active Player", "Broken Concentration"),
    (RESOLVE, "D", "Active Player", "Resolve the spell effect"),
    (ATTRIBUTE, "E", "Active Player", "Resolve the Attribute Spell"),
    (MISCAST, "F", "Active Player", "Apply the Miscast effect"),
];

/// The table of steps, which both procedures share.
pub fn steps() -> Vec<StepText> {
    StepText::table(ROWS)
}
