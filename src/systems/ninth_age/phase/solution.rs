//! The value of every state of a phase, by backward induction.
//!
//! A phase with both players at their best is a finite game of perfect
//! information: every attempt uses one up, so values follow from those of the
//! positions behind (E. Zermelo, 1913). The caster chooses an attempt, chance
//! rolls, the dispeller sees the roll and chooses his dice:
//!
//! ```text
//! V(s) = max over attempts of Σ P(roll) · W(s', roll), or 0 if he stops
//! W(s', passed)  = min over k of P(dispelled) · V(s' − k dice)
//!                + Σ P(not, r return) · (gain + V(s' − k + r dice))
//! ```
//!
//! For a passed roll the dispeller's chances depend on its total alone, and what
//! he stands to lose is multiplied by the chance that he fails. So all but the gain
//! is computed once for each total, and shared by all rolls, numbers of dice and
//! versions that lead to the same s'.

use std::ops::{Range, RangeInclusive};

use super::super::attempt::{CastingRoll, DispelRoll, Verdict};
use super::game::{Choice, Game, Passed, State};

/// What is closer than this to the best is as good.
const TIE: f64 = 1e-9;

/// The values of all states, and the caster's best choices.
#[derive(Debug)]
pub struct Solution {
    values: Vec<f64>,
    best: Vec<u16>,
    second: Vec<u16>,
    losses: Vec<f64>,
    chances: Chances,
}

/// The place of a choice that there is not: to stop.
const STOP: u16 = u16::MAX;

/// No choice, not even to stop.
const NOTHING: u16 = u16::MAX - 1;

/// What to do in a state, and what the next best would cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Decision {
    /// The best choice; `None`: to stop.
    pub choice: Option<usize>,
    /// The worth that is still to come.
    pub value: f64,
    /// The next best choice and what it loses, if there is another.
    pub runner_up: Option<(Option<usize>, f64)>,
}

/// A number of dispel dice, and what then is still to come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reply {
    pub dice: u32,
    pub value: f64,
}

impl Solution {
    /// Solves a phase.
    pub fn new(game: &Game) -> Self {
        let states = game.states();
        let mut solution = Solution {
            values: vec![0.0; states],
            best: vec![STOP; states],
            second: vec![NOTHING; states],
            losses: vec![0.0; states],
            chances: Chances::new(game),
        };
        let models: Vec<Model> =
            (0..game.spells.len()).map(|spell| Model::new(game, spell, &solution.chances)).collect();
        let mut scores = Scores::new(game, &solution.chances);
        for position in 1..game.positions() {
            scores.clear();
            for (spell, behind) in game.open(position) {
                for next in game.states_at(behind) {
                    scores.fill(game, &solution, &models[spell], Passed { from: position, next });
                }
            }
            for state in game.states_at(position) {
                let (here, settled) = (game.index(state), game.settled(state));
                if settled == state {
                    let scores = scores.of(game, state.magic_dice, state.dispel_dice);
                    solution.note(here, decide(scores, game.may_stop()));
                } else {
                    solution.values[here] = solution.values[game.index(settled)];
                }
            }
        }
        solution
    }

    fn note(&mut self, here: usize, decision: Decision) {
        let place = |choice: Option<usize>| choice.map_or(STOP, |choice| choice as u16);
        self.values[here] = decision.value;
        self.best[here] = place(decision.choice);
        (self.second[here], self.losses[here]) = match decision.runner_up {
            Some((choice, loss)) => (place(choice), loss),
            None => (NOTHING, 0.0),
        };
    }

    /// The worth still to come from a state.
    pub fn value(&self, game: &Game, state: State) -> f64 {
        self.values[game.index(state)]
    }

    /// What the caster does in a state.
    pub fn decision(&self, game: &Game, state: State) -> Decision {
        let here = game.index(state);
        let choice = |place: u16| (place != STOP).then_some(usize::from(place));
        let runner_up =
            (self.second[here] != NOTHING).then(|| (choice(self.second[here]), self.losses[here]));
        Decision { choice: choice(self.best[here]), value: self.values[here], runner_up }
    }

    /// What each number of dice that the dispeller may use against a passed roll
    /// leads to, fewest first.
    pub fn replies(&self, game: &Game, passed: Passed, version: usize, roll: CastingRoll) -> Vec<Reply> {
        let Passed { from, next } = passed;
        let gain = f64::from(game.gain(version, roll.verdict));
        let through = State { magic_dice: next.magic_dice + Game::back(roll.verdict), ..next };
        let (dispelled, through) = (self.row(game, next), self.row(game, through));
        let total = self.chances.place(roll.total);
        game.replies(from, next.dispel_dice)
            .map(|dice| {
                let left = next.dispel_dice;
                Reply { dice, value: self.chances.expect(total, dice, left, gain, dispelled, through) }
            })
            .collect()
    }

    /// The reply that the dispeller makes: of the best, the one with fewest dice.
    pub fn reply(replies: &[Reply]) -> Reply {
        let best = replies.iter().map(|reply| reply.value).fold(f64::INFINITY, f64::min);
        let first = replies.iter().find(|reply| reply.value <= best + TIE);
        *first.expect("there is a reply, if only that of no dice")
    }

    /// The values with each number of dispel dice.
    fn row(&self, game: &Game, state: State) -> &[f64] {
        let start = game.index(State { dispel_dice: 0, ..state });
        &self.values[start..=start + game.dispel_dice as usize]
    }
}

/// What dispel dice do against each total that can pass. The totals stand
/// innermost, so that all of them are looked up in one sweep.
#[derive(Debug)]
struct Chances {
    /// Ascending.
    totals: Vec<i32>,
    /// By the number of dice, up to the first that dispels every total.
    dice: Vec<Chance>,
}

/// What some dispel dice do, by total.
#[derive(Clone, Debug)]
struct Chance {
    dispelled: Vec<f64>,
    /// The attempt fails, by the number of dice that return.
    failed: Vec<Failed>,
    /// The attempt fails.
    passes: Vec<f64>,
}

/// A failed attempt with some number of dice that return. Low totals do not leave
/// room for it: the probabilities are those of the totals from `first` on.
#[derive(Clone, Debug)]
struct Failed {
    back: usize,
    first: usize,
    p: Vec<f64>,
}

impl Failed {
    /// The way to fail with these probabilities, by total, if there is any.
    fn new(back: usize, p: &[f64]) -> Option<Self> {
        let first = p.iter().position(|&p| p > 0.0)?;
        Some(Failed { back, first, p: p[first..].to_vec() })
    }

    fn probability(&self, total: usize) -> f64 {
        total.checked_sub(self.first).map_or(0.0, |place| self.p[place])
    }
}

impl Chances {
    fn new(game: &Game) -> Self {
        let outcomes = game.choices.iter().flat_map(|choice| choice.law.outcomes());
        let passed = outcomes.filter(|rolled| !matches!(rolled.roll.verdict, Verdict::Failed { .. }));
        let mut totals: Vec<i32> = passed.map(|rolled| rolled.roll.total).collect();
        totals.sort_unstable();
        totals.dedup();
        let needed: Vec<i32> =
            totals.iter().map(|&total| game.rules.needed(total, game.dispelling_modifier)).collect();
        let enough = needed.last().copied().unwrap_or(0);
        // So many dice show as much even where each shows 1.
        let most = game.dispel_dice.min(u32::try_from(enough).unwrap_or(0).max(1));
        let dice = (0..=most).map(|dice| Chance::new(game, dice, &needed, enough)).collect();
        Chances { totals, dice }
    }

    fn place(&self, total: i32) -> usize {
        self.totals.partition_point(|other| *other < total)
    }

    /// The most dice that may be worth using.
    fn most(&self) -> u32 {
        self.dice.len() as u32 - 1
    }

    /// What so many dice against one total lead to, where `gain` is to be averted.
    /// `dispelled` and `through` are the values that follow, by the dice then left.
    fn expect(
        &self,
        total: usize,
        dice: u32,
        left: u32,
        gain: f64,
        dispelled: &[f64],
        through: &[f64],
    ) -> f64 {
        let after = (left - dice) as usize;
        let Some(chance) = self.dice.get(dice as usize) else {
            return dispelled[after];
        };
        let failed =
            chance.failed.iter().map(|failed| failed.probability(total) * through[after + failed.back]);
        chance.dispelled[total] * dispelled[after] + failed.sum::<f64>() + chance.passes[total] * gain
    }
}

impl Chance {
    fn new(game: &Game, dice: u32, needed: &[i32], enough: i32) -> Self {
        let mut dispelled = vec![0.0; needed.len()];
        let mut failed = vec![vec![0.0; needed.len()]; dice as usize + 1];
        if dice == 0 {
            failed[0].fill(1.0);
        } else {
            let counts = game.rules.counts(dice, enough);
            for (total, &needed) in needed.iter().enumerate() {
                for (roll, p) in game.rules.dispelling(&counts, dice, needed).law.iter() {
                    match roll {
                        DispelRoll::Dispelled => dispelled[total] = p,
                        DispelRoll::Failed { back } => failed[back as usize][total] = p,
                    }
                }
            }
        }
        let passes = (0..needed.len()).map(|total| failed.iter().map(|p| p[total]).sum()).collect();
        let failed = failed.iter().enumerate().filter_map(|(back, p)| Failed::new(back, p)).collect();
        Chance { dispelled, failed, passes }
    }
}

/// A spell, prepared for scoring its choices.
struct Model {
    /// The places of the totals with which it can be cast, those between included.
    totals: Range<usize>,
    /// The place of the total and the dice that return, of each way to break.
    broken: Vec<(usize, u32)>,
    versions: Vec<VersionModel>,
}

struct VersionModel {
    /// What is gained when it is cast, and when it is with a miscast.
    gains: [f64; 2],
    /// What each of its choices comes to.
    choices: Vec<(usize, Vec<Part>)>,
}

/// An outcome of a choice.
struct Part {
    probability: f64,
    kind: PartKind,
}

enum PartKind {
    /// So many dice return.
    Failed(u32),
    /// Cast if it is let through: which gain, and the place of the total.
    Cast(usize, usize),
    /// The place in the model's list.
    Broken(usize),
}

impl Model {
    fn new(game: &Game, spell: usize, chances: &Chances) -> Model {
        let mut model = Model { totals: 0..0, broken: Vec::new(), versions: Vec::new() };
        for version in (0..game.versions.len()).filter(|&version| game.versions[version].spell == spell) {
            let success = game.success(version);
            let gains = [success, success - game.miscast_cost].map(f64::from);
            let of_version = |choice: &&(usize, &Choice)| choice.1.version == version;
            let choices = game.choices.iter().enumerate().collect::<Vec<_>>();
            let choices = choices.iter().filter(of_version).map(|&(place, choice)| {
                let parts = choice.law.iter().map(|(rolled, probability)| Part {
                    probability,
                    kind: model.kind(game, rolled.roll, chances),
                });
                (place, parts.collect())
            });
            let choices = choices.collect();
            model.versions.push(VersionModel { gains, choices });
        }
        model
    }

    fn kind(&mut self, game: &Game, roll: CastingRoll, chances: &Chances) -> PartKind {
        let total = chances.place(roll.total);
        match roll.verdict {
            Verdict::Failed { back } => PartKind::Failed(back),
            Verdict::Broken { back } => PartKind::Broken(place_of(&mut self.broken, (total, back))),
            Verdict::Cast => self.cast(0, total),
            Verdict::Miscast(miscast) => self.cast(usize::from(game.rules.has_effect(miscast)), total),
        }
    }

    fn cast(&mut self, gain: usize, total: usize) -> PartKind {
        self.totals = match self.totals.is_empty() {
            true => total..total + 1,
            false => self.totals.start.min(total)..self.totals.end.max(total + 1),
        };
        PartKind::Cast(gain, total)
    }
}

/// The place of an item, which is added if it is new.
fn place_of<T: PartialEq>(items: &mut Vec<T>, item: T) -> usize {
    items.iter().position(|other| *other == item).unwrap_or_else(|| {
        items.push(item);
        items.len() - 1
    })
}

/// What every choice is worth in every state of one position.
struct Scores {
    /// By magic dice, dispel dice and choice; not a number where it cannot be made.
    values: Vec<f64>,
    /// What the dispeller's dice lead to but for the gain: by their number, for
    /// each total.
    replies: Vec<Vec<f64>>,
    /// The best replies to all totals, by the gain that they avert.
    cast: [Vec<f64>; 2],
    /// The best replies to attempts that break.
    broken: Vec<f64>,
}

impl Scores {
    fn new(game: &Game, chances: &Chances) -> Self {
        let states = (game.magic_dice as usize + 1) * (game.dispel_dice as usize + 1);
        Scores {
            values: vec![f64::NAN; states * game.choices.len()],
            replies: vec![vec![0.0; chances.totals.len()]; chances.dice.len()],
            cast: [(); 2].map(|()| vec![0.0; chances.totals.len()]),
            broken: Vec::new(),
        }
    }

    fn clear(&mut self) {
        self.values.fill(f64::NAN);
    }

    /// The scores of all choices in a state of the position.
    fn of(&self, game: &Game, magic_dice: u32, dispel_dice: u32) -> &[f64] {
        let start = Scores::start(game, magic_dice, dispel_dice);
        &self.values[start..start + game.choices.len()]
    }

    fn start(game: &Game, magic_dice: u32, dispel_dice: u32) -> usize {
        (magic_dice as usize * (game.dispel_dice as usize + 1) + dispel_dice as usize) * game.choices.len()
    }

    /// Scores the choices of one spell, from where they lead.
    fn fill(&mut self, game: &Game, solution: &Solution, model: &Model, passed: Passed) {
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
        let dice = self.reply(game, solution, model, passed);
        for version in &model.versions {
            self.avert(version.gains, &solution.chances, model.totals.clone(), dice.clone());
            for (choice, parts) in &version.choices {
                let Some(before) = can_be_made(*choice) else { continue };
                let score = parts.iter().map(|Part { probability, kind }| {
                    probability
                        * match *kind {
                            PartKind::Failed(back) => {
                                solution.value(game, State { magic_dice: next.magic_dice + back, ..next })
                            }
                            PartKind::Cast(gain, total) => self.cast[gain][total],
                            PartKind::Broken(place) => self.broken[place],
                        }
                });
                let score = score.sum();
                self.values[Scores::start(game, before, next.dispel_dice) + choice] = score;
            }
        }
    }

    /// What the dispeller's dice lead to, for all totals and whatever the gain.
    /// Yields the places of the replies among which he chooses: their dice, or
    /// those that are certain to dispel where there are more.
    fn reply(
        &mut self,
        game: &Game,
        solution: &Solution,
        model: &Model,
        Passed { from, next }: Passed,
    ) -> RangeInclusive<u32> {
        let chances = &solution.chances;
        let left = next.dispel_dice;
        let dice = game.replies(from, left);
        // A dispeller who has no choice uses them nevertheless.
        let fewest = *dice.start();
        let used = |dice: u32| dice.max(fewest);
        // More than what is certain is never better, and on a tie the fewest count.
        let dice = fewest.min(chances.most())..=(*dice.end()).min(chances.most());
        let values = solution.row(game, next);
        let totals = model.totals.clone();
        for dice in dice.clone() {
            let (after, chance) = ((left - used(dice)) as usize, &chances.dice[dice as usize]);
            let reply = &mut self.replies[dice as usize][totals.clone()];
            for (worth, p) in reply.iter_mut().zip(&chance.dispelled[totals.clone()]) {
                *worth = p * values[after];
            }
            for Failed { back, first, p } in &chance.failed {
                // Of the reply those totals, and of the probabilities these, that both have.
                let (value, first) = (values[after + back], *first);
                let open = reply.iter_mut().skip(first.saturating_sub(totals.start));
                for (worth, p) in open.zip(&p[totals.start.saturating_sub(first)..]) {
                    *worth += p * value;
                }
            }
        }
        self.broken.clear();
        let cost = -f64::from(game.miscast_cost);
        for &(total, back) in &model.broken {
            if next.magic_dice + back > game.magic_dice {
                // So many return only to an attempt with more dice than this one had.
                self.broken.push(f64::NAN);
                continue;
            }
            let through = solution.row(game, State { magic_dice: next.magic_dice + back, ..next });
            let replies =
                dice.clone().map(|dice| chances.expect(total, used(dice), left, cost, values, through));
            self.broken.push(replies.fold(f64::INFINITY, f64::min));
        }
        dice
    }

    /// The best replies against these gains.
    fn avert(&mut self, gains: [f64; 2], chances: &Chances, totals: Range<usize>, dice: RangeInclusive<u32>) {
        for (cast, gain) in self.cast.iter_mut().zip(gains) {
            let cast = &mut cast[totals.clone()];
            cast.fill(f64::INFINITY);
            for dice in dice.clone() {
                let passes = &chances.dice[dice as usize].passes[totals.clone()];
                let replies = &self.replies[dice as usize][totals.clone()];
                for ((least, worth), p) in cast.iter_mut().zip(replies).zip(passes) {
                    let reply = worth + p * gain;
                    *least = if reply < *least { reply } else { *least };
                }
            }
        }
    }
}

/// The best of the choices with these scores, and the next best.
fn decide(scores: &[f64], may_stop: bool) -> Decision {
    let stop = may_stop.then_some((None, 0.0));
    let made = scores.iter().enumerate().filter(|(_, score)| !score.is_nan());
    let made = made.map(|(choice, &score)| (Some(choice), score));
    let options = || stop.into_iter().chain(made.clone());
    let best = options().map(|(_, score)| score).fold(f64::NEG_INFINITY, f64::max);
    let chosen =
        options().find(|(_, score)| *score >= best - TIE).expect("stopping or the plan is an option");
    let others = options().filter(|(choice, _)| *choice != chosen.0);
    // Of equal ones the first.
    let runner_up = others.reduce(|a, b| if b.1 > a.1 { b } else { a });
    let loss = |score: f64| (best - score).max(0.0);
    Decision {
        choice: chosen.0,
        value: best,
        runner_up: runner_up.map(|(choice, score)| (choice, loss(score))),
    }
}
