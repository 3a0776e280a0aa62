//! The frame of the deciding commands: whose results they are, where they go, how they
//! are computed, written and printed.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use serde_json::{Map, Value, json};

use super::error::Error;
use super::interrupt::stop_on_interrupt;
use super::options::{Format, Place, Work};
use super::watch::watched;
use crate::analysis::{Effort, Progress};
use crate::chance::Unit;
use crate::report::charts::{Chart, ChartError};
use crate::report::directory::{claim, write};
use crate::report::files::Charts;
use crate::report::json;
use crate::scenario::STDIN;

/// A deciding command at work.
pub struct Task<'a> {
    command: &'static str,
    owner: String,
    directory: PathBuf,
    work: &'a Work,
    place: &'a Place,
    progress: Arc<Progress>,
    start: Instant,
}

/// What a command has found, in every form in which it is written or printed.
pub struct Results {
    /// The tables by their files' names; the first is what `--format csv` prints.
    pub tables: Vec<(&'static str, Vec<u8>)>,
    /// The charts by their files' names, without what stands behind the dot.
    pub charts: Vec<(&'static str, Chart)>,
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
        work: &'a Work,
        place: &'a Place,
    ) -> Result<Self, Error> {
        let owner: Vec<String> = files.iter().map(|path| path.display().to_string()).collect();
        let owner = owner.join(" ");
        let stems: Vec<String> = files.iter().map(|path| stem(path)).collect();
        let directory = place.out.clone().unwrap_or_else(|| Path::new("fizzle-out").join(stems.join("-")));
        claim(&directory, &owner, place.force)?;
        let progress = Arc::new(Progress::default());
        stop_on_interrupt(&progress);
        Ok(Task { command, owner, directory, work, place, progress, start: Instant::now() })
    }

    /// Computes something; if it takes long a bar shows how far it is.
    pub fn compute<T>(&self, find: impl FnOnce(&Effort, &Progress) -> T) -> T {
        watched(self.work.quiet, &self.progress, || find(&self.work.effort(), &self.progress))
    }

    /// Draws what the user wants to see.
    pub fn charts(
        &self,
        draw: impl FnOnce(Charts) -> Result<Vec<(&'static str, Chart)>, ChartError>,
    ) -> Result<Vec<(&'static str, Chart)>, Error> {
        match self.place.charts.into() {
            Charts::None => Ok(Vec::new()),
            which => Ok(watched(self.work.quiet, &self.progress, || {
                let _work = self.progress.begin(Unit::Charts, None);
                draw(which)
            })?),
        }
    }

    /// Writes all files, and prints what was found.
    pub fn finish(self, results: Results, format: Format, out: &mut dyn Write) -> Result<(), Error> {
        self.finish_all(vec![(PathBuf::new(), results)], format, out)
    }

    /// The same of several results, each in a folder of the directory.
    pub fn finish_all(
        self,
        parts: Vec<(PathBuf, Results)>,
        format: Format,
        out: &mut dyn Write,
    ) -> Result<(), Error> {
        if self.progress.is_stopped() {
            return Err(Error::Interrupted);
        }
        let mark = format!("{}.json", self.command);
        let mut files: Vec<(PathBuf, Vec<u8>)> = Vec::new();
        for (folder, results) in &parts {
            let own = results.files();
            let names: Vec<&str> = own.iter().map(|(name, _)| name.as_str()).chain([mark.as_str()]).collect();
            let record = json::pretty(&self.record(&results.record, &names)).into_bytes();
            files.extend(own.into_iter().map(|(name, bytes)| (folder.join(name), bytes)));
            files.push((folder.join(&mark), record));
        }
        if parts.len() > 1 {
            // The directory above the folders says whose it is, too.
            let record = self.record(&json!({}), &[&mark]);
            files.push((PathBuf::from(&mark), json::pretty(&record).into_bytes()));
        }
        write(&self.directory, &files)?;
        match (format, &parts[..]) {
            (Format::Text, parts) => {
                let texts: Vec<&str> = parts.iter().map(|(_, results)| results.text.as_str()).collect();
                writeln!(out, "{}\nfiles: {}", texts.join("\n"), self.directory.display())?;
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

    fn record(&self, own: &Value, files: &[&str]) -> Value {
        let mut record = Map::new();
        record.insert("fizzle".to_owned(), json!(env!("CARGO_PKG_VERSION")));
        record.insert("scenario".to_owned(), json!(self.owner));
        record.extend(own.as_object().cloned().unwrap_or_default());
        record.insert("set".to_owned(), json!(self.work.set));
        record.insert("exact".to_owned(), json!(self.work.exact));
        record.insert("seed".to_owned(), json!(self.work.seed));
        record.insert("trials".to_owned(), json!(self.work.trials));
        record.insert("seconds".to_owned(), json!(self.start.elapsed().as_secs_f64()));
        record.insert("files".to_owned(), json!(files));
        Value::Object(record)
    }
}

impl Results {
    /// All files but the mark.
    fn files(&self) -> Vec<(String, Vec<u8>)> {
        let tables = self.tables.iter().map(|(name, bytes)| ((*name).to_owned(), bytes.clone()));
        let charts = self.charts.iter().flat_map(|(name, chart)| {
            let svg = (format!("{name}.svg"), chart.svg.clone().into_bytes());
            [svg, (format!("{name}.png"), chart.png.clone())]
        });
        tables.chain(charts).collect()
    }
}

/// The name of a file without its folder and extension.
pub fn stem(path: &Path) -> String {
    if path == Path::new(STDIN) {
        return "stdin".to_owned();
    }
    path.file_stem().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}
