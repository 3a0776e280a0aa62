//! Where scenarios are read from: each file once, so that a pipe will do.

use std::time::Duration;

use crate::common::folder::Folder;
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

#[cfg(unix)]
#[test]
fn what_the_shell_opens_is_a_pipe_and_no_number() {
    let room = Room::new();
    let run = "exec \"$0\" run <(sed /title/d scenarios/manabolt.toml) --exact --charts none";
    let mut bash = std::process::Command::new("bash");
    bash.args(["-c", run]).arg(assert_cmd::cargo::cargo_bin!("fizzle")).current_dir(room.path("."));
    let output = bash.output().unwrap();
    let (printed, said) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(printed.starts_with("pipe-") && printed.contains("files: fizzle-out/pipe-"), "{printed}{said}");
    assert!(room.names("fizzle-out").iter().all(|name| name.starts_with("pipe-")));
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

/// They take much longer if a part of the reading looks at the whole text for each of its items.
#[test]
fn long_texts_are_read_in_a_time_that_grows_with_their_length() {
    let room = Folder::new(Duration::from_secs(10));
    // A megabyte at most, which is the limit of a scenario.
    let of = |count: usize, item: fn(usize) -> String, join: &str| {
        (0..count).map(item).collect::<Vec<_>>().join(join)
    };
    let many = |item, join: &str| of(14_000, item, join);
    let scenario = include_str!("../../scenarios/manabolt.toml");
    let questions = many(|i| format!("[[question]]\nname = \"q{i}\"\nevent = \"damage > {i}\"\n"), "\n");
    let expectations =
        many(|i| format!("[[expect]]\nstat = \"mean(damage)\"\nbetween = [0, {}]\n", i + 20), "\n");
    room.write("questions.toml", format!("{scenario}\n{questions}"));
    room.write("expectations.toml", format!("{scenario}\n{expectations}"));
    room.write(
        "labels.rules",
        format!("labels kind = {}\nreport x = 1d6\n", of(60_000, |i| format!("'label{i}'"), " | ")),
    );
    room.write(
        "expectations.rules",
        format!("report x = 1d6\n{}\n", many(|i| format!("expect mean(x) in 0..{}", i + 20), "\n")),
    );
    for command in [
        "run questions.toml --sampled --trials 1 --charts none --format csv",
        "test expectations.toml --sampled --trials 1",
        "list labels.rules",
        "test expectations.rules --sampled --trials 1",
    ] {
        // Whether the expectations are met does not matter here.
        let code = room.fizzle(command).output().unwrap().status.code();
        assert!(matches!(code, Some(0 | 1)), "{command}: {code:?}");
    }
}

#[test]
fn an_option_of_other_commands_is_named_with_them() {
    let room = Room::new();
    let refused = room.refused("run scenarios/manabolt.toml --stat 'mean(damage)'");
    assert!(
        refused.contains("there is no --stat here; it is an option of compare, sweep and attribute"),
        "{refused}"
    );
    // What no command has is clap's own message.
    assert!(room.refused("run scenarios/manabolt.toml --stta 1").contains("unexpected argument '--stta'"));
    assert!(room.refused("run scenarios/manabolt.toml -x").contains("unexpected argument '-x'"));
}
