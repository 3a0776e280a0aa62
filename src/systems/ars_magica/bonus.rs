//! Advantage: hits that are saved as a bonus for the next round.

use crate::description::InputReader;

/// When the hero of a duel makes a bonus of a hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Advantage {
    /// What the bonus is for: his Defense, or else his Attack.
    pub for_defense: bool,
    /// Whenever he holds none; else whenever the hit would take no Body level.
    pub always: bool,
}

impl Advantage {
    /// What the scenario chooses.
    pub fn read(input: &InputReader) -> Option<Advantage> {
        let always = input.word("choice.save") == Some("always");
        match input.word("choice.advantage") {
            Some("attack") => Some(Advantage { for_defense: false, always }),
            Some("defense") => Some(Advantage { for_defense: true, always }),
            _ => None,
        }
    }
}

/// The difference of a hit that was saved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Bonus {
    /// There was none.
    #[default]
    None,
    /// It has been used in this round.
    Used,
    /// So much.
    Of(i32),
    /// That of a hit with these scores, modifiers included. Where states merge it stays
    /// open until it matters.
    Open { attack: i32, defense: i32 },
}

impl Bonus {
    /// What it adds.
    #[inline(always)]
    pub fn value(self) -> i32 {
        match self {
            Bonus::Of(difference) => difference,
            Bonus::None | Bonus::Used | Bonus::Open { .. } => 0,
        }
    }
}
