//! Tests: open-ended dice against a target number.

use std::fmt;

use super::rules::{AutomaticSix, Rules};
use crate::chance::{Drawn, Law, Memo};

/// Dice are cut after this number of explosions, as on the rule page: 6^-24 is omitted.
const EXPLOSIONS: u32 = 24;

/// The probability that is omitted in the upper tail of the successes of a test. It is about as small
/// as what the cut dice omit, and too small to show in any number.
const CUT: f64 = 1e-18;

/// The successes of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Successes(pub i32);

impl Drawn for Successes {}

impl fmt::Display for Successes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.0 == 1 { "" } else { "es" };
        write!(f, "{} success{plural}", self.0)
    }
}

/// Dice that are rolled together: a skill or an attribute, and added dice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pool {
    /// The dice that the target-number trade may take or add.
    pub skill: u32,
    /// Dice that are added and never traded.
    pub added: u32,
    /// Automatic sixes.
    pub automatic: u32,
}

/// A test after the target-number trade.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Traded {
    pub dice: u32,
    pub target_number: i32,
}

impl Rules {
    /// The target-number trade. Above the ceiling, dice are given up for a lower target number; below
    /// 2, there are additional dice against 2. A skill of 0 can pay for nothing and gains nothing.
    pub fn trade(&self, skill: u32, target_number: i32) -> Traded {
        let ceiling = self.target_number_ceiling;
        if !self.target_number_cap || skill == 0 {
            return Traded { dice: skill, target_number: target_number.max(2) };
        }
        if target_number > ceiling {
            let given = (i64::from(target_number) - i64::from(ceiling)).min(i64::from(skill) - 1);
            return Traded { dice: skill - given as u32, target_number: target_number - given as i32 };
        }
        let more = u32::try_from(2 - target_number).unwrap_or(0);
        Traded { dice: skill + more, target_number: target_number.max(2) }
    }

    /// The target number of armour dice: the raw number, never traded.
    pub fn armor_number(&self, power: i32) -> i32 {
        match self.target_number_cap {
            true => power.clamp(2, self.target_number_ceiling),
            false => power.max(2),
        }
    }

    /// The successes of a die of this value against a target number.
    pub fn score(&self, value: u32, target_number: i32) -> u32 {
        let over = i64::from(value) - i64::from(target_number);
        match over {
            ..0 => 0,
            _ if !self.six_plus => 1,
            _ => 1 + (over / i64::from(self.success_step)) as u32,
        }
    }

    /// The distribution of the successes of `dice` dice against a target number.
    pub fn dice(&self, dice: u32, target_number: i32) -> Law<u32> {
        static TESTS: Memo<(u32, i32, bool, i32), u32> = Memo::new();
        let rules = *self;
        TESTS.law((dice, target_number, self.six_plus, self.success_step), || {
            let die = Law::exploding(6, EXPLOSIONS).scored(move |value| rules.score(value, target_number));
            Law::repeat_within(CUT, dice, &die, 0, |sum, score| sum + score)
        })
    }

    /// The distribution of the successes of automatic sixes against a target number.
    pub fn automatic_sixes(&self, sixes: u32, target_number: i32) -> Law<u32> {
        let rules = *self;
        let six = match self.automatic_six {
            AutomaticSix::Exploding => Law::exploding(6, EXPLOSIONS)
                .lying(6)
                .scored(move |value| rules.score(6 + value, target_number)),
            AutomaticSix::Flat => Law::certain(rules.score(6, target_number)),
            AutomaticSix::Success => Law::certain(1),
        };
        Law::repeat_within(CUT, sixes, &six, 0, |sum, score| sum + score)
    }

    /// The distribution of the successes of a test.
    pub fn test(&self, pool: Pool, target_number: i32) -> Law<Successes> {
        let Traded { dice, target_number } = self.trade(pool.skill, target_number);
        let dice = self.dice(dice + pool.added, target_number);
        let sixes = self.automatic_sixes(pool.automatic, target_number);
        successes(&dice.and(&sixes, |a, b| a + b))
    }
}

/// Successes, with the upper tail cut.
pub fn successes(sum: &Law<u32>) -> Law<Successes> {
    sum.map(|sum| Successes(sum as i32)).cut(CUT)
}
