//! Recommendations in sentences.

use super::choices::{
    is_unsure, of_other_side, reading_of, same_cost, split_alike, which_count, without_value,
};
use super::{Words, is_chance_of, said};
use crate::analysis::{Candidate, Recommendation, RunOfBest, Rung, Situation};
use crate::description::words::{capitalized, quoted};
use crate::scenario::Sense;
use crate::stats::{Estimate, same};

/// The maximum number of listed changes of the best choice.
const TOLD: usize = 10;

/// What to choose: "Choose Force 6", "Choose longsword for the hero's weapon", "Play with surprise".
fn chosen(choice: &str) -> String {
    match choice.split_once(": ") {
        _ if choice.starts_with("with ") || choice.starts_with("without ") => format!("Play {choice}"),
        // Of several keys, and of several choices, each stands with its label.
        Some((label, value))
            if ![", ", "; ", ": "].iter().any(|one| label.contains(one) || value.contains(one)) =>
        {
            format!("Choose {value} for {label}")
        }
        _ => format!("Choose {choice}"),
    }
}

impl Words<'_> {
    /// The recommended choice with its value and cost, or the reason why none is recommended.
    pub fn sentence(&self, advice: &Recommendation) -> String {
        match &advice.situations[..] {
            [situation] if advice.situation_keys.is_empty() => self.of_situation(advice, situation),
            situations => self.of_map(advice, situations),
        }
    }

    /// The recommended choice in one situation, or the reason why none is recommended.
    pub fn of_situation(&self, advice: &Recommendation, situation: &Situation) -> String {
        let Some(first) = situation.feasible().first() else {
            return self.none_feasible(advice, situation);
        };
        if situation.feasible_are_equal() {
            return self.all_equal(advice, situation, first);
        }
        match situation.best() {
            Some(best) => self.best(advice, situation, best),
            None => self.no_single_best(advice, situation),
        }
    }

    /// The recommended choice and its value.
    pub fn choose(&self, advice: &Recommendation, situation: &Situation, best: &Candidate) -> String {
        let choose = match best.changes {
            0 if situation.equals().len() > 1 || situation.untold().next().is_some() => {
                format!("Stay with {}", self.choice(advice, best))
            }
            _ if best.trials.is_some() => chosen(&self.choice(advice, best)),
            _ => chosen(&self.any_of(advice, split_alike(situation.equals()).0)),
        };
        format!("{choose}: {}", self.said(best))
    }

    fn best(&self, advice: &Recommendation, situation: &Situation, best: &Candidate) -> String {
        let (_, others) = split_alike(situation.equals());
        let mut text = self.choose(advice, situation, best);
        if let (Some(cost), Some(worth)) = (best.cost, self.worth_in_words()) {
            let [cost, net] = [cost, best.score].map(said);
            text += &format!(", at a cost of {cost}; at {worth} that is a net of {net}");
        }
        text += ".";
        for ((said, [_, limit]), held) in
            self.how_met(best).into_iter().zip(self.limits()).zip(&best.conditions)
        {
            let unsure = if is_unsure(held) { "; the sample does not tell it for sure" } else { "" };
            text += &format!(" {} (limit: {limit}{unsure}).", capitalized(&said));
        }
        if let Some(effect) = self.side_effect_said(best) {
            text += &format!(" Side effect: {effect}.");
        }
        text += &reading_of(best);
        if let Some(untold) = self.untold_said(advice, situation) {
            text += &format!(" {}.", capitalized(&untold));
        } else if situation.equals().len() > 1 {
            text += &self.ties(advice, others, best);
        } else if let Some(next) = situation.feasible().get(1) {
            let less = self.ahead_by(best, next);
            let less_of = if self.goal.worth.is_some() { said(less) } else { self.amount(less) };
            let worse = match self.goal.sense {
                Sense::Minimize if self.goal.worth.is_none() => "more",
                _ => "less",
            };
            text += &format!(" The next best, {}, gives {less_of} {worse}.", self.choice(advice, next));
        }
        text + &of_other_side(self.scenario, self.goal, &advice.keys) + &without_value(situation)
    }

    /// How far a choice is ahead of another.
    fn ahead_by(&self, best: &Candidate, next: &Candidate) -> Estimate {
        self.goal.score_of(best).less(self.goal.score_of(next))
    }

    /// How a choice meets each condition: "physical drain never happens".
    pub fn how_met(&self, choice: &Candidate) -> Vec<String> {
        let said =
            |(place, [words, _]): (usize, &[String; 2])| match self.condition_said(place, choice).as_str() {
                "never" if !is_chance_of(words) => format!("{words} never happens"),
                "always" if !is_chance_of(words) => format!("{words} always happens"),
                value => format!("{words}: {value}"),
            };
        self.limits().iter().enumerate().map(said).collect()
    }

    /// The sentence for the case that all choices give the same.
    fn all_equal(&self, advice: &Recommendation, situation: &Situation, first: &Candidate) -> String {
        let feasible = situation.feasible();
        let is_cheapest = feasible.iter().skip(1).all(|other| match (first.cost, other.cost) {
            (Some(first), Some(other)) => first < other && !same(first, other),
            _ => false,
        });
        let has_less = feasible.iter().skip(1).all(|other| {
            other.side_effect_or_0() > first.side_effect_or_0()
                && !same(other.side_effect_or_0(), first.side_effect_or_0())
        });
        let least = || {
            let effect = self.side_effect_said(first).filter(|_| has_less)?;
            Some(format!(
                " {} has the least side effect: {effect}.",
                capitalized(&self.choice(advice, first))
            ))
        };
        let cheapest = is_cheapest.then(|| format!(" The cheapest is {}.", self.choice(advice, first)));
        let cheapest = cheapest.or_else(least);
        let same_of = match self.goal.worth {
            Some(_) => format!("the same net, {}", said(first.score)),
            None => format!("the same, {}", self.said(first)),
        };
        let (all, none) = match feasible.len() {
            2 => ("Both choices".to_owned(), "neither is better"),
            count => (format!("All {count} choices"), "none is better than another"),
        };
        let which = which_count(situation);
        format!("{all}{which} give {same_of}: {none}.{}", cheapest.unwrap_or_default())
    }

    /// The sentence for the case that choices have costs, but the goal states no worth.
    fn no_single_best(&self, advice: &Recommendation, situation: &Situation) -> String {
        let at = |rung: &Rung| self.said_with_cost(advice, &situation.choices[rung.choice]);
        match &situation.ladder[..] {
            [] => "No choice has a cost that is a number.".to_owned(),
            [only] => {
                let best = &situation.choices[only.choice];
                let others = situation.feasible().iter().filter(|other| {
                    let is_other = other.number != best.number;
                    is_other && same(other.score, best.score) && same_cost(other, best)
                });
                let others: Vec<Candidate> = others.cloned().collect();
                let ties = self.ties(advice, &others, best);
                format!(
                    "{}: {}.{ties}{}",
                    self.only_rung(situation, best),
                    at(only),
                    without_value(situation)
                )
            }
            [first, .., last] => format!(
                "There is no single best choice: it depends on what {} of {} is worth to you. The \
                 cheapest is {}; the best, whatever it costs, is {}. The list shows what each step between them \
                 buys.",
                self.unit(),
                quoted(&self.objective()),
                at(first),
                at(last)
            ),
        }
    }

    /// The step between a pair of rungs of the ladder in words: "6 drams of reagents instead of no
    /// reagents: 2.5 more for 120, 48 each".
    pub fn step(&self, advice: &Recommendation, situation: &Situation, pair: &[Rung]) -> Option<String> {
        let step = pair[1].step?;
        let [from, to] = [0, 1].map(|place: usize| &situation.choices[pair[place].choice].values);
        let [from, to] = self.differing(&advice.keys, from, to);
        let gain = self.amount(step.gain);
        Some(format!(
            "{} instead of {from}: {gain} {} for {}, {} {}",
            capitalized(&to),
            self.direction(),
            said(step.cost),
            said(step.price()),
            self.for_one()
        ))
    }

    /// Two settings in words, without the keys whose values are equal in both.
    fn differing(&self, keys: &[String], from: &[String], to: &[String]) -> [String; 2] {
        let places: Vec<usize> = (0..keys.len()).filter(|&place| from[place] != to[place]).collect();
        let pick = |list: &[String]| places.iter().map(|&place| list[place].clone()).collect::<Vec<_>>();
        let keys = pick(keys);
        [from, to].map(|values| self.setting(&keys, &pick(values)))
    }

    fn none_feasible(&self, advice: &Recommendation, situation: &Situation) -> String {
        let Some(nearest) = situation.choices.first().filter(|first| first.score.is_finite()) else {
            return format!("{} has no value at any setting.", capitalized(&self.objective()));
        };
        let is_missed = |(place, _): &(usize, [String; 2])| nearest.conditions[*place].missed_by > 0.0;
        let said = |(place, [words, limit]): (usize, [String; 2])| {
            format!("{words}: {}, not {limit}", self.condition_said(place, nearest))
        };
        let missed = self.limits().into_iter().enumerate().filter(is_missed).map(said);
        format!(
            "No choice meets the conditions. The nearest is {} ({}).",
            self.choice(advice, nearest),
            missed.collect::<Vec<_>>().join("; ")
        )
    }

    fn of_map(&self, advice: &Recommendation, situations: &[Situation]) -> String {
        let choice = |run: &RunOfBest<'_>| match run.best.is_empty() {
            false => self.best_of(advice, &run.best),
            true => "none, since no choice meets the conditions".to_owned(),
        };
        let at = |run: &RunOfBest<'_>| self.setting(&advice.situation_keys, &situations[run.first].values);
        let runs = advice.runs();
        let Some((first, flips)) = runs.split_first() else {
            return "In every situation all choices give the same: none is better than another.".to_owned();
        };
        let close = situations.iter().filter(|situation| situation.untold().next().is_some()).count();
        let noise = match close {
            0 => String::new(),
            close if close == situations.len() => " A sample does not tell it from the next best.".to_owned(),
            close => {
                format!(" In {close} of the {} the sample does not tell it from another.", situations.len())
            }
        };
        if flips.is_empty() {
            let all_give_the_same = situations.iter().filter(|situation| situation.is_indifferent()).count();
            let said = match (all_give_the_same, first.best.is_empty()) {
                (0, _) => format!("The best choice is the same in every situation: {}", choice(first)),
                (_, false) => {
                    format!("The best choice is the same wherever choices differ: {}", choice(first))
                }
                (same, true) => format!(
                    "In {} of {} situations no choice meets the conditions; in the others all give the same",
                    situations.len() - same,
                    situations.len()
                ),
            };
            return format!("{said}.{noise}");
        }
        // Over several keys, one situation follows another row by row, and that is no change of one thing.
        if advice.situation_keys.len() > 1 {
            return self.by_count(advice) + "." + &noise;
        }
        // "Force 6" stands beside "armor 12", and "weapon: axe" behind nothing else.
        let is_long = runs.iter().any(|run| at(run).contains(": ") || choice(run).contains(": "));
        let change = |run: &RunOfBest<'_>| match is_long {
            true => format!("{} ({})", choice(run), at(run)),
            false => format!("at {} {}", at(run), choice(run)),
        };
        let told: Vec<String> = flips.iter().take(TOLD).map(change).collect();
        let left = flips.len().saturating_sub(TOLD);
        let more = if left > 0 { format!("; and {left} more changes") } else { String::new() };
        let begin = match is_long {
            true => format!("The best choice is {}", change(first)),
            false => format!("The best choice at {} is {}", at(first), choice(first)),
        };
        format!("{begin}; it changes: {}{more}.{noise}", told.join("; "))
    }
}
