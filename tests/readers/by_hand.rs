//! Programs that share nothing with fizzle but the rules, and what they say to it.

#![cfg(feature = "cli")]

#[allow(dead_code, reason = "benches need more of it")]
#[path = "../../benches/by_hand/mod.rs"]
mod programs;

#[test]
fn programs_by_hand_agree_with_fizzle() {
    programs::programs().iter().for_each(programs::Program::check);
}
