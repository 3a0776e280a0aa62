//! Prepares the casting roll and the drain from a checked scenario.
//!
//! Faults are collected on the way; everything that is built from faulty values is discarded at the
//! end.

use super::casting::{Casting, Drain, PhysicalDrain, Pool};
use super::choice::{Choice, EdgeUse, drams_in_words};
use super::dice::{self, Edge, Hits};
use super::metric::Boxes;
use super::presets::SPELLS;
use super::step;
use crate::chance::{Metric, Step, StepText};
use crate::description::words::count;
use crate::description::{CheckedInput, InputReader, Sum};

/// The spell, its caster and the rules, with the reader of all values.
pub struct Scene<'a> {
    pub input: InputReader<'a>,
    /// The kind of boxes that the spell inflicts on the living.
    pub boxes: Boxes,
    pub mana: bool,
    hit_on: u32,
}

/// The parts of a step table that a casting refers to.
pub struct Course {
    pub steps: fn(bool) -> Vec<StepText>,
    /// The index of the glitch among the metrics.
    pub glitch: Metric,
    /// Whether a spell that misses may cost no drain.
    pub may_miss: bool,
}

impl<'a> Scene<'a> {
    pub fn read(input: &'a CheckedInput) -> Self {
        let mut input = InputReader::new(input);
        let damage_type = input.word("spell.damage_type");
        if damage_type.is_none() {
            let help = "write \"physical\" or \"mana\", or name a spell with `spell.preset`";
            input.fault("spell.damage_type", "`spell.damage_type` is missing", help);
        }
        let boxes = match input.word("spell.damage") {
            Some("stun") => Boxes::Stun,
            _ => Boxes::Physical,
        };
        let hit_on = input.integer("rules.hit_on") as u32;
        Scene { input, boxes, mana: damage_type == Some("mana"), hit_on }
    }

    /// Reports a fault if the Force that a key gives is too high.
    pub fn check_force(&mut self, key: &str, force: i32) {
        let magic = self.input.integer("caster.magic");
        if force > 2 * magic {
            let message = format!("Force {force} is above twice Magic {magic}");
            self.input.fault(key, message, format!("Force is from 1 to {}", 2 * magic));
        }
    }

    /// Prepares the casting roll and the drain, in these steps. `wounds` is the number of dice lost to
    /// wounds in a sequence of casts; `None`: as the scenario of a single cast says.
    pub fn casting(
        &mut self,
        choice: Choice,
        edge: EdgeUse,
        wounds: Option<i32>,
        course: &Course,
        steps: &[StepText],
    ) -> Casting {
        let in_sequence = wounds.is_some();
        let wounds = wounds.unwrap_or_else(|| self.input.integer("caster.wound_penalty"));
        let sum = self.spellcasting(wounds);
        let (dice, words) = self.pool_with_edge("Spellcasting", sum, edge.casting);
        let spellcasting = Pool { law: dice::spellcasting(dice, self.hit_on, edge.casting), words };
        let (limit, limit_words) = match edge.casting {
            Edge::Push => (i32::MAX, "no limit counts for a pushed roll".to_owned()),
            _ => self.limit(choice),
        };
        let drain = self.drain(choice.force, edge.drain, course.may_miss);
        let after_miss = match (drain.on_miss, in_sequence) {
            (true, _) => format!("on to step {}", StepText::of(steps, step::DRAIN_TYPE).number),
            (false, true) => "no drain if nobody is hit (rules.drain_on_miss = false)".to_owned(),
            (false, false) => "the end, without drain (rules.drain_on_miss = false)".to_owned(),
        };
        Casting {
            choices: self.choices(choice),
            spellcasting,
            limit,
            limit_words,
            drain,
            glitch: course.glitch,
            after_miss,
        }
    }

    /// The dice of the caster without Edge, and the mental limit.
    pub fn pools(&mut self, wounds: i32) -> String {
        let cast = count(self.spellcasting(wounds).total().max(0) as u32, "die", "dice");
        let resist = count(self.resist_drain().total().max(0) as u32, "die", "dice");
        let limit = self.mental_limit().map_or_else(String::new, |limit| format!(", mental limit {limit}"));
        format!("{cast} to cast, {resist} to resist drain{limit}")
    }

    fn spellcasting(&self, wounds: i32) -> Sum {
        let sum = Sum::new()
            .plus("Spellcasting", "caster.spellcasting", self.input.integer("caster.spellcasting"))
            .plus("Magic", "caster.magic", self.input.integer("caster.magic"))
            .plus("foci", "caster.foci", self.input.integer("caster.foci"))
            .plus("mentor spirit", "caster.mentor_spirit", self.input.integer("caster.mentor_spirit"))
            .minus("wounds", "caster.wound_penalty", wounds);
        self.less_sustained(sum)
    }

    fn resist_drain(&self) -> Sum {
        let sum = Sum::new()
            .plus("Willpower", "caster.willpower", self.input.integer("caster.willpower"))
            .plus("drain attribute", "caster.drain_attribute", self.input.integer("caster.drain_attribute"));
        self.less_sustained(sum)
    }

    /// The limit: the reagents or else the Force, and at most the mental limit. Also returns its
    /// description.
    fn limit(&mut self, Choice { force, reagents }: Choice) -> (i32, String) {
        let (limit, words) = match reagents {
            Some(drams) => (drams, format!("at most {drams}, the reagents")),
            None => (force, format!("at most {force}, the Force")),
        };
        match self.mental_limit() {
            Some(mental) => (limit.min(mental), format!("{words}, and {mental}, the mental limit")),
            None => (limit, words),
        }
    }

    fn mental_limit(&mut self) -> Option<i32> {
        if !self.input.flag("rules.mental_limit") {
            return None;
        }
        if let Some(limit) = self.input.find("caster.mental_limit") {
            return Some(limit);
        }
        let (logic, intuition) = (self.input.find("caster.logic"), self.input.find("caster.intuition"));
        let (Some(logic), Some(intuition)) = (logic, intuition) else {
            let help = "write `caster.mental_limit`, or `caster.logic` and `caster.intuition`, or set \
                        `rules.mental_limit = false`";
            let missing = match (logic, intuition) {
                (Some(_), None) => "caster.intuition",
                (None, Some(_)) => "caster.logic",
                _ => "caster.mental_limit",
            };
            self.input.fault(missing, "the mental limit is missing", help);
            return None;
        };
        // Rounded up.
        Some((2 * logic + intuition + self.input.integer("caster.willpower") + 2) / 3)
    }

    fn drain(&mut self, force: i32, edge: Edge, may_miss: bool) -> Drain {
        let code =
            self.input.need("spell.drain", "write the offset to Force, or name a spell with `spell.preset`");
        let least = self.input.integer("rules.min_drain");
        let value = (force + code).max(least);
        let sign = if code < 0 { '−' } else { '+' };
        let value_words = format!("Force {force} {sign} {}, at least {least}: {value}", code.abs());
        let sum = self.resist_drain();
        let magic = self.input.integer("caster.magic");
        let physical = match self.input.word("rules.drain_physical") {
            Some("force") => PhysicalDrain::Fixed(force > magic),
            _ => PhysicalDrain::AboveHits(magic),
        };
        let (dice, words) = self.pool_with_edge("Resist Drain", sum, edge);
        Drain {
            value,
            value_words,
            resistance: Pool { law: dice::hits(dice, self.hit_on, edge), words },
            physical,
            physical_above: physical.above(),
            on_miss: self.input.flag("rules.drain_on_miss") || !may_miss,
        }
    }

    fn less_sustained(&self, sum: Sum) -> Sum {
        let sustained = self.input.integer("caster.sustained_spells");
        sum.minus("sustained spells", "caster.sustained_spells", 2 * sustained)
    }

    /// A pool of dice of which only the hits count.
    pub fn pool(&mut self, name: &str, sum: Sum) -> Pool<Hits> {
        let dice = self.input.dice(name, &sum);
        Pool { law: dice::hits(dice, self.hit_on, Edge::None), words: pool_words(&sum, dice) }
    }

    /// The number of dice of a pool on which Edge may be spent, and its description.
    fn pool_with_edge(&mut self, name: &str, sum: Sum, edge: Edge) -> (u32, String) {
        let (sum, least, how) = match edge {
            Edge::None => (sum, 0, ""),
            Edge::SecondChance => (sum, 0, "; those that miss are rolled once more"),
            Edge::Push => {
                let rating = self.input.integer("caster.edge");
                // Penalties leave at least 0 dice, and Edge is added to these.
                (sum.plus("Edge", "caster.edge", rating), rating as u32, "; every 6 is rolled again")
            }
        };
        let dice = self.input.dice(name, &sum).max(least);
        if edge == Edge::Push && dice > MOST_PUSHED {
            let message = format!("the {name} pool has {dice} dice, and every 6 is rolled again");
            self.input.fault("caster.edge", message, format!("at most {MOST_PUSHED} dice in a pushed pool"));
            return (0, String::new());
        }
        (dice, pool_words(&sum, dice) + how)
    }

    /// Reads how Edge is spent.
    pub fn edge_use(&mut self) -> EdgeUse {
        EdgeUse { casting: self.edge("choice.edge"), drain: self.edge("choice.drain_edge") }
    }

    /// Reads how Edge is spent on a roll. Spending it requires a rating of 1 or more.
    fn edge(&mut self, key: &str) -> Edge {
        let edge = match self.input.word(key) {
            Some("push") => Edge::Push,
            Some("second-chance") => Edge::SecondChance,
            _ => return Edge::None,
        };
        if self.input.integer("caster.edge") == 0 {
            let message = format!("`{key}` spends Edge, and the caster has none");
            self.input.fault(
                "caster.edge",
                message,
                format!("write `caster.edge`, 1 or more, or {key} = \"none\""),
            );
        }
        edge
    }

    /// Describes the choices of the first steps.
    fn choices(&self, Choice { force, reagents }: Choice) -> Vec<(Step, String)> {
        let of_force = format!("Force {force}, at most twice Magic {}", self.input.integer("caster.magic"));
        let mut choices =
            vec![(step::CHOOSE_SPELL, self.spell_words("A spell")), (step::CHOOSE_FORCE, of_force)];
        if let Some(drams) = reagents {
            let nuyen = i64::from(drams) * i64::from(self.input.integer("rules.reagent_price"));
            choices.push((step::CHOOSE_REAGENTS, format!("{}, {nuyen} nuyen", drams_in_words(drams))));
        }
        choices
    }

    /// The name of the spell, as in `Lightning Bolt`, or its kind if it has no name.
    pub fn spell_words(&self, kind: &str) -> String {
        match self.input.word("spell.preset") {
            Some(name) => {
                let spell = SPELLS.iter().find(|spell| spell.name == name);
                spell.map_or(kind, |spell| spell.label).to_owned()
            }
            None => format!("{kind} ({})", if self.mana { "mana" } else { "physical" }),
        }
    }
}

/// The maximum number of dice of a pushed pool: the distribution of more dice takes seconds.
const MOST_PUSHED: u32 = 200;

fn pool_words(sum: &Sum, dice: u32) -> String {
    let plural = if dice == 1 { "die" } else { "dice" };
    format!("{}: {dice} {plural}", sum.words())
}
