//! Showing how far a run is, and stopping it.

use std::io::IsTerminal;
use std::sync::Arc;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::analysis::Progress;

/// How long a run may take without a bar.
const PATIENCE: Duration = Duration::from_secs(1);

/// Lets Ctrl-C stop what hears `progress`, instead of killing the process
/// between two files.
pub fn stop_on_interrupt(progress: &Arc<Progress>) {
    let progress = Arc::clone(progress);
    // Without a handler Ctrl-C kills at once, which is what it did before.
    let _ = ctrlc::set_handler(move || progress.stop());
}

/// Does `work`; if it takes longer than a second, a bar on the terminal shows
/// how far it is, its rate and the time left.
pub fn watched<T>(total: u64, quiet: bool, progress: &Progress, work: impl FnOnce() -> T) -> T {
    if quiet || !std::io::stderr().is_terminal() {
        return work();
    }
    thread::scope(|scope| {
        let (working, finished) = mpsc::channel::<()>();
        scope.spawn(move || {
            if finished.recv_timeout(PATIENCE) != Err(RecvTimeoutError::Timeout) {
                return;
            }
            let bar = ProgressBar::new(total).with_style(style());
            while finished.recv_timeout(Duration::from_millis(100)) == Err(RecvTimeoutError::Timeout) {
                bar.set_position(progress.done());
            }
            bar.finish_and_clear();
        });
        let result = work();
        drop(working);
        result
    })
}

fn style() -> ProgressStyle {
    ProgressStyle::with_template("{wide_bar} {percent} % of {human_len}, {per_sec}, {eta} left")
        .expect("the template is a constant")
}
