//! Rolls: dice that are read through questions.

mod by_face;

mod counts;

mod die;

mod physical;

mod pool;

mod sums;

use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

pub use self::counts::Counts;
pub use self::die::{Die, Made};
pub use self::physical::Physical;
use self::pool::Chain;
pub use self::pool::Pool;
use super::program::{Expr, KeyValues, NoValue, held};
use super::range::Range;
use super::syntax::Span;
use crate::chance::Drawn;
use crate::description::words::count;

/// The maximum number of questions about a roll that one distribution answers. More are answered face by
/// face.
pub const MOST_QUESTIONS: usize = 8;

/// The maximum number of dice of a roll.
pub const MOST_DICE: i64 = 500;

/// The maximum number of faces of a die.
pub const MOST_FACES: i64 = 1_000;

/// The numbers of sides that a die can have.
pub const SIDES: RangeInclusive<i64> = 1..=MOST_FACES;

/// Open-ended dice are cut where the omitted probability is below this.
pub const CUT: f64 = 1e-18;

/// The maximum number of steps for computing a distribution; they take about a second.
pub const MOST_STEPS: f64 = 2e9;

/// Answers with their probabilities.
type Weighted = Vec<(Answers, f64)>;

/// Computing a distribution takes more steps than allowed.
#[derive(Debug)]
pub struct TooMuch;

/// Why a roll has no distribution.
#[derive(Clone, Debug)]
pub enum NoDistribution {
    /// The dice cannot be rolled either.
    Fault(NoValue),
    /// The dice can be rolled, but what they come to takes too long to be known.
    TooMuch,
}

impl From<NoValue> for NoDistribution {
    fn from(fault: NoValue) -> Self {
        NoDistribution::Fault(fault)
    }
}

impl From<TooMuch> for NoDistribution {
    fn from(TooMuch: TooMuch) -> Self {
        NoDistribution::TooMuch
    }
}

/// Dice, how they are modified, and the questions about them.
///
/// Conditions and questions read the face as variable 0. The arguments of the roll follow; the first of
/// them is the number of dice.
#[derive(Clone, Debug)]
pub struct Roll {
    /// The number on each face; none if the die is made of dice.
    pub faces: Arc<[i64]>,
    /// The definition that says what a die shows, if it is made of dice.
    pub made: Option<usize>,
    /// Whether the dice are cards, and the faces those of the deck: no card is drawn twice.
    pub is_deck: bool,
    /// Whether the second argument is the number of sides of the dice, whose faces are not listed then.
    pub is_sized: bool,
    /// The rolls that are put together, if there are several; then the other dice are theirs.
    pub parts: Vec<Part>,
    /// The conditions under which a die is rerolled, once for each condition.
    pub rerolls: Vec<Expr>,
    pub open_end: Option<OpenEnd>,
    pub questions: Vec<Question>,
    /// The questions as written, for stories.
    pub asked: Vec<String>,
    pub counted: Counted,
    /// The name of the dice, or an empty string.
    pub name: String,
    pub span: Span,
}

/// One of several rolls that are put together.
#[derive(Clone, Debug)]
pub struct Part {
    pub roll: usize,
    /// Which arguments of the whole are its own.
    pub arguments: std::ops::Range<usize>,
}

/// Whether a `for` loop goes through the faces of a roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counted {
    No,
    /// Nothing else is asked, so a face is counted when the loop comes to it, and forgotten after it.
    OnTheWay,
    /// All faces are counted where the dice are rolled.
    AtOnce,
}

/// How a die is rolled on when it shows certain faces.
#[derive(Clone, Debug)]
pub struct OpenEnd {
    /// Whether the next number adds to the die itself, instead of being that of a further die. Either may be
    /// rolled on again.
    pub is_compound: bool,
    /// The condition on the face.
    pub condition: Expr,
    /// How often at most.
    pub most: Option<u32>,
}

impl OpenEnd {
    /// Whether the faces depend on keys alone.
    pub fn is_fixed(&self) -> bool {
        self.condition.reads_only(0)
    }
}

/// A question about a roll; the answer is an integer.
#[derive(Clone, Debug, PartialEq)]
pub enum Question {
    /// The number of dice for which a condition is true.
    Count(Expr),
    /// The sum of an expression over the dice.
    Sum(Expr),
    /// The number of dice.
    Size,
    /// The k-th highest die.
    Nth(Expr),
    /// The k-th lowest die.
    NthLowest(Expr),
    /// The sum of the k highest dice.
    Highest(Expr),
    /// The sum of the k lowest dice.
    Lowest(Expr),
    /// The size of the largest group of equal dice.
    Most,
}

impl Question {
    /// What is counted or added, or the number of a die, or of dice.
    pub fn value(&self) -> Option<&Expr> {
        match self {
            Question::Count(expr)
            | Question::Sum(expr)
            | Question::Nth(expr)
            | Question::NthLowest(expr)
            | Question::Highest(expr)
            | Question::Lowest(expr) => Some(expr),
            Question::Size | Question::Most => None,
        }
    }
}

/// The answers to the questions about one roll, in the order of the questions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Answers(pub [i32; MOST_QUESTIONS]);

impl fmt::Display for Answers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0[0])
    }
}

impl Drawn for Answers {}

/// What a roll reads from its program and its scenario.
#[derive(Clone, Copy)]
pub struct Context<'a> {
    pub keys: &'a KeyValues,
    pub lists: &'a [Vec<i64>],
    /// Open-ended dice are cut where the omitted probability is below this.
    pub cut: f64,
    /// What a die shows that is made of dice.
    pub made: Option<&'a Made>,
}

/// A question with evaluated expressions: what each die adds, or which ranks count.
#[derive(Clone, Debug)]
pub enum Asked {
    /// What a die adds, by the index of its number among all numbers that a die may show.
    Added(Vec<i64>),
    /// The sum of the dice of these ranks, where rank 0 is the highest die.
    Places(std::ops::Range<u32>),
    Most,
}

impl Asked {
    /// The range of the answers of some dice that show these numbers.
    fn range(&self, numbers: &[i64], dice: i64, chain: Option<Chain>, open: &[i64]) -> Range {
        let around = |values: &[i64]| Range::around(values.iter().map(|&value| Range::only(value)));
        match self {
            Asked::Added(values) => {
                let mut die = around(values);
                if let Some(Chain { length, is_compound: false, .. }) = chain {
                    let again = numbers.iter().zip(values).filter(|(number, _)| open.contains(number));
                    let again =
                        again.fold(Range::only(0), |range, (_, &value)| range.join(Range::only(value)));
                    let further = again.times(length.into());
                    die = Range::new(die.low + further.low, die.high + further.high);
                }
                die.times(dice)
            }
            Asked::Places(places) => around(numbers).times(places.len() as i64),
            Asked::Most => Range::new(0, dice),
        }
    }
}

impl Roll {
    /// Whether dice that are rolled on are further dice.
    pub fn explodes(&self) -> bool {
        self.open_end.as_ref().is_some_and(|open_end| !open_end.is_compound)
    }

    /// Whether dice that are rolled on add up.
    pub fn is_compound(&self) -> bool {
        self.open_end.as_ref().is_some_and(|open_end| open_end.is_compound)
    }

    /// Whether dice are rolled on without an end.
    pub fn is_endless(&self) -> bool {
        self.open_end.as_ref().is_some_and(|open_end| open_end.most.is_none())
    }

    /// What is asked about the dice, and what changes them.
    fn expressions(&self) -> impl Iterator<Item = &Expr> {
        let asked = self.questions.iter().filter_map(Question::value);
        let changed = self.rerolls.iter().chain(self.open_end.as_ref().map(|open_end| &open_end.condition));
        asked.chain(changed)
    }

    /// The keys of a scenario that may change its distribution.
    pub fn keys_read(&self) -> Vec<usize> {
        self.expressions().flat_map(|expr| expr.keys_read().1).collect()
    }

    /// Whether a question or a change of the dice reads an argument of the roll.
    pub fn reads_argument(&self, argument: usize) -> bool {
        self.expressions().any(|expr| expr.variables().any(|variable| variable == 1 + argument))
    }

    /// The maximum number of dice, or of cards.
    pub fn most(&self) -> i64 {
        if self.is_deck { self.faces.len() as i64 } else { MOST_DICE }
    }

    /// The faces of the dice, for these arguments of the roll.
    ///
    /// # Errors
    /// If there is no die with so many sides.
    pub fn faces(&self, arguments: &[i64]) -> Result<Arc<[i64]>, NoValue> {
        if !self.is_sized {
            return Ok(self.faces.clone());
        }
        match arguments[1] {
            sides if SIDES.contains(&sides) => Ok((1..=sides).collect()),
            sides => {
                let message = format!("this can be a die with {sides} sides");
                let help = format!("a die has {} to {} sides", SIDES.start(), SIDES.end());
                Err(NoValue::new(self.span.clone(), message, help))
            }
        }
    }

    /// The fault of too many dice or cards.
    pub fn too_many(&self, dice: i64, span: &Span) -> NoValue {
        let what = if self.is_deck { "cards" } else { "dice" };
        let help = match self.is_deck {
            true => format!("the deck has {}", count(self.faces.len() as u32, "card", "cards")),
            false => format!("at most {MOST_DICE} dice"),
        };
        NoValue::new(span.clone(), format!("this can be {dice} {what}"), help)
    }

    /// How many cards of a deck show a number, and how many of those that are left once all higher numbers
    /// are passed, or all lower ones.
    pub fn cards(&self, number: i64, is_from_high: bool) -> (u32, u32) {
        let all = |is_such: &dyn Fn(i64) -> bool| self.faces.iter().filter(|&&card| is_such(card)).count();
        let left = all(&|card| if is_from_high { card <= number } else { card >= number });
        (all(&|card| card == number) as u32, left as u32)
    }

    /// Whether each answer is a sum over the dice.
    fn is_added(&self) -> bool {
        self.questions
            .iter()
            .all(|question| matches!(question, Question::Count(_) | Question::Sum(_) | Question::Size))
    }

    /// Whether the faces of the dice are read one after another, and not all answers at once.
    pub fn is_read_by_number(&self) -> bool {
        self.counted != Counted::No
            || self.made.is_some() && !self.is_added()
            || self.is_deck
            || !self.parts.is_empty()
            || self.questions.len() > MOST_QUESTIONS
    }

    /// Evaluates the dice and the questions about them for these arguments.
    ///
    /// # Errors
    /// If an expression has no value for a face, there are too many dice, a die is rolled on forever, or an
    /// answer can be too large.
    pub fn pool(&self, arguments: &[i64], context: Context<'_>) -> Result<Pool, NoValue> {
        self.pool_of(arguments[0].max(0), self.die(arguments, context)?, arguments, context)
    }

    /// Evaluates the questions about these dice.
    ///
    /// # Errors
    /// If there are too many dice, an expression has no value for a face, or an answer can be too large.
    pub fn pool_of(
        &self,
        dice: i64,
        die: Die,
        arguments: &[i64],
        context: Context<'_>,
    ) -> Result<Pool, NoValue> {
        if dice > self.most() {
            return Err(self.too_many(dice, &self.span));
        }
        let dice = dice as u32;
        let Die { numbers, weights, again, open, chain, omitted } = die;
        let mut frame: Vec<i64> = std::iter::once(0).chain(arguments.iter().copied()).collect();
        let mut ask = |expr: &Expr, face: i64| {
            frame[0] = face;
            expr.value(&frame, context.keys, context.lists)
        };
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
        for (question, asked) in self.questions.iter().zip(&asked) {
            let range = asked.range(&numbers, dice.into(), chain, &open);
            let span = question.value().map_or(&self.span, |value| &value.span);
            held(range.low, span)?;
            held(range.high, span)?;
        }
        let is_compound = self.is_compound();
        let most = self.open_end.as_ref().and_then(|open_end| open_end.most).unwrap_or(u32::MAX);
        let faces = self.faces(arguments)?;
        let physical = Physical { faces, again, open, most, is_compound, numbers, asked, dice };
        Ok(Pool { physical: Arc::new(physical), weights, chain, omitted, is_added: self.is_added() })
    }
}

/// The k-th highest die, counted from 1; if there is no such die, the answer is 0.
fn nth(k: i64, dice: u32) -> Asked {
    match u32::try_from(k) {
        Ok(k @ 1..) if k <= dice => Asked::Places(k - 1..k),
        _ => Asked::Places(0..0),
    }
}

impl Answers {
    /// One answer.
    pub fn only(answer: i64) -> Answers {
        let mut answers = Answers::default();
        answers.0[0] = answer as i32;
        answers
    }

    fn plus(self, other: Answers) -> Answers {
        let mut sum = self;
        sum.0.iter_mut().zip(other.0).for_each(|(sum, other)| *sum += other);
        sum
    }

    fn times(self, factor: i32) -> Answers {
        Answers(self.0.map(|answer| answer * factor))
    }
}
