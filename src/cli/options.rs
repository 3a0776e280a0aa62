//! Options that commands share, and how their values are read.

use std::io::IsTerminal;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::error::{Error, wrong};
use super::terminal::width;
use crate::analysis::{Effort, MAX_TRIALS, Method, Sampling};
use crate::chance::Isa;
use crate::report::files::Charts;
use crate::report::number::Digits;
use crate::report::table::Layout;

/// How to compute.
#[derive(Debug, Args)]
pub struct WorkOptions {
    /// Exact chances, without a simulation
    #[arg(long)]
    pub exact: bool,
    /// Only sample; do not try whether an exact result is within reach
    #[arg(long, conflicts_with = "exact")]
    pub sampled: bool,
    /// Number of trials, as in 1e7, 10_000_000 or 10M [default: 1000000; attribute: fewer for each of many sets
    /// of rules]
    #[arg(long, value_name = "N", value_parser = parse_trials, conflicts_with = "exact", allow_negative_numbers = true)]
    pub trials: Option<u64>,
    /// Seed of the random numbers
    #[arg(long, value_name = "S", default_value = "1", value_parser = parse_seed, allow_negative_numbers = true)]
    pub seed: u64,
    /// Number of threads; results do not depend on it [default: one per core]
    #[arg(long, value_name = "N", value_parser = parse_threads, allow_negative_numbers = true)]
    pub threads: Option<usize>,
    #[command(flatten)]
    pub stated: Stated,
    /// Significant figures of printed numbers [default: those that players use]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=17), allow_negative_numbers = true)]
    pub digits: Option<u8>,
    /// Hide the progress bar
    #[arg(long)]
    pub quiet: bool,
}

/// What the command line says about the scenarios themselves.
#[derive(Clone, Debug, Default, Args)]
pub struct Stated {
    /// Set a key, as in choice.force=5; KEY=unset removes it
    #[arg(long, value_name = "KEY=VALUE")]
    pub set: Vec<String>,
    /// Count only what goes with this event, as in 'damage == 3'; repeatable
    #[arg(long, value_name = "EVENT", allow_hyphen_values = true)]
    pub given: Vec<String>,
    /// The grids of a command that varies keys: the arguments of each, or none for the grid of the file. A key
    /// that they vary need not be in the file.
    #[arg(skip)]
    pub varied: Vec<Vec<String>>,
}

impl Stated {
    /// Keys that are set, without a condition.
    pub fn set(set: &[String]) -> Self {
        Stated { set: set.to_vec(), ..Stated::default() }
    }

    /// A copy for a command with these grids.
    pub fn varying<const N: usize>(&self, grids: [&[String]; N]) -> Self {
        let Stated { set, given, .. } = self.clone();
        Stated { set, given, varied: grids.map(<[String]>::to_vec).into() }
    }
}

/// Where results go, and which charts are among them.
#[derive(Debug, Args)]
pub struct OutputOptions {
    /// Folder for the results [default: fizzle-out/STEM/COMMAND]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// Write into DIR even if it holds other files
    #[arg(long)]
    pub force: bool,
    /// Charts to draw: none, overview (all metrics in one) or all (one more for each metric)
    #[arg(long, value_name = "WHICH", default_value = "overview", hide_possible_values = true)]
    pub charts: Charts,
}

impl WorkOptions {
    /// How the deciding commands compute: exact, sampled or either, and how to sample.
    ///
    /// # Errors
    /// Those of [`sampling`](Self::sampling).
    pub fn effort(&self) -> Result<Effort, Error> {
        Ok(Effort { method: self.method(), sampling: self.sampling()? })
    }

    /// How text is laid out.
    pub fn layout(&self) -> Layout {
        let digits = self.digits.map_or(Digits::Few, |figures| Digits::Figures(figures.into()));
        Layout { width: width(), digits }
    }

    fn method(&self) -> Method {
        match (self.exact, self.sampled) {
            (true, _) => Method::Exact,
            (_, true) => Method::Sampled,
            _ => Method::Either,
        }
    }

    /// The number of trials, by default a million.
    pub fn number_of_trials(&self) -> u64 {
        self.trials.unwrap_or(Sampling::default().trials)
    }

    /// How to sample.
    ///
    /// # Errors
    /// The errors of [`instructions`], unless nothing is sampled.
    pub fn sampling(&self) -> Result<Sampling, Error> {
        let isa = if self.exact { Isa::widest() } else { instructions()? };
        Ok(Sampling { trials: self.number_of_trials(), seed: self.seed, until: None, isa })
    }
}

/// Returns the vector instructions that the environment variable `FIZZLE_ISA` names, or the widest of
/// the processor if the variable is not set.
///
/// # Errors
/// When the variable names no known instructions, or the processor lacks them.
pub fn instructions() -> Result<Isa, Error> {
    const VARIABLE: &str = "FIZZLE_ISA";
    match std::env::var_os(VARIABLE) {
        None => Ok(Isa::widest()),
        Some(name) => Isa::named(&name.to_string_lossy()).map_err(|error| wrong!("{VARIABLE} {error}")),
    }
}

/// What to print on standard output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Tables for people
    Text,
    /// JSON for programs
    Json,
    /// The distributions as CSV
    Csv,
}

/// What to print of a story.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum StoryFormat {
    /// The story for people
    Text,
    /// JSON for programs
    Json,
}

/// When to use colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ColorChoice {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl ColorChoice {
    /// Whether messages on standard error have colours.
    pub fn for_errors(self) -> bool {
        match self {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => {
                std::io::stderr().is_terminal()
                    && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
            }
        }
    }
}

/// Reads a number of trials: digits with underscores, or with commas between groups of three, with an
/// exponent or a suffix.
pub fn parse_trials(text: &str) -> Result<u64, String> {
    let allowed = || format!("write a whole number from 1 to {MAX_TRIALS}, as in 1e7, 10_000_000 or 10M");
    let (first, groups) = text.split_once(',').map_or((text, None), |(first, rest)| (first, Some(rest)));
    let is_group = |group: &str| group.len() == 3 && group.bytes().all(|byte| byte.is_ascii_digit());
    if !groups.is_none_or(|groups| (1..=3).contains(&first.len()) && groups.split(',').all(is_group)) {
        return Err(allowed());
    }
    let plain = text.replace(['_', ','], "");
    let (digits, factor) = match plain.char_indices().last() {
        Some((end, 'k' | 'K')) => (&plain[..end], 1e3),
        Some((end, 'm' | 'M')) => (&plain[..end], 1e6),
        Some((end, 'g' | 'G')) => (&plain[..end], 1e9),
        _ => (plain.as_str(), 1.0),
    };
    let is_number = digits.starts_with(|c: char| c.is_ascii_digit());
    let trials = digits.parse::<f64>().ok().filter(|_| is_number).map(|x| x * factor).ok_or_else(allowed)?;
    // In floating point, `8.2 * 1e6` is not exactly whole.
    let whole = trials.round();
    if (trials - whole).abs() > 1e-9 * whole || !(1.0..=MAX_TRIALS as f64).contains(&whole) {
        return Err(allowed());
    }
    Ok(whole as u64)
}

/// Reads the seed of random numbers.
pub fn parse_seed(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("write a whole number from 0 to {}, as in 7", u64::MAX))
}

/// The maximum number of threads: more would only take time to start.
const MAX_THREADS: usize = 1024;

/// Reads a number of threads.
pub fn parse_threads(text: &str) -> Result<usize, String> {
    let threads = text.parse().ok().filter(|threads| (1..=MAX_THREADS).contains(threads));
    threads.ok_or_else(|| format!("write a whole number from 1 to {MAX_THREADS}, as in 4"))
}

/// Reads the worth of one unit of an objective: a number above 0.
pub fn parse_worth(text: &str) -> Result<f64, String> {
    let worth = text.trim().parse().ok().filter(|worth: &f64| *worth > 0.0 && worth.is_finite());
    worth.ok_or_else(|| "write a number above 0, as in 50".to_owned())
}

/// Reads a distance: a number of at least 0.
pub fn parse_distance(text: &str) -> Result<f64, String> {
    let distance = text.trim().parse().ok().filter(|distance: &f64| *distance >= 0.0 && distance.is_finite());
    distance.ok_or_else(|| "write a number from 0, as in 0.01".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trials_are_read_as_people_write_them() {
        for text in ["1e7", "10_000_000", "10M", "10000000", "10000k", "0.01g", "10,000,000"] {
            assert_eq!(parse_trials(text), Ok(10_000_000), "{text}");
        }
        assert_eq!(parse_trials("8.2M"), Ok(8_200_000));
        assert_eq!(parse_trials("2.01k"), Ok(2_010));
        assert_eq!(parse_trials("1e15"), Ok(MAX_TRIALS));
        for text in [
            "0", "1e30", "1.5", "-3", "", "M", "ten", "inf", "nan", "1e16", "1e-3", "1,5", "1,50", "10,00",
            "1000,000", "1,,000", ",000", "1,000,",
        ] {
            assert!(parse_trials(text).is_err(), "{text}");
        }
    }
}
