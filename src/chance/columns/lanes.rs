//! The generators that fill columns in parallel.

use rand_xoshiro::Xoshiro256PlusPlus;

/// Sixteen generators xoshiro256++, 2^128 draws apart, stepped together.
///
/// D. Blackman, S. Vigna (2021), Scrambled Linear Pseudorandom Number Generators, ACM TOMS 47, 36.
/// A step gives 64 bits per lane, which are 32 numbers of 32 bits: those of the first lane come
/// first, and within each lane the lower half. The first words of all states are stored together,
/// then the second words, and so on, as vectors load them.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub struct Lanes {
    pub states: [[u64; LANES]; 4],
}

/// The number of lanes: they fill two of the widest registers.
pub const LANES: usize = 16;

/// How many 32-bit numbers a step gives.
pub const STEP: usize = 2 * LANES;

impl Lanes {
    /// The first lane continues `stream`. Each other lane starts one jump after the previous one, and so
    /// does the generator after the last lane, which is returned, too.
    pub fn new(mut stream: Xoshiro256PlusPlus) -> (Self, Xoshiro256PlusPlus) {
        let mut states = [[0; LANES]; 4];
        for lane in 0..LANES {
            let state = stream.state();
            for (words, bytes) in states.iter_mut().zip(state.as_chunks().0) {
                words[lane] = u64::from_le_bytes(*bytes);
            }
            stream.jump();
        }
        (Lanes { states }, stream)
    }
}
