//! `melee`: rounds until a fight is decided.

use std::sync::Arc;

use super::bonus::Advantage;
use super::fight::Fight;
use super::goal::Goal;
use super::matchup::Matchup;
use super::wounds::Lost;
use super::{choosing, prepare, step};
use crate::chance::{Indicator, Merging, Metric, MetricSpec, Playable, Procedure, Tables};
use crate::description::words::count;
use crate::description::{CheckedInput, Datum, InputReader, Prepared, Ready, SideTable};

pub const WINNER: Metric = Metric(0);
const ROUNDS: Metric = Metric(1);
const HERO_BODY_LOST: Metric = Metric(2);
const HERO_FATIGUE_LOST: Metric = Metric(3);
const FOES_OUT: Metric = Metric(4);

const WINNERS: [&str; 4] = ["hero", "foes", "both-out", "undecided"];

/// How a fight stands, in the order of [`WINNERS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Hero,
    Foes,
    BothOut,
    Undecided,
}

/// The ways in which a round may end a fight: indicators of each round, in the order of
/// [`Outcome`].
pub const ENDINGS: usize = 3;

/// A fight to its end.
struct Melee {
    matchup: Matchup,
    before: Fight,
    max_rounds: u32,
}

impl Procedure for Melee {
    const DECIDES: bool = true;

    fn resolve<C: Merging>(&self, chance: &mut C, start: C::Of<()>) -> C::Of<()> {
        let mut fight = chance.stage(start, |_, ()| self.before);
        fight = chance.until(
            fight,
            self.max_rounds,
            |fight| fight.over,
            |chance, fight, round| {
                let fight = self.matchup.round(chance, fight, Some(round));
                chance.unless_over(fight, |chance, fight| {
                    chance.record(ROUNDS, 1);
                    self.matchup.fatigue_rolls(chance, fight);
                    let outcome = self.outcome(fight);
                    if outcome != Outcome::Undecided {
                        chance.indicate_in(round, outcome as usize, ENDINGS);
                        self.end(chance, fight, outcome);
                    }
                })
            },
        );
        chance.stage(fight, |chance, mut fight| {
            if !fight.over {
                chance.indicate(Indicator(ENDINGS * self.max_rounds as usize));
                self.end(chance, &mut fight, Outcome::Undecided);
            }
        })
    }
}

impl Melee {
    /// Counts a fight that is over.
    #[inline(always)]
    fn end<C: Merging>(&self, chance: &mut C, fight: &mut Fight, outcome: Outcome) {
        let hero = fight.hero;
        let Lost { body, fatigue } = self.before.hero;
        chance.record(WINNER, outcome as i64);
        chance.record(HERO_BODY_LOST, hero.body - body);
        chance.record(HERO_FATIGUE_LOST, hero.fatigue - fatigue);
        chance.record(FOES_OUT, (self.matchup.foes.len() - fight.standing()) as i64);
        *fight = Fight::OVER;
    }

    /// What makes it take long to find the best use of hits.
    fn sizes(&self) -> String {
        let rounds = count(self.max_rounds, "round", "rounds");
        let levels = count(self.matchup.rules.levels().into(), "level of each kind", "levels of each kind");
        let kept = if self.matchup.rules.initiative_once { " and Initiative dice that are kept" } else { "" };
        format!("{rounds}, {levels}, bonuses of up to {}{kept}", self.matchup.most_saved())
    }

    #[inline(always)]
    fn outcome(&self, fight: &Fight) -> Outcome {
        let levels = self.matchup.rules.levels();
        let hero_out = fight.hero.body >= levels || fight.hero.fatigue >= levels;
        match (hero_out, fight.standing() == 0) {
            (false, false) => Outcome::Undecided,
            (false, true) => Outcome::Hero,
            (true, false) => Outcome::Foes,
            (true, true) => Outcome::BothOut,
        }
    }
}

/// Prepares a melee.
pub fn prepare(input: &CheckedInput) -> Prepared {
    let mut input = InputReader::new(input);
    let advantage = Advantage::read(&input);
    let (matchup, before) = prepare::matchup(&mut input, advantage, false);
    if advantage.is_some() && matchup.foes.len() > 1 {
        let message = format!("advantage is saved in a duel only, and there are {} foes", matchup.foes.len());
        input.fault("choice.advantage", message, "one foe, or choice.advantage = \"never\"");
    }
    let max_rounds = input.integer("choice.max_rounds") as u32;
    let choices = prepare::words(&input, &matchup);
    let metrics = metrics(&matchup, &before, max_rounds);
    let endings = ENDINGS * max_rounds as usize + 1;
    let steps = if matchup.chooses() { step::round_with_choice() } else { step::round() };
    let tables = Tables::new(metrics, steps).with_indicators(endings, &[WINNER, ROUNDS]);
    let melee = Melee { matchup, before, max_rounds };
    let mut ready = if melee.matchup.chooses() {
        let goal = Goal::read(&input);
        let sizes = melee.sizes();
        let melee = Arc::new(Playable::new(melee, tables.with_objective(goal.objective(sizes))));
        Ready {
            derived: goal.value(Arc::clone(&melee)),
            tables: vec![choosing::policy(Arc::clone(&melee))],
            ..Ready::of(melee, choices)
        }
    } else {
        Ready::new(melee, tables, choices)
    };
    ready.tables.push(rounds(max_rounds as usize));
    input.finish(ready)
}

fn metrics(matchup: &Matchup, before: &Fight, max_rounds: u32) -> Vec<MetricSpec> {
    let left = |lost: u8| i64::from(matchup.rules.levels().saturating_sub(lost));
    vec![
        MetricSpec::label("winner", "who is left standing", WINNERS).called("winner"),
        MetricSpec::integer("rounds", "rounds fought", 1, max_rounds.into()).called("rounds fought"),
        MetricSpec::integer("hero_body_lost", "Body levels lost by the hero", 0, left(before.hero.body))
            .called("Body levels lost"),
        MetricSpec::integer(
            "hero_fatigue_lost",
            "Fatigue levels lost by the hero",
            0,
            left(before.hero.fatigue),
        )
        .called("Fatigue levels lost"),
        MetricSpec::integer("foes_out", "foes out, by wounds or fatigue", 0, matchup.foes.len() as i64)
            .called("foes out"),
    ]
}

/// The table of who stands after each round: ended fights stay as they ended.
fn rounds(max_rounds: usize) -> SideTable {
    let columns = ["round", "hero_standing", "all_foes_out", "undecided"];
    SideTable::of_indicators("rounds.csv", columns, move |indicators| {
        let ends = |round: usize, outcome: Outcome| indicators[ENDINGS * (round - 1) + outcome as usize];
        let by = |round: usize, outcome| (1..=round).map(|round| ends(round, outcome)).sum::<f64>();
        let row = |round: usize| {
            let later: f64 = indicators[ENDINGS * round..].iter().sum();
            let hero = by(round, Outcome::Hero);
            let standing = [hero + later, hero + by(round, Outcome::BothOut), later];
            std::iter::once(Datum::Integer(round as i64)).chain(standing.map(Datum::Number)).collect()
        };
        (1..=max_rounds).map(row).collect()
    })
}
