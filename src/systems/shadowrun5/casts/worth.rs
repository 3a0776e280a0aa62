//! What a sequence is worth.

use crate::chance::Objective;
use crate::description::{InputReader, Value};

/// What things are worth, in units of the metric.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Worth {
    /// For each opponent who is down.
    pub opponent: i64,
    /// Taken off if the caster is down at the end, for each dram, and for each cast.
    pub fall: i64,
    pub dram: i64,
    pub cast: i64,
    /// So many units are worth 1: 1, or 1,000 where some worth is no whole number.
    pub unit: i64,
}

/// The keys, and what each is worth that is left out.
const KEYS: [(&str, f64); 4] =
    [("worth.opponent", 1.0), ("worth.fall", 0.0), ("worth.dram", 0.0), ("worth.cast", 0.0)];

/// The greatest worth.
const MOST: f64 = 1e6;

impl Worth {
    /// What is written, or, where nothing is, what is meant if somebody asks for it.
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

    /// What the caster plays for.
    pub fn objective(&self) -> Objective {
        Objective { worth: vec![(super::WORTH, 1.0 / self.unit as f64)], ..Objective::default() }
    }
}
