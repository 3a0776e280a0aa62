//! `casts`: one mage casts again and again at opponents who stand in a row.
//!
//! Each cast follows one of the step tables, with pools reduced by wounds. `spells` resolves a cast
//! against one opponent as an inner procedure with its own distribution. `monitor` contains the
//! condition monitors, `fight` the state of a sequence.

mod fight;

mod monitor;

mod spells;

mod choosing;

mod worth;

mod story;

mod metrics;

pub mod tables;

mod opponents;

mod offered;

pub mod prepare;

use std::collections::BTreeSet;
use std::sync::Arc;

use self::choosing::{Caster, Move, Turn};
pub use self::fight::MOST_OPPONENTS;
use self::fight::{Fight, UNLIMITED};
pub use self::monitor::MOST_BOXES;
use self::monitor::{Condition, Marks, Monitor};
use self::spells::{
    AtEach, AtOne, Meeting, Met, Paying, Payment, Shooting, Shot, Spells, Standing, Throw, Throwing,
};
use self::story::Names;
use self::worth::Worth;
use super::casting::Marked;
use super::choice::Choice;
use super::step;
use super::table::{Cast, Table};
use crate::chance::{Indicator, Inner, Merging, Metric, Procedure};
use crate::description::words::count;

pub const CASTS: Metric = Metric(0);
pub const OPPONENTS_DOWN: Metric = Metric(1);
pub const CLEARED: Metric = Metric(2);
pub const CASTER: Metric = Metric(3);
pub const CASTER_STUN: Metric = Metric(4);
pub const CASTER_PHYSICAL: Metric = Metric(5);
pub const DRAMS: Metric = Metric(6);
pub const FIRST_DOWN: Metric = Metric(7);
pub const WORTH: Metric = Metric(8);

/// The ways in which a cast may end a sequence. Each cast has an indicator for each, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The caster is down, and an opponent stands.
    CasterDown,
    /// All opponents are down; the caster may be down, too.
    Cleared,
}

pub const ENDINGS: usize = 2;

/// A sequence of casts.
pub struct Casts<T> {
    spells: Arc<Spells<T>>,
    throwing: Inner<Throwing<T>, Throw, Cast>,
    at_each: Inner<AtEach<T>, Meeting, Met>,
    at_one: Inner<AtOne<T>, Shot, Shooting>,
    paying: Inner<Paying<T>, Payment, Marked>,
    /// Whether the spell strikes all standing opponents.
    area: bool,
    monitor: Monitor,
    /// The kinds of the opponents by index; those of a kind are adjacent.
    opponents: Vec<u8>,
    caster: Caster,
    before: Fight,
    /// The maximum number of casts.
    most: u32,
    worth: Worth,
    names: Names,
}

impl<T: Table> Procedure for Casts<T> {
    const DECIDES: bool = true;

    #[inline]
    fn resolve<C: Merging>(&self, chance: &mut C, start: C::Of<()>) -> C::Of<()> {
        let fight = chance.stage(start, |chance, ()| {
            chance.note(step::CAST, || self.title(1, &self.before));
            self.before
        });
        let fight = chance.until(
            fight,
            self.most,
            |fight| fight.over,
            |chance, fight, round| {
                let number = chance.number(round);
                let mut fight = self.cast(chance, fight, number);
                if self.area {
                    for place in 0..self.opponents.len() {
                        fight = chance
                            .unless_over(fight, |chance, fight| self.meet(chance, fight, place, number));
                    }
                }
                chance.unless_over(fight, |chance, fight| self.pay(chance, fight, number))
            },
        );
        chance.stage(fight, |chance, mut fight| {
            if !fight.over {
                self.end(chance, &mut fight, self.most, None);
            }
        })
    }
}

impl<T: Table> Casts<T> {
    /// The caster chooses and casts, or stops. A spell at one opponent is resolved at once. A spell
    /// that strikes all is resolved for each opponent in a separate stage.
    fn cast<C: Merging>(&self, chance: &mut C, fight: C::Of<Fight>, number: u32) -> C::Of<Fight> {
        match &self.caster {
            Caster::Fixed(fixed) => chance.unless_over(fight, |chance, fight| {
                self.begin(chance, fight, fixed.spell(fight.edge_casts > 0, fight.drams), number);
            }),
            Caster::Best(options) => {
                // A spell at one opponent hits the first who stands, so the order matters.
                let alike = if self.area { &self.opponents[..] } else { &[] };
                let turn = Turn { number, options, alike };
                chance.choose(fight, &turn, |chance, mut fight, chosen| {
                    match chosen {
                        None => {}
                        Some(Move::Stop) => self.end(chance, &mut fight, number - 1, None),
                        Some(Move::Cast { spell, .. }) => self.begin(chance, &mut fight, spell, number),
                    }
                    fight
                })
            }
        }
    }

    fn begin<C: Merging>(&self, chance: &mut C, fight: &mut Fight, spell: u16, number: u32) {
        let Some(place) = fight.first_standing() else { return };
        chance.record(CASTS, 1);
        let drams = self.spells.spells[usize::from(spell)].choice.drams();
        chance.record(DRAMS, drams);
        chance.record(WORTH, -self.worth.cast - self.worth.dram * i64::from(drams));
        fight.use_drams(drams);
        fight.edge_casts = fight.edge_casts.saturating_sub(1);
        // Readers that merge states use one representative of the spells that differ only in the
        // casting roll.
        fight.spell = if chance.merges() { self.spells.spells[usize::from(spell)].alike } else { spell };
        let throw = Throw { spell, penalty: self.monitor.penalty(fight.caster) as u16 };
        if self.area {
            fight.cast = chance.play(&self.throwing, throw);
            fight.due = self.spells.casting(spell, 0).due(fight.cast.hits, false);
            return;
        }
        chance.note(step::CAST, || format!("at {}", self.names.opponent(place)));
        let shot = Shot { throw, at: self.standing(fight, place) };
        let Shooting { marks, due } = chance.play(&self.at_one, shot);
        fight.due = due;
        self.mark(chance, fight, place, marks, number);
    }

    /// Resolves a spell that strikes all for one opponent.
    fn meet<C: Merging>(&self, chance: &mut C, fight: &mut Fight, place: usize, number: u32) {
        if !fight.opponents[place].is_down() {
            chance.note(step::CAST, || format!("at {}", self.names.opponent(place)));
            let (spell, cast, at) = (fight.spell, fight.cast, self.standing(fight, place));
            let Met { marks, hit } = chance.play(&self.at_each, Meeting { spell, cast, at });
            if hit {
                fight.due = self.spells.casting(spell, 0).due(cast.hits, true);
            }
            self.mark(chance, fight, place, marks, number);
        }
        if place + 1 == self.opponents.len() {
            fight.forget_cast();
        }
        if chance.merges() {
            sort_alike(&mut fight.opponents, &self.opponents[..=place]);
        }
    }

    /// Updates an opponent's marks.
    fn mark<C: Merging>(&self, chance: &mut C, fight: &mut Fight, place: usize, marks: Marks, number: u32) {
        if fight.opponents[place] == marks {
            return;
        }
        fight.opponents[place] = marks;
        chance.note(step::REGISTER_DAMAGE, || self.opponent_words(place, marks));
        if marks.is_down() {
            if self.down(fight) == 1 {
                chance.record(FIRST_DOWN, number);
            }
            chance.record(OPPONENTS_DOWN, 1);
            chance.record(WORTH, self.worth.opponent);
        }
    }

    /// The caster resists the drain, and the sequence may end.
    fn pay<C: Merging>(&self, chance: &mut C, fight: &mut Fight, number: u32) {
        let drain = chance.play(&self.paying, Payment { spell: fight.spell, due: fight.due });
        fight.end_cast();
        if drain.boxes > 0 {
            fight.caster = self.monitor.mark(fight.caster, drain);
            chance.note(step::REGISTER_DRAIN, || format!("the caster: {}", self.monitor.words(fight.caster)));
        }
        if fight.first_standing().is_none() {
            self.end(chance, fight, number, Some(Ending::Cleared));
        } else if self.monitor.condition(fight.caster) != Condition::Standing {
            self.end(chance, fight, number, Some(Ending::CasterDown));
        } else if number < self.most {
            chance.note(step::CAST, || self.title(number + 1, fight));
        }
    }

    /// Records a sequence that is over after this number of casts.
    fn end<C: Merging>(&self, chance: &mut C, fight: &mut Fight, number: u32, ending: Option<Ending>) {
        let condition = self.monitor.condition(fight.caster);
        chance.note(step::CAST, || self.end_words(number, fight, condition));
        chance.record(CLEARED, ending == Some(Ending::Cleared));
        chance.record(CASTER, condition as i64);
        chance.record(CASTER_STUN, fight.caster.stun);
        chance.record(CASTER_PHYSICAL, fight.caster.physical);
        if condition != Condition::Standing {
            chance.record(WORTH, -self.worth.fall);
        }
        chance.indicate(Indicator(match ending {
            Some(ending) => ENDINGS * (number - 1) as usize + ending as usize,
            None => ENDINGS * self.most as usize,
        }));
        *fight = Fight::OVER;
    }

    /// The maximum number of drams that can be used.
    fn most_drams(&self) -> i64 {
        let of_a_cast = self.spells.spells.iter().map(|spell| spell.choice.drams()).max().unwrap_or(0);
        let wanted = i64::from(self.most) * i64::from(of_a_cast);
        if self.before.drams == UNLIMITED { wanted } else { wanted.min(self.before.drams.into()) }
    }

    /// Describes the sizes that make solving the choices slow.
    fn sizes(&self) -> String {
        let Spells { spells, kinds } = &*self.spells;
        let differ =
            |of: fn(&Choice) -> i64| spells.iter().map(|spell| of(&spell.choice)).collect::<BTreeSet<_>>();
        let boxes = self.opponents.iter().map(|&kind| kinds[usize::from(kind)].monitor.boxes());
        let sizes = [
            count(self.most, "cast", "casts"),
            count(self.opponents.len() as u32, "opponent", "opponents"),
            count(differ(|choice| choice.force.into()).len() as u32, "Force", "Forces"),
            count(differ(|choice| choice.drams().into()).len() as u32, "number of drams", "numbers of drams"),
        ];
        let drams = match self.before.drams {
            UNLIMITED => None,
            drams => Some(count(drams, "dram", "drams")),
        };
        let boxes =
            format!("{} boxes of the caster and {} of opponents", self.monitor.boxes(), boxes.sum::<u32>());
        sizes.into_iter().chain(drams).chain([boxes]).collect::<Vec<_>>().join(", ")
    }

    fn standing(&self, fight: &Fight, place: usize) -> Standing {
        Standing { kind: self.opponents[place], marks: fight.opponents[place] }
    }

    /// The number of opponents who are down.
    fn down(&self, fight: &Fight) -> usize {
        fight.opponents[..self.opponents.len()].iter().filter(|marks| marks.is_down()).count()
    }
}

/// Sorts adjacent opponents of the same kind, because their order does not matter.
fn sort_alike(marks: &mut [Marks], kinds: &[u8]) {
    let mut first = 0;
    for alike in kinds.chunk_by(|one, next| one == next) {
        marks[first..first + alike.len()].sort_unstable();
        first += alike.len();
    }
}
