//! The items of the arrays that every scenario may have: questions, variants,
//! expectations.

use std::collections::HashSet;

use super::{Checker, is_variant_name, one_line};
use crate::chance::MetricSpec;
use crate::description::{Key, ProcedureDescription, Value};
use crate::expression::{Event, ExpressionError, Statistic};
use crate::rules::Sheet;
use crate::scenario::grid::values as grid_values;
use crate::scenario::keys::COMMON;
use crate::scenario::query::if_unreported;
use crate::scenario::values::read;
use crate::scenario::written::Written;
use crate::scenario::{Expectation, Grid, Place, Problem, Query, Question, ScenarioScope};

impl Checker<'_> {
    /// The questions, compiled if the metrics are known.
    pub(super) fn questions(
        &mut self,
        procedure: &ProcedureDescription,
        metrics: Option<&[MetricSpec]>,
    ) -> Vec<Question> {
        self.question_names(procedure, metrics.unwrap_or_default());
        // Where something else is wrong, that may be why there are no metrics.
        let is_right = self.problems.0.is_empty();
        let mut questions = Vec::new();
        for position in self.document.positions("question") {
            let path = format!("question.{position}.event");
            if metrics.is_some_and(<[_]>::is_empty) {
                if is_right {
                    let message = "this scenario rolls no dice, so there are no odds to ask for";
                    self.wrong(&path, message, "take the question out");
                }
                continue;
            }
            let Some(event) = self.text(&path) else {
                // A key that questions do not have was meant to be the event, and is reported.
                let mut others = self.document.entries().filter_map(|(path, _)| {
                    path.strip_prefix(&format!("question.{position}.")).filter(|rest| *rest != "name")
                });
                if others.next().is_none() {
                    self.wrong(&path, "a question without an event", "write event = \"damage >= 10\"");
                }
                continue;
            };
            let Some(metrics) = metrics else { continue };
            let parsed = Event::parse(&event, metrics).unwrap_or_else(|error| {
                let rules = self.document.rules();
                let error = if_unreported(error, &event, rules.as_ref().map(Place::text));
                let place = self.document.place_of(&path).inside(&event, &error.span);
                let is_of_path = |letter: char| letter.is_ascii_alphanumeric() || "._".contains(letter);
                let rest = event.get(error.span.start..).unwrap_or_default();
                let path = rest.split(|letter| !is_of_path(letter)).next().unwrap_or_default();
                let help = match procedure.keys.iter().any(|key| key.matches(path)) {
                    true if rules.is_some() => format!(
                        "{path} is a key: report what is compared with it, as in `passed = hits >= {path}`, and ask `passed == 1`; {}",
                        error.help
                    ),
                    true => format!("{path} is a key, which has one value in all trials; {}", error.help),
                    false => error.help,
                };
                self.problems.push(place, error.message, help);
                Event::stand_in(&event)
            });
            let name = self.text(&format!("question.{position}.name")).unwrap_or(event);
            questions.push(Question { name: one_line(&name), event: parsed });
        }
        questions
    }

    /// The conditions, compiled.
    pub(super) fn given(&mut self, metrics: &[MetricSpec], questions: &[Question]) -> Vec<Event> {
        let mut events = Vec::new();
        let of_file = self.text("given").map(|text| Query::written(&text, &self.document.place_of("given")));
        let rules = self.document.rules();
        for query in of_file.iter().chain(self.document.given()) {
            match query.event_of(metrics, questions, rules.as_ref().map(Place::text)) {
                Ok(event) => events.push(event),
                Err(_) if metrics.is_empty() => {}
                Err(problems) => self.problems.0.extend(problems.0),
            }
        }
        events
    }

    /// Checks that the names of questions differ from each other, and from everything else that heads a
    /// column: metrics, keys, ends of intervals.
    fn question_names(&mut self, procedure: &ProcedureDescription, metrics: &[MetricSpec]) {
        let mut names: Vec<(String, String)> = Vec::new();
        for position in self.document.positions("question") {
            let [name, event] = ["name", "event"].map(|key| format!("question.{position}.{key}"));
            let path = if self.has(&name) { name } else { event };
            let Some(name) = self.text(&path) else { continue };
            names.push((one_line(&name), path));
        }
        let known: HashSet<&str> = names.iter().map(|(name, _)| name.as_str()).collect();
        let mut seen = HashSet::new();
        for (name, path) in &names {
            let is_metric = |metric: &MetricSpec| {
                let rest = name.strip_prefix(metric.name.as_str());
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
                    || *name == format!("mean({})", metric.name)
            };
            let is_end = [".low", ".high"]
                .iter()
                .any(|end| name.strip_suffix(end).is_some_and(|other| known.contains(other)));
            let is_key = |key: &Key| key.matches(name);
            let (message, help) = if name.trim().is_empty() {
                // A missing event is reported as such.
                if path.ends_with(".event") {
                    continue;
                }
                ("a question's name is empty".to_owned(), "write one, or leave `name` out to use the event")
            } else if !seen.insert(name) {
                (format!("two questions are called \"{name}\""), "give each its own name")
            } else if name == "engine"
                || metrics.iter().any(is_metric)
                || procedure.keys.iter().any(is_key)
                || is_end
            {
                let message =
                    format!("\"{name}\" cannot be a question's name: a column of the results has it");
                (
                    message,
                    "choose other words, as in \"drops the ganger\"; a result that is true or false shows its chance without a question",
                )
            } else {
                continue;
            };
            self.wrong(path, message, help);
        }
    }

    /// Checks that every variant has a name of its own.
    pub(super) fn variant_names(&mut self, base: &str) {
        let mut seen = HashSet::new();
        for position in self.document.positions("variant") {
            let path = format!("variant.{position}.name");
            let place = self.document.place_of(&path);
            let Some(name) = self.text(&path) else {
                if !self.has(&path) {
                    self.problems.push(place, "this variant has no name", "write name = \"book\"");
                }
                continue;
            };
            if !is_variant_name(&name) {
                let message = format!("\"{name}\" cannot name a variant");
                let help = "use letters, digits and hyphens: the name is also that of a folder";
                self.problems.push(place.clone(), message, help);
            }
            if name == base {
                let message = format!("\"{name}\" is already the name of the file itself");
                let help = "rename the variant, or write base = \"house\" at the top of the file";
                self.problems.push(place.clone(), message, help);
            }
            if !seen.insert(name.clone()) {
                let message = format!("two variants are called \"{name}\"");
                self.problems.push(place, message, "give each its own name");
            }
        }
    }

    /// The expectations, compiled if the scope is known. Each needs a statistic and one range.
    pub(super) fn expectations(&mut self, scope: Option<&ScenarioScope<'_>>) -> Vec<Expectation> {
        let mut expectations = Vec::new();
        for position in self.document.positions("expect") {
            let path = |name: &str| format!("expect.{position}.{name}");
            let has = |name: &str| self.has(&path(name));
            let place = self.document.place_of(&format!("expect.{position}"));
            let help =
                "write stat = \"p(hit == 1)\" and between = [0.6, 0.7], or equals = 0.65 with within = 0.01";
            let message = match (has("stat"), has("between"), has("equals"), has("within")) {
                (true, true, false, false) | (true, false, true, true) => None,
                (false, ..) => Some("this expectation has no statistic"),
                (_, false, false, false) => Some("this expectation has no range"),
                (_, false, true, false) => Some("`equals` needs `within`: how far off is near enough"),
                (_, false, false, true) => Some("`within` needs `equals`: how far off from what"),
                _ => Some("an expectation needs one range"),
            };
            if let Some(message) = message {
                self.problems.push(place, message, help);
                continue;
            }
            let range = self.range(&path);
            let (Some(text), Some(scope)) = (self.text(&path("stat")), scope) else { continue };
            match (Statistic::parse(&text, scope), range) {
                (Ok(statistic), Some((low, high))) => {
                    let place = self.document.place_of(&path("stat"));
                    if statistic.is_chance() && (low > 1.0 || high < 0.0) {
                        let message = "a chance is never in this range";
                        let help = "chances are from 0 to 1: 50 % is 0.5";
                        let range = ["between", "equals"].map(path).into_iter().find(|range| self.has(range));
                        self.wrong(&range.unwrap_or_default(), message, help);
                    }
                    expectations.push(Expectation { statistic, low, high, place });
                }
                (Ok(_), None) => {}
                // Where something else is wrong, that may be why there are no metrics and questions.
                (Err(_), _) if scope.metrics.is_empty() && !self.problems.0.is_empty() => {}
                (Err(error), _) => {
                    let place = self.document.place_of(&path("stat")).inside(&text, &error.span);
                    self.problems.push(place, error.message, error.help);
                }
            }
        }
        expectations
    }

    /// Compiles the table `[advise]` to find its problems.
    pub(super) fn goal(&mut self, scope: Option<&ScenarioScope<'_>>) {
        let table = self.document.goal();
        if let Some(scope) = scope {
            self.problems.0.extend(table.check(scope).err().unwrap_or_default().0);
        }
        self.problems.0.extend(table.goal().err().unwrap_or_default().0);
    }

    /// Compiles the sheets of a rule text to find their problems.
    pub(super) fn sheets(&mut self, scope: Option<&ScenarioScope<'_>>) {
        let document = self.document;
        let text = document.rules();
        let (Some(program), Some(text)) = (document.program(), text.as_ref().map(Place::text)) else {
            return;
        };
        for sheet in program.sheets() {
            let Sheet { title, statistic, .. } = sheet;
            // A key that is unknown in a scenario has values on the sheet all the same.
            let known = sheet.axes().filter(|(key, _)| !document.is_unknown(&key.text));
            let vary: Vec<String> =
                known.map(|(key, values)| format!("{}={}", key.text, &text[values.clone()])).collect();
            if let Err(problems) = Grid::parse(title, &vary, document) {
                let values = sheet.axes().map(|(_, values)| values.clone());
                let values = values.reduce(|one, other| one.start..other.end).unwrap_or_default();
                for Problem { message, help, .. } in problems.0 {
                    self.problems.push(document.place_in_rules(values.clone()), message, help);
                }
            } else {
                let keys = scope.map_or(&[][..], |scope| scope.keys);
                for (name, span) in sheet.axes() {
                    let Some(key) = keys.iter().find(|key| key.matches(&name.text)) else { continue };
                    let values = grid_values(&text[span.clone()]).unwrap_or_default();
                    let mut set = values.iter().filter(|value| *value != "unset");
                    let wrong = set.find_map(|value| read(key, &Written::on_command_line(value)).err());
                    if let Some(message) = wrong {
                        let help = format!("write {} ({})", key.settable(), key.help);
                        let place = document.place_in_rules(span.clone());
                        self.problems.push(place, format!("`{}` {message}", name.text), help);
                    }
                }
            }
            let read = scope.map(|scope| Statistic::parse(&text[statistic.clone()], scope));
            if let Some(Err(ExpressionError { span, message, help })) = read {
                let span = statistic.start + span.start..statistic.start + span.end;
                self.problems.push(document.place_in_rules(span), message, help);
            }
        }
    }

    /// The range of an expectation. Values of a wrong type were reported before.
    fn range(&mut self, path: &impl Fn(&str) -> String) -> Option<(f64, f64)> {
        let value = |name: &str| {
            let path = path(name);
            let key = COMMON.iter().find(|key| key.matches(&path))?;
            read(key, &self.document.get(&path)?.value).ok()
        };
        if let Some(Value::Range([low, high])) = value("between") {
            return Some((low, high));
        }
        let (Some(Value::Number(equals)), Some(Value::Number(within))) = (value("equals"), value("within"))
        else {
            return None;
        };
        if within < 0.0 {
            let message = format!("`{}` is negative", path("within"));
            self.wrong(&path("within"), message, "write how far it may be off, 0 or more");
        }
        Some((equals - within, equals + within))
    }
}
