//! The switches: each is a house rule and its counterpart in the book.

use super::dice::AutomaticSix;
use super::level::Level;
use crate::systems::Sheet;

/// How a scenario reads the rules.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    pub target_number_cap: bool,
    pub target_number_ceiling: i32,
    pub six_plus: bool,
    pub success_step: i32,
    pub automatic_six: AutomaticSix,
    pub staging_up: StagingUp,
    /// Whether the first success counts as extra, too.
    pub all_are_extra: bool,
    pub successes_per_level: i32,
    pub unarmed_per_level: i32,
    pub armor_dice: bool,
    pub ordinary_sixes: u32,
    pub heavy_sixes: u32,
    pub dodge_is_opposed: bool,
    pub impact_slows_dodge: bool,
    pub cap_before_resist: bool,
    /// The one track of thirteen boxes with its hit location, or the book's boxes.
    pub single_track: bool,
    /// Boxes of a light, moderate, serious and deadly wound.
    pub level_boxes: [u32; 4],
    pub drain_is_resisted_with_magic: bool,
    pub resist_against_force: bool,
    pub spell_defense: bool,
    pub spell_defense_rounds_up: bool,
    pub control_drain_up: bool,
    pub control_threshold: bool,
    pub wired_decrement: bool,
    pub initiative_step: i32,
}

/// How successes beyond the first raise a weapon's level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StagingUp {
    /// So many extra successes a level, whatever the weapon's staging.
    House,
    /// By the weapon's staging.
    Book,
}

impl Rules {
    pub fn read(sheet: &Sheet) -> Self {
        let is = |path, word| sheet.word(path) == Some(word);
        let count = |path| sheet.integer(path).unsigned_abs();
        let boxes = sheet.integers("rules.level_boxes").unwrap_or(&[]);
        let mut level_boxes = [0; 4];
        for (boxes, &number) in level_boxes.iter_mut().zip(boxes) {
            *boxes = u32::try_from(number).unwrap_or(0);
        }
        Rules {
            target_number_cap: sheet.flag("rules.target_number_cap"),
            target_number_ceiling: sheet.integer("rules.target_number_ceiling"),
            six_plus: sheet.flag("rules.six_plus"),
            success_step: sheet.integer("rules.success_step"),
            automatic_six: match sheet.word("rules.automatic_six") {
                Some("flat") => AutomaticSix::Flat,
                Some("success") => AutomaticSix::Success,
                _ => AutomaticSix::Exploding,
            },
            staging_up: if is("rules.staging_up", "book") { StagingUp::Book } else { StagingUp::House },
            all_are_extra: is("rules.extra", "all"),
            successes_per_level: sheet.integer("rules.successes_per_level"),
            unarmed_per_level: sheet.integer("rules.unarmed_per_level"),
            armor_dice: is("rules.armor", "dice"),
            ordinary_sixes: count("rules.ordinary_sixes"),
            heavy_sixes: count("rules.heavy_sixes"),
            dodge_is_opposed: is("rules.dodge", "opposed"),
            impact_slows_dodge: sheet.flag("rules.impact_slows_dodge"),
            cap_before_resist: sheet.flag("rules.cap_before_resist"),
            single_track: is("rules.damage_track", "single"),
            level_boxes,
            drain_is_resisted_with_magic: is("rules.drain_dice", "magic"),
            resist_against_force: is("rules.resist_against", "force"),
            spell_defense: sheet.flag("rules.spell_defense"),
            spell_defense_rounds_up: is("rules.spell_defense_rounding", "up"),
            control_drain_up: sheet.flag("rules.control_drain_up"),
            control_threshold: sheet.flag("rules.control_threshold"),
            wired_decrement: is("rules.wired", "decrement"),
            initiative_step: sheet.integer("rules.initiative_step"),
        }
    }

    /// The most boxes that a wound may have.
    pub fn most_boxes(&self) -> i64 {
        i64::from(self.level_boxes.iter().copied().max().unwrap_or(0))
    }

    /// The boxes of a wound.
    pub fn boxes(&self, level: Level) -> u32 {
        match level.index() {
            0 => 0,
            level => self.level_boxes[level - 1],
        }
    }
}
