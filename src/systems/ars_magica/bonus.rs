//! Advantage: hits that are saved as a bonus for the next round.

use std::fmt;

use super::combatant::Scores;
use super::rules::Rules;
use crate::description::InputReader;
use crate::description::words::signed;

/// A total to which a bonus is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Total {
    Attack,
    Defense,
}

impl Total {
    /// Its word in scenario files.
    pub fn word(self) -> &'static str {
        match self {
            Total::Attack => "attack",
            Total::Defense => "defense",
        }
    }
}

/// When a duellist saves hits as bonuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advantage {
    /// Always for the same total: with `always`, whenever he holds no bonus, otherwise whenever the hit
    /// would take no Body level.
    Fixed { to: Total, always: bool },
    /// Whatever is best for the hero, hit by hit.
    Best,
}

impl Advantage {
    /// Reads the keys `advantage` and `save` of a table: the hero's choice, or a foe.
    pub fn read(input: &InputReader, who: &str) -> Option<Advantage> {
        // A key that is not read is told to make no difference.
        let always = || input.word(&format!("{who}.save")) == Some("always");
        let fixed = |to| Advantage::Fixed { to, always: always() };
        match input.word(&format!("{who}.advantage")) {
            Some("attack") => Some(fixed(Total::Attack)),
            Some("defense") => Some(fixed(Total::Defense)),
            Some("best") => Some(Advantage::Best),
            _ => None,
        }
    }

    /// The total for which all hits are saved, if they are all for one.
    pub fn to(self) -> Option<Total> {
        match self {
            Advantage::Fixed { to, .. } => Some(to),
            Advantage::Best => None,
        }
    }
}

/// The bonus from which on greater ones are not distinguished when states merge. A bonus of this size
/// decides the blow that it is added to, whatever the penalties, unless one stress die exceeds another
/// by a very improbable difference. `steps` are the range steps inside the optimum of one's own weapon.
pub fn greatest_bonus(
    rules: &Rules,
    own: &Scores,
    other: &Scores,
    steps: i32,
    advantage: Option<Advantage>,
) -> i32 {
    // Two dice in a row exceed their opponents by this much in about 1e-8 of all rounds.
    const DICE: i32 = 80;
    let worst_penalty = rules.wounds.penalty(rules.levels() - 1).abs() * 2;
    let range = rules.inside_range_penalty * steps;
    let to_be_missed = other.attack - own.defense;
    let to_kill = other.defense - own.attack + rules.wounds.deadly(own.damage, other.soak);
    let gap = match advantage {
        Some(Advantage::Fixed { to: Total::Defense, .. }) => to_be_missed,
        Some(Advantage::Fixed { to: Total::Attack, .. }) | None => to_kill,
        Some(Advantage::Best) => to_be_missed.max(to_kill),
    };
    gap.max(0) + worst_penalty + range + DICE
}

/// The bonuses of a duellist: the one that counts in this round, and the one that is saved, or may be
/// saved, for the next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bonuses {
    pub held: Bonus,
    pub saved: Bonus,
}

impl Bonuses {
    pub const NONE: Bonuses = Bonuses { held: Bonus::None, saved: Bonus::None };
}

/// The bonus from a saved hit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Bonus {
    /// No hit was saved.
    #[default]
    None,
    /// It has been used in this round.
    Used(Total),
    /// A bonus of this size to this total.
    Of(Total, i32),
    /// The bonus of a hit with these scores, modifiers included. When states merge, its size is drawn
    /// only when it matters.
    Open { to: Total, attack: i32, defense: i32 },
    /// A bonus of this size, if the hero chooses to save the hit.
    Offered(i32),
}

impl fmt::Display for Bonus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Bonus::Of(to, difference) => write!(f, "{} to {to:?}", signed(*difference)),
            Bonus::Offered(difference) => write!(f, "{} to either", signed(*difference)),
            Bonus::Open { to, .. } => write!(f, "a bonus to {to:?}"),
            Bonus::None | Bonus::Used(_) => write!(f, "nothing"),
        }
    }
}

impl Bonus {
    /// The total that it is for.
    #[inline(always)]
    pub fn to(self) -> Option<Total> {
        match self {
            Bonus::Used(to) | Bonus::Of(to, _) | Bonus::Open { to, .. } => Some(to),
            Bonus::None | Bonus::Offered(_) => None,
        }
    }

    /// The bonus to a total.
    #[inline(always)]
    pub fn value(self, total: Total) -> i32 {
        match self {
            Bonus::Of(to, difference) if to == total => difference,
            _ => 0,
        }
    }
}
