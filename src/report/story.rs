//! A single resolution step by step, as text.

use super::table::in_lines;
use crate::analysis::{Telling, step_in_words};
use crate::chance::{Die, Line, MetricSpec, StepText};
use crate::description::words::signed;
use crate::scenario::Scenario;

/// Lists the steps with the numbers of the rules' source text, all dice, and the result, in a line that is
/// wrapped to `width`.
pub fn text(scenario: &Scenario, telling: &Telling, seed: u64, width: usize) -> String {
    let procedure = &scenario.ready.procedure;
    let mut text = format!("{}\n", scenario.title);
    if !scenario.ready.choices.is_empty() {
        text += &format!("{}\n", scenario.ready.choices);
    }
    match telling.attempt {
        Some(attempt) => {
            let given = scenario.supposed();
            let given = if given.is_empty() { given } else { given + "\n" };
            text += &format!("{given}attempt {attempt} of seed {seed}\n\n");
        }
        None => text += "with the dice on the table\n\n",
    }
    let mut last = None;
    for told in &telling.story.steps {
        let step = StepText::of(procedure.steps(), told.step);
        // The step numbers start over with the next attempt, attack or round.
        let place = procedure.steps().iter().position(|row| row.step == told.step);
        if last.replace(place).is_some_and(|last| last >= place) {
            text.push('\n');
        }
        // In rules that users write, lines before the first step have no step number.
        if !step.number.is_empty() {
            text += &format!("{:>2}. {}\n", step.number, step_in_words(step));
        }
        for line in &told.lines {
            let line = match line {
                Line::Note(note) => note.to_string(),
                Line::Roll { dice, result } if dice.is_empty() => format!("no dice: {result}"),
                Line::Roll { dice, result } => {
                    let dice: Vec<String> = dice.iter().map(die).collect();
                    format!("[{}] {result}", dice.join(" "))
                }
            };
            text += &format!("    {}\n", line.trim_end());
        }
    }
    let values = procedure.metrics().iter().zip(&telling.outcome);
    let values = values.filter_map(|(metric, &value)| result(metric, value));
    let told = format!("Result: {}", values.collect::<Vec<_>>().join("; "));
    text + "\n" + &in_lines(&told, width)
}

/// What has come of a metric, in words; `None` for what is not so.
fn result(metric: &MetricSpec, value: i64) -> Option<String> {
    match (metric.is_indicator(), value) {
        (true, 0) => None,
        (true, _) => Some(metric.label.clone()),
        (false, value) => Some(format!("{}: {}", metric.label, metric.say(value))),
    }
}

/// A die with its explosions, `6+6+3 = 15`, or its rerolls, `3→5`.
fn die(Die { faces, rerolled }: &Die) -> String {
    let shown: Vec<String> = faces.iter().map(signed).collect();
    match &faces[..] {
        [_] => shown.concat(),
        _ if *rerolled => shown.join("→"),
        _ => format!("{} = {}", shown.join("+"), signed(faces.iter().sum::<i64>())),
    }
}
