//! Shows the progress of a command.

use std::io::IsTerminal;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use indicatif::{HumanCount, ProgressBar, ProgressStyle};

use crate::analysis::Progress;
use crate::chance::{Snapshot, Unit};

/// How long a command runs before a bar is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// How often the bar is updated.
const TICK: Duration = Duration::from_millis(100);

/// Runs `work`; if it takes longer than a second, shows a progress bar on the terminal.
pub fn with_progress_bar<T>(quiet: bool, progress: &Progress, work: impl FnOnce() -> T) -> T {
    if quiet || !std::io::stderr().is_terminal() {
        return work();
    }
    thread::scope(|scope| {
        let (working, finished) = mpsc::channel::<()>();
        scope.spawn(move || {
            let mut bar = Bar::new();
            while finished.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
                bar.show(progress.snapshot());
            }
            bar.bar.finish_and_clear();
        });
        let result = work();
        drop(working);
        result
    })
}

/// Reads or checks what the user wrote; if that takes longer than a second, says so on the terminal.
pub fn checking<T>(work: impl FnOnce() -> T) -> T {
    let progress = Progress::default();
    let _checks = progress.begin(Unit::Checks, None);
    // Input is checked before a task begins, and also by commands that have no such option.
    let quiet = std::env::args_os().any(|word| word == "--quiet");
    with_progress_bar(quiet, &progress, work)
}

/// A progress bar, which shows one job after another.
struct Bar {
    bar: ProgressBar,
    begun: Instant,
    /// The number of the job that is shown, and when it began.
    job: Option<(u64, Instant)>,
}

impl Bar {
    fn new() -> Self {
        Bar { bar: ProgressBar::hidden(), begun: Instant::now(), job: None }
    }

    fn show(&mut self, snapshot: Option<Snapshot>) {
        let Some(snapshot) = snapshot else { return };
        let begun = match self.job {
            Some((job, begun)) if job == snapshot.job => begun,
            _ => {
                let begun = Instant::now() - TICK;
                self.job = Some((snapshot.job, begun));
                begun
            }
        };
        if self.begun.elapsed() < PATIENCE {
            return;
        }
        if self.bar.is_hidden() {
            self.bar = ProgressBar::new_spinner();
        }
        match snapshot.total {
            Some(total) => {
                self.bar.set_style(style("{wide_bar} {msg}"));
                self.bar.set_length(total);
                self.bar.set_position(snapshot.done);
            }
            None => {
                self.bar.set_style(style("{spinner} {msg}"));
                self.bar.tick();
            }
        }
        self.bar.set_message(line(&snapshot, begun.elapsed()));
    }
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the templates are constants")
}

/// Describes the progress after a time. The rate and the time left are shown only once they have been
/// measured.
fn line(snapshot: &Snapshot, elapsed: Duration) -> String {
    let Snapshot { unit, total, done, .. } = *snapshot;
    let unit = match unit {
        Unit::Trials => "trials",
        Unit::Outcomes => "outcomes",
        Unit::Settings => "settings",
        Unit::States => "states",
        Unit::Charts => return "drawing charts".to_owned(),
        Unit::Checks => return "checking the scenario".to_owned(),
    };
    let mut line = match total {
        Some(total) => {
            let percent = u128::from(done) * 100 / u128::from(total.max(1));
            format!("{percent} % of {} {unit}", HumanCount(total))
        }
        None => format!("{} {unit}", HumanCount(done)),
    };
    let rate = done as f64 / elapsed.as_secs_f64();
    if done > 0 && elapsed >= PATIENCE {
        line += &match rate {
            ..1.0 => format!(", {} s each", two_digits(1.0 / rate)),
            _ => format!(", {}/s", two_digits(rate)),
        };
        if let Some(left) = total.and_then(|total| total.checked_sub(done)).filter(|left| *left > 0) {
            line += &format!(", {} left", time(left as f64 / rate));
        }
    }
    line
}

/// Formats a number of at least 1 with two significant digits.
fn two_digits(number: f64) -> String {
    let scale = 10f64.powi(number.log10().floor() as i32 - 1);
    match number {
        ..9.95 => format!("{number:.1}"),
        _ => HumanCount(((number / scale).round() * scale) as u64).to_string(),
    }
}

/// Formats a time in its largest suitable unit, rounded up.
fn time(seconds: f64) -> String {
    let (unit, length) = match seconds {
        ..90.0 => ("s", 1.0),
        ..5_400.0 => ("min", 60.0),
        ..129_600.0 => ("h", 3_600.0),
        _ => ("days", 86_400.0),
    };
    format!("{} {unit}", HumanCount((seconds / length).ceil() as u64))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(unit: Unit, total: Option<u64>, done: u64, seconds: f64, expected: &str) {
        let snapshot = Snapshot { unit, total, done, job: 1 };
        assert_eq!(line(&snapshot, Duration::from_secs_f64(seconds)), expected);
    }

    #[test]
    fn rates_are_measured_and_short() {
        check(Unit::Settings, Some(40), 0, 8.0, "0 % of 40 settings");
        check(Unit::Settings, Some(40), 10, 2.483, "25 % of 40 settings, 4.0/s, 8 s left");
        check(Unit::Settings, Some(40), 1, 7.5, "2 % of 40 settings, 7.5 s each, 5 min left");
        check(
            Unit::Trials,
            Some(10_000_000),
            4_126_000,
            1.0,
            "41 % of 10,000,000 trials, 4,100,000/s, 2 s left",
        );
        check(Unit::Trials, Some(10_000_000), 65_536, 0.1, "0 % of 10,000,000 trials");
        check(Unit::Outcomes, None, 12_345_678, 2.0, "12,345,678 outcomes, 6,200,000/s");
        check(Unit::Settings, Some(40), 40, 8.0, "100 % of 40 settings, 5.0/s");
        check(Unit::Charts, None, 0, 8.0, "drawing charts");
        check(Unit::Checks, None, 0, 8.0, "checking the scenario");
    }

    #[test]
    fn the_time_left_is_in_its_largest_unit() {
        let times = [0.2, 89.0, 91.0, 5_399.0, 7_200.0, 1e6].map(time);
        assert_eq!(times, ["1 s", "89 s", "2 min", "90 min", "2 h", "12 days"]);
    }
}
