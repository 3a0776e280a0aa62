//! Arguments that cannot be.

use crate::room::{GOOD, Room, has};

#[test]
fn numbers_of_trials_that_cannot_be_are_refused() {
    let room = Room::new();
    for trials in ["0", "1e30", "1e16", "1.5", "ten", "inf", "nan", "1e-3", "10X"] {
        let said = room.refuses(&format!("run good.toml --trials {trials}"));
        has(&said, &["--trials", trials, "from 1 to 1000000000000000", "10M"]);
    }
    has(&room.fails(2, room.fizzle("run good.toml").args(["--trials", ""])), &["--trials"]);
}

#[test]
fn negative_numbers_are_values_and_no_options() {
    let room = Room::new();
    for (option, right) in [
        ("--trials -5", "from 1 to"),
        ("--until -1", "above 0"),
        ("--seed -1", "from 0 to 18446744073709551615"),
    ] {
        let said = room.refuses(&format!("run good.toml {option}"));
        has(&said, &["invalid value", option.split(' ').next().unwrap(), right]);
    }
}

#[test]
fn widths_that_cannot_be_are_refused() {
    let room = Room::new();
    for width in ["0", "0%", "x", "nan", "inf", "%"] {
        has(&room.refuses(&format!("run good.toml --until {width}")), &["--until", "above 0", "5%"]);
    }
    has(&room.refuses("run good.toml --until 0.1 --exact"), &["--until", "--exact"]);
}

#[test]
fn until_without_a_question_is_refused() {
    let room = Room::new();
    room.write("none.toml", GOOD.split("[[question]]").next().unwrap());
    has(&room.refuses("run none.toml --until 0.1"), &["--until needs a question"]);
}

#[test]
fn threads_and_seeds_that_cannot_be_are_refused() {
    let room = Room::new();
    let (threads, seed) = ("write a whole number from 1 to 1024", "write a whole number from 0 to");
    for (name, value, right) in [
        ("--threads", "0", threads),
        ("--threads", "100000", threads),
        ("--threads", "four", threads),
        ("--seed", "x", seed),
        ("--seed", "18446744073709551616", seed),
        ("--seed", "1.5", seed),
    ] {
        for command in ["run", "verify", "compare"] {
            let said = room.refuses(&format!("{command} good.toml {name} {value}"));
            has(&said, &["invalid value", name, value, right]);
        }
    }
    has(&room.refuses("explain good.toml --seed x"), &["invalid value", seed]);
}

#[test]
fn bad_changes_are_shown_as_they_are_written() {
    let room = Room::new();
    for (set, place, phrases) in [
        ("choice.force", "1:1", ["this does not set a key", "KEY=VALUE"]),
        ("=5", "1:1", ["this does not set a key", "KEY=VALUE"]),
        ("", "1:1", ["this does not set a key", "KEY=VALUE"]),
        ("choice.force=", "1:14", ["`choice.force`", "a whole number"]),
        ("choice.force=six", "1:14", ["the text \"six\"", "a whole number"]),
        ("choice.force=5.5", "1:14", ["the number 5.5", "a whole number"]),
        ("choice.froce=5", "1:1", ["unknown key `choice.froce`", "`choice.force`"]),
        ("choice=5", "1:1", ["unknown key `choice`", "is a table"]),
        ("rules=", "1:7", ["`rules` names no file", "name a rule text"]),
        ("target.kind=dragon", "1:13", ["`target.kind`", "\"living\", \"driven-vehicle\""]),
        ("question.0.event=damge > 3", "1:18", ["there is no metric `damge`", "`damage`"]),
    ] {
        let said = room.fails(2, room.fizzle("run good.toml --set").arg(set));
        has(&said, &[&format!("--> --set:{place}\n"), format!("1 | {set}").trim_end()]);
        has(&said, &phrases);
    }
}

#[test]
fn a_change_of_a_question_far_beyond_the_last_is_not_passed_over() {
    let room = Room::new();
    let set = "question.99999999999999999999.event=foo";
    room.fails(2, room.fizzle("run good.toml --charts none --exact --set").arg(set));
}

#[test]
fn unknown_metrics_of_the_joint_law_are_refused() {
    let room = Room::new();
    let said = room.refuses("run good.toml --joint hit,damge");
    has(&said, &["--joint", "no metric \"damge\"", "did you mean damage?"]);
}

#[test]
fn unknown_systems_procedures_shells_and_commands_are_refused() {
    let room = Room::new();
    for command in ["list", "new", "schema"] {
        let said = room.refuses(&format!("{command} shadowrun55"));
        has(&said, &["no system \"shadowrun55\"", "did you mean shadowrun5?"]);
    }
    has(&room.refuses("new shadowrun5 indirct"), &["no procedure \"indirct\"", "did you mean indirect?"]);
    has(&room.refuses("completions tcsh"), &["tcsh", "bash", "zsh", "fish"]);
    for slip in ["rum", "rnu", "Run"] {
        let said = room.refuses(&format!("{slip} good.toml"));
        assert_eq!(said, format!("error: there is no command \"{slip}\"; did you mean run?\n"));
    }
    has(&room.refuses("new shadowrun"), &["did you mean shadowrun5 or shadowrun1?"]);
    for command in ["list nethack", "sheet nethack", "new nethack"] {
        has(&room.refuses(command), &["there are: shadowrun5", "D&D", "scenarios/rules", "fizzle new rules"]);
    }
    let said = room.refuses("frobnicate");
    assert!(said.contains("no command \"frobnicate\"; there are: run, explain") && !said.contains("mean"));
    has(&room.refuses("run"), &["SCENARIO"]);
    has(&room.refuses("run good.toml --formt json"), &["--formt", "--format"]);
    has(&room.refuses("run good.toml --charts some"), &["--charts", "overview"]);
    has(&room.refuses("run good.toml --format xml"), &["--format", "json"]);
    has(&room.refuses("explain good.toml --format csv"), &["--format", "text", "json"]);
}
