//! The generators that fill columns, side by side.

use rand_xoshiro::Xoshiro256PlusPlus;

/// Sixteen generators xoshiro256++, 2^128 draws apart, stepped together.
///
/// D. Blackman, S. Vigna (2021), Scrambled Linear Pseudorandom Number Generators, ACM
/// TOMS 47, 36. A step gives 64 bits of each lane, and so 32 times 32 bits: those of
/// the first lane first, and of each the lower half first. The words of the states lie
/// together by their place, as vectors load them.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub struct Lanes {
    pub states: [[u64; LANES]; 4],
}

/// How many lanes there are: they fill two of the widest registers.
pub const LANES: usize = 16;

/// Times 32 bits of one step.
pub const STEP: usize = 2 * LANES;

impl Lanes {
    /// The first lane goes on from where `stream` is, the others from its jumps.
    pub fn new(mut stream: Xoshiro256PlusPlus) -> Self {
        let mut states = [[0; LANES]; 4];
        for lane in 0..LANES {
            if lane > 0 {
                stream.jump();
            }
            let state = stream.state();
            for (words, bytes) in states.iter_mut().zip(state.as_chunks().0) {
                words[lane] = u64::from_le_bytes(*bytes);
            }
        }
        Lanes { states }
    }
}
