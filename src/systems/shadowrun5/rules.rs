//! The three procedures, step by step as the source text has them.

use super::dice::{Edge, Hits, Metres, Roll};
use super::metric::{self, Boxes};
use super::step;
use crate::chance::{Chance, ColumnLaw, Drawn, Law, Metric, Procedure, Step, StepText};
use crate::description::words::signed;

/// A pool of dice: the law of what it comes to, and how it comes about in words.
pub struct Pool<T> {
    pub law: Law<T>,
    pub words: String,
}

impl<T: Drawn> Pool<T> {
    #[inline(always)]
    fn roll<C: Chance>(&self, chance: &mut C, step: Step) -> T {
        chance.note(step, || self.words.clone());
        chance.draw(&self.law)
    }
}

/// The casting roll, and the drain that pays for it: the same in every table.
pub struct Casting {
    /// What was chosen in the first steps, in words.
    pub choices: Vec<(Step, String)>,
    /// How Edge is spent on the casting roll.
    pub edge: Edge,
    pub spellcasting: Pool<Roll>,
    /// Reagents if used, else Force; and the mental limit. None counts for a pushed roll.
    pub limit: i32,
    pub limit_words: String,
    pub drain: Drain,
    /// The place of the glitch among the procedure's metrics.
    pub glitch: Metric,
    pub steps: Vec<StepText>,
}

/// What a casting costs.
pub struct Drain {
    pub value: i32,
    pub value_words: String,
    pub resistance: Pool<Hits>,
    pub physical: PhysicalDrain,
    /// The total hits above which it is: [`PhysicalDrain::above`].
    pub physical_above: i32,
    /// Whether a spell that misses is paid for as well.
    pub on_miss: bool,
}

/// When drain is physical.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhysicalDrain {
    /// When the total hits are more than this, the caster's Magic.
    AboveHits(i32),
    /// Always or never: the Force is above Magic, or it is not.
    Fixed(bool),
}

/// What the caster still has to resist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Due {
    Nothing,
    Stun,
    Physical,
}

/// A casting roll and what opposes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Opposed {
    hits: i32,
    net: i32,
    /// Whether the blast reaches the target; always, but for scatter.
    in_reach: bool,
}

impl Casting {
    /// From the choice of the spell to the total hits.
    #[inline(always)]
    fn cast<C: Chance>(&self, chance: &mut C) -> i32 {
        for (step, words) in &self.choices {
            chance.note(*step, || words.clone());
        }
        let roll = self.spellcasting.roll(chance, step::ROLL_SPELLCASTING);
        let hits = roll.hits.min(self.limit);
        chance
            .note(step::TOTAL_HITS, || format!("{} rolled, {}: {}", roll.hits, self.limit_words, Hits(hits)));
        chance.record(metric::HITS, hits);
        chance.record(self.glitch, roll.glitch as i64);
        hits
    }

    /// The target's roll against the total hits.
    #[inline(always)]
    fn oppose<C: Chance>(&self, chance: &mut C, hits: i32, opposed: &Pool<Hits>) -> i32 {
        let Hits(against) = opposed.roll(chance, step::ROLL_OPPOSED);
        let net = hits - against;
        chance.note(step::NET_HITS, || format!("{hits} − {against} = {}", signed(net)));
        chance.record(metric::NET_HITS, net);
        net
    }

    /// Whether an indirect spell strikes.
    #[inline(always)]
    fn strikes<C: Chance>(&self, chance: &mut C, Opposed { net, in_reach, .. }: Opposed) -> bool {
        let hit = net > 0 && in_reach;
        chance.note(step::IF_HIT, || match (net > 0, in_reach) {
            (true, true) => "net hits above 0: the target is hit".to_owned(),
            (true, false) => format!("the blast does not reach the target: {}", self.skip_to_drain()),
            (false, _) => format!("net hits not above 0: the target is not hit; {}", self.skip_to_drain()),
        });
        chance.record(metric::HIT, hit);
        hit
    }

    /// What drain has to be resisted.
    #[inline(always)]
    fn due(&self, hits: i32, hit: bool) -> Due {
        let physical = hits > self.drain.physical_above;
        match (hit || self.drain.on_miss, physical) {
            (false, _) => Due::Nothing,
            (true, false) => Due::Stun,
            (true, true) => Due::Physical,
        }
    }

    /// Drain, told last as the text does.
    #[inline(always)]
    fn drain<C: Chance>(&self, chance: &mut C, due: Due) {
        let kind = match due {
            Due::Nothing => return,
            Due::Stun => Boxes::Stun,
            Due::Physical => Boxes::Physical,
        };
        chance.note(step::DRAIN_TYPE, || self.drain.physical.words(kind));
        chance.note(step::DRAIN_VALUE, || self.drain.value_words.clone());
        let Hits(resisted) = self.drain.resistance.roll(chance, step::ROLL_DRAIN);
        let boxes = self.drain.value - resisted;
        chance.note(step::NET_DRAIN, || format!("{} − {resisted} = {}", self.drain.value, signed(boxes)));
        chance.note(step::REGISTER_DRAIN, || in_words(boxes, kind, "the caster"));
        chance.record(metric::DRAIN, boxes.max(0));
        chance.record(metric::DRAIN_TYPE, marked(boxes, kind));
    }

    fn skip_to_drain(&self) -> String {
        match self.drain.on_miss {
            true => format!("on to step {}", self.number(step::DRAIN_TYPE)),
            false => "the end, without drain (rules.drain_on_miss = false)".to_owned(),
        }
    }

    fn number(&self, step: Step) -> &str {
        &StepText::of(&self.steps, step).number
    }
}

impl PhysicalDrain {
    /// The total hits above which drain is physical.
    pub fn above(self) -> i32 {
        match self {
            PhysicalDrain::AboveHits(magic) => magic,
            PhysicalDrain::Fixed(true) => i32::MIN,
            PhysicalDrain::Fixed(false) => i32::MAX,
        }
    }

    fn words(self, kind: Boxes) -> String {
        match (self, kind) {
            (PhysicalDrain::AboveHits(magic), Boxes::Physical) => {
                format!("total hits above Magic {magic}: physical")
            }
            (PhysicalDrain::AboveHits(magic), _) => format!("total hits not above Magic {magic}: stun"),
            (PhysicalDrain::Fixed(true), _) => {
                "Force above Magic: physical (rules.drain_physical = \"force\")".to_owned()
            }
            (PhysicalDrain::Fixed(false), _) => {
                "Force not above Magic: stun (rules.drain_physical = \"force\")".to_owned()
            }
        }
    }
}

/// A direct combat spell.
pub struct Direct {
    pub casting: Casting,
    pub opposed: Pool<Hits>,
    pub boxes: Boxes,
}

impl Procedure for Direct {
    fn resolve<C: Chance>(&self, chance: &mut C, start: C::Of<()>) -> C::Of<()> {
        let due = chance.stage(start, |chance, ()| {
            let hits = self.casting.cast(chance);
            let net = self.casting.oppose(chance, hits, &self.opposed);
            let hit = net > 0;
            chance.note(step::REGISTER_DAMAGE, || in_words(net, self.boxes, "the target"));
            chance.record(metric::HIT, hit);
            chance.record(metric::DAMAGE, net.max(0));
            chance.record(metric::DAMAGE_TYPE, marked(net, self.boxes));
            // "No need to continue" stands in the indirect tables alone.
            self.casting.due(hits, true)
        });
        chance.stage(due, |chance, due| self.casting.drain(chance, due))
    }

    fn columns(&mut self) -> Vec<&mut dyn ColumnLaw> {
        vec![
            &mut self.casting.spellcasting.law,
            &mut self.opposed.law,
            &mut self.casting.drain.resistance.law,
        ]
    }
}

/// An indirect combat spell at a single target.
pub struct Indirect {
    pub casting: Casting,
    pub defense: Pool<Hits>,
    pub strike: Strike,
}

impl Procedure for Indirect {
    fn resolve<C: Chance>(&self, chance: &mut C, start: C::Of<()>) -> C::Of<()> {
        let cast = chance.stage(start, |chance, ()| {
            let hits = self.casting.cast(chance);
            let net = self.casting.oppose(chance, hits, &self.defense);
            Opposed { hits, net, in_reach: true }
        });
        let due = chance.stage(cast, |chance, cast| {
            let hit = self.casting.strikes(chance, cast);
            if hit {
                self.strike.land(chance, "net hits", cast.net);
            }
            self.casting.due(cast.hits, hit)
        });
        chance.stage(due, |chance, due| self.casting.drain(chance, due))
    }

    fn columns(&mut self) -> Vec<&mut dyn ColumnLaw> {
        vec![
            &mut self.casting.spellcasting.law,
            &mut self.defense.law,
            &mut self.strike.soak.law,
            &mut self.casting.drain.resistance.law,
        ]
    }
}

/// An indirect combat spell over an area, as one target in it meets it.
pub struct IndirectArea {
    pub casting: Casting,
    pub scatter: Scatter,
    pub counterspelling: Pool<Hits>,
    pub strike: Strike,
}

impl Procedure for IndirectArea {
    fn resolve<C: Chance>(&self, chance: &mut C, start: C::Of<()>) -> C::Of<()> {
        let cast = chance.stage(start, |chance, ()| {
            let hits = self.casting.cast(chance);
            let in_reach = self.scatter.throw(chance, hits);
            let bonus = bonus_damage(hits);
            chance.note(step::BONUS_DAMAGE, || format!("total hits above 3: {bonus} more"));
            let net = self.casting.oppose(chance, hits, &self.counterspelling);
            Opposed { hits, net, in_reach }
        });
        let due = chance.stage(cast, |chance, cast| {
            let hit = self.casting.strikes(chance, cast);
            if hit {
                self.strike.land(chance, "Bonus Damage", bonus_damage(cast.hits));
            }
            self.casting.due(cast.hits, hit)
        });
        chance.stage(due, |chance, due| self.casting.drain(chance, due))
    }

    fn columns(&mut self) -> Vec<&mut dyn ColumnLaw> {
        vec![
            &mut self.casting.spellcasting.law,
            &mut self.scatter.one_die,
            &mut self.scatter.two_dice,
            &mut self.counterspelling.law,
            &mut self.strike.soak.law,
            &mut self.casting.drain.resistance.law,
        ]
    }
}

fn bonus_damage(hits: i32) -> i32 {
    (hits - 3).max(0)
}

/// Where an area spell goes off.
pub struct Scatter {
    pub one_die: Law<Metres>,
    pub two_dice: Law<Metres>,
    /// Whether the total hits bring the blast nearer.
    pub minus_hits: bool,
    /// The metres beyond which it misses a target at the aim point, if any.
    pub radius: Option<i32>,
}

impl Scatter {
    /// Whether the blast reaches the aim point.
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

/// What an indirect spell does to a target that it hits.
pub struct Strike {
    pub force: i32,
    /// Armor less Armor Penetration, at least 0.
    pub armor_value: i32,
    pub armor_words: String,
    pub soak: Pool<Hits>,
    pub kind: DamageType,
    /// The Damage Value from which damage is physical: [`DamageType::physical_from`].
    pub physical_from: i32,
    /// A Damage Value below it does nothing at all.
    pub threshold: i32,
}

/// What boxes an indirect spell marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DamageType {
    /// Physical where the Damage Value reaches the Armor Value, else stun.
    ByArmor,
    /// Stun: the spell does no other.
    Stun,
    /// Physical: the target is not living.
    Physical,
}

impl DamageType {
    /// The Damage Value from which damage is physical.
    pub fn physical_from(self, armor_value: i32) -> i32 {
        match self {
            DamageType::ByArmor => armor_value,
            DamageType::Stun => i32::MAX,
            DamageType::Physical => i32::MIN,
        }
    }
}

impl Strike {
    /// From the Damage Value, `extra` over Force, to the damage registered.
    #[inline(always)]
    fn land<C: Chance>(&self, chance: &mut C, extra_name: &str, extra: i32) {
        let damage_value = self.force + extra;
        chance.note(step::DAMAGE_VALUE, || {
            format!("Force {} + {extra_name} {extra} = {damage_value}", self.force)
        });
        chance.note(step::ARMOR_PENETRATION, || format!("the Force: {}", self.force));
        chance.note(step::ARMOR_VALUE, || self.armor_words.clone());
        if damage_value < self.threshold {
            chance.note(step::ARMOR_VALUE, || {
                format!(
                    "Damage Value {damage_value} below Armor Value {}: no damage (rules.vehicle_threshold = true)",
                    self.armor_value
                )
            });
            return;
        }
        let kind = if damage_value >= self.physical_from { Boxes::Physical } else { Boxes::Stun };
        chance.note(step::DAMAGE_TYPE, || self.kind_words(damage_value, kind));
        let Hits(soaked) = self.soak.roll(chance, step::ROLL_ARMOR);
        let boxes = damage_value - soaked;
        chance.note(step::NET_DAMAGE, || format!("{damage_value} − {soaked} = {}", signed(boxes)));
        chance.note(step::REGISTER_DAMAGE, || in_words(boxes, kind, "the target"));
        chance.record(metric::DAMAGE, boxes.max(0));
        chance.record(metric::DAMAGE_TYPE, marked(boxes, kind));
    }

    fn kind_words(&self, damage_value: i32, kind: Boxes) -> String {
        let armor_value = self.armor_value;
        match (self.kind, kind) {
            (DamageType::ByArmor, Boxes::Physical) => {
                format!("Damage Value {damage_value} reaches Armor Value {armor_value}: physical")
            }
            (DamageType::ByArmor, _) => {
                format!("Damage Value {damage_value} below Armor Value {armor_value}: stun")
            }
            (DamageType::Stun, _) => "the spell's damage: stun".to_owned(),
            (DamageType::Physical, _) => "the target is not living: physical".to_owned(),
        }
    }
}

/// The label of boxes marked: `none` when there are none.
#[inline(always)]
fn marked(boxes: i32, kind: Boxes) -> i64 {
    if boxes > 0 { kind as i64 } else { Boxes::None as i64 }
}

fn in_words(boxes: i32, kind: Boxes, who: &str) -> String {
    match boxes {
        ..=0 => format!("{who} takes none"),
        1 => format!("{who} takes 1 box of {} damage", kind.name()),
        _ => format!("{who} takes {boxes} boxes of {} damage", kind.name()),
    }
}
