//! The stress die.

use std::fmt;

use crate::chance::{Drawn, Law};

/// The number of doublings after the first that the distribution of a stress die contains. Twelve 1s in
/// a row are omitted, with probability 1e-12.
const DOUBLINGS: u32 = 10;

/// The upper limit for a rolled die that is doubled beyond what the distribution contains.
const GREATEST: u32 = i16::MAX as u32;

/// The result of a stress die: a number, or a botch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Stress(i16);

impl Stress {
    /// A first 0, and another 0 among the botch dice.
    pub const BOTCH: Stress = Stress(-1);

    /// A die of this value.
    ///
    /// # Panics
    /// When `value` is greater than [`i16::MAX`].
    pub fn of(value: u16) -> Stress {
        Stress(i16::try_from(value).expect("a stress die is not so high"))
    }

    /// Whether it is a botch.
    pub fn is_botch(self) -> bool {
        self == Stress::BOTCH
    }

    /// The total of a score, modifiers included, and this die. A botched total is 0, or the score if
    /// that is negative.
    pub fn total(self, score: i32) -> i32 {
        if self.is_botch() { score.min(0) } else { score + i32::from(self.0) }
    }

    /// The value of the die in a sum; 0 for a botch.
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

/// The distribution of a stress die with this number of botch dice.
///
/// 2 to 9 count as rolled. On a 1 the die is rolled again and doubled, cumulatively, and a 0 then
/// counts 10. On a first 0 the botch dice are rolled: if any of them shows 0 the die botches, otherwise
/// it counts 0. The fourth moment is infinite. The omitted probability is 1e-12 (Ars Magica page,
/// stress die).
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
    /// The attacker's die, or the hero's if both do the same.
    pub ours: Stress,
    /// The die of the opponent.
    pub theirs: Stress,
}

/// Which dice of a pair are botches. Among pairs with equal botches, the difference of two totals
/// increases with the difference of the dice.
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

/// Orders by the botches, then by the difference of the dice, then by the first die.
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

/// The joint distribution of two independent stress dice.
pub fn pair(stress: &Law<Stress>) -> Law<Pair> {
    stress.and(stress, |ours, theirs| Pair { ours, theirs })
}
