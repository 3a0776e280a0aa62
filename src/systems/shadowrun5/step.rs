//! The step tables of the source text: one for each procedure, with one more row if reagents are used.

use crate::chance::{Step, StepText};

/// A step, who acts, and what is done.
type Row = (Step, &'static str, &'static str);

pub const CHOOSE_SPELL: Step = Step(0);
pub const CHOOSE_FORCE: Step = Step(1);
pub const CHOOSE_REAGENTS: Step = Step(2);
pub const ROLL_SPELLCASTING: Step = Step(3);
pub const TOTAL_HITS: Step = Step(4);
pub const SCATTER: Step = Step(5);
pub const BONUS_DAMAGE: Step = Step(6);
pub const ROLL_OPPOSED: Step = Step(7);
pub const NET_HITS: Step = Step(8);
pub const IF_HIT: Step = Step(9);
pub const DAMAGE_VALUE: Step = Step(10);
pub const ARMOR_PENETRATION: Step = Step(11);
pub const ARMOR_VALUE: Step = Step(12);
pub const DAMAGE_TYPE: Step = Step(13);
pub const ROLL_ARMOR: Step = Step(14);
pub const NET_DAMAGE: Step = Step(15);
pub const REGISTER_DAMAGE: Step = Step(16);
pub const DRAIN_TYPE: Step = Step(17);
pub const DRAIN_VALUE: Step = Step(18);
pub const ROLL_DRAIN: Step = Step(19);
pub const NET_DRAIN: Step = Step(20);
pub const REGISTER_DRAIN: Step = Step(21);
/// A step of sequences that is not in the source text.
pub const CAST: Step = Step(22);

const CASTING: &[Row] = &[
    (CHOOSE_SPELL, "You", "Choose a spell"),
    (CHOOSE_FORCE, "You", "Choose Force for the spell"),
    (CHOOSE_REAGENTS, "You", "Choose Reagents"),
    (ROLL_SPELLCASTING, "You", "Roll dice in Spellcasting Pool"),
    (TOTAL_HITS, "You", "Determine total hits"),
];

const ARMOR: &[Row] = &[
    (ARMOR_PENETRATION, "You", "Determine Armor Penetration"),
    (ARMOR_VALUE, "Target", "Determine Armor Value"),
    (DAMAGE_TYPE, "Target", "Determine Damage type"),
    (ROLL_ARMOR, "Target", "Roll Armor check"),
    (NET_DAMAGE, "Target", "Determine net hits"),
    (REGISTER_DAMAGE, "Target", "Register damage"),
];

const DRAIN: &[Row] = &[
    (DRAIN_TYPE, "You", "Determine Drain type"),
    (DRAIN_VALUE, "You", "Determine Drain value"),
    (ROLL_DRAIN, "You", "Roll dice in Resist Drain Pool"),
    (NET_DRAIN, "You", "Determine net hits"),
    (REGISTER_DRAIN, "You", "Register Drain"),
];

const DIRECT: &[Row] = &[
    (ROLL_OPPOSED, "Target", "Roll opposed Resist check"),
    (NET_HITS, "Target", "Determine net hits"),
    (REGISTER_DAMAGE, "Target", "Register damage"),
];

const INDIRECT: &[Row] = &[
    (ROLL_OPPOSED, "Target", "Roll Defense check"),
    (NET_HITS, "Target", "Determine net hits"),
    (IF_HIT, "Target", "Determine if hit"),
    (DAMAGE_VALUE, "You", "Determine Damage Value"),
];

const INDIRECT_AREA: &[Row] = &[
    (SCATTER, "You", "Determine Scatter"),
    (BONUS_DAMAGE, "You", "Determine Bonus Damage"),
    (ROLL_OPPOSED, "Target", "Roll Counterspelling check"),
    (NET_HITS, "Target", "Determine net hits"),
    (IF_HIT, "Target", "Determine if hit"),
    (DAMAGE_VALUE, "You", "Determine Damage Value"),
];

/// The table of direct spells: 12 steps, 13 with reagents.
pub fn direct(reagents: bool) -> Vec<StepText> {
    table(&[CASTING, DIRECT, DRAIN], reagents)
}

/// The table of indirect spells at a single target: 19 steps, 20 with reagents.
pub fn indirect(reagents: bool) -> Vec<StepText> {
    table(&[CASTING, INDIRECT, ARMOR, DRAIN], reagents)
}

/// The table of indirect area spells: 21 steps, 22 with reagents.
pub fn indirect_area(reagents: bool) -> Vec<StepText> {
    table(&[CASTING, INDIRECT_AREA, ARMOR, DRAIN], reagents)
}

fn table(parts: &[&[Row]], reagents: bool) -> Vec<StepText> {
    let rows = parts.iter().copied().flatten().filter(|row| reagents || row.0 != CHOOSE_REAGENTS);
    rows.zip(1..)
        .map(|(&(step, who, title), n)| StepText {
            step,
            number: n.to_string(),
            who: who.into(),
            title: title.into(),
        })
        .collect()
}

/// The table that each cast of a sequence follows, after a step that shows the situation.
pub fn casts(table: Vec<StepText>) -> Vec<StepText> {
    let mut steps = StepText::table(&[(CAST, "0", "You", "Cast, if you stand and they do")]);
    steps.extend(table);
    steps
}
