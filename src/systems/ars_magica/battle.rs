//! `battle`: several against several. Its rules are a text.

use super::keys;
use crate::description::{Preset, ProcedureDescription};
use crate::systems::from_text;

/// The rules of a battle.
const TEXT: &str = include_str!("../../../games/ars-magica.rules");

/// The procedure, and the presets of its combatants.
pub fn procedure() -> (ProcedureDescription, Vec<Preset>) {
    let (procedures, presets) = from_text(TEXT);
    let [mut battle] = <[_; 1]>::try_from(procedures).unwrap_or_else(|_| unreachable!("there is one"));
    // Keys that a mêlée has, too, are described as there.
    let known = keys::melee();
    for key in &mut battle.keys {
        if let Some(same) = known.iter().find(|same| same.path == key.path) {
            let presence = key.presence.clone();
            *key = same.clone();
            key.presence = presence;
        }
    }
    let battle = battle
        .start("combatant.0.name", "Boris")
        .start("combatant.0.preset", "knight")
        .start("combatant.1.name", "robber")
        .start("combatant.1.preset", "bandit")
        .start("combatant.1.weapon", "longsword")
        .question("the first side wins", "winner == 'first'")
        .question("nobody of the first side falls", "first_out == 0")
        .side_effect("mean(first_out)");
    (battle, presets)
}
