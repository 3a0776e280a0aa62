//! A magic phase as a game of two players: their options, and the consequences.

use std::ops::RangeInclusive;

use super::super::attempt::{CastingRoll, Rules, Verdict};
use super::super::dice::Faces;
use crate::chance::{Drawn, Law};
use crate::description::words::count;

/// A magic phase.
#[derive(Debug)]
pub struct Game {
    pub rules: Rules,
    /// The distribution of the faces of magic dice, by their number.
    pub faces: Vec<Law<Faces>>,
    pub spells: Vec<Spell>,
    /// Who casts; one without a name where the scenario tells none apart.
    pub wizards: Vec<Wizard>,
    /// Who knows which spell, in the order of the spells.
    pub known: Vec<Known>,
    pub versions: Vec<Version>,
    /// Every way to use an attempt, in the order in which ties are broken: fewer
    /// dice, basic before boosted, the order of the spells.
    pub choices: Vec<CastingOption>,
    pub order: Order,
    pub dispeller: Dispeller,
    pub dispelling_modifier: i32,
    pub miscast_cost: i32,
    /// The dice at the start.
    pub magic_dice: u32,
    pub dispel_dice: u32,
}

/// A spell of the phase.
#[derive(Debug)]
pub struct Spell {
    pub name: String,
    /// The number of attempts.
    pub attempts: u32,
    /// The worth that its attribute spell adds to every success.
    pub attribute_worth: i32,
    pub is_bound: bool,
}

/// A wizard of the caster's side.
#[derive(Debug)]
pub struct Wizard {
    pub name: String,
    /// The number of attempts that he may make.
    pub casts: u32,
}

/// A spell and a wizard who knows it, by their indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    pub spell: usize,
    pub wizard: usize,
}

/// A spell, basic or boosted, cast by a wizard.
#[derive(Debug)]
pub struct Version {
    pub spell: usize,
    pub wizard: usize,
    pub boosted: bool,
    /// The worth of a success, without the attribute spell.
    pub worth: i32,
    pub casting: Casting,
}

/// How the total of an attempt is determined.
#[derive(Clone, Copy, Debug)]
pub enum Casting {
    /// By a roll: the dice plus a modifier have to reach a value.
    Rolled { modifier: i32, value: i32 },
    /// Without a roll: the totals with 2 dice and with 3.
    Bound([i32; 2]),
}

impl Version {
    /// The spell and who casts it.
    pub fn known(&self) -> Known {
        Known { spell: self.spell, wizard: self.wizard }
    }
}

impl Casting {
    /// The number of dice that are rolled, out of those that are used.
    pub fn rolled(self, dice: u32) -> usize {
        match self {
            Casting::Rolled { .. } => dice as usize,
            Casting::Bound(_) => 0,
        }
    }

    /// The result of an attempt with these faces.
    pub fn roll(self, rules: &Rules, faces: Faces, dice: u32) -> CastingRoll {
        match self {
            Casting::Rolled { modifier, value } => rules.casting(faces, dice, modifier, value),
            Casting::Bound(totals) => {
                CastingRoll { total: totals[usize::from(dice > 2)], verdict: Verdict::Cast }
            }
        }
    }

    /// Describes what has to be rolled.
    pub fn words(self, rules: &Rules, dice: u32) -> String {
        match self {
            Casting::Rolled { modifier, value } => rules.casting_words(dice, modifier, value),
            Casting::Bound(_) => {
                format!("{}: a bound spell passes without a roll", count(dice, "magic die", "magic dice"))
            }
        }
    }
}

/// A way to use an attempt.
#[derive(Debug)]
pub struct CastingOption {
    pub version: usize,
    pub dice: u32,
    pub law: Law<Rolled>,
}

/// A casting roll with its index among the outcomes of its distribution.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rolled {
    pub place: usize,
    pub roll: CastingRoll,
}

impl Drawn for Rolled {}

impl std::fmt::Display for Rolled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.roll.fmt(f)
    }
}

impl CastingOption {
    /// A choice whose dice have this distribution; the dice of a bound spell are not rolled.
    pub fn new(rules: Rules, version: usize, casting: Casting, dice: u32, faces: &Law<Faces>) -> Self {
        let rolls = faces.map(move |faces| casting.roll(&rules, faces, dice));
        let places = rolls.outcomes().to_vec();
        let placed = move |roll| Rolled { place: place(&places, roll), roll };
        CastingOption { version, dice, law: rolls.map(placed) }
    }

    /// The result of these faces.
    pub fn rolled(&self, rules: &Rules, casting: Casting, faces: Faces) -> Rolled {
        let roll = casting.roll(rules, faces, self.dice);
        let place = self.law.outcomes().partition_point(|other| other.roll < roll);
        Rolled { place, roll }
    }
}

/// The index of a roll in a list in ascending order.
fn place(rolls: &[CastingRoll], roll: CastingRoll) -> usize {
    rolls.partition_point(|other| *other < roll)
}

/// The order in which the caster may try the spells.
#[derive(Debug)]
pub enum Order {
    /// Any order, each spell as often as it has attempts. The caster may stop.
    Free {
        /// The contribution of one remaining attempt of each spell to a position.
        strides: Vec<usize>,
        /// The contribution of one remaining cast of each wizard: 0 if he never runs out of them.
        of_casts: Vec<usize>,
    },
    /// This order, with the last attempt first.
    Plan(Vec<Planned>),
}

/// An attempt of a plan.
#[derive(Clone, Copy, Debug)]
pub struct Planned {
    pub version: usize,
    pub dice: u32,
    pub dispel_dice: u32,
}

/// How the reactive player chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dispeller {
    Optimal,
    Never,
    AllIn,
    Plan,
}

/// The state of a phase before an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The attempts that are left, as a number that decreases with each attempt.
    pub position: usize,
    pub magic_dice: u32,
    pub dispel_dice: u32,
}

/// The state of a phase after a casting roll has passed: the attempt and its dice are used up, and the
/// dispeller has not chosen yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Passed {
    /// The position from which the attempt was made, for the plan of the dispeller.
    pub from: usize,
    /// The next state if the attempt is dispelled, before the dispel dice are subtracted.
    pub next: State,
}

impl Game {
    /// The number of positions; the highest is the start of the phase.
    pub fn positions(&self) -> usize {
        match &self.order {
            Order::Free { .. } => self.radices().map(|radix| radix as usize).product(),
            Order::Plan(plan) => plan.len() + 1,
        }
    }

    /// The number of attempts that each spell may have left and, of those who may run out of casts, of
    /// casts that each wizard may have left. Their product is the number of positions in any order.
    pub fn radices(&self) -> impl Iterator<Item = u64> {
        let spells = self.spells.iter().map(|spell| u64::from(spell.attempts) + 1);
        let wizards = (0..self.wizards.len()).filter(|&wizard| self.may_run_out(wizard));
        spells.chain(wizards.map(|wizard| u64::from(self.wizards[wizard].casts) + 1))
    }

    /// Whether a wizard has fewer casts than the spells that he knows have attempts.
    pub fn may_run_out(&self, wizard: usize) -> bool {
        let spells = self.known.iter().filter(|known| known.wizard == wizard);
        let attempts: u64 = spells.map(|known| u64::from(self.spells[known.spell].attempts)).sum();
        u64::from(self.wizards[wizard].casts) < attempts
    }

    /// Whether the scenario tells wizards apart.
    pub fn names_wizards(&self) -> bool {
        self.wizards.iter().any(|wizard| !wizard.name.is_empty())
    }

    /// The number of states.
    pub fn states(&self) -> usize {
        self.positions() * (self.magic_dice as usize + 1) * (self.dispel_dice as usize + 1)
    }

    /// The maximum number of spells, each by each wizard who knows it, that may be tried in a state.
    pub fn open_spells(&self) -> f64 {
        match &self.order {
            Order::Free { .. } => self.known.len() as f64,
            Order::Plan(_) => 1.0,
        }
    }

    /// The index of a state.
    pub fn index(&self, state: State) -> usize {
        let State { position, magic_dice, dispel_dice } = state;
        let row = position * (self.magic_dice as usize + 1) + magic_dice as usize;
        row * (self.dispel_dice as usize + 1) + dispel_dice as usize
    }

    /// The state with this index.
    pub fn state(&self, index: usize) -> State {
        let (magic, dispel) = (self.magic_dice as usize + 1, self.dispel_dice as usize + 1);
        State {
            position: index / dispel / magic,
            magic_dice: (index / dispel % magic) as u32,
            dispel_dice: (index % dispel) as u32,
        }
    }

    /// Any order of attempts.
    pub fn any_order(&self) -> Order {
        let mut next = 1usize;
        let mut stride = |values: u32| {
            let own = next;
            next = next.saturating_mul(values as usize + 1);
            own
        };
        let strides = self.spells.iter().map(|spell| stride(spell.attempts)).collect();
        let casts = self.wizards.iter().enumerate();
        let of_casts = casts.map(|(place, wizard)| match self.may_run_out(place) {
            true => stride(wizard.casts),
            false => 0,
        });
        Order::Free { strides, of_casts: of_casts.collect() }
    }

    /// The state in which the phase begins.
    pub fn start(&self) -> State {
        let position = self.positions() - 1;
        self.settled(State { position, magic_dice: self.magic_dice, dispel_dice: self.dispel_dice })
    }

    /// Skips planned attempts for which there are not enough dice.
    pub fn settled(&self, mut state: State) -> State {
        if let Order::Plan(plan) = &self.order {
            while let Some(last) = state.position.checked_sub(1)
                && state.magic_dice < self.fewest_dice(plan[last].version)
            {
                state.position = last;
            }
        }
        state
    }

    /// Whether the caster may stop, which he may unless he follows a plan.
    pub fn may_stop(&self) -> bool {
        matches!(self.order, Order::Free { .. })
    }

    /// All states at a position.
    pub fn states_at(&self, position: usize) -> impl Iterator<Item = State> + use<> {
        let (magic, dispel) = (self.magic_dice, self.dispel_dice);
        (0..=magic).flat_map(move |magic_dice| {
            (0..=dispel).map(move |dispel_dice| State { position, magic_dice, dispel_dice })
        })
    }

    /// The spells that may be tried at a position and by whom, each with the position after the attempt.
    pub fn open(&self, position: usize) -> Vec<(Known, usize)> {
        match &self.order {
            Order::Free { .. } => {
                let may_try = |known: &&Known| {
                    self.attempts_left(position, known.spell) > 0
                        && self.casts_left(position, known.wizard).is_none_or(|left| left > 0)
                };
                let tried = self.known.iter().filter(may_try);
                tried.map(|&known| (known, position - self.step(known))).collect()
            }
            Order::Plan(plan) => {
                let behind = |last: usize| (self.versions[plan[last].version].known(), last);
                position.checked_sub(1).map(behind).into_iter().collect()
            }
        }
    }

    /// By how much an attempt lowers the position.
    fn step(&self, Known { spell, wizard }: Known) -> usize {
        match &self.order {
            Order::Free { strides, of_casts } => strides[spell] + of_casts[wizard],
            Order::Plan(_) => 1,
        }
    }

    /// The state after an attempt if no dice return.
    pub fn used(&self, state: State, choice: &CastingOption) -> State {
        let position = state.position - self.step(self.versions[choice.version].known());
        let magic_dice = state.magic_dice - choice.dice;
        State { position, magic_dice, ..state }
    }

    /// The number of attempts left for a spell at a position.
    pub fn attempts_left(&self, position: usize, spell: usize) -> u32 {
        match &self.order {
            Order::Free { strides, .. } => {
                (position / strides[spell] % (self.spells[spell].attempts as usize + 1)) as u32
            }
            Order::Plan(plan) => {
                let is_left = |planned: &&Planned| self.versions[planned.version].spell == spell;
                plan[..position].iter().filter(is_left).count() as u32
            }
        }
    }

    /// The number of casts left for a wizard at a position; `None` if he never runs out of them, or a plan
    /// says who casts.
    pub fn casts_left(&self, position: usize, wizard: usize) -> Option<u32> {
        match &self.order {
            Order::Free { of_casts, .. } if of_casts[wizard] > 0 => {
                Some((position / of_casts[wizard] % (self.wizards[wizard].casts as usize + 1)) as u32)
            }
            _ => None,
        }
    }

    /// Whether a choice, whose spell may be tried at this position, can be made with this number of
    /// dice left.
    pub fn allows(&self, position: usize, choice: &CastingOption, magic_dice: u32) -> bool {
        match &self.order {
            Order::Free { .. } => choice.dice <= magic_dice,
            Order::Plan(plan) => {
                let Planned { version, dice, .. } = plan[position - 1];
                choice.version == version && choice.dice == dice.min(magic_dice)
            }
        }
    }

    fn fewest_dice(&self, version: usize) -> u32 {
        if self.spells[self.versions[version].spell].is_bound { 2 } else { 1 }
    }

    /// The numbers of dice among which the dispeller may choose if this many are left.
    pub fn replies(&self, from: usize, dispel_dice: u32) -> RangeInclusive<u32> {
        let fixed = |dice: u32| dice.min(dispel_dice)..=dice.min(dispel_dice);
        match (self.dispeller, &self.order) {
            (Dispeller::Optimal, _) => 0..=dispel_dice,
            (Dispeller::AllIn, _) => fixed(dispel_dice),
            (Dispeller::Plan, Order::Plan(plan)) => fixed(plan[from - 1].dispel_dice),
            (Dispeller::Never | Dispeller::Plan, _) => fixed(0),
        }
    }

    /// The points gained by a passed attempt if it is not dispelled.
    pub fn gain(&self, version: usize, verdict: Verdict) -> i32 {
        let success = self.success(version);
        match verdict {
            Verdict::Failed { .. } => 0,
            Verdict::Cast => success,
            Verdict::Miscast(_) => success - self.miscast_cost,
            Verdict::Broken { .. } => -self.miscast_cost,
        }
    }

    /// The worth of a success of a version, with its attribute spell.
    pub fn success(&self, version: usize) -> i32 {
        let Version { spell, worth, .. } = self.versions[version];
        worth + self.spells[spell].attribute_worth
    }

    /// The distribution of the faces of the dice of a choice.
    pub fn faces(&self, choice: &CastingOption) -> &Law<Faces> {
        &self.faces[self.versions[choice.version].casting.rolled(choice.dice)]
    }

    /// The magic dice that return if the dispeller lets an attempt through.
    pub fn back(verdict: Verdict) -> u32 {
        match verdict {
            Verdict::Failed { back } | Verdict::Broken { back } => back,
            Verdict::Cast | Verdict::Miscast(_) => 0,
        }
    }
}
