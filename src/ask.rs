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

mod compared;

mod expect;

mod form;

mod library;

mod outcome;

mod problem;

mod purpose;

mod request;

mod roll;

mod sampled;

mod start;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use serde_json::{Value, json};

pub use self::request::{Request, Sample};

pub use self::start::games;

#[cfg(feature = "cli")]
pub(crate) use self::start::examples;

use self::outcome::outcome;
use self::problem::Refusal;
use crate::analysis::{Progress, exact_odds, explain};
use crate::chance::Budget;
use crate::report::json as as_json;
use crate::report::number::grouped;
use crate::scenario::{Document, Problems, Query, Scenario, edit};

/// The maximum size of a scenario in bytes.
pub const MAX_SCENARIO: usize = 200_000;

/// The maximum number of outcomes of an exact distribution on a page. Anything larger is sampled, so
/// that the result of a change appears at once.
const AT_ONCE: u64 = 1_000_000;

/// The most bytes of an exact distribution: a page in a browser has less room than a command.
const MOST_BYTES: u64 = 1 << 27;

/// The maximum number of outcomes of an exact distribution that is computed together with a form, so
/// that the form never waits for it.
const WHILE_TYPING: u64 = 50_000;

/// Answers requests, one after another.
#[derive(Debug, Default)]
pub struct Session {
    /// The scenario of the last request, as a cache: the next request is often about the same one.
    last: Option<(String, Arc<Checked>)>,
}

/// A scenario with its variants.
#[derive(Debug)]
struct Checked {
    document: Document,
    scenario: Scenario,
    /// The variants with their names. The problems of a variant concern it alone.
    variants: Vec<(String, Result<Scenario, Problems>)>,
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
            Request::Open { name } => library::open(&name),
            Request::Show { scenario, changes, before } => {
                parsed(&scenario)?;
                let scenario = if changes.is_empty() { scenario } else { edit(&scenario, &changes)? };
                // A scenario that is too large could never be edited again.
                check_size(&scenario)?;
                let checked = self.checked(&scenario);
                let odds = checked.as_ref().ok().map(|checked| {
                    match exact(&checked.scenario, WHILE_TYPING, before) {
                        Ok(odds) => json!({ "answer": odds }),
                        Err(refusal) => refusal.json(),
                    }
                });
                let form = form::form(&parsed(&scenario)?, checked);
                Ok(json!({ "scenario": scenario, "form": form, "odds": odds }))
            }
            Request::Exact { scenario, before } => exact(&self.checked(&scenario)?.scenario, AT_ONCE, before),
            Request::Roll { expressions } => Ok(expressions.iter().map(|one| roll::roll(one)).collect()),
            Request::Plan { scenario, sample, ranges } => {
                sampled::plan(&self.checked(&scenario)?.scenario, sample, ranges)
            }
            Request::Part { scenario, sample, blocks } => {
                sampled::part(&self.checked(&scenario)?.scenario, sample, blocks)
            }
            Request::Merge { scenario, sample, parts, some, before } => {
                let checked = self.checked(&scenario)?;
                let odds = sampled::merged(&checked.scenario, sample, &parts, some)?;
                Ok(outcome(&checked.scenario, &odds, before))
            }
            Request::Compare { scenario } => compared::compared(&*self.checked(&scenario)?),
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
            let variant = document.variant(&name).and_then(Document::with_changed_rules_inside);
            let variant = variant.and_then(|variant| match variant.rules_file() {
                Some((rules, place)) => {
                    let message = format!("the rules of this variant are in another file, {rules}");
                    let help = "`fizzle explore` makes a page that has them";
                    Err(Problems::of(place.clone(), message, help))
                }
                None => variant.check(),
            });
            variants.push((name, variant));
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
}

/// The exact odds, unless they have more than `most` outcomes.
fn exact(scenario: &Scenario, most: u64, before: Option<f64>) -> Result<Value, Refusal> {
    let progress = Progress::default();
    let odds = exact_odds(scenario, Budget { bytes: MOST_BYTES, ..Budget::new(most) }.with(&progress))?;
    Ok(outcome(scenario, &odds, before))
}

/// The odds of a scenario in few words, for a page to open with before it has computed anything. `None` if the
/// scenario is wrong, or if the page will have to sample it.
pub fn opening(scenario: &str) -> Option<Value> {
    let scenario = parsed(scenario).ok()?.with_rules_inside().ok()?.check().ok()?;
    let mut odds = exact(&scenario, AT_ONCE, None).ok()?;
    let shown =
        odds["headline"]["metric"].as_u64().and_then(|place| odds["metrics"].get(place as usize).cloned());
    odds["headline"]["metric"] = json!(0);
    Some(json!({
        "title": scenario.title,
        "headline": odds["headline"],
        "answers": odds["answers"],
        "metrics": Vec::from_iter(shown),
        "decisions": !odds["decisions"].is_null(),
    }))
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
