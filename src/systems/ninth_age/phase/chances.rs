//! The effects of dispel dice against the totals of a phase.

use std::ops::RangeInclusive;

use super::super::attempt::{DispelRoll, Verdict, can_reach};
use super::super::dice::Count;
use super::game::Game;
use crate::chance::{Law, Stopped, Work};

/// The effects of dispel dice against each total that can pass. The total is the innermost index, so
/// that all totals are processed in one sweep.
#[derive(Debug)]
pub struct Chances {
    /// Ascending.
    pub totals: Vec<i32>,
    /// By the number of dice, up to the first number that dispels every total.
    dice: Vec<Against>,
    /// The maximum number of dice that may be worth using: as many as dispel the highest total within
    /// reach with certainty.
    most: u32,
    /// A probability of 0 for each total.
    pub nothing: Vec<f64>,
}

/// The effects of a number of dispel dice, by total.
#[derive(Clone, Debug)]
pub struct Against {
    pub dispelled: Vec<f64>,
    /// The dispelling attempt fails, by the number of dice that return.
    pub failed: Vec<Failed>,
    /// The probability that the dispelling attempt fails.
    pub passes: Vec<f64>,
}

/// A failed dispelling attempt with some number of dice that return. It cannot happen against low
/// totals, so the probabilities start at index `first`.
#[derive(Clone, Debug)]
pub struct Failed {
    pub back: usize,
    pub first: usize,
    pub p: Vec<f64>,
}

impl Failed {
    /// A failure with these probabilities by total, or `None` if all are 0.
    fn new(back: usize, p: &[f64]) -> Option<Self> {
        let first = p.iter().position(|&p| p > 0.0)?;
        Some(Failed { back, first, p: p[first..].to_vec() })
    }

    fn probability(&self, total: usize) -> f64 {
        total.checked_sub(self.first).map_or(0.0, |place| self.p[place])
    }
}

impl Chances {
    /// Computes the effects of every number of dice that may be worth using.
    ///
    /// # Errors
    /// When the work was told to stop.
    pub fn new(game: &Game, work: &Work<'_>) -> Result<Self, Stopped> {
        let outcomes = game.choices.iter().flat_map(|choice| choice.law.outcomes());
        let passed = outcomes.filter(|rolled| !matches!(rolled.roll.verdict, Verdict::Failed { .. }));
        let mut totals: Vec<i32> = passed.map(|rolled| rolled.roll.total).collect();
        totals.sort_unstable();
        totals.dedup();
        let needed: Vec<i32> =
            totals.iter().map(|&total| game.rules.needed(total, game.dispelling_modifier)).collect();
        // With this many dice the sum is enough even if each shows 1.
        let certain = |needed: i32| game.dispel_dice.min(u32::try_from(needed).unwrap_or(0).max(1));
        let most = needed.last().map_or(0, |&needed| certain(needed));
        let in_reach = needed.iter().copied().filter(|&needed| can_reach(most, needed)).max();
        let counts = game.rules.counts_up_to(most, in_reach.unwrap_or(0));
        // Against totals out of reach, only the dice that return matter.
        let hopeless = game.rules.hopeless_counts_up_to(most);
        let dice = (0..=most).map(|dice| {
            work.go_on(0)?;
            let (counts, hopeless) = (&counts[dice as usize], &hopeless[dice as usize]);
            let laws = |needed| if can_reach(most, needed) { counts } else { hopeless };
            Ok(Against::new(game, dice, &needed, laws))
        });
        let dice = dice.collect::<Result<_, _>>()?;
        Ok(Chances { most: in_reach.map_or(0, certain), nothing: vec![0.0; totals.len()], totals, dice })
    }

    pub fn place(&self, total: i32) -> usize {
        self.totals.partition_point(|other| *other < total)
    }

    /// The maximum number of dice that may be worth using, without regard to the pool.
    pub fn most(&self) -> u32 {
        self.most
    }

    /// The effects of this number of dice; `None` if they dispel every total.
    pub fn of(&self, dice: u32) -> Option<&Against> {
        self.dice.get(dice as usize)
    }

    /// Restricts numbers of dice to the useful ones: more dice than are certain to dispel are never
    /// better, and ties go to the fewest.
    pub fn useful(&self, dice: RangeInclusive<u32>) -> RangeInclusive<u32> {
        let (fewest, most) = dice.into_inner();
        fewest..=most.min(self.most().max(fewest))
    }

    /// The expected value after using this number of dice against one total, where `gain` is gained if
    /// the spell is not dispelled. `dispelled` and `through` are the values of the following states, by
    /// the number of dispel dice left.
    pub fn expect(
        &self,
        total: usize,
        dice: u32,
        left: u32,
        gain: f64,
        dispelled: &[f64],
        through: &[f64],
    ) -> f64 {
        let after = (left - dice) as usize;
        let Some(chance) = self.of(dice) else {
            return dispelled[after];
        };
        let failed =
            chance.failed.iter().map(|failed| failed.probability(total) * through[after + failed.back]);
        chance.dispelled[total] * dispelled[after] + failed.sum::<f64>() + chance.passes[total] * gain
    }
}

impl Against {
    /// `counts` returns the distribution of the dice against a total that needs this sum.
    fn new<'a>(game: &Game, dice: u32, needed: &[i32], counts: impl Fn(i32) -> &'a Law<Count>) -> Self {
        let mut dispelled = vec![0.0; needed.len()];
        let mut failed = vec![vec![0.0; needed.len()]; dice as usize + 1];
        if dice == 0 {
            failed[0].fill(1.0);
        } else {
            for (total, &needed) in needed.iter().enumerate() {
                for (roll, p) in game.rules.dispelling(counts(needed), dice, needed).law.iter() {
                    match roll {
                        DispelRoll::Dispelled => dispelled[total] = p,
                        DispelRoll::Failed { back } => failed[back as usize][total] = p,
                    }
                }
            }
        }
        let passes = (0..needed.len()).map(|total| failed.iter().map(|p| p[total]).sum()).collect();
        let failed = failed.iter().enumerate().filter_map(|(back, p)| Failed::new(back, p)).collect();
        Against { dispelled, failed, passes }
    }
}
