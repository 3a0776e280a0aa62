//! The names that statistics of a scenario may use.

use super::Question;
use crate::chance::MetricSpec;
use crate::description::{Input, Key, Kind, Value};
use crate::expression::{Event, NamedNumber, NoNumber, Scope};

/// A scenario's metrics, its whole numbers and its questions.
#[derive(Clone, Copy, Debug)]
pub struct ScenarioScope<'a> {
    /// The metrics of its procedure.
    pub metrics: &'a [MetricSpec],
    /// The keys of its procedure.
    pub keys: &'a [Key],
    /// Their values.
    pub input: &'a Input,
    /// The questions; the name of a question stands for its event.
    pub questions: &'a [Question],
}

impl Scope for ScenarioScope<'_> {
    fn metrics(&self) -> &[MetricSpec] {
        self.metrics
    }

    fn events(&self) -> Vec<(&str, &Event)> {
        self.questions.iter().map(|question| (question.name.as_str(), &question.event)).collect()
    }

    fn number(&self, path: &str) -> Result<NamedNumber, NoNumber> {
        let key = self.keys.iter().find(|key| key.matches(path)).ok_or(NoNumber::Unknown)?;
        let value = match (self.input.get(path), &key.kind) {
            (Some(Value::Integer(integer)), _) => *integer,
            (None, Kind::Integer { .. }) => key.absent,
            _ => return Err(NoNumber::NotWhole),
        };
        Ok(NamedNumber { value, label: key.label_at(path) })
    }

    fn numbers(&self) -> Vec<&str> {
        self.keys.iter().map(|key| &*key.path).collect()
    }
}
