//! The reader that plays the text itself along one path, die by die: it narrates, and is the reference
//! for the other readers.
//!
//! Values are told by name, several in a line, after the dice that they come from. A round of a loop
//! begins with the variables that the loop changes, a definition with its parameters.

use std::collections::HashMap;
use std::sync::Arc;

use super::compile::Score;
use super::decide::table;
use super::game::Game;
use super::parse::notes_leaving;
use super::program::{
    ChartOfRules, Choice, Expr, ExprKind, Followed, KeyValues, MOST_ROUNDS, Options, Program, Routine,
    Statement, StatementKind, Type, Variable, Words,
};
use super::resolve::KEPT;
use super::roll::{Answers, MOST_STEPS, Roll};
use crate::chance::{Advice, Chance, Indicator, Law, Merging, Metric, Player, Procedure, Roller, Step};
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

/// A line of values is broken at about this many bytes.
const LINE: usize = 80;

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
            StatementKind::Assign { variable, value } => {
                let before = variables[*variable];
                variables[*variable] = self.value(value, variables);
                let kept = |from: usize| routine.variables[from].name.starts_with(KEPT);
                let is_kept = matches!(value.kind, ExprKind::Variable(from) if kept(from));
                // What only another member of a group may have got is no news, nor is what a loop has kept.
                if before == variables[*variable] && (value.keeps(*variable) || is_kept) {
                    return;
                }
                let is_answer = matches!(value.kind, ExprKind::Variable(from) if Some(from) == self.answer);
                self.has_news(routine, *variable, variables[*variable], is_answer);
            }
            StatementKind::Range { .. } => {}
            StatementKind::Roll { roll, arguments, answers } => {
                let arguments: Vec<i64> =
                    arguments.iter().map(|argument| self.value(argument, variables)).collect();
                self.tell_news(routine);
                self.chance.note(self.step, String::new);
                let described = &self.game.program.rolls[*roll];
                if described.made.is_some() || described.is_read_by_number() {
                    let given = self.throw(*roll, &arguments);
                    answers.iter().zip(given).for_each(|(&answer, value)| variables[answer] = value.into());
                    return self.tell_answers(described, answers, variables);
                }
                let drawn = match self.game.law(*roll, &arguments, MOST_STEPS) {
                    Ok((law, _)) => self.chance.draw(&law),
                    // Faults were found when the scenario was checked. A roll whose distribution takes
                    // too long to compute is rolled die by die.
                    Err(_) => self
                        .game
                        .pool(*roll, &arguments)
                        .map_or_else(|_| Answers::default(), |pool| self.chance.draw(&pool.unread())),
                };
                for (&answer, &value) in answers.iter().zip(&drawn.0) {
                    variables[answer] = value.into();
                }
                self.tell_answers(described, answers, variables);
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

    /// Rolls dice one by one whose faces are counted, and answers the questions about them.
    fn throw(&mut self, roll: usize, arguments: &[i64]) -> Vec<i32> {
        let mut shown: Vec<i64> = Vec::new();
        let parts = self.game.parts(roll, arguments);
        // Of dice that are made of dice, each is told with what it comes to, unless the text says what all do.
        let is_made = |(part, _): &(usize, _)| self.game.program.rolls[*part].made.is_some();
        let is_one = self.game.program.follows_rulebook() || !parts.iter().any(is_made);
        let gathers = is_one && !self.is_in_die;
        if gathers {
            self.chance.gather(true);
        }
        for (part, arguments) in parts {
            let dice = 0..arguments[0].max(0);
            // Faults were found when the scenario was checked.
            let Ok(pool) = self.game.pool(part, &arguments) else { continue };
            let described = &self.game.program.rolls[part];
            match described.made {
                None if described.is_deck => {
                    let mut left = described.faces.to_vec();
                    left.sort_unstable();
                    shown.extend(dice.map(|_| {
                        let card = i64::from(self.chance.draw(&card(&left)).0[0]);
                        left.remove(left.iter().position(|&other| other == card).unwrap_or(0));
                        card
                    }));
                }
                None => {
                    let one = pool.one();
                    shown.extend(dice.map(|_| i64::from(self.chance.draw(&one).0[0])));
                }
                Some(definition) => {
                    let was_in_die = std::mem::replace(&mut self.is_in_die, is_one);
                    shown.extend(dice.map(|_| {
                        let first = self.play(definition, &[])[0];
                        pool.again().iter().fold(first, |number, again| match again.contains(&number) {
                            true => self.play(definition, &[])[0],
                            false => number,
                        })
                    }));
                    self.is_in_die = was_in_die;
                }
            }
        }
        if gathers {
            self.chance.gather(false);
        }
        let pool = self.game.pool(roll, arguments);
        let answers = pool.map_or_else(|_| Vec::new(), |pool| pool.answers(&mut shown));
        self.shown.insert(roll, shown);
        answers
    }

    /// Tells the answers to the questions about a roll. A text that follows a rulebook says itself what several
    /// answers come to.
    fn tell_answers(&mut self, roll: &Roll, answers: &[usize], variables: &[i64]) {
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

    /// Makes a decision: the option that the scenario fixes, or else the best one.
    fn choose(&mut self, number: usize, variables: &mut [i64]) {
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
                let name = goal.name.replace('_', " ");
                text += &format!(": {name} {}{on_average}", table::in_words(goal, value));
                if let Some((other, loss)) = runner_up {
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

    /// Registers the new value of a variable. It is told next to the dice if it is their only answer,
    /// and together with other values otherwise. Unnamed variables are not told, and neither are
    /// reported ones, which are the outcome.
    fn has_news(&mut self, routine: &Routine, variable: usize, value: i64, is_answer: bool) {
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
    fn tell_news(&mut self, routine: &Routine) {
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
fn state(routine: &Routine, which: impl Iterator<Item = usize>, variables: &[i64]) -> String {
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

/// A card that is drawn from those that are left.
fn card(left: &[i64]) -> Law<Answers> {
    let share = |alike: &[i64]| (Answers::only(alike[0]), alike.len() as f64 / left.len() as f64);
    let weighted = left.chunk_by(|a, b| a == b).map(share);
    let cards = left.to_vec();
    let recipe = move |roller: &mut dyn Roller| {
        roller.reads(&cards);
        let card = cards[roller.roll(cards.len() as u32) as usize - 1];
        roller.shows(card);
        Answers::only(card)
    };
    Law::new(weighted.collect(), 0.0, Arc::new(recipe))
}
