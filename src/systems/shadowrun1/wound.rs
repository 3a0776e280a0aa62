//! Suffering wounds: the hit location and the marks.

use std::fmt;
use std::ops::RangeInclusive;

use super::level::{Condition, Level};
use super::rules::Rules;
use super::track::{BOXES, BoxMark, Damage, MOST_PENALTY, State};
use crate::chance::{Chance, Drawn, Indicator, Law, Metric, Step};
use crate::description::words::count;
use crate::description::{Datum, InputReader, SideTable};

/// A character who suffers wounds, and how they are marked.
pub struct Sufferer {
    /// The name in the story.
    pub name: String,
    pub before: Condition,
    pub damage: Damage,
    /// The step in which the wounds are narrated.
    pub step: Step,
    /// The index of the first indicator of the character's track.
    pub first_mark: usize,
    location: Law<Location>,
    rules: Rules,
}

/// The hit location: the box at which marking starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Location(usize);

impl Drawn for Location {}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "box {}", self.0)
    }
}

/// The wound penalties to the target numbers of the acting character and of the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Penalties {
    pub actor: i32,
    pub target: i32,
}

/// The possible penalties of each side.
pub struct PenaltyRanges {
    pub actor: RangeInclusive<i32>,
    pub target: RangeInclusive<i32>,
}

impl PenaltyRanges {
    /// Only these penalties.
    pub fn of(Penalties { actor, target }: Penalties) -> Self {
        PenaltyRanges { actor: actor..=actor, target: target..=target }
    }

    /// All penalties that marks may cause.
    pub fn any() -> Self {
        PenaltyRanges { actor: 0..=MOST_PENALTY, target: 0..=MOST_PENALTY }
    }
}

/// The wound penalty of the character in the table `who`: the written one, or else the one that follows
/// from the marks `before` the action.
pub fn wound_penalty(input: &InputReader, who: &str, before: Condition) -> i32 {
    input.find(&format!("{who}.wound_penalty")).unwrap_or_else(|| before.penalty())
}

/// The number of indicators of one track: a `/` and an `X` for each box.
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

    /// Marks a wound, unless its level is none.
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

    /// Describes the condition: the marks, the penalty, and the state.
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

    /// The condition after one wound. It is not updated if neither these metrics nor the track are
    /// wanted.
    #[inline(always)]
    pub fn after<C: Chance>(&self, chance: &mut C, wound: Level, metrics: &[Metric]) -> Condition {
        match chance.wants(metrics) || chance.wants_indicators() {
            true => self.suffer(chance, self.before, wound),
            false => self.before,
        }
    }

    /// Records the final marks in the indicators of the track.
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
