//! The caster's choice for a cast, and how Edge is spent on it.

use super::dice::Edge;

/// The caster's choice for a cast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Choice {
    pub force: i32,
    /// Drams of reagents, if any are used.
    pub reagents: Option<i32>,
}

/// How Edge is spent on the rolls of a cast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EdgeUse {
    pub casting: Edge,
    pub drain: Edge,
}

impl Choice {
    /// A choice of Force and drams; 0 drams: no reagents.
    pub fn new(force: i32, drams: u32) -> Self {
        Choice { force, reagents: (drams > 0).then_some(drams as i32) }
    }

    /// The number of drams used.
    pub fn drams(self) -> u32 {
        self.reagents.map_or(0, i32::unsigned_abs)
    }

    /// Describes the choice, as in `Force 6 with 2 drams of reagents`.
    pub fn words(self) -> String {
        let reagents =
            self.reagents.map_or_else(String::new, |drams| format!(" with {}", drams_in_words(drams)));
        format!("Force {}{reagents}", self.force)
    }
}

impl EdgeUse {
    pub const NONE: EdgeUse = EdgeUse { casting: Edge::None, drain: Edge::None };

    /// The points of Edge that it spends on a cast.
    pub fn points(self) -> u32 {
        u32::from(self.casting != Edge::None) + u32::from(self.drain != Edge::None)
    }

    /// Describes which rolls Edge is spent on, for titles.
    pub fn words(self) -> String {
        let on = |edge, roll| match edge {
            Edge::Push => format!(", Edge pushes {roll}"),
            Edge::SecondChance => format!(", Edge gives {roll} a second chance"),
            Edge::None => String::new(),
        };
        on(self.casting, "the casting roll") + &on(self.drain, "the drain roll")
    }
}

pub fn drams_in_words(drams: i32) -> String {
    let plural = if drams == 1 { "" } else { "s" };
    format!("{drams} dram{plural} of reagents")
}
