//! `melee`: rounds until a fight is decided.

use std::sync::Arc;

use super::bonus::Advantage;
use super::combat::Combat;
use super::fight::{Fight, Sides, unless_over};
use super::goal::Goal;
use super::keys::MOST_FOES;
use super::matchup::Matchup;
use super::wounds::Lost;
use super::{choosing, prepare, step};
use crate::chance::{Indicator, Merging, Metric, MetricSpec, Playable, Procedure, Round, Tables};
use crate::description::words::count;
use crate::description::{CheckedInput, Datum, InputReader, Prepared, Ready, SideTable};

pub const WINNER: Metric = Metric(0);
const ROUNDS: Metric = Metric(1);
const HERO_BODY_LOST: Metric = Metric(2);
const HERO_FATIGUE_LOST: Metric = Metric(3);
const FOES_OUT: Metric = Metric(4);

const WINNERS: [&str; 4] = ["hero", "foes", "both-out", "undecided"];

/// The outcome of a fight, in the order of [`WINNERS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Hero,
    Foes,
    BothOut,
    Undecided,
}

/// The number of ways in which a round may end a fight. Each round has an indicator for each, in the
/// order of [`Outcome`].
pub const ENDINGS: usize = 3;

/// A fight until it is decided.
struct Melee {
    combat: Combat,
    before: Fight,
    max_rounds: u32,
}

impl Procedure for Melee {
    const DECIDES: bool = true;

    #[inline]
    fn resolve<C: Merging>(&self, chance: &mut C, start: C::Of<()>) -> C::Of<()> {
        let (combat, matchup) = (&self.combat, &*self.combat.matchup);
        if matchup.is_plain() && !chance.rolls() {
            match matchup.foes.len() {
                1 if chance.merges() => {
                    return self.plain(
                        chance,
                        start,
                        |_, sides| sides,
                        |chance, sides| combat.duel(chance, sides),
                    );
                }
                _ if !chance.merges() => {
                    return self.plain(
                        chance,
                        start,
                        |_, sides| sides,
                        |chance, sides| combat.at_once(chance, sides),
                    );
                }
                2 => {
                    let blows = |chance: &mut C, sides| {
                        chance.stage(sides, |chance, sides: Option<_>| Some(combat.blows(chance, sides?)))
                    };
                    return self.plain(chance, start, blows, |chance, sides| combat.fatigue(chance, sides));
                }
                _ => {}
            }
        }
        let mut fight = chance.stage(start, |_, ()| self.before);
        fight = chance.until(
            fight,
            self.max_rounds,
            |fight| fight.over,
            |chance, fight, round| {
                let fight = combat.round(chance, fight, Some(round));
                unless_over(chance, fight, |chance, fight| {
                    matchup.fatigue_rolls(chance, fight);
                    self.end_round(chance, fight, round);
                })
            },
        );
        chance.stage(fight, |chance, fight| {
            if !fight.over {
                self.end_undecided(chance, fight.sides::<MOST_FOES>());
            }
        })
    }
}

impl Melee {
    /// Resolves a fight whose rounds depend only on the levels lost. Each round consists of `blows` and
    /// `rest`.
    fn plain<const FOES: usize, C: Merging>(
        &self,
        chance: &mut C,
        start: C::Of<()>,
        blows: impl Fn(&mut C, C::Of<Option<Sides<FOES>>>) -> C::Of<Option<Sides<FOES>>>,
        rest: impl Fn(&mut C, Sides<FOES>) -> Sides<FOES>,
    ) -> C::Of<()> {
        let sides = chance.stage(start, |_, ()| Some(self.before.sides::<FOES>()));
        let sides = chance.until(sides, self.max_rounds, Option::is_none, |chance, sides, round| {
            let sides = blows(chance, sides);
            chance.stage(sides, |chance, sides| {
                let sides = rest(chance, sides?);
                (!self.is_over(chance, round, sides)).then_some(sides)
            })
        });
        chance.stage(sides, |chance, sides| {
            if let Some(sides) = sides {
                self.end_undecided(chance, sides);
            }
        })
    }

    /// Records a round, and the fight if it is over.
    #[inline(always)]
    fn end_round<C: Merging>(&self, chance: &mut C, fight: &mut Fight, round: Round) {
        if self.is_over(chance, round, fight.sides::<MOST_FOES>()) {
            *fight = Fight::OVER;
        }
    }

    /// Records a round. Returns whether the fight is over, and then records its result, too.
    #[inline(always)]
    fn is_over<const FOES: usize, C: Merging>(
        &self,
        chance: &mut C,
        round: Round,
        sides: Sides<FOES>,
    ) -> bool {
        chance.record(ROUNDS, 1);
        let levels = self.combat.matchup.rules.levels();
        let hero_out = sides.hero.body >= levels || sides.hero.fatigue >= levels;
        let outcome = match (hero_out, sides.standing() == 0) {
            (false, false) => return false,
            (false, true) => Outcome::Hero,
            (true, false) => Outcome::Foes,
            (true, true) => Outcome::BothOut,
        };
        chance.indicate_in(round, outcome as usize, ENDINGS);
        self.end(chance, sides, outcome);
        true
    }

    /// Records a fight that is undecided after its last round.
    #[inline(always)]
    fn end_undecided<const FOES: usize, C: Merging>(&self, chance: &mut C, sides: Sides<FOES>) {
        chance.indicate(Indicator(ENDINGS * self.max_rounds as usize));
        self.end(chance, sides, Outcome::Undecided);
    }

    /// Records the result of a fight.
    #[inline(always)]
    fn end<const FOES: usize, C: Merging>(&self, chance: &mut C, sides: Sides<FOES>, outcome: Outcome) {
        let Lost { body, fatigue } = self.before.hero;
        chance.record(WINNER, outcome as i64);
        chance.record(HERO_BODY_LOST, sides.hero.body - body);
        chance.record(HERO_FATIGUE_LOST, sides.hero.fatigue - fatigue);
        chance.record(FOES_OUT, (self.combat.matchup.foes.len() - sides.standing()) as i64);
    }

    /// Describes the sizes that make solving the choices slow.
    fn sizes(&self) -> String {
        let rounds = count(self.max_rounds, "round", "rounds");
        let levels =
            count(self.combat.matchup.rules.levels().into(), "level of each kind", "levels of each kind");
        let kept =
            if self.combat.matchup.rules.initiative_once { " and Initiative dice that are kept" } else { "" };
        format!("{rounds}, {levels}, bonuses of up to {}{kept}", self.combat.matchup.most_saved())
    }
}

/// Prepares a melee.
pub fn prepare(input: &CheckedInput) -> Prepared {
    let mut input = InputReader::new(input);
    let advantage = Advantage::read(&input, "choice");
    let of_foes = input.positions("foe").into_iter().find_map(|position| {
        let who = format!("foe.{position}");
        Some((Advantage::read(&input, &who)?, who))
    });
    let foe_advantage = of_foes.as_ref().map(|(advantage, _)| *advantage);
    let (matchup, before) = prepare::matchup(&mut input, [advantage, foe_advantage], false);
    if matchup.foes.len() > 1 {
        let foes = matchup.foes.len();
        for who in advantage.map(|_| "choice").into_iter().chain(of_foes.as_ref().map(|(_, who)| &**who)) {
            let message = format!("advantage is saved in a duel only, and there are {foes} foes");
            let help = format!("one foe, or {who}.advantage = \"never\"");
            input.fault(&format!("{who}.advantage"), message, help);
        }
    }
    let max_rounds = input.integer("choice.max_rounds") as u32;
    let choices =
        prepare::words(&format!("a fight of at most {}", count(max_rounds, "round", "rounds")), &matchup);
    let metrics = metrics(&matchup, &before, max_rounds);
    let endings = ENDINGS * max_rounds as usize + 1;
    let steps = if matchup.chooses() { step::round_with_choice() } else { step::round() };
    let tables = Tables::new(metrics, steps).with_indicators(endings, &[WINNER, ROUNDS]);
    let melee = Melee { combat: Combat::new(matchup), before, max_rounds };
    let mut ready = if melee.combat.matchup.chooses() {
        let goal = Goal::read(&input);
        let sizes = melee.sizes();
        let melee = Arc::new(Playable::new(melee, tables.with_objective(goal.objective(sizes))));
        Ready {
            derived: goal.value(Arc::clone(&melee)),
            best_play: choosing::best_play(goal, Arc::clone(&melee)),
            tables: vec![choosing::policy(Arc::clone(&melee), foe_advantage.is_some())],
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
        MetricSpec::label("winner", "who is left standing", WINNERS)
            .said(WINNERS.map(|winner| winner.replace('-', " ")).to_vec())
            .called("winner")
            .leading(true)
            .played_for(Outcome::Hero as usize),
        MetricSpec::integer("rounds", "rounds fought", 1, max_rounds.into()).called("rounds fought"),
        MetricSpec::integer("hero_body_lost", "Body levels lost by the hero", 0, left(before.hero.body))
            .called("Body levels lost by the hero"),
        MetricSpec::integer(
            "hero_fatigue_lost",
            "Fatigue levels lost by the hero",
            0,
            left(before.hero.fatigue),
        )
        .called("Fatigue levels lost by the hero"),
        MetricSpec::integer("foes_out", "foes out, by wounds or fatigue", 0, matchup.foes.len() as i64)
            .called("foes out"),
    ]
}

/// The table of who stands after each round; ended fights keep their result.
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
