//! The tests of a scenario: their distributions, and descriptions of their dice.

use std::ops::RangeInclusive;

use super::dice::{Pool, Successes, Traded};
use super::rules::Rules;
use crate::chance::Law;
use crate::description::words::count;
use crate::description::{InputReader, MAX_DICE};

/// A test, and the description of its dice.
pub struct Roll {
    pub law: Law<Successes>,
    pub words: String,
}

/// The keys from which the numbers of a test come, for error messages.
#[derive(Clone, Copy)]
pub struct TestKeys<'a> {
    /// The key of its target number, or of its largest part.
    pub number: &'a str,
    /// The keys of its dice.
    pub dice: &'a [&'a str],
}

impl Roll {
    /// A test of a pool. Too many dice are reported as a fault at one of `keys`.
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

    /// The maximum number of successes.
    pub fn most(&self) -> i64 {
        self.law.outcomes().last().map_or(0, |successes| i64::from(successes.0))
    }
}

/// A test at every possible wound penalty of the character who rolls it.
pub struct PenalizedRoll {
    /// The penalty of the first roll; it increases by 1 with each further roll.
    least: i32,
    rolls: Vec<Roll>,
}

impl PenalizedRoll {
    /// Reads the test `at` each of the penalties. The lowest penalty gives the most dice, so if that
    /// test has a fault, the others are not read.
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

    /// The maximum number of successes at any of the penalties.
    pub fn most(&self) -> i64 {
        self.rolls.iter().map(Roll::most).max().unwrap_or(0)
    }
}

impl Pool {
    /// Whether the number of dice after the trade is allowed for a pool; if not, reports a fault.
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

    /// Describes its dice and automatic sixes, as far as there are any.
    pub fn dice_in_words(self) -> String {
        let dice = self.skill + self.added;
        let sixes = count(self.automatic, "automatic six", "automatic sixes");
        match (dice, self.automatic) {
            (_, 0) => count(dice, "die", "dice"),
            (0, _) => sixes,
            _ => format!("{} and {sixes}", count(dice, "die", "dice")),
        }
    }

    /// Describes a test of this pool.
    pub fn words(self, rules: &Rules, target_number: i32) -> String {
        let traded = rules.trade(self.skill, target_number);
        let whole = Traded { dice: self.skill, target_number };
        let trade = if traded == whole { String::new() } else { format!(", traded for {target_number}") };
        let dice = Pool { skill: traded.dice, ..self }.dice_in_words();
        format!("{dice} against {}{trade}", traded.target_number)
    }
}
