//! Decisions: what the scenario fixes, or what is best.

use super::super::compile::Score;
use super::super::decide::table;
use super::super::game::Game;
use super::super::program::{Choice, Options, Type};
use super::Course;
use crate::chance::{Advice, Chance, Player, TIE};

impl<C: Chance> Course<'_, C> {
    /// Makes a decision: the option that the scenario fixes, or else the best one.
    pub(super) fn choose(&mut self, number: usize, variables: &mut [i64]) {
        let Game { program, keys, decisions, .. } = self.game;
        let choice = &program.choices[number];
        let name = &program.main.variables[choice.variable].name;
        let words = |value: i64| program.option_in_words(choice, value, keys);
        if let Some((fixed, key)) = choice.fixed(keys) {
            let value = match choice.condition {
                None => self.value(&choice.options.nearest(fixed), variables),
                Some(_) => {
                    let options = self.options(choice, variables);
                    options.into_iter().min_by_key(|&option| (option.abs_diff(fixed), option)).unwrap_or(0)
                }
            };
            variables[choice.variable] = value;
            let key = &program.keys[key].name;
            self.chance.note(self.step, || format!("{name} = {}, as {key} says", words(value)));
            return;
        }
        let advice = decisions.get().and_then(|decisions| {
            let place = decisions.place(number, &self.turns)?;
            let advice = decisions.advice(place, &self.rounds, |variable| variables[variable] as i32)?;
            let scored = |score: &Score| score.factor * variables[score.variable] as f64;
            let so_far: f64 = decisions.solution.scores.iter().map(scored).sum();
            Some(Advice { value: so_far + advice.value, ..advice })
        });
        let value = match advice {
            Some(advice) => advice.choice.into(),
            None => self.options(choice, variables).first().copied().unwrap_or(0),
        };
        variables[choice.variable] = value;
        self.chance.note(self.step, || {
            let of = match &choice.members[..] {
                [] => String::new(),
                members => format!(" ({})", members.join(", ")),
            };
            let mut text = match choice.words.is_empty() {
                true => format!("{name}{of} = {}", words(value)),
                false => words(value),
            };
            if let Some((Advice { value, runner_up, .. }, (goal, _))) = advice.zip(program.goal) {
                let goal = &program.metrics[goal];
                let on_average = if goal.ty == Type::Truth { "" } else { " on average" };
                let name = self.game.goal_in_words().unwrap_or_default();
                text += &format!(": {name} {}{on_average}", table::in_words(goal, value));
                if let Some((other, loss)) = runner_up
                    && loss <= TIE
                {
                    text += &format!("\nas good: {}", words(other.into()));
                } else if let Some((other, loss)) = runner_up {
                    let less = if choice.player == Player::Maximizes { "less" } else { "more" };
                    let loss = table::difference(goal, loss);
                    text += &format!("\nnext best: {}, {loss} {less}", words(other.into()));
                }
            }
            text
        });
    }

    /// The options that a choice has.
    fn options(&self, choice: &Choice, variables: &mut [i64]) -> Vec<i64> {
        let mut options: Vec<i64> = match &choice.options {
            Options::Range(low, high) => (self.value(low, variables)..=self.value(high, variables)).collect(),
            Options::List(list) => list.clone(),
        };
        let is_offered = |option: &i64| {
            variables[choice.variable] = *option;
            choice.condition.as_ref().is_none_or(|condition| self.value(condition, variables) == 1)
        };
        options.retain(is_offered);
        options
    }
}
