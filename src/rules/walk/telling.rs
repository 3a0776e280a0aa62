//! What a story tells: the answers of dice, and the values that variables take.

use super::super::program::{Choice, KeyValues, Program, Routine, Type, Variable, Words};
use super::super::roll::Roll;
use super::Course;
use crate::chance::Chance;

/// A line of values is broken at about this many bytes.
const LINE: usize = 80;

impl<C: Chance> Course<'_, C> {
    /// Tells the answers to the questions about a roll. A text that follows a rulebook says itself what several
    /// answers come to.
    pub(super) fn tell_answers(&mut self, roll: &Roll, answers: &[usize], variables: &[i64]) {
        let is_alone = answers.len() == 1;
        self.answer = answers.first().copied().filter(|_| is_alone);
        if self.is_in_die || !is_alone && self.game.program.follows_rulebook() {
            return;
        }
        self.chance.tell(|| {
            let told = answers.iter().zip(&roll.asked).map(|(&answer, asked)| {
                let value = said(&Type::Number, variables[answer]);
                match (asked.as_str(), roll.name.as_str()) {
                    ("sum()", "") if is_alone => value,
                    ("sum()", name) if !name.is_empty() => format!("{name} = {value}"),
                    (asked, "") => format!("{asked} = {value}"),
                    (asked, name) => format!("{name}.{asked} = {value}"),
                }
            });
            told.collect::<Vec<_>>().join(", ")
        });
    }

    /// Registers the new value of a variable. It is told next to the dice if it is their only answer,
    /// and together with other values otherwise. Unnamed variables are not told, and neither are
    /// reported ones, which are the outcome.
    pub(super) fn has_news(&mut self, routine: &Routine, variable: usize, value: i64, is_answer: bool) {
        let is_told = if is_answer { !self.is_in_die } else { self.tells_values };
        if !is_told {
            return;
        }
        let known @ Variable { told, ty, .. } = &routine.variables[variable];
        let is_main = routine.name.is_empty();
        let is_reported =
            is_main && self.game.program.metrics.iter().any(|metric| metric.variable == variable);
        if !known.is_named() || is_reported {
            return;
        }
        if is_answer {
            self.chance.tell(|| format!("{told} = {}", said(ty, value)));
            self.answer = None;
        } else {
            self.news.retain(|&(known, _)| known != variable);
            self.news.push((variable, value));
        }
    }

    /// Tells the new values in a routine.
    pub(super) fn tell_news(&mut self, routine: &Routine) {
        self.answer = None;
        if !self.news.is_empty() {
            let news = &self.news;
            self.chance.note(self.step, || {
                lines(news.iter().map(|&(variable, value)| named(&routine.variables[variable], value)))
            });
            self.news.clear();
        }
    }
}

/// The values of variables, with their names.
pub(super) fn state(routine: &Routine, which: impl Iterator<Item = usize>, variables: &[i64]) -> String {
    let is_named = |variable: &usize| routine.variables[*variable].is_named();
    lines(which.filter(is_named).map(|variable| named(&routine.variables[variable], variables[variable])))
}

fn named(Variable { told, ty, .. }: &Variable, value: i64) -> String {
    format!("{told} = {}", said(ty, value))
}

/// Joins values with commas, several in a line.
fn lines(values: impl Iterator<Item = String>) -> String {
    let (mut text, mut length) = (String::new(), 0);
    for value in values {
        text += match length {
            0 => "",
            _ if length + value.len() > LINE => ",\n",
            _ => ", ",
        };
        length = if text.ends_with('\n') { 0 } else { length } + value.len() + 2;
        text += &value;
    }
    text
}

/// A value in words.
pub fn said(ty: &Type, value: i64) -> String {
    match ty {
        Type::Number => value.to_string().replace('-', "−"),
        Type::Truth => if value == 0 { "no" } else { "yes" }.to_owned(),
        Type::Label(labels) => usize::try_from(value)
            .ok()
            .and_then(|place| labels.get(place).cloned())
            .unwrap_or_else(|| value.to_string()),
    }
}

impl Program {
    /// An option of a choice in words.
    pub fn option_in_words(&self, choice: &Choice, option: i64, keys: &KeyValues) -> String {
        if choice.words.is_empty() {
            return said(&self.main.variables[choice.variable].ty, option);
        }
        let mut variables = vec![0; self.main.variables.len()];
        variables[choice.variable] = option;
        in_words(&choice.words, &variables, keys, &self.lists)
    }
}

/// A note or a message.
pub fn in_words(words: &[Words], variables: &[i64], keys: &KeyValues, lists: &[Vec<i64>]) -> String {
    let word = |words: &Words| match words {
        Words::Text(text) => text.clone(),
        Words::Value(value, ty) => said(ty, value.value(variables, keys, lists).unwrap_or(0)),
        Words::Either(condition, yes, no) => {
            let is_met = condition.value(variables, keys, lists).unwrap_or(0) == 1;
            in_words(if is_met { yes } else { no }, variables, keys, lists)
        }
    };
    words.iter().map(word).collect()
}
