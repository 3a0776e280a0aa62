//! Keeps a score apart from the state: what is only added up, and read at the end alone, is recorded where it is
//! added. So situations that differ in nothing but the score so far are one.

use super::super::code::{Code, Op, Operand};
use super::super::program::Operator;

impl Code {
    /// This code with the metric recorded where it is added up; unchanged if it is no such score.
    pub(super) fn with_score_apart(&self, metric: usize) -> Code {
        let is_record = |op: &&Op| matches!(op, Op::Record { metric: known, .. } if *known == metric);
        let records: Vec<&Op> = self.ops.iter().filter(is_record).collect();
        let [Op::Record { from: Operand::Register(score), .. }] = records[..] else { return self.clone() };
        let mut apart = Apart { metric, score: *score, has_begun: false };
        match apart.block(&self.ops, true) {
            Some(ops) => Code { ops, ..self.clone() },
            None => self.clone(),
        }
    }
}

/// A score that is being kept apart.
struct Apart {
    metric: usize,
    score: usize,
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
                    done.push(Op::Record { metric: self.metric, from: *from });
                }
                Op::Binary { operator: operator @ (Operator::Plus | Operator::Minus), a, b, to }
                    if *a == score && *b != score =>
                {
                    let is_kept = |next: &&&Op| matches!(next, Op::Assign { from, to: kept } if *kept == self.score && *from == Operand::Register(*to));
                    left.peek().filter(is_kept)?;
                    left.next();
                    let from = match operator {
                        Operator::Plus => *b,
                        _ => {
                            let (a, b) = (Operand::Constant(0), *b);
                            done.push(Op::Binary { operator: Operator::Minus, a, b, to: *to });
                            Operand::Register(*to)
                        }
                    };
                    done.push(Op::Record { metric: self.metric, from });
                }
                // The metric takes the score, and is recorded.
                Op::Assign { from, .. } if is_outermost && *from == score => {}
                Op::Record { metric, .. } if *metric == self.metric => {}
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
