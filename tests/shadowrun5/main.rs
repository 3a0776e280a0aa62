//! Shadowrun 5, rule by rule: given dice, and what must come of them.

#[path = "../common/mod.rs"]
mod common;

mod area;
mod best;
mod casting;
mod casts;
mod direct;
mod drain;
mod edge;
mod errors;
mod figures;
mod hits;
mod indirect;
mod keys;
mod limits;
mod metrics;
mod pools;
mod presets;
mod steps;
