//! Wounds where they are suffered: the hit location and the marks.

use std::fmt;
use std::ops::RangeInclusive;

use super::level::{Condition, Level};
use super::rules::Rules;
use super::track::{BOXES, BoxMark, Damage, MOST_PENALTY, State};
use crate::chance::{Chance, Drawn, Indicator, Law, Metric, Step};
use crate::description::words::count;
use crate::description::{Datum, InputReader, SideTable};

/// Who suffers wounds, and how they are marked.
pub struct Sufferer {
    /// As the story calls them.
    pub name: String,
    pub before: Condition,
    pub damage: Damage,
    /// The step in which their wounds are told.
    pub step: Step,
    /// The place of the first mark of their track.
    pub first_mark: usize,
    location: Law<Location>,
    rules: Rules,
}

/// Where a hit lands: the box to start at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Location(usize);

impl Drawn for Location {}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "box {}", self.0)
    }
}

/// What wounds add to the target numbers of the one who acts, and to those of the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Penalties {
    pub actor: i32,
    pub target: i32,
}

/// The penalties that may hold for each side.
pub struct PenaltyRanges {
    pub actor: RangeInclusive<i32>,
    pub target: RangeInclusive<i32>,
}

impl PenaltyRanges {
    /// These penalties alone.
    pub fn of(Penalties { actor, target }: Penalties) -> Self {
        PenaltyRanges { actor: actor..=actor, target: target..=target }
    }

    /// All that marks may cost.
    pub fn any() -> Self {
        PenaltyRanges { actor: 0..=MOST_PENALTY, target: 0..=MOST_PENALTY }
    }
}

/// The wound penalty of the one whose table is `who`: the one that is written, or else what the
/// marks `before` the action cost.
pub fn wound_penalty(input: &InputReader, who: &str, before: Condition) -> i32 {
    input.find(&format!("{who}.wound_penalty")).unwrap_or_else(|| before.penalty())
}

/// The marks of one track: a `/` and an `X` in each box.
pub const MARKS: usize = 2 * BOXES;

impl Sufferer {
    pub fn new(
        name: &str,
        rules: &Rules,
        before: Condition,
        damage: Damage,
        step: Step,
        first_mark: usize,
    ) -> Self {
        let die = Law::die(6).map(|face| face as usize);
        let location = Law::repeat(2, &die, 0, |sum, face| sum + face).map(Location);
        Sufferer { name: name.to_owned(), before, damage, step, first_mark, location, rules: *rules }
    }

    /// Marks a wound, if it is one.
    #[inline(always)]
    pub fn suffer<C: Chance>(&self, chance: &mut C, before: Condition, level: Level) -> Condition {
        if level == Level::NONE {
            return before;
        }
        let boxes = self.rules.boxes(level);
        chance.note(self.step, || {
            format!("{}: a {} wound, {}", self.name, level.word(), count(boxes, "box", "boxes"))
        });
        let start = match self.rules.single_track {
            true => chance.draw(&self.location).0,
            false => 0,
        };
        let after = before.suffer(start, boxes, self.damage);
        chance.note(self.step, || format!("{before} → {after}"));
        after
    }

    /// How the sufferer is, in words: the marks, what they cost, and what they make of them.
    pub fn in_words(&self, condition: Condition) -> String {
        let state = match condition.state() {
            State::Ok => String::new(),
            state => format!(", {}", State::LABELS[state as usize]),
        };
        format!("{}: {condition}, +{}{state}", self.name, condition.penalty())
    }

    /// The boxes of a wound.
    pub fn boxes(&self, level: Level) -> u32 {
        self.rules.boxes(level)
    }

    /// How the sufferer is after one wound; as before where nobody asks for these
    /// metrics, or for the track.
    #[inline(always)]
    pub fn after<C: Chance>(&self, chance: &mut C, wound: Level, metrics: &[Metric]) -> Condition {
        match chance.wants(metrics) || chance.wants_indicators() {
            true => self.suffer(chance, self.before, wound),
            false => self.before,
        }
    }

    /// Counts what is marked in the end.
    #[inline(always)]
    pub fn record_track<C: Chance>(&self, chance: &mut C, condition: Condition) {
        let Some(track) = condition.track().filter(|_| chance.wants_indicators()) else {
            return;
        };
        for number in 0..BOXES {
            match track.mark(number) {
                BoxMark::Empty => {}
                BoxMark::Slash => chance.indicate(Indicator(self.first_mark + 2 * number)),
                BoxMark::Cross => chance.indicate(Indicator(self.first_mark + 2 * number + 1)),
            }
        }
    }

    /// The table of the boxes that end up marked.
    pub fn table(&self, name: &'static str) -> SideTable {
        let first = self.first_mark;
        SideTable::of_indicators(name, ["box", "mark", "probability"], move |marks| {
            let boxes = (0..BOXES).rev();
            let row = |number: usize, mark: usize| {
                let sign = ["/", "X"][mark].to_owned();
                let probability = marks[first + 2 * number + mark];
                vec![Datum::Integer(number as i64), Datum::Text(sign), Datum::Number(probability)]
            };
            boxes.flat_map(|number| [row(number, 0), row(number, 1)]).collect()
        })
    }
}
