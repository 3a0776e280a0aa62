//! Ctrl-C: a run stops, and leaves what was there.

use std::collections::BTreeSet;
use std::io::Read;
use std::process::Child;
use std::time::{Duration, Instant};
use std::{fs, thread};

use crate::room::{GOOD, Room, has};

#[test]
fn ctrl_c_stops_a_run_and_leaves_nothing() {
    let room = Room::new();
    for options in ["", "--out out", "--until 1e-9"] {
        let child = room.spawn(&format!("run good.toml --trials 1e12 --charts none {options}"));
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
    let child = room.spawn("run good.toml --trials 1e12 --charts none --out out");
    assert_eq!(interrupt(child, || true).0, Some(130));
    assert_eq!(results(), before);
}

#[test]
fn ctrl_c_does_not_deny_the_scenario_that_is_done() {
    let room = Room::new();
    // The first has what it needs after a block; the event of the second hardly ever happens.
    room.write("rare.toml", GOOD.replace("damage >= 10", "damage >= 12").replace("body = 4", "body = 40"));
    let child = room.spawn("run good.toml rare.toml --until 99% --trials 1e12 --charts none --out out");
    let done = room.path("out/good/run.json");
    let (status, said) = interrupt(child, || done.exists());
    assert_eq!(status, Some(130), "{said}");
    assert!(!said.contains("nothing was written"), "{said}");
    assert!(!room.path("out/rare").exists());
}

/// A fight of which no exact distribution can be had in a second.
const LONG: &str = r#"system = "ars-magica"
procedure = "melee"
hero = { preset = "knight" }
choice = { max_rounds = 1000 }

[[foe]]
preset = "bandit"
weapon = "longsword"

[rules]
penalties = [0, -1, -2, -3, -4, -5, -6, -7]

[[variant]]
name = "two"
set = { "foe.0.count" = 2 }

[[expect]]
stat = "p(winner == 'hero')"
between = [0.1, 0.9]
"#;

/// A phase that takes a while to solve.
const PHASE: &str = r#"system = "ninth-age"
procedure = "phase"
pool = { magic_dice = 24, dispel_dice = 24 }
rules = { max_magic_dice = 12 }

[[spell]]
name = "a"
casting_value = 15
worth = 5
attempts = 40

[[spell]]
name = "b"
casting_value = 10
worth = 3
attempts = 12
"#;

/// A game whose best choices take a while to find.
const GAME: &str = r#"rules = """
goal maximize win
hp = 60 in -50..60
foe = 60 in -50..60
turns = 0
repeat 400 while hp > 0 && foe > 0 {
    turns += 1
    choose what from 'hit' | 'heal' | 'wait'
    if what == 'hit' { foe -= 3d6 }
    if what == 'heal' { hp = min(hp + 2d8, 60) }
    hp -= 2d6
}
report win = foe <= 0, turns
"""
"#;

#[test]
fn ctrl_c_stops_whatever_is_at_work_within_a_second() {
    let room = Room::new();
    room.write("game.toml", GAME);
    room.write("long.toml", LONG);
    room.write("phase.toml", PHASE);
    let before = room.names(".");
    for command in [
        "run long.toml --exact",
        "compare long.toml --exact",
        "sweep long.toml --exact --vary foe.0.count=1..2",
        "test long.toml --exact",
        "verify good.toml --trials 1e12",
        "report long.toml --exact --out page.html",
        "run phase.toml",
        "explain phase.toml",
        "run game.toml",
        "explain game.toml",
        "report game.toml --out page.html",
        "attribute long.toml --exact --stat 'mean(rounds)'",
        "balance long.toml --sampled --trials 1e9 --knob foe.0.count=2..6 --target 'mean(rounds) = 5'",
    ] {
        let child = room.spawn(command);
        let begun = Instant::now();
        let (status, said) = interrupt(child, || begun.elapsed() > Duration::from_millis(500));
        assert_eq!(status, Some(130), "{command}: {said}");
        // What is left of two seconds is for a busy machine.
        let stopped = begun.elapsed();
        assert!(stopped < Duration::from_millis(2_500), "{command}: {stopped:?}");
        assert_eq!(room.names("."), before, "{command}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_a_command_that_waits_for_its_input() {
    let room = Room::new();
    let pipe = room.path("pipe.toml");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let before = room.names(".");
    let (status, said) = interrupt(room.spawn("run pipe.toml"), || true);
    assert_eq!(status, Some(130), "{said}");
    assert_eq!(room.names("."), before);
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
