//! Prepares the pools of a target from a checked scenario.

use super::casting::Pool;
use super::dice::{self, Edge, Hits};
use super::metric::Boxes;
use super::scene::Scene;
use super::strike::{DamageType, Strike};
use crate::description::words::signed;
use crate::description::{InputReader, Sum};

/// A target of a spell.
pub struct Target {
    /// The table with its keys: `target`, or that of an opponent.
    pub path: String,
    pub kind: TargetKind,
    /// The number of dice lost to wounds; `None`: as the scenario says.
    pub wounds: Option<i32>,
}

/// The kind of a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TargetKind {
    Living,
    DrivenVehicle,
    Drone,
    Object,
}

impl TargetKind {
    pub fn is_living(self) -> bool {
        self == TargetKind::Living
    }

    /// Whether wounds lower any of its pools.
    pub fn has_wounds(self) -> bool {
        matches!(self, TargetKind::Living | TargetKind::DrivenVehicle)
    }

    pub fn words(self) -> &'static str {
        match self {
            TargetKind::Living => "a living target",
            TargetKind::DrivenVehicle => "a driven vehicle",
            TargetKind::Drone => "a drone",
            TargetKind::Object => "an object",
        }
    }
}

impl Target {
    /// Reads the target in a table.
    pub fn read(scene: &mut Scene, path: String) -> Self {
        let kind = match scene.input.word(&format!("{path}.kind")) {
            Some("living") => TargetKind::Living,
            Some("driven-vehicle") => TargetKind::DrivenVehicle,
            Some("drone") => TargetKind::Drone,
            _ => TargetKind::Object,
        };
        let target = Target { path, kind, wounds: None };
        if scene.mana && !kind.is_living() {
            let message = format!("a mana spell does nothing to {}", kind.words());
            let help = "mana spells work on living targets alone; choose a physical spell";
            scene.input.fault(&target.key("kind"), message, help);
        }
        target
    }

    /// The target with this number of dice lost to wounds.
    pub fn wounded(&self, dice: i32) -> Self {
        Target { path: self.path.clone(), kind: self.kind, wounds: Some(dice) }
    }

    /// The path of one of its keys.
    pub fn key(&self, name: &str) -> String {
        format!("{}.{name}", self.path)
    }

    fn integer(&self, input: &InputReader, name: &str) -> i32 {
        input.integer(&self.key(name))
    }

    /// Adds a rating that its kind of target requires. `why` is the end of the error message.
    fn plus(&self, input: &mut InputReader, sum: Sum, name: &'static str, key: &str, why: &str) -> Sum {
        let key = self.key(key);
        let rating = input.need(&key, why);
        sum.plus(name, key, rating)
    }

    fn plus_counterspelling(&self, input: &InputReader, sum: Sum) -> Sum {
        let dice = self.integer(input, "counterspelling");
        sum.plus("Counterspelling", self.key("counterspelling"), dice)
    }

    fn less_wounds(&self, input: &InputReader, sum: Sum) -> Sum {
        let wounds = self.wounds.unwrap_or_else(|| self.integer(input, "wound_penalty"));
        sum.minus("wounds", self.key("wound_penalty"), wounds)
    }

    fn less_sustained(&self, input: &InputReader, sum: Sum) -> Sum {
        let sustained = self.integer(input, "sustained_spells");
        sum.minus("sustained spells", self.key("sustained_spells"), 2 * sustained)
    }

    /// The pool that resists a direct spell.
    pub fn resistance(&self, scene: &mut Scene) -> Pool<Hits> {
        let input = &mut scene.input;
        let (name, key, why) = match (self.kind, scene.mana) {
            (TargetKind::Living, true) => {
                ("Willpower", "willpower", "a living target resists a direct mana spell with it")
            }
            (TargetKind::Living, false) => {
                ("Body", "body", "a living target resists a direct physical spell with it")
            }
            (TargetKind::DrivenVehicle | TargetKind::Drone, _) => {
                ("Body", "body", "vehicles and drones resist direct spells with it")
            }
            (TargetKind::Object, _) => ("Structure", "structure", "objects resist direct spells with it"),
        };
        let sum = self.plus(input, Sum::new(), name, key, why);
        let sum = match self.kind.is_living() {
            true => self.less_sustained(input, self.plus_counterspelling(input, sum)),
            false => sum,
        };
        scene.pool("Resist", sum)
    }

    /// The pool that defends against an indirect spell.
    pub fn defense(&self, scene: &mut Scene) -> Pool<Hits> {
        let input = &mut scene.input;
        match self.kind {
            TargetKind::Living | TargetKind::DrivenVehicle => {
                let why = "a living target or driver dodges with Reaction + Intuition";
                let sum = self.plus(input, Sum::new(), "Reaction", "reaction", why);
                let sum = self.plus(input, sum, "Intuition", "intuition", why);
                let sum = self.less_wounds(input, self.plus_counterspelling(input, sum));
                let sum = self.less_sustained(input, sum);
                scene.pool("Defense", sum)
            }
            TargetKind::Drone => {
                let why = "a drone dodges with Pilot + Autosoft";
                let sum = self.plus(input, Sum::new(), "Pilot", "pilot", why);
                let sum = self.plus(input, sum, "Autosoft", "autosoft", why);
                let handling = input.find(&self.key("handling"));
                let pool = scene.pool("Defense", sum);
                match handling {
                    Some(handling) => pool.at_most(handling),
                    None => pool,
                }
            }
            TargetKind::Object => Pool::none("objects do not dodge"),
        }
    }

    /// The pool that opposes an area spell.
    pub fn area_defense(&self, scene: &mut Scene) -> Pool<Hits> {
        let input = &scene.input;
        match input.word("rules.area_defense") {
            Some("reaction+intuition") => self.defense(scene),
            Some("none") => Pool::none("nothing opposes the blast (rules.area_defense = \"none\")"),
            _ if self.kind.is_living() && self.integer(input, "counterspelling") > 0 => {
                let sum = self.plus_counterspelling(input, Sum::new());
                let sum = self.less_sustained(input, self.less_wounds(input, sum));
                scene.pool("Counterspelling", sum)
            }
            _ if self.kind.is_living() => Pool::none("no Counterspelling"),
            _ => Pool::none("only the living roll Counterspelling"),
        }
    }

    /// The effect of an indirect spell that hits.
    pub fn strike(&self, scene: &mut Scene, force: i32) -> Strike {
        let input = &mut scene.input;
        let armor = self.integer(input, "armor");
        let (armor_value, floor) = match input.flag("rules.armor_floor") {
            true => ((armor - force).max(0), ", at least 0"),
            false => (armor - force, ""),
        };
        let armor_words = format!("Armor {armor} − {force}{floor}: {}", signed(armor_value));
        let (soaks_with, soaking) = match self.kind {
            TargetKind::Living => ("Armor Value", armor_value),
            _ if input.is("rules.nonliving_armor", "modified") => ("Armor Value", armor_value),
            _ => ("Armor", armor),
        };
        let (name, key, why) = match self.kind {
            TargetKind::Living => ("Body", "body", "a living target soaks with it"),
            TargetKind::DrivenVehicle | TargetKind::Drone => {
                ("Body", "body", "vehicles and drones soak with it")
            }
            TargetKind::Object => ("Structure", "structure", "objects soak with it"),
        };
        let sum = self.plus(input, Sum::new(), name, key, why);
        let sum = sum.plus(soaks_with, self.key("armor"), soaking);
        let sum = if self.kind.is_living() { self.less_sustained(input, sum) } else { sum };
        let kind = match (self.kind, scene.boxes) {
            (TargetKind::Living, Boxes::Stun) => DamageType::Stun,
            (TargetKind::Living, _) => DamageType::ByArmor,
            _ => DamageType::Physical,
        };
        let has_threshold = matches!(self.kind, TargetKind::DrivenVehicle | TargetKind::Drone)
            && input.flag("rules.vehicle_threshold");
        Strike {
            force,
            armor_value,
            armor_words,
            soak: scene.pool("Armor", sum),
            kind,
            physical_from: kind.physical_from(armor_value),
            threshold: if has_threshold { armor_value } else { i32::MIN },
        }
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
}
