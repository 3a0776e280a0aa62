//! The frame of the deciding commands: whose results they are, where they go, how they
//! are computed, written and printed.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use serde_json::{Value, json};

use super::error::Error;
use super::interrupt::{stop_on_interrupt, unless_interrupted};
use super::options::{Format, OutputOptions, WorkOptions};
use super::progress::with_progress_bar;
use super::threads::computed;
use crate::analysis::{Effort, Progress};
use crate::chance::Unit;
use crate::report::charts::{ChartError, Picture};
use crate::report::directory::{Directory, Owner};
use crate::report::files::{Charts, FolderContents};
use crate::report::json;
use crate::scenario::{stem, visible};

/// A deciding command at work.
pub struct Task<'a> {
    directory: Directory,
    work: &'a WorkOptions,
    output: &'a OutputOptions,
    progress: Arc<Progress>,
    start: Instant,
}

/// What a command has found, in every form in which it is written or printed.
pub struct Results {
    /// The tables by their files' names; the first is what `--format csv` prints.
    pub tables: Vec<(&'static str, Vec<u8>)>,
    /// The files of charts.
    pub charts: Vec<(String, Vec<u8>)>,
    /// What `COMMAND.json` says beside what all commands do.
    pub record: Value,
    /// For people.
    pub text: String,
    /// For programs.
    pub json: Value,
}

impl<'a> Task<'a> {
    /// Begins a command on scenario files, in the directory that is theirs.
    ///
    /// # Errors
    /// When the directory belongs to something else.
    pub fn begin(
        command: &'static str,
        files: &[PathBuf],
        work: &'a WorkOptions,
        output: &'a OutputOptions,
    ) -> Result<Self, Error> {
        Task::begin_with(command, files, &[], work, output)
    }

    /// Begins a command that writes into folders of its directory as well.
    ///
    /// # Errors
    /// When the directory or one of the folders belongs to something else.
    pub fn begin_with(
        command: &'static str,
        files: &[PathBuf],
        folders: &[&str],
        work: &'a WorkOptions,
        output: &'a OutputOptions,
    ) -> Result<Self, Error> {
        let path = output.out.clone().unwrap_or_else(|| default_folder(files).join(command));
        let directory = Directory::claim(path, command, Owner::of_files(files), folders, output.force)?;
        let progress = Arc::new(Progress::default());
        stop_on_interrupt(&progress);
        Ok(Task { directory, work, output, progress, start: Instant::now() })
    }

    /// Computes something; if it takes long a bar shows how far it is.
    ///
    /// # Errors
    /// When the system gives no threads, or the work fails.
    pub fn compute<T: Send, E: Into<Error> + Send>(
        &self,
        find: impl FnOnce(&Effort, &Progress) -> Result<T, E> + Send,
    ) -> Result<T, Error> {
        let WorkOptions { threads, quiet, .. } = *self.work;
        let effort = self.work.effort()?;
        computed(threads, quiet, &self.progress, || find(&effort, &self.progress))
    }

    /// Draws what the user wants to see: the files of the pictures of these names.
    pub fn charts(
        &self,
        draw: impl FnOnce(Charts) -> Vec<(&'static str, Picture)>,
    ) -> Result<Vec<(String, Vec<u8>)>, Error> {
        match self.output.charts.into() {
            Charts::None => Ok(Vec::new()),
            which => Ok(with_progress_bar(self.work.quiet, &self.progress, || {
                let _work = self.progress.begin(Unit::Charts, None);
                let files = draw(which).into_iter().map(|(name, picture)| picture.files(name));
                files.collect::<Result<Vec<_>, ChartError>>()
            })?
            .into_iter()
            .flatten()
            .collect()),
        }
    }

    /// Writes all files, and prints what was found.
    pub fn finish(self, results: Results, format: Format, out: &mut dyn Write) -> Result<(), Error> {
        self.finish_all(vec![(String::new(), results)], format, out)
    }

    /// Writes and prints several results, each in a folder of the directory.
    pub fn finish_all(
        self,
        parts: Vec<(String, Results)>,
        format: Format,
        out: &mut dyn Write,
    ) -> Result<(), Error> {
        let mut written: Vec<FolderContents> = parts
            .iter()
            .map(|(folder, results)| FolderContents {
                folder: folder.clone(),
                notes: self.notes(&results.record),
                files: results.files(),
            })
            .collect();
        if parts.len() > 1 {
            // The directory above the folders says whose it is, too.
            written.push(FolderContents { notes: self.notes(&json!({})), ..FolderContents::default() });
        }
        unless_interrupted()?;
        say_removed(&self.directory.write(&written)?);
        match (format, &parts[..]) {
            (Format::Text, parts) => {
                let texts: Vec<&str> = parts.iter().map(|(_, results)| results.text.as_str()).collect();
                writeln!(out, "{}\nfiles: {}", texts.join("\n"), self.directory.path().display())?;
            }
            (Format::Json, [(_, results)]) => out.write_all(json::pretty(&results.json).as_bytes())?,
            (Format::Json, parts) => {
                let all: Vec<&Value> = parts.iter().map(|(_, results)| &results.json).collect();
                out.write_all(json::pretty(&json!({ "results": all })).as_bytes())?;
            }
            (Format::Csv, parts) => {
                for (_, results) in parts {
                    out.write_all(&results.tables[0].1)?;
                }
            }
        }
        Ok(out.flush()?)
    }

    fn notes(&self, own: &Value) -> Value {
        let mut notes = own.as_object().cloned().unwrap_or_default();
        notes.insert("set".to_owned(), json!(self.work.set));
        notes.insert("exact".to_owned(), json!(self.work.exact));
        notes.insert("seed".to_owned(), json!(self.work.seed));
        notes.insert("trials".to_owned(), json!(self.work.trials));
        notes.insert("seconds".to_owned(), json!(self.start.elapsed().as_secs_f64()));
        Value::Object(notes)
    }
}

impl Results {
    /// All files but the record.
    fn files(&self) -> Vec<(String, Vec<u8>)> {
        let tables = self.tables.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.clone()));
        tables.chain(self.charts.iter().cloned()).collect()
    }
}

/// Where all commands put what they find about some files, each into a folder of its own.
pub fn default_folder(files: &[PathBuf]) -> PathBuf {
    let stems: Vec<String> = files.iter().map(|path| stem(path)).collect();
    Path::new("fizzle-out").join(stems.join("-"))
}

/// Says on standard error which files of the previous run were removed.
pub fn say_removed(removed: &[PathBuf]) {
    if removed.is_empty() {
        return;
    }
    let names: Vec<String> = removed.iter().take(MOST_NAMED).map(|path| path.display().to_string()).collect();
    let more = match removed.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    // Nobody is left to be told if standard error is closed.
    let _ = writeln!(
        std::io::stderr(),
        "removed results of the previous run: {}{more}",
        visible(&names.join(", "))
    );
}

/// The most files that are named when they are removed.
const MOST_NAMED: usize = 10;
