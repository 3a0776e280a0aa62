//! Notes on how numbers were computed, and on what a chart leaves out.

use crate::analysis::{Engine, Skipped};
use crate::description::System;
use crate::description::words::count;
use crate::report::number::{Known, grouped, power_of_ten};

/// The note on the intervals of sampled bars.
pub const BARS: &str = "bars with 95\u{a0}% intervals where these are wide enough to see";

/// The meaning of whiskers and bands.
pub const INTERVAL: &str = "95\u{a0}% interval";

/// Describes how numbers were computed. `note` says how the chart shows the error of sampled
/// numbers.
pub fn how(engine: Engine, note: &str) -> String {
    match engine {
        Engine::Exact { omitted, .. } if omitted > 0.0 => format!(
            "exact, but for open-ended dice that were cut: probabilities are low by at most {}",
            power_of_ten(omitted)
        ),
        Engine::Exact { .. } => "exact".to_owned(),
        Engine::Sampled { trials, seed } => {
            let trials = grouped(trials);
            format!("{trials} trials, seed {seed}; {note}")
        }
    }
}

/// Describes how the numbers of several distributions were computed.
pub fn how_all(engines: impl Iterator<Item = Engine>) -> String {
    let (mut exact, mut omitted, mut sampled) = (0u64, 0.0f64, Vec::new());
    for engine in engines {
        match engine {
            Engine::Exact { omitted: more, .. } => (exact, omitted) = (exact + 1, omitted.max(more)),
            Engine::Sampled { trials, .. } => sampled.push(trials),
        }
    }
    let law = how(Engine::Exact { omitted, visited: 0 }, "");
    let Some(&most) = sampled.iter().max() else { return law };
    let some = if sampled.iter().all(|&trials| trials == most) { "" } else { "at most " };
    let trials = format!("{some}{} trials", grouped(most));
    match exact {
        0 => format!("sampled with {trials} each"),
        _ => format!("{exact} {law}; {} sampled with {trials} each", sampled.len()),
    }
}

/// Describes how numbers were computed, each from this many trials; `None` for exact numbers.
pub fn how_many(trials: impl Iterator<Item = Option<u64>>) -> String {
    how_all(trials.map(|trials| Engine::of(trials, 0)))
}

/// The note on items that are not drawn, if only `drawn` of `all` are.
pub fn not_drawn(drawn: usize, all: usize, what: &str) -> Option<String> {
    (drawn < all).then(|| format!("not drawn: {} of {all} {what}", all - drawn))
}

/// The note on settings without a result, with the reason of the first. `shown` says how they look.
pub fn not_allowed(shown: &str, system: &System, keys: &[String], skipped: &[Skipped]) -> Option<String> {
    let first = skipped.first()?;
    let count = count(skipped.len() as u32, "setting", "settings");
    let why = first.why().replace('`', "");
    let words = system.say_setting(keys, &first.values);
    Some(match why.as_str() {
        "" => format!("{shown}: {count} that cannot be"),
        why if why.contains(&words) => format!("{shown}: {count}; {why}"),
        why => format!("{shown}: {count}; {words}: {why}"),
    })
}

/// Describes how probabilities were computed, with the widest 95 % interval of sampled ones.
pub fn how_chances(engine: Engine, probabilities: impl Iterator<Item = f64>) -> String {
    let bars = probabilities.map(|probability| Known::of_event(probability, engine));
    let widest = bars.map(|bar| (bar.high - bar.low) / 2.0).fold(0.0, f64::max);
    let points = (100.0 * widest).max(0.01);
    how(engine, &format!("95\u{a0}% intervals of at most ±{points:.2} percentage points"))
}
