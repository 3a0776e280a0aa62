//! Everything that can be set in a scenario: the table of keys as a form.

mod field;

mod variants;

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::{Value as Json, json};

use self::variants::variants;
use super::Checked;
use super::problem::{Refusal, in_rules, shown};
use super::purpose::purpose;
use super::start::{OWN_RULES, example};
use crate::chance::MetricSpec;
use crate::description::Key;
use crate::description::words::capitalized;
use crate::scenario::{Document, Outline, Place, Problem, Problems};
use crate::systems;

/// A scenario as a form. If it has no game or procedure, or if its rules cannot be read, the form has
/// only the rules and the problems.
pub fn form(document: &Document, checked: Result<Arc<Checked>, Refusal>) -> Json {
    let read_again = || document.clone().with_rules_inside().ok();
    let whole = match &checked {
        Ok(checked) => Some(checked.document.clone()),
        Err(_) => read_again(),
    };
    let document = whole.as_ref().unwrap_or(document);
    let place = document.rules();
    let (checked, problems, wrong_rules) = match checked {
        Ok(checked) => {
            let of_variants = checked.variants.iter().filter_map(|(_, variant)| variant.as_ref().err());
            let of_variants = of_variants.flat_map(|problems| shown(problems, Some(document))).collect();
            (Some(checked), of_variants, Vec::new())
        }
        Err(Refusal::Problems(Problems(problems))) => {
            let is_in_rules =
                |problem: &Problem| place.as_ref().is_some_and(|rules| rules.has(&problem.place));
            let (inside, outside): (Vec<Problem>, Vec<Problem>) = problems.into_iter().partition(is_in_rules);
            (None, shown(&Problems(outside), Some(document)), inside)
        }
        Err(Refusal::TooLarge(message) | Refusal::Error(message)) => {
            (None, vec![json!({ "message": message })], Vec::new())
        }
    };
    let rules = place
        .as_ref()
        .map(|place| json!({ "text": place.text(), "problems": in_rules(&wrong_rules, place) }));
    let Some(outline) = whole.as_ref().and_then(Document::outline) else {
        return json!({ "problems": problems, "rules": rules, "is_right": false });
    };
    let read = checked.as_ref().map(|checked| checked.scenario.read.iter().map(|path| &**path).collect());
    let Outline { title, system, procedure, .. } = &outline;
    let is_own = systems::named(&system.name).is_none_or(|known| !Arc::ptr_eq(known, system));
    let fields = Fields { document, outline: &outline, read, is_own };
    let example = place.as_ref().map(|rules| example(rules.text()));
    json!({
        "title": title,
        "game": if is_own { OWN_RULES } else { &*system.name },
        "procedure": example.unwrap_or(&procedure.name),
        // One line on what the procedure resolves.
        "help": procedure.help,
        "sections": fields.all_sections(),
        "questions": fields.questions(place.as_ref()),
        "variants": variants(document, system),
        "purpose": purpose(document, &outline, checked.as_deref()),
        // The number of those of the scenario and its rules.
        "expectations": checked.as_deref().map_or(0, Checked::expectations),
        // Those that events may read, if they are known.
        "metrics": checked.as_deref().map_or_else(Vec::new, metrics),
        "rules": rules,
        // Empty if the scenario and its variants have no errors.
        "problems": problems,
        // Whether the scenario has no errors; its variants may have some.
        "is_right": checked.is_some(),
    })
}

fn metrics(checked: &Checked) -> Vec<Json> {
    let metric = |metric: &MetricSpec| {
        json!({
            "name": metric.name,
            "label": metric.label,
            "labels": metric.labels(),
            "is_indicator": metric.is_indicator(),
        })
    };
    checked.scenario.ready.procedure.metrics().iter().map(metric).collect()
}

/// The data for the fields of a form.
struct Fields<'a> {
    document: &'a Document,
    outline: &'a Outline,
    /// The keys that make a difference, if they are known.
    read: Option<BTreeSet<&'a str>>,
    /// Whether the game is the user's own, so that none of its keys is folded.
    is_own: bool,
}

impl Fields<'_> {
    /// All sections. What players decide comes first, since they change it most; a list of decisions, such
    /// as a plan, stays where it is.
    fn all_sections(&self) -> Vec<Json> {
        let mut tables: Vec<Vec<&Key>> = Vec::new();
        for key in &self.outline.procedure.keys {
            match tables.iter_mut().find(|keys| keys[0].table() == key.table()) {
                Some(keys) => keys.push(key),
                None => tables.push(vec![key]),
            }
        }
        let is_chosen = |keys: &[&Key]| keys[0].array().is_none() && keys.iter().all(|key| key.is_choice());
        tables.sort_by_key(|keys| (keys[0].table() != "choice", !is_chosen(keys)));
        tables.iter().flat_map(|keys| self.sections(keys)).collect()
    }

    /// The sections of a table of keys: one, or for an array one for each item and one to add more.
    fn sections(&self, keys: &[&Key]) -> Vec<Json> {
        let fields =
            |position: usize| keys.iter().map(|key| self.field(key, key.at(position))).collect::<Vec<_>>();
        // A section with an array but no position adds items.
        let section = |title: String, array: Option<&str>, position: Option<usize>, fields: Vec<Json>| json!({ "title": title, "array": array, "position": position, "fields": fields });
        let Some(array) = keys[0].array() else {
            let title = match keys[0].table() {
                "" => "values".to_owned(),
                table => table.replace(['_', '-', '.'], " "),
            };
            return vec![section(capitalized(&title), None, None, fields(0))];
        };
        let name = capitalized(&array.replace(['_', '-', '.'], " "));
        let item = |position: usize| {
            section(format!("{name} {}", position + 1), Some(array), Some(position), fields(position))
        };
        let more = section(name.clone(), Some(array), None, Vec::new());
        self.document.positions(array).into_iter().map(item).chain([more]).collect()
    }

    /// The questions of the scenario, except those in its rules.
    fn questions(&self, rules: Option<&Place>) -> Vec<Json> {
        let text = |path: String| self.document.get(&path).and_then(|entry| entry.value.bare());
        let question = |position: usize| {
            let [name, event] = ["name", "event"].map(|key| text(format!("question.{position}.{key}")));
            json!({ "name": name, "event": event })
        };
        let is_own = |position: &usize| {
            let place = self.document.place_of(&format!("question.{position}.event"));
            !rules.is_some_and(|rules| rules.has(&place))
        };
        self.document.positions("question").into_iter().filter(is_own).map(question).collect()
    }
}
