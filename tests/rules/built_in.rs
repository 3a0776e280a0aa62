//! Rule texts against the built-in games.

use std::borrow::Cow;

use fizzle::analysis::{MAX_OUTCOMES, Odds, exact};
use fizzle::scenario::Document;

use super::{near, odds, probability};

#[test]
fn a_spell_is_that_of_the_built_in_game() {
    let text = "system = \"shadowrun5\"\nprocedure = \"indirect\"\n\
        caster = { magic = 6, spellcasting = 6, willpower = 5, drain_attribute = 5, mental_limit = 7 }\n\
        spell = { preset = \"lightning-bolt\" }\n\
        target = { body = 4, reaction = 4, intuition = 3, armor = 12 }\nchoice = { force = 6 }\n";
    let built_in = Document::parse("bolt.toml", text).unwrap().check().unwrap();
    let built_in = exact(&built_in, None, MAX_OUTCOMES).unwrap();
    let keys = ["pool.defense=7", "pool.soak=10", "drain=3"];
    let own = odds("indirect-spell", &keys);
    for (theirs, mine) in [("hits", "hits"), ("damage", "damage"), ("drain", "drained")] {
        let rows = &built_in.distributions.iter().find(|one| one.metric.name == theirs).unwrap().rows;
        for row in rows {
            near(probability(&own, mine, row.value), row.probability, 1e-9);
        }
    }
    // The built-in game tells a critical glitch apart.
    near(probability(&own, "glitch", 0), probability(&built_in, "glitch", 0), 1e-9);
}

/// The laws of these metrics are those of a scenario of a built-in game.
#[track_caller]
fn is_like_the_built_in(own: &Odds, metrics: &[&str], scenario: &str) {
    let built_in = Document::parse("built-in.toml", scenario).unwrap().check().unwrap();
    let built_in = exact(&built_in, None, MAX_OUTCOMES).unwrap();
    for metric in metrics {
        let one = built_in.distributions.iter().find(|one| one.metric.name == *metric).unwrap();
        assert!(one.rows.len() > 1, "{metric} is always the same");
        let mine = own.distributions.iter().find(|mine| mine.metric.name == *metric).unwrap();
        for row in &one.rows {
            let label = |labels: &[Cow<'static, str>], value: i64| labels[value as usize].clone();
            let is_same = |other: i64| match (one.metric.labels(), mine.metric.labels()) {
                (Some(theirs), Some(own)) => label(own, other) == label(theirs, row.value),
                _ => other == row.value,
            };
            let same = mine.rows.iter().find(|row| is_same(row.value));
            let probability = same.map_or(0.0, |row| row.probability);
            let off = (probability - row.probability).abs();
            assert!(off < 1e-9, "{metric} {}: {probability} and {}", row.value, row.probability);
        }
    }
}

#[test]
fn a_cast_of_the_ninth_age_is_that_of_the_built_in_game() {
    let metrics = ["cast_total", "result", "miscast", "returned_casting", "returned_dispelling"];
    for (dice, answer, value) in [(4, 3, 9), (5, 0, 12), (5, 4, 5), (1, 1, 2), (3, 2, 30)] {
        let set = [
            format!("choice.magic_dice={dice}"),
            format!("choice.dispel_dice={answer}"),
            format!("spell.casting_value={value}"),
        ];
        let own = odds("casting", &set.each_ref().map(String::as_str));
        let built_in = format!(
            "system = \"ninth-age\"\nprocedure = \"cast\"\nspell = {{ casting_value = {value} }}\n\
             choice = {{ magic_dice = {dice}, dispel_dice = {answer} }}\n"
        );
        let told: Vec<&str> = metrics.iter().copied().filter(|metric| differs(&own, metric)).collect();
        assert!(told.len() >= 2);
        is_like_the_built_in(&own, &told, &built_in);
    }
}

/// Whether a metric has more than one value.
fn differs(odds: &Odds, metric: &str) -> bool {
    odds.distributions.iter().find(|one| one.metric.name == metric).unwrap().rows.len() > 1
}

#[test]
fn two_shots_are_those_of_the_built_in_game() {
    let built_in = "system = \"shadowrun1\"\nprocedure = \"attack\"\nattacker = { skill = 6 }\n\
        weapon = { power = 5, level = \"M\", staging = 3 }\n\
        target = { body = 4, armor_class = \"ordinary\", armor = 5 }\n\
        choice = { target_number = 4, split = [3, 3] }\n";
    is_like_the_built_in(&odds("two-shots", &[]), &["hit", "boxes", "state", "penalty"], built_in);
    let heavy =
        built_in.replace("power = 5", "power = 12").replace("target_number = 4", "target_number = 12");
    let own = odds("two-shots", &["weapon.power=12", "choice.target_number=12"]);
    is_like_the_built_in(&own, &["hit", "boxes", "state", "penalty"], &heavy);
}

#[test]
fn a_duel_of_knights_is_that_of_the_built_in_game() {
    let built_in = "system = \"ars-magica\"\nprocedure = \"melee\"\n\
        hero = { initiative = 8, attack = 8, defense = 13, damage = 6, soak = 3, combat_fatigue = 6 }\n\
        [[foe]]\ninitiative = 7\nattack = 9\ndefense = 10\ndamage = 8\nsoak = 5\ncombat_fatigue = 4\n";
    let metrics = ["winner", "rounds", "hero_body_lost", "hero_fatigue_lost", "foes_out"];
    is_like_the_built_in(&odds("knights", &[]), &metrics, built_in);
}
