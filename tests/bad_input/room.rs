//! The command as the tests run it, and how it has to refuse.

use std::ops::Deref;
use std::time::Duration;

use assert_cmd::Command;

use crate::common::folder::Folder;

/// A scenario without fault. The tests count on its lines.
pub const GOOD: &str = r#"system = "shadowrun5"
title = "A test"

[caster]
magic = 6
spellcasting = 6
willpower = 5
drain_attribute = 5
mental_limit = 7

[spell]
preset = "lightning-bolt"

[target]
body = 4
reaction = 4
intuition = 3
armor = 12

[choice]
force = 6

[[question]]
name = "drops it"
event = "damage >= 10"
"#;

/// A folder of its own with a scenario in it, `good.toml`.
pub struct Room(pub Folder);

impl Deref for Room {
    type Target = Folder;

    fn deref(&self) -> &Folder {
        &self.0
    }
}

impl Room {
    pub fn new() -> Self {
        let room = Room(Folder::new(Duration::from_secs(30)));
        room.write("good.toml", GOOD);
        room
    }

    /// What standard error says when the command fails with `status`: it prints
    /// no result, does not panic, and leaves nothing behind.
    #[track_caller]
    pub fn fails(&self, status: i32, command: &mut Command) -> String {
        let before = self.names(".");
        let assert = command.assert().code(status).stdout("");
        let said = String::from_utf8(assert.get_output().stderr.clone()).unwrap();
        assert!(!said.contains("panicked"), "{said}");
        assert!(!said.trim().is_empty(), "it says nothing");
        assert_eq!(before, self.names("."), "something is left behind");
        said
    }

    /// What standard error says when the command refuses its input.
    #[track_caller]
    pub fn refuses(&self, arguments: &str) -> String {
        self.fails(2, &mut self.fizzle(arguments))
    }

    /// The command refuses the good scenario with `from` replaced; the message has to
    /// point at `place`, a line and column, and show the line there.
    #[track_caller]
    pub fn refuses_edit(&self, (from, to): (&str, &str), place: &str, phrases: &[&str]) {
        let text = GOOD.replacen(from, to, 1);
        assert_ne!(text, GOOD, "{from} is not in the scenario");
        self.refuses_text(&text, place, phrases);
    }

    #[track_caller]
    pub fn refuses_text(&self, text: &str, place: &str, phrases: &[&str]) {
        self.write("bad.toml", text);
        for command in ["run bad.toml", "run bad.toml --exact", "explain bad.toml"] {
            let said = self.refuses(command);
            assert!(said.contains(&format!("--> bad.toml:{place}\n")), "not at {place}: {said}");
            let number: usize = place.split(':').next().unwrap().parse().unwrap();
            let line = text.lines().nth(number - 1).unwrap();
            assert!(said.contains(&format!("{number} | {line}\n")), "the line is not shown: {said}");
            has(&said, phrases);
        }
    }
}

#[track_caller]
pub fn has(said: &str, phrases: &[&str]) {
    for phrase in phrases {
        assert!(said.contains(phrase), "\"{phrase}\" is not in: {said}");
    }
}
