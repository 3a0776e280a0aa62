//! `exchange`: one round of hand-to-hand fighting.

use super::combat::Combat;
use super::fight::Fight;
use super::{metric, prepare, step};
use crate::chance::{Merging, Procedure, Tables};
use crate::description::{CheckedInput, InputReader, Prepared, Ready};

/// One round: the hero against his foes.
struct Exchange {
    combat: Combat,
    before: Fight,
}

impl Procedure for Exchange {
    #[inline]
    fn resolve<C: Merging>(&self, chance: &mut C, start: C::Of<()>) -> C::Of<()> {
        let fight = chance.stage(start, |_, ()| self.before);
        let fight = self.combat.round(chance, fight, None);
        chance.stage(fight, |chance, mut fight| self.combat.matchup.fatigue_rolls(chance, &mut fight))
    }
}

/// Prepares an exchange.
pub fn prepare(input: &CheckedInput) -> Prepared {
    let mut input = InputReader::new(input);
    let (matchup, before) = prepare::matchup(&mut input, [None, None], true);
    let choices = prepare::words("one round", &matchup);
    let tables = Tables::new(metric::round(&matchup, &before), step::round());
    let exchange = Exchange { combat: Combat::new(matchup), before };
    input.finish(Ready::new(exchange, tables, choices))
}
