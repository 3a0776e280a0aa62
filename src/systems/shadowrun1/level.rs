//! Wound levels, and the condition of a character who suffers wounds.

use super::track::{Damage, DamageTrack, State};
use crate::description::words::count;

/// A wound level: none, light, moderate, serious, deadly. It can be above deadly only before it is
/// staged down, and only if the rules allow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(pub i32);

impl Level {
    pub const NONE: Level = Level(0);
    pub const DEADLY: Level = Level(4);
    pub const LABELS: [&str; 5] = ["none", "L", "M", "S", "D"];

    /// Reads the level in the code of a weapon or a spell.
    pub fn read(word: Option<&str>) -> Level {
        let place = Level::LABELS.iter().position(|label| Some(*label) == word);
        Level(place.map_or(0, |place| place as i32))
    }

    /// Raises the level.
    pub fn up(self, levels: i32) -> Level {
        Level(self.0.saturating_add(levels))
    }

    /// Lowers the level, which stays between none and deadly.
    pub fn down(self, levels: i32) -> Level {
        Level((self.0 - levels).clamp(0, 4))
    }

    /// Describes how the level is staged down.
    pub fn down_in_words(self, levels: i32) -> String {
        let levels_down = count(levels.unsigned_abs(), "level", "levels");
        match self.down(levels) {
            Level::NONE => format!("{levels_down} down: no wound"),
            left => format!("{levels_down} down: {}", left.name()),
        }
    }

    /// Describes how net successes raise the level.
    pub fn up_in_words(self, net: i32, risen: Level) -> String {
        let rank = |level: Level| match level.0 - Level::DEADLY.0 {
            above @ 1.. => format!("{} above D", count(above.unsigned_abs(), "level", "levels")),
            _ => level.name().to_owned(),
        };
        match risen == self {
            true => format!("{net} net: the level stays {}", rank(self)),
            false => format!("{net} net: {} rises to {}", rank(self), rank(risen)),
        }
    }

    /// Caps the level at deadly.
    pub fn capped(self) -> Level {
        self.min(Level::DEADLY)
    }

    /// Its index among the labels.
    pub fn index(self) -> usize {
        usize::try_from(self.0.clamp(0, 4)).unwrap_or(0)
    }

    pub fn name(self) -> &'static str {
        Level::LABELS[self.index()]
    }

    /// The level as a word.
    pub fn word(self) -> &'static str {
        ["no", "light", "moderate", "serious", "deadly"][self.index()]
    }
}

/// The condition of a character: the marks and the state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// The single track of the house rules.
    House(DamageTrack),
    /// Boxes of the book's track, of which at most ten are counted.
    Book { boxes: u32, state: State },
}

/// The number of boxes on the book's track.
const BOOK_BOXES: u32 = 10;

impl Condition {
    /// A number of boxes on the book's track, with state ok.
    pub fn book(boxes: u32) -> Condition {
        Condition::Book { boxes: boxes.min(BOOK_BOXES), state: State::Ok }
    }

    /// A condition reduced to the state, when nothing else matters any more.
    pub const fn nothing_but(state: State) -> Condition {
        Condition::Book { boxes: 0, state }
    }

    /// The condition after a wound of this number of boxes; on the house track, marking begins at box
    /// `start`.
    #[inline(always)]
    pub fn suffer(self, start: usize, boxes: u32, damage: Damage) -> Condition {
        match self {
            Condition::House(track) => Condition::House(track.hit(start, boxes, damage)),
            Condition::Book { boxes: before, state } => {
                let boxes = (before + boxes).min(BOOK_BOXES);
                let state = match damage {
                    _ if boxes < BOOK_BOXES => state,
                    Damage::Physical => State::Dead,
                    Damage::Stun => State::Unconscious,
                };
                Condition::Book { boxes, state }
            }
        }
    }

    pub fn state(self) -> State {
        match self {
            Condition::House(track) => track.state,
            Condition::Book { state, .. } => state,
        }
    }

    /// The wound penalty, which is added to the target numbers of the character.
    pub fn penalty(self) -> i32 {
        match self {
            Condition::House(track) => track.penalty(),
            Condition::Book { boxes: 0, .. } => 0,
            Condition::Book { boxes: 1..=2, .. } => 1,
            Condition::Book { boxes: 3..=5, .. } => 2,
            Condition::Book { .. } => 3,
        }
    }

    /// The house track, if it is one.
    pub fn track(self) -> Option<DamageTrack> {
        match self {
            Condition::House(track) => Some(track),
            Condition::Book { .. } => None,
        }
    }
}

impl std::fmt::Display for Condition {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Condition::House(track) => track.fmt(f),
            Condition::Book { boxes: BOOK_BOXES, .. } => write!(f, "{BOOK_BOXES} boxes or more"),
            &Condition::Book { boxes, .. } => f.write_str(&count(boxes, "box", "boxes")),
        }
    }
}
