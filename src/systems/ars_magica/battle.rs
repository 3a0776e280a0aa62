//! `battle`: several against several. Its rules are a text.

use std::sync::Arc;

use crate::description::{Preset, ProcedureDescription};
use crate::rules::Program;

/// The rules of a battle.
const TEXT: &str = include_str!("../../../games/ars-magica.rules");

/// The procedure, and the presets of its combatants.
pub fn procedure() -> (ProcedureDescription, Vec<Preset>) {
    let program = Program::parse(TEXT).unwrap_or_else(|errors| unreachable!("{errors:?}"));
    let (procedure, presets) =
        Arc::new(program).procedure("battle", "several against several: missiles, blows and fatigue, to the end");
    let procedure = procedure
        .start("combatant.0.name", "Boris")
        .start("combatant.1.name", "robber")
        .question("the first side wins", "winner == 'first'")
        .question("nobody of the first side falls", "first_out == 0");
    (procedure, presets)
}
