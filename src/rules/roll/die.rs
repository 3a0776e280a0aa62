//! One die of a roll: the numbers that it can show, and how likely each of them is.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::super::program::{Expr, NoValue};
use super::pool::Chain;
use super::{Context, OpenEnd, Roll};

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
    /// The number with which it is rolled on.
    pub open: Option<i64>,
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
    /// If an expression has no value for a face, or the die is rolled on forever.
    pub fn die(&self, arguments: &[i64], context: Context<'_>) -> Result<Die, NoValue> {
        let mut frame: Vec<i64> = std::iter::once(0).chain(arguments.iter().copied()).collect();
        let mut ask = |expr: &Expr, face: i64| {
            frame[0] = face;
            expr.value(&frame, context.keys, context.lists)
        };
        // The distribution of a die that is rolled once.
        let mut die: BTreeMap<Reverse<i64>, f64> = BTreeMap::new();
        die.extend(context.made.iter().flat_map(|made| &made.faces).map(|&(face, p)| (Reverse(face), p)));
        for &face in self.faces.iter() {
            *die.entry(Reverse(face)).or_default() += 1.0 / self.faces.len() as f64;
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
        let open_face = match &self.open_end {
            None => None,
            Some(OpenEnd::Explode(face) | OpenEnd::Compound(face)) => Some(ask(face, 0)?),
        };
        let is_compound = matches!(self.open_end, Some(OpenEnd::Compound(_)));
        let goes_on = open_face.and_then(|face| die.get(&Reverse(face)).copied()).unwrap_or(0.0);
        if goes_on >= SURE {
            let help = "a die that is always rolled on never ends";
            return Err(NoValue::new(self.span.clone(), "every face of this die is rolled on", help));
        }
        let length = if goes_on > 0.0 { longest_chain(context.cut, goes_on) } else { 0 };
        if is_compound && length > 0 {
            let (closed, open) = (die.clone(), open_face.unwrap_or(0));
            die.clear();
            for further in 0..=length {
                for (&Reverse(face), weight) in closed.iter().filter(|(Reverse(face), _)| *face != open) {
                    let value = face + i64::from(further) * open;
                    *die.entry(Reverse(value)).or_default() += weight * goes_on.powi(further as i32);
                }
            }
        }
        let chain = (length > 0).then_some(Chain { goes_on, length, is_compound });
        let open = open_face.filter(|_| chain.is_some());
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
        if let Some(OpenEnd::Compound(face)) = &self.open_end
            && let Ok(open) = face.value(&[], context.keys, context.lists)
            && self.faces.contains(&open)
        {
            numbers.retain(|&number| number != open);
            let closed = numbers.clone();
            for further in 1..self.most_in_a_chain(context.cut) {
                numbers.extend(closed.iter().map(|number| number + further * open));
            }
        }
        numbers.sort_unstable();
        numbers.dedup();
        numbers
    }

    /// The maximum number of dice in a chain that starts from one die, before it is cut. It holds for
    /// any face that continues the chain, and for any faces that are rerolled.
    pub fn most_in_a_chain(&self, cut: f64) -> i64 {
        if self.open_end.is_none() {
            return 1;
        }
        let count = |face: &i64| self.faces.iter().filter(|&other| other == face).count();
        let most = self.faces.iter().map(count).max().unwrap_or(0) as f64;
        // The chain ends with another face. In the worst case each reroll covers all other faces, so that
        // another face must come up once more.
        let ends = 1.0 - most / self.faces.len() as f64;
        let ends = ends.powi(1 + self.rerolls.len() as i32);
        1 + i64::from(longest_chain(cut, SURE.min(1.0 - ends)))
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
