//! Where scenarios are read from: each file once, so that a pipe will do.

use crate::room::{Room, output};

#[test]
fn every_command_reads_standard_input() {
    let room = Room::new();
    let scenario = room.read("scenarios/manabolt.toml");
    for arguments in [
        "run {} --exact --charts none --out run",
        "explain {}",
        "sweep {} --vary choice.force=1..3 --charts none",
        "advise {} --vary choice.force=1..3 --maximize mean(damage) --charts none",
        "balance {} --knob choice.force=1..3 --target 'mean(damage) = 3' --charts none",
        "compare {} --charts none",
        "attribute {} --charts none",
        "report {} --exact",
        "verify {} --trials 1e4",
    ] {
        output(room.fizzle(&arguments.replace("{}", "-")).write_stdin(scenario.as_str()));
    }
    assert!(room.names("fizzle-out").iter().all(|name| name.starts_with("stdin")));
}

#[cfg(unix)]
#[test]
fn a_pipe_has_a_path_as_well() {
    let room = Room::new();
    let scenario = room.read("scenarios/manabolt.toml");
    let sweep = "sweep /dev/stdin --vary choice.force=1..3 --charts none";
    output(room.fizzle(sweep).write_stdin(scenario));
    assert!(room.names("fizzle-out").contains("stdin"));
}

#[test]
fn mistakes_on_standard_input_have_a_place() {
    let room = Room::new();
    let wrong = room.read("scenarios/manabolt.toml").replace("[choice]", "[choise]");
    room.fizzle("run -").write_stdin(wrong).assert().code(2).stderr(predicates::str::contains("stdin:"));
}

#[cfg(unix)]
#[test]
fn a_page_shows_the_text_that_was_computed() {
    // A named pipe gives its text once; a second reader would wait for ever.
    let room = Room::new();
    let scenario = room.read("scenarios/manabolt.toml");
    let pipe = room.path("pipe.toml");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let writer = std::thread::spawn(move || std::fs::write(pipe, scenario).unwrap());
    room.stdout("report pipe.toml --exact --out page.html");
    writer.join().unwrap();
    assert!(room.read("page.html").contains("Manabolt at a guard"));
}
