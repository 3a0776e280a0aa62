//! Resolves the names and types of a parsed expression.

use std::ops::Range;

use super::dialect::Dialect;
use super::error::{ExpressionError, Parsed, wrong};
use super::parse::no_list;
use super::syntax::{BinaryOperator, Syntax, SyntaxKind, UnaryOperator};
use super::typed::{Arithmetic, Calculation, ComparisonOperator, LabelVariable, Numeric, Truth, Typed};

/// Resolves the names and calls of an expression.
pub trait Resolver {
    /// The numbers that it calculates with.
    type Number: Numeric;

    /// The dialect, for the wording of errors.
    fn dialect(&self) -> &'static Dialect;

    /// The whole text.
    fn text(&self) -> &str;

    /// Whether numbers may be divided.
    fn divides(&self) -> bool;

    /// The greatest absolute value of a variable.
    fn reach(&self, variable: usize) -> f64;

    /// Whether a variable is 1 where something happens and 0 where it does not.
    fn is_flag(&self, variable: usize) -> bool;

    /// Resolves a name.
    fn name(&mut self, name: &str, span: &Range<usize>) -> Parsed<Typed<Self::Number>>;

    /// Resolves a text in quotes.
    fn quoted(&mut self, text: &str, span: &Range<usize>) -> Parsed<Typed<Self::Number>>;

    /// Resolves a text in quotes where a truth value is needed; `None` if it has no meaning there.
    fn quoted_truth(&mut self, text: &str, span: &Range<usize>) -> Option<Parsed<Truth<Self::Number>>>;

    /// Resolves a call.
    fn call(&mut self, name: &str, arguments: &[Syntax], span: &Range<usize>) -> Parsed<Typed<Self::Number>>;
}

/// A part of an expression, with its type and its position.
struct Operand<N> {
    typed: Typed<N>,
    span: Range<usize>,
    /// The greatest absolute value that it can have, if it is a number.
    reach: f64,
}

/// Resolves an expression.
pub fn check<R: Resolver>(syntax: &Syntax, resolver: &mut R) -> Parsed<Typed<R::Number>> {
    Checker { resolver }.part(syntax).map(|operand| operand.typed)
}

/// Resolves an expression that must be true or false.
pub fn truth<R: Resolver>(syntax: &Syntax, resolver: &mut R) -> Parsed<Truth<R::Number>> {
    let mut checker = Checker { resolver };
    let operand = checker.part(syntax)?;
    checker.truth(operand)
}

struct Checker<'a, R> {
    resolver: &'a mut R,
}

impl<R: Resolver> Checker<'_, R> {
    fn part(&mut self, syntax: &Syntax) -> Parsed<Operand<R::Number>> {
        // A long chain of operators nests on the left, and is walked without recursion.
        let mut chain = Vec::new();
        let mut first = syntax;
        while let SyntaxKind::Binary { left, .. } = &first.kind {
            chain.push(first);
            first = left;
        }
        let mut operand = self.operand(first)?;
        for syntax in chain.into_iter().rev() {
            let SyntaxKind::Binary { operator, at, right, .. } = &syntax.kind else { continue };
            let (typed, reach) = self.binary(operand, *operator, at, right)?;
            operand = Operand { typed, span: syntax.outer.clone(), reach };
        }
        Ok(operand)
    }

    /// Resolves anything but a binary operation.
    fn operand(&mut self, syntax: &Syntax) -> Parsed<Operand<R::Number>> {
        let Syntax { kind, span, outer } = syntax;
        let mut reach = 0.0;
        let typed = match kind {
            SyntaxKind::Integer(integer) => {
                reach = integer.unsigned_abs() as f64;
                constant(R::Number::whole(*integer))
            }
            SyntaxKind::Decimal(number) => match R::Number::decimal(*number) {
                Some(number) => constant(number),
                None => return Err(self.not_whole(span)),
            },
            SyntaxKind::Text(text) => self.resolver.quoted(text, span)?,
            SyntaxKind::Name(name) => self.resolver.name(name, span)?,
            SyntaxKind::Unary(UnaryOperator::Minus, inner) => {
                let Operand { typed, span, reach: inner } = self.part(inner)?;
                reach = inner;
                Typed::Number(Arithmetic::Negative(Box::new(typed.number(&span)?)))
            }
            SyntaxKind::Unary(UnaryOperator::Not, inner) => {
                let inner = self.part(inner)?;
                Typed::Truth(Truth::Not(Box::new(self.truth(inner)?)))
            }
            SyntaxKind::Call { name, arguments } => self.resolver.call(name, arguments, span)?,
            SyntaxKind::List(_) => {
                let help = "a list follows on `in`, as in damage in [1, 2]";
                return wrong(span, "a list has no meaning here", help);
            }
            SyntaxKind::Index { .. } => return Err(self.meaningless(span, "[ ]")),
            SyntaxKind::Cards { .. } => return Err(self.meaningless(span, "of")),
            SyntaxKind::Sized { .. } => return Err(self.meaningless(span, "d( )")),
            SyntaxKind::Roll { die, .. } => return Err(self.meaningless(span, die)),
            SyntaxKind::Each(_) => return Err(self.meaningless(span, "for")),
            SyntaxKind::IsSet(_) => return Err(self.meaningless(span, "is set")),
            SyntaxKind::Method { name, .. } => return Err(self.meaningless(span, &format!(".{name}( )"))),
            SyntaxKind::Conditional(_) => return Err(self.meaningless(span, "?")),
            SyntaxKind::Binary { .. } => unreachable!("the chain ends at what is no operation of two"),
        };
        if let Typed::Number(Arithmetic::Variable(variable)) = &typed {
            reach = self.resolver.reach(*variable);
        }
        Ok(Operand { typed, span: outer.clone(), reach })
    }

    /// Resolves a binary operation. Returns its greatest absolute value, too, if it is a number.
    fn binary(
        &mut self,
        left: Operand<R::Number>,
        operator: BinaryOperator,
        at: &Range<usize>,
        right: &Syntax,
    ) -> Parsed<(Typed<R::Number>, f64)> {
        let truth = |truth| (Typed::Truth(truth), 0.0);
        let comparison = |comparison| (comparison, operator.symbol());
        let comparison = match operator {
            BinaryOperator::Or | BinaryOperator::And => {
                let join = if operator == BinaryOperator::Or { Truth::Or } else { Truth::And };
                let right = self.part(right)?;
                let left = Box::new(self.truth(left)?);
                return Ok(truth(join(left, Box::new(self.truth(right)?))));
            }
            BinaryOperator::In => return self.membership(left, right).map(truth),
            BinaryOperator::Plus => return self.calculate(left, right, Calculation::Sum),
            BinaryOperator::Minus => return self.calculate(left, right, Calculation::Difference),
            BinaryOperator::Times => return self.calculate(left, right, Calculation::Product),
            BinaryOperator::Divide if self.resolver.divides() => {
                return self.calculate(left, right, Calculation::Quotient);
            }
            BinaryOperator::Equal => comparison(ComparisonOperator::Equal),
            BinaryOperator::NotEqual => comparison(ComparisonOperator::NotEqual),
            BinaryOperator::Less => comparison(ComparisonOperator::Less),
            BinaryOperator::LessOrEqual => comparison(ComparisonOperator::LessOrEqual),
            BinaryOperator::Greater => comparison(ComparisonOperator::Greater),
            BinaryOperator::GreaterOrEqual => comparison(ComparisonOperator::GreaterOrEqual),
            BinaryOperator::Is => return Err(ExpressionError::meaningless(at, "=", "write `==`")),
            BinaryOperator::Given
            | BinaryOperator::Otherwise
            | BinaryOperator::Divide
            | BinaryOperator::Remainder
            | BinaryOperator::Together => return Err(self.meaningless(at, operator.symbol())),
        };
        let right = self.part(right)?;
        compare(left, comparison, at, right).map(truth)
    }

    fn calculate(
        &mut self,
        left: Operand<R::Number>,
        right: &Syntax,
        calculation: Calculation,
    ) -> Parsed<(Typed<R::Number>, f64)> {
        let right = self.part(right)?;
        let span = left.span.start..right.span.end;
        let reach = match calculation {
            Calculation::Sum | Calculation::Difference => left.reach + right.reach,
            Calculation::Product => left.reach * right.reach,
            Calculation::Quotient => left.reach,
        };
        let left = left.typed.number(&left.span)?;
        let number = Arithmetic::Of(calculation, Box::new([left, right.typed.number(&right.span)?]));
        if reach > R::Number::MOST {
            let help = format!("whole numbers have at most {} digits here", R::Number::MOST.log10());
            return wrong(&span, format!("this may be as large as {reach:.0e}"), help);
        }
        Ok((Typed::Number(number), reach))
    }

    /// `left in list`
    fn membership(&mut self, left: Operand<R::Number>, list: &Syntax) -> Parsed<Truth<R::Number>> {
        let SyntaxKind::List(items) = &list.kind else { return Err(no_list(list.outer.clone())) };
        let items: Vec<Operand<R::Number>> =
            items.iter().map(|item| self.part(item)).collect::<Parsed<_>>()?;
        if let Typed::Label(variable) = &left.typed {
            let labels = items.into_iter().map(|item| label(variable, item)).collect::<Parsed<_>>()?;
            return Ok(Truth::In(Arithmetic::Variable(variable.variable), labels));
        }
        let value = left.typed.number(&left.span)?;
        let items = items.into_iter().map(|item| item.typed.number(&item.span));
        Ok(Truth::In(value, items.collect::<Parsed<_>>()?))
    }

    /// Takes an operand as true or false: a comparison, a flag, or what a text in quotes stands for.
    fn truth(&mut self, operand: Operand<R::Number>) -> Parsed<Truth<R::Number>> {
        let quoted = match &operand.typed {
            Typed::Text(text) => self.resolver.quoted_truth(text, &operand.span),
            _ => None,
        };
        match (quoted, operand.typed) {
            (Some(truth), _) => truth,
            (None, Typed::Truth(truth)) => Ok(truth),
            (None, Typed::Number(Arithmetic::Variable(variable))) if self.resolver.is_flag(variable) => {
                let one = Arithmetic::Constant(R::Number::whole(1));
                Ok(Truth::Compare(Arithmetic::Variable(variable), ComparisonOperator::Equal, one))
            }
            (None, other) => {
                let message = format!("this is {}, not true or false", other.name());
                wrong(&operand.span, message, "compare it, as in damage >= 10")
            }
        }
    }

    /// The error for something that this dialect does not have.
    fn meaningless(&self, span: &Range<usize>, written: &str) -> ExpressionError {
        ExpressionError::meaningless(span, written, self.resolver.dialect().vocabulary)
    }

    fn not_whole(&self, span: &Range<usize>) -> ExpressionError {
        let written = &self.resolver.text()[span.clone()];
        let too_long = written.bytes().all(|byte| byte.is_ascii_digit());
        let bits = if too_long { " of 64 bits" } else { "" };
        let message = format!("`{written}` is not a whole number{bits}");
        ExpressionError::new(span.clone(), message, "metrics are whole numbers")
    }
}

fn constant<N>(value: N) -> Typed<N> {
    Typed::Number(Arithmetic::Constant(value))
}

fn compare<N: Numeric>(
    left: Operand<N>,
    (comparison, symbol): (ComparisonOperator, &str),
    at: &Range<usize>,
    right: Operand<N>,
) -> Parsed<Truth<N>> {
    let is_label = |operand: &Operand<N>| matches!(operand.typed, Typed::Label(_) | Typed::Text(_));
    let ordered = !matches!(comparison, ComparisonOperator::Equal | ComparisonOperator::NotEqual);
    if ordered && (is_label(&left) || is_label(&right)) {
        let message = format!("labels cannot be compared with {symbol}");
        return wrong(at, message, "labels compare with ==, != and in");
    }
    let (left, right) = match (left.typed, right.typed) {
        (Typed::Label(variable), typed) => {
            let label = label(&variable, Operand { typed, span: right.span, reach: 0.0 })?;
            (Arithmetic::Variable(variable.variable), label)
        }
        (typed @ Typed::Text(_), Typed::Label(variable)) => {
            let label = label(&variable, Operand { typed, span: left.span, reach: 0.0 })?;
            (Arithmetic::Variable(variable.variable), label)
        }
        (Typed::Text(_), Typed::Text(_)) => {
            let whole = left.span.start..right.span.end;
            return wrong(&whole, "two labels without a metric", "compare a metric with a label");
        }
        (Typed::Number(_), Typed::Label(_) | Typed::Text(_)) => {
            let message = "a number cannot be compared with a label";
            return wrong(&right.span, message, "numbers compare with numbers");
        }
        (left_typed, right_typed) => (left_typed.number(&left.span)?, right_typed.number(&right.span)?),
    };
    Ok(Truth::Compare(left, comparison, right))
}

/// Resolves an operand that is compared with a variable of labels.
fn label<N: Numeric>(variable: &LabelVariable, operand: Operand<N>) -> Parsed<Arithmetic<N>> {
    let LabelVariable { name, labels, .. } = variable;
    let message = match operand.typed {
        Typed::Text(text) => match labels.iter().position(|label| *label == text) {
            Some(place) => return Ok(Arithmetic::Constant(N::whole(place as i64))),
            None => format!("`{name}` is never '{text}'"),
        },
        Typed::Label(other) if other.labels == *labels => return Ok(Arithmetic::Variable(other.variable)),
        Typed::Label(_) => "these two metrics have different labels".to_owned(),
        other => format!("a label cannot be compared with {}", other.name()),
    };
    wrong(&operand.span, message, format!("its labels are {}", labels.join(", ")))
}
