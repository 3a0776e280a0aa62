//! The laws of single dice, from which all others are built.

use std::sync::Arc;

use super::Law;
use crate::chance::Roller;

impl Law<u32> {
    /// One fair die: the faces 1 to `faces`, with a probability of `1 / faces` each.
    ///
    /// # Panics
    /// When `faces` is 0.
    pub fn die(faces: u32) -> Self {
        assert!(faces > 0, "a die has a face");
        let weight = 1.0 / f64::from(faces);
        let outcomes = (1..=faces).map(|face| (face, weight)).collect();
        Law::new(outcomes, 0.0, Arc::new(move |dice| dice.roll(faces)))
    }

    /// A die numbered from 0, on which a 0 counts as `faces`. A 1 is rolled again and doubles the
    /// result, any number of times.
    ///
    /// The distribution is cut after so many `doublings`. The probability beyond that,
    /// `faces^-(doublings + 1)`, is [omitted](Law::omitted). The recipe is not cut.
    ///
    /// # Panics
    /// When the die has fewer than two faces, or the greatest value does not fit into a `u32`.
    pub fn doubling(faces: u32, doublings: u32) -> Self {
        assert!(faces > 1, "a die with one face is doubled forever");
        let one = 1.0 / f64::from(faces);
        let mut reached = 1.0;
        let mut outcomes = Vec::new();
        for doubling in 0..=doublings {
            reached *= one;
            let value = |face: u32| face.checked_mul(1u32.checked_shl(doubling)?);
            let value = |face| value(face).expect("the greatest value is a u32");
            outcomes.extend((2..=faces).map(|face| (value(face), reached)));
        }
        let recipe = move |dice: &mut dyn Roller| {
            let mut factor = 1u32;
            loop {
                let face = dice.roll(faces);
                dice.shows((face % faces).into());
                match face {
                    1 => factor = factor.saturating_mul(2),
                    _ => return factor.saturating_mul(face),
                }
            }
        };
        Law::new(outcomes, reached, Arc::new(recipe))
    }
}
