//! Indicators as extra digits of packed outcomes.

use super::link::Marks;
use crate::chance::enumerator::Indicated;

/// Encodes indicators as digits of a key above those of the metrics, so that the distribution of a
/// whole round says which indicators go with which outcome.
#[derive(Debug, Default)]
pub struct Marking {
    /// What the first indicator adds to a key: more than twice what metrics can add.
    one: u64,
    /// Each can be counted at most once.
    indicated: Vec<Indicated>,
    /// Whether there are more indicators than a key has room for.
    pub is_full: bool,
}

impl Marking {
    /// No indicators yet, above metrics with `room` joint outcomes.
    pub fn new(room: u64) -> Self {
        let one = room.checked_next_power_of_two().and_then(|room| room.checked_mul(4));
        Marking { one: one.unwrap_or(0), indicated: Vec::new(), is_full: one.is_none() }
    }

    /// What an indicator adds to a key.
    pub fn of(&mut self, indicated: Indicated) -> u64 {
        let place = self.indicated.iter().position(|&known| known == indicated).unwrap_or_else(|| {
            self.indicated.push(indicated);
            self.indicated.len() - 1
        });
        // One bit stays free, for metrics that decrease.
        self.is_full |= place as u32 + 1 >= self.one.leading_zeros();
        if self.is_full { 0 } else { self.one << place }
    }

    /// Splits what was recorded into metrics and indicators.
    pub fn split(&self, recorded: u64) -> (u64, Marks) {
        if self.one == 0 {
            return (recorded, Marks::new());
        }
        let bits = recorded.wrapping_add(self.one / 2) / self.one;
        let marks = (0..).zip(&self.indicated).filter(|(place, _)| bits >> place & 1 == 1);
        let metrics = recorded.wrapping_sub(bits.wrapping_mul(self.one));
        (metrics, marks.map(|(_, &indicated)| indicated).collect())
    }
}
