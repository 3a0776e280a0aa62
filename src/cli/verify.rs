//! `fizzle verify`: a certificate that sampled and exact results agree.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::error::{Error, wrong};
use super::files::Files;
use super::load::{load_all, warn_of_useless};
use super::options::{Stated, StoryFormat, instructions, parse_seed, parse_threads, parse_trials};
use super::parts::PartOptions;
use super::task::{Task, default_folder};
use super::terminal::width;
use crate::analysis::{Agreement, Certificate, Sampling, VerifyJob};
use crate::report::certificate::{self, NamedScenario};
use crate::report::json;
use crate::report::table::Layout;
use crate::scenario::{Grid, Scenario};

/// What `fizzle verify` is told.
#[derive(Debug, Args)]
pub struct VerifyArguments {
    /// Scenario files and rule texts, or folders of them [default: scenarios]
    #[arg(value_name = "SCENARIO")]
    scenarios: Vec<PathBuf>,
    /// Number of trials of each, as in 1e7, 10_000_000 or 10M
    #[arg(long, value_name = "N", default_value = "1000000", value_parser = parse_trials, allow_negative_numbers = true)]
    trials: u64,
    /// Seed of the random numbers
    #[arg(long, value_name = "S", default_value = "1", value_parser = parse_seed, allow_negative_numbers = true)]
    seed: u64,
    /// Number of threads; results do not depend on it [default: one per core]
    #[arg(long, value_name = "N", value_parser = parse_threads, allow_negative_numbers = true)]
    threads: Option<usize>,
    /// Set a key, as in choice.force=5; KEY=unset removes it
    #[arg(long, value_name = "KEY=VALUE")]
    set: Vec<String>,
    /// Verify a variant of the files as well, or a new one, as in 'NAME: KEY=VALUE, …'; repeatable
    #[arg(long, value_name = "VARIANT")]
    variant: Vec<String>,
    /// Hide the progress bar
    #[arg(long)]
    pub quiet: bool,
    /// Folder for the part of --part [default: fizzle-out/STEM/parts]
    #[arg(long, value_name = "DIR", requires = "part")]
    out: Option<PathBuf>,
    /// Write the part even if another file is in its place
    #[arg(long, requires = "part")]
    force: bool,
    #[command(flatten)]
    pub parts: PartOptions,
    /// What to print: text or json
    #[arg(long, default_value = "text", hide_possible_values = true)]
    format: StoryFormat,
}

const COMMAND: &str = "verify";

/// Runs the command.
pub fn verify(arguments: &VerifyArguments, out: &mut dyn Write) -> Result<(), Error> {
    let &VerifyArguments { trials, seed, threads, quiet, format, ref parts, .. } = arguments;
    let loaded = load_all(
        &parts.files,
        &paths(&arguments.scenarios, &parts.files)?,
        &Stated::set(&arguments.set),
        &arguments.variant,
    )?;
    warn_of_useless(&loaded, &Grid::default());
    let named: Vec<NamedScenario<'_>> = loaded
        .iter()
        .flat_map(|file| {
            file.scenarios
                .iter()
                .map(|checked| NamedScenario { path: &file.path, scenario: &checked.scenario })
        })
        .collect();
    let scenarios: Vec<&Scenario> = named.iter().map(|named| named.scenario).collect();
    let sampling = Sampling { trials, seed, until: None, isa: instructions()? };
    let task = Task::begin(threads, quiet);
    let job = VerifyJob { scenarios: &scenarios, sampling: &sampling };
    if parts.write(COMMAND, &loaded, (arguments.out.as_ref(), arguments.force), &task, [Ok(job)], out)? {
        return Ok(());
    }
    let folder = default_folder(loaded.iter().map(|file| &file.path)).join(COMMAND);
    let certificate = task.answer(&job, parts, &folder)?;
    let text = match format {
        StoryFormat::Text => certificate::text(&named, &certificate, Layout::of_width(width())),
        StoryFormat::Json => json::pretty(&certificate::json(&named, &certificate)),
    };
    out.write_all(text.as_bytes())?;
    out.flush()?;
    task.clear(&folder);
    judge(&certificate)
}

/// The named files and folders, or the folder `scenarios` if none is named. Merged parts carry their
/// own files.
fn paths(named: &[PathBuf], files: &Files) -> Result<Vec<PathBuf>, Error> {
    let default = Path::new("scenarios");
    match named {
        _ if matches!(files, Files::Carried(_)) => Ok(Vec::new()),
        [] if default.is_dir() => Ok(vec![default.to_owned()]),
        [] => Err(wrong!("there is no folder scenarios; name scenario files, or folders of them")),
        _ => Ok(named.to_vec()),
    }
}

/// Fails if a scenario disagrees, or if nothing could be verified.
fn judge(certificate: &Certificate) -> Result<(), Error> {
    match certificate.count(Agreement::Disagrees) {
        0 if certificate.count(Agreement::Agrees) == 0 => {
            Err(Error::Nothing("nothing could be verified".to_owned()))
        }
        0 => Ok(()),
        1 => Err(Error::Nothing("sampled and exact disagree in a scenario".to_owned())),
        several => Err(Error::Nothing(format!("sampled and exact disagree in {several} scenarios"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::{Progress, Verified, verify as certify};
    use crate::scenario::Document;

    #[test]
    fn disagreement_is_shown_and_has_status_1() {
        let text = include_str!("../../scenarios/manabolt.toml");
        let scenario = Document::parse("manabolt.toml", text).unwrap().check().unwrap();
        let sampling = Sampling { trials: 10_000, ..Sampling::default() };
        let mut certificate = certify(&[&scenario], &sampling, &Progress::default()).unwrap();
        assert!(judge(&certificate).is_ok());
        let verified = &mut certificate.scenarios[0];
        verified.agreement = Agreement::Disagrees;
        verified.tests[1].impossible = 3;
        verified.tests[1].fit.p_value = 0.0;
        verified.tests[1].corrected = 0.0;
        assert_eq!(judge(&certificate).unwrap_err().status(), 1);
        let scenario = Scenario { variant: Some("reagents".to_owned()), ..scenario };
        let named = [NamedScenario { path: "manabolt.toml", scenario: &scenario }];
        let printed = certificate::text(&named, &certificate, Layout::of_width(80));
        assert!(printed.contains("manabolt.toml (reagents): Manabolt at a guard\n"), "{printed}");
        assert!(printed.contains(" 0 !\n") && printed.contains("\nDISAGREES\n"), "{printed}");
        assert!(printed.contains("hits: seen 3 times though the exact chance is 0\n"), "{printed}");
        assert!(printed.starts_with("The scenario DISAGREES. The least of "), "{printed}");
        let json = certificate::json(&named, &certificate);
        assert_eq!(json["scenarios"][0]["verdict"], "disagrees");
        assert_eq!(json["scenarios"][0]["tests"][1]["agrees"], false);
        assert_eq!(json["scenarios"][0]["tests"][2]["agrees"], true);
    }

    #[test]
    fn what_has_no_exact_law_is_not_verified() {
        let text = include_str!("../../scenarios/manabolt.toml");
        let scenario = Document::parse("manabolt.toml", text).unwrap().check().unwrap();
        let sampling = Sampling { trials: 10_000, ..Sampling::default() };
        let two = [&scenario, &scenario];
        let mut certificate = certify(&two, &sampling, &Progress::default()).unwrap();
        let without_law = |verified: &mut Verified| {
            verified.agreement = Agreement::NoLaw;
            verified.unverified = verified.tests.drain(..).filter_map(|test| test.metric).collect();
        };
        without_law(&mut certificate.scenarios[0]);
        assert!(judge(&certificate).is_ok());
        let named = || NamedScenario { path: "manabolt.toml", scenario: &scenario };
        let printed = certificate::text(&[named(), named()], &certificate, Layout::of_width(80));
        assert!(
            printed.contains(
                "Manabolt at a guard\nno exact result from at most 2,500,000 outcomes: not verified\n"
            ),
            "{printed}"
        );
        assert!(printed.starts_with("The scenario agrees; another is not verified. "), "{printed}");
        without_law(&mut certificate.scenarios[1]);
        assert_eq!(judge(&certificate).unwrap_err().status(), 1);
        assert!(certificate::summary(&certificate).starts_with("Nothing could be verified"));
    }
}
