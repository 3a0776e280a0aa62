//! `--until`: sampling until the chances of all questions are known well enough.

use std::str::FromStr;

use clap::Args;
use indexmap::IndexMap;

use super::error::{Error, wrong};
use super::parts::PartOptions;
use super::terminal::say;
use crate::analysis::{Answer, Effort, Odds, Sampling, Width};
use crate::report::number::grouped;

/// How narrow intervals have to be.
#[derive(Clone, Copy, Debug, Args)]
pub struct Until {
    /// Sample until the 95 % interval of every question is this narrow, as in 0.001, or 5% (of its
    /// chance); stops at --trials at the latest
    #[arg(id = "until", long = "until", value_name = "WIDTH", value_parser = Width::from_str, conflicts_with = "exact", allow_negative_numbers = true)]
    pub width: Option<Width>,
}

impl Until {
    /// This sampling, which ends when intervals are narrow enough.
    pub fn narrow(self, sampling: Sampling) -> Sampling {
        Sampling { until: self.width, ..sampling }
    }

    /// This effort, whose samples end when intervals are narrow enough.
    pub fn narrowed(self, effort: &Effort) -> Effort {
        Effort { sampling: self.narrow(effort.sampling), ..*effort }
    }

    /// Refuses parts: they are made of as many trials as are known before.
    pub fn check_whole(self, parts: &PartOptions) -> Result<(), Error> {
        match parts.divided() {
            Some(option) if self.width.is_some() => Err(wrong!(
                "{option} and --until cannot be used together: how many trials it takes is known only at the end"
            )),
            _ => Ok(()),
        }
    }

    /// Warns on standard error about questions whose intervals stayed wider: sampling leaves out those that never
    /// happen, and stops for others only when it has made all trials.
    pub fn warn_if_wide(self, most: u64, odds: &Odds, law: Option<&Odds>) {
        let (Some(width), Some(made)) = (self.width, odds.trials_made()) else { return };
        for (place, Answer { name, count, .. }) in wide(width, odds) {
            let is_impossible = law.is_some_and(|law| law.answers[place].probability == 0.0);
            let is_unseen = count.unwrap_or(0) == 0 && matches!(width, Width::Relative(_));
            // Only what never happens is not waited for.
            let never = is_unseen && (is_impossible || made < most);
            let counted = odds.engine.trials().unwrap_or(made);
            let made = grouped(made);
            let remedy = if law.is_some() { "its exact chance is known" } else { "raise --trials" };
            say(&if never {
                format!(
                    "warning: \"{name}\" never happens, so that no interval is narrow for its chance: --until leaves it out"
                )
            } else if is_unseen {
                format!(
                    "warning: \"{name}\" happened in none of {} trials{}: it is impossible, or too rare for them",
                    grouped(counted),
                    if odds.given.is_some() { " with what is given" } else { "" }
                )
            } else {
                format!(
                    "warning: after {made} trials the interval of \"{name}\" is wider than --until asks for; {remedy}"
                )
            });
        }
    }

    /// Warns on standard error about each question whose interval stayed wider in some of several odds. `called` is
    /// what these are.
    pub fn warn_of_wide_among(self, all: &[&Odds], called: &str) {
        let Some(width) = self.width else { return };
        let mut known: IndexMap<&str, usize> = IndexMap::new();
        for odds in all {
            for (_, Answer { name, .. }) in wide(width, odds) {
                *known.entry(name).or_default() += 1;
            }
        }
        for (name, times) in known {
            say(&format!(
                "warning: the interval of \"{name}\" is wider than --until asks for in {times} of {} {called}: raise --trials, if it happens there at all",
                all.len()
            ));
        }
    }
}

/// The questions whose intervals are wider in a sample, and their places.
fn wide(width: Width, odds: &Odds) -> impl Iterator<Item = (usize, &Answer)> {
    let trials = odds.engine.trials();
    let is_wide =
        move |answer: &Answer| trials.is_some_and(|trials| !width.is_met(answer.count.unwrap_or(0), trials));
    odds.answers.iter().enumerate().filter(move |(_, answer)| is_wide(answer))
}
