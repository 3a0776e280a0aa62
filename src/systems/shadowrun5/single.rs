//! One spell, cast once at one target.

use super::casting::Casting;
use super::table::{Cast, Table};
use crate::chance::{Chance, ColumnLaw, Identity, Procedure};

/// One of the step tables, from the choice of the spell to drain.
pub struct Single<T> {
    pub casting: Casting,
    pub table: T,
}

impl<T: Table> Procedure for Single<T> {
    const HAS_COLUMNS: bool = true;

    #[inline]
    fn resolve<C: Chance>(&self, chance: &mut C, start: C::Of<()>) -> C::Of<()> {
        let opposed = chance.stage(start, |chance, ()| {
            let hits = self.casting.cast(chance);
            let in_reach = self.table.aim(chance, hits);
            self.table.oppose(chance, Cast { hits, in_reach })
        });
        let due = chance.stage(opposed, |chance, opposed| {
            let struck = self.table.suffer(chance, &self.casting, opposed);
            self.casting.due(opposed.cast.hits, struck.hit)
        });
        chance.stage(due, |chance, due| {
            self.casting.drain(chance, due);
        })
    }

    fn identity(&self) -> Option<Identity> {
        let mut identity = Identity::of::<Self>();
        self.casting.identify(&mut identity);
        self.table.identify(&mut identity);
        Some(identity)
    }

    fn columns(&mut self) -> Vec<&mut dyn ColumnLaw> {
        let mut laws: Vec<&mut dyn ColumnLaw> = vec![&mut self.casting.spellcasting.law];
        laws.extend(self.table.columns());
        laws.push(&mut self.casting.drain.resistance.law);
        laws
    }
}
