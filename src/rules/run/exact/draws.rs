//! Operations at which paths diverge: draws, calls of definitions, and choices.

use std::rc::Rc;

use smallvec::SmallVec;

use super::super::super::code::{Alike, Draw, DrawnFrom, Live, Offer, Op, Operand};
use super::super::super::decide::chosen;
use super::super::super::game::LAW_BYTES;
use super::super::super::roll::{Counts, MOST_STEPS, NoDistribution};
use super::super::rows::{Drawn, Kinds, Rows};
use super::super::states::States;
use super::{Counted, Exact, Stop};
use crate::chance::{NoLaw, Resource, TooLarge};

/// The number of rows that are processed at a time: a few columns of this length fit into a cache.
const PART: usize = 1 << 13;

/// The maximum number of steps for the distributions of all rolls; they take about ten seconds.
const MOST_STEPS_IN_ALL: f64 = 10.0 * MOST_STEPS;

/// How many arguments of a call, or states before a round, are played at a time: together they take less than one by
/// one, as long as their rows stay in a cache.
pub(super) const AT_A_TIME: usize = 32;

/// The bytes that a row takes besides its columns, and those that it takes while equal rows are found.
const TO_MERGE: u64 = 16 + 24;

/// By what the answers of a draw are known: its arguments, and which answers are needed.
fn known_by(from: DrawnFrom, arguments: &[i32], answers: &[Option<usize>]) -> (DrawnFrom, Vec<i32>) {
    let needed = answers.iter().map(|answer| i32::from(answer.is_some()));
    (from, arguments.iter().copied().chain(needed).collect())
}

/// The operations up to the merge at which the fewest registers are needed, of those before the next draw,
/// choice, loop or indicator; none if there is no merge.
pub(super) fn up_to_merge(ops: &[Op]) -> &[Op] {
    let end = ops.iter().position(|op| op.is_random() || matches!(op, Op::Indicate { .. }));
    let needed = ops[..end.unwrap_or(ops.len())].iter().enumerate().filter_map(|(place, op)| match op {
        Op::Merge { live, .. } => Some((live.len(), place)),
        _ => None,
    });
    let narrowest = needed.min_by_key(|&(needed, place)| (needed, usize::MAX - place));
    narrowest.map_or(&[], |(_, place)| &ops[..=place])
}

/// The next order of these in the order of all of them, each once; false behind the last.
fn next_order<T: Ord>(items: &mut [T]) -> bool {
    let Some(falls) = items.windows(2).rposition(|pair| pair[0] < pair[1]) else { return false };
    let last = items.iter().rposition(|item| *item > items[falls]).expect("the next one is greater");
    items.swap(falls, last);
    items[falls + 1..].reverse();
    true
}

impl Exact<'_> {
    /// Lets players choose in every row: the best option, or every option.
    pub(super) fn choose(
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
            let choice =
                |row| chosen(decisions, place, &self.rounds, offer, |operand| rows.view(operand).at(row));
            rows.columns[to] = (0..rows.len()).map(choice).collect();
            return Ok(());
        }
        let offered = |row| {
            let options = offer.all(&|bound| rows.view(bound).at(row));
            let share = 1.0 / options.len() as f64;
            Drawn::options(options, share)
        };
        let drawn: Vec<Drawn> = (0..rows.len()).map(offered).collect();
        let total: usize = drawn.iter().map(|drawn| drawn.weights.len()).sum();
        self.afford(total as u64, (total * (live.len() * 4 + 20)) as u64)?;
        rows.expand(&drawn.iter().collect::<Vec<_>>(), &[to], live);
        Ok(())
    }

    /// Tells members apart: every order of theirs that can be told from others is equally likely.
    pub(super) fn shuffle(&mut self, rows: &mut Rows, alike: &Alike, live: &Live) -> Result<(), Stop> {
        let registers: Vec<usize> = alike.registers().collect();
        rows.fit(&registers);
        let mut known = States::new(registers.len());
        let mut orders: Vec<Drawn> = Vec::new();
        let mut drawn: Vec<usize> = Vec::with_capacity(rows.len());
        for row in 0..rows.len() {
            let values: Vec<i32> = registers.iter().map(|&register| rows.columns[register][row]).collect();
            let number = known.insert(&values);
            if number == orders.len() {
                let mut members: Vec<&[i32]> = values.chunks(alike.width()).collect();
                members.sort_unstable();
                let mut found: Vec<Vec<i32>> = vec![Vec::new(); registers.len()];
                loop {
                    found
                        .iter_mut()
                        .zip(members.iter().copied().flatten())
                        .for_each(|(column, &value)| column.push(value));
                    self.afford(1, 0)?;
                    if !next_order(&mut members) {
                        break;
                    }
                }
                let number = found[0].len();
                orders.push(Drawn {
                    outputs: found,
                    weights: vec![1.0 / number as f64; number],
                    omitted: 0.0,
                });
            }
            drawn.push(number);
        }
        let drawn: Vec<&Drawn> = drawn.into_iter().map(|number| &orders[number]).collect();
        let total: usize = drawn.iter().map(|drawn| drawn.weights.len()).sum();
        self.afford(total as u64, (total * ((live.len() + registers.len()) * 4 + 16)) as u64)?;
        rows.expand(&drawn, &registers, live);
        Ok(())
    }

    /// Whether a draw is a call in which no dice are rolled.
    pub(super) fn is_certain(&self, draw: &Draw) -> bool {
        matches!(draw.from, DrawnFrom::Call(code) if self.certain[code])
    }

    /// Computes a call in which no dice are rolled, in every row.
    pub(super) fn call(&mut self, draw: &Draw, rows: &mut Rows) -> Result<(), Stop> {
        let DrawnFrom::Call(code) = draw.from else { unreachable!("it is a call") };
        let code = &self.compiled.calls[code];
        let column = |rows: &Rows, operand: Operand| -> Vec<i32> {
            (0..rows.len()).map(|row| rows.view(operand).at(row)).collect()
        };
        let mut inside = Rows::none(code.registers);
        for (&(argument, _), &parameter) in draw.arguments.iter().zip(&code.parameters) {
            inside.columns[parameter] = column(rows, argument);
        }
        (inside.keys, inside.weights) = (rows.keys.clone(), rows.weights.clone());
        // Under a mask no rows are merged.
        self.block(&code.ops, &mut inside, Some(&vec![1; rows.len()]))?;
        for (&answer, &(output, _)) in draw.answers.iter().zip(&code.outputs) {
            if let Some(answer) = answer {
                rows.columns[answer] = column(&inside, output);
            }
        }
        draw.then.iter().try_for_each(|op| self.op(op, rows, None))
    }

    /// The outcomes of a draw in every row.
    pub fn drawn_in(&mut self, rows: &Rows, draw: &Draw) -> Result<Vec<Rc<Drawn>>, Stop> {
        self.draws += 1;
        if self.is_main {
            self.at = draw.span.start;
        }
        let Kinds { first, of } = rows.kinds_by(draw.arguments.iter().map(|&(argument, _)| argument));
        let arguments = |row| draw.arguments.iter().map(move |&(argument, _)| rows.view(argument).at(row));
        if let DrawnFrom::Call(code) = draw.from {
            self.play_all(code, first.iter().map(|&row| arguments(row).collect()), draw)?;
        }
        let mut found: Vec<Rc<Drawn>> = Vec::with_capacity(first.len());
        for row in first {
            found.push(self.drawn(draw, &arguments(row).collect::<SmallVec<[i32; 8]>>())?);
        }
        if found.iter().any(|drawn| drawn.omitted > 0.0) {
            for (row, &kind) in of.iter().enumerate() {
                self.lose(rows.keys[row], rows.weights[row] * found[kind as usize].omitted);
            }
        }
        Ok(of.into_iter().map(|kind| found[kind as usize].clone()).collect())
    }

    /// Replaces every row by one row for each outcome, and runs these steps, which end with a merge of
    /// rows. Many rows are processed in parts: a part that fits into a cache takes a fraction of the
    /// time.
    pub(super) fn follow(
        &mut self,
        rows: &mut Rows,
        drawn: &[Rc<Drawn>],
        Draw { outputs, live, .. }: &Draw,
        steps: &[Op],
    ) -> Result<(), Stop> {
        let columns = rows.columns.len().min(live.len() + outputs.len()) as u64;
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
            self.moved += total as u64 * columns;
            self.afford(total as u64, total as u64 * (4 * columns + 16))?;
            let is_whole = start == 0 && end == drawn.len();
            let mut part = match is_whole {
                true => std::mem::replace(rows, Rows::none(0)),
                false => rows.range(start..end, live),
            };
            let outcomes: Vec<&Drawn> = drawn[start..end].iter().map(|drawn| &**drawn).collect();
            part.expand(&outcomes, outputs, live);
            // To compute something in each row takes less than to look for rows that are equal.
            let (last, others) =
                steps.split_last().map_or((None, steps), |(last, others)| (Some(last), others));
            let others = others.iter().filter(|op| !matches!(op, Op::Merge { .. }));
            others.chain(last).try_for_each(|op| self.op(op, &mut part, None))?;
            let Some(Op::Merge { live: kept, .. }) = last.filter(|_| !is_whole) else {
                *rows = part;
                return Ok(());
            };
            let known = done.as_ref().map_or(0, Rows::len) + part.len();
            self.afford(0, known as u64 * (4 * kept.len() as u64 + TO_MERGE))?;
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

    /// Adds to an error of the budget what makes the states of the main routine many, given how many
    /// values some registers have: the variables with the most values.
    pub(super) fn with_sizes(&self, stop: Stop, values: impl Iterator<Item = (usize, usize)>) -> Stop {
        let Stop::NoLaw(NoLaw::TooLarge(mut error)) = stop else { return stop };
        if self.is_main && error.sizes.is_empty() {
            let program = &self.game.program;
            let sizes = program.main.sizes(values).join(", ");
            if !sizes.is_empty() {
                error.sizes = format!("{sizes} at line {} of the rules", program.line(self.at));
            }
        }
        Stop::NoLaw(NoLaw::TooLarge(error))
    }

    /// The outputs of a draw for these arguments.
    ///
    /// # Errors
    /// If they exceed the budget, or a fault occurs in play.
    pub fn drawn(&mut self, draw: &Draw, arguments: &[i32]) -> Result<Rc<Drawn>, Stop> {
        if draw.then.is_empty() {
            return self.answers(draw.from, arguments, &draw.answers);
        }
        let key = (draw.site, arguments.to_vec());
        if let Some(known) = self.outputs.get(&key) {
            return Ok(known.clone());
        }
        let answers = self.answers(draw.from, arguments, &draw.answers)?;
        let registers = draw.answers.iter().flatten().chain(&draw.outputs).copied();
        let computed = draw.then.iter().filter_map(|op| Some(op.computed()?.0));
        let mut rows = Rows::none(registers.chain(computed).max().map_or(0, |last| last + 1));
        rows.keys = vec![0; answers.weights.len()];
        rows.weights = answers.weights.clone();
        for (&register, column) in draw.answers.iter().flatten().zip(&answers.outputs) {
            rows.columns[register].clone_from(column);
        }
        draw.then.iter().try_for_each(|op| self.op(op, &mut rows, None))?;
        rows.merge(&draw.outputs);
        let outputs = draw.outputs.iter().map(|&register| std::mem::take(&mut rows.columns[register]));
        let outputs = outputs.collect();
        let drawn = Rc::new(Drawn { outputs, weights: rows.weights, omitted: answers.omitted });
        self.remember(&drawn)?;
        self.outputs.insert(key, drawn.clone());
        Ok(drawn)
    }

    /// The needed answers of a roll or a call for these arguments.
    fn answers(
        &mut self,
        from: DrawnFrom,
        arguments: &[i32],
        answers: &[Option<usize>],
    ) -> Result<Rc<Drawn>, Stop> {
        let key = known_by(from, arguments, answers);
        if let Some(known) = self.answers.get(&key) {
            return Ok(known.clone());
        }
        let drawn = match from {
            DrawnFrom::Call(code) => self.play_code(code, &[arguments], answers)?.remove(0),
            DrawnFrom::Chance { definition, parts } => {
                let arguments: Vec<i64> = arguments.iter().map(|&argument| argument.into()).collect();
                let whole = self.game.in_parts(definition, &arguments, parts).map_err(Stop::Fault)?;
                Drawn { outputs: vec![vec![whole]], weights: vec![1.0], omitted: 0.0 }
            }
            DrawnFrom::Roll(roll) => self.roll(roll, arguments, answers)?,
            DrawnFrom::Face { roll, number, is_from_high } => {
                self.count(roll, (number, is_from_high), arguments)?
            }
        };
        self.remember(&drawn)?;
        let drawn = Rc::new(drawn);
        self.answers.insert(key, drawn.clone());
        Ok(drawn)
    }

    /// Plays a call for several arguments at a time, as far as its answers for them are not known.
    fn play_all(
        &mut self,
        code: usize,
        arguments: impl Iterator<Item = Vec<i32>>,
        draw: &Draw,
    ) -> Result<(), Stop> {
        // Whether a loop ends is found out for each of them alone.
        if self.compiled.calls[code].ops.iter().any(Op::may_be_endless) {
            return Ok(());
        }
        let is_unknown = |of: &Vec<i32>| !self.answers.contains_key(&known_by(draw.from, of, &draw.answers));
        let unknown: Vec<Vec<i32>> = arguments.filter(is_unknown).collect();
        for here in unknown.chunks(AT_A_TIME) {
            let all: Vec<&[i32]> = here.iter().map(|of| &of[..]).collect();
            for (of, drawn) in here.iter().zip(self.play_code(code, &all, &draw.answers)?) {
                self.remember(&drawn)?;
                self.answers.insert(known_by(draw.from, of, &draw.answers), Rc::new(drawn));
            }
        }
        Ok(())
    }

    /// The needed answers of a call, for several arguments.
    fn play_code(
        &mut self,
        code: usize,
        arguments: &[&[i32]],
        answers: &[Option<usize>],
    ) -> Result<Vec<Drawn>, Stop> {
        let code = &self.compiled.calls[code];
        let mut rows = Rows::none(code.registers);
        for (place, &parameter) in code.parameters.iter().enumerate() {
            rows.columns[parameter] = arguments.iter().map(|of| of[place]).collect();
        }
        // Their keys tell them apart.
        rows.keys = (0..arguments.len() as u64).collect();
        rows.weights = vec![1.0; arguments.len()];
        let was_main = std::mem::replace(&mut self.is_main, false);
        let ranges = std::mem::replace(&mut self.ranges, &code.ranges);
        let outer = self.lost.replace(vec![0.0; arguments.len()]);
        let played = self.block(&code.ops, &mut rows, None);
        (self.is_main, self.ranges) = (was_main, ranges);
        let omitted = std::mem::replace(&mut self.lost, outer).expect("it was put there");
        played?;
        // Constant results are in no register.
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
        let mut drawn: Vec<Drawn> = omitted
            .into_iter()
            .map(|omitted| Drawn { outputs: vec![Vec::new(); registers.len()], weights: Vec::new(), omitted })
            .collect();
        rows.each_state(&registers, |key, weight, values| {
            let Drawn { outputs, weights, .. } = &mut drawn[key as usize];
            outputs.iter_mut().zip(values).for_each(|(column, &value)| column.push(value));
            weights.push(weight);
        });
        Ok(drawn)
    }

    /// How many dice of a roll show a number.
    fn count(
        &mut self,
        roll: usize,
        (number, is_from_high): (i64, bool),
        arguments: &[i32],
    ) -> Result<Drawn, Stop> {
        let of = (roll, number, arguments[1..].to_vec());
        if self.counted.as_ref().is_none_or(|known| known.of != of) {
            let all: Vec<i64> = arguments.iter().map(|&argument| argument.into()).collect();
            let die = self.game.die(roll, &all).map_err(Stop::Fault)?;
            // What dice leave out is counted at their first number.
            let first = if is_from_high { die.numbers.first() } else { die.numbers.last() };
            let omitted = if first == Some(&number) { die.omitted } else { 0.0 };
            let described = &self.game.program.rolls[roll];
            let counts = match described.is_deck {
                true => Counts::of_cards(described.cards(number, is_from_high)),
                false => Counts::of_dice(die.share(number, is_from_high)),
            };
            self.counted = Some(Counted { of, counts, omitted });
        }
        let Counted { counts, omitted, .. } = self.counted.as_mut().expect("it is known by now");
        let counts = (0..).zip(counts.of(arguments[0] as u32).iter().copied());
        let (counts, weights) = counts.filter(|&(_, weight)| weight > 0.0).unzip();
        Ok(Drawn { outputs: vec![counts], weights, omitted: f64::from(arguments[0]) * *omitted })
    }

    fn roll(&mut self, roll: usize, arguments: &[i32], answers: &[Option<usize>]) -> Result<Drawn, Stop> {
        let arguments: Vec<i64> = arguments.iter().map(|&argument| argument.into()).collect();
        let too_much = |stages, limit: f64| {
            let (needed, limit) = (limit as u64 + 1, limit as u64);
            Err(NoLaw::TooLarge(TooLarge::new(Resource::Additions, needed, stages, limit)).into())
        };
        let (law, steps) = match self.game.law(roll, &arguments, self.steps_of_roll) {
            Ok(found) => found,
            Err(NoDistribution::TooMuch) => return too_much(self.draws, self.steps_of_roll),
            Err(NoDistribution::Fault(fault)) => return Err(Stop::Fault(fault)),
        };
        self.cached += LAW_BYTES[0] + LAW_BYTES[1] * law.outcomes().len() as u64;
        self.additions += steps;
        if self.additions > MOST_STEPS_IN_ALL {
            return too_much(self.draws, MOST_STEPS_IN_ALL);
        }
        let mut rows = Rows::none(0);
        let needed = (0..answers.len()).filter(|&place| answers[place].is_some());
        rows.columns =
            needed.map(|place| law.outcomes().iter().map(|outcome| outcome.0[place]).collect()).collect();
        rows.weights = law.iter().map(|(_, weight)| weight).collect();
        rows.keys = vec![0; rows.weights.len()];
        rows.merge(&(0..rows.columns.len()).collect::<Vec<_>>());
        Ok(Drawn { outputs: rows.columns, weights: rows.weights, omitted: law.omitted() })
    }
}
