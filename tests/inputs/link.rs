//! What the page asks for a link of whoever: a scenario with its rules in it, and changes of it. There
//! is always an answer, and a change leaves a text that can be changed again. The first line of an
//! input has the changes as JSON, and the rest is the scenario.

use fizzle::ask::Session;
use serde_json::{Value, json};

pub fn check(text: &str) {
    let Some((changes, scenario)) = text.split_once('\n') else { return };
    let mut session = Session::default();
    let mut answer = |question: Value| -> Value {
        serde_json::from_str(&session.ask(&question.to_string())).expect("an answer is JSON")
    };
    answer(json!({ "ask": "show", "scenario": scenario }));
    let Ok(changes) = serde_json::from_str::<Value>(changes) else { return };
    let edited = answer(json!({ "ask": "show", "scenario": scenario, "changes": changes }));
    if let Value::String(text) = &edited["answer"]["scenario"] {
        let again = answer(json!({ "ask": "show", "scenario": text }));
        assert!(again.get("answer").is_some() || again.get("problems").is_some(), "{again}");
    }
}
