//! The scenario file of a firefight.

use serde::Deserialize;

use super::super::encounter::Side;

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Aim {
    #[default]
    First,
    Weakest,
    Spread,
    Random,
}

#[derive(Clone, Copy, Default, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Action {
    #[default]
    Shoot,
    Cast,
}

/// A wound level.
#[derive(Clone, Copy, Default, Deserialize)]
pub enum Level {
    #[default]
    L = 1,
    M,
    S,
    D,
}

#[derive(Clone, Copy, Default, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    #[default]
    Weapon,
    Unarmed,
}

#[derive(Clone, Copy, Default, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Damage {
    #[default]
    Physical,
    Stun,
}

#[derive(Clone, Copy, Default, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    #[default]
    Single,
    Burst,
}

#[derive(Clone, Copy, Default, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ArmorClass {
    #[default]
    None,
    Ordinary,
    Heavy,
}

#[derive(Clone, Copy, Default, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Category {
    #[default]
    Combat,
    Control,
}

#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub struct Spell {
    pub force: i64,
    pub category: Category,
    pub level: Level,
    pub staging: i64,
    pub damage: Damage,
    pub drain_power: Option<i64>,
    pub drain_modifier: i64,
    pub drain_level: Level,
    pub drain_staging: i64,
}

/// A fighter of the file.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub struct Fighter {
    pub side: Option<Side>,
    pub count: Option<usize>,
    pub target: Aim,
    pub action: Action,
    pub reaction: i64,
    pub wired_level: usize,
    pub surprised: bool,
    pub skill: i64,
    pub pool_dice: i64,
    pub power: i64,
    pub level: Level,
    pub staging: i64,
    pub kind: Kind,
    pub damage: Damage,
    pub mode: Mode,
    pub recoil_compensation: i64,
    pub split: Option<Vec<i64>>,
    pub spread_fire: bool,
    pub ammunition: Option<i64>,
    pub target_number: i64,
    pub dodge_number: Option<i64>,
    pub body: i64,
    pub dodge_dice: i64,
    pub dodge_per_action: Option<i64>,
    pub armor_class: ArmorClass,
    pub armor: i64,
    pub impact: i64,
    pub marks: String,
    pub healed: i64,
    pub attribute: i64,
    pub aware: Option<bool>,
    pub magic: i64,
    pub sorcery: i64,
    pub willpower: i64,
    pub fetish_dice: i64,
    pub elemental_force: i64,
    pub automatic_sixes: i64,
    pub spell: Spell,
}

#[derive(Deserialize)]
#[serde(default)]
pub struct Choice {
    pub max_turns: i64,
}

impl Default for Choice {
    fn default() -> Self {
        Choice { max_turns: 10 }
    }
}

/// What a die is for which others have an automatic success.
#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AutomaticSix {
    Exploding,
    Flat,
    Success,
}

#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StagingUp {
    House,
    Book,
}

#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Extra {
    BeyondFirst,
    All,
}

#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Armor {
    Dice,
    Automatic,
}

#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Dodge {
    Opposed,
    Resist,
}

#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DamageTrack {
    Single,
    Book,
}

#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum DrainDice {
    Magic,
    Willpower,
}

#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ResistAgainst {
    Force,
    Sorcery,
}

#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Rounding {
    Down,
    Up,
}

#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Wired {
    Decrement,
    Dice,
}

#[derive(Deserialize)]
pub struct Rules {
    pub target_number_cap: bool,
    pub six_plus: bool,
    pub automatic_six: AutomaticSix,
    pub staging_up: StagingUp,
    pub extra: Extra,
    pub armor: Armor,
    pub dodge: Dodge,
    pub impact_slows_dodge: bool,
    pub cap_before_resist: bool,
    pub damage_track: DamageTrack,
    pub drain_dice: DrainDice,
    pub resist_against: ResistAgainst,
    pub spell_defense: bool,
    pub spell_defense_rounding: Rounding,
    pub control_drain_up: bool,
    pub control_threshold: bool,
    pub wired: Wired,
    pub dodge_penalty: bool,
    pub unaware_defense: bool,
    pub target_number_ceiling: i64,
    pub success_step: i64,
    pub successes_per_level: i64,
    pub unarmed_per_level: i64,
    pub ordinary_sixes: i64,
    pub heavy_sixes: i64,
    pub level_boxes: [i64; 4],
    pub initiative_step: i64,
}

/// What both presets of rules leave alone, and then each of them.
pub const SAME: &str = r#"
extra = "beyond-first"
cap_before_resist = true
spell_defense_rounding = "down"
dodge_penalty = true
unaware_defense = true
target_number_ceiling = 10
success_step = 6
successes_per_level = 2
unarmed_per_level = 1
ordinary_sixes = 1
heavy_sixes = 2
level_boxes = [1, 3, 6, 10]
initiative_step = 7
"#;

pub const HOUSE: &str = r#"
target_number_cap = true
six_plus = true
automatic_six = "exploding"
staging_up = "house"
armor = "dice"
dodge = "opposed"
impact_slows_dodge = true
damage_track = "single"
drain_dice = "magic"
resist_against = "force"
spell_defense = true
control_drain_up = true
control_threshold = true
wired = "decrement"
"#;

pub const BOOK: &str = r#"
target_number_cap = false
six_plus = false
automatic_six = "success"
staging_up = "book"
armor = "automatic"
dodge = "resist"
impact_slows_dodge = false
damage_track = "book"
drain_dice = "willpower"
resist_against = "sorcery"
spell_defense = false
control_drain_up = false
control_threshold = false
wired = "dice"
"#;

#[derive(Deserialize)]
pub struct File {
    pub fighter: Vec<Fighter>,
    #[serde(default)]
    pub choice: Choice,
    #[serde(default)]
    pub rules: toml::Table,
}
