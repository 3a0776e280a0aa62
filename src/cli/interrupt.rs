//! Ctrl-C: the work at hand stops, and the command ends within a second.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::directory::writing;
use super::error::Error;
use crate::analysis::Progress;

/// What Ctrl-C stops. There is one, as there is one process that hears the signal.
static AT_WORK: Mutex<Option<Arc<Progress>>> = Mutex::new(None);

/// How long work may take to stop. After that the command ends without it: reading a slow
/// input or drawing a chart does not look whether it should stop.
const GRACE: Duration = Duration::from_millis(600);

/// How long to wait between two looks at whether files are being written.
const PAUSE: Duration = Duration::from_millis(10);

/// What the main thread waits for.
enum Message {
    Finished(thread::Result<Result<(), Error>>),
    Interrupted,
}

/// Lets Ctrl-C stop what hears `progress`.
pub fn stop_on_interrupt(progress: &Arc<Progress>) {
    *at_work() = Some(Arc::clone(progress));
}

/// What was interrupted while nobody looked, as charts are drawn, must not write files.
///
/// # Errors
/// [`Error::Interrupted`] after Ctrl-C.
pub fn unless_interrupted() -> Result<(), Error> {
    match &*at_work() {
        Some(progress) if progress.is_stopped() => Err(Error::Interrupted),
        _ => Ok(()),
    }
}

/// Does `work` on a thread of its own, and returns when it has finished or, after Ctrl-C,
/// when it has stopped or its time is up: but never while files are being written. A second
/// Ctrl-C returns at once.
///
/// The caller has to end the process then: `work` may still be going on.
///
/// # Errors
/// Those of `work`; [`Error::Interrupted`] when it did not stop in time.
///
/// # Panics
/// When `work` does.
pub fn until_interrupted(work: impl FnOnce() -> Result<(), Error> + Send + 'static) -> Result<(), Error> {
    let (sender, events) = mpsc::channel();
    let finished = sender.clone();
    let interrupted = move || {
        if let Some(progress) = &*at_work() {
            progress.stop();
        }
        // If nobody waits any more, the process is ending.
        let _ = sender.send(Message::Interrupted);
    };
    // Without a handler Ctrl-C kills the process, which leaves temporary files at worst.
    let _ = ctrlc::set_handler(interrupted);
    let worker = thread::Builder::new().name("fizzle".to_owned()).stack_size(STACK).spawn(move || {
        let _ = finished.send(Message::Finished(catch_unwind(AssertUnwindSafe(work))));
    });
    worker.map_err(|error| Error::Machine(format!("cannot start a thread: {error}")))?;
    let mut end: Option<Instant> = None;
    loop {
        let event = match end {
            None => events.recv().map_err(RecvTimeoutError::from),
            Some(_) => events.recv_timeout(PAUSE),
        };
        match event {
            Ok(Message::Finished(result)) => return result.unwrap_or_else(|panic| resume_unwind(panic)),
            Ok(Message::Interrupted) if end.is_some() => return Err(Error::Interrupted),
            Ok(Message::Interrupted) => end = Some(Instant::now() + GRACE),
            Err(_) => {}
        }
        if end.is_some_and(|end| Instant::now() >= end)
            && let Some(guard) = writing()
        {
            // From here to the end of the process nobody begins to write.
            std::mem::forget(guard);
            return Err(Error::Interrupted);
        }
    }
}

/// As much as the main thread has: expressions are parsed by recursion.
const STACK: usize = 8 << 20;

fn at_work() -> MutexGuard<'static, Option<Arc<Progress>>> {
    AT_WORK.lock().unwrap_or_else(PoisonError::into_inner)
}
