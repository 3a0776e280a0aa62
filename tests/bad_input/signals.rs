//! Ctrl-C: a run stops, and leaves what was there.

use std::collections::BTreeSet;
use std::io::Read;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use assert_cmd::cargo::cargo_bin;

use crate::room::{GOOD, Room, has};

#[test]
fn ctrl_c_stops_a_run_and_leaves_nothing() {
    let room = Room::new();
    for options in ["", "--out out", "--until 1e-9"] {
        let child = start(&room, &format!("run good.toml --trials 1e12 --charts none {options}"));
        let (status, said) = interrupt(child, || true);
        assert_eq!(status, Some(130), "{said}");
        has(&said, &["interrupted"]);
        assert_eq!(room.names("."), BTreeSet::from(["good.toml".to_owned()]));
    }
}

#[test]
fn ctrl_c_leaves_the_results_of_an_earlier_run() {
    let room = Room::new();
    room.fizzle("run good.toml --exact --charts none --out out").assert().success();
    let results = || {
        let entries = fs::read_dir(room.path("out")).unwrap();
        let file = |entry: fs::DirEntry| (entry.file_name(), fs::read(entry.path()).unwrap());
        entries.map(|entry| file(entry.unwrap())).collect::<BTreeSet<_>>()
    };
    let before = results();
    let child = start(&room, "run good.toml --trials 1e12 --charts none --out out");
    assert_eq!(interrupt(child, || true).0, Some(130));
    assert_eq!(results(), before);
}

#[test]
fn ctrl_c_does_not_deny_the_scenario_that_is_done() {
    let room = Room::new();
    // The first has what it needs after a block; the event of the second never happens.
    room.write("never.toml", GOOD.replace("damage >= 10", "damage > 100"));
    let child = start(&room, "run good.toml never.toml --until 100% --trials 1e12 --charts none --out out");
    let done = room.path("out/good/run.json");
    let (status, said) = interrupt(child, || done.exists());
    assert_eq!(status, Some(130), "{said}");
    assert!(!said.contains("nothing was written"), "{said}");
    assert!(!room.path("out/never").exists());
}

fn start(room: &Room, arguments: &str) -> Child {
    std::process::Command::new(cargo_bin!("fizzle"))
        .args(arguments.split_whitespace())
        .current_dir(room.path("."))
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Sends Ctrl-C once the command listens to it and `ready` holds.
#[track_caller]
fn interrupt(mut child: Child, ready: impl Fn() -> bool) -> (Option<i32>, String) {
    let start = Instant::now();
    while !(listens(child.id()) && ready()) {
        if start.elapsed() > Duration::from_secs(20) {
            child.kill().unwrap();
            panic!("it never got so far");
        }
        thread::sleep(Duration::from_millis(5));
    }
    let kill = format!("kill -INT {}", child.id());
    assert!(std::process::Command::new("sh").args(["-c", &kill]).status().unwrap().success());
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    (child.wait().unwrap().code(), said)
}

/// Whether a process catches SIGINT, the second signal.
fn listens(id: u32) -> bool {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 2 != 0)
}
