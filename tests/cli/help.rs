//! Help: every command has examples that run, and the two languages are explained.

use std::path::Path;
use std::process::Command;

use assert_cmd::cargo::cargo_bin;
use fizzle::expression::{Event, Statistic};
use fizzle::scenario::Document;

use crate::room::Room;

/// The commands that `fizzle --help` lists.
fn commands(room: &Room) -> Vec<String> {
    let help = room.stdout("--help");
    let groups = help.split("Options:\n").next().unwrap().lines().filter(|line| line.starts_with("  "));
    groups.map(|line| line.split_whitespace().next().unwrap().to_owned()).collect()
}

/// The examples at the end of a page of help, as one types them.
fn examples(help: &str) -> Vec<String> {
    let lines = help.split("Examples:\n").nth(1).unwrap_or_default().replace("\\\n", "");
    lines.lines().map(|line| line.trim().to_owned()).collect()
}

/// Every command line in a page is tried as it stands there, in a shell.
#[cfg(unix)]
#[test]
fn every_command_has_two_examples_and_they_run() {
    let room = Room::new();
    let commands = commands(&room);
    assert!(commands.len() >= 17, "{commands:?}");
    let folder = cargo_bin!("fizzle").parent().unwrap().to_owned();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap());
    for command in commands {
        let examples = examples(&room.stdout(&format!("{command} --help")));
        assert_eq!(examples.len(), 2, "{command}: {examples:?}");
        for example in examples {
            assert!(example.contains(&format!("fizzle {command}")), "{example}");
            let script = format!("set -e -o pipefail\n{}", example.split(" && man ").next().unwrap());
            let mut shell = Command::new("bash");
            shell.args(["-c", &script]).current_dir(room.path(".")).env("HOME", room.path("."));
            let output = shell.env("PATH", &path).output().unwrap();
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(output.status.success(), "{example}: {said}");
            assert_eq!(said, "", "{example}");
        }
    }
}

#[test]
fn help_of_a_command_is_the_same_both_ways() {
    let room = Room::new();
    for command in commands(&room) {
        let help = room.stdout(&format!("help {command}"));
        assert_eq!(help, room.stdout(&format!("{command} --help")));
        let lines = help.lines().filter(|line| !line.starts_with("Usage: "));
        for line in lines {
            assert!(line.chars().count() <= 80, "{line}");
        }
    }
    for command in ["advise", "attribute", "balance"] {
        let help = room.stdout(&format!("help {command}"));
        assert!(help.contains("Charts to draw: none or all [default:"), "{help}");
    }
    assert!(room.stdout("help compare").contains("none, overview or all (also the"));
    assert!(room.stdout("help run").contains("all (one more for each metric)"));
    let said = room.refused("help evnts");
    assert!(said.contains("did you mean events?"), "{said}");
}

#[test]
fn without_a_command_there_is_an_overview() {
    let room = Room::new();
    let overview = room.stdout("");
    assert_eq!(overview, room.stdout("help"));
    for command in ["fizzle new", "fizzle run", "fizzle explain", "fizzle --help"] {
        assert!(overview.contains(command), "{command}");
    }
    fits_a_screen(&overview, 12, 30);
}

#[track_caller]
fn fits_a_screen(page: &str, least: usize, most: usize) {
    assert!((least..=most).contains(&page.lines().count()), "{} lines", page.lines().count());
    for line in page.lines() {
        assert!(line.chars().count() <= 80, "{line}");
    }
}

/// What stands in the first column of the block below `Examples:`.
fn first_column(page: &str) -> Vec<String> {
    let block = page.split("Examples:\n").nth(1).unwrap().split("\n\n").next().unwrap();
    block.lines().map(|line| line.trim().split("  ").next().unwrap().to_owned()).collect()
}

#[test]
fn the_languages_are_explained_on_a_screen_each() {
    let room = Room::new();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/lightning-bolt.toml");
    let mut document = Document::read(&path).unwrap();
    for assignment in ["question.0.name=costs no drain", "unknown.target.willpower=2..5"] {
        document.set("--set", assignment).unwrap();
    }
    let scenario = document.check().unwrap();
    let metrics = scenario.ready.procedure.metrics();

    let events = room.stdout("help events");
    fits_a_screen(&events, 24, 40);
    let examples = first_column(&events);
    assert!(examples.len() >= 6);
    for event in &examples {
        Event::parse(event, metrics).unwrap_or_else(|error| panic!("{event}: {error}"));
    }
    for operator in ["==", "!=", "<=", ">=", " in ", "&&", "||", "!", "( )", "* ", "+ -"] {
        assert!(events.contains(operator), "{operator}");
    }

    let statistics = room.stdout("help statistics");
    fits_a_screen(&statistics, 24, 40);
    let examples = first_column(&statistics);
    assert!(examples.len() >= 6);
    for statistic in &examples {
        Statistic::parse(statistic, &scenario.scope()).unwrap_or_else(|error| panic!("{statistic}: {error}"));
    }
    for function in [
        "p(",
        "mean(",
        "sd(",
        "quantile(",
        " | ",
        "--maximize",
        "--minimize",
        "--worth",
        "--target",
        "[advise]",
        "[[expect]]",
    ] {
        assert!(statistics.contains(function), "{function}");
    }
}
