//! The spells of a sequence: step tables with pools reduced by wounds, and the resolution of one cast
//! against one opponent.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use super::super::casting::{Casting, Due, Marked};
use super::super::choice::Choice;
use super::super::table::{Cast, Struck, Table};
use super::monitor::{Condition, Marks, Monitor};
use crate::chance::{Chance, Merging, Procedure};

/// All spells that a sequence may cast, and the kinds of opponents.
pub struct Spells<T> {
    pub spells: Vec<Spell>,
    pub kinds: Vec<Kind<T>>,
}

/// A spell with a Force, with or without reagents.
pub struct Spell {
    pub choice: Choice,
    /// The index of its Force among those of all spells.
    pub force: usize,
    /// The first spell with the same effect on targets and the same drain; only the casting roll may
    /// differ.
    pub alike: u16,
    /// The castings, by the caster's wound penalty.
    pub castings: Vec<Casting>,
}

/// Opponents with equal values.
pub struct Kind<T> {
    pub monitor: Monitor,
    /// The step tables, by the index of the Force, then by the wound penalty.
    pub tables: Vec<Vec<T>>,
}

/// An opponent who stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Standing {
    pub kind: u8,
    pub marks: Marks,
}

/// A cast at one opponent, casting roll included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shot {
    pub throw: Throw,
    pub at: Standing,
}

/// A casting roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Throw {
    pub spell: u16,
    /// The caster's wound penalty.
    pub penalty: u16,
}

/// The drain of a spell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Payment {
    pub spell: u16,
    pub due: Due,
}

/// A casting roll that has been made, and an opponent who meets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meeting {
    pub spell: u16,
    pub cast: Cast,
    pub at: Standing,
}

// Distributions are looked up by these keys at every cast, so each is packed into one word.

impl Hash for Shot {
    #[inline(always)]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let Throw { spell, penalty } = self.throw;
        hasher.write_u64(self.at.bits() << 32 | u64::from(spell) << 16 | u64::from(penalty));
    }
}

impl Hash for Meeting {
    #[inline(always)]
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let Cast { hits, in_reach } = self.cast;
        let cast = u64::from(hits as u16) << 1 | u64::from(in_reach);
        hasher.write_u64(self.at.bits() << 40 | u64::from(self.spell) << 20 | cast);
    }
}

impl Standing {
    /// Packs the opponent into 24 bits.
    #[inline(always)]
    fn bits(self) -> u64 {
        u64::from(self.kind) << 16 | self.marks.bits()
    }
}

/// The result of a shot: the opponent's marks, and the caster's drain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shooting {
    pub marks: Marks,
    pub due: Due,
}

/// The result of a meeting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Met {
    pub marks: Marks,
    pub hit: bool,
}

impl<T: Table> Spells<T> {
    /// A spell cast with a wound penalty.
    #[inline(always)]
    pub fn casting(&self, spell: u16, penalty: usize) -> &Casting {
        &self.spells[usize::from(spell)].castings[penalty]
    }

    /// The step table for an opponent.
    #[inline(always)]
    fn table(&self, spell: u16, Standing { kind, marks }: Standing) -> &T {
        let kind = &self.kinds[usize::from(kind)];
        &kind.tables[self.spells[usize::from(spell)].force][kind.monitor.penalty(marks)]
    }

    /// The casting roll and the scatter, which all opponents share.
    #[inline(always)]
    fn throw<C: Chance>(&self, chance: &mut C, Throw { spell, penalty }: Throw) -> Cast {
        let anybody = Standing { kind: 0, marks: Marks::default() };
        let hits = self.casting(spell, penalty.into()).cast(chance);
        Cast { hits, in_reach: self.table(spell, anybody).aim(chance, hits) }
    }

    /// The effect of a casting roll on an opponent, in two stages.
    #[inline(always)]
    fn meet<C: Chance>(&self, chance: &mut C, meeting: C::Of<Meeting>) -> C::Of<(Meeting, Struck)> {
        let opposed = chance.stage(meeting, |chance, meeting: Meeting| {
            (meeting, self.table(meeting.spell, meeting.at).oppose(chance, meeting.cast))
        });
        chance.stage(opposed, |chance, (meeting, opposed)| {
            let casting = self.casting(meeting.spell, 0);
            (meeting, self.table(meeting.spell, meeting.at).suffer(chance, casting, opposed))
        })
    }

    /// The marks of an opponent after a meeting.
    #[inline(always)]
    fn marks(&self, Standing { kind, marks }: Standing, struck: Struck) -> Marks {
        let monitor = &self.kinds[usize::from(kind)].monitor;
        let marks = monitor.mark(marks, struck.damage);
        match monitor.condition(marks) {
            Condition::Standing => marks,
            Condition::Unconscious | Condition::Dying => Marks::DOWN,
        }
    }
}

/// The casting roll of a spell that strikes all.
pub struct Throwing<T>(pub Arc<Spells<T>>);

impl<T: Table> Procedure<Throw, Cast> for Throwing<T> {
    #[inline]
    fn resolve<C: Merging>(&self, chance: &mut C, start: C::Of<Throw>) -> C::Of<Cast> {
        chance.stage(start, |chance, throw| self.0.throw(chance, throw))
    }
}

/// The effect on one opponent of a spell that strikes all.
pub struct AtEach<T>(pub Arc<Spells<T>>);

impl<T: Table> Procedure<Meeting, Met> for AtEach<T> {
    #[inline]
    fn resolve<C: Merging>(&self, chance: &mut C, start: C::Of<Meeting>) -> C::Of<Met> {
        let AtEach(spells) = self;
        let met = spells.meet(chance, start);
        chance.stage(met, |_, (Meeting { at, .. }, struck)| Met {
            marks: spells.marks(at, struck),
            hit: struck.hit,
        })
    }
}

/// A cast at one opponent, up to the drain.
pub struct AtOne<T>(pub Arc<Spells<T>>);

impl<T: Table> Procedure<Shot, Shooting> for AtOne<T> {
    #[inline]
    fn resolve<C: Merging>(&self, chance: &mut C, start: C::Of<Shot>) -> C::Of<Shooting> {
        let AtOne(spells) = self;
        let meeting = chance.stage(start, |chance, Shot { throw, at }| Meeting {
            spell: throw.spell,
            cast: spells.throw(chance, throw),
            at,
        });
        let met = spells.meet(chance, meeting);
        chance.stage(met, |_, (Meeting { spell, cast, at }, struck)| {
            let due = spells.casting(spell, 0).due(cast.hits, struck.hit);
            Shooting { marks: spells.marks(at, struck), due }
        })
    }
}

/// The drain that the caster marks. Wounds do not reduce the dice that resist it.
pub struct Paying<T>(pub Arc<Spells<T>>);

impl<T: Table> Procedure<Payment, Marked> for Paying<T> {
    #[inline]
    fn resolve<C: Merging>(&self, chance: &mut C, start: C::Of<Payment>) -> C::Of<Marked> {
        chance.stage(start, |chance, Payment { spell, due }| {
            let drain = self.0.casting(spell, 0).drain(chance, due);
            if drain.boxes > 0 { drain } else { Marked::NONE }
        })
    }
}
