//! The fighters of a firefight.

use super::super::attack::{Action, Wounds};
use super::super::initiative::Initiative;
use super::super::wound::{Penalties, Sufferer};
use super::fight::Now;
use crate::chance::Inner;
use crate::description::words::count;

/// A fighter.
pub struct Fighter {
    pub initiative: Initiative,
    /// How the other's weapon wounds this fighter.
    pub body: Sufferer,
    /// The dice of the dodge pool.
    pub dodge_dice: u32,
    /// The maximum number of dodge dice against one action.
    pub dodge_per_action: u32,
    /// Whether the fighter has no pool and no dodge dice in the first turn.
    pub surprised: bool,
    pub pool_dice: u32,
    /// The number of attacks of an action, if there is enough ammunition.
    pub attacks: u32,
    /// The rounds that an attack uses.
    pub rounds: u32,
    /// The rounds at the start; `None`: unlimited.
    pub ammunition: Option<u32>,
    /// The prepared actions against the other fighter, for all resources that may be left.
    pub actions: Vec<(Shooting, Inner<Action, Penalties, Wounds>)>,
}

/// What an action depends on, apart from the wounds of both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shooting {
    /// The number of attacks that the ammunition allows, at least one.
    pub attacks: u32,
    /// Whether there are pool dice.
    pub pool: bool,
    /// The dodge dice that the other fighter uses.
    pub dodge_dice: u32,
}

impl Fighter {
    /// The state before the fight.
    pub fn before(&self) -> Now {
        Now {
            condition: self.body.before,
            next: 0,
            dodge_dice: if self.surprised { 0 } else { self.dodge_dice },
            ammunition: self.ammunition,
            wounds: Wounds::NONE,
        }
    }

    pub fn name(&self) -> &str {
        &self.body.name
    }

    /// Whether the fighter has no pools in this turn, because of surprise.
    pub fn is_off_guard(&self, turn: u32) -> bool {
        self.surprised && turn == 1
    }

    /// Whether there are pool dice in this turn.
    pub fn has_pool(&self, turn: u32) -> bool {
        self.pool_dice > 0 && !self.is_off_guard(turn)
    }

    /// The action for these resources.
    #[inline(always)]
    pub fn action(&self, shooting: Shooting) -> &Inner<Action, Penalties, Wounds> {
        let mut prepared = self.actions.iter();
        let (_, action) =
            prepared.find(|(of, _)| *of == shooting).expect("all that may be left is prepared for");
        action
    }

    /// The number of attacks that the rounds allow.
    #[inline(always)]
    pub fn attacks(&self, now: &Now) -> u32 {
        now.ammunition.map_or(self.attacks, |left| self.attacks.min(left / self.rounds))
    }

    /// Uses up the rounds of this number of attacks.
    #[inline(always)]
    pub fn pay(&self, now: &mut Now, attacks: u32) {
        now.ammunition = now.ammunition.map(|left| left - attacks * self.rounds);
    }

    /// The dodge dice that are used against an action.
    #[inline(always)]
    pub fn dodge_dice_used(&self, now: &Now) -> u32 {
        self.dodge_per_action.min(now.dodge_dice)
    }

    /// Describes an action: who attacks whom, or that there is no ammunition.
    pub fn shot_in_words(&self, target: &str, at: i32, attacks: u32) -> String {
        let name = self.name();
        match attacks {
            0 => format!("count {at}: {name} is out of ammunition"),
            1 => format!("count {at}: {name} attacks {target}"),
            _ => format!("count {at}: {name} attacks {target} {attacks} times"),
        }
    }

    /// Describes the state of the fighter after a count.
    pub fn in_words(&self, now: &Now) -> String {
        let dodge = match self.dodge_dice {
            0 => String::new(),
            _ => format!("; {} to dodge", count(now.dodge_dice, "die", "dice")),
        };
        let rounds = match now.ammunition {
            None => String::new(),
            Some(left) => format!("; {}", count(left, "round", "rounds")),
        };
        format!("{}{dodge}{rounds}", self.body.in_words(now.condition))
    }
}
