//! One die of a roll: the numbers that it can show, and how likely each of them is.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::super::program::{Expr, NoValue};
use super::pool::{Chain, STEPS_OF_CHAIN};
use super::{Context, MOST_STEPS, OpenEnd, Roll};

/// A die that is rolled on with at least this probability counts as endless, and is an error.
const SURE: f64 = 1.0 - 1e-9;

/// One die of a roll, with the changes of the roll.
#[derive(Debug, Default)]
pub struct Die {
    /// The numbers that it may show, the highest first.
    pub numbers: Vec<i64>,
    /// The probability of each number.
    pub weights: Vec<f64>,
    /// For each reroll, the numbers that are rerolled.
    pub again: Vec<Vec<i64>>,
    /// The numbers with which it is rolled on.
    pub open: Vec<i64>,
    pub chain: Option<Chain>,
    /// The probability that cuts omit.
    pub omitted: f64,
}

/// What a die may show that is made of dice.
#[derive(Debug)]
pub struct Made {
    /// The numbers, the lowest first, with their probabilities.
    pub faces: Vec<(i64, f64)>,
    pub omitted: f64,
}

impl Roll {
    /// One die of the roll, for these arguments.
    ///
    /// # Errors
    /// If an expression has no value for a face, there is no such die, or it is rolled on forever.
    pub fn die(&self, arguments: &[i64], context: Context<'_>) -> Result<Die, NoValue> {
        let mut frame: Vec<i64> = std::iter::once(0).chain(arguments.iter().copied()).collect();
        let mut ask = |expr: &Expr, face: i64| {
            frame[0] = face;
            expr.value(&frame, context.keys, context.lists)
        };
        // The distribution of a die that is rolled once.
        let mut die: BTreeMap<Reverse<i64>, f64> = BTreeMap::new();
        die.extend(context.made.iter().flat_map(|made| &made.faces).map(|&(face, p)| (Reverse(face), p)));
        let faces = self.faces(arguments)?;
        for &face in faces.iter() {
            *die.entry(Reverse(face)).or_default() += 1.0 / faces.len() as f64;
        }
        let once = die.clone();
        let mut again = Vec::new();
        for condition in &self.rerolls {
            let mut rolled_again = Vec::new();
            for &Reverse(face) in die.keys() {
                if ask(condition, face)? == 1 {
                    rolled_again.push(face);
                }
            }
            let mass: f64 = rolled_again.iter().map(|&face| die[&Reverse(face)]).sum();
            for (&Reverse(face), weight) in &mut die {
                let kept = if rolled_again.contains(&face) { 0.0 } else { *weight };
                *weight = kept + mass * once[&Reverse(face)];
            }
            again.push(rolled_again);
        }
        let mut open = Vec::new();
        for &Reverse(face) in die.keys() {
            if let Some(open_end) = &self.open_end
                && ask(&open_end.condition, face)? == 1
            {
                open.push(face);
            }
        }
        let goes_on: f64 = open.iter().map(|&face| die[&Reverse(face)]).sum();
        if goes_on >= SURE && self.is_endless() {
            let help = "a die that is always rolled on never ends";
            return Err(NoValue::new(self.span.clone(), "every face of this die is rolled on", help));
        }
        let most = self.open_end.as_ref().and_then(|open_end| open_end.most);
        let length =
            if goes_on > 0.0 { most.unwrap_or_else(|| longest_chain(context.cut, goes_on)) } else { 0 };
        let (is_compound, is_limited) = (self.is_compound(), most.is_some());
        let chain = (length > 0).then_some(Chain { goes_on, length, is_limited, is_compound });
        if let Some(chain) = chain.filter(|_| is_compound) {
            let once = std::mem::take(&mut die);
            let mut begun = BTreeMap::from([(0, 1.0)]);
            let mut steps = 0.0;
            for further in 0..=length {
                steps += STEPS_OF_CHAIN * (begun.len() * once.len()) as f64;
                if steps > MOST_STEPS {
                    let help = "roll it on with fewer faces, or less often, as in `.compound(6, 10)`";
                    let message = "this die is rolled on too often for its distribution";
                    return Err(NoValue::new(self.span.clone(), message, help));
                }
                let mut goes_on: BTreeMap<i64, f64> = BTreeMap::new();
                for (so_far, mass) in begun {
                    for (&Reverse(face), weight) in &once {
                        let value = so_far + face;
                        match open.contains(&face) && !chain.ends_after(further) {
                            true => *goes_on.entry(value).or_default() += mass * weight,
                            false => *die.entry(Reverse(value)).or_default() += mass * weight,
                        }
                    }
                }
                begun = goes_on;
            }
        }
        if chain.is_none() {
            open.clear();
        }
        let (numbers, weights) = die.into_iter().map(|(Reverse(number), weight)| (number, weight)).unzip();
        let made = context.made.map_or(0.0, |made| made.omitted * (1 + self.rerolls.len()) as f64);
        let omitted = chain.map_or(0.0, Chain::omitted_by_die) + made;
        Ok(Die { numbers, weights, again, open, chain, omitted })
    }

    /// All numbers that a die of the roll may show, from the lowest, whatever the arguments are. The face
    /// with which a die is rolled on depends on keys alone.
    pub fn numbers(&self, context: Context<'_>) -> Vec<i64> {
        let mut numbers = self.faces.to_vec();
        numbers.extend(context.made.iter().flat_map(|made| &made.faces).map(|&(face, _)| face));
        let open_end = self.open_end.as_ref().filter(|open_end| open_end.is_compound && open_end.is_fixed());
        if let Some(open_end) = open_end {
            let is_open = |face: i64| open_end.condition.value(&[face], context.keys, context.lists) == Ok(1);
            let (open, closed): (Vec<i64>, Vec<i64>) = numbers.drain(..).partition(|&face| is_open(face));
            let (mut begun, mut steps) = (vec![0], 0.0);
            for further in 0..self.most_in_a_chain(context) {
                steps += STEPS_OF_CHAIN * (begun.len() * self.faces.len()) as f64;
                // There is no such die then.
                if steps > MOST_STEPS {
                    break;
                }
                let plus = |faces: &[i64]| -> Vec<i64> {
                    begun.iter().flat_map(|so_far| faces.iter().map(move |face| so_far + face)).collect()
                };
                numbers.extend(plus(&closed));
                begun = plus(&open);
                begun.sort_unstable();
                begun.dedup();
                if open_end.most == Some(further as u32) {
                    numbers.append(&mut begun);
                }
            }
        }
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// The maximum number of dice in a chain that starts from one die, before it is cut. It holds for
    /// any face that continues the chain, and for any faces that are rerolled.
    pub fn most_in_a_chain(&self, context: Context<'_>) -> i64 {
        if self.open_end.is_none() {
            return 1;
        }
        if let Some(most) = self.open_end.as_ref().and_then(|open_end| open_end.most) {
            return 1 + i64::from(most);
        }
        let count = |face: &i64| self.faces.iter().filter(|&other| other == face).count();
        let is_open = |open_end: &OpenEnd, face: i64| {
            open_end.is_fixed() && open_end.condition.value(&[face], context.keys, context.lists) == Ok(1)
        };
        let together = |open_end| self.faces.iter().filter(|&&face| is_open(open_end, face)).count();
        let most = self.faces.iter().map(count).chain(self.open_end.as_ref().map(together));
        let most = most.max().unwrap_or(0) as f64;
        // The chain ends with another face. In the worst case each reroll covers all other faces, so that
        // another face must come up once more.
        // A die that is rolled on has two sides or more.
        let ends = if self.is_sized { 0.5 } else { 1.0 - most / self.faces.len() as f64 };
        let ends = ends.powi(1 + self.rerolls.len() as i32);
        1 + i64::from(longest_chain(context.cut, SURE.min(1.0 - ends)))
    }
}

impl Die {
    /// The probability that the die shows a number, if it shows none of those before it: of the higher
    /// numbers, or of the lower ones.
    pub fn share(&self, number: i64, is_from_high: bool) -> f64 {
        let Some(place) = self.numbers.iter().position(|&other| other == number) else { return 0.0 };
        let left: f64 = match is_from_high {
            true => self.weights[place..].iter().rev().sum(),
            false => self.weights[..=place].iter().sum(),
        };
        if left > 0.0 { (self.weights[place] / left).min(1.0) } else { 0.0 }
    }
}

/// The maximum number of dice that follow one die, before the chain is cut, if each continues with this
/// probability.
fn longest_chain(cut: f64, goes_on: f64) -> u32 {
    (cut.ln() / goes_on.ln()).ceil() as u32
}
