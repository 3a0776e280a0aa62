//! The standard combat spells.

use super::super::{Literal, Preset};

/// One spell: its procedure, what it is made of, what boxes it inflicts, and
/// its drain code as an offset to Force.
macro_rules! spell {
    ($name:literal, $procedure:literal, $damage_type:literal, $damage:literal, $drain:literal) => {
        Preset {
            key: "spell.preset",
            name: $name,
            fills: &[
                ("procedure", Literal::Word($procedure)),
                ("spell.damage_type", Literal::Word($damage_type)),
                ("spell.damage", Literal::Word($damage)),
                ("spell.drain", Literal::Integer($drain)),
            ],
        }
    };
}

/// The spells that `spell.preset` names.
pub const PRESETS: &[Preset] = &[
    spell!("manabolt", "direct", "mana", "physical", -3),
    spell!("powerbolt", "direct", "physical", "physical", -3),
    spell!("stunbolt", "direct", "mana", "stun", -3),
    spell!("death-touch", "direct", "mana", "physical", -6),
    spell!("knockout", "direct", "mana", "stun", -6),
    spell!("shatter", "direct", "physical", "physical", -6),
    spell!("manaball", "direct", "mana", "physical", 0),
    spell!("powerball", "direct", "physical", "physical", 0),
    spell!("stunball", "direct", "mana", "stun", 0),
    spell!("clout", "indirect", "physical", "stun", -3),
    spell!("acid-stream", "indirect", "physical", "physical", -3),
    spell!("flamethrower", "indirect", "physical", "physical", -3),
    spell!("lightning-bolt", "indirect", "physical", "physical", -3),
    spell!("punch", "indirect", "physical", "stun", -6),
    spell!("fireball", "indirect-area", "physical", "physical", -1),
    spell!("ball-lightning", "indirect-area", "physical", "physical", -1),
    spell!("toxic-wave", "indirect-area", "physical", "physical", -1),
    spell!("blast", "indirect-area", "physical", "stun", 0),
];
