//! Ctrl-C: the work at hand stops, and the command ends within a second.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::directory::writing;
use super::error::Error;
use crate::analysis::Progress;

/// The progress that Ctrl-C stops. There is only one, because the signal goes to the whole process.
static AT_WORK: Mutex<Option<Arc<Progress>>> = Mutex::new(None);

/// How long work may take to stop. After that the command ends without it: reading a slow input or
/// drawing a chart, for example, never checks whether it should stop.
const GRACE: Duration = Duration::from_millis(600);

/// How long to wait between two checks whether files are being written.
const PAUSE: Duration = Duration::from_millis(10);

/// What the main thread waits for.
enum Message {
    Finished(thread::Result<Result<(), Error>>),
    Interrupted,
}

/// Lets Ctrl-C stop the work that reports to `progress`.
pub fn stop_on_interrupt(progress: &Arc<Progress>) {
    *at_work() = Some(Arc::clone(progress));
}

/// Fails after Ctrl-C. Called before files are written, because some work, such as drawing charts, does
/// not check for interruptions itself.
///
/// # Errors
/// [`Error::Interrupted`] after Ctrl-C.
pub fn unless_interrupted() -> Result<(), Error> {
    match &*at_work() {
        Some(progress) if progress.is_stopped() => Err(Error::Interrupted),
        _ => Ok(()),
    }
}

/// Runs `work` on a thread of its own. Returns when `work` has finished or, after Ctrl-C, when it has
/// stopped or its time is up, but never while files are being written. A second Ctrl-C returns at once.
///
/// The caller must then end the process, because `work` may still be running.
///
/// # Errors
/// The errors of `work`; [`Error::Interrupted`] when it did not stop in time.
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
        // If the receiver is gone, the process is ending.
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
            // The guard is kept, so that no write can begin before the process ends.
            std::mem::forget(guard);
            return Err(Error::Interrupted);
        }
    }
}

/// The stack size of the thread that does the work, as large as that of a main thread: expressions are
/// parsed by recursion.
const STACK: usize = 8 << 20;

fn at_work() -> MutexGuard<'static, Option<Arc<Progress>>> {
    AT_WORK.lock().unwrap_or_else(PoisonError::into_inner)
}
