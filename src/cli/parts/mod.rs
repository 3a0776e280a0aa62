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

use super::error::Error;
use super::load::{CarriedFile, Files, Loaded};
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
    pub merged: Option<Arc<Merged>>,
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
}

/// The parts of a command: the file name of each part, and its share of every job.
#[derive(Debug)]
pub struct Merged {
    pub parts: Vec<(String, Vec<Vec<u8>>)>,
}

impl Merged {
    /// Returns the parts of the job at index `place` of the command's jobs.
    ///
    /// # Errors
    /// When a part is damaged or belongs to another job; the message names its file.
    pub fn of_job(&self, place: usize, job: &impl Job) -> Result<Vec<Part>, Error> {
        let one = |(name, jobs): &(String, Vec<Vec<u8>>)| {
            let part = jobs.get(place).ok_or(PartError::Damaged).and_then(|bytes| Part::from_bytes(bytes));
            let part = part.and_then(|part| job.check(&part).map(|()| part));
            part.map_err(|error| Error::Input(format!("{name}: {error}")))
        };
        self.parts.iter().map(one).collect()
    }
}

/// A part that is being computed.
pub struct NewPart<'a> {
    header: Header,
    folder: PathBuf,
    force: bool,
    task: &'a Task,
    jobs: Vec<Vec<u8>>,
}

impl<'a> NewPart<'a> {
    /// Begins a part of a command, to be written into `folder`, or if there is none into a folder of the
    /// files.
    ///
    /// # Errors
    /// When another file is in its place, which only `force` overwrites.
    pub fn begin(
        number: PartNumber,
        command: &'static str,
        options: &PartOptions,
        loaded: &[Loaded],
        folder: Option<&PathBuf>,
        force: bool,
        task: &'a Task,
    ) -> Result<Self, Error> {
        let has_others = |file: &Loaded| {
            file.scenarios.iter().any(|one| one.scenario.system.rules.is_some())
                && file
                    .scenarios
                    .windows(2)
                    .any(|two| !Arc::ptr_eq(&two[0].scenario.procedure, &two[1].scenario.procedure))
        };
        if let Some(file) = loaded.iter().find(|file| has_others(file)) {
            return Err(Error::Input(format!(
                "{}: a part carries the rules of the file alone, and not those of a variant; write a scenario of its own for them",
                file.path
            )));
        }
        let paths: Vec<PathBuf> = loaded.iter().map(|file| PathBuf::from(&file.path)).collect();
        let folder = folder.cloned().unwrap_or_else(|| default_folder(&paths).join("parts"));
        let header = Header {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            command: command.to_owned(),
            arguments: file::own_arguments(&options.line)?,
            part: number,
            files: loaded.iter().map(|file| CarriedFile::of(&file.document)).collect(),
        };
        header.claim(&folder, force)?;
        Ok(NewPart { header, folder, force, task, jobs: Vec::new() })
    }

    /// Computes this part's share of a job.
    ///
    /// # Errors
    /// When the job fails.
    pub fn add(&mut self, job: &impl Job) -> Result<(), Error> {
        let PartNumber { number, of } = self.header.part;
        let range = job.fingerprint().split(of).nth(number as usize - 1).expect("K is at most N");
        let part = self.task.compute(|progress| job.part(range, progress))?;
        self.jobs.push(part.to_bytes());
        Ok(())
    }

    /// Writes the part, and prints its path.
    ///
    /// # Errors
    /// When the file cannot be written, or another file has its name.
    pub fn write(self, out: &mut dyn Write) -> Result<(), Error> {
        let NewPart { header, folder, force, jobs, .. } = self;
        let path = PartFile { header, jobs }.write(&folder, force)?;
        writeln!(out, "part: {}", path.display())?;
        Ok(out.flush()?)
    }
}
