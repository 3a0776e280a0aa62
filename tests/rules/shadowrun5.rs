//! Shadowrun 5 as a rule text against the built-in game.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use fizzle::analysis::{Distribution, MAX_OUTCOMES, Odds, Progress, exact};
use fizzle::description::Datum;
use fizzle::scenario::{Document, Scenario};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A scenario of the built-in game.
fn built_in(text: &str) -> Scenario {
    Document::parse("scenario.toml", text)
        .unwrap()
        .check()
        .unwrap_or_else(|problems| panic!("{text}\n{problems}"))
}

/// A scenario of the built-in game, for the rule text.
fn own(text: &str) -> Scenario {
    try_own(text).unwrap_or_else(|problems| panic!("{text}\n{problems}"))
}

fn try_own(text: &str) -> Result<Scenario, String> {
    let keys: Vec<&str> = text.lines().filter(|line| !line.starts_with("system = ")).collect();
    let rules =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("games/shadowrun5.rules")).unwrap();
    let document = Document::parse("scenario.toml", &keys.join("\n")).unwrap();
    let document = document.with_rules("shadowrun5.rules", &rules).unwrap();
    document.check().map_err(|problems| problems.to_string())
}

/// The probability of each joint outcome, by what its metrics show.
fn joint(odds: &Odds) -> BTreeMap<Vec<(String, String)>, f64> {
    let metrics: Vec<_> = odds.distributions.iter().map(|one| &one.metric).collect();
    let row = |row: &fizzle::analysis::JointRow| {
        let shown =
            metrics.iter().zip(&row.values).map(|(metric, &value)| (metric.name.clone(), metric.show(value)));
        (shown.collect(), row.probability)
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

/// Each metric of the built-in game has the distribution that it has by the text, and so has its side table.
#[track_caller]
fn casts_are_like_the_built_in(text: &str) {
    let [(own, courses), (built_in, expected)] = [own(text), built_in(text)].map(|scenario| {
        let odds = exact(&scenario, None, MAX_OUTCOMES).unwrap();
        let table = scenario.ready.tables.iter().find(|table| table.name == "casts.csv").unwrap();
        let rows = table.rows(&odds.indicators);
        (odds, rows)
    });
    for law in &built_in.distributions {
        let same = own.distributions.iter().find(|one| one.metric.name == law.metric.name).unwrap();
        let p = |law: &Distribution, value: &str| -> f64 {
            law.rows.iter().filter(|row| law.metric.show(row.value) == value).map(|row| row.probability).sum()
        };
        for row in &law.rows {
            let value = law.metric.show(row.value);
            let [own, expected] = [same, law].map(|law| p(law, &value));
            assert!((own - expected).abs() < 1e-9, "{text}\n{} {value}: {own}, {expected}", law.metric.name);
        }
    }
    for (own, expected) in courses.iter().flatten().zip(expected.iter().flatten()) {
        match (own, expected) {
            (Datum::Number(own), Datum::Number(expected)) => assert!((own - expected).abs() < 1e-9, "{text}"),
            _ => assert_eq!(own, expected, "{text}"),
        }
    }
}

#[test]
fn worked_scenarios_are_those_of_the_built_in_game() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/worked");
    let mut compared = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap_or_default();
        let is_toml = path.extension().is_some_and(|extension| extension == "toml");
        if is_toml && text.contains("system = \"shadowrun5\"") {
            match text.contains("procedure = \"casts\"") {
                true => casts_are_like_the_built_in(&text),
                false => is_like_the_built_in(&text),
            }
            compared += 1;
        }
    }
    assert!(compared >= 9, "{compared}");
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

/// Casts at random, few enough to be exact.
fn casts(author: &mut Author) -> String {
    let magic = author.0.random_range(2..=5);
    let mut text = format!("system = \"shadowrun5\"\nprocedure = \"casts\"\n[caster]\nmagic = {magic}\n");
    text += &author.numbers(&["spellcasting", "willpower", "drain_attribute", "body"], 0..=4);
    text += &author.number("mental_limit", 1..=6);
    text += &author.numbers(&["stun", "physical"], 0..=4);
    text += &author.number("edge", 2..=4);
    let line = author.number("drams", 0..=5);
    text += &author.seldom(line);
    let table = author.pick(&["direct", "direct", "indirect", "indirect-area"]);
    text += &format!("[spell]\ndamage_type = \"physical\"\ntable = \"{table}\"\n");
    text += &author.switch("damage", &["\"physical\"", "\"stun\""]);
    text += &author.switch("area", &["true", "false"]);
    text += &author.number("drain", -4..=1);
    text += &format!("[choice]\nforce = {}\n", author.0.random_range(1..=2 * magic));
    text += &author.number("casts", 1..=3);
    let line = author.number("reagents", 1..=4);
    text += &author.seldom(line);
    for key in ["edge", "drain_edge"] {
        text += &author.switch(key, &["\"none\"", "\"second-chance\""]);
    }
    text += "[rules]\n";
    for key in ["drain_on_miss", "stun_overflow", "scatter_miss", "mental_limit"] {
        text += &author.switch(key, &["true", "false"]);
    }
    let line = author.number("wound_step", 0..=4);
    text += &author.seldom(line);
    for _ in 0..author.0.random_range(1..=2) {
        let kind = author.pick(&["living", "living", "driven-vehicle", "drone", "object"]);
        text += &format!("[[opponent]]\nkind = \"{kind}\"\n");
        text += &author.numbers(
            &["body", "willpower", "reaction", "intuition", "structure", "pilot", "autosoft"],
            0..=3,
        );
        text += &author.number("armor", 0..=8);
        let line = author.number("counterspelling", 0..=2);
        text += &author.seldom(line);
        if kind != "living" || author.is_so(2) {
            text += &author.number("boxes", 1..=8);
        }
    }
    text
}

#[test]
fn random_casts_are_those_of_the_built_in_game() {
    let mut author = Author(Xoshiro256PlusPlus::seed_from_u64(7));
    (0..40).for_each(|_| casts_are_like_the_built_in(&casts(&mut author)));
}

/// The best choices are worth as much by the text as by the built-in game, and are the same.
#[test]
fn the_best_choices_are_those_of_the_built_in_game() {
    const GAME: &str = r#"
system = "shadowrun5"
procedure = "casts"
caster = { magic = 3, spellcasting = 0, willpower = 1, drain_attribute = 0, mental_limit = 9, body = 1, stun = 2, physical = 2, drams = 3 }
spell = { damage_type = "physical", drain = -1, table = "direct" }
choice = { casts = 3 }
policy = { caster = "best", force = [2, 3, 5], reagents = [0, 2] }
worth = { opponent = 3, fall = 1.25, dram = 0.2, cast = 0.1 }

[[opponent]]
kind = "drone"
body = 1
boxes = 2
count = 2
"#;
    for (from, to) in [
        ("", ""),
        ("force = [2, 3, 5], ", ""),
        (", reagents = [0, 2]", ""),
        ("caster = \"best\"", "caster = \"best\", withdraw = false"),
        // With one dram left, nothing can be cast.
        (
            "caster = \"best\", force = [2, 3, 5], reagents = [0, 2]",
            "caster = \"best\", withdraw = false, reagents = [3, 2]",
        ),
        ("fall = 1.25, dram = 0.2, cast = 0.1", "fall = 2"),
        ("table = \"direct\"", "table = \"direct\", area = true"),
    ] {
        let text = GAME.replacen(from, to, 1);
        casts_are_like_the_built_in(&text);
        let [own, built_in] = [own(&text), built_in(&text)].map(|scenario| {
            scenario.ready.procedure.solve(&Progress::default()).unwrap();
            scenario.ready.procedure.value().expect("the caster decides")
        });
        assert!((own - built_in).abs() < 1e-12, "{text}\n{own} is not {built_in}");
    }
}

#[test]
fn what_the_built_in_game_refuses_the_text_refuses_too() {
    let bolt = r#"
system = "shadowrun5"
caster = { magic = 6, spellcasting = 6, willpower = 5, drain_attribute = 5, mental_limit = 7 }
[spell]
preset = "lightning-bolt"
[target]
body = 4
reaction = 4
intuition = 3
armor = 12
[choice]
force = 6
"#;
    is_like_the_built_in(bolt);
    let refused = |from: &str, to: &str| try_own(&bolt.replace(from, to)).err().unwrap();
    assert!(refused("force = 6", "force = 13").contains("Force 13 is above twice Magic 6"));
    let drone = bolt.replace("lightning-bolt", "manabolt").replace("body = 4", "kind = \"drone\"");
    let drone = try_own(&drone).err().unwrap();
    assert!(drone.contains("a mana spell does nothing to a drone"), "{drone}");
    assert!(refused("body = 4", "").contains("`target.body` is missing"));
    assert!(
        refused("force = 6", "force = 6\nedge = \"push\"")
            .contains("`choice.edge` spends Edge, and the caster has none")
    );
    assert!(refused("preset = \"lightning-bolt\"", "").contains("`procedure` is missing"));
}
