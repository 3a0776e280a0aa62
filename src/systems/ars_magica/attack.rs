//! An attack, and its result for given dice.

use super::bonus::{Advantage, Bonus};
use super::dice::Pair;
use super::score::Score;
use super::story;
use super::wounds::Wounds;
use crate::description::words::{added, count, signed};

/// The result of an attack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Blow {
    /// It misses.
    Miss,
    /// It hits by this difference, which is saved as a bonus.
    Saved(i32),
    /// It hits by this difference, which may be saved; if it is not, it takes these Body levels.
    Offered { difference: i32, levels: u8 },
    /// It hits and takes this many Body levels.
    Hit(u8),
}

impl Blow {
    /// The Body levels that a hit takes; `None` for a miss.
    pub fn hit(self) -> Option<u8> {
        (self != Blow::Miss).then(|| self.levels())
    }

    /// The Body levels that the blow takes; 0 if it is saved.
    pub fn levels(self) -> u8 {
        match self {
            Blow::Hit(levels) | Blow::Offered { levels, .. } => levels,
            Blow::Miss | Blow::Saved(_) => 0,
        }
    }
}

/// An attack of this round: its scores, and how its hits are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attack {
    pub attack: Score,
    pub defense: Score,
    pub damage: i32,
    pub soak: i32,
    /// Body levels that the defender has left.
    pub left: u8,
    pub saving: Saving,
}

/// Which hits are saved as a bonus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Saving {
    /// None.
    None,
    /// Hits that take no level.
    Harmless,
    /// All.
    All,
    /// The hero chooses which hits to save; one that takes all levels of the foe is never saved.
    Chosen,
}

impl Saving {
    /// Which hits a duellist saves who holds this bonus.
    pub fn of(advantage: Option<Advantage>, held: Bonus) -> Saving {
        match advantage {
            Some(Advantage::Fixed { always: false, .. }) => Saving::Harmless,
            Some(Advantage::Fixed { always: true, .. }) if held == Bonus::None => Saving::All,
            Some(Advantage::Best) => Saving::Chosen,
            _ => Saving::None,
        }
    }
}

impl Attack {
    /// By how much the attack beats the defence.
    #[inline(always)]
    pub fn difference(&self, pair: Pair) -> i32 {
        self.attack.total(pair.ours) - self.defense.total(pair.theirs)
    }

    /// The result with these dice.
    #[inline(always)]
    pub fn blow(&self, wounds: &Wounds, pair: Pair) -> Blow {
        let difference = self.difference(pair);
        if difference <= 0 {
            return Blow::Miss;
        }
        let levels = wounds.levels_taken(self.damage + difference - self.soak).min(self.left);
        match self.saving {
            Saving::All => Blow::Saved(difference),
            Saving::Harmless if levels == 0 => Blow::Saved(difference),
            Saving::Chosen if levels < self.left => Blow::Offered { difference, levels },
            _ => Blow::Hit(levels),
        }
    }

    /// Describes the totals and the result, after the name of the foe. `place` is the foe's index if
    /// there are several.
    pub fn told(&self, place: Option<u8>, wounds: &Wounds, pair: Pair) -> String {
        let foe = place.map_or_else(|| "the foe".to_owned(), |place| story::foe(place.into()));
        format!("{foe}: {}", self.words(wounds, pair))
    }

    /// Describes the totals and the result.
    pub fn words(&self, wounds: &Wounds, pair: Pair) -> String {
        let difference = self.difference(pair);
        let result = match self.blow(wounds, pair) {
            Blow::Miss if difference == 0 => "equal, a miss".to_owned(),
            Blow::Miss => format!("a miss by {}", -difference),
            Blow::Saved(difference) => format!("a hit by {difference}, saved as a bonus"),
            Blow::Hit(levels) | Blow::Offered { levels, .. } => {
                let over = self.damage + difference - self.soak;
                let sum =
                    format!("{} + {difference}{} = {}", signed(self.damage), added(-self.soak), signed(over));
                format!(
                    "a hit by {difference}\nDamage over Soak {sum}: {}",
                    count(levels.into(), "Body level", "Body levels")
                )
            }
        };
        format!(
            "Attack {}, Defense {}: {result}",
            self.attack.words(pair.ours),
            self.defense.words(pair.theirs)
        )
    }
}
