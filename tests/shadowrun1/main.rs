//! Shadowrun 1, rule by rule: given dice, and what must come of them.

#[path = "../common/mod.rs"]
mod common;

mod action;
mod armor;
mod book_track;
mod brute_force;
mod casts;
mod dice;
mod dodge;
mod drain;
mod errors;
mod figures;
mod firefight;
mod initiative;
mod keys;
mod location;
mod many_dice;
mod presets;
mod properties;
mod resistance;
mod scene;
mod spell;
mod staging;
mod steps;
mod wound_penalty;
