//! The narrator: rolls dice and writes down what happens.

use serde::Serialize;

use super::{Drawn, Law, Ledger, Packing, Roller, Source, Step, Trial};

/// One resolution as a story.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Story {
    /// The steps in the order in which they were reached.
    pub steps: Vec<Told>,
    /// The joint outcome, packed.
    #[serde(skip)]
    pub key: u64,
}

/// One step of a story.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Told {
    /// Which step of the rule text.
    pub step: Step,
    /// What happened in it, in order.
    pub lines: Vec<Line>,
}

/// One thing that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Line {
    /// A note of the rule text.
    Note(String),
    /// A roll of dice.
    Roll {
        /// The dice in the order in which they were rolled.
        dice: Vec<Die>,
        /// The result of the roll, in words.
        result: String,
    },
}

/// A die that was rolled.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Die {
    /// What it shows: more than one number when it exploded or was rerolled.
    pub faces: Vec<i64>,
    /// Whether each of its faces counts separately; otherwise they are added.
    pub rerolled: bool,
}

/// Rolls the same dice as [`Dice`](super::Dice) and writes everything down.
pub type Narrator<'a> = Trial<'a, Telling<'a>, Ledger<'a>>;

/// A [`Source`] that rolls die by die and writes the story.
pub struct Telling<'a> {
    witness: Witness<'a>,
    steps: Vec<Told>,
    /// While several draws are a single roll: whether one of them was told.
    gathered: Option<bool>,
}

/// Passes rolls on and records their faces.
struct Witness<'a> {
    roller: &'a mut dyn Roller,
    dice: Vec<Die>,
}

impl Roller for Witness<'_> {
    fn roll(&mut self, faces: u32) -> u32 {
        let face = self.roller.roll(faces);
        self.dice.push(Die { faces: vec![face.into()], ..Die::default() });
        face
    }

    fn again(&mut self, faces: u32) -> u32 {
        let face = self.roller.again(faces);
        self.dice.last_mut().expect("a die was rolled before it exploded").faces.push(face.into());
        face
    }

    fn reroll(&mut self, faces: u32) -> u32 {
        let face = self.roller.reroll(faces);
        let die = self.dice.last_mut().expect("a die was rolled before it is rerolled");
        die.faces.push(face.into());
        die.rerolled = true;
        face
    }

    fn reads(&mut self, numbers: &[i64]) {
        self.roller.reads(numbers);
    }

    fn shows(&mut self, number: i64) {
        let die = self.dice.last_mut().expect("a die was rolled before it shows a number");
        *die.faces.last_mut().expect("a die that was rolled has a face") = number;
    }
}

impl<'a> Narrator<'a> {
    /// A narrator that rolls with `roller`, for a procedure with so many indicators.
    pub fn new(roller: &'a mut dyn Roller, packing: &'a Packing, indicators: usize) -> Self {
        let witness = Witness { roller, dice: Vec::new() };
        let recorder = Ledger::new(packing).with_indicators(indicators);
        Trial::of(Telling { witness, steps: Vec::new(), gathered: None }, recorder)
    }

    /// The story so far.
    pub fn finish(mut self) -> Story {
        Story { key: self.recorder.take(), steps: self.source.steps }
    }
}

impl Telling<'_> {
    /// The current step.
    fn step(&mut self) -> &mut Told {
        self.steps.last_mut().expect("a step is noted before its dice are rolled")
    }
}

impl Source for Telling<'_> {
    const ROLLS: bool = true;

    fn draw<T: Drawn>(&mut self, law: &Law<T>) -> T {
        let outcome = law.roll(&mut self.witness);
        let more = std::mem::take(&mut self.witness.dice);
        let is_begun = self.gathered.as_mut().is_some_and(|is_begun| std::mem::replace(is_begun, true));
        match self.step().lines.last_mut() {
            Some(Line::Roll { dice, result }) if is_begun => {
                dice.extend(more);
                result.clear();
            }
            _ => self.step().lines.push(Line::Roll { dice: more, result: outcome.to_string() }),
        }
        outcome
    }

    fn note(&mut self, step: Step, text: impl FnOnce() -> String) {
        if self.steps.last().is_none_or(|told| told.step != step) {
            self.steps.push(Told { step, lines: Vec::new() });
        }
        self.step().lines.extend(text().lines().map(|line| Line::Note(line.to_owned())));
    }

    fn gather(&mut self, is_on: bool) {
        self.gathered = is_on.then_some(false);
    }

    fn tell(&mut self, text: impl FnOnce() -> String) {
        let told = self.step();
        let Some(Line::Roll { result, .. }) = told.lines.last_mut() else {
            unreachable!("dice are told right after they are drawn")
        };
        let text = text();
        let mut lines = text.lines();
        *result = lines.next().unwrap_or_default().to_owned();
        told.lines.extend(lines.map(|line| Line::Note(line.to_owned())));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::chance::{Chance, GivenDice, Merging, Metric, MetricSpec};

    #[test]
    fn steps_dice_and_explosions_are_written_down() {
        let packing = Packing::all(&[MetricSpec::integer("sum", "", 0, 1_000)]).unwrap();
        let mut dice = GivenDice::new(&[6, 6, 3, 2]);
        let mut narrator = Narrator::new(&mut dice, &packing, 0);
        let exploding = |dice: &mut dyn Roller| {
            let (mut face, mut sum) = (dice.roll(6), 0);
            while face == 6 {
                sum += face;
                face = dice.again(6);
            }
            sum + face
        };
        let die = Law::new(vec![(0, 1.0)], 0.0, Arc::new(exploding));
        let pool = Law::repeat(2, &die, 0, |sum, value| sum + value);
        let step = Step(3);
        narrator.note(step, || "two dice".to_owned());
        let sum = narrator.draw(&pool);
        narrator.record(Metric(0), sum);
        narrator.note(step, || "that is all".to_owned());
        let dice = [vec![6, 6, 3], vec![2]].map(|faces| Die { faces, ..Die::default() });
        let roll = Line::Roll { dice: dice.to_vec(), result: "17".to_owned() };
        let lines = vec![Line::Note("two dice".to_owned()), roll, Line::Note("that is all".to_owned())];
        assert_eq!(narrator.finish(), Story { steps: vec![Told { step, lines }], key: 17 });
    }

    #[test]
    fn what_is_told_of_dice_stands_for_their_outcome_and_more_lines_below() {
        let packing = Packing::all(&[MetricSpec::integer("sum", "", 0, 10)]).unwrap();
        let mut dice = GivenDice::new(&[4]);
        let mut narrator = Narrator::new(&mut dice, &packing, 0);
        narrator.note(Step(0), String::new);
        narrator.draw_alike(&Law::die(6), |face| face > 3);
        narrator.tell(|| "a four\nmore than three".to_owned());
        let dice = vec![Die { faces: vec![4], ..Die::default() }];
        let roll = Line::Roll { dice, result: "a four".to_owned() };
        let lines = vec![roll, Line::Note("more than three".to_owned())];
        assert_eq!(narrator.finish().steps, vec![Told { step: Step(0), lines }]);
    }
}
