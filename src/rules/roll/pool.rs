//! Dice with known arguments: their exact distribution, and how they are rolled.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::super::range::Range;
use super::by_face::by_face;
use super::physical::Physical;
use super::sums::{Sums, sums};
use super::{Answers, Asked, TooMuch};
use crate::chance::{Law, Roller};

/// The dice of a roll, and the questions about them.
pub struct Pool {
    pub physical: Arc<Physical>,
    /// The probability of each number of a die, the highest number first.
    pub weights: Vec<f64>,
    pub chain: Option<Chain>,
    /// The probability that cuts omit, of one die.
    pub omitted: f64,
    /// Whether all answers add up die by die.
    pub is_added: bool,
}

/// The chain of an open-ended die.
#[derive(Clone, Copy, Debug)]
pub struct Chain {
    /// The probability that a die is rolled on.
    pub goes_on: f64,
    /// The maximum number of dice that follow one die, before the chain is cut or ends.
    pub length: u32,
    /// Whether it ends then.
    pub is_limited: bool,
    /// Whether they add to the die itself, instead of being further dice.
    pub is_compound: bool,
}

/// So many additions take about as long as one number of a chain, which is looked up in a tree.
pub const STEPS_OF_CHAIN: f64 = 60.0;

impl Chain {
    /// The probability that the cut omits.
    pub fn omitted(self) -> f64 {
        if self.is_limited { 0.0 } else { self.goes_on.powi(self.length as i32 + 1) }
    }

    /// The probability that the cut omits, if they add to the die: further dice are counted one by one.
    pub fn omitted_by_die(self) -> f64 {
        if self.is_compound { self.omitted() } else { 0.0 }
    }

    /// Whether a die that was rolled on so often is not rolled on once more.
    pub fn ends_after(self, further: u32) -> bool {
        self.is_limited && further == self.length
    }
}

impl Pool {
    /// For each reroll, the numbers that are rerolled.
    pub fn again(&self) -> &[Vec<i64>] {
        &self.physical.again
    }

    /// The answers to the questions, from what the dice show. Sorts them, the highest first.
    pub fn answers(&self, shown: &mut [i64]) -> Vec<i32> {
        self.physical.answers(shown)
    }

    /// The least answers that add up die by die, however unlikely they are; none for other answers.
    pub fn least(&self) -> impl Iterator<Item = Option<i64>> {
        let Physical { asked, dice, .. } = &*self.physical;
        asked.iter().map(|asked| match asked {
            Asked::Added(by_number) if self.chain.is_none_or(|chain| chain.is_compound) => {
                Some(i64::from(*dice) * by_number.iter().min().copied().unwrap_or(0))
            }
            _ => None,
        })
    }

    /// The ranges of the answers, if they add up die by die and no die is rolled on: then they need no
    /// distribution.
    pub fn ranges(&self) -> Option<Vec<Range>> {
        let Physical { numbers, asked, dice, .. } = &*self.physical;
        let is_shown = |place: &usize| self.weights[*place] > 0.0;
        let range = |asked: &Asked| match asked {
            Asked::Added(by_number) if self.chain.is_none() => {
                let shown = (0..numbers.len()).filter(is_shown);
                let die = shown.map(|place| Range::only(by_number[place])).reduce(Range::join)?;
                Some(die.times((*dice).into()))
            }
            _ => None,
        };
        asked.iter().map(range).collect()
    }

    /// The number of one die, for readers that roll die by die.
    pub fn one(&self) -> Law<Answers> {
        let numbers = self.physical.numbers.iter().map(|&number| Answers::only(number));
        let weighted = numbers.zip(self.weights.clone());
        let physical = Arc::clone(&self.physical);
        let recipe = move |roller: &mut dyn Roller| {
            let mut shown = Vec::new();
            physical.roll_one(roller, &mut shown);
            Answers::only(shown.iter().sum())
        };
        Law::new(weighted.collect(), self.omitted, Arc::new(recipe))
    }

    /// A law for readers that roll dice: it has the recipe, but not the probabilities.
    pub fn unread(&self) -> Law<Answers> {
        let physical = Arc::clone(&self.physical);
        let recipe = move |roller: &mut dyn Roller| physical.roll(roller);
        Law::new(vec![(Answers::default(), 1.0)], 0.0, Arc::new(recipe))
    }

    /// The exact distribution of the answers, and the number of steps that it took.
    ///
    /// # Errors
    /// If it takes more than `most` steps.
    pub fn law(&self, most: f64) -> Result<(Law<Answers>, f64), TooMuch> {
        let Physical { numbers, asked, dice, .. } = &*self.physical;
        let physical = Arc::clone(&self.physical);
        let recipe = Arc::new(move |roller: &mut dyn Roller| physical.roll(roller));
        if !self.is_added {
            let omitted = f64::from(*dice) * self.omitted;
            let (weighted, steps) = by_face(numbers, &self.weights, asked, *dice, most)?;
            return Ok((Law::new(weighted, omitted, recipe), steps));
        }
        let (each, steps_of_each) = self.each(most)?;
        let Sums { weighted, omitted: cut, steps } = sums(&each, *dice, most - steps_of_each)?;
        let steps = steps + steps_of_each;
        let omitted = (0..*dice).fold(cut, |omitted, _| omitted + (1.0 - omitted) * each.omitted());
        let law = Law::new(weighted, omitted, recipe);
        // The sum of many open-ended dice has a long tail, of which no more is kept than of a die.
        let is_long = asked.len() == 1 && each.omitted() > 0.0;
        Ok((if is_long { law.cut(each.omitted()) } else { law }, steps))
    }

    /// The distribution of what one die adds, together with the dice that follow it, and the number of steps that it
    /// took.
    ///
    /// # Errors
    /// If it takes more than `most` steps.
    fn each(&self, most: f64) -> Result<(Law<Answers>, f64), TooMuch> {
        let Physical { numbers, asked, open, .. } = &*self.physical;
        let added = |place: usize| {
            let mut answers = Answers::default();
            for (answer, asked) in answers.0.iter_mut().zip(asked) {
                let Asked::Added(by_place) = asked else { continue };
                *answer = by_place[place] as i32;
            }
            answers
        };
        let each: Vec<(Answers, f64)> =
            (0..numbers.len()).map(|place| (added(place), self.weights[place])).collect();
        let no_recipe = Arc::new(|_: &mut dyn Roller| Answers::default());
        let Some(chain) = self.chain.filter(|chain| !chain.is_compound) else {
            return Ok((Law::new(each, self.omitted, no_recipe), 0.0));
        };
        let mut steps = 0.0;
        let is_open: Vec<bool> = numbers.iter().map(|number| open.contains(number)).collect();
        let mut chained = Vec::new();
        let mut begun = BTreeMap::from([(Answers::default(), 1.0)]);
        for further in 0..=chain.length {
            let mut goes_on: BTreeMap<Answers, f64> = BTreeMap::new();
            steps += STEPS_OF_CHAIN * (begun.len() * each.len()) as f64;
            if steps > most {
                return Err(TooMuch);
            }
            for (so_far, mass) in begun {
                for (&(answers, weight), &is_open) in each.iter().zip(&is_open) {
                    match is_open && !chain.ends_after(further) {
                        true => *goes_on.entry(so_far.plus(answers)).or_default() += mass * weight,
                        false => chained.push((so_far.plus(answers), mass * weight)),
                    }
                }
            }
            begun = goes_on;
        }
        Ok((Law::new(chained, chain.omitted() + self.omitted, no_recipe), steps))
    }
}
