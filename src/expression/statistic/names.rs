//! Resolves names and calls in a statistic.

use std::ops::Range;

use super::super::check::{Resolver, check, truth};
use super::super::dialect::{Dialect, STATISTIC, examples};
use super::super::error::{ExpressionError, Parsed, wrong};
use super::super::metrics::MetricNames;
use super::super::nearest::nearest;
use super::super::scope::{NamedNumber, NoNumber, Scope};
use super::super::syntax::{BinaryOperator, Syntax, SyntaxKind};
use super::super::typed::{Arithmetic, Truth, Typed};
use super::Statistic;
use super::functional::Functional;
use crate::chance::MetricSpec;

/// Parses a text and compiles it.
pub fn compile<T>(text: &str, scope: &dyn Scope, compile: impl FnOnce(&Syntax) -> Parsed<T>) -> Parsed<T> {
    let compiled = Syntax::parse(text, &STATISTIC).and_then(|syntax| compile(&syntax));
    compiled.map_err(|error| unquoted_question(text, scope).unwrap_or(error))
}

/// The error for a question whose name has no quotes where an event is needed. Errors about the words
/// of the name would not help.
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

/// Compiles a part of `text` that is a statistic.
pub fn statistic(syntax: &Syntax, text: &str, scope: &dyn Scope) -> Parsed<Statistic> {
    let no_number = |what: &str| {
        wrong(&syntax.outer, format!("a statistic is a number, and this is {what}"), STATISTIC.joining)
    };
    if let SyntaxKind::Binary { operator, left, .. } = &syntax.kind
        && operator.is_relation()
    {
        return statistic(left, text, scope).and_then(|_| no_number("a comparison"));
    }
    let mut names = StatisticNames { text, scope, functionals: Vec::new() };
    match check(syntax, &mut names)? {
        Typed::Number(tree) => {
            let text = text[syntax.outer.clone()].to_owned();
            Ok(Statistic { text, tree, functionals: names.functionals })
        }
        other => no_number(other.name()),
    }
}

struct StatisticNames<'a> {
    text: &'a str,
    scope: &'a dyn Scope,
    /// The functionals that the text has called so far, such as `mean(damage)`.
    functionals: Vec<Functional>,
}

impl Resolver for StatisticNames<'_> {
    type Number = f64;

    fn dialect(&self) -> &'static Dialect {
        &STATISTIC
    }

    fn text(&self) -> &str {
        self.text
    }

    fn divides(&self) -> bool {
        true
    }

    /// Decimal numbers have no end.
    fn reach(&self, _: usize) -> f64 {
        0.0
    }

    fn is_flag(&self, _: usize) -> bool {
        false
    }

    /// Resolves the name of a whole number of the scenario.
    fn name(&mut self, name: &str, span: &Range<usize>) -> Parsed<Typed<f64>> {
        let metrics = self.scope.metrics();
        if metrics.iter().any(|metric| metric.name == name) {
            let help = format!("write mean({name}), or compare it in p( ): {}", examples!(""));
            return wrong(span, format!("the metric `{name}` alone is not a statistic"), help);
        }
        match self.scope.number(name) {
            Ok(NamedNumber { value, label }) => {
                Ok(Typed::Number(Arithmetic::Named { label, value: value as f64 }))
            }
            Err(NoNumber::Unknown) => {
                let known = metrics.iter().map(|metric| metric.name.as_str());
                let known = known.chain(self.scope.numbers()).chain(STATISTIC.functions.iter().copied());
                let help = match nearest(name, known) {
                    _ if name == "median" => "write quantile(METRIC, 0.5)".to_owned(),
                    Some(near) => format!("did you mean `{near}`?"),
                    None => examples!("there are p, mean, sd, quantile, and whole numbers by their keys: ")
                        .to_owned(),
                };
                wrong(span, format!("there is no `{name}`"), help)
            }
            Err(NoNumber::NotWhole) => {
                let help = "only whole numbers of the scenario can be used in a statistic";
                wrong(span, format!("`{name}` is not a whole number"), help.to_owned())
            }
        }
    }

    fn quoted(&mut self, text: &str, span: &Range<usize>) -> Parsed<Typed<f64>> {
        let help = match self.scope.events().iter().any(|(name, _)| *name == text) {
            true => format!("write the chance of a question as in p({})", &self.text[span.clone()]),
            false => examples!("write a statistic, as in ").to_owned(),
        };
        wrong(span, "this is not a statistic", help)
    }

    fn quoted_truth(&mut self, _: &str, _: &Range<usize>) -> Option<Parsed<Truth<f64>>> {
        None
    }

    fn call(&mut self, name: &str, arguments: &[Syntax], span: &Range<usize>) -> Parsed<Typed<f64>> {
        let functional = match (name, arguments) {
            ("p", [event]) => {
                let (event, given) = self.under_condition(event, |names, event| names.event(event))?;
                Functional::Probability { event, given }
            }
            ("mean", [number]) => {
                let (number, given) = self.under_condition(number, |names, number| names.quantity(number))?;
                Functional::Mean { number, given }
            }
            ("sd", [number]) => Functional::Deviation { number: self.quantity(without_condition(number)?)? },
            ("quantile", [metric, share]) => {
                let metric = self.metric(without_condition(metric)?)?;
                Functional::Quantile { metric, q: as_share(share)? }
            }
            ("p" | "mean" | "sd" | "quantile", _) => {
                let takes = match name {
                    "p" => "one event",
                    "quantile" => "a metric and a share",
                    _ => "one number",
                };
                return wrong(span, format!("`{name}( )` takes {takes}"), examples!("write it as in "));
            }
            _ => {
                let span = span.start..span.start + name.len();
                self.name(name, &span)?;
                return wrong(&span, format!("`{name}` is a number, not a function"), STATISTIC.vocabulary);
            }
        };
        self.functionals.push(functional);
        Ok(Typed::Number(Arithmetic::Variable(self.functionals.len() - 1)))
    }
}

impl<'a> StatisticNames<'a> {
    fn metric_names(&self) -> MetricNames<'a> {
        let StatisticNames { text, scope, .. } = *self;
        MetricNames { text, dialect: &STATISTIC, metrics: scope.metrics(), events: Some(scope.events()) }
    }

    fn event(&self, event: &Syntax) -> Parsed<Truth<i128>> {
        truth(event, &mut self.metric_names())
    }

    /// Resolves a number that has a mean.
    fn quantity(&self, number: &Syntax) -> Parsed<Arithmetic<i128>> {
        let span = &number.outer;
        let number = check(number, &mut self.metric_names())?.number(span)?;
        self.refuse_codes(span, |metric| number.reads(metric))?;
        Ok(number)
    }

    /// Resolves a metric that has quantiles.
    fn metric(&self, metric: &Syntax) -> Parsed<usize> {
        let span = &metric.outer;
        let Typed::Number(Arithmetic::Variable(metric)) = check(metric, &mut self.metric_names())? else {
            let help = "a quantile takes one numeric metric, as in quantile(damage, 0.95)";
            return wrong(span, "this has no quantile", help);
        };
        self.refuse_codes(span, |other| other == metric)?;
        Ok(metric)
    }

    /// Refuses metrics whose values are codes for names.
    fn refuse_codes(&self, span: &Range<usize>, reads: impl Fn(usize) -> bool) -> Parsed<()> {
        let all = self.scope.metrics().iter().enumerate();
        let coded = |(index, metric): &(usize, &MetricSpec)| metric.is_nominal() && reads(*index);
        let Some((_, metric)) = all.into_iter().find(coded) else { return Ok(()) };
        let name = &metric.name;
        let help = format!("ask for a probability, as in p({name} == 1), 1 being {}", metric.say(1));
        wrong(span, format!("the values of `{name}` are names, so it has no mean and no quantiles"), help)
    }

    /// Resolves an argument, and the event after `|` that is its condition.
    fn under_condition<T>(
        &self,
        argument: &Syntax,
        read: impl Fn(&Self, &Syntax) -> Parsed<T>,
    ) -> Parsed<(T, Option<Truth<i128>>)> {
        match &argument.kind {
            SyntaxKind::Binary { operator: BinaryOperator::Given, left, right, .. } => {
                Ok((read(self, left)?, Some(self.event(right)?)))
            }
            _ => Ok((read(self, argument)?, None)),
        }
    }
}

/// An argument that takes no condition.
fn without_condition(argument: &Syntax) -> Parsed<&Syntax> {
    match &argument.kind {
        SyntaxKind::Binary { operator: BinaryOperator::Given, at, .. } => {
            let help = "only p( ) and mean( ) take a condition";
            Err(ExpressionError::meaningless(at, "|", help))
        }
        _ => Ok(argument),
    }
}

/// A number from 0 to 1.
fn as_share(share: &Syntax) -> Parsed<f64> {
    let q = match share.kind {
        SyntaxKind::Decimal(q) => Some(q),
        SyntaxKind::Integer(q) => Some(q as f64),
        _ => None,
    };
    q.filter(|q| (0.0..=1.0).contains(q)).ok_or_else(|| {
        ExpressionError::new(share.outer.clone(), "this is not a share from 0 to 1", "write it as in 0.95")
    })
}
