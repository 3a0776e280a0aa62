//! The stress die.

use std::fmt;

use crate::chance::{Drawn, Law};

/// The law of a stress die follows so many doublings beyond the first. A die that shows
/// 1 twelve times in a row is left out: 1e-12.
const DOUBLINGS: u32 = 10;

/// A die that is doubled beyond all that its law contains stops there.
const GREATEST: u32 = i16::MAX as u32;

/// What a stress die comes to: a number, or a botch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stress(i16);

impl Stress {
    /// A first 0, and another 0 among the botch dice.
    pub const BOTCH: Stress = Stress(-1);

    /// A die of this value.
    ///
    /// # Panics
    /// When it is more than [`i16::MAX`].
    pub fn of(value: u16) -> Stress {
        Stress(i16::try_from(value).expect("a stress die is not so high"))
    }

    /// Whether it is a botch.
    pub fn is_botch(self) -> bool {
        self == Stress::BOTCH
    }

    /// The total of a score with its modifiers and this die. A botched total is 0, or
    /// the score if that is negative: no die makes it less.
    pub fn total(self, score: i32) -> i32 {
        if self.is_botch() { score.min(0) } else { score + i32::from(self.0) }
    }

    /// What the die is worth in a sum: a botch is worth nothing.
    pub fn value(self) -> i32 {
        self.0.max(0).into()
    }
}

impl Drawn for Stress {}

impl fmt::Display for Stress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_botch() { f.write_str("a botch") } else { self.0.fmt(f) }
    }
}

/// The law of a stress die with so many botch dice.
///
/// 2 to 9 count as they are. A 1 is rolled again and doubled, cumulatively; a 0
/// counts 10 then. At a first 0 the botch dice are rolled: any 0 among them is a
/// botch, and else the die counts 0. Its fourth moment is infinite. What is left out
/// is 1e-12 (Ars Magica page, stress die).
pub fn stress(botch_dice: u32) -> Law<Stress> {
    let digit = Law::die(10).shown(|face| face % 10);
    let botch = Law::repeat(botch_dice, &digit, false, |botch, digit| botch || digit == 0)
        .map(|botch| if botch { Stress::BOTCH } else { Stress(0) });
    digit.then(|digit| match digit {
        0 => botch.clone(),
        1 => Law::doubling(10, DOUBLINGS).map(|value| Stress(value.saturating_mul(2).min(GREATEST) as i16)),
        digit => Law::certain(Stress(digit as i16)),
    })
}

/// Two stress dice that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// The die of whoever attacks, or of the hero where both do the same.
    pub ours: Stress,
    /// The die of the opponent.
    pub theirs: Stress,
}

/// Which dice of a pair are botches. Among pairs alike in that a difference of totals
/// rises with that of the dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Botches {
    pub ours: bool,
    pub theirs: bool,
}

impl Pair {
    /// The pair as the opponent sees it: our die and theirs change places.
    pub fn turned(self) -> Pair {
        Pair { ours: self.theirs, theirs: self.ours }
    }

    /// The botches of the pair.
    pub fn botches(self) -> Botches {
        Botches { ours: self.ours.is_botch(), theirs: self.theirs.is_botch() }
    }

    fn key(self) -> (Botches, i32, i32) {
        (self.botches(), self.ours.value() - self.theirs.value(), self.ours.value())
    }
}

impl PartialOrd for Pair {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// By the botches, then by the difference of the dice.
impl Ord for Pair {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}

impl Drawn for Pair {}

impl fmt::Display for Pair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} against {}", self.ours, self.theirs)
    }
}

/// The law of two stress dice.
pub fn pair(stress: &Law<Stress>) -> Law<Pair> {
    stress.and(stress, |ours, theirs| Pair { ours, theirs })
}
