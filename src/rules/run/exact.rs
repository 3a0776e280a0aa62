//! The exact reader of code: all that can happen, as rows with their probabilities.

use std::collections::HashMap;
use std::rc::Rc;

use super::super::code::{DrawnFrom, Fault, Live, Offer, Op, Operand};
use super::super::compile::Compiled;
use super::super::game::Game;
use super::super::program::{GREATEST, Operator, divided_by_zero, no_element};
use super::super::range::Range;
use super::super::roll::MOST_DICE;
use super::super::syntax::Span;
use super::kernel::{self, View};
use super::rows::Rows;
use crate::chance::{Budget, ExactCells, Metric, NoLaw, Packing, Resource, TooLarge, Unit, Work};
use crate::expression::ExpressionError;

/// Why there is no exact law.
#[derive(Debug)]
pub enum Stop {
    NoLaw(NoLaw),
    /// Something goes wrong in play.
    Fault(ExpressionError),
}

impl From<NoLaw> for Stop {
    fn from(reason: NoLaw) -> Self {
        Stop::NoLaw(reason)
    }
}

/// What may be drawn: columns of answers, and how likely each row of them is.
pub struct Drawn {
    pub answers: Vec<Vec<i32>>,
    pub weights: Vec<f64>,
    pub omitted: f64,
}

/// Follows all that can happen.
pub struct Exact<'a> {
    game: &'a Game,
    compiled: &'a Compiled,
    packing: &'a Packing,
    lists: Vec<Vec<i32>>,
    budget: Budget<'a>,
    work: Option<Work<'a>>,
    /// What was drawn before, by roll or call and arguments.
    drawn: HashMap<(DrawnFrom, Vec<i32>), Rc<Drawn>>,
    omitted: f64,
    /// Whether it reads the main routine, and no definition.
    is_main: bool,
    /// Whether players do all that they can, and not what is best.
    follows_all: bool,
    /// The rounds of the loops with a number that are played, the outermost first.
    rounds: Vec<i32>,
    /// Rows that were made by drawing.
    visited: u64,
    draws: u32,
}

/// The rows that are followed at a time: some columns of so many fit into a cache.
const PART: usize = 1 << 13;

/// The operations up to the next merge, if nothing parts before it.
fn up_to_merge(ops: &[Op]) -> &[Op] {
    let end = ops.iter().position(|op| matches!(op, Op::Merge { .. }) || op.is_random());
    match end {
        Some(end) if matches!(ops[end], Op::Merge { .. }) => &ops[..=end],
        _ => &[],
    }
}

/// So little probability is not followed on in a loop.
const NOTHING: f64 = 1e-15;

impl<'a> Exact<'a> {
    pub fn new(game: &'a Game, compiled: &'a Compiled, packing: &'a Packing, budget: Budget<'a>) -> Self {
        let lists =
            game.program.lists.iter().map(|list| list.iter().map(|&element| element as i32).collect());
        Exact {
            game,
            compiled,
            packing,
            lists: lists.collect(),
            budget,
            work: budget.progress.map(|progress| progress.begin(Unit::Outcomes, None)),
            drawn: HashMap::new(),
            omitted: 0.0,
            is_main: true,
            follows_all: false,
            rounds: Vec::new(),
            visited: 0,
            draws: 0,
        }
    }

    /// Follows all options of players, each as likely as the others.
    pub fn by_all_options(self) -> Self {
        Exact { follows_all: true, ..self }
    }

    /// Begins anew with the budget.
    pub fn renew(&mut self) {
        (self.visited, self.omitted, self.draws) = (0, 0.0, 0);
    }

    /// The joint law of the packed metrics.
    ///
    /// # Errors
    /// When it takes more than the budget, or something goes wrong in play.
    pub fn law(mut self) -> Result<ExactCells, Stop> {
        let compiled = self.compiled;
        let mut rows = Rows::start(compiled.main.registers, self.packing.pack(&[]));
        self.block(&compiled.main.ops, &mut rows, None)?;
        rows.merge(&[]);
        Ok(ExactCells {
            cells: rows.keys.into_iter().zip(rows.weights).collect(),
            indicators: Vec::new(),
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
                Op::Draw { from, arguments, answers, live, .. } => {
                    let steps = up_to_merge(behind);
                    left = &behind[steps.len()..];
                    let drawn = self.drawn_in(rows, *from, arguments, answers)?;
                    self.follow(rows, &drawn, answers, live, steps)?;
                }
                _ => self.op(op, rows, mask)?,
            }
        }
        Ok(())
    }

    fn op(&mut self, op: &Op, rows: &mut Rows, mask: Option<&[i32]>) -> Result<(), Stop> {
        match op {
            Op::Binary { operator, a, b, to } => {
                rows.compute(*to, |rows, to| kernel::binary(*operator, rows.view(*a), rows.view(*b), to));
            }
            Op::Not { a, to } => rows.compute(*to, |rows, to| {
                kernel::binary(Operator::Minus, View::Constant(1), rows.view(*a), to);
            }),
            Op::Select { condition, yes, no, to } => rows.compute(*to, |rows, to| {
                kernel::select(rows.view(*condition), rows.view(*yes), rows.view(*no), to);
            }),
            Op::Element { list, place, to } => {
                let list = &self.lists[*list];
                rows.compute(*to, |rows, to| kernel::elements(list, rows.view(*place), to));
            }
            Op::Assign { from, to } => {
                rows.compute(*to, |rows, to| kernel::assign(mask, rows.view(*from), to))
            }
            Op::Check { fault, guard, span, live } => {
                let found = self.check(fault, *guard, span, rows, mask);
                found.map_or(Ok(()), |(row, error)| {
                    Err(Stop::Fault(self.with_state(error, rows, row, live)))
                })?;
            }
            Op::Record { metric, from } => {
                let from = match *from {
                    Operand::Constant(constant) => View::Constant(constant),
                    Operand::Register(register) => View::Column(&rows.columns[register]),
                };
                for (row, key) in rows.keys.iter_mut().enumerate() {
                    *key = key.wrapping_add(self.packing.shift(Metric(*metric), from.at(row).into()));
                }
            }
            Op::Draw { .. } => unreachable!("a block draws"),
            Op::Choose { place, offer, to, live } => self.choose(rows, *place, offer, *to, live)?,
            Op::If { condition, yes, no, inner, live } if op.is_random() => {
                let (yes_rows, no_rows) = rows.split(*condition, inner);
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
                let is_true: Vec<i32> = (0..rows.len()).map(|row| rows.view(*condition).at(row)).collect();
                let within = |truth: i32| -> Vec<i32> {
                    let here =
                        |row: usize| i32::from(is_true[row] == truth) & mask.map_or(1, |mask| mask[row]);
                    (0..is_true.len()).map(here).collect()
                };
                self.block(yes, rows, Some(&within(1)))?;
                self.block(no, rows, Some(&within(0)))?;
            }
            Op::Repeat { most, is_cut, head, condition, body, inner, live, .. } => {
                let mut done = Rows::none(rows.columns.len());
                let (mut kept, depth) = (0, self.rounds.len());
                for round in 0..=*most {
                    let is_last = round == *most;
                    if is_last && !is_cut {
                        done.append(std::mem::replace(rows, Rows::none(0)), live);
                        break;
                    }
                    if !is_cut {
                        self.rounds.push(round as i32);
                    }
                    self.block(head, rows, None)?;
                    let (mut on, ended) = rows.split_for(*condition, inner, live);
                    done.append(ended, live);
                    let mass: f64 = on.weights.iter().sum();
                    if on.weights.is_empty() || *is_cut && (is_last || mass <= NOTHING) {
                        self.omitted += mass;
                        self.rounds.truncate(depth);
                        break;
                    }
                    self.block(body, &mut on, None)?;
                    self.rounds.truncate(depth);
                    *rows = on;
                    if done.len() > 2 * kept + 1_000 {
                        done.merge(live);
                        kept = done.len();
                    }
                }
                *rows = done;
            }
            // Under a mask rows keep their places.
            Op::Merge { live } if mask.is_none() => rows.merge(live),
            Op::Merge { .. } => {}
        }
        Ok(())
    }

    /// Players choose in every row: what is best, or each option.
    fn choose(
        &mut self,
        rows: &mut Rows,
        place: usize,
        offer: &Offer,
        to: usize,
        live: &Live,
    ) -> Result<(), Stop> {
        if !self.follows_all {
            let decisions = self.game.decisions.get();
            rows.fit(self.compiled.places[place].seen.as_deref().unwrap_or_default());
            let chosen = (0..rows.len()).map(|row| {
                let best = decisions.and_then(|decisions| {
                    decisions.advice(place, &self.rounds, |register| rows.columns[register][row])
                });
                best.map_or_else(|| offer.first(|bound| rows.view(bound).at(row)), |best| best.choice)
            });
            rows.columns[to] = chosen.collect();
            return Ok(());
        }
        let drawn: Vec<([Vec<i32>; 1], Vec<f64>)> = (0..rows.len())
            .map(|row| {
                let options = offer.all(|bound| rows.view(bound).at(row));
                let weights = vec![1.0 / options.len() as f64; options.len()];
                ([options], weights)
            })
            .collect();
        let total = drawn.iter().map(|(_, weights)| weights.len()).sum();
        self.afford(total as u64, (total * (live.len() * 4 + 20)) as u64)?;
        let drawn: Vec<(&[Vec<i32>], &[f64])> =
            drawn.iter().map(|(options, weights)| (&options[..], &weights[..])).collect();
        rows.expand(total, &drawn, &[Some(to)], live);
        Ok(())
    }

    /// What is drawn in every row.
    fn drawn_in(
        &mut self,
        rows: &Rows,
        from: DrawnFrom,
        arguments: &[(Operand, Range)],
        answers: &[Option<usize>],
    ) -> Result<Vec<Rc<Drawn>>, Stop> {
        self.draws += 1;
        let mut tuple: Vec<i32> = Vec::new();
        let mut last: Option<(Vec<i32>, Rc<Drawn>)> = None;
        let mut drawn: Vec<Rc<Drawn>> = Vec::with_capacity(rows.len());
        for row in 0..rows.len() {
            tuple.clear();
            tuple.extend(arguments.iter().map(|&(argument, _)| rows.view(argument).at(row)));
            let here = match &last {
                Some((known, drawn)) if *known == tuple => drawn.clone(),
                _ => {
                    let found = self.drawn(from, &tuple, answers)?;
                    last = Some((tuple.clone(), found.clone()));
                    found
                }
            };
            self.omitted += rows.weights[row] * here.omitted;
            drawn.push(here);
        }
        Ok(drawn)
    }

    /// Every row becomes as many as there are outcomes, and goes through these steps, at whose end
    /// rows merge. Where that are many rows, it happens part by part: a part that fits into a
    /// cache takes a fraction of the time.
    fn follow(
        &mut self,
        rows: &mut Rows,
        drawn: &[Rc<Drawn>],
        answers: &[Option<usize>],
        live: &Live,
        steps: &[Op],
    ) -> Result<(), Stop> {
        let columns = rows.columns.len().min(live.len() + answers.len()) as u64;
        let mut done: Option<Rows> = None;
        let mut start = 0;
        loop {
            let (mut end, mut total) = (start, 0);
            while end < drawn.len()
                && (end == start || steps.is_empty() || total + drawn[end].weights.len() <= PART)
            {
                total += drawn[end].weights.len();
                end += 1;
            }
            self.afford(total as u64, total as u64 * (4 * columns + 16))?;
            let is_whole = start == 0 && end == drawn.len();
            let mut part = match is_whole {
                true => std::mem::replace(rows, Rows::none(0)),
                false => rows.range(start..end, live),
            };
            let outcomes: Vec<(&[Vec<i32>], &[f64])> =
                drawn[start..end].iter().map(|drawn| (&drawn.answers[..], &drawn.weights[..])).collect();
            part.expand(total, &outcomes, answers, live);
            steps.iter().try_for_each(|op| self.op(op, &mut part, None))?;
            let Some(Op::Merge { live: kept }) = steps.last().filter(|_| !is_whole) else {
                *rows = part;
                return Ok(());
            };
            match &mut done {
                Some(done) => done.append(part, kept),
                None => done = Some(part),
            }
            start = end;
            if end == drawn.len() {
                *rows = done.expect("there was a part");
                rows.merge(kept);
                return Ok(());
            }
        }
    }

    /// Takes from the budget.
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
            Err(NoLaw::TooLarge(TooLarge { resource, needed, stages, limit }).into())
        };
        if self.visited > self.budget.outcomes {
            return too_large(Resource::Outcomes, self.visited, self.budget.outcomes);
        }
        if bytes > self.budget.bytes {
            return too_large(Resource::Bytes, bytes, self.budget.bytes);
        }
        Ok(())
    }

    /// What a roll or a call yields for these arguments, of the answers that are needed.
    pub fn drawn(
        &mut self,
        from: DrawnFrom,
        arguments: &[i32],
        answers: &[Option<usize>],
    ) -> Result<Rc<Drawn>, Stop> {
        // Which answers are needed belongs to the arguments.
        let needed = answers.iter().map(|answer| i32::from(answer.is_some()));
        let key = (from, arguments.iter().copied().chain(needed).collect::<Vec<i32>>());
        if let Some(known) = self.drawn.get(&key) {
            return Ok(known.clone());
        }
        let drawn = match from {
            DrawnFrom::Call(code) => self.call(code, arguments, answers)?,
            DrawnFrom::Roll(roll) => self.roll(roll, arguments, answers)?,
        };
        let drawn = Rc::new(drawn);
        self.drawn.insert(key, drawn.clone());
        Ok(drawn)
    }

    fn call(&mut self, code: usize, arguments: &[i32], answers: &[Option<usize>]) -> Result<Drawn, Stop> {
        let (code, before) = (&self.compiled.calls[code], std::mem::take(&mut self.omitted));
        let mut rows = Rows::start(code.registers, 0);
        for (parameter, &argument) in arguments.iter().enumerate() {
            rows.columns[parameter] = vec![argument];
        }
        let was_main = std::mem::replace(&mut self.is_main, false);
        self.block(&code.ops, &mut rows, None)?;
        self.is_main = was_main;
        // Results that are known lie in no register.
        let mut registers: Live = Vec::new();
        for ((output, _), _) in code.outputs.iter().zip(answers).filter(|(_, answer)| answer.is_some()) {
            registers.push(match *output {
                Operand::Register(register) => register,
                Operand::Constant(constant) => {
                    rows.columns.push(vec![constant; rows.weights.len()]);
                    rows.columns.len() - 1
                }
            });
        }
        rows.merge(&registers);
        let omitted = std::mem::replace(&mut self.omitted, before);
        let answers = registers.iter().map(|&register| rows.columns[register].clone()).collect();
        Ok(Drawn { answers, weights: rows.weights, omitted })
    }

    fn roll(&mut self, roll: usize, arguments: &[i32], answers: &[Option<usize>]) -> Result<Drawn, Stop> {
        let arguments: Vec<i64> = arguments.iter().map(|&argument| argument.into()).collect();
        let law = self.game.law(roll, &arguments).map_err(Stop::Fault)?;
        let mut rows = Rows::none(0);
        let needed = (0..answers.len()).filter(|&place| answers[place].is_some());
        rows.columns =
            needed.map(|place| law.outcomes().iter().map(|outcome| outcome.0[place]).collect()).collect();
        rows.weights = law.iter().map(|(_, weight)| weight).collect();
        rows.keys = vec![0; rows.weights.len()];
        rows.merge(&(0..rows.columns.len()).collect::<Vec<_>>());
        Ok(Drawn { answers: rows.columns, weights: rows.weights, omitted: law.omitted() })
    }

    /// Looks for a row in which something goes wrong.
    fn check(
        &self,
        fault: &Fault,
        guard: Operand,
        span: &Span,
        rows: &Rows,
        mask: Option<&[i32]>,
    ) -> Option<(usize, ExpressionError)> {
        for row in 0..rows.len() {
            let at = |operand: Operand| i64::from(rows.view(operand).at(row));
            if at(guard) == 0 || mask.is_some_and(|mask| mask[row] == 0) {
                continue;
            }
            let wrong = match fault {
                Fault::Zero(divisor) => (at(*divisor) == 0).then(|| divided_by_zero(span)),
                Fault::Element(place, length) => {
                    let place = at(*place);
                    (place < 0 || place >= *length as i64).then(|| no_element(span, place, *length))
                }
                Fault::Outside(value, low, high) => {
                    let (value, low, high) = (at(*value), at(*low), at(*high));
                    (value < low || value > high).then(|| {
                        let message = format!("this can be {value}, outside of its range {low}..{high}");
                        ExpressionError::new(
                            span.clone(),
                            message,
                            "widen the range, or keep to it with clamp( )",
                        )
                    })
                }
                Fault::Overflow(operator, a, b) => {
                    let value = operator.of(at(*a), at(*b));
                    (value.abs() > GREATEST).then(|| {
                        let message = format!("this can be {value}");
                        let help = "numbers are between -1,000,000,000 and 1,000,000,000; state a range";
                        ExpressionError::new(span.clone(), message, help)
                    })
                }
                Fault::NoOption(low, high) => {
                    let (low, high) = (at(*low), at(*high));
                    (low > high).then(|| {
                        let message = format!("there may be nothing to choose from {low} to {high}");
                        let help = "choose only where there is something, as in `if n > 0 { choose … }`";
                        ExpressionError::new(span.clone(), message, help)
                    })
                }
                Fault::Dice(dice) => {
                    let dice = at(*dice);
                    (dice > MOST_DICE).then(|| {
                        let message = format!("this can be {dice} dice");
                        ExpressionError::new(span.clone(), message, format!("at most {MOST_DICE} dice"))
                    })
                }
            };
            if let Some(wrong) = wrong {
                return Some((row, wrong));
            }
        }
        None
    }

    /// An error with the state in which it happens, as far as it is remembered.
    fn with_state(
        &self,
        mut error: ExpressionError,
        rows: &Rows,
        row: usize,
        live: &Live,
    ) -> ExpressionError {
        let variables = &self.game.program.main.variables;
        let known = |&register: &usize| {
            let name = variables.get(register).map(|variable| variable.name.as_str());
            name.filter(|name| !name.is_empty())
                .map(|name| format!("{name} = {}", rows.columns[register][row]))
        };
        // Within a definition the names are others.
        let state: Vec<String> =
            if self.is_main { live.iter().filter_map(known).collect() } else { Vec::new() };
        if !state.is_empty() {
            error.message = format!("{}, where {}", error.message, state.join(", "));
        }
        error
    }
}
