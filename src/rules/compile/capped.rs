//! Caps what only grows and is compared with numbers, such as the number of a round in `if round > 1`: beyond the
//! greatest of these numbers all values are alike, so that later rounds have their states in common.

use std::collections::BTreeSet;

use super::super::code::{Code, Draw, Op, Operand};
use super::super::program::Operator;
use super::super::range::Range;

impl Code {
    /// This code with comparisons that read capped copies of variables.
    pub(super) fn with_caps(mut self) -> Code {
        for variable in grown(&self.ops).into_iter().filter(|&register| register < self.variables) {
            let mut uses = Uses { variable, starts: None, grows: None, most: None, is_fit: true };
            uses.look(&self.ops, &self.ranges, true);
            if let Uses { starts: Some(starts), grows: Some(grows), most: Some(most), is_fit: true, .. } =
                uses
                && let Some(cap) = most.checked_add(1)
                && self.ranges[variable].high > cap.into()
            {
                let [copy, sum, least] = [0, 1, 2].map(|more| self.registers + more);
                self.registers += 3;
                let copied = starts.join(Range::only(cap.into()));
                self.ranges.extend([copied, Range::new(copied.low, copied.high + grows.high), copied]);
                let capped = Capped { variable, copy, sum, least, cap };
                self.ops = capped.block(&self.ops);
            }
        }
        self
    }
}

/// The registers to which something is added.
fn grown(ops: &[Op]) -> BTreeSet<usize> {
    let kept = |pair: &[Op]| match pair[1] {
        Op::Assign { to, .. } => added(&pair[0], Some(&pair[1]), to).map(|_| to),
        _ => None,
    };
    let blocks = ops.iter().flat_map(Op::blocks);
    ops.windows(2).filter_map(kept).chain(blocks.flat_map(grown)).collect()
}

/// What is done to a variable.
struct Uses {
    variable: usize,
    /// The range of all numbers that it is set to.
    starts: Option<Range>,
    /// The range of all that is added to it.
    grows: Option<Range>,
    /// The greatest number that it is compared with.
    most: Option<i32>,
    /// Whether nothing else is done to it, except that it may be read outside of all blocks.
    is_fit: bool,
}

impl Uses {
    fn look(&mut self, ops: &[Op], ranges: &[Range], is_outermost: bool) {
        let join = |known: Option<Range>, range: Range| Some(known.map_or(range, |known| known.join(range)));
        let mut left = ops.iter().peekable();
        while let Some(op) = left.next() {
            if let Some(added) = added(op, left.peek().copied(), self.variable) {
                left.next();
                let range = match added {
                    Operand::Constant(constant) => Range::only(constant.into()),
                    Operand::Register(register) => ranges[register],
                };
                self.grows = join(self.grows, range);
                self.is_fit &= range.low >= 0;
            } else if let Some(number) = compared(op, self.variable) {
                self.most = self.most.max(Some(number));
            } else if let Op::Assign { from: Operand::Constant(start), to } = *op
                && to == self.variable
            {
                self.starts = join(self.starts, Range::only(start.into()));
            } else if !matches!(op, Op::Check { .. } | Op::Indicate { .. }) {
                let is_read = !is_outermost && op.read().contains(&Operand::Register(self.variable));
                self.is_fit &= !is_read && !writes(op, self.variable);
                op.blocks().into_iter().for_each(|block| self.look(block, ranges, false));
            }
        }
    }
}

/// Whether an operation gives a register a value, or treats it as that of a member among others.
fn writes(op: &Op, register: usize) -> bool {
    match op {
        Op::Draw(Draw { answers, then, .. }) => {
            answers.contains(&Some(register)) || then.iter().any(|op| op.written() == Some(register))
        }
        Op::Merge { alike, .. } => alike.iter().any(|alike| alike.registers().any(|one| one == register)),
        Op::Shuffle { alike, .. } => alike.registers().any(|one| one == register),
        _ => op.written() == Some(register),
    }
}

/// What is added to a variable by two operations.
fn added(op: &Op, next: Option<&Op>, variable: usize) -> Option<Operand> {
    let Op::Binary { operator: Operator::Plus, a, b, to: sum } = *op else { return None };
    let is_kept = matches!(next, Some(&Op::Assign { from: Operand::Register(from), to }) if from == sum && to == variable);
    let other = if a == Operand::Register(variable) { b } else { a };
    let is_sum = [a, b].contains(&Operand::Register(variable));
    let is_other = ![variable, sum].map(Operand::Register).contains(&other);
    (is_kept && is_sum && is_other).then_some(other)
}

/// The number that a variable is compared with.
fn compared(op: &Op, variable: usize) -> Option<i32> {
    use Operator::{Equal, Less, LessOrEqual, NotEqual};
    match *op {
        Op::Binary { operator: Equal | NotEqual | Less | LessOrEqual, a, b, .. } => match (a, b) {
            (Operand::Register(read), Operand::Constant(number))
            | (Operand::Constant(number), Operand::Register(read))
                if read == variable =>
            {
                Some(number)
            }
            _ => None,
        },
        _ => None,
    }
}

/// A variable that is capped.
struct Capped {
    variable: usize,
    /// The register with its value, but at most the cap.
    copy: usize,
    /// Registers for a moment.
    sum: usize,
    least: usize,
    cap: i32,
}

impl Capped {
    fn block(&self, ops: &[Op]) -> Vec<Op> {
        let Capped { variable, copy, sum, least, cap } = *self;
        let own = Operand::Register(variable);
        let mut done = Vec::with_capacity(ops.len());
        let mut left = ops.iter().peekable();
        while let Some(op) = left.next() {
            let added = added(op, left.peek().copied(), variable);
            let is_compared = compared(op, variable).is_some();
            let mut op = op.clone();
            match &mut op {
                Op::Binary { a, b, .. } if is_compared => {
                    for operand in [a, b] {
                        *operand = if *operand == own { Operand::Register(copy) } else { *operand };
                    }
                }
                Op::If { yes: one, no: other, .. } | Op::Repeat { head: one, body: other, .. } => {
                    (*one, *other) = (self.block(one), self.block(other));
                }
                Op::Assign { from, to } if *to == variable => done.push(Op::Assign { from: *from, to: copy }),
                _ => {}
            }
            done.push(op);
            if let Some(added) = added {
                done.extend(left.next().cloned());
                let (plus, min) = (Operator::Plus, Operator::Min);
                let [of_copy, of_sum, of_least] = [copy, sum, least].map(Operand::Register);
                done.extend([
                    Op::Binary { operator: plus, a: of_copy, b: added, to: sum },
                    Op::Binary { operator: min, a: of_sum, b: Operand::Constant(cap), to: least },
                    Op::Assign { from: of_least, to: copy },
                ]);
            }
        }
        done
    }
}
