//! The value of every choice in every state of one position.

use std::ops::RangeInclusive;

use super::super::attempt::{CastingRoll, Verdict};
use super::chances::{Chances, Failed};
use super::game::{Game, Known, Passed, Rolled, State};
use super::values::Values;

/// A spell of a wizard, prepared for scoring its choices.
pub struct Model {
    /// The ways to break: the index of the total, and the number of dice that return.
    broken: Vec<(usize, u32)>,
    versions: Vec<VersionModel>,
}

struct VersionModel {
    /// The gain if it is cast, and if it is cast with a miscast effect.
    gains: [f64; 2],
    /// Its choices, by index, with their outcomes.
    choices: Vec<(usize, Vec<Outcome>)>,
}

/// An outcome of a choice.
struct Outcome {
    probability: f64,
    kind: OutcomeKind,
}

enum OutcomeKind {
    /// Failed; this number of dice returns.
    Failed(u32),
    /// Cast if it is let through: the index of the gain, and that of the total.
    Cast(usize, usize),
    /// Broken: the index in the model's list.
    Broken(usize),
}

impl Model {
    pub fn new(game: &Game, known: Known, chances: &Chances) -> Model {
        let mut model = Model { broken: Vec::new(), versions: Vec::new() };
        for version in (0..game.versions.len()).filter(|&version| game.versions[version].known() == known) {
            let success = game.success(version);
            let gains = [success, success - game.miscast_cost].map(f64::from);
            let mut choices = Vec::new();
            for (place, choice) in
                game.choices.iter().enumerate().filter(|(_, choice)| choice.version == version)
            {
                let outcomes = choice.law.iter();
                let outcome = |(rolled, probability): (Rolled, f64)| Outcome {
                    probability,
                    kind: model.kind(rolled.roll, chances),
                };
                choices.push((place, outcomes.map(outcome).collect()));
            }
            model.versions.push(VersionModel { gains, choices });
        }
        model
    }

    fn kind(&mut self, roll: CastingRoll, chances: &Chances) -> OutcomeKind {
        let total = chances.place(roll.total);
        match roll.verdict {
            Verdict::Failed { back } => OutcomeKind::Failed(back),
            Verdict::Broken { back } => OutcomeKind::Broken(place_of(&mut self.broken, (total, back))),
            Verdict::Cast => OutcomeKind::Cast(0, total),
            Verdict::Miscast(_) => OutcomeKind::Cast(1, total),
        }
    }
}

/// The index of an item, which is added if it is new.
fn place_of<T: PartialEq>(items: &mut Vec<T>, item: T) -> usize {
    items.iter().position(|other| *other == item).unwrap_or_else(|| {
        items.push(item);
        items.len() - 1
    })
}

/// The value of every choice in every state of one position.
pub struct Scores<'a> {
    game: &'a Game,
    /// By magic dice, dispel dice and choice; NaN if the choice cannot be made.
    values: Vec<f64>,
    /// The value of each number of dice that the dispeller may use, by total, without the gain.
    replies: Vec<Vec<f64>>,
    /// The values of the best replies, by the gain at stake and by total.
    cast: [Vec<f64>; 2],
    /// The values of the best replies to attempts that break.
    broken: Vec<f64>,
}

impl<'a> Scores<'a> {
    pub fn new(game: &'a Game, chances: &Chances) -> Self {
        let states = (game.magic_dice as usize + 1) * (game.dispel_dice as usize + 1);
        Scores {
            game,
            values: vec![f64::NAN; states * game.choices.len()],
            replies: vec![vec![0.0; chances.totals.len()]; chances.most() as usize + 1],
            cast: [(); 2].map(|()| vec![0.0; chances.totals.len()]),
            broken: Vec::new(),
        }
    }

    pub fn clear(&mut self) {
        self.values.fill(f64::NAN);
    }

    /// The scores of all choices in a state of the position.
    pub fn of(&self, magic_dice: u32, dispel_dice: u32) -> &[f64] {
        let start = self.start(magic_dice, dispel_dice);
        &self.values[start..start + self.game.choices.len()]
    }

    fn start(&self, magic_dice: u32, dispel_dice: u32) -> usize {
        let game = self.game;
        (magic_dice as usize * (game.dispel_dice as usize + 1) + dispel_dice as usize) * game.choices.len()
    }

    /// Scores the choices of one spell by one wizard that lead to a state.
    pub fn fill(&mut self, values: &Values, chances: &Chances, model: &Model, passed: Passed) {
        let game = self.game;
        let Passed { from, next } = passed;
        let can_be_made = |choice: usize| {
            let choice = &game.choices[choice];
            let before = next.magic_dice + choice.dice;
            (before <= game.magic_dice && game.allows(from, choice, before)).then_some(before)
        };
        let mut choices = model.versions.iter().flat_map(|version| &version.choices);
        if choices.all(|(choice, _)| can_be_made(*choice).is_none()) {
            return;
        }
        let dice = chances.useful(game.replies(from, next.dispel_dice));
        self.reply(values.by_dispel_dice(game, next), chances, next, &dice);
        self.reply_to_broken(values, chances, model, next, &dice);
        for version in &model.versions {
            self.avert(version.gains, chances, &dice);
            for (choice, outcomes) in &version.choices {
                let Some(before) = can_be_made(*choice) else { continue };
                let score = outcomes.iter().map(|Outcome { probability, kind }| {
                    probability
                        * match *kind {
                            OutcomeKind::Failed(back) => {
                                values.of(game, State { magic_dice: next.magic_dice + back, ..next })
                            }
                            OutcomeKind::Cast(gain, total) => self.cast[gain][total],
                            OutcomeKind::Broken(place) => self.broken[place],
                        }
                });
                let score = score.sum();
                let start = self.start(before, next.dispel_dice);
                self.values[start + choice] = score;
            }
        }
    }

    /// Computes the values of these numbers of dispel dice for all totals, without the gain. `values`
    /// are the values of the next state by its dispel dice.
    fn reply(&mut self, values: &[f64], chances: &Chances, next: State, dice: &RangeInclusive<u32>) {
        for (dice, reply) in dice.clone().zip(&mut self.replies) {
            let after = (next.dispel_dice - dice) as usize;
            let Some(chance) = chances.of(dice) else {
                reply.fill(values[after]);
                continue;
            };
            for (worth, p) in reply.iter_mut().zip(&chance.dispelled) {
                *worth = p * values[after];
            }
            for Failed { back, first, p } in &chance.failed {
                let value = values[after + back];
                for (worth, p) in reply[*first..].iter_mut().zip(p) {
                    *worth += p * value;
                }
            }
        }
    }

    /// The values of the best replies to attempts that break.
    fn reply_to_broken(
        &mut self,
        values: &Values,
        chances: &Chances,
        model: &Model,
        next: State,
        dice: &RangeInclusive<u32>,
    ) {
        let game = self.game;
        let dispelled = values.by_dispel_dice(game, next);
        let cost = -f64::from(game.miscast_cost);
        self.broken.clear();
        for &(total, back) in &model.broken {
            let through = State { magic_dice: next.magic_dice + back, ..next };
            if through.magic_dice > game.magic_dice {
                // This many dice can return only from an attempt with more dice than the pool has,
                // which cannot be made.
                self.broken.push(f64::NAN);
                continue;
            }
            let through = values.by_dispel_dice(game, through);
            let reply = |dice| chances.expect(total, dice, next.dispel_dice, cost, dispelled, through);
            self.broken.push(dice.clone().map(reply).fold(f64::INFINITY, f64::min));
        }
    }

    /// Computes the values of the best replies against these gains.
    fn avert(&mut self, gains: [f64; 2], chances: &Chances, dice: &RangeInclusive<u32>) {
        for (cast, gain) in self.cast.iter_mut().zip(gains) {
            cast.fill(f64::INFINITY);
            for (dice, replies) in dice.clone().zip(&self.replies) {
                // A number of dice that is certain to dispel lets nothing pass.
                let passes = chances.of(dice).map_or(&chances.nothing, |chance| &chance.passes);
                for ((least, worth), p) in cast.iter_mut().zip(replies).zip(passes) {
                    let reply = worth + p * gain;
                    *least = if reply < *least { reply } else { *least };
                }
            }
        }
    }
}
