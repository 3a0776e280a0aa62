//! Work that leaves Python to others meanwhile, and that Ctrl-C stops.

use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use fizzle::analysis::Progress;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;

use crate::error::Failure;

/// Between two looks at whether Ctrl-C was pressed.
const PAUSE: Duration = Duration::from_millis(50);

/// Between two calls of the progress function.
const BEAT: Duration = Duration::from_millis(250);

/// After Ctrl-C, how long work may take to stop. Then it is left alone: it ends by itself, unheard.
const GRACE: Duration = Duration::from_millis(600);

/// As much as the main thread has: expressions are parsed by recursion.
const STACK: usize = 8 << 20;

/// The most threads: more would only cost the time to start them.
const MOST_THREADS: usize = 1024;

/// So many rows take less time than to start a thread for them is worth.
const FEW_ROWS: usize = 10_000;

/// How work is done.
#[derive(Default)]
pub struct How<'py> {
    /// On so many threads; `None`: one for each core.
    pub threads: Option<usize>,
    /// Is called with how much is done, and how much there is in all or `None`.
    pub progress: Option<Bound<'py, PyAny>>,
}

/// Does work of so many rows: where they are few at once, and otherwise so that Ctrl-C ends it.
///
/// # Errors
/// What keeps it from its result, or KeyboardInterrupt.
pub fn over_rows<T: Send + 'static>(
    py: Python<'_>,
    rows: usize,
    find: impl FnOnce() -> Result<T, Failure> + Send + 'static,
) -> PyResult<T> {
    match rows {
        ..FEW_ROWS => Ok(find()?),
        _ => work(py, &How { threads: Some(1), progress: None }, |_| find()),
    }
}

/// Does work on threads of its own.
///
/// # Errors
/// What keeps it from its result, what the progress function raises, or KeyboardInterrupt.
pub fn work<T: Send + 'static>(
    py: Python<'_>,
    how: &How<'_>,
    work: impl FnOnce(&Progress) -> Result<T, Failure> + Send + 'static,
) -> PyResult<T> {
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let threads = how.threads.unwrap_or(cores);
    if !(1..=MOST_THREADS).contains(&threads) {
        return Err(PyValueError::new_err(format!("threads: a whole number from 1 to {MOST_THREADS}")));
    }
    let progress = Arc::new(Progress::default());
    let (sender, mut receiver) = mpsc::channel();
    let watched = Arc::clone(&progress);
    let found = move || {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| Failure::Message(format!("cannot start threads: {error}")))?;
        pool.install(|| work(&watched))
    };
    let worker = thread::Builder::new().stack_size(STACK).spawn(move || {
        // If nobody waits any more, nobody wants to know.
        let _ = sender.send(found());
    });
    worker.map_err(|error| PyRuntimeError::new_err(format!("cannot start a thread: {error}")))?;
    let mut told = Instant::now();
    loop {
        // A receiver cannot be shared, but it can be lent to one.
        let waiting = &mut receiver;
        match py.detach(move || waiting.recv_timeout(PAUSE)) {
            Ok(result) => return result.map_err(PyErr::from),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("fizzle failed; this is a bug of it"));
            }
            Err(RecvTimeoutError::Timeout) => {}
        }
        let heard = py.check_signals().and_then(|()| match (&how.progress, progress.snapshot()) {
            (Some(tell), Some(now)) if told.elapsed() >= BEAT => {
                told = Instant::now();
                tell.call1((now.done, now.total)).map(drop)
            }
            _ => Ok(()),
        });
        if let Err(error) = heard {
            progress.stop();
            let waiting = &mut receiver;
            let _ = py.detach(move || waiting.recv_timeout(GRACE));
            return Err(error);
        }
    }
}
