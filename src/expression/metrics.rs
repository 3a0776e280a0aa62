//! Resolves the names of metrics in an expression.

use std::borrow::Cow;

use std::ops::Range;

use super::Event;
use super::check::Resolver;
use super::dialect::Dialect;
use super::error::{ExpressionError, Parsed, wrong};
use super::nearest::nearest;
use super::syntax::Syntax;
use super::typed::{Arithmetic, LabelVariable, Truth, Typed};
use crate::chance::MetricSpec;

/// The metrics of a procedure. Variables are their indices.
pub struct MetricNames<'a> {
    pub text: &'a str,
    /// The dialect of the whole text.
    pub dialect: &'static Dialect,
    pub metrics: &'a [MetricSpec],
    /// Events that can be named in quotes; `None` if a text in quotes is a label.
    pub events: Option<Vec<(&'a str, &'a Event)>>,
}

impl Resolver for MetricNames<'_> {
    type Number = i128;

    fn dialect(&self) -> &'static Dialect {
        self.dialect
    }

    fn text(&self) -> &str {
        self.text
    }

    fn divides(&self) -> bool {
        false
    }

    fn reach(&self, variable: usize) -> f64 {
        let (least, greatest) = self.metrics[variable].range();
        least.unsigned_abs().max(greatest.unsigned_abs()) as f64
    }

    fn is_flag(&self, variable: usize) -> bool {
        self.metrics[variable].is_indicator()
    }

    fn name(&mut self, name: &str, span: &Range<usize>) -> Parsed<Typed<i128>> {
        let Some(variable) = self.metrics.iter().position(|metric| metric.name == name) else {
            return Err(self.unknown(name, span));
        };
        let labels = self.metrics[variable].labels();
        let words = |labels: &[Cow<'static, str>]| labels.iter().map(ToString::to_string).collect();
        Ok(match labels {
            None => Typed::Number(Arithmetic::Variable(variable)),
            Some(labels) => {
                Typed::Label(LabelVariable { variable, name: name.to_owned(), labels: words(labels) })
            }
        })
    }

    fn quoted(&mut self, text: &str, _: &Range<usize>) -> Parsed<Typed<i128>> {
        Ok(Typed::Text(text.to_owned()))
    }

    fn quoted_truth(&mut self, name: &str, span: &Range<usize>) -> Option<Parsed<Truth<i128>>> {
        self.events.as_ref().map(|events| self.event(events, name, span))
    }

    fn call(&mut self, name: &str, _: &[Syntax], span: &Range<usize>) -> Parsed<Typed<i128>> {
        let span = span.start..span.start + name.len();
        if self.metrics.iter().all(|metric| metric.name != name) {
            return Err(self.unknown(name, &span));
        }
        wrong(&span, format!("`{name}` is a metric, not a function"), self.dialect.vocabulary)
    }
}

impl MetricNames<'_> {
    /// The error for a name that no metric has.
    fn unknown(&self, name: &str, span: &Range<usize>) -> ExpressionError {
        let labels = || self.metrics.iter().filter_map(MetricSpec::labels).flatten().map(|label| &**label);
        // Labels may have hyphens, which end a name.
        let rest = &self.text[span.start..];
        let is_here = |label: &&str| {
            rest.strip_prefix(label)
                .is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_'))
        };
        if let Some(label) = labels().filter(is_here).max_by_key(|label| label.len()) {
            let span = span.start..span.start + label.len();
            let message = format!("`{label}` is a label, not a metric");
            return ExpressionError::new(span, message, format!("write '{label}', in quotes"));
        }
        if ["true", "false"].contains(&name) {
            let help = "what is true or false, or 1 or 0, stands for itself: write `hit`, or `!hit`";
            return ExpressionError::new(span.clone(), format!("there is no metric `{name}`"), help);
        }
        if let Some(help) = self.of_member(name) {
            return ExpressionError::new(span.clone(), format!("there is no metric `{name}`"), help);
        }
        let names = || self.metrics.iter().map(|metric| metric.name.as_str());
        // Those of one member of a group stand for those of all.
        let is_of_first =
            |name: &&str| !name.split('.').any(|part| part.parse().is_ok_and(|place: u32| place > 0));
        let of_others =
            if names().all(|name| is_of_first(&name)) { "" } else { ", and the same of all others" };
        let shown: Vec<&str> = names().filter(is_of_first).collect();
        let known = format!("the metrics are {}{of_others}", shown.join(", "));
        let help = match (nearest(name, names()), nearest(name, labels())) {
            (Some(near), _) => format!("did you mean `{near}`? {known}"),
            (None, Some(near)) => format!("did you mean the label '{near}', in quotes? {known}"),
            (None, None) => known,
        };
        ExpressionError::new(span.clone(), format!("there is no metric `{name}`"), help)
    }

    /// What to write instead of the name of a member, whose metrics are labelled "Ripper: boxes".
    fn of_member(&self, name: &str) -> Option<String> {
        let is_of = |metric: &&MetricSpec| {
            metric.label.split_once(": ").is_some_and(|(member, _)| member.eq_ignore_ascii_case(name))
        };
        let all: Vec<&MetricSpec> = self.metrics.iter().filter(is_of).collect();
        let first = all.iter().find(|metric| metric.labels().is_some()).or(all.first())?;
        let compared = match first.labels().and_then(|labels| labels.get(1)) {
            Some(label) => format!("{} == '{label}'", first.name),
            None => format!("{} >= 1", first.name),
        };
        let names: Vec<&str> = all.iter().map(|metric| metric.name.as_str()).collect();
        Some(format!("compare a metric of {name}, as in {compared}; they are {}", names.join(", ")))
    }

    /// The event of the question with this name.
    fn event(&self, events: &[(&str, &Event)], name: &str, span: &Range<usize>) -> Parsed<Truth<i128>> {
        if let Some((_, event)) = events.iter().find(|(known, _)| *known == name) {
            return Ok(event.truth().clone());
        }
        let names = || events.iter().map(|(known, _)| *known);
        let quoted: Vec<String> = names().map(|name| format!("\"{name}\"")).collect();
        let known = format!("the questions are {}", quoted.join(", "));
        let help = match nearest(name, names()) {
            _ if Event::parse(name, self.metrics).is_ok() => format!("write an event without quotes: {name}"),
            Some(near) => format!("did you mean \"{near}\"? {known}"),
            None if quoted.is_empty() => "the scenario has no [[question]]".to_owned(),
            None => known,
        };
        wrong(span, format!("there is no question \"{name}\""), help)
    }
}
