//! What a firefight has come to.

use super::super::attack::Wounds;
use super::super::level::Condition;
use super::super::track::State;
use crate::chance::MayEnd;

/// A fight between two stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fight {
    /// Nothing more happens; everything else is as in [`Fight::OVER`].
    pub over: bool,
    pub now: [Now; 2],
}

/// A fighter between two stages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Now {
    pub condition: Condition,
    /// The count of the next action in this turn; below 1 if there is none.
    pub next: i32,
    /// The dodge dice that are left.
    pub dodge_dice: u32,
    /// The rounds that are left; `None`: without end.
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
    /// A fight that is decided and counted.
    pub const OVER: Fight = Fight { over: true, now: [Now::NOTHING; 2] };

    /// The next count at which somebody acts.
    pub fn count(&self) -> i32 {
        self.now[0].next.max(self.now[1].next)
    }

    /// Whether nobody acts any more in this turn.
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
