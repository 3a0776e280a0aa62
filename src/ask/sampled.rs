//! Samples in parts: each worker of a host takes some of the blocks.

use serde_json::{Value, json};

use super::problem::Refusal;
use super::request::Sample;
use crate::analysis::{Odds, Part, Plan, Progress};
use crate::scenario::Scenario;

/// The maximum number of ranges into which a plan is split.
const MAX_RANGES: u64 = 10_000;

/// The ranges of blocks, without empty ones.
pub fn plan(scenario: &Scenario, sample: Sample, ranges: u64) -> Result<Value, Refusal> {
    let plan = planned(scenario, sample)?;
    let ranges = plan.split(ranges.clamp(1, MAX_RANGES)).filter(|range| !range.is_empty());
    Ok(ranges.map(|range| json!([range.start, range.end])).collect())
}

/// The counts of some blocks: the bytes of the part in hexadecimal digits.
pub fn part(scenario: &Scenario, sample: Sample, (start, end): (u64, u64)) -> Result<Value, Refusal> {
    let part = planned(scenario, sample)?.part(start..end, &Progress::default())?;
    Ok(json!(hexadecimal(&part.to_bytes())))
}

/// The odds from all parts; from those that there are if they may be only `some`.
pub fn merged(scenario: &Scenario, sample: Sample, parts: &[String], some: bool) -> Result<Odds, Refusal> {
    let read = |text: &String| {
        let bytes = bytes(text)
            .ok_or_else(|| Refusal::Error("a part is written in hexadecimal digits".to_owned()))?;
        Part::from_bytes(&bytes).map_err(|error| Refusal::Error(error.to_string()))
    };
    let parts = parts.iter().map(read).collect::<Result<Vec<Part>, Refusal>>()?;
    let plan = planned(scenario, sample)?;
    Ok(if some { plan.merge_some(parts) } else { plan.merge(parts) }?)
}

/// A plan for the marginal distributions alone: no others are shown, and these need the least memory.
fn planned(scenario: &Scenario, Sample { trials, seed }: Sample) -> Result<Plan<'_>, Refusal> {
    if scenario.is_deterministic() {
        return Err(Refusal::Error("this scenario rolls no dice".to_owned()));
    }
    Ok(Plan::new(scenario, Some(&[]), trials, seed)?)
}

fn hexadecimal(bytes: &[u8]) -> String {
    let digit = |half: u8| char::from_digit(half.into(), 16).expect("half a byte is one digit");
    bytes.iter().flat_map(|byte| [digit(byte >> 4), digit(byte & 15)]).collect()
}

fn bytes(text: &str) -> Option<Vec<u8>> {
    let digit = |digit: u8| char::from(digit).to_digit(16);
    let (pairs, []) = text.as_bytes().as_chunks::<2>() else { return None };
    pairs.iter().map(|&[high, low]| Some((digit(high)? << 4 | digit(low)?) as u8)).collect()
}
