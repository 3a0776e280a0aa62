//! The state of a firefight.

use super::super::attack::Wounds;
use super::super::level::Condition;
use super::super::track::State;
use crate::chance::MayEnd;

/// The state of a fight between two stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fight {
    /// Whether the fight is over; then everything else is as in [`Fight::OVER`].
    pub over: bool,
    pub now: [Now; 2],
}

/// The state of a fighter between two stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Now {
    pub condition: Condition,
    /// The count of the fighter's next action in this turn; below 1 if there is none.
    pub next: i32,
    /// The dodge dice that are left.
    pub dodge_dice: u32,
    /// The rounds that are left; `None`: unlimited.
    pub ammunition: Option<u32>,
    /// Wounds of this count that are not marked yet.
    pub wounds: Wounds,
}

impl MayEnd for Fight {
    #[inline(always)]
    fn is_over(&self) -> bool {
        self.over
    }
}

impl Fight {
    /// A fight that is decided, with its metrics recorded.
    pub const OVER: Fight = Fight { over: true, now: [Now::NOTHING; 2] };

    /// The next count at which a fighter acts.
    pub fn count(&self) -> i32 {
        self.now[0].next.max(self.now[1].next)
    }

    /// Whether no fighter acts any more in this turn.
    pub fn is_turn_over(&self) -> bool {
        self.over || self.count() < 1
    }
}

impl Now {
    const NOTHING: Now = Now {
        condition: Condition::nothing_but(State::Ok),
        next: 0,
        dodge_dice: 0,
        ammunition: None,
        wounds: Wounds::NONE,
    };
}
