//! The switches, each of which selects a house rule or its counterpart in the book.

use super::level::{Condition, Level};
use super::track::DamageTrack;
use crate::description::InputReader;

/// The rules of dice and of the damage track, which all procedures share, as the scenario sets them.
/// Switches of a single procedure are read there.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    pub target_number_cap: bool,
    /// Has no meaning without `target_number_cap`.
    pub target_number_ceiling: i32,
    pub six_plus: bool,
    /// Has no meaning without `six_plus`.
    pub success_step: i32,
    pub automatic_six: AutomaticSix,
    /// Whether there is a single track of thirteen boxes with a hit location, instead of the book's
    /// boxes.
    pub single_track: bool,
    /// Boxes of a light, moderate, serious and deadly wound.
    pub level_boxes: [u32; 4],
}

impl Rules {
    pub fn read(input: &InputReader) -> Self {
        let boxes = input.integers("rules.level_boxes").unwrap_or(&[]);
        let mut level_boxes = [0; 4];
        for (boxes, &number) in level_boxes.iter_mut().zip(boxes) {
            *boxes = u32::try_from(number).unwrap_or(0);
        }
        // A number that a switch turns off is not read, so that it is reported as making no difference.
        let [target_number_cap, six_plus] =
            ["rules.target_number_cap", "rules.six_plus"].map(|path| input.flag(path));
        let number = |is_on: bool, path| if is_on { input.integer(path) } else { i32::MAX };
        Rules {
            target_number_cap,
            target_number_ceiling: number(target_number_cap, "rules.target_number_ceiling"),
            six_plus,
            success_step: number(six_plus, "rules.success_step"),
            automatic_six: match input.word("rules.automatic_six") {
                Some("flat") => AutomaticSix::Flat,
                Some("success") => AutomaticSix::Success,
                _ => AutomaticSix::Exploding,
            },
            single_track: input.is("rules.damage_track", "single"),
            level_boxes,
        }
    }

    /// The maximum number of boxes of a wound.
    pub fn most_boxes(&self) -> i64 {
        i64::from(self.level_boxes.iter().copied().max().unwrap_or(0))
    }

    /// The boxes of a wound.
    pub fn boxes(&self, level: Level) -> u32 {
        match level.index() {
            0 => 0,
            level => self.level_boxes[level - 1],
        }
    }

    /// The condition of a character before the action, from the marks on the track.
    pub fn condition(&self, track: DamageTrack) -> Condition {
        match self.single_track {
            true => Condition::House(track),
            false => Condition::book(track.marked()),
        }
    }
}

/// What an automatic six is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AutomaticSix {
    /// A die that shows 6 and explodes on.
    Exploding,
    /// A plain 6.
    Flat,
    /// One success.
    Success,
}
