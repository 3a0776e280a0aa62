//! Rolls dice, one by one where it is their faces that count.

use std::sync::Arc;

use super::super::roll::{Answers, MOST_STEPS};
use super::Course;
use crate::chance::{Chance, Law, Roller};

impl<C: Chance> Course<'_, C> {
    /// Rolls dice, and tells them.
    pub(super) fn roll(&mut self, roll: usize, arguments: &[i64], answers: &[usize], variables: &mut [i64]) {
        let described = &self.game.program.rolls[roll];
        if described.made.is_some() || described.is_read_by_number() {
            let given = self.throw(roll, arguments);
            answers.iter().zip(given).for_each(|(&answer, value)| variables[answer] = value.into());
            return self.tell_answers(described, answers, variables);
        }
        let drawn = match self.game.law(roll, arguments, MOST_STEPS) {
            Ok((law, _)) => self.chance.draw(&law),
            // Faults were found when the scenario was checked. A roll whose distribution takes
            // too long to compute is rolled die by die.
            Err(_) => self
                .game
                .pool(roll, arguments)
                .map_or_else(|_| Answers::default(), |pool| self.chance.draw(&pool.unread())),
        };
        for (&answer, &value) in answers.iter().zip(&drawn.0) {
            variables[answer] = value.into();
        }
        self.tell_answers(described, answers, variables);
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
        if shown.is_empty() && !self.is_in_die {
            // That there are no dice is told, too.
            self.chance.draw(&Law::certain(Answers::default()));
        }
        if gathers {
            self.chance.gather(false);
        }
        let pool = self.game.pool(roll, arguments);
        let answers = pool.map_or_else(|_| Vec::new(), |pool| pool.answers(&mut shown));
        self.shown.insert(roll, shown);
        answers
    }
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
