//! From text to statistics.

use std::ops::Range;

use super::super::nearest::nearest;
use super::super::parse::{Number, Parsed, Parser, Truth, Value, number};
use super::super::token::{Dialect, Token, TokenKind};
use super::super::{ExpressionError, NamedNumber, NoNumber, Scope};
use super::{Condition, Relation, Statistic, Term, Tree};
use crate::chance::MetricSpec;

/// Parses a statistic.
pub fn statistic(text: &str, scope: &dyn Scope) -> Parsed<Statistic> {
    let parse = || {
        let mut reader = Reader::new(text, scope)?;
        let statistic = reader.side()?;
        reader.end()?;
        Ok(Statistic { text: text.trim().to_owned(), ..statistic })
    };
    parse().map_err(|error| unquoted_question(text, scope).unwrap_or(error))
}

/// Parses two statistics that are compared.
pub fn condition(text: &str, scope: &dyn Scope) -> Parsed<Condition> {
    let parse = || {
        let mut reader = Reader::new(text, scope)?;
        let statistic = reader.side()?;
        let relation = reader.relation()?;
        let bound = reader.side()?;
        reader.end()?;
        Ok(Condition { text: text.trim().to_owned(), statistic, relation, bound })
    };
    parse().map_err(|error| unquoted_question(text, scope).unwrap_or(error))
}

/// The error that names a question written without quotes, where an event stands. What is found
/// wrong with its words, one by one, helps nobody.
fn unquoted_question(text: &str, scope: &dyn Scope) -> Option<ExpressionError> {
    let is_event = |span: &Range<usize>| {
        text[..span.start].trim_end().ends_with(['(', '|', '&', '!'])
            && text[span.end..].trim_start().starts_with([')', '|', '&'])
    };
    let places = scope.events().into_iter().flat_map(|(name, _)| text.match_indices(name));
    let (name, span) = places
        .map(|(start, name)| (name, start..start + name.len()))
        .filter(|(_, span)| is_event(span))
        .max_by_key(|(_, span)| span.len())?;
    let message = format!("the name of the question \"{name}\" needs quotes");
    let help = format!("write p(\"{name}\"), and in a shell 'p(\"{name}\")', so that the quotes stay");
    Some(ExpressionError::new(span, message, help))
}

struct Reader<'a> {
    text: &'a str,
    parser: Parser<'a>,
    scope: &'a dyn Scope,
    terms: Vec<Term>,
}

const FUNCTIONS: [&str; 4] = ["p", "mean", "sd", "quantile"];

const EXAMPLES: &str = "p(damage >= 10), mean(drain | hit == 1), sd(damage), quantile(damage, 0.95)";

impl<'a> Reader<'a> {
    fn new(text: &'a str, scope: &'a dyn Scope) -> Parsed<Self> {
        let parser = Parser::new(text, Dialect::Statistic, scope.metrics(), scope.events())?;
        if parser.peek().kind == TokenKind::End {
            let help = format!("write one as in {EXAMPLES}");
            return Err(ExpressionError::new(0..text.len(), "a statistic is missing", help));
        }
        Ok(Reader { text, parser, scope, terms: Vec::new() })
    }

    /// A whole statistic, up to a relation or the end.
    fn side(&mut self) -> Parsed<Statistic> {
        let start = self.parser.peek().span.start;
        let tree = self.sum()?;
        let text = self.text[start..self.parser.peek().span.start].trim().to_owned();
        Ok(Statistic { text, tree, terms: std::mem::take(&mut self.terms) })
    }

    fn end(&self) -> Parsed<()> {
        match self.parser.peek() {
            Token { kind: TokenKind::End, .. } => Ok(()),
            Token { span, .. } => {
                let help = "join statistics with + - * /; events stand inside p( )";
                Err(ExpressionError::new(span.clone(), "unexpected text", help))
            }
        }
    }

    fn relation(&mut self) -> Parsed<Relation> {
        let relations = [
            ("<", Relation::Less),
            ("<=", Relation::AtMost),
            (">", Relation::Greater),
            (">=", Relation::AtLeast),
            ("=", Relation::Equal),
            ("==", Relation::Equal),
        ];
        for (symbol, relation) in relations {
            if self.parser.eat(symbol) {
                return Ok(relation);
            }
        }
        let help = "compare with < <= > >= or =, as in p(drain > 0) <= 0.01";
        Err(ExpressionError::new(self.parser.peek().span.clone(), "a comparison is missing here", help))
    }

    fn sum(&mut self) -> Parsed<Tree> {
        let mut left = self.product()?;
        loop {
            let join = if self.parser.eat("+") {
                Tree::Sum
            } else if self.parser.eat("-") {
                Tree::Difference
            } else {
                return Ok(left);
            };
            left = join(Box::new(left), Box::new(self.product()?));
        }
    }

    fn product(&mut self) -> Parsed<Tree> {
        let mut left = self.unary()?;
        loop {
            let join = if self.parser.eat("*") {
                Tree::Product
            } else if self.parser.eat("/") {
                Tree::Quotient
            } else {
                return Ok(left);
            };
            left = join(Box::new(left), Box::new(self.unary()?));
        }
    }

    fn unary(&mut self) -> Parsed<Tree> {
        if self.parser.eat("-") {
            return Ok(Tree::Negative(Box::new(self.deeper(Self::unary)?)));
        }
        if self.parser.eat("(") {
            let inner = self.deeper(Self::sum)?;
            self.parser.expect(")")?;
            return Ok(inner);
        }
        let Token { kind, span } = self.parser.next();
        match kind {
            TokenKind::Integer(integer) => Ok(Tree::Constant(integer as f64)),
            TokenKind::Decimal(number) => Ok(Tree::Constant(number)),
            TokenKind::Name(name) if FUNCTIONS.contains(&name.as_str()) => self.function(&name),
            TokenKind::Name(name) => self.key(&name, span),
            TokenKind::End => Err(self.parser.too_soon(span)),
            TokenKind::Text(_) | TokenKind::Symbol(_) => {
                let help = format!("write a statistic, as in {EXAMPLES}");
                Err(ExpressionError::new(span, "this is not a statistic", help))
            }
        }
    }

    fn deeper(&mut self, parse: fn(&mut Self) -> Parsed<Tree>) -> Parsed<Tree> {
        self.parser.descend()?;
        let parsed = parse(self);
        self.parser.ascend();
        parsed
    }

    fn function(&mut self, name: &str) -> Parsed<Tree> {
        self.parser.expect("(")?;
        let term = match name {
            "p" => Term::Probability { event: self.event()?, given: self.given()? },
            "mean" => Term::Mean { number: self.quantity()?, given: self.given()? },
            "sd" => Term::Deviation { number: self.quantity()? },
            _ => self.quantile()?,
        };
        self.parser.expect(")")?;
        self.terms.push(term);
        Ok(Tree::Term(self.terms.len() - 1))
    }

    /// A number of which there is a mean.
    fn quantity(&mut self) -> Parsed<Number> {
        let term = self.parser.sum()?;
        let span = term.span.clone();
        let number = number(term)?;
        self.refuse_codes(span, |metric| number.reads(metric))?;
        Ok(number)
    }

    /// Refuses metrics whose numbers stand for names.
    fn refuse_codes(&self, span: Range<usize>, reads: impl Fn(usize) -> bool) -> Parsed<()> {
        let all = self.scope.metrics().iter().enumerate();
        let coded = |(index, metric): &(usize, &MetricSpec)| metric.is_nominal() && reads(*index);
        let Some((_, metric)) = all.into_iter().find(coded) else { return Ok(()) };
        let name = &metric.name;
        let message = format!("the values of `{name}` are names, so it has no mean and no quantiles");
        let help = format!("ask for a probability, as in p({name} == 1), 1 being {}", metric.say(1));
        Err(ExpressionError::new(span, message, help))
    }

    fn event(&mut self) -> Parsed<Truth> {
        let term = self.parser.disjunction()?;
        self.parser.truth(term)
    }

    fn given(&mut self) -> Parsed<Option<Truth>> {
        match self.parser.eat("|") {
            true => self.event().map(Some),
            false => Ok(None),
        }
    }

    fn quantile(&mut self) -> Parsed<Term> {
        let term = self.parser.sum()?;
        let metrics = self.scope.metrics();
        let metric = match (&term.value, &self.text[term.span.clone()]) {
            (Value::Number(_), name) => metrics.iter().position(|metric| metric.name == name),
            _ => None,
        };
        let Some(metric) = metric else {
            let help = "a quantile takes one numeric metric, as in quantile(damage, 0.95)";
            return Err(ExpressionError::new(term.span, "this has no quantile", help));
        };
        self.refuse_codes(term.span, |other| other == metric)?;
        self.parser.expect(",")?;
        let Token { kind, span } = self.parser.next();
        let q = match kind {
            TokenKind::Decimal(q) => Some(q),
            TokenKind::Integer(q) => Some(q as f64),
            _ => None,
        };
        match q.filter(|q| (0.0..=1.0).contains(q)) {
            Some(q) => Ok(Term::Quantile { metric, q }),
            None => Err(ExpressionError::new(span, "this is not a share from 0 to 1", "write it as in 0.95")),
        }
    }

    /// A whole number of the scenario.
    fn key(&self, name: &str, span: Range<usize>) -> Parsed<Tree> {
        let metrics = self.scope.metrics();
        if metrics.iter().any(|metric| metric.name == name) {
            let help = format!("write mean({name}), or compare it in p( ): {EXAMPLES}");
            return Err(ExpressionError::new(
                span,
                format!("the metric `{name}` alone is not a statistic"),
                help,
            ));
        }
        match self.scope.number(name) {
            Ok(NamedNumber { value, label }) => Ok(Tree::Named { label, value: value as f64 }),
            Err(NoNumber::Unknown) => {
                let known = metrics.iter().map(|metric| metric.name.as_str());
                let near = nearest(name, known.chain(self.scope.numbers()).chain(FUNCTIONS));
                let help = match near {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => {
                        format!(
                            "there are p, mean, sd, quantile, and whole numbers by their keys: {EXAMPLES}"
                        )
                    }
                };
                Err(ExpressionError::new(span, format!("there is no `{name}`"), help))
            }
            Err(NoNumber::NotWhole) => {
                let help = "only whole numbers of the scenario may stand in a statistic";
                Err(ExpressionError::new(span, format!("`{name}` is not a whole number"), help))
            }
        }
    }
}
