//! The step tables, and how a story follows them.

use fizzle::analysis::{Progress, explain};
use fizzle::chance::Line;

use crate::casting::plain;

/// Who does what, row by row; the tables share their beginning and their end.
const CASTING: &[&str] = &[
    "You: Choose a spell",
    "You: Choose Force for the spell",
    "You: Roll dice in Spellcasting Pool",
    "You: Determine total hits",
];

const DIRECT: &[&str] =
    &["Target: Roll opposed Resist check", "Target: Determine net hits", "Target: Register damage"];

const INDIRECT: &[&str] =
    &["Target: Roll Defense check", "Target: Determine net hits", "Target: Determine if hit"];

const INDIRECT_AREA: &[&str] = &[
    "You: Determine Scatter",
    "You: Determine Bonus Damage",
    "Target: Roll Counterspelling check",
    "Target: Determine net hits",
    "Target: Determine if hit",
];

const ARMOR: &[&str] = &[
    "You: Determine Damage Value",
    "You: Determine Armor Penetration",
    "Target: Determine Armor Value",
    "Target: Determine Damage type",
    "Target: Roll Armor check",
    "Target: Determine net hits",
    "Target: Register damage",
];

const DRAIN: &[&str] = &[
    "You: Determine Drain type",
    "You: Determine Drain value",
    "You: Roll dice in Resist Drain Pool",
    "You: Determine net hits",
    "You: Register Drain",
];

#[track_caller]
fn check_steps(procedure: &str, table: &[&[&str]], expected: usize) {
    let rows = table.concat();
    let with_reagents = [&rows[..2], &["You: Choose Reagents"], &rows[2..]].concat();
    for (set, rows) in [(&[] as &[&str], rows), (&["choice.reagents=1"], with_reagents)] {
        let scenario = plain(procedure, set);
        let steps = scenario.ready.procedure.steps();
        let ours: Vec<String> = steps.iter().map(|step| format!("{}: {}", step.who, step.title)).collect();
        assert_eq!(ours, rows);
        let numbers = (1..=expected + set.len()).map(|number| number.to_string());
        assert!(steps.iter().map(|step| step.number.clone()).eq(numbers), "{steps:?}");
    }
}

#[test]
fn steps_are_numbered_as_in_the_six_tables() {
    check_steps("direct", &[CASTING, DIRECT, DRAIN], 12);
    check_steps("indirect", &[CASTING, INDIRECT, ARMOR, DRAIN], 19);
    check_steps("indirect-area", &[CASTING, INDIRECT_AREA, ARMOR, DRAIN], 21);
}

#[test]
fn a_told_hit_goes_through_every_step_in_order_and_a_miss_on_to_drain() {
    for procedure in ["direct", "indirect", "indirect-area"] {
        for set in [&[] as &[&str], &["choice.reagents=3"]] {
            let scenario = plain(procedure, set);
            let table: Vec<_> = scenario.ready.procedure.steps().iter().map(|row| row.step).collect();
            let told = |event: &str| {
                let metrics = scenario.ready.procedure.metrics();
                let event = fizzle::expression::Event::parse(event, metrics).unwrap();
                let story = explain(&scenario, 1, Some(&event), &Progress::default()).unwrap().story;
                story.steps.iter().map(|told| told.step).collect::<Vec<_>>()
            };
            assert_eq!(told("hit == 1"), table);
            let missed = told("hit == 0");
            let skipped = table.len() - missed.len();
            assert_eq!(skipped, if procedure == "direct" { 0 } else { ARMOR.len() });
            assert!(table.ends_with(&missed[missed.len() - DRAIN.len()..]));
            assert!(table.starts_with(&missed[..missed.len() - DRAIN.len()]));
        }
    }
}

#[test]
fn a_dram_of_reagents_costs_20_nuyen_unless_the_rule_says_otherwise() {
    let told = |set: &[&str]| {
        let story = explain(&plain("direct", set), 1, None, &Progress::default()).unwrap().story;
        let Line::Note(note) = &story.steps[2].lines[0] else { panic!("{story:?}") };
        note.clone()
    };
    assert!(told(&["choice.reagents=6"]).contains("6 drams of reagents, 120 nuyen"));
    assert!(told(&["choice.reagents=6", "rules.reagent_price=25"]).contains("150 nuyen"));
}
