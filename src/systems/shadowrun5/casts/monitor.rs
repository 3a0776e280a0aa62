//! Condition monitors: boxes, wound penalties, and who is down.

use super::super::casting::Marked;
use super::super::metric::Boxes;

/// Boxes marked on a condition monitor.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Marks {
    pub stun: u8,
    /// Boxes of both kinds if the monitor has only one track.
    pub physical: u8,
}

/// A condition monitor and its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Monitor {
    /// The boxes for stun; `None`: one track takes damage of both kinds.
    pub stun: Option<u8>,
    pub physical: u8,
    /// The number of boxes of a track that cost a die; 0: wounds cost nothing.
    pub wound_step: u8,
    /// Whether stun beyond the monitor becomes physical, one box for two.
    pub overflow: bool,
}

/// The maximum number of boxes of a track.
pub const MOST_BOXES: i32 = 250;

/// The condition that follows from marks, in the order of the labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    Standing,
    Unconscious,
    Dying,
}

impl Condition {
    pub const LABELS: [&str; 3] = ["standing", "unconscious", "dying"];
}

impl Marks {
    /// The marks of an opponent who is down, for any reason.
    pub const DOWN: Marks = Marks { stun: u8::MAX, physical: u8::MAX };

    #[inline(always)]
    pub fn is_down(self) -> bool {
        self == Marks::DOWN
    }

    /// Packs both tracks into 16 bits.
    #[inline(always)]
    pub fn bits(self) -> u64 {
        u64::from(self.stun) << 8 | u64::from(self.physical)
    }
}

impl Monitor {
    /// Adds damage to marks. Damage beyond the monitor is lost, except stun that overflows.
    #[inline(always)]
    pub fn mark(&self, marks: Marks, damage: Marked) -> Marks {
        let boxes = damage.boxes.max(0);
        let (stun, physical) = (i32::from(marks.stun), i32::from(marks.physical));
        let (stun, physical) = match self.stun {
            Some(most) if damage.kind == Boxes::Stun => {
                let beyond = (stun + boxes - i32::from(most)).max(0);
                (stun + boxes - beyond, physical + if self.overflow { beyond / 2 } else { 0 })
            }
            _ => (stun, physical + boxes),
        };
        // The values fit: a monitor has at most MOST_BOXES.
        Marks { stun: stun as u8, physical: physical.min(self.physical.into()) as u8 }
    }

    #[inline(always)]
    pub fn condition(&self, marks: Marks) -> Condition {
        if marks.physical >= self.physical {
            Condition::Dying
        } else if self.stun.is_some_and(|most| marks.stun >= most) {
            Condition::Unconscious
        } else {
            Condition::Standing
        }
    }

    /// The number of dice lost to wounds.
    #[inline(always)]
    pub fn penalty(&self, Marks { stun, physical }: Marks) -> usize {
        let of = |boxes: u8| boxes.checked_div(self.wound_step).unwrap_or(0);
        usize::from(of(stun)) + usize::from(of(physical))
    }

    /// The total number of boxes of both tracks.
    pub fn boxes(&self) -> u32 {
        u32::from(self.stun.unwrap_or_default()) + u32::from(self.physical)
    }

    /// The greatest penalty of a character who still stands.
    pub fn most_penalty(&self) -> usize {
        let last = |boxes: u8| boxes.saturating_sub(1);
        self.penalty(Marks { stun: self.stun.map_or(0, last), physical: last(self.physical) })
    }

    /// Describes marks, as in `stun 3/11, physical 0/10`.
    pub fn words(&self, Marks { stun, physical }: Marks) -> String {
        match self.stun {
            Some(most) => format!("stun {stun}/{most}, physical {physical}/{}", self.physical),
            None => format!("{physical}/{} boxes", self.physical),
        }
    }
}
