//! Constraints: comparisons of two statistics.

use std::ops::Range;

use super::super::dialect::STATISTIC;
use super::super::error::wrong;
use super::super::syntax::{BinaryOperator, Syntax, SyntaxKind};
use super::super::{ExpressionError, Scope};
use super::{Statistic, names};
use crate::stats::same;

/// A comparison of two statistics.
#[derive(Clone, Debug, PartialEq)]
pub struct Constraint {
    text: String,
    /// The left side.
    pub statistic: Statistic,
    /// The relation that must hold.
    pub relation: Relation,
    /// The right side.
    pub bound: Statistic,
}

/// How two statistics are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
    /// `=` or `==`
    Equal,
}

impl Constraint {
    /// Compiles a constraint, as in `p(drain > 0) <= 0.01`.
    pub fn parse(text: &str, scope: &dyn Scope) -> Result<Constraint, ExpressionError> {
        names::compile(text, scope, |syntax| Constraint::compile(syntax, text, scope))
    }

    fn compile(syntax: &Syntax, text: &str, scope: &dyn Scope) -> Result<Constraint, ExpressionError> {
        let missing = |span: Range<usize>| {
            let help = "compare with < <= > >= or =, as in p(drain > 0) <= 0.01";
            ExpressionError::new(span, "a comparison is missing here", help)
        };
        let (operator, at, left, right) = match &syntax.kind {
            SyntaxKind::Binary { operator, at, left, right } if operator.is_relation() => {
                (operator, at, left, right)
            }
            _ => {
                names::statistic(syntax, text, scope)?;
                return Err(missing(text.len()..text.len()));
            }
        };
        let is_number = |side: &Syntax| matches!(side.kind, SyntaxKind::Integer(_) | SyntaxKind::Decimal(_));
        if is_number(left) && !is_number(right) {
            let help = "write what is computed first, as in p(drain > 0) <= 0.01";
            return wrong(&left.span, "a number stands in front of the comparison", help);
        }
        let statistic = names::statistic(left, text, scope)?;
        let relation = match operator {
            BinaryOperator::Less => Relation::Less,
            BinaryOperator::LessOrEqual => Relation::AtMost,
            BinaryOperator::Greater => Relation::Greater,
            BinaryOperator::GreaterOrEqual => Relation::AtLeast,
            BinaryOperator::Is | BinaryOperator::Equal => Relation::Equal,
            _ => return Err(missing(at.clone())),
        };
        let bound = names::statistic(right, text, scope)?;
        let number = bound.constant().filter(|_| statistic.is_chance());
        if let Some(number) = number.filter(|number| !(0.0..=1.0).contains(number)) {
            let help = match number > 1.0 && number <= 100.0 {
                true => format!("{number} % is written {}", number / 100.0),
                false => "write a number from 0 to 1".to_owned(),
            };
            let message = format!("a chance cannot be {number}");
            return wrong(&right.span, message, help);
        }
        Ok(Constraint { text: text.trim().to_owned(), statistic, relation, bound })
    }

    /// The left side of a constraint, as written; the whole text if it is not a comparison.
    pub fn left_side(text: &str) -> &str {
        match Syntax::parse(text, &STATISTIC).map(|syntax| syntax.kind) {
            Ok(SyntaxKind::Binary { operator, left, .. }) if operator.is_relation() => &text[left.outer],
            _ => text,
        }
    }
}

impl Relation {
    /// Whether two numbers are in this relation; false if one of them is NaN. Numbers that differ only
    /// by rounding are equal.
    pub fn holds(self, left: f64, right: f64) -> bool {
        let equal = same(left, right);
        match self {
            Relation::Less => left < right && !equal,
            Relation::AtMost => left <= right || equal,
            Relation::Greater => left > right && !equal,
            Relation::AtLeast => left >= right || equal,
            Relation::Equal => equal,
        }
    }

    /// How far two numbers are from this relation: 0 only if it holds, the smallest positive number if
    /// they are equal and must not be, infinite if one of them is not finite.
    pub fn missed_by(self, left: f64, right: f64) -> f64 {
        match self.holds(left, right) {
            true => 0.0,
            false if left.is_finite() && right.is_finite() => (left - right).abs().max(f64::MIN_POSITIVE),
            false => f64::INFINITY,
        }
    }
}
