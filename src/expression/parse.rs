//! From tokens to typed trees, by recursive descent.

use std::ops::Range;

use super::nearest::nearest;
use super::token::{Dialect, Token, TokenKind, tokens};
use super::{Event, ExpressionError};
use crate::chance::MetricSpec;

/// What is true or false of a resolution.
#[derive(Clone, Debug, PartialEq)]
pub enum Truth {
    Compare(Number, Comparison, Number),
    In(Number, Vec<Number>),
    Not(Box<Truth>),
    And(Box<Truth>, Box<Truth>),
    Or(Box<Truth>, Box<Truth>),
}

/// A whole number of a resolution; a label counts as its place.
#[derive(Clone, Debug, PartialEq)]
pub enum Number {
    Constant(i64),
    Metric(usize),
    Negative(Box<Number>),
    Sum(Box<Number>, Box<Number>),
    Difference(Box<Number>, Box<Number>),
    Product(Box<Number>, Box<Number>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

/// The most tokens of an expression, and the deepest nesting: trees are walked
/// by recursion.
const MAX_TOKENS: usize = 4_000;
const MAX_DEPTH: usize = 100;

/// Parses an event.
pub fn event(text: &str, metrics: &[MetricSpec]) -> Result<Truth, ExpressionError> {
    let mut parser = Parser::new(text, Dialect::Event, metrics, Vec::new())?;
    if parser.tokens.len() == 1 {
        return Err(ExpressionError::new(
            0..text.len(),
            "an event is missing",
            "write one as in damage >= 10",
        ));
    }
    let term = parser.disjunction()?;
    if parser.peek().kind != TokenKind::End {
        let span = parser.peek().span.clone();
        return Err(ExpressionError::new(span, "unexpected text", "join events with && or ||"));
    }
    match term.value {
        Value::Truth(truth) => Ok(truth),
        other => {
            let message = format!("an event is true or false, and this is {}", other.name());
            Err(ExpressionError::new(term.span, message, "compare it, as in damage >= 10"))
        }
    }
}

pub(super) struct Parser<'a> {
    text: &'a str,
    dialect: Dialect,
    tokens: Vec<Token>,
    at: usize,
    depth: usize,
    pub metrics: &'a [MetricSpec],
    /// Questions that may stand for their events, by their names in quotes.
    questions: Vec<(&'a str, &'a Event)>,
}

/// A part of an expression and where it stands.
pub(super) struct Term {
    pub value: Value,
    pub span: Range<usize>,
}

pub(super) enum Value {
    Truth(Truth),
    Number(Number),
    /// A metric of labels.
    Label(usize),
    /// A label as it is written.
    Text(String),
}

impl Value {
    fn name(&self) -> &'static str {
        match self {
            Value::Truth(_) => "true or false",
            Value::Number(_) => "a number",
            Value::Label(_) | Value::Text(_) => "a label",
        }
    }
}

pub(super) type Parsed<T> = Result<T, ExpressionError>;

impl<'a> Parser<'a> {
    pub fn new(
        text: &'a str,
        dialect: Dialect,
        metrics: &'a [MetricSpec],
        questions: Vec<(&'a str, &'a Event)>,
    ) -> Parsed<Self> {
        let tokens = tokens(text, dialect)?;
        if tokens.len() > MAX_TOKENS {
            let message = format!("this {} is too long", dialect.name());
            let help = format!("at most {MAX_TOKENS} names, numbers and operators");
            return Err(ExpressionError::new(0..text.len(), message, help));
        }
        Ok(Parser { text, dialect, tokens, at: 0, depth: 0, metrics, questions })
    }

    pub fn disjunction(&mut self) -> Parsed<Term> {
        let mut left = self.conjunction()?;
        while self.eat("||") {
            let right = self.conjunction()?;
            left = self.join(left, right, Truth::Or)?;
        }
        Ok(left)
    }

    fn conjunction(&mut self) -> Parsed<Term> {
        let mut left = self.relation()?;
        while self.eat("&&") {
            let right = self.relation()?;
            left = self.join(left, right, Truth::And)?;
        }
        Ok(left)
    }

    fn relation(&mut self) -> Parsed<Term> {
        let left = self.sum()?;
        // Statistics are compared so, events within them are not.
        if let Token { kind: TokenKind::Symbol("="), span } = self.peek() {
            return Err(ExpressionError::new(span.clone(), "`=` has no meaning here", "write `==`"));
        }
        let term = match self.relation_operator() {
            None => return Ok(left),
            Some((None, _)) => self.membership(left)?,
            Some((Some(comparison), operator)) => {
                let right = self.sum()?;
                let span = left.span.start..right.span.end;
                Term { value: Value::Truth(self.compare(left, comparison, operator, right)?), span }
            }
        };
        match self.relation_operator() {
            None => Ok(term),
            Some((_, operator)) => {
                let help = "join two comparisons with &&";
                Err(ExpressionError::new(operator.span, "a comparison cannot be compared again", help))
            }
        }
    }

    /// The comparison at this place, `None` within for `in`.
    fn relation_operator(&mut self) -> Option<(Option<Comparison>, Token)> {
        let comparison = match &self.peek().kind {
            TokenKind::Symbol("==") => Some(Comparison::Equal),
            TokenKind::Symbol("!=") => Some(Comparison::NotEqual),
            TokenKind::Symbol("<") => Some(Comparison::Less),
            TokenKind::Symbol("<=") => Some(Comparison::LessOrEqual),
            TokenKind::Symbol(">") => Some(Comparison::Greater),
            TokenKind::Symbol(">=") => Some(Comparison::GreaterOrEqual),
            TokenKind::Name(name) if name == "in" => None,
            _ => return None,
        };
        Some((comparison, self.next()))
    }

    fn compare(&self, left: Term, comparison: Comparison, operator: Token, right: Term) -> Parsed<Truth> {
        let labels = |value: &Value| matches!(value, Value::Label(_) | Value::Text(_));
        let ordered = !matches!(comparison, Comparison::Equal | Comparison::NotEqual);
        if ordered && (labels(&left.value) || labels(&right.value)) {
            let TokenKind::Symbol(symbol) = operator.kind else { unreachable!("comparisons are symbols") };
            let message = format!("labels cannot be compared with {symbol}");
            return Err(ExpressionError::new(operator.span, message, "labels compare with ==, != and in"));
        }
        let whole = left.span.start..right.span.end;
        match (left.value, right.value) {
            (Value::Label(metric), value) => {
                let label = self.label(metric, Term { value, span: right.span })?;
                Ok(Truth::Compare(Number::Metric(metric), comparison, label))
            }
            (value @ Value::Text(_), Value::Label(metric)) => {
                let label = self.label(metric, Term { value, span: left.span })?;
                Ok(Truth::Compare(Number::Metric(metric), comparison, label))
            }
            (Value::Text(_), Value::Text(_)) => {
                let help = "compare a metric with a label";
                Err(ExpressionError::new(whole, "two labels without a metric", help))
            }
            (Value::Number(_), Value::Label(_) | Value::Text(_)) => {
                let help = "numbers compare with numbers";
                Err(ExpressionError::new(right.span, "a number cannot be compared with a label", help))
            }
            (left_value, right_value) => {
                let left = number(Term { value: left_value, span: left.span })?;
                let right = number(Term { value: right_value, span: right.span })?;
                Ok(Truth::Compare(left, comparison, right))
            }
        }
    }

    /// What stands for `term` when it is compared with a metric of labels.
    fn label(&self, metric: usize, term: Term) -> Parsed<Number> {
        let labels = self.metrics[metric].labels().unwrap_or_default();
        let known = || format!("its labels are {}", labels.join(", "));
        match term.value {
            Value::Text(text) => match labels.iter().position(|label| *label == text) {
                Some(place) => Ok(Number::Constant(place as i64)),
                None => {
                    let message = format!("`{}` is never '{text}'", self.metrics[metric].name);
                    Err(ExpressionError::new(term.span, message, known()))
                }
            },
            Value::Label(other) if self.metrics[other].labels() == Some(labels) => Ok(Number::Metric(other)),
            Value::Label(_) => {
                Err(ExpressionError::new(term.span, "these two metrics have different labels", known()))
            }
            other => {
                let message = format!("a label cannot be compared with {}", other.name());
                Err(ExpressionError::new(term.span, message, known()))
            }
        }
    }

    /// `in [..]`, behind the `in`.
    fn membership(&mut self, left: Term) -> Parsed<Term> {
        if !self.eat("[") {
            let span = self.peek().span.clone();
            return Err(ExpressionError::new(span, "`in` needs a list", "write it as in [1, 2] or ['stun']"));
        }
        let mut items = Vec::new();
        while !self.eat("]") {
            if !items.is_empty() {
                self.expect(",")?;
            }
            items.push(self.sum()?);
        }
        let span = left.span.start..self.tokens[self.at - 1].span.end;
        let truth = match left.value {
            Value::Label(metric) => {
                let labels: Parsed<Vec<Number>> =
                    items.into_iter().map(|item| self.label(metric, item)).collect();
                Truth::In(Number::Metric(metric), labels?)
            }
            value => {
                let value = number(Term { value, span: left.span })?;
                Truth::In(value, items.into_iter().map(number).collect::<Parsed<_>>()?)
            }
        };
        Ok(Term { value: Value::Truth(truth), span })
    }

    pub fn sum(&mut self) -> Parsed<Term> {
        let mut left = self.product()?;
        loop {
            let operation = if self.eat("+") {
                Number::Sum
            } else if self.eat("-") {
                Number::Difference
            } else {
                return Ok(left);
            };
            let right = self.product()?;
            left = calculate(left, right, operation)?;
        }
    }

    fn product(&mut self) -> Parsed<Term> {
        let mut left = self.unary()?;
        while self.eat("*") {
            let right = self.unary()?;
            left = calculate(left, right, Number::Product)?;
        }
        Ok(left)
    }

    fn unary(&mut self) -> Parsed<Term> {
        let start = self.peek().span.start;
        if self.eat("-") {
            let inner = self.nested(Self::unary)?;
            let span = start..inner.span.end;
            return Ok(Term { value: Value::Number(Number::Negative(Box::new(number(inner)?))), span });
        }
        if self.eat("!") {
            let inner = self.nested(Self::unary)?;
            let span = start..inner.span.end;
            return Ok(Term { value: Value::Truth(Truth::Not(Box::new(self.truth(inner)?))), span });
        }
        self.primary()
    }

    fn primary(&mut self) -> Parsed<Term> {
        let Token { kind, span } = self.next();
        let value = match kind {
            TokenKind::Integer(integer) => Value::Number(Number::Constant(integer)),
            TokenKind::Text(text) => Value::Text(text),
            TokenKind::Name(name) => self.metric(&name, &span)?,
            TokenKind::Symbol("(") => {
                let inner = self.nested(Self::disjunction)?;
                self.expect(")")?;
                return Ok(Term { value: inner.value, span: span.start..self.tokens[self.at - 1].span.end });
            }
            TokenKind::Symbol(symbol) => {
                let help = "write a metric, a number, a label or a bracket";
                return Err(ExpressionError::new(span, format!("`{symbol}` is not expected here"), help));
            }
            TokenKind::Decimal(number) => {
                let message = format!("`{number}` is not a whole number");
                return Err(ExpressionError::new(span, message, "metrics are whole numbers"));
            }
            TokenKind::End => return Err(self.too_soon(span)),
        };
        Ok(Term { value, span })
    }

    fn metric(&self, name: &str, span: &Range<usize>) -> Parsed<Value> {
        if let Some(index) = self.metrics.iter().position(|metric| metric.name == name) {
            let labels = self.metrics[index].labels().is_some();
            return Ok(if labels { Value::Label(index) } else { Value::Number(Number::Metric(index)) });
        }
        let labels = || self.metrics.iter().filter_map(MetricSpec::labels).flatten().copied();
        // Labels may have hyphens, which end a name.
        let rest = &self.text[span.start..];
        let is_here = |label: &&str| {
            rest.strip_prefix(label)
                .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_'))
        };
        if let Some(label) = labels().filter(is_here).max_by_key(|label| label.len()) {
            let span = span.start..span.start + label.len();
            let message = format!("`{label}` is a label, not a metric");
            return Err(ExpressionError::new(span, message, format!("write '{label}', in quotes")));
        }
        let names = || self.metrics.iter().map(|metric| metric.name.as_str());
        let known = format!("the metrics are {}", names().collect::<Vec<_>>().join(", "));
        let label = || nearest(name, labels());
        let help = match nearest(name, names()) {
            Some(near) => format!("did you mean `{near}`? {known}"),
            None => match label() {
                Some(near) => format!("did you mean the label '{near}', in quotes? {known}"),
                None => known,
            },
        };
        Err(ExpressionError::new(span.clone(), format!("there is no metric `{name}`"), help))
    }

    /// What is true or false: a comparison, or in a statistic a question by its name.
    pub fn truth(&self, term: Term) -> Parsed<Truth> {
        match term.value {
            Value::Truth(truth) => Ok(truth),
            Value::Text(name) if self.dialect == Dialect::Statistic => self.question(&name, term.span),
            other => {
                let message = format!("this is {}, not true or false", other.name());
                Err(ExpressionError::new(term.span, message, "compare it, as in hit == 1"))
            }
        }
    }

    fn join(&self, left: Term, right: Term, how: fn(Box<Truth>, Box<Truth>) -> Truth) -> Parsed<Term> {
        let span = left.span.start..right.span.end;
        let truth = how(Box::new(self.truth(left)?), Box::new(self.truth(right)?));
        Ok(Term { value: Value::Truth(truth), span })
    }

    /// The event of a question.
    fn question(&self, name: &str, span: Range<usize>) -> Parsed<Truth> {
        if let Some((_, event)) = self.questions.iter().find(|(question, _)| *question == name) {
            return Ok(event.truth().clone());
        }
        let names: Vec<&str> = self.questions.iter().map(|(question, _)| *question).collect();
        let quoted: Vec<String> = names.iter().map(|name| format!("\"{name}\"")).collect();
        let known = format!("the questions are {}", quoted.join(", "));
        let help = match nearest(name, names.iter().copied()) {
            _ if event(name, self.metrics).is_ok() => format!("write an event without quotes: {name}"),
            Some(near) => format!("did you mean \"{near}\"? {known}"),
            None if names.is_empty() => "the scenario has no [[question]]".to_owned(),
            None => known,
        };
        Err(ExpressionError::new(span, format!("there is no question \"{name}\""), help))
    }

    /// Goes a level deeper, if that is not too deep.
    pub fn descend(&mut self) -> Parsed<()> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let help = format!("at most {MAX_DEPTH} levels");
            return Err(ExpressionError::new(self.peek().span.clone(), "this is nested too deeply", help));
        }
        Ok(())
    }

    /// Comes up again.
    pub fn ascend(&mut self) {
        self.depth -= 1;
    }

    fn nested(&mut self, parse: fn(&mut Self) -> Parsed<Term>) -> Parsed<Term> {
        self.descend()?;
        let term = parse(self);
        self.ascend();
        term
    }

    pub fn peek(&self) -> &Token {
        &self.tokens[self.at]
    }

    /// The token at this place; stays at the end.
    pub fn next(&mut self) -> Token {
        let token = self.tokens[self.at].clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    pub fn eat(&mut self, symbol: &'static str) -> bool {
        let here = self.peek().kind == TokenKind::Symbol(symbol);
        if here {
            self.at += 1;
        }
        here
    }

    pub fn expect(&mut self, symbol: &'static str) -> Parsed<()> {
        if self.eat(symbol) {
            return Ok(());
        }
        match self.peek() {
            Token { kind: TokenKind::End, span } => Err(self.too_soon(span.clone())),
            Token { span, .. } => {
                let message = format!("`{symbol}` is missing here");
                Err(ExpressionError::new(span.clone(), message, format!("write `{symbol}`")))
            }
        }
    }

    pub fn too_soon(&self, span: Range<usize>) -> ExpressionError {
        let message = format!("the {} ends too soon", self.dialect.name());
        ExpressionError::new(span, message, "something is missing at its end")
    }
}

pub(super) fn number(term: Term) -> Parsed<Number> {
    match term.value {
        Value::Number(number) => Ok(number),
        other => {
            let message = format!("this is {}, not a number", other.name());
            Err(ExpressionError::new(term.span, message, "numbers are metrics and whole numbers"))
        }
    }
}

fn calculate(left: Term, right: Term, how: fn(Box<Number>, Box<Number>) -> Number) -> Parsed<Term> {
    let span = left.span.start..right.span.end;
    Ok(Term { value: Value::Number(how(Box::new(number(left)?), Box::new(number(right)?))), span })
}
