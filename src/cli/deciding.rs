//! What the deciding commands share: computing results, writing them into their directory and printing
//! them.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use serde_json::{Value, json};

use super::directory::{Directory, FolderContents, Owner};
use super::error::Error;
use super::load::Loaded;
use super::options::{Format, OutputOptions, Stated, WorkOptions};
use super::parts::PartOptions;
use super::task::{Task, default_folder};
use crate::analysis::{Effort, Job, Progress};
use crate::report::charts::Picture;
use crate::report::files::Charts;
use crate::report::json;
use crate::scenario::Scenario;

/// The options that all deciding commands have.
#[derive(Debug, Args)]
pub struct DecidingOptions {
    #[command(flatten)]
    pub work: WorkOptions,
    #[command(flatten)]
    pub output: OutputOptions,
    /// What to print: text, json, or csv (the table)
    #[arg(long, default_value = "text", hide_possible_values = true)]
    format: Format,
}

/// A running deciding command.
pub struct Deciding<'a> {
    task: Task,
    directory: Directory,
    options: &'a DecidingOptions,
    start: Instant,
}

/// The results of a command, in every form in which they are written or printed.
pub struct Results<'a> {
    /// The tables with their file names; the first one is what `--format csv` prints.
    pub tables: Vec<(&'static str, Vec<u8>)>,
    /// What `--format csv` prints instead of the first table: if there are several results, each row is
    /// labelled with the result that it belongs to.
    pub printed_csv: Option<Vec<u8>>,
    /// The files of charts.
    pub charts: Vec<(String, Vec<u8>)>,
    /// The entries of `COMMAND.json` that are specific to the command.
    pub record: Value,
    /// What is given, as of [`given_in`].
    pub given: Value,
    /// The text for people.
    pub text: String,
    /// The JSON for programs, computed only if it is printed.
    pub json: Box<dyn FnOnce() -> Value + 'a>,
}

/// What is given in scenarios: an event if it is the same in all of them, or that of each; null if it is nothing.
pub fn given_in<'a>(scenarios: impl IntoIterator<Item = &'a Scenario>) -> Value {
    let given: Vec<String> = scenarios.into_iter().map(Scenario::condition).collect();
    match given.first() {
        Some(first) if given.iter().any(|other| other != first) => json!(given),
        Some(first) if !first.is_empty() => json!(first),
        _ => Value::Null,
    }
}

impl DecidingOptions {
    /// Computes the part of a job that is asked for and writes it. Returns whether a part was asked for.
    ///
    /// # Errors
    /// When the job fails, or the part cannot be written.
    pub fn write_part(
        &self,
        command: &'static str,
        parts: &PartOptions,
        job: impl Job,
        loaded: &[Loaded],
        out: &mut dyn Write,
    ) -> Result<bool, Error> {
        if parts.part.is_none() {
            return Ok(false);
        }
        let task = Task::begin(self.work.threads, self.work.quiet);
        parts.write(command, loaded, (self.output.out.as_ref(), self.output.force), &task, [Ok(job)], out)
    }
}

impl<'a> Deciding<'a> {
    /// Begins a command on scenario files. Claims the directory for its results, and these folders in
    /// it.
    ///
    /// # Errors
    /// When the directory or one of the folders holds other files.
    pub fn begin(
        command: &'static str,
        files: &[PathBuf],
        folders: &[&str],
        options: &'a DecidingOptions,
    ) -> Result<Self, Error> {
        let DecidingOptions { work, output, .. } = options;
        let path = output.out.clone().unwrap_or_else(|| default_folder(files).join(command));
        let directory = Directory::claim(path, command, Owner::of_files(files), folders, output.force)?;
        let task = Task::begin(work.threads, work.quiet);
        Ok(Deciding { task, directory, options, start: Instant::now() })
    }

    /// Runs `find` with the effort that the options ask for; if it takes long, a progress bar is shown.
    ///
    /// # Errors
    /// When the threads cannot be started, or the work fails.
    pub fn compute<T: Send, E: Into<Error> + Send>(
        &self,
        find: impl FnOnce(&Effort, &Progress) -> Result<T, E> + Send,
    ) -> Result<T, Error> {
        let effort = self.options.work.effort()?;
        self.task.compute(|progress| find(&effort, progress))
    }

    /// Computes a job, or merges its parts if there are any.
    ///
    /// # Errors
    /// When the work fails, or a part is damaged.
    pub fn answer<J: Job>(&self, job: &J, parts: &PartOptions) -> Result<J::Answer, Error> {
        self.task.answer(job, parts, self.directory.path())
    }

    /// Draws the charts that the user asked for. Returns the names and contents of their files.
    ///
    /// # Errors
    /// When a picture cannot be drawn.
    pub fn charts(
        &self,
        draw: impl FnOnce(Charts) -> Vec<(&'static str, Picture)>,
    ) -> Result<Vec<(String, Vec<u8>)>, Error> {
        self.task.charts(self.options.output.charts, |which| Ok(draw(which)))
    }

    /// Writes all files, and prints what was found.
    pub fn finish(self, results: Results<'_>, out: &mut dyn Write) -> Result<(), Error> {
        self.finish_all(vec![(String::new(), results)], out)
    }

    /// Writes and prints several results, each in a folder of the directory.
    pub fn finish_all(self, parts: Vec<(String, Results<'_>)>, out: &mut dyn Write) -> Result<(), Error> {
        let contents = |(folder, results): &(String, Results<'_>)| {
            let tables = results.tables.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.clone()));
            FolderContents {
                folder: folder.clone(),
                notes: self.notes(&results.record, &results.given),
                files: tables.chain(results.charts.iter().cloned()).collect(),
            }
        };
        let mut written: Vec<FolderContents> = parts.iter().map(contents).collect();
        if parts.len() > 1 {
            // The directory above the folders needs a record of its owner, too.
            written.push(FolderContents {
                notes: self.notes(&json!({}), &Value::Null),
                ..FolderContents::default()
            });
        }
        self.task.write(&self.directory, &written)?;
        match self.options.format {
            Format::Text => {
                let texts: Vec<&str> = parts.iter().map(|(_, results)| results.text.as_str()).collect();
                writeln!(out, "{}\nfiles: {}", texts.join("\n"), self.directory.path().display())?;
            }
            Format::Json => {
                let printed = |(_, results): (String, Results<'_>)| {
                    let mut json = (results.json)();
                    if !results.given.is_null() {
                        json["given"] = results.given;
                    }
                    json
                };
                let mut all: Vec<Value> = parts.into_iter().map(printed).collect();
                let whole = if all.len() == 1 { all.remove(0) } else { json!({ "results": all }) };
                out.write_all(json::pretty(&whole).as_bytes())?;
            }
            Format::Csv => {
                for (_, results) in &parts {
                    out.write_all(results.printed_csv.as_ref().unwrap_or(&results.tables[0].1))?;
                }
            }
        }
        Ok(())
    }

    fn notes(&self, own: &Value, given: &Value) -> Value {
        let WorkOptions { stated: Stated { set, .. }, exact, sampled, seed, .. } = &self.options.work;
        let mut notes = own.clone();
        notes["set"] = json!(set);
        if !given.is_null() {
            notes["given"] = given.clone();
        }
        notes["exact"] = json!(exact);
        if *sampled {
            notes["sampled"] = json!(true);
        }
        notes["seed"] = json!(seed);
        notes["trials"] = json!(self.options.work.number_of_trials());
        notes["seconds"] = json!(self.start.elapsed().as_secs_f64());
        notes
    }
}
