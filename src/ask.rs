//! JSON requests and JSON answers, for hosts without a command line, such as a page in a browser.
//!
//! A scenario is always passed as its text, the TOML of a file, so that a host can save it, send it and
//! run it anywhere. Between two requests only a cache is kept.
//!
//! | answer | when |
//! |---|---|
//! | `{"answer": …}` | the request succeeded; the form depends on the [`Request`] |
//! | `{"problems": […]}` | the scenario is wrong: the place of each problem, a message and a suggested fix |
//! | `{"too_large": "…"}` | the exact distribution is too large: sample the scenario instead |
//! | `{"error": "…"}` | anything else |

mod choose;

mod expect;

mod form;

mod outcome;

mod problem;

mod purpose;

mod request;

mod sampled;

mod start;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use serde_json::{Value, json};

pub use self::request::{Request, Sample};

use self::outcome::outcome;
use self::problem::Refusal;
use crate::analysis::{Effort, Progress, compare, exact_odds, explain};
use crate::chance::Budget;
use crate::report::number::grouped;
use crate::report::{json as as_json, page};
use crate::scenario::{Document, Problems, Query, Scenario, edit};

/// The maximum size of a scenario in bytes.
pub const MAX_SCENARIO: usize = 200_000;

/// The maximum number of outcomes of an exact distribution on a page. Anything larger is sampled, so
/// that the result of a change appears at once.
const AT_ONCE: u64 = 1_000_000;

/// Answers requests, one after another.
#[derive(Debug, Default)]
pub struct Session {
    /// The scenario of the last request, as a cache: the next request is often about the same one.
    last: Option<(String, Arc<Checked>)>,
}

/// A scenario with its variants, in order.
#[derive(Debug)]
struct Checked {
    document: Document,
    scenario: Scenario,
    variants: Vec<(String, Scenario)>,
    /// The rule text as a scenario of its own, if it has expectations about the defaults of its keys.
    rules_alone: Option<Scenario>,
}

impl Session {
    /// Answers a [`Request`] in JSON. It never fails: errors are answers, too.
    pub fn ask(&mut self, request: &str) -> String {
        let request = serde_json::from_str(request).map_err(|error| Refusal::Error(error.to_string()));
        let answer = match request.and_then(|request| self.answer(request)) {
            Ok(answer) => json!({ "answer": answer }),
            Err(refusal) => refusal.json(),
        };
        answer.to_string()
    }

    fn answer(&mut self, request: Request) -> Result<Value, Refusal> {
        match request {
            Request::Catalog => Ok(start::catalog()),
            Request::Start { game, procedure } => start::start(&game, &procedure),
            Request::Form { scenario } => Ok(form::form(&parsed(&scenario)?, self.checked(&scenario))),
            Request::Edit { scenario, changes } => {
                parsed(&scenario)?;
                let edited = edit(&scenario, &changes)?;
                // A scenario that is too large could never be edited again.
                check_size(&edited)?;
                Ok(json!(edited))
            }
            Request::Exact { scenario } => {
                let checked = self.checked(&scenario)?;
                let progress = Progress::default();
                let budget = Budget::new(AT_ONCE).with(&progress);
                let odds = exact_odds(&checked.scenario, budget)?;
                Ok(outcome(&checked.scenario, &odds))
            }
            Request::Plan { scenario, sample, ranges } => {
                sampled::plan(&self.checked(&scenario)?.scenario, sample, ranges)
            }
            Request::Part { scenario, sample, blocks } => {
                sampled::part(&self.checked(&scenario)?.scenario, sample, blocks)
            }
            Request::Merge { scenario, sample, parts, some } => {
                let checked = self.checked(&scenario)?;
                let odds = sampled::merged(&checked.scenario, sample, &parts, some)?;
                Ok(outcome(&checked.scenario, &odds))
            }
            Request::Compare { scenario } => {
                let checked = self.checked(&scenario)?;
                let names =
                    [&checked.scenario.base].into_iter().chain(checked.variants.iter().map(|(name, _)| name));
                let names: Vec<&String> = names.collect();
                let comparison = compare(&checked.all(), &Effort::default(), &Progress::default())?;
                let sampled = comparison.odds.iter().map(|odds| odds.engine.trials().is_some());
                let sampled: Vec<bool> = sampled.collect();
                Ok(json!({ "names": names, "sampled": sampled, "items": page::compared(&comparison) }))
            }
            Request::Expect { scenario } => expect::expected(&*self.checked(&scenario)?),
            Request::Choose { scenario } => choose::choose(&*self.checked(&scenario)?),
            Request::Tell { scenario, seed, event } => {
                let checked = self.checked(&scenario)?;
                let event =
                    event.map(|text| Query::new("event", &text).event(&checked.scenario)).transpose()?;
                let telling = explain(&checked.scenario, seed, event.as_ref(), &Progress::default());
                let telling = telling.map_err(|error| Refusal::Error(error.to_string()))?;
                Ok(as_json::telling(&checked.scenario, &telling, seed))
            }
        }
    }

    /// A scenario and its variants, checked.
    fn checked(&mut self, text: &str) -> Result<Arc<Checked>, Refusal> {
        if let Some((last, checked)) = &self.last
            && last == text
        {
            return Ok(Arc::clone(checked));
        }
        // Drop the last scenario first, so that there are never two in memory.
        self.last = None;
        let document = parsed(text)?.with_rules_inside()?;
        let checked = Arc::new(Checked::new(document)?);
        self.last = Some((text.to_owned(), Arc::clone(&checked)));
        Ok(checked)
    }
}

impl Checked {
    fn new(document: Document) -> Result<Checked, Problems> {
        let mut problems = Problems::default();
        let scenario = document.check().map_err(|more| problems.0.extend(more.0)).ok();
        let mut variants = Vec::new();
        for name in document.variant_names() {
            match document.variant(&name).and_then(|variant| variant.document.check()) {
                Ok(variant) => variants.push((name, variant)),
                Err(more) => problems.0.extend(more.0),
            }
        }
        let mut rules_alone = None;
        if let Some(alone) = document.rules_alone().filter(Document::expects) {
            rules_alone = alone.check().map_err(|more| problems.0.extend(more.0)).ok();
        }
        match scenario {
            Some(scenario) if problems.0.is_empty() => {
                Ok(Checked { document, scenario, variants, rules_alone })
            }
            _ => Err(problems.sorted()),
        }
    }

    /// The number of expectations of the scenario and of its rule text.
    fn expectations(&self) -> usize {
        let all = std::iter::once(&self.scenario).chain(&self.rules_alone);
        all.map(|scenario| scenario.expectations.len()).sum()
    }

    fn all(&self) -> Vec<&Scenario> {
        std::iter::once(&self.scenario).chain(self.variants.iter().map(|(_, variant)| variant)).collect()
    }
}

/// The TOML of a scenario, whose rules may be wrong.
fn parsed(text: &str) -> Result<Document, Refusal> {
    check_size(text)?;
    Ok(Document::of_toml("scenario", text)?)
}

fn check_size(scenario: &str) -> Result<(), Refusal> {
    match scenario.len() {
        ..=MAX_SCENARIO => Ok(()),
        length => Err(Refusal::Error(format!(
            "a scenario has at most {} bytes, and this one would have {}",
            grouped(MAX_SCENARIO as u64),
            grouped(length as u64)
        ))),
    }
}
