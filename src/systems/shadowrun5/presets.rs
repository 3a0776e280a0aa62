//! The standard combat spells.

use crate::description::{Literal, Preset};

/// One spell: its procedure, what it is made of, what boxes it inflicts, and
/// its drain code as an offset to Force.
macro_rules! spell {
    ($name:literal, $label:literal, $procedure:literal, $damage_type:literal, $damage:literal, $drain:literal) => {
        Preset {
            key: "spell.preset",
            name: $name,
            label: $label,
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
    spell!("manabolt", "Manabolt", "direct", "mana", "physical", -3),
    spell!("powerbolt", "Powerbolt", "direct", "physical", "physical", -3),
    spell!("stunbolt", "Stunbolt", "direct", "mana", "stun", -3),
    spell!("death-touch", "Death Touch", "direct", "mana", "physical", -6),
    spell!("knockout", "Knockout", "direct", "mana", "stun", -6),
    spell!("shatter", "Shatter", "direct", "physical", "physical", -6),
    spell!("manaball", "Manaball", "direct", "mana", "physical", 0),
    spell!("powerball", "Powerball", "direct", "physical", "physical", 0),
    spell!("stunball", "Stunball", "direct", "mana", "stun", 0),
    spell!("clout", "Clout", "indirect", "physical", "stun", -3),
    spell!("acid-stream", "Acid Stream", "indirect", "physical", "physical", -3),
    spell!("flamethrower", "Flamethrower", "indirect", "physical", "physical", -3),
    spell!("lightning-bolt", "Lightning Bolt", "indirect", "physical", "physical", -3),
    spell!("punch", "Punch", "indirect", "physical", "stun", -6),
    spell!("fireball", "Fireball", "indirect-area", "physical", "physical", -1),
    spell!("ball-lightning", "Ball Lightning", "indirect-area", "physical", "physical", -1),
    spell!("toxic-wave", "Toxic Wave", "indirect-area", "physical", "physical", -1),
    spell!("blast", "Blast", "indirect-area", "physical", "stun", 0),
];
