//! Look-up tables for single draws.

use std::sync::Arc;

/// Draws one outcome from one 64-bit number.
///
/// The table has `PARTS` entries, a power of two, and each outcome has as many of them as it fills
/// completely. So most numbers find their outcome at once. The remainders of all outcomes are drawn
/// from an alias table. The result is as exact as the weights, and saves a comparison that most
/// draws would have to wait for.
///
/// G. Marsaglia, W. W. Tsang, J. Wang (2004), J. Stat. Softw. 11(3), for the
/// first step; the second is [`Alias`].
#[derive(Clone, Debug)]
pub struct Table<T, const PARTS: usize> {
    /// Stored inline, not behind a pointer: one load less per draw.
    direct: [T; PARTS],
    /// How many entries of `direct` are in use.
    filled: usize,
    rest: Alias<T>,
}

/// `PARTS` for a law that a procedure draws from itself. Four such tables fit into the first-level cache.
pub const WIDE: usize = 1 << 10;

/// `PARTS` for the laws of an inner procedure: there are hundreds, one for each input.
const NARROW: usize = 1 << 6;

/// A table with few entries.
pub type Narrow<T> = Table<T, NARROW>;

impl<T: Copy, const PARTS: usize> Table<T, PARTS> {
    pub fn new(outcomes: &[T], weights: &[f64]) -> Self {
        let total: f64 = weights.iter().sum();
        let parts: Vec<f64> = weights.iter().map(|weight| weight / total * PARTS as f64).collect();
        let repeated = |(&outcome, parts): (&T, &f64)| std::iter::repeat_n(outcome, *parts as usize);
        let filling = outcomes.iter().zip(&parts).flat_map(repeated);
        let mut direct = [outcomes[0]; PARTS];
        let mut filled = 0;
        for (place, outcome) in direct.iter_mut().zip(filling) {
            *place = outcome;
            filled += 1;
        }
        let rests: Vec<f64> = parts.iter().map(|parts| parts.fract()).collect();
        Table { direct, filled, rest: Alias::new(outcomes, &rests, (1u128 << 64) as f64 / PARTS as f64) }
    }

    #[inline(always)]
    pub fn pick(&self, random: u64) -> T {
        let part = random as usize % PARTS;
        if part < self.filled { self.direct[part] } else { self.rest.pick(random / PARTS as u64) }
    }
}

/// An alias table: the low bits of a number choose a slot, and a comparison of the whole number
/// chooses one of its two outcomes.
///
/// A. J. Walker (1977), ACM TOMS 3, 253–256; built as M. D. Vose (1991), IEEE
/// TSE 17, 972–975.
#[derive(Clone, Debug)]
struct Alias<T> {
    /// Their number is a power of two.
    slots: Arc<[Slot<T>]>,
}

#[derive(Clone, Copy, Debug)]
struct Slot<T> {
    /// Numbers below it draw the first outcome. Its low bits, which choose the slot, are 0, so that
    /// the whole number can be compared.
    threshold: u64,
    outcomes: [T; 2],
}

impl<T: Copy> Alias<T> {
    /// A table that draws from numbers below `end`.
    fn new(outcomes: &[T], weights: &[f64], end: f64) -> Self {
        let size = outcomes.len().next_power_of_two();
        let total: f64 = weights.iter().sum();
        // Without remainders nothing is drawn from this table.
        let scale = if total > 0.0 { size as f64 / total } else { 0.0 };
        let mut heights: Vec<f64> = weights.iter().map(|weight| weight * scale).collect();
        heights.resize(size, 0.0);
        let own = |slot: usize| outcomes[slot.min(outcomes.len() - 1)];

        let mut slots: Vec<Slot<T>> =
            (0..size).map(|slot| Slot { threshold: u64::MAX, outcomes: [own(slot); 2] }).collect();
        let (mut low, mut high): (Vec<usize>, Vec<usize>) = (0..size).partition(|&slot| heights[slot] < 1.0);
        while let (Some(poor), Some(&rich)) = (low.pop(), high.last()) {
            slots[poor].threshold = (heights[poor] * end) as u64 & !(size as u64 - 1);
            slots[poor].outcomes[1] = own(rich);
            heights[rich] -= 1.0 - heights[poor];
            if heights[rich] < 1.0 {
                high.pop();
                low.push(rich);
            }
        }
        Alias { slots: slots.into() }
    }

    #[cold]
    fn pick(&self, random: u64) -> T {
        let slot = &self.slots[random as usize & (self.slots.len() - 1)];
        slot.outcomes[usize::from(random >= slot.threshold)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chance::Law;

    #[test]
    fn a_table_gives_each_outcome_its_weight() {
        check::<WIDE>();
        check::<NARROW>();
    }

    fn check<const PARTS: usize>() {
        let law = Law::repeat(12, &Law::die(6).map(|face| u32::from(face >= 5)), 0, |sum, hit| sum + hit);
        let weights: Vec<f64> = law.iter().map(|(_, p)| p).collect();
        let Table { direct, filled, rest } = Table::<u32, PARTS>::new(law.outcomes(), &weights);
        let end = (1u128 << 64) as f64 / PARTS as f64;
        let mut masses = vec![0.0; weights.len()];
        for &outcome in &direct[..filled] {
            masses[outcome as usize] += 1.0 / PARTS as f64;
        }
        let left = 1.0 - filled as f64 / PARTS as f64;
        for slot in rest.slots.iter() {
            let first = (slot.threshold as f64 / end).min(1.0);
            masses[slot.outcomes[0] as usize] += left * first / rest.slots.len() as f64;
            masses[slot.outcomes[1] as usize] += left * (1.0 - first) / rest.slots.len() as f64;
        }
        for (mass, p) in masses.iter().zip(weights) {
            assert!((mass - p).abs() < 1e-15, "{mass} is not {p}");
        }
    }
}
