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

/// How the hero of a duel makes bonuses of hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Advantage {
    /// Always for one total: whenever he holds no bonus, or whenever the hit would take no Body
    /// level.
    Fixed { to: Total, always: bool },
    /// As is best, hit by hit.
    Best,
}

impl Advantage {
    /// What the scenario chooses.
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

/// The greatest bonus that is told apart from greater ones where states merge: it decides the
/// blow that it is added to, whatever the penalties, unless a stress die exceeds another by too
/// much.
pub fn greatest_bonus(rules: &Rules, hero: &Scores, foe: &Opponent, advantage: Option<Advantage>) -> i32 {
    // Two dice in a row of which each exceeds another by so much: 1e-8 of all rounds.
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

/// The difference of a hit that was saved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Bonus {
    /// There was none.
    #[default]
    None,
    /// It has been used in this round.
    Used(Total),
    /// So much.
    Of(Total, i32),
    /// That of a hit with these scores, modifiers included. Where states merge it stays
    /// open until it matters.
    Open { to: Total, attack: i32, defense: i32 },
    /// So much, if the hero saves it: he has yet to choose.
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

    /// What it adds to a total.
    #[inline(always)]
    pub fn value(self, total: Total) -> i32 {
        match self {
            Bonus::Of(to, difference) if to == total => difference,
            _ => 0,
        }
    }
}
