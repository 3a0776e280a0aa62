//! The 9th Age: one attempt of `fizzle new`, and a phase.

use super::phase::Game;
use super::{Program, Rng, die, template};

pub fn programs() -> Vec<Program> {
    let game = Game::solve();
    let master = |procedure| template("ninth-age", procedure, &["caster.casting_modifier=1"]);
    vec![
        Program::new("ninth-age/cast", master("cast"), cast),
        Program::new("ninth-age/phase", master("phase"), move |rng| game.play(rng)),
    ]
}

/// A casting roll: the sum of the dice, their ones, and the face of which there are three, or 0.
pub fn casting(rng: &mut Rng, dice: usize) -> (usize, usize, usize) {
    let (mut sum, mut count, mut miscast) = (0, [0; 7], 0);
    for _ in 0..dice {
        let face = die(rng, 6) as usize;
        sum += face;
        count[face] += 1;
        if count[face] == 3 {
            miscast = face;
        }
    }
    (sum, count[1], miscast)
}

/// A dispelling roll: the sum of the dice, and their ones.
pub fn dispelling(rng: &mut Rng, dice: usize) -> (usize, usize) {
    let (mut sum, mut ones) = (0, 0);
    for _ in 0..dice {
        let face = die(rng, 6) as usize;
        sum += face;
        ones += usize::from(face == 1);
    }
    (sum, ones)
}

/// Three magic dice and a Master's +1 against 8, three dispel dice.
fn cast(rng: &mut Rng) -> [i64; 6] {
    const FAILED: i64 = 0;
    const DISPELLED: i64 = 1;
    const BROKEN: i64 = 2;
    const CAST: i64 = 3;
    let (sum, ones, miscast) = casting(rng, 3);
    let (total, ones) = (sum as i64 + 1, ones as i64);
    if total < 8 {
        return [total, FAILED, 0, 0, ones, 0];
    }
    let (sum, returned) = dispelling(rng, 3);
    if sum as i64 >= total {
        return [total, DISPELLED, 0, 0, 0, 0];
    }
    match miscast as i64 {
        1 => [total, BROKEN, 0, 1, ones, returned as i64],
        miscast => [total, CAST, 1, miscast, 0, returned as i64],
    }
}
