//! Keeps a score apart from the state: what is only added up, and read at the end alone, is recorded where it is
//! added. So situations that differ in nothing but the score so far are one.

use super::super::code::{Code, Op, Operand, all_ops};
use super::super::program::{GREATEST, Operator};
use super::super::range::Range;

/// A variable that is only added up, and its part in the metric that is a sum of such ones.
#[derive(Clone, Copy, Debug)]
pub struct Score {
    pub variable: usize,
    /// What the metric becomes greater by for each point.
    pub factor: f64,
}

impl Code {
    /// This code with what the metric is a sum of recorded where it is added up, as far as that is such a score; and
    /// these scores.
    pub(super) fn with_scores_apart(&self, metric: usize) -> (Code, Vec<Score>) {
        let Some((mut ops, terms)) = self.terms(metric) else { return (self.clone(), Vec::new()) };
        let (mut left, mut scores) = (Vec::new(), Vec::new());
        // What is recorded has room for all scores together, and as much again.
        let mut room = GREATEST;
        for term in terms {
            let without = match term.operand {
                Operand::Register(score) => {
                    let Range { low, high } = self.ranges[score];
                    let most = low.abs().max(high.abs()).saturating_mul(i64::from(term.factor).abs());
                    let mut apart = Apart { metric, score, factor: term.factor, has_begun: false, all: &ops };
                    (most <= room).then(|| apart.block(&ops, true)).flatten().map(|ops| (score, most, ops))
                }
                Operand::Constant(_) => None,
            };
            match without {
                Some((score, most, without)) => {
                    ops = without;
                    room -= most;
                    scores.push(Score { variable: score, factor: term.factor.into() });
                }
                None => left.push(term),
            }
        }
        for Term { operand, factor, free } in left {
            record(&mut ops, metric, operand, factor, free);
        }
        (self.with_ops(ops), scores)
    }

    /// What the metric is the sum of, and the code that comes to it. `None` if the metric is not recorded once at the
    /// end, or not by what is known there.
    fn terms(&self, metric: usize) -> Option<(Vec<Op>, Vec<Term>)> {
        let is_record = |op: &Op| matches!(op, Op::Record { metric: known, .. } if *known == metric);
        let at = self.ops.iter().position(is_record)?;
        let mut ops = self.ops.clone();
        let (Op::Record { from, .. }, behind) = (ops.remove(at), ops.split_off(at)) else { return None };
        let mut open = vec![Term { operand: from, factor: 1, free: 0 }];
        let mut terms: Vec<Term> = Vec::new();
        while let Some(term @ Term { operand, factor, .. }) = open.pop() {
            // What is computed within the statement is read there alone.
            let computed = match operand {
                Operand::Register(free) if free >= self.variables => {
                    ops.iter().rposition(|op| op.written() == Some(free)).map(|at| (at, free))
                }
                _ => None,
            };
            let parts = computed.and_then(|(at, free)| Some((at, parts(&ops[at], factor, free)?)));
            let Some((at, parts)) = parts else {
                match terms.iter_mut().find(|known| known.operand == operand) {
                    Some(known) => known.factor = known.factor.checked_add(factor)?,
                    None => terms.push(term),
                }
                continue;
            };
            let mut behind_it = ops.split_off(at);
            behind_it.remove(0);
            behind_it.retain(|op| !matches!(op, Op::Assign { from, .. } if *from == operand));
            ops.extend(behind_it);
            open.extend(parts.into_iter().rev());
        }
        let is_changed = |op: &Op| {
            let is_read = |to| terms.iter().any(|term| term.operand == Operand::Register(to));
            is_record(op)
                || matches!(op, Op::If { .. } | Op::Repeat { .. } | Op::Draw(_))
                || op.written().is_some_and(is_read)
        };
        if behind.iter().any(is_changed) {
            return None;
        }
        ops.extend(behind);
        Some((ops, terms))
    }
}

/// A part of a sum.
#[derive(Clone, Copy)]
struct Term {
    operand: Operand,
    /// By how much the sum is greater for each 1 of it.
    factor: i32,
    /// A register that is free behind the sum.
    free: usize,
}

/// The terms of a sum, a difference, or a product with a number, that counts so many times. `None` if the operation
/// is none of these.
fn parts(op: &Op, factor: i32, free: usize) -> Option<Vec<Term>> {
    let term = |operand, factor| Term { operand, factor, free };
    let Op::Binary { operator, a, b, .. } = *op else { return None };
    Some(match (operator, a, b) {
        (Operator::Plus, a, b) => vec![term(a, factor), term(b, factor)],
        (Operator::Minus, a, b) => vec![term(a, factor), term(b, factor.checked_neg()?)],
        (Operator::Times, operand, Operand::Constant(by))
        | (Operator::Times, Operand::Constant(by), operand) => {
            vec![term(operand, factor.checked_mul(by)?)]
        }
        _ => return None,
    })
}

/// Records so many times an operand. The register `free` may be overwritten.
fn record(ops: &mut Vec<Op>, metric: usize, operand: Operand, factor: i32, free: usize) {
    let from = match (operand, factor) {
        (Operand::Constant(constant), _) => Operand::Constant(constant.wrapping_mul(factor)),
        (_, 1) => operand,
        _ => {
            let (operator, b) = (Operator::Times, Operand::Constant(factor));
            ops.push(Op::Binary { operator, a: operand, b, to: free });
            Operand::Register(free)
        }
    };
    ops.push(Op::Record { metric, from });
}

/// A score that is being kept apart.
struct Apart<'a> {
    metric: usize,
    score: usize,
    /// By how much the metric is greater for each point.
    factor: i32,
    /// Whether it has its first value.
    has_begun: bool,
    /// All operations.
    all: &'a [Op],
}

impl Apart<'_> {
    /// Whether a register is read, except to record other metrics.
    fn is_read(&self, register: usize) -> bool {
        let reads = |op: &Op| match op {
            Op::Record { metric, .. } if *metric != self.metric => false,
            Op::Check { .. } | Op::Indicate { .. } => false,
            op => op.read().contains(&Operand::Register(register)),
        };
        all_ops(self.all).any(reads)
    }

    /// The operations of a block, or `None` if they do more with the score than to add to it.
    fn block(&mut self, ops: &[Op], is_outermost: bool) -> Option<Vec<Op>> {
        let score = Operand::Register(self.score);
        // What is the score with all that has been recorded: the score itself, or a sum that it is going to be.
        let mut sum = score;
        let mut done = Vec::with_capacity(ops.len());
        // Code of a goal has no checks.
        for op in ops.iter().filter(|op| !matches!(op, Op::Check { .. })) {
            match op {
                Op::Assign { from: from @ Operand::Constant(_), to } if *to == self.score && sum == score => {
                    if self.has_begun || !is_outermost {
                        return None;
                    }
                    self.has_begun = true;
                    record(&mut done, self.metric, *from, self.factor, *to);
                }
                Op::Binary { operator: operator @ (Operator::Plus | Operator::Minus), a, b, to }
                    if (*a == sum) != (*b == sum && *operator == Operator::Plus) =>
                {
                    let other = if *a == sum { *b } else { *a };
                    if [score, sum].contains(&other) || *to == self.score {
                        return None;
                    }
                    let factor =
                        if *operator == Operator::Plus { self.factor } else { self.factor.checked_neg()? };
                    record(&mut done, self.metric, other, factor, *to);
                    sum = Operand::Register(*to);
                }
                Op::Assign { from, to } if *from == sum && *to == self.score => sum = score,
                // Another metric takes the score, and is not recorded.
                Op::Assign { from, to }
                    if is_outermost && *from == score && sum == score && !self.is_read(*to) => {}
                Op::Record { metric, .. } if *metric != self.metric => {}
                Op::Indicate { .. } => {}
                Op::If { condition, yes, no, inner, live } if *condition != score && sum == score => {
                    done.push(Op::If {
                        condition: *condition,
                        yes: self.block(yes, false)?,
                        no: self.block(no, false)?,
                        inner: inner.clone(),
                        live: live.clone(),
                    });
                }
                Op::Repeat { head, condition, body, .. } if *condition != score && sum == score => {
                    let (of_head, of_body) = (self.block(head, false)?, self.block(body, false)?);
                    let mut op = op.clone();
                    if let Op::Repeat { head, body, .. } = &mut op {
                        (*head, *body) = (of_head, of_body);
                    }
                    done.push(op);
                }
                Op::If { .. } | Op::Repeat { .. } => return None,
                _ => {
                    let answers = if let Op::Draw(draw) = op { &draw.answers[..] } else { &[] };
                    let written = op.written().into_iter().chain(answers.iter().copied().flatten());
                    let mut used = written.map(Operand::Register).chain(op.read());
                    if used.any(|operand| [score, sum].contains(&operand)) {
                        return None;
                    }
                    done.push(op.clone());
                }
            }
        }
        (sum == score).then_some(done)
    }
}
