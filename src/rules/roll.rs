//! Rolls: dice that are looked at through questions.

mod by_face;

mod physical;

mod pool;

mod sums;

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use self::physical::Physical;
use self::pool::Chain;
pub use self::pool::Pool;
use super::program::{Expr, KeyValues, NoValue};
use super::syntax::Span;
use crate::chance::{Drawn, Law};

/// The most questions about one roll.
pub const MOST_QUESTIONS: usize = 8;

/// The most dice of a roll.
pub const MOST_DICE: i64 = 500;

/// The most faces of a die.
pub const MOST_FACES: i64 = 1_000;

/// Open-ended dice are cut where the omitted probability is below this.
pub const CUT: f64 = 1e-15;

/// A die that is rolled on with a greater probability never ends.
const SURE: f64 = 1.0 - 1e-9;

/// The most steps that building a law may take: about a second.
pub const MOST_STEPS: f64 = 2e9;

/// Answers with their probabilities.
type Weighted = Vec<(Answers, f64)>;

/// A law takes more steps than it may.
#[derive(Debug)]
pub struct TooMuch;

/// Dice, how they are changed, and what is asked about them.
///
/// Conditions and questions read the face as variable 0, and behind it the arguments of the
/// roll, of which the first is the number of dice.
#[derive(Clone, Debug)]
pub struct Roll {
    /// The number on each face.
    pub faces: Arc<[i64]>,
    /// Dice that are rolled again, once each.
    pub rerolls: Vec<Expr>,
    pub open_end: Option<OpenEnd>,
    pub questions: Vec<Question>,
    /// The questions as they are written, for stories.
    pub asked: Vec<String>,
    /// What the dice are called, if they have a name.
    pub name: String,
    pub span: Span,
}

/// What the dice do that show a face: they are rolled on.
#[derive(Clone, Debug)]
pub enum OpenEnd {
    /// A further die for each, and so on.
    Explode(Expr),
    /// The die itself grows.
    Compound(Expr),
}

/// A question about a roll; its answer is a whole number.
#[derive(Clone, Debug)]
pub enum Question {
    /// How many dice show this.
    Count(Expr),
    /// The sum of this over the dice.
    Sum(Expr),
    /// The number of dice.
    Size,
    /// The k-th highest.
    Nth(Expr),
    /// The k-th lowest.
    NthLowest(Expr),
    /// The sum of the k highest.
    Highest(Expr),
    /// The sum of the k lowest.
    Lowest(Expr),
    /// The size of the largest group of equal dice.
    Most,
}

impl Question {
    /// Whether it asks the same.
    pub fn is_like(&self, other: &Question) -> bool {
        match (self, other) {
            (Question::Count(a), Question::Count(b))
            | (Question::Sum(a), Question::Sum(b))
            | (Question::Nth(a), Question::Nth(b))
            | (Question::NthLowest(a), Question::NthLowest(b))
            | (Question::Highest(a), Question::Highest(b))
            | (Question::Lowest(a), Question::Lowest(b)) => a.is_like(b),
            (Question::Size, Question::Size) | (Question::Most, Question::Most) => true,
            _ => false,
        }
    }
}

/// The answers to the questions about one roll, in their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Answers(pub [i32; MOST_QUESTIONS]);

impl fmt::Display for Answers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0[0])
    }
}

impl Drawn for Answers {}

/// What a roll needs to know of its program and scenario.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    pub keys: &'a KeyValues,
    pub lists: &'a [Vec<i64>],
    /// Open-ended dice are cut where the omitted probability is below this.
    pub cut: f64,
}

/// The questions with all that they read known: what each die adds, or which places count.
#[derive(Clone, Debug)]
pub enum Asked {
    /// By the place of the number among the numbers that a die may show.
    Added(Vec<i64>),
    /// The sum of the dice from one place to another, the highest die first.
    Places(std::ops::Range<u32>),
    Most,
}

impl Roll {
    /// Whether all questions may be answered die by die.
    fn is_added(&self) -> bool {
        self.questions
            .iter()
            .all(|question| matches!(question, Question::Count(_) | Question::Sum(_) | Question::Size))
    }

    /// How many dice a die may become until it is cut, whichever of its faces is rolled on and
    /// whichever are rolled again.
    pub fn most_in_a_chain(&self, cut: f64) -> i64 {
        if self.open_end.is_none() {
            return 1;
        }
        let count = |face: &i64| self.faces.iter().filter(|&other| other == face).count();
        let most = self.faces.iter().map(count).max().unwrap_or(0) as f64;
        // It ends with another face, at least twice in a row where all others are rolled again.
        let ends = 1.0 - most / self.faces.len() as f64;
        let ends = self.rerolls.iter().fold(ends, |ends: f64, _| ends.powi(2));
        1 + i64::from(longest_chain(cut, SURE.min(1.0 - ends)))
    }

    /// The dice and what is asked of them, given the arguments.
    ///
    /// # Errors
    /// When a condition has no value for a face, or there are too many dice.
    pub fn pool(&self, arguments: &[i64], context: Context<'_>) -> Result<Pool, NoValue> {
        let dice = arguments[0].max(0);
        if dice > MOST_DICE {
            let message = format!("this can be {dice} dice");
            return Err(NoValue::new(self.span.clone(), message, format!("at most {MOST_DICE} dice")));
        }
        let dice = dice as u32;
        let mut frame: Vec<i64> = std::iter::once(0).chain(arguments.iter().copied()).collect();
        let mut ask = |expr: &Expr, face: i64| {
            frame[0] = face;
            expr.value(&frame, context.keys, context.lists)
        };
        // One die, rolled once: how likely it is to come to each number, highest first.
        let mut die: BTreeMap<Reverse<i64>, f64> = BTreeMap::new();
        for &face in self.faces.iter() {
            *die.entry(Reverse(face)).or_default() += 1.0 / self.faces.len() as f64;
        }
        let mut again = Vec::new();
        for condition in &self.rerolls {
            let mut rolled_again = Vec::new();
            for &Reverse(face) in die.keys() {
                if ask(condition, face)? == 1 {
                    rolled_again.push(face);
                }
            }
            let mass: f64 = rolled_again.iter().map(|&face| die[&Reverse(face)]).sum();
            let before = die.clone();
            for (&Reverse(face), weight) in &mut die {
                let kept = if rolled_again.contains(&face) { 0.0 } else { *weight };
                *weight = kept + mass * before[&Reverse(face)];
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
        let chain = if goes_on > 0.0 { longest_chain(context.cut, goes_on) } else { 0 };
        if is_compound && chain > 0 {
            let (closed, open) = (die.clone(), open_face.unwrap_or(0));
            die.clear();
            for further in 0..=chain {
                for (&Reverse(face), weight) in closed.iter().filter(|(Reverse(face), _)| *face != open) {
                    let value = face + i64::from(further) * open;
                    *die.entry(Reverse(value)).or_default() += weight * goes_on.powi(further as i32);
                }
            }
        }
        let numbers: Vec<i64> = die.keys().map(|&Reverse(number)| number).collect();
        let mut asked = Vec::new();
        for question in &self.questions {
            let mut place = |expr: &Expr| Ok(ask(expr, 0)?.clamp(0, dice.into()) as u32);
            asked.push(match question {
                Question::Count(condition) | Question::Sum(condition) => Asked::Added(
                    numbers.iter().map(|&number| ask(condition, number)).collect::<Result<_, _>>()?,
                ),
                Question::Size => Asked::Added(vec![1; numbers.len()]),
                Question::Nth(k) => nth(ask(k, 0)?, dice),
                Question::NthLowest(k) => nth(i64::from(dice) + 1 - ask(k, 0)?, dice),
                Question::Highest(k) => Asked::Places(0..place(k)?),
                Question::Lowest(k) => Asked::Places(dice - place(k)?..dice),
                Question::Most => Asked::Most,
            });
        }
        let chain = (chain > 0).then_some(Chain { goes_on, length: chain, is_compound });
        let weights = die.values().copied().collect();
        let open = open_face.filter(|_| chain.is_some());
        let faces = self.faces.clone();
        let physical = Physical { faces, again, open, is_compound, numbers, asked, dice };
        Ok(Pool { physical: Arc::new(physical), weights, chain, is_added: self.is_added() })
    }

    /// The law of the answers, given the arguments, and the steps that it took, at most `most`.
    ///
    /// # Errors
    /// Those of [`pool`](Roll::pool), and when there are too many outcomes.
    pub fn law(
        &self,
        arguments: &[i64],
        context: Context<'_>,
        most: f64,
    ) -> Result<(Law<Answers>, f64), NoValue> {
        let pool = self.pool(arguments, context)?;
        pool.law(most).map_err(|TooMuch| {
            let message = format!("what {} dice come to here takes too long to be known", pool.physical.dice);
            let help = "roll fewer dice, of fewer different numbers, or ask less about them at once";
            NoValue::new(self.span.clone(), message, help)
        })
    }
}

/// So many dice follow on one that is rolled on with this probability, until it is cut.
fn longest_chain(cut: f64, goes_on: f64) -> u32 {
    (cut.ln() / goes_on.ln()).ceil() as u32
}

/// The question for the k-th highest of the dice, counted from 1; 0 where there is none.
fn nth(k: i64, dice: u32) -> Asked {
    match u32::try_from(k) {
        Ok(k @ 1..) if k <= dice => Asked::Places(k - 1..k),
        _ => Asked::Places(0..0),
    }
}

impl Answers {
    fn plus(self, other: Answers) -> Answers {
        let mut sum = self;
        sum.0.iter_mut().zip(other.0).for_each(|(sum, other)| *sum += other);
        sum
    }

    fn times(self, factor: i32) -> Answers {
        Answers(self.0.map(|answer| answer * factor))
    }
}
