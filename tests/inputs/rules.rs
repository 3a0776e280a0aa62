//! Rules that users write: a text is refused at its place, or it is a game that every reader plays,
//! and what dice can do has a probability.

use fizzle::analysis::{MAX_OUTCOMES, Progress, Sampling, exact_odds, explain, sample};
use fizzle::chance::Budget;
use fizzle::scenario::{Document, Problems, Scenario};

pub fn check(text: &str) {
    match game(text) {
        Ok(scenario) => play(&scenario),
        Err(problems) => assert!(!problems.to_string().is_empty(), "a problem without a word"),
    }
}

fn game(text: &str) -> Result<Scenario, Problems> {
    Document::parse("scenario.toml", "rules = \"game.rules\"")?.with_rules("game.rules", text)?.check()
}

fn play(scenario: &Scenario) {
    let progress = Progress::default();
    let odds = exact_odds(scenario, Budget::new(MAX_OUTCOMES / 1_000));
    let once = Sampling { trials: 100, ..Sampling::default() };
    let sampled = sample(scenario, Some(&[]), &once, &progress);
    let _ = explain(scenario, 1, None, &progress);
    let (Ok(odds), Ok(sampled)) = (odds, sampled) else { return };
    for (law, counted) in odds.distributions.iter().zip(&sampled.distributions) {
        for row in counted.rows.iter().filter(|row| row.count != Some(0)) {
            let known = law.rows.iter().any(|other| other.value == row.value && other.probability > 0.0);
            assert!(known, "{}: {} never happens", law.metric.name, row.value);
        }
    }
}
