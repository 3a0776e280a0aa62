//! `exchange`: one round of hand-to-hand fighting.

use super::arena::Arena;
use super::fight::Fight;
use super::{prepare, step};
use crate::chance::{Merging, Procedure, Tables};
use crate::description::{CheckedInput, InputReader, Prepared, Ready};

/// One round: the hero against his foes.
struct Exchange {
    arena: Arena,
    before: Fight,
}

impl Procedure for Exchange {
    fn resolve<C: Merging>(&self, chance: &mut C, start: C::Of<()>) -> C::Of<()> {
        let fight = chance.stage(start, |_, ()| self.before);
        let fight = self.arena.round(chance, fight, &|fight| self.arena.standing(fight));
        chance.stage(fight, |chance, fight| {
            self.arena.tire(chance, fight);
        })
    }
}

/// Prepares an exchange.
pub fn prepare(input: &CheckedInput) -> Prepared {
    let mut input = InputReader::new(input);
    let (arena, before) = prepare::arena(&mut input, None, true);
    let choices = prepare::words(&input, &arena);
    let metrics = arena.metrics(&before);
    let tables = Tables::new(metrics, step::round());
    let exchange = Exchange { arena, before };
    input.finish(Ready::new(exchange, tables, choices))
}
