//! The casting roll and the drain, which all tables share.

use super::dice::{Hits, Roll};
use super::metric::{self, Boxes};
use super::step;
use crate::chance::{Chance, Drawn, Identity, Law, Metric, Step};
use crate::description::words::signed;

/// A pool of dice: the distribution of its result, and its description.
pub struct Pool<T> {
    pub law: Law<T>,
    pub words: String,
}

impl<T: Drawn> Pool<T> {
    #[inline(always)]
    pub fn roll<C: Chance>(&self, chance: &mut C, step: Step) -> T {
        chance.note(step, || self.words.clone());
        chance.draw(&self.law)
    }
}

/// What the caster rolls.
pub struct Casting {
    /// The texts of the choices in the first steps.
    pub choices: Vec<(Step, String)>,
    pub spellcasting: Pool<Roll>,
    /// The lower of the mental limit and the reagents or, if none are used, the Force. A pushed roll
    /// has no limit.
    pub limit: i32,
    pub limit_words: String,
    pub drain: Drain,
    /// The index of the glitch among the procedure's metrics.
    pub glitch: Metric,
    /// Describes how the text continues for a target that is missed.
    pub after_miss: String,
}

/// The drain of a casting.
pub struct Drain {
    pub value: i32,
    pub value_words: String,
    pub resistance: Pool<Hits>,
    pub physical: PhysicalDrain,
    /// The total hits above which drain is physical: [`PhysicalDrain::above`].
    pub physical_above: i32,
    /// Whether a spell that misses causes drain, too.
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

/// The drain that the caster still has to resist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Due {
    Nothing,
    Stun,
    Physical,
}

/// Boxes to be marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Marked {
    /// The number of boxes; none if below 1.
    pub boxes: i32,
    pub kind: Boxes,
}

impl Casting {
    /// The steps from the choice of the spell to the total hits.
    #[inline(always)]
    pub fn cast<C: Chance>(&self, chance: &mut C) -> i32 {
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

    /// The kind of drain that has to be resisted.
    #[inline(always)]
    pub fn due(&self, hits: i32, hit: bool) -> Due {
        let physical = hits > self.drain.physical_above;
        match (hit || self.drain.on_miss, physical) {
            (false, _) => Due::Nothing,
            (true, false) => Due::Stun,
            (true, true) => Due::Physical,
        }
    }

    /// The drain steps, last as in the source text.
    #[inline(always)]
    pub fn drain<C: Chance>(&self, chance: &mut C, due: Due) -> Marked {
        let kind = match due {
            Due::Nothing => return Marked::NONE,
            Due::Stun => Boxes::Stun,
            Due::Physical => Boxes::Physical,
        };
        chance.note(step::DRAIN_TYPE, || self.drain.physical.words(kind));
        chance.note(step::DRAIN_VALUE, || self.drain.value_words.clone());
        let Hits(resisted) = self.drain.resistance.roll(chance, step::ROLL_DRAIN);
        let marked = Marked { boxes: self.drain.value - resisted, kind };
        chance.note(step::NET_DRAIN, || {
            format!("{} − {resisted} = {}", self.drain.value, signed(marked.boxes))
        });
        chance.note(step::REGISTER_DRAIN, || marked.words("the caster"));
        chance.record(metric::DRAIN, marked.boxes.max(0));
        chance.record(metric::DRAIN_TYPE, marked.label());
        marked
    }

    /// Adds everything that its odds depend on.
    pub fn identify(&self, identity: &mut Identity) {
        let Casting { choices: _, spellcasting, limit: _, limit_words: _, drain, glitch: _, after_miss: _ } =
            self;
        let Drain { value, value_words: _, resistance, physical: _, physical_above, on_miss } = drain;
        // A limit that is never reached makes no difference.
        identity.law(&spellcasting.law).number(self.most_hits()).number(*value).law(&resistance.law);
        identity.number(*physical_above).number(*on_miss);
    }
}

impl Marked {
    pub const NONE: Marked = Marked { boxes: 0, kind: Boxes::None };

    /// Registers the boxes as the target's damage.
    #[inline(always)]
    pub fn register<C: Chance>(self, chance: &mut C) {
        chance.note(step::REGISTER_DAMAGE, || self.words("the target"));
        chance.record(metric::DAMAGE, self.boxes.max(0));
        chance.record(metric::DAMAGE_TYPE, self.label());
    }

    /// The label of what is marked: `none` when there are no boxes.
    #[inline(always)]
    pub fn label(self) -> i64 {
        if self.boxes > 0 { self.kind as i64 } else { Boxes::None as i64 }
    }

    pub fn words(self, who: &str) -> String {
        match self.boxes {
            ..=0 => format!("{who} takes none"),
            1 => format!("{who} takes 1 box of {} damage", self.kind.name()),
            boxes => format!("{who} takes {boxes} boxes of {} damage", self.kind.name()),
        }
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

impl Pool<Hits> {
    pub fn most_hits(&self) -> i32 {
        self.law.outcomes().last().map_or(0, |hits| hits.0)
    }
}

impl Casting {
    pub fn most_hits(&self) -> i32 {
        self.spellcasting.law.outcomes().last().map_or(0, |roll| roll.hits.min(self.limit))
    }
}
