//! The exact reader of code: all outcomes, as rows with their probabilities.

mod check;

mod draws;

mod rounds;

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};

use self::draws::up_to_merge;
use self::rounds::{Adding, Loop};
use super::super::code::{DrawnFrom, Op, Operand};
use super::super::compile::Compiled;
use super::super::game::Game;
use super::super::program::MOST_ROUNDS;
use super::super::range::Range;
use super::super::roll::{Counts, MOST_STEPS};
use super::super::syntax::Span;
use super::kernel::View;
use super::rows::{Drawn, Rows};
use crate::chance::{Budget, ExactCells, Metric, NoLaw, Packing, Resource, TooLarge, Unit, Work};
use crate::expression::ExpressionError;

/// Why there is no exact distribution.
#[derive(Debug)]
pub enum Stop {
    NoLaw(NoLaw),
    /// A fault occurs in play.
    Fault(ExpressionError),
    /// A loop without a number of rounds goes on too often after all of them.
    Endless(ExpressionError),
}

impl Stop {
    /// The reason for readers of rules that were checked. Faults were found then, unless that took too long.
    pub fn after_checks(self) -> NoLaw {
        let (resource, limit) = match self {
            Stop::NoLaw(reason) => return reason,
            Stop::Endless(_) => (Resource::Rounds, MOST_ROUNDS as u64),
            Stop::Fault(_) => (Resource::Outcomes, CHECKED_OUTCOMES),
        };
        NoLaw::TooLarge(TooLarge::new(resource, limit + 1, 1, limit))
    }
}

impl From<NoLaw> for Stop {
    fn from(reason: NoLaw) -> Self {
        Stop::NoLaw(reason)
    }
}

/// How many dice of a roll show a number, and what each of them omits.
struct Counted {
    /// The roll, the number, and the arguments of the roll without the number of dice.
    of: (usize, i64, Vec<i32>),
    counts: Counts,
    omitted: f64,
}

/// Enumerates everything that can happen.
pub struct Exact<'a> {
    game: &'a Game,
    compiled: &'a Compiled,
    packing: &'a Packing,
    /// For each definition whether it rolls no dice, nor do those that it calls.
    certain: Vec<bool>,
    pub lists: Vec<Vec<i32>>,
    budget: Budget<'a>,
    work: Option<Work<'a>>,
    /// The bytes of all that is cached.
    cached: u64,
    /// The number of additions for the distributions of rolls.
    additions: f64,
    /// How many of these the distribution of one roll may take.
    pub steps_of_roll: f64,
    /// Cached answers of rolls and calls, by their arguments and by which answers are needed.
    answers: FxHashMap<(DrawnFrom, Vec<i32>), Rc<Drawn>>,
    /// Cached outputs of draws, by the site of the draw and its arguments.
    outputs: FxHashMap<(usize, Vec<i32>), Rc<Drawn>>,
    /// The number that was counted last.
    counted: Option<Counted>,
    omitted: f64,
    /// The probability of each indicator, if indicators are requested.
    indicators: Vec<f64>,
    /// The ranges of the registers of what is being run.
    ranges: &'a [Range],
    /// Whether the main routine is being run, and not a definition.
    is_main: bool,
    /// Whether all options of players are followed, and not only the best ones.
    follows_all: bool,
    /// The current rounds of the enclosing loops with a number, the outermost first.
    rounds: Vec<i32>,
    /// What is known about loops, by the address of their code.
    loops: FxHashMap<usize, Loop>,
    /// Sums that no loop makes now: their arrays are large, and used again.
    idle: Vec<Adding>,
    /// While a round is computed from many states: for each of them the probability that is omitted.
    lost: Option<Vec<f64>>,
    /// What that round indicates.
    indicated: Vec<Indicated>,
    /// The number of additions for loops whose rounds are known.
    added: u64,
    /// The number of additions at the last look at the budget.
    looked: u64,
    /// Where the last draw of the main routine stands in the text.
    at: usize,
    /// The number of rows that draws and choices created.
    visited: u64,
    /// What was visited when the current round of the outermost loop began, and from how many states; none if it
    /// is one of the last.
    round: Option<(u64, u64)>,
    /// The number of values of states that were copied or looked up.
    moved: u64,
    /// The number of rounds of loops.
    played: u64,
    draws: u32,
}

/// What is foreseen may be wrong by this factor.
const MARGIN: u64 = 4;

/// Under a hasty budget, the maximum number of values that are copied or looked up for each outcome that it has
/// room for: where states have many values, outcomes take several times as long.
const MOVED: u64 = 8;

/// The maximum number of outcomes that are visited to find out whether a fault can occur in play.
pub const CHECKED_OUTCOMES: u64 = 2_000_000;

/// The maximum number of transitions between situations that are followed for the same reason.
pub const CHECKED_WAYS: u64 = 8 * CHECKED_OUTCOMES;

/// An indicator of a followed value, in a round of a loop.
struct Indicated {
    /// The state before the round.
    state: u64,
    /// The place of the indicator in the first round, and how far apart those of rounds are.
    place: usize,
    step: usize,
    probability: f64,
}

/// Where open-ended dice are cut, paths of less than this share of what the cut omits are omitted, too: there are
/// many of them, and together they weigh next to nothing.
const NEGLIGIBLE: f64 = 1e-9;

/// The bytes of a cached distribution without its outcomes.
const ENTRY: u64 = 200;

/// A loop without a number of rounds is a fault if it goes on after all of them with a probability
/// above this: too much to omit.
pub const ENDLESS: f64 = 1e-6;

impl<'a> Exact<'a> {
    pub fn new(game: &'a Game, compiled: &'a Compiled, packing: &'a Packing, budget: Budget<'a>) -> Self {
        let lists =
            game.program.lists.iter().map(|list| list.iter().map(|&element| element as i32).collect());
        Exact {
            game,
            compiled,
            packing,
            certain: (0..compiled.calls.len()).map(|code| is_certain(compiled, code)).collect(),
            lists: lists.collect(),
            budget,
            work: budget.progress.map(|progress| progress.begin(Unit::Outcomes, None)),
            cached: 0,
            additions: 0.0,
            steps_of_roll: MOST_STEPS,
            answers: FxHashMap::default(),
            outputs: FxHashMap::default(),
            counted: None,
            omitted: 0.0,
            indicators: vec![0.0; if packing.has_indicators() { game.indicators() } else { 0 }],
            ranges: &compiled.main.ranges,
            is_main: true,
            follows_all: false,
            rounds: Vec::new(),
            loops: FxHashMap::default(),
            idle: Vec::new(),
            lost: None,
            indicated: Vec::new(),
            added: 0,
            looked: 0,
            at: 0,
            visited: 0,
            round: None,
            moved: 0,
            played: 0,
            draws: 0,
        }
    }

    /// Follows all options of players, with equal probabilities.
    pub fn by_all_options(self) -> Self {
        Exact { follows_all: true, ..self }
    }

    /// Begins anew with the budget, except for the memory of cached distributions.
    pub fn renew(&mut self) {
        (self.visited, self.played, self.omitted, self.draws) = (0, 0, 0.0, 0);
        (self.added, self.looked, self.moved) = (0, 0, 0);
        self.is_main = true;
        self.rounds.clear();
    }

    /// What it took since it began anew, in outcomes.
    pub fn work(&self) -> u64 {
        /// So many additions take about as long as an outcome, where states are many.
        const ADDITIONS: u64 = 20;
        self.visited + (self.added + self.additions as u64) / ADDITIONS
    }

    /// Forgets all distributions. If one is remembered, whatever plays it needs less of the budget:
    /// whether a draw fits then depends on earlier draws.
    pub fn forget(&mut self) {
        (self.cached, self.additions) = (0, 0.0);
        self.outputs.clear();
        self.answers.clear();
        self.loops.clear();
    }

    /// The joint distribution of the packed metrics.
    ///
    /// # Errors
    /// If it exceeds the budget, or a fault occurs in play.
    pub fn law(mut self) -> Result<ExactCells, Stop> {
        let compiled = self.compiled;
        let mut rows = Rows::start(compiled.main.registers, self.packing.pack(&[]));
        self.block(&compiled.main.ops, &mut rows, None)?;
        Ok(ExactCells {
            cells: rows.keys.into_iter().zip(rows.weights).collect(),
            indicators: self.indicators,
            omitted: self.omitted,
            visited: self.visited,
            outcomes: self.visited,
        })
    }

    fn block(&mut self, ops: &[Op], rows: &mut Rows, mask: Option<&[i32]>) -> Result<(), Stop> {
        let mut left = ops;
        while let [op, behind @ ..] = left {
            left = behind;
            match op {
                Op::Draw(draw) if self.is_certain(draw) => self.call(draw, rows)?,
                Op::Draw(draw) => {
                    let steps = up_to_merge(behind);
                    left = &behind[steps.len()..];
                    if self.is_outermost() {
                        self.omitted += rows.drop_lighter(NEGLIGIBLE * self.omitted);
                    }
                    let done = self.drawn_in(rows, draw);
                    let done = done.and_then(|drawn| self.follow(rows, &drawn, draw, steps));
                    let values = |&register: &usize| {
                        let values: FxHashSet<i32> = rows.columns[register].iter().copied().collect();
                        (register, values.len())
                    };
                    // In a round of a loop, rows come from a part of its states.
                    let is_all = self.lost.is_none();
                    done.map_err(|stop| match is_all {
                        true => self.with_sizes(stop, draw.live.iter().map(values)),
                        false => stop,
                    })?;
                }
                _ => self.op(op, rows, mask)?,
            }
        }
        Ok(())
    }

    fn op(&mut self, op: &Op, rows: &mut Rows, mask: Option<&[i32]>) -> Result<(), Stop> {
        match op {
            Op::Binary { .. }
            | Op::Not { .. }
            | Op::Select { .. }
            | Op::Pick { .. }
            | Op::Element { .. }
            | Op::Assign { .. } => rows.run(op, &self.lists, mask),
            Op::Check { fault, guard, span, live } => {
                self.check(fault, (*guard, span, live), rows, mask)?;
            }
            Op::Record { metric, from } => {
                let from = match *from {
                    Operand::Constant(constant) => View::Constant(constant),
                    Operand::Register(register) => View::Column(&rows.columns[register]),
                };
                // A value beyond the range for which there is room would be taken for another one.
                debug_assert!(
                    (0..rows.keys.len())
                        .all(|row| { self.compiled.metrics[*metric].contains(from.at(row).into()) })
                );
                for (row, key) in rows.keys.iter_mut().enumerate() {
                    *key = key.wrapping_add(self.packing.shift(Metric(*metric), from.at(row).into()));
                }
            }
            Op::Indicate { value, moment, from } => {
                let first = value.place(*moment, 0);
                let step = value.place(*moment, 1) - first;
                for row in 0..rows.len() {
                    let (state, probability) = (rows.keys[row], rows.weights[row]);
                    let place = first + rows.view(*from).at(row) as usize;
                    match self.lost {
                        None => self.indicators[place] += probability,
                        Some(_) => self.indicated.push(Indicated { state, place, step, probability }),
                    }
                }
            }
            Op::Draw(_) => unreachable!("a block draws"),
            Op::Choose { place, offer, to, live } => self.choose(rows, *place, offer, *to, live)?,
            Op::If { condition, yes, no, inner, live } if op.is_random() => {
                let (yes_rows, no_rows) = rows.split(*condition, inner, inner);
                let mut both = Rows::none(rows.columns.len());
                for (ops, mut branch) in [(yes, yes_rows), (no, no_rows)] {
                    if !branch.weights.is_empty() {
                        self.block(ops, &mut branch, None)?;
                        both.append(branch, live);
                    }
                }
                *rows = both;
            }
            Op::If { condition, yes, no, .. } => {
                for (ops, mask) in [yes, no].into_iter().zip(rows.masks(*condition, mask)) {
                    if let Some(mask) = mask {
                        self.block(ops, rows, Some(&mask))?;
                    }
                }
            }
            Op::Repeat { .. } => self.repeat(op, rows)?,
            // Under a mask, rows keep their places.
            Op::Merge { live, alike } if mask.is_none() => {
                alike.iter().for_each(|alike| rows.sort(alike));
                rows.merge(live);
            }
            Op::Merge { .. } => {}
            Op::Shuffle { alike, live } => self.shuffle(rows, alike, live)?,
        }
        Ok(())
    }

    /// Charges the memory of a distribution that is going to be cached to the budget.
    fn remember(&mut self, Drawn { outputs, weights, .. }: &Drawn) -> Result<(), Stop> {
        self.cached += ENTRY + weights.len() as u64 * (8 + 4 * outputs.len() as u64);
        self.afford(0, 0)
    }

    /// Charges rows and bytes to the budget. Fails if it is exceeded.
    fn afford(&mut self, rows: u64, bytes: u64) -> Result<(), Stop> {
        self.visited += rows;
        if let Some(work) = &self.work {
            work.add(rows);
            if work.is_stopped() {
                return Err(NoLaw::Stopped.into());
            }
        }
        let too_large = |resource, needed, limit| {
            let stages = self.draws;
            Err(NoLaw::TooLarge(TooLarge::new(resource, needed, stages, limit)).into())
        };
        let limit = self.budget.outcomes;
        if self.visited > limit {
            return too_large(Resource::Outcomes, self.visited, limit);
        }
        if self.budget.is_hasty && self.moved > MOVED.saturating_mul(limit) {
            return too_large(Resource::Outcomes, self.visited.max(limit + 1), limit);
        }
        if self.added > self.budget.additions {
            return too_large(Resource::Additions, self.added, self.budget.additions);
        }
        if self.played > limit {
            return too_large(Resource::Rounds, self.played, limit);
        }
        let bytes = bytes + self.cached;
        if bytes > self.budget.bytes {
            return too_large(Resource::Bytes, bytes, self.budget.bytes);
        }
        Ok(())
    }

    /// Fails if so many outcomes are foreseen that the budget is bound to be exceeded.
    fn foresee(&self, needed: u64) -> Result<(), Stop> {
        let limit = self.budget.outcomes;
        match needed / MARGIN > limit {
            true => Err(NoLaw::TooLarge(TooLarge::new(Resource::Outcomes, needed, self.draws, limit)).into()),
            false => Ok(()),
        }
    }
}

/// Whether a definition rolls no dice, nor do those that it calls.
fn is_certain(compiled: &Compiled, code: usize) -> bool {
    compiled.calls[code].ops.iter().all(|op| match op {
        Op::Draw(draw) => matches!(draw.from, DrawnFrom::Call(inner) if is_certain(compiled, inner)),
        op => !op.is_random() && !matches!(op, Op::Check { .. }),
    })
}

/// The fault of a loop that goes on after all rounds, with this probability if it is known.
pub fn endless(span: &Span, mass: Option<f64>) -> ExpressionError {
    let message = match mass {
        None => format!("this loop may go on after {MOST_ROUNDS} rounds"),
        Some(0.999_999..) => format!("this loop never ends within {MOST_ROUNDS} rounds"),
        Some(mass) => {
            let decimals = if mass < 1e-4 { 6 } else { 2 };
            let percent = format!("{:.decimals$} %", 100.0 * mass);
            format!("after {MOST_ROUNDS} rounds this loop goes on with a probability of {percent}")
        }
    };
    let help = "make sure that it ends, or state the most rounds, as in `repeat 100 while …`";
    ExpressionError::new(span.clone(), message, help)
}
