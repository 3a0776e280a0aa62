//! The worth of a sequence.

use crate::chance::Objective;
use crate::description::{InputReader, Value};

/// The worth of outcomes, in units of the metric.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Worth {
    /// Gained for each opponent who is down.
    pub opponent: i64,
    /// Lost if the caster is down at the end.
    pub fall: i64,
    pub dram: i64,
    pub cast: i64,
    /// The number of units in a worth of 1: 1, or 1,000 if some worth is not a whole number.
    pub unit: i64,
}

/// The keys, and their defaults.
const KEYS: [(&str, f64); 4] =
    [("worth.opponent", 1.0), ("worth.fall", 0.0), ("worth.dram", 0.0), ("worth.cast", 0.0)];

/// The greatest worth.
const MOST: f64 = 1e6;

impl Worth {
    /// Reads the worth; `None` if nothing is written and it is not needed (`is_asked`).
    pub fn read(input: &mut InputReader, is_asked: bool) -> Option<Worth> {
        let mut is_written = false;
        let worths = KEYS.map(|(key, otherwise)| {
            let Some(Value::Number(worth)) = input.value(key) else { return otherwise };
            is_written = true;
            if !(0.0..=MOST).contains(worth) {
                input.fault(
                    key,
                    format!("`{key}` is {worth}"),
                    format!("a number from 0 to {MOST}: what is lost is counted as a loss already"),
                );
            } else if (worth * 1_000.0 - (worth * 1_000.0).round()).abs() > 1e-6 {
                input.fault(key, format!("`{key}` is {worth}"), "at most three decimals");
            }
            worth.clamp(0.0, MOST)
        });
        let unit = if worths.iter().all(|worth| worth.fract() == 0.0) { 1 } else { 1_000 };
        let [opponent, fall, dram, cast] = worths.map(|worth| (worth * unit as f64).round() as i64);
        (is_asked || is_written).then_some(Worth { opponent, fall, dram, cast, unit })
    }

    /// The objective of the caster.
    pub fn objective(&self) -> Objective {
        Objective { worth: vec![(super::WORTH, 1.0 / self.unit as f64)], ..Objective::default() }
    }
}
