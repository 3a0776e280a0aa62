//! `battle`: several against several. Its rules are a text.

use std::sync::Arc;

use super::keys;
use crate::description::{Preset, ProcedureDescription, System};
use crate::systems::from_text;

/// The rules of a battle.
const TEXT: &str = include_str!("../../../games/ars-magica.rules");

/// The procedure, and the presets of its combatants.
pub fn procedure() -> (ProcedureDescription, Vec<Preset>) {
    let System { mut procedures, presets, .. } = from_text("ars-magica", TEXT);
    let mut battle = procedures.pop().and_then(Arc::into_inner).expect("there is one, which nobody else has");
    // Keys that a mêlée has, too, are described as there.
    let known = keys::melee();
    for key in &mut battle.keys {
        if let Some(same) = known.iter().find(|same| same.path == key.path) {
            let presence = key.presence.clone();
            *key = same.clone();
            key.presence = presence;
        }
    }
    (battle, presets)
}
