//! What a page lets players try: the settings of a grid, and which of them are worth it.

use serde_json::{Value, json};

use super::data::{answer, headline, how, law};
use crate::analysis::{Advice, Choice, Sweep, Wish};
use crate::report::advise;
use crate::report::decision::{plain, setting};
use crate::scenario::{Grid, Scenario};

/// A slider for each axis of the grid, and every setting in its order; with `laws` the
/// law of each metric as well.
pub fn swept(grid: &Grid, sweep: &Sweep, scenario: &Scenario, laws: bool) -> Value {
    let axes: Vec<Value> = grid.axes().map(|(keys, steps)| axis(&keys, &steps, scenario)).collect();
    let mut found = sweep.settings.iter();
    let settings: Vec<Value> = (0..grid.len())
        .map(|number| match sweep.skipped.iter().find(|skipped| skipped.number == number) {
            Some(skipped) => {
                let why = skipped.problems.0.first().map_or("", |problem| problem.message.as_str());
                json!({ "why": why })
            }
            None => {
                let one = found.next().expect("what is not skipped is there");
                let metrics = scenario.ready.procedure.metrics().iter();
                let law_of =
                    |name: &str| one.odds.distributions.iter().find(|one| one.metric.name == name).map(law);
                json!({
                    "choices": setting(&sweep.keys, &one.values),
                    "headline": headline(scenario, &one.odds),
                    "answers": one.odds.answers.iter().map(answer).collect::<Vec<_>>(),
                    "laws": laws.then(|| metrics.map(|metric| law_of(&metric.name)).collect::<Vec<_>>()),
                    "how": how(one.odds.engine),
                    "trials": one.odds.engine.trials(),
                })
            }
        })
        .collect();
    json!({ "axes": axes, "settings": settings })
}

/// An axis: its name, what its steps are called, and the step that the scenario has.
fn axis(keys: &[&str], steps: &[Vec<&str>], scenario: &Scenario) -> Value {
    let written = |key: &&str| {
        scenario.input.get(key).map_or("unset".to_owned(), |value| value.to_string().replace('"', ""))
    };
    let current: Vec<String> = keys.iter().map(written).collect();
    let start = steps.iter().position(|step| *step == current).unwrap_or(0);
    let steps: Vec<String> = steps.iter().map(|step| step.join(", ")).collect();
    json!({ "name": keys.join(", "), "steps": steps, "start": start })
}

/// What is weighed against what, with the advised choice; `None`: nothing is weighed.
pub fn frontier(wish: &Wish, advice: &Advice) -> Option<Value> {
    let [gain, pain] = wish.weighs()?;
    let [situation] = &advice.situations[..] else { return None };
    let best = situation.best().map(|best| &best.values);
    let point = |choice: &Choice| {
        let weighed =
            choice.weighed.filter(|weighed| weighed.gain.is_finite() && weighed.pain.is_finite())?;
        Some(json!({
            "setting": choice.number,
            "name": setting(&advice.keys, &choice.values),
            "gain": weighed.gain,
            "pain": weighed.pain,
            "efficient": weighed.efficient,
            "best": best == Some(&choice.values),
        }))
    };
    let mut points: Vec<Value> = situation.choices.iter().filter_map(point).collect();
    points.sort_by(|a, b| a["pain"].as_f64().unwrap_or(0.0).total_cmp(&b["pain"].as_f64().unwrap_or(0.0)));
    for point in &mut points {
        let [gain, pain] = ["gain", "pain"].map(|name| plain(point[name].as_f64().unwrap_or(f64::NAN)));
        point["gain_in_words"] = json!(gain);
        point["pain_in_words"] = json!(pain);
    }
    Some(json!({
        "gain": gain,
        "pain": pain,
        "points": points,
        "sentence": advise::sentence(wish, advice),
    }))
}
