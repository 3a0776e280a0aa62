//! The command as the tests run it, and what came of it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Deref;

use assert_cmd::Command;
use serde_json::Value;

use crate::common::folder::Folder;
use crate::table::Table;

/// The scenarios that come with the program, by stem.
pub const SCENARIOS: [&str; 3] = ["fireball", "lightning-bolt", "manabolt"];

/// The files of a run without charts.
pub const FILES: [&str; 5] = ["distributions.csv", "joint.csv", "questions.csv", "run.json", "summary.csv"];

/// A folder of its own with the scenarios in it, as users have it before them.
pub struct Room(Folder);

impl Deref for Room {
    type Target = Folder;

    fn deref(&self) -> &Folder {
        &self.0
    }
}

impl Room {
    pub fn new() -> Self {
        Room(Folder::with_scenarios())
    }

    /// What a command that succeeds prints.
    #[track_caller]
    pub fn stdout(&self, arguments: &str) -> String {
        output(&mut self.fizzle(arguments))
    }

    /// What a command whose input is wrong says.
    #[track_caller]
    pub fn refused(&self, arguments: &str) -> String {
        let output = self.fizzle(arguments).output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{said}");
        said
    }

    #[track_caller]
    pub fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    #[track_caller]
    pub fn csv(&self, path: &str) -> Table {
        Table::parse(&self.read(path))
    }

    #[track_caller]
    pub fn json(&self, path: &str) -> Value {
        serde_json::from_str(&self.read(path)).unwrap()
    }

    /// All files below a folder, without the wall time.
    pub fn files(&self, folder: &str) -> BTreeMap<String, String> {
        let mut files = BTreeMap::new();
        for name in self.names(folder) {
            let path = format!("{folder}/{name}");
            if self.path(&path).is_dir() {
                let inner = self.files(&path);
                files.extend(inner.into_iter().map(|(below, text)| (format!("{name}/{below}"), text)));
            } else {
                // Of pictures, too, what is text has to be the same.
                let bytes = fs::read(self.path(&path)).unwrap();
                let text = String::from_utf8_lossy(&bytes);
                let kept = text.lines().filter(|line| !line.trim_start().starts_with("\"seconds\":"));
                files.insert(name, kept.collect::<Vec<_>>().join("\n"));
            }
        }
        files
    }
}

#[track_caller]
pub fn output(command: &mut Command) -> String {
    let assert = command.assert().success().stderr("");
    String::from_utf8(assert.get_output().stdout.clone()).unwrap()
}

/// Without the wall time and what follows from it.
pub fn timeless(text: &str) -> String {
    let line = |line: &str| match line.split_once("; ") {
        Some((before, after))
            if after.contains(" s") && (before.contains("trial") || before.contains("exact:")) =>
        {
            format!("{before}; TIME")
        }
        _ => line.to_owned(),
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[track_caller]
pub fn close(left: f64, right: f64, tolerance: f64) {
    assert!((left - right).abs() <= tolerance, "{left} is not {right}");
}

pub fn set_of(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}
