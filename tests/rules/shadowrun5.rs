//! Shadowrun 5 as a rule text against the built-in game.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use fizzle::analysis::{MAX_OUTCOMES, Odds, exact};
use fizzle::scenario::{Document, Scenario};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::file;

/// A scenario of the built-in game.
fn built_in(text: &str) -> Scenario {
    Document::parse("scenario.toml", text)
        .unwrap()
        .check()
        .unwrap_or_else(|problems| panic!("{text}\n{problems}"))
}

/// A scenario of the built-in game, written for the rule text, in which `spell.table` stands for `procedure`.
fn own(text: &str) -> Scenario {
    try_own(text).unwrap_or_else(|problems| panic!("{text}\n{problems}"))
}

fn try_own(text: &str) -> Result<Scenario, String> {
    let (names, keys): (Vec<&str>, Vec<&str>) =
        text.lines().partition(|line| line.starts_with("system = ") || line.starts_with("procedure = "));
    let rules = fs::read_to_string(file("shadowrun5")).unwrap();
    let document = Document::parse("scenario.toml", &keys.join("\n")).unwrap();
    let mut document = document.with_rules("shadowrun5.rules", &rules).unwrap();
    for table in names.iter().filter_map(|line| line.strip_prefix("procedure = ")) {
        document.set("--set", &format!("spell.table={}", table.trim_matches('"'))).unwrap();
    }
    document.check().map_err(|problems| problems.to_string())
}

/// The probability of each joint outcome, by what its metrics show. Area spells alone have a scatter.
fn joint(odds: &Odds) -> BTreeMap<Vec<(String, String)>, f64> {
    let metrics: Vec<_> = odds.distributions.iter().map(|one| &one.metric).collect();
    let row = |row: &fizzle::analysis::JointRow| {
        let shown =
            metrics.iter().zip(&row.values).map(|(metric, &value)| (metric.name.clone(), metric.show(value)));
        let mut shown: Vec<_> = shown.filter(|one| *one != ("scatter".to_owned(), "0".to_owned())).collect();
        shown.sort();
        (shown, row.probability)
    };
    odds.joint.rows.iter().map(row).collect()
}

/// The exact joint distribution of the text is that of the built-in game.
#[track_caller]
fn is_like_the_built_in(text: &str) {
    let [own, built_in] =
        [own(text), built_in(text)].map(|one| joint(&exact(&one, None, MAX_OUTCOMES).unwrap()));
    for outcome in own.keys().chain(built_in.keys()) {
        let [own, built_in] = [&own, &built_in].map(|law| law.get(outcome).copied().unwrap_or(0.0));
        assert!((own - built_in).abs() < 1e-9, "{text}\n{outcome:?}: {own} is not {built_in}");
    }
}

#[test]
fn worked_scenarios_are_those_of_the_built_in_game() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/worked");
    let mut compared = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap_or_default();
        let is_single = path.extension().is_some_and(|extension| extension == "toml")
            && text.contains("system = \"shadowrun5\"")
            && !text.contains("procedure = \"casts\"");
        if is_single {
            is_like_the_built_in(&text);
            compared += 1;
        }
    }
    assert!(compared >= 8, "{compared}");
}

/// Writes scenarios at random.
struct Author(Xoshiro256PlusPlus);

impl Author {
    fn pick<'a>(&mut self, options: &[&'a str]) -> &'a str {
        options[self.0.random_range(0..options.len())]
    }

    fn is_so(&mut self, one_in: u32) -> bool {
        self.0.random_range(0..one_in) == 0
    }

    /// A line for a key.
    fn number(&mut self, key: &str, range: std::ops::RangeInclusive<i32>) -> String {
        format!("{key} = {}\n", self.0.random_range(range))
    }

    fn numbers(&mut self, keys: &[&str], range: std::ops::RangeInclusive<i32>) -> String {
        keys.iter().map(|key| self.number(key, range.clone())).collect()
    }

    /// A line for a key that is left out most times.
    fn seldom(&mut self, line: String) -> String {
        if self.is_so(3) { line } else { String::new() }
    }

    /// A switch of the rules.
    fn switch(&mut self, key: &str, values: &[&str]) -> String {
        let value = self.pick(values);
        self.seldom(format!("{key} = {value}\n"))
    }

    fn scenario(&mut self) -> String {
        let magic = self.0.random_range(1..=6);
        let kind = self.pick(&["living", "living", "driven-vehicle", "drone", "object"]);
        let mut spell = String::new();
        let mut procedure = String::new();
        if self.is_so(2) {
            let names = [
                "powerbolt",
                "shatter",
                "powerball",
                "clout",
                "acid-stream",
                "flamethrower",
                "lightning-bolt",
                "punch",
                "fireball",
                "ball-lightning",
                "toxic-wave",
                "blast",
                "manabolt",
                "stunbolt",
                "death-touch",
                "knockout",
                "manaball",
                "stunball",
            ];
            // The last of them are mana spells, for the living alone.
            let some = if kind == "living" { &names[..] } else { &names[..12] };
            spell += &format!("preset = \"{}\"\n", self.pick(some));
        } else {
            procedure = format!("procedure = \"{}\"\n", self.pick(&["direct", "indirect", "indirect-area"]));
            let damage_type = if kind == "living" { self.pick(&["physical", "mana"]) } else { "physical" };
            spell += &format!("damage_type = \"{damage_type}\"\n");
            spell += &self.switch("damage", &["\"physical\"", "\"stun\""]);
            spell += &self.number("drain", -6..=2);
        }
        let mut text = format!("system = \"shadowrun5\"\n{procedure}[caster]\nmagic = {magic}\n");
        text += &self.numbers(&["spellcasting", "willpower", "drain_attribute"], 0..=6);
        text += &match self.is_so(2) {
            true => self.number("mental_limit", 1..=8),
            false => self.numbers(&["logic", "intuition"], 1..=6),
        };
        for key in ["foci", "mentor_spirit", "wound_penalty", "sustained_spells"] {
            let line = self.number(key, 0..=3);
            text += &self.seldom(line);
        }
        text += &self.number("edge", 1..=4);
        text += &format!("[spell]\n{spell}[target]\nkind = \"{kind}\"\n");
        text += &self.numbers(
            &["body", "willpower", "reaction", "intuition", "structure", "pilot", "autosoft"],
            0..=6,
        );
        text += &self.number("armor", 0..=14);
        for key in ["handling", "counterspelling", "wound_penalty", "sustained_spells"] {
            let line = self.number(key, 0..=4);
            text += &self.seldom(line);
        }
        text += &format!("[choice]\nforce = {}\n", self.0.random_range(1..=2 * magic));
        let line = self.number("reagents", 1..=8);
        text += &self.seldom(line);
        for key in ["edge", "drain_edge"] {
            text += &self.switch(key, &["\"none\"", "\"push\"", "\"second-chance\""]);
        }
        text += "[rules]\n";
        for key in ["mental_limit", "armor_floor", "scatter_miss", "drain_on_miss", "vehicle_threshold"] {
            text += &self.switch(key, &["true", "false"]);
        }
        text += &self.switch("nonliving_armor", &["\"modified\"", "\"full\""]);
        text += &self.switch("scatter", &["\"final\"", "\"minus-hits\""]);
        text += &self.switch("area_defense", &["\"counterspelling\"", "\"reaction+intuition\"", "\"none\""]);
        text += &self.switch("drain_physical", &["\"hits\"", "\"force\""]);
        for (key, range) in [("min_drain", 0..=4), ("hit_on", 2..=6)] {
            let line = self.number(key, range);
            text += &self.seldom(line);
        }
        text
    }
}

#[test]
fn random_scenarios_are_those_of_the_built_in_game() {
    let mut author = Author(Xoshiro256PlusPlus::seed_from_u64(5));
    (0..60).for_each(|_| is_like_the_built_in(&author.scenario()));
}

#[test]
fn what_the_built_in_game_refuses_the_text_refuses_too() {
    let text = fs::read_to_string(file("shadowrun5").with_file_name("bolt.toml")).unwrap();
    let bolt = text.replace("rules = \"shadowrun5.rules\"", "system = \"shadowrun5\"");
    is_like_the_built_in(&bolt);
    let refused = |from: &str, to: &str| try_own(&bolt.replace(from, to)).err().unwrap();
    assert!(refused("force = 6", "force = 13").contains("Force is at most twice Magic"));
    let drone = bolt.replace("lightning-bolt", "manabolt").replace("body = 4", "kind = \"drone\"");
    let drone = try_own(&drone).err().unwrap();
    assert!(drone.contains("mana spells work on living targets alone"), "{drone}");
    assert!(refused("body = 4", "").contains("the key `target.body` is not set"));
    assert!(refused("force = 6", "force = 6\nedge = \"push\"").contains("who spends Edge"));
    assert!(refused("preset = \"lightning-bolt\"", "").contains("`spell.table` is missing"));
}
