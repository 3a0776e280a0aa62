//! From a checked scenario to a procedure with its laws.
//!
//! Faults are gathered on the way; what is built from faulty values is thrown
//! away at the end.

use super::dice::{self, Edge, Hits};
use super::metric::{self, Boxes, Reach};
use super::presets::SPELLS;
use super::rules::{
    Casting, DamageType, Direct, Drain, Indirect, IndirectArea, PhysicalDrain, Pool, Scatter, Strike,
};
use super::step;
use crate::chance::{Metric, Procedure, Step, StepText, Tables};
use crate::description::{CheckedInput, InputReader, Prepared, Ready, Sum};

/// Prepares a direct spell.
pub fn direct(input: &CheckedInput) -> Prepared {
    let mut scene = Scene::read(input);
    let opposed = scene.resistance();
    let casting = scene.casting(step::direct, metric::GLITCH);
    let metrics = metric::single(&reach(&casting, &opposed, casting.most_hits()));
    let tables = Tables::new(metrics, casting.steps.clone());
    let boxes = if scene.target.is_living() { scene.boxes } else { Boxes::Physical };
    scene.finish("Direct spell", tables, Direct { casting, opposed, boxes })
}

/// Prepares an indirect spell at a single target.
pub fn indirect(input: &CheckedInput) -> Prepared {
    let mut scene = Scene::read(input);
    let defense = scene.defense();
    let casting = scene.casting(step::indirect, metric::GLITCH);
    let strike = scene.strike();
    let metrics = metric::single(&reach(&casting, &defense, strike.force + casting.most_hits()));
    let tables = Tables::new(metrics, casting.steps.clone());
    scene.finish("Indirect spell", tables, Indirect { casting, defense, strike })
}

/// Prepares an indirect area spell.
pub fn indirect_area(input: &CheckedInput) -> Prepared {
    let mut scene = Scene::read(input);
    let counterspelling = scene.area_defense();
    let casting = scene.casting(step::indirect_area, metric::GLITCH_OF_AREA);
    let scatter = Scatter {
        one_die: dice::metres(1),
        two_dice: dice::metres(2),
        minus_hits: scene.input.word("rules.scatter") == Some("minus-hits"),
        radius: scene.input.flag("rules.scatter_miss").then_some(scene.force),
    };
    let strike = scene.strike();
    let most_damage = strike.force + (casting.most_hits() - 3).max(0);
    let metrics = metric::area(&reach(&casting, &counterspelling, most_damage));
    let tables = Tables::new(metrics, casting.steps.clone());
    scene.finish("Indirect area spell", tables, IndirectArea { casting, scatter, counterspelling, strike })
}

fn reach(casting: &Casting, opposed: &Pool<Hits>, damage: i32) -> Reach {
    Reach {
        hits: casting.most_hits(),
        opposed_hits: opposed.most_hits(),
        damage,
        drain: casting.drain.value,
        open: casting.edge == Edge::Push,
    }
}

/// What kind of thing the target is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Living,
    DrivenVehicle,
    Drone,
    Object,
}

impl Target {
    fn is_living(self) -> bool {
        self == Target::Living
    }

    fn words(self) -> &'static str {
        match self {
            Target::Living => "a living target",
            Target::DrivenVehicle => "a driven vehicle",
            Target::Drone => "a drone",
            Target::Object => "an object",
        }
    }
}

/// The values that all three procedures look at, and the reader of the others.
struct Scene<'a> {
    input: InputReader<'a>,
    target: Target,
    boxes: Boxes,
    mana: bool,
    force: i32,
    reagents: Option<i32>,
    hit_on: u32,
}

impl<'a> Scene<'a> {
    fn read(input: &'a CheckedInput) -> Self {
        let mut input = InputReader::new(input);
        let target = match input.word("target.kind") {
            Some("living") => Target::Living,
            Some("driven-vehicle") => Target::DrivenVehicle,
            Some("drone") => Target::Drone,
            _ => Target::Object,
        };
        let damage_type = input.word("spell.damage_type");
        if damage_type.is_none() {
            let help = "write \"physical\" or \"mana\", or name a spell with `spell.preset`";
            input.fault("spell.damage_type", "`spell.damage_type` is missing", help);
        }
        let mana = damage_type == Some("mana");
        if mana && !target.is_living() {
            let message = format!("a mana spell does nothing to {}", target.words());
            input.fault(
                "target.kind",
                message,
                "mana spells work on living targets alone; choose a physical spell",
            );
        }
        let (magic, force) = (input.integer("caster.magic"), input.integer("choice.force"));
        if force > 2 * magic {
            let message = format!("Force {force} is above twice Magic {magic}");
            input.fault("choice.force", message, format!("Force is from 1 to {}", 2 * magic));
        }
        let boxes = match input.word("spell.damage") {
            Some("stun") => Boxes::Stun,
            _ => Boxes::Physical,
        };
        let reagents = input.find("choice.reagents");
        let hit_on = input.integer("rules.hit_on") as u32;
        Scene { input, target, boxes, mana, force, reagents, hit_on }
    }

    /// The casting roll and the drain.
    fn casting(&mut self, steps: fn(bool) -> Vec<StepText>, glitch: Metric) -> Casting {
        let sum = Sum::new()
            .plus("Spellcasting", "caster.spellcasting", self.input.integer("caster.spellcasting"))
            .plus("Magic", "caster.magic", self.input.integer("caster.magic"))
            .plus("foci", "caster.foci", self.input.integer("caster.foci"))
            .plus("mentor spirit", "caster.mentor_spirit", self.input.integer("caster.mentor_spirit"))
            .minus("wounds", "caster.wound_penalty", self.input.integer("caster.wound_penalty"))
            .minus(
                "sustained spells",
                "caster.sustained_spells",
                2 * self.input.integer("caster.sustained_spells"),
            );
        let edge = self.edge("choice.edge");
        let (dice, words) = self.pool_with_edge("Spellcasting", sum, edge);
        let spellcasting = Pool { law: dice::spellcasting(dice, self.hit_on, edge), words };
        let (limit, limit_words) = match edge {
            Edge::Push => (i32::MAX, "no limit counts for a pushed roll".to_owned()),
            _ => self.limit(),
        };
        Casting {
            choices: self.choices(),
            edge,
            spellcasting,
            limit,
            limit_words,
            drain: self.drain(),
            glitch,
            steps: steps(self.reagents.is_some()),
        }
    }

    /// The least of reagents or Force, and the mental limit.
    fn limit(&mut self) -> (i32, String) {
        let (limit, words) = match self.reagents {
            Some(drams) => (drams, format!("at most {drams}, the reagents")),
            None => (self.force, format!("at most {}, the Force", self.force)),
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

    fn drain(&mut self) -> Drain {
        let code =
            self.input.need("spell.drain", "write the offset to Force, or name a spell with `spell.preset`");
        let least = self.input.integer("rules.min_drain");
        let value = (self.force + code).max(least);
        let sign = if code < 0 { '−' } else { '+' };
        let value_words = format!("Force {} {sign} {}, at least {least}: {value}", self.force, code.abs());
        let sum = Sum::new()
            .plus("Willpower", "caster.willpower", self.input.integer("caster.willpower"))
            .plus("drain attribute", "caster.drain_attribute", self.input.integer("caster.drain_attribute"))
            .minus(
                "sustained spells",
                "caster.sustained_spells",
                2 * self.input.integer("caster.sustained_spells"),
            );
        let magic = self.input.integer("caster.magic");
        let physical = match self.input.word("rules.drain_physical") {
            Some("force") => PhysicalDrain::Fixed(self.force > magic),
            _ => PhysicalDrain::AboveHits(magic),
        };
        let edge = self.edge("choice.drain_edge");
        let (dice, words) = self.pool_with_edge("Resist Drain", sum, edge);
        Drain {
            value,
            value_words,
            resistance: Pool { law: dice::hits(dice, self.hit_on, edge), words },
            physical,
            physical_above: physical.above(),
            on_miss: self.input.flag("rules.drain_on_miss"),
        }
    }

    /// What a direct spell is resisted with.
    fn resistance(&mut self) -> Pool<Hits> {
        let sum = match (self.target, self.mana) {
            (Target::Living, true) => {
                let willpower = self
                    .input
                    .need("target.willpower", "a living target resists a direct mana spell with it");
                let sum = Sum::new().plus("Willpower", "target.willpower", willpower);
                self.less_sustained(self.with_counterspelling(sum))
            }
            (Target::Living, false) => {
                let body =
                    self.input.need("target.body", "a living target resists a direct physical spell with it");
                let sum = Sum::new().plus("Body", "target.body", body);
                self.less_sustained(self.with_counterspelling(sum))
            }
            (Target::DrivenVehicle | Target::Drone, _) => {
                let body = self.input.need("target.body", "vehicles and drones resist direct spells with it");
                Sum::new().plus("Body", "target.body", body)
            }
            (Target::Object, _) => {
                let structure = self.input.need("target.structure", "objects resist direct spells with it");
                Sum::new().plus("Structure", "target.structure", structure)
            }
        };
        self.pool("Resist", sum)
    }

    /// What an indirect spell is dodged with.
    fn defense(&mut self) -> Pool<Hits> {
        match self.target {
            Target::Living | Target::DrivenVehicle => {
                let why = "a living target or driver dodges with Reaction + Intuition";
                let sum = Sum::new()
                    .plus("Reaction", "target.reaction", self.input.need("target.reaction", why))
                    .plus("Intuition", "target.intuition", self.input.need("target.intuition", why));
                let sum = self.with_counterspelling(sum);
                let sum = self.less_sustained(self.less_wounds(sum));
                self.pool("Defense", sum)
            }
            Target::Drone => {
                let why = "a drone dodges with Pilot + Autosoft";
                let sum = Sum::new()
                    .plus("Pilot", "target.pilot", self.input.need("target.pilot", why))
                    .plus("Autosoft", "target.autosoft", self.input.need("target.autosoft", why));
                let pool = self.pool("Defense", sum);
                match self.input.find("target.handling") {
                    Some(handling) => pool.at_most(handling),
                    None => pool,
                }
            }
            Target::Object => Pool::none("objects do not dodge"),
        }
    }

    /// What opposes an area spell.
    fn area_defense(&mut self) -> Pool<Hits> {
        match self.input.word("rules.area_defense") {
            Some("reaction+intuition") => self.defense(),
            Some("none") => Pool::none("nothing opposes the blast (rules.area_defense = \"none\")"),
            _ if self.target.is_living() && self.input.integer("target.counterspelling") > 0 => {
                let sum = self.with_counterspelling(Sum::new());
                let sum = self.less_sustained(self.less_wounds(sum));
                self.pool("Counterspelling", sum)
            }
            _ if self.target.is_living() => Pool::none("no Counterspelling"),
            _ => Pool::none("only the living roll Counterspelling"),
        }
    }

    /// What an indirect spell does where it hits.
    fn strike(&mut self) -> Strike {
        let armor = self.input.integer("target.armor");
        let armor_value = (armor - self.force).max(0);
        let armor_words = format!("Armor {armor} − {}, at least 0: {armor_value}", self.force);
        let soaks_with = match self.target {
            Target::Living => ("Armor Value", armor_value),
            _ if self.input.is("rules.nonliving_armor", "modified") => ("Armor Value", armor_value),
            _ => ("Armor", armor),
        };
        let (name, key, why) = match self.target {
            Target::Living => ("Body", "target.body", "a living target soaks with it"),
            Target::DrivenVehicle | Target::Drone => {
                ("Body", "target.body", "vehicles and drones soak with it")
            }
            Target::Object => ("Structure", "target.structure", "objects soak with it"),
        };
        let sum = Sum::new().plus(name, key, self.input.need(key, why)).plus(
            soaks_with.0,
            "target.armor",
            soaks_with.1,
        );
        let sum = if self.target.is_living() { self.less_sustained(sum) } else { sum };
        let kind = match (self.target, self.boxes) {
            (Target::Living, Boxes::Stun) => DamageType::Stun,
            (Target::Living, _) => DamageType::ByArmor,
            _ => DamageType::Physical,
        };
        let has_threshold = matches!(self.target, Target::DrivenVehicle | Target::Drone)
            && self.input.flag("rules.vehicle_threshold");
        Strike {
            force: self.force,
            armor_value,
            armor_words,
            soak: self.pool("Armor", sum),
            kind,
            physical_from: kind.physical_from(armor_value),
            threshold: if has_threshold { armor_value } else { i32::MIN },
        }
    }

    fn with_counterspelling(&self, sum: Sum) -> Sum {
        sum.plus("Counterspelling", "target.counterspelling", self.input.integer("target.counterspelling"))
    }

    fn less_wounds(&self, sum: Sum) -> Sum {
        sum.minus("wounds", "target.wound_penalty", self.input.integer("target.wound_penalty"))
    }

    fn less_sustained(&self, sum: Sum) -> Sum {
        let sustained = self.input.integer("target.sustained_spells");
        sum.minus("sustained spells", "target.sustained_spells", 2 * sustained)
    }

    fn pool(&mut self, name: &str, sum: Sum) -> Pool<Hits> {
        let dice = self.input.dice(name, &sum);
        Pool { law: dice::hits(dice, self.hit_on, Edge::None), words: pool_words(&sum, dice) }
    }

    /// The dice of a pool on which Edge may be spent, and the pool in words.
    fn pool_with_edge(&mut self, name: &str, sum: Sum, edge: Edge) -> (u32, String) {
        let (sum, least, how) = match edge {
            Edge::None => (sum, 0, ""),
            Edge::SecondChance => (sum, 0, "; those that miss are rolled once more"),
            Edge::Push => {
                let rating = self.input.integer("caster.edge");
                // Penalties leave at least 0 dice, to which Edge adds its own.
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

    /// How Edge is spent on a roll, which takes a rating of 1 or more.
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

    /// What the first steps choose, in words.
    fn choices(&self) -> Vec<(Step, String)> {
        let force =
            format!("Force {}, at most twice Magic {}", self.force, self.input.integer("caster.magic"));
        let mut choices =
            vec![(step::CHOOSE_SPELL, self.spell_words("A spell")), (step::CHOOSE_FORCE, force)];
        if let Some(drams) = self.reagents {
            let nuyen = i64::from(drams) * i64::from(self.input.integer("rules.reagent_price"));
            choices.push((step::CHOOSE_REAGENTS, format!("{}, {nuyen} nuyen", drams_in_words(drams))));
        }
        choices
    }

    /// `Lightning Bolt`, or the kind of spell where none is named.
    fn spell_words(&self, kind: &str) -> String {
        match self.input.word("spell.preset") {
            Some(name) => {
                let spell = SPELLS.iter().find(|spell| spell.name == name);
                spell.map_or(kind, |spell| spell.label).to_owned()
            }
            None => format!("{kind} ({})", if self.mana { "mana" } else { "physical" }),
        }
    }

    fn finish(self, kind: &str, tables: Tables, rules: impl Procedure + 'static) -> Prepared {
        let spell = self.spell_words(kind);
        let reagents =
            self.reagents.map_or_else(String::new, |drams| format!(" with {}", drams_in_words(drams)));
        let edge = edge_in_words(&self.input);
        let choices =
            format!("{spell} at Force {}{reagents} against {}{edge}", self.force, self.target.words());
        self.input.finish(Ready::new(rules, tables, choices))
    }
}

impl Pool<Hits> {
    fn none(words: &str) -> Self {
        Pool { law: dice::hits(0, 6, Edge::None), words: words.to_owned() }
    }

    fn at_most(self, cap: i32) -> Self {
        let words = format!("{}; at most {cap}, the Handling", self.words);
        Pool { law: self.law.map(move |Hits(hits)| Hits(hits.min(cap))), words }
    }

    fn most_hits(&self) -> i32 {
        self.law.outcomes().last().map_or(0, |hits| hits.0)
    }
}

impl Casting {
    fn most_hits(&self) -> i32 {
        self.spellcasting.law.outcomes().last().map_or(0, |roll| roll.hits.min(self.limit))
    }
}

fn pool_words(sum: &Sum, dice: u32) -> String {
    let plural = if dice == 1 { "die" } else { "dice" };
    format!("{}: {dice} {plural}", sum.words())
}

/// The most dice of a pushed pool: the law of more takes seconds.
const MOST_PUSHED: u32 = 200;

/// Which rolls Edge is spent on, for titles.
fn edge_in_words(input: &InputReader) -> String {
    let on = |key, roll| match input.word(key) {
        Some("push") => format!(", Edge pushes {roll}"),
        Some("second-chance") => format!(", Edge gives {roll} a second chance"),
        _ => String::new(),
    };
    on("choice.edge", "the casting roll") + &on("choice.drain_edge", "the drain roll")
}

fn drams_in_words(drams: i32) -> String {
    let plural = if drams == 1 { "" } else { "s" };
    format!("{drams} dram{plural} of reagents")
}
