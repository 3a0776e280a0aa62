//! Events, statistics and constraints about a spell: each is refused at a place of its text, or has
//! a value in every law.

use std::sync::LazyLock;

use fizzle::analysis::{MAX_OUTCOMES, exact};
use fizzle::expression::{Constraint, Event, ExpressionError, JointLaw, Statistic};
use fizzle::scenario::{Document, Scenario};

static SPELL: LazyLock<(Scenario, JointLaw)> = LazyLock::new(|| {
    let text = include_str!("../../scenarios/manabolt.toml");
    let scenario = Document::parse("manabolt.toml", text).unwrap().check().unwrap();
    let odds = exact(&scenario, None, MAX_OUTCOMES).unwrap();
    let rows = odds.joint.rows.into_iter().map(|row| (row.values, row.probability)).collect();
    let law = JointLaw::new(scenario.ready.procedure.metrics(), rows, Some(1_000), 0.0);
    (scenario, law)
});

pub fn check(text: &str) {
    let (scenario, law) = &*SPELL;
    let event = Event::parse(text, scenario.ready.procedure.metrics());
    if let Some(event) = parsed(event, text) {
        for (values, _) in &law.rows {
            let _ = event.holds(values);
        }
    }
    if let Some(statistic) = parsed(Statistic::parse(text, &scenario.scope()), text) {
        let estimate = statistic.of(law);
        let error = estimate.error();
        assert!(error.is_nan() || error >= 0.0, "{estimate:?}");
        statistic.words(&scenario.scope());
    }
    if let Some(constraint) = parsed(Constraint::parse(text, &scenario.scope()), text) {
        constraint.statistic.words(&scenario.scope());
        assert!(text.contains(Constraint::left_side(text)));
    }
}

fn parsed<T>(result: Result<T, ExpressionError>, text: &str) -> Option<T> {
    let place = |error: ExpressionError| text.get(error.span.clone()).expect("it is a place of the text");
    result.map_err(place).ok()
}
