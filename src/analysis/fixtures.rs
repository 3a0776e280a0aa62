//! What tests of the analysis share: scenarios, grids, goals, and how they are computed.

use super::{Effort, Method};
use crate::scenario::{Document, Goal, Grid, Query, Scenario, Sense};

pub const BOLT: &str = include_str!("../../scenarios/lightning-bolt.toml");
pub const MANABOLT: &str = include_str!("../../scenarios/manabolt.toml");

pub fn document(text: &str) -> Document {
    Document::parse("test.toml", text).expect("the text is TOML")
}

/// A scenario with some keys set, as in `choice.force=4`.
pub fn with(text: &str, set: &[&str]) -> Document {
    let mut document = document(text);
    set.iter().for_each(|assignment| document.set("--set", assignment).expect("it is a key"));
    document
}

#[track_caller]
pub fn scenario(text: &str, set: &[&str]) -> Scenario {
    with(text, set).check().unwrap_or_else(|problems| panic!("{problems}"))
}

/// A grid of the keys of the bolt.
pub fn grid(vary: &[&str]) -> Grid {
    let vary: Vec<String> = vary.iter().map(|text| (*text).to_owned()).collect();
    Grid::parse("--vary", &vary, &document(BOLT)).expect("it is a grid")
}

pub fn goal(maximize: &str, subject_to: &[&str], cost: Option<&str>) -> Goal {
    Goal {
        objective: Query::new("--maximize", maximize),
        sense: Sense::Maximize,
        subject_to: subject_to.iter().map(|text| Query::new("--subject-to", text)).collect(),
        cost: cost.map(|text| Query::new("--cost", text)),
        worth: None,
        frontier: None,
    }
}

pub fn exactly() -> Effort {
    Effort { method: Method::Exact, ..Effort::default() }
}
