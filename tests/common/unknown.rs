//! Scenarios of which something is not known.

use fizzle::description::ProcedureDescription;
use fizzle::scenario::Scenario;

/// The changes that make a key unknown: its values with their weights.
pub fn made_unknown(key: &str, values: &[(&str, &str)]) -> Vec<String> {
    let weights = values.iter().map(|(value, weight)| format!("unknown.{key}.{value}={weight}"));
    std::iter::once(format!("{key}=unset")).chain(weights).collect()
}

/// The scenario that `fizzle new` writes for a procedure, `text`, with a number that is not known:
/// the first that can be one more. Yields the key and its two values; the greater is a third as
/// likely.
pub fn template_with_unknown(row: &ProcedureDescription, text: &str) -> (String, [i64; 2], Scenario) {
    row.numbers()
        .into_iter()
        .flatten()
        .find_map(|(key, number)| {
            let [first, second] = [number, number + 1].map(|number| number.to_string());
            let set = made_unknown(&key, &[(&first, "3"), (&second, "1")]);
            let scenario = super::try_parse(text, &set.iter().map(String::as_str).collect::<Vec<_>>());
            Some((key, [number, number + 1], scenario.ok()?))
        })
        .unwrap_or_else(|| panic!("nothing of {} can be unknown", row.name))
}
