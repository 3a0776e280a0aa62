//! Statistics, constraints and events as written, before they are parsed for a scenario.

use std::ops::Range;
use std::sync::Arc;

use super::values::between_commas;
use super::{Place, Problems, Question, Scenario, SourceText};
use crate::chance::MetricSpec;
use crate::expression::{Constraint, Event, ExpressionError, Scope, Statistic};

/// The text of a statistic, constraint or event. Each scenario parses it, because metrics and keys may
/// differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    text: String,
    place: Place,
}

impl Query {
    /// A query of this text. `option` names it in messages, as the option that it is the value of.
    pub fn new(option: &str, text: &str) -> Self {
        let source = Arc::new(SourceText::new(option, text));
        Query::at(&Place { source, span: 0..text.len() }, text, 0..text.len())
    }

    /// A query that is a text value at a place of a file.
    pub fn written(text: &str, place: &Place) -> Self {
        Query::at(place, text, 0..text.len())
    }

    /// Its parts, separated by commas outside of brackets.
    pub fn parts(&self) -> Vec<Query> {
        between_commas(&self.text).into_iter().map(|part| Query::at(&self.place, &self.text, part)).collect()
    }

    /// The part after `prefix`, if the text begins with it.
    pub fn behind(&self, prefix: &str) -> Option<Query> {
        let rest = || Query::at(&self.place, &self.text, prefix.len()..self.text.len());
        self.text.starts_with(prefix).then(rest)
    }

    /// The text as written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where it is written.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// Parses it as a statistic of a scenario.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn statistic(&self, scenario: &Scenario) -> Result<Statistic, Problems> {
        let parsed = Statistic::parse(&self.text, &scenario.scope());
        parsed.map_err(|error| self.problem(error, scenario.system.rules.as_deref()))
    }

    /// Parses it as a constraint, as in `p(drain > 0) <= 0.01`.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn constraint(&self, scenario: &Scenario) -> Result<Constraint, Problems> {
        let parsed = Constraint::parse(&self.text, &scenario.scope());
        parsed.map_err(|error| self.problem(error, scenario.system.rules.as_deref()))
    }

    /// Parses it as an event of a scenario; it may be the name of one of its questions, too.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn event(&self, scenario: &Scenario) -> Result<Event, Problems> {
        let Scenario { ready, system, questions, .. } = scenario;
        self.event_of(ready.procedure.metrics(), questions, system.rules.as_deref())
    }

    pub(super) fn event_of(
        &self,
        metrics: &[MetricSpec],
        questions: &[Question],
        rules: Option<&str>,
    ) -> Result<Event, Problems> {
        let name = self.text.trim_matches(['"', '\'']);
        if let Some(question) = questions.iter().find(|question| question.name == name) {
            return Ok(question.event.clone());
        }
        Event::parse(&self.text, metrics).map_err(|error| self.problem(error, rules))
    }

    pub(super) fn statistic_of(&self, scope: &dyn Scope) -> Result<Statistic, Problems> {
        Statistic::parse(&self.text, scope).map_err(|error| self.problem(error, None))
    }

    pub(super) fn constraint_of(&self, scope: &dyn Scope) -> Result<Constraint, Problems> {
        Constraint::parse(&self.text, scope).map_err(|error| self.problem(error, None))
    }

    /// A part of the text at `place`, without the spaces around it.
    fn at(place: &Place, text: &str, part: Range<usize>) -> Query {
        let start = part.start + text[part.clone()].len() - text[part.clone()].trim_start().len();
        let trimmed = text[part].trim();
        Query { text: trimmed.to_owned(), place: place.inside(text, &(start..start + trimmed.len())) }
    }

    fn problem(&self, error: ExpressionError, rules: Option<&str>) -> Problems {
        let error = if_unreported(error, &self.text, rules);
        Problems::of(self.place.inside(&self.text, &error.span), error.message, error.help)
    }
}

/// Adds to the error for a name in `text` that no metric has that the rules have a variable of this name.
pub(super) fn if_unreported(error: ExpressionError, text: &str, rules: Option<&str>) -> ExpressionError {
    let name = text.get(error.span.clone()).unwrap_or_default();
    let sets = |line: &str| {
        let rest = line.trim_start().strip_prefix(name).map(str::trim_start);
        rest.is_some_and(|rest| rest.starts_with('=') && !rest.starts_with("=="))
    };
    let is_unknown = || error.message == format!("there is no metric `{name}`");
    if name.is_empty() || !rules.is_some_and(|rules| rules.lines().any(sets)) || !is_unknown() {
        return error;
    }
    let help = format!("the rules have `{name}` and do not report it: add it to a line `report`");
    ExpressionError { help, ..error }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::Document;

    fn scenario() -> Scenario {
        let text = include_str!("../../scenarios/lightning-bolt.toml");
        Document::parse("bolt.toml", text).unwrap().check().unwrap()
    }

    #[test]
    fn parts_stand_between_commas_outside_of_brackets() {
        let query = Query::new("--frontier", " quantile(damage, 0.9) , mean(drain)");
        let parts: Vec<String> = query.parts().iter().map(|part| part.text().to_owned()).collect();
        assert_eq!(parts, ["quantile(damage, 0.9)", "mean(drain)"]);
        assert!(query.parts().iter().all(|part| part.statistic(&scenario()).is_ok()));
    }

    #[test]
    fn the_name_of_a_question_is_its_event() {
        let scenario = scenario();
        let question = &scenario.questions[0];
        for text in [question.name.clone(), format!("\"{}\"", question.name)] {
            assert_eq!(Query::new("--where", &text).event(&scenario).unwrap(), question.event);
        }
    }

    #[test]
    fn what_is_wrong_is_shown_where_it_is_written() {
        let query = Query::new("--frontier", "mean(damage), mean(drian)");
        let problems = query.parts()[1].statistic(&scenario()).unwrap_err();
        let Place { source, span } = &problems.0[0].place;
        assert_eq!((&source.text[span.clone()], source.name.as_str()), ("drian", "--frontier"));
    }
}
