//! From a checked scenario to a spell with its laws.

use super::super::dice::Pool;
use super::super::level::{Condition, Level};
use super::super::roll::{Keys, Roll};
use super::super::rules::Rules;
use super::super::step;
use super::super::track::{Damage, State, read_damage, read_track};
use super::super::wound::{MARKS, Sufferer, wound_penalty};
use super::{DRAIN_TYPES, Drain, Effect, Spell};
use crate::chance::MetricSpec;
use crate::systems::{CheckedInput, Prepared, Ready, Sheet};

/// Prepares a spell.
pub fn prepare(input: &CheckedInput) -> Prepared {
    let mut sheet = Sheet::new(input);
    let rules = Rules::read(&sheet);
    let control = sheet.word("spell.category") == Some("control");
    let force = sheet.integer("spell.force");
    let target = Condition::new(&rules, read_track(&mut sheet, "target.marks"));
    let caster = Condition::new(&rules, read_track(&mut sheet, "caster.marks"));
    let of_caster = wound_penalty(&sheet, "caster", caster);
    let of_target = wound_penalty(&sheet, "target", target);
    let success = success(&mut sheet, &rules, force, of_caster);
    let resistance = resistance(&mut sheet, &rules, force, control, of_target);
    let effect = effect(&mut sheet, control);
    let drain = drain(&mut sheet, &rules, force, control, of_caster);
    let target =
        Sufferer::new("the target", &rules, target, read_damage(&sheet, "spell.damage"), step::EFFECT, 0);
    let physical = force > sheet.integer("caster.magic");
    let caster = Sufferer::new(
        "the caster",
        &rules,
        caster,
        if physical { Damage::Physical } else { Damage::Stun },
        step::DRAIN,
        MARKS,
    );
    let tables = [target.table("track.csv"), caster.table("caster-track.csv")];
    let metrics = metrics(&rules, &success, resistance.as_ref());
    let choices = choices(&sheet, control);
    let marks = if rules.single_track { 2 * MARKS } else { 0 };
    let steps = step::spell();
    let spell = Spell { success, resistance, effect, drain, target, caster, marks, metrics, steps };
    let mut ready = Ready::new(spell, choices);
    if rules.single_track {
        ready.tables.extend(tables);
    }
    sheet.finish(ready)
}

/// The spell in a line.
fn choices(sheet: &Sheet, control: bool) -> String {
    let force = sheet.integer("spell.force");
    let attribute = sheet.integer("target.attribute");
    let what = match (control, sheet.word("spell.level"), sheet.find("spell.staging")) {
        (false, Some(level), Some(staging)) => format!("combat spell {level}{staging}"),
        (false, ..) => "combat spell".to_owned(),
        (true, ..) => "control spell".to_owned(),
    };
    format!("{what} at Force {force} against an attribute of {attribute}")
}

fn success(sheet: &mut Sheet, rules: &Rules, force: i32, penalty: i32) -> Roll {
    let count = |path| sheet.integer(path).unsigned_abs();
    let pool = Pool {
        skill: force.unsigned_abs(),
        added: count("caster.pool_dice") + count("caster.fetish_dice") + count("caster.elemental_force"),
        automatic: count("caster.automatic_sixes"),
    };
    let number = sheet.integer("target.attribute") + penalty;
    let keys = Keys {
        number: if penalty < 0 { "caster.wound_penalty" } else { "target.attribute" },
        dice: &[
            "spell.force",
            "caster.pool_dice",
            "caster.fetish_dice",
            "caster.elemental_force",
            "caster.automatic_sixes",
        ],
    };
    Roll::read(sheet, rules, "success", keys, pool, number)
}

/// The resistance test: attribute dice and the intrinsic spell defense. Against a control
/// spell that it does not know of the target has the latter alone.
fn resistance(sheet: &mut Sheet, rules: &Rules, force: i32, control: bool, penalty: i32) -> Option<Roll> {
    let aware = !control || sheet.flag("target.aware");
    if !aware && !sheet.flag("rules.unaware_defense") {
        return None;
    }
    let defense = if sheet.flag("rules.spell_defense") { defense(sheet) } else { 0 };
    if !aware && defense == 0 {
        return None;
    }
    let attribute = if aware { sheet.integer("target.attribute") } else { 0 };
    let pool = Pool { skill: attribute.unsigned_abs(), added: defense.unsigned_abs(), automatic: 0 };
    let against =
        if sheet.is("rules.resist_against", "force") { force } else { sheet.integer("caster.sorcery") };
    let keys = Keys { number: "target.wound_penalty", dice: &["target.attribute"] };
    let roll = Roll::read(sheet, rules, "resistance", keys, pool, against + penalty);
    let unaware = if aware { "" } else { "not aware of it, only its spell defense: " };
    Some(Roll { words: format!("{unaware}{}", roll.words), ..roll })
}

/// The intrinsic spell defense: half of what is missing to 6 Magic.
fn defense(sheet: &Sheet) -> i32 {
    let missing = (6 - sheet.integer("target.magic")).max(0);
    if sheet.is("rules.spell_defense_rounding", "up") { (missing + 1) / 2 } else { missing / 2 }
}

fn effect(sheet: &mut Sheet, control: bool) -> Effect {
    if control {
        let attribute = sheet.integer("target.attribute");
        let threshold = if sheet.flag("rules.control_threshold") { attribute } else { 1 };
        return Effect::Control { threshold };
    }
    if sheet.word("spell.level").is_none() {
        let help = "a combat spell has a wound level: L, M, S or D";
        sheet.fault("spell.level", "`spell.level` is missing", help);
    }
    let staging = sheet.need("spell.staging", "a combat spell is staged up by its staging");
    Effect::Combat { level: Level::read(sheet.word("spell.level")), staging: staging.max(1) }
}

fn drain(sheet: &mut Sheet, rules: &Rules, force: i32, control: bool, penalty: i32) -> Drain {
    let power = match (sheet.find("spell.drain_power"), sheet.find("spell.drain_modifier")) {
        (Some(power), None) => power,
        (None, Some(modifier)) => force / 2 + modifier,
        (Some(_), Some(_)) => {
            let help = "leave one of them out";
            sheet.fault(
                "spell.drain_modifier",
                "`spell.drain_power` and `spell.drain_modifier` cannot both be written",
                help,
            );
            0
        }
        (None, None) => {
            let help = "the Power of the drain, or `drain_modifier`: half the Force and so much more";
            sheet.fault("spell.drain_power", "`spell.drain_power` is missing", help);
            0
        }
    };
    let attribute = match sheet.is("rules.drain_dice", "magic") {
        true => "caster.magic",
        false => "caster.willpower",
    };
    let pool = Pool {
        skill: sheet.integer(attribute).unsigned_abs(),
        added: sheet.integer("caster.elemental_force").unsigned_abs(),
        automatic: 0,
    };
    let modified = sheet.find("spell.drain_modifier").is_some();
    let keys = Keys {
        number: match penalty {
            ..0 => "caster.wound_penalty",
            _ if modified => "spell.drain_modifier",
            _ => "spell.drain_power",
        },
        dice: &[attribute, "caster.elemental_force"],
    };
    let level = Level::read(sheet.word("spell.drain_level"));
    let up = i32::from(control && sheet.flag("rules.control_drain_up"));
    Drain {
        level: level.up(up).capped(),
        staging: sheet.integer("spell.drain_staging"),
        resistance: Roll::read(sheet, rules, "drain", keys, pool, power + penalty),
    }
}

fn metrics(rules: &Rules, success: &Roll, resistance: Option<&Roll>) -> Vec<MetricSpec> {
    let boxes = rules.most_boxes();
    vec![
        MetricSpec::open("successes", "successes of the caster", 0, success.most()).called("successes"),
        MetricSpec::open("resisted", "successes of the resistance test", 0, resistance.map_or(0, Roll::most))
            .called("successes to resist"),
        MetricSpec::flag("hit", "1 if the spell takes effect").called("spell takes effect"),
        MetricSpec::label("wound", "the target's wound", Level::LABELS).called("wound"),
        MetricSpec::integer("boxes", "its boxes, whether or not they found room", 0, boxes)
            .called("boxes of the wound"),
        MetricSpec::label("state", "what becomes of the target", State::LABELS).called("state of the target"),
        MetricSpec::label("drain_wound", "what is left of the drain", Level::LABELS).called("drain"),
        MetricSpec::integer("drain_boxes", "its boxes, whether or not they found room", 0, boxes)
            .called("boxes of drain"),
        MetricSpec::label("drain_type", "what boxes the caster marks", DRAIN_TYPES).called("kind of drain"),
        MetricSpec::label("caster_state", "what becomes of the caster", State::LABELS)
            .called("state of the caster"),
    ]
}
