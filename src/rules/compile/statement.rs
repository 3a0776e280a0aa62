//! Compiles statements.

use super::super::code::{Draw, DrawnFrom, Fault, Op, Operand};
use super::super::program::{Expr, MOST_ROUNDS, Statement, StatementKind};
use super::super::range::Range;
use super::super::roll::{MOST_DICE, OpenEnd, Question};
use super::super::syntax::Span;
use super::{Building, Compiler};
use crate::description::Moment;
use crate::expression::ExpressionError;

/// The maximum number of rounds of all loops together that have no condition; they take about a second.
const MOST_ROUNDS_IN_ALL: u64 = 100_000_000;

/// After this many rounds, the ranges of a loop are extrapolated.
const FOLLOWED_ROUNDS: u32 = 100;

/// So are those that grow alike in so many rounds more.
const STEADY_ROUNDS: u32 = 3;

/// How many rounds are followed to narrow extrapolated ranges.
const NARROWED_ROUNDS: u32 = 2;

impl Building<'_> {
    pub fn block(&mut self, compiler: &mut Compiler<'_>, block: &[Statement]) {
        for statement in block {
            if compiler.is_too_long(&statement.span) {
                return;
            }
            let next = self.next;
            self.statement(compiler, statement);
            self.next = next;
            self.ops.push(Op::Merge { live: Vec::new() });
        }
    }

    fn statement(&mut self, compiler: &mut Compiler<'_>, Statement { kind, span }: &Statement) {
        match kind {
            StatementKind::Assign { variable, value } => {
                let from = self.expression(compiler, value);
                let range = self.range_of(compiler, value);
                self.assign(compiler, *variable, from, range);
            }
            StatementKind::Range { variable, low, high } => {
                let (in_low, in_high) = (self.range_of(compiler, low), self.range_of(compiler, high));
                let range = self.range(*variable);
                if range.low < in_low.high || range.high > in_high.low {
                    let (low, high) = (self.expression(compiler, low), self.expression(compiler, high));
                    self.check(Fault::Outside(self.variable(*variable), low, high), span);
                }
                self.env[*variable] = Some(range.meet(Range::new(in_low.low, in_high.high)));
            }
            StatementKind::Roll { roll, arguments, answers } => {
                self.roll(compiler, *roll, arguments, answers, span);
            }
            StatementKind::Call { definition, arguments, results } => {
                let arguments = self.arguments(compiler, arguments);
                let code = compiler.call(*definition, arguments.iter().map(|&(_, range)| range).collect());
                for (&variable, (_, range)) in results.iter().zip(compiler.calls[code].outputs.clone()) {
                    self.takes(variable, range);
                }
                self.played = self.played.saturating_add(compiler.calls[code].played);
                self.draw(compiler, DrawnFrom::Call(code), arguments, results, span);
            }
            StatementKind::If { condition, yes, no } => {
                let decided = self.expression(compiler, condition);
                match decided {
                    Operand::Constant(0) => self.block(compiler, no),
                    Operand::Constant(_) => self.block(compiler, yes),
                    Operand::Register(_) => {
                        let before = self.env.clone();
                        let yes = self.branch(compiler, condition, true, yes);
                        let after_yes = std::mem::replace(&mut self.env, before);
                        let no = self.branch(compiler, condition, false, no);
                        join(&mut self.env, &after_yes);
                        self.ops.push(Op::If {
                            condition: decided,
                            yes,
                            no,
                            inner: Vec::new(),
                            live: Vec::new(),
                        });
                    }
                }
            }
            StatementKind::Repeat { most, head, condition, body, followed, .. } => {
                self.follow(compiler, followed, Moment::Before);
                self.repeat(compiler, most.as_ref(), [head, body], condition, followed, span);
            }
            StatementKind::For { variable, values, body } => {
                for (turn, &value) in values.iter().enumerate() {
                    self.turns.push(turn);
                    self.assign(compiler, *variable, Operand::Constant(value as i32), Range::only(value));
                    self.block(compiler, body);
                    self.turns.pop();
                }
            }
            StatementKind::Faces { rolls, variable, counts, is_from_high, body } => {
                self.faces(compiler, (rolls, *is_from_high), *variable, counts, body, span);
            }
            StatementKind::Choose(choice) => self.choose(compiler, *choice, span),
            StatementKind::Step(_) | StatementKind::Note(_) => {}
        }
    }

    /// Assigns a value to a variable, and records it if the variable is a metric.
    pub fn assign(&mut self, compiler: &mut Compiler<'_>, variable: usize, from: Operand, range: Range) {
        self.takes(variable, range);
        if from != Operand::Register(variable) {
            self.ops.push(Op::Assign { from, to: variable });
        }
        let is_main = self.routine.name.is_empty();
        let metric =
            compiler.program.metrics.iter().position(|metric| is_main && metric.variable == variable);
        if let Some(metric) = metric {
            compiler.metrics[metric] = range;
            self.ops.push(Op::Record { metric, from });
        }
    }

    fn roll(
        &mut self,
        compiler: &mut Compiler<'_>,
        roll: usize,
        arguments: &[Expr],
        answers: &[usize],
        span: &Span,
    ) {
        let written = arguments;
        let arguments = self.arguments(compiler, arguments);
        let ranges: Vec<Range> = arguments.iter().map(|&(_, range)| range).collect();
        for (_, part) in compiler.game.parts(roll, &arguments) {
            if part[0].1.high > MOST_DICE {
                self.check(Fault::Dice(part[0].0), span);
            }
        }
        let parts = compiler.game.parts(roll, &ranges);
        let dice: i64 = parts.iter().map(|(_, ranges)| ranges[0].high.max(0)).sum();
        let mut is_sure = dice <= MOST_DICE && self.always_has_answers(compiler, roll, &ranges);
        for (part, ranges) in &parts {
            is_sure &= *part == roll || self.always_has_answers(compiler, *part, ranges);
        }
        if compiler.program.rolls[roll].is_read_by_number() {
            if !is_sure {
                let arguments = arguments.iter().map(|&(argument, _)| argument).collect();
                self.check(Fault::Roll(roll, arguments), span);
            }
            return self.roll_by_number(compiler, roll, written, answers, span);
        }
        match compiler.game.ranges(roll, &ranges) {
            Ok(found) => {
                if !found.are_tried && !is_sure {
                    let arguments = arguments.iter().map(|&(argument, _)| argument).collect();
                    self.check(Fault::Roll(roll, arguments), span);
                }
                for (&answer, range) in answers.iter().zip(found.ranges) {
                    self.takes(answer, range);
                }
            }
            Err(error) => {
                compiler.wrong.push(error);
                answers.iter().for_each(|&answer| self.takes(answer, Range::only(0)));
            }
        }
        self.draw(compiler, DrawnFrom::Roll(roll), arguments, answers, span);
    }

    /// Whether a roll has answers for all arguments in these ranges, as far as ranges tell.
    fn always_has_answers(&self, compiler: &mut Compiler<'_>, roll: usize, arguments: &[Range]) -> bool {
        let (game, program) = (compiler.game, compiler.program);
        let described = &program.rolls[roll];
        let dice = game.most_dice(roll, arguments[0]);
        // Expressions about a die read its number as variable 0, and then the arguments.
        let die = std::iter::once(game.faces(roll)).chain(arguments.iter().copied()).map(Some);
        let mut asking = Building::new(self.routine, die.collect());
        let mut is_sure = true;
        for condition in &described.rerolls {
            asking.expression(compiler, condition);
        }
        if let Some(OpenEnd::Explode(face) | OpenEnd::Compound(face)) = &described.open_end {
            asking.expression(compiler, face);
            // A die may be rolled on forever.
            is_sure &= face.is_fixed();
        }
        for question in &described.questions {
            let value = question.value().map(|value| {
                asking.expression(compiler, value);
                asking.range_of(compiler, value)
            });
            let sum = match (question, value) {
                (Question::Sum(_), Some(value)) => value.times(dice),
                (Question::Highest(_) | Question::Lowest(_), _) => game.faces(roll).times(dice),
                _ => Range::only(0),
            };
            is_sure &= sum == sum.held();
        }
        is_sure && !asking.ops.iter().any(|op| matches!(op, Op::Check { .. }))
    }

    pub fn arguments(&mut self, compiler: &mut Compiler<'_>, arguments: &[Expr]) -> Vec<(Operand, Range)> {
        let argument = |argument| (self.expression(compiler, argument), self.range_of(compiler, argument));
        arguments.iter().map(argument).collect()
    }

    pub fn draw(
        &mut self,
        compiler: &mut Compiler<'_>,
        from: DrawnFrom,
        arguments: Vec<(Operand, Range)>,
        answers: &[usize],
        span: &Span,
    ) {
        let answers = answers.iter().copied().map(Some).collect();
        self.ops.push(Op::Draw(Draw {
            from,
            site: compiler.sites,
            span: span.clone(),
            arguments,
            answers,
            then: Vec::new(),
            outputs: Vec::new(),
            live: Vec::new(),
        }));
        compiler.sites += 1;
    }

    /// Compiles a branch, which is taken where the condition equals `truth`.
    fn branch(
        &mut self,
        compiler: &mut Compiler<'_>,
        condition: &Expr,
        truth: bool,
        block: &[Statement],
    ) -> Vec<Op> {
        let (outer, played) = (std::mem::take(&mut self.ops), self.played);
        self.refine(compiler, condition, truth);
        self.block(compiler, block);
        self.played = played;
        std::mem::replace(&mut self.ops, outer)
    }

    fn repeat(
        &mut self,
        compiler: &mut Compiler<'_>,
        most: Option<&Expr>,
        [head, body]: [&[Statement]; 2],
        condition: &Expr,
        followed: &[usize],
        span: &Span,
    ) {
        // The number of rounds depends on keys alone. Compiling it checks it.
        let most_rounds = most.map(|most| {
            self.expression(compiler, most);
            self.range_of(compiler, most).constant().unwrap_or(0)
        });
        let rounds = match most_rounds {
            Some(rounds) if rounds > MOST_ROUNDS => {
                let message = format!("this loop repeats {rounds} times");
                let help = format!("at most {MOST_ROUNDS} times");
                compiler.wrong.push(ExpressionError::new(span.clone(), message, help));
                0
            }
            Some(rounds) => rounds.max(0) as u32,
            None => MOST_ROUNDS as u32,
        };
        let open = if most.is_some() { &mut self.rounds } else { &mut self.chains };
        *open += 1;
        // Finds ranges that hold before any round: computes rounds until the ranges stop growing.
        let (outer, played) = (std::mem::take(&mut self.ops), self.played);
        let first = self.env.clone();
        let mut grown: Vec<Growth> = Vec::new();
        let mut steady = 0;
        for round in 0..=rounds {
            let before = self.env.clone();
            self.round(compiler, head, condition, body);
            let after = std::mem::replace(&mut self.env, before);
            let before = self.env.clone();
            join_values(&mut self.env, &after);
            let growth = Growth::between(&before, &self.env);
            if growth.iter().all(Growth::is_none) || !compiler.wrong.is_empty() {
                break;
            }
            let is_steady = growth == grown;
            steady = if is_steady { steady + 1 } else { 0 };
            if round >= FOLLOWED_ROUNDS || steady >= STEADY_ROUNDS {
                grown.resize(growth.len(), Growth { down: 0, up: 0 });
                for ((range, growth), before) in self.env.iter_mut().zip(&growth).zip(&grown) {
                    growth.extrapolate(range, if growth == before { rounds - round } else { u32::MAX });
                }
                // A range that grows faster from there on has no limit.
                let far = self.env.clone();
                self.round(compiler, head, condition, body);
                let beyond = Growth::between(&far, &std::mem::replace(&mut self.env, far.clone()));
                for ((range, now), before) in self.env.iter_mut().zip(&beyond).zip(&growth) {
                    let (down, up) = (now.down > before.down, now.up > before.up);
                    Growth { down: down.into(), up: up.into() }.extrapolate(range, u32::MAX);
                }
                // Every later round begins where a round that began within these ranges ended. So a limit
                // that the text sets itself is found again.
                for _ in 0..NARROWED_ROUNDS {
                    let far = self.env.clone();
                    self.round(compiler, head, condition, body);
                    let mut ends = first.clone();
                    join_values(&mut ends, &std::mem::replace(&mut self.env, far));
                    for (range, end) in self.env.iter_mut().zip(ends) {
                        *range = range.zip(end).map(|(range, end)| range.meet(end)).or(*range);
                    }
                }
                break;
            }
            grown = growth;
        }
        self.ops.clear();
        let start = self.env.clone();
        self.played = 0;
        self.block(compiler, head);
        let decided = self.expression(compiler, condition);
        let head_ops = std::mem::take(&mut self.ops);
        let looked = self.env.clone();
        self.refine(compiler, condition, true);
        self.follow(compiler, followed, Moment::Begin);
        self.block(compiler, body);
        self.follow(compiler, followed, Moment::End);
        let body_ops = std::mem::replace(&mut self.ops, outer);
        // A loop with a condition may end in its first round.
        let is_sure = most.is_some() && matches!(decided, Operand::Constant(truth) if truth != 0);
        let in_rounds = if is_sure { u64::from(rounds).saturating_mul(1 + self.played) } else { 0 };
        self.played = played.saturating_add(in_rounds);
        if self.played > MOST_ROUNDS_IN_ALL {
            let message = format!("these loops repeat {} times in all", self.played);
            let help = format!("at most {MOST_ROUNDS_IN_ALL} times");
            compiler.wrong.push(ExpressionError::new(span.clone(), message, help));
            self.played = 0;
        }
        let after_body = std::mem::replace(&mut self.env, looked);
        // After the loop the condition is false, or all rounds were played.
        self.refine(compiler, condition, false);
        if most.is_some() {
            let mut last = start;
            join_values(&mut last, &after_body);
            for (here, there) in self.env.iter_mut().zip(last) {
                *here = match (*here, there) {
                    (Some(here), Some(there)) => Some(here.join(there)),
                    (here, there) => here.or(there),
                };
            }
        }
        let open = if most.is_some() { &mut self.rounds } else { &mut self.chains };
        *open -= 1;
        self.ops.push(Op::Repeat {
            most: rounds,
            cut: most.is_none().then(|| span.clone()),
            head: head_ops,
            condition: decided,
            body: body_ops,
            before: Vec::new(),
            inner: Vec::new(),
            live: Vec::new(),
        });
    }

    /// Counts the followed values.
    fn follow(&mut self, compiler: &mut Compiler<'_>, followed: &[usize], moment: Moment) {
        for &place in followed {
            let (program, value) = (compiler.program, compiler.game.followed[place]);
            let next = self.next;
            self.block(compiler, &program.followed[place].head);
            let from = self.expression(compiler, &program.followed[place].value);
            self.next = next;
            self.ops.push(Op::Indicate { value, moment, from });
        }
    }

    /// Propagates the ranges through one round.
    fn round(
        &mut self,
        compiler: &mut Compiler<'_>,
        head: &[Statement],
        condition: &Expr,
        body: &[Statement],
    ) {
        self.block(compiler, head);
        if self.range_of(compiler, condition) != Range::only(0) {
            self.refine(compiler, condition, true);
            self.block(compiler, body);
        }
    }
}

/// How much the range of a variable grew in a round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Growth {
    down: i64,
    up: i64,
}

impl Growth {
    fn between(before: &[Option<Range>], after: &[Option<Range>]) -> Vec<Growth> {
        let grown = |(before, after): (&Option<Range>, &Option<Range>)| match (before, after) {
            (Some(before), Some(after)) => {
                Growth { down: before.low - after.low, up: after.high - before.high }
            }
            _ => Growth { down: 0, up: 0 },
        };
        before.iter().zip(after).map(grown).collect()
    }

    fn is_none(&self) -> bool {
        self.down == 0 && self.up == 0
    }

    /// Extrapolates the growth of a range over several rounds.
    fn extrapolate(&self, range: &mut Option<Range>, rounds: u32) {
        if let Some(range) = range {
            let grown = Range::new(
                range.low.saturating_sub(self.down.saturating_mul(rounds.into())),
                range.high.saturating_add(self.up.saturating_mul(rounds.into())),
            );
            *range = grown.held();
        }
    }
}

/// Joins the ranges where two branches meet. Only variables with a value in both keep one.
fn join(here: &mut [Option<Range>], there: &[Option<Range>]) {
    for (here, there) in here.iter_mut().zip(there) {
        *here = here.zip(*there).map(|(here, there)| here.join(there));
    }
}

/// Joins the ranges of the variables that have a value in `here`.
fn join_values(here: &mut [Option<Range>], there: &[Option<Range>]) {
    for (here, there) in here.iter_mut().zip(there) {
        *here = match (*here, *there) {
            (Some(here), Some(there)) => Some(here.join(there)),
            // A variable that only the round assigns is assigned again before it is read.
            (here, _) => here,
        };
    }
}
