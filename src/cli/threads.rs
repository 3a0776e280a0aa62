//! The threads of a command.

use super::error::Error;
use super::progress::with_progress_bar;
use crate::analysis::Progress;

/// More threads for each core make nothing faster, and take time themselves.
const MOST_THREADS: usize = 8;

/// Computes something on so many threads; `None`: one for each core. If it takes long a bar
/// shows how far it is, unless the user wants it `quiet`.
///
/// # Errors
/// When the system gives no threads, or the work fails.
pub fn computed<T: Send, E: Into<Error> + Send>(
    threads: Option<usize>,
    quiet: bool,
    progress: &Progress,
    work: impl FnOnce() -> Result<T, E> + Send,
) -> Result<T, Error> {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let count = threads.unwrap_or(cores).min(MOST_THREADS * cores);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build();
    let pool = pool.map_err(|error| Error::Machine(format!("cannot start threads: {error}")))?;
    with_progress_bar(quiet, progress, || pool.install(work)).map_err(Into::into)
}
