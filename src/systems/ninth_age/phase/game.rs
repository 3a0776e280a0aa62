//! A magic phase as a game of two players: who may do what, and what comes of it.

use std::ops::RangeInclusive;

use super::super::attempt::{CastingRoll, Rules, Verdict};
use super::super::dice::Faces;
use crate::chance::{Drawn, Law};
use crate::description::words::count;

/// A magic phase.
#[derive(Debug)]
pub struct Game {
    pub rules: Rules,
    /// The law of what magic dice show, by their number.
    pub faces: Vec<Law<Faces>>,
    pub spells: Vec<Spell>,
    pub versions: Vec<Version>,
    /// Every way to use an attempt, in the order in which ties are broken: fewer
    /// dice, basic before boosted, the order of the spells.
    pub choices: Vec<CastingOption>,
    pub order: Order,
    pub dispeller: Dispeller,
    pub dispelling_modifier: i32,
    pub miscast_cost: i32,
    /// The dice that there are at first.
    pub magic_dice: u32,
    pub dispel_dice: u32,
}

/// A spell of the phase.
#[derive(Debug)]
pub struct Spell {
    pub name: String,
    /// How often it may be tried.
    pub attempts: u32,
    /// What its attribute spell adds to every success.
    pub attribute_worth: i32,
    pub is_bound: bool,
}

/// A spell, basic or boosted.
#[derive(Debug)]
pub struct Version {
    pub spell: usize,
    pub boosted: bool,
    /// What a success is worth, without the attribute spell.
    pub worth: i32,
    pub casting: Casting,
}

/// How an attempt comes to its total.
#[derive(Clone, Copy, Debug)]
pub enum Casting {
    /// The dice and a modifier have to reach a value.
    Rolled { modifier: i32, value: i32 },
    /// Without a roll: the totals with 2 dice and with 3.
    Bound([i32; 2]),
}

impl Casting {
    /// How many of the dice that are used are rolled.
    pub fn rolled(self, dice: u32) -> usize {
        match self {
            Casting::Rolled { .. } => dice as usize,
            Casting::Bound(_) => 0,
        }
    }

    /// What the dice of an attempt come to.
    pub fn roll(self, rules: &Rules, faces: Faces, dice: u32) -> CastingRoll {
        match self {
            Casting::Rolled { modifier, value } => rules.casting(faces, dice, modifier, value),
            Casting::Bound(totals) => {
                CastingRoll { total: totals[usize::from(dice > 2)], verdict: Verdict::Cast }
            }
        }
    }

    /// What has to be rolled, in words.
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

/// A casting roll with its place among the outcomes of its law.
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
    /// A choice whose dice show faces of this law; those of a bound spell are not
    /// rolled.
    pub fn new(rules: Rules, version: usize, casting: Casting, dice: u32, faces: &Law<Faces>) -> Self {
        let rolls = faces.map(move |faces| casting.roll(&rules, faces, dice));
        let places = rolls.outcomes().to_vec();
        let placed = move |roll| Rolled { place: place(&places, roll), roll };
        CastingOption { version, dice, law: rolls.map(placed) }
    }

    /// What faces come to.
    pub fn rolled(&self, rules: &Rules, casting: Casting, faces: Faces) -> Rolled {
        let roll = casting.roll(rules, faces, self.dice);
        let place = self.law.outcomes().partition_point(|other| other.roll < roll);
        Rolled { place, roll }
    }
}

/// The place of a roll among all, which ascend.
fn place(rolls: &[CastingRoll], roll: CastingRoll) -> usize {
    rolls.partition_point(|other| *other < roll)
}

/// In which order the caster may try the spells.
#[derive(Debug)]
pub enum Order {
    /// In any, each as often as it has attempts, and he may stop.
    Free {
        /// What one attempt of each spell adds to a position.
        strides: Vec<usize>,
    },
    /// In this, the last attempt first.
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

/// Where a phase is, before an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// Which attempts are left: a number that each of them makes smaller.
    pub position: usize,
    pub magic_dice: u32,
    pub dispel_dice: u32,
}

/// Where a phase is when a casting roll has passed: the attempt and its dice are
/// used up, the dispeller has not chosen yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Passed {
    /// Where the attempt was made from, for the plan of the dispeller.
    pub from: usize,
    /// Where the phase goes on if the attempt is dispelled, before the dispel dice are
    /// taken off.
    pub next: State,
}

impl Game {
    /// How many positions there are; the last is the first of the phase.
    pub fn positions(&self) -> usize {
        match &self.order {
            Order::Free { .. } => self.spells.iter().map(|spell| spell.attempts as usize + 1).product(),
            Order::Plan(plan) => plan.len() + 1,
        }
    }

    /// How many states there are.
    pub fn states(&self) -> usize {
        self.positions() * (self.magic_dice as usize + 1) * (self.dispel_dice as usize + 1)
    }

    /// How many spells may be tried in a state, at most.
    pub fn open_spells(&self) -> f64 {
        match &self.order {
            Order::Free { .. } => self.spells.len() as f64,
            Order::Plan(_) => 1.0,
        }
    }

    /// The place of a state among all.
    pub fn index(&self, state: State) -> usize {
        let State { position, magic_dice, dispel_dice } = state;
        let row = position * (self.magic_dice as usize + 1) + magic_dice as usize;
        row * (self.dispel_dice as usize + 1) + dispel_dice as usize
    }

    /// The state at a place.
    pub fn state(&self, index: usize) -> State {
        let (magic, dispel) = (self.magic_dice as usize + 1, self.dispel_dice as usize + 1);
        State {
            position: index / dispel / magic,
            magic_dice: (index / dispel % magic) as u32,
            dispel_dice: (index % dispel) as u32,
        }
    }

    /// Where the phase begins.
    pub fn start(&self) -> State {
        let position = self.positions() - 1;
        self.settled(State { position, magic_dice: self.magic_dice, dispel_dice: self.dispel_dice })
    }

    /// The state behind planned attempts that are skipped for want of dice.
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

    /// Whether the caster may stop, or follows a plan.
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

    /// The spells that may be tried at a position, and the positions behind them.
    pub fn open(&self, position: usize) -> Vec<(usize, usize)> {
        match &self.order {
            Order::Free { strides } => (0..self.spells.len())
                .filter(|&spell| self.attempts_left(position, spell) > 0)
                .map(|spell| (spell, position - strides[spell]))
                .collect(),
            Order::Plan(plan) => {
                let behind = |last: usize| (self.versions[plan[last].version].spell, last);
                position.checked_sub(1).map(behind).into_iter().collect()
            }
        }
    }

    /// Where the phase goes on when an attempt has been made and no dice return.
    pub fn used(&self, state: State, choice: &CastingOption) -> State {
        let one = match &self.order {
            Order::Free { strides } => strides[self.versions[choice.version].spell],
            Order::Plan(_) => 1,
        };
        let (position, magic_dice) = (state.position - one, state.magic_dice - choice.dice);
        State { position, magic_dice, ..state }
    }

    /// How often a spell may still be tried at a position.
    pub fn attempts_left(&self, position: usize, spell: usize) -> u32 {
        match &self.order {
            Order::Free { strides } => {
                (position / strides[spell] % (self.spells[spell].attempts as usize + 1)) as u32
            }
            Order::Plan(plan) => {
                let is_left = |planned: &&Planned| self.versions[planned.version].spell == spell;
                plan[..position].iter().filter(is_left).count() as u32
            }
        }
    }

    /// Whether a choice, whose spell is open at a position, can be made with so
    /// many dice left.
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

    /// The numbers of dice among which the dispeller chooses with so many left.
    pub fn replies(&self, from: usize, dispel_dice: u32) -> RangeInclusive<u32> {
        let fixed = |dice: u32| dice.min(dispel_dice)..=dice.min(dispel_dice);
        match (self.dispeller, &self.order) {
            (Dispeller::Optimal, _) => 0..=dispel_dice,
            (Dispeller::AllIn, _) => fixed(dispel_dice),
            (Dispeller::Plan, Order::Plan(plan)) => fixed(plan[from - 1].dispel_dice),
            (Dispeller::Never | Dispeller::Plan, _) => fixed(0),
        }
    }

    /// What a passed attempt yields in points if it is not dispelled.
    pub fn gain(&self, version: usize, verdict: Verdict) -> i32 {
        let success = self.success(version);
        match verdict {
            Verdict::Failed { .. } => 0,
            Verdict::Cast => success,
            Verdict::Miscast(miscast) if !self.rules.has_effect(miscast) => success,
            Verdict::Miscast(_) => success - self.miscast_cost,
            Verdict::Broken { .. } => -self.miscast_cost,
        }
    }

    /// What a success of a version is worth, with its attribute spell.
    pub fn success(&self, version: usize) -> i32 {
        let Version { spell, worth, .. } = self.versions[version];
        worth + self.spells[spell].attribute_worth
    }

    /// The law of what the dice of a choice show.
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
