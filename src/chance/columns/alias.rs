//! Alias tables in exact integers.

use std::cmp::Reverse;

use rand::Rng;

use crate::chance::law::Narrow;

/// Maps 32 random bits to the code of an outcome.
///
/// The mass of an outcome is its probability as a multiple of 2^-32, rounded so that all masses add
/// up to 2^32. Nothing is rounded after that: each outcome is drawn by exactly as many of the 2^32
/// possible inputs as its mass. Outcomes that are too rare for such masses are drawn together, as one
/// code that stands for all of them; [`settled`](AliasTable::settled) then draws one of them from 64
/// random bits more.
///
/// The high bits choose a slot, and the number of slots is a power of two. A comparison of all bits
/// chooses one of the two outcomes of the slot. A. J. Walker (1977), ACM TOMS 3, 253–256; built as
/// M. D. Vose (1991), IEEE TSE 17, 972–975.
#[derive(Clone, Debug)]
pub struct AliasTable {
    /// The random bits shifted right by this give the slot.
    shift: u32,
    /// By slot: the smallest number that draws the second outcome.
    thresholds: Vec<u32>,
    /// The codes of the first outcomes by slot, followed by those of the second outcomes.
    codes: Vec<u32>,
    /// Behind a pointer: nearly no draw reads it.
    rare: Option<Box<Rare>>,
}

/// The slots of one alias table, or of several tables one after the other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Slots<'a> {
    /// The random bits shifted right by this give the slot within a table.
    pub shift: u32,
    /// By slot: the smallest number that draws the second outcome.
    pub thresholds: &'a [u32],
    /// The codes of the first outcomes by slot, followed by those of the second outcomes.
    pub codes: &'a [u32],
}

/// Outcomes that are too rare for an alias table.
#[derive(Clone, Debug)]
struct Rare {
    /// The code that stands for them.
    code: u32,
    table: Narrow<u32>,
}

/// Outcomes below this probability are rare. As multiples of 2^-32, their probabilities would be wrong
/// by more than a thousandth.
const RARE: f64 = 1.0 / (1 << 23) as f64;

/// How many numbers of 32 bits there are.
const WHOLE: u64 = 1 << 32;

/// The minimum number of slots: one vector of the widest registers.
const FEWEST: usize = 16;

impl AliasTable {
    /// A table of codes and their probabilities, which need not add up to 1.
    pub fn new(law: impl Iterator<Item = (u32, f64)>) -> Self {
        AliasTable::with_rare(law, FEWEST)
    }

    /// A table with at least `fewest` slots, which must be a power of two from 2.
    pub(crate) fn with_rare(law: impl Iterator<Item = (u32, f64)>, fewest: usize) -> Self {
        let law: Vec<(u32, f64)> = law.collect();
        let total: f64 = law.iter().map(|(_, weight)| weight).sum();
        let (mut rare, mut common): (Vec<(u32, f64)>, Vec<_>) =
            law.iter().partition(|(_, weight)| *weight < RARE * total);
        let mass: f64 = rare.iter().map(|(_, weight)| weight).sum();
        let most = common.iter_mut().max_by(|(_, some), (_, other)| some.total_cmp(other));
        let Some(most) = most.filter(|_| mass > 0.0) else {
            return AliasTable::with_slots(law.into_iter(), fewest);
        };
        // The mass of all of them becomes a multiple, too: the most probable outcome fills it up.
        let unit = total / WHOLE as f64;
        let whole = (mass / unit).ceil() * unit;
        most.1 -= whole - mass;
        rare.push((most.0, whole - mass));
        let code = unused(law.iter().map(|(code, _)| *code).collect());
        common.push((code, whole));
        let (codes, weights): (Vec<u32>, Vec<f64>) = rare.into_iter().unzip();
        let rare = Some(Box::new(Rare { code, table: Narrow::new(&codes, &weights) }));
        AliasTable { rare, ..AliasTable::with_slots(common.into_iter(), fewest) }
    }

    /// A table with at least `fewest` slots, which must be a power of two. Outcomes whose mass is rounded
    /// to 0 are never drawn.
    pub(crate) fn with_slots(law: impl Iterator<Item = (u32, f64)>, fewest: usize) -> Self {
        let (codes, weights): (Vec<u32>, Vec<f64>) = law.unzip();
        let drawn = codes.into_iter().zip(masses(&weights)).filter(|&(_, mass)| mass > 0);
        let (codes, mut masses): (Vec<u32>, Vec<u64>) = drawn.unzip();
        let slots = codes.len().next_power_of_two().max(fewest);
        let room = WHOLE / slots as u64;
        masses.resize(slots, 0);
        let own = |slot: usize| codes[slot.min(codes.len() - 1)];

        let mut table = AliasTable {
            shift: room.ilog2(),
            thresholds: (0..slots).map(|slot| (slot as u64 * room) as u32).collect(),
            codes: (0..2 * slots).map(|place| own(place % slots)).collect(),
            rare: None,
        };
        let (mut low, mut high): (Vec<usize>, Vec<usize>) = (0..slots).partition(|&slot| masses[slot] < room);
        while let (Some(poor), Some(&rich)) = (low.pop(), high.last()) {
            table.thresholds[poor] += masses[poor] as u32;
            table.codes[slots + poor] = own(rich);
            masses[rich] -= room - masses[poor];
            if masses[rich] < room {
                high.pop();
                low.push(rich);
            }
        }
        table
    }

    /// Its slots.
    pub(crate) fn slots(&self) -> Slots<'_> {
        Slots { shift: self.shift, thresholds: &self.thresholds, codes: &self.codes }
    }

    /// The code that these bits draw, which may stand for all rare outcomes.
    #[inline(always)]
    pub fn code(&self, bits: u32) -> u32 {
        let slot = (bits >> self.shift) as usize;
        let second = usize::from(bits >= self.thresholds[slot]);
        self.codes[slot | second << (u32::BITS - self.shift)]
    }

    /// The code of an outcome.
    #[inline(always)]
    pub fn draw(&self, random: &mut impl Rng) -> u32 {
        self.settled(self.code(random.next_u32()), random)
    }

    /// Draws one of the rare outcomes in place of the code that stands for all of them, and leaves other
    /// codes as they are.
    #[inline(always)]
    pub fn settled(&self, code: u32, random: &mut impl Rng) -> u32 {
        match &self.rare {
            Some(rare) if rare.code == code => rare.table.pick(random.next_u64()),
            _ => code,
        }
    }

    /// The code that stands for all rare outcomes, if there are any.
    pub(crate) fn rare(&self) -> Option<u32> {
        self.rare.as_ref().map(|rare| rare.code)
    }

    /// How many of the 2^32 numbers draw each code.
    #[cfg(test)]
    pub fn masses(&self, codes: usize) -> Vec<u64> {
        let slots = self.thresholds.len();
        let room = WHOLE / slots as u64;
        let mut masses = vec![0; codes];
        for slot in 0..slots {
            let first = u64::from(self.thresholds[slot]) - slot as u64 * room;
            assert!(first <= room);
            masses[self.codes[slot] as usize] += first;
            masses[self.codes[slots + slot] as usize] += room - first;
        }
        masses
    }
}

/// The least code that is not among these.
fn unused(mut codes: Vec<u32>) -> u32 {
    codes.sort_unstable();
    codes.dedup();
    (0..).zip(&codes).find(|(place, code)| place != *code).map_or(codes.len() as u32, |(place, _)| place)
}

/// The share of each weight in their sum, as a multiple of 2^-32. Shares are rounded down; then
/// those with the largest remainders are rounded up until all add up to 2^32.
///
/// A. Hamilton's method of largest remainders; M. L. Balinski, H. P. Young (1982),
/// Fair Representation.
fn masses(weights: &[f64]) -> Vec<u64> {
    let total: f64 = weights.iter().sum();
    let parts: Vec<f64> = weights.iter().map(|weight| weight / total * WHOLE as f64).collect();
    let mut masses: Vec<u64> = parts.iter().map(|part| *part as u64).collect();
    let missing = WHOLE - masses.iter().sum::<u64>();
    let mut order: Vec<usize> = (0..weights.len()).collect();
    // Compares remainders as integers, because floats are not `Ord`.
    order.sort_by_key(|&index| Reverse((parts[index].fract() * WHOLE as f64) as u64));
    order.iter().take(missing as usize).for_each(|&index| masses[index] += 1);
    masses
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::chance::{Law, streams};
    use crate::stats;

    fn check(weights: &[f64]) {
        let masses = masses(weights);
        assert_eq!(masses.iter().sum::<u64>(), WHOLE);
        let total: f64 = weights.iter().sum();
        for (&mass, weight) in masses.iter().zip(weights) {
            let part = weight / total * WHOLE as f64;
            assert!((mass as f64 - part).abs() <= 1.0, "{mass} is not {part}");
        }
        let table = AliasTable::with_slots((0..).zip(weights.iter().copied()), FEWEST);
        assert_eq!(table.masses(weights.len()), masses);
    }

    proptest! {
        #[test]
        fn each_outcome_has_exactly_its_mass(weights in prop::collection::vec(1e-12..1.0f64, 1..200)) {
            check(&weights);
        }
    }

    #[test]
    fn pools_have_exactly_their_masses() {
        for dice in [1, 12, 31, 60, 400] {
            let law =
                Law::repeat(dice, &Law::die(6).map(|face| u32::from(face >= 5)), 0, |sum, hit| sum + hit);
            check(&law.iter().map(|(_, p)| p).collect::<Vec<_>>());
        }
    }

    #[test]
    fn powers_of_two_are_exact() {
        check(&[1.0]);
        check(&[0.5, 0.25, 0.125, 0.125]);
        check(&[1.0 / 32.0; 32]);
        assert_eq!(masses(&[0.5, 0.25, 0.25]), [1 << 31, 1 << 30, 1 << 30]);
    }

    #[test]
    fn rare_outcomes_have_their_probabilities() {
        // In multiples of 2^-32: 2.5 in all, which are filled up to 3.
        let unit = 0.5f64.powi(32);
        let weights = [1.0 - 2.5 * unit, 2.0 * unit, 0.5 * unit, 1e-30, 0.0];
        let table = AliasTable::new((0..).zip(weights));
        assert_eq!(table.rare(), Some(5));
        assert_eq!(table.masses(6), [WHOLE - 3, 0, 0, 0, 0, 3]);
        let mut random = streams(1).next().unwrap();
        let mut counts = [0; 5];
        // Every draw is rare here, so that there are enough of them.
        for _ in 0..200_000 {
            counts[table.settled(5, &mut random) as usize] += 1;
        }
        assert_eq!(counts[3..], [0, 0]);
        let probabilities = [0.5 / 3.0, 2.0 / 3.0, 0.5 / 3.0];
        let fit = stats::chi_square(counts.into_iter().zip(probabilities), 200_000);
        assert!(fit.p_value > 1e-4, "{counts:?}");
    }

    #[test]
    fn codes_that_stand_for_an_outcome_do_not_stand_for_the_rare_ones() {
        for (codes, rare) in [([0, 1, 2], 3), ([0, 1, u32::MAX], 2), ([7, 2, 5], 0)] {
            let table = AliasTable::new(codes.into_iter().zip([0.25, 0.75, 1e-9]));
            assert_eq!(table.rare(), Some(rare), "{codes:?}");
            assert_eq!(table.settled(codes[0], &mut streams(1).next().unwrap()), codes[0]);
        }
        assert_eq!(AliasTable::new([(0, 0.5), (1, 1e-6)].into_iter()).rare(), None);
    }

    #[test]
    fn the_code_of_bits_is_that_of_their_slot() {
        let table = AliasTable::new((0..).zip([0.1, 0.2, 0.3, 0.4]));
        let step = 4_099;
        let mut seen = [0u64; 4];
        for bits in (0..=u32::MAX).step_by(step) {
            seen[table.code(bits) as usize] += step as u64;
        }
        for (seen, mass) in seen.into_iter().zip(masses(&[0.1, 0.2, 0.3, 0.4])) {
            assert!(seen.abs_diff(mass) < 32 * 2 * step as u64, "{seen} is not {mass}");
        }
    }
}
