//! The effect of an indirect spell on a target that it hits.

use super::casting::{Marked, Pool};
use super::dice::Hits;
use super::metric::Boxes;
use super::step;
use super::table::Struck;
use crate::chance::{Chance, Identity};
use crate::description::words::signed;

/// The effect of an indirect spell on a target that it hits.
pub struct Strike {
    pub force: i32,
    /// Armor less Armor Penetration; at least 0, unless the rules let it fall below.
    pub armor_value: i32,
    pub armor_words: String,
    pub soak: Pool<Hits>,
    pub kind: DamageType,
    /// The Damage Value from which damage is physical: [`DamageType::physical_from`].
    pub physical_from: i32,
    /// A Damage Value below this causes no damage.
    pub threshold: i32,
}

/// The kind of boxes that an indirect spell inflicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DamageType {
    /// Physical if the Damage Value reaches the Armor Value, else stun.
    ByArmor,
    /// Stun, because the spell inflicts only stun.
    Stun,
    /// Physical, because the target is not living.
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
    /// The steps from the Damage Value, which is Force plus `extra`, to the registered damage.
    #[inline(always)]
    pub fn land<C: Chance>(&self, chance: &mut C, extra_name: &str, extra: i32) -> Struck {
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
            return Struck { hit: true, damage: Marked::NONE };
        }
        let kind = if damage_value >= self.physical_from { Boxes::Physical } else { Boxes::Stun };
        chance.note(step::DAMAGE_TYPE, || self.kind_words(damage_value, kind));
        let Hits(soaked) = self.soak.roll(chance, step::ROLL_ARMOR);
        let damage = Marked { boxes: damage_value - soaked, kind };
        chance.note(step::NET_DAMAGE, || format!("{damage_value} − {soaked} = {}", signed(damage.boxes)));
        damage.register(chance);
        Struck { hit: true, damage }
    }

    /// Adds everything that its odds depend on.
    pub fn identify(&self, identity: &mut Identity) {
        // `physical_from` covers the kind of damage.
        let Strike { force, armor_value: _, armor_words: _, soak, kind: _, physical_from, threshold } = self;
        identity.number(*force).law(&soak.law).number(*physical_from).number(*threshold);
    }

    fn kind_words(&self, damage_value: i32, kind: Boxes) -> String {
        let armor_value = signed(self.armor_value);
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
