//! `cast`: one attempt at one spell.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;

use super::attempt::{CastingRoll, DispelRoll, Dispelling, Miscast, Rules, Verdict, note_broken};
use super::dice::Count;
use super::{bound, step};
use crate::chance::{Chance, Law, Metric, MetricSpec, Procedure, StepText};
use crate::systems::words::count;
use crate::systems::{Input, Prepared, Ready, Sheet, Value};

const CAST_TOTAL: Metric = Metric(0);
const RESULT: Metric = Metric(1);
const CAST: Metric = Metric(2);
const MISCAST: Metric = Metric(3);
const RETURNED_CASTING: Metric = Metric(4);
const RETURNED_DISPELLING: Metric = Metric(5);
/// Only where the caster's wounds are given.
const CASTER_WOUNDED: Metric = Metric(6);

/// What becomes of the attempt, in the order of the labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Failed,
    Dispelled,
    Broken,
    Cast,
}

const RESULTS: &[&str] = &["failed", "dispelled", "broken", "cast"];

/// One attempt at one spell.
pub struct Cast {
    /// How it is cast, in words.
    declared: String,
    roll_words: String,
    magic_dice: u32,
    casting: Law<CastingRoll>,
    /// The least total that can pass.
    first_total: i32,
    /// From it on, how each total is answered: the place of a dispelling attempt.
    answers: Vec<Option<usize>>,
    dispellings: Vec<Dispelling>,
    wounds: Option<Wounds>,
    metrics: Vec<MetricSpec>,
    steps: Vec<StepText>,
}

/// What miscasts do to the caster.
struct Wounds {
    all: i32,
    backlash: Law<Lost>,
    implosion: Law<Lost>,
}

/// Wounds that the caster loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Lost(i32);

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", count(self.0.unsigned_abs(), "wound", "wounds"))
    }
}

impl Procedure for Cast {
    fn resolve<C: Chance>(&self, chance: &mut C, start: C::Of<()>) -> C::Of<()> {
        let passed = chance.stage(start, |chance, ()| self.attempt(chance));
        let miscast = chance.stage(passed, |chance, passed| {
            let roll = passed?;
            if self.dispelled(chance, roll.total) {
                result(chance, Outcome::Dispelled);
                return None;
            }
            self.resolve_spell(chance, roll.verdict)
        });
        chance.stage(miscast, |chance, miscast| {
            if let Some(miscast) = miscast {
                self.apply(chance, miscast);
            }
        })
    }

    fn metrics(&self) -> &[MetricSpec] {
        &self.metrics
    }

    fn steps(&self) -> &[StepText] {
        &self.steps
    }
}

impl Cast {
    /// A: the casting attempt. Yields the roll if it is passed.
    #[inline(always)]
    fn attempt<C: Chance>(&self, chance: &mut C) -> Option<CastingRoll> {
        chance.note(step::DECLARE, || self.declared.clone());
        chance.note(step::ROLL_CASTING, || self.roll_words.clone());
        let roll = chance.draw(&self.casting);
        chance.record(CAST_TOTAL, roll.total);
        roll.verdict.note(chance);
        if let Verdict::Failed { back } = roll.verdict {
            result(chance, Outcome::Failed);
            chance.record(RETURNED_CASTING, back);
            return None;
        }
        Some(roll)
    }

    /// B: whether the dispelling attempt, if one is made, is successful.
    #[inline(always)]
    fn dispelled<C: Chance>(&self, chance: &mut C, total: i32) -> bool {
        let answer = self.answers[(total - self.first_total) as usize];
        let Some(dispelling) = answer.map(|place| &self.dispellings[place]) else {
            chance.note(step::DECLARE_DISPEL, || "no dispelling attempt is made".to_owned());
            return false;
        };
        chance.note(step::DECLARE_DISPEL, || {
            format!("{} against a total of {total}", count(dispelling.dice, "dispel die", "dispel dice"))
        });
        match dispelling.roll(chance) {
            DispelRoll::Dispelled => true,
            DispelRoll::Failed { back } => {
                chance.record(RETURNED_DISPELLING, back);
                false
            }
        }
    }

    /// C and D: whether the spell is cast. Yields the miscast effect to apply.
    #[inline(always)]
    fn resolve_spell<C: Chance>(&self, chance: &mut C, verdict: Verdict) -> Option<Miscast> {
        if let Verdict::Broken { back } = verdict {
            note_broken(chance, back);
            result(chance, Outcome::Broken);
            chance.record(MISCAST, Miscast::BROKEN.0);
            chance.record(RETURNED_CASTING, back);
            return None;
        }
        chance.note(step::RESOLVE, || "the spell is cast".to_owned());
        result(chance, Outcome::Cast);
        chance.record(CAST, true);
        let Verdict::Miscast(miscast) = verdict else {
            return None;
        };
        chance.record(MISCAST, miscast.0);
        Some(miscast)
    }

    /// F: the miscast effect.
    #[inline(always)]
    fn apply<C: Chance>(&self, chance: &mut C, miscast: Miscast) {
        chance.note(step::MISCAST, || format!("{}: {}", miscast.name(), miscast.effect(self.magic_dice)));
        let Some(wounds) = &self.wounds else {
            return;
        };
        let Lost(lost) = match miscast.0 {
            5 => chance.draw(&wounds.backlash),
            6 => chance.draw(&wounds.implosion),
            7 => Lost(wounds.all),
            _ => Lost(0),
        };
        chance.record(CASTER_WOUNDED, lost);
    }
}

#[inline(always)]
fn result<C: Chance>(chance: &mut C, outcome: Outcome) {
    chance.record(RESULT, outcome as i64);
}

impl Wounds {
    /// Hits wound on 4 or more; no more wounds are lost than the caster has.
    fn new(all: i32) -> Self {
        let law = |hits: u32| {
            let die = Law::die(6).map(|face| i32::from(face >= 4));
            Law::repeat(hits, &die, 0, |sum, wound| sum + wound).map(move |sum| Lost(sum.min(all)))
        };
        Wounds { all, backlash: law(2), implosion: law(4) }
    }
}

/// Prepares one attempt.
pub fn prepare(input: &Input) -> Prepared {
    let mut sheet = Sheet::new(input);
    let rules = Rules::read(&sheet);
    let roll = CastingStep::read(&mut sheet, &rules);
    let totals: Vec<i32> = roll.law.outcomes().iter().map(|roll| roll.total).collect();
    let passing =
        || roll.law.outcomes().iter().filter(|roll| !matches!(roll.verdict, Verdict::Failed { .. }));
    let first_total = passing().map(|roll| roll.total).min().unwrap_or(0);
    let last_total = passing().map(|roll| roll.total).max().unwrap_or(0);
    let reply = Reply::read(&mut sheet);
    let (answers, dispellings) = reply.to(first_total..=last_total, &rules);
    let wounds = sheet.find("caster.wounds").map(Wounds::new);

    let integer = |name, help, min, max| MetricSpec::integer(name, help, min, max);
    let most_back = |dice: u32| i64::from(dice);
    let most_dispel = dispellings.iter().map(|dispelling| dispelling.dice).max().unwrap_or(0);
    let least = totals.iter().copied().min().unwrap_or(0);
    let greatest = totals.iter().copied().max().unwrap_or(0);
    let mut metrics = vec![
        integer("cast_total", "the total casting roll", least.into(), greatest.into()),
        MetricSpec::label("result", "what becomes of the attempt", RESULTS),
        MetricSpec::flag("cast", "1 if the spell is cast"),
        integer("miscast", "the miscast that takes effect, 1 to 7; 0 for none", 0, 7),
        integer("returned_casting", "magic dice that Fizzle returns", 0, most_back(roll.dice)),
        integer("returned_dispelling", "dispel dice that Fizzle returns", 0, most_back(most_dispel)),
    ];
    if let Some(wounds) = &wounds {
        metrics.push(integer("caster_wounded", "wounds the caster loses to a miscast", 0, wounds.all.into()));
    }
    let choices = format!("{}, {}", roll.declared, reply.words());
    let cast = Cast {
        declared: roll.declared,
        roll_words: roll.words,
        magic_dice: roll.dice,
        casting: roll.law,
        first_total,
        answers,
        dispellings,
        wounds,
        metrics,
        steps: step::steps(),
    };
    let ready = Ready::new(cast, choices);
    Prepared { ready, faults: sheet.into_faults() }
}

/// How the casting total comes about.
struct CastingStep {
    declared: String,
    words: String,
    dice: u32,
    law: Law<CastingRoll>,
}

impl CastingStep {
    fn read(sheet: &mut Sheet, rules: &Rules) -> Self {
        let resistance = sheet.integer("target.magic_resistance");
        if let Some(total) = sheet.find("choice.casting_total") {
            return CastingStep::on_the_table(sheet, total);
        }
        if let Some(totals) = sheet.integers("spell.bound") {
            return CastingStep::bound(sheet, rules, totals, resistance);
        }
        let dice = sheet.need("choice.magic_dice", "how many magic dice are used: 1 to rules.max_magic_dice");
        let dice = u32::try_from(dice).unwrap_or(0);
        rules.check_dice(sheet, "choice.magic_dice", dice);
        let boosted = sheet.flag("choice.boosted");
        // Without its value there is no spell to boost, but the basic one is needed too.
        let basic =
            sheet.need("spell.casting_value", "what the casting roll has to reach; or name `spell.bound`");
        let value = match boosted {
            true => sheet.need("spell.boosted_value", "choice.boosted = true casts against it"),
            false => basic,
        };
        let modifier = sheet.integer("caster.casting_modifier") - resistance;
        let rules = *rules;
        let law = rules.faces(dice).map(move |faces| rules.casting(faces, dice, modifier, value));
        let version = if boosted { "boosted value" } else { "casting value" };
        CastingStep {
            declared: format!("{} against {version} {value}", count(dice, "magic die", "magic dice")),
            words: rules.casting_words(dice, modifier, value),
            dice,
            law,
        }
    }

    /// The roll has happened.
    fn on_the_table(sheet: &mut Sheet, total: i32) -> Self {
        let given = |sheet: &Sheet, path| sheet.value(path).is_some();
        for path in ["choice.magic_dice", "spell.casting_value", "spell.boosted_value", "spell.bound"] {
            if given(sheet, path) {
                already_in_total(sheet, path);
            }
        }
        for path in ["caster.casting_modifier", "target.magic_resistance"] {
            if sheet.integer(path) != 0 {
                already_in_total(sheet, path);
            }
        }
        if sheet.flag("choice.boosted") {
            already_in_total(sheet, "choice.boosted");
        }
        CastingStep {
            declared: format!("a casting total of {total} on the table"),
            words: "the casting roll has passed".to_owned(),
            dice: 0,
            law: Law::certain(CastingRoll { total, verdict: Verdict::Cast }),
        }
    }

    /// A bound spell: no roll.
    fn bound(sheet: &mut Sheet, rules: &Rules, totals: &[i64], resistance: i32) -> Self {
        bound::refuse_values(sheet, "spell");
        if sheet.flag("choice.boosted") {
            sheet.fault("choice.boosted", "a bound spell cannot be boosted", "leave `choice.boosted` out");
        }
        let dice = sheet.need("choice.magic_dice", "2 or 3 for a bound spell");
        bound::check_dice(sheet, rules, "choice.magic_dice", dice.unsigned_abs());
        let total = bound::total(totals, dice) - resistance;
        CastingStep {
            declared: format!("a bound spell with {dice} magic dice"),
            words: "a bound spell passes without a roll".to_owned(),
            dice: 0,
            law: Law::certain(CastingRoll { total, verdict: Verdict::Cast }),
        }
    }
}

fn already_in_total(sheet: &mut Sheet, path: &str) {
    let message = format!("`{path}` and `choice.casting_total` exclude each other");
    sheet.fault(
        path,
        message,
        "the casting roll has happened: its total has everything in it; leave this out",
    );
}

/// How the dispeller answers a passed attempt.
struct Reply {
    modifier: i32,
    dice: ReplyDice,
}

enum ReplyDice {
    /// So many; 0: no attempt is made.
    Fixed(u32),
    /// The fewest of at most `pool` dice that dispel with such a probability.
    LeastFor { probability: f64, pool: u32 },
}

impl Reply {
    fn read(sheet: &mut Sheet) -> Self {
        let modifier = sheet.integer("dispeller.dispelling_modifier");
        let pool = sheet.find("pool.dispel_dice");
        let dice = match sheet.value("choice.dispel_dice") {
            Some(Value::Word(text)) => {
                let pool = sheet
                    .need("pool.dispel_dice", "\"least-for\" chooses from a pool: how many dice are in it");
                let probability = least_for(text).unwrap_or_else(|| {
                    let message = format!("`choice.dispel_dice` cannot be \"{text}\"");
                    let help = "write a number of dice, or \"least-for 0.5\" with a probability above 0 and at most 1";
                    sheet.fault("choice.dispel_dice", message, help);
                    1.0
                });
                ReplyDice::LeastFor { probability, pool: pool.unsigned_abs() }
            }
            _ => {
                let dice = sheet.integer("choice.dispel_dice");
                if let Some(pool) = pool.filter(|&pool| dice > pool) {
                    let message = format!("{dice} dispel dice are more than there are");
                    sheet.fault("choice.dispel_dice", message, format!("at most pool.dispel_dice = {pool}"));
                }
                ReplyDice::Fixed(dice.unsigned_abs())
            }
        };
        Reply { modifier, dice }
    }

    /// How each of these totals is answered, and the answers.
    fn to(&self, totals: RangeInclusive<i32>, rules: &Rules) -> (Vec<Option<usize>>, Vec<Dispelling>) {
        let enough = rules.needed(*totals.end(), self.modifier);
        let mut known: BTreeMap<u32, Law<Count>> = BTreeMap::new();
        let mut dispellings = Vec::new();
        let answers = totals.map(|total| {
            let needed = rules.needed(total, self.modifier);
            let mut counts =
                |dice: u32| known.entry(dice).or_insert_with(|| rules.counts(dice, enough)).clone();
            let dice = self.dice(needed, &mut counts)?;
            dispellings.push(rules.dispelling(&counts(dice), dice, needed));
            Some(dispellings.len() - 1)
        });
        (answers.collect(), dispellings)
    }

    /// How many dice are used where they need to show so much together.
    fn dice(&self, needed: i32, mut counts: impl FnMut(u32) -> Law<Count>) -> Option<u32> {
        match self.dice {
            ReplyDice::Fixed(dice) => (dice > 0).then_some(dice),
            ReplyDice::LeastFor { probability, pool } => {
                let can_reach = |dice: &u32| i64::from(*dice) * 6 >= i64::from(needed);
                (1..=pool).filter(can_reach).find(|&dice| {
                    let counts = counts(dice);
                    let enough = counts.iter().filter(|(count, _)| count.sum >= needed);
                    enough.map(|(_, p)| p).sum::<f64>() >= probability - 1e-12
                })
            }
        }
    }

    fn words(&self) -> String {
        match self.dice {
            ReplyDice::Fixed(0) => "not dispelled".to_owned(),
            ReplyDice::Fixed(dice) => count(dice, "dispel die", "dispel dice"),
            ReplyDice::LeastFor { probability, pool } => {
                let percent = 100.0 * probability;
                format!("dispelled with the fewest of {pool} dice that do it in {percent} % of rolls")
            }
        }
    }
}

/// The probability in `least-for 0.5`.
fn least_for(text: &str) -> Option<f64> {
    let probability: f64 = text.strip_prefix("least-for ")?.trim().parse().ok()?;
    (probability > 0.0 && probability <= 1.0).then_some(probability)
}
