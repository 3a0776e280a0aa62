//! `initiative`: the actions of a turn.

use super::step;
use crate::chance::{Chance, Law, Metric, MetricSpec, Procedure, Tables};
use crate::description::words::count;
use crate::description::{CheckedInput, InputReader, Prepared, Ready};

const INITIATIVE: Metric = Metric(0);
const ACTIONS: Metric = Metric(1);

/// The essence cost of wired reflexes, by level.
const ESSENCE: [i32; 4] = [0, 2, 3, 5];

/// How a character rolls Initiative, and at which counts of a turn he acts.
pub struct Initiative {
    /// Reaction, including the bonus from wired reflexes.
    reaction: i32,
    dice: u32,
    /// The distribution of the sum of the dice.
    law: Law<u32>,
    /// The difference between the counts of two actions.
    decrement: i32,
}

impl Initiative {
    /// Reads the Initiative of the character in the table `who`.
    pub fn read(input: &mut InputReader, who: &str) -> Initiative {
        let level = input.integer(&format!("{who}.wired_level"));
        let essence = ESSENCE[usize::try_from(level.clamp(0, 3)).unwrap_or(0)];
        let reaction = input.integer(&format!("{who}.reaction")) + 2 * level;
        let step = input.integer("rules.initiative_step");
        let (dice, decrement) = match input.is("rules.wired", "decrement") {
            true => (1, step - essence),
            false => (1 + level.unsigned_abs(), step),
        };
        if decrement < 1 {
            let message = format!("wired level {level} takes {essence} off a step of {step}");
            let help =
                format!("each action is at least 1 below the one before: write {} or more", essence + 1);
            input.fault("rules.initiative_step", message, help);
        }
        let law = Law::repeat(dice, &Law::die(6), 0, |sum, face| sum + face);
        Initiative { reaction, dice, law, decrement: decrement.max(1) }
    }

    /// Rolls the Initiative.
    #[inline(always)]
    pub fn roll<C: Chance>(&self, chance: &mut C) -> i32 {
        self.reaction + chance.draw(&self.law) as i32
    }

    /// The number of actions in a turn: at the Initiative and at every decrement below it, down to 1.
    pub fn actions(&self, initiative: i32) -> i32 {
        if initiative < 1 { 0 } else { (initiative - 1) / self.decrement + 1 }
    }

    pub fn least(&self) -> i32 {
        self.reaction + self.dice as i32
    }

    pub fn most(&self) -> i32 {
        self.reaction + 6 * self.dice as i32
    }

    pub fn dice_in_words(&self) -> String {
        format!("Reaction {} and {}", self.reaction, count(self.dice, "die", "dice"))
    }

    /// Describes the counts at which the character acts.
    pub fn counts_in_words(&self, initiative: i32) -> String {
        let counts = (0..self.actions(initiative)).map(|action| initiative - action * self.decrement);
        let counts: Vec<String> = counts.map(|count| count.to_string()).collect();
        format!("Initiative {initiative}: acts at {}", counts.join(", "))
    }
}

/// The actions of a turn.
struct Turn(Initiative);

impl Procedure for Turn {
    #[inline]
    fn resolve<C: Chance>(&self, chance: &mut C, start: C::Of<()>) -> C::Of<()> {
        chance.stage(start, |chance, ()| {
            let Turn(character) = self;
            chance.note(step::INITIATIVE, || character.dice_in_words());
            let initiative = character.roll(chance);
            chance.note(step::ACTIONS, || character.counts_in_words(initiative));
            chance.record(INITIATIVE, initiative);
            chance.record(ACTIONS, character.actions(initiative));
        })
    }
}

/// Prepares a turn.
pub fn prepare(input: &CheckedInput) -> Prepared {
    let mut input = InputReader::new(input);
    let character = Initiative::read(&mut input, "character");
    let (least, most) = (character.least(), character.most());
    let metrics = vec![
        MetricSpec::integer("initiative", "the Initiative", least.into(), most.into()).called("Initiative"),
        MetricSpec::integer("actions", "actions of the turn", 0, character.actions(most).into())
            .called("actions in the turn"),
    ];
    let wired = match input.integer("character.wired_level") {
        0 => String::new(),
        level => format!(", wired {level}"),
    };
    let Initiative { reaction, decrement, .. } = character;
    let choices = format!("Reaction {reaction}{wired}: each action {decrement} below the one before");
    input.finish(Ready::new(Turn(character), Tables::new(metrics, step::turn()), choices))
}
