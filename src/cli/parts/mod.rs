//! Commands whose work is divided into parts, on several machines or one after another.

mod file;

mod resume;

use std::ffi::OsString;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;

pub use self::file::{Header, PartFile, PartNumber, parse_part};
pub use self::resume::resumed;

use super::error::{Error, wrong};
use super::files::{CarriedFile, Files};
use super::load::Loaded;
use super::task::{Task, default_folder};
use crate::analysis::{Job, Part, PartError};

/// The option of commands whose work can be done in parts, and where their input comes from.
#[derive(Debug, Args)]
pub struct PartOptions {
    /// Compute part K of N only, and write it into DIR for `fizzle merge`
    #[arg(long, value_name = "K/N", value_parser = parse_part)]
    pub part: Option<PartNumber>,
    /// Keep what is computed as it goes, and go on from there if the last run was interrupted
    #[arg(long, conflicts_with = "part")]
    pub resume: bool,
    /// The command line.
    #[arg(skip)]
    pub line: Vec<OsString>,
    /// Where scenario files are read.
    #[arg(skip)]
    pub files: Files,
    /// The parts of this command, if they are to be merged.
    #[arg(skip)]
    pub merged: Option<Shares>,
}

impl PartOptions {
    /// The option that divides the work, if one does.
    pub fn divided(&self) -> Option<&'static str> {
        match self {
            PartOptions { part: Some(_), .. } => Some("--part"),
            PartOptions { resume: true, .. } => Some("--resume"),
            _ => None,
        }
    }

    /// Computes the part of a command that is asked for: its share of every job, in a file in `folder`, or if there
    /// is none in a folder of the files. Prints its path. Returns whether a part was asked for.
    ///
    /// # Errors
    /// When another file is in its place, which only `force` overwrites, a job fails, or the file cannot be
    /// written.
    pub fn write<J: Job>(
        &self,
        command: &'static str,
        loaded: &[Loaded],
        (folder, force): (Option<&PathBuf>, bool),
        task: &Task,
        jobs: impl IntoIterator<Item = Result<J, Error>>,
        out: &mut dyn Write,
    ) -> Result<bool, Error> {
        let Some(part) = self.part else { return Ok(false) };
        let has_others = |file: &Loaded| {
            file.scenarios.iter().any(|one| one.scenario.system.rules.is_some())
                && file
                    .scenarios
                    .windows(2)
                    .any(|two| !Arc::ptr_eq(&two[0].scenario.procedure, &two[1].scenario.procedure))
        };
        if let Some(file) = loaded.iter().find(|file| has_others(file)) {
            return Err(wrong!(
                "{}: a part carries the rules of the file alone, and not those of a variant; write a scenario of its own for them",
                file.path
            ));
        }
        let default = || default_folder(loaded.iter().map(|file| &file.path)).join("parts");
        let folder = folder.cloned().unwrap_or_else(default);
        let header = Header {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            command: command.to_owned(),
            arguments: file::own_arguments(&self.line)?,
            part,
            files: loaded.iter().map(|file| CarriedFile::of(&file.document)).collect(),
        };
        header.claim(&folder, force)?;
        let share = |job: Result<J, Error>| {
            let job = job?;
            let range =
                job.fingerprint().split(part.of).nth(part.number as usize - 1).expect("K is at most N");
            Ok(task.compute(|progress| job.part(range, progress))?.to_bytes())
        };
        let jobs = jobs.into_iter().map(share).collect::<Result<_, Error>>()?;
        let path = PartFile { header, jobs }.write(&folder, force)?;
        writeln!(out, "part: {}", path.display())?;
        Ok(true)
    }
}

/// The parts of a command: the file name of each part, and its share of every job.
pub type Shares = Vec<(String, Vec<Vec<u8>>)>;

/// Returns the parts of the job at index `place` of a command's jobs.
///
/// # Errors
/// When a part is damaged or belongs to another job; the message names its file.
pub fn of_job(shares: &Shares, place: usize, job: &impl Job) -> Result<Vec<Part>, Error> {
    let one = |(name, jobs): &(String, Vec<Vec<u8>>)| {
        let part = jobs.get(place).ok_or(PartError::Damaged).and_then(|bytes| Part::from_bytes(bytes));
        let part = part.and_then(|part| job.check(&part).map(|()| part));
        part.map_err(|error| wrong!("{name}: {error}"))
    };
    shares.iter().map(one).collect()
}
