//! Single dice, rolled by a random generator or given.

use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Rolls single dice. Faces count from 1.
pub trait Roller {
    /// Rolls a new die.
    fn roll(&mut self, faces: u32) -> u32;

    /// Rolls the last die again: an explosion.
    fn again(&mut self, faces: u32) -> u32 {
        self.roll(faces)
    }

    /// Rolls the last die again, if each of its faces counts separately.
    fn reroll(&mut self, faces: u32) -> u32 {
        self.roll(faces)
    }

    /// Announces what is written on the faces of the next die, in their order. Unannounced it is 1, 2, 3 and so on.
    fn reads(&mut self, _numbers: &[i64]) {}

    /// Reports the number written on the face just rolled, if the faces are not numbered from 1.
    fn shows(&mut self, _number: i64) {}
}

/// Fair dice from a random generator.
#[derive(Clone, Debug)]
pub struct RandomRoller<R>(pub R);

impl<R: Rng> Roller for RandomRoller<R> {
    fn roll(&mut self, faces: u32) -> u32 {
        self.0.random_range(1..=faces)
    }
}

/// Dice that lie on the table: the numbers that they show, in the order in which the rules ask for them.
///
/// A number that does not fit is replaced, so that the resolution reaches its end; the first such
/// number is reported. On a die of ten faces, 0 and 10 are the same.
#[derive(Clone, Debug)]
pub struct GivenDice<'a> {
    faces: &'a [i64],
    /// What is written on the faces of the next die, if that was announced.
    numbers: Vec<i64>,
    /// How many faces the rules have asked for.
    pub asked: usize,
    /// The first face that did not fit.
    pub misfit: Option<Misfit>,
    rng: Xoshiro256PlusPlus,
}

/// A die that the rules asked for and for which no fitting face was given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// How many faces came before it.
    pub position: usize,
    /// The number of sides of the die that the rules asked for.
    pub sides: u32,
    /// What is written on its faces, if that was announced.
    pub numbers: Vec<i64>,
    /// The number that was given instead, or `None` if no die was left.
    pub face: Option<i64>,
}

impl<'a> GivenDice<'a> {
    /// Dice that show these numbers.
    pub fn new(faces: &'a [i64]) -> Self {
        let rng = Xoshiro256PlusPlus::seed_from_u64(1);
        GivenDice { faces, numbers: Vec::new(), asked: 0, misfit: None, rng }
    }

    /// The place of the next number among the faces, counted from 1, or `None` if it does not fit.
    fn next(&mut self, sides: u32) -> Option<u32> {
        let position = self.asked;
        self.asked += 1;
        let numbers = std::mem::take(&mut self.numbers);
        let place_of = |face: i64| match numbers.is_empty() {
            true => u32::try_from(face).ok().filter(|face| (1..=sides).contains(face)),
            false => numbers.iter().position(|&number| number == face).map(|place| place as u32 + 1),
        };
        let face = self.faces.get(position).copied();
        let is_tenth = |face: &i64| sides == 10 && [0, 10].contains(face);
        let tenth = || place_of(10 - face.filter(is_tenth)?);
        let fitting = face.and_then(place_of).or_else(tenth);
        if fitting.is_none() {
            self.misfit.get_or_insert(Misfit { position, sides, numbers, face });
        }
        fitting
    }
}

impl Roller for GivenDice<'_> {
    fn roll(&mut self, faces: u32) -> u32 {
        if let Some(face) = self.next(faces) {
            return face;
        }
        // A 2 makes no die explode, so that a pool keeps its number of dice. But no single face
        // ends every loop of a rule text, so random faces follow.
        if self.asked < self.faces.len() + PATIENCE { 2.min(faces) } else { self.rng.random_range(1..=faces) }
    }

    fn reads(&mut self, numbers: &[i64]) {
        self.numbers = numbers.to_vec();
    }
}

/// [`GivenDice`] rolls at random when the rules have asked for so many dice more than were given.
const PATIENCE: usize = 10_000;
