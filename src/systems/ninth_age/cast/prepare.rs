//! Prepares an attempt, with its distributions, from a checked scenario.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::super::attempt::{CastingRoll, Dispelling, Miscast, Rules, Verdict, can_reach, refuse_large_laws};
use super::super::dice::Count;
use super::super::{bound, step};
use super::{Attempt, Cast, RESULTS, Replies, Wounds};
use crate::chance::{Law, MetricSpec, Tables};
use crate::description::words::{count, signed};
use crate::description::{
    CheckedInput, Datum, DerivedValue, DerivedValues, InputReader, Prepared, Ready, Value,
};

/// Prepares one attempt.
pub fn prepare(input: &CheckedInput) -> Prepared {
    let mut input = InputReader::new(input);
    let rules = Rules::read(&input);
    let attempt = Attempt::read(&mut input, &rules);
    let mut reply = Reply::read(&mut input);
    let totals = attempt.passing_totals();
    if reply.is_too_large(&mut input, totals.clone(), &rules) {
        reply.dice = ReplyDice::Fixed(0);
    }
    let replies = reply.to(totals, &rules);
    let wounds = input.find("caster.wounds").map(Wounds::new);
    let metrics = metrics(&attempt, &replies, wounds.as_ref());
    let choices = format!("{}, {}", attempt.declared, reply.words());
    let values = reply.derived_value(&replies);
    let cast = Cast { attempt, replies, wounds };
    let mut ready = Ready::new(cast, Tables::new(metrics, step::steps()), choices);
    ready.derived = DerivedValues::new(Box::new(|| values.into_iter().collect()));
    input.finish(ready)
}

fn metrics(attempt: &Attempt, replies: &Replies, wounds: Option<&Wounds>) -> Vec<MetricSpec> {
    let totals = || attempt.law.outcomes().iter().map(|roll| i64::from(roll.total));
    let dispel_dice = replies.dispellings.iter().map(|dispelling| dispelling.dice).max().unwrap_or(0);
    let integer = |name, help, min, max| MetricSpec::integer(name, help, min, max);
    let mut metrics = vec![
        integer(
            "cast_total",
            "the total casting roll",
            totals().min().unwrap_or(0),
            totals().max().unwrap_or(0),
        )
        .called("casting total"),
        MetricSpec::label("result", "what becomes of the attempt", RESULTS)
            .called("result of the attempt")
            .played_for(RESULTS.len() - 1),
        MetricSpec::flag("cast", "1 if the spell is cast").called("spell is cast").leading(true),
        MetricSpec::coded("miscast", "the miscast that takes effect", Miscast::NAMES).called("miscast"),
        integer("returned_casting", "magic dice that Fizzle returns", 0, attempt.magic_dice.into())
            .called("magic dice returned"),
        integer("returned_dispelling", "dispel dice that Fizzle returns", 0, dispel_dice.into())
            .called("dispel dice returned"),
    ];
    if let Some(wounds) = wounds {
        metrics.push(
            integer("caster_wounded", "wounds the caster loses to a miscast", 0, wounds.all.into())
                .called("wounds the caster loses"),
        );
    }
    metrics
}

impl Attempt {
    fn read(input: &mut InputReader, rules: &Rules) -> Self {
        let resistance = input.integer("target.magic_resistance");
        if let Some(total) = input.find("choice.casting_total") {
            return Attempt::on_the_table(input, total);
        }
        if let Some(totals) = input.integers("spell.bound") {
            return Attempt::bound(input, rules, totals, resistance);
        }
        let dice = input.need("choice.magic_dice", "how many magic dice are used: 1 to rules.max_magic_dice");
        let dice = u32::try_from(dice).unwrap_or(0);
        rules.check_dice(input, "choice.magic_dice", dice);
        let boosted = input.flag("choice.boosted");
        // The basic value is required even if the boosted version is cast.
        let basic =
            input.need("spell.casting_value", "what the casting roll has to reach; or name `spell.bound`");
        let (version, value) = match boosted {
            true => ("boosted", input.need("spell.boosted_value", "choice.boosted = true casts against it")),
            false => ("casting", basic),
        };
        let modifier = input.integer("caster.casting_modifier") - resistance;
        let rules = *rules;
        Attempt {
            declared: format!("{} against {version} value {value}", count(dice, "magic die", "magic dice")),
            roll_words: rules.casting_words(dice, modifier, value),
            magic_dice: dice,
            law: rules.faces(dice).map(move |faces| rules.casting(faces, dice, modifier, value)),
        }
    }

    /// The range of the totals with which the attempt may pass.
    fn passing_totals(&self) -> RangeInclusive<i32> {
        let passes = |roll: &&CastingRoll| !matches!(roll.verdict, Verdict::Failed { .. });
        let totals = || self.law.outcomes().iter().filter(passes).map(|roll| roll.total);
        totals().min().unwrap_or(0)..=totals().max().unwrap_or(0)
    }

    /// An attempt whose casting roll has already happened.
    fn on_the_table(input: &mut InputReader, total: i32) -> Self {
        let given = |input: &InputReader, path| input.value(path).is_some();
        for path in ["choice.magic_dice", "spell.casting_value", "spell.boosted_value", "spell.bound"] {
            if given(input, path) {
                already_in_total(input, path);
            }
        }
        for path in ["caster.casting_modifier", "target.magic_resistance"] {
            if input.integer(path) != 0 {
                already_in_total(input, path);
            }
        }
        if input.flag("choice.boosted") {
            already_in_total(input, "choice.boosted");
        }
        Attempt {
            declared: format!("a casting total of {total} on the table"),
            roll_words: "the casting roll has passed".to_owned(),
            magic_dice: 0,
            law: Law::certain(CastingRoll { total, verdict: Verdict::Cast }),
        }
    }

    /// An attempt with a bound spell, without a roll.
    fn bound(input: &mut InputReader, rules: &Rules, totals: &[i64], resistance: i32) -> Self {
        bound::refuse_values(input, "spell");
        if input.flag("choice.boosted") {
            input.fault("choice.boosted", "a bound spell cannot be boosted", "leave `choice.boosted` out");
        }
        let dice = input.need("choice.magic_dice", "2 or 3 for a bound spell");
        bound::check_dice(input, rules, "choice.magic_dice", dice.unsigned_abs());
        let total = bound::total(totals, dice.unsigned_abs(), resistance);
        Attempt {
            declared: format!("a bound spell with {dice} magic dice"),
            roll_words: "a bound spell passes without a roll".to_owned(),
            magic_dice: 0,
            law: Law::certain(CastingRoll { total, verdict: Verdict::Cast }),
        }
    }
}

fn already_in_total(input: &mut InputReader, path: &str) {
    let message = format!("`{path}` and `choice.casting_total` cannot both be written");
    input.fault(
        path,
        message,
        "the casting roll has happened: its total has everything in it; leave this out",
    );
}

/// The dispeller's reply to a passed attempt.
struct Reply {
    modifier: i32,
    dice: ReplyDice,
}

enum ReplyDice {
    /// A fixed number; 0: no attempt is made.
    Fixed(u32),
    /// The fewest dice, at most `pool`, that dispel with at least this probability.
    LeastFor { probability: f64, pool: u32, text: String },
}

impl Reply {
    fn read(input: &mut InputReader) -> Self {
        let modifier = input.integer("dispeller.dispelling_modifier");
        let pool = input.find("pool.dispel_dice");
        let dice = match input.value("choice.dispel_dice") {
            Some(Value::Word(text)) => {
                let pool = input
                    .need("pool.dispel_dice", "\"least-for\" chooses from a pool: how many dice are in it");
                let probability = least_for(text).unwrap_or_else(|| {
                    let message = format!("`choice.dispel_dice` cannot be \"{text}\"");
                    let help = "write a number of dice, or \"least-for 0.5\" with a probability above 0 and at most 1";
                    input.fault("choice.dispel_dice", message, help);
                    1.0
                });
                let text = text.trim_start_matches("least-for").trim().to_owned();
                ReplyDice::LeastFor { probability, pool: pool.unsigned_abs(), text }
            }
            _ => {
                let dice = input.integer("choice.dispel_dice");
                if let Some(pool) = pool.filter(|&pool| dice > pool) {
                    let message = format!("{dice} dispel dice are more than there are");
                    input.fault("choice.dispel_dice", message, format!("at most pool.dispel_dice = {pool}"));
                }
                ReplyDice::Fixed(dice.unsigned_abs())
            }
        };
        Reply { modifier, dice }
    }

    /// Whether the distributions of the dice that are used, or tried, are too large; if so, reports a
    /// fault.
    fn is_too_large(&self, input: &mut InputReader, totals: RangeInclusive<i32>, rules: &Rules) -> bool {
        let (path, dice) = match self.dice {
            ReplyDice::Fixed(dice) => ("choice.dispel_dice", dice),
            ReplyDice::LeastFor { pool, .. } => ("pool.dispel_dice", pool),
        };
        refuse_large_laws(input, path, dice, totals.map(|total| rules.needed(total, self.modifier)))
    }

    /// The replies to all totals in this range.
    fn to(&self, totals: RangeInclusive<i32>, rules: &Rules) -> Replies {
        let first_total = *totals.start();
        let highest = rules.needed(*totals.end(), self.modifier);
        // The distributions by the number of dice, and whether they can reach the total.
        let mut known: BTreeMap<(u32, bool), Law<Count>> = BTreeMap::new();
        let mut dispellings: Vec<Dispelling> = Vec::new();
        let places = totals.map(|total| {
            let needed = rules.needed(total, self.modifier);
            let dice = self.dice(needed, rules)?;
            let in_reach = can_reach(dice, needed);
            let enough = if in_reach { highest.min(6 * dice as i32) } else { needed };
            let counts = known.entry((dice, in_reach)).or_insert_with(|| rules.counts(dice, enough));
            dispellings.push(rules.dispelling(counts, dice, needed));
            Some(dispellings.len() - 1)
        });
        let places = places.collect();
        Replies { first_total, places, dispellings, none: self.words_for_none() }
    }

    /// The number of dice that are used if their sum has to reach `needed`; `None`: no attempt is made.
    fn dice(&self, needed: i32, rules: &Rules) -> Option<u32> {
        match self.dice {
            ReplyDice::Fixed(dice) => (dice > 0).then_some(dice),
            ReplyDice::LeastFor { probability, pool, .. } => {
                // The probability rises with the number of dice, so a binary search finds the fewest.
                let (mut fewest, mut most) = (1, pool + 1);
                while fewest < most {
                    let half = fewest.midpoint(most);
                    match rules.reaches(half, needed) >= probability - 1e-12 {
                        true => most = half,
                        false => fewest = half + 1,
                    }
                }
                (fewest <= pool).then_some(fewest)
            }
        }
    }

    fn words(&self) -> String {
        match self.dice {
            ReplyDice::Fixed(0) => "not dispelled".to_owned(),
            ReplyDice::Fixed(dice) => count(dice, "dispel die", "dispel dice"),
            ReplyDice::LeastFor { pool, ref text, .. } => {
                format!("dispelled with the fewest of {pool} dice for a probability of {text}")
            }
        }
    }

    fn words_for_none(&self) -> String {
        match self.dice {
            ReplyDice::Fixed(_) => "no dispelling attempt is made".to_owned(),
            ReplyDice::LeastFor { pool, ref text, .. } => {
                format!("no number of dice up to {pool} dispels with a probability of {text}: none are used")
            }
        }
    }

    /// With `least-for`, a derived value that lists the dice used against each total.
    fn derived_value(&self, replies: &Replies) -> Option<DerivedValue> {
        let ReplyDice::LeastFor { .. } = self.dice else {
            return None;
        };
        let dice = |place: &Option<usize>| place.map_or(0, |place| replies.dispellings[place].dice);
        let mut first = replies.first_total;
        let mut parts = Vec::new();
        for same in replies.places.chunk_by(|a, b| dice(a) == dice(b)) {
            let last = first + same.len() as i32 - 1;
            let totals =
                if first == last { signed(first) } else { format!("{} to {}", signed(first), signed(last)) };
            let used = match dice(&same[0]) {
                0 => "none".to_owned(),
                used => count(used, "die", "dice"),
            };
            parts.push(format!("{used} against {totals}"));
            first = last + 1;
        }
        let text = parts.join(", ");
        Some(DerivedValue {
            name: "dispel_dice".into(),
            title: "dispel dice".into(),
            value: Datum::Text(text.clone()),
            text,
        })
    }
}

/// The probability in `least-for 0.5`.
fn least_for(text: &str) -> Option<f64> {
    let probability: f64 = text.strip_prefix("least-for ")?.trim().parse().ok()?;
    (probability > 0.0 && probability <= 1.0).then_some(probability)
}
