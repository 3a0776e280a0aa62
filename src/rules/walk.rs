//! The reader that plays the text itself along one path, die by die: it narrates, and is the reference
//! for the other readers.
//!
//! Values are told by name, several in a line, after the dice that they come from. A round of a loop
//! begins with the variables that the loop changes, a definition with its parameters.

mod choose;

mod dice;

mod telling;

use std::collections::HashMap;

use self::telling::state;
pub use self::telling::{in_words, said};
use super::game::Game;
use super::parse::notes_leaving;
use super::program::{
    ChartOfRules, Expr, ExprKind, Followed, MOST_ROUNDS, Routine, Statement, StatementKind,
};
use super::resolve::KEPT;
use crate::chance::{Chance, Indicator, Merging, Metric, Procedure, Step};
use crate::description::Moment;

impl Procedure for Game {
    #[inline]
    fn resolve<C: Merging>(&self, chance: &mut C, start: C::Of<()>) -> C::Of<()> {
        chance.stage(start, |chance, ()| {
            let mut course = Course {
                game: self,
                chance,
                step: Step(u8::from(self.program.follows_rulebook())),
                tells_values: self.program.groups.is_empty() && !self.program.follows_rulebook(),
                rounds: Vec::new(),
                turns: Vec::new(),
                news: Vec::new(),
                answer: None,
                shown: HashMap::new(),
                is_in_die: false,
            };
            let main = &self.program.main;
            let mut variables = vec![0; main.variables.len()];
            course.block(main, &main.body, &mut variables);
            course.tell_news(main);
            for (place, metric) in self.reported().iter().enumerate() {
                course.chance.record(Metric(place), variables[metric.variable]);
            }
        })
    }
}

/// The state of one path.
struct Course<'a, C> {
    game: &'a Game,
    chance: &'a mut C,
    /// The current step.
    step: Step,
    /// Whether values are told by their names. A text with a group, whose members have too many of them, or
    /// with the numbers of its steps, tells what it notes, and its dice.
    tells_values: bool,
    /// The current rounds of the enclosing loops with a number, and the indices of the current elements
    /// of the enclosing `for` loops.
    rounds: Vec<i32>,
    turns: Vec<usize>,
    /// The variables of the routine whose new values were not told yet.
    news: Vec<(usize, i64)>,
    /// The variable with the only answer to the roll that was told last.
    answer: Option<usize>,
    /// What the dice of rolls show whose faces are counted.
    shown: HashMap<usize, Vec<i64>>,
    /// Whether a die is rolled that is made of dice, and told together with others: what each of them comes to
    /// is not told.
    is_in_die: bool,
}

impl<C: Chance> Course<'_, C> {
    fn block(&mut self, routine: &Routine, block: &[Statement], variables: &mut [i64]) {
        block.iter().for_each(|statement| self.statement(routine, statement, variables));
    }

    /// Evaluates an expression. Faults were ruled out when the scenario was checked.
    fn value(&self, expr: &Expr, variables: &[i64]) -> i64 {
        let Game { program, keys, .. } = self.game;
        expr.value(variables, keys, &program.lists).unwrap_or(0)
    }

    fn statement(&mut self, routine: &Routine, Statement { kind, .. }: &Statement, variables: &mut [i64]) {
        match kind {
            StatementKind::Assign { variable, value } => self.assign(routine, *variable, value, variables),
            StatementKind::Range { .. } => {}
            StatementKind::Roll { roll, arguments, answers } => {
                let arguments: Vec<i64> =
                    arguments.iter().map(|argument| self.value(argument, variables)).collect();
                self.tell_news(routine);
                self.chance.note(self.step, String::new);
                self.roll(*roll, &arguments, answers, variables);
            }
            StatementKind::Call { definition, arguments, results, parts } => {
                let given: Vec<i64> =
                    arguments.iter().map(|argument| self.value(argument, variables)).collect();
                if let Some(parts) = *parts {
                    let whole = self.game.in_parts(*definition, &given, parts);
                    variables[results[0]] = whole.map_or(0, i64::from);
                    return;
                }
                self.tell_news(routine);
                let returned = self.play(*definition, &given);
                results.iter().zip(returned).for_each(|(&result, value)| variables[result] = value);
            }
            StatementKind::If { condition, yes, no } => {
                let branch = if self.value(condition, variables) != 0 { yes } else { no };
                self.block(routine, branch, variables);
            }
            StatementKind::Repeat { head, condition, body, is_of_members: true, .. } => loop {
                self.block(routine, head, variables);
                if self.value(condition, variables) == 0 {
                    break;
                }
                self.block(routine, body, variables);
            },
            StatementKind::Repeat { most, head, condition, body, state: changed, followed, .. } => {
                self.follow(routine, followed, Moment::Before, 0, variables);
                let depth = self.rounds.len();
                let number = most.as_ref().map(|most| self.value(most, variables));
                for round in 0..number.unwrap_or(MOST_ROUNDS) {
                    self.rounds.truncate(depth);
                    self.rounds.extend(number.map(|_| round as i32));
                    self.block(routine, head, variables);
                    if self.value(condition, variables) == 0 {
                        break;
                    }
                    self.follow(routine, followed, Moment::Begin, round, variables);
                    // These values are told at the beginning of the round.
                    self.news.retain(|(variable, _)| !changed.contains(variable));
                    self.turn(routine, body, variables, |variables| {
                        let begin = format!("Round {}", round + 1);
                        match changed.is_empty() {
                            true => begin,
                            false => {
                                format!("{begin}: {}", state(routine, changed.iter().copied(), variables))
                            }
                        }
                    });
                    self.follow(routine, followed, Moment::End, round, variables);
                }
                self.rounds.truncate(depth);
            }
            StatementKind::For { variable, values, body } => {
                for (turn, &value) in values.iter().enumerate() {
                    if self.is_left(routine, body, variables) {
                        break;
                    }
                    self.turns.push(turn);
                    variables[*variable] = value;
                    self.turn(routine, body, variables, |variables| {
                        state(routine, std::iter::once(*variable), variables)
                    });
                    self.turns.pop();
                }
            }
            StatementKind::Faces { rolls, variable, counts, is_from_high, body } => {
                for (turn, number) in self.game.numbers(rolls, *is_from_high).into_iter().enumerate() {
                    if self.is_left(routine, body, variables) {
                        break;
                    }
                    self.turns.push(turn);
                    variables[*variable] = number;
                    for (roll, &count) in rolls.iter().zip(counts) {
                        let shown = self.shown.get(roll).into_iter().flatten();
                        variables[count] = shown.filter(|&&shown| shown == number).count() as i64;
                    }
                    // A face that nobody rolled is not worth a line.
                    if counts.iter().any(|&count| variables[count] > 0) {
                        let told = std::iter::once(*variable).chain(counts.iter().copied());
                        self.turn(routine, body, variables, |variables| state(routine, told, variables));
                    } else {
                        self.block(routine, body, variables);
                    }
                    self.turns.pop();
                }
            }
            StatementKind::Choose(choice) => {
                self.tell_news(routine);
                self.choose(*choice, variables);
            }
            StatementKind::Chart(chart) => self.chart(routine, *chart, variables),
            StatementKind::Step(step) => {
                self.tell_news(routine);
                self.step = Step(*step as u8);
                self.chance.note(self.step, String::new);
            }
            StatementKind::Note(words) => {
                self.tell_news(routine);
                let Game { program, keys, .. } = self.game;
                self.chance.note(self.step, || in_words(words, variables, keys, &program.lists));
            }
        }
    }

    fn assign(&mut self, routine: &Routine, variable: usize, value: &Expr, variables: &mut [i64]) {
        let before = variables[variable];
        variables[variable] = self.value(value, variables);
        let kept = |from: usize| routine.variables[from].name.starts_with(KEPT);
        let is_kept = matches!(value.kind, ExprKind::Variable(from) if kept(from));
        // What only another member of a group may have got is no news, nor is what a loop has kept.
        if before == variables[variable] && (value.keeps(variable) || is_kept) {
            return;
        }
        let is_answer = matches!(value.kind, ExprKind::Variable(from) if Some(from) == self.answer);
        self.has_news(routine, variable, variables[variable], is_answer);
    }

    /// Whether a loop with this body was left by `stop` or `return`.
    fn is_left(&self, routine: &Routine, body: &[Statement], variables: &[i64]) -> bool {
        let [Statement { kind: StatementKind::If { condition, .. }, .. }] = body else { return false };
        let notes = |variable: usize| notes_leaving(&routine.variables[variable].name);
        condition.variables().any(notes) && self.value(condition, variables) == 0
    }

    /// Plays a definition. Returns its results.
    fn play(&mut self, definition: usize, arguments: &[i64]) -> Vec<i64> {
        let called = &self.game.program.definitions[definition];
        let mut own = vec![0; called.variables.len()];
        own[..arguments.len()].copy_from_slice(arguments);
        let parameters = 0..called.parameters;
        if self.tells_values {
            self.chance.note(self.step, || match called.parameters {
                0 => called.name.clone(),
                _ => format!("{}: {}", called.name, state(called, parameters, &own)),
            });
        }
        self.block(called, &called.body, &mut own);
        self.tell_news(called);
        called.outputs.iter().map(|&(output, _)| own[output]).collect()
    }

    /// Counts the marks of a chart, and tells them.
    fn chart(&mut self, routine: &Routine, chart: usize, variables: &mut [i64]) {
        let game = self.game;
        let ChartOfRules { title, variable, places, is_from_high, first, .. } = &game.program.charts[chart];
        let mut marks = Vec::new();
        for (followed, &place) in (*first..).zip(places) {
            variables[*variable] = place;
            self.follow(routine, &[followed], Moment::Before, 0, variables);
            let Followed { labels, value, .. } = &game.program.followed[followed];
            marks.push(labels[self.value(value, variables) as usize].as_str());
        }
        if *is_from_high {
            marks.reverse();
        }
        let is_short = marks.iter().all(|mark| mark.chars().count() == 1);
        self.chance.note(self.step, || format!("{title}: {}", marks.join(if is_short { "" } else { " " })));
    }

    /// Counts the followed values.
    fn follow(
        &mut self,
        routine: &Routine,
        followed: &[usize],
        moment: Moment,
        round: i64,
        variables: &mut [i64],
    ) {
        let game = self.game;
        for &place in followed {
            let Followed { head, value, .. } = &game.program.followed[place];
            self.block(routine, head, variables);
            let value = self.value(value, variables) as usize;
            let first = game.followed[place].place(moment, round as usize);
            self.chance.indicate(Indicator(first + value));
        }
    }

    /// Plays the body of a loop once. Its heading is told at the beginning; if the body begins with a
    /// step, the heading belongs to that step.
    fn turn(
        &mut self,
        routine: &Routine,
        body: &[Statement],
        variables: &mut [i64],
        text: impl FnOnce(&[i64]) -> String,
    ) {
        let steps = body.iter().take_while(|statement| matches!(statement.kind, StatementKind::Step(_)));
        let (steps, rest) = body.split_at(steps.count());
        self.block(routine, steps, variables);
        self.tell_news(routine);
        if self.tells_values {
            self.chance.note(self.step, || text(variables));
        }
        self.block(routine, rest, variables);
    }
}
