//! Shared texts of reports: settings, and how results were computed.

use crate::analysis::{Engine, Skipped};
use crate::description::{System, words};

/// A setting as command-line options write it: `choice.force=6, choice.reagents=8`.
pub fn setting(keys: &[String], values: &[String]) -> String {
    let parts: Vec<String> = keys.iter().zip(values).map(|(key, value)| format!("{key}={value}")).collect();
    parts.join(", ")
}

/// Which of several results, with their names, were sampled.
pub fn engines_in_words<'a>(all: impl Iterator<Item = (&'a str, Engine)> + Clone) -> String {
    let is_sampled = |(name, engine): (&'a str, Engine)| engine.trials().map(|_| name);
    let sampled: Vec<&str> = all.clone().filter_map(is_sampled).collect();
    match sampled.len() {
        0 => "all exact".to_owned(),
        some if some == all.count() => "all sampled".to_owned(),
        _ => format!("sampled: {}; all others exact", sampled.join(", ")),
    }
}

/// The name of the engine behind a result with this many trials; `None` for an exact result.
pub fn engine_name(trials: Option<u64>) -> &'static str {
    if trials.is_some() { "sampled" } else { "exact" }
}

/// The number of settings, how they were computed, and why others are skipped.
pub fn counts(system: &System, count: usize, sampled: usize, keys: &[String], skipped: &[Skipped]) -> String {
    let settings = words::count(count as u32, "setting", "settings");
    format!("{settings}, {}\n{}", found(count, sampled), left_out(system, keys, skipped))
}

/// The note on the rows that a table leaves out, which shows at most so many of all; empty if there are none.
pub fn more(all: usize, shown: usize, what: &str) -> String {
    if all <= shown { String::new() } else { format!("… and {} more{what}\n", all - shown) }
}

/// How `count` settings were computed, of which `sampled` were sampled.
pub fn found(count: usize, sampled: usize) -> String {
    match sampled {
        0 => "exact".to_owned(),
        _ if sampled == count => "sampled".to_owned(),
        _ => format!("{} exact, {sampled} sampled", count - sampled),
    }
}

/// The number of skipped settings, with the reason of the first; empty if there are none.
pub fn left_out(system: &System, keys: &[String], skipped: &[Skipped]) -> String {
    let Some(first) = skipped.first() else { return String::new() };
    let words = system.say_setting(keys, &first.values);
    let help = first.problems.0.first().map_or("", |problem| &problem.help);
    let help = if help.is_empty() { String::new() } else { format!(" ({help})") };
    format!("{} skipped; the first, {words}: {}{help}\n", skipped.len(), first.why())
}
