//! Single dice: from a generator, or given.

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Rolls single dice. Faces count from 1.
pub trait Roller {
    /// Rolls a new die.
    fn roll(&mut self, faces: u32) -> u32;

    /// Rolls the die just rolled once more: an explosion.
    fn again(&mut self, faces: u32) -> u32 {
        self.roll(faces)
    }

    /// Hears that the die rolled next goes on from this face, with which it lies there.
    fn lies(&mut self, _face: u32) {}

    /// Hears which number is written on the face just rolled, where faces are not
    /// numbered as they count.
    fn shows(&mut self, _number: u32) {}

    /// Hears what the die just rolled scores, where dice score one by one.
    fn score(&mut self, _score: u32) {}
}

/// Fair dice from a random generator.
#[derive(Clone, Debug)]
pub struct RandomRoller<R>(pub R);

impl<R: Rng> Roller for RandomRoller<R> {
    fn roll(&mut self, faces: u32) -> u32 {
        self.0.random_range(1..=faces)
    }
}

/// Given faces, in the order in which the rules ask for them.
///
/// # Panics
/// When the rules ask for more dice than are given, or for a die that has no
/// such face: a script is a test, and it would test something else.
#[derive(Clone, Debug)]
pub struct Script<'a> {
    faces: &'a [u32],
}

impl<'a> Script<'a> {
    /// A script of these faces.
    pub fn new(faces: &'a [u32]) -> Self {
        Script { faces }
    }

    /// The faces that nobody has asked for yet.
    pub fn left(&self) -> &'a [u32] {
        self.faces
    }
}

impl Roller for Script<'_> {
    fn roll(&mut self, faces: u32) -> u32 {
        let (&face, rest) = self.faces.split_first().expect("the script has no more dice");
        assert!((1..=faces).contains(&face), "a d{faces} does not show {face}");
        self.faces = rest;
        face
    }
}

/// The generators of the blocks of a seed, in order, 2^192 draws apart.
///
/// Never `seed + constant · block`: the generator is seeded by SplitMix64, which
/// makes neighbours share words of their state.
pub fn streams(seed: u64) -> impl Iterator<Item = Xoshiro256PlusPlus> {
    let first = Xoshiro256PlusPlus::seed_from_u64(seed);
    std::iter::successors(Some(first), |stream| {
        let mut next = stream.clone();
        next.long_jump();
        Some(next)
    })
}
