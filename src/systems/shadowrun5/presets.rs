//! The standard combat spells.

use crate::description::Preset;

/// A standard spell.
pub struct StandardSpell {
    pub name: &'static str,
    pub label: &'static str,
    /// Its step table, which is also the procedure that casts it at one target.
    table: &'static str,
    /// The damage type: `physical` or `mana`.
    damage_type: &'static str,
    /// The kind of boxes that it inflicts.
    damage: &'static str,
    /// Its drain code as an offset to Force.
    drain: i64,
    /// Whether it is a direct spell that strikes all opponents.
    area: bool,
    /// Whether the caster has to touch the target.
    touch: bool,
}

const fn spell(
    name: &'static str,
    label: &'static str,
    table: &'static str,
    damage_type: &'static str,
    damage: &'static str,
    drain: i64,
) -> StandardSpell {
    StandardSpell { name, label, table, damage_type, damage, drain, area: false, touch: false }
}

/// Turns a direct spell into one that strikes all opponents.
const fn at_all(spell: StandardSpell) -> StandardSpell {
    StandardSpell { area: true, ..spell }
}

/// Turns a spell into one of a target within touch.
const fn by_touch(spell: StandardSpell) -> StandardSpell {
    StandardSpell { touch: true, ..spell }
}

/// Whether the caster has to touch the target of a spell, if that is one of the standard spells.
pub fn needs_touch(preset: &str) -> bool {
    SPELLS.iter().any(|spell| spell.name == preset && spell.touch)
}

/// The spells that `spell.preset` names.
pub const SPELLS: &[StandardSpell] = &[
    spell("manabolt", "Manabolt", "direct", "mana", "physical", -3),
    spell("powerbolt", "Powerbolt", "direct", "physical", "physical", -3),
    spell("stunbolt", "Stunbolt", "direct", "mana", "stun", -3),
    by_touch(spell("death-touch", "Death Touch", "direct", "mana", "physical", -6)),
    by_touch(spell("knockout", "Knockout", "direct", "mana", "stun", -6)),
    by_touch(spell("shatter", "Shatter", "direct", "physical", "physical", -6)),
    at_all(spell("manaball", "Manaball", "direct", "mana", "physical", 0)),
    at_all(spell("powerball", "Powerball", "direct", "physical", "physical", 0)),
    at_all(spell("stunball", "Stunball", "direct", "mana", "stun", 0)),
    spell("clout", "Clout", "indirect", "physical", "stun", -3),
    spell("acid-stream", "Acid Stream", "indirect", "physical", "physical", -3),
    spell("flamethrower", "Flamethrower", "indirect", "physical", "physical", -3),
    spell("lightning-bolt", "Lightning Bolt", "indirect", "physical", "physical", -3),
    by_touch(spell("punch", "Punch", "indirect", "physical", "stun", -6)),
    spell("fireball", "Fireball", "indirect-area", "physical", "physical", -1),
    spell("ball-lightning", "Ball Lightning", "indirect-area", "physical", "physical", -1),
    spell("toxic-wave", "Toxic Wave", "indirect-area", "physical", "physical", -1),
    spell("blast", "Blast", "indirect-area", "physical", "stun", 0),
];

/// The spells as presets.
pub fn presets() -> Vec<Preset> {
    let preset = |spell: &StandardSpell| {
        Preset::new("spell.preset", spell.name, spell.label)
            .fill("procedure", spell.table)
            .or_for("casts")
            .fill("spell.damage_type", spell.damage_type)
            .fill("spell.damage", spell.damage)
            .fill("spell.drain", spell.drain)
            .fill("spell.table", spell.table)
            .fill("spell.area", spell.area)
    };
    SPELLS.iter().map(preset).collect()
}
