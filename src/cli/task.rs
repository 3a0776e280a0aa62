//! A running command: its threads, its progress, which Ctrl-C stops, and its files, which are all
//! written before anything is printed.

use std::cell::{Cell, OnceCell, RefCell};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::{ThreadPool, ThreadPoolBuilder};

use super::directory::{Directory, FolderContents, Page, unfinished};
use super::error::Error;
use super::interrupt::{stop_on_interrupt, unless_interrupted};
use super::parts::{PartOptions, of_job, resumed};
use super::progress::with_progress_bar;
use super::terminal::say;
use crate::analysis::{Job, Progress};
use crate::chance::Unit;
use crate::report::charts::{ChartError, Picture};
use crate::report::files::Charts;
use crate::scenario::stem;

/// The maximum number of threads per core: more make nothing faster, and take time to start.
const MOST_THREADS: usize = 8;

/// A running command.
pub struct Task {
    /// The number of threads; `None`: one per core.
    threads: Option<usize>,
    pool: OnceCell<ThreadPool>,
    quiet: bool,
    progress: Arc<Progress>,
    /// The number of jobs answered so far.
    answered: Cell<usize>,
    /// Files of `--resume`, to be removed when the results are written.
    kept: RefCell<Vec<PathBuf>>,
}

impl Task {
    /// Begins a command on this number of threads; `None`: one per core. If it takes long, a progress
    /// bar is shown, unless `quiet`.
    pub fn begin(threads: Option<usize>, quiet: bool) -> Self {
        let progress = Arc::new(Progress::default());
        stop_on_interrupt(&progress);
        let (pool, answered, kept) = Default::default();
        Task { threads, pool, quiet, progress, answered, kept }
    }

    /// Runs `find` on the threads of the command, with a progress bar.
    ///
    /// # Errors
    /// When the threads cannot be started, or the work fails.
    pub fn compute<T: Send, E: Into<Error> + Send>(
        &self,
        find: impl FnOnce(&Progress) -> Result<T, E> + Send,
    ) -> Result<T, Error> {
        let pool = self.pool()?;
        let progress: &Progress = &self.progress;
        let work = || pool.install(|| find(progress));
        with_progress_bar(self.quiet, &self.progress, work).map_err(Into::into)
    }

    /// The thread pool, started on first use.
    fn pool(&self) -> Result<&ThreadPool, Error> {
        if let Some(pool) = self.pool.get() {
            return Ok(pool);
        }
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let count = self.threads.unwrap_or(cores).min(MOST_THREADS * cores);
        let pool = ThreadPoolBuilder::new().num_threads(count).build();
        let pool = pool.map_err(|error| Error::Machine(format!("cannot start threads: {error}")))?;
        Ok(self.pool.get_or_init(|| pool))
    }

    /// Computes a job, or merges its parts if there are any. With `--resume`, intermediate results are
    /// kept in `folder`.
    ///
    /// # Errors
    /// When the work fails, or a part is damaged.
    pub fn answer<J: Job>(&self, job: &J, options: &PartOptions, folder: &Path) -> Result<J::Answer, Error> {
        let place = self.answered.replace(self.answered.get() + 1);
        if let Some(merged) = &options.merged {
            let parts = of_job(merged, place, job)?;
            return self.compute(|progress| job.answer(parts, progress));
        }
        if !options.resume {
            return self.compute(|progress| job.whole(progress));
        }
        let (answer, kept) =
            self.compute(|progress| resumed(job, folder, progress)).map_err(|error| match error {
                Error::Interrupted => Error::Resumable,
                other => other,
            })?;
        self.kept.borrow_mut().push(kept);
        Ok(answer)
    }

    /// Removes the files of `--resume`, and names those that other commands have left in a folder.
    pub fn clear(&self, folder: &Path) {
        for path in self.kept.take() {
            // A file that cannot be removed does no harm.
            let _ = fs::remove_file(&path);
        }
        let left = unfinished(folder);
        if !left.is_empty() {
            say(&format!(
                "unfinished work of other commands, or of an earlier text of the scenario: {}; remove it if nobody will --resume it",
                names_of(&left)
            ));
        }
    }

    /// Draws the charts that the user asked for. Returns the names and contents of their files.
    ///
    /// # Errors
    /// When a picture cannot be drawn.
    pub fn charts<N: AsRef<str>>(
        &self,
        which: Charts,
        draw: impl FnOnce(Charts) -> Result<Vec<(N, Picture)>, ChartError>,
    ) -> Result<Vec<(String, Vec<u8>)>, Error> {
        if which == Charts::None {
            return Ok(Vec::new());
        }
        let files = with_progress_bar(self.quiet, &self.progress, || {
            let _work = self.progress.begin(Unit::Charts, None);
            let files = draw(which)?.into_iter().map(|(name, picture)| picture.files(name.as_ref()));
            files.collect::<Result<Vec<_>, ChartError>>()
        });
        Ok(files?.into_iter().flatten().collect())
    }

    /// Writes files into a directory, and reports which files of the previous run were removed.
    ///
    /// # Errors
    /// When the command was interrupted, or the files may not or cannot be written.
    pub fn write(&self, directory: &Directory, contents: &[FolderContents]) -> Result<(), Error> {
        unless_interrupted()?;
        say_removed(&directory.write(contents)?);
        self.clear(directory.path());
        Ok(())
    }

    /// Writes a page, and prints its path.
    ///
    /// # Errors
    /// When the command was interrupted, or the page may not or cannot be written.
    pub fn write_page(&self, page: &Page, html: &str, out: &mut dyn Write) -> Result<(), Error> {
        unless_interrupted()?;
        page.write(html)?;
        Ok(writeln!(out, "page: {}", page.path().display())?)
    }
}

/// The default folder for results about some files. Each command has a folder of its own in it.
pub fn default_folder(files: impl IntoIterator<Item: AsRef<Path>>) -> PathBuf {
    let stems: Vec<String> = files.into_iter().map(|path| stem(path.as_ref())).collect();
    Path::new("fizzle-out").join(stems.join("-"))
}

/// The maximum number of files that are named.
const MOST_NAMED: usize = 10;

/// Reports on standard error which files of the previous run were removed.
fn say_removed(removed: &[PathBuf]) {
    if !removed.is_empty() {
        say(&format!("removed results of the previous run: {}", names_of(removed)));
    }
}

/// The paths of files; of many files only the first.
fn names_of(files: &[PathBuf]) -> String {
    let names: Vec<String> = files.iter().take(MOST_NAMED).map(|path| path.display().to_string()).collect();
    match files.len().saturating_sub(MOST_NAMED) {
        0 => names.join(", "),
        more => format!("{} and {more} more", names.join(", ")),
    }
}
