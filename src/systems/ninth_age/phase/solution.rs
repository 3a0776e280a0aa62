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
//! he stands to lose only shifts the sum. So the two parts that do not depend on
//! the gain are computed once for each total, and shared by all rolls, numbers of
//! dice and versions that lead to the same s'.

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
        let mut scores = Scores::new(game);
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
                let (a, b) = self.chances.expect(total, dice, next.dispel_dice, dispelled, through);
                Reply { dice, value: a + b * gain }
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

/// What dispel dice do against each total that can pass.
#[derive(Debug)]
struct Chances {
    /// Ascending.
    totals: Vec<i32>,
    /// For each total: by the number of dice, up to the first that is certain.
    rows: Vec<Vec<Chance>>,
}

/// What some dispel dice do against one total.
#[derive(Clone, Debug)]
struct Chance {
    dispelled: f64,
    /// By the number of dice that return.
    failed: Vec<f64>,
}

impl Chances {
    fn new(game: &Game) -> Self {
        let passed = game
            .choices
            .iter()
            .flat_map(|choice| choice.law.outcomes())
            .filter(|rolled| is_passed(rolled.roll));
        let mut totals: Vec<i32> = passed.map(|rolled| rolled.roll.total).collect();
        totals.sort_unstable();
        totals.dedup();
        let needed = |total: &i32| game.rules.needed(*total, game.dispelling_modifier);
        let enough = totals.last().map_or(0, needed);
        let mut rows = vec![vec![Chance { dispelled: 0.0, failed: vec![1.0] }]; totals.len()];
        for dice in 1..=game.dispel_dice {
            // So many dice show as much even where each shows 1.
            let open = |row: &Vec<Chance>| row.last().is_some_and(|chance| chance.dispelled < 1.0);
            if !rows.iter().any(open) {
                break;
            }
            let counts = game.rules.counts(dice, enough);
            for (total, row) in totals.iter().zip(&mut rows).filter(|(_, row)| row.len() == dice as usize) {
                let needed = needed(total);
                let law = game.rules.dispelling(&counts, dice, needed).law;
                let mut chance = Chance { dispelled: 0.0, failed: vec![0.0; dice as usize + 1] };
                for (roll, p) in law.iter() {
                    match roll {
                        DispelRoll::Dispelled => chance.dispelled = p,
                        DispelRoll::Failed { back } => chance.failed[back as usize] = p,
                    }
                }
                if i64::from(dice) >= i64::from(needed) {
                    chance = Chance { dispelled: 1.0, failed: Vec::new() };
                }
                row.push(chance);
            }
        }
        Chances { totals, rows }
    }

    fn place(&self, total: i32) -> usize {
        self.totals.partition_point(|other| *other < total)
    }

    /// The two parts of what so many dice against a total lead to: it is the first
    /// and the gain times the second. `dispelled` and `through` are the values that
    /// follow, by the dispel dice left.
    fn expect(&self, total: usize, dice: u32, left: u32, dispelled: &[f64], through: &[f64]) -> (f64, f64) {
        let after = (left - dice) as usize;
        let Some(chance) = self.rows[total].get(dice as usize) else {
            return (dispelled[after], 0.0);
        };
        let mut worth = chance.dispelled * dispelled[after];
        let mut passes = 0.0;
        for (&p, value) in chance.failed.iter().zip(&through[after..]) {
            worth += p * value;
            passes += p;
        }
        (worth, passes)
    }

    /// The most dice that may be worth using: those that are certain.
    fn most(&self, total: usize) -> u32 {
        self.rows[total].len() as u32 - 1
    }
}

fn is_passed(roll: CastingRoll) -> bool {
    !matches!(roll.verdict, Verdict::Failed { .. })
}

/// A spell, prepared for scoring its choices.
struct Model {
    /// The places of the totals with which it can be cast.
    totals: Vec<usize>,
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
    /// Cast if it is let through: which gain, and the place in the model's totals.
    Cast(usize, usize),
    /// The place in the model's list.
    Broken(usize),
}

impl Model {
    fn new(game: &Game, spell: usize, chances: &Chances) -> Model {
        let mut model = Model { totals: Vec::new(), broken: Vec::new(), versions: Vec::new() };
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
            Verdict::Cast => PartKind::Cast(0, place_of(&mut self.totals, total)),
            Verdict::Miscast(miscast) => {
                let gain = usize::from(game.rules.has_effect(miscast));
                PartKind::Cast(gain, place_of(&mut self.totals, total))
            }
        }
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
    /// What numbers of dispel dice lead to, in two parts: for one total after the
    /// other.
    replies: Vec<(f64, f64)>,
    /// Where in them the totals end.
    ends: Vec<usize>,
    /// The best replies to all totals, by the gain that they avert.
    cast: [Vec<f64>; 2],
    /// The best replies to attempts that break.
    broken: Vec<f64>,
}

impl Scores {
    fn new(game: &Game) -> Self {
        let states = (game.magic_dice as usize + 1) * (game.dispel_dice as usize + 1);
        Scores {
            values: vec![f64::NAN; states * game.choices.len()],
            replies: Vec::new(),
            ends: Vec::new(),
            cast: [Vec::new(), Vec::new()],
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
        self.reply(game, solution, model, passed);
        for version in &model.versions {
            self.avert(version.gains);
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
    fn reply(&mut self, game: &Game, solution: &Solution, model: &Model, Passed { from, next }: Passed) {
        let chances = &solution.chances;
        let left = next.dispel_dice;
        let dice = game.replies(from, left);
        // More than what is certain is never better, and on a tie the fewest count.
        let useful = |total| *dice.start()..=(*dice.end()).min(chances.most(total).max(*dice.start()));
        let values = solution.row(game, next);
        self.replies.clear();
        self.ends.clear();
        for &total in &model.totals {
            self.replies.extend(useful(total).map(|dice| chances.expect(total, dice, left, values, values)));
            self.ends.push(self.replies.len());
        }
        self.broken.clear();
        for &(total, back) in &model.broken {
            let through = solution.row(game, State { magic_dice: next.magic_dice + back, ..next });
            let replies = useful(total).map(|dice| chances.expect(total, dice, left, values, through));
            self.broken.push(least(replies, -f64::from(game.miscast_cost)));
        }
    }

    /// The best replies against these gains.
    fn avert(&mut self, gains: [f64; 2]) {
        for (cast, gain) in self.cast.iter_mut().zip(gains) {
            cast.clear();
            let mut start = 0;
            for &end in &self.ends {
                cast.push(least(self.replies[start..end].iter().copied(), gain));
                start = end;
            }
        }
    }
}

/// The least worth that replies of two parts leave of a gain.
fn least(replies: impl Iterator<Item = (f64, f64)>, gain: f64) -> f64 {
    replies.map(|(worth, passes)| worth + passes * gain).fold(f64::INFINITY, f64::min)
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
