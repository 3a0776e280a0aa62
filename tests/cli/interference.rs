//! What else happens to an output directory: other processes, kills, users' own files.
#![cfg(unix)]

use std::fs;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Instant;

use assert_cmd::cargo::cargo_bin;
use predicates::prelude::*;

use crate::room::{FILES, Room, set_of};

/// So many variants that writing takes a while.
const VARIANTS: usize = 24;

fn many_variants(out: &str) -> String {
    let variants: Vec<String> = (0..VARIANTS)
        .map(|number| format!("--variant 'v{number}: target.willpower={}'", 1 + number % 9))
        .collect();
    format!("run scenarios/manabolt.toml --exact --charts none --out {out} {}", variants.join(" "))
}

/// A complete result of [`many_variants`], and nothing else.
#[track_caller]
fn is_whole(room: &Room, out: &str) {
    let mut expected = set_of(&FILES);
    expected.extend((0..VARIANTS).map(|number| format!("v{number}")));
    assert_eq!(room.names(out), expected);
    for number in 0..VARIANTS {
        assert_eq!(room.names(&format!("{out}/v{number}")), set_of(&FILES));
    }
}

#[test]
fn a_kill_at_any_moment_poisons_no_directory() {
    let room = Room::new();
    let start = Instant::now();
    room.stdout(&many_variants("whole"));
    let whole = start.elapsed();
    for moment in 1..=12 {
        let out = format!("out{}", moment % 3);
        let mut child = room.spawn(&many_variants(&out));
        thread::sleep(whole * moment / 12);
        child.kill().unwrap();
        child.wait().unwrap();
        if moment % 2 == 0 {
            room.stdout(&many_variants(&out));
            is_whole(&room, &out);
        }
    }
}

#[test]
fn several_processes_may_write_into_one_directory() {
    let room = Room::new();
    let children: Vec<Child> = (0..10).map(|_| room.spawn(&many_variants("out"))).collect();
    for child in children {
        let output = child.wait_with_output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
        assert!(output.status.success());
    }
    is_whole(&room, "out");
}

#[test]
fn a_result_needs_few_open_files() {
    let room = Room::new();
    let script = format!("ulimit -n 48; exec {} {}", cargo_bin!("fizzle").display(), many_variants("out"));
    let status =
        Command::new("sh").args(["-c", &script]).current_dir(room.path(".")).stdout(Stdio::null()).status();
    assert!(status.unwrap().success());
    is_whole(&room, "out");
}

#[test]
fn a_file_of_the_users_in_a_variants_folder_is_safe() {
    let room = Room::new();
    let run = "run scenarios/manabolt.toml --exact --charts none --out w";
    room.stdout(run);
    fs::create_dir(room.path("w/reagents")).unwrap();
    room.write("w/reagents/summary.csv", "years of work");
    let told = room.refused(&format!("{run} --variant reagents"));
    assert!(told.contains("w/reagents is not empty"), "{told}");
    room.stdout(run);
    assert_eq!(room.read("w/reagents/summary.csv"), "years of work");
    fs::remove_dir_all(room.path("w/reagents")).unwrap();
    fs::create_dir(room.path("elsewhere")).unwrap();
    std::os::unix::fs::symlink("../elsewhere", room.path("w/reagents")).unwrap();
    for force in ["", "--force"] {
        let told = room.refused(&format!("{run} --variant reagents {force}"));
        assert!(told.contains("w/reagents is a symbolic link"), "{told}");
    }
    assert!(room.names("elsewhere").is_empty());
    // The results of another scenario in its place.
    fs::remove_file(room.path("w/reagents")).unwrap();
    room.stdout("run scenarios/fireball.toml --exact --charts none --out w/reagents");
    let told = room.refused(&format!("{run} --variant reagents"));
    assert!(told.contains("w/reagents holds the results of scenarios/fireball.toml"), "{told}");
}

#[test]
fn a_page_never_overwrites_its_own_scenario() {
    let room = Room::new();
    let scenario = room.read("scenarios/manabolt.toml");
    room.write("manabolt.html", &scenario);
    for force in ["", "--force"] {
        let told = room.refused(&format!("report manabolt.html --out ./manabolt.html {force}"));
        assert!(told.contains("the page would overwrite its own scenario manabolt.html"), "{told}");
    }
    assert_eq!(room.read("manabolt.html"), scenario);
}

#[test]
fn a_result_that_the_user_has_changed_is_safe() {
    let room = Room::new();
    let run = "run scenarios/manabolt.toml --exact --charts none --out w";
    room.stdout(run);
    room.write("w/summary.csv", "with my notes");
    let told = room.refused(run);
    assert!(told.contains("w/summary.csv has changed since fizzle wrote it"), "{told}");
    assert_eq!(room.read("w/summary.csv"), "with my notes");
    room.stdout(&format!("{run} --force"));
    room.stdout(run);
    room.stdout("report scenarios/manabolt.toml --exact --out page.html");
    let page = room.read("page.html");
    room.write("page.html", page.replace("Manabolt", "My bolt"));
    let told = room.refused("report scenarios/manabolt.toml --exact --out page.html");
    assert!(told.contains("page.html has changed since fizzle wrote it"), "{told}");
}

#[test]
fn a_record_that_lies_deletes_nothing() {
    let room = Room::new();
    fs::create_dir(room.path("w")).unwrap();
    room.write("w/run.json", r#"{"scenario":"scenarios/manabolt.toml","files":["thesis.doc"]}"#);
    room.write("w/thesis.doc", "years of work");
    let run = "run scenarios/manabolt.toml --exact --charts none --out w";
    room.refused(run);
    room.stdout(&format!("{run} --force"));
    assert_eq!(room.read("w/thesis.doc"), "years of work");
}

#[test]
fn what_is_removed_is_told_in_one_line() {
    let room = Room::new();
    let run = "run scenarios/manabolt.toml --exact --out w";
    room.stdout(run);
    let told = "removed results of the previous run: w/overview.png, w/overview.svg\n";
    room.fizzle(&format!("{run} --charts none")).assert().success().stderr(predicate::eq(told));
}

#[test]
fn commands_leave_each_others_results_alone() {
    let room = Room::new();
    for command in [
        "run {}",
        "sweep {} --vary choice.force=1..2",
        "compare {}",
        "report {} --exact",
        "run {}",
        "sweep {} --vary choice.force=1..2",
    ] {
        room.stdout(&command.replace("{}", "scenarios/manabolt.toml"));
    }
    assert_eq!(room.names("fizzle-out/manabolt"), set_of(&["run", "sweep", "compare", "report.html"]));
    for chart in ["run/overview.svg", "sweep/sweep.svg", "compare/compare.svg"] {
        assert!(room.path(&format!("fizzle-out/manabolt/{chart}")).exists(), "{chart}");
    }
}

#[test]
fn a_directory_knows_its_scenario_by_any_path() {
    let room = Room::new();
    let absolute = room.path("scenarios/manabolt.toml").display().to_string();
    for path in [
        "scenarios/manabolt.toml",
        "./scenarios/manabolt.toml",
        "scenarios/../scenarios/manabolt.toml",
        &absolute,
    ] {
        room.stdout(&format!("run {path} --exact --charts none --out w"));
        room.stdout(&format!("report {path} --exact --out page.html"));
    }
}

#[test]
fn a_page_is_html() {
    let room = Room::new();
    let told = room.refused("report scenarios/manabolt.toml --exact --out foo.pdf");
    assert!(told.contains("write --out foo.html"), "{told}");
}
