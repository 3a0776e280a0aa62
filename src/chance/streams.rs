//! Random generators for the blocks of a sample, with fast access to each block.

use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The generators of the blocks of a seed, in order, 2^192 draws apart.
///
/// Never use `seed + constant · block`: the generator is seeded by SplitMix64, and neighbouring
/// blocks would share words of their states.
#[derive(Clone, Debug)]
pub struct Streams {
    next: Xoshiro256PlusPlus,
}

/// The generators of the blocks of a seed, from block 0.
pub fn streams(seed: u64) -> Streams {
    Streams { next: Xoshiro256PlusPlus::seed_from_u64(seed) }
}

/// The generators of the parts of a block, 2^160 draws apart. Each part has room for 2^32 lanes
/// that are 2^128 draws apart. All lanes end before the next block begins.
pub(crate) fn substreams(stream: Xoshiro256PlusPlus) -> impl Iterator<Item = Xoshiro256PlusPlus> {
    std::iter::successors(Some(stream), |before| Some(advanced(before, &SUBSTREAM)))
}

impl Streams {
    /// Skips the next `count` streams. Each binary digit of `count` costs at most one jump.
    pub fn pass(&mut self, count: u64) {
        for (digit, by) in JUMPS.iter().enumerate() {
            if count >> digit & 1 == 1 {
                self.next = advanced(&self.next, by);
            }
        }
    }
}

impl Iterator for Streams {
    type Item = Xoshiro256PlusPlus;

    fn next(&mut self) -> Option<Xoshiro256PlusPlus> {
        let stream = self.next.clone();
        self.next.long_jump();
        Some(stream)
    }

    fn nth(&mut self, count: usize) -> Option<Xoshiro256PlusPlus> {
        self.pass(count as u64);
        self.next()
    }
}

/// A polynomial over the field of two elements, of a degree below 256. The bits are its
/// coefficients, the lowest power first.
///
/// One step of the generator is a linear map of its 256 bits of state, and so is a polynomial in that map.
/// `x^n` modulo the map's characteristic polynomial is a jump of `n` steps. H. Haramoto et al. (2008),
/// Efficient jump ahead for F2-linear random number generators, INFORMS Journal on Computing 20.
type Polynomial = [u64; 4];

/// The characteristic polynomial of a step, without its highest term `x^256`.
const CHARACTERISTIC: Polynomial =
    [0x9d11_6f2b_b0f0_f001, 0x0280_002b_cefd_1a5e, 0x04b4_edcf_2625_9f85, 0x0003_c03c_3f3e_cb19];

/// `x^(2^192)`: a long jump, from one stream to the next. The constant is that of the
/// authors of the generator, D. Blackman and S. Vigna, <https://prng.di.unimi.it>.
const LONG_JUMP: Polynomial =
    [0x76e1_5d3e_fefd_cbbf, 0xc500_4e44_1c52_2fb3, 0x7771_0069_854e_e241, 0x3910_9bb0_2acb_e635];

/// `x^(2^160)`: from one substream to the next.
const SUBSTREAM: Polynomial = power_of_two(160);

/// Jumps over 2^0, 2^1, … 2^63 streams.
const JUMPS: [Polynomial; 64] = {
    let mut jumps = [LONG_JUMP; 64];
    let mut digit = 1;
    while digit < 64 {
        jumps[digit] = product(jumps[digit - 1], jumps[digit - 1]);
        digit += 1;
    }
    jumps
};

/// `x^(2^exponent)`.
const fn power_of_two(exponent: u32) -> Polynomial {
    let mut power: Polynomial = [2, 0, 0, 0];
    let mut squared = 0;
    while squared < exponent {
        power = product(power, power);
        squared += 1;
    }
    power
}

/// The product, modulo the characteristic polynomial.
const fn product(a: Polynomial, b: Polynomial) -> Polynomial {
    let mut sum = [0; 4];
    let mut power = 256;
    while power > 0 {
        power -= 1;
        sum = times_x(sum);
        if b[power / 64] >> (power % 64) & 1 == 1 {
            sum = [sum[0] ^ a[0], sum[1] ^ a[1], sum[2] ^ a[2], sum[3] ^ a[3]];
        }
    }
    sum
}

const fn times_x(a: Polynomial) -> Polynomial {
    // All ones if the term x^256 appears: it equals the rest of the characteristic polynomial.
    let carry = 0u64.wrapping_sub(a[3] >> 63);
    let rest = CHARACTERISTIC;
    [
        a[0] << 1 ^ (carry & rest[0]),
        (a[1] << 1 | a[0] >> 63) ^ (carry & rest[1]),
        (a[2] << 1 | a[1] >> 63) ^ (carry & rest[2]),
        (a[3] << 1 | a[2] >> 63) ^ (carry & rest[3]),
    ]
}

/// A generator after the steps that the polynomial stands for.
fn advanced(generator: &Xoshiro256PlusPlus, by: &Polynomial) -> Xoshiro256PlusPlus {
    let mut walker = generator.clone();
    let mut sum = [0; 32];
    for power in 0..256 {
        if by[power / 64] >> (power % 64) & 1 == 1 {
            sum.iter_mut().zip(walker.state()).for_each(|(sum, byte)| *sum ^= byte);
        }
        walker.next_u64();
    }
    Xoshiro256PlusPlus::from_seed(sum)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn passing_over_streams_is_walking_through_them() {
        for seed in [0, 1, 7, u64::MAX] {
            let mut walker = Xoshiro256PlusPlus::seed_from_u64(seed);
            let mut next = streams(seed);
            for block in 0..300 {
                let mut passed = streams(seed);
                passed.pass(block);
                assert_eq!(passed.next, walker, "{block}");
                assert_eq!(next.next(), Some(walker.clone()));
                assert_eq!(streams(seed).nth(block as usize), Some(walker.clone()));
                walker.long_jump();
            }
        }
    }

    #[test]
    fn two_to_the_32_substreams_are_a_stream() {
        let mut jump = SUBSTREAM;
        for _ in 0..32 {
            jump = product(jump, jump);
        }
        assert_eq!(jump, LONG_JUMP);
        let first = Xoshiro256PlusPlus::seed_from_u64(1);
        let second = advanced(&first, &SUBSTREAM);
        assert!(substreams(first.clone()).take(2).eq([first, second]));
    }

    #[test]
    fn the_characteristic_polynomial_gives_the_published_jumps() {
        assert_eq!(power_of_two(192), LONG_JUMP);
        // Every map is a zero of its own characteristic polynomial.
        let start = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut end = start.clone();
        for _ in 0..256 {
            end.next_u64();
        }
        assert_eq!(advanced(&start, &CHARACTERISTIC), end);
    }

    proptest! {
        #[test]
        fn jumps_add_up(seed: u64, first in 0..1u64 << 62, second in 0..1u64 << 62) {
            let (mut one_by_one, mut at_once) = (streams(seed), streams(seed));
            one_by_one.pass(first);
            one_by_one.pass(second);
            at_once.pass(first + second);
            prop_assert_eq!(one_by_one.next, at_once.next);
        }
    }
}
