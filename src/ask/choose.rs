//! The best choices, ready to be shown.

use serde_json::{Value, json};

use super::Checked;
use super::problem::Refusal;
use crate::analysis::{Candidate, Effort, Progress, Recommendation, Situation, Skipped, advise, compare};
use crate::description::words::capitalized;
use crate::report::advise::{Words, left_out};
use crate::report::number::Scale;
use crate::report::page;
use crate::scenario::Grid;

/// The maximum number of settings that are tried.
const MOST_SETTINGS: u64 = 5_000;

/// Compares the choices of the table `[vary]` by the goal in `[advise]`, in each situation of `[vary]`.
pub fn choose(checked: &Checked) -> Result<Value, Refusal> {
    let Checked { document, scenario, .. } = checked;
    let varied = Grid::of_file(document)?;
    let goal = document.goal().goal()?;
    let goal =
        goal.ok_or_else(|| Refusal::Error("nobody says what is good: choose an objective".to_owned()))?;
    goal.check(scenario)?;
    let [choices, situations] = varied.choices_and_situations(&scenario.procedure.keys);
    if choices.is_empty() {
        return Err(Refusal::Error("nothing that is varied is for a player to choose".to_owned()));
    }
    if varied.len() > MOST_SETTINGS {
        let message = format!("{} settings are too many: at most {MOST_SETTINGS}", varied.len());
        return Err(Refusal::Error(message));
    }
    let advice = advise(document, &choices, &situations, &goal, &Effort::default(), &Progress::default())?;
    if advice.situations.is_empty() {
        return Err(Skipped::first_problems(&advice.skipped).into());
    }
    let words = Words::new(&goal, scenario)?;
    let axis = |(keys, steps): (Vec<&str>, Vec<Vec<&str>>)| {
        let name: Vec<String> = keys.iter().map(|key| capitalized(&scenario.system.label(key))).collect();
        let said = |step: &Vec<&str>| scenario.system.values_in_words(&keys, step).join(", ");
        json!({ "name": name.join(", "), "keys": keys, "steps": steps.iter().map(said).collect::<Vec<_>>() })
    };
    let effects = match &advice.situations[..] {
        [situation] if situations.is_empty() => best(situation).map(|best| effects(checked, &choices, best)),
        _ => None,
    };
    Ok(json!({
        "effects": effects.transpose()?,
        "objective": capitalized(&words.objective()),
        "conditions": words.conditions(),
        "axes": choices.axes().map(axis).collect::<Vec<_>>(),
        "settings": choices.len(),
        "left_out": left_out(&words, &advice).trim_end(),
        "situations": advice.situations.iter().map(|one| of_situation(&words, &advice, one)).collect::<Vec<_>>(),
    }))
}

/// The choice that is recommended in a situation.
fn best(situation: &Situation) -> Option<&Candidate> {
    situation.best().filter(|_| !situation.feasible_are_equal())
}

/// What a choice changes: the items of the scenario as it is, and with this choice.
fn effects(checked: &Checked, choices: &Grid, choice: &Candidate) -> Result<Vec<Value>, Refusal> {
    let chosen = choices.apply(&checked.document, choice.number).check()?;
    let comparison = compare(&[&checked.scenario, &chosen], &Effort::default(), &Progress::default())?;
    Ok(page::compared(&comparison))
}

/// The best choice of a situation, and the value of every choice. Choices are numbered as in the grid
/// of their axes, where the last axis changes fastest.
fn of_situation(words: &Words<'_>, advice: &Recommendation, situation: &Situation) -> Value {
    let best = best(situation).map(|best| best.number);
    let values = || situation.choices.iter().map(|choice| choice.objective.value);
    let scale = Scale::of(words.measure(), values(), 5);
    let choice = |choice: &Candidate| {
        json!({
            "number": choice.number,
            "values": choice.values,
            "name": words.setting(&advice.keys, &choice.values),
            "value": choice.objective.value,
            "share": scale.share(choice.objective.value),
            "text": words.measure().say(choice.objective),
            "feasible": choice.feasible,
            "best": best == Some(choice.number),
        })
    };
    let steps = situation.ladder.windows(2);
    let steps = steps.filter_map(|pair| words.step(advice, situation, pair));
    json!({
        "name": capitalized(&words.setting(&advice.situation_keys, &situation.values)),
        "sentence": words.of_situation(advice, situation),
        "ladder": steps.collect::<Vec<_>>(),
        "ticks": scale.ticks.iter().map(|(tick, label)| json!([scale.share(*tick), label])).collect::<Vec<_>>(),
        "choices": situation.choices.iter().map(choice).collect::<Vec<_>>(),
    })
}
