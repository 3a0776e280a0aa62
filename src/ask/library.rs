//! The scenarios and rule texts of fizzle's repository, from which a page can start.

use serde_json::{Value, json};

use super::problem::Refusal;
use super::start::OWN_RULES;
use crate::scenario::{Change, Document, edit};

/// A text with the name of its file.
pub type Text = (&'static str, &'static str);

/// Embeds files of a folder.
macro_rules! texts {
    ($folder:literal, $($name:literal)*) => {
        &[$(($name, include_str!(concat!("../../scenarios/", $folder, $name)))),*]
    };
}

const SCENARIOS: &[Text] = texts!["", "lightning-bolt.toml" "manabolt.toml" "fireball.toml" "gangers.toml"
    "drone.toml" "drams.toml" "wired.toml" "armor-jacket.toml" "burst.toml" "firefight.toml" "all-night.toml"
    "drain.toml" "ambush.toml" "mage-and-gunman.toml" "stranger.toml" "knight.toml" "bandits.toml" "double-kill.toml" "boris.toml" "master.toml" "advantage.toml"
    "dagger.toml" "spear.toml" "arrow.toml" "cast-order.toml" "magic-phase.toml" "two-wizards.toml" "bound.toml"
    "control.toml"];

/// The rule texts.
pub const RULES: &[Text] = texts!["rules/", "ability-scores.rules" "blades.rules" "casting.rules" "duel.rules"
    "genesys.rules" "indirect-spell.rules" "knights.rules" "last-stand.rules" "pig.rules" "pig-two.rules"
    "risk.rules" "storyteller.rules" "two-shots.rules" "warhammer.rules"];

/// The scenarios with their games, their titles and what they are about.
pub fn catalog() -> Vec<Value> {
    let one = |&(name, text): &Text| {
        let document = Document::of_toml(name, text).ok();
        let value = |key: &str| document.as_ref()?.get(key)?.value.bare();
        let game = value("system").unwrap_or_else(|| OWN_RULES.to_owned());
        json!({ "name": name, "game": game, "title": value("title"), "about": about(text) })
    };
    SCENARIOS.iter().map(one).collect()
}

/// The text of a scenario, with its rules in it.
pub fn open(name: &str) -> Result<Value, Refusal> {
    let found =
        |texts: &[Text], name: &str| texts.iter().find(|(other, _)| *other == name).map(|(_, text)| *text);
    let text = found(SCENARIOS, name);
    let text = text.ok_or_else(|| Refusal::Error(format!("there is no scenario \"{name}\"")))?;
    let document = Document::of_toml(name, text)?;
    let rules = document.rules_file().and_then(|(file, _)| found(RULES, file));
    Ok(match rules {
        Some(rules) => json!(edit(text, &[Change::Set("rules".to_owned(), rules.to_owned())])?),
        None => json!(text),
    })
}

/// The first sentence of the comment near the beginning of a text; empty if there is none.
pub fn about(text: &str) -> String {
    let lines = text.lines().skip_while(|line| line.starts_with("title"));
    let comment: Vec<&str> = lines.map_while(|line| line.strip_prefix('#')).map(str::trim).collect();
    let comment = comment.join(" ");
    // A single letter before the stop is an initial.
    let is_end = |&(at, _): &(usize, &str)| {
        let mut before = comment[..at].chars().rev();
        before.next().is_some_and(|last| !last.is_uppercase()) || before.next() != Some(' ')
    };
    let stops =
        comment.match_indices(". ").chain(comment.match_indices("? ")).filter(is_end).map(|(at, _)| at + 1);
    comment[..stops.min().unwrap_or(comment.len())].to_owned()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::path::Path;

    use super::*;

    /// The paths of all files below a folder, from it.
    fn files(folder: &Path, prefix: &str) -> BTreeSet<String> {
        let mut all = BTreeSet::new();
        for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
            let name = format!("{prefix}{}", entry.file_name().to_str().unwrap());
            match entry.path().is_dir() {
                true => all.extend(files(&entry.path(), &format!("{name}/"))),
                false => _ = all.insert(name),
            }
        }
        all
    }

    #[test]
    fn no_scenario_is_missing() {
        let rules = RULES.iter().map(|(name, _)| format!("rules/{name}"));
        let known = SCENARIOS.iter().map(|(name, _)| (*name).to_owned()).chain(rules);
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
        assert_eq!(known.collect::<BTreeSet<String>>(), files(&folder, ""));
    }

    #[test]
    fn every_scenario_opens_and_has_a_title() {
        for (name, _) in SCENARIOS {
            let text = open(name).ok().unwrap();
            Document::parse("scenario", text.as_str().unwrap()).unwrap().check().unwrap();
        }
        for scenario in catalog() {
            assert!(scenario["title"].is_string(), "{scenario}");
        }
        for (name, text) in RULES {
            assert!(!Document::parse(name, text).unwrap().needs_scenario(), "{name}");
        }
    }

    #[test]
    fn a_text_is_about_its_first_comment() {
        assert_eq!(about("# Six dice. The rest\n# is long.\nsystem = 1\n"), "Six dice.");
        assert_eq!(about("# Why? So. No."), "Why?");
        assert_eq!(about("# By A. Person, as I. Else\n# said. More"), "By A. Person, as I. Else said.");
        assert_eq!(about("title \"A\"\n# One\n# thing\n\n# more\n"), "One thing");
        assert_eq!(about("title \"A\"\nkey a = 1\n# no\n"), "");
    }
}
