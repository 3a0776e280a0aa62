//! Dice expressions, as of `fizzle roll`.

use serde_json::{Value, json};

use super::problem::Refusal;
use super::{AT_ONCE, check_size, exact};
use crate::expression::grammar::in_own_notation;
use crate::scenario::Document;

/// An expression, as it is written and as rules write it, with its odds or why it has none.
pub fn roll(expression: &str) -> Value {
    // What has no such form is told as a problem.
    let own = in_own_notation(expression).unwrap_or_else(|_| expression.to_owned());
    let mut answer = match odds(&own) {
        Ok(odds) => json!({ "odds": odds }),
        Err(refusal) => refusal.json(),
    };
    answer["expression"] = json!(expression);
    answer["own"] = json!(own);
    answer
}

fn odds(expression: &str) -> Result<Value, Refusal> {
    check_size(expression)?;
    exact(&Document::of_roll(expression)?.check()?, AT_ONCE, None)
}
