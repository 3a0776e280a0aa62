//! What dispel dice do against the totals of a phase.

use std::ops::RangeInclusive;

use super::super::attempt::{DispelRoll, Verdict, can_reach};
use super::super::dice::Count;
use super::game::Game;
use crate::chance::{Law, Stopped, Work};

/// What dispel dice do against each total that can pass. The totals stand
/// innermost, so that all of them are looked up in one sweep.
#[derive(Debug)]
pub struct Chances {
    /// Ascending.
    pub totals: Vec<i32>,
    /// By the number of dice, up to the first that dispels every total.
    dice: Vec<Against>,
    /// The most dice that may be worth using: those that are certain against the
    /// highest total that can be reached.
    most: u32,
    /// Probabilities of 0, one a total.
    pub nothing: Vec<f64>,
}

/// What some dispel dice do, by total.
#[derive(Clone, Debug)]
pub struct Against {
    pub dispelled: Vec<f64>,
    /// The attempt fails, by the number of dice that return.
    pub failed: Vec<Failed>,
    /// The attempt fails.
    pub passes: Vec<f64>,
}

/// A failed attempt with some number of dice that return. Low totals do not leave
/// room for it: the probabilities are those of the totals from `first` on.
#[derive(Clone, Debug)]
pub struct Failed {
    pub back: usize,
    pub first: usize,
    pub p: Vec<f64>,
}

impl Failed {
    /// The way to fail with these probabilities, by total, if there is any.
    fn new(back: usize, p: &[f64]) -> Option<Self> {
        let first = p.iter().position(|&p| p > 0.0)?;
        Some(Failed { back, first, p: p[first..].to_vec() })
    }

    fn probability(&self, total: usize) -> f64 {
        total.checked_sub(self.first).map_or(0.0, |place| self.p[place])
    }
}

impl Chances {
    /// What every number of dice does, that may be worth using.
    ///
    /// # Errors
    /// When somebody asks to stop.
    pub fn new(game: &Game, work: &Work<'_>) -> Result<Self, Stopped> {
        let outcomes = game.choices.iter().flat_map(|choice| choice.law.outcomes());
        let passed = outcomes.filter(|rolled| !matches!(rolled.roll.verdict, Verdict::Failed { .. }));
        let mut totals: Vec<i32> = passed.map(|rolled| rolled.roll.total).collect();
        totals.sort_unstable();
        totals.dedup();
        let needed: Vec<i32> =
            totals.iter().map(|&total| game.rules.needed(total, game.dispelling_modifier)).collect();
        // So many dice show as much even where each shows 1.
        let certain = |needed: i32| game.dispel_dice.min(u32::try_from(needed).unwrap_or(0).max(1));
        let most = needed.last().map_or(0, |&needed| certain(needed));
        let in_reach = needed.iter().copied().filter(|&needed| can_reach(most, needed)).max();
        let counts = game.rules.counts_up_to(most, in_reach.unwrap_or(0));
        // Against totals that are out of reach only the dice that return matter.
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

    /// The most dice that may be worth using, were any number allowed.
    pub fn most(&self) -> u32 {
        self.most
    }

    /// What so many dice do; `None`: they dispel every total.
    pub fn of(&self, dice: u32) -> Option<&Against> {
        self.dice.get(dice as usize)
    }

    /// The numbers of dice that are worth looking at among those that may be used:
    /// more than what is certain is never better, and on a tie the fewest count.
    pub fn useful(&self, dice: RangeInclusive<u32>) -> RangeInclusive<u32> {
        let (fewest, most) = dice.into_inner();
        fewest..=most.min(self.most().max(fewest))
    }

    /// What so many dice against one total lead to, where `gain` is to be averted.
    /// `dispelled` and `through` are the values that follow, by the dice then left.
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
    /// `counts` is the law of the dice against a total that needs so much.
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
