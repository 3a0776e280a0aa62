//! The reader that follows one course of events in the text itself: it tells it, and is the
//! reference for the others.

use super::game::Game;
use super::program::{Block, Expr, MOST_ROUNDS, Options, Routine, Statement, StatementKind, Type, Words};
use crate::chance::{Chance, Merging, Metric, Procedure, Step};

impl Procedure for Game {
    fn resolve<C: Merging>(&self, chance: &mut C, start: C::Of<()>) -> C::Of<()> {
        chance.stage(start, |chance, ()| {
            let mut course =
                Course { game: self, chance, step: Step(0), rounds: Vec::new(), turns: Vec::new() };
            let main = &self.program.main;
            let mut variables = vec![0; main.variables.len()];
            course.block(main, &main.body, &mut variables);
            for (place, metric) in self.program.metrics.iter().enumerate() {
                course.chance.record(Metric(place), variables[metric.variable]);
            }
        })
    }
}

/// One course of events.
struct Course<'a, C> {
    game: &'a Game,
    chance: &'a mut C,
    /// The step that is being told.
    step: Step,
    /// The rounds of the loops with a number, and the turns of the lists, in which it is.
    rounds: Vec<i32>,
    turns: Vec<usize>,
}

impl<C: Chance> Course<'_, C> {
    fn block(&mut self, routine: &Routine, block: &Block, variables: &mut [i64]) {
        block.iter().for_each(|statement| self.statement(routine, statement, variables));
    }

    /// The value of an expression. Whether it has one was checked before anything was played.
    fn value(&self, expr: &Expr, variables: &[i64]) -> i64 {
        let Game { program, keys, .. } = self.game;
        expr.value(variables, keys, &program.lists).unwrap_or(0)
    }

    fn statement(&mut self, routine: &Routine, Statement { kind, .. }: &Statement, variables: &mut [i64]) {
        match kind {
            StatementKind::Assign { variable, value } => {
                variables[*variable] = self.value(value, variables);
                self.say(routine, *variable, variables[*variable]);
            }
            StatementKind::Range { .. } => {}
            StatementKind::Roll { roll, arguments, answers } => {
                let arguments: Vec<i64> =
                    arguments.iter().map(|argument| self.value(argument, variables)).collect();
                // A law that cannot be was found when the scenario was checked.
                let Ok(law) = self.game.law(*roll, &arguments) else { return };
                self.chance.note(self.step, String::new);
                let drawn = self.chance.draw(&law);
                for (&answer, &value) in answers.iter().zip(&drawn.0) {
                    variables[answer] = value.into();
                }
                let shown: Vec<String> =
                    answers.iter().map(|&answer| variables[answer].to_string()).collect();
                self.chance.tell(|| shown.join(", "));
            }
            StatementKind::Call { definition, arguments, results } => {
                let called = &self.game.program.definitions[*definition];
                let mut own = vec![0; called.variables.len()];
                for (parameter, argument) in arguments.iter().enumerate() {
                    own[parameter] = self.value(argument, variables);
                }
                self.block(called, &called.body, &mut own);
                for (&result, &(output, _)) in results.iter().zip(&called.outputs) {
                    variables[result] = own[output];
                }
            }
            StatementKind::If { condition, yes, no } => {
                let branch = if self.value(condition, variables) != 0 { yes } else { no };
                self.block(routine, branch, variables);
            }
            StatementKind::Repeat { most, head, condition, body } => {
                let depth = self.rounds.len();
                let number = most.as_ref().map(|most| self.value(most, variables));
                for round in 0..number.unwrap_or(MOST_ROUNDS) {
                    self.rounds.truncate(depth);
                    self.rounds.extend(number.map(|_| round as i32));
                    self.block(routine, head, variables);
                    if self.value(condition, variables) == 0 {
                        break;
                    }
                    self.block(routine, body, variables);
                }
                self.rounds.truncate(depth);
            }
            StatementKind::For { variable, values, body } => {
                for (turn, &value) in values.iter().enumerate() {
                    self.turns.push(turn);
                    variables[*variable] = value;
                    self.block(routine, body, variables);
                    self.turns.pop();
                }
            }
            StatementKind::Choose(choice) => self.choose(*choice, variables),
            StatementKind::Step(step) => {
                self.step = Step(*step as u8);
                self.chance.note(self.step, String::new);
            }
            StatementKind::Note(words) => {
                let text = || {
                    let word = |words: &Words| match words {
                        Words::Text(text) => text.clone(),
                        Words::Value(value, ty) => said(ty, self.value(value, variables)),
                    };
                    words.iter().map(word).collect::<String>()
                };
                let text = text();
                self.chance.note(self.step, || text);
            }
        }
    }

    /// A player does what the scenario has fixed, or what is best.
    fn choose(&mut self, number: usize, variables: &mut [i64]) {
        let Game { program, keys, decisions, .. } = self.game;
        let choice = &program.choices[number];
        let variable = &program.main.variables[choice.variable];
        let words = |value: i64| said(&variable.ty, value);
        if let Some(fixed) = keys[choice.key] {
            let value = self.value(&choice.options.nearest(fixed), variables);
            variables[choice.variable] = value;
            self.chance.note(self.step, || format!("{} = {}", variable.name, words(value)));
            return;
        }
        let advice = decisions.get().and_then(|decisions| {
            let place = decisions.place(number, &self.turns)?;
            decisions.advice(place, &self.rounds, |variable| variables[variable] as i32)
        });
        let value = advice.map_or_else(
            || match &choice.options {
                Options::Range(low, _) => self.value(low, variables),
                Options::List(list) => list[0],
            },
            |advice| advice.choice.into(),
        );
        variables[choice.variable] = value;
        self.chance.note(self.step, || {
            let runner_up = advice.and_then(|advice| advice.runner_up);
            let others =
                runner_up.map(|(other, loss)| format!(" ({} would lose {loss:.4})", words(other.into())));
            format!("{} = {}{}", variable.name, words(value), others.unwrap_or_default())
        });
    }

    /// Tells the value of a variable that has a name.
    fn say(&mut self, routine: &Routine, variable: usize, value: i64) {
        let variable = &routine.variables[variable];
        if !variable.name.is_empty() {
            self.chance.note(self.step, || format!("{} = {}", variable.name, said(&variable.ty, value)));
        }
    }
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
