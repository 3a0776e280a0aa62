//! The findings of advice, each as one sentence without its full stop.

use indexmap::IndexMap;

use super::choices::{any_in_words, best_in_words, which_count};
use super::{Words, said};
use crate::analysis::{Candidate, Recommendation, Rung, Situation};
use crate::description::words::capitalized;
use crate::stats::ROUNDING;

/// The maximum number of ranges of situations that a headline names, and of best choices.
const MOST_RANGES: usize = 4;
const MOST_CHOICES: usize = 3;

impl Words<'_> {
    /// The recommendation: the best choice with its value, or the best choices by situation.
    pub fn headline(&self, advice: &Recommendation) -> String {
        let situations = &advice.situations;
        if let ([situation], true) = (&situations[..], advice.situation_keys.is_empty()) {
            return self.verdict(advice, situation);
        }
        match (&advice.runs()[..], &advice.situation_keys[..]) {
            ([], _) => "All choices give the same in every situation".to_owned(),
            ([only], _) if only.best.is_empty() => {
                let none = situations.iter().filter(|situation| situation.feasible().is_empty()).count();
                format!("No choice meets the conditions in {none} of {} situations", situations.len())
            }
            ([only], _) => {
                let is_everywhere = !situations.iter().any(Situation::is_indifferent);
                let there = if is_everywhere { "in every situation" } else { "wherever choices differ" };
                format!("{} is best {there}", capitalized(&self.best_of(advice, &only.best)))
            }
            (_, [key]) => self.by_range(advice, key).unwrap_or_else(|| self.by_count(advice)),
            _ => self.by_count(advice),
        }
    }

    fn verdict(&self, advice: &Recommendation, situation: &Situation) -> String {
        let Some(first) = situation.feasible().first() else {
            return match situation.choices.first().filter(|first| first.score.is_finite()) {
                Some(nearest) => {
                    format!("No choice meets the conditions; the nearest is {}", self.choice(advice, nearest))
                }
                None => format!("{} has no value at any setting", capitalized(&self.objective())),
            };
        };
        if situation.feasible_are_equal() {
            let which = which_count(situation);
            return format!("All choices{which} give the same: {}", self.said(first));
        }
        if let Some(best) = situation.best() {
            let mut said = vec![self.choose(advice, situation, best)];
            if let (Some(cost), Some(_)) = (best.cost, self.goal.worth) {
                said.push(format!("cost {}, net {}", self::said(cost), self::said(best.score)));
            }
            said.extend(self.how_met(best));
            said.extend(self.untold_said(advice, situation));
            return said.join("; ");
        }
        let at = |rung: &Rung| self.said_with_cost(advice, &situation.choices[rung.choice]);
        match &situation.ladder[..] {
            [] => "No choice has a cost that is a number".to_owned(),
            [only] => {
                format!("{}: {}", self.only_rung(situation, &situation.choices[only.choice]), at(only))
            }
            [first, .., last] => format!("Best: {}; cheapest: {}", at(last), at(first)),
        }
    }

    /// The choices that a sample does not tell from the best: "the sample does not tell it from Force 5". `None` if
    /// there are none.
    pub(super) fn untold_said(&self, advice: &Recommendation, situation: &Situation) -> Option<String> {
        let untold: Vec<&Candidate> = situation.untold().collect();
        let others = match untold.len() {
            0 => return None,
            count if count > 1 && count + 1 == situation.feasible().len() => "any of the others".to_owned(),
            _ => self.named(advice, untold),
        };
        Some(format!("the sample does not tell it from {others}"))
    }

    /// What is said of the cheapest choice if it is worth its cost at any worth.
    pub(super) fn only_rung(&self, situation: &Situation, cheapest: &Candidate) -> &'static str {
        let more =
            |other: &Candidate| self.goal.sense.sign() * (other.objective.value - cheapest.objective.value);
        match situation.feasible().iter().any(|other| more(other) > ROUNDING) {
            true => "The sample finds no choice better than the cheapest",
            false => "The cheapest choice is also the best",
        }
    }

    /// Choices that are the best somewhere; "none" if no choice meets the conditions there.
    pub(super) fn best_of(&self, advice: &Recommendation, best: &[&[String]]) -> String {
        match best.is_empty() {
            true => "none".to_owned(),
            false => any_in_words(self.system(), &advice.keys, best),
        }
    }

    fn best_choice(&self, advice: &Recommendation, situation: &Situation) -> String {
        match situation.best() {
            Some(_) => best_in_words(self.system(), &advice.keys, situation),
            None => "none".to_owned(),
        }
    }

    /// The best choices along a key: "Lightning Bolt is best at target's armor 0 to 15, Manabolt at 16 to
    /// 24". `None` if there are too many ranges.
    fn by_range(&self, advice: &Recommendation, key: &str) -> Option<String> {
        let runs = advice.runs();
        let is_indifferent = |place: usize| advice.situations[place].is_indifferent();
        let begins = |place: &usize| {
            *place == 0
                || runs.iter().skip(1).any(|run| run.first == *place)
                || is_indifferent(*place) != is_indifferent(place - 1)
        };
        let begins: Vec<usize> = (0..advice.situations.len()).filter(begins).collect();
        let ends = begins.iter().skip(1).copied().chain([advice.situations.len()]);
        let ranges: Vec<&[Situation]> =
            begins.iter().zip(ends).map(|(&first, end)| &advice.situations[first..end]).collect();
        let is_clear = ranges.len() <= MOST_RANGES && ranges.iter().all(|range| range[0].best().is_some());
        let word = |situation: &Situation| self.system().value_in_words(key, &situation.values[0]);
        let part = |(place, range): (usize, &&[Situation])| {
            let run = runs.iter().rfind(|run| run.first <= begins[place]);
            let choice = match run.filter(|_| !is_indifferent(begins[place])) {
                Some(run) => self.best_of(advice, &run.best),
                None => self.best_choice(advice, &range[0]),
            };
            let (first, last) = (word(&range[0]), word(&range[range.len() - 1]));
            let values = if range.len() == 1 { first } else { format!("{first} to {last}") };
            match place {
                0 => format!("{} is best at {} {values}", capitalized(&choice), self.system().label(key)),
                _ => format!("{choice} at {values}"),
            }
        };
        is_clear.then(|| ranges.iter().enumerate().map(part).collect::<Vec<_>>().join(", "))
    }

    /// In how many situations each choice is best: "Manabolt is best in 60 of 100 situations, Fireball in 40".
    pub(super) fn by_count(&self, advice: &Recommendation) -> String {
        let mut counts: IndexMap<String, usize> = IndexMap::new();
        for situation in advice.situations.iter().filter(|one| one.best().is_some()) {
            *counts.entry(self.best_choice(advice, situation)).or_default() += 1;
        }
        counts.sort_by(|_, one, _, other| other.cmp(one));
        let part = |(place, (choice, count)): (usize, (&String, &usize))| match place {
            0 => format!(
                "{} is best in {count} of {} situations",
                capitalized(choice),
                advice.situations.len()
            ),
            _ => format!("{choice} in {count}"),
        };
        let mut parts: Vec<String> = counts.iter().enumerate().take(MOST_CHOICES).map(part).collect();
        let others: usize = counts.values().skip(MOST_CHOICES).sum();
        parts.extend((others > 0).then(|| format!("others in {others}")));
        if parts.is_empty() {
            "No choice meets the conditions in any situation".to_owned()
        } else {
            parts.join(", ")
        }
    }
}
