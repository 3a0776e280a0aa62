//! From a checked scenario to an attack with its laws.

use super::super::dice::{Pool, Successes, successes};
use super::super::level::Level;
use super::super::roll::{Roll, TestKeys};
use super::super::rules::Rules;
use super::super::step;
use super::super::track::{State, read_damage, read_track};
use super::super::wound::{MARKS, Sufferer, wound_penalty};
use super::{Attack, PENALTY, STATE, Weapon};
use crate::chance::{MetricSpec, Tables};
use crate::description::{CheckedInput, InputReader, Prepared, Ready};

/// Prepares the attacks of an action.
pub fn prepare(input: &CheckedInput) -> Prepared {
    let mut input = InputReader::new(input);
    let rules = Rules::read(&input);
    let burst = input.word("weapon.mode") == Some("burst");
    let weapon = weapon(&mut input, burst);
    let split = split(&mut input);
    let recoil = recoil(&input, burst, split.len());
    let attacks = attacks(&mut input, &rules, &split, recoil);
    let before = rules.condition(read_track(&mut input, "target.marks"));
    let penalty = wound_penalty(&input, "target", before);
    let opposed = input.is("rules.dodge", "opposed");
    let dodge_dice = dodge_dice(&input);
    let dodge = opposed.then(|| dodge(&mut input, &rules, burst, dodge_dice, penalty));
    let resistance = resistance(&mut input, &rules, if opposed { 0 } else { dodge_dice }, penalty);
    let damage = read_damage(&input, "weapon.damage");
    let target = Sufferer::new("the target", &rules, before, damage, step::MARK, 0);
    let metrics = metrics(&rules, &attacks, dodge.as_ref());
    let choices = choices(&input, &split, burst);
    let table = target.table("track.csv");
    let single_track = rules.single_track;
    let cap_before_resist = input.flag("rules.cap_before_resist");
    let marks = if single_track { MARKS } else { 0 };
    let tables = Tables::new(metrics, step::attack()).with_indicators(marks, &[STATE, PENALTY]);
    let attack = Attack { rules, weapon, cap_before_resist, attacks, dodge, resistance, target };
    let mut ready = Ready::new(attack, tables, choices);
    if single_track {
        ready.tables.push(table);
    }
    input.finish(ready)
}

/// The action in a line.
fn choices(input: &InputReader, split: &[u32], burst: bool) -> String {
    let code = format!(
        "{}{}{}",
        input.integer("weapon.power"),
        input.word("weapon.level").unwrap_or_default(),
        input.integer("weapon.staging")
    );
    let how = match (input.word("weapon.kind") == Some("unarmed"), burst) {
        (true, _) => "unarmed attack",
        (_, true) => "burst",
        (_, false) => "shot",
    };
    let attacks = if split.len() == 1 { how.to_owned() } else { format!("{} {how}s", split.len()) };
    let dice: Vec<String> = split.iter().map(u32::to_string).collect();
    let body = input.integer("target.body");
    format!("{attacks} {code} with {} skill dice against Body {body}", dice.join(" + "))
}

fn weapon(input: &mut InputReader, burst: bool) -> Weapon {
    let unarmed = input.word("weapon.kind") == Some("unarmed");
    if unarmed && burst {
        input.fault("weapon.mode", "an unarmed attack fires no bursts", "leave out `mode`, or `kind`");
    }
    let level = Level::read(input.word("weapon.level"));
    let level = if burst { level.up(1).capped() } else { level };
    let staging = input.integer("weapon.staging");
    // The book stages up as it stages down, by what is beyond the first success.
    let (per_level, all_are_extra) = match (input.is("rules.staging_up", "book"), unarmed) {
        (true, _) => (staging, false),
        (false, true) => (input.integer("rules.unarmed_per_level"), input.is("rules.extra", "all")),
        (false, false) => (input.integer("rules.successes_per_level"), input.is("rules.extra", "all")),
    };
    Weapon { level, staging, per_level, all_are_extra }
}

/// The skill dice of each attack.
fn split(input: &mut InputReader) -> Vec<u32> {
    let skill = input.integer("attacker.skill").unsigned_abs();
    let Some(split) = input.integers("choice.split") else {
        return vec![skill];
    };
    let split: Vec<u32> = split.iter().map(|&dice| u32::try_from(dice).unwrap_or(0)).collect();
    let sum: u32 = split.iter().sum();
    if sum > skill {
        let message = format!("the attacks are split over {sum} skill dice");
        input.fault("choice.split", message, format!("at most attacker.skill = {skill} in all"));
    }
    split
}

/// What recoil adds to the target number of every attack.
fn recoil(input: &InputReader, burst: bool, attacks: usize) -> i32 {
    let bursts = attacks as i32 + input.integer("choice.other_bursts");
    match burst {
        true => (bursts - input.integer("weapon.recoil_compensation")).max(0),
        false => 0,
    }
}

fn attacks(input: &mut InputReader, rules: &Rules, split: &[u32], recoil: i32) -> Vec<Roll> {
    let target_number =
        input.integer("choice.target_number") + input.integer("attacker.wound_penalty") + recoil;
    let count = |input: &InputReader, path| input.integer(path).unsigned_abs();
    let first = Pool {
        skill: 0,
        added: count(input, "attacker.pool_dice"),
        automatic: count(input, "attacker.automatic_sixes"),
    };
    let mut rolls = Vec::new();
    for (place, &skill) in split.iter().enumerate() {
        let pool = if place == 0 { Pool { skill, ..first } } else { Pool { skill, ..Pool::default() } };
        let recoil = if recoil > 0 { format!(", recoil {recoil} in it") } else { String::new() };
        let name = match split.len() {
            1 => String::new(),
            _ => format!("attack {}: ", place + 1),
        };
        let keys = TestKeys {
            number: "choice.target_number",
            dice: &["attacker.skill", "attacker.pool_dice", "attacker.automatic_sixes"],
        };
        let roll = Roll::read(input, rules, "attack", keys, pool, target_number);
        rolls.push(Roll { words: format!("{name}{}{recoil}", roll.words), ..roll });
    }
    rolls
}

/// The dice that are left of the dodge pool.
fn dodge_dice(input: &InputReader) -> u32 {
    let impact = input.integer("target.impact").unsigned_abs().div_ceil(2);
    let slowed = if input.flag("rules.impact_slows_dodge") { impact } else { 0 };
    input.integer("target.dodge_dice").unsigned_abs().saturating_sub(slowed)
}

fn dodge(input: &mut InputReader, rules: &Rules, burst: bool, dice: u32, penalty: i32) -> Roll {
    let number = input.find("choice.dodge_number").unwrap_or(if burst { 5 } else { 4 });
    let penalty = if input.flag("rules.dodge_penalty") { penalty } else { 0 };
    let pool = Pool { skill: dice, ..Pool::default() };
    let number_key = if penalty < 0 { "target.wound_penalty" } else { "choice.dodge_number" };
    let keys = TestKeys { number: number_key, dice: &["target.dodge_dice"] };
    Roll::read(input, rules, "dodge", keys, pool, number + penalty)
}

/// Body against the Power, armor and what joins it against the raw Power.
fn resistance(input: &mut InputReader, rules: &Rules, joining_dodge: u32, penalty: i32) -> Roll {
    let count_of = |input: &InputReader, path| input.integer(path).unsigned_abs();
    let armor = armor(input);
    let dodge = Pool { added: joining_dodge, ..Pool::default() };
    let karma = Pool { automatic: count_of(input, "target.automatic_sixes"), ..Pool::default() };
    let power = input.integer("weapon.power");
    let body = Pool { skill: count_of(input, "target.body"), ..Pool::default() };
    let body_number = power + penalty;
    let armor_number = rules.armor_number(power);
    let body_keys = TestKeys { number: "target.wound_penalty", dice: &["target.body"] };
    let of_body = Roll::read(input, rules, "Body", body_keys, body, body_number);
    let beside =
        Pool { skill: 0, added: armor.added + dodge.added, automatic: armor.automatic + karma.automatic };
    let beside_keys = TestKeys {
        number: "weapon.power",
        dice: &["target.armor", "target.dodge_dice", "target.automatic_sixes"],
    };
    if !beside.fits(input, rules, "armor", beside_keys, armor_number) {
        return of_body;
    }
    let of_armor = rules
        .dice(beside.added, armor_number)
        .and(&rules.automatic_sixes(beside.automatic, armor_number), |a, b| a + b);
    let law = of_body.law.and(&of_armor, |Successes(body), armor| body as u32 + armor);
    let parts: Vec<String> = [("armor", armor), ("dodge", dodge), ("karma", karma)]
        .into_iter()
        .filter(|(_, pool)| *pool != Pool::default())
        .map(|(name, pool)| format!("{name} {}", pool.dice_in_words()))
        .collect();
    let beside = match parts.is_empty() {
        true => String::new(),
        false => format!("; {} against {armor_number}", parts.join(", ")),
    };
    Roll { law: successes(&law), words: format!("Body {}{beside}", of_body.words) }
}

/// The dice and automatic sixes of armor.
fn armor(input: &mut InputReader) -> Pool {
    let armor = input.integer("target.armor").unsigned_abs();
    let sixes = |path| input.integer(path).unsigned_abs();
    let (added, automatic) = match (input.word("target.armor_class"), input.is("rules.armor", "dice")) {
        (Some("ordinary"), true) => (armor, sixes("rules.ordinary_sixes")),
        (Some("heavy"), true) => (armor, sixes("rules.heavy_sixes")),
        (Some("ordinary" | "heavy"), false) => (0, armor),
        _ => {
            for path in ["target.armor", "target.impact"] {
                if input.integer(path) > 0 {
                    let help = "write target.armor_class = \"ordinary\" or \"heavy\", or leave it out";
                    input.fault(path, format!("`{path}` without a class of armor"), help);
                }
            }
            (0, 0)
        }
    };
    Pool { skill: 0, added, automatic }
}

fn metrics(rules: &Rules, attacks: &[Roll], dodge: Option<&Roll>) -> Vec<MetricSpec> {
    let hits = attacks.len() as i64;
    let boxes = rules.most_boxes();
    vec![
        MetricSpec::open("successes", "successes of all attacks", 0, attacks.iter().map(Roll::most).sum())
            .called("successes"),
        MetricSpec::open("dodge", "successes of the dodge", 0, dodge.map_or(0, Roll::most))
            .called("dodge successes"),
        MetricSpec::integer("hit", "attacks that hit", 0, hits).called("attacks that hit"),
        MetricSpec::label("wound", "the worst wound", Level::LABELS).called("worst wound"),
        MetricSpec::integer("boxes", "boxes of all wounds, whether or not they found room", 0, hits * boxes)
            .called("boxes of wounds"),
        MetricSpec::label("state", "what becomes of the target", State::LABELS).called("state of the target"),
        MetricSpec::integer("penalty", "the target's penalty to target numbers", 0, 4)
            .called("target's wound penalty"),
    ]
}
