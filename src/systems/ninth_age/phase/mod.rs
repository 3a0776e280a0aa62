//! `phase`: a whole magic phase.

pub mod prepare;

mod game;

mod chances;

mod scores;

mod values;

mod solution;

mod solved;

mod strategy;

mod tables;

mod words;

mod wizards;

#[cfg(test)]
mod by_choices;

use std::sync::Arc;

use super::attempt::{DispelRoll, Verdict, note_broken};
use super::step;
use crate::chance::{Chance, Metric, MetricSpec, Procedure, Progress, Stopped};
use crate::description::words::capitalized;

use self::game::{CastingOption, Game, State, Version};
use self::solved::Solved;

const SPELLS_CAST: Metric = Metric(0);
const SPELLS_DISPELLED: Metric = Metric(1);
const SPELLS_FAILED: Metric = Metric(2);
const SPELLS_BROKEN: Metric = Metric(3);
const MISCASTS: Metric = Metric(4);
const MAGIC_DICE_LEFT: Metric = Metric(5);
const DISPEL_DICE_LEFT: Metric = Metric(6);
const WORTH: Metric = Metric(7);
/// The index of the metric of the first spell; the others follow in order.
const CAST: usize = 8;

/// A magic phase, in which both players follow their policies.
pub struct Phase {
    strategy: Arc<Solved>,
    /// The maximum number of attempts.
    attempts: u32,
}

/// The state of a phase between two attempts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Moment {
    /// The caster is about to choose, at this node of the strategy.
    Before(usize),
    /// No attempt follows. The dice left are kept only if their metrics are wanted.
    Over { magic_dice: u32, dispel_dice: u32 },
}

impl Procedure for Phase {
    #[inline]
    fn resolve<C: Chance>(&self, chance: &mut C, start: C::Of<()>) -> C::Of<()> {
        let first = self.strategy.game.start();
        let mut moment = chance.stage(start, |chance, ()| self.moment(chance, first));
        for _ in 0..self.attempts {
            moment = chance.stage(moment, |chance, moment| match moment {
                Moment::Before(node) => self.attempt(chance, node),
                over => over,
            });
        }
        chance.stage(moment, |chance, moment| {
            if let Moment::Over { magic_dice, dispel_dice } = moment {
                chance.record(MAGIC_DICE_LEFT, magic_dice);
                chance.record(DISPEL_DICE_LEFT, dispel_dice);
            }
        })
    }

    fn solve(&self, progress: &Progress) -> Result<(), Stopped> {
        self.strategy.solve(progress)
    }
}

impl Phase {
    /// The moment before the next attempt, or after the last one.
    #[inline(always)]
    fn moment<C: Chance>(&self, chance: &mut C, state: State) -> Moment {
        let (place, node) = self.strategy.node(state);
        if node.choice.is_some() {
            return Moment::Before(place);
        }
        let wanted = |metric, dice| if chance.wants(&[metric]) { dice } else { 0 };
        let over = Moment::Over {
            magic_dice: wanted(MAGIC_DICE_LEFT, state.magic_dice),
            dispel_dice: wanted(DISPEL_DICE_LEFT, state.dispel_dice),
        };
        chance.note(step::DECLARE, || words::stop(&self.strategy, node));
        over
    }

    /// One attempt: steps A to F.
    #[inline(always)]
    fn attempt<C: Chance>(&self, chance: &mut C, place: usize) -> Moment {
        let game = &self.strategy.game;
        let node = &self.strategy.nodes[place];
        let choice = &game.choices[node.choice.expect("there is an attempt before every such moment")];
        let version = &game.versions[choice.version];
        chance.note(step::DECLARE, || words::declared(&self.strategy, node));
        chance.note(step::ROLL_CASTING, || version.casting.words(&game.rules, choice.dice));
        let rolled = chance.draw(&choice.law);
        let verdict = rolled.roll.verdict;
        verdict.note(chance);

        let mut next = game.used(node.state, choice);
        if let Verdict::Failed { back } = verdict {
            chance.record(SPELLS_FAILED, 1);
            next.magic_dice += back;
            return self.moment(chance, next);
        }
        let answer = node.answers[rolled.place];
        chance.note(step::DECLARE_DISPEL, || words::answered(&self.strategy, node, rolled));
        if let Some(dispelling) = answer.dispelling.map(|place| &self.strategy.dispellings[place]) {
            next.dispel_dice -= dispelling.dice;
            match dispelling.roll(chance) {
                DispelRoll::Dispelled => {
                    chance.record(SPELLS_DISPELLED, 1);
                    return self.moment(chance, next);
                }
                DispelRoll::Failed { back } => next.dispel_dice += back,
            }
        }
        self.let_through(chance, choice, version, verdict);
        next.magic_dice += Game::back(verdict);
        self.moment(chance, next)
    }

    /// Steps C to F: a passed attempt that is not dispelled.
    #[inline(always)]
    fn let_through<C: Chance>(
        &self,
        chance: &mut C,
        choice: &CastingOption,
        version: &Version,
        verdict: Verdict,
    ) {
        let game = &self.strategy.game;
        chance.record(WORTH, game.gain(choice.version, verdict));
        if let Verdict::Broken { back } = verdict {
            note_broken(chance, back, game.miscast_cost);
            chance.record(SPELLS_BROKEN, 1);
            chance.record(MISCASTS, 1);
            return;
        }
        let spell = &game.spells[version.spell];
        chance.note(step::RESOLVE, || {
            format!("{} is cast: {}", spell.name, words::whole_points(version.worth))
        });
        chance.record(SPELLS_CAST, 1);
        chance.record(Metric(CAST + version.spell), 1);
        if spell.attribute_worth > 0 {
            chance.note(step::ATTRIBUTE, || format!("{} more", words::whole_points(spell.attribute_worth)));
        }
        if let Verdict::Miscast(miscast) = verdict {
            chance.note(step::MISCAST, || words::miscast(miscast, choice.dice, game.miscast_cost));
            chance.record(MISCASTS, 1);
        }
    }
}

/// The metrics of a phase.
fn metrics(game: &Game) -> Vec<MetricSpec> {
    let attempts: i64 = game.spells.iter().map(|spell| i64::from(spell.attempts)).sum();
    let best = |spell: usize| {
        let worths = game.versions.iter().enumerate().filter(|(_, version)| version.spell == spell);
        worths.map(|(version, _)| i64::from(game.success(version))).max().unwrap_or(0)
    };
    // Attempts that are cast or dispelled use up their dice, so the dice limit their number.
    let passed = |attempts: i64| attempts.min(game.magic_dice.into());
    let all: i64 =
        game.spells.iter().enumerate().map(|(spell, of)| passed(of.attempts.into()) * best(spell)).sum();
    let most = all.min(passed(attempts) * (0..game.spells.len()).map(best).max().unwrap_or(0));
    let count = |name, help, most: i64| MetricSpec::integer(name, help, 0, most);
    let mut metrics = vec![
        count("spells_cast", "attempts whose spell is cast", passed(attempts)).called("spells cast"),
        count("spells_dispelled", "attempts that are dispelled", passed(attempts)).called("spells dispelled"),
        count("spells_failed", "casting attempts that fail", attempts).called("casting attempts failed"),
        count("spells_broken", "attempts that end in Broken Concentration", attempts)
            .called("attempts broken"),
        count("miscasts", "miscasts that take effect, Broken Concentration included", attempts)
            .called("miscasts"),
        count("magic_dice_left", "magic dice left at the end", game.magic_dice.into())
            .called("magic dice left"),
        count("dispel_dice_left", "dispel dice left at the end", game.dispel_dice.into())
            .called("dispel dice left"),
        MetricSpec::integer(
            "worth",
            "worth of what is cast, less the cost of miscasts",
            -attempts * i64::from(game.miscast_cost),
            most,
        )
        .called("points of worth")
        .leading(true),
    ];
    for spell in &game.spells {
        let name = format!("cast_{}", spell.name.replace('-', "_"));
        let label = format!("times {} is cast", capitalized(&spell.name.replace('-', " ")));
        let help = "times this spell is cast";
        let most = passed(spell.attempts.into());
        metrics.push(MetricSpec::integer(&name, help, 0, most).called(label));
    }
    metrics
}
