//! Rolls: dice that are looked at through questions.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use super::program::{Expr, KeyValues, NoValue};
use super::syntax::Span;
use crate::chance::{Drawn, Law, Roller};

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

/// The most steps that building a law may take.
const MOST_WORK: f64 = 2e8;

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
enum Asked {
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

    /// The law of the answers, given the arguments.
    ///
    /// # Errors
    /// When a condition has no value for a face, or there are too many dice or outcomes.
    pub fn law(&self, arguments: &[i64], context: Context<'_>) -> Result<Law<Answers>, NoValue> {
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
        let omitted_by_die = if is_compound && chain > 0 { goes_on.powi(chain as i32 + 1) } else { 0.0 };
        let roller = Physical {
            faces: self.faces.clone(),
            again,
            open: open_face.filter(|_| chain > 0),
            is_compound,
            numbers: numbers.clone(),
            asked: asked.clone(),
            dice,
        };
        let recipe = Arc::new(move |roll: &mut dyn Roller| roller.roll(roll));
        let weights: Vec<f64> = die.values().copied().collect();
        let too_large = |work: f64| {
            let message = format!("this roll enumerates about {work:.0e} outcomes");
            let help = format!("at most {MOST_WORK:.0e}: roll fewer dice, or ask less about them at once");
            NoValue::new(self.span.clone(), message, help)
        };
        if !self.is_added() {
            let (weighted, work) = by_face(&numbers, &weights, &asked, dice);
            return match work <= MOST_WORK {
                true => Ok(Law::new(weighted, f64::from(dice) * omitted_by_die, recipe)),
                false => Err(too_large(work)),
            };
        }
        // What one die adds, with those that follow on it.
        let added = |place: usize| {
            let mut answers = Answers::default();
            for (answer, asked) in answers.0.iter_mut().zip(&asked) {
                let Asked::Added(by_place) = asked else { continue };
                *answer = by_place[place] as i32;
            }
            answers
        };
        let each: Vec<(Answers, f64)> =
            (0..numbers.len()).map(|place| (added(place), weights[place])).collect();
        let no_recipe = Arc::new(|_: &mut dyn Roller| Answers::default());
        let each = match open_face.filter(|_| chain > 0 && !is_compound) {
            None => Law::new(each, omitted_by_die, no_recipe),
            Some(open) => {
                let open = numbers.iter().position(|&number| number == open).unwrap_or(0);
                let (mut chained, more) = (Vec::new(), each[open].0);
                for further in 0..=chain as i32 {
                    let closed = each.iter().enumerate().filter(|&(place, _)| place != open);
                    chained.extend(closed.map(|(_, &(answers, weight))| {
                        (answers.plus(more.times(further)), weight * goes_on.powi(further))
                    }));
                }
                Law::new(chained, goes_on.powi(chain as i32 + 1), no_recipe)
            }
        };
        let work = f64::from(dice).powi(2) * (each.outcomes().len() as f64).powi(2) / 2.0;
        if work > MOST_WORK {
            return Err(too_large(work));
        }
        let folded = Law::repeat(dice, &each, Answers::default(), Answers::plus);
        Ok(Law::new(folded.iter().collect(), folded.omitted(), recipe))
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

/// The law of answers for which the order of the dice counts: number after number from the
/// highest down, so many of the dice that are left show it. Yields the work, too; there is no law
/// where that is too much.
fn by_face(numbers: &[i64], weights: &[f64], asked: &[Asked], dice: u32) -> (Vec<(Answers, f64)>, f64) {
    let mut states = BTreeMap::from([((dice, Answers::default()), 1.0)]);
    let mut ended: BTreeMap<Answers, f64> = BTreeMap::new();
    let mut left: f64 = weights.iter().sum();
    let mut work = 0.0;
    for (place, (&number, &weight)) in numbers.iter().zip(weights).enumerate() {
        let p = if place + 1 == numbers.len() { 1.0 } else { (weight / left).min(1.0) };
        left -= weight;
        let mut behind = BTreeMap::new();
        for ((open, answers), mass) in states {
            let shown = binomial(open, p);
            work += shown.len() as f64;
            if work > MOST_WORK {
                return (Vec::new(), work);
            }
            for (count, weight) in (0..).zip(shown).filter(|&(_, weight)| weight > 0.0) {
                let mut answers = answers;
                for (answer, asked) in answers.0.iter_mut().zip(asked) {
                    let before = dice - open;
                    match asked {
                        Asked::Added(by_place) => *answer += by_place[place] as i32 * count as i32,
                        Asked::Places(places) => {
                            let within =
                                (before + count).min(places.end).saturating_sub(before.max(places.start));
                            *answer += number as i32 * within as i32;
                        }
                        Asked::Most => *answer = (*answer).max(count as i32),
                    }
                }
                // The dice that are open still matter to sums, counts, and the places below.
                let shown = dice - open + count;
                let is_over = |asked: &Asked| matches!(asked, Asked::Places(places) if shown >= places.end);
                match open - count {
                    open if open > 0 && !asked.iter().all(is_over) => {
                        *behind.entry((open, answers)).or_default() += mass * weight;
                    }
                    _ => *ended.entry(answers).or_default() += mass * weight,
                }
            }
        }
        states = behind;
    }
    (ended.into_iter().collect(), work)
}

/// How likely it is that so many of `n` dice show what each shows with probability `p`.
fn binomial(n: u32, p: f64) -> Vec<f64> {
    let mut weights = vec![1.0];
    for _ in 0..n {
        let mut next = vec![0.0; weights.len() + 1];
        for (count, weight) in weights.iter().enumerate() {
            next[count] += weight * (1.0 - p);
            next[count + 1] += weight * p;
        }
        weights = next;
    }
    weights
}

/// The dice themselves: how they are rolled one by one.
struct Physical {
    faces: Arc<[i64]>,
    /// The numbers that are rolled again, by reroll.
    again: Vec<Vec<i64>>,
    /// The number with which a die is rolled on.
    open: Option<i64>,
    is_compound: bool,
    numbers: Vec<i64>,
    asked: Vec<Asked>,
    dice: u32,
}

impl Physical {
    /// Rolls all dice and answers the questions.
    fn roll(&self, roller: &mut dyn Roller) -> Answers {
        let mut shown = Vec::new();
        for _ in 0..self.dice {
            let mut number = self.die(roller, false);
            let mut value = number;
            while Some(number) == self.open {
                number = self.die(roller, true);
                if self.is_compound {
                    value += number;
                } else {
                    shown.push(value);
                    value = number;
                }
            }
            shown.push(value);
        }
        shown.sort_unstable_by_key(|&number| Reverse(number));
        let mut answers = Answers::default();
        for (answer, asked) in answers.0.iter_mut().zip(&self.asked) {
            *answer = match asked {
                // Beyond the cut of an open-ended die its greatest number stands for it.
                Asked::Added(by_place) => shown
                    .iter()
                    .map(|shown| by_place[self.numbers.iter().position(|n| n <= shown).unwrap_or(0)] as i32)
                    .sum(),
                Asked::Places(places) => shown[places.start as usize..places.end as usize]
                    .iter()
                    .map(|&number| number as i32)
                    .sum(),
                Asked::Most => {
                    shown.chunk_by(|a, b| a == b).map(|group| group.len() as i32).max().unwrap_or(0)
                }
            };
        }
        answers
    }

    /// Rolls one die, and again where a reroll says so.
    fn die(&self, roller: &mut dyn Roller, is_further: bool) -> i64 {
        let faces = self.faces.len() as u32;
        let face = |roller: &mut dyn Roller, face: u32| {
            let number = self.faces[face as usize - 1];
            if let Ok(number) = u32::try_from(number) {
                roller.shows(number);
            }
            number
        };
        let rolled = if is_further { roller.again(faces) } else { roller.roll(faces) };
        let mut number = face(roller, rolled);
        for again in &self.again {
            if again.contains(&number) {
                let rolled = roller.reroll(faces);
                number = face(roller, rolled);
            }
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A loop in which a pool grows has a law for each of its sizes.
    #[test]
    fn only_the_dice_that_are_asked_for_are_read() {
        let numbers = [6, 5, 4, 3, 2, 1];
        let highest_two = [Asked::Places(0..1), Asked::Places(1..2)];
        let (law, work) = by_face(&numbers, &[1.0 / 6.0; 6], &highest_two, 500);
        assert!((law.iter().map(|(_, weight)| weight).sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(law.len() == 21 && work <= 21.0 * 501.0, "{} answers, {work}", law.len());
    }
}
