//! A program with the key values of one scenario, and a cache of the exact distributions of its rolls.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use super::decide::Decisions;
use super::program::{Expr, ExprKind, Followed, KeyValues, MOST_ROUNDS, MetricOfRules, NoValue, Program};
use super::range::Range;
use super::roll::{
    Answers, CUT, Context, Die, MOST_DICE, MOST_STEPS, Made, NoDistribution, Pool, Question, Roll, SIDES,
};
use super::walk::in_words;
use crate::chance::Law;
use crate::description::FollowedValue;

/// A program with the key values of a scenario: everything that readers need.
#[derive(Clone, Debug)]
pub struct Game {
    pub program: Arc<Program>,
    pub keys: Arc<KeyValues>,
    laws: Arc<Mutex<Laws>>,
    /// What dice show that are made of dice, by their definitions.
    made: Arc<Mutex<HashMap<usize, Arc<Made>>>>,
    chances: Arc<Mutex<Chances>>,
    /// Open-ended dice are cut once the omitted probability is below this.
    cut: f64,
    /// This game with open-ended dice that are cut earlier. If present, an end of a range that moves
    /// with the cut is reported as unbounded.
    cut_earlier: Option<Arc<Game>>,
    /// The values of `follow` statements, with their indicators.
    pub followed: Arc<[FollowedValue]>,
    /// The policy of the players, once it is solved.
    pub decisions: Arc<OnceLock<Decisions>>,
}

/// The chances that a text asks for, as far as they are known.
#[derive(Debug, Default)]
pub struct Chances {
    /// The chance that a definition returns true, by the definition and its arguments.
    pub known: HashMap<(usize, Vec<i64>), f64>,
    /// What they took, in outcomes.
    pub work: u64,
}

/// The exact distributions of rolls, by roll and arguments.
#[derive(Debug, Default)]
struct Laws {
    known: HashMap<(usize, Vec<i64>), Attempt>,
    /// The ranges of answers that were found, by roll and the ranges of arguments.
    ranges: HashMap<(usize, Vec<Range>), Result<AnswerRanges, NoValue>>,
    /// The number of steps that computing the distributions took.
    steps: f64,
    /// The bytes of all known distributions.
    bytes: u64,
}

/// The distributions of rolls, which the scenarios of a program share.
#[derive(Debug, Default)]
pub struct SharedLaws(Mutex<Shared>);

#[derive(Debug, Default)]
struct Shared {
    known: HashMap<Thrown, Known>,
    bytes: u64,
}

/// A roll, its arguments and the values of the keys that it may read, and the bits of the probability at which
/// open-ended dice are cut.
type Thrown = (usize, Vec<i64>, u64);

/// The distribution of a roll.
#[derive(Clone, Debug)]
struct Known {
    law: Arc<Law<Answers>>,
    /// The number of steps that it took.
    steps: f64,
    /// The least answers that can be thrown, however unlikely they are, as far as they are known.
    least: Arc<[Option<i64>]>,
    /// The keys that it depends on.
    read: Arc<[usize]>,
}

impl Known {
    /// The bytes that it takes.
    fn bytes(&self) -> u64 {
        LAW_BYTES[0] + LAW_BYTES[1] * self.law.outcomes().len() as u64
    }
}

/// Nothing panics while a lock is held, so a poisoned lock is safe to use.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl SharedLaws {
    fn get(&self, thrown: &Thrown) -> Option<Known> {
        locked(&self.0).known.get(thrown).cloned()
    }

    fn insert(&self, thrown: Thrown, law: Known) {
        let shared = &mut *locked(&self.0);
        shared.bytes += law.bytes();
        if shared.bytes > MOST_KEPT {
            shared.known.clear();
            shared.bytes = law.bytes();
        }
        shared.known.insert(thrown, law);
    }
}

/// The maximum number of bytes of distributions that are kept. Beyond it, all are forgotten.
const MOST_KEPT: u64 = 1 << 28;

/// The bytes of the distribution of a roll that is kept, without its outcomes and for each outcome.
pub const LAW_BYTES: [u64; 2] = [2_000, 60];

/// The result of computing a distribution.
#[derive(Debug)]
enum Attempt {
    Law(Known),
    /// There is no distribution within this number of steps.
    None(f64, NoDistribution),
}

/// The ranges of the answers to a roll.
#[derive(Clone, Debug)]
pub struct AnswerRanges {
    pub ranges: Vec<Range>,
    /// Whether all arguments were tried. If not, some of them may have no answer.
    pub are_tried: bool,
}

/// The maximum number of argument combinations for which the ranges of answers are computed exactly.
const TRIED: i64 = 64;

/// The total number of steps for the distributions that are computed before a game is played.
const MOST_TO_CHECK: f64 = 2.0 * MOST_STEPS;

impl Game {
    pub fn new(program: Arc<Program>, keys: Arc<KeyValues>) -> Game {
        let (laws, made, chances, decisions) = Default::default();
        let mut first = 0;
        let value = |followed: &Followed| {
            let most = |most: &Expr| most.value(&[], &keys, &program.lists).unwrap_or(0);
            let rounds = followed.most.as_ref().map_or(0, most).clamp(0, MOST_ROUNDS) as usize;
            let value = FollowedValue { first, values: followed.labels.len(), rounds };
            first += value.indicators();
            value
        };
        let followed = program.followed.iter().map(value).collect();
        Game { program, keys, laws, made, chances, cut: CUT, cut_earlier: None, followed, decisions }
    }

    /// The metrics that are reported with these keys.
    pub fn reported(&self) -> &[MetricOfRules] {
        let Program { metrics, on_condition, lists, .. } = &*self.program;
        match on_condition {
            Some((first, condition)) if condition.of_keys(&self.keys, lists) != Some(1) => &metrics[..*first],
            _ => metrics,
        }
    }

    /// What the metric of the goal is divided by.
    pub fn unit(&self) -> f64 {
        let unit = self.program.unit.as_ref();
        let unit = unit.and_then(|unit| unit.of_keys(&self.keys, &self.program.lists));
        unit.filter(|unit| *unit != 0).unwrap_or(1) as f64
    }

    /// What players play for, in words: "worth", or "worth / 100" where the text does not call the metric otherwise
    /// than its hundredth.
    pub fn goal_in_words(&self) -> Option<String> {
        let Program { metrics, goal, lists, .. } = &*self.program;
        let metric = &metrics[goal.as_ref()?.0];
        let mut name = metric.name.replace('_', " ");
        let unit = self.unit();
        if unit != 1.0 && in_words(&metric.words, &[], &self.keys, lists) == name {
            name += &format!(" / {unit}");
        }
        if metric.is_occasion {
            name += " (never: 0)";
        }
        Some(name)
    }

    /// The number of indicators.
    pub fn indicators(&self) -> usize {
        self.followed.iter().map(FollowedValue::indicators).sum()
    }

    /// A copy of this game in which ranges that only the cut of open-ended dice limits are unbounded;
    /// `None` if the game has no open-ended dice.
    pub fn without_cuts(&self) -> Option<Game> {
        let is_open = self.program.rolls.iter().any(Roll::is_endless);
        is_open.then(|| {
            let (laws, made, chances) = Default::default();
            let cut_earlier = Game { laws, made, chances, cut: CUT.sqrt(), ..self.clone() };
            Game { cut_earlier: Some(Arc::new(cut_earlier)), ..self.clone() }
        })
    }

    /// This game, and the one with open-ended dice that are cut earlier, if it has one.
    pub fn with_cut_earlier(&self) -> impl Iterator<Item = &Game> {
        std::iter::once(self).chain(self.cut_earlier.as_deref())
    }

    /// Whether the dice of a roll are rolled on without an end, and this game has ranges without cuts.
    pub fn has_no_cut(&self, roll: usize) -> bool {
        let described = &self.program.rolls[roll];
        let is_open = || self.made_for(roll).is_some_and(|made| made.omitted > 0.0);
        let is_part_open = || described.parts.iter().any(|part| self.has_no_cut(part.roll));
        self.cut_earlier.is_some() && (described.is_endless() || is_open() || is_part_open())
    }

    /// Returns the exact distribution of a roll for these arguments, and the number of steps that it takes.
    ///
    /// # Errors
    /// If the arguments are invalid, or computing the distribution takes more than so many steps.
    pub fn law(
        &self,
        roll: usize,
        arguments: &[i64],
        most: f64,
    ) -> Result<(Arc<Law<Answers>>, f64), NoDistribution> {
        let known = self.law_within(roll, arguments, |_| most)?;
        Ok((known.law, known.steps))
    }

    /// Returns the dice of a roll for these arguments.
    ///
    /// # Errors
    /// If the arguments are invalid.
    pub fn pool(&self, roll: usize, arguments: &[i64]) -> Result<Pool, NoValue> {
        let described = &self.program.rolls[roll];
        if described.parts.is_empty() {
            let made = self.made_for(roll);
            return described.pool(arguments, Context { made: made.as_deref(), ..self.context() });
        }
        // Dice of several kinds: what matters is which numbers they may show, and how many there are.
        let (mut dice, mut any) = (0, Die::default());
        for (part, arguments) in self.parts(roll, arguments) {
            dice += arguments[0].max(0);
            any.numbers.extend(self.die(part, &arguments)?.numbers);
        }
        any.numbers.sort_unstable_by_key(|&number| std::cmp::Reverse(number));
        any.numbers.dedup();
        described.pool_of(dice, any, arguments, self.context())
    }

    /// The rolls that a roll consists of.
    pub fn part_rolls(&self, roll: usize) -> Vec<usize> {
        let parts = &self.program.rolls[roll].parts;
        if parts.is_empty() { vec![roll] } else { parts.iter().map(|part| part.roll).collect() }
    }

    /// The rolls that a roll consists of, with their arguments: itself, or several that are put together.
    pub fn parts<T: Clone>(&self, roll: usize, arguments: &[T]) -> Vec<(usize, Vec<T>)> {
        match &self.program.rolls[roll].parts[..] {
            [] => vec![(roll, arguments.to_vec())],
            parts => {
                parts.iter().map(|part| (part.roll, arguments[part.arguments.clone()].to_vec())).collect()
            }
        }
    }

    /// What a die shows that is made of dice, by its definition, if that is known.
    pub fn made(&self, definition: usize) -> Option<Arc<Made>> {
        locked(&self.made).get(&definition).cloned()
    }

    /// Remembers what a die shows that is made of dice.
    pub fn make(&self, definition: usize, made: Made) {
        locked(&self.made).insert(definition, Arc::new(made));
    }

    /// The chances that definitions return true, as far as they are known.
    pub fn chances(&self) -> MutexGuard<'_, Chances> {
        locked(&self.chances)
    }

    fn made_for(&self, roll: usize) -> Option<Arc<Made>> {
        self.made(self.program.rolls[roll].made?)
    }

    /// Returns one die of a roll for these arguments.
    ///
    /// # Errors
    /// If the arguments are invalid.
    pub fn die(&self, roll: usize, arguments: &[i64]) -> Result<Die, NoValue> {
        let made = self.made_for(roll);
        self.program.rolls[roll].die(arguments, Context { made: made.as_deref(), ..self.context() })
    }

    /// All numbers that dice of these rolls may show, the lowest first or the highest.
    pub fn numbers(&self, rolls: &[usize], is_from_high: bool) -> Vec<i64> {
        let of_roll = |roll: usize| {
            let made = self.made_for(roll);
            self.program.rolls[roll].numbers(Context { made: made.as_deref(), ..self.context() })
        };
        let mut numbers: Vec<i64> =
            rolls.iter().flat_map(|&roll| self.part_rolls(roll)).flat_map(of_roll).collect();
        numbers.sort_unstable();
        numbers.dedup();
        if is_from_high {
            numbers.reverse();
        }
        numbers
    }

    fn context(&self) -> Context<'_> {
        Context { keys: &self.keys, lists: &self.program.lists, cut: self.cut, made: None }
    }

    /// Returns the exact distribution of a roll. `most` gets the number of steps that all distributions
    /// took so far, and returns how many steps this one may take.
    fn law_within(
        &self,
        roll: usize,
        arguments: &[i64],
        most: impl FnOnce(f64) -> f64,
    ) -> Result<Known, NoDistribution> {
        let key = (roll, arguments.to_vec());
        let most = {
            let laws = locked(&self.laws);
            let most = most(laws.steps);
            match laws.known.get(&key) {
                Some(Attempt::Law(known)) => return Ok(known.clone()),
                Some(Attempt::None(steps, reason)) if most <= *steps => return Err(reason.clone()),
                _ => most,
            }
        };
        let attempt = self.known_within(roll, arguments, most);
        let mut laws = locked(&self.laws);
        match (attempt, laws.known.get(&key)) {
            // Another thread has computed it meanwhile.
            (_, Some(Attempt::Law(known))) => Ok(known.clone()),
            (Ok(known), _) => {
                laws.bytes += known.bytes();
                if laws.bytes > MOST_KEPT {
                    laws.known.clear();
                    laws.bytes = known.bytes();
                }
                laws.known.insert(key, Attempt::Law(known.clone()));
                laws.steps += known.steps;
                Ok(known)
            }
            (Err(reason), _) => {
                laws.known.insert(key, Attempt::None(most, reason.clone()));
                Err(reason)
            }
        }
    }

    /// The distribution of a roll, if it takes at most so many steps: that which another scenario has computed,
    /// or a new one.
    fn known_within(&self, roll: usize, arguments: &[i64], most: f64) -> Result<Known, NoDistribution> {
        let described = &self.program.rolls[roll];
        let made = self.made_for(roll);
        let may_read = described.keys_read();
        let values = may_read.iter().map(|&key| self.keys.peek(key).unwrap_or(i64::MIN));
        let key = (roll, arguments.iter().copied().chain(values).collect(), self.cut.to_bits());
        // What a die shows that is made of dice may differ from scenario to scenario.
        let shared = Some(&self.program.laws).filter(|_| made.is_none());
        let known = shared.and_then(|laws| laws.get(&key));
        if let Some(known) = known.filter(|known| known.steps <= most) {
            self.keys.mark(&known.read);
            return Ok(known);
        }
        // Which keys are read depends on others: what nothing reads makes no difference.
        let keys = self.keys.unread();
        let pool =
            described.pool(arguments, Context { keys: &keys, made: made.as_deref(), ..self.context() });
        let read: Arc<[usize]> = may_read.into_iter().filter(|&key| keys.is_read(key)).collect();
        self.keys.mark(&read);
        let pool = pool?;
        let (law, steps) = pool.law(most)?;
        let known = Known { law: Arc::new(law), steps, least: pool.least().collect(), read };
        if let Some(laws) = shared {
            laws.insert(key, known.clone());
        }
        Ok(known)
    }

    /// Returns the ranges of the answers to a roll whose arguments lie in these ranges.
    ///
    /// # Errors
    /// If some of the arguments are found to have no answer.
    pub fn ranges(&self, roll: usize, arguments: &[Range]) -> Result<AnswerRanges, NoValue> {
        let mut found = self.ranges_to_the_cut(roll, arguments)?;
        if let Some(game) = self.cut_earlier.as_ref().filter(|_| self.has_no_cut(roll)) {
            let earlier = game.ranges_to_the_cut(roll, arguments)?.ranges;
            for (range, earlier) in found.ranges.iter_mut().zip(earlier) {
                range.low = if range.low < earlier.low { Range::ALL.low } else { range.low };
                range.high = if range.high > earlier.high { Range::ALL.high } else { range.high };
            }
        }
        Ok(found)
    }

    fn ranges_to_the_cut(&self, roll: usize, arguments: &[Range]) -> Result<AnswerRanges, NoValue> {
        let key = (roll, arguments.to_vec());
        if let Some(found) = locked(&self.laws).ranges.get(&key) {
            return found.clone();
        }
        let found = self.find_ranges(roll, arguments);
        locked(&self.laws).ranges.insert(key, found.clone());
        found
    }

    fn find_ranges(&self, roll: usize, arguments: &[Range]) -> Result<AnswerRanges, NoValue> {
        let described = &self.program.rolls[roll];
        let count = Range::new(arguments[0].low.clamp(0, MOST_DICE), arguments[0].high.clamp(0, MOST_DICE));
        let mut ranges: Vec<Range> = arguments.to_vec();
        ranges[0] = count;
        if described.is_sized {
            ranges[1] = sides_within(ranges[1]);
        }
        // Answers are monotone in the number of dice, except at no dice; but not where a question reads that number,
        // nor are those of cards, of which the rest is left.
        let all = described.is_deck || described.reads_argument(0);
        let dice: Vec<i64> = match all {
            true => (count.low..=count.high).collect(),
            false => vec![count.low, count.low.max(1).min(count.high), count.high],
        };
        let tries = if all { dice.len() as i64 } else { 1 };
        let others = ranges[1..].iter().map(|range| range.high - range.low + 1);
        let tuples = others
            .chain([tries])
            .try_fold(1i64, |product, n| product.checked_mul(n).filter(|&product| product <= TRIED));
        if tuples.is_some() {
            let mut is_known = true;
            let mut found: Vec<Option<Range>> = vec![None; described.questions.len()];
            let mut tuple: Vec<i64> = ranges.iter().map(|range| range.low).collect();
            loop {
                for &dice in &dice {
                    tuple[0] = dice;
                    if !is_known {
                        // Only whether there are answers matters now.
                        self.pool(roll, &tuple)?;
                        continue;
                    }
                    let join = |found: &mut Option<Range>, here: Range| {
                        *found = Some(found.map_or(here, |range| range.join(here)));
                    };
                    if let Some(ranges) = self.pool(roll, &tuple)?.ranges() {
                        found.iter_mut().zip(ranges).for_each(|(found, range)| join(found, range));
                        continue;
                    }
                    let most = |steps| MOST_STEPS.min(MOST_TO_CHECK - steps);
                    let known = match self.law_within(roll, &tuple, most) {
                        Ok(known) => known,
                        Err(NoDistribution::Fault(fault)) => return Err(fault),
                        Err(NoDistribution::TooMuch) => {
                            is_known = false;
                            continue;
                        }
                    };
                    for outcome in known.law.outcomes() {
                        let answers = outcome.0.into_iter().map(|answer| Range::only(answer.into()));
                        found.iter_mut().zip(answers).for_each(|(found, answer)| join(found, answer));
                    }
                    // What is too unlikely to be a number may still be thrown.
                    for (found, least) in found.iter_mut().zip(&*known.least) {
                        least.iter().for_each(|&least| join(found, Range::only(least)));
                    }
                }
                let Some(next) = (1..tuple.len()).find(|&place| tuple[place] < ranges[place].high) else {
                    break;
                };
                tuple[next] += 1;
                for place in 1..next {
                    tuple[place] = ranges[place].low;
                }
            }
            let ranges = match is_known {
                true => found.into_iter().map(|range| range.unwrap_or(Range::only(0))).collect(),
                false => self.widest(roll, &ranges),
            };
            return Ok(AnswerRanges { ranges, are_tried: true });
        }
        // There are too many combinations of arguments.
        Ok(AnswerRanges { ranges: self.widest(roll, &ranges), are_tried: false })
    }

    /// The range of the numbers that a die of a roll can show, if the arguments of the roll lie in these ranges.
    pub fn faces(&self, roll: usize, arguments: &[Range]) -> Range {
        let described = &self.program.rolls[roll];
        let sides = described.is_sized.then(|| Range::new(1, sides_within(arguments[1]).high));
        let made = self.made_for(roll);
        let made = made.iter().flat_map(|made| &made.faces).map(|&(face, _)| face);
        let faces = described.faces.iter().copied().chain(made).map(Range::only);
        let faces = Range::around(faces.chain(sides));
        match described.is_compound() {
            true => faces.join(faces.times(described.most_in_a_chain(self.context()))),
            false => faces,
        }
    }

    /// The maximum number of dice of a roll of `count` dice, with the dice that follow an exploding one.
    pub fn most_dice(&self, roll: usize, count: Range) -> i64 {
        let described = &self.program.rolls[roll];
        count.high * if described.explodes() { described.most_in_a_chain(self.context()) } else { 1 }
    }

    /// The widest ranges of answers that dice in these numbers allow.
    fn widest(&self, roll: usize, arguments: &[Range]) -> Vec<Range> {
        let described = &self.program.rolls[roll];
        let dice = self.most_dice(roll, arguments[0]);
        // There may be no die at all.
        let die = self.faces(roll, arguments).join(Range::only(0));
        let each = |question: &Question| match question {
            Question::Count(_) | Question::Size | Question::Most => Range::new(0, dice),
            Question::Sum(value) if matches!(value.kind, ExprKind::Variable(0)) => die.times(dice),
            Question::Sum(_) => Range::ALL,
            Question::Nth(_) | Question::NthLowest(_) => die,
            Question::Highest(_) | Question::Lowest(_) => die.times(dice),
        };
        described.questions.iter().map(|question| each(question).held()).collect()
    }
}

/// The numbers of sides in a range that a die can have.
fn sides_within(range: Range) -> Range {
    let within = |sides: i64| sides.clamp(*SIDES.start(), *SIDES.end());
    Range::new(within(range.low), within(range.high))
}
