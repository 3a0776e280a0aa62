//! Places that results cannot go to: directories of others, full disks, closed pipes.

use std::fs;

use assert_cmd::cargo::cargo_bin;

use crate::room::{GOOD, Room, has};

#[test]
fn a_directory_of_another_scenario_is_refused() {
    let room = Room::new();
    room.fizzle("run good.toml --exact --charts none --out out").assert().success();
    room.write("other.toml", GOOD);
    let said = room.refuses("run other.toml --exact --charts none --out out");
    has(&said, &["out holds the results of good.toml", "--out", "--force"]);
}

#[test]
fn the_folder_of_the_scenario_is_no_directory_for_results() {
    let room = Room::new();
    has(&room.refuses("run good.toml --exact --charts none --out ."), &["not empty", "--out", "--force"]);
}

#[test]
fn a_file_in_the_place_of_a_directory_is_refused() {
    let room = Room::new();
    room.write("file", "");
    for force in ["", "--force"] {
        let said = room.refuses(&format!("run good.toml --exact --charts none --out file {force}"));
        has(&said, &["file is a file", "--out"]);
    }
    let said = room.refuses("run good.toml --exact --charts none --out file/below");
    has(&said, &["file"]);
    assert!(!said.contains("file/below is a file"), "it is the folder above that is: {said}");
}

#[test]
fn two_scenarios_of_one_name_are_refused() {
    let room = Room::new();
    fs::create_dir(room.path("house")).unwrap();
    room.write("house/good.toml", GOOD);
    for out in ["", "--out out"] {
        let said = room.refuses(&format!("run good.toml house/good.toml --exact --charts none {out}"));
        has(&said, &["good.toml and house/good.toml", "one by one"]);
    }
    room.refuses("run good.toml good.toml --exact --charts none");
}

#[test]
fn a_place_that_cannot_be_written_leaves_no_half_of_a_result() {
    let room = Room::new();
    // A folder where a file should go, after another file has its turn.
    fs::create_dir_all(room.path("out/questions.csv")).unwrap();
    let said = room.fails(3, &mut room.fizzle("run good.toml --exact --charts none --out out --force"));
    has(&said, &["cannot write", "questions.csv"]);
    let left: Vec<_> = fs::read_dir(room.path("out")).unwrap().collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_directory_that_cannot_be_written_is_the_machines_fault() {
    let room = Room::new();
    // Nobody makes folders below /proc, not even root.
    let said = room.fails(3, &mut room.fizzle("run good.toml --exact --charts none --out /proc/odds/today"));
    has(&said, &["cannot write", "/proc/odds"]);
    let said = room.fails(3, &mut room.fizzle("run good.toml --exact --charts none --out /proc --force"));
    has(&said, &["cannot write /proc"]);
    assert!(!said.contains("at path"), "a temporary name is nobody's concern: {said}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output_is_the_machines_fault() {
    let room = Room::new();
    for arguments in ["list shadowrun5", "new shadowrun5", "schema", "completions bash", "run --help"] {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = std::process::Command::new(cargo_bin!("fizzle"))
            .args(arguments.split_whitespace())
            .current_dir(room.path("."))
            .stdout(full)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(3), "{arguments}");
        has(&String::from_utf8(output.stderr).unwrap(), &["cannot write to standard output"]);
    }
}

#[test]
fn a_closed_pipe_ends_silently() {
    let room = Room::new();
    for arguments in [
        "list shadowrun5",
        "new shadowrun5",
        "schema",
        "completions zsh",
        "--help",
        "run --help",
        "run good.toml --charts none --trials 1000",
        "run good.toml --charts none --exact --format csv",
        "run good.toml --charts none --exact --format json",
        "explain good.toml",
    ] {
        // The reader is gone before the first line, as `| head` is after it.
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let output = std::process::Command::new(cargo_bin!("fizzle"))
            .args(arguments.split_whitespace())
            .current_dir(room.path("."))
            .stdout(writer)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments}");
        assert_eq!(String::from_utf8(output.stderr).unwrap(), "", "{arguments}");
    }
    // The files are written whole all the same.
    assert!(room.path("fizzle-out/good/run/run.json").exists());
}

#[test]
fn a_closed_pipe_does_not_hide_a_failed_expectation() {
    let room = Room::new();
    room.write("wrong.toml", format!("{GOOD}[[expect]]\nstat = \"p(hit == 1)\"\nbetween = [0.0, 0.0001]\n"));
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = std::process::Command::new(cargo_bin!("fizzle"))
        .args(["test", "wrong.toml", "--exact"])
        .current_dir(room.path("."))
        .stdout(writer)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(1));
    has(&String::from_utf8(output.stderr).unwrap(), &["1 of 1 expectations not met"]);
}

#[test]
fn a_closed_standard_error_does_not_change_the_status() {
    let room = Room::new();
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let output = std::process::Command::new(cargo_bin!("fizzle"))
        .args(["run", "nowhere.toml"])
        .current_dir(room.path("."))
        .stderr(writer)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
}
