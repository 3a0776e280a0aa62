//! Rules that users write, as the files of `scenarios/rules` and as scenarios use them.
#![cfg(feature = "cli")]

mod built_in;
mod files;
mod forms;
mod known;
mod procedures;
mod stories;
mod tables;

use std::fs;
use std::path::{Path, PathBuf};

use assert_cmd::Command;
use fizzle::analysis::{MAX_OUTCOMES, Odds, exact};
use fizzle::scenario::{Document, Scenario};
use predicates::prelude::*;
use predicates::str::{contains, starts_with};

/// The path of a rule text of the repository.
fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios/rules").join(format!("{name}.rules"))
}

/// The scenario of a rule text, with these keys set.
fn scenario(name: &str, set: &[&str]) -> Scenario {
    let mut document = Document::read(&file(name)).unwrap();
    set.iter().for_each(|set| document.set("--set", set).unwrap());
    document.check().unwrap_or_else(|problems| panic!("{name}: {problems}"))
}

fn odds(name: &str, set: &[&str]) -> Odds {
    exact(&scenario(name, set), None, MAX_OUTCOMES).unwrap()
}

fn mean(odds: &Odds, metric: &str) -> f64 {
    let one = odds.distributions.iter().find(|one| one.metric.name == metric).unwrap();
    one.summary.as_ref().unwrap().mean
}

fn probability(odds: &Odds, metric: &str, value: i64) -> f64 {
    let one = odds.distributions.iter().find(|one| one.metric.name == metric).unwrap();
    one.rows.iter().find(|row| row.value == value).map_or(0.0, |row| row.probability)
}

#[track_caller]
fn near(value: f64, expected: f64, within: f64) {
    assert!((value - expected).abs() < within, "{value} is not {expected}");
}

#[test]
fn all_texts_can_be_run_and_told() {
    let mut names: Vec<PathBuf> =
        fs::read_dir(file("risk").parent().unwrap()).unwrap().map(|entry| entry.unwrap().path()).collect();
    names.sort();
    assert!(names.len() >= 13);
    // A text that needs a scenario has one beside it.
    let documents = names.into_iter().map(|path| (Document::read(&path).unwrap(), path));
    for (document, path) in documents.filter(|(document, _)| !document.needs_scenario()) {
        let scenario = document.check().unwrap();
        let odds = exact(&scenario, None, MAX_OUTCOMES).unwrap();
        let total: f64 = odds.distributions[0].rows.iter().map(|row| row.probability).sum();
        near(total, 1.0, 1e-9);
        Command::cargo_bin("fizzle").unwrap().arg("explain").arg(&path).assert().success();
    }
}

#[test]
fn a_roll_is_answered_at_once() {
    let roll =
        |arguments: &[&str]| Command::cargo_bin("fizzle").unwrap().arg("roll").args(arguments).assert();
    roll(&["4d6.highest(3)", "--format", "csv"]).success().stdout(contains("result,18,0.01620370"));
    roll(&["2d10 >= 15"]).success().stdout(contains("yes  21.0"));
    roll(&["5"]).success().stdout(contains("exact: 1 outcome;"));
    let told = roll(&["100d6"]).success().stdout(contains("down to 100 and up to 600"));
    told.stdout(contains("\n   350")).stdout(contains("\n   101").not());
}

#[test]
fn a_roll_in_another_notation_is_understood() {
    let roll = |text: &str| Command::cargo_bin("fizzle").unwrap().arg("roll").args(text.split('|')).assert();
    let read_as = |text: &str, own: &str| {
        roll(text).success().stdout(starts_with(format!("{own}\n")));
    };
    for written in ["4d6kh3", "4d6k3", "4d6h3", "4d6dl1", "4d6 drop lowest"] {
        read_as(written, "4d6.highest(3)");
    }
    read_as("4d6kh3+1", "4d6.highest(3)+1");
    read_as("2d20kh1", "2d20.highest(1)");
    read_as("1d6!", "1d6.explode(6)");
    read_as("max(d8!, d6!) >= 8", "max(d8.explode(8), d6.explode(6)) >= 8");
    read_as("3D6", "3d6");
    read_as("d%", "d100");
    // Several words are one expression without its quotes.
    read_as("4d6|drop|lowest", "4d6.highest(3)");
    read_as("2d6|+|3", "2d6 + 3");
    read_as("2d6|-3", "2d6 -3");
    let refused = |text: &str, place: &str, help: &str| {
        let said = roll(text).code(2);
        said.stderr(contains(place)).stderr(contains(help)).stderr(contains("report").not());
    };
    refused("4d6.highest(", "roll:1:13", "something is missing");
    refused("3d", "roll:1:1", "write 3d6, d20 or (n)d10");
    refused("(4d6", "roll:1:1", "never closed");
    refused("d6 d8", "roll:1:4", "an operator or a new line is missing before it");
    refused("output [middle 1 of 4d20]", "`[middle 1 of 4d20]` has no form here", "`middle 1`");
    refused("output 2d6 named \"a\" + 5", "roll:1:22", "in quotes of its own");
    // What is hardly meant is computed with a warning.
    roll("12d6>=5").success().stderr(contains("write `12d6.count(x, x >= 5)`"));
}

#[test]
fn several_rolls_stand_side_by_side() {
    let roll =
        |arguments: &[&str]| Command::cargo_bin("fizzle").unwrap().arg("roll").args(arguments).assert();
    let told = roll(&["4d6kh3", "3d6", "2d10 >= 15"]).success();
    let told = told.stdout(contains("chance\n2d10 >= 15  21.0 %"));
    let told = told.stdout(contains("4d6.highest(3)       12.24  2.85      7 to 17"));
    told.stdout(contains("   18           1.6 %  0.46 %\n"));
    let csv = roll(&["4d6kh3", "3d6", "--format", "csv"]).success();
    let csv = csv.stdout(starts_with("roll,metric,value,probability,")).stdout(contains("\n3d6,result,18,"));
    csv.stdout(contains("\n4d6.highest(3),result,18,0.01620370"));
    let json = roll(&["4d6", "d20", "--format", "json"]).success().get_output().stdout.clone();
    let json: serde_json::Value = serde_json::from_slice(&json).unwrap();
    assert_eq!((&json[0]["title"], &json[1]["title"]), (&"4d6".into(), &"d20".into()));
    let outputs = "output 4d6 named \"a, b\"\noutput 3d6 named \"output b\"";
    roll(&[outputs]).success().stdout(contains("\n4d6  ")).stdout(contains("\n3d6  "));
    // The first mistake is that of its own roll.
    roll(&["4d6", "2d0"]).code(2).stderr(contains("there is no die of 0 faces"));
}
