//! What somebody asks of scenarios, before it is known which: statistics and
//! conditions as they are written.

use std::sync::Arc;

use super::expression::{Condition, ExpressionError, Statistic};
use super::values::between_commas;
use super::{Place, Problems, Scenario, Source};

/// The text of a statistic or condition. It is read anew for every scenario, since
/// metrics and keys may differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    place: Place,
}

impl Asked {
    /// What is written behind `option`.
    pub fn new(option: &str, text: &str) -> Self {
        let source = Arc::new(Source { name: option.to_owned(), text: text.to_owned() });
        Asked { place: Place { source, span: 0..text.len() } }.trimmed()
    }

    /// Its parts between commas that are in no bracket.
    pub fn parts(&self) -> Vec<Asked> {
        let part = |range: std::ops::Range<usize>| self.part(range.start, range.end);
        between_commas(self.text()).into_iter().map(part).collect()
    }

    /// What follows behind `prefix`, if it begins so.
    pub fn behind(&self, prefix: &str) -> Option<Asked> {
        self.text().starts_with(prefix).then(|| self.part(prefix.len(), self.text().len()))
    }

    /// As it is written.
    pub fn text(&self) -> &str {
        &self.place.source.text[self.place.span.clone()]
    }

    /// Where it is written.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// Reads it as a statistic of a scenario.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn statistic(&self, scenario: &Scenario) -> Result<Statistic, Problems> {
        Statistic::parse(self.text(), &scenario.names()).map_err(|error| self.problem(error))
    }

    /// Reads it as a condition, as in `p(drain > 0) <= 0.01`.
    ///
    /// # Errors
    /// The same.
    pub fn condition(&self, scenario: &Scenario) -> Result<Condition, Problems> {
        Condition::parse(self.text(), &scenario.names()).map_err(|error| self.problem(error))
    }

    fn part(&self, start: usize, end: usize) -> Asked {
        let Place { source, span } = &self.place;
        Asked { place: Place { source: source.clone(), span: span.start + start..span.start + end } }
            .trimmed()
    }

    fn trimmed(mut self) -> Asked {
        let (start, text) = (self.place.span.start, self.text());
        let lead = text.len() - text.trim_start().len();
        let length = text.trim().len();
        self.place.span = start + lead..start + lead + length;
        self
    }

    fn problem(&self, error: ExpressionError) -> Problems {
        let Place { source, span } = &self.place;
        let place = Place {
            source: source.clone(),
            span: span.start + error.span.start..span.start + error.span.end,
        };
        let mut problems = Problems::default();
        problems.push(place, error.message, error.help);
        problems
    }
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
        let asked = Asked::new("--frontier", " quantile(damage, 0.9) , mean(drain)");
        let parts: Vec<String> = asked.parts().iter().map(|part| part.text().to_owned()).collect();
        assert_eq!(parts, ["quantile(damage, 0.9)", "mean(drain)"]);
        assert!(asked.parts().iter().all(|part| part.statistic(&scenario()).is_ok()));
    }

    #[test]
    fn what_is_wrong_is_shown_where_it_is_written() {
        let asked = Asked::new("--frontier", "mean(damage), mean(drian)");
        let problems = asked.parts()[1].statistic(&scenario()).unwrap_err();
        let Place { source, span } = &problems.0[0].place;
        assert_eq!((&source.text[span.clone()], source.name.as_str()), ("drian", "--frontier"));
    }
}
