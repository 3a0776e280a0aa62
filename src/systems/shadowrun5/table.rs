//! The part of the step tables between the casting roll and drain: how a spell affects a target.

use super::casting::{Casting, Marked, Pool};
use super::dice::{Hits, Metres};
use super::metric::{self, Boxes};
use super::step;
use super::strike::Strike;
use crate::chance::{Chance, ColumnLaw, Identity, Law};
use crate::description::words::signed;

/// One of the step tables, for one target.
pub trait Table: Send + Sync + 'static {
    /// Whether the spell reaches its targets.
    #[inline(always)]
    fn aim<C: Chance>(&self, _chance: &mut C, _hits: i32) -> bool {
        true
    }

    /// The target's roll against the total hits.
    fn oppose<C: Chance>(&self, chance: &mut C, cast: Cast) -> Opposed;

    /// The effect of the spell on the target.
    fn suffer<C: Chance>(&self, chance: &mut C, casting: &Casting, opposed: Opposed) -> Struck;

    /// The distributions that are drawn from, except those of the casting.
    fn columns(&mut self) -> Vec<&mut dyn ColumnLaw>;

    /// Adds everything that its odds depend on.
    fn identify(&self, identity: &mut Identity);
}

/// A casting roll, which all targets of the spell share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cast {
    pub hits: i32,
    /// Whether the blast reaches the aim point; always true without scatter.
    pub in_reach: bool,
}

/// A casting roll after the opposed roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Opposed {
    pub cast: Cast,
    pub net: i32,
}

/// The effect of a spell on a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Struck {
    pub hit: bool,
    pub damage: Marked,
}

impl Pool<Hits> {
    /// The target's roll against the total hits.
    #[inline(always)]
    fn oppose<C: Chance>(&self, chance: &mut C, cast: Cast) -> Opposed {
        let hits = cast.hits;
        let Hits(against) = self.roll(chance, step::ROLL_OPPOSED);
        let net = hits - against;
        chance.note(step::NET_HITS, || format!("{hits} − {against} = {}", signed(net)));
        chance.record(metric::NET_HITS, net);
        Opposed { cast, net }
    }
}

/// A direct combat spell.
pub struct Direct {
    pub resistance: Pool<Hits>,
    pub boxes: Boxes,
}

impl Table for Direct {
    #[inline(always)]
    fn oppose<C: Chance>(&self, chance: &mut C, cast: Cast) -> Opposed {
        self.resistance.oppose(chance, cast)
    }

    #[inline(always)]
    fn suffer<C: Chance>(&self, chance: &mut C, _casting: &Casting, Opposed { net, .. }: Opposed) -> Struck {
        let hit = net > 0;
        chance.record(metric::HIT, hit);
        let damage = Marked { boxes: net, kind: self.boxes };
        damage.register(chance);
        Struck { hit, damage }
    }

    fn columns(&mut self) -> Vec<&mut dyn ColumnLaw> {
        vec![&mut self.resistance.law]
    }

    fn identify(&self, identity: &mut Identity) {
        let Direct { resistance, boxes } = self;
        identity.law(&resistance.law).number(*boxes as i64);
    }
}

/// An indirect combat spell at a single target.
pub struct Indirect {
    pub defense: Pool<Hits>,
    pub strike: Strike,
}

impl Table for Indirect {
    #[inline(always)]
    fn oppose<C: Chance>(&self, chance: &mut C, cast: Cast) -> Opposed {
        self.defense.oppose(chance, cast)
    }

    #[inline(always)]
    fn suffer<C: Chance>(&self, chance: &mut C, casting: &Casting, opposed: Opposed) -> Struck {
        if !opposed.strikes(chance, casting) {
            return Struck::MISS;
        }
        self.strike.land(chance, "net hits", opposed.net)
    }

    fn columns(&mut self) -> Vec<&mut dyn ColumnLaw> {
        vec![&mut self.defense.law, &mut self.strike.soak.law]
    }

    fn identify(&self, identity: &mut Identity) {
        let Indirect { defense, strike } = self;
        strike.identify(identity.law(&defense.law));
    }
}

/// An indirect area spell, as it affects one target in the area.
pub struct IndirectArea {
    pub scatter: Scatter,
    pub counterspelling: Pool<Hits>,
    pub strike: Strike,
}

impl Table for IndirectArea {
    #[inline(always)]
    fn aim<C: Chance>(&self, chance: &mut C, hits: i32) -> bool {
        let in_reach = self.scatter.throw(chance, hits);
        let bonus = bonus_damage(hits);
        chance.note(step::BONUS_DAMAGE, || format!("total hits above 3: {bonus} more"));
        in_reach
    }

    #[inline(always)]
    fn oppose<C: Chance>(&self, chance: &mut C, cast: Cast) -> Opposed {
        self.counterspelling.oppose(chance, cast)
    }

    #[inline(always)]
    fn suffer<C: Chance>(&self, chance: &mut C, casting: &Casting, opposed: Opposed) -> Struck {
        if !opposed.strikes(chance, casting) {
            return Struck::MISS;
        }
        self.strike.land(chance, "Bonus Damage", bonus_damage(opposed.cast.hits))
    }

    fn columns(&mut self) -> Vec<&mut dyn ColumnLaw> {
        vec![
            &mut self.scatter.one_die,
            &mut self.scatter.two_dice,
            &mut self.counterspelling.law,
            &mut self.strike.soak.law,
        ]
    }

    fn identify(&self, identity: &mut Identity) {
        let IndirectArea { scatter, counterspelling, strike } = self;
        let Scatter { one_die, two_dice, minus_hits, radius } = scatter;
        identity.law(one_die).law(two_dice).number(*minus_hits);
        identity.number(radius.unwrap_or(-1)).law(&counterspelling.law);
        strike.identify(identity);
    }
}

fn bonus_damage(hits: i32) -> i32 {
    (hits - 3).max(0)
}

impl Opposed {
    /// Whether an indirect spell hits.
    #[inline(always)]
    fn strikes<C: Chance>(self, chance: &mut C, casting: &Casting) -> bool {
        let Opposed { net, cast: Cast { in_reach, .. } } = self;
        let hit = net > 0 && in_reach;
        chance.note(step::IF_HIT, || match (net > 0, in_reach) {
            (true, true) => "net hits above 0: the target is hit".to_owned(),
            (true, false) => format!("the blast does not reach the target: {}", casting.after_miss),
            (false, _) => format!("net hits not above 0: the target is not hit; {}", casting.after_miss),
        });
        chance.record(metric::HIT, hit);
        hit
    }
}

impl Struck {
    pub const MISS: Struck = Struck { hit: false, damage: Marked::NONE };
}

/// The scatter of an area spell.
pub struct Scatter {
    pub one_die: Law<Metres>,
    pub two_dice: Law<Metres>,
    /// Whether the total hits reduce the scatter.
    pub minus_hits: bool,
    /// The scatter in metres beyond which it misses a target at the aim point; `None`: it never does.
    pub radius: Option<i32>,
}

impl Scatter {
    /// Rolls the scatter. Returns whether the blast reaches the aim point.
    #[inline(always)]
    fn throw<C: Chance>(&self, chance: &mut C, hits: i32) -> bool {
        chance.note(step::SCATTER, || match hits {
            3.. => "3 hits or more: no scatter".to_owned(),
            2 => "2 hits: 1d6 m".to_owned(),
            1 => "1 hit: 2d6 m".to_owned(),
            _ => "no hits: nobody can be hit".to_owned(),
        });
        let Metres(rolled) = match hits {
            2 => chance.draw(&self.one_die),
            1 => chance.draw(&self.two_dice),
            _ => Metres(0),
        };
        let metres = if self.minus_hits { (rolled - hits).max(0) } else { rolled };
        if self.minus_hits && rolled > 0 {
            chance.note(step::SCATTER, || {
                format!("less the total hits: {metres} m (rules.scatter = \"minus-hits\")")
            });
        }
        chance.record(metric::SCATTER, metres);
        self.radius.is_none_or(|radius| metres <= radius)
    }
}
