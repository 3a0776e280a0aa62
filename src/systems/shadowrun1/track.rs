//! The damage track of the house rules: thirteen boxes, 12 down to 0.

use std::fmt;

use crate::description::words::count;
use crate::description::{Figure, FigureKind, InputReader, TrackFigure, Zone};

/// The number of boxes.
pub const BOXES: usize = 13;

/// A track without marks, as it is written.
const UNMARKED: &str = ".............";

/// The maximum penalty to target numbers, on this track or the book's.
pub const MOST_PENALTY: i32 = 4;

/// The mark in a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoxMark {
    Empty,
    /// `/`
    Slash,
    /// `X`
    Cross,
}

/// The state of the character to whom the track belongs, in the order of the labels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum State {
    Ok,
    Unconscious,
    Dead,
}

impl State {
    pub const LABELS: [&str; 3] = ["ok", "unconscious", "dead"];
}

/// Stun or physical damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Damage {
    Stun,
    Physical,
}

/// A damage track: which boxes are marked, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DamageTrack {
    /// Bit `n` of `slashes`: box `n` has a `/`; bit `n` of `crosses`: box `n` has an `X`, which takes
    /// precedence.
    slashes: u16,
    crosses: u16,
    pub state: State,
}

impl DamageTrack {
    /// No marks.
    pub const EMPTY: DamageTrack = DamageTrack { slashes: 0, crosses: 0, state: State::Ok };

    /// Reads thirteen characters, `.`, `/` or `X`, from box 12 down to box 0.
    pub fn read(text: &str) -> Option<DamageTrack> {
        if text.chars().count() != BOXES {
            return None;
        }
        let mut track = DamageTrack::EMPTY;
        for (number, mark) in (0..BOXES).rev().zip(text.chars()) {
            match mark {
                '.' => {}
                '/' => track.slashes |= 1 << number,
                'X' => track.crosses |= 1 << number,
                _ => return None,
            }
        }
        Some(track)
    }

    /// The mark in a box.
    pub fn mark(self, number: usize) -> BoxMark {
        match (self.slashes >> number & 1, self.crosses >> number & 1) {
            (_, 1) => BoxMark::Cross,
            (1, _) => BoxMark::Slash,
            _ => BoxMark::Empty,
        }
    }

    /// The number of marked boxes.
    pub fn marked(self) -> u32 {
        (self.slashes | self.crosses).count_ones()
    }

    /// Erases the marks of this number of boxes, from the lowest marked box up.
    pub fn healed(mut self, boxes: u32) -> DamageTrack {
        for _ in 0..boxes {
            let marked = self.slashes | self.crosses;
            let lowest = marked & marked.wrapping_neg();
            self.slashes &= !lowest;
            self.crosses &= !lowest;
        }
        self
    }

    /// Marks this number of boxes, from box `start` downwards.
    #[inline(always)]
    pub fn hit(mut self, start: usize, boxes: u32, damage: Damage) -> DamageTrack {
        let mut owed = boxes;
        let mut number = start;
        while owed > 0 {
            if self.take(number, damage) {
                owed -= 1;
            }
            if number > 0 {
                number -= 1;
                continue;
            }
            if owed == 0 {
                break;
            }
            // Past 0.
            match damage {
                Damage::Physical => {
                    self.state = State::Dead;
                    break;
                }
                Damage::Stun => {
                    self.state = self.state.max(State::Unconscious);
                    if self.crosses.count_ones() as usize == BOXES {
                        break;
                    }
                    number = BOXES - 1;
                }
            }
        }
        self
    }

    /// Marks a box, unless it has an `X`. Returns whether it was marked.
    fn take(&mut self, number: usize, damage: Damage) -> bool {
        let bit = 1 << number;
        match (self.mark(number), damage) {
            (BoxMark::Cross, _) => return false,
            (BoxMark::Empty, Damage::Stun) => self.slashes |= bit,
            (BoxMark::Slash, Damage::Stun) | (_, Damage::Physical) => {
                self.slashes &= !bit;
                self.crosses |= bit;
            }
        }
        true
    }

    /// The penalty to target numbers, by the lowest mark: 1 for boxes 12 to 9, 2 for 8 to 6, 3 for 5 to
    /// 3, 4 for 2 to 0.
    pub fn penalty(self) -> i32 {
        match (self.slashes | self.crosses).trailing_zeros() {
            0..=2 => 4,
            3..=5 => 3,
            6..=8 => 2,
            9..=12 => 1,
            _ => 0,
        }
    }
}

impl fmt::Display for DamageTrack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for number in (0..BOXES).rev() {
            f.write_str(match self.mark(number) {
                BoxMark::Empty => ".",
                BoxMark::Slash => "/",
                BoxMark::Cross => "X",
            })?;
        }
        Ok(())
    }
}

/// The zones of the penalty, as the source text prints them above the boxes: the penalty, the highest
/// box and the lowest.
const ZONES: [(&str, usize, usize); 4] = [("+1", 12, 9), ("+2", 8, 6), ("+3", 5, 3), ("+4", 2, 0)];

/// The figure of a track. `first` is the index of its first indicator.
pub fn figure(name: &'static str, title: &'static str, first: usize) -> Figure {
    let zone = |(label, highest, lowest): (&'static str, _, _)| Zone { label: label.into(), highest, lowest };
    let track = TrackFigure {
        title: title.into(),
        help: "each box by how it ends up; above, the penalty to target numbers by the lowest mark".into(),
        first,
        boxes: BOXES,
        signs: ["/", "X"].map(Into::into).into(),
        zones: ZONES.map(zone).into(),
    };
    Figure::new(name, FigureKind::Boxes(track))
}

/// Reads the track of the character in the table `who`, less what has been healed; unmarked if no
/// marks are set.
pub fn read_track(input: &mut InputReader, who: &str) -> DamageTrack {
    let [marks_key, healed_key] = ["marks", "healed"].map(|name| format!("{who}.{name}"));
    let text = input.word(&marks_key).unwrap_or(UNMARKED);
    let Some(track) = DamageTrack::read(text) else {
        let message = format!("\"{text}\" is not a damage track of {BOXES} boxes");
        input.fault(&marks_key, message, "13 characters, each . or / or X, from box 12 down to box 0");
        return DamageTrack::EMPTY;
    };
    let healed = input.integer(&healed_key).unsigned_abs();
    if healed > track.marked() {
        let message = format!("{} healed", count(healed, "box is", "boxes are"));
        let marked = count(track.marked(), "marked box", "marked boxes");
        input.fault(&healed_key, message, format!("`{marks_key}` has {marked}: at most as many"));
    }
    track.healed(healed)
}

/// Reads the kind of damage at a key.
pub fn read_damage(input: &InputReader, path: &str) -> Damage {
    match input.word(path) {
        Some("stun") => Damage::Stun,
        _ => Damage::Physical,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_zones_are_those_of_the_penalty() {
        for number in 0..BOXES {
            let track = DamageTrack { slashes: 1 << number, ..DamageTrack::EMPTY };
            let FigureKind::Boxes(drawn) = figure("track", "a track", 0).kind else { unreachable!() };
            let zones = drawn.zones.iter().filter(|zone| zone.has(number));
            let labels: Vec<&str> = zones.map(|zone| &*zone.label).collect();
            assert_eq!(labels, [format!("+{}", track.penalty())], "box {number}");
        }
    }
}
