//! Dice rolled one by one.

use std::cmp::Reverse;
use std::sync::Arc;

use super::{Answers, Asked};
use crate::chance::Roller;

/// The dice of a roll, to be rolled one by one.
pub struct Physical {
    pub faces: Arc<[i64]>,
    /// For each reroll, the numbers that are rerolled.
    pub again: Vec<Vec<i64>>,
    /// The numbers with which a die is rolled on, and how often at most.
    pub open: Vec<i64>,
    pub most: u32,
    pub is_compound: bool,
    pub numbers: Vec<i64>,
    pub asked: Vec<Asked>,
    pub dice: u32,
}

impl Physical {
    /// Rolls all dice and answers the questions.
    pub fn roll(&self, roller: &mut dyn Roller) -> Answers {
        let mut shown = Vec::new();
        (0..self.dice).for_each(|_| self.roll_one(roller, &mut shown));
        let mut answers = Answers::default();
        answers.0.iter_mut().zip(self.answers(&mut shown)).for_each(|(answer, given)| *answer = given);
        answers
    }

    /// Rolls one die, and the dice that follow it.
    pub fn roll_one(&self, roller: &mut dyn Roller, shown: &mut Vec<i64>) {
        let mut number = self.die(roller, false);
        let mut value = number;
        let mut further = 0;
        while further < self.most && self.open.contains(&number) {
            further += 1;
            number = self.die(roller, true);
            if self.is_compound {
                value += number;
            } else {
                shown.push(value);
                value = number;
            }
        }
        shown.push(value);
    }

    /// The answers to the questions, from what the dice show. Sorts them, the highest first.
    pub fn answers(&self, shown: &mut [i64]) -> Vec<i32> {
        shown.sort_unstable_by_key(|&number| Reverse(number));
        let answer = |asked: &Asked| match asked {
            // A value beyond the cut of an open-ended die counts as the greatest number before the cut.
            Asked::Added(by_place) => shown
                .iter()
                .map(|shown| by_place[self.numbers.iter().position(|n| n <= shown).unwrap_or(0)] as i32)
                .sum(),
            Asked::Places(places) => {
                shown[places.start as usize..places.end as usize].iter().map(|&number| number as i32).sum()
            }
            Asked::Most => shown.chunk_by(|a, b| a == b).map(|group| group.len() as i32).max().unwrap_or(0),
        };
        self.asked.iter().map(answer).collect()
    }

    /// Rolls one die, and rerolls it as the rules say.
    fn die(&self, roller: &mut dyn Roller, is_further: bool) -> i64 {
        let faces = self.faces.len() as u32;
        let face = |roller: &mut dyn Roller, face: u32| {
            let number = self.faces[face as usize - 1];
            roller.shows(number);
            number
        };
        roller.reads(&self.faces);
        let rolled = if is_further { roller.again(faces) } else { roller.roll(faces) };
        let mut number = face(roller, rolled);
        for again in &self.again {
            if again.contains(&number) {
                roller.reads(&self.faces);
                let rolled = roller.reroll(faces);
                number = face(roller, rolled);
            }
        }
        number
    }
}
