//! Advantage: hits that are saved as a bonus for the next round.

use super::combatant::{Opponent, Scores};
use super::rules::Rules;
use crate::description::InputReader;

/// A total to which a bonus is added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Total {
    Attack,
    Defense,
}

/// When the hero of a duel saves hits as bonuses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advantage {
    /// Always for the same total: with `always`, whenever he holds no bonus, otherwise whenever the hit
    /// would take no Body level.
    Fixed { to: Total, always: bool },
    /// Whatever is best, hit by hit.
    Best,
}

impl Advantage {
    /// Reads the choice of the scenario.
    pub fn read(input: &InputReader) -> Option<Advantage> {
        let fixed = |to| Advantage::Fixed { to, always: input.word("choice.save") == Some("always") };
        match input.word("choice.advantage") {
            Some("attack") => Some(fixed(Total::Attack)),
            Some("defense") => Some(fixed(Total::Defense)),
            Some("best") => Some(Advantage::Best),
            _ => None,
        }
    }
}

/// The bonus from which on greater ones are not distinguished when states merge. A bonus of this size
/// decides the blow that it is added to, whatever the penalties, unless one stress die exceeds another
/// by a very improbable difference.
pub fn greatest_bonus(rules: &Rules, hero: &Scores, foe: &Opponent, advantage: Option<Advantage>) -> i32 {
    // Two dice in a row exceed their opponents by this much in about 1e-8 of all rounds.
    const DICE: i32 = 80;
    let worst_penalty = rules.wounds.penalty(rules.levels() - 1).abs() * 2;
    let range = rules.inside_range_penalty * (foe.inside + foe.closes);
    let to_be_missed = foe.scores.attack - hero.defense;
    let to_kill = foe.scores.defense - hero.attack + rules.wounds.deadly(hero.damage, foe.scores.soak);
    let gap = match advantage {
        Some(Advantage::Fixed { to: Total::Defense, .. }) => to_be_missed,
        Some(Advantage::Fixed { to: Total::Attack, .. }) | None => to_kill,
        Some(Advantage::Best) => to_be_missed.max(to_kill),
    };
    gap.max(0) + worst_penalty + range + DICE
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
