//! Keeps a score apart from the state: what is only added up, and read at the end alone, is recorded where it is
//! added. So situations that differ in nothing but the score so far are one.

use super::super::code::{Code, Op, Operand};
use super::super::program::Operator;

/// A variable that is only added up, and its part in the metric that is the sum or difference of such ones.
#[derive(Clone, Copy, Debug)]
pub struct Score {
    pub variable: usize,
    /// What the metric becomes greater by for each point.
    pub factor: f64,
}

impl Code {
    /// This code with what the metric is the sum or difference of recorded where it is added up, as far as that is
    /// such a score; and these scores.
    pub(super) fn with_scores_apart(&self, metric: usize) -> (Code, Vec<Score>) {
        let Some((mut ops, terms)) = self.terms(metric) else { return (self.clone(), Vec::new()) };
        let (mut left, mut scores) = (Vec::new(), Vec::new());
        for term in terms {
            let Operand::Register(score) = term.operand else {
                left.push(term);
                continue;
            };
            let mut apart = Apart { metric, score, is_less: term.is_less, has_begun: false };
            match apart.block(&ops, true) {
                Some(without) => {
                    ops = without;
                    scores.push(Score { variable: score, factor: if term.is_less { -1.0 } else { 1.0 } });
                }
                None => left.push(term),
            }
        }
        for Term { operand, is_less, free } in left {
            let from = if is_less {
                ops.push(Op::Binary {
                    operator: Operator::Minus,
                    a: Operand::Constant(0),
                    b: operand,
                    to: free,
                });
                Operand::Register(free)
            } else {
                operand
            };
            ops.push(Op::Record { metric, from });
        }
        (Code { ops, ..self.clone() }, scores)
    }

    /// What the metric is the sum or difference of, and the code that comes to it. `None` if the metric is not
    /// recorded once at the end, or not by what is known there.
    fn terms(&self, metric: usize) -> Option<(Vec<Op>, Vec<Term>)> {
        let is_record = |op: &Op| matches!(op, Op::Record { metric: known, .. } if *known == metric);
        let at = self.ops.iter().position(is_record)?;
        let mut ops = self.ops.clone();
        let (Op::Record { from, .. }, behind) = (ops.remove(at), ops.split_off(at)) else { return None };
        let mut terms = vec![Term { operand: from, is_less: false, free: 0 }];
        let mut place = 0;
        while let Some(&Term { operand, is_less, .. }) = terms.get(place) {
            // What is computed within the statement is read there alone.
            let sum = match operand {
                Operand::Register(free) if free >= self.variables => {
                    ops.iter().rposition(|op| op.written() == Some(free)).map(|at| (at, free))
                }
                _ => None,
            };
            let Some((at, free)) = sum else {
                place += 1;
                continue;
            };
            let Op::Binary { operator: operator @ (Operator::Plus | Operator::Minus), a, b, .. } = ops[at]
            else {
                place += 1;
                continue;
            };
            let mut behind_it = ops.split_off(at);
            behind_it.remove(0);
            behind_it.retain(|op| !matches!(op, Op::Assign { from, .. } if *from == operand));
            ops.extend(behind_it);
            let is_other_less = is_less != (operator == Operator::Minus);
            terms[place] = Term { operand: a, is_less, free };
            terms.push(Term { operand: b, is_less: is_other_less, free });
        }
        let read: Vec<Operand> = terms.iter().map(|term| term.operand).collect();
        let is_read_again = |(place, operand): (usize, &Operand)| read[..place].contains(operand);
        let is_changed = |op: &Op| {
            is_record(op)
                || matches!(op, Op::If { .. } | Op::Repeat { .. } | Op::Draw(_))
                || op.written().is_some_and(|to| read.contains(&Operand::Register(to)))
        };
        if behind.iter().any(is_changed) || read.iter().enumerate().any(is_read_again) {
            return None;
        }
        ops.extend(behind);
        Some((ops, terms))
    }
}

/// A part of a sum.
struct Term {
    operand: Operand,
    /// Whether it is subtracted.
    is_less: bool,
    /// A register that is free behind the sum, if this is subtracted.
    free: usize,
}

/// A score that is being kept apart.
struct Apart {
    metric: usize,
    score: usize,
    /// Whether the metric becomes less by it.
    is_less: bool,
    /// Whether it has its first value.
    has_begun: bool,
}

impl Apart {
    /// The operations of a block, or `None` if they do more with the score than to add to it.
    fn block(&mut self, ops: &[Op], is_outermost: bool) -> Option<Vec<Op>> {
        let score = Operand::Register(self.score);
        // Code of a goal has no checks.
        let mut left = ops.iter().filter(|op| !matches!(op, Op::Check { .. })).peekable();
        let mut done = Vec::with_capacity(ops.len());
        while let Some(op) = left.next() {
            match op {
                Op::Assign { from: from @ Operand::Constant(_), to } if *to == self.score => {
                    if self.has_begun || !is_outermost {
                        return None;
                    }
                    self.has_begun = true;
                    let from = match *from {
                        Operand::Constant(start) if self.is_less => Operand::Constant(-start),
                        start => start,
                    };
                    done.push(Op::Record { metric: self.metric, from });
                }
                Op::Binary { operator: operator @ (Operator::Plus | Operator::Minus), a, b, to }
                    if *a == score && *b != score =>
                {
                    let is_kept = |next: &&&Op| matches!(next, Op::Assign { from, to: kept } if *kept == self.score && *from == Operand::Register(*to));
                    left.peek().filter(is_kept)?;
                    left.next();
                    let from = if self.is_less == (*operator == Operator::Minus) {
                        *b
                    } else {
                        let (a, b) = (Operand::Constant(0), *b);
                        done.push(Op::Binary { operator: Operator::Minus, a, b, to: *to });
                        Operand::Register(*to)
                    };
                    done.push(Op::Record { metric: self.metric, from });
                }
                // A metric takes the score. Others than that of the goal are not recorded.
                Op::Assign { from, .. } if is_outermost && *from == score => {}
                Op::Record { metric, .. } if *metric != self.metric => {}
                Op::Indicate { .. } => {}
                Op::If { condition, yes, no, inner, live } if *condition != score => done.push(Op::If {
                    condition: *condition,
                    yes: self.block(yes, false)?,
                    no: self.block(no, false)?,
                    inner: inner.clone(),
                    live: live.clone(),
                }),
                Op::Repeat { head, condition, body, .. } if *condition != score => {
                    let (of_head, of_body) = (self.block(head, false)?, self.block(body, false)?);
                    let mut op = op.clone();
                    if let Op::Repeat { head, body, .. } = &mut op {
                        (*head, *body) = (of_head, of_body);
                    }
                    done.push(op);
                }
                Op::Draw(draw) if draw.answers.contains(&Some(self.score)) => return None,
                _ if op.read().contains(&score) || op.written() == Some(self.score) => return None,
                _ => done.push(op.clone()),
            }
        }
        Some(done)
    }
}
