//! Compiles expressions, and computes their ranges.

use super::super::code::{Fault, Op, Operand};
use super::super::program::{Expr, ExprKind, Operator, Pick};
use super::super::range::Range;
use super::super::syntax::Span;
use super::Building;
use crate::expression::ExpressionError;

impl Pick {
    /// The values that an index in this range can mean.
    pub fn values_in(&self, place: Range) -> &[Expr] {
        let last = self.values.len() as i64 - 1;
        let [low, high] = [place.low, place.high].map(|end| end.clamp(0, last) as usize);
        &self.values[low..=high]
    }
}

/// The range of the elements of a list whose index is in a range.
fn elements(list: &[i64], Range { low, high }: Range) -> Range {
    let last = (list.len() as i64 - 1).max(0);
    let within = &list[low.clamp(0, last) as usize..=high.clamp(0, last) as usize];
    Range::around(within.iter().map(|&element| Range::only(element)))
}

impl Building<'_, '_> {
    /// The operand of a variable: a constant if its value is known.
    pub fn variable(&self, variable: usize) -> Operand {
        match self.range(variable).constant() {
            Some(constant) => Operand::Constant(constant as i32),
            None => Operand::Register(variable),
        }
    }

    /// The range of a variable; one without a value counts as 0.
    pub fn range(&self, variable: usize) -> Range {
        self.env.get(variable).unwrap_or(Range::only(0))
    }

    /// A register for an intermediate value.
    pub fn fresh(&mut self) -> usize {
        self.next += 1;
        self.registers = self.registers.max(self.next);
        self.next - 1
    }

    /// The range of an expression.
    pub fn range_of(&self, expr: &Expr) -> Range {
        let range_of = |expr: &Expr| self.range_of(expr);
        match &expr.kind {
            ExprKind::Constant(constant) => Range::only(*constant),
            ExprKind::Key(key) => Range::only(self.compiler.keys.of(*key).unwrap_or(0)),
            ExprKind::IsSet(key) => Range::only(i64::from(self.compiler.keys.of(*key).is_some())),
            ExprKind::KeyOr(key, otherwise) => match self.compiler.keys.of(*key) {
                Some(value) => Range::only(value),
                None => range_of(otherwise),
            },
            ExprKind::Variable(variable) => self.range(*variable),
            ExprKind::Not(inner) => {
                let Range { low, high } = range_of(inner);
                Range::new(1 - high, 1 - low)
            }
            ExprKind::Binary(operator, a, b) => self.of(*operator, (a, range_of(a)), (b, range_of(b))).held(),
            ExprKind::Conditional(parts) => {
                let [condition, yes, no] = &**parts;
                match range_of(condition).constant() {
                    Some(0) => range_of(no),
                    Some(_) => range_of(yes),
                    None => range_of(yes).join(range_of(no)),
                }
            }
            ExprKind::Element(list, place) => elements(&self.compiler.program.lists[*list], range_of(place)),
            ExprKind::Pick(pick) => Range::around(pick.values_in(range_of(&pick.place)).iter().map(range_of)),
        }
    }

    /// The range of an operation on two expressions with these ranges.
    fn of(&self, operator: Operator, (a, in_a): (&Expr, Range), (b, in_b): (&Expr, Range)) -> Range {
        let range = Range::of(operator, in_a, in_b);
        match (operator, &a.kind) {
            (Operator::Minus, ExprKind::Variable(more)) if self.is_no_more(b, *more) => {
                range.meet(Range::new(0, i64::MAX))
            }
            _ => range,
        }
    }

    /// Whether an expression is known to be at most a variable.
    fn is_no_more(&self, expr: &Expr, more: usize) -> bool {
        match &expr.kind {
            ExprKind::Variable(less) => *less == more || self.at_most.contains(&(*less, more)),
            ExprKind::Binary(Operator::Min, a, b) => self.is_no_more(a, more) || self.is_no_more(b, more),
            _ => false,
        }
    }

    /// Compiles an expression. Returns the operand with its value.
    pub fn expression(&mut self, expr: &Expr) -> Operand {
        self.valued(expr).0
    }

    /// Compiles an expression. Returns the operand with its value, and the range of that.
    pub fn valued(&mut self, expr: &Expr) -> (Operand, Range) {
        let (value, range) = self.computed(expr);
        if let Operand::Register(register) = value {
            self.reaches(register, range);
        }
        match range.constant() {
            Some(constant) => (Operand::Constant(constant as i32), range),
            None => (value, range),
        }
    }

    /// Says that a key that is not set is asked for its value.
    pub(super) fn unset(&mut self, key: usize, span: &Span) {
        let name = &self.compiler.program.keys[key].name;
        let help = format!("set it, or write `{name} ?? 0`, or ask `{name} is set` before");
        let message = format!("the key `{name}` is not set, and has a value here");
        self.compiler.wrong.push(ExpressionError::new(span.clone(), message, help));
    }

    fn computed(&mut self, expr: &Expr) -> (Operand, Range) {
        let constant = |value: i64| (Operand::Constant(value as i32), Range::only(value));
        match &expr.kind {
            ExprKind::Constant(value) => constant(*value),
            ExprKind::IsSet(key) => constant(self.compiler.keys.of(*key).is_some().into()),
            ExprKind::Key(key) => match self.compiler.keys.of(*key) {
                Some(value) => constant(value),
                None => {
                    self.unset(*key, &expr.span);
                    constant(0)
                }
            },
            ExprKind::KeyOr(key, otherwise) => match self.compiler.keys.of(*key) {
                Some(value) => constant(value),
                None => self.valued(otherwise),
            },
            ExprKind::Variable(variable) => (self.variable(*variable), self.range(*variable)),
            ExprKind::Not(inner) => {
                let (a, Range { low, high }) = self.valued(inner);
                let to = self.fresh();
                self.emit(Op::Not { a, to });
                (Operand::Register(to), Range::new(1 - high, 1 - low))
            }
            ExprKind::Binary(operator @ (Operator::And | Operator::Or), left, right) => {
                let (a, in_a) = self.valued(left);
                let is_and = *operator == Operator::And;
                if let Operand::Constant(known) = a
                    && (known == 1) != is_and
                {
                    return (a, in_a);
                }
                let (b, in_b) = self.under(left, a, is_and, right);
                (self.result(*operator, (a, in_a), (b, in_b)), Range::of(*operator, in_a, in_b))
            }
            ExprKind::Binary(operator, left, right) => {
                let ((a, in_a), (b, in_b)) = (self.valued(left), self.valued(right));
                let is_division = matches!(operator, Operator::Divide | Operator::Remainder);
                if is_division && in_b.contains(0) {
                    self.check(Fault::Zero(b), &right.span);
                }
                let exact = self.of(*operator, (left, in_a), (right, in_b));
                if exact != exact.held() {
                    let variables = expr.variables().map(|variable| self.variable(variable)).collect();
                    self.check(Fault::Overflow(*operator, a, b, variables), &expr.span);
                }
                (self.result(*operator, (a, in_a), (b, in_b)), exact.held())
            }
            ExprKind::Conditional(parts) => {
                let [condition, yes, no] = &**parts;
                let decided = self.expression(condition);
                match decided {
                    Operand::Constant(0) => self.valued(no),
                    Operand::Constant(_) => self.valued(yes),
                    Operand::Register(_) => {
                        let (yes, of_yes) = self.under(condition, decided, true, yes);
                        let (no, of_no) = self.under(condition, decided, false, no);
                        let to = self.fresh();
                        self.emit(match self.is_one(condition) {
                            Some((place, first)) => Op::Pick { place, first, values: vec![yes, no], to },
                            None => Op::Select { condition: decided, yes, no, to },
                        });
                        (Operand::Register(to), of_yes.join(of_no))
                    }
                }
            }
            ExprKind::Element(list, place) => {
                let length = self.compiler.program.lists[*list].len();
                let (at, within) = self.valued(place);
                if within.low < 0 || within.high >= length as i64 {
                    self.check(Fault::Element(at, length), &place.span);
                }
                let to = self.fresh();
                self.emit(Op::Element { list: *list, place: at, to });
                (Operand::Register(to), elements(&self.compiler.program.lists[*list], within))
            }
            ExprKind::Pick(pick) => self.pick(pick),
        }
    }

    /// One of several values, by its index.
    fn pick(&mut self, pick: &Pick) -> (Operand, Range) {
        let (at, within) = self.valued(&pick.place);
        let count = pick.values.len();
        if within.low < 0 || within.high >= count as i64 {
            let fault = if pick.is_member { Fault::Nobody } else { Fault::Element };
            self.check(fault(at, count), &pick.place.span);
        }
        let first = within.low.clamp(0, count as i64 - 1) as i32;
        let values = pick.values_in(within);
        let is_only = values.len() == 1;
        let values: Vec<(Operand, Range)> = (first..)
            .zip(values)
            .map(|(number, value)| {
                let is_plain =
                    matches!(value.kind, ExprKind::Constant(_) | ExprKind::Variable(_) | ExprKind::Key(_));
                if is_plain || is_only {
                    return self.valued(value);
                }
                // What may go wrong does so only here.
                let is_here = self.is_at(at, number);
                self.guards.push(is_here);
                let value = self.valued(value);
                self.guards.pop();
                value
            })
            .collect();
        let range = Range::around(values.iter().map(|&(_, range)| range));
        let mut values: Vec<Operand> = values.into_iter().map(|(value, _)| value).collect();
        while values.len() > 1 && values[values.len() - 1] == values[values.len() - 2] {
            values.pop();
        }
        let operator = match values[..] {
            [] | [_] => return (values.pop().unwrap_or(Operand::Constant(0)), range),
            [Operand::Constant(1), Operand::Constant(0)] => Operator::Equal,
            [Operand::Constant(0), Operand::Constant(1)] => Operator::NotEqual,
            _ => {
                let to = self.fresh();
                self.emit(Op::Pick { place: at, first, values, to });
                return (Operand::Register(to), range);
            }
        };
        (self.binary(operator, at, Operand::Constant(first)), range)
    }

    /// The variable and the number that a condition compares, if it asks whether they are equal.
    fn is_one(&self, condition: &Expr) -> Option<(Operand, i32)> {
        let ExprKind::Binary(Operator::Equal, a, b) = &condition.kind else { return None };
        match (&a.kind, &b.kind) {
            (ExprKind::Variable(variable), &ExprKind::Constant(number)) => {
                Some((self.variable(*variable), i32::try_from(number).ok()?))
            }
            _ => None,
        }
    }

    /// Whether an index means this place.
    fn is_at(&mut self, index: Operand, place: i32) -> Operand {
        let is_here = self.binary(Operator::Equal, index, Operand::Constant(place));
        if let Operand::Register(register) = is_here {
            self.reaches(register, Range::TRUTH);
        }
        is_here
    }

    /// The result of an operation; one of its operands, if that is what comes out.
    fn result(
        &mut self,
        operator: Operator,
        (a, in_a): (Operand, Range),
        (b, in_b): (Operand, Range),
    ) -> Operand {
        use Operator::{And, Divide, Max, Min, Minus, Or, Plus, Times};
        let (zero, one) = (Operand::Constant(0), Operand::Constant(1));
        let (is_a, is_b) = match operator {
            Plus | Or => (b == zero, a == zero),
            Times | And => (b == one, a == one),
            Minus => (b == zero, false),
            Divide => (b == one, false),
            Max => (in_a.low >= in_b.high, in_b.low >= in_a.high),
            Min => (in_a.high <= in_b.low, in_b.high <= in_a.low),
            _ => (false, false),
        };
        match (is_a, is_b) {
            (true, _) => a,
            (_, true) => b,
            _ => self.binary(operator, a, b),
        }
    }

    fn binary(&mut self, operator: Operator, a: Operand, b: Operand) -> Operand {
        let to = self.fresh();
        self.emit(Op::Binary { operator, a, b, to });
        Operand::Register(to)
    }

    /// Compiles an expression that matters only where the condition equals `truth`.
    fn under(&mut self, condition: &Expr, decided: Operand, truth: bool, expr: &Expr) -> (Operand, Range) {
        let mark = self.env.mark();
        self.refine(condition, truth);
        let guard = match truth {
            true => decided,
            false => {
                let to = self.fresh();
                self.reaches(to, Range::TRUTH);
                self.emit(Op::Not { a: decided, to });
                Operand::Register(to)
            }
        };
        self.guards.push(guard);
        let value = self.valued(expr);
        self.guards.pop();
        self.env.undo(mark);
        value
    }

    /// Adds a check for a fault, which applies where all guards are true.
    pub fn check(&mut self, fault: Fault, span: &Span) {
        if self.settling > 0 {
            return;
        }
        let guards = self.guards.clone();
        let all = guards.into_iter().reduce(|all, guard| self.binary(Operator::And, all, guard));
        let guard = all.unwrap_or(Operand::Constant(1));
        self.emit(Op::Check { fault, guard, span: span.clone(), live: Vec::new() });
    }

    /// Narrows the ranges of variables to values for which a condition equals `truth`.
    pub fn refine(&mut self, condition: &Expr, truth: bool) {
        let ExprKind::Binary(operator, a, b) = &condition.kind else {
            match &condition.kind {
                ExprKind::Not(inner) => self.refine(inner, !truth),
                _ => self.narrow_parts(condition, Range::only(i64::from(truth))),
            }
            return;
        };
        if let (Operator::And, true) | (Operator::Or, false) = (operator, truth) {
            self.refine(a, truth);
            self.refine(b, truth);
            return;
        }
        let (in_a, in_b) = (self.range_of(a), self.range_of(b));
        // Where one of them is known, the other decides.
        if let Operator::And | Operator::Or = operator {
            let settles_nothing = |range: Range| range == Range::only(i64::from(!truth));
            match (settles_nothing(in_a), settles_nothing(in_b)) {
                (true, _) => self.refine(b, truth),
                (_, true) => self.refine(a, truth),
                _ => {}
            }
            return;
        }
        // The comparison that is true, of a with b and of b with a.
        let less = |is_strict| if is_strict { Operator::Less } else { Operator::LessOrEqual };
        let (of_a, of_b) = match (operator, truth) {
            (Operator::Less | Operator::LessOrEqual, true) => (Some(*operator), None),
            (Operator::Less, false) => (None, Some(less(false))),
            (Operator::LessOrEqual, false) => (None, Some(less(true))),
            (Operator::Equal, true) | (Operator::NotEqual, false) => {
                (Some(Operator::Equal), Some(Operator::Equal))
            }
            (Operator::Equal, false) | (Operator::NotEqual, true) => {
                (Some(Operator::NotEqual), Some(Operator::NotEqual))
            }
            _ => (None, None),
        };
        // a < b narrows a from above and b from below.
        let above = |operator, range: Range, than: Range| match operator {
            Operator::Less => range.meet(Range::new(than.low + 1, i64::MAX)),
            Operator::LessOrEqual => range.meet(Range::new(than.low, i64::MAX)),
            operator => Range::where_true(operator, range, than),
        };
        let mut narrowed_a = in_a;
        let mut narrowed_b = in_b;
        if let Some(operator) = of_a {
            narrowed_a = Range::where_true(operator, narrowed_a, in_b);
            narrowed_b = above(operator, narrowed_b, in_a);
        }
        if let Some(operator) = of_b {
            narrowed_b = Range::where_true(operator, narrowed_b, in_a);
            narrowed_a = above(operator, narrowed_a, in_b);
        }
        self.narrow_parts(a, narrowed_a);
        self.narrow_parts(b, narrowed_b);
    }

    /// Narrows the ranges of the variables in an expression whose value lies in a range.
    fn narrow_parts(&mut self, expr: &Expr, to: Range) {
        match &expr.kind {
            ExprKind::Variable(variable) => self.narrow(*variable, to),
            // An upper bound on a maximum holds for all of its operands, and so does a lower bound on a
            // minimum.
            ExprKind::Binary(operator @ (Operator::Max | Operator::Min), a, b) => {
                let each = match operator {
                    Operator::Max => Range::new(i64::MIN, to.high),
                    _ => Range::new(to.low, i64::MAX),
                };
                self.narrow_parts(a, each);
                self.narrow_parts(b, each);
            }
            // Who is meant is one of those of whom this may be so.
            ExprKind::Pick(pick) => {
                let ExprKind::Variable(place) = pick.place.kind else { return };
                let before = self.range(place);
                let values = (0..).zip(&pick.values).filter(|&(place, _)| before.contains(place));
                let may_be = values.filter(|(_, value)| self.range_of(value).meets(to));
                let places = may_be.map(|(place, _)| Range::only(place)).reduce(Range::join);
                if let Some(places) = places {
                    self.narrow(place, places);
                }
            }
            _ => {}
        }
    }

    fn narrow(&mut self, variable: usize, to: Range) {
        let before = self.env.peek(variable);
        self.env.set(variable, before.map(|range| range.meet(to)));
    }
}
