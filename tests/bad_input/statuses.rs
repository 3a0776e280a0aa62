//! The exit status says what kind of end a command has come to. Stopping by Ctrl-C, 130, is
//! tried with signals.

use std::fs;

use crate::room::{GOOD, Room, has};

#[test]
fn the_status_tells_success_failure_wrong_input_and_a_failing_machine() {
    let room = Room::new();
    let expect = |low: f64| format!("{GOOD}[[expect]]\nstat = \"p(hit == 1)\"\nbetween = [{low}, 1]\n");
    room.write("met.toml", expect(0.1));
    room.write("unmet.toml", expect(0.99));
    room.write("bad.toml", GOOD.replace("force = 6", "force = 0"));
    room.write("file", "");
    fs::create_dir_all(room.path("taken/questions.csv")).unwrap();
    for (status, arguments) in [
        (0, "run good.toml --exact --charts none"),
        (0, "explain good.toml --where hit==1"),
        (0, "test met.toml --exact"),
        (0, "verify good.toml --trials 10k"),
        (0, "list"),
        (0, "--help"),
        (0, "--version"),
        (0, ""),
        (1, "explain good.toml --where damage>99"),
        (1, "test unmet.toml --exact"),
        (2, "run bad.toml"),
        (2, "run nowhere.toml"),
        (2, "run good.toml --trials none"),
        (2, "run good.toml --out file"),
        (2, "explain good.toml --where damge>1"),
        (2, "test good.toml"),
        (2, "list nethack"),
        (2, "help nothing"),
        (2, "frobnicate"),
        (3, "run good.toml --exact --charts none --out taken --force"),
    ] {
        room.fizzle(arguments).assert().code(status);
    }
}

/// A phase of so many states that they take more than there is.
#[cfg(unix)]
const LARGE: &str = r#"system = "ninth-age"
procedure = "phase"
pool = { magic_dice = 60, dispel_dice = 60 }

[[spell]]
name = "a"
casting_value = 15
worth = 5
attempts = 10

[[spell]]
name = "b"
casting_value = 10
worth = 3
attempts = 10
"#;

#[cfg(unix)]
#[test]
fn too_little_memory_is_told_with_status_3() {
    let room = Room::new();
    room.write("large.toml", LARGE);
    let fizzle = assert_cmd::cargo::cargo_bin!("fizzle").display().to_string();
    // The program itself takes 70 megabytes of addresses.
    let script = format!("ulimit -v 100000; exec {fizzle} run large.toml --charts none --threads 1");
    let mut shell = assert_cmd::Command::new("sh");
    let said = room.fails(3, shell.args(["-c", &script]).current_dir(room.path(".")));
    has(&said, &["error: there is not enough memory for this"]);
}
