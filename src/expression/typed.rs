//! Expressions with resolved names and types, and their values.

use std::fmt::Display;
use std::ops::Range;

use super::error::{Parsed, wrong};

/// A typed expression. Its numbers are whole (`i128`) or decimal (`f64`).
#[derive(Clone, Debug, PartialEq)]
pub enum Typed<N> {
    Truth(Truth<N>),
    Number(Arithmetic<N>),
    Label(LabelVariable),
    /// A label or the name of something, in quotes.
    Text(String),
}

/// A variable with labels; its value is the index of a label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelVariable {
    pub variable: usize,
    pub name: String,
    pub labels: Vec<String>,
}

/// A condition on some variables.
#[derive(Clone, Debug, PartialEq)]
pub enum Truth<N> {
    Compare(Arithmetic<N>, ComparisonOperator, Arithmetic<N>),
    In(Arithmetic<N>, Vec<Arithmetic<N>>),
    Not(Box<Truth<N>>),
    And(Box<Truth<N>>, Box<Truth<N>>),
    Or(Box<Truth<N>>, Box<Truth<N>>),
}

/// A number calculated from some variables; a label counts as its index.
#[derive(Clone, Debug, PartialEq)]
pub enum Arithmetic<N> {
    Constant(N),
    /// A number with a name, and the label that players know it by.
    Named {
        label: String,
        value: N,
    },
    Variable(usize),
    Negative(Box<Arithmetic<N>>),
    Of(Calculation, Box<[Arithmetic<N>; 2]>),
}

/// What is calculated of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Calculation {
    Sum,
    Difference,
    Product,
    Quotient,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComparisonOperator {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl ComparisonOperator {
    /// Whether it is true of two numbers.
    pub fn holds<N: PartialOrd>(self, left: N, right: N) -> bool {
        match self {
            ComparisonOperator::Equal => left == right,
            ComparisonOperator::NotEqual => left != right,
            ComparisonOperator::Less => left < right,
            ComparisonOperator::LessOrEqual => left <= right,
            ComparisonOperator::Greater => left > right,
            ComparisonOperator::GreaterOrEqual => left >= right,
        }
    }

    /// Its sign in mathematics.
    pub fn sign(self) -> &'static str {
        match self {
            ComparisonOperator::Equal => "=",
            ComparisonOperator::NotEqual => "≠",
            ComparisonOperator::Less => "<",
            ComparisonOperator::LessOrEqual => "≤",
            ComparisonOperator::Greater => ">",
            ComparisonOperator::GreaterOrEqual => "≥",
        }
    }
}

/// Numbers that expressions calculate with.
pub trait Numeric: Copy + PartialOrd + Display {
    /// The greatest size of a number. Expressions that may exceed it are refused.
    const MOST: f64;

    /// A whole number as written.
    fn whole(integer: i64) -> Self;

    /// A decimal number as written; `None` if these numbers are whole.
    fn decimal(number: f64) -> Option<Self>;

    fn negative(self) -> Self;

    fn float(self) -> f64;

    fn calculated(self, calculation: Calculation, other: Self) -> Self;
}

/// Whole numbers of metrics have 64 bits, and arithmetic has 128. It saturates if the variables are
/// outside of the ranges for which the expression was checked.
impl Numeric for i128 {
    const MOST: f64 = 1e38;

    fn whole(integer: i64) -> i128 {
        integer.into()
    }

    fn decimal(_: f64) -> Option<i128> {
        None
    }

    fn negative(self) -> i128 {
        self.saturating_neg()
    }

    fn float(self) -> f64 {
        self as f64
    }

    /// Quotients are rounded towards minus infinity. Division by 0 gives 0: a language that divides whole
    /// numbers must check the divisor first.
    fn calculated(self, calculation: Calculation, other: i128) -> i128 {
        match (calculation, other) {
            (Calculation::Sum, _) => self.saturating_add(other),
            (Calculation::Difference, _) => self.saturating_sub(other),
            (Calculation::Product, _) => self.saturating_mul(other),
            (Calculation::Quotient, 0) => 0,
            (Calculation::Quotient, -1) => self.saturating_neg(),
            (Calculation::Quotient, _) => {
                self.div_euclid(other) - i128::from(other < 0 && self.rem_euclid(other) != 0)
            }
        }
    }
}

impl Numeric for f64 {
    const MOST: f64 = f64::INFINITY;

    fn whole(integer: i64) -> f64 {
        integer as f64
    }

    fn decimal(number: f64) -> Option<f64> {
        Some(number)
    }

    fn negative(self) -> f64 {
        -self
    }

    fn float(self) -> f64 {
        self
    }

    fn calculated(self, calculation: Calculation, other: f64) -> f64 {
        match calculation {
            Calculation::Sum => self + other,
            Calculation::Difference => self - other,
            Calculation::Product => self * other,
            Calculation::Quotient => self / other,
        }
    }
}

impl<N: Numeric> Truth<N> {
    /// Whether it is true when the variables have these values.
    pub fn holds<V: Copy + Into<N>>(&self, variables: &[V]) -> bool {
        match self {
            Truth::Compare(left, comparison, right) => {
                let (left, right) = (left.value(variables), right.value(variables));
                comparison.holds(left, right)
            }
            Truth::In(value, list) => {
                let value = value.value(variables);
                list.iter().any(|item| item.value(variables) == value)
            }
            Truth::Not(inner) => !inner.holds(variables),
            Truth::And(left, right) => left.holds(variables) && right.holds(variables),
            Truth::Or(left, right) => left.holds(variables) || right.holds(variables),
        }
    }

    /// Whether it reads a variable.
    pub fn reads(&self, variable: usize) -> bool {
        match self {
            Truth::Compare(left, _, right) => left.reads(variable) || right.reads(variable),
            Truth::In(value, list) => value.reads(variable) || list.iter().any(|item| item.reads(variable)),
            Truth::Not(inner) => inner.reads(variable),
            Truth::And(left, right) | Truth::Or(left, right) => left.reads(variable) || right.reads(variable),
        }
    }
}

impl<N: Numeric> Arithmetic<N> {
    /// Its value when the variables have these values.
    pub fn value<V: Copy + Into<N>>(&self, variables: &[V]) -> N {
        match self {
            Arithmetic::Constant(value) | Arithmetic::Named { value, .. } => *value,
            Arithmetic::Variable(variable) => variables[*variable].into(),
            Arithmetic::Negative(inner) => inner.value(variables).negative(),
            Arithmetic::Of(calculation, parts) => {
                let [left, right] = parts.each_ref().map(|part| part.value(variables));
                left.calculated(*calculation, right)
            }
        }
    }

    /// The least and the greatest number that it can be, where `of` tells those of each variable.
    pub fn possible(&self, of: &impl Fn(usize) -> [f64; 2]) -> [f64; 2] {
        let product = |left: [f64; 2], right: [f64; 2]| {
            let times = |(a, b): (f64, f64)| if a == 0.0 || b == 0.0 { 0.0 } else { a * b };
            let ends = left.into_iter().flat_map(|a| right.map(|b| times((a, b))));
            [ends.clone().fold(f64::INFINITY, f64::min), ends.fold(f64::NEG_INFINITY, f64::max)]
        };
        match self {
            Arithmetic::Constant(value) | Arithmetic::Named { value, .. } => [value.float(); 2],
            Arithmetic::Variable(variable) => of(*variable),
            Arithmetic::Negative(inner) => product([-1.0; 2], inner.possible(of)),
            Arithmetic::Of(calculation, parts) => {
                let [left, right] = parts.each_ref().map(|part| part.possible(of));
                match calculation {
                    Calculation::Sum => [left[0] + right[0], left[1] + right[1]],
                    Calculation::Difference => [left[0] - right[1], left[1] - right[0]],
                    Calculation::Product => product(left, right),
                    Calculation::Quotient if right[0] >= 0.0 || right[1] < 0.0 => {
                        product(left, [1.0 / right[1], 1.0 / right[0]])
                    }
                    Calculation::Quotient => [f64::NEG_INFINITY, f64::INFINITY],
                }
            }
        }
    }

    /// Whether it reads a variable.
    pub fn reads(&self, wanted: usize) -> bool {
        match self {
            Arithmetic::Constant(_) | Arithmetic::Named { .. } => false,
            Arithmetic::Variable(variable) => *variable == wanted,
            Arithmetic::Negative(inner) => inner.reads(wanted),
            Arithmetic::Of(_, parts) => parts.iter().any(|part| part.reads(wanted)),
        }
    }
}

impl<N> Typed<N> {
    /// Its type, in words.
    pub fn name(&self) -> &'static str {
        match self {
            Typed::Truth(_) => "true or false",
            Typed::Number(_) => "a number",
            Typed::Label(_) | Typed::Text(_) => "a label",
        }
    }

    /// The number, or an error if it is something else.
    pub fn number(self, span: &Range<usize>) -> Parsed<Arithmetic<N>> {
        match self {
            Typed::Number(number) => Ok(number),
            other => {
                let message = format!("this is {}, not a number", other.name());
                let help = match other {
                    Typed::Label(_) => "ask for the chance of a label, as in p(wound == 'none')",
                    _ => "numbers are metrics and whole numbers",
                };
                wrong(span, message, help)
            }
        }
    }
}
