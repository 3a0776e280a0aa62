//! Battles and firefights that are drawn at random, with all their rules: whether their programs and fizzle
//! have the same results.

use std::fmt::{Display, Write};

use fizzle::chance::streams;
use fizzle::scenario::Document;
use fizzle::stats::holm;
use rayon::prelude::*;

use super::agreement::Comparison;
use super::battle::Battle;
use super::sides::Firefight;
use super::{Program, Rng, die};

/// Encounters of each kind.
const ENCOUNTERS: usize = 12;

/// If all programs are right, the probability that a check says otherwise. Seeds are fixed.
const SIGNIFICANCE: f64 = 1e-3;

/// Plays so many fights of each encounter, by its program and by fizzle, and compares what comes of
/// them: each metric, those of each fighter, those of the whole, and who is out, jointly. Prints the
/// least p-values.
///
/// # Panics
/// When they disagree, all comparisons considered.
pub fn check(fights: u64) {
    let mut random = streams(40).next().expect("streams never end");
    let mut encounters: Vec<(String, String)> = Vec::new();
    for number in 1..=ENCOUNTERS {
        encounters.push((format!("battle {number}"), battle(&mut random)));
        encounters.push((format!("firefight {number}"), firefight(&mut random)));
    }
    let mut comparisons: Vec<(&str, Comparison)> = Vec::new();
    let compared = |(name, text): &(String, String)| program(name, text).compare_samples(fights);
    let compared: Vec<Vec<Comparison>> = encounters.par_iter().map(compared).collect();
    for ((name, _), found) in encounters.iter().zip(compared) {
        let least = found.iter().min_by(|a, b| a.p_value.total_cmp(&b.p_value)).expect("there are metrics");
        println!(
            "{name}: {} comparisons, the least p-value {:.2e}, {}",
            found.len(),
            least.p_value,
            least.what
        );
        comparisons.extend(found.into_iter().map(|comparison| (&**name, comparison)));
    }
    let p_values: Vec<f64> = comparisons.iter().map(|(_, comparison)| comparison.p_value).collect();
    let corrected = holm(&p_values);
    let least = corrected.iter().copied().fold(1.0, f64::min);
    println!(
        "{fights} fights each, {} comparisons, the least corrected p-value {least:.2e}",
        corrected.len()
    );
    let wrong: Vec<String> = comparisons
        .iter()
        .zip(&corrected)
        .filter(|&(_, &corrected)| corrected < SIGNIFICANCE)
        .map(|((name, one), corrected)| {
            format!("{name}, {} (p-value {corrected:.1e}): {}", one.what, one.gap)
        })
        .collect();
    for (name, text) in &encounters {
        if wrong.iter().any(|line| line.starts_with(&format!("{name},"))) {
            println!("# {name}\n{text}");
        }
    }
    assert!(wrong.is_empty(), "by hand and fizzle disagree:\n{}", wrong.join("\n"));
}

fn program(name: &str, text: &str) -> Program {
    let scenario = Document::parse(name, text).and_then(|document| document.check());
    let scenario = scenario.unwrap_or_else(|problems| panic!("{name}: {problems}\n{text}"));
    match name.starts_with("battle") {
        true => Program::battle(name, scenario, Battle::new(text)),
        false => Program::firefight(name, scenario, Firefight::new(text)),
    }
}

/// A scenario that is being drawn.
struct Draft<'a> {
    text: String,
    rng: &'a mut Rng,
}

impl Draft<'_> {
    fn between(&mut self, least: i64, most: i64) -> i64 {
        least - 1 + die(self.rng, most - least + 1)
    }

    /// Whether something happens that does once in so many times.
    fn once_in(&mut self, times: i64) -> bool {
        die(self.rng, times) == 1
    }

    fn set(&mut self, key: &str, value: impl Display) {
        writeln!(self.text, "{key} = {value}").expect("strings can be written to");
    }

    fn number(&mut self, key: &str, least: i64, most: i64) {
        let value = self.between(least, most);
        self.set(key, value);
    }

    /// Sets a key to one of some words, or numbers.
    fn word(&mut self, key: &str, words: &[&str]) {
        let word = words[die(self.rng, words.len() as i64) as usize - 1];
        match word.parse::<bool>().is_ok() || word.starts_with('[') {
            true => self.set(key, word),
            false => self.set(key, format!("\"{word}\"")),
        }
    }

    /// The tables of both sides, with `fill` for each, given how many stronger the other side is.
    fn tables(&mut self, name: &str, most: i64, mut fill: impl FnMut(&mut Self, i64)) {
        let all = self.between(3, most);
        let first = self.between(1, all - 1);
        for (side, own, other) in [("first", first, all - first), ("second", all - first, first)] {
            let mut left = own;
            while left > 0 {
                let count = self.between(1, left.min(3));
                left -= count;
                writeln!(self.text, "[[{name}]]").expect("strings can be written to");
                self.set("side", format!("\"{side}\""));
                self.set("count", count);
                fill(self, other - own);
            }
        }
    }
}

/// The scenario of a battle.
fn battle(rng: &mut Rng) -> String {
    let text = "system = \"ars-magica\"\nprocedure = \"battle\"\n".to_owned();
    let mut draft = Draft { text, rng };
    draft.number("choice.max_rounds", 4, 16);
    draft.word("choice.engage", &["spread", "gang"]);
    draft.word("rules.combat_die", &["text", "shared", "separate"]);
    draft.number("rules.extra_foe_penalty", 1, 4);
    draft.word("rules.simultaneous", &["unless-both-out", "unless-both-sides-out", "always"]);
    draft.word("rules.double_kill", &["score", "total"]);
    draft.number("rules.fatigue_target", 4, 8);
    draft.word("rules.fatigue_success", &["beats", "meets"]);
    draft.word("rules.penalties", &["[0, 0, -1, -3, -5]", "[0, -1, -3]", "[-1, -1, -2, -2]"]);
    draft.number("rules.botch_dice", 0, 3);
    draft.number("rules.step", 4, 6);
    draft.tables("combatant", 8, |draft, outnumbered| {
        let better = outnumbered.clamp(-3, 3);
        if draft.once_in(2) {
            draft.number("initiative", 3, 9);
            draft.number("attack", 4 + better, 8 + better);
            draft.number("defense", 7 + better, 11 + better);
            draft.number("damage", 3, 7);
            draft.number("soak", 2, 6);
            draft.number("combat_fatigue", 3, 8);
        } else {
            for characteristic in ["quickness", "dexterity", "strength", "stamina", "size"] {
                if draft.once_in(2) {
                    draft.number(characteristic, -1, 2);
                }
            }
            draft.number("ability", 3 + better, 6 + better);
            draft.number("encumbrance", -2, 0);
            draft.number("armor", 2, 6);
            draft.word(
                "weapon",
                &[
                    "fist",
                    "dagger",
                    "longsword",
                    "longsword-and-shield",
                    "axe",
                    "axe-and-shield",
                    "long-spear",
                    "quarterstaff",
                ],
            );
        }
        for lost in ["body_lost", "fatigue_lost"] {
            if draft.once_in(4) {
                draft.number(lost, 1, 2);
            }
        }
        if draft.once_in(2) {
            draft.number("missiles", 1, 3);
            draft.number("missile_attack", 4, 9);
            draft.number("missile_damage", 3, 8);
        }
    });
    draft.text
}

/// Switches of a firefight, and their values.
const SWITCHES: [(&str, &[&str]); 19] = [
    ("target_number_cap", &["true", "false"]),
    ("six_plus", &["true", "false"]),
    ("automatic_six", &["exploding", "flat", "success"]),
    ("staging_up", &["house", "book"]),
    ("extra", &["beyond-first", "all"]),
    ("armor", &["dice", "automatic"]),
    ("dodge", &["opposed", "resist"]),
    ("impact_slows_dodge", &["true", "false"]),
    ("cap_before_resist", &["true", "false"]),
    ("damage_track", &["single", "book"]),
    ("drain_dice", &["magic", "willpower"]),
    ("resist_against", &["force", "sorcery"]),
    ("spell_defense", &["true", "false"]),
    ("spell_defense_rounding", &["down", "up"]),
    ("control_drain_up", &["true", "false"]),
    ("control_threshold", &["true", "false"]),
    ("wired", &["decrement", "dice"]),
    ("dodge_penalty", &["true", "false"]),
    ("unaware_defense", &["true", "false"]),
];

/// Numbers of the rules of a firefight, and their least and greatest values.
const NUMBERS: [(&str, i64, i64); 7] = [
    ("target_number_ceiling", 4, 9),
    ("success_step", 4, 8),
    ("successes_per_level", 1, 3),
    ("unarmed_per_level", 1, 2),
    ("ordinary_sixes", 0, 2),
    ("heavy_sixes", 1, 3),
    ("initiative_step", 6, 9),
];

/// The scenario of a firefight: that of the house rules, of the book, or with some rules changed.
fn firefight(rng: &mut Rng) -> String {
    let text = "system = \"shadowrun1\"\nprocedure = \"firefight\"\n".to_owned();
    let mut draft = Draft { text, rng };
    draft.number("choice.max_turns", 2, 6);
    draft.word("rules.preset", &["house", "book"]);
    if !draft.once_in(4) {
        for (switch, values) in SWITCHES {
            if draft.once_in(2) {
                draft.word(&format!("rules.{switch}"), values);
            }
        }
        for (key, least, most) in NUMBERS {
            if draft.once_in(4) {
                draft.number(&format!("rules.{key}"), least, most);
            }
        }
        if draft.once_in(4) {
            draft.word("rules.level_boxes", &["[1, 2, 4, 8]", "[2, 3, 5, 9]"]);
        }
    }
    draft.tables("fighter", 6, |draft, outnumbered| {
        draft.word("target", &["first", "weakest", "spread", "random"]);
        draft.number("reaction", 2, 6);
        if draft.once_in(3) {
            draft.number("wired_level", 1, 3);
        }
        draft.word("surprised", &["true", "false", "false"]);
        draft.number("pool_dice", 0, 3);
        draft.number("body", 3, 7);
        draft.number("dodge_dice", 0, 5);
        if draft.once_in(2) {
            draft.number("dodge_per_action", 1, 3);
        }
        draft.number("attribute", 2, 5);
        draft.word("aware", &["true", "true", "false"]);
        draft.number("magic", 0, 6);
        match draft.between(1, 3) {
            1 => {}
            class => {
                draft.word("armor_class", &[["ordinary", "heavy"][class as usize - 2]]);
                draft.number("armor", 2, 6);
                draft.number("impact", 0, 3);
            }
        }
        if draft.once_in(3) {
            let marks: String = (0..13).map(|_| [".", ".", "/", "X"][draft.between(0, 3) as usize]).collect();
            let marks = format!("....{}..", &marks[..7]);
            let marked = marks.chars().filter(|&mark| mark != '.').count() as i64;
            draft.set("marks", format!("\"{marks}\""));
            draft.number("healed", 0, marked);
        }
        match draft.once_in(3) {
            true => caster(draft, outnumbered),
            false => shooter(draft, outnumbered),
        }
    });
    draft.text
}

fn shooter(draft: &mut Draft<'_>, outnumbered: i64) {
    let better = outnumbered.clamp(-1, 2);
    let skill = draft.between(3 + better, 5 + better);
    draft.set("skill", skill);
    draft.number("power", 3, 7);
    draft.word("level", &["L", "L", "M", "S", "D"]);
    draft.number("staging", 1, 3);
    draft.number("target_number", 4, 7);
    draft.word("damage", &["physical", "physical", "stun"]);
    if draft.once_in(4) {
        draft.number("dodge_number", 3, 6);
    }
    if draft.once_in(2) {
        let attacks = draft.between(1, 3);
        let each = skill / attacks;
        let split: Vec<i64> = (0..attacks).map(|_| draft.between(1, each)).collect();
        draft.set("split", format!("{split:?}"));
        draft.word("spread_fire", &["true", "true", "false"]);
    }
    match draft.between(1, 4) {
        1 => draft.word("kind", &["unarmed"]),
        2 => {
            draft.word("mode", &["burst"]);
            draft.number("recoil_compensation", 0, 2);
            if draft.once_in(2) {
                draft.number("ammunition", 2, 15);
            }
        }
        _ if draft.once_in(3) => draft.number("ammunition", 0, 6),
        _ => {}
    }
}

fn caster(draft: &mut Draft<'_>, outnumbered: i64) {
    let better = outnumbered.clamp(-1, 2);
    draft.word("action", &["cast"]);
    draft.number("sorcery", 2, 6);
    draft.number("willpower", 2, 6);
    draft.number("fetish_dice", 0, 2);
    draft.number("elemental_force", 0, 2);
    draft.number("automatic_sixes", 0, 2);
    draft.number("spell.force", 3 + better, 5 + better);
    if draft.once_in(3) {
        draft.word("spell.category", &["control"]);
    } else {
        draft.word("spell.level", &["L", "L", "M", "S"]);
        draft.number("spell.staging", 1, 3);
        draft.word("spell.damage", &["physical", "stun"]);
    }
    match draft.once_in(2) {
        true => draft.number("spell.drain_power", 2, 5),
        false => draft.number("spell.drain_modifier", -1, 2),
    }
    draft.word("spell.drain_level", &["L", "M", "S"]);
    draft.number("spell.drain_staging", 1, 3);
}
