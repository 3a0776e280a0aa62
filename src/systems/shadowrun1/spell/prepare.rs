//! Prepares a spell, with its distributions, from a checked scenario.

use std::ops::RangeInclusive;

use super::super::dice::Pool;
use super::super::level::{Condition, Level};
use super::super::roll::{PenalizedRoll, Roll, TestKeys};
use super::super::rules::Rules;
use super::super::step;
use super::super::track::{Damage, State, read_damage, read_track};
use super::super::wound::{MARKS, Penalties, PenaltyRanges, Sufferer, wound_penalty};
use super::{Attempt, CASTER_STATE, DRAIN_TYPES, Drain, Effect, STATE, Spell};
use crate::chance::{MetricSpec, Tables};
use crate::description::{CheckedInput, InputReader, Prepared, Ready};

/// Prepares a spell.
pub fn prepare(input: &CheckedInput) -> Prepared {
    let mut input = InputReader::new(input);
    let rules = Rules::read(&input);
    let target = rules.condition(read_track(&mut input, "target"));
    let caster = rules.condition(read_track(&mut input, "caster"));
    let penalties = Penalties {
        actor: wound_penalty(&input, "caster", caster),
        target: wound_penalty(&input, "target", target),
    };
    let sixes = input.integer("caster.automatic_sixes").unsigned_abs();
    let attempt = attempt(&mut input, &rules, PenaltyRanges::of(penalties), sixes);
    let drain = drain(&mut input, &rules, PenaltyRanges::of(penalties));
    let [target, caster] = sufferers(&input, &rules, target, caster);
    let tracks = [target.table("track.csv"), caster.table("caster-track.csv")];
    let metrics = metrics(&rules, &attempt);
    let choices = choices(&input);
    let marks = if rules.single_track { 2 * MARKS } else { 0 };
    let tables = Tables::new(metrics, step::spell()).with_indicators(marks, &[STATE, CASTER_STATE]);
    let spell = Spell { attempt, drain, penalties, target, caster };
    let mut ready = Ready::new(spell, tables, choices);
    if rules.single_track {
        ready.tables.extend(tracks);
    }
    input.finish(ready)
}

/// Describes the spell in one line.
pub fn choices(input: &InputReader) -> String {
    let force = input.integer("spell.force");
    let attribute = input.integer("target.attribute");
    let what = match (is_control(input), input.word("spell.level"), input.find("spell.staging")) {
        (false, Some(level), Some(staging)) => format!("combat spell {level}{staging}"),
        (false, ..) => "combat spell".to_owned(),
        (true, ..) => "control spell".to_owned(),
    };
    format!("{what} at Force {force} against an attribute of {attribute}")
}

pub fn is_control(input: &InputReader) -> bool {
    input.is("spell.category", "control")
}

/// Prepares a spell up to its effect, with this number of automatic sixes.
pub fn attempt(input: &mut InputReader, rules: &Rules, penalties: PenaltyRanges, sixes: u32) -> Attempt {
    let success =
        PenalizedRoll::read(input, penalties.actor, |input, penalty| success(input, rules, sixes, penalty));
    let resistance = resistance(input, rules, penalties.target);
    let effect = effect(input);
    Attempt { success, resistance, effect }
}

/// The target and the caster, before wounds and drain.
pub fn sufferers(input: &InputReader, rules: &Rules, target: Condition, caster: Condition) -> [Sufferer; 2] {
    let damage = if is_control(input) { Damage::Physical } else { read_damage(input, "spell.damage") };
    let physical = input.integer("spell.force") > input.integer("caster.magic");
    let drain = if physical { Damage::Physical } else { Damage::Stun };
    [
        Sufferer::new("the target", rules, target, damage, step::EFFECT, 0),
        Sufferer::new("the caster", rules, caster, drain, step::DRAIN, MARKS),
    ]
}

fn success(input: &mut InputReader, rules: &Rules, sixes: u32, penalty: i32) -> Roll {
    let count = |path| input.integer(path).unsigned_abs();
    let pool = Pool {
        skill: count("spell.force"),
        added: count("caster.pool_dice") + count("caster.fetish_dice") + count("caster.elemental_force"),
        automatic: sixes,
    };
    let number = input.integer("target.attribute") + penalty;
    let keys = TestKeys {
        number: if penalty < 0 { "caster.wound_penalty" } else { "target.attribute" },
        dice: &[
            "spell.force",
            "caster.pool_dice",
            "caster.fetish_dice",
            "caster.elemental_force",
            "caster.automatic_sixes",
        ],
    };
    Roll::read(input, rules, "success", keys, pool, number)
}

/// The resistance test: attribute dice and the intrinsic spell defense. An unaware target has only the
/// latter against a control spell.
fn resistance(
    input: &mut InputReader,
    rules: &Rules,
    penalties: RangeInclusive<i32>,
) -> Option<PenalizedRoll> {
    let aware = !is_control(input) || input.flag("target.aware");
    if !aware && !input.flag("rules.unaware_defense") {
        return None;
    }
    let defense = if input.flag("rules.spell_defense") { defense(input) } else { 0 };
    if !aware && defense == 0 {
        return None;
    }
    let attribute = if aware { input.integer("target.attribute") } else { 0 };
    let pool = Pool { skill: attribute.unsigned_abs(), added: defense.unsigned_abs(), automatic: 0 };
    let (against, number) = match input.is("rules.resist_against", "force") {
        true => ("spell.force", input.integer("spell.force")),
        false => {
            let why = "the target resists against it (rules.resist_against = \"sorcery\")";
            ("caster.sorcery", input.need("caster.sorcery", why))
        }
    };
    Some(PenalizedRoll::read(input, penalties, |input, penalty| {
        let keys = TestKeys {
            number: if penalty < 0 { "target.wound_penalty" } else { against },
            dice: &["target.attribute"],
        };
        let roll = Roll::read(input, rules, "resistance", keys, pool, number + penalty);
        let unaware = if aware { "" } else { "not aware of it, only its spell defense: " };
        Roll { words: format!("{unaware}{}", roll.words), ..roll }
    }))
}

/// The intrinsic spell defense: (6 − Magic) / 2, at least 0, rounded by the rules.
fn defense(input: &InputReader) -> i32 {
    let missing = (6 - input.integer("target.magic")).max(0);
    if input.is("rules.spell_defense_rounding", "up") { (missing + 1) / 2 } else { missing / 2 }
}

fn effect(input: &mut InputReader) -> Effect {
    if is_control(input) {
        let attribute = input.integer("target.attribute");
        let threshold = if input.flag("rules.control_threshold") { attribute } else { 1 };
        return Effect::Control { threshold };
    }
    if input.word("spell.level").is_none() {
        let help = "a combat spell has a wound level: L, M, S or D";
        input.fault("spell.level", "`spell.level` is missing", help);
    }
    let staging = input.need("spell.staging", "a combat spell is staged up by its staging");
    Effect::Combat { level: Level::read(input.word("spell.level")), staging: staging.max(1) }
}

/// Prepares the drain of the spell.
pub fn drain(input: &mut InputReader, rules: &Rules, penalties: PenaltyRanges) -> Drain {
    let power = drain_power(input);
    let (attribute, dice) = match input.is("rules.drain_dice", "magic") {
        true => ("caster.magic", input.integer("caster.magic")),
        false => {
            let why = "it resists the drain (rules.drain_dice = \"willpower\")";
            ("caster.willpower", input.need("caster.willpower", why))
        }
    };
    let pool = Pool {
        skill: dice.unsigned_abs(),
        added: input.integer("caster.elemental_force").unsigned_abs(),
        automatic: 0,
    };
    let modified = input.find("spell.drain_modifier").is_some();
    let resistance = PenalizedRoll::read(input, penalties.actor, |input, penalty| {
        let keys = TestKeys {
            number: match penalty {
                ..0 => "caster.wound_penalty",
                _ if modified => "spell.drain_modifier",
                _ => "spell.drain_power",
            },
            dice: &[attribute, "caster.elemental_force"],
        };
        Roll::read(input, rules, "drain", keys, pool, power + penalty)
    });
    let level = Level::read(input.word("spell.drain_level"));
    let up = i32::from(is_control(input) && input.flag("rules.control_drain_up"));
    Drain { level: level.up(up).capped(), staging: input.integer("spell.drain_staging"), resistance }
}

/// The Power of the drain, either written or derived from the Force.
fn drain_power(input: &mut InputReader) -> i32 {
    match (input.find("spell.drain_power"), input.find("spell.drain_modifier")) {
        (Some(power), None) => power,
        (None, Some(modifier)) => input.integer("spell.force") / 2 + modifier,
        (Some(_), Some(_)) => {
            let help = "leave one of them out";
            input.fault(
                "spell.drain_modifier",
                "`spell.drain_power` and `spell.drain_modifier` cannot both be written",
                help,
            );
            0
        }
        (None, None) => {
            let help = "the Power of the drain, or `drain_modifier`: half the Force and so much more";
            input.fault("spell.drain_power", "`spell.drain_power` is missing", help);
            0
        }
    }
}

fn metrics(rules: &Rules, attempt: &Attempt) -> Vec<MetricSpec> {
    let boxes = rules.most_boxes();
    let resisted = attempt.resistance.as_ref().map_or(0, PenalizedRoll::most);
    vec![
        MetricSpec::open("successes", "successes of the caster", 0, attempt.success.most())
            .called("successes"),
        MetricSpec::open("resisted", "successes of the resistance test", 0, resisted)
            .called("successes to resist"),
        MetricSpec::flag("hit", "1 if the spell takes effect").called("spell takes effect"),
        MetricSpec::label("wound", "the target's wound", Level::LABELS).called("wound"),
        MetricSpec::integer("boxes", "boxes of the wound, whether or not they found room", 0, boxes)
            .called("boxes of the wound")
            .leading(true),
        MetricSpec::label("state", "what becomes of the target", State::LABELS).called("state of the target"),
        MetricSpec::label("drain_wound", "what is left of the drain", Level::LABELS).called("drain"),
        MetricSpec::integer("drain_boxes", "boxes of drain, whether or not they found room", 0, boxes)
            .called("boxes of drain"),
        MetricSpec::label("drain_type", "what boxes the caster marks", DRAIN_TYPES).called("kind of drain"),
        MetricSpec::label("caster_state", "what becomes of the caster", State::LABELS)
            .called("state of the caster"),
    ]
}
