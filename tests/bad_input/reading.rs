//! Files that are no scenarios: missing, too large, not text, not TOML.

use std::fs;

use crate::room::{GOOD, Room, has};

#[test]
fn the_good_scenario_is_good() {
    let room = Room::new();
    room.fizzle("run good.toml --exact --charts none").assert().success();
}

#[test]
fn a_missing_file_is_refused() {
    let room = Room::new();
    for command in ["run", "explain"] {
        let said = room.refuses(&format!("{command} nowhere/nothing.toml"));
        has(&said, &["there is no file nowhere/nothing.toml", "fizzle new"]);
    }
}

#[test]
fn a_directory_is_refused() {
    let room = Room::new();
    fs::create_dir(room.path("folder")).unwrap();
    has(&room.refuses("run folder"), &["folder is a directory, not a scenario file"]);
}

#[test]
fn a_file_that_is_not_utf_8_is_refused() {
    let room = Room::new();
    room.write("latin1.toml", b"title = \"d\xfcrr\"\n");
    has(&room.refuses("run latin1.toml"), &["latin1.toml is not UTF-8 text", "byte 10"]);
}

#[test]
fn a_file_larger_than_any_scenario_is_refused() {
    let room = Room::new();
    room.write("large.toml", "#".repeat((1 << 20) + 1));
    has(&room.refuses("run large.toml"), &["large.toml is not a scenario", "1048576 bytes"]);
    // As large as it may be.
    let comment = "#".repeat((1 << 20) - GOOD.len());
    room.write("just.toml", format!("{GOOD}{comment}"));
    room.fizzle("run just.toml --exact --charts none").assert().success();
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_without_end_is_refused() {
    let room = Room::new();
    has(&room.refuses("run /dev/zero"), &["/dev/zero is not a scenario"]);
}

#[test]
fn what_is_not_toml_is_refused() {
    let room = Room::new();
    room.refuses_edit(("magic = 6", "magic : 6"), "5:7", &["TOML"]);
    room.refuses_edit(("\"A test\"", "\"A test"), "2:16", &["TOML"]);
    room.refuses_edit(("body = 4", "body = 4\nbody = 5"), "16:1", &["duplicate key", "TOML"]);
    room.refuses_edit(("[choice]", "[choice"), "20:8", &["TOML"]);
}

#[test]
fn an_empty_file_is_refused() {
    let room = Room::new();
    for text in ["", "\n\n", "# nothing but a comment\n"] {
        room.write("empty.toml", text);
        has(&room.refuses("run empty.toml"), &["`system` is missing", "empty.toml:1:1", "shadowrun5"]);
    }
}

#[test]
fn nesting_without_end_is_refused() {
    let room = Room::new();
    let deep = 50_000;
    for text in [
        format!("a = {}{}\n{GOOD}", "[".repeat(deep), "]".repeat(deep)),
        format!("a = {}1{}\n{GOOD}", "{a=".repeat(deep), "}".repeat(deep)),
        format!("{} = 1\n{GOOD}", vec!["a"; deep].join(".")),
        format!("{GOOD}[{}]\n", vec!["a"; deep].join(".")),
    ] {
        room.write("deep.toml", text);
        has(&room.refuses("run deep.toml"), &["recurs", "deep.toml:"]);
    }
}

#[test]
fn line_ends_and_byte_order_marks_move_no_column() {
    let room = Room::new();
    let bad = GOOD.replace("damage >= 10", "damge >= 10");
    let marked = format!("\u{feff}{bad}");
    for text in [bad.replace('\n', "\r\n"), marked.clone(), marked.replace('\n', "\r\n")] {
        room.write("bad.toml", text);
        let said = room.refuses("run bad.toml");
        has(&said, &["--> bad.toml:25:10\n", "there is no metric `damge`"]);
        assert!(!said.contains('\r'), "{said:?}");
    }
    room.write("crlf.toml", format!("\u{feff}{}", GOOD.replace('\n', "\r\n")));
    room.fizzle("run crlf.toml --exact --charts none").assert().success();
}

#[test]
fn a_scenario_that_is_not_there_is_looked_for_where_scenarios_lie() {
    let room = Room(crate::common::folder::Folder::with_scenarios());
    room.write("good.toml", GOOD);
    for (path, meant) in [
        ("lightning-bolt", "scenarios/lightning-bolt.toml"),
        ("lightning-bolt.toml", "scenarios/lightning-bolt.toml"),
        ("scenarios/lightning-bolt", "scenarios/lightning-bolt.toml"),
        ("scenarios/lightningbolt.toml", "scenarios/lightning-bolt.toml"),
        ("good", "good.toml"),
        ("./god.toml", "./good.toml"),
        ("good.tml", "good.toml"),
    ] {
        for command in ["run", "explain", "test"] {
            let said = room.refuses(&format!("{command} {path}"));
            has(&said, &[&format!("there is no file {path}; did you mean {meant}?")]);
        }
    }
    has(&room.refuses("run nothing-like-it"), &["there is no file nothing-like-it; `fizzle new`"]);
}
