//! Indicators that are recorded with the metrics.

use super::link::Marks;
use crate::chance::enumerator::Indicated;

/// Indicators as digits of a key, behind those of the metrics: where a law of several stages says
/// which are counted together with what is recorded.
#[derive(Debug, Default)]
pub struct Marking {
    /// What one of the first indicator adds to a key: more than twice what metrics can.
    one: u64,
    /// Each may be counted once.
    indicated: Vec<Indicated>,
    /// There are more than keys have room for.
    pub is_full: bool,
}

impl Marking {
    /// No indicators yet, behind metrics that have so many joint outcomes.
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
        // One bit more stays free, for metrics that fall.
        self.is_full |= place as u32 + 1 >= self.one.leading_zeros();
        if self.is_full { 0 } else { self.one << place }
    }

    /// What was recorded of the metrics, and the indicators that were counted.
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
