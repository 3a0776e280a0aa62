//! The 9th Age, rule by rule: given dice, and what must come of them.

#[path = "../common/mod.rs"]
mod common;

mod attempt;
mod bound;
mod brute_force;
mod dispelling;
mod errors;
mod figures;
mod fizzle_dice;
mod game;
mod keys;
mod least_for;
mod metrics;
mod miscast;
mod odd_files;
mod phase_figures;
mod phase_rules;
mod plans;
mod policies;
mod steps;
mod tables;
mod ties;
mod total_on_the_table;
mod wizards;
mod wounds;
