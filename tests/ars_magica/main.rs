//! Ars Magica 4, rule by rule: given dice, and what must come of them.

#[path = "../common/mod.rs"]
mod common;

mod advantage;
mod battle;
mod best;
mod boris;
mod brute_force;

mod cast_order;
mod combat_die;
mod dice;
mod double_kill;
mod errors;
mod figures;
mod keys;
mod melee;
mod missile;
mod plain_duel;
mod properties;
mod range;
mod rounds;
mod sampled;
mod scene;
mod steps;
mod wounds;
