//! Wound levels, and what a wound does to whoever suffers it.

use super::track::{Damage, DamageTrack, State};
use crate::description::words::count;

/// A wound level: none, light, moderate, serious, deadly. Above deadly only before
/// it is staged down, and only if the rules let it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(pub i32);

impl Level {
    pub const NONE: Level = Level(0);
    pub const DEADLY: Level = Level(4);
    pub const LABELS: [&str; 5] = ["none", "L", "M", "S", "D"];

    /// The level of a weapon's or a spell's code.
    pub fn read(word: Option<&str>) -> Level {
        let place = Level::LABELS.iter().position(|label| Some(*label) == word);
        Level(place.map_or(0, |place| place as i32))
    }

    /// Higher by so many.
    pub fn up(self, levels: i32) -> Level {
        Level(self.0.saturating_add(levels))
    }

    /// Lower by so many, between none and deadly.
    pub fn down(self, levels: i32) -> Level {
        Level((self.0 - levels).clamp(0, 4))
    }

    /// What successes that stage it down leave of it, in words.
    pub fn down_in_words(self, levels: i32) -> String {
        let levels_down = count(levels.unsigned_abs(), "level", "levels");
        match self.down(levels) {
            Level::NONE => format!("{levels_down} down: no wound"),
            left => format!("{levels_down} down: {}", left.name()),
        }
    }

    /// How net successes raise it to another, in words.
    pub fn up_in_words(self, net: i32, risen: Level) -> String {
        match risen.0 - self.0 {
            0 => format!("{net} net: the level stays {}", self.name()),
            _ if risen > Level::DEADLY => {
                let beyond = count((risen.0 - Level::DEADLY.0).unsigned_abs(), "level", "levels");
                format!("{net} net: {} rises {beyond} above D", self.name())
            }
            _ => format!("{net} net: {} rises to {}", self.name(), risen.name()),
        }
    }

    /// At most deadly.
    pub fn capped(self) -> Level {
        self.min(Level::DEADLY)
    }

    /// Its place among the labels.
    pub fn index(self) -> usize {
        usize::try_from(self.0.clamp(0, 4)).unwrap_or(0)
    }

    pub fn name(self) -> &'static str {
        Level::LABELS[self.index()]
    }

    /// The level in a word.
    pub fn word(self) -> &'static str {
        ["no", "light", "moderate", "serious", "deadly"][self.index()]
    }
}

/// What somebody has suffered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// On the one track of the house rules.
    House(DamageTrack),
    /// Boxes of the book's track, of which more than ten make no difference.
    Book { boxes: u32, state: State },
}

/// The book's boxes: so many end it.
const BOOK_BOXES: u32 = 10;

impl Condition {
    /// So many boxes of the book's track, and still ok.
    pub fn book(boxes: u32) -> Condition {
        Condition::Book { boxes: boxes.min(BOOK_BOXES), state: State::Ok }
    }

    /// A condition of which nothing but the state matters any more.
    pub const fn nothing_but(state: State) -> Condition {
        Condition::Book { boxes: 0, state }
    }

    /// After a wound of so many boxes: on the house track from box `start` down.
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

    /// The wound penalty: what it adds to the target numbers of whoever is in it.
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
            Condition::Book { boxes, .. } => write!(f, "{boxes} boxes"),
        }
    }
}
