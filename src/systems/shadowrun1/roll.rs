//! Tests of a scenario: their laws, and how their dice come about in words.

use std::ops::RangeInclusive;

use super::dice::{Pool, Successes, Traded};
use super::rules::Rules;
use crate::chance::Law;
use crate::description::words::count;
use crate::description::{InputReader, MAX_DICE};

/// A test, and how its dice come about in words.
pub struct Roll {
    pub law: Law<Successes>,
    pub words: String,
}

/// Where the numbers of a test come from.
#[derive(Clone, Copy)]
pub struct TestKeys<'a> {
    /// The key of its target number, or of what is mostly in it.
    pub number: &'a str,
    /// The keys of its dice.
    pub dice: &'a [&'a str],
}

impl Roll {
    /// A test of a pool. The fault of one with too many dice is noted at one of `keys`.
    pub fn read(
        input: &mut InputReader,
        rules: &Rules,
        name: &str,
        keys: TestKeys,
        pool: Pool,
        target_number: i32,
    ) -> Roll {
        match pool.fits(input, rules, name, keys, target_number) {
            true => Roll { law: rules.test(pool, target_number), words: pool.words(rules, target_number) },
            false => Roll { law: Law::certain(Successes(0)), words: String::new() },
        }
    }

    /// The most successes of its law.
    pub fn most(&self) -> i64 {
        self.law.outcomes().last().map_or(0, |successes| i64::from(successes.0))
    }
}

/// A test at every wound penalty that whoever rolls it may have.
pub struct PenalizedRoll {
    /// The penalty of the first roll; that of each other is 1 more than the one before.
    least: i32,
    rolls: Vec<Roll>,
}

impl PenalizedRoll {
    /// Reads the test `at` each of the penalties. The least leaves the most dice: with a fault
    /// there the others are not read.
    pub fn read(
        input: &mut InputReader,
        penalties: RangeInclusive<i32>,
        mut at: impl FnMut(&mut InputReader, i32) -> Roll,
    ) -> PenalizedRoll {
        let least = *penalties.start();
        let mut rolls = vec![at(input, least)];
        for penalty in penalties.skip(1) {
            if !input.is_sound() {
                break;
            }
            rolls.push(at(input, penalty));
        }
        PenalizedRoll { least, rolls }
    }

    /// The test at one of the penalties.
    #[inline(always)]
    pub fn at(&self, penalty: i32) -> &Roll {
        &self.rolls[(penalty - self.least) as usize]
    }

    /// The most successes at any of the penalties.
    pub fn most(&self) -> i64 {
        self.rolls.iter().map(Roll::most).max().unwrap_or(0)
    }
}

impl Pool {
    /// Whether its dice, traded, are no more than a pool may have; else notes a
    /// fault.
    pub fn fits(
        self,
        input: &mut InputReader,
        rules: &Rules,
        name: &str,
        keys: TestKeys,
        target_number: i32,
    ) -> bool {
        let Traded { dice, .. } = rules.trade(self.skill, target_number);
        let all = i64::from(dice) + i64::from(self.added) + i64::from(self.automatic);
        if all > MAX_DICE {
            let traded = match dice > self.skill {
                true => {
                    format!(", {} of them traded for a target number of {target_number}", dice - self.skill)
                }
                false => String::new(),
            };
            let message = format!("the {name} test has {all} dice{traded}");
            let most = keys.dice.iter().max_by_key(|path| input.find(path));
            let key = if dice > self.skill { keys.number } else { most.unwrap_or(&keys.number) };
            input.fault(key, message, format!("at most {MAX_DICE} dice in a pool"));
        }
        all <= MAX_DICE
    }

    /// Its dice and automatic sixes, those that are there.
    pub fn dice_in_words(self) -> String {
        let dice = self.skill + self.added;
        let sixes = count(self.automatic, "automatic six", "automatic sixes");
        match (dice, self.automatic) {
            (_, 0) => count(dice, "die", "dice"),
            (0, _) => sixes,
            _ => format!("{} and {sixes}", count(dice, "die", "dice")),
        }
    }

    /// How a test of it is rolled.
    pub fn words(self, rules: &Rules, target_number: i32) -> String {
        let traded = rules.trade(self.skill, target_number);
        let whole = Traded { dice: self.skill, target_number };
        let trade = if traded == whole { String::new() } else { format!(", traded for {target_number}") };
        let dice = Pool { skill: traded.dice, ..self }.dice_in_words();
        format!("{dice} against {}{trade}", traded.target_number)
    }
}
