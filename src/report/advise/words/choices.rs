//! Choices in words: their names, their number, and those that are equally good.

use indexmap::IndexSet;

use super::Words;
use crate::analysis::{Candidate, Held, Recommendation, Situation};
use crate::description::words::{capitalized, listed};
use crate::description::{System, Value};
use crate::scenario::{Goal, Scenario, Sense};
use crate::stats::same;

/// The maximum number of named choices, if several are equally good.
const MOST_NAMED: usize = 6;

impl Words<'_> {
    /// A sentence on the choices that are as good as the best; empty if there are none.
    pub fn ties(&self, advice: &Recommendation, others: &[Candidate], best: &Candidate) -> String {
        if others.is_empty() {
            return String::new();
        }
        let all = |differs: &dyn Fn(&Candidate) -> bool| others.iter().all(differs);
        let unlike = match () {
            _ if all(&|other| !same_cost(other, best)) => ", but not as cheap".to_owned(),
            _ if all(&|other| !same_side_effect(other, best)) => ", but with more side effects".to_owned(),
            _ if all(&|other| other.reading == others[0].reading) && others[0].reading != best.reading => {
                format!(", if {}", others[0].reading)
            }
            _ => String::new(),
        };
        format!(" Equally good{unlike}: {}.", self.named(advice, others))
    }

    /// One or several choices to choose from: "Force 6 or Force 8".
    pub fn any_of(&self, advice: &Recommendation, alike: &[Candidate]) -> String {
        match alike {
            [only] => self.choice(advice, only),
            _ => format!("any of these: {}", self.named(advice, alike)),
        }
    }

    /// Lists choices: the first by name, and the number of the others.
    pub fn named<'c>(
        &self,
        advice: &Recommendation,
        choices: impl IntoIterator<Item = &'c Candidate>,
    ) -> String {
        let mut names: Vec<String> = choices.into_iter().map(|choice| self.choice(advice, choice)).collect();
        let more = names.len().saturating_sub(MOST_NAMED);
        names.truncate(MOST_NAMED);
        let more = if more > 0 { format!("; and {more} more") } else { String::new() };
        names.join("; ") + &more
    }
}

/// The best choices of a situation, such as "Force 6 or Force 8", with those that a sample does not tell from them.
/// There must be one.
pub fn best_in_words(system: &System, keys: &[String], situation: &Situation) -> String {
    match situation.is_indifferent() {
        true => "any, since all give the same".to_owned(),
        false => any_in_words(system, keys, &situation.best_settings()),
    }
}

/// Choices of which one is as good as another, such as "Force 6 or Force 8".
pub fn any_in_words(system: &System, keys: &[String], settings: &[&[String]]) -> String {
    let names = settings.iter().take(MOST_NAMED).map(|setting| system.say_setting(keys, setting));
    let more = match settings.len().saturating_sub(MOST_NAMED) {
        0 => String::new(),
        1 => " or another as good".to_owned(),
        several => format!(" or {several} others as good"),
    };
    names.collect::<Vec<_>>().join(" or ") + &more
}

/// The words after the number of feasible choices: how they differ from the other choices.
pub fn which_count(situation: &Situation) -> &'static str {
    let misses = |choice: &Candidate| choice.conditions.iter().any(|held| held.missed_by > 0.0);
    match situation.feasible().len() < situation.choices.len() {
        true if situation.choices.iter().any(misses) => " that meet the conditions",
        true => " that have a value",
        false => "",
    }
}

/// A sentence on the choices that are not compared because their objective has no value.
pub fn without_value(situation: &Situation) -> String {
    match situation.choices.iter().filter(|choice| !choice.score.is_finite()).count() {
        0 => String::new(),
        1 => " 1 choice is left out: what decides has no value there.".to_owned(),
        several => format!(" {several} choices are left out: what decides has no value there."),
    }
}

/// A sentence for choices of those on the other side, if a goal is maximized that may not be theirs; empty
/// otherwise.
pub fn of_other_side(scenario: &Scenario, goal: &Goal, keys: &[String]) -> String {
    let Scenario { input, procedure, .. } = scenario;
    let opponent = |path: &String| {
        if path == "policy.dispeller" {
            return Some("the dispeller".to_owned());
        }
        let (member, _) = path.rsplit_once('.')?;
        let (_, place) = member.rsplit_once('.')?;
        let side = format!("{member}.side");
        procedure.key(&side)?;
        let is_second = match input.get(&side) {
            Some(Value::Word(side)) => side == "second",
            _ => place != "0",
        };
        is_second.then(|| match input.get(&format!("{member}.name")) {
            Some(Value::Word(name)) => name.to_string(),
            _ => "the second side".to_owned(),
        })
    };
    let theirs: Vec<String> = keys.iter().filter_map(opponent).collect();
    let is_theirs = goal.sense == Sense::Minimize || goal.objective.text().contains("second");
    if theirs.is_empty() || is_theirs {
        return String::new();
    }
    let is_all = theirs.len() == keys.len();
    let names: IndexSet<String> = theirs.into_iter().collect();
    let are_several = names.len() > 1;
    let are = if are_several { "are" } else { "is" };
    let names = listed(&names.into_iter().collect::<Vec<_>>());
    let begin = capitalized(&names);
    if is_all {
        return format!(
            " {begin} {are} on the other side; if the goal is not theirs, --minimize shows what {names} would do."
        );
    }
    let want = if are_several { "want" } else { "wants" };
    format!(" {begin} {are} on the other side, and {want} the opposite: vary the choices of one side alone.")
}

/// Equally good choices by rank: those that nothing tells apart from the first (cost, side effect, reading,
/// number of changes), and the others.
pub fn split_alike(equals: &[Candidate]) -> (&[Candidate], &[Candidate]) {
    equals.split_at(equals.iter().take_while(|other| is_alike(other, &equals[0])).count())
}

fn is_alike(one: &Candidate, other: &Candidate) -> bool {
    same_cost(one, other)
        && same_side_effect(one, other)
        && one.reading == other.reading
        && one.changes == other.changes
}

fn same_side_effect(one: &Candidate, other: &Candidate) -> bool {
    same(one.side_effect_or_0(), other.side_effect_or_0())
}

/// A sentence on the reading of the rules that the values of a choice rest on; empty if there is none.
pub fn reading_of(choice: &Candidate) -> String {
    match &*choice.reading {
        "" => String::new(),
        reading => format!(" This rests on a reading: {reading}."),
    }
}

/// Whether two choices cost the same. A missing cost counts as 0.
pub fn same_cost(one: &Candidate, other: &Candidate) -> bool {
    same(one.cost.unwrap_or(0.0), other.cost.unwrap_or(0.0))
}

/// Whether the interval of a sampled value contains the bound of its condition.
pub fn is_unsure(held: &Held) -> bool {
    held.value.is_sampled() && held.value.may_be(held.bound)
}
