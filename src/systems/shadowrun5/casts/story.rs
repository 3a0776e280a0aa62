//! Texts that narrate a sequence.

use super::fight::{Fight, UNLIMITED};
use super::monitor::{Condition, Marks};
use super::{Casts, Table};
use crate::description::words::count;

/// The names of the opponents, by index.
pub struct Names(pub Vec<String>);

impl Names {
    pub fn opponent(&self, place: usize) -> &str {
        &self.0[place]
    }
}

impl<T: Table> Casts<T> {
    /// Describes the situation before a cast.
    pub fn title(&self, number: u32, fight: &Fight) -> String {
        let drams = match fight.drams {
            UNLIMITED => String::new(),
            left => format!("; {} left", count(left, "dram", "drams")),
        };
        let edge = if fight.edge_casts > 0 { "; with Edge" } else { "" };
        format!("Cast {number}: {}{drams}{edge}", self.standing_words(fight))
    }

    /// Describes the situation at the end, after this number of casts.
    pub fn end_words(&self, casts: u32, fight: &Fight, condition: Condition) -> String {
        let caster = match condition {
            Condition::Standing => "the caster stands",
            Condition::Unconscious => "the caster is unconscious",
            Condition::Dying => "the caster is dying",
        };
        let down = count(self.down(fight) as u32, "opponent", "opponents");
        format!(
            "after {}: {caster}, {down} down\n{}",
            count(casts, "cast", "casts"),
            self.standing_words(fight)
        )
    }

    /// Describes the state of an opponent.
    pub fn opponent_words(&self, place: usize, marks: Marks) -> String {
        let name = self.names.opponent(place);
        match marks.is_down() {
            true => format!("{name} is down"),
            false => {
                let monitor = &self.spells.kinds[usize::from(self.opponents[place])].monitor;
                format!("{name}: {}", monitor.words(marks))
            }
        }
    }

    fn standing_words(&self, fight: &Fight) -> String {
        let caster = format!("the caster: {}", self.monitor.words(fight.caster));
        let opponents =
            (0..self.opponents.len()).map(|place| self.opponent_words(place, fight.opponents[place]));
        std::iter::once(caster).chain(opponents).collect::<Vec<_>>().join("; ")
    }
}
