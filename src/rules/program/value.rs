//! Expressions, and their values for the keys of a scenario and the variables of a routine.

use std::sync::atomic::{AtomicBool, Ordering};

use super::super::syntax::Span;
use crate::expression::ExpressionError;

/// An expression and its position.
#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

/// Two are equal if they are the same but for their positions.
impl PartialEq for Expr {
    fn eq(&self, other: &Expr) -> bool {
        self.kind == other.kind
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    Constant(i64),
    /// The value of a key that is set.
    Key(usize),
    /// Whether a key is set.
    IsSet(usize),
    /// The value of a key, or of the expression if the key is not set.
    KeyOr(usize, Box<Expr>),
    Variable(usize),
    Not(Box<Expr>),
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// `condition ? yes : no`
    Conditional(Box<[Expr; 3]>),
    /// The element of a list at an index.
    Element(usize, Box<Expr>),
    /// One of several values, by its index.
    Pick(Box<Pick>),
}

/// One of several values, such as those of the members of a group, by its index.
#[derive(Clone, Debug, PartialEq)]
pub struct Pick {
    pub place: Expr,
    pub values: Vec<Expr>,
    /// Whether the index is a member of a group, and behind the last one nobody.
    pub is_member: bool,
}

/// A binary operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    Plus,
    Minus,
    Times,
    Divide,
    Remainder,
    Min,
    Max,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    And,
    Or,
}

/// The greatest absolute value of a number.
pub const GREATEST: i64 = 1_000_000_000;

impl Operator {
    /// Applies the operator. Division rounds towards minus infinity. Division by 0 gives 0; checks
    /// report it beforehand if it can happen.
    #[inline(always)]
    pub fn of(self, a: i64, b: i64) -> i64 {
        match self {
            Operator::Plus => a.saturating_add(b),
            Operator::Minus => a.saturating_sub(b),
            Operator::Times => a.saturating_mul(b),
            Operator::Divide if b == 0 => 0,
            Operator::Divide => a.div_euclid(b) - i64::from(b < 0 && a.rem_euclid(b) != 0),
            Operator::Remainder if b == 0 => 0,
            Operator::Remainder => a - b * Operator::Divide.of(a, b),
            Operator::Min => a.min(b),
            Operator::Max => a.max(b),
            Operator::Equal => i64::from(a == b),
            Operator::NotEqual => i64::from(a != b),
            Operator::Less => i64::from(a < b),
            Operator::LessOrEqual => i64::from(a <= b),
            Operator::And => a & b,
            Operator::Or => a | b,
        }
    }
}

/// Why an expression has no value.
pub type NoValue = ExpressionError;

/// The key values of a scenario, by the index of the key. They know which of them were read, so that a user
/// can be told which make no difference.
#[derive(Debug)]
pub struct KeyValues {
    values: Vec<Option<i64>>,
    read: Vec<AtomicBool>,
}

impl FromIterator<Option<i64>> for KeyValues {
    fn from_iter<I: IntoIterator<Item = Option<i64>>>(values: I) -> Self {
        let values: Vec<Option<i64>> = values.into_iter().collect();
        let read = values.iter().map(|_| AtomicBool::new(false)).collect();
        KeyValues { values, read }
    }
}

impl KeyValues {
    /// The values of no keys.
    pub const NONE: KeyValues = KeyValues { values: Vec::new(), read: Vec::new() };

    /// The value of a key, which is then read; `None` if it is not set.
    pub fn of(&self, key: usize) -> Option<i64> {
        self.read[key].store(true, Ordering::Relaxed);
        self.values[key]
    }

    /// The value of a key, which is not read by this.
    pub fn peek(&self, key: usize) -> Option<i64> {
        self.values[key]
    }

    /// A copy of the key values, in which no key counts as read.
    pub fn unread(&self) -> KeyValues {
        self.values.iter().copied().collect()
    }

    /// Marks keys as read.
    pub fn mark(&self, keys: &[usize]) {
        keys.iter().for_each(|&key| self.read[key].store(true, Ordering::Relaxed));
    }

    /// Whether a key was read.
    pub fn is_read(&self, key: usize) -> bool {
        self.read[key].load(Ordering::Relaxed)
    }
}

impl Expr {
    pub fn new(kind: ExprKind, span: Span) -> Expr {
        Expr { kind, span }
    }

    pub fn constant(value: i64, span: &Span) -> Expr {
        Expr::new(ExprKind::Constant(value), span.clone())
    }

    pub fn variable(variable: usize, span: &Span) -> Expr {
        Expr::new(ExprKind::Variable(variable), span.clone())
    }

    pub fn binary(operator: Operator, a: Expr, b: Expr, span: &Span) -> Expr {
        Expr::new(ExprKind::Binary(operator, Box::new(a), Box::new(b)), span.clone())
    }

    /// `condition ? yes : no`
    pub fn conditional(condition: Expr, yes: Expr, no: Expr, span: &Span) -> Expr {
        Expr::new(ExprKind::Conditional(Box::new([condition, yes, no])), span.clone())
    }

    /// Evaluates the expression, given variables and keys. Operands are evaluated only if needed: the
    /// right side of `&&` only if the left side is true.
    ///
    /// # Errors
    /// On division by 0, if a list has no such element, or if a number is too large.
    pub fn value(&self, variables: &[i64], keys: &KeyValues, lists: &[Vec<i64>]) -> Result<i64, NoValue> {
        let value = |expr: &Expr| expr.value(variables, keys, lists);
        Ok(match &self.kind {
            ExprKind::Constant(constant) => *constant,
            ExprKind::Key(key) => keys.of(*key).unwrap_or(0),
            ExprKind::IsSet(key) => i64::from(keys.of(*key).is_some()),
            ExprKind::KeyOr(key, otherwise) => match keys.of(*key) {
                Some(value) => value,
                None => value(otherwise)?,
            },
            ExprKind::Variable(variable) => variables[*variable],
            ExprKind::Not(inner) => 1 - value(inner)?,
            // What follows is not asked where it makes no difference.
            ExprKind::Binary(operator @ (Operator::And | Operator::Or), left, right) => {
                let known = value(left)?;
                if known == i64::from(*operator == Operator::Or) { known } else { value(right)? }
            }
            ExprKind::Binary(operator, left, right) => {
                let (a, b) = (value(left)?, value(right)?);
                if b == 0 && matches!(operator, Operator::Divide | Operator::Remainder) {
                    return Err(divided_by_zero(&right.span));
                }
                held(operator.of(a, b), &self.span)?
            }
            ExprKind::Conditional(parts) => {
                let [condition, yes, no] = &**parts;
                value(if value(condition)? == 1 { yes } else { no })?
            }
            ExprKind::Element(list, place) => {
                let at = value(place)?;
                let element = usize::try_from(at).ok().and_then(|at| lists[*list].get(at));
                *element.ok_or_else(|| no_element(&place.span, at, lists[*list].len()))?
            }
            ExprKind::Pick(pick) => {
                let at = value(&pick.place)?;
                match usize::try_from(at).ok().and_then(|at| pick.values.get(at)) {
                    Some(chosen) => value(chosen)?,
                    None if pick.is_member => return Err(is_nobody(&pick.place.span)),
                    None => return Err(no_element(&pick.place.span, at, pick.values.len())),
                }
            }
        })
    }

    /// This expression with values in place of its variables.
    pub fn with(&self, values: &[Expr]) -> Expr {
        self.map(&|variable, _| values[variable].clone())
    }

    /// This expression with others in place of its variables, by their numbers and positions.
    pub fn map(&self, to: &impl Fn(usize, &Span) -> Expr) -> Expr {
        let boxed = |part: &Expr| Box::new(part.map(to));
        let kind = match &self.kind {
            ExprKind::Variable(variable) => return to(*variable, &self.span),
            ExprKind::Constant(_) | ExprKind::Key(_) | ExprKind::IsSet(_) => self.kind.clone(),
            ExprKind::KeyOr(key, otherwise) => ExprKind::KeyOr(*key, boxed(otherwise)),
            ExprKind::Not(inner) => ExprKind::Not(boxed(inner)),
            ExprKind::Binary(operator, left, right) => ExprKind::Binary(*operator, boxed(left), boxed(right)),
            ExprKind::Conditional(parts) => {
                ExprKind::Conditional(Box::new(parts.each_ref().map(|part| part.map(to))))
            }
            ExprKind::Element(list, place) => ExprKind::Element(*list, boxed(place)),
            ExprKind::Pick(pick) => ExprKind::Pick(Box::new(Pick {
                place: pick.place.map(to),
                values: pick.values.iter().map(|value| value.map(to)).collect(),
                is_member: pick.is_member,
            })),
        };
        Expr::new(kind, self.span.clone())
    }

    /// The variables that it reads, in the order of the text.
    pub fn variables(&self) -> impl Iterator<Item = usize> {
        self.parts().filter_map(|part| match part.kind {
            ExprKind::Variable(variable) => Some(variable),
            _ => None,
        })
    }

    /// Whether it reads no other variable than this one.
    pub fn reads_only(&self, variable: usize) -> bool {
        self.variables().all(|read| read == variable)
    }

    /// This expression and all its parts, in the order of the text.
    pub fn parts(&self) -> impl Iterator<Item = &Expr> {
        let mut left = vec![self];
        std::iter::from_fn(move || {
            let part = left.pop()?;
            match &part.kind {
                ExprKind::Constant(_) | ExprKind::Key(_) | ExprKind::IsSet(_) | ExprKind::Variable(_) => {}
                ExprKind::KeyOr(_, inner) | ExprKind::Not(inner) | ExprKind::Element(_, inner) => {
                    left.push(inner);
                }
                ExprKind::Binary(_, one, other) => left.extend([&**other, &**one]),
                ExprKind::Conditional(parts) => left.extend(parts.iter().rev()),
                ExprKind::Pick(pick) => left.extend(pick.values.iter().rev().chain([&pick.place])),
            }
            Some(part)
        })
    }

    /// Whether it is the value of this variable unless a condition is met.
    pub fn keeps(&self, variable: usize) -> bool {
        let ExprKind::Conditional(parts) = &self.kind else { return false };
        matches!(parts[2].kind, ExprKind::Variable(kept) if kept == variable)
    }

    /// Whether it reads a key.
    pub fn reads_keys(&self) -> bool {
        !self.keys_read().1.is_empty()
    }

    /// The keys of which it asks whether they are set, and all that it reads, in the order of the text.
    pub fn keys_read(&self) -> (Vec<usize>, Vec<usize>) {
        let (mut asked, mut read) = (Vec::new(), Vec::new());
        for part in self.parts() {
            match part.kind {
                ExprKind::IsSet(key) => {
                    asked.push(key);
                    read.push(key);
                }
                ExprKind::Key(key) | ExprKind::KeyOr(key, _) => read.push(key),
                _ => {}
            }
        }
        (asked, read)
    }

    /// Its value, if keys alone determine it.
    pub fn of_keys(&self, keys: &KeyValues, lists: &[Vec<i64>]) -> Option<i64> {
        self.is_fixed().then(|| self.value(&[], keys, lists).ok()).flatten()
    }

    /// Whether it reads no variable, so that a scenario determines its value.
    pub fn is_fixed(&self) -> bool {
        self.variables().next().is_none()
    }
}

pub fn divided_by_zero(span: &Span) -> NoValue {
    let help = "ask first, as in `b == 0 ? 0 : a / b`";
    NoValue::new(span.clone(), "this can be 0, and nothing is divided by 0", help)
}

/// Returns a number that the engine can hold.
///
/// # Errors
/// If it is greater than [`GREATEST`], or less than its negative.
pub fn held(value: i64, span: &Span) -> Result<i64, NoValue> {
    if value.abs() <= GREATEST {
        return Ok(value);
    }
    let message = format!("this can be {value}");
    let help = "numbers are between -1,000,000,000 and 1,000,000,000: count in larger units, play fewer rounds, or bound it, as in min(x, 1000)";
    Err(NoValue::new(span.clone(), message, help))
}

pub fn is_nobody(span: &Span) -> NoValue {
    let help = "ask first, as in `target != 'nobody' && target.boxes > 0`";
    NoValue::new(span.clone(), "this can be nobody", help)
}

pub fn no_element(span: &Span, at: i64, length: usize) -> NoValue {
    let message = format!("this can be {at}, and the list has the places 0 to {}", length as i64 - 1);
    let help = format!(
        "the first place is 0: of what counts from 1 write `list[i - 1]`; or keep it in range, as in `list[clamp(i, 0, {})]`",
        length.max(1) - 1
    );
    NoValue::new(span.clone(), message, help)
}
